"""What can be picked now, in lines: each option with what may be typed for it in short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.records import Die, Pick, PickOption
from dicedsl.interpreter.model.set_answers import SetAnswers
from dicedsl.interpreter.play.questions.phrases import distinct_worths, first_lines, number_range_text
from dicedsl.interpreter.play.questions.place_options import PlaceOptions
from dicedsl.interpreter.show.text import flowed, in_columns
from dicedsl.program.members import MEMBERS
from dicedsl.program.shapes import shape_of

LETTERS = "abcdefghijkl"


def text_with_marks(
    choice: OpenChoice, dice: Mapping[int, Die], shape: str, member: int, named_marks: Sequence[str]
) -> str:
    """One thing: a die that has a name with its number and the marks that tell it from others."""
    text = choice.seen_text(shape, member)
    die = dice.get(member) if shape == "die" else None
    if die is None or not text.startswith("d") or die.number is None:
        return text
    return f"{text}[{' '.join([str(die.number), *(mark for mark in die.marks if mark in named_marks)])}]"


@frozen
class OptionList:
    """The options of one pick. `is_set` if each is several things; `set_answers` are the whole sets that fit,
    `place_options` places on a board."""

    choice: OpenChoice
    pick: Pick
    is_set: bool
    set_answers: SetAnswers | None
    place_options: PlaceOptions | None
    dice: Mapping[int, Die]

    @property
    def named_sets(self) -> Sequence[PickOption]:
        """The whole sets that are named in the question, each with a letter."""
        return self.set_answers.named if self.set_answers else ()

    def lines(self, size: int, more: str) -> list[str]:
        pick, place_options = self.pick, self.place_options
        if self.named_sets:
            parts = self.lines_with_letters(self.named_sets)
            lines = flowed(parts, size, "   ", "  ", first="  ")
            left = (len(self.set_answers.sets) if self.set_answers else 0) - len(parts)
            others = [f"  {more} and {left} others: moves lists all"] if left > 0 else []
            return lines if len(lines) == 1 and not others else [*in_columns(parts, size), *others]
        texts = self.texts()
        if not texts:
            return ["  there is none now"]
        if pick.shape == "number" and not any(option.worth for option in pick.options):
            return [f"  {number_range_text([option.value for option in pick.options])}"]
        if pick.shape == "die" and not any(option.worth for option in pick.options):
            if self.set_answers is None or self.set_answers.any_will_do:
                between = ", " if any(" on " in text for text in texts) else " "
                return flowed(texts, size, between, "  ", first="  ")
            count = len(self.set_answers.sets)
            rest = f"(but not every set of them will do: moves lists all {count})"
            return flowed(["some of", *texts, rest], size, " ", "  ", first="  ")
        if place_options is not None and place_options.are_in_picture:
            return place_options.lines(size, more)
        return first_lines(in_columns(texts, size), len(texts), more)

    def texts(self) -> list[str]:
        """The options, each with what may be typed for it in short."""
        labels = {option.value: label for label, option in self.labels().items()}
        texts = []
        for option, worth in zip(
            self.pick.options, distinct_worths([option.worth for option in self.pick.options]), strict=True
        ):
            text = option.text if self.is_set else self._option_text(option)
            label = labels.get(option.value, "")
            label += ") " if label.isalpha() else " " if label else ""
            texts.append(f"{label}{text}{f': {worth}' if worth else ''}")
        return texts

    def labels(self) -> dict[str, PickOption]:
        """What may be typed for an option in short: a number, or a letter where numbers say something else.

        A word of the rulebook keeps its number while others of its kind are used up.
        """
        if self.place_options is not None and self.place_options.are_named:
            return {}
        if self.is_numbered:
            own = shape_of(self.pick.shape).sort == "kind" and not self.is_set
            return {str(o.value + 1 if own else at): o for at, o in enumerate(self.pick.options, start=1)}
        if self.pick.many or shape_of(self.pick.shape).sort != "kind" or len(self.pick.options) > len(LETTERS):
            return {}
        return dict(zip(LETTERS, self.pick.options, strict=False))

    def lines_with_letters(self, sets: Sequence[PickOption]) -> list[str]:
        """Whole sets with a letter for each: a number would look like what a die shows."""
        return [f"{letter}) {self.set_text(option)}" for letter, option in zip(LETTERS, sets, strict=False)]

    def set_text(self, option: PickOption) -> str:
        text = " ".join(self._die_text(member) for member in MEMBERS[option.value]) or "none"
        like = (
            self.set_answers.same_looking_sets(option) if self.set_answers and option in self.set_answers.named else 0
        )
        others = f" (or {'others' if like > 1 else 'another set'} like it)" if like else ""
        return f"{text}{others}{f': {option.worth}' if option.worth else ''}"

    def _option_text(self, option: PickOption) -> str:
        """A die with its number, a place with what stands on it: so that it need not be looked for."""
        if self.place_options is not None:
            return f"{option.text} {self.place_options.dice_on(option)}".strip()
        if self.pick.shape != "die":
            return option.text
        where = option.text.removeprefix(self.choice.text("die", option.value))  # told of dice that show the same
        return self._die_text(option.value) + where

    def _die_text(self, member: int) -> str:
        return text_with_marks(self.choice, self.dice, self.pick.shape, member, self._differing_marks())

    def _differing_marks(self) -> list[str]:
        """The marks that some of the dice have which can be picked, and others have not."""
        dice = [
            self.dice[option.value]
            for option in self.pick.options
            if self.pick.shape == "die" and option.value in self.dice
        ]
        marks = dict.fromkeys(mark for die in dice for mark in die.marks)
        return [mark for mark in marks if not all(mark in die.marks for die in dice)]

    @property
    def is_numbered(self) -> bool:
        """Whether options may be called by their place in the list: not where a number says something else."""
        if (self.pick.shape in {"number", "die"} or shape_of(self.pick.shape).sort == "place") and not self.is_set:
            return False
        return not self.pick.many and not any(option.text[:1].isdigit() for option in self.pick.options)
