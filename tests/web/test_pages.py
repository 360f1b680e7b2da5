"""Pages as they are sent: what can be pressed on them plays the game, and nothing else does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

pytest.importorskip("nicegui")

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.corner_sides import corner_sides
from dicedsl.interpreter.model.records import Die
from dicedsl.interpreter.play.keeping import GameStore, KeptGame
from dicedsl.interpreter.play.session.replay import Replay
from dicedsl.interpreter.play.session.saved_game import SavedGame
from dicedsl.interpreter.web.dice_pictures import picture
from dicedsl.interpreter.web.gallery import Gallery, GalleryExits, plays
from dicedsl.interpreter.web.lobby import Lobby
from dicedsl.interpreter.web.markup import tag, text
from dicedsl.interpreter.web.page import Page
from dicedsl.interpreter.web.pile_view import PileView
from dicedsl.interpreter.web.replay_page import ReplayPage
from dicedsl.interpreter.web.rules_page import rules_html
from dicedsl.interpreter.web.server import new_hall
from dicedsl.interpreter.web.server_drawing import Press
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.interpreter.web.table_opening import TableWish, open_table, restore_by_link, resume_game
from dicedsl.rulebook.library import games
from tests.play.test_questions import MARSH

from .person import Person, Read, books, sitting_of

SHORT: dict[str, dict[str, Any]] = {
    "pig": {"options": {"goal": 30}},
    "farkle": {},
    "yahtzee": {},
    "liars-dice": {"options": {"dice per player": 2}},
    "six-by-six": {},
}


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_is_played_by_what_the_keyboard_reaches(game: str) -> None:
    person = Person(sitting_of(game, "Ann", "Ben", seed=4, **SHORT[game]), seed=4)
    assert person.play(most=4000), f"not over after {person.presses} presses"
    read = Read(person.pages[0].html())
    assert "is over" in read.text
    assert not [t for t in read.pressable() if t.do.partition(":")[0] in {"way", "option", "board", "zone"}]


@pytest.mark.parametrize("game", ["26-dora", "46-reducto", "turned-over", "35-slide", "perfecto", "wolf", "23-rasanto"])
def test_games_with_piles_and_secrets_go_on_by_pressing(game: str) -> None:
    name = next(name for name, _ in games() if name.endswith(game))
    person = Person(sitting_of(name, "Ann", "Ben", seed=2), seed=2)
    person.play(most=25)
    assert person.presses >= 25 or person.is_over
    assert len(person.sitting.session.entries) > 6


@pytest.mark.soak
@pytest.mark.parametrize("game", [name for name, _ in games()])
def test_every_game_goes_on_by_pressing(game: str) -> None:
    from dicedsl.interpreter.game import Game
    from dicedsl.rulebook.setting import checked_players, fits

    about = Game.named(game).about
    seats = [f"N{i}" for i in range(2 if fits(about, 2) else checked_players(about, None))]
    person = Person(sitting_of(game, *seats, seed=3), seed=3)
    person.play(most=60)
    assert person.is_over or person.presses == 60


# ------------------------------------------------------------------ choosing


def test_what_cannot_be_picked_says_why_in_the_rules_own_words() -> None:
    sitting = sitting_of("farkle", "Ann", "quick", seed=3, starter=0)
    person = Person(sitting)
    page = person.pages[0]
    dice = [die.number for die in page.model.zones[0].dice]
    useless = next(at for at, number in enumerate(dice) if number not in {1, 5} and dice.count(number) < 3)
    before = len(sitting.session.entries)
    page.handle_press(Press(f"zone:0:{useless}"))
    said = Read(page.html())
    alert = next(t for t in said.things if t.attributes.get("role") == "alert")
    assert len(" ".join(alert.words)) > 12
    assert len(sitting.session.entries) == before


def test_a_row_of_the_sheet_is_the_box_and_tells_what_it_is_worth() -> None:
    person = Person(sitting_of("yahtzee", "Ann", "Ben", seed=3, starter=0))
    page = person.pages[0]
    rows = {t.label: t for t in Read(page.html()).things if t.do.startswith("sheet:") and t.name == "button"}
    chance = next(label for label in rows if label.startswith("chance"))
    total = sum(die.number or 0 for die in page.model.zones[0].dice)
    assert str(total) in chance
    page.handle_press(Press(rows[chance].do))
    assert any(str(total) in value for _, row in page.model.sheets[0].rows for value in row)


def test_a_stale_or_foreign_press_changes_nothing() -> None:
    sitting = sitting_of("pig", "Ann", "Ben", seed=3, starter=0)
    person = Person(sitting)
    before = list(sitting.session.entries)
    ann, ben = person.pages[0], person.pages[1]
    onlooker = Page(sitting, None, person.go_on)
    ann.handle_press(Press("way:0", is_fresh=False))
    for wrong in (
        "way:99",
        "way:-1",
        "way:",
        "option:0",
        "board:0:0",
        "zone:9:9",
        "zone:0:0",
        "done",
        "lot:0",
        "fell:3",
        "x",
        "",
    ):
        ann.handle_press(Press(wrong))
    for do in ("way:0", "undo", "done", "named", "zone:0:0"):
        ben.handle_press(Press(do, {"name": ""}))
        onlooker.handle_press(Press(do, {"name": "Eve"}))
    assert sitting.session.entries == before
    assert sitting.names == ["Ann", "Ben"]


def test_the_stamp_of_a_page_changes_with_every_question() -> None:
    person = Person(sitting_of("pig", "Ann", "Ben", seed=3, starter=0))
    page = person.pages[0]
    first = page.stamp
    page.handle_press(Press("way:0"))
    assert page.stamp != first


def test_real_dice_are_clicked_or_typed() -> None:
    sitting = sitting_of("yahtzee", "Ann", "Ben", dice="ask", starter=0)
    page = Page(sitting, 0, lambda: None)
    other = Page(sitting, 1, lambda: None)
    for number in (6, 6, 2, 3):
        page.handle_press(Press(f"fell:{number}"))
    assert "4 of 5: 6 6 2 3" in Read(page.html()).text
    page.handle_press(Press("unfell"))
    page.handle_press(Press("fell:9"))
    other.handle_press(Press("fell:1"))
    assert not sitting.session.entries
    page.handle_press(Press("fell:3"))
    page.handle_press(Press("fell:1"))
    page.refresh()
    assert sorted(d.number or 0 for d in page.model.zones[0].dice) == [1, 2, 3, 6, 6]
    page.handle_press(Press("undo"))
    page.handle_press(Press("typed", {"numbers": "12345"}))
    page.refresh()
    assert sorted(d.number or 0 for d in page.model.zones[0].dice) == [1, 2, 3, 4, 5]


def test_undo_never_takes_back_what_somebody_else_decided() -> None:
    person = Person(sitting_of("liars-dice", "Ann", "Ben", seed=2, starter=0))
    ann, ben = person.pages[0], person.pages[1]
    while person.sitting.need.seat == 0:
        assert person.press()
    before = len(person.sitting.session.entries)
    ben.handle_press(Press("undo"))
    assert len(person.sitting.session.entries) == before
    assert ben.refused
    ann.handle_press(Press("undo"))
    assert len(person.sitting.session.entries) < before or ann.refused


# ------------------------------------------------------------------ several people


def test_one_screen_for_all_is_covered_when_it_goes_to_the_next() -> None:
    sitting = sitting_of("liars-dice", "Ann", "Ben", seed=2, starter=0)
    while sitting.step():
        pass
    page = Page(sitting, 0, lambda: None, shares=(0, 1))
    hidden = [die.number for die in sitting.model(1).zones[1].dice]
    assert hidden
    for _ in range(6):
        found = [t for t in Read(page.html()).pressable() if t.do.partition(":")[0] in {"way", "option"}]
        fresh = [t for t in found if "dd-chosen" not in t.classes]
        if sitting.need.seat == 0:
            page.handle_press(Press(next((t.do for t in fresh if t.do.startswith("option:")), fresh[0].do)))
    assert sitting.need.seat == 1
    page.refresh()
    covered = Read(page.html())
    assert "Pass the screen to Ben" in covered.text
    assert not [t for t in covered.things if "dd-die" in t.classes]
    page.handle_press(Press("way:0"))
    assert page.covers
    page.handle_press(Press("shown"))
    assert [t for t in Read(page.html()).things if "dd-die" in t.classes]


def test_people_say_what_they_are_called() -> None:
    sitting = sitting_of("pig", "Player 1", "Player 2", starter=0)
    sitting.unnamed.update({0, 1})
    page = Page(sitting, 0, lambda: None)
    assert any(t.do == "named" for t in Read(page.html()).things)
    page.handle_press(Press("named", {"name": "  Ann <b>&  "}))
    page.refresh()
    assert sitting.names[0] == "Ann <b>&"
    assert "<b>&" not in page.html().replace("<b>&amp;", "").replace("Ann &lt;b&gt;&amp;", "")
    assert not any(t.do == "named" for t in Read(page.html()).things)
    for wrong in ("", "ann <B>&", "x" * 25, "a\u202eb"):
        with pytest.raises(UsageError):
            sitting.sit_down(1, wrong)


def test_the_same_seat_twice_shows_the_same() -> None:
    person = Person(sitting_of("farkle", "Ann", "Ben", seed=2))
    again = Page(person.sitting, 0, person.go_on)
    person.sitting.add_listener(again.refresh)
    compared = 0
    for _ in range(20):
        before = len(person.sitting.session.entries)
        person.press()
        if len(person.sitting.session.entries) > before:
            assert again.html() == person.pages[0].html()
            compared += 1
    assert compared > 3


def test_the_lobby_has_a_code_for_every_seat_and_no_seat_knows_the_links_of_others() -> None:
    sitting = sitting_of("perfecto", "Ann", "Ben", "quick")
    lobby = Lobby(sitting, lambda known: f"http://127.0.0.1:1/1/{known.token}").html()
    assert lobby.count("<svg") == 4  # two people, one screen for both, onlookers
    tokens = [known.token for known in sitting.passes]
    assert len(set(tokens)) == len(tokens) and all(len(token) >= 22 for token in tokens)
    for seat in (0, 1, None):
        html = Page(sitting, seat, lambda: None).html()
        assert not any(token in html for token in tokens)
    assert all(sitting.pass_with_token(token) for token in tokens)
    assert (
        sitting.pass_with_token(tokens[0][:-1]) is None
        and sitting.pass_with_token("") is None
        and sitting.pass_with_token("ü") is None
    )
    assert not any(token in repr(sitting.passes) for token in tokens)


# ------------------------------------------------------------------ choosing a game, going on, looking again


class _Doors:
    def __init__(self) -> None:
        self.tables: list[Sitting] = []
        self.kept: list[object] = []
        self.exits = GalleryExits(self.tables.append, self.kept.append)


def test_a_game_is_chosen_set_up_and_gone_on_with(tmp_path: Path) -> None:
    store, exits = GameStore(tmp_path / "games.sqlite"), _Doors()
    gallery = Gallery(exits.exits, store, books())
    every = len([t for t in Read(gallery.html()).things if t.do.startswith("game:")])
    gallery.handle_press(Press("count:5"))
    some = [t.do for t in Read(gallery.html()).things if t.do.startswith("game:")]
    assert every >= 77 > len(some) > 5
    gallery.handle_press(Press("game:pig"))
    gallery.handle_press(Press("players", {"players": "3"}))
    typed = {"who0": "person", "name0": "Ann", "who1": "person", "who2": "random", "option0": "100"}
    gallery.handle_press(Press("begin", {**typed, "option0": "5"}))
    assert "goal" in gallery.refused and not exits.tables
    gallery.handle_press(Press("begin", typed))
    sitting = exits.tables[0]
    assert sitting.names == ["Ann", "Player 2", "random bot"]
    assert sitting.unnamed == {1}
    assert dict(sitting.session.table.setting.options) == {"goal": 100}
    person = Person(sitting)
    person.play(most=6)
    entries = len(sitting.session.entries)
    assert sitting.keeper is not None
    sitting.keeper.release()
    gallery.handle_press(Press("leave"))
    go_on = next(t.do for t in Read(gallery.html()).things if t.do.startswith("resume:"))
    gallery.handle_press(Press(go_on))
    again = exits.tables[1]
    assert len(again.session.entries) <= entries
    assert again.session.entries[-1].need.is_person or entries - len(again.session.entries) < 3
    assert Person(again).play(most=3000)
    gallery.handle_press(Press("leave"))
    gallery.handle_press(Press(next(t.do for t in Read(gallery.html()).things if t.do.startswith("replay:"))))
    assert len(exits.kept) == 1


def test_what_a_page_acknowledges_is_on_the_disk(tmp_path: Path) -> None:
    sitting = open_table(TableWish("pig", ("Ann", "Ben")), GameStore(tmp_path / "games.sqlite"), books())
    person = Person(sitting, seed=3)
    for _ in range(10):
        if sitting.need.kind != "choose":
            break
        person.press()
        saved: SavedGame = (other := GameStore(tmp_path / "games.sqlite")).read(other.games()[0])
        other.close()
        decided = [at for at, entry in enumerate(sitting.session.entries) if entry.need.kind == "choose"]
        assert len(saved.actions) > decided[-1]
        assert list(saved.actions) == sitting.session.action_texts()[: len(saved.actions)]
    assert sitting.keeper is not None
    sitting.keeper.release()
    assert resume_game(None, GameStore(tmp_path / "games.sqlite"), books()).session.entries


def test_a_game_is_looked_at_again_step_by_step() -> None:
    person = Person(sitting_of("pig", "Ann", "Ben", options={"goal": 15}))
    assert person.play(most=300)
    watching = ReplayPage(Replay.of(person.sitting.session.as_saved(), person.sitting.session.table))
    last = watching.replay.length
    assert "Step 0 of" in Read(watching.html()).text
    watching.handle_press(Press("go", {"at": str(last)}))
    assert "is over" in Read(watching.html()).text
    for do, at in (("before", last - 1), ("first", 0), ("next", 1), ("last", last), ("go", last), ("eyes:1", last)):
        watching.handle_press(Press(do, {"at": "999999"}))
        assert watching.replay.at == at
    assert watching.seat == 1


# ------------------------------------------------------------------ pictures


def test_a_standing_die_shows_its_three_numbers() -> None:
    die = Die(3, "", "green", 142, False, None)
    svg = picture(die)
    assert (
        corner_sides(142) == (1, 4, 2)
        and corner_sides(178) is None
        and corner_sides(6) is None
        and corner_sides(None) is None
    )
    assert svg.count("h0") == 1 + 4 + 2  # each pip is a dot in a line
    assert picture(Die(3, "", "green", 142, True, None)).count("h0") == 0
    assert picture(Die(3, "", "green", 5, False, None)).count("h0") == 5


def test_piles_lie_as_they_do_on_the_plate() -> None:
    for name, falls, sizes in (
        ("26-dora", True, [45, 36, 28, 21, 15, 10, 6, 3, 1]),
        ("turned-over", False, [28, 15, 6, 1]),
    ):
        model = sitting_of(name, "Ann", "Ben").model(0)
        solid = PileView.of(model.boards[0])
        assert solid is not None and solid.falls is falls
        assert [sum(len(row) for row in storey.rows) for storey in solid.storeys] == sizes
        top_row = solid.storeys[0].rows[0]
        assert len(top_row) == 1 and top_row[0].at[0] == max(p.at[0] for p in model.boards[0].places)
        row = [p.at[1] for p in solid.storeys[0].rows[-1]]
        assert row == sorted(row)
    cube = sitting_of("29-quadrula-rasa", "Ann", "Ben").model(0).boards[1]
    assert PileView.of(cube) is None


def test_the_scene_holds_what_the_board_holds() -> None:
    person = Person(sitting_of("26-dora", "Ann", "Ben", seed=2))
    person.play(most=12)
    page = person.pages[person.sitting.need.seat]
    element = next(t for t in Read(page.html()).things if "data-pyramid" in t.attributes)
    scene = json.loads(element.attributes["data-pyramid"] or "")
    places = page.model.boards[0].places
    assert {d["key"] for d in scene["dice"]} == {p.key for p in places if p.die is not None}
    for die in scene["dice"]:
        place = places[die["key"]].die
        assert place is not None and die["sides"] == list(corner_sides(place.number) or ())
    assert any(d["last"] for d in scene["dice"])


# ------------------------------------------------------------------ foreign text


HOSTILE = '<img src=x onerror=alert(1)> "quoted" & \u202e\x1b[31m ]]> </script>'


def test_foreign_text_is_never_markup() -> None:
    made = tag("p", HOSTILE, title=HOSTILE, cls=HOSTILE)
    read = Read(made)
    assert [t.name for t in read.things] == ["p"]
    assert set(read.things[0].attributes) == {"title", "class"}
    assert "\u202e" not in made and "\x1b" not in made
    assert "<" not in text(HOSTILE)
    rules = rules_html(
        f"# {HOSTILE}\n\n- **{HOSTILE}** x\n\n| {HOSTILE} | b |\n|---|---|\n| [a](javascript:alert(1)) | ![x](y) |",
        ["x"],
    )
    assert not [t for t in Read(rules).things if t.name in {"img", "script", "a"}]


def test_rules_are_read_with_the_choice_at_hand_first() -> None:
    rules = "# Pig\n\n## The turn\n\nYou choose:\n\n- **roll**, but only so. Then:\n  1. Throw.\n  2. Look.\n- **hold**.\n\n## End\n"
    read = rules_html(rules, ["roll"])
    assert read.index("Your choice now") < read.index("Throw.") < read.index("The turn")
    assert read.count("<li>") == 3 + 4
    assert Read(read).text.count("Throw.") == 2


def test_players_of_a_listing() -> None:
    assert (
        plays("2 or 3", 3)
        and not plays("2 or 3", 4)
        and plays("1 to 6", 4)
        and plays("2 or more", 9)
        and not plays("2 or more", 1)
    )


# ------------------------------------------------------------------ after the server was ended


def _left(sitting: Sitting) -> None:
    """As if the process had ended."""
    assert sitting.keeper is not None
    sitting.keeper.release()


def test_links_and_names_come_back_with_a_kept_game(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    sitting = open_table(TableWish("pig", ("", "", "random")), store, books())
    hall = new_hall()
    name = hall.add_sitting(sitting)
    tokens = {known.name: known.token for known in sitting.passes}
    sitting.sit_down(1, "Cleo")
    with pytest.raises(UsageError, match="a bot is called quick"):
        sitting.sit_down(0, "quick")
    person = Person(sitting)
    person.play(most=4)
    assert restore_by_link(name, tokens["seat 1"][:-1], store, books()) is None
    with pytest.raises(UsageError, match="played elsewhere"):
        restore_by_link(name, tokens["seat 1"], store, books())
    _left(sitting)

    again = restore_by_link(name, tokens["seat 1"], store, books())
    assert again is not None
    assert {known.name: known.token for known in again.passes} == tokens
    assert again.names == ["Player 1", "Cleo", "random bot"]
    assert again.unnamed == {0}
    assert new_hall().add_sitting(again) == name
    kept = store.games()[0]
    assert kept.seats == ("Player 1", "Cleo", "random")
    assert store.read(kept).seats == kept.seats
    assert len(again.session.entries) >= len([e for e in sitting.session.entries if e.need.kind == "choose"])
    _left(again)


@pytest.mark.parametrize("name", ["0", "2", "-1", "x", "", "1" * 40, "\u0661"])
def test_a_link_to_no_game_brings_none_back(name: str, tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    assert restore_by_link(name, "t" * 22, store, books()) is None
    sitting = open_table(TableWish("pig", ("Ann", "random")), store, books())
    _left(sitting)
    assert restore_by_link(name, sitting.host.token, store, books()) is None


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"links": 3, "unnamed": []}', '{"links": {"host": ""}, "unnamed": []}']
)
def test_links_that_are_damaged_are_made_anew(text: str, tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    sitting = open_table(TableWish("pig", ("Ann", "random")), store, books())
    _left(sitting)
    store.write_seating(store.games()[0].number, text)
    assert restore_by_link("1", "", store, books()) is None
    again = resume_game(None, store, books())
    assert not {known.token for known in again.passes} & {known.token for known in sitting.passes}
    assert all(len(known.token) >= 20 for known in again.passes)
    _left(again)


def test_a_file_of_a_game_holds_no_links_and_a_deleted_game_leaves_none(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    sitting = open_table(TableWish("pig", ("Ann", "random")), store, books())
    _left(sitting)
    kept = store.games()[0]
    store.export(kept, tmp_path / "game.dicelog")
    text = (tmp_path / "game.dicelog").read_text()
    assert not any(known.token in text for known in sitting.passes)
    assert store.read_seating(kept.number)
    store.delete(kept)
    assert not store.read_seating(kept.number)


def test_a_game_that_is_at_a_table_already_is_led_to(tmp_path: Path) -> None:
    store, exits = GameStore(tmp_path / "games.sqlite"), _Doors()
    sitting = open_table(TableWish("pig", ("Ann", "random")), store, books())
    led: list[str] = []

    def go_to_running(kept: KeptGame) -> bool:
        led.append(kept.name)
        return True

    gallery = Gallery(evolve(exits.exits, go_to_running=go_to_running), store, books())
    gallery.handle_press(Press("resume:1"))
    assert led == [sitting.keeper and sitting.keeper.name] and not gallery.refused and not exits.tables


def test_what_is_shown_of_places_that_lie_flat_is_a_plan_beside_the_board(tmp_path: Path) -> None:
    (tmp_path / "marsh.dice").write_text(MARSH)
    page = Person(sitting_of(str(tmp_path / "marsh.dice"), "Ann", "Ben")).pages[0]
    html = page.html()
    assert '<td title="a3">3</td>' in html and '<td title="d4">4</td>' in html
    assert sum("dd-place" in thing.classes for thing in Read(html).things) == 16


def test_a_side_of_a_pile_shows_one_number_of_each_die_and_can_be_clicked() -> None:
    name = next(name for name, _ in games() if name.endswith("35-slide"))
    sitting = sitting_of(name, "Ann", "Ben", seed=2, starter=0)
    person = Person(sitting, seed=2)
    page = person.pages[0]
    own, other = page.model.aspects
    shown = dict(own.values)
    assert dict(other.values).keys() != shown.keys()
    # One's own side stands first, the whole pile last.
    places = [thing for thing in Read(page.html()).things if "dd-place" in thing.classes][: len(shown)]

    assert {int(thing.do.split(":")[2]) for thing in places} == set(shown)
    for thing in places:
        told = thing.label.split(", on ")[0].split()
        assert shown[int(thing.do.split(":")[2])] in told, thing.label
    lit = [thing for thing in places if "dd-lit" in thing.classes]
    assert len(lit) == 16
    before = len(sitting.session.entries)
    page.handle_press(Press(lit[0].do))
    assert len(sitting.session.entries) > before
