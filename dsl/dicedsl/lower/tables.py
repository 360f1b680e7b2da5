"""Loops that never change, worked out once for everything that they depend on and then looked up."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from attrs import frozen

from dicedsl.lower.cell_layout import CellLayout
from dicedsl.lower.indexing import index_of
from dicedsl.program import ops
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead, reads_state
from dicedsl.program.walk import parts, rebuilt
from dicedsl.text.budget import WorkBudget

MOST_TABLE_ENTRIES = 40_000  # entries of a table
VALUELESS_OPERATIONS = (ops.Loop, ops.Groups, ops.Copies)  # give no single value


@frozen(eq=False)
class Tables:
    """Puts tables in place of loops; `sizes` says of variables how many members their kind has."""

    program: ops.Program
    layout: CellLayout
    budget: WorkBudget
    sizes: dict[int, int]

    def whole(self, op: Any) -> Any:
        """The operation with tables for all loops in it that depend on these variables alone."""
        if not any(isinstance(part, ops.Fold) for part in parts(op)):
            return op
        return self._table(op) or self._inside(op)

    def _inside(self, op: Any) -> Any:
        is_list = isinstance(op, ops.Loop) and op.sets
        return rebuilt(op, self._inside if is_list else self.whole)

    def _table(self, op: Any) -> ops.Op | None:
        if isinstance(op, VALUELESS_OPERATIONS) or (isinstance(op, ops.Fold) and op.kind == "sets"):
            return None
        free = self._free(op)
        if not free or not free <= self.sizes.keys() or reads_state(op, self.program.functions):
            return None
        keys = sorted(free)
        sizes = [self.sizes[var] for var in keys]
        if prod(sizes) > MOST_TABLE_ENTRIES:
            return None
        evaluate = FixedEvaluator(self.program, self.budget.spare)
        try:
            entries = tuple(
                evaluate(op, dict(zip(keys, members, strict=True))) for members in product(*map(range, sizes))
            )
        except StateRead:
            return None
        index = index_of(self.layout, [ops.Var(var) for var in keys], sizes)
        return ops.ListAt(self.layout.list_of(entries), index, 0)

    @staticmethod
    def _free(op: Any) -> set[int]:
        """The variables that an operation takes from around it."""
        bound = {part.var for part in parts(op) if isinstance(part, ops.Loop)}
        return {part.id for part in parts(op) if isinstance(part, ops.Var)} - bound
