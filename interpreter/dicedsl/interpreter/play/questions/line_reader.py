"""A typed line that says a whole move, or the beginning of one: by its name, by a number of the list, or by what is picked alone."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.contract import PickValues
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.records import Alternative, Question
from dicedsl.interpreter.play.questions.kept_dice import all_but, is_roll, keep_example, takes_dice
from dicedsl.interpreter.play.questions.phrases import begins_with, option_of_text
from dicedsl.program.shapes import shape_of
from dicedsl.text.english import listed


class LineReader:
    """What lines mean at one choice. `listed_moves` are those that are listed one by one, if they are; `names` are the
    seats of players by name."""

    def __init__(
        self, choice: OpenChoice, question: Question, names: Mapping[str, int], listed_moves: Sequence[Sequence[int]]
    ) -> None:
        self.choice = choice
        self.question = question
        self.names = names
        self.listed_moves = listed_moves
        self.open = [a for a in question.alternatives if a.ways != 0]

    def read_kept_dice(self, text: str) -> tuple[int, PickValues] | None:
        """The move that keeps these dice: the others are rolled, or these are set aside; None if there is no such move."""
        able = [a for a in self.open if takes_dice(self.choice, a)]
        fitting = [a for a in able if is_roll(self.choice, a)] or able
        if len(fitting) != 1:
            return None
        alternative = fitting[0]
        nothing = text.lower() in {"none", "nothing"}
        kept = 0 if nothing else self.read_values(alternative.index, (), text)[0]
        value = all_but(self.choice, alternative, kept) if is_roll(self.choice, alternative) else kept
        return alternative.index, (value,)

    def written_place(self, shape: str, value: int) -> str:
        """A place as the rulebook writes it."""
        return self.choice.table.words.value(shape, value)

    def read_values(self, index: int, values: PickValues, text: str) -> PickValues:
        """Picks as they are written, as far as they go; a way that is allowed before one that is not."""
        table, state, seat = self.choice.table, self.choice.state, self.choice.seat
        readings = table.move_reader.read_beginning(state, seat, index, values, text, self.names)
        return next((f for f in readings if self.choice.why_not(index, f) is None), readings[0])

    def claims(self, text: str) -> bool:
        """Whether a line begins with the whole name of an alternative."""
        return any(begins_with(text.lower(), a.name.lower()) for a in self.question.alternatives)

    def read_move(self, text: str, is_begun: bool) -> tuple[int, PickValues]:
        """A line that says which alternative is meant, by number or by the beginning of its name, and perhaps what is picked.

        `is_begun`: an alternative is chosen already, so that numbers mean something else.
        """
        lower = text.lower()
        exact = [a for a in self.question.alternatives if begins_with(lower, a.name.lower())]
        if exact:
            alternative = max(exact, key=lambda a: len(a.name))
            return self._read_rest(alternative, text[len(alternative.name) :].strip())
        if text.isascii() and text.isdigit() and not is_begun:
            if self.listed_moves and 1 <= int(text) <= len(self.listed_moves):
                index, *picked = self.listed_moves[int(text) - 1]
                return index, tuple(picked)
            if not self.listed_moves and 1 <= int(text) <= len(self.open):
                return self.open[int(text) - 1].index, ()
            if len(self.open) == 1:  # nothing is numbered then
                with contextlib.suppress(UsageError):
                    index, values = self._read_unnamed(text, is_begun)  # what the only die shows that can be picked
                    if len(values) == len(self.question.alternatives[index].picks):
                        return index, values
            raise UsageError(f"there is no number {text} in the list")
        words = text.split()
        for size in range(len(words), 0, -1):
            called_so = self._alternatives_called(" ".join(words[:size]))
            if len(called_so) > 1:
                either = listed([f'"{a.name}"' for a in called_so], "or")
                raise UsageError(f"that could be {either}; type more of it")
            if called_so:
                return self._read_rest(called_so[0], " ".join(words[size:]))
        return self._read_unnamed(text, is_begun)

    def _alternatives_called(self, text: str) -> list[Alternative]:
        """The alternatives whose name begins with a line."""
        wanted = text.lower()
        called_so = [a for a in self.question.alternatives if wanted and a.name.lower().startswith(wanted)]
        return [a for a in called_so if a.ways != 0] or called_so

    def _read_rest(self, alternative: Alternative, rest: str) -> tuple[int, PickValues]:
        if not rest:
            return alternative.index, ()
        if not alternative.picks:
            raise UsageError(f'"{alternative.name}" does not need "{rest}"')
        try:
            return alternative.index, self.read_values(alternative.index, (), rest)
        except UsageError as error:
            pick = self.choice.pick(alternative.index)
            is_set = self.choice.pick_rules(alternative.index, 0).op.picks_sets
            value = None if pick.many else option_of_text(pick, rest, is_set, self.claims(rest), self.written_place)
            if value is None and shape_of(pick.shape).sort == "kind" and not pick.many and not is_set:
                # The number that it has in every list of its kind.
                numbered = {str(o.value + 1): o.value for o in pick.options if not o.text[:1].isdigit()}
                value = numbered.get(rest)
            if value is None:
                raise error from None
            return alternative.index, (value,)

    def _read_unnamed(self, text: str, is_begun: bool) -> tuple[int, PickValues]:
        """Only what is picked: it is enough where it fits one alternative."""
        fits: list[tuple[int, PickValues]] = []
        readings: list[tuple[int, PickValues]] = []
        for alternative in self.open:
            if not alternative.picks:
                continue
            try:
                values = self.read_values(alternative.index, (), text)
            except UsageError:
                continue
            readings.append((alternative.index, values))
            if self.choice.why_not(alternative.index, values) is None:
                fits.append((alternative.index, values))
        if len(fits) == 1:
            alternative = self.question.alternatives[fits[0][0]]
            if not is_begun and keep_example(self.choice, alternative):
                raise UsageError(f"roll these, or keep them? Say {alternative.name} {text}, or keep {text}")
            return fits[0]
        if len(fits) > 1:
            either = listed([f'"{self.question.alternatives[index].name}"' for index, _ in fits], "or")
            raise UsageError(f"that could be {either}; say which")
        if readings and text[:1].isdigit() and len(text.split()) > 1:
            return readings[0]
        if len(readings) == 1 and not text[:1].isdigit():
            return readings[0]  # which is refused with its reason
        names = ", ".join(f'"{a.name}"' for a in self.open)
        raise UsageError(f'"{text}" is not understood; you may say {names}, or ? for help')
