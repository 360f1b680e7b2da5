"""A game at the terminal: what happened, the table, a question, an answer. Works on a screen and through pipes.

Everything that is shown comes from the model of the table; through a pipe it is plain text that a screen reader or a file can take.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from dicedsl.errors import DiceError, Fault, UsageError, reason_of
from dicedsl.interpreter.model.model import aim_of
from dicedsl.interpreter.model.naming import Reader, sentence
from dicedsl.interpreter.play.invocation import to_play, to_run
from dicedsl.interpreter.play.keeping import GameStore, Keeper, KeptGame
from dicedsl.interpreter.play.questions.typed_question import (
    ChoiceQuestion,
    ReportQuestion,
    RollQuestion,
    TypedQuestion,
)
from dicedsl.interpreter.play.session.entries import Need
from dicedsl.interpreter.play.session.player_names import easier_opponents_tip, players_text
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.session.transcript import transcript as transcript_of
from dicedsl.interpreter.play.telling.news import LONG_RUN
from dicedsl.interpreter.play.terminal.attempt_mode import AttemptMode
from dicedsl.interpreter.play.terminal.commands import Commands
from dicedsl.interpreter.play.terminal.display import Display
from dicedsl.interpreter.play.terminal.next_game import unfinished_game
from dicedsl.interpreter.play.terminal.screen import InputEnded, Screen
from dicedsl.interpreter.play.terminal.typed_ahead import TypedAhead
from dicedsl.interpreter.show.text import Paint, painted, wrapped
from dicedsl.interpreter.table.view import has_secrets
from dicedsl.program import ops
from dicedsl.writing import write_whole

LONGEST_INPUT = 4_000  # characters of a line that is typed


def play(
    session: Session,
    *,
    input: TextIO | None = None,
    output: TextIO | None = None,
    rules_text: Callable[[], str],
    store: GameStore | None = None,
    save_to: Path | None = None,
    name: str | None = None,
    kept: KeptGame | None = None,
    transcript: Path | None = None,
    is_plain: bool = False,
) -> int:
    """Play a game; the exit code is 0 if it came to its end, 1 if not, 130 after Ctrl-C.

    It is kept in the `store`, under a `name` or as the game it is gone on with (`kept`); `save_to` is a file that follows it
    besides. UsageError only for what cannot be started at all.
    """
    screen = Screen(input or sys.stdin, output or sys.stdout, is_plain)
    terminal = Terminal(session, screen, rules_text, store, save_to, name, kept)
    code = terminal.run(resumed=bool(session.entries))
    if transcript is not None:
        try:
            write_whole(transcript, transcript_of(session))
        except OSError as error:
            raise UsageError(f"{transcript}: {reason_of(error, 'cannot be written')}") from None
    return code


class Terminal:
    """One game at one screen: the loop that shows what happened, puts the next question and takes the answer, until the
    game is over or left.

    What is typed goes to the question at hand (`questions`), or to `commands`; several people may share the screen.
    """

    def __init__(
        self,
        session: Session,
        screen: Screen,
        rules_text: Callable[[], str],
        store: GameStore | None = None,
        save_to: Path | None = None,
        name: str | None = None,
        kept: KeptGame | None = None,
    ) -> None:
        self.session = session
        self.table = session.table
        self.screen = screen
        self.display = Display(session, screen, rules_text)
        self.attempts = AttemptMode(self.display)
        self.names = self.display.names
        self._reader: int | None = None
        self._ahead = TypedAhead()
        self.keeper = Keeper(session, store, save_to, name=name, kept=kept, ask_to_go_on=self._ask_to_go_on_unkept)

    def _ask_to_go_on_unkept(self, reason: str) -> bool:
        """The game cannot be kept: whether it goes on all the same. Through a pipe nobody can be asked, and it does."""
        if not self.screen.live:
            return True
        answer = self.screen.read(f"The game cannot be kept: {reason}. Go on without keeping it? (yes or no) ")
        return answer.lower().startswith("y")

    # -------------------------------------------------------------- the loop

    def run(self, resumed: bool = False) -> int:
        try:
            return self._run(resumed)
        except KeyboardInterrupt:
            with contextlib.suppress(OSError, ValueError):
                self.screen.say("", "Stopped.", *self._where_it_is_kept())
            return 130
        except BrokenPipeError:
            return 1
        finally:
            self.screen.end_silence()
            self.keeper.release()

    def _run(self, resumed: bool) -> int:
        session, say = self.session, self.screen.say
        say(
            painted(self.table.about.title, Paint.BOLD),
            *wrapped(f"Players: {self._players_line(resumed)}", self.display.width),
        )
        if resumed:
            say(f"The game goes on after {len(session.entries)} actions.")
            seen = max(0, len(session.entries) - 3)
            self.display.mark_as_told(seen)
        elif session.people:
            aim = aim_of(self.table, session.state, Reader(None, tuple(self.names)))
            rolls = any(isinstance(block.end, ops.RollDice) for block in self.table.program.blocks)
            fair = ", fair for how the dice can be checked" if rolls and session.is_fair and self.screen.live else ""
            say(*wrapped(aim, self.display.width) if aim else [], f"Type ? for help{fair}.")
            self._tell_of_unfinished()
        if session.is_fair and session.people and not self.screen.live:
            # Nobody can ask for it there later.
            say(f"Fair dice: {session.commitment}")
        self._save()
        try:
            while self._go_on():
                self._ask(session.need())
        except InputEnded as ended:
            self._save()
            say("You leave before the game is over." if ended.asked else "The input ended before the game did.")
            say(*self._where_it_is_kept())
            return 1
        except DiceError as error:
            self._save()
            where = error.problems[0].span if error.problems else None
            line = f" (line {where.line})" if where is not None and where.source.text else ""
            say(
                *wrapped(f"The game cannot go on{line}: {message_of(error)}.", self.display.width),
                *self._where_it_is_kept(),
            )
            return 1
        self._save()
        self._show_end()
        return 0

    def _tell_of_unfinished(self) -> None:
        """Whoever begins a game may have another of the same kind that is not over."""
        store = self.keeper.store
        if store is None or not self.screen.live:
            return
        with contextlib.suppress(UsageError):
            left = unfinished_game(store, self.table.about.title, self.keeper.name)
            if left:
                how = f"A game that you left is kept: `{to_play(f'--resume {left}')}` goes on with it."
                self.screen.say(*wrapped(how, self.display.width))

    def _players_line(self, resumed: bool) -> str:
        """Tell who plays; before a game also how to get easier opponents."""
        players = players_text(self.session.seats)
        hint = easier_opponents_tip(self.session.seats)
        return players if resumed or not hint else f"{players.removesuffix(')')}{hint})"

    def _go_on(self) -> bool:
        """Everything that needs no person; whether somebody is asked then, and the game is not over."""
        session = self.session
        begun = len(session.entries)
        while True:
            need = session.need()
            if need.kind == "over":
                return False
            if need.kind == "report" and self.attempts.by_odds and session.seats[need.seat].bot is None:
                session.answer(self.attempts.draw_report())
            elif need.is_person:
                return True
            else:
                if need.kind == "bot":
                    done = sum(entry.need.kind == "bot" for entry in session.entries[begun:])
                    so_far = f" ({done} moves so far)" if done >= LONG_RUN else ""
                    self.screen.thinking(f"{self.names[need.seat]} thinks {self.screen.signs.more}{so_far}")
                session.advance()
            if not session.people:
                self.screen.say(*self.display.take_news_lines(None))
            self.display.show_ended_games()

    def _save(self) -> None:
        """A full disk stops no game, but is told."""
        self.screen.say(*self.keeper.write_rest())

    def _where_it_is_kept(self) -> list[str]:
        """Where the game can be found."""
        return [line for text in self.keeper.where_it_is_kept() for line in wrapped(text, self.display.width)]

    def _show_end(self) -> None:
        """The last things that happened, the whole table with all hands, and why it is over."""
        self.display.show_end(self.session.state, "the end")
        chance = any(entry.need.kind in {"roll", "draw", "odds"} for entry in self.session.entries)
        if chance and self.session.is_fair and self.session.people:
            self.screen.say(*wrapped(self._fairness_text(), self.display.width))
        self.screen.say(*self._where_it_is_kept())
        self.screen.output.flush()

    def _fairness_text(self) -> str:
        """How the dice can be checked: at a terminal in few words, where the game is kept with its seed."""
        if self.screen.live and self.keeper.name:
            rolled = any(entry.need.kind == "roll" for entry in self.session.entries)
            return (
                f"The {'dice' if rolled else 'lots'} were fair: `{to_run(f'verify {self.keeper.name}')}` checks them."
            )
        return f"The dice came from seed {self.session.seed} with {self.session.nonce}; `dicedsl verify` checks them."

    # -------------------------------------------------------------- asking

    def _question_for(self, need: Need) -> TypedQuestion:
        if need.kind == "typed":
            return RollQuestion(self.display, need)
        return ReportQuestion(self.display, need) if need.kind == "report" else ChoiceQuestion(self.display, need)

    def _ask(self, need: Need) -> None:
        if need.kind == "report" and self.attempts.ask_for_real_dice():
            return
        question = self._question_for(need)
        self._hand_over(need)
        left = self._ahead.go_on(self.session.entries, need)
        if not self._ahead.lines:
            self.display.show(question)
        left = left or self._ahead.tip(self.session.entries, need)
        self.screen.say(*wrapped(left, self.display.width) if left else ())
        commands = Commands(self.display, self.attempts, self.keeper, question)
        count = len(self.session.entries)
        while len(self.session.entries) == count and not commands.is_over:
            line = self._ahead.next() or self._read_answer(need, question, commands)
            if len(line) > LONGEST_INPUT:
                self.screen.say("That line is too long.")
                continue
            try:
                if not commands.run(line) and not question.answer_with(line) and not self._ahead.lines:
                    self._show_next_pick(question)
            except Fault:
                raise
            except DiceError as error:
                if self._ahead.is_going:
                    self.display.show(question)
                refusal = f"{sentence(self.display.with_names(message_of(error)))} {self._ahead.stop()}".strip()
                self.screen.say(*wrapped(refusal, self.display.width))
        self._save()
        if len(self.session.entries) > count:
            self.display.show_ended_games()
        if question.secret and self.screen.live:
            self.screen.clear()

    def _read_answer(self, need: Need, question: TypedQuestion, commands: Commands) -> str:
        """What is typed; of several answers in one line the first, and the others come when they are asked for."""
        name = self.names[need.seat]
        line = self.screen.read(f"{name}> ", whose=name, secret=question.secret, complete=commands.completions)
        if need.kind != "choose" or commands.knows(line):
            return line
        return self._ahead.begin(line, len(self.session.entries))

    def _show_next_pick(self, question: TypedQuestion) -> None:
        """Something is picked, something else is asked: with the table where places are marked on it."""
        if any(offer.names for offer in question.offered().values()):
            self.display.show(question)
        else:
            self.screen.say(*question.lines(self.display.width, self.screen.signs.more))

    def _hand_over(self, need: Need) -> None:
        """Several people share the screen: who may look now."""
        decision = self.table.decision(self.session.state)
        at_once = decision is not None and decision.at_once
        if not self.display.is_shared or not (has_secrets(self.table) or at_once):
            return
        if self.session.seats[need.seat].bot is not None:
            return
        if self._reader == need.seat and not at_once:
            return
        self._reader = need.seat
        name = self.names[need.seat]
        if self.screen.live:
            self.screen.clear()
            self.screen.read(f"Pass the screen to {name}, then press Enter. ", secret=True)
            self.screen.clear()
        else:
            self.screen.say("", f"Only {name} looks at the screen now; the others look away.")


# ------------------------------------------------------------------ small things


def message_of(error: DiceError) -> str:
    return str(error.args[0]) if error.args else "that is not possible now"


__all__ = ["Terminal", "play"]
