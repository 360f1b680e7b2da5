"""The examples of a rulebook being written: whether each holds, what happens in it line by line, and the position after a line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from attrs import define, field, frozen

from dicedsl.author.mistakes import line_at, wording_of
from dicedsl.compile_door import worked_examples
from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.interpreter.examples.example_failure import ExampleFailure, failure
from dicedsl.interpreter.examples.example_runner import Runner
from dicedsl.interpreter.examples.walkthrough import FollowedLine, follow
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program.examples import Example, WorkedExamples
from dicedsl.rulebook.shelf import Shelf
from dicedsl.text.source import Source


@frozen
class ProvedExample:
    """An example and whether it holds: from line `line` to `last`; `wrong` is the line that does not hold, 0 if all do."""

    title: str
    holds: bool
    line: int
    last: int
    wrong: int
    text: str
    lines: tuple[tuple[int, str], ...] = ()  # the number and the text of each of its lines, without its title
    problem: Problem | None = None


@frozen
class ProvedPosition:
    """The position after a line of an example."""

    table: GameTable
    state: State
    names: tuple[str, ...]
    line: int


@define(eq=False)
class Proof:
    """The examples of a text that is sound, and the tables they are played at."""

    text: str
    worked: WorkedExamples
    tables: dict[int, GameTable] = field(factory=dict)

    @classmethod
    def of(cls, source: Source, files_from: Path | Shelf | None, title: str | None = None) -> Proof:
        """The examples of a text, or those of one title. DiceError if it has mistakes."""
        return cls(source.text, worked_examples(source, files_from, title))

    def prove_all(self) -> list[ProvedExample]:
        """All of them, run."""
        return [self.prove(example) for example in self.worked.examples]

    def prove(self, example: Example) -> ProvedExample:
        problem = self._problem(example)
        first, last = self.lines(example)
        written = self.text.split("\n")
        lines = tuple((n, written[n - 1].strip()) for n in range(first + 1, last + 1) if written[n - 1].strip())
        wrong = 0 if problem is None else line_at(self.text, problem.span.start)
        said = "" if problem is None else wording_of(problem)
        return ProvedExample(example.title, problem is None, first, last, wrong, said, lines, problem)

    def _problem(self, example: Example) -> Problem | None:
        """What is wrong with an example, if anything is."""
        if example.problems:
            return example.problems[0]
        try:
            Runner(example, self.table(example)).run()
        except ExampleFailure as stopped:
            return stopped.problem
        except UsageError as error:
            return failure("X700", error.message, example.span).problem
        except DiceError as error:
            return error.problems[0]
        return None

    def steps(self, example: Example) -> Iterator[FollowedLine]:
        """An example line by line."""
        return follow(example, None if example.problems else self.table(example))

    def position(self, line: int) -> ProvedPosition | None:
        """The position after a line of an example; None if no example stands there, or it goes wrong before that line."""
        for example in self.worked.examples:
            first, last = self.lines(example)
            if example.problems or not first <= line <= last:
                continue
            own = example.lines[example.begun :]
            done = list(takewhile(lambda each: line_at(self.text, each.span.start) <= line, own))
            table = self.table(example)
            runner = Runner(example, table)
            try:
                runner.run_to(example.begun + len(done))
            except DiceError:
                return None
            except ExampleFailure:
                pass  # where it does not hold is what somebody wants to see
            names = example.names or tuple(f"P{i + 1}" for i in range(table.players))
            return ProvedPosition(table, runner.course.state, names, line)
        return None

    def table(self, example: Example) -> GameTable:
        if example.program not in self.tables:
            self.tables[example.program] = GameTable(self.worked.programs[example.program])
        return self.tables[example.program]

    def lines(self, example: Example) -> tuple[int, int]:
        """The first and the last line of an example."""
        end = max((each.span.end for each in example.lines[example.begun :]), default=example.span.start)
        body = self.text[:end].rstrip()
        first = line_at(self.text, example.span.start)
        return first, max(first, line_at(self.text, len(body)))
