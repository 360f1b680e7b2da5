"""Real dice: how they are typed, what is not asked for, how an earlier entry is corrected, the score sheet and the clock."""

from __future__ import annotations

import pytest

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.play.session.correcting import correct, reveal
from dicedsl.interpreter.play.session.real_dice import TypedRoll, heaps_of, read_numbers
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.telling.sheet import clock, score_sheet
from dicedsl.interpreter.state import Move, Outcome
from dicedsl.rulebook.library import games
from tests.saves.playing import go_on, new_session


def by_hand(name: str, players: int = 2) -> Session:
    table = Game.named(name).table(players, starter=0)
    return Session(table, ["Anna", "Ben", "Cleo"][:players], 5, "ask")


# ------------------------------------------------------------------ typing


@pytest.mark.parametrize("text", ["123456", "1 2 3 4 5 6", "1,2,3,4,5,6", "12 34 56", "  123 456 "])
def test_dice_are_typed_with_or_without_blanks(text: str) -> None:
    session = by_hand("keep-on-rolling")
    session.enter_typed_roll(text)

    assert session.action_texts() == ["roll 1 2 3 4 5 6"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("12345", "6 dice are rolled, but 5 numbers given"),
        ("1234567", "6 dice are rolled, but 7 numbers given"),
        ("123457", "no die here can show 7"),
        ("1 2 3 4 5 0", "no die here can show 0"),
        ("one two", "type the numbers the dice show"),
        ("", "type the numbers the dice show"),
        ("9" * 5000, "6 dice are rolled, but 5000 numbers given"),
        ("1 2 3 4 5 " + "6" * 5000, "no die here can show 66666666666666666666$"),
        ("-1 2 3 4 5 6", "type the numbers the dice show"),
    ],
)
def test_what_cannot_have_fallen_is_refused(text: str, sentence: str) -> None:
    session = by_hand("keep-on-rolling")
    with pytest.raises(UsageError, match=sentence):
        read_numbers(session.table, session.state, text)


def test_dice_of_many_faces_need_blanks() -> None:
    text = 'game "Twenty"\nplayers 1\nmaterial:\n    cup: 2 dice with faces 1 to 20\nturn:\n    roll cup\n    nobody wins\n'
    table = load(text).table(1)
    state = next(s for s in (table.apply(table.start(), Outcome((0,))), table.start()) if table.rolling(s))

    assert read_numbers(table, state, "12 3") == (12, 3)
    with pytest.raises(UsageError, match="2 dice are rolled, but 1 numbers given"):
        read_numbers(table, state, "12")


@pytest.mark.parametrize("name", ["35-slide", "43-greedy-grabber", "50-pharaohs-curse"])
def test_a_pile_is_typed_row_by_row(name: str) -> None:
    session = by_hand(name, 3 if name.startswith(("43", "50")) else 2)
    while len(session.table.rolling(session.state)) < 25:
        session.enter_roll(session.table.sample(session.state, Chance(1)).values)
    dice = session.table.rolling(session.state)
    heaps = heaps_of(session.table, session.state)
    pile = TypedRoll(session.table, session.state)

    assert sorted(die for heap in heaps for die in heap.dice) == sorted(dice)
    assert len(heaps) > 4 and all(heap.name for heap in heaps)
    assert len({heap.name for heap in heaps}) == len(heaps)
    pile.take("123" * len(heaps[0].dice))
    assert len(pile.heaps) == len(heaps) - 1
    for wrong in ("12", "7" * len(heaps[1].dice), "123 " * (sum(len(heap.dice) for heap in pile.heaps) + 1)):
        with pytest.raises(UsageError):
            pile.take(wrong)
    pile.take("135" * len(heaps[1].dice) + " 135" * len(heaps[2].dice))  # two rows at once
    pile.take("624 " * sum(len(heap.dice) for heap in pile.heaps))
    assert not pile.heaps
    entry = session.enter_roll(pile.numbers)

    shown = dict(zip(dice, entry.action.values, strict=True))
    assert {shown[die] for die in heaps[0].dice} == {123}
    assert {shown[die] for heap in heaps[1:3] for die in heap.dice} == {135}
    assert {shown[die] for heap in heaps[3:] for die in heap.dice} == {624}


def test_many_lots_are_typed_in_one_line() -> None:
    session = by_hand("39-el-dado")
    done = session.enter_typed_roll("gold blue blu, red r")

    assert [entry.action.text for entry in done if isinstance(entry.action, Outcome)] == [
        "gold",
        "blue",
        "blue",
        "red",
        "red",
    ]
    with pytest.raises(UsageError, match="one of these is drawn: blue, green, black, red"):
        session.enter_typed_roll("red pink")
    assert session.action_texts()[-1] == "draw red"


def test_plain_dice_are_drawn_by_their_looks() -> None:
    session = by_hand("46-reducto")
    session.enter_typed_roll("green red black green")
    colours = [session.table.program.dice[e.action.values[0]].colour for e in session.entries]

    assert colours == ["green", "red", "black", "green"]
    assert Session.resume(session.table, session.as_saved()).state == session.state


