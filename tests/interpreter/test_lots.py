"""`move S to PLACES by lot`: every way to lay the dice out is as likely as it should be, in every engine."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from time import process_time

import pytest
from tests.exact_odds import distribution
from tests.invariants import Auditor

from dicedsl.errors import Fault
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.examples.testing import test_path as examples_of
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.session.action_texts import action_text, read_action
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.session.transcript import entry_lines
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable

GAME = """\
game "Sample"
players 2
material:
    board squares: grid 2 by 2
{material}
    the game has moves made = 0
setup:
{setup}
turn:
    choose:
        "go": add 1 to moves made
        "on": add 1 to moves made
end "two moves" when moves made is 2: nobody wins
"""
COLOURS = "    reds: 2 red dice\n    blues: 3 blue dice"
NUMBERED = "    stock: 4 numbered dice"
DEAL = "    move dice to squares by lot"


def table_of(tmp_path: Path, material: str, setup: str = DEAL) -> GameTable:
    path = tmp_path / "sample.dice"
    path.write_text(GAME.format(material=material, setup=setup), "utf-8")
    return Game.named(str(path)).table(starter=0)


def on_board(table: GameTable, state: State, what: Callable[[int], object]) -> tuple[object, ...]:
    """What stands on each place."""
    places = len(table.program.boards[0].labels)
    dice = (state.cells[table.reg.on_place + p] - 1 for p in range(places))
    return tuple(None if die < 0 else what(die) for die in dice)


def odds(table: GameTable, what: Callable[[int], object]) -> dict[tuple[object, ...], Fraction]:
    def laid_out(state: State) -> bool:
        return table.turn(state).kind != "chance"

    def never(state: State, seat: int, moves: list[Move]) -> Move:
        raise AssertionError

    return distribution(table, table.start(), never, laid_out, lambda s: on_board(table, s, what))


def test_numbered_dice_fall_in_every_order_alike(tmp_path: Path) -> None:
    table = table_of(tmp_path, NUMBERED)

    found = odds(table, lambda die: table.program.dice[die].index)

    assert found == {order: Fraction(1, 24) for order in permutations((1, 2, 3, 4))}


def test_equal_dice_are_one_outcome_with_its_exact_chance(tmp_path: Path) -> None:
    table = table_of(tmp_path, COLOURS)
    state = table.start()

    assert [(o.text, o.probability) for o in table.outcomes(state)] == [
        ("red", Fraction(2, 5)),
        ("blue", Fraction(3, 5)),
    ]
    found = odds(table, lambda die: table.program.dice[die].colour)
    # Each way to colour four places, as often as single dice can make it.
    ways: dict[tuple[object, ...], Fraction] = {}
    for order in permutations(("red", "red", "blue", "blue", "blue"), 4):
        ways[order] = ways.get(order, Fraction(0)) + Fraction(1, 120)
    assert found == ways
    assert sum(found.values()) == 1


def test_whichever_of_equal_dice_is_drawn_the_same_comes_of_it(tmp_path: Path) -> None:
    table = table_of(tmp_path, COLOURS)
    state = table.start()
    after = {die: table.apply(state, table.drawn(state, die)) for die in range(5)}

    assert after[0] == after[1] != after[2] == after[3] == after[4]


def test_dice_that_rules_tell_apart_are_drawn_one_by_one(tmp_path: Path) -> None:
    table = table_of(
        tmp_path, COLOURS + "\n    the game has lucky die = none", f"    set lucky die to last of reds\n{DEAL}"
    )

    assert [o.probability for o in table.outcomes(table.start())] == [Fraction(1, 5)] * 5


def test_dice_that_show_different_numbers_are_different_lots(tmp_path: Path) -> None:
    table = table_of(tmp_path, "    stock: 5 dice", f"    roll stock\n{DEAL}")
    state = table.start()
    rolled = next(o for o in table.outcomes(state) if o.values == (2, 2, 2, 5, 6))
    state = table.apply(state, rolled)

    assert [(o.text, o.probability) for o in table.outcomes(state)] == [
        ("2", Fraction(3, 5)),
        ("5", Fraction(1, 5)),
        ("6", Fraction(1, 5)),
    ]


def test_secret_numbers_are_not_told(tmp_path: Path) -> None:
    table = table_of(tmp_path, "    stock of each player: 3 dice, seen by owner", f"    roll dice\n{DEAL}")
    state = table.start()
    state = table.apply(state, table.sample(state, Chance(3)))

    assert {o.text for o in table.outcomes(state)} == {"P1", "P2"}


def test_too_few_dice_are_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Fault) as caught:
        table_of(tmp_path, "    stock: 3 dice").start()

    assert caught.value.problems[0].code == "F501"
    assert caught.value.problems[0].span.text == "move dice to squares by lot"


def test_a_taken_place_is_a_fault(tmp_path: Path) -> None:
    table = table_of(tmp_path, "    stock: 6 dice", "    move one of stock to (1,2)\n    move stock to squares by lot")
    state = table.start()
    state = table.apply(state, table.outcomes(state)[0])

    with pytest.raises(Fault) as caught:
        table.apply(state, table.outcomes(state)[0])
    assert caught.value.problems[0].code == "F504"


@pytest.mark.parametrize("material", [COLOURS, NUMBERED, "    stock: 7 dice\n    more: 2 numbered dice"])
def test_every_engine_lays_out_the_same(tmp_path: Path, material: str) -> None:
    table = table_of(tmp_path, material)
    for seed in range(50):
        by_steps, chance = table.start(), Chance(seed)
        while not table.is_over(by_steps):
            if table.turn(by_steps).kind == "chance":
                by_steps = table.apply(by_steps, table.sample(by_steps, chance))
            else:
                moves = table.moves(by_steps, table.turn(by_steps).seats[0])
                by_steps = table.apply(by_steps, moves[chance.below(len(moves))])

        assert by_steps == table.state_of(table.playout(Chance(seed)))


@pytest.mark.parametrize("material", [COLOURS, NUMBERED, "    stock: 7 dice\n    more: 2 numbered dice"])
def test_a_game_keeps_every_promise(tmp_path: Path, material: str) -> None:
    table = table_of(tmp_path, material, f"    roll dice\n{DEAL}")
    auditor = Auditor(table, Chance(1))
    for _ in range(10):
        auditor.game()

    assert auditor.counts["games"] == 10


def test_a_large_board_is_quick(tmp_path: Path) -> None:
    path = tmp_path / "large.dice"
    path.write_text(
        GAME.replace("grid 2 by 2", "grid 11 by 15").format(material="    stock of each player: 90 dice", setup=DEAL),
        "utf-8",
    )
    table = Game.named(str(path)).table(starter=0)
    table.playout(Chance(0))

    def best(play: Callable[[int], object]) -> float:
        times = []
        for seed in range(3):
            before = process_time()
            play(seed)
            times.append(process_time() - before)
        return min(times)

    def stepping(seed: int) -> None:
        state, chance = table.start(), Chance(seed)
        while table.turn(state).kind == "chance":
            state = table.apply(state, table.sample(state, chance))

    assert best(lambda seed: table.playout(Chance(seed))) < 0.05
    assert best(stepping) < 0.1


def test_draws_are_saved_and_read_back(tmp_path: Path) -> None:
    for material in (COLOURS, NUMBERED, "    stock: 7 dice\n    more: 2 numbered dice"):
        table = table_of(tmp_path, material)
        for seed in range(20):
            state, chance = table.start(), Chance(seed)
            while table.turn(state).kind == "chance":
                outcome = table.sample(state, chance)
                again = read_action(table, state, action_text(table, state, outcome))

                assert again == outcome
                state = table.apply(state, outcome)


def test_many_draws_are_told_once(tmp_path: Path) -> None:
    table = table_of(tmp_path, COLOURS)
    session = Session(table, ("Anna", "Ben"), seed=1)
    entries = list(session.run())

    assert len(entries) == 4
    assert [line for entry in entries for line in entry_lines(session, entry, None)] == ["Dice are laid out by lot."]


def test_a_die_drawn_is_still_the_same_after_a_choice(tmp_path: Path) -> None:
    """Equal dice may not be put in order while a name stands for one of them."""
    path = tmp_path / "drawn.dice"
    path.write_text(
        """\
