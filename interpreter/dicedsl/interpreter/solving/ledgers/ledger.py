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
from dicedsl.interpreter.solving.ledgers.ledger_reader import (
    SUM,
    LedgerReader,
    LedgerUses,
    NoLedger,
    addend_of,
    conditions_of,
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
LARGE_SAMPLE = 50_021


# ------------------------------------------------------------------ a ledger


class Ledger:
    """The numbers of a table that are only written down for the end."""

    def __init__(self, table: GameTable, cells: int, uses: LedgerUses) -> None:
        program = table.program
        self.cells = tuple(members_of(cells))
        self.table = table
        slot_of = {s.base + i: s.base for s in program.slots for i in range(s.size)}
        self.atoms = [sorted(uses.atoms.get(slot_of[cell], ())) for cell in self.cells]
        self.count = uses.counts[0] if uses.counts else None
        self.ranked = uses.ranked[0]
        compiled = table.expressions.function_of
        self._rank = compiled(self.ranked)
        self._gain = compiled(linear_part(LedgerReader(program, cells), self.ranked))
        self._count = None if self.count is None else compiled(self.count.expression)
        self._samples = [self.samples(i) for i in range(len(self.cells))]
        self.weights = [self._weights(i) for i in range(len(self.cells))]

    # -------------------------------------------------------------- classes

    def class_of(self, index: int, value: int) -> int:
        """The class of a number: which comparisons hold of it."""
        return sum(_holds(value, *atom) << bit for bit, atom in enumerate(self.atoms[index]))

    def is_single(self, index: int, its_class: int) -> bool:
        """Whether there is only one number in a class."""
        return any(sign == "==" and its_class >> bit & 1 for bit, (sign, _) in enumerate(self.atoms[index]))

    def samples(self, index: int) -> dict[int, list[int]]:
        """Give some numbers of each class."""
        by_class: dict[int, list[int]] = {}
        constants = {value for _, value in self.atoms[index]}
        for value in sorted(
            {0, 1, 17, LARGE_SAMPLE, 2 * LARGE_SAMPLE + 1} | {c + d for c in constants for d in (-1, 0, 1)}
        ):
            by_class.setdefault(self.class_of(index, value), []).append(value)
        return by_class

    # -------------------------------------------------------------- sums

    def gain_of(self, cells: Sequence[int]) -> int:
        """Give the part of what the game ranks by that is a sum of the ledger."""
        return int(self._gain(list(cells)))

    def count_of(self, cells: Sequence[int]) -> int:
        """Give the count that rules compare, 0 if there is none."""
        return 0 if self._count is None else int(self._count(list(cells)))

    def rest_of(self, cells: Sequence[int]) -> int:
        """Give what the game ranks by, beside what was gained."""
        return int(self._rank(list(cells))) - self.gain_of(cells)

    def _weights(self, index: int) -> dict[int, tuple[int, int]]:
        """For each class of a number, how much a sum grows with it: what is gained, and what is counted."""
        weights = {}
        for its_class, values in self.samples(index).items():
            if self.is_single(index, its_class):
                weights[its_class] = (0, 0)
                continue
            if len(values) < 2:
                raise NoLedger(1 << self.cells[index])
            cells = list(self.table.program.initial)
            sums = []
            for value in values[:2]:
                cells[self.cells[index]] = value
                sums.append((self.gain_of(cells), self.count_of(cells)))
            apart = values[1] - values[0]
            grown = [sums[1][j] - sums[0][j] for j in (0, 1)]
            if any(growth % apart for growth in grown):
                raise NoLedger(1 << self.cells[index])
            weights[its_class] = (grown[0] // apart, grown[1] // apart)
        return weights

    def fixed_sums(self, cells: Cells) -> tuple[int, int]:
        """What of both sums does not come from numbers that are weighed, in the classes of this position.

        NoLedger if the sums of these classes are not what the weights say: checked with other numbers of the same classes.
        """
        sums = []
        for turn in (0, 1):
            here = list(cells)
            if turn:
                for i, cell in enumerate(self.cells):
                    its_class = self.class_of(i, here[cell])
                    if not self.is_single(i, its_class):
                        values = self._samples[i][its_class]
                        other = values[-1] + 1_009 * i * i + 13
                        here[cell] = other if self.class_of(i, other) == its_class else values[here[cell] == values[0]]
            weighed = [0, 0]
            for i, cell in enumerate(self.cells):
                for j, weight in enumerate(self.weights[i][self.class_of(i, here[cell])]):
                    weighed[j] += weight * here[cell]
            sums.append((self.gain_of(here) - weighed[0], self.count_of(here) - weighed[1]))
        if sums[0] != sums[1]:
            raise NoLedger(0)
        return sums[0]

    def with_count(self, cells: Cells, count: int) -> Cells | None:
        """A position of the same classes with another count; None if no single number can make up for it."""
        apart = count - self.count_of(cells)
        if not apart:
            return cells
        for i, cell in enumerate(self.cells):
            its_class = self.class_of(i, cells[cell])
            weight = self.weights[i][its_class][1]
            if weight and apart % weight == 0 and self.class_of(i, cells[cell] + apart // weight) == its_class:
                return (*cells[:cell], cells[cell] + apart // weight, *cells[cell + 1 :])
        return None


def _holds(value: int, sign: str, constant: int) -> bool:
    """Whether a comparison holds."""
    return {
        "==": value == constant, "!=": value != constant, "<": value < constant, "<=": value <= constant,
        ">": value > constant, ">=": value >= constant,
    }[sign]  # fmt: skip


def linear_part(reader: LedgerReader, op: ops.Op) -> ops.Op:
    """Give the part of an expression that is a sum of the ledger."""
    if reader._kind(op) != SUM:
        return ops.ZERO
    if isinstance(op, ops.Call):
        function = reader.program.functions[op.function]
        assert function is not None
        return linear_part(reader, substitute(function.body, dict(zip(function.params, op.arguments, strict=True))))
    if isinstance(op, ops.Bin):
        if op.op == "*":
            left, right = reader._kind(op.left), reader._kind(op.right)
            return ops.Bin(
                "*",
                linear_part(reader, op.left) if left == SUM else op.left,
                linear_part(reader, op.right) if right == SUM else op.right,
            )
        return ops.Bin(op.op, linear_part(reader, op.left), linear_part(reader, op.right))
    if isinstance(op, ops.Cond):
        return ops.Cond(op.condition, linear_part(reader, op.then), linear_part(reader, op.other))
    if isinstance(op, ops.Fold):
        return evolve(op, body=linear_part(reader, op.body))
    return op


def ledger_of(table: GameTable) -> Ledger | None:
    """Give the ledger of a game for one player; None if there is none."""
    program = table.program
    slots = [s for s in program.slots if s.shape == "number" and s.scope == "game" and not s.many and s.seen_by is None]
    cells = 0
    for slot in slots:
        cells |= run_of(slot.base, slot.size)
    while cells:
        try:
            uses = LedgerReader(program, cells).uses
            unfit = _unfit(program, cells, uses)
            if not unfit:
                ledger = Ledger(table, cells, uses)
                return ledger if len(ledger.cells) <= MOST_CELLS else None
        except NoLedger as bad:
            unfit = bad.cells & cells
        if not unfit:
            return None
        for slot in slots:
            if unfit & run_of(slot.base, slot.size):
                cells &= ~run_of(slot.base, slot.size)
    return None


def _unfit(program: ops.Program, cells: int, uses: LedgerUses) -> int:
    """Cells that are no part of a ledger after all."""
    bad = 0
    for slot in program.slots:
        mask = run_of(slot.base, slot.size)
        if mask & cells:
            atoms = uses.atoms.get(slot.base, set())
            if atoms and uses.added & mask:
                bad |= mask  # what is added to changes its class, who knows when
            if not any(sign == "==" for sign, _ in atoms) and uses.written & mask:
                bad |= mask  # what was there before is not known
            if len(atoms) > MOST_ATOMS:
                bad |= mask
    if not bad and (len(uses.ranked) != 1 or len(uses.counts) > 1):
        return cells
    return bad


# ------------------------------------------------------------------ made sure of


def with_checks(program: ops.Program, ledger: Ledger) -> ops.Program:
    """Give a copy of the program with a check before each writing in a ledger: that the class of the old number says which it was."""
    place = {cell: i for i, cell in enumerate(ledger.cells)}

    def body(statements: Iterable[Any]) -> tuple[Any, ...]:
        """Statements with checks between them."""
        checked: list[Any] = []
        for s in statements:
            if isinstance(s, ops.Store) and s.index in place and addend_of(ops.Cell(s.index), s.value) is None:
                checked.append(check(ops.Cell(s.index), place[s.index]))
            elif isinstance(s, ops.StoreAt) and s.base in place:
                old = ops.CellAt(s.base, s.at, s.size)
                if addend_of(old, s.value) is None:
                    checked.append(check(old, place[s.base]))
            elif isinstance(s, ops.When):
                s = evolve(s, then=body(s.then), other=body(s.other))
            elif isinstance(s, ops.Each):
                s = evolve(s, body=body(s.body))
            checked.append(s)
        return tuple(checked)

    def check(old: ops.Op, index: int) -> ops.Check:
        """A check that the old number of a cell is known by its class."""
        is_known: ops.Op = ops.ZERO
        for sign, value in ledger.atoms[index]:
            if sign == "==":
                is_known = ops.Bin("or", is_known, ops.Bin("==", old, ops.Const(value)))
        return ops.Check(is_known, CODE, "a number is written over that is not known", NOWHERE)

    blocks = [evolve(block, body=list(body(block.body))) for block in program.blocks]
    return evolve(program, blocks=blocks, kept_as="")


def touching_blocks(program: ops.Program, ledger: Ledger) -> set[int]:
    """Give the blocks from which the game comes to rest only after it has read or written the ledger, or may have."""
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
            asked = conditions_of(decision) if decision.nothing_block >= 0 else [decision.seats]
            touched = touched or any(reads(op) & cells for op in asked)
        elif isinstance(end, ops.RollDice):
            touched = touched or bool(reads(end.dice) & cells)
        elif isinstance(end, ops.DrawOne):
            touched = touched or bool(reads(end.members) & cells)
        own[number] = touched
    blocks = {number for number, touched in own.items() if touched}
    while True:
        more = {n for n, targets in after.items() if n not in blocks and any(t in blocks for t in targets)}
        if not more:
            return blocks
        blocks |= more
