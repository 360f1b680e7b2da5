"""Players that are programs."""

from __future__ import annotations

from collections.abc import Callable

from dicedsl.interpreter.bots.base import Bot
from dicedsl.interpreter.bots.uniform import Uniform

# A new bot needs one line here.
BOTS: dict[str, Callable[[], Bot]] = {
    "uniform": Uniform,
}
DEFAULT = "uniform"

__all__ = ["BOTS", "DEFAULT", "Bot"]
