"""The nodes of a search: what the seat to move has tried there, and what came of it.

A node is a position, or where something is hidden all positions that look alike to the seat that chooses: so nobody in the
search acts on what only others know. Its edges are the moves the seat can tell apart.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log, sqrt

from dicedsl.interpreter.bots.search.judge import SeatValues
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Answer, Cells

LEAST_BONUS = 1e-9
EXPLORED_PART = 0.15  # of the choices made at once that are drawn evenly


class SearchEdge:
    """A move: how often it was taken, what it was worth to who took it, and where it led."""

    __slots__ = ("answer", "deck", "following", "is_fixed", "number", "total", "visits")

    def __init__(self, number: int, answer: Answer) -> None:
        self.number = number
        self.answer = answer
        self.visits = 0
        self.total = 0.0
        self.following: list[SearchNode | SeatValues] = []
        self.deck: list[int] = []  # of what can fall first after it
        self.is_fixed = False  # nothing is left to chance on the way

    @property
    def mean(self) -> float:
        """What the move was worth on average to who took it."""
        return self.total / self.visits if self.visits else 0.0


class SearchNode:
    """A position, or all that look alike to the seat that chooses. is_shared: whether it stands for several positions.
    is_varied: whether a move may be another answer in each of them."""

    __slots__ = (
        "at_once",
        "cells",
        "edges",
        "is_shared",
        "is_varied",
        "patience",
        "reached",
        "regrets",
        "seat",
        "sounds",
        "square",
        "strategy",
        "total",
        "visits",
    )

    def __init__(self, seat: int, cells: Cells, at_once: bool, is_shared: bool, is_varied: bool) -> None:
        self.seat = seat
        self.cells = cells
        self.at_once = at_once
        self.is_shared = is_shared
        self.is_varied = is_varied
        self.edges: list[SearchEdge] = []
        self.sounds: dict[Hashable, SearchEdge] = {}
        self.reached = 0
        self.patience = 1  # times it is come to before its moves are tried one by one
        self.visits = 0
        self.total = 0.0
        self.square = 0.0
        self.regrets: dict[int, float] = {}
        self.strategy: dict[int, float] = {}

    def update(self, edge: SearchEdge, value: float) -> None:
        """Count what came of taking a move, to who took it."""
        edge.visits += 1
        edge.total += value
        self.visits += 1
        self.total += value
        self.square += value * value

    # -------------------------------------------------------------- choosing

    def edge_by_bound(self, edges: Sequence[SearchEdge], curiosity: float) -> SearchEdge:
        """Give the move that may be best: its mean, and more for what was tried seldom, by how much values vary here."""
        visits = max(1, self.visits)
        mean = self.total / visits
        variance = max(self.square / visits - mean * mean, 0.0)
        worth = curiosity * sqrt(variance * log(visits + 1)) + LEAST_BONUS
        best_bound, best_edge = -1e30, edges[0]
        for edge in edges:
            if not edge.visits:
                return edge
            bound = edge.total / edge.visits + worth / sqrt(edge.visits)
            if bound > best_bound:
                best_bound, best_edge = bound, edge
        return best_edge

    def edge_by_regret(self, edges: Sequence[SearchEdge], chance: Chance) -> SearchEdge:
        """Give a move by lot, each as likely as it is regretted that it was not always taken (regret matching)."""
        regrets, strategy = self.regrets, self.strategy
        positive = [max(0.0, regrets.get(edge.number, 0.0)) for edge in edges]
        total, even = sum(positive), 1.0 / len(edges)
        chances = [p / total if total > 0 else even for p in positive]
        unseen = [edge for edge in edges if not edge.visits]
        if unseen:
            return unseen[chance.below(len(unseen))]
        expected = sum(p * edge.mean for p, edge in zip(chances, edges, strict=True))
        for p, edge in zip(chances, edges, strict=True):
            strategy[edge.number] = strategy.get(edge.number, 0.0) + p
            regrets[edge.number] = regrets.get(edge.number, 0.0) + edge.mean - expected
        if chance.unit() < EXPLORED_PART:
            return edges[chance.below(len(edges))]
        point = chance.unit()
        for p, edge in zip(chances, edges, strict=True):
            point -= p
            if point < 0:
                return edge
        return edges[-1]
