"""How likely each of some values is, exactly: the mean, how far they stray, and all of it as lines of text or as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import isqrt
from typing import Any

from attrs import frozen

Item = int | str
BAR_WIDTH = 24  # characters of the longest bar
MOST_TOLD_VALUES = 40  # values that are told one by one
MOST_DIGITS = 24  # of a fraction in a table; of a longer one the percent alone are told
MOST_DIGITS_WRITTEN = 2000  # digits of a fraction that is written out at all
ROOT_SCALE = 10**12


@frozen
class Spread:
    """Values with their chances, which add up to 1: numbers in rising order, others as they came.

    `total` is how many equally likely cases were counted, where that is so: then fractions are told as so many of them.
    """

    chances: Mapping[Item, Fraction]
    total: int | None = None

    @classmethod
    def of(cls, pairs: Iterable[tuple[Item, Fraction]], total: int | None = None) -> Spread:
        chances: dict[Item, Fraction] = {}
        for value, chance in pairs:
            chances[value] = chances.get(value, Fraction(0)) + chance
        there = {value: chance for value, chance in chances.items() if chance}
        if all(isinstance(value, int) for value in there):
            there = {value: there[value] for value in sorted(there, key=int)}
        return cls(there, total)

    @property
    def is_of_numbers(self) -> bool:
        return all(isinstance(value, int) for value in self.chances)

    @property
    def mean(self) -> Fraction:
        return sum((int(value) * chance for value, chance in self.chances.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        mean = self.mean
        return sum(((int(value) - mean) ** 2 * chance for value, chance in self.chances.items()), Fraction(0))

    @property
    def deviation(self) -> float:
        """The standard deviation. The root is drawn in whole numbers: a long fraction may be no number of the machine."""
        variance = self.variance
        return isqrt(variance.numerator * ROOT_SCALE**2 // variance.denominator) / ROOT_SCALE

    @property
    def at_most(self) -> list[Fraction]:
        """The chance of each value or less, in the order of `chances`."""
        return list(accumulate(self.chances.values()))

    @property
    def at_least(self) -> list[Fraction]:
        return list(accumulate([*self.chances.values()][::-1]))[::-1]

    def as_json(self) -> dict[str, Any]:
        rows: list[dict[str, Any]] = [{"value": value, **chance_data(chance)} for value, chance in self.chances.items()]
        if not self.is_of_numbers:
            return {"values": rows}
        for row, least, most in zip(rows, self.at_least, self.at_most, strict=True):
            row["at least"], row["at most"] = fraction(least), fraction(most)
        figures = {"mean": fraction(self.mean), "variance": fraction(self.variance), "deviation": self.deviation}
        return {**figures, "values": rows}

    # -------------------------------------------------------------- in lines

    def figures(self) -> str:
        """`mean 7/2 = 3.5, standard deviation 1.708`."""
        mean = self.mean
        exact = f"{mean} = " if mean.denominator > 1 and is_short(mean, MOST_DIGITS_WRITTEN) else ""
        return f"mean {exact}{decimal(mean)}, standard deviation {self.deviation:.4g}"

    def lines(self) -> Iterator[str]:
        """A table of the values with their chances, and a bar for each; of very many, neighbours together."""
        rows = self._rows()
        highest = max((row[1] for row in rows), default=Fraction(1))
        head = ["", "chance", "", *(("at least", "at most") if self.is_of_numbers else ()), ""]
        cells = [head]
        for name, chance, *both in rows:
            bar = "#" * max(1, round(BAR_WIDTH * chance / highest))
            cells.append([name, self._told(chance), percent(chance), *map(percent, both), bar])
        widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
        for row in cells:
            padded = [text.rjust(width) for text, width in zip(row[:-1], widths, strict=False)]
            yield "  ".join([*padded, row[-1]]).rstrip()

    def _rows(self) -> list[tuple[str, Fraction, *tuple[Fraction, ...]]]:
        """The name of each line, its chance, and that of as much or more and of as much or less."""
        if not self.is_of_numbers:
            return [(str(value), chance) for value, chance in self.chances.items()]
        values = list(zip(self.chances, self.chances.values(), self.at_least, self.at_most, strict=True))
        size = -(-len(values) // MOST_TOLD_VALUES)
        rows: list[tuple[str, Fraction, *tuple[Fraction, ...]]] = []
        for part in (values[at : at + size] for at in range(0, len(values), size)):
            first, last = part[0][0], part[-1][0]
            name = str(first) if first == last else f"{first} to {last}"
            rows.append((name, sum((row[1] for row in part), Fraction(0)), part[0][2], part[-1][3]))
        return rows

    def _told(self, chance: Fraction) -> str:
        if self.total is not None:
            text = f"{chance.numerator * (self.total // chance.denominator)}/{self.total}"
            return text if len(text) <= MOST_DIGITS else ""
        return str(chance) if is_short(chance) else ""


# ------------------------------------------------------------------ fractions in words


def is_short(number: Fraction, most: int = MOST_DIGITS) -> bool:
    """Whether it can be written in so many digits, as far as bits tell."""
    return (abs(number.numerator).bit_length() + number.denominator.bit_length()) * 0.30103 <= most


def fraction(number: Fraction) -> str:
    """A fraction as data: exact, unless it would fill pages."""
    return str(number) if is_short(number, MOST_DIGITS_WRITTEN) else f"about {decimal(number)}"


def decimal(number: Fraction) -> str:
    """To six digits behind the point, without zeros at the end."""
    text = f"{round(number * 10**6)}"
    sign, text = ("-", text[1:]) if text.startswith("-") else ("", text)
    text = text.rjust(7, "0")
    return f"{sign}{text[:-6]}.{text[-6:]}".rstrip("0").rstrip(".")


def percent(chance: Fraction) -> str:
    """`16.67 %`; what is possible is never told as 0, nor what is not sure as 100."""
    rounded = round(chance * 10**4)
    if rounded == 0 and chance > 0:
        return "< 0.01 %"
    if rounded == 10**4 and chance < 1:
        return "> 99.99 %"
    return f"{rounded // 100}.{rounded % 100:02} %"


def chance_told(chance: Fraction) -> str:
    """`1/6 = 16.67 %`."""
    exact = f"{chance} = " if is_short(chance, MOST_DIGITS_WRITTEN) and 0 < chance < 1 else ""
    return f"{exact}{percent(chance)}"


def chance_data(chance: Fraction) -> dict[str, Any]:
    """A chance as data: exact, and as percent."""
    return {"chance": fraction(chance), "percent": round(chance * 10**8) / 10**6}
