"""What can be answered to a decision: the legal answers in their order, why another one is refused, and what an answer does.

An answer is the number of an alternative followed by the values of its picks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from dicedsl.program import ops
from dicedsl.program.evaluator.dice import Dice
from dicedsl.program.evaluator.expressions import Cells, Expressions, Variables, members_or_fault
from dicedsl.program.evaluator.statements import SUSPENDED, StatementRunner
from dicedsl.program.faults import nobody_chooses, nothing_fits, nothing_fits_at_once, too_many_answers
from dicedsl.program.sets import MOST_LISTED_ANSWERS, union

UNLIMITED = 99_999  # members of a set that is picked
NO_ANSWER = -1  # why an answer is refused that is none: something else is picked than there is to pick from

Answer = tuple[int, ...]
Values = tuple[int, ...]


class Choices:
    """The decisions of one program."""

    def __init__(self, program: ops.Program, expressions: Expressions, dice: Dice, blocks: StatementRunner) -> None:
        self.program = program
        self.reg = program.reg
        self.dice = dice
        self.blocks = blocks
        self.expressions = expressions
        self.value = expressions.value
        self.holds = expressions.holds
        self.sets = expressions.sets

    # -------------------------------------------------------------- picks

    def members(self, pick: ops.PickOp, cells: Cells, variables: Variables) -> list[int]:
        """What may be picked, or put into the set that is picked: what is in the source and meets the pick's condition."""
        if pick.picks_sets:
            source: Sequence[int] = self.sets(pick.source, cells, variables)
        elif pick.range_high is not None:
            low, high = self.value(pick.source, cells, variables), self.value(pick.range_high, cells, variables)
            source = range(low, high + 1)
        else:
            source = members_or_fault(self.value(pick.source, cells, variables))
        self.expressions.spend(pick.weight * len(source))
        return [m for m in source if self.holds(pick.condition, cells, {**variables, pick.member_var: m})]

    def bounds(self, pick: ops.PickOp, cells: Cells, variables: Variables) -> tuple[int, int]:
        """How many members a picked set may have."""
        low = self.value(pick.low, cells, variables)
        return low, UNLIMITED if pick.high is None else self.value(pick.high, cells, variables)

    def classes(self, pick: ops.PickOp, cells: Cells, members: list[int]) -> list[list[int]]:
        """Those together that no rule can tell apart: plain dice of one sort in one place that show the same number."""
        if pick.shape != "die":
            return [[member] for member in members]
        return self.dice.lots(cells, union(1 << member for member in members), by_number=True)

    def answers(self, pick: ops.PickOp, cells: Cells, variables: Variables) -> list[int]:
        """Every answer to one pick, in order. Of dice that nobody can tell apart the first ones are taken."""
        members = self.members(pick, cells, variables)
        if pick.picks_sets or pick.range_high is not None:
            return members
        if not pick.many:
            return sorted(one_class[0] for one_class in self.classes(pick, cells, members))
        low, high = self.bounds(pick, cells, variables)
        classes = self.classes(pick, cells, members)
        ways = prod(len(one_class) + 1 for one_class in classes)
        if ways > MOST_LISTED_ANSWERS:
            raise too_many_answers()
        self.expressions.spend(pick.weight * ways)  # all of them are gone through, however large they may be
        firsts = [[union(1 << m for m in c[:count]) for count in range(len(c) + 1)] for c in classes]
        return sorted(mask for mask in map(union, product(*firsts)) if low <= mask.bit_count() <= high)

    # -------------------------------------------------------------- whole answers

    def answers_meeting_conditions(self, decision: ops.Decision, cells: Cells) -> Iterator[Answer]:
        """Every answer that meets the conditions of the decision, in order, whatever it leads to."""
        count = 0
        for index, alternative in enumerate(decision.alternatives):
            for values in self._with_picks(alternative, cells, ()):
                count += 1
                if count > MOST_LISTED_ANSWERS:
                    raise too_many_answers(alternative.span)
                yield index, *values

    def _with_picks(self, alternative: ops.AlternativeOp, cells: Cells, values: Values) -> Iterator[Values]:
        """The answers that begin with these values."""
        if self.first_broken(alternative, cells, values) is not None:
            return
        if len(values) == len(alternative.picks):
            yield values
            return
        pick = alternative.picks[len(values)]
        for value in self.answers(pick, cells, variables_of(alternative, values)):
            yield from self._with_picks(alternative, cells, (*values, value))

    def first_broken(self, alternative: ops.AlternativeOp, cells: Cells, values: Values) -> int | None:
        """The sentence of the first condition that these values break, of those judged when the last of them is known."""
        variables = variables_of(alternative, values)
        for must in alternative.musts:
            if must.picks_needed == len(values) and not self.holds(must.condition, cells, variables):
                return must.text
        return None

    def legal(self, decision: ops.Decision, cells: Cells, seat: int) -> list[Answer]:
        """Every legal answer of a seat, in order."""
        answers = list(self.answers_meeting_conditions(decision, self._as_seen_by(decision, cells, seat)))
        return [answer for answer in answers if self.refusal_ahead(decision, cells, seat, answer) is None]

    def _as_seen_by(self, decision: ops.Decision, cells: Cells, seat: int) -> Cells:
        """In a choice of several at once each is the actor of their own answer."""
        if not decision.at_once:
            return cells
        seen = list(cells)
        seen[self.reg.actor] = seat
        return seen

    def refusal(self, decision: ops.Decision, cells: Cells, seat: int, answer: Answer) -> int | None:
        """The sentence of the first condition an answer breaks, NO_ANSWER if it cannot be picked, None if it is legal."""
        seen = self._as_seen_by(decision, cells, seat)
        alternative, given = decision.alternatives[answer[0]], answer[1:]
        for count in range(len(given) + 1):
            if count and not self._can_be_picked(alternative, seen, given[:count]):
                return NO_ANSWER
            text = self.first_broken(alternative, seen, given[:count])
            if text is not None:
                return text
        return self.refusal_ahead(decision, cells, seat, answer)

    def _can_be_picked(self, alternative: ops.AlternativeOp, cells: Cells, values: Values) -> bool:
        """Whether the last of the values is an answer to its pick; of equal dice any may be named."""
        pick, value = alternative.picks[len(values) - 1], values[-1]
        variables = variables_of(alternative, values[:-1])
        members = self.members(pick, cells, variables)
        if pick.picks_sets or not pick.many:
            return value in members
        if value & ~union(1 << m for m in members):
            return False
        low, high = self.bounds(pick, cells, variables)
        return low <= value.bit_count() <= high

    # -------------------------------------------------------------- what an answer does

    def write(self, decision: ops.Decision, cells: list[int], seat: int, answer: Answer) -> int:
        """Writes an answer into the cells; the block to go on with, SUSPENDED while others still have to answer."""
        alternative = decision.alternatives[answer[0]]
        if not decision.at_once:
            for pick, value in zip(alternative.picks, answer[1:], strict=True):
                cells[pick.answer_cell] = value
            return alternative.block
        cells[decision.pending + seat] = answer[0] + 1
        for pick, value in zip(alternative.picks, answer[1:], strict=True):
            cells[pick.pending + seat] = value
        cells[self.reg.asked] &= ~(1 << seat)
        return SUSPENDED if cells[self.reg.asked] else decision.after_block

    def refusal_ahead(self, decision: ops.Decision, cells: Cells, seat: int, answer: Answer) -> int | None:
        """The sentence of the first condition that is broken by the position an answer leads to.

        Its steps are tried up to the next rest, choice, roll or draw. Nobody can refuse what chance brings after that.
        """
        alternative = decision.alternatives[answer[0]]
        if not alternative.leaves and not decision.always:
            return None
        texts, work = list(self.blocks.told), self.expressions.begin()
        refused = self._refusal_after(decision, cells, seat, answer)
        self.blocks.told[:], self.expressions.work = texts, work  # it was only tried
        return refused

    def _refusal_after(self, decision: ops.Decision, cells: Cells, seat: int, answer: Answer) -> int | None:
        alternative, after = decision.alternatives[answer[0]], list(cells)
        self.blocks.follow(after, self.write(decision, after, seat, answer), self.program.rests)
        # What is remembered under a name, and who `you` is, are as they were when the choice was made.
        seen = [*after[: self.program.first_local], *cells[self.program.first_local :]]
        seen[self.reg.actor] = cells[self.reg.actor]
        variables = variables_of(alternative, answer[1:])
        for must in alternative.leaves:
            if not self.holds(must.condition, seen, variables):
                return must.text
        for must in decision.always:
            if not self.holds(must.condition, after):
                return must.text
        return None

    # -------------------------------------------------------------- whether there is any

    def arrive(self, decision: ops.Decision, cells: list[int]) -> int:
        """A decision is come to: SUSPENDED if it can be answered, else the block to go on with."""
        seats = members_or_fault(cells[self.reg.asked])
        if not seats:
            raise nobody_chooses(decision)
        before = self.expressions.begin()  # looking for an answer counts by itself, as listing all of them does
        if decision.reported or decision.always_open:
            return SUSPENDED  # whether anything can be reported is found out when it is
        if decision.at_once:
            for seat in seats:
                if not any(
                    True for _ in self.answers_meeting_conditions(decision, self._as_seen_by(decision, cells, seat))
                ):
                    raise nothing_fits_at_once(decision)
            return SUSPENDED
        if self._is_any_legal(decision, cells, seats[0]):
            return SUSPENDED
        self.expressions.spend(before)  # such a choice may be come to again and again
        if decision.nothing_block < 0:
            raise nothing_fits(decision)
        return decision.nothing_block

    def _is_any_legal(self, decision: ops.Decision, cells: Cells, seat: int) -> bool:
        """Whether there is a legal answer; where nothing is looked ahead for, one that is found is enough."""
        if not decision.looks_ahead:
            return any(True for _ in self.answers_meeting_conditions(decision, cells))
        answers = list(self.answers_meeting_conditions(decision, cells))
        return any(self.refusal_ahead(decision, cells, seat, answer) is None for answer in answers)


def variables_of(alternative: ops.AlternativeOp, values: Values) -> dict[int, int]:
    """The variables of the picks that are made."""
    return {pick.var: value for pick, value in zip(alternative.picks, values, strict=False)}
