"""Many games stepped together in one call of machine code, in memory of their own.

What is done with them is the same for every program, and is directed by a plan: where some cells lie, which blocks end with what, how
answers are numbered, and which dice are put in order. So this is compiled once, and is handed the machine code of a program.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import MASK, Chance
from dicedsl.interpreter.engines.contract import MOST_GAME_EVENTS, Cells, NobodyChooses
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.calling import signed
from dicedsl.interpreter.engines.native.compiling.shared import KernelCode
from dicedsl.interpreter.engines.native.native import ROOM_WORDS, Native
from dicedsl.interpreter.engines.native.observation_code import SeeingCode
from dicedsl.interpreter.engines.native.runtime import batches as kernels_of
from dicedsl.interpreter.engines.native.runtime import planned
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.program import ops

# Of an alternative: the first of its numbers, how many there are, and of each pick the lowest value and how many there
# are; None if they are listed.
Numbers = tuple[int, int, Sequence[tuple[int, int]] | None]
NUMBER = ctypes.c_int64


@cache
def code() -> KernelCode:
    """The machine code that serves all games alike."""
    return KernelCode("together", kernels_of.step_games, kernels_of.first_illegal, kernels_of.choose_by_lot)


def plan_of(engine: Native, numbers: Mapping[tuple[int, int], Numbers], is_sorted: Callable[[int], bool]) -> list[int]:
    """The plan of a program, for kernels that serve all programs; see `runtime.planned`."""
    program, first, words = engine.program, engine.layout.first, engine.layout.words
    reg, zones = program.reg, len(program.zones)
    plan = [0] * planned.HEAD
    for place, cell in (
        (planned.ASKED, reg.asked),
        (planned.PC, reg.pc),
        (planned.LOCATION, reg.location),
        (planned.FACE, reg.face),
        (planned.SHOWN, reg.shown),
        (planned.ON_PLACE, reg.on_place),
        (planned.WINNERS, reg.winners),
    ):
        plan[place] = first[cell] if cell < len(first) else 0
    plan[planned.ZONES] = zones

    def part(place: int, values: list[int]) -> None:
        plan[place] = len(plan)
        plan.extend(values)

    masks = range(reg.zone_mask, reg.zone_mask + zones), range(reg.showing, reg.showing + program.max_face + 1)
    groups = [group for group in program.plain_groups if len(group) > 1]
    widest = max((group[-1] for group in groups), default=-1)
    # Some set may be so small because these dice are never in it; then they are left as they are.
    sorts = all(WORD * words[cell] > widest for row in (*masks, (reg.shown,)) for cell in row)
    part(planned.BLOCKS, [_about(program, block, sorts and is_sorted(block.number)) for block in program.blocks])
    part(planned.NUMBERING, _numbering(engine, numbers))
    part(planned.ZONE_MASKS, [first[cell] for cell in masks[0]])
    part(planned.SHOWING, [first[cell] for cell in masks[1]])
    part(planned.GROUPS, [len(groups), *(x for group in groups for x in (group[0], len(group)))])
    part(planned.SCRATCH, [0] * (planned.SORT_WORDS * max(map(len, groups), default=0)))
    return plan


def _about(program: ops.Program, block: ops.Block, is_sorted: bool) -> int:
    if isinstance(block.end, ops.Over):
        return planned.SORTED * is_sorted
    if not isinstance(block.end, ops.Ask):
        return 0
    reported = program.decisions[block.end.decision].reported
    flags = planned.SORTED * is_sorted + planned.REPORTED * reported
    return flags + planned.DECISION * (block.end.decision + 1)


def _numbering(engine: Native, numbers: Mapping[tuple[int, int], Numbers]) -> list[int]:
    decisions = engine.program.decisions
    words = [0] * len(decisions)
    for decision in decisions:
        if decision.reported:
            continue
        words[decision.number] = start = len(words)
        words += [
            engine.product.width(decision.number),
            len(decision.alternatives),
            *([0] * len(decision.alternatives)),
        ]
        for i, columns in enumerate(engine.product.columns[decision.number]):
            first, size, digits = numbers[decision.number, i]
            words[start + 2 + i] = len(words)
            words += [first, size, -1 if digits is None else len(digits)]
            for (column, _, _), (low, count) in zip(columns, digits or (), strict=digits is not None):
                words += [column, low, count]
    return words


class NativeBatch:
    """So many games of one program. What there is of them lies in rows of words, which stay where they are.

    `seats`: who is asked. `masks`: a byte for each action, 1 if it is legal, and `stride` bytes for each game. `ended`: 1 if the game
    was over after the last step, and `rewards` what it was worth to each seat then. With `again` such a game has begun anew, and is only
    found in `final`. `worth` tells what a game is worth to who wins and to who does not, for each number of winners.
    """

    def __init__(
        self, engine: Native, count: int, actions: int, plan: list[int], worth: Sequence[float], again: bool
    ) -> None:
        self.engine = engine
        self.count = count
        self.actions = actions
        self._size = size = engine.layout.size
        self._words = max(1, -(-actions // 8))
        self.stride = 8 * self._words
        self._states, self._finals = (NUMBER * (count * size))(), (NUMBER * (count * size))()
        self._sources = (NUMBER * (3 * count))()
        self.numbers, self.seats, self.ended, self._played = ((NUMBER * count)() for _ in range(4))
        self.rewards = (ctypes.c_double * (count * engine.program.players))()
        self._worth = (ctypes.c_double * len(worth))(*worth)
        self.masks = (NUMBER * (count * self._words))()
        self._plan = (NUMBER * len(plan))(*plan)
        self._settings = (NUMBER * kernels_of.SETTINGS)()
        for place, value in (
            (kernels_of.SIZE, size),
            (kernels_of.MASK_WORDS, self._words),
            (kernels_of.GAMES, count),
            (kernels_of.ENTRY, engine.program.entry),
            (kernels_of.LISTS_WORDS, ROOM_WORDS),
            (kernels_of.AGAIN, again),
            (kernels_of.PLAYERS, engine.program.players),
        ):
            self._settings[place] = value
        self._chance = (NUMBER * 3)()
        self._call = code().call

    def begin(self, seed: int) -> None:
        """Begin all games anew, game number n with `derive(seed, n, 0)`, and so on."""
        self._settings[kernels_of.SEED] = signed(seed & MASK)
        self._chance[:] = [signed(word) for word in Chance(derived_seed(seed, self.count)).words()]
        for row in (self._played, self.ended, self.rewards):
            ctypes.memset(row, 0, ctypes.sizeof(row))
        ctypes.memset(self.numbers, 0xFF, ctypes.sizeof(self.numbers))
        self._step()

    def step(self) -> None:
        """The legal actions whose numbers stand in `numbers`, one in each game."""
        self._step()

    def refused(self) -> int:
        """The first game for which no legal action stands in `numbers`; as many as there are games if there is none."""
        return self._call["first_illegal"](self.numbers, self.masks, self._words, self.actions, self.count)

    def choose(self) -> None:
        """Legal actions by lot into `numbers`."""
        if self._call["choose_by_lot"](self._chance, self.masks, self._words, self.count, self.numbers):
            raise UsageError("a game is over: there is nothing to choose in it")

    def _step(self) -> None:
        engine, memory = self.engine, self.engine.memory
        memory.limit(MOST_GAME_EVENTS)
        self._settings[kernels_of.LISTS_AT] = memory.room_at
        done = self._call["step_games"](
            engine.run_at, memory.context_at, self._settings, self._plan, self._states, self._sources, self.numbers, self.masks,
            self.seats, self.ended, self.rewards, self._worth, self._finals, self._played, engine.initial, memory.answers_at, memory.given,
        )  # fmt: skip
        if done < self.count:
            if self.numbers[done] == kernels_of.EMPTY:
                raise NobodyChooses
            ctypes.memmove(memory.state, ctypes.addressof(self._states) + 8 * done * self._size, 8 * self._size)
            engine.raise_if_failed(memory, self.numbers[done])
            raise UsageError("this action is not legal here")

    # -------------------------------------------------------------- what there is

    def cells(self) -> Callable[[int], Cells]:
        """The cells of each game as they are now, whatever comes after."""
        return self._read(bytes(self._states))

    def final(self, game: int) -> Cells:
        """The cells of a game at its end, which was the last step."""
        return self._read(memoryview(self._finals).cast("B"))(game)

    def now(self, game: int) -> Cells:
        return self._read(memoryview(self._states).cast("B"))(game)

    def _read(self, memory: bytes | memoryview) -> Callable[[int], Cells]:
        unpack, size = self.engine.layout.unpack, 8 * self._size
        return lambda game: unpack(memory[size * game : size * (game + 1)])

    def see(self, seen: SeeingCode, seers: Any, tables: Any, rows: Any) -> None:
        """What the seats that are asked see, a row for each game."""
        seen.call(self._states, self.seats, seers, tables, rows, self.count)
