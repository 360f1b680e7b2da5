"""Words that never change are worked out before the game for all they can be asked of, and read from a table."""

from __future__ import annotations

from array import array
from itertools import product
from typing import TYPE_CHECKING, Any

from attrs import frozen
from llvmlite import ir

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.constants import ENTRY_TYPES
from dicedsl.interpreter.engines.native.building.frame import I64, number
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.calling import LISTS
from dicedsl.program import ops
from dicedsl.program.cost import Cost
from dicedsl.program.fixed_evaluation import StateRead
from dicedsl.program.value_kinds import SET
from dicedsl.program.walk import parts

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code
    from dicedsl.interpreter.engines.native.values.expressions import Expressions

MOST_ENTRIES = 1_024  # of one table
MOST_WORK = 400_000  # operations worked out for one table


@frozen
class WordTable:
    """Of each parameter the least it can be and how many numbers that is; and the value for each row of them."""

    parameters: tuple[tuple[int, int], ...]
    values: tuple[int, ...]


class Tables:
    """The tables of a program's words, each made when it is first asked for."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self._cost = Cost(code.program)
        self._made: dict[int, WordTable | None] = {}

    def looked_up(self, expressions: Expressions, function: int, arguments: list[Any]) -> Any | None:
        """What a word comes to, read from its table; None if it has none."""
        if function not in self._made:
            self._made[function] = self._table(function)
        table = self._made[function]
        if table is None:
            return None
        b = expressions.builder
        index = number(0)
        for (low, count), argument in zip(table.parameters, arguments, strict=True):
            index = b.add(b.mul(index, number(count)), b.sub(argument, number(low)))
        kind = self.code.result_kind(function)
        if self.code.analysis.kinds.function(function) is SET:
            words = kind.width // WORD
            begin = self.code.lists.block(b"".join(v.to_bytes(8 * words, "little") for v in table.values))
            place = expressions.frame.word(expressions.frame.pointer(LISTS), begin)
            return sets.load(expressions.frame, expressions.frame.word(place, b.mul(index, number(words))), words)
        low, high = min(table.values), max(table.values)
        code, bits = next((c, n) for c, n in ENTRY_TYPES if -(1 << n - 1) <= low and high < 1 << n - 1)
        data = array(code, table.values).tobytes()
        begin = self.code.lists.block(data + bytes(-len(data) % 8))
        entries = b.bitcast(
            expressions.frame.word(expressions.frame.pointer(LISTS), begin), ir.IntType(bits).as_pointer()
        )
        entry = b.load(b.gep(entries, [index], inbounds=True))
        return entry if bits == WORD else b.sext(entry, I64)

    def _table(self, number_of_function: int) -> WordTable | None:
        function = self.code.program.functions[number_of_function]
        assert function is not None
        algebra, analysis = self.code.algebra, self.code.analysis
        if not function.params or not algebra.is_fixed(function.body):
            return None
        if not any(isinstance(part, (ops.Fold, ops.Reach, ops.OnePiece)) for part in parts(function.body)):
            return None  # that is worked out as quickly
        parameters = []
        entries = 1
        for param in function.params:
            bounds = analysis.variables.get(param)
            if bounds is None or analysis.kinds.variable(param) is SET:
                return None
            parameters.append((bounds.low, bounds.high - bounds.low + 1))
            entries *= parameters[-1][1]
        if entries > MOST_ENTRIES or entries * self._cost(function.body) > MOST_WORK:
            return None
        work_out = algebra.fixed.function_for(function.body)
        values = []
        for row in product(*(range(low, low + count) for low, count in parameters)):
            try:
                values.append(int(work_out(dict(zip(function.params, row, strict=True)))))
            except (Fault, StateRead, KeyError):
                return None
        return WordTable(tuple(parameters), tuple(values))
