"""Pictures of the table at a terminal: what can be picked carries its name there, and everything is drawn as it stands."""

import io

import pytest

from dicedsl.interpreter.game import load
from dicedsl.interpreter.model.dice_letters import letters_of_players
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.terminal.terminal import play
from dicedsl.interpreter.show.boards import Offer, board_picture, reading_order
from dicedsl.interpreter.show.dice import Letters
from dicedsl.interpreter.show.draw import Look, table_picture_lines, title_line
from dicedsl.interpreter.show.text import Paint, bare, painted, side_by_side
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from tests.play.people import Person, session_of

NAMES = ["you", "Ben"]


def typed(session: Session, *lines: str) -> str:
    """What stands on the screen of somebody who types these lines."""
    output = io.StringIO()
    play(session, input=io.StringIO("\n".join([*lines, "quit", ""])), output=output, rules_text=str)
    return output.getvalue()


def typed_at(columns: int, monkeypatch: pytest.MonkeyPatch, session: Session, *lines: str) -> str:
    monkeypatch.setenv("COLUMNS", str(columns))
    return typed(session, *lines)


def lines_of(table: GameTable, state: State, seat: int | None = 0) -> list[str]:
    return [bare(line) for line in table_picture_lines(model_of(table, state, seat, NAMES), Look(80))]


# ------------------------------------------------------------------ what can be picked


def test_places_are_picked_by_their_names_in_the_picture() -> None:
    told = typed(session_of("rasanto"), "a82")

    assert "as a91: can be picked" in told
    assert "a81 a82\n" in told
    assert "1 a11 a12 a13 a14 a15 a16 a17 a18 a19\n  1   2   3   4   5   6   7   8   9\n" in told
    assert "You put a82." in told


def test_a_place_has_one_name_and_coordinates_mean_the_same() -> None:
    for line in ("a82", "A82", "put a82", "(7,1,0)", "7 1 0", "put 7 1 0", "put (7,1,0)"):
        assert "You put a82." in typed(session_of("rasanto"), line), line


def test_a_die_that_can_be_picked_is_read_beside_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    broad = typed_at(100, monkeypatch, session_of("reducto"))
    narrow = typed_at(60, monkeypatch, session_of("reducto"))

    for told in (broad, narrow):
        assert "a52 K536: score +1" in told
    assert " a52:K536 " in broad
    assert " *K536" in narrow and "a52:" not in narrow


def test_a_place_keeps_its_name_from_move_to_move() -> None:
    session = session_of("six by six")
    names = [place.text for place in model_of(session.table, session.state, 0, NAMES).boards[0].places]
    play(session, input=Person(session, 20, seed=3), output=io.StringIO(), rules_text=str)

    assert [place.text for place in model_of(session.table, session.state, 0, NAMES).boards[0].places] == names
    assert len(set(names)) == 36 and {"1-1", "6-6", "3-2"} <= set(names)


def test_the_place_picked_first_is_marked_while_the_second_is_asked_for() -> None:
    told = typed(session_of("flea chase"), "a61")

    assert "> picked" in told
    assert "jump a61: where to?" in told
    assert ">Y" in told.split("jump a61: where to?")[0]


def test_a_part_of_the_board_that_the_rules_speak_of_is_drawn() -> None:
    session = session_of("flea chase")
    told = typed(session)
    board = model_of(session.table, session.state, 0, NAMES).boards[0]

    assert ": home" in told
    assert ":   :   :   :   .   B   B   B   B\n" in told
    assert {place.at for place in board.places if place.parts} == {p.at for p in board.places if p.at[2] >= 5}
    assert all(place.parts in {(), ("home",)} for place in board.places)


def test_what_others_have_just_done_is_pointed_out() -> None:
    told = typed(session_of("flea chase"), "jump (5,0,3) (4,1,3)").split("Ben jumps from a37 to b17.")[1]

    assert "! just now" in told
    assert "3 :   :   .   .   .   B   !" in told
    assert ".  B! ." in told
    assert told.count("!") == 3


