"""How much work a program can be, marked where it is done: loops that may be long count their turns, and so do circles of blocks.

A loop that is short whatever happens counts nothing; the loop or block around it counts for it. So nothing is counted in the innermost
loops of ordinary rules, and still no rulebook can keep an engine busy for ever: what is counted between two suspensions has an end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve, fields

from dicedsl.errors import Problem
from dicedsl.program import ops
from dicedsl.program.bounds import ONLY_ZERO, BoundsAnalysis
from dicedsl.program.control_flow import ReturnAddresses, next_blocks, return_addresses
from dicedsl.program.walk import FIELDS, uses
from dicedsl.text.source import Span

UNCOUNTED_LOOP_STEPS = 64  # steps of a loop that are not counted
UNCOUNTED_BLOCK_STEPS = 16  # steps of a block that are not counted
STEPS_OF_A_ROUND = 100  # what one round of a circle of blocks counts for
STEPS_OF_A_LISTING = 200  # what it takes to list groups or copies
MOST_MARKED_STEPS = 1 << 40


class WorkMarker:
    """Marks one program; see `mark_program`."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.analysis = BoundsAnalysis(program)
        self._functions: dict[int, int] = {}
        self._decisions: dict[int, int] = {}  # what it takes to look for an answer

    def mark_program(self) -> None:
        p = self.program
        for number in range(len(p.functions)):
            self._function(number)
        for decision in p.decisions:
            marked = [self._alternative(a) for a in decision.alternatives]
            alternatives = tuple(a for a, _ in marked)
            self._decisions[decision.number] = sum(cost for _, cost in marked)
            always = tuple(evolve(m, condition=self.mark_operation(m.condition)[0]) for m in decision.always)
            p.decisions[decision.number] = evolve(decision, alternatives=alternatives, always=always)
        heads = self._heads()
        for block in p.blocks:
            body, cost = self._statements(block.body)
            block.body = list(body)
            block.end, last = self._parts(block.end)
            cost += last
            if isinstance(block.end, ops.Ask) and p.decisions[block.end.decision].nothing_block >= 0:
                cost += self._decisions[block.end.decision]  # it may be come to again and again, with no answer
            block.work = (cost if cost > UNCOUNTED_BLOCK_STEPS else 0) + (
                STEPS_OF_A_ROUND if block.number in heads else 0
            )

    def mark_all_in(self, value: Any) -> Any:
        """A record with all operations in it marked, however deep they lie."""
        if type(value) in OPERATIONS:
            return self.mark_operation(value)[0]
        if isinstance(value, tuple):
            return tuple(map(self.mark_all_in, value))
        if FIELDS[type(value)] is None or isinstance(value, (Span, Problem)):
            return value
        changes = {f.name: self.mark_all_in(getattr(value, f.name)) for f in fields(type(value)) if f.init}
        return evolve(value, **changes)

    # -------------------------------------------------------------- expressions

    def mark_operation(self, op: Any) -> tuple[Any, int]:
        """An operation with its loops marked, and how many steps it takes at the most that are not counted."""
        if isinstance(op, ops.Fold):
            return self._fold(op)
        if isinstance(op, ops.Call):
            arguments = [self.mark_operation(a) for a in op.arguments]
            cost = self._function(op.function) + sum(c for _, c in arguments)
            return evolve(op, arguments=tuple(a for a, _ in arguments)), min(1 + cost, MOST_MARKED_STEPS)
        marked, cost = self._parts(op)
        if isinstance(op, (ops.Reach, ops.OnePiece, ops.Alike)):
            cost += UNCOUNTED_LOOP_STEPS
        elif isinstance(op, (ops.Groups, ops.Copies)):
            cost += STEPS_OF_A_LISTING
        return marked, min(1 + cost, MOST_MARKED_STEPS)

    def _parts(self, op: Any) -> tuple[Any, int]:
        """An operation with every part of it marked, and how much work these are together."""
        changes: dict[str, Any] = {}
        cost = 0
        for name in FIELDS[type(op)] or ():
            value = getattr(op, name)
            if type(value) in OPERATIONS:
                marked, part = self.mark_operation(value)
                cost += part
                if marked is not value:
                    changes[name] = marked
        return (evolve(op, **changes) if changes else op), cost

    def _function(self, number: int) -> int:
        if number not in self._functions:
            self._functions[number] = MOST_MARKED_STEPS  # a word never uses itself
            function = self.program.functions[number]
            if function is None:
                self._functions[number] = 0
            else:
                body, cost = self.mark_operation(function.body)
                limits = [self.analysis.variables.get(var, ONLY_ZERO) for var in function.params]
                bounds = tuple((b.low, b.high) for b in limits)
                self.program.functions[number] = evolve(function, body=body, bounds=bounds)
                self._functions[number] = cost
        return self._functions[number]

    def _loop(self, loop: ops.Loop, inner: int) -> tuple[ops.Loop, int]:
        """A loop whose turns take so many steps each; how many are not counted."""
        source, cost = self.mark_operation(loop.source)
        high, more = (None, 0) if loop.high is None else self.mark_operation(loop.high)
        if loop.binds:
            return evolve(loop, source=source, high=source), cost + inner
        turns = self.analysis.turns(loop)
        weight = inner if turns * inner > UNCOUNTED_LOOP_STEPS else 0
        return evolve(loop, source=source, high=high, weight=weight), cost + more + (0 if weight else turns * inner)

    def _fold(self, op: ops.Fold) -> tuple[ops.Fold, int]:
        body, inner = self.mark_operation(op.body)
        condition, more = (None, 0) if op.condition is None else self.mark_operation(op.condition)
        inner += more
        loops: list[ops.Loop] = []
        for loop in reversed(op.loops):
            marked, inner = self._loop(loop, inner)
            loops.insert(0, marked)
        if is_one_test(op):  # as one operation on sets it takes no turns
            loops = [evolve(loop, weight=0) for loop in loops]
            inner = 2
        return evolve(op, loops=tuple(loops), condition=condition, body=body), min(inner, MOST_MARKED_STEPS)

    # -------------------------------------------------------------- statements

    def _statements(self, body: Iterable[ops.Stmt]) -> tuple[tuple[ops.Stmt, ...], int]:
        result: list[ops.Stmt] = []
        total = 0
        for statement in body:
            marked, cost = self._statement(statement)
            result.append(marked)
            total += cost
        return tuple(result), min(total, MOST_MARKED_STEPS)

    def _statement(self, statement: ops.Stmt) -> tuple[ops.Stmt, int]:
        if isinstance(statement, ops.When):
            condition, cost = self.mark_operation(statement.condition)
            then, first = self._statements(statement.then)
            other, second = self._statements(statement.other)
            return evolve(statement, condition=condition, then=then, other=other), cost + max(first, second)
        if isinstance(statement, ops.Each):
            body, inner = self._statements(statement.body)
            condition, test = (None, 0) if statement.condition is None else self.mark_operation(statement.condition)
            by, measure = (None, 0) if statement.by is None else self.mark_operation(statement.by)
            loop, cost = self._loop(statement.loop, 1 + inner + test + measure)
            return evolve(statement, loop=loop, condition=condition, body=body, by=by), cost
        marked, cost = self._parts(statement)
        if isinstance(statement, (ops.Put, ops.Face)):
            cost += self.analysis.set_width(statement.dice) if not isinstance(statement.dice, ops.Single) else 1
        return marked, cost

    # -------------------------------------------------------------- decisions

    def _alternative(self, alternative: ops.AlternativeOp) -> tuple[ops.AlternativeOp, int]:
        musts = [
            (evolve(m, condition=op), cost)
            for m in alternative.musts
            for op, cost in [self.mark_operation(m.condition)]
        ]
        picks: list[ops.PickOp] = []
        inner = 1
        for number in reversed(range(len(alternative.picks))):
            inner += sum(cost for must, cost in musts if must.picks_needed == number + 1)
            pick, inner = self._pick(alternative.picks[number], inner)
            picks.insert(0, pick)
        leaves = tuple(evolve(m, condition=self.mark_operation(m.condition)[0]) for m in alternative.leaves)
        weight = None if alternative.weight is None else self.mark_operation(alternative.weight)[0]
        lots = tuple((number, self.mark_operation(lot)[0]) for number, lot in alternative.lots)
        inner += sum(cost for must, cost in musts if must.picks_needed == 0)
        marked = evolve(
            alternative, picks=tuple(picks), musts=tuple(m for m, _ in musts), leaves=leaves, weight=weight, lots=lots
        )
        return marked, inner

    def _pick(self, pick: ops.PickOp, inner: int) -> tuple[ops.PickOp, int]:
        source, cost = self.mark_operation(pick.source)
        changes: dict[str, Any] = {"source": source}
        for name in ("range_high", "low", "high"):
            op = getattr(pick, name)
            if op is not None:
                changes[name], more = self.mark_operation(op)
                cost += more
        turns = self.analysis.turns(ops.Loop(pick.member_var, pick.source, pick.range_high, pick.picks_sets))
        if pick.condition is not None:
            changes["condition"], test = self.mark_operation(pick.condition)
            inner += test
        if pick.many and not pick.picks_sets:
            turns = 1 << min(turns, 16)
        weight = inner if turns * inner > UNCOUNTED_LOOP_STEPS else 0
        return evolve(pick, **changes, weight=weight), min(cost + (0 if weight else turns * inner), MOST_MARKED_STEPS)

    # -------------------------------------------------------------- circles

    def _heads(self) -> set[int]:
        """One block of every circle of blocks that is gone round without a choice, a roll or a draw."""
        back = return_addresses(self.program)
        heads: set[int] = set()
        state: dict[int, bool] = {}  # whether it is still being followed
        for first in range(len(self.program.blocks)):
            if first in state:
                continue
            state[first] = True
            stack = [(first, iter(self._at_once(first, back)))]
            while stack:
                here, rest = stack[-1]
                after = next(rest, None)
                if after is None:
                    state[here] = False
                    stack.pop()
                elif after not in state:
                    state[after] = True
                    stack.append((after, iter(self._at_once(after, back))))
                elif state[after]:
                    heads.add(after)
        return heads

    def _at_once(self, block: int, back: ReturnAddresses) -> list[int]:
        return next_blocks(self.program, self.program.blocks[block].end, back, resting=False)


OPERATIONS = frozenset((
    ops.Const, ops.Cell, ops.Address, ops.CellAt, ops.Var, ops.Bin, ops.Not, ops.Cond, ops.Count, ops.Lowest, ops.Highest, ops.Bit,
    ops.Single, ops.Range, ops.ListAt, ops.Call, ops.Fold, ops.Reach, ops.OnePiece, ops.Groups, ops.Alike, ops.Copies,
))  # fmt: skip


def is_one_test(op: ops.Fold) -> bool:
    """Whether it asks if all or some members of a set are in another: one operation on sets."""
    loop, body = op.loops[0], op.body
    if op.kind not in {"any", "all"} or len(op.loops) != 1 or op.condition is not None:
        return False
    if isinstance(body, ops.Not):
        body = body.operand
    if loop.high is not None or loop.sets or not isinstance(body, ops.Bit) or body.member != ops.Var(loop.var):
        return False
    return not uses(body.mask, loop.var)
