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

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import evolve

from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.solving.ledger_reading import (
    SUM,
    Found,
    LedgerReader,
    NoLedger,
    added,
    asked_by,
    expressions_of,
)
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.masks import members_of
from dicedsl.program import ops
from dicedsl.program.control_flow import next_blocks, return_addresses
from dicedsl.program.liveness import CellReads, run_of
from dicedsl.program.walk import statements, substitute
from dicedsl.text.source import NOWHERE

CODE = "ledger"  # of a check that a ledger adds; no author ever sees it
MOST_ATOMS = 6  # comparisons of one memory with constants
MOST_CELLS = 64
MUCH = 50_021


# ------------------------------------------------------------------ a ledger


class Ledger:
    """The numbers of a table that are only written down for the end."""

    def __init__(self, table: GameTable, cells: int, found: Found) -> None:
        program = table.program
        self.cells = tuple(members_of(cells))
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


def ledger_of(table: GameTable) -> Ledger | None:
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
            if isinstance(s, ops.Store) and s.index in place and added(ops.Cell(s.index), s.value) is None:
                found.append(check(ops.Cell(s.index), place[s.index]))
            elif isinstance(s, ops.StoreAt) and s.base in place:
                old = ops.CellAt(s.base, s.at, s.size)
                if added(old, s.value) is None:
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
    reads = CellReads(program)
    back = return_addresses(program)
    own: dict[int, bool] = {}
    after: dict[int, list[int]] = {}
    for block in program.blocks:
        number = block.number
        touched = any(reads(op) & cells for op in expressions_of(block.body))
        for s in statements(block.body):
            if isinstance(s, ops.Store):
                touched = touched or bool(1 << s.index & cells)
            elif isinstance(s, ops.StoreAt):
                touched = touched or bool(run_of(s.base, s.size) & cells)
            elif isinstance(s, ops.Reset):
                touched = touched or any(run_of(base, len(values)) & cells for base, values in s.runs)
        end = block.end
        after[number] = next_blocks(program, end, back, resting=False)
        if isinstance(end, ops.Branch):
            touched = touched or bool(reads(end.condition) & cells)
        elif isinstance(end, ops.Ask):
            decision = program.decisions[end.decision]
            # Whether anything is allowed may be asked before the game rests.
            asked = asked_by(decision) if decision.nothing_block >= 0 else [decision.seats]
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
