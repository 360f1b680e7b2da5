"""Steps: from nodes to statements and blocks. What asks, rolls or leaves a block becomes blocks, the rest plain statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field

from dicedsl.ir import ops
from dicedsl.ir.blocks import Blocks
from dicedsl.ir.choices import Choices
from dicedsl.ir.expressions import Expressions
from dicedsl.ir.inline import substitute
from dicedsl.ir.kinds import DIE, NO_NUMBER, NOTHING, PLAYER, TRUTH, Stream, Ty, Value
from dicedsl.ir.scope import Bad, Scope, SlotDecl, suggest
from dicedsl.ir.world import World
from dicedsl.syntax import nodes as n

LEAVING = (
    n.Choose, n.Attempt, n.Roll, n.Draw, n.InTurn, n.PlayTurn, n.PlayGame, n.Stop, n.EndTurn, n.EndRound, n.Wins, n.BestWins,
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

    def named(self, scope: Scope) -> Context:
        return evolve(self, scope=scope)


@define
class Instance:
    """A rule laid out for one context: entry block, cells of its parameters, and of the way back."""

    entry: ops.Block
    params: list[int] = field(factory=list)
    back: int = 0
    done: bool = False


class Steps(Choices):
    """Lowers blocks of steps. The frame of the game (turns, rounds, ends) is laid by ir.lower."""

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
        self.used_rules: set[str] = set()
        self.unclear: set[str] = set()  # names given by a `let` that is wrong itself
        self._flows: dict[str, bool | None] = {}

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
        return False

    def asks(self, step: n.Step | n.Must) -> bool:
        """Can this step come to a further choice?"""
        if isinstance(step, (n.Choose, n.Attempt, n.InTurn, n.PlayTurn, n.PlayGame)):
            return True
        if isinstance(step, n.If):
            return any(self.asks(s) for b in step.branches for s in b.block.steps)
        if isinstance(step, (n.For, n.Repeat)):
            return any(self.asks(s) for s in step.block.steps)
        return isinstance(step, n.Do) and self.rule_leaves(step.rule.text)

    def block_leaves(self, block: n.Block) -> bool:
        return any(self.leaves(s) for s in block.steps)

    def rule_leaves(self, name: str) -> bool:
        if name not in self._flows:
            rule = self.w.book.rules.get(name)
            self._flows[name] = None
            self._flows[name] = rule is not None and self.block_leaves(rule.block)
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
        handler = TABLE.get(type(step))
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
        self.remembers(value.ty)
        self.b.store(cell, value.op)
        return evolve(value, op=ops.Cell(cell))

    def remembers(self, ty: Ty) -> None:
        """Where single dice are remembered, equal dice may not be put in order behind the game's back."""
        if ty.kind is DIE:
            self.w.program.sorts_dice = False

    # -------------------------------------------------------------- flow

    def _if(self, step: n.If, context: Context) -> None:
        if not self.leaves(step):
            self._plain_if(list(step.branches), context)
            return
        done = self.b.new("if done")
        for branch in step.branches:
            if branch.condition is None:
                self.block(branch.block, context)
                self.b.jump(done)
                break
            then, other = self.b.new("then"), self.b.new("otherwise")
            self.b.branch(self.e.truth(branch.condition, context.scope), then, other)
            self.b.start(then)
            self.block(branch.block, context)
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
            stream = Stream(stream.loops, test if stream.condition is None else ops.Bin("and", stream.condition, test), stream.item)
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
        self.remembers(stream.item.ty)
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
            raise Bad("E401", "there is nothing to `stop` here", step.span, help="`stop` leaves the `repeat` or `in turn` around it")
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
            raise Bad("E402", f'there is no rule "{name}"', step.rule.span, help=suggest(name, self.w.book.rules) or f"add a part `rule {name}:` that says what happens", label="unknown rule")
        self.used_rules.add(name)
        if len(step.arguments) != len(rule.params):
            wants = ", ".join(f"{p.kind} {p.name.text}" for p in rule.params) or "nothing"
            given = len(step.arguments)
            way = f"write `do {name} for {', '.join(p.name.text for p in rule.params)}`" if rule.params else f"write `do {name}` alone"
            raise Bad("E403", f'the rule "{name}" is for {wants}, but {given} {"thing is" if given == 1 else "things are"} given', step.span, help=way)
        if name in context.rules:
            raise Bad("E404", f'the rule "{name}" calls itself', step.span, help="use `repeat` for what happens again and again")
        values = []
        for argument, param in zip(step.arguments, rule.params, strict=True):
            values.append(self._argument(argument, self.w.param_type(param), context))
        inner = evolve(context, rules=(*context.rules, name), stop=None)
        if not self.rule_leaves(name):
            scope = Scope(seats=context.scope.seats)
            for value, param in zip(values, rule.params, strict=True):
                scope = scope.bind(param.name.text, self.keep(value, context))
            self.block(rule.block, evolve(inner, scope=scope))
            return
        instance = self.instance(rule, inner)
        for cell, value in zip(instance.params, values, strict=True):
            self.b.store(cell, value.op)
        self.call(instance)

    def _argument(self, node: n.Expr, ty: Ty, context: Context) -> Value:
        value = self.e.value(node, context.scope)
        if value.ty.kind is NOTHING:
            return Value(ops.ZERO if ty.many else ops.Const(NO_NUMBER if ty.kind.is_number else -1), ty)
        if value.ty.kind != ty.kind or (value.ty.many and not ty.many):
            hint = "`first of ...` takes one of a set" if value.ty.kind == ty.kind else f"give {ty.called()}"
            raise Bad("E405", f"{ty.called()} is expected here, but this is {value.ty.called()}", node.span, help=hint)
        if ty.many and not value.ty.many:
            return Value(ops.Single(value.op), ty)
        return value

    def call(self, instance: Instance) -> None:
        after = self.b.new("after call")
        self.b.store(instance.back, ops.Const(after.number))
        self.b.jump(instance.entry)
        self.b.start(after)

    def instance(self, rule: n.Rule, context: Context) -> Instance:
        key = (rule.name.text, context.limit)
        known = self.instances.get(key)
        if known is not None:
            return known
        instance = Instance(self.b.new(f"rule {rule.name.text}"), back=self.w.cells(1))
        self.instances[key] = instance
        scope = Scope(seats=context.scope.seats)
        for param in rule.params:
            cell = self.w.cells(1)
            instance.params.append(cell)
            self.remembers(self.w.param_type(param))
            scope = scope.bind(param.name.text, Value(ops.Cell(cell), self.w.param_type(param)))
        saved = self.b.current
        self.b.start(instance.entry)
        self.block(rule.block, evolve(context, scope=scope, stop=None))
        self.b.current.end = ops.Back(instance.back)
        self.b.start(saved)
        instance.done = True
        return instance

    # -------------------------------------------------------------- dice

    def _roll(self, step: n.Roll, context: Context) -> None:
        dice = self.e.members(step.dice, context.scope, DIE)
        after = self.b.new("after roll")
        self.b.current.end = ops.RollDice(dice.op, after.number)
        self.w.program.spans[self.b.current.number] = step.span
        self.b.start(after)

    def _draw(self, step: n.Draw, context: Context) -> None:
        meaning = self.e.meaning(step.source, context.scope)
        if step.condition is not None:
            stream = self.e.flat(self.e.stream(meaning, step.source))
            test = self.e.truth(step.condition, context.scope.with_it(stream.item))
            meaning = Stream(stream.loops, test if stream.condition is None else ops.Bin("and", stream.condition, test), stream.item)
        members = self.e.single(meaning, step.source)
        if not members.ty.many:
            raise Bad("E304", f"a set is expected here, but this is {members.ty.called()}", step.source.span)
        cell = self.w.cells(1)
        after = self.b.new("after draw")
        self.b.current.end = ops.DrawOne(members.op, cell, after.number, self.w.shape(members.ty.kind))
        self.w.program.spans[self.b.current.number] = step.span
        self.b.start(after)
        value = Value(ops.Cell(cell), Ty(members.ty.kind), members.low, members.high)
        context.scope = self.e.bind(context.scope, step.name, value)

    def _location(self, node: n.Expr, context: Context) -> ops.Op:
        """The number of the zone or place that dice are moved to."""
        zone = self._zone_target(node, context)
        if zone is not None:
            return zone
        value = self.e.value(node, context.scope)
        board = self.w.board_of(value.ty.kind)
        if board is None or value.ty.many:
            raise Bad("E406", f"dice are moved to a zone or a place, but this is {value.ty.called()}", node.span, help=f"the zones of this game: {', '.join(list(self.w.zones)[:6])}")
        first = len(self.w.program.zones) + self.w.first_place(board)
        return ops.Bin("+", ops.Const(first), value.op)

    def _zone_target(self, node: n.Expr, context: Context) -> ops.Op | None:
        keys: list[n.Expr] = []
        base = node
        while isinstance(base, n.At):
            keys.insert(0, base.key)
            base = base.subject
        arguments: list[Value] = []
        if isinstance(base, n.Name):
            phrase = base.phrase
        elif isinstance(base, n.Your):
            phrase = base.phrase
            arguments = [Value(ops.Cell(self.reg.actor), Ty(PLAYER))]
        elif isinstance(base, n.Apply):
            phrase = base.phrase
            found = self.e._arguments(base.argument, context.scope)
            arguments = [self.e.single(a, base) for a in found]
        else:
            return None
        zone = self.w.zones.get(phrase.text)
        if zone is None or phrase.text in context.scope.names:
            return None
        arguments += [self.e.value(k, context.scope) for k in keys]
        if len(arguments) != len(zone.keys):
            raise Bad("E407", f'say whose "{phrase.text}" is meant', phrase.span, help=f"write `your {phrase.text}` or `{phrase.text} of p`")
        values = [self.e.want_one(a, k, node) for a, k in zip(arguments, zone.keys, strict=True)]
        if not zone.keys:
            return ops.Const(zone.first)
        return ops.Bin("+", ops.Const(zone.first), self.e._index(zone, values))

    def _move(self, step: n.Move, context: Context) -> None:
        dice = self.e.members(step.dice, context.scope, DIE)
        target = self._location(step.target, context)
        if step.amount is None:
            self.b.emit(ops.Put(dice.op, target, step.span))
            return
        count = 1 if step.amount.word == "one" else step.amount.low.value  # type: ignore[union-attr]
        if count > 200:
            raise Bad("E408", "too many dice are moved at once", step.span, help="leave out the number to move all of them")
        rest = self.w.new_var()
        self.b.emit(ops.StoreVar(rest, dice.op))
        for _ in range(count):
            self.b.emit(ops.Check(ops.Var(rest), "F501", "there are not enough dice to move", step.span))
            self.b.emit(ops.Put(ops.Single(ops.Lowest(ops.Var(rest))), target, step.span))
            self.b.emit(ops.StoreVar(rest, ops.Bin("&~", ops.Var(rest), ops.Single(ops.Lowest(ops.Var(rest))))))

    def _turn_die(self, step: n.TurnDie, context: Context) -> None:
        dice = self.e.members(step.die, context.scope, DIE)
        self.b.emit(ops.Face(dice.op, self.e.number(step.number, context.scope).op))

    def _swap(self, step: n.Swap, context: Context) -> None:
        left, right = self.e.value(step.left, context.scope), self.e.value(step.right, context.scope)
        board = self.w.board_of(left.ty.kind)
        if board is None or left.ty != right.ty or left.ty.many:
            raise Bad("E409", "`swap` exchanges what stands on two places", step.span, help="name two places of a board")
        first = len(self.w.program.zones) + self.w.first_place(board)
        a, b = self.keep(Value(self.w.die_on(left.op), Ty(DIE, maybe=True)), context), self.keep(Value(self.w.die_on(right.op), Ty(DIE, maybe=True)), context)
        p, q = self.keep(left, context), self.keep(right, context)
        away = len(self.w.program.zones) - 1
        self.b.emit(ops.Put(ops.Single(a.op), ops.Const(away), step.span))
        self.b.emit(ops.Put(ops.Single(b.op), ops.Bin("+", ops.Const(first), p.op), step.span))
        self.b.emit(ops.Put(ops.Single(a.op), ops.Bin("+", ops.Const(first), q.op), step.span))

    def _show(self, step: n.Show, context: Context) -> None:
        dice = self.e.members(step.dice, context.scope, DIE)
        self.b.store(self.reg.shown, ops.Bin("|", ops.Cell(self.reg.shown), dice.op))

    # -------------------------------------------------------------- memory

    def _write(self, slot: SlotDecl, index: ops.Op | None, value: ops.Op, node: n.Node) -> None:
        if slot.item.ty.kind.is_number and not slot.item.ty.many and slot.item.low is not None and slot.node.bounds is not None:
            kept = self.w.new_var()
            self.b.emit(ops.StoreVar(kept, value))
            value = ops.Var(kept)
            low, high = slot.item.low, slot.item.high
            assert high is not None
            fits: ops.Op = ops.Bin("and", ops.Bin("<=", ops.Const(low), value), ops.Bin("<=", value, ops.Const(high)))
            if slot.item.ty.maybe:
                fits = ops.Bin("or", ops.Bin("==", value, ops.Const(NO_NUMBER)), fits)
            self.b.emit(ops.Check(fits, "F502", f'"{slot.name}" must stay within {low} to {high}', node.span))
        if index is None:
            self.b.store(slot.base, value)
            return
        total = 1
        for size in slot.sizes:
            total *= size
        self.b.emit(ops.StoreAt(slot.base, index, total, value, node.span))

    def _fitted(self, value: Value, slot: SlotDecl, node: n.Node) -> ops.Op:
        ty = slot.item.ty
        if value.ty.kind is NOTHING:
            if ty.kind is TRUTH:
                raise Bad("E410", f'"{slot.name}" is yes or no, never none', node.span, help="write `yes` or `no`")
            return ops.ZERO if ty.many else ops.Const(NO_NUMBER if ty.kind.is_number else -1)
        if value.ty.kind != ty.kind:
            hint = "`count of ...` says how many there are" if ty.kind.is_number and value.ty.many else f"give {ty.called()}"
            raise Bad("E411", f'"{slot.name}" holds {ty.called()}, but this is {value.ty.called()}', node.span, help=hint)
        if value.ty.many and not ty.many:
            raise Bad("E411", f'"{slot.name}" holds {ty.called()}, but this is {value.ty.called()}', node.span, help="`first of ...` takes one of a set")
        if ty.many and not value.ty.many:
            return ops.Single(value.op)
        return value.op

    def _set(self, step: n.Set, context: Context) -> None:
        slot, index = self.e.slot_target(step.target, context.scope)
        self.w.used_slots.add(slot.name)
        value = self.e.value(step.value, context.scope)
        self._write(slot, index, self._fitted(value, slot, step.value), step)

    def _change(self, step: n.Add | n.Take, context: Context) -> None:
        slot, index = self.e.slot_target(step.target, context.scope)
        adding = isinstance(step, n.Add)
        ty = slot.item.ty
        total = 1
        for size in slot.sizes:
            total *= size
        old: ops.Op = ops.Cell(slot.base) if index is None else ops.CellAt(slot.base, index, total)
        if ty.many:
            value = self.e.members(step.value, context.scope) if not ty.kind.is_number else self._numbers(step.value, context)
            if value.ty.kind != ty.kind:
                raise Bad("E411", f'"{slot.name}" holds {ty.called()}, but this is {value.ty.called()}', step.value.span, help=f"give {ty.called()}")
            self._write(slot, index, ops.Bin("|" if adding else "&~", old, value.op), step)
            return
        if not ty.kind.is_number:
            raise Bad("E412", f'"{slot.name}" holds {ty.called()}; only numbers and sets can be added to', step.span, help=f"write `set {slot.name} to ...`")
        number = self.e.number(step.value, context.scope)
        if ty.maybe:
            old = ops.Cond(ops.Bin("==", old, ops.Const(NO_NUMBER)), ops.ZERO, old)
        self._write(slot, index, ops.Bin("+" if adding else "-", old, number.op), step)

    def _numbers(self, node: n.Expr, context: Context) -> Value:
        value = self.e.value(node, context.scope)
        return value if value.ty.many else Value(ops.Single(value.op), Ty(value.ty.kind, many=True))

    # -------------------------------------------------------------- turns and results

    def _end_turn(self, step: n.EndTurn, context: Context) -> None:
        if "turn" not in self.w.book.flows:
            raise Bad("E413", "there is no `turn:` to end", step.span, help="`end round` ends the round")
        self.b.jump(self.turn_exit)
        self.b.dead()

    def _end_round(self, step: n.EndRound, context: Context) -> None:
        if "round" not in self.w.book.flows:
            raise Bad("E414", "there is no `round:` to end", step.span, help="`end turn` ends the turn")
        self.b.jump(self.round_exit)
        self.b.dead()

    def _play_turn(self, step: n.PlayTurn, context: Context) -> None:
        if "turn" not in self.w.book.flows:
            raise Bad("E415", "there is no `turn:` to play", step.span, help="add a part `turn:` that says what a player does")
        if context.in_turn:
            raise Bad("E418", "a turn cannot be played inside a turn", step.span, help="`extra turn` gives another one after it")
        reg = self.reg
        player = ops.Cell(reg.actor) if step.player is None else self.e.one(step.player, context.scope, PLAYER).op
        self.b.store(reg.turn, player)
        assert self.turn_instance is not None
        self.call(self.turn_instance)

    def _play_game(self, step: n.PlayGame, context: Context) -> None:
        if not context.in_match or self.game_instance is None:
            raise Bad("E416", "`play game` stands in `match:`", step.span, help="add a part `match:` for what happens around each game")
        self.call(self.game_instance)

    def _extra_turn(self, step: n.ExtraTurn, context: Context) -> None:
        self.b.store(self.reg.extra, ops.Bin("+", ops.Cell(self.reg.extra), ops.ONE))

    def _eliminate(self, step: n.Eliminate, context: Context) -> None:
        players = self.e.members(step.players, context.scope, PLAYER)
        reg = self.reg
        var = self.w.new_var()
        body: tuple[ops.Stmt, ...] = (
            ops.Store(reg.gone, ops.Bin("+", ops.Cell(reg.gone), ops.ONE)),
            ops.StoreAt(reg.order_out, ops.Var(var), self.w.players, ops.Cell(reg.gone), step.span),
            ops.Store(reg.inside, ops.Bin("&~", ops.Cell(reg.inside), ops.Single(ops.Var(var)))),
        )
        leaving = ops.Bin("&", players.op, ops.Cell(reg.inside))
        self.b.emit(ops.Each(ops.Loop(var, leaving), None, body))

    def _wins(self, step: n.Wins, context: Context) -> None:
        if isinstance(step.players, n.Nothing):
            mask: ops.Op = ops.ZERO
        else:
            mask = self.e.members(step.players, context.scope, PLAYER).op
        self.b.store(self.reg.winners, mask)
        self.b.store(self.reg.measured, ops.ZERO)
        self._finish(step.match, context, step)

    def _best_wins(self, step: n.BestWins, context: Context) -> None:
        reg = self.reg
        everyone = ops.Const((1 << self.w.players) - 1)
        var = self.w.new_var()
        player = Value(ops.Var(var), Ty(PLAYER))
        measure = self._measure(step.measure, player, context)
        store = ops.StoreAt(reg.measure, ops.Var(var), self.w.players, measure, step.span)
        self.b.emit(ops.Each(ops.Loop(var, everyone), None, (store,)))
        probe = self.w.new_var()
        kind = "best_max" if step.highest else "best_min"
        scores = ops.CellAt(reg.measure, ops.Var(probe), self.w.players, checked=False)
        self.b.store(reg.winners, ops.Fold(kind, (ops.Loop(probe, ops.Cell(reg.inside)),), None, scores))
        self.b.store(reg.measured, ops.Const(1 if step.highest else 2))
        self._finish(step.match, context, step)

    def _measure(self, node: n.Expr, player: Value, context: Context) -> ops.Op:
        scope = context.scope.with_has(player)
        if isinstance(node, n.Name):
            value = self.e.single(self.e.access(node.phrase, [player], scope, node), node)
        else:
            value = self.e.value(node, scope)
        if value.ty.many:
            return ops.Count(value.op)
        if not value.ty.kind.is_number:
            raise Bad("E417", f"players are ranked by a number, but this is {value.ty.called()}", node.span, help="name a memory or a word that is a number")
        return value.op

    def _finish(self, match: bool, context: Context, node: n.Node) -> None:
        reg = self.reg
        self.b.store(reg.over, ops.ONE)
        self.b.store(reg.reason, ops.Const(context.reason))
        if match or context.ends_match:
            self.b.store(reg.match_over, ops.ONE)
            self.b.current.end = ops.Over()
        else:
            self.b.jump(self.game_exit)
        self.b.dead()

    def _say(self, step: n.Say, context: Context) -> None:
        self.b.emit(ops.Tell(self.w.text(step.text.value)))


TABLE: dict[type, Callable[[Steps, Any, Context], None]] = {
    n.If: Steps._if, n.For: Steps._for, n.Repeat: Steps._repeat, n.InTurn: Steps._in_turn, n.Choose: Steps._choose,
    n.Attempt: Steps._attempt, n.Roll: Steps._roll, n.Draw: Steps._draw, n.Move: Steps._move, n.TurnDie: Steps._turn_die,
    n.Swap: Steps._swap, n.Show: Steps._show, n.Set: Steps._set, n.Add: Steps._change, n.Take: Steps._change, n.Do: Steps._do,
    n.Stop: Steps._stop, n.EndTurn: Steps._end_turn, n.EndRound: Steps._end_round, n.PlayTurn: Steps._play_turn,
    n.PlayGame: Steps._play_game, n.ExtraTurn: Steps._extra_turn, n.Eliminate: Steps._eliminate, n.Wins: Steps._wins,
    n.BestWins: Steps._best_wins, n.Say: Steps._say,
}  # fmt: skip
