"""Attempts of which any set of a great pile may be reported: nothing lists the reports, and people type them."""

import io
from pathlib import Path
from typing import NoReturn

import pytest
from tests.invariants import Auditor
from tests.stepping_code import runner_of

from dicedsl.errors import Fault, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.stepping import helpers
from dicedsl.interpreter.engines.stepping.work_helpers import counting_helpers
from dicedsl.interpreter.examples.testing import test_path as examples_of
from dicedsl.interpreter.game import load
from dicedsl.interpreter.lab.many_games.simulate import simulate_games
from dicedsl.interpreter.lab.odds.exact import chain
from dicedsl.interpreter.play.session.action_texts import action_text, read_action
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.terminal.terminal import play
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable

GREAT = """\
game "A great pile"
players 2
material:
    board pile: (a, b, c) from 0 to 8 where a + b + c is at most 8
    stock of each player: 165 dice
    each player has fallen dice = 0
words:
    place p is bare when a of p is 0
setup:
    for each p in pile: move one of your stock to p
turn:
    attempt "shake":
        "fall" some of pile where it is taken as fallen, one of others as witness:
            must no p in fallen is bare: "Those in front stay."
            for each p in fallen: move die on p to stock of owner of p
            add count of fallen to fallen dice of you
        "skip":
            must count of dice on pile is less than 100: "Shake until fewer than a hundred are left."
        odds:
            "fall": 1, fallen each 10 * a of it percent
    choose:
        "go on"
        "stop": nobody wins
end "few are left" when count of dice on pile is at most 45: highest fallen dice wins
cap 30 turns: nobody wins
example "Any set may be told":
    with Anna, Ben
    table may not report "skip": "Shake until fewer than a hundred are left."
    table may not report "fall" all Ben: "Those in front stay."
    table may not report "fall" (0,0,0) (1,0,0) Ben: "Those in front stay."
    table may not report "fall" (1,0,0) Anna
    Anna may only choose "fall"
    table reports "fall" (1,0,0) (1,1,1) (2,3,2) Ben
    now fallen dice of Anna is 3 and count of dice on pile is 162
"""
SMALL = """\
game "A small attempt"
players 2
material:
    hand of each player: 3 numbered dice
    floor: no dice
turn:
    attempt "flick":
        "on" some of your hand as landed: move landed to floor
        "miss"
end "all on the floor" when some p in players has count of hand of p is 0: p wins
cap 60 turns: nobody wins
example "Ways":
    P1 has 7 ways to "on"
    table may not report "on" d1 of P2
    P1 may only choose "on", "miss"
    P1 may only choose "on" d1, "on" d2, "on" d3, "on" d1 d2, "on" d1 d3, "on" d2 d3, "on" all, "miss"
"""


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen on which no sentence is broken."""
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("LINES", "50")


@pytest.fixture
def unlisted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lists the subsets of something large is caught."""

    def listing(mask: int, *_: object) -> None:
        raise AssertionError(f"{mask.bit_count()} things and their sets are listed")

    monkeypatch.setattr(helpers, "counting_helpers", lambda run: {**counting_helpers(run), "subsets": listing})


def table_from(text: str) -> GameTable:
    table = load(text).table(2, starter=0)
    if text == GREAT:

        def listing(cells: list[int]) -> NoReturn:
            raise AssertionError("all reports are listed")

        runner_of(table).list_moves[0] = runner_of(table).any_move[0] = listing
    return table


def run(table: GameTable, lines: str, seats: list[str], **more: str) -> tuple[int, str]:
    output = io.StringIO()
    session = Session(table, seats, 5, more.get("dice", "auto"), more.get("attempts"), nonce="")
    code = play(session, input=io.StringIO(lines), output=output, rules_text=lambda: "")
    return code, output.getvalue()


@pytest.mark.usefixtures("unlisted")
def test_a_person_types_what_happened() -> None:
    lines = "?\nfall (0,0,0) Ben\nfall (1,0,0) (1,1,1) Anna\nfall (9,9,9)\nskip\nwhy fall all Ben\nmoves\n"
    lines += "fall (1,0,0) 2 2 2 ben\nstop\n"
    code, text = run(table_from(GREAT), lines, ["Anna", "Ben"], attempts="ask")

    assert code == 0
    assert 'Anna: try "shake" at the table, then say what happened' in text
    assert "  fall <fallen> <witness>\n" in text
    assert "fallen: one or more of 165 places, such as i11, h11, g11" in text
    assert "witness: one of P2" in text
    assert "  skip: not now. Shake until fewer than a hundred are left." in text
    assert "Written: places as (0,0,0); players by name or as P1; `none` for nothing, `all` for everything." in text
    assert text.count("Those in front stay.\n") == 3  # explained, refused, asked why
    assert "Not Anna: witness is one of others." in text
    assert "There is no place (9,9,9)." in text
    assert "Anna tries “shake”: fall h21 c33, witness Ben." in text


def test_a_few_reports_are_listed() -> None:
    code, text = run(table_from(SMALL), "on d1 d7\non d1\non d1 of Anna\nmiss\n1\n", ["Anna", "Ben"], attempts="ask")

    assert code == 1
    assert "  1 on…   2 miss\n" in text
    assert "There is no die d7." in text
    assert "Not d1 of Anna: landed is some of your hand." in text
    assert "Anna tries “flick”: on d1." in text


def test_the_sample_can_be_reported() -> None:
    table = table_from(GREAT)
    code, text = run(table, "?\n", ["Anna", "Ben"], attempts="ask")
    said = text.split('For example: "')[1].split('"')[0]

    assert code == 1
    assert table.why_not(table.start(), 0, table.parse_move(table.start(), 0, said)) is None


