"""The manual: it builds without a warning, and leaves out no word of the grammar and no command."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from dicedsl.check_door import check
from dicedsl.cli import main
from dicedsl.interpreter.examples.testing import test_path as examples_of
from dicedsl.rulebook.library import games, shipped_files
from dicedsl.rulebook.loading import load_path
from dicedsl.syntax.declared_names import find_declared_names
from dicedsl.syntax.edition_parser import SECOND

DOCS = Path(__file__).parents[2] / "docs"
# Forms that only some boards and some draws have, and what cannot be played yet.
WITHOUT_SAMPLE = {"minus_int", "answer_nobody", "by_lot"}


PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)


def libraries() -> list[Path]:
    return [path for path in shipped_files().values() if path.parent.name == "library"]


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def test_manual_builds_without_a_warning(tmp_path: Path) -> None:
    options = ["-W", "--keep-going", "-q", "-d", str(tmp_path / "trees")]
    command = [sys.executable, "-m", "sphinx", *options, str(DOCS), str(tmp_path / "html")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_lists_in_the_manual_are_what_the_program_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS)
    lists = import_module("make_lists")

    text = page("language.md")
    assert set(lists.PLACE.findall(text)) == set(lists.LISTS)
    assert lists.written(text) == text, "python docs/make_lists.py"


@pytest.mark.parametrize("spelling", sorted({text for text in SECOND.spellings.values() if text[0].isalpha()}))
def test_every_word_of_the_grammar_is_in_the_reference(spelling: str) -> None:
    assert spelling in " ".join(page("language.md").split())


def test_every_construct_of_the_grammar_has_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS / "_ext")
    used = set()
    for text, mistakes in import_module("dice_samples").samples_on(page("language.md")):
        text = find_declared_names(text).joined(text)
        if SECOND.failure_of(text) is None and not any(code.startswith("E1") for code in mistakes):
            used |= {str(tree.data) for tree in SECOND.tree_of(text).iter_subtrees()}
    named = {r.alias or str(r.origin.name) for r in SECOND.parser.rules if r.alias or not r.options.expand1}
    assert sorted({name for name in named if not name.startswith("_")} - used - WITHOUT_SAMPLE) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_sample_is_of_the_second_edition(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS / "_ext")
    samples = import_module("dice_samples")
    first = [
        text
        for text, codes in samples.samples_on(path.read_text("utf-8"))
        if not samples.is_of_second_edition(text, codes)
    ]

    assert first == []


@pytest.mark.parametrize("announced", [set(), {"E113"}], ids=["sound", "broken"])
def test_a_sample_of_the_first_edition_would_be_seen(announced: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS / "_ext")
    old = 'game "Old"\nplayers 2\nmaterial:\n    each player has total = 0\nturn: add 1 to your total\n'

    assert not import_module("dice_samples").is_of_second_edition(old, announced)


def test_samples_are_tried() -> None:
    """A sample that the manual does not try is marked as a text of no language, or drawn from a file that is."""
    untried = [path.name for path in PAGES if re.search(r"^ *```dice", path.read_text("utf-8"), re.MULTILINE)]

    assert untried == []


def test_the_taste_in_the_readme_is_of_its_rulebook() -> None:
    taste = re.search(r"^```text\n(.*?)^```", (DOCS.parent / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)

    assert taste is not None
    assert taste[1] in shipped_files()["keep-on-rolling"].read_text("utf-8")


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_is_described(command: str) -> None:
    text = page("commands.md")
    assert f"\n## {command}\n" in text
    assert f"```{{dicedsl}} {command} --help" in text


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = page("index.md").split("{toctree}")[1].split()
    pages = {p.relative_to(DOCS).with_suffix("").as_posix() for p in DOCS.rglob("*.md") if "_build" not in p.parts}
    assert pages - {"index"} <= set(listed)


def test_every_word_of_the_library_of_places_is_in_the_chapter_on_geometry() -> None:
    book, _ = load_path(shipped_files()["das-spiel"])
    assert book is not None
    text = page("geometry.md")
    named = {word.name.text for word in book.words.values()} | set(book.boards)
    named |= {kind.plural.text for kind in book.kinds.values()}
    named |= {value.text for kind in book.kinds.values() for value in kind.values}
    missing = sorted(name for name in named if not re.search(rf"`[^`]*\b{re.escape(name)}\b[^`]*`", text))
    assert named
    assert missing == []


def test_the_positions_of_the_chapter_on_geometry_hold() -> None:
    path = DOCS / "geometry.dice"

    assert check(path) == []
    assert [r.title for r in examples_of(path) if not r.holds] == []


def test_every_game_has_its_rules_in_the_manual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS / "_ext")
    text = import_module("dice_pictures").every_rulebook()

    assert [name for name, _ in games() if f"(rules-{name})=\n## " not in text] == []


# What dice games in general need, though few of the shipped ones do.
OF_GENERAL_USE = {"`dice with faces`", "`place of` a die", "`always`", "`after one last turn`"}


def test_no_construct_serves_one_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS / "_ext")
    users = import_module("dice_uses").users()

    few = {name for part in users.values() for name, names in part.items() if len(names) < 2}
    assert few == OF_GENERAL_USE
    assert set(users["Libraries"]) == {f'`use "{path.stem}"`' for path in libraries() if path.stem != "series"}
