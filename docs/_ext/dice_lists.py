"""Lists for the manual, read off the program and the shipped rulebooks when the manual is built. Each is a text in Markdown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from dicedsl.compile import program_of
from dicedsl.lower import builtins_table
from dicedsl.program.about import Setting
from dicedsl.program.printing import printed
from dicedsl.rulebook.library import folder, games
from dicedsl.rulebook.loading import load_path, load_source, raise_errors
from dicedsl.rulebook.merge import Rulebook
from dicedsl.source import Source
from dicedsl.syntax import nodes as n
from dicedsl.syntax.reading import FREE_WORDS, reserved_words, spellings

NOUNS = {
    "players": "the players still in, in seat order",
    "everyone": "all players, also those who are out",
    "others": "the players still in, without you",
    "other players": "the same as `others`",
    "last player left": "the players still in; for `the last player left wins`",
    "winners": "who has won; empty before the end",
    "mover": "whose turn it is, also while another one chooses",
    "turns played": "finished turns of this game, of all players together",
    "rounds played": "finished rounds of this game",
    "games played": "the number of this game in its match, from 1",
    "finished": "yes once the game is over; for examples",
    "dice": "all dice of the game, wherever they are",
}
ATTRIBUTES = {
    "number": ("a die", "the number it shows"),
    "index": ("a die", "its place in the line of dice it was made with, from 1"),
    "owner": ("a die", "the player in whose own zone it started, or nobody"),
    "colour": ("a die", "its colour; `plain` if none was given"),
    "orientation": ("a standing die", "which way it stands, or none"),
    "face": ("a standing die, a place or an orientation, and a step", "the number that looks that way"),
    "place": ("a die", "the place of the board it stands on, or none"),
    "seat": ("a player", "the number of the seat, from 1"),
    "left": ("a player", "the next player clockwise who is still in"),
    "right": ("a player", "the next player the other way round who is still in"),
    "skill": ("a player", "0 to 100, 50 unless set; for `odds:`"),
    "turns": ("a player", "how many turns that player has finished"),
    "dice": ("a player", "all dice that player owns, wherever they are"),
    "rank": ("a word of a kind, a place", "its number in the list, or on its board in natural order, from 1"),
    "first": ("a set", "its first member in natural order, or none"),
    "last": ("a set", "its last member in natural order, or none"),
    "row": ("a place", "its row; `row of (s, side)` on a board seen from several sides"),
    "column": ("a place", "its column; `column of (s, side)` likewise"),
    "ahead": ("a place and a side", "the next place away from that side, or none: `ahead of (s, side)`"),
    "step": ("numbers, one for each coordinate", "the way from one point of a board to another"),
    "copies": ("a set of places", "all sets of places of the same shape, turned and moved any way; each is a set"),
    "neighbours": ("a place", "the places that share an edge with it"),
    "lines": ("a board", "its full rows, columns and diagonals without their holes; each is a set of places"),
}
ADJECTIVES = {
    "empty": ("a set, a place", "has no members; has no die on it"),
    "taken": ("a place", "has a die on it"),
    "out": ("a player", "was eliminated"),
    "next": ("a player", "is asked to choose now"),
    "winner": ("a player", "has won"),
}


def _same(written: Iterable[str], known: Iterable[str], what: str) -> None:
    differing = set(written) ^ set(known)
    if differing:
        raise ValueError(f"the manual's list of {what} differs from the program's: {', '.join(sorted(differing))}")


def builtins_lists() -> str:
    """Nouns, attributes and adjectives; an error if the program knows others."""
    _same(NOUNS, builtins_table.NOUNS, "nouns")
    _same(ATTRIBUTES, builtins_table.ATTRIBUTES, "attributes")
    _same(ADJECTIVES, builtins_table.ADJECTIVES, "adjectives")
    lines = ["| noun | what it is |", "| --- | --- |"]
    lines += [f"| `{name}` | {text} |" for name, text in NOUNS.items()]
    lines += ["", "| attribute | of | what it is |", "| --- | --- | --- |"]
    lines += [f"| `{name} of` | {of} | {text} |" for name, (of, text) in ATTRIBUTES.items()]
    lines += ["", "| adjective | of | meaning |", "| --- | --- | --- |"]
    lines += [f"| `{name}` | {of} | {text} |" for name, (of, text) in ADJECTIVES.items()]
    return "\n".join(lines)


def reserved() -> str:
    """The reserved words, and the phrases that reserve none of their words."""
    kept = sorted(reserved_words() - {"players"})  # which may be part of a name
    single = ", ".join(f"`{word}`" for word in kept)
    phrases = ", ".join(f"`{text}`" for text in sorted({t for t in spellings().values() if " " in t}))
    free = ", ".join(f"`{word}`" for word in sorted(FREE_WORDS))
    return "\n".join(
        [
            f"The {len(kept)} reserved words: {single}.",
            "",
            f"Phrases with a meaning of their own: {phrases}.",
            "",
            f"Words with a meaning in one place only, free in names: {free}.",
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
players 2
material:
    cup: 1 die
    each player has total = 0
turn:
    roll cup
    add sum of number of cup to your total
end "ten" when some p in players has total at least 10: p wins
"""


def lowered() -> str:
    """The blocks of a very small game."""
    book, problems = load_source(Source("one-die", SMALL))
    raise_errors(problems)
    assert book is not None
    program = program_of(book, Setting(2, (), 0))
    lines = ["```dice", SMALL.rstrip("\n"), "```", "", "```none", printed(program).rstrip("\n")]
    return "\n".join([*lines, "```"])
