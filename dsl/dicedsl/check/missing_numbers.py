"""Numbers that are none while a zone is empty, and are reckoned with as if they were there."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.check.checked_file import CheckedFile, warning
from dicedsl.check.settings import of_books
from dicedsl.errors import Problem
from dicedsl.typed import tree as t
from dicedsl.typed.dependence import nodes_in

MOST_DEPTH = 20


def missing_numbers(checked: CheckedFile) -> Iterator[Problem]:
    if not checked.is_library and not checked.is_broken:
        yield from of_books(checked, lambda book: _in_game(checked, checked.game(book)))


def _in_game(checked: CheckedFile, game: t.TypedGame) -> Iterator[Problem]:
    words = [word.body for word in game.words.values()] + [word.test for word in game.adjectives.values()]
    parts = list(nodes_in([*words, *game.flows.values(), *game.rules.values(), *game.standing, *game.hooks]))
    asked = {zone.name for part in parts for zone in _counted(part)}
    for part in parts:
        if isinstance(part, t.Arithmetic) and part.op in "+-*" and checked.owns(part.span):
            for side in (part.left, part.right):
                best = _extreme(side)
                zone = None if best is None else _first_empty(best)
                if best is not None and zone is not None and zone.name not in asked:
                    yield warning(
                        "W614",
                        f'while "{zone.name}" is empty, this is no number to reckon with',
                        side.span,
                        f"write `highest of (0, {side.span.text})`, or ask `if {zone.name} is empty` before",
                    )


def _counted(part: object) -> Iterator[t.Zone]:
    """The zones of which it is asked somewhere whether, or how many, dice lie there; the author has thought of that."""
    if isinstance(part, t.Count) or (isinstance(part, t.BuiltInTest) and part.name == "empty"):
        yield from (inner.zone for inner in nodes_in(part) if isinstance(inner, t.ZoneDice))


def _extreme(expr: t.Expr, depth: int = 0) -> t.Fold | None:
    """The `highest of` or `lowest of` that an expression or a word comes to; None if it is something else."""
    if isinstance(expr, t.WordCall) and depth < MOST_DEPTH:
        return _extreme(expr.word.body, depth + 1)
    return expr if isinstance(expr, t.Fold) and expr.word in {"highest", "lowest"} else None


def _first_empty(best: t.Fold) -> t.Zone | None:
    """The zone whose dice are looked through, if none lie there at first."""
    if not isinstance(best.operand, t.ForEach) or len(best.operand.binders) != 1:
        return None
    source = best.operand.binders[0][1]
    held = source.operand if isinstance(source, t.Members) else source
    return held.zone if isinstance(held, t.ZoneDice) and held.zone.amount is None else None
