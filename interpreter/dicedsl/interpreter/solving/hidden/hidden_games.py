"""Best play of two where something is hidden: all ways the game can go, and strategies that come near to best play (`regret_kernels`).

What a player can tell apart is all that it has seen so far. The value is between what the strategy found for the first player brings
against a best answer to it, and what the second one's leaves to a best answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from itertools import pairwise

from attrs import define, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.contract import Answer, Cells
from dicedsl.interpreter.solving.aim import PlayAim
from dicedsl.interpreter.solving.graph import CHANCE, DOUBLE, OVER, GrowingRow
from dicedsl.interpreter.solving.hidden import regret_kernels
from dicedsl.interpreter.solving.on_rows import on_rows
from dicedsl.interpreter.solving.positions.position_walk import PositionWalk, TooManyPositions
from dicedsl.interpreter.solving.progress import TellProgress, ignore_progress
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.sets import low

NEAR_BOUNDS = 2e-11  # to which the bounds are brought together
FIRST_TURNS = 256
TURNS_IN_ONE_GO = 16  # turns between two looks at whether somebody wants to stop
MOST_TURNS = 1 << 18
MOST_WORK = 3e9  # positions times turns
MOST_NODES = 1_000_000


@define
class GameTree:
    """All ways a game can go, in order of their length: `kinds` and `worth` of each position, the edges of position n
    from `first[n]` to `first[n + 1]`. infos: of a choice the number of what its player knows then."""

    kinds: list[int]
    infos: list[int]
    first: list[int]
    target: list[int]
    chances: list[float]
    worth: list[float]
    sizes: list[int]  # moves, by what is known
    depths: list[int]  # the first position of each length


def tree_of(table: GameTable, aim: PlayAim, most: int, tell: TellProgress = ignore_progress) -> GameTree:
    """Give all ways a game can go.

    TooManyPositions if there are more than so many; UsageError where moves do not tell what they are to who is asked.
    """
    return TreeGrowth(table, aim, most).grow(tell)


@frozen
class SeenPosition:
    """A position in a tree, and by number what each seat has seen on the way there."""

    cells: Cells
    seen: tuple[int, int]


class TreeGrowth:
    """Grows the tree of a game, all positions of one length after the other."""

    def __init__(self, table: GameTable, aim: PlayAim, most: int) -> None:
        self.table = table
        self.aim = aim
        self.most = most
        self.walk = PositionWalk(table, aim)
        self.tree = GameTree([], [], [0], [], [], [], [], [0])
        self._seen: dict[tuple[Hashable, ...], int] = {}  # what a seat has seen, by number
        self._offered: dict[tuple[int, int], tuple[int, list[Answer]]] = {}  # the choices of a seat that has seen that
        self._numbers: dict[tuple[Hashable, ...], int] = {}  # of the positions of the length that is grown
        self._next: list[SeenPosition] = []

    def grow(self, tell: TellProgress) -> GameTree:
        """Give the whole tree."""
        self._add(self.table.start().cells, (-1, -1))
        while self._next:
            self._numbers.clear()
            self.tree.depths.append(len(self.tree.kinds))
            level, self._next = self._next, []
            for position in level:
                self._expand(position)
            tell(f"{len(self.tree.kinds):,} ways the game can go found")
        return self.tree

    def _expand(self, position: SeenPosition) -> None:
        """Add what follows on a position."""
        tree, here = self.tree, len(self.tree.first) - 1
        if isinstance(self._end(position.cells), ops.Ask):
            self._ask(position, here)
        steps = self.walk.following(position.cells)
        total = sum(ways for _, ways in steps)
        for after, ways in steps:
            tree.target.append(self._add(after, position.seen))
            tree.chances.append(ways / total)
        tree.first.append(len(tree.target))
        if len(tree.kinds) > self.most:
            raise TooManyPositions(len(tree.kinds), here)

    def _ask(self, position: SeenPosition, here: int) -> None:
        """Write down who chooses at a position, and what that seat knows then."""
        tree, seat = self.tree, low(position.cells[self.table.reg.asked])
        tree.kinds[here] = 2 + seat
        moves = list(self.walk.engine.moves(position.cells, seat))
        info, first = self._offered.setdefault((seat, position.seen[seat]), (len(tree.sizes), moves))
        if info == len(tree.sizes):
            tree.sizes.append(len(moves))
        if first != moves:
            raise UsageError(
                "what can be chosen here tells more than the player has seen, and such games are not solved"
            )
        tree.infos[here] = info

    def _add(self, cells: Cells, before: tuple[int, int]) -> int:
        """The number of a position, added if it is new to this length; `before` is what was seen until then."""
        seen = self._seen_by(0, cells, before), self._seen_by(1, cells, before)
        key = (len(self.tree.depths), self.table.positions.key(cells), seen)
        number = self._numbers.get(key)
        if number is None:
            tree = self.tree
            number = self._numbers[key] = len(tree.kinds)
            is_over = isinstance(self._end(cells), ops.Over)
            tree.kinds.append(OVER if is_over else CHANCE)
            tree.worth.append(self.aim.worth(cells) / self.aim.unit if is_over else 0.0)
            tree.infos.append(0)
            self._next.append(SeenPosition(cells, seen))
        return number

    def _seen_by(self, seat: int, cells: Cells, before: tuple[int, int]) -> int:
        """By number, all that a seat has seen when it comes to a position."""
        observation = self.table.observation(State(self.table, cells), seat)
        return self._seen.setdefault((before[seat], seat, observation), len(self._seen))

    def _end(self, cells: Cells) -> ops.End:
        """What happens at a position."""
        return self.table.program.blocks[cells[self.table.reg.pc]].end


@define
class NearBest:
    """Strategies near to best play: the bounds of the value to the first player, and in how many turns they were found."""

    lower: float
    upper: float
    turns: int

    @property
    def simplest(self) -> Fraction:
        """The fraction with the smallest denominator between the bounds."""
        return simplest(Fraction(self.lower), Fraction(self.upper))


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """Give the fraction with the smallest denominator from `low` to `high`."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    below = whole - 1
    return below + 1 / simplest(1 / (high - below), 1 / (low - below))


