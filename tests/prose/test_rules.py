"""Rulebooks as prose: exact sentences, every construct, every shipped rulebook."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from markdown_it import MarkdownIt

from dicedsl.errors import raise_errors
from dicedsl.prose.author_text import is_told
from dicedsl.prose.library_use import printed_parts
from dicedsl.prose.markdown import markdown
from dicedsl.prose.name_nouns import walk
from dicedsl.prose.phrases import VALUES, Phrases
from dicedsl.prose.rules import PageChoice, document, rules_text
from dicedsl.prose.usual_play import as_usually_played
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.library import shipped_files
from dicedsl.rulebook.loading import load_path, load_source
from dicedsl.syntax import nodes as n
from dicedsl.syntax.parser import parse_or_raise
from dicedsl.syntax.text_values import pieces
from dicedsl.text.source import Source

EVERYTHING = Path(__file__).parent / "everything.dice"
SECOND = Path(__file__).parents[1] / "language" / "second.dice"


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

- **Players:** 2 to 4.
- **Who begins:** Agree on somebody, or draw lots: that player is the starter.
- **Order of play:** Clockwise: after you comes the player to your left.
- **The game ends:** When the goal is reached.
- **Ties:** If several reach the end at the same moment, they win together.

Source: Nowhere.

## What you need

- 2 dice: the **cup**.
- Room for the **saved pile**; empty at first.
- Pen and paper for the **total** of each player (begins at 0).
- Something to mark whether the game is marked “**storm**”: not so at first.

## Set-up

1. Agree on who begins, or draw lots: that player is the starter.
2. Lay out what you need as it is listed above.

## Your turn

Players take turns clockwise, beginning with the starter. In your turn:

1. Roll the dice in the cup. *Note: Both dice.*
2. If the cup is a double, the turn ends.
3. You choose one of these:
   - **keep**: pick one or more dice in the cup (the *kept* dice). Only if there are fewer than 2 kept dice (otherwise: *Keep one.*). Then move the kept dice to the saved pile.
   - **stop**: add the sum of the numbers on the dice in the cup to your total.
   - If you can do none of these, the turn ends.

## At any time

- At the end of each turn, if your total is at least 5 and the game is not marked “storm”, mark the game “storm”.

## The end of the game

- **The goal is reached**: when a player has a total of at least the goal (10), that player wins. If several do, they win together.

## What you can agree on

- **goal**: points that win. 10 unless agreed otherwise; from 5 to 50.
- **open**: everybody sees everything. Off unless agreed otherwise.

## Variants

### Three dice

- Changed: the **cup** holds 3 dice.
- Left out: the choice “keep”.

## Examples

### Stopping

Anna and Ben play. At the start Anna's total is 4.

The dice fall [6] [3]. Anna chooses **stop**. Now Anna's total is 13 and Anna has won.

## Words used in these rules

- **a double** — Dice *group* are a double when the number of different numbers on the dice in *group* is 1.
- **storm** — The game can be marked “storm”, and is not at first. *Ruling: Two dice only.*
"""


def test_a_small_rulebook_word_for_word() -> None:
    assert rules_text(book_of(SMALL)) == SMALL_RULES


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("your total is at least goal", "your total is at least the goal"),
        ("total of starter is not 5", "the total of the starter is not 5"),
        ("count of cup showing 1 is 2", "there are exactly 2 dice in the cup showing 1"),
        ("cup showing 1 is not empty", "a die in the cup shows 1"),
        ("cup showing 1 is empty", "no die in the cup shows 1"),
        ("count of saved pile is at least 2", "there are at least 2 dice in the saved pile"),
        ("count of players is 1", "only one player is there"),
        ("cup is empty", "the cup is empty"),
        ("storm", "the game is marked “storm”"),
        ("not storm", "the game is not marked “storm”"),
        ("storm is no", "the game is not marked “storm”"),
        ("not open", "the option “open” is off"),
        ("some p in players is out", "a player is out"),
        ("every player in others has total less than 5", "every player of the other players has a total of less than 5"),
        ("no n in 1 to 6 has worth of n is 0", "for no *n* from 1 to 6, the worth of *n* is 0"),
        ("left of you is starter", "the player to your left is the starter"),
        ("your total is 1 and (goal is 2 or storm)", "your total is 1 and (the goal is 2 or the game is marked “storm”)"),
        ("your total is 1 and goal is 2 or storm", "your total is 1 and the goal is 2, or the game is marked “storm”"),
        ("goal is 1 and goal is 2 and goal is 3", "the goal is 1, the goal is 2 and the goal is 3"),
        ("not (goal is 1 or goal is 2)", "it is not so that (the goal is 1 or the goal is 2)"),
        ("(goal, 1) is more than (2, 3)", "(the goal, 1) is more than (2,3), compared from the left"),
        ("goal - (1 - 2) is 2 * (3 + 4)", "the goal minus (1 minus 2) is twice (3 plus 4)"),
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
            "From here on Ben takes the choice with the lowest sum of the numbers on the kept dice; among equals the first.",
        ),
        ("play on", "Play goes on until the game is over."),
        ("play on until total of Ben is 5", "Play goes on until Ben's total is 5."),
        ("play on until not finished", "Play goes on until the game is not over."),
    ],
)
def test_lines_of_examples(line: str, said: str) -> None:
    book = book_of(SMALL + f'example "Told":\n    with Anna, Ben\n    {line}\n')

    assert f"### Told\n\nAnna and Ben play.\n\n{said}\n" in markdown(document(book, PageChoice(None)))


