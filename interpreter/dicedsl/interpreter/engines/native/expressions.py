"""Expressions of the lowered form as LLVM code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.parts import I1, I64, MOST_MEMBERS, Parts
from dicedsl.interpreter.engines.native.unsupported import Unsupported
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.walk import parts

COMPARE = {"==", "!=", "<", "<=", ">", ">="}


class Expressions(Parts):
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
        if isinstance(op, ops.Address):
            return self.const(op.block)
        if isinstance(op, ops.Cell):
            return self.get(op.index)
        if isinstance(op, ops.CellAt):
            index = self.value(op.index)
            within = b.icmp_unsigned("<", index, self.const(op.size))
            found = b.load(self.cell_at(op.base, b.select(within, index, self.const(0)), op.size))
            return b.select(within, found, self.const(op.default))
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
        if isinstance(op, ops.ListAt):
            values = self.p.lists[op.list]
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
