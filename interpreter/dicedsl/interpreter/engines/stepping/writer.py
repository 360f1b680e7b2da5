"""The lowered form as Python source, for the stepping engine: blocks, legal answers and refusals as functions over a list of integers.

What is generated holds only numbers and names made here (S, v7, f3, b12): nothing of the author's text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicedsl.errors import Fault, raise_unhandled
from dicedsl.interpreter.engines.stepping.expressions import SteppingExpressions
from dicedsl.program import ops
from dicedsl.program.faults import (
    endless_block,
    no_owner,
    no_owner_of_memory,
    nothing_to_draw,
    taken_place,
    too_many_answers,
)
from dicedsl.program.sets import MOST_LISTED_ANSWERS, MOST_LOOP_STEPS
from dicedsl.program.simplify import is_truth
from dicedsl.program.value_kinds import NUMBER
from dicedsl.text.source import NOWHERE

MOST_UNROLLED_ZONES = 40  # zones; of more it is a loop that takes a die out of them


class Writer:
    """Python source of one program."""

    def __init__(self, program: ops.Program, counting: bool = False) -> None:
        self.program = program
        self.expressions = SteppingExpressions(program)
        self.text_of, self.ranges = self.expressions.text_of, self.expressions.ranges
        self.counted = {block for block, _ in program.rules} if counting else set()
        reg = program.reg
        self.noted = {reg.shown, reg.turns_played, reg.rounds, reg.over, reg.reason}
        self.lines: list[str] = []
        self.faults: list[Fault] = []
        self.tells = False  # whether anything written so far tells somebody something
        self.predecessors = self._count_predecessors()

    # -------------------------------------------------------------- statements

    def write(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def statements(self, body: list[ops.Stmt] | tuple[ops.Stmt, ...], depth: int) -> None:
        if not body:
            self.write(depth, "pass")
        for statement in body:
            STATEMENTS[type(statement)](self, statement, depth)

    def _store(self, statement: ops.Store, depth: int) -> None:
        self.write(depth, f"S[{statement.index}] = {self._kept(statement.value, statement.index)}")
        if statement.index in self.noted:
            self._note(depth, statement.index)

    def _note(self, depth: int, register: int, text: int = -1, spoken: int = -1) -> None:
        """Write that a moment is told of: how the cells are now, if anybody wants to know."""
        variables = self.program.telling.spoken[spoken].variables if spoken >= 0 else ()
        values = "".join(f"v{var}, " for var in variables)
        self.write(depth, "if RUN.moments is not None:")
        self.write(depth + 1, f"RUN.moments.append(({register}, {text}, {spoken}, ({values}), S[:]))")

    def _whole_number(self, op: ops.Op) -> str:
        """The text of a whole number: truths become 0 and 1."""
        text = self.text_of(op)
        return f"int({text})" if _is_truth(op) else text

    def _kept(self, op: ops.Op, cell: int) -> str:
        """The text of a value for a cell; a number that no state can hold is a fault."""
        text = self._whole_number(op)
        if self.ranges.kinds.cell(cell) is not NUMBER or is_truth(op) or self.ranges.is_fair(op):
            return text
        return f"fair({text})"

    def _store_at(self, statement: ops.StoreAt, depth: int) -> None:
        index = self.text_of(statement.at)
        value = self._kept(statement.value, statement.base)
        if self.ranges.inside(statement.at, 0, statement.size - 1):
            self.write(depth, f"S[{statement.base} + {index}] = {value}")
            return
        self.write(depth, f"i = {index}")
        self.write(
            depth,
            f"if not 0 <= i < {statement.size}: fault({self.fault(no_owner_of_memory(statement.span))}, S)",
        )
        self.write(depth, f"S[{statement.base} + i] = {value}")

    def fault(self, fault: Fault) -> int:
        """The number by which generated code knows a fault."""
        self.faults.append(fault)
        return len(self.faults) - 1

    def _store_var(self, statement: ops.StoreVar, depth: int) -> None:
        self.write(depth, f"v{statement.var} = {self._whole_number(statement.value)}")

    def _put(self, statement: ops.Put, depth: int) -> None:
        reg, zones = self.program.reg, len(self.program.zones)
        self.write(depth, f"m = {self.text_of(statement.dice)}")
        self.write(depth, "if m:")
        self.write(depth + 1, f"z = {self.text_of(statement.location)}")
        everywhere = zones + sum(len(b.labels) for b in self.program.boards)
        if not self.ranges.inside(statement.location, 0, everywhere - 1):
            number = self.fault(no_owner(statement.span))
            self.write(depth + 1, f"if not 0 <= z < {everywhere}: fault({number}, S)")
        if self.program.boards:
            self.write(depth + 1, f"put(S, m, z, {self.fault(taken_place(statement.span))})")
            return
        if zones > MOST_UNROLLED_ZONES:
            self.write(depth + 1, f"for d in range({reg.zone_mask}, {reg.zone_mask + zones}): S[d] &= ~m")
        else:
            for zone in range(zones):
                self.write(depth + 1, f"S[{reg.zone_mask + zone}] &= ~m")
        self.write(depth + 1, f"S[{reg.zone_mask} + z] |= m")
        self.write(depth + 1, f"for d in B[m]: S[{reg.location} + d] = z")

    def _face(self, statement: ops.Face, depth: int) -> None:
        self.write(depth, f"turn(S, {self.text_of(statement.dice)}, {self.text_of(statement.number)})")

    def _when(self, statement: ops.When, depth: int) -> None:
        self.write(depth, f"if {self.text_of(statement.condition)}:")
        self.statements(statement.then, depth + 1)
        if statement.other:
            self.write(depth, "else:")
            self.statements(statement.other, depth + 1)

    def _each(self, statement: ops.Each, depth: int) -> None:
        var = f"v{statement.loop.var}"
        test = "" if statement.condition is None else f" if {self.text_of(statement.condition)}"
        if statement.by is not None:
            self.write(
                depth,
                f"for _, {var} in sorted([({'-' if statement.highest else ''}({self.text_of(statement.by)}), {var}) {self.expressions.loop(statement.loop)}{test}]):",
            )
        elif test or statement.loop.high is None:
            self.write(depth, f"for {var} in [{var} {self.expressions.loop(statement.loop)}{test}]:")
        else:
            self.write(depth, f"{self.expressions.loop(statement.loop)}:")
        self.statements(statement.body, depth + 1)

    def _reset(self, statement: ops.Reset, depth: int) -> None:
        for base, values in statement.runs:
            if len(values) == 1:
                self.write(depth, f"S[{base}] = {values[0]}")
            elif not any(values):
                self.write(depth, f"S[{base}:{base + len(values)}] = [0] * {len(values)}")
            else:
                self.write(depth, f"S[{base}:{base + len(values)}] = {list(values)}")

    def _tell(self, statement: ops.Tell, depth: int) -> None:
        self.tells = True
        self.write(depth, f"RUN.told.append({statement.text})")
        self._note(depth, -1, statement.text, statement.spoken)

    def _check(self, statement: ops.Check, depth: int) -> None:
        self.write(
            depth,
            f"if not {self.text_of(statement.condition)}: fault({self.fault(Fault(statement.code, statement.message, statement.span))}, S)",
        )

    # -------------------------------------------------------------- blocks

    def _count_predecessors(self) -> list[int]:
        counts = [0] * len(self.program.blocks)
        for block in self.program.blocks:
            for target in targets(block.end):
                counts[target] += 1
        kept = {self.program.entry, self.program.mark, self.program.setup_mark, *self.program.rests}
        for decision in self.program.decisions:
            kept |= {a.block for a in decision.alternatives} | {decision.nothing_block, decision.after_block}
        for block in self.program.blocks:
            if isinstance(block.end, (ops.RollDice, ops.DrawOne)):
                kept.add(block.end.next)
            if isinstance(block.end, ops.Ask):
                kept.add(block.number)
            for statement in block.body:
                if isinstance(statement, ops.Store) and isinstance(statement.value, ops.Address):
                    kept.add(statement.value.block)
        for number in kept:
            if number >= 0:
                counts[number] += 2
        return counts

    def blocks(self) -> None:
        for block in self.program.blocks:
            if self.predecessors[block.number] != 1:
                self.write(0, f"def b{block.number}(S):")
                self._block(block, 1)

    def _block(self, block: ops.Block, depth: int) -> None:
        if block.work:
            span = self.program.spans.get(block.number, NOWHERE)
            number = self.fault(endless_block(span))
            self.write(depth, f"RUN.work += {block.work}")
            self.write(depth, f"if RUN.work > {MOST_LOOP_STEPS}: fault({number}, S)")
        if block.number in self.counted:
            self.write(depth, f"RUN.entered[{block.number}] += 1")
        for statement in block.body:
            STATEMENTS[type(statement)](self, statement, depth)
        self._end(block, depth)

    def _go(self, number: int, depth: int) -> None:
        """Write that another block follows: in place if nothing else leads there."""
        if self.predecessors[number] == 1 and depth < 15:
            self._block(self.program.blocks[number], depth)
        else:
            if self.predecessors[number] == 1:
                self.late.append(number)
            self.write(depth, f"return {number}")

    late: list[int]

    def _end(self, block: ops.Block, depth: int) -> None:
        end, reg = block.end, self.program.reg
        if isinstance(end, ops.Jump):
            self._go(end.block, depth)
        elif isinstance(end, ops.Branch):
            self.write(depth, f"if {self.text_of(end.condition)}:")
            self._go(end.then, depth + 1)
            self._go(end.other, depth)
        elif isinstance(end, ops.Back):
            self.write(depth, f"return S[{end.cell}]")
        elif isinstance(end, ops.Ask):
            self.write(depth, f"S[{reg.pc}] = {block.number}")
            self.write(depth, f"return {-2 - end.decision}")
        elif isinstance(end, (ops.RollDice, ops.DrawOne)):
            what = end.dice if isinstance(end, ops.RollDice) else end.members
            self.write(depth, f"m = {self.text_of(what)}")
            if isinstance(end, ops.RollDice):
                self.write(depth, f"if not m: return {end.next}")
            else:
                span = self.program.spans.get(block.number, NOWHERE)
                self.write(depth, f"if not m: fault({self.fault(nothing_to_draw(span))}, S)")
            self.write(depth, f"S[{reg.rolling}] = m")
            self.write(depth, f"S[{reg.asked}] = 1 << S[{reg.actor}] if S[{reg.actor}] >= 0 else 0")
            self.write(depth, f"S[{reg.pc}] = {block.number}")
            self.write(depth, "return -1")
        elif isinstance(end, ops.Over):
            self.write(depth, f"S[{reg.pc}] = {block.number}")
            self.write(depth, f"S[{reg.over}] = 1")
            self.write(depth, f"S[{reg.asked}] = 0")
            self.write(depth, "return -1")
        else:
            raise_unhandled(end)

    # -------------------------------------------------------------- decisions

    def decision(self, decision: ops.Decision, answer_template: str, name: str, empty: str) -> None:
        """Write a function that goes through the legal answers; `answer_template` is the line for each, {} the answer."""
        self.write(0, f"def {name}{decision.number}(S):")
        if empty == "[]":
            self.write(1, "out = []")
        start, self.expressions.listing, self.expressions.uses_worked = len(self.lines), True, False
        for i, alternative in enumerate(decision.alternatives):
            self._answers(i, alternative, answer_template, 1)
        self.expressions.listing = False
        if self.expressions.uses_worked:
            self.lines.insert(start, "    W = worked(S, WORKED)")
        self.write(1, f"return {'out' if empty == '[]' else empty}")

    def _answers(self, index: int, alternative: ops.AlternativeOp, answer_template: str, depth: int) -> None:
        depth = self._conditions(alternative, 0, depth)
        for j, pick in enumerate(alternative.picks):
            depth = self._pick(pick, depth)
            if j + 1 < len(alternative.picks) and answer_template.startswith("out"):
                number = self.fault(too_many_answers(alternative.span))
                self.write(depth, f"if len(out) > {MOST_LISTED_ANSWERS}: fault({number}, S)")
            depth = self._conditions(alternative, j + 1, depth)
        values = ", ".join([str(index), *(f"v{p.var}" for p in alternative.picks)])
        self.write(depth, answer_template.format(f"({values},)"))
        if alternative.picks and answer_template.startswith("out"):
            number = self.fault(too_many_answers(alternative.span))
            self.write(1, f"if len(out) > {MOST_LISTED_ANSWERS}: fault({number}, S)")

    def _conditions(self, alternative: ops.AlternativeOp, after: int, depth: int) -> int:
        tests = [self.text_of(m.condition) for m in alternative.musts if m.picks_needed == after]
        if not tests:
            return depth
        self.write(depth, f"if {' and '.join(tests)}:")
        return depth + 1

    def source(self, pick: ops.PickOp) -> str:
        """The mask (or range) a pick is taken from, its own condition applied."""
        if not pick.picks_sets:
            self.ranges.loop(ops.Loop(pick.member_var, pick.source, pick.range_high))
        weight = pick.weight
        if pick.range_high is not None:
            low, high = self.text_of(pick.source), self.text_of(pick.range_high)
            members = f"counted_range({low}, {high}, {weight})" if weight else f"range({low}, {high} + 1)"
            if pick.condition is not None:
                return f"[v{pick.member_var} for v{pick.member_var} in {members} if {self.text_of(pick.condition)}]"
            return members
        mask = self.text_of(pick.source)
        if pick.picks_sets:
            masks = f"counted_list({mask}, {weight})" if weight else mask
            return (
                masks
                if pick.condition is None
                else f"[v{pick.member_var} for v{pick.member_var} in {masks} if {self.text_of(pick.condition)}]"
            )
        if pick.condition is not None:
            members = f"counted_members({mask}, {weight})" if weight else f"B[{mask}]"
            return f"sum(1 << v{pick.member_var} for v{pick.member_var} in {members} if {self.text_of(pick.condition)})"
        return f"counted_set({mask}, {weight})" if weight else mask

    def _picked(self, pick: ops.PickOp) -> None:
        """Take the pick for one of those that may be picked from here on."""
        if not pick.picks_sets and not pick.many:
            self.ranges.loop(ops.Loop(pick.var, pick.source, pick.range_high))

    def _pick(self, pick: ops.PickOp, depth: int) -> int:
        plain = pick.shape == "die" and bool(self.program.plain_groups)
        source = self.source(pick)
        self._picked(pick)
        if pick.many and not pick.picks_sets:
            low = self.text_of(pick.low)
            high = "99999" if pick.high is None else self.text_of(pick.high)
            sized = f"{source}, {low}, {high}, {pick.weight}"
            source = f"plain_subsets(S, {sized})" if plain else f"subsets({sized})"
        elif not pick.picks_sets and pick.range_high is None:
            source = f"B[{f'alike(S, {source})' if plain else source}]"
        self.write(depth, f"for v{pick.var} in {source}:")
        return depth + 1

    def refusal(self, decision: ops.Decision) -> None:
        """Write a function that gives the first sentence broken by an answer: its text's number, -1 for a pick, None if legal."""
        self.write(0, f"def w{decision.number}(S, a, given):")
        for i, alternative in enumerate(decision.alternatives):
            self.write(1, f"if a == {i}:")
            self._sentences(alternative, 0, 2)
            for j, pick in enumerate(alternative.picks):
                self.write(2, f"v{pick.var} = given[{j}]")
                self._judge_pick(pick, 2)
                self._picked(pick)
                self._sentences(alternative, j + 1, 2)
            self.write(2, "return None")
        self.write(1, "return -1")

    def _sentences(self, alternative: ops.AlternativeOp, after: int, depth: int) -> None:
        for must in alternative.musts:
            if must.picks_needed == after:
                self.write(depth, f"if not {self.text_of(must.condition)}: return {must.text}")

    def _judge_pick(self, pick: ops.PickOp, depth: int) -> None:
        source = self.source(pick)
        if pick.range_high is not None:
            self.write(depth, f"if v{pick.var} not in {source}: return -1")
        elif pick.picks_sets:
            self.write(depth, f"if v{pick.var} not in {source}: return -1")
        elif not pick.many:
            self.write(depth, f"if v{pick.var} < 0 or not {source} >> v{pick.var} & 1: return -1")
        else:
            high = "99999" if pick.high is None else self.text_of(pick.high)
            self.write(
                depth,
                f"if v{pick.var} & ~{source} or not {self.text_of(pick.low)} <= v{pick.var}.bit_count() <= {high}: return -1",
            )

    # -------------------------------------------------------------- everything

    def source_text(self) -> str:
        self.late = []
        for i, function in enumerate(self.program.functions):
            if function is not None:
                params = ", ".join(["S", *(f"v{v}" for v in function.params)])
                self.expressions.function_texts[i] = self.text_of(function.body)
                self.write(0, f"def f{i}({params}):")
                self.write(1, f"return {self.expressions.function_texts[i]}")
        self.blocks()
        done: set[int] = set()
        while self.late:
            number = self.late.pop()
            if number not in done:
                done.add(number)
                self.write(0, f"def b{number}(S):")
                self._block(self.program.blocks[number], 1)
        for decision in self.program.decisions:
            self.decision(decision, "out.append({})", "m", "[]")
            self.decision(decision, "return True", "any", "False")
            self.refusal(decision)
            # What is typed at the table is looked at before it is known to be among those that may be picked.
            for pick in (p for a in decision.alternatives for p in a.picks):
                self.ranges.known.pop(pick.var, None)
        for text, number in self.expressions.worked.items():
            if not text.startswith("f"):
                self.write(0, f"def q{number}(S):")
                self.write(1, f"return {text}")
        return "\n".join(self.lines) + "\n"


def targets(end: ops.End) -> list[int]:
    if isinstance(end, ops.Jump):
        return [end.block]
    if isinstance(end, ops.Branch):
        return [end.then, end.other]
    return []


def _is_truth(op: ops.Op) -> bool:
    """Whether Python may work an operation out as False or True."""
    if isinstance(op, ops.Cond):
        return _is_truth(op.then) or _is_truth(op.other)
    return isinstance(op, ops.Call) or (is_truth(op) and not isinstance(op, ops.Const))


STATEMENTS: dict[type, Callable[[Writer, Any, int], None]] = {
    ops.Store: Writer._store, ops.StoreAt: Writer._store_at, ops.StoreVar: Writer._store_var, ops.Put: Writer._put,
    ops.Face: Writer._face, ops.When: Writer._when, ops.Each: Writer._each, ops.Reset: Writer._reset, ops.Tell: Writer._tell,
    ops.Check: Writer._check,
}  # fmt: skip
