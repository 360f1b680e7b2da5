"""Kernels compiled and called from Python."""

import ctypes
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import llvmlite.binding as llvm
import pytest
from llvmlite import ir

from dicedsl.interpreter.engines.native.building.kernel import Kernels
from dicedsl.interpreter.engines.native.building.kernel_text import DOUBLE, I1, I64, VOID

TYPES: dict[Any, Any] = {I64: ctypes.c_int64, DOUBLE: ctypes.c_double, I1: ctypes.c_int64, VOID: None}


class Native:
    """Calls kernels. Lists are memory: of integers (any that fit 64 bits, signed or not), or of doubles."""

    def __init__(self) -> None:
        self._known: dict[Callable[..., Any], tuple[Any, Any]] = {}

    def __call__(self, kernel: Callable[..., Any], *arguments: Any) -> Any:
        if kernel not in self._known:
            self._known[kernel] = self._compiled(kernel)
        call, _ = self._known[kernel]
        given = [_memory(a) if isinstance(a, list) else a for a in arguments]
        result = call(*given)
        for argument, memory in zip(arguments, given, strict=True):
            if isinstance(argument, list):
                argument[:] = memory[: len(argument)]
        return result

    def _compiled(self, kernel: Callable[..., Any]) -> tuple[Any, Any]:
        module = ir.Module("test")
        function = Kernels(module).get(kernel)
        kinds, result = function.ftype.args, function.ftype.return_type
        outer = ir.Function(module, ir.FunctionType(I64 if result == I1 else result, kinds), "called")
        b = ir.IRBuilder(outer.append_basic_block())
        value = b.call(function, outer.args)
        if result == VOID:
            b.ret_void()
        else:
            b.ret(b.zext(value, I64) if result == I1 else value)
        with suppress(RuntimeError):
            llvm.initialize()
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        parsed = llvm.parse_assembly(str(module))
        parsed.verify()
        machine = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=2
        )
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
        builder.getModulePassManager().run(parsed, builder)
        engine = llvm.create_mcjit_compiler(parsed, machine)
        engine.finalize_object()
        rows = [ctypes.c_void_p if kind.is_pointer else TYPES[kind] for kind in kinds]
        return ctypes.CFUNCTYPE(TYPES[result], *rows)(engine.get_function_address("called")), engine


def _memory(values: list[Any]) -> Any:
    if values and isinstance(values[0], float):
        return (ctypes.c_double * len(values))(*values)
    return (ctypes.c_int64 * max(1, len(values)))(*values)


@pytest.fixture(scope="session")
def native() -> Native:
    return Native()
