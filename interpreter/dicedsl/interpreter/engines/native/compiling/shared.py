"""Machine code that serves every program alike, kept in the user's cache."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from llvmlite import ir

from dicedsl import kept_files
from dicedsl.interpreter.engines.native.building.kernel import Kernels
from dicedsl.interpreter.engines.native.compiling.machine import Loaded, object_code
from dicedsl.interpreter.engines.native.compiling.product_cache import cached

Kernel = Callable[..., Any]
# How the types of kernels are called from Python.
CALLED = {
    "int": ctypes.c_int64,
    "float": ctypes.c_double,
    "Ints": ctypes.c_void_p,
    "Reals": ctypes.c_void_p,
    "Chance": ctypes.c_void_p,
}


def shared_code(name: str, write: Callable[[], str], *made_of: str) -> Loaded:
    """The code that `write` writes, made once for this machine and this engine; anew whenever one of `made_of` is another."""
    return Loaded(cached(bytes, lambda: object_code(write()), name, *made_of))


class KernelCode:
    """Kernels that serve every program alike: `call` holds them by name, as functions of numbers and of where memory lies.

    They are compiled anew when others are asked for, or when a file has changed in which one of them stands, or a
    module `beside` that they use.
    """

    def __init__(self, name: str, *kernels: Kernel, beside: tuple[ModuleType, ...] = ()) -> None:
        modules = dict.fromkeys([*(sys.modules[kernel.__module__] for kernel in kernels), *beside])
        files = kept_files.file_stamps(module.__file__ or "" for module in modules)
        names = (kernel.__name__ for kernel in kernels)
        self._loaded = shared_code(name, lambda: _written(name, kernels), *names, *files)
        self.call = {
            kernel.__name__: self._loaded.function(f"kernel.{kernel.__name__}", *_arguments(kernel))
            for kernel in kernels
        }


def _written(name: str, kernels: tuple[Kernel, ...]) -> str:
    module = ir.Module(name)
    made = Kernels(module)
    for kernel in kernels:
        made.get(kernel).linkage = "external"
    return str(module)


def _arguments(kernel: Kernel) -> list[Any]:
    return [CALLED[kind] for argument, kind in kernel.__annotations__.items() if argument != "return"]
