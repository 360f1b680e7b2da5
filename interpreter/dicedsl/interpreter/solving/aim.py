"""What best play is after: for who plays alone the number that the rulebook ranks by, or to win; for two to win against each other."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.solving.graph import SEEKS_LEAST, SEEKS_MOST
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.walk import statements

HIGHEST, LOWEST = 1, 2  # as a program has it in its register `score_order`


@frozen
class PlayAim:
    """players: one or two. ranked: HIGHEST or LOWEST if a lone player is ranked by a number, else 0. unit: of what an end is worth.

    To two players a victory is worth 1 to who wins it, 0 to the other, and a half to both if it is shared or nobody's; what is
    told is always what it is worth to the first. A lone player who is not ranked has 1 for a victory.
    """

    players: int
    ranked: int
    reg: ops.Registers

    @property
    def unit(self) -> int:
        """In how many parts a victory is counted."""
        return self.players

    def worth(self, cells: Sequence[int]) -> int:
        """Give what an end is worth, in parts of `unit`."""
        winners = cells[self.reg.winners]
        if self.players == 2:
            return {1: 2, 2: 0}.get(winners, 1)
        if not self.ranked:
            return int(winners != 0)
        if cells[self.reg.score_order] != self.ranked:
            raise UsageError(
                "this game ends in several ways, and a lone player is not ranked by the same number in all of them"
            )
        return cells[self.reg.score_of_player]

    def kind_of_choice(self, seat: int) -> int:
        """Give whether a seat that chooses seeks the most or the least (`graph`)."""
        return SEEKS_LEAST if seat == 1 or self.ranked == LOWEST else SEEKS_MOST

    @property
    def description(self) -> str:
        """The value of a game in words: what it is the mean or the chance of."""
        if self.players == 2:
            return "the part of the victory of the first player, if both play as well as can be"
        if not self.ranked:
            return "the chance to win, at best"
        return f"the {'highest' if self.ranked == HIGHEST else 'lowest'} mean of what the game ranks by"


def aim_of(table: GameTable) -> PlayAim:
    """Give what best play of a table is after. UsageError if more than two play, or if it is not plain what a lone player wants."""
    if table.players > 2:
        raise UsageError(f"games of one player or of two can be solved, not of {table.players}; say --players 2")
    program, ranked = table.program, set[int]()
    for block in program.blocks:
        for statement in statements(block.body):
            if isinstance(statement, ops.Store) and statement.index == program.reg.score_order:
                ranked.add(statement.value.value if isinstance(statement.value, ops.Const) else -1)
    ranked.discard(0)
    if table.players == 2 or not ranked:
        return PlayAim(table.players, 0, program.reg)
    if len(ranked) > 1 or not ranked <= {HIGHEST, LOWEST}:
        raise UsageError("this game ranks a lone player in more than one way, so that it is not plain what is best")
    return PlayAim(1, ranked.pop(), program.reg)


def raise_unfit(table: GameTable) -> None:
    """Raise a UsageError where something happens that has no odds: what people do at a table."""
    if any(decision.reported for decision in table.program.decisions):
        raise UsageError("what happens at the table decides here, and how likely that is nobody knows exactly")
