"""What an answer is made of: for each alternative its conditions and what its picks are taken from, as functions made once.

With these an answer can be drawn, counted or explained pick by pick. Nobody has to list all answers, which is out of the question
where any set of many things may be picked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import comb, prod

from dicedsl.interpreter.engines import weighted_draws
from dicedsl.interpreter.engines.contract import Function, PickValues
from dicedsl.interpreter.engines.stepping.block_runner import START, BlockRunner
from dicedsl.masks import mask_of
from dicedsl.program import ops, sets
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import LARGEST_PICKED_SET, MOST_LISTED_ANSWERS
from dicedsl.program.walk import uses


class CompiledPick:
    """One pick. Its functions take the cells and the values of the picks before it."""

    def __init__(self, runner: BlockRunner, alternative: ops.AlternativeOp, number: int) -> None:
        self.op = op = alternative.picks[number]
        self.plain = op.shape == "die" and not op.picks_sets and bool(runner.program.plain_groups)
        self._classes: Callable[[list[int], int], list[int]] = runner.space["classes"]
        self._first_of_classes: Callable[[list[int], int], int] = runner.space["alike"]
        self._plain_subsets: Callable[[list[int], int, int, int, int], list[int]] = runner.space["plain_subsets"]
        self._subsets: Callable[[int, int, int, int], tuple[int, ...]] = runner.space["subsets"]
        earlier = [p.var for p in alternative.picks[:number]]
        self._source = runner.compile_source(lambda writer: writer.source(op), earlier)
        self._low = runner.compile(lambda writer: writer.text_of(op.low), earlier)
        high = op.high
        self._high = None if high is None else runner.compile(lambda writer: writer.text_of(high), earlier)
        lot = dict(alternative.lots).get(number)
        self.lot: Function | None = None
        self.alike = True  # whether the odds are the same for every member
        if lot is not None:
            odds = lot
            self.lot = runner.compile(lambda writer: writer.text_of(odds), [*earlier, op.member_var])
            self.alike = not uses(lot, op.member_var)
        musts = [m.condition for m in alternative.musts if m.picks_needed == number + 1]
        self._judge = _all_of(runner, musts, [*earlier, op.var])

    def members(self, cells: list[int], earlier: PickValues) -> Sequence[int]:
        """What may be picked, or put into the set that is picked."""
        source = self._source(cells, *earlier)
        return MEMBERS[source] if isinstance(source, int) else source

    def bounds(self, cells: list[int], earlier: PickValues, count: int) -> tuple[int, int]:
        """How many of so many members a set may have."""
        high = count if self._high is None else min(count, self._high(cells, *earlier))
        return max(0, self._low(cells, *earlier)), high

    def allowed(self, cells: list[int], values: PickValues) -> bool:
        """Whether the conditions hold that can be judged once this pick is made."""
        return self._judge is None or bool(self._judge(cells, *values))

    def answer_count(self, cells: list[int], earlier: PickValues) -> int:
        """How many answers there are to this pick, before any condition; sets that nobody lists are more than MOST_LISTED_ANSWERS."""
        members = self.members(cells, earlier)
        if not self.op.gathered:
            return len(members)
        low, high = self.bounds(cells, earlier, len(members))
        if self.plain:
            sizes = [c.bit_count() for c in self._classes(cells, mask_of(members))]
            return (
                MOST_LISTED_ANSWERS + 1
                if prod(n + 1 for n in sizes) > MOST_LISTED_ANSWERS
                else _plain_subset_count(sizes, low, high)
            )
        if len(members) > LARGEST_PICKED_SET:
            return MOST_LISTED_ANSWERS + 1
        return sum(comb(len(members), k) for k in range(low, high + 1))

    def answers(self, cells: list[int], earlier: PickValues) -> Sequence[int]:
        """Every answer to this pick; only where they are few."""
        members = self.members(cells, earlier)
        if not self.op.gathered:
            if self.plain:
                return MEMBERS[self._first_of_classes(cells, mask_of(members))]
            return members
        low, high = self.bounds(cells, earlier, len(members))
        sized = (mask_of(members), low, high, self.op.weight)
        return self._plain_subsets(cells, *sized) if self.plain else self._subsets(*sized)

    def usual(self, cells: list[int], earlier: PickValues, value: int) -> int:
        """The same answer as it is listed: of dice that nobody can tell apart the first ones are meant."""
        if not self.plain:
            return value
        source = mask_of(self.members(cells, earlier))
        chosen = value if self.op.gathered else 1 << value
        first_ones = 0
        for one_class in self._classes(cells, source):
            first_ones |= mask_of(MEMBERS[one_class][: (chosen & one_class).bit_count()])
        return first_ones if self.op.gathered else sets.low(first_ones)

    def meant(self, cells: list[int], earlier: PickValues, value: int) -> float:
        """How many answers are listed as this one."""
        if not self.plain:
            return 1.0
        chosen = value if self.op.gathered else 1 << value
        count = 1.0
        for one_class in self._classes(cells, mask_of(self.members(cells, earlier))):
            count *= weighted_draws.combinations(one_class.bit_count(), (chosen & one_class).bit_count())
        return count


class CompiledAnswer:
    """One alternative: whether it is open at all, and its picks."""

    def __init__(self, runner: BlockRunner, alternative: ops.AlternativeOp) -> None:
        self.op = alternative
        self._runner = runner
        self._gate = _all_of(runner, [m.condition for m in alternative.musts if m.picks_needed == 0], [])
        weight = alternative.weight
        self._weight = None if weight is None else runner.compile(lambda writer: writer.text_of(weight))

    @cached_property
    def picks(self) -> list[CompiledPick]:
        return [CompiledPick(self._runner, self.op, i) for i in range(len(self.op.picks))]

    def open(self, cells: list[int]) -> bool:
        """Whether the conditions hold that mention no pick."""
        return self._gate is None or bool(self._gate(cells))

    def weight(self, cells: list[int]) -> int:
        return 1 if self._weight is None else max(0, self._weight(cells))

    def answer_count(self, cells: list[int], most: int, earlier: PickValues = ()) -> int:
        """How many answers there are before the conditions of picks; no further than just above `most`."""
        if len(earlier) == len(self.picks):
            return 1
        pick = self.picks[len(earlier)]
        count = pick.answer_count(cells, earlier)
        if count > most or len(earlier) + 1 == len(self.picks):
            return min(count, most + 1)
        total = 0
        for value in pick.answers(cells, earlier):
            if pick.allowed(cells, (*earlier, value)):
                total += self.answer_count(cells, most - total, (*earlier, value))
                if total > most:
                    break
        return total

    def listed(self, cells: list[int], earlier: PickValues = ()) -> Iterator[PickValues]:
        """Every answer that meets all conditions; only where `answer_count` is small."""
        if len(earlier) == len(self.picks):
            yield earlier
            return
        pick = self.picks[len(earlier)]
        for value in pick.answers(cells, earlier):
            if pick.allowed(cells, (*earlier, value)):
                yield from self.listed(cells, (*earlier, value))


class CompiledAnswers:
    """The alternatives of every decision of a program, each made when it is first needed."""

    def __init__(self, runner: BlockRunner) -> None:
        self.runner = runner
        self._made: dict[int, list[CompiledAnswer]] = {}

    def of(self, decision: ops.Decision) -> list[CompiledAnswer]:
        if decision.number not in self._made:
            self._made[decision.number] = [CompiledAnswer(self.runner, a) for a in decision.alternatives]
        return self._made[decision.number]

    def describes_dice(self, word: str) -> bool:
        """Whether a word is an adjective of dice: one of the rulebook, or a colour."""
        return word in self._adjectives or word in self.runner.program.kinds["colour"].values

    def is_called(self, cells: list[int] | tuple[int, ...], adjective: str, die: int) -> bool:
        """Whether an adjective holds of a die; the rulebook's own meaning goes before the colour."""
        test = self._adjectives.get(adjective)
        if test is None:
            return self.runner.program.dice[die].colour == adjective
        return bool(test(cells, die))

    @cached_property
    def _adjectives(self) -> dict[str, Function]:
        return {a.name: self.adjective(a) for a in self.runner.program.adjectives if a.shape == "die"}

    def adjective(self, adjective: ops.Adjective) -> Function:
        """The test of an adjective, as a function of the cells and what it is asked of."""
        return self.runner.compile(lambda writer: writer.text_of(adjective.test), [adjective.var], before=START)


def _all_of(runner: BlockRunner, conditions: list[ops.Op], variables: list[int]) -> Function | None:
    if not conditions:
        return None
    return runner.compile(lambda writer: " and ".join(f"({writer.text_of(c)})" for c in conditions), variables)


def _plain_subset_count(sizes: list[int], low: int, high: int) -> int:
    """The number of ways to take `low` to `high` dice from classes of equal ones."""
    ways = [1]  # by how many are taken
    for size in sizes:
        more = [0] * (len(ways) + size)
        for taken, count in enumerate(ways):
            for k in range(size + 1):
                more[taken + k] += count
        ways = more
    return sum(ways[max(low, 0) : high + 1])
