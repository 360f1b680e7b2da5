"""Between which numbers every value of a program stays in any game, and how many members its sets can have.

A set is at most as wide as the highest member it can hold; a number stays within what is stored, picked or drawn. Both are found
by going through the program until nothing is added; a number that keeps growing may be anything a state can hold. Where this says
that something is inside, no engine has to test it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple

from dicedsl.errors import raise_unhandled
from dicedsl.program import ops
from dicedsl.program.sets import LARGEST_MEMBER, NO_NUMBER, NUMBER_LIMIT, STORED_LIMIT
from dicedsl.program.value_kinds import ADDRESS, JUNCTIONS, NUMBER, SET, CellKind, ValueKinds

GROWING_PASSES = 4  # passes in which a number may grow before it is taken to grow for ever


class Limits(NamedTuple):
    """From the least to the greatest number; or, of a set, how many members it can have at the most: 0 to `high` - 1."""

    low: int
    high: int

    def joined(self, other: Limits | None) -> Limits:
        if other is None or (self.low <= other.low and other.high <= self.high):
            return self
        return Limits(min(self.low, other.low), max(self.high, other.high))

    def inside(self, low: int, high: int) -> bool:
        return low <= self.low and self.high <= high


ANY_STORED_NUMBER = Limits(1 - STORED_LIMIT, STORED_LIMIT - 1)
ANY_NUMBER = Limits(1 - NUMBER_LIMIT, NUMBER_LIMIT - 1)
TRUTH = Limits(0, 1)
ONLY_ZERO = Limits(0, 0)


def width(members: int) -> Limits:
    return Limits(0, members)


class BoundsAnalysis:
    """The bounds of all cells, variables and functions of a program."""

    def __init__(self, program: ops.Program, kinds: ValueKinds | None = None) -> None:
        self.program = program
        self.kinds = ValueKinds(program) if kinds is None else kinds
        self.cells: list[Limits] = [ONLY_ZERO] * program.cells
        self.variables: dict[int, Limits] = {}
        self.functions: dict[int, Limits] = {}
        self._lists: dict[tuple[int, CellKind], Limits] = {}
        self._not_empty: list[ops.Op] = []  # sets that have members wherever is looked now
        self._passes = 0
        self._changed = True
        self._start()
        while self._changed:
            self._changed = False
            self._passes += 1
            self._pass()

    # -------------------------------------------------------------- learning

    def _grown(self, old: Limits | None, new: Limits, kind: CellKind, most: Limits = ANY_STORED_NUMBER) -> Limits:
        if old is None:
            self._changed = True
            return new
        joined = old.joined(new)
        if joined is old:
            return old
        self._changed = True
        if kind is not SET and self._passes > GROWING_PASSES:
            return Limits(
                most.low if joined.low < old.low else old.low, most.high if joined.high > old.high else old.high
            )
        return joined

    def _learn_cell(self, index: int, bounds: Limits) -> None:
        if self.kinds.cell(index) is NUMBER:  # what a state cannot hold is a fault
            bounds = Limits(max(bounds.low, ANY_STORED_NUMBER.low), min(bounds.high, ANY_STORED_NUMBER.high))
        self.cells[index] = self._grown(self.cells[index], bounds, self.kinds.cell(index))

    def _learn_variable(self, number: int, bounds: Limits) -> None:
        kind = self.kinds.variable(number)
        self.variables[number] = self._grown(self.variables.get(number), bounds, kind, ANY_NUMBER)

    def _start(self) -> None:
        p, reg = self.program, self.program.reg
        for index, value in enumerate(p.initial):
            is_set = self.kinds.cell(index) is SET
            self.cells[index] = width(value.bit_length()) if is_set else Limits(value, value)
        dice, zones, places = len(p.dice), len(p.zones), sum(len(b.labels) for b in p.boards)
        registers = [
            (reg.pc, 1, Limits(0, len(p.blocks) - 1)), (reg.over, 1, TRUTH), (reg.asked, 1, width(p.players)),
            (reg.location, dice, Limits(0, zones + places - 1)), (reg.face, dice, Limits(0, p.max_face)),
            (reg.zone_mask, zones, width(dice)), (reg.on_place, places, Limits(0, dice)),
            (reg.showing, p.max_face + 1, width(dice)), (reg.shown, 1, width(dice)), (reg.skill, p.players, Limits(0, 100)),
            *((reg.taken + i, 1, width(len(board.labels))) for i, board in enumerate(p.boards)),
        ]  # fmt: skip
        return_addresses = [i for i in range(p.cells) if self.kinds.cell(i) is ADDRESS]
        registers += [(i, 1, Limits(0, len(p.blocks) - 1)) for i in return_addresses]
        for base, size, bounds in registers:
            for index in range(base, base + size):
                self.cells[index] = self.cells[index].joined(bounds)

    def _pass(self) -> None:
        p = self.program
        for number, function in enumerate(p.functions):
            if function is not None:
                for var, size in zip(function.params, function.sizes, strict=False):
                    if size:
                        self._learn_variable(var, Limits(-1, size - 1) if size > 0 else width(-size))
                kind = self.kinds.function(number)
                limits = self.of(function.body, kind)
                self.functions[number] = self._grown(self.functions.get(number), limits, kind, ANY_NUMBER)
        for block in p.blocks:
            self._statements(block.body)
            self._end(block.end)
        for decision in p.decisions:
            for must in decision.always:
                self.visit(must.condition)
            for alternative in decision.alternatives:
                self._alternative(decision, alternative)

    # -------------------------------------------------------------- statements

    def _statements(self, body: Iterable[ops.Stmt]) -> None:
        checked: ops.Op | None = None  # right before
        for s in body:
            if isinstance(s, ops.Store):
                if not isinstance(s.value, ops.Address):
                    with self._knowing(checked):
                        limits = self.of(s.value, self.kinds.cell(s.index))
                    self._learn_cell(s.index, limits)
            elif isinstance(s, ops.StoreAt):
                self.visit(s.at)
                bounds = self.of(s.value, self.kinds.cell(s.base))
                for index in range(s.base, s.base + s.size):
                    self._learn_cell(index, bounds)
            elif isinstance(s, ops.StoreVar):
                self._learn_variable(s.var, self.of(s.value, self.kinds.variable(s.var)))
            elif isinstance(s, ops.When):
                self.visit(s.condition)
                self._statements(s.then)
                self._statements(s.other)
            elif isinstance(s, ops.Each):
                self.loop(s.loop)
                self.visit(s.condition)
                self.visit(s.by)
                self._statements(s.body)
            elif isinstance(s, ops.Put):
                self.visit(s.dice)
                self.visit(s.location)
            elif isinstance(s, ops.Face):
                self.visit(s.dice)
                self.visit(s.number)
            elif isinstance(s, ops.Check):
                self.visit(s.condition)
            elif isinstance(s, ops.Reset):
                for base, values in s.runs:
                    for i, value in enumerate(values):
                        is_set = self.kinds.cell(base + i) is SET
                        self._learn_cell(base + i, width(value.bit_length()) if is_set else Limits(value, value))
            checked = s.condition if isinstance(s, ops.Check) else None

    def _end(self, end: ops.End) -> None:
        rolling = self.program.reg.rolling
        if isinstance(end, ops.Branch):
            self.visit(end.condition)
        elif isinstance(end, ops.RollDice):
            self._learn_cell(rolling, self.of(end.dice, SET))
        elif isinstance(end, ops.DrawOne):
            members = self.of(end.members, SET)
            self._learn_cell(rolling, members)
            self._learn_cell(end.cell, Limits(0, max(0, members.high - 1)))
        elif not isinstance(end, (ops.Jump, ops.Back, ops.Ask, ops.Over)):
            raise_unhandled(end)

    def _alternative(self, decision: ops.Decision, alternative: ops.AlternativeOp) -> None:
        for pick in alternative.picks:
            bounds = self._pick(pick)
            self._learn_variable(pick.var, bounds)
            self._learn_cell(pick.answer_cell, bounds)
            for op in (pick.low, pick.high):
                self.visit(op)
        for op in (alternative.weight, *(m.condition for m in (*alternative.musts, *alternative.leaves))):
            self.visit(op)
        for _, lot in alternative.lots:
            self.visit(lot)
        if decision.at_once:
            self._pending(decision)

    def _pending(self, decision: ops.Decision) -> None:
        """What is kept of the answers of several at once, until all have answered: one cell for each seat."""
        kept = [(decision.pending, Limits(0, len(decision.alternatives)))]
        for alternative in decision.alternatives:
            kept.extend((p.pending, self.variables.get(p.var, ONLY_ZERO).joined(ONLY_ZERO)) for p in alternative.picks)
        for base, bounds in kept:
            for seat in range(self.program.players):
                self._learn_cell(base + seat, bounds)

    def _pick(self, pick: ops.PickOp) -> Limits:
        if pick.picks_sets:
            bounds = self.members_of_list(pick.source)
        elif pick.range_high is not None:
            bounds = self._between(pick.source, pick.range_high)
        else:
            members = self.of(pick.source, SET)
            bounds = members if pick.many else Limits(0, max(0, members.high - 1))
        it = bounds
        if pick.many and not pick.picks_sets:
            it = Limits(0, max(0, bounds.high - 1))
        # A share that is the same for every member is asked of nobody in particular.
        self._learn_variable(pick.member_var, it.joined(Limits(-1, -1)) if not pick.picks_sets else it)
        self.visit(pick.condition)
        return bounds

    def _between(self, low: ops.Op, high: ops.Op) -> Limits:
        first, last = self.of(low, NUMBER), self.of(high, NUMBER)
        return Limits(first.low, max(first.low, last.high))

    # -------------------------------------------------------------- expressions

    def loop(self, loop: ops.Loop) -> None:
        """Learn what a loop binds its variable to."""
        if loop.sets:
            bounds = self.members_of_list(loop.source)
        elif loop.binds:
            bounds = self.of(loop.source, self.kinds.variable(loop.var))
        elif loop.high is not None:
            bounds = self._between(loop.source, loop.high)
        else:
            bounds = Limits(0, max(0, self.of(loop.source, SET).high - 1))
        self._learn_variable(loop.var, bounds)

    def members_of_list(self, op: ops.Op) -> Limits:
        """How wide the sets of a list are."""
        if isinstance(op, ops.Fold):
            return self.of(op, SET)
        for part in self._parts(op):
            self.visit(part)
        assert isinstance(op, (ops.Groups, ops.Copies))
        return self.of(op.within, SET)

    def visit(self, op: ops.Op | None) -> None:
        if op is not None:
            self.of(op, self.kinds.of(op) or NUMBER)

    @staticmethod
    def _parts(op: ops.Op) -> list[ops.Op]:
        if isinstance(op, ops.Groups):
            return [op.count, op.within, op.standing]
        assert isinstance(op, ops.Copies)
        return [op.shape, op.within]

    def of(self, op: ops.Op, kind: CellKind) -> Limits:
        """The bounds of a value that is used as this kind."""
        return OPERATIONS[type(op)](self, op, kind)

    def number(self, op: ops.Op) -> Limits:
        return self.of(op, NUMBER)

    def set_width(self, op: ops.Op) -> int:
        return self.of(op, SET).high

    def _const(self, op: ops.Const, kind: CellKind) -> Limits:
        return width(op.value.bit_length()) if kind is SET else Limits(op.value, op.value)

    def _cell(self, op: ops.Cell, kind: CellKind) -> Limits:
        return self.cells[op.index]

    def _cell_at(self, op: ops.CellAt, kind: CellKind) -> Limits:
        index = self.number(op.index)
        bounds: Limits | None = None
        for cell in range(op.base + max(0, index.low), op.base + min(op.size - 1, index.high) + 1):
            bounds = self.cells[cell].joined(bounds)
        outside = self._const(ops.Const(max(0, op.default) if kind is SET else op.default), kind)
        if bounds is None:
            return outside
        return bounds if index.inside(0, op.size - 1) else bounds.joined(outside)

    def _var(self, op: ops.Var, kind: CellKind) -> Limits:
        return self.variables.get(op.id, ONLY_ZERO)

    def _bin(self, op: ops.Bin, kind: CellKind) -> Limits:
        if op.op in JUNCTIONS:
            self.visit(op.left)
            self.visit(op.right)
            return TRUTH
        if op.op in {"==", "!="}:
            both = self.kinds.both(op.left, op.right)
            self.of(op.left, both)
            self.of(op.right, both)
            return TRUTH
        if op.op in SETS:
            a, b = self.of(op.left, SET), self.of(op.right, SET)
            return width(SETS[op.op](a.high, b.high))
        return ARITHMETIC[op.op](self.number(op.left), self.number(op.right))

    def _not(self, op: ops.Not, kind: CellKind) -> Limits:
        self.visit(op.operand)
        return TRUTH

    def _cond(self, op: ops.Cond, kind: CellKind) -> Limits:
        self.visit(op.condition)
        with self._knowing(op.condition):
            then = self.of(op.then, kind)
        return then.joined(self.of(op.other, kind))

    @contextmanager
    def _knowing(self, condition: ops.Op | None) -> Iterator[None]:
        """What is asked inside is asked where a condition holds: a set that it says is not empty has a lowest member."""
        if isinstance(condition, ops.Bin) and condition.op == "!=" and condition.right == ops.Const(0):
            condition = condition.left
        if condition is None or self.kinds.of(condition) is not SET:
            yield
            return
        self._not_empty.append(condition)
        yield
        self._not_empty.pop()

    def _count(self, op: ops.Count, kind: CellKind) -> Limits:
        return Limits(0, self.set_width(op.mask))

    def _end_member(self, op: ops.Lowest | ops.Highest, kind: CellKind) -> Limits:
        return Limits(0 if op.mask in self._not_empty else -1, max(0, self.set_width(op.mask)) - 1)

    def _bit(self, op: ops.Bit, kind: CellKind) -> Limits:
        self.of(op.mask, SET)
        self.number(op.member)
        return TRUTH

    def _single(self, op: ops.Single, kind: CellKind) -> Limits:
        return width(max(0, min(self.number(op.member).high, LARGEST_MEMBER) + 1))

    def _span(self, op: ops.Range, kind: CellKind) -> Limits:
        self.number(op.low)
        return width(max(0, min(self.number(op.high).high, LARGEST_MEMBER) + 1))

    def _list_at(self, op: ops.ListAt, kind: CellKind) -> Limits:
        index = self.number(op.index)
        bounds = self.list(op.list, kind)
        if index.inside(0, len(self.program.lists[op.list]) - 1):
            return bounds
        return bounds.joined(self._const(ops.Const(op.default), kind))

    def list(self, number: int, kind: CellKind) -> Limits:
        """The bounds of the entries of a list."""
        if (number, kind) not in self._lists:
            values = self.program.lists[number] or (0,)
            is_set = kind is SET
            self._lists[number, kind] = width(max(values).bit_length()) if is_set else Limits(min(values), max(values))
        return self._lists[number, kind]

    def _call(self, op: ops.Call, kind: CellKind) -> Limits:
        function = self.program.functions[op.function]
        assert function is not None
        for param, argument in zip(function.params, op.arguments, strict=True):
            self._learn_variable(param, self.of(argument, self.kinds.variable(param)))
        return self.functions.get(op.function, ONLY_ZERO)

    def _fold(self, op: ops.Fold, kind: CellKind) -> Limits:
        turns = 1
        for loop in op.loops:
            self.loop(loop)
            turns *= self.turns(loop)
        self.visit(op.condition)
        if op.kind in {"any", "all"}:
            self.visit(op.body)
            return TRUTH
        if op.kind in {"union", "sets"}:
            return self.of(op.body, SET)
        body = self.number(op.body)
        if op.kind.startswith("best"):
            return width(self.variables[op.loops[0].var].high + 1)
        if op.kind in {"max", "min"}:
            return body.joined(Limits(NO_NUMBER, NO_NUMBER))
        return _fair(Limits(min(0, body.low * turns), max(0, body.high * turns)))

    def turns(self, loop: ops.Loop) -> int:
        """How often a loop runs at the most."""
        if loop.binds:
            return 1
        if loop.sets:
            return MOST_LISTED_SETS
        if loop.high is None:
            return self.set_width(loop.source)
        low, high = self.number(loop.source), self.number(loop.high)
        return max(0, min(high.high - low.low + 1, MOST_LOOP_TURNS))

    def fits(self, op: ops.Bin) -> bool:
        """Whether a sum, difference or product stays within what a number on the way may be."""
        a, b = self.number(op.left), self.number(op.right)
        if op.op == "+":
            ends = [a.low + b.low, a.high + b.high]
        elif op.op == "-":
            ends = [a.low - b.high, a.high - b.low]
        else:
            ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return ANY_NUMBER.low <= min(ends) and max(ends) <= ANY_NUMBER.high

    def _of_sets(self, op: Any, kind: CellKind) -> Limits:
        if isinstance(op, ops.Reach):
            return width(min(self.set_width(op.within), max(self.set_width(op.start), self.list(op.links, SET).high)))
        for name in ("mask", "left", "right"):
            if hasattr(op, name):
                self.of(getattr(op, name), SET)
        return TRUTH

    @cached_property
    def widest(self) -> int:
        """The most members that a set of the program can have."""
        sets = [b.high for i, b in enumerate(self.cells) if self.kinds.cell(i) is SET]
        sets += [b.high for v, b in self.variables.items() if self.kinds.variable(v) is SET]
        return max(sets, default=0)


MOST_LISTED_SETS = 1 << 17  # sets in a list
MOST_LOOP_TURNS = 1 << 22  # of a loop over numbers: more are a fault


def _fair(bounds: Limits) -> Limits:
    return Limits(max(bounds.low, ANY_NUMBER.low), min(bounds.high, ANY_NUMBER.high))


def _times(left: Limits, right: Limits) -> Limits:
    ends = [x * y for x in (left.low, left.high) for y in (right.low, right.high)]
    return _fair(Limits(min(ends), max(ends)))


def _quotient(left: Limits, right: Limits) -> Limits:
    if right.low > 0:
        ends = [x // y for x in (left.low, left.high) for y in (right.low, right.high)]
        return Limits(min(ends), max(ends))
    most = max(abs(left.low), abs(left.high))
    return Limits(-most - 1, most + 1)


def _rest(left: Limits, right: Limits) -> Limits:
    if right.low > 0:
        return Limits(0, right.high - 1) if left.low < 0 else Limits(0, min(left.high, right.high - 1))
    return Limits(min(0, right.low + 1), max(0, right.high - 1))


ARITHMETIC: dict[str, Callable[[Limits, Limits], Limits]] = {
    "+": lambda left, right: _fair(Limits(left.low + right.low, left.high + right.high)),
    "-": lambda left, right: _fair(Limits(left.low - right.high, left.high - right.low)),
    "*": _times, "//": _quotient, "%": _rest,
    "min": lambda left, right: Limits(min(left.low, right.low), min(left.high, right.high)),
    "max": lambda left, right: Limits(max(left.low, right.low), max(left.high, right.high)),
    **dict.fromkeys(("<", "<=", ">", ">="), lambda left, right: TRUTH),
}  # fmt: skip

SETS: dict[str, Callable[[int, int], int]] = {"&": min, "|": max, "^": max, "&~": lambda left, right: left}

OPERATIONS: dict[type, Callable[[BoundsAnalysis, Any, CellKind], Limits]] = {
    ops.Const: BoundsAnalysis._const, ops.Cell: BoundsAnalysis._cell, ops.CellAt: BoundsAnalysis._cell_at, ops.Var: BoundsAnalysis._var,
    ops.Bin: BoundsAnalysis._bin, ops.Not: BoundsAnalysis._not, ops.Cond: BoundsAnalysis._cond, ops.Count: BoundsAnalysis._count,
    ops.Lowest: BoundsAnalysis._end_member, ops.Highest: BoundsAnalysis._end_member, ops.Bit: BoundsAnalysis._bit, ops.Single: BoundsAnalysis._single,
    ops.Range: BoundsAnalysis._span, ops.ListAt: BoundsAnalysis._list_at, ops.Call: BoundsAnalysis._call, ops.Fold: BoundsAnalysis._fold,
    ops.Reach: BoundsAnalysis._of_sets, ops.OnePiece: BoundsAnalysis._of_sets, ops.Alike: BoundsAnalysis._of_sets,
}  # fmt: skip
