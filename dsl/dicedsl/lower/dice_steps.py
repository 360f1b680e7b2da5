"""Steps that move, roll, turn, draw and show dice."""

from __future__ import annotations

from attrs import evolve

from dicedsl.lower.laying import Context, Handler, LaidLot, Laying
from dicedsl.lower.values import Ty, Value, shape_of
from dicedsl.program import ops
from dicedsl.text.source import Span
from dicedsl.typed import tree as t


def _roll(lay: Laying, step: t.Roll, context: Context) -> None:
    dice = lay.e.value(step.dice)
    after = lay.b.new("after roll")
    lay.b.current.end = ops.RollDice(dice.op, after.number)
    lay.w.program.spans[lay.b.current.number] = step.span
    lay.b.start(after)


def _draw(lay: Laying, step: t.Draw, context: Context) -> None:
    members = lay.e.value(step.members)
    cell = lay.w.layout.cells(1)
    lay.remembers(members.ty, cell)
    after = lay.b.new("after draw")
    lay.b.current.end = ops.DrawOne(members.op, cell, after.number, shape_of(members.ty.kind))
    lay.w.program.spans[lay.b.current.number] = step.span
    lay.b.start(after)
    lay.e.bind(step.local, Value(ops.Cell(cell), Ty(members.ty.kind), members.low, members.high))


def location(lay: Laying, target: t.Target) -> ops.Op:
    """The number of the zone or place that dice are moved to."""
    if isinstance(target, t.InZone):
        return zone_number(lay, target)
    place = lay.e.value(target.place)
    return ops.Bin("+", ops.Const(first_location(lay, place)), _existing(lay, place.op, target.span))


def first_location(lay: Laying, place: Value) -> int:
    """The number of the first place of a board, counted on from the zones."""
    return len(lay.w.program.zones) + lay.w.boards.first_place(place.ty.kind.board)


def zone_number(lay: Laying, target: t.InZone) -> ops.Op:
    decl = lay.w.material.zones[target.zone.name]
    values = [lay.e.value(key) for key in target.keys]
    if not values:
        return ops.Const(decl.first)
    index = lay.e.index(decl, values)
    if not isinstance(index, ops.Const):
        # Counted on from the first zone of that name, what is nobody's would be another zone.
        index = lay.worked_out(index)
        lay.b.emit(ops.Check(ops.Bin(">=", index, ops.ZERO), "F503", "this belongs to nobody here", target.span))
    return ops.Bin("+", ops.Const(decl.first), index)


def _existing(lay: Laying, place: ops.Op, span: Span) -> ops.Op:
    """A place that a die is moved to: the game is at fault where it is none."""
    place = lay.worked_out(place)
    if not isinstance(place, ops.Const):
        lay.b.emit(ops.Check(ops.Bin(">=", place, ops.ZERO), "F520", "there is no such place", span))
    return place


def _move(lay: Laying, step: t.MoveDice, context: Context) -> None:
    dice = lay.e.value(step.dice)
    target = location(lay, step.target)
    if step.count is None:
        lay.b.emit(ops.Put(dice.op, target, step.span))
        return
    if isinstance(step.count, t.Expr):
        _move_so_many(lay, step, step.count, dice, target)
        return
    rest = lay.w.layout.new_var()
    one = ops.Single(ops.Lowest(ops.Var(rest)))
    lay.b.emit(ops.StoreVar(rest, dice.op))
    for _ in range(step.count):
        lay.b.emit(ops.Check(ops.Var(rest), "F501", "there are not enough dice to move", step.span))
        lay.b.emit(ops.Put(one, target, step.span))
        lay.b.emit(ops.StoreVar(rest, ops.Bin("&~", ops.Var(rest), one)))


def _move_so_many(lay: Laying, step: t.MoveDice, wanted: t.Expr, dice: Value, target: ops.Op) -> None:
    """`move (n) of S to Z`."""
    layout, b = lay.w.layout, lay.b
    count, rest, where = (layout.new_var() for _ in range(3))
    b.emit(ops.StoreVar(count, lay.e.value(wanted).op))
    b.emit(ops.StoreVar(rest, dice.op))
    b.emit(ops.StoreVar(where, target))
    enough = ops.Bin("<=", ops.Var(count), ops.Count(ops.Var(rest)))
    b.emit(ops.Check(enough, "F501", "there are not enough dice to move", step.span))
    one = ops.Single(ops.Lowest(ops.Var(rest)))
    body = (ops.Put(one, ops.Var(where), step.span), ops.StoreVar(rest, ops.Bin("&~", ops.Var(rest), one)))
    b.emit(ops.Each(ops.Loop(layout.new_var(), ops.ONE, ops.Var(count)), None, body))


