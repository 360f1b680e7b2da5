"""The actions of one game between bots: what a contest counts, and what a study looks at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from dicedsl.interpreter.bots import Bot, Knowledge
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.state import Move, Outcome, State, Turn
from dicedsl.interpreter.table.game_table import GameTable


@frozen
class GameAction:
    """An action of a game: what was done at a position, and where that led."""

    state: State
    turn: Turn
    action: Move | Outcome
    after: State

    @property
    def is_choice(self) -> bool:
        return self.turn.kind not in {"chance", "report"}


def game_actions(table: GameTable, bots: Sequence[Bot], seed: int, stop: Any = None) -> Iterator[GameAction]:
    """The actions of a game to its end, or until somebody has set the event `stop` before a choice. Each seat thinks
    with chance of its own."""
    fortune = Chance(seed)
    states: list[State] = [table.start()]
    actions: list[Move | Outcome] = []
    while True:
        state = states[-1]
        turn = table.turn(state)
        action: Move | Outcome
        if turn.kind == "over":
            return
        if turn.kind == "chance":
            action = table.sample(state, fortune)
        elif turn.kind == "report":
            action = table.report_by_odds(state, fortune)
        else:
            if stop is not None and stop.is_set():
                return
            seat = turn.seats[0]
            chance = Chance(derived_seed(seed, 1 + seat, len(actions)))
            action = bots[seat].choose(Knowledge(table, states, actions, seat), chance)
        actions.append(action)
        states.append(table.apply(state, action))
        yield GameAction(state, turn, action, states[-1])
