"""What compiling a program gives: machine code with all that is needed to call it. It is kept in the user's cache."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from attrs import frozen

from dicedsl import cache as kept_files
from dicedsl.interpreter.engines.native.layout import Layout
from dicedsl.program import ops
from dicedsl.program.fingerprint import fingerprint
from dicedsl.program.storing import Damaged, Unstorable, read_back, written
from dicedsl.text.source import Span

Column = tuple[int, int, bool]  # where a pick begins in a row, its words, and whether it is a set


@frozen
class Product:
    """faults: code, message, place and help of each. columns: those of the picks, for each decision and alternative. memo: words for
    images of sets. bundle: words of the widest bundle of answers. uses: how many alternatives and rules are counted."""

    machine: bytes
    lists: bytes
    layout: Layout
    faults: tuple[tuple[str, str, Span, str], ...]
    columns: tuple[tuple[tuple[Column, ...], ...], ...]
    memo: int
    bundle: int
    uses: int

    def width(self, decision: int) -> int:
        """The words of one answer to a decision."""
        return max(1 + sum(words for _, words, _ in columns) for columns in self.columns[decision])


def product_of(program: ops.Program) -> Product:
    """The machine code of a program, from the cache if it is there."""
    from dicedsl.interpreter.engines.native.machine import host

    name = kept_files.key("machine code", program.kept_as or fingerprint(program), host(), stamp())
    data = kept_files.kept(name)
    if data is not None:
        try:
            return read_back(data, Product)
        except Damaged:
            pass  # it is made anew
    from dicedsl.interpreter.engines.native.making import made

    found = made(program)
    try:
        kept_files.keep(name, written(found))
    except Unstorable:
        pass
    return found


@cache
def stamp() -> str:
    """Changes with anything of this package that could make other machine code of the same program."""
    parts = []
    home = Path(__file__).parent
    for place in (home, home / "runtime", home.parents[1]):
        for entry in sorted(os.scandir(place), key=lambda e: e.name):
            if entry.name.endswith(".py"):
                info = entry.stat()
                parts.append(f"{entry.name} {info.st_size} {info.st_mtime_ns}")
    return "\n".join(parts)
