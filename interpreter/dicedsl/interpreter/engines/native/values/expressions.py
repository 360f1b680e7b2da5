"""Expressions of a program as machine code: numbers of 64 bits, truths of one bit, sets of as many as they have members."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from attrs import define
from llvmlite import ir

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.cells import CellRoom
from dicedsl.interpreter.engines.native.building.frame import I1, I64, Frame, number
from dicedsl.interpreter.engines.native.building.layout import WORD, words_of
from dicedsl.interpreter.engines.native.calling import WORK
from dicedsl.interpreter.engines.native.values.loops import Loops
from dicedsl.program import ops
from dicedsl.program.sets import LARGEST_MEMBER, NUMBER_LIMIT
from dicedsl.program.value_kinds import JUNCTIONS, SET, SET_OPERATORS
from dicedsl.program.walk import children, parts

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code

SIGNED = {"<", "<=", ">", ">="}
HEAVY_OPERATIONS = (ops.Fold, ops.Lowest, ops.Call, ops.Reach, ops.OnePiece, ops.Alike)  # worth keeping
CHEAP_OPERATIONS = 12  # operations that are rather worked out than jumped over


@define
class Shared:
    """An operation that is needed more than once, and where it is kept when it has been worked out."""

    form: int  # of the operation
    room: Any = None
    known: Any = None  # in a loop: whether it has been worked out
    work: Any = None  # how much work that was, if it is any
    missed: bool = False  # it was written as a condition, of which no value is kept


class Expressions:
    """Writes the expressions of one function."""

    def __init__(self, code: Code, frame: Frame, cells: CellRoom) -> None:
        self.code = code
        self.frame = frame
        self.builder = frame.builder
        self.cells = cells
        self.analysis = code.analysis
        self.kinds = code.analysis.kinds
        self._variables: dict[int, Any] = {}
        self._shared: list[Shared] = []
        self.loops = Loops(self)

    # -------------------------------------------------------------- widths

    def bits(self, op: ops.Op) -> int:
        """How many bits the set is kept in."""
        return self.code.bits(op)

    def variable(self, var: int) -> Any:
        """The room of a variable."""
        if var not in self._variables:
            kind = I64
            if self.kinds.variable(var) is SET:
                kind = sets.kind(self.code.variable_bits(var))
            self._variables[var] = self.frame.local(kind)
        return self._variables[var]

    def bind(self, var: int, value: Any) -> None:
        room = self.variable(var)
        if self.kinds.variable(var) is SET:
            value = sets.resized(self.frame, value, self.code.variable_bits(var))
        self.builder.store(value, room)

    # -------------------------------------------------------------- truths

    def test(self, op: ops.Op) -> Any:
        """A condition, as one bit."""
        b = self.builder
        if isinstance(op, ops.Const):
            return ir.Constant(I1, int(op.value != 0))
        if isinstance(op, ops.Bin):
            if op.op in SIGNED:
                return b.icmp_signed(op.op, self.number(op.left), self.number(op.right))
            if op.op in {"==", "!="}:
                return self._equal(op)
            if op.op in JUNCTIONS:
                return self._junction(op)
        if isinstance(op, ops.Not):
            return b.not_(self.test(op.operand))
        if isinstance(op, ops.Bit):
            return self._bit(op)
        if isinstance(op, ops.Fold) and op.kind in {"any", "all"}:
            self._miss(op)
            return self.loops.quantified(op)
        if isinstance(op, ops.Call):
            return b.icmp_signed("!=", self._worked_out(op, Expressions._call), self._zero(op))
        if isinstance(op, ops.Cond) and self.kinds.of(op) is not SET:
            return self._truth_cond(op)
        if self.kinds.of(op) is SET:
            return b.not_(sets.is_empty(self.frame, self.set(op)))
        return b.icmp_signed("!=", self.number(op), number(0))

    def _zero(self, op: ops.Call) -> Any:
        return ir.Constant(self.code.result_kind(op.function), 0)

    def _equal(self, op: ops.Bin) -> Any:
        if self.kinds.both(op.left, op.right) is SET:
            bits = max(self.bits(op.left), self.bits(op.right))
            return self.builder.icmp_unsigned(op.op, self.set(op.left, bits), self.set(op.right, bits))
        return self.builder.icmp_signed(op.op, self.number(op.left), self.number(op.right))

    def _junction(self, op: ops.Bin) -> Any:
        left = self.test(op.left)
        if self.is_cheap(op.right):
            right = self.test(op.right)
            return self.builder.and_(left, right) if op.op == "and" else self.builder.or_(left, right)
        more, done = self.frame.new(), self.frame.new()
        start = self.builder.block
        self.builder.cbranch(left, *((more, done) if op.op == "and" else (done, more)))
        self.frame.at(more)
        right = self.test(op.right)
        end = self.builder.block
        self.builder.branch(done)
        self.frame.at(done)
        result = self.builder.phi(I1)
        result.add_incoming(ir.Constant(I1, int(op.op == "or")), start)
        result.add_incoming(right, end)
        return result

    def is_cheap(self, op: ops.Op) -> bool:
        """Whether it is as cheap to work out as to jump over, and can do no harm."""
        for i, part in enumerate(parts(op)):
            if i >= CHEAP_OPERATIONS or isinstance(part, (ops.Fold, ops.Call, ops.Reach, ops.OnePiece, ops.Alike)):
                return False
            if isinstance(part, ops.Bin) and part.op in {"//", "%", "*", "+", "-"} and self._may_fail(part):
                return False
            if isinstance(part, (ops.Single, ops.Range)):
                high = part.member if isinstance(part, ops.Single) else part.high
                if self.analysis.number(high).high > LARGEST_MEMBER or self.bits(part) > WORD:
                    return False
            if isinstance(part, (ops.Cell, ops.Var)) and self.kinds.of(part) is SET and self.bits(part) > 3 * WORD:
                return False
        return True

    def _may_fail(self, op: ops.Bin) -> bool:
        if op.op in {"//", "%"}:
            return self.analysis.number(op.right).low <= 0
        return not self.code.fits(op)

    def _truth_cond(self, op: ops.Cond) -> Any:
        return self._either(op, I1, self.test)

    # -------------------------------------------------------------- numbers

    def number(self, op: ops.Op) -> Any:
        return self._worked_out(op, NUMBERS[type(op)])

    def _worked_out(self, op: ops.Op, write: Callable[[Expressions, Any], Any]) -> Any:
        """Work something out, or look it up where that has been done already."""
        if not self._shared or not isinstance(op, HEAVY_OPERATIONS):
            return write(self, op)
        form = self.code.forms.of(op)
        for shared in self._shared:
            if shared.form == form:
                if shared.known is not None:
                    return self._remembered(shared, op, write)
                return self._kept(shared, op, write)
        return write(self, op)

    def _miss(self, op: ops.Op) -> None:
        if not self._shared:
            return
        form = self.code.forms.of(op)
        for shared in self._shared:
            if shared.form == form and shared.room is None:
                shared.missed = True

    def _kept(self, shared: Shared, op: ops.Op, write: Callable[[Expressions, Any], Any]) -> Any:
        """Where it is written first it is worked out; later it is at hand, but counts as work again."""
        b, work = self.builder, self.frame.slot(WORK)
        if shared.missed:
            return write(self, op)
        if shared.room is not None:
            if shared.work is not None:
                self.loops.spend(1, b.load(shared.work))
            return b.load(shared.room)
        before = b.load(work)
        value = write(self, op)
        shared.room = self.frame.local(value.type)
        b.store(value, shared.room)
        if self.code.forms.is_counted(op):
            shared.work = self.frame.local()
            b.store(b.sub(b.load(work), before), shared.work)
        return value

    def remembering(self, op: ops.Op, body: Callable[[], None]) -> None:
        """Write a loop that changes no cell: what is the same in every turn is worked out once, though its work counts each time."""
        shared = [
            Shared(self.code.forms.of(part), known=self.frame.local(I1), work=self.frame.local())
            for part in self._always_the_same(op)
        ]
        for each in shared:
            self.builder.store(ir.Constant(I1, 0), each.known)
        self._shared.extend(shared)
        body()
        del self._shared[len(self._shared) - len(shared) :]

    def _always_the_same(self, op: ops.Op) -> list[ops.Op]:
        """The parts of an operation that are much work and depend on the cells alone."""
        heavy: list[ops.Op] = []
        for part in parts(op):
            if isinstance(part, (ops.Call, ops.Fold)) and not self.code.algebra.free(part) and part not in heavy:
                heavy.append(part)
        return heavy

    def _remembered(self, shared: Shared, op: ops.Op, write: Callable[[Expressions, Any], Any]) -> Any:
        b, work = self.builder, self.frame.slot(WORK)
        first, again, done = self.frame.new("first"), self.frame.new("again"), self.frame.new("known")
        b.cbranch(b.load(shared.known), again, first)
        self.frame.at(first)
        before = b.load(work)
        value = write(self, op)
        if shared.room is None:
            shared.room = self.frame.local(value.type)
        b.store(sets.resized(self.frame, value, shared.room.type.pointee.width), shared.room)
        b.store(b.sub(b.load(work), before), shared.work)
        b.store(ir.Constant(I1, 1), shared.known)
        b.branch(done)
        self.frame.at(again)
        if self.code.counts_work:
            self.loops.spend(1, b.load(shared.work))
        b.branch(done)
        self.frame.at(done)
        return b.load(shared.room)

    def _const(self, op: ops.Const) -> Any:
        return number(op.value)

    def _cell(self, op: ops.Cell) -> Any:
        return self.cells.get(op.index)

    def _cell_at(self, op: ops.CellAt) -> Any:
        index = self.number(op.index)
        if self.analysis.number(op.index).inside(0, op.size - 1):
            return self.builder.load(self.cells.element(op.base, index))
        within = self.builder.icmp_unsigned("<", index, number(op.size))
        value = self.builder.load(self.cells.element(op.base, self.builder.select(within, index, number(0))))
        return self.builder.select(within, value, number(op.default))

    def _var(self, op: ops.Var) -> Any:
        return self.builder.load(self.variable(op.id))

    def _truth(self, op: ops.Op) -> Any:
        return self.builder.zext(self.test(op), I64)

    def _bin(self, op: ops.Bin) -> Any:
        b = self.builder
        if op.op in SIGNED or op.op in JUNCTIONS or op.op in {"==", "!="}:
            return self._truth(op)
        left, right = self.number(op.left), self.number(op.right)
        if op.op in {"min", "max"}:
            return b.select(b.icmp_signed("<" if op.op == "min" else ">", left, right), left, right)
        if op.op in {"//", "%"}:
            return self._divided(op, left, right)
        if self.code.fits(op):
            return {"+": b.add, "-": b.sub, "*": b.mul}[op.op](left, right)
        return self.checked({"+": "sadd", "-": "ssub", "*": "smul"}[op.op], left, right)

    def checked(self, name: str, left: Any, right: Any) -> Any:
        """Addition and the like; a result that has grown too large is a fault."""
        kind = ir.LiteralStructType([I64, I1])
        function = self.frame.module.declare_intrinsic(
            f"llvm.{name}.with.overflow", [I64], ir.FunctionType(kind, [I64, I64])
        )
        both = self.builder.call(function, [left, right])
        result = self.builder.extract_value(both, 0)
        wild = self.builder.or_(self.builder.extract_value(both, 1), self.beyond(result, NUMBER_LIMIT))
        self.frame.fail_if(wild, self.code.faults.too_large)
        return result

    def beyond(self, value: Any, most: int) -> Any:
        """Whether a number does not stay between -most and most."""
        shifted = self.builder.add(value, number(most - 1))
        return self.builder.icmp_unsigned(">", shifted, number(2 * most - 2))

    def _divided(self, op: ops.Bin, left: Any, right: Any) -> Any:
        """Rounded down, as in Python."""
        b = self.builder
        by = self.analysis.number(op.right)
        if by.low <= 0 <= by.high:
            self.frame.fail_if(b.icmp_signed("==", right, number(0)), self.code.faults.by_zero)
        if by.low > 0 and self.analysis.number(op.left).low >= 0:
            return b.udiv(left, right) if op.op == "//" else b.urem(left, right)
        rest = b.srem(left, right)
        lower = b.and_(b.icmp_signed("!=", rest, number(0)), b.icmp_signed("<", b.xor(rest, right), number(0)))
        if op.op == "%":
            return b.select(lower, b.add(rest, right), rest)
        return b.sub(b.sdiv(left, right), b.zext(lower, I64))

    def _cond(self, op: ops.Cond) -> Any:
        return self._either(op, I64, self.number)

    def _either(self, op: ops.Cond, kind: Any, write: Callable[[ops.Op], Any]) -> Any:
        shared = [Shared(form) for form in self._repeated(op)]
        self._shared.extend(shared)
        value = self._one_of(op, kind, write)
        del self._shared[len(self._shared) - len(shared) :]
        return value

    def _repeated(self, op: ops.Cond) -> list[int]:
        """The forms of what the condition works out for sure, is much work, and is needed again behind it."""
        forms = self.code.forms
        behind = {
            forms.of(part)
            for branch in (op.then, op.other)
            for part in parts(branch)
            if isinstance(part, HEAVY_OPERATIONS)
        }
        if not behind:
            return []
        first: dict[int, tuple[Any, bool]] = {}
        for part, sure in _in_order(op.condition, True):
            if isinstance(part, HEAVY_OPERATIONS):
                first.setdefault(forms.of(part), (part, sure))
        repeated = {form: part for form, (part, sure) in first.items() if sure and form in behind}
        inner = {
            forms.of(other) for part in repeated.values() for child in children(part) for other in parts(child)
            if isinstance(other, HEAVY_OPERATIONS)
        }  # fmt: skip
        return [form for form in repeated if form not in inner]

    def _one_of(self, op: ops.Cond, kind: Any, write: Callable[[ops.Op], Any]) -> Any:
        condition = self.test(op.condition)
        if self.is_cheap(op.then) and self.is_cheap(op.other):
            then = write(op.then)
            return self.builder.select(condition, then, write(op.other))
        yes, no, done = self.frame.new(), self.frame.new(), self.frame.new()
        self.builder.cbranch(condition, yes, no)
        ends = []
        for block, part in ((yes, op.then), (no, op.other)):
            self.frame.at(block)
            ends.append((write(part), self.builder.block))
            self.builder.branch(done)
        self.frame.at(done)
        result = self.builder.phi(kind)
        for value, block in ends:
            result.add_incoming(value, block)
        return result

    def _count(self, op: ops.Count) -> Any:
        return sets.count(self.frame, self.set(op.mask))

    def _lowest(self, op: ops.Lowest) -> Any:
        return sets.lowest(self.frame, self.set(op.mask))

    def _highest(self, op: ops.Highest) -> Any:
        return sets.highest(self.frame, self.set(op.mask))

    def _bit(self, op: ops.Bit) -> Any:
        """Whether a member is in a set; of a set in memory only the one word is read."""
        if isinstance(op.mask, ops.Single) and self.analysis.number(op.mask.member).high <= LARGEST_MEMBER:
            return self._is_the_one(op.mask.member, op.member)
        bits = self.bits(op.mask)
        bounds = self.analysis.number(op.member)
        inside = bounds.inside(0, bits - 1)
        pointer = None
        if bits > WORD and isinstance(op.mask, (ops.Cell, ops.CellAt, ops.ListAt)):
            pointer = self._where(op.mask)
        if pointer is None:
            value = self.set(op.mask)
            return sets.holds(self.frame, value, self.number(op.member), inside)
        member = self.number(op.member)
        if inside:
            return sets.word_holds(self.frame, pointer, member)
        within = self.builder.icmp_unsigned("<", member, number(bits))
        is_held = sets.word_holds(self.frame, pointer, self.builder.select(within, member, number(0)))
        return self.builder.and_(is_held, within)

    def _is_the_one(self, one: ops.Op, member: ops.Op) -> Any:
        """Whether a member is the only one of a set, which is empty if that is none."""
        left, right = self.number(one), self.number(member)
        same = self.builder.icmp_signed("==", left, right)
        if max(self.analysis.number(one).low, self.analysis.number(member).low) >= 0:
            return same
        return self.builder.and_(same, self.builder.icmp_signed(">=", right, number(0)))

    def _where(self, op: ops.Op) -> Any | None:
        """A pointer to the words of a set, if it lies in memory and is always there."""
        if isinstance(op, ops.Cell):
            return self.cells.words(op.index)
        if isinstance(op, ops.CellAt):
            if self.analysis.number(op.index).inside(0, op.size - 1):
                return self.cells.element(op.base, self.number(op.index))
            return None
        assert isinstance(op, ops.ListAt)
        values = self.code.program.lists[op.list]
        if self.analysis.number(op.index).inside(0, len(values) - 1):
            words = words_of(self.analysis.list(op.list, SET).high)
            return self.code.lists.place_of_set(self.frame, op.list, words, self.number(op.index))
        return None

    def _list_at(self, op: ops.ListAt) -> Any:
        index = self.number(op.index)
        size = len(self.code.program.lists[op.list])
        if self.analysis.number(op.index).inside(0, size - 1):
            return self.code.lists.number(self.frame, op.list, index)
        if not size:
            return number(op.default)
        within = self.builder.icmp_unsigned("<", index, number(size))
        if self.code.program.lists[op.list] == tuple(range(size)):
            return self.builder.select(within, index, number(op.default))  # it only says whether it is inside
        value = self.code.lists.number(self.frame, op.list, self.builder.select(within, index, number(0)))
        return self.builder.select(within, value, number(op.default))

    def _call(self, op: ops.Call) -> Any:
        function = self.code.program.functions[op.function]
        assert function is not None
        arguments = []
        for param, argument in zip(function.params, op.arguments, strict=True):
            if self.kinds.variable(param) is SET:
                arguments.append(self.set(argument, self.code.variable_bits(param)))
            else:
                arguments.append(self.number(argument))
        return self.code.words.called(self, op.function, arguments)

    def _of_folds(self, op: ops.Fold) -> Any:
        if op.kind in {"any", "all"}:
            return self._truth(op)
        return self.loops.folded(op)

    def _set_fold(self, op: ops.Fold) -> Any:
        return self.loops.folded(op)

    def _one_piece(self, op: ops.OnePiece) -> Any:
        return self.code.geometry.one_piece(self, op)

    def _alike(self, op: ops.Alike) -> Any:
        return self.code.geometry.alike(self, op)

    # -------------------------------------------------------------- sets

    def set(self, op: ops.Op, bits: int | None = None) -> Any:
        """A set, as wide as it needs to be or as it is asked for."""
        if self._shared:
            value = self._worked_out(op, SETS[type(op)])
            bits = self.bits(op) if bits is None else bits  # of another one like it the bounds may be known less well
        else:
            value = SETS[type(op)](self, op)
        return value if bits is None else sets.resized(self.frame, value, bits)

    def _set_const(self, op: ops.Const) -> Any:
        return sets.constant(op.value, self.bits(op))

    def _set_cell(self, op: ops.Cell) -> Any:
        if self.code.tells_showing(op.index):
            return self._shown_by_one(number(op.index - self.code.program.reg.showing))
        return sets.resized(self.frame, self.cells.get(op.index), self.bits(op))

    def _set_cell_at(self, op: ops.CellAt) -> Any:
        index = self.number(op.index)
        words = self.code.layout.words[op.base]
        inside = self.analysis.number(op.index).inside(0, op.size - 1)
        safe = index
        if not inside:
            within = self.builder.icmp_unsigned("<", index, number(op.size))
            safe = self.builder.select(within, index, number(0))
        if self.code.tells_showing(op.base):
            value = self._shown_by_one(self.builder.add(safe, number(op.base - self.code.program.reg.showing)))
        else:
            value = sets.load(self.frame, self.cells.element(op.base, safe), words)
        value = sets.resized(self.frame, value, self.bits(op))
        return value if inside else self.builder.select(within, value, sets.constant(max(0, op.default), self.bits(op)))

    def _shown_by_one(self, shown: Any) -> Any:
        """The dice that show a number, where there is only one."""
        face = self.builder.load(self.cells.element(self.code.program.reg.face, number(0)))
        return self.builder.zext(self.builder.icmp_signed("==", face, shown), I64)

    def _set_list_at(self, op: ops.ListAt) -> Any:
        index = self.number(op.index)
        size = len(self.code.program.lists[op.list])
        bits = self.bits(op)
        default = sets.constant(max(op.default, 0), bits)
        if not size:
            return default
        inside = self.analysis.number(op.index).inside(0, size - 1)
        words = words_of(self.analysis.list(op.list, SET).high)
        if inside:
            return sets.resized(self.frame, self.code.lists.set(self.frame, op.list, words, index), bits)
        within = self.builder.icmp_unsigned("<", index, number(size))
        safe = self.builder.select(within, index, number(0))
        value = sets.resized(self.frame, self.code.lists.set(self.frame, op.list, words, safe), bits)
        return self.builder.select(within, value, default)

    def _set_bin(self, op: ops.Bin) -> Any:
        assert op.op in SET_OPERATORS
        bits, b = self.bits(op), self.builder
        left, right = self.set(op.left, bits), self.set(op.right, bits)
        if op.op == "&~":
            return sets.without(self.frame, left, right)
        return {"&": b.and_, "|": b.or_, "^": b.xor}[op.op](left, right)

    def _set_cond(self, op: ops.Cond) -> Any:
        bits = self.bits(op)
        return self._either(op, sets.kind(bits), lambda part: self.set(part, bits))

    def _single(self, op: ops.Single) -> Any:
        member = self.number(op.member)
        bounds = self.analysis.number(op.member)
        if bounds.high > LARGEST_MEMBER:
            self.frame.fail_if(
                self.builder.icmp_signed(">", member, number(LARGEST_MEMBER)), self.code.faults.large_member
            )
        bits = self.bits(op)
        return sets.single(self.frame, member, bits, bounds.inside(0, bits - 1))

    def _span(self, op: ops.Range) -> Any:
        low, high = self.number(op.low), self.number(op.high)
        if self.analysis.number(op.high).high > LARGEST_MEMBER:
            self.frame.fail_if(
                self.builder.icmp_signed(">", high, number(LARGEST_MEMBER)), self.code.faults.large_member
            )
        bits = self.bits(op)
        upper = sets.below(self.frame, self.builder.add(high, number(1)), bits)
        return sets.without(self.frame, upper, sets.below(self.frame, low, bits))

    def _reach(self, op: ops.Reach) -> Any:
        return sets.resized(self.frame, self.code.geometry.reach(self, op), self.bits(op))


def _in_order(op: Any, sure: bool) -> Iterator[tuple[Any, bool]]:
    """The parts of an operation as they are written, and whether each is worked out whenever the whole is."""
    yield op, sure
    first: Any = None
    if isinstance(op, ops.Bin) and op.op in JUNCTIONS:
        first = op.left
    elif isinstance(op, ops.Cond):
        first = op.condition
    elif isinstance(op, ops.Fold):
        yield from _in_order(op.loops[0].source, sure)
        for part in parts(op):
            if part is not op:
                yield part, False
        return
    for child in children(op):
        yield from _in_order(child, sure and (first is None or child is first) and not isinstance(op, ops.Loop))


NUMBERS: dict[type, Callable[[Expressions, Any], Any]] = {
    ops.Const: Expressions._const, ops.Cell: Expressions._cell, ops.CellAt: Expressions._cell_at, ops.Var: Expressions._var,
    ops.Bin: Expressions._bin, ops.Not: Expressions._truth, ops.Cond: Expressions._cond, ops.Count: Expressions._count,
    ops.Lowest: Expressions._lowest, ops.Highest: Expressions._highest, ops.Bit: Expressions._truth,
    ops.ListAt: Expressions._list_at, ops.Call: Expressions._call, ops.Fold: Expressions._of_folds,
    ops.OnePiece: Expressions._one_piece, ops.Alike: Expressions._alike,
}  # fmt: skip

SETS: dict[type, Callable[[Expressions, Any], Any]] = {
    ops.Const: Expressions._set_const, ops.Cell: Expressions._set_cell, ops.CellAt: Expressions._set_cell_at,
    ops.Var: Expressions._var, ops.Bin: Expressions._set_bin, ops.Cond: Expressions._set_cond, ops.Single: Expressions._single,
    ops.Range: Expressions._span, ops.ListAt: Expressions._set_list_at, ops.Call: Expressions._call,
    ops.Fold: Expressions._set_fold, ops.Reach: Expressions._reach,
}  # fmt: skip
