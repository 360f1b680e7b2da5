"""Whole games of players who choose at random, as one generated Python function for each program.

It means what stepping from choice to choice means, draw for draw. Where it meets anything out of the ordinary (a fault, a game
without end) it gives up, and the caller plays the same game again step by step.

What is generated holds only numbers and names made here (S, c7, v7, t3): nothing of the author's text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from operator import length_hint
from typing import Any

from dicedsl.errors import Fault
from dicedsl.interpreter import helpers
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.folding import MOST_TURNS, Folder, is_truth
from dicedsl.interpreter.lookups import Lookups
from dicedsl.interpreter.ranges import FAIR, MANY, Ranges
from dicedsl.ir import ops
from dicedsl.ir.inline import ATOMS, children, parts
from dicedsl.ir.kinds import NO_NUMBER

MOST_TAIL = 60  # lines that are repeated rather than jumped to
MOST_DEPTH = 40
MOST_LINES = 20_000
LONG_LOOP = 1000  # numbers; the steps of longer loops are counted


class Again(Exception):
    """This game must be played step by step."""


class TooLong(Exception):
    """The function would be too large."""


# ------------------------------------------------------------------ the random source


class Bytes:
    """The bytes of a random source, one after the other, as fast as Python can hand them out."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self._last: Iterator[int] = iter(chance._bytes[chance._at :])
        self.next: Callable[[], int] = chain.from_iterable(self._parts()).__next__

    def _parts(self) -> Iterator[Iterator[int]]:
        chance = self.chance
        yield self._last
        while True:
            chance.state, chance._bytes = next_bytes(chance.state)
            self._last = iter(chance._bytes)
            yield self._last

    def done(self) -> None:
        """The source goes on after the last byte taken."""
        self.chance._at = len(self.chance._bytes) - length_hint(self._last)


_WORDS = 64
_LOW = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_ONES = sum(1 << 128 * i for i in range(_WORDS))
_LANES = _LOW * _ONES
_STEPS = sum(((i + 1) * _GAMMA & _LOW) << 128 * i for i in range(_WORDS))


def next_bytes(state: int) -> tuple[int, bytes]:
    """The next words of SplitMix64, many at a time: each in its own 128 bits of one great number."""
    z = (state * _ONES + _STEPS) & _LANES
    z = ((z ^ z >> 30) & _LANES) * 0xBF58476D1CE4E5B9 & _LANES
    z = ((z ^ z >> 27) & _LANES) * 0x94D049BB133111EB & _LANES
    z = (z ^ z >> 31) & _LANES
    words = memoryview(z.to_bytes(16 * _WORDS, "little")).cast("Q")[::2]
    return (state + _WORDS * _GAMMA) & _LOW, words.tobytes()


LIMITS = (0, *(256 - 256 % n for n in range(1, 257)))


def below(byte: Callable[[], int], n: int) -> int:
    """As `Chance.below`."""
    if n <= 256:
        limit = LIMITS[n]
        while True:
            value = byte()
            if value < limit:
                return value % n
    width = ((n - 1).bit_length() + 7) // 8
    space = 1 << (8 * width)
    limit = space - space % n
    while True:
        value = 0
        for i in range(width):
            value |= byte() << (8 * i)
        if value < limit:
            return value % n


# ------------------------------------------------------------------ what never changes


def successors(program: ops.Program, end: ops.End, ways_back: dict[int, set[int]]) -> list[int]:
    if isinstance(end, ops.Jump):
        return [end.block]
    if isinstance(end, ops.Branch):
        return [end.then, end.other]
    if isinstance(end, ops.Back):
        return sorted(ways_back.get(end.cell, ()))
    if isinstance(end, (ops.RollDice, ops.DrawOne)):
        return [end.next]
    if isinstance(end, ops.Ask):
        decision = program.decisions[end.decision]
        return [*(a.block for a in decision.alternatives), *([decision.nothing] if decision.nothing >= 0 else [])]
    return []


