"""Machine code of kernels that is kept is found again by those that it was made of, and by no others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from dicedsl import kept_files
from dicedsl.interpreter.engines.native.compiling import shared
from dicedsl.interpreter.engines.native.compiling.shared import KernelCode

TEXT = """from __future__ import annotations

STEP = 1


def more(a: int) -> int:
    return a + STEP


def first(a: int, b: int) -> int:
    return more(a) - b


def other(a: int, b: int) -> int:
    return a * b
"""
Load = Callable[[str], ModuleType]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Load]:
    """Modules in files of one name, with one stamp, and a cache of their own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept_files.folder.cache_clear()

    def loaded(text: str) -> ModuleType:
        home = tmp_path / f"v{len(list(tmp_path.glob('v*')))}"
        home.mkdir()
        path = home / "some_kernels.py"
        path.write_text(text.ljust(1_000), encoding="utf-8")
        os.utime(path, ns=(1, 1))
        spec = spec_from_file_location("some_kernels", path)
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "some_kernels", module)
        sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
        spec.loader.exec_module(module)
        sys.dont_write_bytecode = before
        return module

    yield loaded
    kept_files.folder.cache_clear()


def test_another_kernel_of_the_same_file_is_not_taken_for_the_first(load: Load) -> None:
    module = load(TEXT)
    assert KernelCode("some", module.first).call["first"](5, 2) == 4
    assert KernelCode("some", module.other).call["other"](5, 2) == 10
    assert KernelCode("some", module.first, module.other).call["other"](5, 2) == 10


@pytest.mark.parametrize(
    ("before", "after", "comes_to"),
    [
        ("b: int) -> int:\n    return more", "c: int) -> int:\n    c = 2 * c\n    b = c\n    return more", 2),
        ("more(a) - b", "more(b) - a", -2),
        ("return a + STEP", "return a - STEP", 2),
        ("STEP = 1", "STEP = 3", 6),
    ],
    ids=["parameters", "what it does", "what it uses", "a number that it uses"],
)
def test_a_kernel_that_is_another_now_is_made_anew(load: Load, before: str, after: str, comes_to: int) -> None:
    assert KernelCode("some", load(TEXT).first).call["first"](5, 2) == 4
    assert before in TEXT
    assert KernelCode("some", load(TEXT.replace(before, after)).first).call["first"](5, 2) == comes_to


def test_the_same_kernel_is_made_once(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    KernelCode("some", load(TEXT).first)
    monkeypatch.setattr(shared, "object_code", None)
    assert KernelCode("some", load(TEXT).first).call["first"](5, 2) == 4
