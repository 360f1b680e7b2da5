"""Everything that has a name in one rulebook, looked up by that name; what is explained by an expression is made when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from attrs import define, field, frozen

from dicedsl import built_in
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import DIE, NUMBER, PLAYER, POINT, STEP, Kind, Type, one, set_of
from dicedsl.typed.part_reuse import PartMaker, PartReuse
from dicedsl.typed.semantic_error import SemanticError

T = TypeVar("T")
MOST_NESTED_DECLARATIONS = 60


@frozen(eq=False, repr=False, slots=False)
class Signature:
    """What an adjective or a relation is asked of; None where the kind is not known."""

    key: str
    node: n.AdjectiveWord
    subject: Type | None
    other: Type | None


@define(eq=False, repr=False, slots=False)
class LazyTable(Generic[T]):
    """Declarations of one sort, each made when it is first asked for: they may be explained by each other, in any order.

    `make` makes one for the `maker`, unless it is among the `parts` that are the same without a variant. Words within words go as deep
    as functions may be called, so nothing stands between these that is not needed.
    """

    sort: str
    nodes: Mapping[str, Any]
    make: Callable[[Any], T]
    parts: PartReuse
    maker: PartMaker
    made: dict[str, T] = field(factory=dict)
    _begun: list[str] = field(factory=list)

    def get(self, name: str, use: n.Node | None = None) -> T | None:
        node = self.nodes.get(name)
        if node is None or name in self.made:
            return self.made.get(name)
        where = (use or node).span
        if name in self._begun:
            help = "a word may not use itself, directly or through others"
            raise SemanticError("E366", f'"{_called(node)}" is explained by itself', where, help=help)
        if len(self._begun) >= MOST_NESTED_DECLARATIONS:
            raise SemanticError("E104", "words are explained by words too deeply; 60 levels is the limit", where)
        self._begun.append(name)
        try:
            self.made[name] = self.parts.make_or_reuse(node, self.make, self.maker)
        finally:
            self._begun.pop()
        return self.made[name]

    def all(self) -> Iterator[T]:
        for name in self.nodes:
            value = self.get(name)
            assert value is not None
            yield value


def _called(node: n.Line) -> str:
    return node.singular.text if isinstance(node, n.Kind) else node.name.text


@define(eq=False, repr=False, slots=False)
class Names:
    """What is asked here is noted, with the answer: a part of a variant whose answers are the same need not be made again."""

    book: Rulebook
    parts: PartReuse
    kinds: dict[str, Kind] = field(factory=lambda: {k.name: k for k in (NUMBER, PLAYER, DIE)})
    constants: dict[str, tuple[Kind, int]] = field(factory=dict)
    plurals: dict[str, Kind] = field(factory=dict)
    boards: dict[str, t.Board] = field(factory=dict)
    space: t.Board | None = None
    signatures: dict[str, tuple[Signature, ...]] = field(factory=dict)
    options: LazyTable[t.Option] = field(init=False)
    zones: LazyTable[t.Zone] = field(init=False)
    memories: LazyTable[t.Memory] = field(init=False)
    words: LazyTable[t.Word] = field(init=False)
    lists: LazyTable[t.ListWord] = field(init=False)
    adjectives: LazyTable[t.Adjective] = field(init=False)
    rules: dict[str, tuple[Type, ...]] = field(factory=dict)

    def take_over(self, base: Names) -> None:
        """Boards, and parts that can be reused, are those of the rulebook that this is a variant of, if both speak of the same kinds."""
        if self._speaks_of_same_kinds(base):
            self.boards, self.space = base.boards, base.space
            self.parts.take_from(base.parts)

    def _speaks_of_same_kinds(self, base: Names) -> bool:
        return (
            [(k, v.values, v.board) for k, v in self.kinds.items()]
            == [(k, v.values, v.board) for k, v in base.kinds.items()]
            and [b.node for b in self.boards.values()] == [b.node for b in base.boards.values()]
            and self.constants == base.constants
        )

    def answer(self, question: tuple[str, str]) -> object:
        """The answer to something that was asked before."""
        sort, name = question
        return getattr(self, sort)(name)

    def _note(self, sort: str, name: str, answer: T) -> T:
        self.parts.note((sort, name), answer)
        return answer

    # -------------------------------------------------------------- what is declared

    def memory(self, name: str) -> t.Memory | None:
        return self._note("memory", name, self.memories.get(name))

    def zone(self, name: str) -> t.Zone | None:
        return self._note("zone", name, self.zones.get(name))

    def hides_fold(self, name: str) -> n.Phrase | None:
        """The name of something of each of a kind that is called like what the language works out of several: `sum of
        you` would be both."""
        return self._note("hides_fold", name, self._hiding(name) if name in built_in.FOLDS else None)

    def _hiding(self, name: str) -> n.Phrase | None:
        book = self.book
        memory, zone, word = book.memories.get(name), book.zones.get(name), book.words.get(name)
        if memory is not None and memory.scope.word == "each":
            return memory.name
        if zone is not None and zone.keys:
            return zone.name
        return word.name if isinstance(word, (n.ValueWord, n.CaseWord)) and word.params else None

    def option(self, name: str) -> t.Option | None:
        return self._note("option", name, self.options.get(name))

    def word(self, name: str, use: n.Node | None = None) -> t.Word | None:
        return self._note("word", name, self.words.get(name, use))

    def params_of(self, name: str) -> tuple[n.Param, ...] | None:
        """What a word is asked of, without asking what it is."""
        word = self.book.words.get(name)
        return self._note("params_of", name, word.params if isinstance(word, (n.ValueWord, n.CaseWord)) else None)

    def list_word(self, name: str) -> t.ListWord | None:
        return self._note("list_word", name, self.lists.get(name))

    def constant(self, name: str) -> tuple[Kind, int] | None:
        return self._note("constant", name, self.constants.get(name))

    def kind_of_plural(self, name: str) -> Kind | None:
        """The kind of which a name is the plural: all of it."""
        return self._note("kind_of_plural", name, self.plurals.get(name))

    def rule_parameter_types(self, name: str) -> tuple[Type, ...] | None:
        """The types of what a rule is given; None if there is no such rule."""
        return self._note("rule_parameter_types", name, self.rules.get(name))

    def has_flow(self, word: str) -> bool:
        """Whether the game says what happens in each turn, round, match or at set-up."""
        return self._note("has_flow", word, word in self.book.flows)

    def is_taken(self, name: str) -> bool:
        """Whether a name stands for something in the whole game."""
        book = self.book
        taken = any(name in table for table in (book.memories, book.zones, book.words, book.options, self.constants))
        return self._note("is_taken", name, taken or name == "starter")

    # -------------------------------------------------------------- kinds

    @property
    def colour(self) -> Kind:
        return self.kinds["colour"]

    def param_type(self, param: n.Param) -> Type:
        for kind in self.kinds.values():
            if param.kind == kind.name:
                return one(kind)
            if param.kind == kind.plural:
                return set_of(kind)
        if param.kind in {"place", "places"} and self.boards:
            kind = next(iter(self.boards.values())).kind
            return one(kind) if param.kind == "place" else set_of(kind)
        listed = ", ".join(self.kinds)
        raise SemanticError("E359", f'"{param.kind}" is no kind of thing', param.span, help=f"known kinds: {listed}")

    def keeping(self) -> list[str]:
        """The kinds that something can be kept for."""
        return [name for name, kind in self.kinds.items() if kind not in (NUMBER, POINT, STEP)]

    # -------------------------------------------------------------- adjectives and relations

    def signatures_of(self, name: str) -> tuple[Signature, ...]:
        return self._note("signatures_of", name, self.signatures.get(name, ()))

    def adjective(self, key: str) -> t.Adjective | None:
        return self._note("adjective", key, self.adjectives.get(key))

    def adjective_signature(self, name: str, subject: Type, other: Type | None = None) -> Signature | None:
        """The word of the rulebook that says when one of a kind is called this."""
        for signature in self.signatures_of(name):
            if (signature.node.other is None) != (other is None) or signature.subject != subject:
                continue
            if other is not None:
                if signature.other is None or signature.other.kind != other.kind:
                    continue
                if signature.other.form is not other.form and not signature.other.is_set:
                    continue
            return signature
        return None

    def has_adjective(self, name: str, kind: Kind) -> bool:
        if self.adjective_signature(name, one(kind)) is not None or (name in self.colour.values and kind is DIE):
            return True
        return is_built_in_adjective(name, kind) or self._is_state(name, kind)

    def _is_state(self, name: str, kind: Kind) -> bool:
        """Whether it is remembered of each of a kind: `each player is safe`."""
        memory = self.memory(name)
        return memory is not None and memory.node.state and list(memory.keys) == [kind]

    def adjective_names(self) -> list[str]:
        words = [s.node.name.text for s in self._all_signatures() if s.node.other is None]
        return words + list(built_in.ADJECTIVES)

    def relation_names(self) -> list[str]:
        return [s.node.name.text for s in self._all_signatures() if s.node.other is not None]

    def _all_signatures(self) -> Iterator[Signature]:
        for overloads in self.signatures.values():
            yield from overloads

    # -------------------------------------------------------------- for suggestions

    def known_names(self) -> list[str]:
        book = self.book
        words = [name for name, word in book.words.items() if not isinstance(word, n.AdjectiveWord)]
        return [
            *self.memories.nodes, *book.zones, *words, *book.options, *self.constants, *self.plurals, *built_in.NOUNS,
        ]  # fmt: skip

    def functions(self) -> list[str]:
        """What can be asked of something."""
        book = self.book
        words = [name for name, w in book.words.items() if isinstance(w, (n.ValueWord, n.CaseWord)) and w.params]
        memories = [name for name, m in book.memories.items() if m.scope.word == "each" or m.key or m.numbers]
        return [*memories, *(name for name, zone in book.zones.items() if zone.keys), *words]


def is_built_in_adjective(name: str, kind: Kind) -> bool:
    word = built_in.ADJECTIVES.get(name)
    return word is not None and (kind.is_place if word.asks == "place" else kind.name == word.asks)


def splits(words: tuple[str, ...]) -> Iterable[tuple[tuple[str, ...], str]]:
    """Ways to read a run of words as adjectives and a noun, longest noun first."""
    for i in range(len(words)):
        yield words[:i], " ".join(words[i:])
