"""Loops that go the same way in every game are gone through beforehand, and become walks through what was found there.

"The places that the die on p comes to by the number of one of its sides, in one of two directions" are three loops over sides and a
good deal of arithmetic, but they depend on the place and on how the die lies alone. For each place and each way to lie the rows that meet
all fixed conditions are kept, with what is fixed about each row; only what the state says of them is asked in the game.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, fields, has

from dicedsl.errors import Fault, Problem
from dicedsl.interpreter.engines.native.partial_evaluation.keys import Dependence
from dicedsl.interpreter.engines.native.partial_evaluation.loop_walks import KINDS, Walking
from dicedsl.interpreter.engines.native.partial_evaluation.rows import RowTable, TooMuch
from dicedsl.program import ops
from dicedsl.program.bounds import WILD, BoundsAnalysis
from dicedsl.program.cost import Cost
from dicedsl.program.fault_finder import FaultFinder
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead
from dicedsl.program.sets import MOST_NUMBER
from dicedsl.text.source import Span

LONG = 1 << 12  # turns of a loop that are too many here


def solved(program: ops.Program) -> ops.Program:
    """The program with fixed loops as walks through tables; the same in all that can be seen of it."""
    return Solving(program).whole()


class Solving:
    """Goes through the operations of a program and puts walks in place of the folds that allow it (partial evaluation)."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.analysis = BoundsAnalysis(program)
        self.fixed = FixedEvaluator(program)
        self.cost = Cost(program)
        self.facts = Dependence(program)
        self.failing = FaultFinder(
            program.functions,
            is_low=lambda op: self.analysis.number(op).high <= MOST_NUMBER,
            is_short=lambda loop: self.analysis.turns(loop) <= LONG,
            may_grow=self._may_grow,
        )
        self.lists = list(program.lists)
        self.functions = list(program.functions)
        self.variables = max(program.variables, 1 + max(self.analysis.variables, default=-1))
        self._lists: dict[tuple[int, ...], int] = {}
        self.constants: dict[ops.Op, int] = {}  # what fixed operations without variables come to
        self.heavy: dict[int, int] = {}  # how many operations of each word are much work
        self.tables: dict[Any, RowTable | None] = {}  # by what was asked; none if it was not worth it
        self.walks: dict[
            int, tuple[ops.Fold, bool]
        ] = {}  # folds that walk now, and whether every row of them adds something
        self._whether: dict[int, int] = {}  # words that walk, and the word that says whether there is anything in it
        self._done: set[int] = set()

    def whole(self) -> ops.Program:
        p = self.program
        for number in range(len(p.functions)):
            self.word(number)
        blocks = [evolve(b, body=list(self._everywhere(tuple(b.body))), end=self._everywhere(b.end)) for b in p.blocks]
        decisions = [self._everywhere(decision) for decision in p.decisions]
        if not self._lists:
            return p
        return evolve(
            p, functions=self.functions, blocks=blocks, decisions=decisions, lists=self.lists, variables=self.variables
        )

    def _may_grow(self, op: Any) -> bool:
        if isinstance(op, ops.Bin):
            return not self.analysis.fits(op)
        return not self.analysis.number(op).inside(WILD.low + 1, WILD.high - 1)

    def new_var(self) -> int:
        self.variables += 1
        return self.variables - 1

    def listed(self, values: list[int]) -> int:
        """The number of a list with these entries."""
        found = tuple(values)
        if found not in self._lists:
            self._lists[found] = len(self.lists)
            self.lists.append(found)
        return self._lists[found]

    # -------------------------------------------------------------- going through a program

    def _everywhere(self, value: Any) -> Any:
        """The same with every loop in it solved that can be."""
        if isinstance(value, tuple):
            found = tuple(map(self._everywhere, value))
            return found if any(a is not b for a, b in zip(found, value, strict=True)) else value
        if not has(type(value)) or isinstance(value, (Span, Problem)):
            return value
        if isinstance(value, ops.Fold):
            walk = self._solved(value)
            if walk is not None:
                return walk
        if isinstance(value, ops.Loop) and value.binds:
            source = self._everywhere(value.source)  # and the same once more, by which it is known to give a name
            return value if source is value.source else evolve(value, source=source, high=source)
        changes = {}
        for field in fields(type(value)):
            part = getattr(value, field.name)
            if field.init and not isinstance(part, (int, str, type(None))):
                new = self._everywhere(part)
                if new is not part:
                    changes[field.name] = new
        changed = evolve(value, **changes) if changes else value
        return self._anything(changed) if isinstance(changed, ops.Bin) else changed

    def _solved(self, op: ops.Fold) -> ops.Op | None:
        if op.kind not in KINDS or op.loops[0].sets or self.failing(op):
            return None
        try:
            return Walking(self, op).whole()
        except (TooMuch, Fault, StateRead):
            return None

    def word(self, number: int) -> ops.Function | None:
        """A word with its loops solved."""
        function = self.program.functions[number]
        if number not in self._done and function is not None:
            self._done.add(number)
            self.functions[number] = self._everywhere(function)
        return self.functions[number]

    def _anything(self, op: ops.Bin) -> ops.Op:
        """Whether there is anything in a set: one row of a walk is enough to know."""
        if op.op not in {"==", "!="} or op.right != ops.ZERO:
            return op
        found: ops.Op | None = None
        if isinstance(op.left, ops.Call):
            found = self._whether_word(op.left)
        elif isinstance(op.left, ops.Fold):
            found = self._whether_fold(op.left)
        if found is None:
            return op
        return found if op.op == "!=" else ops.Not(found)

    def _whether_word(self, op: ops.Call) -> ops.Op | None:
        if op.function not in self._whether:
            function = self.word(op.function)
            assert function is not None
            body = self._whether_fold(function.body)
            if body is None:
                return None
            self._whether[op.function] = len(self.functions)
            self.functions.append(evolve(function, body=body))
        return evolve(op, function=self._whether[op.function])

    def _whether_fold(self, op: ops.Op) -> ops.Op | None:
        if not isinstance(op, ops.Fold) or op.kind != "union" or id(op) not in self.walks:
            return None
        body = ops.ONE if self.walks[id(op)][1] else ops.Bin("!=", op.body, ops.ZERO)
        return ops.Fold("any", op.loops, op.condition, body)
