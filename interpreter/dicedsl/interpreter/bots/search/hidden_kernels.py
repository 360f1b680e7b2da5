"""Games that are played on where something is hidden, for the kernels of a search: as far as everybody knows the same."""

from __future__ import annotations

from dicedsl.interpreter.bots.search.learning_kernels import (
    ANSWERS_AT,
    CONTEXT_AT,
    FACTOR,
    GAMES,
    GIVEN_AT,
    HIDDEN,
    KEYS,
    MOST_GAME_STEPS,
    PLAN_AT,
    PLAYERS,
    ROLLING,
    RUN,
    SALT,
    SIZE,
    TREE_AT,
    add_end,
    add_neutral,
    clear_values,
    go_on,
    list_moves,
    make_ready,
    take_answer,
)
from dicedsl.interpreter.bots.search.tree_kernels import LIMIT_OF, SLOTS_TRIED, mix
from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, at, copy_words, memory_at, real, reals, run_code
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

KNOWN_TO_ALL = 62  # the bit of what all seats see
KNOWN_SLOTS = 1 << 12  # for positions that everybody knows, behind the room of the tree
STOPPED_AT_KNOWN = -1  # how a step ended that was judged
ENOUGH_GAMES = 20_000  # games from one position that everybody knows
GAMES_AT_FIRST, FIRST_GAMES = 8, 128  # so many in one go, until there were some


def play_at_random(setup: Ints, values: Reals, state: Ints, spare: Ints) -> None:
    """Play some games on at random, and give the mean of their values."""
    context = memory_at(setup[CONTEXT_AT])
    clear_values(setup, values)
    part = 1.0 / real(setup[GAMES])
    for _ in range(setup[GAMES]):
        copy_words(spare, state, setup[SIZE])
        make_ready(setup)
        context[STEPS] = 0
        if run_code(setup[RUN], context, spare, PLAY, RESUME) == OVER:
            add_end(setup, values, spare, part)
        else:
            add_neutral(setup, values, part)


def is_known_to_all(setup: Ints, state: Ints) -> bool:
    """Whether nobody knows more than others: whatever is hidden at other times is shown, or about to be rolled."""
    plan = memory_at(setup[PLAN_AT])
    hidden = at(setup, setup[HIDDEN])
    for i in range(hidden[0]):
        entry = 2 + plan[ZONES] + 3 * i
        if hidden[entry + 1] >> KNOWN_TO_ALL & 1 == 0 and state[hidden[entry]] != hidden[entry + 2]:
            return False
    rolling = at(state, setup[ROLLING])
    for die in range(hidden[1]):
        where = state[plan[LOCATION] + die]
        if where < plan[ZONES] and hidden[2 + where] >> KNOWN_TO_ALL & 1 == 0:
            open_to_all = state[plan[SHOWN] + (die >> 6)] | rolling[die >> 6]
            if open_to_all >> (die & 63) & 1 == 0:
                return False
    return True


def outline(setup: Ints, state: Ints) -> int:
    """A number of what counts of such a position, but of dice only which lie where, and on boards what they show: elsewhere that
    is over, or about to be, and would make one position many."""
    plan = memory_at(setup[PLAN_AT])
    start = setup[setup[KEYS] + state[plan[PC]]]
    mixed = state[plan[PC]] * FACTOR + 3
    for i in range(setup[start]):
        mixed = mix(mixed, state[setup[start + 1 + i]])
    hidden = at(setup, setup[HIDDEN])
    for die in range(hidden[1]):
        where = state[plan[LOCATION] + die]
        mixed = mix(mixed, where * 4096 + (state[plan[FACE] + die] if where >= plan[ZONES] else -1))
    return mixed


def go_on_to_known(setup: Ints, values: Reals, state: Ints, spare: Ints) -> int:
    """Give an answer and go on to the next choice, but no further than where everybody knows the same: such positions are few and
    are come to in many ways, so that each is worth the mean of all the games that were played on from it."""
    plan = memory_at(setup[PLAN_AT])
    tree = memory_at(setup[TREE_AT])
    status = take_answer(setup, state)
    if status != SUSPENDED:
        return status
    if decision_of(plan, state) < 0 and is_known_to_all(setup, state):
        entry = known_entry(tree, outline(setup, state), setup[PLAYERS])
        if entry != 0:
            judge_known(setup, values, state, spare, entry)
            return STOPPED_AT_KNOWN
    return go_on(setup, state, 0)


def known_entry(tree: Ints, wanted: int, players: int) -> int:
    """Give where it is kept for the whole game what a position that everybody knows is worth; 0 if there is no more room."""
    slot = (wanted >> 20) & (KNOWN_SLOTS - 1)
    for _ in range(SLOTS_TRIED):
        entry = tree[LIMIT_OF] + slot * (2 + players)
        if tree[entry + 1] == 0:
            tree[entry] = wanted
        if tree[entry] == wanted:
            return entry
        slot = (slot + 1) & (KNOWN_SLOTS - 1)
    return 0


def judge_known(setup: Ints, values: Reals, state: Ints, spare: Ints, entry: int) -> None:
    """Play one more game from a position that everybody knows, as long as there were not enough; give the mean of all."""
    context = memory_at(setup[CONTEXT_AT])
    tree = memory_at(setup[TREE_AT])
    means = reals(at(tree, entry + 2))
    before = tree[entry + 1]
    games = 0 if before >= ENOUGH_GAMES else 1 if before >= FIRST_GAMES else GAMES_AT_FIRST
    for _ in range(games):
        # Turns with the same source come here after other moves: the games are to be others each time.
        context[0] = seed_of(setup[SALT] + entry, tree[entry + 1])
        context[1] = 0
        context[2] = 0
        play_at_random(setup, values, state, spare)
        tree[entry + 1] += 1
        part = 1.0 / real(tree[entry + 1])
        for seat in range(setup[PLAYERS]):
            means[seat] += (values[seat] - means[seat]) * part
    for seat in range(setup[PLAYERS]):
        values[seat] = means[seat]


def play_to_known(setup: Ints, values: Reals, state: Ints, spare: Ints) -> None:
    """Play on at random to a position that everybody knows, or to the end of the game."""
    context = memory_at(setup[CONTEXT_AT])
    plan = memory_at(setup[PLAN_AT])
    rows = memory_at(setup[ANSWERS_AT])
    given = memory_at(setup[GIVEN_AT])
    for _ in range(MOST_GAME_STEPS):
        moves = list_moves(setup, state)
        if moves < 1:
            break
        width = width_of(plan, state)
        copy_words(given, at(rows, below(context, moves) * width), width)
        status = go_on_to_known(setup, values, state, spare)
        if status == STOPPED_AT_KNOWN:
            return
        if status == OVER:
            clear_values(setup, values)
            add_end(setup, values, state, 1.0)
            return
        if status >= FAILED:
            break
    clear_values(setup, values)
    add_neutral(setup, values, 1.0)
