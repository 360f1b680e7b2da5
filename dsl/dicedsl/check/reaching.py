"""Steps that are never come to, because something above them always leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from dicedsl.check.checked_file import CheckedFile, head, warning
from dicedsl.check.settings import of_books
from dicedsl.errors import Label, Problem
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import all_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk

LEAVING = (n.Stop, n.EndTurn, n.EndRound, n.Wins, n.BestWins)


def reaching(checked: CheckedFile) -> Iterator[Problem]:
    yield from of_books(checked, _in_book)


def _in_book(book: Rulebook) -> Iterator[Problem]:
    for part in all_parts(book):
        for node in walk(part):
            if isinstance(node, (n.Block, n.Alternative)):
                yield from _behind(node.steps)


def _behind(steps: Sequence[n.Step | n.Must]) -> Iterator[Problem]:
    """The first step behind one that always leaves."""
    steps = [step for step in steps if not isinstance(step, n.Remark)]
    for step, after in pairwise(steps):
        if leaves(step):
            yield warning(
                "W624",
                "this is never reached: what stands above it always leaves",
                head(after.span),
                "move it up, or leave it out",
                also=(Label(head(step.span), "nothing goes on behind this"),),
            )
            return


def leaves(step: n.Step | n.Must) -> bool:
    """Whether nothing can go on behind a step, whatever happens in it."""
    if isinstance(step, n.If):
        whole = step.branches[-1].condition is None
        return whole and all(_block_leaves(branch.block) for branch in step.branches)
    if isinstance(step, n.Choose):
        ways = [way for way in step.alternatives if isinstance(way, n.Alternative)]
        nothing = step.nothing_fits is not None and _block_leaves(step.nothing_fits)
        return nothing and all(any(map(leaves, way.steps)) for way in ways)
    return isinstance(step, LEAVING)


def _block_leaves(block: n.Block) -> bool:
    return any(map(leaves, block.steps))
