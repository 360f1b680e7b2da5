"""Positions as pictures: well-formed, with words for those who do not see them, and every die where it stands."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.examples.testing import position_after
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.show.svg import COLOUR_FILLS, SEATS, picture
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program.members import MEMBERS
from dicedsl.rulebook.library import shipped_files

SVG = "{http://www.w3.org/2000/svg}"


def parts(text: str, tag: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(text).findall(f"{SVG}{tag}")


def words(text: str) -> list[str]:
    return [t.text or "" for t in parts(text, "text")]


def filled(text: str, tag: str = "polygon") -> int:
    """Faces of dice: those in the colour of a seat."""
    return sum(1 for p in parts(text, tag) if p.get("fill") in SEATS)


def played(table: GameTable, turns: int, seed: int = 3) -> State:
    state, chance = table.start(), Chance(seed)
    for _ in range(turns):
        if table.is_over(state):
            break
        if table.turn(state).kind == "chance":
            state = table.apply(state, table.sample(state, chance))
            continue
        moves = table.moves(state, table.turn(state).seats[0])
        state = table.apply(state, moves[chance.below(len(moves))])
    return state


@pytest.fixture(scope="module")
def rasanto() -> GameTable:
    return Game.named("23-rasanto").table(2, starter=0)


def test_a_picture_has_a_title_and_a_description(rasanto: GameTable) -> None:
    state = played(rasanto, 4)
    text = picture(rasanto, state, names=["Anna", "Ben"], title="Four dice", ident="here")
    root = ElementTree.fromstring(text)

    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "here-title here-desc"
    title, desc = parts(text, "title")[0], parts(text, "desc")[0]
    assert (title.get("id"), title.text) == ("here-title", "Four dice")
    assert desc.get("id") == "here-desc"
    assert desc.text is not None
    assert desc.text.startswith(
        "The board pile, places written (a,b,c), with 4 dice. A is a die of Anna. B is a die of Ben. A: ("
    )
    assert picture(rasanto, state) == picture(rasanto, state)


def test_names_are_escaped(rasanto: GameTable) -> None:
    evil = ['<script>"x"&</script>', "Ben"]
    text = picture(rasanto, played(rasanto, 2), names=evil, title="<b>", ident='"><x')

    assert "<script" not in text
    assert "<b>" not in text
    assert parts(text, "title")[0].text == "<b>"
    assert any("<script>" in w for w in words(text))


def test_only_faces_that_nothing_covers_are_drawn(rasanto: GameTable) -> None:
    """Whatever stands on it, a funnel of the plate shows three faces."""
    for turns in (1, 10, 30, 45):
        state = played(rasanto, turns, seed=turns)
        plate = sum(
            1
            for i, place in enumerate(rasanto.program.boards[0].labels)
            if sum(place) == 8 and state.cells[rasanto.reg.taken] >> i & 1
        )
        assert filled(picture(rasanto, state)) == 3 * plate
    assert rasanto.is_over(state)
    assert "with 165 dice" in (parts(picture(rasanto, state), "desc")[0].text or "")


def test_layers_side_by_side_show_every_die(rasanto: GameTable) -> None:
    state = played(rasanto, 45)
    text = picture(rasanto, state, flat=True)
    letters = [w for w in words(text) if w in {"A", "B"}]

    assert len(letters) == 165
    assert [w for w in words(text) if w.startswith("layer")] == [f"layer {i}" for i in range(1, 10)]
    few = picture(rasanto, played(rasanto, 1), flat=True)
    assert [w for w in words(few) if w.startswith("layer")] == ["layer 1"]


def test_marks_are_drawn_and_told() -> None:
    wanted = "supports of (6,0,0)"
    position = position_after(shipped_files()["23-rasanto"], "23-S3 One die leads to three more", [wanted])
    mask = position.places(wanted)
    text = picture(position.table, position.state, names=position.names, marks={"what carries it": mask, "nothing": 0})
    desc = parts(text, "desc")[0].text or ""

    assert len(MEMBERS[mask]) == 3
    assert "Marked as what carries it: (6,0,1), (6,1,0), (7,0,0)." in desc
    assert "Marked as nothing: none." in desc
    assert "what carries it" in words(text)
    rings = [p for p in parts(text, "polygon") if p.get("stroke") == "#c2185b"]
    assert len(rings) == 3


def test_a_grid() -> None:
    table = Game.named("six-by-six").table(2, starter=0)
    state = played(table, 30)
    dice = sum(1 for i in MEMBERS[state.cells[table.reg.taken]])
    text = picture(table, state, marks={"corner": 1})

    assert dice > 0
    assert filled(text, "rect") >= dice
    assert [w for w in words(text)].count("1") >= 2  # heads of rows and columns
    place = table.program.boards[0].labels[0]
    assert f"Marked as corner: ({place[0]},{place[1]})." in (parts(text, "desc")[0].text or "")


def test_other_boards_and_colours() -> None:
    book = """\
