"""How long each shipped game takes and of what kind it is, as it is kept beside the rulebooks: the lab measures it, the menu tells it."""

from __future__ import annotations

import json
from typing import Any

from dicedsl.rulebook.library import folder
from dicedsl.writing import write_text

NAME = "lengths.json"


def known_lengths() -> dict[str, dict[str, Any]]:
    """What is kept of each game, by its short name: the least and the most players (0 for any number), its minutes and its kind."""
    lengths: dict[str, dict[str, Any]] = json.loads((folder() / NAME).read_text("utf-8"))
    return lengths


def write_lengths(lengths: dict[str, dict[str, Any]]) -> None:
    write_text(folder() / NAME, json.dumps(lengths, indent=1, sort_keys=True) + "\n")
