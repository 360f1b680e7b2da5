"""Many games in one call, as machine code: played one after the other, each with its own seed, and counted."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.cells import CellRoom
from dicedsl.interpreter.engines.native.building.frame import I64, WORDS, Frame, number
from dicedsl.interpreter.engines.native.calling import BEGAN, COUNT, FULL, OVER, PLAY, ROOM, ROOM_LEFT, STEPS, TABLES
from dicedsl.interpreter.engines.native.runtime.tallies import WORDS_OF_TABLE, note, seed_of
from dicedsl.interpreter.engines.native.values.code import Code
from dicedsl.program import ops


def result_cells(program: ops.Program) -> frozenset[int]:
    """The cells that are looked at once a game is over."""
    reg = program.reg
    scores = range(reg.score_of_player, reg.score_of_player + program.players)
    return frozenset(
        (reg.winners, reg.starter, reg.turns_played, reg.rounds, reg.game, reg.reason, reg.score_order, *scores)
    )


class Tallying:
    """Writes `games(context, first state, state, block, seed, first, count, tables)`: how many games were played to their end."""

    def __init__(self, code: Code, run: Any, play: Any) -> None:
        self.code = code
        kind = ir.FunctionType(I64, [WORDS, WORDS, WORDS, I64, I64, I64, I64, WORDS])
        function = ir.Function(code.module, kind, name="games")
        context, origin, state, block, seed, first, count, tables = function.args
        self.frame = frame = Frame(function, context, state)
        self.tables = tables
        b = frame.builder
        done = frame.local()
        b.store(number(0), done)
        stop = frame.new("stop")
        status_at = frame.local()
        b.store(number(OVER), status_at)

        # Every game has all the room for lists.
        room = [(slot, b.load(frame.slot(slot))) for slot in (ROOM, ROOM_LEFT)]

        def play_one(by: Any, i: Any) -> None:
            frame.copy(state, origin, 0, code.layout.size)
            game_seed = b.call(code.kernels.get(seed_of), [seed, b.add(first, i)])
            for slot, value in (
                (0, game_seed),
                (1, number(0)),
                (2, number(0)),
                (STEPS, number(0)),
                (COUNT, number(0)),
                *room,
            ):
                b.store(value, frame.slot(slot))
            b.store(b.call(by, [context, state, number(PLAY), block]), status_at)

        def is_over() -> Any:
            return b.icmp_signed("==", b.load(status_at), number(OVER))

        def game(i: Any, following: Any) -> None:
            play_one(play, i)
            if play is not run:
                # `run` says what stopped a game: `play` does not.
                frame.when(b.not_(is_over()), lambda: play_one(run, i))
            frame.skip_if(b.not_(is_over()), stop)
            self._count()
            b.store(b.add(b.load(done), number(1)), done)
            frame.skip_if(b.icmp_signed("!=", b.load(frame.slot(FULL)), number(0)), stop)

        frame.numbers(number(0), b.sub(count, number(1)), game)
        b.branch(stop)
        frame.at(stop)
        b.store(b.load(status_at), frame.slot(COUNT))
        b.ret(b.load(done))
        frame.close()

    def _count(self) -> None:
        b, reg = self.frame.builder, self.code.program.reg
        cells = CellRoom(self.frame, self.code.layout, self.code.fixed)
        winners = sets.resized(self.frame, cells.get(reg.winners), 64)
        self._note(0, b.add(cells.get(reg.starter), b.mul(winners, number(BEGAN))))
        for table, cell in ((1, reg.turns_played), (2, reg.rounds), (4, reg.game), (5, reg.reason)):
            self._note(table, cells.get(cell))
        self._note(3, b.load(self.frame.slot(STEPS)))

        def scores() -> None:
            for seat in range(self.code.program.players):
                self._note(len(TABLES) + seat, cells.get(reg.score_of_player + seat))

        self.frame.when(b.icmp_signed("!=", cells.get(reg.score_order), number(0)), scores)

    def _note(self, table: int, key: Any) -> None:
        b = self.frame.builder
        place = self.frame.word(self.tables, WORDS_OF_TABLE * table)
        fits = b.call(self.code.kernels.get(note), [place, key])
        lost = self.frame.slot(FULL)
        b.store(b.or_(b.load(lost), b.zext(b.not_(fits), I64)), lost)
