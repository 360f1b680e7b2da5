"""A game as it is kept: what it was set up with and every action; and the files such games are in."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter import chance
from dicedsl.interpreter.game import Game, libraries_around, shelf_of
from dicedsl.interpreter.play.actions import action_text, dealt, drawn_shape, read_action
from dicedsl.interpreter.table import Table
from dicedsl.program.about import About, Setting
from dicedsl.rulebook.library import shipped
from dicedsl.rulebook.shelf import Shelf
from dicedsl.writing import write_whole

LARGEST = 32 * 1024 * 1024


def rulebook_name(about: About) -> str:
    """What to type to get this rulebook again: the short name of a shipped one, or the whole path."""
    name = about.where.source.name
    path = Path(name)
    try:
        for short, known in shipped().items():
            if path == known or path.resolve() == known.resolve():
                return short
        return str(path.resolve()) if path.is_file() else name
    except OSError:
        return name


@frozen
class Ended:
    """How a kept game ended, as it was written down."""

    winners: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...] | None


@frozen
class Saved:
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
    ended: Ended | None = None
    is_cut: bool = False

    def check(self, table: Table) -> None:
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


def table_for(saved: Saved) -> Table:
    """The table a game was played at, from the texts kept with it. UsageError if that is not possible any more."""
    if saved.shelf is None:
        return _made(Game.named, saved.rulebook, saved)
    if saved.rulebook in shipped():
        # The shipped one is quicker to be had, if its texts still are the same: what the file says of them is not believed.
        try:
            table = _made(Game.named, saved.rulebook, saved)
            if shelf_of(table) == saved.shelf:
                return table
        except UsageError:
            pass
    shelf = saved.shelf
    return _made(lambda name: Game.on_shelf(shelf), saved.rulebook, saved)


def _made(load: Callable[[str], Game], name: str, saved: Saved) -> Table:
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


# ------------------------------------------------------------------ files


def read_saved(path: Path) -> Saved:
    """The game in a file, of any version; UsageError with one sentence if there is none, or not a whole one."""
    from dicedsl.interpreter.play.log import is_log, read_log
    from dicedsl.interpreter.play.old_files import read_old

    data = _bytes_of(path)
    return read_log(data, str(path)) if is_log(data) else read_old(data, str(path))


def _bytes_of(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe would be waited for, a device may never end
            raise UsageError(f"{path} is not a saved game")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {(getattr(error, 'strerror', None) or 'cannot be read').lower()}") from None
    if len(data) > LARGEST:
        raise UsageError(f"{path} is not a saved game")
    return data


def write_saved(path: Path, saved: Saved) -> None:
    """Keep a game in a file. UsageError with one sentence if that cannot be done, and the old file is as it was."""
    from dicedsl.interpreter.play.log import log_of

    write_log_text(path, log_of(saved).text())


def write_log_text(path: Path, text: str) -> None:
    """Put the whole text of a game in a file that only its owner can read: it holds the seed and what is hidden."""
    try:
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is no plain file; a game cannot be kept there")
        write_whole(path, text, private=True)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {(getattr(error, 'strerror', None) or 'cannot be written').lower()}") from None


def overwritable(path: Path) -> None:
    """UsageError unless there is no such file yet, or it is a saved game."""
    try:
        if not path.exists():
            return
        read_saved(path)
    except UsageError:
        raise UsageError(f"{path} exists and is not a saved game; choose another name") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {(getattr(error, 'strerror', None) or 'cannot be written').lower()}") from None


__all__ = [
    "Ended",
    "Saved",
    "action_text",
    "dealt",
    "drawn_shape",
    "overwritable",
    "read_action",
    "read_saved",
    "rulebook_name",
    "table_for",
    "write_log_text",
    "write_saved",
]