class Survey:
    """Which blocks can be reached, which cells never change, and where each way back may lead."""

    def __init__(self, program: ops.Program, most_turns: int = MOST_TURNS) -> None:
        self.p = program
        self.fixed = dict(enumerate(program.initial))
        self.fold = Folder(program, self.fixed, most_turns)
        self.ways_back: dict[int, set[int]] = {}
        self.back_cells = {b.end.cell for b in program.blocks if isinstance(b.end, ops.Back)}
        for cell in (program.reg.pc, program.reg.asked, program.reg.rolling, program.reg.over, *self.back_cells):
            self.fixed.pop(cell, None)
        self.reached: set[int] = set()
        while self._pass():
            pass

    def _pass(self) -> bool:
        before = len(self.fixed), len(self.reached), sum(map(len, self.ways_back.values()))
        self.reached = set()
        waiting = [self.p.entry]
        while waiting:
            number = waiting.pop()
            if number in self.reached:
                continue
            self.reached.add(number)
            block = self.p.blocks[number]
            self._statements(block.body)
            waiting.extend(self._ways(block.end))
        return before != (len(self.fixed), len(self.reached), sum(map(len, self.ways_back.values())))

    def _ways(self, end: ops.End) -> list[int]:
        reg = self.p.reg
        if isinstance(end, ops.Branch):
            condition = self.fold(end.condition)
            if isinstance(condition, ops.Const):
                return [end.then if condition.value else end.other]
        elif isinstance(end, ops.Ask):
            for alternative in self.p.decisions[end.decision].alternatives:
                for pick in alternative.picks:
                    self.fixed.pop(pick.cell, None)
            if self.p.sorts_dice and any(len(g) > 1 for g in self.p.plain_groups):
                self._dice_change()
        elif isinstance(end, ops.DrawOne):
            self.fixed.pop(end.cell, None)
        elif isinstance(end, ops.RollDice):
            self._loosen(reg.face, len(self.p.dice))
            self._loosen(reg.showing, self.p.max_face + 1)
            if self.fixed.get(reg.shown) != 0:
                self.fixed.pop(reg.shown, None)
        return successors(self.p, end, self.ways_back)

    def _dice_change(self) -> None:
        """Equal dice may change places: all that is known of them, unless they can never lie apart."""
        reg = self.p.reg
        self._loosen(reg.location, len(self.p.dice))
        self._loosen(reg.face, len(self.p.dice))
        self._loosen(reg.showing, self.p.max_face + 1)
        zones = range(reg.zone_mask, reg.zone_mask + len(self.p.zones))
        for dice in self.p.plain_groups:
            whole = sum(1 << d for d in dice)
            together = all(z in self.fixed and self.fixed[z] & whole in (0, whole) for z in zones)
            if not together or self.p.boards:
                self._loosen(reg.zone_mask, len(self.p.zones))
                self._loosen(reg.on_place, sum(len(b.labels) for b in self.p.boards))
        if self.fixed.get(reg.shown) != 0:
            self.fixed.pop(reg.shown, None)

    def _loosen(self, base: int, count: int) -> None:
        for cell in range(base, base + count):
            self.fixed.pop(cell, None)

    def _stored(self, cell: int, value: ops.Op) -> None:
        if cell in self.back_cells and isinstance(value, ops.Const):
            self.ways_back.setdefault(cell, set()).add(value.value)
        if cell in self.fixed and self.fold(value) != ops.Const(self.fixed[cell]):
            del self.fixed[cell]

    def _statements(self, body: list[ops.Stmt] | tuple[ops.Stmt, ...]) -> None:
        reg = self.p.reg
        for s in body:
            if isinstance(s, ops.Store):
                self._stored(s.index, s.value)
            elif isinstance(s, ops.StoreAt):
                at = self.fold(s.at)
                if isinstance(at, ops.Const) and 0 <= at.value < s.size:
                    self._stored(s.base + at.value, s.value)
                else:
                    self._loosen(s.base, s.size)
            elif isinstance(s, ops.Put):
                self._loosen(reg.zone_mask, len(self.p.zones))
                self._loosen(reg.location, len(self.p.dice))
                self._loosen(reg.on_place, sum(len(b.labels) for b in self.p.boards))
                self._loosen(reg.taken, len(self.p.boards))
            elif isinstance(s, ops.Face):
                self._loosen(reg.face, len(self.p.dice))
                self._loosen(reg.showing, self.p.max_face + 1)
            elif isinstance(s, ops.When):
                condition = self.fold(s.condition)
                if not isinstance(condition, ops.Const) or condition.value:
                    self._statements(s.then)
                if not isinstance(condition, ops.Const) or not condition.value:
                    self._statements(s.other)
            elif isinstance(s, ops.Each):
                self._statements(s.body)
            elif isinstance(s, ops.Reset):
                for base, values in s.runs:
                    for i, value in enumerate(values):
                        if self.fixed.get(base + i, value) != value:
                            del self.fixed[base + i]


