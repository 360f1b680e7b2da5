"""A game line by line: what the one who is asked may see, a question, an answer. Works on a terminal and through pipes.

Nothing here moves the cursor or needs colour: every line is plain text that a screen reader or a file can take.
"""

from __future__ import annotations

import contextlib
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from platformdirs import user_data_path

from dicedsl.errors import DiceError, Fault, UsageError
from dicedsl.interpreter.odds import unreportable
from dicedsl.interpreter.play.draw import WIDTH, table_lines
from dicedsl.interpreter.play.reports import explained, misfit, outline, sample
from dicedsl.interpreter.play.saving import Saved, drawn_shape, read_saved
from dicedsl.interpreter.play.session import Need, Session
from dicedsl.interpreter.state import Move, Outcome
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import die_name, has_secrets
from dicedsl.ir import ops
from dicedsl.writing import write_whole

MOST_LISTED = 30
FIRST_LISTED = 5
SCROLLED = 60
SHORT = 60

HELP = """\
Type a move as it is written in the list, its number in the list, or as much of it as no other move begins with.
  moves          every move you may make now (moves NAME: only those of one kind)
  why MOVE       which rule forbids a move
  look           the table once more
  log            what has happened so far
  rules          the rulebook
  undo           take back the last move, if no dice have fallen and nothing secret was chosen since
  save FILE      keep the game in a file
  quit           leave; the game is kept
  ?              this help
If a move has the same name as one of these words, write a stroke before the word: /save FILE."""


class Ended(Exception):
    """The input is at its end, or somebody wants to leave."""

    def __init__(self, asked: bool) -> None:
        super().__init__()
        self.asked = asked


def autosave_path() -> Path:
    """Where the last game is kept by itself."""
    return user_data_path("dicedsl", appauthor=False) / "autosave.json"


def play(
    table: Table,
    *,
    seats: list[str],
    seed: int,
    dice: str = "auto",
    input: TextIO | None = None,
    output: TextIO | None = None,
    save_to: Path | None = None,
    rules_text: Callable[[], str],
    resume: Saved | None = None,
    autosave: Path | bool = True,
    transcript: Path | None = None,
    attempts: str | None = None,
) -> int:
    """Play a game; the exit code is 0 if it came to its end, 1 if not, 130 after Ctrl-C.

    With `resume` the seats, the seed and the dice are those of the saved game. `save_to` is a file that follows the game, besides
    the autosave. UsageError only for what cannot be started at all.
    """
    session = Session.resume(table, resume) if resume is not None else Session(table, seats, seed, dice, attempts)
    kept = autosave_path() if autosave is True else autosave if isinstance(autosave, Path) else None
    terminal = Terminal(session, input or sys.stdin, output or sys.stdout, rules_text, kept, save_to)
    code = terminal.run(resumed=resume is not None)
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
        autosave: Path | None = None,
        save_to: Path | None = None,
    ) -> None:
        self.session = session
        self.table = session.table
        self.input = input
        self.output = output
        self.rules_text = rules_text
        self.autosave = autosave
        self.save_to = save_to
        self.names = [seat.label for seat in session.seats]
        people = session.people
        # One person sees what that seat sees; several share what everybody sees.
        self.eyes = people[0] if len(people) == 1 else None
        self.shared = len(people) > 1
        self.live = _is_terminal(input) and _is_terminal(output)
        self.colour = _is_terminal(output) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self._looking: int | None = None

    # -------------------------------------------------------------- in and out

    def say(self, *lines: str) -> None:
        for line in lines:
            self.output.write(line + "\n")

    def title(self, text: str) -> None:
        self.say(f"\x1b[1m{text}\x1b[0m" if self.colour else text)

    def read(self, prompt: str, secret: bool = False) -> str:
        """A line typed, without the blanks around it. Ended if there are no more."""
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
                self.say("", "Stopped.", *self._kept())
            return 130
        except BrokenPipeError:
            return 1

    def _run(self, resumed: bool) -> int:
        session = self.session
        self.title(self.table.book.title)
        self.say("Players: " + ", ".join(self.names))
        if resumed:
            self.say(f"The game goes on after {len(session.entries)} actions.")
            for entry in session.entries[-3:]:
                self.say(*session.tell(entry, self.eyes))
        elif session.people:
            self.say("Type ? for help.")
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
            self.say(*self._kept())
            return 1
        except DiceError as error:
            self._keep()
            where = error.problems[0].span if error.problems else None
            line = f" (line {where.line})" if where is not None and where.source.text else ""
            self.say(f"The game cannot go on{line}: {_message(error)}.", *self._kept())
            return 1
        self._keep()
        self.say("")
        self.title(session.result_lines()[0])
        self.say(*session.result_lines()[1:])
        self.output.flush()
        return 0

    def _keep(self) -> None:
        """Save to the usual place and the file asked for. A full disk stops no game, but is told."""
        for path in (self.autosave, self.save_to):
            if path is None:
                continue
            try:
                if path == self.autosave:
                    path.parent.mkdir(parents=True, exist_ok=True)
                self.session.save(path)
            except (OSError, UsageError) as error:
                reason = error.args[0] if isinstance(error, UsageError) else f"{path}: cannot be written"
                self.say(f"The game could not be kept: {reason}.")
                if path == self.autosave:
                    self.autosave = None
                else:
                    self.save_to = None

    def _kept(self) -> list[str]:
        lines = []
        if self.autosave is not None:
            lines.append("The game is kept; `dicedsl play --resume` goes on with it.")
        if self.save_to is not None:
            lines.append(f"It is also in {self.save_to}.")
        return lines

    # -------------------------------------------------------------- asking

    def _ask(self, need: Need) -> None:
        if need.kind == "typed":
            asking: _Asking = _Roll(self, need)
        elif need.kind == "report":
            asking = _Report(self, need)
        else:
            asking = _Choice(self, need)
        self._hand_over(need)
        asking.show()
        while True:
            line = self.read(f"{self.names[need.seat]}> ", asking.secret)
            if not line:
                self.say("Type ? for help.")
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
                self.say(_sentence(_message(error)))
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

    def _command(self, line: str, asking: _Asking) -> bool | None:
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

    def _commands(self, asking: _Asking) -> dict[str, Callable[[str], bool]]:
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
            "save": tell(self._save),
            "quit": leave,
        }

    def _save(self, rest: str) -> list[str]:
        name = rest.strip("\"'")
        if not name:
            raise UsageError("say which file: save FILE")
        path = Path(name).expanduser()
        if path.exists():
            try:
                read_saved(path)
            except UsageError:
                raise UsageError(f"{path} exists and is not a saved game; choose another name") from None
        self.session.save(path)
        return [f"Saved in {path}."]


