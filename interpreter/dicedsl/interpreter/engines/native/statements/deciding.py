"""Decisions as machine code: who is asked, what can be answered, one answer drawn or taken, and what it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen
from llvmlite import ir

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import I1, I64, WORDS, number
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.calling import COUNT, SEAT, SUSPENDED
from dicedsl.interpreter.engines.native.runtime.source import below, below_small
from dicedsl.interpreter.engines.native.statements.ahead import Ahead
from dicedsl.interpreter.engines.native.statements.bundles import Bundles
from dicedsl.interpreter.engines.native.statements.choices import Choices
from dicedsl.interpreter.engines.native.statements.reports import Reports
from dicedsl.program import ops
from dicedsl.program.faults import nobody_chooses, nothing_fits, nothing_fits_at_once

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.statements.program_function import ProgramFunction


@frozen
class ListedAnswers:
    """Answers that were listed: how many there are; and, if they stand in bundles, how many of these."""

    count: Any
    bundles: Any | None = None


class Deciding:
    """Writes the decisions of a program into the function that plays it."""

    def __init__(self, run: ProgramFunction, buffer: Any, bundles: Any, given: Any, uses: Any) -> None:
        self.run = run
        self.code = run.code
        self.reg = run.reg
        self.frame = run.frame
        self.builder = run.builder
        self.cells = run.cells
        self.expressions = run.expressions
        self.playing = run.playing
        self.resting = run.resting
        self.listing = run.listing
        self.source = run.source
        self.buffer = buffer  # where answers are listed
        self.given = given  # the answer that a run begins with
        self.uses = uses  # where it is counted how often something is used
        self.choices = Choices(run.code, run.statements)
        self.bundles = Bundles(run.code, self.choices, bundles)
        self.ahead = Ahead(run.code, run.function)
        self.reports = Reports(self)

    @property
    def resumes(self) -> dict[int, Any]:
        return self.run.resumes

    @property
    def unreached(self) -> Any:
        return self.run.unreached

    def ask(self, block: int, decision: ops.Decision) -> None:
        b, frame = self.builder, self.frame
        self.cells.put(self.reg.pc, number(block))
        stop, on = frame.new(), frame.new()
        b.cbranch(self.resting, stop, on)
        frame.at(stop)
        self.run.leave(SUSPENDED)
        frame.at(on)
        nobody = self.code.faults(nobody_chooses(decision))
        frame.fail_if(sets.is_empty(frame, self.cells.get(self.reg.asked)), nobody)
        if decision.reported:
            self.run.suspend(block)
            self._ask_table(decision)
        elif decision.at_once:
            self._ask_at_once(block, decision)
        else:
            self._ask_one(block, decision)

    def _go_on_without_answer(self, decision: ops.Decision) -> None:
        """Go on where nobody can answer: as the rulebook says for that, or with a fault."""
        if decision.nothing_block >= 0:
            self.run.go(decision.nothing_block)
            return
        self.run.fail(self.code.faults(nothing_fits(decision)))

    def _list_answers(self, decision: ops.Decision, one_is_enough: Any) -> ListedAnswers:
        """List the answers of the one who acts; those that lead where they may not are left out."""
        if self.bundles.are_worth_it(decision):
            return ListedAnswers(*self.bundles.list_answers(decision, one_is_enough))
        if not decision.looks_ahead:
            return ListedAnswers(self.choices.list_answers(decision, self.buffer, one_is_enough))
        count = self.choices.list_answers(decision, self.buffer, ir.Constant(I1, 0))
        self.cells.flush()
        return ListedAnswers(self.ahead.sift(self.frame, decision, self.buffer, count, one_is_enough))

    def _leave_with_list(self, decision: ops.Decision, listed: ListedAnswers) -> None:
        """Leave with the list of answers."""
        if listed.bundles is not None:
            self.bundles.spread(decision, listed.bundles, self.buffer)
        self.builder.store(listed.count, self.frame.slot(COUNT))
        self.run.leave(SUSPENDED)

    def _chosen(self, decision: ops.Decision, listed: ListedAnswers) -> Any:
        """The row of one of the answers, by lot."""
        chosen, width = self._index_by_lot(listed.count, decision), self.choices.rows.width(decision)
        if listed.bundles is None:
            return self.frame.word(self.buffer, self.builder.mul(chosen, number(width)))
        row = self.frame.array(width)
        self.bundles.take_out(decision, chosen, row)
        return row

    def _ask_one(self, block: int, decision: ops.Decision) -> None:
        b, frame = self.builder, self.frame
        b.branch(self.resumes[block])
        frame.at(self.resumes[block])
        # A run that is to take a step begins here with an answer, and ends here when it comes back.
        begins, lists, acts = frame.new("begins"), frame.new("lists"), frame.new("acts")
        fresh = b.and_(self.run.taking, self._answer_given())
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
            b.cbranch(self.run.taking, rests, looks)
            frame.at(rests)
            self.run.leave(SUSPENDED)
            frame.at(looks)
        listed = self._list_answers(decision, self.run.taking)
        leaves = frame.new("leaves")
        judged = frame.new("judged")
        b.cbranch(self.listing, leaves, judged)
        frame.at(leaves)
        self._leave_with_list(decision, listed)
        frame.at(judged)
        some, none = frame.new("some"), frame.new("none")
        b.cbranch(b.icmp_signed(">", listed.count, number(0)), some, none)
        frame.at(none)
        self._go_on_without_answer(decision)
        frame.at(some)
        stop, on = frame.new(), frame.new()
        b.cbranch(self.playing, on, stop)
        frame.at(stop)
        self.run.leave(SUSPENDED)
        frame.at(on)
        self.run.leave_if_too_long()
        b.store(self._chosen(decision, listed), row_at)
        b.branch(acts)
        frame.at(acts)
        self.run.count_action()
        self._go_on_with(decision, b.load(row_at))

    def _play_plain(self, decision: ops.Decision) -> None:
        """Write how a game that is played on draws one of some alternatives without picks, without a list of them."""
        b, frame = self.builder, self.frame
        plain, other, none, some = (frame.new(x) for x in ("plain", "other", "none", "some"))
        b.cbranch(self.playing, plain, other)
        frame.at(plain)
        open_ = []
        for alternative in decision.alternatives:
            flag: Any = ir.Constant(I1, 1)
            for must in alternative.musts:
                flag = (
                    b.and_(flag, self.expressions.test(must.condition))
                    if self.expressions.is_cheap(must.condition)
                    else self._and_then(flag, must)
                )
            open_.append(flag)
        count = number(0)
        for flag in open_:
            count = b.add(count, b.zext(flag, I64))
        b.cbranch(b.icmp_signed(">", count, number(0)), some, none)
        frame.at(none)
        self._go_on_without_answer(decision)
        frame.at(some)
        self.run.leave_if_too_long()
        left = self._index_by_lot(count, decision)
        self.run.count_action()
        for i, (flag, alternative) in enumerate(zip(open_, decision.alternatives, strict=True)):
            here, on = frame.new(), frame.new()
            if i + 1 == len(open_):
                b.branch(here)
            else:
                b.cbranch(b.and_(flag, b.icmp_signed("==", left, number(0))), here, on)
            frame.at(here)
            self.count_use(self.code.use_of(decision.number, i))
            self.run.go(alternative.block)
            frame.at(on)
            left = b.sub(left, b.zext(flag, I64))
        b.unreachable()
        frame.at(other)

    def _and_then(self, flag: Any, must: ops.MustOp) -> Any:
        """Whether a truth holds and a condition does, which is worked out only if the first holds."""
        b, frame = self.builder, self.frame
        test, done = frame.new(), frame.new()
        start = b.block
        b.cbranch(flag, test, done)
        frame.at(test)
        holds = self.expressions.test(must.condition)
        end = b.block
        b.branch(done)
        frame.at(done)
        both = b.phi(I1)
        both.add_incoming(ir.Constant(I1, 0), start)
        both.add_incoming(holds, end)
        return both

    def _index_by_lot(self, count: Any, decision: ops.Decision) -> Any:
        """A number below a count, by lot. Small counts have code of their own, in which the count is a constant."""
        if any(a.picks for a in decision.alternatives) or len(decision.alternatives) > 4:
            return self.builder.call(self.code.kernels.get(below), [self.source, count])
        b, frame, done = self.builder, self.frame, self.frame.new("drawn")
        chosen = frame.local()
        switch = b.switch(count, self.unreached)
        for n in range(1, len(decision.alternatives) + 1):
            branch = frame.new()
            switch.add_case(number(n), branch)
            frame.at(branch)
            b.store(b.call(self.code.kernels.get(below_small), [self.source, number(n)]), chosen)
            b.branch(done)
        frame.at(done)
        return b.load(chosen)

    def _answer_given(self) -> Any:
        """Whether the answer that is given has not been taken yet."""
        return self.builder.icmp_signed("!=", self.builder.load(self.frame.slot(COUNT)), number(0))

    def _take_answer(self) -> None:
        self.builder.store(number(0), self.frame.slot(COUNT))

    def _go_on_with(self, decision: ops.Decision, row: Any) -> None:
        """Write an answer down and go on with it."""
        b, frame = self.builder, self.frame
        blocks = [frame.new("answer") for _ in decision.alternatives]
        switch = b.switch(b.load(row), self.unreached)
        for i, (alternative, branch) in enumerate(zip(decision.alternatives, blocks, strict=True)):
            switch.add_case(number(i), branch)
            frame.at(branch)
            self._count_answer(decision, i)
            for pick, column, words in self.choices.rows.columns(alternative):
                self.cells.put(pick.answer_cell, sets.load(frame, frame.word(row, column), words))
            self.run.go(alternative.block)

    def count_use(self, index: int) -> None:
        b, at = self.builder, self.frame.word(self.uses, index)
        b.store(b.add(b.load(at), number(1)), at)

    def count_rule(self, index: int) -> None:
        self._count_unless_tried(index, self.ahead.is_used)

    def _count_answer(self, decision: ops.Decision, alternative: int) -> None:
        self._count_unless_tried(self.code.use_of(decision.number, alternative), decision.looks_ahead)

    def _count_unless_tried(self, index: int, may_be_tried: bool) -> None:
        """Count a use; what is only tried, to see where a choice would lead, does not count."""
        if may_be_tried:
            self.frame.when(self.builder.not_(self.resting), lambda: self.count_use(index))
        else:
            self.count_use(index)

    def _ask_at_once(self, block: int, decision: ops.Decision) -> None:
        """Several answer, each without knowing the others'; what they say is kept until all have."""
        b, frame, reg = self.builder, self.frame, self.reg
        fault = self.code.faults(nothing_fits_at_once(decision))
        actor = frame.local()

        def can_choose(seat: Any, following: Any) -> None:
            self.cells.put(reg.actor, seat)
            some = ir.Constant(I1, 1)
            if self.bundles.are_worth_it(decision):
                count, _ = self.bundles.list_answers(decision, some)
            else:
                count = self.choices.list_answers(decision, self.buffer, some)
            frame.fail_if(b.icmp_signed("==", count, number(0)), fault)

        if not decision.always_open:
            b.store(self.cells.get(reg.actor), actor)
            sets.members(frame, self.cells.get(reg.asked), can_choose)
            self.cells.put(reg.actor, b.load(actor))
        self.run.suspend(block)
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
        self.run.leave_if_too_long()
        seat = sets.lowest(frame, self.cells.get(reg.asked))
        seat = b.select(self.listing, b.load(frame.slot(SEAT)), seat)
        b.store(seat, seat_at)
        b.store(self.cells.get(reg.actor), actor)
        self.cells.put(reg.actor, seat)
        listed = self._list_at_once(decision, actor)
        leaves, judged = frame.new("leaves"), frame.new("judged")
        b.cbranch(self.listing, leaves, judged)
        frame.at(leaves)
        self._leave_with_list(decision, listed)
        frame.at(judged)
        frame.fail_if(b.icmp_signed("==", listed.count, number(0)), fault)
        b.store(self._chosen(decision, listed), row_at)
        b.branch(acts)
        frame.at(acts)
        self.run.count_action()
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
        self.run.leave(SUSPENDED)
        frame.at(done)
        self.run.reset_work()
        self.run.go(decision.after_block)

    def _list_at_once(self, decision: ops.Decision, actor: Any) -> ListedAnswers:
        if not decision.looks_ahead:
            listed = self._list_answers(decision, ir.Constant(I1, 0))
            self.cells.put(self.reg.actor, self.builder.load(actor))
            return listed
        count = self.choices.list_answers(decision, self.buffer, ir.Constant(I1, 0))
        self.cells.put(self.reg.actor, self.builder.load(actor))
        self.cells.flush()
        return ListedAnswers(self.ahead.sift(self.frame, decision, self.buffer, count, ir.Constant(I1, 0)))

    def _keep_answer(self, decision: ops.Decision, seat: Any, row: Any) -> None:
        """Keep an answer of several at once: which alternative, and the values picked."""
        b, frame = self.builder, self.frame
        b.store(b.add(b.load(row), number(1)), self.cells.element(decision.pending, seat))
        kept = frame.new("kept")
        switch = b.switch(b.load(row), self.unreached)
        for i, alternative in enumerate(decision.alternatives):
            branch = frame.new("keeps")
            switch.add_case(number(i), branch)
            frame.at(branch)
            self._count_answer(decision, i)
            for pick, column, words in self.choices.rows.columns(alternative):
                value = sets.load(frame, frame.word(row, column), words)
                value = sets.resized(frame, value, WORD * self.code.layout.words[pick.pending])
                sets.store(frame, value, self.cells.element(pick.pending, seat))
            b.branch(kept)
        frame.at(kept)

    def _ask_table(self, decision: ops.Decision) -> None:
        """Ask the table for a report, which is given, or drawn by the odds of the rulebook."""
        b, frame = self.builder, self.frame
        given, drawn, acts = frame.new("given"), frame.new("drawn"), frame.new("acts")
        row_at = frame.local(WORDS)
        b.cbranch(self._answer_given(), given, drawn)
        frame.at(given)
        b.store(self.given, row_at)
        self._take_answer()
        b.branch(acts)
        frame.at(drawn)
        self.run.leave_if_too_long()
        b.store(self.reports.drawn(decision), row_at)
        # A run that only asks what is drawn ends here.
        leaves = frame.new("leaves")
        b.cbranch(self.listing, leaves, acts)
        frame.at(leaves)
        self.run.leave(SUSPENDED)
        frame.at(acts)
        self.run.count_action()
        self._go_on_with(decision, b.load(row_at))
