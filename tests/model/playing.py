"""Games of bots, step by step, as a front end goes through them."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.model.events import PlayedAction, events_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.records import Event
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.table.game_table import GameTable

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lea")


def reader(table: GameTable, seat: int | None) -> Reader:
    return Reader(seat, NAMES[: table.players])


def steps(table: GameTable, seed: int, most: int = 10_000) -> Iterator[PlayedAction]:
    session = Session(table, ["bot"] * table.players, seed)
    for _ in range(most):
        if session.need().kind == "over":
            return
        entry = session.advance()
        yield entry.step


def told(table: GameTable, step: PlayedAction, seat: int | None, minor: bool = False) -> list[Event]:
    return [e for e in events_of(table, step, reader(table, seat)) if minor or not e.minor]


def texts(table: GameTable, step: PlayedAction, seat: int | None, minor: bool = False) -> list[str]:
    return [event.text for event in told(table, step, seat, minor)]


def small(text: str, players: int = 2) -> GameTable:
    return load(f'game "Small"\nplayers {players}\n{text}').table(players, starter=0)


__all__ = ["NAMES", "Game", "reader", "small", "steps", "texts", "told"]
