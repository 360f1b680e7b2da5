"""Small parts of LLVM code that everything else is made of: numbers, tables, loops over members, the random source, and cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.chance import FIRST_FACTOR, GAMMA, LIMITS, SECOND_FACTOR
from dicedsl.interpreter.engines.native.unsupported import Unsupported
from dicedsl.program import ops
from dicedsl.program.simplify import Folder
from dicedsl.program.survey import Survey
from dicedsl.program.walk import parts

I1, I16, I32, I64 = ir.IntType(1), ir.IntType(16), ir.IntType(32), ir.IntType(64)
POINTER = I64.as_pointer()
VOID = ir.VoidType()

MOST_MEMBERS = 63
CHANCE, OVER = -1, -2  # in a trace, in the place of a decision's number
MOST_PARTS = 150_000


class Parts:
    """What the code of one program is written with; with `trace` every suspension is written down."""

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
        self.draws: dict[int, Any] = {}
        self.byte = self._byte_function()
        self.below = self._below_function()

    # Of the function that is being written: what is handed to it, its rooms, and where it goes when it is done.
    b: Any
    source: list[Any]
    out: Any
    buffer: Any
    limit: Any
    steps: Any
    doubtful: Any
    failed: Any
    full: Any
    blocks: dict[int, Any]
    traced: Any
    trace_at: Any
    trace_room: Any

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
        z = state = b.add(b.load(at), _word(GAMMA))
        b.store(state, at)
        z = b.mul(b.xor(z, b.lshr(z, self.const(30))), _word(FIRST_FACTOR))
        z = b.mul(b.xor(z, b.lshr(z, self.const(27))), _word(SECOND_FACTOR))
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

    # -------------------------------------------------------------- the trace

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


def _word(value: int) -> Any:
    return ir.Constant(I64, value - (1 << 64) if value >> 63 else value)
