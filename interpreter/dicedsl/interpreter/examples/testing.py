"""The door for `dicedsl test`: the worked examples of a file, run; and the positions they end in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.examples.positions import Failed
from dicedsl.interpreter.examples.running import Load, Report, Runner, all_examples, run_examples
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table import Table
from dicedsl.lower.scope import Bad, Scope
from dicedsl.rulebook.loading import load_path, parsed, raise_errors, read
from dicedsl.rulebook.merge import Rulebook
from dicedsl.source import Source
from dicedsl.syntax import nodes as n


def _loader(path: Path) -> Load:
    """Rulebooks of one file by the variants they are wanted with, each read once."""
    books: dict[tuple[str, ...], Rulebook] = {}

    def load(variants: tuple[str, ...]) -> Rulebook:
        if variants not in books:
            book, problems = load_path(path, variants)
            raise_errors(problems)
            if book is None:
                raise DiceError(problems)
            books[variants] = book
        return books[variants]

    return load


def _read(path: Path) -> n.File:
    file, found = parsed(read(path))
    raise_errors(found)
    if file is None:
        raise DiceError(found)
    return file


def test_path(path: Path) -> Iterable[Report]:
    """A report for each example, in the order of the file."""
    return run_examples(_read(path), _loader(path))


@frozen
class Position:
    """Where an example ends: the state, the names of the players, and what the lines of the example can name."""

    table: Table
    state: State
    names: tuple[str, ...]
    scope: Scope

    def places(self, text: str) -> int:
        """The places that an expression means here, as a mask. DiceError if it means none."""
        file, found = parsed(Source("<places>", f'game "Places"\nexample "Places":\n    now {text}\n'))
        raise_errors(found)
        if file is None:
            raise DiceError(found)
        line = next(line for item in file.items if isinstance(item, n.Example) for line in item.lines)
        assert isinstance(line, n.Now)
        try:
            value = self.table.lowering.e.members(line.condition, self.scope)
        except Bad as bad:
            raise UsageError(f"{text}: {bad.message}") from None
        if self.table.lowering.w.board_of(value.ty.kind) is None:
            raise UsageError(f"{text}: these are no places")
        return int(self.table.engine.compile_condition(value.op)(list(self.state.cells)))


def position_after(path: Path, title: str) -> Position:
    """The position at the end of an example. UsageError if there is no such example, DiceError if it does not hold."""
    found = next(((e, v) for e, v in all_examples(_read(path)) if e.title.value == title), None)
    if found is None:
        raise UsageError(f'{path.name} has no example "{title}"')
    runner = Runner(*found, _loader(path), {})
    try:
        runner.run()
    except Failed as failed:
        raise DiceError([failed.problem]) from None
    names = runner.names or [f"P{i + 1}" for i in range(runner.table.players)]
    return Position(runner.table, runner.state, tuple(names), runner.scope)


# pytest collects by name; this is no test of ours.
test_path.__test__ = False  # type: ignore[attr-defined]
