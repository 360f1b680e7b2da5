"""The shipped rulebooks pass their own checker, and no text makes it stumble."""

import random
from pathlib import Path

import pytest

from dicedsl.check.passes import PASSES
from dicedsl.check_door import check
from dicedsl.errors import UsageError
from dicedsl.rulebook.library import shipped_files
from dicedsl.text.render import render_all
from dicedsl.text.source import Source
from tests.parts import some

PATHS = sorted(shipped_files().values())


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_shipped_rulebook_is_free_of_errors(path: Path) -> None:
    errors = [p for p in check(path) if p.is_error]

    assert not errors, render_all(errors)


def test_every_pass_is_a_function_of_its_own() -> None:
    assert len(set(PASSES)) == len(PASSES) >= 10


def test_a_short_name_will_do() -> None:
    assert check(PATHS[0].stem) == check(PATHS[0]) or len(check(PATHS[0].stem)) == len(check(PATHS[0]))


def test_a_missing_file_is_the_callers_mistake() -> None:
    with pytest.raises(UsageError):
        check("no-such-rulebook-anywhere")


def damaged(text: str, dice: random.Random) -> str:
    """A rulebook with a few lines or words lost, doubled or exchanged."""
    lines = text.split("\n")
    for _ in range(dice.randint(1, 3)):
        i = dice.randrange(len(lines))
        how = dice.randrange(5)
        if how == 0:
            del lines[i]
        elif how == 1:
            lines.insert(i, lines[dice.randrange(len(lines))])
        elif how == 2:
            words = lines[i].split(" ")
            del words[dice.randrange(len(words))]
            lines[i] = " ".join(words)
        elif how == 3:
            words = lines[i].split(" ")
            words[dice.randrange(len(words))] = dice.choice(lines[dice.randrange(len(lines))].split(" "))
            lines[i] = " ".join(words)
        else:
            lines[i] = lines[i].replace(dice.choice("123456"), dice.choice("0789"))
        if not lines:
            lines = [""]
    return "\n".join(lines)


@pytest.mark.parametrize("name", some(sorted(path.stem for path in PATHS), 3))
def test_damage_is_reported_and_never_raised(name: str) -> None:
    path = next(path for path in PATHS if path.stem == name)
    dice = random.Random(path.stem)
    text = path.read_text("utf-8")
    for _ in range(3):
        source = Source(path.name, damaged(text, dice))
        render_all(check(source, path.parent))
