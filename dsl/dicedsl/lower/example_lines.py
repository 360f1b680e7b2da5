"""The lines of an example, lowered: what falls and is drawn, who answers what, and what must then hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from dicedsl.errors import Problem
from dicedsl.lower.laying import Laying
from dicedsl.lower.values import shape_of
from dicedsl.program import examples as ex
from dicedsl.program import ops
from dicedsl.source import NOWHERE
from dicedsl.syntax import nodes as n
from dicedsl.typed import tree as t
from dicedsl.typed.bad import Bad


class _Wrong(Exception):
    def __init__(self, code: str, message: str, node: n.Node, help: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(code, message, node.span, help=help)


@frozen
class ExampleLines:
    lay: Laying
    seats: dict[str, int]

    def of(self, lines: Iterable[t.Said]) -> Iterator[ex.Line]:
        for line in lines:
            try:
                yield self._line(line)
            except Bad as bad:
                yield ex.Wrong(Problem(bad.code, bad.message, line.span, help=bad.help), line.span)
            except _Wrong as wrong:
                yield ex.Wrong(wrong.problem, line.span)

    def _line(self, line: t.Said) -> ex.Line:
        if isinstance(line, t.WrongLine):
            return ex.Wrong(line.problem, line.span)
        if isinstance(line, t.Policy):
            return self._policy(line)
        if isinstance(line, t.PlayOn):
            until = None if line.until is None else self.lay.e.value(line.until).op
            return ex.PlayOn(until, NOWHERE if line.until is None else line.until.span, line.span)
        if isinstance(line, t.Now):
            return ex.Now(tuple(map(self._claim, line.claims)), line.span)
        return self._plain(line.node)

    def _plain(self, line: n.Rolled | n.Drawn | n.Chooses | n.MayOnly | n.MayNot | n.Ways) -> ex.Line:
        if isinstance(line, n.Rolled):
            return ex.Roll(line.numbers, line.span)
        if isinstance(line, n.Drawn):
            words = self._words((line.value,))
            return ex.Draw(words if isinstance(words, ex.Trouble) else " ".join(words), line.span)
        if isinstance(line, n.Chooses):
            return ex.Choose(self._who(line.seat), tuple(map(self._answer, line.answers)), line.span)
        if isinstance(line, n.MayOnly):
            return ex.MayOnly(self._seat(line.seat), tuple(map(self._answer, line.answers)), line.span)
        if isinstance(line, n.MayNot):
            said, span = (line.sentence.value, line.sentence.span) if line.sentence is not None else (None, NOWHERE)
            return ex.MayNot(self._who(line.seat), self._answer(line.answer), said, span, line.span)
        answer = ex.Answer(line.name.value, (), line.name.span, line.name.span)
        return ex.Ways(self._seat(line.seat), answer, line.count, line.span)

    # -------------------------------------------------------------- who, and what they answer

    def _who(self, phrase: n.Phrase | None) -> ex.Who | None:
        return None if phrase is None else self._seat(phrase)

    def _seat(self, phrase: n.Phrase) -> ex.Who:
        return ex.Who(self.seats.get(phrase.text, -1), phrase.text, phrase.span)

    def _answer(self, answer: n.Answer) -> ex.Answer:
        return ex.Answer(answer.name.value, self._words(answer.values), answer.span, answer.name.span)

    def _words(self, values: Iterable[n.AnswerValue]) -> tuple[str, ...] | ex.Trouble:
        """As the referee would hear it: the players by their seats."""
        words: list[str] = []
        seats = self.seats
        for value in values:
            if value.value is None:
                words.append("nobody")
            elif isinstance(value.value, tuple):
                words.append("(" + ",".join(map(str, value.value)) + ")")
            elif value.owner is not None:
                if value.owner not in seats:
                    return ex.Trouble(Problem("X702", f'nobody here is called "{value.owner}"', value.span))
                words += [str(value.value), "of", f"P{seats[value.owner] + 1}"]
            elif isinstance(value.value, str) and value.value in seats:
                words.append(f"P{seats[value.value] + 1}")
            else:
                words.append(str(value.value))
        return tuple(words)

    def _policy(self, policy: t.Policy) -> ex.Policy:
        line, seats = policy.node, self.seats
        if line.seat.text == "everyone" and "everyone" not in seats:
            whose = tuple(range(self.lay.w.players))
        elif line.seat.text in seats:
            whose = (seats[line.seat.text],)
        else:
            help = f"known: {', '.join(seats)}"
            raise _Wrong("X702", f'nobody here is called "{line.seat.text}"', line.seat, help)
        by = line.by
        measures = tuple(self._measures(policy))
        return ex.Policy(
            whose,
            line.which == "first",
            by is not None and by.highest,
            measures or None,
            by.measure.span if by is not None else NOWHERE,
            line.span,
        )

    def _measures(self, policy: t.Policy) -> Iterator[tuple[tuple[int, int], ops.Op]]:
        """By decision and alternative, wherever each was laid out."""
        lay, measures = self.lay, {id(alternative): measure for alternative, measure in policy.measures}
        for (number, i), alternative in lay.offered.items():
            if id(alternative) in measures:
                picks = lay.w.program.decisions[number].alternatives[i].picks
                for pick, made in zip(alternative.picks, picks, strict=True):
                    lay.e.bind(pick.local, lay.picked[made.cell])
                yield (number, i), lay.e.value(measures[id(alternative)]).op

    # -------------------------------------------------------------- what must hold

    def _claim(self, claim: t.Claim | t.WrongLine) -> ex.Claim | ex.Trouble:
        if isinstance(claim, t.WrongLine):
            return ex.Trouble(claim.problem)
        condition = self.lay.e.value(claim.condition).op
        shown = None
        if claim.subject is not None:
            value = self.lay.e.value(claim.subject)
            shown = ex.Shown(claim.subject.span.text, value.op, shape_of(value.ty.kind), value.ty.many)
        return ex.Claim(condition, claim.is_next, shown, claim.span)
