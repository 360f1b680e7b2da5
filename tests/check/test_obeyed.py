"""What a message tells to write is written, word for word, and `check` has nothing more to say."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.about import Setting
from dicedsl.check_door import check
from dicedsl.cli import main
from dicedsl.compile_door import compile_program
from dicedsl.errors import Problem
from dicedsl.program.fingerprint import fingerprint
from dicedsl.rulebook.shelf import Shelf
from dicedsl.text.source import Source

RULES = """\
game "Obeyed"
from "Made up"
aim "Be the first with twenty points."
players 2 to 4, clockwise from anybody

material:
    board marsh of tussocks: grid 5 by 6
    board bay of sea squares: grid 4 by 4
    cup: 3 dice
    hand of each player: 2 dice
    eggs under the heron of each player: 1 die

to keep track:
    each player has points, at first 0
    each tussock has fish, at first 0
    each player has a chosen shelf, at first none
    the game has a pot, at first 0

turn:
    roll cup
    add sum of cup to your points
    {step}

rule raid a shelf:
    add 1 to your points

whenever pot is 3: set pot to 0

end "twenty" when some player has points at least 20: {result}

words:
    kind shelf, shelves: upper, lower
    mice at a shelf are (players where their chosen shelf is the shelf)
    {word}

{part}

example "A case":
    with Anna, Ben
    {case}
