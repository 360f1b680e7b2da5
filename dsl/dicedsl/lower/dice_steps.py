"""Steps that move, roll, turn, draw and show dice."""

from __future__ import annotations

from attrs import evolve

from dicedsl.lower.step_lowering import Handler, LotBlocks, StepContext, StepLowering
from dicedsl.lower.values import LoweredType, Value, shape_of
from dicedsl.program import ops
from dicedsl.text.source import Span
from dicedsl.typed import tree as t


def _roll(lowering: StepLowering, step: t.Roll, context: StepContext) -> None:
    dice = lowering.expressions.value(step.dice)
    after = lowering.blocks.new("after roll")
    lowering.blocks.current.end = ops.RollDice(dice.op, after.number)
    lowering.world.program.spans[lowering.blocks.current.number] = step.span
    lowering.blocks.start(after)


def _draw(lowering: StepLowering, step: t.Draw, context: StepContext) -> None:
    members = lowering.expressions.value(step.members)
    cell = lowering.world.layout.cells(1)
    lowering.note_remembered_dice(members.ty, cell)
    after = lowering.blocks.new("after draw")
    lowering.blocks.current.end = ops.DrawOne(members.op, cell, after.number, shape_of(members.ty.kind))
    lowering.world.program.spans[lowering.blocks.current.number] = step.span
    lowering.blocks.start(after)
    lowering.expressions.bind(
        step.local, Value(ops.Cell(cell), LoweredType(members.ty.kind), members.low, members.high)
    )


def location(lowering: StepLowering, target: t.Target) -> ops.Op:
    """The number of the zone or place that dice are moved to."""
    if isinstance(target, t.InZone):
        return zone_number(lowering, target)
    place = lowering.expressions.value(target.place)
    return ops.Bin("+", ops.Const(first_location(lowering, place)), _check_place(lowering, place.op, target.span))


def first_location(lowering: StepLowering, place: Value) -> int:
    """The number of the first place of a board, counted on from the zones."""
    return len(lowering.world.program.zones) + lowering.world.boards.first_place(place.ty.kind.board)


def zone_number(lowering: StepLowering, target: t.InZone) -> ops.Op:
    decl = lowering.world.material.zones[target.zone.name]
    values = [lowering.expressions.value(key) for key in target.keys]
    if not values:
        return ops.Const(decl.first)
    index = lowering.expressions.index(decl, values)
    if not isinstance(index, ops.Const):
        # Counted on from the first zone of that name, what is nobody's would be another zone.
        index = lowering.store_if_costly(index)
        lowering.blocks.emit(
            ops.Check(ops.Bin(">=", index, ops.ZERO), "F503", "this belongs to nobody here", target.span)
        )
    return ops.Bin("+", ops.Const(decl.first), index)


def _check_place(lowering: StepLowering, place: ops.Op, span: Span) -> ops.Op:
    """A place that a die is moved to: the game is at fault where it is none."""
    place = lowering.store_if_costly(place)
    if not isinstance(place, ops.Const):
        lowering.blocks.emit(ops.Check(ops.Bin(">=", place, ops.ZERO), "F520", "there is no such place", span))
    return place


def _move(lowering: StepLowering, step: t.MoveDice, context: StepContext) -> None:
    dice = lowering.expressions.value(step.dice)
    target = location(lowering, step.target)
    if step.count is None:
        lowering.blocks.emit(ops.Put(dice.op, target, step.span))
        return
    if isinstance(step.count, t.Expr):
        _move_so_many(lowering, step, step.count, dice, target)
        return
    rest = lowering.world.layout.new_var()
    one = ops.Single(ops.Lowest(ops.Var(rest)))
    lowering.blocks.emit(ops.StoreVar(rest, dice.op))
    for _ in range(step.count):
        lowering.blocks.emit(ops.Check(ops.Var(rest), "F501", "there are not enough dice to move", step.span))
        lowering.blocks.emit(ops.Put(one, target, step.span))
        lowering.blocks.emit(ops.StoreVar(rest, ops.Bin("&~", ops.Var(rest), one)))


