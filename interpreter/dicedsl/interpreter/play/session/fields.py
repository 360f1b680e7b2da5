"""Fields of a saved game, read from JSON. Each value is checked; ValueError if it is not what it should be."""

from __future__ import annotations

import json
from typing import Any

from dicedsl.about import Setting
from dicedsl.interpreter.play.session.saved_game import SavedGame

LARGEST_NUMBER = 1 << 64
LONGEST_VALUE = 10_000  # letters of one value, unless it is a rulebook's
MOST_VALUES = 1_000_000


def parse_json(data: bytes | str) -> Any:
    """What a JSON text says; no endless numbers and no endless depth."""
    try:
        return json.loads(data if isinstance(data, str) else data.decode("utf-8"), parse_constant=_no_number)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _no_number(text: str) -> int:
    raise ValueError(text)


def number(value: object) -> int:
    if type(value) is not int or not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise ValueError(value)
    return value


def text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_VALUE:
        raise ValueError(value)
    value.encode("utf-8")  # no halves of letters
    return value


def texts(values: object) -> tuple[str, ...]:
    return tuple(text(value) for value in row(values))


def numbers(values: object) -> tuple[int, ...]:
    return tuple(number(value) for value in row(values))


def row(values: object) -> list[Any]:
    if not isinstance(values, list) or len(values) > MOST_VALUES:
        raise ValueError(values)
    return values


def setting(body: dict[str, Any]) -> Setting:
    options = []
    for pair in row(body["options"]):
        name, value = row(pair)
        if not isinstance(value, int | str | bool):
            raise ValueError(value)
        options.append((text(name), value))
    return Setting(
        number(body["players"]),
        options=tuple(options),
        starter=number(body["starter"]),
        skills=numbers(body["skills"]),
    )


def saved_game(head: dict[str, Any], actions: tuple[str, ...], floor: int, **later: Any) -> SavedGame:
    """A saved game: what every format says of how it was set up, and what only `later` ones do."""
    return SavedGame(
        title=text(head["title"]),
        rulebook=text(head["rulebook"]),
        rulebook_hash=text(head["rulebook_hash"]),
        variants=texts(head["variants"]),
        uses=texts(head["uses"]),
        setting=setting(head),
        seats=texts(head["seats"]),
        seed=number(head["seed"]),
        dice=text(head["dice"]),
        attempts=text(head["attempts"]),
        random=text(head["random"]),
        actions=actions,
        floor=floor,
        **later,
    )
