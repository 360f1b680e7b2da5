"""Records in the user's cache. Each stands with the key it is kept under, so that no entry is taken for another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from dicedsl import kept_files
from dicedsl.packing import Damaged, Unstorable, digest_of, pack, unpack

T = TypeVar("T")


def read_record(key: str, cls: type[T]) -> tuple[T, str] | None:
    """The record that is kept under a key, and a name for exactly these bytes; None if there is none, or a damaged one."""
    data = kept_files.read_entry(key)
    if data is None:
        return None
    try:
        name, record = unpack(data, tuple)
    except (Damaged, ValueError):
        return None
    return (record, digest_of(data)) if name == key and isinstance(record, cls) else None


def write_record(key: str, record: object) -> str:
    """Keep a record under a key; the name for its bytes, "" if it cannot be written down."""
    try:
        data = pack((key, record))
    except Unstorable:
        return ""
    kept_files.write_entry(key, data)
    return digest_of(data)


def make_record_once(key: str, cls: type[T], make: Callable[[], T]) -> T:
    """What `make` makes, or what it made when it was asked for under this key before."""
    entry = read_record(key, cls)
    if entry is not None:
        return entry[0]
    record = make()
    write_record(key, record)
    return record
