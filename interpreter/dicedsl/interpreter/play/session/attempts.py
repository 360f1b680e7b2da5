"""Who reports attempts; and reports that say only what came of an attempt, or how many it was about: the rest is drawn
by lot, by the odds of the rulebook."""

from __future__ import annotations

import re

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program.members import nth

BY_LOT = " by lot"
REPORT_TRIES = 2_000


def who_reports(attempts: str | None, dice: str) -> str:
    """Who says how attempts went: everybody's are told (ask), those of people are (people), or all are drawn (odds).

    With real dice everything that happens at the table is told, unless somebody says otherwise. Without them `auto` asks people for
    their own, and where nothing is said at all nobody is asked.
    """
    if attempts in {None, "auto"}:
        without = "odds" if attempts is None else "people"
        return "ask" if dice == "ask" else without
    if attempts in {"ask", "people", "odds"}:
        return str(attempts)
    raise UsageError("attempts are reported by a person (ask; people: not those of bots) or drawn (odds)")


def is_by_lot(text: str) -> bool:
    return text.lower().endswith(BY_LOT)


def draw_report(table: GameTable, state: State, seat: int, text: str, chance: Chance) -> Move:
    """`miss by lot`, `knocks off 3 by lot`: the outcome, perhaps how many in all, and nothing else. UsageError if there is none such."""
    decision = table.decision(state)
    assert decision is not None and decision.reported
    body = " ".join(text.split())[: -len(BY_LOT)].lower()
    total: int | None = None
    names = [a.name.lower() for a in decision.alternatives]
    with_total = re.fullmatch(r"(.*) (\d{1,4})", body)
    if body not in names and with_total is not None:
        body, total = with_total[1], int(with_total[2])
    if body not in names:
        raise UsageError(f"say what came of it: {', '.join(a.name for a in decision.alternatives)}")
    index = names.index(body)
    cells = list(state.cells)
    values = _values(table, state, seat, index, chance) if total is None else None
    for _ in range(0 if total is None else REPORT_TRIES):
        values = _of_size(table, state, seat, index, total or 0, chance)
        if values is not None:
            break
    if values is None:
        many = "" if total is None else f" with {total} in all"
        raise UsageError(f'"{decision.alternatives[index].name}"{many} was not found by lot; say exactly what happened')
    return Move(seat, index, values, table.words.move(decision, cells, index, values))


def _values(table: GameTable, state: State, seat: int, index: int, chance: Chance) -> tuple[int, ...] | None:
    decision = table.decision(state)
    assert decision is not None
    cells = list(state.cells)
    return table.report_drawer.answer(
        cells, decision, index, chance, table.referee.legal(cells, decision), by_odds=True
    )


def _of_size(
    table: GameTable, state: State, seat: int, index: int, total: int, chance: Chance
) -> tuple[int, ...] | None:
    """One try: values drawn by the odds, but in the one set that is picked so many members."""
    decision = table.decision(state)
    assert decision is not None
    outcome = table.answers.of(decision)[index]
    sets = [at for at, pick in enumerate(outcome.picks) if pick.op.many]
    if len(sets) != 1:
        raise UsageError(f'"{outcome.op.name}" is not about a number of things; say exactly what happened')
    values = _values(table, state, seat, index, chance)
    if values is None:
        return None
    members = sum(1 << member for member in outcome.picks[sets[0]].members(list(state.cells), values[: sets[0]]))
    chosen = 0
    for _ in range(min(total, members.bit_count())):
        member = nth(members, chance.below(members.bit_count()))
        members &= ~(1 << member)
        chosen |= 1 << member
    if chosen.bit_count() != total:
        return None
    tried = (*values[: sets[0]], chosen, *values[sets[0] + 1 :])
    return tried if table.why_not(state, seat, Move(seat, index, tried, "")) is None else None
