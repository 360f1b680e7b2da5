"""Best play of a game, worked out: which way fits it, and what came of it."""

from __future__ import annotations

import os
import sys
import time
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.solving.aims import Stakes, aim_of, raise_unfit
from dicedsl.interpreter.solving.estimate import estimated, rounded
from dicedsl.interpreter.solving.graph import Graph
from dicedsl.interpreter.solving.hidden import MOST_NODES, near_best, tree_of
from dicedsl.interpreter.solving.kept import keep
from dicedsl.interpreter.solving.ledger import ledger_of
from dicedsl.interpreter.solving.ledger_reading import NoLedger
from dicedsl.interpreter.solving.position_walks import TooManyPositions, Walk
from dicedsl.interpreter.solving.values import ROUNDED, Tell, exactly, nothing, packed, worked_out
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops

MOST_POSITIONS = 50_000_000
MOST_IN_PYTHON = 2_000_000  # positions, where nothing is compiled
FEW = 100_000  # positions that are looked through at once even where pages would do
GIGABYTE = 1 << 30
FAR_TOO_MANY = 1_000  # times as many positions as may be, by a guess that may be wrong
FAR = 1e-9  # bounds that have not met


@frozen
class Solution:
    """What best play comes to.

    value: see `aim`; the true one is no further from it than `error`. exact: the same as a fraction, where it is worked out. way:
    how it was found, by all positions at once, page by page, or by sequences of moves. positions and edges: how many there are, all that is alike taken as one.
    """

    title: str
    players: int
    variants: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    aim: str
    value: float
    error: float
    exact: Fraction | None
    way: str
    positions: int
    edges: int
    simplest: Fraction | None = None
    seconds: float = 0.0
    memory: int = 0

    @property
    def advantage(self) -> float | None:
        """Of two players: by how much more of the victory the first one has than the second, from -1 to 1."""
        return 2 * self.value - 1 if self.players == 2 else None

    @property
    def exact_advantage(self) -> Fraction | None:
        return None if self.exact is None or self.players != 2 else 2 * self.exact - 1

    def as_json(self) -> dict[str, Any]:
        def told(number: Fraction | None) -> str | None:
            return None if number is None else str(number)

        return {
            "title": self.title,
            "players": self.players,
            "variants": list(self.variants),
            "options": dict(self.options),
            "value_is": self.aim,
            "value": self.value,
            "error": self.error,
            "exact": told(self.exact),
            "simplest_within_error": told(self.simplest),
            "advantage": self.advantage,
            "exact_advantage": told(self.exact_advantage),
            "way": self.way,
            "positions": self.positions,
            "edges": self.edges,
            "seconds": round(self.seconds, 3),
            "memory_bytes": self.memory,
        }


def usual_memory() -> int:
    """Half of what this machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):
        return 2 * GIGABYTE


def memory_used() -> int:
    """The most memory this process ever had; 0 where nobody can tell."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def solve(table: GameTable, most: int = MOST_POSITIONS, memory: int | None = None, tell: Tell = nothing) -> Solution:
    """Best play from the start. UsageError, with a sentence why, where that cannot be worked out here."""
    begun = time.monotonic()
    raise_unfit(table)
    aim = aim_of(table)
    if table.sight.secrets:
        found = _hidden(table, aim, most, tell)
    else:
        memory = memory or usual_memory()
        found = _by_pages(table, aim, most, memory, tell) or _whole(table, aim, most, memory, tell)
    return evolve(found, seconds=time.monotonic() - begun, memory=memory_used())


def _hidden(table: GameTable, aim: Stakes, most: int, tell: Tell) -> Solution:
    """Where something is hidden: strategies near to best play, by all ways the game can go."""
    if table.players != 2:
        raise UsageError("something is hidden from the player here, and such games are solved for two only")
    try:
        tree = tree_of(table, aim, min(most, MOST_NODES), tell)
    except TooManyPositions as many:
        raise UsageError(
            f"something is hidden here, so that all ways the game can go count: {many.found:,} were looked up, and there are more"
        ) from None
    near = near_best(tree, tell)
    value, error = (near.lower + near.upper) / 2, (near.upper - near.lower) / 2 + ROUNDED
    found = _solution(table, aim, value, error, None, "sequences", len(tree.kinds), len(tree.target))
    return evolve(found, simplest=near.simplest)


