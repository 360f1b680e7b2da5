"""Problems as text for people, with the author's own lines, and as plain data for programs."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, field, frozen

from dicedsl.errors import Label, Problem
from dicedsl.text.plain import plain
from dicedsl.text.source import Source, Span

WIDTH = 100
LONGEST_LINE = 160
MOST_QUOTED_LINES = 3
TAB = 4
CUT = "..."

STYLES = {"error": "1;31", "warning": "1;33", "note": "1;36", "frame": "1;34", "help": "1;32", "bold": "1"}


def render(problem: Problem, colour: bool = False) -> str:
    """One problem: headline, place, the lines with the place marked, notes and help."""
    pen = _Colours(colour)
    headline = pen(problem.severity, f"{problem.severity}[{problem.code}]") + pen("bold", f": {plain(problem.message)}")
    out = [headline]
    groups = _groups(problem)
    gutter = len(str(max((line for group in groups for line in group.lines), default=1)))
    bar = pen("frame", " " * gutter + " |")
    for group in groups:
        arrow = "-->" if group is groups[0] else ":::"
        line, column = _clamped(group.first).source.position(_clamped(group.first).start)
        out.append(f"{' ' * gutter}{pen('frame', arrow)} {plain(group.source.name)}:{line}:{column}")
        out.append(bar)
        out += _excerpt(group, gutter, problem.severity, pen)
    remarks = [("note", note) for note in problem.notes] + ([("help", problem.help)] if problem.help else [])
    if remarks and groups:
        out.append(bar)
    for word, text in remarks:
        lead = " " * gutter + " = "
        body = _wrap(text, WIDTH - len(lead) - len(word) - 2)
        out.append(pen("frame", lead) + pen(word, f"{word}:") + f" {body[0]}")
        out += [" " * (len(lead) + len(word) + 2) + more for more in body[1:]]
    return "\n".join(line.rstrip() for line in out)


def render_all(problems: Iterable[Problem], colour: bool = False, summary: bool = True) -> str:
    """All problems with an empty line between them, and their number at the end; nothing if there are none."""
    listed = list(problems)
    if not listed:
        return ""
    drawn = [render(p, colour) for p in listed]
    if not summary:
        return "\n\n".join(drawn)
    counts = {"error": 0, "warning": 0}
    for problem in listed:
        counts[problem.severity] = counts.get(problem.severity, 0) + 1
    total = ", ".join(f"{number} {word}{'s' * (number != 1)}" for word, number in counts.items() if number)
    return "\n\n".join([*drawn, _Colours(colour)("bold", total)])


def as_json(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """The problems as data; lines and columns from 1, `end_column` is the first column after the place."""
    return [
        {
            "code": p.code,
            "severity": p.severity,
            "message": p.message,
            **_place(p.span),
            "label": p.label,
            "notes": list(p.notes),
            "help": p.help,
            "also": [{**_place(label.span), "label": label.text} for label in p.also],
        }
        for p in problems
    ]


def _place(span: Span) -> dict[str, Any]:
    inside = _clamped(span)
    line, column = inside.source.position(inside.start)
    end_line, end_column = inside.source.position(inside.end)
    return {
        "file": span.source.name, "line": line, "column": column, "end_line": end_line, "end_column": end_column,
    }  # fmt: skip


def _clamped(span: Span) -> Span:
    start = min(max(span.start, 0), len(span.source.text))
    return Span(span.source, start, min(max(span.end, start), len(span.source.text)))


@frozen(eq=False, repr=False, slots=False)
class _Colours:
    """Colours, if they are wanted."""

    colour: bool

    def __call__(self, style: str, text: str) -> str:
        code = STYLES.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text


@frozen(eq=False, repr=False, slots=False)
class _Mark:
    """Marked columns of one line, from 0, as offsets in the line; `label` stands beside its last line only."""

    start: int
    end: int
    label: str
    primary: bool


@define(eq=False, repr=False, slots=False)
class _SourceMarks:
    """What is shown of one source."""

    source: Source
    first: Span
    lines: dict[int, list[_Mark]] = field(factory=dict)


def _groups(problem: Problem) -> list[_SourceMarks]:
    groups: list[_SourceMarks] = []
    labels = [(Label(problem.span, problem.label), True), *((label, False) for label in problem.also)]
    for label, primary in labels:
        span = _clamped(label.span)
        if not span.source.text and span.source.name.startswith("<"):
            continue  # something built in: there is no text to show
        group = next((g for g in groups if g.source is span.source), None)
        if group is None:
            group = _SourceMarks(span.source, span)
            groups.append(group)
        for number, mark in _marks(span, plain(label.text), primary):
            group.lines.setdefault(number, []).append(mark)
    return groups


def _marks(span: Span, label: str, primary: bool) -> list[tuple[int, _Mark]]:
    source = span.source
    first, column = source.position(span.start)
    last, end_column = source.position(span.end)
    if last > first and end_column == 1:  # up to and with a newline
        last -= 1
        end_column = len(source.line(last)) + 1
    numbers = list(range(first, last + 1))
    if len(numbers) > MOST_QUOTED_LINES:
        numbers = [first, last]
    marks = []
    for number in numbers:
        text = source.line(number)
        start = column - 1 if number == first else len(text) - len(text.lstrip())
        end = min(end_column - 1, len(text)) if number == last else len(text.rstrip())
        if number != first and end <= start and number != last:
            continue
        marks.append((number, _Mark(start, max(end, start), label if number == last else "", primary)))
    return marks


def _excerpt(group: _SourceMarks, gutter: int, severity: str, pen: _Colours) -> list[str]:
    out: list[str] = []
    before = None
    for number in sorted(group.lines):
        if before is not None and number == before + 2:
            shown, _ = _window(group.source.line(before + 1), [])
            out.append(f"{pen('frame', f'{before + 1:>{gutter}} |')} {shown}")
        elif before is not None and number > before + 2:
            out.append(pen("frame", CUT))
        before = number
        marks = sorted(group.lines[number], key=lambda m: (not m.primary, m.start))
        shown, columns = _window(group.source.line(number), marks)
        out.append(f"{pen('frame', f'{number:>{gutter}} |')} {shown}")
        for mark, (start, end) in zip(marks, columns, strict=True):
            sign = "^" if mark.primary else "-"
            line = sign * max(1, end - start) + (f" {mark.label}" if mark.label else "")
            style = severity if mark.primary else "frame"
            out.append(f"{pen('frame', ' ' * gutter + ' |')} {' ' * start}{pen(style, line)}")
    return out


def _window(text: str, marks: Sequence[_Mark]) -> tuple[str, list[tuple[int, int]]]:
    """The line as it is shown, cut if it is long, and the columns of each mark in it."""
    cells: list[str] = []  # one for each character
    columns = [0]
    for char in text:
        shown = " " * (TAB - columns[-1] % TAB) if char == "\t" else plain(char)
        cells.append(shown)
        columns.append(columns[-1] + sum(_cells(c) for c in shown))
    places = [(columns[min(m.start, len(text))], columns[min(m.end, len(text))]) for m in marks]
    if columns[-1] <= LONGEST_LINE:
        return "".join(cells).rstrip(), places
    room = LONGEST_LINE - 2 * len(CUT)
    start, end = places[0] if places else (0, 0)
    left = max(0, min(start - max(0, room - (end - start)) // 2, columns[-1] - room))
    first = next(i for i, column in enumerate(columns) if column >= left)
    last = max(i for i, column in enumerate(columns) if column <= columns[first] + room)
    head, tail = CUT if first else "", CUT if last < len(text) else ""
    low, high = columns[first], columns[last]
    moved = [
        (min(max(a, low), high) - low + len(head), min(max(b, low), high) - low + len(head)) for a, b in places
    ]  # fmt: skip
    return (head + "".join(cells[first:last]) + tail).rstrip(), moved


def _cells(char: str) -> int:
    """How many columns a character takes on a terminal."""
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def _wrap(text: str, width: int) -> list[str]:
    lines = [
        line
        for part in text.split("\n")
        for line in textwrap.wrap(plain(part), width, break_long_words=False, break_on_hyphens=False) or [""]
    ]
    return lines or [""]
