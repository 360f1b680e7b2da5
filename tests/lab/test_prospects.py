"""Odds of positions through the command: published figures, what is told of choices, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicedsl.cli import main
from dicedsl.errors import UsageError
from dicedsl.interpreter.lab.odds import exact, prospects
from dicedsl.interpreter.lab.odds.wishes import MoveWish, wishes_in

HOLD_AT_20 = '"hold" when pot is at least 20, otherwise "roll"'


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["odds", *arguments])


def answered(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def leads(found: Any) -> dict[str, Fraction]:
    return {row["value"]: Fraction(row["chance"]) for row in found["leads to"]}


def chances(spread: Any) -> dict[Any, Fraction]:
    return {row["value"]: Fraction(row["chance"]) for row in spread["values"]}


# ------------------------------------------------------------------ published figures


def test_craps_is_won_244_times_in_495_and_takes_557_165ths_rolls() -> None:
    found = answered("craps", "--until", "game")

    assert leads(found) == {"P1 wins": Fraction(244, 495), "nobody wins": Fraction(251, 495)}
    assert Fraction(found["mean rolls"]) == Fraction(557, 165)


def test_one_turn_of_pig_held_at_20() -> None:
    found = answered("pig", "--policy", HOLD_AT_20)

    score = found["numbers"]["score"]
    assert Fraction(score["mean"]) == Fraction(492303203, 60466176)
    assert set(chances(score)) == {0, 20, 21, 22, 23, 24, 25}
    assert Fraction(found["ends with nothing"]["chance"]) == Fraction(9440899, 15116544)
    assert leads(found)["the turn ends with nothing"] == chances(score)[0]


def test_five_alike_within_three_throws_of_yahtzee() -> None:
    found = answered("yahtzee", "--players", "1", "--reach", "your entry at yahtzee is 50")

    assert Fraction(found["attained"]["chance"]) == Fraction(347897, 7558272)


def test_threes_alone_at_its_best() -> None:
    found = answered("threes", "--players", "1", "--until", "game", "--policy", "best", "--of", "-your score")

    assert -Fraction(found["mean"]) == Fraction(504205555, 80621568)


@pytest.fixture(scope="module")
def farkle(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Examples that end with so many dice to roll. Ones always score: as many as are set aside."""
    text = 'game "Farkle positions" changes "farkle"\n'
    for dice in range(1, 6):
        ones = ["1"] * (6 - dice)
        fallen = " ".join([*ones, *"23466"[:dice]])
        text += f'\nexample "{dice} left":\n    with Anna, Ben\n    roll {fallen}\n    Anna chooses "set aside" {" ".join(ones)}\n'
    text += '\nexample "Two pairs":\n    with Anna, Ben\n    roll 1 1 5 5 2 3\n    now Anna is next\n'
    path = tmp_path_factory.mktemp("odds") / "farkle-positions.dice"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize(("dice", "busts"), [(1, 4), (2, 16), (3, 60), (4, 204), (5, 600)])
def test_farkle_is_lost_with_some_dice(farkle: str, dice: int, busts: int) -> None:
    found = answered(farkle, "--example", f"{dice} left")

    on, stop = found["moves"]
    assert (on["move"], stop["move"]) == ("roll on", "stop")
    assert Fraction(on["ends with nothing"]["chance"]) == Fraction(busts, 6**dice)
    assert leads(stop) == {"the turn ends": 1}


def test_farkle_is_lost_with_all_dice() -> None:
    assert Fraction(answered("farkle")["ends with nothing"]["chance"]) == Fraction(1440, 46656)


# ------------------------------------------------------------------ against the walk they are made of


def test_a_whole_game_of_pig_is_won_as_often_as_the_values_of_its_positions_say() -> None:
    found = answered(
        "pig", "--option", "goal=10", "--until", "game", "--policy", '"hold" when pot is at least 5, otherwise "roll"'
    )

    won = leads(found)
    assert won["P1 wins"] + won["P2 wins"] == 1
    assert won["P1 wins"] == first_of_two(10, 5)


