"""The moves at hand, sifted: each is followed equally often into the tree, and the worse half is dropped again and again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import ceil, log2

from dicedsl.interpreter.bots.budget import Spending
from dicedsl.interpreter.bots.knowledge import can_hide
from dicedsl.interpreter.bots.search.halving import Halving, shuffled
from dicedsl.interpreter.bots.search.move_seen import MoveSeen
from dicedsl.interpreter.bots.search.native_search import NativeSearch
from dicedsl.interpreter.bots.search.search_start import SearchStart
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Answer
from dicedsl.interpreter.state import Move

FEWEST_TURNS, MOST_TURNS = 2, 1024  # turns in one go for a move
FLAT_PART = 0.4  # of the budget, for judging very many moves as `quick` does
FLAT_PART_LEARNT = 0.2  # the same where something was learnt of them
MOST_FINALISTS = 8  # moves that are searched after that
SHORT_PART = 0.05  # of the budget, between two looks at the clock
MOST_WATCHED_TURNS = 20_000  # turns for each move whose chance is told
MOST_TRUSTED_TURNS = 100  # turns that what was seen of a move then counts for, at most


def moves_by_tree(search: NativeSearch, start: SearchStart) -> list[int] | None:
    """Give the numbers of the moves, best first; None if the tree could not list them."""
    settings, knowledge, chance = search.settings, start.knowledge, start.chance
    judge, spending = start.judge, start.spending
    learnt = False
    if not can_hide(knowledge.table) and (judge.alone or search.pays(spending)):
        practice = settings.practice_alone if judge.alone else settings.practice_part
        zeal = (
            settings.doubted_part
            if search.learns_in_vain
            else 1.0
            if search.has_experience or judge.alone
            else settings.first_choice_factor
        )
        search.practise(spending, zeal * practice)
        learnt = judge.alone or search.is_trusted(
            search.advantage_of_learning(spending, zeal * (practice + settings.test_part)), spending
        )
    places = {answer: i for i, answer in enumerate(search.make_ready(learnt))}
    numbers = [places.get(_answer(move), -1) for move in knowledge.moves]
    if min(numbers) < 0:
        return None
    rows, rest = numbers, list[int]()
    if knowledge.open and not judge.alone and len(numbers) > MOST_FINALISTS:
        # Of many moves the best are searched, as `quick` judges them; if something was learnt of them, half of these by that.
        by_flat, part = (MOST_FINALISTS // 2, FLAT_PART_LEARNT) if learnt else (MOST_FINALISTS, FLAT_PART)
        flat = Halving(start).best(spending.used() + part, keep=by_flat)
        for row in () if learnt else flat[:by_flat]:
            search.credit(numbers[row.number], min(row.games, MOST_TRUSTED_TURNS), row.mean)
        others = [row.number for row in flat[by_flat:]]
        if learnt:
            others.sort(key=lambda number: -search.turns_and_worth(numbers[number])[1])
        order = [*(row.number for row in flat[:by_flat]), *others]
        rest = order[MOST_FINALISTS:]
        rows = [numbers[number] for number in order[:MOST_FINALISTS]]
    return [numbers.index(row) for row in sifted_moves(search, rows, spending, chance)] + rest


def sifted_moves(search: NativeSearch, numbers: list[int], spending: Spending, chance: Chance) -> list[int]:
    """Give the moves that the tree numbers so, best first: the worse half is dropped again and again."""
    each = search.settings.playouts
    rows, out = [numbers[i] for i in shuffled(len(numbers), chance)], list[int]()
    rounds = max(1, ceil(log2(len(rows))))
    begun, turns, taken, world = spending.used(), 0, 0.0, 0
    for number in range(rounds):
        until = begun + (1.0 - begun) * (number + 1) / rounds
        size = FEWEST_TURNS
        while True:
            source = chance.below(1 << 62)
            for row in rows:
                if spending.used() >= 1.5 and turns:
                    break
                now = time.perf_counter()
                search.follow(row, size, source, world)
                taken += time.perf_counter() - now
                turns += size
                spending.playouts += size * each
            world += size
            if spending.used() >= until:
                break
            size = min(MOST_TURNS, 2 * size)
            if spending.budget.playouts is not None:
                size = max(1, min(size, int((until - spending.used()) * spending.budget.playouts / each / len(rows))))
            if spending.budget.seconds is not None:
                fits = (until - spending.used()) * spending.budget.seconds / (taken / turns * len(rows))
                size = max(1, min(size, int(fits)))
        rows.sort(key=lambda row: -search.turns_and_worth(row)[1])
        half = (len(rows) + 1) // 2
        out[:0] = rows[half:]
        rows = rows[:half]
        for row in rows:
            search.halve(row)
    return rows + out


def moves_seen_by_tree(
    search: NativeSearch, start: SearchStart, numbers: Sequence[int], spending: Spending
) -> dict[int, MoveSeen]:
    """Give how each of these moves ends where the tree that was grown is followed, and then played on to the end."""
    places = {answer: i for i, answer in enumerate(search.moves_at_hand())}
    rows = {number: places[_answer(start.knowledge.moves[number])] for number in numbers}
    search.play_to_the_end()
    for row in rows.values():
        search.credit(row, 0, 0.0)
    size, world, used = FEWEST_TURNS, 0, spending.used()
    while world == 0 or (used < 1.0 and world < MOST_WATCHED_TURNS):
        source = start.chance.below(1 << 62)
        for row in rows.values():
            search.follow(row, size, source, world)
            spending.playouts += size * search.settings.playouts
        world, before, used = world + size, used, spending.used()
        size = 2 * size if used - before < SHORT_PART else size
    seen = {number: search.turns_and_worth(row) for number, row in rows.items()}
    if not start.judge.alone:
        return {number: MoveSeen(turns, worth) for number, (turns, worth) in seen.items()}
    share = start.judge.share_at_end()
    if share is None:
        return {}
    return {number: MoveSeen(turns, share, search.score_of(worth, share)) for number, (turns, worth) in seen.items()}


def _answer(move: Move) -> Answer:
    """The answer that a move is to an engine."""
    return (move.alternative, *move.values)
