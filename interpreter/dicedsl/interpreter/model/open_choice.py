"""What somebody is asked: the alternatives, and the answer pick by pick, with what can be picked next and what is known to come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product

from attrs import evolve

from dicedsl.errors import DiceError, Fault
from dicedsl.interpreter.engines.contract import Picking, PickValues
from dicedsl.interpreter.model.action_events import ActionEvents, die_text
from dicedsl.interpreter.model.marks import Marks, shows_hidden
from dicedsl.interpreter.model.naming import Reader, sentence
from dicedsl.interpreter.model.quantities import says_how_many
from dicedsl.interpreter.model.records import Alternative, Pick, PickOption, Question
from dicedsl.interpreter.model.shown_words import ShownWords, heard_text
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.moment import Moment
from dicedsl.interpreter.table.sight import Cells
from dicedsl.interpreter.table.view import is_number, view
from dicedsl.masks import mask_of
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.shapes import shape_of
from dicedsl.program.telling import ShownInfo
from dicedsl.text.english import capital, listed

ORIGIN_NAMES = frozenset({"start", "origin", "source", "from"})  # names of a pick after which another says where to
MOST_NAMED_ALTERNATIVES = 6  # alternatives that are named in a question
MOST_WEIGHED_MOVES = 120  # moves whose worth is worked out at once
COMMON_FIRST_WORDS = frozenset({"You", "Your", "It", "That", "The", "A", "An"})  # first words that are no names
LONGEST_SHOWN_TEXT = 60  # letters of what is said, as far as it is told before
MOST_NAMED_OUTCOMES = 4  # of an attempt, whose chances are told


class OpenChoice:
    """A choice of a seat. Answers are given as the values of picks: members, numbers, or masks of several."""

    def __init__(self, table: GameTable, state: State, reader: Reader) -> None:
        assert reader.seat is not None
        decision = table.decision(state)
        assert decision is not None
        self.table = table
        self.state = state
        self.reader = reader
        self.seat: int = reader.seat
        self.decision: ops.Decision = decision
        self.cells = list(state.cells)
        if not decision.reported:
            self.cells[table.reg.actor] = self.seat
        self._firsts: dict[int, Pick | None] = {}
        self._numbers: dict[tuple[int, tuple[int, ...]], int | None] = {}
        self.rows = self._rows()
        # Otherwise a look ahead would tell what the seat may not know.
        is_open = not decision.reported and not decision.at_once
        self.can_try = is_open and not shows_hidden(view(table, state, self.seat))

    def _rows(self) -> list[tuple[int, ...]] | None:
        """All legal answers; None where they are too many to be listed."""
        if self.decision.reported:
            moves = self.table.alternatives.few_reports(self.state)
            return None if moves is None else [(m.alternative, *m.values) for m in moves]
        try:
            return self.table.bare_moves(self.state, self.seat)
        except Fault:
            return None

    # -------------------------------------------------------------- alternatives

    def question(self, text: str) -> Question:
        return Question(
            seat=self.seat,
            kind="report" if self.decision.reported else "choice",
            text=text,
            label=self.decision.label,
            alternatives=tuple(self._alternative(i, a) for i, a in enumerate(self.decision.alternatives)),
            waiting=False,
            secret=self.decision.at_once,
        )

    def _alternative(self, index: int, alternative: ops.AlternativeOp) -> Alternative:
        ways = -1 if self.rows is None else sum(row[0] == index for row in self.rows)
        return Alternative(
            index=index,
            name=alternative.name,
            picks=tuple(pick.name for pick in alternative.picks),
            ways=ways,
            refused=self._reason_closed(index, alternative) if ways == 0 else "",
            worth=self.worth(next(row for row in self.rows or () if row[0] == index)) if ways == 1 else "",
        )

    def _reason_closed(self, index: int, alternative: ops.AlternativeOp) -> str:
        """Why nothing of an alternative can be chosen."""
        broken = self.table.referee.refused(self.state.cells, self.seat, (index, *(0 for _ in alternative.picks)))
        if broken is not None and broken >= 0:
            first = next((m for m in alternative.musts if m.text == broken), None)
            if first is None or first.picks_needed == 0 or not alternative.picks:
                return self.table.program.texts[broken]
        if not alternative.picks:
            return "That cannot be chosen now."
        return self._candidates_reason(index, ()) or sentence(f"there is no {alternative.picks[0].name} for this now")

    def _candidates_reason(self, index: int, values: PickValues) -> str:
        """The sentence that refuses what could be picked next and further on: that of most of it; empty if none does."""
        if self.decision.reported:
            return ""
        refusals: Counter[int] = Counter()
        for candidate in islice(self._candidates(index, values), MOST_WEIGHED_MOVES):
            broken = self.table.referee.refused(self.state.cells, self.seat, (index, *candidate))
            if broken is not None and broken >= 0:
                refusals[broken] += 1
        return self.table.program.texts[refusals.most_common(1)[0][0]] if refusals else ""

    def _candidates(self, index: int, values: PickValues) -> Iterator[PickValues]:
        """Whole answers that begin with some picks, whatever the conditions say; of very many sets some."""
        if len(values) == len(self.decision.alternatives[index].picks):
            yield values
            return
        picking = self.pick_rules(index, len(values))
        try:
            if picking.answer_count(self.cells, values) <= MOST_WEIGHED_MOVES:
                answers = picking.answers(self.cells, values)
            else:
                members = picking.members(self.cells, values)
                answers = [*(1 << m for m in members), mask_of(members)] if picking.op.gathered else members
        except (Fault, ValueError, IndexError):  # after an answer that nobody may give
            return
        for answer in answers:
            yield from self._candidates(index, (*values, answer))

    def secrecy_words(self) -> str:
        """What becomes known of answers that several give at once."""
        unseen = dict.fromkeys(f"the {p.name}" for a in self.decision.alternatives for p in a.picks if p.secret)
        but = f", but not {listed(list(unseen), 'or')}" if unseen else ""
        return f"in secret; the answers are shown when all are in{but}."

    def question_words(self) -> str:
        """What is asked, in a few words: `set aside or stop?`"""
        decision = self.decision
        names = [a.name for i, a in enumerate(decision.alternatives) if self._is_open(i)]
        if decision.reported:
            outcomes = f" {capital(listed(names, 'or'))}?" if 0 < len(names) <= MOST_NAMED_ALTERNATIVES else ""
            return f"what comes of “{decision.label}”?{outcomes}"
        if len(names) == 1:
            alternative = next(a for a in decision.alternatives if a.name == names[0])
            return f"{names[0]} {self._which(alternative.picks[0])}?" if alternative.picks else f"{names[0]}?"
        return f"{listed(names, 'or')}?" if 0 < len(names) <= MOST_NAMED_ALTERNATIVES else "choose"

    def _which(self, pick: ops.PickOp) -> str:
        """What is to be picked, as it is asked for: which dice, where, whom, which box."""
        what, name = shape_of(pick.shape)
        if what == "die":
            return "which dice" if pick.many else "which die"
        if what == "place":
            return "from where" if pick.name in ORIGIN_NAMES else "where"
        if what == "player":
            return "whom"
        if says_how_many(self.table.program, pick):
            return "how many"
        return f"which {name if what == 'kind' and (pick.name.endswith('en') or len(pick.name) == 1) else pick.name}"

    def _is_open(self, index: int) -> bool:
        return self.rows is None or any(row[0] == index for row in self.rows)

    # -------------------------------------------------------------- picks

    def pick_rules(self, index: int, number: int) -> Picking:
        return self.table.answers.of(self.decision)[index].picks[number]

    def pick(self, index: int, values: PickValues = (), chosen: int = 0) -> Pick:
        """What can be picked next in an alternative, after some picks; `chosen` are members taken already for a set."""
        picking = self.pick_rules(index, len(values))
        op, members = picking.op, picking.members(self.cells, values)
        fits = self.legal_next(index, values)
        if op.gathered:
            least, most = picking.bounds(self.cells, values, len(members))
            usual = picking.usual(self.cells, values, chosen)
            can = [
                m
                for m in members
                if chosen >> m & 1 or fits is None or self._may_join(picking, values, chosen, m, fits)
            ]
            done = (usual in fits) if fits is not None else least <= chosen.bit_count() <= most
            options = self._with_places_where_alike(op, [PickOption(m, self.text(op.shape, m)) for m in can])
            last = len(values) + 1 == len(self.decision.alternatives[index].picks)
            worth = self.worth((index, *values, usual)) if done and last and chosen else ""
            return Pick(op.name, op.shape, True, least, most, options, done, worth=worth)
        can = list(members) if fits is None else [m for m in picking.answers(self.cells, values) if m in fits]
        last = len(values) + 1 == len(self.decision.alternatives[index].picks)
        tell = last and len(can) <= MOST_WEIGHED_MOVES
        pick_options = [
            PickOption(m, self._option_text(op, m), worth=self.worth((index, *values, m)) if tell else "") for m in can
        ]
        options = self._with_places_where_alike(op, pick_options)
        return Pick(
            op.name, op.shape, False, 1, 1, options, closed=self._refusals(index, values, op, set(members) - set(can))
        )

    def first(self, index: int) -> Pick | None:
        """What an alternative asks for first; None if it asks for nothing. Worked out once."""
        if index not in self._firsts:
            self._firsts[index] = self.pick(index) if self.decision.alternatives[index].picks else None
        return self._firsts[index]

    @property
    def open(self) -> list[int]:
        """The alternatives of which something can be chosen."""
        return [index for index in range(len(self.decision.alternatives)) if self._is_open(index)]

    def _refusals(self, index: int, values: PickValues, op: ops.PickOp, members: set[int]) -> tuple[PickOption, ...]:
        """What could be picked but for a rule, with its sentence."""
        if len(members) > MOST_WEIGHED_MOVES or self.decision.reported:
            return ()
        refusals = []
        for member in sorted(members):
            sentence = self.why_not(index, (*values, member))
            if sentence is not None:
                refusals.append(PickOption(member, self._option_text(op, member), refused=sentence))
        return tuple(refusals)

    def legal_next(self, index: int, values: PickValues) -> set[int] | None:
        """The values that the next pick has in legal answers."""
        if self.rows is None:
            return None
        begun = (index, *values)
        return {row[len(begun)] for row in self.rows if row[: len(begun)] == begun}

    def _may_join(self, picking: Picking, values: PickValues, chosen: int, member: int, fits: set[int]) -> bool:
        wanted = picking.usual(self.cells, values, chosen | 1 << member)
        return any(wanted & fit == wanted for fit in fits)

    def _with_places_where_alike(self, op: ops.PickOp, options: list[PickOption]) -> tuple[PickOption, ...]:
        """Dice on a board that show the same are told with the places they stand on."""
        if op.shape != "die" or op.picks_sets:
            return tuple(options)
        same = Counter(option.text for option in options)
        return tuple(
            evolve(option, text=f"{option.text} on {place}")
            if same[option.text] > 1 and (place := self.table.words.place_of(option.value, self.cells))
            else option
            for option in options
        )

    def _option_text(self, op: ops.PickOp, value: int) -> str:
        if op.picks_sets:
            return " ".join(self.text(op.shape, m) for m in MEMBERS[value]) or "none"
        return self.text(op.shape, value)

    def text(self, shape: str, value: int) -> str:
        if shape == "player":
            return self.reader.who(value) if value >= 0 else "nobody"
        return self.table.words.name_of(shape, value, self.cells, self.seat)

    def seen_text(self, shape: str, value: int) -> str:
        """The text of what may look different although it is called the same: dice of several colours."""
        text = self.text(shape, value)
        if shape != "die" or value < 0 or self.table.program.dice[value].numbered:
            return text
        colour = self.table.program.dice[value].colour
        alone = len({die.colour for die in self.table.program.dice}) == 1
        return text if alone or colour == "plain" else f"{colour} {text}"

    def shown_text(self, die: int) -> str:
        """What can be seen of a die, without its name; a die whose number is hidden from the player keeps the name."""
        number = self.cells[self.table.reg.face + die]
        if (
            not is_number(self.table.program.dice[die], number)
            or not self.table.sight.dice(self.cells, self.seat) >> die & 1
        ):
            return self.seen_text("die", die)
        return die_text(self.table.program.dice[die], number, False, Marks.of(self.table).printed(die, number))

    def canonical(self, index: int, values: PickValues) -> PickValues:
        """The same answer as it is listed: of dice that nobody can tell apart the first ones are meant. What is not to be picked from
        stays in it, so that it is refused."""
        canonical: PickValues = ()
        for number, value in enumerate(values):
            picking = self.pick_rules(index, number)
            members = picking.members(self.cells, canonical) if picking.op.shape == "die" else ()
            if picking.op.shape != "die" or picking.op.picks_sets:
                usual = picking.usual(self.cells, canonical, value)
            elif picking.op.gathered:
                usual = picking.usual(self.cells, canonical, value) | value & ~mask_of(members)
            else:
                usual = picking.usual(self.cells, canonical, value) if value in members else value
            canonical = (*canonical, usual)
        return canonical

    # -------------------------------------------------------------- whole moves

    def move(self, index: int, values: PickValues = ()) -> Move:
        """A whole move; whether it is legal is another question."""
        return Move(self.seat, index, self.canonical(index, values), self.table.teller(self.state, self.seat))

    def why_not(self, index: int, values: PickValues) -> str | None:
        """The sentence of the rule that forbids a move, or the beginning of one; None if nothing does."""
        alternative = self.decision.alternatives[index]
        if len(values) < len(alternative.picks):
            fits = self.legal_next(index, values)
            if fits is None or fits:
                return None
            if not values:
                return self._reason_closed(index, alternative)
            reason = self._candidates_reason(index, values)
            if reason:
                return reason
            values = next(self._candidates(index, values), (*values, *(0 for _ in alternative.picks[len(values) :])))
        return self.table.why_not(self.state, self.seat, self.move(index, values))

    def worth(self, row: Sequence[int]) -> str:
        """What a move is known to change at once: entries, scores, and who wins by it. Nothing where something is hidden."""
        if not self.can_try:
            return ""
        index, *values = row
        try:
            after, said = self._try_move(index, Move(self.seat, index, self.canonical(index, tuple(values))))
        except DiceError:
            return ""
        result = self.table.result(after)
        parts = [win_text(result.winners, self.reader)] if result and result.winners else []
        parts += [risk] if (risk := self._risk(after)) else []
        gains: dict[int, list[str]] = {self.seat: []}  # one's own first
        for seat, gain in self._gains(self.state.cells, after.cells):
            gains.setdefault(seat, []).append(gain)
        entered = {gain for own_gains in gains.values() for gain in own_gains if gain.isdigit()}
        for seat, own_gains in gains.items():
            # What is entered is named alone where a total grows by just that.
            left = [gain for gain in own_gains if gain.rpartition("+")[2] not in entered or gain in entered]
            whose = "" if seat == self.seat else f"{self.reader.whose(seat)} "
            parts += [f"{whose}{', '.join(left)}"] if left else []
        parts += [said] if said else []
        return "; ".join(parts)

    def _try_move(self, index: int, move: Move) -> tuple[State, str]:
        """Try where a move leads; and what is said on the way when a place or one of a kind is picked."""
        if not self.table.program.telling.spoken or not any(
            ":" in p.shape for p in self.decision.alternatives[index].picks
        ):
            return self.table.apply(self.state, move), ""
        cells, moments = self.table.moments(self.state, move)
        return self.table.state_of(cells), self._saying_text(moments)

    def _saying_text(self, moments: Sequence[Moment]) -> str:
        """What is said, if that is short: whom it gives something to do, or what it crosses."""
        sayings = [
            heard_text(self.table, m.pieces or (m.text,), m.values, self.reader, m.cells[self.table.reg.actor])
            for m in moments
            if m.text
        ]
        if len(sayings) != 1 or len(sayings[0]) > LONGEST_SHOWN_TEXT:
            return ""
        first, _, rest = sayings[0].rstrip(".").partition(" ")
        return f"{first.lower() if first in COMMON_FIRST_WORDS else first} {rest}".strip()

    def _risk(self, after: State) -> str:
        """How likely each outcome is of the attempt that a move leads to, by the odds of the rulebook."""
        decision = self.table.decision(after)
        if decision is None or not decision.reported:
            return ""
        cells = list(after.cells)
        outcomes = [outcome for outcome in self.table.answers.of(decision) if outcome.open(cells)]
        weights = {outcome.op.name: outcome.weight(cells) for outcome in outcomes}
        total = sum(weights.values())
        likely = sorted((name for name, weight in weights.items() if weight > 0), key=lambda name: -weights[name])
        if not 1 < len(likely) <= MOST_NAMED_OUTCOMES:
            return ""
        return "; ".join(f"{rough_percent(weights[name], total)} {name}" for name in likely)

    def typed_text(self, index: int, values: PickValues) -> str:
        """A whole move as it can be typed, places by their names."""
        return self.table.words.move_for_people(self.decision, self.cells, index, self.canonical(index, values))

    def move_for_people(self, index: int, values: PickValues) -> str:
        """A whole move as one would say it: `lay d4 (2) in row middle`."""
        return ActionEvents(self.table, self.state, self.reader).answer_text(
            self.decision, self.seat, index, tuple(values)
        )

    def _gains(self, was: Cells, now: Cells) -> Iterator[tuple[int, str]]:
        """Numbers of the memory and of the words shown that are others after the move, each with whose they are."""
        program = self.table.program
        words = ShownWords.of(self.table)
        names = set(words.labels)
        for info in words.numbers_of_players:
            names.add(info.name)
            for seat in range(self.table.players):
                numbers = self._number_now(info, seat), words.number(info, now, self.reader, seat)
                if None not in numbers:
                    yield from self._gain(info.name, seat, numbers[0] or 0, numbers[1] or 0)
        for info in words.numbers_of_table:
            numbers = self._number_now(info), words.number(info, now, self.reader)
            names.add(info.name)
            # What grows is worth something; what gets less is used up, or begins anew.
            if None not in numbers and (numbers[1] or 0) > (numbers[0] or 0):
                yield from self._gain(info.name, self.seat, numbers[0] or 0, numbers[1] or 0)
        for slot, _ in self.table.sight.slots:
            quiet = slot.name in program.telling.quiet or slot.name in names
            if slot.shape != "number" or slot.many or quiet or not set(slot.keys) <= {"player", *self._closed_kinds}:
                continue
            if was[slot.base : slot.base + slot.size] == now[slot.base : slot.base + slot.size]:
                continue
            owners = product(*(range(program.kinds[key].size) for key in slot.keys))
            for at, members in enumerate(owners, start=slot.base):
                if was[at] == now[at] or (now[at] == program.initial[at] and not slot.keys):
                    continue
                seat = next((m for key, m in zip(slot.keys, members, strict=True) if key == "player"), self.seat)
                if len(slot.keys) > 1:
                    # The box is named by the move; what is entered there is news.
                    yield seat, str(now[at]) if now[at] != NO_NUMBER else "none"
                elif min(was[at], now[at]) > NO_NUMBER:
                    yield from self._gain(slot.name, seat, was[at], now[at])

    def _number_now(self, info: ShownInfo, *keys: int) -> int | None:
        """A number that is shown, before the move: the same for all moves."""
        key = id(info), keys
        if key not in self._numbers:
            self._numbers[key] = ShownWords.of(self.table).number(info, self.state.cells, self.reader, *keys)
        return self._numbers[key]

    def _gain(self, name: str, seat: int, was: int, now: int) -> Iterator[tuple[int, str]]:
        if was != now:
            yield seat, f"{name} {now - was:+d}"

    @property
    def _closed_kinds(self) -> set[str]:
        return {name for name, kind in self.table.program.kinds.items() if kind.values}


def rough_percent(part: int, total: int) -> str:
    share = 100 * part / total
    return "under 1 %" if share < 1 else "over 99 %" if 99 < share < 100 else f"{share:.0f} %"


def win_text(winners: Sequence[int], reader: Reader) -> str:
    """`you win`, `Ben wins`, `Ann and Ben win`."""
    alone = len(winners) == 1 and winners[0] != reader.seat
    return f"{reader.all_of(winners)} {'wins' if alone else 'win'}"