# ------------------------------------------------------------------ the function


class PlayWriter:
    """Python source of one function that plays a whole game."""

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
        self.suspensions = 0
        self.counts_steps = False
        self.vectors: set[int] = set()
        self.read: set[int] = set()
        self._survey_use()
        self.heads: dict[int, int] = {}
        self.tail: dict[int, int] = {}
        self._find_heads()

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

    # -------------------------------------------------------------- which blocks are jumped to

    def _next(self, number: int) -> list[int]:
        end = self.p.blocks[number].end
        if isinstance(end, ops.Branch):
            condition = self.fold(end.condition)
            if isinstance(condition, ops.Const):
                return [end.then if condition.value else end.other]
        return successors(self.p, end, self.survey.ways_back)

    def _find_heads(self) -> None:
        """The entry, one block of every circle, and what would be repeated too often."""
        p = self.p
        heads = {p.entry}
        state: dict[int, int] = {}
        order: list[int] = []
        stack: list[tuple[int, Iterator[int]]] = [(p.entry, iter(self._next(p.entry)))]
        state[p.entry] = 1
        leading = dict.fromkeys(self.reached, 0)
        while stack:
            number, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                state[number] = 2
                order.append(number)
                stack.pop()
                continue
            leading[following] += 1
            if state.get(following) == 1:
                heads.add(following)
            elif following not in state:
                state[following] = 1
                stack.append((following, iter(self._next(following))))
        for number in order:
            end = p.blocks[number].end
            if isinstance(end, ops.Back) and len(self._next(number)) > 1:
                heads.update(self._next(number))
        for number in order:
            block = p.blocks[number]
            own = (
                2
                + 2 * sum(1 for _ in self._flat(block.body))
                + (12 if isinstance(block.end, (ops.Ask, ops.RollDice)) else 0)
            )
            own += sum(1 if n in heads else self.tail.get(n, 1) for n in self._next(number))
            self.tail[number] = own
            if leading[number] > 1 and own > MOST_TAIL:
                heads.add(number)
        for number in sorted(heads):
            self._head(number)

    def _head(self, number: int) -> int:
        if number not in self.heads:
            self.heads[number] = len(self.heads)
        return self.heads[number]

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
        if (
            op.op == "*"
            and not any(isinstance(x, ops.Const) and abs(x.value) < 1 << 20 for x in (op.left, op.right))
            and not self.ranges.inside(op, *FAIR)
        ):
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

    # -------------------------------------------------------------- statements

    def _silent(self, cell: int) -> bool:
        """Cells that only matter to somebody who looks on."""
        return cell in {self.reg.pc, self.reg.asked, self.reg.rolling} and cell not in self.read

    def statements(self, body: list[ops.Stmt] | tuple[ops.Stmt, ...], depth: int, known: dict[int, int]) -> None:
        before = len(self.lines)
        for s in body:
            self._statement(s, depth, known)
        if len(self.lines) == before:
            self.write(depth, "pass")

    def store(self, index: int, value: str, depth: int) -> None:
        if index not in self.survey.fixed and not self._silent(index):
            self.write(depth, f"{self.cell(index)} = {value}")

    def _statement(self, s: ops.Stmt, depth: int, known: dict[int, int]) -> None:
        if isinstance(s, ops.Store):
            if s.index in self.survey.fixed or self._silent(s.index):
                return
            if s.index in self.survey.back_cells:
                known.pop(s.index, None)
                if isinstance(s.value, ops.Const):
                    known[s.index] = s.value.value
            self.store(s.index, self.whole(s.value, depth), depth)
        elif isinstance(s, ops.StoreAt):
            at = self.fold(s.at)
            if isinstance(at, ops.Const) and 0 <= at.value < s.size:
                self._statement(ops.Store(s.base + at.value, s.value), depth, known)
                return
            value = self.whole(s.value, depth)
            index = self.top(s.at, depth)
            if not isinstance(at, ops.Var):
                if not isinstance(at, ATOMS):
                    self.write(depth, f"i = {index}")
                    index = "i"
                self.write(depth, f"if not 0 <= {index} < {s.size}: raise Again")
            self.write(depth, f"S[{s.base} + {index}] = {value}")
        elif isinstance(s, ops.StoreVar):
            self.write(depth, f"v{s.var} = {self.whole(s.value, depth)}")
        elif isinstance(s, ops.Put):
            self._put(s, depth)
        elif isinstance(s, ops.Face):
            dice = self.top(s.dice, depth)
            self.write(depth, f"turned(S, {dice}, {self.top(s.number, depth)})")
        elif isinstance(s, ops.When):
            condition = self.fold(s.condition)
            if isinstance(condition, ops.Const):
                self.statements(s.then if condition.value else s.other, depth, known)
                return
            self.write(depth, f"if {self.top(s.condition, depth)}:")
            inner: dict[int, int] = {}
            self.statements(s.then, depth + 1, inner)
            if s.other:
                self.write(depth, "else:")
                self.statements(s.other, depth + 1, inner)
            for nested in self._flat((*s.then, *s.other)):
                if isinstance(nested, ops.Store):
                    known.pop(nested.index, None)
        elif isinstance(s, ops.Each):
            self._each(s, depth, known)
        elif isinstance(s, ops.Reset):
            for base, values in s.runs:
                for i, first in enumerate(values):
                    known.pop(base + i, None)
                    self.store(base + i, str(first), depth)
        elif isinstance(s, ops.Check):
            self.write(depth, f"if not {self.top(s.condition, depth)}: raise Again")

    def _put(self, s: ops.Put, depth: int) -> None:
        dice = self.top(s.dice, depth)
        if self.p.boards:
            self.write(depth, f"m = {dice}")
            self.write(depth, f"put(S, m, {self.top(s.location, depth)}, 0)")
            return
        if not self._plain_location(s):
            self.write(depth, f"m = {dice}")
            self.write(depth, f"i = {self.top(s.location, depth)}")
            for z in range(len(self.p.zones)):
                self.write(depth, f"S[{self.reg.zone_mask + z}] &= ~m")
            self.write(depth, f"S[{self.reg.zone_mask} + i] |= m")
            return
        where = self.fold(s.location)
        assert isinstance(where, ops.Const)
        self.write(depth, f"m = {dice}")
        for z in range(len(self.p.zones)):
            cell = self.cell(self.reg.zone_mask + z)
            self.write(depth, f"{cell} |= m" if z == where.value else f"{cell} &= ~m")

    def _each(self, s: ops.Each, depth: int, known: dict[int, int]) -> None:
        var = f"v{s.loop.var}"
        self.memo, self.repeated = [{}], set()
        loop = ops.Loop(s.loop.var, self.fold(s.loop.source), None if s.loop.high is None else self.fold(s.loop.high))
        text = self.loop(loop, depth)
        if s.condition is not None or s.by is not None:
            name = self.temp()
            self.write(depth, f"{name} = []")
            self.write(depth, text)
            at = depth + 1
            if s.condition is not None:
                self.write(at, f"if {self.top(s.condition, at)}:")
                at += 1
            if s.by is not None:
                self.write(at, f"{name}.append(({'-' if s.highest else ''}({self.top(s.by, at)}), {var}))")
                text = f"for _, {var} in sorted({name}):"
            else:
                self.write(at, f"{name}.append({var})")
                text = f"for {var} in {name}:"
        self.write(depth, text)
        self.statements(s.body, depth + 1, {})
        for nested in self._flat(s.body):
            if isinstance(nested, ops.Store):
                known.pop(nested.index, None)

    # -------------------------------------------------------------- blocks

    def go(self, number: int, depth: int, known: dict[int, int]) -> None:
        if number in self.heads or depth > MOST_DEPTH:
            if number not in self.heads:
                self._head(number)
            self.write(depth, f"p = {self.heads[number]}")
            self.write(depth, "continue")
        else:
            self.block(number, depth, known)

    def block(self, number: int, depth: int, known: dict[int, int]) -> None:
        block = self.p.blocks[number]
        for s in block.body:
            self._statement(s, depth, known)
        end = block.end
        if isinstance(end, ops.Jump):
            self.go(end.block, depth, known)
        elif isinstance(end, ops.Branch):
            condition = self.fold(end.condition)
            if isinstance(condition, ops.Const):
                self.go(end.then if condition.value else end.other, depth, known)
                return
            self.write(depth, f"if {self.top(end.condition, depth)}:")
            self.go(end.then, depth + 1, dict(known))
            self.go(end.other, depth, known)
        elif isinstance(end, ops.Back):
            self._back(end, depth, known)
        elif isinstance(end, ops.Ask):
            self._ask(self.p.decisions[end.decision], depth, known)
        elif isinstance(end, ops.RollDice):
            self._roll(end, depth, known)
        elif isinstance(end, ops.DrawOne):
            self.suspensions += 1
            self.write(depth, f"m = {self.top(end.members, depth)}")
            self.write(depth, "if not m: raise Again")
            self.store(self.reg.asked, f"1 << {self._value(self.reg.actor)}", depth)
            self.store(end.cell, "nth(m, below(byte, m.bit_count()))", depth)
            self.go(end.next, depth, known)
        else:
            for cell in range(self.p.cells):
                if cell not in self.vectors and cell not in self.survey.fixed and not self._silent(cell):
                    self.write(depth, f"S[{cell}] = c{cell}")
            self.write(depth, f"S[{self.reg.pc}] = {number}")
            self.write(depth, f"S[{self.reg.over}] = 1")
            self.write(depth, f"S[{self.reg.asked}] = S[{self.reg.rolling}] = 0")
            self.write(depth, "return S")

    def _value(self, cell: int) -> str:
        return str(self.survey.fixed[cell]) if cell in self.survey.fixed else self.cell(cell)

    def _back(self, end: ops.Back, depth: int, known: dict[int, int]) -> None:
        ways = sorted(self.survey.ways_back.get(end.cell, ()))
        if end.cell in known:
            ways = [known[end.cell]]
        if len(ways) == 1:
            self.go(ways[0], depth, known)
            return
        for i, way in enumerate(ways):
            self.write(depth, f"{'if' if i == 0 else 'elif'} {self.cell(end.cell)} == {way}: p = {self._head(way)}")
        self.write(depth, "else: raise Again")
        self.write(depth, "continue")

    # -------------------------------------------------------------- rolls

    def _draw(self, name: str, sides: int, depth: int) -> None:
        self.write(depth, f"{name} = byte()")
        if 256 % sides:
            self.write(depth, f"while {name} >= {LIMITS[sides]}: {name} = byte()")

    def _roll(self, end: ops.RollDice, depth: int, known: dict[int, int]) -> None:
        self.suspensions += 1
        p, reg = self.p, self.reg
        mask = self.fold(end.dice)
        text = self.top(end.dice, depth)
        numbered = all(d.numbered for d in p.dice) or not any(len(g) > 1 for g in p.plain_groups)
        faces = {d.faces for d in p.dice}
        if isinstance(mask, ops.Const):
            dice = helpers.B[mask.value]
        if not self._silent(reg.asked) and mask != ops.ZERO:
            self.write(depth, f"if {text}: {self.cell(reg.asked)} = 1 << {self._value(reg.actor)}")
        if isinstance(mask, ops.Const) and numbered and len(dice) <= 2:
            for die in dice:
                self._fall(str(die), str(1 << die), p.dice[die].faces, depth)
        elif numbered and len(faces) == 1 and len(next(iter(faces))) <= 256:
            self.write(depth, f"for d in B[{text}]:")
            self.write(depth + 1, "o = 1 << d")
            self._fall("d", "o", next(iter(faces)), depth + 1)
        else:
            self.write(depth, f"throw(S, {text}, byte)")
            if reg.shown not in self.vectors:
                self._conceal(text, depth)
            self.go(end.next, depth, known)
            return
        self._conceal(text, depth)
        self.go(end.next, depth, known)

    def _conceal(self, dice: str, depth: int) -> None:
        if self.reg.shown not in self.survey.fixed:
            self.write(depth, f"{self.cell(self.reg.shown)} &= ~{dice}")

    def _fall(self, die: str, one: str, faces: tuple[int, ...], depth: int) -> None:
        reg = self.reg
        sides = len(faces)
        self._draw("n", sides, depth)
        if faces == tuple(range(1, sides + 1)):
            self.write(depth, f"n = n % {sides} + 1")
        else:
            self.write(depth, f"n = {faces}[n % {sides}]")
        self.write(depth, f"S[{reg.showing} + S[{reg.face} + {die}]] &= ~{one}")
        self.write(depth, f"S[{reg.showing} + n] |= {one}")
        self.write(depth, f"S[{reg.face} + {die}] = n")

    # -------------------------------------------------------------- choices

    def _ask(self, decision: ops.Decision, depth: int, known: dict[int, int]) -> None:
        self.suspensions += 1
        if self.sorts:
            self.write(depth, "sorted_dice(S)")
        if all(not a.picks for a in decision.alternatives):
            self._ask_plain(decision, depth, known)
            return
        single = len(decision.alternatives) == 1 and len(decision.alternatives[0].picks) == 1
        self.write(depth, "q = []")
        self.write(depth, "found = q.append")
        for i, alternative in enumerate(decision.alternatives):
            self._answers(i, alternative, single, depth)
        self.write(depth, "n = len(q)")
        self.write(depth, "if not n:")
        self._nothing(decision, depth + 1, dict(known))
        self.write(depth, "a = q[byte() % n] if n in EVEN else q[below(byte, n)]")
        for i, alternative in enumerate(decision.alternatives):
            at = depth
            if i + 1 < len(decision.alternatives):
                self.write(depth, f"if a[0] == {i}:")
                at += 1
            for j, pick in enumerate(alternative.picks):
                self.store(pick.cell, "a" if single else f"a[{j + 1}]", at)
            self.go(alternative.block, at, dict(known))

    def _nothing(self, decision: ops.Decision, depth: int, known: dict[int, int]) -> None:
        if decision.nothing < 0:
            self.write(depth, "raise Again")
        else:
            self.go(decision.nothing, depth, known)

    def _ask_plain(self, decision: ops.Decision, depth: int, known: dict[int, int]) -> None:
        conditions: list[ops.Op] = []
        for a in decision.alternatives:
            whole: ops.Op = ops.ONE
            for must in a.musts:
                whole = ops.Bin("and", whole, must.condition)
            conditions.append(self.fold(whole))
        open_ = [i for i, c in enumerate(conditions) if isinstance(c, ops.Const) and c.value]
        unsure = [i for i, c in enumerate(conditions) if not isinstance(c, ops.Const)]
        if len(unsure) <= 2:
            self._tree(conditions, unsure, open_, depth)
        else:
            self.write(depth, "q = []")
            for i, condition in enumerate(conditions):
                if i in unsure:
                    self.write(depth, f"if {self.top(condition, depth)}: q.append({i})")
                elif i in open_:
                    self.write(depth, f"q.append({i})")
            self.write(depth, "a = q[below(byte, len(q))] if q else -1")
        possible = open_ + unsure
        if not open_:
            if not possible:
                self._nothing(decision, depth, known)
                return
            self.write(depth, "if a < 0:")
            self._nothing(decision, depth + 1, dict(known))
        possible.sort(key=lambda i: (self.tail.get(decision.alternatives[i].block, 0), i))
        for i in possible[:-1]:
            self.write(depth, f"if a == {i}:")
            self.go(decision.alternatives[i].block, depth + 1, dict(known))
        self.go(decision.alternatives[possible[-1]].block, depth, known)

    def _tree(self, conditions: list[ops.Op], unsure: list[int], open_: list[int], depth: int) -> None:
        if unsure:
            self.write(depth, f"if {self.top(conditions[unsure[0]], depth)}:")
            self._tree(conditions, unsure[1:], [*open_, unsure[0]], depth + 1)
            self.write(depth, "else:")
            self._tree(conditions, unsure[1:], open_, depth + 1)
            return
        ways = sorted(open_)
        count = len(ways)
        if count == 0:
            self.write(depth, "a = -1")
        elif count == 1:
            self.write(depth, "byte()")
            self.write(depth, f"a = {ways[0]}")
        else:
            self._draw("a", count, depth)
            rest = f"a & {count - 1}" if count & (count - 1) == 0 else f"a % {count}"
            self.write(depth, f"a = {rest}" if ways == list(range(count)) else f"a = {tuple(ways)}[{rest}]")

    def _answers(self, i: int, alternative: ops.AlternativeOp, single: bool, depth: int) -> None:
        depth = self._musts(alternative, 0, depth)
        for j, pick in enumerate(alternative.picks):
            depth = self._pick(pick, depth)
            depth = self._musts(alternative, j + 1, depth)
        values = [f"v{k.var}" for k in alternative.picks]
        self.write(depth, f"found({values[0] if single else f'({i}, {chr(44).join(values)})'})")

    def _musts(self, alternative: ops.AlternativeOp, after: int, depth: int) -> int:
        for must in alternative.musts:
            if must.after == after:
                condition = self.fold(must.condition)
                if isinstance(condition, ops.Const) and condition.value:
                    continue
                self.write(depth, f"if {self.top(must.condition, depth)}:")
                depth += 1
        return depth

    def _pick(self, pick: ops.PickOp, depth: int) -> int:
        source = self.top(pick.source, depth)
        if pick.range_high is not None:
            self.write(depth, f"for v{pick.var} in range({source}, {self.top(pick.range_high, depth)} + 1):")
            if pick.condition is not None:
                self.write(depth + 1, f"v{pick.it} = v{pick.var}")
                self.write(depth + 1, f"if {self.top(pick.condition, depth + 1)}:")
                return depth + 2
            return depth + 1
        if pick.condition is not None:
            name = self.temp()
            self.write(depth, f"{name} = 0")
            self.write(depth, f"for v{pick.it} in B[{source}]:")
            self.write(depth + 1, f"if {self.top(pick.condition, depth + 1)}: {name} |= 1 << v{pick.it}")
            source = name
        plain = pick.shape == "die" and bool(self.p.plain_groups)
        if not pick.many:
            self.write(depth, f"for v{pick.var} in B[{f'alike(S, {source})' if plain else source}]:")
            return depth + 1
        low = self.top(pick.low, depth)
        high = "99999" if pick.high is None else self.top(pick.high, depth)
        chooser = f"plain_subsets(S, {source}, {low}, {high})" if plain else f"subsets({source}, {low}, {high})"
        self.write(depth, f"for v{pick.var} in {chooser}:")
        return depth + 1

    # -------------------------------------------------------------- everything

    def source_text(self) -> str:
        p = self.p
        bodies: dict[int, list[str]] = {}
        while len(bodies) < len(self.heads):
            for number in list(self.heads):
                if number not in bodies:
                    self.lines = []
                    self.block(number, 0, {})
                    bodies[number] = self.lines
        self.lines = []
        for i in sorted(self.functions):
            function = p.functions[i]
            assert function is not None
            self.write(0, f"def f{i}({', '.join(['S', *(f'v{v}' for v in function.params)])}):")
            self.write(1, f"return {self.top(function.body, 1)}")
        self.write(0, "def play(S, byte, limit):")
        varying = [
            c for c in range(p.cells) if c not in self.vectors and c not in self.survey.fixed and not self._silent(c)
        ]
        for cell in varying:
            self.write(1, f"c{cell} = S[{cell}]")
        self.write(1, f"p = {self.heads[p.entry]}")
        self.write(1, f"for _ in range(limit // {max(1, self.suspensions)}):")
        if self.counts_steps:
            self.write(2, "WORK[0] = 0")
        order = sorted(self.heads, key=lambda n: (n == p.entry, self.heads[n]))
        self._dispatch([(self.heads[n], bodies[n]) for n in sorted(order, key=lambda n: self.heads[n])], 2)
        self.write(1, "raise Again")
        return "\n".join(self.lines) + "\n"

    def _dispatch(self, parts: list[tuple[int, list[str]]], depth: int) -> None:
        if len(parts) == 1:
            for line in parts[0][1]:
                self.write(depth, line)
            return
        half = len(parts) // 2
        self.write(depth, f"if p < {parts[half][0]}:")
        self._dispatch(parts[:half], depth + 1)
        self.write(depth, "else:")
        self._dispatch(parts[half:], depth + 1)


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


