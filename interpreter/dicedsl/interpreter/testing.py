"""The door for `dicedsl test`: the worked examples of a file, run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dicedsl.check.merge import Rulebook
from dicedsl.errors import DiceError
from dicedsl.interpreter.examples import Report, run_examples
from dicedsl.loading import load_path, parsed, raise_errors, read


def test_path(path: Path) -> Iterable[Report]:
    """A report for each example, in the order of the file."""
    file, found = parsed(read(path))
    raise_errors(found)
    if file is None:
        raise DiceError(found)
    books: dict[tuple[str, ...], Rulebook] = {}

    def load(variants: tuple[str, ...]) -> Rulebook:
        if variants not in books:
            book, problems = load_path(path, variants)
            raise_errors(problems)
            if book is None:
                raise DiceError(problems)
            books[variants] = book
        return books[variants]

    return run_examples(file, load)


# pytest collects by name; this is no test of ours.
test_path.__test__ = False  # type: ignore[attr-defined]
