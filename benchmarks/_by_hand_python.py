"""Two games as one would write them by hand in Python, with players who choose at random among all legal moves."""

from __future__ import annotations

from itertools import combinations
from random import Random

FACES = (1, 2, 3, 4, 5, 6)


def pig(rng: Random, players: int = 2, goal: int = 100) -> tuple[int, int]:
    """One game: the winner's seat and the number of turns."""
    scores = [0] * players
    seat, turns = 0, 0
    while True:
        pot = 0
        turns += 1
        while True:
            moves = ("roll", "hold") if pot else ("roll",)
            if rng.choice(moves) == "hold":
                scores[seat] += pot
                break
            number = rng.choice(FACES)
            if number == 1:
                break
            pot += number
        if scores[seat] >= goal:
            return seat, turns
        seat = (seat + 1) % players


def legal_sets(faces: list[int], loose: list[int], saved: list[int]) -> list[tuple[int, ...]]:
    """Every set of loose dice with a die that matches another of the set or a die already set aside."""
    saved_numbers = {faces[die] for die in saved}
    found = []
    for size in range(1, len(loose) + 1):
        for kept in combinations(loose, size):
            numbers = {faces[die] for die in kept}
            if len(numbers) < size or not numbers.isdisjoint(saved_numbers):
                found.append(kept)
    return found


def points(faces: list[int], saved: list[int]) -> int:
    total = 0
    for number in FACES:
        dice = [die for die in saved if faces[die] == number]
        if len(dice) >= 2:
            # The die whose own number it shows is red and doubles.
            total += number * len(dice) * (2 if number - 1 in dice else 1)
    return total


def keep_on_rolling_turn(rng: Random) -> int:
    faces = [0] * 6
    loose, saved = list(range(6)), list[int]()
    bank = 0
    while True:
        for die in loose:
            faces[die] = rng.choice(FACES)
        moves = legal_sets(faces, loose, saved)
        if not moves:
            return 0
        kept = rng.choice(moves)
        saved += kept
        loose = [die for die in loose if die not in kept]
        if loose:
            if rng.choice(("roll on", "stop")) == "stop":
                return bank + points(faces, saved)
            continue
        so_far = bank + points(faces, saved)
        numbers = [faces[die] for die in saved]
        if any(numbers.count(number) == 1 for number in numbers):
            return so_far
        if rng.choice(("fill up", "stop")) == "stop":
            return 2 * so_far
        bank = so_far
        loose, saved = saved, []


def keep_on_rolling(rng: Random, players: int = 2, target: int = 250) -> tuple[int, int]:
    """One game: the winner's seat and the number of turns."""
    totals = [0] * players
    inside = list(range(players))
    sudden_death = False
    at, turns = 0, 0
    while True:
        seat = inside[at]
        totals[seat] += keep_on_rolling_turn(rng)
        turns += 1
        if not sudden_death:
            sudden_death = totals[seat] >= target
            at += 1
        elif any(totals[rival] >= totals[seat] for rival in inside if rival != seat):
            inside.remove(seat)
            if len(inside) == 1:
                return inside[0], turns
        else:
            at += 1
        at %= len(inside)
