"""The cells of a state while machine code runs: in memory, or (those that nobody reads from elsewhere) in registers."""

from __future__ import annotations

from typing import Any

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import Frame, number
from dicedsl.interpreter.engines.native.building.layout import WORD, Layout


class CellRoom:
    """Reads and writes cells for one function. `fixed` cells never change in any game and are constants."""

    def __init__(
        self, frame: Frame, layout: Layout, fixed: dict[int, int], kept: frozenset[int] = frozenset(), state: Any = None
    ) -> None:
        self.frame = frame
        self.layout = layout
        self.fixed = fixed
        self.state = frame.state if state is None else state
        self._rooms = {index: frame.local(self._kind(index)) for index in sorted(kept)}

    def _kind(self, index: int) -> Any:
        return sets.kind(WORD * self.layout.words[index])

    def _place(self, index: int) -> Any:
        return self.frame.word(self.state, self.layout.first[index])

    def get(self, index: int) -> Any:
        if index in self.fixed:
            value = self.fixed[index]
            return sets.constant(value, WORD * self.layout.words[index]) if self.layout.is_set[index] else number(value)
        if index in self._rooms:
            return self.frame.builder.load(self._rooms[index])
        return sets.load(self.frame, self._place(index), self.layout.words[index])

    def put(self, index: int, value: Any) -> None:
        if index in self.fixed:
            return
        value = sets.resized(self.frame, value, WORD * self.layout.words[index])
        if index in self._rooms:
            self.frame.builder.store(value, self._rooms[index])
        else:
            sets.store(self.frame, value, self._place(index))

    def words(self, index: int) -> Any | None:
        """A pointer to a set that lies in memory."""
        return None if index in self._rooms or index in self.fixed else self._place(index)

    def element(self, base: int, index: Any) -> Any:
        """A pointer to cell `base + index`; the caller knows that it is there."""
        if base in self._rooms:  # an array of one
            room = self._rooms[base]
            return room if self.layout.words[base] == 1 else self.frame.builder.bitcast(room, self.state.type)
        words = self.layout.words[base]
        offset = index if words == 1 else self.frame.builder.mul(index, number(words))
        return self.frame.word(self._place(base), offset)

    def fetch(self) -> None:
        """Take what is kept in registers out of memory."""
        for index, room in self._rooms.items():
            self.frame.builder.store(sets.load(self.frame, self._place(index), self.layout.words[index]), room)

    def flush(self, only: frozenset[int] | None = None) -> None:
        """And back again; all of them, or only some."""
        for index, room in self._rooms.items():
            if only is None or index in only:
                sets.store(self.frame, self.frame.builder.load(room), self._place(index))
