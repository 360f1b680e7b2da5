"""Games that are stepped together, and answers as numbers; see `engines.native.batches`."""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, at, copy_words, count, lowest, run_code
from dicedsl.interpreter.engines.native.calling import COUNT, FAILED, LIST, OVER, RESUME, SEAT, SUSPENDED
from dicedsl.interpreter.engines.native.runtime.planned import ASKED, NUMBERING, WINNERS, decision_of
from dicedsl.interpreter.engines.native.runtime.runs import begin_game, prepare_run, run_to_choice
from dicedsl.interpreter.engines.native.runtime.source import below
from dicedsl.interpreter.engines.native.runtime.tallies import seed_of

# The settings of games that are stepped together: the words of a state and of a mask, how many games there are, the block they begin with,
# the memory for lists and its words, the seed of all of them, and whether a game that is over begins
# anew. One that ends without a choice always does: nobody could learn from it.
SIZE, MASK_WORDS, GAMES, ENTRY, LISTS_AT, LISTS_WORDS, SEED, AGAIN, PLAYERS = range(9)
SETTINGS = 9
BEGIN, SKIP = -1, -2  # in the place of the number of an action
EMPTY, ILLEGAL = 8, 9  # how a step may end beside the ways of a run
MOST_EMPTY = 1_000  # games that end without a choice, one after the other


def keep_source(context: Ints, source: Ints) -> None:
    for i in range(3):
        source[i] = context[i]


def set_seat(context: Ints, state: Ints, plan: Ints) -> None:
    """Note the seat that is asked: of several at once the first."""
    context[SEAT] = lowest(state[plan[ASKED]])


def step_games(
    run: int,
    context: Ints,
    settings: Ints,
    plan: Ints,
    states: Ints,
    sources: Ints,
    numbers: Ints,
    masks: Ints,
    seats: Ints,
    ended: Ints,
    rewards: Reals,
    worth: Reals,
    finals: Ints,
    played: Ints,
    initial: Ints,
    answers: Ints,
    given: Ints,
) -> int:
    """Give one answer in each game, and go on to its next choice; how many were stepped before one went wrong.

    In the place of the number of that one stands afterwards how it ended. A game that is over is kept in `finals`.
    """
    size = settings[SIZE]
    words = settings[MASK_WORDS]
    for i in range(settings[GAMES]):
        wanted = numbers[i]
        if wanted == SKIP:
            continue
        state = at(states, i * size)
        source = at(sources, 3 * i)
        mask = at(masks, i * words)
        for word in range(words):
            mask[word] = 0
        if ended[i] != 0:
            for seat in range(settings[PLAYERS]):
                rewards[i * settings[PLAYERS] + seat] = 0.0
            ended[i] = 0
        block = RESUME
        if wanted == BEGIN:
            lay_out(settings, state, source, initial, i, played[i])
            block = settings[ENTRY]
        begin_game(context, source, settings[LISTS_AT], settings[LISTS_WORDS])
        if wanted != BEGIN:
            set_seat(context, state, plan)
            status = give_numbered(run, context, settings, plan, state, answers, wanted, given)
            if status != SUSPENDED:
                numbers[i] = status
                return i
            context[COUNT] = 1
        status = run_to_choice(run, context, plan, state, block, settings[LISTS_AT], settings[LISTS_WORDS])
        if status == OVER:
            if wanted != BEGIN:
                ended[i] = 1
                reward(state[plan[WINNERS]], settings[PLAYERS], at(rewards, i * settings[PLAYERS]), worth)
                copy_words(at(finals, i * size), state, size)
            tries = 0
            while status == OVER and (wanted == BEGIN or settings[AGAIN] != 0):
                if tries == MOST_EMPTY:
                    numbers[i] = EMPTY
                    return i
                tries += 1
                played[i] += 1
                lay_out(settings, state, source, initial, i, played[i])
                begin_game(context, source, settings[LISTS_AT], settings[LISTS_WORDS])
                status = run_to_choice(
                    run, context, plan, state, settings[ENTRY], settings[LISTS_AT], settings[LISTS_WORDS]
                )
        if status >= FAILED:
            numbers[i] = status
            return i
        keep_source(context, source)
        if status == SUSPENDED:
            prepare_run(context, settings[LISTS_AT], settings[LISTS_WORDS])
            set_seat(context, state, plan)
            seats[i] = context[SEAT]
            status = run_code(run, context, state, LIST, RESUME)
            if status >= FAILED:
                numbers[i] = status
                return i
            mark_legal(context, state, plan, answers, mask)
    return settings[GAMES]


def lay_out(settings: Ints, state: Ints, source: Ints, initial: Ints, game: int, played: int) -> None:
    """Lay out a game before its beginning, with a random source of its own."""
    copy_words(state, initial, settings[SIZE])
    source[0] = seed_of(seed_of(settings[SEED], game), played)
    source[1] = 0
    source[2] = 0


def reward(winners: int, players: int, rewards: Reals, worth: Reals) -> None:
    """Write what a game was worth to each seat: by how many won it, to who did and who did not."""
    place = 2 * count(winners)
    for seat in range(players):
        rewards[seat] = worth[place] if winners >> seat & 1 != 0 else worth[place + 1]


