"""Real dice and lots, as people type them: `1 2 3`, `123456`, long piles in several lines, many lots in one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, groupby

from attrs import evolve, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.moves.move_reader import TOO_LONG
from dicedsl.interpreter.play.session.action_texts import shape_drawn
from dicedsl.interpreter.state import Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program.members import MEMBERS
from dicedsl.program.shapes import place_shape, shape_of

UNSEEN_SIGN = "?"
REST_WORD = "rest"
MANY_DICE = 24  # dice that are asked for at once; more are asked for heap by heap


def read_numbers(
    table: GameTable, state: State, text: str, dice: Sequence[int] | None = None, lot: Chance | None = None
) -> tuple[int, ...]:
    """The numbers that dice show, of all that are rolled or of some of them. UsageError if there are more or fewer.

    With a `lot`, a question mark is a die that nobody can see yet: it gets any number.
    """
    asked = table.rolling(state) if dice is None else tuple(dice)
    words = _words(table, text, asked)
    if len(words) != len(asked):
        raise UsageError(f"{len(asked)} dice are rolled, but {len(words)} numbers given")
    numbers = []
    for word, die in zip(words, asked, strict=True):
        faces = table.program.dice[die].faces
        if word == UNSEEN_SIGN and lot is not None:
            numbers.append(faces[lot.below(len(faces))])
            continue
        number = int(word) if word != UNSEEN_SIGN and len(word) < 19 else -1
        if number not in faces:
            raise UsageError(f"no die here can show {word[:20]}")
        numbers.append(number)
    return tuple(numbers)


def _words(table: GameTable, text: str, asked: Sequence[int]) -> list[str]:
    """One for each die, as it was meant: with blanks between them, or in blocks where all numbers have as many digits."""
    width = _width(table, asked)
    if TOO_LONG.search(text) and not width:
        raise UsageError("a number has at most eighteen digits")
    words = text.replace(",", " ").split()
    if not words or not all(re.fullmatch(r"[0-9?]+", word) for word in words):
        raise UsageError("type the numbers the dice show, such as 1 2 3 or 123")
    if len(words) == len(asked) and all(word == UNSEEN_SIGN or UNSEEN_SIGN not in word for word in words):
        return words
    pieces = [piece for word in words for piece in re.findall(r"\?|[0-9]+", word)]
    return [part for piece in pieces for part in (_split_digits(piece, width) if width else [piece])]


def _width(table: GameTable, dice: Sequence[int]) -> int:
    """How many digits every number has that can fall, so that nothing has to stand between them; 0 if that differs."""
    widths = {len(str(face)) for die in dice for face in table.program.dice[die].faces}
    return widths.pop() if len(widths) == 1 else 0


def _split_digits(digits: str, width: int) -> list[str]:
    return [digits[at : at + width] for at in range(0, len(digits), width)]


def is_unseen_roll(table: GameTable, state: State) -> bool:
    """Whether nobody at the table may see what is rolled now, so that nobody can be asked for it."""
    rolled = sum(1 << die for die in table.rolling(state))
    seats: list[int | None] = [None, *range(table.players)]
    return bool(rolled) and not any(table.sight.dice(state.cells, seat) & rolled for seat in seats)


def is_unseen_draw(table: GameTable, state: State) -> bool:
    """Whether it cannot be seen at the table which lot was drawn: there is only one, or they are dice of the same look."""
    mask = state.cells[table.reg.rolling]
    shape = shape_drawn(table, state)
    if shape is None or mask.bit_count() == 1:
        return shape is not None
    if shape != "die":
        return False
    info, reg, cells = table.program.dice, table.reg, state.cells
    looks = {
        (info[die].group, info[die].colour, info[die].owner, cells[reg.face + die], cells[reg.shown] >> die & 1)
        for die in MEMBERS[mask]
    }
    return len(looks) == 1


@frozen
class DiceHeap:
    """Dice that are asked for together, and what to call them."""

    name: str
    dice: tuple[int, ...]


class TypedRoll:
    """A roll of many dice, typed heap by heap. `heaps` are those that are still to come, in their order."""

    def __init__(self, table: GameTable, state: State, lot: Chance | None = None) -> None:
        """`lot` decides about dice that nobody can see yet."""
        self.table = table
        self.state = state
        self.lot = lot
        self.heaps = heaps_of(table, state)
        self._numbers: dict[int, int] = {}

    def take(self, text: str) -> None:
        """The numbers of the first heap, or of several that follow each other. UsageError if they end inside one.

        `rest` is for all that cannot be seen yet.
        """
        if not self.heaps:
            raise UsageError("all dice have been told")
        left = [die for heap in self.heaps for die in heap.dice]
        if text.strip().lower() == REST_WORD and self.lot is not None:
            text = UNSEEN_SIGN * len(left)
        typed = len(_words(self.table, text, left))
        ends = list(accumulate(len(heap.dice) for heap in self.heaps))
        count = next((at for at, end in enumerate(ends, start=1) if end == typed), 1)
        dice = [die for heap in self.heaps[:count] for die in heap.dice]
        numbers = read_numbers(self.table, self.state, text, dice, self.lot)
        self._numbers.update(zip(dice, numbers, strict=True))
        del self.heaps[:count]

    def back(self) -> None:
        """Begin again with the first heap."""
        self._numbers.clear()
        self.heaps = heaps_of(self.table, self.state)

    @property
    def numbers(self) -> tuple[int, ...]:
        """What fell, once all of it is told: for `Session.enter_roll`."""
        return tuple(self._numbers[die] for die in self.table.rolling(self.state))


def heaps_of(table: GameTable, state: State) -> list[DiceHeap]:
    """The dice of a roll as they are asked for: all at once if they are few, else row by row of where they lie."""
    dice = table.rolling(state)
    if len(dice) <= MANY_DICE:
        return [DiceHeap("", dice)]
    lying = _lying(table, state)
    heaps = []
    for _, group in groupby(sorted(dice, key=lambda die: lying[die]), key=lambda die: lying[die][0]):
        members = tuple(group)
        for at in range(0, len(members), MANY_DICE):
            row = members[at : at + MANY_DICE]
            heaps.append(DiceHeap(_row_name(table, state, lying[row[0]][1], row, at, len(members)), row))
    return heaps


def _lying(table: GameTable, state: State) -> dict[int, tuple[tuple[int, ...], str, tuple[int, ...]]]:
    """The place of each die: the row it lies in, the name of that zone or board, and where in the row."""
    program, reg, cells = table.program, table.reg, state.cells
    places: dict[int, tuple[tuple[int, ...], str, tuple[int, ...]]] = {}
    for number, board in enumerate(program.boards):
        for at, label in enumerate(board.labels):
            die = cells[reg.on_place + board.first + at] - 1
            if die >= 0:
                # In a pyramid the layer is the sum: the same for all places of one height.
                layer = sum(label) if len(label) > 2 else 0
                places[die] = ((number, layer, label[0]), board.name, label)
    for zone in program.zones:
        whose = f" of P{zone.owner + 1}" if zone.owner >= 0 else ""
        for die in MEMBERS[cells[reg.zone_mask + zone.number]]:
            places.setdefault(die, ((-1, zone.number), zone.name + whose, (die,)))
    return places


def _row_name(table: GameTable, state: State, where: str, row: tuple[int, ...], at: int, total: int) -> str:
    first, last = (table.words.place_of(die, list(state.cells)) for die in (row[0], row[-1]))
    if first and last:
        return f"{where} {first}" if first == last else f"{where} {first} to {last}"
    return where if len(row) == total else f"{where}, {at + 1} to {at + len(row)}"


def die_lying_on(table: GameTable, state: State, place: str) -> int:
    """The die that is about to be rolled on a place, by its name or its coordinates; -1 if there is none."""
    cells, program = state.cells, table.program
    wanted = place.replace(" ", "").lower()
    for die in table.rolling(state):
        at = cells[table.reg.location + die] - len(program.zones)
        for board in program.boards:
            if board.first <= at < board.first + len(board.labels):
                key = at - board.first
                if wanted in {
                    table.words.places.name(board.name, key),
                    table.words.value(place_shape(board.name), key),
                }:
                    return die
    return -1


# ------------------------------------------------------------------ lots


def lots(table: GameTable, state: State) -> list[Outcome]:
    """What can be drawn now, as it is seen at the table; nothing if no lot is to be drawn."""
    shape = shape_drawn(table, state)
    if shape is None:
        return []
    possible = table.outcomes(state)
    if shape_of(shape).sort == "place":
        return [evolve(lot, text=table.words.name_of(shape, lot.values[0])) for lot in possible]
    info = table.program.dice
    if shape != "die" or any(info[lot.values[0]].numbered for lot in possible):
        return possible
    # Plain dice have no names there: one of each look stands for all.
    looks: dict[str, Outcome] = {}
    for lot in possible:
        die = lot.values[0]
        face = state.cells[table.reg.face + die] if state.cells[table.reg.shown] >> die & 1 else 0
        whose = f" of P{info[die].owner + 1}" if info[die].owner >= 0 else ""
        look = f"{info[die].colour}{f' {face}' if face else ''}{whose}"
        looks.setdefault(look, evolve(lot, text=look))
    return list(looks.values()) if len(looks) < len(possible) else possible


def read_lot(table: GameTable, state: State, text: str) -> tuple[Outcome, str]:
    """The lot that a line begins with, and what is left of the line: many lots can be typed in one."""
    shape = shape_drawn(table, state)
    if shape is not None and shape_of(shape).sort == "place":
        return _read_place(table, state, shape, text)
    return _read_text(lots(table, state), text)


def _read_place(table: GameTable, state: State, shape: str, text: str) -> tuple[Outcome, str]:
    """A place by its name, or by the coordinates that the rulebook has for it; written down it keeps these."""
    possible = lots(table, state)
    for lot in possible:
        text = text.replace(table.words.value(shape, lot.values[0]), lot.text)
    lot, rest = _read_text(possible, text)
    return next(o for o in table.outcomes(state) if o.values == lot.values), rest


def _read_text(possible: list[Outcome], text: str) -> tuple[Outcome, str]:
    line = " ".join(text.replace(",", " ").split())
    fitting = [o for o in possible if _begins(line.lower(), o.text.lower())]
    if not fitting:
        word = line.partition(" ")[0].lower()
        fitting = [o for o in possible if word and o.text.lower().startswith(word)]
        if len({o.text for o in fitting}) != 1:
            raise UsageError(f"one of these is drawn: {', '.join(dict.fromkeys(o.text for o in possible))}")
        return fitting[0], line.partition(" ")[2]
    longest = max(fitting, key=lambda o: len(o.text))
    return longest, line[len(longest.text) :].strip()


def _begins(line: str, lot: str) -> bool:
    return line == lot or line.startswith(f"{lot} ")
