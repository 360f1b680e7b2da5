"""The table as text for games that are compared: zones, boards and memory as one seat sees them, all of it, in a form of its own.

What people see is drawn elsewhere and may change; what is compared here changes only if a game does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap

from dicedsl.geometry.layers import Layer, is_pyramid, layers
from dicedsl.interpreter.model.marks import Marks, content_text, open_places
from dicedsl.interpreter.moves.wording import HIDDEN_TEXT, Content
from dicedsl.interpreter.show.view_letters import ViewLetters
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import BoardView, DieView, MemoryView, View, view

WIDTH = 100
MOST_DRAWN = 20
MOST_IN_LINE = 4  # members of a set that stands in a table beside others
Names = Sequence[str]


def table_lines(table: GameTable, state: State, seat: int | None, names: Names) -> list[str]:
    """Everything a seat may see of the table. `names` are the labels of the players, by seat."""
    seen = view(table, state, seat)
    marks = Marks.of(table).marks_of_dice_in(state, seen)
    lines = []
    for zone in seen.zones:
        if zone.dice or not zone.keys:
            owner = [names[zone.owner]] if zone.owner is not None and zone.keys[:1] == (f"P{zone.owner + 1}",) else []
            keys = [*owner, *zone.keys[len(owner) :]]
            title = f"{zone.name} of {', '.join(keys)}" if keys else zone.name
            lines.append(f"{title}: {_dice([_die(d, marks, zone.owner) for d in zone.dice])}")
    for board in seen.boards:
        lines += board_lines(table, state, seen, board, ViewLetters(table, names))
    lines += memory_lines(seen, names)
    return lines


# ------------------------------------------------------------------ dice


def _dice(texts: list[str]) -> str:
    """All of them; of very many that look the same only how many."""
    if len(texts) <= MOST_DRAWN:
        return " ".join(texts) or "no dice"
    return ", ".join(f"{count} x {text}" if count > 1 else text for text, count in Counter(texts).items())


def _die(die: DieView, marks: Callable[[DieView, int | None], list[str]], owner: int | None) -> str:
    number = HIDDEN_TEXT if die.hidden else "-" if die.number is None else str(die.number)
    text = f"d{die.index}:{number}" if die.index is not None else number
    words = [] if die.colour == "plain" else [die.colour]
    if die.owner is not None and die.owner != owner:
        words.append(f"of P{die.owner + 1}")
    return "[" + " ".join([text, *words, *marks(die, owner)]) + "]"


# ------------------------------------------------------------------ memory


def memory_lines(seen: View, names: Names) -> list[str]:
    lines: list[str] = []
    for memory in seen.memory:
        if not memory.keys:
            lines.append(f"{memory.name}: {content_text(memory.entries[0][1])}")
        elif memory.keys[0] not in {"player", "die"}:
            lines += _wrapped(memory.name, (f"{', '.join(keys)} {content_text(c)}" for keys, c in memory.entries))
    scores = [m for m in seen.memory if m.keys == ("player",)]
    sets = [m for m in scores if any(isinstance(c, tuple) and len(c) > MOST_IN_LINE for _, c in m.entries)]
    lines += _players(seen, [m for m in scores if m not in sets], names)
    for memory in sets:
        for name, (_, content) in zip(names, memory.entries, strict=True):
            lines += _wrapped_set(f"{memory.name} of {name}", content, seen)
    for memory in seen.memory:
        if len(memory.keys) > 1 and memory.keys[0] == "player":
            lines += _by_second(memory, names)
    return lines


def _wrapped(title: str, parts: Iterable[str]) -> list[str]:
    lines, line = [], f"{title}:"
    for i, part in enumerate(parts):
        piece = f"{';' if i else ''} {part}"
        if len(line) + len(piece) > WIDTH:
            lines.append(line + (";" if i else ""))
            line, piece = "   ", f" {part}"
        line += piece
    return [*lines, line]


def _wrapped_set(title: str, content: Content, seen: View) -> list[str]:
    """A set that may be large; of a board, what is not in it if that is shorter."""
    members = content if isinstance(content, tuple) else (content,)
    text = content_text(content)
    for board in seen.boards:
        places = [f"({','.join(map(str, place))})" for place in board.places]
        missing = [place for place in places if place not in members]
        if len(missing) + len(members) == len(places) and len(missing) < len(members):
            text = f"all of the {board.name}" + (f" but {' '.join(missing)}" if missing else "")
    return wrap(f"{title}: {text}", WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _columns(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    texts = []
    for row in rows:
        first = row[0].ljust(widths[0])
        texts.append("  ".join([first, *(t.rjust(w) for t, w in zip(row[1:], widths[1:], strict=True))]).rstrip())
    return texts


def _players(seen: View, scores: list[MemoryView], names: Names) -> list[str]:
    rows = [["player", *(m.name for m in scores)]]
    for seat, name in enumerate(names):
        label = f"{name}, out" if seat in seen.out else name
        rows.append([label, *(content_text(m.entries[seat][1]) for m in scores)])
    if not scores:
        out = [names[seat] for seat in seen.out]
        return [f"out: {', '.join(out)}"] if out else []
    return _columns(rows)


def _by_second(memory: MemoryView, names: Names) -> list[str]:
    """A memory of each player by something: one line for each something, one column for each player."""
    count = len(memory.entries) // len(names)
    rows = [[memory.name, *names]]
    for i in range(count):
        keys = memory.entries[i][0][1:]
        rows.append([", ".join(keys), *(content_text(memory.entries[s * count + i][1]) for s in range(len(names)))])
    return _columns(rows)


# ------------------------------------------------------------------ boards

EMPTY, OPEN = ".", "+"


def board_lines(table: GameTable, state: State, seen: View, board: BoardView, letters: ViewLetters) -> list[str]:
    if board.form == "lattice":
        return _pile(table, state, seen, board, letters)
    return _grid(board)


# ------------------------------------------------------------------ grids


def _grid(board: BoardView) -> list[str]:
    """A grid with its numbers: (row, column) from the top, or (column, row) from the bottom if it is seen from sides."""
    sided = board.sides > 1
    cells: dict[tuple[int, int], str] = {}
    for place, die in zip(board.places, board.dice, strict=True):
        row, column = (place[1], place[0]) if sided else (place[0], place[1])
        cells[row, column] = EMPTY if die is None else _standing(die)
    how = "(column,row), row 1 at the bottom" if sided else "(row,column)"
    head = f"{board.name}, places are written {how}; a dot is an empty place"
    return [head, *_rows(cells, reverse=sided)]


def _rows(cells: dict[tuple[int, int], str], reverse: bool = False) -> list[str]:
    rows = sorted({r for r, _ in cells}, reverse=reverse)
    columns = sorted({c for _, c in cells})
    width = max([len(text) for text in cells.values()] + [len(str(c)) for c in columns])
    side = max(len(str(r)) for r in rows)
    lines = [" " * (side + 2) + " ".join(str(c).rjust(width) for c in columns)]
    for row in rows:
        texts = (cells.get((row, column), "").rjust(width) for column in columns)
        lines.append(f"{str(row).rjust(side)}: " + " ".join(texts).rstrip())
    return lines


def _standing(die: DieView) -> str:
    number = "-" if die.number is None else str(die.number)
    text = f"d{die.index}:{number}" if die.index is not None else number
    if die.colour != "plain":
        text = f"{die.colour}-{text}"
    return text if die.owner is None else f"P{die.owner + 1}/{text}"


# ------------------------------------------------------------------ piles


def _pile(table: GameTable, state: State, seen: View, board: BoardView, letters: ViewLetters) -> list[str]:
    """A board given by coordinates: only the layers in which something stands or could be put."""
    names = board.coordinates
    free = open_places(table, state, seen, board.name)
    texts = {}
    for number, die in enumerate(board.dice):
        sign = OPEN if free is not None and free >> number & 1 else EMPTY
        texts[number] = sign if die is None else letters.of(die)
    every = layers(board.places)
    shown = [x for x in every if any(board.dice[n] is not None or texts[n] == OPEN for n in x.cells.values())]
    if free is None and shown and shown[-1] is not every[-1]:
        shown.append(every[every.index(shown[-1]) + 1])
    signs = f"a dot is an empty place{f', {OPEN} one that is open' if free is not None else ''}"
    lines = [f"{board.name}, places are written ({','.join(names)}); {signs}"]
    legend = letters.legend(die for die in board.dice if die is not None)
    if legend:
        lines.append(", ".join(legend))
    pyramid = is_pyramid(board.places)
    for layer in shown or every[:1]:
        lines += _triangle(layer, texts, names) if pyramid else _level(layer, texts, names)
    return lines


def _triangle(layer: Layer, texts: dict[int, str], names: tuple[str, ...]) -> list[str]:
    """The rows of a layer, the corner of the first coordinate at the top. In a row the second coordinate grows to the right."""
    a, b, c = names
    where = " (the plate)" if layer.level == 1 else ""
    head = f"layer {layer.level}{where}: {a} in front of each row, {b} = 0, 1, 2 ... along it, {c} = {layer.total} - {a} - {b}"
    if layer.total == 0:
        head = f"layer {layer.level}{where}: the top, (0,0,0)"
    width = max(len(texts[n]) for n in layer.cells.values())
    step = width + 1 + (width + 1) % 2
    side = len(str(layer.total))
    lines = [head]
    for row in sorted({r for r, _ in layer.cells}, reverse=True):
        cells = [layer.cells.get((row, column)) for column in range(layer.total - row + 1)]
        text = "".join(("" if n is None else texts[n]).ljust(step) for n in cells)
        lines.append(f"  {a} {str(row).rjust(side)}: " + " " * (row * step // 2) + text.rstrip())
    return lines


def _level(layer: Layer, texts: dict[int, str], names: tuple[str, ...]) -> list[str]:
    cells = {at: texts[number] for at, number in layer.cells.items()}
    if len(names) == 1:
        return [f"{names[0]} from left to right", *_rows(cells)[:1], "   " + " ".join(cells.values())]
    head = f"{names[0]} in front of each row, {names[1]} above each column"
    return [head if len(names) == 2 else f"{names[2]} = {layer.total}: {head}", *_rows(cells)]
