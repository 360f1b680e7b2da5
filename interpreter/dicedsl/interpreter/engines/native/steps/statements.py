"""Statements of a program as machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import number
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.building.room import Room
from dicedsl.interpreter.engines.native.runtime.sets import sort_pairs
from dicedsl.interpreter.engines.native.steps.dice import Dice
from dicedsl.interpreter.engines.native.values.expressions import Expressions
from dicedsl.program import ops
from dicedsl.program.kinds import NUMBER, SET
from dicedsl.program.sets import LARGEST

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code


class Statements:
    """Writes statements into the function that some expressions are written into."""

    def __init__(self, code: Code, at: Expressions) -> None:
        self.code = code
        self.at = at
        self.frame = at.frame
        self.b = at.b
        self.cells = at.cells
        self.dice = Dice(code, at)

    def write(self, body: Iterable[ops.Stmt]) -> None:
        for statement in body:
            STATEMENTS[type(statement)](self, statement)

    def _kept(self, op: ops.Op, cell: int) -> Any:
        """A value for a cell; a number that no state can hold is a fault."""
        if self.code.analysis.kinds.cell(cell) is SET:
            return self.at.set(op, WORD * self.code.layout.words[cell])
        value = self.at.number(op)
        if not self.code.analysis.of(op, NUMBER).inside(1 - LARGEST, LARGEST - 1):
            self.frame.fail_if(self.at.beyond(value, LARGEST), self.code.faults.too_large)
        return value

    def _store(self, s: ops.Store) -> None:
        if isinstance(s.value, ops.Address):
            self.cells.put(s.index, number(s.value.block))
        elif s.index not in self.cells.fixed:
            self.cells.put(s.index, self._kept(s.value, s.index))

    def _store_at(self, s: ops.StoreAt) -> None:
        index = self.at.number(s.at)
        if not self.code.analysis.number(s.at).inside(0, s.size - 1):
            fault = self.code.faults("F503", "this memory belongs to nobody here", s.span)
            self.frame.fail_if(self.b.icmp_unsigned(">=", index, number(s.size)), fault)
        value = self._kept(s.value, s.base)
        sets.store(self.frame, value, self.cells.element(s.base, index))

    def _store_var(self, s: ops.StoreVar) -> None:
        is_set = self.code.analysis.kinds.variable(s.var) is SET
        self.at.bind(s.var, self.at.set(s.value) if is_set else self.at.number(s.value))

    def _put(self, s: ops.Put) -> None:
        self.dice.put(s)

    def _face(self, s: ops.Face) -> None:
        self.dice.face(s)

    def _when(self, s: ops.When) -> None:
        yes, no, done = self.frame.new(), self.frame.new(), self.frame.new()
        self.b.cbranch(self.at.test(s.condition), yes, no)
        for block, part in ((yes, s.then), (no, s.other)):
            self.frame.at(block)
            self.write(part)
            self.b.branch(done)
        self.frame.at(done)

    def _each(self, s: ops.Each) -> None:
        if s.by is None and (s.condition is None or s.loop.high is None) and not s.loop.sets:
            self._in_order(s)
        else:
            self._by_measure(s)

    def _in_order(self, s: ops.Each) -> None:
        """One after the other; who takes part is settled before anything is done."""
        loop = s.loop
        if loop.high is not None or s.condition is None:
            self.at.loops.over(loop, lambda following: self.write(s.body))
            return
        kept = self.at.set(ops.Fold("union", (loop,), s.condition, ops.Single(ops.Var(loop.var))))

        def act(member: Any, following: Any) -> None:
            self.at.bind(loop.var, member)
            self.write(s.body)

        sets.members(self.frame, kept, act)

    def _by_measure(self, s: ops.Each) -> None:
        """Who takes part is noted in a list first, with a measure if there is one, and taken from there in order."""
        b, frame, loop = self.b, self.frame, s.loop
        is_set = self.code.analysis.kinds.variable(loop.var) is SET
        words = self.code.variable_bits(loop.var) // WORD if is_set else 1
        width = 1 + words
        memory = Room(self.at.frame)
        count = frame.local()
        b.store(number(0), count)
        # What is worked out on the way, and a list that is gone through, take their room behind these notes.
        half = b.lshr(memory.size, number(1))
        notes = memory.keep(half)

        def note(following: Any) -> None:
            if s.condition is not None:
                frame.skip_if(b.not_(self.at.test(s.condition)), following)
            key = number(0) if s.by is None else self.at.number(s.by)
            begin = b.mul(b.load(count), number(width))
            frame.fail_if(b.icmp_signed(">", b.add(begin, number(width)), half), self.code.faults.too_many)
            row = frame.word(notes, begin)
            b.store(b.neg(key) if s.highest else key, row)
            sets.store(frame, b.load(self.at.variable(loop.var)), frame.word(row, 1))
            b.store(b.add(b.load(count), number(1)), count)

        self.at.loops.over(loop, note)
        total = b.load(count)
        rows = memory.keep(b.mul(total, number(width)))
        order = Room(self.at.frame)
        if s.by is not None:

            def pair(i: Any, following: Any) -> None:
                two = order.row(i, 2, self.code.faults.too_many)
                b.store(b.load(frame.word(rows, b.mul(i, number(width)))), two)
                b.store(i, frame.word(two, 1))

            frame.numbers(number(0), b.sub(total, number(1)), pair)
            pairs = order.keep(b.shl(total, number(1)))
            b.call(self.code.kernels.get(sort_pairs), [pairs, total])

        def act(i: Any, following: Any) -> None:
            if s.by is not None:
                i = b.load(frame.word(pairs, b.add(b.shl(i, number(1)), number(1))))
            row = frame.word(rows, b.mul(i, number(width)))
            self.at.bind(loop.var, sets.load(frame, frame.word(row, 1), words))
            self.write(s.body)

        frame.numbers(number(0), b.sub(total, number(1)), act)
        memory.leave()

    def _reset(self, s: ops.Reset) -> None:
        for base, values in s.runs:
            for i, value in enumerate(values):
                words = self.code.layout.words[base + i]
                is_set = self.code.layout.is_set[base + i]
                self.cells.put(base + i, sets.constant(value, WORD * words) if is_set else number(value))
        if self.code.standing.is_set_up(s):
            self.code.standing.anew(self.code, self.frame, self.cells.state)

    def _tell(self, s: ops.Tell) -> None:
        """Nobody listens to games that are only counted."""

    def _check(self, s: ops.Check) -> None:
        fault = self.code.faults(s.code, s.message, s.span)
        self.frame.fail_if(self.b.not_(self.at.test(s.condition)), fault)


STATEMENTS: dict[type, Callable[[Statements, Any], None]] = {
    ops.Store: Statements._store, ops.StoreAt: Statements._store_at, ops.StoreVar: Statements._store_var,
    ops.Put: Statements._put, ops.Face: Statements._face, ops.When: Statements._when, ops.Each: Statements._each,
    ops.Reset: Statements._reset, ops.Tell: Statements._tell, ops.Check: Statements._check,
}  # fmt: skip
