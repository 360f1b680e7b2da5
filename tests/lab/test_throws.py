"""The odds of a throw, against counting every case and against another program that counts dice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from dicedsl.cli import main
from dicedsl.interpreter.lab.odds.spread import Spread, decimal, percent
from dicedsl.interpreter.lab.odds.throws import MOST_ROLLS, odds_of


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["odds", *arguments])


def counted(value: Callable[[tuple[int, ...]], int], *dice: range | tuple[int, ...]) -> dict[int, Fraction]:
    """Every way the dice can fall, one by one."""
    ways = Counter(value(fallen) for fallen in product(*dice))
    return {number: Fraction(times, ways.total()) for number, times in sorted(ways.items())}


SIX = range(1, 7)

EVERY_CASE: list[tuple[str, Callable[[tuple[int, ...]], int], list[range | tuple[int, ...]]]] = [
    ("sum of 3 dice", sum, [SIX] * 3),
    ("sum of highest 3 of 4 dice", lambda d: sum(sorted(d)[1:]), [SIX] * 4),
    ("sum of best 3 of 4 dice", lambda d: sum(sorted(d)[1:]), [SIX] * 4),
    ("sum of the lowest 2 of 4 dice", lambda d: sum(sorted(d)[:2]), [SIX] * 4),
    ("sum of worst 2 of 4 dice", lambda d: sum(sorted(d)[:2]), [SIX] * 4),
    ("sum of highest 5 of 3 dice", sum, [SIX] * 3),
    ("count of highest 2 of 4 dice showing 6", lambda d: sorted(d)[2:].count(6), [SIX] * 4),
    ("highest of 3 dice - lowest of 2 dice", lambda d: max(d[:3]) - min(d[3:]), [SIX] * 5),
    ("sum of 2 dice with faces 1 to 4 * 3 mod 5", lambda d: sum(d) * 3 % 5, [range(1, 5)] * 2),
    ("sum of 2 dice with faces 0 0 1 5 / 2", lambda d: sum(d) // 2, [(0, 0, 1, 5)] * 2),
    ("different of number of 4 dice", lambda d: len(set(d)), [SIX] * 4),
    ("count of (2 red dice + 2 blue dice) showing (5 to 6)", lambda d: sum(n > 4 for n in d), [SIX] * 4),
    ("sum of 2 red dice + 10 * count of red dice showing 1", lambda d: sum(d) + 10 * d.count(1), [SIX] * 2),
]


@pytest.mark.parametrize(("text", "value", "dice"), EVERY_CASE, ids=[case[0] for case in EVERY_CASE])
def test_equal_to_counting_every_case(text: str, value: Any, dice: Any) -> None:
    found = odds_of(text)

    assert dict(found.spread.chances) == counted(value, *dice)
    assert found.ways == len(list(product(*dice)))


@pytest.mark.parametrize(
    ("text", "holds", "dice"),
    [
        ("at least 2 of 5 dice show 6", lambda d: d.count(6) >= 2, 5),
        ("4 dice are all different", lambda d: len(set(d)) == 4, 4),
        ("some of 4 dice show 6 and not highest of 1 die is at least 4", lambda d: 6 in d[:4] and d[4] < 4, 5),
        ("sum of 2 dice is either 7 or 11", lambda d: sum(d) in (7, 11), 2),
        ("sum of 2 dice is more than sum of 2 dice", lambda d: sum(d[:2]) > sum(d[2:]), 4),
    ],
)
def test_chance_of_a_condition(text: str, holds: Any, dice: int) -> None:
    found = odds_of(text)

    assert found.is_condition
    assert found.chance == counted(holds, *[SIX] * dice).get(True, 0)


def test_dice_of_dice_that_are_chosen_first() -> None:
    found = odds_of("sum of highest 2 of (cup where number of it is more than 2)", ["cup: 4 dice"])
    nested = odds_of("sum of lowest 1 of highest 2 of (cup + 1 die)", ["cup: 3 dice"])

    assert dict(found.spread.chances) == counted(lambda d: sum(sorted(n for n in d if n > 2)[-2:]), *[SIX] * 4)
    assert dict(nested.spread.chances) == counted(lambda d: sorted(d)[-2], *[SIX] * 4)


def test_more_ways_than_can_be_written_down() -> None:
    result = run("sum of 3000 dice with faces 1 1 1 1 1 1 1 1 1 1", "--json")

    assert json.loads(result.output)["values"][0]["chance"] == "1"
    assert run("3000 dice with faces 1 1 are all alike").output.endswith(": 100.00 %\n")


def test_a_number_after_there_are_counts_dice_and_throws_none() -> None:
    found = odds_of("there are 2 dice showing 6", ["cup: 4 dice"])

    assert (found.ways, found.chance) == (6**4, Fraction(150, 1296))


# ------------------------------------------------------------------ another program

ICEPOOL: dict[str, Callable[[Any], Any]] = {
    "sum of 5 dice": lambda i: 5 @ i.d6,
    "sum of 3 dice with faces 1 to 8": lambda i: 3 @ i.d8,
    "sum of highest 3 of 4 dice": lambda i: i.d6.pool(4).highest(3).sum(),
    "sum of highest 5 of 10 dice": lambda i: i.d6.pool(10).highest(5).sum(),
    "sum of lowest 2 of 5 dice with faces 1 to 8": lambda i: i.d8.pool(5).lowest(2).sum(),
    "lowest of highest 2 of 6 dice": lambda i: i.d6.pool(6)[-2],
    "highest of 4 dice with faces 1 to 10": lambda i: i.highest(*[i.d10] * 4),
    "lowest of 3 dice with faces 1 to 20": lambda i: i.lowest(*[i.d20] * 3),
    "count of 8 dice showing (5 to 6)": lambda i: 8 @ (i.d6 >= 5),
    "different of number of 7 dice": lambda i: i.d6.pool(7).unique().size(),
    "highest of (count of cup showing n for each n in 1 to 6)": lambda i: i.d6.pool(6).largest_count(),
    "sum of 2 dice - sum of 2 dice with faces 1 to 4": lambda i: 2 @ i.d6 - 2 @ i.d4,
    "highest of (sum of 2 dice, sum of 2 dice)": lambda i: i.highest(2 @ i.d6, 2 @ i.d6),
    "sum of 2 dice with faces 1 2 2 3 3 4 * sum of 1 die": lambda i: (2 @ i.Die([1, 2, 2, 3, 3, 4])) * i.d6,
    "sum of highest 2 of 3 dice + sum of 1 die with faces 1 to 12": lambda i: i.d6.pool(3).highest(2).sum() + i.d12,
}


@pytest.mark.parametrize("text", ICEPOOL)
def test_equal_to_icepool(text: str) -> None:
    icepool = pytest.importorskip("icepool")
    other = icepool.Die([0]) + ICEPOOL[text](icepool)

    found = odds_of(text, ["cup: 6 dice"] if "cup" in text else [])

    assert dict(found.spread.chances) == {int(n): Fraction(ways, other.denominator()) for n, ways in other.items()}
    assert found.spread.mean == other.mean()
    assert found.spread.variance == other.variance()
    assert found.spread.deviation == pytest.approx(other.standard_deviation(), abs=1e-9)


# ------------------------------------------------------------------ published figures, through the command


def answered(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def chances(*arguments: str) -> dict[int, Fraction]:
    return {row["value"]: Fraction(row["chance"]) for row in answered(*arguments)["values"]}


def test_three_attackers_against_two_defenders() -> None:
    pairs = "count of (1 to 2 where lowest of highest (it) of attack is more than lowest of highest (it) of defence)"

    losses = chances(pairs, "--dice", "attack: 3 dice", "--dice", "defence: 2 dice")

    assert losses == {2: Fraction(2890, 7776), 1: Fraction(2611, 7776), 0: Fraction(2275, 7776)}


def test_poker_dice_in_one_throw() -> None:
    most = "highest of (count of hand showing n for each n in 1 to 6)"
    straight = "hand are all different and (none of hand show 1 or none of hand show 6)"
    hand = ("--dice", "hand: 5 dice")

    patterns = chances(f"10 * {most} + different of number of hand", *hand)

    #         five alike four      full house three      two pairs  pair       nothing and straights
    counts = {51: 6, 42: 150, 32: 300, 33: 1200, 23: 1800, 24: 3600, 15: 480 + 240}
    assert patterns == {pattern: Fraction(count, 7776) for pattern, count in counts.items()}
    assert Fraction(answered(straight, *hand)["chance"]) == Fraction(240, 7776)


def test_sicherman_dice_fall_like_common_ones() -> None:
    odd = chances("sum of 1 die with faces 1 2 2 3 3 4 + sum of 1 die with faces 1 3 4 5 6 8")

    assert odd == chances("sum of 2 dice") == {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}


@pytest.mark.parametrize(("dice", "busts"), [(1, 4), (2, 16), (3, 60), (4, 204), (5, 600), (6, 1440)])
def test_throws_in_which_nothing_scores_at_farkle(dice: int, busts: int) -> None:
    nothing = "none of cup show 1 and none of cup show 5 and no n in 1 to 6 has (count of cup showing n is at least 3)"

    assert Fraction(answered(nothing, "--dice", f"cup: {dice} dice")["chance"]) == Fraction(busts, 6**dice)


# ------------------------------------------------------------------ how it is told


def test_what_is_printed_of_a_number() -> None:
    lines = run("sum of 2 dice").output.splitlines()

    assert lines[0] == "sum of 2 dice: mean 7, standard deviation 2.415"
    assert lines[1].split() == ["chance", "at", "least", "at", "most"]
    assert lines[2] == " 2    1/36   2.78 %  100.00 %    2.78 %  ####"
    assert lines[7] == " 7    6/36  16.67 %   58.33 %   58.33 %  ########################"
    assert len(lines) == 13


def test_what_is_printed_of_a_condition() -> None:
    assert (
        run("at least 1 of 2 dice shows 6").output == "at least 1 of 2 dice shows 6: 11/36 = 30.56 % (11 of 36 ways)\n"
    )
    assert run("sum of 2 dice is 13").output == "sum of 2 dice is 13: 0.00 % (0 of 36 ways)\n"


def test_many_values_are_told_together() -> None:
    lines = run("sum of 3 dice", "--faces", "1 to 40").output.splitlines()

    assert len(lines) <= 2 + 40
    assert lines[2].split()[:3] == ["3", "to", "5"]


def test_equal_dice_are_counted_together() -> None:
    found = odds_of("sum of highest 4 of 12 dice")

    assert (found.rolls, found.ways) == (6188, 6**12)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["sum of 10 dice", "--faces", "1 to 20"], f"20,030,010 different rolls, and at most {MOST_ROLLS:,}"),
        (["sum of highest 3 of 4 dise"], "no dice are thrown here"),
        (["summ of 4 dice"], '"summ" is not known of a set of dice'),
        (["sum of 4 dice +"], "the end of this cannot be read"),
        (["(sum of 4 dice"], "never closed"),
        (["highest 3 of 4 dice"], "several things at once"),
        (["number of 4 dice"], "several things at once"),
        (["sum of 0 dice"], "no dice are thrown here"),
        (["sum of 2 dice / 0"], "divided by 0"),
        (["sum of 2 dice # two"], "write an expression"),
        (["sum of 2 dice", "--faces", "six"], "faces are a range such as 1 to 8"),
        (["sum of cup", "--dice", "cup 3 dice"], "colon"),
        (["sum of 2 dice", "--policy", "random"], "is no game"),
        (["pigg"], "did you mean pig?"),
    ],
)
def test_what_is_refused_in_a_sentence(arguments: list[str], told: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert told in result.output
    assert len(result.output.splitlines()) == 1


def test_terminals_are_not_told_to_obey() -> None:
    assert "\x1b" not in run("sum of 2 dice \x1b[31m").output


# ------------------------------------------------------------------ spreads


@given(st.dictionaries(st.integers(-50, 50), st.integers(1, 30), min_size=1))
def test_figures_of_a_spread(weights: dict[int, int]) -> None:
    total = sum(weights.values())
    spread = Spread.of((value, Fraction(weight, total)) for value, weight in weights.items())
    values = [value for value, weight in weights.items() for _ in range(weight)]
    mean = Fraction(sum(values), total)

    assert list(spread.chances) == sorted(weights)
    assert spread.mean == mean
    assert spread.variance == Fraction(sum(v * v for v in values), total) - mean**2
    assert spread.at_most[-1] == spread.at_least[0] == 1
    assert all(
        least + most - chance == 1
        for least, most, chance in zip(spread.at_least, spread.at_most, spread.chances.values(), strict=True)
    )


@pytest.mark.parametrize(
    ("number", "told"),
    [("7/2", "3.5"), ("-1/3", "-0.333333"), ("0", "0"), ("100", "100"), ("1/1000000", "0.000001"), ("-5", "-5")],
)
def test_decimals(number: str, told: str) -> None:
    assert decimal(Fraction(number)) == told


def test_what_is_possible_is_never_told_as_impossible() -> None:
    assert [percent(Fraction(n, 10**9)) for n in (0, 1, 10**9 - 1, 10**9)] == [
        "0.00 %",
        "< 0.01 %",
        "> 99.99 %",
        "100.00 %",
    ]
