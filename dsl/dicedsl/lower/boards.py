"""Kinds and boards: their values and places, points and steps, and the ways a die can stand, become tables."""

from __future__ import annotations

from functools import cached_property
from itertools import product

from dicedsl.geometry import FORMS
from dicedsl.geometry.board import Board, Coordinates
from dicedsl.geometry.lattice import Space, lattice
from dicedsl.geometry.standing import DIRECTIONS, ORIENTATIONS, faces
from dicedsl.lower.kinds import DIE, PLAYER, POINT, STEP, T_NUMBER, Kind, Ty, Value, absent
from dicedsl.lower.layout import Layout
from dicedsl.lower.scope import Bad, Scope
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.fixed import Fixed
from dicedsl.program.sets import NO_NUMBER
from dicedsl.syntax import nodes as n

MAX_DICE = 10_000


class Boards(Layout):
    """Declares kinds and boards, and knows where things are on them."""

    space: Space | None = None
    space_board = ""
    _place_table = -1
    _point_table = -1

    def _kind(self, node: n.Kind) -> None:
        name, plural = node.singular.text, node.plural.text
        values = tuple(v.text for v in node.values)
        if name in self.kinds or plural in self.plurals:
            raise Bad(
                "E341", f'the kind "{name}" exists already', node.singular.span, help="choose another name for it"
            )
        if len(set(values)) != len(values):
            twice = next(v for i, v in enumerate(node.values) if v.text in values[:i])
            raise Bad("E342", "a value of this kind is given twice", twice.span, help="leave it out once")
        self._add_kind(Kind(name, plural, values), node)

    def _add_kind(self, kind: Kind, node: n.Node) -> None:
        self.kinds[kind.name] = kind
        for i, value in enumerate(kind.values):
            if value in self.constants:
                named = next((p for p in getattr(node, "values", ()) if p.text == value), node)
                raise Bad(
                    "E342",
                    f'"{value}" is already a value of another kind',
                    named.span,
                    help="give it a name of its own",
                )
            self.constants[value] = Value(ops.Const(i), Ty(kind))
        self.plurals[kind.plural] = Value(ops.Const((1 << len(kind.values)) - 1), Ty(kind, many=True))

    def _board(self, node: n.Board) -> None:
        try:
            self._declared_board(node)
        except Bad:
            # One mistake is told once: what speaks of this board is looked at as if it were there.
            self._stand_in(node)
            raise

    def _stand_in(self, node: n.Board) -> None:
        """A board of a single place that has the names of the one which cannot be made."""
        name = node.name.text
        self.stand_ins.add(name)
        if name in self.boards:
            return
        if isinstance(node.shape, n.CoordinateBoard):
            names = tuple(p.text for p in node.shape.names[:3])
            self._add_space_board(node, Space(names, 0, 0), [(0,) * len(names)])
        else:
            self._add_board(name, FORMS["grid"](1, 1, [], 1))
            if node.seen_from and "side" not in self.kinds:
                self._add_sides(node)

    def _declared_board(self, node: n.Board) -> None:
        name = node.name.text
        if isinstance(node.shape, n.CoordinateBoard):
            self._coordinate_board(node, node.shape)
            return
        form = node.shape.form.text
        if form not in FORMS:
            raise Bad("E343", f'"{form}" is no form of a board', node.shape.span, help=f"known: {', '.join(FORMS)}")
        sides = len(node.seen_from) or 1
        rows, columns = node.shape.rows, node.shape.columns
        if not (1 <= rows <= 60 and 1 <= columns <= 60):
            raise Bad(
                "E344",
                "a grid has 1 to 60 rows and columns",
                node.shape.span,
                help="write smaller numbers, such as `grid 8 by 8`",
            )
        if sides > 1 and (rows != columns or sides not in (2, 4)):
            raise Bad(
                "E344",
                "a board seen from several sides is square and has two or four of them",
                node.span,
                help="make rows and columns equal, and name two or four sides",
            )
        if rows * columns + sum(len(b.places) for b in self.boards.values()) > MAX_DICE:
            raise Bad("E344", f"the boards of a game have at most {MAX_DICE} places", node.shape.span)
        for point in node.without:
            c = point.coordinates
            if len(c) != 2 or not (1 <= c[0] <= rows and 1 <= c[1] <= columns):
                raise Bad(
                    "E345",
                    f"there is no place {point.span.text} on this board",
                    point.span,
                    help=f"its places go from (1,1) to ({rows},{columns})",
                )
        board = FORMS[form](rows, columns, [p.coordinates for p in node.without], sides)
        self._add_board(name, board)
        if sides > 1:
            self._add_sides(node)

    def _add_sides(self, node: n.Board) -> None:
        side = Kind("side", "sides", tuple(p.text for p in node.seen_from))
        self._sides[node.name.text] = side
        self._add_kind(side, node)

    def _add_board(self, name: str, board: Board) -> None:
        self.boards[name] = board
        if sum(len(b.places) for b in self.boards.values()) > MAX_DICE:
            raise Bad("E344", f"the boards of a game have at most {MAX_DICE} places", self.book.boards[name].span)
        first = len(self.boards) == 1
        kind = Kind("place" if first else f"{name} place", "places" if first else f"{name} places")
        self.kinds[kind.name] = kind
        self._board_kinds[name] = kind
        self.plurals[name] = Value(ops.Const((1 << len(board.places)) - 1), Ty(kind, many=True))

    def _coordinate_board(self, node: n.Board, shape: n.CoordinateBoard) -> None:
        """All points of a box that meet the condition. `a of p` works on it; points and steps on the first such board."""
        names = tuple(p.text for p in shape.names)
        low, high = (constant_of(self.e.number(x, Scope()).op) for x in (shape.low, shape.high))
        if low is None or high is None or not low <= high or high - low > 30 or len(names) > 3:
            raise Bad(
                "E338",
                "a board has up to three coordinates, each from one fixed number to another, at most 30 apart",
                shape.span,
                help="write, for instance, `(x, y) from 1 to 8`",
            )
        scope = Scope()
        variables = []
        for name in names:
            var = self.new_var()
            variables.append(var)
            scope = scope.bind(name, Value(ops.Var(var), T_NUMBER))
        test = None if shape.condition is None else self.e.truth(shape.condition, scope)
        evaluate = Fixed(self.program, self.budget.needed(shape.span))
        without = {p.coordinates for p in node.without}
        places = []
        for point in product(range(low, high + 1), repeat=len(names)):
            if point not in without and (test is None or evaluate(test, dict(zip(variables, point, strict=True)))):
                places.append(point)
        if not 1 <= len(places) <= 2000:
            raise Bad("E339", f"this board has {len(places)} places; 1 to 2000 are possible", shape.span)
        self._add_space_board(node, Space(names, low, high), places)

    def _add_space_board(self, node: n.Board, space: Space, places: list[Coordinates]) -> None:
        self.coordinates[node.name.text] = space.names
        self._add_board(node.name.text, lattice(tuple(places), space))
        if self.space is not None:
            return
        self.space, self.space_board = space, node.name.text
        self.kinds["point"], self.kinds["step"] = POINT, STEP
        if len(space.names) == 3:
            self._add_kind(Kind("orientation", "orientations", tuple(map(str, ORIENTATIONS))), node)

    # -------------------------------------------------------------- points and steps

    def point_of(self, place: ops.Op) -> ops.Op:
        """The point where a place lies."""
        if self._point_table < 0:
            assert self.space is not None
            self._point_table = self.list_of(tuple(self.space.point(p) for p in self.boards[self.space_board].places))
        return ops.ListAt(self._point_table, place, absent(Ty(POINT)))

    def place_at(self, point: ops.Op) -> ops.Op:
        """The place at a point, or none if the point is off the board."""
        assert self.space is not None
        if self._place_table < 0:
            entries = [-1] * self.space.size
            for number, place in enumerate(self.boards[self.space_board].places):
                entries[self.space.point(place)] = number
            self._place_table = self.list_of(tuple(entries))
        return ops.ListAt(self._place_table, point)

    def coordinate_of_place(self, place: ops.Op, board: str, axis: int) -> ops.Op:
        return ops.ListAt(self.list_of(tuple(p[axis] for p in self.boards[board].places)), place, NO_NUMBER)

    def coordinate(self, point: ops.Op, axis: int) -> ops.Op:
        assert self.space is not None
        digit = ops.Bin("%", ops.Bin("//", point, ops.Const(self.space.weight(axis))), ops.Const(self.space.width))
        return ops.Bin("+", digit, ops.Const(self.space.low - self.space.margin))

    # -------------------------------------------------------------- standing dice

    def orientation_of(self, number: ops.Op) -> ops.Op:
        """The orientation a die shows, none for a die that does not stand or was never rolled."""
        entries = [-1] * (ORIENTATIONS[-1] + 1)
        for i, code in enumerate(ORIENTATIONS):
            entries[code] = i
        return ops.ListAt(self.list_of(tuple(entries)), number)

    def number_of(self, orientation: ops.Op) -> ops.Op:
        return ops.ListAt(self.list_of(ORIENTATIONS), orientation, 0)

    def face_of(self, orientation: ops.Op, step: ops.Op) -> ops.Op:
        """The number on the face that looks along a step of one; no number for other steps and without an orientation."""
        assert self.space is not None
        far = self.space.weight(0)
        nowhere = -DIRECTIONS * len(ORIENTATIONS)
        directions = [nowhere] * (2 * far + 1)
        for axis in range(3):
            directions[far - self.space.weight(axis)] = 2 * axis
            directions[far + self.space.weight(axis)] = 2 * axis + 1
        direction = ops.ListAt(self.list_of(tuple(directions)), ops.Bin("+", step, ops.Const(far)), nowhere)
        numbers = self.list_of(tuple(x for code in ORIENTATIONS for x in faces(code)))
        index = ops.Bin("+", ops.Bin("*", orientation, ops.Const(DIRECTIONS)), direction)
        return ops.ListAt(numbers, index, NO_NUMBER)

    @cached_property
    def coordinates(self) -> dict[str, tuple[str, ...]]:
        """What the coordinates of each board given by coordinates are called."""
        return {}

    @cached_property
    def _board_kinds(self) -> dict[str, Kind]:
        return {}

    @cached_property
    def _sides(self) -> dict[str, Kind]:
        return {}

    def place_kind(self, board: str) -> Kind:
        return self._board_kinds[board]

    def board_of(self, kind: Kind) -> str | None:
        return next((name for name, k in self._board_kinds.items() if k == kind), None)

    def board_number(self, kind: Kind) -> int:
        return list(self._board_kinds.values()).index(kind)

    def side_kind(self, board: str) -> Kind:
        return self._sides[board]

    def first_place(self, board: str) -> int:
        """Places are numbered through over all boards, after each other."""
        total = 0
        for name, b in self.boards.items():
            if name == board:
                return total
            total += len(b.places)
        raise KeyError(board)

    def kind_size(self, kind: Kind) -> int:
        if kind is PLAYER:
            return self.players
        if kind is DIE:
            return len(self.program.dice)
        board = self.board_of(kind)
        if board is not None:
            return len(self.boards[board].places)
        return len(kind.values)

    # -------------------------------------------------------------- dice on places

    def die_on(self, place: ops.Op, board: str) -> ops.Op:
        """The die on a place, or none; a place that is not there has none either."""
        base = self.reg.on_place + self.first_place(board)
        held = ops.CellAt(base, place, len(self.boards[board].places), 0)
        return ops.Bin("max", ops.NONE, ops.Bin("-", held, ops.ONE))

    def place_of(self, die: ops.Op, board: str) -> ops.Op:
        """The place on a board where a die stands, or none."""
        first = len(self.program.zones) + self.first_place(board)
        place = ops.Bin("-", ops.CellAt(self.reg.location, die, len(self.program.dice)), ops.Const(first))
        return ops.ListAt(self.list_of(tuple(range(len(self.boards[board].places)))), place)
