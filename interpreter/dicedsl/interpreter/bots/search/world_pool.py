"""The worlds a bot thinks in: drawn one after the other, and gone through again when drawing more would cost too much."""

from __future__ import annotations

import time

from dicedsl.interpreter.bots.budget import Spending
from dicedsl.interpreter.bots.knowledge import MOST_WORLD_TRIES, Knowledge
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import State

MOST_WORLDS = 400
DRAWING_PART = 0.3  # of the time, at most, for drawing
PLAYOUTS_OF_A_WORLD = 4  # playouts, that a world costs about as much as
FIRST_WORLD_PART = 0.4  # of the time, at most, for the first one
TRIES_OF_A_PLAYOUT = 4  # attempts at worlds, at most, for each playout, where those are counted and no clock ends them


class WorldPool:
    """Worlds that agree with what a seat knows (determinizations), by number: who asks for the same number gets the same world."""

    def __init__(self, knowledge: Knowledge, spending: Spending, chance: Chance) -> None:
        self._knowledge = knowledge
        self._spending = spending
        self._chance = chance
        self._seconds_drawing = 0.0
        self._tries = 0
        self._is_full = False
        self.worlds: list[State] = []

    def world(self, number: int) -> State:
        """Give the world of that number. If not even one was found, the position with all that is hidden left out."""
        worlds = self.worlds
        if number >= len(worlds) and not self._is_full:
            self._draw()
        if not worlds:
            worlds.append(self._knowledge.bare())
        return worlds[number % len(worlds)]

    def all(self) -> list[State]:
        """Give as many worlds as there are time and use for."""
        while not self._is_full and len(self.worlds) < self.wanted:
            self.world(len(self.worlds))
        return self.worlds or [self.world(0)]

    @property
    def wanted(self) -> int:
        """How many worlds are of use: where playouts are counted, one for some of them."""
        playouts = self._spending.budget.playouts
        return MOST_WORLDS if playouts is None else max(1, min(MOST_WORLDS, playouts // PLAYOUTS_OF_A_WORLD))

    def _draw(self) -> None:
        """Draw one more world, unless the time for that is used."""
        seconds = self._spending.budget.seconds
        left = (
            None
            if seconds is None
            else (DRAWING_PART if self.worlds else FIRST_WORLD_PART) * seconds - self._seconds_drawing
        )
        if left is not None and left <= 0:
            self._is_full = True
            return
        begun = time.perf_counter()
        world = self._attempted(None if left is None else begun + left)
        self._seconds_drawing += time.perf_counter() - begun
        if world is None:
            self._is_full = True
            return
        self.worlds.append(world)
        self._is_full = self._knowledge.open or len(self.worlds) >= MOST_WORLDS

    def _attempted(self, until: float | None) -> State | None:
        """A world; None if none is found in many attempts, in as many as the playouts are worth, or before that time.

        Where much was heard of what fell unseen, hardly any world agrees with all of it.
        """
        playouts = self._spending.budget.playouts
        most = (
            MOST_WORLD_TRIES if playouts is None else min(MOST_WORLD_TRIES, TRIES_OF_A_PLAYOUT * playouts - self._tries)
        )
        for _ in range(most):
            self._tries += 1
            world = self._knowledge.attempt(self._chance)
            if world is not None or (until is not None and time.perf_counter() > until):
                return world
        return None
