"""The shortest games found that use something, so that an author can look at one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Iterator
from math import inf
from typing import TypeVar

from attrs import define, field

from dicedsl.interpreter.engines.contract import Engine, Tally

Key = TypeVar("Key", bound=Hashable)
MOST_NATIVE_GAMES, MOST_STEPPED_GAMES = 2_000, 60  # games that are looked through, by machine code and by Python


@define
class Shortest:
    """The shortest game for each alternative (by decision and number) and each rule (by block): its steps and its number."""

    games: int = 0
    chosen: dict[tuple[int, int], tuple[int, int]] = field(factory=dict)
    entered: dict[int, tuple[int, int]] = field(factory=dict)

    def look(self, number: int, tally: Tally) -> None:
        """Look at the tally of a game by itself, and note what it uses if no shorter one does."""
        game = (next(iter(tally.actions)), number)
        _note(self.chosen, tally.chosen, game)
        _note(self.entered, tally.entered, game)
        self.games += 1


def _note(known: dict[Key, tuple[int, int]], counts: Counter[Key], game: tuple[int, int]) -> None:
    for key, count in counts.items():
        if count and (key not in known or game < known[key]):
            known[key] = game


def each_alone(engine: Engine, seed: int) -> Iterator[tuple[int, Tally]]:
    for number in range(MOST_NATIVE_GAMES if engine.has_machine_code else MOST_STEPPED_GAMES):
        yield number, engine.playouts(None, seed, number, 1)


def shortest(engine: Engine, seed: int, until: float = inf) -> Shortest:
    """The shortest games of a seed that use something. After the time `until`, by the monotonic clock, no further game is looked at."""
    uses = Shortest()
    for number, tally in each_alone(engine, seed):
        uses.look(number, tally)
        if time.monotonic() > until:
            break
    return uses