# ------------------------------------------------------------------ every construct

ABSTRACT = {n.Node}
CLASSES = {c for _, c in inspect.getmembers(n, inspect.isclass) if issubclass(c, n.Node)} - ABSTRACT


# What neither the file with everything nor the small game of the second edition says.
MORE = """\
game "More"
players 2, clockwise from anybody

material:
    board field of squares: grid 4 by 4

words:
    a player is safe when their square is beside (1, 1)
    strides of a square are the line from it to (1, 1) + (lines of 4 in squares)
    a square is hidden when its dice are all alike and its dice are either hidden or red
    height of a square towards a side is the square's row + depth of it behind the side
    near of a square is squares beside it
    best pair is sum of highest 2 of dice
    paths of a square are (squares between it and (1, 1)) except squares that are empty

turn:
    choose by lot: as in going

choice going:
    "go"

end "all have gone" when rounds played are 3: highest seat wins, ties go to the highest turns

simulation:
    odds of "flick":
        "on": 3

variant "Other":
    in choice going, remove "go"

example "More":
    with Anna, Ben
    after setup
    repeat 3 times:
        Anna chooses "go"
    Anna has 3 moves
"""


def test_the_files_with_everything_have_every_node() -> None:
    texts = [EVERYTHING.read_text("utf-8"), SECOND.read_text("utf-8"), MORE]
    seen = {type(node) for text in texts for node in walk(parse_or_raise(Source("everything", text)))}

    assert {c.__name__ for c in CLASSES - seen} == set()


@pytest.mark.parametrize("node", get_args(n.Expr), ids=lambda c: c.__name__)
def test_every_expression_has_words(node: type[n.Node]) -> None:
    assert node in VALUES


@pytest.mark.parametrize(
    ("told"),
    [
        "Only if you are not tired",
        "some of the dice in the cup show 6",
        "Fewer than 2 of the dice in the cup show 1",
        "Sudden death is under way",
        "If the goal is near, sudden death is now under way",
        "You are now tired",
        "the first player clockwise, beginning with you, who is winning wins",
        "A player is winning when their score is at least the goal (10)",
    ],
)
def test_the_second_edition_is_said(told: str) -> None:
    text = rules_text(book_at(SECOND))

    assert well_formed(text) == []
    assert told in text


def test_a_note_is_told_with_what_it_stands_before() -> None:
    told = rules_text(book_at(SECOND)).split("**double**")[0]

    assert "*Note: One die is taken for what it shows.*" in told


OPENING = """game "T"
players 2
material:
    board hill of ledges: grid 3 by 2 without (1,1) (3,2)
    cup: 1 die
to keep track:
    each player has an opening roll, at first 0
setup:
    {first}
    for each player: throw for the player
    set starter to first of players with the highest opening roll
turn:
    choose:
        "win": you win
rule throw for player p:
    roll cup
    set opening roll of p to sum of cup
"""


def test_who_begins_is_settled_where_the_set_up_says_so() -> None:
    text = rules_text(book_of(OPENING.format(first="roll cup")))

    assert "**Who begins:** The set-up decides." in text
    assert "draw lots" not in text


def test_who_begins_is_agreed_on_where_the_set_up_asks_who_it_is() -> None:
    text = rules_text(book_of(OPENING.format(first='choose by starter:\n        "on"')))

    assert "**Who begins:** Agree on somebody, or draw lots" in text
    assert "1. Agree on who begins, or draw lots" in text


