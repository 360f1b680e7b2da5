"""A rulebook being written, and the game it describes: problems, examples, rules, and a game that goes on after an edit when it can.

Nothing here knows a page.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from pathlib import Path

from attrs import define, field, frozen

from dicedsl.checking import check
from dicedsl.compile import worked_examples
from dicedsl.errors import DiceError, Problem, UsageError, errors_of
from dicedsl.interpreter.examples.failing import Failed
from dicedsl.interpreter.examples.running import Runner
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.session import Session
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table import Table
from dicedsl.rulebook.setting import usual_players
from dicedsl.source import Source

LONGEST = 200_000  # characters of a rulebook in the studio
LONGEST_LINK = 60_000


@frozen
class Mistake:
    """A problem as it is shown beside the text: where it begins and ends, what is wrong, and what to do about it."""

    line: int
    start: int
    end: int
    code: str
    text: str
    help: str
    is_error: bool


@frozen
class Shown:
    """An example and whether it holds; `line` is where it begins, `wrong` the line that does not hold."""

    title: str
    holds: bool
    line: int
    wrong: int
    text: str


@frozen
class Position:
    """The position after a line of an example."""

    table: Table
    state: State
    names: tuple[str, ...]


@define(eq=False)
class Workshop:
    text: str
    name: str = "my-game.dice"
    beside: Path | None = None
    mistakes: list[Mistake] = field(factory=list)
    examples: list[Shown] = field(factory=list)
    session: Session | None = None
    note: str = ""  # what became of the game after the last edit

    # -------------------------------------------------------------- writing

    def edit(self, text: str) -> None:
        """Take a new text: look for mistakes, and if there are none, run the examples and go on with the game."""
        if len(text) > LONGEST:
            raise UsageError(f"A rulebook in the studio has at most {LONGEST:,} characters.")
        self.text = text
        problems = check(self._source, self.beside)
        self.mistakes = [self._mistake(problem) for problem in problems]
        if errors_of(problems):
            return
        self.examples = list(self._examples())
        self._go_on()

    @property
    def _source(self) -> Source:
        return Source(self.name, self.text.replace("\r\n", "\n"))

    @property
    def is_sound(self) -> bool:
        return not any(mistake.is_error for mistake in self.mistakes)

    def line_of(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1

    def _mistake(self, problem: Problem) -> Mistake:
        text = problem.message + (f" ({problem.label})" if problem.label else "")
        start, end = problem.span.start, problem.span.end
        return Mistake(self.line_of(start), start, end, problem.code, text, problem.help, problem.is_error)

    # -------------------------------------------------------------- examples

    def _examples(self) -> Iterator[Shown]:
        worked = worked_examples(self._source, self.beside)
        tables: dict[int, Table] = {}
        for example in worked.examples:
            wrong = list(example.problems)
            if not wrong:
                try:
                    if example.program not in tables:
                        tables[example.program] = Table(worked.programs[example.program])
                    Runner(example, tables[example.program]).run()
                except Failed as failed:
                    wrong = [failed.problem]
                except UsageError as error:
                    wrong = [Problem("X700", error.message, example.span)]
                except DiceError as error:
                    wrong = list(error.problems)
            line = self.line_of(example.span.start)
            told = "" if not wrong else wrong[0].message + (f"; {wrong[0].help}" if wrong[0].help else "")
            yield Shown(example.title, not wrong, line, self.line_of(wrong[0].span.start) if wrong else 0, told)

    def position(self, line: int) -> Position | None:
        """The position after a line of an example; None if no example stands there, or it goes wrong before that line."""
        worked = worked_examples(self._source, self.beside)
        for example in worked.examples:
            lines = [each for each in example.lines if self.line_of(each.span.start) <= line]
            first = self.line_of(example.span.start)
            last = max((self.line_of(each.span.start) for each in example.lines), default=first)
            if example.problems or not first <= line <= last:
                continue
            table = Table(worked.programs[example.program])
            runner = Runner(example, table)
            try:
                runner.run_to(len(lines))
            except DiceError:
                return None
            except Failed:
                pass  # where it does not hold is what somebody wants to see
            names = example.names or tuple(f"P{i + 1}" for i in range(table.players))
            return Position(table, runner.course.state, names)
        return None

    # -------------------------------------------------------------- the game beside it

    def game(self) -> Game:
        return Game(self._source, self.beside)

    def rules(self) -> str:
        """The rules in words."""
        from dicedsl.prose.rules import rules
        from dicedsl.rulebook.loading import load_source, raise_errors

        book, problems = load_source(self._source, (), self.beside)
        raise_errors(problems)
        assert book is not None
        return rules(book)

    def start(self, seats: list[str] | None = None, seed: int = 1) -> Session:
        """A new game of the text as it stands."""
        game = self.game()
        count = usual_players(game.about) if seats is None else len(seats)
        table = game.table(players=count)
        chosen = seats or ["you", *["bot"] * (table.players - 1)]
        self.session = Session(table, chosen, seed)
        self.note = "A new game."
        return self.session

    def _go_on(self) -> None:
        """After an edit: the game as far as it went, by the new rules. Where it cannot, a new one, and why."""
        old = self.session
        if old is None:
            return
        seats = [seat.name for seat in old.seats]
        try:
            table = self.game().table(players=len(seats), options=dict(old.table.setting.options))
        except (DiceError, UsageError) as error:
            self.note = f"The game was left as it was: {error}"
            return
        if table.fingerprint == old.table.fingerprint:
            return
        self.session, done = old.carried_to(table)
        if done == len(old.entries):
            self.note = "The rules have changed; the game goes on."
        else:
            self.note = f"The rules have changed: what was done in step {done + 1} is not possible any more; the game goes on from there."

    # -------------------------------------------------------------- sharing

    def link(self) -> str:
        """The text as a piece of a link."""
        packed = base64.urlsafe_b64encode(zlib.compress(self.text.encode(), 9)).decode().rstrip("=")
        if len(packed) > LONGEST_LINK:
            raise UsageError("This rulebook is too long for a link; share the file.")
        return packed


def text_of_link(packed: str) -> str:
    """The text that a link holds. UsageError if it holds none."""
    if len(packed) > LONGEST_LINK:
        raise UsageError("This link is too long.")
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        opened = zlib.decompressobj()
        text = opened.decompress(data, LONGEST)
        if opened.unconsumed_tail:
            raise UsageError("This link holds too much.")
        if not opened.eof:
            raise ValueError
        return text.decode()
    except (ValueError, zlib.error):
        raise UsageError("This link holds no rulebook.") from None
