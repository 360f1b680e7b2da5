"""The table as plain text: zones, boards and memory as one seat sees them. Words first, no drawing that has to be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap

from dicedsl.interpreter.model.marks import Marks, content_text
from dicedsl.interpreter.show.boards import board_lines
from dicedsl.interpreter.show.pieces import Letters
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import HIDDEN, Content, DieView, MemoryView, View, view

WIDTH = 100
MOST_DRAWN = 20
MOST_IN_LINE = 4  # members of a set that stands in a table beside others
Names = Sequence[str]


def table_lines(table: Table, state: State, seat: int | None, names: Names) -> list[str]:
    """Everything a seat may see of the table. `names` are the labels of the players, by seat."""
    seen = view(table, state, seat)
    marks = Marks.of(table).reader(state, seen)
    lines = []
    for zone in seen.zones:
        if zone.dice or not zone.keys:
            owner = [names[zone.owner]] if zone.owner is not None and zone.keys[:1] == (f"P{zone.owner + 1}",) else []
            keys = [*owner, *zone.keys[len(owner) :]]
            title = f"{zone.name} of {', '.join(keys)}" if keys else zone.name
            lines.append(f"{title}: {_dice([_die(d, marks, zone.owner) for d in zone.dice])}")
    for board in seen.boards:
        lines += board_lines(table, state, seen, board, Letters(table, names))
    lines += memory_lines(seen, names)
    return lines


# ------------------------------------------------------------------ dice


def _dice(texts: list[str]) -> str:
    """All of them; of very many that look the same only how many."""
    if len(texts) <= MOST_DRAWN:
        return " ".join(texts) or "no dice"
    return ", ".join(f"{count} x {text}" if count > 1 else text for text, count in Counter(texts).items())


def _die(die: DieView, marks: Callable[[DieView], list[str]], owner: int | None) -> str:
    number = HIDDEN if die.hidden else "-" if die.number is None else str(die.number)
    text = f"d{die.index}:{number}" if die.index is not None else number
    words = [] if die.colour == "plain" else [die.colour]
    if die.owner is not None and die.owner != owner:
        words.append(f"of P{die.owner + 1}")
    return "[" + " ".join([text, *words, *marks(die)]) + "]"


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
