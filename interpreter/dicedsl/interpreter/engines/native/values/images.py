"""Images of sets by fixed relations: all that belongs to some member of a set. Each is kept with its set, and follows
when that changes a little.

A set that has changed much is put together from tables, four members at a time. Otherwise what belongs to a member that came is
added, and what belonged to one that went is asked whether it still belongs to another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen
from llvmlite import ir

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import I8, WORDS, Frame, number
from dicedsl.interpreter.engines.native.building.layout import WORD, words_of
from dicedsl.interpreter.engines.native.calling import LISTS, MEMO
from dicedsl.masks import members_of

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code
    from dicedsl.interpreter.engines.native.values.expressions import Expressions

NIBBLE = 4
MOST_FOLLOWED = 4  # members that may come or go before an image is put together anew
MOST_BELONGING = 8  # to one member, of an image that follows
MOST_MEMBERS = 256  # members of a set and its image, which are numbered by one byte each


@frozen
class Relation:
    """For each member of one set the members of another that belong to it; and those of the other that also belong to nothing at all."""

    image: tuple[int, ...]
    nowhere: int


@frozen
class Shape:
    """What the code of an image depends on: bits of the set and of the image, and how many may belong to a member that goes.

    With `most` 0, an image does not follow.
    """

    bits: int
    result: int
    most: int

    @property
    def words(self) -> int:
        return self.bits // WORD

    @property
    def stride(self) -> int:
        return self.result // WORD

    @property
    def origins(self) -> int:
        """Where, behind the tables, it stands for each member of the image to whom it belongs."""
        return (self.bits // NIBBLE << NIBBLE) * self.stride

    @property
    def belonging(self) -> int:
        """And where, behind that, the numbers of those that belong to each member."""
        return self.origins + self.result * self.words


class Images:
    """The images that a program asks for."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self._functions: dict[Shape, Any] = {}
        self._places: dict[tuple[tuple[int, ...], int], tuple[Shape, int, int]] = {}
        self.memo_words = 0

    def of(self, expressions: Expressions, relation: Relation, mask: Any, bits: int) -> Any:
        """All that belongs to some member of a set."""
        shape, begin, memo = self._placed(relation, bits)
        frame = expressions.frame
        places = [frame.word(frame.pointer(LISTS), begin), frame.word(frame.pointer(MEMO), memo)]
        return expressions.builder.call(self._function(shape), [*places, sets.resized(frame, mask, shape.bits)])

    def _placed(self, relation: Relation, bits: int) -> tuple[Shape, int, int]:
        """What the image is like, where its tables begin, and where the set asked for last is kept with its image."""
        key = (relation.image, bits)
        if key not in self._places:
            wide = WORD * words_of(len(relation.image))
            rows = [*relation.image, *[0] * (wide - len(relation.image))]
            most = max(row.bit_count() for row in rows)
            follows = 0 < most <= MOST_BELONGING and max(wide, bits) <= MOST_MEMBERS
            shape = Shape(wide, bits, most if follows else 0)
            self._places[key] = (shape, self.code.lists.block(tables(shape, rows)), self.memo_words)
            self.memo_words += shape.words + shape.stride
        return self._places[key]

    def _function(self, shape: Shape) -> Any:
        if shape not in self._functions:
            kind = ir.FunctionType(sets.kind(shape.result), [WORDS, WORDS, sets.kind(shape.bits)])
            name = f"image.{shape.bits}.{shape.result}.{shape.most}"
            function = ir.Function(self.code.module, kind, name=name)
            function.linkage = "internal"
            function.attributes.add("noinline")
            self._functions[shape] = function
            Writing(function, shape).write()
        return self._functions[shape]


def tables(shape: Shape, rows: list[int]) -> bytes:
    """The image of every four members that lie together; and what is needed for images that follow."""
    pieces = []
    for first in range(0, shape.bits, NIBBLE):
        part = rows[first : first + NIBBLE]
        for chosen in range(1 << NIBBLE):
            whole = 0
            for i, belongs in enumerate(part):
                if chosen >> i & 1:
                    whole |= belongs
            pieces.append(whole.to_bytes(8 * shape.stride, "little"))
    if shape.most:
        all_belonging = [list(members_of(row)) for row in rows]
        origins = [0] * shape.result
        for i, belonging in enumerate(all_belonging):
            for member in belonging:
                origins[member] |= 1 << i
        pieces += [origin.to_bytes(8 * shape.words, "little") for origin in origins]
        # Nobody minds who is asked once more.
        pieces += [bytes([*belonging, *[0] * (shape.most - len(belonging))]) for belonging in all_belonging]
        pieces.append(bytes(-shape.bits * shape.most % 8))
    return b"".join(pieces)


