"""Best play of a game, worked out: which way fits it, and what came of it."""

from __future__ import annotations

import os
import sys
import time
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.solving.aim import PlayAim, aim_of, raise_unfit
from dicedsl.interpreter.solving.graph import Graph
from dicedsl.interpreter.solving.hidden.hidden_games import MOST_NODES, near_best, tree_of
from dicedsl.interpreter.solving.ledgers.ledger import ledger_of
from dicedsl.interpreter.solving.ledgers.ledger_reader import NoLedger
from dicedsl.interpreter.solving.positions.estimate import number_in_words, position_estimate
from dicedsl.interpreter.solving.positions.position_values import (
    ROUNDING_ERROR,
    exact_values,
    lookup_table,
    solve_values,
)
from dicedsl.interpreter.solving.positions.position_walk import PositionWalk, TooManyPositions
from dicedsl.interpreter.solving.progress import TellProgress, ignore_progress
from dicedsl.interpreter.solving.solved_files import keep_solved
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops

MOST_POSITIONS = 50_000_000
MOST_IN_PYTHON = 2_000_000  # positions, where nothing is compiled
FEW_POSITIONS = 100_000  # positions that are looked through at once even where pages would do
GIGABYTE = 1 << 30
FAR_TOO_MANY = 1_000  # times as many positions as may be, by a guess that may be wrong
FAR_BOUNDS = 1e-9  # bounds that have not met


@frozen
class Solution:
    """What best play comes to.

    value: see `aim`; the true one is no further from it than `error`. exact: the same as a fraction, where it is worked
    out. way: how it was found, by all positions at once, page by page, or by sequences of moves. positions and edges:
    how many there are, all that is alike taken as one.
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
        """The advantage as a fraction, where it is worked out."""
        return None if self.exact is None or self.players != 2 else 2 * self.exact - 1

    def as_json(self) -> dict[str, Any]:
        """Give a record of JSON."""

        def told(number: Fraction | None) -> str | None:
            """A fraction as text."""
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
    """Give half of the memory that this machine has, in bytes."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):
        return 2 * GIGABYTE


