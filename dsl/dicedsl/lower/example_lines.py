"""The lines of an example, lowered: what falls and is drawn, who answers what, and what must then hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import field, frozen

from dicedsl.errors import Problem
from dicedsl.lower.positions import GivenLines
from dicedsl.lower.step_lowering import StepLowering
from dicedsl.lower.values import shape_of
from dicedsl.program import examples as ex
from dicedsl.program import ops
from dicedsl.syntax import nodes as n
from dicedsl.text.source import NOWHERE
from dicedsl.typed import tree as t
from dicedsl.typed.semantic_error import SemanticError


class _Wrong(Exception):
    def __init__(self, code: str, message: str, node: n.Node, help: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(code, message, node.span, help=help)


@frozen(eq=False, repr=False, slots=False)
class ExampleLines:
    """`seen` are the places of a line that are written as somebody sees them, until they are put where they stand."""

    lowering: StepLowering
    seats: dict[str, int]
    seen: list[ex.Seen] = field(factory=list)

    def of(self, line: t.Said) -> ex.Line:
        try:
            return self._line(line)
        except SemanticError as error:
            return ex.ImpossibleLine(Problem(error.code, error.message, line.span, help=error.help), line.span)
        except _Wrong as wrong:
            return ex.ImpossibleLine(wrong.problem, line.span)

    def _line(self, line: t.Said) -> ex.Line:
        if isinstance(line, t.WrongLine):
            return ex.ImpossibleLine(line.problem, line.span)
        if isinstance(line, t.Policy):
            return self._policy(line)
        if isinstance(line, t.PlayOn):
            until = None if line.until is None else self.lowering.expressions.value(line.until).op
            return ex.PlayOn(until, NOWHERE if line.until is None else line.until.span, line.span)
        if isinstance(line, t.Now):
            return ex.Now(tuple(map(self._claim, line.claims)), line.span)
        if isinstance(line, t.AfterSetup):
            return ex.AfterSetup(tuple(GivenLines(self.lowering, self.seats).of(line.given)), line.span)
        self.seen.extend(map(self._place_seen, line.seen))
        return self._plain(line.node)

    def _plain(self, line: n.Rolled | n.Drawn | n.Chooses | n.MayOnly | n.MayNot | n.Ways | n.MovesCounted) -> ex.Line:
        if isinstance(line, n.Rolled):
            return ex.Roll(line.numbers, line.span)
        if isinstance(line, n.Drawn):
            return ex.Draw(self._words((line.value, *line.more)), line.span)
        if isinstance(line, n.Chooses):
            return ex.Choose(self._who(line.seat), tuple(map(self._answer, line.answers)), line.span)
        if isinstance(line, n.MayOnly):
            return ex.MayOnly(self._seat(line.seat), tuple(map(self._answer, line.answers)), line.others, line.span)
        if isinstance(line, n.MayNot):
            said, span = (line.sentence.value, line.sentence.span) if line.sentence is not None else (None, NOWHERE)
            return ex.MayNot(self._who(line.seat), self._answer(line.answer), said, span, line.span)
        if isinstance(line, n.MovesCounted):
            return ex.Moves(self._seat(line.seat), line.count, line.span)
        answer = ex.Answer(line.name.value, (), line.name.span, line.name.span)
        return ex.Ways(self._seat(line.seat), answer, line.count, line.span)

    # -------------------------------------------------------------- who, and what they answer

    def _who(self, phrase: n.Phrase | None) -> ex.Who | None:
        return None if phrase is None else self._seat(phrase)

    def _seat(self, phrase: n.Phrase) -> ex.Who:
        return ex.Who(self.seats.get(phrase.text, -1), phrase.text, phrase.span)

    def _answer(self, answer: n.Answer) -> ex.Answer:
        return ex.Answer(answer.name.value, self._words(answer.values), answer.span, answer.name.span)

    def _words(self, values: Iterable[n.AnswerValue]) -> tuple[ex.Word, ...] | ex.LineProblem:
        """The words of an answer as the referee would hear them: the players by their seats."""
        words: list[ex.Word] = []
        seats = self.seats
        for value in values:
            if value.value is None:
                words.append("nobody")
            elif isinstance(value.value, tuple):
                if value.seen_from is not None:
                    words.append(self.seen.pop(0))
                    continue
                wrong = self._not_on_board(value, value.value)
                if wrong is not None:
                    return ex.LineProblem(wrong)
                words.append("(" + ",".join(map(str, value.value)) + ")")
            elif value.owner is not None:
                if value.owner not in seats:
                    return ex.LineProblem(Problem("X702", f'nobody here is called "{value.owner}"', value.span))
                words += [str(value.value), "of", f"P{seats[value.owner] + 1}"]
            elif isinstance(value.value, str) and value.value in seats:
                words.append(f"P{seats[value.value] + 1}")
            else:
                words.append(str(value.value))
        return tuple(words)

    def _not_on_board(self, value: n.AnswerValue, place: tuple[int, ...]) -> Problem | None:
        """`(2,3) of yard`: what is wrong with it, if it says a board."""
        if value.owner is None:
            return None
        boards = self.lowering.world.game.names.boards
        board = next((b for b in boards.values() if value.owner in (b.name, b.kind.plural)), None)
        if board is None:
            help = f"boards here: {', '.join(boards)}" if boards else "this game has no board"
            return Problem("E345", f'there is no board "{value.owner}"', value.span, help=help)
        if self.lowering.world.boards.made[board.name].number(place) is None:
            return Problem("E345", f"there is no place {value.span.text}", value.span)
        return None

    def _place_seen(self, place: t.Expr) -> ex.Seen:
        value = self.lowering.expressions.value(place)
        return ex.Seen(value.op, shape_of(value.ty.kind), place.span.text, place.span)

    def _policy(self, policy: t.Policy) -> ex.Policy:
        line, seats = policy.node, self.seats
        if line.seat.text == "everyone" and "everyone" not in seats:
            whose = tuple(range(self.lowering.world.players))
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
            tuple(name.value for name in line.rather),
            by.measure.span if by is not None else NOWHERE,
            line.span,
        )

    def _measures(self, policy: t.Policy) -> Iterator[tuple[tuple[int, int], ops.Op]]:
        """By decision and alternative, wherever each was laid out."""
        lowering, measures = self.lowering, {id(alternative): measure for alternative, measure in policy.measures}
        for (number, i), alternative in lowering.offered.items():
            if id(alternative) in measures:
                picks = lowering.world.program.decisions[number].alternatives[i].picks
                for pick, made in zip(alternative.picks, picks, strict=True):
                    lowering.expressions.bind(pick.local, lowering.picked[made.answer_cell])
                yield (number, i), lowering.expressions.value(measures[id(alternative)]).op

    # -------------------------------------------------------------- what must hold

    def _claim(self, claim: t.Claim | t.Awaited | t.WrongLine) -> ex.Claim | ex.Awaited | ex.LineProblem:
        if isinstance(claim, t.WrongLine):
            return ex.LineProblem(claim.problem)
        if isinstance(claim, t.Awaited):
            return ex.Awaited(claim.sort, claim.negated, claim.span)
        condition = self.lowering.expressions.value(claim.condition).op
        shown = None
        if claim.subject is not None:
            value = self.lowering.expressions.value(claim.subject)
            shown = ex.ShownValue(claim.subject.span.text, value.op, shape_of(value.ty.kind), value.ty.many)
        return ex.Claim(condition, claim.is_next, shown, claim.span)
