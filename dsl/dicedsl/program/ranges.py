"""Between which numbers an expression stays, whatever the state: what is always inside needs no test when it is run."""

from __future__ import annotations

from functools import reduce
from math import prod
from operator import or_

from attrs import define, field

from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER, NUMBER_LIMIT, STORED_LIMIT
from dicedsl.program.simplify import TRUTHS
from dicedsl.program.value_kinds import NUMBER, ValueKinds

Range = tuple[int, int]

MORE_THAN_A_MASK = 1 << 20  # more than a mask has members
STORED_RANGE = (1 - STORED_LIMIT, STORED_LIMIT - 1)  # numbers a state can hold
MEMBER_RANGE = (0, MORE_THAN_A_MASK)  # one of a set of which nothing else is known
TRUTH_RANGE = (0, 1)
NUMBER_RANGE = (1 - NUMBER_LIMIT, NUMBER_LIMIT - 1)  # numbers that may come up on the way


@define
class Ranges:
    """`known` holds the ranges of variables. A variable has one number in the whole program; where its loop is written again,
    with another source, the loop met last is the one that counts."""

    program: ops.Program
    known: dict[int, Range] = field(factory=dict)
    _sets: dict[int, int] = field(factory=dict)
    _tables: dict[int, Range] = field(factory=dict)
    _members: dict[int, int] = field(factory=dict)
    _functions: dict[tuple[int, bool], Range | None] = field(factory=dict)
    _cells: dict[int, Range] = field(factory=dict)
    _cell_sets: dict[int, int] = field(factory=dict)
    _given: dict[int, Range] = field(factory=dict)  # numbers that functions are called with
    _growing: bool = False
    kinds: ValueKinds = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.kinds = ValueKinds(self.program)
        self._look_at_cells()
        for function in self.program.functions:
            if function is not None:
                self.parameters(function)

    def parameters(self, function: ops.Function) -> None:
        """Learn what the kinds of a function's parameters say: a member of the kind, or none; or a set of members."""
        numbers = zip(function.params, function.sizes, function.bounds, strict=False)
        self._given.update({var: bounds for var, size, bounds in numbers if size == 0})
        for var, size in zip(function.params, function.sizes, strict=True):
            if size > 0:
                self.known[var] = (-1, size - 1)
            elif size < 0:
                self._sets[var] = (1 << -size) - 1

    def _look_at_cells(self) -> None:
        """Learn what registers hold, and what the kinds of memory say: a member or none, or a set of members."""
        p, reg = self.program, self.program.reg
        dice, zones, places = len(p.dice), len(p.zones), sum(len(b.labels) for b in p.boards)
        sizes = {"player": p.players, "die": dice, "truth": 2}
        sizes.update({f"place:{b.name}": len(b.labels) for b in p.boards})
        sizes.update({f"kind:{k.name}": len(k.values) for k in p.kinds.values()})
        held = [
            (reg.actor, 1, -1, p.players - 1), (reg.player_on_turn, 1, -1, p.players - 1), (reg.starter, 1, -1, p.players - 1),
            (reg.location, dice, 0, zones + places - 1), (reg.face, dice, 0, p.max_face), (reg.on_place, places, 0, dice),
        ]  # fmt: skip
        sets = [
            (reg.players_inside, 1, p.players), (reg.winners, 1, p.players), (reg.asked, 1, p.players), (reg.shown, 1, dice),
            (reg.zone_mask, zones, dice), (reg.showing, p.max_face + 1, dice),
            *((reg.taken + i, 1, len(b.labels)) for i, b in enumerate(p.boards)),
        ]  # fmt: skip
        for slot in p.slots:
            size = sizes.get(slot.shape, 0)
            if size and slot.many:
                sets.append((slot.base, slot.size, size))
            elif size:
                held.append((slot.base, slot.size, -1, size - 1))
        self._cells = {cell: (low, high) for base, count, low, high in held for cell in range(base, base + count)}
        self._cell_sets = {cell: (1 << size) - 1 for base, count, size in sets for cell in range(base, base + count)}

    def loop(self, loop: ops.Loop) -> None:
        """Learn what a loop binds its variable to."""
        self.known.pop(loop.var, None)
        if loop.sets:
            return
        if loop.high is None:
            mask = self.members(loop.source)
            self.known[loop.var] = MEMBER_RANGE if mask is None else (0, max(0, mask.bit_length() - 1))
            return
        low, high = self.of(loop.source), self.of(loop.high)
        if low is not None and high is not None:
            self.known[loop.var] = (low[0], max(low[0], high[1]))

    def members(self, op: ops.Op) -> int | None:
        """The mask of all that can be in a set; None if that is not known."""
        if isinstance(op, ops.Const):
            return op.value
        if isinstance(op, ops.Var):
            return self._sets.get(op.id)
        if isinstance(op, ops.Cell):
            return self._cell_sets.get(op.index)
        if isinstance(op, ops.CellAt) and op.default == 0:
            return self._cell_sets.get(op.base)
        if isinstance(op, ops.ListAt) and op.default >= 0:
            if op.list not in self._members:
                self._members[op.list] = reduce(or_, self.program.lists[op.list], 0)
            return self._members[op.list] | op.default
        if isinstance(op, ops.Bin) and op.op in {"&", "&~"}:
            left = self.members(op.left)
            return self.members(op.right) if left is None and op.op == "&" else left
        return None

    def is_member(self, op: ops.Op) -> bool:
        """Whether it is bound to one member of a set after the other, so that it can be in a set again."""
        return isinstance(op, ops.Var) and self.known.get(op.id) == MEMBER_RANGE

    def inside(self, op: ops.Op, low: int, high: int) -> bool:
        bounds = self.of(op)
        return bounds is not None and low <= bounds[0] and bounds[1] <= high

    def may_grow(self, op: ops.Op) -> bool:
        """Whether a sum or a product may become too large to go on with, so that it has to be tested."""
        self._growing = True  # what is too large is found where it is kept, so that no list is read outside by this
        grows = not self.inside(op, *NUMBER_RANGE)
        self._growing = False
        return grows

    def is_fair(self, op: ops.Op) -> bool:
        """Whether a state can hold it, whatever it comes to. Nobody counts so far one by one."""
        if isinstance(op, ops.Bin) and op.op in {"+", "-"} and op.right == ops.ONE:
            return isinstance(op.left, (ops.Cell, ops.CellAt))
        return self.inside(op, *STORED_RANGE)

    def _range_of_cell(self, cell: int) -> Range | None:
        """What a cell can hold."""
        return self._cells.get(cell) or (STORED_RANGE if self.kinds.cell(cell) is NUMBER else None)

    def of(self, op: ops.Op) -> Range | None:
        """The least and the largest it can be; None if that is not known."""
        if isinstance(op, ops.Const):
            return op.value, op.value
        if isinstance(op, ops.Var):
            return self.known.get(op.id) or (self._given.get(op.id) if self._growing else None)
        if isinstance(op, ops.Cell):
            return self._range_of_cell(op.index)
        if isinstance(op, ops.CellAt):
            held = self._range_of_cell(op.base)
            return held if self.inside(op.index, 0, op.size - 1) else _both(held, (op.default, op.default))
        if isinstance(op, ops.ListAt):
            return self._table(op)
        if isinstance(op, ops.Bin):
            return self._bin(op)
        if isinstance(op, ops.Cond):
            return _both(self.of(op.then), self.of(op.other))
        if isinstance(op, ops.Call):
            return self._call(op)
        if isinstance(op, (ops.Not, ops.Bit, ops.OnePiece, ops.Alike)):
            return TRUTH_RANGE
        if isinstance(op, ops.Fold):
            return self._fold(op)
        if isinstance(op, ops.Count):
            return 0, MORE_THAN_A_MASK
        if isinstance(op, (ops.Lowest, ops.Highest)):
            return -1, MORE_THAN_A_MASK
        return None

    def _fold(self, op: ops.Fold) -> Range | None:
        if op.kind in {"any", "all"}:
            return TRUTH_RANGE
        if op.kind not in {"sum", "max", "min"}:
            return None
        before = {loop.var: self.known.get(loop.var) for loop in op.loops}
        for loop in op.loops:
            self.loop(loop)
        body, turns = self.of(op.body), prod(self._turns(loop) for loop in op.loops)
        for var, bounds in before.items():  # what is only looked at is not met
            self.known.pop(var, None)
            if bounds is not None:
                self.known[var] = bounds
        if body is None or op.kind != "sum":
            return _both(body, (NO_NUMBER, NO_NUMBER))
        return min(0, body[0] * turns), max(0, body[1] * turns)

    def _turns(self, loop: ops.Loop) -> int:
        """How often a loop runs at the most, where that is known to be little."""
        if loop.binds:
            return 1
        if loop.sets:
            return MORE_THAN_A_MASK
        if loop.high is None:
            mask = self.members(loop.source)
            return MORE_THAN_A_MASK if mask is None else mask.bit_count()
        low, high = self.of(loop.source), self.of(loop.high)
        return NUMBER_LIMIT if low is None or high is None else max(0, high[1] - low[0] + 1)

    def _table(self, op: ops.ListAt) -> Range:
        if op.list not in self._tables:
            values = self.program.lists[op.list] or (op.default,)
            self._tables[op.list] = min(values), max(values)
        low, high = self._tables[op.list]
        if self.inside(op.index, 0, len(self.program.lists[op.list]) - 1):
            return low, high
        return min(low, op.default), max(high, op.default)

    def _call(self, op: ops.Call) -> Range | None:
        key = op.function, self._growing
        if key not in self._functions:
            function = self.program.functions[op.function]
            self._functions[key] = None
            if function is not None:
                self._functions[key] = self.of(function.body)
        return self._functions[key]

    def _bin(self, op: ops.Bin) -> Range | None:
        if op.op in TRUTHS:
            return TRUTH_RANGE
        b = self.of(op.right)
        if op.op == "%" and b is not None and b[0] == b[1] > 0:
            return 0, b[0] - 1
        a = self.of(op.left)
        if a is None or b is None:
            return None
        if op.op == "+":
            return a[0] + b[0], a[1] + b[1]
        if op.op == "-":
            return a[0] - b[1], a[1] - b[0]
        if op.op == "*":
            ends = [x * y for x in a for y in b]
            return min(ends), max(ends)
        if op.op == "//" and b[0] == b[1] > 0:
            return a[0] // b[0], a[1] // b[0]
        if op.op == "max":
            return max(a[0], b[0]), max(a[1], b[1])
        if op.op == "min":
            return min(a[0], b[0]), min(a[1], b[1])
        return None


def _both(left: Range | None, right: Range | None) -> Range | None:
    return None if left is None or right is None else (min(left[0], right[0]), max(left[1], right[1]))
