"""What a simulation found, as lines of text: short sentences and columns, without frames, so that it can be read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from dicedsl.interpreter.lab.many_games.figures import Bar, NumberSpread, Share
from dicedsl.interpreter.lab.many_games.simulate import Length, Summary
from dicedsl.text.plain import plain

BAR_WIDTH = 30


def summary_text(summary: Summary) -> str:
    """All that a simulation found; what the rulebook says is shown as it is, but for what a terminal would obey."""
    seats = seat_lines(["Seat"], [([f"P{seat.seat + 1}"], seat) for seat in summary.seats])
    parts = [_head(summary), [*seats, *_beginning(summary)], [*_ends(summary)]]
    parts += [[*_length(length)] for length in summary.lengths]
    if summary.scores:
        parts.append(["Scores", *_bars(summary.scores)])
    if any(answer.count for choice in summary.choices for answer in choice.answers):
        parts.append([*_choices(summary)])
    if summary.rules:
        parts.append([*_rules(summary)])
    return "\n\n".join("\n".join(map(plain, part)) for part in parts if part)


def _head(summary: Summary) -> list[str]:
    done = f"{summary.games:,} game{'s' * (summary.games != 1)}"
    if summary.stopped:
        done = f"{summary.games:,} of {summary.wanted:,} games (stopped)"
    return [
        f"{summary.title}: {done} by players who choose at random",
        f"Seed {summary.seed}, {summary.players} player{'s' * (summary.players != 1)}, {summary.engine} engine.",
    ]


class HasWins(Protocol):
    """What a seat has won in many games, and what it has scored."""

    @property
    def wins(self) -> Share: ...
    @property
    def alone(self) -> int: ...
    @property
    def score(self) -> NumberSpread | None: ...


def seat_lines(head: Sequence[str], named: Sequence[tuple[Sequence[str], HasWins]]) -> list[str]:
    """A line for each seat: what it is called by, in columns under `head`, how often it wins, and its score if any seat has one."""
    ranked = any(seat.score is not None for _, seat in named)
    rows = [[*head, "wins", "share", "95 % interval", "alone", *(("score", "sd") if ranked else ())]]
    for names, seat in named:
        row = [*names, f"{seat.wins.count:,}", *percent(seat.wins), f"{seat.alone:,}"]
        if ranked:
            row += ["-", "-"] if seat.score is None else [f"{seat.score.mean:.2f}", f"{seat.score.sd:.2f}"]
        rows.append(row)
    return columns(rows)


def _beginning(summary: Summary) -> list[str]:
    advantage = summary.advantage
    if advantage is None:
        return []
    who = "Who begins"
    if summary.match_games is not None and summary.match_games.greatest > 1:
        who = "Who began the last game of a match"
    points, low, high = (100 * value for value in (advantage.difference, advantage.low, advantage.high))
    judgement = "an advantage" if low > 0 else "a disadvantage" if high < 0 else "no clear advantage"
    return [
        f"{who} wins {100 * advantage.wins.share:.1f} %, a fair share being {100 * advantage.fair:.1f} %: "
        f"{judgement}, {points:+.1f} points ({low:+.1f} to {high:+.1f})."
    ]


def _ends(summary: Summary) -> list[str]:
    rows = [["Ends", "games", "share", "95 % interval"]]
    for reason, count in summary.reasons:
        rows.append([reason or "without a reason given", f"{count:,}", *percent(Share.of(count, summary.games))])
    for what, share in (("won together", summary.shared), ("won by nobody", summary.nobody)):
        rows.append([what, f"{share.count:,}", *percent(share)])
    return columns(rows)


def _length(length: Length) -> Iterator[str]:
    spread = length.spread
    yield f"{length.unit.capitalize()}: mean {spread.mean:.2f}, sd {spread.sd:.2f}, least {spread.least}, " + (
        f"median {spread.median:g}, greatest {spread.greatest}"
    )
    if spread.least != spread.greatest:
        yield from _bars(length.bars)


def _bars(bars: tuple[Bar, ...]) -> list[str]:
    """A row for each stretch of numbers; the bars come last, after what they show."""
    total, most = sum(bar.count for bar in bars), max(bar.count for bar in bars)
    rows = []
    for bar in bars:
        name = str(bar.low) if bar.low == bar.high else f"{bar.low} to {bar.high}"
        drawn = "#" * round(BAR_WIDTH * bar.count / most)
        rows.append([name, f"{bar.count:,}", f"{100 * bar.count / total:.1f} %", drawn])
    return columns(rows, left=(0, 3))


def _choices(summary: Summary) -> Iterator[str]:
    yield "Choices and how often each answer was given"
    for choice in summary.choices:
        name = f" ({choice.label})" if choice.label else ""
        other = "" if choice.file == summary.file else f" of {choice.file}"
        yield f"  {'reported' if choice.reported else 'chosen'} in line {choice.line}{other}{name}"
        rows = [[answer.name, f"{answer.count:,}", f"{100 * answer.share:.1f} %"] for answer in choice.answers]
        yield from (f"  {line}" for line in columns(rows))


def _rules(summary: Summary) -> Iterator[str]:
    yield "Rules and how often each was used"
    rows = [[used.name, f"{used.count:,}", f"{used.per_game:.2f} a game"] for used in summary.rules]
    yield from columns(rows)


def percent(share: Share) -> tuple[str, str]:
    return f"{100 * share.share:.1f} %", f"{100 * share.low:.1f} to {100 * share.high:.1f} %"


def columns(rows: list[list[str]], left: Sequence[int] = (0,)) -> list[str]:
    """Rows with their cells under each other: names to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            text.ljust(w) if i in left else text.rjust(w) for i, (text, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return lines
