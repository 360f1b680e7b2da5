"""The world of one rulebook and setting: its kinds, dice, zones, boards and memory, laid out as cells of a state."""

from __future__ import annotations

from dicedsl.lower import builtins_table as built_in
from dicedsl.lower.describing import describe
from dicedsl.lower.kinds import Kind, Stream, Ty, Value
from dicedsl.lower.layout import MAX_CELLS
from dicedsl.lower.material import COLOURS
from dicedsl.lower.words import Words
from dicedsl.program import ops
from dicedsl.program.about import Setting
from dicedsl.program.constants import constant_of
from dicedsl.syntax import nodes as n


class World(Words):
    """Everything that has a name in one rulebook and setting."""

    # -------------------------------------------------------------- building

    def build(self) -> None:
        self._registers()
        self._built_in_memory()
        for kind in self.book.kinds.values():
            self._guard(lambda kind=kind: self._kind(kind), kind)
        # The condition of a board may compare, and what is compared is looked for among the colours.
        colours = [w for z in self.book.zones.values() for w in z.sort.words if w in COLOURS]
        self.kinds["colour"] = Kind("colour", "colours", tuple(dict.fromkeys(["plain", *colours])))
        for board in self.book.boards.values():
            self._guard(lambda board=board: self._board(board), board)
        for i, word in enumerate(self.kinds["colour"].values):
            self.constants.setdefault(word, Value(ops.Const(i), Ty(self.kinds["colour"])))
        for option in self.book.options.values():
            self._guard(lambda option=option: self._option(option), option)
        for zone in self.book.zones.values():
            self._guard(lambda zone=zone: self._zone(zone), zone)
        self._dice_cells()
        describe(self)
        for memory in self.book.memories.values():
            self._guard(lambda memory=memory: self._memory(memory), memory)
        if self._next_cell > MAX_CELLS:
            self._complain("E340", "this game needs too much memory; make its material smaller", self.book.head.title)

    # -------------------------------------------------------------- kinds and boards

    # -------------------------------------------------------------- options

    # -------------------------------------------------------------- dice and zones

    # -------------------------------------------------------------- memory

    # -------------------------------------------------------------- words

    # -------------------------------------------------------------- names, for suggestions

    def known_names(self) -> list[str]:
        words = [name for name, w in self.book.words.items() if not isinstance(w, n.AdjectiveWord)]
        return [*self.slots, *self.zones, *words, *self.options, *self.constants, *self.plurals, *built_in.NOUNS]

    def function_names(self) -> list[str]:
        words = [name for name, w in self.book.words.items() if isinstance(w, (n.ValueWord, n.CaseWord)) and w.params]
        return [*(s for s, d in self.slots.items() if d.keys), *(z for z, d in self.zones.items() if d.keys), *words]


__all__ = ["Setting", "Stream", "World", "constant_of"]
