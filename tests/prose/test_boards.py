"""Boards by coordinates in words: points and steps, places and not dice, standing dice, shapes."""

from pathlib import Path

import pytest

from dicedsl.errors import raise_errors
from dicedsl.prose.markdown import lines_of, markdown
from dicedsl.prose.parts import word_blocks
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.rules import PageChoice, document, rules_text
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.loading import load_source
from dicedsl.syntax import nodes as n
from dicedsl.text.source import Source

LIBRARY = """\
library "Hills"
material:
    board hill: (a, b, c) from 0 to 3 where a + b + c is at most 3
words:
    kind side, sides: a-side, b-side, c-side
    kind mood, moods: merry, sad
    mood of place p:
        p is taken | merry
        otherwise  | sad
    top is first of hill
    inward of side s:
        by s      | a-side          | b-side          | c-side
        otherwise | step of (1,0,0) | step of (0,1,0) | step of (0,0,1)
    ground are (hill where a of it + b of it + c of it is 3)
    corner of side s is first of (top + inward of s * i for each i in 3 to 3)
    corner hill of side s are (hill where depth of (it, s) is at least 2)
    depth of place p, side s:
        by s      | a-side | b-side | c-side
        otherwise | a of p | b of p | c of p
    supports of place p are (p + inward of s for each s in sides)
    riders of place p are (p - inward of s for each s in sides)
    place p is open when p is empty and every q in supports of p is taken
    place p is calm when mood of p is sad
    climb of place p, side s is list (p - inward of s * i for each i in 1 to 3)
    turns are list (inward of s - inward of t for each s in sides for each t in sides where s is not t)
    beside of place p are (p + way for each way in turns)
rule fall for place p:
    move die on p to stock of owner of p
rule slide for place p:
    do fall for p
"""

GAME = """\
game "Hill"
use "hills"
players 2
material:
    stock of each player: 3 standing dice
    each place has visits = 0
words:
    beyond of place p, place q is q + (q - p)
    jump of place p, side s, side t, number k is p - inward of s * k + inward of t
    low is (1,1,0) + (0,1,1)
turn:
    choose:
        "put" one of open hill as spot: move one of your stock to spot
        if nothing fits: nobody wins
end "three" when some p in players has stock of p is empty:
    if count of p is 1: p wins
    otherwise: nobody wins
end "two" after each turn when some p in players has seat of p is 3: p wins
"""


def book_of(text: str, tmp_path: Path) -> Rulebook:
    (tmp_path / "hills.dice").write_text(LIBRARY, "utf-8")
    book, problems = load_source(Source("<test>", text), files_from=tmp_path)
    raise_errors(problems)
    assert book is not None
    return book


