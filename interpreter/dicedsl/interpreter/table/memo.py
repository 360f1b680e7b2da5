"""What is worked out once for a table and kept with it (a memo), so that it goes when the table goes.

A dictionary by tables would not do, not even a weak one: what is kept for a table mostly holds the table.
"""

from __future__ import annotations

from typing import Any, Generic, Protocol, Self, TypeVar

T = TypeVar("T")


class Keeping(Protocol):
    """A table, as far as memos have to know it."""

    memos: dict[object, Any]


class Memo(Generic[T]):
    """One thing for each table; to be made at the top of the module that works it out."""

    def get(self, table: Keeping) -> T | None:
        found: T | None = table.memos.get(self)
        return found

    def setdefault(self, table: Keeping, value: T) -> T:
        found: T = table.memos.setdefault(self, value)
        return found

    def __contains__(self, table: Keeping) -> bool:
        return self in table.memos

    def __getitem__(self, table: Keeping) -> T:
        found: T = table.memos[self]
        return found

    def __setitem__(self, table: Keeping, value: T) -> None:
        table.memos[self] = value


class OfTable:
    """Base of what is made from nothing but a table."""

    def __init__(self, table: Any) -> None: ...

    @classmethod
    def of(cls, table: Keeping) -> Self:
        found: Self | None = table.memos.get(cls)
        if found is None:
            found = table.memos[cls] = cls(table)
        return found