def first_of_two(goal: int, hold: int) -> Fraction:
    """Who begins wins so often when both hold at a number: by the gains of a turn, and equations for each pair of scores."""
    gains: dict[int, Fraction] = {}

    def go_on(pot: int, weight: Fraction) -> None:
        gains[0] = gains.get(0, Fraction(0)) + weight / 6
        for number in range(2, 7):
            if pot + number < hold:
                go_on(pot + number, weight / 6)
            else:
                gains[pot + number] = gains.get(pot + number, Fraction(0)) + weight / 6

    go_on(0, Fraction(1))
    known: dict[tuple[int, int], Fraction] = {}

    def wins(mine: int, theirs: int) -> Fraction:
        """x = a + z (1 - y), y = b + z (1 - x), where z is the chance that nothing is gained."""
        if (mine, theirs) not in known:
            here, there = scored(mine, theirs), scored(theirs, mine)
            zero = gains[0]
            x = (here + zero - zero * there - zero * zero) / (1 - zero * zero)
            known[mine, theirs] = x
            known[theirs, mine] = there + zero * (1 - x)
        return known[mine, theirs]

    def scored(mine: int, theirs: int) -> Fraction:
        return sum(
            (
                chance * (1 if mine + gain >= goal else 1 - wins(theirs, mine + gain))
                for gain, chance in gains.items()
                if gain
            ),
            Fraction(0),
        )

    return wins(0, 0)


def test_the_best_move_is_the_best_of_all_moves(farkle: str) -> None:
    found = answered(farkle, "--example", "Two pairs", "--reach", "pot=400")

    each = {first["move"]: Fraction(first["attained"]["chance"]) for first in found["moves"]}
    assert Fraction(found["attained"]["chance"]) == max(each.values())
    # With all four set aside 300 are there. Two dice bring 100 with a 1 or with two 5s; after a single 5 the last die has to score.
    assert each["set aside 1 1 5 5"] == Fraction(11 + 1, 36) + Fraction(8, 36) * Fraction(2, 6)


def test_a_random_policy_is_the_mean_of_the_moves(farkle: str) -> None:
    found = answered(farkle, "--example", "3 left", "--policy", "random", "--until", "choice")

    nothing = [Fraction(first["ends with nothing"]["chance"]) for first in found["moves"]]
    assert Fraction(found["ends with nothing"]["chance"]) == sum(nothing) / len(nothing)


def test_a_roll_and_what_is_asked_of_it() -> None:
    found = answered("craps", "--until", "roll", "--of", "sum of cup", "--of", "sum of cup is 7")

    assert chances(found["numbers"]["sum of cup"]) == {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}
    assert chances(found["numbers"]["sum of cup is 7"]) == {"yes": Fraction(1, 6), "no": Fraction(5, 6)}


COUNTED = """game "Counted"
from "Made up for this test"
aim "Throw a six before the fourth turn."
players 2, clockwise from anybody

material: cup: 1 die

turn:
    roll cup
    if some of cup show 6: you win

end "three turns" after each turn when turns played are 3: nobody wins

example "One turn":
    with Anna, Ben
    roll 1
    now turns played are 1
"""


def test_turns_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "counted.dice"
    path.write_text(COUNTED, "utf-8")

    found = answered(str(path), "--until", "game", "--of", "turns played")

    assert chances(found["numbers"]["turns played"]) == {
        0: Fraction(6, 36),
        1: Fraction(5, 36),
        2: Fraction(25, 216),
        3: Fraction(125, 216),
    }
    assert leads(found) == {
        "P1 wins": Fraction(1, 6) + Fraction(25, 216),
        "P2 wins": Fraction(5, 36),
        "nobody wins": Fraction(125, 216),
    }
    assert leads(answered(str(path), "--until", "game", "--example", "one turn"))["Ben wins"] == Fraction(1, 6)


# ------------------------------------------------------------------ how it is told


def test_what_is_printed_of_choices(farkle: str) -> None:
    lines = run(farkle, "--example", "3 left").output.splitlines()

    assert lines[0] == 'Farkle positions: Anna chooses "roll on", "stop".'
    assert lines[3].startswith(
        "  roll on: 13/18 = 72.22 %: Anna chooses; 5/18 = 27.78 %: the turn ends with nothing; pot"
    )
    assert lines[4] == "  stop: the turn ends"


