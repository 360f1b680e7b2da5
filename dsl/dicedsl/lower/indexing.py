"""Where in a row of cells something is kept: the one place that makes an index of keys.

A key is a member of a kind, or none; the last may also be any number, counted from the first that something is kept for. What is kept
for none, or for a number beyond, is nowhere: then the whole index lies outside of the cells, so that reading there gives none and
writing is a fault, and never another cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Protocol

from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.walk import ATOMS


class ListKeeper(Protocol):
    """What keeps constant lists."""

    def list_of(self, values: tuple[int, ...]) -> int: ...


def index_of(lists: ListKeeper, keys: Sequence[ops.Op], sizes: Sequence[int], any_number: bool = False) -> ops.Op:
    """The first key counts most. A first key that is none makes the index negative by itself; the others are seen to."""
    nowhere = -prod(sizes)
    index = keys[0]
    for i, (key, size) in enumerate(zip(keys[1:], sizes[1:], strict=True), 2):
        beyond = any_number and i == len(keys)
        index = ops.Bin("+", ops.Bin("*", index, ops.Const(size)), _there(lists, key, size, nowhere, beyond))
    constant = constant_of(index)
    return index if constant is None else ops.Const(constant)


def _there(lists: ListKeeper, key: ops.Op, size: int, nowhere: int, beyond: bool) -> ops.Op:
    """The key, or a number so low that nothing can make up for it; nothing is worked out twice."""
    if isinstance(key, ops.Const):
        return key if 0 <= key.value < size else ops.Const(nowhere)
    if isinstance(key, ATOMS) and not beyond:
        return ops.Cond(ops.Bin("<", key, ops.ZERO), ops.Const(nowhere), key)
    return ops.ListAt(lists.list_of(tuple(range(size))), key, nowhere)
