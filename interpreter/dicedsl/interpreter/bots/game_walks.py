"""Games played on by players who have learnt a little, as machine code; see `bots.deep`.

What a position is worth to each seat is a sum of weights, one for each thing that can be told of it: a number in memory (roughly and
finely), a die that lies somewhere with some number, so many dice of one number in one place; each for each of those who may act.
A player looks at some of its moves, drawn by lot, and takes the one after which this sum is highest. When the game is over, the sums of
all positions on the way are corrected towards what it came to.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, at, copy_words, count, inlined, lowest, real, reals
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

# What is told of a program and of a search, a row of words.
(
    RUN, SIZE, PLAYERS, WINNERS, MEASURED, MEASURE, KEYS, BEST, GAMES, PATIENCE, ROOM, ROOM_WORDS, ACTOR, ROLLING, NUMBERS, DICE,
    TRIES, FACES, COUNTED, LEARNED, PRIOR, FORCED, ME, WORLDS, WORLD, HIDDEN, WIDTHS, SALT, PAIRED, HORIZON,
) = range(30)  # fmt: skip
SETTINGS = 30
# And of numbers that are not whole.
SCORE_PART, SPREAD, MEAN, CURIOSITY, SLOWEST = range(5)
REAL_SETTINGS = 5

FACTOR = 0x9E3779B97F4A7C15
WEIGHTS = 1 << 16
MARKS = 1 << 17  # words for what is told of the positions of a game; there is room for two more of them
MOST_TRIES = 32
WIDEST = 64  # words of an answer
MOST_STEPS = 5_000
HASTE = 8.0  # times something was told before its weight changes half as fast


def ready(about: Ints, context: Ints) -> None:
    prepare_run(context, about[ROOM], about[ROOM_WORDS])


def asked_of(about: Ints, plan: Ints, state: Ints) -> int:
    """Who chooses; of several at once the seat that thinks, and then the others in their order."""
    asked = state[plan[ASKED]]
    if asked >> about[ME] & 1 != 0:
        return about[ME]
    return lowest(asked)


def list_moves(about: Ints, context: Ints, plan: Ints, state: Ints) -> int:
    """List the moves of who is asked; how many, -1 if that went wrong."""
    seat = asked_of(about, plan, state)
    status = list_answers(about[RUN], context, state, seat, about[ROOM], about[ROOM_WORDS])
    moves = context[COUNT]
    ready(about, context)
    return -1 if status >= FAILED else moves


def go_on(about: Ints, context: Ints, plan: Ints, state: Ints, answers: int) -> int:
    """Give the answer that stands ready, if one does, and let happen what does until somebody is asked; how that ended."""
    ready(about, context)
    context[STEPS] = 0
    context[COUNT] = answers
    return run_to_choice(about[RUN], context, plan, state, RESUME, about[ROOM], about[ROOM_WORDS])


def take(about: Ints, context: Ints, state: Ints) -> int:
    """Give the answer that stands ready, and stop before anything falls; how that ended."""
    return take_ready(about[RUN], context, state, 1, about[ROOM], about[ROOM_WORDS])


def stepped(about: Ints, context: Ints, given: Ints, answer: Ints, width: int, state: Ints, trial: Ints) -> int:
    """Give an answer in a copy of the state, and stop before anything falls; how that ended."""
    copy_words(given, answer, width)
    copy_words(trial, state, about[SIZE])
    return take(about, context, trial)


def world_of(about: Ints, worlds: Ints) -> Ints:
    """The next of the worlds that are thought of, one after the other."""
    about[WORLD] = (about[WORLD] + 1) % about[WORLDS]
    return at(worlds, about[WORLD] * about[SIZE])


# ------------------------------------------------------------------ what it is worth


def clear(about: Ints, values: Reals) -> None:
    for seat in range(about[PLAYERS]):
        values[seat] = 0.0


def neutral(about: Ints, values: Reals, part: float) -> None:
    """Nothing is known: no end in sight, or a rule at fault."""
    for seat in range(about[PLAYERS]):
        values[seat] += part / real(about[PLAYERS])


def over(about: Ints, scale: Reals, values: Reals, state: Ints, part: float) -> None:
    """Add what the end of a game is worth."""
    players = about[PLAYERS]
    winners = state[about[WINNERS]]
    share = 0.5 / real(players)
    if winners != 0:
        share = 1.0 / real(count(winners))
    ranked = about[BEST] != 0 and state[about[MEASURED]] != 0
    total = 0.0
    if ranked:
        for seat in range(players):
            total += real(state[about[MEASURE] + seat])
    for seat in range(players):
        value = share if winners == 0 or winners >> seat & 1 != 0 else 0.0
        if ranked:
            own = real(state[about[MEASURE] + seat])
            if players == 1:
                value += real(about[BEST]) * (own - scale[MEAN]) / scale[SPREAD]
            else:
                ahead = 0.5 + real(about[BEST]) * (own - (total - own) / real(players - 1)) / scale[SPREAD]
                value += scale[SCORE_PART] * (min(1.0, max(0.0, ahead)) - value)
        values[seat] += part * value


# ------------------------------------------------------------------ what can be told of a position


def place_of(what: int, players: int) -> int:
    mixed = what * FACTOR
    mixed ^= mixed >> 32
    mixed *= FACTOR
    return (mixed >> 44 & (WEIGHTS - 1)) * (players + 1)


@inlined
def mark(marks: Ints, number: int, what: int, players: int, amount: float) -> int:
    """Write down one thing and how much of it there is; how many there are now."""
    marks[2 * number] = place_of(what, players)
    amounts = reals(marks)
    amounts[2 * number + 1] = amount
    return number + 1


def told(about: Ints, plan: Ints, state: Ints, marks: Ints) -> int:
    """Write down where the weights of all that can be told of a position are; how many there are."""
    players = about[PLAYERS]
    actor = state[about[ACTOR]] + 1
    number = mark(marks, 0, actor * 977 + state[plan[PC]] * 8191 + 5, players, 1.0)
    start = about[NUMBERS]
    for i in range(about[start]):
        entry = start + 1 + 3 * i
        value = state[about[entry]] - about[entry + 1]
        shift = about[entry + 2]
        what = ((i + 1) << 32) + (value >> shift)
        if value < 0 or shift == 0:
            number = mark(marks, number, what * 64 + actor, players, 1.0)
        else:
            # Between two marks of a scale, in part each.
            rest = real(value & (1 << shift) - 1) / real(1 << shift)
            number = mark(marks, number, what * 64 + actor, players, 1.0 - rest)
            number = mark(marks, number, (what + 1) * 64 + actor, players, rest)
    start = about[DICE]
    rolling = at(state, about[ROLLING])
    faces = about[FACES]
    counted = at(about, about[COUNTED])
    if faces > 0:
        for i in range(plan[ZONES] * faces):
            counted[i] = 0
    for i in range(about[start]):
        die = about[start + 1 + 2 * i]
        where = state[plan[LOCATION] + die]
        face = 0 if rolling[die >> 6] >> (die & 63) & 1 != 0 else state[plan[FACE] + die]
        what = ((about[start + 2 + 2 * i] + 4096) << 32) + (where << 12) + face
        number = mark(marks, number, what * 64 + actor, players, 1.0)
        if faces > 0 and where < plan[ZONES]:
            counted[where * faces + face] += 1
    if faces > 0:
        for i in range(plan[ZONES] * faces):
            if counted[i] > 1:
                number = mark(marks, number, ((1 << 50) + (i << 12) + counted[i]) * 64 + actor, players, 1.0)
        number = paired(about, plan, state, marks, counted, number)
    return number


def paired(about: Ints, plan: Ints, state: Ints, marks: Ints, counted: Ints, number: int) -> int:
    """What the dice of a place show together, by itself and with each of some numbers that the one who acts goes by."""
    players = about[PLAYERS]
    faces = about[FACES]
    actor = state[about[ACTOR]]
    pairs = at(about, about[PAIRED])
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
        number = mark(marks, number, (where + (shown << 8) + 1) * 64 + actor + 1, players, 1.0)
        number = mark(marks, number, (where + (shape << 8) + 2) * 64 + actor + 1, players, 1.0)
        for i in range(pairs[0]):
            entry = 1 + 3 * i
            if pairs[entry + 1] >= 0 and pairs[entry + 1] != actor:
                continue
            value = state[pairs[entry]]
            if pairs[entry + 2] != 0:
                value = 0 if value == NO_NUMBER else 1
            with_it = where + ((i + 1) << 44) + (value << 40)
            number = mark(marks, number, with_it + (shown << 8) + 1, players, 1.0)
            number = mark(marks, number, with_it + (shape << 8) + 2, players, 1.0)
            for face in range(faces):
                times = counted[zone * faces + face]
                if times > 0:
                    number = mark(marks, number, with_it + (face << 12) + (times << 8) + 3, players, 1.0)
    return number


def sum_of(weights: Reals, marks: Ints, number: int, seat: int) -> float:
    total = 0.0
    amounts = reals(marks)
    for i in range(number):
        total += weights[marks[2 * i] + 1 + seat] * amounts[2 * i + 1]
    return total


def learnt(about: Ints, scale: Reals, weights: Reals, marks: Ints, number: int, values: Reals) -> None:
    """Correct the weights of one position towards what the game came to."""
    amounts = reals(marks)
    squares = 0.0
    for i in range(number):
        squares += amounts[2 * i + 1] * amounts[2 * i + 1]
    for seat in range(about[PLAYERS]):
        missing = (values[seat] - sum_of(weights, marks, number, seat)) / squares
        for i in range(number):
            place = marks[2 * i]
            haste = max(scale[SLOWEST], HASTE / (HASTE + weights[place]))
            weights[place + 1 + seat] += missing * amounts[2 * i + 1] * haste
    for i in range(number):
        weights[marks[2 * i]] += amounts[2 * i + 1]


# ------------------------------------------------------------------ a game


def walk(
    about: Ints,
    scale: Reals,
    context: Ints,
    plan: Ints,
    rows: Ints,
    given: Ints,
    state: Ints,
    work: Ints,
    weights: Reals,
    values: Reals,
) -> None:
    """Play on from a position to the end, add what that is worth to nothing, and learn from it.

    `work` is room for two states, for some answers, and for what is told of the positions on the way.
    """
    size = about[SIZE]
    trial = work
    best = at(work, size)
    answers = at(work, 2 * size)
    marks = at(answers, MOST_TRIES * WIDEST)
    used = 0
    fallen = 0
    clear(about, values)
    for _ in range(MOST_STEPS):
        moves = list_moves(about, context, plan, state)
        if moves < 1:
            neutral(about, values, 1.0)
            return
        width = width_of(plan, state)
        seat = context[SEAT]
        tried = min(moves, about[TRIES])
        if about[LEARNED] >> seat & 1 == 0 or width > WIDEST:
            tried = 1
        for i in range(tried):
            number = i if tried == moves else below(context, moves)
            copy_words(at(answers, i * width), at(rows, number * width), width)
        highest = -1.0e30
        ended = False
        for i in range(tried):
            status = stepped(about, context, given, at(answers, i * width), width, state, trial)
            value = -1.0e29
            if status == OVER:
                over(about, scale, values, trial, 1.0)
                value = values[seat]
                clear(about, values)
            elif status < FAILED and tried > 1:
                here = at(marks, used + 1)
                value = sum_of(weights, here, told(about, plan, trial, here), seat)
            if value > highest:
                highest = value
                ended = status == OVER
                other = best
                best = trial
                trial = other
        copy_words(state, best, size)
        if about[HORIZON] > 0 and not ended and decision_of(plan, state) < 0:  # dice fall
            fallen += 1
            if fallen >= about[HORIZON]:
                number = told(about, plan, state, marks)
                for place in range(about[PLAYERS]):
                    values[place] = sum_of(weights, marks, number, place)
                return
        if moves > 1 and used < MARKS and scale[SLOWEST] > 0.0:
            number = told(about, plan, state, at(marks, used + 1))
            marks[used] = number
            used += 2 * number + 1
        status = go_on(about, context, plan, state, 0)
        if status >= FAILED:
            neutral(about, values, 1.0)
            return
        if status == OVER:
            over(about, scale, values, state, 1.0)
            place = 0
            while place < used:
                learnt(about, scale, weights, at(marks, place + 1), marks[place], values)
                place += 2 * marks[place] + 1
            return
    neutral(about, values, 1.0)


def practise(
    about: Ints,
    scale: Reals,
    context: Ints,
    plan: Ints,
    rows: Ints,
    given: Ints,
    root: Ints,
    work: Ints,
    weights: Reals,
    games: int,
) -> int:
    """Play so many games to learn from them; the first of the values is left as the sum of what they were worth to each seat."""
    values = reals(work)
    sums = reals(at(work, about[PLAYERS]))
    state = at(work, 2 * about[PLAYERS])
    for seat in range(about[PLAYERS]):
        sums[seat] = 0.0
    for _ in range(games):
        copy_words(state, world_of(about, root), about[SIZE])
        walk(about, scale, context, plan, rows, given, state, at(state, about[SIZE]), weights, values)
        for seat in range(about[PLAYERS]):
            sums[seat] += values[seat]
    return games


def surveyed(
    about: Ints,
    context: Ints,
    plan: Ints,
    rows: Ints,
    given: Ints,
    root: Ints,
    work: Ints,
    lows: Ints,
    highs: Ints,
    games: int,
) -> int:
    """The least and the most that each word of a state is in some games played at random."""
    state = work
    for _ in range(games):
        copy_words(state, root, about[SIZE])
        if go_on(about, context, plan, state, 0) != SUSPENDED:
            continue
        for _ in range(MOST_STEPS):
            for i in range(about[SIZE]):
                if state[i] != NO_NUMBER:
                    lows[i] = min(lows[i], state[i])
                highs[i] = max(highs[i], state[i])
            moves = list_moves(about, context, plan, state)
            if moves < 1:
                break
            width = width_of(plan, state)
            copy_words(given, at(rows, below(context, moves) * width), width)
            if go_on(about, context, plan, state, 1) != SUSPENDED:
                break
    return games
