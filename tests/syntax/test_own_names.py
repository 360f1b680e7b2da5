"""Names that hold words of the language: found where they are declared, one word wherever they stand, and never where a
line of old is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedsl.check_door import check
from dicedsl.interpreter.examples.testing import test_path as examples_of
from dicedsl.rulebook.file_loader import FileLoader
from dicedsl.rulebook.files import read
from dicedsl.rulebook.library import shipped_files
from dicedsl.syntax.declared_names import find_declared_names
from dicedsl.syntax.formatter import format_text
from dicedsl.syntax.parser import parse, parse_or_raise
from dicedsl.text.source import Source

ALL = Path(__file__).parent.parent / "language" / "own-names.dice"
HEAD = 'game "X"\nplayers 2\n'

LIBRARY = """\
library "Tolls"
to keep track:
    each player has price of entry, at first 2
words: price of passage is 3
rule pay on entry for player p:
    add price of passage to price of entry of p
"""
PARENT = """\
game "Gate"
players 2
use "tolls"
material: dice in hand: 3 dice
turn:
    choose:
        "pay": pay on entry for you
        "roll": roll dice in hand
end "rich" when some player has price of entry at least 8: nobody wins
simulation:
    break off after 9 turns: nobody wins
"""
CHILD = """\
game "Gate of gold" changes "gate"
material: replace dice in hand: 5 dice
replace rule pay on entry for player p:
    add count of dice in hand to price of entry of p
    say "{p} paid {price of entry of p}, with {count of dice in hand} dice"
example "All names are known":
    with Anna, Ben
    now count of dice in hand is 5 and price of entry of Anna is 2
    Anna chooses "pay"
    now price of entry of Anna is 7
"""


@pytest.mark.parametrize(("lines", "names"), [
    ("words:\n    price of a post is 5", {"price of a post"}),
    ("words:\n    price of a die is 5", set()),
    ("words:\n    kind post, posts: up, down\n    price of a post is 5", set()),
    ("material: board fence of posts: grid 1 by 4\nwords:\n    price of a post is 5", set()),
    ("words:\n    price of entry of a player is 5", {"price of entry"}),
    ("words:\n    worth of n is n * 2", set()),
    ("words:\n    worth of a playr is 2", set()),
    ("material: hand of each player: 5 dice", set()),
    ("material: dice in hand of each player: 5 dice", {"dice in hand"}),
    ("words:\n    spots at the edge are (places where count of neighbours of it is less than 4)", {"spots at the edge"}),
    ("words:\n    spots for the goats are (places whose number is its number)", {"spots for the goats"}),
    ("words:\n    pick of the litter is (dice with highest its number)", {"pick of the litter"}),
    ("words:\n    peace of the town is every player has (its total is 0)", {"peace of the town"}),
    ("words:\n    worth of the goat is (dice where its number is 2) + its number", set()),
    ("turn:\n    for each player where count of d in hand is 3: stop", set()),
    ("turn:\n    choose by you: as in plans for later", set()),
    ("rule give dice to player p: stop", {"give dice to"}),
    ("rule walk in the park: stop", {"walk in the park"}),
    ("rule punish a player: stop", set()),
    ('note "king of the hill = 5"', set()),
    ("# options:\n#    king of the hill = 5", set()),
])  # fmt: skip
def test_what_is_a_name_and_what_is_not(lines: str, names: set[str]) -> None:
    found = find_declared_names(HEAD + lines + "\n").names

    assert {name for name in found if name in names} == names
    assert bool(found) == bool(names)


STATES = """\
game "Debts"
players 2, clockwise from anybody
material:
    board hill of ledges: grid 3 by 3
    hand: 2 dice
to keep track:
    the town is in a hurry, at first no
    each player is in debt to the inn, at first no
    the game has ledges to rebuild, at first none
words:
    a ledge is at the edge when count of its neighbours is less than 4
    a die is in danger when its number is 1
turn:
    roll hand
    if you are in debt to the inn: you win
    you are now in debt to the inn
    if some die in hand is in danger: the town is now in a hurry
    for each ledge in ledges where it is at the edge: add the ledge to ledges to rebuild
example "States":
    with Anna, Ben
    now the town is not in a hurry and Anna is not in debt to the inn
    now (1,1) is at the edge and (2,2) is not at the edge
    roll 1 1
    roll 2 2
    now Anna is in debt to the inn and the town is in a hurry and count of ledges to rebuild is 8
