"""Games played through a session and through the terminal: asked, answered, taken back, saved and gone on with."""

import io
import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from tests.parts import some

from dicedsl.about import Setting
from dicedsl.compile_door import compile_book
from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.keeping import GameStore, KeptGame, resume_kept_game, store_path
from dicedsl.interpreter.play.session.action_texts import action_text, read_action
from dicedsl.interpreter.play.session.entries import seats_from
from dicedsl.interpreter.play.session.game_files import read_saved
from dicedsl.interpreter.play.session.log import log_of
from dicedsl.interpreter.play.session.saved_game import rulebook_name, table_for
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.session.transcript import entry_lines
from dicedsl.interpreter.play.terminal.terminal import play
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program.fingerprint import fingerprint
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.files import find
from dicedsl.rulebook.library import games
from dicedsl.rulebook.loading import load_path, load_source
from dicedsl.text.source import Source

Options = tuple[tuple[str, int | str | bool], ...]
SINGLE: Options = (("games", "single"),)
SHORT: Options = (("target", 50),)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen on which no sentence is broken."""
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("LINES", "50")


@cache
def book_of(name: str) -> Rulebook:
    book, _ = load_path(find(name))
    assert book is not None
    return book


def fewest(name: str) -> int:
    """Two players, or as few above that as the game allows."""
    players = book_of(name).players
    assert players is not None
    return max(2, players.counts[0])


def table_of(name: str, players: int = 2, options: Options = (), starter: int = 0) -> GameTable:
    return GameTable(compile_book(book_of(name), Setting(players, options=options, starter=starter)))


def table_from(text: str, players: int = 2) -> GameTable:
    book, problems = load_source(Source("<text>", text))
    assert book is not None, problems
    return GameTable(compile_book(book, Setting(players, starter=0)))


def pick(session: Session, salt: int = 0) -> Move:
    """What a scripted person does: it depends on nothing but where the game stands."""
    moves = session.moves()
    return moves[Chance(len(session.entries) * 7 + salt).below(len(moves))]


def go_on(session: Session, most: int = 100_000) -> Session:
    for _ in range(most):
        need = session.need()
        if need.kind == "over":
            break
        if need.is_person:
            session.answer(pick(session))
        else:
            session.advance()
    return session


def states(session: Session) -> list[State]:
    return [e.after for e in session.entries]


class FirstMoves(io.StringIO):
    """Somebody who always types the first move there is, through a pipe; after so many lines they leave."""

    def __init__(self, most: int = 5_000) -> None:
        super().__init__()
        self.session: Session | None = None
        self.left = most

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        assert self.session is not None
        self.left -= 1
        if self.left < 0:
            return "quit\n"
        if self.session.need().kind == "report":
            return "auto\n"
        return f"{self.session.moves()[0].text}\n"


def run(
    table: GameTable,
    lines: str | io.StringIO,
    seats: list[str],
    *,
    seed: int = 5,
    dice: str = "auto",
    save_to: Path | None = None,
    store: GameStore | None = None,
    resume: tuple[Session, KeptGame] | None = None,
    transcript: Path | None = None,
    attempts: str | None = None,
) -> tuple[int, str]:
    output = io.StringIO()
    session, kept = (Session(table, seats, seed, dice, attempts, nonce=""), None) if resume is None else resume
    if isinstance(lines, FirstMoves):
        lines.session = session
    code = play(
        session,
        input=io.StringIO(lines) if isinstance(lines, str) else lines,
        output=output,
        save_to=save_to,
        rules_text=lambda: "Here are the rules.",
        store=store,
        kept=kept,
        transcript=transcript,
    )
    return code, output.getvalue()


# ------------------------------------------------------------------ whole games through pipes


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [("keep-on-rolling", 2, SHORT), ("keep-on-rolling", 3, SHORT), ("perfecto", 3, SINGLE)],
)
def test_a_game_is_played_to_its_end_through_a_pipe(name: str, players: int, options: Options) -> None:
    table = table_of(name, players, options)
    code, text = run(table, FirstMoves(), ["you", *["random"] * (players - 1)])

    assert code == 0
    assert ("The match is over: " if options == SINGLE else "The game is over: ") in text
    # A match that its own flow ends has no reason of its own.
    assert "Why: One player is left." in text
    assert "\x1b" not in text


def test_bots_play_alone() -> None:
    code, text = run(table_of("keep-on-rolling", 3, SHORT), "", ["random", "random", "random"])

    assert code == 0
    assert "Dana rolls " in text


def test_several_people_share_the_screen_and_nothing_hidden_is_told() -> None:
    table = table_of("perfecto", 3, SINGLE)
    code, text = run(table, "bid 3 3\nroll d1 d2\nbid 9 6\n", ["Anna", "Ben", "Cleo"])

    assert code == 1
    assert "Only Anna looks at the screen now; the others look away." in text
    assert "Anna bids 3 of rank 3." in text
    assert "Ben rolls 2 dice, unseen" in text
    assert "roll d1 d2\n" not in text
    assert "Anna's hand: 6 hidden dice" in text


def test_secret_choices_are_shown_when_all_are_in() -> None:
    table = table_of("perfecto", 4, SINGLE)
    lines = "bid 9 9\nbid 9 3\nchallenge\nside with the b\n"
    _, before = run(table, lines, ["Anna", "Ben", "Cleo", "Dora"])
    _, after = run(table, lines + "2\n", ["Anna", "Ben", "Cleo", "Dora"])

    assert "Cleo, choose in secret; the answers are shown when all are in." in before
    assert "Cleo has chosen." in before
    assert "Cleo: side with" not in before
    assert "side with the b\n" not in before
    assert "Dora has chosen.\nCleo: side with the bidder.\nDora: side with the caller.\n" in after


def test_what_is_said_is_shown() -> None:
    table = table_of("keep-on-rolling")
    session = Session(table, ["Anna", "Ben"], 1, "ask")
    entry = session.enter_roll((2, 1, 4, 3, 6, 5))

    assert entry_lines(session, entry, None) == [
        "P1 (Anna) rolls d1:2 d2:1 d3:4 d4:3 d5:6 d6:5",
        "  Bust: you score nothing this turn. Points lost: 0.",
    ]


# ------------------------------------------------------------------ input

FIRST_ROLL = "5 5 6 1 3 4\n"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("jump", '"jump" is not understood; you may say "set aside", or ? for help.'),
        ("99", "No die shows 99."),
        ("0", "No die shows 0."),
        ("set aside 6", "Set aside two that match, or one that matches a die already set aside."),
        ("set aside 2", "No die shows 2."),
        ("set aside d9", "There is no die d9."),
        ("set", "a) d1[5] d2[5]: points so far +10"),
        ("set aside", "and 14 others: moves lists all"),
        ("why set aside 6", "Set aside two that match, or one that matches a die already set aside."),
        ("why set aside 5 5", "That is allowed."),
        ("why", "Say what you would like to do: why MOVE."),
        ("rules", "Here are the rules."),
        ("?", "Answer with a number or a letter of the list"),
        ("/help", "Answer with a number or a letter of the list"),
        ("/fly", "There is no command fly; type ? for help."),
        ("moves", "set aside: which dice?"),
        ("moves set", "1 set aside <kept> (16 ways)"),
        ("moves fly", 'There is no move called "fly" now.'),
        ("save", "Say which file: save FILE."),
        ("log", "Anna rolls 5 5 6 1 3 4"),
        ("", "loose pile: d1[5] d2[5] d3[6] d4[1] d5[3] d6[4]"),
    ],
)
def test_a_line_gets_one_clear_answer_and_the_question_stands(typed: str, said: str) -> None:
    code, text = run(table_of("keep-on-rolling"), f"{FIRST_ROLL}{typed}\nset aside 5 5\n", ["Anna", "Ben"], dice="ask")

    assert code == 1
    prompt = f"Anna> {typed}\n"
    assert said in text.split(prompt, 1)[1].split("Anna> ", 1)[0]
    assert "Anna sets aside d1 (5) d2 (5)." in text


@pytest.mark.parametrize(
    "typed",
    ["set aside d1 d2", "SET  aside 5 5", "set 5 5", "s d2 d1", "5 5", "d1 d2", "set aside d2, d1", "set aside 5, 5"],
)
def test_a_move_can_be_typed_in_many_ways(typed: str) -> None:
    _, text = run(table_of("keep-on-rolling"), f"{FIRST_ROLL}{typed}\n", ["Anna", "Ben"], dice="ask")

    assert "Anna sets aside d1 (5) d2 (5)." in text


def test_a_beginning_that_fits_several_moves_is_refused() -> None:
    _, text = run(table_of("perfecto", 3, SINGLE), "bid 3 3\nchallenge\nside with\n", ["Anna", "Ben", "Cleo"])

    assert 'That could be "side with the bidder" or "side with the caller"; type more of it.' in text


def test_a_move_is_made_pick_by_pick() -> None:
    table = table_of("perfecto", 2, SINGLE)
    _, text = run(table, "7\n1\n3\nback\nbid\n3\n3\n", ["you", "random"])

    assert "There is no number 7 in the list." in text
    assert text.count("bid: how many? (or all at once: bid 1 1) 1 to 24") == 2
    assert text.count("bid 3 of which rank?") == 2
    assert "You bid 3 of rank 3." in text


def test_picks_alone_are_enough_where_they_fit_one_alternative() -> None:
    _, text = run(table_of("yahtzee", 2), "enter\nchan\n", ["you", "random"])

    assert "You enter chance" in text


@pytest.mark.parametrize(
    "typed",
    ["put 0 0 8", "put 0,0,8", "put(0,0,8)", "put (0,0,8)", "(0,0,8)", "0 0 8", "P 0 0 8", "put a11", "a11", "A11"],
)
def test_places_can_be_written_in_many_ways(typed: str) -> None:
    _, text = run(table_of("23-rasanto", 2), f"{typed}\n", ["you", "random"])

    assert "You put a11." in text


@pytest.mark.parametrize("typed", ["q", "quit", "exit", "/quit"])
def test_there_are_several_words_to_leave(typed: str) -> None:
    code, text = run(table_of("keep-on-rolling"), f"{typed}\n", ["you", "random"])

    assert code == 1
    assert "You leave before the game is over." in text


def test_the_input_may_end_at_any_time() -> None:
    code, text = run(table_of("keep-on-rolling"), "", ["you", "random"])

    assert code == 1
    assert text.endswith("The input ended before the game did.\n")


@pytest.mark.parametrize("typed", ["5 5 6 1 3", "5 5 6 1 3 9", "five", "5 5 6 1 3 4 2", "-1 5 5 5 5 5"])
def test_dice_typed_wrong_are_asked_for_again(typed: str) -> None:
    code, text = run(table_of("keep-on-rolling"), f"{typed}\n{FIRST_ROLL}", ["Anna", "Ben"], dice="ask")

    assert code == 1
    assert text.count("rolls 5 5 6 1 3 4") == 1


def test_a_lot_drawn_by_hand() -> None:
    table = table_of("pig", starter=-1)
    _, text = run(table, "P9\nP2\n", ["Anna", "Ben"], dice="ask")

    assert "One of these is drawn: Anna, Ben." in text
    assert "Ben, your choice:" in text


def test_unexpected_interruption_keeps_the_game(tmp_path: Path) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            line = super().readline()
            if not line:
                raise KeyboardInterrupt
            return line

    table, store = table_of("keep-on-rolling"), GameStore(tmp_path / "new" / "games.sqlite")
    code, text = run(table, Interrupted(f"{FIRST_ROLL}5 5\n"), ["Anna", "Ben"], dice="ask", store=store)

    assert code == 130
    assert "`dicedsl play --resume`" in text
    assert store.read(store.find()).actions == ("roll 5 5 6 1 3 4", "P1 set aside d1 d2")


def test_colour_and_blank_lines_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    def shown() -> str:
        output = Screen()
        table = table_of("keep-on-rolling", 2, SHORT)
        play(Session(table, ["bot", "bot"], 1), input=Screen(), output=output, rules_text=str)
        return output.getvalue()

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1m" in shown()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in shown()


def test_an_alternative_goes_before_a_command_of_the_same_name() -> None:
    text = """\
