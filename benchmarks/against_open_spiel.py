"""The native engine beside OpenSpiel's C++: whole games, and playouts from a position.

Whole games: `evaluate_bots` with its uniform random bots, one call from Python for each game. Playouts: its random rollouts, all of
them in one call (a search of one simulation, whose evaluator rolls out so many times). The rules are held together step by step
by tests/rulebooks/test_openspiel.py. The mean result of whole games is compared; of Yacht only the rules are the same, since its
players choose among single dice, and ours among numbers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Any

from _measure import NAMED, QUICK, SEED, Results, enough, native, number, paired

from dicedsl.about import OptionValue
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells, Engine, Tally
from dicedsl.interpreter.game import Game

try:
    import pyspiel
except ImportError:
    sys.exit("nothing to measure: OpenSpiel is not installed (pip install open_spiel)")

LEAST, SIGMAS = 20, 5
GAMES: list[tuple[str, dict[str, OptionValue], str, dict[str, Any], bool]] = [
    ("pig", {"strict": True, "idle hold": True}, "pig", {"winscore": 100, "horizon": 1_000_000}, True),
    ("liars-dice", {"wild": True, "dice per player": 1, "single call": True}, "liars_dice", {"numdice": 1}, True),
    ("liars-dice", {"wild": True, "dice per player": 5, "single call": True}, "liars_dice", {"numdice": 5}, True),
    ("yacht", {}, "yacht", {"players": 2}, False),
]


class Theirs:
    def __init__(self, name: str, parameters: dict[str, Any]) -> None:
        self.game = pyspiel.load_game(name, parameters)
        self.bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(2)]

    def games(self, count: int) -> list[float]:
        """What the first seat got in each of them."""
        game, bots, play = self.game, self.bots, pyspiel.evaluate_bots
        return [play(game.new_initial_state(), bots, number)[0] for number in range(count)]

    def rollouts(self, count: int) -> None:
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[-1][0])
        evaluator = pyspiel.RandomRolloutEvaluator(count, SEED)
        pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 100, False, SEED, False).mcts_search(state)


def first_choice(engine: Engine) -> Cells:
    """Where somebody chooses first; the dice before that fall by lot."""
    cells, chance = engine.start(), Chance(SEED)
    while not any(engine.moves(cells, seat) for seat in range(2)):
        cells = engine.fall(cells, engine.draw(cells, chance))
    return cells


def returns(tally: Tally) -> tuple[float, float]:
    """The mean of 1 for a win of the first seat and -1 for one of the other, and its spread."""
    wins, losses = tally.winners[0, 1], tally.winners[0, 2]
    mean = (wins - losses) / tally.games
    return mean, sqrt(max(0.0, (wins + losses) / tally.games - mean * mean) / tally.games)


def same(engine: Engine, theirs: Theirs, games: int) -> tuple[str, bool]:
    values = theirs.games(games)
    mean = sum(values) / games
    spread = sqrt(sum((v - mean) ** 2 for v in values)) / games
    own, own_spread = returns(engine.playouts(None, SEED, 0, 20 * games))
    return f"{own:.4f}, {mean:.4f}", abs(own - mean) <= SIGMAS * sqrt(spread**2 + own_spread**2)


def compared(
    results: Results, what: str, ours: Callable[[int], object], theirs: Callable[[int], object], seconds: float
) -> None:
    """Each side plays as many games as take about so long; the ratio is that of their speeds."""
    many, few = enough(ours, seconds, 100), enough(theirs, seconds, 10)
    own, other, ratio = paired(lambda _: ours(many), lambda _: theirs(few))
    ratio = ratio * few / many
    speeds = f"{number(many / own)}/s, {number(few / other)}/s: {1 / ratio:.1f}"
    results.line(what, speeds, f"at least {LEAST}", 1 / ratio >= LEAST)


def main() -> int:
    results = Results()
    for name, options, other, parameters, alike in GAMES:
        if NAMED and name not in NAMED:
            continue
        program = Game.named(name).program(2, options, starter=0)
        engine, theirs = native(program), Theirs(other, parameters)
        what = name + (f", {parameters['numdice']} dice" if parameters.get("numdice", 1) > 1 else "")
        if alike:
            said, good = same(engine, theirs, 2_000 if QUICK else 20_000)
            results.line(f"{what}: mean result of the first seat", said, "the same", good)
            if not good:
                continue
        seconds = 0.1 if QUICK else 0.5
        whole, parts = partial(engine.playouts, None, SEED, 0), partial(engine.playouts, first_choice(engine), SEED, 0)
        compared(results, f"{what}: whole games", whole, theirs.games, seconds)
        compared(results, f"{what}: playouts from a position", parts, theirs.rollouts, seconds)
    return results.code


if __name__ == "__main__":
    sys.exit(main())