class _Asking(ABC):
    """A question to a person: how it is shown and what is done with a line."""

    def __init__(self, terminal: Terminal, need: Need) -> None:
        self.t = terminal
        # Whether the others at this screen may not see the answer.
        self.secret = terminal.shared and has_secrets(terminal.table)
        self.need = need
        self.session = terminal.session
        self.table = terminal.table

    @abstractmethod
    def show(self) -> None:
        """Put the question."""

    @abstractmethod
    def take(self, line: str) -> None:
        """Act on a line. UsageError with a sentence if it means nothing."""

    def claims(self, line: str) -> bool:
        """Whether a line that looks like a command is an answer."""
        return False

    @abstractmethod
    def listed(self, rest: str) -> list[str]:
        """All answers, as lines."""

    def why(self, rest: str) -> list[str]:
        return ["Nothing is to be chosen now."]

    def help(self) -> list[str]:
        return HELP.splitlines()


class _Choice(_Asking):
    """A choice of a person."""

    def __init__(self, terminal: Terminal, need: Need) -> None:
        super().__init__(terminal, need)
        decision = self.table.decision(self.session.state)
        assert decision is not None
        self.decision = decision
        self.secret = self.secret or (terminal.shared and decision.at_once)
        self.moves = self._moves()
        self._numbered = 0

    def _moves(self) -> list[Move] | None:
        """All that may be answered; None if that is too much to list, and it can only be typed."""
        try:
            moves = self.session.moves()
        except Fault:
            return None
        if not moves:
            what = "nothing is allowed here, and the rulebook does not say what happens then"
            raise Fault("F506", what, self.decision.span)
        return moves

    def _question(self) -> str:
        who = self.t.names[self.need.seat]
        if self.decision.at_once:
            return f"{who}, choose in secret; the answers are shown when all are in."
        return f"{who}, choose."

    def show(self) -> None:
        self.t.look(self.need.seat)
        self.t.say("", self._question())
        if self.moves is not None and len(self.moves) <= MOST_LISTED:
            self.t.say(*self._lines(self.moves))
            self._numbered = len(self.moves)
        else:
            self.t.say(*self._outline())

    def _lines(self, moves: Sequence[Move]) -> list[str]:
        assert self.moves is not None
        number = {id(m): i for i, m in enumerate(self.moves, start=1)}
        width = len(str(len(self.moves)))
        return [f"  {number[id(m)]:>{width}}  {m.text}" for m in moves]

    def _groups(self) -> list[tuple[ops.AlternativeOp, list[Move]]]:
        moves = self.moves or []
        grouped = [(a, [m for m in moves if m.alternative == i]) for i, a in enumerate(self.decision.alternatives)]
        return [(a, found) for a, found in grouped if found or self.moves is None]

    def _outline(self) -> list[str]:
        lines = []
        for alternative, moves in self._groups():
            how = " ".join([alternative.name, *(f"<{p.name}>" for p in alternative.picks)])
            if self.moves is None:
                lines.append(f"  {how}")
            elif len(moves) == 1:
                lines.append(f"  {moves[0].text}")
            else:
                line = f'  {how}: {len(moves)} ways, such as "{moves[0].text}"'
                for move in moves[1:FIRST_LISTED]:
                    line += f', "{move.text}"' if len(line) + len(move.text) + 4 <= WIDTH else ""
                lines.append(line)
        lines.append("Type one of them" + ("." if self.moves is None else "; `moves` lists them all."))
        return lines

    def listed(self, rest: str) -> list[str]:
        if self.moves is None:
            return ["There are too many to list; type one.", *self._outline()]
        lines = []
        wanted = rest.strip('"').lower()
        for alternative, moves in self._groups():
            if alternative.name.lower().startswith(wanted):
                lines.append(f"{alternative.name}: {len(moves)} {'way' if len(moves) == 1 else 'ways'}")
                lines += _in_columns(self._lines(moves))
        if not lines:
            raise UsageError(f'there is no move called "{rest}" now')
        self._numbered = len(self.moves)
        return lines

    # -------------------------------------------------------------- reading an answer

    def claims(self, line: str) -> bool:
        text = _plain(line)
        return any(text == a.name.lower() or text.startswith(a.name.lower() + " ") for a in self.decision.alternatives)

    def take(self, line: str) -> None:
        move = self._read(line)
        refused = self.table.why_not(self.session.state, self.need.seat, move)
        if refused is not None:
            raise UsageError(refused)
        self.session.answer(move)

    def _read(self, line: str) -> Move:
        text = _plain(line)
        moves = self.moves or []
        exact = [m for m in moves if _plain(m.text) == text]
        if len(exact) == 1:
            return exact[0]
        if text.isascii() and text.isdigit() and not self.claims(line):
            if 1 <= int(text) <= self._numbered:
                return moves[int(text) - 1]
            raise UsageError(f"there is no number {text} in the list")
        if self.claims(line):
            return self.session.read(line.strip())
        begun = [m for m in moves if _plain(m.text).startswith(text)]
        if len(begun) == 1:
            return begun[0]
        return self._by_short_name(line, begun)

    def _by_short_name(self, line: str, begun: list[Move]) -> Move:
        """`set 5 5` for `set aside 5 5`: the beginning of one alternative's name, then what is picked."""
        tokens = line.split()
        for size in range(len(tokens), 0, -1):
            head = _plain(" ".join(tokens[:size]))
            names = [a.name for a in self.decision.alternatives if a.name.lower().startswith(head)]
            if len(names) > 1:
                either = " or ".join(f'"{name}"' for name in names)
                raise UsageError(f"that could be {either}; type more of it")
            if names:
                rest = " ".join(tokens[size:])
                if not rest and len(begun) > 1:
                    raise UsageError(
                        f'there are {len(begun)} ways to "{names[0]}"; say which, such as "{begun[0].text}"'
                    )
                return self.session.read(f"{names[0]} {rest}".strip())
        known = ", ".join(f'"{a.name}"' for a in self.decision.alternatives)
        raise UsageError(f'"{_plain(line)}" is not understood; you may say {known}, or ? for help')

    def why(self, rest: str) -> list[str]:
        if not rest:
            raise UsageError("say what you would like to do: why MOVE")
        refused = self.table.why_not(self.session.state, self.need.seat, self._read(rest))
        return ["That is allowed." if refused is None else refused]