"""
PLAIN = {"step": "raid upper", "word": "bonus is 5", "part": "", "result": "that player wins", "case": "roll 1 2 3"}


def errors_of(**lines: str) -> list[Problem]:
    indented = {part: line.replace("\n", "\n" if part == "part" else "\n    ") for part, line in lines.items()}
    text = RULES.format(**{**PLAIN, **indented})
    return [problem for problem in check(Source("obeyed.dice", text)) if problem.is_error]


def obeyed(field: str, line: str, instead: str, **around: str) -> Problem:
    """The only problem of a line. What it tells to write stands in the line that replaces it, of which there is nothing to say."""
    (problem,) = errors_of(**{**around, field: line})
    assert problem.help.split("`")[1] in instead
    assert [error.message for error in errors_of(**{**around, field: instead})] == []
    return problem


@pytest.mark.parametrize(("line", "instead"), [
    ("set pot to count of cup where it shows 1", "set pot to count of (cup where it shows 1)"),
    ("add sum of cup where it shows 1 to your points", "add sum of (cup where it shows 1) to your points"),
    ("if count of cup where it shows 1 is at least 2: roll cup", "if count of (cup where it shows 1) is at least 2: roll cup"),
    ("if pot is 1: set pot to highest of your hand where it shows 3 or it shows 4", "if pot is 1: set pot to highest of (your hand where it shows 3 or it shows 4)"),
    ("roll dice of you where it shows 1", "roll (dice of you where it shows 1)"),
    ("for each player with points at least 3: roll cup", "for each player where their points are at least 3: roll cup"),
    ("for each tussock with fish at least 3: add 1 to pot", "for each tussock where its fish is at least 3: add 1 to pot"),
    ("set pot to count of players with points at least 3", "set pot to count of (players where their points are at least 3)"),
    ("for each die on tussocks: roll it", "for each die in dice on tussocks: roll it"),
    ("for each die on empty tussocks: roll die", "for each die in dice on empty tussocks: roll die"),
    ("for each die at the cup: roll it", "for each die in the cup: roll it"),
    ("for each die of you: roll it", "for each die in dice of you: roll it"),
    ("for each tussock:\n    for each neighbour of the tussock: add 1 to pot", "for each tussock:\n    for each neighbour in neighbours of the tussock: add 1 to pot"),
    ("for each mouse at upper: add 1 to pot", "for each mouse in mice at upper: add 1 to pot"),
    ("if there is at most 1 player in others: roll cup", "if count of others is at most 1: roll cup"),
    ("if there are exactly 2 dice in cup and pot is 1: roll cup", "if count of cup is 2 and pot is 1: roll cup"),
    ("if at most 1 player in others is winner: roll cup", "if at most 1 of others are winner: roll cup"),
    ("if there is an egg in eggs under the heron of you: roll cup", "if eggs under the heron of you is not empty: roll cup"),
    ("if there is no die in your hand: roll cup", "if your hand is empty: roll cup"),
    ("if there is an egg under the heron: roll cup", "if your eggs under the heron is not empty: roll cup"),
    ("if there is no egg under the heron: roll cup", "if your eggs under the heron is empty: roll cup"),
    ("roll egg under the heron", "roll first of your eggs under the heron"),
    ("if you are a mouse at upper: roll cup", "if you are in mice at upper: roll cup"),
    ("if your points least 3: roll cup", "if your points is at least 3: roll cup"),
    ("for each player where points of player at least 3: roll cup", "for each player where points of player is at least 3: roll cup"),
    ("set pot to count of cup showing sum of your hand", "set pot to count of cup showing (sum of your hand)"),
])  # fmt: skip
def test_a_step_is_mended_by_its_message(line: str, instead: str) -> None:
    obeyed("step", line, instead)


@pytest.mark.parametrize(("result", "instead"), [
    ("highest sum of their hand wins", "highest (sum of their hand) wins"),
    ("highest points wins, ties go to the most points", "highest points wins, ties go to the highest points"),
    ("highest points wins, ties go to the fewest points", "highest points wins, ties go to the lowest points"),
])  # fmt: skip
def test_a_result_is_mended_by_its_message(result: str, instead: str) -> None:
    obeyed("result", result, instead)


def test_dice_of_a_player_in_an_example_are_named_one_by_one() -> None:
    obeyed("case", "given cup holds 2 dice of Anna showing 1 2", "given cup holds d1 of Anna d2 of Anna showing 1 2")


@pytest.mark.parametrize(("word", "step", "better", "mended"), [
    ("gap from a number to number goal is goal - the number", "add gap from 1 to (sum of cup) to your points",
     "gap of a number towards number goal is goal - the number", "add gap of 1 towards (sum of cup) to your points"),
    ("fare to the terminus from a number is 2 * the number", "add fare to the terminus from 3 to your points",
     "fare to the terminus of a number is 2 * the number", "add fare to the terminus of 3 to your points"),
    ("steps from a tussock to tussock goal are count of the line from it to goal", "add steps from first of tussocks to (1,2) to pot",
     "steps of a tussock towards tussock goal are count of the line from it to goal", "add steps of first of tussocks towards (1,2) to pot"),
    ("cost of a shelf by number size is rank of the shelf * size", "add cost of upper by 2 to pot",
     "cost of a shelf for number size is rank of the shelf * size", "add cost of upper for 2 to pot"),
    ("a player is safe in a shelf when their chosen shelf is the shelf", "if you are safe in upper: roll cup",
     "a player is safe for a shelf when their chosen shelf is the shelf", "if you are safe for upper: roll cup"),
    ("price from a player:\n    their points are 3 | 1\n    otherwise | 2", "add price from you to pot",
     "price of a player:\n    their points are 3 | 1\n    otherwise | 2", "add price of you to pot"),
    ("the hammer has fallen when sum of cup is 7", "if the hammer has fallen: roll cup",
     "the hammer is fallen when sum of cup is 7", "if the hammer is fallen: roll cup"),
    ("the hammer has fallen when sum of cup is 7 and pot is 1", "if the hammer has not fallen: roll cup",
     "the hammer is fallen when sum of cup is 7 and pot is 1", "if the hammer is not fallen: roll cup"),
    ("a player has a pair when some of their hand show 1", "if you have a pair: roll cup",
     "a player is with a pair when some of their hand show 1", "if you are with a pair: roll cup"),
    ("a player has no luck when some of their hand show 1", "if you have no luck: roll cup",
     "a player is without luck when some of their hand show 1", "if you are without luck: roll cup"),
    ("a player likes the dish when some of cup show 6", "if you like the dish: roll cup",
     "a player is liking the dish when some of cup show 6", "if you are liking the dish: roll cup"),
    ("a player wins the day when all of these hold:\n    some of cup show 6\n    pot is 3", "if you do win the day: roll cup",
     "a player is winning the day when all of these hold:\n    some of cup show 6\n    pot is 3", "if you are winning the day: roll cup"),
    ("the duke sleeps when pot is 3", "if the duke sleeps: roll cup", "the duke is sleeping when pot is 3", "if the duke is sleeping: roll cup"),
    ("dice group form a pair when count of group is 2", "if cup form a pair: roll cup",
     "dice group are forming a pair when count of group is 2", "if cup are forming a pair: roll cup"),
])  # fmt: skip
def test_a_head_that_means_something_else_is_told_where_it_stands(
    word: str, step: str, better: str, mended: str
) -> None:
    (problem,) = errors_of(word=word, step=step)
    head, use = (written.removesuffix(" ...") for written in problem.help.split("`")[1:4:2])

    assert problem.span.text in word.split("\n")[0] and head in better
    assert use.split(" ...")[0].split(" ", 1)[-1] in mended
    assert [error.message for error in errors_of(word=better, step=mended)] == []


@pytest.mark.parametrize(("word", "step"), [
    ("extra points when it rains are 5", "add extra points when it rains to your points"),
    ("the extra points when it rains are 5", "add extra points when it rains to your points"),
    ("gift from a player is 5", "add gift from a player to your points"),
    ("dice to move are (cup where it shows 1)", "move dice to move to your hand"),
])  # fmt: skip
def test_a_name_that_is_used_whole_is_one(word: str, step: str) -> None:
    assert [error.message for error in errors_of(word=word, step=step)] == []


VARIANT = """\
rule bite a tussock, number n: add n to fish of the tussock
rule nip at a tussock: add 1 to fish of the tussock
at the end of each turn: set pot to 0
variant "Harder":
    %s
        add 1 to your points
