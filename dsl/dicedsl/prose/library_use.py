"""Which words, kinds and rules of libraries a rulebook speaks of: the others are not printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from dicedsl.prose.name_nouns import walk
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n

ASKING = (n.Apply, n.Your, n.Its, n.Their, n.Possessive)
Word = n.ValueWord | n.ListWord | n.CaseWord | n.AdjectiveWord
Used = n.Kind | Word | n.Rule


@frozen
class PrintedParts:
    """What is printed of a rulebook, in its order."""

    kinds: dict[str, n.Kind]
    words: dict[str, Word]
    rules: dict[str, n.Rule]

    def beyond(self, other: PrintedParts) -> list[Used]:
        """What is printed here and has no namesake there."""
        more: list[Used] = [kind for name, kind in self.kinds.items() if name not in other.kinds]
        more += [word for name, word in self.words.items() if name not in other.words]
        more += [rule for name, rule in self.rules.items() if name not in other.rules]
        return more


def printed_parts(book: Rulebook, examples: Iterable[n.Example], is_own: Callable[[n.Node], bool]) -> PrintedParts:
    """What the rulebook itself says, and what that leads to in its libraries."""
    names = NamesUsed(book)
    lines = (book.options, book.zones, book.memories, book.boards, book.flows)
    parts: list[Used] = [*book.kinds.values(), *book.words.values(), *book.rules.values()]
    by_id = {id(part): part for part in parts if is_own(part)}
    waiting: list[n.Node] = [line for table in lines for line in table.values()]
    waiting += [*book.standing, *book.hooks, *examples, *by_id.values()]
    while waiting:
        for part in names.meanings_in(waiting.pop()):
            if id(part) not in by_id:
                by_id[id(part)] = part
                waiting.append(part)
    return PrintedParts(
        {name: kind for name, kind in book.kinds.items() if id(kind) in by_id},
        {name: word for name, word in book.words.items() if id(word) in by_id},
        {name: rule for name, rule in book.rules.items() if id(rule) in by_id},
    )


class NamesUsed:
    """What the names in a part of a rulebook stand for: the longest noun counts, as when the game is played."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.adjectives: dict[str, list[n.AdjectiveWord]] = {}
        for word in book.words.values():
            if isinstance(word, n.AdjectiveWord):
                self.adjectives.setdefault(word.name.text, []).append(word)
        self.kinds: dict[str, n.Kind] = {}
        for kind in book.kinds.values():
            for name in (kind.singular, kind.plural, *kind.values):
                self.kinds.setdefault(name.text, kind)

    def meanings_in(self, part: n.Node) -> Iterator[Used]:
        """What a part speaks of; names that it binds itself are its own."""
        if isinstance(part, n.Kind):
            return
        nodes = list(walk(part))
        own = {name.text for node in nodes for name in _bound(node)}
        silent = {id(name) for node in nodes for name in _titles(node)}
        # What is asked of something is a word, also where something on the spot is called like it.
        asked = {id(node.phrase) for node in nodes if isinstance(node, ASKING)}
        for node in nodes:
            if isinstance(node, n.Do) and node.rule.text in self.book.rules:
                yield self.book.rules[node.rule.text]
            elif isinstance(node, n.Param) and node.kind in self.kinds:
                yield self.kinds[node.kind]
            elif isinstance(node, n.AnswerValue) and node.value in self.kinds:
                yield self.kinds[str(node.value)]
            elif isinstance(node, n.Phrase) and id(node) not in silent:
                yield from self._phrase(node.words, set() if id(node) in asked else own)

    def _phrase(self, words: tuple[str, ...], own: set[str]) -> Iterator[Used]:
        for i in range(len(words)):
            noun = self._in_number(" ".join(words[i:]))
            if noun in own:
                yield from self._row(words[:i])
                return
            if noun in self.book.words or noun in self.kinds or self._is_line(noun):
                yield from self._row(words[:i])
                if noun in self.book.words:
                    yield self.book.words[noun]
                elif noun in self.kinds:
                    yield self.kinds[noun]
                return
        # The noun is one of the language, or what a board calls its places: `empty calm sea squares`.
        yield from self._row(words)

    def _in_number(self, noun: str) -> str:
        """`a jump` where only `jumps` are known."""
        return noun if noun in self.book.words or f"{noun}s" not in self.book.words else f"{noun}s"

    def _is_line(self, name: str) -> bool:
        book = self.book
        return any(name in table for table in (book.zones, book.memories, book.options, book.boards))

    def _row(self, words: tuple[str, ...]) -> Iterator[n.AdjectiveWord]:
        """The adjectives in front of a noun; those of the language itself are passed over."""
        while words:
            size = next((i for i in range(len(words), 0, -1) if " ".join(words[:i]) in self.adjectives), 1)
            yield from self.adjectives.get(" ".join(words[:size]), ())
            words = words[size:]


def _bound(node: n.Node) -> Iterator[n.Phrase]:
    """The names that a node gives to what it is about."""
    if isinstance(node, (n.Binder, n.Quantified, n.For, n.Pick, n.Draw, n.Let, n.Param)):
        yield node.name
    elif isinstance(node, n.CoordinateBoard):
        yield from node.names


def _titles(node: n.Node) -> Iterator[n.Phrase]:
    """Names that are no words of the game: of rules, of choices, of players."""
    if isinstance(node, (n.Rule, n.WithName)):
        yield node.name
    elif isinstance(node, n.Do):
        yield node.rule
    elif isinstance(node, n.Choose) and node.name is not None:
        yield node.name