def memory_used() -> int:
    """Give the most memory this process ever had, in bytes; 0 where nobody can tell."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def solve(
    table: GameTable, most: int = MOST_POSITIONS, memory: int | None = None, tell: TellProgress = ignore_progress
) -> Solution:
    """Work out best play from the start. UsageError, with a sentence why, where that cannot be done here."""
    begun = time.monotonic()
    raise_unfit(table)
    aim = aim_of(table)
    if table.sight.secrets:
        solution = _solution_by_sequences(table, aim, most, tell)
    else:
        memory = memory or usual_memory()
        solution = _solution_by_pages(table, aim, most, memory, tell) or _solution_by_positions(
            table, aim, most, memory, tell
        )
    return evolve(solution, seconds=time.monotonic() - begun, memory=memory_used())


def _solution_by_sequences(table: GameTable, aim: PlayAim, most: int, tell: TellProgress) -> Solution:
    """Where something is hidden: strategies near to best play, by all ways the game can go."""
    if table.players != 2:
        raise UsageError("something is hidden from the player here, and such games are solved for two only")
    try:
        tree = tree_of(table, aim, min(most, MOST_NODES), tell)
    except TooManyPositions as many:
        raise UsageError(
            f"something is hidden here, so that all ways the game can go count: {many.count:,} were looked up, and there are more"
        ) from None
    near = near_best(tree, tell)
    value, error = (near.lower + near.upper) / 2, (near.upper - near.lower) / 2 + ROUNDING_ERROR
    solution = _solution(table, aim, value, error, None, "sequences", len(tree.kinds), len(tree.target))
    return evolve(solution, simplest=near.simplest)


def _solution_by_pages(table: GameTable, aim: PlayAim, most: int, memory: int, tell: TellProgress) -> Solution | None:
    """Page by page, if numbers are only written down for the end; None if they are not, or if all positions are soon looked through."""
    engine: Any = table.runner()
    if not aim.ranked or not engine.has_machine_code:
        return None
    ledger = ledger_of(table)
    if ledger is None:
        return None
    from dicedsl.interpreter.solving.ledgers.pages import PAGE_WAYS, Pages
    from dicedsl.interpreter.solving.positions.position_finder import PositionFinder

    try:
        PositionFinder(table, aim, engine).whole_graph(min(most, FEW_POSITIONS), memory, tell)
        return None
    except TooManyPositions:
        pass
    pages = value = None
    for way in PAGE_WAYS:
        try:
            pages = Pages(table, aim, ledger, tell, way)
            pages.find_pages(most, memory)
            value = pages.solve_pages()
            break
        except NoLedger:
            continue
        except TooManyPositions:
            return None  # as many positions in all may be fewer, and if not there is more to say of them
    if pages is None or value is None:
        return None
    about, rows = pages.rows_to_keep()
    keep_solved(table, {**about, "way": "pages", "marks": "native"}, rows)
    return _solution(table, aim, value, pages.error(value), None, "pages", pages.positions, pages.edges)


def _solution_by_positions(table: GameTable, aim: PlayAim, most: int, memory: int, tell: TellProgress) -> Solution:
    """Solve a game by all its positions at once."""
    graph = _whole_graph(table, aim, most, memory, tell)
    values = solve_values(graph, tell)
    if values.upper[0] - values.lower[0] > FAR_BOUNDS:
        raise UsageError(
            "play can go on for ever here without being decided: all that can be said is that the value is between "
            f"{values.lower[0]:.10g} and {values.upper[0]:.10g}"
        )
    table_of_values = lookup_table(values)
    if table_of_values is not None:
        marks = "native" if table.runner().has_machine_code else "plain"
        keep_solved(
            table, {"way": "positions", "marks": marks}, dict(zip(("keys", "values"), table_of_values, strict=True))
        )
    begin = first_position(table, graph)
    exact = exact_values(values)
    size = graph.positions, graph.edges
    if exact is not None:
        return _solution(table, aim, float(exact[begin]), 0.0, exact[begin], "positions", *size)
    return _solution(table, aim, values.middle(begin), values.error(begin), None, "positions", *size)


def first_position(table: GameTable, graph: Graph) -> int:
    """Give the number of the position in which the first player begins: where that is drawn by lot, what the first lot leads to."""
    drawn = table.setting.starter < 0 and isinstance(table.program.blocks[table.program.entry].end, ops.DrawOne)
    return int(graph.target[graph.first[0]]) if drawn and graph.edges else 0


def _whole_graph(table: GameTable, aim: PlayAim, most: int, memory: int, tell: TellProgress) -> Graph:
    """All positions of a table, by machine code if there is any; UsageError if there are too many."""
    engine: Any = table.runner()
    try:
        if engine.has_machine_code:
            from dicedsl.interpreter.solving.positions.position_finder import PositionFinder

            def hopeless(count: int) -> bool:
                return position_estimate(PositionWalk(table, aim), count) > FAR_TOO_MANY * most

            return PositionFinder(table, aim, engine).whole_graph(most, memory, tell, hopeless)
        return PositionWalk(table, aim).whole_graph(min(most, MOST_IN_PYTHON), tell)
    except TooManyPositions as many:
        raise too_many_error(PositionWalk(table, aim), many.count) from None


def too_many_error(walk: PositionWalk, count: int) -> UsageError:
    """The error that says why a game is not solved, with a guess at how far it is from that."""
    guess = number_in_words(position_estimate(walk, count))
    return UsageError(
        f"this game has about {guess} positions, more than can be looked through here: {count:,} were found, and there were more to come"
    )


def _solution(
    table: GameTable,
    aim: PlayAim,
    value: float,
    error: float,
    exact: Fraction | None,
    way: str,
    positions: int,
    edges: int,
) -> Solution:
    """A solution of a table."""
    about, options = table.about, table.setting.options
    return Solution(
        about.title, table.players, about.chosen, options, aim.description, value, error, exact, way, positions, edges
    )
