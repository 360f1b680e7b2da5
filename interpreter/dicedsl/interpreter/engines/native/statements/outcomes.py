"""One outcome of an attempt as machine code: its picks drawn by lot, an answer measured by its odds, and all answers listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import DOUBLE, I64, WORDS, number
from dicedsl.interpreter.engines.native.building.room import Room
from dicedsl.interpreter.engines.native.statements.choices import AnswerRows
from dicedsl.interpreter.engines.native.statements.draws import Draws
from dicedsl.interpreter.engines.native.statements.picks import NOT_FEW, Picks
from dicedsl.interpreter.engines.weighted_draws import MOST_WEIGHED_ANSWERS
from dicedsl.program import ops

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code

# What comes of it.
REFUSED, FOUND = 0, 1

DRAWN = ir.FunctionType(I64, [WORDS, WORDS, WORDS, I64, I64, WORDS])
LISTED = ir.FunctionType(I64, [WORDS, WORDS, WORDS, I64])


class OutcomeWriter:
    """Writes what is done with one outcome."""

    def __init__(self, code: Code, decision: ops.Decision, index: int) -> None:
        self.code = code
        self.alternative = decision.alternatives[index]
        self.name = f"{decision.number}.{index}"
        self.columns = AnswerRows(code).columns(self.alternative)
        self.width = AnswerRows(code).width(decision)
        self.index = index

    def _function(self, name: str, kind: Any) -> tuple[Any, ...]:
        function = ir.Function(self.code.module, kind, name=f"{name}{self.name}")
        function.linkage = "internal"
        function.attributes.add("noinline")
        return function, Picks(self.code, self.code.words.code_of(function), self.alternative)

    # -------------------------------------------------------------- drawn, or measured

    def drawn(self) -> Any:
        """`drawn(context, state, row, by odds, thinner, likelihood)`: the picks of a row are drawn, or how likely they are is measured."""
        function, picks = self._function("drawn", DRAWN)
        _, _, row, by_odds, thinner, likelihood = function.args
        frame, b = picks.frame, picks.builder
        draws = Draws(picks, b.icmp_signed("!=", by_odds, number(0)), thinner)
        for i, (pick, column, words) in enumerate(self.columns):
            draws.pick(i, pick, frame.word(row, column), words)
        b.store(b.load(draws.likelihood), b.bitcast(likelihood, DOUBLE.as_pointer()))
        b.ret(number(FOUND))
        frame.at(draws.refused)
        b.ret(number(REFUSED))
        frame.close()
        return function

    # -------------------------------------------------------------- listed

    def listed(self) -> Any:
        """`listed(context, state, rows, counting)`: how many answers there are before the conditions of the last pick, or their list."""
        function, picks = self._function("listed", LISTED)
        _, _, rows, counting = function.args
        frame, b = picks.frame, picks.builder
        total, listed = frame.local(), frame.local()
        b.store(number(0), total)
        b.store(number(0), listed)
        counts = b.icmp_signed("!=", counting, number(0))
        not_few, last = frame.new("not few"), len(self.columns) - 1

        def note(following: Any) -> None:
            at = b.load(listed)
            row = frame.word(rows, b.mul(at, number(self.width)))
            b.store(number(self.index), row)
            for pick, column, _ in self.columns:
                sets.store(frame, b.load(picks.expressions.variable(pick.var)), frame.word(row, column))
            b.store(b.add(at, number(1)), listed)
            b.branch(following)

        def further(i: int, following: Any) -> None:
            memory = Room(picks.expressions.frame)
            after = frame.new("listed")
            pick = self.columns[i][0]
            members = picks.members(pick)
            bounds = picks.bounds(pick, members)
            count = picks.answer_count(pick, members, bounds)
            frame.skip_if(b.icmp_signed(">", count, b.sub(number(MOST_WEIGHED_ANSWERS), b.load(total))), not_few)
            if i == last:
                b.store(b.add(b.load(total), count), total)
                frame.skip_if(counts, after)

            def inside(next_: Any) -> None:
                picks.judge(i, next_)
                if i == last:
                    note(next_)
                else:
                    further(i + 1, next_)

            picks.each_answer(pick, members, bounds, inside)
            b.branch(after)
            frame.at(after)
            memory.leave()
            b.branch(following)

        done = frame.new("done")
        further(0, done)
        frame.at(done)
        b.ret(b.load(listed))
        frame.at(not_few)
        b.ret(number(NOT_FEW))
        frame.close()
        return function
