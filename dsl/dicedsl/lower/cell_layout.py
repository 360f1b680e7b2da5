"""The cells of a state: registers of the engine, memory, variables, tables and texts of a program."""

from __future__ import annotations

from attrs import define, field

from dicedsl.about import Setting
from dicedsl.program import ops

MOST_STATE_CELLS = 200_000


@define(eq=False, repr=False, slots=False)
class CellLayout:
    """Hands out cells, variables and tables."""

    program: ops.Program
    next_cell: int = 0
    tables: dict[tuple[int, ...], int] = field(factory=dict)
    _variables: int = 0
    _initial: dict[int, int] = field(factory=dict)

    def cells(self, count: int, initial: int = 0) -> int:
        base = self.next_cell
        self.next_cell += count
        if initial and count <= MOST_STATE_CELLS:
            for i in range(base, base + count):
                self._initial[i] = initial
        return base

    def finish(self) -> None:
        p = self.program
        p.cells = self.next_cell
        p.initial = [0] * p.cells
        for i, value in self._initial.items():
            p.initial[i] = value

    def set_initial(self, cell: int, value: int) -> None:
        self._initial[cell] = value

    def initial(self, cell: int) -> int:
        return self._initial.get(cell, 0)

    def new_var(self) -> int:
        self._variables += 1
        self.program.variables = self._variables
        return self._variables

    def text(self, text: str) -> int:
        if text not in self.program.texts:
            self.program.texts.append(text)
        return self.program.texts.index(text)

    def list_of(self, values: tuple[int, ...]) -> int:
        if values not in self.tables:
            self.tables[values] = len(self.program.lists)
            self.program.lists.append(values)
        return self.tables[values]

    def registers(self, setting: Setting) -> None:
        r, players = self.program.reg, setting.players
        self.cells(r.turns_of_player)
        self.set_initial(r.players_inside, (1 << players) - 1)
        r.turns_of_player = self.cells(players)
        r.score_of_player = self.cells(players)
        r.order_of_leaving = self.cells(players)
        r.skill = self.cells(players)
        for seat in range(players):
            self.set_initial(r.skill + seat, setting.skills[seat] if seat < len(setting.skills) else 50)

    def slot(self, name: str, base: int, size: int, shape: str, scope: str, **more: object) -> None:
        self.program.slots.append(ops.Slot(name, base, size, shape, scope, **more))  # type: ignore[arg-type]
