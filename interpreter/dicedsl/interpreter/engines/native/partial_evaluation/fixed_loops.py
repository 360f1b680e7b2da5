"""Loops that go the same way in every game are gone through beforehand, and become walks through the rows that they come to.

"The places that the die on p comes to by the number of one of its sides, in one of two directions" are three loops over sides and a
good deal of arithmetic, but they depend on the place and on how the die lies alone. For each place and each way to lie the rows that meet
all fixed conditions are kept, with what is fixed about each row; only what the state says of them is asked in the game.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, fields, has

from dicedsl.errors import Fault, Problem
from dicedsl.interpreter.engines.native.partial_evaluation.keys import Dependence
from dicedsl.interpreter.engines.native.partial_evaluation.loop_walks import WALKED_FOLDS, WalkMaker
from dicedsl.interpreter.engines.native.partial_evaluation.rows import RowTable, TooMuch
from dicedsl.program import ops
from dicedsl.program.bounds import ANY_NUMBER, BoundsAnalysis
from dicedsl.program.cost import Cost
from dicedsl.program.fault_finder import FaultFinder
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead
from dicedsl.program.sets import LARGEST_MEMBER
from dicedsl.text.source import Span

MOST_TURNS = 1 << 12  # of a loop that is gone through beforehand


def unroll_fixed_loops(program: ops.Program) -> ops.Program:
    """The program with fixed loops as walks through tables; it does the same in all that can be seen of it."""
    return FixedLoopUnroller(program).unrolled_program()


class FixedLoopUnroller:
    """Goes through the operations of a program and puts walks in place of the folds that allow it (partial evaluation)."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.analysis = BoundsAnalysis(program)
        self.fixed = FixedEvaluator(program)
        self.cost = Cost(program)
        self.facts = Dependence(program)
        self.failing = FaultFinder(
            program.functions,
            is_low=lambda op: self.analysis.number(op).high <= LARGEST_MEMBER,
            is_short=lambda loop: self.analysis.turns(loop) <= MOST_TURNS,
            may_grow=self._may_grow,
        )
        self.lists = list(program.lists)
        self.functions = list(program.functions)
        self.variables = max(program.variables, 1 + max(self.analysis.variables, default=-1))
        self._lists: dict[tuple[int, ...], int] = {}
        self.constants: dict[ops.Op, int] = {}  # what fixed operations without variables come to
        self.heavy: dict[int, int] = {}  # how many operations of each word are much work
        self.tables: dict[Any, RowTable | None] = {}  # by what was asked; none if it was not worth it
        # folds that walk now, and whether every row of them adds something
        self.walks: dict[int, tuple[ops.Fold, bool]] = {}
        self._any_words: dict[int, int] = {}  # words that walk, and the word that says whether there is anything in it
        self._done: set[int] = set()

    def unrolled_program(self) -> ops.Program:
        p = self.program
        for number in range(len(p.functions)):
            self.word(number)
        blocks = [evolve(b, body=list(self._with_walks(tuple(b.body))), end=self._with_walks(b.end)) for b in p.blocks]
        decisions = [self._with_walks(decision) for decision in p.decisions]
        if not self._lists:
            return p
        return evolve(
            p, functions=self.functions, blocks=blocks, decisions=decisions, lists=self.lists, variables=self.variables
        )

    def _may_grow(self, op: Any) -> bool:
        if isinstance(op, ops.Bin):
            return not self.analysis.fits(op)
        return not self.analysis.number(op).inside(ANY_NUMBER.low + 1, ANY_NUMBER.high - 1)

    def new_var(self) -> int:
        self.variables += 1
        return self.variables - 1

    def list_number(self, values: list[int]) -> int:
        """The number of a list with these entries."""
        entries = tuple(values)
        if entries not in self._lists:
            self._lists[entries] = len(self.lists)
            self.lists.append(entries)
        return self._lists[entries]

    # -------------------------------------------------------------- going through a program

    def _with_walks(self, value: Any) -> Any:
        """The same part of a program, with a walk in place of every fold that allows it."""
        if isinstance(value, tuple):
            changed_parts = tuple(map(self._with_walks, value))
            return changed_parts if any(a is not b for a, b in zip(changed_parts, value, strict=True)) else value
        if not has(type(value)) or isinstance(value, (Span, Problem)):
            return value
        if isinstance(value, ops.Fold):
            walk = self._walk_of(value)
            if walk is not None:
                return walk
        if isinstance(value, ops.Loop) and value.binds:
            source = self._with_walks(value.source)  # and the same once more, by which it is known to give a name
            return value if source is value.source else evolve(value, source=source, high=source)
        changes = {}
        for field in fields(type(value)):
            part = getattr(value, field.name)
            if field.init and not isinstance(part, (int, str, type(None))):
                new = self._with_walks(part)
                if new is not part:
                    changes[field.name] = new
        changed = evolve(value, **changes) if changes else value
        return self._any_row(changed) if isinstance(changed, ops.Bin) else changed

    def _walk_of(self, op: ops.Fold) -> ops.Op | None:
        if op.kind not in WALKED_FOLDS or op.loops[0].sets or self.failing(op):
            return None
        try:
            return WalkMaker(self, op).walk()
        except (TooMuch, Fault, StateRead):
            return None

    def word(self, number: int) -> ops.Function | None:
        """A word with walks in place of its fixed loops."""
        function = self.program.functions[number]
        if number not in self._done and function is not None:
            self._done.add(number)
            self.functions[number] = self._with_walks(function)
        return self.functions[number]

    def _any_row(self, op: ops.Bin) -> ops.Op:
        """An operation that asks whether a set is empty: one row of a walk is enough to know."""
        if op.op not in {"==", "!="} or op.right != ops.ZERO:
            return op
        test: ops.Op | None = None
        if isinstance(op.left, ops.Call):
            test = self._is_any_in_word(op.left)
        elif isinstance(op.left, ops.Fold):
            test = self._is_any_in_fold(op.left)
        if test is None:
            return op
        return test if op.op == "!=" else ops.Not(test)

    def _is_any_in_word(self, op: ops.Call) -> ops.Op | None:
        if op.function not in self._any_words:
            function = self.word(op.function)
            assert function is not None
            body = self._is_any_in_fold(function.body)
            if body is None:
                return None
            self._any_words[op.function] = len(self.functions)
            self.functions.append(evolve(function, body=body))
        return evolve(op, function=self._any_words[op.function])

    def _is_any_in_fold(self, op: ops.Op) -> ops.Op | None:
        if not isinstance(op, ops.Fold) or op.kind != "union" or id(op) not in self.walks:
            return None
        body = ops.ONE if self.walks[id(op)][1] else ops.Bin("!=", op.body, ops.ZERO)
        return ops.Fold("any", op.loops, op.condition, body)
