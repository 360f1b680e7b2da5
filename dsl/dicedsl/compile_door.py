"""The door of the compiler: from the texts of a rulebook and a setting to what a front end and the engines need of it.

What was made of a file before comes from the cache as long as none of the files it was made from has changed. So that nothing
of the compiler is even loaded then, it is imported where it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dicedsl.about import About, Setting
from dicedsl.errors import DiceError, Problem, raise_errors
from dicedsl.rulebook.file_dependencies import FileDependencies, FileListener, make_cached
from dicedsl.rulebook.shelf import Shelf, ShelfBuilder, ShelfText
from dicedsl.text.source import Source

if TYPE_CHECKING:
    from dicedsl.program.examples import WorkedExamples
    from dicedsl.program.ops import Program
    from dicedsl.rulebook.book import Rulebook
    from dicedsl.syntax import nodes as n
    from dicedsl.syntax.declared_names import DeclaredNames


def about_rulebook(
    source: Source, files_from: Path | Shelf | None, variants: Sequence[str] = (), libraries: Sequence[str] = ()
) -> About:
    """What a rulebook with these variants, wrapped in `libraries`, says about itself. DiceError if it is wrong."""

    def make(dependencies: FileDependencies) -> About:
        from dicedsl.lower.about import about_book

        return about_book(_book(source, files_from, variants, libraries, dependencies))

    return make_cached("about", source, files_from, (tuple(variants), tuple(libraries)), make, About)[0]


def compile_program(
    source: Source,
    files_from: Path | Shelf | None,
    setting: Setting,
    variants: Sequence[str] = (),
    libraries: Sequence[str] = (),
) -> Program:
    """The program for a setting. DiceError with every error of the rulebook; UsageError if the setting does not fit."""
    from dicedsl.program.ops import Program

    def make(dependencies: FileDependencies) -> Program:
        return compile_book(_book(source, files_from, variants, libraries, dependencies), setting)

    parameters = (tuple(variants), tuple(libraries), setting)
    result, name = make_cached("program", source, files_from, parameters, make, Program)
    result.kept_as = name
    return result


def compile_book(book: Rulebook, setting: Setting) -> Program:
    """The program of a rulebook that is put together already."""
    from dicedsl.lower.lower import lower_or_raise
    from dicedsl.program.work_marking import WorkMarker
    from dicedsl.typed.game import elaborate

    made = lower_or_raise(elaborate(book), setting).world.program
    WorkMarker(made).mark_program()
    return made


def shelf_of_rulebook(
    source: Source, files_from: Path | Shelf | None, variants: Sequence[str] = (), libraries: Sequence[str] = ()
) -> Shelf:
    """The texts of a rulebook and of all files it names, with these variants wrapped in `libraries`."""
    if isinstance(files_from, Shelf):
        return files_from

    def make(dependencies: FileDependencies) -> tuple[tuple[str, str, tuple[tuple[str, int], ...]], ...]:
        builder = ShelfBuilder(source, dependencies)
        _book(source, files_from, (), (), builder)  # as it is read first, before anything is chosen
        if variants or libraries:
            _book(source, files_from, variants, libraries, builder)
        return tuple((text.name, text.text, text.numbers_of_names) for text in builder.shelf().texts)

    texts = make_cached("shelf", source, files_from, (tuple(variants), tuple(libraries)), make, tuple)[0]
    return Shelf(tuple(ShelfText(*text) for text in texts))


def worked_examples(
    source: Source,
    files_from: Path | Shelf | None,
    title: str | None = None,
    places: Sequence[str] = (),
    whole: FileDependencies | None = None,
) -> WorkedExamples:
    """The examples of a text, or those of one title, with `places` that are wanted at the end of each.

    What is kept of them, as a part of it, depends on the files that are noted for the `whole`.
    """
    from dicedsl.program.examples import WorkedExamples

    def make(dependencies: FileDependencies) -> WorkedExamples:
        from dicedsl.lower.examples import lower_examples
        from dicedsl.rulebook.desugar import share_unchanged_parts
        from dicedsl.rulebook.file_loader import FileLoader
        from dicedsl.rulebook.loading import with_variants
        from dicedsl.typed.game import elaborate
        from dicedsl.typed.tree import TypedGame

        files = FileLoader(files_from, dependencies)
        file, declared = _file_or_raise(*files.begin(source)), files.declared_names(source)
        games: dict[tuple[str, ...], TypedGame] = {}

        def load(variants: tuple[str, ...]) -> TypedGame:
            if variants not in games:
                book, problems = with_variants(file, files, variants)
                raise_errors(problems)
                base = load(()) if variants else None
                if base is not None:
                    share_unchanged_parts(book, base.book)
                games[variants] = elaborate(book, base=base)
            return games[variants]

        return lower_examples(file, load, title, [(text, _expression(text, declared)) for text in places])

    return make_cached("examples", source, files_from, (title, tuple(places)), make, WorkedExamples, whole)[0]


def _book(
    source: Source,
    files_from: Path | Shelf | None,
    variants: Sequence[str],
    libraries: Sequence[str] = (),
    dependencies: FileListener | None = None,
) -> Rulebook:
    from dicedsl.rulebook.loading import load_source

    book, problems = load_source(source, variants, files_from, libraries, dependencies)
    raise_errors(problems)
    if book is None:
        raise DiceError(problems)
    return book


def _file_or_raise(file: n.File | None, problems: list[Problem]) -> n.File:

    raise_errors(problems)
    if file is None:
        raise DiceError(problems)
    return file


def _expression(text: str, declared: DeclaredNames) -> n.Expr:
    """An expression by itself, as it stands in an example."""
    # The grammar begins with a file, and names of the rulebook that hold words of the language are found in lines of one: as a line of
    # an example it is read exactly as its author would have it read there.
    from dicedsl.rulebook.file_loader import parse_cached
    from dicedsl.syntax import nodes as n

    file = _file_or_raise(
        *parse_cached(Source("<places>", f'game "Places"\nexample "Places":\n    now {text}\n'), declared)
    )
    line = next(line for item in file.items if isinstance(item, n.Example) for line in item.lines)
    assert isinstance(line, n.Now)
    return line.condition
