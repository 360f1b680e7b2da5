"""Whose dice stand where: for what rules ask of the die on a place, such as its owner, the places of each answer are kept as a set.

"The supports whose owner is you" is then one operation on sets. These sets lie behind the cells of a state; they follow every die
that is put on a place or leaves it, and are made anew when a run begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen
from llvmlite import ir

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import I8, I64, VOID, WORDS, Frame, number
from dicedsl.interpreter.engines.native.building.layout import WORD, words_of
from dicedsl.interpreter.engines.native.calling import LISTS
from dicedsl.program import ops
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead
from dicedsl.program.walk import children, parts

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code
    from dicedsl.interpreter.engines.native.values.expressions import Expressions

HOLDER = ops.Var(-1)  # stands for who is on a place: 0 for nobody, or 1 + the number of a die
MOST_HOLDER_ANSWERS = 8  # of a question about the die on a place
MOST_KEPT = 4  # questions of which the places are kept


@frozen
class DieQuestion:
    """What is asked of the die on a place: of so many places from one on, the answer for nobody and for each die."""

    first: int
    size: int
    answers: tuple[int, ...]

    @cached_property
    def low(self) -> int:
        return min(self.answers[1:])

    @cached_property
    def count(self) -> int:
        return max(self.answers[1:]) - self.low + 1

    @property
    def words(self) -> int:
        return words_of(self.size)


@frozen
class PlaceCondition:
    """A condition on one place: the answer to a question must be a value, or must not."""

    question: DieQuestion
    value: ops.Op
    wanted: bool


class StandingSets:
    """Finds what a program asks of dice on places, and writes what keeps the sets of places up to date."""

    def __init__(
        self, program: ops.Program, roots: list[Any], variables: dict[int, Any], fixed: FixedEvaluator
    ) -> None:
        self.program = program
        self.fixed = fixed
        self.places = sum(len(board.labels) for board in program.boards)
        self._variables = variables
        self._known: dict[int, tuple[Any, PlaceCondition | None]] = {}
        self.begins: dict[DieQuestion, int] = {}  # the words behind the cells at which the sets of each begin
        self.words = 0
        self.cells = 0  # the words before them
        self._function: Any = None
        if self.places and not any(map(self._is_written, _statements(program))):
            self._find(roots)

    def _is_written(self, statement: Any) -> bool:
        """Whether a statement, other than by moving dice or setting all up, changes who stands where."""
        if not isinstance(statement, (ops.Store, ops.StoreAt)):
            return False
        base, size = (statement.index, 1) if isinstance(statement, ops.Store) else (statement.base, statement.size)
        first = self.program.reg.on_place
        return base < first + self.places and first < base + size

    def is_set_up(self, statement: ops.Reset) -> bool:
        """Whether it changes who stands where."""
        first = self.program.reg.on_place
        return any(base < first + self.places and first < base + len(values) for base, values in statement.runs)

    def _find(self, roots: list[Any]) -> None:
        bound = set[int]()
        for root in roots:
            for part in parts(root):
                if isinstance(part, ops.Loop) and part.high is None and not part.sets:
                    bound.add(part.var)
                elif isinstance(part, ops.PickOp):
                    bound.add(part.member_var)
        for root in roots:
            for part in parts(root):
                if isinstance(part, ops.Bin) and part.op in {"==", "!="}:
                    condition = self._place_condition(part, bound)
                    if condition is not None and condition.question not in self.begins and len(self.begins) < MOST_KEPT:
                        self.begins[condition.question] = self.words
                        self.words += condition.question.count * condition.question.words

    def kept_condition(self, op: ops.Op, var: int) -> PlaceCondition | None:
        """A condition on the place that a variable is, if the places that meet it are kept."""
        if not self.begins or not (isinstance(op, ops.Bin) and op.op in {"==", "!="}):
            return None
        condition = self._place_condition(op, {var})
        return condition if condition is not None and condition.question in self.begins else None

    def _place_condition(self, op: ops.Bin, bound: set[int]) -> PlaceCondition | None:
        known = self._known.get(id(op))
        if known is None:
            known = self._known[id(op)] = (op, self._read_condition(op))
        condition = known[1]
        if condition is None or self._var_of(op) not in bound:
            return None
        return condition

    def _reading(self, op: ops.Op) -> ops.CellAt | None:
        """The cell that an operation reads if it reads but one: that of the die on the place that a variable is."""
        reading = None
        for part in parts(op):
            if isinstance(part, (ops.Cell, ops.Call, ops.Fold)):
                return None
            if isinstance(part, ops.CellAt):
                if reading is not None and part != reading:
                    return None
                reading = part
        if reading is None or not isinstance(reading.index, ops.Var) or reading.index.id not in self._variables:
            return None
        first = reading.base - self.program.reg.on_place
        if not (0 <= first and first + reading.size <= self.places):
            return None
        inside = self._variables[reading.index.id]
        return reading if 0 <= inside.low and inside.high < reading.size else None

    def _var_of(self, op: ops.Bin) -> int:
        for side in (op.left, op.right):
            reading = self._reading(side)
            if reading is not None and isinstance(reading.index, ops.Var):
                return reading.index.id
        return -1

    def _read_condition(self, op: ops.Bin) -> PlaceCondition | None:
        for side, other in ((op.left, op.right), (op.right, op.left)):
            reading = self._reading(side)
            if reading is None:
                continue
            assert isinstance(reading.index, ops.Var)
            if any(part == reading.index for part in parts(other)):
                continue
            answers = self._answers(_replaced(side, reading, HOLDER))
            if answers is None:
                continue
            question = DieQuestion(reading.base - self.program.reg.on_place, reading.size, answers)
            if question.count <= MOST_HOLDER_ANSWERS:
                return PlaceCondition(question, other, op.op == "==")
        return None

    def _answers(self, op: ops.Op) -> tuple[int, ...] | None:
        if any(isinstance(part, ops.Var) and part != HOLDER for part in parts(op)):
            return None
        work_out = self.fixed.function_for(op)
        try:
            return tuple(int(work_out({HOLDER.id: holder})) for holder in range(len(self.program.dice) + 1))
        except (Fault, StateRead, KeyError):
            return None

    # -------------------------------------------------------------- as machine code

    def where(self, expressions: Expressions, asked: PlaceCondition, bits: int) -> Any:
        """The places whose answer is a value, or is not."""
        b, frame, question = expressions.builder, expressions.frame, asked.question
        value = expressions.number(asked.value)
        bounds = expressions.analysis.number(asked.value)
        row, wide = b.sub(value, number(question.low)), WORD * question.words
        inside = bounds.low >= question.low and bounds.high < question.low + question.count
        within = None if inside else b.icmp_unsigned("<", row, number(question.count))
        safe = row if inside else b.select(within, row, number(0))
        places = sets.load(frame, self._row(frame, expressions.cells.state, question, safe), question.words)
        if not inside:
            places = b.select(within, places, sets.constant(0, wide))
        nobody = question.answers[0]
        if bounds.low <= nobody <= bounds.high:
            taken = sets.constant(0, wide)
            for i in range(question.count):
                taken = b.or_(
                    taken,
                    sets.load(frame, self._row(frame, expressions.cells.state, question, number(i)), question.words),
                )
            free = b.xor(taken, sets.constant((1 << question.size) - 1, wide))
            asks_for_nobody = b.icmp_signed("==", value, number(nobody))
            places = b.or_(places, b.select(asks_for_nobody, free, sets.constant(0, wide)))
        places = sets.resized(frame, places, bits)
        return places if asked.wanted else b.not_(places)

    def _row(self, frame: Frame, state: Any, question: DieQuestion, row: Any) -> Any:
        begin = frame.word(state, self.cells + self.begins[question])
        return frame.word(begin, row if question.words == 1 else frame.builder.mul(row, number(question.words)))

    def note_move(self, code: Code, frame: Frame, state: Any, place: Any, die: Any, comes: bool) -> None:
        """Write down that a die comes to a place, counted through all boards, or leaves it."""
        for question in self.begins:
            if question.size == self.places:
                self._mark(code, frame, state, question, place, die, comes)
                continue
            inside = frame.builder.sub(place, number(question.first))

            def here(question: DieQuestion = question, inside: Any = inside) -> None:
                self._mark(code, frame, state, question, inside, die, comes)

            frame.when(frame.builder.icmp_unsigned("<", inside, number(question.size)), here)

    def _mark(
        self, code: Code, frame: Frame, state: Any, question: DieQuestion, place: Any, die: Any, comes: bool
    ) -> None:
        b = frame.builder
        row = number(0)
        if question.count > 1:
            rows = bytes(answer - question.low for answer in question.answers[1:])
            begin = code.lists.block(rows + bytes(-len(rows) % 8))
            entries = b.bitcast(frame.word(frame.pointer(LISTS), begin), I8.as_pointer())
            row = b.zext(b.load(b.gep(entries, [die], inbounds=True)), I64)
        word = frame.word(self._row(frame, state, question, row), b.lshr(place, number(6)))
        bit = b.shl(number(1), b.and_(place, number(63)))
        old = b.load(word)
        b.store(b.or_(old, bit) if comes else b.and_(old, b.not_(bit)), word)

    def anew(self, code: Code, frame: Frame, state: Any) -> None:
        """All sets are made anew from who stands where."""
        if not self.begins:
            return
        if self._function is None:
            kind = ir.FunctionType(VOID, [WORDS, WORDS])
            self._function = ir.Function(code.module, kind, name="standing")
            self._function.linkage = "internal"
            self._function.attributes.add("noinline")
            self._write(code, self._function)
        frame.builder.call(self._function, [frame.context, state])

    def _write(self, code: Code, function: Any) -> None:
        context, state = function.args
        frame = Frame(function, context, state)
        b = frame.builder
        for i in range(self.words):
            b.store(number(0), frame.word(state, self.cells + i))
        holders = frame.word(state, code.layout.first[self.program.reg.on_place])

        def one(place: Any, following: Any) -> None:
            holder = b.load(frame.word(holders, place))
            frame.skip_if(b.icmp_signed("==", holder, number(0)), following)
            self.note_move(code, frame, state, place, b.sub(holder, number(1)), True)

        frame.numbers(number(0), number(self.places - 1), one)
        b.ret_void()
        frame.close()


def _statements(program: ops.Program) -> Iterator[Any]:
    for block in program.blocks:
        for statement in block.body:
            yield from parts(statement)


def _replaced(op: Any, old: Any, new: Any) -> Any:
    """The operation with another one in the place of a part."""
    if op == old:
        return new
    changes: dict[str, Any] = {}
    for each in attrs.fields(type(op)):
        value = getattr(op, each.name)
        if any(value is child for child in children(op)):
            changes[each.name] = _replaced(value, old, new)
    return attrs.evolve(op, **changes) if changes else op
