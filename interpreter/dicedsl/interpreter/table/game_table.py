"""The table of which `docs/engine.md` tells: all that is asked in play, and what searching and learning programs ask."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from weakref import WeakValueDictionary

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.numbers.batch import Batch
from dicedsl.interpreter.table.numbers.numbered_table import NumberedTable
from dicedsl.interpreter.table.numbers.returns import Playouts, Returns, mean_scores, mean_shares, shares
from dicedsl.interpreter.table.numbers.worlds import Worlds
from dicedsl.packing import pack, unpack
from dicedsl.program import ops


class GameTable(NumberedTable):
    """One game with one setting, ready to be played: every question about its states is asked here.

    It stands on two others: `PlayTable` knows the rules, `NumberedTable` tells moves and positions in numbers. Here is what needs
    both, whole games, hidden worlds, many games at once.
    """

    def returns(self, state: State) -> Returns:
        """What a game that is over was worth to each seat."""
        result = self.result(state)
        if result is None:
            raise UsageError("what it was worth is known when the game is over")
        return Returns(shares(self.players, result.winners), result.scores)

    def playouts(self, state: State, games: int, seed: int = 1, engine: str | None = None) -> Playouts:
        """Play so many games from a state to their ends, by players who choose at random. Game number n has `derive(seed, n)`."""
        self.decision(state)  # a state of this table
        if type(games) is not int or games < 0:
            raise UsageError("say how many games to play")
        tally = self.runner(engine).playouts(state.cells, seed, 0, games)
        return Playouts(tally, mean_shares(self.players, tally), mean_scores(tally))

    def resample(self, history: Sequence[Move | Outcome], seat: int, chance: Chance) -> State:
        """A whole state that agrees with all that a seat has seen of a game, hidden things by lot; see `Worlds`."""
        return self.worlds(history, seat).draw(chance)

    def worlds(self, history: Sequence[Move | Outcome], seat: int) -> Worlds:
        """Worlds as `resample` gives them, for many draws: the game is looked through once."""
        states = [self.start()]
        for action in history:
            states.append(self.apply(states[-1], action))
        return Worlds(self, states, history, seat)

    def batch(self, count: int, seed: int = 1, engine: str | None = None) -> Batch:
        """A batch of so many games, stepped together by the numbers of actions."""
        return Batch(self, count, seed, engine)

    # -------------------------------------------------------------- from one process to another

    def __reduce__(self) -> tuple[object, ...]:
        _TABLES.setdefault(self.fingerprint, self)
        return table_from, (self.fingerprint, self._bytes)

    def __copy__(self) -> GameTable:
        return self

    def __deepcopy__(self, memo: object) -> GameTable:
        return self

    @cached_property
    def _bytes(self) -> bytes:
        """The program, as it goes to another process."""
        return pack(self.program)


# States that come from elsewhere share one table for each program in a process.
_TABLES: WeakValueDictionary[str, GameTable] = WeakValueDictionary()


def table_from(fingerprint: str, program: bytes) -> GameTable:
    """The table of a program that was sent from another process, or from this one."""
    table = _TABLES.get(fingerprint)
    if table is None:
        table = _TABLES.setdefault(fingerprint, GameTable(unpack(program, ops.Program)))
    return table


def table_of(state: State) -> GameTable:
    """The table of a state, to ask it more than states themselves do."""
    if not isinstance(state.table, GameTable):
        raise UsageError("this state was made by no table")
    return state.table
