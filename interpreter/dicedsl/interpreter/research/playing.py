"""A table, as far as those have to know it who play on it many times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Engine, Referee
from dicedsl.interpreter.research.actions import Actions
from dicedsl.interpreter.sight import Sight
from dicedsl.interpreter.state import Asked, Move, State
from dicedsl.program.position import Positions


class Playing(Asked, Protocol):
    @property
    def stepping(self) -> Referee: ...

    @property
    def sight(self) -> Sight: ...

    @property
    def actions(self) -> Actions: ...

    @property
    def positions(self) -> Positions: ...

    def start(self) -> State: ...

    def state_of(self, cells: Sequence[int]) -> State: ...

    def checked_seat(self, seat: object) -> int: ...

    def runner(self, name: str | None = None) -> Engine: ...

    def rolling(self, state: State) -> tuple[int, ...]: ...

    def lots(self, cells: list[int], mask: int) -> list[list[int]]: ...

    def report_by_odds(self, state: State, chance: Chance) -> Move: ...

    def action(self, state: State, number: int, seat: int | None = None) -> Move: ...

    def mask(self, state: State, seat: int) -> bytes: ...

    def observation(self, state: State, seat: int) -> tuple[int, ...]: ...
