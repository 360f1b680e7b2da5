"""Steps: from nodes to statements and blocks. What asks, rolls or leaves a block becomes blocks, the rest plain statements."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from attrs import define, evolve, field

from dicedsl.errors import unknown
from dicedsl.lower.blocks import Blocks
from dicedsl.lower.choices import Choices
from dicedsl.lower.expressions import Expressions
from dicedsl.lower.kinds import DIE, NOTHING, PLAYER, Stream, Ty, Value, absent, may_miss, or_none
from dicedsl.lower.scope import Bad, Scope, suggest
from dicedsl.lower.world import World
from dicedsl.program import ops
from dicedsl.program.walk import ATOMS, substitute
from dicedsl.syntax import nodes as n

MOST_DEEP = 60
LEAVING = (
    n.Choose, n.Attempt, n.Roll, n.Draw, n.MoveByLot, n.InTurn, n.PlayTurn, n.PlayGame, n.Stop, n.EndTurn, n.EndRound, n.Wins, n.BestWins,
)  # fmt: skip
STAYING = (
    n.Move, n.TurnDie, n.Swap, n.Show, n.Set, n.Add, n.Take, n.Let, n.ExtraTurn, n.Eliminate, n.Say, n.Remark, n.Must,
)  # fmt: skip


@define
class Context:
    """Where a step stands: names, what `stop` leaves, and which standing rules its rests look at."""

    scope: Scope
    limit: int
    stop: ops.Block | None = None
    reason: int = 0
    in_match: bool = False
    rules: tuple[str, ...] = ()
    plain: bool = False
    ends_match: bool = False
    in_turn: bool = False
    because: str = "a rule ended it"

    def named(self, scope: Scope) -> Context:
        return evolve(self, scope=scope)


@define
class Instance:
    """A rule laid out for one context: entry block, cells of its parameters, and of the way back."""

    entry: ops.Block
    params: list[int] = field(factory=list)
    back: int = 0
    done: bool = False


class Flow(Choices):
    """Blocks of steps, conditions, loops and rules; how each step is lowered stands in `table`."""

    handlers: ClassVar[dict[type, Callable[[Any, Any, Context], None]]] = {}

    def __init__(self, world: World) -> None:
        self.w: World = world
        self.e: Expressions = world.e
        self.reg: ops.Registers = world.reg
        self.b = Blocks(world)
        self.instances: dict[tuple[str, int], Instance] = {}
        self.turn_exit = self.b.new("turn ends")
        self.round_exit = self.b.new("round ends")
        self.game_exit = self.b.new("game over")
        self.turn_instance: Instance | None = None
        self.game_instance: Instance | None = None
        self.picked: dict[int, Value] = {}  # what each pick stands for, by the cell that keeps it
        self.unclear: set[str] = set()  # names given by a `let` that is wrong itself
        self.uncounted: set[str] = set()  # rules that are used in the middle of a block
        self.sayings: list[tuple[n.Say, Scope]] = []  # those with values in them, and the names around each
        self._flows: dict[str, bool | None] = {}
        self._deep = 0

    # -------------------------------------------------------------- what leaves a block

    def leaves(self, step: n.Step | n.Must) -> bool:
        """Does this step ask, roll, or go elsewhere than to the next step?"""
        if isinstance(step, LEAVING):
            return True
        if isinstance(step, n.If):
            return any(self.block_leaves(b.block) for b in step.branches)
        if isinstance(step, n.For):
            return self.block_leaves(step.block)
        if isinstance(step, n.Repeat):
            return step.times is None or self.block_leaves(step.block)
        if isinstance(step, n.Do):
            return self.rule_leaves(step.rule.text)
        if isinstance(step, STAYING):
            return False
        unknown(step)

    def asks(self, step: n.Step | n.Must) -> bool:
        """Can this step come to a further choice?"""
        if isinstance(step, (n.Choose, n.Attempt, n.InTurn, n.PlayTurn, n.PlayGame)):
            return True
        if isinstance(step, n.If):
            return any(self.asks(s) for b in step.branches for s in b.block.steps)
        if isinstance(step, (n.For, n.Repeat)):
            return any(self.asks(s) for s in step.block.steps)
        if isinstance(step, n.Do):
            return self.rule_leaves(step.rule.text)
        if isinstance(step, STAYING) or isinstance(step, LEAVING):
            return False
        unknown(step)

    def block_leaves(self, block: n.Block) -> bool:
        return any(self.leaves(s) for s in block.steps)

    def rule_leaves(self, name: str) -> bool:
        if name not in self._flows:
            rule = self.w.book.rules.get(name)
            self._flows[name] = None
            self._deep += 1
            # Rules nested too deeply are refused elsewhere; here it only matters to come to an end.
            self._flows[name] = rule is not None and (self._deep > 2 * MOST_DEEP or self.block_leaves(rule.block))
            self._deep -= 1
        return bool(self._flows[name])

    # -------------------------------------------------------------- blocks of steps

    def block(self, block: n.Block, context: Context) -> None:
        self.steps(block.steps, context)

    def steps(self, steps: tuple[n.Step | n.Must, ...], context: Context) -> None:
        context = evolve(context)  # names given here end with the block
        for step in steps:
            if isinstance(step, (n.Must, n.Remark)):
                continue
            try:
                context = self.step(step, context)
            except Bad as bad:
                if bad.span.text not in self.unclear:
                    self.w.report(bad)
                if isinstance(step, n.Let):
                    self.unclear.add(step.name.text)
                    context = context.named(context.scope.bind(step.name.text, Value(ops.ZERO, Ty(NOTHING))))

    def step(self, step: n.Step, context: Context) -> Context:
        """Lower one step; the context comes back because `let` adds a name."""
        if isinstance(step, n.Let):
            return self._let(step, context)
        if isinstance(step, n.Say):
            context = evolve(context, because=reason_in(step) or context.because)
        handler = self.handlers.get(type(step))
        if handler is None:
            raise TypeError(f"no handler for {type(step).__name__} in steps")
        handler(self, step, context)
        return context

    def _let(self, step: n.Let, context: Context) -> Context:
        value = self.e.value(step.value, context.scope)
        if value.ty.kind is NOTHING:
            raise Bad("E358", "what this name stands for is not clear", step.value.span)
        kept = self.keep(value, context)
        return context.named(self.e.bind(context.scope, step.name, kept))

    def keep(self, value: Value, context: Context) -> Value:
        """Fix a value now: in a variable where nothing can suspend, else in a cell."""
        if context.plain:
            var = self.w.new_var()
            self.b.emit(ops.StoreVar(var, value.op))
            return evolve(value, op=ops.Var(var))
        cell = self.w.cells(1)
        self.remembers(value.ty, cell)
        self.b.store(cell, value.op)
        return evolve(value, op=ops.Cell(cell))

    def worked_out(self, op: ops.Op) -> ops.Op:
        """A value that the statements right after this one use more than once."""
        if isinstance(op, ATOMS):
            return op
        var = self.w.new_var()
        self.b.emit(ops.StoreVar(var, op))
        return ops.Var(var)

    def somebody(self, value: Value, message: str, node: n.Node) -> None:
        """A step that needs somebody is at fault where there may be nobody and is none."""
        if may_miss(value):
            self.b.emit(ops.Check(ops.Bin(">=", value.op, ops.ZERO), "F503", message, node.span))

    def remembers(self, ty: Ty, *cells: int) -> None:
        """Where single dice are remembered, equal dice are not one lot: it matters which of them is drawn."""
        if ty.kind is DIE:
            self.w.program.remembers_dice = True
            self.w.program.dice_cells.update(cells)

    # -------------------------------------------------------------- flow

    def _if(self, step: n.If, context: Context) -> None:
        if not self.leaves(step):
            self._plain_if(list(step.branches), context)
            return
        done = self.b.new("if done")
        passed: list[str] = []
        for branch in step.branches:
            if branch.condition is None:
                self.block(branch.block, evolve(context, because=f"it is not so that {' or '.join(passed)}"))
                self.b.jump(done)
                break
            passed.append(in_its_words(branch.condition))
            then, other = self.b.new("then"), self.b.new("otherwise")
            self.b.branch(self.e.truth(branch.condition, context.scope), then, other)
            self.b.start(then)
            self.block(branch.block, evolve(context, because=passed[-1]))
            self.b.jump(done)
            self.b.start(other)
        else:
            self.b.jump(done)
        self.b.start(done)

    def _plain_if(self, branches: list[n.Branch], context: Context) -> None:
        if not branches:
            return
        first, rest = branches[0], branches[1:]
        if first.condition is None:
            self.block(first.block, context)
            return
        condition = self.e.truth(first.condition, context.scope)
        then = self.captured(lambda: self.block(first.block, evolve(context, plain=True)))
        other = self.captured(lambda: self._plain_if(rest, evolve(context, plain=True)))
        self.b.emit(ops.When(condition, then, other))

    def captured(self, action) -> tuple[ops.Stmt, ...]:  # type: ignore[no-untyped-def]
        """The statements an action emits, taken out of the current block."""
        saved = self.b.current.body
        self.b.current.body = []
        try:
            action()
            return tuple(self.b.current.body)
        finally:
            self.b.current.body = saved

    def _source(self, step: n.For, context: Context) -> Stream:
        stream = self.e.stream(self.e.meaning(step.source, context.scope), step.source)
        if step.condition is not None:
            scope = context.scope.bind(step.name.text, stream.item).with_it(stream.item)
            test = self.e.truth(step.condition, scope)
            stream = Stream(
                stream.loops, test if stream.condition is None else ops.Bin("and", stream.condition, test), stream.item
            )
        if len(stream.loops) > 1:
            stream = self.e.stream(self.e.as_set(self.e.flat(stream), step.source), step.source)
        return stream

    def _for(self, step: n.For, context: Context) -> None:
        stream = self._source(step, context)
        loop = stream.loops[0]
        if not self.leaves(step):
            scope = self.e.bind(context.scope, step.name, stream.item)
            by = None if step.by is None else self.e.number(step.by.measure, scope).op
            body = self.captured(lambda: self.block(step.block, evolve(context, scope=scope, plain=True)))
            self.b.emit(ops.Each(loop, stream.condition, body, by, step.by is not None and step.by.highest))
            return
        # The members are taken once; what is left to do and the one at hand are kept in cells.
        todo, here = self.w.cells(1), self.w.cells(1)
        self.remembers(stream.item.ty, todo, here)
        members = ops.Fold("union", (loop,), stream.condition, ops.Single(ops.Var(loop.var)))
        self.b.store(todo, members)
        item: Value = evolve(stream.item, op=substitute(stream.item.op, {loop.var: ops.Cell(here)}, self.w))
        scope = self.e.bind(context.scope, step.name, item)
        head, body_block, done = self.b.new("for each"), self.b.new("for each body"), self.b.new("for each done")
        self.b.jump(head)
        self.b.start(head)
        self.b.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), body_block, done)
        self.b.start(body_block)
        pick: ops.Op = ops.Lowest(ops.Cell(todo))
        if step.by is not None:
            var = self.w.new_var()
            probe = evolve(stream.item, op=substitute(stream.item.op, {loop.var: ops.Var(var)}, self.w))
            measure = self.e.number(step.by.measure, self.e.bind(context.scope, step.name, probe))
            kind = "best_max" if step.by.highest else "best_min"
            pick = ops.Lowest(ops.Fold(kind, (ops.Loop(var, ops.Cell(todo)),), None, measure.op))
        self.b.store(here, pick)
        self.b.store(todo, ops.Bin("&~", ops.Cell(todo), ops.Single(ops.Cell(here))))
        self.block(step.block, evolve(context, scope=scope))
        self.b.jump(head)
        self.b.start(done)

    def _repeat(self, step: n.Repeat, context: Context) -> None:
        if step.times is not None and not self.leaves(step):
            times = self.e.number(step.times, context.scope)
            body = self.captured(lambda: self.block(step.block, evolve(context, plain=True)))
            self.b.emit(ops.Each(ops.Loop(self.w.new_var(), ops.ONE, times.op), None, body))
            return
        head, done = self.b.new("repeat"), self.b.new("repeat done")
        inner = evolve(context, stop=done)
        if step.times is None:
            self.b.jump(head)
            self.b.start(head)
            self.block(step.block, inner)
            self.b.jump(head)
        else:
            left = self.w.cells(1)
            self.b.store(left, self.e.number(step.times, context.scope).op)
            again = self.b.new("repeat body")
            self.b.jump(head)
            self.b.start(head)
            self.b.branch(ops.Bin(">", ops.Cell(left), ops.ZERO), again, done)
            self.b.start(again)
            self.b.store(left, ops.Bin("-", ops.Cell(left), ops.ONE))
            self.block(step.block, inner)
            self.b.jump(head)
        self.w.program.spans[head.number] = step.span
        self.b.start(done)

    def _stop(self, step: n.Stop, context: Context) -> None:
        if context.stop is None:
            raise Bad(
                "E401",
                "there is nothing to `stop` here",
                step.span,
                help="`stop` leaves the `repeat` or `in turn` around it",
            )
        self.b.jump(context.stop)
        self.b.dead()

    def _in_turn(self, step: n.InTurn, context: Context) -> None:
        reg = self.reg
        inside = ops.Cell(reg.inside)
        here, saved = self.w.cells(1), self.w.cells(1)
        self.b.store(saved, ops.Cell(reg.actor))
        start = self.e.one(step.start, context.scope, PLAYER)
        first = self.w.cells(1)
        self.b.store(first, start.op)
        self.somebody(evolve(start, op=ops.Cell(first)), "nobody cannot begin", step.start)
        head, body, after, done = (self.b.new(x) for x in ("in turn", "in turn body", "in turn next", "in turn done"))
        self.w.program.spans[head.number] = step.span
        laps = todo = -1
        if step.times is not None:
            laps = self.w.cells(1)
            self.b.store(laps, self.e.number(step.times, context.scope).op)
        lap = self.b.new("lap")
        self.b.jump(lap)
        self.b.start(lap)
        if step.until is None:
            todo = self.w.cells(1)
            self.b.store(todo, inside)
        # Begin with the first player, or the next one still in.
        from_first = ops.Bin("&~", inside, ops.Span2(ops.ZERO, ops.Bin("-", ops.Cell(first), ops.ONE)))
        self.b.store(here, ops.Cond(from_first, ops.Lowest(from_first), ops.Lowest(inside)))
        if laps >= 0:
            go = self.b.new("lap body")
            self.b.branch(ops.Bin(">", ops.Cell(laps), ops.ZERO), go, done)
            self.b.start(go)
            self.b.store(laps, ops.Bin("-", ops.Cell(laps), ops.ONE))
        self.b.jump(head)
        self.b.start(head)
        present: ops.Op = ops.Bit(inside, ops.Cell(here))
        self.b.branch(present, body, after)
        self.b.start(body)
        self.b.store(reg.actor, ops.Cell(here))
        self.block(step.block, evolve(context, stop=done))
        if step.until is not None:
            self.b.store(reg.actor, ops.Cell(here))
            self.b.branch(self.e.truth(step.until, context.scope), done, after)
        else:
            self.b.jump(after)
        self.b.start(after)
        if todo >= 0:
            self.b.store(todo, ops.Bin("&", ops.Bin("&~", ops.Cell(todo), ops.Single(ops.Cell(here))), inside))
            later = ops.Bin("&~", ops.Cell(todo), ops.Span2(ops.ZERO, ops.Cell(here)))
            self.b.store(here, ops.Cond(later, ops.Lowest(later), ops.Lowest(ops.Cell(todo))))
            self.b.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), head, lap if laps >= 0 else done)
        else:
            later = ops.Bin("&~", inside, ops.Span2(ops.ZERO, ops.Cell(here)))
            self.b.store(here, ops.Cond(later, ops.Lowest(later), ops.Lowest(inside)))
            self.b.branch(ops.Bin("!=", inside, ops.ZERO), head, done)
        self.b.start(done)
        self.b.store(reg.actor, ops.Cell(saved))

    # -------------------------------------------------------------- rules

    def _do(self, step: n.Do, context: Context) -> None:
        name = step.rule.text
        rule = self.w.book.rules.get(name)
        if rule is None:
            raise Bad(
                "E402",
                f'there is no rule "{name}"',
                step.rule.span,
                help=suggest(name, self.w.book.rules) or f"add a part `rule {name}:` that says what happens",
                label="unknown rule",
            )
        if len(step.arguments) != len(rule.params):
            wants = ", ".join(f"{p.kind} {p.name.text}" for p in rule.params) or "nothing"
            given = len(step.arguments)
            way = (
                f"write `do {name} for {', '.join(p.name.text for p in rule.params)}`"
                if rule.params
                else f"write `do {name}` alone"
            )
            raise Bad(
                "E403",
                f'the rule "{name}" is for {wants}, but {given} {"thing is" if given == 1 else "things are"} given',
                step.span,
                help=way,
            )
        if len(context.rules) >= MOST_DEEP:
            raise Bad("E104", "rules call rules too deeply; 60 levels is the limit", step.span)
        if name in context.rules:
            raise Bad(
                "E404",
                f'the rule "{name}" calls itself',
                step.span,
                help="use `repeat` for what happens again and again",
            )
        values = []
        for argument, param in zip(step.arguments, rule.params, strict=True):
            values.append(self._argument(argument, self.w.param_type(param), context))
        inner = evolve(context, rules=(*context.rules, name), stop=None, because=f"the rule “{name}” ended it")
        if not self.rule_leaves(name):
            scope = Scope(seats=context.scope.seats)
            for value, param in zip(values, rule.params, strict=True):
                scope = scope.bind(param.name.text, self.keep(value, context))
            if context.plain:
                self.uncounted.add(name)
            else:
                entered = self.b.new(f"rule {name}")
                self.b.jump(entered)
                self.b.start(entered)
                self.w.program.rules.append((entered.number, name))
            self.block(rule.block, evolve(inner, scope=scope))
            return
        instance = self.instance(rule, inner)
        for cell, value in zip(instance.params, values, strict=True):
            self.b.store(cell, value.op)
        self.call(instance)

    def _argument(self, node: n.Expr, ty: Ty, context: Context) -> Value:
        value = self.e.value(node, context.scope)
        if value.ty.kind is NOTHING:
            return Value(ops.Const(absent(ty)), or_none(ty))
        if value.ty.kind != ty.kind or (value.ty.many and not ty.many):
            hint = "`first of ...` takes one of a set" if value.ty.kind == ty.kind else f"give {ty.called()}"
            raise Bad("E405", f"{ty.called()} is expected here, but this is {value.ty.called()}", node.span, help=hint)
        if ty.many and not value.ty.many:
            return Value(ops.Single(value.op), ty)
        return value

    def call(self, instance: Instance) -> None:
        after = self.b.new("after call")
        self.b.store(instance.back, ops.Address(after.number))
        self.b.jump(instance.entry)
        self.b.start(after)

    def instance(self, rule: n.Rule, context: Context) -> Instance:
        key = (rule.name.text, context.limit)
        known = self.instances.get(key)
        if known is not None:
            return known
        instance = Instance(self.b.new(f"rule {rule.name.text}"), back=self.w.cells(1))
        self.instances[key] = instance
        self.w.program.rules.append((instance.entry.number, rule.name.text))
        scope = Scope(seats=context.scope.seats)
        for param in rule.params:
            cell = self.w.cells(1)
            instance.params.append(cell)
            self.remembers(self.w.param_type(param), cell)
            scope = scope.bind(param.name.text, Value(ops.Cell(cell), or_none(self.w.param_type(param))))
        saved = self.b.current
        self.b.start(instance.entry)
        self.block(rule.block, evolve(context, scope=scope, stop=None))
        self.b.current.end = ops.Back(instance.back)
        self.b.start(saved)
        instance.done = True
        return instance


def reason_in(step: n.Say) -> str:
    """What is announced right before a game ends is why it ends; of a text with values, as much as stands before the first of them."""
    text = step.text.value
    if step.values:
        text = re.split(r"[:;,.]", text[: text.index("{")])[0] if re.search(r"[:;,.]", text[: text.index("{")]) else ""
    return text.strip().rstrip(".")


def in_its_words(condition: n.Expr) -> str:
    """As the rulebook has it, on one line: what is told as the reason when a step under it ends the game."""
    return " ".join(condition.span.text.split())
