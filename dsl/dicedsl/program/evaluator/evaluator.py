"""A whole game: from its start through choices, rolls, draws and reports to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from dicedsl.errors import Fault
from dicedsl.program import ops
from dicedsl.program.evaluator.choices import NO_ANSWER, Answer, Choices
from dicedsl.program.evaluator.dice import Dice
from dicedsl.program.evaluator.expressions import NO_VARIABLES, Expressions, Variables, members_or_fault
from dicedsl.program.evaluator.reports import DrawingFunctions, RandomSource, Reports
from dicedsl.program.evaluator.statements import SUSPENDED, StatementRunner
from dicedsl.program.faults import never_ends, nothing_fits_at_once
from dicedsl.text.source import NOWHERE

MOST_GAME_EVENTS = 1_000_000  # answers, rolls, draws and reports of one game

Cells = tuple[int, ...]


class Evaluator:
    """What a program means. Nothing here changes the cells it is given, and nothing is remembered but what was told last."""

    name = "definition"

    def __init__(self, program: ops.Program, drawing: DrawingFunctions) -> None:
        self.program = program
        self.reg = program.reg
        self.expressions = Expressions(program)
        self.dice = Dice(program)
        self.blocks = StatementRunner(program, self.expressions, self.dice)
        self.choices = Choices(program, self.expressions, self.dice, self.blocks)
        self.reports = Reports(self.choices, drawing)

    @property
    def told(self) -> list[int]:
        """The texts said to everybody on the way to where the game is now."""
        return self.blocks.told

    def value(self, op: ops.Op, cells: Sequence[int], variables: Variables = NO_VARIABLES) -> int:
        with self._locating_faults(cells):
            return self.expressions.value(op, cells, variables)

    # -------------------------------------------------------------- from suspension to suspension

    def start(self) -> Cells:
        """The cells at the first choice, roll, draw or report."""
        self.told.clear()
        return self._run(list(self.program.initial), self.program.entry)

    def _run(self, cells: list[int], block: int) -> Cells:
        self.expressions.begin()  # work is counted from one suspension to the next, choices that offer nothing included
        with self._locating_faults(cells):
            while block != SUSPENDED:
                self.blocks.follow(cells, block)
                decision = self.decision(cells)
                block = SUSPENDED if decision is None else self.choices.arrive(decision, cells)
        return tuple(cells)

    @contextmanager
    def _locating_faults(self, cells: Sequence[int]) -> Iterator[None]:
        """A fault that knows no place gets that of the choice, roll or draw it came after."""
        try:
            yield
        except Fault as fault:
            problem = fault.problems[0]
            if problem.span is not NOWHERE:
                raise
            decision = self.decision(cells)
            spans = self.program.spans
            if decision is not None:
                span = decision.span
            else:
                span = spans.get(cells[self.reg.pc]) or next(iter(spans.values()), NOWHERE)
            raise Fault(problem.code, problem.message, span, help=problem.help) from None

    def end(self, cells: Sequence[int]) -> ops.End:
        """What the game waits for."""
        return self.program.blocks[cells[self.reg.pc]].end

    def decision(self, cells: Sequence[int]) -> ops.Decision | None:
        end = self.end(cells)
        return self.program.decisions[end.decision] if isinstance(end, ops.Ask) else None

    # -------------------------------------------------------------- answers

    def _decision_of(self, cells: Sequence[int], seat: int) -> ops.Decision | None:
        return self.decision(cells) if seat in members_or_fault(cells[self.reg.asked]) else None

    def moves(self, cells: Sequence[int], seat: int) -> list[Answer]:
        """Every legal answer of a seat, always in the same order; none if it is not asked."""
        decision = self._decision_of(cells, seat)
        if decision is None:
            return []
        self.expressions.begin()
        with self._locating_faults(cells):
            return self.choices.legal(decision, cells, seat)

    def refused(self, cells: Sequence[int], seat: int, answer: Answer) -> int | None:
        """The number of the sentence that refuses an answer, NO_ANSWER if there is nothing like it, None if it is legal."""
        decision = self._decision_of(cells, seat)
        if decision is None or not 0 <= answer[0] < len(decision.alternatives):
            return NO_ANSWER
        if len(answer) != 1 + len(decision.alternatives[answer[0]].picks):
            return NO_ANSWER
        self.expressions.begin()
        with self._locating_faults(cells):
            return self.choices.refusal(decision, cells, seat, answer)

    def answer(self, cells: Sequence[int], seat: int, answer: Answer) -> Cells:
        """The cells after a legal answer, at the next suspension."""
        decision, after = self.decision(cells), list(cells)
        assert decision is not None
        self.told.clear()
        return self._run(after, self.choices.write(decision, after, seat, answer))

    def report(self, cells: Sequence[int], chance: RandomSource) -> Answer:
        """What the table reports, drawn by the odds."""
        decision = self.decision(cells)
        assert decision is not None and decision.reported
        self.expressions.begin()
        with self._locating_faults(cells):
            return self.reports.report(decision, cells, members_or_fault(cells[self.reg.asked])[0], chance)

    # -------------------------------------------------------------- chance

    def draw(self, cells: Sequence[int], chance: RandomSource) -> tuple[int, ...]:
        """What chance brings here, by lot: as `fall` takes it."""
        end, mask = self.end(cells), cells[self.reg.rolling]
        members = members_or_fault(mask)
        if isinstance(end, ops.DrawOne):
            return (members[chance.below(len(members))],)
        faces = [self.program.dice[die].faces for die in members]
        return self.dice.in_order(cells, mask, [of_die[chance.below(len(of_die))] for of_die in faces])

    def fall(self, cells: Sequence[int], values: Sequence[int]) -> Cells:
        """The cells after what chance brought: the numbers of the dice that fell, lowest die first, or the member drawn."""
        end, after = self.end(cells), list(cells)
        assert isinstance(end, (ops.RollDice, ops.DrawOne))
        if isinstance(end, ops.RollDice):
            self.dice.roll(after, cells[self.reg.rolling], values)
        else:
            after[end.cell] = values[0]
        after[self.reg.rolling] = 0
        self.told.clear()
        return self._run(after, end.next)

    # -------------------------------------------------------------- whole games

    def play(self, cells: Cells | None, chance: RandomSource, limit: int = MOST_GAME_EVENTS) -> Cells:
        """The cells at the end of a game of players who choose at random, from these cells or from the start."""
        cells = self.start() if cells is None else cells
        for _ in range(limit):
            if isinstance(self.end(cells), ops.Over):
                return cells
            cells = self.step(cells, chance)
        with self._locating_faults(cells):
            raise never_ends(limit)

    def step(self, cells: Cells, chance: RandomSource) -> Cells:
        """One answer, roll, draw or report at random; those asked at once answer one by one, in the order of the seats."""
        decision = self.decision(cells)
        if decision is None:
            return self.fall(cells, self.draw(cells, chance))
        seat = members_or_fault(cells[self.reg.asked])[0]
        if decision.reported:
            chosen = self.report(cells, chance)
        else:
            moves = self.moves(cells, seat)
            if not moves:
                raise nothing_fits_at_once(decision)
            chosen = moves[chance.below(len(moves))]
        return self.answer(cells, seat, chosen)
