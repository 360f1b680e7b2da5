"""Reports by lot as machine code: what the table would tell, drawn by the odds of an attempt.

Three kinds of functions share it: one draws an outcome of a decision, one looks for an answer to it, and for each outcome there are
those that draw and list its picks. All of them work on the state in memory.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from dicedsl.interpreter.engines import weighted_draws
from dicedsl.interpreter.engines.native.building.frame import DOUBLE, I1, I64, WORDS, Frame, number
from dicedsl.interpreter.engines.native.building.room import Room
from dicedsl.interpreter.engines.native.calling import WORK
from dicedsl.interpreter.engines.native.statements.choices import AnswerRows
from dicedsl.interpreter.engines.native.statements.draws import MEASURE, SMALLEST_SETS
from dicedsl.interpreter.engines.native.statements.outcomes import DRAWN, FOUND, LISTED, REFUSED, OutcomeWriter
from dicedsl.interpreter.engines.native.statements.picks import FAULTY, NOT_FEW
from dicedsl.interpreter.engines.weighted_draws import (
    MOST_WEIGHED_ANSWERS,
    NO_INDEX,
    TRIES_AT_SMALLER_SETS,
    TRIES_AT_TRUE_ODDS,
)
from dicedsl.program import ops
from dicedsl.program.faults import unreportable

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.statements.deciding import Deciding
    from dicedsl.interpreter.engines.native.values.expressions import Expressions

SOURCE_WORDS = 3
STAGES = (0, 1, 3, SMALLEST_SETS)  # how often the chances of members are halved, one after the other


class Reports:
    """Writes the reports of a program, called by the function that plays it."""

    def __init__(self, deciding: Deciding) -> None:
        self.deciding = deciding
        self.code = deciding.code
        self.rows = AnswerRows(deciding.code)

    def drawn(self, decision: ops.Decision) -> Any:
        """The row of a report, drawn where answers are listed."""
        deciding, b, frame = self.deciding, self.deciding.builder, self.deciding.frame
        deciding.cells.flush()
        for i in range(SOURCE_WORDS):
            b.store(b.load(frame.word(deciding.source, i)), frame.slot(i))
        memory = Room(deciding.expressions.frame)
        status = b.call(self._report(decision), [frame.context, frame.state, deciding.buffer])
        memory.leave()  # whatever was drawn on the way
        for i in range(SOURCE_WORDS):
            b.store(b.load(frame.slot(i)), frame.word(deciding.source, i))
        frame.fail_if(b.icmp_signed("<", status, number(0)), -1)
        return deciding.buffer

    def _function(self, name: str, kind: Any) -> tuple[Any, Expressions]:
        function = ir.Function(self.code.module, kind, name=name)
        function.linkage = "internal"
        function.attributes.add("noinline")
        at = self.code.words.code_of(function)
        at.frame.return_on_fault(number(FAULTY))
        return function, at

    # -------------------------------------------------------------- the outcome

    def _report(self, decision: ops.Decision) -> Any:
        """`report(context, state, row)`: an outcome by its weight among those that are open, until there is an answer to one."""
        kind = ir.FunctionType(I64, [WORDS, WORDS, WORDS])
        function, at = self._function(f"report{decision.number}", kind)
        frame, b, row = at.frame, at.builder, function.args[2]
        kernels, count = self.code.kernels, len(decision.alternatives)
        b.store(number(0), frame.slot(WORK))
        weights, left = frame.array(count), frame.array(count)
        open_ = [self._is_open(at, alternative) for alternative in decision.alternatives]
        for i, alternative in enumerate(decision.alternatives):
            place = frame.word(weights, i)
            b.store(b.zext(b.load(open_[i]), I64), frame.word(left, i))
            b.store(number(0), place)
            frame.when(b.load(open_[i]), partial(self._weigh, at, alternative.weight or ops.ONE, place))
        by_odds, chosen = frame.local(), frame.local()
        b.store(number(1), by_odds)
        head, none, some, more, answered = (frame.new(x) for x in ("outcome", "none", "some", "more", "found"))
        b.branch(head)
        frame.at(head)
        odds = b.icmp_signed("!=", b.load(by_odds), number(0))
        row_of_weights = b.select(odds, weights, left)
        b.store(b.call(kernels.get(weighted_draws.by_weight), [frame.context, row_of_weights, number(count)]), chosen)
        b.cbranch(b.icmp_signed("==", b.load(chosen), number(NO_INDEX)), none, some)
        frame.at(none)
        fault = self.code.faults(unreportable(decision))
        frame.fail_if(b.not_(odds), fault)
        b.store(number(0), by_odds)
        b.branch(head)
        frame.at(some)
        b.store(b.load(chosen), row)
        status = self._answered(decision, frame, row, b.load(by_odds), b.load(chosen))
        frame.fail_if(b.icmp_signed("<", status, number(0)), -1)
        b.cbranch(b.icmp_signed("!=", status, number(0)), answered, more)
        frame.at(more)
        b.store(number(0), frame.word(row_of_weights, b.load(chosen)))
        b.branch(head)
        frame.at(answered)
        b.ret(number(FOUND))
        frame.close()
        return function

    @staticmethod
    def _weigh(expressions: Expressions, weight: ops.Op, place: Any) -> None:
        expressions.builder.store(expressions.number(weight), place)

    def _is_open(self, expressions: Expressions, alternative: ops.AlternativeOp) -> Any:
        """Whether the conditions hold that mention no pick."""
        frame, b = expressions.frame, expressions.builder
        result, closed = frame.local(I1), frame.new("closed")
        b.store(ir.Constant(I1, 0), result)
        for must in alternative.musts:
            if must.picks_needed == 0:
                frame.skip_if(b.not_(expressions.test(must.condition)), closed)
        b.store(ir.Constant(I1, 1), result)
        b.branch(closed)
        frame.at(closed)
        return result

    def _answered(self, decision: ops.Decision, frame: Frame, row: Any, by_odds: Any, chosen: Any) -> Any:
        """Look for an answer to an outcome."""
        b, result, done = frame.builder, frame.local(), frame.new("answered")
        b.store(number(FOUND), result)
        plain = frame.new("no picks")
        switch = b.switch(chosen, plain)
        look = self._look(decision) if any(a.picks for a in decision.alternatives) else None
        for i, alternative in enumerate(decision.alternatives):
            if alternative.picks:
                outcome, way = OutcomeWriter(self.code, decision, i), frame.new("picks")
                switch.add_case(number(i), way)
                frame.at(way)
                many = number(int(any(p.gathered for p in alternative.picks)))
                arguments = [frame.context, frame.state, row, by_odds, outcome.drawn(), outcome.listed(), many]
                b.store(b.call(look, arguments), result)
                b.branch(done)
        frame.at(plain)
        if decision.looks_ahead:
            b.store(self.deciding.ahead.verdict(frame, decision, row), result)
        b.branch(done)
        frame.at(done)
        return b.load(result)

    # -------------------------------------------------------------- its picks

    def _look(self, decision: ops.Decision) -> Any:
        """`look(context, state, row, by odds, drawn, listed, many)`: an answer to one outcome of a decision, drawn by its functions."""
        kind = ir.FunctionType(I64, [WORDS, WORDS, WORDS, I64, DRAWN.as_pointer(), LISTED.as_pointer(), I64])
        function, at = self._function(f"look{decision.number}", kind)
        context, state, row, by_odds, drawn, listed, many = function.args
        frame, b = at.frame, at.builder
        memory, width = Room(at.frame), self.rows.width(decision)
        stage, turns, thinner = frame.local(), frame.local(), frame.local()
        head, tried, over, done = (frame.new(x) for x in ("try", "tried", "over", "found"))
        b.store(number(0), stage)
        b.store(number(0), thinner)
        b.store(number(TRIES_AT_TRUE_ODDS), turns)
        b.branch(head)
        frame.at(head)
        memory.leave()
        left = b.load(turns)
        b.store(b.sub(left, number(1)), turns)
        b.cbranch(b.icmp_signed(">", left, number(0)), tried, over)
        frame.at(tried)
        dump = frame.local()
        status = b.call(drawn, [context, state, row, by_odds, b.load(thinner), dump])
        frame.fail_if(b.icmp_signed("<", status, number(0)), -1)
        frame.skip_if(b.icmp_signed("==", status, number(REFUSED)), head)
        self._may_be(decision, frame, row, head)
        b.branch(done)
        frame.at(over)
        at_stage = b.add(b.load(stage), number(1))
        b.store(at_stage, stage)
        b.store(number(TRIES_AT_SMALLER_SETS), turns)
        none, second, few, not_few = (frame.new(x) for x in ("none", "second", "few", "not few"))
        switch = b.switch(at_stage, none)
        switch.add_case(number(1), second)
        for i, halved in enumerate(STAGES[2:], 2):
            way = frame.new("stage")
            switch.add_case(number(i), way)
            frame.at(way)
            b.store(number(halved), thinner)
            b.branch(head)
        frame.at(second)
        rows = frame.word(row, width)
        counted = b.call(listed, [context, state, rows, number(1)])
        frame.fail_if(b.icmp_signed("==", counted, number(FAULTY)), -1)
        b.cbranch(b.icmp_signed("==", counted, number(NOT_FEW)), not_few, few)
        frame.at(few)
        memory.leave()
        self._of_few(decision, at, rows, b.call(listed, [context, state, rows, number(0)]), none)
        b.branch(done)
        frame.at(not_few)
        frame.skip_if(b.icmp_signed("==", many, number(0)), none)
        b.store(number(STAGES[1]), thinner)
        b.branch(head)
        frame.at(done)
        b.ret(number(FOUND))
        frame.at(none)
        b.ret(number(REFUSED))
        frame.close()
        return function

    def _may_be(self, decision: ops.Decision, frame: Frame, row: Any, refused: Any) -> None:
        """Go on if an answer is allowed by what it leads to."""
        if decision.looks_ahead:
            verdict = self.deciding.ahead.verdict(frame, decision, row)
            frame.fail_if(frame.builder.icmp_signed("<", verdict, number(0)), -1)
            frame.skip_if(frame.builder.icmp_signed("==", verdict, number(0)), refused)

    def _of_few(self, decision: ops.Decision, expressions: Expressions, rows: Any, count: Any, none: Any) -> None:
        """By the same odds, from the list of all that may be reported."""
        frame, b, width = expressions.frame, expressions.builder, self.rows.width(decision)
        _, state, row, by_odds, drawn = expressions.frame.function.args[:5]
        frame.fail_if(b.icmp_signed("<", count, number(0)), -1)
        kept = frame.local()
        b.store(count, kept)
        if decision.looks_ahead:
            b.store(number(0), kept)

            def sift(i: Any, following: Any) -> None:
                here = frame.word(rows, b.mul(i, number(width)))
                self._may_be(decision, frame, here, following)
                self._copy(frame, frame.word(rows, b.mul(b.load(kept), number(width))), here, width)
                b.store(b.add(b.load(kept), number(1)), kept)

            frame.numbers(number(0), b.sub(count, number(1)), sift)
        total = b.load(kept)
        memory = Room(expressions.frame)
        frame.fail_if(b.icmp_signed("<", memory.size, number(MOST_WEIGHED_ANSWERS)), self.code.faults.too_many)
        likelihoods = memory.keep(number(MOST_WEIGHED_ANSWERS))
        inner = Room(expressions.frame)

        def measure(i: Any, following: Any) -> None:
            here = frame.word(rows, b.mul(i, number(width)))
            arguments = [frame.context, state, here, by_odds, number(MEASURE), frame.word(likelihoods, i)]
            frame.fail_if(b.icmp_signed("<", b.call(drawn, arguments), number(0)), -1)
            inner.leave()

        frame.numbers(number(0), b.sub(total, number(1)), measure)
        memory.leave()
        reals = b.bitcast(likelihoods, DOUBLE.as_pointer())
        chosen = b.call(self.code.kernels.get(weighted_draws.by_likelihood), [frame.context, reals, total])
        frame.skip_if(b.icmp_signed("==", chosen, number(NO_INDEX)), none)
        self._copy(frame, row, frame.word(rows, b.mul(chosen, number(width))), width)

    @staticmethod
    def _copy(frame: Frame, to: Any, row: Any, width: int) -> None:
        for word in range(width):
            frame.builder.store(frame.builder.load(frame.word(row, word)), frame.word(to, word))
