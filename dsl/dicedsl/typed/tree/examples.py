"""Worked examples: the position they begin with, and what is said of it along the way."""

from __future__ import annotations

from dicedsl.errors import Problem
from dicedsl.records import frozen
from dicedsl.syntax import nodes as n
from dicedsl.typed.tree.base import Expr, Typed
from dicedsl.typed.tree.steps import Alternative, Cell, Target


@frozen(eq=False, repr=False, slots=False)
class WrongLine(Typed):
    """A line that could not be understood, and why."""

    problem: Problem


# ------------------------------------------------------------------ the position


@frozen(eq=False, repr=False, slots=False)
class GivenOut(Typed):
    players: Expr


@frozen(eq=False, repr=False, slots=False)
class GivenStarter(Typed):
    player: Expr


@frozen(eq=False, repr=False, slots=False)
class GivenNext(Typed):
    """Whose turn comes first, whoever the starter is."""

    player: Expr


@frozen(eq=False, repr=False, slots=False)
class GivenCount(Typed):
    """What the game itself counts, and only an example may set: `turns played`, `rounds played` or the turns of a player."""

    counter: str
    player: Expr | None
    value: Expr


@frozen(eq=False, repr=False, slots=False)
class GivenMemory(Typed):
    cell: Cell
    value: Expr


@frozen(eq=False, repr=False, slots=False)
class GivenHolds(Typed):
    target: Target
    node: n.GivenHolds


@frozen(eq=False, repr=False, slots=False)
class GivenStands(Typed):
    """A die of a player, or of a set, on each of the places; where these are none, what is wrong with them."""

    subject: Expr
    places: tuple[Expr | Problem, ...]
    node: n.GivenStands


Given = GivenOut | GivenStarter | GivenNext | GivenCount | GivenMemory | GivenHolds | GivenStands | WrongLine

# ------------------------------------------------------------------ what is said along the way


@frozen(eq=False, repr=False, slots=False)
class Claim(Typed):
    """Something that must hold; `subject` is what it is about, so that it can be told what that is instead."""

    condition: Expr
    is_next: bool
    subject: Expr | None


@frozen(eq=False, repr=False, slots=False)
class Awaited(Typed):
    """`a roll is awaited`, `a draw is not awaited`."""

    sort: str
    negated: bool


@frozen(eq=False, repr=False, slots=False)
class Now(Typed):
    claims: tuple[Claim | Awaited | WrongLine, ...]


@frozen(eq=False, repr=False, slots=False)
class AfterSetup(Typed):
    """Set-up is over, and this is laid."""

    given: tuple[Given, ...]


@frozen(eq=False, repr=False, slots=False)
class PlayOn(Typed):
    until: Expr | None


@frozen(eq=False, repr=False, slots=False)
class Policy(Typed):
    """By what the moves of each alternative are compared, where that depends on what they pick."""

    node: n.Policy
    measures: tuple[tuple[Alternative, Expr], ...]


@frozen(eq=False, repr=False, slots=False)
class CheckedLine(Typed):
    """A line in which nothing has to be looked up but `seen`: places as somebody sees them, in the order of the line."""

    node: n.Rolled | n.Drawn | n.Chooses | n.MayOnly | n.MayNot | n.Ways | n.MovesCounted
    seen: tuple[Expr, ...] = ()


Said = Now | PlayOn | Policy | CheckedLine | AfterSetup | WrongLine
