"""Kernels: plain Python functions of a small, typed subset of the language, made into LLVM functions of a module.

The types are `int` (64 bits, wrapping), `float` (a double), `bool`, `Ints` and `Reals` (memory of integers or doubles),
and `Chance` (the three words of a random source). A variable has the type of its first assignment. Statements:
assignments, `if`, `while`, `for ... in range(...)`, `break`, `continue`, `return`. Expressions: + - * on numbers, / on
floats, // and % on integers that are not negative, comparisons (signed), and/or/not, & | ^ ~ << and >> (logical: zeros
come in), a choice by `if`/`else`, min, max, `memory[i]`, calls of other kernels, and the functions of `words`. Names
outside a function are numbers, or tuples of integers, which become tables. Everything else is refused when it is built.

Doubles are calculated exactly as Python does: in the order that is written, each step rounded by itself.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType
from typing import Any, NoReturn

from llvmlite import ir

from dicedsl.interpreter.engines import weighted_draws
from dicedsl.interpreter.engines.kernel_memory import (
    at,
    copy_words,
    count,
    logarithm,
    lowest,
    memory_at,
    real,
    reals,
    run_code,
    square_root,
)
from dicedsl.interpreter.engines.native.building.kernel_text import (
    DOUBLE,
    I1,
    I64,
    NAMES,
    REALS,
    VOID,
    WORDS,
    KernelError,
    KernelSource,
    annotated,
    read,
    refuse,
    word,
)
from dicedsl.interpreter.engines.native.runtime import source as native_source

INTEGER = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "udiv", ast.Mod: "urem", ast.BitAnd: "and_", ast.BitOr: "or_",
    ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "lshr",
}  # fmt: skip
DOUBLES = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
# What a random source in Python is asked, native code asks the words of its own.
INSTEAD: dict[Callable[..., Any], Callable[..., Any]] = {
    weighted_draws.below: native_source.below,
    weighted_draws.unit: native_source.unit,
}
COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Kernels:
    """The kernels of one module; each is added when it is first asked for, with those it calls."""

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self._made: dict[Callable[..., Any], ir.Function] = {}
        self._tables: dict[tuple[int, ...], Any] = {}

    def get(self, kernel: Callable[..., Any]) -> ir.Function:
        kernel = INSTEAD.get(kernel, kernel)
        if kernel not in self._made:
            source = read(kernel)
            parameters = source.tree.args
            if parameters.vararg or parameters.kwarg or parameters.kwonlyargs or parameters.defaults:
                raise KernelError(f"{source.file}:{source.line}: a kernel has plain parameters only")
            kinds = [annotated(source, p.annotation, p) for p in parameters.args]
            result = annotated(source, source.tree.returns, source.tree)
            name = self.module.get_unique_name(f"kernel.{kernel.__name__}")
            function = ir.Function(self.module, ir.FunctionType(result, kinds), name=name)
            function.linkage = "internal"
            function.attributes.add("nounwind")
            if kernel.__dict__.get("inlined"):
                function.attributes.add("alwaysinline")
            self._made[kernel] = function
            _Writer(self, kernel, source, function).write()
        return self._made[kernel]

    def table(self, values: tuple[int, ...]) -> Any:
        """A constant row of integers."""
        if values not in self._tables:
            kind = ir.ArrayType(I64, len(values))
            data = ir.GlobalVariable(self.module, kind, name=self.module.get_unique_name("kernel.table"))
            data.initializer = ir.Constant(kind, [word(v) for v in values])
            data.global_constant = True
            data.linkage = "internal"
            self._tables[values] = data
        return self._tables[values].gep([word(0), word(0)])


class _Writer:
    """Writes one function."""

    def __init__(
        self, kernels: Kernels, kernel: Callable[..., Any], source: KernelSource, function: ir.Function
    ) -> None:
        assert isinstance(kernel, FunctionType)
        self.kernels = kernels
        self.outside = kernel.__globals__
        self.source = source
        self.function = function
        self.frame = function.append_basic_block("frame")
        self.builder = ir.IRBuilder(function.append_basic_block("body"))
        self.variables: dict[str, Any] = {}
        self.loops: list[tuple[Any, Any]] = []  # of each loop around: where it goes on, and where it is left
        self.left: set[Any] = set()  # the latter, where some `break` goes there

    def write(self) -> None:
        start = self.builder.block
        for parameter, value in zip(self.source.tree.args.args, self.function.args, strict=True):
            self.builder.store(value, self.variable(parameter.arg, value.type))
        body = self.source.tree.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]  # the docstring
        self.statements(body)
        if not self.builder.block.is_terminated:
            if self.function.ftype.return_type != VOID:
                self.refuse(self.source.tree, "this can end without a result")
            self.builder.ret_void()
        ir.IRBuilder(self.frame).branch(start)

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        refuse(self.source, node, what)

    def variable(self, name: str, kind: Any) -> Any:
        frame = ir.IRBuilder(self.frame)
        place = frame.alloca(kind, name=name)
        frame.store(ir.Constant(kind, None if kind.is_pointer else 0), place)
        self.variables[name] = place
        return place

    # -------------------------------------------------------------- statements

    def statements(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if self.builder.block.is_terminated:
                self.refuse(statement, "this is never reached")
            self.statement(statement)

    def statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=[target]):
                self.assign(target, self.value(statement.value))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                kind = annotated(self.source, statement.annotation, statement)
                if name in self.variables:
                    self.refuse(statement, f"{name} has a type already")
                self.assign(statement.target, self.value(value, kind))
            case ast.AugAssign(target=ast.Name() | ast.Subscript()):
                place = self.place(statement.target)
                right = self.value(statement.value)
                self.store(statement, self.binary(statement, statement.op, self.builder.load(place), right), place)
            case ast.If():
                self.branches(statement)
            case ast.While(orelse=[]):
                self.repeat(statement)
            case ast.For(
                target=ast.Name(), orelse=[], iter=ast.Call(func=ast.Name(id="range"), args=ends, keywords=[])
            ):
                self.numbers(statement, ends)
            case ast.Break():
                self.left.add(self.loops[-1][1])
                self.builder.branch(self.loops[-1][1])
            case ast.Continue():
                self.builder.branch(self.loops[-1][0])
            case ast.Return(value=None):
                if self.function.ftype.return_type != VOID:
                    self.refuse(statement, "a result is missing here")
                self.builder.ret_void()
            case ast.Return(value=ast.expr() as value):
                self.builder.ret(self.value(value, self.function.ftype.return_type))
            case ast.Expr(value=ast.Call()):
                self.call(statement.value)
            case ast.Pass():
                pass
            case _:
                self.refuse(statement, "no statement of kernels")

    def assign(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            if value.type == VOID:
                self.refuse(target, "there is no value")
            if target.id not in self.variables:
                self.variable(target.id, value.type)
            self.store(target, value, self.variables[target.id])
        else:
            self.store(target, value, self.place(target))

    def store(self, node: ast.AST, value: Any, place: Any) -> None:
        if place.type.pointee != value.type:
            self.refuse(node, f"{NAMES[place.type.pointee]} expected, not {NAMES[value.type]}")
        self.builder.store(value, place)

    def branches(self, statement: ast.If) -> None:
        then, other, after = (self.function.append_basic_block(x) for x in ("then", "other", "after"))
        self.builder.cbranch(self.condition(statement.test), then, other)
        reached = False
        for block, body in ((then, statement.body), (other, statement.orelse)):
            self.builder.position_at_end(block)
            self.statements(body)
            if not self.builder.block.is_terminated:
                self.builder.branch(after)
                reached = True
        self.builder.position_at_end(after)
        if not reached:
            self.builder.unreachable()

    def repeat(self, statement: ast.While) -> None:
        head, inside, after = (self.function.append_basic_block(x) for x in ("head", "inside", "after"))
        self.builder.branch(head)
        self.builder.position_at_end(head)
        endless = isinstance(statement.test, ast.Constant) and statement.test.value is True
        if endless:
            self.builder.branch(inside)
        else:
            self.builder.cbranch(self.condition(statement.test), inside, after)
        self.inside(statement.body, inside, head, after)
        self.builder.position_at_end(after)
        if endless and after not in self.left:
            self.builder.unreachable()

    def inside(self, body: list[ast.stmt], block: Any, on: Any, after: Any) -> None:
        self.builder.position_at_end(block)
        self.loops.append((on, after))
        self.statements(body)
        self.loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(on)

    def numbers(self, statement: ast.For, row: list[ast.expr]) -> None:
        ends = [self.value(a, I64) for a in row[:2]]
        low, high = ends if len(ends) == 2 else (word(0), ends[0])
        step = ast.literal_eval(row[2]) if len(row) > 2 and isinstance(row[2], ast.Constant | ast.UnaryOp) else 1
        if len(row) > 2 and (not isinstance(step, int) or not step or ast.unparse(row[2]) != str(step)):
            self.refuse(statement, "a step is a plain number other than 0")
        head, inside, on, after = (self.function.append_basic_block(x) for x in ("head", "inside", "on", "after"))
        assert isinstance(statement.target, ast.Name)
        number = self.variable(f"{statement.target.id}.number", I64)
        self.builder.store(low, number)
        self.builder.branch(head)
        self.builder.position_at_end(head)
        now = self.builder.load(number)
        self.builder.cbranch(self.builder.icmp_signed("<" if step > 0 else ">", now, high), inside, after)
        self.builder.position_at_end(inside)
        self.assign(statement.target, now)
        self.inside(statement.body, inside, on, after)
        self.builder.position_at_end(on)
        self.builder.store(self.builder.add(self.builder.load(number), word(step)), number)
        self.builder.branch(head)
        self.builder.position_at_end(after)

    # -------------------------------------------------------------- expressions

    def value(self, node: ast.expr, kind: Any = None) -> Any:
        value = self.expression(node)
        if kind is not None and value.type != kind:
            self.refuse(node, f"{NAMES[kind]} expected, not {NAMES[value.type]}")
        return value

    def condition(self, node: ast.expr) -> Any:
        value = self.value(node)
        if value.type == I64:
            return self.builder.icmp_signed("!=", value, word(0))
        if value.type != I1:
            self.refuse(node, "no condition")
        return value

    def expression(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=bool() as truth):
                return ir.Constant(I1, truth)
            case ast.Constant(value=int() as number):
                return word(number)
            case ast.Constant(value=float() as number):
                return ir.Constant(DOUBLE, number)
            case ast.Name(id=name):
                return self.builder.load(self.variables[name]) if name in self.variables else self.constant(node, name)
            case ast.Subscript():
                return self.builder.load(self.place(node))
            case ast.BinOp():
                left = self.value(node.left)
                return self.binary(node, node.op, left, self.value(node.right))
            case ast.UnaryOp(op=ast.Not()):
                return self.builder.not_(self.condition(node.operand))
            case ast.UnaryOp(op=ast.Invert()):
                return self.builder.not_(self.value(node.operand, I64))
            case ast.UnaryOp(op=ast.USub()):
                value = self.value(node.operand)
                if value.type not in (I64, DOUBLE):
                    self.refuse(node, "a number expected")
                return self.builder.fneg(value) if value.type == DOUBLE else self.builder.neg(value)
            case ast.Compare(ops=[op], comparators=[right]):
                return self.compare(node, type(op), self.value(node.left), self.value(right))
            case ast.BoolOp():
                return self.both(node)
            case ast.IfExp():
                return self.either(
                    node, self.condition(node.test), lambda: self.value(node.body), lambda: self.value(node.orelse)
                )
            case ast.Call():
                return self.call(node)
        self.refuse(node, "no expression of kernels")

    def constant(self, node: ast.expr, name: str) -> Any:
        value = self.outside.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return word(value)
        if isinstance(value, float):
            return ir.Constant(DOUBLE, value)
        if isinstance(value, tuple) and value and all(isinstance(x, int) for x in value):
            return self.kernels.table(value)
        self.refuse(node, f"{name} is no variable here, and no number or table outside")

    def binary(self, node: ast.AST, op: ast.operator, left: Any, right: Any) -> Any:
        known = {I64: INTEGER, DOUBLE: DOUBLES}.get(left.type, {})
        if left.type != right.type or type(op) not in known:
            names = f"{NAMES[left.type]} and {NAMES[right.type]}"
            self.refuse(node, f"{type(op).__name__} is not for {names}")
        return getattr(self.builder, known[type(op)])(left, right)

    def compare(self, node: ast.AST, op: type[ast.cmpop], left: Any, right: Any) -> Any:
        if left.type != right.type or left.type not in (I64, DOUBLE) or op not in COMPARED:
            self.refuse(node, f"{op.__name__} is not for {NAMES[left.type]} and {NAMES[right.type]}")
        if left.type == I64:
            return self.builder.icmp_signed(COMPARED[op], left, right)
        # Something that is no number differs from everything.
        return (self.builder.fcmp_unordered if op is ast.NotEq else self.builder.fcmp_ordered)(
            COMPARED[op], left, right
        )

    def both(self, node: ast.BoolOp) -> Any:
        result = self.condition(node.values[0])
        for part in node.values[1:]:
            further = partial(self.condition, part)
            if isinstance(node.op, ast.And):
                result = self.either(node, result, further, lambda: ir.Constant(I1, False))
            else:
                result = self.either(node, result, lambda: ir.Constant(I1, True), further)
        return result

    def either(self, node: ast.AST, condition: Any, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
        blocks = [self.function.append_basic_block(x) for x in ("then", "other", "after")]
        self.builder.cbranch(condition, *blocks[:2])
        ends = []
        for block, branch in zip(blocks, (then, other), strict=False):
            self.builder.position_at_end(block)
            ends.append((branch(), self.builder.block))
            self.builder.branch(blocks[2])
        if ends[0][0].type != ends[1][0].type:
            self.refuse(node, "both ways must have one type")
        self.builder.position_at_end(blocks[2])
        joined = self.builder.phi(ends[0][0].type)
        for value, block in ends:
            joined.add_incoming(value, block)
        return joined

    def place(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name) and node.id in self.variables:
            return self.variables[node.id]
        if not isinstance(node, ast.Subscript):
            self.refuse(node, "nothing that has a place")
        return self.offset(node, self.value(node.value), self.value(node.slice, I64))

    def offset(self, node: ast.expr, memory: Any, number: Any) -> Any:
        if memory.type not in (WORDS, REALS):
            self.refuse(node, "Ints or Reals expected")
        return self.builder.gep(memory, [number])

    def call(self, node: ast.expr) -> Any:
        match node:
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                arguments = [self.value(a) for a in node.args]
            case _:
                self.refuse(node, "kernels are called by their name, with plain arguments")
        target = self.outside.get(name)
        if target is None and name in ("min", "max") and len(arguments) == 2:
            first, second = arguments
            second_wins = self.compare(node, ast.Lt if name == "min" else ast.Gt, second, first)
            return self.builder.select(second_wins, second, first)
        if not isinstance(target, FunctionType):
            self.refuse(node, f"{name} is no kernel")
        if target is at and len(arguments) == 2:
            self.expect(node, [arguments[1]], [I64])
            return self.offset(node, *arguments)
        if target in BUILT_IN:
            kinds, write = BUILT_IN[target]
            self.expect(node, arguments, kinds)
            return write(self.builder, *arguments)
        function = self.kernels.get(target)
        self.expect(node, arguments, function.ftype.args)
        return self.builder.call(function, arguments)

    def expect(self, node: ast.expr, arguments: list[Any], kinds: Sequence[Any]) -> None:
        if [a.type for a in arguments] != list(kinds):
            wanted, given = (", ".join(NAMES[k] for k in row) for row in (kinds, [a.type for a in arguments]))
            self.refuse(node, f"{wanted} expected, not {given}")


RUN = ir.FunctionType(I64, [WORDS, WORDS, I64, I64])


def _intrinsic(builder: ir.IRBuilder, name: str, number: Any) -> Any:
    return builder.call(builder.module.declare_intrinsic(name, [DOUBLE]), [number])


def _copy_words(builder: ir.IRBuilder, to: Any, source: Any, words: Any) -> Any:
    pointer = ir.IntType(8).as_pointer()
    copy = builder.module.declare_intrinsic("llvm.memcpy", [pointer, pointer, I64])
    places = [builder.bitcast(memory, pointer) for memory in (to, source)]
    return builder.call(copy, [*places, builder.mul(words, word(8)), ir.Constant(I1, 0)])


BUILT_IN: dict[Callable[..., Any], tuple[list[Any], Callable[..., Any]]] = {
    memory_at: ([I64], lambda b, address: b.inttoptr(address, WORDS)),
    reals: ([WORDS], lambda b, memory: b.bitcast(memory, REALS)),
    real: ([I64], lambda b, number: b.sitofp(number, DOUBLE)),
    copy_words: ([WORDS, WORDS, I64], _copy_words),
    count: ([I64], lambda b, number: b.ctpop(number)),
    lowest: ([I64], lambda b, number: b.cttz(number, ir.Constant(I1, 1))),
    square_root: ([DOUBLE], lambda b, number: _intrinsic(b, "llvm.sqrt", number)),
    logarithm: ([DOUBLE], lambda b, number: _intrinsic(b, "llvm.log", number)),
    run_code: (
        [I64, WORDS, WORDS, I64, I64],
        lambda b, run, *arguments: b.call(b.inttoptr(run, RUN.as_pointer()), arguments),
    ),
}
