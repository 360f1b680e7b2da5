"""Statements: what changes cells."""

from __future__ import annotations

from attrs import field, frozen

from dicedsl.program.ops.expressions import Loop, Op
from dicedsl.records import Record
from dicedsl.text.source import Span


@frozen(eq=False, repr=False, slots=False)
class Store(Record):
    index: int
    value: Op


@frozen(eq=False, repr=False, slots=False)
class StoreAt(Record):
    """Cell `base + at` of `size` cells takes a value; outside of them the game is at fault (F503)."""

    base: int
    at: Op
    size: int
    value: Op
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class StoreVar(Record):
    """A local variable of this block; it does not outlive the next suspension."""

    var: int
    value: Op


@frozen(eq=False, repr=False, slots=False)
class Put(Record):
    """The dice of a mask go to a location (zone or place number)."""

    dice: Op
    location: Op
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Face(Record):
    """The dice of a mask show a number."""

    dice: Op
    number: Op


@frozen(eq=False, repr=False, slots=False)
class When(Record):
    condition: Op
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class Each(Record):
    """A loop without suspension; with `by`, members in that order (lowest first unless `highest`)."""

    loop: Loop
    condition: Op | None
    body: tuple[Stmt, ...]
    by: Op | None = None
    highest: bool = False


@frozen(eq=False, repr=False, slots=False)
class Reset(Record):
    """Cells take their constant starting values: pairs of (first cell, values)."""

    runs: tuple[tuple[int, tuple[int, ...]], ...]


@frozen(eq=False, repr=False, slots=False)
class Tell(Record):
    """Something said to everybody; `text` indexes Program.texts. With values in it, `spoken` indexes those of Program.telling."""

    text: int
    spoken: int = field(default=-1, eq=False)


@frozen(eq=False, repr=False, slots=False)
class Check(Record):
    """A condition that the rulebook promises; if it fails the game is at fault."""

    condition: Op
    code: str
    message: str
    span: Span = field(eq=False, repr=False)


Stmt = Store | StoreAt | StoreVar | Put | Face | When | Each | Reset | Tell | Check
