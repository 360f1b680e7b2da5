"""A position as a picture: one board with what stands on it, as an SVG text. Nothing but the standard library is needed.

A grid is seen from above. A pile is seen from above as well, its dice standing on a corner, so that each shows three faces and
hides what it stands on; or its layers lie side by side. Every sort of dice has a colour and a letter, and the picture has its title
and a description in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from xml.sax.saxutils import escape, quoteattr

from attrs import define, field

from dicedsl.errors import UsageError
from dicedsl.geometry.corners import ORIENTATIONS
from dicedsl.geometry.layers import Label, Layer, layers
from dicedsl.interpreter.model.dice_and_boards import form_of
from dicedsl.interpreter.model.records import Form
from dicedsl.interpreter.show.hexagons import AXES, Point, hexagon
from dicedsl.interpreter.show.view_letters import ViewLetters
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import BoardView, DieView, view
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import union
from dicedsl.text.plain import plain

# Told apart by nearly everybody; letters do the rest.
SEATS = ("#d55e00", "#0072b2", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#6b4c9a", "#7f7f7f")
COLOUR_FILLS = {
    "red": "#c8322b", "green": "#2e8b57", "black": "#333333", "blue": "#2b5fc8", "white": "#fafafa", "gold": "#d4a017",
    "yellow": "#f0e442", "orange": "#e67e22", "purple": "#7d3c98",
}  # fmt: skip
PLAIN_FILL = "#9aa5b1"
MARKS = ("#c2185b", "#1565c0", "#2e7d32", "#ef6c00", "#4527a0")
HEX = 17.0  # from the middle of a die on its corner to its corners
CELL = 38.0
EDGE = 26.0
GAP_BETWEEN_BOARDS = 18.0
WIDEST_PICTURE = 700.0
MOST_DESCRIBED_PLACES = 60


def picture(
    table: GameTable,
    state: State,
    *,
    board: str | None = None,
    seat: int | None = None,
    names: Sequence[str] = (),
    title: str = "",
    marks: Mapping[str, int] | None = None,
    flat: bool = False,
    ident: str = "board",
) -> str:
    """The SVG text of one board as a seat (None: everybody) sees it.

    `marks` are sets of places to point out, by what they are called; `flat` lays the layers of a pile side by side; `ident` makes
    the names inside unique on a page.
    """
    seen = view(table, state, seat)
    shown = next((b for b in seen.boards if board in (None, b.name)), None)
    if shown is None:
        raise UsageError(f"there is no board {board}" if board else "this game has no board")
    labels = tuple(names) or tuple(f"P{i + 1}" for i in range(table.players))
    drawing = _Drawing(table, shown, ViewLetters(table, labels), dict(marks or {}), shown.coordinates)
    if form_of(shown) == Form.PYRAMID:
        drawing.triangles() if flat else drawing.pile()
    else:
        drawing.levels(sided=shown.sides > 1)
    return drawing.text(title or f"{table.about.title}: {shown.name}", ident)


@define
class _Drawing:
    table: GameTable
    board: BoardView
    letters: ViewLetters
    marks: dict[str, int]
    names: tuple[str, ...]
    parts: list[str] = field(factory=list)
    corners: list[Point] = field(factory=list)

    # -------------------------------------------------------------- whole boards

    def pile(self) -> None:
        """A pile from above: lower dice first, so that those on top of them hide them."""
        places = self.board.places
        lowest = max(map(sum, places))
        for number, place in enumerate(places):
            if sum(place) == lowest:
                self._hollow(_middle(place), self.board.dice[number] is None)
        taken = {place for place, die in zip(places, self.board.dice, strict=True) if die is not None}
        for number in sorted(range(len(places)), key=lambda n: -sum(places[n])):
            die = self.board.dice[number]
            if die is not None:
                hidden = [_before(places[number], axis) in taken for axis in range(3)]
                if not all(hidden):
                    self._cube(_middle(places[number]), die, hidden)
        for i, mask in enumerate(self.marks.values()):
            for number in MEMBERS[mask]:
                self._ring(_middle(places[number]), i)
        self._corner_names(lowest)

    def triangles(self) -> None:
        """The layers of a pile side by side, the plate first; those in which nothing stands or is marked are left out."""
        x = y = tallest = 0.0
        pointed = union(self.marks.values())
        for layer in layers(self.board.places):
            if layer.level > 1 and not any(self.board.dice[n] or pointed >> n & 1 for n in layer.cells.values()):
                continue
            width, height = layer.total * HEX * sqrt(3) + 2 * EDGE, layer.total * 1.5 * HEX + 2 * EDGE + 8
            if x and x + width > WIDEST_PICTURE:
                x, y, tallest = 0.0, y + tallest + GAP_BETWEEN_BOARDS, 0.0
            self._triangle(layer, (x, y), width)
            x, tallest = x + width + GAP_BETWEEN_BOARDS, max(tallest, height)

    def _triangle(self, layer: Layer, corner: Point, width: float) -> None:
        top = (corner[0] + width / 2, corner[1] + EDGE + 8)

        def middle(place: Label) -> Point:
            row = layer.total - place[0]
            return top[0] + (place[1] - place[2]) * HEX * sqrt(3) / 2, top[1] + row * 1.5 * HEX

        self._say((corner[0] + width / 2, corner[1] + 4), f"layer {layer.level}", 11)
        for number in layer.cells.values():
            at = middle(self.board.places[number])
            die = self.board.dice[number]
            self._hollow(at, die is None)
            if die is not None:
                self._cube(at, die)
            for i, mask in enumerate(self.marks.values()):
                if mask >> number & 1:
                    self._ring(at, i)

    def levels(self, sided: bool) -> None:
        """Grids, one for each layer, side by side."""
        left = 0.0
        heaped = form_of(self.board) == Form.HEAP
        for layer in layers(self.board.places):
            rows = sorted({r for r, _ in layer.cells})
            columns = sorted({c for _, c in layer.cells})
            if len(self.names) == 3:
                middle = left + CELL * (len(columns) + 1) / 2
                title = f"layer {layer.level}" if heaped else f"{self.names[2]} = {layer.total}"
                self._say((middle, -CELL), title, 12)
            for (row, column), number in layer.cells.items():
                across, down = columns.index(column), rows.index(row)
                if sided:
                    # Written (column,row), the first row at the bottom.
                    across, down = rows.index(row), len(columns) - 1 - columns.index(column)
                self._square((left + across * CELL, down * CELL), number)
            heads = (rows, columns[::-1]) if sided else (columns, rows)
            for i, name in enumerate(heads[0]):
                self._say((left + (i + 0.5) * CELL, -8), str(name), 11)
            for i, name in enumerate(heads[1] if len(self.names) > 1 else ()):
                self._say((left - 12, (i + 0.5) * CELL), str(name), 11)
            left += CELL * (len(heads[0]) + 1)

    # -------------------------------------------------------------- pieces

    def _hollow(self, at: Point, empty: bool) -> None:
        self._polygon(hexagon(at, HEX), fill="none", stroke="currentColor", opacity=0.35, width=0.8)
        if empty:
            self._circle(at, 1.6, "currentColor", 0.45)

    def _cube(self, at: Point, die: DieView, hidden: Sequence[bool] = (False, False, False)) -> None:
        """Three faces of a die that stands on a corner, each towards one side, unless another die stands in front of it."""
        colour = self._colour(die)
        shown = self._faces(die)
        for i, shade in enumerate((0.24, 0.0, 0.12)):
            if hidden[i]:
                continue
            first, second = AXES[(i + 1) % 3], AXES[(i + 2) % 3]
            corners = [at, _off(at, first), _off(_off(at, first), second), _off(at, second)]
            self._polygon(corners, fill=colour, stroke="#ffffff", width=0.7)
            if shade:
                self._polygon(corners, fill="#000000", stroke="none", opacity=shade, width=0)
            if shown:
                centre = ((corners[0][0] + corners[2][0]) / 2, (corners[0][1] + corners[2][1]) / 2)
                self._say(centre, f"{self.letters.mark(die)}{shown[i]}", 9, _ink(colour), bold=True)
        if not shown:
            self._label(at, die, colour)

    def _faces(self, die: DieView) -> str:
        """The numbers a standing die shows against each coordinate."""
        stands = die.number in ORIENTATIONS and "orientation" in self.table.program.kinds
        return str(die.number) if stands else ""

    def _square(self, corner: Point, number: int) -> None:
        x, y = corner
        die = self.board.dice[number]
        self._rect(x, y, CELL, CELL, 0, "none", "currentColor", 0.5)
        at = (x + CELL / 2, y + CELL / 2)
        if die is not None:
            colour = self._colour(die)
            self._rect(x + 4, y + 4, CELL - 8, CELL - 8, 6, colour, "#00000066", 1)
            self._label(at, die, colour)
        for i, mask in enumerate(self.marks.values()):
            if mask >> number & 1:
                inner = 2 + 3 * i
                self._rect(
                    x + inner, y + inner, CELL - 2 * inner, CELL - 2 * inner, 4, "none", MARKS[i % len(MARKS)], 1, 2.5
                )

    def _label(self, at: Point, die: DieView, colour: str) -> None:
        text = self.letters.of(die)
        size = 13 if len(text) < 3 else 10 if len(text) < 5 else 8
        self._say(at, text, size, _ink(colour), bold=True)

    def _ring(self, at: Point, number: int) -> None:
        corners, colour = hexagon(at, HEX - 2 - 3 * number), MARKS[number % len(MARKS)]
        self._polygon(corners, fill="none", stroke="#ffffff", width=4.4)  # so that it is seen on a die of any colour
        self._polygon(corners, fill="none", stroke=colour, width=2.6, dashed=number > 0)

    def _colour(self, die: DieView) -> str:
        if die.colour in COLOUR_FILLS:
            return COLOUR_FILLS[die.colour]
        return PLAIN_FILL if die.owner is None else SEATS[die.owner % len(SEATS)]

    def _corner_names(self, size: int) -> None:
        for axis in range(3):
            place = tuple(size if i == axis else 0 for i in range(3))
            x, y = _middle(place)
            dx, dy = AXES[axis]
            self._say((x + dx * 1.9 * HEX, y + dy * 1.9 * HEX), _written(place), 11)

    # -------------------------------------------------------------- signs

    def _polygon(
        self, points: Sequence[Point], *, fill: str, stroke: str, width: float, opacity: float = 1, dashed: bool = False
    ) -> None:
        self.corners += points
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        more = f' opacity="{_n(opacity)}"' if opacity < 1 else ""
        more += ' stroke-dasharray="5 2"' if dashed else ""
        self.parts.append(
            f'<polygon points="{path}" fill="{fill}" stroke="{stroke}" stroke-width="{_n(width)}" stroke-linejoin="round"{more}/>'
        )

    def _rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        round_: float,
        fill: str,
        stroke: str,
        opacity: float,
        line: float = 1,
    ) -> None:
        self.corners += [(x, y), (x + width, y + height)]
        self.parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(round_)}" fill="{fill}"'
            f' stroke="{stroke}" stroke-width="{_n(line)}" stroke-opacity="{_n(opacity)}"/>'
        )

    def _circle(self, at: Point, radius: float, fill: str, opacity: float) -> None:
        self.parts.append(
            f'<circle cx="{_n(at[0])}" cy="{_n(at[1])}" r="{_n(radius)}" fill="{fill}" opacity="{_n(opacity)}"/>'
        )

    def _say(self, at: Point, text: str, size: float, colour: str = "currentColor", bold: bool = False) -> None:
        half = 0.32 * size * len(text)
        self.corners += [(at[0] - half, at[1] - size / 2), (at[0] + half, at[1] + size / 2)]
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{_n(at[0])}" y="{_n(at[1] + 0.36 * size)}" font-size="{_n(size)}" text-anchor="middle"'
            f' fill="{colour}"{weight}>{escape(plain(text))}</text>'
        )

    # -------------------------------------------------------------- the whole text

    def text(self, title: str, ident: str) -> str:
        left, top = min(x for x, _ in self.corners) - 6, min(y for _, y in self.corners) - 6
        right, bottom = max(x for x, _ in self.corners) + 6, max(y for _, y in self.corners) + 6
        width = right - left
        lines = self._legend()
        for i, (colour, line) in enumerate(lines):
            y = bottom + 12 + 18 * i
            self.parts.append(f'<rect x="{_n(left + 4)}" y="{_n(y - 6)}" width="12" height="12" rx="3" {colour}/>')
            self.parts.append(
                f'<text x="{_n(left + 22)}" y="{_n(y + 4)}" font-size="12" fill="currentColor">{escape(plain(line))}</text>'
            )
            width = max(width, 34 + 7 * len(line))
        height = bottom - top + 18 * len(lines) + (6 if lines else 0)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(left)} {_n(top)} {_n(width)} {_n(height)}" width="{_n(width)}"'
            f' height="{_n(height)}" role="img" aria-labelledby={quoteattr(f"{ident}-title {ident}-desc")}'
            ' font-family="sans-serif" style="max-width:100%;height:auto">'
        )
        names = [
            f"<title id={quoteattr(f'{ident}-title')}>{escape(plain(title))}</title>",
            f"<desc id={quoteattr(f'{ident}-desc')}>{escape(plain(self.description()))}</desc>",
        ]
        return "\n".join([head, *names, *self.parts, "</svg>"]) + "\n"

    def _legend(self) -> list[tuple[str, str]]:
        """What letters and marks mean, each with its own small square."""
        lines = []
        letters_told: set[str] = set()
        for die in self.board.dice:
            if die is not None and self.letters.mark(die) not in letters_told:
                letters_told.add(self.letters.mark(die))
                what = ", ".join(self.letters.legend([die]))
                lines.append((f'fill="{self._colour(die)}" stroke="currentColor" stroke-width="0.5"', what))
        lines.sort(key=lambda line: line[1])
        for i, name in enumerate(self.marks):
            dashed = ' stroke-dasharray="5 2"' if i else ""
            lines.append((f'fill="none" stroke="{MARKS[i % len(MARKS)]}" stroke-width="2.6"{dashed}', name))
        return lines

    def description(self) -> str:
        """The picture in words, for whoever does not see it."""
        standing: dict[str, list[str]] = {}
        for place, die in zip(self.board.places, self.board.dice, strict=True):
            if die is not None:
                standing.setdefault(self.letters.of(die), []).append(_written(place))
        count = sum(map(len, standing.values()))
        dice = "no dice" if not count else "one die" if count == 1 else f"{count} dice"
        sentences = [f"The board {self.board.name}, places written ({','.join(self.names)}), with {dice}."]
        sentences += [f"{line}." for line in self.letters.legend(d for d in self.board.dice if d is not None)]
        for letter, places in sorted(standing.items()):
            sentences.append(f"{letter}: {_listed(places)}.")
        for name, mask in self.marks.items():
            sentences.append(f"Marked as {name}: {_listed([_written(self.board.places[n]) for n in MEMBERS[mask]])}.")
        return " ".join(sentences)


# ------------------------------------------------------------------ small things


def _middle(place: Label) -> Point:
    """The middle of a die of a pile, seen from above: each coordinate leads away from the middle towards its corner."""
    x = sum(n * dx for n, (dx, _) in zip(place, AXES, strict=True))
    y = sum(n * dy for n, (_, dy) in zip(place, AXES, strict=True))
    return x * HEX, y * HEX


def _before(place: Label, axis: int) -> Label:
    """The place in front of a face."""
    return tuple(n - (i == axis) for i, n in enumerate(place))


def _off(at: Point, way: Point) -> Point:
    return at[0] + way[0] * HEX, at[1] + way[1] * HEX


def _written(place: Sequence[int]) -> str:
    return f"({','.join(map(str, place))})"


def _listed(places: list[str]) -> str:
    if not places:
        return "none"
    if len(places) > MOST_DESCRIBED_PLACES:
        return f"{len(places)} places, from {places[0]} to {places[-1]}"
    return ", ".join(places)


def _ink(colour: str) -> str:
    return "#000000" if _is_light(colour) else "#ffffff"


def _is_light(colour: str) -> bool:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue > 150


def _n(number: float) -> str:
    """Short, and the same on every machine."""
    text = f"{number:.1f}"
    return text[:-2] if text.endswith(".0") else text
