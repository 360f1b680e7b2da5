"""Shipped games by their titles: what a person may mean who types one, or a part of one."""

from __future__ import annotations

import re
from functools import cache

from dicedsl.rulebook.library import games

HEAD = re.compile(r'^game\s+"([^"\n]*)"', re.MULTILINE)
SHORTEST_TITLE_PART = 3  # letters of a part that is looked for anywhere


@cache
def titles() -> dict[str, str]:
    """The title of every shipped game by its short name."""
    by_name = {}
    for name, path in games():
        match = HEAD.search(path.read_text("utf-8-sig"))
        by_name[name] = match[1] if match else name
    return by_name


def meant_by(text: str) -> list[str]:
    """The short names of the games that somebody may mean: those called so, else those that begin so, else those with it inside."""
    wanted = plain_key(text)
    if not wanted:
        return []
    keys = {name: {plain_key(title), plain_key(re.sub(r"^\d+-", "", name))} for name, title in titles().items()}
    ways = [
        lambda key: key == wanted,
        lambda key: key.startswith(wanted),
        lambda key: len(wanted) >= SHORTEST_TITLE_PART and wanted in key,
    ]
    for fits in ways:
        matching = [name for name, own in keys.items() if any(map(fits, own))]
        if matching:
            return matching
    number = re.fullmatch(r"\d{1,2}", text.strip())
    return [name for name in keys if number and name.startswith(f"{int(number[0]):02}-")]


def plain_key(text: str) -> str:
    """Letters and digits only: blanks, signs and capitals make no difference."""
    return re.sub(r"[^a-z0-9]+", "", text.lower().replace("&", "and"))
