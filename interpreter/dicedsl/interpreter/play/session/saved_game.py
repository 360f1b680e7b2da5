"""A game as it is kept: what it was set up with and every action."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from dicedsl.about import About, Setting
from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter import chance
from dicedsl.interpreter.game import Game, libraries_around, shelf_of
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.rulebook.library import shipped_files
from dicedsl.rulebook.shelf import Shelf


def rulebook_name(about: About) -> str:
    """What to type to get this rulebook again: the short name of a shipped one, or the whole path."""
    name = about.where.source.name
    path = Path(name)
    try:
        for short, shipped_path in shipped_files().items():
            if path == shipped_path or path.resolve() == shipped_path.resolve():
                return short
        return str(path.resolve()) if path.is_file() else name
    except OSError:
        return name


@frozen
class SavedResult:
    """How a kept game ended, as it was written down."""

    winners: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...] | None


@frozen
class SavedGame:
    """Enough to set a game up again and to repeat every action.

    `shelf` holds the texts of the rulebook (None in files of old: there only its name is known), `nonce` and the seed make the
    commitment to the dice, `times` say when each action was and how many milliseconds it took, `is_cut` that the end of the file
    was missing. All actions before `floor` stand for good.
    """

    title: str
    rulebook: str
    rulebook_hash: str
    variants: tuple[str, ...]
    uses: tuple[str, ...]
    setting: Setting
    seats: tuple[str, ...]
    seed: int
    dice: str
    attempts: str
    actions: tuple[str, ...]
    floor: int = 0
    random: str = chance.NAME
    shelf: Shelf | None = None
    nonce: str = ""
    commitment: str = ""
    begun: int = 0
    times: tuple[tuple[int, int], ...] = ()
    ended: SavedResult | None = None
    is_cut: bool = False

    def check(self, table: GameTable) -> None:
        """UsageError if this game belongs to another rulebook, setting or random source.

        Rules that say the same in another way are the same here: whether they are is seen when the actions are repeated.
        """
        if self.random != chance.NAME:
            raise UsageError(f"this game was saved with the random source {self.random}, which is not known here")
        if self.setting != table.setting:
            raise UsageError("this game was saved with other players or options")
        if self.variants != table.about.chosen:
            raise UsageError("this game was saved with other variants")
        if self.title != table.about.title:
            raise UsageError(f'this game was saved with other rules: those of "{self.title}"')


# ------------------------------------------------------------------ tables


def table_for(saved: SavedGame) -> GameTable:
    """The table a game was played at, from the texts kept with it. UsageError if that is not possible any more."""
    if saved.shelf is None:
        return _set_up(Game.named, saved.rulebook, saved)
    if saved.rulebook in shipped_files():
        # The shipped one is quicker to be had, if its texts still are the same: what the file says of them is not believed.
        try:
            table = _set_up(Game.named, saved.rulebook, saved)
            if shelf_of(table) == saved.shelf:
                return table
        except UsageError:
            pass
    shelf = saved.shelf
    return _set_up(lambda name: Game.on_shelf(shelf), saved.rulebook, saved)


def _set_up(load: Callable[[str], Game], name: str, saved: SavedGame) -> GameTable:
    try:
        game = load(name)
        asked = saved.setting
        around = libraries_around(game, saved.variants, saved.uses)
        table = game.table(asked.players, dict(asked.options), saved.variants, asked.starter, asked.skills, around)
    except UsageError:
        raise
    except DiceError:
        # Nothing of it is shown: whoever made the saved game chose the file, and it may be any.
        raise UsageError(f"the rulebook of this game, {saved.rulebook}, has mistakes; it cannot go on") from None
    saved.check(table)
    return table
