"""What is wrong only with a variant, or only for so many players, says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve

from dicedsl.check.checked_file import CheckedFile
from dicedsl.errors import Problem
from dicedsl.lower.step_lowering import StepLowering
from dicedsl.rulebook.book import Rulebook

Looks = Iterable[tuple[Rulebook, int, Iterable[Problem]]]
ANY = 0  # a look that does not depend on how many play
MOST_NAMED = 4


def of_books(checked: CheckedFile, look: Callable[[Rulebook], Iterable[Problem]]) -> Iterator[Problem]:
    """The problems of the rulebook alone and with each variant."""
    yield from with_settings(checked, ((book, ANY, look(book)) for book in checked.books))


def of_programs(checked: CheckedFile, look: Callable[[StepLowering], Iterable[Problem]]) -> Iterator[Problem]:
    """The problems of each program that was made of it."""
    worlds = ((lowering.world, lowering) for lowering in checked.lowered)
    yield from with_settings(checked, ((world.game.book, world.players, look(lowering)) for world, lowering in worlds))


def with_settings(checked: CheckedFile, looks: Looks) -> Iterator[Problem]:
    """Each problem once, as it was first found, with the variants and the numbers of players that it takes."""
    looked: dict[int, set[int]] = {}
    first: dict[tuple[str, str, int, int], Problem] = {}
    where: dict[tuple[str, str, int, int], dict[int, set[int]]] = {}
    for book, players, problems in looks:
        looked.setdefault(id(book), set()).add(players)
        for problem in problems:
            key = (problem.code, problem.span.source.name, problem.span.start, problem.span.end)
            first.setdefault(key, problem)
            where.setdefault(key, {}).setdefault(id(book), set()).add(players)
    for key, problem in first.items():
        notes = [note for note in _notes(checked, problem, where[key], looked) if note]
        yield evolve(problem, notes=(*problem.notes, *notes)) if notes else problem


def _notes(
    checked: CheckedFile, problem: Problem, where: dict[int, set[int]], looked: dict[int, set[int]]
) -> list[str]:
    base = id(checked.book)
    ids = [base] if base in where else list(where)
    note = "" if base in where else _variants(checked, problem, where)
    counts = where[ids[0]]
    if all(where[each] == looked[each] for each in ids):
        return [note]
    listed = sorted(counts)
    who = " or ".join(map(str, listed)) + (" player" if listed == [1] else " players")
    return [note, f"for {who}"]


def _variants(checked: CheckedFile, problem: Problem, where: dict[int, set[int]]) -> str:
    """The variants with which it comes up, unless it stands in the one."""
    titles = [title for title, book in checked.variants.items() if id(book) in where]
    if any(checked.book.variants[title].span.holds(problem.span) for title in titles if title in checked.book.variants):
        return ""
    shown = [f'"{title}"' for title in titles[:MOST_NAMED]]
    more = len(titles) - len(shown)
    if more:
        shown.append(f"{more} more")
    together = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
    return f"with the variant {together}"
