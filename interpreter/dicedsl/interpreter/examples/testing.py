"""The door for `dicedsl test`: the worked examples of a file, run; and the positions they end in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from dicedsl import kept_files
from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.interpreter.examples.example_failure import ExampleFailure
from dicedsl.interpreter.examples.example_runner import ExampleReport, Runner, run_example
from dicedsl.interpreter.examples.walkthrough import FollowedLine, follow
from dicedsl.interpreter.game import examples_in, worked_examples
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import examples as ex
from dicedsl.program.ops import Op
from dicedsl.rulebook.file_dependencies import FileDependencies, make_cached
from dicedsl.rulebook.files import read
from dicedsl.text.source import Source

MOST_NAMED_EXAMPLES = 4  # examples that a text could mean


def test_path(path: Path) -> Iterable[ExampleReport]:
    """A report for each example, in the order of the file."""
    return run_examples(worked_examples(path))


def reports_of(path: Path) -> list[ExampleReport]:
    """The reports of all examples of a file: those of the last time, as long as neither its files nor any code has changed."""

    def make(needs: FileDependencies) -> tuple[tuple[str, tuple[Problem, ...]], ...]:
        reports = run_examples(worked_examples(path, whole=needs))
        return tuple((report.title, tuple(report.problems)) for report in reports)

    kept, _ = make_cached("reports of examples", read(path), path.parent, _code_stamp(), make, tuple)
    return [ExampleReport(title, list(problems)) for title, problems in kept]


@cache
def _code_stamp() -> str:
    """Changes with any code that examples are run by."""
    return "\n".join(kept_files.stamps_below(Path(__file__).parents[1]))


def run_examples(worked: ex.WorkedExamples) -> Iterator[ExampleReport]:
    """A report for each example, in order; examples for the same setting share a table."""
    tables: dict[int, GameTable] = {}
    for example in worked.examples:
        if example.problems:
            yield ExampleReport(example.title, list(example.problems))
            continue
        try:
            if example.program not in tables:
                tables[example.program] = GameTable(worked.programs[example.program])
        except DiceError as error:
            yield ExampleReport(example.title, list(error.problems))
            continue
        yield run_example(example, tables[example.program])


def follow_path(path: Path, title: str = "") -> Iterator[tuple[str, Iterator[FollowedLine]]]:
    """The examples whose titles hold a text, each line by line."""
    worked = worked_examples(path)
    tables: dict[int, GameTable] = {}
    for example in worked.examples:
        if title.casefold() not in example.title.casefold():
            continue
        if example.program not in tables and not example.problems:
            tables[example.program] = GameTable(worked.programs[example.program])
        yield example.title, follow(example, tables.get(example.program))


@frozen
class Position:
    """Where an example ends: the state, the names of the players, and the places somebody asked for."""

    table: GameTable
    state: State
    names: tuple[str, ...]
    meant: dict[str, Op | ex.LineProblem]

    def places(self, text: str) -> int:
        """The places that an expression means here, as a mask. UsageError if it means none."""
        op = self.meant.get(text)
        if op is None:
            raise UsageError(f"{text}: nobody has asked for these places")
        if isinstance(op, ex.LineProblem):
            raise UsageError(op.problem.message)
        return int(self.table.expressions.function_of(op)(list(self.state.cells)))


def position_after(path: Path, title: str, places: Sequence[str] = ()) -> Position:
    """The position at the end of an example, in which some `places` are wanted.

    UsageError if there is no such example, DiceError if it does not hold.
    """
    return _end_of(worked_examples(path, title, places), path.name, title)


def position_in(source: Source, files_from: Path, title: str) -> Position:
    """The position at the end of an example of a text that was read; a part of its title will do, if no other has it."""
    worked = examples_in(source, files_from, title)
    if not worked.examples:
        known = [example.title for example in examples_in(source, files_from).examples]
        meant = [name for name in known if title.casefold() in name.casefold()]
        if len(meant) > 1:
            listed = ", ".join(f'"{name}"' for name in meant[:MOST_NAMED_EXAMPLES])
            raise UsageError(
                f'"{title}" could mean {listed}{" and others" if len(meant) > MOST_NAMED_EXAMPLES else ""}'
            )
        if meant:
            worked, title = examples_in(source, files_from, meant[0]), meant[0]
    return _end_of(worked, Path(source.name).name, title)


def _end_of(worked: ex.WorkedExamples, file: str, title: str) -> Position:
    if not worked.examples:
        raise UsageError(f'{file} has no example "{title}"')
    example = worked.examples[0]
    if example.problems:
        raise DiceError(example.problems)
    runner = Runner(example, GameTable(worked.programs[example.program]))
    try:
        runner.run()
    except ExampleFailure as failed:
        raise DiceError([failed.problem]) from None
    names = example.names or tuple(f"P{i + 1}" for i in range(runner.table.players))
    return Position(runner.table, runner.course.state, names, dict(example.places))


# pytest collects by name; this is no test of ours.
test_path.__test__ = False  # type: ignore[attr-defined]
