"""A game as lines of JSON: first what it was set up with, the texts of the rulebook whole, then every action and roll.

Each line holds a check over itself and the line before, so that nothing in the middle can be lost or changed unseen. A file that
was cut off is good up to its last whole line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.session import fields
from dicedsl.interpreter.play.session.fair_dice import commitment
from dicedsl.interpreter.play.session.saved_game import SavedGame, SavedResult
from dicedsl.rulebook.shelf import shelf_from
from dicedsl.version import __version__

FORMAT = "dicedsl game"
VERSION = 2
MOST_LOG_LINES = 500_000
LONGEST_LINE = 64 * 1024  # letters of one line but the first


def _check_of(body: dict[str, Any], before: str) -> str:
    """The check of a line."""
    text = json.dumps(body, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{before} {text}".encode("ascii")).hexdigest()[:32]


class Log:
    """The lines of a game that is written down, and which of them belongs to which action."""

    def __init__(self, head: dict[str, Any]) -> None:
        self.lines: list[str] = []
        self._checks: list[str] = []
        self._starts: list[int] = []  # the line of each action
        self._add(head)

    def _add(self, body: dict[str, Any]) -> None:
        check = _check_of(body, self._checks[-1] if self._checks else "")
        self._checks.append(check)
        self.lines.append(json.dumps({**body, "check": check}, ensure_ascii=False, separators=(",", ":")))

    @property
    def actions(self) -> int:
        return len(self._starts)

    def add_action(self, text: str, at: int = 0, took: int = 0) -> None:
        self._starts.append(len(self.lines))
        times = {"at": at, "took": took} if at or took else {}
        self._add({"n": self.actions, "do": text, **times})

    def add_floor(self, floor: int) -> None:
        """All actions before this one stand for good."""
        self._add({"floor": floor})

    def add_result(self, ended: SavedResult) -> None:
        scores = None if ended.scores is None else list(ended.scores)
        self._add({"end": {"winners": list(ended.winners), "places": list(ended.places), "scores": scores}})

    def cut_back(self, actions: int) -> int:
        """Take back all but so many actions, and what was said after them; the first line that is gone."""
        first = self._starts[actions - 1] + 1 if actions else 1
        del self.lines[first:], self._checks[first:], self._starts[actions:]
        return first

    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


def head_of(saved: SavedGame) -> dict[str, Any]:
    """The first line."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "made": f"dicedsl {__version__}",
        "title": saved.title,
        "rulebook": saved.rulebook,
        "rulebook_hash": saved.rulebook_hash,
        "texts": None if saved.shelf is None else saved.shelf.as_json(),
        "variants": list(saved.variants),
        "uses": list(saved.uses),
        "players": saved.setting.players,
        "options": [list(option) for option in saved.setting.options],
        "starter": saved.setting.starter,
        "skills": list(saved.setting.skills),
        "seats": list(saved.seats),
        "random": saved.random,
        "seed": saved.seed,
        "nonce": saved.nonce,
        "commitment": saved.commitment or commitment(saved.random, saved.seed, saved.nonce),
        "dice": saved.dice,
        "attempts": saved.attempts,
        "begun": saved.begun,
    }


def log_of(saved: SavedGame) -> Log:
    """All lines of a game."""
    log = Log(head_of(saved))
    times: Sequence[tuple[int, int]] = saved.times or [(0, 0)] * len(saved.actions)
    for text, (at, took) in zip(saved.actions, times, strict=True):
        log.add_action(text, at, took)
    if saved.floor:
        log.add_floor(saved.floor)
    if saved.ended is not None:
        log.add_result(saved.ended)
    return log


# ------------------------------------------------------------------ reading


def is_log(data: bytes) -> bool:
    """Whether bytes look like such a file: its first line says so, or what is there of it."""
    first = data[:200].lstrip()
    return first.startswith(b'{"format":"dicedsl game","version":') and not first.startswith(
        b'{"format":"dicedsl game","version":1,'
    )


def read_log(data: bytes, where: str) -> SavedGame:
    """The game in the bytes of a file; UsageError with one sentence if it is damaged. Its end may be missing."""
    damaged = UsageError(f"{where} is a saved game, but damaged; it cannot be opened")
    *whole, rest = data.split(b"\n")
    if not whole:
        raise damaged
    try:
        return read_lines((line.decode("utf-8") for line in whole), where, is_cut=bool(rest))
    except UnicodeDecodeError:
        raise damaged from None


def read_lines(lines: Iterable[str], where: str, is_cut: bool = False) -> SavedGame:
    """Read a game from the lines of its log, wherever they were kept."""
    reading = _LogReader(where)
    for number, line in enumerate(lines):
        if number > MOST_LOG_LINES:
            raise UsageError(f"{where} has more than {MOST_LOG_LINES} lines, which is the limit")
        try:
            reading.take(number, line)
        except (KeyError, TypeError, ValueError):
            what = "its first line" if number == 0 else f"line {number + 1}"
            raise UsageError(f"{where} is a saved game, but damaged in {what}; it cannot be opened") from None
    return reading.saved_game(is_cut)


class _LogReader:
    """The lines read so far."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.head: dict[str, Any] = {}
        self.check = ""
        self.actions: list[str] = []
        self.times: list[tuple[int, int]] = []
        self.floor = 0
        self.ended: SavedResult | None = None

    def take(self, number: int, line: str) -> None:
        if number and len(line) > LONGEST_LINE:
            raise ValueError("too long")
        body = fields.parse_json(line)
        if not isinstance(body, dict):
            raise ValueError(body)
        if number == 0:
            self._version(body)
        check = body.pop("check", None)
        if check != _check_of(body, self.check):
            raise ValueError("the check does not fit")
        self.check = check
        if number == 0:
            self.head = body
        elif "do" in body:
            if fields.number(body["n"]) != len(self.actions) + 1:
                raise ValueError("out of order")
            self.actions.append(fields.text(body["do"]))
            self.times.append((fields.number(body.get("at", 0)), fields.number(body.get("took", 0))))
            self.ended = None
        elif "floor" in body:
            self.floor = fields.number(body["floor"])
        else:
            end = body["end"]
            scores = None if end["scores"] is None else fields.numbers(end["scores"])
            self.ended = SavedResult(fields.numbers(end["winners"]), fields.numbers(end["places"]), scores)

    def _version(self, head: dict[str, Any]) -> None:
        version = head.get("version")
        if head.get("format") != FORMAT:
            raise UsageError(f"{self.where} is not a saved game")
        if type(version) is int and version > VERSION:
            number = str(version)[:20]
            raise UsageError(f"{self.where} was saved by a newer dicedsl (format {number}; this one knows {VERSION})")
        if version != VERSION:
            raise ValueError(version)

    def saved_game(self, is_cut: bool) -> SavedGame:
        head = self.head
        try:
            shelf = None if head["texts"] is None else shelf_from(head["texts"])
            return fields.saved_game(
                head,
                tuple(self.actions),
                self.floor,
                shelf=shelf,
                nonce=fields.text(head["nonce"]),
                commitment=fields.text(head["commitment"]),
                begun=fields.number(head["begun"]),
                times=tuple(self.times),
                ended=self.ended,
                is_cut=is_cut,
            )
        except UsageError as error:
            raise UsageError(f"{self.where}: {error.message}") from None
        except (KeyError, TypeError, ValueError):
            raise UsageError(
                f"{self.where} is a saved game, but damaged in its first line; it cannot be opened"
            ) from None
