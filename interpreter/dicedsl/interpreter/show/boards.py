"""Boards as text: rows with their numbers, and layers of piles side by side, so that every place can be named from what is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from attrs import frozen

from dicedsl.interpreter.model.things import Board, Form, Layer
from dicedsl.interpreter.show.dice import Letters
from dicedsl.interpreter.show.text import Block, Paint, beside, flowed, in_columns, padded, painted, width

EMPTY, OPEN = ".", "+"
FEW = 4  # dice and open places of a layer that can be told in a line
MOST_NAMED = 30  # dice on a long board that are named one by one
MOST_STARRED = 24  # dice on a board that are marked because they can be picked
MOST_ROWS = 13  # of a grid that is drawn whole; of a longer one only what stands on it is named


@frozen
class Drawn:
    """A board for a screen: what its signs mean, then blocks that may stand side by side, or lines where they are better."""

    head: list[str]
    blocks: list[Block]
    below: list[str]

    def lines(self, size: int, legend: bool = True) -> list[str]:
        return [*(self.head if legend else self.head[:1]), *beside(self.blocks, size), *self.below]


def drawn(
    board: Board,
    letters: Letters,
    size: int,
    offered: Collection[int] | None,
    brief: int = 0,
    everything: bool = False,
) -> Drawn:
    """A board no wider than that. `offered` are the places that can be picked now, if places of it are asked for.

    Dice that are covered all round show no numbers where they have letters. brief: 1: rows of layers in which there is nothing
    are left out, 2: of the lowest as well; 3: layers in which nothing can happen, or in which little stands, are told in a line;
    4: of dice with letters only these. 0 with `everything`: nothing is left out.
    """
    return _Board(board, letters, size, offered, brief, everything).drawn()


class _Board:
    def __init__(
        self,
        board: Board,
        letters: Letters,
        size: int,
        offered: Collection[int] | None,
        brief: int,
        everything: bool,
    ) -> None:
        self.board = board
        self.letters = letters
        self.size = size
        self.offered = offered
        self.brief = brief
        self.everything = everything
        self.taken = {place.at for place in board.places if place.die is not None}
        lettered = all(self._letter(place.key) for place in board.places if place.die is not None)
        self.starred = offered is not None and (lettered or len(offered) <= MOST_STARRED)
        self.texts = {place.key: self._text(place.key) for place in board.places}

    def _is_open(self, key: int) -> bool:
        place = self.board.places[key]
        if place.die is not None:
            return False
        return key in self.offered if self.offered is not None else place.open

    def _text(self, key: int) -> str:
        die = self.board.places[key].die
        if die is None:
            return painted(OPEN, Paint.BOLD) if self._is_open(key) else painted(EMPTY, Paint.DIM)
        mark = self.letters.mark(die)
        offered = self.offered is not None and key in self.offered and self.starred
        if mark and (self.brief >= 4 or (not self.everything and self._is_buried(key))):
            text = painted(mark, *self.letters.paint(die))
        else:
            text = self.letters.of(die)
        letter = self._letter(key)
        if offered:
            return text.replace(letter, letter.lower(), 1) if letter else f"{text}{painted('*', Paint.BOLD)}"
        return text

    def _letter(self, key: int) -> str:
        """The letters a die is drawn with, which can be written small; none if it is drawn as a number."""
        die = self.board.places[key].die
        if die is None:
            return ""
        return self.letters.mark(die) or ("" if self.letters.shows(die) or die.name else "X")

    def _is_buried(self, key: int) -> bool:
        """Whether dice stand on a die of a pile on all of its sides, so that nothing of it can be seen."""
        at = self.board.places[key].at
        if self.board.form != Form.PYRAMID or (self.offered is not None and key in self.offered):
            return False
        return all((*at[:i], at[i] - 1, *at[i + 1 :]) in self.taken for i in range(3))

    # -------------------------------------------------------------- whole boards

    def drawn(self) -> Drawn:
        if self.board.form == Form.GRID:
            sided = self.board.sides > 1
            cells = {}
            for place in self.board.places:
                row, column = (place.at[1], place.at[0]) if sided else (place.at[0], place.at[1])
                cells[row, column] = self.texts[place.key]
            if len({row for row, _ in cells}) > MOST_ROWS:
                return Drawn(self._head("(row,column)"), [], self._named())
            how = "(column,row), row 1 at the bottom" if sided else "(row,column)"
            return Drawn(self._head(how), [_rows(cells, reverse=sided)], [])
        how = f"({','.join(self.board.coordinates)})"
        shown, told = self._layers()
        if self.board.form == Form.PYRAMID:
            a, b, c = self.board.coordinates
            how += f", {a} left of a row, {b} below a slanting line /, {c} the rest"
            return Drawn(self._head(how), [self._triangle(layer) for layer in shown], told)
        if self.board.form == Form.LEVELS:
            how += f", {self.board.coordinates[0]} left of a row, {self.board.coordinates[1]} above a column"
        return Drawn(self._head(how), [self._level(layer) for layer in shown], told)

    def _head(self, how: str) -> list[str]:
        """How places are written, and what the signs mean."""
        dice = [place.die for place in self.board.places if place.die is not None]
        legend = self.letters.legend(dice)
        open_ = any(self._is_open(place.key) for place in self.board.places)
        signs = [f"{OPEN} {'can be picked' if self.offered is not None else 'open'}"] if open_ else []
        picked = [place for place in self.board.places if place.die is not None and place.key in (self.offered or ())]
        if self.starred and picked:
            marked = all(self._letter(place.key) for place in picked)
            signs.append("small letters can be picked" if marked else "* can be picked")
        if standing := next((die for die in dice if die.number is not None and die.number > 99), None):
            signs.append(self._told_standing(standing.number or 0))
        first = f"{self.board.name} {how}"
        return flowed([*legend, *signs], self.size, ", ", "  ", first=f"{first}: " if legend or signs else first)

    def _told_standing(self, number: int) -> str:
        """What the three digits of a die mean that stands on a corner."""
        towards = [f"{digit} to {side}" for digit, side in zip(str(number), self.board.coordinates, strict=False)]
        return f"{number} shows {', '.join(towards)}"

    def _named(self) -> list[str]:
        """Only what stands there, place by place; of very much only how much."""
        if sum(place.die is not None for place in self.board.places) > MOST_NAMED and not self.everything:
            return [f"  {self._counts([place.key for place in self.board.places])}"]
        parts = [
            f"{p.text} {self.texts[p.key]}" for p in self.board.places if p.die is not None or self._is_open(p.key)
        ]
        return in_columns(parts, self.size) or ["  nothing stands there"]

    # -------------------------------------------------------------- layers

    def _layers(self) -> tuple[list[Layer], list[str]]:
        """The layers to draw, and lines for those that are only told."""
        every = self.board.layers
        live = [layer for layer in every if any(self._lives(key) for key in _keys(layer))]
        if not self.board.marks_open and self.offered is None and live and live[-1] is not every[-1]:
            live.append(every[every.index(live[-1]) + 1])
        live = live or list(every[:1])
        if self.brief < 3:
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
        if self.board.places[key].die is not None or self._is_open(key):
            return True
        return self.offered is not None and key in self.offered

    def _is_live(self, key: int) -> bool:
        """Whether something can happen on this place: nothing stands there, or it can be picked."""
        return self.board.places[key].die is None or (self.offered is not None and key in self.offered)

    def _counts(self, keys: Collection[int]) -> str:
        found = Counter(
            self.letters.mark(die) or "dice" for key in keys if (die := self.board.places[key].die) is not None
        )
        return ", ".join(f"{count} {mark}" for mark, count in sorted(found.items()))

    def _title(self, layer: Layer) -> str:
        if self.board.form == Form.PYRAMID:
            if layer.level == 1:
                return "plate"
            return "top" if layer.total == 0 else f"layer {layer.level}"
        name = self.board.coordinates[2] if len(self.board.coordinates) == 3 else ""
        return f"{name} = {layer.total}" if name else ""

    def _triangle(self, layer: Layer) -> Block:
        """The corner of the first coordinate at the top; in a row the second grows to the right."""
        rows = self._rows_worth(layer)
        broad = max(width(self.texts[key]) for _, cells in rows for _, key in cells)
        step = broad + 1
        side = len(str(layer.total))
        lowest = rows[0][0]
        lines = []
        for row, cells in reversed(rows):
            at = dict(cells)
            texts = [self.texts[at[column]] if column in at else "" for column in range(layer.total - row + 1)]
            text = "".join(padded(t, step) for t in texts).rstrip()
            before = " " * (row * step // 2 - lowest * step // 2)
            lines.append(painted(str(row).rjust(side), Paint.DIM) + " " + before + text)
        below = "".join(padded(str(column), step) for column in range(layer.total - lowest + 1)).rstrip()
        lines.append(painted(" " * (side + 1) + below, Paint.DIM))
        # The title goes where the top rows leave room, beside the tip.
        first, title = lines[0], self._title(layer)
        if side == 1 and width(title) < rows[-1][0] * step // 2 - lowest * step // 2:
            lines[0] = first[: first.index(" ") + 1] + title + first[first.index(" ") + 1 + width(title) :]
            return lines
        return [title, *lines]

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
