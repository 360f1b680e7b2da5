"""Which game to play: by how many are there, how long it takes and of what kind it is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.screen import Screen
from dicedsl.interpreter.show.text import Paint, flowed, in_columns, painted
from dicedsl.rulebook.files import Ambiguous, find
from dicedsl.rulebook.library import games
from dicedsl.rulebook.titles import titles

LENGTHS = Path(__file__).with_name("lengths.json")
SHORT, EVENING, LONG = 15, 60, 90  # minutes
ANY = "any"


@frozen
class Known:
    """A shipped game as the menu tells it; `most` is 0 where any number may play."""

    name: str
    title: str
    least: int
    most: int
    minutes: int
    kind: str

    @property
    def line(self) -> str:
        players = (
            f"{self.least}-{self.most}"
            if self.most > self.least
            else f"{self.least}"
            if self.most
            else f"{self.least}+"
        )
        time = f"{self.minutes} min" if self.minutes < LONG else f"{self.minutes // 60} h"
        return f"{painted(self.title, Paint.BOLD)} ({players}; {time})"


@cache
def known_games() -> list[Known]:
    """All shipped games with what was measured of them."""
    measured = json.loads(LENGTHS.read_text("utf-8"))
    found = []
    for name, _ in games():
        figures = measured.get(name, {})
        least, most = figures.get("least", 1), figures.get("most", 0)
        title = titles()[name]
        found.append(Known(name, title, least, most, figures.get("minutes", 15), figures.get("kind", "others")))
    return found


def length_of(game: Known) -> str:
    return "short" if game.minutes <= SHORT else "an evening" if game.minutes <= EVENING else "long"


@frozen
class Chosen:
    game: str
    people: int


class Menu:
    """A few questions on a screen, each of which may be answered with Enter."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def choose(self, usual: str = "") -> Chosen:
        """Ask until a game is chosen. `usual` is what Enter alone begins with."""
        say = self.screen.say
        say(painted("What shall we play?", Paint.BOLD), "Type a title, or press Enter at each question for anything.")
        first = self._read("A title, or Enter to look: ")
        if first and not first.isdigit():
            return Chosen(self.meant(first), 1)
        people = (
            int(first) if first.isdigit() and 0 < int(first) < 100 else self._number("How many people play here?", 1)
        )
        left = [g for g in known_games() if not g.most or g.most >= people]
        left = self._narrowed(left, "How long may it take?", length_of, ("short", "an evening", "long"))
        kinds = sorted({game.kind for game in left})
        left = self._narrowed(left, "Of what kind?", lambda game: game.kind, kinds)
        return Chosen(self._one_of(left, usual), people)

    def meant(self, text: str) -> str:
        """The game somebody means by a title or a part of it; of several they choose one."""
        while True:
            try:
                return str(find(text))
            except Ambiguous as error:
                several = [game for game in known_games() if game.name in error.names]
                self.screen.say(f"{text} could mean several games:")
                return self._one_of(several, "")
            except UsageError as error:
                self.screen.say(f"{error.message[0].upper()}{error.message[1:]}.")
                text = self._read("Which game? ")

    def _read(self, prompt: str) -> str:
        return self.screen.read(prompt, whose="menu", complete=lambda: list(titles().values()))

    def _number(self, question: str, usual: int) -> int:
        while True:
            line = self._read(f"{question} [{usual}] ")
            if not line:
                return usual
            if line.isascii() and line.isdigit() and 0 < int(line) < 100:
                return int(line)
            self.screen.say("Type a number.")

    def _narrowed(
        self, left: list[Known], question: str, sort: Callable[[Known], str], names: Sequence[str]
    ) -> list[Known]:
        counts = {name: sum(sort(game) == name for game in left) for name in names}
        there = [name for name in names if counts[name]]
        if len(there) < 2:
            return left
        told = [f"{number} {name} ({counts[name]})" for number, name in enumerate(there, start=1)]
        self.screen.say(*flowed(told, self.screen.size[0], "   ", "  ", first=f"{question} "))
        while True:
            line = self._read(f"A number, or Enter for {ANY}: ").lower()
            fits = [name for name in there if line and name.startswith(line)]
            if line.isascii() and line.isdigit() and 1 <= int(line) <= len(there):
                fits = [there[int(line) - 1]]
            if not line or line == ANY:
                return left
            if len(fits) == 1:
                return [game for game in left if sort(game) == fits[0]]
            self.screen.say("Type one of the numbers.")

    def _one_of(self, left: list[Known], usual: str) -> str:
        left = sorted(left, key=lambda game: (game.minutes, game.title))
        told = [f"{number} {game.line}" for number, game in enumerate(left, start=1)]
        lines = in_columns(told, self.screen.size[0], gap=2)
        self.screen.say("In brackets: how many can play, and about how long it takes.", *lines)
        own = next((game for game in left if game.name == usual), left[0])
        while True:
            line = self._read(f"Which one? A number or a title [{own.title}] ")
            if not line:
                return own.name
            if line.isascii() and line.isdigit():
                if 1 <= int(line) <= len(left):
                    return left[int(line) - 1].name
                self.screen.say(f"There are {len(left)} of them.")
                continue
            wanted = re.sub(r"\W+", "", line.lower())
            fits = [game for game in left if wanted in re.sub(r"\W+", "", game.title.lower())]
            return fits[0].name if len(fits) == 1 else self.meant(line)
