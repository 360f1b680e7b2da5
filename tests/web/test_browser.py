"""Games in a real browser, played by clicking."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("selenium")

from selenium.webdriver.common.by import By

from .browser import Clicking, browser, missing, severe, until

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def table(*arguments: str) -> Iterator[list[str]]:
    """A server with a game; the links of its seats and of somebody who looks on."""
    port = free_port()
    command = [sys.executable, "-m", "dicedsl", "table", *arguments, "--no-open", "--port", str(port), "--pause", "0"]
    # Told of pytest, NiceGUI would not serve.
    around = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=around)
    try:
        links: list[str] = []
        assert server.stdout is not None
        for line in server.stdout:
            links += re.findall(r"http://\S+", line)
            if "look on" in line:
                break
        assert links, "the server did not start"
        assert until(30, lambda: _answers(port))
        yield links
    finally:
        server.terminate()
        server.wait(10)


def _answers(port: int) -> bool:
    with socket.socket() as found:
        return found.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("game", ["pig", "six-by-six"])
def test_a_game_is_played_by_clicking(game: str) -> None:
    with table(game, "--seed", "3") as links, browser() as driver:
        driver.get(links[0])
        assert until(60, lambda: driver.find_elements(By.CSS_SELECTOR, ".dd-ask button"))
        player = Clicking(driver)
        player.play(most=12)
        assert player.clicks >= 6
        told = player.read(".dd-log")
        assert "You" in told and len(told.splitlines()) >= 4
        assert not severe(driver)


def test_a_wrong_link_shows_nothing_of_the_game() -> None:
    with table("pig", "--seed", "3") as links, browser() as driver:
        driver.get(links[0][:-3] + "abc")
        assert until(30, lambda: "no table" in driver.find_element(By.TAG_NAME, "body").text)
        assert not driver.find_elements(By.CSS_SELECTOR, ".dd-die, .dd-ask")
