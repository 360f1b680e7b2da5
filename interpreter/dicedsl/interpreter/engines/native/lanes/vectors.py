"""Numbers of several games side by side: what is done with them, and the memory they are kept in."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.building.frame import I32, I64, Frame
from dicedsl.interpreter.engines.native.lanes.graph import GraphNumber, GraphValue, LaneRoom, UnknownToLanes
from dicedsl.interpreter.engines.native.lanes.ranges import most_of

FEW_NUMBERS = 8  # numbers of a room of which one is found by comparing
EXACT = 1 << 52  # below this, whole numbers are doubles without loss
MAGIC = 0x4330000000000000  # the double 2^52, in whose last bits any such number can be put
SHORT_NUMBER = 1 << 16  # below this, a quotient by a constant is a product and a shift


class Vectors:
    """Writes operations on `width` numbers at once into a frame."""

    def __init__(self, frame: Frame, width: int) -> None:
        self.frame = frame
        self.builder = frame.builder
        self.width = width
        self.truth = self.kind(1)

    def kind(self, bits: int) -> Any:
        return ir.VectorType(ir.IntType(bits), self.width)

    def constant(self, value: int, bits: int = 64) -> Any:
        value &= (1 << bits) - 1
        if bits > 1 and value >> (bits - 1):
            value -= 1 << bits
        return ir.Constant(self.kind(bits), [value] * self.width)

    def spread(self, value: Any) -> Any:
        """The same number for every game."""
        kind = ir.VectorType(value.type, self.width)
        one = self.builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(I32, 0))
        return self.builder.shuffle_vector(
            one, ir.Constant(kind, ir.Undefined), ir.Constant(ir.VectorType(I32, self.width), [0] * self.width)
        )

    # -------------------------------------------------------------- which games

    def bits(self, mask: Any) -> Any:
        """The games of a mask, as the bits of a number."""
        return self.builder.bitcast(mask, ir.IntType(self.width))

    def mask(self, bits: Any) -> Any:
        return self.builder.bitcast(bits, self.truth)

    def is_none(self, mask: Any) -> Any:
        return self.builder.icmp_unsigned("==", self.bits(mask), ir.Constant(ir.IntType(self.width), 0))

    def count(self, mask: Any) -> Any:
        bits = self.builder.zext(self.bits(mask), I64)
        return self.frame.intrinsic("ctpop", bits)

    # -------------------------------------------------------------- rooms

    def room(self, room: LaneRoom) -> Any:
        kind = self.kind(room.bits)
        return self.frame.local(kind if room.size == 1 else ir.ArrayType(kind, room.size))

    def entry(self, room: LaneRoom, memory: Any, index: int) -> Any:
        """Where a number of each game lies."""
        if room.size == 1:
            return memory
        return self.builder.gep(memory, [ir.Constant(I64, 0), ir.Constant(I64, index)], inbounds=True)

    def store(self, mask: Any, value: Any, pointer: Any) -> None:
        self.builder.store(self.builder.select(mask, value, self.builder.load(pointer)), pointer)

    def load_at(self, room: LaneRoom, memory: Any, index: Any, mask: Any) -> Any:
        """A number whose place is another in each game."""
        b = self.builder
        if room.size <= FEW_NUMBERS:
            value = b.load(self.entry(room, memory, 0))
            for i in range(1, room.size):
                here = b.icmp_unsigned("==", index, self.constant(i))
                value = b.select(here, b.load(self.entry(room, memory, i)), value)
            return value
        places = b.select(mask, index, self.constant(0))
        return self.gathered(ir.IntType(room.bits), lambda lane: self._word(room, memory, places, lane))

    def store_at(self, room: LaneRoom, memory: Any, index: Any, mask: Any, value: Any) -> None:
        b = self.builder
        if room.size <= FEW_NUMBERS:
            for i in range(room.size):
                here = b.and_(mask, b.icmp_unsigned("==", index, self.constant(i)))
                self.store(here, value, self.entry(room, memory, i))
            return
        places = b.select(mask, index, self.constant(0))
        for lane in range(self.width):
            pointer, number = self._word(room, memory, places, lane), ir.Constant(I32, lane)
            held = b.load(pointer)
            b.store(b.select(b.extract_element(mask, number), b.extract_element(value, number), held), pointer)

    def _word(self, room: LaneRoom, memory: Any, places: Any, lane: int) -> Any:
        b = self.builder
        place = b.extract_element(places, ir.Constant(I32, lane))
        words = b.bitcast(memory, ir.IntType(room.bits).as_pointer())
        offset = b.add(b.mul(place, ir.Constant(I64, self.width)), ir.Constant(I64, lane))
        return b.gep(words, [offset], inbounds=True)

    def gathered(self, kind: Any, place: Any) -> Any:
        """What lies at a place for each game, one after the other."""
        value = ir.Constant(ir.VectorType(kind, self.width), ir.Undefined)
        for lane in range(self.width):
            one = self.builder.load(place(lane))
            value = self.builder.insert_element(value, one, ir.Constant(I32, lane))
        return value

    # -------------------------------------------------------------- operations

    def intrinsic(self, name: str, value: Any, *more: Any) -> Any:
        kind = ir.FunctionType(value.type, [value.type, *(m.type for m in more)])
        full = f"llvm.{name}.v{self.width}i{value.type.element.width}"
        module = self.frame.module
        function = module.globals.get(full) or ir.Function(module, kind, full)
        return self.builder.call(function, [value, *more])

    def divided(self, node: GraphValue, left: Any, right: Any, mask: Any) -> tuple[Any, Any]:
        """Quotient and rest of numbers that are not negative. There is no such instruction for several at once."""
        b = self.builder
        dividend, divisor = node.of
        if node.bits != 64:
            raise UnknownToLanes("a quotient of short numbers")
        if isinstance(divisor, GraphNumber) and divisor.value.bit_count() == 1:
            power = divisor.value.bit_length() - 1
            return b.lshr(left, self.constant(power)), b.and_(left, self.constant(divisor.value - 1))
        if isinstance(divisor, GraphNumber) and most_of(dividend) < SHORT_NUMBER and 0 < divisor.value < SHORT_NUMBER:
            factor = -(-(1 << 32) // divisor.value)
            quotient = b.lshr(b.mul(left, self.constant(factor)), self.constant(32))
        elif most_of(dividend) < EXACT and most_of(divisor) < EXACT:
            quotient = self._by_doubles(left, right)
        else:
            quotient = self._exactly(left, right, mask)
        return quotient, b.sub(left, b.mul(quotient, right))

    def _by_doubles(self, left: Any, right: Any) -> Any:
        """A quotient of numbers below 2^52. Where no game stands the divisor may be 0: what comes of it is looked at by nobody."""
        b = self.builder
        double = ir.VectorType(ir.DoubleType(), self.width)
        base = ir.Constant(double, [float(EXACT)] * self.width)

        def real(value: Any) -> Any:
            return b.fsub(b.bitcast(b.or_(value, self.constant(MAGIC)), double), base)

        exact = b.fdiv(real(left), real(right))
        module, name = self.frame.module, f"llvm.floor.v{self.width}f64"
        floor = module.globals.get(name) or ir.Function(module, ir.FunctionType(double, [double]), name)
        whole = b.call(floor, [exact])
        return b.xor(b.bitcast(b.fadd(whole, base), self.kind(64)), self.constant(MAGIC))

    def _exactly(self, left: Any, right: Any, mask: Any) -> Any:
        """A quotient of any numbers: one game after the other if any of them is large."""
        b, frame = self.builder, self.frame
        quotient = self.room(LaneRoom(64))
        large = b.and_(mask, b.icmp_unsigned(">=", b.or_(left, right), self.constant(EXACT)))
        small, one_by_one, after = frame.new("small"), frame.new("large"), frame.new("divided")
        b.cbranch(self.is_none(large), small, one_by_one).set_weights([1 << 20, 1])
        frame.at(small)
        b.store(self._by_doubles(left, right), quotient)
        b.branch(after)
        frame.at(one_by_one)
        safe = b.select(mask, right, self.constant(1))
        b.store(b.udiv(left, safe), quotient)
        b.branch(after)
        frame.at(after)
        return b.load(quotient)
