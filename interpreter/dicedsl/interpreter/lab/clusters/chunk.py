"""What a worker far away does: some games by their numbers. It keeps what it has made ready, since more of the same will come."""

from __future__ import annotations

import pickle
from functools import lru_cache
from typing import Any

from attrs import evolve

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.engines.engine_choice import engine_for
from dicedsl.interpreter.lab.many_games.remote import PlaysGames
from dicedsl.program import ops


def packed(engine: PlaysGames) -> bytes:
    """Who plays, as bytes: an engine by its program and its name, since machine code is made where it runs; bots as they are."""
    if engine.made_of_program:
        return pickle.dumps((engine.name, engine.program))
    contest: Any = engine
    return pickle.dumps(("", evolve(contest, stop=None)))  # an event belongs to this machine


@lru_cache(maxsize=4)
def _ready(given: bytes) -> PlaysGames:
    name, what = pickle.loads(given)
    if not isinstance(what, ops.Program):
        playing: PlaysGames = what
        return playing
    try:
        return engine_for(what, name)
    except UsageError:  # no machine code there: the games are the same
        return engine_for(what, None)


def played(given: bytes, seed: int, first: int, games: int) -> bytes:
    """The tally of these games, or what is wrong with one of them."""
    try:
        return pickle.dumps(_ready(given).playouts(None, seed, first, games))
    except UsageError as error:
        return pickle.dumps(error.message)
    except DiceError as error:
        return pickle.dumps(error.problems)


def answer_of(data: bytes) -> Tally:
    answer = pickle.loads(data)
    if isinstance(answer, Tally):
        return answer
    raise UsageError(answer) if isinstance(answer, str) else DiceError(answer)
