"""Working out operations that read no state, for given values of their variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import itemgetter, or_
from typing import Any

from dicedsl.geometry import linking
from dicedsl.program import ops
from dicedsl.program.constants import BINARY
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.walk import children

Environment = dict[int, int]
Run = Callable[[Environment], int]
Bind = Callable[[Environment], Iterator[None]]


class StateRead(Exception):
    """The operation asks for something that only a game in progress can tell."""


def reads_state(op: Any, functions: list[ops.Function | None]) -> bool:
    if isinstance(op, (ops.Cell, ops.CellAt)):
        return True
    if isinstance(op, ops.Call):
        function = functions[op.function]
        if function is None or reads_state(function.body, functions):
            return True
    return any(reads_state(child, functions) for child in children(op))


class Evaluator:
    """Makes a function of each operation it meets, once; a word is asked of every place, and of all of them again."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self._made: dict[int, tuple[Any, Run]] = {}

    def __call__(self, op: ops.Op, environment: Environment) -> int:
        return self.made(op)(dict(environment))

    def made(self, op: Any) -> Run:
        known = self._made.get(id(op))
        if known is None:
            # With the operation itself, so that its id is not given to another one.
            known = self._made[id(op)] = (op, MAKERS[type(op)](self, op))
        return known[1]

    def _state(self, op: Any) -> Run:
        return _only_in_play

    def _const(self, op: ops.Const) -> Run:
        value = op.value
        return lambda e: value

    def _var(self, op: ops.Var) -> Run:
        return itemgetter(op.id)

    def _bin(self, op: ops.Bin) -> Run:
        left, right = self.made(op.left), self.made(op.right)
        if op.op == "and":
            return lambda e: int(bool(left(e) and right(e)))
        if op.op == "or":
            return lambda e: int(bool(left(e) or right(e)))
        compute = BINARY[op.op]
        if op.op not in {"//", "%"}:
            return lambda e: compute(left(e), right(e))

        def divided(e: Environment) -> int:
            by = right(e)
            if by == 0:
                raise StateRead
            return compute(left(e), by)

        return divided

    def _not(self, op: ops.Not) -> Run:
        operand = self.made(op.operand)
        return lambda e: int(not operand(e))

    def _cond(self, op: ops.Cond) -> Run:
        condition, then, other = map(self.made, (op.condition, op.then, op.other))
        return lambda e: then(e) if condition(e) else other(e)

    def _count(self, op: ops.Count) -> Run:
        mask = self.made(op.mask)
        return lambda e: mask(e).bit_count()

    def _lowest(self, op: ops.Lowest) -> Run:
        made = self.made(op.mask)

        def lowest(e: Environment) -> int:
            mask = made(e)
            return (mask & -mask).bit_length() - 1

        return lowest

    def _highest(self, op: ops.Highest) -> Run:
        mask = self.made(op.mask)
        return lambda e: mask(e).bit_length() - 1

    def _bit(self, op: ops.Bit) -> Run:
        mask, made = self.made(op.mask), self.made(op.member)

        def bit(e: Environment) -> int:
            member = made(e)
            return mask(e) >> member & 1 if member >= 0 else 0

        return bit

    def _single(self, op: ops.Single) -> Run:
        made = self.made(op.member)

        def single(e: Environment) -> int:
            member = made(e)
            return 1 << member if member >= 0 else 0

        return single

    def _span(self, op: ops.Span2) -> Run:
        low_end, high_end = self.made(op.low), self.made(op.high)

        def span(e: Environment) -> int:
            low, high = max(0, low_end(e)), high_end(e)
            return (1 << (high + 1)) - (1 << low) if high >= low else 0

        return span

    def _table(self, op: ops.ListAt) -> Run:
        table, made, default = self.program.lists[op.list], self.made(op.index), op.default
        size = len(table)

        def entry(e: Environment) -> int:
            index = made(e)
            return table[index] if 0 <= index < size else default

        return entry

    def _call(self, op: ops.Call) -> Run:
        function = self.program.functions[op.function]
        assert function is not None
        body, params, arguments = self.made(function.body), function.params, [self.made(a) for a in op.arguments]
        return lambda e: body({param: argument(e) for param, argument in zip(params, arguments, strict=True)})

    # -------------------------------------------------------------- loops

    def bindings(self, loops: tuple[ops.Loop, ...], condition: ops.Op | None) -> Bind:
        """A walk through every binding of the loops that meets the condition; the variables are set in the environment."""
        if not loops:
            test = None if condition is None else self.made(condition)

            def innermost(e: Environment) -> Iterator[None]:
                if test is None or test(e):
                    yield

            return innermost
        members, inside, var = self._members(loops[0]), self.bindings(loops[1:], condition), loops[0].var

        def walk(e: Environment) -> Iterator[None]:
            before = e.get(var, 0)
            try:
                for member in members(e):
                    e[var] = member
                    yield from inside(e)
            finally:
                e[var] = before

        return walk

    def sets(self, op: Any, environment: Environment) -> list[int]:
        """The masks of a list of sets."""
        return self._sets(op)(dict(environment))

    def _sets(self, op: Any) -> Callable[[Environment], list[int]]:
        if isinstance(op, ops.Groups):
            count, within, standing = map(self.made, (op.count, op.within, op.standing))
            links = self.program.lists[op.links]
            if op.under < 0:
                return lambda e: linking.groups(count(e), within(e), links)
            under = self.program.lists[op.under]
            return lambda e: linking.standing_groups(count(e), within(e), links, under, standing(e))
        if isinstance(op, ops.Copies):
            raise StateRead  # asked in play only
        walk, body = self.bindings(op.loops, op.condition), self.made(op.body)
        return lambda e: linking.in_order([body(e) for _ in walk(e)])

    def _members(self, loop: ops.Loop) -> Callable[[Environment], Iterable[int]]:
        if loop.sets:
            return self._sets(loop.source)
        source = self.made(loop.source)
        if loop.binds:
            return lambda e: (source(e),)
        if loop.high is not None:
            high = self.made(loop.high)
            return lambda e: range(source(e), high(e) + 1)
        if isinstance(loop.source, ops.Const):
            known = tuple(linking.members(loop.source.value))
            return lambda e: known
        return lambda e: linking.members(source(e))

    def _fold(self, op: ops.Fold) -> Run:
        walk, body, kind = self.bindings(op.loops, op.condition), self.made(op.body), op.kind
        if kind == "any":
            return lambda e: int(any(body(e) for _ in walk(e)))
        if kind == "all":
            return lambda e: int(all(body(e) for _ in walk(e)))
        if kind == "sum":
            return lambda e: sum(body(e) for _ in walk(e))
        if kind == "union":
            return lambda e: reduce(or_, (body(e) for _ in walk(e)), 0)
        if kind in {"max", "min"}:
            extreme = max if kind == "max" else min
            return lambda e: extreme((body(e) for _ in walk(e)), default=NO_NUMBER)
        best_of, var = max if kind == "best_max" else min, op.loops[0].var

        def best(e: Environment) -> int:
            found = [(body(e), e[var]) for _ in walk(e)]
            if not found:
                return 0
            highest = best_of(value for value, _ in found)
            return sum(1 << member for value, member in found if value == highest)

        return best

    # -------------------------------------------------------------- what hangs together

    def _reach(self, op: ops.Reach) -> Run:
        start, within, links = self.made(op.start), self.made(op.within), self.program.lists[op.links]
        return lambda e: linking.reach(start(e), within(e), links)

    def _one_piece(self, op: ops.OnePiece) -> Run:
        mask, links = self.made(op.mask), self.program.lists[op.links]
        return lambda e: int(linking.one_piece(mask(e), links))


def _only_in_play(environment: Environment) -> int:
    raise StateRead


MAKERS: dict[type, Callable[[Evaluator, Any], Run]] = {
    ops.Const: Evaluator._const, ops.Cell: Evaluator._state, ops.Address: Evaluator._state, ops.CellAt: Evaluator._state, ops.Var: Evaluator._var,
    ops.Bin: Evaluator._bin, ops.Not: Evaluator._not, ops.Cond: Evaluator._cond, ops.Count: Evaluator._count,
    ops.Lowest: Evaluator._lowest, ops.Highest: Evaluator._highest, ops.Bit: Evaluator._bit, ops.Single: Evaluator._single,
    ops.Span2: Evaluator._span, ops.ListAt: Evaluator._table, ops.Call: Evaluator._call, ops.Fold: Evaluator._fold,
    ops.Reach: Evaluator._reach, ops.OnePiece: Evaluator._one_piece, ops.Alike: Evaluator._state,
}  # fmt: skip
