"""Small functions the generated code leans on: bits of masks, subsets, and dice changing place or number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import Any

from dicedsl.errors import Fault
from dicedsl.geometry import linking, shapes
from dicedsl.interpreter.engines.stepping.keeping import Kept, Run, Worked
from dicedsl.program import ops
from dicedsl.program.arithmetic import extreme_members, fair, wide
from dicedsl.program.sets import MOST_ANSWERS, MOST_SUBSET, MOST_WORK, bit, low, single, span, union
from dicedsl.text.source import NOWHERE

MOST_SUBSETS = MOST_ANSWERS


class Bits(Kept[int, tuple[int, ...]]):
    """The members of a mask, worked out once."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if mask < 0:
            raise Fault("F513", "a set was expected, but there is nothing here", NOWHERE)
        members = []
        rest = mask
        while rest:
            bit = rest & -rest
            members.append(bit.bit_length() - 1)
            rest ^= bit
        return self.keep(mask, tuple(members))


B = Bits()


SMALL = 1 << 64


def nth(mask: int, number: int) -> int:
    """A member of a mask, counted from 0. Draws from large sets meet ever new masks, which are not worth keeping."""
    if mask < SMALL:
        return B[mask][number]
    base = 0
    while (count := (mask & SMALL - 1).bit_count()) <= number:
        number -= count
        base += 64
        mask >>= 64
    for _ in range(number):
        mask &= mask - 1
    return base + (mask & -mask).bit_length() - 1


def at(cells: list[int], base: int, index: int, size: int, default: int) -> int:
    return cells[base + index] if 0 <= index < size else default


def standing(cells: list[int], before: int, held: int, default: int) -> int:
    """What is kept for the die on a place, which holds its number and one; nothing stands where there is 0."""
    return cells[before + held] if held else default


def quotient(a: int, b: int) -> int:
    if b == 0:
        raise Fault("F508", "a number is divided by 0", NOWHERE)
    return a // b


def rest(a: int, b: int) -> int:
    if b == 0:
        raise Fault("F508", "a number is divided by 0", NOWHERE)
    return a % b


@lru_cache(64)
def linked_groups(
    count: int, within: int, links: tuple[int, ...], under: tuple[int, ...] | None, standing: int
) -> list[int]:
    """All groups of so many places that hang together; see `linking`."""
    try:
        if under is None:
            found = linking.groups(count, within, links)
        else:
            found = linking.standing_groups(count, within, links, under, standing)
    except linking.TooMany:
        raise Fault("F509", "there are too many ways to choose here to list them all", NOWHERE) from None
    return found


def best_max(pairs: list[tuple[int, int]]) -> int:
    return extreme_members(pairs, highest=True)


def best_min(pairs: list[tuple[int, int]]) -> int:
    return extreme_members(pairs, highest=False)


