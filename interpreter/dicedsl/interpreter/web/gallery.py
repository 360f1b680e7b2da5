"""Where a host chooses: a game by players and kind, its variants and options, who sits where; or a game that was left."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen

from dicedsl.about import OptionInfo
from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.bots import DEFAULT, levels
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.play.keeping import GameStore, KeptGame
from dicedsl.interpreter.web.markup import Html, button, card, join, tag
from dicedsl.interpreter.web.panel import refusal
from dicedsl.interpreter.web.server_drawing import Press, ServerDrawing
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.interpreter.web.table_opening import Books, TableWish, open_table, person_name, resume_game
from dicedsl.rulebook.setting import allowed_players, checked_players, fits, usual_players
from dicedsl.text.plain import plain

MOST_SEATS = 12
MOST_KEPT_GAMES = 8
COUNTS = (1, 2, 3, 4, 5, 6)


@frozen
class GalleryExits:
    """Where one goes from here: to the table that was opened, or to a game that is only looked at.

    go_to_running: to the table where a game is being played already; False if it is at none.
    """

    open_table: Callable[[Sitting], None]
    open_replay: Callable[[KeptGame], None]
    go_to_running: Callable[[KeptGame], bool] = lambda kept: False


class Gallery:
    """The page of one host who chooses: what was picked so far, and what a press changes about it."""

    def __init__(self, exits: GalleryExits, store: GameStore | None, books: Books) -> None:
        self.exits = exits
        self.store = store
        self.books = books
        self.offers = {offer.name: offer for offer in books.offers}
        self.kinds = tuple(dict.fromkeys(offer.collection for offer in books.offers))
        self.count: int | None = None
        self.kind = ""
        self.game: str | None = None
        self.players = 2
        self.refused = ""
        self._drawing: ServerDrawing | None = None

    def build(self) -> None:
        self._drawing = ServerDrawing(self.html(), self.handle_press)

    # -------------------------------------------------------------- what somebody does

    def handle_press(self, press: Press) -> None:
        word, _, rest = press.do.partition(":")
        self.refused = ""
        try:
            self._act(word, rest, press.typed)
        except (UsageError, DiceError) as error:
            self.refused = sentence(str(error))
        if self._drawing is not None:
            self._drawing.show(self.html(), say=self.refused)

    def _act(self, word: str, rest: str, typed: dict[str, str]) -> None:
        if word == "count":
            self.count = int(rest) if rest in map(str, COUNTS) else None
        elif word == "kind" and (rest in self.kinds or not rest):
            self.kind = rest
        elif word == "game" and rest in self.offers:
            self.game = rest
            about = Game.named(rest).about
            wanted = self.count if self.count is not None and fits(about, self.count) else usual_players(about)
            self.players = checked_players(about, wanted)
        elif word == "leave":
            self.game = None
        elif word == "players" and self.game is not None:
            wanted_ = typed.get("players", "")
            if wanted_.isascii() and wanted_.isdigit() and len(wanted_) < 3:
                self.players = checked_players(Game.named(self.game).about, min(int(wanted_), MOST_SEATS))
        elif word == "begin" and self.game is not None:
            self.exits.open_table(open_table(self._wish(self.game, typed), self.store, self.books))
        elif word in {"resume", "replay"} and self.store is not None:
            kept = next((game for game in self.store.games() if str(game.number) == rest), None)
            if kept is None:
                raise UsageError("there is no such game any more")
            if word == "resume" and self.exits.go_to_running(kept):
                return
            if word == "resume":
                self.exits.open_table(resume_game(kept.name, self.store, self.books))
            else:
                self.exits.open_replay(kept)

    def _wish(self, game: str, typed: dict[str, str]) -> TableWish:
        about = Game.named(game).about
        seats = []
        for at in range(self.players):
            who = typed.get(f"who{at}", "person")
            seats.append(who if who in levels() else person_name(plain(typed.get(f"name{at}", "")[:24])))
        return TableWish(
            game,
            tuple(seats),
            {option.name: typed.get(f"option{n}", "") for n, option in enumerate(about.options)},
            tuple(title for n, title in enumerate(about.variants) if typed.get(f"variant{n}")),
            "ask" if typed.get("dice") else "auto",
            "people" if typed.get("attempts") else None,
        )

    # -------------------------------------------------------------- drawing

    def html(self) -> Html:
        inside = self._games() if self.game is None else self._setting(self.game)
        head = tag("h1", "Choose a game" if self.game is None else self.offers[self.game].title, cls="dd-title")
        return tag("main", tag("div", head, refusal(self.refused), inside, cls="dd-wide"), cls="dd-page")

    def _games(self) -> Html:
        counts = [_switch(str(n), f"count:{n}", self.count == n) for n in COUNTS]
        groups = [_switch(kind, f"kind:{kind}", self.kind == kind) for kind in self.kinds]
        game_buttons = [
            button(
                join([tag("b", e.title), tag("span", e.players, cls="dd-small")]), f"game:{e.name}", "dd-button dd-game"
            )
            for e in self.offers.values()
            if (not self.kind or e.collection == self.kind) and (self.count is None or plays(e.players, self.count))
        ]
        return join(
            [
                self._kept_games_html(),
                tag("div", "players: ", _switch("any", "count:", self.count is None), *counts, cls="dd-row"),
                tag("div", "kind: ", _switch("all", "kind:", not self.kind), *groups, cls="dd-row"),
                tag("div", *game_buttons, cls="dd-games"),
            ]
        )

    def _kept_games_html(self) -> Html | None:
        games = self.store.games()[:MOST_KEPT_GAMES] if self.store is not None else []
        if not games:
            return None
        rows = [
            tag(
                "li",
                button(
                    "look at" if game.is_over else "go on with",
                    f"{'replay' if game.is_over else 'resume'}:{game.number}",
                    "dd-button dd-tiny",
                ),
                f" {game.name}: {game.ending or f'{game.actions} actions so far'}",
            )
            for game in games
        ]
        return card("Games that are kept", tag("ul", *rows))

    def _setting(self, name: str) -> Html:
        about = Game.named(name).about
        notes = [tag("p", note, cls="dd-small") for kind, note in about.notes[:3] if kind != "ruling"]
        counts = [n for n in range(1, MOST_SEATS + 1) if fits(about, n)]
        number = tag(
            "label",
            "players ",
            tag("select", *(_choice(str(n), n == self.players) for n in counts), name="players", data_do="players"),
        )
        rows = [self._seat(at) for at in range(self.players)]
        variants = [_tick(f"variant{n}", title) for n, title in enumerate(about.variants)]
        options = [tag("div", _option(n, option)) for n, option in enumerate(about.options)]
        real = [_tick("dice", "we roll real dice and say what they show")]
        if about.has_skill:
            real.append(_tick("attempts", "people say how their own attempts went"))
        return tag(
            "form",
            *notes,
            tag("p", f"For {allowed_players(about)}.", cls="dd-small"),
            card("Who plays", number, *rows),
            card("Variants", *variants) if variants else None,
            card("Options", *options) if options else None,
            card("Dice", *real),
            tag(
                "div",
                tag("button", "begin", type="submit", cls="dd-button dd-main"),
                button("another game", "leave"),
                cls="dd-row",
            ),
            data_do="begin",
            data_key=f"setting {name}",
            cls="dd-wide",
        )

    def _seat(self, at: int) -> Html:
        people = at == 0
        kinds_ = [
            _choice("person", people),
            *(_choice(level, not people and level == DEFAULT) for level in levels()),
        ]
        who = tag("select", *kinds_, name=f"who{at}", aria_label=f"who sits on seat {at + 1}")
        name = tag(
            "input",
            name=f"name{at}",
            maxlength="24",
            aria_label=f"name of player {at + 1}",
            placeholder="name of a person",
        )
        return tag("div", f"{at + 1}. ", who, name, cls="dd-row", data_key=f"seat {at}")


def _switch(label: str, do: str, is_on: bool) -> Html:
    return button(label, do, "dd-button dd-tiny" + " dd-chosen" * is_on, aria_pressed="true" if is_on else "false")


def _choice(value: str, is_chosen: bool) -> Html:
    label = value if value == "person" or value.isdigit() else f"bot: {value}"
    return tag("option", label, value=value, selected=is_chosen)


def _tick(name: str, label: str) -> Html:
    return tag("div", tag("label", tag("input", type="checkbox", name=name), f" {label}"))


def _option(number: int, option: OptionInfo) -> Html:
    name = f"option{number}"
    note = f" {option.text}" if option.text else ""
    if option.sort == "truth":
        values = ["", "yes", "no"]
    elif option.values:
        values = ["", *map(str, option.values)]
    else:
        usual = option.default if option.default.isdecimal() else "as in the rules"  # it may be worked out from others
        field = tag("input", type="number", name=name, min=option.low, max=option.high, placeholder=usual)
        return tag("label", f"{option.name} ", field, tag("span", note, cls="dd-small"))
    choices = [tag("option", value or f"as in the rules ({option.default})", value=value) for value in values]
    return tag("label", f"{option.name} ", tag("select", *choices, name=name), tag("span", note, cls="dd-small"))


def plays(players: str, count: int) -> bool:
    """Whether so many can play, by the line of a listing: `2 or 3`, `1 to 6`, `2 or more`."""
    numbers = [int(digits) for digits in re.findall(r"\d+", players)]
    if not numbers:
        return True
    if "more" in players:
        return count >= numbers[0]
    if "to" in players.split():
        return numbers[0] <= count <= numbers[-1]
    return count in numbers
