"""The door of this stage: from a typed game and a setting to a program, and what is wrong with it for this setting."""

from __future__ import annotations

from dicedsl.about import Setting
from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.lower import choices, dice_steps, flow, game_steps, memory_steps
from dicedsl.lower.blocks import TooLarge
from dicedsl.lower.game_frame import GameFrame
from dicedsl.lower.shared_tables import SharedTables
from dicedsl.lower.step_lowering import StepLowering
from dicedsl.lower.world import DeclarationFailed, World
from dicedsl.program.value_kinds import KindsDiffer, ValueKinds
from dicedsl.syntax import nodes as n
from dicedsl.text.budget import WorkBudget
from dicedsl.typed import tree as t
from dicedsl.typed.semantic_error import AlreadyReported, SemanticError

HANDLERS = {
    **flow.HANDLERS, **choices.HANDLERS, **dice_steps.HANDLERS, **memory_steps.HANDLERS, **game_steps.HANDLERS,
}  # fmt: skip


def try_lower(
    game: t.TypedGame, setting: Setting, budget: WorkBudget | None = None, shared_tables: SharedTables | None = None
) -> tuple[StepLowering | None, list[Problem]]:
    """The program as it was laid out, and all problems found on the way; None if there are any. TooMuchWork if the budget is spent.

    The game has no errors of names and kinds; what is found here depends on the setting, or is too much for the engine.
    `shared_tables` holds what was worked out for other settings of the same rulebook.
    """
    world = World(
        game,
        setting,
        WorkBudget() if budget is None else budget,
        SharedTables() if shared_tables is None else shared_tables,
    )
    title = game.book.head.title.span
    try:
        world.build()
        lowering = StepLowering(world, HANDLERS)
        GameFrame(lowering).lay_out()
        if not world.problems:
            _check_kinds(world)
        return (None if world.problems else lowering), world.problems
    except DeclarationFailed:
        pass
    except SemanticError as error:
        world.report(error)
    except TooLarge:
        world.report(SemanticError("E430", "this rulebook unfolds to more than the engine can hold", title))
    except RecursionError:
        world.report(SemanticError("E104", "this rulebook is nested too deeply", title))
    return None, world.problems


def _check_kinds(world: World) -> None:
    """Report what is used as a number and as a set: no engine could play it."""
    try:
        ValueKinds(world.program)
    except KindsDiffer as error:
        words: dict[int, n.Node] = {number: word.node for word, (number, *_) in world.words.defined.items()}
        words |= {number: adjective.node for adjective, (number, *_) in world.words.explained.items()}
        spans = [node.span for number, node in words.items() if number == error.function]
        spans += [span for number, span in world.program.spans.items() if number == error.block]
        span = spans[0] if spans else world.game.book.head.title.span
        help = "give a part of it a name of its own under `words:`, or say it where it is used"
        world.report(
            SemanticError("E439", "the engine cannot tell here what is a number and what is a set", span, help=help)
        )


def build_world(game: t.TypedGame, setting: Setting, budget: WorkBudget) -> tuple[World | None, list[Problem]]:
    """The material of a game for a setting, whatever is wrong with its rules."""
    world = World(game, setting, budget)
    try:
        world.build()
    except (
        DeclarationFailed,
        AlreadyReported,
        KeyError,
    ):  # where a declaration is wrong, its name may be missing elsewhere
        return None, world.problems
    except SemanticError as error:
        world.report(error)
        return None, world.problems
    return world, world.problems


def lower_or_raise(game: t.TypedGame, setting: Setting, shared_tables: SharedTables | None = None) -> StepLowering:
    """A game lowered. DiceError with every error of it; UsageError if the setting does not fit."""
    errors = [problem for problem in game.problems if problem.is_error]
    if errors:
        raise DiceError(errors)
    lowering, problems = try_lower(game, setting, shared_tables=shared_tables)
    for problem in problems:
        if problem.code == "E346":
            # Not the rulebook is wrong, but what was asked of it.
            raise UsageError(problem.message)
    if lowering is None:
        raise DiceError(problems)
    return lowering
