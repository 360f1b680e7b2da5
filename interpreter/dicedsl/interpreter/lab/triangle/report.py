"""Places of games as lines of text, which can be read aloud, and as a page with one picture of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import hypot, sqrt

from attrs import define

from dicedsl.interpreter.lab.html_page import escaped, page, paragraph, section, table
from dicedsl.interpreter.lab.many_games.reporting import columns
from dicedsl.interpreter.lab.triangle.placement import STEADY, UNSTEADY, PlacedGame
from dicedsl.interpreter.lab.triangle.shares import TRIANGLE_PARTS
from dicedsl.text.plain import plain

SIDE, LEFT, TOP = 460.0, 70.0, 40.0
HEIGHT = SIDE * sqrt(3) / 2
CLOSE_DOTS = 9.0  # dots nearer than this are drawn as one
NUMBERS_IN_A_ROW = 9  # numbers behind a dot
GREATER_PART = 50.0  # of a hundred: a game is told with what decides the greater part of it
HOW = (
    "What decides a game: thinking and steady hands by how much of the outcome they explain where better and worse players meet, and"
    " the rest by what changes the chances to win among equals: rolls, attempts or choices."
)


def triangle_text(games: Sequence[PlacedGame], wanted: int) -> str:
    """The places of games as lines; `wanted` is how many were to be placed."""
    done = f"{len(games)} game{'s' * (len(games) != 1)}"
    if len(games) < wanted:
        done = f"{len(games)} of {wanted} games"
    rows = [["Game", *(cell for part in TRIANGLE_PARTS for cell in (part, "95 % interval")), "met", "who thinks"]]
    for game in games:
        cells = [cell for share in game.shares for cell in (f"{share.value:.0f} %", _interval(share.low, share.high))]
        rows.append([game.title, *cells, str(game.met), game.by or "-"])
    lines = [f"Chance, skill and tactics: {done}", HOW, "", *columns(rows, left=(0, len(rows[0]) - 1))]
    if len(games) > 1:
        lines += ["", *_nearest(games)]
    return "\n".join(map(plain, lines))


def _interval(low: float, high: float) -> str:
    return f"{low:.0f} to {high:.0f}"


def _nearest(games: Sequence[PlacedGame]) -> list[str]:
    lines = []
    for number, part in enumerate(TRIANGLE_PARTS):
        near = [game for game in games if game.shares[number].value > GREATER_PART]
        near.sort(key=lambda game: -game.shares[number].value)
        if near:
            lines.append(f"Mostly {part}: {', '.join(game.title for game in near)}.")
    mixed = [game.title for game in games if max(share.value for share in game.shares) <= GREATER_PART]
    return [*lines, *([f"Of everything: {', '.join(mixed)}."] if mixed else [])]


def triangle_page(games: Sequence[PlacedGame], wanted: int) -> str:
    """The places of games as a page with a picture; `wanted` is how many were to be placed."""
    rows = [
        (str(number), game.title, *(cell for share in game.shares for cell in (f"{share.value:.0f} %", _interval(share.low, share.high))))
        for number, game in enumerate(games, 1)
    ]  # fmt: skip
    head = ("no.", "game", *(cell for part in TRIANGLE_PARTS for cell in (part, "95 %")))
    done = (
        f"{len(games)} games"
        if len(games) >= wanted
        else f"{len(games)} of {wanted} games; the others are not placed yet"
    )
    means = "; ".join(
        f"{number} {game.title}: {game.players} player{'s' * (game.players != 1)}, {game.met} games met, {game.by or 'nobody had to think'}"
        for number, game in enumerate(games, 1)
    )
    return page("Chance, skill and tactics", [
        paragraph(f"{done}. {HOW}"), picture(games),
        section("All games", table(head, rows, (1,))),
        section("How it was measured", paragraph(
            f"Hands of {STEADY} met hands of {UNSTEADY}; who thinks looks ahead among others who choose at random. {means}.", soft=True)),
    ])  # fmt: skip


@define
class _Dot:
    x: float
    y: float
    numbers: list[int]
    titles: list[str]


def picture(games: Sequence[PlacedGame]) -> str:
    """Corners are chance (left), skill (right) and tactics (top); each dot has the numbers of its games, as the table has them."""
    corners = ((LEFT, TOP + HEIGHT), (LEFT + SIDE, TOP + HEIGHT), (LEFT + SIDE / 2, TOP))
    dots = list[_Dot]()
    for number, game in enumerate(games, 1):
        x, y = (sum(c[i] * share.value / 100 for c, share in zip(corners, game.shares, strict=True)) for i in (0, 1))
        close = next((dot for dot in dots if hypot(dot.x - x, dot.y - y) < CLOSE_DOTS), None)
        if close is None:
            dots.append(close := _Dot(x, y, [], []))
        close.numbers.append(number)
        close.titles.append(f"{number} {game.title}")
    lines = [f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}" fill="none" stroke="#999"/>']
    for (x, y), part, up, anchor in zip(
        corners, TRIANGLE_PARTS, (34, 34, -24), ("start", "end", "middle"), strict=True
    ):
        lines.append(f'<text x="{x:.1f}" y="{y + up:.1f}" text-anchor="{anchor}" font-weight="bold">{part}</text>')
    tallest = 0.0
    for dot in dots:
        listed = [dot.numbers[i : i + NUMBERS_IN_A_ROW] for i in range(0, len(dot.numbers), NUMBERS_IN_A_ROW)]
        right = dot.x > LEFT + 0.75 * SIDE
        at, anchor = (dot.x - 8, "end") if right else (dot.x + 8, "start")
        spans = "".join(
            f'<tspan x="{at:.1f}" dy="{13 if i else 0}">{", ".join(map(str, row))}</tspan>'
            for i, row in enumerate(listed)
        )
        lines.append(
            f'<g><title>{escaped("; ".join(dot.titles))}</title><circle cx="{dot.x:.1f}" cy="{dot.y:.1f}" r="{4 + min(4, len(dot.numbers) // 3)}"'
            f' fill="#1f5a99"/><text x="{at:.1f}" y="{dot.y + 4:.1f}" text-anchor="{anchor}" font-size="11">{spans}</text></g>'
        )
        tallest = max(tallest, dot.y + 13 * len(listed))
    title = f"A triangle with {len(games)} games between chance, skill and tactics; the table below has the numbers"
    height = max(TOP + HEIGHT + 44, tallest + 44)
    return (
        f'<svg viewBox="0 0 {2 * LEFT + SIDE:.0f} {height:.0f}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{escape(title)}</title>{''.join(lines)}</svg>"
    )
