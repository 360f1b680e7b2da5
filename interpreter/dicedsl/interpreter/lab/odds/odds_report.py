"""The odds of a position as text."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dicedsl.interpreter.lab.odds.prospects import FirstMove, Goal, Outlook, Prospects
from dicedsl.interpreter.lab.odds.spread import MOST_DIGITS_WRITTEN, chance_told, decimal, is_short, percent

MOST_MOVES = 20  # that are told one by one
MOST_PARTS = 4  # of what a move leads to
UNTIL = {"roll": "after the roll", "choice": "at the next choice or the end of the turn", "turn": "at the end of the turn", "game": "at the end of the game"}  # fmt: skip


def prospects_text(prospects: Prospects) -> str:
    return "\n".join(_lines(prospects)).rstrip()


def _lines(prospects: Prospects) -> Iterator[str]:
    yield f"{prospects.title}: {prospects.coming}."
    if prospects.policy is not None:
        yield (
            f"Everybody plays by: {prospects.policy}"
            if prospects.policy != "best"
            else f"{prospects.who} plays best, everybody else against that."
        )
    yield ""
    if prospects.attained is not None and prospects.goal is not None:
        yield _attained(prospects.attained, prospects.goal)
        yield ""
    if prospects.ahead is not None:
        yield from _ahead(prospects.ahead, prospects.until)
    if prospects.moves:
        yield from _moves(prospects)


def _attained(value: Fraction, goal: Goal) -> str:
    if goal.is_chance:
        return f"{goal.text}{'' if goal.reached else ' at the end'}: {chance_told(value)}"
    exact = f"{value} = " if value.denominator > 1 and is_short(value, MOST_DIGITS_WRITTEN) else ""
    return f"{goal.text}: {exact}{decimal(value)} on average"


def _ahead(ahead: Outlook, until: str) -> Iterator[str]:
    yield f"What it has come to {UNTIL[until]}:"
    yield from ahead.leads.lines()
    if until != "roll":
        exact = f"{ahead.rolls} = " if ahead.rolls.denominator > 1 and is_short(ahead.rolls, 200) else ""
        yield f"Rolls until then: {exact}{decimal(ahead.rolls)} on average"
    for name, spread in ahead.numbers.items():
        yield ""
        yield f"{name}: {spread.figures()}" if spread.is_of_numbers else name
        yield from spread.lines()
    yield ""


def _moves(prospects: Prospects) -> Iterator[str]:
    many = len(prospects.moves)
    yield (
        f"Each choice, and what it has come to {UNTIL[prospects.until]}:"
        if prospects.policy != "best"
        else "Each choice:"
    )
    firsts = list(prospects.moves)
    if all(first.attained is not None for first in firsts):
        firsts.sort(key=lambda first: -(first.attained or 0))
    for first in firsts[:MOST_MOVES]:
        yield f"  {first.move}: {'; '.join(_parts(first, prospects))}"
    if many > MOST_MOVES:
        yield f"  and {many - MOST_MOVES} more; --json tells all"


def _parts(first: FirstMove, prospects: Prospects) -> Iterator[str]:
    if first.attained is not None and prospects.goal is not None:
        yield _attained(first.attained, prospects.goal)
    if first.ahead is None:
        return
    chances = sorted(first.ahead.leads.chances.items(), key=lambda pair: -pair[1])
    for event, chance in chances[:MOST_PARTS]:
        yield f"{event}" if chance == 1 else f"{chance_told(chance)}: {event}"
    if len(chances) > MOST_PARTS:
        yield f"{percent(sum((chance for _, chance in chances[MOST_PARTS:]), Fraction(0)))}: something else"
    for name, spread in first.ahead.numbers.items():
        if spread.is_of_numbers:
            yield f"{name} {decimal(spread.mean)}{'' if len(spread.chances) == 1 else ' on average'}"
