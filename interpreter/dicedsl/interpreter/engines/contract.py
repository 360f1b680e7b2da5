"""What an engine can be asked, whichever of the two it is: the same program, seed and answers give the same cells.

Cells are tuples of whole numbers; nothing here changes those it is given. An answer is the number of an alternative followed by
the values picked, sets as masks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from attrs import define, field

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.equal_dice import EqualDice
from dicedsl.program import ops

Cells = tuple[int, ...]
Answer = tuple[int, ...]
PickValues = tuple[int, ...]  # what is picked, for some or all picks of an alternative
# A function that was generated: of the cells and of some variables, a number, a truth (0 or 1) or a set as a mask.
Function = Callable[..., int]
# Something on the way that is worth telling of: the register that changed, the numbers of the plain and of the spoken text (-1: none),
# the values of its variables, and the cells as they were.
WatchedMoment = tuple[int, int, int, PickValues, list[int]]


class NobodyChooses(UsageError):
    """Game after game ends before anybody has had a choice."""

    def __init__(self) -> None:
        super().__init__("this game ends again and again before anybody chooses")


# Answers, rolls, draws and reports of one game; with so many it is taken to go on for ever.
MOST_GAME_EVENTS = 1_000_000


@define
class Tally:
    """What many games of players who choose at random came to, counted exactly; tallies of parts add up to that of the whole.

    winners: by who began and the mask of the winners. turns, rounds, actions (choices, rolls, draws and reports; each answer to a
    choice of several at once is one, a choice that offers nothing is none): how many games had how many. matches: how many of
    them had how many games. scores: for each seat, the numbers that games were ranked by. reasons: why they ended, by number.
    chosen: how often each alternative was taken, by decision and number. entered: how often each block of `Program.rules` was
    come to, by the number of the block; what is only tried, to see where a choice would lead, does not count.
    """

    games: int = 0
    winners: Counter[tuple[int, int]] = field(factory=Counter)
    turns: Counter[int] = field(factory=Counter)
    rounds: Counter[int] = field(factory=Counter)
    actions: Counter[int] = field(factory=Counter)
    matches: Counter[int] = field(factory=Counter)
    scores: list[Counter[int]] = field(factory=list)
    reasons: Counter[int] = field(factory=Counter)
    chosen: Counter[tuple[int, int]] = field(factory=Counter)
    entered: Counter[int] = field(factory=Counter)

    def add(self, other: Tally) -> None:
        self.games += other.games
        for name in ("winners", "turns", "rounds", "actions", "matches", "reasons", "chosen", "entered"):
            getattr(self, name).update(getattr(other, name))
        self.scores.extend(Counter() for _ in range(len(other.scores) - len(self.scores)))
        for mine, theirs in zip(self.scores, other.scores, strict=False):
            mine.update(theirs)


class Engine(Protocol):
    """A program, ready to run.

    has_machine_code: whether it plays in memory of its own, in which searches, solving and batches of games work.
    plays_in_threads: whether several threads play at the same time; else there is a process for each core.
    made_of_program: whether another like it is made of its program and its name, so that elsewhere nothing else is needed.
    """

    name: str
    program: ops.Program
    has_machine_code: bool
    plays_in_threads: bool
    made_of_program: bool

    def start(self) -> Cells:
        """The cells at the first choice, roll, draw or report."""

    def moves(self, cells: Cells, seat: int) -> Sequence[Answer]:
        """Every legal answer of a seat, always in the same order; none if it is not asked."""

    def answer(self, cells: Cells, seat: int, answer: Answer) -> Cells:
        """The cells after a legal answer, at the next suspension."""

    def fall(self, cells: Cells, values: Sequence[int]) -> Cells:
        """The cells after what chance brought: the numbers of the dice that fell, lowest die first, or the member drawn."""

    def draw(self, cells: Cells, chance: Chance) -> tuple[int, ...]:
        """What chance brings here, by lot: as `fall` takes it."""

    def play(self, cells: Cells | None, chance: Chance, limit: int = MOST_GAME_EVENTS) -> Cells:
        """The cells at the end of a game of players who choose at random, from these cells or from the start."""

    def playouts(self, cells: Cells | None, seed: int, first: int, games: int, limit: int = MOST_GAME_EVENTS) -> Tally:
        """Games number `first` and following, from these cells or from the start; each with `Chance(derive(seed, number))`."""


class PositionEditor(Protocol):
    """For those who lay positions by hand, or go on block by block: every one of these changes the cells it is given."""

    def run(self, cells: list[int], block: int, stop: int = -1) -> int:
        """Run to the next suspension, or to the block `stop`; the block it has come to, negative at a suspension."""

    def answer(self, cells: list[int], decision: ops.Decision, seat: int, answer: Answer) -> int:
        """Write a legal answer down; the block to go on with, -1 while others still have to answer."""

    def write_outcome(self, cells: list[int], end: ops.End, values: Sequence[int]) -> int:
        """Write down what chance brought at a roll or draw; the block to go on with."""

    def put(self, cells: list[int], dice: int, location: int) -> None:
        """Put dice, given as a mask, into a zone or on a place."""

    def roll_dice(self, cells: list[int], dice: int, numbers: Sequence[int]) -> None:
        """Dice, given as a mask, show these numbers now."""

    def refused_at_once(self, cells: list[int], decision: ops.Decision, index: int) -> int | None:
        """The number of the sentence that refuses an alternative whatever is picked; None if picks decide, or nothing refuses it."""


class ExpressionCompiler(Protocol):
    """Compiles expressions of a program."""

    program: ops.Program  # with the functions and lists of what is only told

    def compile_condition(self, op: ops.Op, variables: PickValues = ()) -> Function:
        """An expression as a function of the cells, and of what its `variables` are; it is made once."""


# What an answer is made of, for those who draw, explain or hear answers pick by pick. Nobody has to list all of them.


class Picking(Protocol):
    """One pick of an alternative. It is asked with the cells and the values of the picks before it."""

    op: ops.PickOp
    plain: bool  # whether dice are picked of which some cannot be told apart
    lot: Function | None  # the odds of a member, if the rulebook gives any
    alike: bool  # whether these are the same for every member

    def members(self, cells: list[int], earlier: PickValues) -> Sequence[int]:
        """What may be picked, or put into the set that is picked."""

    def bounds(self, cells: list[int], earlier: PickValues, count: int) -> tuple[int, int]:
        """How many of so many members a set may have."""

    def allowed(self, cells: list[int], values: PickValues) -> bool:
        """Whether the conditions hold that can be judged once this pick is made."""

    def answer_count(self, cells: list[int], earlier: PickValues) -> int:
        """How many answers there are to this pick, before any condition; sets that nobody lists are more than MOST_LISTED_ANSWERS."""

    def answers(self, cells: list[int], earlier: PickValues) -> Sequence[int]:
        """Every answer to this pick; only where they are few."""

    def usual(self, cells: list[int], earlier: PickValues, value: int) -> int:
        """The same answer as it is listed: of dice that nobody can tell apart the first ones are meant."""

    def meant(self, cells: list[int], earlier: PickValues, value: int) -> float:
        """How many answers are listed as this one."""


class Answering(Protocol):
    """One alternative: whether it is open at all, and its picks."""

    op: ops.AlternativeOp

    @property
    def picks(self) -> Sequence[Picking]: ...

    def open(self, cells: list[int]) -> bool:
        """Whether the conditions hold that mention no pick."""

    def weight(self, cells: list[int]) -> int:
        """How likely it is beside the others."""

    def answer_count(self, cells: list[int], most: int, earlier: PickValues = ()) -> int:
        """How many answers there are before the conditions of picks; no further than just above `most`."""

    def listed(self, cells: list[int], earlier: PickValues = ()) -> Iterator[PickValues]:
        """Every answer that meets all conditions; only where `answer_count` is small."""


class Answers(Protocol):
    """The alternatives of every decision of a program, and its adjectives of dice."""

    def of(self, decision: ops.Decision) -> Sequence[Answering]:
        """The alternatives of a decision."""

    def describes_dice(self, word: str) -> bool:
        """Whether a word is an adjective of dice: one of the rulebook, or a colour."""

    def is_called(self, cells: list[int] | tuple[int, ...], adjective: str, die: int) -> bool:
        """Whether an adjective holds of a die; the rulebook's own meaning goes before the colour."""

    def adjective(self, adjective: ops.Adjective) -> Function:
        """The test of an adjective, as a function of the cells and what it is asked of."""


