"""Tables that are opened from a page or a command: a game, its setting, who sits where, and where it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

from attrs import field, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.bots import BOTS
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.fair import fresh_seed
from dicedsl.interpreter.play.keeping import Keeper, Store, go_on_with
from dicedsl.interpreter.play.session import Session
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.program.about import About
from dicedsl.prose.rules import rules as prose
from dicedsl.rulebook.loading import load_source, raise_errors
from dicedsl.rulebook.setting import options_from_texts
from dicedsl.rulebook.shelf import Shelf

Prose = Callable[[], str]


@frozen
class Wish:
    """What somebody asked for: a shipped game with some setting, and a name or `bot:LEVEL` for each seat."""

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, str] = field(factory=dict)
    variants: tuple[str, ...] = ()
    dice: str = "auto"
    attempts: str = "auto"


def levels() -> tuple[str, ...]:
    return tuple(BOTS)


def person(name: str) -> str:
    """A person who is called like a bot is written with a capital letter."""
    return name.capitalize() if name.partition(":")[0].lower() in {"bot", *BOTS} else name


def opened(wish: Wish, store: Store | None) -> Sitting:
    """A new table. UsageError in one sentence if it does not fit the game."""
    game = Game.named(wish.game)
    about = game.about_with(wish.variants)
    options = options_from_texts(about, [f"{name}={value}" for name, value in wish.options.items() if value])
    table = game.table(len(wish.seats), options, about.chosen)
    names = [" ".join(name.split()) or f"Player {at + 1}" for at, name in enumerate(wish.seats)]
    unnamed = [at for at, name in enumerate(wish.seats) if not name.strip()]
    return seated(table, names, store, dice=wish.dice, attempts=wish.attempts, unnamed=unnamed)


def seated(
    table: Table,
    names: Sequence[str],
    store: Store | None,
    *,
    seed: int | None = None,
    dice: str = "auto",
    attempts: str = "auto",
    unnamed: Sequence[int] = (),
    rules: Prose | None = None,
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
    return Sitting.of(session, keeper, rules or rules_of(session), unnamed)


def gone_on(name: str | None, store: Store) -> Sitting:
    """A game that was left. UsageError if there is none, or it is being played."""
    session, kept = go_on_with(store, name)
    return Sitting.of(session, Keeper(session, store, kept=kept), rules_of(session))


def rules_of(session: Session) -> Prose:
    """The rules as this game is played, made once and only when somebody reads them."""
    return cache(partial(_prose, session.shelf, session.table.about))


def _prose(shelf: Shelf, about: About) -> str:
    book, problems = load_source(shelf.source, about.chosen, shelf)
    raise_errors(problems)
    assert book is not None
    around = tuple(library for library in about.uses if library not in book.uses)
    whole, _ = load_source(shelf.source, about.chosen, shelf, around) if around else (book, problems)
    return prose(whole or book)
