"""Lists for the manual, read off the program and the shipped rulebooks when the manual is built. Each is a text in Markdown."""

from __future__ import annotations

from collections import defaultdict

from dicedsl.about import Setting
from dicedsl.built_in import ADJECTIVES, ATTRIBUTES, NOUNS
from dicedsl.compile_door import compile_book
from dicedsl.errors import raise_errors
from dicedsl.program.printing import program_text
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.library import folder, games
from dicedsl.rulebook.loading import load_path, load_source
from dicedsl.syntax import nodes as n
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.reserved import BEGINNING
from dicedsl.text.source import Source


def builtins_lists() -> str:
    """Nouns, attributes and adjectives."""
    lines = ["| noun | what it is |", "| --- | --- |"]
    lines += [f"| `{word.name}` | {word.meaning} |" for word in NOUNS.values()]
    lines += ["", "| attribute | of | what it is |", "| --- | --- | --- |"]
    lines += [f"| `{word.name} of` | {word.of} | {word.meaning} |" for word in ATTRIBUTES.values()]
    lines += ["", "| adjective | of | meaning |", "| --- | --- | --- |"]
    lines += [f"| `{word.name}` | {word.of} | {word.meaning} |" for word in ADJECTIVES.values()]
    return "\n".join(lines)


def reserved() -> str:
    """The reserved words, and the phrases that reserve none of their words."""
    kept = sorted(SECOND.reserved_words)
    single = ", ".join(f"`{word}`" for word in kept)
    phrases = ", ".join(f"`{text}`" for text in sorted({t for t in SECOND.spellings.values() if " " in t.strip()}))
    first = ", ".join(f"`{word}`" for word in sorted(BEGINNING))
    free = ", ".join(f"`{word}`" for word in sorted(SECOND.free_words))
    return "\n".join(
        [
            f"The {len(kept)} reserved words: {single}.",
            "",
            f"The {len(BEGINNING)} words that cannot be the first of a name: {first}.",
            "",
            f"Phrases with a meaning of their own: {phrases}.",
            "",
            f"Words with a meaning in some places, free in names elsewhere: {free}.",
        ]
    )


# ------------------------------------------------------------------ the gallery


def players_text(book: Rulebook) -> str:
    if book.players is None:
        return ""
    counts = book.players.counts
    if book.players.more:
        return f"{counts[0]} or more players"
    if len(counts) > 1 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return " or ".join(map(str, counts)) + (" player" if counts == (1,) else " players")


def _option(option: n.Option) -> str:
    head = option.span.text.partition(":")[0].strip()
    name, _, values = head.partition(" = ")
    text = option.text.value if option.text is not None else ""
    return f"  - `{name}` = {values}" + (f": {text}" if text else "")


def _entry(name: str, book: Rulebook) -> list[str]:
    lines = [f"**{book.title}** (`{name}`), {players_text(book)}", ""]
    if book.head.changes is not None:
        lines.append(f"- written as differences from `{book.head.changes.value}`")
    if book.source:
        lines.append(f"- source: {book.source}")
    if book.options:
        lines += ["- options:", *map(_option, book.options.values())]
    lines += [f"- variant: {title}" for title in book.variants]
    lines.append(f"- {len(book.examples)} worked examples")
    return [*lines, ""]


def gallery() -> str:
    """Every shipped game, by collection."""
    by_collection: dict[str, list[str]] = defaultdict(list)
    for name, path in games():
        book, problems = load_path(path)
        raise_errors(problems)
        assert book is not None
        by_collection[path.parent.relative_to(folder()).as_posix()] += _entry(name, book)
    lines: list[str] = []
    for collection, entries in sorted(by_collection.items()):
        lines += [f"## {collection.replace('-', ' ').capitalize()}", "", *entries]
    return "\n".join(lines)


# ------------------------------------------------------------------ the lowered form

SMALL = """\
game "One die"
players 2, clockwise from anybody

material: cup: 1 die

to keep track: each player has a total, at first 0

turn:
    roll cup
    add sum of cup to your total

end "ten" when some player has total at least 10: that player wins
"""


def lowered() -> str:
    """The blocks of a very small game."""
    book, problems = load_source(Source("one-die", SMALL))
    raise_errors(problems)
    assert book is not None
    program = compile_book(book, Setting(2, (), 0))
    lines = ["```dice", SMALL.rstrip("\n"), "```", "", "```none", program_text(program).rstrip("\n")]
    return "\n".join([*lines, "```"])
