"""A search of the tree of a game as machine code; see `bots.deep`, which hands it all it needs.

Each turn goes down from one position. Whoever chooses takes the move that may be best for it, dice fall by lot, and the first
position that is new is judged by games played on from it. Positions are told apart by a number made of all that counts of them,
so that what is come to in two ways is one.
"""

from __future__ import annotations

from dicedsl.interpreter.bots.game_walks import (
    CURIOSITY,
    FACTOR,
    FORCED,
    HIDDEN,
    KEYS,
    ME,
    PATIENCE,
    PLAYERS,
    PRIOR,
    SIZE,
    TRIES,
    WIDTHS,
    asked_of,
    clear,
    go_on,
    list_moves,
    neutral,
    over,
    stepped,
    sum_of,
    told,
    walk,
    world_of,
)
from dicedsl.interpreter.bots.hidden_kernels import (
    EVERYBODY,
    KNOWN,
    played,
    rolled,
    shown_to_all,
)
from dicedsl.interpreter.bots.tree_kernels import (
    EDGES,
    LIMIT_OF,
    MOVES,
    POOL,
    SEAT_OF,
    STRIDE,
    TAKEN,
    USED,
    VISITS,
    WORTH,
    back,
    chosen,
    found,
    judged,
    mix,
    shuffle,
)
from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, at, copy_words, reals
from dicedsl.interpreter.engines.native.search import (
    FACE,
    FAILED,
    LOCATION,
    OVER,
    PC,
    SEAT,
    SHOWN,
    ZONES,
    decision_of,
    seed_of,
    width_of,
)

DEEPEST = 200


