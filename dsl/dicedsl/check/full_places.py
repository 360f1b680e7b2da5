"""Choices that need an empty place, among fewer places than there are dice that can stand on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import evolve

from dicedsl.check.checked_file import CheckedFile, head, warning
from dicedsl.check.settings import of_programs
from dicedsl.errors import Label, Problem
from dicedsl.lower.step_lowering import StepLowering
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead
from dicedsl.typed import tree as t
from dicedsl.typed.dependence import nodes_in
from dicedsl.typed.kinds import DIE
from dicedsl.typed.semantic_error import SemanticError

ON_PLACES = (t.PlacesByUse, t.DieOn, t.BuiltInTest)  # what asks whether places are empty or taken

# Where dice can be spoken of that get elsewhere by it, or get another name.
DICE_SPOKEN_OF: dict[type, Callable[[Any], Iterable[object]]] = {
    t.Pick: lambda pick: (pick.source,),
    t.MoveDice: lambda step: (step.dice,),
    t.LayOut: lambda step: (step.dice,),
    t.MoveByLot: lambda step: (step.dice,),
    t.Swap: lambda step: (step.left, step.right),
    t.Let: lambda step: (step.value,),
    t.Set: lambda step: (step.value,),
    t.Change: lambda step: (step.value,),
    t.Do: lambda step: step.arguments,
    t.For: lambda step: (step.source,),
}


def full_places(checked: CheckedFile) -> Iterator[Problem]:
    yield from of_programs(checked, _too_few_places)


def _too_few_places(lowering: StepLowering) -> Iterator[Problem]:
    """A choice for which a place has to be empty, among fewer places than there are dice that can stand on them."""
    game = lowering.world.game
    parts = list(nodes_in([*game.flows.values(), *game.rules.values(), *game.standing, *game.hooks]))
    branches = [part.condition for part in parts if isinstance(part, t.Branch) and part.condition is not None]
    ends = [item.condition for item in game.standing if isinstance(item, t.End)]
    if _name(ends, (t.ZoneDice, *ON_PLACES)) or _name(branches, ON_PLACES):
        return  # whether that comes in time is the author's business
    dice = _dice_that_move(lowering, parts)
    laps = _laps_of_setup(lowering)
    for choose in parts:
        if not isinstance(choose, t.Choose) or choose.nothing_fits is not None:
            continue
        narrow = [_narrow(lowering, way, min(dice, laps.get(id(choose), dice))) for way in choose.alternatives]
        if narrow and narrow[0] is not None and all(narrow):
            source, count = narrow[0]
            yield warning(
                "W610",
                f"a player may have nothing to choose here: of these {count} places none may be empty",
                head(choose.span),
                "say with `if nothing fits:` what happens then, or offer something that is always open",
                also=(Label(source.span, f"so many dice can stand here that all {count} are taken"),),
            )


def _laps_of_setup(lowering: StepLowering) -> dict[int, int]:
    """How often a choice is asked that stands only in the set-up, in laps of which there are so many."""
    game = lowering.world.game
    setup = game.flows.get("setup")
    if setup is None:
        return {}
    later = [part for name, part in game.flows.items() if name != "setup"]
    elsewhere = {id(choose) for choose in _choices_in([*later, *game.standing, *game.hooks], game)}
    laps: dict[int, int] = {}
    for lap in nodes_in(setup):
        if isinstance(lap, t.InTurn) and (lap.times is None or isinstance(lap.times, t.Number)) and lap.until is None:
            times = 1 if lap.times is None else lap.times.value
            for choose in _choices_in([lap.block], game):
                if id(choose) not in elsewhere:
                    laps[id(choose)] = laps.get(id(choose), 0) + times * lowering.world.players
    return laps


def _choices_in(parts: Iterable[object], game: t.TypedGame) -> Iterator[t.Choose]:
    """The choices in some steps and in the rules that they carry out."""
    waiting, rules = list(parts), set[str]()
    while waiting:
        for node in nodes_in(waiting.pop()):
            if isinstance(node, t.Choose):
                yield node
            elif isinstance(node, t.Do) and node.rule in game.rules and node.rule not in rules:
                rules.add(node.rule)
                waiting.append(game.rules[node.rule])


def _name(said: Iterable[object], wanted: tuple[type, ...]) -> bool:
    """Whether something of this sort is named, perhaps in the words that are used."""
    return any(isinstance(part, wanted) and _is_about_dice(part) for part in _parts_with_words(said))


def _is_about_dice(part: object) -> bool:
    return not isinstance(part, t.BuiltInTest) or part.name in {"empty", "taken"}


def _parts_with_words(said: Iterable[object]) -> Iterator[object]:
    waiting = list(said)
    seen: set[int] = set()
    while waiting:
        for part in nodes_in(waiting.pop()):
            yield part
            word = part.word.body if isinstance(part, t.WordCall) else None
            word = part.adjective.test if isinstance(part, t.HasAdjective) else word
            if word is not None and id(word) not in seen:
                seen.add(id(word))
                waiting.append(word)


def _dice_that_move(lowering: StepLowering, parts: list[object]) -> int:
    """How many dice are ever spoken of where dice are picked, moved or given a name."""
    said = [spoken for part in parts if type(part) in DICE_SPOKEN_OF for spoken in DICE_SPOKEN_OF[type(part)](part)]
    zones = {part.zone.name for part in _parts_with_words(said) if isinstance(part, t.ZoneDice)}
    program = lowering.world.program
    return sum(program.zones[die.home].name in zones for die in program.dice)


def _narrow(lowering: StepLowering, way: t.Alternative, dice: int) -> tuple[t.Expr, int] | None:
    for pick in way.picks:
        places = _emptied(pick.source) if pick.word in {"one", "some"} and pick.condition is None else None
        if places is None:
            continue
        count = _count(lowering, places)
        taking = any(other.source.type.kind is DIE for other in way.picks)
        if count is not None and dice - taking >= count:
            return pick.source, count
    return None


def _emptied(expr: t.Expr) -> t.Expr | None:
    """A set of empty places without that they are empty; None if that is not asked of them."""
    if isinstance(expr, t.PlacesByUse):
        return expr.places if expr.word == "empty" else None
    if isinstance(expr, t.SetOfList):
        inner = _emptied(expr.operand)
        return None if inner is None else evolve(expr, operand=inner)
    if isinstance(expr, t.Where):
        test = expr.condition
        if isinstance(test, t.BuiltInTest) and test.name == "empty" and isinstance(test.subject, t.LocalValue):
            return expr.subject if test.subject.local is expr.it else None
        inner = _emptied(expr.subject)
        return None if inner is None else evolve(expr, subject=inner)
    return None


def _count(lowering: StepLowering, places: t.Expr) -> int | None:
    world = lowering.world
    try:
        return FixedEvaluator(world.program, world.budget.spare)(world.expressions.value(places).op, {}).bit_count()
    except (SemanticError, StateRead, KeyError):
        return None
