"""Fixed loops gone through for every value of what they depend on: the rows that meet their conditions, with what is fixed about each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from itertools import pairwise, product
from math import prod
from typing import Any

from attrs import evolve, field, fields, frozen, has, mutable

from dicedsl.interpreter.engines.native.partial_evaluation.keys import Dependence, Key
from dicedsl.program import ops
from dicedsl.program.cost import Cost
from dicedsl.program.fixed_evaluation import Environment, FixedEvaluator, Run
from dicedsl.program.walk import parts

SAMPLED_VALUES = 3  # of a key, looked at first
SAMPLE_FACTOR = 3  # how many times as much work a few values can be, as nothing of it is known yet
MOST_ROWS = 40_000
MOST_WORK = 1_000_000  # operations worked out for one table

Row = tuple[int, ...]
Turn = tuple[int, Row]  # the value of the variable, and the row


class TooMuch(Exception):
    """The table would take too long to work out, or become too large."""


class UsedAs(Enum):
    """As what a value is used."""

    TRUTH = "truth"
    NUMBER = "number"
    SET = "set"


@frozen
class Column:
    """Something that is fixed about a row."""

    op: ops.Op
    use: UsedAs

    def tidy(self, value: int) -> int:
        return int(bool(value)) if self.use is UsedAs.TRUTH else int(value)


@mutable
class RowTable:
    """Rows one behind the other, and where those for each value of the keys begin; how many turns and rows would be looked at."""

    columns: list[list[int]]
    begins: list[int]
    turns: int
    met: int

    @property
    def rows(self) -> int:
        return self.begins[-1]

    @property
    def values(self) -> int:
        """How many values the keys have."""
        return len(self.begins) - 1

    def spans(self) -> list[tuple[int, int]]:
        """For each value, where its rows begin, and before which they end."""
        return list(pairwise(self.begins))

    @property
    def most(self) -> int:
        """The rows of the value that has most."""
        return max(b - a for a, b in self.spans())


@mutable
class LoopLevel:
    """One more variable bound, and what is worked out and tested as soon as it is."""

    var: int
    known: frozenset[int]
    uses: frozenset[int]  # the variables that it takes from the levels before
    walk: Callable[[Environment], Iterator[None]]
    is_loop: bool = False
    comes_before: bool = False  # it is gone through once for all values of the keys
    makes: list[tuple[int, ops.Op, Run]] = field(factory=list)  # variables, and what they stand for
    tests: list[Run] = field(factory=list)
    cost: int = 1


NOTHING_BOUND = LoopLevel(-1, frozenset(), frozenset(), lambda environment: iter(()))


class FixedRows:
    """Goes through some loops with fixed conditions, for all values of the keys.

    Loops that do not depend on the keys come first: so what depends on them alone is worked out once and not for every value.
    """

    def __init__(
        self,
        program: ops.Program,
        fixed: FixedEvaluator,
        constants: dict[ops.Op, int],
        keys: list[Key],
        loops: tuple[ops.Loop, ...],
        tests: list[ops.Op],
    ) -> None:
        self.fixed = fixed
        self.constants = constants
        self.keys = keys
        self.facts = Dependence(program)
        self.cost = Cost(program)
        self.values = prod(key.count for key in keys)
        self._next = -1  # variables of the program count from 0 on
        self._taken = dict[int, range]()  # the values of each key that are gone through
        self._work = self._turns = self._met = 0
        self.levels: list[LoopLevel] = []
        count = 0
        while count < len(loops) and self.facts.free(loops[count]) <= {loop.var for loop in loops[:count]}:
            self._level(loops[count], True)
            count += 1
        for key in sorted(keys, key=lambda key: key.count):
            self._key_level(key)
        for loop in loops[count:]:
            self._level(loop, False)
        for test in tests:
            number = next((i for i, level in enumerate(self.levels) if self.facts.free(test) <= level.known))
            lifted = self._lifted(test, self.levels[:number])
            self.levels[number].tests.append(fixed.function_for(lifted))
            self.levels[number].uses |= self.facts.free(lifted)

    # -------------------------------------------------------------- as early as can be

    def _level(self, loop: ops.Loop, before: bool) -> None:
        source = self._lifted(loop.source, self.levels)
        high = None if loop.high is None else self._lifted(loop.high, self.levels)
        made = evolve(loop, source=source, high=high)
        walk, uses = self.fixed.bindings((made,), None), self.facts.free(made)
        self.levels.append(
            LoopLevel(loop.var, self._known() | {loop.var}, uses, walk, is_loop=True, comes_before=before)
        )

    def _key_level(self, key: Key) -> None:
        def walk(environment: Environment) -> Iterator[None]:
            for value in self._taken[key.var]:
                environment[key.var] = value
                yield

        self.levels.append(LoopLevel(key.var, self._known() | {key.var}, frozenset(), walk))

    def _known(self) -> frozenset[int]:
        return self.levels[-1].known if self.levels else frozenset()

    def _lifted(self, op: ops.Op, levels: list[LoopLevel]) -> Any:
        """The operation with variables for all that is known already when it is worked out."""
        for level in (NOTHING_BOUND, *levels):
            op = self._replaced(op, level)
        return op

    def _replaced(self, op: Any, level: LoopLevel, whole: bool = True) -> Any:
        if isinstance(op, (ops.Const, ops.Var)):
            return op
        free = self.facts.free(op)
        if whole and not isinstance(op, ops.Loop):
            if not free:
                return self._constant(op)
            if free <= level.known:
                return self._made(op, level)
        changes: dict[str, Any] = {}
        for each in fields(type(op)):
            value = getattr(op, each.name)
            if isinstance(value, tuple):
                changes[each.name] = tuple(self._replaced(v, level) if has(type(v)) else v for v in value)
            elif has(type(value)):
                changes[each.name] = self._replaced(value, level)
        return evolve(op, **changes) if changes else op

    def _constant(self, op: ops.Op) -> ops.Const:
        """What depends on nothing is worked out once, for all tables."""
        if op not in self.constants:
            self.constants[op] = int(self.fixed.function_for(op)({}))
        return ops.Const(self.constants[op])

    def _made(self, op: ops.Op, level: LoopLevel) -> ops.Var:
        for var, known, _ in level.makes:
            if known == op:
                return ops.Var(var)
        self._next -= 1
        level.makes.append((self._next, op, self.fixed.function_for(op)))
        level.uses |= self.facts.free(op)
        level.cost += self.cost(op)
        for later in self.levels[self.levels.index(level) :]:
            later.known |= {self._next}
        return ops.Var(self._next)

    # -------------------------------------------------------------- going through

    def sample(self, columns: list[Column], useless: dict[int, bool]) -> RowTable:
        """The rows for a few values of the keys, by which it is judged what all of them will be like."""
        taken = {key.var: _some(key) for key in self.keys}
        work, table = self._work_out_rows(taken, columns, useless, True)
        if work * self.values > SAMPLE_FACTOR * MOST_WORK * table.values:
            raise TooMuch
        return table

    def table(self, columns: list[Column], useless: dict[int, bool], alike: bool) -> RowTable:
        """The table of all rows; those that are alike only once for each value of the keys, if `alike`.

        A row is left out if a column that is named in `useless` is, or is not, 0 there.
        """
        taken = {key.var: range(key.low, key.low + key.count) for key in self.keys}
        return self._work_out_rows(taken, columns, useless, alike)[1]

    def _work_out_rows(
        self, taken: dict[int, range], columns: list[Column], useless: dict[int, bool], alike: bool
    ) -> tuple[int, RowTable]:
        self._taken = taken
        self._work = self._turns = self._met = 0
        rows_of: dict[Row, list[Row]] = {each: [] for each in product(*(taken[key.var] for key in self.keys))}
        on = [key.var for key in self.keys]
        last = self._last(columns, useless)

        def walk(i: int, environment: Environment) -> None:
            level = self.levels[i]
            if i + 1 == len(self.levels):
                for value, row in last(environment, len(rows_of)):
                    environment[level.var] = value
                    rows_of[tuple([environment[var] for var in on])].append(row)
            else:
                for _ in self._turns_of(level, environment, len(rows_of)):
                    walk(i + 1, environment)
            if self._work > MOST_WORK or self._met > MOST_ROWS:
                raise TooMuch

        walk(0, {})
        begins, rows = [0], list[Row]()
        for some in rows_of.values():
            rows.extend(dict.fromkeys(some) if alike else some)
            begins.append(len(rows))
        table = RowTable([[row[i] for row in rows] for i in range(len(columns))], begins, self._turns, self._met)
        return self._work, table

    def _turns_of(self, level: LoopLevel, environment: Environment, values: int) -> Iterator[None]:
        """The turns of one level that meet its conditions."""
        turns = level.is_loop * (values if level.comes_before else 1)
        for _ in level.walk(environment):
            self._turns += turns
            self._work += level.cost
            for var, _, work_out in level.makes:
                environment[var] = work_out(environment)
            if all(test(environment) for test in level.tests):
                yield

    def _last(self, columns: list[Column], useless: dict[int, bool]) -> Callable[[Environment, int], list[Turn]]:
        """The turns of the last level with their rows. What they depend on is often the same again, and so are they."""
        level = self.levels[-1]
        values = [self._value(column) for column in columns]
        needed = level.uses.union(*(uses for _, uses in values))
        depends = sorted(needed - {level.var, *(var for var, *_ in level.makes)})
        order = sorted(range(len(columns)), key=lambda i: i not in useless)  # what may make a row useless comes first
        kept: dict[Row, tuple[list[Turn], int, int]] = {}

        def row_of(environment: Environment) -> Row | None:
            row = [0] * len(columns)
            for i in order:
                row[i] = values[i][0](environment)
                if i in useless and bool(row[i]) is useless[i]:
                    return None
            return tuple(row)

        def rows(environment: Environment, count: int) -> list[Turn]:
            on = tuple([environment[var] for var in depends])
            if on not in kept:
                turns_kept, met, before = list[Turn](), 0, self._turns
                for _ in self._turns_of(level, environment, count):
                    met += 1
                    row = row_of(environment)
                    if row is not None:
                        turns_kept.append((environment[level.var], row))
                    if self._work > MOST_WORK:
                        raise TooMuch
                kept[on] = (turns_kept, met, self._turns - before)
                self._turns = before
            turns_kept, met, turns = kept[on]
            self._met += met
            self._turns += turns
            self._work += len(turns_kept)
            return turns_kept

        return rows

    def _value(self, column: Column) -> tuple[Run, frozenset[int]]:
        """What works out a column, and the variables it takes."""
        op = self._lifted(column.op, self.levels[:-1])
        if not any(isinstance(part, ops.Fold) for part in parts(op)):
            return self._counted(column, op), self.facts.free(op)
        # A loop within: what it comes to depends on few things, and is kept for these.
        op = self._replaced(op, self.levels[-1], whole=False)
        work_out, depends = self._counted(column, op), sorted(self.facts.free(op))
        kept: dict[Row, int] = {}

        def looked_up(environment: Environment) -> int:
            on = tuple(environment[var] for var in depends)
            if on not in kept:
                kept[on] = work_out(environment)
            return kept[on]

        return looked_up, self.facts.free(op)

    def _counted(self, column: Column, op: ops.Op) -> Run:
        cost, work_out = self.cost(op), self.fixed.function_for(op)

        def value(environment: Environment) -> int:
            self._work += cost
            return column.tidy(work_out(environment))

        return value


def _some(key: Key) -> range:
    """A few values of a key, from all over what it can be."""
    step = max(1, key.count // SAMPLED_VALUES)
    return range(key.low + step // 2, key.low + key.count, step)
