"""Players that are programs."""

from __future__ import annotations

from collections.abc import Callable

from dicedsl.errors import UsageError
from dicedsl.interpreter.bots.at_random import AtRandom
from dicedsl.interpreter.bots.base import Bot
from dicedsl.interpreter.bots.budget import Budget
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.quick import Quick
from dicedsl.interpreter.bots.strong import Strong

# A new bot needs one line here, and one in USUAL if it thinks.
BOTS: dict[str, Callable[[Budget], Bot]] = {
    "random": lambda budget: AtRandom(),
    "quick": Quick,
    "strong": Strong,
}
# In playouts as long as they are fast, so that a game can be repeated; never so long that somebody waits.
USUAL = {"random": Budget(playouts=1), "quick": Budget(seconds=0.8, playouts=2_000), "strong": Budget(seconds=0.4)}
DEFAULT = "strong"  # who sits down where nobody is named
PLAIN = "random"  # what `bot` alone means, as in games saved before there were levels


def bot_named(text: str, budget: Budget | None = None) -> Bot:
    """`quick`, or with a budget of its own `quick:0.5` (seconds) or `quick:2000p` (playouts)."""
    level, _, given = text.partition(":")
    if level not in BOTS:
        raise UsageError(f"there is no bot {level!r}; known: {', '.join(BOTS)}")
    return BOTS[level](Budget.read(given) if given else budget or USUAL[level])


__all__ = ["BOTS", "DEFAULT", "PLAIN", "USUAL", "Bot", "Budget", "Knowledge", "bot_named"]
