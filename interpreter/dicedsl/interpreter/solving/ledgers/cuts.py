"""Writings in a ledger cut in two: first what is to be written is worked out, which is the same on every page, then it is written.

Between both the program rests, in a copy that only who solves it ever runs, and there all ways to come to the same number are one: dice
that are not read any more until they are rolled again do not count. Whether it may be written is asked behind the rest, because that
depends on the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define, evolve

from dicedsl.interpreter.solving.ledgers.ledger import Ledger, touching_blocks
from dicedsl.interpreter.solving.ledgers.ledger_reader import expressions_of
from dicedsl.program import ops
from dicedsl.program.control_flow import next_blocks, return_addresses
from dicedsl.program.liveness import CellReads, run_of
from dicedsl.program.simplify import Simplifier, known_members
from dicedsl.program.walk import statements, substitute

MOST_BLOCKS = 50  # on the way from a choice to a writing
MOST_TURNS = 64  # of a loop that is written out
LABEL = "cut"


@define
class CutProgram:
    """A program with cuts: the blocks at whose ends it rests before something is written, and the one that says that it may not be."""

    program: ops.Program
    rests: frozenset[int]
    refusing: int


def dice_cells(program: ops.Program) -> int:
    """The cells that tell dice apart: what they show, and where they lie if they ever move."""
    reg, dice = program.reg, len(program.dice)
    cells = run_of(reg.face, dice) | run_of(reg.showing, program.max_face + 1) | 1 << reg.shown
    if can_move(program):
        cells |= run_of(reg.location, dice) | run_of(reg.zone_mask, len(program.zones))
        cells |= run_of(reg.on_place, sum(len(b.labels) for b in program.boards)) | run_of(
            reg.taken, len(program.boards)
        )
    return cells


def can_move(program: ops.Program) -> bool:
    """Whether dice ever go from one place to another."""
    return any(isinstance(s, ops.Put) for block in program.blocks for s in statements(block.body))


def with_loops_written_out(program: ops.Program) -> ops.Program:
    """Give a copy in which steps for each of some dice that never change are written one after the other, so that it can be seen
    what they write over."""
    if can_move(program):
        return program
    reg = program.reg
    simplify = Simplifier(
        program, {reg.zone_mask + i: program.initial[reg.zone_mask + i] for i in range(len(program.zones))}
    )

    def body(steps: Iterable[Any]) -> list[Any]:
        """Statements with loops written out."""
        written: list[Any] = []
        for s in steps:
            members = None
            if isinstance(s, ops.Each) and s.condition is None and s.by is None and not s.loop.sets:
                high = None if s.loop.high is None else simplify(s.loop.high)
                members = known_members(simplify(s.loop.source), high)
            if members is None or len(members) > MOST_TURNS:
                written.append(s)
                continue
            for member in members:
                for step in body(substitute(part, {s.loop.var: ops.Const(member)}) for part in s.body):
                    at = simplify(step.at) if isinstance(step, ops.StoreAt) else None
                    if isinstance(at, ops.Const) and 0 <= at.value < step.size:
                        step = ops.Store(step.base + at.value, step.value)
                    written.append(step)
        return written

    return evolve(program, blocks=[evolve(b, body=body(b.body)) for b in program.blocks], kept_as="")


def with_cuts(program: ops.Program, ledger: Ledger) -> CutProgram:
    """Give a copy in which writings are cut wherever they can be."""
    return _Cutter(program, ledger).cut_program()


class _Cutter:
    """Cuts the writings of one program."""

    def __init__(self, program: ops.Program, ledger: Ledger) -> None:
        self.program = program
        self.cells = sum(1 << cell for cell in ledger.cells)
        self.reads = CellReads(program)
        self.dice = dice_cells(program)
        self.touching = touching_blocks(program, ledger)
        self.rank_reads_dice = bool(self.reads(ledger.ranked) & self.dice)
        self.blocks = list(program.blocks)
        self.rests: set[int] = set()
        self.refusing = -1
        # two cells more: into one the only member of a set is drawn, the other holds what is to be written
        self.drawn, self.held = program.cells, program.cells + 1

    def cut_program(self) -> CutProgram:
        """The copy."""
        decisions = []
        for decision in self.program.decisions:
            plain = not (decision.at_once or decision.reported or decision.looks_ahead or decision.nothing_block >= 0)
            if plain and not self.rank_reads_dice:
                decision = evolve(decision, alternatives=tuple(map(self._cut, decision.alternatives)))
            decisions.append(decision)
        if not self.rests:
            return CutProgram(self.program, frozenset(), -1)
        program = evolve(
            self.program, blocks=self.blocks, decisions=decisions, cells=self.held + 1,
            initial=[*self.program.initial, 0, 0], kept_as="",
        )  # fmt: skip
        return CutProgram(program, frozenset(self.rests), self.refusing)

    def _touches(self, op: Any) -> bool:
        return bool(self.reads(op) & self.cells)

    def _cut(self, alternative: ops.AlternativeOp) -> ops.AlternativeOp:
        """An alternative that is cut where it comes to the ledger; itself if it does not, or if that cannot be done."""
        asked = [m for m in alternative.musts if self._touches(m.condition)]
        picks = [
            op
            for p in alternative.picks
            for op in (p.source, p.range_high, p.low, p.high, p.condition)
            if op is not None
        ]
        lots = [op for op in (alternative.weight, *(lot for _, lot in alternative.lots)) if op is not None]
        if any(map(self._touches, picks + lots)) or not (asked or alternative.block in self.touching):
            return alternative
        way = self._way(alternative.block)
        if way is None:
            return alternative
        before, after, end = way
        answers = {p.var: ops.Cell(p.answer_cell) for p in alternative.picks}
        allowed: ops.Op = ops.ONE
        for must in asked:
            condition = substitute(must.condition, answers)
            allowed = condition if allowed == ops.ONE else ops.Bin("and", allowed, condition)
        if self.reads(allowed) & self._written(before) or self._reads_dice(allowed, after, end):
            return alternative
        if self.refusing < 0:
            self.refusing = self._add([], ops.Over())
        writing = self._add(after, end)
        asking = self._add([], ops.Branch(allowed, writing, self.refusing) if asked else ops.Jump(writing))
        rest = self._add(before, ops.DrawOne(ops.ONE, self.drawn, asking, "number"))
        self.rests.add(rest)
        return evolve(alternative, musts=tuple(m for m in alternative.musts if m not in asked), block=rest)

    def _add(self, body: list[Any], end: ops.End) -> int:
        """Add a block; its number."""
        self.blocks.append(ops.Block(len(self.blocks), body, end, LABEL))
        return len(self.blocks) - 1

    def _way(self, number: int) -> tuple[list[Any], list[Any], ops.End] | None:
        """The steps from a block to the first one that has to do with the ledger, and what comes then; None if there is a rest before it."""
        before: list[Any] = []
        for _ in range(MOST_BLOCKS):
            block = self.program.blocks[number]
            for i, s in enumerate(block.body):
                if self._steps_touch(s):
                    return *self._held(before, list(block.body[i:])), block.end
                if isinstance(s, ops.StoreVar):
                    return None
                before.append(s)
            if not isinstance(block.end, ops.Jump):
                resting = isinstance(block.end, ops.Ask | ops.RollDice | ops.DrawOne | ops.Over)
                return None if resting else (before, [], block.end)
            number = block.end.block
        return None

    def _held(self, before: list[Any], after: list[Any]) -> tuple[list[Any], list[Any]]:
        """The same steps; but what the first writing writes is worked out before, if it does not depend on the ledger."""
        at = next((i for i, s in enumerate(after) if not isinstance(s, ops.Check)), len(after))
        if at == len(after) or not isinstance(after[at], ops.Store | ops.StoreAt) or self._touches(after[at].value):
            return before, after
        held = evolve(after[at], value=ops.Cell(self.held))
        return [*before, ops.Store(self.held, after[at].value)], [*after[:at], held, *after[at + 1 :]]

    def _steps_touch(self, step: Any) -> bool:
        """Whether a step reads or writes the ledger."""
        return any(map(self._touches, expressions_of([step]))) or bool(self._written([step]) & self.cells)

    def _written(self, steps: Iterable[Any]) -> int:
        """The cells that steps write."""
        cells = 0
        for s in statements(steps):
            if isinstance(s, ops.Store):
                cells |= 1 << s.index
            elif isinstance(s, ops.StoreAt):
                cells |= run_of(s.base, s.size)
            elif isinstance(s, ops.Reset):
                for base, values in s.runs:
                    cells |= run_of(base, len(values))
            elif isinstance(s, ops.Put | ops.Face):
                cells |= self.dice
        return cells

    def _reads_dice(self, allowed: ops.Op, after: list[Any], end: ops.End) -> bool:
        """Whether anything between a cut and the next rest reads or changes dice."""
        back = return_addresses(self.program)
        if self.reads(allowed) & self.dice or self._body_reads_dice(after, end):
            return True
        waiting, seen = next_blocks(self.program, end, back, resting=False), set[int]()
        while waiting:
            number = waiting.pop()
            if number in seen:
                continue
            seen.add(number)
            block = self.program.blocks[number]
            if self._body_reads_dice(block.body, block.end):
                return True
            if not isinstance(block.end, ops.RollDice):
                waiting += next_blocks(self.program, block.end, back, resting=False)
        return False

    def _body_reads_dice(self, body: Iterable[Any], end: ops.End) -> bool:
        """Whether statements, or how they end, read or change dice."""
        steps = list(body)
        asked = [end.condition] if isinstance(end, ops.Branch) else [end.dice] if isinstance(end, ops.RollDice) else []
        if isinstance(end, ops.Ask | ops.DrawOne):
            return True
        return bool(self.reads(*expressions_of(steps), *asked) & self.dice or self._written(steps) & self.dice)
