"""Steps: what happens, with names resolved and kinds fitted."""

from __future__ import annotations

from dicedsl.records import frozen
from dicedsl.typed.tree.base import Expr, Local, Typed
from dicedsl.typed.tree.material import Memory, Saying, Zone


@frozen(eq=False, repr=False, slots=False)
class TypedStep(Typed):
    pass


Block = tuple[TypedStep, ...]

# ------------------------------------------------------------------ where something goes


@frozen(eq=False, repr=False, slots=False)
class Cell(Typed):
    """A memory that is written to."""

    memory: Memory
    keys: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class InZone(Typed):
    zone: Zone
    keys: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class OnPlace(Typed):
    place: Expr


Target = InZone | OnPlace

# ------------------------------------------------------------------ steps that hold steps


@frozen(eq=False, repr=False, slots=False)
class Branch:
    """`condition` None: otherwise; `words` is the condition as the rulebook has it."""

    condition: Expr | None
    words: str
    block: Block


@frozen(eq=False, repr=False, slots=False)
class If(TypedStep):
    branches: tuple[Branch, ...]


@frozen(eq=False, repr=False, slots=False)
class By:
    """The highest, or the lowest, first."""

    highest: bool
    measure: Expr


@frozen(eq=False, repr=False, slots=False)
class For(TypedStep):
    """The members of a list, one after the other."""

    local: Local
    source: Expr
    by: By | None
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Repeat(TypedStep):
    times: Expr | None
    block: Block


@frozen(eq=False, repr=False, slots=False)
class InTurn(TypedStep):
    start: Expr
    until: Expr | None
    times: Expr | None
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Pick(Typed):
    """`word` is one, some, any or span (then from `low` to `high`); `words` is what is picked from, as the rulebook has it."""

    local: Local
    it: Local
    word: str
    low: Expr | None
    high: Expr | None
    source: Expr
    condition: Expr | None
    is_secret: bool
    words: str


@frozen(eq=False, repr=False, slots=False)
class Must(Typed):
    """`afterwards`: judged on the position that the steps lead to."""

    condition: Expr
    sentence: str
    afterwards: bool


@frozen(eq=False, repr=False, slots=False)
class Alternative(Typed):
    name: str
    picks: tuple[Pick, ...]
    musts: tuple[Must, ...]
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Situation(Typed):
    """A line of `allowed`: what is refused in it, and with which sentence. `condition` None: otherwise."""

    condition: Expr | None
    refused: tuple[str, ...]
    sentence: str


@frozen(eq=False, repr=False, slots=False)
class Choose(TypedStep):
    name: str
    by: Expr | None
    at_once: bool
    alternatives: tuple[Alternative, ...]
    columns: tuple[str, ...]
    situations: tuple[Situation, ...]
    nothing_fits: Block | None


@frozen(eq=False, repr=False, slots=False)
class Lot(Typed):
    """What each member (`it`) of a pick, by its number, counts for."""

    pick: int
    it: Local
    weight: Expr


@frozen(eq=False, repr=False, slots=False)
class Odds(Typed):
    """How likely an outcome is, and what is said of single picks."""

    weight: Expr
    lots: tuple[Lot, ...]


@frozen(eq=False, repr=False, slots=False)
class Attempt(TypedStep):
    name: str
    by: Expr | None
    outcomes: tuple[Alternative, ...]
    odds: tuple[Odds | None, ...]


# ------------------------------------------------------------------ plain steps


@frozen(eq=False, repr=False, slots=False)
class Roll(TypedStep):
    dice: Expr


@frozen(eq=False, repr=False, slots=False)
class Draw(TypedStep):
    local: Local
    members: Expr


@frozen(eq=False, repr=False, slots=False)
class MoveDice(TypedStep):
    """`count` None: all of them."""

    dice: Expr
    target: Target
    count: int | Expr | None


@frozen(eq=False, repr=False, slots=False)
class LayOut(TypedStep):
    """One die on each of the places, both in natural order; `count` None: on all of them."""

    dice: Expr
    places: Expr
    count: int | Expr | None


@frozen(eq=False, repr=False, slots=False)
class MoveByLot(TypedStep):
    dice: Expr
    places: Expr


@frozen(eq=False, repr=False, slots=False)
class TurnDie(TypedStep):
    """To a number, or to an orientation."""

    dice: Expr
    wanted: Expr


@frozen(eq=False, repr=False, slots=False)
class Swap(TypedStep):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class Show(TypedStep):
    dice: Expr


@frozen(eq=False, repr=False, slots=False)
class Set(TypedStep):
    target: Cell
    value: Expr


@frozen(eq=False, repr=False, slots=False)
class Change(TypedStep):
    """Something is added to a number or a set, or taken from it."""

    target: Cell
    value: Expr
    is_adding: bool


@frozen(eq=False, repr=False, slots=False)
class Let(TypedStep):
    local: Local
    value: Expr


@frozen(eq=False, repr=False, slots=False)
class Do(TypedStep):
    rule: str
    arguments: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class Stop(TypedStep):
    pass


@frozen(eq=False, repr=False, slots=False)
class EndTurn(TypedStep):
    pass


@frozen(eq=False, repr=False, slots=False)
class EndRound(TypedStep):
    pass


@frozen(eq=False, repr=False, slots=False)
class PlayTurn(TypedStep):
    player: Expr | None


@frozen(eq=False, repr=False, slots=False)
class PlayGame(TypedStep):
    pass


@frozen(eq=False, repr=False, slots=False)
class ExtraTurn(TypedStep):
    pass


@frozen(eq=False, repr=False, slots=False)
class Eliminate(TypedStep):
    players: Expr


@frozen(eq=False, repr=False, slots=False)
class Wins(TypedStep):
    players: Expr
    match: bool


@frozen(eq=False, repr=False, slots=False)
class Ranking:
    """The measure speaks of a player as the local; a set is counted."""

    highest: bool
    local: Local
    measure: Expr


@frozen(eq=False, repr=False, slots=False)
class BestWins(TypedStep):
    """Who is best by the first ranking; of those who are equal, by the next one."""

    rankings: tuple[Ranking, ...]
    match: bool


@frozen(eq=False, repr=False, slots=False)
class Say(TypedStep):
    saying: Saying
