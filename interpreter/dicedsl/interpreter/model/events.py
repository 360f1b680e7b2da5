"""What happened between two states, told to a reader: the move or the roll, and everything that came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from dicedsl.interpreter.model.action_events import ActionEvents
from dicedsl.interpreter.model.change_events import ChangeEvents, NamedByMove, SaidNumber, shown_hands_of
from dicedsl.interpreter.model.naming import Reader, sentence
from dicedsl.interpreter.model.open_choice import win_text
from dicedsl.interpreter.model.records import Event, EventKind
from dicedsl.interpreter.model.shown_words import ShownWords, heard_text
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.memo import Memo
from dicedsl.interpreter.table.moment import Moment
from dicedsl.interpreter.table.sight import Cells
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS
from dicedsl.program.shapes import shape_of
from dicedsl.text.english import listed

Course = tuple[list[int], list[Moment]]
_LAST: Memo[tuple[State, Move | Outcome, Course]] = Memo()


@frozen
class PlayedAction:
    """One action of a game with the states around it, what was said on the way, and who acted."""

    before: State
    action: Move | Outcome
    after: State
    told: tuple[str, ...]
    seat: int


def events_of(table: GameTable, step: PlayedAction, reader: Reader) -> list[Event]:
    """Everything that happened in one step, in the order in which it happened."""
    return _with_entries_joined(list(StepEvents(table, step, reader).all()))


def _with_entries_joined(events: list[Event]) -> list[Event]:
    """`You enter fours: 12.` is one sentence, and what grows by just that much needs no other."""
    came = [event for event in events if event.came and not event.minor]
    moves = [event for event in events if event.kind is EventKind.MOVE and not event.minor]
    if len(came) != 1 or len(moves) != 1 or moves[0].seat != came[0].seat or not moves[0].text.endswith("."):
        return events
    (move,), (entry,) = moves, came

    def follows(event: Event) -> bool:
        grown = event.kind is EventKind.CHANGED and event.seat == entry.seat and event.by
        return event is entry or bool(grown and str(event.by) == entry.came)

    whole = evolve(move, text=f"{move.text[:-1]}: {entry.came}.")
    return [whole if event is move else evolve(event, minor=True) if follows(event) else event for event in events]


def games_ended(table: GameTable, step: PlayedAction) -> list[State]:
    """The games of a match that came to their end in this step, each as it stood then."""
    if not table.program.about.has_match:
        return []
    over = next(number for number, block in enumerate(table.program.blocks) if isinstance(block.end, ops.Over))
    states = []
    for cells in StepEvents(table, step, Reader(None, ())).game_ends():
        still = list(cells)
        still[table.reg.pc] = over  # nothing is asked any more
        states.append(State(table, tuple(still)))
    return states


def cells_before_clearing(table: GameTable, step: PlayedAction) -> Cells | None:
    """How everything stood when a board was cleared in this step, after what was done last; None if none was."""

    def standing(cells: Cells) -> int:
        return sum(
            cells[table.reg.on_place + i] > 0
            for b in table.program.boards
            for i in range(b.first, b.first + len(b.labels))
        )

    if not table.program.boards or standing(step.after.cells) or not standing(step.before.cells):
        return None
    _, moments = course_of(table, step)
    most = max([moment.cells for moment in moments], key=standing, default=step.before.cells)
    # A single die that is taken away clears nothing.
    return most if standing(most) > 1 else None


def _players_in(moment: Moment) -> set[int]:
    """Those whom a text names."""
    return {value for worth, value in moment.values if worth.shape == "player" and not worth.many and value is not None}


def course_of(table: GameTable, step: PlayedAction) -> Course:
    """How the step went, worked out once for all who read of it."""
    last = _LAST.get(table)
    if last is None or last[0] is not step.before or last[1] is not step.action:
        last = _LAST[table] = (step.before, step.action, table.moments(step.before, step.action))
    return last[2]


class StepEvents:
    """The events of one step as one reader may hear them, in the order in which they happened."""

    def __init__(self, table: GameTable, step: PlayedAction, reader: Reader) -> None:
        self.table = table
        self.program = table.program
        self.reg = table.reg
        self.step = step
        self.reader = reader
        self.texts_said: list[str] = []
        self.ended = -1  # the last game of the match whose end has been told

    def all(self) -> Iterator[Event]:
        """All events as they are told: a turn that passes at once is not."""
        held: Event | None = None
        for event in self._all():
            if held is not None and event.kind is not EventKind.TURN:
                yield held
            held = event if event.kind is EventKind.TURN else None
            if held is None:
                yield event
        if held is not None:
            yield held

    def _all(self) -> Iterator[Event]:
        yield from self._action()
        end, moments = course_of(self.table, self.step)
        was: Cells = self.step.before.cells
        points: list[Cells] = [was, *(moment.cells for moment in moments), end]
        said = ""
        for number, moment in enumerate(moments):
            following = moments[number + 1] if number + 1 < len(moments) else None
            yield from self._between(was, moment.cells, points, number, said)
            said = ""
            if moment.text:
                event = self._say(moment)
                said = event.text
                yield event
            elif self._ends_a_game(moment, following):
                self.ended = moment.cells[self.reg.game]
                yield from self._game(moment.cells)
            was = moment.cells
        yield from self._between(was, end, points, len(moments), said)
        yield from self._over()

    # -------------------------------------------------------------- what was done

    def _action(self) -> Iterator[Event]:
        action, actions = self.step.action, ActionEvents(self.table, self.step.before, self.reader)
        if isinstance(action, Move):
            yield from actions.move_events(action, self.step.after)
        elif self.table.rolling(self.step.before):
            yield actions.roll_event(action, self.step.seat)
        else:
            yield actions.draw_event(action, self.step.after)

    def _named_by_move(self) -> NamedByMove:
        """What the move itself names."""
        action, decision = self.step.action, self.table.decision(self.step.before)
        if not isinstance(action, Move) or decision is None or decision.at_once:
            return NamedByMove()
        dice: set[int] = set()
        places: set[tuple[str, int]] = set()
        values: set[tuple[str, int]] = set()
        for pick, value in zip(decision.alternatives[action.alternative].picks, action.values, strict=True):
            if pick.secret and action.seat != self.reader.seat:
                continue
            members = MEMBERS[value] if pick.many or pick.picks_sets else (value,)
            if pick.shape == "die":
                dice.update(members)
            elif shape_of(pick.shape).sort == "place":
                places |= {(shape_of(pick.shape).name, m) for m in members}
            else:
                values |= {(pick.shape, m) for m in members}
        return NamedByMove(action.seat, frozenset(dice), frozenset(places), frozenset(values))

    # -------------------------------------------------------------- what came of it

    def _between(self, was: Cells, now: Cells, points: list[Cells], number: int, said: str) -> Iterator[Event]:
        """What is different from one of the `points` of this step, that of the `number`, to the next one."""
        if was == now:
            return
        reg = self.reg
        if was[reg.game] != now[reg.game] and was[reg.game] > 0:
            yield Event(EventKind.NEXT, f"Game {now[reg.game]} begins.")
            yield from ChangeEvents(self.table, self.reader, was, now).changed_memory(match_only=True)
        else:
            rolled = frozenset(self.table.rolling(self.step.before))
            dealt = self.table.is_dealing(self.step.before)
            setup = isinstance(self.step.action, Outcome) and not was[reg.turns_played] and not was[reg.rounds]
            game = [cells for cells in points[: number + 1] if cells[reg.game] == was[reg.game]]
            later = tuple(cells for cells in points[number + 2 :] if cells[reg.game] == now[reg.game])
            changes = ChangeEvents(
                self.table,
                self.reader,
                was,
                now,
                self._named_by_move(),
                rolled,
                setup,
                game[0],
                later,
                said,
                self._says(number),
            )
            for event in changes.all():
                yield event if not dealt else self._in_passing(event)
        yield from self._counters(was, now)

    def _says(self, number: int) -> tuple[SaidNumber, ...]:
        """What is said of memory from one of the moments on."""
        _, moments = course_of(self.table, self.step)
        reads = ShownWords.of(self.table).reads
        return tuple(
            SaidNumber(reads(worth.value), value, frozenset({moment.cells[self.reg.actor], *_players_in(moment)}))
            for moment in moments[number:]
            for worth, value in moment.values
            if value is not None
        )

    @staticmethod
    def _in_passing(event: Event) -> Event:
        return evolve(event, minor=True)

    def _say(self, moment: Moment) -> Event:
        speaker = moment.cells[self.reg.actor]
        text = heard_text(self.table, moment.pieces or (moment.text,), moment.values, self.reader, speaker)
        self.texts_said.append(text)
        places = tuple(
            (shape_of(worth.shape).name, value)
            for worth, value in moment.values
            if shape_of(worth.shape).sort == "place" and not worth.many and value is not None and value >= 0
        )
        return Event(EventKind.SAID, text, speaker if speaker >= 0 else None, places=places)

    def _counters(self, was: Cells, now: Cells) -> Iterator[Event]:
        reg = self.reg
        if now[reg.rounds] > was[reg.rounds]:
            yield Event(EventKind.ROUND, f"Round {now[reg.rounds]} is over.", minor=not self.table.has_rounds)
        if now[reg.last_lap] and not was[reg.last_lap]:
            yield Event(EventKind.ROUND, "The last turns have begun.")
        turn = now[reg.player_on_turn]
        if turn >= 0 and turn != was[reg.player_on_turn] and not self._is_over:
            yield Event(EventKind.TURN, sentence(f"{self.reader.whose(turn)} turn"), turn)

    # -------------------------------------------------------------- ends

    @property
    def _is_over(self) -> bool:
        return self.table.is_over(self.step.after)

    def _ends_a_game(self, moment: Moment, following: Moment | None) -> bool:
        """Whether a game of a match has just ended: its reason is known a moment later than that."""
        if not self.program.about.has_match or moment.register not in {self.reg.over, self.reg.reason}:
            return False
        if not moment.cells[self.reg.over] or moment.cells[self.reg.game] == self.ended:
            return False
        return following is None or following.register != self.reg.reason

    def game_ends(self) -> Iterator[Cells]:
        """How everything stood whenever a game of a match ended; the last one ends with the match."""
        _, moments = course_of(self.table, self.step)
        for number, moment in enumerate(moments):
            following = moments[number + 1] if number + 1 < len(moments) else None
            if not moment.text and self._ends_a_game(moment, following):
                self.ended = moment.cells[self.reg.game]
                if not (self._is_over and self.ended == self.step.after.cells[self.reg.game]):
                    yield moment.cells

    def _game(self, cells: Cells) -> Iterator[Event]:
        reg = self.reg
        winners = MEMBERS[cells[reg.winners]]
        who = win_text(winners, self.reader) if winners else "nobody wins"
        yield Event(EventKind.GAME, sentence(f"game {cells[reg.game]} is over: {who}"))
        yield from self._why(self.program.reasons[cells[reg.reason]], EventKind.GAME, cells[reg.actor])
        if cells[reg.score_order]:
            scores = [cells[reg.score_of_player + seat] for seat in range(self.table.players)]
            sign = -1 if cells[reg.score_order] == 1 else 1  # the highest, or the lowest number is best
            yield self._scores(scores, [sign * score for score in scores], EventKind.GAME)

    def _scores(self, scores: Sequence[int], places: Sequence[int], kind: EventKind) -> Event:
        order = sorted(range(len(scores)), key=lambda seat: (places[seat], seat))
        score_list = listed([f"{self.reader.who(seat)} {scores[seat]}" for seat in order])
        return Event(kind, sentence(f"scores: {score_list}"))

    def _why(self, reason: str, kind: EventKind, speaker: int) -> Iterator[Event]:
        text = sentence(self.reader.as_heard(reason, speaker))
        if reason and not any(said.startswith(text.rstrip(".")) for said in self.texts_said):
            self.texts_said.append(text)
            yield Event(kind, text)

    def _over(self) -> Iterator[Event]:
        result = self.table.result(self.step.after)
        if result is None:
            return
        cells = self.step.after.cells
        yield from self._hands(cells)
        what = "match" if result.match_over else "game"
        who = win_text(result.winners, self.reader) if result.winners else "nobody wins"
        yield Event(EventKind.OVER, sentence(f"the {what} is over: {who}"))
        yield from self._why(result.reason, EventKind.OVER, cells[self.reg.actor])
        if result.scores is not None:
            yield self._scores(result.scores, result.ranks, EventKind.OVER)

    def _hands(self, cells: Cells) -> Iterator[Event]:
        """Everybody shows what is still hidden: nothing can come of it any more."""
        table, program = self.table, self.program
        hidden = ~table.sight.dice(cells, self.reader.seat)
        names = {
            zone.name
            for zone in program.zones
            if hidden & cells[self.reg.zone_mask + zone.number] & ~cells[self.reg.showing]
        }
        yield from shown_hands_of(table, self.reader, cells, names)
