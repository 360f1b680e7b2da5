"""Records as plain data: lists, texts, numbers, yes and no, which is what json.dumps takes."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Any

from attrs import fields, has

DATA_NAME = "data name"  # in the metadata of a field: its key in the data, where that is not its name
PLAIN_TYPES = (str, int, float, bool, type(None))


def as_data(value: Any) -> Any:
    """A record, or anything in it, as plain data. One walk for all of it: what is shown of a pile has thousands of parts."""
    kind = type(value)
    if kind in PLAIN_TYPES:
        return value
    if kind is tuple or kind is list:
        return [as_data(item) for item in value]
    if kind is dict:
        return {key: as_data(item) for key, item in value.items()}
    keys = _keys(kind)  # type: ignore[arg-type]
    if keys is not None:
        return {key: as_data(getattr(value, name)) for name, key in keys}
    if isinstance(value, StrEnum):
        return str(value)
    return [as_data(item) for item in value] if isinstance(value, tuple | list) else value


def record_data(record: object) -> dict[str, Any]:
    """A record as a dictionary of plain data, by the names of its fields."""
    data: dict[str, Any] = as_data(record)
    return data


@cache
def _keys(kind: type) -> tuple[tuple[str, str], ...] | None:
    """The fields of a record, each with its key in the data; None of anything else."""
    return tuple((a.name, a.metadata.get(DATA_NAME, a.name)) for a in fields(kind)) if has(kind) else None
