"""The kinds of things a rulebook speaks of, and what is known of a value while it is lowered."""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER


@frozen
class Kind:
    """A kind of thing; `values` are the words of a closed kind; `board` names the board of a kind of places."""

    name: str
    plural: str
    values: tuple[str, ...] = field(default=(), eq=False)

    @property
    def is_number(self) -> bool:
        return self.name == "number"

    def called(self, many: bool = False) -> str:
        if self.name == "yes or no":
            return "a yes or no"
        if self.name == "none":
            return "nothing"
        if many:
            return f"a set of {self.plural}"
        return ("an " if self.name[0] in "aeiou" else "a ") + self.name


NUMBER = Kind("number", "numbers")
TRUTH = Kind("yes or no", "yes or no")
PLAYER = Kind("player", "players")
DIE = Kind("die", "dice")
POINT = Kind("point", "points")
STEP = Kind("step", "steps")
NOTHING = Kind("none", "none")


@frozen
class Ty:
    """The type of a value: one of a kind, or a set of them; `maybe` if it can be none."""

    kind: Kind
    many: bool = False
    maybe: bool = False

    def called(self) -> str:
        return self.kind.called(self.many)


def absent(ty: Ty) -> int:
    """What stands for none of a type: no, an empty set, no number, or no member. No step leads back from a point that is none."""
    if ty.many or ty.kind is TRUTH:
        return 0
    return NO_NUMBER if ty.kind in (NUMBER, POINT, STEP) else -1


def or_none(ty: Ty) -> Ty:
    """One of a kind, or none: what memory holds, which any step may set to none, and what a rule is given."""
    return ty if ty.many or ty.kind in (NUMBER, TRUTH) else evolve(ty, maybe=True)


def may_miss(value: Value) -> bool:
    """Whether it can be none in place of somebody or something."""
    return value.ty.maybe and not value.ty.many and not value.ty.kind.is_number and value.ty.kind is not TRUTH


T_NUMBER, T_TRUTH, T_PLAYER, T_DIE = Ty(NUMBER), Ty(TRUTH), Ty(PLAYER), Ty(DIE)
T_DICE, T_PLAYERS = Ty(DIE, many=True), Ty(PLAYER, many=True)


@define
class Value:
    """A lowered expression, its type and, for numbers, bounds where they are known."""

    op: ops.Op
    ty: Ty
    low: int | None = None
    high: int | None = None


@define
class Stream:
    """Many values, one after the other, doubles kept: what `for each`, `where` and attributes of sets give."""

    loops: tuple[ops.Loop, ...]
    condition: ops.Op | None
    item: Value
    of_sets: bool = False  # its members are sets themselves, such as lines, and stay so


@define
class Pair:
    """A bracketed list of values: arguments, or something to compare from the left."""

    items: list[Value | Stream]


Meaning = Value | Stream | Pair
