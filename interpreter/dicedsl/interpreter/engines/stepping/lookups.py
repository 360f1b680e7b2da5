"""What generated code looks up in a dict, which needs no call of Python code: tables that may be read outside, and known sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from attrs import define, field

from dicedsl.program import ops, sets
from dicedsl.program.members import BoundedDict
from dicedsl.program.ranges import Ranges


@define
class Lookups:
    """The tables that generated code reads with a default, each made into a dict once."""

    ranges: Ranges
    # by table, what is given outside of it, and whether masks are given
    numbers: dict[tuple[int, int, bool], int] = field(factory=dict)

    def is_inside(self, op: ops.ListAt) -> bool:
        """Whether the table can be read without a test."""
        return self.ranges.inside(op.index, 0, len(self.ranges.program.lists[op.list]) - 1)

    def is_member_table(self, op: ops.Op) -> TypeGuard[ops.ListAt]:
        """Whether an operation reads a table of members, so that their masks can be read instead."""
        return isinstance(op, ops.ListAt) and self.ranges.inside(op, -1, sets.LARGEST_MEMBER)

    def text(
        self, op: ops.ListAt, write: Callable[[ops.Op], str], masks: bool = False, outside: int | None = None
    ) -> str:
        """The text that reads an entry of a table or, with `masks`, the mask of the one member that stands there."""
        index = op.index
        if isinstance(index, ops.Bin) and index.op == "max" and index.left == ops.NONE:
            index = index.right  # what is below 0 is outside anyway
        number = self.numbers.setdefault((op.list, op.default, masks), len(self.numbers))
        default = outside or (sets.single(op.default) if masks else op.default)
        return f"G{number}({write(index)}, {default})"

    def missing(self, op: ops.Op) -> tuple[ops.ListAt, ops.Op] | None:
        """The table that gives x, and the set, where an operation is `x is there and not in the set`."""
        if not (isinstance(op, ops.Bin) and op.op == "and"):
            return None
        there, out = op.left, op.right
        if (
            isinstance(there, ops.Bin)
            and (there.op, there.right) == (">=", ops.ZERO)
            and isinstance(out, ops.Not)
            and isinstance(out.operand, ops.Bit)
            and out.operand.member == there.left
            and self.is_member_table(there.left)
        ):
            return there.left, out.operand.mask
        return None

    def define(self, space: dict[str, Any], first: int = 0) -> None:
        """Give the names in the texts their meaning, from a number on."""
        for key, number in self.numbers.items():
            if number >= first:
                space[f"G{number}"] = self._when_asked(space, f"G{number}", *key)

    def _when_asked(
        self, space: dict[str, Any], name: str, table: int, default: int, masks: bool
    ) -> Callable[[int, int], int]:
        """Makes the dict when it is first looked at, and stands aside: few of them ever are, where little is played."""

        def look(index: int, outside: int) -> int:
            entries = {i: v for i, v in enumerate(self.ranges.program.lists[table]) if v != default}
            if masks:
                entries = {i: sets.single(v) for i, v in entries.items()}
            space[name] = entries.get
            return entries.get(index, outside)

        return look


class Sets(BoundedDict[Any, int]):
    """Sets that depend on nothing but the key, worked out when they are first asked for."""

    def __init__(self, work_out: Callable[..., int]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, key: Any) -> int:
        return self.keep(key, self.work_out(*key) if isinstance(key, tuple) else self.work_out(key))


@define
class KnownSets:
    """The texts that work out sets which depend on nothing but the key, and the names under which they are looked up."""

    texts: list[tuple[str, str]] = field(factory=list)

    def text(self, variables: list[str], text: str) -> str:
        """A look at the set that `text` works out from these variables."""
        entry = (", ".join(variables), text)
        if entry not in self.texts:
            self.texts.append(entry)
        return f"U{self.texts.index(entry)}[{entry[0] or '()'}]"

    def dicts(self, space: dict[str, Any], first: int = 0) -> dict[str, Sets]:
        """The sets by name, from a number on; their texts are compiled in `space`."""
        sets_by_name = {}
        for number, (variables, text) in enumerate(self.texts):
            if number >= first:
                exec(f"def u{number}({variables}):\n    return {text}\n", space)
                sets_by_name[f"U{number}"] = Sets(space[f"u{number}"])
        return sets_by_name