def test_a_rule_told_in_place_says_whose_points_they_are() -> None:
    text = """game "T"
players 2
to keep track: each player has points, at first 0
turn:
    choose:
        "give": reward the first of others, 2
rule reward a player, a number: add the number to their points
variant "Wet":
    to keep track:
        rain is on the way, at first no
        the wind is up, at first yes
        each round is in the dark, at first no
    add to turn:
        rain is now on the way
        the wind is no longer up
        the round is now in the dark
"""
    told = rules_text(book_of(text))

    assert "add 2 to the points of the first of the other players" in told
    assert "at first it is not so that rain is on the way" in told
    assert "at first it is so that the wind is up" in told
    assert "at first it is not so that the round is in the dark" in told


def test_holes_of_a_board_are_told_and_its_places_by_their_name() -> None:
    text = rules_text(book_of(OPENING.format(first="roll cup")))

    assert "A board of 3 by 2 ledges, the **hill**; there is nothing at (1,1) and (3,2)." in text


def test_everything_is_said() -> None:
    text = markdown(document(book_at(EVERYTHING), PageChoice(letter=True)))

    assert well_formed(text) == []
    assert "Weights" not in text  # odds are for programs
    for word in ("compared from the left", "every other player has one more turn", "by lot",
                 "at once and in secret", "extra turn", "is out", "one die on each of the empty squares", "Left out: the end “all is done”",
                 r"Nothing \| at \*all\*."):  # fmt: skip
        assert word in text


# ------------------------------------------------------------------ every shipped rulebook


def well_formed(text: str) -> list[str]:
    return list(_faults(text))


def _faults(text: str) -> Iterator[str]:
    classes = "|".join(c.__name__ for c in CLASSES)
    for number, line in enumerate(text.split("\n"), 1):
        # At the beginning of a sentence it may be English: none of them, none hides another.
        english = re.sub(r"(^|[-.:|] |:\*\* |[*(])None(?=[,.]? )", r"\1none", line.strip())
        if re.search(rf"\b(?:{classes})\(|\bspan=|\bNone\b|<class|object at|\{{|\}}", english):
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


@pytest.mark.parametrize("name", list(shipped_files()))
def test_shipped_rulebooks(name: str) -> None:
    book = book_at(shipped_files()[name])
    page = rules_text(book)

    assert well_formed(page) == []
    assert page.startswith("# ")
    assert len(page) > 400
    text = markdown(document(book, PageChoice(letter=True)))
    assert well_formed(text) == []
    told = as_usually_played(book)
    for part in (told.flows, told.standing, told.hooks):
        for node in walk(part):
            if isinstance(node, n.Remark):
                assert _stands_in(text.replace("\\", ""), node)
            if isinstance(node, n.Say):
                # Things stand in it by what they are called; all between them stays as it was written.
                said = ".+?".join(re.escape(piece) for piece in pieces(node.text.value))
                assert re.search(f"(?:announce(?: [^“]+)?: “|\\*){said}", text.replace("\\", ""), re.IGNORECASE)
            if isinstance(node, n.Must):
                assert node.sentence.value in text.replace("\\", "")


@pytest.mark.parametrize("name", [name for name, path in shipped_files().items() if path.parent.name != "library"])
def test_own_remarks_stand_in_the_text(name: str) -> None:
    """All but those of words that the rules never come to: they explain what only a screen shows, or odds. And but for notes of
    rules that are carried out only within steps that another note tells as a whole; what is ruled there is said all the same.
    Where the author tells the whole page, no note need stand there that is not part of it."""
    book = book_at(shipped_files()[name])
    text = rules_text(book).replace("\\", "")
    whole = is_told(book)

    told = as_usually_played(book)
    silent: dict[int, list[int]] = {id(word.span.source): [] for word in told.words.values()}
    known = printed_parts(told, (), lambda _: False).words
    for key, word in told.words.items():
        if key not in known:
            silent[id(word.span.source)].append(word.span.start)
    starts = sorted(part.span.start for table in (told.options, told.zones, told.memories, told.boards, told.words, told.flows,
                    told.rules) for part in table.values() if part.span.source is book.head.span.source)  # fmt: skip
    in_short = _only_in_short(told)
    missing = []
    for remark in book.remarks:
        if remark.span.source is not book.head.span.source or _stands_in(text, remark):
            continue
        after = min((start for start in starts if start > remark.span.start), default=-1)
        if remark.word == "note" and (whole or after in in_short):
            continue
        if after not in silent.get(id(book.head.span.source), []):
            missing.append(remark.text.value)
    assert missing == []


