"""The world of one rulebook and setting: its boards, dice, zones and memory, laid out as cells of a state, and its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import define, field

from dicedsl.about import Setting
from dicedsl.errors import Problem
from dicedsl.geometry.board import Coordinates
from dicedsl.lower import built_in, conditions, expressions, lines, reckoning
from dicedsl.lower.about import about_book
from dicedsl.lower.board_order import boards_in_order
from dicedsl.lower.boards import Boards
from dicedsl.lower.cell_layout import MOST_STATE_CELLS, CellLayout
from dicedsl.lower.descriptions import describe
from dicedsl.lower.expressions import Expressions
from dicedsl.lower.material import Material
from dicedsl.lower.shared_tables import SharedTables
from dicedsl.lower.values import T_NUMBER, Value
from dicedsl.lower.words import Words
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.fixed_evaluation import FixedEvaluator
from dicedsl.syntax import nodes as n
from dicedsl.text.budget import WorkBudget
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import DIE, PLAYER, Kind
from dicedsl.typed.semantic_error import AlreadyReported, SemanticError

T = TypeVar("T")
HANDLERS = {**expressions.HANDLERS, **reckoning.HANDLERS, **conditions.HANDLERS, **built_in.HANDLERS, **lines.HANDLERS}


class DeclarationFailed(Exception):
    """The material of a game cannot be made for this setting; what is wrong has been reported."""


@define(eq=False, repr=False, slots=False)
class World:
    """Everything of a rulebook that has cells, tables or functions in the program for one setting."""

    game: t.TypedGame
    setting: Setting
    budget: WorkBudget
    shared_tables: SharedTables = field(factory=SharedTables)
    program: ops.Program = field(init=False)
    layout: CellLayout = field(init=False)
    boards: Boards = field(init=False)
    material: Material = field(init=False)
    words: Words = field(init=False)
    expressions: Expressions = field(init=False)
    problems: list[Problem] = field(factory=list)
    is_clear: bool = True  # nothing of the material speaks of what was not understood

    def __attrs_post_init__(self) -> None:
        self.program = ops.Program(players=self.players, about=about_book(self.game.book), setting=self.setting)
        self.layout = CellLayout(self.program)
        self.boards = Boards(self.layout)
        self.material = Material(self)
        self.words = Words(self)
        self.expressions = Expressions(self, HANDLERS)

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def reg(self) -> ops.Registers:
        return self.program.reg

    # -------------------------------------------------------------- building

    def build(self) -> None:
        """Lay out what there is; raise DeclarationFailed if something of it cannot be."""
        game = self.game
        self.layout.registers(self.setting)
        self.material.starter(game.memories["starter"])
        for board in boards_in_order(game):
            self._report_errors_of(self._board, board)
        self._raise_if_failed()
        for option in game.options.values():
            self._report_errors_of(self.material.option, option)
        for zone in game.zones.values():
            self._report_errors_of(self.material.zone, zone)
        self.material.dice_cells()
        describe(self)
        memories = [memory for memory in game.memories.values() if memory.name != "starter"]
        for memory in memories:
            self._report_errors_of(self.material.memory, memory)
        self._raise_if_failed()
        for zone in game.zones.values():
            self._report_errors_of(self.material.zone_sight, zone)
        for memory in memories:
            self._report_errors_of(self.material.memory_sight, memory)
        if self.layout.next_cell > MOST_STATE_CELLS:
            message = "this game needs too much memory; make its material smaller"
            self.report(SemanticError("E340", message, game.book.head.title.span))
        self._raise_if_failed()

    def _board(self, board: t.Board) -> None:
        shape = board.node.shape
        if isinstance(shape, n.SizedBoard):
            self.boards.add_sized(board, shape, self.game.sizes[board.name], self.constant)
        else:
            self.boards.add_boxed(board, self.game.boxes[board.name], self.constant, self._condition(board))

    def _condition(self, board: t.Board) -> Callable[[t.Box, Coordinates], bool]:
        """Whether a point meets the condition of a board."""
        box = self.game.boxes[board.name]
        variables = []
        for axis in box.axes:
            variables.append(self.layout.new_var())
            self.expressions.bind(axis, Value(ops.Var(variables[-1]), T_NUMBER))
        test = None if box.condition is None else self.expressions.value(box.condition).op
        evaluate = FixedEvaluator(self.program, self.budget.needed(box.span))

        def holds(box: t.Box, point: Coordinates) -> bool:
            return test is None or bool(evaluate(test, dict(zip(variables, point, strict=True))))

        return holds

    def _report_errors_of(self, action: Callable[[T], object], declared: T) -> None:
        try:
            action(declared)
        except SemanticError as error:
            self.report(error)
        except AlreadyReported:
            self.is_clear = False

    def _raise_if_failed(self) -> None:
        if self.problems or not self.is_clear:
            raise DeclarationFailed

    def report(self, error: SemanticError) -> None:
        if error.problem not in self.problems:  # what is asked for in several places is still one mistake
            self.problems.append(error.problem)

    # -------------------------------------------------------------- what everybody asks

    def constant(self, node: t.Expr) -> int | None:
        """What an expression comes to before the game starts, if that can be told."""
        return constant_of(self.expressions.value(node).op)

    def kind_size(self, kind: Kind) -> int:
        if kind is PLAYER:
            return self.players
        if kind is DIE:
            return len(self.program.dice)
        return len(self.boards.of(kind).places) if kind.is_place else len(kind.values)
