"""Which part of a rulebook each remark goes with, what is said of the whole, and what answers a question of the box."""

from __future__ import annotations

from bisect import bisect_left

from attrs import field, frozen

from dicedsl.prose.answers import is_answer
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n
from dicedsl.text.source import Span

Named = (
    n.Option | n.Zone | n.Memory | n.Board | n.Kind | n.ValueWord | n.ListWord | n.CaseWord | n.AdjectiveWord
    | n.Flow | n.Rule | n.Whenever | n.Always | n.End | n.MatchEnd | n.BreakOff | n.Hook
)  # fmt: skip
Place = tuple[int, int]  # which file, and where in it


def place_of(node: n.Node) -> Place:
    return id(node.span.source), node.span.start


def is_below(node: n.Remark, start: int) -> bool:
    """Whether it tells the part before it, which begins at `start`, behind a colon."""
    source, here = node.span.source, node.span
    number, column = source.position(start)
    lines = [source.line(at) for at in range(number, here.line + 1)]
    margin, *deeper = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    return margin < column - 1 and here.line > number and all(indent > margin for indent in deeper)


def variant_around(book: Rulebook, node: n.Node) -> n.Variant | None:
    """The variant in whose lines something stands."""
    return _variant_at(book, place_of(node))


def _variant_at(book: Rulebook, place: Place) -> n.Variant | None:
    file, start = place
    inside = (v for v in book.variants.values() if place_of(v)[0] == file and v.span.start <= start < v.span.end)
    return next(inside, None)


@frozen
class RemarkPlaces:
    """`beside` is by the identity of the part."""

    intro: list[n.Remark] = field(factory=list)
    beside: dict[int, list[n.Remark]] = field(factory=dict)
    answers: list[n.Remark] = field(factory=list)

    @classmethod
    def of(cls, book: Rulebook) -> RemarkPlaces:
        """Each remark goes with the part that stands after it in its file, or with what has replaced that part."""
        places = cls()
        named = {place_of(part): part for part in _parts(book)}
        later = {place_of(old): new for old, new in book.former}
        own = book.head.span.source
        around: dict[tuple[int, int], list[Place]] = {}  # by file and variant, in their order
        for name in sorted({*named, *later}):
            around.setdefault((name[0], id(_variant_at(book, name))), []).append(name)
        for node in book.remarks:
            if is_answer(node):
                places.answers.append(node)
                continue
            here = place_of(node)
            near = around.get((here[0], id(_variant_at(book, here))), [])
            at = _told_with(book, node, near, bisect_left(near, here))
            if at is None:
                places.intro.append(node)
                continue
            place = near[at]
            while place not in named and (new := later.get(place)) is not None:
                place = place_of(new)
            if place in named:  # else it speaks of what is no longer there
                places.beside.setdefault(id(named[place]), []).append(node)
        places.intro.sort(key=lambda node: node.span.source is not own)
        return places


def _parts(book: Rulebook) -> list[Named]:
    tables = (book.options, book.zones, book.memories, book.boards, book.kinds, book.words, book.flows, book.rules)
    return [*(part for table in tables for part in table.values()), *book.standing, *book.hooks]


def _told_with(book: Rulebook, node: n.Remark, near: list[Place], after: int) -> int | None:
    """Which of the parts in its file: the next of its block, or the one before it if it is the last; none for the whole."""
    if book.edition_of(node) == 1:
        return after - 1 if after else None
    if after and is_below(node, near[after - 1][1]):
        return after - 1
    if after < len(near):
        column = node.span.column
        next_ = Span(node.span.source, near[after][1], near[after][1]).column
        if next_ == column or (after and next_ > column):
            return after
        if not after:
            return None
    return after - 1 if after else None
