"""Kernels that work on rows of numbers: machine code, where there is some."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def on_rows(name: str, *kernels: Callable[..., int]) -> tuple[Callable[..., int], ...]:
    """Give the kernels, compiled; or as they are where nothing can be compiled. They are given rows first, then numbers."""
    try:
        from dicedsl.interpreter.engines.native.search import KernelCode
    except ImportError:
        return kernels
    code = KernelCode(name, *kernels)

    def called(kernel: Callable[..., int]) -> Callable[..., int]:
        """A compiled kernel, to be called with rows and numbers."""
        function, rows = code.call[kernel.__name__], [*kernel.__annotations__.values()].index("int")

        def call(*given: Any) -> int:
            """Call the machine code with where the rows lie."""
            return int(function(*[row.memory for row in given[:rows]], *given[rows:]))

        call.__dict__["code"] = code  # as long as it is called
        return call

    return tuple(map(called, kernels))
