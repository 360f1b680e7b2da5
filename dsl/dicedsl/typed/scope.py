"""The names that hold at one place only: parameters, picks, loops, `let`, and who `it` and `owner` are."""

from __future__ import annotations

from attrs import define, evolve, field

from dicedsl.typed import tree as t
from dicedsl.typed.kinds import Kind


@define
class Scope:
    """`has` is the thing that `some x in S has ...` asks of; `unnamed` are things without a name, the nearest last."""

    names: dict[str, t.Local] = field(factory=dict)
    it: t.Local | None = None
    has: t.Local | None = None
    owner: t.Local | None = None
    seats: dict[str, int] = field(factory=dict)
    unnamed: tuple[t.Local, ...] = ()
    depth: int = 0

    def bind(self, name: str, local: t.Local) -> Scope:
        return evolve(self, names={**self.names, name: local})

    def with_it(self, local: t.Local) -> Scope:
        return evolve(self, it=local, unnamed=(*self.unnamed, local))

    def with_has(self, local: t.Local) -> Scope:
        return evolve(self, has=local)

    def deeper(self) -> Scope:
        return evolve(self, depth=self.depth + 1)

    def nearest(self, kind: Kind) -> t.Local | None:
        """The nearest thing of a kind that has no name: what a pronoun can stand for."""
        return next((local for local in reversed(self.unnamed) if local.type.kind == kind), None)
