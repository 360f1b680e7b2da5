"""The native engine behind the contract of all engines: a program as machine code, for many games and for searching."""

from __future__ import annotations

import ctypes
import mmap
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from dicedsl.errors import Fault, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import MOST_GAME_EVENTS, Answer, Cells, Tally
from dicedsl.interpreter.engines.equal_dice import EqualDice
from dicedsl.interpreter.engines.native.calling import (
    ANSWERS,
    BATCH,
    BEGAN,
    BUNDLES,
    CONTEXT,
    COUNT,
    FAILED,
    FAULT,
    FULL,
    GIVEN,
    KEPT,
    LIST,
    LISTS,
    MEMO,
    PLAY,
    RESUME,
    ROOM,
    ROOM_LEFT,
    ROWS,
    SEAT,
    SPARE,
    STEP,
    STEP_LIMIT,
    STEPS,
    TABLES,
    TOO_LONG,
    USES,
    WORK,
    row_words,
    signed,
)
from dicedsl.interpreter.engines.native.compiling.machine import Loaded
from dicedsl.interpreter.engines.native.compiling.product import Product
from dicedsl.interpreter.engines.native.compiling.product_cache import product_of
from dicedsl.interpreter.engines.native.runtime.shaped import KEPT_SLOTS, KEPT_WORDS
from dicedsl.interpreter.engines.native.runtime.tallies import PAIRS, WORDS_OF_TABLE
from dicedsl.program import ops
from dicedsl.program.faults import never_ends, with_place
from dicedsl.program.sets import MOST_LISTED_ANSWERS

WORD = ctypes.c_int64
POINTER = ctypes.c_void_p
ROOM_WORDS = 1 << 23  # memory for lists; what is not used costs nothing
_MASK = (1 << 64) - 1


