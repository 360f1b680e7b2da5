"""What comes after a game on a page: each game of a match is looked at before the next, and the same people play once more."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from dicedsl.interpreter.play.keeping import GameStore
from dicedsl.interpreter.web.after_game import AfterGame
from dicedsl.interpreter.web.page import Page
from dicedsl.interpreter.web.passes import Pass
from dicedsl.interpreter.web.server import after_game_of, new_hall
from dicedsl.interpreter.web.server_drawing import Press
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.interpreter.web.table_opening import TableWish, open_again, open_table

from .person import Person, Read, books, sitting_of


def link_in(page: Page, label: str) -> str | None:
    things = Read(page.html()).things
    return next((t.attributes["href"] for t in things if t.name == "a" and t.label == label), None)


def ended(sitting: Sitting) -> Person:
    person = Person(sitting, seed=3)
    assert person.play(most=3000)
    return person


def test_a_game_of_a_match_is_looked_at_before_the_next() -> None:
    sitting = sitting_of("pig", "Ann", "Ben", seed=4, options={"goal": 20, "games needed": 2}, libraries=("series",))
    person = Person(sitting, seed=4)
    pages = person.pages.values()
    while not any(page.ended for page in pages):
        assert person.press()

    for page in pages:
        read = Read(page.html())
        assert "On to game 2" in read.text
        assert {t.do.partition(":")[0] for t in read.pressable()} <= {"next", "tab"}
        page.handle_press(Press("way:0"))
        assert page.ended is not None, "nothing else goes on before it was seen"
        page.handle_press(Press("next"))
        assert page.ended is None
        assert "On to game" not in Read(page.html()).text
    # Who comes later finds the game that is going on.
    assert Page(sitting, 0, lambda: None).ended is None


def test_sets_are_taken_at_once_with_what_they_bring() -> None:
    sitting = sitting_of("farkle", "Ann", "Ben", seed=4)
    person = Person(sitting, seed=4)
    page = person.pages[sitting.need.seat]
    while not (page.answer is not None and page.answer.sets):
        assert person.press()
        page = person.pages[sitting.need.seat]
    assert page.answer is not None
    first = page.answer.sets[0]
    before = len(sitting.session.entries)
    shown = [t for t in Read(page.html()).things if t.do.startswith("set:")]
    assert [t.do for t in shown] == [f"set:{i}" for i in range(len(page.answer.sets))]
    assert first.worth in shown[0].label and first.worth

    page.handle_press(Press("set:99"))
    assert page.refused and len(sitting.session.entries) == before
    page.handle_press(Press("set:0"))
    assert sitting.session.entries[before].action.values[-1] == first.value


def test_the_same_people_play_once_more_and_everybody_is_led_there(tmp_path: Path) -> None:
    store, hall = GameStore(tmp_path / "games"), new_hall()
    sitting = open_table(TableWish("pig", ("Ann", "Ben"), {"goal": "10"}), store, books())
    hall.add_sitting(sitting)
    ended(sitting)
    led: list[str] = []

    def page_of(allowed: Pass) -> Page:
        made = after_game_of(hall, sitting, allowed, store, books())
        after_game = AfterGame(made.begin, made.next_path, led.append, made.elsewhere)
        return Page(sitting, allowed.seat, lambda: None, allowed.shares, after_game=after_game)

    ann, ben, onlooker = (page_of(sitting.pass_of(seat)) for seat in (0, 1, None))
    assert "Play again" in Read(ann.html()).text
    assert "Play again" not in Read(onlooker.html()).text
    onlooker.handle_press(Press("again"))
    assert not sitting.next_table

    ann.handle_press(Press("again"))
    ben.refresh()
    ben.handle_press(Press("again"))  # too late: it has begun

    after = hall.sittings[sitting.next_table]
    assert led == [hall.link(sitting.next_table, 0), hall.link(sitting.next_table, 1)]
    assert [seat.name for seat in after.session.seats] == ["Ann", "Ben"]
    assert after.session.table is sitting.session.table and after.session.seed != sitting.session.seed
    assert link_in(ben, "To the next game") == hall.link(sitting.next_table, 1)
    onlooker.refresh()
    assert link_in(onlooker, "To the next game") == hall.link(sitting.next_table, None)
    assert len(store.games()) == 2


def test_only_who_plays_alone_on_this_machine_is_led_to_the_hall(tmp_path: Path) -> None:
    store, hall = GameStore(tmp_path / "games"), new_hall()
    alone = open_table(TableWish("pig", ("Ann", "bot:random"), {"goal": "10"}), store, books())
    both = open_table(TableWish("pig", ("Ann", "Ben"), {"goal": "10"}), store, books())
    for sitting in (alone, both):
        hall.add_sitting(sitting)
    seen = {
        (sitting is alone, seat): after_game_of(hall, sitting, sitting.pass_of(seat), store, books()).elsewhere
        for sitting, seat in ((alone, 0), (alone, None), (both, 0))
    }

    assert seen == {(True, 0): f"/hall/{hall.secret}", (True, None): "", (False, 0): ""}
    hall.note = "everybody in the network"
    assert not after_game_of(hall, alone, alone.pass_of(0), store, books()).elsewhere


def test_without_a_store_nothing_is_kept_and_it_goes_on_all_the_same() -> None:
    sitting = sitting_of("pig", "Ann", "Ben", seed=4, options={"goal": 10})
    ended(sitting)

    after = open_again(sitting, None, books())
    assert after.keeper is None and after.need.kind != "over"
