"""Choices and attempts: alternatives, picks, conditions and tables become decisions with a block for each answer."""

from __future__ import annotations

from attrs import evolve

from dicedsl.lower.step_lowering import Handler, StepContext, StepLowering
from dicedsl.lower.values import LoweredType, Value, shape_of
from dicedsl.program import ops
from dicedsl.program.walk import uses
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import Grouping


def _choose(lowering: StepLowering, step: t.Choose, context: StepContext) -> None:
    reg, blocks, layout, program = lowering.reg, lowering.blocks, lowering.world.layout, lowering.world.program
    saved = -1
    seats: ops.Op = ops.Single(ops.Cell(reg.actor))
    lowering.standing.lay_out_checks(context, "rest")
    if step.by is not None:
        by = lowering.expressions.value(step.by)
        saved = layout.cells(1)
        blocks.store(saved, ops.Cell(reg.actor))
        if step.at_once:
            seats = by.op
        else:
            blocks.store(reg.actor, by.op)
    asking, done = blocks.new("ask"), blocks.new("chosen")
    blocks.store(reg.asked, seats)
    todo = pending = -1
    if step.at_once:
        todo = layout.cells(1)
        blocks.store(todo, ops.Cell(reg.asked))
        blocks.branch(ops.Bin("!=", ops.Cell(reg.asked), ops.ZERO), asking, done)
    else:
        blocks.jump(asking)
    blocks.start(asking)
    refusals = _refusals(lowering, step)
    lowered = [_alternative(lowering, a, context, refusals.get(a.name, []), done) for a in step.alternatives]
    nothing = -1
    if step.nothing_fits is not None:
        block = blocks.new("nothing fits")
        nothing = block.number
        blocks.start(block)
        lowering.lower_block(step.nothing_fits, evolve(context, because="nothing fits"))
        blocks.jump(done)
    after = -1
    if step.at_once:
        pending = _reserve_answer_cells(lowering, "number", False)
        lowered = [
            evolve(a, picks=tuple(evolve(p, pending=_reserve_answer_cells(lowering, p.shape, p.many)) for p in a.picks))
            for a in lowered
        ]
        after = _lay_out_answers(lowering, lowered, todo, pending, done)
        # Each body returns to the loop over seats, not to what follows the choice.
    number = _number_decision(lowering, step.alternatives)
    # Of several at once the last would be refused what the others have answered in secret, and could be left with nothing.
    always = () if step.at_once else tuple(lowering.standing.invariants)
    program.decisions.append(
        ops.Decision(
            number, ops.Cell(reg.asked), tuple(lowered), nothing, False, step.at_once, pending, after, step.name,
            always, step.span,
        )
    )  # fmt: skip
    asking.end = ops.Ask(number)
    blocks.start(done)
    if saved >= 0:
        blocks.store(reg.actor, ops.Cell(saved))


def _number_decision(lowering: StepLowering, alternatives: tuple[t.Alternative, ...]) -> int:
    """The number of the next decision."""
    number = len(lowering.world.program.decisions)
    lowering.offered.update({(number, i): alternative for i, alternative in enumerate(alternatives)})
    return number


def _reserve_answer_cells(lowering: StepLowering, shape: str, many: bool) -> int:
    """Cells for one part of the answers of several at once: one for each seat, all of one kind."""
    players = lowering.world.players
    first = lowering.world.layout.cells(players)
    lowering.world.layout.slot("pending", first, players, shape, "pending", many=many)
    return first


def _lay_out_answers(
    lowering: StepLowering, lowered: list[ops.AlternativeOp], todo: int, pending: int, done: ops.Block
) -> int:
    """After a secret choice of several: each one's effects in seat order."""
    reg, blocks, program = lowering.reg, lowering.blocks, lowering.world.program
    head, one = blocks.new("answers"), blocks.new("answer")
    blocks.start(head)
    blocks.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), one, done)
    blocks.start(one)
    blocks.store(reg.actor, ops.Lowest(ops.Cell(todo)))
    blocks.store(todo, ops.Bin("&~", ops.Cell(todo), ops.Single(ops.Cell(reg.actor))))
    seat, size = ops.Cell(reg.actor), lowering.world.players
    answer = lowering.world.layout.cells(1)
    blocks.store(answer, ops.CellAt(pending, seat, size))
    for i, alternative in enumerate(lowered):
        chosen, other = blocks.new("answer is"), blocks.new("answer is not")
        blocks.branch(ops.Bin("==", ops.Cell(answer), ops.Const(i + 1)), chosen, other)
        blocks.start(chosen)
        for pick in alternative.picks:
            blocks.store(pick.answer_cell, ops.CellAt(pick.pending, seat, size))
        for first in (pending, *(p.pending for p in alternative.picks)):
            blocks.emit(ops.StoreAt(first, seat, size, ops.ZERO, alternative.span))
        blocks.jump(program.blocks[alternative.block])
        blocks.start(other)
    blocks.jump(head)
    # Bodies end by jumping to `done`; send them to the next seat instead.
    for block in program.blocks[min(a.block for a in lowered) : head.number]:
        if isinstance(block.end, ops.Jump) and block.end.block == done.number and block.label != "nothing fits":
            block.end = ops.Jump(head.number)
    return int(head.number)


# ------------------------------------------------------------------ alternatives


