"""What somebody is asked: the alternatives, and the answer pick by pick, with what can be picked next and what is known to come of it."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.errors import DiceError, Fault
from dicedsl.interpreter.engines.stepping.answers import Picking
from dicedsl.interpreter.engines.stepping.helpers import B
from dicedsl.interpreter.model.marks import hides
from dicedsl.interpreter.model.naming import Reader, listed, sentence
from dicedsl.interpreter.model.things import Alternative, Option, Pick, Question
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import view
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER

Values = tuple[int, ...]
MOST_TRIED = 80  # moves whose worth is worked out at once


class Asking:
    """A choice of a seat. Answers are given as the values of picks: members, numbers, or masks of several."""

    def __init__(self, table: Table, state: State, reader: Reader) -> None:
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
        self.rows = self._rows()
        self._can_try = (
            not decision.reported and not decision.at_once and not hides(view(table, state, self.seat))
        )  # otherwise a look ahead would tell what the seat may not know

    def _rows(self) -> list[tuple[int, ...]] | None:
        """All legal answers; None where they are too many to be listed."""
        if self.decision.reported:
            moves = self.table.few_reports(self.state)
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
            refused=self._closed(index, alternative) if ways == 0 else "",
            worth=self.worth((index,)) if ways == 1 and not alternative.picks else "",
        )

    def _closed(self, index: int, alternative: ops.AlternativeOp) -> str:
        """Why nothing of an alternative can be chosen."""
        broken = self.table.stepping.refused(self.state.cells, self.seat, (index, *(0 for _ in alternative.picks)))
        if broken is not None and broken >= 0:
            first = next((m for m in alternative.musts if m.text == broken), None)
            if first is None or first.after == 0 or not alternative.picks:
                return self.table.program.texts[broken]
        if not alternative.picks:
            return "That cannot be chosen now."
        return sentence(f"there is no {alternative.picks[0].name} for this now")

    # -------------------------------------------------------------- picks

    def picking(self, index: int, number: int) -> Picking:
        return self.table.answers.of(self.decision)[index].picks[number]

    def pick(self, index: int, values: Values = (), chosen: int = 0) -> Pick:
        """What can be picked next in an alternative, after some picks; `chosen` are members taken already for a set."""
        picking = self.picking(index, len(values))
        op, members = picking.op, picking.members(self.cells, values)
        fits = self._following(index, values)
        if op.gathered:
            least, most = picking.bounds(self.cells, values, len(members))
            usual = picking.usual(self.cells, values, chosen)
            can = [
                m
                for m in members
                if chosen >> m & 1 or fits is None or self._may_join(picking, values, chosen, m, fits)
            ]
            done = (usual in fits) if fits is not None else least <= chosen.bit_count() <= most
            options = tuple(Option(m, self.text(op.shape, m)) for m in can)
            return Pick(op.name, op.shape, True, least, most, options, done)
        can = list(members) if fits is None else [m for m in picking.answers(self.cells, values) if m in fits]
        last = len(values) + 1 == len(self.decision.alternatives[index].picks)
        tell = last and len(can) <= MOST_TRIED
        options = tuple(
            Option(m, self._option_text(op, m), worth=self.worth((index, *values, m)) if tell else "") for m in can
        )
        return Pick(op.name, op.shape, False, 1, 1, options)

    def _following(self, index: int, values: Values) -> set[int] | None:
        """The values that the next pick has in legal answers."""
        if self.rows is None:
            return None
        begun = (index, *values)
        return {row[len(begun)] for row in self.rows if row[: len(begun)] == begun}

    def _may_join(self, picking: Picking, values: Values, chosen: int, member: int, fits: set[int]) -> bool:
        wanted = picking.usual(self.cells, values, chosen | 1 << member)
        return any(wanted & fit == wanted for fit in fits)

    def _option_text(self, op: ops.PickOp, value: int) -> str:
        if op.sets:
            return " ".join(self.text(op.shape, m) for m in B[value]) or "none"
        return self.text(op.shape, value)

    def text(self, shape: str, value: int) -> str:
        if shape == "player":
            return self.reader.who(value) if value >= 0 else "nobody"
        return self.table.words.value(shape, value, self.cells, self.seat)

    def usual(self, index: int, values: Values) -> Values:
        """The same answer as it is listed: of dice that nobody can tell apart the first ones are meant."""
        found: Values = ()
        for number, value in enumerate(values):
            found = (*found, self.picking(index, number).usual(self.cells, found, value))
        return found

    # -------------------------------------------------------------- whole moves

    def move(self, index: int, values: Values = ()) -> Move:
        """A whole move; whether it is legal is another question."""
        return Move(self.seat, index, self.usual(index, values), self.table.said(self.state, self.seat))

    def refused(self, index: int, values: Values) -> str | None:
        """The sentence of the rule that forbids a move, or the beginning of one; None if nothing does."""
        alternative = self.decision.alternatives[index]
        if len(values) < len(alternative.picks):
            fits = self._following(index, values)
            if fits is None or fits:
                return None
            values = (*values, *(0 for _ in alternative.picks[len(values) :]))
        return self.table.why_not(self.state, self.seat, self.move(index, values))

    def worth(self, row: Sequence[int]) -> str:
        """What a move is known to change at once: numbers of players, and who wins by it. Nothing where something is hidden."""
        if not self._can_try:
            return ""
        index, *values = row
        try:
            after = self.table.apply(self.state, Move(self.seat, index, self.usual(index, tuple(values))))
        except DiceError:
            return ""
        result = self.table.result(after)
        parts = [wins(result.winners, self.reader)] if result and result.winners else []
        for slot, _ in self.table.sight.slots:
            if slot.keys != ("player",) or slot.shape != "number" or slot.many:
                continue
            for seat in range(self.table.players):
                at = slot.base + seat
                was, now = self.state.cells[at], after.cells[at]
                if was != now and min(was, now) > NO_NUMBER:
                    whose = "" if seat == self.seat else f"{self.reader.whose(seat)} "
                    parts.append(f"{whose}{slot.name} {now - was:+d}")
        return listed(parts)


def wins(winners: Sequence[int], reader: Reader) -> str:
    """`you win`, `Ben wins`, `Ann and Ben win`."""
    alone = len(winners) == 1 and winners[0] != reader.seat
    return f"{reader.all_of(winners)} {'wins' if alone else 'win'}"
