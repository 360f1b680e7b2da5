"""A game at the terminal: what happened, the table, a question, an answer. Works on a screen and through pipes.

Everything that is shown comes from the model of the table; through a pipe it is plain text that a screen reader or a file can take.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

from attrs import evolve

from dicedsl.called import to_play, to_run
from dicedsl.errors import DiceError, Fault, UsageError, why
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.model.events import Step, games_ended, swept
from dicedsl.interpreter.model.model import aim_of, boards_at, model_of
from dicedsl.interpreter.model.naming import Reader, sentence
from dicedsl.interpreter.model.things import Event, EventKind, Model, Zone
from dicedsl.interpreter.play.asking.asking import AskedChoice, AskedReport, AskedRoll, TypedQuestion
from dicedsl.interpreter.play.keeping import GameStore, Keeper, KeptGame
from dicedsl.interpreter.play.session.seating import calls_of, easier, introduced, names_of
from dicedsl.interpreter.play.session.session import LogEntry, Need, Session
from dicedsl.interpreter.play.telling.advising import Adviser
from dicedsl.interpreter.play.telling.ending import ending_lines, opened
from dicedsl.interpreter.play.telling.news import LONG_RUN, events, folded, in_short, named_places, news_lines
from dicedsl.interpreter.play.terminal.again import unfinished
from dicedsl.interpreter.play.terminal.ahead import TypedAhead
from dicedsl.interpreter.play.terminal.commands import Commands
from dicedsl.interpreter.play.terminal.screen import InputEnded, Screen
from dicedsl.interpreter.seeds import derive
from dicedsl.interpreter.show.boards import Offer
from dicedsl.interpreter.show.draw import Look, drawn_table, introduction, title_line
from dicedsl.interpreter.show.text import Paint, painted, wrapped
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.view import has_secrets
from dicedsl.program import ops
from dicedsl.writing import write_whole

LONGEST = 4_000  # characters of a line that is typed
HINT_SECONDS = 1.5
LEAST_NEWS = 3  # lines of what happened that are always told
BY_ODDS = 1_000  # a stream of its own for attempts that a person lets the program draw
LEAVING = frozenset({"q", "quit", "exit", "bye"})  # what is answered to leave where no question of the game is open
KEPT_LINES = 3  # lines of an end that are not for the table


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
            write_whole(transcript, session.transcript())
        except OSError as error:
            raise UsageError(f"{transcript}: {why(error, 'cannot be written')}") from None
    return code


class Terminal:
    """One game at one screen: the loop that shows what happened, puts the next question and takes the answer, until the game is over or left.

    What is typed goes to the question at hand (`asking`), or to `commands`; several people may share the screen.
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
        self.rules_text = rules_text
        self.names = names_of(session.seats)
        self.calls = calls_of(session.seats)
        people = session.people
        # One person sees what that seat sees; several share what everybody sees.
        self.eyes = people[0] if len(people) == 1 else None
        self.shared = len(people) > 1
        self._has_dice = False  # whether people try with real dice what the game wants tried
        self.table_lines = 0  # of the table and the question as they were shown last, with the prompt
        self.by_odds = False  # whether attempts of people are drawn from now on
        self._recent: set[tuple[str, int]] = set()  # places that the last news named
        self._introduced = False  # whether it has been said what the pictures are
        self._doubted: set[str] = set()  # what somebody was asked about
        self._looking: int | None = None
        self._told: dict[int | None, int] = {}  # how many entries each reader knows of
        self._held: dict[int | None, list[Event]] = {}  # what each reader is told when the next game begins
        self.adviser = Adviser(session, HINT_SECONDS)
        self._ahead = TypedAhead()
        self.keeper = Keeper(session, store, save_to, name=name, kept=kept, unkept=self._unkept)

    def _unkept(self, reason: str) -> bool:
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
                self.screen.say("", "Stopped.", *self._kept())
            return 130
        except BrokenPipeError:
            return 1
        finally:
            self.screen.hear()
            self.keeper.release()

    def _run(self, resumed: bool) -> int:
        session, say = self.session, self.screen.say
        say(
            painted(self.table.about.title, Paint.BOLD),
            *wrapped(f"Players: {self._players_line(resumed)}", self._width),
        )
        if resumed:
            say(f"The game goes on after {len(session.entries)} actions.")
            seen = max(0, len(session.entries) - 3)
            self._told = {reader: seen for reader in (None, *range(self.table.players))}
        elif session.people:
            aim = aim_of(self.table, session.state, Reader(None, tuple(self.names)))
            rolls = any(isinstance(block.end, ops.RollDice) for block in self.table.program.blocks)
            fair = ", fair for how the dice can be checked" if rolls and session.is_fair and self.screen.live else ""
            say(*wrapped(aim, self._width) if aim else [], f"Type ? for help{fair}.")
            self._tell_of_unfinished()
        if session.is_fair and session.people and not self.screen.live:
            # Nobody can ask for it there later.
            say(f"Fair dice: {session.commitment}")
        self._keep()
        try:
            while self._go_on():
                self._ask(session.need())
        except InputEnded as ended:
            self._keep()
            say("You leave before the game is over." if ended.asked else "The input ended before the game did.")
            say(*self._kept())
            return 1
        except DiceError as error:
            self._keep()
            where = error.problems[0].span if error.problems else None
            line = f" (line {where.line})" if where is not None and where.source.text else ""
            say(*wrapped(f"The game cannot go on{line}: {message(error)}.", self._width), *self._kept())
            return 1
        self._keep()
        self._end()
        return 0

    def _tell_of_unfinished(self) -> None:
        """Whoever begins a game may have another of the same kind that is not over."""
        store = self.keeper.store
        if store is None or not self.screen.live:
            return
        with contextlib.suppress(UsageError):
            left = unfinished(store, self.table.about.title, self.keeper.name)
            if left:
                how = f"A game that you left is kept: `{to_play(f'--resume {left}')}` goes on with it."
                self.screen.say(*wrapped(how, self._width))

    def _players_line(self, resumed: bool) -> str:
        """Who plays; before a game also how to get easier opponents."""
        told = introduced(self.session.seats)
        hint = easier(self.session.seats)
        return told if resumed or not hint else f"{told.removesuffix(')')}{hint})"

    def _go_on(self) -> bool:
        """Everything that needs no person; whether somebody is asked then, and the game is not over."""
        session = self.session
        begun = len(session.entries)
        while True:
            need = session.need()
            if need.kind == "over":
                return False
            if need.kind == "report" and self.by_odds and session.seats[need.seat].bot is None:
                session.answer(self.drawn_report())
            elif need.is_person:
                return True
            else:
                if need.kind == "bot":
                    done = sum(entry.need.kind == "bot" for entry in session.entries[begun:])
                    so_far = f" ({done} moves so far)" if done >= LONG_RUN else ""
                    self.screen.thinking(f"{self.names[need.seat]} thinks {self.screen.signs.more}{so_far}")
                session.advance()
            if not session.people:
                self.screen.say(*self._news(None))
            self._show_ended_games()

    def drawn_report(self) -> Move:
        """What comes of an attempt by the odds of the rulebook."""
        chance = Chance(derive(self.session.seed, BY_ODDS, len(self.session.entries)))
        return self.table.report_by_odds(self.session.state, chance)

    def _keep(self) -> None:
        """A full disk stops no game, but is told."""
        self.screen.say(*self.keeper.keep())

    def _kept(self) -> list[str]:
        """Where the game can be found."""
        return [line for text in self.keeper.kept() for line in wrapped(text, self._width)]

    def _end(self) -> None:
        """The last things that happened, the whole table with all hands, and why it is over."""
        self._show_end(self.session.state, "the end")
        chance = any(entry.need.kind in {"roll", "draw", "odds"} for entry in self.session.entries)
        if chance and self.session.is_fair and self.session.people:
            self.screen.say(*wrapped(self._fair(), self._width))
        self.screen.say(*self._kept())
        self.screen.output.flush()

    def fairness(self) -> list[str]:
        """How anybody can find out after the game that its dice were not made up on the way."""
        if not self.session.is_fair:
            return ["Whoever chose the seed of this game can know its dice; without --seed nobody does."]
        return [
            "All dice follow from a secret number, which is told when the game is over. These signs were made from it before the game"
            " began, and fit no other number:",
            self.session.commitment,
        ]

    def _fair(self) -> str:
        """How the dice can be checked: at a terminal in few words, where the game is kept with its seed."""
        if self.screen.live and self.keeper.name:
            rolled = any(entry.need.kind == "roll" for entry in self.session.entries)
            return (
                f"The {'dice' if rolled else 'lots'} were fair: `{to_run(f'verify {self.keeper.name}')}` checks them."
            )
        return f"The dice came from seed {self.session.seed} with {self.session.nonce}; `dicedsl verify` checks them."

    def _show_end(self, state: State, what: str, until: EventKind | None = None) -> None:
        """What happened up to then, the whole table with all hands, and the result."""
        model = opened(self.table, state, self.eyes, self.names, self._levels)
        then = swept(self.table, self._last_step) if self.session.entries else None
        if then is not None:
            model = evolve(model, boards=boards_at(self.table, state, then, self.eyes), zones=())
        look = Look(self._width, 0, self.screen.signs)
        self.screen.passing("")
        self.screen.say(
            *self._news(self.eyes, self._most(KEPT_LINES), until),
            title_line(model, look, what),
            *drawn_table(model, look),
            *ending_lines(model, self._width),
        )

    def _show_ended_games(self) -> None:
        """Each game of a match ends with its whole table and all hands, before the next one is begun."""
        step = self._last_step
        ended = games_ended(self.table, step)
        if not ended and self.session.result is None:
            self._show_swept(step)
        for state in ended:
            number = state.cells[self.table.reg.game]
            self._show_end(state, f"the end of game {number}", until=EventKind.NEXT)
            if self.screen.live and self.session.people:
                self._pause(f"Enter begins game {number + 1}, q leaves. ")

    def _pause(self, prompt: str) -> None:
        """Somebody looks at what is shown until they go on, or leave."""
        if self.screen.read(prompt).lower() in LEAVING:
            raise InputEnded(asked=True)

    @property
    def _last_step(self) -> Step:
        entry = self.session.entries[-1]
        return Step(entry.before, entry.action, entry.after, entry.told, entry.need.seat)

    def _show_swept(self, step: Step) -> None:
        """A board that was cleared is shown as it stood, with what came of it."""
        then = swept(self.table, step)
        if then is None:
            return
        model = model_of(self.table, self.session.state, self.eyes, self.names, self._levels)
        boards = boards_at(self.table, self.session.state, then, self.eyes)
        # What is told beside the board is about what comes now.
        stood = evolve(model, boards=boards, zones=(), facts=(), sheets=(), question=None)
        look = Look(self._width, 0, self.screen.signs, colour=self.screen.colour)
        cleared = f"round {then[self.table.reg.rounds] + 1}, before the board was cleared"
        self.screen.passing("")
        self.screen.say(title_line(stood, look, cleared), *drawn_table(stood, look), *self._news(self.eyes))
        if self.screen.live and self.session.people:
            self._pause("Enter goes on. ")

    # -------------------------------------------------------------- what is shown

    @property
    def _width(self) -> int:
        return self.screen.size[0]

    @property
    def _levels(self) -> list[str]:
        return [seat.bot or "" for seat in self.session.seats]

    def model(self, seat: int) -> Model:
        """The table as somebody sees it who is asked; for a bot somebody else is."""
        by_hand = self.session.need().kind == "report"
        eyes = seat if self.session.seats[seat].bot is None else self.eyes
        model = model_of(self.table, self.session.state, eyes, self.names, self._levels, by_hand)
        return evolve(model, zones=tuple(self._left_over(zone, seat, eyes) for zone in model.zones))

    def _left_over(self, zone: Zone, seat: int, eyes: int | None) -> Zone:
        """Dice for all that somebody else has rolled last are not yet those of the player who is asked."""
        if zone.owner is not None or not zone.dice:
            return zone
        for entry in reversed(self.session.entries):
            rolled = self.table.rolling(entry.before) if isinstance(entry.action, Outcome) else ()
            if entry.need.seat == seat and entry.need.kind != "draw":
                return zone
            if rolled:
                there = self._rolled_in(entry, zone)
                roller = entry.need.seat
                if not there or roller < 0:
                    return zone
                whose = Reader(eyes, tuple(self.names)).whose(roller)
                return evolve(zone, title=f"{zone.title}, {whose} roll")
        return zone

    def _rolled_in(self, entry: LogEntry, zone: Zone) -> bool:
        """Whether all dice that lie there fell in this roll."""
        number = next((z.number for z in self.table.program.zones if z.name == zone.name and z.owner < 0), -1)
        # What fell on a board and was taken away from there is nobody's roll any more.
        zones, location = len(self.table.program.zones), self.table.reg.location
        rolled = sum(1 << die for die in self.table.rolling(entry.before) if entry.before.cells[location + die] < zones)
        return number >= 0 and not self.session.state.cells[self.table.reg.zone_mask + number] & ~rolled

    def _reader(self, seat: int) -> int | None:
        """Whose eyes read: those of the only person; of several the one who is asked, where anything is hidden."""
        if self.eyes is not None:
            return self.eyes
        return seat if has_secrets(self.table) and self.session.seats[seat].bot is None else None

    def _news(self, reader: int | None, most: int | None = None, until: EventKind | None = None) -> list[str]:
        return news_lines(folded(self._heard(reader, until)), self._width, most, self.screen.signs.more)

    def _heard(self, reader: int | None, until: EventKind | None = None) -> list[Event]:
        """What the reader has not heard yet; with `until` only what came before that in the last entry."""
        entries = self.session.entries
        first = min(self._told.get(reader, 0), len(entries))
        self._told[reader] = len(entries)
        told = events(self.table, entries[first:], Reader(reader, tuple(self.names)))
        told = self._held.pop(reader, []) + told
        if until is not None:
            cut = next((number for number, event in enumerate(told) if event.kind == until), len(told))
            self._held[reader], told = told[cut:], told[:cut]
        # The end is told with the table as it stood then.
        drawn = {EventKind.OVER} if self.session.result is not None else set()
        drawn |= {EventKind.GAME} if self.table.about.has_match else set()
        if told:
            self._recent = named_places(told, reader)
        return [e for e in told if e.kind not in drawn]

    def log_lines(self, seat: int) -> list[str]:
        """All that happened; with real dice by entries with their numbers, by which they can be corrected."""
        entries = self.session.entries
        if self.session.dice != "ask":
            told = events(self.table, entries, Reader(self._reader(seat), tuple(self.names)))
            fair = [f"Fair dice: {self.session.commitment}"] if self.session.is_fair else []
            return [*fair, *news_lines(told, self._width)]
        lines: list[str] = []
        for number, entry in enumerate(entries, start=1):
            own = self.entry_lines(entry, seat)
            lines += (
                wrapped(f"{number}. {' '.join(line.strip() for line in own)}", self._width, "", "  ") if own else []
            )
        return lines

    def named(self, text: str) -> str:
        """A move with players called by their names."""
        return re.sub(r"\bP(\d+)\b", lambda m: self._called(int(m[1]), m[0]), text)

    def _called(self, number: int, text: str) -> str:
        return self.names[number - 1] if 1 <= number <= len(self.names) else text

    def entry_lines(self, entry: LogEntry, seat: int) -> list[str]:
        return news_lines(events(self.table, [entry], Reader(self._reader(seat), tuple(self.names))), self._width)

    def _most(self, taken: int) -> int | None:
        """How many lines are left on the screen; through a pipe everything is told."""
        return max(LEAST_NEWS, self.screen.size[1] - taken) if self.screen.live else None

    def show(self, asking: TypedQuestion, everything: bool = False) -> None:
        """What happened since, the table, and the question: together no higher than the screen where that can be."""
        columns, rows = self.screen.size
        seat = asking.need.seat
        question = asking.lines(columns, self.screen.signs.more)
        high = max(3, rows - len(question) - 2)
        heard = self._heard(self._reader(seat))
        offered = self._pointed_out(asking.model, asking.offered())
        look = Look(columns, high, self.screen.signs, offered, everything, self.screen.colour)
        table = drawn_table(asking.model, look)
        before = [] if everything or self._introduced else introduction(asking.model, look)
        self._introduced = True
        if len(before) + len(drawn_table(asking.model, evolve(look, height=0))) <= high:
            table, before = before + table, []
        news = (
            news_lines(
                folded(in_short(heard)), columns, self._most(len(table) + len(question) + 2), self.screen.signs.more
            )
            + before
        )
        self.screen.passing("")
        self.screen.say(*news, title_line(asking.model, look), *table, *question)
        self.screen.lines_since = 0
        self.table_lines = len(table) + len(question) + 2

    def _pointed_out(self, model: Model, offered: Mapping[str, Offer]) -> dict[str, Offer]:
        """With the places that the last news named."""
        found = dict(offered)
        for board in model.boards:
            recent = {key for name, key in self._recent if name == board.name}
            if recent:
                found[board.name] = evolve(found.get(board.name, Offer()), recent=recent)
        return found

    # -------------------------------------------------------------- asking

    def _leaves_it_to_the_odds(self) -> bool:
        """Once in a game: whether somebody at a screen tries things at a real table, or lets the odds decide for all seats."""
        if self._has_dice or not self.screen.live or self.session.dice == "ask":
            return False
        decision = self.table.decision(self.session.state)
        assert decision is not None
        self.screen.passing("")
        if any(entry.need.kind == "choose" for entry in self.session.entries):
            # There is something to decide without dice: nobody has to be asked.
            told = f"How “{decision.label}” goes is drawn by the odds of the rulebook. If you try it with real dice, type real."
            self.screen.say(*wrapped(told, self._width))
            self.by_odds = True
            return True
        self.screen.say(
            *self._news(self._reader(self.session.need().seat)),
            *wrapped(
                f"In this game something is tried with real dice (“{decision.label}”). Have you set it up on a table, and will you"
                " say what happened? Otherwise the odds of the rulebook decide how it goes.",
                self._width,
            ),
        )
        while (answer := self.screen.read("Real dice? (yes, or Enter for the odds) ").lower()) in {"?", "help"}:
            self.screen.say(
                *wrapped(
                    "yes: you play with real dice on a table, try each time what the game asks for, and type what happened."
                    " Enter or no: nothing is needed, and chance decides each time, as often for you as the rulebook says.",
                    self._width,
                )
            )
        if answer in LEAVING:
            raise InputEnded(asked=True)
        if answer.startswith("y"):
            self.take_real_dice()
        self.by_odds = not self._has_dice
        return self.by_odds

    def take_real_dice(self) -> None:
        """From now on people try at a real table what the game wants tried, and say what happened."""
        self._has_dice, self.by_odds = True, False

    def is_meant(self, doubt: str) -> bool:
        """Somebody at a screen is asked once about each doubt; through a pipe everything is meant."""
        if not self.screen.live or doubt in self._doubted:
            return True
        self._doubted.add(doubt)
        answer = self.screen.read(f"{doubt} (yes, or Enter to choose again) ").lower()
        if answer in LEAVING:
            raise InputEnded(asked=True)
        return answer.startswith("y")

    def _asking(self, need: Need) -> TypedQuestion:
        if need.kind == "typed":
            return AskedRoll(self, need)
        return AskedReport(self, need) if need.kind == "report" else AskedChoice(self, need)

    def _ask(self, need: Need) -> None:
        if need.kind == "report" and self._leaves_it_to_the_odds():
            return
        asking = self._asking(need)
        self._hand_over(need)
        left = self._ahead.go_on(self.session.entries, need)
        if not self._ahead.lines:
            self.show(asking)
        left = left or self._ahead.tip(self.session.entries, need)
        self.screen.say(*wrapped(left, self._width) if left else ())
        commands = Commands(self, asking)
        count = len(self.session.entries)
        while len(self.session.entries) == count and not commands.is_over:
            line = self._ahead.next() or self._line(need, asking, commands)
            if len(line) > LONGEST:
                self.screen.say("That line is too long.")
                continue
            try:
                if not commands.run(line) and not asking.take(line) and not self._ahead.lines:
                    self._next_pick(asking)
            except Fault:
                raise
            except DiceError as error:
                if self._ahead.is_going:
                    self.show(asking)
                told = f"{sentence(self.named(message(error)))} {self._ahead.stop()}".strip()
                self.screen.say(*wrapped(told, self._width))
        self._keep()
        if len(self.session.entries) > count:
            self._show_ended_games()
        if asking.secret and self.screen.live:
            self.screen.clear()

    def _line(self, need: Need, asking: TypedQuestion, commands: Commands) -> str:
        """What is typed; of several answers in one line the first, and the others come when they are asked for."""
        name = self.names[need.seat]
        line = self.screen.read(f"{name}> ", whose=name, secret=asking.secret, complete=commands.completions)
        if need.kind != "choose" or commands.knows(line):
            return line
        return self._ahead.begin(line, len(self.session.entries))

    def _next_pick(self, asking: TypedQuestion) -> None:
        """Something is picked, something else is asked: with the table where places are marked on it."""
        if any(offer.names for offer in asking.offered().values()):
            self.show(asking)
        else:
            self.screen.say(*asking.lines(self._width, self.screen.signs.more))

    def _hand_over(self, need: Need) -> None:
        """Several people share the screen: who may look now."""
        decision = self.table.decision(self.session.state)
        at_once = decision is not None and decision.at_once
        if not self.shared or not (has_secrets(self.table) or at_once):
            return
        if self.session.seats[need.seat].bot is not None:
            return
        if self._looking == need.seat and not at_once:
            return
        self._looking = need.seat
        name = self.names[need.seat]
        if self.screen.live:
            self.screen.clear()
            self.screen.read(f"Pass the screen to {name}, then press Enter. ", secret=True)
            self.screen.clear()
        else:
            self.screen.say("", f"Only {name} looks at the screen now; the others look away.")


# ------------------------------------------------------------------ small things


def message(error: DiceError) -> str:
    return str(error.args[0]) if error.args else "that is not possible now"


__all__ = ["Terminal", "play"]
