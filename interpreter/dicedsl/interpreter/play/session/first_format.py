"""Files of the first format: one JSON text, without the texts of the rulebook. They are read, and no more written."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.session import fields
from dicedsl.interpreter.play.session.saved_game import SavedGame

FORMAT = "dicedsl game"
VERSION = 1
LATEST = 2


def checksum(body: dict[str, Any]) -> str:
    text = json.dumps(body, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def read_old(data: bytes, where: str) -> SavedGame:
    """The game in such a file; UsageError with one sentence if there is none, or not a whole one."""
    foreign = UsageError(f"{where} is not a saved game")
    damaged = UsageError(f"{where} is a saved game, but damaged; it cannot be opened")
    try:
        body = fields.parse_json(data)
    except ValueError:
        raise (damaged if FORMAT.encode() in data[:200] else foreign) from None
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise foreign
    version = body.get("version")
    if type(version) is int and version > LATEST:
        raise UsageError(f"{where} was saved by a newer dicedsl (format {str(version)[:20]}; this one knows {LATEST})")
    check = body.pop("check", None)
    if version != VERSION or check != checksum(body):
        raise damaged
    try:
        return fields.saved_game(body, fields.texts(body["actions"]), fields.number(body["floor"]))
    except (KeyError, TypeError, ValueError):
        raise damaged from None
