"""What happened between two states, told to a reader: the move or the roll, and everything that came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from attrs import frozen

from dicedsl.interpreter.engines.stepping.helpers import B
from dicedsl.interpreter.model.asking import wins
from dicedsl.interpreter.model.facts import said
from dicedsl.interpreter.model.naming import Reader, counted, listed, sentence
from dicedsl.interpreter.model.seeing import zone_title
from dicedsl.interpreter.model.things import Event, Kind
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import View, told_move, told_roll, view
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER

MOST_PLACES = 8  # that are named one by one


@frozen
class Step:
    """One action of a game with the states around it, what was said on the way, and who acted."""

    before: State
    action: Move | Outcome
    after: State
    told: tuple[str, ...]
    seat: int


def events_of(table: Table, step: Step, reader: Reader) -> list[Event]:
    """Everything that happened in one step, in the order in which it is best told."""
    return list(Telling(table, step, reader).all())


class Telling:
    def __init__(self, table: Table, step: Step, reader: Reader) -> None:
        self.table = table
        self.program = table.program
        self.step = step
        self.reader = reader
        self.was: View = view(table, step.before, reader.seat)
        self.now: View = view(table, step.after, reader.seat)

    def all(self) -> Iterator[Event]:
        yield from self._action()
        for text in self.step.told:
            yield Event(Kind.SAID, self.reader.heard(text, self.step.seat), self.step.seat)
        yield from self._shown()
        if self._new_game:
            yield from self._game_won()
        else:
            yield from self._moved()
            yield from self._changed()
            yield from self._out()
        yield from self._counters()

    @property
    def _new_game(self) -> bool:
        """Whether another game of a match has begun: then everything lies anew, and only what is kept for the match is told."""
        return self.was.games != self.now.games and self.was.games > 0

    # -------------------------------------------------------------- what was done

    def _action(self) -> Iterator[Event]:
        table, before, action, reader = self.table, self.step.before, self.step.action, self.reader
        seat = self.step.seat
        if isinstance(action, Move):
            yield from self._move(action)
        elif table.rolling(before):
            numbers = told_roll(table, before, action, reader.seat)
            dice = tuple(d for d in table.rolling(before) if self.program.dice[d].numbered)
            yield Event(Kind.ROLL, sentence(f"{reader.does(seat, 'roll')} {numbers}"), seat, dice)
        elif not table.sight.secrets:
            yield Event(Kind.DRAW, sentence(f"drawn by lot: {self._drawn(action)}"))
        else:
            yield Event(Kind.DRAW, "One is drawn by lot.")

    def _drawn(self, action: Outcome) -> str:
        end = self.program.blocks[self.step.before.cells[self.table.reg.pc]].end
        if isinstance(end, ops.DrawOne) and end.shape == "player":
            return self.reader.who(action.values[0])
        return action.text or " ".join(map(str, action.values))

    def _move(self, move: Move) -> Iterator[Event]:
        table, before, reader = self.table, self.step.before, self.reader
        decision = table.decision(before)
        if decision is None:
            return
        if decision.reported:
            text = f"{reader.who(move.seat)}: {move.text}"
            yield Event(Kind.REPORT, sentence(text), move.seat)
        elif decision.at_once:
            yield Event(
                Kind.MOVE,
                sentence(f"{reader.who(move.seat)} {'have' if move.seat == reader.seat else 'has'} chosen"),
                move.seat,
            )
        else:
            text = self._names(told_move(table, before, move, reader.seat))
            yield Event(Kind.MOVE, sentence(f"{reader.who(move.seat)}: {text}"), move.seat)

    def _names(self, text: str) -> str:
        """Seats by their names."""
        for seat in range(self.table.players - 1, -1, -1):
            text = text.replace(f"P{seat + 1}", self.reader.names[seat])
        return text

    # -------------------------------------------------------------- what came of it

    def _shown(self) -> Iterator[Event]:
        """Dice that were hidden from the reader and lie open now, by the zone they lie in."""
        was = {(z.name, z.keys): z for z in self.was.zones}
        for zone in self.now.zones:
            before = was[zone.name, zone.keys]
            open_ = [d for d in zone.dice if not d.hidden and d.number is not None]
            if any(d.hidden for d in before.dice) and open_ and not any(d.hidden for d in zone.dice):
                numbers = " ".join(f"d{d.index}:{d.number}" if d.index is not None else str(d.number) for d in open_)
                yield Event(Kind.SHOWN, sentence(f"{zone_title(zone, self.reader)}: {numbers}"), zone.owner)

    def _moved(self) -> Iterator[Event]:
        """Dice that lie elsewhere now, those together that went the same way."""
        ways: dict[tuple[str, str], list[int]] = defaultdict(list)
        filled: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
        reg, zones = self.table.reg, len(self.program.zones)
        picked = self._picked()
        for die in range(len(self.program.dice)):
            here, there = (c[reg.location + die] for c in (self.step.before.cells, self.step.after.cells))
            if here == there:
                continue
            from_, to = self._where(here), self._where(there)
            if there >= zones:
                filled[from_ if here < zones else "the board", self._sort(die)].append(self._place(there))
            elif from_ != to:
                ways[from_, to].append(die)
        for (_, sort), places in filled.items():
            named = [p for p in places if p not in picked] or places
            text = listed([self._place_text(p) for p in named[:MOST_PLACES]])
            more = len(named) - MOST_PLACES
            text += f" and {more} more" if more > 0 else ""
            if len(places) > 1 or not picked:
                yield Event(Kind.MOVED, sentence(f"{sort} on {text}"), None, (), tuple(places))
        for (from_, to), dice in ways.items():
            goes = "goes" if len(dice) == 1 else "go"
            keys = tuple(d for d in dice if self.program.dice[d].numbered)
            text = sentence(f"{counted(len(dice), 'die', 'dice')} {goes} from {from_} to {to}")
            yield Event(Kind.MOVED, text, None, keys, minor=True)

    def _picked(self) -> set[tuple[str, int]]:
        """Places that the move itself names."""
        action, decision = self.step.action, self.table.decision(self.step.before)
        if not isinstance(action, Move) or decision is None:
            return set()
        found: set[tuple[str, int]] = set()
        for pick, value in zip(decision.alternatives[action.alternative].picks, action.values, strict=True):
            if pick.shape.startswith("place:"):
                members = B[value] if pick.many or pick.sets else (value,)
                found |= {(pick.shape.partition(":")[2], m) for m in members}
        return found

    def _sort(self, die: int) -> str:
        info = self.program.dice[die]
        colour = "" if info.colour == "plain" else f" {info.colour}"
        if info.owner >= 0:
            return f"{self.reader.whose(info.owner)}{colour} dice"
        return f"{colour.strip()} dice" if colour else "dice"

    def _where(self, location: int) -> str:
        zones = len(self.program.zones)
        if location < zones:
            return zone_title(self.now.zones[location], self.reader)
        return self._place_text(self._place(location))

    def _place(self, location: int) -> tuple[str, int]:
        at = location - len(self.program.zones)
        board = next(b for b in self.program.boards if b.first <= at < b.first + len(b.labels))
        return board.name, at - board.first

    def _place_text(self, place: tuple[str, int]) -> str:
        return self.table.words.value(f"place:{place[0]}", place[1])

    def _changed(self, match_only: bool = False) -> Iterator[Event]:
        """Memory of players and of the game that holds something else now."""
        for slot, lines in self.table.sight.slots:
            if slot.keys not in {(), ("player",)} or (match_only and slot.scope != "match"):
                continue
            for at, line in enumerate(lines):
                was, now = (c[slot.base + at] for c in (self.step.before.cells, self.step.after.cells))
                sees = self.table.sight.sees
                if was == now or not all(
                    sees(line.seers, s.cells, self.reader.seat) for s in (self.step.before, self.step.after)
                ):
                    continue
                yield self._change(slot, at if slot.keys else None, was, now)

    def _change(self, slot: ops.Slot, seat: int | None, was: int, now: int) -> Event:
        whose = "" if seat is None else f"{self.reader.whose(seat)} "
        new = said(self.table, slot, now, self.reader)
        if slot.shape == "number" and not slot.many and NO_NUMBER not in (was, now):
            text = f"{whose}{slot.name}: {was} {'+' if now > was else '-'} {abs(now - was)} = {now}"
        elif slot.shape == "truth":
            text = f"{whose}{slot.name}: {'yes' if now else 'no'}"
        else:
            text = f"{whose}{slot.name}: {new or 'none'}"
        start = self.program.initial[slot.base + (seat or 0)]
        # What begins anew in every turn or round is not worth a sentence.
        return Event(Kind.CHANGED, sentence(text), seat, minor=now == start)

    def _out(self) -> Iterator[Event]:
        for seat in self.now.out:
            if seat not in self.was.out:
                yield Event(Kind.OUT, sentence(f"{self.reader.does(seat, 'are')} out"), seat)

    def _game_won(self) -> Iterator[Event]:
        yield Event(Kind.GAME, f"Game {self.was.games} of the match is over.")
        yield from self._changed(match_only=True)

    def _counters(self) -> Iterator[Event]:
        result, reader = self.now.result, self.reader
        if result is not None:
            what = "match" if result.match_over else "game"
            who = wins(result.winners, reader) if result.winners else "nobody wins"
            yield Event(Kind.OVER, sentence(f"the {what} is over: {who}"))
            if result.reason:
                yield Event(Kind.OVER, sentence(result.reason))
            return
        if self.now.rounds > self.was.rounds and not self._new_game:
            yield Event(Kind.ROUND, f"Round {self.now.rounds} is over.")
        if self.now.last_turns and not self.was.last_turns:
            yield Event(Kind.ROUND, "The last turns have begun.")
        if self.now.on_turn != self.was.on_turn and self.now.on_turn >= 0:
            whose = reader.whose(self.now.on_turn)
            yield Event(Kind.TURN, sentence(f"{whose} turn"), self.now.on_turn)
