"""Material: kinds, boards, options, dice, zones and memory become cells and tables."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import prod

from attrs import evolve

from dicedsl.geometry import FORMS
from dicedsl.geometry.board import Board
from dicedsl.geometry.lattice import Space, lattice
from dicedsl.geometry.standing import DIRECTIONS, ORIENTATIONS, faces
from dicedsl.ir import builtins_table as built_in
from dicedsl.ir import ops
from dicedsl.ir.constants import constant_of
from dicedsl.ir.evaluate import Evaluator
from dicedsl.ir.kinds import (
    DIE,
    NO_NUMBER,
    NOTHING,
    NUMBER,
    PLAYER,
    POINT,
    STEP,
    T_NUMBER,
    T_TRUTH,
    TRUTH,
    Kind,
    Ty,
    Value,
)
from dicedsl.ir.layout import MAX_CELLS, Layout
from dicedsl.ir.scope import Bad, Scope, SlotDecl, ZoneDecl, suggest
from dicedsl.syntax import nodes as n

MAX_DICE = 10_000
MAX_SIDES = 1_000
COLOURS = ("plain", "red", "green", "black", "blue", "white", "gold", "yellow", "orange", "purple")


# A point that lies nowhere near the board.
OFF = -1


class Material(Layout):
    """Declares what lies on the table."""

    space: Space | None = None
    space_board = ""
    _place_table = -1

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
        self.program.kinds[kind.name] = ops.KindInfo(kind.name, kind.plural, kind.values)
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
            side = Kind("side", "sides", tuple(p.text for p in node.seen_from))
            self._sides[name] = side
            self._add_kind(side, node)

    def _add_board(self, name: str, board: Board) -> None:
        self.boards[name] = board
        if sum(len(b.places) for b in self.boards.values()) > MAX_DICE:
            raise Bad("E344", f"the boards of a game have at most {MAX_DICE} places", self.book.boards[name].span)
        first = len(self.boards) == 1
        kind = Kind("place" if first else f"place of {name}", "places" if first else f"places of {name}")
        self.kinds[kind.name] = kind
        self._board_kinds[name] = kind
        self.plurals[name] = Value(ops.Const((1 << len(board.places)) - 1), Ty(kind, many=True))

    def _coordinate_board(self, node: n.Board, shape: n.CoordinateBoard) -> None:
        """All points of a box that meet the condition; `a of p` and steps work on it."""
        if self.space is not None:
            raise Bad("E337", "a game has one board given by coordinates", node.span)
        names = tuple(p.text for p in shape.names)
        low, high = (constant_of(self.e.number(x, Scope()).op) for x in (shape.low, shape.high))
        if low is None or high is None or not low <= high or high - low > 30 or len(names) > 3:
            raise Bad(
                "E338",
                "a board has up to three coordinates, each from one fixed number to another, at most 30 apart",
                shape.span,
            )
        scope = Scope()
        variables = []
        for name in names:
            var = self.new_var()
            variables.append(var)
            scope = scope.bind(name, Value(ops.Var(var), T_NUMBER))
        test = None if shape.condition is None else self.e.truth(shape.condition, scope)
        evaluate = Evaluator(self.program)
        without = {p.coordinates for p in node.without}
        places = []
        for point in product(range(low, high + 1), repeat=len(names)):
            if point not in without and (test is None or evaluate(test, dict(zip(variables, point, strict=True)))):
                places.append(point)
        if not 1 <= len(places) <= 2000:
            raise Bad("E339", f"this board has {len(places)} places; 1 to 2000 are possible", shape.span)
        self.space = Space(names, low, high)
        self.space_board = node.name.text
        self._add_board(node.name.text, lattice(tuple(places), self.space))
        self.kinds["point"], self.kinds["step"] = POINT, STEP
        if len(names) == 3:
            self._add_kind(Kind("orientation", "orientations", tuple(map(str, ORIENTATIONS))), node)

    # -------------------------------------------------------------- points and steps

    def point_of(self, place: ops.Op) -> ops.Op:
        """The point where a place lies."""
        assert self.space is not None
        points = tuple(self.space.point(p) for p in self.boards[self.space_board].places)
        return ops.TableAt(self.table(points), place, OFF)

    def place_at(self, point: ops.Op) -> ops.Op:
        """The place at a point, or none if the point is off the board."""
        assert self.space is not None
        if self._place_table < 0:
            entries = [-1] * self.space.size
            for number, place in enumerate(self.boards[self.space_board].places):
                entries[self.space.point(place)] = number
            self._place_table = self.table(tuple(entries))
        return ops.TableAt(self._place_table, point)

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
        return ops.TableAt(self.table(tuple(entries)), number)

    def number_of(self, orientation: ops.Op) -> ops.Op:
        return ops.TableAt(self.table(ORIENTATIONS), orientation, 0)

    def face_of(self, orientation: ops.Op, step: ops.Op) -> ops.Op:
        """The number on the face that looks along a step of one; no number for other steps and without an orientation."""
        assert self.space is not None
        far = self.space.weight(0)
        nowhere = -DIRECTIONS * len(ORIENTATIONS)
        directions = [nowhere] * (2 * far + 1)
        for axis in range(3):
            directions[far - self.space.weight(axis)] = 2 * axis
            directions[far + self.space.weight(axis)] = 2 * axis + 1
        direction = ops.TableAt(self.table(tuple(directions)), ops.Bin("+", step, ops.Const(far)), nowhere)
        numbers = self.table(tuple(x for code in ORIENTATIONS for x in faces(code)))
        index = ops.Bin("+", ops.Bin("*", orientation, ops.Const(DIRECTIONS)), direction)
        return ops.TableAt(numbers, index, NO_NUMBER)

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

    def _option(self, node: n.Option) -> None:
        name = node.name.text
        given = dict(self.setting.options).get(name)
        words = [node.default, *node.choices]
        if all(isinstance(x, n.Name) for x in words) and (node.choices or node.default.phrase.text not in self.options):  # type: ignore[union-attr]
            values = tuple(x.phrase.text for x in words if isinstance(x, n.Name))
            known = [self.constants[v].ty.kind for v in values if v in self.constants]
            kind = known[0] if len(known) == len(values) and len(set(known)) == 1 else None
            if kind is None:
                kind = Kind(name if name not in self.kinds else f"option {name}", f"values of {name}", values)
                self._add_kind(kind, node)
            word = values[0] if given is None else str(given)
            if word not in values:
                raise Bad("E346", f'the option "{name}" is one of {", ".join(values)}, not "{word}"', node.span)
            self.options[name] = Value(ops.Const(kind.values.index(word)), Ty(kind))
            return
        default = self.e.value(node.default, Scope())
        constant = constant_of(default.op)
        if constant is None:
            raise Bad(
                "E347",
                "the default of an option is fixed before the game starts",
                node.default.span,
                help="use numbers and `count of everyone` only",
            )
        if default.ty.kind is TRUTH:
            self.options[name] = Value(ops.Const(constant if given is None else int(bool(given))), T_TRUTH)
            return
        value = constant if given is None else int(given)
        if node.bounds is not None:
            low = constant_of(self.e.number(node.bounds.low, Scope()).op)
            high = constant_of(self.e.number(node.bounds.high, Scope()).op)
            if low is None or high is None or low > high:
                raise Bad(
                    "E348",
                    "the bounds of an option are two fixed numbers, the lower one first",
                    node.bounds.span,
                    help="write `from 1 to 10`",
                )
            if not low <= constant <= high:
                # What uses the option is not to blame: it goes on with a value that could stand here.
                self.options[name] = Value(ops.Const(min(max(constant, low), high)), T_NUMBER)
                raise Bad(
                    "E349",
                    f"the default {constant} is not within {low} to {high}",
                    node.default.span,
                    help=f"choose a number from {low} to {high}, or widen the bounds",
                )
            if not low <= value <= high:
                raise Bad("E346", f'the option "{name}" goes from {low} to {high}, not {value}', node.span)
        elif node.choices:
            allowed = [constant_of(self.e.number(c, Scope()).op) for c in node.choices] + [constant]
            if value not in allowed:
                raise Bad(
                    "E346",
                    f'the option "{name}" is one of {", ".join(map(str, sorted(a for a in allowed if a is not None)))}',
                    node.span,
                )
        self.options[name] = Value(ops.Const(value), T_NUMBER, value, value)

    def _zone(self, node: n.Zone) -> None:
        keys = tuple(self._key_kind(k) for k in node.keys)
        sizes = tuple(self.kind_size(k) for k in keys)
        first = len(self.program.zones)
        name = node.name.text
        decl = ZoneDecl(name, first, keys, sizes, node)
        self.zones[name] = decl
        sort = node.sort.words
        if sort[-1] not in {"dice", "die"}:
            raise Bad(
                "E350",
                f'a zone holds dice, such as "6 dice" or "no dice", not "{node.sort.text}"',
                node.sort.span,
                help=f"write `{name}: 6 dice` or `{name}: no dice`",
            )
        for word in sort[:-1]:
            if word not in {"numbered", "standing"} and word not in COLOURS:
                raise Bad(
                    "E351",
                    f'"{word}" is no sort of dice',
                    node.sort.span,
                    help="known: numbered, standing, " + ", ".join(COLOURS[1:]),
                )
        amount = 0
        if node.amount is not None:
            found = constant_of(self.e.number(node.amount, Scope()).op)
            if found is None:
                raise Bad(
                    "E352",
                    "the number of dice is fixed before the game starts",
                    node.amount.span,
                    help="use numbers, options and `count of everyone` only",
                )
            amount = found
        faces = self._faces(node)
        if prod(sizes) > MAX_DICE:
            raise Bad("E353", f"a game has at most {MAX_DICE} zones", node.span, help="keep it for fewer things")
        combos = _combinations(sizes)
        if amount < 0:
            assert node.amount is not None
            raise Bad(
                "E371",
                f'the number of dice in "{name}" is below 0: it is {amount}',
                node.amount.span,
                help=f"put bounds on its options, or write `(highest of ({node.amount.span.text}, 0))`",
            )
        if len(self.program.dice) + amount * len(combos) > MAX_DICE:
            raise Bad("E353", f"a game has at most {MAX_DICE} dice", node.span, help="give each zone fewer dice")
        colour = next((w for w in sort if w in COLOURS), "plain")
        for combo in combos:
            owner = combo[keys.index(PLAYER)] if PLAYER in keys else -1
            number = len(self.program.zones)
            info = ops.ZoneInfo(number, name, combo, tuple(k.name for k in keys), owner, None)
            self.program.zones.append(info)
            group = len(self.program.plain_groups)
            members = []
            for i in range(amount):
                members.append(len(self.program.dice))
                self.program.dice.append(ops.DieInfo(i + 1, "numbered" in sort, colour, owner, faces, group, number))
            if members and "numbered" not in sort:
                self.program.plain_groups.append(tuple(members))
        self.program.max_face = max(self.program.max_face, *(faces or (0,)))

    def _faces(self, node: n.Zone) -> tuple[int, ...]:
        if "standing" in node.sort.words:
            if node.faces is not None or "orientation" not in self.kinds:
                raise Bad(
                    "E368",
                    "standing dice have the faces 1 to 6, and need a board with three coordinates",
                    node.sort.span,
                    help="leave out `standing`, or give the game such a board",
                )
            return ORIENTATIONS
        if node.faces is None:
            return (1, 2, 3, 4, 5, 6)
        if node.faces.listed:
            faces = node.faces.listed
        else:
            ranged = self.e.value(node.faces.span_of, Scope()) if node.faces.span_of is not None else None
            low = constant_of(ranged.op.low) if ranged and isinstance(ranged.op, ops.Span2) else None
            high = constant_of(ranged.op.high) if ranged and isinstance(ranged.op, ops.Span2) else None
            if low is None or high is None or low > high:
                raise Bad(
                    "E354",
                    "the faces of a die are numbers, such as `with faces 1 2 2 3 3 4` or `with faces 1 to 8`",
                    node.faces.span,
                )
            if high - low >= MAX_SIDES:
                raise Bad("E355", f"a die has at most {MAX_SIDES} sides", node.faces.span)
            faces = tuple(range(low, high + 1))
        if len(faces) > MAX_SIDES or max(faces) > MAX_SIDES:
            raise Bad("E355", f"a die has at most {MAX_SIDES} sides, numbered up to {MAX_SIDES}", node.faces.span)
        return faces

    def _key_kind(self, phrase: n.Phrase) -> Kind:
        kind = self.kinds.get(phrase.text)
        if kind is None or kind is NUMBER:
            raise Bad(
                "E356",
                f'"{phrase.text}" is no kind that something can be kept for',
                phrase.span,
                help=suggest(phrase.text, self.kinds) or f"known: {', '.join(k for k in self.kinds if k != 'number')}",
            )
        return kind

    def _dice_cells(self) -> None:
        p, r = self.program, self.reg
        dice, zones = len(p.dice), len(p.zones)
        places = sum(len(b.places) for b in self.boards.values())
        r.location = self.cells(dice)
        r.face = self.cells(dice)
        r.zone_mask = self.cells(zones)
        r.on_place = self.cells(places, 0)
        r.taken = self.cells(len(self.boards))
        r.showing = self.cells(p.max_face + 1)
        masks = [0] * zones
        for d, die in enumerate(p.dice):
            masks[die.home] |= 1 << d
            self.set_initial(r.location + d, die.home)
        for z, mask in enumerate(masks):
            self.set_initial(r.zone_mask + z, mask)
        self.set_initial(r.showing, (1 << dice) - 1)
        first = 0
        for name, board in self.boards.items():
            p.boards.append(ops.BoardInfo(name, first, board.places, board.form, board.rows, board.columns))
            first += len(board.places)
        for name, zone in self.zones.items():
            if zone.node.seen_by is not None:
                self._guard(lambda name=name, zone=zone: self._zone_sight(zone), zone.node)

    def _zone_sight(self, zone: ZoneDecl) -> None:
        total = 1
        for size in zone.sizes:
            total *= size
        for i in range(zone.first, zone.first + total):
            info = self.program.zones[i]
            owner = Value(ops.Const(info.owner), Ty(PLAYER)) if info.owner >= 0 else None
            assert zone.node.seen_by is not None
            seen = self.e.members(zone.node.seen_by, Scope(owner=owner), PLAYER)
            self.program.zones[i] = evolve(info, seen_by=seen.op)

    def die_table(self, what: str) -> int:
        dice = self.program.dice
        colours = self.kinds["colour"].values
        values = {
            "index": tuple(d.index for d in dice),
            "owner": tuple(d.owner for d in dice),
            "colour": tuple(colours.index(d.colour) for d in dice),
        }[what]
        return self.table(values)

    def owned_table(self) -> int:
        masks = [0] * self.players
        for d, die in enumerate(self.program.dice):
            if die.owner >= 0:
                masks[die.owner] |= 1 << d
        return self.table(tuple(masks))

    def showing(self, number: Value) -> ops.Op:
        """The mask of all dice that show a number."""
        top = self.program.max_face
        inside = number.low is not None and number.high is not None and 0 <= number.low and number.high <= top
        index = number.op
        if not inside:
            index = ops.Cond(
                ops.Bin("and", ops.Bin(">=", number.op, ops.ZERO), ops.Bin("<=", number.op, ops.Const(top))),
                number.op,
                ops.NONE,
            )
            return ops.Cond(
                ops.Bin("<", index, ops.ZERO),
                ops.ZERO,
                ops.CellAt(self.reg.showing, ops.Bin("max", index, ops.ZERO), top + 1, checked=False),
            )
        return ops.CellAt(self.reg.showing, index, top + 1, checked=False)

    def die_on(self, place: ops.Op, board: str) -> ops.Op:
        """The die on a place, or none; a place that is not there has none either."""
        base = self.reg.on_place + self.first_place(board)
        held = ops.CellAt(base, place, len(self.boards[board].places))
        return ops.Bin("max", ops.NONE, ops.Bin("-", held, ops.ONE))

    def place_of(self, die: ops.Op, board: str) -> ops.Op:
        """The place on a board where a die stands, or none."""
        first = len(self.program.zones) + self.first_place(board)
        place = ops.Bin("-", ops.CellAt(self.reg.location, die, len(self.program.dice)), ops.Const(first))
        inside = ops.Bin(
            "and", ops.Bin(">=", place, ops.ZERO), ops.Bin("<", place, ops.Const(len(self.boards[board].places)))
        )
        return ops.Cond(inside, place, ops.NONE)

    def _memory(self, node: n.Memory) -> None:
        name = node.name.text
        if name in self.slots or name in self.zones:
            raise Bad("E207", f'"{name}" is given twice', node.name.span)
        if name in built_in.NOUNS or name in built_in.ATTRIBUTES:
            raise Bad(
                "E357",
                f'"{name}" is built in and cannot be given again',
                node.name.span,
                help="choose another name for it",
            )
        keys: list[Kind] = []
        scope = node.scope.word
        if scope == "each":
            assert node.scope.kind is not None
            keys.append(self._key_kind(node.scope.kind))
            scope = "game"
        if node.key is not None:
            keys.append(self._key_kind(node.key))
        if node.for_match:
            scope = "match"
        item, initial = self._memory_type(node)
        sizes = tuple(self.kind_size(k) for k in keys)
        total = 1
        for size in sizes:
            total *= size
        if total > MAX_CELLS:
            raise Bad("E340", "this memory is too large", node.span)
        base = self.cells(total, initial)
        if node.bounds is not None:
            low, high = (constant_of(self.e.number(b, Scope()).op) for b in (node.bounds.low, node.bounds.high))
            if low is None or high is None or low > high:
                raise Bad(
                    "E348",
                    "the bounds of a memory are two fixed numbers, the lower one first",
                    node.bounds.span,
                    help="write `from 1 to 10`",
                )
            item = evolve(item, low=low, high=high)
        self.slots[name] = SlotDecl(name, base, tuple(keys), sizes, item, scope, node)
        if item.ty.kind is DIE or DIE in keys:
            self.program.sorts_dice = False
        seen = None
        if node.seen_by is not None:
            owner_var = self.new_var()
            owner = Value(ops.Var(owner_var), Ty(PLAYER)) if PLAYER in keys else None
            seen = self.e.members(node.seen_by, Scope(owner=owner), PLAYER).op
            self.slot(
                name,
                base,
                total,
                self.shape(item.ty.kind),
                scope,
                keys=tuple(k.name for k in keys),
                seen_by=seen,
                owner_var=owner_var,
                many=item.ty.many,
            )
            return
        self.slot(
            name, base, total, self.shape(item.ty.kind), scope, keys=tuple(k.name for k in keys), many=item.ty.many
        )

    def _memory_type(self, node: n.Memory) -> tuple[Value, int]:
        """The kind of a memory follows from what it starts with; after `none` from the last word of its name."""
        if isinstance(node.initial, n.Nothing):
            if node.initial.word == "nobody":
                return Value(ops.NONE, Ty(PLAYER, maybe=True)), -1
            last = node.name.words[-1]
            for kind in self.kinds.values():
                if last == kind.name and kind is not NUMBER:
                    return Value(ops.NONE, Ty(kind, maybe=True)), -1
                if last == kind.plural:
                    return Value(ops.ZERO, Ty(kind, many=True)), 0
            return Value(ops.NONE, Ty(NUMBER, maybe=True)), NO_NUMBER
        value = self.e.value(node.initial, Scope())
        constant = constant_of(value.op)
        if value.ty.kind is NOTHING:
            raise Bad(
                "E358",
                "what this memory holds is not clear",
                node.initial.span,
                help="start it with a number, a player, or a value of a kind",
            )
        return Value(value.op, Ty(value.ty.kind, value.ty.many, value.ty.maybe)), 0 if constant is None else constant

    def shape(self, kind: Kind) -> str:
        if kind is NUMBER:
            return "number"
        if kind is TRUTH:
            return "truth"
        if kind is PLAYER:
            return "player"
        if kind is DIE:
            return "die"
        board = self.board_of(kind)
        return f"place:{board}" if board is not None else f"kind:{kind.name}"


def _combinations(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    combos: list[tuple[int, ...]] = [()]
    for size in sizes:
        combos = [(*c, i) for c in combos for i in range(size)]
    return combos
