"""The whole program as one function of machine code: it goes on from any state, to the next suspension or to the end of the game."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native import sets
from dicedsl.interpreter.engines.native.ahead import Ahead
from dicedsl.interpreter.engines.native.calling import (
    ANSWERS,
    COUNT,
    FAILED,
    FAULT,
    GIVEN,
    LIMIT,
    LIST,
    OVER,
    PLAY,
    REST,
    RESUME,
    SEAT,
    STEP,
    STEPS,
    SUSPENDED,
    TOO_LONG,
    USES,
    WORK,
)
from dicedsl.interpreter.engines.native.cells import CellRoom
from dicedsl.interpreter.engines.native.choices import Choices
from dicedsl.interpreter.engines.native.code import Code
from dicedsl.interpreter.engines.native.expressions import Expressions
from dicedsl.interpreter.engines.native.frame import I1, I64, WORDS, Frame, number  # fmt: skip
from dicedsl.interpreter.engines.native.layout import WORD
from dicedsl.interpreter.engines.native.reports import Reports
from dicedsl.interpreter.engines.native.runtime.source import below, below_small
from dicedsl.interpreter.engines.native.statements import Statements
from dicedsl.program import ops
from dicedsl.source import NOWHERE


class Whole:
    """Writes `run(context, state, mode, block)`: from a block, or (with block -1) from the suspension the state is in."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.program = program = code.program
        self.reg = program.reg
        self.function = ir.Function(code.module, ir.FunctionType(I64, [WORDS, WORDS, I64, I64]), name="run")
        context, state, self.mode, block = self.function.args
        for argument in (context, state):
            argument.add_attribute("noalias")
        self.frame = frame = Frame(self.function, context, state)
        self.b = b = frame.b
        self.ahead = Ahead(code, self.function)
        self.cells = CellRoom(frame, code.layout, code.fixed, self._kept())
        self.at = Expressions(code, frame, self.cells)
        self.statements = Statements(code, self.at)
        self.choices = Choices(code, self.statements)
        self.source = frame.array(3)
        self.steps = frame.local()
        self.status = frame.local()
        self.buffer = frame.pointer(ANSWERS)
        self.given = frame.pointer(GIVEN)
        self.uses = frame.pointer(USES)
        self.playing = b.icmp_signed("==", self.mode, number(PLAY))
        self.resting = b.icmp_signed("==", self.mode, number(REST))
        self.listing = b.icmp_signed("==", self.mode, number(LIST))
        self.limit = b.select(self.playing, b.load(frame.slot(LIMIT)), number((1 << 63) - 1))
        self.reports = Reports(self)
        self.exit = frame.new("exit")
        self.blocks = {n: frame.new(f"b{n}") for n in sorted(code.survey.reached)}
        self.resumes = {n: frame.new(f"r{n}") for n in self.blocks if self._suspends(program.blocks[n].end)}
        self.unreached = frame.new("unreached")
        frame.failed = self._failed
        self._begin(block)
        for n in self.blocks:
            frame.at(self.blocks[n])
            self._block(program.blocks[n])
        self._finish()
        frame.close()

    @staticmethod
    def _suspends(end: ops.End) -> bool:
        return isinstance(end, (ops.Ask, ops.RollDice, ops.DrawOne, ops.Over))

    # -------------------------------------------------------------- in and out

    def _kept(self) -> frozenset[int]:
        """Cells that can live in registers: read by their number only, and by no other function."""
        elsewhere: set[int] = set(self.code.indexed) | set(self.code.fixed)
        roots: list[Any] = [s for block in self.program.blocks for s in (*block.body, block.end)]
        roots += self.program.decisions
        called: set[int] = set().union(*(self.code.words.used_by(root) for root in roots))
        for number_of_function in called:
            function = self.program.functions[number_of_function]
            assert function is not None
            elsewhere |= self.code.words.cells_read(function.body)
        return frozenset(i for i in range(self.program.cells) if i not in elsewhere)

    def _begin(self, block: Any) -> None:
        b, frame = self.b, self.frame
        for i in range(3):
            b.store(b.load(frame.slot(i)), frame.word(self.source, i))
        b.store(b.load(frame.slot(STEPS)), self.steps)
        self.cells.fetch()
        self._work_begins()
        resume = frame.new("resume")
        fresh = b.switch(block, self.unreached)
        fresh.add_case(number(RESUME), resume)
        fresh.add_case(number(self.program.entry), self.blocks[self.program.entry])
        frame.at(resume)
        where = b.switch(self.cells.get(self.reg.pc), self.unreached)
        for n, target in self.resumes.items():
            where.add_case(number(n), target)
        frame.at(self.unreached)
        frame.fail_if(ir.Constant(I1, 1), self.code.faults("F500", "this state cannot be played on"))
        b.unreachable()

    def leave(self, status: int) -> None:
        self.b.store(number(status), self.status)
        self.b.branch(self.exit)

    def _failed(self, fault: int) -> None:
        if fault >= 0:
            self.b.store(number(fault + 1), self.frame.slot(FAULT))
        self.leave(FAILED)

    def _finish(self) -> None:
        b, frame = self.b, self.frame
        frame.at(self.exit)
        self.statements.dice.settle()
        for i in range(3):
            b.store(b.load(frame.word(self.source, i)), frame.slot(i))
        b.store(b.load(self.steps), frame.slot(STEPS))
        self.cells.flush()
        b.ret(b.load(self.status))

    # -------------------------------------------------------------- blocks

    def go(self, block: int) -> None:
        self.b.branch(self.blocks.get(block, self.unreached))

    def _block(self, block: ops.Block) -> None:
        b = self.b
        if block.number in self.program.rests:
            on = self.frame.new()
            stop = self.frame.new()
            b.cbranch(self.resting, stop, on)
            self.frame.at(stop)
            self.leave(SUSPENDED)
            self.frame.at(on)
        if block.work:
            span = self.program.spans.get(block.number, NOWHERE)
            endless = self.code.faults("F507", "this goes on for ever without a choice or a roll", span)
            self.at.spend(1, number(block.work), endless)
        if block.number in self.code.rule_uses:
            self._count_rule(self.code.rule_uses[block.number])
        self.statements.write(block.body)
        self._end(block)

    def _end(self, block: ops.Block) -> None:
        b, end = self.b, block.end
        if isinstance(end, ops.Jump):
            self.go(end.block)
        elif isinstance(end, ops.Branch):
            then, other = (self.blocks.get(x, self.unreached) for x in (end.then, end.other))
            b.cbranch(self.at.test(end.condition), then, other)
        elif isinstance(end, ops.Back):
            ways = sorted(self.code.survey.ways_back.get(end.cell, ()))
            if len(ways) == 1:
                self.go(ways[0])
                return
            switch = b.switch(self.cells.get(end.cell), self.unreached)
            for way in ways:
                switch.add_case(number(way), self.blocks[way])
        elif isinstance(end, ops.Ask):
            self._ask(block.number, self.program.decisions[end.decision])
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
            self._in_time()
            self.leave(OVER)

    def _in_time(self) -> None:
        """In a game that is played on: whether there have been too many steps."""
        b = self.b
        late = b.icmp_signed(">=", b.load(self.steps), self.limit)
        stop, on = self.frame.new(), self.frame.new()
        b.cbranch(late, stop, on).set_weights([1, 1 << 20])
        self.frame.at(stop)
        self.leave(TOO_LONG)
        self.frame.at(on)

    def _step_taken(self) -> None:
        b = self.b
        b.store(b.add(b.load(self.steps), number(1)), self.steps)
        self._work_begins()

    def _work_begins(self) -> None:
        if self.code.counts_work:
            self.b.store(number(0), self.frame.slot(WORK))

    def _suspended(self, block: int) -> None:
        """Come to a suspension: go on with it in a game that is played on, leave otherwise."""
        stop = self.frame.new()
        self.b.cbranch(self.playing, self.resumes[block], stop)
        self.frame.at(stop)
        self.leave(SUSPENDED)
        self.frame.at(self.resumes[block])

    # -------------------------------------------------------------- chance

    def _chance(self, block: int, mask: Any) -> None:
        reg = self.reg
        self.cells.put(reg.rolling, mask)
        actor = self.cells.get(reg.actor)
        self.cells.put(reg.asked, sets.single(self.frame, actor, WORD * self.code.layout.words[reg.asked], False))
        self.cells.put(reg.pc, number(block))
        self._suspended(block)
        self._in_time()
        self._step_taken()

    def _roll(self, block: int, end: ops.RollDice) -> None:
        b, dice = self.b, self.statements.dice
        mask = self.at.set(end.dice, dice.bits)
        on = self.frame.new()
        b.cbranch(sets.is_empty(self.frame, mask), self.blocks.get(end.next, self.unreached), on)
        self.frame.at(on)
        self._chance(block, mask)
        mask = sets.resized(self.frame, self.cells.get(self.reg.rolling), dice.bits)
        by_lot, given, fallen = self.frame.new(), self.frame.new(), self.frame.new()
        b.cbranch(self.playing, by_lot, given)
        self.frame.at(by_lot)
        dice.fall(mask, self.source)
        b.branch(fallen)
        self.frame.at(given)
        dice.given(mask, self.given)
        b.branch(fallen)
        self.frame.at(fallen)
        dice.hide(mask)
        self.cells.put(self.reg.rolling, sets.constant(0, WORD))
        self.go(end.next)

    def _draw(self, block: int, end: ops.DrawOne) -> None:
        b = self.b
        mask = self.at.set(end.members)
        fault = self.code.faults("F505", "there is nothing to draw from", self.program.spans.get(block, NOWHERE))
        self.frame.fail_if(sets.is_empty(self.frame, mask), fault)
        self._chance(block, mask)
        mask = self.cells.get(self.reg.rolling)
        by_lot, given, drawn = self.frame.new(), self.frame.new(), self.frame.new()
        value = self.frame.local()
        b.cbranch(self.playing, by_lot, given)
        self.frame.at(by_lot)
        index = b.call(self.code.kernels.get(below), [self.source, sets.count(self.frame, mask)])
        b.store(self._nth(mask, index), value)
        b.branch(drawn)
        self.frame.at(given)
        b.store(b.load(self.given), value)
        b.branch(drawn)
        self.frame.at(drawn)
        self.cells.put(end.cell, b.load(value))
        self.cells.put(self.reg.rolling, sets.constant(0, WORD))
        self.go(end.next)

    def _nth(self, mask: Any, index: Any) -> Any:
        """A member of a set, counted from 0: first the word it is in, then the bit."""
        b, frame = self.b, self.frame
        words = sets.bits_of(mask) // WORD
        left, base, word_at = frame.local(), frame.local(), frame.local()
        b.store(index, left)
        b.store(number(0), base)
        if words == 1:
            b.store(mask, word_at)
        else:
            pointer = sets.in_memory(frame, mask)
            head, further, found = frame.new("word"), frame.new("further"), frame.new("found")
            b.branch(head)
            frame.at(head)
            word = b.load(frame.word(pointer, b.load(base)))
            size = sets.count(frame, word)
            b.store(word, word_at)
            b.cbranch(b.icmp_signed("<=", size, b.load(left)), further, found)
            frame.at(further)
            b.store(b.sub(b.load(left), size), left)
            b.store(b.add(b.load(base), number(1)), base)
            b.branch(head)
            frame.at(found)
        head, skip, done = frame.new("bit"), frame.new("skip"), frame.new("done")
        b.branch(head)
        frame.at(head)
        b.cbranch(b.icmp_signed(">", b.load(left), number(0)), skip, done)
        frame.at(skip)
        word = b.load(word_at)
        b.store(b.and_(word, b.sub(word, number(1))), word_at)
        b.store(b.sub(b.load(left), number(1)), left)
        b.branch(head)
        frame.at(done)
        bit = frame.intrinsic("cttz", b.load(word_at), ir.Constant(I1, 1))
        return b.add(b.shl(b.load(base), number(6)), bit)

    # -------------------------------------------------------------- decisions

    def _ask(self, block: int, decision: ops.Decision) -> None:
        b, frame = self.b, self.frame
        self.cells.put(self.reg.pc, number(block))
        stop, on = frame.new(), frame.new()
        b.cbranch(self.resting, stop, on)
        frame.at(stop)
        self.leave(SUSPENDED)
        frame.at(on)
        nobody = self.code.faults(
            "F512",
            "there is nobody left to choose here",
            decision.span,
            "end the game before this, or ask somebody else",
        )
        frame.fail_if(sets.is_empty(frame, self.cells.get(self.reg.asked)), nobody)
        if decision.reported:
            self._suspended(block)
            self._reported(decision)
        elif decision.at_once:
            self._ask_at_once(block, decision)
        else:
            self._ask_one(block, decision)

    def _nothing(self, decision: ops.Decision) -> None:
        """Nobody can answer: what the rulebook says for that, or a fault."""
        if decision.nothing >= 0:
            self.go(decision.nothing)
            return
        fault = self.code.faults(
            "F506", "nothing is allowed here, and the rulebook does not say what happens then", decision.span,
            "add `if nothing fits:` to this choice",
        )  # fmt: skip
        self._failed(fault)

    def _listed(self, decision: ops.Decision, one_is_enough: Any) -> Any:
        """Count the answers of the one who acts; those that lead where they may not are left out."""
        if not decision.looks_ahead:
            return self.choices.listed(decision, self.buffer, one_is_enough)
        count = self.choices.listed(decision, self.buffer, ir.Constant(I1, 0))
        self.cells.flush()
        return self.ahead.sifted(self, decision, self.buffer, count, one_is_enough)

    def _ask_one(self, block: int, decision: ops.Decision) -> None:
        b, frame = self.b, self.frame
        b.branch(self.resumes[block])
        frame.at(self.resumes[block])
        # A run that is to take a step begins here with an answer, and ends here when it comes back.
        begins, lists, acts = frame.new("begins"), frame.new("lists"), frame.new("acts")
        fresh = b.and_(b.icmp_signed("==", self.mode, number(STEP)), self._answer_given())
        b.cbranch(b.or_(fresh, b.and_(self.resting, self._answer_given())), begins, lists)
        frame.at(begins)
        row_at = frame.local(WORDS)
        b.store(self.given, row_at)
        self._take_answer()
        b.branch(acts)
        frame.at(lists)
        if not decision.looks_ahead and not any(a.picks for a in decision.alternatives):
            self._play_plain(decision)
        if decision.always_open:
            rests, looks = frame.new("rests"), frame.new("looks")
            b.cbranch(b.icmp_signed("==", self.mode, number(STEP)), rests, looks)
            frame.at(rests)
            self.leave(SUSPENDED)
            frame.at(looks)
        count = self._listed(decision, b.icmp_signed("==", self.mode, number(STEP)))
        told = frame.new("told")
        judged = frame.new("judged")
        b.cbranch(self.listing, told, judged)
        frame.at(told)
        b.store(count, frame.slot(COUNT))
        self.leave(SUSPENDED)
        frame.at(judged)
        some, none = frame.new("some"), frame.new("none")
        b.cbranch(b.icmp_signed(">", count, number(0)), some, none)
        frame.at(none)
        self._nothing(decision)
        frame.at(some)
        stop, on = frame.new(), frame.new()
        b.cbranch(self.playing, on, stop)
        frame.at(stop)
        self.leave(SUSPENDED)
        frame.at(on)
        self._in_time()
        chosen = self._drawn(count, decision)
        width = self.choices.rows.width(decision)
        b.store(frame.word(self.buffer, b.mul(chosen, number(width))), row_at)
        b.branch(acts)
        frame.at(acts)
        self._step_taken()
        self._answered(decision, b.load(row_at))

    def _play_plain(self, decision: ops.Decision) -> None:
        """In a game that is played on, of alternatives without picks one is drawn without a list of them."""
        b, frame = self.b, self.frame
        plain, other, none, some = (frame.new(x) for x in ("plain", "other", "none", "some"))
        b.cbranch(self.playing, plain, other)
        frame.at(plain)
        open_ = []
        for alternative in decision.alternatives:
            flag: Any = ir.Constant(I1, 1)
            for must in alternative.musts:
                flag = (
                    b.and_(flag, self.at.test(must.condition))
                    if self.at.is_cheap(must.condition)
                    else self._also(flag, must)
                )
            open_.append(flag)
        count = number(0)
        for flag in open_:
            count = b.add(count, b.zext(flag, I64))
        b.cbranch(b.icmp_signed(">", count, number(0)), some, none)
        frame.at(none)
        self._nothing(decision)
        frame.at(some)
        self._in_time()
        left = self._drawn(count, decision)
        self._step_taken()
        for i, (flag, alternative) in enumerate(zip(open_, decision.alternatives, strict=True)):
            here, on = frame.new(), frame.new()
            if i + 1 == len(open_):
                b.branch(here)
            else:
                b.cbranch(b.and_(flag, b.icmp_signed("==", left, number(0))), here, on)
            frame.at(here)
            self._count_use(self.code.use_of(decision.number, i))
            self.go(alternative.block)
            frame.at(on)
            left = b.sub(left, b.zext(flag, I64))
        b.unreachable()
        frame.at(other)

    def _also(self, flag: Any, must: ops.MustOp) -> Any:
        """A truth and, only if that holds, a condition."""
        b, frame = self.b, self.frame
        test, done = frame.new(), frame.new()
        start = b.block
        b.cbranch(flag, test, done)
        frame.at(test)
        found = self.at.test(must.condition)
        end = b.block
        b.branch(done)
        frame.at(done)
        both = b.phi(I1)
        both.add_incoming(ir.Constant(I1, 0), start)
        both.add_incoming(found, end)
        return both

    def _drawn(self, count: Any, decision: ops.Decision) -> Any:
        """One of so many, by lot. Few are told apart, so that the number drawn below is known."""
        if any(a.picks for a in decision.alternatives) or len(decision.alternatives) > 4:
            return self.b.call(self.code.kernels.get(below), [self.source, count])
        b, frame, done = self.b, self.frame, self.frame.new("drawn")
        chosen = frame.local()
        switch = b.switch(count, self.unreached)
        for n in range(1, len(decision.alternatives) + 1):
            way = frame.new()
            switch.add_case(number(n), way)
            frame.at(way)
            b.store(b.call(self.code.kernels.get(below_small), [self.source, number(n)]), chosen)
            b.branch(done)
        frame.at(done)
        return b.load(chosen)

    def _answer_given(self) -> Any:
        """Whether the answer that is given has not been taken yet."""
        return self.b.icmp_signed("!=", self.b.load(self.frame.slot(COUNT)), number(0))

    def _take_answer(self) -> None:
        self.b.store(number(0), self.frame.slot(COUNT))

    def _answered(self, decision: ops.Decision, row: Any) -> None:
        """Write an answer down and go on with it."""
        b, frame = self.b, self.frame
        ways = [frame.new("answer") for _ in decision.alternatives]
        switch = b.switch(b.load(row), self.unreached)
        for i, (alternative, way) in enumerate(zip(decision.alternatives, ways, strict=True)):
            switch.add_case(number(i), way)
            frame.at(way)
            self._count_answer(decision, i)
            for pick, column, words in self.choices.rows.columns(alternative):
                self.cells.put(pick.cell, sets.load(frame, frame.word(row, column), words))
            self.go(alternative.block)

    def _count_use(self, index: int) -> None:
        b, at = self.b, self.frame.word(self.uses, index)
        b.store(b.add(b.load(at), number(1)), at)

    def _count_rule(self, index: int) -> None:
        self._count_unless_tried(index, self.ahead.is_used)

    def _count_answer(self, decision: ops.Decision, alternative: int) -> None:
        self._count_unless_tried(self.code.use_of(decision.number, alternative), decision.looks_ahead)

    def _count_unless_tried(self, index: int, may_be_tried: bool) -> None:
        """What is only tried, to see where a choice would lead, does not count."""
        if may_be_tried:
            self.frame.when(self.b.not_(self.resting), lambda: self._count_use(index))
        else:
            self._count_use(index)

    def _ask_at_once(self, block: int, decision: ops.Decision) -> None:
        """Several answer, each without knowing the others'; what they say is kept until all have."""
        b, frame, reg = self.b, self.frame, self.reg
        fault = self.code.faults(
            "F506", "one of those who choose at once has nothing to choose", decision.span,
            "give everybody an alternative that is always open",
        )  # fmt: skip
        actor = frame.local()

        def can_choose(seat: Any, following: Any) -> None:
            self.cells.put(reg.actor, seat)
            count = self.choices.listed(decision, self.buffer, ir.Constant(I1, 1))
            frame.fail_if(b.icmp_signed("==", count, number(0)), fault)

        if not decision.always_open:
            b.store(self.cells.get(reg.actor), actor)
            sets.members(frame, self.cells.get(reg.asked), can_choose)
            self.cells.put(reg.actor, b.load(actor))
        self._suspended(block)
        given, others = frame.new("given"), frame.new("others")
        seat_at, row_at = frame.local(), frame.local(WORDS)
        acts = frame.new("acts")
        b.cbranch(self._answer_given(), given, others)
        frame.at(given)
        b.store(b.load(frame.slot(SEAT)), seat_at)
        b.store(self.given, row_at)
        self._take_answer()
        b.branch(acts)
        frame.at(others)
        self._in_time()
        seat = sets.lowest(frame, self.cells.get(reg.asked))
        seat = b.select(self.listing, b.load(frame.slot(SEAT)), seat)
        b.store(seat, seat_at)
        b.store(self.cells.get(reg.actor), actor)
        self.cells.put(reg.actor, seat)
        count = self._listed_at_once(decision, actor)
        told, judged = frame.new("told"), frame.new("judged")
        b.cbranch(self.listing, told, judged)
        frame.at(told)
        b.store(count, frame.slot(COUNT))
        self.leave(SUSPENDED)
        frame.at(judged)
        frame.fail_if(b.icmp_signed("==", count, number(0)), fault)
        chosen = self._drawn(count, decision)
        b.store(frame.word(self.buffer, b.mul(chosen, number(self.choices.rows.width(decision)))), row_at)
        b.branch(acts)
        frame.at(acts)
        self._step_taken()
        self._keep_answer(decision, b.load(seat_at), b.load(row_at))
        left = sets.without(
            frame, self.cells.get(reg.asked),
            sets.single(frame, b.load(seat_at), WORD * self.code.layout.words[reg.asked], True),
        )  # fmt: skip
        self.cells.put(reg.asked, left)
        done, more = frame.new("all answered"), frame.new("more")
        b.cbranch(sets.is_empty(frame, left), done, more)
        frame.at(more)
        stop = frame.new()
        b.cbranch(self.playing, others, stop)
        frame.at(stop)
        self.leave(SUSPENDED)
        frame.at(done)
        self._work_begins()
        self.go(decision.after)

    def _listed_at_once(self, decision: ops.Decision, actor: Any) -> Any:
        count = self.choices.listed(decision, self.buffer, ir.Constant(I1, 0))
        self.cells.put(self.reg.actor, self.b.load(actor))
        if not decision.looks_ahead:
            return count
        self.cells.flush()
        return self.ahead.sifted(self, decision, self.buffer, count, ir.Constant(I1, 0))

    def _keep_answer(self, decision: ops.Decision, seat: Any, row: Any) -> None:
        """Keep an answer of several at once: which alternative, and the values picked."""
        b, frame = self.b, self.frame
        b.store(b.add(b.load(row), number(1)), self.cells.element(decision.pending, seat))
        kept = frame.new("kept")
        switch = b.switch(b.load(row), self.unreached)
        for i, alternative in enumerate(decision.alternatives):
            way = frame.new("keeps")
            switch.add_case(number(i), way)
            frame.at(way)
            self._count_answer(decision, i)
            for pick, column, words in self.choices.rows.columns(alternative):
                value = sets.load(frame, frame.word(row, column), words)
                value = sets.resized(frame, value, WORD * self.code.layout.words[pick.pending])
                sets.store(frame, value, self.cells.element(pick.pending, seat))
            b.branch(kept)
        frame.at(kept)

    def _reported(self, decision: ops.Decision) -> None:
        """What the table reports: given, or drawn by the odds of the rulebook."""
        b, frame = self.b, self.frame
        given, drawn, acts = frame.new("given"), frame.new("drawn"), frame.new("acts")
        row_at = frame.local(WORDS)
        b.cbranch(self._answer_given(), given, drawn)
        frame.at(given)
        b.store(self.given, row_at)
        self._take_answer()
        b.branch(acts)
        frame.at(drawn)
        self._in_time()
        b.store(self.reports.drawn(decision), row_at)
        # A run that only asks what is drawn ends here.
        told = frame.new("told")
        b.cbranch(self.listing, told, acts)
        frame.at(told)
        self.leave(SUSPENDED)
        frame.at(acts)
        self._step_taken()
        self._answered(decision, b.load(row_at))
