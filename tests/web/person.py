"""Somebody before a page without a browser: reads what is written there and presses what can be pressed."""

from __future__ import annotations

import random
from html.parser import HTMLParser

from attrs import field, frozen

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.web.page import Page
from dicedsl.interpreter.web.server_drawing import Press
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.interpreter.web.table_opening import Books

ALONE = {"br", "hr", "input", "img"}


@frozen
class Thing:
    """An element of a page."""

    name: str
    attributes: dict[str, str | None]
    words: list[str] = field(factory=list)

    @property
    def do(self) -> str:
        return self.attributes.get("data-do") or ""

    @property
    def classes(self) -> set[str]:
        return set((self.attributes.get("class") or "").split())

    @property
    def label(self) -> str:
        return self.attributes.get("aria-label") or " ".join(self.words).strip()

    @property
    def by_key(self) -> bool:
        """Whether the Tab key leads to it."""
        at_all = self.name in {"button", "input", "select", "a"}
        return at_all and self.attributes.get("tabindex") != "-1" and "disabled" not in self.attributes


class Read(HTMLParser):
    """A page as it was read. An element that is not closed, or closed twice, is an error."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.things: list[Thing] = []
        self.words: list[str] = []
        self._open: list[Thing] = []
        self.feed(html)
        self.close()
        assert not self._open, f"{self._open[-1].name} is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"{tag} has an attribute twice"
        thing = Thing(tag, dict(attrs))
        self.things.append(thing)
        if tag not in ALONE:
            self._open.append(thing)

    def handle_endtag(self, tag: str) -> None:
        assert self._open and self._open[-1].name == tag, f"{tag} is closed, but not open"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        for thing in self._open:
            thing.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def pressable(self) -> list[Thing]:
        """What the Tab key leads to and does something to the game."""
        return [
            thing for thing in self.things if thing.do and thing.by_key and not thing.attributes.get("aria-disabled")
        ]


def books() -> Books:
    """The shipped games as the command line offers them."""
    from dicedsl.cli.table import books as shipped

    found: Books = shipped()
    return found


def sitting_of(game: str, *seats: str, seed: int = 1, dice: str = "auto", **setting: object) -> Sitting:
    table = Game.named(game).table(len(seats), **setting)  # type: ignore[arg-type]
    return Sitting.of(Session(table, seats, seed, dice))


class Person:
    """Presses something at random that the keyboard can reach, until the game is over."""

    def __init__(self, sitting: Sitting, seed: int = 1) -> None:
        self.sitting = sitting
        self.rng = random.Random(seed)
        people = sitting.session.people
        self.pages = {seat: Page(sitting, seat, self.go_on) for seat in people}
        for page in self.pages.values():
            sitting.add_listener(page.refresh)
        self.presses = 0
        self.go_on()

    def go_on(self) -> None:
        while self.sitting.step():
            pass
        self.sitting.notify()

    @property
    def is_over(self) -> bool:
        return self.sitting.session.result is not None

    def press(self) -> bool:
        """One press of whoever is asked; False if there is nothing to press."""
        page = self.pages[self.sitting.need.seat]
        words = ("way", "option", "done", "zone", "board", "sheet", "player", "fell", "lot", "set", "next")
        found = [t for t in Read(page.html()).pressable() if t.do.partition(":")[0] in words]
        done = [t for t in found if t.do == "done"]
        fresh = [t for t in found if "dd-taken" not in t.classes and "dd-chosen" not in t.classes]
        wanted = done if done and self.rng.random() < 0.6 else fresh or found
        if not wanted:
            return False
        page.handle_press(Press(self.rng.choice(wanted).do))
        self.presses += 1
        return True

    def play(self, most: int) -> bool:
        while not self.is_over and self.presses < most:
            if not self.press():
                break
        return self.is_over
