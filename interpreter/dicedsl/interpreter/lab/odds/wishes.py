"""How players choose while odds are counted: `"hold" when pot is at least 20, otherwise "roll"`, or `random`.

A row of wishes, of which the first counts that can be had: the name of an alternative or a whole move, perhaps with a condition
in the words of the rulebook; `random` is any move. Of several moves that fit a wish each is as likely as the others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.lab.odds.questions import LabQuestion
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable

REPORTS_UNCOUNTED = "what happens at the table is reported here, and how likely that is cannot be counted"
BEST = "best"
OTHERWISE = re.compile(r"\s*,\s*otherwise\s+")
WISH = re.compile(r'(?:"(?P<name>[^"]+)"|(?P<random>random))(?:\s+when\s+(?P<condition>[^"]+))?')


@frozen
class MoveWish:
    """`name` is empty for any move; `condition` is what was typed behind `when`."""

    name: str
    condition: str | None


def wishes_in(text: str) -> list[MoveWish]:
    """The wishes that a policy is written as. UsageError if it cannot be read."""
    wishes = []
    for part in OTHERWISE.split(text.strip()):
        wish = WISH.fullmatch(part.strip())
        if wish is None:
            raise UsageError(
                f'{part}: a policy is random, best, or wishes such as "hold" when pot is at least 20, otherwise "roll"'
            )
        wishes.append(MoveWish(wish["name"] or "", wish["condition"]))
    return wishes


@frozen(eq=False)
class Wishes:
    """The policy of all players. Without any, only a single move can be made."""

    table: GameTable
    names: tuple[str, ...]
    rows: Sequence[tuple[MoveWish, LabQuestion | None]]

    def __call__(self, state: State, seat: int, moves: list[Move]) -> Mapping[Move, Fraction]:
        if self.table.turn(state).kind == "report":
            raise UsageError(REPORTS_UNCOUNTED)
        if len(moves) == 1:
            return {moves[0]: Fraction(1)}
        decision = self.table.decision(state)
        assert decision is not None
        for wish, condition in self.rows:
            if condition is not None and not condition.holds(state.cells):
                continue
            fit = [
                move
                for move in moves
                if not wish.name or wish.name in (decision.alternatives[move.alternative].name, move.text)
            ]
            if fit:
                return dict.fromkeys(fit, Fraction(1, len(fit)))
        offered = ", ".join(f'"{a}"' for a in dict.fromkeys(decision.alternatives[m.alternative].name for m in moves))
        if not self.rows:
            raise UsageError(f"{self.names[seat]} has to choose on the way, between {offered}: say how with --policy")
        raise UsageError(f"no wish of --policy fits where {self.names[seat]} chooses between {offered}")
