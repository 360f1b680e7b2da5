"""Names where they stand in a text: from what the typed stage has noted to stretches of it.

Whatever is declared for the whole game is known by its words alone: to rename all of one name together changes nothing. Names
given on the spot are known by the place where they are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from dicedsl.rulebook.parts import acting_parts, named_lines
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.source import Span
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import Kind
from dicedsl.typed.name_uses import NameUse

WORD = re.compile(r"#[^\n]*|[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
ARTICLES = frozenset({"a", "an", "the"})
SORTS: dict[type, str] = {
    t.Adjective: "adjective", t.Coloured: "adjective", t.BuiltInTest: "adjective", t.PlacesByUse: "adjective",
    n.Rule: "rule", n.Alternative: "alternative", t.Seat: "player",
}  # fmt: skip


@frozen
class Symbol:
    """Something that has a name. `home` is where a name given on the spot is given: the name of a text and an offset."""

    sort: str  # noun, adjective, sentence, rule, choice, local, player, alternative, variant or file
    name: str
    home: tuple[str, int] | None = None


@frozen(eq=False)
class Occurrence:
    """A name where it stands. `declares` if it is given here, by `node`."""

    symbol: Symbol
    span: Span
    declares: bool = False
    node: n.Node | None = None


def words_in(span: Span) -> list[tuple[str, Span]]:
    """The words of a stretch of text, without comments."""
    words = []
    for match in WORD.finditer(span.text):
        if not match[0].startswith("#"):
            start = span.start + match.start()
            words.append((match[0], Span(span.source, start, start + len(match[0]))))
    return words


def words_of(phrase: n.Phrase, in_front: bool = False) -> list[tuple[str, Span]]:
    """The words of a name, without its article. A rule stands `in_front` of what it is carried out for, in one run of words."""
    words, size = words_in(phrase.span), len(phrase.text.split())
    runs = [words[i : i + size] for i in range(len(words) - size, -1, -1)]
    same = [run for run in runs if [word for word, _ in run] == phrase.text.split()]
    run = same[-1] if same and in_front else [*same, *runs, []][0]
    return _together(run, phrase.words) if run else run


def _together(run: list[tuple[str, Span]], words: tuple[str, ...]) -> list[tuple[str, Span]]:
    """Words of a text as they are words of a name, of which one may hold several."""
    places, at = [], 0
    for word in words:
        size = len(word.split())
        places.append((word if size > 1 else run[at][0], joined(run[at : at + size])))
        at += size
    return places


def joined(words: list[tuple[str, Span]]) -> Span:
    return words[0][1].to(words[-1][1])


def is_sentence(name: n.Phrase) -> bool:
    """`the bidding is over`: subject and state together are one name."""
    return "is" in name.words


def sentence_at(name: n.Phrase) -> Span:
    """A sentence where it stands, with whatever is said between its two ends, such as `not` or `now`."""
    words = words_in(name.span)
    return joined(words[1:] if words[0][0] in ARTICLES and words[0][0] != name.words[0] else words)


def inside(text: n.Text) -> Span:
    """A text without its quotes."""
    return Span(text.span.source, text.span.start + 1, max(text.span.start + 1, text.span.end - 1))


# ------------------------------------------------------------------ names that stand for something


def place_of(use: NameUse, example: n.Example | None = None) -> Occurrence | None:
    """The place where a name stands; None for one that nobody has written. `example` is where players have their names."""
    if isinstance(use.written, n.Text):
        return Occurrence(_symbol(use, use.written.value, example), inside(use.written))
    if is_sentence(use.written):
        return Occurrence(Symbol("sentence", use.written.text), sentence_at(use.written))
    words = words_of(use.written, isinstance(use.referent, n.Rule))[use.first : use.last]
    if (
        isinstance(use.referent, Kind)
        and use.referent.is_place
        and len(words) > 1
        and words[-1][0] in {"place", "places"}
    ):
        words = words[:-1]  # `field places`: of the second board and later ones
    if not words:
        return None
    symbol = _symbol(use, " ".join(word for word, _ in words), example)
    return Occurrence(symbol, joined(words), use.introduced_by is not None, use.introduced_by)


def _symbol(use: NameUse, written: str, example: n.Example | None) -> Symbol:
    named = use.referent
    if isinstance(named, t.Local) and named.home is not None:
        return Symbol("local", named.name, _home(named.home))
    sort = SORTS.get(type(named), "noun")
    kind = named if isinstance(named, Kind) else named.type.kind if isinstance(named, t.AllOf) else None
    if kind is not None and kind.is_place and written == kind.name:
        written = kind.plural  # of which a board gives only the plural, as in `board pile of fields`
    return Symbol(sort, written, _home(example) if sort == "player" and example is not None else None)


def _home(node: n.Node) -> tuple[str, int]:
    return node.span.source.name, node.span.start


# ------------------------------------------------------------------ names that are given


def given_in(game: t.TypedGame) -> Iterator[Occurrence]:
    """What a game declares, where its names are given."""
    for line in named_lines(game.book):
        if isinstance(line, n.Kind):
            names = [line.singular, line.plural, *line.values]
        elif isinstance(line, n.Board):
            names = [
                line.name,
                *(line.shape.names if isinstance(line.shape, n.CoordinateBoard) else ()),
                *line.seen_from,
                *(() if line.places is None else (line.places,)),
            ]
        else:
            names = [line.name, *(_choices(game, line) if isinstance(line, n.Option) else ())]
        for name in names:
            yield from _occurrences_of(name, "adjective" if isinstance(line, n.AdjectiveWord) else "noun", line)
    for part in acting_parts(game.book):
        if isinstance(part, n.Rule):
            yield from _occurrences_of(part.name, "rule", part)
        for node in walk(part):
            if isinstance(node, n.Alternative):
                yield Occurrence(Symbol("alternative", node.name.value), inside(node.name), True, node)


def _choices(game: t.TypedGame, option: n.Option) -> Iterator[n.Phrase]:
    """Words between which an option chooses are given by it, unless they are values of another kind."""
    words = game.options[option.name.text].words
    for value in (option.default, *option.choices):
        if isinstance(value, n.Name) and value.phrase.text in words:
            kind = game.names.constants.get(value.phrase.text)
            if kind is not None and kind[0].name in {option.name.text, f"option {option.name.text}"}:
                yield value.phrase


def _occurrences_of(name: n.Phrase, sort: str, node: n.Node) -> Iterator[Occurrence]:
    if is_sentence(name):
        yield Occurrence(Symbol("sentence", name.text), sentence_at(name), True, node)
        return
    words = words_of(name, sort == "rule")
    if words:
        yield Occurrence(Symbol(sort, name.text), joined(words), True, node)


def players_of(example: n.Example, names: list[str]) -> Iterator[Occurrence]:
    """The players to whom an example gives a name."""
    for node in walk(example):
        if isinstance(node, n.WithName) and node.name.text in names and (words := words_of(node.name)):
            yield Occurrence(Symbol("player", node.name.text, _home(example)), joined(words), True, example)


# ------------------------------------------------------------------ names by which something is changed


def changes_in(file: n.File) -> Iterator[Occurrence]:
    """The names by which the differences of a file say what they change, and the titles of its variants."""
    for node in walk(file):
        if isinstance(node, n.Variant):
            yield Occurrence(Symbol("variant", node.title.value), inside(node.title), True, node)
        elif isinstance(node, n.WithVariant):
            yield Occurrence(Symbol("variant", node.title.value), inside(node.title))
        elif isinstance(node, n.Choice):
            yield from _occurrences_of(node.name, "choice", node)
        elif isinstance(node, n.AsIn) and (words := words_of(node.choice)):
            yield Occurrence(Symbol("choice", node.choice.text), joined(words))
        elif isinstance(node, n.AddBeside):
            yield Occurrence(Symbol("alternative", node.name.value), inside(node.name))
        elif isinstance(node, (n.Remove, n.AddTo)) and node.sort in {"rule", "choice", "word", "alternative"}:
            changed_name = _changed_name(node)
            if changed_name is not None:
                yield Occurrence(Symbol({"word": "noun"}.get(node.sort, node.sort), node.name), changed_name)


def agreed_in(file: n.File, options: set[str]) -> Iterator[Occurrence]:
    """The word of the language by which an option is asked for: `strict is agreed`."""
    for node in walk(file):
        if isinstance(node, n.Is) and isinstance(node.test, n.Same) and isinstance(node.test.other, n.Name):
            asked = node.subject.phrase.text if isinstance(node.subject, n.Name) else ""
            word = node.test.other.phrase
            if word.text == "agreed" and asked in options:
                yield Occurrence(Symbol("adjective", "agreed"), joined(words_of(word)))


def _changed_name(node: n.Remove | n.AddTo) -> Span | None:
    head = Span(node.span.source, node.span.start, node.span.start + len(node.span.text.split("\n", 1)[0]))
    if node.sort == "alternative":
        at = head.text.find(f'"{node.name}"')
        return None if at < 0 else Span(head.source, head.start + at + 1, head.start + at + 1 + len(node.name))
    words = words_in(head)
    wanted = node.name.split()
    for i in range(len(words) - len(wanted), 0, -1):
        if [word for word, _ in words[i : i + len(wanted)]] == wanted:
            return joined(words[i : i + len(wanted)])
    return None
