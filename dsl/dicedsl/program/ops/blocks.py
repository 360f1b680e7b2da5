"""Basic blocks, and what can end one."""

from __future__ import annotations

from attrs import define, field, frozen

from dicedsl.program.ops.expressions import Op
from dicedsl.program.ops.statements import Stmt
from dicedsl.records import Record


@frozen(eq=False, repr=False, slots=False)
class Jump(Record):
    block: int


@frozen(eq=False, repr=False, slots=False)
class Branch(Record):
    condition: Op
    then: int
    other: int


@frozen(eq=False, repr=False, slots=False)
class Back(Record):
    """Return from a rule: jump to the block whose address is kept in a cell."""

    cell: int


@frozen(eq=False, repr=False, slots=False)
class Ask(Record):
    """Suspend: a decision."""

    decision: int


@frozen(eq=False, repr=False, slots=False)
class RollDice(Record):
    """Suspend: the dice of a mask fall; then `next`."""

    dice: Op
    next: int


@frozen(eq=False, repr=False, slots=False)
class DrawOne(Record):
    """Suspend: one member of a mask by lot goes into a cell; then `next`.

    dealt: one of many draws of a single step. alike: the program takes the first of equal dice, whichever of them is drawn,
    so that they are one outcome.
    """

    members: Op
    cell: int
    next: int
    shape: str
    dealt: bool = False
    alike: bool = False


@frozen(eq=False, repr=False, slots=False)
class Over(Record):
    """Suspend for good."""


End = Jump | Branch | Back | Ask | RollDice | DrawOne | Over


@define
class Block:
    number: int
    body: list[Stmt] = field(factory=list)
    end: End = field(factory=Over)
    label: str = ""
    work: int = 0  # what coming here counts for
