"""Numbers that say how many: a number is one if the highest that can be named is counted, such as `1 to count of remaining dice`."""

from __future__ import annotations

from dicedsl.program import ops


def says_how_many(program: ops.Program, pick: ops.PickOp) -> bool:
    """Whether a pick is a number of things, and not a number that stands on a die or for itself."""
    return pick.shape == "number" and pick.range_high is not None and _is_counted(program, pick.range_high, set())


def _is_counted(program: ops.Program, op: ops.Op, visited: set[int]) -> bool:
    if isinstance(op, ops.Count):
        return True
    if isinstance(op, ops.Call) and op.function not in visited:
        visited.add(op.function)
        function = program.functions[op.function]
        return function is not None and _is_counted(program, function.body, visited)
    parts = (op.left, op.right) if isinstance(op, ops.Bin) else (op.then, op.other) if isinstance(op, ops.Cond) else ()
    return any(_is_counted(program, part, visited) for part in parts)