def _lay_out(lay: Laying, step: t.LayOut, context: Context) -> None:
    """`move S to PLACES`: dice that stand on the board are lifted before the first of them is put down."""
    layout, b = lay.w.layout, lay.b
    dice, places = lay.e.value(step.dice), lay.e.value(step.places)
    count, left, todo = (layout.new_var() for _ in range(3))
    b.emit(ops.StoreVar(left, dice.op))
    b.emit(ops.StoreVar(todo, places.op))
    room = ops.Count(ops.Var(todo))
    wanted = (
        ops.Const(step.count)
        if isinstance(step.count, int)
        else room
        if step.count is None
        else lay.e.value(step.count).op
    )
    b.emit(ops.StoreVar(count, wanted))
    enough = ops.Bin("<=", ops.Var(count), ops.Count(ops.Var(left)))
    b.emit(
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
        b.emit(ops.Check(ops.Bin("<=", ops.Var(count), room), "F501", message, step.span))
    first = ops.Single(ops.Lowest(ops.Var(left)))
    if not isinstance(step.dice, t.Held):
        lifted = layout.new_var()
        away = ops.Const(len(lay.w.program.zones) - 1)
        b.emit(ops.StoreVar(lifted, ops.ZERO))
        lift = (
            ops.StoreVar(lifted, ops.Bin("|", ops.Var(lifted), first)),
            ops.StoreVar(left, ops.Bin("&~", ops.Var(left), first)),
        )
        b.emit(ops.Each(ops.Loop(layout.new_var(), ops.ONE, ops.Var(count)), None, lift))
        b.emit(ops.StoreVar(left, ops.Var(lifted)))
        b.emit(ops.Put(ops.Var(left), away, step.span))
    place = ops.Lowest(ops.Var(todo))
    body = (
        ops.Put(first, ops.Bin("+", ops.Const(first_location(lay, places)), place), step.span),
        ops.StoreVar(left, ops.Bin("&~", ops.Var(left), first)),
        ops.StoreVar(todo, ops.Bin("&~", ops.Var(todo), ops.Single(place))),
    )
    b.emit(ops.Each(ops.Loop(layout.new_var(), ops.ONE, ops.Var(count)), None, body))


def _move_by_lot(lay: Laying, step: t.MoveByLot, context: Context) -> None:
    """A draw for each place, in natural order, from the dice that are left."""
    b, layout, program = lay.b, lay.w.layout, lay.w.program
    dice, places = lay.e.value(step.dice), lay.e.value(step.places)
    left, todo, drawn = layout.cells(1), layout.cells(1), layout.cells(1)
    program.dice_cells.update((left, drawn))
    b.store(left, dice.op)
    b.store(todo, places.op)
    enough = ops.Bin("<=", ops.Count(ops.Cell(todo)), ops.Count(ops.Cell(left)))
    b.emit(ops.Check(enough, "F501", "there are fewer dice than places to lay them on", step.span))
    head, draw, after, done = (b.new(x) for x in ("by lot", "draw", "drawn", "by lot done"))
    b.jump(head)
    b.start(head)
    b.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), draw, done)
    draw.end = ops.DrawOne(ops.Cell(left), drawn, after.number, "die", dealt=True)
    program.spans[draw.number] = step.span
    lay.lots.append(LaidLot(draw, after, left, drawn))
    b.start(after)
    place = ops.Lowest(ops.Cell(todo))
    where = ops.Bin("+", ops.Const(first_location(lay, places)), place)
    b.emit(ops.Put(ops.Single(ops.Cell(drawn)), where, step.span))
    b.store(todo, ops.Bin("&~", ops.Cell(todo), ops.Single(place)))
    b.store(left, ops.Bin("&~", ops.Cell(left), ops.Single(ops.Cell(drawn))))
    b.jump(head)
    b.start(done)
    # Nothing of it is remembered.
    b.store(left, ops.ZERO)
    b.store(drawn, ops.ZERO)


def settle_lots(lay: Laying) -> None:
    """Where no rule remembers a single die, equal dice are one lot: the first of them is taken, whichever is drawn."""
    program, reg = lay.w.program, lay.reg
    if program.remembers_dice or not lay.lots:
        return
    count, zones = len(program.dice), len(program.zones)
    groups = {d: sum(1 << other for other in group) for group in program.plain_groups for d in group}
    group = lay.w.layout.list_of(tuple(groups.get(d, 1 << d) for d in range(count)))
    for lot in lay.lots:
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


def _turn_die(lay: Laying, step: t.TurnDie, context: Context) -> None:
    dice, wanted = lay.e.value(step.dice), lay.e.value(step.wanted)
    number = wanted.op if wanted.ty.kind.is_number else lay.w.boards.number_of(wanted.op)
    lay.b.emit(ops.Face(dice.op, number))


def _swap(lay: Laying, step: t.Swap, context: Context) -> None:
    left, right = lay.e.value(step.left), lay.e.value(step.right)
    first, board = first_location(lay, left), left.ty.kind.board
    p, q = _existing(lay, left.op, step.left.span), _existing(lay, right.op, step.right.span)
    a, b = (lay.worked_out(ops.Single(lay.w.boards.die_on(place, board))) for place in (p, q))
    away = len(lay.w.program.zones) - 1
    lay.b.emit(ops.Put(a, ops.Const(away), step.span))
    lay.b.emit(ops.Put(b, ops.Bin("+", ops.Const(first), p), step.span))
    lay.b.emit(ops.Put(a, ops.Bin("+", ops.Const(first), q), step.span))


def _show(lay: Laying, step: t.Show, context: Context) -> None:
    dice = lay.e.value(step.dice)
    lay.b.store(lay.reg.shown, ops.Bin("|", ops.Cell(lay.reg.shown), dice.op))


HANDLERS: dict[type, Handler] = {
    t.Roll: _roll, t.Draw: _draw, t.MoveDice: _move, t.LayOut: _lay_out, t.MoveByLot: _move_by_lot, t.TurnDie: _turn_die, t.Swap: _swap, t.Show: _show,
}  # fmt: skip
