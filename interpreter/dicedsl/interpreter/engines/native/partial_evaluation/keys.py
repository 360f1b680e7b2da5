"""What an operation depends on: its variables, the state, and the few numbers that tell how its loops go."""

from __future__ import annotations

from math import inf, prod
from typing import Any

from attrs import evolve, fields, frozen, has

from dicedsl.program import ops
from dicedsl.program.bounds import BoundsAnalysis
from dicedsl.program.fixed_evaluation import reads_state
from dicedsl.program.value_kinds import COMPARISONS, JUNCTIONS, NUMBER, SET_OPERATORS
from dicedsl.program.walk import children, size, substitute

MOST_KEYS = 8_192  # values that what the loops depend on may have together
FEW_KEYS = 256  # with what is only compared


@frozen
class Key:
    """A number that loops depend on: what it is, the variable that stands for it, and what it can be."""

    op: ops.Op
    var: int
    low: int
    count: int


class Dependence:
    """Which variables an operation takes from around it, and whether it reads the state."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self._known: dict[int, tuple[Any, frozenset[int], bool]] = {}
        self._words: dict[int, bool] = {}

    def free(self, op: Any) -> frozenset[int]:
        return self._of(op)[1]

    def reads_state(self, op: Any) -> bool:
        return self._of(op)[2]

    def is_fixed(self, op: Any, known: frozenset[int]) -> bool:
        """Whether an operation depends on these variables alone."""
        _, free, state = self._of(op)
        return not state and free <= known

    def word_reads_state(self, number: int) -> bool:
        if number not in self._words:
            function = self.program.functions[number]
            self._words[number] = function is None or reads_state(function.body, self.program.functions)
        return self._words[number]

    def _of(self, op: Any) -> tuple[Any, frozenset[int], bool]:
        known = self._known.get(id(op))
        if known is None:
            variables: set[int] = {op.id} if isinstance(op, ops.Var) else set()
            state = isinstance(op, (ops.Cell, ops.CellAt, ops.Address, ops.Alike))
            for child in children(op):
                _, free, read = self._of(child)
                variables |= free
                state |= read
            if isinstance(op, ops.Fold):
                variables -= {loop.var for loop in op.loops}
            elif isinstance(op, ops.Call):
                state |= self.word_reads_state(op.function)
            known = self._known[id(op)] = (op, frozenset(variables), state)
        return known


def replaced(op: Any, wanted: list[tuple[ops.Op, ops.Op]]) -> Any:
    """The operation with some parts of it replaced by others, wherever they are met."""
    for old, new in wanted:
        if type(op) is type(old) and op == old:
            return new
    changes: dict[str, Any] = {}
    for field in fields(type(op)):
        value = getattr(op, field.name)
        if isinstance(value, tuple):
            made: Any = tuple(replaced(v, wanted) if has(type(v)) else v for v in value)
            if any(a is not b for a, b in zip(made, value, strict=True)):
                changes[field.name] = made
        elif not isinstance(value, (int, str, type(None))) and has(type(value)):
            made = replaced(value, wanted)
            if made is not value:
                changes[field.name] = made
    return evolve(op, **changes) if changes else op


class WordsInPlace:
    """Puts words in place that read the state, so that what they loop over is seen as well; as long as that does not become too much."""

    def __init__(self, facts: Dependence, most: int) -> None:
        self.facts = facts
        self._left = most

    def put_in(self, op: Any) -> Any:
        changes: dict[str, Any] = {}
        for field in fields(type(op)):
            value = getattr(op, field.name)
            if isinstance(value, tuple):
                made: Any = tuple(self.put_in(v) if has(type(v)) else v for v in value)
                if any(a is not b for a, b in zip(made, value, strict=True)):
                    changes[field.name] = made
            elif not isinstance(value, (int, str, type(None))) and has(type(value)):
                made = self.put_in(value)
                if made is not value:
                    changes[field.name] = made
        whole = evolve(op, **changes) if changes else op
        return self._body(whole) if isinstance(whole, ops.Call) else whole

    def _body(self, op: ops.Call) -> Any:
        function = self.facts.program.functions[op.function]
        # A loop in an argument would stand inside of itself if the word were met twice.
        if function is None or not self.facts.word_reads_state(op.function) or any(map(_loops, op.arguments)):
            return op
        own = size(function.body, self._left)
        if own > self._left:
            return op
        self._left -= own
        return substitute(self.put_in(function.body), dict(zip(function.params, op.arguments, strict=True)))


def _loops(op: Any) -> bool:
    return isinstance(op, ops.Fold) or any(map(_loops, children(op)))


class Keys:
    """Finds what is the same in all turns of some loops, and has few values."""

    def __init__(self, analysis: BoundsAnalysis, facts: Dependence) -> None:
        self.analysis = analysis
        self.facts = facts
        self._bound: set[int] = set()
        self._needed: dict[ops.Op, None] = {}
        self._compared: dict[ops.Op, None] = {}

    def of(self, op: ops.Fold) -> list[ops.Op] | None:
        """The numbers that the loops and what is worked out in them depend on; None if they have too many values."""
        self._bound = _bound(op)
        for child in children(op):
            self._look(child, False)
        keys = self._independent(list(self._needed))
        values = prod(map(self.count, keys))
        if values > MOST_KEYS:
            return None
        for key in sorted(self._compared, key=self.count):
            if key in self._independent([*keys, key]) and key not in keys and values * self.count(key) <= FEW_KEYS:
                keys.append(key)
                values *= self.count(key)
        return keys

    def _independent(self, keys: list[ops.Op]) -> list[ops.Op]:
        """The keys without those that follow from one of the others."""
        return [key for key in keys if not any(self._decides(other, key) for other in keys if other is not key)]

    def _decides(self, key: ops.Op, other: ops.Op) -> bool:
        rest = replaced(other, [(key, ops.ZERO)])
        return rest is not other and not self.facts.free(rest) and not self.facts.reads_state(rest)

    def count(self, op: ops.Op) -> int:
        bounds = self.analysis.number(op)
        return bounds.high - bounds.low + 1

    def _look(self, op: Any, needed: bool) -> None:
        if self.facts.free(op) & self._bound or isinstance(op, ops.Loop):
            for child in children(op):
                self._look(child, _is_needed(op, child, needed))
        else:
            for key in self._least(op)[1]:
                (self._needed if needed else self._compared)[key] = None

    def _least(self, op: Any) -> tuple[float, list[ops.Op]]:
        """How few values decide what an operation comes to, and the operations that have these values."""
        if not self.facts.free(op) and not self.facts.reads_state(op):
            return 1, []
        own = self.count(op) if self.analysis.kinds.of(op) is NUMBER and self._is_bounded(op) else inf
        values, below = inf, list[ops.Op]()
        if children(op) and not isinstance(op, (ops.CellAt, ops.Fold)) and not self._reads_by_itself(op):
            least = [self._least(child) for child in children(op)]
            values, below = prod(v for v, _ in least), list(dict.fromkeys(key for _, keys in least for key in keys))
        if own <= values:
            return own, [op] if own < inf else []
        return values, below

    def _is_bounded(self, op: Any) -> bool:
        return self.facts.free(op) <= self.analysis.variables.keys()

    def _reads_by_itself(self, op: Any) -> bool:
        return isinstance(op, (ops.Call, ops.Alike)) and self.facts.reads_state(op)


def _bound(op: Any) -> set[int]:
    own = {op.var} if isinstance(op, ops.Loop) else set()
    return own.union(*map(_bound, children(op)))


def _is_needed(op: Any, child: Any, needed: bool) -> bool:
    """Whether a part of an operation has to be known beforehand if the operation is to be, or is only compared with it."""
    if isinstance(op, ops.Bin):
        return op.op not in COMPARISONS | JUNCTIONS | SET_OPERATORS
    if isinstance(op, (ops.Not, ops.Bit, ops.Single, ops.Fold)):
        return False
    if isinstance(op, ops.Cond):
        return needed and child is not op.condition
    return True