@pytest.mark.parametrize("name", ["turned over", "six by six", "rasanto", "two out of three"])
def test_places_are_told_in_the_order_in_which_they_are_read(name: str) -> None:
    session = session_of(name)
    board = model_of(session.table, session.state, 0, NAMES[: session.table.players]).boards[0]
    order = reading_order(board)
    numbers = {key: str(number) for number, key in enumerate(order, start=1)}
    letters = Letters(model_of(session.table, session.state, 0, NAMES[: session.table.players]))
    found = board_picture(board, letters, 400, Offer(numbers), colour=True)
    signs = painted("x", Paint.BOLD, Paint.REVERSE).partition("x")[0]
    words = [word for block in found.blocks for line in block for word in line.split()]
    read = [int(bare(word)) for word in words if word.startswith(signs)]

    assert sorted(order) == list(range(len(board.places)))
    assert read == sorted(map(int, numbers.values()))


def test_what_cannot_be_picked_stands_back() -> None:
    session = session_of("slide")
    model = model_of(session.table, session.state, 0, NAMES)
    keys = [place.key for place in model.boards[0].places if place.die is not None]
    first, second = keys[0], keys[1]
    lines = board_picture(
        model.boards[0], Letters(model), 400, Offer({first: model.boards[0].places[first].text}), everything=True
    ).lines(400)
    die = model.boards[0].places[second].die
    assert die is not None

    assert painted(Letters(model).text(die), Paint.DIM, *Letters(model).paint(die)) in "\n".join(lines)


def test_a_heap_is_drawn_by_layers() -> None:
    session = session_of("turned over")
    while not session.need().is_person:
        session.advance()
    model = model_of(session.table, session.state, 0, NAMES[: session.table.players])
    blocks = board_picture(model.boards[0], Letters(model), 80, Offer({0: model.boards[0].places[0].text})).blocks

    titles = ["a: layer 1", "b: layer 2", "c: layer 3", "d: top"]
    assert all(block[0].startswith(title) for block, title in zip(blocks, titles, strict=True))
    # Each row after what it is called, and below all of them what the places are called.
    rows = [
        [bare(line).removeprefix(title).split() for line in block[:-1] if bare(line) != title]
        for block, title in zip(blocks, titles, strict=True)
    ]
    assert [[len(row) - 1 for row in block] for block in rows] == [
        [1, 2, 3, 4, 5, 6, 7],
        [1, 2, 3, 4, 5],
        [1, 2, 3],
        [1],
    ]


# ------------------------------------------------------------------ dice of somebody

ROWS = """\
game "Rows"
players 2
material:
    loose dice of each player: 2 numbered dice
    laid dice of each player and row: no dice
words:
    kind row, rows: low, high
    die tried is fitting when number of tried is more than count of your laid dice at low
turn:
    roll your loose dice
    choose:
        "lay" one of your loose dice as chosen: move chosen to your laid dice at low
cap 4 turns: nobody wins
"""


def rows_after(*numbers: tuple[int, ...]) -> tuple[GameTable, State]:
    table = load(ROWS).table(2, starter=0)
    session = Session(table, NAMES, 1, "ask")
    for number, roll in enumerate(numbers):
        session.enter_roll(roll)
        if number + 1 < len(numbers):
            session.answer(session.read("lay d1"))
    return table, session.state


def test_zones_of_a_family_stand_below_each_other_with_the_empty_ones() -> None:
    lines = lines_of(*rows_after((3, 4), (5, 6)))

    at = lines.index("your laid dice:    Ben's laid dice:")
    assert lines[at + 1 : at + 3] == ["  low   d1[3]        low   .", "  high  .            high  ."]


