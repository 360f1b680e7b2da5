"""Statements of a program as machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import number
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.building.room import Room
from dicedsl.interpreter.engines.native.runtime.sets import sort_pairs
from dicedsl.interpreter.engines.native.statements.dice import Dice
from dicedsl.interpreter.engines.native.values.expressions import Expressions
from dicedsl.program import ops
from dicedsl.program.faults import no_owner_of_memory
from dicedsl.program.sets import STORED_LIMIT
from dicedsl.program.value_kinds import NUMBER, SET

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code


class Statements:
    """Writes statements into the function that some expressions are written into."""

    def __init__(self, code: Code, expressions: Expressions) -> None:
        self.code = code
        self.expressions = expressions
        self.frame = expressions.frame
        self.builder = expressions.builder
        self.cells = expressions.cells
        self.dice = Dice(code, expressions)

    def write(self, body: Iterable[ops.Stmt]) -> None:
        for statement in body:
            STATEMENTS[type(statement)](self, statement)

    def _kept(self, op: ops.Op, cell: int) -> Any:
        """A value for a cell; a number that no state can hold is a fault."""
        if self.code.analysis.kinds.cell(cell) is SET:
            return self.expressions.set(op, WORD * self.code.layout.words[cell])
        value = self.expressions.number(op)
        if not self.code.analysis.of(op, NUMBER).inside(1 - STORED_LIMIT, STORED_LIMIT - 1):
            self.frame.fail_if(self.expressions.beyond(value, STORED_LIMIT), self.code.faults.too_large)
        return value

    def _store(self, statement: ops.Store) -> None:
        if isinstance(statement.value, ops.Address):
            self.cells.put(statement.index, number(statement.value.block))
        elif statement.index not in self.cells.fixed:
            self.cells.put(statement.index, self._kept(statement.value, statement.index))

    def _store_at(self, statement: ops.StoreAt) -> None:
        index = self.expressions.number(statement.at)
        if not self.code.analysis.number(statement.at).inside(0, statement.size - 1):
            fault = self.code.faults(no_owner_of_memory(statement.span))
            self.frame.fail_if(self.builder.icmp_unsigned(">=", index, number(statement.size)), fault)
        value = self._kept(statement.value, statement.base)
        sets.store(self.frame, value, self.cells.element(statement.base, index))

    def _store_var(self, statement: ops.StoreVar) -> None:
        is_set = self.code.analysis.kinds.variable(statement.var) is SET
        self.expressions.bind(
            statement.var, self.expressions.set(statement.value) if is_set else self.expressions.number(statement.value)
        )

    def _put(self, statement: ops.Put) -> None:
        self.dice.put(statement)

    def _face(self, statement: ops.Face) -> None:
        self.dice.face(statement)

    def _when(self, statement: ops.When) -> None:
        yes, no, done = self.frame.new(), self.frame.new(), self.frame.new()
        self.builder.cbranch(self.expressions.test(statement.condition), yes, no)
        for block, part in ((yes, statement.then), (no, statement.other)):
            self.frame.at(block)
            self.write(part)
            self.builder.branch(done)
        self.frame.at(done)

    def _each(self, statement: ops.Each) -> None:
        if (
            statement.by is None
            and (statement.condition is None or statement.loop.high is None)
            and not statement.loop.sets
        ):
            self._in_order(statement)
        else:
            self._by_measure(statement)

    def _in_order(self, statement: ops.Each) -> None:
        """One after the other; who takes part is settled before anything is done."""
        loop = statement.loop
        if loop.high is not None or statement.condition is None:
            self.expressions.loops.over(loop, lambda following: self.write(statement.body))
            return
        kept = self.expressions.set(ops.Fold("union", (loop,), statement.condition, ops.Single(ops.Var(loop.var))))

        def act(member: Any, following: Any) -> None:
            self.expressions.bind(loop.var, member)
            self.write(statement.body)

        sets.members(self.frame, kept, act)

    def _by_measure(self, statement: ops.Each) -> None:
        """Who takes part is noted in a list first, with a measure if there is one, and taken from there in order."""
        b, frame, loop = self.builder, self.frame, statement.loop
        is_set = self.code.analysis.kinds.variable(loop.var) is SET
        words = self.code.variable_bits(loop.var) // WORD if is_set else 1
        width = 1 + words
        memory = Room(self.expressions.frame)
        count = frame.local()
        b.store(number(0), count)
        # What is worked out on the way, and a list that is gone through, take their room behind these notes.
        half = b.lshr(memory.size, number(1))
        notes = memory.keep(half)

        def note(following: Any) -> None:
            if statement.condition is not None:
                frame.skip_if(b.not_(self.expressions.test(statement.condition)), following)
            key = number(0) if statement.by is None else self.expressions.number(statement.by)
            begin = b.mul(b.load(count), number(width))
            frame.fail_if(b.icmp_signed(">", b.add(begin, number(width)), half), self.code.faults.too_many)
            row = frame.word(notes, begin)
            b.store(b.neg(key) if statement.highest else key, row)
            sets.store(frame, b.load(self.expressions.variable(loop.var)), frame.word(row, 1))
            b.store(b.add(b.load(count), number(1)), count)

        self.expressions.loops.over(loop, note)
        total = b.load(count)
        rows = memory.keep(b.mul(total, number(width)))
        order = Room(self.expressions.frame)
        if statement.by is not None:

            def pair(i: Any, following: Any) -> None:
                two = order.row(i, 2, self.code.faults.too_many)
                b.store(b.load(frame.word(rows, b.mul(i, number(width)))), two)
                b.store(i, frame.word(two, 1))

            frame.numbers(number(0), b.sub(total, number(1)), pair)
            pairs = order.keep(b.shl(total, number(1)))
            b.call(self.code.kernels.get(sort_pairs), [pairs, total])

        def act(i: Any, following: Any) -> None:
            if statement.by is not None:
                i = b.load(frame.word(pairs, b.add(b.shl(i, number(1)), number(1))))
            row = frame.word(rows, b.mul(i, number(width)))
            self.expressions.bind(loop.var, sets.load(frame, frame.word(row, 1), words))
            self.write(statement.body)

        frame.numbers(number(0), b.sub(total, number(1)), act)
        memory.leave()

    def _reset(self, statement: ops.Reset) -> None:
        for base, values in statement.runs:
            for i, value in enumerate(values):
                words = self.code.layout.words[base + i]
                is_set = self.code.layout.is_set[base + i]
                self.cells.put(base + i, sets.constant(value, WORD * words) if is_set else number(value))
        if self.code.standing.is_set_up(statement):
            self.code.standing.anew(self.code, self.frame, self.cells.state)

    def _tell(self, statement: ops.Tell) -> None:
        """Nobody listens to games that are only counted."""

    def _check(self, statement: ops.Check) -> None:
        fault = self.code.faults(Fault(statement.code, statement.message, statement.span))
        self.frame.fail_if(self.builder.not_(self.expressions.test(statement.condition)), fault)


STATEMENTS: dict[type, Callable[[Statements, Any], None]] = {
    ops.Store: Statements._store, ops.StoreAt: Statements._store_at, ops.StoreVar: Statements._store_var,
    ops.Put: Statements._put, ops.Face: Statements._face, ops.When: Statements._when, ops.Each: Statements._each,
    ops.Reset: Statements._reset, ops.Tell: Statements._tell, ops.Check: Statements._check,
}  # fmt: skip