def near_best(tree: GameTree, tell: TellProgress = ignore_progress) -> NearBest:
    """Play both seats until the bounds have come together, or for as long as that is sensible; give the bounds."""
    count, edges = len(tree.kinds), len(tree.target)
    places = [0]
    for size in tree.sizes:
        places.append(places[-1] + size)
    words = {name: _words(row) for name, row in (("kinds", tree.kinds), ("infos", tree.infos), ("first", tree.first), ("target", tree.target), ("sizes", tree.sizes), ("places", places), ("depths", tree.depths))}  # fmt: skip
    chances, worth = _reals(tree.chances, edges), _reals(tree.worth, count)
    of_moves = [GrowingRow(max(1, places[-1]), DOUBLE) for _ in range(4)]
    regret, strategy, mean, news = of_moves
    own, other, value = (GrowingRow(count, DOUBLE) for _ in range(3))
    run = GrowingRow(regret_kernels.RUN_WORDS)
    run[regret_kernels.NODES], run[regret_kernels.DEPTHS] = count, len(tree.depths) - 1
    play, answered = _kernels()
    bounds_so_far = ""
    turns, most = FIRST_TURNS, min(MOST_TURNS, int(MOST_WORK / count))
    while True:
        for done in range(0, turns, TURNS_IN_ONE_GO):
            play(
                run, words["kinds"], words["infos"], words["first"], words["target"], chances, worth, words["places"],
                words["sizes"], regret, strategy, mean, news, own, other, value, len(tree.sizes), min(TURNS_IN_ONE_GO, turns - done),
            )  # fmt: skip
            tell(f"{run[regret_kernels.TURN]:,} turns{bounds_so_far}")
        _fill_means(places, mean, strategy)
        answers = []
        for seat in (0, 1):
            run[regret_kernels.SEAT] = seat
            answered(
                run, words["kinds"], words["infos"], words["first"], words["target"], chances, worth, words["places"],
                words["sizes"], words["depths"], strategy, news, own, other, value, 1,
            )  # fmt: skip
            answers.append(float(value[0]))
        near = NearBest(-answers[1], answers[0], run[regret_kernels.TURN])
        bounds_so_far = f", between {near.lower:.8f} and {near.upper:.8f}"
        if near.upper - near.lower < NEAR_BOUNDS or near.turns >= most:
            return near
        turns = min(near.turns // 2, most - near.turns)


def _fill_means(places: list[int], mean: GrowingRow, strategy: GrowingRow) -> None:
    """Fill a strategy with the mean of what was done, as chances."""
    for first, end in pairwise(places):
        total = sum(mean.memory[first:end])
        for i in range(first, end):
            strategy[i] = mean[i] / total if total > 0 else 1 / (end - first)


def _words(values: list[int]) -> GrowingRow:
    """A row of whole numbers."""
    row = GrowingRow(max(1, len(values)))
    row.memory[: len(values)] = values
    return row


def _reals(values: list[float], count: int) -> GrowingRow:
    """A row of doubles, with room for so many."""
    row = GrowingRow(max(1, count), DOUBLE)
    row.memory[: len(values)] = values
    return row


@cache
def _kernels() -> tuple[Callable[..., int], ...]:
    """The kernels that play and answer."""
    return on_rows("regrets", regret_kernels.play_turns, regret_kernels.answer_best)
