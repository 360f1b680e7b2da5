"""How long a bot may think: in seconds, or in playouts if its choices are to be repeated."""

from __future__ import annotations

import time

from attrs import define, field, frozen

from dicedsl.errors import UsageError

BUSY_FACTOR = 3.0  # times its seconds that a bot may take on a busy machine, where it gets only a part of the processor


@frozen
class Budget:
    """Seconds of work, playouts or both for one choice; whichever is used up first ends it."""

    seconds: float | None = None
    playouts: int | None = None

    def __attrs_post_init__(self) -> None:
        if self.seconds is None and self.playouts is None:
            raise UsageError("a bot needs a budget, in seconds or in playouts")
        if self.seconds is not None and not 0 < self.seconds <= 3600:
            raise UsageError("a bot thinks for more than 0 and at most 3600 seconds")
        if self.playouts is not None and not 1 <= self.playouts <= 10**9:
            raise UsageError("a bot needs at least one playout")

    @classmethod
    def read(cls, text: str) -> Budget:
        """`0.5` or `0.5s` are seconds, `2000p` playouts."""
        try:
            if text.endswith("p"):
                return cls(playouts=int(text[:-1]))
            return cls(seconds=float(text.removesuffix("s")))
        except ValueError:
            message = f"a bot's budget is seconds, as in 0.5, or playouts, as in 2000p; not {text!r}"
            raise UsageError(message) from None

    @property
    def text(self) -> str:
        """The budget in words: `0.5 s or 2,000 playouts`."""
        parts = [f"{self.seconds:g} s"] if self.seconds is not None else []
        return " or ".join([*parts, f"{self.playouts:,} playouts"] if self.playouts is not None else parts)

    def begin(self) -> Spending:
        """Start the clock of one choice: give a record of what is used of this budget."""
        return Spending(self)


@define
class Spending:
    """How much of a budget one choice has used: playouts that were counted, and the time since it began."""

    budget: Budget
    playouts: int = 0
    begun: float = field(factory=lambda: time.perf_counter())  # the clock of now: benchmarks take another one
    worked: float = field(factory=time.thread_time)

    @property
    def timed(self) -> bool:
        """Whether only the clock ends the choice: then sizes may follow from how fast things are."""
        return self.budget.playouts is None

    def used(self) -> float:
        """The part that is used: 1 or more if all of it is."""
        part = 0.0
        if self.budget.playouts is not None:
            part = self.playouts / self.budget.playouts
        if self.budget.seconds is not None:
            worked, waited = time.thread_time() - self.worked, time.perf_counter() - self.begun
            part = max(part, worked / self.budget.seconds, waited / (BUSY_FACTOR * self.budget.seconds))
        return part
