"""The lines of an example, lowered: what falls and is drawn, who answers what, and what must then hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from dicedsl.errors import Problem
from dicedsl.lower.lower import Lowering
from dicedsl.lower.policies import measures
from dicedsl.lower.scope import Bad, Scope
from dicedsl.program import examples as ex
from dicedsl.program import ops
from dicedsl.source import NOWHERE
from dicedsl.syntax import nodes as n


def parts_of(condition: n.Expr) -> list[n.Expr]:
    """What `and` joins."""
    if isinstance(condition, n.And):
        return [*parts_of(condition.left), *parts_of(condition.right)]
    return [condition]


class _Wrong(Exception):
    def __init__(self, code: str, message: str, node: n.Node, help: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(code, message, node.span, help=help)


@frozen
class ExampleLines:
    lowering: Lowering
    scope: Scope

    def of(self, lines: Iterable[n.Node]) -> Iterator[ex.Line]:
        for line in lines:
            try:
                lowered = self._line(line)
            except Bad as bad:
                lowered = ex.Wrong(Problem(bad.code, bad.message, line.span, help=bad.help), line.span)
            except _Wrong as wrong:
                lowered = ex.Wrong(wrong.problem, line.span)
            if lowered is not None:
                yield lowered

    def _line(self, line: n.Node) -> ex.Line | None:
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
        if isinstance(line, n.Ways):
            answer = ex.Answer(line.name.value, (), line.name.span, line.name.span)
            return ex.Ways(self._seat(line.seat), answer, line.count, line.span)
        if isinstance(line, n.Policy):
            return self._policy(line)
        if isinstance(line, n.PlayOn):
            until = self.lowering.e.truth(line.until, self.scope) if line.until is not None else None
            return ex.PlayOn(until, line.until.span if line.until is not None else NOWHERE, line.span)
        if isinstance(line, n.Now):
            return ex.Now(tuple(self._claim(part, line) for part in parts_of(line.condition)), line.span)
        return None

    # -------------------------------------------------------------- who, and what they answer

    def _who(self, phrase: n.Phrase | None) -> ex.Who | None:
        return None if phrase is None else self._seat(phrase)

    def _seat(self, phrase: n.Phrase) -> ex.Who:
        return ex.Who(self.scope.seats.get(phrase.text, -1), phrase.text, phrase.span)

    def _answer(self, answer: n.Answer) -> ex.Answer:
        return ex.Answer(answer.name.value, self._words(answer.values), answer.span, answer.name.span)

    def _words(self, values: Iterable[n.AnswerValue]) -> tuple[str, ...] | ex.Trouble:
        """As the referee would hear it: the players by their seats."""
        words: list[str] = []
        seats = self.scope.seats
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

    def _policy(self, line: n.Policy) -> ex.Policy:
        seats = self.scope.seats
        if line.seat.text == "everyone" and "everyone" not in seats:
            whose = tuple(range(self.lowering.w.players))
        elif line.seat.text in seats:
            whose = (seats[line.seat.text],)
        else:
            help = f"known: {', '.join(seats)}"
            raise _Wrong("X702", f'nobody here is called "{line.seat.text}"', line.seat, help)
        by = line.by
        found = measures(self.lowering, by.measure, self.scope) if by is not None else {}
        return ex.Policy(
            whose,
            line.which == "first",
            by is not None and by.highest,
            tuple(found.items()) if found else None,
            by.measure.span if by is not None else NOWHERE,
            line.span,
        )

    # -------------------------------------------------------------- what must hold

    def _claim(self, part: n.Expr, line: n.Node) -> ex.Claim | ex.Trouble:
        try:
            condition = self.lowering.e.truth(part, self.scope)
        except Bad as bad:
            return ex.Trouble(Problem(bad.code, bad.message, line.span, help=bad.help))
        return ex.Claim(condition, _asks_for_next(part), self._shown(part), part.span)

    def _shown(self, part: n.Expr) -> ex.Shown | None:
        """What a claim is about, so that it can be told what it is instead."""
        if not isinstance(part, n.Is):
            return None
        try:
            value = self.lowering.e.value(part.subject, self.scope)
        except Bad:
            return None
        return ex.Shown(part.subject.span.text, value.op, self.lowering.w.shape(value.ty.kind), value.ty.many)

    def places(self, text: str, node: n.Expr) -> ops.Op | ex.Trouble:
        """The places that an expression means."""
        try:
            value = self.lowering.e.members(node, self.scope)
        except Bad as bad:
            return ex.Trouble(Problem("X705", f"{text}: {bad.message}", bad.span))
        if self.lowering.w.board_of(value.ty.kind) is None:
            return ex.Trouble(Problem("X705", f"{text}: these are no places", node.span))
        return value.op


def _asks_for_next(part: n.Expr) -> bool:
    return (
        isinstance(part, n.Is)
        and not part.negated
        and isinstance(part.test, n.Same)
        and isinstance(part.test.other, n.Name)
        and part.test.other.phrase.text == "next"
    )
