"""How many positions a game has, about, where they cannot all be looked at: from games played at random.

Two things bound how many there can be. For each number of steps, in how many ways one can come so far (Knuth's estimate: the mean of the
products of what could have been done), and, where the same position came up twice, how few they must be for that to happen. And for each
place in the rules, how many combinations there are of what was seen of each cell there.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Hashable
from math import prod

from dicedsl.errors import DiceError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.solving.positions.position_walk import PositionWalk

MOST_STEPS = 4_000  # in all games together
MOST_STEPS_OF_A_GAME = 400  # of one game
MOST_SECONDS = 10.0  # and no longer, where a step takes long
MOST_GUESSED = 1e300


def position_estimate(walk: PositionWalk, count: int, seed: int = 1) -> int:
    """Guess how many positions there are, if so many were found and there were more."""
    chance, begun = Chance(seed), time.monotonic()
    table, positions = walk.table, walk.table.positions
    pc, registers = table.reg.pc, table.reg.skill  # cells of the engine itself change together
    ways: defaultdict[int, float] = defaultdict(float)
    seen: defaultdict[int, Counter[Hashable]] = defaultdict(Counter)
    values: defaultdict[int, defaultdict[int, set[Hashable]]] = defaultdict(lambda: defaultdict(set))
    games = steps = 0
    while steps < MOST_STEPS and time.monotonic() - begun < MOST_SECONDS:
        cells, product = table.start().cells, 1.0
        for step in range(MOST_STEPS_OF_A_GAME):
            try:
                cells, following = walk.one_of_following(cells, chance)
            except DiceError:
                break
            steps += 1
            if not following or time.monotonic() - begun > MOST_SECONDS:
                break
            product = min(MOST_GUESSED, product * following)
            ways[step] += product
            seen[step][walk.key(cells)] += 1
            here, counting = values[cells[pc]], positions.counting(cells[pc])
            here[-1].add(tuple(cells[cell] for cell in counting if cell < registers))
            for cell in counting:
                if cell >= registers:
                    here[cell].add(cells[cell])
        games += 1
    by_steps = sum(_ways_or_repeats(product / games, seen[step]) for step, product in ways.items())
    by_cells = sum(
        min(MOST_GUESSED, prod(float(len(numbers)) for numbers in here.values())) for here in values.values()
    )
    return max(2 * count, int(min(by_steps, by_cells, MOST_GUESSED)))


def _ways_or_repeats(ways: float, seen: Counter[Hashable]) -> float:
    """How many positions there can be after some steps: as many as there are ways, or as few as it takes to meet some twice."""
    tries = seen.total()
    twice = sum(count * (count - 1) // 2 for count in seen.values())
    return min(ways, tries * (tries - 1) / 2 / twice) if twice > 2 else ways


def number_in_words(number: int) -> str:
    """Put a number as a sentence has it: `3 million`, or a power of ten."""
    for size, name in (
        (10**12, "million million"),
        (10**9, "thousand million"),
        (10**6, "million"),
        (10**3, "thousand"),
    ):
        if size <= number < 1000 * size:
            return f"{number / size:.2g} {name}" if number < 100 * size else f"{round(number / size, -1):.0f} {name}"
    return f"10^{len(str(number)) - 1}" if number >= 1000 else str(number)
