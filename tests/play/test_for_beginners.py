"""What somebody needs who plays for the first time: doubts are asked about, letters mean one thing, others' dice are called theirs."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model.records import Event, EventKind
from dicedsl.interpreter.play.keeping import GameStore
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.telling.news import sentences, without_secret_rolls
from dicedsl.interpreter.play.terminal.next_game import unfinished_game
from dicedsl.interpreter.play.terminal.terminal import play
from dicedsl.interpreter.show.text import bare
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.table.game_table import GameTable
from tests.model.playing import small

SEATS = ("Anna", "Ben")


class Terminal(io.StringIO):
    """A terminal that types some lines, and shows what is written."""

    def isatty(self) -> bool:
        return True


def at_a_screen(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    *lines: str,
    dice: str = "ask",
    nonce: str | None = "",
    store: GameStore | None = None,
) -> str:
    return table_at_a_screen(
        monkeypatch, Game.named(name).table(2, starter=0), *lines, dice=dice, nonce=nonce, store=store
    )


def table_at_a_screen(
    monkeypatch: pytest.MonkeyPatch,
    table: GameTable,
    *lines: str,
    dice: str = "ask",
    nonce: str | None = "",
    store: GameStore | None = None,
) -> str:
    monkeypatch.setenv("NO_COLOR", "1")
    session = Session(table, list(SEATS), 1, dice, nonce=nonce)
    output = Terminal()
    typed = Terminal("".join(f"{line}\n" for line in lines))
    play(session, input=typed, output=output, rules_text=lambda: "# Rules\n", store=store)
    return bare(output.getvalue())


# ------------------------------------------------------------------ what is perhaps not meant


@pytest.mark.parametrize(("sure", "done"), [("yes", True), ("", False)])
def test_nothing_is_entered_for_nothing_without_a_question(
    sure: str, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = at_a_screen(monkeypatch, "yahtzee", "1 2 3 4 5", "enter yahtzee", sure)

    assert "Enter yahtzee for 0? Long-run would be worth 40. (yes, or Enter to choose again)" in text
    assert ("Anna enters yahtzee: 0." in text) == done


def test_what_is_worth_something_is_entered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = at_a_screen(monkeypatch, "yahtzee", "1 2 3 4 5", "enter ones")

    assert "for 0?" not in text and "Anna enters ones: 1." in text


def test_one_of_two_equal_dice_is_asked_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    doubt = "Only 1 of the 2 dice that show 5?"
    text = at_a_screen(monkeypatch, "farkle", "5 5 2 3 4 6", "5", "", "5")

    assert text.count(doubt) == 1
    assert "Anna sets aside 5." in text.partition(doubt)[2]
    assert doubt not in at_a_screen(monkeypatch, "farkle", "5 5 2 3 4 6", "5 5")


def test_what_the_list_names_with_a_letter_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    text = at_a_screen(monkeypatch, "farkle", "5 5 2 3 4 6", "b")

    assert "b) 5: " in text
    assert "Only 1 of" not in text and "Anna sets aside 5." in text


def test_enter_after_a_text_brings_back_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    text = at_a_screen(monkeypatch, "farkle", "5 2 2 3 4 6", "?", "", "")
    shown, _, after = text.rpartition("Anna sets aside")

    assert after, "the second Enter makes the only move there is"
    assert shown.count("── Farkle") >= 2


def test_through_a_pipe_everything_is_meant() -> None:
    session = Session(Game.named("yahtzee").table(2, starter=0), list(SEATS), 1, "ask", nonce="")
    output = io.StringIO()
    play(session, input=io.StringIO("1 2 3 4 5\nenter yahtzee\n"), output=output, rules_text=str)

    assert "Anna enters yahtzee: 0." in output.getvalue()


def test_what_the_odds_have_decided_is_not_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    session = Session(Game.named("06-dice-mikado").table(2, starter=0), list(SEATS), 1, "auto", "people", nonce="")
    output = Terminal()
    play(session, input=Terminal("a91\nundo\n"), output=output, rules_text=str)
    text = bare(output.getvalue())

    assert "How “pull” goes is drawn by the odds of the rulebook. If you try it with real dice, type real." in " ".join(
        text.split()
    )
    assert "The odds have decided; what came before cannot be taken back." in text
    assert "Taken back." not in text


def test_who_tries_with_real_dice_says_so_and_is_asked_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    session = Session(Game.named("06-dice-mikado").table(2, starter=0), list(SEATS), 1, "auto", "people", nonce="")
    output = Terminal()
    play(session, input=Terminal("a91\nreal\na11\nout\n"), output=output, rules_text=str)

    assert "Real dice?" not in bare(output.getvalue())
    assert [entry.action.text for entry in session.entries[-1:] if isinstance(entry.action, Move)] == ["out"]


def test_where_nothing_is_chosen_before_it_is_asked_who_has_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    session = Session(Game.named("01-captain-flint").table(2, starter=0), list(SEATS), 1, "auto", "people", nonce="")
    output = Terminal()
    play(session, input=Terminal("q\n"), output=output, rules_text=str)

    assert "Real dice?" in bare(output.getvalue())


# ------------------------------------------------------------------ keys


def test_a_letter_that_begins_a_move_is_never_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Roll at least once before you hold." in at_a_screen(monkeypatch, "pig", "h")
    assert '"h" is not understood' in at_a_screen(monkeypatch, "farkle", "1 2 3 4 6 6", "h")


def test_who_leaves_a_text_is_asked_whether_the_game_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    text = at_a_screen(monkeypatch, "pig", "?", "q", "", "q")

    assert text.count("Leave the game?") == 1
    assert text.count("You leave before the game is over.") == 1


# ------------------------------------------------------------------ what is shown


def test_dice_that_somebody_else_rolled_are_called_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    text = at_a_screen(monkeypatch, "pig", "roll", "1", "roll", "6")
    first, mine = text.index("cup, Anna's roll: [1]"), text.index("cup: [6]")

    assert first < mine


def test_signs_that_nobody_needs_at_once_are_shown_when_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(Game.named("pig").table(2, starter=0), list(SEATS), 1)
    begun = at_a_screen(monkeypatch, "pig", "quit", dice="auto", nonce=session.nonce)
    asked = at_a_screen(monkeypatch, "pig", "fair", "quit", dice="auto", nonce=session.nonce)

    assert session.commitment not in begun and "fair for how the dice can be checked" in begun
    assert session.commitment in asked


def test_a_game_that_was_left_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore(tmp_path / "games")
    first = at_a_screen(monkeypatch, "pig", "roll", "6", "quit", store=store)
    second = at_a_screen(monkeypatch, "pig", "quit", store=store)
    other = at_a_screen(monkeypatch, "farkle", "quit", store=store)
    left = store.games()[-1].name

    assert "A game that you left is kept" not in first + other
    assert f"--resume {left}` goes on with it." in " ".join(second.split())
    assert unfinished_game(store, "Pig", left) != left


def test_who_won_is_told_by_name(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games")
    session = Session(Game.named("pig").table(2, {"goal": 10}, starter=0), ["you", "random"], 3, nonce="")
    play(session, input=io.StringIO("roll\nhold\n" * 300), output=io.StringIO(), rules_text=str, store=store)

    assert [game.ending for game in store.games()] in (["you won"], ["Ben won"])


def test_all_hands_are_rolled_in_one_sentence_and_kept_dice_are_told_with_the_throw() -> None:
    rolled = [Event(EventKind.ROLL, f"{name} rolls.", seat, private=True) for seat, name in enumerate(SEATS)]
    kept = [
        Event(EventKind.ROLL, "Ben rolls 1 2 6 6 6.", 1),
        Event(EventKind.MOVE, "Ben keeps 6 6 6.", 1),
        Event(EventKind.ROLL, "Ben rolls 3 6.", 1),
        Event(EventKind.MOVE, "Ben enters sixes.", 1),
    ]

    assert sentences(without_secret_rolls(rolled)) == ["All roll in secret."]
    assert sentences(without_secret_rolls(rolled[:1])) == ["Anna rolls."]
    assert sentences(kept) == ["Ben rolls 1 2 6 6 6. Ben keeps 6 6 6.", "Ben rolls 3 6. Ben enters sixes."]


# ------------------------------------------------------------------ sentences that are true


def test_too_many_of_a_number_are_told_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    text = at_a_screen(monkeypatch, "yahtzee", "1 2 6 4 5", "keep 6 6", "keep 3 3")

    assert "Only one die shows 6." in text
    assert "No die shows 3." in text


def test_q_leaves_wherever_the_game_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also between two games of a match, and where it is asked whether a move is meant."""
    text = at_a_screen(monkeypatch, "yahtzee", "1 2 3 4 5", "enter yahtzee", "q")
    assert text.count("You leave before the game is over.") == 1

    match = small(
        "material:\n    the match has finished games = 0\n"
        'turn:\n    choose:\n        "win": you win\n'
        "match:\n    play game\n    add 1 to finished games\n"
        'match ends "two are played" when finished games is 2: winners win the match\n'
    )
    left = table_at_a_screen(monkeypatch, match, "win", "q")
    assert "Enter begins game 2, q leaves." in left
    assert left.count("You leave before the game is over.") == 1
    assert "The match is over" in table_at_a_screen(monkeypatch, match, "win", "", "win")