game "Names"
players 2

material:
    cup: 1 die

turn:
    choose:
        "save": P2 wins
        "undo"

cap 9 turns: nobody wins
""".replace("P2 wins", "nobody wins")
    code, said = run(table_from(text), "/undo\nundo\nsave\n", ["Anna", "Ben"])

    assert code == 0
    assert "There is nothing to take back yet." in said
    assert "Anna: undo." in said
    assert "Ben saves." in said


# ------------------------------------------------------------------ undo


def test_undo_takes_back_a_move_and_gives_the_same_state() -> None:
    session = Session(table_of("keep-on-rolling"), ["Anna", "Ben"], 3)
    list(session.run())
    before, moves = session.state, session.moves()
    session.answer(moves[0])
    undone = session.undo()

    assert undone.action == moves[0]
    assert session.state == before
    assert session.moves() == moves


def test_undo_is_refused_after_a_roll() -> None:
    session = Session(table_of("keep-on-rolling"), ["Anna", "Ben"], 3)
    list(session.run())
    session.answer(session.moves()[0])
    session.answer(session.table.parse_move(session.state, 0, "roll on"))
    list(session.run())
    count = len(session.entries)

    with pytest.raises(UsageError, match="Dice have fallen since"):
        session.undo()
    assert len(session.entries) == count


def test_undo_is_refused_at_the_terminal_after_a_roll() -> None:
    _, text = run(table_of("keep-on-rolling"), "6 6\nundo\n6 6\nroll on\nundo\n", ["Anna", "Ben"])

    assert text.count("Taken back.") == 1
    assert "Dice have fallen since; what came before cannot be taken back." in text


def test_undo_is_refused_after_a_secret_choice() -> None:
    session = Session(table_of("perfecto", 4, SINGLE), ["Anna", "Ben", "Cleo", "Dora"], 3)
    list(session.run())
    for seat, text in ((0, "bid 3 3"), (1, "challenge"), (2, "side with the bidder")):
        session.answer(session.table.parse_move(session.state, seat, text))

    with pytest.raises(UsageError, match="secret choice"):
        session.undo()


def test_undo_does_not_pass_a_bot_that_knows_more() -> None:
    session = Session(table_of("perfecto", 2, SINGLE), ["you", "bot"], 3)
    list(session.run())
    session.answer(session.table.parse_move(session.state, 0, "bid 1 1"))
    entry = session.advance()
    while isinstance(entry.action, Outcome) or session.seats[entry.need.seat].bot is None:
        entry = session.advance()

    with pytest.raises(UsageError, match=r"since"):
        session.undo()


def test_dice_typed_wrong_can_be_typed_again_but_no_more_is_taken_back(tmp_path: Path) -> None:
    session = Session(table_of("keep-on-rolling"), ["Anna", "Ben"], 3, "ask")
    session.enter_roll((5, 5, 6, 1, 3, 4))
    session.answer(session.table.parse_move(session.state, 0, "set aside 5 5"))
    session.answer(session.table.parse_move(session.state, 0, "roll on"))
    before = session.state
    session.enter_roll((1, 1, 1, 1))
    session.undo()

    assert session.state == before
    for again in (session, Session.resume(session.table, session.as_saved())):
        with pytest.raises(UsageError, match="Dice have fallen"):
            again.undo()


@pytest.mark.parametrize("name", ["keep-on-rolling", "perfecto", "six-by-six"])
def test_do_and_undo_is_the_identity_wherever_it_is_allowed(name: str) -> None:
    session = Session(table_of(name), ["Anna", "Ben"], 8)
    taken = 0
    for _ in range(150):
        need = session.need()
        if need.kind == "over":
            break
        if not need.is_person:
            session.advance()
            continue
        before, length = session.state, len(session.entries)
        session.answer(pick(session, 1))
        try:
            session.undo()
        except UsageError:
            assert len(session.entries) == length + 1
            continue
        taken += 1
        assert session.state == before
        assert len(session.entries) == length
        session.answer(pick(session))
    assert taken > 10


# ------------------------------------------------------------------ saving


@pytest.mark.parametrize(
    ("name", "players", "options"), [("keep-on-rolling", 2, SHORT), ("perfecto", 3, SINGLE), ("liars-dice", 2, ())]
)
def test_a_saved_game_has_the_same_future(name: str, players: int, options: Options, tmp_path: Path) -> None:
    seats = ["Anna", "bot", "Cleo"][:players]
    whole = go_on(Session(table_of(name, players, options, starter=-1), seats, 77, nonce="n"))
    length = len(whole.entries)
    for cut in sorted({0, 1, 2, length // 3, length // 2, length - 1, length}):
        first = Session(table_of(name, players, options, starter=-1), seats, 77, nonce="n")
        go_on(first, cut)
        first.save(tmp_path / "game.json")
        second = Session.resume(table_of(name, players, options, starter=-1), read_saved(tmp_path / "game.json"))
        assert [s.cells for s in states(second)] == [s.cells for s in states(first)]
        go_on(second)
        assert [s.cells for s in states(second)] == [s.cells for s in states(whole)]
        assert evolve(second.as_saved(), times=(), begun=0) == evolve(whole.as_saved(), times=(), begun=0)


def test_a_game_left_at_the_terminal_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole, store = tmp_path / "whole.jsonl", GameStore(tmp_path / "games.sqlite")
    table = table_of("keep-on-rolling", 2, SHORT)
    code, text = run(table, FirstMoves(), ["you", "random"], save_to=whole)
    assert code == 0
    code, _ = run(table, FirstMoves(3), ["you", "random"], store=store)
    assert code == 1
    session, kept = resume_kept_game(store)
    assert 0 < len(session.entries) < len(read_saved(whole).actions)
    code, rest = run(table, FirstMoves(), [], store=store, resume=(session, kept))

    assert code == 0
    ((parts,),) = [[store.read(game)] for game in store.games()]
    assert parts.actions == read_saved(whole).actions
    assert parts.ended == read_saved(whole).ended is not None
    result = [line for line in text.splitlines() if line.startswith(("The game is over", "Why", "  1.", "  2."))]
    assert len(result) >= 3 and all(line in rest.splitlines() for line in result)
    assert "The game goes on after" in rest


@pytest.mark.parametrize("name", some((name for name, _ in games()), 3))
def test_every_action_of_a_shipped_game_comes_back_from_its_text(name: str) -> None:
    table = table_of(name, fewest(name), starter=-1)
    session = Session(table, ["bot"] * table.players, 4)
    for _ in range(25):
        if session.need().kind == "over":
            break
        entry = session.advance()
        text = action_text(table, entry.before, entry.action)
        assert read_action(table, entry.before, text) == entry.action, text


def test_moves_that_read_alike_are_told_apart_in_a_saved_game() -> None:
    text = """\
