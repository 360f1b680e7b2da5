"""Moves are listed as if everything were worked out each time it is asked for, and the same steps are counted."""

from __future__ import annotations

import pytest
from tests.stepping_code import runner_of

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.stepping.block_runner import BlockRunner
from dicedsl.interpreter.engines.stepping.expressions import SteppingExpressions
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.at_random import action_at_random

NAMES = ["46-reducto", "26-dora", "perfecto", "diangle", "six-by-six"]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_worked_out_once_is_what_it_was(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Game.named(name).table(starter=0)
    with monkeypatch.context() as without:
        without.setattr(SteppingExpressions, "_worth_keeping", lambda *_: False)
        without.setattr(SteppingExpressions, "_reads_state_only", lambda *_: False)
        plain = BlockRunner(table.program)
    quick = runner_of(table)
    assert "worked(S" in quick.source and "worked(S" not in plain.source
    chance, state, compared = Chance(3), table.start(), 0
    for _ in range(250):
        if table.is_over(state) or compared > 15:
            break
        for seat in table.turn(state).seats if table.turn(state).kind in ("choice", "choices") else ():
            asked = table.referee.asked(state.cells, seat)
            assert asked is not None
            decision, cells = asked
            found = []
            for engine in (quick, plain):
                engine.current_run.work = 0
                moves = engine.list_moves[decision.number](list(cells))
                found.append((moves, engine.current_run.work, bool(engine.any_move[decision.number](list(cells)))))
            assert found[0] == found[1]
            compared += 1
        state = table.apply(state, action_at_random(table, state, chance))
    assert compared > 0
