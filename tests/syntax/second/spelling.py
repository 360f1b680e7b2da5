"""The fingerprint of a program, however the upgrade has spelt its names."""

from __future__ import annotations

import re

from dicedsl.program.fingerprint import _Digests
from dicedsl.program.ops import Program

SENTENCE = re.compile(r"[.!?]$")
VALUE = re.compile(r"\{[^}]*\}")


def _plain(name: str) -> str:
    return re.sub(r"-it\b", "", name).replace("-", " ")


class _Respelt(_Digests):
    def of(self, value: object) -> bytes:
        if isinstance(value, str) and SENTENCE.search(value):
            value = VALUE.sub(lambda found: _plain(found[0]), value)
        elif isinstance(value, str):
            value = re.sub(r"^(?:an?|the) ", "", _plain(value))
        return super().of(value)


def respelt(program: Program) -> str:
    return _Respelt().of(program).hex()
