"""A game in a file: what it was set up with and every action, as a small JSON text that is written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from pathlib import Path
from typing import Any

from attrs import frozen

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter import chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table import Table
from dicedsl.program import ops
from dicedsl.program.about import About, Setting
from dicedsl.program.fingerprint import fingerprint
from dicedsl.rulebook.library import shipped
from dicedsl.writing import write_whole

FORMAT = "dicedsl game"
VERSION = 1
LARGEST = 32 * 1024 * 1024
LARGEST_NUMBER = 1 << 64


# ------------------------------------------------------------------ the rulebook


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


# ------------------------------------------------------------------ actions as text


def action_text(table: Table, state: State, action: Move | Outcome) -> str:
    """The canonical text of an action. Where that could mean several, a tab and which of them follow (of a report, its values)."""
    if isinstance(action, Move):
        prefix = f"P{action.seat + 1} "
        try:
            if table.parse_move(state, action.seat, action.text) == action:
                return prefix + action.text
        except DiceError:
            pass
        if table.turn(state).kind == "report":
            return f"{prefix}{action.text}\t={' '.join(map(str, (action.alternative, *action.values)))}"
        same = [m for m in table.moves(state, action.seat) if m.text == action.text]
        return f"{prefix}{action.text}\t{same.index(action) + 1}" if action in same else prefix + action.text
    if table.rolling(state):
        return " ".join(["roll", *map(str, action.values)])
    drawn = [o for o in table.outcomes(state) if o.text == action.text]
    if len(drawn) > 1:
        return f"draw {action.text}\t{drawn.index(action) + 1}"
    return f"draw {action.text}"


def read_action(table: Table, state: State, text: str) -> Move | Outcome:
    """The action a text stands for. UsageError if none."""
    body, _, which = text.partition("\t")
    word, _, rest = body.partition(" ")
    if not re.fullmatch("([0-9]{1,9})?|=.*", which):
        raise UsageError("after an action stands which of several it is")
    position = int(which) if which.isdigit() else 0
    if word == "roll":
        try:
            values = tuple(int(x) for x in rest.split())
        except ValueError:
            raise UsageError("a roll is a row of numbers") from None
        return Outcome(values, text=rest)
    if word == "draw":
        fitting = [o for o in table.outcomes(state) if o.text == rest]
        if not fitting or position > len(fitting):
            raise UsageError(f"{rest} cannot be drawn now")
        return fitting[max(position, 1) - 1]
    if not re.fullmatch("P[0-9]{1,3}", word) or not 1 <= int(word[1:]) <= table.players:
        raise UsageError("an action begins with roll, draw or a seat")
    seat = int(word[1:]) - 1
    if which.startswith("="):
        try:
            index, *picked = map(int, which[1:].split())
        except ValueError:
            raise UsageError("a report is a row of numbers") from None
        return Move(seat, index, tuple(picked), rest)
    if not position:
        return table.parse_move(state, seat, rest)
    same = [m for m in table.moves(state, seat) if m.text == rest]
    if position > len(same):
        raise UsageError(f"{rest} cannot be chosen now")
    return same[position - 1]


def drawn_shape(table: Table, state: State) -> str | None:
    end = table.program.blocks[state.cells[table.reg.pc]].end
    return end.shape if isinstance(end, ops.DrawOne) else None


def dealt(table: Table, state: State) -> bool:
    """Is one of many draws of a single step to come?"""
    end = table.program.blocks[state.cells[table.reg.pc]].end
    return isinstance(end, ops.DrawOne) and end.dealt


# ------------------------------------------------------------------ the file


@frozen
class Saved:
    """A game as it is kept: enough to set it up again and to repeat every action."""

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

    def as_text(self) -> str:
        body = self._body()
        body["check"] = _checksum(body)
        return json.dumps(body, ensure_ascii=False, indent=1) + "\n"

    def _body(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "title": self.title,
            "rulebook": self.rulebook,
            "rulebook_hash": self.rulebook_hash,
            "variants": list(self.variants),
            "uses": list(self.uses),
            "players": self.setting.players,
            "options": [list(option) for option in self.setting.options],
            "starter": self.setting.starter,
            "skills": list(self.setting.skills),
            "seats": list(self.seats),
            "random": self.random,
            "seed": self.seed,
            "dice": self.dice,
            "attempts": self.attempts,
            "actions": list(self.actions),
            "floor": self.floor,
        }

    def check(self, table: Table) -> None:
        """UsageError if this game belongs to another rulebook, setting or random source."""
        if self.random != chance.NAME:
            raise UsageError(f"this game was saved with the random source {self.random}, which is not known here")
        if self.setting != table.setting:
            raise UsageError("this game was saved with other players or options")
        if self.variants != table.about.chosen:
            raise UsageError("this game was saved with other variants")
        if self.rulebook_hash != fingerprint(table.program):
            raise UsageError(f'this game was saved with other rules of "{self.title}"; it can only go on with the same')


def _checksum(body: dict[str, Any]) -> str:
    text = json.dumps(body, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def read_saved(path: Path) -> Saved:
    """The game in a file; UsageError with one sentence if there is none, or not a whole one."""
    foreign = UsageError(f"{path} is not a saved game")
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe would be waited for, a device may never end
            raise foreign
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {(getattr(error, 'strerror', None) or 'cannot be read').lower()}") from None
    damaged = UsageError(f"{path} is a saved game, but damaged; it cannot be opened")
    if len(data) > LARGEST:
        raise foreign
    try:
        body = json.loads(data.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise (damaged if FORMAT.encode() in data[:200] else foreign) from None
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise foreign
    version = body.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise UsageError(f"{path} was saved by a newer dicedsl (format {version}; this one knows {VERSION})")
    check = body.pop("check", None)
    if version != VERSION or check != _checksum(body):
        raise damaged
    try:
        return _saved(body)
    except (KeyError, TypeError, ValueError):
        raise damaged from None


def _no_number(text: str) -> int:
    raise ValueError(text)


def _number(value: object) -> int:
    if type(value) is not int or not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise ValueError(value)
    return value


def _texts(values: object) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError(values)
    return tuple(values)


def _saved(body: dict[str, Any]) -> Saved:
    setting = Setting(
        _number(body["players"]),
        options=tuple((str(name), value) for name, value in body["options"]),
        starter=_number(body["starter"]),
        skills=tuple(map(_number, body["skills"])),
    )
    return Saved(
        title=str(body["title"]),
        rulebook=str(body["rulebook"]),
        rulebook_hash=str(body["rulebook_hash"]),
        variants=_texts(body["variants"]),
        uses=_texts(body["uses"]),
        setting=setting,
        seats=_texts(body["seats"]),
        seed=_number(body["seed"]),
        dice=str(body["dice"]),
        attempts=str(body["attempts"]),
        actions=_texts(body["actions"]),
        floor=_number(body["floor"]),
        random=str(body["random"]),
    )


def table_for(saved: Saved) -> Table:
    """The table a saved game was played at, from the rulebook as it is now. UsageError if it is not there or has changed."""
    try:
        game = Game.named(saved.rulebook)
        # Libraries the rulebook does not name itself were put around it, such as one for matches.
        named = game.about_with(saved.variants).uses
        around = [name for name in saved.uses if name not in named]
        asked = saved.setting
        table = game.table(asked.players, dict(asked.options), saved.variants, asked.starter, asked.skills, around)
    except UsageError:
        raise
    except DiceError:
        # Nothing of it is shown: whoever made the saved game chose the file, and it may be any.
        raise UsageError(f"the rulebook of this game, {saved.rulebook}, has mistakes; it cannot go on") from None
    saved.check(table)
    return table


def write_saved(path: Path, saved: Saved) -> None:
    """Keep a game in a file. UsageError with one sentence if that cannot be done, and the old file is as it was."""
    try:
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is no plain file; a game cannot be kept there")
        # It holds the seed and what is hidden: nobody else on the machine is to read it.
        write_whole(path, saved.as_text(), private=True)
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
