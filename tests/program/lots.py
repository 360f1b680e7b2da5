"""Where generated programs take their choices from: from hypothesis, or from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

from attrs import frozen
from hypothesis import strategies as st

Item = TypeVar("Item")


class Lots(Protocol):
    def integer(self, low: int, high: int) -> int: ...
    def one(self, items: Sequence[Item]) -> Item: ...
    def flip(self) -> bool: ...


@frozen
class Drawn:
    """By hypothesis, which makes what shows a difference as small as it can."""

    draw: st.DrawFn

    def integer(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def one(self, items: Sequence[Item]) -> Item:
        return self.draw(st.sampled_from(items))

    def flip(self) -> bool:
        return self.draw(st.booleans())


@frozen
class ByLot:
    """From a seed, which is quicker and prefers nothing."""

    random: Random

    def integer(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def one(self, items: Sequence[Item]) -> Item:
        return self.random.choice(items)

    def flip(self) -> bool:
        return self.random.random() < 0.5
