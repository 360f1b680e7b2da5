"""The language and the engine know no game: no Python file names a shipped rulebook."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULEBOOKS = sorted(path for path in (ROOT / "rulebooks").rglob("*.dice") if path.parent.name != "library")
SOURCES = sorted(path for top in ("dsl", "interpreter") for path in (ROOT / top).rglob("*.py"))

# Titles that are plain English words, which code may need in their plain sense.
PLAIN_WORDS = {"acquire", "doubles", "finish", "race", "slide", "triangle"}


def words_of(name: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", name.lower()))


def names_of(path: Path) -> set[tuple[str, ...]]:
    """The title and the file name of a rulebook, as words."""
    titles = re.findall(r'^game "([^"]+)"', path.read_text("utf-8"), re.MULTILINE)
    return {words_of(name) for name in (*titles, path.stem)}


def pattern(names: set[tuple[str, ...]]) -> re.Pattern[str]:
    """Finds a name however it is joined: `two words`, `two-words`, `two_words`, `TwoWords`."""
    spellings = (r"[\W_]*".join(map(re.escape, name)) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(spellings)})(?![^\W_])", re.IGNORECASE)


NAMES = {name for path in RULEBOOKS for name in names_of(path)} - {(word,) for word in PLAIN_WORDS}


def test_rulebooks_are_found() -> None:
    assert NAMES


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_rulebook_is_named(path: Path) -> None:
    text = path.read_text("utf-8")
    found = [f"line {text.count(chr(10), 0, m.start()) + 1}: {m[0]!r}" for m in pattern(NAMES).finditer(text)]

    assert found == []


@pytest.mark.parametrize("text", ["two-words", "Two Words", "TWO_WORDS", "TwoWords", "x = two_words()", "pig"])
def test_a_name_is_found_in_any_spelling(text: str) -> None:
    assert pattern({("two", "words"), ("pig",)}).search(text)


@pytest.mark.parametrize("text", ["pigment", "twowordsmith", "two more words"])
def test_a_part_of_a_word_is_no_name(text: str) -> None:
    assert not pattern({("two", "words"), ("pig",)}).search(text)
