"""Steps that hold steps, and rules: what asks, rolls or leaves a block becomes blocks, the rest plain statements."""

from __future__ import annotations

from attrs import evolve

from dicedsl.lower.step_lowering import Handler, RuleInstance, StepContext, StepLowering
from dicedsl.lower.values import Value, lowered_type, or_none
from dicedsl.program import ops
from dicedsl.program.walk import substitute
from dicedsl.typed import tree as t


def _if(lowering: StepLowering, step: t.If, context: StepContext) -> None:
    if not lowering.leaves(step):
        _plain_if(lowering, step.branches, context)
        return
    blocks = lowering.blocks
    done = blocks.new("if done")
    passed: list[str] = []
    for branch in step.branches:
        if branch.condition is None:
            lowering.lower_block(branch.block, evolve(context, because=f"it is not so that {' or '.join(passed)}"))
            blocks.jump(done)
            break
        passed.append(branch.words)
        then, other = blocks.new("then"), blocks.new("otherwise")
        blocks.branch(lowering.expressions.value(branch.condition).op, then, other)
        blocks.start(then)
        lowering.lower_block(branch.block, evolve(context, because=branch.words))
        blocks.jump(done)
        blocks.start(other)
    else:
        blocks.jump(done)
    blocks.start(done)


def _plain_if(lowering: StepLowering, branches: tuple[t.Branch, ...], context: StepContext) -> None:
    if not branches:
        return
    first, rest = branches[0], branches[1:]
    if first.condition is None:
        lowering.lower_block(first.block, context)
        return
    condition = lowering.expressions.value(first.condition).op
    inside = evolve(context, cannot_suspend=True)
    then = lowering.capture(lambda: lowering.lower_block(first.block, inside))
    other = lowering.capture(lambda: _plain_if(lowering, rest, inside))
    lowering.blocks.emit(ops.When(condition, then, other))


def _for(lowering: StepLowering, step: t.For, context: StepContext) -> None:
    expressions, blocks, layout = lowering.expressions, lowering.blocks, lowering.world.layout
    stream = expressions.stream(step.source)
    loop = stream.loops[0]
    if not lowering.leaves(step):
        expressions.bind(step.local, stream.item)
        by = None if step.by is None else expressions.value(step.by.measure).op
        body = lowering.capture(lambda: lowering.lower_block(step.block, evolve(context, cannot_suspend=True)))
        blocks.emit(ops.Each(loop, stream.condition, body, by, step.by is not None and step.by.highest))
        return
    # The members are taken once; what is left to do and the one at hand are kept in cells.
    todo, here = layout.cells(1), layout.cells(1)
    lowering.note_remembered_dice(stream.item.ty, todo, here)
    blocks.store(todo, ops.Fold("union", (loop,), stream.condition, ops.Single(ops.Var(loop.var))))
    item: Value = evolve(stream.item, op=substitute(stream.item.op, {loop.var: ops.Cell(here)}, layout))
    head, body_block, done = blocks.new("for each"), blocks.new("for each body"), blocks.new("for each done")
    blocks.jump(head)
    blocks.start(head)
    blocks.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), body_block, done)
    blocks.start(body_block)
    pick: ops.Op = ops.Lowest(ops.Cell(todo))
    if step.by is not None:
        var = layout.new_var()
        expressions.bind(
            step.local, evolve(stream.item, op=substitute(stream.item.op, {loop.var: ops.Var(var)}, layout))
        )
        measure = expressions.value(step.by.measure)
        kind = "best_max" if step.by.highest else "best_min"
        pick = ops.Lowest(ops.Fold(kind, (ops.Loop(var, ops.Cell(todo)),), None, measure.op))
    expressions.bind(step.local, item)
    blocks.store(here, pick)
    blocks.store(todo, ops.Bin("&~", ops.Cell(todo), ops.Single(ops.Cell(here))))
    lowering.lower_block(step.block, context)
    blocks.jump(head)
    blocks.start(done)


def _repeat(lowering: StepLowering, step: t.Repeat, context: StepContext) -> None:
    blocks = lowering.blocks
    if step.times is not None and not lowering.leaves(step):
        times = lowering.expressions.value(step.times)
        body = lowering.capture(lambda: lowering.lower_block(step.block, evolve(context, cannot_suspend=True)))
        blocks.emit(ops.Each(ops.Loop(lowering.world.layout.new_var(), ops.ONE, times.op), None, body))
        return
    head, done = blocks.new("repeat"), blocks.new("repeat done")
    inner = evolve(context, stop=done)
    if step.times is None:
        blocks.jump(head)
        blocks.start(head)
        lowering.lower_block(step.block, inner)
        blocks.jump(head)
    else:
        left = lowering.world.layout.cells(1)
        blocks.store(left, lowering.expressions.value(step.times).op)
        again = blocks.new("repeat body")
        blocks.jump(head)
        blocks.start(head)
        blocks.branch(ops.Bin(">", ops.Cell(left), ops.ZERO), again, done)
        blocks.start(again)
        blocks.store(left, ops.Bin("-", ops.Cell(left), ops.ONE))
        lowering.lower_block(step.block, inner)
        blocks.jump(head)
    lowering.world.program.spans[head.number] = step.span
    blocks.start(done)


def _stop(lowering: StepLowering, step: t.Stop, context: StepContext) -> None:
    assert context.stop is not None
    lowering.blocks.jump(context.stop)
    lowering.blocks.start_unreachable()


