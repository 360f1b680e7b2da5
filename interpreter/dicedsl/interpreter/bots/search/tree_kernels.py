"""The tree of a search in memory, for kernels: its positions and moves, which move is tried next, and what came of those on the way."""

from __future__ import annotations

from dicedsl.interpreter.bots.search.learning_kernels import FACTOR, PLAYERS, TREE_AT
from dicedsl.interpreter.engines.kernel_memory import (
    Ints,
    Reals,
    at,
    inlined,
    logarithm,
    memory_at,
    real,
    reals,
    square_root,
)
from dicedsl.interpreter.engines.native.search import below

# The tree: how many words of it are used, and how many there are; then a table of positions, then they themselves.
USED, LIMIT_OF = range(2)
NODE_TABLE = 2
SLOTS = 1 << 18
NODE_POOL = NODE_TABLE + 2 * SLOTS
SLOTS_TRIED = 32  # slots that are looked at before the table counts as full
# A position: how often it was come to, its moves (-1 until they are listed) and where they are, who chooses, the words of a move,
# the mean of the squares of what it was worth to who chooses, and what it was worth to each seat when it was judged as a whole.
VISITS, MOVES, EDGES, SEAT_OF, STRIDE, SQUARE, AVERAGE, JUDGED = range(8)
VALUES = 8
# A move: how often it was taken, what it was worth to each seat, and the answer that it is.
EDGE_COUNT = 0
EDGE_WORTH = 1


@inlined
def mix(mixed: int, word: int) -> int:
    """Mix one more word into a number that tells positions apart."""
    mixed = (mixed ^ word) * FACTOR
    return mixed ^ mixed >> 29


def node_of(tree: Ints, wanted: int, players: int) -> int:
    """Give where a position is in the tree, made anew if it was not there; 0 if there is no more room."""
    slot = (wanted >> 20) & (SLOTS - 1)
    for _ in range(SLOTS_TRIED):
        pair = NODE_TABLE + 2 * slot
        if tree[pair + 1] == 0:
            return new_node(tree, pair, wanted, players)
        if tree[pair] == wanted:
            return tree[pair + 1]
        slot = (slot + 1) & (SLOTS - 1)
    return 0


def new_node(tree: Ints, pair: int, wanted: int, players: int) -> int:
    """Make a node in the tree for a position that is new; give where it is, 0 if there is no more room."""
    node = tree[USED]
    if node + VALUES + players > tree[LIMIT_OF]:
        return 0
    tree[USED] = node + VALUES + players
    tree[pair] = wanted
    tree[pair + 1] = node
    for i in range(VALUES + players):
        tree[node + i] = 0
    tree[node + MOVES] = -1
    return node


def shuffle(context: Ints, tree: Ints, edge: int, moves: int, stride: int, before: int) -> None:
    """Put moves of one sort in an order by lot: those that come first are tried first, and none is to be favoured."""
    start = 0
    for last in range(moves):
        if tree[edge + last * stride + before] != tree[edge + start * stride + before]:
            start = last
        other = edge + (start + below(context, last - start + 1)) * stride
        this = edge + last * stride
        for i in range(before, stride):
            word = tree[this + i]
            tree[this + i] = tree[other + i]
            tree[other + i] = word


def add_judgement(setup: Ints, node: int, values: Reals) -> None:
    """Count what a position was worth when it was judged as a whole."""
    tree = memory_at(setup[TREE_AT])
    tree[node + JUDGED] += 1
    means = reals(at(tree, node + VALUES))
    part = 1.0 / real(tree[node + JUDGED])
    for seat in range(setup[PLAYERS]):
        means[seat] += (values[seat] - means[seat]) * part


def promising_move(tree: Ints, node: int, players: int, curiosity: float) -> int:
    """The move that may be best: what it was worth so far, and more for what was taken seldom, by how much values vary here.

    First the sort of move is chosen like that, then the move: of many moves, a call among bids is found at once.
    """
    moves = tree[node + MOVES]
    edge = tree[node + EDGES]
    if moves == 1:
        return edge
    seat = tree[node + SEAT_OF]
    stride = tree[node + STRIDE]
    own = reals(at(tree, node))
    visits = tree[node + VISITS] - tree[node + JUDGED]
    variance = max(own[SQUARE] - own[AVERAGE] * own[AVERAGE], 0.0001)
    spread = curiosity * square_root(variance)
    worth = spread * square_root(logarithm(real(visits + 1)))
    first = own[VALUES + seat] + spread if visits == 1 else own[AVERAGE] + worth
    best = -1.0e30
    start = edge
    count = moves
    times = 0
    mean = first
    left = moves
    while left > 0:
        sort = tree[edge + EDGE_WORTH + players]
        here = edge
        taken = 0
        total = 0.0
        size = 0
        while left > 0 and tree[edge + EDGE_WORTH + players] == sort:
            means = reals(at(tree, edge + EDGE_WORTH))
            taken += tree[edge + EDGE_COUNT]
            total += real(tree[edge + EDGE_COUNT]) * means[seat]
            size += 1
            left -= 1
            edge += stride
        bound = first
        if taken > 0:
            bound = total / real(taken) + worth / square_root(real(taken))
        if bound > best:
            best = bound
            start = here
            count = size
            times = taken
            mean = total / real(taken) if taken > 0 else first
    if count == 1:
        return start
    worth = spread * square_root(logarithm(real(times + 1)))
    return promising_of_sort(tree, start, count, stride, seat, worth, mean + worth)


def promising_of_sort(tree: Ints, start: int, count: int, stride: int, seat: int, worth: float, first: float) -> int:
    """Give the move of one sort that may be best."""
    best = -1.0e30
    edge = start
    taken = start
    for _ in range(count):
        times = tree[edge + EDGE_COUNT]
        bound = first
        if times > 0:
            means = reals(at(tree, edge + EDGE_WORTH))
            bound = means[seat] + worth / square_root(real(times))
        if bound > best:
            best = bound
            taken = edge
        edge += stride
    return taken


def back_up(setup: Ints, path: Ints, values: Reals, depth: int) -> None:
    """Count for all moves on the way what came of them."""
    tree = memory_at(setup[TREE_AT])
    players = setup[PLAYERS]
    for level in range(depth - 1, -1, -1):
        node = path[2 * level]
        edge = path[2 * level + 1]
        tree[edge + EDGE_COUNT] += 1
        means = reals(at(tree, edge + EDGE_WORTH))
        part = 1.0 / real(tree[edge + EDGE_COUNT])
        for seat in range(players):
            means[seat] += (values[seat] - means[seat]) * part
        own = reals(at(tree, node))
        value = values[tree[node + SEAT_OF]]
        share = 1.0 / real(tree[node + VISITS] - tree[node + JUDGED])
        own[AVERAGE] += (value - own[AVERAGE]) * share
        own[SQUARE] += (value * value - own[SQUARE]) * share
