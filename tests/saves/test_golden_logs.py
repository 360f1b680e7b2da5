"""Games of old open for ever: they are replayed by the texts in their own files, to the end they had."""

from pathlib import Path

import pytest
from attrs import evolve

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.session.game_files import read_saved
from dicedsl.interpreter.play.session.log import log_of
from dicedsl.interpreter.play.session.replay import Replay
from dicedsl.interpreter.play.session.saved_game import SavedGame, table_for
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.session.verifying import verify_dice
from tests.saves.update_logs import GOLDEN, LOGS

OLD = Path(__file__).with_name("old")


def alone(saved: SavedGame) -> SavedGame:
    """As if the rulebook were not shipped any more."""
    return evolve(saved, rulebook="nowhere")


def test_every_log_is_there() -> None:
    assert {path.stem for path in LOGS.glob("*.jsonl")} == set(GOLDEN)
    assert len({golden.book for golden in GOLDEN.values()}) >= 12


@pytest.mark.parametrize("name", GOLDEN)
def test_a_log_is_replayed_without_the_shipped_rulebook(name: str) -> None:
    saved = alone(read_saved(LOGS / f"{name}.jsonl"))
    table = table_for(saved)
    replay = Replay.of(saved, table)
    again = Session.resume(table, saved)

    assert not table.about.where.source.from_file
    assert replay.length == len(saved.actions) == len(again.entries) > 2
    assert again.saved_result == saved.ended
    assert [e.after.cells for e in again.entries] == [e.after.cells for e in replay.whole.entries]
    assert evolve(again.as_saved(), rulebook="nowhere", rulebook_hash=saved.rulebook_hash) == saved
    assert (
        log_of(read_saved(LOGS / f"{name}.jsonl")).lines[1:]
        == ((LOGS / f"{name}.jsonl").read_text("utf-8").splitlines()[1:])
    )
    verdict = verify_dice(saved, table=table)
    assert verdict.wrong == ("its dice were rolled by hand: there is nothing to check" if saved.dice == "ask" else "")
    assert verdict.rolls > 0 or saved.dice == "ask"


def test_some_logs_came_to_their_end_and_some_did_not() -> None:
    ended = [read_saved(path).ended is not None for path in LOGS.glob("*.jsonl")]

    assert ended.count(True) >= 5
    assert ended.count(False) >= 3


def test_another_end_than_the_one_written_down_is_found() -> None:
    saved = read_saved(LOGS / "pig.jsonl")
    assert saved.ended is not None
    other = evolve(saved, ended=evolve(saved.ended, winners=(1 - saved.ended.winners[0],)))

    with pytest.raises(UsageError, match="ended in another way"):
        Replay.of(other)


@pytest.mark.parametrize("path", sorted(OLD.glob("*.json")), ids=lambda path: path.stem)
def test_a_file_of_the_first_format_is_read(path: Path) -> None:
    saved = read_saved(path)

    assert saved.shelf is None
    assert saved.actions
    # It has no texts: it opens as long as what is written in it is possible by the rules as they are.
    try:
        session = Session.resume(table_for(saved), saved)
    except UsageError as error:
        assert "does not fit its rulebook" in error.message
    else:
        assert len(session.entries) == len(saved.actions)
        assert session.as_saved().shelf is not None


def test_games_of_the_first_format_still_go_on() -> None:
    """Of those whose rules have not changed since."""
    saved = read_saved(OLD / "pig.json")
    session = Session.resume(table_for(saved), saved)

    assert session.result is not None
    assert session.result.winners == (0,)
