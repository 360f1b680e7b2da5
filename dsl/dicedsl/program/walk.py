"""Walking operations: what they are made of, the same with other parts, with values for variables, and with small pure functions put in
place of their calls (inlining)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import is_not
from typing import Any, Protocol

import attrs

from dicedsl.program import ops

MOST_COUNTED_NODES = 40


class Variables(Protocol):
    """What hands out variables."""

    def new_var(self) -> int: ...


ATOMS = (ops.Const, ops.Cell, ops.Var)


class _Fields(dict[type, tuple[str, ...] | None]):
    """The names of what a record of a class holds; None if it is no class of records. Asked of every part of every operation."""

    def __missing__(self, cls: type) -> tuple[str, ...] | None:
        self[cls] = names = tuple(a.name for a in attrs.fields(cls)) if attrs.has(cls) else None
        return names


FIELDS = _Fields()


def children(op: Any) -> list[Any]:
    parts: list[Any] = []
    for name in FIELDS[type(op)] or ():
        value = getattr(op, name)
        if isinstance(value, tuple):
            parts += [v for v in value if FIELDS[type(v)] is not None]
        elif FIELDS[type(value)] is not None:
            parts.append(value)
    return parts


def parts(op: Any) -> Iterator[Any]:
    """An operation and all that it is made of."""
    yield op
    for child in children(op):
        yield from parts(child)


def rebuilt(op: Any, change: Callable[[Any], Any]) -> Any:
    """The operation with each of its own parts changed; the operation itself if that leaves them the same."""
    changes: dict[str, Any] = {}
    for name in FIELDS[type(op)] or ():
        value = getattr(op, name)
        if isinstance(value, tuple):
            made: Any = tuple(change(v) if FIELDS[type(v)] is not None else v for v in value)
            if any(map(is_not, made, value)):
                changes[name] = made
        elif FIELDS[type(value)] is not None:
            made = change(value)
            if made is not value:
                changes[name] = made
    if isinstance(op, ops.Loop) and op.binds and changes:
        changes["high"] = changes["source"]  # by that it is known to give a name
    return attrs.evolve(op, **changes) if changes else op


def loop_over(loop: ops.Loop, var: int, change: Callable[[Any], Any]) -> ops.Loop:
    """The loop for another variable, with what it goes through changed."""
    source = change(loop.source)
    if loop.binds:  # by that both are the same it is known to give a name; changed twice they might not be
        return attrs.evolve(loop, var=var, source=source, high=source)
    return attrs.evolve(loop, var=var, source=source, high=None if loop.high is None else change(loop.high))


def size(op: Any, limit: int = MOST_COUNTED_NODES) -> int:
    """Number of operations, counted no further than just above the limit."""
    total = 1
    for child in children(op):
        total += size(child, limit - total)
        if total > limit:
            break
    return total


def uses(op: Any, var: int) -> int:
    if isinstance(op, ops.Var):
        return int(op.id == var)
    return sum(uses(child, var) for child in children(op))


def substitute(op: Any, mapping: dict[int, Any], world: Variables | None = None) -> Any:
    """The operation with variables replaced; loops inside get variables of their own, made by `world`, if it is to stand beside itself."""
    if isinstance(op, ops.Var):
        return mapping.get(op.id, op)
    if isinstance(op, ops.Fold):
        inner = dict(mapping)
        loops = []
        for loop in op.loops:
            changed = loop_over(loop, loop.var, lambda part: substitute(part, inner, world))
            fresh = loop.var if world is None else world.new_var()
            loops.append(attrs.evolve(changed, var=fresh))
            inner[loop.var] = ops.Var(fresh)
        condition = None if op.condition is None else substitute(op.condition, inner, world)
        return ops.Fold(op.kind, tuple(loops), condition, substitute(op.body, inner, world))
    return rebuilt(op, lambda part: substitute(part, mapping, world))


def inline(world: Variables, body: Any, params: tuple[int, ...], arguments: list[Any]) -> Any | None:
    """The body with arguments in place, if it is small and no argument would be worked out twice."""
    if size(body) > MOST_COUNTED_NODES:
        return None
    for param, argument in zip(params, arguments, strict=True):
        if not isinstance(argument, ATOMS) and uses(body, param) > 1:
            return None
        if not isinstance(argument, ATOMS) and _inside_loop(body, param):
            return None
    return substitute(body, dict(zip(params, arguments, strict=True)), world)


def _inside_loop(op: Any, var: int) -> bool:
    if isinstance(op, ops.Fold):
        first = op.loops[0]
        rest = [*op.loops[1:], op.condition, op.body]
        return any(r is not None and uses(r, var) > 0 for r in rest) or _inside_loop(first.source, var)
    return any(_inside_loop(child, var) for child in children(op))


def statements(body: Iterable[ops.Stmt]) -> Iterator[ops.Stmt]:
    """All statements, those inside others as well."""
    for statement in body:
        yield statement
        if isinstance(statement, ops.When):
            yield from statements(statement.then)
            yield from statements(statement.other)
        elif isinstance(statement, ops.Each):
            yield from statements(statement.body)
