"""A search of the tree of a game as machine code; see `bots.search.native_search`, which hands it all it needs.

Each turn goes down from one position. Whoever chooses takes the move that may be best for it, dice fall by lot, and the first
position that is new is judged by games played on from it. Positions are told apart by a number made of all that counts of them,
so that what is come to in two ways is one.
"""

from __future__ import annotations

from dicedsl.interpreter.bots.search.hidden_kernels import (
    KNOWN_TO_ALL,
    STOPPED_AT_KNOWN,
    go_on_to_known,
    play_at_random,
    play_to_known,
)
from dicedsl.interpreter.bots.search.learning_kernels import (
    ANSWERS_AT,
    CONTEXT_AT,
    CURIOSITY,
    FACTOR,
    FORCED,
    GIVEN_AT,
    HIDDEN,
    KEYS,
    ME,
    PATIENCE,
    PLAN_AT,
    PLAYERS,
    PRIOR,
    SCALE_AT,
    SIZE,
    TREE_AT,
    TRIES,
    WEIGHTS_AT,
    WIDTHS,
    add_end,
    add_neutral,
    clear_values,
    go_on,
    list_moves,
    play_and_learn,
    seat_asked,
    try_answer,
    weighted_sum,
    world_of,
    write_features,
)
from dicedsl.interpreter.bots.search.tree_kernels import (
    EDGE_COUNT,
    EDGE_WORTH,
    EDGES,
    LIMIT_OF,
    MOVES,
    NODE_POOL,
    SEAT_OF,
    STRIDE,
    USED,
    VISITS,
    add_judgement,
    back_up,
    mix,
    node_of,
    promising_move,
    shuffle,
)
from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, at, copy_words, memory_at, reals
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

MOST_TREE_DEPTH = 200


def search(setup: Ints, root: Ints, work: Ints, turns: int) -> int:
    """Take so many turns, each with a random source of its own, the same for every move at hand. `work` is room for the
    path, for values, and for two states."""
    context = memory_at(setup[CONTEXT_AT])
    path = work
    values = reals(at(work, 2 * MOST_TREE_DEPTH + 2))
    state = at(work, 2 * MOST_TREE_DEPTH + 2 + 2 * setup[PLAYERS])
    spare = at(state, setup[SIZE])
    source = context[0]
    for turn in range(turns):
        context[0] = seed_of(source, turn)
        context[1] = 0
        context[2] = 0
        copy_words(state, world_of(setup, root), setup[SIZE])
        depth = descend(setup, path, values, state, spare)
        back_up(setup, path, values, depth)
    return turns


def descend(setup: Ints, path: Ints, values: Reals, state: Ints, spare: Ints) -> int:
    """Go down to a position that is judged; how many moves were taken."""
    scale = reals(memory_at(setup[SCALE_AT]))
    context = memory_at(setup[CONTEXT_AT])
    tree = memory_at(setup[TREE_AT])
    given = memory_at(setup[GIVEN_AT])
    depth = 0
    while True:
        context[SEAT] = seat_asked(setup, state)
        node = node_of(tree, position_key(setup, state), setup[PLAYERS])
        if depth == 0 and node != NODE_POOL:  # a world with other moves at hand
            return 0
        if node == 0 or depth >= MOST_TREE_DEPTH:
            judge_position(setup, values, state, spare)
            return depth
        tree[node + VISITS] += 1
        if tree[node + MOVES] < 0 and (
            (depth > 0 and tree[node + VISITS] <= patience(setup, state, node))
            or not list_edges(setup, state, spare, node)
        ):
            judge_position(setup, values, state, spare)
            add_judgement(setup, node, values)
            return depth
        edge = tree[node + EDGES] + setup[FORCED] * tree[node + STRIDE]
        if depth > 0:
            edge = promising_move(tree, node, setup[PLAYERS], scale[CURIOSITY])
        path[2 * depth] = node
        path[2 * depth + 1] = edge
        depth += 1
        row = edge + EDGE_WORTH + setup[PLAYERS]
        copy_words(given, at(tree, row), tree[node + STRIDE] - EDGE_WORTH - setup[PLAYERS])
        if setup[HIDDEN] != 0:
            status = go_on_to_known(setup, values, state, spare)
            if status == STOPPED_AT_KNOWN:
                return depth
        else:
            status = go_on(setup, state, 1)
        if status >= FAILED:
            clear_values(setup, values)
            add_neutral(setup, values, 1.0)
            return depth
        if status == OVER:
            clear_values(setup, values)
            add_end(setup, values, state, 1.0)
            return depth


