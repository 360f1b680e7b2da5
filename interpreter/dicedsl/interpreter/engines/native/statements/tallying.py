"""Many games in one call, as machine code: played one after the other, each with its own seed, and counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.cells import CellRoom
from dicedsl.interpreter.engines.native.building.frame import I64, WORDS, Frame, number
from dicedsl.interpreter.engines.native.calling import (
    BATCH,
    BEGAN,
    COUNT,
    FULL,
    OVER,
    PLAY,
    ROOM,
    ROOM_LEFT,
    ROWS,
    STEPS,
    TABLES,
)
from dicedsl.interpreter.engines.native.runtime.tallies import WORDS_OF_TABLE, note, seed_of
from dicedsl.interpreter.engines.native.values.code import Code
from dicedsl.program import ops

LEAST_GAMES = 32  # games that are worth playing side by side


def result_cells(program: ops.Program) -> frozenset[int]:
    """The cells that are looked at once a game is over."""
    reg = program.reg
    scores = range(reg.score_of_player, reg.score_of_player + program.players)
    return frozenset(
        (reg.winners, reg.starter, reg.turns_played, reg.rounds, reg.game, reg.reason, reg.score_order, *scores)
    )


class Tallying:
    """Writes `games(context, first state, state, block, seed, first, count, tables)`: how many games were played to their end.

    With `side_by_side`, a function that plays many games and writes a row of each, they are counted from their rows: a word for how
    the game ended, one for its steps, and one for each cell of `in_rows`.
    """

    def __init__(self, code: Code, run: Any, play: Any, side_by_side: str = "", in_rows: Sequence[int] = ()) -> None:
        self.code = code
        self.run, self.play = run, play
        self.in_rows = in_rows
        kind = ir.FunctionType(I64, [WORDS, WORDS, WORDS, I64, I64, I64, I64, WORDS])
        function = ir.Function(code.module, kind, name="games")
        context, self.origin, state, self.block, self.seed, self.first, self.count, self.tables = function.args
        self.frame = frame = Frame(function, context, state)
        self.cells = CellRoom(frame, code.layout, code.fixed)
        b = frame.builder
        self.done, self.status_at = frame.local(), frame.local()
        b.store(number(0), self.done)
        b.store(number(OVER), self.status_at)
        self.stop = frame.new("stop")
        # Every game has all the room for lists.
        self.room = [(slot, b.load(frame.slot(slot))) for slot in (ROOM, ROOM_LEFT)]
        if side_by_side:
            kind = ir.FunctionType(I64, [WORDS, WORDS, WORDS, I64, I64, I64, I64])
            self._batches(ir.Function(code.module, kind, name=side_by_side))
        frame.numbers(b.load(self.done), b.sub(self.count, number(1)), self._game)
        b.branch(self.stop)
        frame.at(self.stop)
        b.store(b.load(self.status_at), frame.slot(COUNT))
        b.ret(b.load(self.done))
        frame.close()

    # -------------------------------------------------------------- games

    def _play_one(self, by: Any, i: Any) -> None:
        frame, b = self.frame, self.frame.builder
        frame.copy(frame.state, self.origin, 0, self.code.layout.size)
        game_seed = b.call(self.code.kernels.get(seed_of), [self.seed, b.add(self.first, i)])
        values = ((0, game_seed), (1, number(0)), (2, number(0)), (STEPS, number(0)), (COUNT, number(0)), *self.room)
        for slot, value in values:
            b.store(value, frame.slot(slot))
        b.store(b.call(by, [frame.context, frame.state, number(PLAY), self.block]), self.status_at)

    def _is_over(self) -> Any:
        return self.frame.builder.icmp_signed("==", self.frame.builder.load(self.status_at), number(OVER))

    def _game(self, i: Any, following: Any) -> None:
        b, frame = self.frame.builder, self.frame
        self._play_one(self.play, i)
        if self.play is not self.run:
            # `run` says what stopped a game: `play` does not.
            frame.when(b.not_(self._is_over()), lambda: self._play_one(self.run, i))
        frame.skip_if(b.not_(self._is_over()), self.stop)
        self._count(self.cells.get, b.load(frame.slot(STEPS)))
        self._stop_if_full()

    def _batches(self, side_by_side: Any) -> None:
        """As many games as are worth it, side by side; a batch is counted in the order of its games before the next begins."""
        b, frame = self.frame.builder, self.frame
        words = 2 + len(self.in_rows)
        rows = frame.pointer(ROWS)
        head, batch, rest = frame.new("head"), frame.new("batch"), frame.new("rest")
        b.branch(head)
        frame.at(head)
        begin = b.load(self.done)
        left = b.sub(self.count, begin)
        b.cbranch(b.icmp_signed(">=", left, number(LEAST_GAMES)), batch, rest)
        frame.at(batch)
        size = b.select(b.icmp_signed("<", left, number(BATCH)), left, number(BATCH))
        first = b.add(self.first, begin)
        b.call(side_by_side, [frame.context, self.origin, rows, self.block, self.seed, first, size])

        def one(i: Any, following: Any) -> None:
            row = frame.word(rows, b.mul(i, number(words)))

            def again() -> None:
                self._play_one(self.run, b.add(begin, i))
                frame.skip_if(b.not_(self._is_over()), self.stop)
                for at, cell in enumerate(self.in_rows):
                    b.store(self.cells.get(cell), frame.word(row, 2 + at))
                b.store(b.load(frame.slot(STEPS)), frame.word(row, 1))

            frame.when(b.icmp_signed("!=", b.load(row), number(OVER)), again)

            def cell(index: int) -> Any:
                if index in self.in_rows:
                    return b.load(frame.word(row, 2 + self.in_rows.index(index)))
                return self.cells.get(index)

            self._count(cell, b.load(frame.word(row, 1)))

        frame.numbers(number(0), b.sub(size, number(1)), one)
        self._stop_if_full()
        b.branch(head)
        frame.at(rest)

    # -------------------------------------------------------------- counted

    def _count(self, cell: Callable[[int], Any], steps: Any) -> None:
        b, reg = self.frame.builder, self.code.program.reg
        winners = sets.resized(self.frame, cell(reg.winners), 64)
        self._note(0, b.add(cell(reg.starter), b.mul(winners, number(BEGAN))))
        for table, index in ((1, reg.turns_played), (2, reg.rounds), (4, reg.game), (5, reg.reason)):
            self._note(table, cell(index))
        self._note(3, steps)

        def scores() -> None:
            for seat in range(self.code.program.players):
                self._note(len(TABLES) + seat, cell(reg.score_of_player + seat))

        self.frame.when(b.icmp_signed("!=", cell(reg.score_order), number(0)), scores)
        b.store(b.add(b.load(self.done), number(1)), self.done)

    def _stop_if_full(self) -> None:
        full = self.frame.builder.load(self.frame.slot(FULL))
        self.frame.skip_if(self.frame.builder.icmp_signed("!=", full, number(0)), self.stop)

    def _note(self, table: int, key: Any) -> None:
        b = self.frame.builder
        place = self.frame.word(self.tables, WORDS_OF_TABLE * table)
        fits = b.call(self.code.kernels.get(note), [place, key])
        lost = self.frame.slot(FULL)
        b.store(b.or_(b.load(lost), b.zext(b.not_(fits), I64)), lost)
