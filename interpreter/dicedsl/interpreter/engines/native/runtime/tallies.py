"""How often each number came: tables of keys and counts in memory, which many games are added to."""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints

SLOTS = 4096  # of a table, two words each: a key and its count
PAIRS = 1 + SLOTS  # where they begin; before them, how many are used, and which
WORDS_OF_TABLE = PAIRS + 2 * SLOTS
MOST_KEYS = SLOTS // 2  # from which on a table is to be emptied
SPREAD = 0x9E3779B97F4A7C15


def note(table: Ints, key: int) -> bool:
    """Count a number; False if the table is to be emptied before many more numbers come."""
    slot = (key * SPREAD >> 40) & (SLOTS - 1)
    pair = PAIRS + 2 * slot
    while table[pair + 1] != 0 and table[pair] != key:
        slot = (slot + 1) & (SLOTS - 1)
        pair = PAIRS + 2 * slot
    if table[pair + 1] == 0:
        table[pair] = key
        table[0] += 1
        table[table[0]] = slot
    table[pair + 1] += 1
    return table[0] < MOST_KEYS


def seed_of(seed: int, number: int) -> int:
    """The seed of a game by its number, as `seeds.derived_seed`."""
    z = seed + SPREAD * (number + 1)
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    return z ^ (z >> 31)