class _Report(_Choice):
    """What happened at the table, told by a person. There may be more to tell than anybody could list."""

    def _moves(self) -> list[Move] | None:
        moves = self.table.few_reports(self.session.state)
        if moves == []:
            raise unreportable(self.decision)
        return moves

    def _question(self) -> str:
        who, what = self.t.names[self.need.seat], self.decision.label
        if self.session.seats[self.need.seat].bot is not None:
            return f'Try "{what}" for {who} at the table. What happened?'
        return f'{who} tries "{what}" at the table. What happened?'

    def _outline(self) -> list[str]:
        if self.moves is not None:
            return super()._outline()
        found = sample(self.table, self.session.state)
        such = "" if found is None else f', such as "{_short(found)}"'
        return [*outline(self.table, self.session.state), f"Type one of them{such}; ? says what can be reported."]

    def help(self) -> list[str]:
        return [*explained(self.table, self.session.state), "", *super().help()]

    def take(self, line: str) -> None:
        move = self._read(line)
        refused = self.table.why_not(self.session.state, self.need.seat, move)
        if refused is not None:
            raise UsageError(self._because(move, refused))
        self.session.answer(move)

    def _because(self, move: Move, refused: str) -> str:
        """The sentence of the rule; where there is none, what was named that is not there."""
        if refused in self.table.program.texts:
            return refused
        return misfit(self.table, self.session.state, move) or refused

    def why(self, rest: str) -> list[str]:
        if not rest:
            return super().why(rest)
        move = self._read(rest)
        refused = self.table.why_not(self.session.state, self.need.seat, move)
        return ["That can be reported." if refused is None else _sentence(self._because(move, refused))]


