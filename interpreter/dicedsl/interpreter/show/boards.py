"""Boards as text: what can be picked carries the number that picks it, and layers of piles stand side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from attrs import field, frozen

from dicedsl.interpreter.model.things import Board, Die, Form, Layer
from dicedsl.interpreter.show.dice import Letters
from dicedsl.interpreter.show.text import Block, Paint, beside, flowed, in_columns, padded, painted, width

EMPTY, OPEN, PICKED, RECENT = ".", "+", ">", "!"
PARTS = ":~="  # empty places of parts of the board
PICKABLE = "*"  # before a number that is to be typed, where there are no colours and dice show numbers too
FEW = 4  # dice and open places of a layer that can be told in a line
MOST_NAMED = 30  # dice on a long board that are named one by one
MOST_ROWS = 13  # of a grid that is drawn whole; of a longer one only what stands on it is named
PILES = frozenset({Form.PYRAMID, Form.HEAP})
TOLD, NO_FACES = 3, 4  # how much is left out until these go


@frozen
class Offer:
    """What is asked for on a board: the places that can be picked, each with the number that picks it (0: it is part of something
    that is listed), and those that have been picked; and where something has just happened."""

    numbers: Mapping[int, int] = field(factory=dict)
    picked: Collection[int] = ()
    recent: Collection[int] = ()


@frozen
class Drawn:
    """A board for a screen: what its signs mean, then blocks that may stand side by side, or lines where they are better."""

    head: list[str]
    blocks: list[Block]
    below: list[str]

    def lines(self, size: int, legend: bool = True) -> list[str]:
        return [*(self.head if legend else []), *beside(self.blocks, size), *self.below]


def drawn(
    board: Board,
    letters: Letters,
    size: int,
    offer: Offer | None = None,
    brief: int = 0,
    everything: bool = False,
    colour: bool = False,
) -> Drawn:
    """A board no wider than that. With colours, what can be picked needs no further sign.

    Dice that are covered all round show no numbers where they have letters. brief: 1: rows of layers in which there is nothing
    are left out, 2: of the lowest as well; 3: layers in which nothing can happen, or in which little stands, are told in a line;
    4: of dice with letters only these. 0 with `everything`: nothing is left out.
    Rows of piles have their numbers where no others are to be typed.
    """
    return _Board(board, letters, size, offer or Offer(), brief, everything, colour).drawn()


def reading_order(board: Board) -> list[int]:
    """The places as they are read in the picture: layer by layer, row by row, from left to right."""
    if board.form == Form.GRID and board.sides > 1:
        return sorted(range(len(board.places)), key=lambda key: (-board.places[key].at[1], board.places[key].at[0]))
    found = []
    for layer in board.layers:
        rows = sorted(layer.rows, reverse=board.form in PILES)
        found += [key for _, cells in rows for _, key in sorted(cells)]
    return found


def explained(board: Board) -> str:
    """What a picture is, in plain words."""
    if board.form in PILES and len(board.layers) > 1:
        return f"The {board.name} is drawn from above, one layer beside the other, the lowest first."
    return ""


def called(board: Board) -> str:
    """How places are called, for those who want to call them so."""
    how = f"Places are called ({','.join(board.coordinates)})"
    if board.form in PILES:
        a, b, c = board.coordinates
        sums = [
            f"{layer.total} on {layer_title(board, layer).replace('plate', 'the plate')}" for layer in board.layers[:2]
        ]
        return f"{how}: {a} left of a row, {b} below a slanting line /, and {a}+{b}+{c} is {', '.join(sums)}."
    if board.form == Form.GRID:
        return (
            "Places are called (column,row), row 1 at the bottom."
            if board.sides > 1
            else "Places are called (row,column)."
        )
    if board.form == Form.ROW:
        return f"{how}."
    x, y, *z = board.coordinates
    return f"{how}: {x} left of a row, {y} above a column{f', {z[0]} above a picture' if z else ''}."


def layer_title(board: Board, layer: Layer) -> str:
    if board.form in PILES:
        if layer.level == 1 and board.form == Form.PYRAMID:
            return "plate"
        return "top" if len(_keys(layer)) == 1 and layer.level > 1 else f"layer {layer.level}"
    name = board.coordinates[2] if len(board.coordinates) == 3 else ""
    return f"{name} = {layer.total}" if name else ""


class _Board:
    def __init__(
        self,
        board: Board,
        letters: Letters,
        size: int,
        offer: Offer,
        brief: int,
        everything: bool,
        colour: bool,
    ) -> None:
        self.board = board
        self.letters = letters
        self.size = size
        self.offered = offer.numbers
        self.picked = offer.picked
        self.recent = frozenset(offer.recent) - frozenset(offer.numbers) if brief < 1 or colour else frozenset()
        self.brief = brief
        self.everything = everything
        self.colour = colour
        self.taken = {place.at for place in board.places if place.die is not None}
        self.parts = sorted({part for place in board.places for part in place.parts[:1]})[: len(PARTS)]
        lettered = all(letters.mark(place.die) for place in board.places if place.die is not None)
        self.starred = letters.tells_numbers and not colour and not (brief >= NO_FACES and lettered)
        self.seen = {place.key for place in board.places}
        self.texts = {place.key: self._text(place.key) for place in board.places}

    def _is_open(self, key: int) -> bool:
        """Whether a place is drawn as an open one: nothing else is asked for."""
        place = self.board.places[key]
        return place.die is None and place.open and not self.offered and not self.picked

    def _text(self, key: int) -> str:
        die = self.board.places[key].die
        if key in self.offered:
            return self._pickable(key, die)
        if die is None:
            sign = OPEN if self._is_open(key) else self._part(key) or EMPTY
            if key in self.recent:
                return painted(sign, Paint.UNDERLINE) if self.colour else RECENT
            text = painted(sign, Paint.BOLD if sign == OPEN else Paint.DIM)
        else:
            mark = self.letters.mark(die)
            covered = mark and (self.brief >= NO_FACES or (not self.everything and self._is_buried(key)))
            paint = self.letters.paint(die)
            # What cannot be picked stands back.
            dim = self.offered and key not in self.picked
            paint = (Paint.DIM, *(p for p in paint if p is not Paint.BOLD)) if dim else paint
            text = mark if covered else self.letters.text(die)
            if key in self.recent:
                text, paint = (text, (*paint, Paint.UNDERLINE)) if self.colour else (text + RECENT, paint)
            text = painted(text, *paint)
        return painted(PICKED, Paint.BOLD) + text if key in self.picked else text

    def _part(self, key: int) -> str:
        """The sign of the part of the board that an empty place belongs to."""
        found = self.board.places[key].parts
        return PARTS[self.parts.index(found[0])] if found and found[0] in self.parts else ""

    def _pickable(self, key: int, die: Die | None) -> str:
        paint = () if die is None else tuple(p for p in self.letters.paint(die) if p is not Paint.BOLD)
        number = self.offered[key]
        if not number:
            return painted(PICKABLE, Paint.BOLD) + ("" if die is None else self.letters.of(die))
        return painted(self._typed(number), Paint.BOLD, Paint.REVERSE, *paint)

    def _typed(self, number: int) -> str:
        """A number that can be typed, so that it is not taken for what a die shows."""
        return f"{PICKABLE}{number}" if self.starred else str(number)

    def _is_buried(self, key: int) -> bool:
        """Whether dice stand on a die of a pile on all of its sides, so that nothing of it can be seen."""
        at = self.board.places[key].at
        if self.board.form not in PILES:
            return False
        up = -1 if self.board.form == Form.PYRAMID else 1
        return all((*at[:i], at[i] + up, *at[i + 1 :]) in self.taken for i in range(3))

    # -------------------------------------------------------------- whole boards

    def drawn(self) -> Drawn:
        if self.board.form == Form.GRID:
            sided = self.board.sides > 1
            cells = {}
            for place in self.board.places:
                row, column = (place.at[1], place.at[0]) if sided else (place.at[0], place.at[1])
                cells[row, column] = self.texts[place.key]
            if len({row for row, _ in cells}) > MOST_ROWS:
                return Drawn(self._head(), [], self._named())
            return Drawn(self._head(), [_rows(cells, reverse=sided)], [])
        shown, told = self._layers()
        self.seen = {key for layer in shown for key in _keys(layer)}
        draw = self._triangle if self.board.form in PILES else self._level
        return Drawn(self._head(), [draw(layer) for layer in shown], told)

    def _head(self) -> list[str]:
        """What the signs mean."""
        shown = [place for place in self.board.places if place.die is not None and place.key not in self.offered]
        dice = [place.die for place in shown if place.die is not None]
        signs = self.letters.legend(dice)
        empty = [self.board.places[key] for key in self.seen if self.board.places[key].die is None]
        signs += sorted({f"{self._part(place.key)} {place.parts[0]}" for place in empty if self._part(place.key)})
        if any(self._is_open(place.key) for place in self.board.places):
            signs.append(f"{OPEN} open")
        if self.offered:
            signs.append(f"{self._told_pickable()} can be picked")
        if self.picked:
            signs.append(f"{PICKED} picked")
        if self.recent:
            signs.append(painted("just now", Paint.UNDERLINE) if self.colour else f"{RECENT} just now")
        faces = [die for die in dice if die.number is not None and die.number > 99 and self.brief < NO_FACES]
        if faces:
            signs.append(self._told_standing(faces[0]))
        return flowed(signs, self.size, ", ", "  ", first=f"{self.board.name}: ") if signs else []

    def _told_pickable(self) -> str:
        first, last = min(self.offered.values()), max(self.offered.values())
        if not last:
            return painted(PICKABLE, Paint.BOLD)
        signs = [painted(self._typed(number), Paint.BOLD, Paint.REVERSE) for number in sorted({first, last})]
        return " to ".join(signs)

    def _told_standing(self, die: Die) -> str:
        """What the three digits of a die mean that stands on a corner: its faces look away from the corners of the coordinates."""
        below, left, right = list(str(die.number))[:3]
        return f"{self.letters.text(die)} shows {below} below, {left} upper left, {right} upper right"

    def _named(self) -> list[str]:
        """Only what stands there, place by place; of very much only how much, and what can be picked."""
        places = self.board.places
        found = [p for p in places if p.die is not None or self._is_open(p.key) or p.key in self.offered]
        lines = []
        if sum(place.die is not None for place in places) > MOST_NAMED and not self.everything:
            lines = [f"  {self._counts([place.key for place in places])}"]
            found = [p for p in places if p.key in self.offered]
        parts = [f"{p.text} {self.texts[p.key]}" for p in found]
        return lines + in_columns(parts, self.size) or ["  nothing stands there"]

    # -------------------------------------------------------------- layers

    def _layers(self) -> tuple[list[Layer], list[str]]:
        """The layers to draw, and lines for those that are only told."""
        every = self.board.layers
        live = [layer for layer in every if any(self._lives(key) for key in _keys(layer))]
        if not self.board.marks_open and not self.offered and live and live[-1] is not every[-1]:
            live.append(every[every.index(live[-1]) + 1])
        live = live or list(every[:1])
        if self.brief < TOLD:
            return live, []
        told: list[str] = []
        left = []
        for layer in live:
            keys = [key for key in _keys(layer) if self._lives(key)]
            if layer is not live[-1] and not any(self._is_live(key) for key in _keys(layer)):
                told.append(f"{self._title(layer)} is full: {self._counts(_keys(layer))}")
            elif len(keys) <= FEW and layer is not live[0]:
                named = " ".join(f"{self.board.places[key].text} {self.texts[key]}" for key in keys)
                told.append(f"{self._title(layer)}: {named}")
            else:
                left.append(layer)
        return left, flowed(told, self.size)

    def _lives(self, key: int) -> bool:
        """Whether there is anything to see: a die, or a place that is open or can be picked."""
        return self.board.places[key].die is not None or self._is_open(key) or key in self.offered

    def _is_live(self, key: int) -> bool:
        """Whether something can happen on this place: nothing stands there, or it can be picked."""
        return self.board.places[key].die is None or key in self.offered

    def _counts(self, keys: Collection[int]) -> str:
        found = Counter(
            self.letters.mark(die) or "dice" for key in keys if (die := self.board.places[key].die) is not None
        )
        return ", ".join(f"{count} {mark}" for mark, count in sorted(found.items()))

    def _title(self, layer: Layer) -> str:
        return layer_title(self.board, layer)

    def _triangle(self, layer: Layer) -> Block:
        """The corner of the first coordinate at the top; in a row the second grows to the right."""
        rows = self._rows_worth(layer)
        broad = max(width(self.texts[key]) for _, cells in rows for _, key in cells)
        step = broad + 1
        lowest = rows[0][0]
        first = min(column for _, cells in layer.rows for column, _ in cells)
        axes = self.everything or not any(self.offered.values())
        side = max(len(str(row)) for row, _ in rows) + 1 if axes else 0
        title = self._title(layer)
        if not axes and lowest > min(row for row, _ in layer.rows):
            title += f", from row {lowest - min(row for row, _ in layer.rows) + 1} up"
        lines: list[str] = []
        for row, cells in reversed(rows):
            at = dict(cells)
            texts = [self.texts[at[column]] if column in at else "" for column in range(first, max(at) + 1)]
            before = " " * (row * step // 2 - lowest * step // 2)
            if not lines and width(title) < len(before):
                # The title goes where the top rows leave room, beside the tip.
                before, title = padded(title, len(before)), ""
            axis = painted(str(row).rjust(side - 1), Paint.DIM) + " " if axes else ""
            lines.append(axis + before + "".join(padded(t, step) for t in texts).rstrip())
        if axes:
            last = max(column for _, cells in rows for column, _ in cells)
            below = "".join(padded(str(column), step) for column in range(first, last + 1)).rstrip()
            lines.append(painted(" " * side + below, Paint.DIM))
        return [title, *lines] if title else lines

    def _rows_worth(self, layer: Layer) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
        """The rows to draw, from the lowest: where there is little room not those at the ends in which there is nothing."""
        rows = sorted(layer.rows)
        if self.brief < 1 or (layer.level == 1 and self.brief < 2):
            return rows
        worth = [number for number, (_, cells) in enumerate(rows) if any(self._lives(key) for _, key in cells)]
        return rows[worth[0] : worth[-1] + 1] if worth else rows

    def _level(self, layer: Layer) -> Block:
        cells = {(row, column): self.texts[key] for row, columns in layer.rows for column, key in columns}
        title = self._title(layer)
        return [*([title] if title else []), *_rows(cells)]


def _keys(layer: Layer) -> list[int]:
    return [key for _, cells in layer.rows for _, key in cells]


def _rows(cells: dict[tuple[int, int], str], reverse: bool = False) -> Block:
    """Cells with the numbers of their rows and columns."""
    rows = sorted({r for r, _ in cells}, reverse=reverse)
    columns = sorted({c for _, c in cells})
    broad = max([width(text) for text in cells.values()] + [len(str(c)) for c in columns])
    side = max(len(str(r)) for r in rows)
    lines = [painted(" " * (side + 1) + " ".join(str(c).rjust(broad) for c in columns), Paint.DIM)]
    for row in rows:
        texts = (padded(cells.get((row, column), ""), broad, right=True) for column in columns)
        lines.append(painted(str(row).rjust(side), Paint.DIM) + " " + " ".join(texts).rstrip())
    return lines
