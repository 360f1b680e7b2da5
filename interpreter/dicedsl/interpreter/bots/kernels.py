"""A search of the tree of a game as machine code; see `bots.deep`, which hands it all it needs.

Each turn goes down from one position. Whoever chooses takes the move that may be best for it, dice fall by lot, and the first
position that is new is judged by games played on from it. Positions are told apart by a number made of all that counts of them,
so that what is come to in two ways is one.
"""

from __future__ import annotations

from dicedsl.interpreter.bots.walking import (
    CURIOSITY,
    FACTOR,
    FORCED,
    GAMES,
    KEYS,
    PATIENCE,
    PLAYERS,
    PRIOR,
    RUN,
    SIZE,
    TRIES,
    clear,
    copy,
    met,
    neutral,
    over,
    ready,
    stepped,
    sum_of,
    told,
    walk,
    width_of,
)
from dicedsl.interpreter.bots.walking import listed as list_moves
from dicedsl.interpreter.engines.native.calling import FAILED, OVER, PLAY, RESUME, STEPS
from dicedsl.interpreter.engines.native.runtime.batches import ASKED, PC
from dicedsl.interpreter.engines.native.runtime.tallies import seed_of
from dicedsl.interpreter.words import Reals, Words, at, logarithm, lowest, ran, real, reals, square_root

# The tree: how many words of it are used, and how many there are; then a table of positions, then they themselves.
USED, LIMIT_OF = range(2)
TABLE = 2
SLOTS = 1 << 18
POOL = TABLE + 2 * SLOTS
TRIED = 32  # slots that are looked at before the table counts as full
# A position: how often it was come to, its moves (-1 until they are listed) and where they are, who chooses, the words of a move,
# the mean of the squares of what it was worth to who chooses, and what it was worth to each seat when it was judged as a whole.
VISITS, MOVES, EDGES, SEAT_OF, STRIDE, SQUARE, AVERAGE, JUDGED = range(8)
VALUES = 8
# A move: how often it was taken, what it was worth to each seat, and the answer that it is.
TAKEN = 0
WORTH = 1
DEEPEST = 200


def search(
    about: Words,
    scale: Reals,
    context: Words,
    plan: Words,
    rows: Words,
    given: Words,
    root: Words,
    work: Words,
    weights: Reals,
    tree: Words,
    turns: int,
) -> int:
    """So many turns, each with a random source of its own, the same for every move at hand. `work` is room for the path, for values, and for two states."""
    path = work
    values = reals(at(work, 2 * DEEPEST + 2))
    state = at(work, 2 * DEEPEST + 2 + 2 * about[PLAYERS])
    spare = at(state, about[SIZE])
    source = context[0]
    for turn in range(turns):
        context[0] = seed_of(source, turn)
        context[1] = 0
        context[2] = 0
        copy(state, root, about[SIZE])
        depth = descend(about, scale, context, plan, tree, rows, given, path, values, state, spare, weights)
        back(about, tree, path, values, depth)
    return turns


def descend(
    about: Words,
    scale: Reals,
    context: Words,
    plan: Words,
    tree: Words,
    rows: Words,
    given: Words,
    path: Words,
    values: Reals,
    state: Words,
    spare: Words,
    weights: Reals,
) -> int:
    """Go down to a position that is judged; how many moves were taken."""
    depth = 0
    while True:
        node = found(tree, key(about, plan, state), about[PLAYERS])
        if node == 0 or depth >= DEEPEST:
            judge(about, scale, context, plan, rows, given, values, state, spare, weights)
            return depth
        tree[node + VISITS] += 1
        if tree[node + MOVES] < 0 and (
            (depth > 0 and tree[node + VISITS] <= about[PATIENCE])
            or not listed(about, scale, context, plan, tree, rows, given, state, spare, weights, node)
        ):
            judge(about, scale, context, plan, rows, given, values, state, spare, weights)
            judged(about, tree, node, values)
            return depth
        edge = tree[node + EDGES] + about[FORCED] * tree[node + STRIDE]
        if depth > 0:
            edge = chosen(tree, node, about[PLAYERS], scale[CURIOSITY])
        path[2 * depth] = node
        path[2 * depth + 1] = edge
        depth += 1
        row = edge + WORTH + about[PLAYERS]
        copy(given, at(tree, row), tree[node + STRIDE] - WORTH - about[PLAYERS])
        status = met(about, context, plan, state, 1)
        if status >= FAILED:
            clear(about, values)
            neutral(about, values, 1.0)
            return depth
        if status == OVER:
            clear(about, values)
            over(about, scale, values, state, 1.0)
            return depth


# ------------------------------------------------------------------ positions


def key(about: Words, plan: Words, state: Words) -> int:
    """A number of all that counts of a position."""
    start = about[about[KEYS] + state[plan[PC]]]
    mixed = state[plan[PC]] * FACTOR + 1
    for i in range(about[start]):
        mixed = (mixed ^ state[about[start + 1 + i]]) * FACTOR
        mixed ^= mixed >> 29
    return mixed


def found(tree: Words, wanted: int, players: int) -> int:
    """Where a position is in the tree, with those that are new; 0 if there is no more room."""
    slot = (wanted >> 20) & (SLOTS - 1)
    for _ in range(TRIED):
        pair = TABLE + 2 * slot
        if tree[pair + 1] == 0:
            return added(tree, pair, wanted, players)
        if tree[pair] == wanted:
            return tree[pair + 1]
        slot = (slot + 1) & (SLOTS - 1)
    return 0


