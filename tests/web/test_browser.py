"""Games in a real browser, played by clicking and by keys alone; what the browser asks for, and how the pages fit a phone."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("selenium")

from selenium.common.exceptions import ElementNotInteractableException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .browser import Clicking, browser, foreign, missing, phone, severe, until
from .serving import Served, served

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

TEN = {
    "pig": 60, "farkle": 60, "yahtzee": 60, "perfecto": 40, "liars-dice": 40, "six-by-six": 60, "23-rasanto": 60, "26-dora": 40,
    "46-reducto": 40, "turned-over": 110,
}  # fmt: skip
AXE = os.environ.get("AXE", "")  # where axe.min.js lies; npm install axe-core brings it


def _opened(driver: object, link: str) -> Clicking:
    player = Clicking(driver)  # type: ignore[arg-type]
    player.driver.get(link)
    assert until(90, lambda: player.driver.find_elements(By.CSS_SELECTOR, ".dd-ask")), "the page stays empty"
    return player


def _played(place: Served, most: int, seconds: float) -> Clicking:
    with browser() as driver:
        player = _opened(driver, place.link("you"))
        player.play(most=most, seconds=seconds)
        told = player.read(".dd-log")
        assert "ou" in told and len(told.splitlines()) >= 4
        assert not severe(driver)
        assert not foreign(driver, place.port)
        return player


@pytest.mark.parametrize("game", ["pig", "26-dora"])
def test_a_game_is_played_by_clicking(game: str) -> None:
    with served(game, "--seed", "3", "--bots", "random", "--pause", "0") as place:
        assert _played(place, most=8, seconds=60).clicks >= 6


@pytest.mark.soak
@pytest.mark.parametrize("game", TEN)
def test_ten_games_are_played_by_clicking_until_they_end_or_for_long(game: str) -> None:
    with served(game, "--seed", "3", "--bots", "random", "--pause", "0") as place:
        player = _played(place, most=TEN[game], seconds=240)
        assert player.ended or player.clicks >= TEN[game]


def test_a_wrong_link_shows_nothing_of_the_game() -> None:
    with served("pig", "--seed", "3") as place, browser() as driver:
        driver.get(place.link("you")[:-3] + "abc")
        assert until(60, lambda: "no table" in driver.find_element(By.TAG_NAME, "body").text)
        assert not driver.find_elements(By.CSS_SELECTOR, ".dd-die, .dd-ask")
        assert "Pig" not in driver.page_source


def test_keys_alone_play_and_focus_is_never_lost() -> None:
    with (
        served("pig", "--seed", "3", "--bots", "random", "--pause", "0", "--option", "goal=20") as place,
        browser() as driver,
    ):
        player = _opened(driver, place.link("you"))
        assert until(60, lambda: driver.find_elements(By.CSS_SELECTOR, ".dd-ask .dd-way"))
        body = driver.find_element(By.TAG_NAME, "body")
        body.send_keys(Keys.TAB)
        for _ in range(120):
            if player.is_over():
                break
            try:
                here = driver.switch_to.active_element
                do = here.get_attribute("data-do") or ""
                closed = here.get_attribute("aria-disabled") == "true"
                here.send_keys(Keys.ENTER if do.startswith("way:") and not closed else Keys.TAB)
            except (StaleElementReferenceException, ElementNotInteractableException):
                pass  # it was drawn anew just then
        assert until(20, player.is_over)
        said = driver.find_element(By.CSS_SELECTOR, "[aria-live]").get_attribute("textContent") or ""
        assert said.strip()


def test_a_reload_and_a_second_screen_show_the_game_as_it_stands() -> None:
    with served("farkle", "--seed", "5", "--bots", "random", "--pause", "0") as place, browser() as driver:
        player = _opened(driver, place.link("you"))
        player.play(most=4, seconds=40)
        before = player.read(".dd-players")
        driver.refresh()
        assert until(60, lambda: driver.find_elements(By.CSS_SELECTOR, ".dd-ask"))
        assert player.read(".dd-players") == before
        driver.switch_to.new_window("tab")
        driver.get(place.link("you"))
        assert until(60, lambda: driver.find_elements(By.CSS_SELECTOR, ".dd-ask"))
        assert player.read(".dd-players") == before


def test_an_open_page_comes_back_by_itself_when_the_server_is_started_again(tmp_path: Path) -> None:
    games = tmp_path / "games.sqlite"
    with browser() as driver:
        with served("farkle", "--seed", "5", "--people", "2", "--pause", "0", games=games) as place:
            player = _opened(driver, place.link("Player 1"))
            driver.find_element(By.CSS_SELECTOR, "input[name=name]").send_keys("Zoe\n")
            assert until(20, lambda: "Zoe" in player.read(".dd-players"))
            before, log = player.read(".dd-players"), player.read(".dd-log")
        assert until(20, lambda: driver.find_element(By.ID, "popup").is_displayed())
        with served(games=games, port=place.port):
            # Nobody types or presses anything: the page loads again, from a server that was told of no game.
            hidden = "return document.querySelector('#popup')?.getAttribute('aria-hidden') === 'true'"
            assert until(60, lambda: driver.execute_script(hidden))
            assert until(60, lambda: driver.find_elements(By.CSS_SELECTOR, ".dd-ask"))
            assert player.read(".dd-players") == before and player.read(".dd-log") == log
            assert driver.current_url == place.link("Player 1")


def _step(page: str) -> str:
    """Where a replay is, as its page says it."""
    found = re.search(r"Step \d+ of", page)
    return found[0] if found else ""


def test_the_slider_of_a_replay_goes_on_with_the_keys(tmp_path: Path) -> None:
    games = tmp_path / "games.sqlite"
    with served("pig", "--seed", "5", "--bots", "random", "--pause", "0", "--name", "mine", games=games) as place:
        with browser() as driver:
            _opened(driver, place.link("you")).play(most=4, seconds=40)
    with served("mine", "--browser", command="replay", games=games) as place, browser() as driver:
        driver.get(place.link("to look at it"))
        assert until(60, lambda: driver.find_elements(By.CSS_SELECTOR, ".dd-slider"))
        begun = _step(driver.page_source)
        driver.find_element(By.CSS_SELECTOR, ".dd-slider").click()  # its middle
        # A key that comes before the page has followed the click is taken back by it.
        assert until(20, lambda: _step(driver.page_source) != begun)
        for key, step in ((Keys.HOME, 0), (Keys.ARROW_RIGHT, 1), (Keys.ARROW_RIGHT, 2), (Keys.ARROW_LEFT, 1)):
            driver.switch_to.active_element.send_keys(key)
            assert until(20, lambda step=step: f"Step {step} of" in driver.page_source)
        driver.find_element(By.CSS_SELECTOR, ".dd-ask .dd-main").click()
        assert until(20, lambda: "Step 2 of" in driver.page_source)
        assert driver.find_element(By.CSS_SELECTOR, ".dd-slider").get_property("value") == "2"


@pytest.mark.parametrize("game", ["yahtzee", "26-dora"])
def test_a_narrow_phone_needs_no_scrolling_sideways(game: str) -> None:
    with served(game, "--seed", "3", "--bots", "random", "--pause", "0") as place, browser() as driver:
        phone(driver, 320, 640)
        _opened(driver, place.link("you"))
        assert until(60, lambda: driver.find_elements(By.CSS_SELECTOR, ".dd-ask .dd-way"))
        assert driver.execute_script("return document.documentElement.scrollWidth") <= 320
        small = driver.execute_script(
            "return [...document.querySelectorAll('button, a, input, select')].filter(e => e.offsetParent)"
            ".map(e => [e.className, e.getBoundingClientRect()]).filter(([c, r]) => r.width < 24 || r.height < 24).map(([c, r]) => [c, r.width, r.height])"
        )
        assert small == []


def _found_by_axe(driver: object, script: str) -> list[str]:
    driver.execute_script(script)  # type: ignore[attr-defined]
    run = "const done = arguments[0]; axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}).then(r => done(JSON.stringify(r.violations)))"
    found = json.loads(driver.execute_async_script(run))  # type: ignore[attr-defined]
    return [f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:200]}" for v in found]


@pytest.mark.skipif(not AXE, reason="npm install axe-core, and AXE=node_modules/axe-core/axe.min.js")
@pytest.mark.parametrize("game", ["yahtzee", "26-dora", "perfecto", "six-by-six", ""])
def test_axe_finds_nothing_to_complain_of(game: str) -> None:
    script = Path(AXE).read_text(encoding="utf-8")
    arguments = [game, "--seed", "3", "--people", "2", "--starter", "1"] if game else []
    with served(*arguments, "--pause", "0") as place, browser() as driver:
        driver.set_script_timeout(60)
        for who in ("Player 1", "links and codes for all", "to look on") if game else ("to choose a game",):
            driver.get(place.link(who))
            assert until(60, lambda: driver.find_elements(By.CSS_SELECTOR, ".dd-page"))
            assert _found_by_axe(driver, script) == []
