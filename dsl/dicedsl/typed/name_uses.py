"""What each written name stands for: noted while names are resolved, for whoever asks of a place in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.source import Span
from dicedsl.typed import tree as t


@frozen(eq=False, repr=False, slots=False)
class NameUse:
    """Some words of a name, from `first` up to `last`, or a whole text in quotes, and what they stand for.

    `referent` is a declaration (`t.Memory`, `t.Word`, `t.Local` ..., a kind, an `n.Rule`, an `n.Alternative`), or for what nobody
    declares the node of the typed tree. `introduced_by` is the node by which a name is given on the spot, where that stands here.
    """

    written: n.Phrase | n.Text
    first: int
    last: int
    referent: object
    introduced_by: n.Node | None = None

    @property
    def is_whole(self) -> bool:
        return isinstance(self.written, n.Phrase) and self.first == 0 and self.last == len(self.written.words)


_DECLARED = {
    t.LocalValue: "local", t.MemoryValue: "memory", t.ZoneDice: "zone", t.WordCall: "word", t.OptionValue: "option", t.ListEntry: "list",
    t.HasAdjective: "adjective",
}  # fmt: skip


def stands_for(expr: t.Expr) -> object:
    """The declaration behind what a name was resolved to; the node itself where nobody has declared it."""
    name = _DECLARED.get(type(expr))
    return expr if name is None else getattr(expr, name)


@define(eq=False, repr=False, slots=False)
class NameUses:
    """The table, asked by where a name stands. A node that was made from another one stands where that stood."""

    uses: list[NameUse]
    _by_span: dict[Span, list[NameUse]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._by_span = {}
        for use in self.uses:
            self._by_span.setdefault(use.written.span, []).append(use)

    def uses_of(self, phrase: n.Phrase) -> list[NameUse]:
        """Its noun and its adjectives."""
        return self._by_span.get(phrase.span, [])

    def referent_of(self, phrase: n.Phrase) -> object:
        """What a name stands for, adjectives aside; None if that is not known."""
        return next((use.referent for use in self.uses_of(phrase) if use.last == len(phrase.words)), None)

    def whole_referent(self, node: n.Node) -> object:
        """What an expression stands for that is nothing but a name; else None."""
        if not isinstance(node, n.Name):
            return None
        return next((use.referent for use in self.uses_of(node.phrase) if use.is_whole), None)

    def referents_in(self, node: n.Node) -> Iterator[object]:
        """Everything that is named at or below a node."""
        for inner in walk(node):
            if isinstance(inner, n.Phrase):
                yield from (use.referent for use in self.uses_of(inner) if use.introduced_by is None)

    def speaks_of(self, node: n.Node, given: Iterable[n.Phrase]) -> bool:
        """Whether one of these names, given on the spot, is used at or below a node."""
        homes = {id(phrase) for phrase in given}
        return any(isinstance(named, t.Local) and id(named.home) in homes for named in self.referents_in(node))