def added(tree: Words, pair: int, wanted: int, players: int) -> int:
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


def listed(
    about: Words,
    scale: Reals,
    context: Words,
    plan: Words,
    tree: Words,
    rows: Words,
    given: Words,
    state: Words,
    spare: Words,
    weights: Reals,
    node: int,
) -> bool:
    """List the moves of a position; whether there was room for them."""
    moves = list_moves(about, context, plan, state)
    seat = lowest(state[plan[ASKED]])
    width = width_of(plan, state)
    before = WORTH + about[PLAYERS]
    stride = before + width
    edge = tree[USED]
    if moves < 1 or edge + moves * stride > tree[LIMIT_OF]:
        return False
    tree[USED] = edge + moves * stride
    tree[node + MOVES] = moves
    tree[node + EDGES] = edge
    tree[node + SEAT_OF] = seat
    tree[node + STRIDE] = stride
    for move in range(moves):
        for i in range(before):
            tree[edge + i] = 0
        copy(at(tree, edge + before), at(rows, move * width), width)
        edge += stride
    if about[PRIOR] > 0 and moves > 1:
        edge = tree[node + EDGES]
        for _ in range(moves):
            foreseen(about, scale, context, plan, tree, given, state, spare, weights, edge, width)
            edge += stride
    return True


def foreseen(
    about: Words,
    scale: Reals,
    context: Words,
    plan: Words,
    tree: Words,
    given: Words,
    state: Words,
    spare: Words,
    weights: Reals,
    edge: int,
    width: int,
) -> None:
    """What was learnt of where a move leads counts as some visits."""
    players = about[PLAYERS]
    values = reals(at(tree, edge + WORTH))
    status = stepped(about, context, given, at(tree, edge + WORTH + players), width, state, spare)
    tree[edge + TAKEN] = about[PRIOR]
    if status == OVER:
        over(about, scale, values, spare, 1.0)
    elif status >= FAILED:
        neutral(about, values, 1.0)
    else:
        marks = at(spare, about[SIZE])
        number = told(about, plan, spare, marks)
        for seat in range(players):
            values[seat] = sum_of(weights, marks, number, seat)


def judged(about: Words, tree: Words, node: int, values: Reals) -> None:
    """Note what a position is worth as a whole."""
    tree[node + JUDGED] += 1
    means = reals(at(tree, node + VALUES))
    part = 1.0 / real(tree[node + JUDGED])
    for seat in range(about[PLAYERS]):
        means[seat] += (values[seat] - means[seat]) * part


def chosen(tree: Words, node: int, players: int, curiosity: float) -> int:
    """The move that may be best: what it was worth so far, and more for what was taken seldom, by how much values vary here."""
    moves = tree[node + MOVES]
    edge = tree[node + EDGES]
    if moves == 1:
        return edge
    seat = tree[node + SEAT_OF]
    stride = tree[node + STRIDE]
    own = reals(at(tree, node))
    visits = tree[node + VISITS] - tree[node + JUDGED]
    variance = max(own[SQUARE] - own[AVERAGE] * own[AVERAGE], 0.0001)
    worth = curiosity * square_root(variance * logarithm(real(visits + 1)))
    first = own[VALUES + seat] + curiosity * square_root(variance) if visits == 1 else own[AVERAGE] + worth
    best = -1.0e30
    taken = edge
    for _ in range(moves):
        times = tree[edge + TAKEN]
        bound = first
        if times > 0:
            means = reals(at(tree, edge + WORTH))
            bound = means[seat] + worth / square_root(real(times))
        if bound > best:
            best = bound
            taken = edge
        edge += stride
    return taken


# ------------------------------------------------------------------ values


def judge(
    about: Words,
    scale: Reals,
    context: Words,
    plan: Words,
    rows: Words,
    given: Words,
    values: Reals,
    state: Words,
    spare: Words,
    weights: Reals,
) -> None:
    """The mean of some games played on at random."""
    if about[TRIES] > 0:
        walk(about, scale, context, plan, rows, given, state, spare, weights, values)
        return
    clear(about, values)
    part = 1.0 / real(about[GAMES])
    for _ in range(about[GAMES]):
        copy(spare, state, about[SIZE])
        ready(about, context)
        context[STEPS] = 0
        if ran(about[RUN], context, spare, PLAY, RESUME) == OVER:
            over(about, scale, values, spare, part)
        else:
            neutral(about, values, part)


def back(about: Words, tree: Words, path: Words, values: Reals, depth: int) -> None:
    """Tell all moves on the way what came of them."""
    players = about[PLAYERS]
    for level in range(depth - 1, -1, -1):
        node = path[2 * level]
        edge = path[2 * level + 1]
        tree[edge + TAKEN] += 1
        means = reals(at(tree, edge + WORTH))
        part = 1.0 / real(tree[edge + TAKEN])
        for seat in range(players):
            means[seat] += (values[seat] - means[seat]) * part
        own = reals(at(tree, node))
        value = values[tree[node + SEAT_OF]]
        share = 1.0 / real(tree[node + VISITS] - tree[node + JUDGED])
        own[AVERAGE] += (value - own[AVERAGE]) * share
        own[SQUARE] += (value * value - own[SQUARE]) * share
