"""Basic blocks, and what can end one."""

from __future__ import annotations

from attrs import define, field, frozen

from dicedsl.program.ops.expressions import Op
from dicedsl.program.ops.statements import Stmt
from dicedsl.records import Record


@frozen(eq=False, repr=False, slots=False)
class Jump(Record):
    """Go on with another block: `-> block 4`."""

    block: int


@frozen(eq=False, repr=False, slots=False)
class Branch(Record):
    """Go on with one of two blocks: `-> block 4 if over else block 5`."""

    condition: Op
    then: int
    other: int


@frozen(eq=False, repr=False, slots=False)
class Back(Record):
    """Return from a rule, to the block whose address is kept in a cell: `-> back to [40]`."""

    cell: int


@frozen(eq=False, repr=False, slots=False)
class Ask(Record):
    """Suspend for a decision: `ask decision 2`."""

    decision: int


@frozen(eq=False, repr=False, slots=False)
class RollDice(Record):
    """Suspend for the dice of a set to fall, then go on with block `next`: `roll {0..4} -> block 6`."""

    dice: Op
    next: int


@frozen(eq=False, repr=False, slots=False)
class DrawOne(Record):
    """Suspend for a lot: one member of a set goes into a cell, then block `next` follows: `draw [40], one player of winners -> block 6`.

    `dealt` says that it is one of many draws of a single step. `alike` says that the program takes the first of equal dice,
    whichever of them is drawn, so that they are one outcome.
    """

    members: Op
    cell: int
    next: int
    shape: str
    dealt: bool = False
    alike: bool = False


@frozen(eq=False, repr=False, slots=False)
class Over(Record):
    """Suspend for good: `over`."""


End = Jump | Branch | Back | Ask | RollDice | DrawOne | Over


@define
class Block:
    """Statements that are carried out without waiting, and what comes behind them."""

    number: int
    body: list[Stmt] = field(factory=list)
    end: End = field(factory=Over)
    label: str = ""  # what it is for, where programs are printed
    work: int = 0  # how much work coming here counts for, marked by `work_marking`
