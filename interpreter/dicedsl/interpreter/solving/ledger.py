"""Numbers that a lone player only writes down for the end: which they are, and how little of them a position has to keep.

A card of boxes has more states than can be counted, but hardly any of it matters: whether a box is still empty, and what all of them
come to in the end. A ledger is a part of a program's memory of which this can be shown. Rules may

- compare one of its numbers with a constant (so only the class of a number counts: empty or not, 50 or not),
- compare a sum of them with something else (a count: only its value counts, not what it is made of),
- add them up in the number that the game ranks by, and
- write a number where the class of the old one tells what that was, or add to one that no rule compares.

Nothing else may read them. Then two positions with the same classes and counts have the same future, but for what is already gained.
What can be seen in the text of a program is seen here; what is left is made sure of while positions are looked through (`pages`): sums
must weigh each number by its class alone, and a check before each writing fails if the old number was not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.table import Table
from dicedsl.program import ops
from dicedsl.program.following import following, ways_back
from dicedsl.program.liveness import Reads, members, run_of
from dicedsl.program.walk import children, statements, substitute
from dicedsl.text.source import NOWHERE

# How an expression depends on the ledger: not at all or by classes of single numbers, by counts, or as a sum of its numbers.
LIGHT, COUNTED, SUM = range(3)
COMPARED = ("==", "!=", "<", "<=", ">", ">=")
TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
CODE = "ledger"  # of a check that a ledger adds; no author ever sees it
MOST_ATOMS = 6  # comparisons of one memory with constants
MOST_CELLS = 64
MOST_MEMBERS = 64  # of a constant set that is gone through one by one
MUCH = 50_021


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
class Found:
    """What a program does with its ledger: comparisons with constants by slot, sums that are compared, and sums that are ranked by."""

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
        self.reads = Reads(program)
        self.found = Found()
        self.measure = run_of(program.reg.measure, program.players)
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
            for op in asked_by(decision):
                self._no_sum(op)

    # -------------------------------------------------------------- statements

    def _statements(self, body: Iterable[ops.Stmt], later: bool) -> None:
        for s in body:
            self._statement(s, later)

    def _statement(self, statement: Any, later: bool) -> None:
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
            if each is not None and any(self._touches(part) for part in _expressions(statement.body)):
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
            for op in _expressions([statement]):
                self._no_sum(op)

    def _touches(self, op: ops.Op) -> bool:
        return bool(self.reads(op) & self.cells)

    def _store(self, where: int, at: ops.Op, old: ops.Op, value: ops.Op) -> None:
        self._light(at)
        if where & self.measure:
            if self._kind(value) == SUM or self._touches(value):
                self.found.ranked.append(value)
        elif not where & self.cells:
            self._no_sum(value)
        else:
            if where & ~self.cells:
                raise NoLedger(where)
            more = _added(old, value)
            self._light(value if more is None else more)
            if more is None:
                self.found.written |= where
            else:
                self.found.added |= where

    # -------------------------------------------------------------- expressions

    def _light(self, op: ops.Op | None) -> None:
        if op is not None and self._kind(op) != LIGHT:
            raise NoLedger(self.reads(op))

    def _no_sum(self, op: ops.Op | None) -> None:
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
            return self._pair(op)
        if isinstance(op, ops.Cond):
            condition, then, other = self._kind(op.condition), self._kind(op.then), self._kind(op.other)
            if condition == SUM or (condition == COUNTED and SUM in (then, other)):
                raise NoLedger(self.reads(op))
            return max(condition, then, other)
        if isinstance(op, ops.Fold):
            return self._fold(op)
        parts = [self._kind(part) for part in children(op)]
        if SUM in parts:
            raise NoLedger(self.reads(op))
        return max(parts, default=LIGHT)

    def _pair(self, op: ops.Bin) -> int:
        if op.op in COMPARED:
            for one, other, sign in ((op.left, op.right, op.op), (op.right, op.left, TURNED[op.op])):
                if isinstance(one, ops.Cell | ops.CellAt) and isinstance(other, ops.Const) and self._kind(one) == SUM:
                    base = one.index if isinstance(one, ops.Cell) else one.base
                    self.found.atoms.setdefault(self.slot_of[base], set()).add((sign, other.value))
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
        if _free(op):
            raise NoLedger(self.reads(op))
        cap = None
        if isinstance(op.right, ops.Const) and op.op in (">=", "<", ">", "<="):
            cap = op.right.value + (op.op in (">", "<="))
        count = CountedSum(op.left if cap is not None else ops.Bin("-", op.left, op.right), cap)
        if count not in self.found.counts:
            self.found.counts.append(count)

    def _fold(self, op: ops.Fold) -> int:
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
            around = max(around, self._free_kind(op.condition, first, op))
        body = self._free_kind(op.body, first, op)
        if around == SUM or (body == SUM and (op.kind != "sum" or around != LIGHT)):
            raise NoLedger(self.reads(op))
        return max(around, body)

    def _free_kind(self, op: ops.Op, loop: ops.Loop, fold: ops.Fold) -> int:
        """Of what is inside a loop; gone through one by one where a sum is compared in it."""
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
        found = list(members(loop.source.value)) if loop.source.value >= 0 else []
    elif isinstance(loop.high, ops.Const):
        found = list(range(loop.source.value, loop.high.value + 1))
    else:
        return None
    return found if len(found) <= MOST_MEMBERS else None


def _added(old: ops.Op, value: ops.Op) -> ops.Op | None:
    """What a value adds to the old one; None if it does not."""
    if isinstance(value, ops.Bin) and value.op in ("+", "-"):
        if _same_place(old, value.left):
            return value.right
        if value.op == "+" and _same_place(old, value.right):
            return value.left
    return None


def _same_place(old: ops.Op, other: ops.Op) -> bool:
    if isinstance(old, ops.CellAt) and isinstance(other, ops.CellAt):
        return (old.base, old.size, old.index) == (other.base, other.size, other.index)
    return isinstance(old, ops.Cell) and old == other


def _free(op: Any, bound: frozenset[int] = frozenset()) -> bool:
    """Whether an expression has a variable that nothing in it binds."""
    if isinstance(op, ops.Var):
        return op.id not in bound
    if isinstance(op, ops.Fold):
        for loop in op.loops:
            if any(_free(part, bound) for part in (loop.source, loop.high) if part is not None):
                return True
            bound = bound | {loop.var}
        return any(_free(part, bound) for part in (op.condition, op.body) if part is not None)
    return any(_free(child, bound) for child in children(op))


def _expressions(body: Iterable[Any]) -> Iterator[ops.Op]:
    """All expressions in statements."""
    for s in body:
        for child in children(s):
            if isinstance(child, ops.Loop):
                yield from (op for op in (child.source, child.high) if op is not None)
            elif isinstance(child, ops.Op):
                yield child
            else:
                yield from _expressions([child])


def asked_by(decision: ops.Decision) -> Iterator[ops.Op]:
    yield decision.seats
    yield from (must.condition for must in decision.always)
    for alternative in decision.alternatives:
        yield from asked_for(alternative)


def asked_for(alternative: ops.AlternativeOp) -> Iterator[ops.Op]:
    yield from (must.condition for must in (*alternative.musts, *alternative.leaves))
    yield from (op for op in (alternative.weight, *(lot for _, lot in alternative.lots)) if op is not None)
    for pick in alternative.picks:
        yield from (op for op in (pick.source, pick.range_high, pick.low, pick.high, pick.condition) if op is not None)


def _after_rests(program: ops.Program) -> set[int]:
    """The blocks that can be come to after the game has rested once; that it is drawn by lot who begins does not count."""
    back = ways_back(program)
    waiting = [
        target
        for block in program.blocks
        if isinstance(block.end, ops.Ask | ops.RollDice | ops.DrawOne) and block.number != program.entry
        for target in following(program, block.end, back)
    ]
    found: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number >= 0 and number not in found:
            found.add(number)
            waiting += following(program, program.blocks[number].end, back)
    return found


# ------------------------------------------------------------------ a ledger


class Ledger:
    """The numbers of a table that are only written down for the end."""

    def __init__(self, table: Table, cells: int, found: Found) -> None:
        program = table.program
        self.cells = members(cells)
        self.table = table
        slot_of = {s.base + i: s.base for s in program.slots for i in range(s.size)}
        self.atoms = [sorted(found.atoms.get(slot_of[cell], ())) for cell in self.cells]
        self.count = found.counts[0] if found.counts else None
        self.ranked = found.ranked[0]
        compiled = table.function_of
        self._rank = compiled(self.ranked)
        self._gain = compiled(linear(LedgerReader(program, cells), self.ranked))
        self._counted = None if self.count is None else compiled(self.count.expression)
        self._samples = [self.samples(i) for i in range(len(self.cells))]
        self.weights = [self._weights(i) for i in range(len(self.cells))]

    # -------------------------------------------------------------- classes

    def code(self, index: int, value: int) -> int:
        """The class of a number: which comparisons hold of it."""
        return sum(_holds(value, *atom) << bit for bit, atom in enumerate(self.atoms[index]))

    def known(self, index: int, code: int) -> bool:
        """Whether there is only one number in a class."""
        return any(sign == "==" and code >> bit & 1 for bit, (sign, _) in enumerate(self.atoms[index]))

    def samples(self, index: int) -> dict[int, list[int]]:
        """Some numbers of each class."""
        found: dict[int, list[int]] = {}
        constants = {value for _, value in self.atoms[index]}
        for value in sorted({0, 1, 17, MUCH, 2 * MUCH + 1} | {c + d for c in constants for d in (-1, 0, 1)}):
            found.setdefault(self.code(index, value), []).append(value)
        return found

    # -------------------------------------------------------------- sums

    def gained(self, cells: Sequence[int]) -> int:
        """The part of what the game ranks by that is a sum of the ledger."""
        return int(self._gain(list(cells)))

    def counted(self, cells: Sequence[int]) -> int:
        return 0 if self._counted is None else int(self._counted(list(cells)))

    def rest(self, cells: Sequence[int]) -> int:
        """What the game ranks by, beside what was gained."""
        return int(self._rank(list(cells))) - self.gained(cells)

    def _weights(self, index: int) -> dict[int, tuple[int, int]]:
        """For each class of a number, how much a sum grows with it: what is gained, and what is counted."""
        found = {}
        for code, values in self.samples(index).items():
            if self.known(index, code):
                found[code] = (0, 0)
                continue
            if len(values) < 2:
                raise NoLedger(1 << self.cells[index])
            cells = list(self.table.program.initial)
            sums = []
            for value in values[:2]:
                cells[self.cells[index]] = value
                sums.append((self.gained(cells), self.counted(cells)))
            apart = values[1] - values[0]
            grown = [sums[1][j] - sums[0][j] for j in (0, 1)]
            if any(growth % apart for growth in grown):
                raise NoLedger(1 << self.cells[index])
            found[code] = (grown[0] // apart, grown[1] // apart)
        return found

    def fixed(self, cells: Cells) -> tuple[int, int]:
        """What of both sums does not come from numbers that are weighed, in the classes of this position.

        NoLedger if the sums of these classes are not what the weights say: checked with other numbers of the same classes.
        """
        found = []
        for turn in (0, 1):
            here = list(cells)
            if turn:
                for i, cell in enumerate(self.cells):
                    code = self.code(i, here[cell])
                    if not self.known(i, code):
                        values = self._samples[i][code]
                        other = values[-1] + 1_009 * i * i + 13
                        here[cell] = other if self.code(i, other) == code else values[here[cell] == values[0]]
            weighed = [0, 0]
            for i, cell in enumerate(self.cells):
                for j, weight in enumerate(self.weights[i][self.code(i, here[cell])]):
                    weighed[j] += weight * here[cell]
            found.append((self.gained(here) - weighed[0], self.counted(here) - weighed[1]))
        if found[0] != found[1]:
            raise NoLedger(0)
        return found[0]

    def with_count(self, cells: Cells, count: int) -> Cells | None:
        """A position of the same classes with another count; None if no single number can make up for it."""
        apart = count - self.counted(cells)
        if not apart:
            return cells
        for i, cell in enumerate(self.cells):
            code = self.code(i, cells[cell])
            weight = self.weights[i][code][1]
            if weight and apart % weight == 0 and self.code(i, cells[cell] + apart // weight) == code:
                return (*cells[:cell], cells[cell] + apart // weight, *cells[cell + 1 :])
        return None


def _holds(value: int, sign: str, constant: int) -> bool:
    return {
        "==": value == constant, "!=": value != constant, "<": value < constant, "<=": value <= constant,
        ">": value > constant, ">=": value >= constant,
    }[sign]  # fmt: skip


def linear(reader: LedgerReader, op: ops.Op) -> ops.Op:
    """The part of an expression that is a sum of the ledger."""
    if reader._kind(op) != SUM:
        return ops.ZERO
    if isinstance(op, ops.Call):
        function = reader.program.functions[op.function]
        assert function is not None
        return linear(reader, substitute(function.body, dict(zip(function.params, op.arguments, strict=True))))
    if isinstance(op, ops.Bin):
        if op.op == "*":
            left, right = reader._kind(op.left), reader._kind(op.right)
            return ops.Bin(
                "*",
                linear(reader, op.left) if left == SUM else op.left,
                linear(reader, op.right) if right == SUM else op.right,
            )
        return ops.Bin(op.op, linear(reader, op.left), linear(reader, op.right))
    if isinstance(op, ops.Cond):
        return ops.Cond(op.condition, linear(reader, op.then), linear(reader, op.other))
    if isinstance(op, ops.Fold):
        return evolve(op, body=linear(reader, op.body))
    return op


def ledger_of(table: Table) -> Ledger | None:
    """The ledger of a game for one player; None if there is none."""
    program = table.program
    slots = [s for s in program.slots if s.shape == "number" and s.scope == "game" and not s.many and s.seen_by is None]
    cells = 0
    for slot in slots:
        cells |= run_of(slot.base, slot.size)
    while cells:
        try:
            found = LedgerReader(program, cells).found
            unfit = _unfit(program, cells, found)
            if not unfit:
                ledger = Ledger(table, cells, found)
                return ledger if len(ledger.cells) <= MOST_CELLS else None
        except NoLedger as bad:
            unfit = bad.cells & cells
        if not unfit:
            return None
        for slot in slots:
            if unfit & run_of(slot.base, slot.size):
                cells &= ~run_of(slot.base, slot.size)
    return None


def _unfit(program: ops.Program, cells: int, found: Found) -> int:
    """Cells that are no part of a ledger after all."""
    bad = 0
    for slot in program.slots:
        mask = run_of(slot.base, slot.size)
        if mask & cells:
            atoms = found.atoms.get(slot.base, set())
            if atoms and found.added & mask:
                bad |= mask  # what is added to changes its class, who knows when
            if not any(sign == "==" for sign, _ in atoms) and found.written & mask:
                bad |= mask  # what was there before is not known
            if len(atoms) > MOST_ATOMS:
                bad |= mask
    if not bad and (len(found.ranked) != 1 or len(found.counts) > 1):
        return cells
    return bad


# ------------------------------------------------------------------ made sure of


def checked(program: ops.Program, ledger: Ledger) -> ops.Program:
    """The program with a check before each writing in a ledger: that the class of the old number says which it was."""
    place = {cell: i for i, cell in enumerate(ledger.cells)}

    def body(statements: Iterable[Any]) -> tuple[Any, ...]:
        found: list[Any] = []
        for s in statements:
            if isinstance(s, ops.Store) and s.index in place and _added(ops.Cell(s.index), s.value) is None:
                found.append(check(ops.Cell(s.index), place[s.index]))
            elif isinstance(s, ops.StoreAt) and s.base in place:
                old = ops.CellAt(s.base, s.at, s.size)
                if _added(old, s.value) is None:
                    found.append(check(old, place[s.base]))
            elif isinstance(s, ops.When):
                s = evolve(s, then=body(s.then), other=body(s.other))
            elif isinstance(s, ops.Each):
                s = evolve(s, body=body(s.body))
            found.append(s)
        return tuple(found)

    def check(old: ops.Op, index: int) -> ops.Check:
        known: ops.Op = ops.ZERO
        for sign, value in ledger.atoms[index]:
            if sign == "==":
                known = ops.Bin("or", known, ops.Bin("==", old, ops.Const(value)))
        return ops.Check(known, CODE, "a number is written over that is not known", NOWHERE)

    blocks = [evolve(block, body=list(body(block.body))) for block in program.blocks]
    return evolve(program, blocks=blocks, kept_as="")


def touching(program: ops.Program, ledger: Ledger) -> set[int]:
    """The blocks from which the game comes to rest only after it has read or written the ledger, or may have."""
    cells = sum(1 << cell for cell in ledger.cells)
    reads = Reads(program)
    back = ways_back(program)
    own: dict[int, bool] = {}
    after: dict[int, list[int]] = {}
    for block in program.blocks:
        number = block.number
        touched = any(reads(op) & cells for op in _expressions(block.body))
        for s in statements(block.body):
            if isinstance(s, ops.Store):
                touched = touched or bool(1 << s.index & cells)
            elif isinstance(s, ops.StoreAt):
                touched = touched or bool(run_of(s.base, s.size) & cells)
            elif isinstance(s, ops.Reset):
                touched = touched or any(run_of(base, len(values)) & cells for base, values in s.runs)
        end = block.end
        after[number] = following(program, end, back, resting=False)
        if isinstance(end, ops.Branch):
            touched = touched or bool(reads(end.condition) & cells)
        elif isinstance(end, ops.Ask):
            decision = program.decisions[end.decision]
            # Whether anything is allowed may be asked before the game rests.
            asked = asked_by(decision) if decision.nothing >= 0 else [decision.seats]
            touched = touched or any(reads(op) & cells for op in asked)
        elif isinstance(end, ops.RollDice):
            touched = touched or bool(reads(end.dice) & cells)
        elif isinstance(end, ops.DrawOne):
            touched = touched or bool(reads(end.members) & cells)
        own[number] = touched
    found = {number for number, touched in own.items() if touched}
    while True:
        more = {n for n, targets in after.items() if n not in found and any(t in found for t in targets)}
        if not more:
            return found
        found |= more
