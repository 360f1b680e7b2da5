"""A game being played: who is asked, what they answer, what falls, and all of it kept so that it can be taken back or saved.

A session asks nobody itself. `need` says what comes next: `advance` does what needs no person (a bot, an automatic roll), `answer`
takes a person's move or report, `fall` takes dice rolled by hand. A front end is a loop over these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from attrs import field, frozen

from dicedsl.errors import DiceError, Fault, UsageError
from dicedsl.interpreter.bots import BOTS, DEFAULT, Bot
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.play.saving import (
    Saved,
    action_text,
    dealt,
    drawn_shape,
    read_action,
    rulebook_name,
    write_saved,
)
from dicedsl.interpreter.seeds import derive
from dicedsl.interpreter.state import Move, Outcome, Result, State
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import View, has_secrets, told_move, told_roll, view
from dicedsl.program.fingerprint import fingerprint


@frozen
class Seat:
    """Who sits there: a person by name, or a bot."""

    number: int
    name: str
    bot: str | None = None

    @property
    def label(self) -> str:
        return f"P{self.number + 1} ({self.name})"


@frozen
class Need:
    """What the game waits for.

    choose: a person at `seat`; bot: the bot at `seat`; roll, draw: chance by itself; typed: dice rolled (or a lot drawn) by hand;
    report: what happened at the table; odds: the same by lot; over: nothing.
    """

    kind: str
    seat: int = -1

    @property
    def is_person(self) -> bool:
        return self.kind in {"choose", "typed", "report"}


@frozen
class Entry:
    """One action of the game, with the states around it and what was said on the way."""

    before: State = field(repr=False)
    action: Move | Outcome
    after: State = field(repr=False)
    told: tuple[str, ...]
    need: Need


def seats_from(names: Sequence[str], players: int) -> tuple[Seat, ...]:
    """`you` or any name is a person, `bot` a bot, `bot:NAME` a certain one."""
    if len(names) != players:
        raise UsageError(f"{players} players need {players} seats, but {len(names)} are given")
    seats = []
    for number, name in enumerate(names):
        word, _, which = name.partition(":")
        if word == "bot":
            chosen = which or DEFAULT
            if chosen not in BOTS:
                raise UsageError(f"there is no bot {chosen!r}; known: {', '.join(BOTS)}")
            seats.append(Seat(number, name, chosen))
        elif not name.strip() or not name.isprintable():
            raise UsageError("a player needs a name")
        else:
            seats.append(Seat(number, name))
    return tuple(seats)


class Session:
    def __init__(
        self,
        table: Table,
        seats: Sequence[str],
        seed: int,
        dice: str = "auto",
        attempts: str | None = None,
    ) -> None:
        if dice not in {"auto", "ask"}:
            raise UsageError("dice are rolled by themselves (auto) or by hand (ask)")
        self.table = table
        self.seats = seats_from(seats, table.players)
        self.seed = seed
        self.dice = dice
        if attempts in {None, "auto"}:
            attempts = "ask" if dice == "ask" else "odds"
        if attempts not in {"ask", "people", "odds"}:
            raise UsageError("attempts are reported by a person (ask; people: not those of bots) or drawn (odds)")
        self.attempts: str = attempts
        self.entries: list[Entry] = []
        self._texts: list[str] = []
        self._floor = 0
        self._begin = table.start()
        self._fortune = Chance(seed)
        self._bots: dict[int, Bot] = {s.number: BOTS[s.bot]() for s in self.seats if s.bot is not None}

    @cached_property
    def _book_name(self) -> str:
        return rulebook_name(self.table.about)

    @cached_property
    def _book_hash(self) -> str:
        return fingerprint(self.table.program)

    # -------------------------------------------------------------- where we are

    @property
    def state(self) -> State:
        return self.entries[-1].after if self.entries else self._begin

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(s.number for s in self.seats if s.bot is None)

    @cached_property
    def names(self) -> dict[str, int]:
        """The seats of people by their names, where a name means one of them only."""
        called = [s.name.lower() for s in self.seats if s.bot is None]
        return {s.name.lower(): s.number for s in self.seats if s.bot is None and called.count(s.name.lower()) == 1}

    def read(self, text: str) -> Move:
        """The move or report a text means, of whoever is asked. UsageError if none; legal or not is another question."""
        return self.table.parse_move(self.state, self.need().seat, text, self.names)

    @property
    def result(self) -> Result | None:
        return self.table.result(self.state)

    def view(self, seat: int | None) -> View:
        return view(self.table, self.state, seat)

    def need(self) -> Need:
        """What comes next. Those who choose at once are asked one after the other, in the order of their seats."""
        return self._need(self.state)

    def _need(self, state: State) -> Need:
        turn = self.table.turn(state)
        if turn.kind == "over":
            return Need("over")
        if turn.kind == "chance":
            roller = self._roller(state)
            if self.dice == "ask":
                return Need("typed", roller)
            return Need("roll" if self.table.rolling(state) else "draw", roller)
        seat = turn.seats[0]
        if turn.kind == "report":
            asked = self.attempts == "ask" or (self.attempts == "people" and seat not in self._bots)
            return Need("report" if asked else "odds", seat)
        return Need("bot" if seat in self._bots else "choose", seat)

    def _roller(self, state: State) -> int:
        """Whose roll it is: whose zone the dice lie in, if it is one player's, else who acts."""
        reg, program = self.table.reg, self.table.program
        rolled = sum(1 << die for die in self.table.rolling(state))
        owners = {z.owner for z in program.zones if state.cells[reg.zone_mask + z.number] & rolled}
        owner = owners.pop() if len(owners) == 1 else -1
        return owner if owner >= 0 else state.cells[reg.actor]

    def moves(self) -> list[Move]:
        """The legal answers of whoever is asked now."""
        return self.table.moves(self.state, self.need().seat)

    # -------------------------------------------------------------- going on

    def _append(self, action: Move | Outcome, need: Need) -> Entry:
        before = self.state
        after, told = self.table.step(before, action)
        entry = Entry(before, action, after, tuple(told), need)
        self.entries.append(entry)
        return entry

    def advance(self) -> Entry:
        """Do the next action that needs no person."""
        need = self.need()
        if need.kind in {"roll", "draw"}:
            return self._append(self.table.sample(self.state, self._fortune), need)
        if need.kind == "odds":
            return self._append(self.table.report_by_odds(self.state, self._fortune), need)
        if need.kind == "bot":
            moves = self.table.moves(self.state, need.seat)
            if not moves:
                decision = self.table.decision(self.state)
                assert decision is not None
                what = "nothing is allowed here, and the rulebook does not say what happens then"
                raise Fault("F506", what, decision.span)
            # A stream of its own for every decision: what a bot does follows from the seed and the actions before.
            chance = Chance(derive(self.seed, 1 + need.seat, len(self.entries)))
            return self._append(self._bots[need.seat].choose(self.view(need.seat), moves, chance), need)
        raise UsageError("a person has to act now" if need.is_person else "the game is over")

    def answer(self, move: Move) -> Entry:
        """A person's move, or a report of what happened at the table. UsageError with the rule's sentence if not legal."""
        need = self.need()
        if need.kind not in {"choose", "report"} or move.seat != need.seat:
            raise UsageError("it is not this player's turn to choose")
        return self._append(move, need)

    def fall(self, numbers: Sequence[int]) -> Entry:
        """Dice rolled by hand, in the order of `table.rolling`; equal dice in any order. Or the member drawn."""
        need = self.need()
        if need.kind != "typed":
            raise UsageError("no dice are rolled by hand now")
        return self._append(self._fallen(tuple(numbers)), need)

    def _fallen(self, numbers: tuple[int, ...]) -> Outcome:
        dice = self.table.rolling(self.state)
        if not dice or len(numbers) != len(dice):
            if drawn_shape(self.table, self.state) is not None and len(numbers) == 1:
                return self.table.drawn(self.state, numbers[0])
            return Outcome(numbers, text=" ".join(map(str, numbers)))
        values = self.table.in_order(list(self.state.cells), self.state.cells[self.table.reg.rolling], numbers)
        return Outcome(values, text=" ".join(map(str, values)))

    def run(self) -> Iterator[Entry]:
        """Go on until a person is needed or the game is over."""
        while True:
            need = self.need()
            if need.is_person or need.kind == "over":
                return
            yield self.advance()

    # -------------------------------------------------------------- taking back

    def undo(self) -> Entry:
        """Take back the last thing a person did. UsageError with the reason if that would take back luck or a secret."""
        if not self.entries:
            raise UsageError("There is nothing to take back yet.")
        for at in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[at]
            if at < self._floor:
                raise UsageError("Dice have fallen since; what came before cannot be taken back.")
            if entry.need.kind == "typed":
                if at < len(self.entries) - 1:
                    raise UsageError("Dice have fallen since; what came before cannot be taken back.")
                self._cut(at)
                self._floor = at  # these dice have been seen: they can be typed again, but not undone further
                return entry
            if entry.need.kind in {"roll", "draw", "odds"}:
                raise UsageError("Dice have fallen since; what came before cannot be taken back.")
            if self._is_secret(entry):
                raise UsageError("A secret choice has been made since; it cannot be taken back.")
            if entry.need.kind in {"choose", "report"}:
                self._cut(at)
                return entry
            if has_secrets(self.table):
                raise UsageError("Another player has answered since; that cannot be taken back.")
        raise UsageError("There is nothing to take back: no person has moved yet.")

    def _cut(self, at: int) -> None:
        del self._texts[at:]
        del self.entries[at:]

    def _is_secret(self, entry: Entry) -> bool:
        decision = self.table.decision(entry.before)
        if decision is None or not isinstance(entry.action, Move):
            return False
        return decision.at_once or any(p.secret for p in decision.alternatives[entry.action.alternative].picks)

    # -------------------------------------------------------------- telling

    def tell(self, entry: Entry, seat: int | None) -> list[str]:
        """An action in words, as a seat (None: everybody) may hear it."""
        lines = self._tell_action(entry, seat)
        return [*lines, *(f"  {said}" for text in entry.told for said in text.splitlines())]

    def _tell_action(self, entry: Entry, seat: int | None) -> list[str]:
        table, action = self.table, entry.action
        who = self.seats[entry.need.seat].label
        if isinstance(action, Outcome):
            if table.rolling(entry.before):
                return [f"{who} rolls {told_roll(table, entry.before, action, seat)}"]
            if dealt(table, entry.before):
                # Many draws of one step are told once.
                at = self._at(entry)
                again = at > 0 and dealt(table, self.entries[at - 1].before)
                return [] if again else ["Dice are laid out by lot."]
            if has_secrets(table):
                return ["One is drawn by lot."]
            return [f"Drawn by lot: {action.text}"]
        decision = table.decision(entry.before)
        if decision is not None and decision.reported:
            return [f"{who}, the table reports: {action.text}"]
        if decision is None or not decision.at_once:
            return [f"{who}: {told_move(table, entry.before, action, seat)}"]
        if len(table.turn(entry.before).seats) > 1:
            return [f"{who} has chosen."]
        lines = [f"{who} has chosen, and all answers are in."]
        for e in self._together(entry):
            assert isinstance(e.action, Move)
            lines.append(f"{self.seats[e.action.seat].label}: {told_move(table, e.before, e.action, seat)}")
        return lines

    def _at(self, entry: Entry) -> int:
        return next(i for i in range(len(self.entries) - 1, -1, -1) if self.entries[i] is entry)

    def _together(self, last: Entry) -> list[Entry]:
        """The answers to one choice made at once, of which this is the last."""
        at = self._at(last)
        pc = self.table.reg.pc
        found = [last]
        waiting = 1
        while at > 0:
            at -= 1
            entry = self.entries[at]
            asked = len(self.table.turn(entry.before).seats)
            if entry.before.cells[pc] != last.before.cells[pc] or asked != waiting + 1:
                break
            waiting = asked
            found.append(entry)
        return sorted(found, key=lambda e: e.need.seat)

    def result_lines(self) -> list[str]:
        result = self.result
        if result is None:
            return ["The game is not over."]
        winners = [self.seats[s].label for s in result.winners]
        what = "match" if result.match_over else "game"
        if not winners:
            lines = [f"The {what} is over: nobody wins."]
        elif len(winners) == 1:
            lines = [f"The {what} is over: {winners[0]} wins."]
        else:
            lines = [f"The {what} is over: {', '.join(winners[:-1])} and {winners[-1]} win together."]
        if result.reason:
            lines.append(f"Why: {result.reason}.")
        for seat in sorted(self.seats, key=lambda s: (result.places[s.number], s.number)):
            score = "" if result.scores is None else f", {result.scores[seat.number]}"
            lines.append(f"  {result.places[seat.number]}. {seat.label}{score}")
        return lines

    def transcript(self, seat: int | None = None) -> str:
        """The game so far as text, with what a seat (None: everybody) may know. The seed follows only once the game is over."""
        options = [f"{name} = {value}" for name, value in self.table.setting.options]
        lines = [self.table.about.title, "Players: " + ", ".join(s.label for s in self.seats)]
        lines += [f"Variant: {title}" for title in self.table.about.chosen]
        lines += ["Options: " + ", ".join(options)] if options else []
        lines.append("")
        for entry in self.entries:
            lines += self.tell(entry, seat)
        if self.result is not None:
            lines += ["", *self.result_lines()]
            if self.dice == "auto":
                lines.append(f"Seed: {self.seed}")
        return "\n".join(lines) + "\n"

    # -------------------------------------------------------------- saving

    def saved(self) -> Saved:
        for entry in self.entries[len(self._texts) :]:
            self._texts.append(action_text(self.table, entry.before, entry.action))
        about = self.table.about
        return Saved(
            title=about.title,
            rulebook=self._book_name,
            rulebook_hash=self._book_hash,
            variants=about.chosen,
            uses=about.uses,
            setting=self.table.setting,
            seats=tuple(s.name for s in self.seats),
            seed=self.seed,
            dice=self.dice,
            attempts=self.attempts,
            actions=tuple(self._texts),
            floor=self._floor,
        )

    def save(self, path: Path) -> None:
        write_saved(path, self.saved())

    @classmethod
    def resume(cls, table: Table, saved: Saved) -> Session:
        """The game as it was saved, with the same future. UsageError if it does not fit the table."""
        saved.check(table)
        session = cls(table, saved.seats, saved.seed, saved.dice, saved.attempts)
        for number, text in enumerate(saved.actions, start=1):
            try:
                session._repeat(text)
            except (DiceError, ValueError):
                raise UsageError(
                    f"this saved game does not fit its rulebook: action {number} is not possible"
                ) from None
        session._floor = saved.floor
        return session

    def _repeat(self, text: str) -> None:
        need = self.need()
        if need.kind in {"roll", "draw", "odds"}:
            # Drawn again, so that the random source stands where it stood.
            entry = self.advance()
            if action_text(self.table, entry.before, entry.action) != text:
                raise UsageError("this did not fall")
            return
        action = read_action(self.table, self.state, text)
        wanted = Outcome if need.kind == "typed" else Move
        if not isinstance(action, wanted) or (isinstance(action, Move) and action.seat != need.seat):
            raise UsageError("something else is to be done")
        self._append(action, need)
