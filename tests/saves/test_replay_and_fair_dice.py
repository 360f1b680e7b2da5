"""Games that are looked at again, forwards and backwards; and dice that can be checked."""

from __future__ import annotations

import hashlib
import io
import re
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from dicedsl.cli import main
from dicedsl.errors import UsageError
from dicedsl.interpreter.play.keeping import GameStore, Keeper
from dicedsl.interpreter.play.session.game_files import read_saved
from dicedsl.interpreter.play.session.replay import Replay
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.session.verifying import verify_dice
from dicedsl.interpreter.play.terminal.replay_screen import ReplayScreen
from tests.saves.playing import go_on, new_session
from tests.saves.update_logs import LOGS


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDSL_GAMES", str(tmp_path / "games.sqlite"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def run(*arguments: str, input: str = "") -> Result:
    done = CliRunner().invoke(main, list(arguments), input=input)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


# ------------------------------------------------------------------ replay


def test_a_replay_stands_at_any_point_of_the_game() -> None:
    session = go_on(new_session("keep-on-rolling", ["Anna", "bot"]), 30)
    replay = Replay.of(session.as_saved(), session.table)
    states = [session.up_to(0).state, *(entry.after for entry in session.entries)]

    assert replay.length == 30
    for count in (0, 30, 7, 8, 1, 29):
        replay.go(count)
        assert replay.state == states[count]
        assert replay.session().state == states[count]
        assert len(replay.session().entries) == count
    replay.go(0)
    forwards = []
    while replay.forward():
        forwards.append(replay.state)
    assert [*forwards, replay.state] == states[1:]
    backwards = []
    while replay.back():
        backwards.append(replay.state)
    assert backwards == states[29:0:-1]
    for wrong in (-1, 31):
        with pytest.raises(UsageError, match="there is no entry"):
            replay.go(wrong)


def test_what_is_looked_at_cannot_go_on() -> None:
    session = go_on(new_session("pig", ["Anna", "bot"]), 30)
    replay = Replay.of(session.as_saved())
    part = replay.session(2)
    while part.need().is_person:
        part.answer(part.moves()[0])

    with pytest.raises(UsageError, match="only looked at"):
        part.advance()
    assert replay.length == 30


def test_hidden_hands_of_others_stay_hidden_until_the_game_is_over() -> None:
    going_on = Replay.of(go_on(new_session("liars-dice", ["Anna", "Ben"]), 4).as_saved())
    over = Replay.of(go_on(new_session("liars-dice", ["Anna", "Ben"])).as_saved())
    alone = Replay.of(go_on(new_session("liars-dice", ["Anna", "bot"]), 4).as_saved())

    assert not going_on.may_see(0) and going_on.may_see(None) and going_on.eyes() is None
    assert over.may_see(0) and over.may_see(1)
    assert alone.may_see(0) and not alone.may_see(1) and alone.eyes() == 0
    with pytest.raises(UsageError, match="as everybody sees it"):
        ReplayScreen(going_on, io.StringIO(), io.StringIO(), 1)


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_keys_lead_through_a_replay_at_a_terminal() -> None:
    replay = Replay.of(go_on(new_session("pig", ["Anna", "bot"])).as_saved())
    output = Screen()
    keys = ["n", "", "p", "p", "p", str(replay.length), "n", "99999", "fly", "3", "q", "n"]
    assert ReplayScreen(replay, Screen("".join(f"{key}\n" for key in keys)), output).run() == 0
    text = output.getvalue()

    assert replay.at == 3
    for said in (
        "This is the beginning.",
        "This is the end.",
        "There is no entry 99999",
        "n or Enter: next",
        "The game is over",
    ):
        assert said in text
    assert [int(part.split(" of ")[0].split()[-1]) for part in text.split("> ")[:-1]] == [
        0, 1, 2, 1, 0, 0, replay.length, replay.length, replay.length, replay.length, 3,
    ]  # fmt: skip


