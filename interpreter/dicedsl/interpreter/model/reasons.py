"""What speaks for a move or against it, as far as anybody can know: what it changes at once, who is next, and what the
roll after it may bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import define, field

from dicedsl.errors import DiceError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.model.naming import count_of
from dicedsl.interpreter.model.open_choice import OpenChoice, rough_percent
from dicedsl.interpreter.model.shown_words import ShownWords
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.sight import Cells
from dicedsl.program.sets import NO_NUMBER
from dicedsl.text.english import listed

MOST_TRIED_OUTCOMES = 500  # of a roll that are all looked at; of more some are drawn
DRAWN_OUTCOMES = 200
MOST_EVENTS_AHEAD = 20  # rolls and reports until somebody chooses again
LEAST_GAIN = 0.05
GOING_ON = "you go on"
Ends = list[tuple[Fraction, State]]


def reasons(choice: OpenChoice, moves: Sequence[Move]) -> tuple[str, list[str]]:
    """What can be said of all of some moves, and a clause for each with the rest; nothing where a look ahead would tell a secret."""
    parts_of_moves = [list(_reasons(choice, move)) for move in moves]
    common = (
        []
        if len(parts_of_moves) < 2
        else [part for part in parts_of_moves[0] if all(part in other for other in parts_of_moves)]
    )
    own = ["; ".join(part for part in parts if part not in common) for parts in parts_of_moves]
    return "; ".join(part for part in common if part != GOING_ON), own


def _reasons(choice: OpenChoice, move: Move) -> Iterator[str]:
    if not choice.can_try:
        return
    at_once = choice.worth((move.alternative, *move.values))
    for part in at_once.split("; ") if at_once else ():
        yield f"worth {part}" if part.isdigit() else part
    table = choice.table
    try:
        after = table.apply(choice.state, move)
    except DiceError:
        return
    turn = table.turn(after)
    acts = turn.seats[0] if turn.kind == "choice" else after.cells[table.reg.actor] if turn.kind == "chance" else -1
    if acts >= 0 and acts != choice.seat:
        yield f"{choice.reader.who(acts)} is next"
    elif turn.kind == "choice":
        yield GOING_ON
    elif turn.kind == "chance" and table.rolling(after):
        yield from _Roll(choice, after).clauses()


@define
class _Roll:
    """What may come of a roll, until somebody chooses again."""

    choice: OpenChoice
    after: State
    exact: bool = field(default=True, init=False)

    def clauses(self) -> Iterator[str]:
        try:
            ends = self._ends()
        except DiceError:
            return
        seat, table = self.choice.seat, self.choice.table
        rolled = count_of(len(table.rolling(self.after)), "die is rolled", "dice are rolled")
        on = [end for end in ends if _chooses(table, end[1]) == seat]
        over = [end for end in ends if _chooses(table, end[1]) != seat]
        if not on or not over:
            gained = self._gains_text(ends)
            yield f"{rolled}{f', {gained}' if gained else ''}"
            return
        gained = self._gains_text(on)
        won = self._percent([end for end in over if _wins(table, end[1], seat)])
        ends_turn = self._percent([end for end in over if not _wins(table, end[1], seat)])
        lost = self._losses_text(over)
        parts = [f"{won} to win at once"] if won else []
        parts += [f"{ends_turn} that your turn ends{f' and {lost} lost' if lost else ''}"] if ends_turn else []
        yield f"{rolled}: {', '.join(parts)}{f', else {gained}' if gained else ''}"

    def _ends(self) -> Ends:
        """The states that a move may lead to, each with how likely it is."""
        table = self.choice.table
        chance = Chance(1)
        lots = table.outcome_lister.equal_groups(
            list(self.after.cells), sum(1 << die for die in table.rolling(self.after))
        )
        ends: Ends = []
        if _ways(table, lots) <= MOST_TRIED_OUTCOMES:
            for outcome in table.outcomes(self.after):
                ends.append((outcome.probability, self._state_at_next_choice(table.apply(self.after, outcome), chance)))
            return ends
        self.exact = False
        return [
            (Fraction(1, DRAWN_OUTCOMES), self._state_at_next_choice(self.after, chance)) for _ in range(DRAWN_OUTCOMES)
        ]

    def _state_at_next_choice(self, state: State, chance: Chance) -> State:
        table = self.choice.table
        for _ in range(MOST_EVENTS_AHEAD):
            kind = table.turn(state).kind
            if kind == "chance":
                state = table.apply(state, table.sample(state, chance))
            elif kind == "report":
                state = table.apply(state, table.report_by_odds(state, chance))
            else:
                break
            self.exact = False
        return state

    def _percent(self, ends: Ends) -> str:
        part = sum((likely for likely, _ in ends), Fraction(0))
        return "" if not part else ("" if self.exact else "about ") + rough_percent(part.numerator, part.denominator)

    def _gains_text(self, ends: Ends) -> str:
        """By how much those of one's numbers grow on average that depend on how the dice fall."""
        before = _numbers(self.choice, self.after.cells)
        total = sum((likely for likely, _ in ends), Fraction(0))
        later = [(likely / total, _numbers(self.choice, end.cells)) for likely, end in ends]
        gains = []
        for name, value in before.items():
            if len({numbers.get(name, value) for _, numbers in later}) > 1:
                mean = float(sum(likely * (numbers.get(name, value) - value) for likely, numbers in later))
                gains += [f"{name} {mean:+.1f}".removesuffix(".0") + " on average"] if abs(mean) >= LEAST_GAIN else []
        return ", ".join(gains)

    def _losses_text(self, ends: Ends) -> str:
        """What one has now and has no more in any of these."""
        choice = self.choice
        before = _numbers(choice, self.after.cells)
        later = [_numbers(choice, end.cells) for _, end in ends]
        if any(numbers.get(name, 0) > value for numbers in later for name, value in before.items()):
            return ""  # it may have gone into something else
        lost = [
            f"{name} {value}" for name, value in before.items() if value > 0 and not any(n.get(name) for n in later)
        ]
        return f"{listed(lost)} {'is' if len(lost) == 1 else 'are'}" if lost else ""


def _ways(table: GameTable, lots: list[list[int]]) -> int:
    """About how many outcomes a roll has."""
    ways = 1
    for lot in lots:
        faces = len(set(table.program.dice[lot[0]].faces))
        for i in range(len(lot)):
            ways = ways * (faces + i) // (i + 1)
    return ways


def _chooses(table: GameTable, state: State) -> int:
    turn = table.turn(state)
    return turn.seats[0] if turn.kind == "choice" else -1


def _wins(table: GameTable, state: State, seat: int) -> bool:
    result = table.result(state)
    return result is not None and seat in result.winners


def _numbers(choice: OpenChoice, cells: Cells) -> dict[str, int]:
    """The numbers that are shown of the one who asks, and of the table."""
    table, words, seat = choice.table, ShownWords.of(choice.table), choice.seat
    numbers: dict[str, int] = {}
    for slot, _ in table.sight.slots:
        if slot.shape != "number" or slot.many or slot.name in {*table.program.telling.quiet, *words.labels}:
            continue
        if slot.keys in {(), ("player",)}:
            value = cells[slot.base + (seat if slot.keys else 0)]
            numbers[slot.name] = 0 if value == NO_NUMBER else value
    for info in words.numbers_of_players:
        numbers[info.name] = words.number(info, cells, choice.reader, seat) or 0
    for info in words.numbers_of_table:
        numbers[info.name] = words.number(info, cells, choice.reader) or 0
    return numbers
