"""The names that hold at one place only: parameters, picks, loops, `let`, and who `it` and `owner` are."""

from __future__ import annotations

from attrs import define, field

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

    def bind(self, name: str, local: t.Local) -> Scope:
        return Scope({**self.names, name: local}, self.it, self.has, self.owner, self.seats, self.unnamed)

    def with_it(self, local: t.Local) -> Scope:
        return Scope(self.names, local, self.has, self.owner, self.seats, (*self.unnamed, local))

    def with_has(self, local: t.Local) -> Scope:
        return Scope(self.names, self.it, local, self.owner, self.seats, self.unnamed)

    def nearest(self, kind: Kind) -> t.Local | None:
        """The nearest thing of a kind that has no name: what a pronoun can stand for."""
        return next((local for local in reversed(self.unnamed) if local.type.kind == kind), None)
