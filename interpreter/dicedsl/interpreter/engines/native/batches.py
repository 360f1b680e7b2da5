"""Many games stepped together in one call of machine code, in memory of their own.

What is done with them is the same for every program, and is told by a plan: where some cells lie, which blocks end with what, how
answers are numbered, and which dice are put in order. So this is compiled once, and is handed the machine code of a program.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from llvmlite import ir

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import MOST_STEPS, Cells
from dicedsl.interpreter.engines.native.calling import (
    ANSWERS,
    COUNT,
    FAILED,
    LIMIT,
    LIST,
    MEET,
    OVER,
    RESUME,
    SUSPENDED,
)
from dicedsl.interpreter.engines.native.frame import I64, WORDS, Frame, number
from dicedsl.interpreter.engines.native.kernel import RUN, Kernels
from dicedsl.interpreter.engines.native.layout import WORD
from dicedsl.interpreter.engines.native.machine import Loaded
from dicedsl.interpreter.engines.native.native import ROOM_WORDS, Native
from dicedsl.interpreter.engines.native.runtime import batches as kernels_of
from dicedsl.interpreter.engines.native.shared import shared_code
from dicedsl.program import ops

BEGIN, SKIP = -1, -2  # in the place of the number of an action
KINDS = [I64, WORDS, WORDS, I64, WORDS, WORDS, WORDS, I64, WORDS, WORDS, WORDS, I64, I64, I64]
# Of an alternative: the first of its numbers, and of each pick the lowest value and how many there are; None if they are listed.
Numbers = tuple[int, Sequence[tuple[int, int]] | None]


def written() -> str:
    """`together(run, context, states, size, sources, numbers, masks, words, plan, answers, given, room, entry, count)`: how many games were
    stepped before one went wrong. In the place of each number stands afterwards how the run ended."""
    module = ir.Module("together")
    function = ir.Function(module, ir.FunctionType(I64, KINDS), name="together")
    run_at, context, states, size, sources, numbers, masks, words, plan, answers, given, room, entry, count = (
        function.args
    )
    frame = Frame(function, context, states)
    b, kernels = frame.b, Kernels(module)
    run = b.inttoptr(run_at, RUN.as_pointer())
    all_room = number(ROOM_WORDS)
    status_at, done = frame.local(), frame.local()
    b.store(number(SUSPENDED), status_at)
    b.store(number(0), done)
    stop = frame.new("stop")

    def call(kernel: Callable[..., Any], *arguments: Any) -> Any:
        return b.call(kernels.get(kernel), arguments)

    def ran(state: Any, mode: int, block: Any) -> Any:
        status = b.call(run, [context, state, number(mode), block])
        b.store(status, status_at)
        frame.skip_if(b.icmp_signed(">=", status, number(FAILED)), stop)
        return status

    def listed(state: Any) -> None:
        call(kernels_of.again, context, room, all_room)
        call(kernels_of.ask, context, state, plan)
        ran(state, LIST, number(RESUME))

    def game(i: Any, following: Any) -> None:
        b.store(i, done)
        state, source = frame.word(states, b.mul(i, size)), frame.word(sources, b.mul(i, number(3)))
        place = frame.word(numbers, i)
        wanted, block_at = b.load(place), frame.local()
        frame.skip_if(b.icmp_signed("==", wanted, number(SKIP)), following)
        call(kernels_of.begin, context, source, room, all_room)
        b.store(entry, block_at)

        def answered() -> None:
            listed(state)
            known = call(kernels_of.answer, context, state, plan, answers, wanted, given)
            call(kernels_of.again, context, room, all_room)
            frame.skip_if(b.not_(known), stop)
            b.store(number(1), frame.slot(COUNT))
            b.store(number(RESUME), block_at)

        frame.when(b.icmp_signed(">=", wanted, number(0)), answered)
        on, report, met = frame.new("on"), frame.new("report"), frame.new("met")
        b.branch(on)
        frame.at(on)
        status = ran(state, MEET, b.load(block_at))
        b.cbranch(call(kernels_of.settle, state, plan), report, met)
        frame.at(report)
        call(kernels_of.again, context, room, all_room)
        b.store(number(RESUME), block_at)
        b.branch(on)
        frame.at(met)
        call(kernels_of.leave, context, source)
        b.store(status, place)

        def marked() -> None:
            listed(state)
            call(kernels_of.mark, context, state, plan, answers, frame.word(masks, b.mul(i, words)))

        frame.when(b.icmp_signed("==", status, number(SUSPENDED)), marked)

    frame.numbers(number(0), b.sub(count, number(1)), game)
    b.ret(count)
    frame.at(stop)
    b.store(b.load(status_at), frame.word(numbers, b.load(done)))
    b.ret(b.load(done))
    frame.close()
    return str(module)


@cache
def _together() -> tuple[Loaded, Any]:
    loaded = shared_code("together", written)
    pointers = [ctypes.c_void_p if kind == WORDS else ctypes.c_int64 for kind in KINDS]
    return loaded, loaded.function("together", *pointers)


def plan_of(engine: Native, numbers: Mapping[tuple[int, int], Numbers], is_sorted: Callable[[int], bool]) -> list[int]:
    """All that is told of a program; see `runtime.batches`."""
    program, first, words = engine.program, engine.layout.first, engine.layout.words
    reg, zones = program.reg, len(program.zones)
    plan = [0] * kernels_of.HEAD
    for place, cell in (
        (kernels_of.ASKED, reg.asked),
        (kernels_of.PC, reg.pc),
        (kernels_of.LOCATION, reg.location),
        (kernels_of.FACE, reg.face),
        (kernels_of.SHOWN, reg.shown),
        (kernels_of.ON_PLACE, reg.on_place),
    ):
        plan[place] = first[cell] if cell < len(first) else 0
    plan[kernels_of.ZONES] = zones

    def part(place: int, values: list[int]) -> None:
        plan[place] = len(plan)
        plan.extend(values)

    masks = range(reg.zone_mask, reg.zone_mask + zones), range(reg.showing, reg.showing + program.max_face + 1)
    groups = [group for group in program.plain_groups if len(group) > 1]
    widest = max((group[-1] for group in groups), default=-1)
    # Some set may be so small because these dice are never in it; then they are left as they are.
    sorts = all(WORD * words[cell] > widest for row in (*masks, (reg.shown,)) for cell in row)
    part(kernels_of.BLOCKS, [_about(program, block, sorts and is_sorted(block.number)) for block in program.blocks])
    part(kernels_of.NUMBERING, _numbering(engine, numbers))
    part(kernels_of.ZONE_MASKS, [first[cell] for cell in masks[0]])
    part(kernels_of.SHOWING, [first[cell] for cell in masks[1]])
    part(kernels_of.GROUPS, [len(groups), *(x for group in groups for x in (group[0], len(group)))])
    part(kernels_of.SCRATCH, [0] * (kernels_of.WIDE * max(map(len, groups), default=0)))
    return plan


def _about(program: ops.Program, block: ops.Block, is_sorted: bool) -> int:
    if isinstance(block.end, ops.Over):
        return kernels_of.SORTED * is_sorted
    if not isinstance(block.end, ops.Ask):
        return 0
    reported = program.decisions[block.end.decision].reported
    found = kernels_of.SORTED * is_sorted + kernels_of.REPORTED * reported
    return found + kernels_of.DECISION * (block.end.decision + 1)


def _numbering(engine: Native, numbers: Mapping[tuple[int, int], Numbers]) -> list[int]:
    decisions = engine.program.decisions
    found = [0] * len(decisions)
    for decision in decisions:
        if decision.reported:
            continue
        found[decision.number] = start = len(found)
        found += [engine.product.width(decision.number), *([0] * len(decision.alternatives))]
        for i, columns in enumerate(engine.product.columns[decision.number]):
            first, digits = numbers[decision.number, i]
            found[start + 1 + i] = len(found)
            found += [first, -1 if digits is None else len(digits)]
            for (column, _, _), (low, count) in zip(columns, digits or (), strict=digits is not None):
                found += [column, low, count]
    return found


class Together:
    """So many games of one program."""

    def __init__(self, engine: Native, count: int, actions: int, plan: list[int]) -> None:
        self.engine = engine
        self.count = count
        self.actions = actions
        self._size = engine.layout.size
        self._states = (ctypes.c_int64 * (count * self._size))()
        self._sources = (ctypes.c_int64 * (3 * count))()
        self._words = -(-actions // 8)
        self._masks = (ctypes.c_int64 * (count * self._words))()
        self._plan = (ctypes.c_int64 * len(plan))(*plan)
        self._loaded, self._step = _together()

    def begin(self, seeds: dict[int, int]) -> list[int]:
        """Begin some games anew; those that are over at once."""
        numbers = [SKIP] * self.count
        for game, seed in seeds.items():
            numbers[game] = BEGIN
            self._sources[3 * game : 3 * game + 3] = [_signed(word) for word in Chance(seed).words()]
            ctypes.memmove(self._at(game), self.engine.initial, 8 * self._size)
            ctypes.memset(ctypes.addressof(self._masks) + 8 * game * self._words, 0, 8 * self._words)
        return self._stepped(numbers)

    def step(self, actions: Sequence[int]) -> list[int]:
        """One answer in each game; those that are over now. The answers are legal ones."""
        ctypes.memset(self._masks, 0, ctypes.sizeof(self._masks))
        return self._stepped(actions)

    def _at(self, game: int) -> int:
        return ctypes.addressof(self._states) + 8 * game * self._size

    def _stepped(self, numbers: Sequence[int]) -> list[int]:
        engine, row = self.engine, (ctypes.c_int64 * self.count)(*numbers)
        desk = engine.desk
        desk.context[LIMIT] = MOST_STEPS
        done = self._step(
            engine.run_at, desk.context_at, self._states, self._size, self._sources, row, self._masks, self._words, self._plan,
            desk.context[ANSWERS], desk.given, desk.room_at, engine.program.entry, self.count,
        )  # fmt: skip
        if done < self.count:
            ctypes.memmove(desk.state, self._at(done), 8 * self._size)
            engine.judge(desk, row[done])
            raise UsageError(f"action {numbers[done]} is not legal here")
        return [game for game, status in enumerate(row) if status == OVER and numbers[game] != SKIP]

    # -------------------------------------------------------------- what there is

    def cells(self) -> Callable[[int], Cells]:
        """The cells of each game as they are now."""
        memory, unpack, size = bytes(self._states), self.engine.layout.unpack, 8 * self._size
        return lambda game: unpack(memory[size * game : size * (game + 1)])

    def seats(self) -> tuple[int, ...]:
        """Who is asked in each game: of several at once the first."""
        asked = self._states[self._plan[kernels_of.ASKED] :: self._size]
        return tuple((mask & -mask).bit_length() - 1 for mask in asked)

    def masks(self) -> tuple[bytes, ...]:
        """A byte for each action in each game: 1 if it is legal for the one who is asked."""
        memory, size = bytes(self._masks), 8 * self._words
        return tuple(memory[at : at + self.actions] for at in range(0, len(memory), size))


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value