game "Two cups"
players 2

material:
    left cup: 1 red die
    right cup: 1 green die
    bin: no dice

turn:
    roll left cup + right cup
    choose:
        "drop" one of left cup + right cup as gone: move gone to bin

end "empty" when count of bin is 1: nobody wins
"""
    table = table_from(text)
    session = Session(table, ["Anna", "Ben"], 1, "ask")
    session.enter_roll((4, 4))
    moves = session.moves()
    assert [m.text for m in moves] == ["drop 4", "drop 4"]
    for move in moves:
        written = action_text(table, session.state, move)
        assert read_action(table, session.state, written) == move
    session.answer(moves[1])
    assert Session.resume(table, session.as_saved()).state == session.state


def saved_text(session: Session) -> str:
    return log_of(session.as_saved()).text()


def test_a_saved_game_is_lines_of_plain_json() -> None:
    session = go_on(Session(table_of("keep-on-rolling"), ["Anna", "bot"], 9), 12)
    head, *rest = map(json.loads, saved_text(session).splitlines())

    assert head["format"] == "dicedsl game"
    assert head["version"] == 2
    assert head["rulebook"] == "keep-on-rolling"
    assert head["texts"][0]["text"] == find("keep-on-rolling").read_text("utf-8")
    assert head["random"] == "dicedsl-1"
    assert head["seats"] == ["Anna", "bot"]
    assert [line["n"] for line in rest] == list(range(1, 13))
    assert rest[0]["do"].startswith("roll ")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: text[:500], "damaged"),
        (lambda text: text.replace('"seed":9', '"seed":8'), "damaged in its first line"),
        (lambda text: text.replace('"do":"roll ', '"do":"rol '), "damaged in line 2"),
        (lambda text: text.replace('"version":2', '"version":3'), "newer"),
        (lambda text: text.replace('"version":2', '"version":"x"'), "damaged"),
        (lambda text: "", "not a saved game"),
        (lambda text: "[1, 2]", "not a saved game"),
        (lambda text: "[" * 100_000, "not a saved game"),
        (lambda text: '{"format": "other"}', "not a saved game"),
        (lambda text: "Dear diary", "not a saved game"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_in_one_sentence(
    change: Callable[[str], str], sentence: str, tmp_path: Path
) -> None:
    session = go_on(Session(table_of("keep-on-rolling"), ["Anna", "bot"], 9), 12)
    path = tmp_path / "game.json"
    path.write_text(change(saved_text(session)), "utf-8")

    with pytest.raises(UsageError, match=sentence) as caught:
        read_saved(path)
    assert str(path) in caught.value.message
    assert "\n" not in caught.value.message


def test_a_file_cut_anywhere_or_with_any_letter_changed_is_never_taken_for_another_game(tmp_path: Path) -> None:
    session = go_on(Session(table_of("keep-on-rolling"), ["Anna", "bot"], 9), 3)
    data, path = saved_text(session).encode(), tmp_path / "game.json"
    saved = session.as_saved()
    for at in range(0, len(data) - 1, 23):
        for broken in (data[:at], data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]):
            path.write_bytes(broken)
            try:
                read = read_saved(path)
            except UsageError:
                continue
            # The end may be missing: then that is said, and all before it is as it was.
            assert evolve(read, actions=saved.actions, times=saved.times, is_cut=False) == saved
            assert read.actions == saved.actions[: len(read.actions)]
            assert read.is_cut or broken.endswith(b"\n")


def test_files_that_are_not_there_or_are_folders(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(UsageError):
            read_saved(path)


def test_a_game_goes_on_only_with_its_own_rulebook_and_setting() -> None:
    saved = go_on(Session(table_of("keep-on-rolling"), ["Anna", "bot"], 9), 12).as_saved()

    for other in (table_of("pig"), table_of("keep-on-rolling", 3), table_of("keep-on-rolling", 2, SHORT)):
        with pytest.raises(UsageError, match="saved with"):
            Session.resume(other, saved)


def test_the_hash_covers_the_libraries_and_parents_of_a_rulebook(tmp_path: Path) -> None:
    for name in ("perfecto", "perfecto-advanced", "spicy-set"):
        (tmp_path / f"{name}.dice").write_text(find(name).read_text("utf-8"), "utf-8")
    mine = tmp_path / "perfecto-advanced.dice"
    shipped = Game.named("perfecto-advanced").program()
    own = Game.named(str(mine)).program()
    assert fingerprint(own) == fingerprint(shipped)
    assert rulebook_name(shipped.about) == "perfecto-advanced"
    assert rulebook_name(own.about) == str(mine.resolve())

    changes = (
        ("perfecto", "\n# changed\n", True),
        ("spicy-set", "\n# changed\n", True),
        ("perfecto", '\nat the end of each round: say "Next!"\n', False),
    )
    for changed, line, same in changes:
        path = tmp_path / f"{changed}.dice"
        before = path.read_text("utf-8")
        path.write_text(before + line, "utf-8")
        assert (fingerprint(Game.named(str(mine)).program()) == fingerprint(shipped)) is same
        path.write_text(before, "utf-8")


def test_a_saved_game_finds_its_table_again() -> None:
    for around, options in (((), ()), (("series",), (("games needed", 2),))):
        book, problems = load_path(find("pig"), ["Two dice"], around)
        assert book is not None, problems
        session = go_on(Session(GameTable(compile_book(book, Setting(2, options, 1))), ["Anna", "bot"], 9), 40)
        saved = session.as_saved()

        again = Session.resume(table_for(saved), saved)

        assert again.state.cells == session.state.cells
    with pytest.raises(UsageError):
        table_for(evolve(saved, rulebook="nowhere", shelf=None))
    elsewhere = evolve(saved, rulebook="nowhere", rulebook_hash="0" * 64)
    assert Session.resume(table_for(elsewhere), elsewhere).state.cells == session.state.cells
    with pytest.raises(UsageError, match="other rules"):
        table_for(evolve(saved, title="Another"))


def test_an_impossible_action_is_named() -> None:
    session = go_on(Session(table_of("keep-on-rolling"), ["Anna", "bot"], 9), 12)
    saved = session.as_saved()
    for at, text in (
        (0, "roll 1 1 1 1 1 1"),
        (1, "P2 stop"),
        (1, "roll 1"),
        (1, "nonsense"),
        (1, "P1 set aside d1\t9"),
    ):
        actions = (*saved.actions[:at], text, *saved.actions[at + 1 :])
        broken = evolve(saved, actions=actions)
        with pytest.raises(UsageError, match=rf"action {at + 1} is not possible"):
            Session.resume(session.table, broken)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = go_on(Session(table_of("keep-on-rolling"), ["Anna", "bot"], 9), 5)
    path = tmp_path / "game.json"
    session.save(path)
    old = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    go_on(session, 5)
    with pytest.raises(UsageError, match="no space left"):
        session.save(path)
    assert path.read_bytes() == old
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_full_disk_stops_no_game(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    store = GameStore(blocked / "games.sqlite")
    code, text = run(table_of("keep-on-rolling", 2, SHORT), FirstMoves(), ["you", "random"], store=store)

    assert code == 0
    assert text.count("The game could not be kept") == 1


def test_save_writes_over_saved_games_only(tmp_path: Path) -> None:
    foreign, own = tmp_path / "letter.txt", tmp_path / "game.json"
    foreign.write_text("Dear diary")
    lines = f"save {foreign}\nsave {own}\nsave {own}\n"
    _, text = run(table_of("keep-on-rolling"), lines, ["you", "random"])

    assert f"{foreign} exists and is not a saved game; choose another name." in text
    assert foreign.read_text() == "Dear diary"
    assert text.count(f"Saved in {own}.") == 2
    assert read_saved(own).title == "Keep on Rolling"


def test_games_lie_in_the_users_data_folder_or_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DICEDSL_GAMES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert store_path().name == "games.sqlite"
    assert os.name != "posix" or store_path().is_relative_to(tmp_path)
    monkeypatch.setenv("DICEDSL_GAMES", str(tmp_path / "mine.sqlite"))
    assert store_path() == tmp_path / "mine.sqlite"


def test_the_transcript_holds_the_game_but_nothing_hidden(tmp_path: Path) -> None:
    table = table_of("perfecto", 2, SINGLE)
    path = tmp_path / "log.txt"
    run(table, "bid 3 3\n", ["you", "random"], transcript=path, seed=123456789)
    text = path.read_text("utf-8")

    assert text.startswith("Perfecto\nPlayers: P1 (you), P2 (random)\nOptions: games = single\n")
    assert "P1 (you) rolls 6 dice, unseen" in text
    assert "P1 (you): bid 3 3" in text
    assert "123456789" not in text  # the seed would tell every die


# ------------------------------------------------------------------ dice by hand, attempts, seats


@pytest.mark.parametrize("name", [name for name, _ in games()])
def test_dice_typed_by_hand_give_the_same_game_as_dice_that_fall_by_themselves(name: str) -> None:
    table = table_of(name, fewest(name), starter=-1)
    people = [f"N{i}" for i in range(table.players)]
    automatic, referee = Session(table, people, 21), Session(table, people, 21, "ask")
    for _ in range(150):
        need = automatic.need()
        if need.kind == "over":
            break
        if need.kind in {"roll", "draw"}:
            entry = automatic.advance()
            assert isinstance(entry.action, Outcome)
            asked = referee.need()
            if asked.kind != "typed":  # nobody can see it at the table
                referee._append(entry.action, asked)
                continue
            values = entry.action.values
            dice = table.rolling(entry.before)
            cells = list(entry.before.cells)
            alike = bool(dice) and len(table.outcome_lister.equal_groups(cells, cells[table.reg.rolling])) == 1
            referee.enter_roll(tuple(reversed(values)) if alike else values)
        elif need.kind == "odds":
            report = automatic.advance().action
            assert isinstance(report, Move)
            assert referee.need().kind == "report"
            referee.answer(report)
        else:
            move = pick(automatic)
            automatic.answer(move)
            referee.answer(move)
        assert automatic.state == referee.state
    assert referee.entries


ATTEMPT = """\
game "Flicks"
players 2

