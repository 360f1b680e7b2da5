"""What a seat may not know is not in its model: the same bytes in worlds that differ only in that, and the same events told."""

from __future__ import annotations

from collections import Counter

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model import action_events
from dicedsl.interpreter.model.action_events import ActionEvents
from dicedsl.interpreter.model.hidden_reads import HiddenReads
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.records import Event
from dicedsl.interpreter.model.shown_words import ShownWords
from dicedsl.interpreter.state import Outcome
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.text.source import Source
from tests.hostile.worlds import Leak, pair

PAIRS = 60
# The score of another player depends on a hidden die: on what it shows, and on how many dice show the same.
CRAVINGS = """game "Cravings"
players 2, clockwise from anybody

material:
    bag: 30 dice
    nest of each player: no dice
    craving of each player: 1 die, seen by owner

to keep track:
    each player has bonus, at first 0, seen by owner

setup:
    roll craving of all players
    roll bag

turn:
    choose:
        "take" one of bag as morsel:
            move morsel to your nest
            add sum of your craving to your bonus

end "ten turns" when turns played are 10: highest score wins

shown:
    haul of each player as "in the nest"
    luck of each player as "luck"
    prize of each player as "prize"
    wish of each player as "wish"

words:
    score of a player is sum of their nest + sum of (their nest showing (sum of their craving))
    haul of a player is sum of their nest
    worth of a number, by the first line that fits:
        it is 1   | 100
        it is 5   | 50
        it is 6   | 60
        otherwise | it * it
    prize of a player is worth of (count of their nest) + worth of (sum of their nest)
    wish of a player is worth of (sum of their craving) + worth of (count of their nest)
    luck of a player, by the first line that fits:
        count of their nest is at least 2 | their bonus
        otherwise | 0
"""


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


def test_what_depends_on_hidden_dice_is_shown_only_to_those_who_see_them() -> None:
    table = Game(Source("cravings", CRAVINGS)).table(2, starter=0)
    words = ShownWords.of(table)
    state = table.apply(table.start(), Outcome((3, 6)))
    state = table.apply(state, Outcome(tuple(1 + number % 6 for number in range(30))))
    for move in ("take 3", "take 6", "take 1", "take 2", "take 4"):
        names = ("Ann", "Ben")
        shown = {
            (info.name, seat): [words.text(info, state.cells, Reader(eyes, names), seat) for eyes in (0, 1, None)]
            for info in words.all
            for seat in (0, 1)
        }
        for name in ("score", "luck", "wish"):
            assert shown[name, 0][0] is not None and shown[name, 0][1:] == [None, None]
            assert shown[name, 1][1] is not None and shown[name, 1][::2] == [None, None]
        for name in ("in the nest", "prize"):
            assert None not in shown[name, 0] + shown[name, 1]
        seat = table.turn(state).seats[0]
        state = table.apply(state, table.parse_move(state, seat, move))


def test_pairs_of_worlds_with_words_about_hidden_dice() -> None:
    table = Game(Source("cravings", CRAVINGS)).table(2, starter=0)
    total = Counter[str]()
    for number in range(20):
        total += pair(table, number % 2, 77_000 + number, 12)

    assert total["different positions"] > 20
    assert total["words"] > 100


def test_the_pairs_notice_a_word_that_takes_hidden_dice_for_unrolled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HiddenReads, "may_read", lambda self, op, env, within=-1: False)

    with pytest.raises(Leak, match="is shown as"):
        for number in range(20):
            pair(Game(Source("cravings", CRAVINGS)).table(2, starter=0), number % 2, number, 12)


def test_the_pairs_notice_an_event_that_says_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ActionEvents.roll_event

    def chatty(self: ActionEvents, outcome: Outcome, seat: int) -> Event:
        event = honest(self, outcome, seat)
        return Event(event.kind, f"{event.text} {outcome.values}", event.seat)

    monkeypatch.setattr(action_events.ActionEvents, "roll_event", chatty)

    with pytest.raises(Leak, match="what happened is told as"):
        for seed in range(20):
            pair(Game.named("perfecto").table(2, starter=0), 0, seed, 4)
