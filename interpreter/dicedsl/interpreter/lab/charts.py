"""Small pictures of figures, as SVG that stands in a page by itself. Everything they show is also there as text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from attrs import frozen

from dicedsl.interpreter.lab.many_games.estimates import Estimate
from dicedsl.interpreter.lab.many_games.figures import Bar

WIDTH, ROW = 560, 22
LABEL = 190  # for names to the left
LINE_COLOURS = ("#1f5a99", "#b5541c", "#2e7d4f", "#7a3b8f", "#8a6d00", "#555555")


def bars(rows: Sequence[Bar], title: str) -> str:
    """A histogram."""
    most, total = max(row.count for row in rows), sum(row.count for row in rows)
    drawn = []
    for number, row in enumerate(rows):
        y, width = number * ROW, (WIDTH - LABEL - 70) * row.count / most
        name = str(row.low) if row.low == row.high else f"{row.low} to {row.high}"
        drawn += [
            _text(LABEL - 8, y + 15, name, "end"),
            f'<rect x="{LABEL}" y="{y + 4}" width="{width:.1f}" height="{ROW - 7}" fill="{LINE_COLOURS[0]}"/>',
            _text(LABEL + width + 6, y + 15, f"{100 * row.count / total:.1f} %"),
        ]
    return _svg(drawn, len(rows) * ROW, title)


def intervals(rows: Sequence[tuple[str, float, float, float]], title: str, mark: float | None = None) -> str:
    """Shares of a hundred with their intervals, under each other; `mark` is drawn through all of them."""
    span = WIDTH - LABEL - 70
    drawn = []
    for number, (name, value, low, high) in enumerate(rows):
        y = number * ROW + ROW / 2
        at = [LABEL + span * min(100.0, max(0.0, part)) / 100 for part in (low, value, high)]
        drawn += [
            _text(LABEL - 8, y + 4, name, "end"),
            f'<line x1="{LABEL}" x2="{LABEL + span}" y1="{y}" y2="{y}" stroke="#ddd"/>',
            f'<line x1="{at[0]:.1f}" x2="{at[2]:.1f}" y1="{y}" y2="{y}" stroke="{LINE_COLOURS[0]}" stroke-width="4"/>',
            f'<circle cx="{at[1]:.1f}" cy="{y}" r="5" fill="{LINE_COLOURS[0]}"/>',
            _text(LABEL + span + 10, y + 4, f"{value:.1f} %"),
        ]
    if mark is not None:
        x, height = LABEL + span * mark / 100, len(rows) * ROW
        drawn.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height}" stroke="#999" stroke-dasharray="3 3"/>')
    return _svg(drawn, len(rows) * ROW, title)


@frozen
class Curve:
    """A figure over settings; where it is not known there is a gap."""

    name: str
    values: tuple[Estimate | None, ...]


def curves(labels: Sequence[str], rows: Sequence[Curve], title: str) -> str:
    """Curves with their intervals over the same settings, in order and at equal distances."""
    known = [value for row in rows for value in row.values if value is not None]
    low, high = min(value.low for value in known), max(value.high for value in known)
    room, left, top = 190, 60, 10
    step = (WIDTH - left - 20) / max(1, len(labels) - 1)
    scale = room / (high - low) if high > low else 0.0

    def at(number: int, value: float) -> tuple[float, float]:
        return left + number * step, top + room - (value - low) * scale

    drawn = [
        _text(left - 8, top + 6, f"{high:.4g}", "end"),
        _text(left - 8, top + room, f"{low:.4g}", "end"),
        f'<line x1="{left}" x2="{left}" y1="{top}" y2="{top + room}" stroke="#999"/>',
        f'<line x1="{left}" x2="{WIDTH - 20}" y1="{top + room}" y2="{top + room}" stroke="#999"/>',
    ]
    every = -(-len(labels) // 8)
    drawn += [_text(left + i * step, top + room + 18, labels[i], "middle") for i in range(0, len(labels), every)]
    for number, row in enumerate(rows):
        colour = LINE_COLOURS[number % len(LINE_COLOURS)]
        points = [(at(i, v.value), at(i, v.low), at(i, v.high)) for i, v in enumerate(row.values) if v is not None]
        line = " ".join(f"{x:.1f},{y:.1f}" for (x, y), _, _ in points)
        dashes = f"{2 + 3 * number} 3" if number else "none"
        drawn.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
        )
        for (x, y), (_, y1), (_, y2) in points:
            drawn.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" stroke="{colour}"/>')
            drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
        if len(rows) > 1:
            drawn.append(
                _text(left + 8, top + room + 38 + 16 * number, f"{'-' * (number + 1)} {row.name}", colour=colour)
            )
    return _svg(drawn, top + room + 44 + 16 * len(rows), title)


def _text(x: float, y: float, text: str, anchor: str = "start", colour: str = "#222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def _svg(drawn: Sequence[str], height: float, title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{escape(title)}</title>{''.join(drawn)}</svg>"
    )