def test_what_is_printed_of_a_turn() -> None:
    text = run("pig", "--policy", HOLD_AT_20).output

    assert f"Everybody plays by: {HOLD_AT_20}" in text
    assert "the turn ends with nothing  9440899/15116544  62.45 %  ########################" in text
    assert "score: mean 492303203/60466176 = 8.141795, standard deviation 10.54" in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["pig", "--until", "turn"], 'P1 has to choose on the way, between "roll", "hold": say how with --policy'),
        (["pig", "--policy", '"stand"'], 'no wish of --policy fits where P1 chooses between "roll", "hold"'),
        (["pig", "--policy", "hold"], "hold: a policy is random, best, or wishes such as"),
        (["pig", "--policy", '"hold" when pott is 3'], 'pott is 3: "pott" is not known here'),
        (["pig", "--policy", '"hold" when pot is'], "pot is: "),
        (["pig", "--policy", "best"], "best play needs a goal"),
        (["pig", "--reach", "pott=20"], "Pig shows no number pott; it shows score, pot, goal"),
        (["pig", "--of", "players"], "several things at once"),
        (["pig", "--of", 'pot # "x"'], "no expression of the language"),
        (["pig", "--until", "roll"], "no roll is to come here"),
        (["pig", "--example", "there is none"], 'pig.dice has no example "there is none"'),
        (["pig", "--example", "the"], '"the" could mean "'),
        (["pig", "--example", "A 1 loses the pot", "--players", "3"], "an example says itself who plays"),
        (["pig", "--players", "1"], "Pig is for"),
        (["craps", "--example", "A natural 7"], "the game is over here"),
        (["07-flickers"], "cannot be counted"),
        (["pig", "--option", "goal=10", "--until", "game", "--policy", "best"], "a position can come back here"),
    ],
)
def test_what_is_refused_in_a_sentence(arguments: list[str], told: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert told in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize("policy", ["random", "best"])
def test_too_many_positions_are_refused_with_their_number(monkeypatch: pytest.MonkeyPatch, policy: str) -> None:
    monkeypatch.setattr(prospects, "MOST_POSITIONS", 500)

    result = run("pig", "--policy", policy, "--of", "your score")

    assert (result.exit_code, result.output) == (
        2,
        "dicedsl: this has more than 500 positions, too many to walk through them all\n",
    )


def test_too_many_positions_that_lead_back_are_refused_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_IN_KNOT", 10)

    result = run(
        "pig", "--option", "goal=10", "--until", "game", "--policy", '"hold" when pot is at least 5, otherwise "roll"'
    )

    assert result.exit_code == 2
    assert "positions lead back to each other here, and at most 10 can be counted together" in result.output


def test_a_rulebook_with_mistakes_is_refused_as_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "wrong.dice"
    path.write_text(COUNTED.replace("roll cup", "roll mug"), "utf-8")

    result = run(str(path), "--of", "turns played")

    assert result.exit_code == 1
    assert "mug" in result.output


# ------------------------------------------------------------------ wishes


def test_wishes_are_read() -> None:
    assert wishes_in('"hold" when pot is at least 20 and your score is 3, otherwise "roll"') == [
        MoveWish("hold", "pot is at least 20 and your score is 3"),
        MoveWish("roll", None),
    ]
    assert wishes_in("random") == [MoveWish("", None)]
    for text in ("", '"hold', "hold", '"hold" if pot is 3', '"hold", "roll"'):
        with pytest.raises(UsageError):
            wishes_in(text)


def test_a_whole_move_can_be_wished_for(farkle: str) -> None:
    found = answered(
        farkle, "--example", "Two pairs", "--policy", '"set aside 1 1", otherwise "stop"', "--of", "your score"
    )

    assert chances(found["numbers"]["your score"]) == {200: 1}


# ------------------------------------------------------------------ the dice that show the most


TOP = """game "Top"
from "Made up for this test"
aim "Have the highest pair."
players 1

material:
    cup: 4 dice named d1 to d4
    kept pile: no dice

turn:
    roll cup
    move the highest 2 of cup to kept pile
    choose:
        "done": you win

example "Of equal dice the first":
    roll 5 3 5 5
    now sum of kept pile is 10 and index of kept pile is (1, 3) and sum of lowest 1 of cup is 3
    now count of highest 9 of cup is 2 and count of highest 0 of cup is 0 and highest (1 - 4) of cup is none
"""


def test_the_highest_of_some_dice_are_dice(tmp_path: Path) -> None:
    path = tmp_path / "top.dice"
    path.write_text(TOP, "utf-8")

    tried, told = (CliRunner().invoke(main, [command, str(path)]) for command in ("test", "rules"))

    assert tried.output == "1 of 1 examples hold\n"
    assert "Move the highest 2 of the dice in the cup to the kept pile." in told.output


@pytest.mark.parametrize("name", ["26-dora", "liars-dice", "six-by-six", "backgammon"])
def test_a_game_with_secrets_or_a_board_is_counted_or_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(prospects, "MOST_POSITIONS", 1000)

    result = run(name)

    assert result.exit_code in (0, 2)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.output.startswith("dicedsl: ") == (result.exit_code == 2)


def test_an_empty_file_is_told_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "empty.dice").write_text("", "utf-8")
    refused = CliRunner().invoke(main, ["odds", str(tmp_path / "empty.dice")])

    assert refused.exit_code == 1 and "E110" in refused.stderr
