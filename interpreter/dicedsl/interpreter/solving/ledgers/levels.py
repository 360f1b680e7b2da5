"""The values that a counter can have in a game, in the order in which they are worked out: each after all that it can change to."""

from __future__ import annotations

from attrs import frozen

from dicedsl.interpreter.solving.ledgers.counter import Counter
from dicedsl.interpreter.solving.ledgers.ledger_reader import NoLedger

MOST_LEVELS = 10_000


@frozen
class Levels:
    """values: in order. direction: -1 if the counter only ever falls, 1 if it rises. farthest: by how much it changes at most."""

    counter: Counter | None
    values: range
    direction: int
    farthest: int

    def stretch_of(self, value: int) -> int:
        """The stretch that a value is in."""
        return 0 if self.counter is None else self.counter.stretch_of(value)

    def level_of(self, value: int) -> int | None:
        """Where a value stands in the order; None if it never comes up."""
        return self.values.index(value) if value in self.values else None


def levels_of(counter: Counter | None, begin: int, changes: list[set[int]]) -> Levels:
    """Give the values that a counter comes to from the one it begins with; `changes` by how much it can change in each stretch. NoLedger
    if it both rises and falls, or goes too far."""
    if counter is None:
        return Levels(None, range(1), -1, 0)
    by = set().union(*changes)
    if any(change > 0 for change in by) and any(change < 0 for change in by):
        raise NoLedger(1 << counter.cell)
    direction = 1 if any(change > 0 for change in by) else -1
    reached, waiting = {begin}, [begin]
    while waiting:
        value = waiting.pop()
        for change in changes[counter.stretch_of(value)]:
            if value + change not in reached:
                reached.add(value + change)
                waiting.append(value + change)
        if len(reached) > MOST_LEVELS:
            raise NoLedger(1 << counter.cell)
    low, high = min(reached), max(reached)
    if high - low > MOST_LEVELS:
        raise NoLedger(1 << counter.cell)
    values = range(low, high + 1) if direction < 0 else range(high, low - 1, -1)
    return Levels(counter, values, direction, max(map(abs, by), default=0))
