"""Picks of places: which name stands where in the picture, what is asked for there, and what is told of each place beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from dicedsl.interpreter.model.records import Pick, PickOption
from dicedsl.interpreter.play.questions.phrases import chance_of, distinct_worths, first_lines, own_worth
from dicedsl.interpreter.play.questions.straight_lines import straight_lines
from dicedsl.interpreter.show.text import flowed, in_columns
from dicedsl.program.members import MEMBERS
from dicedsl.program.shapes import shape_of

FEW_PLACES = 16  # places that are listed although they are marked on the board
UNCHANGED = "no change"  # a place of few that brings nothing, beside others that do
MOST_IN_TABLE = 8  # lines of a table of places


@frozen
class PlaceOptions:
    """The options of one pick of places. is_set: each is several places at once; `standing` is what stands where, by board and place;
    `order` how the places of the board are read in the picture, and `at` their coordinates."""

    pick: Pick
    is_set: bool
    standing: Mapping[tuple[str, int], str]
    order: Sequence[int]
    at: Sequence[tuple[int, ...]]

    @property
    def board(self) -> str:
        return shape_of(self.pick.shape).name

    def places(self, option: PickOption) -> Sequence[int]:
        return MEMBERS[option.value] if self.is_set else (option.value,)

    @property
    def are_in_picture(self) -> bool:
        """Whether each option can be told by what stands on its places: of sets, if none has a place of another."""
        if not self.pick.options:
            return False
        if not self.is_set:
            return True
        every = 0
        for option in self.pick.options:
            if not option.value or every & option.value:
                return False
            every |= option.value
        return True

    @property
    def are_named(self) -> bool:
        """Whether each option is one place, which has a name."""
        return all(len(self.places(option)) == 1 for option in self.pick.options)

    def in_reading_order(self) -> Pick:
        """The options in the order in which they are read in the picture; those on straight lines along these."""
        if not self.are_in_picture:
            return self.pick
        keys = {key for option in self.pick.options for key in self.places(option)}
        order = [key for key in self.order if key in keys]
        lines = straight_lines({key: self.at[key] for key in order}) or [order]
        rank = {key: number for number, key in enumerate(key for line in lines for key in line)}
        first = {option.value: min(rank[key] for key in self.places(option)) for option in self.pick.options}
        return evolve(self.pick, options=tuple(sorted(self.pick.options, key=lambda option: first[option.value])))

    def names(self) -> dict[int, str]:
        """What picks each place, as it stands in the picture: nothing where that is told only in the list."""
        names: dict[int, str] = {}
        for label, option in zip(self._labels(), self.pick.options, strict=True):
            names |= dict.fromkeys(self.places(option), label if self.are_in_picture else "")
        return names

    def _labels(self) -> list[str]:
        """Names of places; sets have numbers."""
        named = self.are_named
        return [o.text if named else str(number) for number, o in enumerate(self.pick.options, start=1)]

    def dice_on(self, option: PickOption) -> str:
        """What stands there."""
        texts = [self.standing.get((self.board, key), "") for key in self.places(option)]
        return " ".join(text for text in texts if text)

    def question_words(self, several: bool, moved: bool) -> str:
        """What is asked for, in words that need no rulebook: dice that stand there, or places that are free.

        `moved`: it is already said from where.
        """
        taken = {(self.board, key) in self.standing for option in self.pick.options for key in self.places(option)}
        several = (several or self.is_set) and not (self.is_set and self.are_named)
        if taken == {True}:
            return "which dice" if several else "which die"
        if several or taken != {False}:
            return "which places" if several else "which place"
        return "where to" if moved else "where"

    # -------------------------------------------------------------- beside the picture

    def lines(self, size: int, more: str) -> list[str]:
        """The names stand in the picture: only what stands there and what comes of it is told beside them, where these differ."""
        options, labels = self.pick.options, self._labels()
        dice = [self.dice_on(option) for option in options]
        worths = distinct_worths([option.worth for option in options])
        if len(set(dice)) == 1 < len(dice):
            dice = [""] * len(dice)
        labels_by_text: dict[tuple[str, str], list[str]] = {}
        for label, die, worth in zip(labels, dice, worths, strict=True):
            labels_by_text.setdefault((die, worth), []).append(label)
        if list(labels_by_text) == [("", "")] or (not any(worths) and len(labels) > FEW_PLACES):
            return []  # the picture says it all
        if 2 * len(labels_by_text) <= len(options) and len(options) > FEW_PLACES:
            return _labels_grouped(labels_by_text, size, more)
        lines: list[str] = []
        few = len(options) <= FEW_PLACES
        # What stands there is told of all before what comes of it is told of some; what comes of it for others goes first.
        for left in (worths, [own_worth(worth) for worth in worths], [""] * len(worths)):
            unchanged = UNCHANGED if few and any(left) and not any(dice) else ""
            singly = [
                f"{label}{f' {die}' if die else ''}{f': {worth or unchanged}' if worth or unchanged else ''}"
                for label, die, worth in zip(labels, dice, left, strict=True)
                if die or worth or unchanged  # a name alone stands in the picture
            ]
            lines = in_columns(singly, size)
            if len(lines) <= MOST_IN_TABLE or not any(dice):
                break
        return first_lines(lines, len(singly), more, MOST_IN_TABLE)


def _labels_grouped(labels_by_text: dict[tuple[str, str], list[str]], size: int, more: str) -> list[str]:
    """Many places of which few different things are known: these, each with its places, as many as fit into a line."""
    lines: list[str] = []
    # The safest first, where it is known how likely everything is.
    for said, labels in sorted(labels_by_text.items(), key=lambda item: -chance_of(item[0][1])):
        first = f"  {': '.join(filter(None, said))}: "
        for count in (len(labels), *range(min(len(labels) - 1, size // 2), 0, -1)):
            rest = [] if count == len(labels) else [f"{more} {len(labels)} in all"]
            shown = flowed([*labels[:count], *rest], size, " ", "    ", first=first)
            if len(shown) == 1:
                break
        lines += shown
    return first_lines(lines, sum(map(len, labels_by_text.values())), more, MOST_IN_TABLE)
