"""How an example answers for a player who has been told how to choose."""

from __future__ import annotations

from attrs import define, field

from dicedsl.errors import Fault
from dicedsl.interpreter.examples.answers import ExampleAnswers
from dicedsl.interpreter.examples.example_failure import failure
from dicedsl.interpreter.examples.example_game import HELD_BACK, Course
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import examples as ex
from dicedsl.program.sets import NO_NUMBER
from dicedsl.text.source import NOWHERE

MOST_PLAYED_EVENTS = 50_000  # choices, rolls and draws of one `play on`
Bare = tuple[int, ...]  # an alternative and the values picked


class PolicyPlayer:
    """The first or last legal move in the order of the list, perhaps among those with the highest or lowest measure.

    If some alternatives are preferred, only the moves of the first of them that has any count.
    """

    def __init__(self, table: GameTable, line: ex.Policy) -> None:
        self.table = table
        self.line = line
        self.measures = {key: table.expressions.function_of(op) for key, op in line.measures or ()}

    def move(self, state: State, seat: int) -> Move | None:
        """The answer of a seat that is asked; None if it has none."""
        moves = self._preferred(self.table.bare_moves(state, seat), state)
        if self.measures:
            moves = self._best(moves, state, seat)
        if not moves:
            return None
        chosen = moves[0 if self.line.first else -1]
        return Move(seat, chosen[0], chosen[1:], "")

    def _preferred(self, moves: list[Bare], state: State) -> list[Bare]:
        decision = self.table.decision(state)
        assert decision is not None
        for name in self.line.rather:
            named_so = [move for move in moves if decision.alternatives[move[0]].name == name]
            if named_so:
                return named_so
        return moves

    def _best(self, moves: list[Bare], state: State, seat: int) -> list[Bare]:
        """The moves with the best measure; moves that have none come behind all others."""
        rated = [(self._measure(move, state, seat), move) for move in moves]
        there = [rate for rate, _ in rated if rate is not None]
        best = (max if self.line.highest else min)(there, default=None)
        return [move for rate, move in rated if rate == best]

    def _measure(self, move: Bare, state: State, seat: int) -> int | None:
        decision = self.table.decision(state)
        assert decision is not None
        measure = self.measures.get((decision.number, move[0]))
        if measure is None:
            return None
        cells = list(state.cells)
        if decision.at_once:
            cells[self.table.reg.actor] = seat
        for pick, value in zip(decision.alternatives[move[0]].picks, move[1:], strict=True):
            cells[pick.answer_cell] = value
        rate = int(measure(cells))
        return None if rate == NO_NUMBER else rate


@define
class PlayingOn:
    """Answers by the policies given so far; what is not given falls by chance, as everywhere."""

    course: Course
    answers: ExampleAnswers
    policies: dict[int, PolicyPlayer] = field(factory=dict)

    def follow(self, line: ex.Policy) -> None:
        """Let the seats of a line choose in its way from here on."""
        policy = PolicyPlayer(self.course.table, line)
        self.policies.update(dict.fromkeys(line.seats, policy))

    def play(self, line: ex.PlayOn) -> None:
        """Play on, to the end or until the condition of the line holds."""
        course, table = self.course, self.course.table
        holds = table.expressions.function_of(line.until) if line.until is not None else None
        for _ in range(MOST_PLAYED_EVENTS):
            course.pump(line.span)
            if course.kind == HELD_BACK:
                course.to_choice(line.span)
            turn = table.turn(course.state)
            if turn.kind == "chance":
                course.fall()
                continue
            if holds is not None and holds(list(course.state.cells)):
                return
            if turn.kind == "over":
                if holds is not None:
                    raise failure("X723", "the game is over, and this never held", line.until_span)
                return
            if turn.kind == "report":
                raise failure(
                    "X724",
                    "`play on` comes to an attempt, which nobody chooses",
                    line.span,
                    help="stop before it with `play on until ...` and write `table reports ...`",
                )
            for seat in turn.seats:
                self._answer(seat, line)
        raise failure(
            "X725",
            f"the game is not over after {MOST_PLAYED_EVENTS} choices and rolls",
            line.span,
            help="stop it with `play on until ...`, or let the players choose otherwise",
        )

    def _answer(self, seat: int, line: ex.PlayOn) -> None:
        called = self.answers.called(seat)
        policy = self.policies.get(seat)
        if policy is None:
            raise failure(
                "X722",
                f"{called} has to choose here, but nothing says how",
                line.span,
                help=f"write `{called} always chooses first` above this line, or stop before it with `play on until ...`",
            )
        try:
            move = policy.move(self.course.state, seat)
        except Fault as fault:
            if policy.line.measures is None or fault.problems[0].span is not NOWHERE:
                raise
            raise failure(fault.problems[0].code, fault.message, policy.line.measure_span) from None
        if move is None:
            raise failure("X726", f"{called} has to choose here, but nothing is allowed", line.span)
        self.course.apply(move)
