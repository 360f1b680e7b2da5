"""All positions of a game, found in memory by machine code: some millions in a few seconds."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection
from functools import cache
from math import lcm
from typing import Any

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.contract import MOST_STEPS, Cells
from dicedsl.interpreter.engines.native.search import ROOM_WORDS, KernelCode, Native, plan_of
from dicedsl.interpreter.solving import finding
from dicedsl.interpreter.solving.aims import Stakes
from dicedsl.interpreter.solving.graph import WORD, Graph
from dicedsl.interpreter.solving.position_walks import TooManyPositions
from dicedsl.interpreter.solving.values import Tell, nothing
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops, sets
from dicedsl.program.faults import nothing_fits

STEPS = 20_000  # positions that are looked at between two looks at whether somebody wants to stop
FIRST_SLOTS = 1 << 16
FIRST_STATES = 1 << 14
THROW_SLOTS = 1 << 12
MANY = 1_000_000  # positions after which it is asked whether all of them can be found
WORDS_OF_A_POSITION = 2 * finding.SLOT + 7  # about
WORDS_OF_AN_EDGE = 3


@cache
def _compiled() -> KernelCode:
    return KernelCode("finding", finding.search, finding.moved, finding.marked)


class PositionFinder:
    """The positions of one table."""

    def __init__(self, table: GameTable, aim: Stakes, engine: Native, apart: Collection[int] = ()) -> None:
        """apart: cells that do not tell positions from each other."""
        self.table = table
        self._apart = apart
        self.aim = aim
        self.engine = engine
        plan = plan_of(engine, table.actions.numbering, table.positions.may_sort)
        self.plan = (WORD * len(plan))(*plan)
        self.size = engine.layout.size
        about = self._told()
        self.about = (WORD * len(about))(*about)
        self.work = (WORD * (self.size + len(table.program.dice) + 1))()
        self._throws: list[int] = [0] * (2 * THROW_SLOTS)
        self._thrown = (WORD * len(self._throws))()
        self._call = _compiled().call

    def _told(self) -> list[int]:
        table, first, words = self.table, self.engine.layout.first, self.engine.layout.words
        program, reg = table.program, table.program.reg
        about = [0] * finding.SETTINGS
        about[finding.RUN] = self.engine.run_at
        about[finding.SIZE] = self.size
        about[finding.ROOM] = self.engine.memory.room_at
        about[finding.ROOM_WORDS] = ROOM_WORDS
        about[finding.WINNERS] = first[reg.winners]
        about[finding.MEASURED] = first[reg.measured]
        about[finding.MEASURE] = first[reg.measure]
        about[finding.ROLLING] = first[reg.rolling]
        about[finding.ROLLING_WORDS] = words[reg.rolling]
        about[finding.PLAYERS] = table.players
        about[finding.RANKED] = self.aim.ranked
        about[finding.THROW_SLOTS] = THROW_SLOTS
        about[finding.KINDS] = len(about)
        kinds = {ops.Over: finding.OVER, ops.RollDice: finding.ROLL, ops.DrawOne: finding.DRAW, ops.Ask: finding.ASK}
        about += [kinds.get(type(block.end), finding.OVER) for block in program.blocks]
        about[finding.AT_ONCE] = len(about)
        about += [int(decision.at_once) for decision in program.decisions]
        about[finding.DICE] = len(about)
        run = list(range(len(program.dice)))
        for group in program.plain_groups:
            for die in group:
                run[die] = group[0]
        about += [len(run), *run]
        about[finding.KEYS] = start = len(about)
        about += [0] * len(program.blocks)
        dice = len(program.dice)
        of_dice = {*range(reg.location, reg.location + dice), *range(reg.face, reg.face + dice), reg.shown, reg.rolling}
        for block in program.blocks:
            if not isinstance(block.end, tuple(kinds)):
                continue
            about[start + block.number] = len(about)
            counting = table.positions.counting(block.number)
            cells = [cell for cell in counting if cell not in of_dice and cell not in self._apart]
            if isinstance(block.end, ops.DrawOne):
                cells.append(reg.rolling)
            places = [first[cell] + i for cell in cells for i in range(words[cell])]
            about += [len(places), int(table.positions.may_sort(block.number)), *places]
        return about

    # -------------------------------------------------------------- all of them

    def whole(
        self, most: int, memory: int, tell: Tell = nothing, hopeless: Callable[[int], bool] | None = None
    ) -> Graph:
        """Every position from the start on. TooManyPositions if there are more than so many, or if they take more bytes than that.

        hopeless: is asked once, when there are many, whether there are far too many.
        """
        graph, about = Graph(self.aim.unit), self.about
        about[finding.SLOTS] = FIRST_SLOTS
        slots = (WORD * (finding.SLOT * FIRST_SLOTS))()
        states = (WORD * (FIRST_STATES * self.size))()
        about[finding.POSITIONS] = about[finding.EDGES] = about[finding.LOOKED] = about[finding.BASE] = 0
        self._grow(graph, FIRST_STATES, 4 * FIRST_STATES)
        start = self.table.start().cells
        ctypes.memmove(states, self.engine.layout.pack(start), 8 * self.size)
        self._first(graph, states, slots)
        mine = self.engine.memory
        while True:
            mine.limit(MOST_STEPS)
            about[finding.MOST_POSITIONS] = min(graph.first.room - 1, about[finding.SLOTS] // 2)
            about[finding.MOST_EDGES] = graph.target.room
            about[finding.MOST_STATES] = len(states) // self.size
            ended = self._call["search"](
                about, self.plan, mine.context_at, mine.answers_at, mine.given, states, self.work, slots, self._thrown,
                graph.kinds.memory, graph.worth.memory, graph.total.memory, graph.first.memory, graph.target.memory, graph.ways.memory,
                graph.marks.memory, STEPS,
            )  # fmt: skip
            found, looked = about[finding.POSITIONS], about[finding.LOOKED]
            tell(f"{found:,} positions found, {found - looked:,} of them not looked at yet")
            if ended == finding.DONE:
                break
            used = 8 * (WORDS_OF_A_POSITION * found + WORDS_OF_AN_EDGE * about[finding.EDGES]) + ctypes.sizeof(states)
            if found > most or used > memory:
                raise TooManyPositions(found, looked)
            if found > MANY and hopeless is not None:
                if hopeless(found):
                    raise TooManyPositions(found, looked)
                hopeless = None
            if ended == finding.NO_ROOM:
                states = self._waiting(states)
                if about[finding.POSITIONS] * 4 > about[finding.SLOTS]:
                    slots = self._more_slots(slots)
                self._grow(graph, 2 * found + STEPS, 2 * about[finding.EDGES] + STEPS)
            elif ended == finding.THROW:
                self._write_throw(self._cells(states))
            elif ended != finding.SOME:
                self._raise(ended, states)
        graph.positions, graph.edges = about[finding.POSITIONS], about[finding.EDGES]
        graph.gain.grow(max(1, graph.edges))
        return graph

    def _first(self, graph: Graph, states: Any, slots: Any) -> None:
        """The start is written down as any other position is."""
        about = self.about
        cells = self.table.start().cells
        first, second = self.mark(cells)
        slot = first & (FIRST_SLOTS - 1)
        slots[finding.SLOT * slot : finding.SLOT * slot + 3] = [first, second, 1]
        graph.marks[0], graph.marks[1] = first, second
        end = self.table.program.blocks[cells[self.table.reg.pc]].end
        asked = cells[self.table.reg.asked]
        if isinstance(end, ops.Ask):
            graph.kinds[0] = self.aim.kind(sets.low(asked))
        else:
            graph.kinds[0] = 0 if isinstance(end, ops.Over) else 1
            graph.worth[0] = self.aim.worth(cells) if isinstance(end, ops.Over) else 0
        about[finding.POSITIONS] = 1

    def mark(self, cells: Cells) -> tuple[int, int]:
        """The 128 bits of a position."""
        ctypes.memmove(self.work, self.engine.layout.pack(cells), 8 * self.size)
        codes = ctypes.byref(self.work, 8 * self.size)
        self._call["marked"](self.about, self.plan, self.work, codes, 1)
        return self.about[finding.FIRST_KEY], self.about[finding.SECOND_KEY]

    def _grow(self, graph: Graph, positions: int, edges: int) -> None:
        for row in (graph.kinds, graph.worth, graph.total, graph.first):
            row.grow(positions + 1)
        graph.marks.grow(2 * positions + 2)
        for row in (graph.target, graph.ways):
            row.grow(edges)

    def _waiting(self, states: Any) -> Any:
        """Those that were looked at make room; more of it if most still wait."""
        about = self.about
        done = about[finding.LOOKED] - about[finding.BASE]
        waiting = about[finding.POSITIONS] - about[finding.LOOKED]
        room = len(states) // self.size
        if 2 * waiting > room:
            wider = (WORD * (2 * room * self.size))()
            ctypes.memmove(wider, ctypes.byref(states, 8 * done * self.size), 8 * waiting * self.size)
            states = wider
        else:
            ctypes.memmove(states, ctypes.byref(states, 8 * done * self.size), 8 * waiting * self.size)
        about[finding.BASE] = about[finding.LOOKED]
        return states

    def _more_slots(self, slots: Any) -> Any:
        old = self.about[finding.SLOTS]
        self.about[finding.SLOTS] = 2 * old
        wider = (WORD * (finding.SLOT * 2 * old))()
        self._call["moved"](self.about, slots, old, wider)
        return wider

    def _cells(self, states: Any) -> Cells:
        at = self.about[finding.WANTED] - self.about[finding.BASE]
        memory = memoryview(states).cast("B")[8 * at * self.size : 8 * (at + 1) * self.size]
        return self.engine.layout.unpack(memory)

    def _write_throw(self, cells: Cells) -> None:
        """The outcomes of a throw: how many, of how many dice, in how many ways; then the numbers of each and its ways."""
        outcomes = self.table.outcomes(State(self.table, cells))
        total = lcm(*(o.probability.denominator for o in outcomes))
        mark = self.about[finding.FIRST_KEY]
        slot = mark & (THROW_SLOTS - 1)
        while self._throws[2 * slot + 1]:
            slot = (slot + 1) & (THROW_SLOTS - 1)
        if 2 * sum(map(bool, self._throws[1 : 2 * THROW_SLOTS : 2])) > THROW_SLOTS:
            raise UsageError("dice are thrown here in too many different ways to be looked through")
        self._throws[2 * slot : 2 * slot + 2] = [mark, len(self._throws)]
        self._throws += [len(outcomes), len(outcomes[0].values), total]
        for outcome in outcomes:
            self._throws += [*outcome.values, int(outcome.probability * total)]
        self._thrown = (WORD * len(self._throws))(*self._throws)

    def _raise(self, ended: int, states: Any) -> None:
        cells = self._cells(states)
        if ended == finding.TOGETHER:
            raise UsageError("several choose at once here, and such games are not solved")
        if ended == finding.UNRANKED:
            raise UsageError(
                "this game ends in several ways, and a lone player is not ranked by the same number in all of them"
            )
        if ended == finding.STUCK:
            end = self.table.program.blocks[cells[self.table.reg.pc]].end
            assert isinstance(end, ops.Ask)
            raise nothing_fits(self.table.program.decisions[end.decision])
        ctypes.memmove(self.engine.memory.state, self.work, 8 * self.size)
        self.engine.judge(self.engine.memory, self.about[finding.STATUS])
