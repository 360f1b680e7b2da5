"""Everything that can be found wrong with a rulebook without playing it, one pass after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import evolve

from dicedsl.about import Setting
from dicedsl.check.checked_file import CheckedFile, Pass
from dicedsl.check.choices import choices
from dicedsl.check.endless import endless
from dicedsl.check.examples import example_lines, examples
from dicedsl.check.full_places import full_places
from dicedsl.check.missing_numbers import missing_numbers
from dicedsl.check.names import names
from dicedsl.check.numbers import numbers
from dicedsl.check.odds import odds
from dicedsl.check.places import places
from dicedsl.check.proposals import upheld
from dicedsl.check.reaching import reaching
from dicedsl.check.running_out import running_out
from dicedsl.check.secrets import secrets
from dicedsl.check.sentences import sentences
from dicedsl.check.settings import of_books, with_settings
from dicedsl.check.sizes import sizes
from dicedsl.check.tables import tables
from dicedsl.check.unused import unused
from dicedsl.check.variants import differences, variants
from dicedsl.errors import DiceError, Problem, UsageError, errors_of
from dicedsl.lower.lower import build_world, try_lower
from dicedsl.rulebook.assembly import assemble
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.desugar import DesugaredParts
from dicedsl.rulebook.file_dependencies import FileListener
from dicedsl.rulebook.file_loader import FileLoader
from dicedsl.rulebook.shelf import Shelf
from dicedsl.syntax import nodes as n
from dicedsl.text.source import Source, Span

# What is found only in a rulebook that is otherwise in order.
AFTERWARDS = {"W601", "W602", "W603", "W604", "W605", "W606", "W611", "W613", "W614", "W630"}
CAUSES = (("E441", "E442"), ("E212", "E452"))  # what follows from a mistake is not told beside it
OF_NAMES = {"E310", "E311", "E450"}
MOST_NAMED_LINES = 6
MORE = 2  # `2 or more` is tried with two more as well


def problems_of(
    source: Source, files_from: Path | Shelf | None, dependencies: FileListener | None = None
) -> list[Problem]:
    """Every problem of a rulebook: errors first, each in the order of the text."""
    problems: list[Problem] = []
    try:
        for problem in _problems(source, files_from, dependencies):
            problems.append(problem)
    except DiceError as error:
        if isinstance(error, UsageError):
            raise
        problems += error.problems
    except RecursionError:
        problems.append(Problem("E104", "this rulebook is nested too deeply to be checked", Span(source, 0, 0)))
    in_order = _in_order(problems, source)
    return upheld(in_order, source, lambda mended: _mistakes_in(mended, files_from))


def _mistakes_in(source: Source, files_from: Path | Shelf | None) -> list[Problem]:
    """What cannot be read in a text, or its mistakes of names and kinds, that of examples among them."""
    problems: list[Problem] = []
    try:
        for problem in _problems(source, files_from, None, (_typed_problems, example_lines)):
            problems.append(problem)
    except DiceError as error:
        problems += error.problems
    return problems


def _problems(
    source: Source,
    files_from: Path | Shelf | None,
    dependencies: FileListener | None,
    passes: Iterable[Pass] | None = None,
) -> Iterator[Problem]:
    files = FileLoader(files_from, dependencies)
    file, problems = files.begin(source)
    yield from problems
    if file is None or any(p.is_error for p in problems):
        return
    checked, wrong = _checked_file(file, files)
    yield from wrong
    yield from files.problems
    checked.is_broken = any(p.is_error for p in [*wrong, *files.problems])
    for look in passes or PASSES:
        yield from look(checked)


def _checked_file(file: n.File, files: FileLoader) -> tuple[CheckedFile, list[Problem]]:
    """The rulebook alone and with each variant."""
    budget, desugared = files.budget, DesugaredParts()

    def merged(titles: Iterable[str]) -> tuple[Rulebook, list[Problem]]:
        return assemble(file, files.load, titles, budget=budget, desugared=desugared)

    book, problems = merged(())
    checked = CheckedFile(file, book, budget, merged=lambda titles: merged(titles)[0], load=files.load)
    for title in book.variants:
        checked.variants[title], more = merged([title])
        problems += more
    return checked, problems


def _counts(book: Rulebook) -> list[int]:
    """The smallest and the largest sensible number of players."""
    players = book.players
    if players is None or not players.counts or min(players.counts) < 1:
        return [2]
    low = min(players.counts)
    high = low + MORE if players.more else max(players.counts)
    return list(dict.fromkeys((low, min(high, low + 16))))


def _typed_problems(checked: CheckedFile) -> Iterator[Problem]:
    """Mistakes of names and kinds, once for each rulebook."""
    yield from of_books(checked, lambda book: checked.game(book).problems)


def _lowered_problems(checked: CheckedFile) -> Iterator[Problem]:
    """What is wrong for a number of players; what is lowered is kept for the passes that look at it."""
    if checked.is_library:
        return
    yield from with_settings(checked, _lowered(checked))


def _lowered(checked: CheckedFile) -> Iterator[tuple[Rulebook, int, list[Problem]]]:
    for book in checked.books:
        game = checked.game(book)
        for count in _counts(book):
            if errors_of(game.problems):
                yield book, count, build_world(game, Setting(count), checked.budget)[1]
                continue
            lowering, problems = try_lower(game, Setting(count), checked.budget, checked.shared_tables)
            yield book, count, problems
            if lowering is not None:
                checked.lowered.append(lowering)


# All that is looked at, in order: what is typed and lowered by the first two is there for the others.
# A new check is a function of a module of check/ and gets its place here.
PASSES: tuple[Pass, ...] = (
    _typed_problems,
    _lowered_problems,
    sizes,
    example_lines,
    sentences,
    tables,
    reaching,
    names,
    numbers,
    missing_numbers,
    odds,
    examples,
    choices,
    running_out,
    full_places,
    variants,
    unused,
    endless,
    secrets,
    places,
    differences,
)


# ------------------------------------------------------------------ order


def _in_order(problems: Iterable[Problem], source: Source) -> list[Problem]:
    """Each problem once, causes before consequences; warnings about other files are theirs, not ours."""
    seen: dict[tuple[str, str, int, int], Problem] = {}
    for problem in problems:
        if not problem.is_error and problem.span.source.name != source.name:
            continue
        key = (problem.code, problem.span.source.name, problem.span.start, problem.span.end)
        seen.setdefault(key, problem)
    if any(p.is_error for p in seen.values()):
        seen = {k: p for k, p in seen.items() if p.code not in AFTERWARDS}
    for cause, consequence in CAUSES:
        if any(p.code == cause for p in seen.values()):
            seen = {k: p for k, p in seen.items() if p.code != consequence}
    own = source.name
    ordered = sorted(
        seen.values(),
        key=lambda p: (not p.is_error, p.span.source.name != own, p.span.source.name, p.span.start, p.span.end, p.code),
    )
    return _each_name_once(ordered)


def _each_name_once(problems: list[Problem]) -> list[Problem]:
    """A name that is not known is told where it stands first, with the other lines: one mistake is one problem."""
    lines: dict[tuple[str, str, str], list[int]] = {}
    first: dict[tuple[str, str, str], int] = {}
    kept: list[Problem] = []
    for problem in problems:
        key = (problem.code, problem.span.source.name, problem.message)
        if problem.code in OF_NAMES and key in first:
            if problem.span.line not in lines[key]:
                lines[key].append(problem.span.line)
            continue
        first[key], lines[key] = len(kept), [problem.span.line]
        kept.append(problem)
    for key, at in first.items():
        if len(lines[key]) > 1:
            more = lines[key][1:]
            shown = ", ".join(map(str, more[:MOST_NAMED_LINES])) + (
                f" and {len(more) - MOST_NAMED_LINES} more" if len(more) > MOST_NAMED_LINES else ""
            )
            note = f"it stands on line{'s' * (len(more) > 1)} {shown} as well"
            kept[at] = evolve(kept[at], notes=(*kept[at].notes, note))
    return kept


__all__ = ["PASSES", "problems_of"]
