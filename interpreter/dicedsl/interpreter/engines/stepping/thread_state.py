"""What was worked out of one position and may be asked for again; and what each thread keeps for itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import local
from typing import Any

from dicedsl.interpreter.engines.contract import WatchedMoment


class PositionResults(dict[Any, Any]):
    """What was worked out of one position while its answers are listed: nothing changes meanwhile, so that once is enough."""

    __slots__ = ("cells", "functions")

    def __init__(self, cells: list[int], functions: list[Callable[..., Any]]) -> None:
        self.cells = cells
        self.functions = functions

    def __missing__(self, key: int | tuple[int, ...]) -> Any:
        value = self[key] = self.work_out(key)
        return value

    def work_out(self, key: int | tuple[int, ...]) -> Any:
        if isinstance(key, int):
            return self.functions[key](self.cells)
        return self.functions[key[0]](self.cells, *key[1:])


class ThreadState(local):
    """What a thread keeps while it runs a program: `work` done in loops, sentences `told` to everybody, `moments` to tell of (if anybody
    listens), and how often each rule was `entered`."""

    def __init__(self) -> None:
        self.work = 0
        self.told: list[int] = []
        self.moments: list[WatchedMoment] | None = None
        self.entered: Counter[int] = Counter()
