"""The course of an example: where its game stands, and how rolls, draws and set-up bring it on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.examples.failing import failed, sure
from dicedsl.interpreter.examples.positions import GivenPosition
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table import Table
from dicedsl.program import examples as ex
from dicedsl.source import Span


class Course:
    """A game on its way. What is not given falls by chance, always the same way."""

    def __init__(self, table: Table, position: GivenPosition) -> None:
        self.table = table
        self.position = position
        self.chance = Chance(1)
        self.rolls: list[int] = []
        self.draws: list[ex.Draw] = []
        self.state: State = State(table, ())
        self.in_setup = False

    @property
    def kind(self) -> str:
        """What is to happen next: choice, chance, report, ..."""
        return self.table.turn(self.state).kind

    # -------------------------------------------------------------- the beginning

    def begin(self) -> None:
        """What is given holds before set-up, and again when the first turn or round begins; dice stand there only then."""
        engine, program = self.table.engine, self.table.program
        cells = list(program.initial)
        stopped = engine.run(cells, program.entry, stop=program.setup_mark)
        if stopped != program.setup_mark or program.mark < 0:  # no turn ever begins: now or never
            self.position.put(cells, standing=True)
            if stopped >= 0:
                engine.run(cells, stopped)
        else:
            self.position.put(cells, standing=False)
            cells = self._set_up(cells)
        self.state = State(self.table, tuple(cells))

    def _set_up(self, before: list[int]) -> list[int]:
        """Set-up up to the first turn, or to the first thing in it that happens.

        Where a position is given, what falls on the way does not matter, unless somebody chooses on the way.
        """
        engine, program = self.table.engine, self.table.program
        cells = list(before)
        block = engine.run(cells, program.setup_mark, stop=program.mark)
        while block == -1 and self.position.stands:
            state = State(self.table, tuple(cells))
            if self.table.turn(state).kind != "chance":
                cells = list(before)
                engine.run(cells, program.setup_mark, stop=program.mark)
                break
            end = program.blocks[cells[self.table.reg.pc]].end
            block = self.table.fallen(cells, end, self.table.sample(state, self.chance))
            block = engine.run(cells, block, stop=program.mark)
        self.in_setup = block < 0
        if block >= 0:
            self.position.put(cells, standing=True)
            engine.run(cells, block)
        return cells

    # -------------------------------------------------------------- what happens

    def apply(self, action: Move | Outcome) -> None:
        """What happens next; when set-up is over by it, the position is laid."""
        cells, block = self.table.begun(self.state, action)
        if block >= 0:
            block = self.table.engine.run(cells, block, stop=self.table.program.mark if self.in_setup else -1)
        if block >= 0:
            self.in_setup = False
            self.position.put(cells, standing=True)
            self.table.engine.run(cells, block)
        self.state = State(self.table, tuple(cells))

    def fall(self) -> None:
        """What is to fall falls by chance."""
        self.apply(self.table.sample(self.state, self.chance))

    def pump(self, span: Span) -> None:
        """Let the given rolls and draws happen as far as they reach."""
        while self.kind == "chance":
            dice = self.table.rolling(self.state)
            if dice:
                if not self.rolls:
                    return
                if len(self.rolls) < len(dice):
                    message = f"{len(dice)} dice are rolled here, but only {len(self.rolls)} numbers are given"
                    raise failed("X708", message, span)
                numbers, self.rolls = self.rolls[: len(dice)], self.rolls[len(dice) :]
                rolling = self.state.cells[self.table.reg.rolling]
                self.apply(Outcome(self.table.in_order(list(self.state.cells), rolling, numbers)))
            else:
                if not self.draws:
                    return
                self._draw(self.draws.pop(0))

    def _draw(self, line: ex.Draw) -> None:
        token = sure(line.token)
        for outcome in self.table.outcomes(self.state):
            if outcome.text == token:
                self.apply(outcome)
                return
        raise failed("X709", f"{token} cannot be drawn here", line.span)

    def to_choice(self, span: Span) -> None:
        """On to the next choice, or to the end."""
        self.pump(span)
        while self.kind == "chance":
            self.fall()
            self.pump(span)

    def to_claim(self, span: Span, after: Sequence[ex.Line]) -> None:
        """On to where a claim is judged: what was given before it has happened, and so has set-up.

        What falls first and is not given falls by chance, unless the lines up to the next choice give it.
        """
        self.pump(span)
        before_choice = list(takewhile(lambda line: not isinstance(line, ex.ASKING), after))
        still_rolls = any(isinstance(line, ex.Roll) for line in before_choice)
        still_draws = any(isinstance(line, ex.Draw) for line in before_choice)
        while self.kind == "chance":
            given_first = self.rolls or self.draws
            comes_later = still_rolls if self.table.rolling(self.state) else still_draws
            if comes_later or not (given_first or (self.in_setup and not still_rolls and not still_draws)):
                return
            self.fall()
            self.pump(span)

    def after_rolls(self) -> State:
        """The next choice, if only rolls stand before it."""
        state, chance = self.state, Chance(1)
        while self.table.turn(state).kind == "chance":
            state = self.table.apply(state, self.table.sample(state, chance))
        return state
