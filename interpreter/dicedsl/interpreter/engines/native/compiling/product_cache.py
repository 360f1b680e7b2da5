"""Machine code from the user's cache; it is made where it is not there yet."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from dicedsl import kept_files
from dicedsl.cached_records import make_record_once
from dicedsl.interpreter.engines.native.compiling.machine import host
from dicedsl.interpreter.engines.native.compiling.product import Product
from dicedsl.program import ops
from dicedsl.program.fingerprint import fingerprint

T = TypeVar("T")


def cached(cls: type[T], make: Callable[[], T], *made_of: str) -> T:
    """What `make` makes, made once for this machine and this engine; anew whenever one of `made_of` is another."""
    return make_record_once(kept_files.key(*made_of, host(), stamp()), cls, make)


def product_of(program: ops.Program) -> Product:
    """The machine code of a program."""

    def make() -> Product:
        from dicedsl.interpreter.engines.native.compiling.product_making import make_product

        return make_product(program)

    return cached(Product, make, "machine code", program.kept_as or fingerprint(program))


@cache
def stamp() -> str:
    """Changes with anything of this package that could make other machine code of the same program."""
    parts = []
    home = Path(__file__).parents[1]
    inner = sorted(path.parent for path in home.glob("*/__init__.py"))
    for place in (home, *inner, home.parents[1]):
        parts += kept_files.file_stamps(f"{place}/{name}" for name in sorted(os.listdir(place)) if name.endswith(".py"))
    return "\n".join(parts)
