"""Whether each value of a program is a number, a set, or a return address: worked out from what is done with it.

Constants and entries of lists take the kind of what stands beside them, unless they are such as only numbers or only sets can be.
Two uses that do not go together are a mistake of the compiler, and are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from dicedsl.errors import raise_unhandled
from dicedsl.program import ops
from dicedsl.program.sets import NUMBER_LIMIT


class CellKind(Enum):
    NUMBER = "number"
    SET = "set"
    SETS = "list of sets"
    ADDRESS = "way back"


NUMBER, SET, SETS, ADDRESS = CellKind

SET_OPERATORS = frozenset({"&", "|", "^", "&~"})
COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
JUNCTIONS = frozenset({"and", "or"})
FOLDED: dict[str, CellKind | None] = {
    "sum": NUMBER, "any": None, "all": None, "max": NUMBER, "min": NUMBER, "union": SET, "sets": SET,
    "best_max": NUMBER, "best_min": NUMBER,
}  # fmt: skip


class KindsDiffer(Exception):
    """A cell, variable or function is used as two kinds. `function` and `block` say where, as far as it is known."""

    function: int | None = None
    block: int | None = None


class ValueKinds:
    """The kinds of the cells, variables and functions of a program."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self._cells: dict[int, CellKind] = {}
        self._variables: dict[int, CellKind] = {}
        self._functions: dict[int, CellKind] = {}
        self._large: dict[int, bool] = {}
        self._changed = True
        self._registers()
        while self._changed:
            self._changed = False
            self._pass()

    # -------------------------------------------------------------- what is known

    def cell(self, index: int) -> CellKind:
        return self._cells.get(index, NUMBER)

    def variable(self, number: int) -> CellKind:
        return self._variables.get(number, NUMBER)

    def function(self, number: int) -> CellKind:
        return self._functions.get(number, NUMBER)

    def both(self, left: ops.Op, right: ops.Op) -> CellKind:
        """The kind of two values that are compared, or of which one is taken."""
        return self.of(left) or self.of(right) or NUMBER

    def of(self, op: ops.Op) -> CellKind | None:
        """The kind of a value; None if it takes that of what stands beside it."""
        if isinstance(op, ops.Const):
            return NUMBER if op.value < 0 else SET if op.value >= NUMBER_LIMIT else None
        if isinstance(op, ops.Cell):
            return self._cells.get(op.index)
        if isinstance(op, ops.CellAt):
            return self._cells.get(op.base) if op.size else None  # where there is nothing, something else begins
        if isinstance(op, ops.Var):
            return self._variables.get(op.id)
        if isinstance(op, ops.Call):
            return self._functions.get(op.function)
        if isinstance(op, ops.Cond):
            return self.of(op.then) or self.of(op.other)
        if isinstance(op, ops.ListAt):
            return NUMBER if op.default < 0 else SET if self._is_large(op.list) else None
        return RESULTS[type(op)](op)

    def _is_large(self, number_of_list: int) -> bool:
        """Whether there is something in a list that is larger than any number."""
        if number_of_list not in self._large:
            self._large[number_of_list] = max(self.program.lists[number_of_list], default=0) >= NUMBER_LIMIT
        return self._large[number_of_list]

    # -------------------------------------------------------------- what is learnt

    def _learn(self, kinds: dict[int, CellKind], number: int, kind: CellKind, what: str) -> None:
        before = kinds.get(number)
        if before is None:
            kinds[number] = kind
            self._changed = True
        elif before is not kind:
            raise KindsDiffer(f"{what} {number} is a {before.value} and a {kind.value}")

    def _learn_cells(self, base: int, size: int, kind: CellKind) -> None:
        for index in range(base, base + size):
            self._learn(self._cells, index, kind, "cell")

    def expect(self, op: ops.Op, kind: CellKind | None) -> None:
        """The value is used as this kind."""
        if kind is None:
            return
        if isinstance(op, ops.Cell):
            self._learn(self._cells, op.index, kind, "cell")
        elif isinstance(op, ops.CellAt):
            self._learn_cells(op.base, op.size, kind)
        elif isinstance(op, ops.Var):
            self._learn(self._variables, op.id, kind, "variable")
        elif isinstance(op, ops.Call):
            self._learn(self._functions, op.function, kind, "function")
        elif isinstance(op, ops.Cond):
            self.expect(op.then, kind)
            self.expect(op.other, kind)
        elif self.of(op) not in (None, kind):
            raise KindsDiffer(f"a {kind.value} is expected, but there is {op}")

    def _same(self, left: ops.Op, right: ops.Op) -> None:
        kind = self.of(left) or self.of(right)
        self.expect(left, kind)
        self.expect(right, kind)

    def _registers(self) -> None:
        p, reg = self.program, self.program.reg
        places = sum(len(b.labels) for b in p.boards)
        for cell in (reg.players_inside, reg.winners, reg.shown, reg.asked, reg.rolling):
            self._learn_cells(cell, 1, SET)
        for base, size in ((reg.zone_mask, len(p.zones)), (reg.taken, len(p.boards)), (reg.showing, p.max_face + 1)):
            self._learn_cells(base, size, SET)
        for base, size in ((reg.location, len(p.dice)), (reg.face, len(p.dice)), (reg.on_place, places)):
            self._learn_cells(base, size, NUMBER)
        for cell in (reg.pc, reg.actor, reg.player_on_turn, reg.starter, reg.over):
            self._learn_cells(cell, 1, NUMBER)
        for slot in p.slots:
            if slot.scope != "pending":
                self._learn_cells(slot.base, slot.size, SET if slot.many else NUMBER)
        for function in p.functions:
            if function is not None:
                for var, size in zip(function.params, function.sizes, strict=False):
                    if size:
                        self._learn(self._variables, var, SET if size < 0 else NUMBER, "variable")

    def _pass(self) -> None:
        p = self.program
        for number, function in enumerate(p.functions):
            if function is not None:
                try:
                    self._function(number, function)
                except KindsDiffer as error:
                    error.function = number
                    raise
        for block in p.blocks:
            try:
                self._statements(block.body)
                self._end(block.end)
            except KindsDiffer as error:
                error.block = block.number
                raise
        for decision in p.decisions:
            self._decision(decision)
        for zone in p.zones:
            if zone.seen_by is not None:
                self.visit(zone.seen_by)
        for slot in p.slots:
            if slot.seen_by is not None:
                self.visit(slot.seen_by)

    def _function(self, number: int, function: ops.Function) -> None:
        self.visit(function.body)
        kind = self._functions.get(number) or self.of(function.body)
        self.expect(function.body, kind)
        if kind is not None:
            self._learn(self._functions, number, kind, "function")

    # -------------------------------------------------------------- expressions

    def visit(self, op: ops.Op | None, kind: CellKind | None = None) -> None:
        """Learn from an expression that is used as this kind."""
        if op is None:
            return
        EXPRESSIONS[type(op)](self, op)
        self.expect(op, kind)

    def _bin(self, op: ops.Bin) -> None:
        if op.op in SET_OPERATORS:
            kind: CellKind | None = SET
        elif op.op in JUNCTIONS:
            kind = None
        elif op.op in {"==", "!="}:
            self.visit(op.left)
            self.visit(op.right)
            self._same(op.left, op.right)
            return
        else:
            kind = NUMBER
        self.visit(op.left, kind)
        self.visit(op.right, kind)

    def _cond(self, op: ops.Cond) -> None:
        self.visit(op.condition)
        self.visit(op.then)
        self.visit(op.other)
        self._same(op.then, op.other)

    def _call(self, op: ops.Call) -> None:
        function = self.program.functions[op.function]
        assert function is not None
        for param, argument in zip(function.params, op.arguments, strict=True):
            self.visit(argument)
            self._same(ops.Var(param), argument)

    def loop(self, loop: ops.Loop) -> None:
        var = ops.Var(loop.var)
        if loop.sets:
            self.visit(loop.source)
            self.expect(var, SET)
        elif loop.binds:
            self.visit(loop.source)
            self._same(var, loop.source)
        elif loop.high is not None:
            for part in (loop.source, loop.high):
                self.visit(part, NUMBER)
            self.expect(var, NUMBER)
        else:
            self.visit(loop.source, SET)
            self.expect(var, NUMBER)

    def _fold(self, op: ops.Fold) -> None:
        for loop in op.loops:
            self.loop(loop)
        self.visit(op.condition)
        self.visit(op.body, FOLDED[op.kind])

    # -------------------------------------------------------------- statements

    def _statements(self, body: Iterable[ops.Stmt]) -> None:
        for statement in body:
            STATEMENTS[type(statement)](self, statement)

    def _store(self, statement: ops.Store) -> None:
        if isinstance(statement.value, ops.Address):
            self._learn_cells(statement.index, 1, ADDRESS)
            return
        self.visit(statement.value)
        self._same(ops.Cell(statement.index), statement.value)

    def _store_at(self, statement: ops.StoreAt) -> None:
        self.visit(statement.at, NUMBER)
        self.visit(statement.value)
        self._same(ops.CellAt(statement.base, statement.at, statement.size), statement.value)

    def _store_var(self, statement: ops.StoreVar) -> None:
        self.visit(statement.value)
        self._same(ops.Var(statement.var), statement.value)

    def _put(self, statement: ops.Put) -> None:
        self.visit(statement.dice, SET)
        self.visit(statement.location, NUMBER)

    def _face(self, statement: ops.Face) -> None:
        self.visit(statement.dice, SET)
        self.visit(statement.number, NUMBER)

    def _when(self, statement: ops.When) -> None:
        self.visit(statement.condition)
        self._statements(statement.then)
        self._statements(statement.other)

    def _each(self, statement: ops.Each) -> None:
        self.loop(statement.loop)
        self.visit(statement.condition)
        self.visit(statement.by, NUMBER)
        self._statements(statement.body)

    def _nothing(self, statement: object) -> None:
        """Learn nothing from a statement that says nothing about kinds."""

    def _check(self, statement: ops.Check) -> None:
        self.visit(statement.condition)

    def _end(self, end: ops.End) -> None:
        if isinstance(end, ops.Branch):
            self.visit(end.condition)
        elif isinstance(end, ops.Back):
            self._learn_cells(end.cell, 1, ADDRESS)
        elif isinstance(end, ops.RollDice):
            self.visit(end.dice, SET)
        elif isinstance(end, ops.DrawOne):
            self.visit(end.members, SET)
            self._learn_cells(end.cell, 1, NUMBER)
        elif not isinstance(end, (ops.Jump, ops.Ask, ops.Over)):
            raise_unhandled(end)

    # -------------------------------------------------------------- decisions

    def _decision(self, decision: ops.Decision) -> None:
        self.visit(decision.seats, SET)
        for must in decision.always:
            self.visit(must.condition)
        if decision.at_once:
            self._learn_cells(decision.pending, self.program.players, NUMBER)
        for alternative in decision.alternatives:
            for pick in alternative.picks:
                self._pick(pick)
                if decision.at_once:
                    self._learn_cells(pick.pending, self.program.players, SET if pick.many else NUMBER)
            for must in (*alternative.musts, *alternative.leaves):
                self.visit(must.condition)
            self.visit(alternative.weight, NUMBER)
            for _, lot in alternative.lots:
                self.visit(lot, NUMBER)

    def _pick(self, pick: ops.PickOp) -> None:
        self.visit(pick.source, None if pick.picks_sets else SET if pick.range_high is None else NUMBER)
        for op in (pick.range_high, pick.low, pick.high):
            self.visit(op, NUMBER)
        self.expect(ops.Var(pick.member_var), SET if pick.picks_sets else NUMBER)
        self.expect(ops.Var(pick.var), SET if pick.many else NUMBER)
        self._learn_cells(pick.answer_cell, 1, SET if pick.many else NUMBER)
        self.visit(pick.condition)


