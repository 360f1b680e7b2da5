"""Expressions of the lowered form as Python text, for a function that plays a whole game; parts that come twice are kept in a name.

Cells that nothing reads by a number become local names of that function (c7); the others stay in the list of cells (S).
"""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.interpreter.folding import is_truth
from dicedsl.interpreter.lookups import Lookups
from dicedsl.interpreter.ranges import MANY, Ranges
from dicedsl.interpreter.survey import Survey
from dicedsl.ir import ops
from dicedsl.ir.inline import ATOMS, children, parts
from dicedsl.ir.kinds import NO_NUMBER

MOST_LINES = 20_000
LONG_LOOP = 1000  # numbers; the steps of longer loops are counted


class TooLong(Exception):
    """The function would be too large."""


class Expressions:
    def __init__(self, program: ops.Program) -> None:
        self.p = program
        self.reg = program.reg
        self.survey = Survey(program)
        self.fold = self.survey.fold
        self.ranges = Ranges(program)
        self.lookups = Lookups(self.ranges)
        self.reached = self.survey.reached
        self.sorts = program.sorts_dice and any(len(g) > 1 for g in program.plain_groups)
        self.lines: list[str] = []
        self.functions: set[int] = set()
        self.memo: list[dict[ops.Op, str]] = [{}]
        self.temps = 0
        self.counts_steps = False
        self.vectors: set[int] = set()
        self.read: set[int] = set()
        self._survey_use()

    # -------------------------------------------------------------- which cells can be local names

    def _survey_use(self) -> None:
        reg, p = self.reg, self.p
        groups = any(len(g) > 1 for g in p.plain_groups)
        plain_picks = False
        for op in self._all_ops():
            self._use(op, inside_function=False)
        for number in self.reached:
            end = p.blocks[number].end
            if isinstance(end, ops.Ask):
                decision = p.decisions[end.decision]
                if decision.at_once or decision.table or decision.looks_ahead:
                    raise TooLong
                for alternative in decision.alternatives:
                    plain_picks |= bool(p.plain_groups) and any(k.shape == "die" for k in alternative.picks)
            if isinstance(end, ops.RollDice):
                self._vector(reg.face, len(p.dice))
                self._vector(reg.showing, p.max_face + 1)
            if isinstance(end, ops.Back):
                self.read.add(end.cell)
            for s in self._flat(p.blocks[number].body):
                if isinstance(s, ops.StoreAt):
                    at = self.fold(s.at)
                    if not (isinstance(at, ops.Const) and 0 <= at.value < s.size):
                        self._vector(s.base, s.size)
                elif isinstance(s, ops.Face):
                    self._vector(reg.face, len(p.dice))
                    self._vector(reg.showing, p.max_face + 1)
                elif isinstance(s, ops.Put):
                    self.read.update(range(reg.zone_mask, reg.zone_mask + len(p.zones)))
                    if p.boards or not self._plain_location(s):
                        self._vector(reg.zone_mask, len(p.zones))
        if groups or plain_picks or p.boards:
            self._vector(reg.location, len(p.dice))
            self._vector(reg.face, len(p.dice))
            self._vector(reg.zone_mask, len(p.zones))
            self._vector(reg.showing, p.max_face + 1)
            self._vector(reg.shown, 1)
            self._vector(reg.on_place, sum(len(b.labels) for b in p.boards))
            self._vector(reg.taken, len(p.boards))

    def _plain_location(self, s: ops.Put) -> bool:
        where = self.fold(s.location)
        return isinstance(where, ops.Const) and 0 <= where.value < len(self.p.zones)

    def _vector(self, base: int, count: int) -> None:
        self.vectors.update(range(base, base + count))
        self.read.update(range(base, base + count))

    def _flat(self, body: list[ops.Stmt] | tuple[ops.Stmt, ...]) -> Iterator[ops.Stmt]:
        for s in body:
            yield s
            if isinstance(s, ops.When):
                yield from self._flat(s.then)
                yield from self._flat(s.other)
            elif isinstance(s, ops.Each):
                yield from self._flat(s.body)

    def _all_ops(self) -> Iterator[ops.Op]:
        p = self.p
        for number in self.reached:
            block = p.blocks[number]
            for s in self._flat(block.body):
                for name in ("value", "at", "dice", "location", "number", "condition", "by"):
                    op = getattr(s, name, None)
                    if op is not None:
                        yield self.fold(op)
                if isinstance(s, ops.Each):
                    yield self.fold(s.loop.source)
                    if s.loop.high is not None:
                        yield self.fold(s.loop.high)
            end = block.end
            if isinstance(end, ops.Branch):
                yield self.fold(end.condition)
            elif isinstance(end, ops.RollDice):
                yield self.fold(end.dice)
            elif isinstance(end, ops.DrawOne):
                yield self.fold(end.members)
            elif isinstance(end, ops.Ask):
                for a in p.decisions[end.decision].alternatives:
                    yield from (self.fold(m.condition) for m in a.musts)
                    for k in a.picks:
                        for pick_op in (k.source, k.range_high, k.low, k.high, k.condition):
                            if pick_op is not None:
                                yield self.fold(pick_op)

    def _use(self, root: ops.Op, inside_function: bool) -> None:
        for op in parts(root):
            if isinstance(op, ops.Cell):
                self.read.add(op.index)
                if inside_function:
                    self.vectors.add(op.index)
            elif isinstance(op, ops.CellAt):
                self._vector(op.base, op.size)
            elif isinstance(op, ops.Call) and op.function not in self.functions:
                self.functions.add(op.function)
                function = self.p.functions[op.function]
                assert function is not None
                self._use(self.fold(function.body), inside_function=True)

    # -------------------------------------------------------------- lines

    def write(self, depth: int, text: str) -> None:
        self.lines.append(" " * depth + text)
        if len(self.lines) > MOST_LINES:
            raise TooLong

    def temp(self) -> str:
        self.temps += 1
        return f"t{self.temps}"

    def cell(self, index: int) -> str:
        return f"S[{index}]" if index in self.vectors else f"c{index}"

    # -------------------------------------------------------------- expressions

    def top(self, op: ops.Op, depth: int) -> str:
        """The value of an expression of a statement: Python text, after lines that prepare it."""
        self.memo = [{}]
        folded = self.fold(op)
        counts: dict[ops.Op, int] = {}
        for part in parts(folded):
            if isinstance(part, (ops.Bin, ops.Count)):
                counts[part] = counts.get(part, 0) + 1
        self.repeated = {part for part, count in counts.items() if count > 1 and total(part)}
        return self.x(folded, depth)

    repeated: set[ops.Op]

    def whole(self, op: ops.Op, depth: int) -> str:
        text = self.top(op, depth)
        return f"int({text})" if maybe_bool(self.fold(op)) else text

    def _known(self, op: ops.Op) -> str | None:
        for layer in reversed(self.memo):
            if op in layer:
                return layer[op]
        return None

    def x(self, op: ops.Op, depth: int) -> str:
        if isinstance(op, ops.Const):
            return str(op.value) if op.value >= 0 else f"({op.value})"
        if isinstance(op, ops.Cell):
            return self.cell(op.index)
        if isinstance(op, ops.Var):
            return f"v{op.id}"
        known = self._known(op)
        if known is not None:
            return known
        if op in self.repeated:
            text = self._x(op, depth)
            name = self.temp()
            self.write(depth, f"{name} = {text}")
            self.memo[-1][op] = name
            return name
        return self._x(op, depth)

    def _x(self, op: ops.Op, depth: int) -> str:
        if isinstance(op, ops.Bin):
            return self._bin(op, depth)
        if isinstance(op, ops.Not):
            return f"(not {self.x(op.operand, depth)})"
        if isinstance(op, ops.Cond):
            return self._cond(op, depth)
        if isinstance(op, ops.Fold):
            return self._fold(op, depth)
        if isinstance(op, ops.CellAt):
            return self._cell_at(op, depth)
        if isinstance(op, ops.Count):
            return f"{self._group(op.mask, depth)}.bit_count()"
        if isinstance(op, ops.Lowest):
            mask = self.x(op.mask, depth)
            return f"(({mask} & -{mask}).bit_length() - 1)" if isinstance(op.mask, ATOMS) else f"low({mask})"
        if isinstance(op, ops.Highest):
            return f"({self._group(op.mask, depth)}.bit_length() - 1)"
        if isinstance(op, ops.Bit):
            if self.lookups.tells_a_member(op.member) and not self.lookups.is_inside(op.member):
                return f"(({self._mask_told(op.member, depth)} & {self.x(op.mask, depth)}) != 0)"
            mask, member = self.x(op.mask, depth), self.x(op.member, depth)
            return f"({mask} >> {member} & 1)" if self.sure(op.member) else f"bit({mask}, {member})"
        if isinstance(op, ops.Single):
            if self.lookups.tells_a_member(op.member) and not self.lookups.is_inside(op.member):
                return self._mask_told(op.member, depth)
            member = self.x(op.member, depth)
            if self.sure(op.member):
                return f"(1 << {member})"
            return (
                f"(1 << {member} if {member} >= 0 else 0)" if isinstance(op.member, ops.Cell) else f"single({member})"
            )
        if isinstance(op, ops.Span2):
            return f"span({self.x(op.low, depth)}, {self.x(op.high, depth)})"
        if isinstance(op, ops.TableAt):
            if self.lookups.is_inside(op):
                return f"T{op.table}[{self.x(op.index, depth)}]"
            return self.lookups.text(op, lambda index: self.x(index, depth))
        assert isinstance(op, ops.Call)
        return f"f{op.function}({', '.join(['S', *(self.x(a, depth) for a in op.arguments)])})"

    def sure(self, op: ops.Op) -> bool:
        """Whether an index can be used as it is."""
        return isinstance(op, ops.Var) or self.ranges.inside(op, 0, MANY)

    def _mask_told(self, op: ops.TableAt, depth: int) -> str:
        return self.lookups.text(op, lambda index: self.x(index, depth), masks=True)

    def _group(self, op: ops.Op, depth: int) -> str:
        text = self.x(op, depth)
        return text if text[0] == "(" or text[0].isalpha() else f"({text})"

    def _cell_at(self, op: ops.CellAt, depth: int) -> str:
        index = self.x(op.index, depth)
        if not op.checked or self.sure(op.index):
            return f"S[{op.base} + {index}]"
        if isinstance(op.index, ops.Cell):
            return f"(S[{op.base} + {index}] if {index} >= 0 else -1)"
        return f"at(S, {op.base}, {index}, {op.size})"

    def _bin(self, op: ops.Bin, depth: int) -> str:
        missing = self.lookups.missing(op)
        if missing is not None:
            return f"(({self._mask_told(missing[0], depth)} & ~{self.x(missing[1], depth)}) != 0)"
        a = self.x(op.left, depth)
        if op.op in {"and", "or"} and self._needs_lines(op.right):
            name = self.temp()
            self.write(depth, f"{name} = {a}")
            self.write(depth, f"if {name}:" if op.op == "and" else f"if not {name}:")
            self._branch(name, op.right, depth + 1)
            return name
        b = self.x(op.right, depth)
        if op.op == "max":
            if isinstance(op.left, ATOMS) and isinstance(op.right, ATOMS):
                return f"({a} if {a} > {b} else {b})"
            return f"max({a}, {b})"
        if op.op == "min":
            if isinstance(op.left, ATOMS) and isinstance(op.right, ATOMS):
                return f"({a} if {a} < {b} else {b})"
            return f"min({a}, {b})"
        if op.op == "&~":
            return f"({a} & ~{b})"
        if op.op == "*" and self.ranges.may_grow(op):
            return f"times({a}, {b})"
        if op.op in {"//", "%"} and not (isinstance(op.right, ops.Const) and op.right.value > 0):
            return f"{'quotient' if op.op == '//' else 'rest'}({a}, {b})"
        return f"({a} {op.op} {b})"

    def _branch(self, name: str, op: ops.Op, depth: int) -> None:
        self.memo.append({})
        text = self.x(op, depth)
        self.write(depth, f"{name} = {text}")
        self.memo.pop()

    def _cond(self, op: ops.Cond, depth: int) -> str:
        test = self.x(op.condition, depth)
        if not self._needs_lines(op.then) and not self._needs_lines(op.other):
            return f"({self.x(op.then, depth)} if {test} else {self.x(op.other, depth)})"
        name = self.temp()
        self.write(depth, f"if {test}:")
        self._branch(name, op.then, depth + 1)
        self.write(depth, "else:")
        self._branch(name, op.other, depth + 1)
        return name

    def _needs_lines(self, op: ops.Op) -> bool:
        return any(isinstance(part, ops.Fold) for part in parts(op))

    def loop(self, loop: ops.Loop, depth: int) -> str:
        self.ranges.loop(loop)
        if loop.binds:
            return f"for v{loop.var} in ({self.x(loop.source, depth)},):"
        if loop.high is not None:
            low, high = self.x(loop.source, depth), self.x(loop.high, depth)
            if self.ranges.is_short(loop, LONG_LOOP):
                return f"for v{loop.var} in range({low}, {high} + 1):"
            self.counts_steps = True
            return f"for v{loop.var} in steps({low}, {high}):"
        return f"for v{loop.var} in B[{self.x(loop.source, depth)}]:"

    def _hoist(self, within: list[ops.Op], bound: set[int], depth: int) -> None:
        """What does not depend on the loops is worked out before them."""
        for op in within:
            if isinstance(op, ATOMS) or self._known(op) is not None:
                continue
            if (
                isinstance(op, (ops.Bin, ops.Count))
                and total(op)
                and not any(isinstance(v, ops.Var) and v.id in bound for v in parts(op))
            ):
                name = self.temp()
                text = self._x(op, depth)
                self.write(depth, f"{name} = {text}")
                self.memo[-1][op] = name
            else:
                inner = bound | {item.var for item in op.loops} if isinstance(op, ops.Fold) else bound
                self._hoist(list(children(op)), inner, depth)

    def _fold(self, op: ops.Fold, depth: int) -> str:
        name = self.temp()
        starts = {"any": "0", "all": "1", "sum": "0", "count": "0", "union": "0", "max": "None", "min": "None"}
        self.memo.append({})
        inner = [*(item.source for item in op.loops[1:]), *([] if op.condition is None else [op.condition]), op.body]
        self._hoist(inner, {item.var for item in op.loops}, depth)
        best = op.kind in {"best_max", "best_min"}
        self.write(depth, f"{name} = {'[]' if best else starts[op.kind]}")
        first = depth
        for i, item in enumerate(op.loops):
            self.memo.append({})
            self.write(depth + i, self.loop(item, depth + i))
        at = depth + len(op.loops)
        if op.condition is not None:
            self.write(at, f"if {self.x(op.condition, at)}:")
            at += 1
            self.memo.append({})
        body = self.x(op.body, at)
        if op.kind in {"any", "all"}:
            self.write(at, f"if {body}:" if op.kind == "any" else f"if not {body}:")
            self.write(at + 1, f"{name} = {int(op.kind == 'any')}")
            self.write(at + 1, "break")
            for i in reversed(range(1, len(op.loops))):
                self.write(first + i, f"if {name if op.kind == 'any' else f'not {name}'}: break")
        elif op.kind in {"sum", "union", "count"}:
            self.write(at, f"{name} {'|' if op.kind == 'union' else '+'}= {'1' if op.kind == 'count' else body}")
        elif best:
            self.write(at, f"{name}.append(({body}, v{op.loops[0].var}))")
        else:
            value = self.temp()
            self.write(at, f"{value} = {body}")
            self.write(at, f"if {name} is None or {value} {'>' if op.kind == 'max' else '<'} {name}: {name} = {value}")
        del self.memo[-1 - len(op.loops) - (op.condition is not None) :]
        if best:
            self.write(first, f"{name} = {op.kind}({name})")
        elif op.kind in {"max", "min"}:
            self.write(first, f"if {name} is None: {name} = {NO_NUMBER}")
        return name


def total(op: ops.Op) -> bool:
    """Whether it can be worked out at any time without harm."""
    for part in parts(op):
        if isinstance(part, ops.Bin):
            if part.op in {"//", "%", "<<"}:
                return False
        elif not isinstance(part, (*ATOMS, ops.Count, ops.Not)):
            return False
    return True


def maybe_bool(op: ops.Op) -> bool:
    if isinstance(op, ops.Cond):
        return maybe_bool(op.then) or maybe_bool(op.other)
    if isinstance(op, ops.Bin) and op.op in {"min", "max", "&", "|", "^"}:
        return maybe_bool(op.left) or maybe_bool(op.right)
    if isinstance(op, (ops.Fold, ops.Const)):
        return isinstance(op, ops.Fold) and op.kind in {"max", "min"}
    return is_truth(op) or isinstance(op, ops.Call)
