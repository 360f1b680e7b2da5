"""The course of an example: where its game stands, and how rolls, draws and set-up bring it on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from attrs import frozen

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.examples.example_failure import failure, raise_if_wrong
from dicedsl.interpreter.examples.positions import GivenPosition
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import examples as ex
from dicedsl.text.source import Span

HELD_BACK = "held"


@frozen
class _Drawn:
    """A word of a `draw` line, and whether the next one is of the same line."""

    word: str
    span: Span
    goes_on: bool


class Course:
    """A game on its way. What is not given falls by chance, always the same way.

    `later` is laid when the line `after setup` is come to; without such a line there is none, and `position` is laid then as well.
    """

    def __init__(self, table: GameTable, position: GivenPosition, later: GivenPosition | None = None) -> None:
        self.table = table
        self.position = position
        self.later = later
        self.chance = Chance(1)
        self.rolls: list[int] = []
        self.draws: list[_Drawn] = []
        self.state: State = State(table, ())
        self.in_setup = False
        self._held: tuple[list[int], int] | None = None  # where set-up is over and `later` is not laid yet
        self._turn_given = False

    @property
    def kind(self) -> str:
        """What is to happen next: choice, chance, report, ...; `held` where set-up is over and something is still to be laid."""
        return HELD_BACK if self._held is not None else self.table.turn(self.state).kind

    # -------------------------------------------------------------- the beginning

    def begin(self) -> None:
        """Begin the game. What is given holds before set-up, and again when the first turn or round begins; dice stand there only then.

        With `after setup` it holds before set-up alone, and dice stand there as well.
        """
        engine, program = self.table.position_editor, self.table.program
        cells = list(program.initial)
        stopped = engine.run(cells, program.entry, stop=program.setup_mark)
        if stopped != program.setup_mark or program.mark < 0:  # no turn ever begins: now or never
            self.position.put(cells, standing=True)
            if self.later is not None:
                self.later.put(cells, standing=True)
            if stopped >= 0:
                engine.run(cells, stopped)
        else:
            self.position.put(cells, standing=self.later is not None)
            cells = self._set_up(cells)
        self.state = State(self.table, tuple(cells))

    def _set_up(self, before: list[int]) -> list[int]:
        """Run set-up up to the first turn, or to the first thing in it that happens; gives the cells it comes to.

        Where a position is given, what falls on the way does not matter, unless somebody chooses on the way.
        """
        program = self.table.program
        cells = list(before)
        block = self._to_mark(cells, program.setup_mark)
        while block < 0 and self.position.stands and self.later is None:
            state = State(self.table, tuple(cells))
            if self.table.turn(state).kind != "chance":
                cells = list(before)
                self._turn_given = False
                self._to_mark(cells, program.setup_mark)
                break
            end = program.blocks[cells[self.table.reg.pc]].end
            block = self.table.write_outcome(cells, end, self.table.sample(state, self.chance))
            block = self._to_mark(cells, block)
        self.in_setup = block < 0
        if block >= 0:
            self._at_mark(cells, block)
        return cells

    def _to_mark(self, cells: list[int], block: int) -> int:
        """Run on to where the first turn or round begins, and put in whose turn is given; gives -1 if something happens before that."""
        engine, program = self.table.position_editor, self.table.program
        given = next((p for p in (self.position, self.later) if p is not None and p.says_next), None)
        if given is not None and not self._turn_given:
            turns = next(b.number for b in program.blocks if b.label == "turns")
            block = engine.run(cells, block, stop=turns)
            if block < 0:
                return block
            given.put_next(cells)
            self._turn_given = True
        return engine.run(cells, block, stop=program.mark)

    def _at_mark(self, cells: list[int], block: int) -> None:
        """Lay the position that is given where set-up is over, and go on."""
        self.in_setup = False
        if self.later is not None:
            self._held = (cells, block)
            return
        self.position.put(cells, standing=True)
        self.table.position_editor.run(cells, block)

    def set_up(self, span: Span) -> None:
        """Follow a line `after setup`: what is still to fall in it falls, and the rest of the position is laid."""
        self.pump(span)
        while self.in_setup and self.kind == "chance":
            self.fall()
            self.pump(span)
        if self.in_setup:
            raise failure(
                "X728", "set-up is not over here", span, help="write what is chosen in set-up above this line"
            )
        if self.rolls or self.draws:
            raise failure("X721", "not all rolls and draws that are given above have happened in set-up", span)
        if self._held is None or self.later is None:
            return
        (cells, block), self._held = self._held, None
        self.later.put(cells, standing=True)
        self.table.position_editor.run(cells, block)
        self.state = State(self.table, tuple(cells))

    # -------------------------------------------------------------- what happens

    def apply(self, action: Move | Outcome) -> None:
        """Let this happen next; when set-up is over by it, the position is laid."""
        cells, block = self.table.begun(self.state, action)
        if block >= 0 and self.in_setup:
            block = self._to_mark(cells, block)
            if block >= 0:
                self._at_mark(cells, block)
        elif block >= 0:
            self.table.position_editor.run(cells, block)
        self.state = State(self.table, tuple(cells))

    def fall(self) -> None:
        """Let what is to fall fall by chance."""
        self.apply(self.table.sample(self.state, self.chance))

    def draw(self, line: ex.Draw) -> None:
        """Note what is drawn next, as far as the line says, and let it happen."""
        words = raise_if_wrong(line.words)
        for number, word in enumerate(words):
            text = word if isinstance(word, str) else self.seen(word)
            self.draws.append(_Drawn(text, line.span, number + 1 < len(words)))
        self.pump(line.span)

    def seen(self, place: ex.Seen) -> str:
        """A place as the referee would hear it."""
        cells = self.state.cells
        key = int(self.table.expressions.function_of(place.place)(list(cells)))
        if key < 0:
            raise failure("X704", f"there is no place {place.text}", place.span)
        return self.table.words.value(place.shape, key, cells)

    def pump(self, span: Span) -> None:
        """Let the given rolls and draws happen as far as they reach."""
        while self.kind == "chance":
            dice = self.table.rolling(self.state)
            if dice:
                if not self.rolls:
                    return
                if len(self.rolls) < len(dice):
                    where = "in set-up" if self.in_setup else "here"
                    given = "1 number is" if len(self.rolls) == 1 else f"{len(self.rolls)} numbers are"
                    message = f"{len(dice)} dice are rolled {where}, but only {given} given"
                    missing = len(dice) - len(self.rolls)
                    help = f"give {missing} more in this `roll`: a number for each die, in the order in which they lie"
                    raise failure("X708", message, span, help=help)
                numbers, self.rolls = self.rolls[: len(dice)], self.rolls[len(dice) :]
                rolling = self.state.cells[self.table.reg.rolling]
                self.apply(Outcome(self.table.outcome_lister.in_order(list(self.state.cells), rolling, numbers)))
            else:
                if not self.draws:
                    return
                self._draw()

    def _draw(self) -> None:
        """Draw what the longest run of words names that can be drawn here: what is drawn may have several words."""
        outcomes = {outcome.text: outcome for outcome in reversed(self.table.outcomes(self.state))}
        line = self.draws[: 1 + sum(1 for _ in takewhile(lambda drawn: drawn.goes_on, self.draws))]
        for size in range(len(line), 0, -1):
            outcome = outcomes.get(" ".join(drawn.word for drawn in line[:size]))
            if outcome is not None:
                del self.draws[:size]
                self.apply(outcome)
                return
        coloured = self.table.draws_of_colour(self.state, line[0].word)
        if len({self._sort(outcome.values[0]) for outcome in coloured}) == 1:
            del self.draws[:1]
            self.apply(coloured[0])
            return
        known = ", ".join(list(reversed(outcomes))[:8])
        more = ", ..." if len(outcomes) > 8 else ""
        raise failure("X709", f"{line[0].word} cannot be drawn here", line[0].span, help=f"possible: {known}{more}")

    def _sort(self, die: int) -> tuple[object, ...]:
        """What two dice have in common of which either may be meant."""
        info, cells = self.table.program.dice[die], self.state.cells
        where, number = cells[self.table.reg.location + die], cells[self.table.reg.face + die]
        return info.faces, info.owner, info.home, where, number

    def to_choice(self, span: Span) -> None:
        """Go on to the next choice, or to the end."""
        self.pump(span)
        while self.kind == "chance":
            self.fall()
            self.pump(span)
        if self.kind == HELD_BACK:
            raise failure("X728", "set-up is over here", span, help="what happens later is written below `after setup`")

    def to_claim(self, span: Span, after: Sequence[ex.Line]) -> None:
        """Go on to where a claim is judged: what was given before it has happened, and so has set-up.

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
        """The state at the next choice, if only rolls stand before it."""
        state, chance = self.state, Chance(1)
        while self.kind != HELD_BACK and self.table.turn(state).kind == "chance":
            state = self.table.apply(state, self.table.sample(state, chance))
        return state
