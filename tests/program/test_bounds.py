"""Between which numbers values stay: what is known of them is what no engine tests."""

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.program import ops
from dicedsl.program.bounds import BoundsAnalysis, Limits


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["pig", "yacht", "farkle"])
def test_whose_turn_it_is_is_always_a_seat(name: str, players: int) -> None:
    program = Game.named(name).program(players)

    assert BoundsAnalysis(program).cells[program.reg.player_on_turn] == Limits(0, players - 1)


def test_a_set_that_is_not_empty_has_a_lowest_member() -> None:
    analysis, some, other = BoundsAnalysis(Game.named("pig").program(2)), ops.Const(0b110), ops.Const(0b1)
    asked = ops.Bin("&", some, other)

    assert analysis.number(ops.Lowest(asked)).low == -1
    assert analysis.number(ops.Cond(asked, ops.Lowest(asked), ops.Const(7))) == Limits(0, 7)
    assert analysis.number(ops.Cond(asked, ops.Lowest(other), ops.Const(7))).low == -1
    assert analysis.number(ops.Cond(asked, ops.Const(7), ops.Lowest(asked))).low == -1
