"""A person at a real browser, who clicks on what is lit up until the game is over."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

FLAGS = (
    "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
)  # fmt: skip


def missing() -> str:
    """What is needed and not there; nothing if all is."""
    if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
        return "no browser: apt install chromium chromium-driver"
    return ""


@contextmanager
def browser(width: int = 1200, height: int = 900) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*FLAGS, f"--window-size={width},{height}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()


def severe(driver: webdriver.Chrome) -> list[str]:
    """What the browser complained of."""
    log: list[dict[str, str]] = driver.get_log("browser")  # type: ignore[no-untyped-call]
    return [entry["message"] for entry in log if entry["level"] == "SEVERE"]


def foreign(driver: webdriver.Chrome, port: int) -> list[str]:
    """What the browser asked anybody else for: it was told to write down every request."""
    log: list[dict[str, str]] = driver.get_log("performance")  # type: ignore[no-untyped-call]
    asked = []
    for entry in log:
        message = json.loads(entry["message"])["message"]
        if message["method"] in {"Network.requestWillBeSent", "Network.webSocketCreated"}:
            asked.append(message["params"].get("url") or message["params"]["request"]["url"])
    assert asked, "no request was written down"
    own = (f"http://127.0.0.1:{port}/", f"ws://127.0.0.1:{port}/", "data:", "blob:", "about:", "chrome:")
    return [url for url in asked if not url.startswith(own)]


def phone(driver: webdriver.Chrome, width: int, height: int) -> None:
    """As small as a phone: a window of this browser is never so narrow."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def until(seconds: float, wanted: object) -> bool:
    """Wait until something holds."""
    assert callable(wanted)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if wanted():
                return True
        except StaleElementReferenceException:
            pass
        time.sleep(0.1)
    return False


class Clicking:
    """Chooses whatever can be chosen, a little differently each time."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver
        self.clicks = 0
        self.ended = False

    def _found(self, css: str) -> list[WebElement]:
        return [e for e in self.driver.find_elements(By.CSS_SELECTOR, css) if e.is_displayed()]

    def read(self, css: str) -> str:
        """The text of something, however often the page is drawn anew meanwhile."""
        texts: list[str] = []

        def look() -> bool:
            texts.append(self.driver.find_element(By.CSS_SELECTOR, css).text)
            return True

        assert until(10, look)
        return texts[-1]

    def is_over(self) -> bool:
        return "is over:" in self.driver.find_element(By.CSS_SELECTOR, ".dd-ask").text

    def choice(self) -> WebElement | None:
        """Something to click: `done` when that is possible, else what is lit on the table, else a word, else an alternative."""
        main = [e for e in self._found(".dd-ask .dd-main") if e.text.startswith(("done", "On to")) and e.is_enabled()]
        if main and self.clicks % 3:
            return main[0]
        spots = [e for e in self._found(".dd-lit:not(.dd-taken)") if e.tag_name == "button"]
        words = [e for e in self._found(".dd-ask .dd-option") if "dd-taken" not in (e.get_attribute("class") or "")]
        ways = [e for e in self._found(".dd-ask .dd-way") if e.get_attribute("aria-disabled") != "true"]
        for found in (spots, words, main, ways):
            if found:
                return found[self.clicks % len(found)]
        return None

    def play(self, most: int, seconds: float = 120) -> bool:
        """Click until the game is over, or so often; whether it is over."""
        end = time.monotonic() + seconds
        while self.clicks < most and time.monotonic() < end:
            try:
                if self.is_over():
                    self.ended = True
                    return True
                chosen = self.choice()
                if chosen is not None:
                    chosen.click()
                    self.clicks += 1
                    continue
            except WebDriverException:
                pass  # the page was drawn anew while it was looked at
            time.sleep(0.05)
        self.ended = until(2, self.is_over)
        return self.ended
