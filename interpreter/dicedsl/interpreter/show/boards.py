"""Boards as text: what can be picked carries the name that picks it, and layers of piles stand side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from attrs import field, frozen

from dicedsl.interpreter.model.aspects import aspect_rows
from dicedsl.interpreter.model.records import Aspect, Board, Die, Form, Layer, Place
from dicedsl.interpreter.show.dice import Letters
from dicedsl.interpreter.show.text import Block, Paint, flowed, in_columns, padded, painted, side_by_side, width
from dicedsl.text.english import listed

EMPTY, OPEN, PICKED, RECENT = ".", "+", ">", "!"
PART_SIGNS = ":~="  # empty places of parts of the board
PICKABLE = "*"  # before a die that can be picked, where there are no colours
FEW_LAYER_PIECES = 4  # dice and open places of a layer that can be told in a line
MOST_NAMED_DICE = 30  # dice on a long board that are named one by one
MOST_DRAWN_ROWS = 13  # of a grid that is drawn whole; of a longer one only what stands on it is named
PILES = frozenset({Form.PYRAMID, Form.HEAP})
TOLD, NO_FACES = 3, 4  # how much is left out until these go


@frozen
class Offer:
    """What is asked for on a board: the places that can be picked, each with what picks it (nothing: it is part of something
    that is listed), and those that have been picked; and where something has just happened."""

    names: Mapping[int, str] = field(factory=dict)
    picked: Collection[int] = ()
    recent: Collection[int] = ()


@frozen
class BoardPicture:
    """A board for a screen: what its signs mean, then blocks that may stand side by side, or lines where they are better."""

    head: list[str]
    blocks: list[Block]
    below: list[str]
    stand: bool = False  # the first row of every block is its lowest: all of them on one line

    def lines(self, size: int, legend: bool = True) -> list[str]:
        return [*(self.head if legend else []), *side_by_side(self.blocks, size, stand=self.stand), *self.below]


def board_picture(
    board: Board,
    letters: Letters,
    size: int,
    offer: Offer | None = None,
    brief: int = 0,
    everything: bool = False,
    colour: bool = False,
) -> BoardPicture:
    """A board no wider than that. With colours, what can be picked needs no further sign; where there is room, dice that can be picked
    have their names beside them.

    Dice that are covered all round show no numbers where they have letters. brief: 1: rows of layers in which there is nothing
    are left out, 2: of the lowest as well; 3: layers in which nothing can happen, or in which little stands, are told in a line;
    4: of dice with letters only these, and of dice that look all the same no names. 0 with `everything`: nothing is left out.
    """
    if brief < 1:
        board_drawn = _Board(
            board, letters, size, offer or Offer(), brief, everything, colour, named=True
        ).board_picture()
        if all(width(line) <= size for block in board_drawn.blocks for line in block):
            return board_drawn
    return _Board(board, letters, size, offer or Offer(), brief, everything, colour).board_picture()


def reading_order(board: Board) -> list[int]:
    """The places as they are read in the picture: layer by layer, row by row, from left to right."""
    if board.form == Form.GRID and board.sides > 1:
        return sorted(range(len(board.places)), key=lambda key: (-board.places[key].at[1], board.places[key].at[0]))
    keys = []
    for layer in board.layers:
        rows = sorted(layer.rows, reverse=board.form in PILES)
        keys += [key for _, cells in rows for _, key in sorted(cells)]
    return keys


def picture_explanation(board: Board) -> str:
    """What a picture is, in plain words."""
    if board.form in PILES and len(board.layers) > 1:
        high, low = _example(board)
        return (
            f"The {board.name} is drawn from above, one layer beside the other, the lowest first. {high.text} is layer"
            f" {high.text[0]}, row {_axes(high)[0]}, place {_axes(high)[1]}, and stands on {listed([p.text for p in low])}."
        )
    return ""


def _example(board: Board) -> tuple[Place, list[Place]]:
    """A place of the second layer, and those that carry it."""
    down = 1 if board.form == Form.PYRAMID else -1
    at = {place.at: place for place in board.places}
    high = board.places[_keys(board.layers[1])[0]]
    below = [(*high.at[:i], high.at[i] + down, *high.at[i + 1 :]) for i in range(3)]
    return high, sorted((at[label] for label in below if label in at), key=lambda place: place.text)


def place_names_explanation(board: Board) -> str:
    """How places are called, and how the rulebook writes them."""
    sided = "(column,row)" if board.sides > 1 else "(row,column)"
    written = f"({','.join(board.coordinates)})" if board.coordinates else sided
    place = board.places[-1]
    if place.text.startswith("("):
        return f"Places are called {written}."
    how = {1: "number", 2: "column and row"}.get(len(place.at), "layer, row and place")
    how = "row and column" if "-" in place.text and board.sides == 1 and len(place.at) == 2 else how
    return f"Places are called by {how}; the rulebook writes {written}, so that {place.text} is ({','.join(map(str, place.at))})."


def _axes(place: Place, sides: int = 1) -> tuple[str, str]:
    """What stands before its row and at its column: together, with the letter of a layer, they make its name."""
    name = place.text
    if name.startswith("(") or len(place.at) == 1:
        return ("", name) if len(place.at) == 1 else (str(place.at[0]), str(place.at[1]))
    if len(place.at) == 2 and "-" in name:
        first, _, second = name.partition("-")
        return (second, first) if sides > 1 else (first, second)
    if len(place.at) == 2:
        return name[1:], name[0]
    row, _, column = name[1:].partition("-")
    return (row, column) if column else (row[0], row[1])


def layer_title(board: Board, layer: Layer) -> str:
    """The letter of the layer, and what it is."""
    if len(board.coordinates) < 3:
        return ""
    name = board.places[_keys(layer)[0]].text
    letter = f"{name[0]}: " if name[0].isalpha() else ""
    if board.form in PILES:
        if layer.level == 1 and board.form == Form.PYRAMID:
            return f"{letter}plate"
        top = len(_keys(layer)) == 1 and layer.level > 1
        return f"{letter}top" if top else f"{letter}layer {layer.level}"
    return f"{letter}{board.coordinates[2]} = {layer.total}"


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
        named: bool = False,
    ) -> None:
        """named: dice that can be picked have their names beside them."""
        self.board = board
        self.letters = letters
        self.size = size
        self.offered = offer.names
        self.picked = offer.picked
        self.recent = frozenset(offer.recent) if brief < 1 or colour or not offer.names else frozenset()
        self.named = named
        self.brief = brief
        self.everything = everything
        self.colour = colour
        self.taken = {place.at for place in board.places if place.die is not None}
        self.parts = sorted({part for place in board.places for part in place.parts[:1]})[: len(PART_SIGNS)]
        looks = {letters.text(die) for key in self.offered if (die := board.places[key].die) is not None}
        # Of dice that look all the same and show nothing a name says more.
        self.alike = len(looks) <= 1 and not any(sign.isdigit() for look in looks for sign in look)
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
            if key in self.recent and not self.offered and not self.picked:
                # Nothing else has a name now: it may be what is asked about.
                name = self.board.places[key].text
                return painted(name, Paint.BOLD, Paint.UNDERLINE) if self.colour else f"{RECENT}{name}"
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
        parts = self.board.places[key].parts
        return PART_SIGNS[self.parts.index(parts[0])] if parts and parts[0] in self.parts else ""

    def _pickable(self, key: int, die: Die | None) -> str:
        paint = () if die is None else tuple(p for p in self.letters.paint(die) if p is not Paint.BOLD)
        paint = (*paint, Paint.UNDERLINE) if key in self.recent and self.colour else paint
        name = self.offered[key]
        if not name:
            return painted(PICKABLE, Paint.BOLD) + ("" if die is None else self.letters.of(die))
        if name.isdigit() and self.letters.tells_numbers and not self.colour:
            name = PICKABLE + name  # it is not what a die shows
        # rows are named, and places can be counted
        nameless = die is not None and self.alike and self.brief >= NO_FACES
        if die is None or (self.alike and not nameless) or not self.board.places[key].text == self.offered[key]:
            return painted(name, Paint.BOLD, Paint.REVERSE, *paint)
        if self.named:
            return painted(f"{name}:", Paint.BOLD) + painted(self.letters.text(die), Paint.REVERSE, *paint)
        text = self.letters.mark(die) if self.brief >= NO_FACES and self.letters.mark(die) else self.letters.text(die)
        return painted(text if self.colour else PICKABLE + text, Paint.BOLD, Paint.REVERSE, *paint)

    def _is_buried(self, key: int) -> bool:
        """Whether dice stand on a die of a pile on all of its sides, so that nothing of it can be seen."""
        at = self.board.places[key].at
        if self.board.form not in PILES:
            return False
        up = -1 if self.board.form == Form.PYRAMID else 1
        return all((*at[:i], at[i] + up, *at[i + 1 :]) in self.taken for i in range(3))

    # -------------------------------------------------------------- whole boards

    def board_picture(self) -> BoardPicture:
        if self.board.form == Form.GRID:
            if self.is_long:
                return BoardPicture(self._head(), [], self._told_one_by_one())
            return BoardPicture(self._head(), [self._grid()], [])
        shown, lines = self._layers()
        self.seen = {key for layer in shown for key in _keys(layer)}
        piles = self.board.form in PILES
        draw = self._triangle if piles else self._level
        return BoardPicture(self._head(), [draw(layer) for layer in shown], lines, stand=piles)

    @property
    def is_long(self) -> bool:
        return len({place.at[0 if self.board.sides == 1 else 1] for place in self.board.places}) > MOST_DRAWN_ROWS

    def _grid(self) -> Block:
        sided = self.board.sides > 1
        cells = {
            (place.at[1], place.at[0]) if sided else (place.at[0], place.at[1]): place.key
            for place in self.board.places
        }
        return self._rows(cells, reverse=sided)

    def plans(self, texts: Mapping[int, str]) -> list[Block]:
        """The same places with other texts: all in rows and columns, layer by layer."""
        self.texts = dict(texts)
        return [self._grid()] if self.board.form == Form.GRID else [self._level(layer) for layer in self.board.layers]

    def _head(self) -> list[str]:
        """What the signs mean."""
        hidden = self.offered if self.alike and self.brief < NO_FACES else ()
        shown = [place for place in self.board.places if place.die is not None and place.key not in hidden]
        dice = [place.die for place in shown if place.die is not None]
        signs = self.letters.legend(dice)
        empty = [self.board.places[key] for key in self.seen if self.board.places[key].die is None]
        signs += sorted({f"{self._part(place.key)} {place.parts[0]}" for place in empty if self._part(place.key)})
        if any(self._is_open(place.key) for place in self.board.places):
            signs.append(f"{OPEN} open")
        if self.offered:
            signs.append(
                f"{self._told_pickable()} can be picked"
                if len(self.offered) == 1
                else f"as {self._told_pickable()}: can be picked"
            )
        if self.picked:
            signs.append(f"{PICKED} picked")
        if self.recent:
            signs.append(painted("just now", Paint.UNDERLINE) if self.colour else f"{RECENT} just now")
        faces = [die for die in dice if die.number is not None and die.number > 99 and self.brief < NO_FACES]
        if faces:
            signs.append(self._told_standing(faces[0]))
        return flowed(signs, self.size, ", ", "  ", first=f"{self.board.name}: ") if signs else []

    def _told_pickable(self) -> str:
        """Tell how it looks in the picture that a place can be picked."""
        first = next((key for key in self.offered if key in self.seen), next(iter(self.offered)))
        return self.texts[first] if self.offered[first] else painted(PICKABLE, Paint.BOLD)

    def _told_standing(self, die: Die) -> str:
        """What the three digits of a die mean that stands on a corner: its faces look away from the corners of the coordinates."""
        below, left, right = list(str(die.number))[:3]
        return f"{self.letters.text(die)} shows {below} below, {left} upper left, {right} upper right"

    def _told_one_by_one(self) -> list[str]:
        """Only what stands there, place by place; of very much only how much, and what can be picked."""
        places = self.board.places
        listed_places = [p for p in places if p.die is not None or self._is_open(p.key) or p.key in self.offered]
        lines = []
        if sum(place.die is not None for place in places) > MOST_NAMED_DICE and not self.everything:
            lines = [f"  {self._counts([place.key for place in places])}"]
            listed_places = [p for p in places if p.key in self.offered]
        parts = [
            self.texts[p.key] if p.text in self.texts[p.key] else f"{p.text} {self.texts[p.key]}" for p in listed_places
        ]
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
        lines: list[str] = []
        left = []
        for layer in live:
            keys = [key for key in _keys(layer) if self._lives(key)]
            if layer is not live[-1] and not any(self._is_live(key) for key in _keys(layer)):
                lines.append(f"{self._title(layer)} is full: {self._counts(_keys(layer))}")
            elif len(keys) <= FEW_LAYER_PIECES and layer is not live[0]:
                named = " ".join(f"{self.board.places[key].text} {self.texts[key]}" for key in keys)
                lines.append(f"{self._title(layer)}: {named}")
            else:
                left.append(layer)
        return left, flowed(lines, self.size)

    def _lives(self, key: int) -> bool:
        """Whether there is anything to see: a die, or a place that is open or can be picked."""
        return self.board.places[key].die is not None or self._is_open(key) or key in self.offered

    def _is_live(self, key: int) -> bool:
        """Whether something can happen on this place: nothing stands there, or it can be picked."""
        return self.board.places[key].die is None or key in self.offered

    def _counts(self, keys: Collection[int]) -> str:
        counts = Counter(
            self.letters.mark(die) or "dice" for key in keys if (die := self.board.places[key].die) is not None
        )
        return ", ".join(f"{count} {mark}" for mark, count in sorted(counts.items()))

    def _title(self, layer: Layer) -> str:
        return layer_title(self.board, layer)

    def _triangle(self, layer: Layer) -> Block:
        """The corner of the first coordinate at the top; in a row the second grows to the right."""
        rows = self._rows_worth(layer)
        broad = max(width(self.texts[key]) for _, cells in rows for _, key in cells)
        step = broad + 1
        lowest = rows[0][0]
        first = min(column for _, cells in layer.rows for column, _ in cells)
        axis = {row: _axes(self.board.places[cells[0][1]])[0] for row, cells in rows}
        below = {column: _axes(self.board.places[key])[1] for _, cells in rows for column, key in cells}
        side = max(map(len, axis.values())) + 1
        title = self._title(layer)
        lines: list[str] = []
        for row, cells in reversed(rows):
            at = dict(cells)
            texts = [self.texts[at[column]] if column in at else "" for column in range(first, max(at) + 1)]
            before = " " * (row * step // 2 - lowest * step // 2)
            if not lines and width(title) < len(before):
                # The title goes where the top rows leave room, beside the tip.
                before, title = padded(title, len(before)), ""
            place_names_explanation = painted(axis[row].rjust(side - 1), Paint.DIM) + " "
            lines.append(before + place_names_explanation + "".join(padded(t, step) for t in texts).rstrip())
        if self.brief:  # places of a row can be counted
            return [title, *lines] if title else lines
        last = max(column for _, cells in rows for column, _ in cells)
        foot = "".join(padded(below.get(column, ""), step) for column in range(first, last + 1)).rstrip()
        lines.append(painted(" " * side + foot, Paint.DIM))
        return [title, *lines] if title else lines

    def _rows_worth(self, layer: Layer) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
        """The rows to draw, from the lowest: where there is little room not those at the ends in which there is nothing."""
        rows = sorted(layer.rows)
        if self.brief < 1 or (layer.level == 1 and self.brief < 2):
            return rows
        worth = [number for number, (_, cells) in enumerate(rows) if any(self._lives(key) for _, key in cells)]
        return rows[worth[0] : worth[-1] + 1] if worth else rows

    def _level(self, layer: Layer) -> Block:
        cells = {(row, column): key for row, columns in layer.rows for column, key in columns}
        title = self._title(layer)
        return [*([title] if title else []), *self._rows(cells)]

    def _rows(self, cells: dict[tuple[int, int], int], reverse: bool = False) -> Block:
        """Places with what their rows and columns are called."""
        rows = sorted({r for r, _ in cells}, reverse=reverse)
        columns = sorted({c for _, c in cells})
        names = {at: _axes(self.board.places[key], self.board.sides) for at, key in cells.items()}
        left = {row: name for (row, _), (name, _) in names.items()}
        above = {column: name for (_, column), (_, name) in names.items()}
        broad = max([width(self.texts[key]) for key in cells.values()] + [len(text) for text in above.values()])
        side = max(map(len, left.values()))
        lines = [painted(" " * (side + 1) + " ".join(above[c].rjust(broad) for c in columns), Paint.DIM)]
        for row in rows:
            keys = (cells.get((row, column)) for column in columns)
            texts = (padded("" if key is None else self.texts[key], broad, right=True) for key in keys)
            lines.append(painted(left[row].rjust(side), Paint.DIM) + " " + " ".join(texts).rstrip())
        return lines


def _keys(layer: Layer) -> list[int]:
    return [key for _, cells in layer.rows for _, key in cells]


def aspect_plans(board: Board, aspect: Aspect, letters: Letters, size: int) -> list[Block]:
    """What the rulebook shows for places that lie flat, each where its place is; of a long board one after the other."""
    shown = {key: value or "yes" for key, value in aspect.values}
    drawn = _Board(board, letters, size, Offer(), 0, False, False)
    if board.form == Form.GRID and drawn.is_long:
        parts = [f"{board.places[key].text} {value}" for key, value in shown.items() if value != "0"]
        return [flowed(parts, size, ", ", "  ", first=f"{aspect.name}: ")]
    first, *others = drawn.plans({place.key: shown.get(place.key, EMPTY) for place in board.places})
    return [[f"{aspect.name}:", *first], *others]


def aspect_picture(board: Board, aspect: Aspect, letters: Letters, offer: Offer | None, colour: bool) -> list[str]:
    """A side of a pile as one looks at it, the highest layer first: of each place what the rulebook shows there."""
    offer = offer or Offer()
    value_of_key = dict(aspect.values)
    texts: dict[int, str] = {}
    for key, value in value_of_key.items():
        place = board.places[key]
        mark = "" if place.die is None else letters.mark(place.die)
        paint = () if place.die is None else tuple(letters.paint(place.die))
        recent = key in offer.recent
        paint = (*paint, Paint.UNDERLINE) if recent and colour else paint
        value += RECENT * (recent and not colour)
        if key in offer.names:
            name = painted(f"{offer.names[key]}:", Paint.BOLD, *([Paint.UNDERLINE] if recent and colour else []))
            text = name + painted(value, Paint.BOLD, Paint.REVERSE, *paint)
        else:
            text = painted(mark + value, *paint)
        texts[key] = painted(PICKED, Paint.BOLD) + text if key in offer.picked else text
    rows = aspect_rows(board, aspect)
    broad = max(map(width, texts.values())) + 1
    high = max(map(len, rows))
    just = painted("just now", Paint.UNDERLINE) if colour else f"{RECENT} just now"
    lines = [f"{aspect.name}{f' ({just})' if set(offer.recent) & set(value_of_key) else ''}:"]
    for row in rows:
        name = painted(board.places[row[0]].text[:1], Paint.DIM)
        indent = " " * ((high - len(row)) * broad // 2)
        lines.append(f"  {name} {indent}" + "".join(padded(texts[key], broad) for key in row).rstrip())
    return lines