"""


@pytest.mark.parametrize(("line", "instead"), [
    ("add to rule raid a shelf:", "add to rule raid:"),
    ("add to rule bite a tussock, number n:", "add to rule bite:"),
    ("add to the start of rule nip at a tussock:", "add to the start of rule nip:"),
    ("add to raid:", "add to rule raid:"),
    ("add to whenever pot is 3:", "replace whenever pot is 3:"),
    ('add to end "twenty":', 'replace end "twenty" when some player has points at least 20:'),
    ("add to at the end of each turn:", "at the end of each turn:"),
])  # fmt: skip
def test_what_cannot_be_added_to_is_told_with_the_line_to_write(line: str, instead: str) -> None:
    obeyed(
        "part",
        VARIANT % line,
        VARIANT % instead,
        step="bite first of tussocks, 3\nnip at (first of tussocks)\nraid upper",
    )


def test_steps_are_changed_in_a_rule_by_its_name_alone() -> None:
    (problem,) = errors_of(part='variant "Harder":\n    in rule raid a shelf, remove "stop"')

    assert problem.help == "write `rule raid`"


STATES = """\
a player is in the lead when their points are 7
a tussock is in the open sea when its row is 3
a tussock is beside the otter when its row is 3
a tussock is held when its row is 2
a tussock is flooded when its row is 1
a sea square is open water when its row is 1"""


@pytest.mark.parametrize(("line", "instead"), [
    ("set pot to count of others in the lead", "set pot to count of others who are in the lead"),
    ("set pot to count of empty tussocks in the open sea", "set pot to count of empty tussocks that are in the open sea"),
    ("set pot to count of tussocks beside the otter", "set pot to count of tussocks that are beside the otter"),
    ("for each player in the lead: roll cup", "for each player where they are in the lead: roll cup"),
    ("for each empty tussock beside the otter: add 1 to pot", "for each empty tussock where it is beside the otter: add 1 to pot"),
    ("if there is a player in the lead: roll cup", "if some player is in the lead: roll cup"),
    ("if there is a player who is in the lead: roll cup", "if some player is in the lead: roll cup"),
    ("let ahead be player in the lead", "let ahead be first of players who are in the lead"),
    ("set pot to count of tussocks that are held and beside the otter", "set pot to count of tussocks that are held that are beside the otter"),
    ("if there are 2 tussocks that are held and flooded: roll cup", "if there are 2 tussocks that are held that are flooded: roll cup"),
    ("set pot to count of empty squares", "set pot to count of empty sea squares"),
    ("for each empty square: add 1 to pot", "for each empty sea square: add 1 to pot"),
    ("set pot to count of empty open water", "set pot to count of empty open water sea squares"),
    ("for each open water: add 1 to pot", "for each open water sea square: add 1 to pot"),
])  # fmt: skip
def test_what_is_said_of_something_is_not_taken_for_its_name(line: str, instead: str) -> None:
    part = "rule fish at a tussock: add fish of the tussock to your points"
    obeyed(
        "step",
        f"{line}\nfish at (first of tussocks)",
        f"{instead}\nfish at (first of tussocks)",
        word=STATES,
        part=part,
    )


@pytest.mark.parametrize(("head", "steps", "call"), [
    ("console the player with no luck", "add 1 to points of player with no luck", "console left neighbour of you"),
    ("console the player with no luck, number n", "add n to points of the player with no luck", "console left neighbour of you, 3"),
    ("console a player in the dark", 'say "{player in the dark}"', "console left neighbour of you"),
    ("wade to the tussock in the marsh", "add 1 to fish of tussock in the marsh", "wade to (first of tussocks)"),
])  # fmt: skip
def test_what_a_rule_is_given_is_called_by_its_kind_and_more(head: str, steps: str, call: str) -> None:
    assert [error.message for error in errors_of(part=f"rule {head}:\n    {steps}", step=call)] == []


def test_a_rule_that_says_more_of_what_it_is_given_than_its_steps_is_told_its_head() -> None:
    (problem,) = errors_of(part="rule console the player with no luck: roll cup", step="console left neighbour of you")

    assert problem.help == "write `rule console the player:` if `player` is what the rule is given"
    assert not errors_of(part="rule console the player: roll cup", step="console left neighbour of you")


def test_places_are_one_each_as_the_text_has_it() -> None:
    part = "rule fish at a {0}: add 1 to ice of the {0}\nto keep track: each {0} has ice, at first 0"
    for one, several in (("floe", "floes"), ("zoe", "zoes"), ("quiche", "quiches")):
        rules = RULES.replace("bay of sea squares", f"bay of {several}")
        text = rules.format(**{**PLAIN, "part": part.format(one), "step": f"fish at (first of {several})"})
        assert [problem.message for problem in check(Source("obeyed.dice", text)) if problem.is_error] == []


WIND = """\
lamps in the wind are (tussocks where its row is 3)
lamps of the wind are (tussocks where its row is 2)
a die is a stone when it shows 1"""


@pytest.mark.parametrize(("line", "instead"), [
    ("if there is a stone in cup: roll cup", "if some of cup are stone: roll cup"),
    ("if there is no stone in cup: roll cup", "if none of cup are stone: roll cup"),
    ("if there are 2 stones in cup and pot is 1: roll cup", "if exactly 2 of cup are stone and pot is 1: roll cup"),
    ("if there are at least 2 stones in cup: roll cup", "if at least 2 of cup are stone: roll cup"),
    ("if there is a stone die in cup: roll cup", "if some of cup are stone: roll cup"),
    ("if there are 2 dice in cup: roll cup", "if count of cup is 2: roll cup"),
    ("if there is an empty tussock in lamps in the wind: roll cup", "if some of lamps in the wind are empty: roll cup"),
    ("if there is a lamp in the wind: roll cup", "if there are lamps in the wind: roll cup"),
    ("if there is no lamp in the wind: roll cup", "if there are no lamps in the wind: roll cup"),
    ("if there is a lamp of the wind: roll cup", "if there are lamps of the wind: roll cup"),
    ("if some lamp of the wind is taken: roll cup", "if some of lamps of the wind are taken: roll cup"),
    ("if some lamp in the wind is taken: roll cup", "if some lamp in lamps in the wind is taken: roll cup"),
    ("for each lamp in the wind: add 1 to pot", "for each lamp in lamps in the wind: add 1 to pot"),
    ("for each lamp of the wind: add 1 to pot", "for each lamp in lamps of the wind: add 1 to pot"),
])  # fmt: skip
def test_what_is_asked_of_one_is_not_asked_of_all(line: str, instead: str) -> None:
    obeyed("step", line, instead, word=WIND)


def test_who_asks_for_what_is_not_explained_is_told_to_explain_it() -> None:
    (problem,) = errors_of(step="if there is a coin in cup: roll cup")
    asked, word, either = problem.help.split("`")[1], problem.help.split("`")[5], problem.help.split("`")[7]

    assert asked == "some of cup are coin" and word == "a die is coin when ..."
    assert not errors_of(step=f"if {asked}: roll cup", word=word.replace("...", "it shows 1"))
    assert not errors_of(step=f"if {either}: roll cup")


@pytest.mark.parametrize(("line", "instead"), [
    ("set pot to count of tussocks above water", "set pot to count of tussocks that are above water"),
    ("set pot to count of empty tussocks above water", "set pot to count of empty tussocks that are above water"),
    ("for each tussock above water: add 1 to pot", "for each tussock where it is above water: add 1 to pot"),
    ("if there is a tussock above water: roll cup", "if some tussock is above water: roll cup"),
    ("let dry be tussock above water", "let dry be first of tussocks that are above water"),
    ("add sum of fish of tussocks above water to pot", "add sum of fish of tussocks that are above water to pot"),
    ("add number of cup to pot", "add sum of cup to pot"),
    ("if number of cup is at least 3: roll cup", "if sum of cup is at least 3: roll cup"),
    ("add cup to pot", "add sum of cup to pot"),
    ("let low be lowest of 24", "let low be 24"),
])  # fmt: skip
def test_what_stands_there_is_meant(line: str, instead: str) -> None:
    assert [error.message for error in errors_of(step=instead, word="a tussock is above water when its row is 1")] == []
    (problem,) = errors_of(step=line, word="a tussock is above water when its row is 1")
    said = problem.help.split("`")[1]
    assert said in instead or (problem.help.startswith("leave out") and instead == line.replace(f"{said} ", ""))


def test_a_noun_of_each_player_is_not_taken_for_another_one() -> None:
    (problem,) = errors_of(step="set pot to count of rival hand")
    whose, name = problem.help.split("`")[3:6:2]

    assert "mean" not in problem.help
    assert not errors_of(step=f"set pot to count of {whose}")
    assert not errors_of(step=f"set pot to count of {name}", word=f"{name} is hand of others")


def test_the_others_in_a_word_about_a_player() -> None:
    for said in ("has points at least their points", "is winner"):
        word = f"a player is leading when no other player {said}"
        (problem,) = errors_of(word=word)

        assert not errors_of(word=word.replace(problem.span.text, problem.help.split("`")[1]))


@pytest.mark.parametrize(("head", "call", "steps"), [
    ("catch a thief", "catch left neighbour of you", "add 1 to points of the thief"),
    ("catch a thief at a shelf", "catch left neighbour of you at upper", "add 1 to points of thief"),
    ("fish in a puddle", "fish in (first of tussocks)", "add 1 to fish of the puddle"),
])  # fmt: skip
def test_a_rule_that_is_given_no_kind_of_thing_is_told_at_its_head(head: str, call: str, steps: str) -> None:
    (problem,) = errors_of(part=f"rule {head}:\n    {steps}", step=call)
    better, kind, noun, named = problem.help.split("`")[1:8:2]

    assert problem.span.text == head
    assert not errors_of(part=f"{better}\n    {steps.replace(f'the {noun}', noun).replace(noun, kind)}", step=call)
    assert not errors_of(part=f"rule {head.replace(f'a {noun}', named)}:\n    {steps}", step=call)


def test_a_rule_that_is_called_by_all_its_words_is_given_nothing() -> None:
    assert not errors_of(part="rule catch a thief: roll cup", step="catch a thief")


OTHERS_DICE = """\
choose:
    "keep" {amount} cup as kept:
        only if {test}; otherwise the player hears "No."
        roll kept
    "leave" """


@pytest.mark.parametrize(("amount", "test", "better", "mended"), [
    ("up to 2 of", "pot is 3", "1 to 2 of", "pot is 3"),
    ("one of", "kept does not show 6", "one of", "not kept shows 6"),
    ("one or more of", "kept do not show 6", "one or more of", "none of kept show 6"),
    ("one of", "your hand has fewer than 3 dice", "one of", "count of your hand is less than 3"),
    ("one of", "left neighbour of you has more points than you", "one of", "points of left neighbour of you are more than your points"),
    ("one of", "you have fewer points than left neighbour of you", "one of", "your points are less than points of left neighbour of you"),
    ("one of", "pot is 3 and you have at least 5 points", "one of", "pot is 3 and your points are at least 5"),
])  # fmt: skip
def test_an_alternative_is_mended_by_its_message(amount: str, test: str, better: str, mended: str) -> None:
    line, instead = (OTHERS_DICE.format(amount=a, test=b).rstrip() for a, b in ((amount, test), (better, mended)))
    obeyed("step", line, instead)


@pytest.mark.parametrize(("line", "instead"), [
    ("move the highest die in cup to your hand", "move highest 1 of cup to your hand"),
    ("move lowest die of cup to your hand", "move lowest 1 of cup to your hand"),
    ("if a player has 10 points: roll cup", "if some player has points at least 10: roll cup"),
    ("if every player has fewer than 3 points: roll cup", "if every player has points less than 3: roll cup"),
    ("if no player has exactly 3 points: roll cup", "if no player has (points is 3): roll cup"),
    ("let low be lowest of 24 and pot", "let low be lowest of (24, pot)"),
    ("if pot is highest of 24 and your points: roll cup", "if pot is highest of (24, your points): roll cup"),
    ("add lowest of 24 and your points to pot", "add lowest of (24, your points) to pot"),
    ("in turn from the player with the fewest points: roll cup", "in turn from the first of players with the lowest points: roll cup"),
])  # fmt: skip
def test_ordinary_words_are_told_in_the_words_of_the_language(line: str, instead: str) -> None:
    obeyed("step", line, instead)


@pytest.mark.parametrize(("line", "said"), [
    ("show hand to you", "seen by owner"), ("show one of your hand to you", "seen by owner"),
    ("set pot to count of (tussocks where distance from it is at most 3)", "count of the line from p to q - 1"),
])  # fmt: skip
def test_what_cannot_be_said_so_is_told_with_what_there_is(line: str, said: str) -> None:
    (problem,) = errors_of(step=line)

    assert said in problem.help


def test_the_line_that_is_offered_for_a_distance_can_be_counted() -> None:
    assert not errors_of(
        step="set pot to count of (tussocks where count of the line from it to (1,1) - 1 is at most 3)"
    )


@pytest.mark.parametrize("word", [
    "three is count of lines of 3 in taken tussocks", "three are lines of 3 in taken tussocks",
    "score of a player is pot + 3 * count of lines of 3 in taken tussocks",
])  # fmt: skip
def test_lines_in_places_stand_in_brackets(word: str) -> None:
    obeyed("word", word, word.replace("lines of 3 in taken tussocks", "(lines of 3 in taken tussocks)"))


def test_a_word_of_two_things_takes_no_name_that_is_asked_of_one() -> None:
    word = "tussock behind a die for die pusher is tussock of the die + (tussock of the die - tussock of pusher)"
    (problem,) = errors_of(word=word)
    head = problem.help.split("`")[1]

    assert problem.code == "E327" and word.startswith(problem.span.text)
    assert not errors_of(word=word.replace(problem.span.text, head))


@pytest.mark.parametrize(("word", "step"), [
    ("squares next to you are (tussocks where its row is 3)", "set pot to count of squares next to you"),
    ("lamps of others next to you are (tussocks where its row is 3)", "for each tussock in lamps of others next to you: add 1 to pot"),
    ("place where you are is (first of tussocks)", "set pot to row of place where you are"),
])  # fmt: skip
def test_a_name_may_end_with_you(word: str, step: str) -> None:
    assert not errors_of(word=word, step=step)


def test_what_is_none_at_first_is_told_once_where_it_is_set() -> None:
    part = "to keep track: each player has a {0}, at first none\nwhenever some player has ({0} is upper): roll cup"
    (problem,) = errors_of(part=part.format("way in"), step="set your way in to upper")
    name = problem.help.split("`")[1]

    assert problem.code == "E411"
    assert not errors_of(part=part.format(name), step=f"set your {name} to upper")


def test_what_several_have_is_said_with_of() -> None:
    obeyed("step", "set pot to count of others' hand", "set pot to count of hand of others")


def test_what_somebody_has_done_is_remembered() -> None:
    step = OTHERS_DICE.format(amount="one of", test="you have not rolled this turn").rstrip()
    (problem,) = errors_of(step=step)
    section, line, now, asked = problem.help.split("`")[1:8:2]

    part = f"{section} {line}\nrule note it: {now}"
    assert not errors_of(step=step.replace("you have not rolled this turn", asked), part=part)


def test_what_is_no_kind_is_told_once() -> None:
    memory = "to keep track:\n    each flow has ice, at first 0\n    each flow has cracks, at first 0"
    word = "a flow is free when it is empty and its row is 1\na flow is open when it is taken"
    (problem,) = errors_of(part=memory, step="for each flow: roll cup", word=word)

    assert (problem.code, problem.span.text) == ("E356", "flow")


def program_of(**lines: str) -> object:
    text = RULES.format(**{**PLAIN, **{part: line.replace("\n", "\n    ") for part, line in lines.items()}})
    return fingerprint(compile_program(Source("obeyed.dice", text), Shelf(()), Setting(3)))


@pytest.mark.parametrize(("field", "line", "usual"), [
    ("step", "for each player who is winner: add 1 to their points", "for each player in players who are winner: add 1 to their points"),
    ("step", "for each player who is not winner:\n    add 1 to pot", "for each player in players who are not winner:\n    add 1 to pot"),
    ("step", "for each tussock whose fish is at least 3: add 1 to pot", "for each tussock where its fish is at least 3: add 1 to pot"),
    ("step", "for each shelf with the highest rank: raid the shelf", "for each shelf in shelves with the highest rank: raid the shelf"),
    ("step", "for each player who is winner whose points are 3 where pot is 1: add 1 to pot",
     "for each player in players who are winner whose points are 3 where pot is 1: add 1 to pot"),
    ("step", "if you are neither winner nor in mice at upper: roll cup", "if not (you are winner or you are in mice at upper): roll cup"),
    ("step", "if you are either in mice at upper or winner: roll cup", "if you are in mice at upper or you are winner: roll cup"),
    ("step", "draw a token from cup\nadd number of the token to pot", "draw one of cup as token\nadd number of the token to pot"),
    ("step", 'choose:\n    "lend" one of your hand as loan to one of others as friend: move loan to hand of friend',
     'choose:\n    "lend" one of your hand as loan, one of others as friend: move loan to hand of friend'),
    ("step", 'choose:\n    "lend a die" to one of others as friend, from one of empty tussocks as goal: add 1 to points of friend',
     'choose:\n    "lend a die" one of others as friend, one of empty tussocks as goal: add 1 to points of friend'),
    ("result", "the first in turn from left neighbour of you who is winner wins", "the first in turn from (left neighbour of you) who is winner wins"),
])  # fmt: skip
def test_it_is_read_as_the_usual_form(field: str, line: str, usual: str) -> None:
    assert program_of(**{field: line}) == program_of(**{field: usual})


MAY = 'choose:\n    "go" one of empty tussocks as goal: add 1 to your points\n    "stop"'


@pytest.mark.parametrize(("line", "wrong"), [
    ("roll 1 2 3\ngiven d1 of Anna stands on (1,1) and d2 of Anna stands on (2,1)\nnow place of d1 of Anna is (1,1) and place of d2 of Anna is (2,1)",
     "roll 1 2 3\ngiven d1 of Anna stands on (1,1) and d2 of Anna stands on (2,1)\nnow place of d2 of Anna is (1,1)"),
    ('roll 1 2 3\nAnna may choose "stop", "go" (1,2)', 'roll 1 2 3\nAnna may choose "go" (9,2)'),
    ('roll 1 2 3\nAnna may choose "go" any', 'roll 1 2 3\ngiven d1 of Anna stands on (1,2)\nAnna may choose "go" (1,2)'),
])  # fmt: skip
def test_a_line_of_an_example_does_what_it_says(line: str, wrong: str, tmp_path: Path) -> None:
    def tried(case: str) -> int:
        path = tmp_path / "obeyed.dice"
        path.write_text(
            RULES.format(**{**PLAIN, "step": MAY.replace("\n", "\n    "), "case": case.replace("\n", "\n    ")})
        )
        return CliRunner().invoke(main, ["test", str(path)]).exit_code

    assert (tried(line), tried(wrong)) == (0, 1)


OWNED = """turn: roll cup

