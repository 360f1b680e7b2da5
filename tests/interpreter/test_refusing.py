"""What is said to somebody who names what is not offered: why it is apart from all that is, or what is, in the rulebook's words."""

from __future__ import annotations

import pytest

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import Move


@pytest.mark.parametrize(
    ("game", "before", "typed", "said"),
    [
        ("23-rasanto", "put (0,0,8)", "put (0,0,8)", "There is a die on a11 already."),
        ("35-slide", "", "take (0,4,4)", "Only green dice can be taken, those along the edges."),
        ("35-slide", "", "take (1,0,0)", "That edge is not one of the two along your side."),
        ("liars-dice", "", "bid 30 2", "30 is too much: the most is 10."),
        ("liars-dice", "", "bid 0 2", "0 is too small: the least is 1."),
        ("perfecto", "", "roll d1 of P2", "d1 belongs to P2."),
        ("26-dora", "", "put (0,0,0)", "i11 is none of the empty plate funnels."),
        ("55-flea-chase", "", "jump (5,1,2) (0,0,8)", "From a62 you can jump to a52, a53, b63 or b72, not to a11."),
        ("55-flea-chase", "", "jump (0,0,8) (0,0,7)", "There is no die on a11."),
    ],
)
def test_what_is_not_offered_is_refused_with_a_reason(game: str, before: str, typed: str, said: str) -> None:
    table = Game.named(game).table(2, starter=0)
    state = table.start()
    while table.turn(state).kind == "chance":
        state = table.apply(state, table.sample(state, Chance(3)))
    if before:
        state = table.apply(state, table.parse_move(state, 0, before))
    seat = table.turn(state).seats[0]
    assert table.why_not(state, seat, table.parse_move(state, seat, typed)) == said


@pytest.mark.parametrize("value", [-1, 999, 10**30])
def test_what_there_is_not_is_refused_too(value: int) -> None:
    table = Game.named("23-rasanto").table(2, starter=0)
    assert table.why_not(table.start(), 0, Move(0, 0, (value,), "put")) == "That cannot be chosen now."
