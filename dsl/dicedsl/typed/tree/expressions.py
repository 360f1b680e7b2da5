"""Expressions: what there is, what is asked of it, reckoning, sets and lists; and the fittings that the author need not write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field

from dicedsl.records import frozen
from dicedsl.typed.kinds import DICE, ONE_DIE, ONE_NUMBER, ONE_PLAYER, ONE_TRUTH, Type
from dicedsl.typed.tree.base import Expr, Local

if TYPE_CHECKING:
    from dicedsl.typed.tree.material import Board, ListWord, Memory, Option, Word, Zone

# ------------------------------------------------------------------ what is there


@frozen(eq=False, repr=False, slots=False)
class Number(Expr):
    value: int
    type: Type = field(default=ONE_NUMBER, kw_only=True)


@frozen(eq=False, repr=False, slots=False)
class Truth(Expr):
    value: bool
    type: Type = field(default=ONE_TRUTH, kw_only=True)


@frozen(eq=False, repr=False, slots=False)
class Absent(Expr):
    """None, nobody, or the empty set: nothing of its type."""


@frozen(eq=False, repr=False, slots=False)
class You(Expr):
    type: Type = field(default=ONE_PLAYER, kw_only=True)


@frozen(eq=False, repr=False, slots=False)
class Seat(Expr):
    """A player by name, in an example."""

    seat: int
    type: Type = field(default=ONE_PLAYER, kw_only=True)


@frozen(eq=False, repr=False, slots=False)
class DieNamed(Expr):
    """`d1 of Anna`: a die by its name, in an example; `owner` is a seat."""

    index: int
    owner: int | None
    type: Type = field(default=ONE_DIE, kw_only=True)


@frozen(eq=False, repr=False, slots=False)
class LocalValue(Expr):
    local: Local


@frozen(eq=False, repr=False, slots=False)
class Constant(Expr):
    """A value of a kind, by its number."""

    index: int


@frozen(eq=False, repr=False, slots=False)
class AllOf(Expr):
    """All values of a kind, or all places of a board."""


@frozen(eq=False, repr=False, slots=False)
class OptionValue(Expr):
    option: Option


@frozen(eq=False, repr=False, slots=False)
class Spot(Expr):
    """A place by its coordinates."""

    board: Board
    coordinates: tuple[Expr, ...]


# ------------------------------------------------------------------ what is asked


@frozen(eq=False, repr=False, slots=False)
class MemoryValue(Expr):
    memory: Memory
    keys: tuple[Expr, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class ZoneDice(Expr):
    """The dice in a zone."""

    zone: Zone
    keys: tuple[Expr, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class ListEntry(Expr):
    """`path at 3`."""

    list: ListWord
    key: Expr
    type: Type = field(default=ONE_NUMBER, kw_only=True)


@frozen(eq=False, repr=False, slots=False)
class WordCall(Expr):
    """A word of the rulebook with what it is asked of."""

    word: Word
    arguments: tuple[Expr, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class BuiltIn(Expr):
    """A noun of the language, or an attribute with what it is asked of."""

    name: str
    arguments: tuple[Expr, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class Coordinate(Expr):
    """`a of p`: of a point if the board has steps, else of a place."""

    board: Board
    axis: int
    subject: Expr


# ------------------------------------------------------------------ fittings


@frozen(eq=False, repr=False, slots=False)
class SetOfOne(Expr):
    """One thing as a set."""

    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class SetOfList(Expr):
    """A list as a set."""

    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class Members(Expr):
    """A set as a list."""

    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class WholeList(Expr):
    """A list that a word stands for: it stays a list, and each set in it a set."""

    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class FlatList(Expr):
    """A list of sets as the list of their members."""

    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class EachMember(Expr):
    """Every member of a list in turn: whatever is asked of it is a list."""

    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class PlaceAt(Expr):
    """The place at a point, none if it is off the board."""

    point: Expr


@frozen(eq=False, repr=False, slots=False)
class PointOf(Expr):
    place: Expr


@frozen(eq=False, repr=False, slots=False)
class DieOn(Expr):
    """The die on a place, or none."""

    place: Expr
    type: Type = field(default=ONE_DIE, kw_only=True)


# ------------------------------------------------------------------ reckoning


@frozen(eq=False, repr=False, slots=False)
class Arithmetic(Expr):
    """Numbers, points and steps: + - * / mod."""

    op: str
    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class Negative(Expr):
    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class Range(Expr):
    low: Expr
    high: Expr


@frozen(eq=False, repr=False, slots=False)
class Count(Expr):
    operand: Expr
    type: Type = field(default=ONE_NUMBER, kw_only=True)


@frozen(eq=False, repr=False, slots=False)
class Fold(Expr):
    """`sum`, `highest`, `lowest` or `different` of a list."""

    word: str
    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class FoldOf(Expr):
    """`sum`, `highest` or `lowest` of numbers written one by one."""

    word: str
    items: tuple[Expr, ...]
    type: Type = field(default=ONE_NUMBER, kw_only=True)


# ------------------------------------------------------------------ sets and lists


@frozen(eq=False, repr=False, slots=False)
class Union(Expr):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class Without(Expr):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class SetInBrackets(Expr):
    """A set written out in brackets."""

    items: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class Showing(Expr):
    """The dice that show a number, or one of a set of numbers."""

    dice: Expr
    numbers: Expr
    type: Type = field(default=DICE, kw_only=True)


@frozen(eq=False, repr=False, slots=False)
class PlacesByUse(Expr):
    """The places of a set that are taken, or those that are empty."""

    word: str
    places: Expr


@frozen(eq=False, repr=False, slots=False)
class Where(Expr):
    """The members (`it`) of a list for which something holds."""

    subject: Expr
    it: Local
    condition: Expr


@frozen(eq=False, repr=False, slots=False)
class Best(Expr):
    """The members (`it`) of a set whose measure is the highest, or the lowest."""

    subject: Expr
    it: Local
    highest: bool
    measure: Expr


@frozen(eq=False, repr=False, slots=False)
class ForEach(Expr):
    binders: tuple[tuple[Local, Expr], ...]
    condition: Expr | None
    body: Expr


@frozen(eq=False, repr=False, slots=False)
class Links(Expr):
    """Which places each place is linked to: a word, or the neighbours if it is None."""

    word: Word | None


@frozen(eq=False, repr=False, slots=False)
class ReachablePlaces(Expr):
    within: Expr
    start: Expr
    links: Links


@frozen(eq=False, repr=False, slots=False)
class Groups(Expr):
    count: Expr
    within: Expr
    links: Links
    under: Links | None


@frozen(eq=False, repr=False, slots=False)
class StraightPath(Expr):
    """The places on the straight way between two places of a board, with or without its `ends`; `spelt` says which these are."""

    board: Board
    start: Expr
    end: Expr
    ends: bool
    spelt: Expr


# ------------------------------------------------------------------ lines


@frozen(eq=False, repr=False, slots=False)
class Ray(Expr):
    """The points from one along a step, as far as the board goes."""

    start: Expr
    step: Expr


@frozen(eq=False, repr=False, slots=False)
class LinesOf(Expr):
    """Every so many places in line that belong to a set, each time as a set; or, of a list, so many neighbours in it."""

    count: Expr
    within: Expr


# ------------------------------------------------------------------ tables


@frozen(eq=False, repr=False, slots=False)
class CaseRow:
    """`condition` None means `otherwise`; a cell None is empty."""

    condition: Expr | None
    cells: tuple[Expr | None, ...]


@frozen(eq=False, repr=False, slots=False)
class Cases(Expr):
    """The first row that fits; in it the column that fits `by`."""

    rows: tuple[CaseRow, ...]
    by: Local | None
    heads: tuple[Expr, ...]  # one less than there are columns if the last is `otherwise`
