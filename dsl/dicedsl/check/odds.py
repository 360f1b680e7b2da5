"""Odds of attempts and outcomes that the game does not have."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.check.checked_file import CheckedFile
from dicedsl.errors import Problem
from dicedsl.rulebook.parts import all_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.spelling import suggest


def odds(checked: CheckedFile) -> Iterator[Problem]:
    """An outcome that only the rulebook alone has, or only a variant, may have odds in all of them."""
    if checked.is_library:
        return
    outcomes: dict[str, set[str]] = {}
    for book in checked.books:
        for attempt in (node for part in all_parts(book) for node in walk(part) if isinstance(node, n.Attempt)):
            named = (way.name.value for way in attempt.outcomes if isinstance(way, n.Alternative))
            outcomes.setdefault(attempt.name.value, set()).update(named)
    for line in {id(line): line for book in checked.books for line in book.odds.values()}.values():
        if not checked.owns(line.span):
            continue
        name = line.name.value
        if name not in outcomes:
            yield Problem("E428", f'there is no attempt "{name}"', line.name.span, help=suggest(name, outcomes))
            continue
        for odd in line.odds:
            if odd.outcome.value not in outcomes[name]:
                message = f'there is no outcome "{odd.outcome.value}" in this attempt'
                help = suggest(odd.outcome.value, outcomes[name])
                yield Problem("E428", message, odd.outcome.span, help=help)
