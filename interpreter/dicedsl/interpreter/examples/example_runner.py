"""Worked examples, run: a position, the rolls that fall, the choices made, and what must then hold."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from dicedsl.errors import DiceError, Fault, Problem, UsageError
from dicedsl.interpreter.examples.answers import ExampleAnswers
from dicedsl.interpreter.examples.example_failure import ExampleFailure, failure
from dicedsl.interpreter.examples.example_game import HELD_BACK, Course
from dicedsl.interpreter.examples.next_event import next_event_text, with_names
from dicedsl.interpreter.examples.policies import PlayingOn
from dicedsl.interpreter.examples.positions import GivenPosition
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import examples as ex

UNFIT_HELP = "set-up begins with what the example gives; write `after setup` above what is to be laid when it is over"


@define
class ExampleReport:
    """What came of one example: its title and what was wrong with it (nothing, if it holds)."""

    title: str
    problems: list[Problem] = field(factory=list)

    @property
    def holds(self) -> bool:
        return not self.problems


def run_example(example: ex.Example, table: GameTable) -> ExampleReport:
    """Run an example to its end, or to the first line that does not hold."""
    report = ExampleReport(example.title)
    try:
        Runner(example, table).run()
    except ExampleFailure as stopped:
        report.problems.append(stopped.problem)
    except UsageError as error:
        report.problems.append(Problem("X700", error.message, example.span))
    except DiceError as error:
        report.problems.extend(error.problems)
    return report


class Runner:
    """Runs one example at a table, line by line."""

    def __init__(self, example: ex.Example, table: GameTable) -> None:
        self.example = example
        self.table = table
        self.names = example.names or tuple(f"P{seat + 1}" for seat in range(table.players))
        later = next((line.given for line in example.lines if isinstance(line, ex.AfterSetup)), None)
        self.course = Course(
            table, GivenPosition(table, example.given), None if later is None else GivenPosition(table, later)
        )
        self.answers = ExampleAnswers(self.course, example.names)
        self.playing = PlayingOn(self.course, self.answers)

    def run(self) -> None:
        self.run_to(len(self.example.lines))
        self.finish()

    def finish(self) -> None:
        """Check that nothing is left of what was given, when all lines were run."""
        lines = self.example.lines
        if self.course.rolls or self.course.draws:
            last = next(line for line in reversed(lines) if isinstance(line, (ex.Roll, ex.Draw)))
            raise failure(
                "X721", "not all rolls and draws that are given have happened", last.span,
                help=f"no more falls before this example is over; what comes next: {self.coming()}",
            )  # fmt: skip

    def run_to(self, count: int) -> None:
        """Run the first lines of the example."""
        self.begin()
        for number in range(count):
            self.run_line(number)

    def begin(self) -> None:
        try:
            self.course.begin()
        except ExampleFailure as stopped:
            raise ExampleFailure(self._with_names(stopped.problem, "")) from None
        except Fault as fault:
            raise ExampleFailure(
                self._with_names(fault.problems[0], UNFIT_HELP if self.example.given else "")
            ) from None

    def run_line(self, number: int) -> None:
        """Run one line, when those before it were run."""
        lines, lines_said = self.example.lines, self.example.told
        said = lines_said[number] if number < len(lines_said) else ""
        try:
            self._run_line(lines[number], lines[number + 1 :])
        except UsageError as error:
            raise ExampleFailure(
                self._with_names(failure("X704", error.message, lines[number].span).problem, said)
            ) from None
        except ExampleFailure as stopped:
            raise ExampleFailure(self._with_names(stopped.problem, said)) from None

    def _with_names(self, problem: Problem, said: str) -> Problem:
        """What is wrong, with the names that the example gives the players, and what its line does not say itself."""
        notes = (*problem.notes, said) if said else problem.notes
        if problem.code == "X702":  # it is the names that are told there
            return evolve(problem, notes=notes)
        message, help = (with_names(text, self.names) for text in (problem.message, problem.help))
        return evolve(problem, message=message, help=help, notes=notes)

    def _run_line(self, line: ex.Line, after: Sequence[ex.Line]) -> None:
        if isinstance(line, ex.Roll):
            self.course.rolls.extend(line.numbers)
            self.course.pump(line.span)
        elif isinstance(line, ex.Draw):
            self.course.draw(line)
        elif isinstance(line, ex.Choose):
            self.answers.choose(line)
        elif isinstance(line, ex.MayOnly):
            (self.answers.may_choose if line.others else self.answers.may_only)(line)
        elif isinstance(line, ex.MayNot):
            self.answers.may_not(line)
        elif isinstance(line, ex.Ways):
            self.answers.ways(line)
        elif isinstance(line, ex.Moves):
            self.answers.moves(line)
        elif isinstance(line, ex.AfterSetup):
            self.course.set_up(line.span)
        elif isinstance(line, ex.Policy):
            self.playing.follow(line)
        elif isinstance(line, ex.PlayOn):
            self.playing.play(line)
        elif isinstance(line, ex.Now):
            self._check_now(line, after)
        else:
            raise ExampleFailure(line.problem)

    # -------------------------------------------------------------- what must hold

    def _check_now(self, line: ex.Now, after: Sequence[ex.Line]) -> None:
        if any(isinstance(part, ex.Awaited) for part in line.parts):
            self.course.pump(line.span)  # what is awaited must not fall before
        else:
            self.course.to_claim(line.span, after)
        for claim in line.parts:
            if isinstance(claim, ex.LineProblem):
                raise ExampleFailure(claim.problem)
            if isinstance(claim, ex.Awaited):
                self._raise_unless_awaited(claim)
                continue
            test = self.table.expressions.function_of(claim.condition)
            holds = test(list(self.course.state.cells))
            if not holds and not (claim.of_next and test(list(self.course.after_rolls().cells))):
                raise failure("X720", "this does not hold", claim.span, help=self._instead(claim))

    def _raise_unless_awaited(self, claim: ex.Awaited) -> None:
        if (self._pending() == claim.sort) != claim.negated:
            return
        message = f"a {claim.sort} is awaited here" if claim.negated else f"no {claim.sort} is awaited here"
        raise failure("X720", message, claim.span, help=self.coming())

    def _pending(self) -> str:
        """What is to fall next: a roll, a draw or nothing."""
        if self.course.kind != "chance":
            return ""
        return "roll" if self.table.rolling(self.course.state) else "draw"

    def coming(self) -> str:
        return (
            "set-up is over"
            if self.course.kind == HELD_BACK
            else next_event_text(self.table, self.course.state, self.names)
        )

    def _instead(self, claim: ex.Claim) -> str:
        """What holds in place of a claim, and whether that is in the middle of a move."""
        if claim.of_next:
            state = self.course.after_rolls()
            seats = [] if self.course.kind == HELD_BACK else [self.names[seat] for seat in self.table.turn(state).seats]
            verb = "is" if len(seats) == 1 else "are"
            return f"{' and '.join(seats)} {verb} next" if seats else f"nobody is next: {self.coming()}"
        actual, pending = self._actual(claim.shown), self._pending()
        if pending:
            what = f"a {pending} is awaited here ({self.coming()}); if this is meant to hold afterwards, write `{pending}` and what falls above it"
            return f"{actual}; {what}" if actual else what
        return actual

    def _actual(self, shown: ex.ShownValue | None) -> str:
        if shown is None:
            return ""
        cells = self.course.state.cells
        try:
            value = int(self.table.expressions.function_of(shown.value)(list(cells)))
        except DiceError:
            return ""
        if shown.shape == "truth":
            return f"it is {'yes' if value else 'no'}"
        words = self.table.words
        text = words.members(shown.shape, value, cells) if shown.many else words.value(shown.shape, value, cells)
        return f"{shown.text} is {text}"
