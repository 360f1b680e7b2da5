"""What a position of a game leads to, counted exactly: a roll, all up to the next choice, a turn, or the whole game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from attrs import field, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.examples.next_event import next_event_text
from dicedsl.interpreter.lab.odds.exact import Watch, best_value, cells_of, chain
from dicedsl.interpreter.lab.odds.questions import LabQuestion, belongings, numbers, reads_counters
from dicedsl.interpreter.lab.odds.spread import Item, Spread, chance_data, fraction
from dicedsl.interpreter.lab.odds.wishes import REPORTS_UNCOUNTED, Wishes
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.sight import Cells

MOST_POSITIONS = 200_000  # that are counted: fractions are slower than numbers of the machine
NOTHING = "the turn ends with nothing"
Until = Literal["roll", "choice", "turn", "game"]


@frozen(eq=False)
class Outlook:
    """What can come of a position: `leads` to what, `numbers` as they then are, how often dice are rolled on the way.

    `nothing`: how likely the turn ends and the player has no more than before; None if players of this game have nothing that is counted.
    """

    leads: Spread
    numbers: Mapping[str, Spread]
    rolls: Fraction
    nothing: Fraction | None

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"leads to": self.leads.as_json()["values"], "mean rolls": fraction(self.rolls)}
        if self.nothing is not None:
            data["ends with nothing"] = chance_data(self.nothing)
        return {**data, "numbers": {name: spread.as_json() for name, spread in self.numbers.items()}}


@frozen(eq=False)
class FirstMove:
    """A move that can be made at once, what comes of it, and how far the goal is attained after it."""

    move: str
    ahead: Outlook | None
    attained: Fraction | None


@frozen(eq=False)
class Goal:
    """What is hoped for. `reached`: it is enough to come to a position in which it is so; else the end counts.

    `is_chance`: it is so or not; else it is a number, of which the mean is told.
    """

    text: str
    value: Callable[[Cells], int]
    reached: bool = True
    is_chance: bool = True


@frozen(eq=False)
class Prospects:
    """All that is told of a position: what it leads to up to `until`, how far a goal is attained, and each move that
    can be made at once."""

    title: str
    who: str
    coming: str
    until: Until
    policy: str | None
    goal: Goal | None
    ahead: Outlook | None
    attained: Fraction | None
    moves: tuple[FirstMove, ...]

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "game": self.title,
            "player": self.who,
            "next": self.coming,
            "until": self.until,
            "policy": self.policy,
        }
        if self.goal is not None:
            data["goal"] = self.goal.text
        data.update(self._attained(self.attained))
        if self.ahead is not None:
            data.update(self.ahead.as_json())
        return {**data, "moves": [self._first(first) for first in self.moves]}

    def _first(self, first: FirstMove) -> dict[str, Any]:
        ahead = {} if first.ahead is None else first.ahead.as_json()
        return {"move": first.move, **self._attained(first.attained), **ahead}

    def _attained(self, value: Fraction | None) -> dict[str, Any]:
        if value is None or self.goal is None:
            return {}
        return {"attained": chance_data(value)} if self.goal.is_chance else {"mean": fraction(value)}


@frozen(eq=False)
class AskedPosition:
    """A position, the names of the players, and the seat for which odds are asked: who is to choose, or else whose turn it is."""

    table: GameTable
    state: State
    names: tuple[str, ...]

    @property
    def seat(self) -> int:
        turn = self.table.turn(self.state)
        return turn.seats[0] if turn.seats else max(0, self.state.cells[self.table.reg.player_on_turn])


@frozen(eq=False)
class ProspectCounter:
    """Counts what a position leads to. `values` are what is told of each end; without any, the numbers that differ.

    `wishes` None means best play for the goal.
    """

    place: AskedPosition
    until: Until
    wishes: Wishes | None
    policy: str | None
    values: Sequence[LabQuestion] = ()
    goal: Goal | None = None
    asked: Sequence[LabQuestion] = ()  # all that is asked of positions on the way
    watch: Watch | None = None
    _memo: dict[Hashable, Fraction] = field(factory=dict, init=False)
    _has: Callable[[Cells], tuple[int, ...]] | None = field(init=False)
    _counters: bool = field(init=False)  # whether turns and rounds are asked for: else they tell no positions apart

    @_has.default
    def _belongings(self) -> Callable[[Cells], tuple[int, ...]] | None:
        return belongings(self.table, self.place.seat)

    @_counters.default
    def _reads_counters(self) -> bool:
        return reads_counters(self.table, self.asked)

    @property
    def table(self) -> GameTable:
        return self.place.table

    def prospects(self) -> Prospects:
        """Count all of it. UsageError where nothing can be counted."""
        table, state, names = self.place.table, self.place.state, self.place.names
        turn = table.turn(state)
        if turn.kind == "over":
            raise UsageError("the game is over here, and nothing is left to chance")
        if turn.kind == "report":
            raise UsageError(REPORTS_UNCOUNTED)
        if self.until == "roll" and not table.rolling(state):
            raise UsageError(f"no roll is to come here: {next_event_text(table, state, names)}")
        if self.wishes is None and self.goal is None:
            raise UsageError("best play needs a goal: say --reach, or one --of, or count to the end of the game")
        firsts: list[FirstMove] = []
        if turn.kind in ("choice", "choices"):
            for move in table.moves(state, self.place.seat):
                after = table.apply(state, move)
                firsts.append(FirstMove(move.text, self._ahead(after), self._attained(after)))
        whole, attained = None, None
        if turn.kind == "chance" or (self.wishes is not None and self.wishes.rows):
            whole, attained = self._ahead(state), self._attained(state)
        elif self.wishes is None:
            attained = max((first.attained for first in firsts if first.attained is not None), default=None)
        return Prospects(
            table.about.title,
            names[self.place.seat],
            next_event_text(table, state, names),
            self.until,
            self.policy,
            self.goal,
            whole,
            attained,
            tuple(firsts),
        )

    # -------------------------------------------------------------- where it ends

    def _is_end(self, state: State) -> bool:
        """Whether no more is looked at from there."""
        if state is self.place.state or self.until == "game":
            return False
        is_choice = self.until == "choice" and self.table.turn(state).kind != "chance"
        return self.until == "roll" or is_choice or self._turn_is_over(state)

    def _turn_is_over(self, state: State) -> bool:
        """The turn in which the position lies; in a game that has none, the round."""
        reg, was, now = self.table.reg, self.place.state.cells, state.cells
        return any(was[cell] != now[cell] for cell in (reg.turns_played, reg.rounds, reg.game))

    def _key(self, state: State) -> Hashable:
        """Positions are the same if they are to the rules, and if both or none are an end."""
        first = state is self.place.state
        return (
            (cells_of(state), first)
            if self._counters
            else (state.key, self.until == "turn" and self._turn_is_over(state), first)
        )

    # -------------------------------------------------------------- by a policy

    def _ahead(self, state: State) -> Outlook | None:
        if self.wishes is None:
            return None
        table = self.table
        walked = chain(table, state, self.wishes, self._is_end, self._key, MOST_POSITIONS, self.watch)
        visits = walked.visits()
        rows = list(zip(walked.states, walked.edges, visits, strict=True))
        ends = [(here, weight) for here, edges, weight in rows if not edges and weight]
        rolls = sum((weight for here, edges, weight in rows if edges and table.rolling(here)), Fraction(0))
        events = Spread.of((self._event(here), weight) for here, weight in ends)
        nothing = None if self._has is None else events.chances.get(NOTHING, Fraction(0))
        return Outlook(events, self._numbers(ends), rolls, nothing)

    def _event(self, state: State) -> Item:
        """What a position that ends the count has come to, in words."""
        table, names = self.table, self.place.names
        result = table.result(state)
        if result is not None:
            who = " and ".join(names[seat] for seat in result.winners)
            return f"{who or 'nobody'} {'win' if len(result.winners) > 1 else 'wins'}"
        if self._turn_is_over(state):
            has = self._has
            same = has is not None and has(state.cells) == has(self.place.state.cells)
            return NOTHING if same else "the turn ends"
        turn = table.turn(state)
        if turn.kind == "chance":
            return "more is left to chance"
        who = " and ".join(names[seat] for seat in turn.seats)
        return f"{who} {'choose' if len(turn.seats) > 1 else 'chooses'}"

    def _numbers(self, ends: list[tuple[State, Fraction]]) -> dict[str, Spread]:
        if self.values:
            return {q.text: Spread.of((q.told(here.cells), weight) for here, weight in ends) for q in self.values}
        spreads = {
            name: Spread.of((value_of(here.cells), weight) for here, weight in ends)
            for name, value_of in numbers(self.table, self.place.seat).items()
        }
        return {name: spread for name, spread in spreads.items() if len(spread.chances) > 1}

    # -------------------------------------------------------------- what is attained

    def _attained(self, state: State) -> Fraction | None:
        """How likely the goal is, or how much of it there is on average, by the policy or at best."""
        if self.goal is None:
            return None
        goal = self.goal

        def until(here: State) -> bool:
            return (goal.reached and bool(goal.value(here.cells))) or self._is_end(here)

        if self.wishes is None:
            return best_value(
                self.table,
                state,
                self.place.seat,
                until,
                lambda here: goal.value(here.cells),
                self._key,
                most=MOST_POSITIONS,
                memo=self._memo,
                watch=self.watch,
            )
        walked = chain(self.table, state, self.wishes, until, self._key, MOST_POSITIONS, self.watch)
        rows = zip(walked.states, walked.edges, walked.visits(), strict=True)
        return sum(
            (weight * goal.value(here.cells) for here, edges, weight in rows if not edges and weight), Fraction(0)
        )


def reaching(table: GameTable, seat: int, name: str, least: int) -> Goal:
    """The goal of so much, or more, of a number that the rulebook shows."""
    known = numbers(table, seat)
    number_of = known.get(name)
    if number_of is None:
        raise UsageError(f"{table.about.title} shows no number {name}; it shows {', '.join(known) or 'none'}")

    def reached(cells: Cells) -> int:
        value = number_of(cells)
        return int(isinstance(value, int) and value >= least)

    return Goal(f"{name} {least} or more", reached)


def winning(table: GameTable, seat: int) -> Goal:
    """The goal of a whole game."""
    return Goal("victory", lambda cells: cells[table.reg.winners] >> seat & 1)


def most_of(question: LabQuestion) -> Goal:
    """The goal of as much as can be of something at the end; of a condition, that it holds then."""
    if question.worth.shape not in ("number", "truth"):
        raise UsageError(f"{question.text}: best play needs a number or a condition")
    return Goal(question.text, lambda cells: question.value(cells) or 0, False, question.is_condition)
