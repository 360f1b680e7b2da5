"""One fold whose loops become a walk through rows that are worked out beforehand."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, Any

from attrs import evolve, fields, frozen, has

from dicedsl.interpreter.engines.native.partial_evaluation.keys import Key, Keys, WordsInPlace, replaced
from dicedsl.interpreter.engines.native.partial_evaluation.rows import Column, FixedRows, RowTable, UsedAs
from dicedsl.interpreter.engines.native.values.algebra import conjuncts, joined
from dicedsl.interpreter.engines.native.values.tables import MOST_ENTRIES
from dicedsl.program import ops
from dicedsl.program.arithmetic import FOLDS
from dicedsl.program.bounds import ONLY_ZERO
from dicedsl.program.value_kinds import JUNCTIONS, SET, SET_OPERATORS
from dicedsl.program.walk import children, parts, size, substitute

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.partial_evaluation.fixed_loops import FixedLoopUnroller

WALKED_FOLDS = {"any", "all", "union", "sum", "max", "min"}
IDEMPOTENT = {"any", "union", "max", "min"}  # the same once more makes no difference
BODIES = {"any": UsedAs.TRUTH, "all": UsedAs.TRUTH, "union": UsedAs.SET, "sets": UsedAs.SET}
HEAVY_OPERATIONS = (ops.CellAt, ops.Fold, ops.Call, ops.Reach, ops.OnePiece, ops.Alike)
LOOKED_UP = 4  # what looking something up counts for
SMALL_FOLD = 10  # operations of a fold that is done with quickly
MOST_OPERATIONS = 400  # of a fold with all words in place
GAIN = 3  # how many times the work must become less
FEW_TURNS = 16  # turns of a loop that are not counted
UNCOUNTED = 256  # rows that may be gone through without being counted


@frozen
class RowSearch:
    """Loops, the fixed conditions in them, what is asked of every row, what makes one useless, and whether the same row counts once."""

    loops: tuple[ops.Loop, ...]
    tests: list[ops.Op]
    columns: list[Column]
    useless: dict[int, bool]
    alike: bool

    def name(self, keys: list[Key]) -> Any:
        """A key for the search; the same for searches that differ in their variables alone."""
        variables = [*(key.var for key in keys), *(loop.var for loop in self.loops)]
        other: dict[int, Any] = {var: ops.Var(-1 - i) for i, var in enumerate(variables)}

        def renamed(op: Any) -> Any:
            return None if op is None else substitute(op, other)

        return (
            tuple((key.low, key.count) for key in keys),
            tuple((renamed(loop.source), renamed(loop.high)) for loop in self.loops),
            tuple(map(renamed, self.tests)),
            tuple((renamed(column.op), column.use) for column in self.columns),
            tuple(self.useless.items()),
            self.alike,
        )


class WalkMaker:
    """Tries to make a walk of one fold: finds what its loops depend on, goes through them for every value of it, and
    writes the fold anew."""

    def __init__(self, unroller: FixedLoopUnroller, op: ops.Fold) -> None:
        self.unroller = unroller
        self.facts = unroller.facts
        self.kinds = unroller.analysis.kinds
        self.op = op
        self.keys: list[Key] = []
        self.known: frozenset[int] = frozenset()  # the variables that decide how the loops go
        self.bound: frozenset[int] = frozenset()  # what the loops bind
        self.is_spread = False
        self.columns: dict[Column, int] = {}  # what is fixed about a row, and the variable that stands for it

    def walk(self) -> ops.Op | None:
        """The fold as a walk, or as an entry of a list; None if that is not possible, or not worth it."""
        if (
            len(self.op.loops) == 1
            and size(self.op, SMALL_FOLD) <= SMALL_FOLD
            and not any(isinstance(part, ops.Call) for part in parts(self.op))
        ):
            return None
        op = WordsInPlace(self.facts, MOST_OPERATIONS).put_in(self.op)
        if size(op, MOST_OPERATIONS) > MOST_OPERATIONS:
            return None
        op = self._spread(op)
        keys = Keys(self.unroller.analysis, self.facts).of(op)
        if keys is None:
            return None
        self.keys = [self._key(key) for key in keys]
        op = replaced(op, [(key.op, ops.Var(key.var)) for key in self.keys if not isinstance(key.op, ops.Var)])
        self.known = frozenset(key.var for key in self.keys)
        count = 0
        for loop in op.loops:
            if loop.sets or not self._is_fixed(loop):
                break
            self.bound |= {loop.var}
            count += 1
        return self._walk_or_list(op, op.loops[:count], op.loops[count:]) if count else None

    def _spread(self, op: ops.Fold) -> ops.Fold:
        """A loop over the members of a union goes through all that this is made of: what comes twice counts once."""
        if op.kind not in IDEMPOTENT:
            return op
        loops, conditions = list[ops.Loop](), list[ops.Op]()
        for loop in op.loops:
            inner, made = loop.source, _gathered(loop)
            if made is None or not isinstance(inner, ops.Fold) or _bound_twice(op, inner):
                loops.append(loop)
                continue
            loops += [*inner.loops, ops.bind(loop.var, made)]
            conditions += [*conjuncts(inner.condition), ops.Bin(">=", made, ops.ZERO)]
            self.is_spread = True
        if not self.is_spread:
            return op
        return evolve(op, loops=tuple(loops), condition=joined([*conditions, *conjuncts(op.condition)]))

    def _key(self, op: ops.Op) -> Key:
        bounds = self.unroller.analysis.number(op)
        var = op.id if isinstance(op, ops.Var) else self.unroller.new_var()
        return Key(op, var, bounds.low, bounds.high - bounds.low + 1)

    def _is_fixed(self, op: Any) -> bool:
        return self.facts.is_fixed(op, self.known | self.bound)

    def _walk_or_list(self, op: ops.Fold, loops: tuple[ops.Loop, ...], later: tuple[ops.Loop, ...]) -> ops.Op | None:
        conditions = conjuncts(op.condition)
        tests = [c for c in conditions if self._is_fixed(c)]
        left = [self._taken(c, UsedAs.TRUTH) for c in conditions if not self._is_fixed(c)]
        later = tuple(self._taken(loop, None) for loop in later)
        if self._is_fixed(op.body) and not left and not later:
            return self._list_entry(op, loops, tests)
        body = self._taken(op.body, BODIES.get(op.kind, UsedAs.NUMBER))
        left_over = [*left, *later, body, *(key.op for key in self.keys)]
        if sum(map(self._heavy, left_over)) >= self._heavy(self.op):
            return None  # words in place must not be worked out more often than before
        useless = self._useless(op.kind, body, left)
        table = self._table(RowSearch(loops, tests, list(self.columns), useless, op.kind != "sum"), self._is_worth_it)
        return self._walk(op, loops, table, (left, later, body)) if table is not None and table.rows else None

    def _table(self, problem: RowSearch, is_good: Callable[[RowTable], bool]) -> RowTable | None:
        """The rows of some loops; the same ones are often met again, with other variables."""
        known, name = self.unroller.tables, problem.name(self.keys)
        if name not in known:
            known[name] = None
            unroller = self.unroller
            rows = FixedRows(
                unroller.program, unroller.fixed, unroller.constants, self.keys, problem.loops, problem.tests
            )
            if is_good(rows.sample(problem.columns, problem.useless)):
                table = rows.table(problem.columns, problem.useless, problem.alike)
                known[name] = table if is_good(table) else None
        return known[name]

    # -------------------------------------------------------------- columns

    def _taken(self, op: Any, use: UsedAs | None) -> Any:
        """The operation with a variable for each part that is fixed about a row."""
        if use is not None and self._is_fixed(op) and self.facts.free(op) & self.bound:
            column = Column(op, use)
            if column not in self.columns:
                self.columns[column] = self.unroller.new_var()
            return ops.Var(self.columns[column])
        changes: dict[str, Any] = {}
        for field in fields(type(op)):
            value = getattr(op, field.name)
            if isinstance(value, tuple) and value and has(type(value[0])):
                changes[field.name] = tuple(map(self._taken, value, self._uses_of(op, len(value))))
            elif has(type(value)):
                changes[field.name] = self._taken(value, self._use_of(op, field.name, use))
        return evolve(op, **changes) if changes else op

    def _uses_of(self, op: Any, count: int) -> list[UsedAs | None]:
        if not isinstance(op, ops.Call):
            return [None] * count  # loops
        function = self.unroller.program.functions[op.function]
        assert function is not None
        return [UsedAs.SET if self.kinds.variable(param) is SET else UsedAs.NUMBER for param in function.params]

    def _use_of(self, op: Any, name: str, use: UsedAs | None) -> UsedAs:
        """How a part of an operation is used: as a number, a set or a truth."""
        if isinstance(op, ops.Bin):
            if op.op in JUNCTIONS:
                return UsedAs.TRUTH
            if op.op in {"==", "!="}:
                return UsedAs.SET if self.kinds.both(op.left, op.right) is SET else UsedAs.NUMBER
            return UsedAs.SET if op.op in SET_OPERATORS else UsedAs.NUMBER
        if isinstance(op, ops.Cond):
            return UsedAs.TRUTH if name == "condition" or use is None else use
        if isinstance(op, ops.Fold):
            return UsedAs.TRUTH if name == "condition" else BODIES.get(op.kind, UsedAs.NUMBER)
        if isinstance(op, ops.Loop):
            is_set = self.kinds.variable(op.var) is SET if op.binds else op.high is None
            return UsedAs.SET if is_set else UsedAs.NUMBER
        if isinstance(op, ops.Not):
            return UsedAs.TRUTH
        is_number = isinstance(op, (ops.Single, ops.Range, ops.ListAt, ops.CellAt)) or name == "member"
        return UsedAs.NUMBER if is_number else UsedAs.SET

    def _useless(self, kind: str, body: ops.Op, conditions: list[ops.Op]) -> dict[int, bool]:
        """The columns of which one value makes a row add nothing, whatever the state is; and whether that is 0 or anything else."""
        number = {var: i for i, var in enumerate(self.columns.values())}
        empty = {_asked_of(condition) for condition in conditions}
        if isinstance(body, ops.Var) and kind in {"union", "any", "sum"}:
            empty.add(body.id)
        if kind == "any":
            empty.add(_asked_of(body))
        useless = {number[var]: False for var in empty if var in number}
        if isinstance(body, ops.Var) and kind == "all" and body.id in number:
            useless[number[body.id]] = True
        return useless

    # -------------------------------------------------------------- what comes of it

    def _is_worth_it(self, table: RowTable) -> bool:
        before = 2 * table.turns + table.met * sum(self._cost(column.op) for column in self.columns)
        after = 2 * table.rows * (1 + len(self.columns)) + 4 * table.values
        return before >= GAIN * after

    def _cost(self, op: Any) -> int:
        """How much work an operation is in the game; fixed words with few values are looked up there."""
        if isinstance(op, ops.Call) and not self.facts.reads_state(op) and self._values(op.function) <= MOST_ENTRIES:
            return LOOKED_UP + sum(map(self._cost, op.arguments))
        if isinstance(op, ops.Fold):
            return self.unroller.cost(op)
        return 1 + sum(map(self._cost, children(op)))

    def _values(self, function: int) -> int:
        """How many values the parameters of a word have together."""
        word = self.unroller.program.functions[function]
        assert word is not None
        bounds = [self.unroller.analysis.variables.get(param, ONLY_ZERO) for param in word.params]
        return prod(b.high - b.low + 1 for b in bounds)

    @staticmethod
    def _is_long(table: RowTable) -> bool:
        return table.turns >= GAIN * table.values

    def _index(self) -> ops.Op:
        """Which of their values the keys have, counted through."""
        index: ops.Op = ops.ZERO
        for i, key in enumerate(self.keys):
            offset = ops.Bin("-", key.op, ops.Const(key.low)) if key.low else key.op
            index = ops.Bin("+", ops.Bin("*", index, ops.Const(key.count)), offset) if i else offset
        return index

    def _list_entry(self, op: ops.Fold, loops: tuple[ops.Loop, ...], tests: list[ops.Op]) -> ops.Op | None:
        """An entry of a list, for a fold of which nothing depends on the state but the keys."""
        column = Column(op.body, BODIES.get(op.kind, UsedAs.NUMBER))
        if not self.keys:
            return None
        table = self._table(RowSearch(loops, tests, [column], {}, False), self._is_long)
        if table is None:
            return None
        results = [FOLDS[op.kind]((value, 0) for value in table.columns[0][a:b]) for a, b in table.spans()]
        entry = ops.ListAt(self.unroller.list_number(results), self._index(), 0 if op.kind == "union" else -1)
        return ops.Bin("|", entry, ops.ZERO) if op.kind == "union" else entry

    def _walk(
        self, op: ops.Fold, loops: tuple[ops.Loop, ...], table: RowTable, rest: tuple[Any, Any, Any]
    ) -> ops.Op | None:
        left, later, body = rest
        if self.is_spread and table.most > FEW_TURNS:
            return None  # the turns of its loops are counted one by one
        counted = table.most > FEW_TURNS and (len(loops) == 1 or op.kind not in {"any", "all"})
        weight = loops[-1].weight if counted else 0
        if not weight and table.most > UNCOUNTED:
            return None
        is_column = isinstance(body, ops.Var) and body.id in self.columns.values()
        if is_column and op.kind in {"any", "all"}:
            body = ops.Const(int(op.kind == "any"))  # as it is in every row that is left
        index, row = self.unroller.new_var(), self.unroller.new_var()
        place = {key.var: key.op for key in self.keys}
        for values, (column, var) in zip(table.columns, self.columns.items(), strict=True):
            place[var] = self._entry(column, values, ops.Var(row))
        begins = self.unroller.list_number(table.begins)
        first = ops.ListAt(begins, ops.Var(index))
        last = ops.Bin("-", ops.ListAt(begins, ops.Bin("+", ops.Var(index), ops.ONE)), ops.ONE)
        walk = (ops.bind(index, self._index()), ops.Loop(row, first, last, weight=weight))
        short = self._short(table)
        condition: ops.Op | None = None
        for test in left:
            asked = substitute(_uncounted(test, short), place)
            condition = asked if condition is None else ops.Bin("and", condition, asked)
        later = tuple(substitute(loop, place) for loop in later)
        made = ops.Fold(op.kind, (*walk, *later), condition, substitute(_uncounted(body, short), place))
        self.unroller.walks[id(made)] = (made, is_column)
        return made

    def _short(self, table: RowTable) -> set[int]:
        """The variables of columns that are sets with few members."""
        columns = zip(self.columns.items(), table.columns, strict=True)
        return {
            var
            for (column, var), values in columns
            if column.use is UsedAs.SET and max(map(int.bit_count, values)) <= FEW_TURNS
        }

    def _entry(self, column: Column, values: list[int], row: ops.Op) -> ops.Op:
        """The operation that reads what is fixed about a row from lists; of sets each is kept once."""
        if column.use is not UsedAs.SET and min(values) == max(values):
            return ops.Const(values[0])
        if column.use is not UsedAs.SET:
            return ops.ListAt(self.unroller.list_number(values), row)
        different = list(dict.fromkeys(values))
        number = {value: i for i, value in enumerate(different)}
        at = ops.ListAt(self.unroller.list_number([number[value] for value in values]), row)
        return ops.ListAt(self.unroller.list_number(different), at, 0)

    def _heavy(self, op: Any) -> int:
        """How many operations there are that are much work, with those of words."""
        total = 0
        for part in parts(op):
            total += isinstance(part, HEAVY_OPERATIONS)
            if isinstance(part, ops.Call):
                total += self._heavy_word(part.function)
        return total

    def _heavy_word(self, number: int) -> int:
        known = self.unroller.heavy
        if number not in known:
            function = self.unroller.program.functions[number]
            known[number] = 0 if function is None else self._heavy(function.body)
        return known[number]


def _gathered(loop: ops.Loop) -> ops.Op | None:
    """The operation that gives each member of the set a loop goes through, if that is put together of single ones."""
    source = loop.source
    if loop.high is not None or loop.sets or not isinstance(source, ops.Fold) or source.kind != "union":
        return None
    if any(inner.sets for inner in source.loops) or not isinstance(source.body, ops.Single):
        return None
    return source.body.member


def _bound_twice(whole: ops.Fold, inner: ops.Fold) -> bool:
    """Whether a variable of the inner loops is bound elsewhere too."""
    inside = [loop.var for loop in inner.loops]
    bound = [part.var for part in parts(whole) if isinstance(part, ops.Loop)]
    return any(bound.count(var) > 1 for var in inside)


def _asked_of(op: ops.Op) -> int:
    """The variable for a set that something is asked of which is so of no empty set; -1 if it is none."""
    source: Any = None
    if isinstance(op, ops.Fold) and op.kind == "any" and op.loops[0].high is None and not op.loops[0].sets:
        source = op.loops[0].source
    elif isinstance(op, ops.Bit):
        source = op.mask
    return source.id if isinstance(source, ops.Var) else -1


def _uncounted(op: Any, short: set[int]) -> Any:
    """The operation without counting loops over sets that are known to have few members."""
    changes: dict[str, Any] = {}
    for field in fields(type(op)):
        value = getattr(op, field.name)
        if isinstance(value, tuple):
            changes[field.name] = tuple(_uncounted(v, short) if has(type(v)) else v for v in value)
        elif has(type(value)):
            changes[field.name] = _uncounted(value, short)
    if isinstance(op, ops.Loop) and isinstance(op.source, ops.Var) and op.source.id in short:
        changes["weight"] = 0
    return evolve(op, **changes) if changes else op