def _move_so_many(lowering: StepLowering, step: t.MoveDice, wanted: t.Expr, dice: Value, target: ops.Op) -> None:
    """`move (n) of S to Z`."""
    layout, blocks = lowering.world.layout, lowering.blocks
    count, rest, where = (layout.new_var() for _ in range(3))
    blocks.emit(ops.StoreVar(count, lowering.expressions.value(wanted).op))
    blocks.emit(ops.StoreVar(rest, dice.op))
    blocks.emit(ops.StoreVar(where, target))
    enough = ops.Bin("<=", ops.Var(count), ops.Count(ops.Var(rest)))
    blocks.emit(ops.Check(enough, "F501", "there are not enough dice to move", step.span))
    one = ops.Single(ops.Lowest(ops.Var(rest)))
    body = (ops.Put(one, ops.Var(where), step.span), ops.StoreVar(rest, ops.Bin("&~", ops.Var(rest), one)))
    blocks.emit(ops.Each(ops.Loop(layout.new_var(), ops.ONE, ops.Var(count)), None, body))


def _lay_out(lowering: StepLowering, step: t.LayOut, context: StepContext) -> None:
    """`move S to PLACES`: dice that stand on the board are lifted before the first of them is put down."""
    layout, blocks = lowering.world.layout, lowering.blocks
    dice, places = lowering.expressions.value(step.dice), lowering.expressions.value(step.places)
    count, left, todo = (layout.new_var() for _ in range(3))
    blocks.emit(ops.StoreVar(left, dice.op))
    blocks.emit(ops.StoreVar(todo, places.op))
    room = ops.Count(ops.Var(todo))
    wanted = (
        ops.Const(step.count)
        if isinstance(step.count, int)
        else room
        if step.count is None
        else lowering.expressions.value(step.count).op
    )
    blocks.emit(ops.StoreVar(count, wanted))
    enough = ops.Bin("<=", ops.Var(count), ops.Count(ops.Var(left)))
    blocks.emit(
        ops.Check(
            enough,
            "F501",
            "there are fewer dice than places to lay them on"
            if step.count is None
            else "there are not enough dice to move",
            step.span,
        )
    )
    if step.count is not None:
        message = "there are fewer places than dice to lay on them"
        blocks.emit(ops.Check(ops.Bin("<=", ops.Var(count), room), "F501", message, step.span))
    first = ops.Single(ops.Lowest(ops.Var(left)))
    if not isinstance(step.dice, t.ZoneDice):
        lifted = layout.new_var()
        away = ops.Const(len(lowering.world.program.zones) - 1)
        blocks.emit(ops.StoreVar(lifted, ops.ZERO))
        lift = (
            ops.StoreVar(lifted, ops.Bin("|", ops.Var(lifted), first)),
            ops.StoreVar(left, ops.Bin("&~", ops.Var(left), first)),
        )
        blocks.emit(ops.Each(ops.Loop(layout.new_var(), ops.ONE, ops.Var(count)), None, lift))
        blocks.emit(ops.StoreVar(left, ops.Var(lifted)))
        blocks.emit(ops.Put(ops.Var(left), away, step.span))
    place = ops.Lowest(ops.Var(todo))
    body = (
        ops.Put(first, ops.Bin("+", ops.Const(first_location(lowering, places)), place), step.span),
        ops.StoreVar(left, ops.Bin("&~", ops.Var(left), first)),
        ops.StoreVar(todo, ops.Bin("&~", ops.Var(todo), ops.Single(place))),
    )
    blocks.emit(ops.Each(ops.Loop(layout.new_var(), ops.ONE, ops.Var(count)), None, body))


