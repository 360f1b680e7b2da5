"""The kinds of things a rulebook speaks of, and the forms in which they come: one, a set, a list."""

from __future__ import annotations

from enum import Enum

from attrs import field, frozen


@frozen
class Kind:
    """A kind of thing; `values` are the words of a closed kind; `board` names the board of a kind of places."""

    name: str
    plural: str
    values: tuple[str, ...] = field(default=(), eq=False)
    board: str = field(default="", eq=False)

    @property
    def is_number(self) -> bool:
        return self.name == "number"

    @property
    def is_place(self) -> bool:
        return bool(self.board)

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
NOTHING = Kind("none", "none")  # of `none`, until something wants one of a kind
UNKNOWN = Kind("something unknown", "things unknown")  # of what is wrong: it fits everything and says nothing more


class Grouping(Enum):
    ONE = "one"
    SET = "set"  # no doubles, in natural order
    LIST = "list"  # one after the other, doubles kept
    HEAPS = "heaps"  # a list of sets, joined where members are wanted
    SETS = "sets"  # a list of sets of which each stays a set


LISTS = (Grouping.LIST, Grouping.HEAPS, Grouping.SETS)


@frozen
class Type:
    """What an expression is."""

    kind: Kind
    form: Grouping = Grouping.ONE

    @property
    def is_one(self) -> bool:
        return self.form is Grouping.ONE

    @property
    def is_set(self) -> bool:
        return self.form is Grouping.SET

    @property
    def is_list(self) -> bool:
        return self.form in LISTS

    @property
    def is_unknown(self) -> bool:
        return self.kind is UNKNOWN

    @property
    def member(self) -> Type:
        """One of what it is a set or a list of."""
        return Type(self.kind, Grouping.SET if self.form in (Grouping.HEAPS, Grouping.SETS) else Grouping.ONE)

    def called(self) -> str:
        return self.kind.called(self.form is not Grouping.ONE)


def one(kind: Kind) -> Type:
    return Type(kind)


def set_of(kind: Kind) -> Type:
    return Type(kind, Grouping.SET)


def list_of(item: Type) -> Type:
    """The list of things of a type, one after the other."""
    return Type(item.kind, Grouping.LIST if item.is_one else Grouping.HEAPS)


ONE_NUMBER, ONE_TRUTH, ONE_PLAYER, ONE_DIE = one(NUMBER), one(TRUTH), one(PLAYER), one(DIE)
DICE, PLAYERS = set_of(DIE), set_of(PLAYER)
ANYTHING = one(UNKNOWN)
