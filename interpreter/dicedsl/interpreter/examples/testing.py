"""The door for `dicedsl test`: the worked examples of a file, run; and the positions they end in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.examples.failing import Failed
from dicedsl.interpreter.examples.following import Followed, follow
from dicedsl.interpreter.examples.running import Report, Runner, run_example
from dicedsl.interpreter.game import worked_examples
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table import Table
from dicedsl.program import examples as ex
from dicedsl.program.ops import Op


def test_path(path: Path) -> Iterable[Report]:
    """A report for each example, in the order of the file."""
    return run_examples(worked_examples(path))


def run_examples(worked: ex.Worked) -> Iterator[Report]:
    tables: dict[int, Table] = {}
    for example in worked.examples:
        if example.problems:
            yield Report(example.title, list(example.problems))
            continue
        try:
            if example.program not in tables:
                tables[example.program] = Table(worked.programs[example.program])
        except DiceError as error:
            yield Report(example.title, list(error.problems))
            continue
        yield run_example(example, tables[example.program])


def follow_path(path: Path, title: str = "") -> Iterator[tuple[str, Iterator[Followed]]]:
    """The examples whose titles hold a text, each line by line."""
    worked = worked_examples(path)
    tables: dict[int, Table] = {}
    for example in worked.examples:
        if title.casefold() not in example.title.casefold():
            continue
        if example.program not in tables and not example.problems:
            tables[example.program] = Table(worked.programs[example.program])
        yield example.title, follow(example, tables.get(example.program))


@frozen
class Position:
    """Where an example ends: the state, the names of the players, and the places somebody asked for."""

    table: Table
    state: State
    names: tuple[str, ...]
    meant: dict[str, Op | ex.Trouble]

    def places(self, text: str) -> int:
        """The places that an expression means here, as a mask. UsageError if it means none."""
        op = self.meant.get(text)
        if op is None:
            raise UsageError(f"{text}: nobody has asked for these places")
        if isinstance(op, ex.Trouble):
            raise UsageError(op.problem.message)
        return int(self.table.engine.compile_condition(op)(list(self.state.cells)))


def position_after(path: Path, title: str, places: Sequence[str] = ()) -> Position:
    """The position at the end of an example, in which some `places` are wanted.

    UsageError if there is no such example, DiceError if it does not hold.
    """
    worked = worked_examples(path, title, places)
    if not worked.examples:
        raise UsageError(f'{path.name} has no example "{title}"')
    example = worked.examples[0]
    if example.problems:
        raise DiceError(example.problems)
    runner = Runner(example, Table(worked.programs[example.program]))
    try:
        runner.run()
    except Failed as failed:
        raise DiceError([failed.problem]) from None
    names = example.names or tuple(f"P{i + 1}" for i in range(runner.table.players))
    return Position(runner.table, runner.course.state, names, dict(example.places))


# pytest collects by name; this is no test of ours.
test_path.__test__ = False  # type: ignore[attr-defined]
