"""Positions of a rulebook that somebody wants to see: after the set-up, or after some lines of an example."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.examples.example_failure import ExampleFailure
from dicedsl.interpreter.examples.example_runner import Runner
from dicedsl.interpreter.game import Game, worked_examples
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import examples as ex

NAMES = ("Anna", "Ben", "Cleo", "Doris", "Emil", "Frida", "Gustav", "Hanna")
MOST_SETUP_EVENTS = 1000  # rolls and draws of a set-up


@frozen
class NamedPosition:
    """A position, and what its players are called."""

    table: GameTable
    state: State
    names: tuple[str, ...]


class Moments:
    """The positions of one file, with the variants that are played."""

    def __init__(self, path: Path, variants: Sequence[str] = ()) -> None:
        self.path = path
        self.variants = tuple(variants)

    def after_setup(self) -> NamedPosition:
        """The position after set-up with the usual number of players; what falls by chance falls always the same way."""
        game = Game.named(str(self.path))
        table = game.table(variants=self.variants, starter=0)
        return NamedPosition(table, _set_up(table), _names(table.players))

    def of_example(self, title: str) -> tuple[NamedPosition, NamedPosition]:
        """The position in which somebody is first asked in an example, and the one at its end. UsageError if there is
        none of this title, DiceError if it does not hold."""
        worked = worked_examples(self.path, title)
        if not worked.examples:
            raise UsageError(f'{self.path.name} has no example "{title}"')
        example = worked.examples[0]
        if example.problems:
            raise DiceError(example.problems)
        table = GameTable(worked.programs[example.program])
        names = example.names or _names(table.players)
        first = next((i for i, line in enumerate(example.lines) if isinstance(line, ex.ASKING)), 0)
        return NamedPosition(table, _after(example, table, first), names), NamedPosition(
            table, _after(example, table), names
        )


def _after(example: ex.Example, table: GameTable, lines: int | None = None) -> State:
    """The state after so many lines of an example (None: all); what is left of its set-up has fallen."""
    runner = Runner(example, table)
    try:
        runner.run_to(len(example.lines) if lines is None else lines)
    except ExampleFailure as failed:
        raise DiceError([failed.problem]) from None
    course = runner.course
    while lines is not None and course.in_setup and course.kind == "chance":
        course.fall()
    return course.state


def _names(count: int) -> tuple[str, ...]:
    return tuple(NAMES[seat] if seat < len(NAMES) else f"P{seat + 1}" for seat in range(count))


def _set_up(table: GameTable) -> State:
    """The state where the first turn or round begins, or at the first thing in the set-up that somebody chooses."""
    engine, program, chance = table.position_editor, table.program, Chance(1)
    cells = list(program.initial)
    block = engine.run(cells, program.entry, stop=program.mark)
    for _ in range(MOST_SETUP_EVENTS):
        state = State(table, tuple(cells))
        if block >= 0 or table.turn(state).kind != "chance":
            break
        end = program.blocks[cells[table.reg.pc]].end
        block = table.write_outcome(cells, end, table.sample(state, chance))
        block = engine.run(cells, block, stop=program.mark)
    return State(table, tuple(cells))