def patience(setup: Ints, state: Ints, node: int) -> int:
    """Give how often a position is judged as a whole before its moves are tried: with many moves, and nothing learnt of
    them, more often."""
    tree = memory_at(setup[TREE_AT])
    if setup[HIDDEN] != 0 or setup[PRIOR] > 0 or tree[node + VISITS] <= setup[PATIENCE]:
        return setup[PATIENCE]
    if tree[node + STRIDE] == 0:
        tree[node + STRIDE] = max(setup[PATIENCE], list_moves(setup, state) // 2)
    return tree[node + STRIDE]


# ------------------------------------------------------------------ positions


def position_key(setup: Ints, state: Ints) -> int:
    """A number of all that counts of a position; where something is hidden, of what is known of it.

    The seat that thinks knows its own secrets. The others are thought to go by what everybody sees: what each of them might hold is
    too much to be learnt of each case, and nobody in the search may act on what only others know.
    """
    context = memory_at(setup[CONTEXT_AT])
    plan = memory_at(setup[PLAN_AT])
    rows = memory_at(setup[ANSWERS_AT])
    start = setup[setup[KEYS] + state[plan[PC]]]
    mixed = state[plan[PC]] * FACTOR + 1
    for i in range(setup[start]):
        mixed = mix(mixed, state[setup[start + 1 + i]])
    if setup[HIDDEN] == 0:
        return mixed
    seat = context[SEAT]
    viewer = seat if seat == setup[ME] else KNOWN_TO_ALL
    hidden = at(setup, setup[HIDDEN])
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
    moves = list_moves(setup, state)
    width = width_of(plan, state)
    wide = at(setup, setup[setup[WIDTHS] + decision_of(plan, state)])
    row = 0
    for _ in range(moves):
        for i in range(wide[rows[row]]):
            mixed = mix(mixed, rows[row + i])
        row += width
    return mixed


def list_edges(setup: Ints, state: Ints, spare: Ints, node: int) -> bool:
    """List the moves of a position in the tree; whether there was room for them."""
    context = memory_at(setup[CONTEXT_AT])
    plan = memory_at(setup[PLAN_AT])
    tree = memory_at(setup[TREE_AT])
    rows = memory_at(setup[ANSWERS_AT])
    moves = list_moves(setup, state)
    seat = context[SEAT]
    width = width_of(plan, state)
    before = EDGE_WORTH + setup[PLAYERS]
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
    if node != NODE_POOL:  # the moves at hand are known by their order
        shuffle(context, tree, tree[node + EDGES], moves, stride, before)
    if setup[PRIOR] > 0 and moves > 1:
        edge = tree[node + EDGES]
        for _ in range(moves):
            write_prior(setup, state, spare, edge, width)
            edge += stride
    return True


def write_prior(setup: Ints, state: Ints, spare: Ints, edge: int, width: int) -> None:
    """Count what was learnt of where a move leads as some visits."""
    tree = memory_at(setup[TREE_AT])
    weights = reals(memory_at(setup[WEIGHTS_AT]))
    players = setup[PLAYERS]
    values = reals(at(tree, edge + EDGE_WORTH))
    status = try_answer(setup, at(tree, edge + EDGE_WORTH + players), width, state, spare)
    tree[edge + EDGE_COUNT] = setup[PRIOR]
    if status == OVER:
        add_end(setup, values, spare, 1.0)
    elif status >= FAILED:
        add_neutral(setup, values, 1.0)
    else:
        features = at(spare, setup[SIZE])
        number = write_features(setup, spare, features)
        for seat in range(players):
            values[seat] = weighted_sum(weights, features, number, seat)


def judge_position(setup: Ints, values: Reals, state: Ints, spare: Ints) -> None:
    """Judge a position: play games on from it, by chance or by what was learnt."""
    if setup[HIDDEN] != 0:
        play_to_known(setup, values, state, spare)
        return
    if setup[TRIES] > 0:
        play_and_learn(setup, state, spare, values)
        return
    play_at_random(setup, values, state, spare)
