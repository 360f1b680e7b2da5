"""What a program means, as a short text: equal for programs that play alike, wherever and however they are written down."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from attrs import fields, has

from dicedsl.program.ops import Program, Range
from dicedsl.text.source import Source, Span

# What is said about a game, and where it stands in its texts, is no part of its rules.
LEFT_OUT = {"about", "spans", "telling"}
# What has been worked out for a game is kept under its fingerprint, so that a record goes on under its first name.
FIRST_NAMES: dict[type, str] = {Range: "Span2"}


def fingerprint(program: Program, apart_from: Iterable[str] = ()) -> str:
    """The text that stands for what a program means, another one for every other set of rules; comments, notes, titles
    and places of lines do not matter.

    How the names `apart_from` are written does not matter either: a rulebook in which a name was changed has the same then.
    """
    return _Digests(tuple(apart_from)).of(program).hex()


class _Digests:
    """Digests of records, each worked out once: many expressions of a program share their parts."""

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        longest_first = sorted(map(re.escape, names), key=len, reverse=True)
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)") if names else None
        self._known: dict[int, bytes] = {}
        self._compared: dict[type, tuple[str, ...]] = {}

    def of(self, value: object) -> bytes:
        if self._names is not None and isinstance(value, str):
            value = self._names.sub("?", value)
        if isinstance(value, (int, str, float)) or value is None:
            return f"{type(value).__name__} {value!r}".encode()
        digest = self._known.get(id(value))
        if digest is None:
            digest = self._known[id(value)] = self._digest(value)
        return digest

    def _digest(self, value: object) -> bytes:
        if isinstance(value, (tuple, list)):
            if all(type(member) is int for member in value):
                return self._joined("list", [repr(list(value)).encode()])  # tables of numbers are long
            return self._joined("list", map(self.of, value))
        if isinstance(value, (set, frozenset)):
            return self._joined("set", sorted(map(self.of, value)))
        if isinstance(value, dict):
            return self._joined("dict", sorted(self.of(item) for item in value.items()))
        if isinstance(value, (Span, Source)):
            return b"span"
        cls = type(value)
        if not has(cls):
            raise TypeError(f"a {cls.__name__} is no part of a program")
        names = self._compared.get(cls)
        if names is None:
            left_out = LEFT_OUT if cls is Program else ()
            names = tuple(a.name for a in fields(cls) if a.eq and a.name not in left_out)
            self._compared[cls] = names
        return self._joined(FIRST_NAMES.get(cls, cls.__name__), (self.of(getattr(value, name)) for name in names))

    def _joined(self, word: str, parts: Iterable[bytes]) -> bytes:
        total = hashlib.blake2b(word.encode(), digest_size=16)
        for part in parts:
            total.update(len(part).to_bytes(4, "little") + part)
        return total.digest()
