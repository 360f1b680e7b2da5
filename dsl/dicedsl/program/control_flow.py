"""Which blocks can come after a block: the one control flow graph that all who look a program through share."""

from __future__ import annotations

from collections.abc import Mapping, Set

from dicedsl.errors import raise_unhandled
from dicedsl.program import ops
from dicedsl.program.walk import statements

ReturnAddresses = Mapping[int, Set[int]]  # by the cell that an address is kept in, the blocks it may lead to


def return_addresses(program: ops.Program) -> dict[int, set[int]]:
    """The blocks whose addresses a program stores, by the cell that keeps them."""
    blocks_of: dict[int, set[int]] = {}
    for block in program.blocks:
        for statement in statements(block.body):
            if isinstance(statement, ops.Store) and isinstance(statement.value, ops.Address):
                blocks_of.setdefault(statement.index, set()).add(statement.value.block)
    return blocks_of


def next_blocks(program: ops.Program, end: ops.End, back: ReturnAddresses, *, resting: bool = True) -> list[int]:
    """The blocks that may come next, each condition being met or not; with `resting` also those before which the game rests.

    Where several choose at once, what they chose is carried out behind their `after_block`; their alternatives count as well.
    """
    if isinstance(end, ops.Jump):
        return [end.block]
    if isinstance(end, ops.Branch):
        return [end.then, end.other]
    if isinstance(end, ops.Back):
        return sorted(back.get(end.cell, ()))
    if isinstance(end, ops.RollDice):
        return [end.next]  # without dice there is no rest
    if isinstance(end, ops.DrawOne):
        return [end.next] if resting else []
    if isinstance(end, ops.Ask):
        decision = program.decisions[end.decision]
        chosen = [*(a.block for a in decision.alternatives), decision.after_block] if resting else []
        return [block for block in (*chosen, decision.nothing_block) if block >= 0]
    if isinstance(end, ops.Over):
        return []
    raise_unhandled(end)
