"""Expressions of the lowered form as Python text, for the stepping engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial, reduce
from typing import Any

from attrs import evolve

from dicedsl.geometry.connected_places import sorted_sets
from dicedsl.interpreter.engines.stepping.lookups import KnownSets, Lookups
from dicedsl.program import ops, sets
from dicedsl.program.cost import Cost
from dicedsl.program.fault_finder import FaultFinder
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead, reads_state
from dicedsl.program.ranges import MORE_THAN_A_MASK, Ranges
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.walk import ATOMS, parts, substitute, uses

COUNTED = re.compile(r"\bcounted_\w+\(|subsets\(|\bf\d+\(")  # calls that count work, or may
MOST_FIXED_WORK = 100_000  # of a fold that is worked out beforehand


class SteppingExpressions:
    """Writes expressions as Python text (code generation). `text_of` gives that of an operation, with what is fixed worked out
    (constant folding)."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.ranges = Ranges(program)
        self.lookups = Lookups(self.ranges)
        self.known_sets = KnownSets()
        self.names = 0
        self.listing = False  # whether what is written lists answers: the state stays as it is meanwhile
        self.uses_worked = False
        self.worked: dict[str, int] = {}  # what is worked out once in a listing: its text, and its number
        self.function_texts: dict[int, str] = {}
        self._kept_functions: dict[int, bool] = {}
        self.evaluate = FixedEvaluator(program)
        self.cost = Cost(program)
        self.can_fail = FaultFinder(program.functions, self._is_low, self._is_short, self.ranges.may_grow)

    def text_of(self, op: ops.Op) -> str:
        return EXPRESSIONS[type(op)](self, op)

    def _const(self, op: ops.Const) -> str:
        return str(op.value) if op.value >= 0 else f"({op.value})"

    def _address(self, op: ops.Address) -> str:
        return str(op.block)

    def _cell(self, op: ops.Cell) -> str:
        return f"S[{op.index}]"

    def _cell_at(self, op: ops.CellAt) -> str:
        if self.ranges.inside(op.index, 0, op.size - 1):
            return f"S[{op.base} + {self.text_of(op.index)}]"
        held = _standing(op.index)
        if held is not None and self.ranges.inside(held, 0, op.size):
            text = self.text_of(held)
            if _is_quick(held):
                return f"(S[{op.base - 1} + {text}] if {text} else {op.default})"
            return f"standing(S, {op.base - 1}, {text}, {op.default})"
        index = self.text_of(op.index)
        if isinstance(op.index, ATOMS):
            return f"(S[{op.base} + {index}] if {self._between(op.index, op.size)} else {op.default})"
        return f"at(S, {op.base}, {index}, {op.size}, {op.default})"

    def _between(self, op: ops.Op, size: int) -> str:
        """The test whether a number is an index, as short as what is known of it allows."""
        limits, text = self.ranges.of(op), self.text_of(op)
        if limits is not None and limits[1] < size:
            return f"{text} >= 0"
        return f"{text} < {size}" if limits is not None and limits[0] >= 0 else f"0 <= {text} < {size}"

    def _var(self, op: ops.Var) -> str:
        return f"v{op.id}"

    def _bin(self, op: ops.Bin) -> str:
        missing = self.lookups.missing(op)
        if missing is not None:
            return f"(({self.lookups.text(missing[0], self.text_of, masks=True)} & ~{self.text_of(missing[1])}) != 0)"
        a, b = self.text_of(op.left), self.text_of(op.right)
        if op.op in {"min", "max"}:
            return f"{op.op}({a}, {b})"
        if op.op == "&~":
            return f"({a} & ~{b})"
        if op.op in {"+", "-", "*"} and self.ranges.may_grow(op):
            return f"wide({a} {op.op} {b})"
        if op.op == "//" and op.right == ops.ONE:
            return a
        if op.op in {"//", "%"} and not (isinstance(op.right, ops.Const) and op.right.value > 0):
            return f"{'quotient' if op.op == '//' else 'rest'}({a}, {b})"
        return f"({a} {op.op} {b})"

    def _is_never(self, op: ops.Op) -> bool:
        """Whether a condition never holds: it asks whether something is below 0 that never is."""
        if isinstance(op, ops.Bin) and op.op == "or":
            return self._is_never(op.left) and self._is_never(op.right)
        if isinstance(op, ops.Bin) and op.op == "<" and op.right == ops.ZERO:
            limits = self.ranges.of(op.left)
            return limits is not None and limits[0] >= 0
        return False

    def _not(self, op: ops.Not) -> str:
        return f"(not {self.text_of(op.operand)})"

    def _cond(self, op: ops.Cond) -> str:
        if self._is_never(op.condition):
            return self.text_of(op.other)
        return f"({self.text_of(op.then)} if {self.text_of(op.condition)} else {self.text_of(op.other)})"

    def _count(self, op: ops.Count) -> str:
        return f"({self.text_of(op.mask)}).bit_count()"

    def _lowest(self, op: ops.Lowest) -> str:
        mask = self.text_of(op.mask)
        if isinstance(op.mask, ATOMS):
            return f"(({mask} & -{mask}).bit_length() - 1)"
        return f"low({mask})"

    def _highest(self, op: ops.Highest) -> str:
        return f"(({self.text_of(op.mask)}).bit_length() - 1)"

    def _bit(self, op: ops.Bit) -> str:
        kept = self._kept_member(op)
        if kept is not None:
            return kept
        mask, member = self.text_of(op.mask), self.text_of(op.member)
        if self.ranges.inside(op.member, 0, MORE_THAN_A_MASK):
            return f"({mask} >> {member} & 1)"
        if isinstance(op.member, ATOMS) and self.ranges.inside(op.member, -1, MORE_THAN_A_MASK):
            return f"({mask} >> {member} & 1 if {member} >= 0 else 0)"
        if self.lookups.is_member_table(op.member):
            return f"(({self.lookups.text(op.member, self.text_of, masks=True)} & {mask}) != 0)"
        return f"bit({mask}, {member})"

    def _kept_member(self, op: ops.Bit) -> str | None:
        """The text of `x is in (S where C)`, for which nothing but x has to be looked at."""
        fold, member = op.mask, op.member
        if not (
            isinstance(member, ops.Var)
            and isinstance(fold, ops.Fold)
            and fold.kind == "union"
            and len(fold.loops) == 1
            and fold.condition is not None
            and fold.body == ops.Single(ops.Var(fold.loops[0].var))
        ):
            return None
        loop = fold.loops[0]
        if loop.sets or loop.high is not None or uses(fold, member.id):
            return None
        return f"(({self.text_of(loop.source)} >> v{member.id} & 1) and {self.text_of(substitute(fold.condition, {loop.var: member}))})"

    def _single(self, op: ops.Single) -> str:
        member = self.text_of(op.member)
        if self.ranges.inside(op.member, 0, sets.LARGEST_MEMBER) or self.ranges.is_member(op.member):
            return f"(1 << {member})"
        if isinstance(op.member, ATOMS) and self.ranges.inside(op.member, -1, sets.LARGEST_MEMBER):
            return f"(1 << {member} if {member} >= 0 else 0)"
        if self.lookups.is_member_table(op.member):
            return self.lookups.text(op.member, self.text_of, masks=True)
        return f"single({member})"

    def _span(self, op: ops.Range) -> str:
        if isinstance(op.low, ops.Const) and isinstance(op.high, ops.Const) and op.high.value < sets.LARGEST_MEMBER:
            return str(sets.span(op.low.value, op.high.value))
        return f"span({self.text_of(op.low)}, {self.text_of(op.high)})"

    def _table(self, op: ops.ListAt) -> str:
        if self.lookups.is_inside(op):
            return f"T{op.list}[{self.text_of(op.index)}]"
        if isinstance(op.index, ops.Var):
            size, index = len(self.program.lists[op.list]), self.text_of(op.index)
            test = f"{index} >= 0" if self.ranges.inside(op.index, -1, size - 1) else f"0 <= {index} < {size}"
            return f"(T{op.list}[{index}] if {test} else {op.default})"
        return self.lookups.text(op, self.text_of)

    def _call(self, op: ops.Call) -> str:
        if self.listing and op.arguments and self._worth_keeping(op.function):
            number = self.worked.setdefault(f"f{op.function}", len(self.worked))
            key = f"{number}, {', '.join(self.text_of(a) for a in op.arguments)}"
            return self._once(key, self._counts(op.function))
        return f"f{op.function}({', '.join(['S', *(self.text_of(a) for a in op.arguments)])})"

    def _reach(self, op: ops.Reach) -> str:
        return f"reach({self.text_of(op.start)}, {self.text_of(op.within)}, T{op.links})"

    def _one_piece(self, op: ops.OnePiece) -> str:
        return f"one_piece({self.text_of(op.mask)}, T{op.links})"

    def _groups(self, op: ops.Groups) -> str:
        under = "None" if op.under < 0 else f"T{op.under}"
        return f"linked_groups({self.text_of(op.count)}, {self.text_of(op.within)}, T{op.links}, {under}, {self.text_of(op.standing)})"

    def _alike(self, op: ops.Alike) -> str:
        return f"shaped_alike({self.text_of(op.left)}, {op.left_board}, {self.text_of(op.right)}, {op.right_board})"

    def _copies(self, op: ops.Copies) -> str:
        return f"copies_in({self.text_of(op.shape)}, {op.shape_board}, {self.text_of(op.within)}, {op.board})"

    def loop(self, loop: ops.Loop) -> str:
        # What it goes through is worked out before its variable is bound: the same variable may be bound around it.
        source = self.text_of(loop.source)
        if loop.binds:
            members = f"[{source}]"
        elif loop.high is not None:
            if loop.weight:
                members = f"counted_range({source}, {self.text_of(loop.high)}, {loop.weight})"
            else:
                members = f"range({source}, {self.text_of(ops.Bin('+', loop.high, ops.ONE))})"
        elif loop.sets:
            members = f"counted_list({source}, {loop.weight})" if loop.weight else source
        else:
            members = f"counted_members({source}, {loop.weight})" if loop.weight else f"B[{source}]"
        self.ranges.loop(loop)
        return f"for v{loop.var} in {members}"

    def _fold(self, op: ops.Fold) -> str:
        known = self._fixed_value(op)
        if known is not None:
            return str(known)
        quick = self._mask_test(op) or self._board_test(op)
        if quick is not None:
            return quick
        if self.listing and self._reads_state_only(op):
            self.listing = False
            text = self._fold(op)
            self.listing = True
            number = self.worked.setdefault(text, len(self.worked))
            return self._once(str(number), COUNTED.search(text) is not None)
        body, loops = self._body_and_loops(op)
        if op.kind in {"any", "all"}:
            return f"{op.kind}({body} {loops})"
        if op.kind == "sum":
            return f"sum({body} {loops})" if not self.ranges.may_grow(op) else f"wide(sum({body} {loops}))"
        if op.kind == "union":
            return f"reduce(either, ({body} {loops}), 0)"
        if op.kind == "sets":
            return f"[{body} {loops}]" if self._stays_in_order(op) else f"in_order({body} {loops})"
        if op.kind in {"max", "min"}:
            return f"{op.kind}(({body} {loops}), default={NO_NUMBER})"
        return f"{op.kind}([({body}, v{op.loops[0].var}) {loops}])"

    def _once(self, key: str, counted: bool) -> str:
        """The text that looks at what is worked out once in a listing. The work it took counts each time."""
        self.uses_worked = True
        return f"recall(W, ({key}))" if counted else f"W[{key}]"

    def _reads_state_only(self, op: ops.Fold) -> bool:
        """Whether a fold depends on nothing but the state, so that it comes to the same wherever it stands in a listing."""
        if op.kind == "sets":
            return False
        inside = list(parts(op))
        bound = {part.var for part in inside if isinstance(part, ops.Loop)}
        return all(part.id in bound for part in inside if isinstance(part, ops.Var))

    def _worth_keeping(self, number: int) -> bool:
        """Whether a function goes through something, and may be asked the same again while answers are listed."""
        known = self._kept_functions.get(number)
        if known is None:
            function = self.program.functions[number]
            known = False
            if function is not None and reads_state(function.body, self.program.functions):
                known = any(isinstance(part, (ops.Fold, ops.Reach, ops.OnePiece)) for part in self._all_parts(number))
            self._kept_functions[number] = known
        return known

    def _all_parts(self, number: int) -> Iterator[Any]:
        """The parts of a function and of those that it uses."""
        function = self.program.functions[number]
        for part in parts(function.body) if function is not None else ():
            yield part
            if isinstance(part, ops.Call):
                yield from self._all_parts(part.function)

    def _counts(self, number: int) -> bool:
        """Whether work is counted in a function, or may be in one that it uses."""
        text = self.function_texts.get(number)
        return text is None or COUNTED.search(text) is not None

    def _body_and_loops(self, op: ops.Fold) -> tuple[str, str]:
        """The text of the body of a fold, and that of its loops; a number that must be there to be taken is worked out once."""
        there = ops.Bin("!=", op.body, ops.Const(NO_NUMBER))
        parts = [] if op.condition is None else self._conjuncts(op.condition)
        if there not in parts or isinstance(op.body, ATOMS):
            loops = self._loops(op)
            return self.text_of(op.body), loops
        rest = [part for part in parts if part != there]
        loops = self._loops(evolve(op, condition=reduce(partial(ops.Bin, "and"), rest) if rest else None))
        self.names += 1
        name = f"t{self.names}"
        return name, f"{loops} for {name} in [{self.text_of(op.body)}] if {name} != {NO_NUMBER}"

    def _stays_in_order(self, op: ops.Fold) -> bool:
        """Whether a fold of sets only picks them out of a list that is in order."""
        loop, item = op.loops[0], op.body
        if len(op.loops) > 1:
            return False
        if loop.sets:
            return item == ops.Var(loop.var)
        if not isinstance(item, ops.ListAt) or item.index != ops.Var(loop.var) or not self.lookups.is_inside(item):
            return False
        masks = self.program.lists[item.list]
        return sorted_sets(masks) == list(masks)

    def _fixed_value(self, op: ops.Fold) -> int | None:
        """What a fold comes to, if that never changes and is a number or a set."""
        if op.kind in {"any", "all", "sets"} or reads_state(op, self.program.functions):
            return None
        if any(isinstance(part, ops.Call) or (isinstance(part, ops.Loop) and part.high) for part in parts(op)):
            return None  # its work may be much, and is counted when it is run
        if self.cost(op) > MOST_FIXED_WORK:
            return None
        try:
            return self.evaluate(op, {})
        except (StateRead, KeyError):  # only known in play, or by a variable around it
            return None

    def _loops(self, op: ops.Fold) -> str:
        """The text of the loops of a fold, with each part of the condition as far out as its variables allow and nobody notices."""
        parts = self._conjuncts(op.condition) if op.condition is not None else []
        for loop in op.loops:
            self.ranges.loop(loop)
        # What may fail is asked last, and after it all that is written behind it; nor is a loop left out that may fail.
        failing = next((i for i, part in enumerate(parts) if self.can_fail(part)), len(parts))
        parts, late = parts[:failing], parts[failing:]
        first = max((i for i, loop in enumerate(op.loops) if i and self.can_fail(loop)), default=0)
        text = []
        bound = [loop.var for loop in op.loops]
        for i, loop in enumerate(op.loops):
            whole = loop
            if i >= first:
                loop, parts = _narrowed(loop, parts)
            text.append(self.loop(loop) if loop is whole or not whole.weight else self._counted_whole(loop, whole))
            later = bound[i + 1 :]
            ready = [p for p in parts if i >= first and not any(uses(p, var) for var in later)]
            parts = [p for p in parts if not any(p is r for r in ready)]
            text.extend(f"if {self.text_of(p)}" for p in ready)
        return " ".join([*text, *(f"if {self.text_of(p)}" for p in late)])

    def _counted_whole(self, loop: ops.Loop, whole: ops.Loop) -> str:
        """The text of a loop over a part of a set, which counts as one over the whole set."""

        def source(op: ops.Op) -> str:
            if op is whole.source:
                return f"counted_set({self.text_of(op)}, {whole.weight})"
            assert isinstance(op, ops.Bin)
            return f"({source(op.left)} {'&' if op.op == '&' else '& ~'} {self.text_of(op.right)})"

        text = source(loop.source)
        self.ranges.loop(loop)
        return f"for v{loop.var} in B[{text}]"

    def _conjuncts(self, op: ops.Op) -> list[ops.Op]:
        """The parts of a condition that can be tested one by one; what is one look at a table stays together."""
        if isinstance(op, ops.Bin) and op.op == "and" and self.lookups.missing(op) is None:
            return [*self._conjuncts(op.left), *self._conjuncts(op.right)]
        return [op]

    def _mask_test(self, op: ops.Fold) -> str | None:
        """The text of `every q in S is in T` and its like, as one operation on masks."""
        if (
            len(op.loops) != 1
            or op.loops[0].high is not None
            or op.loops[0].sets
            or op.condition is not None
            or op.kind not in {"any", "all"}
        ):
            return None
        loop, body, wanted = op.loops[0], op.body, True
        if isinstance(body, ops.Not):
            body, wanted = body.operand, False
        if not (isinstance(body, ops.Bit) and body.member == ops.Var(loop.var) and not uses(body.mask, loop.var)):
            return None
        source, mask = self.text_of(loop.source), self.text_of(body.mask)
        if op.kind == "any":
            return f"(({source} & {mask}) != 0)" if wanted else f"(({source} & ~{mask}) != 0)"
        return f"(({source} & ~{mask}) == 0)" if wanted else f"(({source} & {mask}) == 0)"

    def _board_test(self, op: ops.Fold) -> str | None:
        """The text of `every x in a fixed row of places is empty` and its like: the row is looked up and laid over what is taken."""
        if op.kind not in {"any", "all"}:
            return None
        # What is asked of each: to be there and free, to be taken, or not to be taken.
        missing, test = self.lookups.missing(op.body), op.body
        if missing is not None:
            member, taken, out, must_exist = missing[0], missing[1], True, True
        else:
            out = isinstance(test, ops.Not)
            test = test.operand if isinstance(test, ops.Not) else test
            if not isinstance(test, ops.Bit) or not self.lookups.is_member_table(test.member):
                return None
            member, taken, must_exist = test.member, test.mask, not out
        board = self._board_taken(taken)
        fixed = [member, *op.loops, *([] if op.condition is None else [op.condition])]
        if board is None or any(reads_state(part, self.program.functions) or self._is_long(part) for part in fixed):
            return None
        # A place that is not there spoils `every` if it has to exist, and `some` never meets it.
        beyond = 1 << len(board.labels)
        spoils = beyond if must_exist == (op.kind == "all") else 0
        inner = f"{self.lookups.text(member, self.text_of, masks=True, outside=spoils)} {self._loops(op)}"
        bound = {loop.var for loop in op.loops}
        free = {part.id for root in fixed for part in parts(root) if isinstance(part, ops.Var)} - bound
        row = self.known_sets.text([f"v{var}" for var in sorted(free)], f"reduce(either, ({inner}), 0)")
        cell = self.text_of(taken)
        if out:
            return (
                f"(({row} & {f'({cell} | {beyond})' if spoils else cell}) == 0)"
                if op.kind == "all"
                else f"(({row} & ~{cell}) != 0)"
            )
        return f"(({row} & ~{cell}) == 0)" if op.kind == "all" else f"(({row} & {cell}) != 0)"

    def _board_taken(self, op: ops.Op) -> ops.BoardInfo | None:
        """The board whose taken places an operation reads, if it reads those."""
        first = self.program.reg.taken
        if isinstance(op, ops.Cell) and first <= op.index < first + len(self.program.boards):
            return self.program.boards[op.index - first]
        return None

    def _is_long(self, op: ops.Op | ops.Loop) -> bool:
        """Whether the work of an operation or loop has to be counted, or may have to be."""
        return any(
            isinstance(part, (ops.Call, ops.Fold)) or (isinstance(part, ops.Loop) and (part.sets or part.weight))
            for part in parts(op)
        )

    def _is_low(self, op: ops.Op) -> bool:
        return self.ranges.is_member(op) or self.ranges.inside(op, -MORE_THAN_A_MASK, sets.LARGEST_MEMBER)

    @staticmethod
    def _is_short(loop: ops.Loop) -> bool:
        return not loop.sets and not loop.weight