@pytest.mark.parametrize(
    ("dice", "attempts", "asked"),
    [
        ("auto", None, []),
        ("auto", "auto", [0]),
        ("ask", None, [0, 1]),
        ("ask", "auto", [0, 1]),
        ("ask", "odds", []),
        ("auto", "ask", [0, 1]),
        ("auto", "people", [0]),
        ("ask", "people", [0]),
    ],
)
def test_who_is_asked_what_happened(dice: str, attempts: str | None, asked: list[int]) -> None:
    session = Session(table_from(SMALL), ["Anna", "bot"], 3, dice, attempts)
    kinds = []
    for _ in range(2):
        need = session.need()
        kinds.append(need.kind)
        if need.kind == "report":
            session.answer(session.read("miss"))
        else:
            session.advance()

    assert kinds == ["report" if seat in asked else "odds" for seat in (0, 1)]


def test_a_bot_has_somebody_who_tries_for_it() -> None:
    _, text = run(table_from(SMALL), "miss\n", ["Anna", "bot"], attempts="ask")

    assert 'Try "flick" for Ben at the table, then say what happened' in text


def test_attempts_are_asked_or_drawn() -> None:
    with pytest.raises(UsageError):
        Session(table_from(SMALL), ["Anna", "bot"], 3, "auto", "never")


def test_nothing_to_report_is_told() -> None:
    text = SMALL.replace('        "miss"\n', "").replace("some of your hand", "some of floor").partition("example")[0]
    code, said = run(table_from(text), "x\n", ["Anna", "Ben"], attempts="ask")

    assert code == 1
    assert "The game cannot go on (line 7): no outcome of this attempt can be reported." in said


@pytest.mark.usefixtures("unlisted")
def test_a_game_with_great_reports_is_kept_and_gone_on_with() -> None:
    table = table_from(GREAT)
    session = Session(table, ["Anna", "Ben"], 3, attempts="ask")
    session.answer(session.read("fall (1,0,0) (2,2,2) P2"))
    session.answer(session.read("go on"))
    again = Session.resume(table, session.as_saved())

    assert again.state == session.state
    assert again.as_saved().actions[0] == "P1 fall (1,0,0) (2,2,2) P2"


def test_a_report_that_its_text_does_not_tell_is_kept_by_its_values() -> None:
    text = SMALL.replace("hand of each player: 3 numbered dice", "hand of each player: 3 dice").partition("example")[0]
    table = table_from(text)
    state = table.start()
    unusual = Move(0, 0, (0b110,), "on 0 0")  # the last two of three equal dice; those who read take the first two

    kept = action_text(table, state, unusual)
    assert kept == "P1 on 0 0\t=0 6"
    assert read_action(table, state, kept) == unusual
    with pytest.raises(UsageError):
        read_action(table, state, "P1 on 0 0\t=0 x")


@pytest.mark.usefixtures("unlisted")
def test_simulations_audits_and_bots_list_nothing() -> None:
    table = table_from(GREAT)
    assert simulate_games(table.program, 3, 1).games == 3
    Auditor(table, Chance(2)).game()
    session = Session(table, ["bot", "bot"], 4)
    for _ in range(6):
        if session.need().kind != "over":
            session.advance()
    assert session.entries[0].need.kind == "odds"


@pytest.mark.parametrize("text", [GREAT, SMALL], ids=["great", "small"])
def test_examples_with_reports(text: str, tmp_path: Path) -> None:
    path = tmp_path / "attempt.dice"
    path.write_text(text, "utf-8")

    assert [(r.title, [p.message for p in r.problems]) for r in examples_of(path) if not r.holds] == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('table may not report "miss"', "X717"),
        ('table may not report "on"', "X717"),
        ('table may not report "on" d1 d2: "No."', "X717"),
        ('P1 has 6 ways to "on"', "X719"),
        ('P1 may only choose "miss"', "X716"),
        ('P1 may only choose "on" d1, "miss"', "X716"),
        ('table reports "on" d1 of P3', "E450"),
        ('table reports "on" d1 of P2', "X715"),
    ],
)
def test_examples_that_do_not_hold(line: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "attempt.dice"
    path.write_text(f'{SMALL}example "Wrong":\n    {line}\n', "utf-8")
    wrong = list(examples_of(path))[-1]

    assert [p.code for p in wrong.problems] == [code.replace("E450", "X702")]


def test_counting_great_reports_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "attempt.dice"
    path.write_text(f'{GREAT}example "Too many":\n    P1 has 9 ways to "fall"\n', "utf-8")

    assert [p.code for p in list(examples_of(path))[-1].problems] == ["F509"]


def test_walking_through_all_reports_is_refused() -> None:
    table = table_from(GREAT)

    with pytest.raises(UsageError, match="too much can be reported"):
        chain(table, table.start(), lambda state, seat, moves: moves[0], lambda state: False)


def test_a_few_reports_can_be_walked_through() -> None:
    table = table_from(SMALL)
    walked = chain(table, table.start(), lambda state, seat, moves: moves[-1], lambda state: False)

    assert len(walked.states) > 1


def test_listing_reports_stops_in_time() -> None:
    table = load(GREAT).table(2, starter=0)
    state = table.start()

    assert table.alternatives.few_reports(state) is None
    with pytest.raises(Fault):
        table.alternatives.legal_values(state, 0, 0)
    assert table.alternatives.legal_values(state, 0, 1) == []
    assert table.alternatives.legal_values(state, 1, 0) == []
    small = table_from(SMALL)
    found = small.alternatives.few_reports(small.start())
    assert found is not None
    assert found == small.moves(small.start(), 0)
    assert isinstance(State(small, small.start().cells), State)
