"""Steps that move, roll, turn, draw and show dice, and steps that change memory."""

from __future__ import annotations

from attrs import evolve, frozen

from dicedsl.lower.flow import Context, Flow
from dicedsl.lower.kinds import DIE, NOTHING, PLAYER, POINT, TRUTH, Stream, Ty, Value, absent
from dicedsl.lower.scope import Bad, SlotDecl
from dicedsl.lower.world import World
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.syntax import nodes as n


@frozen
class Lot:
    """A step `by lot`: the block that draws, the one after it, and the cells of the dice left and the die drawn."""

    draw: ops.Block
    after: ops.Block
    left: int
    drawn: int


class DiceSteps(Flow):
    """What happens to dice and to memory."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.lots: list[Lot] = []

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
            meaning = Stream(
                stream.loops, test if stream.condition is None else ops.Bin("and", stream.condition, test), stream.item
            )
        members = self.e.single(meaning, step.source)
        if not members.ty.many:
            raise Bad("E304", f"a set is expected here, but this is {members.ty.called()}", step.source.span)
        cell = self.w.cells(1)
        self.remembers(members.ty, cell)
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
        if value.ty.kind is POINT and not value.ty.many:
            value = self.e.as_place(value)
        board = self.w.board_of(value.ty.kind)
        if board is None or value.ty.many:
            raise Bad(
                "E406",
                f"dice are moved to a zone or a place, but this is {value.ty.called()}",
                node.span,
                help=f"the zones of this game: {', '.join(list(self.w.zones)[:6])}",
            )
        first = len(self.w.program.zones) + self.w.first_place(board)
        return ops.Bin("+", ops.Const(first), self._existing(value.op, node))

    def _existing(self, place: ops.Op, node: n.Node) -> ops.Op:
        """A place that a die is moved to: the game is at fault where it is none."""
        place = self.worked_out(place)
        if not isinstance(place, ops.Const):
            self.b.emit(ops.Check(ops.Bin(">=", place, ops.ZERO), "F520", "there is no such place", node.span))
        return place

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
            raise Bad(
                "E407",
                f'say whose "{phrase.text}" is meant',
                phrase.span,
                help=f"write `your {phrase.text}` or `{phrase.text} of p`",
            )
        values = [self.e.want_one(a, k, node) for a, k in zip(arguments, zone.keys, strict=True)]
        if not zone.keys:
            return ops.Const(zone.first)
        index = self.e.index(zone, values)
        if not isinstance(index, ops.Const):
            # Counted on from the first zone of that name, what is nobody's would be another zone.
            index = self.worked_out(index)
            self.b.emit(ops.Check(ops.Bin(">=", index, ops.ZERO), "F503", "this belongs to nobody here", node.span))
        return ops.Bin("+", ops.Const(zone.first), index)

    def _move(self, step: n.Move, context: Context) -> None:
        dice = self.e.members(step.dice, context.scope, DIE)
        target = self._location(step.target, context)
        if step.amount is None:
            self.b.emit(ops.Put(dice.op, target, step.span))
            return
        if step.amount.word != "one" and not isinstance(step.amount.low, n.Number):
            self._move_so_many(step, dice, target, context)
            return
        count = 1 if step.amount.word == "one" else step.amount.low.value  # type: ignore[union-attr]
        if count > 200:
            raise Bad(
                "E408", "too many dice are moved at once", step.span, help="leave out the number to move all of them"
            )
        rest = self.w.new_var()
        self.b.emit(ops.StoreVar(rest, dice.op))
        for _ in range(count):
            self.b.emit(ops.Check(ops.Var(rest), "F501", "there are not enough dice to move", step.span))
            self.b.emit(ops.Put(ops.Single(ops.Lowest(ops.Var(rest))), target, step.span))
            self.b.emit(ops.StoreVar(rest, ops.Bin("&~", ops.Var(rest), ops.Single(ops.Lowest(ops.Var(rest))))))

    def _move_so_many(self, step: n.Move, dice: Value, target: ops.Op, context: Context) -> None:
        """`move (n) of S to Z`."""
        assert step.amount is not None and step.amount.low is not None
        count, rest, where = (self.w.new_var() for _ in range(3))
        self.b.emit(ops.StoreVar(count, self.e.number(step.amount.low, context.scope).op))
        self.b.emit(ops.StoreVar(rest, dice.op))
        self.b.emit(ops.StoreVar(where, target))
        enough = ops.Bin("<=", ops.Var(count), ops.Count(ops.Var(rest)))
        self.b.emit(ops.Check(enough, "F501", "there are not enough dice to move", step.span))
        one = ops.Single(ops.Lowest(ops.Var(rest)))
        body = (ops.Put(one, ops.Var(where), step.span), ops.StoreVar(rest, ops.Bin("&~", ops.Var(rest), one)))
        self.b.emit(ops.Each(ops.Loop(self.w.new_var(), ops.ONE, ops.Var(count)), None, body))

    def _move_by_lot(self, step: n.MoveByLot, context: Context) -> None:
        """A draw for each place, in natural order, from the dice that are left."""
        dice = self.e.members(step.dice, context.scope, DIE)
        places = self.e.members(step.places, context.scope)
        board = self.w.board_of(places.ty.kind)
        if board is None:
            raise Bad(
                "E436",
                f"`by lot` lays dice out on places, but this is {places.ty.called()}",
                step.places.span,
                help="name places of a board, such as `empty squares`",
            )
        left, todo, drawn = self.w.cells(1), self.w.cells(1), self.w.cells(1)
        self.w.program.dice_cells.update((left, drawn))
        self.b.store(left, dice.op)
        self.b.store(todo, places.op)
        enough = ops.Bin("<=", ops.Count(ops.Cell(todo)), ops.Count(ops.Cell(left)))
        self.b.emit(ops.Check(enough, "F501", "there are fewer dice than places to lay them on", step.span))
        head, draw, after, done = (self.b.new(x) for x in ("by lot", "draw", "drawn", "by lot done"))
        self.b.jump(head)
        self.b.start(head)
        self.b.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), draw, done)
        draw.end = ops.DrawOne(ops.Cell(left), drawn, after.number, "die", dealt=True)
        self.w.program.spans[draw.number] = step.span
        self.lots.append(Lot(draw, after, left, drawn))
        self.b.start(after)
        first = len(self.w.program.zones) + self.w.first_place(board)
        place = ops.Lowest(ops.Cell(todo))
        self.b.emit(ops.Put(ops.Single(ops.Cell(drawn)), ops.Bin("+", ops.Const(first), place), step.span))
        self.b.store(todo, ops.Bin("&~", ops.Cell(todo), ops.Single(place)))
        self.b.store(left, ops.Bin("&~", ops.Cell(left), ops.Single(ops.Cell(drawn))))
        self.b.jump(head)
        self.b.start(done)
        # Nothing of it is remembered.
        self.b.store(left, ops.ZERO)
        self.b.store(drawn, ops.ZERO)

    def settle_lots(self) -> None:
        """Where no rule remembers a single die, equal dice are one lot: the first of them is taken, whichever is drawn."""
        program, reg = self.w.program, self.reg
        if program.remembers_dice or not self.lots:
            return
        count, zones = len(program.dice), len(program.zones)
        groups = {d: sum(1 << other for other in group) for group in program.plain_groups for d in group}
        group = self.w.list_of(tuple(groups.get(d, 1 << d) for d in range(count)))
        for lot in self.lots:
            end, drawn = lot.draw.end, ops.Cell(lot.drawn)
            assert isinstance(end, ops.DrawOne)
            lot.draw.end = evolve(end, alike=True)
            where = ops.CellAt(reg.location, drawn, count)
            number = ops.CellAt(reg.face, drawn, count)
            here = ops.Cond(
                ops.Bin("<", where, ops.Const(zones)),
                ops.CellAt(reg.zone_mask, where, zones, 0),
                ops.Single(drawn),
            )
            equal = ops.Bin("&", ops.Bin("&", ops.Cell(lot.left), ops.ListAt(group, drawn, 0)), here)
            equal = ops.Bin("&", equal, ops.CellAt(reg.showing, number, program.max_face + 1, 0))
            shown = ops.Cell(reg.shown)
            equal = ops.Bin("&", equal, ops.Cond(ops.Bit(shown, drawn), shown, ops.Bin("&~", equal, shown)))
            lot.after.body.insert(0, ops.Store(lot.drawn, ops.Lowest(equal)))

    def _turn_die(self, step: n.TurnDie, context: Context) -> None:
        dice = self.e.members(step.die, context.scope, DIE)
        wanted = self.e.value(step.number, context.scope)
        if wanted.ty == Ty(self.w.kinds.get("orientation", DIE), maybe=wanted.ty.maybe):
            self.b.emit(ops.Face(dice.op, self.w.number_of(wanted.op)))
            return
        self.b.emit(ops.Face(dice.op, self.e.number(step.number, context.scope).op))

    def _swap(self, step: n.Swap, context: Context) -> None:
        values = [self.e.value(node, context.scope) for node in (step.left, step.right)]
        left, right = (self.e.as_place(v) if v.ty.kind is POINT and not v.ty.many else v for v in values)
        board = self.w.board_of(left.ty.kind)
        if board is None or left.ty.kind != right.ty.kind or left.ty.many or right.ty.many:
            raise Bad(
                "E409", "`swap` exchanges what stands on two places", step.span, help="name two places of a board"
            )
        first = len(self.w.program.zones) + self.w.first_place(board)
        p, q = (self._existing(place.op, node) for node, place in ((step.left, left), (step.right, right)))
        a, b = (self.worked_out(ops.Single(self.w.die_on(place, board))) for place in (p, q))
        away = len(self.w.program.zones) - 1
        self.b.emit(ops.Put(a, ops.Const(away), step.span))
        self.b.emit(ops.Put(b, ops.Bin("+", ops.Const(first), p), step.span))
        self.b.emit(ops.Put(a, ops.Bin("+", ops.Const(first), q), step.span))

    def _show(self, step: n.Show, context: Context) -> None:
        dice = self.e.members(step.dice, context.scope, DIE)
        self.b.store(self.reg.shown, ops.Bin("|", ops.Cell(self.reg.shown), dice.op))

    def _write(self, slot: SlotDecl, index: ops.Op | None, value: ops.Op, node: n.Node) -> None:
        if (
            slot.item.ty.kind.is_number
            and not slot.item.ty.many
            and slot.item.low is not None
            and slot.node.bounds is not None
        ):
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
            return ops.Const(absent(ty))
        if value.ty.kind != ty.kind:
            hint = (
                "`count of ...` says how many there are"
                if ty.kind.is_number and value.ty.many
                else f"give {ty.called()}"
            )
            raise Bad(
                "E411", f'"{slot.name}" holds {ty.called()}, but this is {value.ty.called()}', node.span, help=hint
            )
        if value.ty.many and not ty.many:
            raise Bad(
                "E411",
                f'"{slot.name}" holds {ty.called()}, but this is {value.ty.called()}',
                node.span,
                help="`first of ...` takes one of a set",
            )
        if ty.many and not value.ty.many:
            return ops.Single(value.op)
        return value.op

    def _set(self, step: n.Set, context: Context) -> None:
        slot, index = self.e.slot_target(step.target, context.scope)
        value = self.e.value(step.value, context.scope)
        op = self._fitted(value, slot, step.value)
        if slot.base == self.reg.starter:
            op = self.worked_out(op)
            self.b.emit(ops.Check(ops.Bin(">=", op, ops.ZERO), "F503", "nobody cannot begin", step.value.span))
        self._write(slot, index, op, step)

    def _change(self, step: n.Add | n.Take, context: Context) -> None:
        slot, index = self.e.slot_target(step.target, context.scope)
        adding = isinstance(step, n.Add)
        ty = slot.item.ty
        total = 1
        for size in slot.sizes:
            total *= size
        if index is not None:
            index = self.worked_out(index)
        old: ops.Op = ops.Cell(slot.base) if index is None else ops.CellAt(slot.base, index, total, absent(ty))
        if ty.many:
            value = (
                self.e.members(step.value, context.scope)
                if not ty.kind.is_number
                else self._numbers(step.value, context)
            )
            if value.ty.kind != ty.kind:
                raise Bad(
                    "E411",
                    f'"{slot.name}" holds {ty.called()}, but this is {value.ty.called()}',
                    step.value.span,
                    help=f"give {ty.called()}",
                )
            self._write(slot, index, ops.Bin("|" if adding else "&~", old, value.op), step)
            return
        if not ty.kind.is_number:
            raise Bad(
                "E412",
                f'"{slot.name}" holds {ty.called()}; only numbers and sets can be added to',
                step.span,
                help=f"write `set {slot.name} to ...`",
            )
        number = self.e.number(step.value, context.scope)
        if ty.maybe:
            old = ops.Cond(ops.Bin("==", old, ops.Const(NO_NUMBER)), ops.ZERO, old)
        self._write(slot, index, ops.Bin("+" if adding else "-", old, number.op), step)

    def _numbers(self, node: n.Expr, context: Context) -> Value:
        value = self.e.value(node, context.scope)
        return value if value.ty.many else Value(ops.Single(value.op), Ty(value.ty.kind, many=True))
