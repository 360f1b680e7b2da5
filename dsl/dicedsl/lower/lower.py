"""The door of this stage: from a typed game and a setting to a program, and what is wrong with it for this setting."""

from __future__ import annotations

from dicedsl.about import Setting
from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.lower import choices, dice_steps, flow, game_steps, memory_steps
from dicedsl.lower.blocks import TooLarge
from dicedsl.lower.frame import GameFrame
from dicedsl.lower.laying import Laying
from dicedsl.lower.shared_tables import SharedTables
from dicedsl.lower.world import Unmade, World
from dicedsl.text.budget import WorkBudget
from dicedsl.typed import tree as t
from dicedsl.typed.bad import Bad, Unclear

HANDLERS = {
    **flow.HANDLERS, **choices.HANDLERS, **dice_steps.HANDLERS, **memory_steps.HANDLERS, **game_steps.HANDLERS,
}  # fmt: skip


def lower(
    game: t.TypedGame, setting: Setting, budget: WorkBudget | None = None, known: SharedTables | None = None
) -> tuple[Laying | None, list[Problem]]:
    """The program as it was laid out, and all problems found on the way; None if there are any. TooMuchWork if the budget is spent.

    The game has no errors of names and kinds; what is found here depends on the setting, or is too much for the engine.
    `known`: what other settings of the same rulebook have shown.
    """
    world = World(game, setting, WorkBudget() if budget is None else budget, SharedTables() if known is None else known)
    title = game.book.head.title.span
    try:
        world.build()
        lay = Laying(world, HANDLERS)
        GameFrame(lay).lay_out()
        return (None if world.problems else lay), world.problems
    except Unmade:
        pass
    except Bad as bad:
        world.report(bad)
    except TooLarge:
        world.report(Bad("E430", "this rulebook unfolds to more than the engine can hold", title))
    except RecursionError:
        world.report(Bad("E104", "this rulebook is nested too deeply", title))
    return None, world.problems


def material(game: t.TypedGame, setting: Setting, budget: WorkBudget) -> tuple[World | None, list[Problem]]:
    """The material of a game for a setting, whatever is wrong with its rules."""
    world = World(game, setting, budget)
    try:
        world.build()
    except (Unmade, Unclear, KeyError):  # where a declaration is wrong, its name may be missing elsewhere
        return None, world.problems
    except Bad as bad:
        world.report(bad)
        return None, world.problems
    return world, world.problems


def lowered(game: t.TypedGame, setting: Setting, known: SharedTables | None = None) -> Laying:
    """A game lowered. DiceError with every error of it; UsageError if the setting does not fit."""
    errors = [problem for problem in game.problems if problem.is_error]
    if errors:
        raise DiceError(errors)
    lay, problems = lower(game, setting, known=known)
    for problem in problems:
        if problem.code == "E346":
            # Not the rulebook is wrong, but what was asked of it.
            raise UsageError(problem.message)
    if lay is None:
        raise DiceError(problems)
    return lay
