"""Sets as machine code: whole numbers of as many bits as they have members, rounded up to words; walked through word by word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.building.frame import I1, Frame, number

WORD = 64


def kind(bits: int) -> Any:
    return ir.IntType(bits)


def bits_of(value: Any) -> int:
    return int(value.type.width)


def constant(mask: int, bits: int) -> Any:
    return ir.Constant(kind(bits), mask)


def resized(frame: Frame, value: Any, bits: int) -> Any:
    """The same set, wider or narrower; members beyond a narrower one are left out."""
    if bits_of(value) == bits:
        return value
    if isinstance(value, ir.Constant) and isinstance(value.constant, int):
        return constant(value.constant & (1 << bits) - 1, bits)
    if bits_of(value) < bits:
        return frame.builder.zext(value, kind(bits))
    return frame.builder.trunc(value, kind(bits))


def load(frame: Frame, pointer: Any, words: int) -> Any:
    if words == 1:
        return frame.builder.load(pointer)
    return frame.builder.load(frame.builder.bitcast(pointer, kind(WORD * words).as_pointer()), align=8)


def store(frame: Frame, value: Any, pointer: Any) -> None:
    words = bits_of(value) // WORD
    if words > 1:
        pointer = frame.builder.bitcast(pointer, value.type.as_pointer())
    frame.builder.store(value, pointer, align=8)


def in_memory(frame: Frame, value: Any) -> Any:
    """A pointer to the words of a set."""
    room = frame.array(bits_of(value) // WORD)
    store(frame, value, room)
    return room


def is_empty(frame: Frame, value: Any) -> Any:
    return frame.builder.icmp_unsigned("==", value, constant(0, bits_of(value)))


def without(frame: Frame, left: Any, right: Any) -> Any:
    return frame.builder.and_(left, frame.builder.not_(right))


def count(frame: Frame, value: Any) -> Any:
    return resized(frame, frame.intrinsic("ctpop", value), WORD)


def lowest(frame: Frame, value: Any) -> Any:
    """The lowest member, -1 if there is none."""
    b, lowest_member = frame.builder, number(-1)
    for i in reversed(range(bits_of(value) // WORD)):
        word = (
            value if bits_of(value) == WORD else b.trunc(b.lshr(value, constant(WORD * i, bits_of(value))), kind(WORD))
        )
        here = b.or_(frame.intrinsic("cttz", word, ir.Constant(I1, 0)), number(WORD * i))
        lowest_member = b.select(is_empty(frame, word), lowest_member, here)
    return lowest_member


def highest(frame: Frame, value: Any) -> Any:
    leading_zeros = resized(frame, frame.intrinsic("ctlz", value, ir.Constant(I1, 0)), WORD)
    return frame.builder.sub(number(bits_of(value) - 1), leading_zeros)


def holds(frame: Frame, value: Any, member: Any, inside: bool) -> Any:
    """Whether a member is in a set; a member that is not `inside` for sure may be below 0 or beyond."""
    b, bits = frame.builder, bits_of(value)
    if bits == WORD:
        low = b.and_(member, number(63))
        is_held = b.trunc(b.lshr(value, low), I1)
    else:
        pointer = in_memory(frame, value)
        safe = member if inside else b.select(_within(frame, member, bits), member, number(0))
        is_held = word_holds(frame, pointer, safe)
    return is_held if inside else b.and_(is_held, _within(frame, member, bits))


def word_holds(frame: Frame, pointer: Any, member: Any) -> Any:
    """Whether a member is in a set that lies in memory."""
    b = frame.builder
    word = b.load(frame.word(pointer, b.lshr(member, number(6))))
    return b.trunc(b.lshr(word, b.and_(member, number(63))), I1)


def _within(frame: Frame, member: Any, bits: int) -> Any:
    return frame.builder.icmp_unsigned("<", member, number(bits))


def single(frame: Frame, member: Any, bits: int, inside: bool) -> Any:
    """The set of one member; empty if it is not inside."""
    b = frame.builder
    one = b.shl(number(1), b.and_(member, number(63)))
    if bits == WORD:
        return one if inside else b.select(_within(frame, member, bits), one, number(0))
    word = b.ashr(member, number(6))  # below 0 is no word at all
    whole = constant(0, bits)
    for i in range(bits // WORD):
        part = b.select(b.icmp_signed("==", word, number(i)), one, number(0))
        whole = b.or_(whole, b.shl(b.zext(part, kind(bits)), constant(WORD * i, bits)))
    return whole


def below(frame: Frame, count_: Any, bits: int) -> Any:
    """The set of the numbers from 0 to count - 1; a count below 0 is 0, and beyond the set it is full."""
    b = frame.builder
    whole = constant(0, bits)
    for i in range(bits // WORD):
        left = b.sub(count_, number(WORD * i))
        some = b.sub(b.shl(number(1), b.and_(left, number(63))), number(1))
        part = b.select(b.icmp_signed(">=", left, number(WORD)), number(-1), some)
        part = b.select(b.icmp_signed("<=", left, number(0)), number(0), part)
        whole = b.or_(whole, b.shl(b.zext(part, kind(bits)), constant(WORD * i, bits))) if bits > WORD else part
    return whole


def members(frame: Frame, value: Any, body: Callable[[Any, Any], None], below: int | None = None) -> None:
    """The code of `body(member, next)` for each member of a set, lowest first; `next` is where to go on. All members are `below`, if
    that is known: of a set that can only hold 0 there is no loop."""
    if below == 1:
        after = frame.new("after")
        frame.skip_if(is_empty(frame, value), after)
        body(number(0), after)
        frame.go(after)
        frame.at(after)
        return
    if bits_of(value) == WORD:
        _members_of_word(frame, value, None, body)
        return
    pointer = in_memory(frame, value)
    words = bits_of(value) // WORD

    def each_word(i: Any, following: Any) -> None:
        word = frame.builder.load(frame.word(pointer, i))
        base = frame.builder.shl(i, number(6))
        _members_of_word(frame, word, base, body)

    frame.numbers(number(0), number(words - 1), each_word)


def _members_of_word(frame: Frame, word: Any, base: Any, body: Callable[[Any, Any], None]) -> None:
    b, rest = frame.builder, frame.local()
    b.store(word, rest)
    head, inside, after = frame.new("head"), frame.new("member"), frame.new("after")
    b.branch(head)
    frame.at(head)
    left = b.load(rest)
    b.cbranch(b.icmp_unsigned("!=", left, number(0)), inside, after)
    frame.at(inside)
    left = b.load(rest)
    member = frame.intrinsic("cttz", left, ir.Constant(I1, 1))
    b.store(b.and_(left, b.sub(left, number(1))), rest)
    body(member if base is None else b.add(member, base), head)
    frame.go(head)
    frame.at(after)


def nth(frame: Frame, mask: Any, index: Any) -> Any:
    """A member of a set, counted from 0: first the word it is in, then the bit."""
    b = frame.builder
    words = bits_of(mask) // WORD
    left, base, word_at = frame.local(), frame.local(), frame.local()
    b.store(index, left)
    b.store(number(0), base)
    if words == 1:
        b.store(mask, word_at)
    else:
        pointer = in_memory(frame, mask)
        head, further, here = frame.new("word"), frame.new("further"), frame.new("found")
        b.branch(head)
        frame.at(head)
        word = b.load(frame.word(pointer, b.load(base)))
        size = count(frame, word)
        b.store(word, word_at)
        b.cbranch(b.icmp_signed("<=", size, b.load(left)), further, here)
        frame.at(further)
        b.store(b.sub(b.load(left), size), left)
        b.store(b.add(b.load(base), number(1)), base)
        b.branch(head)
        frame.at(here)
    head, skip, done = frame.new("bit"), frame.new("skip"), frame.new("done")
    b.branch(head)
    frame.at(head)
    b.cbranch(b.icmp_signed(">", b.load(left), number(0)), skip, done)
    frame.at(skip)
    word = b.load(word_at)
    b.store(b.and_(word, b.sub(word, number(1))), word_at)
    b.store(b.sub(b.load(left), number(1)), left)
    b.branch(head)
    frame.at(done)
    bit = frame.intrinsic("cttz", b.load(word_at), ir.Constant(I1, 1))
    return b.add(b.shl(b.load(base), number(6)), bit)


def part(frame: Frame, mask: Any, index: Any) -> Any:
    """The part of a set that has this number among all of them, in the order of their masks."""
    b, chosen_mask, left = frame.builder, frame.local(mask.type), frame.local()
    b.store(constant(0, bits_of(mask)), chosen_mask)
    b.store(index, left)

    def one(member: Any, following: Any) -> None:
        chosen = resized(frame, b.and_(b.load(left), number(1)), bits_of(mask))
        member = resized(frame, member, bits_of(mask))
        b.store(b.or_(b.load(chosen_mask), b.shl(chosen, member)), chosen_mask)
        b.store(b.lshr(b.load(left), number(1)), left)

    members(frame, mask, one)
    return b.load(chosen_mask)