"""


def test_a_state_may_begin_with_a_preposition_and_a_noun_tells_what_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "debts.dice"
    path.write_text(STATES, "utf-8")

    assert [p.message for p in check(read(path), tmp_path) if p.is_error] == []
    assert [report.holds for report in examples_of(path)] == [True]
    laid_out = format_text(read(path))
    assert format_text(Source("x", laid_out)) == laid_out


def test_what_begins_with_a_preposition_is_a_state_only_behind_is() -> None:
    own = find_declared_names(STATES)

    assert own.joined("hand is in danger, all in danger") == "hand is in\x1fdanger, all in danger"
    assert own.joined("you are not now at the edge") == "you are not now at\x1fthe\x1fedge"


@pytest.mark.parametrize(("written", "meant"), [
    ("add 1 to your hay in barn", "hay in the barn"), ("add 1 to your hay in the bran", "hay in the barn"), ("set your hay on barn to 3", "hay in the barn"),
    ("roll dice in the hand of players", "dice in hand"),
])  # fmt: skip
def test_a_slip_in_a_name_is_told_with_the_name_that_was_meant(written: str, meant: str) -> None:
    rules = (
        "material: dice in hand of each player: 3 dice\nto keep track: each player has hay in the barn, at first 0\n"
    )

    _, problems = parse(Source("x", f"{HEAD}{rules}turn:\n    {written}\n    you win\n"))

    assert [problem.message.partition("; ")[2] for problem in problems] == [f'did you mean "{meant}"?']


def test_the_longest_name_wins_and_no_place_moves() -> None:
    text = HEAD + "options:\n    dice in = 1\n    dice in hand = 2\n    hand = 3\n"
    joined = find_declared_names(text).joined(
        "set x to dice in hand + (dice\n   in hand) + dice in hand-bag # dice in hand"
    )

    assert (
        joined == "set x to dice\x1fin\x1fhand + (dice\x1f\x1f\x1f\x1fin\x1fhand) + dice\x1fin hand-bag # dice in hand"
    )


@pytest.mark.parametrize("name", sorted(shipped_files()))
def test_no_shipped_rulebook_has_such_a_name_by_accident(name: str) -> None:
    path = shipped_files()[name]

    assert FileLoader(path.parent).declared_names(read(path)).names == frozenset()


def test_a_layout_keeps_them() -> None:
    source = read(ALL)
    spread = Source("x", source.text.replace("dice in hand", "dice   in  hand"))

    assert format_text(spread) == source.text == format_text(source)
    assert parse_or_raise(spread) == parse_or_raise(source)


def test_names_of_a_library_and_of_the_game_that_is_changed(tmp_path: Path) -> None:
    for name, text in (("tolls", LIBRARY), ("gate", PARENT), ("gold", CHILD)):
        (tmp_path / f"{name}.dice").write_text(text, "utf-8")
    gold = tmp_path / "gold.dice"

    assert [p.message for p in check(read(gold), tmp_path) if p.is_error] == []
    assert [report.holds for report in examples_of(gold)] == [True]


def test_a_tree_is_not_kept_when_a_name_of_its_parent_changes(tmp_path: Path) -> None:
    for name, text in (("tolls", LIBRARY), ("gate", PARENT), ("gold", CHILD)):
        (tmp_path / f"{name}.dice").write_text(text, "utf-8")
    check(read(tmp_path / "gold.dice"), tmp_path)
    # Its own lines declare `dice in hand` again, so that only a name of the library is missing.
    (tmp_path / "tolls.dice").write_text(LIBRARY.replace("price of entry", "price"), "utf-8")

    found = check(read(tmp_path / "gold.dice"), tmp_path)

    assert '"entry" is not known of a player' in {p.message for p in found}  # it is read as `price of` something


def test_the_sign_itself_cannot_be_written() -> None:
    file, (problem,) = (
        parse(Source("x", HEAD + "options:\n    dice\x1fin\x1fhand = 2\n"))[0],
        parse(Source("x", HEAD + "options:\n    dice\x1fin hand = 2\n"))[1],
    )

    assert file is None and problem.code == "E108"


STEPS = """\
game "Steps"
players 2
material: cup: 3 dice
to keep track: each player has a total, at first 0
turn:
    roll cup
    take away the first of cup
    choose:
        "swap": swap places
        "lots": draw lots
        "let": let go
rule take away a die: add number of the die to your total
rule swap places: turn around
rule turn around: add 1 to your total
rule draw lots: add up
rule add up: add 2 to your total
rule let go: set total of each of players to 0
end "ten" when some player has total at least 10: that player wins
simulation:
    break off after 9 turns: nobody wins
"""


def test_rules_may_be_called_by_words_with_which_a_step_begins() -> None:
    assert check(Source("steps", STEPS)) == []
    laid_out = format_text(Source("steps", STEPS))
    assert format_text(Source("steps", laid_out)) == laid_out


@pytest.mark.parametrize("name", ["roll", "end turn", "roll cup"])
def test_what_a_step_says_is_no_name_of_a_rule(name: str) -> None:
    codes = [problem.code for problem in check(Source("steps", f"{STEPS}rule {name}: add up\n"))]

    assert codes[:1] in (["E133"], ["E113"]), codes