def give_numbered(
    run: int, context: Ints, settings: Ints, plan: Ints, state: Ints, answers: Ints, wanted: int, given: Ints
) -> int:
    """Give the answer of this number: as its digits say, or from the list of all where it has none."""
    decision = decision_of(plan, state)
    if give_decoded(at(plan, plan[NUMBERING]), decision, wanted, given):
        return SUSPENDED
    status = run_code(run, context, state, LIST, RESUME)
    if status >= FAILED:
        return status
    known = give_listed(context, state, plan, answers, wanted, given)
    prepare_run(context, settings[LISTS_AT], settings[LISTS_WORDS])
    return SUSPENDED if known else ILLEGAL


def give_decoded(numbering: Ints, decision: int, wanted: int, given: Ints) -> bool:
    """Give the answer whose digits make this number, which is that of a legal one; False if its alternative is listed."""
    start = numbering[decision]
    for alternative in range(numbering[start + 1]):
        entry = numbering[start + 2 + alternative]
        left = wanted - numbering[entry]
        if left < 0 or left >= numbering[entry + 1]:
            continue
        if numbering[entry + 2] < 0:
            return False
        for word in range(numbering[start]):
            given[word] = 0
        given[0] = alternative
        digit = entry + 3 * numbering[entry + 2]
        while digit > entry + 3:
            given[numbering[digit]] = numbering[digit + 1] + left % numbering[digit + 2]
            left = left // numbering[digit + 2]
            digit -= 3
        if digit > entry:
            given[numbering[digit]] = numbering[digit + 1] + left
        return True
    return False


def first_illegal(numbers: Ints, masks: Ints, words: int, actions: int, games: int) -> int:
    """The first game whose number is not that of a legal action; as many as there are games if there is none."""
    for i in range(games):
        action = numbers[i]
        if action < 0 or action >= actions:
            return i
        if masks[i * words + (action >> 3)] >> 8 * (action & 7) & 1 == 0:
            return i
    return games


def choose_by_lot(source: Ints, masks: Ints, words: int, games: int, numbers: Ints) -> int:
    """Choose a legal action in each game, each as likely; how many games have none."""
    without = 0
    for i in range(games):
        mask = at(masks, i * words)
        legal = 0
        for word in range(words):
            legal += count(mask[word])
        numbers[i] = -1
        if legal == 0:
            without += 1
            continue
        left = below(source, legal)
        word = 0
        bits = mask[0]
        while left >= count(bits):
            left -= count(bits)
            word += 1
            bits = mask[word]
        while left > 0:
            bits &= bits - 1
            left -= 1
        numbers[i] = 8 * word + (lowest(bits) >> 3)
    return without


def row_of(rows: Ints, listed: int, numbering: Ints, decision: int, wanted: int) -> int:
    """The place of the answer of a wanted number among those that were listed, -1 if there is none."""
    start = numbering[decision]
    width = numbering[start]
    row = 0
    last = -1
    place = 0
    for _ in range(listed):
        alternative = rows[row]
        if alternative != last:
            place = 0
            last = alternative
        entry = numbering[start + 2 + alternative]
        code = 0
        if numbering[entry + 2] < 0:
            code = place
            place += 1
        for j in range(numbering[entry + 2]):
            digit = entry + 3 + 3 * j
            code = code * numbering[digit + 2] + rows[row + numbering[digit]] - numbering[digit + 1]
        code += numbering[entry]
        if code == wanted:
            return row
        row += width
    return -1


def give_listed(context: Ints, state: Ints, plan: Ints, rows: Ints, wanted: int, given: Ints) -> bool:
    """Give the answer of this number; whether there is one."""
    decision = decision_of(plan, state)
    numbering = at(plan, plan[NUMBERING])
    row = row_of(rows, context[COUNT], numbering, decision, wanted)
    if row < 0:
        return False
    for i in range(numbering[numbering[decision]]):
        given[i] = rows[row + i]
    return True


def mark_legal(context: Ints, state: Ints, plan: Ints, rows: Ints, mask: Ints) -> None:
    """Mark the actions of all answers that were listed as legal."""
    numbering = at(plan, plan[NUMBERING])
    start = numbering[decision_of(plan, state)]
    width = numbering[start]
    last = -1
    digits = 0
    entry = 0
    row = 0
    word = 0
    marks = 0
    # Of an alternative with up to two digits the number is `base` and each digit so many times; of one that is listed `base`, counted up.
    base = 0
    one = 0
    times_one = 0
    other = 0
    times_other = 0
    for _ in range(context[COUNT]):
        if rows[row] != last:
            last = rows[row]
            entry = numbering[start + 2 + last]
            base = numbering[entry]
            digits = numbering[entry + 2]
            times_one = 0
            times_other = 0
            if digits == 1 or digits == 2:
                one = numbering[entry + 3]
                times_one = 1
                if digits == 2:
                    other = numbering[entry + 6]
                    times_one = numbering[entry + 8]
                    times_other = 1
                    base -= numbering[entry + 7]
                base -= numbering[entry + 4] * times_one
        code = base + rows[row + one] * times_one + rows[row + other] * times_other
        if digits < 0:
            base += 1
        elif digits > 2:
            code = 0
            for j in range(digits):
                digit = entry + 3 + 3 * j
                code = code * numbering[digit + 2] + rows[row + numbering[digit]] - numbering[digit + 1]
            code += base
        if code >> 3 != word:  # mostly they lie side by side
            mask[word] |= marks
            word = code >> 3
            marks = 0
        marks |= 1 << 8 * (code & 7)
        row += width
    mask[word] |= marks
