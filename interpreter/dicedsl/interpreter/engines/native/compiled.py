"""A program compiled in memory: whole games of players who choose at random, the same as the stepping engine plays."""

from __future__ import annotations

import ctypes
from typing import Any

from attrs import frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.native.unsupported import Unsupported
from dicedsl.interpreter.table import Table
from dicedsl.program.survey import Survey

LIMIT = 1_000_000
FIRST_ROOM = 1024
TURNS = 2  # loops of more turns stay loops: LLVM unrolls what is worth it


@frozen
class Suspension:
    """A moment of a traced game: the number of the decision (-1 chance, -2 over), the index of the move chosen, the cells."""

    decision: int
    chosen: int
    cells: tuple[int, ...]


@frozen
class Tally:
    """What many games came to. A shared victory counts for each of the winners."""

    games: int
    wins: tuple[int, ...]
    turns: int
    turns_squared: int
    steps: int

    @property
    def mean_turns(self) -> float:
        return self.turns / self.games if self.games else 0.0


class Compiled:
    """The machine code of a table's program. Raises `Unsupported` if there is none for it."""

    def __init__(self, table: Table) -> None:
        try:
            from dicedsl.interpreter.engines.native import choices, emit, machine
        except ImportError as error:
            if error.name is None or error.name.split(".")[0] != "llvmlite":
                raise
            raise UsageError("bulk play needs llvmlite: pip install 'dicedsl[speed]'") from None
        self._emit, self._machine = emit, machine
        self.table = table
        self.program = table.program
        self._survey = Survey(self.program, most_turns=TURNS)
        emit.refuse(self.program, self._survey)
        self._code = self._compile(trace=False)
        self._traced: Any = None
        self._source = (ctypes.c_int64 * 3)()
        self._cells = (ctypes.c_int64 * max(1, self.program.cells))()
        width = max((1 + len(a.picks) for d in self.program.decisions for a in d.alternatives), default=1)
        self._moves = (ctypes.c_int64 * (choices.MOST_MOVES * width))()
        self._numbers = (ctypes.c_int64 * 2)()

    def _compile(self, trace: bool) -> Any:
        return self._machine.Code(str(self._emit.Emitter(self.program, self._survey, trace).module))

    # -------------------------------------------------------------- the random source, here and there

    def _load(self, chance: Chance) -> None:
        self._source[:] = [_signed(word) for word in chance.words()]

    def _unload(self, chance: Chance) -> None:
        chance.follow(list(self._source))

    # -------------------------------------------------------------- games

    def playout(self, seed: int | Chance) -> list[int]:
        """One game; the cells at its end, the same as `Table.playout(Chance(seed))`."""
        chance = Chance(seed) if isinstance(seed, int) else seed
        self._load(chance)
        status = self._code.play(self._source, self._cells, self._moves, LIMIT, self._numbers, None, 0)
        if status != self._emit.PLAYED:
            return self.table.playout(chance)
        self._unload(chance)
        return list(self._cells)[: self.program.cells]

    def playouts(self, seed: int | Chance, games: int) -> Tally:
        """Many games, one after the other from the same random source."""
        chance = Chance(seed) if isinstance(seed, int) else seed
        players, reg = self.program.players, self.program.reg
        summary = (ctypes.c_int64 * (3 + players))()
        done = 0
        while done < games:
            self._load(chance)
            done += self._code.playouts(self._source, self._cells, self._moves, LIMIT, games - done, summary)
            self._unload(chance)
            if done < games:
                # This one must be played step by step.
                cells = self.table.playout(chance)
                done += 1
                summary[0] += cells[reg.turns]
                summary[1] += cells[reg.turns] ** 2
                for seat in range(players):
                    summary[3 + seat] += cells[reg.winners] >> seat & 1
        return Tally(games, tuple(summary[3:]), summary[0], summary[1], summary[2])

    def trace(self, seed: int | Chance) -> list[Suspension]:
        """One game with every moment at which somebody, or chance, had to answer."""
        chance = Chance(seed) if isinstance(seed, int) else seed
        if self._traced is None:
            self._traced = self._compile(trace=True)
        size, room = self.program.cells + 2, FIRST_ROOM
        while True:
            entries = (ctypes.c_int64 * (size * room))()
            self._load(chance)
            status = self._traced.play(self._source, self._cells, self._moves, LIMIT, self._numbers, entries, room)
            if status != self._emit.TRACE_FULL:
                break
            room *= 8
        if status != self._emit.PLAYED:
            raise UsageError("this game can only be played step by step")
        self._unload(chance)
        rows = [entries[i * size : (i + 1) * size] for i in range(self._numbers[1])]
        return [Suspension(row[0], row[1], tuple(row[2:])) for row in rows]


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


__all__ = ["Compiled", "Suspension", "Tally", "Unsupported"]
