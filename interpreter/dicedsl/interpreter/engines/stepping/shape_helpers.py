"""Helpers of generated code for shapes on boards: which are alike, and where copies of one lie."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from dicedsl.geometry import shapes
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS, BoundedDict


def shape_helpers(program: ops.Program) -> dict[str, Callable[..., Any]]:
    """These helpers, bound to the boards of a program."""
    forms: BoundedDict[tuple[int, int], tuple[tuple[int, ...], ...]] = BoundedDict()

    def form_of(mask: int, board: int) -> tuple[tuple[int, ...], ...]:
        key = (mask, board)
        form = forms.get(key)
        if form is None:
            labels = program.boards[board].labels
            form = forms.keep(key, shapes.form([labels[i] for i in MEMBERS[mask]]))
        return form

    def shaped_alike(left: int, left_board: int, right: int, right_board: int) -> bool:
        return left.bit_count() == right.bit_count() and form_of(left, left_board) == form_of(right, right_board)

    space_of = lru_cache(None)(lambda board: shapes.NumberedSpace(program.boards[board].labels))
    copies: BoundedDict[tuple[int, int, int], tuple[int, ...]] = BoundedDict()

    def copies_in(shape: int, shape_board: int, within: int, board: int) -> list[int]:
        key = (shape, shape_board, board)
        anywhere = copies.get(key)
        if anywhere is None:
            labels = program.boards[shape_board].labels
            anywhere = copies.keep(key, space_of(board).copies([labels[i] for i in MEMBERS[shape]]))
        return [copy for copy in anywhere if not copy & ~within]

    return {"shaped_alike": shaped_alike, "copies_in": copies_in}
