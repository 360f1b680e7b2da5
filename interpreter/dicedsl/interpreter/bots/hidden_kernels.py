"""Games that are played on where something is hidden, for the kernels of a search: as far as everybody knows the same."""

from __future__ import annotations

from dicedsl.interpreter.bots.game_walks import (
    FACTOR,
    GAMES,
    HIDDEN,
    KEYS,
    MOST_STEPS,
    PLAYERS,
    ROLLING,
    RUN,
    SALT,
    SIZE,
    clear,
    go_on,
    list_moves,
    neutral,
    over,
    ready,
    take,
)
from dicedsl.interpreter.bots.tree_kernels import LIMIT_OF, TRIED, mix
from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, at, copy_words, real, reals, run_code
from dicedsl.interpreter.engines.native.search import (
    FACE,
    FAILED,
    LOCATION,
    OVER,
    PC,
    PLAY,
    RESUME,
    SHOWN,
    STEPS,
    SUSPENDED,
    ZONES,
    below,
    decision_of,
    seed_of,
    width_of,
)

EVERYBODY = 62  # the bit of what all seats see
KNOWN_SLOTS = 1 << 12  # for positions that everybody knows, behind the room of the tree
KNOWN = -1  # how a step ended that was judged
ENOUGH = 20_000  # games from one position that everybody knows
AT_FIRST, FIRST_GAMES = 8, 128  # so many in one go, until there were some


def played(about: Ints, scale: Reals, context: Ints, values: Reals, state: Ints, spare: Ints) -> None:
    """The mean of some games played on at random."""
    clear(about, values)
    part = 1.0 / real(about[GAMES])
    for _ in range(about[GAMES]):
        copy_words(spare, state, about[SIZE])
        ready(about, context)
        context[STEPS] = 0
        if run_code(about[RUN], context, spare, PLAY, RESUME) == OVER:
            over(about, scale, values, spare, part)
        else:
            neutral(about, values, part)


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
        copy_words(given, at(rows, below(context, moves) * width), width)
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