class ReportOdds(Protocol):
    """Draws what the table reports from the odds the rulebook gives."""

    def answer(
        self,
        cells: list[int],
        decision: ops.Decision,
        index: int,
        chance: Chance,
        legal: Callable[[PickValues], bool] | None = None,
    ) -> PickValues | None:
        """Legal values for one outcome, if there are any."""


class Referee(Engine, Protocol):
    """The engine of a table, which is also asked why something is refused, what is reported, and what was said."""

    @property
    def answers(self) -> Answers:
        """What answers are made of, pick by pick."""

    @property
    def report_drawer(self) -> ReportOdds:
        """Draws reports of the table."""

    @property
    def equal_dice(self) -> EqualDice:
        """Which dice cannot be told apart."""

    @property
    def position_editor(self) -> PositionEditor:
        """For positions that are laid by hand, as examples do it."""

    @property
    def compiler(self) -> ExpressionCompiler:
        """For what is shown and told, and for examples."""

    def go_on(self, cells: list[int], block: int) -> None:
        """Run to the next suspension, changing the cells; nothing happens where the block is -1. What is said is `told` then."""

    def watch(self, cells: list[int], block: int) -> list[WatchedMoment]:
        """Run as `go_on` does; the moments on the way that are worth telling of."""

    @property
    def told(self) -> list[int]:
        """What was said to everybody in the last step of this thread, by number."""

    def asked(self, cells: Sequence[int], seat: int) -> tuple[ops.Decision, list[int]] | None:
        """The decision a seat is asked for, and the cells as they are while it answers."""

    def refused(self, cells: Cells, seat: int, answer: Answer) -> int | None:
        """The number of the sentence that refuses an answer; -1 if nothing like it can be picked, None if it is legal."""

    def report(self, cells: list[int], chance: Chance) -> Answer:
        """What the table reports, drawn from the odds the rulebook gives."""

    def legal(self, cells: list[int], decision: ops.Decision) -> Callable[[Answer], bool] | None:
        """Whether a report is allowed by what it leads to; None if nothing is asked of that."""
