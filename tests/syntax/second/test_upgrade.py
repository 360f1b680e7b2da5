"""Rulebooks of the first edition are rewritten in the second, with their comments, and mean the same."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.author.mistakes import mistake_of
from dicedsl.check_door import check
from dicedsl.cli import main
from dicedsl.errors import DiceError
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.formatter import upgrade_and_format
from dicedsl.syntax.parser import parse_as
from dicedsl.text.source import Source

ROOT = Path(__file__).parents[3]
OLD = sorted((ROOT / "tests" / "first-edition").rglob("*.dice"))


@pytest.mark.parametrize("path", OLD[::6], ids=lambda path: path.stem)
def test_a_rulebook_is_read_in_the_second_edition(path: Path) -> None:
    text = upgrade_and_format(Source(path.name, path.read_text("utf-8")))

    file, problems = parse_as(Source(path.name, text), SECOND)

    assert file is not None and not problems
    assert upgrade_and_format(Source(path.name, text)) == text


CHANGES = [
    ("each player has total = 0, for the match", "each player has total, at first 0, for the match"),
    ("hand: 3 numbered dice", "hand: 3 dice named d1 to d3"),
    ("rule lose for player p, number x:", "rule lose the player p, the number x:"),
    ("do lose for you, 5", "lose you, 5"),
    ("do lose for first of players, 5", "lose (first of players), 5"),
    ("do lose for rival, 5", "lose rival, 5"),
    ("eliminate you", "you are now out"),
    ('"take" some of hand as kept:', '"take" one or more of hand as kept:'),
    ('must kept is empty: "No."', 'only if kept is empty; otherwise the player hears "No."'),
    ('must leave kept is empty: "No."', 'only if after this choice kept is empty; otherwise the player hears "No."'),
    ("for each p in players, by highest total of p: stop", "for each p in players, highest (total of p) first: stop"),
    ('Anna may not choose "take" 1: "No."', 'Anna may not choose "take" 1 and hears "No."'),
    ("cap 500 turns: nobody wins", "break off after 500 turns: nobody wins"),
    ('ruling "So."', 'our ruling "So."'),
    ('note "In short: all of it."', 'in short "all of it."'),
]
FRAME = """game "Old"
players 2

# what lies there
material:
    hand: 3 numbered dice
    each player has total = 0, for the match
    note "What counts."

turn:
    choose:
        "take" some of hand as kept:
            must kept is empty: "No."
            must leave kept is empty: "No."
            do lose for you, 5  # always
    note "Nobody may pass."
    for each p in players, by highest total of p: stop
    eliminate you
    do lose for first of players, 5
    let rival be you
    do lose for rival, 5

rule lose for player p, number x:
    note "In short: all of it."
    stop
ruling "So."

cap 500 turns: nobody wins

example "One":
    Anna may not choose "take" 1: "No."
"""


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_spelling(old: str, new: str) -> None:
    assert old in FRAME
    assert new in upgrade_and_format(Source("old.dice", FRAME))


def test_what_is_remembered_and_what_is_no_rule_have_parts_of_their_own() -> None:
    lines = upgrade_and_format(Source("old.dice", FRAME)).splitlines()

    at = lines.index("to keep track:")
    assert lines[at + 1 : at + 3] == ['    note "What counts."', "    each player has total, at first 0, for the match"]
    assert lines[-2:] == ["simulation:", "    break off after 500 turns: nobody wins"]


def test_notes_stand_before_what_they_explain_and_comments_stay() -> None:
    text = upgrade_and_format(Source("old.dice", FRAME))

    assert text.index('note "Nobody may pass."') < text.index("choose:")
    assert text.index('our ruling "So."') < text.index("rule lose")
    assert "# what lies there" in text and "# always" in text


def test_what_the_second_edition_spelt_in_another_way_is_spelt_anew() -> None:
    text = 'game "New"\nplayers 2, clockwise from anybody\n\nturn:\n    {0}all of it. Not \\"In short: ...\\""\n    you win\n'
    text = text.replace('\\"', "'")
    old, new = (text.format(short) for short in ('note "In short: ', 'in short "'))

    assert upgrade_and_format(Source("new.dice", old)) == new == upgrade_and_format(Source("new.dice", new))
    problems = check(Source("new.dice", old))
    assert [(p.code, p.severity, p.span.text, p.fix) for p in problems] == [
        ("W625", "warning", 'note "In short: ', 'in short "')
    ]
    mistake = mistake_of(old, problems[0])
    assert old[: mistake.start] + mistake.fix + old[mistake.end :] == new
    assert check(Source("new.dice", new)) == []


def test_two_odds_for_one_name_are_told() -> None:
    attempt = (
        '    attempt "flick":\n        "on"\n        "off"\n        odds:\n            "on": {}\n            "off": 1\n'
    )
    text = f'game "Old"\nplayers 2\nturn:\n{attempt.format(1)}{attempt.format(2)}'

    with pytest.raises(DiceError) as error:
        upgrade_and_format(Source("old.dice", text))

    assert [p.code for p in error.value.problems] == ["E138"]


def test_odds_in_a_variant_stay_with_the_variant() -> None:
    attempt = '{0}attempt "flick":\n{0}    "on"\n{0}    odds:\n{0}        "on": {1}\n'
    text = 'game "Old"\nplayers 2\nturn:\n' + attempt.format("    ", 1)
    text += 'variant "Hard":\n    replace turn:\n' + attempt.format("        ", 2)

    lines = upgrade_and_format(Source("old.dice", text)).splitlines()

    at = lines.index("    simulation:")
    assert lines[at + 1 : at + 3] == ['        odds of "flick":', '            "on": 2']
    assert lines[-3:] == ["simulation:", '    odds of "flick":', '        "on": 1']


def test_check_says_that_a_file_is_of_the_first_edition(tmp_path: Path) -> None:
    path = tmp_path / "old.dice"
    path.write_text((ROOT / "tests" / "first-edition" / "classics" / "pig.dice").read_text("utf-8"), encoding="utf-8")

    before = CliRunner().invoke(main, ["check", str(path)]).output
    done = CliRunner().invoke(main, ["fmt", "--upgrade", str(path)])
    after = CliRunner().invoke(main, ["check", str(path)]).output

    assert done.exit_code == 0
    assert "this is written in the first edition" in before and "fmt --upgrade" in before
    assert "edition" not in after
