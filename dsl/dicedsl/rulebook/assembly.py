"""The door of these stages: a file and what it names put together, merged and then desugared."""

from __future__ import annotations

from collections.abc import Iterable

from dicedsl.errors import Problem
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.desugar import DesugaredParts, desugar, share_unchanged_parts
from dicedsl.rulebook.merge import Loader, Merger, merge
from dicedsl.syntax import nodes as n
from dicedsl.text.budget import WorkBudget


def assemble(
    file: n.File,
    load: Loader,
    chosen: Iterable[str] = (),
    libraries: Iterable[str] = (),
    budget: WorkBudget | None = None,
    desugared: DesugaredParts | None = None,
) -> tuple[Rulebook, list[Problem]]:
    """The rulebook of a file, wrapped in `libraries`, with the variants `chosen` applied in that order.

    `desugared` keeps what each part was desugared into, so that parts which variants do not change are the same nodes.
    """
    budget = WorkBudget() if budget is None else budget
    book, problems = merge(file, load, chosen, libraries, budget)
    if any(edition > 1 for edition in book.editions.values()):
        book.raw = book.copy()
        problems += desugar(book, budget, {} if desugared is None else desugared)
    return book, problems


def with_variant(book: Rulebook, variant: n.Variant, load: Loader, budget: WorkBudget) -> Rulebook:
    """A rulebook as a variant of it has it."""
    changed = (book if book.raw is None else book.raw).copy()
    Merger(load, budget).variant(changed, variant)
    if book.raw is not None:
        changed.raw = changed.copy()
        desugar(changed, budget, {})
        share_unchanged_parts(changed, book)
    return changed