material:
    hand of each player: 3 numbered dice
    floor: no dice

turn:
    attempt "flick":
        "on" some of your hand as landed: move landed to floor
        "miss"
        odds:
            "on": skill of you, landed each 60 percent
            "miss": 100 - skill of you

end "all on the floor" when some p in players has count of hand of p is 0: p wins
cap 60 turns: nobody wins
"""


def test_an_attempt_is_reported_by_a_person() -> None:
    lines = "miss\non d1 d2 d3 d4\non d1 d2 d3\nundo\n\non d1 d2 d3\n"
    code, text = run(table_from(ATTEMPT), lines, ["Anna", "Ben"], attempts="ask")

    assert code == 0
    assert 'Anna: try "flick" at the table, then say what happened; or auto: by the odds.' in text
    assert "Anna tries “flick”: miss." in text
    assert "Ben wins." in text


def test_an_attempt_is_drawn_by_its_odds_and_repeated_when_resumed() -> None:
    whole = go_on(Session(table_from(ATTEMPT), ["bot", "bot"], 6))
    part = go_on(Session(table_from(ATTEMPT), ["bot", "bot"], 6), 4)
    again = go_on(Session.resume(table_from(ATTEMPT), part.as_saved()))

    assert whole.result is not None
    assert again.state.cells == whole.state.cells
    with pytest.raises(UsageError):
        again.undo()


def test_seats() -> None:
    assert [s.label for s in seats_from(["you", "bot", "Ann Lee"], 3)] == ["P1 (you)", "P2 (bot)", "P3 (Ann Lee)"]
    assert seats_from(["bot:random", "x"], 2)[0].bot == "random"
    named = seats_from(["strong", "quick:0.5", "bot:strong:200p", "Strong", "bot"], 5)
    assert [s.bot for s in named] == ["strong", "quick:0.5", "strong:200p", None, "random"]
    for wrong in (["you"], ["you", "quick:soon"], ["you", "bot:chess"], ["you", " "], ["you", "a\nb"]):
        with pytest.raises(UsageError):
            seats_from(wrong, 2)


@pytest.mark.parametrize("name", some((name for name, _ in games()), 4))
def test_bots_play_legal_moves_in_every_shipped_game(name: str) -> None:
    table = table_of(name, fewest(name))
    session = Session(table, ["bot:random"] * table.players, 2)
    for _ in range(60):
        if session.need().kind == "over":
            break
        session.advance()  # a step that is not legal is an error
    assert session.entries


def test_what_the_session_refuses() -> None:
    session = Session(table_of("keep-on-rolling"), ["you", "bot"], 3)
    with pytest.raises(UsageError):
        session.enter_roll((1, 1, 1, 1, 1, 1))
    list(session.run())
    with pytest.raises(UsageError):
        session.advance()
    with pytest.raises(UsageError):
        session.answer(Move(1, 0, (3,), "set aside d1 d2"))
    with pytest.raises(UsageError):
        Session(table_of("pig"), ["you", "bot"], 3, "loaded")


def test_a_saved_game_goes_on_by_its_own_texts_whatever_became_of_the_files(tmp_path: Path) -> None:
    texts = {
        "root": 'game "Base"\nplayers 1 to 2\nmaterial:\n    cup: 2 dice\n    each player has score = 0\n'
        'turn:\n    roll cup\n    choose:\n        "go": add 1 to your score\n        "stop"\n'
        'end "the end" after each turn when turns played is at least 4: highest score wins\n',
        "mid": 'game "Mid" changes "root"\nreplace "go": add 5 to your score\n',
        "child": 'game "Child" changes "mid"\nnote "x"\n',
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.dice").write_text(text, "utf-8")
    session = go_on(Session(Game.named(str(tmp_path / "child.dice")).table(2), ["Anna", "bot"], 9), 3)
    saved = session.as_saved()

    (tmp_path / "mid.dice").write_text("# Five points.\n" + texts["mid"], "utf-8")
    (tmp_path / "child.dice").write_text(texts["child"].replace('"x"', '"y"'), "utf-8")
    assert Session.resume(table_for(saved), saved).state.cells == session.state.cells
    (tmp_path / "mid.dice").write_text(texts["mid"].replace("add 5", "add 500"), "utf-8")
    again = Session.resume(table_for(saved), saved)
    assert again.state.cells == session.state.cells
    assert fingerprint(again.table.program) == fingerprint(session.table.program)


def test_a_saved_setting_is_judged_like_any_other() -> None:
    saved = go_on(Session(table_of("pig"), ["Anna", "bot"], 9), 3).as_saved()

    for wrong in ({"players": 10**9}, {"starter": 7}, {"options": (("goal", "many"),)}, {"skills": (900,)}):
        with pytest.raises(UsageError):
            table_for(evolve(saved, setting=evolve(saved.setting, **wrong)))
