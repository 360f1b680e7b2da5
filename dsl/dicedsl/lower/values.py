"""What an expression is lowered to: one operation, or a list of them in loops; and what is known of its value for a setting."""

from __future__ import annotations

from attrs import define, evolve, frozen

from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.typed.kinds import DIE, NUMBER, PLAYER, POINT, STEP, TRUTH, Kind, Type


@frozen
class LoweredType:
    """One of a kind, or a set of them; `maybe` if it can be none."""

    kind: Kind
    many: bool = False
    maybe: bool = False


@define
class Value:
    """A lowered expression, its type and, for numbers, bounds where they are known."""

    op: ops.Op
    ty: LoweredType
    low: int | None = None
    high: int | None = None


@define(eq=False, repr=False, slots=False)
class Stream:
    """Many values, one after the other, doubles kept: what `for each`, `where` and attributes of sets give.

    whole: the set of them, where that need not be gathered.
    """

    loops: tuple[ops.Loop, ...]
    condition: ops.Op | None
    item: Value
    whole: Value | None = None


Lowered = Value | Stream


def lowered_type(ty: Type) -> LoweredType:
    """The type of one thing or a set, before it is known whether it can be none."""
    return LoweredType(ty.kind, many=ty.is_set)


def absent(ty: LoweredType) -> int:
    """What stands for none of a type: no, an empty set, no number, or no member. No step leads back from a point that is none."""
    if ty.many or ty.kind is TRUTH:
        return 0
    return NO_NUMBER if ty.kind in (NUMBER, POINT, STEP) else -1


def or_none(ty: LoweredType) -> LoweredType:
    """One of a kind, or none: what memory holds, which any step may set to none, and what a rule is given."""
    return ty if ty.many or ty.kind in (NUMBER, TRUTH) else evolve(ty, maybe=True)


def may_miss(value: Value) -> bool:
    """Whether it can be none in place of somebody or something."""
    return value.ty.maybe and not value.ty.many and not value.ty.kind.is_number and value.ty.kind is not TRUTH


def both(left: ops.Op | None, right: ops.Op | None) -> ops.Op | None:
    if left is None or right is None:
        return right if left is None else left
    return ops.Bin("and", left, right)


def shape_of(kind: Kind) -> str:
    """How the program calls a kind."""
    plain = {NUMBER: "number", TRUTH: "truth", PLAYER: "player", DIE: "die"}.get(kind)
    return plain or (f"place:{kind.board}" if kind.is_place else f"kind:{kind.name}")


T_NUMBER, T_TRUTH, T_PLAYER, T_DIE = LoweredType(NUMBER), LoweredType(TRUTH), LoweredType(PLAYER), LoweredType(DIE)
T_DICE, T_PLAYERS = LoweredType(DIE, many=True), LoweredType(PLAYER, many=True)
