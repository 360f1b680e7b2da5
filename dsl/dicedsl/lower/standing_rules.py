"""Standing rules and ends: a block for each, and where the table is at rest the first that holds acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from dicedsl.errors import raise_unhandled
from dicedsl.lower.conditions import quantifier_parts
from dicedsl.lower.values import LoweredType, Value
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.typed import tree as t
from dicedsl.typed.dependence import nodes_in
from dicedsl.typed.kinds import DIE
from dicedsl.typed.semantic_error import SemanticError

if TYPE_CHECKING:
    from dicedsl.lower.step_lowering import StepContext, StepLowering

MATCH = 1_000_000  # `limit` of the match: no standing rule of the game is looked at


@define(eq=False, repr=False, slots=False)
class StandingCheck:
    """Something that is looked at: at which moment, its condition, what happens, and its place among the standing rules."""

    moment: str
    condition: ops.Op
    block: ops.Block
    place: int
    item: t.StandingRule


@define(eq=False, repr=False, slots=False)
class StandingRules:
    lowering: StepLowering
    invariants: list[ops.MustOp] = field(factory=list)
    endings: list[StandingCheck] = field(factory=list)
    last_turns: dict[int, tuple[int, int]] = field(factory=dict)
    _return_addresses: dict[int, int] = field(factory=dict)  # of each `whenever`, by its block
    _moment_entries: dict[tuple[int, str], tuple[ops.Block, int]] = field(factory=dict)
    _others_act: bool = field(init=False)
    _looks_ahead: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        game = self.lowering.world.game
        everything = [*game.flows.values(), *game.rules.values(), *game.hooks, *game.standing]
        self._others_act = "turn" in game.flows and any(map(_is_for_others, nodes_in(everything)))
        self._looks_ahead = any(isinstance(part, t.Must) and part.afterwards for part in nodes_in(everything))

    # -------------------------------------------------------------- laying them out

    def lay_out(self, main: StepContext) -> None:
        """A block for each end and each `whenever`, with its condition."""
        saved = self.lowering.blocks.current
        for i, item in enumerate(self.lowering.world.game.standing):
            try:
                self._lay_out_item(i, item, evolve(main, rules_before=i))
            except SemanticError as error:
                self.lowering.world.report(error)
        self.lowering.blocks.start(saved)

    def _lay_out_item(self, place: int, item: t.StandingRule, context: StepContext) -> None:
        lowering, blocks = self.lowering, self.lowering.blocks
        if isinstance(item, t.Always):
            condition = lowering.expressions.value(item.condition).op
            self.invariants.append(ops.MustOp(condition, lowering.world.layout.text(item.sentence), 0, item.span))
        elif isinstance(item, t.End):
            match = item.moment == "match"
            condition = lowering.expressions.value(item.condition).op
            block = blocks.new(f"{'match ends' if match else 'end'} {item.caption}")
            blocks.start(block)
            self._store_witness(item, item.witness)
            lowering.lower_block(
                item.block, evolve(context, reason=lowering.reason_number(item.caption), ends_match=match)
            )
            if match:
                blocks.current.end = ops.Over()
            else:
                blocks.jump(lowering.game_exit)
            self.endings.append(StandingCheck("rest" if match else item.moment, condition, block, place, item))
        elif isinstance(item, t.BreakOff):
            self._lay_out_break_off(place, item, context)
        elif isinstance(item, t.Whenever):
            condition = lowering.expressions.value(item.condition).op
            block = blocks.new("whenever")
            back = lowering.world.layout.cells(1)
            blocks.start(block)
            self._store_witness(item, item.witness)
            lowering.lower_block(item.block, context)
            blocks.current.end = ops.Back(back)
            lowering.world.program.spans[block.number] = item.span
            lowering.world.program.rules.append((block.number, f"whenever {item.words}"))
            self.endings.append(StandingCheck("whenever", condition, block, place, item))
            self._return_addresses[block.number] = back
        else:
            raise_unhandled(item)

    def _lay_out_break_off(self, place: int, item: t.BreakOff, context: StepContext) -> None:
        lowering, blocks, reg = self.lowering, self.lowering.blocks, self.lowering.reg
        block = blocks.new("cap")
        limit = lowering.expressions.value(item.count)
        most = constant_of(limit.op)
        unit = "turns" if item.unit == "turns" else "rounds"
        reason = lowering.reason_number(f"{'all' if most is None else most} {unit} have been played")
        blocks.start(block)
        lowering.lower_block(item.block, evolve(context, reason=reason))
        blocks.jump(lowering.game_exit)
        counter = reg.turns_played if unit == "turns" else reg.rounds
        condition = ops.Bin(">=", ops.Cell(counter), limit.op)
        self.endings.append(StandingCheck(unit[:-1], condition, block, place, item))

    def _store_witness(self, item: t.End | t.Whenever, witness: t.Witness | None) -> None:
        """Store for whom a standing rule holds: all of them together in an end, the first one in a `whenever`."""
        if witness is None:
            return
        lowering, expressions, layout = self.lowering, self.lowering.expressions, self.lowering.world.layout
        stream, test = quantifier_parts(expressions, witness.local, witness.source, witness.test)
        kind = stream.item.ty.kind
        full = test if stream.condition is None else ops.Bin("and", stream.condition, test)
        members: ops.Op = ops.Fold("union", stream.loops, full, ops.Single(stream.item.op))
        cell = layout.cells(1)
        if kind is DIE:
            lowering.world.program.dice_cells.add(cell)
        if any(map(lowering.asks, item.block)):
            lowering.note_remembered_dice(LoweredType(kind), cell)
        if isinstance(item, t.Whenever):
            if item.by is not None:
                everybody, var = layout.new_var(), layout.new_var()
                lowering.blocks.emit(ops.StoreVar(everybody, members))
                expressions.bind(witness.named, Value(ops.Var(var), LoweredType(kind)))
                measure = expressions.value(item.by.measure)
                best = "best_max" if item.by.highest else "best_min"
                members = ops.Fold(best, (ops.Loop(var, ops.Var(everybody)),), None, measure.op)
            members = ops.Lowest(members)
        lowering.blocks.store(cell, members)
        expressions.bind(witness.named, Value(ops.Cell(cell), LoweredType(kind, many=not isinstance(item, t.Whenever))))

    # -------------------------------------------------------------- looking at them

    def lay_out_checks(self, context: StepContext, moment: str) -> None:
        """The table is at rest: the first standing rule or end that holds acts, then all are looked at again."""
        lowering, blocks = self.lowering, self.lowering.blocks
        if context.rules_before == MATCH:
            return
        moments = {"rest", "whenever", moment, *(["last_turn"] if moment == "turn" else [])}
        relevant = [e for e in self.endings if e.place < context.rules_before and e.moment in moments]
        if not relevant and not self.invariants and not self._looks_ahead:
            return
        acting = -1
        if self._others_act:
            # What stands or ends speaks to the player on turn, whoever is choosing.
            acting = lowering.world.layout.cells(1)
            blocks.store(acting, ops.Cell(lowering.reg.actor))
            blocks.store(lowering.reg.actor, ops.Cell(lowering.reg.player_on_turn))
        self._judge()
        self._lay_out_moment(context, moment, relevant)
        if acting >= 0:
            blocks.store(lowering.reg.actor, ops.Cell(acting))

    def _judge(self) -> None:
        """Here answers are judged by what they have led to, and rules that always hold, before anything else reacts."""
        blocks = self.lowering.blocks
        if not self.invariants and not self._looks_ahead:
            return
        rest = blocks.new("rest")
        self.lowering.world.program.rests.add(rest.number)
        blocks.jump(rest)
        blocks.start(rest)
        for must in self.invariants:
            message = "something that always holds has been broken, though no choice could prevent it"
            blocks.emit(ops.Check(must.condition, "F511", message, must.span))

    def _lay_out_moment(self, context: StepContext, moment: str, relevant: list[StandingCheck]) -> None:
        blocks = self.lowering.blocks
        if not any(e.moment == "whenever" for e in relevant):
            self._lay_out_looks(relevant, None)
            return
        key = (context.rules_before, moment)
        if key not in self._moment_entries:
            entry, back = blocks.new("settle"), self.lowering.world.layout.cells(1)
            self._moment_entries[key] = (entry, back)
            saved = blocks.current
            blocks.start(entry)
            self._lay_out_looks(relevant, entry)
            blocks.current.end = ops.Back(back)
            blocks.start(saved)
        entry, back = self._moment_entries[key]
        after = blocks.new("settled")
        blocks.store(back, ops.Address(after.number))
        blocks.jump(entry)
        blocks.start(after)

    def _lay_out_looks(self, endings: list[StandingCheck], entry: ops.Block | None) -> None:
        blocks = self.lowering.blocks
        for ending in endings:
            go = blocks.new("looked")
            if ending.moment == "last_turn":
                self._lay_out_last_turn(ending, go)
            elif ending.moment == "whenever":
                assert entry is not None
                act = blocks.new("act")
                blocks.branch(ending.condition, act, go)
                blocks.start(act)
                blocks.store(self._return_addresses[ending.block.number], ops.Address(entry.number))
                blocks.jump(ending.block)
            else:
                blocks.branch(ending.condition, ending.block, go)
            blocks.start(go)

    def _lay_out_last_turn(self, ending: StandingCheck, go: ops.Block) -> None:
        """Once the condition holds, everybody else still in has one more turn; then the end comes."""
        reg, layout, blocks = self.lowering.reg, self.lowering.world.layout, self.lowering.blocks
        begun, left = self.last_turns.setdefault(ending.block.number, (layout.cells(1), layout.cells(1)))
        inside, mover = ops.Cell(reg.players_inside), ops.Single(ops.Cell(reg.player_on_turn))
        first = ops.Bin("and", ops.Not(ops.Cell(begun)), ending.condition)
        others = ops.Bin("&~", inside, mover)
        start = (ops.Store(begun, ops.ONE), ops.Store(reg.last_lap, ops.ONE), ops.Store(left, others))
        waiting = ops.Bin("&", ops.Bin("&~", ops.Cell(left), mover), inside)
        blocks.emit(ops.When(first, start, (ops.Store(left, waiting),)))
        over = ops.Bin("and", ops.Cell(begun), ops.Bin("==", ops.Cell(left), ops.ZERO))
        blocks.branch(over, ending.block, go)

    def lay_out_match_ends(self) -> None:
        """After each game of a match."""
        blocks = self.lowering.blocks
        for ending in self.endings:
            if isinstance(ending.item, t.End) and ending.item.moment == "match":
                on = blocks.new("match goes on")
                blocks.branch(ending.condition, ending.block, on)
                blocks.start(on)


def _is_for_others(part: object) -> bool:
    """Can somebody else than the player on turn be `you` in here?"""
    return isinstance(part, t.InTurn) or (isinstance(part, (t.Choose, t.Attempt)) and part.by is not None)
