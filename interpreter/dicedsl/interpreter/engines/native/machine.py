"""LLVM code compiled in memory."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from typing import Any

import llvmlite.binding as llvm

_I64 = ctypes.c_int64
_POINTER = ctypes.POINTER(_I64)


def _initialize() -> None:
    # Newer releases do the first of these by themselves and refuse to be told.
    with suppress(RuntimeError):
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


class Code:
    """The functions `play` and (if it is there) `playouts` of a module."""

    def __init__(self, text: str, level: int = 2) -> None:
        _initialize()
        module = llvm.parse_assembly(text)
        module.verify()
        target = llvm.Target.from_default_triple()
        machine = target.create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=level
        )
        options = llvm.create_pipeline_tuning_options(speed_level=level)
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        self.play: Any = ctypes.CFUNCTYPE(_I64, _POINTER, _POINTER, _POINTER, _I64, _POINTER, _POINTER, _I64)(
            self._engine.get_function_address("play")
        )
        many = self._engine.get_function_address("playouts")
        self.playouts: Any = (
            ctypes.CFUNCTYPE(_I64, _POINTER, _POINTER, _POINTER, _I64, _I64, _POINTER)(many) if many else None
        )
