"""Lines of text for a screen of a certain width: measured, wrapped, put in columns and side by side, and painted.

Paint is part of a text as signs that no text of a rulebook is shown with; whoever writes the text turns them into colours or drops
them, so that nothing else has to know whether there are colours.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from enum import IntEnum

from attrs import frozen

_FIRST_SIGN = 0xFDD0  # no characters, by definition
_PAINT = re.compile("[\ufdd0-\ufdef]")


class Paint(IntEnum):
    """How a text can be marked on a terminal; each with the number a terminal knows it by."""

    BOLD = 1
    DIM = 2
    UNDERLINE = 4
    REVERSE = 7
    RED = 31
    GREEN = 32
    YELLOW = 33
    BLUE = 34
    MAGENTA = 35
    CYAN = 36


_SIGNS = {paint: chr(_FIRST_SIGN + 1 + at) for at, paint in enumerate(Paint)}
_CODES = {_SIGNS[paint]: f"\x1b[{paint.value}m" for paint in Paint} | {chr(_FIRST_SIGN): "\x1b[0m"}


def painted(text: str, *paints: Paint) -> str:
    return "".join(_SIGNS[p] for p in paints) + text + chr(_FIRST_SIGN) if paints and text else text


def bare(text: str) -> str:
    """The text without its paint."""
    return _PAINT.sub("", text)


def pieces(text: str) -> list[str]:
    """A text cut where paint begins and ends; the signs of paint are pieces of their own."""
    return [piece for piece in re.split("([\ufdd0-\ufdef])", text) if piece]


def code(piece: str) -> str | None:
    """What a terminal is told for a sign of paint; None if it is none."""
    return _CODES.get(piece, "" if _PAINT.fullmatch(piece) else None)


@frozen
class Signs:
    """What is drawn besides letters; plain where an encoding knows no other signs."""

    rule: str
    between: str
    more: str

    @classmethod
    def for_encoding(cls, encoding: str | None) -> Signs:
        try:
            "─·…".encode(encoding or "ascii")
        except (UnicodeError, LookupError):
            return PLAIN_SIGNS
        return cls("─", "·", "…")


PLAIN_SIGNS = Signs("-", "|", "...")


# ------------------------------------------------------------------ measuring


def width(text: str) -> int:
    """How many columns a text takes."""
    if not text.isascii():
        text = bare(text)
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def padded(text: str, size: int, right: bool = False) -> str:
    fill = " " * max(0, size - width(text))
    return fill + text if right else text + fill


# ------------------------------------------------------------------ lines


def wrapped(text: str, size: int, indent: str = "", later: str | None = None) -> list[str]:
    """A text in lines no wider than that, broken at blanks; only a word wider than a whole line is cut."""
    later = indent if later is None else later
    lines: list[str] = []
    line, empty = indent, True
    for word in text.split(" "):
        while True:
            gap = "" if empty else " "
            if width(line) + width(gap) + width(word) <= size or (not word and empty):
                line, empty = line + gap + word, empty and not word
                break
            if empty:
                room = max(1, size - width(line))
                lines.append(line + word[:room])
                word = word[room:]
            else:
                lines.append(line.rstrip())
            line, empty = later, True
    return [*lines, line.rstrip()] if not empty or not lines else lines


def flowed(parts: Iterable[str], size: int, between: str = "   ", indent: str = "", first: str = "") -> list[str]:
    """Parts one after the other, as many to a line as there is room for; a part is not broken if it fits into a line."""
    lines: list[str] = []
    line, empty = first or indent, True
    for part in parts:
        gap = "" if empty else between
        if width(line) + width(gap) + width(part) <= size:
            line, empty = line + gap + part, False
            continue
        if not empty or line.strip():
            lines.append(line.rstrip())
        if width(indent) + width(part) <= size:
            line, empty = indent + part, False
        else:
            *whole, line = wrapped(part, size, indent)
            lines += whole
            empty = False
    return lines if empty and not line.strip() else [*lines, line.rstrip()]


def in_columns(parts: Sequence[str], size: int, indent: str = "  ", gap: int = 3) -> list[str]:
    """Many short parts in columns, read downwards."""
    if not parts:
        return []
    broad = max(map(width, parts)) + gap
    across = max(1, (size - width(indent) + gap) // broad)
    high = -(-len(parts) // across)
    lines = []
    for row in range(high):
        cells = parts[row::high]
        line = indent + "".join(padded(cell, broad) for cell in cells[:-1]) + cells[-1]
        lines += [line.rstrip()] if width(line) <= size else wrapped(line.strip(), size, indent, indent + "  ")
    return lines


def in_table(rows: Sequence[Sequence[str]], gap: int = 2) -> list[str]:
    """Rows of as many cells: the first column to the left, the others to the right."""
    sizes = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        (" " * gap)
        .join(padded(cell, size, right=i > 0) for i, (cell, size) in enumerate(zip(row, sizes, strict=True)))
        .rstrip()
        for row in rows
    ]


Block = list[str]


def side_by_side(blocks: Sequence[Block], size: int, gap: int = 2, stand: bool = False) -> list[str]:
    """Blocks of lines side by side, as many as there is room for, and small ones below others where they fit.

    They hang from one line, or `stand` on one.
    """
    lines: list[str] = []
    shelf: list[tuple[int, Block]] = []  # columns with their breadth
    for block in blocks:
        broad = max(map(width, block), default=0)
        high = max((len(column) for _, column in shelf), default=0)
        below = next((c for b, c in shelf if broad <= b and len(c) + len(block) <= high), None)
        used = sum(b + gap for b, _ in shelf)
        if below is not None:
            below += block
        elif not shelf or used + broad <= size:
            shelf.append((broad, list(block)))
        else:
            lines += _shelf(shelf, gap, stand)
            shelf = [(broad, list(block))]
    return lines + _shelf(shelf, gap, stand)


def _shelf(columns: list[tuple[int, Block]], gap: int, stand: bool) -> list[str]:
    high = max((len(block) for _, block in columns), default=0)
    room = [[""] * (high - len(block)) for _, block in columns]
    whole = [[*empty, *block] if stand else [*block, *empty] for empty, (_, block) in zip(room, columns, strict=True)]
    return [
        (" " * gap).join(padded(block[i], broad) for block, (broad, _) in zip(whole, columns, strict=True)).rstrip()
        for i in range(high)
    ]
