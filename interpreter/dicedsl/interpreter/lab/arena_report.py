"""What games between bots came to, as lines of text."""

from __future__ import annotations

from dicedsl.interpreter.lab.arena import Arena
from dicedsl.interpreter.lab.many_games.reporting import seat_lines
from dicedsl.text.plain import plain


def arena_text(arena: Arena) -> str:
    """All that the games came to; what the rulebook says is shown as it is, but for what a terminal would obey."""
    done = f"{arena.games:,} game{'s' * (arena.games != 1)}"
    if arena.stopped:
        done = f"{arena.games:,} of {arena.wanted:,} games (stopped)"
    seats = seat_lines(["Bot", "thinks"], [([seat.bot, seat.budget], seat) for seat in arena.seats])
    lines = [f"{arena.title}: {done} of bots", f"Seed {arena.seed}; seats go round.", "", *seats]
    for share, what in ((arena.ties, "won together"), (arena.nobody, "won by nobody")):
        if share.count:
            lines.append(f"{share.count:,} {what}.")
    if arena.unended:
        lines.append(f"{arena.unended:,} given up, since they did not come to an end; nobody has won them.")
    if arena.choices is not None:
        lines.append(f"Choices in a game: mean {arena.choices.mean:.1f}, greatest {arena.choices.greatest}.")
    return "\n".join(map(plain, lines))
