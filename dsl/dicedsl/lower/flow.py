"""Steps that hold steps, and rules: what asks, rolls or leaves a block becomes blocks, the rest plain statements."""

from __future__ import annotations

from attrs import evolve

from dicedsl.lower.laying import Context, Handler, Instance, Laying
from dicedsl.lower.values import Value, or_none, ty_of
from dicedsl.program import ops
from dicedsl.program.walk import substitute
from dicedsl.typed import tree as t


def _if(lay: Laying, step: t.If, context: Context) -> None:
    if not lay.leaves(step):
        _plain_if(lay, step.branches, context)
        return
    b = lay.b
    done = b.new("if done")
    passed: list[str] = []
    for branch in step.branches:
        if branch.condition is None:
            lay.block(branch.block, evolve(context, because=f"it is not so that {' or '.join(passed)}"))
            b.jump(done)
            break
        passed.append(branch.words)
        then, other = b.new("then"), b.new("otherwise")
        b.branch(lay.e.value(branch.condition).op, then, other)
        b.start(then)
        lay.block(branch.block, evolve(context, because=branch.words))
        b.jump(done)
        b.start(other)
    else:
        b.jump(done)
    b.start(done)


def _plain_if(lay: Laying, branches: tuple[t.Branch, ...], context: Context) -> None:
    if not branches:
        return
    first, rest = branches[0], branches[1:]
    if first.condition is None:
        lay.block(first.block, context)
        return
    condition = lay.e.value(first.condition).op
    inside = evolve(context, plain=True)
    then = lay.captured(lambda: lay.block(first.block, inside))
    other = lay.captured(lambda: _plain_if(lay, rest, inside))
    lay.b.emit(ops.When(condition, then, other))


def _for(lay: Laying, step: t.For, context: Context) -> None:
    e, b, layout = lay.e, lay.b, lay.w.layout
    stream = e.stream(step.source)
    loop = stream.loops[0]
    if not lay.leaves(step):
        e.bind(step.local, stream.item)
        by = None if step.by is None else e.value(step.by.measure).op
        body = lay.captured(lambda: lay.block(step.block, evolve(context, plain=True)))
        b.emit(ops.Each(loop, stream.condition, body, by, step.by is not None and step.by.highest))
        return
    # The members are taken once; what is left to do and the one at hand are kept in cells.
    todo, here = layout.cells(1), layout.cells(1)
    lay.remembers(stream.item.ty, todo, here)
    b.store(todo, ops.Fold("union", (loop,), stream.condition, ops.Single(ops.Var(loop.var))))
    item: Value = evolve(stream.item, op=substitute(stream.item.op, {loop.var: ops.Cell(here)}, layout))
    head, body_block, done = b.new("for each"), b.new("for each body"), b.new("for each done")
    b.jump(head)
    b.start(head)
    b.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), body_block, done)
    b.start(body_block)
    pick: ops.Op = ops.Lowest(ops.Cell(todo))
    if step.by is not None:
        var = layout.new_var()
        e.bind(step.local, evolve(stream.item, op=substitute(stream.item.op, {loop.var: ops.Var(var)}, layout)))
        measure = e.value(step.by.measure)
        kind = "best_max" if step.by.highest else "best_min"
        pick = ops.Lowest(ops.Fold(kind, (ops.Loop(var, ops.Cell(todo)),), None, measure.op))
    e.bind(step.local, item)
    b.store(here, pick)
    b.store(todo, ops.Bin("&~", ops.Cell(todo), ops.Single(ops.Cell(here))))
    lay.block(step.block, context)
    b.jump(head)
    b.start(done)


def _repeat(lay: Laying, step: t.Repeat, context: Context) -> None:
    b = lay.b
    if step.times is not None and not lay.leaves(step):
        times = lay.e.value(step.times)
        body = lay.captured(lambda: lay.block(step.block, evolve(context, plain=True)))
        b.emit(ops.Each(ops.Loop(lay.w.layout.new_var(), ops.ONE, times.op), None, body))
        return
    head, done = b.new("repeat"), b.new("repeat done")
    inner = evolve(context, stop=done)
    if step.times is None:
        b.jump(head)
        b.start(head)
        lay.block(step.block, inner)
        b.jump(head)
    else:
        left = lay.w.layout.cells(1)
        b.store(left, lay.e.value(step.times).op)
        again = b.new("repeat body")
        b.jump(head)
        b.start(head)
        b.branch(ops.Bin(">", ops.Cell(left), ops.ZERO), again, done)
        b.start(again)
        b.store(left, ops.Bin("-", ops.Cell(left), ops.ONE))
        lay.block(step.block, inner)
        b.jump(head)
    lay.w.program.spans[head.number] = step.span
    b.start(done)


def _stop(lay: Laying, step: t.Stop, context: Context) -> None:
    assert context.stop is not None
    lay.b.jump(context.stop)
    lay.b.dead()


