"""A choice being made on a page: the alternative, what has been picked so far, and what can be clicked next."""

from __future__ import annotations

from attrs import define, evolve, field

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.records import Pick, PickOption
from dicedsl.interpreter.model.set_answers import set_answers_of
from dicedsl.interpreter.state import Move


@define
class AnswerSoFar:
    """The answer so far. Nothing is sent to the game before it is whole."""

    choice: OpenChoice
    index: int | None = None
    values: tuple[int, ...] = ()
    chosen: int = 0  # members taken already, where several are picked together
    _pick: Pick | None = field(default=None, init=False)
    _sets: dict[tuple[int, tuple[int, ...]], tuple[PickOption, ...]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        open_ = self.open
        if self.index is None and len(open_) == 1 and self.choice.decision.alternatives[open_[0]].picks:
            self.begin_alternative(open_[0])

    def for_same_question(self, choice: OpenChoice) -> AnswerSoFar:
        """This answer so far for the same question, asked once more."""
        return self if choice is self.choice else evolve(self, choice=choice)

    @property
    def open(self) -> list[int]:
        """The alternatives of which something can be chosen."""
        return self.choice.open

    @property
    def pick(self) -> Pick | None:
        """What is to be picked next; None if no alternative is chosen yet, or all is picked."""
        if self.index is None or self.is_whole:
            return None
        if self._pick is None:
            begun = self.values or self.chosen
            self._pick = self.choice.pick(self.index, self.values, self.chosen) if begun else self.first(self.index)
        return self._pick

    def first(self, index: int) -> Pick | None:
        """What an alternative would ask for first; None if it asks for nothing."""
        return self.choice.first(index)

    @property
    def sets(self) -> tuple[PickOption, ...]:
        """The sets that can be picked, where several are picked together and naming these says more than naming the members."""
        if self.index is None or self.pick is None or not self.pick.many:
            return ()
        key = (self.index, self.values)
        if key not in self._sets:
            set_answers = set_answers_of(self.choice, *key)
            self._sets[key] = set_answers.named if set_answers is not None else ()
        return self._sets[key]

    @property
    def is_whole(self) -> bool:
        return self.index is not None and len(self.values) == len(self.choice.decision.alternatives[self.index].picks)

    @property
    def move(self) -> Move:
        if self.index is None or not self.is_whole:
            raise UsageError("Not everything is chosen yet.")
        return self.choice.move(self.index, self.values)

    def begin_alternative(self, index: int) -> None:
        self.index, self.values, self.chosen, self._pick = index, (), 0, None

    def take_option(self, number: int) -> None:
        """One of the options by its number in the list; of several to be picked together it is put in or taken out."""
        pick = self.pick
        if pick is None or not 0 <= number < len(pick.options):
            raise UsageError("That cannot be picked now.")
        value = pick.options[number].value
        if pick.many:
            self.chosen ^= 1 << value
        else:
            self.values = (*self.values, value)
            self.chosen = 0
        self._pick = None

    def finish_set(self) -> None:
        """What has been put together is what is meant."""
        pick = self.pick
        if pick is None or not pick.many or not pick.done:
            raise UsageError("Not everything is chosen yet.")
        self.values, self.chosen, self._pick = (*self.values, self.chosen), 0, None

    def take_set(self, number: int) -> None:
        """One of the sets by its number, and that is all of it."""
        if not 0 <= number < len(self.sets):
            raise UsageError("That cannot be picked now.")
        self.values, self.chosen, self._pick = (*self.values, self.sets[number].value), 0, None

    def back(self) -> None:
        """Take back the last pick, then the alternative."""
        if self.chosen:
            self.chosen = 0
        elif self.values:
            self.values = self.values[:-1]
        else:
            self.index = None
        self._pick = None

    def is_taken(self, option: PickOption) -> bool:
        return bool(self.pick and self.pick.many and self.chosen >> option.value & 1)