to keep track:
    each player has carrots, at first 3
    each player has an antidote, at first yes
    the game has weather, at first 1

material:
    bag: 12 gold dice
    basket: no dice
    larder of each player: no dice

words:
    a die is deadly when it shows 6
    sailors of a shelf are (players where their chosen shelf is the shelf)
    {word}
"""


def told(field: str, line: str, instead: str) -> None:
    """What is told to write stands in the line that replaces it, and `check` has nothing more to say."""
    plain = {**PLAIN, "part": OWNED.split("\n", 2)[2].format(word="spare is 2")}

    def said(text: str) -> list[Problem]:
        indented = text.replace("\n", "\n    ")
        texts = (
            {**plain, field: indented}
            if field != "own"
            else {**plain, "part": OWNED.split("\n", 2)[2].format(word=indented)}
        )
        return [problem for problem in check(Source("obeyed.dice", RULES.format(**texts))) if problem.is_error]

    (problem,) = said(line)
    assert problem.help.split("`")[1] in instead
    assert problem.help.startswith("write `")
    assert [error.message for error in said(instead)] == []


@pytest.mark.parametrize(("field", "line", "instead"), [
    ("step", "if you have a carrot: roll cup", "if your carrots are at least 1: roll cup"),
    ("step", "if you have no carrots left: roll cup", "if your carrots are 0: roll cup"),
    ("step", "if you still have your antidote: roll cup", "if your antidote is yes: roll cup"),
    ("step", "if you do not have an antidote: roll cup", "if your antidote is no: roll cup"),
    ("step", "if left neighbour of you has at most 2 carrots: roll cup", "if carrots of left neighbour of you are at most 2: roll cup"),
    ("step", "for each player where they have no antidote: roll cup", "for each player where their antidote is no: roll cup"),
    ("step", "if you have tea in the larder: roll cup", "if your larder is not empty: roll cup"),
    ("step", "if basket has at least 2 mushrooms: roll cup", "if count of basket is at least 2: roll cup"),
    ("step", "if the basket has a deadly mushroom: roll cup", "if count of (the basket that are deadly) is at least 1: roll cup"),
    ("step", "if upper has no sailors: roll cup", "if sailors of upper is empty: roll cup"),
    ("own", "a shelf is lost when it has no sailors", "a shelf is lost when its sailors is empty"),
    ("case", "roll 1 2 3\nnow Ben has no antidote", "roll 1 2 3\nnow antidote of Ben is no"),
    ("step", "if there is a deadly token in the basket: roll cup", "if some of the basket are deadly: roll cup"),
    ("step", "if there are at least 2 deadly tokens in the basket: roll cup", "if at least 2 of the basket are deadly: roll cup"),
    ("step", "if there are at most 6 tokens in the bag: roll cup", "if count of the bag is at most 6: roll cup"),
    ("step", "if at most 6 dice are left in the bag: roll cup", "if count of the bag is at most 6: roll cup"),
    ("step", "if no dice are left in the bag: roll cup", "if the bag is empty: roll cup"),
    ("step", "if weather is 1, raid upper", "if weather is 1: raid upper"),
    ("step", "put cup into the basket", "move cup to the basket"),
    ("step", "each player secretly rolls their larder", "for each player: roll their larder"),
    ("step", "you roll cup", "roll cup"),
    ("step", "your antidote is now no", "set your antidote to no"),
    ("step", 'choose:\n    "keep" a deadly mushroom from the basket: roll mushroom', 'choose:\n    "keep" one of basket that are deadly as mushroom: roll mushroom'),
    ("step", 'choose:\n    "keep" 2 mushrooms from the basket: roll mushrooms', 'choose:\n    "keep" 2 of basket as mushrooms: roll mushrooms'),
    ("step", 'choose:\n    "pay" one of others in your chosen shelf as rival: add 1 to points of rival',
     'choose:\n    "pay" one of others whose chosen shelf is your chosen shelf as rival: add 1 to points of rival'),
    ("result", "most points wins", "highest points wins"),
    ("result", "the player with most points wins", "highest points wins"),
    ("result", "the first of players with the highest points wins the game", "the first of players with the highest points wins"),
    ("step", "you lose a carrot", "take 1 from your carrots"),
    ("step", "if pot is 1: gain 2 points", "if pot is 1: add 2 to your points"),
    ("step", "every player loses 1 point", "for each player: take 1 from their points"),
    ("step", "pot goes up by 2", "add 2 to pot"),
    ("step", "your carrots decrease by 1", "take 1 from your carrots"),
    ("step", "if pot is 3 or more: roll cup", "if pot is at least 3: roll cup"),
    ("step", "if sum of cup is less than or equal to pot: roll cup", "if sum of cup is at most pot: roll cup"),
    ("step", "if somebody has 3 carrots: roll cup", "if some player has carrots at least 3: roll cup"),
    ("step", "if a player reaches 9 carrots: roll cup", "if some player has carrots at least 9: roll cup"),
    ("step", "roll the dice in the cup", "roll cup"),
    ("step", "roll cup and basket", "roll cup + basket"),
    ("step", "for each die which shows 1: add 1 to pot", "for each die where it shows 1: add 1 to pot"),
    ("step", "for each of others: add 1 to pot", "for each player in others: add 1 to pot"),
    ("step", "repeat up to 3 times:\n    roll cup", "repeat 3 times:\n    roll cup"),
    ("step", "if you aren't winner: roll cup", "if you are not winner: roll cup"),
    ("step", "add 1 to pot for each of cup", "add count of cup to pot"),
    ("step", "add 2 to your points for each of (cup where it shows 1)", "add 2 * count of (cup where it shows 1) to your points"),
    ("step", "if pot is 1: take 1 from pot for every die in cup showing 2", "if pot is 1: take count of (cup showing 2) from pot"),
    ("step", "add 1 to pot for each player", "add count of players to pot"),
    ("step", "if first of cup is not on the basket: roll cup", "if first of cup is not in basket: roll cup"),
    ("own", "dice load is a pair when count of dice load is 2", "dice load is a pair when count of load is 2"),
    ("step", 'choose:\n    "keep" at least 2 of cup as kept: roll kept', 'choose:\n    "keep" (2 to count of cup) of cup as kept: roll kept'),
    ("step", 'choose:\n    "keep" two or more of (cup where it shows 1) as kept: roll kept',
     'choose:\n    "keep" (2 to count of (cup where it shows 1)) of (cup where it shows 1) as kept: roll kept'),
    ("step", 'choose:\n    "keep" at most 2 of cup as kept: roll kept', 'choose:\n    "keep" 1 to 2 of cup as kept: roll kept'),
    ("case", "Anna rolls 1 2 3", "roll 1 2 3"),
    ("result", "highest points wins, ties go to the greatest carrots", "highest points wins, ties go to the highest carrots"),
    ("result", "the player with the most points wins", "highest points wins"),
    ("result", "whoever has the fewest points wins", "lowest points wins"),
    ("own", "a player is ahead when their points are more than those of every other player",
     "a player is ahead when every p in players except the player has points less than points of the player"),
    ("own", "stops of a shelf:\n    the shelf is upper | upper, lower\n    otherwise | lower", "stops of a shelf:\n    the shelf is upper | upper + lower\n    otherwise | lower"),
    ("case", "given d1 of Anna stands on (1,1), d2 of Anna stands on (2,1)\nroll 1 2 3", "given d1 of Anna stands on (1,1) and d2 of Anna stands on (2,1)\nroll 1 2 3"),
    ("case", "given d1 of Anna stands on (1,1)\nroll 1 2 3\nnow weather is 1 and d1 of Anna stands on (1,1) and Ben is next",
     "given d1 of Anna stands on (1,1)\nroll 1 2 3\nnow weather is 1 and tussock of d1 of Anna is (1,1) and Ben is next"),
    ("case", "given larder of Anna holds 1 gold\nroll 1 2 3\nnow larder of Anna holds 1 gold, 0 plain", "given larder of Anna holds 1 gold\nroll 1 2 3\nnow count of (larder of Anna where it is gold) is 1 and count of (larder of Anna where it is plain) is 0"),
])  # fmt: skip
def test_sentences_of_rulebooks_are_rewritten(field: str, line: str, instead: str) -> None:
    told(field, line, instead)


@pytest.mark.parametrize(("field", "line", "held"), [
    ("step", "if you have tea: roll cup", "nothing here is called `tea`"),
    ("step", "draw 3 of bag as offers", "`repeat 3 times:`, and below it, indented, `draw one of bag as offer`"),
    ("result", "highest points wins, ties go to the player who is hungry", "`they are hungry | 1`"),
    ("step", "choose one die from the cup as kept: roll kept", '`"take" one of cup as kept: roll kept`'),
    ("step", 'choose:\n        "water" a tussock next to you as spot: add 1 to pot', '`"water" one of cup as kept:`'),
    ("own", "a player is far when all players who walked at least as far are winner", "`players who are ready`"),
    ("own", "a player is first when no other player has as many of it", "say by its name what is compared"),
    ("own", "every cook has cooked when pot is 3", "such as `the end is near when ...`"),
    ("part", "after the last round: add 1 to pot", "write it below `end \"twenty\" when some player has points at least 20:`"),
    ("result", "players of the crew with the most hearts win", "`highest hearts wins` if the players have hearts"),
])  # fmt: skip
def test_what_cannot_be_known_is_told_with_the_forms_that_may_stand_there(field: str, line: str, held: str) -> None:
    rest = OWNED.split("\n", 2)[2]
    texts = {**PLAIN, "part": rest.format(word="spare is 2"), field: line}
    if field == "own":
        texts = {**PLAIN, "part": rest.format(word=line)}
    problems = [problem for problem in check(Source("obeyed.dice", RULES.format(**texts))) if problem.is_error]

    assert len(problems) == 1
    assert held in f"{problems[0].message} {problems[0].help}"


def test_a_word_is_explained_of_something() -> None:
    assert (
        errors_of(
            word="a player is king of a shelf when their chosen shelf is the shelf",
            step="if you are king of upper: roll cup",
        )
        == []
    )
    assert program_of(
        word="a player is king of a shelf when their chosen shelf is the shelf",
        step="if some player is king of upper: roll cup",
    ) == program_of(
        word="a player is king for a shelf when their chosen shelf is the shelf",
        step="if some player is king for upper: roll cup",
    )
