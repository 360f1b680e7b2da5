"""One function of machine code being written: blocks, room, loops, and the way out when a rule is at fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.calling import FAULT

I1, I8, I32, I64 = ir.IntType(1), ir.IntType(8), ir.IntType(32), ir.IntType(64)
DOUBLE = ir.DoubleType()
WORDS = I64.as_pointer()
VOID = ir.VoidType()


def number(value: int) -> Any:
    return ir.Constant(I64, value - (1 << 64) if value >> 63 == 1 else value)


class Frame:
    """Writes into one function. `context` and `state` are pointers to words."""

    def __init__(self, function: Any, context: Any, state: Any) -> None:
        self.function = function
        self.context = context
        self.state = state
        self.top = function.append_basic_block("top")
        self._start = function.append_basic_block("start")
        self.builder = ir.IRBuilder(self._start)
        self.leave_with: Callable[[int], Any] = self._no_way_out  # writes the way out with a fault, by its number
        self.module = function.module

    @staticmethod
    def _no_way_out(fault: int) -> Any:
        raise AssertionError("this function has no way out for faults")

    def return_on_fault(self, value: Any) -> None:
        """A fault is noted in the context, and the function returns this value. A negative number is a fault that is noted already."""

        def leave(fault: int) -> None:
            if fault >= 0:
                self.builder.store(number(fault + 1), self.slot(FAULT))
            self.builder.ret(value)

        self.leave_with = leave

    def close(self) -> None:
        with self.builder.goto_block(self.top):
            self.builder.branch(self._start)

    # -------------------------------------------------------------- blocks and room

    def new(self, name: str = "x") -> Any:
        return self.function.append_basic_block(name)

    def at(self, block: Any) -> None:
        self.builder.position_at_end(block)

    def go(self, block: Any) -> None:
        if not self.builder.block.is_terminated:
            self.builder.branch(block)

    def local(self, kind: Any = I64) -> Any:
        """Room in the frame of the function, made once at its top."""
        with self.builder.goto_block(self.top):
            return self.builder.alloca(kind)

    def array(self, count: int) -> Any:
        """Room for so many words; a pointer to the first."""
        with self.builder.goto_block(self.top):
            room = self.builder.alloca(ir.ArrayType(I64, max(1, count)))
            return self.builder.gep(room, [number(0), number(0)], inbounds=True)

    def slot(self, index: int) -> Any:
        """A word of the context."""
        return self.builder.gep(self.context, [number(index)], inbounds=True)

    def pointer(self, index: int) -> Any:
        """The memory that a word of the context points to."""
        return self.builder.inttoptr(self.builder.load(self.slot(index)), WORDS)

    def word(self, pointer: Any, index: Any) -> Any:
        return self.builder.gep(pointer, [number(index) if isinstance(index, int) else index], inbounds=True)

    def intrinsic(self, name: str, value: Any, *more: Any) -> Any:
        kind = ir.FunctionType(value.type, [value.type, *(m.type for m in more)])
        return self.builder.call(self.module.declare_intrinsic(f"llvm.{name}", [value.type], kind), [value, *more])

    def copy(self, to: Any, source: Any, first: int, last: int) -> None:
        """Copy the words from `first` to before `last`."""
        if last <= first:
            return
        pointer = I8.as_pointer()
        kind = ir.FunctionType(VOID, [pointer, pointer, I64, I1])
        copy = self.module.declare_intrinsic("llvm.memcpy", [pointer, pointer, I64], kind)
        places = [self.builder.bitcast(self.word(p, first), pointer) for p in (to, source)]
        self.builder.call(copy, [*places, number(8 * (last - first)), ir.Constant(I1, 0)])

    # -------------------------------------------------------------- ways

    def when(self, condition: Any, body: Callable[[], None]) -> None:
        inside, after = self.new(), self.new()
        self.builder.cbranch(condition, inside, after)
        self.at(inside)
        body()
        self.go(after)
        self.at(after)

    def skip_if(self, condition: Any, following: Any) -> None:
        on = self.new()
        self.builder.cbranch(condition, following, on)
        self.at(on)

    def fail_if(self, condition: Any, fault: int) -> None:
        """Leave with this fault if the condition holds."""
        if isinstance(condition, ir.Constant) and condition.constant in (0, False):
            return
        wrong, on = self.new("fault"), self.new()
        self.builder.cbranch(condition, wrong, on).set_weights([1, 1 << 20])
        self.at(wrong)
        self.leave_with(fault)
        self.at(on)

    def numbers(self, low: Any, high: Any, body: Callable[[Any, Any], None]) -> None:
        """The code of `body(number, next)` for each number from low to high."""
        at = self.local()
        self.builder.store(low, at)
        head, inside, step, after = self.new("head"), self.new("number"), self.new("step"), self.new("after")
        self.builder.branch(head)
        self.at(head)
        self.builder.cbranch(self.builder.icmp_signed("<=", self.builder.load(at), high), inside, after)
        self.at(inside)
        body(self.builder.load(at), step)
        self.go(step)
        self.at(step)
        self.builder.store(self.builder.add(self.builder.load(at), number(1)), at)
        self.builder.branch(head)
        self.at(after)
