"""All positions that a game can come to, one after the other by the contract of engines."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from hashlib import blake2b
from math import lcm

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells, Engine
from dicedsl.interpreter.solving.aim import PlayAim
from dicedsl.interpreter.solving.graph import CHANCE, OVER, Graph
from dicedsl.interpreter.solving.progress import TellProgress, ignore_progress
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.faults import nothing_fits
from dicedsl.program.sets import low

PROGRESS_INTERVAL = 2_000  # positions between two lines of progress


class TooManyPositions(Exception):
    """There are more positions than may be."""

    def __init__(self, count: int, expanded: int) -> None:
        super().__init__(count, expanded)
        self.count = count
        self.expanded = expanded


class PositionWalk:
    """Goes through the positions of a table. Two of them are one if their keys are equal."""

    def __init__(self, table: GameTable, aim: PlayAim, engine: Engine | None = None) -> None:
        self.table = table
        self.aim = aim
        self.engine = engine or table.runner()
        self.graph = Graph(aim.unit)

    def key(self, cells: Cells) -> Hashable:
        """Give what tells a position from others."""
        return self.table.positions.key(cells)

    def whole_graph(self, most: int, tell: TellProgress = ignore_progress) -> Graph:
        """Find every position from the start on. TooManyPositions if there are more than so many."""
        graph, known = self.graph, dict[Hashable, int]()
        waiting: list[Cells] = []
        blocks = self.table.program.blocks

        def number_of(cells: Cells) -> int:
            """The number of a position, added if it is new."""
            key = self.key(cells)
            number = known.get(key)
            if number is None:
                number = known[key] = graph.add_position(
                    *self._kind_and_worth(cells, blocks[cells[self.table.reg.pc]].end)
                )
                first, second = mark_of(key)
                graph.marks.put(2 * number, first)
                graph.marks.put(2 * number + 1, second)
                waiting.append(cells)
            return number

        number_of(self.table.start().cells)
        at = 0
        while at < len(waiting):
            if graph.positions > most:
                raise TooManyPositions(graph.positions, at)
            if at % PROGRESS_INTERVAL == 0:
                tell(f"{graph.positions:,} positions found, {graph.positions - at:,} of them not looked at yet")
            here, waiting[at] = waiting[at], ()
            graph.add_edges(at, [(number_of(after), ways, 0) for after, ways in self.following(here)])
            at += 1
        return graph

    def _kind_and_worth(self, cells: Cells, end: ops.End) -> tuple[int, int]:
        """What happens at a position, and what it is worth if the game is over."""
        if isinstance(end, ops.Over):
            return OVER, self.aim.worth(cells)
        if not isinstance(end, ops.Ask):
            return CHANCE, 0
        return self.aim.kind_of_choice(low(cells[self.table.reg.asked])), 0

    def following(self, cells: Cells) -> list[tuple[Cells, int]]:
        """Give the positions that can follow, each with the ways it can fall; in the order of moves or outcomes."""
        return [(self._at_rest(step()), ways) for step, ways in self._steps(cells)]

    def one_of_following(self, cells: Cells, chance: Chance) -> tuple[Cells, int]:
        """Give one of the positions that can follow, each as likely as the others, and how many there are; the position
        itself and 0 if there are none."""
        steps = self._steps(cells)
        return (self._at_rest(steps[chance.below(len(steps))][0]()), len(steps)) if steps else (cells, 0)

    def _steps(self, cells: Cells) -> list[tuple[Callable[[], Cells], int]]:
        """What can be done next, each with the ways it can fall."""
        table, engine = self.table, self.engine
        end = table.program.blocks[cells[table.reg.pc]].end
        if isinstance(end, ops.Over):
            return []
        if not isinstance(end, ops.Ask):
            outcomes = table.outcomes(State(table, cells))
            total = lcm(*(o.probability.denominator for o in outcomes))
            return [(partial(engine.fall, cells, o.values), int(o.probability * total)) for o in outcomes]
        decision, asked = table.program.decisions[end.decision], cells[table.reg.asked]
        if decision.at_once and asked.bit_count() > 1:
            raise UsageError("several choose at once here, and such games are not solved")
        seat = low(asked)
        moves = engine.moves(cells, seat)
        if not moves:
            raise nothing_fits(decision)
        return [(partial(engine.answer, cells, seat, move), 1) for move in moves]

    def _at_rest(self, cells: Cells) -> Cells:
        """Cells as a state has them, equal dice in order."""
        return self.table.state_of(cells).cells


def mark_of(key: Hashable) -> tuple[int, int]:
    """Give 128 bits of a key, alike in every process."""
    digest = blake2b(repr(key).encode(), digest_size=16).digest()
    return int.from_bytes(digest[:8], "little", signed=True), int.from_bytes(digest[8:], "little", signed=True)
