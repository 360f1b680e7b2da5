"""Moves of single alternatives: where a report of the table could be anything, not everything is listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Answers, Referee, ReportOdds
from dicedsl.interpreter.state import Move, State
from dicedsl.program import ops
from dicedsl.program.faults import too_many_reports
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import MOST_LISTED_ANSWERS

MOST_LISTED_REPORTS = 200


class AskingTable(Protocol):
    """A table, as far as its alternatives have to know it."""

    reg: ops.Registers
    answers: Answers
    report_drawer: ReportOdds
    referee: Referee

    def asked(self, state: State, seat: int) -> tuple[ops.Decision, list[int]] | None: ...

    def bare_moves(self, state: State, seat: int) -> list[tuple[int, ...]]: ...

    def decision(self, state: State) -> ops.Decision | None: ...

    def teller(self, state: State, seat: int) -> Callable[[Move], str]: ...


class TableAlternatives:
    """The alternatives of the choices and reports of one table, by their index in the decision."""

    def __init__(self, table: AskingTable) -> None:
        self._table = table

    def legal_values(self, state: State, seat: int, index: int) -> list[tuple[int, ...]]:
        """The legal values of one alternative. Of a report only this outcome is listed, and only if that can be done."""
        table = self._table
        asked = table.asked(state, seat)
        if asked is None:
            return []
        decision, cells = asked
        if not decision.reported:
            return [answer[1:] for answer in table.bare_moves(state, seat) if answer[0] == index]
        outcome = table.answers.of(decision)[index]
        if not outcome.open(cells):
            return []
        if outcome.answer_count(cells, MOST_LISTED_ANSWERS) > MOST_LISTED_ANSWERS:
            raise too_many_reports(decision)
        legal = table.referee.legal(cells, decision)
        return [values for values in outcome.listed(cells) if legal is None or legal((index, *values))]

    def some_values(self, state: State, seat: int, index: int) -> tuple[int, ...] | None:
        """Legal values of one alternative, if there are any."""
        table = self._table
        asked = table.asked(state, seat)
        if asked is not None and asked[0].reported:
            decision, cells = asked
            return table.report_drawer.answer(cells, decision, index, Chance(1), table.referee.legal(cells, decision))
        return next(iter(self.legal_values(state, seat, index)), None)

    def few_reports(self, state: State) -> list[Move] | None:
        """All that can be reported now, or None if that is too much to list: then nothing is listed at all."""
        table = self._table
        decision = table.decision(state)
        assert decision is not None and decision.reported
        cells, left = list(state.cells), MOST_LISTED_REPORTS
        open_ = [(i, answer) for i, answer in enumerate(table.answers.of(decision)) if answer.open(cells)]
        for _, outcome in open_:
            left -= outcome.answer_count(cells, left)
            if left < 0:
                return None
        seat = MEMBERS[state.cells[table.reg.asked]][0]
        say = table.teller(state, seat)
        return [Move(seat, i, values, say) for i, _ in open_ for values in self.legal_values(state, seat, i)]
