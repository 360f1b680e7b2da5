"""The world of one rulebook and setting: its kinds, dice, zones, boards and memory, laid out as cells of a state."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from attrs import evolve, frozen

from dicedsl.check.merge import Rulebook
from dicedsl.errors import Problem
from dicedsl.geometry import FORMS
from dicedsl.geometry.board import Board
from dicedsl.ir import builtins_table as built_in
from dicedsl.ir import ops
from dicedsl.ir.expressions import Expressions
from dicedsl.ir.inline import inline
from dicedsl.ir.kinds import (
    DIE,
    NO_NUMBER,
    NOTHING,
    NUMBER,
    PLAYER,
    T_NUMBER,
    T_TRUTH,
    TRUTH,
    Kind,
    Stream,
    Ty,
    Value,
)  # fmt: skip
from dicedsl.ir.scope import Bad, Scope, SlotDecl, ZoneDecl, suggest
from dicedsl.syntax import nodes as n

MAX_DICE = 10_000
MAX_SIDES = 1_000
MAX_CELLS = 200_000
COLOURS = ("plain", "red", "green", "black", "blue", "white", "gold", "yellow", "orange", "purple")


@frozen
class Setting:
    """What is fixed before a game: number of players, options by name, skills (0 to 100), and who begins (-1: by lot)."""

    players: int
    options: tuple[tuple[str, int | str | bool], ...] = ()
    starter: int = -1
    skills: tuple[int, ...] = ()


class World:
    def __init__(self, book: Rulebook, setting: Setting) -> None:
        self.book = book
        self.setting = setting
        self.players: int = setting.players
        self.program: ops.Program = ops.Program(players=setting.players)
        self.reg: ops.Registers = self.program.reg
        self.problems: list[Problem] = []
        self.kinds: dict[str, Kind] = {k.name: k for k in (NUMBER, PLAYER, DIE)}
        self.constants: dict[str, Value] = {}
        self.plurals: dict[str, Value] = {}
        self.options: dict[str, Value] = {}
        self.slots: dict[str, SlotDecl] = {}
        self.zones: dict[str, ZoneDecl] = {}
        self.boards: dict[str, Board] = {}
        self.number_low = 0
        self.e: Expressions = Expressions(self)
        self._words: dict[str, tuple[int, tuple[int, ...], Value] | None] = {}
        self._adjectives: dict[tuple[str, int], tuple[int, tuple[int, ...], ops.Op] | None] = {}
        self._tables: dict[tuple[int, ...], int] = {}
        self._lists: dict[str, int] = {}
        self._next_cell = 0
        self._initial: dict[int, int] = {}
        self.used_words: set[str] = set()
        self.used_slots: set[str] = set()

    # -------------------------------------------------------------- building

    def build(self) -> None:
        self._registers()
        self._built_in_memory()
        for kind in self.book.kinds.values():
            self._guard(lambda kind=kind: self._kind(kind), kind)
        for board in self.book.boards.values():
            self._guard(lambda board=board: self._board(board), board)
        colours = [w for z in self.book.zones.values() for w in z.sort.words if w in COLOURS]
        self.kinds["colour"] = Kind("colour", "colours", tuple(dict.fromkeys(["plain", *colours])))
        for i, word in enumerate(self.kinds["colour"].values):
            self.constants.setdefault(word, Value(ops.Const(i), Ty(self.kinds["colour"])))
        for option in self.book.options.values():
            self._guard(lambda option=option: self._option(option), option)
        for zone in self.book.zones.values():
            self._guard(lambda zone=zone: self._zone(zone), zone)
        self._dice_cells()
        for memory in self.book.memories.values():
            self._guard(lambda memory=memory: self._memory(memory), memory)
        if self._next_cell > MAX_CELLS:
            self._complain("E340", "this game needs too much memory; make its material smaller", self.book.head.title)

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

    _variables = 0

    def new_var(self) -> int:
        self._variables += 1
        self.program.variables = self._variables
        return self._variables

    def text(self, text: str) -> int:
        if text not in self.program.texts:
            self.program.texts.append(text)
        return self.program.texts.index(text)

    def table(self, values: tuple[int, ...]) -> int:
        if values not in self._tables:
            self._tables[values] = len(self.program.tables)
            self.program.tables.append(values)
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
        self.slots["starter"] = SlotDecl("starter", self.reg.starter, (), (), Value(ops.NONE, Ty(PLAYER)), "match", node)

    def slot(self, name: str, base: int, size: int, shape: str, scope: str, **more: object) -> None:
        self.program.slots.append(ops.Slot(name, base, size, shape, scope, **more))  # type: ignore[arg-type]

    # -------------------------------------------------------------- kinds and boards

    def _kind(self, node: n.Kind) -> None:
        name, plural = node.singular.text, node.plural.text
        values = tuple(v.text for v in node.values)
        if name in self.kinds or plural in self.plurals:
            raise Bad("E341", f'the kind "{name}" exists already', node.singular.span, help="choose another name for it")
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
                raise Bad("E342", f'"{value}" is already a value of another kind', named.span, help="give it a name of its own")
            self.constants[value] = Value(ops.Const(i), Ty(kind))
        self.plurals[kind.plural] = Value(ops.Const((1 << len(kind.values)) - 1), Ty(kind, many=True))

    def _board(self, node: n.Board) -> None:
        name = node.name.text
        if isinstance(node.shape, n.CoordinateBoard):
            raise Bad("E343", "boards given by coordinates are not known yet; use a grid", node.shape.span)
        form = node.shape.form.text
        if form not in FORMS:
            raise Bad("E343", f'"{form}" is no form of a board', node.shape.span, help=f"known: {', '.join(FORMS)}")
        sides = len(node.seen_from) or 1
        rows, columns = node.shape.rows, node.shape.columns
        if not (1 <= rows <= 60 and 1 <= columns <= 60):
            raise Bad("E344", "a grid has 1 to 60 rows and columns", node.shape.span, help="write smaller numbers, such as `grid 8 by 8`")
        if sides > 1 and (rows != columns or sides not in (2, 4)):
            raise Bad("E344", "a board seen from several sides is square and has two or four of them", node.span, help="make rows and columns equal, and name two or four sides")
        for point in node.without:
            c = point.coordinates
            if len(c) != 2 or not (1 <= c[0] <= rows and 1 <= c[1] <= columns):
                raise Bad("E345", f"there is no place {point.span.text} on this board", point.span, help=f"its places go from (1,1) to ({rows},{columns})")
        board = FORMS[form](rows, columns, [p.coordinates for p in node.without], sides)
        self.boards[name] = board
        kind = Kind("place" if len(self.boards) == 1 else f"place of {name}", "places" if len(self.boards) == 1 else f"places of {name}")
        self.kinds[kind.name] = kind
        self._board_kinds[name] = kind
        self.plurals[name] = Value(ops.Const((1 << len(board.places)) - 1), Ty(kind, many=True))
        if sides > 1:
            side = Kind("side", "sides", tuple(p.text for p in node.seen_from))
            self._sides[name] = side
            self._add_kind(side, node)

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

    # -------------------------------------------------------------- options

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
            raise Bad("E347", "the default of an option is fixed before the game starts", node.default.span, help="use numbers and `count of everyone` only")
        if default.ty.kind is TRUTH:
            self.options[name] = Value(ops.Const(constant if given is None else int(bool(given))), T_TRUTH)
            return
        value = constant if given is None else int(given)
        if node.bounds is not None:
            low = constant_of(self.e.number(node.bounds.low, Scope()).op)
            high = constant_of(self.e.number(node.bounds.high, Scope()).op)
            if low is None or high is None or low > high:
                raise Bad("E348", "the bounds of an option are two fixed numbers, the lower one first", node.bounds.span, help="write `from 1 to 10`")
            if not low <= constant <= high:
                raise Bad("E349", f"the default {constant} is not within {low} to {high}", node.default.span, help=f"choose a number from {low} to {high}, or widen the bounds")
            if not low <= value <= high:
                raise Bad("E346", f'the option "{name}" goes from {low} to {high}, not {value}', node.span)
        elif node.choices:
            allowed = [constant_of(self.e.number(c, Scope()).op) for c in node.choices] + [constant]
            if value not in allowed:
                raise Bad("E346", f'the option "{name}" is one of {", ".join(map(str, sorted(a for a in allowed if a is not None)))}', node.span)
        self.options[name] = Value(ops.Const(value), T_NUMBER, value, value)

    # -------------------------------------------------------------- dice and zones

    def _zone(self, node: n.Zone) -> None:
        keys = tuple(self._key_kind(k) for k in node.keys)
        sizes = tuple(self.kind_size(k) for k in keys)
        first = len(self.program.zones)
        name = node.name.text
        decl = ZoneDecl(name, first, keys, sizes, node)
        self.zones[name] = decl
        sort = node.sort.words
        if sort[-1] not in {"dice", "die"}:
            raise Bad("E350", f'a zone holds dice, such as "6 dice" or "no dice", not "{node.sort.text}"', node.sort.span, help=f"write `{name}: 6 dice` or `{name}: no dice`")
        for word in sort[:-1]:
            if word != "numbered" and word not in COLOURS:
                raise Bad("E351", f'"{word}" is no sort of dice', node.sort.span, help="known: numbered, " + ", ".join(COLOURS[1:]))
        amount = 0
        if node.amount is not None:
            found = constant_of(self.e.number(node.amount, Scope()).op)
            if found is None:
                raise Bad("E352", "the number of dice is fixed before the game starts", node.amount.span, help="use numbers, options and `count of everyone` only")
            amount = found
        faces = self._faces(node)
        combos = _combinations(sizes)
        if amount < 0 or len(self.program.dice) + amount * len(combos) > MAX_DICE:
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
        if node.faces is None:
            return (1, 2, 3, 4, 5, 6)
        if node.faces.listed:
            faces = node.faces.listed
        else:
            ranged = self.e.value(node.faces.span_of, Scope()) if node.faces.span_of is not None else None
            low = constant_of(ranged.op.low) if ranged and isinstance(ranged.op, ops.Span2) else None
            high = constant_of(ranged.op.high) if ranged and isinstance(ranged.op, ops.Span2) else None
            if low is None or high is None or low > high:
                raise Bad("E354", "the faces of a die are numbers, such as `with faces 1 2 2 3 3 4` or `with faces 1 to 8`", node.faces.span)
            if high - low >= MAX_SIDES:
                raise Bad("E355", f"a die has at most {MAX_SIDES} sides", node.faces.span)
            faces = tuple(range(low, high + 1))
        if len(faces) > MAX_SIDES or max(faces) > MAX_SIDES:
            raise Bad("E355", f"a die has at most {MAX_SIDES} sides, numbered up to {MAX_SIDES}", node.faces.span)
        return faces

    def _key_kind(self, phrase: n.Phrase) -> Kind:
        kind = self.kinds.get(phrase.text)
        if kind is None or kind is NUMBER:
            raise Bad("E356", f'"{phrase.text}" is no kind that something can be kept for', phrase.span, help=suggest(phrase.text, self.kinds) or f"known: {', '.join(k for k in self.kinds if k != 'number')}")
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
            node = self.book.boards[name]
            shape = node.shape
            assert isinstance(shape, n.SizedBoard)
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
            index = ops.Cond(ops.Bin("and", ops.Bin(">=", number.op, ops.ZERO), ops.Bin("<=", number.op, ops.Const(top))), number.op, ops.NONE)
            return ops.Cond(ops.Bin("<", index, ops.ZERO), ops.ZERO, ops.CellAt(self.reg.showing, ops.Bin("max", index, ops.ZERO), top + 1, checked=False))
        return ops.CellAt(self.reg.showing, index, top + 1, checked=False)

    def die_on(self, place: ops.Op) -> ops.Op:
        total = sum(len(b.places) for b in self.boards.values())
        return ops.Bin("-", ops.CellAt(self.reg.on_place, place, total), ops.ONE)

    def place_of(self, die: ops.Op, board: str) -> ops.Op:
        zones = ops.Const(len(self.program.zones))
        where = ops.CellAt(self.reg.location, die, len(self.program.dice))
        return ops.Bin("max", ops.NONE, ops.Bin("-", where, zones))

    # -------------------------------------------------------------- memory

    def _memory(self, node: n.Memory) -> None:
        name = node.name.text
        if name in self.slots or name in self.zones:
            raise Bad("E207", f'"{name}" is given twice', node.name.span)
        if name in built_in.NOUNS or name in built_in.ATTRIBUTES:
            raise Bad("E357", f'"{name}" is built in and cannot be given again', node.name.span, help="choose another name for it")
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
                raise Bad("E348", "the bounds of a memory are two fixed numbers, the lower one first", node.bounds.span, help="write `from 1 to 10`")
            item = evolve(item, low=low, high=high)
        self.slots[name] = SlotDecl(name, base, tuple(keys), sizes, item, scope, node)
        if item.ty.kind is DIE or DIE in keys:
            self.program.sorts_dice = False
        seen = None
        if node.seen_by is not None:
            owner_var = self.new_var()
            owner = Value(ops.Var(owner_var), Ty(PLAYER)) if PLAYER in keys else None
            seen = self.e.members(node.seen_by, Scope(owner=owner), PLAYER).op
            self.slot(name, base, total, self.shape(item.ty.kind), scope, keys=tuple(k.name for k in keys), seen_by=seen, owner_var=owner_var, many=item.ty.many)
            return
        self.slot(name, base, total, self.shape(item.ty.kind), scope, keys=tuple(k.name for k in keys), many=item.ty.many)

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
            raise Bad("E358", "what this memory holds is not clear", node.initial.span, help="start it with a number, a player, or a value of a kind")
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

    # -------------------------------------------------------------- words

    def param_type(self, param: n.Param) -> Ty:
        for kind in (*self.kinds.values(), *self._board_kinds.values()):
            if param.kind == kind.name:
                return Ty(kind)
            if param.kind == kind.plural:
                return Ty(kind, many=True)
        known = ", ".join(k for k in self.kinds)
        raise Bad("E359", f'"{param.kind}" is no kind of thing', param.span, help=f"known kinds: {known}")

    def _word_body(self, node: n.ValueWord | n.CaseWord, scope: Scope) -> Value:
        if isinstance(node, n.ValueWord):
            value = self.e.value(node.body, scope)
            if value.ty.kind is NOTHING:
                raise Bad("E358", "what this word stands for is not clear", node.body.span, help="let it stand for a number, a player, dice, or another thing")
            return value
        return self._cases(node, scope)

    def _cases(self, node: n.CaseWord, scope: Scope) -> Value:
        width = len(node.columns.heads) if node.columns else 1
        rows: list[tuple[ops.Op | None, list[Value | None]]] = []
        for row in node.rows:
            if len(row.cells) != width:
                raise Bad("E360", f"this line has {len(row.cells)} cell{'s' * (len(row.cells) != 1)}, but there {'is' if width == 1 else 'are'} {width} column{'s' * (width != 1)}", row.span, help="write `-` or leave a cell empty where there is nothing")
            condition = None if row.condition is None else self.e.truth(row.condition, scope)
            rows.append((condition, [None if c is None else self.e.value(c, scope) for c in row.cells]))
        if rows[-1][0] is not None:
            raise Bad("E361", f'the last line of "{node.name.text}" must be `otherwise`', node.rows[-1].span, help="say what holds when no line above fits")
        for (condition, _), row in zip(rows[:-1], node.rows[:-1], strict=True):
            if condition is None:
                raise Bad("E362", "`otherwise` is the last line; nothing below it can be reached", row.span, help="move this line to the end of the table")
        ty = self._case_type(node, rows)
        result: ops.Op | None = None
        for condition, cells in reversed(rows):
            value = self._columns(node, cells, ty, scope)
            result = value if condition is None or result is None else ops.Cond(condition, value, result)
        assert result is not None
        return Value(result, ty)

    def _case_type(self, node: n.CaseWord, rows: list[tuple[ops.Op | None, list[Value | None]]]) -> Ty:
        ty: Ty | None = None
        for (_, cells), row in zip(rows, node.rows, strict=True):
            for value, cell in zip(cells, row.cells, strict=True):
                if value is None:
                    continue
                if ty is None or ty.kind is NOTHING:
                    ty = evolve(value.ty, maybe=value.ty.maybe or (ty is not None))
                elif value.ty.kind is NOTHING:
                    ty = evolve(ty, maybe=True)
                elif value.ty.kind != ty.kind:
                    raise Bad("E363", f"this cell gives {value.ty.called()}, but the cells above give {ty.called()}", (cell or row).span, help="all cells of a table give the same kind of thing")
                elif value.ty.many != ty.many:
                    if ty.kind in (NUMBER, TRUTH):
                        raise Bad("E363", f"this cell gives {value.ty.called()}, but the cells above give {ty.called()}", (cell or row).span, help="all cells of a table give the same kind of thing")
                    ty = evolve(ty, many=True)
                elif value.ty.maybe:
                    ty = evolve(ty, maybe=True)
        if ty is None or ty.kind is NOTHING:
            raise Bad("E358", "what this table gives is not clear", node.span, help="give at least one cell a value")
        return ty

    def _cell(self, value: Value | None, ty: Ty) -> ops.Op:
        if value is None or value.ty.kind is NOTHING:
            if ty.many or ty.kind in (NUMBER, TRUTH):
                return ops.Const(NO_NUMBER) if value is not None and ty.kind is NUMBER and not ty.many else ops.ZERO
            return ops.NONE
        if ty.many and not value.ty.many:
            return ops.Single(value.op)
        return value.op

    def _columns(self, node: n.CaseWord, cells: list[Value | None], ty: Ty, scope: Scope) -> ops.Op:
        if node.columns is None:
            return self._cell(cells[0], ty)
        by = scope.names.get(node.columns.by.text)
        if not isinstance(by, Value):
            raise Bad("E364", f'"{node.columns.by.text}" is no parameter of this word', node.columns.by.span, help=f"write `by {node.params[0].name.text}`" if node.params else "give the word a parameter, such as `of number n`")
        result: ops.Op = ops.ZERO if ty.kind in (NUMBER, TRUTH) or ty.many else ops.NONE
        for head, cell in reversed(list(zip(node.columns.heads, cells, strict=True))):
            column = self.e.value(head, scope)
            if column.ty.kind != by.ty.kind:
                raise Bad("E365", f"this column is {column.ty.called()}, but the table goes by {by.ty.called()}", head.span, help=f"write {by.ty.called()} at the head of each column")
            if column.ty.many:
                if isinstance(column.op, ops.Span2):
                    test: ops.Op = ops.Bin("and", ops.Bin("<=", column.op.low, by.op), ops.Bin("<=", by.op, column.op.high))
                else:
                    test = ops.Bit(column.op, by.op)
            else:
                test = ops.Bin("==", by.op, column.op)
            result = ops.Cond(test, self._cell(cell, ty), result)
        return result

    def _word(self, name: str, node: n.Node) -> tuple[int, tuple[int, ...], Value]:
        if name in self._words:
            known = self._words[name]
            if known is None:
                raise Bad("E366", f'"{name}" is explained by itself', node.span, help="a word may not use itself, directly or through others")
            return known
        self._words[name] = None
        word = self.book.words[name]
        assert isinstance(word, (n.ValueWord, n.CaseWord))
        scope = Scope()
        params = []
        try:
            for param in word.params:
                var = self.new_var()
                params.append(var)
                scope = scope.bind(param.name.text, Value(ops.Var(var), self.param_type(param)))
            value = self._word_body(word, scope)
        except Bad:
            del self._words[name]
            raise
        number = len(self.program.functions)
        self.program.functions.append(ops.Function(tuple(params), value.op, name))
        self._words[name] = (number, tuple(params), value)
        return self._words[name]  # type: ignore[return-value]

    def call_word(self, name: str, arguments: list[Value], node: n.Node) -> Value:
        self.used_words.add(name)
        number, params, value = self._word(name, node)
        op = inline(self, value.op, params, [a.op for a in arguments]) or ops.Call(number, tuple(a.op for a in arguments))
        return Value(op, value.ty, value.low, value.high)

    def _adjective_words(self) -> list[n.AdjectiveWord]:
        return [w for w in self.book.words.values() if isinstance(w, n.AdjectiveWord)]

    def adjective_names(self) -> list[str]:
        return [w.name.text for w in self._adjective_words() if w.other is None] + list(built_in.ADJECTIVES)

    def relation_names(self) -> list[str]:
        return [w.name.text for w in self._adjective_words() if w.other is not None]

    def has_adjective(self, name: str, kind: Kind) -> bool:
        for word in self._adjective_words():
            if word.name.text == name and word.other is None and self.param_type(word.subject) == Ty(kind):
                return True
        if name in self.kinds["colour"].values and kind is DIE:
            return True
        return built_in.has_adjective(name, kind, self.board_of(kind) is not None)

    def _find_adjective(self, name: str, subject: Ty, other: Ty | None) -> n.AdjectiveWord | None:
        for word in self._adjective_words():
            if word.name.text != name or (word.other is None) != (other is None):
                continue
            wanted = self.param_type(word.subject)
            if wanted.kind != subject.kind or wanted.many != subject.many:
                continue
            if other is not None and word.other is not None:
                second = self.param_type(word.other)
                if second.kind != other.kind or (second.many != other.many and not second.many):
                    continue
            return word
        return None

    def _adjective_function(self, word: n.AdjectiveWord) -> tuple[int, tuple[int, ...], ops.Op]:
        key = (word.name.text, id(word))
        if key in self._adjectives:
            known = self._adjectives[key]
            if known is None:
                raise Bad("E366", f'"{word.name.text}" is explained by itself', word.span, help="a word may not use itself, directly or through others")
            return known
        self._adjectives[key] = None
        scope = Scope()
        params = []
        try:
            for param in (word.subject, word.other):
                if param is not None:
                    var = self.new_var()
                    params.append(var)
                    scope = scope.bind(param.name.text, Value(ops.Var(var), self.param_type(param)))
            tests = [self.e.truth(c, scope) for c in word.conditions]
        except Bad:
            del self._adjectives[key]
            raise
        op = tests[0]
        for test in tests[1:]:
            op = ops.Bin("or" if word.join == "any" else "and", op, test)
        number = len(self.program.functions)
        self.program.functions.append(ops.Function(tuple(params), op, word.name.text))
        self._adjectives[key] = (number, tuple(params), op)
        return number, tuple(params), op

    def call_adjective(self, name: str, value: Value, node: n.Node) -> ops.Op | None:
        if name in self.kinds["colour"].values and value.ty == Ty(DIE) and self._find_adjective(name, value.ty, None) is None:
            return ops.Bin("==", ops.TableAt(self.die_table("colour"), value.op), ops.Const(self.kinds["colour"].values.index(name)))
        word = self._find_adjective(name, Ty(value.ty.kind, value.ty.many), None)
        if word is None:
            return None
        self.used_words.add(f"{word.subject.kind} is {name}")
        number, params, op = self._adjective_function(word)
        return inline(self, op, params, [value.op]) or ops.Call(number, (value.op,))

    def call_relation(self, name: str, value: Value, other: Value, node: n.Node) -> ops.Op | None:
        word = self._find_adjective(name, Ty(value.ty.kind, value.ty.many), Ty(other.ty.kind, other.ty.many))
        if word is None or word.other is None:
            return None
        self.used_words.add(f"{word.subject.kind} is {name}")
        second = self.param_type(word.other)
        argument = ops.Single(other.op) if second.many and not other.ty.many else other.op
        number, params, op = self._adjective_function(word)
        return inline(self, op, params, [value.op, argument]) or ops.Call(number, (value.op, argument))

    def list_table(self, word: n.ListWord) -> int:
        name = word.name.text
        self.used_words.add(name)
        if name not in self._lists:
            values = []
            for item in word.items:
                constant = constant_of(self.e.number(item, Scope()).op)
                if constant is None:
                    raise Bad("E367", "a list holds fixed numbers", item.span, help="write a number")
                values.append(constant)
            self._lists[name] = self.table(tuple(values))
        return self._lists[name]

    # -------------------------------------------------------------- names, for suggestions

    def known_names(self) -> list[str]:
        words = [name for name, w in self.book.words.items() if not isinstance(w, n.AdjectiveWord)]
        return [*self.slots, *self.zones, *words, *self.options, *self.constants, *self.plurals, *built_in.NOUNS]

    def function_names(self) -> list[str]:
        words = [name for name, w in self.book.words.items() if isinstance(w, (n.ValueWord, n.CaseWord)) and w.params]
        return [*(s for s, d in self.slots.items() if d.keys), *(z for z, d in self.zones.items() if d.keys), *words]


def constant_of(op: ops.Op) -> int | None:
    """The value of an operation that reads no state, or None."""
    if isinstance(op, ops.Const):
        return op.value
    if isinstance(op, ops.Count):
        mask = constant_of(op.mask)
        return None if mask is None else mask.bit_count()
    if isinstance(op, ops.Span2):
        low, high = constant_of(op.low), constant_of(op.high)
        return None if low is None or high is None else max(0, (1 << (high + 1)) - (1 << low))
    if isinstance(op, ops.Single):
        member = constant_of(op.member)
        return None if member is None else (1 << member if member >= 0 else 0)
    if isinstance(op, ops.Cond):
        test = constant_of(op.condition)
        return None if test is None else constant_of(op.then if test else op.other)
    if isinstance(op, ops.Bin):
        a, b = constant_of(op.left), constant_of(op.right)
        if a is None or b is None:
            return None
        try:
            return BINARY[op.op](a, b)
        except (ZeroDivisionError, OverflowError, ValueError):
            return None
    return None


BINARY: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "//": lambda a, b: a // b, "%": lambda a, b: a % b,
    "min": min, "max": max, "==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b), "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b), ">": lambda a, b: int(a > b), ">=": lambda a, b: int(a >= b), "and": lambda a, b: int(bool(a and b)),
    "or": lambda a, b: int(bool(a or b)), "&": lambda a, b: a & b, "|": lambda a, b: a | b, "&~": lambda a, b: a & ~b,
}  # fmt: skip


def _combinations(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    combos: list[tuple[int, ...]] = [()]
    for size in sizes:
        combos = [(*c, i) for c in combos for i in range(size)]
    return combos


__all__ = ["Setting", "Stream", "World", "constant_of"]
