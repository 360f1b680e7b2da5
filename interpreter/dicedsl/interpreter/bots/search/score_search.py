"""Long games without chance: moves are judged by the numbers that the rulebook shows of each player, a few choices on.

Where nothing falls and games at random never come to an end of their own, what they come to says nothing of the move
they began with. But a rulebook shows how players are doing, and ends of games at random tell which of these numbers are
good to have.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from attrs import frozen

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots.budget import Spending
from dicedsl.interpreter.bots.knowledge import Knowledge, can_hide
from dicedsl.interpreter.bots.search.judge import MOST_PLAYOUT_STEPS, Judge
from dicedsl.interpreter.bots.search.search_steps import SearchSteps
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.telling import ShownInfo, ToldValue

LONG_GAME = 200  # turns, if games at random are cut off after as many: they do not come to an end of their own
CUT_OFF_PART = 0.9  # of the games at random, at least
FEWEST_GAMES, MOST_GAMES = 16, 64  # from the start, to see which numbers are good to have
SURE_CORRELATION = 0.15  # how strongly a number must go with winning to count
MOVES_LOOKED_FURTHER = 6  # moves, the best by where they lead at once


@frozen
class StandingOfPlayers:
    """How well players stand: a sum of the numbers shown of them, each with its weight."""

    table: GameTable
    weights: tuple[tuple[ShownInfo, float], ...]

    def of(self, cells: Cells, seat: int) -> float:
        """How far a seat is ahead of the mean of the others."""
        own = [_number(self.table, info, cells, seat) for info, _ in self.weights]
        others = [other for other in range(self.table.players) if other != seat]
        total = 0.0
        for (info, weight), value in zip(self.weights, own, strict=True):
            total += weight * (value - sum(_number(self.table, info, cells, p) for p in others) / len(others))
        return total


def standing_of(table: GameTable, seed: int, spending: Spending) -> StandingOfPlayers | None:
    """Give which numbers are good to have in a long game without chance; None for other games, and where nothing that
    is shown tells who wins."""
    shown = [
        info
        for info in table.program.telling.shown
        if info.keys == ("player",) and isinstance(info.content, ToldValue) and info.content.shape == "number" and not info.content.many
    ]  # fmt: skip
    falls = any(_is_chance(block.end) for block in table.program.blocks)
    falls = falls or any(decision.reported for decision in table.program.decisions)
    if not shown or falls or table.players < 2 or can_hide(table) or not table.runner().has_machine_code:
        return None
    start, engine, turns = table.start().cells, table.runner(), list[int]()
    judge = Judge(table, start, seed, spending)
    rows, worth = list[list[float]](), list[float]()
    for number in range(MOST_GAMES):
        if number >= FEWEST_GAMES and spending.budget.seconds is not None and spending.used() > 1.0:
            break
        try:
            end = engine.play(start, Chance(seed + number), MOST_PLAYOUT_STEPS)
        except DiceError:
            continue
        turns.append(end[table.reg.turns_played])
        if max(turns) < LONG_GAME or turns.count(max(turns)) < CUT_OFF_PART * len(turns) - 1:
            return None
        values = judge.values_at_end(end)
        for seat in range(table.players):
            rows.append([_number(table, info, end, seat) for info in shown])
            worth.append(values[seat])
    if not turns or turns.count(max(turns)) < CUT_OFF_PART * len(turns):
        return None
    weights = []
    for at, info in enumerate(shown):
        column = [row[at] for row in rows]
        spread, correlation = _spread(column), _correlation(column, worth)
        if spread and abs(correlation) > SURE_CORRELATION:
            weights.append((info, correlation * abs(correlation) / spread))
    return StandingOfPlayers(table, tuple(weights)) if weights else None


def _is_chance(end: ops.End) -> bool:
    """Whether chance has a part in it, but for the lot that says who begins."""
    return isinstance(end, ops.RollDice) or (isinstance(end, ops.DrawOne) and end.shape != "player")


def best_by_standing(standing: StandingOfPlayers, knowledge: Knowledge, cells: Cells, chance: Chance) -> list[int]:
    """The numbers of the moves, best first: by what is gained with each, and for the best of them with one's next move as well."""
    table, seat = knowledge.table, knowledge.seat
    steps = SearchSteps(table, cells, seat)
    now = standing.of(cells, seat)
    earlier = {_arrangement(table, before, seat) for before in knowledge.earlier()} - {()}
    rows = list[tuple[bool, float, int, int, Cells]]()
    for number, move in enumerate(knowledge.moves):
        after = steps.answer(cells, seat, (move.alternative, *move.values))
        fresh = _arrangement(table, after, seat) not in earlier  # who comes back to where he was has gained nothing
        rows.append((fresh, standing.of(after, seat) - now, chance.below(1 << 30), number, after))
    rows.sort(reverse=True)
    best = [
        (fresh, gain + _next_gain(standing, steps, after, seat, chance), by_lot, number)
        for fresh, gain, by_lot, number, after in rows[:MOVES_LOOKED_FURTHER]
    ]
    return [row[3] for row in sorted(best, reverse=True)] + [row[3] for row in rows[MOVES_LOOKED_FURTHER:]]


def _next_gain(standing: StandingOfPlayers, steps: SearchSteps, cells: Cells, seat: int, chance: Chance) -> float:
    """The most that a seat gains with its next move, when the others have moved by lot."""
    for _ in range(2 * standing.table.players):
        if steps.is_over(cells):
            return 0.0
        acts = steps.seat(cells)
        answers = steps.moves(cells, acts)
        if acts == seat:
            now = standing.of(cells, seat)
            return max(standing.of(steps.answer(cells, seat, answer), seat) for answer in answers) - now
        cells = steps.answer(cells, acts, answers[chance.below(len(answers))])
    return 0.0


def _arrangement(table: GameTable, cells: Cells, seat: int) -> tuple[int, ...]:
    """Where the dice of a seat lie."""
    first = table.reg.location
    return tuple(sorted(cells[first + die] for die, info in enumerate(table.program.dice) if info.owner == seat))


def _number(table: GameTable, info: ShownInfo, cells: Cells, seat: int) -> float:
    """A number shown of a seat, 0 where there is none."""
    assert isinstance(info.content, ToldValue)
    value = table.expressions.value_of(info.content.value, info.variables, (seat,), cells)
    return 0.0 if value is None or value == NO_NUMBER else float(value)


def _spread(values: Sequence[float]) -> float:
    """The standard deviation."""
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def _correlation(left: Sequence[float], right: Sequence[float]) -> float:
    """How strongly two rows of numbers go together, from -1 to 1."""
    spreads = _spread(left) * _spread(right)
    if not spreads:
        return 0.0
    means = sum(left) / len(left), sum(right) / len(right)
    return sum((a - means[0]) * (b - means[1]) for a, b in zip(left, right, strict=True)) / len(left) / spreads
