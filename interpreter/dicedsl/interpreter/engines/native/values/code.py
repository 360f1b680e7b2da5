"""The machine code of one program, being written: what all of its functions share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.cells import CellRoom
from dicedsl.interpreter.engines.native.building.constants import ConstantLists, Faults
from dicedsl.interpreter.engines.native.building.frame import I64, WORDS, Frame, number
from dicedsl.interpreter.engines.native.building.kernel import Kernels
from dicedsl.interpreter.engines.native.building.layout import WORD, words_of
from dicedsl.interpreter.engines.native.building.placing import arrays, layout_of
from dicedsl.interpreter.engines.native.calling import FAULT
from dicedsl.interpreter.engines.native.values.algebra import Algebra
from dicedsl.interpreter.engines.native.values.expressions import Expressions
from dicedsl.interpreter.engines.native.values.forms import OperationForms
from dicedsl.interpreter.engines.native.values.geometry import Geometry
from dicedsl.interpreter.engines.native.values.owner_places import StandingSets
from dicedsl.interpreter.engines.native.values.tables import Tables
from dicedsl.program import ops
from dicedsl.program.bounds import BoundsAnalysis
from dicedsl.program.fixed_evaluation import FixedEvaluator
from dicedsl.program.survey import Survey
from dicedsl.program.value_kinds import SET
from dicedsl.program.walk import parts

# operations of a word that may be written again wherever it is used; the first that fits is taken
INLINE_SIZES = (200, 50, 20)
MOST_CODE = 3_000  # operations in all
MOST_WIDE_CODE = 1_200  # operations in all, if sets take more than one word


class Code:
    """An LLVM module with what is known of its program: where cells lie, constant lists, kernels, faults, and the functions of words."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.analysis = BoundsAnalysis(program)
        self.survey = Survey(program)
        arrays_there = [(base, size) for base, size in arrays(program) if size]
        # more than one cell
        self.indexed = {i for base, size in arrays_there if size > 1 for i in range(base, base + size)}
        # Cells that never change, but for those that are read by an index.
        self.fixed = {i: v for i, v in self.survey.fixed.items() if i not in self.indexed}
        self.standing = StandingSets(program, self.roots(), self.analysis.variables, FixedEvaluator(program))
        self.layout = layout_of(program, self.analysis, self.fixed, self.standing.words)
        self.standing.cells = self.layout.cells
        self.module = ir.Module(name="program")
        self.kernels = Kernels(self.module)
        self.lists = ConstantLists(self.module, program, self.analysis)
        self.faults = Faults()
        self.words = WordFunctions(self)
        self.forms = OperationForms(program)
        self.geometry = Geometry(self)
        self.algebra = Algebra(self)
        self.tables = Tables(self)
        self._bits: dict[int, tuple[ops.Op, int]] = {}

    def bits(self, op: ops.Op) -> int:
        """How many bits a set is kept in."""
        known = self._bits.get(id(op))
        if known is None:
            known = self._bits[id(op)] = (op, WORD * words_of(self.analysis.set_width(op)))
        return known[1]

    def fits(self, op: ops.Bin) -> bool:
        """Whether a sum, difference or product needs no test."""
        return self.analysis.fits(op)

    def variable_bits(self, var: int) -> int:
        return WORD * words_of(self.analysis.variables[var].high if var in self.analysis.variables else 0)

    def result_kind(self, function: int) -> Any:
        if self.analysis.kinds.function(function) is SET:
            return sets.kind(WORD * words_of(self.analysis.functions[function].high))
        return I64

    @cached_property
    def counts_work(self) -> bool:
        """Whether any loop, pick or block of the program is counted."""
        counted = (part for part in self._all_parts() if isinstance(part, (ops.Loop, ops.PickOp)))
        return any(block.work for block in self.program.blocks) or any(part.weight for part in counted)

    @cached_property
    def read_by_rules(self) -> frozenset[int]:
        """The cells that some rule reads."""
        cells: set[int] = set()
        for part in self._all_parts():
            if isinstance(part, ops.Cell):
                cells.add(part.index)
            elif isinstance(part, ops.CellAt):
                cells.update(range(part.base, part.base + part.size))
        return frozenset(cells)

    def roots(self) -> list[Any]:
        """Every statement, end, decision and function of the program."""
        roots: list[Any] = [x for block in self.program.blocks for x in (*block.body, block.end)]
        return [*roots, *self.program.decisions, *(f.body for f in self.program.functions if f is not None)]

    def _all_parts(self) -> Iterator[Any]:
        for root in self.roots():
            yield from parts(root)

    @cached_property
    def has_one_die(self) -> bool:
        return len(self.program.dice) == 1

    def tells_showing(self, cell: int) -> bool:
        """Whether a cell says who shows a number, and the number of the only die is asked instead."""
        return self.has_one_die and 0 <= cell - self.program.reg.showing <= self.program.max_face

    @cached_property
    def keeps_showing(self) -> bool:
        """Whether it is read who shows a number; else that is worked out only when a run is left. Of a single die its number tells it."""
        if self.has_one_die:
            return False
        first = self.program.reg.showing
        plain = bool(self.program.plain_groups) and any(
            p.shape == "die" for d in self.program.decisions for a in d.alternatives for p in a.picks
        )
        return plain or any(first + i in self.read_by_rules for i in range(self.program.max_face + 1))

    @cached_property
    def turns_dice(self) -> bool:
        """Whether any die ever shows another number than at the start."""
        return any(isinstance(part, (ops.Face, ops.RollDice)) for part in self._all_parts())

    @cached_property
    def keeps_location(self) -> bool:
        """Likewise where a die lies, which without boards the zones tell as well."""
        first = self.program.reg.location
        return bool(self.program.boards) or any(first + i in self.read_by_rules for i in range(len(self.program.dice)))

    def use_of(self, decision: int, alternative: int) -> int:
        """Where it is counted how often an alternative was taken."""
        return sum(len(d.alternatives) for d in self.program.decisions[:decision]) + alternative

    @cached_property
    def rule_uses(self) -> dict[int, int]:
        """Where it is counted how often each rule was come to, by block."""
        first = self.use_of(len(self.program.decisions), 0)
        return {block: first + i for i, (block, _) in enumerate(self.program.rules)}


