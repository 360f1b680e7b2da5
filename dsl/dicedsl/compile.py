"""The door of the compiler: from the texts of a rulebook and a setting to the program that the engines run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dicedsl.errors import DiceError
from dicedsl.lower import examples
from dicedsl.program.about import Setting
from dicedsl.program.examples import Worked
from dicedsl.program.ops import Program
from dicedsl.rulebook.loading import load_source, parsed, raise_errors
from dicedsl.rulebook.merge import Rulebook
from dicedsl.source import Source
from dicedsl.syntax import nodes as n


def program_of(book: Rulebook, setting: Setting) -> Program:
    """The program of a merged rulebook. DiceError with every error of it; UsageError if the setting does not fit."""
    lowering = examples.program_of(book, setting)
    lowering.w.program.lowering = lowering
    return lowering.w.program


def worked_examples(
    source: Source, beside: Path | None, title: str | None = None, places: Sequence[str] = ()
) -> Worked:
    """The examples of a text, or those of one title, with `places` that are wanted at the end of each."""
    books: dict[tuple[str, ...], Rulebook] = {}

    def load(variants: tuple[str, ...]) -> Rulebook:
        if variants not in books:
            book, problems = load_source(source, variants, beside)
            raise_errors(problems)
            if book is None:
                raise DiceError(problems)
            books[variants] = book
        return books[variants]

    wanted = [(text, _expression(text)) for text in places]
    worked = examples.lower_examples(_file(source), load, title, wanted)
    return worked


def _file(source: Source) -> n.File:
    file, found = parsed(source)
    raise_errors(found)
    if file is None:
        raise DiceError(found)
    return file


def _expression(text: str) -> n.Expr:
    """An expression by itself, as it stands in an example."""
    file = _file(Source("<places>", f'game "Places"\nexample "Places":\n    now {text}\n'))
    line = next(line for item in file.items if isinstance(item, n.Example) for line in item.lines)
    assert isinstance(line, n.Now)
    return line.condition
