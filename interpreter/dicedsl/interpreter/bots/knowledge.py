"""All that a bot gets: the rules, its seat, the moves it can tell apart, and worlds that agree with what it has seen.

A bot never holds the state of the game. Where its seat knows everything, the only world there is is that state; where it does
not, worlds are drawn, and two games that sound the same to the seat give the same worlds for the same chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Answer, Cells
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.numbers.heard_move import HeardMove, heard_move
from dicedsl.interpreter.table.numbers.worlds import Action, Worlds
from dicedsl.program.faults import nothing_fits

MOST_WORLD_TRIES = 2_000  # attempts in a row at a world before a bot goes on with those it has


class Knowledge:
    """What a seat knows when it has to choose. moves: one of each sort it can tell apart. sounds: what it would hear of each."""

    def __init__(self, table: GameTable, states: Sequence[State], actions: Sequence[Action], seat: int) -> None:
        """`states` from the start to now, and the `actions` that led from one to the next."""
        self.table = table
        self.seat = table.checked_seat(seat)
        self._states = states
        self._actions = actions
        now = states[-1]
        say = table.teller(now, seat)
        moves: dict[HeardMove, Move] = {}
        for answer in table.runner().moves(now.cells, seat):
            moves.setdefault(self._heard(now, answer), Move(seat, answer[0], answer[1:], say))
        decision = table.decision(now)
        if decision is None:
            raise UsageError("there is nothing to choose now")
        if not moves:
            raise nothing_fits(decision)
        self.at_once = decision.at_once  # several choose now, and nobody hears the others before all have
        self.moves = tuple(moves.values())  # one of each sort that the seat can tell apart
        self.sounds = tuple(moves)

    @cached_property
    def _worlds(self) -> Worlds:
        """The worlds that agree with what the seat has heard. Found only for bots that look: with a long game behind it takes its time."""
        return Worlds(self.table, self._states, self._actions, self.seat)

    @property
    def open(self) -> bool:
        """Whether the seat knows everything, so that there is only one world."""
        return not self._worlds.moments

    def _heard(self, state: State, answer: Answer) -> HeardMove:
        """What the seat itself hears of its answer."""
        decision = self.table.decision(state)
        assert decision is not None
        return heard_move(self.table, state, decision, self.seat, answer, self.seat)

    def attempt(self, chance: Chance) -> State | None:
        """One attempt at a world by lot; None if it does not agree with what the seat has seen."""
        return self._worlds.now if self.open else self._worlds.attempt(chance)

    def draw(self, chance: Chance) -> State | None:
        """Give a world by lot; None if none is found in many attempts."""
        worlds = (self.attempt(chance) for _ in range(MOST_WORLD_TRIES))
        return next((world for world in worlds if world is not None), None)

    def bare(self) -> State:
        """Give the position with all that is hidden left out: no world there is, but something to think in if none is found."""
        table, now = self.table, self._worlds.now
        return State(table, tuple(table.sight.without_secrets(now.cells, self.seat, table.decision(now))))

    def earlier(self) -> list[Cells]:
        """Give the cells of all positions there were; none in games in which anything is ever hidden."""
        return [] if can_hide(self.table) else [state.cells for state in self._states]

    def answers(self, world: State) -> list[Answer | None]:
        """Give the answer that each of `moves` is in a world; None for a move that cannot be taken there."""
        by_sound: dict[HeardMove, Answer] = {}
        for answer in self.table.runner().moves(world.cells, self.seat):
            by_sound.setdefault(self._heard(world, answer), answer)
        return [by_sound.get(sound) for sound in self.sounds]

    def unanswered(self, world: State) -> Cells:
        """Give the cells of a world before anybody has answered where several choose at once: nobody has heard an answer yet."""
        decision, reg = self.table.decision(world), self.table.reg
        if decision is None or not decision.at_once:
            return world.cells
        asked = world.cells[reg.asked]
        answered = [s for s in range(self.table.players) if not asked >> s & 1 and world.cells[decision.pending + s]]
        if not answered:
            return world.cells
        cells = self.table.sight.without_secrets(world.cells, self.seat, decision)
        for seat in answered:
            cells[reg.asked] |= 1 << seat
        return tuple(cells)


def can_hide(table: GameTable) -> bool:
    """Whether anything can be hidden from anybody, be it only what others have just answered."""
    return table.sight.secrets or any(d.at_once for d in table.program.decisions)