def _only_in_short(book: Rulebook) -> set[int]:
    """Where the rules begin that are carried out only in blocks which a note tells as a whole."""
    acting = [*book.flows.values(), *book.standing, *book.hooks, *book.rules.values()]
    blocks = [node for part in acting for node in walk(part) if isinstance(node, n.Block)]
    short = [block for block in blocks if any(isinstance(s, n.Remark) and s.word == "in short" for s in block.steps)]
    within = {id(node) for block in short for node in walk(block) if isinstance(node, n.Do)}
    calls = [node for part in acting for node in walk(part) if isinstance(node, n.Do)]
    elsewhere = {call.rule.text for call in calls if id(call) not in within}
    return {
        book.rules[c.rule.text].span.start for c in calls if c.rule.text in book.rules and c.rule.text not in elsewhere
    }


def _stands_in(text: str, remark: n.Remark) -> bool:
    """Each without its first letter, which is small after a colon. What is told may be a point, the line of a table, or
    an answer in the box."""
    said = remark.text.value
    if remark.word == "in short":
        said = re.sub(r"^(?:- |[0-9]+\. |[A-Z][a-z]+(?: [a-z]+){0,2}: )", "", said)
        said = re.sub(
            r"\[((?:[a-z]+ )?)([1-6](?: [1-6])+)\]", lambda d: "".join(f"[{d[1]}{n}]" for n in d[2].split()), said
        )
    # In braces stands an option, of which the page tells the value.
    cells = re.split(r"\||\{[^}]*\}", said) if remark.word == "in short" else [said]
    return all(_letters_aside(cell.strip())[1:] in _letters_aside(text) for cell in cells if cell.strip(" -."))


def _letters_aside(text: str) -> str:
    """Where a note calls a place p, the text may call it the place."""
    return re.sub(r"\b[b-hj-z]\b|\bthe (?:place|player|die)\b", "_", text)


def test_words_of_a_library_that_nobody_uses_are_left_out() -> None:
    text = markdown(document(book_at(shipped_files()["keep-on-rolling"]), PageChoice(letter=True)))

    assert "**matched**" in text
    assert "**full-house**" not in text


def test_a_choice_of_a_shipped_game_word_for_word() -> None:
    text = markdown(document(book_at(shipped_files()["keep-on-rolling"]), PageChoice(letter=True)))

    assert (
        "**set aside**: pick one or more dice in the loose pile (the *kept* dice). Only if some of the kept dice are matched with"
        " the kept dice and the saved pile together (otherwise: *Set aside two that match, or one that matches a die already set"
        " aside.*). Then move the kept dice to the saved pile."
    ) in text


def test_it_in_a_rule_that_is_told_in_place_is_what_the_rule_is_given() -> None:
    text = markdown(document(book_at(shipped_files()["keep-on-rolling"]), PageChoice(letter=True)))

    assert "**stop**: add the points so far to your total, and the turn ends." in text
    assert "**stop**: add twice the points so far to your total, and the turn ends." in text


def test_the_places_of_a_board_are_told_as_places() -> None:
    told = rules_text(book_at(Path(__file__).parents[1] / "language" / "aiming.dice"))

    assert "**aim**: pick one of the empty places of the field (the *aim*)" in told


# ------------------------------------------------------------------ what is usual

AGREED = """\
game "Agreed"
players 2
options:
    strict = no: "you may not pass"
    mild = yes: "a 1 does nothing"
    quiet = no
    goal = 5, from 1 to 9: "points that win"
material:
    cup: 1 die
    each player has total = 0
words:
    worth of number k:
        strict    | 2
        otherwise | k
turn:
    roll cup
    if mild: do climb up
    otherwise: end turn
    if strict or worth of 3 is 4: end turn
    choose:
        "pass":
            must not strict: "Nobody passes."
            end turn
        "hush":
            must not quiet: "Not so loud."
            say "You hush. That makes {your total}."
rule climb up:
    if cup showing 1 is empty: add sum of number of cup to your total
end "there" when some p in players has total at least goal: p wins
"""


def test_what_is_agreed_otherwise_is_told_with_the_options() -> None:
    text = rules_text(book_of(AGREED))

    assert "Nobody passes" not in text
    assert "**strict**: you may not pass. Off unless agreed otherwise." in text
    assert (
        "1. Roll the die.\n2. If it is not a 1, add its number to your total.\n3. If the worth of 3 is 4, the turn ends.\n4. You choose"
        in text
    )
    assert "- **worth** — The worth of a number is it." in text
    assert "a total of at least the goal (5), that player wins" in text


def test_an_option_without_words_stays_in_the_rules() -> None:
    assert "**hush**. Only if the option “quiet” is off (otherwise: *Not so loud.*)." in rules_text(book_of(AGREED))


def test_what_only_a_screen_works_out_is_not_said() -> None:
    text = rules_text(book_of(AGREED))

    assert "announce: “You hush.”" in text
    assert "That makes" not in text
