"""Decisions: what a player or the table is asked."""

from __future__ import annotations

from attrs import field, frozen

from dicedsl.program.ops.expressions import Op
from dicedsl.records import Record
from dicedsl.text.source import NOWHERE, Span


@frozen(eq=False, repr=False, slots=False)
class PickOp(Record):
    """One pick of an alternative: `v3 (die, die) one of {0..4} where v4: (v4 > 2), kept in [40]`.

    If `many`, a set of `low` to `high` members of the source is picked, else one member. `range_high` makes the source a range of
    numbers. With `picks_sets` the source is a list of sets, and one of these is picked. `condition` is asked of each member, bound to
    `member_var`. `shape` says how its values are written: number, truth, die, player, place:BOARD, kind:NAME. `var` is bound while
    moves are listed, `answer_cell` keeps the answer. In a choice of several at once, `pending` is the first of the cells, one for
    each seat, that keep what was picked until all have answered.
    """

    var: int
    answer_cell: int
    source: Op
    range_high: Op | None
    many: bool
    low: Op
    high: Op | None
    condition: Op | None
    member_var: int
    shape: str
    name: str
    secret: bool
    span: Span = field(eq=False, repr=False)
    picks_sets: bool = False
    pending: int = -1
    weight: int = 0  # how much work each answer counts for, marked by `work_marking`
    words: str = field(default="", eq=False, repr=False)  # what is picked from, as the rulebook has it

    @property
    def gathered(self) -> bool:
        """Whether a set is put together of members; else one thing is picked, be it a whole set."""
        return self.many and not self.picks_sets


@frozen(eq=False, repr=False, slots=False)
class MustOp(Record):
    """A condition with the referee's sentence: `must, after 1: (v3 > 2) “Take a larger one.”`.

    `picks_needed` is how many picks must be bound before it can be judged.
    """

    condition: Op
    text: int
    picks_needed: int
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class AlternativeOp(Record):
    """One answer to a decision: `0 “hold” -> block 7`.

    Of an outcome of an attempt, `weight` is how likely it is, and `lots` say more about its picks: for the pick of that number
    the weight of a member if one is picked, the percentage if it is a set. The `member_var` of the pick is the member.
    """

    name: str
    picks: tuple[PickOp, ...]
    musts: tuple[MustOp, ...]
    leaves: tuple[MustOp, ...]  # judged on the position that its steps lead to
    block: int
    weight: Op | None = None
    lots: tuple[tuple[int, Op], ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Decision(Record):
    """A suspension answered by a seat, by several at once, or (if `reported`) by a report of the table: `a choice
    “turn” of {actor}, line 1`.

    `seats` is the set of seats that answer. If `at_once`, they answer without knowing of each other: `pending` is the first of the
    cells, one for each seat, that keep the number of the alternative, counted from 1, until all have answered, and then
    `after_block` is the block to go to. `nothing_block` is the one to go to when no alternative is legal, or -1. What stands in
    `always` is judged after each of the answers.
    """

    number: int
    seats: Op
    alternatives: tuple[AlternativeOp, ...]
    nothing_block: int
    reported: bool
    at_once: bool
    pending: int
    after_block: int
    label: str
    always: tuple[MustOp, ...]
    span: Span = field(eq=False, repr=False)

    @property
    def always_open(self) -> bool:
        """Whether some alternative can be seen to be open in any position, so that nothing has to be tried."""
        return not self.always and any(not a.picks and not a.musts and not a.leaves for a in self.alternatives)

    @property
    def looks_ahead(self) -> bool:
        """Whether an answer is judged by what it leads to."""
        return bool(self.always) or any(a.leaves for a in self.alternatives)
