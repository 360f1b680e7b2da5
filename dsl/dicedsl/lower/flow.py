"""Steps that hold steps, and rules: what asks, rolls or leaves a block becomes blocks, the rest plain statements."""

from __future__ import annotations

from attrs import evolve

from dicedsl.lower.laying import Context, Handler, Instance, Laying
from dicedsl.lower.values import Value, lowered_type, or_none
from dicedsl.program import ops
from dicedsl.program.walk import substitute
from dicedsl.typed import tree as t


def _if(lay: Laying, step: t.If, context: Context) -> None:
    if not lay.leaves(step):
        _plain_if(lay, step.branches, context)
        return
    blocks = lay.blocks
    done = blocks.new("if done")
    passed: list[str] = []
    for branch in step.branches:
        if branch.condition is None:
            lay.block(branch.block, evolve(context, because=f"it is not so that {' or '.join(passed)}"))
            blocks.jump(done)
            break
        passed.append(branch.words)
        then, other = blocks.new("then"), blocks.new("otherwise")
        blocks.branch(lay.expressions.value(branch.condition).op, then, other)
        blocks.start(then)
        lay.block(branch.block, evolve(context, because=branch.words))
        blocks.jump(done)
        blocks.start(other)
    else:
        blocks.jump(done)
    blocks.start(done)


def _plain_if(lay: Laying, branches: tuple[t.Branch, ...], context: Context) -> None:
    if not branches:
        return
    first, rest = branches[0], branches[1:]
    if first.condition is None:
        lay.block(first.block, context)
        return
    condition = lay.expressions.value(first.condition).op
    inside = evolve(context, plain=True)
    then = lay.captured(lambda: lay.block(first.block, inside))
    other = lay.captured(lambda: _plain_if(lay, rest, inside))
    lay.blocks.emit(ops.When(condition, then, other))


def _for(lay: Laying, step: t.For, context: Context) -> None:
    expressions, blocks, layout = lay.expressions, lay.blocks, lay.world.layout
    stream = expressions.stream(step.source)
    loop = stream.loops[0]
    if not lay.leaves(step):
        expressions.bind(step.local, stream.item)
        by = None if step.by is None else expressions.value(step.by.measure).op
        body = lay.captured(lambda: lay.block(step.block, evolve(context, plain=True)))
        blocks.emit(ops.Each(loop, stream.condition, body, by, step.by is not None and step.by.highest))
        return
    # The members are taken once; what is left to do and the one at hand are kept in cells.
    todo, here = layout.cells(1), layout.cells(1)
    lay.remembers(stream.item.ty, todo, here)
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
    lay.block(step.block, context)
    blocks.jump(head)
    blocks.start(done)


def _repeat(lay: Laying, step: t.Repeat, context: Context) -> None:
    blocks = lay.blocks
    if step.times is not None and not lay.leaves(step):
        times = lay.expressions.value(step.times)
        body = lay.captured(lambda: lay.block(step.block, evolve(context, plain=True)))
        blocks.emit(ops.Each(ops.Loop(lay.world.layout.new_var(), ops.ONE, times.op), None, body))
        return
    head, done = blocks.new("repeat"), blocks.new("repeat done")
    inner = evolve(context, stop=done)
    if step.times is None:
        blocks.jump(head)
        blocks.start(head)
        lay.block(step.block, inner)
        blocks.jump(head)
    else:
        left = lay.world.layout.cells(1)
        blocks.store(left, lay.expressions.value(step.times).op)
        again = blocks.new("repeat body")
        blocks.jump(head)
        blocks.start(head)
        blocks.branch(ops.Bin(">", ops.Cell(left), ops.ZERO), again, done)
        blocks.start(again)
        blocks.store(left, ops.Bin("-", ops.Cell(left), ops.ONE))
        lay.block(step.block, inner)
        blocks.jump(head)
    lay.world.program.spans[head.number] = step.span
    blocks.start(done)


def _stop(lay: Laying, step: t.Stop, context: Context) -> None:
    assert context.stop is not None
    lay.blocks.jump(context.stop)
    lay.blocks.dead()


def _in_turn(lay: Laying, step: t.InTurn, context: Context) -> None:
    reg, expressions, blocks, layout = lay.reg, lay.expressions, lay.blocks, lay.world.layout
    inside = ops.Cell(reg.inside)
    here, saved = layout.cells(1), layout.cells(1)
    blocks.store(saved, ops.Cell(reg.actor))
    start = expressions.value(step.start)
    first = layout.cells(1)
    blocks.store(first, start.op)
    lay.somebody(evolve(start, op=ops.Cell(first)), "nobody cannot begin", step.start.span)
    head, body, after, done = (blocks.new(x) for x in ("in turn", "in turn body", "in turn next", "in turn done"))
    lay.world.program.spans[head.number] = step.span
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
    lay.block(step.block, evolve(context, stop=done))
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


def _let(lay: Laying, step: t.Let, context: Context) -> None:
    lay.expressions.bind(step.local, lay.keep(lay.expressions.value(step.value), context))


# ------------------------------------------------------------------ rules


def _do(lay: Laying, step: t.Do, context: Context) -> None:
    """A rule that stays is put in place; one that leaves is laid out once and called."""
    rule = lay.world.game.rules[step.rule]
    values = [lay.expressions.value(argument) for argument in step.arguments]
    inner = evolve(context, stop=None, because=f"the rule “{rule.name}” ended it")
    if lay.rule_leaves(rule.name):
        instance = _instance(lay, rule, inner)
        for cell, value in zip(instance.params, values, strict=True):
            lay.blocks.store(cell, value.op)
        lay.call(instance)
        return
    for value, local in zip(values, rule.params, strict=True):
        lay.expressions.bind(local, lay.keep(value, context))
    if context.plain:
        lay.uncounted.add(rule.name)
    else:
        entered = lay.blocks.new(f"rule {rule.name}")
        lay.blocks.jump(entered)
        lay.blocks.start(entered)
        lay.world.program.rules.append((entered.number, rule.name))
    lay.block(rule.block, inner)


def _instance(lay: Laying, rule: t.Rule, context: Context) -> Instance:
    key = (rule.name, context.limit)
    known = lay.instances.get(key)
    if known is not None:
        return known
    instance = Instance(lay.blocks.new(f"rule {rule.name}"), back=lay.world.layout.cells(1))
    lay.instances[key] = instance
    lay.world.program.rules.append((instance.entry.number, rule.name))
    for local in rule.params:
        cell, ty = lay.world.layout.cells(1), lowered_type(local.type)
        instance.params.append(cell)
        lay.remembers(ty, cell)
        lay.expressions.bind(local, Value(ops.Cell(cell), or_none(ty)))
    saved = lay.blocks.current
    lay.blocks.start(instance.entry)
    lay.block(rule.block, evolve(context, stop=None))
    lay.blocks.current.end = ops.Back(instance.back)
    lay.blocks.start(saved)
    return instance


HANDLERS: dict[type, Handler] = {
    t.If: _if, t.For: _for, t.Repeat: _repeat, t.Stop: _stop, t.InTurn: _in_turn, t.Let: _let, t.Do: _do,
}  # fmt: skip
