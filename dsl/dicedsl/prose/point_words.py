"""Points and steps in words: `p + inward of s * 2` as `the point 2 steps inward of s from p`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from dicedsl.prose.sentences import ADVERB
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    from dicedsl.prose.phrases import Phrases


@frozen
class Leg:
    """Part of a way: a step, so many times, there or back."""

    step: n.Expr
    times: n.Expr | None = None
    back: bool = False


def words_of_point(phrases: Phrases, expr: n.Expr, called: str = "point") -> str:
    """A point that is reached from another one; several of them are called `points` or `places`."""
    start, legs = _split(phrases, expr)
    assert start is not None
    if len(legs) == 1 and (ends := _between(phrases, legs[0])) is not None:
        lie = "lies" if called == "point" else "lie"
        return f"the {called} that {lie} from {phrases.tight(start)} as {ends[1]} lies from {ends[0]}"
    return f"the {called} {_joined(phrases, legs)} from {phrases.tight(start)}"


def step_words(phrases: Phrases, expr: n.Expr) -> str:
    """A step that is made of others."""
    _, legs = _split(phrases, expr)
    if len(legs) == 1 and (ends := _between(phrases, legs[0])) is not None:
        return f"the way from {ends[0]} to {ends[1]}"
    return _joined(phrases, legs)


def direction_words(phrases: Phrases, expr: n.Expr) -> str:
    """Where a step leads: `inward of s`, `against the inward of s`, `along (1,0,0)`."""
    _, legs = _split(phrases, expr)
    if len(legs) == 1 and legs[0].times is None:
        return _direction(phrases, legs[0])
    return f"along ({_joined(phrases, legs)})"


def on_grid(phrases: Phrases, step: n.Tuple) -> str | None:
    """`step of (2, -1)` as `2 down and 1 to the left`, where everybody looks at the boards from the same side."""
    boards = phrases.facts.book.boards.values()
    seen_alike = all(isinstance(board.shape, n.SizedBoard) and not board.seen_from for board in boards)
    sizes = [_size(item) for item in step.items]
    if not seen_alike or not boards or len(sizes) != 2 or None in sizes or not any(sizes):
        return None
    ways = zip(sizes, (("up", "down"), ("to the left", "to the right")), strict=True)
    words = [f"{abs(size)} {way[size > 0]}" for size, way in ways if size]
    return words[0].replace("1 ", "one ", 1) if len(words) == 1 and words[0].startswith("1 ") else " and ".join(words)


def _size(expr: n.Expr) -> int | None:
    if isinstance(expr, n.Negative):
        size = _size(expr.operand)
        return None if size is None else -size
    return expr.value if isinstance(expr, n.Number) else None


def _split(phrases: Phrases, expr: n.Expr, back: bool = False) -> tuple[n.Expr | None, list[Leg]]:
    """Where a point starts from, and the legs that lead there; a step has no start."""
    if isinstance(expr, n.Negative):
        return _split(phrases, expr.operand, not back)
    if isinstance(expr, n.Binary) and expr.op in {"+", "-"} and not _is_between(phrases, expr):
        start, legs = _split(phrases, expr.left, back)
        other, more = _split(phrases, expr.right, back != (expr.op == "-"))
        return start or other, [*legs, *more]
    if isinstance(expr, n.Binary) and expr.op == "*":
        step, times = (expr.left, expr.right) if phrases.is_step(expr.left) else (expr.right, expr.left)
        return None, [Leg(step, times, back)]
    if phrases.is_point(expr):
        return expr, []
    return None, [Leg(expr, None, back)]


def _is_between(phrases: Phrases, expr: n.Expr) -> bool:
    """Whether a step is the difference of two points."""
    return (
        isinstance(expr, n.Binary) and expr.op == "-" and phrases.is_point(expr.left) and phrases.is_point(expr.right)
    )


def _between(phrases: Phrases, leg: Leg) -> tuple[str, str] | None:
    if leg.times is not None or not isinstance(leg.step, n.Binary) or not _is_between(phrases, leg.step):
        return None
    end, start = phrases.tight(leg.step.left), phrases.tight(leg.step.right)
    return (end, start) if leg.back else (start, end)


def _joined(phrases: Phrases, legs: list[Leg]) -> str:
    return " and then ".join(_leg(phrases, leg) for leg in legs)


def _leg(phrases: Phrases, leg: Leg) -> str:
    ends = _between(phrases, leg)
    if ends is not None:
        return f"as far as from {ends[0]} to {ends[1]}"
    if isinstance(leg.step, (n.Binary, n.Negative)):
        assert leg.times is not None
        against = "against " if leg.back else ""
        return f"{phrases.tight(leg.times)} times {against}({step_words(phrases, leg.step)})"
    if leg.times is None or leg.times == n.Number(1):
        return f"one step {_direction(phrases, leg)}"
    return f"{phrases.tight(leg.times)} steps {_direction(phrases, leg)}"


def _direction(phrases: Phrases, leg: Leg) -> str:
    step = leg.step
    if isinstance(step, n.Apply) and step.phrase.text == "step" and isinstance(step.argument, n.Tuple):
        way = on_grid(phrases, n.Tuple(tuple(map(n.Negative, step.argument.items))) if leg.back else step.argument)
        if way is not None and way.startswith("one "):
            return way.removeprefix("one ")
        text = phrases.value(step.argument)
    else:
        text = phrases.value(step)
    if leg.back:
        return f"against {text}"
    if isinstance(step, n.Apply) and ADVERB.fullmatch(step.phrase.text) and not isinstance(step.argument, n.Tuple):
        return f"{step.phrase.text} of {phrases.tight(step.argument)}"
    return f"along {text}"
