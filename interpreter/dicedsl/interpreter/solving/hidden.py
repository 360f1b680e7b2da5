"""Best play of two where something is hidden: all ways the game can go, and strategies that come near to best play (`regrets`).

What a player can tell apart is all that it has seen so far. The value is between what the strategy found for the first player brings
against a best answer to it, and what the second one's leaves to a best answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from itertools import pairwise

from attrs import define

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.contract import Answer, Cells
from dicedsl.interpreter.solving import regrets
from dicedsl.interpreter.solving.aims import Stakes
from dicedsl.interpreter.solving.graph import CHANCE, DOUBLE, OVER, GrowingRow
from dicedsl.interpreter.solving.on_rows import on_rows
from dicedsl.interpreter.solving.position_walks import TooManyPositions, Walk
from dicedsl.interpreter.solving.values import Tell, nothing
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops, sets

NEAR = 2e-11  # to which the bounds are brought together
FIRST_TURNS = 256
IN_ONE_GO = 16  # turns between two looks at whether somebody wants to stop
MOST_TURNS = 1 << 18
MOST_WORK = 3e9  # positions times turns
MOST_NODES = 1_000_000


@define
class Tree:
    """All ways a game can go, in order of their length. `infos`: of a choice the number of what its player knows then."""

    kinds: list[int]
    infos: list[int]
    first: list[int]
    target: list[int]
    chances: list[float]
    worth: list[float]
    sizes: list[int]  # moves, by what is known
    depths: list[int]  # the first position of each length


def tree_of(table: GameTable, aim: Stakes, most: int, tell: Tell = nothing) -> Tree:
    """TooManyPositions if there are more ways than so many; UsageError where moves do not tell what they are to who is asked."""
    walk = Walk(table, aim)
    engine, reg, blocks = walk.engine, table.reg, table.program.blocks
    tree = Tree([], [], [0], [], [], [], [], [0])
    knows: dict[tuple[Hashable, ...], int] = {}  # what a seat has seen, by number
    offered: dict[tuple[int, int], tuple[int, list[Answer]]] = {}  # the choices of a seat that knows something
    names: dict[tuple[Hashable, ...], int] = {}

    def learnt(before: int, seat: int, cells: Cells) -> int:
        return knows.setdefault((before, seat, table.observation(State(table, cells), seat)), len(knows))

    level: list[tuple[Cells, int, int]] = []

    def add(cells: Cells, zero: int, one: int) -> int:
        known = learnt(zero, 0, cells), learnt(one, 1, cells)
        key = (len(tree.depths), table.positions.key(cells), known)
        found = names.get(key)
        if found is None:
            found = names[key] = len(tree.kinds)
            end = blocks[cells[reg.pc]].end
            tree.kinds.append(OVER if isinstance(end, ops.Over) else CHANCE)
            tree.worth.append(aim.worth(cells) / aim.unit if isinstance(end, ops.Over) else 0.0)
            tree.infos.append(0)
            following.append((cells, *known))
        return found

    following: list[tuple[Cells, int, int]] = []
    add(table.start().cells, -1, -1)
    while following:
        names.clear()
        tree.depths.append(len(tree.kinds))
        level, following = following, []
        for cells, zero, one in level:
            here = len(tree.first) - 1
            end = blocks[cells[reg.pc]].end
            if isinstance(end, ops.Ask):
                asked = cells[reg.asked]
                seat = sets.low(asked)
                tree.kinds[here] = 2 + seat
                moves = list(engine.moves(cells, seat))
                info, first = offered.setdefault((seat, (zero, one)[seat]), (len(tree.sizes), moves))
                if info == len(tree.sizes):
                    tree.sizes.append(len(moves))
                if first != moves:
                    raise UsageError(
                        "what can be chosen here tells more than the player has seen, and such games are not solved"
                    )
                tree.infos[here] = info
            steps = walk.following(cells)
            total = sum(ways for _, ways in steps)
            for after, ways in steps:
                tree.target.append(add(after, zero, one))
                tree.chances.append(ways / total)
            tree.first.append(len(tree.target))
            if len(tree.kinds) > most:
                raise TooManyPositions(len(tree.kinds), here)
        tell(f"{len(tree.kinds):,} ways the game can go found")
    return tree


@define
class Near:
    """Strategies near to best play: the bounds of the value to the first player, and in how many turns they were found."""

    lower: float
    upper: float
    turns: int

    @property
    def simplest(self) -> Fraction:
        """The fraction with the smallest denominator between the bounds."""
        return simplest(Fraction(self.lower), Fraction(self.upper))


def simplest(low: Fraction, high: Fraction) -> Fraction:
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    below = whole - 1
    return below + 1 / simplest(1 / (high - below), 1 / (low - below))


def near_best(tree: Tree, tell: Tell = nothing) -> Near:
    """Play until the bounds have come together, or for as long as that is sensible."""
    count, edges = len(tree.kinds), len(tree.target)
    places = [0]
    for size in tree.sizes:
        places.append(places[-1] + size)
    words = {name: _words(row) for name, row in (("kinds", tree.kinds), ("infos", tree.infos), ("first", tree.first), ("target", tree.target), ("sizes", tree.sizes), ("places", places), ("depths", tree.depths))}  # fmt: skip
    chances, worth = _reals(tree.chances, edges), _reals(tree.worth, count)
    of_moves = [GrowingRow(max(1, places[-1]), DOUBLE) for _ in range(4)]
    regret, strategy, mean, news = of_moves
    own, other, value = (GrowingRow(count, DOUBLE) for _ in range(3))
    told = GrowingRow(regrets.TOLD)
    told[regrets.NODES], told[regrets.DEPTHS] = count, len(tree.depths) - 1
    play, answered = _kernels()
    told_so_far = ""
    turns, most = FIRST_TURNS, min(MOST_TURNS, int(MOST_WORK / count))
    while True:
        for done in range(0, turns, IN_ONE_GO):
            play(
                told, words["kinds"], words["infos"], words["first"], words["target"], chances, worth, words["places"],
                words["sizes"], regret, strategy, mean, news, own, other, value, len(tree.sizes), min(IN_ONE_GO, turns - done),
            )  # fmt: skip
            tell(f"{told[regrets.TURN]:,} turns{told_so_far}")
        _normal(places, mean, strategy)
        found = []
        for seat in (0, 1):
            told[regrets.SEAT] = seat
            answered(
                told, words["kinds"], words["infos"], words["first"], words["target"], chances, worth, words["places"],
                words["sizes"], words["depths"], strategy, news, own, other, value, 1,
            )  # fmt: skip
            found.append(float(value[0]))
        near = Near(-found[1], found[0], told[regrets.TURN])
        told_so_far = f", between {near.lower:.8f} and {near.upper:.8f}"
        if near.upper - near.lower < NEAR or near.turns >= most:
            return near
        turns = min(near.turns // 2, most - near.turns)


def _normal(places: list[int], mean: GrowingRow, strategy: GrowingRow) -> None:
    """The mean of what was done, as chances."""
    for first, end in pairwise(places):
        total = sum(mean.memory[first:end])
        for i in range(first, end):
            strategy[i] = mean[i] / total if total > 0 else 1 / (end - first)


def _words(values: list[int]) -> GrowingRow:
    row = GrowingRow(max(1, len(values)))
    row.memory[: len(values)] = values
    return row


def _reals(values: list[float], count: int) -> GrowingRow:
    row = GrowingRow(max(1, count), DOUBLE)
    row.memory[: len(values)] = values
    return row


@cache
def _kernels() -> tuple[Callable[..., int], ...]:
    return on_rows("regrets", regrets.play, regrets.answered)
