"""Players that are programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.bots.at_random import AtRandom
from dicedsl.interpreter.bots.bot import Bot
from dicedsl.interpreter.bots.budget import Budget
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.quick import Quick
from dicedsl.interpreter.bots.solved import Solved, raise_unsolved
from dicedsl.interpreter.bots.strong import Strong
from dicedsl.interpreter.table.game_table import GameTable


@frozen
class BotLevel:
    """A level of play: how its bot is made, what it may spend on a choice if nothing is said (None of one that does not
    think), and who refuses games it cannot play."""

    make: Callable[[Budget], Bot]
    usual: Budget | None = None
    # UsageError where it cannot play; None of who plays any game
    raise_unready: Callable[[GameTable], object] | None = None


QUICK, STRONG = "quick", "strong"  # the levels that are asked for by those who measure games

# A new bot needs one line here. Budgets are in playouts as long as they are fast, so that a game can be repeated; never
# so long that somebody waits.
LEVELS: dict[str, BotLevel] = {
    "random": BotLevel(lambda budget: AtRandom()),
    QUICK: BotLevel(Quick, Budget(seconds=0.8, playouts=2_000)),
    STRONG: BotLevel(Strong, Budget(seconds=0.4)),
    "solved": BotLevel(lambda budget: Solved(), raise_unready=raise_unsolved),  # only what was worked out before
}
DEFAULT = STRONG  # who sits down where nobody is named
PLAIN = "random"  # what `bot` alone means, as in games saved before there were levels


def bot_named(text: str, budget: Budget | None = None) -> Bot:
    """Give the bot of a level: `quick`, or with a budget of its own `quick:0.5` (seconds) or `quick:2000p` (playouts).
    UsageError if there is no such level."""
    level, _, given = text.partition(":")
    if level not in LEVELS:
        raise UsageError(f"there is no bot {level!r}; known: {', '.join(levels())}")
    return LEVELS[level].make(budget_of(level, given, budget) or Budget(playouts=1))


def budget_of(level: str, given: str = "", budget: Budget | None = None) -> Budget | None:
    """Give what a bot of a level may spend on a choice, of what is written behind its name, handed over or usual; None
    of one that does not think."""
    usual = LEVELS[level].usual
    return None if usual is None else Budget.read(given) if given else budget or usual


def levels() -> tuple[str, ...]:
    """Name the levels that can play every game."""
    return tuple(name for name, level in LEVELS.items() if level.raise_unready is None)


def is_bot(word: str) -> bool:
    """Whether a word names a bot, of whatever level."""
    return word in LEVELS


def raise_unready(names: Iterable[str | None], table: GameTable) -> None:
    """UsageError if one of these bots cannot play this game."""
    for name in names:
        level = None if name is None else LEVELS.get(name.partition(":")[0])
        if level is not None and level.raise_unready is not None:
            level.raise_unready(table)


__all__ = [
    "DEFAULT",
    "LEVELS",
    "PLAIN",
    "QUICK",
    "STRONG",
    "Bot",
    "BotLevel",
    "Budget",
    "Knowledge",
    "bot_named",
    "budget_of",
    "is_bot",
    "levels",
    "raise_unready",
]
