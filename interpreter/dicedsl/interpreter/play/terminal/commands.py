"""The words a person may type at any question: help, the rules, the log, taking back, leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.keeping import Keeper
from dicedsl.interpreter.play.questions.typed_question import (
    COMMANDS,
    OF_REAL_DICE,
    ChoiceQuestion,
    ReportQuestion,
    TypedQuestion,
)
from dicedsl.interpreter.play.session.correcting import Correction, correct, reveal
from dicedsl.interpreter.play.session.game_files import refuse_overwriting
from dicedsl.interpreter.play.terminal.attempt_mode import AttemptMode
from dicedsl.interpreter.play.terminal.display import Display
from dicedsl.interpreter.play.terminal.screen import InputEnded
from dicedsl.interpreter.show.prose import rules_lines
from dicedsl.interpreter.show.text import Paint, painted, wrapped
from dicedsl.interpreter.state import Move

# No other letters: one that begins a move in one place would be a command in another.
SHORT_COMMANDS = {"?": "help", "q": "quit", "exit": "quit", "bye": "quit"}


class Commands:
    """The commands at one question. `is_over` once the question is gone, such as by taking back."""

    def __init__(self, display: Display, attempts: AttemptMode, keeper: Keeper, question: TypedQuestion) -> None:
        self.display = display
        self.attempts = attempts
        self.keeper = keeper
        self.question = question
        self.screen = display.screen
        self.is_over = False
        self._is_reading = False  # whether the last thing shown was a text
        self._known: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": lambda rest: self._read(question.listed(rest, self._width)),
            "why": lambda rest: self._tell([display.with_names(line) for line in question.why(rest)]),
            "rules": self._rules,
            "log": lambda rest: self._read(display.log_lines(question.need.seat)),
            "look": lambda rest: display.show(question, everything=rest == "all"),
            "back": self._back,
            "undo": self._undo,
            "correct": self._correct,
            "see": self._see,
            "games": self._games,
            "fair": lambda rest: self._tell(display.fairness()),
            "save": self._save,
            "quit": self._quit,
        }
        if isinstance(question, ReportQuestion):
            self._known["auto"] = self._auto
        elif isinstance(question, ChoiceQuestion):
            self._known["hint"] = self._hint
            if attempts.by_odds:
                self._known["real"] = self._real
        assert set(self._known) <= set(COMMANDS)

    @property
    def _width(self) -> int:
        return self.screen.size[0]

    def knows(self, line: str) -> bool:
        """Whether a line begins with the word of a command."""
        word = line.partition(" ")[0].removeprefix("/").lower()
        return SHORT_COMMANDS.get(word, word) in self._known and not self._is_answer(line, word)

    def run(self, line: str) -> bool:
        """Carry out a command; whether the line is one."""
        if not line:
            # After a text Enter brings back the table, as it says there.
            if (self._is_reading and self.screen.live) or not self.question.answer_with_only_move():
                self.display.show(self.question)
            self._is_reading = False
            return True
        word, _, rest = line.partition(" ")
        stroke = word.startswith("/") and len(word) > 1
        word = word.removeprefix("/").lower()
        run = self._known.get(SHORT_COMMANDS.get(word, word))
        if run is None or (not stroke and self._is_answer(line, word)):
            if stroke:
                raise UsageError(f"there is no command {word}; type ? for help")
            return False
        if word == "q" and self._is_reading and self.screen.live:
            # Whoever leaves a text does perhaps not mean the game.
            self._is_reading = False
            if (
                not self.screen.read("Leave the game? It is kept. (yes, or Enter to go on) ")
                .lower()
                .startswith(("y", "q"))
            ):
                self.display.show(self.question)
                return True
        self._is_reading = False
        run(rest.strip())
        return True

    def _read(self, lines: Sequence[str]) -> None:
        """A text: afterwards the question is open as before, and the table comes back when it is wanted."""
        self.screen.page(lines)
        self._is_reading = True
        if self.screen.live and self.screen.lines_since + self.display.table_lines > self.screen.size[1]:
            self.screen.say(painted("Enter shows the table again.", Paint.DIM))

    def _is_answer(self, line: str, word: str) -> bool:
        """What can be answered goes before a command of the same name, and before a command that is written with a letter."""
        if self.question.claims(line):
            return True
        return word in SHORT_COMMANDS and word.isalpha() and len(word) == 1 and self.question.may_begin(word)

    def completions(self) -> Sequence[str]:
        real = self.display.session.dice == "ask"
        return [*self.question.completions(), *(word for word in self._known if real or word not in OF_REAL_DICE)]

    def _tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.screen.say(*wrapped(line, self._width))

    # -------------------------------------------------------------- each of them

    def _help(self, rest: str) -> None:
        lines: list[str] = []
        for line in self.question.help():
            if line.startswith("  ") and line.split()[0] in OF_REAL_DICE and self.display.session.dice != "ask":
                continue
            if line.startswith("  real ") and "real" not in self._known:
                continue
            indent = " " * (17 if line.startswith("  ") else 0)
            lead = line[: len(line) - len(line.lstrip())]
            lines += _kept_blanks(line, self._width, lead, indent)
        self._read(lines)

    def _rules(self, rest: str) -> None:
        self._read(rules_lines(self.display.rules_text(), self.question.choices(), self._width, rest))

    def _back(self, rest: str) -> None:
        if not self.question.back():
            raise UsageError("nothing has been picked yet; undo takes back a move")
        self.display.show(self.question)

    def _undo(self, rest: str) -> None:
        if self.question.back():
            self.display.show(self.question)
            return
        session = self.display.session
        if self.attempts.by_odds and session.entries and session.entries[-1].need.kind == "report":
            raise UsageError("The odds have decided; what came before cannot be taken back.")
        session.undo()
        self.screen.say("Taken back.")
        self.is_over = True

    def _correct(self, rest: str) -> None:
        number, _, text = rest.partition(" ")
        if not number.isdigit() or not text.strip() or len(number) > 9:
            raise UsageError("say which entry of the log, and what it should be: correct 3 1 5 5")
        self._say_corrected(correct(self.display.session, int(number), text.strip()))

    def _see(self, rest: str) -> None:
        place, _, number = rest.rpartition(" ")
        if not place or not number.isdigit() or len(number) > 9:
            raise UsageError("say where a die lies, and what it shows: see i11 4")
        self._say_corrected(reveal(self.display.session, place, int(number)))

    def _say_corrected(self, done: Correction) -> None:
        self.screen.say("Corrected.")
        if done.dropped:
            self.screen.say(f"{len(done.dropped)} entries after it no longer fit and are gone:")
            for entry in done.dropped:
                self._tell(self.display.entry_lines(entry, self.question.need.seat))
        self.is_over = True

    def _games(self, rest: str) -> None:
        store = self.keeper.store
        games = [] if store is None else store.games()
        lines = [
            f"{game.name}: {game.title}, {game.ending or f'goes on after {game.actions} actions'}" for game in games
        ]
        self._read(lines or ["No game is kept."])

    def _hint(self, rest: str) -> None:
        """The best moves by a short search that knows only what the person knows."""
        if not isinstance(self.question, ChoiceQuestion):
            raise UsageError("nothing can be said here")
        self.screen.thinking(f"Thinking {self.screen.signs.more}")
        lines = self.display.adviser.lines(self.question.dialogue.choice, self._labelled_move)
        self.screen.say_for_now("")
        self._tell(lines)

    def _labelled_move(self, move: Move) -> str:
        """A move as it can be typed, with its sign in the list before it."""
        label, text = self.question.label_of(move), self.display.with_names(self.question.typed_text(move))
        return f"{label} {text}" if label else text

    def _auto(self, rest: str) -> None:
        """An attempt drawn by the odds of the rulebook; with `always` all of them."""
        self.attempts.by_odds = rest in {"always", "all", "on"}
        self.display.session.answer(self.attempts.draw_report())

    def _real(self, rest: str) -> None:
        self.attempts.take_real_dice()
        self.screen.say("From now on you try it with real dice, and say what happened.")

    def _quit(self, rest: str) -> None:
        raise InputEnded(asked=True)

    def _save(self, rest: str) -> None:
        name = rest.strip("\"'")
        if not name:
            raise UsageError("say which file: save FILE")
        try:
            path = Path(name).expanduser()
        except RuntimeError:
            raise UsageError(f"there is no folder of {name}") from None
        refuse_overwriting(path)
        self.display.session.save(path)
        self.screen.say(f"Saved in {path}.")


def _kept_blanks(line: str, size: int, lead: str, later: str) -> list[str]:
    """A line of help: as it is where it fits, else wrapped below its explanation."""
    return [line] if len(line) <= size else wrapped(line.strip(), size, lead, later)
