"""Whole games in lanes: one function that plays several at a time, block by block, in each block those games that stand there.

A time through all blocks is written in their order, without branches: a game goes on as far as ways lead forwards, and where one leads
back it waits for the next time. What is written to memory is written for the games that stand at the block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.building.frame import I64, WORDS, Frame, number
from dicedsl.interpreter.engines.native.building.kernel import Kernels
from dicedsl.interpreter.engines.native.calling import COUNT, FAULT, LISTS, STEPS, USES, WORK
from dicedsl.interpreter.engines.native.lanes.graph import (
    GraphBlock,
    GraphNumber,
    GraphPlace,
    GraphValue,
    LaneRoom,
    Outside,
    UnknownToLanes,
)
from dicedsl.interpreter.engines.native.lanes.ranges import most_of
from dicedsl.interpreter.engines.native.lanes.shape import GraphShape
from dicedsl.interpreter.engines.native.lanes.vectors import FEW_NUMBERS, Vectors
from dicedsl.interpreter.engines.native.runtime.tallies import seed_of

SOURCE = (0, 1, 2)
OWN = frozenset((*SOURCE, FAULT, WORK, COUNT, STEPS))  # words of the context that each game has for itself


class LaneFunction:
    """Writes `lanes(context, first state, rows, block, seed, first, count)`: a row of each game's end, and of its results the words
    that are asked for."""

    def __init__(
        self,
        shape: GraphShape,
        stretches: Sequence[tuple[int, int]],
        results: Mapping[int, int],
        width: int,
        block_argument: GraphValue,
    ) -> None:
        self.shape = shape
        self.module = module = ir.Module("lanes")
        self.kernels = Kernels(module)
        self.cells_in_rows = tuple(results)
        self.results = tuple(results.values())
        self.row_words = 2 + len(results)
        kind = ir.FunctionType(I64, [WORDS, WORDS, WORDS, I64, I64, I64, I64])
        self.function = ir.Function(module, kind, name="lanes")
        context, self.origin, self.rows, block, self.seed, self.first, self.count = self.function.args
        self.frame = frame = Frame(self.function, context, self.origin)
        self.vectors = vectors = Vectors(frame, width)
        self.builder = b = frame.builder
        self.rooms: dict[LaneRoom, Any] = {}
        self.own = {slot: self.new_room(64) for slot in sorted(OWN)}
        self.bases: dict[Outside, Any] = {}
        self.uniform: dict[int, Any] = {}
        self._lay_out(stretches)
        self.argument = (block_argument, vectors.spread(block))
        self.waiting = {part: self.new_room(1) for part in shape.order}
        self.done, self.status = self.new_room(1), self.new_room(64)
        self.kept: dict[GraphValue, LaneRoom] = {}
        self._keep()
        self._prepare()
        b.store(vectors.constant(1, 1), self.rooms[self.done])
        self.times, self.played = frame.new("time"), frame.new("played")
        b.branch(self.times)
        frame.at(self.times)
        self._fill()
        self._write(0, len(shape.order))
        b.branch(self.times)
        frame.at(self.played)
        b.ret(self.count)
        frame.close()

    # -------------------------------------------------------------- memory

    def new_room(self, bits: int, size: int = 1) -> LaneRoom:
        room = LaneRoom(bits, size)
        self.rooms[room] = self.vectors.room(room)
        return room

    def _memory(self, room: LaneRoom) -> Any:
        """Where the numbers of a room lie."""
        if room not in self.rooms:
            self.rooms[room] = self.vectors.room(room)
        return self.rooms[room]

    def _lay_out(self, stretches: Sequence[tuple[int, int]]) -> None:
        """A room for every word of a state, and one for each stretch that is read by an index."""
        self.cells: dict[int, tuple[LaneRoom, int]] = {}
        self.entered: dict[LaneRoom, int] = {}  # rooms that are laid out when a game begins, and from which word on
        for first, words in stretches:
            room = self.new_room(64, words)
            self.entered[room] = first
            self.cells.update({first + i: (room, i) for i in range(words)})
        reads: dict[int, set[GraphBlock]] = {}
        writes: dict[int, set[GraphBlock]] = {}
        for block in self.shape.order:
            for value in block.values:
                if isinstance(value.more, GraphPlace) and value.more.memory == "state":
                    word = value.more.offset
                    if word in self.cells:
                        continue
                    if value.more.index is not None:
                        raise UnknownToLanes("an index into cells that are no stretch")
                    (reads if value.op == "load" else writes).setdefault(word, set()).add(block)
        entry = self.shape.entry
        self.given: set[int] = set()  # words that are only read where a game begins
        self.left: set[int] = set()  # words that are only written where it ends
        for word in sorted({*reads, *writes, *self.results} - self.cells.keys()):
            room = self.new_room(64)
            self.cells[word] = (room, 0)
            ends = writes.get(word, set())
            if (
                reads.get(word, set()) <= {entry}
                and entry not in ends
                and len(ends) <= 1
                and all(x.status for x in ends)
            ):
                self.given.add(word)
                self.left |= {word} if ends else set()
            if not (word in self.given and word in self.left) and (word not in self.given or word in self.results):
                self.entered[room] = word

    def _keep(self) -> None:
        """Make rooms for what is worked out in one block and used in another."""
        for block in self.shape.order:
            for value in block.values:
                for operand in self._operands(value):
                    if isinstance(operand, GraphValue) and operand.block is not block:
                        operand.uses.add(block)
            for operand in (block.condition, block.status):
                if isinstance(operand, GraphValue) and operand.block is not block:
                    operand.uses.add(block)

    @staticmethod
    def _operands(value: GraphValue) -> list[Any]:
        more = [value.more.index] if isinstance(value.more, GraphPlace) else []
        return [*value.of, *more]

    def _is_stale(self, value: GraphValue) -> bool:
        """Whether other games may come through the block where a value is worked out before it is used."""
        shape, home = self.shape, value.block
        assert home is not None
        if value.uses & shape.come_to_later(home):
            return True
        for header, end in shape.rounds.items():
            first = shape.at[header]
            if first <= shape.at[home] < end and any(not first <= shape.at[use] < end for use in value.uses):
                return True
        return False

    def _prepare(self) -> None:
        """What does not change while games are played is worked out before them."""
        b, vectors = self.builder, self.vectors
        for block in self.shape.order:
            b.store(vectors.constant(0, 1), self.rooms[self.waiting[block]])
            for value in block.values:
                place = value.more
                if not isinstance(place, GraphPlace):
                    continue
                if place.memory == "context":
                    if place.index is not None:
                        raise UnknownToLanes("an index into the context")
                    if place.offset not in OWN and value.op == "load" and place.offset not in self.uniform:
                        self.uniform[place.offset] = vectors.spread(b.load(self.frame.slot(place.offset)))
                    elif place.offset not in OWN and value.op == "store":
                        raise UnknownToLanes("a store to the context")
                elif isinstance(place.memory, Outside) and place.memory not in self.bases:
                    if place.memory.table:
                        base = self._table(place.memory, place.bits)
                    elif place.memory.slot in (LISTS, USES):
                        base = self.frame.pointer(place.memory.slot)
                    else:
                        raise UnknownToLanes("memory of lists")
                    self.bases[place.memory] = base
        self.origin_words = {
            word: vectors.spread(b.load(self.frame.word(self.origin, word))) for word in sorted(self.given)
        }
        self.origin_words |= {
            first + i: vectors.spread(b.load(self.frame.word(self.origin, first + i)))
            for room, first in self.entered.items()
            for i in range(room.size)
        }

    def _table(self, memory: Outside, bits: int) -> Any:
        kind = ir.ArrayType(ir.IntType(bits), len(memory.table))
        data = ir.GlobalVariable(self.module, kind, name=self.module.get_unique_name("table"))
        data.initializer = ir.Constant(kind, list(memory.table))
        data.global_constant = True
        data.linkage = "internal"
        return data

    # -------------------------------------------------------------- games begin and end

    def _fill(self) -> None:
        """Where games are over, their rows are written and others begin."""
        b, frame, vectors, width = self.builder, self.frame, self.vectors, self.vectors.width
        with frame.builder.goto_block(frame.top):
            numbers, seeds = (b.alloca(ir.ArrayType(I64, width)) for _ in range(2))
            next_at, left_at, bits_at, fresh_at = (b.alloca(I64) for _ in range(4))
            kept = b.alloca(ir.ArrayType(vectors.kind(64), self.row_words))
            b.store(ir.Constant(ir.ArrayType(I64, width), [-1] * width), numbers)
            b.store(number(0), next_at)
        over, goes_on = frame.new("over"), frame.new("on")
        done = b.load(self.rooms[self.done])
        b.cbranch(vectors.is_none(done), goes_on, over)
        frame.at(over)
        sources = [self.rooms[self.status], self.rooms[self.own[STEPS]]]
        values = [b.load(x) for x in sources]
        for word in self.results:
            room, index = self.cells[word]
            values.append(b.load(vectors.entry(room, self.rooms[room], index)))
        for i, value in enumerate(values):
            b.store(value, b.gep(kept, [number(0), number(i)], inbounds=True))
        words = b.bitcast(kept, WORDS)
        b.store(b.zext(vectors.bits(done), I64), bits_at)
        b.store(number(0), fresh_at)
        head, inside, row, begin, starts, after = (
            frame.new(x) for x in ("each", "one", "row", "begin", "starts", "filled")
        )
        b.branch(head)
        frame.at(head)
        bits = b.load(bits_at)
        b.cbranch(b.icmp_unsigned("!=", bits, number(0)), inside, after)
        frame.at(inside)
        lane = frame.intrinsic("cttz", bits, ir.Constant(ir.IntType(1), 1))
        b.store(b.and_(bits, b.sub(bits, number(1))), bits_at)
        game_at = b.gep(numbers, [number(0), lane], inbounds=True)
        game = b.load(game_at)
        b.cbranch(b.icmp_signed("<", game, number(0)), begin, row)
        frame.at(row)
        to = b.gep(self.rows, [b.mul(game, number(self.row_words))], inbounds=True)
        for i in range(self.row_words):
            value = b.load(b.gep(words, [b.add(lane, number(i * width))], inbounds=True))
            b.store(value, b.gep(to, [number(i)], inbounds=True))
        b.store(b.sub(b.load(left_at), number(1)), left_at)
        b.branch(begin)
        frame.at(begin)
        following = b.load(next_at)
        b.store(b.add(following, number(1)), next_at)
        b.store(following, game_at)
        b.cbranch(b.icmp_signed("<", following, self.count), starts, head)
        frame.at(starts)
        seed = b.call(self.kernels.get(seed_of), [self.seed, b.add(self.first, following)])
        b.store(seed, b.gep(seeds, [number(0), lane], inbounds=True))
        b.store(b.or_(b.load(fresh_at), b.shl(number(1), lane)), fresh_at)
        b.branch(head)
        frame.at(after)
        b.store(vectors.constant(0, 1), self.rooms[self.done])
        fresh = vectors.mask(b.trunc(b.load(fresh_at), ir.IntType(width)))
        entry = self.rooms[self.waiting[self.shape.entry]]
        b.store(fresh, entry)
        source = b.load(b.bitcast(seeds, vectors.kind(64).as_pointer()), align=8)
        for slot, room in self.own.items():
            vectors.store(fresh, source if slot == 0 else vectors.constant(0), self.rooms[room])
        for room, first in self.entered.items():
            for i in range(room.size):
                vectors.store(fresh, self.origin_words[first + i], vectors.entry(room, self.rooms[room], i))
        b.cbranch(b.icmp_signed(">", b.load(left_at), number(0)), goes_on, self.played)
        frame.at(goes_on)
        with b.goto_block(frame.top):
            b.store(self.count, left_at)

    # -------------------------------------------------------------- blocks

    def _write(self, first: int, end: int) -> None:
        """Write the blocks from one number to before another."""
        at = first
        while at < end:
            part = self.shape.part(at, end) if at not in self._open else None
            if part is None:
                self._block(self.shape.order[at])
                at += 1
                continue
            self._open.add(at)
            begin, after = self.frame.new("part"), self.frame.new("passed")
            waits = self.rooms[self.waiting[self.shape.order[at]]]
            self.builder.cbranch(self.vectors.is_none(self.builder.load(waits)), after, begin)
            self.frame.at(begin)
            self._write(part.first, part.end)
            if part.is_round:
                self.builder.cbranch(self.vectors.is_none(self.builder.load(waits)), after, begin)
            else:
                self.builder.branch(after)
            self.frame.at(after)
            at = part.end

    @property
    def _open(self) -> set[int]:
        if not hasattr(self, "_opened"):
            self._opened: set[int] = set()
        return self._opened

    def _block(self, block: GraphBlock) -> None:
        b, vectors = self.builder, self.vectors
        waits = self.rooms[self.waiting[block]]
        self.mask = mask = b.load(waits)
        b.store(vectors.constant(0, 1), waits)
        self.known: dict[GraphValue, Any] = {}
        for value in block.values:
            result = self._value(value)
            if result is not None:
                self.known[value] = result
                if value.uses and not self._is_uniform(value):
                    room = self.kept[value] = self.new_room(value.bits)
                    if self._is_stale(value):
                        vectors.store(mask, result, self.rooms[room])
                    else:
                        b.store(result, self.rooms[room])
        if block.status is not None:
            self._join(self.done, mask)
            vectors.store(mask, self._of(block.status), self.rooms[self.status])
        elif block.condition is None:
            for target in block.ways:
                self._join(self.waiting[target], mask)
        elif block.cases:
            self._switch(block)
        else:
            condition = self._of(block.condition)
            yes = b.and_(mask, condition)
            self._join(self.waiting[block.ways[0]], yes)
            self._join(self.waiting[block.ways[1]], b.and_(mask, b.not_(condition)))

    def _switch(self, block: GraphBlock) -> None:
        b = self.builder
        asked, left = self._of(block.condition), self.mask
        for case, target in block.cases:
            here = b.icmp_unsigned("==", asked, self.vectors.constant(case, block.condition.bits))
            self._join(self.waiting[target], b.and_(self.mask, here))
            left = b.and_(left, b.not_(here))
        self._join(self.waiting[block.ways[0]], left)

    def _join(self, room: LaneRoom, mask: Any) -> None:
        self.builder.store(self.builder.or_(self.builder.load(self.rooms[room]), mask), self.rooms[room])

    # -------------------------------------------------------------- values

    def _is_uniform(self, value: GraphValue) -> bool:
        return value is self.argument[0] or (
            value.op == "load" and value.more.memory == "context" and value.more.offset in self.uniform
        )

    def _of(self, operand: Any) -> Any:
        if isinstance(operand, GraphNumber):
            return self.vectors.constant(operand.value, operand.bits)
        if isinstance(operand, LaneRoom):
            return self.builder.load(self._memory(operand))
        if operand is self.argument[0]:
            return self.argument[1]
        if self._is_uniform(operand):
            return self.uniform[operand.more.offset]
        if operand in self.known:
            return self.known[operand]
        return self.builder.load(self.rooms[self.kept[operand]])

    def _value(self, value: GraphValue) -> Any:
        b, vectors = self.builder, self.vectors
        op = value.op
        if op == "load":
            return self._load(value)
        if op == "store":
            self._store(value)
            return None
        if any(self._is_count(x) for x in value.of):
            return None
        of = [self._of(x) for x in value.of]
        if op in ("udiv", "urem"):
            return vectors.divided(value, of[0], of[1], self.mask)[op == "urem"]
        if op in ("zext", "sext", "trunc"):
            return getattr(b, op)(of[0], vectors.kind(value.bits))
        if op == "icmp":
            kind = value.more
            signs = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
            if kind in signs:
                return b.icmp_unsigned(signs[kind], *of)
            return (b.icmp_signed if kind[0] == "s" else b.icmp_unsigned)(signs[kind[1:]], *of)
        if op == "select":
            return b.select(*of)
        if op == "ctpop":
            return vectors.intrinsic(op, *of)
        if op in ("cttz", "ctlz"):
            return vectors.intrinsic(op, *of, ir.Constant(ir.IntType(1), 0))
        return getattr(b, {"and": "and_", "or": "or_"}.get(op, op))(*of)

    def _is_count(self, operand: Any) -> bool:
        """Whether this is how often something was used, or one more."""
        if not isinstance(operand, GraphValue):
            return False
        if operand.op == "add":
            return self._is_count(operand.of[0])
        place = operand.more
        return operand.op == "load" and isinstance(place.memory, Outside) and place.memory.slot == USES

    def _load(self, value: GraphValue) -> Any:
        b, place = self.builder, value.more
        memory = place.memory
        if memory == "context":
            return (
                self.uniform[place.offset]
                if place.offset in self.uniform
                else b.load(self.rooms[self.own[place.offset]])
            )
        if memory == "state":
            if place.offset in self.given:
                return self.origin_words[place.offset]
            return self._load_room(*self.cells[place.offset], place.index)
        if isinstance(memory, LaneRoom):
            self._memory(memory)
            return self._load_room(memory, place.offset, place.index)
        if self._is_count(value):
            return None
        return self._load_outside(value)

    def _load_room(self, room: LaneRoom, offset: int, index: Any) -> Any:
        memory = self.rooms[room]
        if index is None or room.size == 1:
            return self.builder.load(self.vectors.entry(room, memory, offset))
        return self.vectors.load_at(room, memory, self._index(offset, index), self.mask)

    def _index(self, offset: int, index: Any) -> Any:
        where = self._of(index)
        return self.builder.add(where, self.vectors.constant(offset)) if offset else where

    def _load_outside(self, value: GraphValue) -> Any:
        b, vectors, place = self.builder, self.vectors, value.more
        memory, kind = place.memory, ir.IntType(value.bits)
        if memory.table and most_of(place.index) < FEW_NUMBERS:
            where = self._index(place.offset, place.index)
            result = vectors.constant(memory.table[place.offset], value.bits)
            for i in range(1, min(FEW_NUMBERS, len(memory.table) - place.offset)):
                here = b.icmp_unsigned("==", where, vectors.constant(place.offset + i))
                result = b.select(here, vectors.constant(memory.table[place.offset + i], value.bits), result)
            return result
        base = b.bitcast(self.bases[memory], kind.as_pointer())
        if place.index is None:
            return vectors.spread(b.load(b.gep(base, [number(place.offset)], inbounds=True)))
        where = b.select(self.mask, self._index(place.offset, place.index), vectors.constant(0))
        lanes = [b.extract_element(where, ir.Constant(ir.IntType(32), lane)) for lane in range(vectors.width)]
        return vectors.gathered(kind, lambda lane: b.gep(base, [lanes[lane]], inbounds=True))

    def _store(self, value: GraphValue) -> None:
        b, vectors, place = self.builder, self.vectors, value.more
        memory, (stored,) = place.memory, value.of
        if self._is_count(stored):
            same = stored.op == "add" and stored.of[0].more.offset == place.offset
            if not same or not isinstance(memory, Outside) or place.index is not None or stored.of[1].value != 1:
                raise UnknownToLanes("uses that are not counted one by one")
            at = self.frame.word(self.bases[memory], place.offset)
            b.store(b.add(b.load(at), vectors.count(self.mask)), at)
            return
        if memory == "context":
            vectors.store(self.mask, self._of(stored), self.rooms[self.own[place.offset]])
        elif memory == "state" and place.offset in self.left:
            b.store(self._of(stored), self.rooms[self.cells[place.offset][0]])
        elif memory == "state":
            self._store_room(*self.cells[place.offset], place.index, stored)
        elif isinstance(memory, LaneRoom):
            self._memory(memory)
            self._store_room(memory, place.offset, place.index, stored)
        else:
            raise UnknownToLanes("a store to memory that all share")

    def _store_room(self, room: LaneRoom, offset: int, index: Any, stored: Any) -> None:
        memory, value = self.rooms[room], self._of(stored)
        if index is None or room.size == 1:
            self.vectors.store(self.mask, value, self.vectors.entry(room, memory, offset))
        else:
            self.vectors.store_at(room, memory, self._index(offset, index), self.mask, value)
