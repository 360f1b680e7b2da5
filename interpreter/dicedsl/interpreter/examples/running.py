"""Worked examples, run: a position, the rolls that fall, the choices made, and what must then hold."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.interpreter.examples.answers import Answers
from dicedsl.interpreter.examples.course import Course
from dicedsl.interpreter.examples.failing import Failed, failed, sure
from dicedsl.interpreter.examples.policies import PlayingOn
from dicedsl.interpreter.examples.positions import GivenPosition
from dicedsl.interpreter.table import Table
from dicedsl.program import examples as ex


@define
class Report:
    """One example and what was wrong with it (nothing, if it holds)."""

    title: str
    problems: list[Problem] = field(factory=list)

    @property
    def holds(self) -> bool:
        return not self.problems


def run_example(example: ex.Example, table: Table) -> Report:
    report = Report(example.title)
    try:
        Runner(example, table).run()
    except Failed as stopped:
        report.problems.append(stopped.problem)
    except UsageError as error:
        report.problems.append(Problem("X700", error.message, example.span))
    except DiceError as error:
        report.problems.extend(error.problems)
    return report


class Runner:
    """One example at a table."""

    def __init__(self, example: ex.Example, table: Table) -> None:
        self.example = example
        self.table = table
        self.course = Course(table, GivenPosition(table, example.given))
        self.answers = Answers(self.course, example.names)
        self.playing = PlayingOn(self.course, self.answers)

    def run(self) -> None:
        self.run_to(len(self.example.lines))
        self.finish()

    def finish(self) -> None:
        """All lines were run: nothing that was given may be left."""
        lines = self.example.lines
        if self.course.rolls or self.course.draws:
            last = next(line for line in reversed(lines) if isinstance(line, (ex.Roll, ex.Draw)))
            raise failed("X721", "not all rolls and draws that are given have happened", last.span)

    def run_to(self, count: int) -> None:
        """The first lines of it."""
        self.course.begin()
        for number in range(count):
            self.run_line(number)

    def run_line(self, number: int) -> None:
        """One line, when those before it were run."""
        lines = self.example.lines
        try:
            self._line(lines[number], lines[number + 1 :])
        except UsageError as error:
            raise failed("X704", error.message, lines[number].span) from None

    def _line(self, line: ex.Line, after: Sequence[ex.Line]) -> None:
        if isinstance(line, ex.Roll):
            self.course.rolls.extend(line.numbers)
            self.course.pump(line.span)
        elif isinstance(line, ex.Draw):
            self.course.draws.append(line)
            self.course.pump(line.span)
        elif isinstance(line, ex.Choose):
            self.answers.choose(line)
        elif isinstance(line, ex.MayOnly):
            self.answers.may_only(line)
        elif isinstance(line, ex.MayNot):
            self.answers.may_not(line)
        elif isinstance(line, ex.Ways):
            self.answers.ways(line)
        elif isinstance(line, ex.Policy):
            self.playing.follow(line)
        elif isinstance(line, ex.PlayOn):
            self.playing.play(line)
        elif isinstance(line, ex.Now):
            self._now(line, after)
        else:
            raise Failed(line.problem)

    # -------------------------------------------------------------- what must hold

    def _now(self, line: ex.Now, after: Sequence[ex.Line]) -> None:
        self.course.to_claim(line.span, after)
        for part in line.parts:
            claim = sure(part)
            test = self.table.engine.compile_condition(claim.condition)
            holds = test(list(self.course.state.cells))
            if not holds and not (claim.of_next and test(list(self.course.after_rolls().cells))):
                raise failed("X720", "this does not hold", claim.span, help=self._actual(claim.shown))

    def _actual(self, shown: ex.Shown | None) -> str:
        if shown is None:
            return ""
        cells = self.course.state.cells
        try:
            found = int(self.table.engine.compile_condition(shown.value)(list(cells)))
        except DiceError:
            return ""
        if shown.shape == "truth":
            return f"it is {'yes' if found else 'no'}"
        words = self.table.words
        text = words.members(shown.shape, found, cells) if shown.many else words.value(shown.shape, found, cells)
        return f"{shown.text} is {text}"