def _by_pages(table: GameTable, aim: Stakes, most: int, memory: int, tell: Tell) -> Solution | None:
    """Page by page, if numbers are only written down for the end; None if they are not, or if all positions are soon looked through."""
    engine: Any = table.runner()
    if not aim.ranked or engine.name != "native":
        return None
    ledger = ledger_of(table)
    if ledger is None:
        return None
    from dicedsl.interpreter.solving.native import PositionFinder
    from dicedsl.interpreter.solving.pages import Pages

    try:
        PositionFinder(table, aim, engine).whole(min(most, FEW), memory, tell)
        return None
    except TooManyPositions:
        pass
    try:
        pages = Pages(table, aim, ledger, tell)
        pages.found(most, memory)
        value = pages.worked_out()
    except NoLedger:
        return None
    except TooManyPositions as many:
        raise too_many(Walk(table, aim), many.found) from None
    about, rows = pages.keep()
    keep(table, {**about, "way": "pages", "marks": "native"}, rows)
    return _solution(table, aim, value, pages.error(value), None, "pages", pages.positions, pages.edges)


def _whole(table: GameTable, aim: Stakes, most: int, memory: int, tell: Tell) -> Solution:
    """All positions at once."""
    graph = _graph(table, aim, most, memory, tell)
    found = worked_out(graph, tell)
    if found.upper[0] - found.lower[0] > FAR:
        raise UsageError(
            "play can go on for ever here without being decided: all that can be said is that the value is between "
            f"{found.lower[0]:.10g} and {found.upper[0]:.10g}"
        )
    table_of_values = packed(found)
    if table_of_values is not None:
        marks = "native" if table.runner().name == "native" else "plain"
        keep(table, {"way": "positions", "marks": marks}, dict(zip(("keys", "values"), table_of_values, strict=True)))
    begin = begins(table, graph)
    exact = exactly(found)
    size = graph.positions, graph.edges
    if exact is not None:
        return _solution(table, aim, float(exact[begin]), 0.0, exact[begin], "positions", *size)
    return _solution(table, aim, found.middle(begin), found.error(begin), None, "positions", *size)


def begins(table: GameTable, graph: Graph) -> int:
    """The position in which the first player begins: where that is drawn by lot, what the first lot leads to."""
    drawn = table.setting.starter < 0 and isinstance(table.program.blocks[table.program.entry].end, ops.DrawOne)
    return int(graph.target[graph.first[0]]) if drawn and graph.edges else 0


def _graph(table: GameTable, aim: Stakes, most: int, memory: int, tell: Tell) -> Graph:
    engine: Any = table.runner()
    try:
        if engine.name == "native":
            from dicedsl.interpreter.solving.native import PositionFinder

            def hopeless(found: int) -> bool:
                return estimated(Walk(table, aim), found) > FAR_TOO_MANY * most

            return PositionFinder(table, aim, engine).whole(most, memory, tell, hopeless)
        return Walk(table, aim).whole(min(most, MOST_IN_PYTHON), tell)
    except TooManyPositions as many:
        raise too_many(Walk(table, aim), many.found) from None


def too_many(walk: Walk, found: int) -> UsageError:
    """Why a game is not solved, with a guess at how far it is from that."""
    guess = rounded(estimated(walk, found))
    return UsageError(
        f"this game has about {guess} positions, more than can be looked through here: {found:,} were found, and there were more to come"
    )


def _solution(
    table: GameTable,
    aim: Stakes,
    value: float,
    error: float,
    exact: Fraction | None,
    way: str,
    positions: int,
    edges: int,
) -> Solution:
    about, options = table.about, table.setting.options
    return Solution(
        about.title, table.players, about.chosen, options, aim.told, value, error, exact, way, positions, edges
    )