class _Roll(_Asking):
    """Dice rolled by hand, or a lot drawn by hand, and typed in."""

    def show(self) -> None:
        who = self.t.names[self.need.seat]
        self.t.look(self.need.seat)
        dice = self.table.rolling(self.session.state)
        self.t.say("")
        if dice:
            noun = "die" if len(dice) == 1 else "dice"
            names = self._names(dice)
            how = (
                "the number"
                if len(dice) == 1
                else "the numbers, in this order"
                if names
                else "the numbers, in any order"
            )
            self.t.say(f"{who} rolls {len(dice)} {noun}{': ' if names else ''}{names}.", f"Type {how}.")
        else:
            self.t.say(f"Draw one by lot: {', '.join(o.text for o in self._lots())}.", "Type which one it is.")

    def _names(self, dice: Sequence[int]) -> str:
        """Which dice, in their order; nothing if no order matters."""
        info, cells = self.table.program.dice, list(self.session.state.cells)
        if len(dice) > 1 and len(self.table.lots(cells, sum(1 << d for d in dice))) == 1:
            return ""
        parts: list[tuple[str, int]] = []
        for die in dice:
            place = self.table.words.place_of(die, cells)
            if place:
                parts.append((f"the die on {place}", 1))
            elif info[die].numbered:
                parts.append((die_name(self.table, die), 1))
            if place or info[die].numbered:
                continue
            colour = "" if info[die].colour == "plain" else f" {info[die].colour}"
            whose = "" if info[die].owner < 0 else f" of P{info[die].owner + 1}"
            name = f"equal{colour}{whose}"
            if parts and parts[-1][0] == name:
                parts[-1] = (name, parts[-1][1] + 1)
            else:
                parts.append((name, 1))
        return ", ".join(name if count == 1 and name[0] == "d" else f"{count} {name}" for name, count in parts)

    def _lots(self) -> list[Outcome]:
        return self.table.outcomes(self.session.state) if drawn_shape(self.table, self.session.state) else []

    def listed(self, rest: str) -> list[str]:
        return ["Type what you have rolled or drawn at the table."]

    def take(self, line: str) -> None:
        if not self.table.rolling(self.session.state):
            self._drawn(line)
            return
        words = line.replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() for word in words):
            raise UsageError("type the numbers the dice show, with blanks between them")
        self.session.fall([int(word) for word in words])

    def _drawn(self, line: str) -> None:
        lots = self._lots()
        fitting = [o for o in lots if o.text.lower() == _plain(line)]
        if not fitting:
            raise UsageError(f"one of these is drawn: {', '.join(o.text for o in lots)}")
        self.session.fall(fitting[0].values)


# ------------------------------------------------------------------ small things

_typed = input


def _nothing() -> None:
    pass


def _plain(text: str) -> str:
    return " ".join(text.split()).lower()


def _message(error: DiceError) -> str:
    return str(error.args[0]) if error.args else "that is not possible now"


def _short(text: str) -> str:
    return text if len(text) <= SHORT else text[: SHORT - 4].rpartition(" ")[0] + " ..."


def _sentence(text: str) -> str:
    """A message as a sentence: a capital first, a stop last."""
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?" else text + "."


def _in_columns(lines: list[str]) -> list[str]:
    """Many short lines side by side, read downwards."""
    width = max(map(len, lines)) + 2
    across = max(1, WIDTH // width)
    if across == 1 or len(lines) <= 10:
        return lines
    height = -(-len(lines) // across)
    return ["".join(line.ljust(width) for line in lines[i::height]).rstrip() for i in range(height)]


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


__all__ = ["Terminal", "autosave_path", "play"]
