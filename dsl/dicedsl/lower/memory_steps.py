"""Steps that change memory."""

from __future__ import annotations

from dicedsl.lower.laying import Context, Handler, Laying
from dicedsl.lower.material import SlotDecl
from dicedsl.lower.values import absent
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.text.source import Span
from dicedsl.typed import tree as t


def cell_of(lay: Laying, target: t.Cell) -> tuple[SlotDecl, ops.Op | None]:
    """The memory a step writes to, and the index of the cell if it has keys."""
    slot = lay.world.material.memory(target.memory)
    values = [lay.expressions.value(key) for key in target.keys]
    return slot, lay.expressions.index(slot, values) if values else None


def _write(lay: Laying, slot: SlotDecl, index: ops.Op | None, value: ops.Op, span: Span) -> None:
    ty, low, high = slot.item.ty, slot.item.low, slot.item.high
    if ty.kind.is_number and not ty.many and low is not None and slot.memory.bounds is not None:
        kept = lay.world.layout.new_var()
        lay.blocks.emit(ops.StoreVar(kept, value))
        value = ops.Var(kept)
        assert high is not None
        fits: ops.Op = ops.Bin("and", ops.Bin("<=", ops.Const(low), value), ops.Bin("<=", value, ops.Const(high)))
        if ty.maybe:
            fits = ops.Bin("or", ops.Bin("==", value, ops.Const(NO_NUMBER)), fits)
        lay.blocks.emit(ops.Check(fits, "F502", f'"{slot.memory.name}" must stay within {low} to {high}', span))
    if index is None:
        lay.blocks.store(slot.base, value)
    else:
        lay.blocks.emit(ops.StoreAt(slot.base, index, slot.size, value, span))


def _written(lay: Laying, target: t.Cell) -> tuple[SlotDecl, ops.Op | None]:
    """The cell that a step writes to; the game is at fault where nothing is kept for its number."""
    slot, index = cell_of(lay, target)
    if slot.numbers is None or index is None:
        return slot, index
    index = lay.worked_out(index)
    inside = ops.Bin("and", ops.Bin("<=", ops.ZERO, index), ops.Bin("<", index, ops.Const(slot.size)))
    message = f'"{slot.memory.name}" is kept for {slot.numbers[0]} to {slot.numbers[1]} only'
    lay.blocks.emit(ops.Check(inside, "F503", message, target.span))
    return slot, index


def _set(lay: Laying, step: t.Set, context: Context) -> None:
    slot, index = _written(lay, step.target)
    op = lay.expressions.value(step.value).op
    if slot.base == lay.reg.starter:
        op = lay.worked_out(op)
        lay.blocks.emit(ops.Check(ops.Bin(">=", op, ops.ZERO), "F503", "nobody cannot begin", step.value.span))
    _write(lay, slot, index, op, step.span)


def _change(lay: Laying, step: t.Change, context: Context) -> None:
    slot, index = _written(lay, step.target)
    ty = slot.item.ty
    if index is not None:
        index = lay.worked_out(index)
    old: ops.Op = ops.Cell(slot.base) if index is None else ops.CellAt(slot.base, index, slot.size, absent(ty))
    value = lay.expressions.value(step.value).op
    if ty.many:
        _write(lay, slot, index, ops.Bin("|" if step.is_adding else "&~", old, value), step.span)
        return
    if ty.maybe:
        old = ops.Cond(ops.Bin("==", old, ops.Const(NO_NUMBER)), ops.ZERO, old)
    _write(lay, slot, index, ops.Bin("+" if step.is_adding else "-", old, value), step.span)


HANDLERS: dict[type, Handler] = {t.Set: _set, t.Change: _change}