def _in_turn(lay: Laying, step: t.InTurn, context: Context) -> None:
    reg, e, b, layout = lay.reg, lay.e, lay.b, lay.w.layout
    inside = ops.Cell(reg.inside)
    here, saved = layout.cells(1), layout.cells(1)
    b.store(saved, ops.Cell(reg.actor))
    start = e.value(step.start)
    first = layout.cells(1)
    b.store(first, start.op)
    lay.somebody(evolve(start, op=ops.Cell(first)), "nobody cannot begin", step.start.span)
    head, body, after, done = (b.new(x) for x in ("in turn", "in turn body", "in turn next", "in turn done"))
    lay.w.program.spans[head.number] = step.span
    laps = todo = -1
    if step.times is not None:
        laps = layout.cells(1)
        b.store(laps, e.value(step.times).op)
    lap = b.new("lap")
    b.jump(lap)
    b.start(lap)
    if step.until is None:
        todo = layout.cells(1)
        b.store(todo, inside)
    # Begin with the first player, or the next one still in.
    from_first = ops.Bin("&~", inside, ops.Span2(ops.ZERO, ops.Bin("-", ops.Cell(first), ops.ONE)))
    b.store(here, ops.Cond(from_first, ops.Lowest(from_first), ops.Lowest(inside)))
    if laps >= 0:
        go = b.new("lap body")
        b.branch(ops.Bin(">", ops.Cell(laps), ops.ZERO), go, done)
        b.start(go)
        b.store(laps, ops.Bin("-", ops.Cell(laps), ops.ONE))
    b.jump(head)
    b.start(head)
    b.branch(ops.Bit(inside, ops.Cell(here)), body, after)
    b.start(body)
    b.store(reg.actor, ops.Cell(here))
    lay.block(step.block, evolve(context, stop=done))
    if step.until is not None:
        b.store(reg.actor, ops.Cell(here))
        b.branch(e.value(step.until).op, done, after)
    else:
        b.jump(after)
    b.start(after)
    if todo >= 0:
        b.store(todo, ops.Bin("&", ops.Bin("&~", ops.Cell(todo), ops.Single(ops.Cell(here))), inside))
        later = ops.Bin("&~", ops.Cell(todo), ops.Span2(ops.ZERO, ops.Cell(here)))
        b.store(here, ops.Cond(later, ops.Lowest(later), ops.Lowest(ops.Cell(todo))))
        b.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), head, lap if laps >= 0 else done)
    else:
        later = ops.Bin("&~", inside, ops.Span2(ops.ZERO, ops.Cell(here)))
        b.store(here, ops.Cond(later, ops.Lowest(later), ops.Lowest(inside)))
        b.branch(ops.Bin("!=", inside, ops.ZERO), head, done)
    b.start(done)
    b.store(reg.actor, ops.Cell(saved))


def _let(lay: Laying, step: t.Let, context: Context) -> None:
    lay.e.bind(step.local, lay.keep(lay.e.value(step.value), context))


# ------------------------------------------------------------------ rules


def _do(lay: Laying, step: t.Do, context: Context) -> None:
    """A rule that stays is put in place; one that leaves is laid out once and called."""
    rule = lay.w.game.rules[step.rule]
    values = [lay.e.value(argument) for argument in step.arguments]
    inner = evolve(context, stop=None, because=f"the rule “{rule.name}” ended it")
    if lay.rule_leaves(rule.name):
        instance = _instance(lay, rule, inner)
        for cell, value in zip(instance.params, values, strict=True):
            lay.b.store(cell, value.op)
        lay.call(instance)
        return
    for value, local in zip(values, rule.params, strict=True):
        lay.e.bind(local, lay.keep(value, context))
    if context.plain:
        lay.uncounted.add(rule.name)
    else:
        entered = lay.b.new(f"rule {rule.name}")
        lay.b.jump(entered)
        lay.b.start(entered)
        lay.w.program.rules.append((entered.number, rule.name))
    lay.block(rule.block, inner)


def _instance(lay: Laying, rule: t.Rule, context: Context) -> Instance:
    key = (rule.name, context.limit)
    known = lay.instances.get(key)
    if known is not None:
        return known
    instance = Instance(lay.b.new(f"rule {rule.name}"), back=lay.w.layout.cells(1))
    lay.instances[key] = instance
    lay.w.program.rules.append((instance.entry.number, rule.name))
    for local in rule.params:
        cell, ty = lay.w.layout.cells(1), ty_of(local.type)
        instance.params.append(cell)
        lay.remembers(ty, cell)
        lay.e.bind(local, Value(ops.Cell(cell), or_none(ty)))
    saved = lay.b.current
    lay.b.start(instance.entry)
    lay.block(rule.block, evolve(context, stop=None))
    lay.b.current.end = ops.Back(instance.back)
    lay.b.start(saved)
    return instance


HANDLERS: dict[type, Handler] = {
    t.If: _if, t.For: _for, t.Repeat: _repeat, t.Stop: _stop, t.InTurn: _in_turn, t.Let: _let, t.Do: _do,
}  # fmt: skip
