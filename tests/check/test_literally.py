"""Natural sentences of authors: they are understood, or what the message tells to write stands in place of what it marks."""

from __future__ import annotations

import re

import pytest

from dicedsl.check_door import check
from dicedsl.errors import Problem
from dicedsl.text.source import Source

RULES = """\
game "Harvest"
from "Made up"
aim "Be the first with twenty coins."
players 2 to 4, clockwise from anybody

material:
    board trail of ledges: grid 3 by 6
    cup: 3 dice
    weather die: 1 die
    dice in hand of each player: 2 dice
    goats of each player: 2 dice named d1 to d2
    basket: no dice
    {material}

to keep track:
    each player has coins, at first 0
    each player has carrots, at first 0
    each player is out of favour, at first no
    each die is tired, at first no
    the game has a captain, at first nobody
    the game has snow, at first 0
    each round has drinkers players, at first none
    {memory}

turn:
    roll cup
    roll weather die
    add sum of cup to your coins
    {step}

rule pay a number: take it from your coins

end "twenty" when some player has coins at least 20: that player wins

words:
    kind stop, stops: mill, school, inn
    odd ones are (cup where it shows 1)
    a player is careful when their coins are 3
    {word}

example "A case":
    with Anna, Ben
    {case}
"""
PLAIN = {
    "material": "box: no dice",
    "memory": "the game has a pot, at first 0",
    "step": "roll cup",
    "word": "bonus is 5",
    "case": "roll 1 2 3 4",
}


def errors_of(field: str, line: str) -> list[Problem]:
    text = RULES.format(**{**PLAIN, field: line.replace("\n", "\n    ")})
    return [problem for problem in check(Source("harvest.dice", text)) if problem.is_error]


def obeyed(field: str, line: str) -> str:
    """The line as it is when what its only message tells to write stands in place of what is marked."""
    text = RULES.format(**{**PLAIN, field: line.replace("\n", "\n    ")})
    (problem,) = [problem for problem in check(Source("harvest.dice", text)) if problem.is_error]
    written = re.match(r"write `([^`]+)`", problem.help)
    assert written is not None and "..." not in written[1], problem.help
    before, after = RULES.format(**{**PLAIN, field: "\0"}).split("\0")
    mended = f"{text[: problem.span.start]}{written[1]}{text[problem.span.end :]}"
    return mended.removeprefix(before).removesuffix(after).replace("\n    ", "\n")


STEPS = """\
if you have a carrot: roll cup | if your carrots are at least 1: roll cup
if you have no carrots: roll cup | if your carrots are 0: roll cup
if you still have a carrot: roll cup | if your carrots are at least 1: roll cup
if you have dice in hand: roll cup | if your dice in hand is not empty: roll cup
if left neighbour of you has no carrot: roll cup | if carrots of left neighbour of you are 0: roll cup
if some player has no carrots: roll cup | if some player has (carrots is 0): roll cup
if basket has at least 2 mushrooms: roll cup | if count of basket is at least 2: roll cup
if at most 6 dice are left in basket: roll cup | if count of basket is at most 6: roll cup
for each player who has no carrots: add 1 to their coins | for each player where their carrots are 0: add 1 to their coins
if snow is 1, roll cup | if snow is 1: roll cup
if snow is 1: most coins wins | if snow is 1: highest coins wins
if snow is 1: the player with the most coins wins | if snow is 1: highest coins wins
if snow is 1: highest coins wins, ties go to the fewest carrots | if snow is 1: highest coins wins, ties go to the lowest carrots
goats of players are no longer tired | for each die in goats of players: the die is no longer tired
move cup back to the basket | move cup to the basket
put cup into the basket | move cup to the basket
put cup into basket | move cup to basket
if weather die shows 5 or 6: roll cup | if some of numbers of weather die are in (5, 6): roll cup
if first of cup shows 5 or 6: roll cup | if number of first of cup is in (5, 6): roll cup
add one to snow | add 1 to snow
add a carrot to your carrots | add 1 to your carrots
if there is snow: roll cup | if snow is more than 0: roll cup
if there is no snow: roll cup | if snow is 0: roll cup
roll your odd ones | roll odd ones that are yours
if square of first of cup is (1,2): roll cup | if ledge of first of cup is (1,2): roll cup
let high place be (snow, snow + 1) | let high place be first of (trail where its row is snow and its column is (snow + 1))
if you are careful and not out of favour: roll cup | if you are careful and you are not out of favour: roll cup
add 1 to coins of the player with the most carrots | add 1 to coins of the first of players with the highest carrots"""


@pytest.mark.parametrize("row", STEPS.splitlines())
def test_a_step_is_mended_by_doing_literally_what_is_told(row: str) -> None:
    line, instead = row.split(" | ")

    assert obeyed("step", line) == instead
    assert errors_of("step", instead) == []


