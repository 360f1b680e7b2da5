"""What games between bots came to, as lines of text."""

from __future__ import annotations

from dicedsl.interpreter.lab.arena import Arena
from dicedsl.interpreter.lab.reporting import columns, percent
from dicedsl.text.plain import plain


def report(found: Arena) -> str:
    done = f"{found.games:,} game{'s' * (found.games != 1)}"
    if found.stopped:
        done = f"{found.games:,} of {found.wanted:,} games (stopped)"
    lines = [f"{found.title}: {done} of bots", f"Seed {found.seed}; seats go round.", "", *_seats(found)]
    for share, what in ((found.ties, "won together"), (found.nobody, "won by nobody")):
        if share.count:
            lines.append(f"{share.count:,} {what}.")
    if found.unended:
        lines.append(f"{found.unended:,} given up, since they did not come to an end; nobody has won them.")
    if found.choices is not None:
        lines.append(f"Choices in a game: mean {found.choices.mean:.1f}, greatest {found.choices.greatest}.")
    return "\n".join(map(plain, lines))


def _seats(found: Arena) -> list[str]:
    ranked = any(seat.score is not None for seat in found.seats)
    rows = [["Bot", "thinks", "wins", "share", "95 % interval", "alone", *(("score", "sd") if ranked else ())]]
    for seat in found.seats:
        row = [seat.bot, seat.budget, f"{seat.wins.count:,}", *percent(seat.wins), f"{seat.alone:,}"]
        if ranked:
            row += ["-", "-"] if seat.score is None else [f"{seat.score.mean:.2f}", f"{seat.score.sd:.2f}"]
        rows.append(row)
    return columns(rows)
