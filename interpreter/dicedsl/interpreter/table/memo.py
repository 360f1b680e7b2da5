"""Memos: values that are worked out once for a table and kept with it, so that they are freed together with the table.

A dictionary by tables would not do, not even a weak one: what is kept for a table mostly holds the table.
"""

from __future__ import annotations

from typing import Any, Generic, Protocol, Self, TypeVar

T = TypeVar("T")


class HasMemos(Protocol):
    """A table, as far as memos have to know it."""

    memos: dict[object, Any]


class Memo(Generic[T]):
    """One value of a sort for each table. A memo is made at the top of the module that works the value out."""

    def get(self, table: HasMemos) -> T | None:
        value: T | None = table.memos.get(self)
        return value

    def setdefault(self, table: HasMemos, value: T) -> T:
        kept: T = table.memos.setdefault(self, value)
        return kept

    def __contains__(self, table: HasMemos) -> bool:
        return self in table.memos

    def __getitem__(self, table: HasMemos) -> T:
        value: T = table.memos[self]
        return value

    def __setitem__(self, table: HasMemos, value: T) -> None:
        table.memos[self] = value


class TableMemo:
    """Base of what is made from nothing but a table."""

    def __init__(self, table: Any) -> None: ...

    @classmethod
    def of(cls, table: HasMemos) -> Self:
        made: Self | None = table.memos.get(cls)
        if made is None:
            made = table.memos[cls] = cls(table)
        return made