def _in_turn(lowering: StepLowering, step: t.InTurn, context: StepContext) -> None:
    reg, expressions, blocks, layout = lowering.reg, lowering.expressions, lowering.blocks, lowering.world.layout
    inside = ops.Cell(reg.players_inside)
    here, saved = layout.cells(1), layout.cells(1)
    blocks.store(saved, ops.Cell(reg.actor))
    start = expressions.value(step.start)
    first = layout.cells(1)
    blocks.store(first, start.op)
    lowering.check_somebody(evolve(start, op=ops.Cell(first)), "nobody cannot begin", step.start.span)
    head, body, after, done = (blocks.new(x) for x in ("in turn", "in turn body", "in turn next", "in turn done"))
    lowering.world.program.spans[head.number] = step.span
    laps = todo = -1
    if step.times is not None:
        laps = layout.cells(1)
        blocks.store(laps, expressions.value(step.times).op)
    lap = blocks.new("lap")
    blocks.jump(lap)
    blocks.start(lap)
    if step.until is None:
        todo = layout.cells(1)
        blocks.store(todo, inside)
    # Begin with the first player, or the next one still in.
    from_first = ops.Bin("&~", inside, ops.Range(ops.ZERO, ops.Bin("-", ops.Cell(first), ops.ONE)))
    blocks.store(here, ops.Cond(from_first, ops.Lowest(from_first), ops.Lowest(inside)))
    if laps >= 0:
        go = blocks.new("lap body")
        blocks.branch(ops.Bin(">", ops.Cell(laps), ops.ZERO), go, done)
        blocks.start(go)
        blocks.store(laps, ops.Bin("-", ops.Cell(laps), ops.ONE))
    blocks.jump(head)
    blocks.start(head)
    blocks.branch(ops.Bit(inside, ops.Cell(here)), body, after)
    blocks.start(body)
    blocks.store(reg.actor, ops.Cell(here))
    lowering.lower_block(step.block, evolve(context, stop=done))
    if step.until is not None:
        blocks.store(reg.actor, ops.Cell(here))
        blocks.branch(expressions.value(step.until).op, done, after)
    else:
        blocks.jump(after)
    blocks.start(after)
    if todo >= 0:
        blocks.store(todo, ops.Bin("&", ops.Bin("&~", ops.Cell(todo), ops.Single(ops.Cell(here))), inside))
        later = ops.Bin("&~", ops.Cell(todo), ops.Range(ops.ZERO, ops.Cell(here)))
        blocks.store(here, ops.Cond(later, ops.Lowest(later), ops.Lowest(ops.Cell(todo))))
        blocks.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), head, lap if laps >= 0 else done)
    else:
        later = ops.Bin("&~", inside, ops.Range(ops.ZERO, ops.Cell(here)))
        blocks.store(here, ops.Cond(later, ops.Lowest(later), ops.Lowest(inside)))
        blocks.branch(ops.Bin("!=", inside, ops.ZERO), head, done)
    blocks.start(done)
    blocks.store(reg.actor, ops.Cell(saved))


def _let(lowering: StepLowering, step: t.Let, context: StepContext) -> None:
    lowering.expressions.bind(step.local, lowering.store_now(lowering.expressions.value(step.value), context))


# ------------------------------------------------------------------ rules


def _do(lowering: StepLowering, step: t.Do, context: StepContext) -> None:
    """A rule that stays is put in place; one that leaves is laid out once and called."""
    rule = lowering.world.game.rules[step.rule]
    values = [lowering.expressions.value(argument) for argument in step.arguments]
    inner = evolve(context, stop=None, because=f"the rule “{rule.name}” ended it")
    if lowering.rule_leaves(rule.name):
        instance = _instance(lowering, rule, inner)
        for cell, value in zip(instance.params, values, strict=True):
            lowering.blocks.store(cell, value.op)
        lowering.emit_call(instance)
        return
    for value, local in zip(values, rule.params, strict=True):
        lowering.expressions.bind(local, lowering.store_now(value, context))
    if context.cannot_suspend:
        lowering.uncounted.add(rule.name)
    else:
        entered = lowering.blocks.new(f"rule {rule.name}")
        lowering.blocks.jump(entered)
        lowering.blocks.start(entered)
        lowering.world.program.rules.append((entered.number, rule.name))
    lowering.lower_block(rule.block, inner)


def _instance(lowering: StepLowering, rule: t.Rule, context: StepContext) -> RuleInstance:
    key = (rule.name, context.rules_before)
    earlier = lowering.instances.get(key)
    if earlier is not None:
        return earlier
    instance = RuleInstance(lowering.blocks.new(f"rule {rule.name}"), back=lowering.world.layout.cells(1))
    lowering.instances[key] = instance
    lowering.world.program.rules.append((instance.entry.number, rule.name))
    for local in rule.params:
        cell, ty = lowering.world.layout.cells(1), lowered_type(local.type)
        instance.params.append(cell)
        lowering.note_remembered_dice(ty, cell)
        lowering.expressions.bind(local, Value(ops.Cell(cell), or_none(ty)))
    saved = lowering.blocks.current
    lowering.blocks.start(instance.entry)
    lowering.lower_block(rule.block, evolve(context, stop=None))
    lowering.blocks.current.end = ops.Back(instance.back)
    lowering.blocks.start(saved)
    return instance


HANDLERS: dict[type, Handler] = {
    t.If: _if, t.For: _for, t.Repeat: _repeat, t.Stop: _stop, t.InTurn: _in_turn, t.Let: _let, t.Do: _do,
}  # fmt: skip
