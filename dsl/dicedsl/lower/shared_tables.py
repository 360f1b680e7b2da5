"""What has been worked out for one setting and holds for the others too: tables of words that depend on nothing but the boards."""

from __future__ import annotations

from attrs import define, field

from dicedsl.geometry.board import Board
from dicedsl.lower.boards import Boards
from dicedsl.typed import tree as t

Entries = tuple[int, ...]


@define(eq=False, repr=False, slots=False)
class SharedTables:
    """Kept while a rulebook is lowered for one setting after the other, and with one variant after the other."""

    _layouts: list[dict[str, Board]] = field(factory=list)
    _tables: dict[tuple[t.Word, int], Entries] = field(factory=dict)

    def entries(self, word: t.Word, boards: Boards) -> Entries | None:
        return self._tables.get((word, self._layout(boards)))

    def keep(self, word: t.Word, boards: Boards, entries: Entries) -> None:
        self._tables[word, self._layout(boards)] = entries

    def _layout(self, boards: Boards) -> int:
        """The number of these boards among those seen so far."""
        for number, layout in enumerate(self._layouts):
            if layout is boards.made or layout == boards.made:
                return number
        self._layouts.append(boards.made)
        return len(self._layouts) - 1
