"""Going on in a search: the moves of a position, and where one leads, with what falls and is reported on the way by lot."""

from __future__ import annotations

import time
from collections.abc import Callable

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Answer, Cells, Engine
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.sets import low

SMALL_STATE = 300  # cells
MOST_CHANCE_EVENTS = 10_000  # rolls, draws and reports between two choices


class SearchSteps:
    """The steps of a search on one table. Both engines give the same answers and cells; each is asked what it does faster here."""

    def __init__(self, table: GameTable, cells: Cells, seat: int) -> None:
        self.table = table
        self.me = seat
        self.ends = [block.end for block in table.program.blocks]
        self.pc = table.reg.pc
        self.asked = table.reg.asked
        self.ordered = table.positions.ordered
        fast = table.runner()
        self._lister = self._answerer = fast
        if len(cells) <= SMALL_STATE:  # in a large game a listing by Python may take seconds
            answer = fast.moves(cells, seat)[0]
            self._lister = _faster(lambda e: e.moves(cells, seat), table.referee, fast)
            self._answerer = _faster(lambda e: e.answer(cells, seat, answer), table.referee, fast)

    def seat(self, cells: Cells) -> int:
        """Give the seat that chooses; of several at once the one that thinks, and then the others in their order."""
        asked = cells[self.asked]
        if asked >> self.me & 1:
            return self.me
        return low(asked)

    def decision(self, cells: Cells) -> ops.Decision:
        """Give the decision that is open."""
        end = self.ends[cells[self.pc]]
        assert isinstance(end, ops.Ask)
        return self.table.program.decisions[end.decision]

    def moves(self, cells: Cells, seat: int) -> list[Answer]:
        """List the answers that a seat has."""
        return list(self._lister.moves(cells, seat))

    def is_over(self, cells: Cells) -> bool:
        """Whether the game has ended."""
        return type(self.ends[cells[self.pc]]) is ops.Over

    def answer(self, cells: Cells, seat: int, answer: Answer) -> Cells:
        """Give the cells after an answer, before anything falls."""
        return self.ordered(tuple(self._answerer.answer(cells, seat, answer)))

    def settle(self, cells: Cells, chance: Chance) -> tuple[Cells, bool]:
        """Let fall what does by lot; give the cells at the next choice or the end, and whether anything was left to chance on the way."""
        referee, drawn = self.table.referee, False
        for _ in range(MOST_CHANCE_EVENTS):
            end = self.ends[cells[self.pc]]
            if type(end) is ops.Ask:
                if not self.table.program.decisions[end.decision].reported:
                    return cells, drawn
                after = self._answerer.answer(cells, self.seat(cells), referee.report(list(cells), chance))
            elif type(end) is ops.Over:
                return cells, drawn
            else:
                after = self._answerer.fall(cells, referee.draw(cells, chance))
            cells, drawn = self.ordered(tuple(after)), True
        return cells, drawn


def _faster(ask: Callable[[Engine], object], *engines: Engine) -> Engine:
    """The engine that answers faster the second time; the first may have to make something ready."""
    taken = []
    for number, engine in enumerate(engines):
        ask(engine)
        begun = time.perf_counter()
        ask(engine)
        taken.append((time.perf_counter() - begun, number))
    return engines[min(taken)[1]]
