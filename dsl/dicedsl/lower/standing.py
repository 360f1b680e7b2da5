"""Standing rules and ends: a block for each, and where the table is at rest the first that holds acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from dicedsl.errors import unknown
from dicedsl.lower.conditions import quantifier_parts
from dicedsl.lower.values import Ty, Value
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.typed import tree as t
from dicedsl.typed.bad import Bad
from dicedsl.typed.fixed import parts
from dicedsl.typed.kinds import DIE

if TYPE_CHECKING:
    from dicedsl.lower.laying import Context, Laying

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
    lay: Laying
    invariants: list[ops.MustOp] = field(factory=list)
    endings: list[StandingCheck] = field(factory=list)
    last_turns: dict[int, tuple[int, int]] = field(factory=dict)
    _ways_back: dict[int, int] = field(factory=dict)  # of each `whenever`, by its block
    _settling: dict[tuple[int, str], tuple[ops.Block, int]] = field(factory=dict)
    _others_act: bool = field(init=False)
    _looks_ahead: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        game = self.lay.w.game
        everything = [*game.flows.values(), *game.rules.values(), *game.hooks, *game.standing]
        self._others_act = "turn" in game.flows and any(map(_is_for_others, parts(everything)))
        self._looks_ahead = any(isinstance(part, t.Must) and part.afterwards for part in parts(everything))

    # -------------------------------------------------------------- laying them out

    def lay_out(self, main: Context) -> None:
        """A block for each end and each `whenever`, with its condition."""
        saved = self.lay.b.current
        for i, item in enumerate(self.lay.w.game.standing):
            try:
                self._item(i, item, evolve(main, limit=i))
            except Bad as bad:
                self.lay.w.report(bad)
        self.lay.b.start(saved)

    def _item(self, i: int, item: t.StandingRule, context: Context) -> None:
        lay, b = self.lay, self.lay.b
        if isinstance(item, t.Always):
            condition = lay.e.value(item.condition).op
            self.invariants.append(ops.MustOp(condition, lay.w.layout.text(item.sentence), 0, item.span))
        elif isinstance(item, t.End):
            match = item.moment == "match"
            condition = lay.e.value(item.condition).op
            block = b.new(f"{'match ends' if match else 'end'} {item.caption}")
            b.start(block)
            self._witness(item, item.witness)
            lay.block(item.block, evolve(context, reason=lay.reason(item.caption), ends_match=match))
            if match:
                b.current.end = ops.Over()
            else:
                b.jump(lay.game_exit)
            self.endings.append(StandingCheck("rest" if match else item.moment, condition, block, i, item))
        elif isinstance(item, t.BreakOff):
            self._break_off(i, item, context)
        elif isinstance(item, t.Whenever):
            condition = lay.e.value(item.condition).op
            block = b.new("whenever")
            back = lay.w.layout.cells(1)
            b.start(block)
            self._witness(item, item.witness)
            lay.block(item.block, context)
            b.current.end = ops.Back(back)
            lay.w.program.spans[block.number] = item.span
            lay.w.program.rules.append((block.number, f"whenever {item.words}"))
            self.endings.append(StandingCheck("whenever", condition, block, i, item))
            self._ways_back[block.number] = back
        else:
            unknown(item)

    def _break_off(self, i: int, item: t.BreakOff, context: Context) -> None:
        lay, b, reg = self.lay, self.lay.b, self.lay.reg
        block = b.new("cap")
        limit = lay.e.value(item.count)
        most = constant_of(limit.op)
        unit = "turns" if item.unit == "turns" else "rounds"
        reason = lay.reason(f"{'all' if most is None else most} {unit} have been played")
        b.start(block)
        lay.block(item.block, evolve(context, reason=reason))
        b.jump(lay.game_exit)
        counter = reg.turns if unit == "turns" else reg.rounds
        condition = ops.Bin(">=", ops.Cell(counter), limit.op)
        self.endings.append(StandingCheck(unit[:-1], condition, block, i, item))

    def _witness(self, item: t.End | t.Whenever, witness: t.Witness | None) -> None:
        """Those for whom it holds: all of them together in an end, the first one in a `whenever`."""
        if witness is None:
            return
        lay, e, layout = self.lay, self.lay.e, self.lay.w.layout
        stream, test = quantifier_parts(e, witness.local, witness.source, witness.test)
        kind = stream.item.ty.kind
        full = test if stream.condition is None else ops.Bin("and", stream.condition, test)
        found: ops.Op = ops.Fold("union", stream.loops, full, ops.Single(stream.item.op))
        cell = layout.cells(1)
        if kind is DIE:
            lay.w.program.dice_cells.add(cell)
        if any(map(lay.asks, item.block)):
            lay.remembers(Ty(kind), cell)
        if isinstance(item, t.Whenever):
            if item.by is not None:
                all_found, var = layout.new_var(), layout.new_var()
                lay.b.emit(ops.StoreVar(all_found, found))
                e.bind(witness.named, Value(ops.Var(var), Ty(kind)))
                measure = e.value(item.by.measure)
                best = "best_max" if item.by.highest else "best_min"
                found = ops.Fold(best, (ops.Loop(var, ops.Var(all_found)),), None, measure.op)
            found = ops.Lowest(found)
        lay.b.store(cell, found)
        e.bind(witness.named, Value(ops.Cell(cell), Ty(kind, many=not isinstance(item, t.Whenever))))

    # -------------------------------------------------------------- looking at them

    def settle(self, context: Context, moment: str) -> None:
        """The table is at rest: the first standing rule or end that holds acts, then all are looked at again."""
        lay, b = self.lay, self.lay.b
        if context.limit == MATCH:
            return
        moments = {"rest", "whenever", moment, *(["last_turn"] if moment == "turn" else [])}
        relevant = [e for e in self.endings if e.place < context.limit and e.moment in moments]
        if not relevant and not self.invariants and not self._looks_ahead:
            return
        acting = -1
        if self._others_act:
            # What stands or ends speaks to the player on turn, whoever is choosing.
            acting = lay.w.layout.cells(1)
            b.store(acting, ops.Cell(lay.reg.actor))
            b.store(lay.reg.actor, ops.Cell(lay.reg.turn))
        self._judge()
        self._settle(context, moment, relevant)
        if acting >= 0:
            b.store(lay.reg.actor, ops.Cell(acting))

    def _judge(self) -> None:
        """Here answers are judged by what they have led to, and rules that always hold, before anything else reacts."""
        b = self.lay.b
        if not self.invariants and not self._looks_ahead:
            return
        rest = b.new("rest")
        self.lay.w.program.rests.add(rest.number)
        b.jump(rest)
        b.start(rest)
        for must in self.invariants:
            message = "something that always holds has been broken, though no choice could prevent it"
            b.emit(ops.Check(must.condition, "F511", message, must.span))

    def _settle(self, context: Context, moment: str, relevant: list[StandingCheck]) -> None:
        b = self.lay.b
        if not any(e.moment == "whenever" for e in relevant):
            self._look(relevant, None)
            return
        key = (context.limit, moment)
        if key not in self._settling:
            entry, back = b.new("settle"), self.lay.w.layout.cells(1)
            self._settling[key] = (entry, back)
            saved = b.current
            b.start(entry)
            self._look(relevant, entry)
            b.current.end = ops.Back(back)
            b.start(saved)
        entry, back = self._settling[key]
        after = b.new("settled")
        b.store(back, ops.Address(after.number))
        b.jump(entry)
        b.start(after)

    def _look(self, endings: list[StandingCheck], entry: ops.Block | None) -> None:
        b = self.lay.b
        for ending in endings:
            go = b.new("looked")
            if ending.moment == "last_turn":
                self._look_at_last_turn(ending, go)
            elif ending.moment == "whenever":
                assert entry is not None
                act = b.new("act")
                b.branch(ending.condition, act, go)
                b.start(act)
                b.store(self._ways_back[ending.block.number], ops.Address(entry.number))
                b.jump(ending.block)
            else:
                b.branch(ending.condition, ending.block, go)
            b.start(go)

    def _look_at_last_turn(self, ending: StandingCheck, go: ops.Block) -> None:
        """Once the condition holds, everybody else still in has one more turn; then the end comes."""
        reg, layout, b = self.lay.reg, self.lay.w.layout, self.lay.b
        begun, left = self.last_turns.setdefault(ending.block.number, (layout.cells(1), layout.cells(1)))
        inside, mover = ops.Cell(reg.inside), ops.Single(ops.Cell(reg.turn))
        first = ops.Bin("and", ops.Not(ops.Cell(begun)), ending.condition)
        others = ops.Bin("&~", inside, mover)
        start = (ops.Store(begun, ops.ONE), ops.Store(reg.last_lap, ops.ONE), ops.Store(left, others))
        waiting = ops.Bin("&", ops.Bin("&~", ops.Cell(left), mover), inside)
        b.emit(ops.When(first, start, (ops.Store(left, waiting),)))
        over = ops.Bin("and", ops.Cell(begun), ops.Bin("==", ops.Cell(left), ops.ZERO))
        b.branch(over, ending.block, go)

    def match_ends(self) -> None:
        """After each game of a match."""
        b = self.lay.b
        for ending in self.endings:
            if isinstance(ending.item, t.End) and ending.item.moment == "match":
                on = b.new("match goes on")
                b.branch(ending.condition, ending.block, on)
                b.start(on)


def _is_for_others(part: object) -> bool:
    """Can somebody else than the player on turn be `you` in here?"""
    return isinstance(part, t.InTurn) or (isinstance(part, (t.Choose, t.Attempt)) and part.by is not None)
