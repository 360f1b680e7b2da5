"""Generated expressions of every type, well formed: a member is one of its kind or none, a set holds members of its kind only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from dicedsl.program import ops
from tests.program.lots import Lots
from tests.program.worlds import NUMBER, NUMBERS, TRUTH, Type, World, start, types

Make = Callable[[], Any]

SHALLOW = 3
ARITHMETIC = ("+", "-", "*", "min", "max", "//", "%")
COMPARED = ("==", "!=", "<", "<=", ">", ">=")
SET_OPERATORS = ("&", "|", "^", "&~")
NO_NUMBER = -(1 << 30)


@frozen
class Expressions:
    """Makes expressions that may use the variables in `scope`."""

    world: World
    draw: Lots
    scope: tuple[tuple[int, Type], ...] = ()
    state: bool = True  # whether cells may be read

    def with_variable(self, var: int, type_: Type) -> Expressions:
        return evolve(self, scope=(*self.scope, (var, type_)))

    def some(self, *choices: Make) -> Any:
        return self.draw.one(choices)()

    def one(self, *items: Any) -> Any:
        """One of some values, or of the one list that is given."""
        return self.draw.one(items if len(items) > 1 else items[0])

    def of(self, type_: Type, depth: int = SHALLOW) -> ops.Op:
        """An expression of a type."""
        simple = [lambda: self._constant(type_)]
        if variables := [var for var, kind in self.scope if kind == type_]:
            simple += 2 * [lambda: ops.Var(self.one(variables))]
        if self.state:
            simple += 2 * [lambda: self._read(type_, 0)]
        if depth <= 0:
            made: ops.Op = self.some(*simple)
            return made
        further: dict[str, list[Make]] = {
            "number": self._numbers(depth - 1),
            "truth": self._truths(depth - 1),
            "member": self._members(type_, depth - 1),
            "set": self._sets(type_, depth - 1),
        }
        shared: list[Make] = [
            lambda: ops.Cond(self.of(TRUTH, depth - 1), self.of(type_, depth - 1), self.of(type_, depth - 1)),
            lambda: self._looked_up(type_, depth - 1),
            lambda: self._called(type_, depth - 1),
        ]
        if self.state:
            shared.append(lambda: self._read(type_, depth - 1))
        made = self.some(*simple, *shared, *2 * further[type_.sort])
        return made

    def number(self, depth: int = SHALLOW) -> ops.Op:
        return self.of(NUMBER, depth)

    def truth(self, depth: int = SHALLOW) -> ops.Op:
        return self.of(TRUTH, depth)

    def kind(self) -> str:
        return str(self.one(sorted(self.world.sizes)))

    def _constant(self, type_: Type) -> ops.Op:
        return ops.Const(start(self.world, type_, self.draw))

    # -------------------------------------------------------------- what is read

    def _read(self, type_: Type, depth: int) -> ops.Op:
        """A cell, or one of a row of cells by a key that may be none."""
        found = [m for m in self.world.memories if m.type == type_]
        if not found:
            return self._constant(type_)
        memory = self.one(found)
        if not memory.key:
            return ops.Cell(memory.base)
        key = self.of(Type("member", memory.key), depth) if self.draw.flip() else self.number(depth)
        default = 0 if type_.sort in {"set", "truth"} else -1
        return ops.CellAt(memory.base, key, memory.size, default)

    def _looked_up(self, type_: Type, depth: int) -> ops.Op:
        found = [(lists, default) for (kind, default), lists in self.world.lists.items() if kind == type_]
        if not found:
            return self._constant(type_)
        lists, default = found[0]
        index = self.number(depth) if self.draw.flip() else self.of(Type("member", "colour"), depth)
        return ops.ListAt(self.one(lists), index, default)

    def _called(self, type_: Type, depth: int) -> ops.Op:
        fitting = [i for i, (_, result) in enumerate(self.world.functions) if result == type_]
        if not self.state:
            return self._constant(type_)
        if not fitting:
            return self._constant(type_)
        number = self.one(fitting)
        return ops.Call(number, tuple(self.of(param, depth) for param in self.world.functions[number][0]))

    # -------------------------------------------------------------- numbers and truths

    def _numbers(self, depth: int) -> list[Make]:
        def arithmetic() -> ops.Op:
            word = self.one(ARITHMETIC)
            right = self.number(depth)
            if word in {"//", "%"} and self.draw.integer(0, 3):
                right = ops.Const(self.one(1, 2, 3, 7, -2))
            return ops.Bin(word, self.number(depth), right)

        def of_member() -> ops.Op:
            return ops.Bin("+", self.of(Type("member", self._members_kind()), depth), ops.ONE)

        return [
            arithmetic,
            arithmetic,
            of_member,
            lambda: ops.Count(self.of(Type("set", self.kind()), depth)),
            lambda: self.fold(self.one("sum", "max", "min"), NUMBER, depth),
        ]

    def _members_kind(self) -> str:
        return str(self.one(sorted(k for k in self.world.sizes if k != NUMBERS)))

    def _truths(self, depth: int) -> list[Make]:
        def equal() -> ops.Op:
            type_ = Type(self.one("member", "set"), self._members_kind())
            return ops.Bin(self.one("==", "!="), self.of(type_, depth), self.of(type_, depth))

        def inside() -> ops.Op:
            kind = self.kind()
            member = self.number(depth) if kind == NUMBERS else self.of(Type("member", kind), depth)
            return ops.Bit(self.of(Type("set", kind), depth), member)

        makes: list[Make] = [
            lambda: ops.Bin(self.one(COMPARED), self.number(depth), self.number(depth)),
            lambda: ops.Bin(self.one("and", "or"), self.truth(depth), self.truth(depth)),
            lambda: ops.Not(self.truth(depth)),
            equal,
            inside,
            lambda: self.fold(self.one("any", "all"), TRUTH, depth),
        ]
        if self.world.links:
            makes += [lambda: self._one_piece(depth), lambda: self._alike(depth)]
        return makes

    # -------------------------------------------------------------- members and sets

    def _members(self, type_: Type, depth: int) -> list[Make]:
        whole = Type("set", type_.kind)
        makes: list[Make] = [
            lambda: ops.Lowest(self.of(whole, depth)),
            lambda: ops.Highest(self.of(whole, depth)),
        ]
        if type_.kind == "die" and self.world.links and self.state:
            makes.append(lambda: self._die_on_place(depth))
        return makes

    def _die_on_place(self, depth: int) -> ops.Op:
        board = self.one(self.world.program.boards)
        base = self.world.program.reg.on_place + board.first
        place = self.of(Type("member", board.name), depth)
        return ops.Bin("max", ops.NONE, ops.Bin("-", ops.CellAt(base, place, len(board.labels)), ops.ONE))

    def _sets(self, type_: Type, depth: int) -> list[Make]:
        kind = type_.kind
        makes: list[Make] = [
            lambda: ops.Bin(self.one(SET_OPERATORS), self.of(type_, depth), self.of(type_, depth)),
            lambda: self.fold("union", type_, depth),
            lambda: self._filtered(kind, depth),
            lambda: self._best(kind, depth),
        ]
        if kind == NUMBERS:
            makes.append(lambda: self._span(depth))
        else:
            makes.append(lambda: ops.Single(self.of(Type("member", kind), depth)))
        if kind in self.world.links:
            makes.append(lambda: self._reach(kind, depth))
        if kind == "die" and self.state:
            reg, top = self.world.program.reg, self.world.program.max_face
            makes.append(lambda: ops.CellAt(reg.showing, self.number(depth), top + 1, 0))
            makes.append(lambda: ops.CellAt(reg.zone_mask, self.number(depth), len(self.world.program.zones), 0))
        return makes

    def _span(self, depth: int) -> ops.Op:
        """Numbers from one to another; what is far above the others is a fault, and now and then left to be one."""
        high: ops.Op = self.number(depth)
        if self.draw.integer(0, 5):
            high = ops.Bin("min", high, ops.Const(20))
        whole = ops.Const(self.world.whole(NUMBERS))
        made = ops.Range(self.number(depth), high) if self.draw.flip() else ops.Single(high)
        return ops.Bin("&", made, whole)

    def _reach(self, kind: str, depth: int) -> ops.Op:
        places = Type("set", kind)
        return ops.Reach(self.of(places, depth), self.of(places, depth), self.one(self.world.links[kind]))

    def _one_piece(self, depth: int) -> ops.Op:
        kind = self.one(sorted(self.world.links))
        return ops.OnePiece(self.of(Type("set", kind), depth), self.one(self.world.links[kind]))

    def _board(self) -> tuple[int, str]:
        number, board = self.one(list(enumerate(self.world.program.boards)))
        return number, board.name

    def _alike(self, depth: int) -> ops.Op:
        (left, left_kind), (right, right_kind) = self._board(), self._board()
        return ops.Alike(self.of(Type("set", left_kind), depth), left, self.of(Type("set", right_kind), depth), right)

    def list_of_sets(self, kind: str, depth: int) -> ops.Op:
        """A list of sets of a kind."""
        places = Type("set", kind)
        makes: list[Make] = [lambda: self.fold("sets", places, depth)]
        if kind in self.world.links:
            links = self.world.links[kind]
            within, standing = self.of(places, depth), self.of(places, depth)
            under = self.one(-1, links[1])
            count = self.one(ops.ONE, ops.Const(2), ops.Const(3), ops.Bin("min", self.number(depth), ops.Const(3)))
            makes.append(lambda: ops.Groups(count, within, links[0], under, standing))
            makes.append(lambda: self._copies(kind, depth))
        made: ops.Op = self.some(*makes)
        return made

    def _copies(self, kind: str, depth: int) -> ops.Op:
        number, other = self._board()
        board = next(i for i, b in enumerate(self.world.program.boards) if b.name == kind)
        return ops.Copies(self.of(Type("set", other), depth), number, self.of(Type("set", kind), depth), board)

    # -------------------------------------------------------------- loops

    def loop(self, depth: int) -> tuple[ops.Loop, Type]:
        """A loop of any kind, and what its variable is."""
        var = self.world.variable()

        def numbers() -> tuple[ops.Loop, Type]:
            high = ops.Bin("min", self.number(depth), ops.Const(self.one(0, 2, 5)))
            return ops.Loop(var, ops.Bin("max", self.number(depth), ops.Const(-2)), high), NUMBER

        def members() -> tuple[ops.Loop, Type]:
            kind = self.kind()
            item = NUMBER if kind == NUMBERS else Type("member", kind)
            return ops.Loop(var, self.of(Type("set", kind), depth)), item

        def sets() -> tuple[ops.Loop, Type]:
            kind = self.kind()
            return ops.Loop(var, self.list_of_sets(kind, depth), sets=True), Type("set", kind)

        def bound() -> tuple[ops.Loop, Type]:
            type_ = self.one(NUMBER, Type("set", self.kind()), Type("member", self._members_kind()))
            return ops.bind(var, self.of(type_, depth)), type_

        makes = [numbers, members, members, bound]
        if depth > 0:
            makes.append(sets)
        found: tuple[ops.Loop, Type] = self.some(*makes)
        return found

    def fold(self, kind: str, body: Type, depth: int) -> ops.Op:
        inside, loops = self, []
        for _ in range(self.one(1, 1, 2)):
            loop, type_ = inside.loop(depth - 1)
            loops.append(loop)
            inside = inside.with_variable(loop.var, type_)
        condition = inside.truth(depth - 1) if self.draw.flip() else None
        return ops.Fold(kind, tuple(loops), condition, inside.of(body, depth))

    def _over_members(self, kind: str, depth: int) -> tuple[ops.Loop, Expressions]:
        var = self.world.variable()
        item = NUMBER if kind == NUMBERS else Type("member", kind)
        return ops.Loop(var, self.of(Type("set", kind), depth)), self.with_variable(var, item)

    def _filtered(self, kind: str, depth: int) -> ops.Op:
        """Members of a set that meet a condition, as rulebooks write them."""
        loop, inside = self._over_members(kind, depth)
        return ops.Fold("union", (loop,), inside.truth(depth - 1), ops.Single(ops.Var(loop.var)))

    def _best(self, kind: str, depth: int) -> ops.Op:
        loop, inside = self._over_members(kind, depth)
        condition = inside.truth(depth - 1) if self.draw.flip() else None
        return ops.Fold(self.one("best_max", "best_min"), (loop,), condition, inside.number(depth))


def make_functions(world: World, draw: Lots) -> None:
    """A few pure functions, which may call those before them."""
    for _ in range(draw.integer(0, 3)):
        params = tuple(draw.one([t for t in types(world) if t is not TRUTH]) for _ in range(draw.integer(0, 2)))
        result = draw.one(types(world))
        variables = tuple(world.variable() for _ in params)
        inside = Expressions(world, draw, tuple(zip(variables, params, strict=True)))
        body = inside.of(result, 2)
        sizes = tuple(
            0 if t.sort == "number" else world.sizes[t.kind] if t.sort == "member" else -world.sizes[t.kind]
            for t in params
        )
        name = f"word {len(world.functions)}"
        world.program.functions.append(ops.Function(variables, body, name, sizes))
        world.functions.append((params, result))
