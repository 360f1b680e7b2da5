"""A part of many cases in every run, and the others in long ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(cases: Iterable[Any], every: int, first: int = 0) -> list[Any]:
    """Cases for parametrize: one of so many is always tried, all of them in a soak."""
    return [
        pytest.param(case, id=str(case), marks=[] if number % every == first else [pytest.mark.soak])
        for number, case in enumerate(cases)
    ]
