"""Which game to play: by how many are there, how long it takes and of what kind it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from attrs import frozen

from dicedsl.about import About
from dicedsl.errors import UsageError
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.kept_lengths import known_lengths
from dicedsl.interpreter.play.terminal.screen import InputEnded, Screen
from dicedsl.interpreter.show.text import Paint, flowed, in_columns, painted, wrapped
from dicedsl.rulebook.files import Ambiguous, find
from dicedsl.rulebook.library import games
from dicedsl.rulebook.setting import options_from_texts
from dicedsl.rulebook.titles import titles

SHORT_GAME, EVENING_GAME, LONG_GAME = 15, 60, 90  # minutes
ANY_GAME = "any"
FRAME = 3  # lines of a screen that are not for the list


@frozen
class MenuGame:
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
        time = f"{self.minutes} min" if self.minutes < LONG_GAME else f"{self.minutes // 60} h"
        return f"{painted(self.title, Paint.BOLD)} ({players}; {time})"


@cache
def known_games() -> list[MenuGame]:
    """All shipped games with what was measured of them."""
    measured = known_lengths()
    menu_games = []
    for name, _ in games():
        figures = measured.get(name, {})
        least, most = figures.get("least", 1), figures.get("most", 0)
        title = titles()[name]
        menu_games.append(MenuGame(name, title, least, most, figures.get("minutes", 15), figures.get("kind", "others")))
    return menu_games


def length_of(game: MenuGame) -> str:
    return "short" if game.minutes <= SHORT_GAME else "an evening" if game.minutes <= EVENING_GAME else "long"


@frozen
class GameChoice:
    """What is to be played, by how many people; `options` as they are written on a command line."""

    game: str
    people: int
    options: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


HELP = (
    "Type a title or a part of it to play that at once.",
    "Enter asks how many of you play, how long it may take and of what kind it should be, and lists what fits.",
    "A number chooses from the list that is shown, Enter what stands in brackets; q leaves.",
)


def option_help(about: About) -> tuple[str, ...]:
    """What can be agreed on, an option a line, with what each may be."""
    lines = []
    for option in about.options:
        allowed = " or ".join(str(value) for value in option.values)
        if option.sort == "truth":
            allowed = "yes or no"
        elif option.low is not None:
            allowed = f"{option.low} to {option.high}"
        lines.append(f"{option.name} ({allowed}){f': {option.text}' if option.text else ''}")
    return (*lines, "Several are divided by commas, Enter takes those that are shown; q leaves.")


class Menu:
    """A few questions on a screen, each of which may be answered with Enter."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def choose(self, usual: str = "") -> GameChoice:
        """Ask until a game is chosen. `usual` is what Enter alone begins with."""
        self.screen.say(painted("What shall we play?", Paint.BOLD))
        while True:
            first = self._read("A title, or Enter to look (?: help): ")
            if not first:
                return self._look_up(usual)
            if first.isdigit():
                self.screen.say("Nothing is numbered yet: type a title, or press Enter to look.")
                continue
            name = self._name_of_title(first)
            if name is not None:
                return self._ask_for_setting(name, 1)

    def _look_up(self, usual: str) -> GameChoice:
        people = self._ask_for_number("How many people play here?", 1)
        left = [g for g in known_games() if not g.most or g.most >= people]
        left = self._ask_to_narrow(left, "How long may it take?", length_of, ("short", "an evening", "long"))
        kinds = sorted({game.kind for game in left})
        left = self._ask_to_narrow(left, "Of what kind?", lambda game: game.kind, kinds)
        return self._ask_for_setting(self._ask_for_one(left, usual), people)

    def ask_which(self, text: str) -> str:
        """The game somebody means by a title or a part of it; of several they choose one."""
        while True:
            name = self._name_of_title(text)
            if name is not None:
                return name
            text = self._read("Which game? A title, or Enter for all: ")
            if not text:
                return self._ask_for_one(known_games(), "")

    def _name_of_title(self, text: str) -> str | None:
        try:
            return str(find(text))
        except Ambiguous as error:
            several = [game for game in known_games() if game.name in error.names]
            self.screen.say(f"{text} could mean several games:")
            return self._ask_for_one(several, "")
        except UsageError as error:
            close = error.message.partition("; ")[2]
            self.screen.say(f"There is no game called {text}{f'; {close}' if 'did you mean' in close else '.'}")
            return None

    def _ask_for_setting(self, game: str, people: int) -> GameChoice:
        """Ask for the options somebody wants, and what the people are called if there are several."""
        about = Game.named(game).about
        options = self._options(about) if self.screen.live else ()
        names: tuple[str, ...] = ()
        if people > 1:
            line = self._read(f"What are you called? [{', '.join(f'Player {n}' for n in range(1, people + 1))}] ")
            names = tuple(re.split(r"\s*,\s*|\s+", line.strip(", ")))[:people] if line.strip(", ") else ()
        return GameChoice(game, people, options, names)

    def _options(self, about: About) -> tuple[str, ...]:
        """Options that are set as they are written: `goal=50`; those that do not fit are asked for again."""
        if not about.options:
            return ()
        options_text = [f"{option.name}={option.default}" for option in about.options]
        self.screen.say(*flowed(options_text, self.screen.size[0], "   ", "  ", first="Options: "))
        while True:
            line = self._read("Others, such as NAME=VALUE, or Enter for these (?: help): ", option_help(about))
            given = tuple(part.strip() for part in line.split(",") if part.strip())
            try:
                options_from_texts(about, given)
                return given
            except UsageError as error:
                self.screen.say(f"{error.message[0].upper()}{error.message[1:]}.")

    def _read(self, prompt: str, help: Sequence[str] = HELP) -> str:
        """A line; whoever wants help gets it, and whoever wants to leave leaves."""
        while True:
            line = self.screen.read(prompt, whose="menu", complete=lambda: list(titles().values()))
            if line.lower() in {"q", "quit", "exit"}:
                raise InputEnded(asked=True)
            if line.lower() not in {"?", "help"}:
                return line
            for text in help:
                self.screen.say(*wrapped(text, self.screen.size[0]))

    def _ask_for_number(self, question: str, usual: int) -> int:
        while True:
            line = self._read(f"{question} [{usual}] ")
            if not line:
                return usual
            if line.isascii() and line.isdigit() and 0 < int(line) < 100:
                return int(line)
            self.screen.say("Type a number.")

    def _ask_to_narrow(
        self, left: list[MenuGame], question: str, sort: Callable[[MenuGame], str], names: Sequence[str]
    ) -> list[MenuGame]:
        counts = {name: sum(sort(game) == name for game in left) for name in names}
        there = [name for name in names if counts[name]]
        if len(there) < 2:
            return left
        choices = [f"{number} {name} ({counts[name]})" for number, name in enumerate(there, start=1)]
        self.screen.say(*flowed(choices, self.screen.size[0], "   ", "  ", first=f"{question} "))
        while True:
            line = self._read(f"A number, or Enter for {ANY_GAME}: ").lower()
            fits = [name for name in there if line and name.startswith(line)]
            if line.isascii() and line.isdigit() and 1 <= int(line) <= len(there):
                fits = [there[int(line) - 1]]
            if not line or line == ANY_GAME:
                return left
            if len(fits) == 1:
                return [game for game in left if sort(game) == fits[0]]
            self.screen.say("Type one of the numbers.")

    def _ask_for_one(self, left: list[MenuGame], usual: str) -> str:
        left = sorted(left, key=lambda game: (game.minutes, game.title))
        choices = [f"{number} {game.line}" for number, game in enumerate(left, start=1)]
        self.screen.say("In brackets: how many can play, and about how long it takes.")
        own = next((game for game in left if game.name == usual), left[0])
        pages = self._pages(choices)
        while True:
            if pages:
                self.screen.say(*pages.pop(0))
            rest = "Enter for more" if pages else f"Enter for {own.title}"
            line = self._read(f"Which one? A number, a title, or {rest}: ")
            if not line:
                if pages:
                    continue
                return own.name
            if pages:
                pages.insert(0, [])  # what was shown stays there to be chosen from
            if line.isascii() and line.isdigit():
                if 1 <= int(line) <= len(left):
                    return left[int(line) - 1].name
                self.screen.say(f"There are {len(left)} of them.")
                continue
            wanted = re.sub(r"\W+", "", line.lower())
            fits = [game for game in left if wanted in re.sub(r"\W+", "", game.title.lower())]
            name = fits[0].name if len(fits) == 1 else self._name_of_title(line)
            if name is not None:
                return name

    def _pages(self, choices: list[str]) -> list[list[str]]:
        """Set lines in as many columns as there is room for, none higher than the screen."""
        broad, high = self.screen.size
        if not self.screen.live:
            return [in_columns(choices, broad, gap=2)]
        pages = []
        while choices:
            count = len(choices)
            while count > 1 and len(in_columns(choices[:count], broad, gap=2)) > max(3, high - FRAME):
                count -= 1
            pages.append(in_columns(choices[:count], broad, gap=2))
            choices = choices[count:]
        return pages
