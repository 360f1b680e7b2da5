"""Worked examples in their lowered form: what is given, what falls, what is chosen and what must then hold.

Everything an author names is resolved here: seats and cells are numbers, conditions are operations of the example's program.
What cannot be resolved is a LineProblem, which is told when the example comes to it, since a line before it may fail first.
"""

from __future__ import annotations

from attrs import field, frozen

from dicedsl.errors import Problem
from dicedsl.program.ops import Op, Program
from dicedsl.records import Record
from dicedsl.text.source import NOWHERE, Span


@frozen(eq=False, repr=False, slots=False)
class LineProblem(Record):
    """What is wrong with a line, or a part of it."""

    problem: Problem


# ------------------------------------------------------------------ the position


@frozen(eq=False, repr=False, slots=False)
class SetCell(Record):
    """`given total of Anna is 30`: one of `size` cells takes a value. Without an index it is the first."""

    base: int
    index: Op | None
    size: int
    value: Op
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class SetStarter(Record):
    seat: Op
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class SetNext(Record):
    """`given Ben is next`: whose turn comes first, whoever the starter is."""

    seat: Op
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class SetOut(Record):
    """`given P3 is out`; the players are a set."""

    players: Op
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class DiceOfSort(Record):
    """`3 red`: so many of these dice, whichever are free."""

    count: int
    dice: tuple[int, ...]
    sort: str
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Hold(Record):
    """`given hand of Anna holds d1 d2 showing 6 -`: these dice are at location `first` + `offset`.

    A zone holds no others. A number for each die, or none at all; None leaves a die as it is.
    """

    first: int
    offset: Op | None
    is_zone: bool
    dice: tuple[int | DiceOfSort | LineProblem, ...]
    faces: tuple[int | None, ...]
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Places(Record):
    """A set of places of a board; the location of its first place is `first`."""

    members: Op
    first: int
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Stand(Record):
    """`given Anna stands on (2,0,0)`: one die on each place, of a player (`whose`) or of a set of dice."""

    whose: Op | None
    dice: Op | None
    places: tuple[Places | LineProblem, ...]
    faces: tuple[int, ...]
    span: Span = field(eq=False, repr=False)


GivenLine = SetCell | SetStarter | SetNext | SetOut | Hold | Stand | LineProblem


# ------------------------------------------------------------------ what happens


@frozen(eq=False, repr=False, slots=False)
class Seen(Record):
    """A place as somebody sees it: worked out when it is spoken of, since players may change sides."""

    place: Op
    shape: str
    text: str
    span: Span = field(eq=False, repr=False)


Word = str | Seen
ANY_ANSWER = "any"  # in place of what is picked: whatever it is


@frozen(eq=False, repr=False, slots=False)
class Roll(Record):
    numbers: tuple[int, ...]
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Draw(Record):
    """What is drawn, one after the other: the words of how each outcome is called, in a row."""

    words: tuple[Word, ...] | LineProblem
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Who(Record):
    """Who answers: a seat, as the example calls it; -1 if nobody here is called so."""

    seat: int
    name: str
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Answer(Record):
    """An alternative and the words of its picks, as the referee would hear them."""

    name: str
    words: tuple[Word, ...] | LineProblem
    span: Span = field(eq=False, repr=False)
    name_span: Span = field(eq=False, repr=False)

    @property
    def is_bare(self) -> bool:
        """Whether it names nothing but the alternative."""
        return self.words == ()

    @property
    def is_partial(self) -> bool:
        """Whether it leaves open some of what is picked."""
        return not isinstance(self.words, LineProblem) and ANY_ANSWER in self.words


@frozen(eq=False, repr=False, slots=False)
class Choose(Record):
    """Answers, one after the other; of the table if `who` is None."""

    who: Who | None
    answers: tuple[Answer, ...]
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class MayOnly(Record):
    """These answers are allowed, and no others unless `others` says so."""

    who: Who
    answers: tuple[Answer, ...]
    others: bool
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class MayNot(Record):
    """Refused; with this sentence, if there is one."""

    who: Who | None
    answer: Answer
    sentence: str | None
    sentence_span: Span = field(eq=False, repr=False)
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Ways(Record):
    who: Who
    answer: Answer
    count: int
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Moves(Record):
    """`Anna has 8 moves`: over all alternatives."""

    who: Who
    count: int
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Policy(Record):
    """How these seats answer `play on`: the first or last legal move, perhaps of those with the best measure.

    Of `rather` the first alternative that has legal moves is chosen from; if none has, all are.
    `measures` hold, by decision and alternative, what the moves of an alternative come to once their picks are in the cells.
    """

    seats: tuple[int, ...]
    first: bool
    highest: bool
    measures: tuple[tuple[tuple[int, int], Op], ...] | None
    rather: tuple[str, ...]
    measure_span: Span = field(eq=False, repr=False)
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class PlayOn(Record):
    """To the end of the game, or until a condition holds."""

    until: Op | None
    until_span: Span = field(eq=False, repr=False)
    span: Span = field(eq=False, repr=False)


# ------------------------------------------------------------------ what must hold


@frozen(eq=False, repr=False, slots=False)
class ShownValue(Record):
    """A value that can be told when a claim does not hold; `shape` is as in a pick."""

    text: str
    value: Op
    shape: str
    many: bool


@frozen(eq=False, repr=False, slots=False)
class Claim(Record):
    """A condition. `of_next`: it asks who is next, which also holds if only rolls stand before that."""

    condition: Op
    of_next: bool
    shown: ShownValue | None
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Awaited(Record):
    """A line that says that a roll or a draw is to come next, or (`negated`) that none is."""

    sort: str
    negated: bool
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Now(Record):
    parts: tuple[Claim | Awaited | LineProblem, ...]
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class AfterSetup(Record):
    """Set-up is over here, and this is laid, once."""

    given: tuple[GivenLine, ...]
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class ImpossibleLine(Record):
    """A line that cannot be."""

    problem: Problem
    span: Span = field(eq=False, repr=False)


Line = Roll | Draw | Choose | MayOnly | MayNot | Ways | Moves | Policy | PlayOn | Now | AfterSetup | ImpossibleLine
ASKING = (Choose, MayOnly, MayNot, Ways, Moves, PlayOn)  # lines before which the game has come to a choice


@frozen(eq=False, repr=False, slots=False)
class Example(Record):
    """One example: its program (a number, -1 if it cannot begin), the names of its players, its position and its lines.

    `begun` of its lines are those of the examples it begins with. `told` says of each line what its text does not: of
    which example it is, and in which pass of a repetition. `head` is where the position is said. `places` are
    expressions that somebody wants to have pointed out, worked out at its end.
    """

    title: str
    program: int
    problems: tuple[Problem, ...]
    names: tuple[str, ...] = ()
    given: tuple[GivenLine, ...] = ()
    lines: tuple[Line, ...] = ()
    places: tuple[tuple[str, Op | LineProblem], ...] = ()
    begun: int = 0
    told: tuple[str, ...] = ()
    head: tuple[Span, ...] = field(default=(), eq=False, repr=False)
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class WorkedExamples(Record):
    """The examples of a file in their order, and the programs they are played with."""

    programs: tuple[Program, ...]
    examples: tuple[Example, ...]