class WordFunctions:
    """The functions of a program: small ones are written in place, others are functions of the machine code too."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self._made: dict[int, Any] = {}
        self._sizes: dict[int, int] = {}

    @property
    def are_called(self) -> bool:
        """Whether any was written as a function."""
        return bool(self._made)

    def size(self, function: int) -> int:
        """How many operations it has, with those of the words it uses."""
        if function not in self._sizes:
            self._sizes[function] = 1 << 30
            word = self.code.program.functions[function]
            assert word is not None
            self._sizes[function] = sum(
                1 + (self.size(part.function) if isinstance(part, ops.Call) else 0) for part in parts(word.body)
            )
        return self._sizes[function]

    def is_inline(self, function: int) -> bool:
        return self.size(function) <= self.most_inline

    @cached_property
    def most_inline(self) -> int:
        """How large a word may be to be written in place: as large as it can be without the whole growing too much."""
        most_code = MOST_CODE if self.code.analysis.widest <= WORD else MOST_WIDE_CODE
        return next((most for most in INLINE_SIZES if self._whole_size(most) <= most_code), 0)

    def _whole_size(self, most: int) -> int:
        """How many operations there are in all if words up to this size are written in place."""
        known: dict[int, int] = {}

        def size_of(op: Any) -> int:
            total = 0
            for part in parts(op):
                total += 1
                if isinstance(part, ops.Call) and self.size(part.function) <= most:
                    if part.function not in known:
                        function = self.code.program.functions[part.function]
                        assert function is not None
                        known[part.function] = size_of(function.body)
                    total += known[part.function]
            return total

        return sum(map(size_of, self.code.roots()))

    def called(self, expressions: Expressions, function: int, arguments: list[Any]) -> Any:
        word = self.code.program.functions[function]
        assert word is not None
        known = self.code.tables.looked_up(expressions, function, arguments)
        if known is not None:
            return known
        if self.is_inline(function):
            for param, argument in zip(word.params, arguments, strict=True):
                expressions.bind(param, argument)
            return self._body(expressions, function)
        made = self._function(function)
        result = expressions.builder.call(made, [expressions.frame.context, expressions.cells.state, *arguments])
        fault = expressions.builder.load(expressions.frame.slot(FAULT))
        expressions.frame.fail_if(expressions.builder.icmp_signed("!=", fault, number(0)), -1)
        return result

    def _body(self, expressions: Expressions, function: int) -> Any:
        word = self.code.program.functions[function]
        assert word is not None
        kind = self.code.result_kind(function)
        if self.code.analysis.kinds.function(function) is SET:
            return expressions.set(word.body, kind.width)
        return expressions.number(word.body)

    def _function(self, number_of_function: int) -> Any:
        if number_of_function not in self._made:
            word = self.code.program.functions[number_of_function]
            assert word is not None
            kinds = []
            for param in word.params:
                is_set = self.code.analysis.kinds.variable(param) is SET
                kinds.append(sets.kind(self.code.variable_bits(param)) if is_set else I64)
            result = self.code.result_kind(number_of_function)
            function = ir.Function(
                self.code.module, ir.FunctionType(result, [WORDS, WORDS, *kinds]), name=f"word{number_of_function}"
            )
            function.linkage = "internal"
            self._made[number_of_function] = function
            at = self.code_of(function)
            for param, argument in zip(word.params, function.args[2:], strict=True):
                at.bind(param, argument)
            at.builder.ret(self._body(at, number_of_function))
            at.frame.close()
        return self._made[number_of_function]

    def code_of(self, function: Any) -> Expressions:
        """What writes the expressions of a function that is handed the context and the state."""
        context, state = function.args[:2]
        frame = Frame(function, context, state)
        for argument in (context, state):
            argument.add_attribute("noalias")
        result = function.function_type.return_type

        frame.return_on_fault(ir.Constant(result, 0))
        return Expressions(self.code, frame, CellRoom(frame, self.code.layout, self.code.fixed))

    def cells_read(self, op: Any) -> set[int]:
        """The cells that working out an operation may read, with the words it uses."""
        cells: set[int] = set()
        for part in parts(op):
            if isinstance(part, ops.Cell):
                cells.add(part.index)
            elif isinstance(part, ops.Call):
                function = self.code.program.functions[part.function]
                assert function is not None
                cells |= self.cells_read(function.body)
        return cells

    def used_by(self, op: Any) -> set[int]:
        """The functions of the machine code that an operation calls, in the end."""
        called: set[int] = set()
        for part in parts(op):
            if isinstance(part, ops.Call):
                body = self.code.program.functions[part.function]
                assert body is not None
                if not self.is_inline(part.function):
                    called.add(part.function)
                called |= self.used_by(body.body)
        return called