def test_the_only_set_that_is_left_has_the_first_letter_too(monkeypatch: pytest.MonkeyPatch) -> None:
    text = at_a_screen(monkeypatch, "farkle", "1 2 3 4 6 6", "a")

    assert "not understood" not in text
    assert "Anna sets aside 1." in text


def test_help_says_that_bots_answers_are_taken_back_too(monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(at_a_screen(monkeypatch, "pig", "?").split())

    assert "take back your last move and what bots answered" in text


@pytest.mark.parametrize(
    ("name", "line", "reason"),
    [
        ("35-slide", "take c33", "Only green dice can be taken"),
        ("35-slide", "take i11", "take one below it"),
        ("06-dice-mikado", "pull i11", "The topmost die stays."),
        ("06-dice-mikado", "pull b33", "No face of it is outside."),
    ],
)
def test_a_refusal_says_what_is_missing(name: str, line: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(at_a_screen(monkeypatch, name, line, dice="auto").split())

    assert reason in text
    assert "is not one of these" not in text


def test_of_sets_that_show_the_same_and_are_worth_the_same_one_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice with names of their own: which of the equal ones are taken is seldom what somebody wants to read about."""
    text = at_a_screen(monkeypatch, "keep-on-rolling", "5 5 5 1 3 4")

    assert "c) d1[5] d2[5] (or others like it): points so far +10" in text
    assert "d1[5] d3[5]:" not in text
