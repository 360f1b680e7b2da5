"""Memory of single dice that rules only ask for where something else is so of the die: it counts of no other die.

That a die was just rolled may only be asked of red ones, say. Then two positions are one that differ in it for dice that are not red, as
long as a die cannot become red without being rolled, and rolling writes the memory anew.
"""

from __future__ import annotations

from typing import Any

from dicedsl.interpreter.solving.ledgers.ledger_reader import expressions_of
from dicedsl.program import ops
from dicedsl.program.control_flow import next_blocks, return_addresses
from dicedsl.program.liveness import CellReads, Liveness, run_of
from dicedsl.program.simplify import Simplifier
from dicedsl.program.walk import parts, statements, substitute

Guards = dict[int, tuple[int, int]]  # by cell: of which die, and the set of its numbers with which the cell counts
MOST_NUMBERS = 60  # numbers that a die may show


def guards_of(program: ops.Program) -> Guards:
    """Give the cells that count only while a die shows certain numbers."""
    guards: Guards = {}
    if program.max_face > MOST_NUMBERS:
        return guards
    reading = _Reading(program)
    for slot in program.slots:
        if slot.keys == ("die",) and slot.size == len(program.dice) and not slot.many and slot.seen_by is None:
            numbers = reading.numbers_of(slot)
            if numbers is not None:
                guards.update({slot.base + die: (die, mask) for die, mask in enumerate(numbers)})
    return guards


class _Reading:
    """Looks for the conditions under which memory of dice is read."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.reads = CellReads(program)
        self.liveness = Liveness(program)
        self.faces = run_of(program.reg.face, len(program.dice))

    def numbers_of(self, slot: ops.Slot) -> list[int] | None:
        """For each die the numbers with which this memory counts of it; None if it may always count."""
        run = run_of(slot.base, slot.size)
        for block in self.program.blocks:
            end = block.end
            if any(self.reads(op) & run for op in expressions_of(block.body)):
                return None
            asked = (
                end.condition if isinstance(end, ops.Branch)
                else end.dice if isinstance(end, ops.RollDice)
                else end.members if isinstance(end, ops.DrawOne) else None
            )  # fmt: skip
            if self.reads(asked) & run:
                return None
        asking: list[tuple[ops.AlternativeOp, ops.PickOp]] = []
        for decision in self.program.decisions:
            if self.reads(decision.seats, *(m.condition for m in decision.always)) & run or decision.at_once:
                return None
            for alternative in decision.alternatives:
                pick = self._asked_of(alternative, slot)
                if pick is None:
                    return None
                if pick is not False:
                    asking.append((alternative, pick))
        if not asking or not self._rolls_write(run) or not self._turns_keep(run, asking):
            return None
        masks = [0] * slot.size
        for alternative, pick in asking:
            for die, mask in enumerate(self._allowed(alternative, pick, run)):
                masks[die] |= mask
        return masks

    def _asked_of(self, alternative: ops.AlternativeOp, slot: ops.Slot) -> Any:
        """The pick of whose die an alternative asks this memory; False if it does not ask it, None if it does in another way."""
        run = run_of(slot.base, slot.size)
        others = [alternative.weight, *(lot for _, lot in alternative.lots), *(m.condition for m in alternative.leaves)]
        for p in alternative.picks:
            others += [p.source, p.range_high, p.low, p.high, p.condition]
        if self.reads(*others) & run:
            return None
        asked: Any = False
        for must in alternative.musts:
            for part in parts(must.condition):
                if isinstance(part, ops.Call) and self.reads(part) & run:
                    return None
                if isinstance(part, ops.Cell) and run >> part.index & 1:
                    return None
                if isinstance(part, ops.CellAt) and run_of(part.base, part.size) & run:
                    pick = next((p for p in alternative.picks if part.index == ops.Var(p.var)), None)
                    if (
                        pick is None
                        or pick.shape != "die"
                        or pick.many
                        or pick.picks_sets
                        or asked not in (False, pick)
                    ):
                        return None
                    asked = pick
        return asked

    def _allowed(self, alternative: ops.AlternativeOp, pick: ops.PickOp, run: int) -> list[int]:
        """For each die the numbers with which this alternative may be open to it."""
        masks = []
        for die in range(len(self.program.dice)):
            mask = 0
            for number in range(self.program.max_face + 1):
                simplify = Simplifier(self.program, {self.program.reg.face + die: number})
                given = {pick.var: ops.Const(die)}
                closed = any(
                    simplify(substitute(must.condition, given)) == ops.ZERO
                    for must in alternative.musts
                    if not self.reads(must.condition) & run
                )
                mask |= (not closed) << number
            masks.append(mask)
        return masks

    def _rolls_write(self, run: int) -> bool:
        """Whether each roll is followed by writing this memory anew for all dice that were rolled."""
        for block in self.program.blocks:
            if not isinstance(block.end, ops.RollDice) or not self.liveness.at_start[block.end.next] & run:
                continue
            if not self._writes_first(self.program.blocks[block.end.next], block.end.dice, run):
                return False
        return True

    def _writes_first(self, block: ops.Block, dice: ops.Op, run: int) -> bool:
        """Whether a block writes this memory for each of some dice before it changes which they are."""
        for s in block.body:
            if isinstance(s, ops.Each) and s.loop.source == dice and s.loop.high is None and s.condition is None:
                for step in s.body:
                    if isinstance(step, ops.StoreAt) and run_of(step.base, step.size) == run:
                        if step.at == ops.Var(s.loop.var):
                            return True
            if not isinstance(s, ops.Store | ops.StoreAt):
                return False
            cells = 1 << s.index if isinstance(s, ops.Store) else run_of(s.base, s.size)
            if cells & self.reads(dice):
                return False
        return False

    def _turns_keep(self, run: int, asking: list[tuple[ops.AlternativeOp, ops.PickOp]]) -> bool:
        """Whether dice are turned only where the memory counts of them anyway, and change their numbers in no other way."""
        back = return_addresses(self.program)
        coming: dict[int, int] = {}
        for block in self.program.blocks:
            for target in next_blocks(self.program, block.end, back):
                coming[target] = coming.get(target, 0) + 1
        turned_dice = {alternative.block: ops.Single(ops.Cell(pick.answer_cell)) for alternative, pick in asking}
        for block in self.program.blocks:
            after_rest = self.liveness.at_start[block.number] & run
            for i, s in enumerate(block.body):
                for step in statements([s]):
                    if isinstance(step, ops.Put):
                        return False
                    if isinstance(step, ops.Reset) and any(run_of(b, len(v)) & self.faces for b, v in step.runs):
                        return False
                if any(isinstance(step, ops.Face) for step in statements([s])) and after_rest:
                    own = turned_dice.get(block.number)
                    if i or own is None or not isinstance(s, ops.Face) or s.dice != own or coming[block.number] != 1:
                        return False
        return True
