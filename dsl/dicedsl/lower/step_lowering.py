"""Laying out steps: where a step stands, the rules laid out so far, and what steps leave for later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, evolve, field

from dicedsl.errors import raise_unhandled
from dicedsl.lower.blocks import BlockWriter
from dicedsl.lower.expressions import Expressions
from dicedsl.lower.standing_rules import StandingRules
from dicedsl.lower.values import Lowered, LoweredType, Value, may_miss
from dicedsl.lower.world import World
from dicedsl.program import ops
from dicedsl.program.walk import ATOMS
from dicedsl.text.source import Span
from dicedsl.typed import tree as t
from dicedsl.typed.dependence import nodes_in
from dicedsl.typed.kinds import DIE
from dicedsl.typed.semantic_error import SemanticError

LEAVING = (
    t.Choose, t.Attempt, t.Roll, t.Draw, t.MoveByLot, t.InTurn, t.PlayTurn, t.PlayGame, t.Stop, t.EndTurn, t.EndRound, t.Wins, t.BestWins,
)  # fmt: skip
STAYING = (t.MoveDice, t.LayOut, t.TurnDie, t.Swap, t.Show, t.Set, t.Change, t.Let, t.ExtraTurn, t.Eliminate, t.Say)
ASKING = (t.Choose, t.Attempt, t.InTurn, t.PlayTurn, t.PlayGame)


@define(eq=False, repr=False, slots=False)
class StepContext:
    """Where a step stands: what `stop` leaves, which standing rules its rests look at, and why the game ends if it ends here.

    rules_before: only standing rules before this one are looked at. reason: the number of why the game ends, 0 if it is told
    in words, `because`. cannot_suspend: no step may wait here. ends_match: the end of a game here is that of its match.
    """

    rules_before: int
    stop: ops.Block | None = None
    reason: int = 0
    cannot_suspend: bool = False
    ends_match: bool = False
    because: str = "a rule ended it"


@define(eq=False, repr=False, slots=False)
class RuleInstance:
    """A rule laid out for one context: entry block, cells of its parameters, and of the return address."""

    entry: ops.Block
    params: list[int] = field(factory=list)
    back: int = 0


@define(eq=False, repr=False, slots=False)
class LotBlocks:
    """A step `by lot`: the block that draws, the one after it, and the cells of the dice left and the die drawn."""

    draw: ops.Block
    after: ops.Block
    left: int
    drawn: int


Handler = Callable[["StepLowering", Any, StepContext], None]


@define(eq=False, repr=False, slots=False)
class StepLowering:
    """The program while its steps are laid out; `handlers` says how each is."""

    world: World
    handlers: Mapping[type, Handler]
    blocks: BlockWriter = field(init=False)
    turn_exit: ops.Block = field(init=False)
    round_exit: ops.Block = field(init=False)
    game_exit: ops.Block = field(init=False)
    standing: StandingRules = field(init=False)
    turn_instance: RuleInstance | None = None
    game_instance: RuleInstance | None = None
    instances: dict[tuple[str, int], RuleInstance] = field(factory=dict)
    picked: dict[int, Value] = field(factory=dict)  # what each pick stands for, by the cell that keeps it
    offered: dict[tuple[int, int], t.Alternative] = field(factory=dict)  # by decision and alternative
    uncounted: set[str] = field(factory=set)  # rules that are used in the middle of a block
    # those with values, and the names in each
    sayings: list[tuple[t.Saying, dict[t.Local, Lowered]]] = field(factory=list)
    lots: list[LotBlocks] = field(factory=list)
    game_cells_end: int = 0
    _leaving: dict[str, bool] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.blocks = BlockWriter(self.world)
        self.turn_exit = self.blocks.new("turn ends")
        self.round_exit = self.blocks.new("round ends")
        self.game_exit = self.blocks.new("game over")
        self.standing = StandingRules(self)

    @property
    def expressions(self) -> Expressions:
        return self.world.expressions

    @property
    def reg(self) -> ops.Registers:
        return self.world.program.reg

    # -------------------------------------------------------------- what leaves a block

    def leaves(self, step: t.TypedStep) -> bool:
        """Does this step ask, roll, or go elsewhere than to the next step?"""
        if isinstance(step, t.If):
            return any(self.block_leaves(branch.block) for branch in step.branches)
        if isinstance(step, t.For):
            return self.block_leaves(step.block)
        if isinstance(step, t.Repeat):
            return step.times is None or self.block_leaves(step.block)
        if isinstance(step, t.Do):
            return self.rule_leaves(step.rule)
        return _is_one_of(step, LEAVING)

    def asks(self, step: t.TypedStep) -> bool:
        """Can this step come to a further choice?"""
        if isinstance(step, t.If):
            return any(self.asks(s) for branch in step.branches for s in branch.block)
        if isinstance(step, (t.For, t.Repeat)):
            return any(map(self.asks, step.block))
        if isinstance(step, t.Do):
            return self.rule_leaves(step.rule)
        return _is_one_of(step, ASKING)

    def block_leaves(self, block: t.Block) -> bool:
        return any(map(self.leaves, block))

    def rule_leaves(self, name: str) -> bool:
        if name not in self._leaving:
            self._leaving[name] = self.block_leaves(self.world.game.rules[name].block)
        return self._leaving[name]

    # -------------------------------------------------------------- blocks of steps

    def lower_block(self, block: t.Block, context: StepContext) -> None:
        for step in block:
            if isinstance(step, t.Say):
                context = evolve(context, because=reason_in(step.saying) or context.because)
            try:
                self.handlers[type(step)](self, step, context)
            except SemanticError as error:  # the others are looked at all the same
                self.world.report(error)

    def capture(self, action: Callable[[], None]) -> tuple[ops.Stmt, ...]:
        """The statements an action emits, taken out of the current block."""
        saved = self.blocks.current.body
        self.blocks.current.body = []
        try:
            action()
            return tuple(self.blocks.current.body)
        finally:
            self.blocks.current.body = saved

    def store_now(self, value: Value, context: StepContext) -> Value:
        """Fix a value now: in a variable where nothing can suspend, else in a cell."""
        if context.cannot_suspend:
            var = self.world.layout.new_var()
            self.blocks.emit(ops.StoreVar(var, value.op))
            return evolve(value, op=ops.Var(var))
        cell = self.world.layout.cells(1)
        self.note_remembered_dice(value.ty, cell)
        self.blocks.store(cell, value.op)
        return evolve(value, op=ops.Cell(cell))

    def store_if_costly(self, op: ops.Op) -> ops.Op:
        """A value that the statements right after this one use more than once."""
        if isinstance(op, ATOMS):
            return op
        var = self.world.layout.new_var()
        self.blocks.emit(ops.StoreVar(var, op))
        return ops.Var(var)

    def check_somebody(self, value: Value, message: str, span: Span) -> None:
        """A step that needs somebody is at fault where there may be nobody and is none."""
        if may_miss(value):
            self.blocks.emit(ops.Check(ops.Bin(">=", value.op, ops.ZERO), "F503", message, span))

    def note_remembered_dice(self, ty: LoweredType, *cells: int) -> None:
        """Note that single dice are remembered, so that equal dice are not one lot: it matters which of them is drawn."""
        if ty.kind is DIE:
            self.world.program.remembers_dice = True
            self.world.program.dice_cells.update(cells)

    def emit_call(self, instance: RuleInstance) -> None:
        after = self.blocks.new("after call")
        self.blocks.store(instance.back, ops.Address(after.number))
        self.blocks.jump(instance.entry)
        self.blocks.start(after)

    def reason_number(self, words: str) -> int:
        reasons = self.world.program.reasons
        if words not in reasons:
            reasons.append(words)
        return reasons.index(words)

    def add_saying(self, saying: t.Saying) -> int:
        """The number of a text with values in it, which is lowered when everything else is; -1 if it has none."""
        if not saying.values:
            return -1
        names = {part.local: self.expressions.bound[part.local] for part in nodes_in(saying) if isinstance(part, t.LocalValue) and part.local in self.expressions.bound}  # fmt: skip
        self.sayings.append((saying, names))
        return len(self.sayings) - 1


def _is_one_of(step: t.TypedStep, wanted: tuple[type, ...]) -> bool:
    if isinstance(step, wanted):
        return True
    if isinstance(step, (*LEAVING, *STAYING)):
        return False
    raise_unhandled(step)  # type: ignore[arg-type]


def reason_in(saying: t.Saying) -> str:
    """What is announced right before a game ends is why it ends; of a text with values, as much as stands before the first of them."""
    text = saying.text
    if saying.values:
        head = text[: text.index("{")]
        ends = [i for i in map(head.find, ":;,.") if i >= 0]
        text = head[: min(ends)] if ends else ""
    return text.strip().rstrip(".")
