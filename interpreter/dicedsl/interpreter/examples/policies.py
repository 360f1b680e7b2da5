"""How an example answers for a player who has been told how to choose."""

from __future__ import annotations

from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table import Table
from dicedsl.lower.policies import measures
from dicedsl.lower.scope import Scope
from dicedsl.program.sets import NO_NUMBER
from dicedsl.syntax import nodes as n

Bare = tuple[int, ...]  # an alternative and the values picked


class Policy:
    """The first or last legal move in the order of the list, perhaps among those with the highest or lowest measure."""

    def __init__(self, table: Table, node: n.Policy, scope: Scope) -> None:
        self.table = table
        self.node = node
        found = {} if node.by is None else measures(table.lowering, node.by.measure, scope)
        self.measures = {key: table.engine.compile_condition(op) for key, op in found.items()}

    def move(self, state: State, seat: int) -> Move | None:
        """The answer of a seat that is asked; None if it has none."""
        moves = self.table.bare_moves(state, seat)
        if self.measures:
            moves = self._best(moves, state, seat)
        if not moves:
            return None
        chosen = moves[0 if self.node.which == "first" else -1]
        return Move(seat, chosen[0], chosen[1:], "")

    def _best(self, moves: list[Bare], state: State, seat: int) -> list[Bare]:
        """Those with the best measure; moves that have none come behind all others."""
        assert self.node.by is not None
        rated = [(self._measure(move, state, seat), move) for move in moves]
        there = [rate for rate, _ in rated if rate is not None]
        best = (max if self.node.by.highest else min)(there, default=None)
        return [move for rate, move in rated if rate == best]

    def _measure(self, move: Bare, state: State, seat: int) -> int | None:
        decision = self.table.decision(state)
        assert decision is not None
        measure = self.measures.get((decision.number, move[0]))
        if measure is None:
            return None
        cells = list(state.cells)
        if decision.at_once:
            cells[self.table.reg.actor] = seat
        for pick, value in zip(decision.alternatives[move[0]].picks, move[1:], strict=True):
            cells[pick.cell] = value
        rate = int(measure(cells))
        return None if rate == NO_NUMBER else rate
