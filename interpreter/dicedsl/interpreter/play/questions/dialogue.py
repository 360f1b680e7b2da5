"""An answer that is given pick by pick: what can be said next, how it is shown, and what a typed line means there.

A whole move in one line always works as well.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping, Sequence

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.contract import PickValues
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.quantities import says_how_many
from dicedsl.interpreter.model.records import Alternative, Die, Pick, PickOption, Question
from dicedsl.interpreter.model.set_answers import SetAnswers, set_answers_of
from dicedsl.interpreter.moves.move_reader import TOO_LONG
from dicedsl.interpreter.play.questions.doubts import doubt_about
from dicedsl.interpreter.play.questions.kept_dice import dice_to_keep, first_move_text, is_roll, keep_example
from dicedsl.interpreter.play.questions.line_reader import LineReader
from dicedsl.interpreter.play.questions.listed_moves import listed_moves_of, texts_of
from dicedsl.interpreter.play.questions.option_list import LETTERS, OptionList, text_with_marks
from dicedsl.interpreter.play.questions.phrases import begins_with, noun, option_of_text, with_single_blanks
from dicedsl.interpreter.play.questions.place_options import PlaceOptions
from dicedsl.interpreter.show.boards import Offer
from dicedsl.interpreter.show.text import Paint, flowed, in_columns, painted, width, wrapped
from dicedsl.interpreter.state import Move
from dicedsl.program.members import MEMBERS
from dicedsl.program.shapes import place_shape, shape_of
from dicedsl.text.english import listed

MOST_LISTED_SETS = 300  # sets that are listed for those who want to see all


class Dialogue:
    """One choice of one seat. `index` is the alternative that has been chosen, `values` what has been picked for it."""

    def __init__(
        self,
        choice: OpenChoice,
        question: Question,
        names: Mapping[str, int],
        dice: Mapping[int, Die],
        standing: Mapping[tuple[str, int], str],
        order: Mapping[str, Sequence[int]],
    ) -> None:
        """`names` are those of players, by which they may be called; `dice` those that the seat can tell apart;
        `standing` what stands on the places of boards; `order` how these are read in the picture."""
        self.choice = choice
        self.question = question
        self.names = names
        self.dice = dice
        self.standing = standing
        self.order = order
        self.open = [a for a in question.alternatives if a.ways != 0]
        self.index: int | None = None
        self.values: PickValues = ()
        self._begun: tuple[int | None, PickValues] = (None, ())
        self._pick: Pick | None = None
        self._set_answers: SetAnswers | None = None
        self._listed_moves = listed_moves_of(choice, self.open)
        self._line_reader = LineReader(choice, question, names, self._listed_moves)
        main = [a for a in self.open if a.picks and a.ways != 1]
        if len(self.open) == 1 and self.open[0].picks and not self._listed_moves:
            self._enter(self.open[0].index, ())
        elif len(main) == 1 and shape_of(choice.pick_rules(main[0].index, 0).op.shape).sort == "place":
            self._enter(main[0].index, ())  # the places are shown at once, and what else there is beside them
        self._begun = (self.index, self.values)

    # -------------------------------------------------------------- where we are

    @property
    def pick(self) -> Pick | None:
        """What is picked now; None while the alternative is."""
        if self.index is None:
            return None
        if self._pick is None:
            pick = self.choice.pick(self.index, self.values)
            place_options = self._place_options(pick)
            self._pick = pick if place_options is None else place_options.in_reading_order()
            self._set_answers = set_answers_of(self.choice, self.index, self.values) if self._pick.many else None
        return self._pick

    def _place_options(self, pick: Pick) -> PlaceOptions | None:
        """What is picked, where that is places."""
        if shape_of(pick.shape).sort != "place":
            return None
        board = next(b for b in self.choice.table.program.boards if b.name == shape_of(pick.shape).name)
        return PlaceOptions(pick, self._is_set(pick), self.standing, self.order[board.name], board.labels)

    def _option_list(self, pick: Pick) -> OptionList:
        return OptionList(
            self.choice, pick, self._is_set(pick), self._set_answers, self._place_options(pick), self.dice
        )

    @property
    def named_sets(self) -> Sequence[PickOption]:
        """The whole sets that are named in the question, each with a letter."""
        return self._set_answers.named if self.pick is not None and self._set_answers else ()

    @property
    def is_begun(self) -> bool:
        return (self.index, self.values) != self._begun

    def back(self) -> None:
        """To the beginning of the question."""
        self.index, self.values = self._begun
        self._pick = None

    def offered(self) -> dict[str, Offer]:
        """The places that can be picked now with their names, and those that have been, by board."""
        names: dict[str, dict[int, str]] = {}
        pick = self.pick
        place_options = None if pick is None else self._place_options(pick)
        if place_options is not None:
            names[place_options.board] = place_options.names()
        if pick is None:
            for alternative in self.open:
                for board, key in self._only_places(alternative):
                    names.setdefault(board, {})[key] = self.choice.text(place_shape(board), key)
        picked = self._picked_places()
        return {board: Offer(names.get(board, {}), picked.get(board, frozenset())) for board in {*names, *picked}}

    def _only_places(self, alternative: Alternative) -> list[tuple[str, int]]:
        """The places of an alternative that leaves no choice."""
        if alternative.ways != 1:
            return []
        picks = self.choice.decision.alternatives[alternative.index].picks
        return [
            (shape_of(pick.shape).name, key)
            for pick, value in zip(picks, self._only_values(alternative), strict=True)
            if shape_of(pick.shape).sort == "place"
            for key in (MEMBERS[value] if pick.many or pick.picks_sets else (value,))
        ]

    def _picked_places(self) -> dict[str, set[int]]:
        places: dict[str, set[int]] = {}
        for number, value in enumerate(self.values if self.index is not None else ()):
            op = self.choice.pick_rules(self.index or 0, number).op
            if shape_of(op.shape).sort == "place":
                places.setdefault(shape_of(op.shape).name, set()).update(
                    MEMBERS[value] if op.many or op.picks_sets else (value,)
                )
        return places

    def _is_set(self, pick: Pick) -> bool:
        """Whether an option is several things at once."""
        assert self.index is not None
        return bool(self.choice.pick_rules(self.index, len(self.values)).op.picks_sets)

    def _enter(self, index: int, values: PickValues) -> Move | None:
        """Go on from here; the whole move if nothing is left to pick. What leaves no choice is picked."""
        picks = self.question.alternatives[index].picks
        self.index, self.values, self._pick = index, values, None
        while len(self.values) < len(picks):
            pick = self.pick
            assert pick is not None
            whole = self._set_answers.sets if self._set_answers else () if pick.many else pick.options
            if len(whole) != 1:
                return None
            self.values, self._pick = (*self.values, whole[0].value), None
        move = self.choice.move(index, self.values)
        self.back()
        return move

    # -------------------------------------------------------------- showing

    def lines(self, size: int, more: str = "...") -> list[str]:
        """The question and what can be answered, in few lines."""
        pick = self.pick
        if pick is None:
            return self._menu(size, more)
        head = self._head(pick)
        options = self._option_list(pick).lines(size, more)
        place_options = self._place_options(pick)
        in_picture = place_options is not None and place_options.are_in_picture
        if in_picture and place_options is not None and not pick.many:
            how = (
                f"it as {painted(pick.options[0].text, Paint.BOLD)}"
                if place_options.are_named
                else "a number from the picture"
            )
            head += f" type {how}"
        if not self.is_begun:
            others = [painted(a.name, Paint.BOLD) for a in self.open if a.index != self.index]
            head += f"   or {listed(others, 'or')}" if others else ""
        if len(options) == 1 and not in_picture and width(head) + 1 + width(options[0].strip()) <= size:
            return [f"{head} {options[0].strip()}"]
        return [*wrapped(head, size), *options]

    @property
    def only_move(self) -> Move | None:
        """The one move there is, if there is only one."""
        if len(self.open) != 1 or self.open[0].ways != 1:
            return None
        return self.choice.move(self.open[0].index, self._only_values(self.open[0]))

    def _only_values(self, alternative: Alternative) -> PickValues:
        """What is picked in an alternative that leaves no choice."""
        return next(row[1:] for row in self.choice.rows or () if row[0] == alternative.index)

    def _menu(self, size: int, more: str) -> list[str]:
        if self._listed_moves:
            return in_columns(texts_of(self.choice, self._listed_moves), size)
        parts = []
        for number, alternative in enumerate(self.open, start=1):
            name = painted(alternative.name, Paint.BOLD)
            if alternative.ways == 1:
                name = " ".join([name, *self._words_of(alternative.index, self._only_values(alternative))])
            elif alternative.picks:
                name += more + self._for_example(alternative)
            parts.append(f"{number} {name}{f': {alternative.worth}' if alternative.worth else ''}")
        if self.only_move is not None:
            parts[0] += " (or press Enter)"
        if len(parts) > 6:
            return in_columns(parts, size)
        return flowed(parts, size, "   ", "  ", first="  ")

    def _for_example(self, alternative: Alternative) -> str:
        """How to say it in one line, where nobody would guess that: numbers, and dice that are kept while others are rolled."""
        if numbers := first_move_text(self.choice, alternative):
            return f" (such as {numbers})"
        return f" (or {kept})" if (kept := keep_example(self.choice, alternative)) else ""

    def _head(self, pick: Pick) -> str:
        assert self.index is not None
        alternative = self.question.alternatives[self.index]
        said = " ".join([alternative.name, *self._words_of(self.index, self.values)])
        before = self.choice.pick_rules(self.index, len(self.values) - 1).op if self.values else None
        program = self.choice.table.program
        if says_how_many(program, self.choice.pick_rules(self.index, len(self.values)).op):
            whole = "" if self.values else self._for_example(alternative).replace("such as", "or all at once:")
            return f"{painted(said, Paint.BOLD)}: how many?{whole}"
        if before is not None and says_how_many(program, before):
            return f"{painted(said, Paint.BOLD)} of which {noun(pick)}?"
        if pick.many and pick.shape == "die" and is_roll(self.choice, alternative):
            kept = keep_example(self.choice, alternative)
            return f"{painted(said, Paint.BOLD)}: which dice are rolled?{f' (or {kept}, and the others are)' if kept else ''}"
        sets = self._set_answers.sets if self.named_sets and self._set_answers else ()
        alone = pick.most == 1 or (sets and all(option.value.bit_count() == 1 for option in sets))
        place_options = self._place_options(pick)
        if place_options is not None:
            earlier = [self.choice.pick_rules(self.index, number).op.shape for number in range(len(self.values))]
            moved = any(shape_of(shape).sort == "place" for shape in earlier)
            what = place_options.question_words(bool(pick.many and not alone), moved)
        else:
            what = noun(pick)
            amount = ""
            if pick.many and not alone:
                amount = f"{pick.least} " if pick.least == pick.most else ""
                what = "dice" if pick.shape == "die" else what if what.endswith("s") else f"{what}s"
            what = f"which {amount}{what}"
        which = f"{painted(said, Paint.BOLD)}: {what}?"
        if pick.many and pick.least == 0:
            which += " (none: nothing)"
        if pick.shape == "kind:orientation":
            which += " (the numbers below, upper left, upper right)"
        return which

    def _words_of(self, index: int, values: PickValues) -> list[str]:
        """What has been picked, in words."""
        texts = []
        for number, value in enumerate(values):
            op = self.choice.pick_rules(index, number).op
            members = MEMBERS[value] if op.many or op.picks_sets else (value,)
            texts.append(" ".join(text_with_marks(self.choice, self.dice, op.shape, m, ()) for m in members) or "none")
        return texts

    def label_of(self, move: Move) -> str:
        """The number or the letter that the list has for a move now; nothing if it takes more than that."""
        pick = self.pick
        if pick is None and self._listed_moves:
            row = (move.alternative, *move.values)
            return f"{self._listed_moves.index(row) + 1})" if row in self._listed_moves else ""
        if pick is None:
            whole = [a.index == move.alternative and (not a.picks or a.ways == 1) for a in self.open]
            return f"{whole.index(True) + 1})" if any(whole) else ""
        at = len(self.values)
        if self.index != move.alternative or move.values[:at] != self.values or len(move.values) != at + 1:
            return ""
        labels = dict(zip(LETTERS, self.named_sets, strict=False)) if pick.many else self._option_list(pick).labels()
        return next((f"{label})" for label, option in labels.items() if option.value == move.values[at]), "")

    # -------------------------------------------------------------- lists and completion

    def all_lines(self, size: int, wanted: str = "") -> list[str]:
        """Everything that can be answered now; what is closed with the reason."""
        pick = self.pick
        if pick is not None and not wanted:
            return [
                *wrapped(self._head(pick), size),
                *in_columns(self._every_text(pick), size),
                *self._closed_lines(pick, size),
                *self._lines_of_others(size),
            ]
        lines: list[str] = (
            in_columns(texts_of(self.choice, self._listed_moves), size) if self._listed_moves and not wanted else []
        )
        number = 0
        for alternative in self.question.alternatives:
            if lines and self._listed_moves and not wanted and alternative.ways != 0:
                continue
            number += alternative.ways != 0
            if not alternative.name.lower().startswith(wanted.strip('"').lower()):
                continue
            lines += self._alternative_lines(alternative, str(number), size)
            if wanted and alternative.ways != 0:
                lines += self._moves_of(alternative, size)
        if not lines:
            raise UsageError(f'there is no move called "{wanted}" now')
        return lines

    def _alternative_lines(self, alternative: Alternative, sign: str, size: int) -> list[str]:
        """An alternative with what is picked for it; a closed one with the reason."""
        picked = [f"<{pick}>" for pick in alternative.picks]
        if alternative.ways == 1:
            picked = self._words_of(alternative.index, self._only_values(alternative))
        form = " ".join([alternative.name, *picked])
        if alternative.ways == 0:
            return wrapped(f"- {form}: {alternative.refused}", size, "  ", "      ")
        ways = f" ({alternative.ways} ways)" if alternative.ways > 1 else ""
        worth = f": {alternative.worth}" if alternative.worth else ""
        return wrapped(f"{sign} {form}{ways}{worth}".strip(), size, "  ", "      ")

    def _closed_lines(self, pick: Pick, size: int) -> list[str]:
        """What a rule forbids to pick, by its sentence."""
        closed: dict[str, list[str]] = {}
        for option in pick.closed:
            closed.setdefault(option.refused, []).append(option.text)
        return [
            line
            for sentence, texts in closed.items()
            for line in wrapped(f"- {', '.join(dict.fromkeys(texts))}: {sentence}", size, "  ", "      ")
        ]

    def _lines_of_others(self, size: int) -> list[str]:
        """The alternatives besides the one for which something is picked."""
        others = [a for a in self.question.alternatives if a.index != self.index]
        lines = [line for a in others for line in self._alternative_lines(a, "", size)]
        return ["Besides that:", *lines] if lines else []

    def _every_text(self, pick: Pick) -> list[str]:
        """All that can be picked; of sets every one, unless just any will do."""
        options = self._option_list(pick)
        if self.named_sets and self._set_answers is not None and len(self.named_sets) == len(self._set_answers.sets):
            return options.lines_with_letters(self.named_sets)
        if self._set_answers is None or self._set_answers.any_will_do or len(self._set_answers.sets) > MOST_LISTED_SETS:
            return options.texts()
        assert self.index is not None
        set_answers = set_answers_of(self.choice, self.index, self.values, MOST_LISTED_SETS)
        return [options.set_text(option) for option in (set_answers.sets if set_answers else ())]

    def _moves_of(self, alternative: Alternative, size: int) -> list[str]:
        rows = self.choice.rows
        if rows is None:
            return ["    There are too many to list."]
        return in_columns([self._written(row[0], row[1:]) for row in rows if row[0] == alternative.index], size, "    ")

    def _written(self, index: int, values: PickValues) -> str:
        return self.choice.typed_text(index, values)

    def completions(self) -> list[str]:
        """What could be typed next."""
        pick = self.pick
        names = [a.name for a in self.open]
        if pick is None:
            return names
        assert self.index is not None
        own = self.question.alternatives[self.index].name
        letters = [
            *LETTERS[: len(self.named_sets)],
            *(label for label in self._option_list(pick).labels() if label.isalpha()),
        ]
        return [
            *letters,
            *(option.text for option in pick.options),
            *(n for n in names if n != own or len(self.open) == 1),
        ]

    # -------------------------------------------------------------- reading

    def read_line(self, line: str) -> Move | None:
        """What a line means: the whole move, or None if something is still to be picked. UsageError if nothing."""
        text = with_single_blanks(line)
        if TOO_LONG.search(text):
            raise UsageError("a number has at most eighteen digits")
        try:
            return self._enter_unless_refused(*self._read(text))
        except UsageError:
            instead = self._read_instead(text)
            if instead is None:
                raise
            return self._enter_unless_refused(*instead)

    def _read_instead(self, text: str) -> tuple[int, PickValues] | None:
        """What was picked before is picked anew, where a line fits there and not here, or says all of it."""
        if self.index is None:
            return None
        for kept in reversed(range(len(self.values))):
            with contextlib.suppress(UsageError):
                values = self._line_reader.read_values(self.index, self.values[:kept], text)
                if len(values) > len(self.values) or self.choice.why_not(self.index, values) is None:
                    return self.index, values
        return None

    def read_beginning(self, line: str) -> tuple[int, PickValues]:
        """The move that a line means, or the beginning of one, legal or not."""
        return self._read(with_single_blanks(line))

    def _read(self, text: str) -> tuple[int, PickValues]:
        """What is picked now, or else a line that says everything."""
        kept = dice_to_keep(self.choice, text)
        if kept is not None:
            move_beginning = self._line_reader.read_kept_dice(kept)
            if move_beginning is not None:
                return move_beginning
        if self.index is None:
            return self._read_only_set(text) or self._line_reader.read_move(text, self.index is not None)
        move_beginning = self._read_option(text)
        if move_beginning is not None:
            return move_beginning
        try:
            return self.index, self._line_reader.read_values(self.index, self.values, text)
        except UsageError as error:
            try:
                return self._line_reader.read_move(text, self.index is not None)
            except UsageError:
                if text[:1].isalpha() and not re.match(r"d\d", text):
                    raise
                raise error from None

    def _read_only_set(self, text: str) -> tuple[int, PickValues] | None:
        """The first letter, where sets have letters, also means the only set that is left, which has none in the list."""
        if text.lower().removesuffix(")") != LETTERS[0] or any(
            a.name.lower().startswith(LETTERS[0]) for a in self.open
        ):
            return None
        sets = [a for a in self.open if a.ways == 1 and a.picks and self.choice.pick_rules(a.index, 0).op.gathered]
        return (sets[0].index, self._only_values(sets[0])) if len(sets) == 1 else None

    def doubt(self, move: Move) -> str:
        """What somebody is asked who has perhaps not meant this move; nothing if there is no doubt."""
        return doubt_about(self.choice, self.question, move)

    def _enter_unless_refused(self, index: int, values: PickValues) -> Move | None:
        refused = self.choice.why_not(index, values)
        if refused is not None:
            raise UsageError(refused)
        return self._enter(index, values)

    def _read_option(self, text: str) -> tuple[int, PickValues] | None:
        """An option by its number in the list, its text, or as much of it as no other begins with."""
        pick = self.pick
        assert pick is not None and self.index is not None
        if pick.many:
            lettered = dict(zip(LETTERS, self.named_sets, strict=False))
            whole = lettered.get(text.lower().removesuffix(")"))
            if whole is None and text.lower() == "all" and self._set_answers is not None:
                # All that can be picked, where not all that lies there can.
                every = sum(1 << option.value for option in pick.options)
                whole = next((option for option in self._set_answers.sets if option.value == every), None)
            return None if whole is None else (self.index, (*self.values, whole.value))
        labels = self._option_list(pick).labels()
        if text.lower().removesuffix(")") in labels:
            return self.index, (*self.values, labels[text.lower().removesuffix(")")].value)
        if text.isascii() and text.isdigit() and labels and not self._option_list(pick).is_numbered:
            if not any(option.text == text for option in pick.options):
                first = pick.options[0].text
                raise UsageError(f"there is no {text} in the list; type a letter of it, or all of it, such as {first}")
        if self._option_list(pick).is_numbered and text.isascii() and text.isdigit():
            if shape_of(pick.shape).sort != "place" and not self._is_set(pick):
                raise UsageError(f"there is no number {text} in the list")
            raise UsageError(f"there is no {text} to pick: 1 to {len(pick.options)}")
        value = option_of_text(
            pick, text, self._is_set(pick), self._line_reader.claims(text), self._line_reader.written_place
        )
        if (
            value is None
            and shape_of(pick.shape).sort == "place"
            and text.isascii()
            and text.isdigit()
            and pick.options
        ):
            raise UsageError(f"there is no place {text}; say it as in the picture, such as {pick.options[0].text}")
        return None if value is None else (self.index, (*self.values, value))

    def claims(self, line: str) -> bool:
        """Whether a line is an answer to what is asked now, or the beginning of just one."""
        text = with_single_blanks(line)
        if not text or self._line_reader.claims(text):
            return bool(text)
        if TOO_LONG.search(text):
            return False
        try:
            index, values = self._read(text)
        except UsageError:
            return self._names_something_closed(text)
        return self.question.alternatives[index].ways != 0 or bool(values)

    def _names_something_closed(self, text: str) -> bool:
        """Whether a line is all that is picked for one of the alternatives, which is refused with its reason."""
        for alternative in self.question.alternatives:
            values = self.values if alternative.index == self.index else ()
            if len(values) == len(alternative.picks):
                continue
            with contextlib.suppress(UsageError):
                if len(self._line_reader.read_values(alternative.index, values, text)) > len(values):
                    return True
        return False

    def begins_an_answer(self, word: str) -> bool:
        """Whether a word is an answer that can be given now or later in this question, or the first word of one."""
        texts = [text for alternative in self.open for text in self._texts_of(alternative)]
        return any(begins_with(text, word) for text in texts) or self.claims(word)

    def _texts_of(self, alternative: Alternative) -> list[str]:
        """The name of an alternative, and the words that can be picked for it."""
        texts = [alternative.name]
        for number in range(len(alternative.picks)):
            what, name = shape_of(self.choice.pick_rules(alternative.index, number).op.shape)
            texts += self.choice.table.program.kinds[name].values if what == "kind" else ()
            texts += self.names if what == "player" else ()
        return [text.lower() for text in texts]
