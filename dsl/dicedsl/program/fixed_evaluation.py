"""Working out operations that read no state, for given values of their variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Any, TypeVar

from dicedsl.errors import Fault
from dicedsl.geometry import connected_places
from dicedsl.masks import members_of
from dicedsl.program import ops
from dicedsl.program.arithmetic import BINARY, FOLDS, PLAIN_OPERATIONS, plain_parts
from dicedsl.program.sets import entry
from dicedsl.program.walk import children

Environment = dict[int, int]
Run = Callable[[Environment], int]
STEPS = 64  # are counted together
Bind = Callable[[Environment], Iterator[None]]
Result = TypeVar("Result")


class StateRead(Exception):
    """The operation asks for something that only a game in progress can tell."""


def reads_state(op: Any, functions: list[ops.Function | None]) -> bool:
    """Whether only a game in progress can tell what it comes to. Each word that it speaks of is looked at once."""
    looked, stack = set[int](), [op]
    while stack:
        part = stack.pop()
        if isinstance(part, (ops.Cell, ops.CellAt)):
            return True
        if isinstance(part, ops.Call) and part.function not in looked:
            looked.add(part.function)
            function = functions[part.function]
            if function is None:
                return True
            stack.append(function.body)
        stack += children(part)
    return False


class FixedEvaluator:
    """Makes a function of each operation it meets, once; a word is asked of every place, and of all of them again.

    What the operations come to is defined in `evaluator`. What would be a fault in play is left to be told there.
    """

    def __init__(self, program: ops.Program, spare: Callable[[int], bool] | None = None) -> None:
        """`spare` is told of every few steps, and says whether there is enough work left for them."""
        self.program = program
        self._spare = spare
        self._steps = 0
        self._made: dict[int, tuple[Any, Run]] = {}

    def step(self) -> None:
        self._steps += 1
        if self._steps % STEPS == 0 and self._spare is not None and not self._spare(STEPS // 8):
            raise StateRead

    def __call__(self, op: ops.Op, environment: Environment) -> int:
        self.step()
        return _before_play(self.function_for(op), environment)

    def function_for(self, op: Any) -> Run:
        entry = self._made.get(id(op))
        if entry is None:
            # With the operation itself, so that its id is not given to another one.
            entry = self._made[id(op)] = (op, MAKERS[type(op)](self, op))
        return entry[1]

    def _state(self, op: Any) -> Run:
        return _only_in_play

    def _const(self, op: ops.Const) -> Run:
        value = op.value
        return lambda e: value

    def _var(self, op: ops.Var) -> Run:
        return itemgetter(op.id)

    def _bin(self, op: ops.Bin) -> Run:
        left, right = self.function_for(op.left), self.function_for(op.right)
        if op.op == "and":
            return lambda e: int(bool(left(e) and right(e)))
        if op.op == "or":
            return lambda e: int(bool(left(e) or right(e)))
        compute = BINARY[op.op]
        return lambda e: compute(left(e), right(e))

    def _plain(self, op: Any) -> Run:
        compute, parts = PLAIN_OPERATIONS[type(op)], [self.function_for(part) for part in plain_parts(op)]
        if len(parts) == 1:
            part = parts[0]
            return lambda e: compute(part(e))
        left, right = parts
        return lambda e: compute(left(e), right(e))

    def _cond(self, op: ops.Cond) -> Run:
        condition, then, other = map(self.function_for, (op.condition, op.then, op.other))
        return lambda e: then(e) if condition(e) else other(e)

    def _table(self, op: ops.ListAt) -> Run:
        table, made, default = self.program.lists[op.list], self.function_for(op.index), op.default
        return lambda e: entry(table, made(e), default)

    def _call(self, op: ops.Call) -> Run:
        function = self.program.functions[op.function]
        assert function is not None
        body, params, arguments = (
            self.function_for(function.body),
            function.params,
            [self.function_for(a) for a in op.arguments],
        )
        return lambda e: body({param: argument(e) for param, argument in zip(params, arguments, strict=True)})

    # -------------------------------------------------------------- loops

    def bindings(self, loops: tuple[ops.Loop, ...], condition: ops.Op | None) -> Bind:
        """A walk through every binding of the loops that meets the condition; the variables are set in the environment."""
        if not loops:
            test = None if condition is None else self.function_for(condition)

            def innermost(environment: Environment) -> Iterator[None]:
                if test is None or test(environment):
                    yield

            return innermost
        members, inside, var = self._members(loops[0]), self.bindings(loops[1:], condition), loops[0].var
        step = self.step

        def walk(environment: Environment) -> Iterator[None]:
            before = environment.get(var, 0)
            try:
                for member in members(environment):
                    step()
                    environment[var] = member
                    yield from inside(environment)
            finally:
                environment[var] = before

        return walk

    def sets(self, op: Any, environment: Environment) -> list[int]:
        """The masks of a list of sets."""
        return _before_play(self._sets(op), environment)

    def _sets(self, op: Any) -> Callable[[Environment], list[int]]:
        if isinstance(op, ops.Groups):
            count, within, standing = map(self.function_for, (op.count, op.within, op.standing))
            links = self.program.lists[op.links]
            if op.under < 0:
                return lambda e: connected_places.groups(count(e), within(e), links)
            under = self.program.lists[op.under]
            return lambda e: connected_places.standing_groups(count(e), within(e), links, under, standing(e))
        if isinstance(op, ops.Copies):
            raise StateRead  # asked in play only
        walk, body = self.bindings(op.loops, op.condition), self.function_for(op.body)
        return lambda e: connected_places.sorted_sets([body(e) for _ in walk(e)])

    def _members(self, loop: ops.Loop) -> Callable[[Environment], Iterable[int]]:
        if loop.sets:
            return self._sets(loop.source)
        source = self.function_for(loop.source)
        if loop.binds:
            return lambda e: (source(e),)
        if loop.high is not None:
            high = self.function_for(loop.high)
            return lambda e: range(source(e), high(e) + 1)
        if isinstance(loop.source, ops.Const):
            members = tuple(members_of(loop.source.value))
            return lambda e: members
        return lambda e: members_of(source(e))

    def _fold(self, op: ops.Fold) -> Run:
        walk, body, var = self.bindings(op.loops, op.condition), self.function_for(op.body), op.loops[0].var
        folded = FOLDS[op.kind]
        return lambda e: folded((body(e), e[var]) for _ in walk(e))

    # -------------------------------------------------------------- what hangs together

    def _reach(self, op: ops.Reach) -> Run:
        start, within, links = self.function_for(op.start), self.function_for(op.within), self.program.lists[op.links]
        return lambda e: connected_places.reach(start(e), within(e), links)

    def _one_piece(self, op: ops.OnePiece) -> Run:
        mask, links = self.function_for(op.mask), self.program.lists[op.links]
        return lambda e: int(connected_places.one_piece(mask(e), links))


def _only_in_play(environment: Environment) -> int:
    raise StateRead


def _before_play(work_out: Callable[[Environment], Result], environment: Environment) -> Result:
    try:
        return work_out(dict(environment))
    except (Fault, connected_places.TooManyGroups):
        raise StateRead from None


MAKERS: dict[type, Callable[[FixedEvaluator, Any], Run]] = {
    ops.Const: FixedEvaluator._const,
    ops.Var: FixedEvaluator._var,
    ops.Bin: FixedEvaluator._bin,
    ops.Cond: FixedEvaluator._cond,
    ops.ListAt: FixedEvaluator._table,
    ops.Call: FixedEvaluator._call,
    ops.Fold: FixedEvaluator._fold,
    ops.Reach: FixedEvaluator._reach,
    ops.OnePiece: FixedEvaluator._one_piece,
    **dict.fromkeys(PLAIN_OPERATIONS, FixedEvaluator._plain),
    **dict.fromkeys((ops.Cell, ops.CellAt, ops.Address, ops.Alike), FixedEvaluator._state),
}
