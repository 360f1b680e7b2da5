"""Points and steps in words: `p + inward of s * 2` as `the point 2 steps inward of s from p`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from dicedsl.prose.english import ADVERB
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    from dicedsl.prose.phrases import Phrases


@frozen
class Leg:
    """Part of a way: a step, so many times, there or back."""

    step: n.Expr
    times: n.Expr | None = None
    back: bool = False


def point(says: Phrases, expr: n.Expr, called: str = "point") -> str:
    """A point that is reached from another one; several of them are called `points` or `places`."""
    start, legs = _split(says, expr)
    assert start is not None
    if len(legs) == 1 and (ends := _between(says, legs[0])) is not None:
        lie = "lies" if called == "point" else "lie"
        return f"the {called} that {lie} from {says.tight(start)} as {ends[1]} lies from {ends[0]}"
    return f"the {called} {_joined(says, legs)} from {says.tight(start)}"


def way(says: Phrases, expr: n.Expr) -> str:
    """A step that is made of others."""
    _, legs = _split(says, expr)
    if len(legs) == 1 and (ends := _between(says, legs[0])) is not None:
        return f"the way from {ends[0]} to {ends[1]}"
    return _joined(says, legs)


def direction(says: Phrases, expr: n.Expr) -> str:
    """Where a step leads: `inward of s`, `against the inward of s`, `along (1,0,0)`."""
    _, legs = _split(says, expr)
    if len(legs) == 1 and legs[0].times is None:
        return _direction(says, legs[0])
    return f"along ({_joined(says, legs)})"


def _split(says: Phrases, expr: n.Expr, back: bool = False) -> tuple[n.Expr | None, list[Leg]]:
    """Where a point starts from, and the legs that lead there; a step has no start."""
    if isinstance(expr, n.Negative):
        return _split(says, expr.operand, not back)
    if isinstance(expr, n.Binary) and expr.op in {"+", "-"} and not _is_between(says, expr):
        start, legs = _split(says, expr.left, back)
        other, more = _split(says, expr.right, back != (expr.op == "-"))
        return start or other, [*legs, *more]
    if isinstance(expr, n.Binary) and expr.op == "*":
        step, times = (expr.left, expr.right) if says.is_step(expr.left) else (expr.right, expr.left)
        return None, [Leg(step, times, back)]
    if says.is_point(expr):
        return expr, []
    return None, [Leg(expr, None, back)]


def _is_between(says: Phrases, expr: n.Expr) -> bool:
    """Whether a step is the difference of two points."""
    return isinstance(expr, n.Binary) and expr.op == "-" and says.is_point(expr.left) and says.is_point(expr.right)


def _between(says: Phrases, leg: Leg) -> tuple[str, str] | None:
    if leg.times is not None or not isinstance(leg.step, n.Binary) or not _is_between(says, leg.step):
        return None
    end, start = says.tight(leg.step.left), says.tight(leg.step.right)
    return (end, start) if leg.back else (start, end)


def _joined(says: Phrases, legs: list[Leg]) -> str:
    return " and then ".join(_leg(says, leg) for leg in legs)


def _leg(says: Phrases, leg: Leg) -> str:
    ends = _between(says, leg)
    if ends is not None:
        return f"as far as from {ends[0]} to {ends[1]}"
    if isinstance(leg.step, (n.Binary, n.Negative)):
        assert leg.times is not None
        against = "against " if leg.back else ""
        return f"{says.tight(leg.times)} times {against}({way(says, leg.step)})"
    if leg.times is None or leg.times == n.Number(1):
        return f"one step {_direction(says, leg)}"
    return f"{says.tight(leg.times)} steps {_direction(says, leg)}"


def _direction(says: Phrases, leg: Leg) -> str:
    step = leg.step
    if isinstance(step, n.Apply) and step.phrase.text == "step" and isinstance(step.argument, n.Tuple):
        text = says.value(step.argument)
    else:
        text = says.value(step)
    if leg.back:
        return f"against {text}"
    if isinstance(step, n.Apply) and ADVERB.fullmatch(step.phrase.text) and not isinstance(step.argument, n.Tuple):
        return f"{step.phrase.text} of {says.tight(step.argument)}"
    return f"along {text}"
