"""A language in which a dice game's rulebook is a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicedsl.version import __version__

if TYPE_CHECKING:
    from dicedsl.errors import DiceError, Fault, Problem, UsageError
    from dicedsl.interpreter.game import Game, load
    from dicedsl.interpreter.state import Move, Outcome, Result, State, Turn

__all__ = [
    "DiceError",
    "Fault",
    "Game",
    "Move",
    "Outcome",
    "Problem",
    "Result",
    "State",
    "Turn",
    "UsageError",
    "__version__",
    "load",
]

_HOMES = {
    "DiceError": "dicedsl.errors",
    "Fault": "dicedsl.errors",
    "Problem": "dicedsl.errors",
    "UsageError": "dicedsl.errors",
    "Game": "dicedsl.interpreter.game",
    "load": "dicedsl.interpreter.game",
    "Move": "dicedsl.interpreter.state",
    "Outcome": "dicedsl.interpreter.state",
    "Result": "dicedsl.interpreter.state",
    "State": "dicedsl.interpreter.state",
    "Turn": "dicedsl.interpreter.state",
}


def __getattr__(name: str) -> Any:
    """Names are fetched when first used, so that `dicedsl --version` need not load the engine."""
    from importlib import import_module

    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'dicedsl' has no attribute {name!r}")
    return getattr(import_module(home), name)