@pytest.mark.parametrize(
    "said",
    [
        "The **supports** of a place are the places one step inward of that side from that place, for each side.\n",
        "The **beyond** of a place *p* and a place *q* is the point that lies from *q* as *q* lies from *p*.\n",
        "The **jump** of a place, a side *s*, a side *t* and a number is the point that number steps against the inward of *s*"
        " and then one step inward of *t* from that place.\n",
        "The **low** is (1,1,0) and (0,1,1).\n",
        "| the step (1,0,0) | the step (0,1,0) | the step (0,0,1) |\n",
        "**put**: pick one of the open places of the hill (the *spot*). Then move one die in your stock to the spot.\n",
        "if the number of those players is 1, those players win. Otherwise, nobody wins.\n",
        "when the seat of a player is 3, that player wins. If several do, they win together.\n",
    ],
)
def test_what_is_said_of_points_and_places(said: str, tmp_path: Path) -> None:
    book = book_of(GAME, tmp_path)
    words = [line for word in book.words.values() for line in (*lines_of(word_blocks(word, Phrases.of(book))), "")]

    assert said in "\n".join([rules_text(book), *words])


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("owner of (2,0,0) is you", "the owner of (2,0,0) is you"),
        ("visits of (2,0,0) is 1", "the visits of (2,0,0) are 1"),
        ("depth of ((2,0,0), a-side) is 2", "the depth of (2,0,0) and a-side is 2"),
        ("count of corner hill of a-side is 4", "there are exactly 4 places in the corner hill of a-side"),
        ("some p in taken hill has a of p is b of p", "for some taken place of the hill, the *a* of that place is the *b* of that place"),
        ("count of (hill where a of it is 1 and (b of it is 0 or c of it is 0)) is 2",
         "there are exactly 2 places in the hill whose *a* is 1 and (whose *b* is 0 or whose *c* is 0)"),
        ("count of empty beside of (1,1,1) is 2", "there are exactly 2 empty places beside (1,1,1)"),
        ("count of taken riders of (1,1,1) is 2", "there are exactly 2 taken riders of (1,1,1)"),
        ("first of ground + inward of a-side is taken", "the point one step inward of a-side from the first of the places in the ground is taken"),
        ("first of ground + step of (0,0,1) * 2 is taken", "the point 2 steps along (0,0,1) from the first of the places in the ground is taken"),
        ("every x in climb of ((1,1,1), b-side) is empty", "every point in the climb of (1,1,1) and b-side is empty"),
        ("face of ((2,0,0), -inward of b-side) is 3", "the number the die on (2,0,0) shows against the inward of b-side is 3"),
        ("face of (first of your stock, inward of b-side) is 3", "the number the first of the dice in your stock shows inward of b-side is 3"),
        ("orientation of (2,0,0) is in orientations", "the orientation of (2,0,0) is among the orientations of a die"),
        ("low is shaped like ground", "the low is of the same shape as the ground"),
        ("count of copies of low is 3", "there are exactly 3 turned and moved copies of the low"),
        ("some g in copies of (low, empty hill) has (every s in g is open)",
         "for some *g* among the turned and moved copies of the low within the empty places of the hill, every place in *g* is open"),
        ("some g in (groups of 2 in empty hill linked by beside standing on supports) has (every s in g is open)",
         "for some *g* among the groups of 2 among the empty places of the hill that are linked by beside and stand on supports, every place in *g* is open"),
        ("finished is no", "the game is not over"),
        ("not finished", "the game is not over"),
        ("finished", "the game is over"),
        ("count of (ground + supports of (0,1,1)) is 4", "the number of places in the ground and the supports of (0,1,1) together is 4"),
    ],
)  # fmt: skip
def test_conditions_about_places(condition: str, said: str, tmp_path: Path) -> None:
    book = book_of(GAME + f'end "asked" when {condition}: nobody wins\n', tmp_path)
    asked = next(s for s in book.standing if isinstance(s, n.End) and s.caption.value == "asked")

    assert Phrases.of(book).condition(asked.condition) == said


# ------------------------------------------------------------------ what is taken from a library


def terms(text: str) -> set[str]:
    names = (
        "inward",
        "ground",
        "top",
        "corner",
        "corner hill",
        "depth",
        "supports",
        "riders",
        "open",
        "beside",
        "moods",
    )
    return {name for name in names if f"**{name}**" in text}


def by_the_letter(book: Rulebook) -> str:
    return markdown(document(book, PageChoice(letter=True)))


def test_only_what_is_used_is_printed(tmp_path: Path) -> None:
    assert terms(by_the_letter(book_of(GAME, tmp_path))) == {"inward", "supports", "open"}


def test_a_word_behind_an_adjective_is_used(tmp_path: Path) -> None:
    text = GAME + 'end "no ground" when count of empty ground is 0: nobody wins\n'

    assert terms(by_the_letter(book_of(text, tmp_path))) == {"inward", "supports", "open", "ground"}


def test_a_longer_name_does_not_use_a_shorter_one(tmp_path: Path) -> None:
    text = GAME + 'end "corner" when count of corner hill of a-side is 0: nobody wins\n'

    assert terms(by_the_letter(book_of(text, tmp_path))) == {"inward", "supports", "open", "corner hill", "depth"}


def test_what_only_a_variant_uses_stands_with_the_variant(tmp_path: Path) -> None:
    variant = """\
variant "Sliding":
    at the end of each turn:
        if count of calm hill is 0: do slide for first of ground
    example "Calm":
        now top is empty
"""
    text = markdown(document(book_of(GAME + variant, tmp_path), PageChoice(letter=True)))
    told = text.split("## Variants")[1].split("## Words")[0]
    game = text.replace(told, "")

    assert terms(game) == {"inward", "supports", "open"}
    assert "fall" not in game
    assert terms(told) == {"ground", "moods"}
    assert "- New: a place is **calm** when its mood is sad.\n" in told
    assert "- New: **slide**:" in told
    assert "- New: **fall**:" in told
    assert told.index("- New: **fall**") < told.index("### Calm")


def test_an_edited_rule_of_the_game_is_not_told_again(tmp_path: Path) -> None:
    variant = 'variant "Once":\n    add to "put":\n        end turn\n'

    told = rules_text(book_of(GAME.replace("turn:\n", "turn:\n    do place\nrule place:\n") + variant, tmp_path))
    assert "New: **place**" not in told