def _lists_sets(program: ops.Program) -> bool:
    """Lists of sets and what hangs together are left to the stepping engine."""
    rest: list[Any] = [*program.functions, *program.decisions]
    for block in program.blocks:
        rest += [*block.body, block.end]
    while rest:
        part = rest.pop()
        if isinstance(part, (ops.Reach, ops.OnePiece, ops.Groups, ops.Alike, ops.Copies)) or getattr(
            part, "sets", False
        ):
            return True
        if part is not None:
            rest += children(part)
    return False


class Player:
    """Plays whole games of one program at random."""

    def __init__(self, program: ops.Program) -> None:
        self.initial = list(program.initial)
        self.source = ""
        self._play: Callable[..., list[int]] | None = None
        if _lists_sets(program):
            return
        try:
            writer = PlayWriter(program)
            self.source = writer.source_text()
        except (TooLong, RecursionError):
            return
        space: dict[str, Any] = helpers.namespace(program, _give_up)
        space |= {f"T{i}": table for i, table in enumerate(program.tables)}
        space |= writer.lookups.functions()
        space |= {"Again": Again, "below": below, "EVEN": {n for n in range(1, 257) if 256 % n == 0}}
        space["__builtins__"] = {**space["__builtins__"], "len": len}
        exec(compile(self.source, "<playout>", "exec"), space)
        self._play = space["play"]

    def play(self, chance: Chance, limit: int) -> list[int] | None:
        """The cells at the end of a game; None, and nothing drawn, if it has to be played step by step."""
        if self._play is None or type(chance) is not Chance:
            return None
        before = chance.state, chance._bytes, chance._at
        source = Bytes(chance)
        try:
            cells = self._play(list(self.initial), source.next, limit)
        except (Again, Fault):
            chance.state, chance._bytes, chance._at = before
            return None
        source.done()
        return cells


def _give_up(number: int, cells: list[int]) -> None:
    raise Again
