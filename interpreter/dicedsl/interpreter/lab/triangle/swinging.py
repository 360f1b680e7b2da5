"""Games among equals who choose at random: by how much each roll, attempt and choice changes the chances to win.

Squares of changes are measured twice, each half with games of its own, and multiplied: so luck of the measurement adds nothing.
"""

from __future__ import annotations

import time

from attrs import define, field, frozen

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots import PLAIN, bot_named
from dicedsl.interpreter.bots.search.judge import MOST_PLAYOUT_STEPS
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.lab.game_actions import GameAction, game_actions
from dicedsl.interpreter.lab.study.close_look import parts_of_victory
from dicedsl.interpreter.lab.triangle.shares import CHANCE, SKILL, TACTICS, Parts
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.table.game_table import GameTable

PLAYOUTS = 100  # games by which a position is judged, for each half
STEPS_KEPT = 6  # steps of each kind of one game that are looked at
MOST_STEPS = 3_000  # of one game that is looked at


@define
class Sampled:
    """Some steps of a kind, each as likely as the others, and how many there were."""

    count: int = 0
    some: list[GameAction] = field(factory=list)

    def add(self, step: GameAction, lots: Chance) -> None:
        self.count += 1
        if len(self.some) < STEPS_KEPT:
            self.some.append(step)
        else:
            at = lots.below(self.count)
            if at < STEPS_KEPT:
                self.some[at] = step


@frozen
class Looked:
    """A game among equals: its number, the steps that were kept of each kind, and how many choices it had."""

    number: int
    kinds: tuple[Sampled, Sampled, Sampled]

    @property
    def seen(self) -> frozenset[int]:
        return frozenset(part for part, kept in enumerate(self.kinds) if kept.count)

    @property
    def choices(self) -> int:
        return self.kinds[TACTICS].count


def look(table: GameTable, seed: int, number: int, until: float) -> Looked:
    """Game number so-and-so of a seed, by players who choose at random; its end is not waited for after so much work of this process."""
    kinds = (Sampled(), Sampled(), Sampled())
    lots = Chance(derived_seed(seed, number, 1))
    bots = [bot_named(PLAIN) for _ in range(table.players)]
    for count, step in enumerate(game_actions(table, bots, derived_seed(seed, number))):
        part = _kind(table, step)
        if part is not None:
            kinds[part].add(step, lots)
        if count >= MOST_STEPS or (count % 50 == 49 and time.process_time() > until):
            break
    return Looked(number, kinds)


def _kind(table: GameTable, step: GameAction) -> int | None:
    """What brings a step; None if nothing could come of it but what came."""
    if step.is_choice:
        return TACTICS if len(table.bare_moves(step.state, step.turn.seats[0])) > 1 else None
    return SKILL if step.turn.kind == "report" else CHANCE


def swings(table: GameTable, seed: int, looked: Looked) -> Parts | None:
    """The sum of the squares of changes, by what brought them; None if games from there do not come to an end."""
    sums = [0.0, 0.0, 0.0]
    try:
        for part, kept in enumerate(looked.kinds):
            for at, step in enumerate(kept.some):
                sums[part] += (
                    _square(table, derived_seed(seed, looked.number, part, at), step) * kept.count / len(kept.some)
                )
    except DiceError:
        return None
    return sums[0], sums[1], sums[2]


def _square(table: GameTable, seed: int, step: GameAction) -> float:
    """The square of what a step changes, over all seats together."""
    halves = []
    for half in range(2):
        before, after = (
            _worth(table, derived_seed(seed, half, i), cells.cells) for i, cells in enumerate((step.state, step.after))
        )
        halves.append([b - a for a, b in zip(before, after, strict=True)])
    first, second = halves
    return sum(one * other for one, other in zip(first, second, strict=True))


def _worth(table: GameTable, seed: int, cells: tuple[int, ...]) -> tuple[float, ...]:
    return worth(table.runner().playouts(cells, seed, 0, PLAYOUTS, MOST_PLAYOUT_STEPS), table.players)


def worth(tally: Tally, players: int) -> tuple[float, ...]:
    """What each has on average: the part of the victory; alone the points, or if none are counted how often the game is won."""
    if players > 1:
        return parts_of_victory(tally, players)
    if tally.scores and tally.scores[0]:
        return (sum(score * count for score, count in tally.scores[0].items()) / tally.games,)
    return (sum(count for (_, mask), count in tally.winners.items() if mask) / max(1, tally.games),)
