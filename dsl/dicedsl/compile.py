"""The door of the compiler: from a rulebook and a setting to the program that the engines run."""

from __future__ import annotations

from dicedsl.errors import DiceError, UsageError
from dicedsl.lower.lower import lower
from dicedsl.program.about import Setting
from dicedsl.program.ops import Program
from dicedsl.rulebook.merge import Rulebook


def program_of(book: Rulebook, setting: Setting) -> Program:
    """The program of a merged rulebook. DiceError with every error of it; UsageError if the setting does not fit."""
    lowering, problems = lower(book, setting)
    for problem in problems:
        if problem.code == "E346":
            # Not the rulebook is wrong, but what was asked of it.
            raise UsageError(problem.message)
    errors = [p for p in problems if p.is_error]
    if errors:
        raise DiceError(errors)
    lowering.w.program.lowering = lowering
    return lowering.w.program
