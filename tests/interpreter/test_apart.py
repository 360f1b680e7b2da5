"""Plain dice are alike only where nothing tells them apart: in one zone. On a board each stands by itself."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.rulebook.files import read

TEXT = Path(__file__).parents[1] / "language" / "apart.dice"


def table() -> GameTable:
    return Game(read(TEXT)).table(2, starter=0)


def test_every_place_gets_its_own_number() -> None:
    t = table()
    state = t.start()

    outcomes = t.outcomes(state)

    assert len(outcomes) == 6**3
    assert {o.probability for o in outcomes} == {Fraction(1, 216)}


def test_equal_dice_of_two_zones_fall_apart() -> None:
    t = table()
    state = t.apply(t.start(), t.outcomes(t.start())[0])

    outcomes = t.outcomes(state)

    assert len(outcomes) == 6**2
    assert sum(o.probability for o in outcomes) == 1


def test_no_place_is_favoured_by_lot() -> None:
    t = table()
    first, chance = t.start(), Chance(5)
    stepped = Counter(t.sample(first, chance).values[0] for _ in range(3_000))
    played: Counter[int] = Counter()
    for _ in range(600):
        state = State(t, tuple(t.playout(chance)))
        played[state.cells[t.reg.face + state.cells[t.reg.on_place] - 1]] += 1

    assert all(400 < stepped[n] < 600 for n in range(1, 7))
    assert all(60 < played[n] < 140 for n in range(1, 7))
