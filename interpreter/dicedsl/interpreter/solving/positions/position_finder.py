"""All positions of a game, found in memory by machine code: some millions in a few seconds."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from math import lcm
from typing import Any

from attrs import define, field

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.contract import MOST_GAME_EVENTS, Cells
from dicedsl.interpreter.engines.native.search import ROOM_WORDS, KernelCode, Native, plan_of
from dicedsl.interpreter.solving.aim import PlayAim
from dicedsl.interpreter.solving.graph import WORD, Graph
from dicedsl.interpreter.solving.positions import position_kernels
from dicedsl.interpreter.solving.positions.position_walk import TooManyPositions
from dicedsl.interpreter.solving.progress import TellProgress, ignore_progress
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.faults import nothing_fits
from dicedsl.program.sets import low

POSITIONS_IN_ONE_GO = 20_000  # positions that are looked at between two looks at whether somebody wants to stop
FIRST_SLOTS = 1 << 16
FIRST_STATES = 1 << 14
THROW_SLOTS = 1 << 12
MANY_POSITIONS = 1_000_000  # positions after which it is asked whether all of them can be found
WORDS_OF_A_POSITION = 2 * position_kernels.SLOT + 7  # about
WORDS_OF_AN_EDGE = 3


@cache
def _compiled() -> KernelCode:
    """The kernels that find positions, compiled once."""
    return KernelCode(
        "finding", position_kernels.expand_positions, position_kernels.move_entries, position_kernels.mark_state
    )


@define
class BlockKey:
    """What tells positions in a block from each other: cells, how dice do (`position_kernels`), and cells that count only while a die
    shows one of some numbers."""

    cells: list[int]
    how: int
    guarded: list[tuple[int, int, int]] = field(factory=list)


class PositionFinder:
    """Finds the positions of one table by machine code."""

    def __init__(self, table: GameTable, aim: PlayAim, engine: Native) -> None:
        self.table = table
        self.aim = aim
        self.engine = engine
        plan = plan_of(engine, table.actions.numbering, table.positions.may_sort)
        self.plan = (WORD * len(plan))(*plan)
        self.size = engine.layout.size
        setup = self._setup_row()
        self.setup = (WORD * len(setup))(*setup)
        self.work = (WORD * (self.size + len(table.program.dice) + 1))()
        self._throws: list[int] = [0] * (2 * THROW_SLOTS)
        self._throws_row = (WORD * len(self._throws))()
        self._call = _compiled().call

    def _setup_row(self) -> list[int]:
        """The row that kernels are handed (`position_kernels`), but for the addresses."""
        table, first, words = self.table, self.engine.layout.first, self.engine.layout.words
        program, reg = table.program, table.program.reg
        setup = [0] * position_kernels.SETUP_WORDS
        setup[position_kernels.RUN] = self.engine.run_at
        setup[position_kernels.SIZE] = self.size
        setup[position_kernels.ROOM] = self.engine.memory.room_at
        setup[position_kernels.ROOM_WORDS] = ROOM_WORDS
        setup[position_kernels.WINNERS] = first[reg.winners]
        setup[position_kernels.MEASURED] = first[reg.score_order]
        setup[position_kernels.MEASURE] = first[reg.score_of_player]
        setup[position_kernels.ROLLING] = first[reg.rolling]
        setup[position_kernels.ROLLING_WORDS] = words[reg.rolling]
        setup[position_kernels.PLAYERS] = table.players
        setup[position_kernels.RANKED] = self.aim.ranked
        setup[position_kernels.THROW_SLOTS] = THROW_SLOTS
        setup[position_kernels.KINDS] = len(setup)
        kinds = {
            ops.Over: position_kernels.OVER,
            ops.RollDice: position_kernels.ROLL,
            ops.DrawOne: position_kernels.DRAW,
            ops.Ask: position_kernels.ASK,
        }
        setup += [kinds.get(type(block.end), position_kernels.OVER) for block in program.blocks]
        setup[position_kernels.AT_ONCE] = len(setup)
        setup += [int(decision.at_once) for decision in program.decisions]
        setup[position_kernels.DICE] = len(setup)
        run = list(range(len(program.dice)))
        for group in program.plain_groups:
            for die in group:
                run[die] = group[0]
        setup += [len(run), *run]
        setup[position_kernels.KEYS] = start = len(setup)
        setup += [0] * len(program.blocks)
        for block in program.blocks:
            if not isinstance(block.end, tuple(kinds)):
                continue
            setup[start + block.number] = len(setup)
            key = self._key_of(block)
            places = [first[cell] + i for cell in key.cells for i in range(words[cell])]
            guarded = [x for cell, die, numbers in key.guarded for x in (first[cell], die, numbers)]
            setup[start + block.number] = len(setup)
            setup += [len(places), key.how, len(key.guarded), *places, *guarded]
        return setup

    def _key_of(self, block: ops.Block) -> BlockKey:
        """What tells positions in a block from each other."""
        table, dice = self.table, len(self.table.program.dice)
        reg = table.program.reg
        of_dice = {*range(reg.location, reg.location + dice), *range(reg.face, reg.face + dice), reg.shown, reg.rolling}
        cells = [cell for cell in table.positions.counting(block.number) if cell not in of_dice]
        if isinstance(block.end, ops.DrawOne):
            cells.append(reg.rolling)
        sorts = table.positions.may_sort(block.number)
        return BlockKey(cells, position_kernels.SORTED if sorts else position_kernels.UNSORTED)

    # -------------------------------------------------------------- all of them

    def whole_graph(
        self,
        most: int,
        memory: int,
        tell: TellProgress = ignore_progress,
        hopeless: Callable[[int], bool] | None = None,
    ) -> Graph:
        """Every position from the start on. TooManyPositions if there are more than so many, or if they take more bytes than that.

        hopeless: is asked once, when there are many, whether there are far too many.
        """
        graph, setup = Graph(self.aim.unit), self.setup
        setup[position_kernels.SLOTS] = FIRST_SLOTS
        slots = (WORD * (position_kernels.SLOT * FIRST_SLOTS))()
        states = (WORD * (FIRST_STATES * self.size))()
        setup[position_kernels.POSITIONS] = setup[position_kernels.EDGES] = setup[position_kernels.LOOKED] = setup[
            position_kernels.BASE
        ] = 0
        self._grow(graph, FIRST_STATES, 4 * FIRST_STATES)
        start = self.table.start().cells
        ctypes.memmove(states, self.engine.layout.pack(start), 8 * self.size)
        self._add_start(graph, states, slots)
        mine = self.engine.memory
        while True:
            mine.limit(MOST_GAME_EVENTS)
            setup[position_kernels.MOST_POSITIONS] = min(graph.first.room - 1, setup[position_kernels.SLOTS] // 2)
            setup[position_kernels.MOST_EDGES] = graph.target.room
            setup[position_kernels.MOST_STATES] = len(states) // self.size
            self.lay_addresses(slots)
            setup[position_kernels.STATES_AT] = ctypes.addressof(states)
            self._lay_graph(graph)
            ending = self._call["expand_positions"](setup, self.work, POSITIONS_IN_ONE_GO)
            positions, looked = setup[position_kernels.POSITIONS], setup[position_kernels.LOOKED]
            tell(f"{positions:,} positions found, {positions - looked:,} of them not looked at yet")
            if ending == position_kernels.DONE:
                break
            used = 8 * (
                WORDS_OF_A_POSITION * positions + WORDS_OF_AN_EDGE * setup[position_kernels.EDGES]
            ) + ctypes.sizeof(states)
            if positions > most or used > memory:
                raise TooManyPositions(positions, looked)
            if positions > MANY_POSITIONS and hopeless is not None:
                if hopeless(positions):
                    raise TooManyPositions(positions, looked)
                hopeless = None
            if ending == position_kernels.NO_ROOM:
                needed = setup[
                    position_kernels.NEEDED
                ]  # by the position at hand: a roll of many dice alone may need much
                states = self._states_that_wait(states, needed)
                while max(2 * positions, positions + needed) * 2 > setup[position_kernels.SLOTS]:
                    slots = self.more_slots(slots)
                more = POSITIONS_IN_ONE_GO + needed
                self._grow(graph, 2 * positions + more, 2 * setup[position_kernels.EDGES] + more)
            elif ending == position_kernels.THROW:
                self.write_throw(self._cells(states))
            elif ending != position_kernels.MORE:
                self._raise(ending, states)
        graph.positions, graph.edges = setup[position_kernels.POSITIONS], setup[position_kernels.EDGES]
        graph.gain.grow(max(1, graph.edges))
        return graph

    def _add_start(self, graph: Graph, states: Any, slots: Any) -> None:
        """Write down the start as any other position is."""
        setup = self.setup
        cells = self.table.start().cells
        first, second = self.mark(cells)
        slot = first & (FIRST_SLOTS - 1)
        slots[position_kernels.SLOT * slot : position_kernels.SLOT * slot + 3] = [first, second, 1]
        graph.marks[0], graph.marks[1] = first, second
        end = self.table.program.blocks[cells[self.table.reg.pc]].end
        if isinstance(end, ops.Ask):
            graph.kinds[0] = self.aim.kind_of_choice(low(cells[self.table.reg.asked]))
        else:
            graph.kinds[0] = 0 if isinstance(end, ops.Over) else 1
            graph.worth[0] = self.aim.worth(cells) if isinstance(end, ops.Over) else 0
        setup[position_kernels.POSITIONS] = 1

    def mark(self, cells: Cells) -> tuple[int, int]:
        """Give the 128 bits of a position."""
        ctypes.memmove(self.work, self.engine.layout.pack(cells), 8 * self.size)
        codes = ctypes.byref(self.work, 8 * self.size)
        self.setup[position_kernels.PLAN_AT] = ctypes.addressof(self.plan)
        self._call["mark_state"](self.setup, self.work, codes, 1)
        return self.setup[position_kernels.FIRST_KEY], self.setup[position_kernels.SECOND_KEY]

    def lay_addresses(self, slots: Any) -> None:
        """Tell kernels where the memory lies that they work on; `slots` is the table of positions."""
        setup, memory = self.setup, self.engine.memory
        setup[position_kernels.PLAN_AT] = ctypes.addressof(self.plan)
        setup[position_kernels.CONTEXT_AT] = memory.context_at
        setup[position_kernels.ANSWERS_AT] = memory.answers_at
        setup[position_kernels.GIVEN_AT] = ctypes.addressof(memory.given)
        setup[position_kernels.SLOTS_AT] = ctypes.addressof(slots)
        setup[position_kernels.THROWS_AT] = ctypes.addressof(self._throws_row)

    def _lay_graph(self, graph: Graph) -> None:
        """Tell kernels where the rows of the graph lie, which move when they grow."""
        for place, row in (
            (position_kernels.POSITION_KINDS_AT, graph.kinds),
            (position_kernels.WORTH_AT, graph.worth),
            (position_kernels.TOTAL_AT, graph.total),
            (position_kernels.FIRST_AT, graph.first),
            (position_kernels.TARGET_AT, graph.target),
            (position_kernels.WAYS_AT, graph.ways),
            (position_kernels.MARKS_AT, graph.marks),
        ):
            self.setup[place] = ctypes.addressof(row.memory)

    def _grow(self, graph: Graph, positions: int, edges: int) -> None:
        """Make room in the rows of a graph."""
        for row in (graph.kinds, graph.worth, graph.total, graph.first):
            row.grow(positions + 1)
        graph.marks.grow(2 * positions + 2)
        for row in (graph.target, graph.ways):
            row.grow(edges)

    def _states_that_wait(self, states: Any, needed: int) -> Any:
        """Move the states that wait to the front, where those that were looked at make room; give more room if most still wait,
        or if so many that are `needed` do not fit."""
        setup = self.setup
        done = setup[position_kernels.LOOKED] - setup[position_kernels.BASE]
        waiting = setup[position_kernels.POSITIONS] - setup[position_kernels.LOOKED]
        room = len(states) // self.size
        if 2 * waiting > room or waiting + needed > room:
            wider = (WORD * (max(2 * room, waiting + needed) * self.size))()
            ctypes.memmove(wider, ctypes.byref(states, 8 * done * self.size), 8 * waiting * self.size)
            states = wider
        else:
            ctypes.memmove(states, ctypes.byref(states, 8 * done * self.size), 8 * waiting * self.size)
        setup[position_kernels.BASE] = setup[position_kernels.LOOKED]
        return states

    def more_slots(self, slots: Any) -> Any:
        """Give a table of positions twice as large, with all its entries."""
        old = self.setup[position_kernels.SLOTS]
        self.setup[position_kernels.SLOTS] = 2 * old
        wider = (WORD * (position_kernels.SLOT * 2 * old))()
        self._call["move_entries"](self.setup, slots, old, wider)
        return wider

    def _cells(self, states: Any) -> Cells:
        """The cells of the position where kernels stopped."""
        at = self.setup[position_kernels.WANTED] - self.setup[position_kernels.BASE]
        memory = memoryview(states).cast("B")[8 * at * self.size : 8 * (at + 1) * self.size]
        return self.engine.layout.unpack(memory)

    def write_throw(self, cells: Cells) -> None:
        """Write down the outcomes of a throw: how many, of how many dice, in how many ways; then the numbers of each and its ways."""
        outcomes = self.table.outcomes(State(self.table, cells))
        total = lcm(*(o.probability.denominator for o in outcomes))
        mark = self.setup[position_kernels.FIRST_KEY]
        slot = mark & (THROW_SLOTS - 1)
        while self._throws[2 * slot + 1]:
            slot = (slot + 1) & (THROW_SLOTS - 1)
        if 2 * sum(map(bool, self._throws[1 : 2 * THROW_SLOTS : 2])) > THROW_SLOTS:
            raise UsageError("dice are thrown here in too many different ways to be looked through")
        self._throws[2 * slot : 2 * slot + 2] = [mark, len(self._throws)]
        self._throws += [len(outcomes), len(outcomes[0].values), total]
        for outcome in outcomes:
            self._throws += [*outcome.values, int(outcome.probability * total)]
        self._throws_row = (WORD * len(self._throws))(*self._throws)

    def _raise(self, ending: int, states: Any) -> None:
        """Raise why kernels stopped."""
        cells = self._cells(states)
        if ending == position_kernels.TOGETHER:
            raise UsageError("several choose at once here, and such games are not solved")
        if ending == position_kernels.UNRANKED:
            raise UsageError(
                "this game ends in several ways, and a lone player is not ranked by the same number in all of them"
            )
        if ending == position_kernels.STUCK:
            end = self.table.program.blocks[cells[self.table.reg.pc]].end
            assert isinstance(end, ops.Ask)
            raise nothing_fits(self.table.program.decisions[end.decision])
        ctypes.memmove(self.engine.memory.state, self.work, 8 * self.size)
        self.engine.raise_if_failed(self.engine.memory, self.setup[position_kernels.STATUS])
