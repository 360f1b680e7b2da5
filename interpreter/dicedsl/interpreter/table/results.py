"""How a game ended: winners, ranks and scores, from the cells at its end."""

from __future__ import annotations

from dicedsl.interpreter.state import Result
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS


def result_of(program: ops.Program, cells: tuple[int, ...]) -> Result:
    """Ranks count from 1: winners first, then those who are still in, then the others, who went out last before who went out first."""
    c, reg, seats = cells, program.reg, range(program.players)
    winners = MEMBERS[c[reg.winners]]
    measured = c[reg.score_order]
    scores = tuple(c[reg.score_of_player + i] for i in seats) if measured else None

    def key(seat: int) -> tuple[int, int, int]:
        won = 0 if seat in winners else 1
        out = c[reg.order_of_leaving + seat]
        still = 0 if out == 0 else 1
        if scores is not None and not out:
            return won, still, -scores[seat] if measured == 1 else scores[seat]
        return won, still, -out

    keys = [key(seat) for seat in seats]
    ranks = tuple(1 + sum(1 for other in keys if other < mine) for mine in keys)
    return Result(winners, ranks, scores, program.reasons[c[reg.reason]], bool(c[reg.match_over]))
