"""Machine code that serves every program alike, kept in the user's cache."""

from __future__ import annotations

from collections.abc import Callable

from dicedsl import cache as kept_files
from dicedsl.interpreter.engines.native.machine import Loaded, compiled, host
from dicedsl.interpreter.engines.native.product import stamp
from dicedsl.program.storing import Damaged, read_back, written


def shared_code(name: str, write: Callable[[], str], *made_of: str) -> Loaded:
    """The code that `write` writes, made once for this machine and this engine; anew whenever one of `made_of` is another."""
    key = kept_files.key(name, host(), stamp(), *made_of)
    data, machine = kept_files.kept(key), b""
    if data is not None:
        try:
            (machine,) = read_back(data, tuple)
        except (Damaged, ValueError):
            pass  # it is made anew
    if not machine:
        machine = compiled(write())
        kept_files.keep(key, written((machine,)))
    return Loaded(machine)
