"""An engine (or bots) in a process of its own, for games played step by step: Python runs one of these at a time in each process."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Protocol

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.engines.contract import Cells, Tally
from dicedsl.interpreter.engines.engine_choice import engine_for
from dicedsl.interpreter.processes import START_METHOD
from dicedsl.program import ops

Play = Callable[[int, int, int], Tally]  # with a seed, the games from a number on, so many


class PlaysGames(Protocol):
    """Whoever plays whole games: an engine, or bots."""

    name: str
    plays_in_threads: bool
    made_of_program: bool

    @property
    def program(self) -> ops.Program: ...

    def playouts(self, cells: Cells | None, seed: int, first: int, games: int) -> Tally: ...


class Remote:
    """Plays games elsewhere. What goes wrong there is raised here."""

    def __init__(self, engine: PlaysGames) -> None:
        context: Any = multiprocessing.get_context(START_METHOD)
        self._pipe, theirs = context.Pipe()
        # What Python has compiled cannot be sent; it is made again from the program.
        sent_as_program = START_METHOD != "fork" and engine.made_of_program
        given = (engine.program, engine.name) if sent_as_program else engine
        self._process = context.Process(target=serve, args=(given, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def playouts(self, seed: int, first: int, games: int) -> Tally:
        """The tally of some games of a seed, played by the other process."""
        try:
            self._pipe.send((seed, first, games))
            answer = self._pipe.recv()
        except (EOFError, OSError):
            raise UsageError("a process that played games has ended; try --jobs 1") from None
        if isinstance(answer, Tally):
            return answer
        if isinstance(answer, str):
            raise UsageError(answer)
        raise DiceError(answer)

    def close(self) -> None:
        with suppress(OSError):
            # A later process may hold this end open as well, so that closing it would not be noticed.
            self._pipe.send(None)
        self._pipe.close()
        self._process.join(1)
        if self._process.is_alive():
            self._process.terminate()


def serve(given: PlaysGames | tuple[ops.Program, str], pipe: Connection) -> None:
    """Answer until nobody asks any more. Ctrl-C is left to who started this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    engine: PlaysGames = engine_for(*given) if isinstance(given, tuple) else given
    while True:
        try:
            asked = pipe.recv()
        except EOFError:
            return
        if asked is None:
            return
        try:
            pipe.send(engine.playouts(None, *asked))
        except UsageError as error:
            pipe.send(error.message)
        except DiceError as error:
            pipe.send(error.problems)
