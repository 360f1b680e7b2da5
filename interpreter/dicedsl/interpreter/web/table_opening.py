"""Tables that are opened from a page or a command: a game, its setting, who sits where, and where it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

from attrs import field, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.bots import is_bot
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.keeping import GameStore, Keeper, resume_kept_game
from dicedsl.interpreter.play.session.fair_dice import fresh_seed
from dicedsl.interpreter.play.session.play_again import play_again
from dicedsl.interpreter.play.session.saved_game import table_for
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.web.passes import Pass, pass_with_token, read_passes
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.rulebook.setting import options_from_texts

Prose = Callable[[], str]


@frozen
class GameOffer:
    """A game that can be chosen, as it is listed: for how many it is, and with which others it belongs."""

    name: str
    title: str
    players: str
    collection: str


@frozen
class Books:
    """What is known of rulebooks beside their programs: which there are, and the rules of a game in words (Markdown)."""

    offers: tuple[GameOffer, ...] = ()
    rules: Callable[[Session], str] | None = None

    def prose(self, session: Session) -> Prose | None:
        """The rules as this game is played, made once and only when somebody reads them."""
        return None if self.rules is None else cache(partial(self.rules, session))


@frozen
class TableWish:
    """What somebody asked for: a shipped game with some setting, and a name or `bot:LEVEL` for each seat."""

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, str] = field(factory=dict)
    variants: tuple[str, ...] = ()
    dice: str = "auto"
    attempts: str | None = None


def person_name(name: str) -> str:
    """A person who is called like a bot is written with a capital letter."""
    word = name.partition(":")[0].lower()
    return name.capitalize() if word == "bot" or is_bot(word) else name


def open_table(wish: TableWish, store: GameStore | None, books: Books) -> Sitting:
    """A new table. UsageError in one sentence if it does not fit the game."""
    game = Game.named(wish.game)
    about = game.about_with(wish.variants)
    options = options_from_texts(about, [f"{name}={value}" for name, value in wish.options.items() if value])
    table = game.table(len(wish.seats), options, about.chosen)
    names = [" ".join(name.split()) or f"Player {at + 1}" for at, name in enumerate(wish.seats)]
    unnamed = [at for at, name in enumerate(wish.seats) if not name.strip()]
    return seat_players(table, names, store, books, dice=wish.dice, attempts=wish.attempts, unnamed=unnamed)


def seat_players(
    table: GameTable,
    names: Sequence[str],
    store: GameStore | None,
    books: Books,
    *,
    seed: int | None = None,
    dice: str = "auto",
    attempts: str | None = None,
    unnamed: Sequence[int] = (),
    name: str | None = None,
) -> Sitting:
    """People and programs at a table; from now on every move is kept before anybody is told of it."""
    # Who gives a seed knows the dice: then there is nothing to commit to.
    session = Session(
        table, names, fresh_seed() if seed is None else seed, dice, attempts, nonce=None if seed is None else ""
    )
    if not session.people:
        raise UsageError("at least one of the seats is for a person")
    keeper = Keeper(session, store, name=name) if store is not None else None
    return Sitting.of(session, keeper, books.prose(session), unnamed)


def open_again(sitting: Sitting, store: GameStore | None, books: Books) -> Sitting:
    """Open the same game for the same people, with links of its own."""
    session = play_again(sitting.session)
    return Sitting.of(session, Keeper(session, store) if store is not None else None, books.prose(session))


def restore_by_link(name: str, token: str, store: GameStore, books: Books) -> Sitting | None:
    """The game that a link led to before the server was ended; None if there is none, or it was another link."""
    number = int(name) if name.isascii() and name.isdigit() and len(name) < 10 else -1
    kept = next((game for game in store.games() if game.number == number), None)
    if kept is None:
        return None
    links, _ = read_passes(store.read_seating(number))
    if pass_with_token([Pass(link_token, None) for link_token in links.values()], token) is None:
        return None
    saved = store.read(kept)
    session = Session.resume(table_for(saved), saved)
    return Sitting.of(session, Keeper(session, store, kept=kept), books.prose(session))


def resume_game(name: str | None, store: GameStore, books: Books) -> Sitting:
    """A game that was left. UsageError if there is none, or it is being played."""
    session, kept = resume_kept_game(store, name)
    return Sitting.of(session, Keeper(session, store, kept=kept), books.prose(session))
