"""Statements of the lowered form as LLVM code: memory, dice that move, turn or fall, and equal dice put in order."""

from __future__ import annotations

from functools import partial
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.expressions import Expressions
from dicedsl.interpreter.engines.native.parts import CHANCE, I1
from dicedsl.interpreter.engines.native.unsupported import Unsupported
from dicedsl.program import ops
from dicedsl.program.survey import Survey

MOST_LENGTH = 64  # members of a `for each` that are put in order


class Statements(Expressions):
    def __init__(self, program: ops.Program, survey: Survey, trace: bool) -> None:
        super().__init__(program, survey, trace)
        self.sort = self._sort_function()

    def statements(self, body: list[ops.Stmt] | tuple[ops.Stmt, ...]) -> None:
        for s in body:
            self._statement(s)

    def _statement(self, s: ops.Stmt) -> None:
        b = self.b
        if isinstance(s, ops.Store):
            if s.index not in self.survey.fixed:
                self.put(s.index, self.whole(s.value))
        elif isinstance(s, ops.StoreAt):
            index, value = self.whole(s.at), self.whole(s.value)
            self.fail_if(b.icmp_unsigned(">=", index, self.const(s.size)))
            b.store(value, self.cell_at(s.base, index, s.size))
        elif isinstance(s, ops.StoreVar):
            b.store(self.whole(s.value), self.var(s.var))
        elif isinstance(s, ops.Put):
            self._put(s)
        elif isinstance(s, ops.Face):
            self._face(s)
        elif isinstance(s, ops.When):
            yes, no, done = self.new(), self.new(), self.new()
            b.cbranch(self.test(s.condition), yes, no)
            for block, part in ((yes, s.then), (no, s.other)):
                self.at(block)
                self.statements(part)
                b.branch(done)
            self.at(done)
        elif isinstance(s, ops.Each):
            self._each(s)
        elif isinstance(s, ops.Reset):
            for base, values in s.runs:
                for i, value in enumerate(values):
                    if base + i not in self.survey.fixed:
                        self.put(base + i, self.const(value))
        elif isinstance(s, ops.Check):
            self.fail_if(b.not_(self.test(s.condition)))
        elif not isinstance(s, ops.Tell):
            raise Unsupported(f"the step {type(s).__name__}")

    def _put(self, s: ops.Put) -> None:
        b, reg, zones = self.b, self.reg, len(self.p.zones)
        mask, where = self.whole(s.dice), self.whole(s.location)
        if not self.p.boards:
            self.fail_if(b.icmp_unsigned(">=", where, self.const(zones)))
            for z in range(zones):
                here = b.icmp_signed("==", where, self.const(z))
                old = self.get(reg.zone_mask + z)
                self.put(reg.zone_mask + z, b.select(here, b.or_(old, mask), b.and_(old, b.not_(mask))))
            return
        places = sum(len(board.labels) for board in self.p.boards)
        self.fail_if(b.icmp_unsigned(">=", where, self.const(zones + places)))
        on_board = b.icmp_signed(">=", where, self.const(zones))

        def one(die: Any, following: Any) -> None:
            at = self.cell_at(reg.location, die, len(self.p.dice))
            old = b.load(at)
            self.skip_if(b.icmp_signed("==", old, where), following)
            bit = b.shl(self.const(1), die)

            def stands() -> None:
                place = b.sub(where, self.const(zones))
                self.fail_if(b.icmp_signed("!=", b.load(self.cell_at(reg.on_place, place, places)), self.const(0)))

            self.when(on_board, stands)
            self._occupy(old, zones, places, bit, None)
            self._occupy(where, zones, places, bit, b.add(die, self.const(1)))
            b.store(where, at)

        self.members(mask, one)

    def _occupy(self, location: Any, zones: int, places: int, bit: Any, die: Any | None) -> None:
        """A die leaves a location (none given) or comes there."""
        b, reg = self.b, self.reg
        self.fail_if(b.icmp_unsigned(">=", location, self.const(zones + places)))
        zone, place_block, done = self.new(), self.new(), self.new()
        b.cbranch(b.icmp_signed("<", location, self.const(zones)), zone, place_block)
        self.at(zone)
        at = self.cell_at(reg.zone_mask, location, zones)
        old = b.load(at)
        b.store(b.and_(old, b.not_(bit)) if die is None else b.or_(old, bit), at)
        b.branch(done)
        self.at(place_block)
        place = b.sub(location, self.const(zones))
        b.store(self.const(0) if die is None else die, self.cell_at(reg.on_place, place, places))
        for i, board in enumerate(self.p.boards):
            inside = b.sub(place, self.const(board.first))
            within = b.icmp_unsigned("<", inside, self.const(len(board.labels)))
            mark = b.select(within, b.shl(self.const(1), b.and_(inside, self.const(63))), self.const(0))
            taken = self.get(reg.taken + i)
            self.put(reg.taken + i, b.and_(taken, b.not_(mark)) if die is None else b.or_(taken, mark))
        b.branch(done)
        self.at(done)

    def skip_if(self, condition: Any, following: Any) -> None:
        on = self.new()
        self.b.cbranch(condition, following, on)
        self.at(on)

    def _face(self, s: ops.Face) -> None:
        b = self.b
        mask, number = self.whole(s.dice), self.whole(s.number)
        allowed = tuple(sum({1 << f for f in d.faces}) for d in self.p.dice)
        self.fail_if(b.icmp_unsigned(">", number, self.const(self.p.max_face)))

        def one(die: Any, following: Any) -> None:
            fits = b.and_(b.lshr(self.entry_of(allowed, die), number), self.const(1))
            self.fail_if(b.icmp_signed("==", fits, self.const(0)))
            self._show(die, number)

        self.members(mask, one)

    def _show(self, die: Any, number: Any) -> None:
        b, reg = self.b, self.reg
        bit = b.shl(self.const(1), die)
        face = self.cell_at(reg.face, die, len(self.p.dice))
        size = self.p.max_face + 1
        old_at = self.cell_at(reg.showing, b.load(face), size)
        b.store(b.and_(b.load(old_at), b.not_(bit)), old_at)
        new_at = self.cell_at(reg.showing, number, size)
        b.store(b.or_(b.load(new_at), bit), new_at)
        b.store(number, face)

    def _each(self, s: ops.Each) -> None:
        b = self.b
        room = self.var(s.loop.var)
        if s.by is None and (s.condition is None or s.loop.high is None):
            if s.loop.high is not None:
                self.over(s.loop, lambda following: self.statements(s.body))
                return
            mask = self.whole(s.loop.source)
            if s.condition is not None:
                condition, kept = s.condition, self.local()
                b.store(self.const(0), kept)

                def judge(member: Any, following: Any) -> None:
                    b.store(member, room)
                    self.skip_if(b.not_(self.test(condition)), following)
                    b.store(b.or_(b.load(kept), b.shl(self.const(1), member)), kept)

                self.members(mask, judge)
                mask = b.load(kept)

            def act(member: Any, following: Any) -> None:
                b.store(member, room)
                self.statements(s.body)

            self.members(mask, act)
            return
        keys, values, count = self.local(MOST_LENGTH), self.local(MOST_LENGTH), self.local()
        b.store(self.const(0), count)

        def note(following: Any) -> None:
            if s.condition is not None:
                self.skip_if(b.not_(self.test(s.condition)), following)
            at = b.load(count)
            self.fail_if(b.icmp_unsigned(">=", at, self.const(MOST_LENGTH)))
            key = self.const(0) if s.by is None else self.whole(s.by)
            b.store(b.neg(key) if s.highest else key, self.element(keys, at))
            b.store(b.load(room), self.element(values, at))
            b.store(b.add(at, self.const(1)), count)

        self.over(s.loop, note)
        total = b.load(count)
        b.call(self.sort, [self.element(keys, self.const(0)), self.element(values, self.const(0)), total])

        def go(i: Any, following: Any) -> None:
            b.store(b.load(self.element(values, i)), room)
            self.statements(s.body)

        self.numbers(self.const(0), b.sub(total, self.const(1)), go)

    # -------------------------------------------------------------- rolls and equal dice

    def _roll(self, number: int, end: ops.RollDice) -> None:
        b, p, reg = self.b, self.p, self.reg
        mask = self.whole(end.dice)
        rolls = self.new("roll")
        following = self.blocks[end.next]
        b.cbranch(b.icmp_signed("==", mask, self.const(0)), following, rolls)
        self.at(rolls)
        self._chance(number, mask)
        equal = [m for m in self._sorts().values() if m.bit_count() > 1]
        kinds = {d.faces for d in p.dice}
        same = next(iter(kinds)) if len(kinds) == 1 else None
        fallen = self.local(len(p.dice)) if equal and len(p.dice) > 1 else None

        def fall(die: Any, following: Any) -> None:
            if same is not None:
                value = self._number(same, self.draw_known(len(same)))
            else:
                longest = max(map(len, kinds))
                rows = tuple(f for d in p.dice for f in (*d.faces, *[0] * (longest - len(d.faces))))
                drawn = self.draw(self.entry_of(tuple(len(d.faces) for d in p.dice), die))
                value = self.entry_of(rows, b.add(b.mul(die, self.const(longest)), drawn))
            if fallen is None:
                self._show(die, value)
            else:
                b.store(value, self.element(fallen, die))

        self.members(mask, fall)
        if fallen is not None:
            for group in equal:
                for zone in range(len(p.zones)):
                    # Only dice that lie in one zone cannot be told apart.
                    lying = b.and_(mask, self.get(reg.zone_mask + zone))
                    self._rising(fallen, b.and_(lying, self.const(group)))
            self.members(mask, lambda die, following: self._show(die, b.load(self.element(fallen, die))))
        if reg.shown not in self.survey.fixed:
            self.put(reg.shown, b.and_(self.get(reg.shown), b.not_(mask)))
        self.put(reg.rolling, self.const(0))
        b.branch(following)

    def _sorts(self) -> dict[int, int]:
        """Masks of the dice that are alike but for their numbers."""
        groups: dict[int, int] = {}
        for i, d in enumerate(self.p.dice):
            if not d.numbered:
                groups[d.group] = groups.get(d.group, 0) | 1 << i
        return groups

    def _number(self, faces: tuple[int, ...], drawn: Any) -> Any:
        if faces == tuple(range(faces[0], faces[0] + len(faces))):
            return self.b.add(drawn, self.const(faces[0]))
        return self.entry_of(faces, drawn)

    def _rising(self, values: Any, mask: Any) -> None:
        """The values of the dice of a mask change places until they rise."""
        b = self.b

        def first(i: Any, following: Any) -> None:
            above = b.and_(mask, b.shl(self.const(-2), i))

            def second(j: Any, following: Any) -> None:
                left, right = self.element(values, i), self.element(values, j)
                x, y = b.load(left), b.load(right)
                later = b.icmp_signed(">", x, y)
                b.store(b.select(later, y, x), left)
                b.store(b.select(later, x, y), right)

            self.members(above, second)

        self.members(mask, first)

    def _sort_dice(self) -> None:
        """Equal dice change places until they lie in order of place, number and openness."""
        b, p, reg = self.b, self.p, self.reg
        zones, places = len(p.zones), sum(len(board.labels) for board in p.boards)
        for dice in (g for g in p.plain_groups if len(g) > 1):
            count = len(dice)
            keys = self.local(count)
            whole = self.const(sum(1 << d for d in dice))
            rises = ir.Constant(I1, 1)
            before = None
            shown = self.get(reg.shown)
            for i, die in enumerate(dice):
                if p.boards:
                    where = self.get(reg.location + die)
                else:
                    where = self.const(max(0, zones - 1))
                    for z in reversed(range(zones - 1)):
                        lies = b.and_(self.get(reg.zone_mask + z), self.const(1 << die))
                        where = b.select(b.icmp_signed("!=", lies, self.const(0)), self.const(z), where)
                key = b.add(b.shl(where, self.const(8)), b.shl(self.get(reg.face + die), self.const(1)))
                key = b.add(key, b.and_(b.lshr(shown, self.const(die)), self.const(1)))
                b.store(key, self.element(keys, self.const(i)))
                if before is not None:
                    rises = b.and_(rises, b.icmp_signed("<=", before, key))
                before = key
            self.when(b.not_(rises), partial(self._lay_dice, keys, dice, whole, zones, places))

    def _lay_dice(self, keys: Any, dice: tuple[int, ...], whole: Any, zones: int, places: int) -> None:
        b, reg = self.b, self.reg
        clear = b.not_(whole)
        self._rising(keys, self.const((1 << len(dice)) - 1))
        touched = [
            reg.shown,
            *range(reg.zone_mask, reg.zone_mask + zones),
            *range(reg.showing, reg.showing + self.p.max_face + 1),
        ]
        touched = [c for c in touched if c not in self.survey.fixed]
        for cell in touched:
            self.put(cell, b.and_(self.get(cell), clear))
        for i, die in enumerate(dice):
            key = b.load(self.element(keys, self.const(i)))
            bit = self.const(1 << die)
            where = b.lshr(key, self.const(8))
            number = b.and_(b.lshr(key, self.const(1)), self.const(127))
            for z in range(zones):
                if reg.zone_mask + z not in self.survey.fixed:
                    here = b.icmp_signed("==", where, self.const(z))
                    old = self.get(reg.zone_mask + z)
                    self.put(reg.zone_mask + z, b.select(here, b.or_(old, bit), old))
            if places:

                def stand(where: Any = where, die: int = die) -> None:
                    place = b.sub(where, self.const(zones))
                    self.fail_if(b.icmp_unsigned(">=", place, self.const(places)))
                    b.store(self.const(die + 1), self.cell_at(reg.on_place, place, places))

                self.when(b.icmp_signed(">=", where, self.const(zones)), stand)
            self.put(reg.location + die, where)
            at = self.cell_at(reg.showing, number, self.p.max_face + 1)
            b.store(b.or_(b.load(at), bit), at)
            self.put(reg.face + die, number)
            if reg.shown not in self.survey.fixed:
                open_ = b.select(b.icmp_signed("!=", b.and_(key, self.const(1)), self.const(0)), bit, self.const(0))
                self.put(reg.shown, b.or_(self.get(reg.shown), open_))

    def _draw_one(self, number: int, end: ops.DrawOne) -> None:
        b = self.b
        mask = self.whole(end.members)
        self.fail_if(b.icmp_signed("==", mask, self.const(0)))
        self._chance(number, mask)
        chosen = self.draw(self.intrinsic("ctpop", mask))
        rest = self.local()
        b.store(mask, rest)

        def drop(i: Any, following: Any) -> None:
            left = b.load(rest)
            b.store(b.and_(left, b.sub(left, self.const(1))), rest)

        self.numbers(self.const(1), chosen, drop)
        self.put(end.cell, self.intrinsic("cttz", b.load(rest), ir.Constant(I1, 0)))
        self.put(self.reg.rolling, self.const(0))
        b.branch(self.blocks[end.next])

    def _chance(self, number: int, mask: Any) -> None:
        b, reg = self.b, self.reg
        self.put(reg.rolling, mask)
        self.put(reg.asked, b.shl(self.const(1), b.and_(self.get(reg.actor), self.const(63))))
        self.put(reg.pc, self.const(number))
        self._rest()
        self._record(self.const(CHANCE), self.const(-1))

    def _rest(self) -> None:
        """A suspension: one step more; a doubtful game or one without end is given up."""
        b = self.b
        steps = b.add(b.load(self.steps), self.const(1))
        b.store(steps, self.steps)
        doubt = b.icmp_signed("!=", b.load(self.doubtful), self.const(0))
        self.fail_if(b.or_(doubt, b.icmp_signed(">", steps, self.limit)))
