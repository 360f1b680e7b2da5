"""The names that hold at one place only: parameters, picks, loops, `let`, and who `it` and `owner` are."""

from __future__ import annotations

from attrs import define, field

from dicedsl.syntax import nodes as n
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import ONE_PLAYER, PLAYER, Kind

CHOOSER = t.Local("(chooser)", ONE_PLAYER)  # who is asked: `they` in a choice by somebody, `you` in the core


@define(eq=False, repr=False, slots=False)
class NameScope:
    """`has` is the thing that `some x in S has ...` asks of; `unnamed` are things without a name, the nearest last."""

    names: dict[str, t.Local] = field(factory=dict)
    it: t.Local | None = None
    has: t.Local | None = None
    owner: t.Local | None = None
    seats: dict[str, int] = field(factory=dict)
    unnamed: tuple[t.Local, ...] = ()

    def bind(self, name: str, local: t.Local) -> NameScope:
        return NameScope({**self.names, name: local}, self.it, self.has, self.owner, self.seats, self.unnamed)

    def with_it(self, local: t.Local) -> NameScope:
        return NameScope(self.names, local, self.has, self.owner, self.seats, (*self.unnamed, local))

    def with_unnamed(self, *locals: t.Local) -> NameScope:
        """Things that are called by their kind alone: pronouns can stand for them, the last for choice."""
        return NameScope(self.names, self.it, self.has, self.owner, self.seats, (*self.unnamed, *locals))

    @property
    def it_or_nearest(self) -> t.Local | None:
        """What `it` is: the member of the nearest `where`, else the nearest thing without a name that is no player."""
        if self.it is not None:
            return self.it
        things = [local for local in self.unnamed if local.type.kind is not PLAYER]
        return next(reversed(things or self.unnamed), None)

    def with_has(self, local: t.Local) -> NameScope:
        return NameScope(self.names, self.it, local, self.owner, self.seats, self.unnamed)

    def nearest(self, kind: Kind) -> t.Local | None:
        """The nearest thing of a kind that has no name: what a pronoun can stand for."""
        unnamed = (local for local in reversed(self.unnamed) if local.type.kind == kind or local.type.is_unknown)
        return next(unnamed, None)

    @property
    def sets(self) -> list[t.Local]:
        """What has a name of its own and is several things: what `them` can stand for."""
        return list({id(local): local for local in self.names.values() if local.type.is_set}.values())


def scope_of(locals: tuple[t.Local, ...], params: tuple[n.Param, ...]) -> NameScope:
    """The names of parameters. Of those without a name of their own the first is the nearest."""
    unnamed = [local for local, param in zip(locals, params, strict=True) if param.unnamed]
    return NameScope({local.name: local for local in locals}).with_unnamed(*reversed(unnamed))
