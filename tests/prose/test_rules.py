"""Rulebooks as prose: exact sentences, every construct, every shipped rulebook."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from markdown_it import MarkdownIt

from dicedsl.prose.phrases import Phrases, snake
from dicedsl.prose.rules import rules
from dicedsl.prose.things import walk
from dicedsl.rulebook.library import shipped
from dicedsl.rulebook.loading import load_path, load_source, raise_errors
from dicedsl.rulebook.merge import Rulebook
from dicedsl.source import Source
from dicedsl.syntax import nodes as n
from dicedsl.syntax.parser import parse_or_raise
from dicedsl.syntax.sayings import pieces

EVERYTHING = Path(__file__).parent / "everything.dice"


def book_of(text: str) -> Rulebook:
    book, problems = load_source(Source("<test>", text))
    raise_errors(problems)
    assert book is not None
    return book


def book_at(path: Path) -> Rulebook:
    book, problems = load_path(path)
    raise_errors(problems)
    assert book is not None
    return book


SMALL = """\
game "Small"
from "Nowhere"
players 2 to 4
options:
    goal = 10, from 5 to 50: "points that win"
    open = no: "everybody sees everything"
material:
    cup: 2 dice
    saved pile: no dice
    each player has total = 0
    the game has storm = no
    ruling "Two dice only."
words:
    dice group is a double when different of number of group is 1
    worth of number n:
        n is 1    | 10
        n is 6    | 0
        otherwise | n
    leaders is (players with highest total of it)
turn:
    roll cup
    note "Both dice."
    if cup is a double: end turn
    choose:
        "keep" some of cup as kept:
            must count of kept is less than 2: "Keep one."
            move kept to saved pile
        "stop": add sum of number of cup to your total
        if nothing fits: end turn
at the end of each turn:
    if your total is at least 5 and not storm: set storm to yes
end "the goal is reached" when some p in players has total at least goal: p wins
example "Stopping":
    with Anna, Ben
    given total of Anna is 4
    roll 6 3
    Anna chooses "stop"
    now total of Anna is 13 and Anna is winner
variant "Three dice":
    material:
        replace cup: 3 dice
    remove "keep"
"""

SMALL_RULES = """\
# Small

Source: Nowhere.

For 2 to 4 players.

## What you need

- The **cup** holds 2 dice.
- The **saved pile** is empty at first.

## The turn

Players take turns clockwise, beginning with the starter.

1. Roll the cup. *Note: Both dice.*
2. If the cup is a double, the turn ends.
3. You choose one of these:
   - **keep** one or more dice in the cup (*kept*), but only if the number of dice in *kept* is less than 2 — *Keep one.* Then move *kept* to the saved pile.
   - **stop**: add the sum of the numbers on the dice in the cup to your total.
   - If nothing fits, the turn ends.

## Standing rules

- At the end of each turn, if your total is at least 5 and the game is not marked “storm”, mark the game “storm”.

## How the game ends

- **The goal is reached**: when some player *p* has a total of at least the goal, *p* wins. If several do, they win together.

## What can be agreed

- **goal**: points that win. 10 unless agreed otherwise; from 5 to 50.
- **open**: everybody sees everything. Off unless agreed otherwise.

## Words

Dice *group* are **a double** when the number of different numbers on the dice in *group* is 1.

The **worth** of a number *n*, by the first line that fits:

| When | Worth |
| --- | --- |
| *n* is 1 | 10 |
| *n* is 6 | 0 |
| Otherwise | *n* |

The **leaders** are the players with the highest total.

## To keep track

- Each player has a **total**, which starts at 0.
- The game can be marked “**storm**”, and is not at first. *Ruling: Two dice only.*

## Examples

### Stopping

Anna and Ben play. At the start Anna's total is 4. The dice fall 6 3. Anna chooses **stop**. Now Anna's total is 13 and Anna has won.

## Variants

### Three dice

