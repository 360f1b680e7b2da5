"""Formatting keeps the meaning and the comments of a rulebook, and twice is the same as once."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedsl.errors import DiceError
from dicedsl.syntax import token_lines
from dicedsl.syntax.formatter import format_text
from dicedsl.syntax.parser import parse
from dicedsl.text.source import Source

ROOT = Path(__file__).parents[2]


def readable(path: Path) -> bool:
    return not parse(Source(path.name, path.read_text("utf-8")))[1]


RULEBOOKS = [path for path in sorted((ROOT / "rulebooks").rglob("*.dice")) if readable(path)]


def formatted(text: str) -> str:
    return format_text(Source("test.dice", text))


def comments(text: str) -> list[str]:
    return [line.comment.text.rstrip() for line in token_lines.lines_of(text) if line.comment is not None]


def assert_same(before: str, after: str) -> None:
    assert parse(Source("a", before))[0] == parse(Source("b", after))[0]
    assert comments(before) == comments(after)
    assert formatted(after) == after
    assert after.endswith("\n") and not after.endswith("\n\n")
    assert "\n\n\n" not in after
    assert not re.search(r"[ \t]$", after, re.MULTILINE)


def test_rulebooks_are_found() -> None:
    assert RULEBOOKS


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_rulebooks_keep_their_meaning(path: Path) -> None:
    text = path.read_text("utf-8")

    assert_same(text, formatted(text))


def mangled(text: str, seed: int) -> str:
    """The same rulebook, badly laid out: other margins, blanks, empty lines, comments and line ends."""
    chance = random.Random(seed)
    widths = [0]
    for _ in range(12):
        widths.append(widths[-1] + chance.randint(1, 9))
    end = chance.choice(["\n", "\r\n"])
    out = []
    depths = [0]
    depth_inside = 0
    for line in token_lines.lines_of(text):
        while chance.random() < 0.15:
            out.append(chance.choice(["", "   ", "\t", "# remark", "      #remark  ", "  # \u4e2d \u00e9"]))
        if not line.tokens:
            out.append(" " * chance.randint(0, 5) + (line.comment.text if line.comment else ""))
            continue
        if depth_inside == 0:
            while line.indent < depths[-1]:
                depths.pop()
            if line.indent > depths[-1]:
                depths.append(line.indent)
            margin = " " * widths[len(depths) - 1]
        else:
            margin = " " * chance.randint(0, 12)
        code = ""
        before = None
        for token in line.tokens:
            needs = before is not None and (
                before.kind == token.kind == "number" or "word" in {before.kind, token.kind}
            )
            needs = needs or (before is not None and "-" in {before.text, token.text})
            blanks = chance.choice(["", " ", "  ", "\t"])
            code += ((blanks or " ") if needs else blanks if before is not None else "") + token.text
            before = token
        tail = line.comment.text if line.comment else chance.choice(["", "", "", "  ", "#note", "    # a (b"])
        out.append(margin + code + (" " if tail else "") + tail)
        depth_inside = max(0, depth_inside + token_lines.depth_change(line))
    return end.join(out) + chance.choice(["", end, end * 3])


@settings(max_examples=25, deadline=None)
@given(path=st.sampled_from(RULEBOOKS), seed=st.integers(0, 10**9))
def test_layout_does_not_matter(path: Path, seed: int) -> None:
    text = path.read_text("utf-8")
    bad = mangled(text, seed)

    good = formatted(bad)

    assert parse(Source("a", text))[0] == parse(Source("b", good))[0]
    assert_same(bad, good)


def test_blanks_before_what_a_rule_is_given_are_no_part_of_it() -> None:
    game = """\
game "Blanks"
players 2
material:
    cup: 5 dice
turn:
    choose:
        "all":
            throw   cup
            end turn
        "some of them" one or more of cup as picked:
            throw \t picked
            end turn
rule throw the dice picked :
    roll picked
