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
    GAMES,
    HIDDEN,
    KEYS,
    ME,
    MOST_STEPS,
    PATIENCE,
    PLAYERS,
    PRIOR,
    ROLLING,
    RUN,
    SALT,
    SIZE,
    TRIES,
    WIDTHS,
    asked_of,
    clear,
    go_on,
    list_moves,
    neutral,
    over,
    ready,
    stepped,
    sum_of,
    take,
    told,
    walk,
    world_of,
)
from dicedsl.interpreter.engines.native.search import (
    FACE,
    FAILED,
    LOCATION,
    OVER,
    PC,
    PLAY,
    RESUME,
    SEAT,
    SHOWN,
    STEPS,
    SUSPENDED,
    ZONES,
    below,
    decision_of,
    seed_of,
    width_of,
)
from dicedsl.interpreter.kernel_memory import Ints, Reals, at, copied, inlined, logarithm, ran, real, reals, square_root

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
EVERYBODY = 62  # the bit of what all seats see
KNOWN_SLOTS = 1 << 12  # for positions that everybody knows, behind the room of the tree
KNOWN = -1  # how a step ended that was judged
ENOUGH = 20_000  # games from one position that everybody knows
AT_FIRST, FIRST_GAMES = 8, 128  # so many in one go, until there were some


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
        copied(state, world_of(about, root), about[SIZE])
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
        copied(given, at(tree, row), tree[node + STRIDE] - WORTH - about[PLAYERS])
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


@inlined
def mix(mixed: int, word: int) -> int:
    mixed = (mixed ^ word) * FACTOR
    return mixed ^ mixed >> 29


def found(tree: Ints, wanted: int, players: int) -> int:
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


def added(tree: Ints, pair: int, wanted: int, players: int) -> int:
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
        copied(at(tree, edge + before), at(rows, move * width), width)
        edge += stride
    if node != POOL:  # the moves at hand are known by their order
        shuffle(context, tree, tree[node + EDGES], moves, stride, before)
    if about[PRIOR] > 0 and moves > 1:
        edge = tree[node + EDGES]
        for _ in range(moves):
            foreseen(about, scale, context, plan, tree, given, state, spare, weights, edge, width)
            edge += stride
    return True


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


def judged(about: Ints, tree: Ints, node: int, values: Reals) -> None:
    """Note what a position is worth as a whole."""
    tree[node + JUDGED] += 1
    means = reals(at(tree, node + VALUES))
    part = 1.0 / real(tree[node + JUDGED])
    for seat in range(about[PLAYERS]):
        means[seat] += (values[seat] - means[seat]) * part


def chosen(tree: Ints, node: int, players: int, curiosity: float) -> int:
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
        sort = tree[edge + WORTH + players]
        here = edge
        taken = 0
        total = 0.0
        size = 0
        while left > 0 and tree[edge + WORTH + players] == sort:
            means = reals(at(tree, edge + WORTH))
            taken += tree[edge + TAKEN]
            total += real(tree[edge + TAKEN]) * means[seat]
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
    return likeliest(tree, start, count, stride, seat, worth, mean + worth)


def likeliest(tree: Ints, start: int, count: int, stride: int, seat: int, worth: float, first: float) -> int:
    """The move of one sort that may be best."""
    best = -1.0e30
    edge = start
    taken = start
    for _ in range(count):
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
    """The mean of some games played on at random."""
    if about[HIDDEN] != 0:
        rolled(about, scale, context, plan, tree, rows, given, values, state, spare)
        return
    if about[TRIES] > 0:
        walk(about, scale, context, plan, rows, given, state, spare, weights, values)
        return
    played(about, scale, context, values, state, spare)


def played(about: Ints, scale: Reals, context: Ints, values: Reals, state: Ints, spare: Ints) -> None:
    clear(about, values)
    part = 1.0 / real(about[GAMES])
    for _ in range(about[GAMES]):
        copied(spare, state, about[SIZE])
        ready(about, context)
        context[STEPS] = 0
        if ran(about[RUN], context, spare, PLAY, RESUME) == OVER:
            over(about, scale, values, spare, part)
        else:
            neutral(about, values, part)


# ------------------------------------------------------------------ where something is hidden


