"""A move, a report, a roll or a lot in a sentence: what somebody did, as a reader may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dicedsl.interpreter.model.common_rolls import CommonRolls
from dicedsl.interpreter.model.marks import Marks
from dicedsl.interpreter.model.naming import (
    ADVERBS,
    STATES,
    Reader,
    count_of,
    is_verb,
    second_person,
    sentence,
    third_person,
    with_their,
)
from dicedsl.interpreter.model.quantities import says_how_many
from dicedsl.interpreter.model.records import Event, EventKind
from dicedsl.interpreter.model.rolled_picks import rolls_what_is_picked
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import is_number
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS
from dicedsl.program.shapes import shape_of
from dicedsl.text.english import listed

MOST_NAMED_PIECES = 8  # dice or places that are named one by one
MOST_ROLLED_ON = 3  # dice on a board that are told with their places
MOST_ROLLED_NUMBERS = 16  # numbers that are told one by one
SWAPPING_VERBS = frozenset({"swap", "exchange", "trade"})
LAYING_VERBS = frozenset({"lay", "put", "place", "set", "store", "move", "add", "enter"})
MOVING_VERBS = frozenset({"jump", "move", "step", "slide", "go", "run", "hop", "climb"})
TURNING_VERBS = frozenset({"turn", "set", "flip", "change"})
AMOUNT, COUNTED = "amount", "counted"
ROLLING_VERBS = frozenset({"roll", "reroll", "re-roll", "throw", "shake"})


class ActionEvents:
    """What was done in a state."""

    def __init__(self, table: GameTable, before: State, reader: Reader) -> None:
        self.table = table
        self.program = table.program
        self.before = before
        self.reader = reader
        self.visible = table.sight.dice(before.cells, reader.seat)

    # -------------------------------------------------------------- moves

    def move_events(self, move: Move, after: State) -> Iterator[Event]:
        decision = self.table.decision(self.before)
        if decision is None:
            return
        if decision.reported:
            name = decision.alternatives[move.alternative].name
            yield Event(EventKind.REPORT, sentence(self._report_text(decision, move)), move.seat, deed=name)
        elif decision.at_once:
            yield Event(EventKind.MOVE, sentence(f"{self.reader.does(move.seat, 'have')} chosen"), move.seat)
            if self.before.cells[self.table.reg.asked] == 1 << move.seat:
                yield from self._all_answers(decision, move)
        else:
            text = self._deed_text(decision, move.seat, move.alternative, move.values, after)
            name = decision.alternatives[move.alternative].name
            # Who says that they roll is told of when the dice fall.
            falls = self._is_told_by_roll(decision.alternatives[move.alternative], after)
            kept = self._kept_dice_text(decision, move) if falls else ""
            if kept:
                text = sentence(f"{self.reader.does(move.seat, 'keep')} {kept}")
            picks = decision.alternatives[move.alternative].picks
            what = self.answer_text(decision, move.seat, move.alternative, move.values, after)[len(name) :].lstrip(" ,")
            places = tuple(self._places(picks, move.values, move.seat))
            minor = falls and not kept
            yield Event(EventKind.MOVE, text, move.seat, places=places, minor=minor, deed=name, what=kept or what)

    def _is_told_by_roll(self, alternative: ops.AlternativeOp, after: State) -> bool:
        """Whether somebody only says that they roll: of what is picked the dice that fall say enough."""
        if not self.table.rolling(after):
            return False
        if any(pick.shape == "die" for pick in alternative.picks):
            return rolls_what_is_picked(self.program, alternative)
        return alternative.name.partition(" ")[0] in ROLLING_VERBS

    def _places(self, picks: Sequence[ops.PickOp], values: Sequence[int], seat: int) -> Iterator[tuple[str, int]]:
        """The places that a move names, as far as the reader hears of them."""
        for pick, value in zip(picks, values, strict=True):
            if shape_of(pick.shape).sort == "place" and (not pick.secret or seat == self.reader.seat):
                for member in MEMBERS[value] if pick.many or pick.picks_sets else (value,):
                    if member >= 0:
                        yield shape_of(pick.shape).name, member

    def _kept_dice_text(self, decision: ops.Decision, move: Move) -> str:
        """The dice that stay as they are while others of the same are rolled again; nothing if somebody may not know."""
        picks = self.table.answers.of(decision)[move.alternative].picks
        if len(picks) != 1 or not picks[0].op.gathered or picks[0].op.shape != "die":
            return ""
        cells = list(self.before.cells)
        cells[self.table.reg.actor] = move.seat
        left = [die for die in picks[0].members(cells, ()) if not move.values[0] >> die & 1]
        hidden = picks[0].op.secret and move.seat != self.reader.seat
        if hidden or not all(self.visible >> die & 1 and cells[self.table.reg.face + die] for die in left):
            return ""
        return " ".join(self._member("die", die, move.seat) for die in left)

    def _report_text(self, decision: ops.Decision, move: Move) -> str:
        """`Ben tries “flick”: miss`; where the outcome is what a player does, `“grab”: Cleo grabs (1,1,0)`."""
        alternative = decision.alternatives[move.alternative]
        outcome = self.answer_text(decision, move.seat, move.alternative, move.values)
        picks = alternative.picks
        if not picks or picks[0].shape != "player" or picks[0].many or move.values[0] < 0:
            return f"{self.reader.does(move.seat, 'try')} “{decision.label}”: {outcome}"
        seat = move.values[0]
        rest = [self._picked_text(p, v, move.seat) for p, v in zip(picks[1:], move.values[1:], strict=True)]
        verb, _, more = alternative.name.partition(" ")
        does = [second_person(verb) if seat == self.reader.seat else verb, more]
        return f"“{decision.label}”: " + " ".join(part for part in (self.reader.who(seat), *does, *rest) if part)

    def _all_answers(self, decision: ops.Decision, last: Move) -> Iterator[Event]:
        """All answers are in: what each of those who chose at once has answered."""
        cells = self.before.cells
        for seat in range(self.table.players):
            index = last.alternative if seat == last.seat else cells[decision.pending + seat] - 1
            if index < 0:
                continue
            picks = decision.alternatives[index].picks
            values = last.values if seat == last.seat else tuple(cells[pick.pending + seat] for pick in picks)
            yield Event(EventKind.MOVE, self._deed_text(decision, seat, index, values), seat, together=True)

    def _deed_text(
        self, decision: ops.Decision, seat: int, index: int, values: tuple[int, ...], after: State | None = None
    ) -> str:
        """`Ben bids quantity 19, rank 2`; where the name of the move says nothing that one does, `Ben: liar`."""
        name = decision.alternatives[index].name
        who = self.reader.who(seat)
        if name in STATES and not values:
            return sentence(f"{self.reader.does(seat, 'are')} {name}")
        before, _, after_it = name.partition(" ")
        adverb = f"{before} " if before in ADVERBS and is_verb(after_it) else ""
        theirs = name if seat == self.reader.seat else with_their(name)
        if not adverb and not is_verb(name):
            answer = self.answer_text(decision, seat, index, values)
            # What speaks to others is quoted as it is named.
            return sentence(f"{who}: {answer if theirs == name else f'“{name}”{answer.removeprefix(name)}'}")
        does = theirs + self.answer_text(decision, seat, index, values, after).removeprefix(name)
        does = does.removeprefix(adverb)
        verb, _, rest = does.partition(" ")
        return sentence(f"{who} {adverb}{verb if seat == self.reader.seat else third_person(verb)} {rest}")

    def answer_text(
        self, decision: ops.Decision, seat: int, index: int, values: tuple[int, ...], after: State | None = None
    ) -> str:
        """The alternative by its name, and what was picked, joined as one would say it; `after` tells where a die went."""
        alternative = decision.alternatives[index]
        picked_texts = [
            (pick, text)
            for pick, value in zip(alternative.picks, values, strict=True)
            if (text := self._picked_text(pick, value, seat))
        ]
        if len(picked_texts) == len(values) == 1:
            went = self._destination_text(alternative.name, picked_texts[0][0], values[0], after)
            die = self._standing(picked_texts[0][0], values[0])
            if went:
                return " ".join(filter(None, (alternative.name, die, "from", picked_texts[0][1], went)))
            return f"{alternative.name} {picked_texts[0][1]}{f', {die}' if die else ''}"
        verb = alternative.name.partition(" ")[0]
        return alternative.name + "".join(
            _move_text(
                verb,
                picked_texts[at - 1][0] if at else None,
                pick,
                text,
                [p for p, _ in picked_texts],
                self._how_many(picked_texts, at),
            )
            for at, (pick, text) in enumerate(picked_texts)
        )

    def _how_many(self, picked_texts: Sequence[tuple[ops.PickOp, str]], at: int) -> str:
        """`amount` of a pick that says how many there are of the next one, `counted` of that one; nothing of others."""
        if at + 1 < len(picked_texts) and says_how_many(self.program, picked_texts[at][0]):
            return AMOUNT
        return COUNTED if at and says_how_many(self.program, picked_texts[at - 1][0]) else ""

    def _destination_text(self, name: str, pick: ops.PickOp, value: int, after: State | None) -> str:
        """Tell where the die went that stood on the place that was picked: `to (1,1,6)`, `into your catch`; nothing if it stays."""
        if after is None or not _is_spot(pick) or pick.secret or name.partition(" ")[0] not in MOVING_VERBS:
            return ""
        reg, words = self.table.reg, self.table.words
        board = next(b for b in self.program.boards if b.name == shape_of(pick.shape).name)
        die = self.before.cells[reg.on_place + board.first + value] - 1
        if die < 0 or self.before.cells[reg.game] != after.cells[reg.game]:
            return ""
        now = words.place_of(die, after.cells)
        if now:
            return f"to {now}" if now != words.place_of(die, self.before.cells) else ""
        zone = self.program.zones[after.cells[reg.location + die]]
        return f"into {self.reader.whose(zone.owner) if zone.owner >= 0 else 'the'} {zone.name}"

    def _standing(self, pick: ops.PickOp, value: int) -> str:
        """What stands on the place that was picked, where dice differ: `red` in `take (2,3,5), red`."""
        if shape_of(pick.shape).sort != "place" or pick.many or pick.picks_sets or pick.secret:
            return ""
        board = next(b for b in self.program.boards if b.name == shape_of(pick.shape).name)
        die = self.before.cells[self.table.reg.on_place + board.first + value] - 1
        if die < 0 or not self.visible >> die & 1:
            return ""
        text = die_text(self.program.dice[die], self.before.cells[self.table.reg.face + die])
        return "" if text == "a die" else text

    def _picked_text(self, pick: ops.PickOp, value: int, seat: int) -> str:
        members = MEMBERS[value] if pick.many or pick.picks_sets else (value,)
        if pick.secret and seat != self.reader.seat:
            noun = ("die", "dice") if pick.shape == "die" else ("thing", "things")
            return f"{count_of(len(members), *noun)}, unseen" if pick.many else "something unseen"
        if not members:
            return "none" if not self._says_something(pick) else ""
        texts = [self._member(pick.shape, member, seat) for member in members]
        more = len(texts) - MOST_NAMED_PIECES
        return " ".join(texts) if more <= 0 else f"{' '.join(texts[:MOST_NAMED_PIECES])} and {more} more"

    def _says_something(self, pick: ops.PickOp) -> bool:
        """Whether it may be left out that nothing was picked: of what was reported."""
        decision = self.table.decision(self.before)
        return decision is not None and decision.reported and pick.many

    def _member(self, shape: str, member: int, seat: int) -> str:
        if shape == "player":
            return self.reader.who(member) if member >= 0 else "nobody"
        if shape == "die" and member >= 0:
            info, cells = self.program.dice[member], self.before.cells
            if not self.visible >> member & 1:
                return f"d{info.index}" if info.numbered else "a hidden die"
            number = cells[self.table.reg.face + member]
            whose = "" if info.owner in {-1, seat} else f"{self.reader.whose(info.owner)} "
            return whose + die_text(info, number, words=Marks.of(self.table).printed(member, number))
        return self.table.words.name_of(shape, member)

    # -------------------------------------------------------------- chance

    def roll_event(self, outcome: Outcome, seat: int) -> Event:
        """The numbers of dice that lie open to the reader, and how many others were rolled: whose, where they are several players'."""
        dice, rolls = self.table.rolling(self.before), CommonRolls.of(self.table)
        visible = self.table.sight.dice(self.before.cells, self.reader.seat, shown=False)
        fallen = dict(zip(dice, outcome.values, strict=True))
        # which others fall may be a secret
        keys = tuple(d for d in dice if visible >> d & 1 and self.program.dice[d].numbered)
        open_to_all = self.table.sight.dice(self.before.cells, None, shown=False)
        private = bool(dice) and not any(open_to_all >> die & 1 for die in dice)
        owners, names = rolls.owners(self.before), rolls.names_of_dice(self.before)
        if owners:
            shares = [f"{self.reader.who(s)} {self._fallen_text(owners[s], fallen, visible)}" for s in sorted(owners)]
            who = "all roll:" if len(owners) == self.table.players else "rolled:"
            return Event(EventKind.ROLL, sentence(f"{who} {'; '.join(shares)}"), None, keys, private=private)
        numbers = self._fallen_text(dice, fallen, visible)
        heaps = {at: of for at, of in rolls.heaps(self.before).items() if rolls.keys_text(at)}
        if len(names) == 1 and heaps:
            shares = [f"{rolls.keys_text(at)}: {self._fallen_text(of, fallen, visible)}" for at, of in heaps.items()]
            text = sentence(f"{names[0]} of {'; '.join(shares)}")
            return Event(EventKind.ROLL, text, None, keys, private=private)
        if names:
            return Event(
                EventKind.ROLL, sentence(f"{listed(names)}: {numbers}"), None, keys, what=numbers, private=private
            )
        who = self.reader.does(seat, "roll") if seat >= 0 else "rolled:"
        text = sentence(f"{who} {numbers}")
        return Event(EventKind.ROLL, text, seat if seat >= 0 else None, keys, what=numbers, private=private)

    def _fallen_text(self, dice: Sequence[int], fallen: Mapping[int, int], visible: int) -> str:
        """What some of the dice show that fell."""
        seen = [(die, fallen[die]) for die in dice if visible >> die & 1]
        printed = Marks.of(self.table).printed
        texts = [
            text_with_words(die_text(self.program.dice[die], number, named=False), printed(die, number))
            for die, number in seen
        ]
        places = [self.table.words.place_of(die, self.before.cells) for die, _ in seen]
        if len(seen) <= MOST_ROLLED_ON and all(places):
            texts = [f"{text} on {place}" for text, place in zip(texts, places, strict=True)]
        numbers = " ".join(texts) if not places or not all(places) else ", ".join(texts)
        if len(seen) > MOST_ROLLED_NUMBERS:
            numbers = count_of(len(seen), "die", "dice")
        unseen = len(dice) - len(seen)
        if unseen:
            hidden = f"{count_of(unseen, 'die', 'dice')}, unseen"
            numbers = f"{numbers} and {hidden}" if numbers else hidden
        return numbers

    def draw_event(self, outcome: Outcome, after: State) -> Event:
        end = self._end(self.before)
        assert isinstance(end, ops.DrawOne)
        if end.dealt:
            # Of many draws of one step only the last is told of.
            again = self._end(after)
            return Event(
                EventKind.DRAW, "Dice are laid out by lot.", minor=isinstance(again, ops.DrawOne) and again.dealt
            )
        member = outcome.values[0]
        if end.shape == "player" and end.cell == self.table.reg.starter:
            if self.table.about.begun_by_setup:
                return Event(EventKind.DRAW, "Who begins is settled by the set-up.", minor=True)
            return Event(EventKind.DRAW, sentence(f"{self.reader.does(member, 'begin')}, by lot"), member)
        if self.table.sight.secrets:
            what, kind = shape_of(end.shape)
            noun = kind if what == "kind" else what
            return Event(EventKind.DRAW, f"{'An' if noun[0] in 'aeiou' else 'A'} {noun} is drawn by lot.")
        drawn = self.reader.who(member) if end.shape == "player" else outcome.text or str(member)
        if end.shape == "die" and not self.program.dice[member].numbered:
            drawn = die_text(self.program.dice[member], self.before.cells[self.table.reg.face + member], zero=False)
        if shape_of(end.shape).sort == "place":
            drawn = self.table.words.name_of(end.shape, member)
        return Event(EventKind.DRAW, sentence(f"drawn by lot: {drawn}"))

    def _end(self, state: State) -> ops.End:
        return self.program.blocks[state.cells[self.table.reg.pc]].end


