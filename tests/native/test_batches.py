"""Games stepped together in native memory are those that are stepped one by one: the same states, seats, masks, rewards and ends."""

from __future__ import annotations

import pytest

from dicedsl.errors import Fault, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.native.runtime.planned import SORT_WORDS, is_before
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.table.game_table import GameTable

pytest.importorskip("llvmlite")

# With dice that are alike, choices at once, secrets, reports, boards, sets, and moves that are numbered by their place.
NAMES = ["pig", "farkle", "yahtzee", "liars-dice", "perfecto", "09-hide-away", "06-dice-mikado", "30-fire-and-water", "36-slipped"]  # fmt: skip
GAMES, STEPS = 6, 40


def same_batches(table: GameTable, games: int, steps: int) -> int:
    """How many games came to an end."""
    one, other = (table.batch(games, seed=7, engine=engine) for engine in ("stepping", "native"))
    luck, ended = Chance(4), 0
    shown, its = one.look(), other.look()
    for step in range(steps):
        assert its.seats == shown.seats, step
        assert its.masks == shown.masks, step
        assert (its.rewards, its.done) == (shown.rewards, shown.done), step
        assert [s.cells for s in other.states()] == [s.cells for s in one.states()], step
        if step % 8 == 0:
            assert its.observations == shown.observations
        legal = [[n for n, allowed in enumerate(mask) if allowed] for mask in shown.masks]
        chosen = [numbers[luck.below(len(numbers))] for numbers in legal]
        shown, its = one.step(chosen), other.step(chosen)
        ended += sum(shown.done)
    return ended


@pytest.mark.parametrize("name", NAMES)
def test_batches_of_both_engines_are_the_same(name: str) -> None:
    same_batches(Game.named(name).table(), GAMES, STEPS)


SHORT = """\
game "Short"
players 2
material:
    cup: 4 dice
    bag: 3 dice
    pot: no dice
    each player has points = 0
turn:
    roll cup
    choose:
        "keep" some of cup as kept:
            move kept to pot
            add count of kept to your points
        "swap" one of cup as d: move d to bag
        "pass"
    attempt "throw":
        "hit" any of bag as hit: move hit to cup
        "miss"
    choose by everyone at once:
        "red": add 1 to your points
        "blue"
end "enough" when count of pot is at least 3: highest points wins
cap 6 turns: highest points wins
"""


def test_games_that_end_begin_anew() -> None:
    assert same_batches(load(SHORT).table(starter=0), games=12, steps=60) > 12


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    batch = load(SHORT).table(starter=0).batch(3, engine="native")
    before, masks = batch.states(), batch.look().masks
    wrong = [mask.index(0) for mask in masks]
    with pytest.raises(UsageError, match=r"not legal|another choice"):
        batch.step(wrong)
    with pytest.raises(UsageError, match="there is no 1000000"):
        batch.step([masks[0].index(1), 1_000_000, masks[2].index(1)])

    assert batch.states() == before
    assert batch.look().masks == masks


def test_what_was_shown_stays_as_it_was() -> None:
    batch = load(SHORT).table(starter=0).batch(3, engine="native")
    shown = batch.look()
    later = batch.step([mask.index(1) for mask in shown.masks])

    assert len(shown.observations) == 3
    assert shown.observations[0] != later.observations[0]
    assert shown.observations[1:] == tuple(shown.observations)[1:]


def test_a_fault_is_told_with_its_place() -> None:
    text = 'game "Fault"\nplayers 1\nmaterial:\n    the game has tally = 1\nturn:\n    choose:\n        "go": set tally to 1 / (tally - 1)\n'
    batch = load(text).table(starter=0).batch(2, engine="native")
    with pytest.raises(Fault) as caught:
        batch.step([0, 0])

    assert caught.value.problems[0].code == "F508"
    assert caught.value.problems[0].span.line == 6  # the choice that it came after


def test_dice_are_in_order_by_all_that_is_known_of_them() -> None:
    rows = [(where, number, shown) for where in (0, 2) for number in (1, 6) for shown in (0, 1)]
    assert len(rows[0]) == SORT_WORDS
    for one in rows:
        for other in rows:
            assert is_before(*one, *other) == (one < other)