def _alternative(
    lowering: StepLowering,
    node: t.Alternative,
    context: StepContext,
    refusals: list[ops.MustOp],
    done: ops.Block,
    odds: t.Odds | None = None,
) -> ops.AlternativeOp:
    blocks, expressions = lowering.blocks, lowering.expressions
    entry = blocks.new(f"chosen {node.name}")
    picks = [_pick(lowering, pick) for pick in node.picks]
    musts = list(refusals)
    leaves: list[ops.MustOp] = []
    for must in node.musts:
        condition = expressions.value(must.condition).op
        needed = len(picks) if must.afterwards else _needed(condition, picks)
        made = ops.MustOp(condition, lowering.world.layout.text(must.sentence), needed, must.span)
        (leaves if must.afterwards else musts).append(made)
    weight: ops.Op | None = None
    lots: list[tuple[int, ops.Op]] = []
    if odds is not None:
        weight = expressions.value(odds.weight).op
        for lot in odds.lots:
            picked = expressions.bound[node.picks[lot.pick].local]
            assert isinstance(picked, Value)
            expressions.bind(
                lot.it, evolve(picked, op=ops.Var(picks[lot.pick].member_var), ty=LoweredType(picked.ty.kind))
            )
            lots.append((lot.pick, expressions.value(lot.weight).op))
    # While it is judged a pick is a variable; its steps find it in a cell.
    for pick, made_pick in zip(node.picks, picks, strict=True):
        expressions.bind(pick.local, lowering.picked[made_pick.answer_cell])
    saved = blocks.current
    blocks.start(entry)
    if any(p.shape == "die" for p in picks) and any(map(lowering.asks, node.block)):
        lowering.world.program.remembers_dice = True
    lowering.lower_block(node.block, evolve(context, because=f"the answer was “{node.name}”"))
    blocks.jump(done)
    blocks.start(saved)
    return ops.AlternativeOp(
        node.name, tuple(picks), tuple(musts), tuple(leaves), entry.number, weight, tuple(lots), span=node.span
    )


def _pick(lowering: StepLowering, node: t.Pick) -> ops.PickOp:
    expressions, layout = lowering.expressions, lowering.world.layout
    sets = node.source.type.form is Grouping.SETS
    low: ops.Op = ops.ZERO if node.word == "any" else ops.ONE
    high: ops.Op | None = None
    range_high: ops.Op | None = None
    if sets:
        stream = expressions.stream(node.source)
        value = stream.item
        source: ops.Op = ops.Fold("sets", stream.loops, stream.condition, value.op)
    else:
        value = expressions.value(node.source)
        source = value.op
    var, cell, it = layout.new_var(), layout.cells(1), layout.new_var()
    condition = None
    if node.condition is not None:
        expressions.bind(node.it, Value(ops.Var(it), LoweredType(value.ty.kind, many=sets), value.low, value.high))
        condition = expressions.value(node.condition).op
    if node.low is not None and node.high is not None:
        low, high = expressions.value(node.low).op, expressions.value(node.high).op
    if isinstance(source, ops.Range) and node.word == "one":
        range_high, source = source.high, source.low
    many = sets or node.word != "one"
    made = ops.PickOp(
        var, cell, source, range_high, many, low, high, condition, it, shape_of(value.ty.kind), node.local.name, node.is_secret,
        node.span, picks_sets=sets, words=node.words,
    )  # fmt: skip
    picked = Value(ops.Var(var), LoweredType(value.ty.kind, many=many), value.low, value.high)
    expressions.bind(node.local, picked)
    lowering.picked[cell] = evolve(picked, op=ops.Cell(cell))
    return made


def _needed(condition: ops.Op, picks: list[ops.PickOp]) -> int:
    """How many picks must be known before a condition can be judged."""
    return max((i + 1 for i, p in enumerate(picks) if uses(condition, p.var)), default=0)


def _refusals(lowering: StepLowering, step: t.Choose) -> dict[str, list[ops.MustOp]]:
    """The situations as conditions: what is refused in a line is refused where no line above fits."""
    refusals: dict[str, list[ops.MustOp]] = {name: [] for name in step.columns}
    earlier: ops.Op | None = None
    for row in step.situations:
        here = ops.ONE if row.condition is None else lowering.expressions.value(row.condition).op
        fits = here if earlier is None else ops.Bin("and", ops.Not(earlier), here)
        earlier = here if earlier is None else ops.Bin("or", earlier, here)
        for name in row.refused:
            refusals[name].append(ops.MustOp(ops.Not(fits), lowering.world.layout.text(row.sentence), 0, row.span))
    return refusals


# ------------------------------------------------------------------ attempts


def _attempt(lowering: StepLowering, step: t.Attempt, context: StepContext) -> None:
    reg, blocks = lowering.reg, lowering.blocks
    lowering.standing.lay_out_checks(context, "rest")
    saved = -1
    if step.by is not None:
        player = lowering.expressions.value(step.by)
        saved = lowering.world.layout.cells(1)
        blocks.store(saved, ops.Cell(reg.actor))
        blocks.store(reg.actor, player.op)
    blocks.store(reg.asked, ops.Single(ops.Cell(reg.actor)))
    asking, done = blocks.new("attempt"), blocks.new("reported")
    blocks.jump(asking)
    blocks.start(asking)
    lowered = []
    for outcome, odds in zip(step.outcomes, step.odds, strict=True):
        built = _alternative(lowering, outcome, context, [], done, odds)
        lowered.append(built if built.weight is not None else evolve(built, weight=ops.ONE))
    number = _number_decision(lowering, step.outcomes)
    lowering.world.program.decisions.append(
        ops.Decision(number, ops.Cell(reg.asked), tuple(lowered), -1, True, False, -1, -1, step.name, (), step.span)
    )
    asking.end = ops.Ask(number)
    blocks.start(done)
    if saved >= 0:
        blocks.store(reg.actor, ops.Cell(saved))


HANDLERS: dict[type, Handler] = {t.Choose: _choose, t.Attempt: _attempt}
