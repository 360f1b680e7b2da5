"""Games played on by players who have learnt a little, as machine code; see `bots.search.native_search`.

What a position is worth to each seat is a sum of weights, one for each of its features: a number in memory (roughly and
finely), a die that lies somewhere with some number, so many dice of one number in one place; each for each of those who may act.
A player looks at some of its moves, drawn by lot, and takes the one after which this sum is highest. When the game is over, the sums of
all positions on the way are corrected towards what it came to.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import (
    Ints,
    Reals,
    at,
    copy_words,
    count,
    inlined,
    lowest,
    memory_at,
    real,
    reals,
)
from dicedsl.interpreter.engines.native.search import (
    ASKED,
    COUNT,
    FACE,
    FAILED,
    LOCATION,
    OVER,
    PC,
    RESUME,
    SEAT,
    STEPS,
    SUSPENDED,
    ZONES,
    below,
    decision_of,
    list_answers,
    prepare_run,
    run_to_choice,
    take_ready,
    width_of,
)
from dicedsl.program.sets import NO_NUMBER

# The setup of a search, a row of words: what is known of its program, how it goes about it, and the addresses (`_AT`)
# of the memory it works on.
(
    RUN, SIZE, PLAYERS, WINNERS, MEASURED, MEASURE, KEYS, BEST, GAMES, PATIENCE, ROOM, ROOM_WORDS, ACTOR, ROLLING, NUMBERS, DICE,
    TRIES, FACES, COUNTED, LEARNED, PRIOR, FORCED, ME, WORLDS, WORLD, HIDDEN, WIDTHS, SALT, PAIRED, HORIZON,
    SCALE_AT, CONTEXT_AT, PLAN_AT, ANSWERS_AT, GIVEN_AT, WEIGHTS_AT, TREE_AT,
) = range(37)  # fmt: skip
SETUP_WORDS = 37
# And of numbers that are not whole.
SCORE_PART, SPREAD, MEAN, CURIOSITY, SLOWEST = range(5)
REAL_SETUP_WORDS = 5

FACTOR = 0x9E3779B97F4A7C15
WEIGHTS = 1 << 16
FEATURE_WORDS = 1 << 17  # words for the features of the positions of a game; there is room for two more of them
MOST_ANSWER_TRIES = 32
MOST_ANSWER_WORDS = 64  # words of an answer
MOST_GAME_STEPS = 5_000
HALF_SPEED = 8.0  # times a feature came up before its weight changes half as fast


def make_ready(setup: Ints) -> None:
    """Make the context ready for one more run, with all the room."""
    context = memory_at(setup[CONTEXT_AT])
    prepare_run(context, setup[ROOM], setup[ROOM_WORDS])


def seat_asked(setup: Ints, state: Ints) -> int:
    """Give the seat that chooses; of several at once the one that thinks, and then the others in their order."""
    plan = memory_at(setup[PLAN_AT])
    asked = state[plan[ASKED]]
    if asked >> setup[ME] & 1 != 0:
        return setup[ME]
    return lowest(asked)


def list_moves(setup: Ints, state: Ints) -> int:
    """List the moves of who is asked; how many, -1 if that went wrong."""
    context = memory_at(setup[CONTEXT_AT])
    seat = seat_asked(setup, state)
    status = list_answers(setup[RUN], context, state, seat, setup[ROOM], setup[ROOM_WORDS])
    moves = context[COUNT]
    make_ready(setup)
    return -1 if status >= FAILED else moves


def go_on(setup: Ints, state: Ints, answers: int) -> int:
    """Give the answer that stands ready, if one does, and let happen what does until somebody is asked; how that ended."""
    context = memory_at(setup[CONTEXT_AT])
    plan = memory_at(setup[PLAN_AT])
    make_ready(setup)
    context[STEPS] = 0
    context[COUNT] = answers
    return run_to_choice(setup[RUN], context, plan, state, RESUME, setup[ROOM], setup[ROOM_WORDS])


def take_answer(setup: Ints, state: Ints) -> int:
    """Give the answer that stands ready, and stop before anything falls; how that ended."""
    context = memory_at(setup[CONTEXT_AT])
    return take_ready(setup[RUN], context, state, 1, setup[ROOM], setup[ROOM_WORDS])


def try_answer(setup: Ints, answer: Ints, width: int, state: Ints, trial: Ints) -> int:
    """Give an answer in a copy of the state, and stop before anything falls; how that ended."""
    given = memory_at(setup[GIVEN_AT])
    copy_words(given, answer, width)
    copy_words(trial, state, setup[SIZE])
    return take_answer(setup, trial)


def world_of(setup: Ints, worlds: Ints) -> Ints:
    """The next of the worlds that are thought of, one after the other."""
    setup[WORLD] = (setup[WORLD] + 1) % setup[WORLDS]
    return at(worlds, setup[WORLD] * setup[SIZE])


# ------------------------------------------------------------------ what it is worth


def clear_values(setup: Ints, values: Reals) -> None:
    """Set the value of each seat to nothing."""
    for seat in range(setup[PLAYERS]):
        values[seat] = 0.0


def add_neutral(setup: Ints, values: Reals, part: float) -> None:
    """Add equal parts of the victory for all seats, where nothing is known: no end in sight, or a rule at fault."""
    for seat in range(setup[PLAYERS]):
        values[seat] += part / real(setup[PLAYERS])


def add_end(setup: Ints, values: Reals, state: Ints, part: float) -> None:
    """Add what the end of a game is worth to each seat, `part` of it."""
    scale = reals(memory_at(setup[SCALE_AT]))
    players = setup[PLAYERS]
    winners = state[setup[WINNERS]]
    share = 0.5 / real(players)
    if winners != 0:
        share = 1.0 / real(count(winners))
    ranked = setup[BEST] != 0 and state[setup[MEASURED]] != 0
    total = 0.0
    if ranked:
        for seat in range(players):
            total += real(state[setup[MEASURE] + seat])
    for seat in range(players):
        value = share if winners == 0 or winners >> seat & 1 != 0 else 0.0
        if ranked:
            own = real(state[setup[MEASURE] + seat])
            if players == 1:
                value += real(setup[BEST]) * (own - scale[MEAN]) / scale[SPREAD]
            else:
                ahead = 0.5 + real(setup[BEST]) * (own - (total - own) / real(players - 1)) / scale[SPREAD]
                value += scale[SCORE_PART] * (min(1.0, max(0.0, ahead)) - value)
        values[seat] += part * value


# ------------------------------------------------------------------ what can be told of a position


def weight_place(what: int, players: int) -> int:
    """Where the weights of a feature lie: how often it came up, then one for each seat."""
    mixed = what * FACTOR
    mixed ^= mixed >> 32
    mixed *= FACTOR
    return (mixed >> 44 & (WEIGHTS - 1)) * (players + 1)


@inlined
def add_feature(features: Ints, number: int, what: int, players: int, amount: float) -> int:
    """Write down one feature and how much of it there is; give how many there are now."""
    features[2 * number] = weight_place(what, players)
    amounts = reals(features)
    amounts[2 * number + 1] = amount
    return number + 1


def write_features(setup: Ints, state: Ints, features: Ints) -> int:
    """Write down where the weights of all features of a position are; give how many there are."""
    plan = memory_at(setup[PLAN_AT])
    players = setup[PLAYERS]
    actor = state[setup[ACTOR]] + 1
    number = add_feature(features, 0, actor * 977 + state[plan[PC]] * 8191 + 5, players, 1.0)
    start = setup[NUMBERS]
    for i in range(setup[start]):
        entry = start + 1 + 3 * i
        value = state[setup[entry]] - setup[entry + 1]
        shift = setup[entry + 2]
        what = ((i + 1) << 32) + (value >> shift)
        if value < 0 or shift == 0:
            number = add_feature(features, number, what * 64 + actor, players, 1.0)
        else:
            # Between two marks of a scale, in part each.
            rest = real(value & (1 << shift) - 1) / real(1 << shift)
            number = add_feature(features, number, what * 64 + actor, players, 1.0 - rest)
            number = add_feature(features, number, (what + 1) * 64 + actor, players, rest)
    start = setup[DICE]
    rolling = at(state, setup[ROLLING])
    faces = setup[FACES]
    counted = at(setup, setup[COUNTED])
    if faces > 0:
        for i in range(plan[ZONES] * faces):
            counted[i] = 0
    for i in range(setup[start]):
        die = setup[start + 1 + 2 * i]
        where = state[plan[LOCATION] + die]
        face = 0 if rolling[die >> 6] >> (die & 63) & 1 != 0 else state[plan[FACE] + die]
        what = ((setup[start + 2 + 2 * i] + 4096) << 32) + (where << 12) + face
        number = add_feature(features, number, what * 64 + actor, players, 1.0)
        if faces > 0 and where < plan[ZONES]:
            counted[where * faces + face] += 1
    if faces > 0:
        for i in range(plan[ZONES] * faces):
            if counted[i] > 1:
                number = add_feature(features, number, ((1 << 50) + (i << 12) + counted[i]) * 64 + actor, players, 1.0)
        number = add_pair_features(setup, state, features, counted, number)
    return number


def add_pair_features(setup: Ints, state: Ints, features: Ints, counted: Ints, number: int) -> int:
    """Write down what the dice of a place show together, by itself and with each of some numbers that the one who acts
    goes by; give how many features there are now."""
    plan = memory_at(setup[PLAN_AT])
    players = setup[PLAYERS]
    faces = setup[FACES]
    actor = state[setup[ACTOR]]
    pairs = at(setup, setup[PAIRED])
    for zone in range(plan[ZONES]):
        shown = 0
        shape = 0
        for face in range(faces):
            times = counted[zone * faces + face]
            if times > 0:
                shown |= 1 << face
                if face > 0:
                    shape += times * times
        if shown == 0:
            continue
        where = (zone << 24) + (1 << 58)
        number = add_feature(features, number, (where + (shown << 8) + 1) * 64 + actor + 1, players, 1.0)
        number = add_feature(features, number, (where + (shape << 8) + 2) * 64 + actor + 1, players, 1.0)
        for i in range(pairs[0]):
            entry = 1 + 3 * i
            if pairs[entry + 1] >= 0 and pairs[entry + 1] != actor:
                continue
            value = state[pairs[entry]]
            if pairs[entry + 2] != 0:
                value = 0 if value == NO_NUMBER else 1
            with_it = where + ((i + 1) << 44) + (value << 40)
            number = add_feature(features, number, with_it + (shown << 8) + 1, players, 1.0)
            number = add_feature(features, number, with_it + (shape << 8) + 2, players, 1.0)
            for face in range(faces):
                times = counted[zone * faces + face]
                if times > 0:
                    number = add_feature(features, number, with_it + (face << 12) + (times << 8) + 3, players, 1.0)
    return number


def weighted_sum(weights: Reals, features: Ints, number: int, seat: int) -> float:
    """Give what a position is worth to a seat by the weights of its features."""
    total = 0.0
    amounts = reals(features)
    for i in range(number):
        total += weights[features[2 * i] + 1 + seat] * amounts[2 * i + 1]
    return total


def learn(setup: Ints, features: Ints, number: int, values: Reals) -> None:
    """Correct the weights of one position towards what the game came to."""
    scale = reals(memory_at(setup[SCALE_AT]))
    weights = reals(memory_at(setup[WEIGHTS_AT]))
    amounts = reals(features)
    squares = 0.0
    for i in range(number):
        squares += amounts[2 * i + 1] * amounts[2 * i + 1]
    for seat in range(setup[PLAYERS]):
        missing = (values[seat] - weighted_sum(weights, features, number, seat)) / squares
        for i in range(number):
            place = features[2 * i]
            haste = max(scale[SLOWEST], HALF_SPEED / (HALF_SPEED + weights[place]))
            weights[place + 1 + seat] += missing * amounts[2 * i + 1] * haste
    for i in range(number):
        weights[features[2 * i]] += amounts[2 * i + 1]


# ------------------------------------------------------------------ a game


def play_and_learn(setup: Ints, state: Ints, work: Ints, values: Reals) -> None:
    """Play on from a position to the end, add what that is worth to nothing, and learn from it.

    `work` is room for two states, for some answers, and for the features of the positions on the way.
    """
    scale = reals(memory_at(setup[SCALE_AT]))
    plan = memory_at(setup[PLAN_AT])
    weights = reals(memory_at(setup[WEIGHTS_AT]))
    features = at(work, 2 * setup[SIZE] + MOST_ANSWER_TRIES * MOST_ANSWER_WORDS)
    used = 0
    fallen = 0
    clear_values(setup, values)
    for _ in range(MOST_GAME_STEPS):
        moves = list_moves(setup, state)
        if moves < 1:
            add_neutral(setup, values, 1.0)
            return
        ended = take_best_move(setup, state, work, at(features, used + 1), values, moves)
        if setup[HORIZON] > 0 and not ended and decision_of(plan, state) < 0:  # dice fall
            fallen += 1
            if fallen >= setup[HORIZON]:
                number = write_features(setup, state, features)
                for place in range(setup[PLAYERS]):
                    values[place] = weighted_sum(weights, features, number, place)
                return
        if moves > 1 and used < FEATURE_WORDS and scale[SLOWEST] > 0.0:
            number = write_features(setup, state, at(features, used + 1))
            features[used] = number
            used += 2 * number + 1
        status = go_on(setup, state, 0)
        if status >= FAILED:
            add_neutral(setup, values, 1.0)
            return
        if status == OVER:
            add_end(setup, values, state, 1.0)
            place = 0
            while place < used:
                learn(setup, at(features, place + 1), features[place], values)
                place += 2 * features[place] + 1
            return
    add_neutral(setup, values, 1.0)


def take_best_move(setup: Ints, state: Ints, work: Ints, features: Ints, values: Reals, moves: int) -> bool:
    """Take the best of some moves drawn by lot, by the weights of where they lead; whether that ended the game.

    One who has learnt nothing takes the first that is drawn. `work` and `features` are room; `values` are all 0, before and after.
    """
    context = memory_at(setup[CONTEXT_AT])
    rows = memory_at(setup[ANSWERS_AT])
    weights = reals(memory_at(setup[WEIGHTS_AT]))
    size = setup[SIZE]
    trial = work
    best = at(work, size)
    answers = at(work, 2 * size)
    width = width_of(memory_at(setup[PLAN_AT]), state)
    seat = context[SEAT]
    tried = min(moves, setup[TRIES])
    if setup[LEARNED] >> seat & 1 == 0 or width > MOST_ANSWER_WORDS:
        tried = 1
    for i in range(tried):
        number = i if tried == moves else below(context, moves)
        copy_words(at(answers, i * width), at(rows, number * width), width)
    highest = -1.0e30
    ended = False
    for i in range(tried):
        status = try_answer(setup, at(answers, i * width), width, state, trial)
        value = -1.0e29
        if status == OVER:
            add_end(setup, values, trial, 1.0)
            value = values[seat]
            clear_values(setup, values)
        elif status < FAILED and tried > 1:
            value = weighted_sum(weights, features, write_features(setup, trial, features), seat)
        if value > highest:
            highest = value
            ended = status == OVER
            other = best
            best = trial
            trial = other
    copy_words(state, best, size)
    return ended


def practise(setup: Ints, root: Ints, work: Ints, games: int) -> int:
    """Play so many games to learn from them; the first of the values is left as the sum of what they were worth to each seat."""
    values = reals(work)
    sums = reals(at(work, setup[PLAYERS]))
    state = at(work, 2 * setup[PLAYERS])
    for seat in range(setup[PLAYERS]):
        sums[seat] = 0.0
    for _ in range(games):
        copy_words(state, world_of(setup, root), setup[SIZE])
        play_and_learn(setup, state, at(state, setup[SIZE]), values)
        for seat in range(setup[PLAYERS]):
            sums[seat] += values[seat]
    return games


def survey(setup: Ints, root: Ints, work: Ints, lows: Ints, highs: Ints, games: int) -> int:
    """Write down the least and the most that each word of a state is in some games played at random."""
    context = memory_at(setup[CONTEXT_AT])
    plan = memory_at(setup[PLAN_AT])
    rows = memory_at(setup[ANSWERS_AT])
    given = memory_at(setup[GIVEN_AT])
    state = work
    for _ in range(games):
        copy_words(state, root, setup[SIZE])
        if go_on(setup, state, 0) != SUSPENDED:
            continue
        for _ in range(MOST_GAME_STEPS):
            for i in range(setup[SIZE]):
                if state[i] != NO_NUMBER:
                    lows[i] = min(lows[i], state[i])
                highs[i] = max(highs[i], state[i])
            moves = list_moves(setup, state)
            if moves < 1:
                break
            width = width_of(plan, state)
            copy_words(given, at(rows, below(context, moves) * width), width)
            if go_on(setup, state, 1) != SUSPENDED:
                break
    return games