def test_through_a_pipe_a_replay_prints_everything() -> None:
    session = go_on(new_session("pig", ["Anna", "bot"]))
    keeper = Keeper(session, GameStore(), name="Friday")
    keeper.release()
    text = run("replay", "Friday").output

    assert session.result is not None
    assert "The game is over: Ben wins." in text and session.result.winners == (1,)  # what bots are called
    assert [line.split(".")[0] for line in text.splitlines() if re.match(r"[0-9]+\. ", line)] == [
        str(number) for number in range(1, len(session.entries) + 1)
    ]
    assert run("replay", str(LOGS / "yahtzee.jsonl")).exit_code == 0
    assert run("replay", "Friday", "--sheet").output.startswith("score\n  turn    Anna     Ben\n")
    assert run("replay", "nothing").exit_code == 2
    assert run("replay", str(LOGS / "pig.jsonl"), "--seat", "9").exit_code == 2


# ------------------------------------------------------------------ fair dice


def test_the_commitment_is_what_the_manual_says() -> None:
    session = Session(new_session("pig", ["Anna", "bot"]).table, ["Anna", "bot"], 4711)
    text = f"dicedsl-1 4711 {session.nonce}"

    assert session.commitment == hashlib.sha256(text.encode()).hexdigest()
    assert len(session.nonce) == 32
    assert Session(session.table, ["Anna", "bot"], 4711).commitment != session.commitment


def test_it_is_shown_before_and_the_seed_only_after() -> None:
    done = run("play", "pig", "--name", "x", "--option", "goal=10", input="roll\nhold\n" * 200)
    saved = GameStore().read(GameStore().find("x"))
    before, _, after = done.output.partition("The game is over")

    assert f"Fair dice: {saved.commitment}\n" in before
    assert str(saved.seed) not in before and saved.nonce not in before
    assert str(saved.seed) in after and saved.nonce in after
    assert run("verify", "x", "--commitment", saved.commitment).exit_code == 0
    assert saved.seed >= 1 << 32 or saved.seed > 0


def test_nothing_is_promised_where_somebody_chose_the_seed() -> None:
    assert "Fair dice" not in run("play", "pig", "--seed", "3", input="quit\n").output
    assert "Fair dice" not in run("play", "pig", "--dice", "ask", input="quit\n").output


def test_every_roll_is_drawn_again() -> None:
    saved = read_saved(LOGS / "keep-on-rolling.jsonl")
    verdict = verify_dice(saved)

    assert verdict.wrong == ""
    assert verdict.rolls == sum(text.startswith(("roll", "draw")) for text in saved.actions) > 10


def test_a_roll_that_was_changed_is_found() -> None:
    saved = read_saved(LOGS / "pig.jsonl")
    at, text = next((i, t) for i, t in enumerate(saved.actions) if t == "roll 2")
    actions = (*saved.actions[:at], "roll 3", *saved.actions[at + 1 :])
    forged = evolve(saved, actions=actions[: at + 1], times=saved.times[: at + 1], ended=None)

    assert text == "roll 2"
    assert (
        verify_dice(forged).wrong
        == f'entry {at + 1} does not follow from the seed: "roll 3" is written, "roll 2" falls'
    )
    with pytest.raises(UsageError, match="not possible"):
        Session.resume(Replay.of(forged).table, forged)


def test_another_seed_does_not_fit_the_commitment(tmp_path: Path) -> None:
    saved = read_saved(LOGS / "pig.jsonl")
    for other in (evolve(saved, seed=saved.seed + 1), evolve(saved, nonce="00"), evolve(saved, commitment="0" * 64)):
        assert "does not fit the seed" in verify_dice(other).wrong
    done = run("verify", str(LOGS / "pig.jsonl"), "--commitment", "abc")
    assert done.exit_code == 1
    assert done.output.startswith("Not in order: the commitment that was shown does not fit the seed: abc is not ")
    assert run("verify", str(LOGS / "farkle-by-hand.jsonl")).output == (
        "Not in order: its dice were rolled by hand: there is nothing to check.\n"
    )