def is_known(about: Ints, plan: Ints, state: Ints) -> bool:
    """Whether nobody knows more than others: whatever is hidden at other times is shown, or about to be rolled."""
    hidden = at(about, about[HIDDEN])
    for i in range(hidden[0]):
        entry = 2 + plan[ZONES] + 3 * i
        if hidden[entry + 1] >> EVERYBODY & 1 == 0 and state[hidden[entry]] != hidden[entry + 2]:
            return False
    rolling = at(state, about[ROLLING])
    for die in range(hidden[1]):
        where = state[plan[LOCATION] + die]
        if where < plan[ZONES] and hidden[2 + where] >> EVERYBODY & 1 == 0:
            open_to_all = state[plan[SHOWN] + (die >> 6)] | rolling[die >> 6]
            if open_to_all >> (die & 63) & 1 == 0:
                return False
    return True


def outline(about: Ints, plan: Ints, state: Ints) -> int:
    """A number of what counts of such a position, but of dice only which lie where, and on boards what they show: elsewhere that
    is over, or about to be, and would make one position many."""
    start = about[about[KEYS] + state[plan[PC]]]
    mixed = state[plan[PC]] * FACTOR + 3
    for i in range(about[start]):
        mixed = mix(mixed, state[about[start + 1 + i]])
    hidden = at(about, about[HIDDEN])
    for die in range(hidden[1]):
        where = state[plan[LOCATION] + die]
        mixed = mix(mixed, where * 4096 + (state[plan[FACE] + die] if where >= plan[ZONES] else -1))
    return mixed


def shown_to_all(
    about: Ints, scale: Reals, context: Ints, plan: Ints, tree: Ints, values: Reals, state: Ints, spare: Ints
) -> int:
    """Give an answer and go on to the next choice, but no further than where everybody knows the same: such positions are few and
    are come to in many ways, so that each is worth the mean of all the games that were played on from it."""
    status = take(about, context, state)
    if status != SUSPENDED:
        return status
    if decision_of(plan, state) < 0 and is_known(about, plan, state):
        entry = kept(tree, outline(about, plan, state), about[PLAYERS])
        if entry != 0:
            pooled(about, scale, context, tree, values, state, spare, entry)
            return KNOWN
    return go_on(about, context, plan, state, 0)


def kept(tree: Ints, wanted: int, players: int) -> int:
    """Where it is kept for the whole game what such a position is worth; 0 if there is no more room."""
    slot = (wanted >> 20) & (KNOWN_SLOTS - 1)
    for _ in range(TRIED):
        entry = tree[LIMIT_OF] + slot * (2 + players)
        if tree[entry + 1] == 0:
            tree[entry] = wanted
        if tree[entry] == wanted:
            return entry
        slot = (slot + 1) & (KNOWN_SLOTS - 1)
    return 0


def pooled(
    about: Ints, scale: Reals, context: Ints, tree: Ints, values: Reals, state: Ints, spare: Ints, entry: int
) -> None:
    """One more game from here, as long as there were not enough; the mean of all."""
    means = reals(at(tree, entry + 2))
    before = tree[entry + 1]
    games = 0 if before >= ENOUGH else 1 if before >= FIRST_GAMES else AT_FIRST
    for _ in range(games):
        # Turns with the same source come here after other moves: the games are to be others each time.
        context[0] = seed_of(about[SALT] + entry, tree[entry + 1])
        context[1] = 0
        context[2] = 0
        played(about, scale, context, values, state, spare)
        tree[entry + 1] += 1
        part = 1.0 / real(tree[entry + 1])
        for seat in range(about[PLAYERS]):
            means[seat] += (values[seat] - means[seat]) * part
    for seat in range(about[PLAYERS]):
        values[seat] = means[seat]


def rolled(
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
) -> None:
    """A game played on at random to where everybody knows the same, or to its end."""
    for _ in range(MOST_STEPS):
        moves = list_moves(about, context, plan, state)
        if moves < 1:
            break
        width = width_of(plan, state)
        copied(given, at(rows, below(context, moves) * width), width)
        status = shown_to_all(about, scale, context, plan, tree, values, state, spare)
        if status == KNOWN:
            return
        if status == OVER:
            clear(about, values)
            over(about, scale, values, state, 1.0)
            return
        if status >= FAILED:
            break
    clear(about, values)
    neutral(about, values, 1.0)


def back(about: Ints, tree: Ints, path: Ints, values: Reals, depth: int) -> None:
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