def counted(run: Run) -> dict[str, Callable[..., Any]]:
    """The helpers that count what they do: too many steps between two suspensions are a fault of the rulebook."""

    def spend(work: int) -> None:
        run.work += work
        if run.work > MOST_WORK:
            raise Fault("F507", "this takes too many steps without a choice or a roll", NOWHERE)

    def steps(low_end: int, high_end: int, weight: int) -> range:
        """The numbers of a loop, counted."""
        if high_end >= low_end:
            spend((high_end - low_end + 1) * weight)
        return range(low_end, high_end + 1)

    def look(mask: int, weight: int) -> tuple[int, ...]:
        """The members of a set, counted."""
        spend(mask.bit_count() * weight)
        return B[mask]

    def seen(mask: int, weight: int) -> int:
        """A set, its members counted."""
        spend(mask.bit_count() * weight)
        return mask

    def listed(members: Sequence[int], weight: int) -> Sequence[int]:
        """A list, counted."""
        spend(len(members) * weight)
        return members

    known: Kept[tuple[int, int, int], tuple[int, ...]] = Kept()

    def subsets(mask: int, least: int, most: int, weight: int) -> tuple[int, ...]:
        """All sets of `least` to `most` members of a mask, in ascending order; each set that is smaller or larger counts as well."""
        if mask.bit_count() > MOST_SUBSET:
            raise Fault("F509", "there are too many ways to choose here to list them all", NOWHERE)
        if weight:
            spend(weight << mask.bit_count())
        key = (mask, least, most)
        found = known.get(key)
        if found is not None:
            return found
        result = []
        sub = 0
        while True:
            if least <= sub.bit_count() <= most:
                result.append(sub)
            if sub == mask:
                break
            sub = (sub - mask) & mask
        return known.keep(key, tuple(result))

    def recall(known: Worked, key: int | tuple[int, ...]) -> Any:
        """The same for what reads the state, as long as that stays as it is."""
        found = known.get(key)
        if found is None:
            before = run.work
            value = known.work_out(key)
            known[key] = (value, run.work - before)
            return value
        if found[1]:
            spend(found[1])
        return found[0]

    def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that never reads the state, worked out once for each row of arguments; the work counts each time."""
        values: Kept[tuple[int, ...], tuple[Any, int]] = Kept()

        def looked_up(cells: list[int], *arguments: int) -> Any:
            found = values.get(arguments)
            if found is None:
                before = run.work
                value = function(cells, *arguments)
                values.keep(arguments, (value, run.work - before))
                return value
            if found[1]:
                spend(found[1])
            return found[0]

        return looked_up

    return {
        "spend": spend,
        "steps": steps,
        "look": look,
        "seen": seen,
        "listed": listed,
        "subsets": subsets,
        "recall": recall,
        "remembered": remembered,
    }


def namespace(program: ops.Program, fault: Callable[[int, list[int]], None], run: Run) -> dict[str, Any]:
    """The names generated code may use: these helpers, bound to the program's cells."""
    reg, count = program.reg, counted(run)
    face, showing, shown = reg.face, reg.showing, reg.shown
    group = [d.group if not d.numbered else -1 for d in program.dice]
    faces_of = [frozenset(d.faces) for d in program.dice]
    zones, zone_mask = len(program.zones), reg.zone_mask

    def lots(cells: list[int], mask: int, also: Callable[[int], object] | None = None) -> list[list[int]]:
        """The dice of a mask, those together that cannot be told apart: by where they are, and by what is asked `also`."""
        found: dict[object, list[int]] = {}
        location = reg.location
        # Sets of very many dice hardly come twice, and would only fill the table of known ones.
        for die in B[mask] if mask < SMALL else linking.members(mask):
            key = die if group[die] < 0 else (group[die], cells[location + die], None if also is None else also(die))
            found.setdefault(key, []).append(die)
        return list(found.values())

    together = [union(1 << die for die in members) for members in program.plain_groups]

    def twins(cells: list[int] | tuple[int, ...], mask: int, die: int) -> int:
        """The dice of the mask that cannot be told from this one: by where they are, what they show, and whether that is seen."""
        if group[die] < 0:
            return 1 << die
        here = cells[reg.location + die]
        seen = cells[shown] if cells[shown] >> die & 1 else ~cells[shown]
        there = cells[zone_mask + here] if here < zones else 1 << die
        return mask & together[group[die]] & cells[showing + cells[face + die]] & seen & there

    def told(cells: list[int], mask: int, numbers: Iterable[int]) -> tuple[int, ...]:
        """What fell, lowest die first; dice that cannot be told apart fall in any order and are told in rising order."""
        fallen = dict(zip(B[mask], numbers, strict=True))
        for lot in lots(cells, mask):
            if len(lot) > 1:
                fallen.update(zip(lot, sorted(fallen[die] for die in lot), strict=True))
        return tuple(fallen.values())

    def rolled(cells: list[int], mask: int, numbers: tuple[int, ...]) -> None:
        """The dice of a mask fall on these numbers, lowest die first."""
        for die, number in zip(B[mask], numbers, strict=True):
            one = 1 << die
            cells[showing + cells[face + die]] &= ~one
            cells[showing + number] |= one
            cells[face + die] = number
        cells[shown] &= ~mask

    sides = [len(d.faces) for d in program.dice]
    limits = [256 - 256 % n if n <= 256 else 0 for n in sides]

    def throw(cells: list[int], mask: int, byte: Callable[[], int]) -> None:
        """The dice of a mask fall by lot."""
        numbers = []
        for die in B[mask]:
            value = byte()
            while value >= limits[die]:
                value = byte()
            numbers.append(program.dice[die].faces[value % sides[die]])
        rolled(cells, mask, told(cells, mask, numbers))

    def turned(cells: list[int], mask: int, number: int) -> None:
        for die in B[mask]:
            if number not in faces_of[die]:
                raise Fault("F510", "a die is turned to a number it does not have", NOWHERE)
            one = 1 << die
            cells[showing + cells[face + die]] &= ~one
            cells[showing + number] |= one
            cells[face + die] = number

    def classes(cells: list[int], mask: int) -> list[int]:
        """Dice that no rule can tell apart: the same sort in the same zone, showing the same number."""
        return [union(1 << die for die in lot) for lot in lots(cells, mask, lambda die: cells[face + die])]

    def alike(cells: list[int], mask: int) -> int:
        """One die of each class."""
        return union(m & -m for m in classes(cells, mask))

    prefixes: Kept[int, list[int]] = Kept()

    def plain_subsets(cells: list[int], mask: int, least: int, most: int, weight: int) -> list[int]:
        """The same of dice of which some cannot be told apart: of these the first ones."""
        ways = []
        total = 1
        for one_class in classes(cells, mask):
            rows = prefixes.get(one_class)
            if rows is None:
                taken, rows = 0, [0]
                for die in B[one_class]:
                    taken |= 1 << die
                    rows.append(taken)
                prefixes.keep(one_class, rows)
            ways.append(rows)
            total *= len(ways[-1])
        if total > MOST_SUBSETS:
            raise Fault("F509", "there are too many ways to choose here to list them all", NOWHERE)
        if weight:
            count["spend"](weight * total)
        found = [union(parts) for parts in product(*ways)]
        return sorted(m for m in found if least <= m.bit_count() <= most)

    firsts = [(b.first, len(b.labels)) for b in program.boards]
    forms: Kept[tuple[int, int], tuple[tuple[int, ...], ...]] = Kept()

    def form_of(mask: int, board: int) -> tuple[tuple[int, ...], ...]:
        key = (mask, board)
        found = forms.get(key)
        if found is None:
            labels = program.boards[board].labels
            found = forms.keep(key, shapes.form([labels[i] for i in B[mask]]))
        return found

    def shaped_alike(left: int, left_board: int, right: int, right_board: int) -> bool:
        return left.bit_count() == right.bit_count() and form_of(left, left_board) == form_of(right, right_board)

    room = lru_cache(None)(lambda board: shapes.Room(program.boards[board].labels))
    copied: Kept[tuple[int, int, int], tuple[int, ...]] = Kept()

    def copies_in(shape: int, shape_board: int, within: int, board: int) -> list[int]:
        key = (shape, shape_board, board)
        found = copied.get(key)
        if found is None:
            labels = program.boards[shape_board].labels
            found = copied.keep(key, room(board).copies([labels[i] for i in B[shape]]))
        return [copy for copy in found if not copy & ~within]

    def put(cells: list[int], mask: int, location: int, number: int) -> None:
        for die in B[mask]:
            old = cells[reg.location + die]
            if old == location:
                continue
            if location >= zones and cells[reg.on_place + location - zones]:
                fault(number, cells)
            one = 1 << die
            if old < zones:
                cells[zone_mask + old] &= ~one
            else:
                place = old - zones
                cells[reg.on_place + place] = 0
                for i, (first, size) in enumerate(firsts):
                    if first <= place < first + size:
                        cells[reg.taken + i] &= ~(1 << (place - first))
            if location < zones:
                cells[zone_mask + location] |= one
            else:
                place = location - zones
                cells[reg.on_place + place] = die + 1
                for i, (first, size) in enumerate(firsts):
                    if first <= place < first + size:
                        cells[reg.taken + i] |= 1 << (place - first)
            cells[reg.location + die] = location

    return {
        "B": B, "nth": nth, "reduce": reduce, "either": or_, "low": low, "bit": bit, "single": single, "span": span, "at": at, "standing": standing,
        "reach": linking.reach, "one_piece": linking.one_piece, "linked_groups": linked_groups, "in_order": linking.in_order, "shaped_alike": shaped_alike, "copies_in": copies_in, "quotient": quotient, "rest": rest, "best_max": best_max, "best_min": best_min, "fair": fair, "wide": wide, "RUN": run, "worked": Worked, "WORKED": [], **count, "rolled": rolled,
        "turned": turned, "classes": classes, "lots": lots, "twins": twins, "told": told, "alike": alike, "plain_subsets": plain_subsets, "put": put, "throw": throw, "fault": fault,
        "__builtins__": {"any": any, "all": all, "sum": sum, "max": max, "min": min, "range": range, "sorted": sorted, "int": int, "len": len},
    }  # fmt: skip
