"""Whole answers where several things are picked together: which sets there are by what can be seen, and what each is worth."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import field, frozen

from dicedsl.interpreter.engines.contract import PickValues
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.records import PickOption
from dicedsl.program.members import MEMBERS

MOST_NAMED_SETS = 12  # that are told one by one
BEST_SETS_NAMED = 8  # that are told of more
MOST_WEIGHED_SETS = 80  # whose worth is worked out, so that the best of them can be told
SIGNED_NUMBER = re.compile(r"[+-]\d+")


@frozen
class SetAnswers:
    """The sets a pick may be answered with, those worth most first, of these the smallest; of sets that look the same there is one.

    `any_will_do`: every set of as many members as are asked for is one of them.
    """

    sets: tuple[PickOption, ...]
    any_will_do: bool
    # what the members of each set show, whatever they are called
    shows: Mapping[int, tuple[str, ...]] = field(factory=dict)

    @property
    def named(self) -> tuple[PickOption, ...]:
        """The sets that are named one by one, of very many the best, where that says more than naming what they are made of."""
        differ = len({option.worth for option in self.sets}) > 1
        if len(self.sets) > MOST_NAMED_SETS:
            return (
                tuple(one for one in self._unlike if not self._brings_nothing_more(one))[:BEST_SETS_NAMED]
                if differ
                else ()
            )
        return self._unlike if differ or not self.any_will_do else ()

    @property
    def _unlike(self) -> tuple[PickOption, ...]:
        """The sets without those that show the same and are worth the same as one before them."""
        first_of_look: dict[tuple[object, str], PickOption] = {}
        for option in self.sets:
            first_of_look.setdefault((self.shows.get(option.value, option.value), option.worth), option)
        return tuple(first_of_look.values())

    def same_looking_sets(self, one: PickOption) -> int:
        """How many other sets show the same as this one and are worth the same."""
        shows = self.shows.get(one.value)
        return sum(
            other.value != one.value and other.worth == one.worth and self.shows.get(other.value) == shows is not None
            for other in self.sets
        )

    def _brings_nothing_more(self, one: PickOption) -> bool:
        """Whether a part of it is worth as much."""
        return any(
            other.value != one.value and not other.value & ~one.value and other.worth == one.worth
            for other in self.sets
        )


def set_answers_of(
    choice: OpenChoice, index: int, values: PickValues = (), most: int = MOST_WEIGHED_SETS
) -> SetAnswers | None:
    """All legal sets for the next pick of an alternative; None where nobody could list them. Of more than `most` none has its worth."""
    picking = choice.pick_rules(index, len(values))
    fits = choice.legal_next(index, values)
    if fits is None or not picking.op.gathered:
        return None
    looks: dict[str, int] = {}
    for mask in sorted(fits, key=lambda mask: (-mask.bit_count(), mask)):
        looks.setdefault(" ".join(choice.seen_text(picking.op.shape, m) for m in MEMBERS[mask]) or "none", mask)
    last = len(values) + 1 == len(choice.decision.alternatives[index].picks)
    tell = last and len(looks) <= most
    options = [
        PickOption(mask, text, worth=choice.worth((index, *values, mask)) if tell else "")
        for text, mask in looks.items()
    ]
    are_worths_known = any(option.worth for option in options)
    # Of what brings as much the fewest come first: the others are left for something else.
    options.sort(key=lambda option: (-_gain(option), option.value.bit_count() if are_worths_known else 0))
    shows = {}
    if picking.op.shape == "die" and are_worths_known:
        shown = {die: choice.shown_text(die) for option in options for die in MEMBERS[option.value]}
        shows = {option.value: tuple(sorted(shown[die] for die in MEMBERS[option.value])) for option in options}
    return SetAnswers(tuple(options), len(fits) >= picking.answer_count(choice.cells, values), shows)


def _gain(option: PickOption) -> int:
    """What a set brings, for the order; what brings nothing that is known stands where it stood."""
    gain = SIGNED_NUMBER.search(option.worth)
    return int(gain[0]) if gain else 0
