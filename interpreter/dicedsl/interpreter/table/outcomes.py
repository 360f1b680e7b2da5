"""What chance can bring: each outcome of a roll or a draw, with its exact probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.equal_dice import EqualDice
from dicedsl.interpreter.moves.wording import Wording
from dicedsl.interpreter.state import Outcome
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import low

MOST_LISTED_OUTCOMES = 2_000_000


class Outcomes:
    """Rolls and draws of a program."""

    def __init__(self, program: ops.Program, equal: EqualDice, words: Wording) -> None:
        self.program, self.reg, self.dice = program, program.reg, program.dice
        self.equal, self.words = equal, words

    def all(self, end: ops.End, cells: tuple[int, ...]) -> list[Outcome]:
        """Each distinct outcome once; none where nothing is left to chance."""
        mask = cells[self.reg.rolling]
        if isinstance(end, ops.DrawOne):
            return self._draws(end, cells, mask)
        return list(self._rolls(list(cells), mask)) if isinstance(end, ops.RollDice) else []

    def equal_groups(self, cells: list[int], mask: int) -> list[list[int]]:
        """The dice of a mask, those together that cannot be told apart: plain dice of one sort in one zone."""
        return self.equal.equal_groups(cells, mask)

    def in_order(self, cells: list[int], mask: int, numbers: Sequence[int]) -> tuple[int, ...]:
        """Numbers that fell, as they are told: dice that cannot be told apart in rising order."""
        return self.equal.in_any_order(cells, mask, numbers)

    # -------------------------------------------------------------- draws

    def _draws(self, end: ops.DrawOne, cells: tuple[int, ...], mask: int) -> list[Outcome]:
        if end.alike:
            total = mask.bit_count()
            lots = self._groups_seen(cells, mask)
            texts = self.words.lots(cells, mask, [dice[0] for dice in lots])
            return [Outcome((d[0],), Fraction(len(d), total), text) for d, text in zip(lots, texts, strict=True)]
        members = MEMBERS[mask]
        chance = Fraction(1, len(members))
        return [Outcome((m,), chance, self.words.value(end.shape, m)) for m in members]

    def _groups_seen(self, cells: tuple[int, ...], mask: int) -> list[list[int]]:
        """Dice that may be drawn, those together that cannot be told apart, by what is seen of them as well."""
        reg = self.reg

        def seen(die: int) -> tuple[int, int]:
            return cells[reg.face + die], cells[reg.shown] >> die & 1

        return self.equal.equal_groups(cells, mask, seen)

    def of_draw(self, end: ops.End, cells: tuple[int, ...], member: int) -> Outcome:
        """The outcome of a draw, by the member drawn; of equal dice the one that is listed."""
        assert isinstance(end, ops.DrawOne)
        mask = cells[self.reg.rolling]
        if end.alike and mask >> member & 1:
            twins = self.equal.twins(cells, mask, member)
            member, chance = low(twins), Fraction(twins.bit_count(), mask.bit_count())
            return Outcome((member,), chance, self.words.lots(cells, mask, [member])[0])
        return Outcome((member,), Fraction(1, mask.bit_count()), self.words.value(end.shape, member))

    # -------------------------------------------------------------- rolls

    def _rolls(self, cells: list[int], mask: int) -> Iterator[Outcome]:
        parts: list[list[tuple[tuple[int, ...], int]]] = []
        order: list[int] = []
        for lot in self.equal_groups(cells, mask):
            order.extend(lot)
            parts.append(_equal_dice(self.dice[lot[0]].faces, len(lot)))
        outcomes = prod(len(p) for p in parts)
        if outcomes > MOST_LISTED_OUTCOMES:
            raise UsageError(f"this roll has {outcomes:,} different outcomes, too many to list them all")
        place = sorted(range(len(order)), key=lambda i: order[i])
        total = prod(len(self.dice[die].faces) for die in MEMBERS[mask])
        for combination in product(*parts):
            numbers = [x for values, _ in combination for x in values]
            ways = prod(w for _, w in combination)
            values = tuple(numbers[i] for i in place)
            yield Outcome(values, Fraction(ways, total), " ".join(map(str, values)))

    def of_roll(self, cells: tuple[int, ...], values: Sequence[int]) -> Outcome:
        """The outcome of a roll, by the numbers that fell, with how likely that was."""
        mask = cells[self.reg.rolling]
        number_of = dict(zip(MEMBERS[mask], values, strict=True))
        ways = 1
        for lot in self.equal_groups(list(cells), mask):
            ways *= _ways(Counter(self.dice[lot[0]].faces), [number_of[die] for die in lot])
        total = prod(len(self.dice[die].faces) for die in number_of)
        return Outcome(tuple(values), Fraction(ways, total), " ".join(map(str, values)))


def _equal_dice(faces: tuple[int, ...], count: int) -> list[tuple[tuple[int, ...], int]]:
    """Rising rows of numbers with the ways each can fall."""
    weights = Counter(faces)
    return [(values, _ways(weights, values)) for values in combinations_with_replacement(sorted(weights), count)]


def _ways(faces: Counter[int], values: Sequence[int]) -> int:
    """In how many ways equal dice show these numbers: the multinomial law."""
    ways = factorial(len(values))
    for number, times in Counter(values).items():
        ways = ways // factorial(times) * faces[number] ** times
    return ways
