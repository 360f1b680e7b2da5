"""A program as one function of machine code: it goes on from any state, to the next suspension or to the end of the game."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.cells import CellRoom
from dicedsl.interpreter.engines.native.building.frame import I1, I64, WORDS, Frame, number  # fmt: skip
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.calling import (
    ANSWERS,
    BUNDLES,
    FAILED,
    FAULT,
    GIVEN,
    LIST,
    MEET,
    OVER,
    PLAY,
    REST,
    RESUME,
    STEP,
    STEP_LIMIT,
    STEPS,
    SUSPENDED,
    TOO_LONG,
    USES,
    WORK,
)
from dicedsl.interpreter.engines.native.runtime.source import below
from dicedsl.interpreter.engines.native.statements.deciding import Deciding
from dicedsl.interpreter.engines.native.statements.statements import Statements
from dicedsl.interpreter.engines.native.values.code import Code
from dicedsl.interpreter.engines.native.values.expressions import Expressions
from dicedsl.program import ops
from dicedsl.program.faults import endless_block, nothing_to_draw
from dicedsl.text.source import NOWHERE


class ProgramFunction:
    """Writes `run(context, state, mode, block)`: from a block, or (with block -1) from the suspension the state is in.

    With `results` it writes `play`, which is called in the same way and only plays whole games. Of a game that is over `play` leaves the
    cells of `results`, and of one that is not it leaves nothing, which is left to `run`: so it need not keep what nobody reads.
    """

    def __init__(self, code: Code, results: frozenset[int] | None = None) -> None:
        self.code = code
        self.program = program = code.program
        self.reg = program.reg
        self.results = results
        kind = ir.FunctionType(I64, [WORDS, WORDS, I64, I64])
        self.function = ir.Function(code.module, kind, name="run" if results is None else "play")
        context, state, self.mode, block = self.function.args
        if results is not None:
            self.mode = number(PLAY)
        for argument in (context, state):
            argument.add_attribute("noalias")
        self.frame = frame = Frame(self.function, context, state)
        self.builder = b = frame.builder
        self.cells = CellRoom(frame, code.layout, code.fixed, self._register_cells())
        self.expressions = Expressions(code, frame, self.cells)
        self.statements = Statements(code, self.expressions)
        self.source = frame.array(3)
        self.actions = frame.local()
        self.status = frame.local()
        self.given = frame.pointer(GIVEN)
        self.playing = b.icmp_signed("==", self.mode, number(PLAY))
        self.resting = b.icmp_signed("==", self.mode, number(REST))
        self.listing = b.icmp_signed("==", self.mode, number(LIST))
        meeting = b.icmp_signed("==", self.mode, number(MEET))
        self.by_lot = b.or_(self.playing, meeting)  # what falls
        self.taking = b.or_(b.icmp_signed("==", self.mode, number(STEP)), meeting)  # an answer, and no more
        self.limit = b.select(self.by_lot, b.load(frame.slot(STEP_LIMIT)), number((1 << 63) - 1))
        self.deciding = Deciding(self, frame.pointer(ANSWERS), frame.pointer(BUNDLES), self.given, frame.pointer(USES))
        self.exit = frame.new("exit")
        self.blocks = {n: frame.new(f"b{n}") for n in sorted(code.survey.reached)}
        self.resumes = {n: frame.new(f"r{n}") for n in self.blocks if self._suspends(program.blocks[n].end)}
        self.unreached = frame.new("unreached")
        frame.leave_with = self.fail
        self._begin(block)
        for n in self.blocks:
            frame.at(self.blocks[n])
            self._block(program.blocks[n])
        self._finish()
        frame.close()

    @property
    def size(self) -> int:
        """How many instructions it has."""
        return sum(len(block.instructions) for block in self.function.blocks)

    @staticmethod
    def _suspends(end: ops.End) -> bool:
        return isinstance(end, (ops.Ask, ops.RollDice, ops.DrawOne, ops.Over))

    # -------------------------------------------------------------- in and out

    def _register_cells(self) -> frozenset[int]:
        """The cells that can live in registers: read by their number only, and by no other function."""
        elsewhere: set[int] = set(self.code.indexed) | set(self.code.fixed)
        roots: list[Any] = [s for block in self.program.blocks for s in (*block.body, block.end)]
        roots += self.program.decisions
        called: set[int] = set().union(*(self.code.words.used_by(root) for root in roots))
        for number_of_function in called:
            function = self.program.functions[number_of_function]
            assert function is not None
            read = self.code.words.cells_read(function.body)
            elsewhere |= read
            if any(map(self.code.tells_showing, read)):
                elsewhere.add(self.reg.face)
        return frozenset(i for i in range(self.program.cells) if i not in elsewhere)

    def _begin(self, block: Any) -> None:
        b, frame = self.builder, self.frame
        for i in range(3):
            b.store(b.load(frame.slot(i)), frame.word(self.source, i))
        b.store(b.load(frame.slot(STEPS)), self.actions)
        # What is only tried goes on from a state that is whole.
        if self.code.standing.begins:
            frame.when(b.not_(self.resting), lambda: self.code.standing.anew(self.code, frame, frame.state))
        self.cells.fetch()
        self.reset_work()
        resume = frame.new("resume")
        fresh = b.switch(block, self.unreached)
        fresh.add_case(number(RESUME), resume)
        fresh.add_case(number(self.program.entry), self.blocks[self.program.entry])
        frame.at(resume)
        where = b.switch(self.cells.get(self.reg.pc), self.unreached)
        for n, target in self.resumes.items():
            where.add_case(number(n), target)
        frame.at(self.unreached)
        frame.fail_if(ir.Constant(I1, 1), self.code.faults(Fault("F500", "this state cannot be played on", NOWHERE)))
        b.unreachable()

    def leave(self, status: int) -> None:
        if self.results is not None and status != OVER:
            self.builder.ret(number(status))
            return
        self.builder.store(number(status), self.status)
        self.builder.branch(self.exit)

    def fail(self, fault: int) -> None:
        if fault >= 0:
            self.builder.store(number(fault + 1), self.frame.slot(FAULT))
        self.leave(FAILED)

    def _finish(self) -> None:
        b, frame = self.builder, self.frame
        frame.at(self.exit)
        if self.results is None:
            self.statements.dice.settle()
            for i in range(3):
                b.store(b.load(frame.word(self.source, i)), frame.slot(i))
        b.store(b.load(self.actions), frame.slot(STEPS))
        self.cells.flush(self.results)
        b.ret(b.load(self.status))

    # -------------------------------------------------------------- blocks

    def go(self, block: int) -> None:
        self.builder.branch(self.blocks.get(block, self.unreached))

    def _block(self, block: ops.Block) -> None:
        b = self.builder
        if block.number in self.program.rests:
            on = self.frame.new()
            stop = self.frame.new()
            b.cbranch(self.resting, stop, on)
            self.frame.at(stop)
            self.leave(SUSPENDED)
            self.frame.at(on)
        if block.work:
            span = self.program.spans.get(block.number, NOWHERE)
            endless = self.code.faults(endless_block(span))
            self.expressions.loops.spend(1, number(block.work), endless)
        if block.number in self.code.rule_uses:
            self.deciding.count_rule(self.code.rule_uses[block.number])
        self.statements.write(block.body)
        self._end(block)

    def _end(self, block: ops.Block) -> None:
        b, end = self.builder, block.end
        if isinstance(end, ops.Jump):
            self.go(end.block)
        elif isinstance(end, ops.Branch):
            then, other = (self.blocks.get(x, self.unreached) for x in (end.then, end.other))
            b.cbranch(self.expressions.test(end.condition), then, other)
        elif isinstance(end, ops.Back):
            returns = sorted(self.code.survey.return_addresses.get(end.cell, ()))
            if len(returns) == 1:
                self.go(returns[0])
                return
            switch = b.switch(self.cells.get(end.cell), self.unreached)
            for target in returns:
                switch.add_case(number(target), self.blocks[target])
        elif isinstance(end, ops.Ask):
            self.deciding.ask(block.number, self.program.decisions[end.decision])
        elif isinstance(end, ops.RollDice):
            self._roll(block.number, end)
        elif isinstance(end, ops.DrawOne):
            self._draw(block.number, end)
        else:
            self.cells.put(self.reg.pc, number(block.number))
            self.cells.put(self.reg.over, number(1))
            self.cells.put(self.reg.asked, number(0))
            b.branch(self.resumes[block.number])
            self.frame.at(self.resumes[block.number])
            self.leave_if_too_long()
            self.leave(OVER)

    def leave_if_too_long(self) -> None:
        """Leave a game that is played on if it has had too many actions."""
        b = self.builder
        late = b.icmp_signed(">=", b.load(self.actions), self.limit)
        stop, on = self.frame.new(), self.frame.new()
        b.cbranch(late, stop, on).set_weights([1, 1 << 20])
        self.frame.at(stop)
        self.leave(TOO_LONG)
        self.frame.at(on)

    def count_action(self) -> None:
        b = self.builder
        b.store(b.add(b.load(self.actions), number(1)), self.actions)
        self.reset_work()

    def reset_work(self) -> None:
        if self.code.counts_work:
            self.builder.store(number(0), self.frame.slot(WORK))

    def suspend(self, block: int, falls: bool = False) -> None:
        """Write a suspension: a game that is played on goes on behind it, any other run leaves."""
        stop = self.frame.new()
        self.builder.cbranch(self.by_lot if falls else self.playing, self.resumes[block], stop)
        self.frame.at(stop)
        self.leave(SUSPENDED)
        self.frame.at(self.resumes[block])

    # -------------------------------------------------------------- chance

    def _suspend_for_chance(self, block: int, mask: Any) -> None:
        reg = self.reg
        self.cells.put(reg.rolling, mask)
        actor = self.cells.get(reg.actor)
        self.cells.put(reg.asked, sets.single(self.frame, actor, WORD * self.code.layout.words[reg.asked], False))
        self.cells.put(reg.pc, number(block))
        self.suspend(block, falls=True)
        self.leave_if_too_long()
        self.count_action()

    def _roll(self, block: int, end: ops.RollDice) -> None:
        b, dice = self.builder, self.statements.dice
        mask = self.expressions.set(end.dice, dice.bits)
        on = self.frame.new()
        b.cbranch(sets.is_empty(self.frame, mask), self.blocks.get(end.next, self.unreached), on)
        self.frame.at(on)
        self._suspend_for_chance(block, mask)
        mask = sets.resized(self.frame, self.cells.get(self.reg.rolling), dice.bits)
        by_lot, given, fallen = self.frame.new(), self.frame.new(), self.frame.new()
        b.cbranch(self.by_lot, by_lot, given)
        self.frame.at(by_lot)
        dice.fall(mask, self.source)
        b.branch(fallen)
        self.frame.at(given)
        dice.show_given(mask, self.given)
        b.branch(fallen)
        self.frame.at(fallen)
        dice.hide(mask)
        self.cells.put(self.reg.rolling, sets.constant(0, WORD))
        self.go(end.next)

    def _draw(self, block: int, end: ops.DrawOne) -> None:
        b = self.builder
        mask = self.expressions.set(end.members)
        fault = self.code.faults(nothing_to_draw(self.program.spans.get(block, NOWHERE)))
        self.frame.fail_if(sets.is_empty(self.frame, mask), fault)
        self._suspend_for_chance(block, mask)
        mask = self.cells.get(self.reg.rolling)
        by_lot, given, drawn = self.frame.new(), self.frame.new(), self.frame.new()
        value = self.frame.local()
        b.cbranch(self.by_lot, by_lot, given)
        self.frame.at(by_lot)
        index = b.call(self.code.kernels.get(below), [self.source, sets.count(self.frame, mask)])
        b.store(sets.nth(self.frame, mask, index), value)
        b.branch(drawn)
        self.frame.at(given)
        b.store(b.load(self.given), value)
        b.branch(drawn)
        self.frame.at(drawn)
        self.cells.put(end.cell, b.load(value))
        self.cells.put(self.reg.rolling, sets.constant(0, WORD))
        self.go(end.next)
