"""Memory for lists while machine code runs: a stack from which each list takes what it needs, and which it leaves again."""

from __future__ import annotations

from typing import Any

from dicedsl.interpreter.engines.native.building.frame import I64, Frame, number
from dicedsl.interpreter.engines.native.calling import ROOM, ROOM_LEFT


class Room:
    """What is free from here on."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.builder = frame.builder
        self.place, self.left = frame.local(), frame.local()
        self.builder.store(self.builder.load(self.frame.slot(ROOM)), self.place)
        self.builder.store(self.builder.load(self.frame.slot(ROOM_LEFT)), self.left)

    @property
    def start(self) -> Any:
        return self.builder.inttoptr(self.builder.load(self.place), self.frame.context.type)

    @property
    def size(self) -> Any:
        return self.builder.load(self.left)

    def row(self, index: Any, width: int, full: int) -> Any:
        """A row of so many words; a fault where there is no more room."""
        b = self.builder
        begin = b.mul(index, number(width))
        self.frame.fail_if(b.icmp_signed(">", b.add(begin, number(width)), b.load(self.left)), full)
        return self.frame.word(self.start, begin)

    def keep(self, words: Any) -> Any:
        """So many words are taken until the room is left; where they begin."""
        b = self.builder
        start = self.start
        b.store(b.ptrtoint(self.frame.word(start, words), I64), self.frame.slot(ROOM))
        b.store(b.sub(b.load(self.left), words), self.frame.slot(ROOM_LEFT))
        return start

    def leave(self) -> None:
        self.builder.store(self.builder.load(self.place), self.frame.slot(ROOM))
        self.builder.store(self.builder.load(self.left), self.frame.slot(ROOM_LEFT))
