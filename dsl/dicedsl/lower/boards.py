"""Boards for a setting: their places, points and steps, and the ways a die can stand, become tables."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TypeGuard

from attrs import define, evolve, field

from dicedsl.geometry import FORMS
from dicedsl.geometry.board import Board, Coordinates
from dicedsl.geometry.corners import DIRECTIONS, ORIENTATIONS, faces
from dicedsl.geometry.lattice import Space, lattice
from dicedsl.lower.cell_layout import CellLayout
from dicedsl.lower.values import LoweredType, absent
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.walk import parts
from dicedsl.syntax import nodes as n
from dicedsl.text.source import Span
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import POINT, Kind
from dicedsl.typed.semantic_error import SemanticError

MOST_MATERIAL = 10_000  # dice, zones, and places of all boards: so many of each
MOST_BOARD_ROWS = 60
MOST_PLACES = 2_000
WIDEST_COORDINATE = 30
Number = Callable[[t.Expr], int | None]  # works out what is fixed
Holds = Callable[[t.Box, Coordinates], bool]


@define(eq=False, repr=False, slots=False)
class Boards:
    """Makes the boards of a game, and knows where things are on them."""

    layout: CellLayout
    made: dict[str, Board] = field(factory=dict)
    coordinates: dict[str, tuple[str, ...]] = field(factory=dict)  # of the boards given by coordinates
    space: Space | None = None
    space_board: str = ""
    _place_table: int = -1
    _point_table: int = -1

    # -------------------------------------------------------------- making them

    def add_sized(self, board: t.Board, shape: n.SizedBoard, sizes: tuple[t.Expr, t.Expr], number: Number) -> None:
        node = board.node
        sides = len(node.seen_from) or 1
        rows, columns = map(number, sizes)
        if rows is None or columns is None:
            help = "use numbers, options and `count of everyone` only"
            raise SemanticError("E375", "the size of a board is fixed before the game starts", shape.span, help=help)
        if not (1 <= rows <= MOST_BOARD_ROWS and 1 <= columns <= MOST_BOARD_ROWS):
            raise SemanticError(
                "E344",
                f"a grid has 1 to {MOST_BOARD_ROWS} rows and columns",
                shape.span,
                help="write smaller numbers, such as `grid 8 by 8`",
            )
        if sides > 1 and (rows != columns or sides not in (2, 4)):
            raise SemanticError(
                "E344",
                "a board seen from several sides is square and has two or four of them",
                node.span,
                help="make rows and columns equal, and name two or four sides",
            )
        self._limit(rows * columns, shape.span)
        for point in node.without:
            c = point.coordinates
            if len(c) != 2 or not (1 <= c[0] <= rows and 1 <= c[1] <= columns):
                raise SemanticError(
                    "E345",
                    f"there is no place {point.span.text} on this board",
                    point.span,
                    help=f"its places go from (1,1) to ({rows},{columns})",
                )
        self.made[board.name] = FORMS[shape.form.text](rows, columns, [p.coordinates for p in node.without], sides)
        if board.has_steps:
            self.space, self.space_board = Space(board.coordinates, 1, max(rows, columns)), board.name

    def add_boxed(self, board: t.Board, box: t.Box, number: Number, holds: Holds) -> None:
        """All points of a box that meet the condition. `a of p` works on it; points and steps on the first such board."""
        low, high = number(box.low), number(box.high)
        if low is None or high is None or not low <= high or high - low > WIDEST_COORDINATE or len(box.axes) > 3:
            raise SemanticError(
                "E338",
                f"a board has up to three coordinates, each from one fixed number to another, at most {WIDEST_COORDINATE} apart",
                box.span,
                help="write, for instance, `(x, y) from 1 to 8`",
            )
        without = {p.coordinates for p in board.node.without}
        box_of = product(range(low, high + 1), repeat=len(box.axes))
        places = [point for point in box_of if point not in without and holds(box, point)]
        if not 1 <= len(places) <= MOST_PLACES:
            raise SemanticError(
                "E339", f"this board has {len(places)} places; 1 to {MOST_PLACES} are possible", box.span
            )
        self._limit(len(places), board.node.span)
        space = Space(board.coordinates, low, high)
        self.coordinates[board.name] = space.names
        self.made[board.name] = lattice(tuple(places), space)
        if board.has_steps:
            self.space, self.space_board = space, board.name

    def _limit(self, more: int, span: Span) -> None:
        if more + self.places > MOST_MATERIAL:
            raise SemanticError("E344", f"the boards of a game have at most {MOST_MATERIAL} places", span)

    # -------------------------------------------------------------- what they are

    @property
    def places(self) -> int:
        return sum(len(board.places) for board in self.made.values())

    def of(self, kind: Kind) -> Board:
        return self.made[kind.board]

    def number(self, kind: Kind) -> int:
        return list(self.made).index(kind.board)

    def first_place(self, board: str) -> int:
        """Places are numbered through over all boards, after each other."""
        total = 0
        for name, made in self.made.items():
            if name == board:
                return total
            total += len(made.places)
        raise KeyError(board)

    # -------------------------------------------------------------- points and steps

    def point_of(self, place: ops.Op) -> ops.Op:
        """The point where a place lies."""
        if self._point_table < 0:
            assert self.space is not None
            points = tuple(self.space.point(p) for p in self.made[self.space_board].places)
            self._point_table = self.layout.list_of(points)
        return ops.ListAt(self._point_table, place, absent(LoweredType(POINT)))

    def place_at(self, point: ops.Op) -> ops.Op:
        """The place at a point, or none if the point is off the board."""
        assert self.space is not None
        if self.is_of_place(point):
            return point.index
        if self._place_table < 0:
            entries = [-1] * self.space.size
            for number, place in enumerate(self.made[self.space_board].places):
                entries[self.space.point(place)] = number
            self._place_table = self.layout.list_of(tuple(entries))
        return ops.ListAt(self._place_table, point)

    @property
    def has_points(self) -> bool:
        """Whether points are spoken of: on a board given by coordinates always, on a grid where a rule does."""
        return self.space_board in self.coordinates or self._place_table >= 0

    def coordinate_of_place(self, place: ops.Op, board: str, axis: int) -> ops.ListAt:
        return ops.ListAt(self.layout.list_of(tuple(p[axis] for p in self.made[board].places)), place, NO_NUMBER)

    def is_of_place(self, point: ops.Op) -> TypeGuard[ops.ListAt]:
        """Whether it is the point where a place lies, so that the place itself can be asked."""
        return isinstance(point, ops.ListAt) and point.list == self._point_table

    def without_points(self, op: ops.Op) -> ops.Op:
        """What is asked of the point where a place lies is asked of the place."""
        if isinstance(op, ops.ListAt) and op.list == self._place_table and self.is_of_place(op.index):
            return op.index.index
        if isinstance(op, ops.Bin) and op.op == "+" and self.space is not None:
            point = next(filter(self.is_of_place, parts(op.left)), None)
            if point is not None:
                for axis in range(len(self.space.names)):
                    if op == self._digit(point, axis):
                        return self.coordinate(point, axis)
        return op

    def coordinate(self, point: ops.Op, axis: int) -> ops.Op:
        """One of the digits of a point. It is never asked of none."""
        if self.is_of_place(point):
            assert self.space is not None
            return evolve(self.coordinate_of_place(point.index, self.space_board, axis), default=self.space.low)
        return self._digit(point, axis)

    def _digit(self, point: ops.Op, axis: int) -> ops.Op:
        assert self.space is not None
        digit = ops.Bin("%", ops.Bin("//", point, ops.Const(self.space.weight(axis))), ops.Const(self.space.width))
        return ops.Bin("+", digit, ops.Const(self.space.low - self.space.margin))

    # -------------------------------------------------------------- standing dice

    def orientation_of(self, number: ops.Op) -> ops.Op:
        """The orientation a die shows, none for a die that does not stand or was never rolled."""
        entries = [-1] * (ORIENTATIONS[-1] + 1)
        for i, code in enumerate(ORIENTATIONS):
            entries[code] = i
        return ops.ListAt(self.layout.list_of(tuple(entries)), number)

    def number_of(self, orientation: ops.Op) -> ops.Op:
        return ops.ListAt(self.layout.list_of(ORIENTATIONS), orientation, 0)

    def face_of(self, orientation: ops.Op, step: ops.Op) -> ops.Op:
        """The number on the face that looks along a step of one; no number for other steps and without an orientation."""
        assert self.space is not None
        far = self.space.weight(0)
        nowhere = -DIRECTIONS * len(ORIENTATIONS)
        directions = [nowhere] * (2 * far + 1)
        for axis in range(3):
            directions[far - self.space.weight(axis)] = 2 * axis
            directions[far + self.space.weight(axis)] = 2 * axis + 1
        table = self.layout.list_of(tuple(directions))
        direction = ops.ListAt(table, ops.Bin("+", step, ops.Const(far)), nowhere)
        numbers = self.layout.list_of(tuple(x for code in ORIENTATIONS for x in faces(code)))
        index = ops.Bin("+", ops.Bin("*", orientation, ops.Const(DIRECTIONS)), direction)
        return ops.ListAt(numbers, index, NO_NUMBER)

    # -------------------------------------------------------------- dice on places

    def die_on(self, place: ops.Op, board: str) -> ops.Op:
        """The die on a place, or none; a place that is not there has none either."""
        base = self.layout.program.reg.on_place + self.first_place(board)
        held = ops.CellAt(base, place, len(self.made[board].places), 0)
        return ops.Bin("max", ops.NONE, ops.Bin("-", held, ops.ONE))

    def stood_on(self, dice: ops.Op) -> ops.Op | None:
        """The places on which dice stand, if these are the dice on some places: as many, since each stands on one and
        each place holds one."""
        if not isinstance(dice, ops.Fold) or dice.kind != "union" or dice.condition is not None or len(dice.loops) > 1:
            return None
        loop, program = dice.loops[0], self.layout.program
        if loop.high is not None or loop.sets:
            return None
        for number, board in enumerate(self.made):
            if dice.body == ops.Single(self.die_on(ops.Var(loop.var), board)):
                return ops.Bin("&", loop.source, ops.Cell(program.reg.taken + number))
        return None

    def place_of(self, die: ops.Op, board: str) -> ops.Op:
        """The place on a board where a die stands, or none."""
        program = self.layout.program
        first = len(program.zones) + self.first_place(board)
        place = ops.Bin("-", ops.CellAt(program.reg.location, die, len(program.dice)), ops.Const(first))
        return ops.ListAt(self.layout.list_of(tuple(range(len(self.made[board].places)))), place)