WORDS = r"""
a player is ahead when their coins are more than those of every other player / a player is ahead when every p in players except the player has coins less than coins of the player
a player is ahead when they have more coins than every other player / a player is ahead when every p in players except the player has coins less than coins of the player
a player is ahead when no other player has coins at least their coins / a player is ahead when none of players except the player have coins at least coins of the player
stops by the road are mill, school / stops by the road are mill + school
stops by the road are mill or school / stops by the road are mill + school
next of a stop:\n    mill | school, inn\n    school | mill + inn\n    inn | mill / next of a stop:\n    mill | school + inn\n    school | mill + inn\n    inn | mill
next of a stop:\n    mill | school or inn\n    school | mill + inn\n    inn | mill / next of a stop:\n    mill | school + inn\n    school | mill + inn\n    inn | mill"""


@pytest.mark.parametrize("row", WORDS.strip().replace("\\n", "\0").splitlines())
def test_a_word_is_mended_by_doing_literally_what_is_told(row: str) -> None:
    line, instead = row.replace("\0", "\n").split(" / ")

    assert obeyed("word", line) == instead
    assert errors_of("word", instead) == []


CASES = r"""
roll 1 2 3 4\nnow snow is 0 and d1 of Anna stands on (2,2) and Ben is next / roll 1 2 3 4\nnow snow is 0 and ledge of d1 of Anna is (2,2) and Ben is next
roll 1 2 3 4\nnow goats of Anna holds 2 dice / roll 1 2 3 4\nnow count of goats of Anna is 2
given weather die is 6 / given weather die holds 1 dice showing 6"""


@pytest.mark.parametrize("row", CASES.strip().replace("\\n", "\0").splitlines())
def test_a_line_of_a_case_is_mended_by_doing_literally_what_is_told(row: str) -> None:
    line, instead = row.replace("\0", "\n").split(" / ")

    assert obeyed("case", line) == instead
    assert errors_of("case", instead) == []


@pytest.mark.parametrize("step", [
    "for each die in goats of players: add number of it to your coins", "for each goat in goats of players: add number of the goat to your coins",
    "for each careful player: add 2 to their coins", "for each careful player: add 2 to coins of that player",
    "for each careful player:\n    for each d in cup: add number of d to coins of the player",
    "set captain to the first in turn from left neighbour of captain who is careful", "for each player who is careful: add 1 to their coins",
    'choose:\n    "greet" to one of others as friend: add 1 to coins of friend\n    "leave"', "if you are neither captain nor in others: roll cup",
])  # fmt: skip
def test_what_means_something_costs_no_error(step: str) -> None:
    assert errors_of("step", step) == []


def test_a_rule_may_be_given_what_its_caller_calls_so() -> None:
    text = RULES.format(**{**PLAIN, "step": "for each goat in your goats: wake the goat"})
    text = text.replace("rule pay a number", "rule wake a die goat: roll goat\n\nrule pay a number")

    assert [p.message for p in check(Source("harvest.dice", text)) if p.is_error] == []


@pytest.mark.parametrize(("memory", "step"), [
    ("each round has guests, at first none", "add you to guests\nif you are in guests: set snow to count of guests"),
    ("the game has visited, at first none", "add mill to visited\nif mill is in visited: roll cup"),
])  # fmt: skip
def test_what_is_none_at_first_holds_what_is_added_to_it(memory: str, step: str) -> None:
    text = RULES.format(**{**PLAIN, "memory": memory, "step": step.replace("\n", "\n    ")})

    assert [p.message for p in check(Source("harvest.dice", text)) if p.is_error] == []


def test_what_follows_from_a_memory_that_is_refused_is_not_told() -> None:
    text = RULES.format(
        **{**PLAIN, "memory": "each goblin is angry, at first no", "step": "if first of cup is angry: roll cup"}
    )
    (problem,) = [p for p in check(Source("harvest.dice", text)) if p.is_error]

    assert (problem.code, problem.span.text) == ("E356", "goblin")


@pytest.mark.parametrize("name", ["snow squared", "twice snow", "brought"])
def test_a_name_that_says_more_is_not_taken_for_a_slip(name: str) -> None:
    (problem,) = errors_of("step", f"add {name} to your coins")

    assert "did you mean" not in problem.help


@pytest.mark.parametrize(("field", "line", "told"), [
    ("step", "you are now protected", "such as `each player is protected, at first no`"),
    ("step", "each player rolls a die", "write `for each player:`, and below it"),
    ("step", "draw 3 of cup as offer", "`repeat 3 times:`, and below it, indented, `draw one of cup as offer`"),
    ("step", "if you are on the road: roll cup", "explain it under `words:`, such as `a player is on top when ...`"),
    ("step", "if others in the mill are careful: roll cup", "write `(others where ...)`"),
    ("material", "bag: 3 gold dice, 4 red dice", "write `bag: 3 gold dice`, each further colour as a line of its own, `red bag: 4 red dice`, and in `setup:` `move red bag to bag`"),
    ("word", "every cook has cooked when snow is 3\nlate is (every cook has cooked)", "such as `the end is near when ...`"),
])  # fmt: skip
def test_what_cannot_be_said_so_is_told_plainly(field: str, line: str, told: str) -> None:
    (problem,) = errors_of(field, line)

    assert told in problem.help
