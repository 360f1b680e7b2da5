"""Machine code from the user's cache; it is made where it is not there yet."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from dicedsl import cache as kept_files
from dicedsl.interpreter.engines.native.compiling.machine import host
from dicedsl.interpreter.engines.native.compiling.product import Product
from dicedsl.packing import Damaged, Unstorable, pack, unpack
from dicedsl.program import ops
from dicedsl.program.fingerprint import fingerprint

T = TypeVar("T")


def fetched(cls: type[T], make: Callable[[], T], *made_of: str) -> T:
    """What `make` makes, made once for this machine and this engine; anew whenever one of `made_of` is another."""
    name = kept_files.key(*made_of, host(), stamp())
    data = kept_files.read_entry(name)
    if data is not None:
        try:
            return unpack(data, cls)
        except Damaged:
            pass  # it is made anew
    found = make()
    try:
        kept_files.write_entry(name, pack(found))
    except Unstorable:
        pass
    return found


def product_of(program: ops.Program) -> Product:
    """The machine code of a program."""

    def make() -> Product:
        from dicedsl.interpreter.engines.native.compiling.making import make_product

        return make_product(program)

    return fetched(Product, make, "machine code", program.kept_as or fingerprint(program))


@cache
def stamp() -> str:
    """Changes with anything of this package that could make other machine code of the same program."""
    parts = []
    home = Path(__file__).parents[1]
    inner = sorted(path.parent for path in home.glob("*/__init__.py"))
    for place in (home, *inner, home.parents[1]):
        parts += kept_files.file_stamps(f"{place}/{name}" for name in sorted(os.listdir(place)) if name.endswith(".py"))
    return "\n".join(parts)
