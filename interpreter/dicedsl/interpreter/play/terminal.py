"""A game line by line: what the one who is asked may see, a question, an answer. Works on a terminal and through pipes.

Nothing here moves the cursor or needs colour: every line is plain text that a screen reader or a file can take.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from dicedsl.errors import DiceError, Fault, UsageError
from dicedsl.interpreter.play.asking import Asking, Choice, Report, Roll, sentence
from dicedsl.interpreter.play.keeping import Keeper, Kept, Store
from dicedsl.interpreter.play.saving import overwritable
from dicedsl.interpreter.play.session import Need, Session
from dicedsl.interpreter.show.draw import table_lines
from dicedsl.interpreter.view import has_secrets
from dicedsl.plain import plain
from dicedsl.writing import write_whole

SCROLLED = 60
LONGEST = 4_000  # characters of a line that is typed


class Ended(Exception):
    """The input is at its end, or somebody wants to leave."""

    def __init__(self, asked: bool) -> None:
        super().__init__()
        self.asked = asked


def play(
    session: Session,
    *,
    input: TextIO | None = None,
    output: TextIO | None = None,
    rules_text: Callable[[], str],
    store: Store | None = None,
    save_to: Path | None = None,
    name: str | None = None,
    kept: Kept | None = None,
    transcript: Path | None = None,
) -> int:
    """Play a game; the exit code is 0 if it came to its end, 1 if not, 130 after Ctrl-C.

    It is kept in the `store`, under a `name` or as the game it is gone on with (`kept`); `save_to` is a file that follows it
    besides. UsageError only for what cannot be started at all.
    """
    terminal = Terminal(session, input or sys.stdin, output or sys.stdout, rules_text, store, save_to, name, kept)
    code = terminal.run(resumed=bool(session.entries))
    if transcript is not None:
        try:
            write_whole(transcript, session.transcript())
        except OSError as error:
            raise UsageError(f"{transcript}: {(error.strerror or 'cannot be written').lower()}") from None
    return code


class Terminal:
    def __init__(
        self,
        session: Session,
        input: TextIO,
        output: TextIO,
        rules_text: Callable[[], str],
        store: Store | None = None,
        save_to: Path | None = None,
        name: str | None = None,
        kept: Kept | None = None,
    ) -> None:
        self.session = session
        self.table = session.table
        self.input = input
        self.output = output
        self.rules_text = rules_text
        self.names = [seat.label for seat in session.seats]
        people = session.people
        # One person sees what that seat sees; several share what everybody sees.
        self.eyes = people[0] if len(people) == 1 else None
        self.shared = len(people) > 1
        self.live = _is_terminal(input) and _is_terminal(output)
        self.colour = _is_terminal(output) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self._looking: int | None = None
        self.keeper = Keeper(session, store, save_to, name=name, kept=kept, unkept=self._unkept)

    def _unkept(self, reason: str) -> bool:
        """The game cannot be kept: whether it goes on all the same. Through a pipe nobody can be asked, and it does."""
        if not self.live:
            return True
        answer = self.read(f"The game cannot be kept: {reason}. Go on without keeping it? (yes or no) ")
        return answer.lower().startswith("y")

    # -------------------------------------------------------------- in and out

    def say(self, *lines: str) -> None:
        """The one way out for words, whoever wrote them."""
        for line in lines:
            self.output.write(plain(line) + "\n")

    def title(self, text: str) -> None:
        self.output.write(f"\x1b[1m{plain(text)}\x1b[0m\n" if self.colour else f"{plain(text)}\n")

    def read(self, prompt: str, secret: bool = False) -> str:
        """A line typed, without the blanks around it. Ended if there are no more."""
        prompt = plain(prompt)
        if self.live and self.input is sys.stdin and self.output is sys.stdout:
            try:
                import readline  # gives `input` a line editor
            except ImportError:
                forget: Callable[[], None] = _nothing
            else:
                forget = readline.clear_history
            try:
                return _typed(prompt).strip()
            except EOFError:
                self.say("")
                raise Ended(asked=False) from None
            finally:
                if secret:
                    forget()  # the next person must not find it with the arrow keys
        self.output.write(prompt)
        self.output.flush()
        line = self.input.readline()
        if not line:
            self.say("")
            raise Ended(asked=False)
        if not self.live:
            # Nobody's typing is seen when it comes through a pipe: a log should show it.
            self.say("" if secret else line.strip())
        return line.strip()

    # -------------------------------------------------------------- the loop

    def run(self, resumed: bool = False) -> int:
        try:
            return self._run(resumed)
        except KeyboardInterrupt:
            with contextlib.suppress(OSError, ValueError):
                self.say("", "Stopped.", *self.keeper.kept())
            return 130
        except BrokenPipeError:
            return 1
        finally:
            self.keeper.release()

    def _run(self, resumed: bool) -> int:
        session = self.session
        self.title(self.table.about.title)
        self.say("Players: " + ", ".join(self.names))
        if resumed:
            self.say(f"The game goes on after {len(session.entries)} actions.")
            for entry in session.entries[-3:]:
                self.say(*session.tell(entry, self.eyes))
        elif session.people:
            self.say("Type ? for help.")
        if session.is_fair and session.people:
            self.say(f"Fair dice: {session.commitment}")
        self._keep()
        try:
            while True:
                for entry in session.run():
                    self.say(*session.tell(entry, self.eyes))
                need = session.need()
                if need.kind == "over":
                    break
                self._ask(need)
        except Ended as ended:
            self._keep()
            self.say("You leave before the game is over." if ended.asked else "The input ended before the game did.")
            self.say(*self.keeper.kept())
            return 1
        except DiceError as error:
            self._keep()
            where = error.problems[0].span if error.problems else None
            line = f" (line {where.line})" if where is not None and where.source.text else ""
            self.say(f"The game cannot go on{line}: {_message(error)}.", *self.keeper.kept())
            return 1
        self._keep()
        self.say("")
        self.title(session.result_lines()[0])
        self.say(*session.result_lines()[1:])
        if session.is_fair and session.people:
            self.say(f"The dice came from seed {session.seed} with {session.nonce}; `dicedsl verify` checks them.")
        self.say(*self.keeper.kept())
        self.output.flush()
        return 0

    def _keep(self) -> None:
        """A full disk stops no game, but is told."""
        self.say(*self.keeper.keep())

    # -------------------------------------------------------------- asking

    def _ask(self, need: Need) -> None:
        if need.kind == "typed":
            asking: Asking = Roll(self, need)
        elif need.kind == "report":
            asking = Report(self, need)
        else:
            asking = Choice(self, need)
        self._hand_over(need)
        asking.show()
        while True:
            line = self.read(f"{self.names[need.seat]}> ", asking.secret)
            if not line:
                self.say("Type ? for help.")
                continue
            if len(line) > LONGEST:
                self.say("That line is too long.")
                continue
            count = len(self.session.entries)
            try:
                done = self._command(line, asking)
                if done is None:
                    asking.take(line)
                    done = True
            except Fault:
                raise
            except DiceError as error:
                self.say(sentence(_message(error)))
                continue
            if done:
                break
        self._keep()
        if self.live and asking.secret and self.shared:
            self.say(*[""] * SCROLLED)
        if len(self.session.entries) > count:
            self.say(*self.session.tell(self.session.entries[-1], self.eyes))

    def _hand_over(self, need: Need) -> None:
        """Several people share the screen: who may look now."""
        if not self.shared or not (has_secrets(self.table) or self._is_at_once()):
            return
        if self.session.seats[need.seat].bot is not None:
            return
        if self._looking == need.seat and not self._is_at_once():
            return
        self._looking = need.seat
        name = self.names[need.seat]
        if self.live:
            self.say("")
            self.read(f"Only {name} looks at the screen now; the others look away. Press Enter when that is so. ")
        else:
            self.say("", f"Only {name} looks at the screen now; the others look away.")

    def _is_at_once(self) -> bool:
        decision = self.table.decision(self.session.state)
        return decision is not None and decision.at_once

    def look(self, seat: int) -> None:
        eyes = seat if self.session.seats[seat].bot is None else self.eyes
        self.say("", *table_lines(self.table, self.session.state, eyes, self.names))

    def _command(self, line: str, asking: Asking) -> bool | None:
        """Carry out a command: True if the question has changed by it, None if the line is no command."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        stroke = word.startswith("/")
        word = word.removeprefix("/").lower()
        run = self._commands(asking).get(word)
        if run is None or (not stroke and asking.claims(line)):
            if stroke:
                raise UsageError(f"there is no command {word}; type ? for help")
            return None
        return run(rest)

    def _commands(self, asking: Asking) -> dict[str, Callable[[str], bool]]:
        def tell(lines: Callable[[str], Sequence[str]]) -> Callable[[str], bool]:
            def run(rest: str) -> bool:
                self.say(*lines(rest))
                return False

            return run

        def look(rest: str) -> bool:
            asking.show()
            return False

        def undo(rest: str) -> bool:
            self.session.undo()
            self.say("Taken back.")
            return True

        def correct(rest: str) -> bool:
            number, _, text = rest.partition(" ")
            if not number.isdigit() or not text.strip() or len(number) > 9:
                raise UsageError("say which entry of the log, and what it should be: correct 3 1 5 5")
            done = self.session.correct(int(number), text.strip())
            self.say("Corrected.")
            if done.dropped:
                self.say(f"{len(done.dropped)} entries after it no longer fit and are gone:")
                for entry in done.dropped:
                    self.say(*(f"  {line}" for line in self.session.tell(entry, self.eyes)))
            return True

        def leave(rest: str) -> bool:
            raise Ended(asked=True)

        show_help = tell(lambda rest: asking.help())
        return {
            "?": show_help,
            "help": show_help,
            "moves": tell(asking.listed),
            "why": tell(asking.why),
            "rules": tell(lambda rest: self.rules_text().splitlines()),
            "log": tell(lambda rest: self.session.transcript(self.eyes).splitlines()),
            "look": look,
            "undo": undo,
            "correct": correct,
            "save": tell(self._save),
            "quit": leave,
        }

    def _save(self, rest: str) -> list[str]:
        name = rest.strip("\"'")
        if not name:
            raise UsageError("say which file: save FILE")
        try:
            path = Path(name).expanduser()
        except RuntimeError:
            raise UsageError(f"there is no folder of {name}") from None
        overwritable(path)
        self.session.save(path)
        return [f"Saved in {path}."]


# ------------------------------------------------------------------ small things

_typed = input


def _nothing() -> None:
    pass


def _message(error: DiceError) -> str:
    return str(error.args[0]) if error.args else "that is not possible now"


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


__all__ = ["Terminal", "play"]
