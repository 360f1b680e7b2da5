"""Dice as machine code: where they lie, what they show, and how they fall."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import number
from dicedsl.interpreter.engines.native.building.layout import WORD, words_of
from dicedsl.interpreter.engines.native.calling import LISTS
from dicedsl.interpreter.engines.native.runtime.source import below, below_small
from dicedsl.interpreter.engines.native.values.expressions import Expressions
from dicedsl.program import ops
from dicedsl.program.faults import no_owner, taken_place

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code

MOST_SORTS = 4  # of dice in zones that are gone through one by one


class Dice:
    """Writes what happens to dice, into the function that some expressions are written into."""

    def __init__(self, code: Code, expressions: Expressions) -> None:
        self.code = code
        self.expressions = expressions
        self.frame = expressions.frame
        self.builder = expressions.builder
        self.cells = expressions.cells
        self.program = code.program
        self.reg = code.program.reg
        self.count = len(code.program.dice)
        self.bits = WORD * words_of(self.count)
        self.only = number(0)  # the die of a game with a single one
        self.zones = len(code.program.zones)
        self.places = sum(len(board.labels) for board in code.program.boards)

    def members(self, mask: Any, body: Callable[[Any, Any], None]) -> None:
        """As `sets.members`, for dice; where there is only one its number is known."""
        if self.count > 1:
            sets.members(self.frame, mask, body)
        else:
            sets.members(self.frame, mask, lambda _, following: body(self.only, following), 1)

    def _mark(self, pointer: Any, member: Any, on: bool) -> None:
        """A member of a set in memory comes or goes."""
        b = self.builder
        if self.count == 1 and member is self.only:
            # As a whole word: what is written as a part of one is slow to be read back.
            b.store(number(int(on)), pointer)
            return
        word = self.frame.word(pointer, b.lshr(member, number(6)))
        bit = b.shl(number(1), b.and_(member, number(63)))
        old = b.load(word)
        b.store(b.or_(old, bit) if on else b.and_(old, b.not_(bit)), word)

    # -------------------------------------------------------------- where they lie

    def put(self, statement: ops.Put) -> None:
        b = self.builder
        single = (
            self.expressions.number(statement.dice.member)
            if isinstance(statement.dice, ops.Single) and self.program.boards
            else None
        )
        some, done = self.frame.new("some"), self.frame.new("put")
        if single is not None:
            b.cbranch(b.icmp_signed("<", single, number(0)), done, some)
        else:
            mask = self.expressions.set(statement.dice, self.bits)
            b.cbranch(sets.is_empty(self.frame, mask), done, some)
        self.frame.at(some)
        where = self.expressions.number(statement.location)
        if not self.code.analysis.number(statement.location).inside(0, self.zones + self.places - 1):
            nowhere = self.code.faults(no_owner(statement.span))
            self.frame.fail_if(b.icmp_unsigned(">=", where, number(self.zones + self.places)), nowhere)
        if self.program.boards:
            self._to_places(statement, single, None if single is not None else mask, where)
        else:
            self._to_zone(mask, where, statement.location)
        b.branch(done)
        self.frame.at(done)

    def _to_places(self, statement: ops.Put, single: Any, mask: Any, where: Any) -> None:
        taken = self.code.faults(taken_place(statement.span))
        if single is not None:
            done = self.frame.new()
            self._move(single, where, statement.location, taken, done)
            self.frame.go(done)
            self.frame.at(done)
            return
        self.members(mask, lambda die, next_: self._move(die, where, statement.location, taken, next_))

    def _to_zone(self, mask: Any, where: Any, location: ops.Op) -> None:
        """Where there are no boards all of them go at once."""
        b, base = self.builder, self.reg.zone_mask
        for zone in range(self.zones):
            old = sets.resized(self.frame, self.cells.get(base + zone), self.bits)
            comes, goes = b.or_(old, mask), sets.without(self.frame, old, mask)
            if isinstance(location, ops.Const):
                self.cells.put(base + zone, comes if zone == location.value else goes)
            else:
                self.cells.put(base + zone, b.select(b.icmp_signed("==", where, number(zone)), comes, goes))
        if not self.code.keeps_location:
            return
        place = self.cells.element(self.reg.location, number(0))
        self.members(mask, lambda die, following: _nothing(b.store(where, self.frame.word(place, die))))

    def _move(self, die: Any, where: Any, location: ops.Op, taken: int, following: Any) -> None:
        b = self.builder
        at = self.cells.element(self.reg.location, die)
        old = b.load(at)
        self.frame.skip_if(b.icmp_signed("==", old, where), following)
        bounds = self.code.analysis.number(location)
        if bounds.high >= self.zones:
            stands = self.frame.new()
            on = self.frame.new()
            b.cbranch(b.icmp_signed(">=", where, number(self.zones)), stands, on)
            self.frame.at(stands)
            holder = b.load(self.cells.element(self.reg.on_place, b.sub(where, number(self.zones))))
            self.frame.fail_if(b.icmp_signed("!=", holder, number(0)), taken)
            b.branch(on)
            self.frame.at(on)
        self._leave(old, die)
        self._come(where, die, bounds.low, bounds.high)
        b.store(where, at)

    def _leave(self, old: Any, die: Any) -> None:
        self._either(
            old,
            0,
            self.zones + self.places - 1,
            lambda: self._in_zone(old, die, False),
            lambda: self._on_place(old, die, False),
        )

    def _come(self, where: Any, die: Any, low: int, high: int) -> None:
        self._either(
            where, low, high, lambda: self._in_zone(where, die, True), lambda: self._on_place(where, die, True)
        )

    def _either(self, location: Any, low: int, high: int, zone: Callable[[], None], place: Callable[[], None]) -> None:
        if high < self.zones:
            zone()
            return
        if low >= self.zones:
            place()
            return
        in_zone, on_place, done = self.frame.new(), self.frame.new(), self.frame.new()
        self.builder.cbranch(self.builder.icmp_signed("<", location, number(self.zones)), in_zone, on_place)
        for block, body in ((in_zone, zone), (on_place, place)):
            self.frame.at(block)
            body()
            self.builder.branch(done)
        self.frame.at(done)

    def _in_zone(self, zone: Any, die: Any, comes: bool) -> None:
        self._mark(self.cells.element(self.reg.zone_mask, zone), die, comes)

    def _on_place(self, location: Any, die: Any, comes: bool) -> None:
        b = self.builder
        place = b.sub(location, number(self.zones))
        b.store(b.add(die, number(1)) if comes else number(0), self.cells.element(self.reg.on_place, place))
        self.code.standing.note_move(self.code, self.frame, self.cells.state, place, die, comes)
        boards = self.program.boards
        if len(boards) == 1:
            self._taken(0, place, comes)
            return
        for i, board in enumerate(boards):
            inside = b.sub(place, number(board.first))

            def here(i: int = i, inside: Any = inside) -> None:
                self._taken(i, inside, comes)

            self.frame.when(b.icmp_unsigned("<", inside, number(len(board.labels))), here)

    def _taken(self, board: int, place: Any, comes: bool) -> None:
        index = self.reg.taken + board
        pointer = self.cells.words(index)
        if pointer is not None:
            self._mark(pointer, place, comes)
            return
        one = sets.single(self.frame, place, WORD * self.code.layout.words[index], True)
        old = self.cells.get(index)
        self.cells.put(index, self.builder.or_(old, one) if comes else sets.without(self.frame, old, one))

    # -------------------------------------------------------------- what they show

    def face(self, statement: ops.Face) -> None:
        """Dice are turned to a number, which must be one of theirs."""
        b = self.builder
        mask, shown = self.expressions.set(statement.dice, self.bits), self.expressions.number(statement.number)
        kinds = sorted({d.faces for d in self.program.dice})
        most = self.program.max_face
        wrong = self.code.faults.no_such_number
        # For each kind of dice which numbers they have, one byte each.
        rows = bytes(int(f in set(faces)) for faces in kinds for f in range(most + 1))
        begin = self.code.lists.block(rows + bytes(-len(rows) % 8))
        kind_of = tuple(kinds.index(d.faces) for d in self.program.dice)
        off = b.icmp_unsigned(">", shown, number(most))

        def one(die: Any, following: Any) -> None:
            self.frame.fail_if(off, wrong)
            kind = number(0) if len(kinds) == 1 else self.code.lists.entry(self.frame, kind_of, die)
            index = b.add(b.mul(kind, number(most + 1)), shown)
            self.frame.fail_if(b.not_(self.code.lists.flag(self.frame, begin, index)), wrong)
            self.show(die, shown)

        self.members(mask, one)

    def show(self, die: Any, shown: Any) -> None:
        b, reg = self.builder, self.reg
        face = self.cells.element(reg.face, die)
        if self.code.keeps_showing:
            self._mark(self.cells.element(reg.showing, b.load(face)), die, False)
            self._mark(self.cells.element(reg.showing, shown), die, True)
        b.store(shown, face)

    def settle(self) -> None:
        """What was not kept up to date on the way is worked out from faces and zones."""
        b, reg, frame = self.builder, self.reg, self.frame
        if not self.code.keeps_showing and self.code.turns_dice:
            words = self.bits // WORD
            first = self.cells.element(reg.showing, number(0))
            frame.numbers(
                number(0), number(words * (self.program.max_face + 1) - 1),
                lambda i, following: _nothing(b.store(number(0), frame.word(first, i))),
            )  # fmt: skip

            def show(die: Any, following: Any) -> None:
                self._mark(self.cells.element(reg.showing, b.load(self.cells.element(reg.face, die))), die, True)

            frame.numbers(number(0), number(self.count - 1), show)
        if not self.code.keeps_location:
            place = self.cells.element(reg.location, number(0))
            for zone in range(self.zones):
                here = sets.resized(frame, self.cells.get(reg.zone_mask + zone), self.bits)
                self.members(here, partial(self._lies, place, zone))

    def _lies(self, place: Any, zone: int, die: Any, following: Any) -> None:
        self.builder.store(number(zone), self.frame.word(place, die))

    # -------------------------------------------------------------- how they fall

    def sorts(self) -> dict[int, int]:
        """Masks of the dice that are alike but for what they show."""
        groups: dict[int, int] = {}
        for i, die in enumerate(self.program.dice):
            if not die.numbered:
                groups[die.group] = groups.get(die.group, 0) | 1 << i
        return groups

    def fall(self, mask: Any, source: Any) -> None:
        """The dice of a mask fall by lot; those that cannot be told apart are told in rising order."""
        b, program = self.builder, self.program
        equal = [m for m in self.sorts().values() if m.bit_count() > 1]
        kinds = sorted({d.faces for d in program.dice})
        kind_of = tuple(kinds.index(d.faces) for d in program.dice)
        fallen = self.frame.array(self.count)

        def one(die: Any, following: Any) -> None:
            if len(kinds) == 1:
                value = self._drawn(kinds[0], source)
            else:
                longest = max(map(len, kinds))
                rows = tuple(f for faces in kinds for f in (*faces, *[0] * (longest - len(faces))))
                kind = self.code.lists.entry(self.frame, kind_of, die)
                sides = self.code.lists.entry(self.frame, tuple(map(len, kinds)), kind)
                drawn = b.call(self.code.kernels.get(below), [source, sides])
                value = self.code.lists.entry(self.frame, rows, b.add(b.mul(kind, number(longest)), drawn))
            if equal:
                b.store(value, self.frame.word(fallen, die))
            else:
                self.show(die, value)

        self.members(mask, one)
        if not equal:
            return
        if len(equal) * self.zones > MOST_SORTS:
            self._rise_everywhere(fallen, mask, equal)
        else:
            for group in equal:
                for zone in range(self.zones):
                    lying = b.and_(mask, sets.resized(self.frame, self.cells.get(self.reg.zone_mask + zone), self.bits))
                    self._rise(fallen, b.and_(lying, sets.constant(group, self.bits)))
        self.members(mask, lambda die, next_: self.show(die, b.load(self.frame.word(fallen, die))))

    def _rise_everywhere(self, fallen: Any, mask: Any, equal: list[int]) -> None:
        """Zone by zone, and there sort by sort."""
        b, frame, words = self.builder, self.frame, self.bits // WORD
        begin = self.code.lists.block(b"".join(group.to_bytes(8 * words, "little") for group in equal))
        groups = frame.word(frame.pointer(LISTS), begin)

        def zone(number_of_zone: Any, following: Any) -> None:
            here = sets.load(frame, self.cells.element(self.reg.zone_mask, number_of_zone), words)
            lying = b.and_(mask, here)
            frame.skip_if(sets.is_empty(frame, lying), following)

            def sort(i: Any, following: Any) -> None:
                group = sets.load(frame, frame.word(groups, b.mul(i, number(words))), words)
                self._rise(fallen, b.and_(lying, group))

            frame.numbers(number(0), number(len(equal) - 1), sort)

        frame.numbers(number(0), number(self.zones - 1), zone)

    def _drawn(self, faces: tuple[int, ...], source: Any) -> Any:
        b = self.builder
        draw = self.code.kernels.get(below_small if len(faces) <= 256 else below)
        drawn = b.call(draw, [source, number(len(faces))])
        if faces == tuple(range(faces[0], faces[0] + len(faces))):
            return b.add(drawn, number(faces[0]))
        return self.code.lists.entry(self.frame, faces, drawn)

    def _rise(self, fallen: Any, mask: Any) -> None:
        """The numbers of the dice of a mask change places until they rise: each is put in before those that are larger."""
        b = self.builder
        if self.bits == WORD and self.count <= 16:
            self._rise_few(fallen, mask)
            return
        members = self.frame.array(self.count)
        size = self.frame.local()
        b.store(number(0), size)

        def one(die: Any, following: Any) -> None:
            value = b.load(self.frame.word(fallen, die))
            n = b.load(size)
            b.store(die, self.frame.word(members, n))
            at = self.frame.local()
            b.store(n, at)
            head, test, shift, done = (self.frame.new(x) for x in ("rise", "test", "shift", "placed"))
            b.branch(head)
            self.frame.at(head)
            i = b.load(at)
            b.cbranch(b.icmp_signed(">", i, number(0)), test, done)
            self.frame.at(test)
            before = b.load(self.frame.word(members, b.sub(i, number(1))))
            larger = b.load(self.frame.word(fallen, before))
            b.cbranch(b.icmp_signed(">", larger, value), shift, done)
            self.frame.at(shift)
            b.store(larger, self.frame.word(fallen, b.load(self.frame.word(members, i))))
            b.store(b.sub(i, number(1)), at)
            b.branch(head)
            self.frame.at(done)
            b.store(value, self.frame.word(fallen, b.load(self.frame.word(members, b.load(at)))))
            b.store(b.add(n, number(1)), size)

        self.members(mask, one)

    def _rise_few(self, fallen: Any, mask: Any) -> None:
        b = self.builder

        def first(i: Any, following: Any) -> None:
            above = b.and_(mask, b.shl(number(-2), i))

            def second(j: Any, following: Any) -> None:
                left, right = self.frame.word(fallen, i), self.frame.word(fallen, j)
                x, y = b.load(left), b.load(right)
                later = b.icmp_signed(">", x, y)
                b.store(b.select(later, y, x), left)
                b.store(b.select(later, x, y), right)

            sets.members(self.frame, above, second)

        self.members(mask, first)

    def show_given(self, mask: Any, values: Any) -> None:
        """Let the dice of a mask show numbers that are given one after the other, lowest die first."""
        b, at = self.builder, self.frame.local()
        b.store(number(0), at)

        def one(die: Any, following: Any) -> None:
            i = b.load(at)
            self.show(die, b.load(self.frame.word(values, i)))
            b.store(b.add(i, number(1)), at)

        self.members(mask, one)

    def hide(self, mask: Any) -> None:
        """What falls is no longer known to all."""
        if self.reg.shown not in self.code.fixed:
            shown = sets.resized(self.frame, self.cells.get(self.reg.shown), self.bits)
            self.cells.put(self.reg.shown, sets.without(self.frame, shown, mask))

    # -------------------------------------------------------------- dice that cannot be told apart

    def lower_twins(self, mask: Any, die: Any) -> Any:
        """Those of a mask below a die that no rule can tell from it: of its sort, in its place, showing its number."""
        b, reg = self.builder, self.reg
        groups = self.sorts()
        sorts = tuple(0 if d.numbered else groups[d.group] for d in self.program.dice)
        shown = b.load(self.cells.element(reg.face, die))
        alike = sets.load(self.frame, self.cells.element(reg.showing, shown), self.bits // WORD)
        alike = b.and_(alike, mask)
        alike = b.and_(alike, self._sort_of(sorts, die))
        alike = b.and_(alike, self._around(die))
        return b.and_(alike, sets.below(self.frame, die, self.bits))

    def _sort_of(self, sorts: tuple[int, ...], die: Any) -> Any:
        if len(set(sorts)) == 1:
            return sets.constant(sorts[0], self.bits)
        words = self.bits // WORD
        data = b"".join(s.to_bytes(8 * words, "little") for s in sorts)
        begin = self.code.lists.block(data)
        memory = self.frame.word(self.frame.pointer(LISTS), begin)
        return sets.load(self.frame, self.frame.word(memory, self.builder.mul(die, number(words))), words)

    def _around(self, die: Any) -> Any:
        """All dice that lie where a die lies; on a place it is alone."""
        b, reg = self.builder, self.reg
        if not self.program.boards:
            whole = sets.constant(0, self.bits)
            for zone in range(self.zones):
                here = sets.resized(self.frame, self.cells.get(reg.zone_mask + zone), self.bits)
                lies = sets.holds(self.frame, here, die, True)
                whole = b.or_(whole, b.select(lies, here, sets.constant(0, self.bits)))
            return whole
        where = b.load(self.cells.element(reg.location, die))
        in_zone = b.icmp_signed("<", where, number(self.zones))
        if not self.zones:
            return sets.constant(0, self.bits)
        safe = b.select(in_zone, where, number(0))
        here = sets.load(self.frame, self.cells.element(reg.zone_mask, safe), self.bits // WORD)
        return b.select(in_zone, here, sets.constant(0, self.bits))


def _nothing(instruction: Any) -> None:
    """An instruction has been written; nothing more is said of it."""
