"""The studio in a real browser: from an empty file to a game that somebody has won."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("selenium")

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.web.browser import Clicking, browser, missing, severe, until

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

RULES = """\
game "Race"
players 2

material:
    cup: 1 die
    each player has score = 0

turn:
    roll cup
    choose:
        "take":
            add sum of number of cup to your score
        "double":
            add 6 to your score

end "ten is reached" when some p in players has score of p at least 10: p wins

example "A six":
    with Anna, Ben
    roll 6
    Anna chooses "take"
    now score of Anna is 6
"""


@contextmanager
def studio(*arguments: str) -> Iterator[str]:
    """A server with a studio; its address."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "dicedsl", "studio", *arguments, "--no-open", "--port", str(port)]
    # Told of pytest, NiceGUI would not serve.
    around = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=around)
    try:
        assert server.stdout is not None
        link = next((m[0] for line in server.stdout if (m := re.search(r"http://\S+", line))), "")
        assert link, "the server did not start"
        assert until(30, lambda: _answers(port))
        yield link
    finally:
        server.terminate()
        server.wait(10)


def _answers(port: int) -> bool:
    with socket.socket() as found:
        return found.connect_ex(("127.0.0.1", port)) == 0


class Author:
    """Somebody with a keyboard and a mouse before the studio."""

    def __init__(self, driver: webdriver.Chrome, link: str) -> None:
        self.driver = driver
        driver.get(link)
        assert until(60, lambda: driver.find_elements(By.CSS_SELECTOR, ".ds-editor .cm-content"))

    def found(self, css: str) -> list[WebElement]:
        found = []
        for element in self.driver.find_elements(By.CSS_SELECTOR, css):
            with contextlib.suppress(WebDriverException):  # it was drawn anew just then
                if element.is_displayed():
                    found.append(element)
        return found

    def texts(self, css: str) -> list[str]:
        """What can be read, all at one moment."""
        script = """return [...document.querySelectorAll(arguments[0])]
            .filter(e => e.getClientRects().length).map(e => e.innerText.trim())"""
        return [str(text) for text in self.driver.execute_script(script, css)]

    def sees(self, css: str, part: str, seconds: float = 60) -> bool:
        return until(seconds, lambda: any(part in text for text in self.texts(css)))

    def click(self, css: str, part: str = "") -> None:
        """Click on something that says this, however often the page is drawn anew meanwhile."""

        def done() -> bool:
            for element in self.found(css):
                try:
                    if part in element.text:
                        element.click()
                        return True
                except WebDriverException:
                    pass
            return False

        assert until(20, done), (css, part, self.texts(css))

    def reads(self, css: str, seconds: float = 2.0) -> None:
        """Read something as long as a person would: what is drawn anew while one types has come to rest then."""
        last, since = self.texts(css), time.monotonic()
        while time.monotonic() - since < seconds:
            time.sleep(0.1)
            now = self.texts(css)
            if now != last:
                last, since = now, time.monotonic()

    def keys(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    def press(self, key: str) -> None:
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def clear(self) -> None:
        self.click(".ds-editor .cm-content")
        self.press("a")
        self.keys(Keys.DELETE)

    def write(self, text: str) -> None:
        """Type line by line. The editor keeps the margin and moves it in after a colon, so less has to be taken back."""
        margin = 0
        for number, line in enumerate(text.rstrip("\n").split("\n")):
            wanted = len(line) - len(line.lstrip())
            if number:
                self.keys(Keys.ENTER)
            if line.strip():
                self.keys(*[Keys.BACKSPACE] * ((margin - wanted) // 4), line.strip())
                margin = wanted + 4 * line.endswith(":")

    @property
    def text(self) -> str:
        script = "return document.querySelector('.ds-editor').dicedslEditor.state.doc.toString()"
        return str(self.driver.execute_script(script))


def lines_of(text: str) -> list[str]:
    """Without what stands at the ends of lines, which nobody sees."""
    return [line.rstrip() for line in text.rstrip().split("\n")]


def test_from_an_empty_file_to_a_won_game(tmp_path: Path) -> None:
    file = tmp_path / "race.dice"
    file.write_text("")
    with studio(str(file)) as link, browser(1280, 900) as driver:
        author = Author(driver, link)
        assert author.sees(".ds-problem", "line 1")
        author.clear()
        author.write(RULES.replace("sum of number", "sum of nuber"))
        # A mistake appears, marked where it stands, and its own fix mends it.
        assert author.sees(".ds-problem", "nuber")
        assert until(20, lambda: author.texts(".ds-mark-wrong") == ["nuber"])
        assert author.sees(".ds-status", "✘ 1 mistake")
        author.reads(".ds-problem, .ds-status")
        author.click(".ds-fix", "number")
        until(60, lambda: lines_of(author.text) == lines_of(RULES))
        assert lines_of(author.text) == lines_of(RULES)
        assert until(30, lambda: not author.found(".ds-problem"))
        # The example is green, and shows its position.
        assert author.sees(".ds-status", "1 example holds")
        author.click(".ds-tabs .q-tab", "Examples")
        author.click(".ds-head", "A six")
        assert author.sees(".ds-verdict", "✔ holds")
        author.click(".ds-step", "chooses")
        assert author.sees(".ds-position", "score 6")
        author.click(".ds-step", "roll 6")
        assert author.sees(".ds-position", "score 0")
        # Saved, whole.
        author.click(".ds-editor .cm-content")
        author.press("s")
        assert until(20, lambda: lines_of(file.read_text()) == lines_of(RULES))
        # Somebody wins.
        author.click(".ds-tabs .q-tab", "Game")
        assert author.sees(".dd-ask", "take")
        assert Clicking(driver).play(most=40)
        assert re.search("win|won", Clicking(driver).read(".dd-ask"))
        assert not severe(driver)


def test_a_mistake_is_mended_by_keys_alone(tmp_path: Path) -> None:
    file = tmp_path / "race.dice"
    file.write_text(RULES.replace("sum of number", "sum of nuber"))
    with studio(str(file)) as link, browser(1024, 768) as driver:
        author = Author(driver, link)
        assert author.sees(".ds-fix", "use number")
        driver.execute_script("document.querySelector('.ds-editor .cm-content').focus()")
        author.keys(Keys.ESCAPE, Keys.TAB)
        assert driver.switch_to.active_element.text == "✘ line 12"
        author.keys(Keys.ENTER)  # to where it stands, in the editor
        assert until(20, lambda: "cm-content" in str(driver.switch_to.active_element.get_attribute("class")))
        author.keys(Keys.ESCAPE, Keys.TAB, Keys.TAB)
        assert driver.switch_to.active_element.text == "use number"
        author.keys(Keys.ENTER)
        assert until(20, lambda: author.text == RULES)
        assert author.sees(".ds-status", "1 example holds")
        assert not severe(driver)


def test_words_of_the_language_and_of_the_text_are_offered(tmp_path: Path) -> None:
    """Tab takes one; Enter ends the line as it was typed."""
    file = tmp_path / "race.dice"
    file.write_text("")
    with studio(str(file)) as link, browser(1024, 768) as driver:
        author = Author(driver, link)
        author.clear()
        author.keys("mate")
        assert author.sees(".cm-tooltip-autocomplete", "material")
        time.sleep(0.2)  # the list takes no key in its first moment
        author.keys(Keys.TAB)
        assert until(20, lambda: author.text == "material")
        author.keys(":", Keys.ENTER, "bucket: 2 dice", Keys.ENTER, "the game has pot", Keys.ENTER, "buc")
        assert author.sees(".cm-tooltip-autocomplete", "bucket")
        author.keys(Keys.ENTER)
        assert until(20, lambda: author.text.rstrip(" ").endswith("buc\n"))
        author.keys("# buc")
        time.sleep(0.6)
        assert not author.found(".cm-tooltip-autocomplete")
        assert not severe(driver)


def test_an_edit_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """The game goes on by the new rules, and says where it cannot; the example that is wrong now is red."""
    file = tmp_path / "race.dice"
    file.write_text(RULES)
    with studio(str(file)) as link, browser(1280, 900) as driver:
        author = Author(driver, link)
        assert author.sees(".dd-ask", "take")
        author.click(".dd-ask .dd-way", "take")
        assert author.sees(".dd-log", "take")
        author.click(".ds-editor .cm-content")
        author.press("a")
        author.write(RULES.replace("at least 10", "at least 50"))
        # Whoever writes an example sees its positions; the game waits in its tab.
        assert author.sees(".ds-position", "score")
        author.click(".ds-tabs .q-tab", "Game")
        assert author.sees(".ds-note", "the game goes on")
        author.click(".ds-editor .cm-content")
        author.press("a")
        author.write(RULES.replace("is 6", "is 7"))
        assert author.sees(".ds-status", "failing")
        author.click(".ds-tabs .q-tab", "Examples")
        assert author.sees(".ds-verdict", "✘ fails in line 22")
        # What somebody else has written meanwhile is not written over without being asked.
        file.write_text("# theirs\n" + RULES)
        author.click(".ds-editor .cm-content")
        author.press("s")
        author.click(".ds-theirs")
        assert until(20, lambda: author.text.startswith("# theirs"))
        assert file.read_text().startswith("# theirs")
        assert not severe(driver)


def test_a_game_of_ones_own_in_two_clicks_and_a_link_that_holds_it() -> None:
    with studio() as link, browser(1024, 768) as driver:
        author = Author(driver, link)
        assert author.sees(".ds-status", "no mistakes")
        author.click(".ds-from")
        author.click(".ds-title", "Craps")
        assert until(30, lambda: 'changes "' in author.text)
        assert author.sees(".ds-status", "no mistakes")
        author.click(".ds-tabs .q-tab", "Share")
        author.click(".ds-make")
        assert until(20, lambda: "/studio/open/" in _link(author))
        shared, mine = _link(author), author.text
        # The link opens in the studio that this browser knows, and shows the bare text to everybody else.
        driver.get(shared)
        assert author.sees("pre", 'changes "')
        author.click(".ds-open")
        assert until(30, lambda: author.found(".ds-editor .cm-content") and author.text == mine)
        assert not severe(driver)


def _link(author: Author) -> str:
    return str(author.found(".ds-link textarea")[0].get_attribute("value"))
