"""Steps that change memory."""

from __future__ import annotations

from dicedsl.lower.material import SlotDecl
from dicedsl.lower.step_lowering import Handler, StepContext, StepLowering
from dicedsl.lower.values import absent
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.text.source import Span
from dicedsl.typed import tree as t


def cell_of(lowering: StepLowering, target: t.Cell) -> tuple[SlotDecl, ops.Op | None]:
    """The memory a step writes to, and the index of the cell if it has keys."""
    slot = lowering.world.material.memory(target.memory)
    values = [lowering.expressions.value(key) for key in target.keys]
    return slot, lowering.expressions.index(slot, values) if values else None


def _write(lowering: StepLowering, slot: SlotDecl, index: ops.Op | None, value: ops.Op, span: Span) -> None:
    ty, low, high = slot.item.ty, slot.item.low, slot.item.high
    if ty.kind.is_number and not ty.many and low is not None and slot.memory.bounds is not None:
        kept = lowering.world.layout.new_var()
        lowering.blocks.emit(ops.StoreVar(kept, value))
        value = ops.Var(kept)
        assert high is not None
        fits: ops.Op = ops.Bin("and", ops.Bin("<=", ops.Const(low), value), ops.Bin("<=", value, ops.Const(high)))
        if ty.maybe:
            fits = ops.Bin("or", ops.Bin("==", value, ops.Const(NO_NUMBER)), fits)
        lowering.blocks.emit(ops.Check(fits, "F502", f'"{slot.memory.name}" must stay within {low} to {high}', span))
    if index is None:
        lowering.blocks.store(slot.base, value)
    else:
        lowering.blocks.emit(ops.StoreAt(slot.base, index, slot.size, value, span))


def _check_cell(lowering: StepLowering, target: t.Cell) -> tuple[SlotDecl, ops.Op | None]:
    """The cell that a step writes to; the game is at fault where nothing is kept for its number."""
    slot, index = cell_of(lowering, target)
    if slot.numbers is None or index is None:
        return slot, index
    index = lowering.store_if_costly(index)
    inside = ops.Bin("and", ops.Bin("<=", ops.ZERO, index), ops.Bin("<", index, ops.Const(slot.size)))
    message = f'"{slot.memory.name}" is kept for {slot.numbers[0]} to {slot.numbers[1]} only'
    lowering.blocks.emit(ops.Check(inside, "F503", message, target.span))
    return slot, index


def _set(lowering: StepLowering, step: t.Set, context: StepContext) -> None:
    slot, index = _check_cell(lowering, step.target)
    op = lowering.expressions.value(step.value).op
    if slot.base == lowering.reg.starter:
        op = lowering.store_if_costly(op)
        lowering.blocks.emit(ops.Check(ops.Bin(">=", op, ops.ZERO), "F503", "nobody cannot begin", step.value.span))
    _write(lowering, slot, index, op, step.span)


def _change(lowering: StepLowering, step: t.Change, context: StepContext) -> None:
    slot, index = _check_cell(lowering, step.target)
    ty = slot.item.ty
    if index is not None:
        index = lowering.store_if_costly(index)
    old: ops.Op = ops.Cell(slot.base) if index is None else ops.CellAt(slot.base, index, slot.size, absent(ty))
    value = lowering.expressions.value(step.value).op
    if ty.many:
        _write(lowering, slot, index, ops.Bin("|" if step.is_adding else "&~", old, value), step.span)
        return
    if ty.maybe:
        old = ops.Cond(ops.Bin("==", old, ops.Const(NO_NUMBER)), ops.ZERO, old)
    _write(lowering, slot, index, ops.Bin("+" if step.is_adding else "-", old, value), step.span)


HANDLERS: dict[type, Handler] = {t.Set: _set, t.Change: _change}
