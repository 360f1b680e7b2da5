"""What a seat may not know is not in its model: the same bytes in worlds that differ only in that, and the same events told."""

from __future__ import annotations

from collections import Counter

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model import action_events
from dicedsl.interpreter.model.action_events import ActionEvents
from dicedsl.interpreter.model.records import Event
from dicedsl.interpreter.state import Outcome
from dicedsl.interpreter.table.game_table import GameTable
from tests.hostile.worlds import Leak, pair

PAIRS = 60


def table_of(name: str, number: int) -> GameTable:
    options = {"dice per player": 2} if name == "liars-dice" else {}
    return Game.named(name).table(2 + number % 2, options, starter=0)


@pytest.mark.parametrize(
    ("name", "steps"),
    [("perfecto", 8), ("liars-dice", 10), ("47-wolf", 5), ("15-storing-scores", 4), ("36-slipped", 4)],
)
def test_paired_worlds_have_the_same_model(name: str, steps: int) -> None:
    total = Counter[str]()
    for number in range(PAIRS):
        table = table_of(name, number)
        total += pair(table, (number // 2) % table.players, 31_000 + number, steps)

    assert total["different positions"] > PAIRS / 4
    assert total["events"] > PAIRS


def test_the_pairs_notice_an_event_that_says_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ActionEvents.roll_event

    def chatty(self: ActionEvents, outcome: Outcome, seat: int) -> Event:
        event = honest(self, outcome, seat)
        return Event(event.kind, f"{event.text} {outcome.values}", event.seat)

    monkeypatch.setattr(action_events.ActionEvents, "roll_event", chatty)

    with pytest.raises(Leak, match="what happened is told as"):
        for seed in range(20):
            pair(Game.named("perfecto").table(2, starter=0), 0, seed, 4)