def test_what_a_sheet_says_of_zones_stands_with_them_and_no_die_is_broken() -> None:
    session = session_of("diangle")
    told = typed(session).splitlines()
    sheet, free = model_of(session.table, session.state, 0, NAMES).sheets
    rows = [line for line in told if line.startswith("  top ")]

    assert sheet.rows[0][0] == free.rows[0][0] == "top"
    assert rows[0].split() == ["top", f"{sheet.rows[0][1][0]},", free.rows[0][1][0], "."]
    assert not any(line.count("[") != line.count("]") for line in told)
    assert not any(line.startswith(sheet.name) for line in told)


def test_a_mark_that_asks_who_acts_is_not_drawn_on_the_dice_of_others() -> None:
    table, state = rows_after((3, 4), (5, 6))
    zones = {zone.title: zone for zone in model_of(table, state, 0, NAMES).zones}

    assert all(die.marks == ("fitting",) for die in zones["Ben's loose dice"].dice)
    assert [die.marks for die in zones["your loose dice"].dice] == [()]


def test_the_title_says_who_is_to_act() -> None:
    table, state = rows_after((3, 4))

    def title(seat: int) -> str:
        return bare(title_line(model_of(table, state, seat, ["you" if s == seat else "Ben" for s in (0, 1)]), Look(80)))

    assert " your turn " in title(0)
    assert " Ben on turn " in title(1)


def test_a_board_is_shown_as_it_stood_before_it_was_cleared() -> None:
    session = session_of("six by six")
    output = io.StringIO()
    play(session, input=Person(session, 400, seed=3), output=output, rules_text=str)
    cleared = output.getvalue().split("round 1, before the board was cleared")[1].split("──\n")[1]
    ended = output.getvalue().split("the end ")[1]

    assert "   1  2  3  4  5  6\n6  .  . B4  . B2  .\n5  .  .  .  . B2  .\n" in cleared
    assert "6 B6  . B4 B3  .  ." in ended


def test_boxes_of_a_sheet_stand_in_their_order_the_shorter_part_first() -> None:
    lines = typed(session_of("yahtzee")).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("ones "))

    assert [line.split()[0] for line in lines[at : at + 6]] == ["ones", "twos", "threes", "fours", "fives", "sixes"]
    assert lines[at].split()[2] == "three-alike"


def test_the_layers_of_a_pile_stand_on_one_line() -> None:
    blocks = [["a", "3", "2", "1"], ["b", "2", "1"], ["c", "1"]]
    assert side_by_side(blocks, 20, stand=True) == ["a", "3  b", "2  2  c", "1  1  1"]
    assert side_by_side(blocks[:2], 20) == ["a  b", "3  2", "2  1", "1"]


def test_where_room_is_scarce_dice_that_look_all_the_same_have_no_names_and_the_whole_pile_is_seen() -> None:
    session = session_of("mikado")
    while not session.need().is_person:
        session.advance()
    model = model_of(session.table, session.state, session.need().seat, NAMES[: session.table.players])
    places = model.boards[0].places
    offered = {model.boards[0].name: Offer({place.key: place.text for place in places if place.die is not None})}
    roomy = [bare(line) for line in table_picture_lines(model, Look(80, offered=offered, colour=True))]
    scarce = [bare(line) for line in table_picture_lines(model, Look(80, 19, offered=offered, colour=True))]

    assert any("a91" in line for line in roomy) and len(roomy) > 19 >= len(scarce)
    assert not any("a91" in line or "there is more" in line for line in scarce)
    drawn_dice = [line for line in scarce if not line.startswith(f"{model.boards[0].name}: ")]
    assert sum(line.count("X") for line in drawn_dice) == sum(place.die is not None for place in places)


def test_no_letter_of_a_player_with_a_number_is_the_name_of_another() -> None:
    assert letters_of_players(["Player 1", "Player 2"], 0) == ["A", "B"]
    assert letters_of_players(["Anna", "Ben"], 0) == ["Y", "B"]
    assert letters_of_players(["Anna", "Alf"]) == ["A", "B"]
    assert letters_of_players(["Anna", "Ben"], None, {"B"}) == ["A", "B"]
