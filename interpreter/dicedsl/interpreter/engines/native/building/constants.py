"""The constant lists of a program in memory, and the faults that its code can meet."""

from __future__ import annotations

from array import array
from typing import Any

from llvmlite import ir

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import I8, I64, Frame, number
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.calling import LISTS
from dicedsl.program import ops
from dicedsl.program.bounds import BoundsAnalysis
from dicedsl.program.faults import (
    division_by_zero,
    no_such_face,
    too_large_member,
    too_large_number,
    too_many_answers,
    too_much_work,
)
from dicedsl.program.sets import LARGEST_MEMBER
from dicedsl.program.value_kinds import NUMBER
from dicedsl.text.source import Span

MOST_INLINE_ENTRIES = 64  # of a list that is written into the code itself
ENTRY_TYPES = (("b", 8), ("h", 16), ("i", 32), ("q", 64))


class ConstantLists:
    """All lists one behind the other, each with entries as narrow as they can be; the code knows where each begins."""

    def __init__(self, module: Any, program: ops.Program, analysis: BoundsAnalysis) -> None:
        self.module = module
        self.program = program
        self.analysis = analysis
        self._begins: dict[tuple[int, int], int] = {}
        self._globals: dict[tuple[tuple[int, ...], int], Any] = {}
        self._blocks: dict[bytes, int] = {}
        self.memory = bytearray()

    def _begin(self, key: tuple[int, int], data: bytes) -> int:
        if key not in self._begins:
            self.memory.extend(bytes(-len(self.memory) % 8))
            self._begins[key] = len(self.memory)
            self.memory.extend(data)
        return self._begins[key]

    def _bytes(self, frame: Frame, begin: int) -> Any:
        memory = frame.builder.bitcast(frame.pointer(LISTS), I8.as_pointer())
        return frame.builder.gep(memory, [number(begin)], inbounds=True)

    def number(self, frame: Frame, number_of_list: int, index: Any) -> Any:
        """An entry that is a number; the index is inside."""
        values = self.program.lists[number_of_list]
        bounds = self.analysis.list(number_of_list, NUMBER)
        code, bits = next((c, n) for c, n in ENTRY_TYPES if bounds.inside(-(1 << n - 1), (1 << n - 1) - 1))
        b, kind = frame.builder, ir.IntType(bits)
        if len(values) <= MOST_INLINE_ENTRIES:
            entry = b.load(b.gep(self.constant(values, bits), [number(0), index], inbounds=True))
        else:
            begin = self._begin((number_of_list, 0), array(code, values).tobytes())
            entry = b.load(b.gep(b.bitcast(self._bytes(frame, begin), kind.as_pointer()), [index], inbounds=True))
        return entry if bits == WORD else b.sext(entry, I64)

    def constant(self, values: tuple[int, ...], bits: int = WORD) -> Any:
        """A short list written into the code."""
        if (values, bits) not in self._globals:
            kind = ir.ArrayType(ir.IntType(bits), max(1, len(values)))
            data = ir.GlobalVariable(self.module, kind, name=f"list{len(self._globals)}")
            data.initializer = ir.Constant(kind, list(values) or [0])
            data.global_constant = True
            data.linkage = "internal"
            self._globals[values, bits] = data
        return self._globals[values, bits]

    def entry(self, frame: Frame, values: tuple[int, ...], index: Any) -> Any:
        return frame.builder.load(frame.builder.gep(self.constant(values), [number(0), index], inbounds=True))

    def place_of_set(self, frame: Frame, number_of_list: int, words: int, index: Any) -> Any:
        """A pointer to an entry that is a set; the index is inside."""
        begin = self.place_of_sets(number_of_list, words)
        memory = frame.word(frame.pointer(LISTS), begin // 8)
        return frame.word(memory, index if words == 1 else frame.builder.mul(index, number(words)))

    def place_of_sets(self, number_of_list: int, words: int) -> int:
        values = self.program.lists[number_of_list]
        data = b"".join(v.to_bytes(8 * words, "little") for v in values)
        return self._begin((number_of_list, words), data)

    def set(self, frame: Frame, number_of_list: int, words: int, index: Any) -> Any:
        return sets.load(frame, self.place_of_set(frame, number_of_list, words, index), words)

    def flag(self, frame: Frame, begin: int, index: Any) -> Any:
        """Whether a byte of some further data is not 0."""
        b = frame.builder
        byte = b.load(b.gep(self._bytes(frame, 8 * begin), [index], inbounds=True))
        return b.icmp_unsigned("!=", byte, ir.Constant(I8, 0))

    def block(self, data: bytes) -> int:
        """Where some further constant data begins, in words."""
        self._blocks.setdefault(data, len(self._blocks))
        return self._begin((-1 - self._blocks[data], 0), data) // 8


class Faults:
    """The faults that code can come to, by number."""

    def __init__(self) -> None:
        self.known: list[tuple[str, str, Span, str]] = []
        self.too_large = self(too_large_number())
        self.by_zero = self(division_by_zero())
        self.large_member = self(too_large_member(LARGEST_MEMBER))
        self.too_long = self(too_much_work())
        self.no_such_number = self(no_such_face())
        self.too_many = self(too_many_answers())

    def __call__(self, fault: Fault) -> int:
        """The number of a fault; the same for one that is known already."""
        problem = fault.problems[0]
        record = (problem.code, problem.message, problem.span, problem.help)
        if record not in self.known:
            self.known.append(record)
        return self.known.index(record)
