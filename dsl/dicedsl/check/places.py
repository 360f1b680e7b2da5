"""Sets of places that are always the same, asked whether they are empty: what stands on them is meant."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.check.case import Case, warning
from dicedsl.errors import Problem
from dicedsl.lower.lower import Lowering
from dicedsl.lower.scope import Bad, Scope
from dicedsl.program.fixed import Fixed, StateRead
from dicedsl.rulebook.merge import Rulebook
from dicedsl.rulebook.walk import everything, mentioned, walk
from dicedsl.syntax import nodes as n


def places(case: Case) -> Iterator[Problem]:
    for lowering in case.lowered:
        for part in everything(lowering.w.book):
            for node in walk(part):
                if isinstance(node, n.Is) and _asks_for_empty(node) and case.owns(node.span):
                    yield from _never_empty(lowering, node)


def _asks_for_empty(node: n.Is) -> bool:
    return isinstance(node.test, n.Same) and node.test.other == n.Name(n.Phrase(("empty",)))


def _varies(book: Rulebook, node: n.Node) -> bool:
    """Whether a set depends on the options or on who plays: with others it may be empty."""
    names = mentioned(node)
    waiting = set(names)
    while waiting:
        more = {name for word in book.words.values() if word.name.text in waiting for name in mentioned(word)}
        waiting = more - names
        names |= more
    return bool(names & {*book.options, "everyone", "seat"})


def _never_empty(lowering: Lowering, node: n.Is) -> Iterator[Problem]:
    w = lowering.w
    try:
        value = w.e.value(node.subject, Scope())
        if not value.ty.many or w.board_of(value.ty.kind) is None:
            return
        count = Fixed(w.program, w.budget.spare)(value.op, {}).bit_count()
    except (Bad, StateRead, KeyError):
        # It changes in play, or speaks of names that hold only there.
        return
    if count and not _varies(w.book, node.subject):
        text = node.subject.span.text
        yield warning(
            "W633",
            f"this set always has {count} place{'s' * (count != 1)}, whatever stands on them",
            node.span,
            f"write `{'some' if node.negated else 'no'} p in {text} is taken` to ask what stands there",
        )
