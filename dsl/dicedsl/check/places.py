"""Sets of places that are always the same, asked whether they are empty: what stands on them is meant."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.built_in import ATTRIBUTES, NOUNS
from dicedsl.check.checked_file import CheckedFile, warning
from dicedsl.check.settings import of_programs
from dicedsl.errors import Problem
from dicedsl.lower.step_lowering import StepLowering
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead
from dicedsl.typed import tree as t
from dicedsl.typed.dependence import nodes_in
from dicedsl.typed.semantic_error import SemanticError


def places(checked: CheckedFile) -> Iterator[Problem]:
    yield from of_programs(checked, lambda lowering: _in_program(checked, lowering))


def _in_program(checked: CheckedFile, lowering: StepLowering) -> Iterator[Problem]:
    for test, negated in _asked_for_empty(lowering.world.game):
        if checked.owns(test.span):
            yield from _never_empty(lowering, test, negated)


def _asked_for_empty(game: t.TypedGame) -> Iterator[tuple[t.BuiltInTest, bool]]:
    """Sets of places that are asked whether they are empty, and whether they are to be so or not."""
    words = [word.body for word in game.words.values()] + [word.test for word in game.adjectives.values()]
    said = [*words, *game.flows.values(), *game.rules.values(), *game.standing, *game.hooks]
    denied: set[int] = set()
    for part in nodes_in(said):
        if isinstance(part, t.Not):
            denied.add(id(part.operand))
        elif isinstance(part, t.BuiltInTest) and part.subject.type.is_set and part.subject.type.kind.is_place:
            yield part, id(part) in denied


def _varies(game: t.TypedGame, node: t.Expr) -> bool:
    """Whether a set depends on the options or on who plays: with others it may be empty."""
    waiting: list[object] = [node]
    seen: set[int] = set()
    while waiting:
        for part in nodes_in(waiting.pop()):
            if isinstance(part, t.OptionValue) or (isinstance(part, t.BuiltIn) and _goes_by_players(part)):
                return True
            word = part.word.body if isinstance(part, t.WordCall) else None
            word = part.adjective.test if isinstance(part, t.HasAdjective) else word
            if word is not None and id(word) not in seen:
                seen.add(id(word))
                waiting.append(word)
    return False


def _goes_by_players(part: t.BuiltIn) -> bool:
    word = (ATTRIBUTES if part.arguments else NOUNS).get(part.name)
    return word is not None and word.by_players


def _never_empty(lowering: StepLowering, test: t.BuiltInTest, negated: bool) -> Iterator[Problem]:
    world = lowering.world
    try:
        count = FixedEvaluator(world.program, world.budget.spare)(
            world.expressions.value(test.subject).op, {}
        ).bit_count()
    except (SemanticError, StateRead, KeyError):
        # It changes in play, or speaks of names that hold only there.
        return
    if count and not _varies(world.game, test.subject):
        text = test.subject.span.text
        yield warning(
            "W633",
            f"this set always has {count} place{'s' * (count != 1)}, whatever stands on them",
            test.span,
            f"write `{'some' if negated else 'no'} p in {text} is taken` to ask what stands there",
        )