def _narrowed(loop: ops.Loop, conditions: list[ops.Op]) -> tuple[ops.Loop, list[ops.Op]]:
    """A loop over the members that are (not) in a known set as well, instead of a test of each; and the conditions left."""
    left = []
    for condition in conditions:
        test = condition.operand if isinstance(condition, ops.Not) else condition
        if (
            loop.high is None
            and not loop.sets
            and isinstance(test, ops.Bit)
            and test.member == ops.Var(loop.var)
            and isinstance(test.mask, (ops.Const, ops.Cell))
        ):
            word = "&" if test is condition else "&~"
            loop = ops.Loop(loop.var, ops.Bin(word, loop.source, test.mask))
        else:
            left.append(condition)
    return loop, left


def _standing(op: ops.Op) -> ops.Op | None:
    """The cell that an operation reads for the die on a place, or none; it holds the number of the die and one."""
    if (
        isinstance(op, ops.Bin)
        and (op.op, op.left) == ("max", ops.NONE)
        and isinstance(op.right, ops.Bin)
        and (op.right.op, op.right.right) == ("-", ops.ONE)
        and isinstance(op.right.left, (ops.Cell, ops.CellAt))
    ):
        return op.right.left
    return None


def _is_quick(op: ops.Op) -> bool:
    """Whether the text of an operation may as well be written twice."""
    return isinstance(op, ATOMS) or (isinstance(op, ops.CellAt) and isinstance(op.index, ATOMS))


EXPRESSIONS: dict[type, Callable[[SteppingExpressions, Any], str]] = {
    ops.Const: SteppingExpressions._const, ops.Cell: SteppingExpressions._cell, ops.Address: SteppingExpressions._address, ops.CellAt: SteppingExpressions._cell_at, ops.Var: SteppingExpressions._var, ops.Bin: SteppingExpressions._bin,
    ops.Not: SteppingExpressions._not, ops.Cond: SteppingExpressions._cond, ops.Count: SteppingExpressions._count, ops.Lowest: SteppingExpressions._lowest,
    ops.Highest: SteppingExpressions._highest, ops.Bit: SteppingExpressions._bit, ops.Single: SteppingExpressions._single, ops.Range: SteppingExpressions._span,
    ops.ListAt: SteppingExpressions._table, ops.Call: SteppingExpressions._call, ops.Fold: SteppingExpressions._fold, ops.Reach: SteppingExpressions._reach, ops.OnePiece: SteppingExpressions._one_piece, ops.Groups: SteppingExpressions._groups,
    ops.Alike: SteppingExpressions._alike, ops.Copies: SteppingExpressions._copies,
}  # fmt: skip