def _bin_kind(op: ops.Bin) -> CellKind:
    return SET if op.op in SET_OPERATORS else NUMBER


def _fold_kind(op: ops.Fold) -> CellKind:
    if op.kind == "sets":
        return SETS
    return SET if op.kind in {"union", "best_max", "best_min"} else NUMBER


# What an operation comes to, where that does not depend on its parts.
RESULTS: dict[type, Callable[[Any], CellKind]] = {
    ops.Bin: _bin_kind, ops.Fold: _fold_kind, ops.Address: lambda op: ADDRESS,
    **dict.fromkeys((ops.Not, ops.Count, ops.Lowest, ops.Highest, ops.Bit, ops.OnePiece, ops.Alike), lambda op: NUMBER),
    **dict.fromkeys((ops.Single, ops.Range, ops.Reach), lambda op: SET),
    **dict.fromkeys((ops.Groups, ops.Copies), lambda op: SETS),
}  # fmt: skip


def _of_parts(**kinds: CellKind | None) -> Callable[[ValueKinds, Any], None]:
    def visit(self: ValueKinds, op: Any) -> None:
        for name, kind in kinds.items():
            self.visit(getattr(op, name), kind)

    return visit


EXPRESSIONS: dict[type, Callable[[ValueKinds, Any], None]] = {
    ops.Const: ValueKinds._nothing, ops.Address: ValueKinds._nothing, ops.Cell: ValueKinds._nothing, ops.Var: ValueKinds._nothing,
    ops.CellAt: _of_parts(index=NUMBER), ops.Bin: ValueKinds._bin, ops.Not: _of_parts(operand=None), ops.Cond: ValueKinds._cond,
    ops.Count: _of_parts(mask=SET), ops.Lowest: _of_parts(mask=SET), ops.Highest: _of_parts(mask=SET),
    ops.Bit: _of_parts(mask=SET, member=NUMBER), ops.Single: _of_parts(member=NUMBER), ops.Range: _of_parts(low=NUMBER, high=NUMBER),
    ops.ListAt: _of_parts(index=NUMBER), ops.Call: ValueKinds._call, ops.Fold: ValueKinds._fold, ops.Reach: _of_parts(start=SET, within=SET),
    ops.OnePiece: _of_parts(mask=SET), ops.Groups: _of_parts(count=NUMBER, within=SET, standing=SET),
    ops.Alike: _of_parts(left=SET, right=SET), ops.Copies: _of_parts(shape=SET, within=SET),
}  # fmt: skip

STATEMENTS: dict[type, Callable[[ValueKinds, Any], None]] = {
    ops.Store: ValueKinds._store, ops.StoreAt: ValueKinds._store_at, ops.StoreVar: ValueKinds._store_var, ops.Put: ValueKinds._put,
    ops.Face: ValueKinds._face, ops.When: ValueKinds._when, ops.Each: ValueKinds._each, ops.Reset: ValueKinds._nothing, ops.Tell: ValueKinds._nothing,
    ops.Check: ValueKinds._check,
}  # fmt: skip