class Native:
    """A program as machine code. What one thread asks, another does not notice."""

    name = "native"
    has_machine_code = True
    plays_in_threads = True
    made_of_program = True

    def __init__(self, program: ops.Program, make: Callable[[ops.Program], Product] = product_of) -> None:
        """make: makes the machine code, or finds it in the cache."""
        self.program = program
        self.reg = program.reg
        self.product = product = make(program)
        self.layout = product.layout
        self._loaded = loaded = Loaded(product.machine)
        self._run = loaded.function("run", POINTER, POINTER, WORD, WORD)
        self.run_at = loaded.address("run")
        self._games = loaded.function("games", POINTER, POINTER, POINTER, WORD, WORD, WORD, WORD, POINTER)
        self.initial = self.layout.pack(program.initial)
        self._last_packed: tuple[Cells, bytes] = ((), b"")
        self._equal_dice = EqualDice(program)
        self._local = threading.local()

    @property
    def memory(self) -> PlayMemory:
        """The memory of this thread."""
        if not hasattr(self._local, "memory"):
            self._local.memory = PlayMemory(self)
        memory: PlayMemory = self._local.memory
        return memory

    def _packed(self, cells: Sequence[int]) -> bytes:
        """The words of a state. Searches ask much of the same one: it is packed once."""
        last, packed = self._last_packed
        if cells is not last:
            packed = self.layout.pack(cells)
            if type(cells) is tuple:  # nobody changes it
                self._last_packed = cells, packed
        return packed

    # -------------------------------------------------------------- step by step

    def start(self) -> Cells:
        memory = self.memory
        memory.lay(self.initial)
        return self._run_code(memory, STEP, self.program.entry)

    def moves(self, cells: Cells, seat: int) -> Sequence[Answer]:
        packed = self._packed(cells)
        end = self.program.blocks[cells[self.reg.pc]].end
        if type(end) is not ops.Ask or seat < 0 or not cells[self.reg.asked] >> seat & 1:
            return []
        decision = self.program.decisions[end.decision]
        if decision.reported:
            raise UsageError("reports are not listed")
        memory = self.memory
        memory.lay(packed)
        memory.context[SEAT] = seat
        self._run_code(memory, LIST, RESUME, read=False)
        return self._read_rows(memory, decision, memory.context[COUNT])

    def _read_rows(self, memory: PlayMemory, decision: ops.Decision, count: int) -> list[Answer]:
        width = self.product.width(decision.number)
        words = memoryview(memory.answers).cast("B")[: 8 * count * width].cast("Q")
        signed_words = memoryview(memory.answers).cast("B")[: 8 * count * width].cast("q")
        shapes = self.product.columns[decision.number]
        answers: list[Answer] = []
        for base in range(0, count * width, width):
            alternative_number = signed_words[base]
            values = [alternative_number]
            for column, size, is_set in shapes[alternative_number]:
                at = base + column
                if not is_set:
                    values.append(signed_words[at])
                elif size == 1:
                    values.append(words[at])
                else:
                    values.append(int.from_bytes(words[at : at + size].tobytes(), "little"))
            answers.append(tuple(values))
        return answers

    def answer(self, cells: Cells, seat: int, answer: Answer) -> Cells:
        packed = self._packed(cells)
        end = self.program.blocks[cells[self.reg.pc]].end
        assert isinstance(end, ops.Ask)
        columns = self.product.columns[end.decision][answer[0]]
        memory = self.memory
        memory.lay(packed)
        row = [answer[0].to_bytes(8, "little")]
        for (_, words, is_set), value in zip(columns, answer[1:], strict=True):
            row.append(value.to_bytes(8 * words, "little", signed=not is_set))
        memory.give(b"".join(row))
        memory.context[SEAT] = seat
        memory.context[COUNT] = 1
        return self._run_code(memory, STEP, RESUME)

    def fall(self, cells: Cells, values: Sequence[int]) -> Cells:
        memory = self.memory
        memory.lay(self._packed(cells))
        memory.give(b"".join(v.to_bytes(8, "little") for v in values))
        return self._run_code(memory, STEP, RESUME)

    def _run_code(self, memory: PlayMemory, mode: int, block: int, read: bool = True) -> Cells:
        status = self._run(memory.context_at, memory.state_at, mode, block)
        self.raise_if_failed(memory, status)
        return self.layout.unpack(memoryview(memory.state).cast("B")) if read else ()

    def raise_if_failed(self, memory: PlayMemory, status: int) -> None:
        """Raise what a run ended with, if it was no proper end."""
        if status == TOO_LONG:
            raise with_place(
                self.program,
                never_ends(memory.context[STEP_LIMIT]),
                self.layout.unpack(memoryview(memory.state).cast("B")),
            )
        if status == FAILED:
            code, message, span, help_ = self.product.faults[memory.context[FAULT] - 1]
            fault = Fault(code, message, span, help=help_)
            cells = self.layout.unpack(memoryview(memory.state).cast("B"))
            raise with_place(self.program, fault, cells)

    # -------------------------------------------------------------- chance

    def draw(self, cells: Cells, chance: Chance) -> tuple[int, ...]:
        return self._equal_dice.drawn(cells, chance)

    def _load(self, memory: PlayMemory, chance: Chance) -> None:
        memory.context[0:3] = [signed(word) for word in chance.words()]

    def _unload(self, memory: PlayMemory, chance: Chance) -> None:
        chance.follow(memory.context[0:3])

    def report(self, cells: Sequence[int], chance: Chance) -> Answer:
        """What the table reports, drawn from the odds the rulebook gives."""
        packed = self._packed(cells)
        end = self.program.blocks[cells[self.reg.pc]].end
        assert isinstance(end, ops.Ask)
        memory = self.memory
        memory.lay(packed)
        self._load(memory, chance)
        try:
            self._run_code(memory, LIST, RESUME, read=False)
        finally:
            self._unload(memory, chance)
        return self._read_rows(memory, self.program.decisions[end.decision], 1)[0]

    # -------------------------------------------------------------- whole games

    def play(self, cells: Cells | None, chance: Chance, limit: int = MOST_GAME_EVENTS) -> Cells:
        memory = self.memory
        memory.lay(self.initial if cells is None else self._packed(cells))
        memory.limit(limit)
        self._load(memory, chance)
        try:
            return self._run_code(memory, PLAY, self.program.entry if cells is None else RESUME)
        finally:
            self._unload(memory, chance)

    def playouts(self, cells: Cells | None, seed: int, first: int, games: int, limit: int = MOST_GAME_EVENTS) -> Tally:
        memory = self.memory
        origin = self.initial if cells is None else self._packed(cells)
        tally = Tally(scores=[Counter() for _ in range(self.program.players)])
        block = self.program.entry if cells is None else RESUME
        ctypes.memset(memory.uses, 0, ctypes.sizeof(memory.uses))
        done = 0
        while done < games:
            memory.lay(self.initial)
            memory.limit(limit)
            memory.clear_tables()
            arguments = (memory.context_at, origin, memory.state_at, block, signed(seed & _MASK), first + done)
            done += self._games(*arguments, games - done, memory.tables_at)
            self.raise_if_failed(memory, memory.context[COUNT])
            self._add(memory, tally)
        tally.games = games
        self._add_uses(memory, tally)
        return tally

    def _add(self, memory: PlayMemory, tally: Tally) -> None:
        for i, name in enumerate(TABLES):
            counts = memory.table(i)
            if name == "winners":
                for key, count in counts.items():
                    tally.winners[key % BEGAN, key // BEGAN] += count
            else:
                getattr(tally, name).update(counts)
        for seat, scores in enumerate(tally.scores):
            scores.update(memory.table(len(TABLES) + seat))

    def _add_uses(self, memory: PlayMemory, tally: Tally) -> None:
        index = 0
        for decision in self.program.decisions:
            for i in range(len(decision.alternatives)):
                if memory.uses[index]:
                    tally.chosen[decision.number, i] = memory.uses[index]
                index += 1
        for block, _ in self.program.rules:
            if memory.uses[index]:
                tally.entered[block] = memory.uses[index]
            index += 1


class PlayMemory:
    """The memory that one thread plays on."""

    def __init__(self, native: Native) -> None:
        program, product = native.program, native.product
        layout = product.layout
        self.context = (WORD * CONTEXT)()
        self.state = (WORD * max(1, layout.size))()
        self.spare = (WORD * max(1, 2 * layout.size))()
        widest = max([1, *map(product.width, range(len(program.decisions)))])
        self.answers = mmap.mmap(-1, 8 * (MOST_LISTED_ANSWERS + 1) * widest)
        self.bundles = mmap.mmap(-1, 8 * (MOST_LISTED_ANSWERS + 1) * max(1, product.bundle))
        self.room = mmap.mmap(-1, 8 * ROOM_WORDS)
        self.lists = ctypes.create_string_buffer(product.lists, len(product.lists))
        self.uses = (WORD * max(1, product.uses))()
        self.given = (WORD * max(1, len(program.dice), widest))()
        self.tables = (WORD * (WORDS_OF_TABLE * (len(TABLES) + program.players)))()
        self.rows = mmap.mmap(-1, 8 * BATCH * row_words(program.players))
        # Nothing leads to nothing: what is kept of images is true from the start.
        self.memo = (WORD * max(1, product.memo))()
        self.kept = mmap.mmap(-1, 8 * (1 + KEPT_SLOTS + KEPT_WORDS))
        self.context_at, self.state_at = ctypes.addressof(self.context), ctypes.addressof(self.state)
        self.tables_at = ctypes.addressof(self.tables)
        self.room_at = _address(self.room)
        for slot, memory in (
            (ANSWERS, _address(self.answers)),
            (BUNDLES, _address(self.bundles)),
            (LISTS, ctypes.addressof(self.lists)),
            (USES, ctypes.addressof(self.uses)),
            (SPARE, ctypes.addressof(self.spare)),
            (GIVEN, ctypes.addressof(self.given)),
            (MEMO, ctypes.addressof(self.memo)),
            (KEPT, _address(self.kept)),
            (ROWS, _address(self.rows)),
        ):
            self.context[slot] = memory

    def lay(self, packed: bytes) -> None:
        """Lay out a state, and make ready for a run."""
        ctypes.memmove(self.state, packed, len(packed))
        for slot in (FAULT, WORK, COUNT, STEPS, FULL):
            self.context[slot] = 0
        self.context[ROOM] = self.room_at
        self.context[ROOM_LEFT] = ROOM_WORDS

    @property
    def answers_at(self) -> int:
        """Where answers are listed."""
        return self.context[ANSWERS]

    def limit(self, steps: int) -> None:
        """How many steps a run may have."""
        self.context[STEP_LIMIT] = steps

    def give(self, packed: bytes) -> None:
        ctypes.memmove(self.given, packed, len(packed))

    def clear_tables(self) -> None:
        """Only what was used: a call for a few games must not cost what many do."""
        tables = self.tables
        for base in range(0, len(tables), WORDS_OF_TABLE):
            for slot in tables[base + 1 : base + 1 + tables[base]]:
                tables[base + PAIRS + 2 * slot + 1] = 0
            tables[base] = 0

    def table(self, number: int) -> dict[int, int]:
        tables, base = self.tables, WORDS_OF_TABLE * number
        pairs = [base + PAIRS + 2 * slot for slot in tables[base + 1 : base + 1 + tables[base]]]
        return {tables[at]: tables[at + 1] for at in pairs}


def _address(memory: Any) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))