class Writing:
    """Writes the function `image(tables, memo, set)`."""

    def __init__(self, function: Any, shape: Shape) -> None:
        self.shape = shape
        self.tables, self.memo, self.mask = function.args
        self.frame = Frame(function, self.tables, self.tables)
        self.builder = self.frame.builder
        self.kept = self.frame.word(self.memo, shape.words)

    def write(self) -> None:
        b, frame, shape = self.builder, self.frame, self.shape
        known, changed = frame.new("known"), frame.new("changed")
        before = sets.load(frame, self.memo, shape.words)
        b.cbranch(b.icmp_unsigned("==", before, self.mask), known, changed)
        frame.at(changed)
        sets.store(frame, self.mask, self.memo)
        if shape.most:
            follow, anew = frame.new("follow"), frame.new("anew")
            other = b.xor(before, self.mask)
            b.cbranch(b.icmp_unsigned("<=", sets.count(frame, other), number(MOST_FOLLOWED)), follow, anew)
            frame.at(follow)
            self._follow(other)
            b.branch(known)
            frame.at(anew)
        sets.store(frame, self._anew(), self.kept)
        b.branch(known)
        frame.at(known)
        b.ret(sets.load(frame, self.kept, shape.stride))
        frame.close()

    def _follow(self, other: Any) -> None:
        """Members came or went."""
        b, frame = self.builder, self.frame

        def one(member: Any, following: Any) -> None:
            comes, goes = frame.new("comes"), frame.new("goes")
            b.cbranch(sets.word_holds(frame, self.memo, member), comes, goes)
            frame.at(comes)
            stride = self.shape.stride
            four = b.shl(b.lshr(member, number(2)), number(NIBBLE))
            row = b.add(four, b.shl(number(1), b.and_(member, number(NIBBLE - 1))))
            entry = sets.load(frame, frame.word(self.tables, b.mul(row, number(stride))), stride)
            sets.store(frame, b.or_(sets.load(frame, self.kept, stride), entry), self.kept)
            b.branch(following)
            frame.at(goes)
            self._goes(member)

        sets.members(frame, other, one)

    def _goes(self, member: Any) -> None:
        """What belonged to a member stays if it belongs to another."""
        b, frame, shape = self.builder, self.frame, self.shape
        belonging = b.bitcast(frame.word(self.tables, shape.belonging), I8.as_pointer())
        row = b.gep(belonging, [b.mul(member, number(shape.most))], inbounds=True)
        for i in range(shape.most):
            place = b.zext(b.load(b.gep(row, [number(i)], inbounds=True)), number(0).type)
            origins = frame.word(self.tables, b.add(number(shape.origins), b.mul(place, number(shape.words))))
            left = b.and_(sets.load(frame, origins, shape.words), self.mask)
            gone = b.zext(sets.is_empty(frame, left), number(0).type)
            word = frame.word(self.kept, b.lshr(place, number(6)))
            bit = b.shl(gone, b.and_(place, number(63)))
            b.store(b.and_(b.load(word), b.not_(bit)), word)

    def _anew(self) -> Any:
        """The image, put together from tables."""
        b, frame, shape = self.builder, self.frame, self.shape
        bits, stride = shape.bits, shape.stride
        image = frame.local(sets.kind(shape.result))
        b.store(sets.constant(0, shape.result), image)
        for i in range(shape.words):
            word = self.mask
            if bits > WORD:
                word = b.trunc(b.lshr(self.mask, sets.constant(WORD * i, bits)), sets.kind(WORD))
            rest, row = frame.local(), frame.local()
            b.store(word, rest)
            b.store(number(i * (WORD // NIBBLE) << NIBBLE), row)
            head, inside, after = frame.new("head"), frame.new("nibble"), frame.new("after")
            b.branch(head)
            frame.at(head)
            left = b.load(rest)
            b.cbranch(b.icmp_unsigned("!=", left, number(0)), inside, after)
            frame.at(inside)
            left = b.load(rest)
            at = b.add(b.load(row), b.and_(left, number((1 << NIBBLE) - 1)))
            entry = sets.load(frame, frame.word(self.tables, b.mul(at, number(stride))), stride)
            b.store(b.or_(b.load(image), entry), image)
            b.store(b.lshr(left, number(NIBBLE)), rest)
            b.store(b.add(b.load(row), number(1 << NIBBLE)), row)
            b.branch(head)
            frame.at(after)
        return b.load(image)