"""
    assert parse(Source("a", game))[1] == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param('  game   "A"', 'game "A"\n', id="one line"),
        pytest.param(
            'library "A"\nwords:\n    p are (\n        groups of 2 in plate\tlinked\tby near )',
            'library "A"\n\nwords:\n    p are (\n            groups of 2 in plate linked by near)\n',
            id="words that belong together",
        ),
        pytest.param(
            '\n\n# top\n\n\ngame "A"\n\n\nuse "b"\n\nplayers 2\n', '# top\n\ngame "A"\nuse "b"\nplayers 2\n', id="head"
        ),
        pytest.param(
            'game "A"\nturn:\n  stop\nround:\n\n  stop\n\n\n  stop # x\n#last\n',
            'game "A"\n\nturn:\n    stop\n\nround:\n    stop\n\n    stop  # x\n#last\n',
            id="parts",
        ),
        pytest.param(
            'game "A"\nturn:\n  stop\n# of the round\nround: stop\n',
            'game "A"\n\nturn:\n    stop\n\n# of the round\nround: stop\n',
            id="comment of the next line",
        ),
        pytest.param(
            'game "A"\nturn:\n  stop\n # of the round\nround: stop\n',
            'game "A"\n\nturn:\n    stop\n\n# of the round\nround: stop\n',
            id="comment of no block",
        ),
        pytest.param(
            'game "A"\nturn:\n  repeat:\n      stop\n\n      # of the loop\n  # of the turn\n\n\n'
            "  #also\n# of the round\nround: stop\n",
            'game "A"\n\nturn:\n    repeat:\n        stop\n\n        # of the loop\n    # of the turn\n\n'
            "    #also\n\n# of the round\nround: stop\n",
            id="comments at the end of blocks",
        ),
        pytest.param(
            'game "A"\nturn:\n  repeat:\n      stop\n      # last\n  # next\n  stop\n  # end\n',
            'game "A"\n\nturn:\n    repeat:\n        stop\n        # last\n    # next\n    stop\n    # end\n',
            id="comments between blocks and at the end of the file",
        ),
        pytest.param(
            'game "A"\nvariant "B":\n  turn: stop\n\n  # example "C":\n  #     now x\nround: stop\n',
            'game "A"\n\nvariant "B":\n    turn: stop\n\n    # example "C":\n    #     now x\n\nround: stop\n',
            id="a commented example at the end of a variant",
        ),
        pytest.param(
            'game "A"\nturn:\n let x be ( 5+3 )*- 2 -y\n move one of (a , b) to ( 2, -3 )\n',
            'game "A"\n\nturn:\n    let x be (5 + 3) * -2 - y\n    move one of (a, b) to (2,-3)\n',
            id="signs",
        ),
        pytest.param(
            'game "A"\nwords:\n  worth of number n:\n    n is 1|2\n    # three\n'
            "    n is less than 5 |- # x\n    otherwise|\n",
            'game "A"\n\nwords:\n    worth of number n:\n        n is 1           | 2\n        # three\n'
            "        n is less than 5 | -  # x\n        otherwise        |\n",
            id="table",
        ),
        pytest.param(
            'game "A"\nturn:\n  choose:\n    "a"\n    allowed:\n               | "a"|refused\n'
            '      x is 5|yes|\n      otherwise|-|"No."\n',
            'game "A"\n\nturn:\n    choose:\n        "a"\n        allowed:\n                      | "a" | refused\n'
            '            x is 5    | yes |\n            otherwise | -   | "No."\n',
            id="allowed",
        ),
        pytest.param(
            'game "A"\nend "x" when ( # why\n y is 5\n   # because\n and z is 6) :\n  you win\n',
            'game "A"\n\nend "x" when (  # why\n        y is 5\n        # because\n        and z is 6):\n    you win\n',
            id="a line that runs on",
        ),
        pytest.param(
            'game "A"\nturn: stop\nnote "a"\n\nnote "b"\nround: stop\n',
            'game "A"\n\nturn: stop\n\nnote "a"\n\nnote "b"\nround: stop\n',
            id="notes stay with what they are about",
        ),
    ],
)
def test_form(before: str, after: str) -> None:
    assert formatted(before) == after
    assert_same(before, after)


def test_a_long_must_has_its_sentence_below() -> None:
    head = 'game "A"\n\nturn:\n    choose:\n        "a":\n            must '
    sentence = '"' + "word " * 15 + '"'

    long = formatted(f"{head}{'x + ' * 10}x is 5: {sentence}  # so\n")
    short = formatted(f'{head}x is 5: "No."\n')

    assert long == f"{head}{'x + ' * 10}x is 5:\n                {sentence}  # so\n"
    assert short == f'{head}x is 5: "No."\n'
    assert_same(long, long)


def test_broken_text_is_refused() -> None:
    with pytest.raises(DiceError) as error:
        formatted('game "A"\nturn\n    stop\n')

    assert [p.code for p in error.value.problems] == ["E116"]


@pytest.mark.parametrize(("written", "printed"), [
    ("if pot is in (3,5,8): roll cup", "if pot is in (3, 5, 8): roll cup"),
    ("if pot is in (3 , 5): roll cup", "if pot is in (3, 5): roll cup"),
    ("set pot to highest of (3,5)", "set pot to highest of (3, 5)"),
    ("now open flaps are (3, 5, 8)", "now open flaps are (3, 5, 8)"),
    ("move one of cup to (2, 3)", "move one of cup to (2,3)"),
    ("move one of cup to (2,3,1)", "move one of cup to (2,3,1)"),
])  # fmt: skip
def test_a_set_of_numbers_has_blanks_and_a_place_has_none(written: str, printed: str) -> None:
    where = 'example "e":' if written.startswith("now") else "turn:"
    head = 'game "x"\n\n'

    assert format_text(Source("x.dice", f"{head}{where}\n    {written}\n")) == f"{head}{where}\n    {printed}\n"
