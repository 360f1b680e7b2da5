"""Alternatives of one name, edited wherever they stand: what a variant changes in the middle of steps."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, TypeVar

from attrs import evolve

from dicedsl.errors import raise_unhandled
from dicedsl.syntax import nodes as n
from dicedsl.text.budget import WorkBudget

Kept = TypeVar("Kept", bound=n.Node)
Part = TypeVar("Part", bound=n.Flow | n.Rule | n.Hook | n.Whenever | n.End | n.MatchEnd | n.BreakOff)


class AlternativeEditor:
    """Walks steps and edits the alternatives of one name. What holds none of them stays the very node it was."""

    def __init__(
        self,
        name: str,
        edit: Callable[[n.Alternative], tuple[n.Offer, ...]],
        budget: WorkBudget | None = None,
    ) -> None:
        self.budget = WorkBudget() if budget is None else budget
        self.name = name
        self.edit = edit
        self.found = 0
        self.names: list[str] = []

    def part(self, part: Part) -> Part:
        """A part with its steps edited."""
        return _changed(part, block=self.block(part.block))

    def block(self, block: n.Block) -> n.Block:
        return _changed(block, steps=tuple(self.step(s) for s in block.steps))

    def step(self, step: n.Step) -> n.Step:
        self.budget.spend(1, step.span)
        if isinstance(step, n.If):
            return _changed(step, branches=tuple(_changed(b, block=self.block(b.block)) for b in step.branches))
        if isinstance(step, (n.For, n.Repeat, n.InTurn)):
            return _changed(step, block=self.block(step.block))
        if isinstance(step, n.Choose):
            nothing = self.block(step.nothing_fits) if step.nothing_fits else None
            return _changed(step, alternatives=self.alternatives(step.alternatives), nothing_fits=nothing)
        if isinstance(step, n.Attempt):
            return _changed(step, outcomes=self.alternatives(step.outcomes))
        if isinstance(step, n.PlainStep):
            return step
        raise_unhandled(step)

    def alternatives(self, items: tuple[n.Offer, ...]) -> tuple[n.Offer, ...]:
        result: list[n.Offer] = []
        for item in items:
            if not isinstance(item, n.Alternative):
                result.append(item)
                continue
            self.names.append(item.name.value)
            inner = _changed(item, steps=tuple(s if isinstance(s, n.Must) else self.step(s) for s in item.steps))
            if item.name.value == self.name:
                self.found += 1
                result.extend(self.edit(inner))
            else:
                result.append(inner)
        return tuple(result)


def _changed(node: Kept, **parts: Any) -> Kept:
    """A node with other parts; the node itself if they are the very same."""
    for name, new in parts.items():
        old = getattr(node, name)
        many = isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new)
        if not (all(map(is_, old, new)) if many else old is new):
            return evolve(node, **parts)
    return node


def with_steps(old: n.Alternative, steps: tuple[n.Must | n.Step, ...], before: bool = False) -> n.Alternative:
    musts = [s for s in steps if isinstance(s, n.Must)]
    others = [s for s in steps if not isinstance(s, n.Must)]
    first = [s for s in old.steps if isinstance(s, n.Must)]
    rest = [s for s in old.steps if not isinstance(s, n.Must)]
    order = (*musts, *first, *others, *rest) if before else (*first, *musts, *rest, *others)
    return evolve(old, steps=order, inline=False)
