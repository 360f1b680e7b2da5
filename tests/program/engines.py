"""The engines that are held to the definition of a program, asked in one way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Protocol

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines import weighted_draws
from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.program import ops
from dicedsl.program.evaluator import Evaluator

Cells = tuple[int, ...]
Answer = tuple[int, ...]


class Engine(Protocol):
    """What is asked of every engine here; see `engines/contract.py`."""

    name: str

    def start(self) -> Cells: ...
    def moves(self, cells: Cells, seat: int) -> Sequence[Answer]: ...
    def answer(self, cells: Cells, seat: int, answer: Answer) -> Cells: ...
    def fall(self, cells: Cells, values: Sequence[int]) -> Cells: ...
    def play(self, cells: Cells | None, chance: Chance, limit: int = ...) -> Cells: ...
    def playouts(self, cells: Cells | None, seed: int, first: int, games: int, limit: int = ...) -> Tally: ...


class Telling(Engine, Protocol):
    """An engine that also draws, says why not, what was said, and what the table would report."""

    def draw(self, cells: Cells, chance: Chance) -> tuple[int, ...]: ...

    @property
    def told(self) -> list[int]: ...
    def refused(self, cells: Cells, seat: int, answer: Answer) -> int | None: ...
    def report(self, cells: Cells, chance: Chance) -> Answer: ...


def definition(program: ops.Program) -> Evaluator:
    return Evaluator(program, weighted_draws)


# Every engine that plays; each is held to the definition in all that it can be asked.
ENGINES: dict[str, Callable[[ops.Program], Engine]] = {"stepping": Stepping}
if find_spec("llvmlite") is not None:
    from dicedsl.interpreter.engines.native.compiling.product_making import make_product
    from dicedsl.interpreter.engines.native.native import Native

    ENGINES["native"] = Native


def unkept(name: str, program: ops.Program, optimised: bool) -> Engine:
    """An engine for a program that nobody will ask for again: nothing of it goes into the cache."""
    if name == "native":
        return Native(program, make_product if optimised else partial(make_product, level=0))
    return ENGINES[name](program)