def text_with_words(text: str, words: Sequence[str]) -> str:
    """`[2 red]` for a die of which more can be seen than its number."""
    return f"[{' '.join([text, *words])}]" if words else text


def _is_spot(pick: ops.PickOp) -> bool:
    return shape_of(pick.shape).sort == "place" and not pick.many and not pick.picks_sets


def _move_text(
    verb: str, before: ops.PickOp | None, pick: ops.PickOp, text: str, picks: list[ops.PickOp], how_many: str
) -> str:
    """One pick of several with the word that joins it to the one before: `from`, `to`, `on`, `in row`; else with its own name."""
    what, kind = shape_of(pick.shape)
    named = f"{pick.name} {text}" if len(pick.name) > 1 else text
    spots = len(picks) > 1 and _is_spot(picks[0]) and _is_spot(picks[1])
    if before is None:
        if how_many == AMOUNT:
            return f" {text}"
        if spots and verb not in SWAPPING_VERBS:
            return f" from {text}"
        return f" {text}" if what in {"die", "place", "player"} else f" {named}"
    if spots and pick is picks[1]:
        return f" {'with' if verb in SWAPPING_VERBS else 'to'} {text}"
    if how_many == COUNTED:
        return f" of {named}"
    if before.shape == "die":
        if _is_spot(pick):
            return f" on {text}"
        if what == "kind" and verb in LAYING_VERBS:
            return f" in {kind} {text}"
        if what == "number" and verb in TURNING_VERBS:
            return f" to {text}"
    return f", {named}"


def die_text(info: ops.DieInfo, number: int, named: bool = True, words: Sequence[str] = (), zero: bool = True) -> str:
    """A die by what can be seen of it: `d3 (5)`, `d3 (5 red)`, `red 4`, `4`; without `zero` a face 0 is not worth telling."""
    colour = "" if info.colour == "plain" else info.colour
    face = " ".join([str(number), *words]) if number or (zero and is_number(info, number)) else ""
    if named and info.numbered:
        return f"d{info.index} ({face})" if face else f"d{info.index}"
    return " ".join(part for part in (colour, face) if part) or "a die"


def named_in_row(texts: list[str], most: int = MOST_NAMED_PIECES) -> str:
    """`a, b and c`; of many only the first ones."""
    if len(texts) <= most:
        return listed(texts)
    return f"{', '.join(texts[:most])} and {len(texts) - most} more"
