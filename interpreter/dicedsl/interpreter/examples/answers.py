"""Who answers in an example, what they answer, and what they may and may not."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.examples.example_failure import ExampleFailure, failure, raise_if_wrong
from dicedsl.interpreter.examples.example_game import Course
from dicedsl.interpreter.moves.move_reader import NoDie, NoSuchThing
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import examples as ex
from dicedsl.program import ops
from dicedsl.text.source import Span

NAMED_DICE_HELP = (
    "dice have names once `material:` says so, such as `5 dice named d1 to d5`; of another player's write `d1 of Ben`"
)


@frozen
class ExampleAnswers:
    """The answers of an example to the choices its game comes to."""

    course: Course
    names: Sequence[str]

    @property
    def table(self) -> GameTable:
        return self.course.table

    # -------------------------------------------------------------- who and what

    def called(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"P{seat + 1}"

    def nobody(self, who: ex.Who) -> ExampleFailure:
        known = [f"P{i + 1}" for i in range(self.table.players)]
        known += [name for name in self.names if name not in known]
        return failure("X702", f'nobody here is called "{who.name}"', who.span, help=f"known: {', '.join(known)}")

    def _asked(self, who: ex.Who | None, span: Span) -> int:
        """The seat that answers here."""
        self.course.to_choice(span)
        turn = self.table.turn(self.course.state)
        if turn.kind == "over":
            raise failure("X710", "the game is over here", span)
        if who is None:
            if turn.kind != "report":
                raise failure("X711", "the table has nothing to report here", span)
            return turn.seats[0]
        if who.seat < 0:
            raise self.nobody(who)
        if who.seat not in turn.seats:
            others = " and ".join(self.called(s) for s in turn.seats)
            raise failure("X712", f"it is not {who.name} who chooses here but {others}", who.span)
        return who.seat

    def _decision(self) -> ops.Decision:
        decision = self.table.decision(self.course.state)
        assert decision is not None
        return decision

    def _alternative(self, answer: ex.Answer) -> int:
        alternatives = self._decision().alternatives
        for i, alternative in enumerate(alternatives):
            if alternative.name == answer.name:
                return i
        offered = ", ".join(f'"{a.name}"' for a in alternatives)
        message = f'"{answer.name}" is not offered here'
        raise failure("X713", message, answer.name_span, help=f"this choice knows {offered}")

    def _words(self, answer: ex.Answer) -> list[str]:
        return [word if isinstance(word, str) else self.course.seen(word) for word in raise_if_wrong(answer.words)]

    def _move(self, answer: ex.Answer, seat: int, index: int) -> Move:
        """What is answered, as a move; legal or not."""
        return self.table.move_reader.read_pieces(self.course.state, seat, index, self._words(answer))

    def _matching(self, answer: ex.Answer, seat: int, index: int) -> list[tuple[int, ...]]:
        """The legal values of an alternative that an answer with `any` in it can mean."""
        state, words = self.course.state, self._words(answer)
        legal = self.table.alternatives.legal_values(state, seat, index)
        return [
            values for values in legal if self.table.move_reader.fits(state, seat, index, words, values, ex.ANY_ANSWER)
        ]

    def choose(self, line: ex.Choose) -> None:
        """Make the choices of a line."""
        for answer in line.answers:
            seat = self._asked(line.who, answer.span)
            index = self._alternative(answer)
            if answer.is_partial:
                help = "`any` stands in what may, and may not, be chosen"
                raise failure("X714", "say what is chosen instead of `any`", answer.span, help=help)
            try:
                move = self._move(answer, seat, index)
            except UsageError as error:
                help = NAMED_DICE_HELP if isinstance(error, NoDie) else ""
                raise failure("X714", error.message, answer.span, help=help) from None
            refused = self.table.why_not(self.course.state, seat, move)
            if refused is not None:
                raise failure("X715", f'"{move.text}" is refused: {refused}', answer.span)
            self.course.apply(move)

    # -------------------------------------------------------------- what is allowed

    def may_choose(self, line: ex.MayOnly) -> None:
        """Raise a failure unless each of these answers is allowed."""
        seat, state = self._asked(line.who, line.span), self.course.state
        for answer in line.answers:
            index = self._alternative(answer)
            if answer.is_partial:
                refused = None if self._matching(answer, seat, index) else "no such choice is allowed"
            elif answer.is_bare and self._decision().alternatives[index].picks:
                allowed = self.table.alternatives.some_values(state, seat, index) is not None
                refused = (
                    None if allowed else self._gate(self._decision(), index, seat) or "nothing can be picked for it"
                )
            else:
                refused = self.table.why_not(state, seat, self._move(answer, seat, index))
            if refused is not None:
                raise failure("X716", f"it is not allowed here: {refused}", answer.span)

    def may_only(self, line: ex.MayOnly) -> None:
        """Raise a failure unless these answers, and no others, are allowed."""
        seat = self._asked(line.who, line.span)
        decision = self._decision()
        listed: dict[int, set[tuple[int, ...]] | None] = {}
        for answer in line.answers:
            index = self._alternative(answer)
            if answer.is_bare and decision.alternatives[index].picks:
                listed[index] = None
                continue
            meant = (
                self._matching(answer, seat, index) if answer.is_partial else [self._move(answer, seat, index).values]
            )
            if not meant:
                raise failure("X716", "no such choice is allowed here", answer.span)
            known = listed.setdefault(index, set())
            if known is not None:
                known.update(meant)
        offered = self._offered(seat, decision, {i for i, values in listed.items() if values is not None})
        for index in sorted({*offered, *listed}):
            name = decision.alternatives[index].name
            if index not in listed:
                raise failure("X716", f'"{name}" is allowed as well', line.span)
            wanted = listed[index]
            if index not in offered:
                raise failure("X716", f'"{name}" is not allowed here', line.span)
            if wanted is not None and wanted != offered[index]:
                more = offered[index] - wanted
                cells = self.course.state.cells
                other = sorted(more or wanted - offered[index])[:3]
                text = ", ".join(self.table.words.move(decision, cells, index, values) for values in other)
                raise failure("X716", f"{text} {'allowed as well' if more else 'not allowed here'}", line.span)

    def _offered(self, seat: int, decision: ops.Decision, wholly: set[int]) -> dict[int, set[tuple[int, ...]]]:
        """The legal answers. Of a report one is enough, but for the outcomes that must be listed wholly."""
        state, offered = self.course.state, dict[int, set[tuple[int, ...]]]()
        if not decision.reported:
            for move in self.table.bare_moves(state, seat):
                offered.setdefault(move[0], set()).add(move[1:])
            return offered
        for index in range(len(decision.alternatives)):
            some = self.table.alternatives.some_values(state, seat, index)
            if some is not None:
                offered[index] = (
                    set(self.table.alternatives.legal_values(state, seat, index)) if index in wholly else {some}
                )
        return offered

    def may_not(self, line: ex.MayNot) -> None:
        """Raise a failure if an answer is allowed, or refused with another sentence than the line says."""
        seat = self._asked(line.who, line.span)
        decision = self._decision()
        if self._is_elsewhere(line.answer.name):
            if line.sentence is not None:
                offered = ", ".join(f'"{a.name}"' for a in decision.alternatives)
                message = "it is not offered here, so that no sentence is heard"
                raise failure("X718", message, line.sentence_span, help=f"this choice knows {offered}")
            return
        index = self._alternative(line.answer)
        alternative = decision.alternatives[index]
        nothing_picked = all(p.many and p.low == ops.ZERO for p in alternative.picks)
        if alternative.picks and line.answer.is_bare and not nothing_picked:
            if self.table.alternatives.some_values(self.course.state, seat, index) is not None:
                raise failure("X717", f'"{alternative.name}" is allowed here', line.answer.span)
            said = self._gate(decision, index, seat)
        elif line.answer.is_partial:
            legal = self._matching(line.answer, seat, index)
            if legal:
                text = self.table.words.move(decision, self.course.state.cells, index, legal[0])
                raise failure("X717", f'"{text}" is allowed here', line.answer.span)
            said = self._gate(decision, index, seat)
        else:
            said = self._refusal(line.answer, seat, index)
        if line.sentence is not None and said != line.sentence:
            message = "it is refused, but with another sentence"
            raise failure("X718", message, line.sentence_span, help=f"the player hears: {said}")

    def _is_elsewhere(self, name: str) -> bool:
        """Whether only other choices of the game have this alternative."""
        if any(alternative.name == name for alternative in self._decision().alternatives):
            return False
        decisions = self.table.program.decisions
        return any(alternative.name == name for decision in decisions for alternative in decision.alternatives)

    def _refusal(self, answer: ex.Answer, seat: int, index: int) -> str:
        """Why an answer is refused; also because what it names does not exist."""
        try:
            move = self._move(answer, seat, index)
        except NoSuchThing as missing:
            return missing.message
        said = self.table.why_not(self.course.state, seat, move)
        if said is None:
            raise failure("X717", f'"{move.text}" is allowed here', answer.span)
        return said

    def _gate(self, decision: ops.Decision, index: int, seat: int) -> str | None:
        cells = list(self.course.state.cells)
        if decision.at_once:
            cells[self.table.reg.actor] = seat
        number = self.table.position_editor.refused_at_once(cells, decision, index)
        return self.table.program.texts[number] if number is not None and number >= 0 else None

    def ways(self, line: ex.Ways) -> None:
        """Raise a failure unless there are so many ways to choose an alternative."""
        seat = self._asked(line.who, line.span)
        index = self._alternative(line.answer)
        count = len(self.table.alternatives.legal_values(self.course.state, seat, index))
        if count != line.count:
            are = "is 1 way" if count == 1 else f"are {count} ways"
            raise failure("X719", f'there {are} to "{line.answer.name}", not {line.count}', line.span)

    def moves(self, line: ex.Moves) -> None:
        """Raise a failure unless there are so many moves over all alternatives."""
        seat = self._asked(line.who, line.span)
        alternatives = self._decision().alternatives
        counts = [
            len(self.table.alternatives.legal_values(self.course.state, seat, index))
            for index in range(len(alternatives))
        ]
        count = sum(counts)
        if count != line.count:
            counted = ", ".join(f'"{a.name}" {ways}' for a, ways in zip(alternatives, counts, strict=True) if ways)
            message = f"{line.who.name} has {count} move{'s' * (count != 1)} here, not {line.count}"
            raise failure("X719", message, line.span, help=counted)
