"""The lowered form as LLVM code: one function that plays a whole game at random, draw for draw as the stepping engine does.

All values are whole numbers of 64 bits; a set is a mask of at most 63 members. What cannot be done so is refused with
`Unsupported` before anything is compiled, or (a number or a set that grows too large while a game is played) makes the
function give up, so that the caller plays that game step by step. Names in the generated code are made here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.byte_source import LIMITS
from dicedsl.interpreter.folding import Folder
from dicedsl.interpreter.native.unsupported import Unsupported
from dicedsl.interpreter.survey import Survey, successors
from dicedsl.ir import ops
from dicedsl.ir.inline import parts
from dicedsl.ir.kinds import NO_NUMBER

I1, I16, I32, I64 = ir.IntType(1), ir.IntType(16), ir.IntType(32), ir.IntType(64)
POINTER = I64.as_pointer()
VOID = ir.VoidType()

MOST_MEMBERS = 63
MOST_SUBSET_DICE = 16
MOST_MOVES = 65_536
MOST_LENGTH = 64  # members of a `for each` that are put in order
MOST_PARTS = 150_000

PLAYED, GAVE_UP, TRACE_FULL = 0, 1, 2
CHANCE, OVER = -1, -2  # in a trace, in the place of a decision's number

COMPARE = {"==", "!=", "<", "<=", ">", ">="}


def refuse(program: ops.Program, survey: Survey) -> None:
    """Raise `Unsupported` for the first thing in a program that there is no native code for."""
    if len(program.dice) > MOST_MEMBERS:
        raise Unsupported(f"sets of more than {MOST_MEMBERS} dice")
    if program.players > MOST_MEMBERS:
        raise Unsupported(f"sets of more than {MOST_MEMBERS} players")
    if sum(len(b.labels) for b in program.boards) > MOST_MEMBERS:
        raise Unsupported(f"sets of more than {MOST_MEMBERS} places")
    if any(len(k.values) > MOST_MEMBERS for k in program.kinds.values()):
        raise Unsupported(f"sets of more than {MOST_MEMBERS} members of a kind")
    if program.max_face > MOST_MEMBERS - 1 or any(min(d.faces, default=0) < 0 for d in program.dice):
        raise Unsupported(f"dice that show a number below 0 or above {MOST_MEMBERS - 1}")
    for number in survey.reached:
        end = program.blocks[number].end
        if isinstance(end, ops.Ask):
            decision = program.decisions[end.decision]
            if decision.at_once:
                raise Unsupported("a choice of several players at once (Decision.at_once)")
            if decision.table:
                raise Unsupported("an attempt answered by the table (Decision.table)")
            if decision.looks_ahead:
                raise Unsupported("an answer that is judged by what it leads to (Decision.looks_ahead)")
            if any(p.sets for a in decision.alternatives for p in a.picks):
                raise Unsupported("a pick of one of many sets (PickOp.sets)")


class Emitter:
    """LLVM code of one program; with `trace` every suspension is written down."""

    def __init__(self, program: ops.Program, survey: Survey, trace: bool) -> None:
        self.p = program
        self.reg = program.reg
        self.survey = survey
        self.fold: Folder = survey.fold
        self.trace = trace
        self.parts = 0
        self.module = ir.Module(name="program")
        self.tables: dict[tuple[int, ...], Any] = {}
        self.cells: dict[int, tuple[Any, int]] = {}
        self.vars: dict[int, Any] = {}
        self.byte = self._byte_function()
        self.sort = self._sort_function()
        self.draws: dict[int, Any] = {}
        self.below = self._below_function()
        self._play()
        if not trace:
            self._many()

    # -------------------------------------------------------------- small parts

    def const(self, value: int) -> Any:
        if not -(1 << 63) <= value < 1 << 63:
            raise Unsupported(f"a number or set beyond {MOST_MEMBERS} bits")
        return ir.Constant(I64, value)

    def intrinsic(self, name: str, *arguments: Any) -> Any:
        kind = ir.FunctionType(I64, [a.type for a in arguments])
        return self.b.call(self.module.declare_intrinsic(f"llvm.{name}", [I64], kind), arguments)

    def table(self, values: tuple[int, ...]) -> Any:
        if values not in self.tables:
            kind = ir.ArrayType(I64, max(1, len(values)))
            data = ir.GlobalVariable(self.module, kind, name=f"table{len(self.tables)}")
            data.initializer = ir.Constant(kind, [self.const(v) for v in values or (0,)])
            data.global_constant = True
            data.linkage = "internal"
            self.tables[values] = data
        return self.tables[values]

    def entry_of(self, values: tuple[int, ...], index: Any) -> Any:
        return self.b.load(self.b.gep(self.table(values), [self.const(0), index], inbounds=True))

    def local(self, count: int = 1) -> Any:
        """Room in the frame of the function, made once at its start."""
        with self.b.goto_block(self.frame):
            kind = I64 if count == 1 else ir.ArrayType(I64, count)
            return self.b.alloca(kind)

    def new(self, name: str = "") -> Any:
        self.parts += 1
        if self.parts > MOST_PARTS:
            raise Unsupported("a program of this size")
        return self.function.append_basic_block(name or "x")

    def at(self, block: Any) -> None:
        self.b.position_at_end(block)

    def element(self, array: Any, index: Any) -> Any:
        return self.b.gep(array, [self.const(0), index], inbounds=True)

    def doubt(self, condition: Any) -> None:
        """If it holds, the game is given up at the next rest."""
        self.b.store(self.b.or_(self.b.load(self.doubtful), self.b.zext(condition, I64)), self.doubtful)

    def fail_if(self, condition: Any) -> None:
        on = self.new()
        self.b.cbranch(condition, self.failed, on)
        self.at(on)

    def members(self, mask: Any, body: Callable[[Any, Any], None], done: Any | None = None) -> None:
        """The code of `body(member, next)` for each member of a mask, lowest first; `next` is where to go on."""
        rest = self.local()
        self.b.store(mask, rest)
        head, inside, after = self.new("head"), self.new("member"), done or self.new("after")
        self.b.branch(head)
        self.at(head)
        left = self.b.load(rest)
        self.b.cbranch(self.b.icmp_unsigned("!=", left, self.const(0)), inside, after)
        self.at(inside)
        left = self.b.load(rest)
        member = self.intrinsic("cttz", left, ir.Constant(I1, 1))
        self.b.store(self.b.and_(left, self.b.sub(left, self.const(1))), rest)
        body(member, head)
        if not self.b.block.is_terminated:
            self.b.branch(head)
        if done is None:
            self.at(after)

    def numbers(self, low: Any, high: Any, body: Callable[[Any, Any], None]) -> None:
        """As `members`, for the numbers from low to high."""
        at = self.local()
        self.b.store(low, at)
        head, inside, step, after = self.new("head"), self.new("number"), self.new("step"), self.new("after")
        self.b.branch(head)
        self.at(head)
        self.b.cbranch(self.b.icmp_signed("<=", self.b.load(at), high), inside, after)
        self.at(inside)
        body(self.b.load(at), step)
        if not self.b.block.is_terminated:
            self.b.branch(step)
        self.at(step)
        self.b.store(self.b.add(self.b.load(at), self.const(1)), at)
        self.b.branch(head)
        self.at(after)

    def when(self, condition: Any, body: Callable[[], None]) -> None:
        inside, after = self.new(), self.new()
        self.b.cbranch(condition, inside, after)
        self.at(inside)
        body()
        if not self.b.block.is_terminated:
            self.b.branch(after)
        self.at(after)

    # -------------------------------------------------------------- the random source

    def _helper(self, name: str, kind: Any) -> Any:
        function = ir.Function(self.module, kind, name=name)
        function.linkage = "internal"
        self.function = function
        self.frame = function.append_basic_block("frame")
        self.b = ir.IRBuilder(self.frame)
        return function

    def _byte_function(self) -> Any:
        """The next byte of SplitMix64, words read from their low end; the source is (state, word, bytes left)."""
        function = self._helper("byte", ir.FunctionType(I64, [POINTER, POINTER, POINTER]))
        function.attributes.add("alwaysinline")
        b = self.b
        at, word_at, left_at = function.args
        refill, take = function.append_basic_block("refill"), function.append_basic_block("take")
        b.cbranch(b.icmp_unsigned("==", b.load(left_at), self.const(0)), refill, take)
        b.position_at_end(refill)
        z = state = b.add(b.load(at), _word(0x9E3779B97F4A7C15))
        b.store(state, at)
        z = b.mul(b.xor(z, b.lshr(z, self.const(30))), _word(0xBF58476D1CE4E5B9))
        z = b.mul(b.xor(z, b.lshr(z, self.const(27))), _word(0x94D049BB133111EB))
        b.store(b.xor(z, b.lshr(z, self.const(31))), word_at)
        b.store(self.const(8), left_at)
        b.branch(take)
        b.position_at_end(take)
        word = b.load(word_at)
        b.store(b.lshr(word, self.const(8)), word_at)
        b.store(b.sub(b.load(left_at), self.const(1)), left_at)
        b.ret(b.and_(word, self.const(255)))
        return function

    def _draw_function(self, n: int) -> Any:
        """A number below a known n."""
        if n not in self.draws:
            saved = self.function, self.frame, self.b
            function = self._helper(f"draw{n}", ir.FunctionType(I64, [POINTER, POINTER, POINTER]))
            function.attributes.add("alwaysinline")
            b = self.b
            head, done = function.append_basic_block("head"), function.append_basic_block("done")
            b.branch(head)
            b.position_at_end(head)
            value = b.call(self.byte, function.args)
            b.cbranch(b.icmp_unsigned("<", value, self.const(LIMITS[n])), done, head)
            b.position_at_end(done)
            b.ret(b.zext(b.urem(b.trunc(value, I32), ir.Constant(I32, n)), I64))
            self.function, self.frame, self.b = saved
            self.draws[n] = function
        return self.draws[n]

    def _below_function(self) -> Any:
        """A number below any n from 1 to the number of moves there is room for: as `Chance.below`."""
        function = self._helper("below", ir.FunctionType(I64, [POINTER, POINTER, POINTER, I64]))
        function.attributes.add("alwaysinline")
        b, n, source = self.b, function.args[3], function.args[:3]
        small, small_done = function.append_basic_block("small"), function.append_basic_block("small_done")
        large, again, large_done = (function.append_basic_block(x) for x in ("large", "again", "large_done"))
        limit = self.entry_of(LIMITS, b.select(b.icmp_unsigned("<=", n, self.const(256)), n, self.const(0)))
        b.cbranch(b.icmp_unsigned("<=", n, self.const(256)), small, large)
        b.position_at_end(small)
        value = b.call(self.byte, source)
        b.cbranch(b.icmp_unsigned("<", value, limit), small_done, small)
        b.position_at_end(small_done)
        b.ret(b.zext(b.urem(b.trunc(value, I32), b.trunc(n, I32)), I64))
        b.position_at_end(large)
        # n is at most MOST_MOVES, so two or three bytes are enough.
        three = b.icmp_unsigned(">", n, self.const(65_536))
        space = b.select(three, self.const(1 << 24), self.const(1 << 16))
        limit = b.sub(space, b.urem(space, n))
        b.branch(again)
        b.position_at_end(again)
        value = b.call(self.byte, source)
        value = b.or_(value, b.shl(b.call(self.byte, source), self.const(8)))
        third, join = function.append_basic_block("third"), function.append_basic_block("join")
        two = b.block
        b.cbranch(three, third, join)
        b.position_at_end(third)
        more = b.or_(value, b.shl(b.call(self.byte, source), self.const(16)))
        b.branch(join)
        b.position_at_end(join)
        whole = b.phi(I64)
        whole.add_incoming(value, two)
        whole.add_incoming(more, third)
        b.cbranch(b.icmp_unsigned("<", whole, limit), large_done, again)
        b.position_at_end(large_done)
        b.ret(b.urem(whole, n))
        return function

    def _sort_function(self) -> Any:
        """Puts the entries (key, value) of two arrays in rising order of (key, value)."""
        function = self._helper("sort", ir.FunctionType(VOID, [POINTER, POINTER, I64]))
        b = self.b
        keys, values, count = function.args
        i_at, j_at = b.alloca(I64), b.alloca(I64)
        names = ("outer", "outer_body", "inner", "test", "swap", "next", "done")
        outer, outer_body, inner, test, swap, following, done = (function.append_basic_block(x) for x in names)
        b.store(self.const(1), i_at)
        b.branch(outer)
        b.position_at_end(outer)
        b.cbranch(b.icmp_signed("<", b.load(i_at), count), outer_body, done)
        b.position_at_end(outer_body)
        b.store(b.load(i_at), j_at)
        b.branch(inner)
        b.position_at_end(inner)
        j = b.load(j_at)
        b.cbranch(b.icmp_signed(">", j, self.const(0)), test, following)
        b.position_at_end(test)
        before = b.sub(j, self.const(1))
        key_at = [b.gep(keys, [x]) for x in (before, j)]
        value_at = [b.gep(values, [x]) for x in (before, j)]
        (k0, k1), (v0, v1) = [b.load(x) for x in key_at], [b.load(x) for x in value_at]
        later = b.or_(b.icmp_signed(">", k0, k1), b.and_(b.icmp_signed("==", k0, k1), b.icmp_signed(">", v0, v1)))
        b.cbranch(later, swap, following)
        b.position_at_end(swap)
        for value, place in zip((k1, k0, v1, v0), (*key_at, *value_at), strict=True):
            b.store(value, place)
        b.store(before, j_at)
        b.branch(inner)
        b.position_at_end(following)
        b.store(b.add(b.load(i_at), self.const(1)), i_at)
        b.branch(outer)
        b.position_at_end(done)
        b.ret_void()
        return function

    def draw(self, n: Any) -> Any:
        return self.b.call(self.below, [*self.source, n])

    def draw_known(self, n: int) -> Any:
        return self.b.call(self._draw_function(n), self.source) if n <= 256 else self.draw(self.const(n))

    # -------------------------------------------------------------- cells

    def _lay_cells(self) -> None:
        """Room for the cells that change: those read or written by an index lie together."""
        p, reg = self.p, self.reg
        joined: list[tuple[int, int]] = []
        for op in self._every_op():
            if isinstance(op, ops.CellAt):
                joined.append((op.base, op.size))
        for number in self.survey.reached:
            stack: list[ops.Stmt] = list(p.blocks[number].body)
            while stack:
                s = stack.pop()
                if isinstance(s, ops.StoreAt):
                    joined.append((s.base, s.size))
                elif isinstance(s, ops.When):
                    stack += [*s.then, *s.other]
                elif isinstance(s, ops.Each):
                    stack += s.body
        places = sum(len(b.labels) for b in p.boards)
        joined += [
            (reg.face, len(p.dice)),
            (reg.showing, p.max_face + 1),
            (reg.location, len(p.dice)),
            (reg.zone_mask, len(p.zones)),
            (reg.on_place, places),
        ]
        joined = sorted((base, base + count) for base, count in joined if count > 1)
        runs: list[tuple[int, int]] = []
        for base, end in joined:
            if runs and base < runs[-1][1]:
                runs[-1] = runs[-1][0], max(end, runs[-1][1])
            else:
                runs.append((base, end))
        for base, end in runs:
            room = self.local(end - base)
            for cell in range(base, end):
                self.cells[cell] = room, base
        for cell in range(p.cells):
            if cell not in self.cells:
                self.cells[cell] = self.local(), -1

    def _every_op(self) -> list[ops.Op]:
        found: list[ops.Op] = []

        def take(op: ops.Op | None) -> None:
            if op is not None:
                for part in parts(self.fold(op)):
                    found.append(part)
                    if isinstance(part, ops.Call) and part.function not in seen:
                        seen.add(part.function)
                        function = self.p.functions[part.function]
                        assert function is not None
                        take(function.body)

        def statements(body: list[ops.Stmt] | tuple[ops.Stmt, ...]) -> None:
            for s in body:
                for name in ("value", "at", "dice", "location", "number", "condition", "by"):
                    take(getattr(s, name, None))
                if isinstance(s, ops.When):
                    statements(s.then)
                    statements(s.other)
                elif isinstance(s, ops.Each):
                    take(s.loop.source)
                    take(s.loop.high)
                    statements(s.body)

        seen: set[int] = set()
        for number in self.survey.reached:
            block = self.p.blocks[number]
            statements(block.body)
            for name in ("condition", "dice", "members"):
                take(getattr(block.end, name, None))
            if isinstance(block.end, ops.Ask):
                for a in self.p.decisions[block.end.decision].alternatives:
                    for must in a.musts:
                        take(must.condition)
                    for k in a.picks:
                        for op in (k.source, k.range_high, k.low, k.high, k.condition):
                            take(op)
        return found

    def cell(self, index: int) -> Any:
        room, base = self.cells[index]
        return room if base < 0 else self.element(room, self.const(index - base))

    def get(self, index: int) -> Any:
        if index in self.survey.fixed:
            return self.const(self.survey.fixed[index])
        return self.b.load(self.cell(index))

    def put(self, index: int, value: Any) -> None:
        self.b.store(value, self.cell(index))

    def cell_at(self, base: int, index: Any, size: int) -> Any:
        """Where cell `base + index` lies; the caller knows that 0 <= index < size."""
        room, first = self.cells[base]
        if first < 0:
            return room
        return self.element(room, self.b.add(index, self.const(base - first)))

    # -------------------------------------------------------------- expressions

    def whole(self, op: ops.Op) -> Any:
        return self.value(self.fold(op))

    def test(self, op: ops.Op) -> Any:
        return self.truth(self.fold(op))

    def truth(self, op: ops.Op) -> Any:
        """A condition, as one bit."""
        if isinstance(op, ops.Bin):
            if op.op in COMPARE:
                return self.b.icmp_signed(op.op, self.value(op.left), self.value(op.right))
            if op.op in {"and", "or"}:
                return self._junction(op)
        if isinstance(op, ops.Not):
            return self.b.not_(self.truth(op.operand))
        return self.b.icmp_signed("!=", self.value(op), self.const(0))

    def _junction(self, op: ops.Bin) -> Any:
        left = self.truth(op.left)
        if simple(op.right):
            right = self.truth(op.right)
            return self.b.and_(left, right) if op.op == "and" else self.b.or_(left, right)
        more, done = self.new(), self.new()
        start = self.b.block
        self.b.cbranch(left, *((more, done) if op.op == "and" else (done, more)))
        self.at(more)
        right = self.truth(op.right)
        end = self.b.block
        self.b.branch(done)
        self.at(done)
        result = self.b.phi(I1)
        result.add_incoming(ir.Constant(I1, int(op.op == "or")), start)
        result.add_incoming(right, end)
        return result

    def value(self, op: ops.Op) -> Any:
        b = self.b
        if isinstance(op, ops.Const):
            return self.const(op.value)
        if isinstance(op, ops.Cell):
            return self.get(op.index)
        if isinstance(op, ops.CellAt):
            index = self.value(op.index)
            within = b.icmp_unsigned("<", index, self.const(op.size))
            found = b.load(self.cell_at(op.base, b.select(within, index, self.const(0)), op.size))
            return b.select(within, found, self.const(-1))
        if isinstance(op, ops.Var):
            return b.load(self.var(op.id))
        if isinstance(op, ops.Bin):
            if op.op in COMPARE or op.op in {"and", "or"}:
                return b.zext(self.truth(op), I64)
            return self._bin(op)
        if isinstance(op, ops.Not):
            return b.zext(self.truth(op), I64)
        if isinstance(op, ops.Cond):
            return self._cond(op)
        if isinstance(op, ops.Fold):
            return self._fold(op)
        if isinstance(op, ops.Call):
            return self._call(op)
        if isinstance(op, (ops.Reach, ops.OnePiece, ops.Groups, ops.Alike, ops.Copies)):
            raise Unsupported("what hangs together (Reach, Groups, Alike, Copies)")
        return self._of_mask(op)

    def var(self, number: int) -> Any:
        if number not in self.vars:
            self.vars[number] = self.local()
        return self.vars[number]

    def _cond(self, op: ops.Cond) -> Any:
        condition = self.truth(op.condition)
        if simple(op.then) and simple(op.other):
            then = self.value(op.then)
            return self.b.select(condition, then, self.value(op.other))
        yes, no, done = self.new(), self.new(), self.new()
        self.b.cbranch(condition, yes, no)
        ends = []
        for block, part in ((yes, op.then), (no, op.other)):
            self.at(block)
            ends.append((self.value(part), self.b.block))
            self.b.branch(done)
        self.at(done)
        result = self.b.phi(I64)
        for value, block in ends:
            result.add_incoming(value, block)
        return result

    def _call(self, op: ops.Call) -> Any:
        function = self.p.functions[op.function]
        assert function is not None
        arguments = [self.value(a) for a in op.arguments]
        for param, argument in zip(function.params, arguments, strict=True):
            self.b.store(argument, self.var(param))
        return self.whole(function.body)

    def _checked(self, name: str, left: Any, right: Any) -> Any:
        """Addition and the like; a result beyond 64 bits is doubtful."""
        kind = ir.LiteralStructType([I64, I1])
        function = self.module.declare_intrinsic(f"llvm.{name}.with.overflow", [I64], ir.FunctionType(kind, [I64, I64]))
        both = self.b.call(function, [left, right])
        self.doubt(self.b.extract_value(both, 1))
        return self.b.extract_value(both, 0)

    def _bin(self, op: ops.Bin) -> Any:
        b = self.b
        left, right = self.value(op.left), self.value(op.right)
        if op.op in {"+", "-"}:
            small = any(isinstance(x, ops.Const) and abs(x.value) < 1 << 32 for x in (op.left, op.right))
            if small:
                return b.add(left, right) if op.op == "+" else b.sub(left, right)
            return self._checked("sadd" if op.op == "+" else "ssub", left, right)
        if op.op == "*":
            return self._checked("smul", left, right)
        if op.op in {"//", "%"}:
            return self._divide(op, left, right)
        if op.op in {"min", "max"}:
            return b.select(b.icmp_signed("<" if op.op == "min" else ">", left, right), left, right)
        if op.op == "<<":
            self.doubt(b.icmp_unsigned(">=", right, self.const(MOST_MEMBERS)))
            return b.shl(left, b.and_(right, self.const(63)))
        if op.op == "&~":
            return b.and_(left, b.not_(right))
        plain = {"&": b.and_, "|": b.or_, "^": b.xor}
        if op.op not in plain:
            raise Unsupported(f"the operation Bin {op.op}")
        return plain[op.op](left, right)

    def _divide(self, op: ops.Bin, left: Any, right: Any) -> Any:
        """Rounded down, as in Python."""
        b, zero = self.b, self.const(0)
        if not (isinstance(op.right, ops.Const) and op.right.value > 0):
            self.fail_if(b.or_(b.icmp_signed("==", right, zero), b.icmp_signed("==", right, self.const(-1))))
        rest = b.srem(left, right)
        lower = b.and_(b.icmp_signed("!=", rest, zero), b.icmp_signed("<", b.xor(rest, right), zero))
        if op.op == "%":
            return b.select(lower, b.add(rest, right), rest)
        return b.sub(b.sdiv(left, right), b.zext(lower, I64))

    def _of_mask(self, op: ops.Op) -> Any:
        b, zero = self.b, self.const(0)
        if isinstance(op, ops.Count):
            return self.intrinsic("ctpop", self.value(op.mask))
        if isinstance(op, ops.Lowest):
            mask = self.value(op.mask)
            return b.select(
                b.icmp_signed("==", mask, zero), self.const(-1), self.intrinsic("cttz", mask, ir.Constant(I1, 0))
            )
        if isinstance(op, ops.Highest):
            return b.sub(self.const(63), self.intrinsic("ctlz", self.value(op.mask), ir.Constant(I1, 0)))
        if isinstance(op, ops.Bit):
            mask, member = self.value(op.mask), self.value(op.member)
            within = b.icmp_unsigned("<", member, self.const(64))
            found = b.and_(b.lshr(mask, b.and_(member, self.const(63))), self.const(1))
            return b.select(within, found, zero)
        if isinstance(op, ops.Single):
            return self.single(self.value(op.member))
        if isinstance(op, ops.Span2):
            low, high = self.value(op.low), self.value(op.high)
            low = b.select(b.icmp_signed("<", low, zero), zero, low)
            some = b.icmp_signed(">=", high, low)
            self.doubt(b.and_(some, b.icmp_signed(">=", high, self.const(MOST_MEMBERS))))
            top = b.shl(self.const(1), b.and_(b.add(high, self.const(1)), self.const(63)))
            return b.select(some, b.sub(top, b.shl(self.const(1), b.and_(low, self.const(63)))), zero)
        if isinstance(op, ops.TableAt):
            values = self.p.tables[op.table]
            index = self.value(op.index)
            within = b.icmp_unsigned("<", index, self.const(len(values)))
            return b.select(within, self.entry_of(tuple(values), b.select(within, index, zero)), self.const(op.default))
        raise Unsupported(f"the operation {type(op).__name__}")

    def single(self, member: Any) -> Any:
        b = self.b
        self.doubt(b.icmp_signed(">=", member, self.const(MOST_MEMBERS)))
        one = b.shl(self.const(1), b.and_(member, self.const(63)))
        return b.select(b.icmp_signed("<", member, self.const(0)), self.const(0), one)

    def over(self, loop: ops.Loop, body: Callable[[Any], None]) -> None:
        """A loop of an expression or a statement, its variable bound."""
        room = self.var(loop.var)

        def inside(member: Any, following: Any) -> None:
            self.b.store(member, room)
            body(following)

        if loop.binds:
            following = self.new("bound")
            inside(self.whole(loop.source), following)
            if not self.b.block.is_terminated:
                self.b.branch(following)
            self.at(following)
        elif loop.high is None:
            self.members(self.whole(loop.source), inside)
        else:
            low = self.whole(loop.source)
            self.numbers(low, self.whole(loop.high), inside)

    def _fold(self, op: ops.Fold) -> Any:
        b, kind = self.b, op.kind
        result, found = self.local(), self.local()
        starts = {"all": 1, "max": NO_NUMBER, "min": NO_NUMBER}
        b.store(self.const(starts.get(kind, 0)), result)
        b.store(self.const(0), found)
        extreme = self.local() if kind.startswith("best") else None
        done = self.new("folded")

        def inner(following: Any) -> None:
            if op.condition is not None:
                on = self.new()
                b.cbranch(self.test(op.condition), on, following)
                self.at(on)
            if kind in {"any", "all"}:
                stop = self.new()
                met = self.test(op.body)
                b.cbranch(met, *((stop, following) if kind == "any" else (following, stop)))
                self.at(stop)
                b.store(self.const(int(kind == "any")), result)
                b.branch(done)
                return
            value = self.const(1) if kind == "count" else self.whole(op.body)
            if kind in {"sum", "count"}:
                b.store(self._checked("sadd", b.load(result), value), result)
            elif kind == "union":
                b.store(b.or_(b.load(result), value), result)
            elif kind in {"max", "min"}:
                old = b.load(result)
                better = b.icmp_signed(">" if kind == "max" else "<", value, old)
                better = b.or_(better, b.icmp_signed("==", b.load(found), self.const(0)))
                b.store(b.select(better, value, old), result)
                b.store(self.const(1), found)
            elif extreme is not None:
                old = b.load(extreme)
                better = b.icmp_signed(">" if kind == "best_max" else "<", value, old)
                better = b.or_(better, b.icmp_signed("==", b.load(found), self.const(0)))
                one = self.single(b.load(self.var(op.loops[0].var)))
                same = b.select(b.icmp_signed("==", value, old), b.or_(b.load(result), one), b.load(result))
                b.store(b.select(better, one, same), result)
                b.store(b.select(better, value, old), extreme)
                b.store(self.const(1), found)
            else:
                raise Unsupported(f"the operation Fold {kind}")
            b.branch(following)

        def nest(i: int, following: Any | None) -> None:
            if i == len(op.loops):
                inner(following)
            else:
                self.over(op.loops[i], lambda following: nest(i + 1, following))

        nest(0, None)
        b.branch(done)
        self.at(done)
        return b.load(result)

    # -------------------------------------------------------------- statements

    def statements(self, body: list[ops.Stmt] | tuple[ops.Stmt, ...]) -> None:
        for s in body:
            self._statement(s)

    def _statement(self, s: ops.Stmt) -> None:
        b = self.b
        if isinstance(s, ops.Store):
            if s.index not in self.survey.fixed:
                self.put(s.index, self.whole(s.value))
        elif isinstance(s, ops.StoreAt):
            index, value = self.whole(s.at), self.whole(s.value)
            self.fail_if(b.icmp_unsigned(">=", index, self.const(s.size)))
            b.store(value, self.cell_at(s.base, index, s.size))
        elif isinstance(s, ops.StoreVar):
            b.store(self.whole(s.value), self.var(s.var))
        elif isinstance(s, ops.Put):
            self._put(s)
        elif isinstance(s, ops.Face):
            self._face(s)
        elif isinstance(s, ops.When):
            yes, no, done = self.new(), self.new(), self.new()
            b.cbranch(self.test(s.condition), yes, no)
            for block, part in ((yes, s.then), (no, s.other)):
                self.at(block)
                self.statements(part)
                b.branch(done)
            self.at(done)
        elif isinstance(s, ops.Each):
            self._each(s)
        elif isinstance(s, ops.Reset):
            for base, values in s.runs:
                for i, value in enumerate(values):
                    if base + i not in self.survey.fixed:
                        self.put(base + i, self.const(value))
        elif isinstance(s, ops.Check):
            self.fail_if(b.not_(self.test(s.condition)))
        elif not isinstance(s, ops.Tell):
            raise Unsupported(f"the step {type(s).__name__}")

    def _put(self, s: ops.Put) -> None:
        b, reg, zones = self.b, self.reg, len(self.p.zones)
        mask, where = self.whole(s.dice), self.whole(s.location)
        if not self.p.boards:
            self.fail_if(b.icmp_unsigned(">=", where, self.const(zones)))
            for z in range(zones):
                here = b.icmp_signed("==", where, self.const(z))
                old = self.get(reg.zone_mask + z)
                self.put(reg.zone_mask + z, b.select(here, b.or_(old, mask), b.and_(old, b.not_(mask))))
            return
        places = sum(len(board.labels) for board in self.p.boards)
        self.fail_if(b.icmp_unsigned(">=", where, self.const(zones + places)))
        on_board = b.icmp_signed(">=", where, self.const(zones))

        def one(die: Any, following: Any) -> None:
            at = self.cell_at(reg.location, die, len(self.p.dice))
            old = b.load(at)
            self.skip_if(b.icmp_signed("==", old, where), following)
            bit = b.shl(self.const(1), die)

            def stands() -> None:
                place = b.sub(where, self.const(zones))
                self.fail_if(b.icmp_signed("!=", b.load(self.cell_at(reg.on_place, place, places)), self.const(0)))

            self.when(on_board, stands)
            self._occupy(old, zones, places, bit, None)
            self._occupy(where, zones, places, bit, b.add(die, self.const(1)))
            b.store(where, at)

        self.members(mask, one)

    def _occupy(self, location: Any, zones: int, places: int, bit: Any, die: Any | None) -> None:
        """A die leaves a location (none given) or comes there."""
        b, reg = self.b, self.reg
        self.fail_if(b.icmp_unsigned(">=", location, self.const(zones + places)))
        zone, place_block, done = self.new(), self.new(), self.new()
        b.cbranch(b.icmp_signed("<", location, self.const(zones)), zone, place_block)
        self.at(zone)
        at = self.cell_at(reg.zone_mask, location, zones)
        old = b.load(at)
        b.store(b.and_(old, b.not_(bit)) if die is None else b.or_(old, bit), at)
        b.branch(done)
        self.at(place_block)
        place = b.sub(location, self.const(zones))
        b.store(self.const(0) if die is None else die, self.cell_at(reg.on_place, place, places))
        for i, board in enumerate(self.p.boards):
            inside = b.sub(place, self.const(board.first))
            within = b.icmp_unsigned("<", inside, self.const(len(board.labels)))
            mark = b.select(within, b.shl(self.const(1), b.and_(inside, self.const(63))), self.const(0))
            taken = self.get(reg.taken + i)
            self.put(reg.taken + i, b.and_(taken, b.not_(mark)) if die is None else b.or_(taken, mark))
        b.branch(done)
        self.at(done)

    def skip_if(self, condition: Any, following: Any) -> None:
        on = self.new()
        self.b.cbranch(condition, following, on)
        self.at(on)

    def _face(self, s: ops.Face) -> None:
        b = self.b
        mask, number = self.whole(s.dice), self.whole(s.number)
        allowed = tuple(sum({1 << f for f in d.faces}) for d in self.p.dice)
        self.fail_if(b.icmp_unsigned(">", number, self.const(self.p.max_face)))

        def one(die: Any, following: Any) -> None:
            fits = b.and_(b.lshr(self.entry_of(allowed, die), number), self.const(1))
            self.fail_if(b.icmp_signed("==", fits, self.const(0)))
            self._show(die, number)

        self.members(mask, one)

    def _show(self, die: Any, number: Any) -> None:
        b, reg = self.b, self.reg
        bit = b.shl(self.const(1), die)
        face = self.cell_at(reg.face, die, len(self.p.dice))
        size = self.p.max_face + 1
        old_at = self.cell_at(reg.showing, b.load(face), size)
        b.store(b.and_(b.load(old_at), b.not_(bit)), old_at)
        new_at = self.cell_at(reg.showing, number, size)
        b.store(b.or_(b.load(new_at), bit), new_at)
        b.store(number, face)

    def _each(self, s: ops.Each) -> None:
        b = self.b
        room = self.var(s.loop.var)
        if s.by is None and (s.condition is None or s.loop.high is None):
            if s.loop.high is not None:
                self.over(s.loop, lambda following: self.statements(s.body))
                return
            mask = self.whole(s.loop.source)
            if s.condition is not None:
                condition, kept = s.condition, self.local()
                b.store(self.const(0), kept)

                def judge(member: Any, following: Any) -> None:
                    b.store(member, room)
                    self.skip_if(b.not_(self.test(condition)), following)
                    b.store(b.or_(b.load(kept), b.shl(self.const(1), member)), kept)

                self.members(mask, judge)
                mask = b.load(kept)

            def act(member: Any, following: Any) -> None:
                b.store(member, room)
                self.statements(s.body)

            self.members(mask, act)
            return
        keys, values, count = self.local(MOST_LENGTH), self.local(MOST_LENGTH), self.local()
        b.store(self.const(0), count)

        def note(following: Any) -> None:
            if s.condition is not None:
                self.skip_if(b.not_(self.test(s.condition)), following)
            at = b.load(count)
            self.fail_if(b.icmp_unsigned(">=", at, self.const(MOST_LENGTH)))
            key = self.const(0) if s.by is None else self.whole(s.by)
            b.store(b.neg(key) if s.highest else key, self.element(keys, at))
            b.store(b.load(room), self.element(values, at))
            b.store(b.add(at, self.const(1)), count)

        self.over(s.loop, note)
        total = b.load(count)
        b.call(self.sort, [self.element(keys, self.const(0)), self.element(values, self.const(0)), total])

        def go(i: Any, following: Any) -> None:
            b.store(b.load(self.element(values, i)), room)
            self.statements(s.body)

        self.numbers(self.const(0), b.sub(total, self.const(1)), go)

    # -------------------------------------------------------------- rolls and equal dice

    def _roll(self, number: int, end: ops.RollDice) -> None:
        b, p, reg = self.b, self.p, self.reg
        mask = self.whole(end.dice)
        rolls = self.new("roll")
        following = self.blocks[end.next]
        b.cbranch(b.icmp_signed("==", mask, self.const(0)), following, rolls)
        self.at(rolls)
        self._chance(number, mask)
        equal = [m for m in self._sorts().values() if m.bit_count() > 1]
        kinds = {d.faces for d in p.dice}
        same = next(iter(kinds)) if len(kinds) == 1 else None
        fallen = self.local(len(p.dice)) if equal and len(p.dice) > 1 else None

        def fall(die: Any, following: Any) -> None:
            if same is not None:
                value = self._number(same, self.draw_known(len(same)))
            else:
                longest = max(map(len, kinds))
                rows = tuple(f for d in p.dice for f in (*d.faces, *[0] * (longest - len(d.faces))))
                drawn = self.draw(self.entry_of(tuple(len(d.faces) for d in p.dice), die))
                value = self.entry_of(rows, b.add(b.mul(die, self.const(longest)), drawn))
            if fallen is None:
                self._show(die, value)
            else:
                b.store(value, self.element(fallen, die))

        self.members(mask, fall)
        if fallen is not None:
            for group in equal:
                for zone in range(len(p.zones)):
                    # Only dice that lie in one zone cannot be told apart.
                    lying = b.and_(mask, self.get(reg.zone_mask + zone))
                    self._rising(fallen, b.and_(lying, self.const(group)))
            self.members(mask, lambda die, following: self._show(die, b.load(self.element(fallen, die))))
        if reg.shown not in self.survey.fixed:
            self.put(reg.shown, b.and_(self.get(reg.shown), b.not_(mask)))
        self.put(reg.rolling, self.const(0))
        b.branch(following)

    def _sorts(self) -> dict[int, int]:
        """Masks of the dice that are alike but for their numbers."""
        groups: dict[int, int] = {}
        for i, d in enumerate(self.p.dice):
            if not d.numbered:
                groups[d.group] = groups.get(d.group, 0) | 1 << i
        return groups

    def _number(self, faces: tuple[int, ...], drawn: Any) -> Any:
        if faces == tuple(range(faces[0], faces[0] + len(faces))):
            return self.b.add(drawn, self.const(faces[0]))
        return self.entry_of(faces, drawn)

    def _rising(self, values: Any, mask: Any) -> None:
        """The values of the dice of a mask change places until they rise."""
        b = self.b

        def first(i: Any, following: Any) -> None:
            above = b.and_(mask, b.shl(self.const(-2), i))

            def second(j: Any, following: Any) -> None:
                left, right = self.element(values, i), self.element(values, j)
                x, y = b.load(left), b.load(right)
                later = b.icmp_signed(">", x, y)
                b.store(b.select(later, y, x), left)
                b.store(b.select(later, x, y), right)

            self.members(above, second)

        self.members(mask, first)

    def _sort_dice(self) -> None:
        """Equal dice change places until they lie in order of place, number and openness."""
        b, p, reg = self.b, self.p, self.reg
        zones, places = len(p.zones), sum(len(board.labels) for board in p.boards)
        for dice in (g for g in p.plain_groups if len(g) > 1):
            count = len(dice)
            keys = self.local(count)
            whole = self.const(sum(1 << d for d in dice))
            rises = ir.Constant(I1, 1)
            before = None
            shown = self.get(reg.shown)
            for i, die in enumerate(dice):
                if p.boards:
                    where = self.get(reg.location + die)
                else:
                    where = self.const(max(0, zones - 1))
                    for z in reversed(range(zones - 1)):
                        lies = b.and_(self.get(reg.zone_mask + z), self.const(1 << die))
                        where = b.select(b.icmp_signed("!=", lies, self.const(0)), self.const(z), where)
                key = b.add(b.shl(where, self.const(8)), b.shl(self.get(reg.face + die), self.const(1)))
                key = b.add(key, b.and_(b.lshr(shown, self.const(die)), self.const(1)))
                b.store(key, self.element(keys, self.const(i)))
                if before is not None:
                    rises = b.and_(rises, b.icmp_signed("<=", before, key))
                before = key
            self.when(b.not_(rises), partial(self._lay_dice, keys, dice, whole, zones, places))

    def _lay_dice(self, keys: Any, dice: tuple[int, ...], whole: Any, zones: int, places: int) -> None:
        b, reg = self.b, self.reg
        clear = b.not_(whole)
        self._rising(keys, self.const((1 << len(dice)) - 1))
        touched = [
            reg.shown,
            *range(reg.zone_mask, reg.zone_mask + zones),
            *range(reg.showing, reg.showing + self.p.max_face + 1),
        ]
        touched = [c for c in touched if c not in self.survey.fixed]
        for cell in touched:
            self.put(cell, b.and_(self.get(cell), clear))
        for i, die in enumerate(dice):
            key = b.load(self.element(keys, self.const(i)))
            bit = self.const(1 << die)
            where = b.lshr(key, self.const(8))
            number = b.and_(b.lshr(key, self.const(1)), self.const(127))
            for z in range(zones):
                if reg.zone_mask + z not in self.survey.fixed:
                    here = b.icmp_signed("==", where, self.const(z))
                    old = self.get(reg.zone_mask + z)
                    self.put(reg.zone_mask + z, b.select(here, b.or_(old, bit), old))
            if places:

                def stand(where: Any = where, die: int = die) -> None:
                    place = b.sub(where, self.const(zones))
                    self.fail_if(b.icmp_unsigned(">=", place, self.const(places)))
                    b.store(self.const(die + 1), self.cell_at(reg.on_place, place, places))

                self.when(b.icmp_signed(">=", where, self.const(zones)), stand)
            self.put(reg.location + die, where)
            at = self.cell_at(reg.showing, number, self.p.max_face + 1)
            b.store(b.or_(b.load(at), bit), at)
            self.put(reg.face + die, number)
            if reg.shown not in self.survey.fixed:
                open_ = b.select(b.icmp_signed("!=", b.and_(key, self.const(1)), self.const(0)), bit, self.const(0))
                self.put(reg.shown, b.or_(self.get(reg.shown), open_))

    def _draw_one(self, number: int, end: ops.DrawOne) -> None:
        b = self.b
        mask = self.whole(end.members)
        self.fail_if(b.icmp_signed("==", mask, self.const(0)))
        self._chance(number, mask)
        chosen = self.draw(self.intrinsic("ctpop", mask))
        rest = self.local()
        b.store(mask, rest)

        def drop(i: Any, following: Any) -> None:
            left = b.load(rest)
            b.store(b.and_(left, b.sub(left, self.const(1))), rest)

        self.numbers(self.const(1), chosen, drop)
        self.put(end.cell, self.intrinsic("cttz", b.load(rest), ir.Constant(I1, 0)))
        self.put(self.reg.rolling, self.const(0))
        b.branch(self.blocks[end.next])

    def _chance(self, number: int, mask: Any) -> None:
        b, reg = self.b, self.reg
        self.put(reg.rolling, mask)
        self.put(reg.asked, b.shl(self.const(1), b.and_(self.get(reg.actor), self.const(63))))
        self.put(reg.pc, self.const(number))
        self._rest()
        self._record(self.const(CHANCE), self.const(-1))

    def _rest(self) -> None:
        """A suspension: one step more; a doubtful game or one without end is given up."""
        b = self.b
        steps = b.add(b.load(self.steps), self.const(1))
        b.store(steps, self.steps)
        doubt = b.icmp_signed("!=", b.load(self.doubtful), self.const(0))
        self.fail_if(b.or_(doubt, b.icmp_signed(">", steps, self.limit)))

    # -------------------------------------------------------------- choices

    def _ask(self, number: int, decision: ops.Decision) -> None:
        b = self.b
        self.put(self.reg.pc, self.const(number))
        if self.p.sorts_dice:
            self._sort_dice()
        nothing = self.failed if decision.nothing < 0 else self.blocks[decision.nothing]
        if all(not a.picks for a in decision.alternatives):
            self._ask_plain(decision, nothing)
            return
        width = 1 + max(len(a.picks) for a in decision.alternatives)
        count = self.local()
        b.store(self.const(0), count)
        for i, alternative in enumerate(decision.alternatives):
            after = self.new()
            self._answers(i, alternative, width, count, after)
            self.at(after)
        total = b.load(count)
        some = self.new("some")
        b.cbranch(b.icmp_signed("==", total, self.const(0)), nothing, some)
        self.at(some)
        self._rest()
        chosen = self.draw(total)
        self._record(self.const(decision.number), chosen)
        base = b.mul(chosen, self.const(width))
        ways = [self.new() for _ in decision.alternatives]
        switch = b.switch(b.load(b.gep(self.buffer, [base])), self.failed)
        for i, (alternative, way) in enumerate(zip(decision.alternatives, ways, strict=True)):
            switch.add_case(self.const(i), way)
            self.at(way)
            for j, pick in enumerate(alternative.picks):
                self.put(pick.cell, b.load(b.gep(self.buffer, [b.add(base, self.const(j + 1))])))
            b.branch(self.blocks[alternative.block])

    def _ask_plain(self, decision: ops.Decision, nothing: Any) -> None:
        b = self.b
        open_: list[Any] = []
        for alternative in decision.alternatives:
            whole: ops.Op = ops.ONE
            for must in alternative.musts:
                whole = ops.Bin("and", whole, must.condition)
            open_.append(self.test(whole) if alternative.musts else ir.Constant(I1, 1))
        sure = all(not a.musts for a in decision.alternatives)
        if sure:
            self._rest()
            chosen = self.draw_known(len(open_))
        else:
            total = self.const(0)
            for flag in open_:
                total = b.add(total, b.zext(flag, I64))
            some = self.new("some")
            b.cbranch(b.icmp_signed("==", total, self.const(0)), nothing, some)
            self.at(some)
            self._rest()
            if len(open_) <= 4:
                # For few alternatives each count has its own way to draw, by a known number.
                done = self.new("drawn")
                ends = []
                switch = b.switch(total, self.failed)
                for n in range(1, len(open_) + 1):
                    way = self.new()
                    switch.add_case(self.const(n), way)
                    self.at(way)
                    ends.append((self.draw_known(n), self.b.block))
                    b.branch(done)
                self.at(done)
                chosen = b.phi(I64)
                for value, block in ends:
                    chosen.add_incoming(value, block)
            else:
                chosen = self.draw(total)
        self._record(self.const(decision.number), chosen)
        for flag, alternative in zip(open_, decision.alternatives, strict=True):
            on = self.new()
            here = b.and_(flag, b.icmp_signed("==", chosen, self.const(0)))
            b.cbranch(here, self.blocks[alternative.block], on)
            self.at(on)
            chosen = b.sub(chosen, b.zext(flag, I64))
        b.branch(self.failed)

    def _answers(self, i: int, alternative: ops.AlternativeOp, width: int, count: Any, after: Any) -> None:
        b = self.b

        def musts(j: int, following: Any) -> None:
            for must in alternative.musts:
                if must.after == j:
                    self.skip_if(b.not_(self.test(must.condition)), following)

        def picks(j: int, following: Any) -> None:
            musts(j, following)
            if j == len(alternative.picks):
                at = b.load(count)
                self.fail_if(b.icmp_unsigned(">=", at, self.const(MOST_MOVES)))
                base = b.mul(at, self.const(width))
                b.store(self.const(i), b.gep(self.buffer, [base]))
                for k, pick in enumerate(alternative.picks):
                    b.store(b.load(self.var(pick.var)), b.gep(self.buffer, [b.add(base, self.const(k + 1))]))
                b.store(b.add(at, self.const(1)), count)
                b.branch(following)
            else:
                self._pick(alternative.picks[j], lambda inner: picks(j + 1, inner))
                b.branch(following)

        picks(0, after)

    def _pick(self, pick: ops.PickOp, body: Callable[[Any], None]) -> None:
        b, condition = self.b, pick.condition
        room = self.var(pick.var)
        if pick.range_high is not None:
            if pick.many:
                raise Unsupported("a pick of several numbers of a range (PickOp.range_high)")
            low = self.whole(pick.source)

            def number(value: Any, following: Any) -> None:
                b.store(value, room)
                if condition is not None:
                    b.store(value, self.var(pick.it))
                    self.skip_if(b.not_(self.test(condition)), following)
                body(following)

            self.numbers(low, self.whole(pick.range_high), number)
            return
        mask = self.whole(pick.source)
        if condition is not None:
            kept = self.local()
            b.store(self.const(0), kept)

            def judge(member: Any, following: Any) -> None:
                b.store(member, self.var(pick.it))
                self.skip_if(b.not_(self.test(condition)), following)
                b.store(b.or_(b.load(kept), b.shl(self.const(1), member)), kept)

            self.members(mask, judge)
            mask = b.load(kept)
        plain = pick.shape == "die" and bool(self.p.plain_groups)
        lower = self._lower_equals(mask) if plain else None
        if not pick.many:

            def member(value: Any, following: Any) -> None:
                b.store(value, room)
                if lower is not None:
                    self.skip_if(b.icmp_signed("!=", b.load(self.element(lower, value)), self.const(0)), following)
                body(following)

            self.members(mask, member)
            return
        self._subsets(pick, mask, lower, room, body)

    def _lower_equals(self, mask: Any) -> Any:
        """For each die of a mask those below it that no rule can tell from it: of its sort, showing its number."""
        b, p = self.b, self.p
        lower = self.local(max(2, len(p.dice)))
        groups = self._sorts()
        sorts = tuple(0 if d.numbered else groups[d.group] for d in p.dice)

        def one(die: Any, following: Any) -> None:
            number = b.load(self.cell_at(self.reg.face, die, len(p.dice)))
            alike = b.and_(b.load(self.cell_at(self.reg.showing, number, p.max_face + 1)), self.entry_of(sorts, die))
            below = b.sub(b.shl(self.const(1), die), self.const(1))
            b.store(b.and_(b.and_(alike, below), mask), self.element(lower, die))

        self.members(mask, one)
        return lower

    def _subsets(self, pick: ops.PickOp, mask: Any, lower: Any | None, room: Any, body: Callable[[Any], None]) -> None:
        """Every set of `low` to `high` members, in ascending order of masks."""
        b = self.b
        low = self.whole(pick.low)
        high = None if pick.high is None else self.whole(pick.high)
        folded = self.fold(pick.low)
        some = high is None and folded == ops.ONE
        self.fail_if(b.icmp_signed(">", self.intrinsic("ctpop", mask), self.const(MOST_SUBSET_DICE)))
        at = self.local()
        head, step, after = self.new("subset"), self.new("step"), self.new("after")
        if some:
            b.store(b.and_(b.neg(mask), mask), at)
            b.cbranch(b.icmp_signed("==", mask, self.const(0)), after, head)
        else:
            b.store(self.const(0), at)
            b.branch(head)
        self.at(head)
        subset = b.load(at)
        b.store(subset, room)
        if not some:
            size = self.intrinsic("ctpop", subset)
            fits = b.icmp_signed("<=", low, size)
            if high is not None:
                fits = b.and_(fits, b.icmp_signed("<=", size, high))
            self.skip_if(b.not_(fits), step)
        if lower is not None:

            def first_of_its_kind(die: Any, following: Any) -> None:
                missing = b.and_(b.load(self.element(lower, die)), b.not_(subset))
                self.skip_if(b.icmp_signed("!=", missing, self.const(0)), step)

            self.members(subset, first_of_its_kind)
        body(step)
        self.at(step)
        subset = b.load(at)
        b.store(b.and_(b.sub(subset, mask), mask), at)
        b.cbranch(b.icmp_signed("==", subset, mask), after, head)
        self.at(after)

    # -------------------------------------------------------------- the whole

    def _record(self, what: Any, chosen: Any) -> None:
        """In a trace: what was asked, the answer's index, and the cells."""
        if not self.trace:
            return
        b = self.b
        size = self.p.cells + 2
        at = b.load(self.traced)
        room = self.new()
        b.cbranch(b.icmp_signed("<", at, self.trace_room), room, self.full)
        self.at(room)
        base = b.gep(self.trace_at, [b.mul(at, self.const(size))])
        b.store(what, b.gep(base, [self.const(0)]))
        b.store(chosen, b.gep(base, [self.const(1)]))
        self._copy_out(b.gep(base, [self.const(2)]))
        b.store(b.add(at, self.const(1)), self.traced)

    def _copy_out(self, to: Any) -> None:
        for cell in range(self.p.cells):
            self.b.store(self.get(cell), self.b.gep(to, [self.const(cell)]))

    def _play(self) -> None:
        """play(source[3], cells out, moves, limit, numbers out[2], trace, room): steps played and entries traced are numbers out."""
        p = self.p
        kind = ir.FunctionType(I64, [POINTER, POINTER, POINTER, I64, POINTER, POINTER, I64])
        self.function = ir.Function(self.module, kind, name="play")
        source, self.out, self.buffer, self.limit, self.numbers_out, self.trace_at, self.trace_room = self.function.args
        for argument in (source, self.out, self.buffer, self.numbers_out, self.trace_at):
            argument.add_attribute("noalias")
        self.frame = self.function.append_basic_block("frame")
        start = self.function.append_basic_block("start")
        self.b = b = ir.IRBuilder(start)
        self.source = [self.local() for _ in range(3)]
        self.steps, self.doubtful, self.traced, self.turns_left = (self.local() for _ in range(4))
        self.failed, self.full, self.finish = (
            self.function.append_basic_block(x) for x in ("failed", "full", "finish")
        )
        for i, room in enumerate(self.source):
            b.store(b.load(b.gep(source, [self.const(i)])), room)
        for room in (self.steps, self.doubtful, self.traced):
            b.store(self.const(0), room)
        b.store(b.mul(self.limit, self.const(64)), self.turns_left)
        self._lay_cells()
        for cell, value in enumerate(p.initial):
            self.put(cell, self.const(value))
        self.blocks = {n: self.function.append_basic_block(f"b{n}") for n in sorted(self.survey.reached)}
        for n in list(self.survey.reached):
            for target in successors(p, p.blocks[n].end, self.survey.ways_back):
                if target not in self.blocks:
                    self.blocks[target] = self.failed
        b.branch(self.blocks[p.entry])
        status = self._ends()
        circles = self._circles()
        for n in sorted(self.survey.reached):
            self.at(self.blocks[n])
            if n in circles:
                left = b.sub(b.load(self.turns_left), self.const(1))
                b.store(left, self.turns_left)
                self.fail_if(b.icmp_signed("<", left, self.const(0)))
            self.statements(p.blocks[n].body)
            self._end(n, p.blocks[n].end, status)
        with b.goto_block(self.frame):
            b.branch(start)

    def _many(self) -> None:
        """playouts(source, cells, moves, limit, games, summary): games played; summary holds turns, their squares, steps and wins."""
        play, p, reg = self.function, self.p, self.reg
        kind = ir.FunctionType(I64, [POINTER, POINTER, POINTER, I64, I64, POINTER])
        self.function = ir.Function(self.module, kind, name="playouts")
        source, cells, moves, limit, games, summary = self.function.args
        self.frame = self.function.append_basic_block("frame")
        start, stop, count = (self.function.append_basic_block(x) for x in ("start", "stop", "count"))
        self.b = b = ir.IRBuilder(start)
        saved, numbers = self.local(3), self.local(2)
        done = self.local()
        b.store(self.const(0), done)

        def at(room: Any, i: int) -> Any:
            return b.gep(room, [self.const(i)])

        def add(i: int, value: Any) -> None:
            b.store(b.add(b.load(at(summary, i)), value), at(summary, i))

        def game(i: Any, following: Any) -> None:
            for k in range(3):
                b.store(b.load(at(source, k)), self.element(saved, self.const(k)))
            nowhere = ir.Constant(POINTER, None)
            status = b.call(
                play, [source, cells, moves, limit, self.element(numbers, self.const(0)), nowhere, self.const(0)]
            )
            b.cbranch(b.icmp_signed("==", status, self.const(PLAYED)), count, stop)
            self.at(count)
            turns = b.load(at(cells, reg.turns))
            add(0, turns)
            add(1, b.mul(turns, turns))
            add(2, b.load(self.element(numbers, self.const(0))))
            winners = b.load(at(cells, reg.winners))
            for seat in range(p.players):
                add(3 + seat, b.and_(b.lshr(winners, self.const(seat)), self.const(1)))
            b.store(b.add(b.load(done), self.const(1)), done)

        self.numbers(self.const(1), games, game)
        b.ret(b.load(done))
        self.at(stop)
        for k in range(3):
            b.store(b.load(self.element(saved, self.const(k))), at(source, k))
        b.ret(b.load(done))
        with b.goto_block(self.frame):
            b.branch(start)

    def _ends(self) -> Any:
        """The ways out: played to the end, given up, or no more room for the trace."""
        b = self.b
        status = self.local()
        for block, value in ((self.failed, GAVE_UP), (self.full, TRACE_FULL)):
            self.at(block)
            b.store(self.const(value), status)
            b.branch(self.finish)
        self.at(self.finish)
        for i, room in enumerate(self.source):
            b.store(b.load(room), b.gep(self.function.args[0], [self.const(i)]))
        b.store(b.load(self.steps), b.gep(self.numbers_out, [self.const(0)]))
        b.store(b.load(self.traced), b.gep(self.numbers_out, [self.const(1)]))
        b.ret(b.load(status))
        return status

    def _circles(self) -> set[int]:
        """One block of every circle of blocks."""
        found: set[int] = set()
        state: dict[int, int] = {self.p.entry: 1}
        stack = [(self.p.entry, iter(successors(self.p, self.p.blocks[self.p.entry].end, self.survey.ways_back)))]
        while stack:
            number, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                state[number] = 2
                stack.pop()
            elif state.get(following) == 1:
                found.add(following)
            elif following not in state:
                state[following] = 1
                stack.append((following, iter(successors(self.p, self.p.blocks[following].end, self.survey.ways_back))))
        return found

    def _end(self, number: int, end: ops.End, status: Any) -> None:
        b, reg = self.b, self.reg
        if isinstance(end, ops.Jump):
            b.branch(self.blocks[end.block])
        elif isinstance(end, ops.Branch):
            b.cbranch(self.test(end.condition), self.blocks[end.then], self.blocks[end.other])
        elif isinstance(end, ops.Back):
            ways = sorted(self.survey.ways_back.get(end.cell, ()))
            if len(ways) == 1:
                b.branch(self.blocks[ways[0]])
                return
            switch = b.switch(self.get(end.cell), self.failed)
            for way in ways:
                switch.add_case(self.const(way), self.blocks[way])
        elif isinstance(end, ops.Ask):
            self._ask(number, self.p.decisions[end.decision])
        elif isinstance(end, ops.RollDice):
            self._roll(number, end)
        elif isinstance(end, ops.DrawOne):
            self._draw_one(number, end)
        else:
            self.put(reg.pc, self.const(number))
            self.put(reg.over, self.const(1))
            self.put(reg.asked, self.const(0))
            self.fail_if(b.icmp_signed("!=", b.load(self.doubtful), self.const(0)))
            self._record(self.const(OVER), self.const(-1))
            self._copy_out(self.out)
            b.store(self.const(PLAYED), status)
            b.branch(self.finish)


def simple(op: ops.Op) -> bool:
    """Whether it is as cheap to work out as to jump over, and can do no harm."""
    count = 0
    for part in parts(op):
        count += 1
        if isinstance(part, (ops.Fold, ops.Call)) or count > 12:
            return False
        if isinstance(part, ops.Bin) and part.op in {"//", "%", "*", "<<"}:
            return False
        if isinstance(part, (ops.Single, ops.Span2)):
            return False
    return True


def _word(value: int) -> Any:
    return ir.Constant(I64, value - (1 << 64) if value >> 63 else value)