game "Cube"
players 2
material:
    board box: (x, y, z) from 0 to 1
    board line: grid 1 by 3
    stock of each player: 4 {0} dice
turn:
    choose:
        "put" one of empty box as spot: move one of your stock to spot
        if nothing fits: nobody wins
cap 6 turns: nobody wins
"""
    table = load(book.format("green")).table(2, starter=0)
    state = played(table, 3)
    text = picture(table, state)

    assert sum(1 for p in parts(text, "rect") if p.get("fill") == COLOUR_FILLS["green"]) == 3 + 2  # and in the legend
    assert {"z = 0", "z = 1"} <= set(words(text))
    assert any("G is green" in w for w in words(text))
    line = picture(table, state, board="line")
    assert "with no dice." in (parts(line, "desc")[0].text or "")
    with pytest.raises(UsageError):
        picture(table, state, board="ring")
    with pytest.raises(UsageError):
        picture(Game.named("pig").table(2), Game.named("pig").table(2).start())


def test_positions_and_places(tmp_path: Path) -> None:
    path = shipped_files()["23-rasanto"]
    title = "23-S1 Two against one: the owner of the two fills"
    corner, hers = "corner of a-side", "(pile where owner of it is Anna)"
    position = position_after(path, title, [corner, hers])

    assert position.names == ("Anna", "Ben")
    assert position.places(corner).bit_count() == 1
    assert position.places(hers).bit_count() == 3
    for wrong in ("directions", "players", "3 +", "nonsense of pile"):
        with pytest.raises(DiceError):
            position_after(path, title, [wrong]).places(wrong)
    with pytest.raises(UsageError):
        position_after(path, "There is none")
    broken = tmp_path / "broken.dice"
    broken.write_text(path.read_text("utf-8").replace("owner of (7,0,0) is Anna", "owner of (7,0,0) is Ben"), "utf-8")
    with pytest.raises(DiceError):
        position_after(broken, "23-S1 Two against one: the owner of the two fills")


STANDING = """\
game "One standing die"
players 2
material:
    board heap: (a, b, c) from 0 to 2 where a + b + c is at most 2
    stock of each player: 3 standing dice
turn:
    choose:
        "put" one of empty heap as spot: move one of your stock to spot
cap 4 turns: nobody wins
example "Stands":
    with Anna, Ben
    given Anna stands on (1,1,0) showing 123
    now face of ((1,1,0), -step of (1,0,0)) is 1 and face of ((1,1,0), -step of (0,1,0)) is 2
    now face of ((1,1,0), -step of (0,0,1)) is 3
"""


def test_a_standing_die_shows_three_numbers(tmp_path: Path) -> None:
    path = tmp_path / "standing.dice"
    path.write_text(STANDING, "utf-8")
    position = position_after(path, "Stands")
    text = picture(position.table, position.state, names=position.names)
    at = {t.text: (float(t.get("x", "0")), float(t.get("y", "0"))) for t in parts(text, "text")}

    # Each face looks away from the corner its coordinate is called after: there the numbers are farthest from it.
    for number, corner in enumerate(("(2,0,0)", "(0,2,0)", "(0,0,2)")):
        x, y = at[corner]
        away = {face: (at[face][0] - x) ** 2 + (at[face][1] - y) ** 2 for face in ("A1", "A2", "A3")}
        assert max(away, key=lambda face: away[face]) == f"A{number + 1}"
