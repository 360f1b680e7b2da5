"""One line for what is not installed here."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def import_optional(module: str, extra: str) -> Any:
    """A module of another package, or a sentence that says which extra brings it."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        message = f"this needs {package}, which is not installed here: pip install 'dicedsl[{extra}]'"
        raise ModuleNotFoundError(message, name=error.name or package) from None