def test_a_lot_that_could_be_several_is_refused() -> None:
    session = by_hand("39-el-dado")
    with pytest.raises(UsageError, match="one of these is drawn: gold, blue, green, black, red"):
        session.enter_typed_roll("g")
    assert session.entries == []


# ------------------------------------------------------------------ what is asked for


def typed_before_a_choice(name: str) -> int:
    """How many dice and lots somebody has to type before anybody may choose."""
    game = Game.named(name)
    table = game.table()
    session = Session(table, [f"N{i}" for i in range(table.players)], 1, "ask")
    asked = 0
    for _ in range(500):
        need = session.need()
        if need.kind == "typed":
            asked += len(table.rolling(session.state)) or 1
            session.enter_roll(table.sample(session.state, Chance(asked)).values)
        elif need.is_person or need.kind == "over":
            break
        else:
            session.advance()
    return asked


def test_what_nobody_may_see_is_not_asked_for() -> None:
    assert typed_before_a_choice("15-storing-scores") == 1  # who begins; the 45 hidden dice fall by themselves
    assert typed_before_a_choice("46-reducto") == 90  # who begins, 44 colours (the last follows) and 45 dice


def test_a_lot_of_one_is_not_drawn_by_hand() -> None:
    assert by_hand_alone("turned-over") != "P1"


def by_hand_alone(name: str) -> str:
    table = Game.named(name).table(1)
    session = Session(table, ["Anna"], 1, "ask")
    list(session.run())
    return table.outcomes(session.state)[0].text


# ------------------------------------------------------------------ correcting


def rolling_on() -> Session:
    session = by_hand("keep-on-rolling")
    session.enter_typed_roll("551364")
    session.answer(session.read("set aside 5 5"))
    session.answer(session.read("roll on"))
    session.enter_typed_roll("1122")
    session.answer(session.read("set aside 1 1"))
    return session


def test_an_earlier_roll_is_corrected_and_the_rest_repeated() -> None:
    session = rolling_on()
    done = correct(session, 4, "1121")

    assert done.dropped == ()
    assert session.action_texts()[3:] == ["roll 1 1 2 1", session.action_texts()[4]]
    assert len(session.entries) == 5
    again = Session.resume(session.table, session.as_saved())
    assert again.state == session.state


def test_what_no_longer_fits_is_dropped_and_told() -> None:
    session = rolling_on()
    texts = list(session.action_texts())
    done = correct(session, 1, "651344")

    assert session.action_texts() == ["roll 6 5 1 3 4 4"]  # the first two no longer match
    assert [entry.action.text for entry in done.dropped] == ["set aside d1 d2", "roll on", "1 1 2 2", "set aside d3 d4"]
    assert session.need().kind == "choose" and len(texts) == 5


def test_a_move_is_corrected() -> None:
    session = rolling_on()
    correct(session, 5, session.table.moves(session.entries[4].before, 0)[-1])

    assert session.entries[4].action == session.table.moves(session.entries[4].before, 0)[-1]
    with pytest.raises(UsageError):
        correct(session, 5, "set aside 6")
    assert len(session.entries) == 5


def test_only_what_was_typed_is_corrected() -> None:
    session = rolling_on()
    for number in (0, 6, -1):
        with pytest.raises(UsageError, match="there is no entry"):
            correct(session, number, "1")
    with pytest.raises(UsageError, match="no die here can show 9"):
        correct(session, 1, "999999")
    automatic = go_on(new_session("pig", ["Anna", "bot"]), 5)
    with pytest.raises(UsageError, match="only a game with real dice"):
        correct(automatic, 1, "P1")