game "Drawn"
players 2
material:
    cup: 3 dice
    pile: no dice
turn:
    roll cup
    draw one of cup as d
    choose:
        "turn first": turn first of cup to 6
    choose:
        "take": move d to pile
end "taken" when pile is not empty: nobody wins
example "The die drawn is the one taken":
    roll 1 2 3
    draw d1
    P1 chooses "turn first", then "take"
    now sum of number of pile is 6
example "Another one":
    roll 1 2 3
    draw d2
    P1 chooses "turn first", then "take"
    now sum of number of pile is 2
""",
        "utf-8",
    )

    assert [p.message for report in examples_of(path) for p in report.problems] == []


def test_a_die_that_set_off_a_rule_is_still_the_same_after_a_choice(tmp_path: Path) -> None:
    path = tmp_path / "witness.dice"
    path.write_text(
        """\
game "Witness"
players 2
material:
    cup: 3 dice
    pile: no dice
    the game has done = no
whenever not done and some d in cup has number of d is 3:
    set done to yes
    turn first of cup to 6
    choose:
        "take": move d to pile
turn:
    roll cup
    choose:
        "go"
end "taken" when pile is not empty: nobody wins
example "The die that showed three":
    roll 1 2 3
    P1 chooses "take"
    now sum of number of pile is 3
""",
        "utf-8",
    )

    assert [p.message for report in examples_of(path) for p in report.problems] == []
