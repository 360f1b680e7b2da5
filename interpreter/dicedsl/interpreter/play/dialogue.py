"""An answer that is given pick by pick: what can be said next, how it is shown, and what a typed line means there.

A whole move in one line always works as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import evolve

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.stepping.helpers import B
from dicedsl.interpreter.model.asking import Asking, Values
from dicedsl.interpreter.model.naming import listed
from dicedsl.interpreter.model.things import Alternative, Option, Pick, Question
from dicedsl.interpreter.moves.hearing import TOO_LONG
from dicedsl.interpreter.show.boards import Offer
from dicedsl.interpreter.show.text import Paint, flowed, in_columns, painted, width, wrapped
from dicedsl.interpreter.state import Move

MOST_LINES = 6  # that the options of one question may take
FEW_PLACES = 14  # places that are listed although they are marked on the board


class Dialogue:
    """One choice of one seat. `index` is the alternative that has been chosen, `values` what has been picked for it."""

    def __init__(
        self,
        asking: Asking,
        question: Question,
        names: Mapping[str, int],
        numbers: Mapping[int, int | None],
        standing: Mapping[tuple[str, int], str],
        order: Mapping[str, Sequence[int]],
    ) -> None:
        """`names` are those of players, by which they may be called; `numbers` what the dice show that the seat can tell apart;
        `standing` what stands on the places of boards; `order` how these are read in the picture."""
        self.asking = asking
        self.question = question
        self.names = names
        self.numbers = numbers
        self.standing = standing
        self.order = order
        self.open = [a for a in question.alternatives if a.ways != 0]
        self.index: int | None = None
        self.values: Values = ()
        self._begun: tuple[int | None, Values] = (None, ())
        self._pick: Pick | None = None
        if len(self.open) == 1 and self.open[0].picks:
            self._enter(self.open[0].index, ())
        self._begun = (self.index, self.values)

    # -------------------------------------------------------------- where we are

    @property
    def pick(self) -> Pick | None:
        """What is picked now; None while the alternative is."""
        if self.index is None:
            return None
        if self._pick is None:
            self._pick = self._as_read(self.asking.pick(self.index, self.values))
        return self._pick

    def _as_read(self, pick: Pick) -> Pick:
        """Places are numbered as they are read in the picture."""
        if not self._is_place(pick) or self._is_set(pick):
            return pick
        rank = {key: number for number, key in enumerate(self.order[pick.shape.partition(":")[2]])}
        return evolve(pick, options=tuple(sorted(pick.options, key=lambda option: rank[option.value])))

    @staticmethod
    def _is_place(pick: Pick) -> bool:
        return pick.shape.startswith("place:")

    @property
    def is_begun(self) -> bool:
        return (self.index, self.values) != self._begun

    def back(self) -> None:
        """To the beginning of the question."""
        self.index, self.values = self._begun
        self._pick = None

    def offered(self) -> dict[str, Offer]:
        """The places that can be picked now with their numbers, and those that have been, by board."""
        numbers: dict[str, dict[int, int]] = {}
        pick = self.pick
        if pick is not None and self._is_place(pick):
            found = numbers.setdefault(pick.shape.partition(":")[2], {})
            for number, option in enumerate(pick.options, start=1):
                if self._is_set(pick):
                    found |= dict.fromkeys(B[option.value], 0)
                else:
                    found[option.value] = number if self._is_numbered(pick) else 0
        picked = self._picked_places()
        return {board: Offer(numbers.get(board, {}), picked.get(board, frozenset())) for board in {*numbers, *picked}}

    def _picked_places(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for number, value in enumerate(self.values if self.index is not None else ()):
            op = self.asking.picking(self.index or 0, number).op
            if op.shape.startswith("place:"):
                found.setdefault(op.shape.partition(":")[2], set()).update(B[value] if op.many or op.sets else (value,))
        return found

    def _is_set(self, pick: Pick) -> bool:
        """Whether an option is several things at once."""
        assert self.index is not None
        return bool(self.asking.picking(self.index, len(self.values)).op.sets)

    def _enter(self, index: int, values: Values) -> Move | None:
        """Go on from here; the whole move if nothing is left to pick. What leaves no choice is picked."""
        picks = self.question.alternatives[index].picks
        self.index, self.values, self._pick = index, values, None
        while len(self.values) < len(picks):
            pick = self.pick
            assert pick is not None
            if pick.many or len(pick.options) != 1:
                return None
            self.values, self._pick = (*self.values, pick.options[0].value), None
        move = self.asking.move(index, self.values)
        self.back()
        return move

    # -------------------------------------------------------------- showing

    def lines(self, size: int, more: str = "...") -> list[str]:
        """The question and what can be answered, in few lines."""
        pick = self.pick
        if pick is None:
            return self._menu(size, more)
        head = self._head(pick)
        options = self._options(pick, size, more)
        if len(options) == 1 and width(head) + 1 + width(options[0].strip()) <= size:
            return [f"{head} {options[0].strip()}"]
        return [*wrapped(head, size), *options]

    @property
    def only(self) -> Move | None:
        """The one move there is, if there is only one and nothing to pick in it."""
        if len(self.open) != 1 or self.open[0].ways != 1 or self.open[0].picks:
            return None
        return self.asking.move(self.open[0].index)

    def _menu(self, size: int, more: str) -> list[str]:
        parts = []
        for number, alternative in enumerate(self.open, start=1):
            name = painted(alternative.name, Paint.BOLD) + (more if alternative.picks and alternative.ways != 1 else "")
            parts.append(f"{number} {name}{f': {alternative.worth}' if alternative.worth else ''}")
        if self.only is not None:
            parts[0] += " (or press Enter)"
        if len(parts) > 6:
            return in_columns(parts, size)
        return flowed(parts, size, "   ", "  ", first="  ")

    def _head(self, pick: Pick) -> str:
        assert self.index is not None
        alternative = self.question.alternatives[self.index]
        said = " ".join([alternative.name, *self._said()])
        what = noun(pick)
        amount = ""
        if pick.many:
            if pick.least == pick.most:
                amount = f"{pick.least} "
            what = "dice" if pick.shape == "die" else f"{what}s" if pick.most != 1 else what
        which = f"{painted(said, Paint.BOLD)}: which {amount}{what}?"
        if pick.many and pick.least == 0:
            which += " (none: nothing)"
        return which

    def _said(self) -> list[str]:
        """What has been picked so far, in words."""
        assert self.index is not None
        found = []
        for number, value in enumerate(self.values):
            op = self.asking.picking(self.index, number).op
            members = B[value] if op.many or op.sets else (value,)
            found.append(" ".join(self.asking.text(op.shape, m) for m in members) or "none")
        return found

    def _options(self, pick: Pick, size: int, more: str) -> list[str]:
        texts = [self._option(pick, number, option) for number, option in enumerate(pick.options, start=1)]
        if not texts:
            return ["  there is none now"]
        if pick.shape == "number" and not any(option.worth for option in pick.options):
            return [f"  {ranges([option.value for option in pick.options])}"]
        if pick.shape == "die" and not any(option.worth for option in pick.options):
            return flowed(texts, size, " ", "  ", first="  ")
        if self._is_place(pick) and self._is_numbered(pick):
            return self._in_picture(pick, size, more)
        return _some(in_columns(texts, size), len(texts), more)

    def _in_picture(self, pick: Pick, size: int, more: str) -> list[str]:
        """The numbers stand in the picture: only what stands there and what comes of it is told beside them."""
        told: dict[tuple[str, str], list[int]] = {}
        for number, option in enumerate(pick.options, start=1):
            told.setdefault((self._standing(pick, option), option.worth), []).append(number)
        head = "  type a number from the picture"
        if len(told) == 1:
            worth = pick.options[0].worth
            return [f"{head} ({worth} each)" if worth else head]
        if 2 * len(told) <= len(pick.options) and len(pick.options) > FEW_PLACES:
            parts = [f"{': '.join(filter(None, said))}: {spans(numbers)}" for said, numbers in told.items()]
            return [head, *_some(flowed(parts, size, "   ", "  ", first="  "), len(pick.options), more)]
        singly = sorted((number, said) for said, numbers in told.items() for number in numbers)
        parts = [
            f"{number}{f' {die}' if die else ''}{f': {worth}' if worth else ''}" for number, (die, worth) in singly
        ]
        return [head, *_some(in_columns(parts, size), len(parts), more)]

    def _standing(self, pick: Pick, option: Option) -> str:
        return self.standing.get((pick.shape.partition(":")[2], option.value), "")

    def _option(self, pick: Pick, number: int, option: Option) -> str:
        text = option.text if self._is_set(pick) else self._shown(pick, option)
        worth = f": {option.worth}" if option.worth else ""
        return f"{number} {text}{worth}" if self._is_numbered(pick) else f"{text}{worth}"

    def _shown(self, pick: Pick, option: Option) -> str:
        """A die with its number, a place with what stands on it: so that it need not be looked for."""
        if self._is_place(pick):
            return f"{option.text} {self._standing(pick, option)}".strip()
        if pick.shape != "die":
            return option.text
        number = self.numbers.get(option.value)
        return option.text if number is None or not option.text.startswith("d") else f"{option.text}[{number}]"

    def _is_numbered(self, pick: Pick) -> bool:
        """Whether options may be called by their place in the list: not where a number says something else."""
        if pick.shape in {"number", "die"} and not self._is_set(pick):
            return False
        return not pick.many and not any(option.text[:1].isdigit() for option in pick.options)

    # -------------------------------------------------------------- lists and completion

    def all_lines(self, size: int, wanted: str = "") -> list[str]:
        """Everything that can be answered now; what is closed with the reason."""
        pick = self.pick
        if pick is not None and not wanted:
            texts = [self._option(pick, number, option) for number, option in enumerate(pick.options, start=1)]
            return [*wrapped(self._head(pick), size), *in_columns(texts, size)]
        lines: list[str] = []
        number = 0
        for alternative in self.question.alternatives:
            number += alternative.ways != 0
            if not alternative.name.lower().startswith(wanted.strip('"').lower()):
                continue
            form = " ".join([alternative.name, *(f"<{pick}>" for pick in alternative.picks)])
            if alternative.ways == 0:
                lines += wrapped(f"- {form}: {alternative.refused}", size, "  ", "      ")
                continue
            ways = f" ({alternative.ways} ways)" if alternative.ways > 1 else ""
            worth = f": {alternative.worth}" if alternative.worth else ""
            lines += wrapped(f"{number} {form}{ways}{worth}", size, "  ", "      ")
            if wanted:
                lines += self._moves_of(alternative, size)
        if not lines:
            raise UsageError(f'there is no move called "{wanted}" now')
        return lines

    def _moves_of(self, alternative: Alternative, size: int) -> list[str]:
        rows = self.asking.rows
        if rows is None:
            return ["    There are too many to list."]
        return in_columns([self._written(row[0], row[1:]) for row in rows if row[0] == alternative.index], size, "    ")

    def _written(self, index: int, values: Values) -> str:
        return self.asking.move(index, values).text

    def completions(self) -> list[str]:
        """What could be typed next."""
        pick = self.pick
        names = [a.name for a in self.open]
        if pick is None:
            return names
        assert self.index is not None
        own = self.question.alternatives[self.index].name
        return [*(option.text for option in pick.options), *(n for n in names if n != own or len(self.open) == 1)]

    # -------------------------------------------------------------- reading

    def take(self, line: str) -> Move | None:
        """What a line means: the whole move, or None if something is still to be picked. UsageError if nothing."""
        text = spaced(line)
        if TOO_LONG.search(text):
            raise UsageError("a number has at most eighteen digits")
        return self._go(*self._meant(text))

    def read(self, line: str) -> tuple[int, Values]:
        """The move that a line means, or the beginning of one, legal or not."""
        return self._meant(spaced(line))

    def _meant(self, text: str) -> tuple[int, Values]:
        """What is picked now, or else a line that says everything."""
        if self.index is None:
            return self._whole(text)
        found = self._picked(text)
        if found is not None:
            return found
        try:
            return self.index, self._heard(self.index, self.values, text)
        except UsageError as error:
            try:
                return self._whole(text)
            except UsageError:
                if text[:1].isalpha() and not re.match(r"d\d", text):
                    raise
                raise error from None

    def _go(self, index: int, values: Values) -> Move | None:
        refused = self.asking.refused(index, values)
        if refused is not None:
            raise UsageError(refused)
        return self._enter(index, values)

    def _picked(self, text: str) -> tuple[int, Values] | None:
        """An option by its number in the list, its text, or as much of it as no other begins with."""
        pick = self.pick
        assert pick is not None and self.index is not None
        if pick.many:
            return None
        if self._is_numbered(pick) and text.isascii() and text.isdigit():
            if 1 <= int(text) <= len(pick.options):
                return self.index, (*self.values, pick.options[int(text) - 1].value)
            if not pick.shape.startswith("place:") and not self._is_set(pick):
                raise UsageError(f"there is no number {text} in the list")
        wanted = text.lower()
        exact = [o for o in pick.options if plain_text(o.text) == wanted]
        begun = exact or [o for o in pick.options if wanted and plain_text(o.text).startswith(wanted)]
        if pick.shape in {"die", "number"} and not exact:
            return None
        values = {o.value for o in begun}
        if len(values) == 1 and (exact or not self._claims(text)):
            return self.index, (*self.values, values.pop())
        if len(values) > 1 and not exact and not self._claims(text) and text[:1].isalpha():
            raise UsageError(f"that could be {listed([o.text for o in begun[:6]], 'or')}; type more of it")
        return None

    def _heard(self, index: int, values: Values, text: str) -> Values:
        """Picks as they are written, as far as they go; a way that is allowed before one that is not."""
        table, state, seat = self.asking.table, self.asking.state, self.asking.seat
        found = table.begun_move(state, seat, index, values, text, self.names)
        return next((f for f in found if self.asking.refused(index, f) is None), found[0])

    def _claims(self, text: str) -> bool:
        """Whether a line begins with the whole name of an alternative."""
        return any(_begins(text.lower(), a.name.lower()) for a in self.question.alternatives)

    def claims(self, line: str) -> bool:
        return self._claims(spaced(line))

    def _names(self, text: str) -> list[Alternative]:
        """The alternatives whose name begins with a line."""
        wanted = text.lower()
        found = [a for a in self.question.alternatives if wanted and a.name.lower().startswith(wanted)]
        return [a for a in found if a.ways != 0] or found

    def _whole(self, text: str) -> tuple[int, Values]:
        """A line that says which alternative is meant, by number or by the beginning of its name, and perhaps what is picked."""
        lower = text.lower()
        exact = [a for a in self.question.alternatives if _begins(lower, a.name.lower())]
        if exact:
            alternative = max(exact, key=lambda a: len(a.name))
            return self._with(alternative, text[len(alternative.name) :].strip())
        if text.isascii() and text.isdigit() and self.index is None:
            if 1 <= int(text) <= len(self.open):
                return self.open[int(text) - 1].index, ()
            raise UsageError(f"there is no number {text} in the list")
        words = text.split()
        for size in range(len(words), 0, -1):
            found = self._names(" ".join(words[:size]))
            if len(found) > 1:
                either = listed([f'"{a.name}"' for a in found], "or")
                raise UsageError(f"that could be {either}; type more of it")
            if found:
                return self._with(found[0], " ".join(words[size:]))
        return self._unnamed(text)

    def _with(self, alternative: Alternative, rest: str) -> tuple[int, Values]:
        if not rest:
            return alternative.index, ()
        if not alternative.picks:
            raise UsageError(f'"{alternative.name}" does not need "{rest}"')
        return alternative.index, self._heard(alternative.index, (), rest)

    def _unnamed(self, text: str) -> tuple[int, Values]:
        """Only what is picked: it is enough where it fits one alternative."""
        fits: list[tuple[int, Values]] = []
        first: tuple[int, Values] | None = None
        for alternative in self.open:
            if not alternative.picks:
                continue
            try:
                values = self._heard(alternative.index, (), text)
            except UsageError:
                continue
            first = first or (alternative.index, values)
            if self.asking.refused(alternative.index, values) is None:
                fits.append((alternative.index, values))
        if len(fits) == 1:
            return fits[0]
        if len(fits) > 1:
            either = listed([f'"{self.question.alternatives[index].name}"' for index, _ in fits], "or")
            raise UsageError(f"that could be {either}; say which")
        if first is not None and text[:1].isdigit() and len(text.split()) > 1:
            return first
        known = ", ".join(f'"{a.name}"' for a in self.open)
        raise UsageError(f'"{text}" is not understood; you may say {known}, or ? for help')


# ------------------------------------------------------------------ small things


def noun(pick: Pick) -> str:
    """What is picked, in a word of the rulebook."""
    what, _, name = pick.shape.partition(":")
    if what == "die":
        return "die"
    return name if what == "kind" else pick.name


def ranges(numbers: list[int]) -> str:
    """`1 to 6`, `2, 4 or 6`."""
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return listed([str(n) for n in numbers], "or")


def spans(numbers: Sequence[int]) -> str:
    """`1-4, 6, 9-12`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found)


def _some(lines: list[str], count: int, more: str) -> list[str]:
    """Not more lines than anybody reads."""
    return (
        lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], f"  {more} {count} in all: moves lists them"]
    )


def spaced(line: str) -> str:
    """A line with one blank between words, and one before a bracket: `put(0,0,8)` is `put (0,0,8)`."""
    return " ".join(re.sub(r"(?<=[^\s(])\(", " (", line).split())


def plain_text(text: str) -> str:
    return " ".join(text.lower().split())


def _begins(text: str, name: str) -> bool:
    return text == name or text.startswith(name + " ")