@pytest.mark.parametrize("name", ["farkle", "liars-dice", "six-by-six", "06-dice-mikado", "yahtzee"])
def test_a_correction_is_the_game_that_would_have_been(name: str) -> None:
    """Whatever is corrected: the game is one that can be repeated, and an entry corrected to itself changes nothing."""
    corrected = 0
    for at in (1, 3, 6, 9):
        session = go_on(new_session(name, ["Anna", "Ben"], dice="ask"), 14)
        entries, state = list(session.entries), session.state
        if at > len(entries) or entries[at - 1].need.kind not in {"typed", "choose", "report"}:
            continue
        same = correct(session, at, entries[at - 1].action)
        assert same.dropped == () and session.state == state
        before = entries[at - 1].before
        table = session.table
        if entries[at - 1].need.kind == "report":
            other: Move | Outcome = table.report_by_odds(before, Chance(99))
        else:
            others = table.moves(before, entries[at - 1].need.seat) or table.outcomes(before)
            other = others[len(others) // 2]
        done = correct(session, at, other)
        corrected += 1
        assert [entry.action for entry in session.entries[: at - 1]] == [entry.action for entry in entries[: at - 1]]
        assert session.entries[at - 1].action == other
        assert len(session.entries) == len(entries) - len(done.dropped)
        assert Session.resume(table, session.as_saved()).state == session.state
    assert corrected > 1


# ------------------------------------------------------------------ undo


def test_nobody_takes_back_what_another_person_decided() -> None:
    session = new_session("liars-dice", ["Anna", "Ben", "Cleo"])
    list(session.run())
    first = session.need().seat
    session.answer(session.moves()[0])
    second = session.need().seat
    assert second != first
    with pytest.raises(UsageError, match="nobody else can take it back"):
        session.undo()
    with pytest.raises(UsageError, match="nobody else can take it back"):
        session.undo(second)
    session.undo(first)
    assert session.need().seat == first
    session.answer(session.moves()[0])
    session.answer(session.moves()[0])
    with pytest.raises(UsageError, match="nobody else can take it back"):
        session.undo(first)


# ------------------------------------------------------------------ reports


def test_a_report_may_say_only_what_came_of_it() -> None:
    session = new_session("07-flickers", ["Anna", "Ben"], attempts="ask")
    list(session.run())
    assert session.need().kind == "report"
    session.answer(session.read("on by lot"))
    assert session.action_texts()[-1].startswith(f"P{session.entries[-1].need.seat + 1} on")
    with pytest.raises(UsageError, match="say what came of it: on, miss"):
        session.read("flies away by lot")
    with pytest.raises(UsageError, match="was not found by lot"):
        session.read("miss 40 by lot")
    session.answer(session.read("miss 1 by lot"))
    hit = session.entries[-1].action.values[0]
    assert hit.bit_count() == 1
    assert Session.resume(session.table, session.as_saved()).state == session.state


# ------------------------------------------------------------------ the sheet and the clock


def test_the_score_sheet_has_a_line_for_every_turn() -> None:
    session = go_on(new_session("pig", ["Anna", "bot"]))
    sheet = score_sheet(session)

    assert sheet.columns == ("score",)
    assert sheet.players == ("Anna", "bot")
    assert session.result is not None
    assert len(sheet.lines) == session.state.cells[session.table.reg.turns_played]
    assert [line.entry for line in sheet.lines] == sorted({line.entry for line in sheet.lines})
    last = sheet.lines[-1].values[0]
    assert max(value for value in last if value is not None) >= 100
    for earlier, later in zip(sheet.lines, sheet.lines[1:], strict=False):
        assert all(
            a is not None and b is not None and a <= b for a, b in zip(earlier.values[0], later.values[0], strict=True)
        )


@pytest.mark.parametrize("name", [name for name, _ in games()][::6])
def test_every_game_has_a_sheet(name: str) -> None:
    table = Game.named(name).table()
    session = go_on(Session(table, [f"N{i}" for i in range(table.players)], 1), 60)
    sheet = score_sheet(session)

    for line in sheet.lines:
        assert len(line.values) == len(sheet.columns)
        assert all(len(values) == table.players for values in line.values)


def test_the_clock_counts_what_people_took() -> None:
    session = go_on(new_session("pig", ["Anna", "bot"]), 40)
    times = clock(session)
    people = [entry for entry in session.entries if entry.need.kind == "choose"]

    assert times.seats[1] == 0
    assert times.seats[0] == sum(entry.took for entry in people) > 0
    assert [at for at, _ in times.entries] == sorted(at for at, _ in times.entries)
    assert clock(Session.resume(session.table, session.as_saved())) == times


# ------------------------------------------------------------------ what cannot be seen yet


def test_a_die_that_cannot_be_seen_is_told_later() -> None:
    session = by_hand("35-slide")
    pile = session.typed_roll()
    first = pile.heaps[0]
    pile.take("123" * (len(first.dice) - 1) + "?" if len(first.dice) > 1 else "?")
    pile.take("rest")
    entry = session.enter_roll(pile.numbers)
    go_on(session, 6)
    texts = list(session.action_texts())
    table, cells = session.table, list(entry.before.cells)
    stays = [die for die in range(165) if table.words.place_of(die, list(session.state.cells))]
    place = table.words.place_of(stays[len(stays) // 2], cells)
    done = reveal(session, place, 513)

    at = table.rolling(entry.before).index(stays[len(stays) // 2])
    corrected = session.entries[0].action
    assert isinstance(corrected, Outcome) and isinstance(entry.action, Outcome)
    assert corrected.values[at] == 513
    assert corrected.values[:at] == entry.action.values[:at]
    assert corrected.values[at + 1 :] == entry.action.values[at + 1 :]
    assert len(session.entries) == len(texts) - len(done.dropped)
    for wrong in (("(99,0,0)", 513), (place, 999)):
        with pytest.raises(UsageError):
            reveal(session, *wrong)


def test_what_cannot_be_seen_is_the_same_each_time() -> None:
    one, other = by_hand("keep-on-rolling"), by_hand("keep-on-rolling")
    one.enter_typed_roll("12??56")
    other.enter_typed_roll("1 2 ? ? 5 6")

    assert one.action_texts() == other.action_texts()
    assert Session.resume(one.table, one.as_saved()).state == one.state