def _move_by_lot(lowering: StepLowering, step: t.MoveByLot, context: StepContext) -> None:
    """A draw for each place, in natural order, from the dice that are left."""
    blocks, layout, program = lowering.blocks, lowering.world.layout, lowering.world.program
    dice, places = lowering.expressions.value(step.dice), lowering.expressions.value(step.places)
    left, todo, drawn = layout.cells(1), layout.cells(1), layout.cells(1)
    program.dice_cells.update((left, drawn))
    blocks.store(left, dice.op)
    blocks.store(todo, places.op)
    enough = ops.Bin("<=", ops.Count(ops.Cell(todo)), ops.Count(ops.Cell(left)))
    blocks.emit(ops.Check(enough, "F501", "there are fewer dice than places to lay them on", step.span))
    head, draw, after, done = (blocks.new(x) for x in ("by lot", "draw", "drawn", "by lot done"))
    blocks.jump(head)
    blocks.start(head)
    blocks.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), draw, done)
    draw.end = ops.DrawOne(ops.Cell(left), drawn, after.number, "die", dealt=True)
    program.spans[draw.number] = step.span
    lowering.lots.append(LotBlocks(draw, after, left, drawn))
    blocks.start(after)
    place = ops.Lowest(ops.Cell(todo))
    where = ops.Bin("+", ops.Const(first_location(lowering, places)), place)
    blocks.emit(ops.Put(ops.Single(ops.Cell(drawn)), where, step.span))
    blocks.store(todo, ops.Bin("&~", ops.Cell(todo), ops.Single(place)))
    blocks.store(left, ops.Bin("&~", ops.Cell(left), ops.Single(ops.Cell(drawn))))
    blocks.jump(head)
    blocks.start(done)
    # Nothing of it is remembered.
    blocks.store(left, ops.ZERO)
    blocks.store(drawn, ops.ZERO)


def lay_out_lot_blocks(lowering: StepLowering) -> None:
    """Make equal dice one lot where no rule remembers a single die: the first of them is taken, whichever is drawn."""
    program, reg = lowering.world.program, lowering.reg
    if program.remembers_dice or not lowering.lots:
        return
    count, zones = len(program.dice), len(program.zones)
    groups = {d: sum(1 << other for other in group) for group in program.plain_groups for d in group}
    group = lowering.world.layout.list_of(tuple(groups.get(d, 1 << d) for d in range(count)))
    for lot in lowering.lots:
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


def _turn_die(lowering: StepLowering, step: t.TurnDie, context: StepContext) -> None:
    dice, wanted = lowering.expressions.value(step.dice), lowering.expressions.value(step.wanted)
    number = wanted.op if wanted.ty.kind.is_number else lowering.world.boards.number_of(wanted.op)
    lowering.blocks.emit(ops.Face(dice.op, number))


def _swap(lowering: StepLowering, step: t.Swap, context: StepContext) -> None:
    left, right = lowering.expressions.value(step.left), lowering.expressions.value(step.right)
    first, board = first_location(lowering, left), left.ty.kind.board
    p, q = _check_place(lowering, left.op, step.left.span), _check_place(lowering, right.op, step.right.span)
    a, b = (lowering.store_if_costly(ops.Single(lowering.world.boards.die_on(place, board))) for place in (p, q))
    away = len(lowering.world.program.zones) - 1
    lowering.blocks.emit(ops.Put(a, ops.Const(away), step.span))
    lowering.blocks.emit(ops.Put(b, ops.Bin("+", ops.Const(first), p), step.span))
    lowering.blocks.emit(ops.Put(a, ops.Bin("+", ops.Const(first), q), step.span))


def _show(lowering: StepLowering, step: t.Show, context: StepContext) -> None:
    dice = lowering.expressions.value(step.dice)
    lowering.blocks.store(lowering.reg.shown, ops.Bin("|", ops.Cell(lowering.reg.shown), dice.op))


HANDLERS: dict[type, Handler] = {
    t.Roll: _roll, t.Draw: _draw, t.MoveDice: _move, t.LayOut: _lay_out, t.MoveByLot: _move_by_lot, t.TurnDie: _turn_die, t.Swap: _swap, t.Show: _show,
}  # fmt: skip
