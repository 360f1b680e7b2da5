"""What a game being played is made of: who sits there, what it waits for, and what has been done."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.bots import PLAIN, bot_named, is_bot
from dicedsl.interpreter.model.events import PlayedAction
from dicedsl.interpreter.state import Move, Outcome, State


@frozen
class PlayerSeat:
    """A seat and who sits there: a person by name, or a bot."""

    number: int
    name: str
    bot: str | None = None

    @property
    def label(self) -> str:
        return f"P{self.number + 1} ({self.name})"


@frozen
class Need:
    """What the game waits for.

    Of kind "choose" a person at `seat`, of "bot" the bot there; of "roll" and "draw" chance by itself, of "typed" dice rolled (or a lot
    drawn) by hand; of "report" what happened at the table, of "odds" the same by lot; of "over" nothing.
    """

    kind: str
    seat: int = -1

    @property
    def is_person(self) -> bool:
        return self.kind in {"choose", "typed", "report"}


@frozen
class LogEntry:
    """One action of the game, with the states around it and what was said on the way.

    `at` is when it was, in milliseconds since 1970, and `took` how long the game had waited for it.
    """

    before: State = field(repr=False)
    action: Move | Outcome
    after: State = field(repr=False)
    told: tuple[str, ...]
    need: Need
    at: int = 0
    took: int = 0

    @property
    def step(self) -> PlayedAction:
        """What happened, for those who tell of it."""
        return PlayedAction(self.before, self.action, self.after, self.told, self.need.seat)


def seats_from(names: Sequence[str], players: int) -> tuple[PlayerSeat, ...]:
    """`random`, `quick`, `strong` and `solved` are bots, `quick:0.5` and `quick:2000p` with a budget of their own; any
    other name is a person.

    `bot:quick` is the same, and `bot` alone chooses at random. A person who is called like a bot is written with a capital letter.
    """
    if len(names) != players:
        raise UsageError(f"{players} players need {players} seats, but {len(names)} are given")
    seats = []
    for number, name in enumerate(names):
        word, _, which = name.partition(":")
        if word == "bot" or is_bot(word):
            chosen = which or PLAIN if word == "bot" else name
            bot_named(chosen)
            seats.append(PlayerSeat(number, name, chosen))
        elif not name.strip() or not name.isprintable():
            raise UsageError("a player needs a name")
        else:
            seats.append(PlayerSeat(number, name))
    return tuple(seats)
