"""Programs, and other records of this package, as bytes and back.

The bytes are a packed pickle behind a checksum. Reading builds records of this package and plain values and nothing else, whatever
the bytes say; damaged or foreign ones are a Damaged. It knows no record by name, only the modules in which they live, so that a new field or kind needs nothing here.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import zlib
from typing import Any, TypeVar

from dicedsl.text.source import NOWHERE

FILE_MARK = b"dicedsl 2\n"
CHECKSUM_BYTES = 16  # bytes of the checksum
MOST_RECORD_BYTES = 256 << 20  # of one record, unpacked
# Where records live; what is defined elsewhere is not built.
PACKABLE_MODULES = (
    "dicedsl.about",
    "dicedsl.program.",
    "dicedsl.interpreter.engines.native.",
    "dicedsl.text.source",
    "dicedsl.errors",
    "dicedsl.syntax.nodes.",
    "dicedsl.geometry.",
)
PACKABLE_BUILT_INS = {"set": set, "frozenset": frozenset}

T = TypeVar("T")


class Damaged(Exception):
    """These bytes are no record that was written here."""


class Unstorable(Exception):
    """This cannot be written down: it is nested too deeply, or holds something that is no record."""


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module == "builtins" and name in PACKABLE_BUILT_INS:
            return PACKABLE_BUILT_INS[name]
        if (module, name) == ("dicedsl.text.source", "NOWHERE"):
            return NOWHERE
        if module.startswith(PACKABLE_MODULES):
            cls = super().find_class(module, name)
            if isinstance(cls, type) and cls.__module__ == module and "__attrs_attrs__" in cls.__dict__:
                return cls
        raise pickle.UnpicklingError(f"{module}.{name} is no record")


def pack(record: object) -> bytes:
    """A record as bytes."""
    try:
        body = pickle.dumps(record, pickle.HIGHEST_PROTOCOL)
    except (RecursionError, pickle.PicklingError, TypeError, AttributeError) as error:
        raise Unstorable(str(error)) from None
    packed = zlib.compress(body, 1)  # what a rulebook is lowered to repeats itself: a twentieth is left
    return FILE_MARK + _checksum(packed) + packed


def unpack(data: bytes, cls: type[T]) -> T:
    """The record that was written. Damaged if it was changed on the way, or is of another sort."""
    start = len(FILE_MARK) + CHECKSUM_BYTES
    body = memoryview(data)[start:]
    if not data.startswith(FILE_MARK) or data[len(FILE_MARK) : start] != _checksum(body):
        raise Damaged("these bytes are damaged, or written by something else")
    try:
        record = _Reader(io.BytesIO(_decompress(body))).load()
    except Exception as error:  # a pickle can go wrong in every way
        raise Damaged(str(error)) from None
    if not isinstance(record, cls):
        raise Damaged(f"this is a {type(record).__name__}, not a {cls.__name__}")
    return record


def _decompress(packed: memoryview) -> bytes:
    unpacking = zlib.decompressobj()
    body = unpacking.decompress(packed, MOST_RECORD_BYTES)
    if not unpacking.eof:
        raise Damaged("these bytes stand for more than anything that is written here")
    return body


def digest_of(data: bytes) -> str:
    """A name for exactly these bytes."""
    return data[len(FILE_MARK) : len(FILE_MARK) + CHECKSUM_BYTES].hex()


def _checksum(body: bytes | memoryview) -> bytes:
    return hashlib.blake2b(body, digest_size=CHECKSUM_BYTES).digest()
