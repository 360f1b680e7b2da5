"""Records that compare and show themselves by their fields.

Written once for all: having attrs write these methods for each of some two hundred classes would double the time a command
needs to start.
"""

from __future__ import annotations

from attrs import fields


class Record:
    """Base of attrs classes made with `eq=False, repr=False`: equal if all is equal that is not marked `eq=False`."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _compared(self) == _compared(other)

    def __hash__(self) -> int:
        return hash((type(self), _compared(self)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{a.name}={getattr(self, a.name)!r}" for a in fields(type(self)) if a.repr)  # type: ignore[arg-type]
        return f"{type(self).__name__}({shown})"


def _compared(record: object) -> tuple[object, ...]:
    return tuple(getattr(record, a.name) for a in fields(type(record)) if a.eq)  # type: ignore[arg-type]
