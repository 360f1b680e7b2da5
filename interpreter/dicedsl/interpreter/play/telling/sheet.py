"""The score sheet and the clock of a game: what each player had after each turn, and how long each took."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from attrs import frozen

from dicedsl.errors import Fault
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.sight import Cells
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.walk import parts

RANKED = "score"
Reading = Callable[[Cells, int], int | None]


@frozen
class SheetLine:
    """What the players had at a moment: `entry` is the last one before it, `values` hold for each column what each player has."""

    entry: int
    game: int
    round: int
    turn: int
    values: tuple[tuple[int | None, ...], ...]


@frozen
class ScoreSheet:
    """A line for the end of each turn, and one for the end of the game."""

    columns: tuple[str, ...]
    players: tuple[str, ...]
    lines: tuple[SheetLine, ...]


@frozen
class Clock:
    """When each entry was (milliseconds since 1970) and how long it took, and how long each seat took in all."""

    entries: tuple[tuple[int, int], ...]
    seats: tuple[int, ...]


def score_sheet(session: Session) -> ScoreSheet:
    """The score sheet of everything that players are ranked by or that everybody can see them have in numbers."""
    columns = list(_columns(session.table))
    reg = session.table.reg

    def when(cells: Cells) -> tuple[int, int, int]:
        return cells[reg.game], cells[reg.rounds], cells[reg.turns_played]

    lines = []
    states = [session.up_to(0).state, *(entry.after for entry in session.entries)]
    for at, (before, after) in enumerate(pairwise(states), start=1):
        game, round_, turn = when(before.cells)
        if game and (when(before.cells) != when(after.cells) or session.table.is_over(after)):
            values = tuple(
                tuple(read(after.cells, seat) for seat in range(session.table.players)) for _, read in columns
            )
            lines.append(SheetLine(at, game, round_, turn, values))
    return ScoreSheet(tuple(name for name, _ in columns), tuple(seat.name for seat in session.seats), tuple(lines))


def clock(session: Session) -> Clock:
    """Only what people did counts for their seats."""
    seats = [0] * session.table.players
    for entry in session.entries:
        if entry.need.is_person:
            seats[entry.need.seat] += entry.took
    return Clock(tuple((entry.at, entry.took) for entry in session.entries), tuple(seats))


# ------------------------------------------------------------------ what is written down


def _columns(table: GameTable) -> Iterator[tuple[str, Reading]]:
    ranked = _rank_reading(table)
    if ranked is not None:
        yield RANKED, ranked
    for slot, lines in table.sight.slots:
        if slot.keys == ("player",) and slot.shape == "number" and not slot.many:
            if all(line.seers is None for line in lines):
                yield slot.name, _memory_reading(slot)


def _memory_reading(slot: ops.Slot) -> Reading:
    def read(cells: Cells, seat: int) -> int | None:
        value = cells[slot.base + seat]
        return None if value == NO_NUMBER else value

    return read


def _rank_reading(table: GameTable) -> Reading | None:
    """What players are ranked by in the end, as it stands; None if they are not, or it cannot be told before the end."""
    measures: dict[ops.Op, int] = {}
    for block in table.program.blocks:
        for part in parts(block):
            if isinstance(part, ops.Each) and len(part.body) == 1 and isinstance(part.body[0], ops.StoreAt):
                store = part.body[0]
                if store.base == table.reg.score_of_player and _stands_alone(store.value, part.loop.var):
                    measures.setdefault(store.value, part.loop.var)
    if len(measures) != 1:
        return None
    ((measure, var),) = measures.items()
    read_one = [
        table.expressions.function_of(ops.Fold("sum", (ops.Loop(var, ops.Const(1 << seat)),), None, measure))
        for seat in range(table.players)
    ]

    def read(cells: Cells, seat: int) -> int | None:
        try:
            return int(read_one[seat](list(cells)))
        except Fault:
            return None

    return read


def _stands_alone(op: ops.Op, var: int) -> bool:
    """Whether an expression speaks of nothing but the cells, one variable, and those it binds itself."""
    bound = {var, *(part.var for part in parts(op) if isinstance(part, ops.Loop))}
    return all(part.id in bound for part in parts(op) if isinstance(part, ops.Var))


__all__ = ["Clock", "ScoreSheet", "SheetLine", "clock", "score_sheet"]