def search(
    about: Ints,
    scale: Reals,
    context: Ints,
    plan: Ints,
    rows: Ints,
    given: Ints,
    root: Ints,
    work: Ints,
    weights: Reals,
    tree: Ints,
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
        copy_words(state, world_of(about, root), about[SIZE])
        depth = descend(about, scale, context, plan, tree, rows, given, path, values, state, spare, weights)
        back(about, tree, path, values, depth)
    return turns


def descend(
    about: Ints,
    scale: Reals,
    context: Ints,
    plan: Ints,
    tree: Ints,
    rows: Ints,
    given: Ints,
    path: Ints,
    values: Reals,
    state: Ints,
    spare: Ints,
    weights: Reals,
) -> int:
    """Go down to a position that is judged; how many moves were taken."""
    depth = 0
    while True:
        context[SEAT] = asked_of(about, plan, state)
        node = found(tree, key(about, context, plan, rows, state), about[PLAYERS])
        if depth == 0 and node != POOL:  # a world with other moves at hand
            return 0
        if node == 0 or depth >= DEEPEST:
            judge(about, scale, context, plan, tree, rows, given, values, state, spare, weights)
            return depth
        tree[node + VISITS] += 1
        if tree[node + MOVES] < 0 and (
            (depth > 0 and tree[node + VISITS] <= patience(about, context, plan, tree, state, node))
            or not listed(about, scale, context, plan, tree, rows, given, state, spare, weights, node)
        ):
            judge(about, scale, context, plan, tree, rows, given, values, state, spare, weights)
            judged(about, tree, node, values)
            return depth
        edge = tree[node + EDGES] + about[FORCED] * tree[node + STRIDE]
        if depth > 0:
            edge = chosen(tree, node, about[PLAYERS], scale[CURIOSITY])
        path[2 * depth] = node
        path[2 * depth + 1] = edge
        depth += 1
        row = edge + WORTH + about[PLAYERS]
        copy_words(given, at(tree, row), tree[node + STRIDE] - WORTH - about[PLAYERS])
        if about[HIDDEN] != 0:
            status = shown_to_all(about, scale, context, plan, tree, values, state, spare)
            if status == KNOWN:
                return depth
        else:
            status = go_on(about, context, plan, state, 1)
        if status >= FAILED:
            clear(about, values)
            neutral(about, values, 1.0)
            return depth
        if status == OVER:
            clear(about, values)
            over(about, scale, values, state, 1.0)
            return depth


def patience(about: Ints, context: Ints, plan: Ints, tree: Ints, state: Ints, node: int) -> int:
    """How often a position is judged as a whole before its moves are tried: with many moves, and nothing learnt of them, more often."""
    if about[HIDDEN] != 0 or about[PRIOR] > 0 or tree[node + VISITS] <= about[PATIENCE]:
        return about[PATIENCE]
    if tree[node + STRIDE] == 0:
        tree[node + STRIDE] = max(about[PATIENCE], list_moves(about, context, plan, state) // 2)
    return tree[node + STRIDE]


# ------------------------------------------------------------------ positions


def key(about: Ints, context: Ints, plan: Ints, rows: Ints, state: Ints) -> int:
    """A number of all that counts of a position; where something is hidden, of what is known of it.

    The seat that thinks knows its own secrets. The others are thought to go by what everybody sees: what each of them might hold is
    too much to be learnt of each case, and nobody in the search may act on what only others know.
    """
    start = about[about[KEYS] + state[plan[PC]]]
    mixed = state[plan[PC]] * FACTOR + 1
    for i in range(about[start]):
        mixed = mix(mixed, state[about[start + 1 + i]])
    if about[HIDDEN] == 0:
        return mixed
    seat = context[SEAT]
    viewer = seat if seat == about[ME] else EVERYBODY
    hidden = at(about, about[HIDDEN])
    mixed = mix(mixed, seat)
    for i in range(hidden[0]):
        entry = 2 + plan[ZONES] + 3 * i
        if hidden[entry + 1] >> viewer & 1 != 0:
            mixed = mix(mixed, state[hidden[entry]])
    for die in range(hidden[1]):
        where = state[plan[LOCATION] + die]
        seen = where >= plan[ZONES] or state[plan[SHOWN] + (die >> 6)] >> (die & 63) & 1 != 0
        if not seen:
            seen = hidden[2 + where] >> viewer & 1 != 0
        mixed = mix(mixed, where * 4096 + (state[plan[FACE] + die] if seen else -1))
    # What may be chosen must be the same wherever it is told apart no further.
    moves = list_moves(about, context, plan, state)
    width = width_of(plan, state)
    wide = at(about, about[about[WIDTHS] + decision_of(plan, state)])
    row = 0
    for _ in range(moves):
        for i in range(wide[rows[row]]):
            mixed = mix(mixed, rows[row + i])
        row += width
    return mixed


def listed(
    about: Ints,
    scale: Reals,
    context: Ints,
    plan: Ints,
    tree: Ints,
    rows: Ints,
    given: Ints,
    state: Ints,
    spare: Ints,
    weights: Reals,
    node: int,
) -> bool:
    """List the moves of a position; whether there was room for them."""
    moves = list_moves(about, context, plan, state)
    seat = context[SEAT]
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
        copy_words(at(tree, edge + before), at(rows, move * width), width)
        edge += stride
    if node != POOL:  # the moves at hand are known by their order
        shuffle(context, tree, tree[node + EDGES], moves, stride, before)
    if about[PRIOR] > 0 and moves > 1:
        edge = tree[node + EDGES]
        for _ in range(moves):
            foreseen(about, scale, context, plan, tree, given, state, spare, weights, edge, width)
            edge += stride
    return True


def foreseen(
    about: Ints,
    scale: Reals,
    context: Ints,
    plan: Ints,
    tree: Ints,
    given: Ints,
    state: Ints,
    spare: Ints,
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


def judge(
    about: Ints,
    scale: Reals,
    context: Ints,
    plan: Ints,
    tree: Ints,
    rows: Ints,
    given: Ints,
    values: Reals,
    state: Ints,
    spare: Ints,
    weights: Reals,
) -> None:
    """What a position is worth: games played on from it, by chance or by what was learnt."""
    if about[HIDDEN] != 0:
        rolled(about, scale, context, plan, tree, rows, given, values, state, spare)
        return
    if about[TRIES] > 0:
        walk(about, scale, context, plan, rows, given, state, spare, weights, values)
        return
    played(about, scale, context, values, state, spare)
