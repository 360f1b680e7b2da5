"""Which engine plays: native where its library is installed, else the stepping engine, or the one that is asked for."""

from __future__ import annotations

from typing import cast

from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.interpreter.engines.contract import Engine
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.program import ops

NAMES = ("native", "stepping")


def engine_for(program: ops.Program, name: str | None = None) -> Engine:
    """The engine of that name for a program; without a name the fastest there is here."""
    if name not in (None, *NAMES):
        raise UsageError(f"the engines are {' and '.join(NAMES)}; there is no {name}")
    if name != "stepping":
        try:
            from dicedsl.interpreter.engines.native.native import Native

            return cast(Engine, Native(program))
        except ImportError:
            if name == "native":
                message = "the native engine needs llvmlite, which is not installed here; say --engine stepping"
                raise UsageError(message) from None
        except UsageError:
            if name == "native":
                raise
    return stepping_for(program)


def stepping_for(program: ops.Program) -> Stepping:
    """The stepping engine; E104 if the program is nested too deeply for it."""
    try:
        return Stepping(program)
    except (SyntaxError, RecursionError, MemoryError):  # what Python cannot hold: blocks in blocks, endless sums
        message = "this rulebook is nested too deeply to be played"
        raise DiceError([Problem("E104", message, program.about.where)]) from None
