"""The pictures of the page about the browser, made anew: python docs/make_pictures.py [NAME...]. Needs Chromium; look at what it made."""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from selenium.webdriver.common.by import By
from tests.web.browser import Clicking, browser, phone, until
from tests.web.serving import served

HERE = Path(__file__).parent / "pictures"
# What is typed, how often something is clicked first, and the size of the screen.
PICTURES: dict[str, tuple[list[str], int, tuple[int, int]]] = {
    "dora": (["26-dora", "--bots", "random", "--seed", "5"], 30, (1280, 860)),
    "slide": (["35-slide", "--bots", "random", "--seed", "3"], 3, (1280, 860)),
    "reducto": (["46-reducto", "--bots", "random", "--seed", "3"], 4, (1280, 860)),
    "turned-over": (["turned-over", "--players", "2", "--bots", "random", "--seed", "3"], 6, (1280, 860)),
    "yahtzee": (["yahtzee", "--bots", "random", "--seed", "3"], 8, (1280, 860)),
    "perfecto-phone": (["perfecto", "--bots", "random", "--seed", "3"], 2, (360, 740)),
}


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        arguments, clicks, (width, height) = PICTURES[name]
        with served(*arguments, "--pause", "0") as place, browser(max(width, 500), height) as driver:
            if width < 500:
                phone(driver, width, height)
            driver.get(place.link("you"))
            assert until(60, lambda: driver.find_elements(By.CSS_SELECTOR, ".dd-ask .dd-way"))
            Clicking(driver).play(most=clicks, seconds=60)
            until(20, lambda: driver.find_elements(By.CSS_SELECTOR, ".dd-ask .dd-way"))
            driver.execute_script("window.scrollTo(0, 0)")
            time.sleep(2)
            driver.save_screenshot(str(HERE / f"{name}.png"))
            print(name)


if __name__ == "__main__":
    main()
