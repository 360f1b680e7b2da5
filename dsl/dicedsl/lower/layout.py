"""The cells of a state: registers of the engine, memory, variables, tables and texts of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from dicedsl.budget import Budget
from dicedsl.errors import Problem
from dicedsl.geometry.board import Board
from dicedsl.lower.about import about
from dicedsl.lower.expressions import Expressions
from dicedsl.lower.kinds import DIE, NUMBER, PLAYER, Kind, Stream, Ty, Value
from dicedsl.lower.scope import Bad, SlotDecl, ZoneDecl
from dicedsl.program import ops
from dicedsl.program.about import Setting
from dicedsl.rulebook.merge import Rulebook
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    from dicedsl.lower.world import World

MAX_CELLS = 200_000


class Layout:
    """Hands out cells, variables and tables, and collects problems."""

    _variables = 0

    def __init__(self, book: Rulebook, setting: Setting, budget: Budget | None = None) -> None:
        self.book = book
        self.budget = Budget() if budget is None else budget
        self.setting = setting
        self.players: int = setting.players
        self.program: ops.Program = ops.Program(players=setting.players, about=about(book), setting=setting)
        self.reg: ops.Registers = self.program.reg
        self.problems: list[Problem] = []
        self.kinds: dict[str, Kind] = {k.name: k for k in (NUMBER, PLAYER, DIE)}
        self.constants: dict[str, Value] = {}
        self.plurals: dict[str, Value] = {}
        self.options: dict[str, Value] = {}
        self.slots: dict[str, SlotDecl] = {}
        self.zones: dict[str, ZoneDecl] = {}
        self.boards: dict[str, Board] = {}
        self.stand_ins: set[str] = set()  # boards that could not be made
        self.e: Expressions = Expressions(cast("World", self))
        self._words: dict[str, tuple[int, tuple[int, ...], Value | Stream] | None] = {}
        self._lasting: dict[int, bool] = {}  # words, by number: whether they go through something that never changes
        self._adjectives: dict[tuple[str, int], tuple[int, tuple[int, ...], ops.Op] | None] = {}
        self._tables: dict[tuple[int, ...], int] = {}
        self._lists: dict[str, int] = {}
        self._next_cell = 0
        self._initial: dict[int, int] = {}

    def _guard(self, action, node: n.Node) -> None:  # type: ignore[no-untyped-def]
        try:
            action()
        except Bad as bad:
            self.report(bad)

    def report(self, bad: Bad) -> None:
        self.problems.append(Problem(bad.code, bad.message, bad.span, help=bad.help, label=bad.label))

    def _complain(self, code: str, message: str, node: n.Node, help: str = "") -> None:
        self.problems.append(Problem(code, message, node.span, help=help))

    def cells(self, count: int, initial: int = 0) -> int:
        base = self._next_cell
        self._next_cell += count
        if initial and count <= MAX_CELLS:
            for i in range(base, base + count):
                self._initial[i] = initial
        return base

    def finish(self) -> None:
        p = self.program
        p.cells = self._next_cell
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
        if values not in self._tables:
            self._tables[values] = len(self.program.lists)
            self.program.lists.append(values)
        return self._tables[values]

    def _registers(self) -> None:
        r = self.reg
        self.cells(r.turns_of)
        self.set_initial(r.inside, (1 << self.players) - 1)
        r.turns_of = self.cells(self.players)
        r.measure = self.cells(self.players)
        r.order_out = self.cells(self.players)
        r.skill = self.cells(self.players)
        for seat in range(self.players):
            self.set_initial(r.skill + seat, self.setting.skills[seat] if seat < len(self.setting.skills) else 50)

    def _built_in_memory(self) -> None:
        """`starter` is a memory of the match that rules may set; counters can be set in examples only."""
        node = n.Memory(n.Scope("match"), n.Phrase(("starter",)), None, n.Nothing("nobody"), None, None, True)
        self.slots["starter"] = SlotDecl(
            "starter", self.reg.starter, (), (), Value(ops.NONE, Ty(PLAYER)), "match", node
        )

    def slot(self, name: str, base: int, size: int, shape: str, scope: str, **more: object) -> None:
        self.program.slots.append(ops.Slot(name, base, size, shape, scope, **more))  # type: ignore[arg-type]
