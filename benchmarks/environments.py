"""Random games through the vectorised interface on one core, beside OpenSpiel's C++ states stepped by a loop of Python.

Ours: `vector(...)`, so many games at once; `sample()` draws legal actions, `step(actions)` gives what the seats see,
masks, rewards and ends. Theirs: `legal_actions`, `apply_action`, and `chance_outcomes` where chance decides, one state
at a time; it observes nothing. That loop is written twice: as OpenSpiel's own example has it, with numpy where chance
decides, and with the quickest that Python has for it, which is told without a target. The mean result of the first seat
is compared before. Of Yacht only the rules are the same, since its players choose among single dice, and ours among
numbers: there games a second are compared all the same.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from math import sqrt
from typing import Any

from _measure import NAMED, QUICK, SEED, Results, enough, number, paired
from attrs import define

from dicedsl.about import OptionValue

try:
    import numpy as np
    import pyspiel

    from dicedsl.interpreter.environments.vector import Vector, vector
except ImportError as error:
    sys.exit(f"nothing to measure: {error}")

LEAST, SIGMAS, AT_ONCE = 20, 5, 1_024
GAMES: list[tuple[str, dict[str, OptionValue], str, dict[str, Any], bool]] = [
    ("pig", {"strict": True, "idle hold": True}, "pig", {"winscore": 100, "horizon": 1_000_000}, True),
    ("liars-dice", {"wild": True, "dice per player": 1, "single call": True}, "liars_dice", {"numdice": 1}, True),
    ("liars-dice", {"wild": True, "dice per player": 5, "single call": True}, "liars_dice", {"numdice": 5}, True),
    ("yacht", {}, "yacht", {"players": 2}, False),
]


@define
class Found:
    """How many games there were, and what the first seat got in them: the sum, and that of the squares."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.games

    @property
    def spread(self) -> float:
        return sqrt(max(0.0, self.squares / self.games - self.mean**2) / self.games)


class Ours:
    def __init__(self, name: str, options: dict[str, OptionValue]) -> None:
        self.games: Vector = vector(name, AT_ONCE, 2, options, seed=SEED, engine="native", starter=0, copy=False)

    def play(self, count: int) -> Found:
        """At least so many games to their ends, one after the other."""
        games, found = self.games, Found()
        while found.games < count:
            _, rewards, ended, _, _ = games.step(games.sample())
            first = rewards[:, 0]
            found.games += int(np.count_nonzero(ended))
            found.total += float(first.sum())
            found.squares += float(first @ first)
        return found


class Theirs:
    def __init__(self, name: str, parameters: dict[str, Any], quickest: bool) -> None:
        self.game = pyspiel.load_game(name, parameters)
        self.luck = random.Random(SEED)
        self.draw: Callable[[Any, Any], Any]
        if quickest:
            self.draw = lambda actions, odds: self.luck.choices(actions, odds)[0]
        else:
            generator = np.random.RandomState(SEED)
            self.draw = lambda actions, odds: generator.choice(actions, p=odds)

    def play(self, count: int) -> Found:
        luck, draw, found = self.luck, self.draw, Found()
        for _ in range(count):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(draw(actions, odds))
                else:
                    state.apply_action(luck.choice(state.legal_actions()))
            worth = state.returns()[0]
            found.games += 1
            found.total += worth
            found.squares += worth * worth
        return found


def same(ours: Ours, theirs: Theirs, games: int) -> tuple[str, bool]:
    """Those of ours that end first are the short ones, so that as many are played as make that count for little."""
    mine, its = ours.play(20 * max(games, AT_ONCE)), theirs.play(games)
    good = abs(mine.mean - its.mean) <= SIGMAS * sqrt(mine.spread**2 + its.spread**2)
    return f"{mine.mean:.4f}, {its.mean:.4f}", good


def compared(ours: Ours, theirs: Theirs, seconds: float) -> tuple[float, float, float]:
    """Games a second of both, and the ratio: each plays as many as take about so long, by turns."""
    many, few, played = enough(ours.play, seconds, AT_ONCE), enough(theirs.play, seconds, 1), list[int]()
    own, its, ratio = paired(lambda _: played.append(ours.play(many).games), lambda _: theirs.play(few))
    ended = sum(played) / len(played)
    return ended / own, few / its, ended / (few * ratio)


def main() -> int:
    results = Results()
    for name, options, other, parameters, alike in GAMES:
        if NAMED and name not in NAMED:
            continue
        ours = Ours(name, options)
        what = name + (f", {parameters['numdice']} dice" if parameters.get("numdice", 1) > 1 else "")
        if alike:
            said, good = same(ours, Theirs(other, parameters, quickest=True), 1_000 if QUICK else 10_000)
            results.line(f"{what}: mean result of the first seat", said, "the same", good)
            if not good:
                continue
        for quickest in (False, True):
            mine, its, ratio = compared(ours, Theirs(other, parameters, quickest), 0.2 if QUICK else 1.0)
            speeds = f"{number(mine)}/s, {number(its)}/s: {ratio:.1f}"
            if quickest:
                results.line(f"{what}: games, quickest loop", speeds)
            else:
                results.line(f"{what}: games, loop of its example", speeds, f"at least {LEAST}", ratio >= LEAST)
    return results.code


if __name__ == "__main__":
    sys.exit(main())
