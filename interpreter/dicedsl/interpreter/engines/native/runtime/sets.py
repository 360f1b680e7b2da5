"""Sets of any size: `wide` words each, low members first."""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, at, copy_words, count, inlined, lowest

MOST_INSERTED = 16  # rows that are sorted one into the other


@inlined
def has(mask: Ints, member: int) -> bool:
    return mask[member >> 6] >> (member & 63) & 1 != 0


@inlined
def put(mask: Ints, member: int) -> None:
    mask[member >> 6] |= 1 << (member & 63)


@inlined
def take(mask: Ints, member: int) -> None:
    mask[member >> 6] &= ~(1 << (member & 63))


def clear(mask: Ints, wide: int) -> None:
    for i in range(wide):
        mask[i] = 0


def join(to: Ints, mask: Ints, wide: int) -> None:
    for i in range(wide):
        to[i] |= mask[i]


def cardinality(mask: Ints, wide: int) -> int:
    """How many members there are."""
    total = 0
    for i in range(wide):
        total += count(mask[i])
    return total


def some(mask: Ints, wide: int) -> bool:
    """Whether there are any members."""
    for i in range(wide):
        if mask[i]:
            return True
    return False


def same(left: Ints, right: Ints, wide: int) -> bool:
    for i in range(wide):
        if left[i] != right[i]:
            return False
    return True


def meet(left: Ints, right: Ints, wide: int) -> bool:
    """Whether two sets have a member in common."""
    for i in range(wide):
        if left[i] & right[i]:
            return True
    return False


def inside(part: Ints, whole: Ints, wide: int) -> bool:
    for i in range(wide):
        if part[i] & ~whole[i]:
            return False
    return True


def member_from(mask: Ints, start: int, wide: int) -> int:
    """The first member that is not below `start` (0 or more); -1 if there is none."""
    i = start >> 6
    if i >= wide:
        return -1
    left = mask[i] & (-1 << (start & 63))
    while left == 0:
        i += 1
        if i >= wide:
            return -1
        left = mask[i]
    return i * 64 + lowest(left)


def nth(mask: Ints, number: int, wide: int) -> int:
    """A member, counted from 0; there must be so many."""
    i = 0
    left = number
    while count(mask[i]) <= left:
        left -= count(mask[i])
        i += 1
    rest = mask[i]
    while left > 0:
        rest &= rest - 1
        left -= 1
    return i * 64 + lowest(rest)


def members(mask: Ints, wide: int, out: Ints) -> int:
    """Writes all members; how many they are."""
    total = 0
    for i in range(wide):
        left = mask[i]
        while left:
            out[total] = i * 64 + lowest(left)
            total += 1
            left &= left - 1
    return total


def before(left: Ints, right: Ints, wide: int) -> bool:
    """Whether a set comes before another in the order of their members, a beginning before what continues it."""
    for i in range(wide):
        differ = left[i] ^ right[i]
        if differ:
            low = differ & -differ
            above = -low ^ low
            if left[i] & low:
                return right[i] & above != 0 or some(at(right, i + 1), wide - i - 1)
            return left[i] & above == 0 and not some(at(left, i + 1), wide - i - 1)
    return False


def swap(left: Ints, right: Ints, wide: int) -> None:
    for i in range(wide):
        held = left[i]
        left[i] = right[i]
        right[i] = held


def sink(masks: Ints, start: int, many: int, wide: int) -> None:
    """Lets an entry of a heap go down, the last in order at the top."""
    root = start
    while True:
        child = 2 * root + 1
        if child >= many:
            return
        if child + 1 < many and before(at(masks, child * wide), at(masks, (child + 1) * wide), wide):
            child += 1
        if not before(at(masks, root * wide), at(masks, child * wide), wide):
            return
        swap(at(masks, root * wide), at(masks, child * wide), wide)
        root = child


def in_order(masks: Ints, many: int, wide: int) -> int:
    """Sorts so many sets by the order of their members, each once; how many are left."""
    sorted_to = 1
    while sorted_to < many and before(at(masks, (sorted_to - 1) * wide), at(masks, sorted_to * wide), wide):
        sorted_to += 1
    if sorted_to >= many:
        return many
    for start in range((many >> 1) - 1, -1, -1):
        sink(masks, start, many, wide)
    for last in range(many - 1, 0, -1):
        swap(masks, at(masks, last * wide), wide)
        sink(masks, 0, last, wide)
    kept = 1
    for i in range(1, many):
        if not same(at(masks, (kept - 1) * wide), at(masks, i * wide), wide):
            copy_words(at(masks, kept * wide), at(masks, i * wide), wide)
            kept += 1
    return kept


@inlined
def later(left: Ints, right: Ints) -> bool:
    """Whether a row (key, value) comes after another."""
    return left[0] > right[0] or (left[0] == right[0] and left[1] > right[1])


def sink_pair(pairs: Ints, start: int, many: int) -> None:
    root = start
    while True:
        child = 2 * root + 1
        if child >= many:
            return
        if child + 1 < many and later(at(pairs, 2 * child + 2), at(pairs, 2 * child)):
            child += 1
        if not later(at(pairs, 2 * child), at(pairs, 2 * root)):
            return
        swap(at(pairs, 2 * root), at(pairs, 2 * child), 2)
        root = child


def sort_pairs(pairs: Ints, many: int) -> None:
    """Puts so many rows (key, value) in rising order, by key and then by value."""
    if many <= MOST_INSERTED:
        for i in range(1, many):
            j = i
            while j > 0 and later(at(pairs, 2 * j - 2), at(pairs, 2 * j)):
                swap(at(pairs, 2 * j - 2), at(pairs, 2 * j), 2)
                j -= 1
        return
    for start in range((many >> 1) - 1, -1, -1):
        sink_pair(pairs, start, many)
    for last in range(many - 1, 0, -1):
        swap(pairs, at(pairs, 2 * last), 2)
        sink_pair(pairs, 0, last)


def sort_numbers(numbers: Ints, many: int) -> None:
    """Puts so many numbers in rising order; meant for few, or for such as are nearly in order."""
    for i in range(1, many):
        held = numbers[i]
        j = i
        while j > 0 and numbers[j - 1] > held:
            numbers[j] = numbers[j - 1]
            j -= 1
        numbers[j] = held
