"""LLVM code made into machine code, and object code loaded, ready to be called."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import llvmlite.binding as llvm

LEVEL = 2
LARGE_TEXT = 250_000  # characters of code from which less is optimised: it would take long, and gain little
HUGE_TEXT = 330_000  # characters of code from which only `FEW_PASSES` are run
FEW_PASSES = (
    "always_inliner", "sroa", "simplify_cfg", "instruction_combine", "loop_rotate", "new_gvn", "simplify_cfg",
    "instruction_combine", "aggressive_dce",
)  # fmt: skip


def prepare() -> None:
    # Newer releases do the first of these by themselves and refuse to be asked.
    with suppress(RuntimeError):
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def host() -> str:
    """What machine code depends on beside the program: the processor and the compiler."""
    prepare()
    version = ".".join(map(str, llvm.llvm_version_info))
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()} {version}"


def _machine(level: int = LEVEL) -> Any:
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=level, reloc="pic", jit=True
    )


def object_code(text: str, level: int = LEVEL, beside: str = "") -> bytes:
    """The object code of a module, or of one and another beside it, optimised more or less."""
    prepare()
    module = llvm.parse_assembly(text)
    if beside:
        module.link_in(llvm.parse_assembly(beside))
    machine = _machine(level if len(text) < LARGE_TEXT else min(1, level))
    options = llvm.create_pipeline_tuning_options(speed_level=level if len(text) < LARGE_TEXT else min(1, level))
    options.loop_vectorization = False
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    passes = _few_passes() if len(text) >= HUGE_TEXT and level else None
    (passes or builder.getModulePassManager()).run(module, builder)
    return bytes(machine.emit_object(module))


def _few_passes() -> Any | None:
    """The passes that gain most for their time; None where this release does not take single ones."""
    passes = llvm.create_new_module_pass_manager()
    for name in FEW_PASSES:
        add = getattr(passes, f"add_{name}_pass", None)
        if add is None:
            return None
        add()
    return passes


def optimised(text: str, passes: Sequence[str]) -> Any:
    """A module on which single passes were run, those that this release knows."""
    prepare()
    module = llvm.parse_assembly(text)
    run = llvm.create_new_module_pass_manager()
    for name in passes:
        if add := getattr(run, f"add_{name}_pass", None):
            add()
    run.run(module, llvm.create_pass_builder(_machine(), llvm.create_pipeline_tuning_options()))
    return module


class Loaded:
    """Object code in memory, ready to be called."""

    def __init__(self, code: bytes) -> None:
        prepare()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def function(self, name: str, *arguments: Any) -> Callable[..., int]:
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, *arguments)
        called: Any = kind(self.address(name))
        called.code = self  # memory that must stay as long as somebody may call
        return called  # type: ignore[no-any-return]

    def address(self, name: str) -> int:
        return int(self._engine.get_function_address(name))
