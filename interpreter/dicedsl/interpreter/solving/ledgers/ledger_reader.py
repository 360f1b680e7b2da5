"""What a program does with numbers that are written down for the end, read in its text; see `ledger`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field, frozen

from dicedsl.masks import members_of
from dicedsl.program import ops
from dicedsl.program.control_flow import next_blocks, return_addresses
from dicedsl.program.liveness import CellReads, run_of
from dicedsl.program.walk import children, substitute

# How an expression depends on the ledger: not at all or by classes of single numbers, by counts, or as a sum of its numbers.
LIGHT, COUNTED, SUM = range(3)
COMPARED = ("==", "!=", "<", "<=", ">", ">=")
TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
MOST_MEMBERS = 64  # of a constant set that is gone through one by one


class NoLedger(Exception):
    """Some memory is used in a way that a ledger cannot be."""

    def __init__(self, cells: int) -> None:
        super().__init__()
        self.cells = cells


@frozen
class CountedSum:
    """A sum of numbers that is compared with something; `cap`, if it is a constant: more than this makes no difference."""

    expression: ops.Op
    cap: int | None


@define
class LedgerUses:
    """What a program does with its ledger. atoms: comparisons with constants, by slot. counts: sums that are compared.
    ranked: sums that the game ranks by."""

    atoms: dict[int, set[tuple[str, int]]] = field(factory=dict)
    counts: list[CountedSum] = field(factory=list)
    ranked: list[ops.Op] = field(factory=list)
    added: int = 0  # cells that something is added to
    written: int = 0  # cells that are written


class LedgerReader:
    """Looks through a program for all that is done with some cells."""

    def __init__(self, program: ops.Program, cells: int) -> None:
        self.program = program
        self.cells = cells
        self.reads = CellReads(program)
        self.uses = LedgerUses()
        self.measure = run_of(program.reg.score_of_player, program.players)
        self.slot_of = {base + i: base for base, size in ((s.base, s.size) for s in program.slots) for i in range(size)}
        after_rest = _after_rests(program)
        for block in program.blocks:
            self._statements(block.body, block.number in after_rest)
            end = block.end
            if isinstance(end, ops.Branch):
                self._no_sum(end.condition)
            elif isinstance(end, ops.RollDice):
                self._no_sum(end.dice)
            elif isinstance(end, ops.DrawOne):
                self._no_sum(end.members)
        for decision in program.decisions:
            for op in conditions_of(decision):
                self._no_sum(op)

    # -------------------------------------------------------------- statements

    def _statements(self, body: Iterable[ops.Stmt], later: bool) -> None:
        """Read statements; `later` if the game has rested before."""
        for s in body:
            self._statement(s, later)

    def _statement(self, statement: Any, later: bool) -> None:
        """Read one statement."""
        if isinstance(statement, ops.Store):
            self._store(1 << statement.index, ops.Const(0), ops.Cell(statement.index), statement.value)
        elif isinstance(statement, ops.StoreAt):
            self._store(
                run_of(statement.base, statement.size),
                statement.at,
                ops.CellAt(statement.base, statement.at, statement.size),
                statement.value,
            )
        elif isinstance(statement, ops.Each):
            for op in (statement.loop.source, statement.loop.high, statement.condition, statement.by):
                self._no_sum(op)
            each = _each(statement.loop)
            if each is not None and any(self._touches(part) for part in expressions_of(statement.body)):
                for value in each:
                    given = {statement.loop.var: ops.Const(value)}
                    self._statements([substitute(part, given) for part in statement.body], later)
            else:
                self._statements(statement.body, later)
        elif isinstance(statement, ops.When):
            self._no_sum(statement.condition)
            self._statements(statement.then, later)
            self._statements(statement.other, later)
        elif isinstance(statement, ops.Reset):
            for base, values in statement.runs:
                if later and run_of(base, len(values)) & self.cells:
                    raise NoLedger(run_of(base, len(values)))
        elif not isinstance(statement, ops.Tell):
            for op in expressions_of([statement]):
                self._no_sum(op)

    def _touches(self, op: ops.Op) -> bool:
        """Whether an expression reads the ledger."""
        return bool(self.reads(op) & self.cells)

    def _store(self, where: int, at: ops.Op, old: ops.Op, value: ops.Op) -> None:
        """Read how a value is written: in the ledger, in what the game ranks by, or elsewhere."""
        self._light(at)
        if where & self.measure:
            if self._kind(value) == SUM or self._touches(value):
                self.uses.ranked.append(value)
        elif not where & self.cells:
            self._no_sum(value)
        else:
            if where & ~self.cells:
                raise NoLedger(where)
            more = addend_of(old, value)
            self._light(value if more is None else more)
            if more is None:
                self.uses.written |= where
            else:
                self.uses.added |= where

    # -------------------------------------------------------------- expressions

    def _light(self, op: ops.Op | None) -> None:
        """Raise NoLedger if an expression depends on counts or sums of the ledger."""
        if op is not None and self._kind(op) != LIGHT:
            raise NoLedger(self.reads(op))

    def _no_sum(self, op: ops.Op | None) -> None:
        """Raise NoLedger if an expression is a sum of the ledger."""
        if op is not None and self._kind(op) == SUM:
            raise NoLedger(self.reads(op))

    def _kind(self, op: ops.Op) -> int:
        """How an expression depends on the ledger."""
        if not self._touches(op):
            return LIGHT
        if isinstance(op, ops.Call):
            function = self.program.functions[op.function]
            assert function is not None
            return self._kind(substitute(function.body, dict(zip(function.params, op.arguments, strict=True))))
        if isinstance(op, ops.Cell):
            return SUM
        if isinstance(op, ops.CellAt):
            self._light(op.index)
            return SUM if run_of(op.base, op.size) & self.cells else LIGHT
        if isinstance(op, ops.Bin):
            return self._kind_of_pair(op)
        if isinstance(op, ops.Cond):
            condition, then, other = self._kind(op.condition), self._kind(op.then), self._kind(op.other)
            if condition == SUM or (condition == COUNTED and SUM in (then, other)):
                raise NoLedger(self.reads(op))
            return max(condition, then, other)
        if isinstance(op, ops.Fold):
            return self._kind_of_fold(op)
        parts = [self._kind(part) for part in children(op)]
        if SUM in parts:
            raise NoLedger(self.reads(op))
        return max(parts, default=LIGHT)

    def _kind_of_pair(self, op: ops.Bin) -> int:
        """How an operation on two values depends on the ledger."""
        if op.op in COMPARED:
            for one, other, sign in ((op.left, op.right, op.op), (op.right, op.left, TURNED[op.op])):
                if isinstance(one, ops.Cell | ops.CellAt) and isinstance(other, ops.Const) and self._kind(one) == SUM:
                    base = one.index if isinstance(one, ops.Cell) else one.base
                    self.uses.atoms.setdefault(self.slot_of[base], set()).add((sign, other.value))
                    return LIGHT
        left, right = self._kind(op.left), self._kind(op.right)
        if SUM not in (left, right):
            return max(left, right)
        if op.op in ("+", "-"):
            return SUM  # a count beside it is in the position, so that only the sum is gained
        if op.op == "*" and LIGHT in (left, right):
            return SUM
        if op.op in COMPARED and COUNTED not in (left, right):
            self._count(op)
            return COUNTED
        raise NoLedger(self.reads(op))

    def _count(self, op: ops.Bin) -> None:
        """Write down a sum that is compared."""
        if _has_free_variable(op):
            raise NoLedger(self.reads(op))
        cap = None
        if isinstance(op.right, ops.Const) and op.op in (">=", "<", ">", "<="):
            cap = op.right.value + (op.op in (">", "<="))
        count = CountedSum(op.left if cap is not None else ops.Bin("-", op.left, op.right), cap)
        if count not in self.uses.counts:
            self.uses.counts.append(count)

    def _kind_of_fold(self, op: ops.Fold) -> int:
        """How a sum, count or question over loops depends on the ledger."""
        loops: list[ops.Loop] = []
        for i, loop in enumerate(op.loops):
            if loop.binds and self._touches(loop.source):  # a name for a value
                rest = ops.Fold(op.kind, op.loops[i + 1 :], op.condition, op.body) if op.loops[i + 1 :] else None
                if loops or rest is not None or op.condition is not None or op.kind != "sum":
                    self._light(loop.source)
                else:
                    return self._kind(substitute(op.body, {loop.var: loop.source}))
            loops.append(loop)
        first = op.loops[0]
        around = max([LIGHT, *(self._kind(o) for loop in op.loops for o in (loop.source, loop.high) if o is not None)])
        if op.condition is not None:
            around = max(around, self._kind_in_loop(op.condition, first, op))
        body = self._kind_in_loop(op.body, first, op)
        if around == SUM or (body == SUM and (op.kind != "sum" or around != LIGHT)):
            raise NoLedger(self.reads(op))
        return max(around, body)

    def _kind_in_loop(self, op: ops.Op, loop: ops.Loop, fold: ops.Fold) -> int:
        """How an expression inside a loop depends on the ledger; gone through one by one where a sum is compared in it."""
        try:
            return self._kind(op)
        except NoLedger:
            values = _each(loop)
            if values is None or len(fold.loops) > 1:
                raise
            return max([LIGHT, *(self._kind(substitute(op, {loop.var: ops.Const(value)})) for value in values)])


def _each(loop: ops.Loop) -> list[int] | None:
    """The values of a loop through a constant set or range, if they are few."""
    if not isinstance(loop.source, ops.Const) or loop.sets:
        return None
    if loop.high is None:
        uses = list(members_of(loop.source.value)) if loop.source.value >= 0 else []
    elif isinstance(loop.high, ops.Const):
        uses = list(range(loop.source.value, loop.high.value + 1))
    else:
        return None
    return uses if len(uses) <= MOST_MEMBERS else None


def addend_of(old: ops.Op, value: ops.Op) -> ops.Op | None:
    """Give what a value adds to the old one; None if it does not."""
    if isinstance(value, ops.Bin) and value.op in ("+", "-"):
        if _same_place(old, value.left):
            return value.right
        if value.op == "+" and _same_place(old, value.right):
            return value.left
    return None


def _same_place(old: ops.Op, other: ops.Op) -> bool:
    """Whether two expressions read one cell."""
    if isinstance(old, ops.CellAt) and isinstance(other, ops.CellAt):
        return (old.base, old.size, old.index) == (other.base, other.size, other.index)
    return isinstance(old, ops.Cell) and old == other


def _has_free_variable(op: Any, bound: frozenset[int] = frozenset()) -> bool:
    """Whether an expression has a variable that nothing in it binds."""
    if isinstance(op, ops.Var):
        return op.id not in bound
    if isinstance(op, ops.Fold):
        for loop in op.loops:
            if any(_has_free_variable(part, bound) for part in (loop.source, loop.high) if part is not None):
                return True
            bound = bound | {loop.var}
        return any(_has_free_variable(part, bound) for part in (op.condition, op.body) if part is not None)
    return any(_has_free_variable(child, bound) for child in children(op))


def expressions_of(body: Iterable[Any]) -> Iterator[ops.Op]:
    """Give all expressions in statements."""
    for s in body:
        for child in children(s):
            if isinstance(child, ops.Loop):
                yield from (op for op in (child.source, child.high) if op is not None)
            elif isinstance(child, ops.Op):
                yield child
            else:
                yield from expressions_of([child])


def conditions_of(decision: ops.Decision) -> Iterator[ops.Op]:
    """Give all expressions that a decision asks before anybody answers."""
    yield decision.seats
    yield from (must.condition for must in decision.always)
    for alternative in decision.alternatives:
        yield from expressions_asked(alternative)


def expressions_asked(alternative: ops.AlternativeOp) -> Iterator[ops.Op]:
    """Give all expressions that one alternative of a decision asks."""
    yield from (must.condition for must in (*alternative.musts, *alternative.leaves))
    yield from (op for op in (alternative.weight, *(lot for _, lot in alternative.lots)) if op is not None)
    for pick in alternative.picks:
        yield from (op for op in (pick.source, pick.range_high, pick.low, pick.high, pick.condition) if op is not None)


def _after_rests(program: ops.Program) -> set[int]:
    """The blocks that can be come to after the game has rested once; that it is drawn by lot who begins does not count."""
    back = return_addresses(program)
    waiting = [
        target
        for block in program.blocks
        if isinstance(block.end, ops.Ask | ops.RollDice | ops.DrawOne) and block.number != program.entry
        for target in next_blocks(program, block.end, back)
    ]
    uses: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number >= 0 and number not in uses:
            uses.add(number)
            waiting += next_blocks(program, program.blocks[number].end, back)
    return uses