- Changed: the **cup** holds 3 dice.
- Left out: the choice “keep”.
"""


def test_a_small_rulebook_word_for_word() -> None:
    assert rules(book_of(SMALL)) == SMALL_RULES


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("your total is at least goal", "your total is at least the goal"),
        ("total of starter is not 5", "the total of the starter is not 5"),
        ("count of cup showing 1 is 2", "the number of dice in the cup showing 1 is 2"),
        ("cup showing 1 is not empty", "there are dice in the cup showing 1"),
        ("cup is empty", "the cup is empty"),
        ("storm", "the game is marked “storm”"),
        ("not storm", "the game is not marked “storm”"),
        ("storm is no", "the game is not marked “storm”"),
        ("not open", "the option “open” is off"),
        ("some p in players is out", "some player *p* is out"),
        ("every player in others has total less than 5", "every player of the other players has a total of less than 5"),
        ("no n in 1 to 6 has worth of n is 0", "for no *n* from 1 to 6, the worth of *n* is 0"),
        ("left of you is starter", "the player to your left is the starter"),
        ("your total is 1 and (goal is 2 or storm)", "your total is 1 and (the goal is 2 or the game is marked “storm”)"),
        ("your total is 1 and goal is 2 or storm", "your total is 1 and the goal is 2, or the game is marked “storm”"),
        ("goal is 1 and goal is 2 and goal is 3", "the goal is 1, the goal is 2 and the goal is 3"),
        ("not (goal is 1 or goal is 2)", "it is not so that (the goal is 1 or the goal is 2)"),
        ("(goal, 1) is more than (2, 3)", "(the goal, 1) is more than (2,3), compared from the left"),
        ("goal - (1 - 2) is 2 * (3 + 4)", "the goal minus (1 minus 2) is 2 times (3 plus 4)"),
        ("goal / 2 + goal mod 3 is 1", "(the goal divided by 2, rounded down) plus (the remainder of the goal divided by 3) is 1"),
        ("highest of total of players is 3", "the highest total among the players is 3"),
        ("starter is in leaders", "the starter is among the leaders"),
        ("starter is in (players where total of it is 1)", "the starter is among the players whose total is 1"),
        ("cup + saved pile is a double", "the cup and the saved pile together are a double"),
    ],
)  # fmt: skip
def test_conditions(condition: str, said: str) -> None:
    text = SMALL + f'end "asked" when {condition}: nobody wins\n'
    asked = next(s for s in book_of(text).standing if isinstance(s, n.End) and s.caption.value == "asked")

    assert Phrases.of(book_of(text)).condition(asked.condition) == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("everyone always chooses first", "From here on everyone takes the first choice open to them."),
        ("Ben always chooses last", "From here on Ben takes the last choice open to them."),
        (
            "Ben always chooses first with lowest sum of number of kept",
            "From here on Ben takes the choice with the lowest sum of the numbers on the dice in *kept*; among equals the first.",
        ),
        ("play on", "Play goes on until the game is over."),
        ("play on until total of Ben is 5", "Play goes on until Ben's total is 5."),
        ("play on until not finished", "Play goes on until the game is not over."),
    ],
)
def test_lines_of_examples(line: str, said: str) -> None:
    book = book_of(SMALL + f'example "Told":\n    with Anna, Ben\n    {line}\n')

    assert f"### Told\n\nAnna and Ben play. {said}\n" in rules(book)


# ------------------------------------------------------------------ every construct

ABSTRACT = {n.Node}
CLASSES = {c for _, c in inspect.getmembers(n, inspect.isclass) if issubclass(c, n.Node)} - ABSTRACT


def test_the_file_with_everything_has_every_node() -> None:
    file = parse_or_raise(Source(str(EVERYTHING), EVERYTHING.read_text("utf-8")))
    seen = {type(node) for node in walk(file)}

    assert {c.__name__ for c in CLASSES - seen} == set()


@pytest.mark.parametrize("node", get_args(n.Expr), ids=lambda c: c.__name__)
def test_every_expression_has_words(node: type[n.Node]) -> None:
    assert callable(getattr(Phrases, f"_{snake(node.__name__)}"))


def test_everything_is_said() -> None:
    text = rules(book_at(EVERYTHING))

    assert well_formed(text) == []
    for word in ("Weights for simulation", "compared from the left", "every other player has one more turn", "by lot",
                 "at once and in secret", "announce: “", "extra turn", "is out", "one die on each of the empty squares", "Left out: the end “all is done”",
                 r"Nothing \| at \*all\*."):  # fmt: skip
        assert word in text


# ------------------------------------------------------------------ every shipped rulebook


def well_formed(text: str) -> list[str]:
    return list(_faults(text))


def _faults(text: str) -> Iterator[str]:
    classes = "|".join(c.__name__ for c in CLASSES)
    for number, line in enumerate(text.split("\n"), 1):
        if re.search(rf"\b(?:{classes})\(|\bspan=|\bNone\b|<class|object at|\{{|\}}", line):
            yield f"{number}: looks like Python: {line}"
        if "  " in line.strip():
            yield f"{number}: two blanks: {line}"
        if line != line.rstrip():
            yield f"{number}: blanks at the end: {line}"
        if re.search(r"\.\.|:\.|,,|,:|\bthe the\b|\(\)|\bno its\b|\bno the\b", line):
            yield f"{number}: badly joined: {line}"
    shown = MarkdownIt("commonmark").enable("table").render(text)
    plain = re.sub(r"<[^>]+>", "", shown)
    for mark in ("**", "| ---"):
        if mark in plain:
            yield f"Markdown that is not understood: {mark}"
    rows = [len(re.findall("<t[dh]", row)) for row in re.findall("<tr>.*?</tr>", shown, re.DOTALL)]
    if 1 in rows or shown.count("<table>") != len(re.findall(r"^ *\| ---", text, re.MULTILINE)):
        yield "a table that is no table"


@pytest.mark.parametrize("name", list(shipped()))
def test_shipped_rulebooks(name: str) -> None:
    book = book_at(shipped()[name])
    text = rules(book)

    assert well_formed(text) == []
    assert text.startswith("# ")
    assert len(text) > 400
    for example in book.examples:
        assert f"### {example.title.value[0].upper()}{example.title.value[1:]}" in text.replace("\\", "")
    for part in (book.flows, book.standing, book.hooks):
        for node in walk(part):
            if isinstance(node, n.Remark):
                assert node.text.value in text.replace("\\", "")
            if isinstance(node, n.Say):
                # Values stand in it by what they are; all between them stays as it was written.
                said = ".+?".join(re.escape(piece) for piece in pieces(node.text.value))
                assert re.search(f"announce: “{said}”", text.replace("\\", ""), re.IGNORECASE)
            if isinstance(node, n.Must):
                assert node.sentence.value in text.replace("\\", "")


@pytest.mark.parametrize("name", [name for name, path in shipped().items() if path.parent.name != "library"])
def test_own_remarks_stand_in_the_text(name: str) -> None:
    book = book_at(shipped()[name])
    text = rules(book).replace("\\", "")

    own = [r.text.value for r in book.remarks if r.span.source is book.head.span.source]
    assert [value for value in own if value not in text] == []


def test_words_of_a_library_that_nobody_uses_are_left_out() -> None:
    text = rules(book_at(shipped()["keep-on-rolling"]))

    assert "**matched**" in text
    assert "**full-house**" not in text


def test_a_choice_of_a_shipped_game_word_for_word() -> None:
    text = rules(book_at(shipped()["keep-on-rolling"]))

    assert (
        "- **set aside** one or more dice in the loose pile (*kept*), but only if some die in *kept* is matched with *kept*"
        " and the saved pile together — *Set aside two that match, or one that matches a die already set aside.*"
        " Then move *kept* to the saved pile."
    ) in text


def test_the_places_of_a_board_are_told_as_places() -> None:
    told = rules(book_at(Path(__file__).parents[1] / "language" / "aiming.dice"))

    assert "**aim** one of the empty places of the field (*aim*)" in told
    assert "(each *spot* by the pull of it, *aim* and your skill) (each *fallen* its index percent)" in told
