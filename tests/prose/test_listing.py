"""The list of shipped games says the same as the rulebooks, and is quick."""

import json
import time

import pytest

from dicedsl.prose.glance import players_text
from dicedsl.prose.listing import listing
from dicedsl.rulebook.library import games
from dicedsl.rulebook.loading import load_path

ENTRIES = {entry.name: entry for entry in listing()}


@pytest.mark.parametrize(("name", "path"), list(games()), ids=lambda value: str(value).rpartition("/")[2])
def test_an_entry_agrees_with_its_rulebook(name: str, path: object) -> None:
    book, _ = load_path(dict(games())[name])
    assert book is not None
    entry = ENTRIES[name]

    assert entry.title == book.title
    assert entry.source == book.source
    assert entry.players == players_text(book.players)
    assert list(entry.variants) == list(book.variants)
    assert [option.name for option in entry.options] == list(book.options)
    for option in entry.options:
        node = book.options[option.name]
        assert option.default == node.default.span.text
        assert option.text == (node.text.value if node.text else "")
        assert bool(option.values) == bool(node.bounds or node.choices)
    assert entry.changes == (book.parents[-1] if book.parents else None)


def test_all_are_listed() -> None:
    assert list(ENTRIES) == [name for name, _ in games()]


def test_it_is_json() -> None:
    assert json.loads(json.dumps([entry.as_json() for entry in ENTRIES.values()]))[0]["name"]


def test_it_is_quick() -> None:
    start = time.perf_counter()
    listing()

    assert time.perf_counter() - start < 1
