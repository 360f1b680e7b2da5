"""Statements: what changes cells."""

from __future__ import annotations

from attrs import field, frozen

from dicedsl.program.ops.expressions import Loop, Op
from dicedsl.records import Record
from dicedsl.text.source import Span


@frozen(eq=False, repr=False, slots=False)
class Store(Record):
    """A cell takes a value: `rounds := (rounds + 1)`."""

    index: int
    value: Op


@frozen(eq=False, repr=False, slots=False)
class StoreAt(Record):
    """Cell `base + at` of `size` cells takes a value: `skill[actor] := 50`. Outside of them the game is at fault (F503)."""

    base: int
    at: Op
    size: int
    value: Op
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class StoreVar(Record):
    """A variable of this block takes a value, which does not outlive the next suspension: `v3: number := 7`."""

    var: int
    value: Op


@frozen(eq=False, repr=False, slots=False)
class Put(Record):
    """The dice of a set go to a location, the number of a zone or place: `put {0..4} to 2`."""

    dice: Op
    location: Op
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Face(Record):
    """The dice of a set show a number, without being rolled: `turn {0..4} to show 6`."""

    dice: Op
    number: Op


@frozen(eq=False, repr=False, slots=False)
class When(Record):
    """Statements for the case that a condition holds, and for the other: `when over`, with `else` between them."""

    condition: Op
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class Each(Record):
    """Statements that are carried out for every turn of a loop that meets the condition: `each v1 in winners if (v1 > 2)`.

    None of them suspends. With `by`, members have their turns in that order, lowest first unless `highest`:
    `each v1 in winners by highest v1`.
    """

    loop: Loop
    condition: Op | None
    body: tuple[Stmt, ...]
    by: Op | None = None
    highest: bool = False


@frozen(eq=False, repr=False, slots=False)
class Reset(Record):
    """Cells take their constant starting values, given as pairs of first cell and values: `reset rounds to 0`."""

    runs: tuple[tuple[int, tuple[int, ...]], ...]


@frozen(eq=False, repr=False, slots=False)
class Tell(Record):
    """Something said to everybody: `tell “The wind turns.”`. `text` indexes Program.texts; with values in it, `spoken`
    indexes those of Program.telling."""

    text: int
    spoken: int = field(default=-1, eq=False)


@frozen(eq=False, repr=False, slots=False)
class Check(Record):
    """A condition that the rulebook promises; if it fails the game is at fault: `check (rounds > 0) or F503 “no such round”, line 1`."""

    condition: Op
    code: str
    message: str
    span: Span = field(eq=False, repr=False)


Stmt = Store | StoreAt | StoreVar | Put | Face | When | Each | Reset | Tell | Check
