"""What games between bots came to, as lines of text."""

from __future__ import annotations

from dicedsl.interpreter.lab.arena import Arena
from dicedsl.interpreter.lab.reporting import columns, percent
from dicedsl.text.plain import plain


def report(arena: Arena) -> str:
    done = f"{arena.games:,} game{'s' * (arena.games != 1)}"
    if arena.stopped:
        done = f"{arena.games:,} of {arena.wanted:,} games (stopped)"
    lines = [f"{arena.title}: {done} of bots", f"Seed {arena.seed}; seats go round.", "", *_seats(arena)]
    for share, what in ((arena.ties, "won together"), (arena.nobody, "won by nobody")):
        if share.count:
            lines.append(f"{share.count:,} {what}.")
    if arena.unended:
        lines.append(f"{arena.unended:,} given up, since they did not come to an end; nobody has won them.")
    if arena.choices is not None:
        lines.append(f"Choices in a game: mean {arena.choices.mean:.1f}, greatest {arena.choices.greatest}.")
    return "\n".join(map(plain, lines))


def _seats(arena: Arena) -> list[str]:
    ranked = any(seat.score is not None for seat in arena.seats)
    rows = [["Bot", "thinks", "wins", "share", "95 % interval", "alone", *(("score", "sd") if ranked else ())]]
    for seat in arena.seats:
        row = [seat.bot, seat.budget, f"{seat.wins.count:,}", *percent(seat.wins), f"{seat.alone:,}"]
        if ranked:
            row += ["-", "-"] if seat.score is None else [f"{seat.score.mean:.2f}", f"{seat.score.sd:.2f}"]
        rows.append(row)
    return columns(rows)
