"""Records as plain data: lists, texts, numbers, yes and no, which is what json.dumps takes."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Any

from attrs import fields, has

PLAIN = (str, int, float, bool, type(None))


def as_data(value: Any) -> Any:
    """One walk for all of it: what is shown of a pile has thousands of parts."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is tuple or kind is list:
        return [as_data(item) for item in value]
    if kind is dict:
        return {key: as_data(item) for key, item in value.items()}
    names = _names(kind)  # type: ignore[arg-type]
    if names is not None:
        return {name: as_data(getattr(value, name)) for name in names}
    if isinstance(value, StrEnum):
        return str(value)
    return [as_data(item) for item in value] if isinstance(value, tuple | list) else value


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a record; None of anything else."""
    return tuple(a.name for a in fields(kind)) if has(kind) else None
