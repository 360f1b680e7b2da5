"""A rulebook as it is once its files have been put together: what stages hand on to each other."""

from __future__ import annotations

from typing import Any

from attrs import define, evolve, field, fields

from dicedsl.syntax import nodes as n

StandingRule = n.Whenever | n.Always | n.End | n.BreakOff | n.MatchEnd


@define
class Rulebook:
    """Everything a game says, each part by its name, in the order of the file."""

    title: str
    head: n.File
    parents: list[str] = field(factory=list)
    source: str = ""
    aim: n.Aim | None = None
    players: n.Players | None = None
    options: dict[str, n.Option] = field(factory=dict)
    zones: dict[str, n.Zone] = field(factory=dict)
    memories: dict[str, n.Memory] = field(factory=dict)
    boards: dict[str, n.Board] = field(factory=dict)
    kinds: dict[str, n.Kind] = field(factory=dict)
    words: dict[str, n.ValueWord | n.ListWord | n.CaseWord | n.AdjectiveWord] = field(factory=dict)
    shown: dict[str, n.Shown] = field(factory=dict)
    flows: dict[str, n.Flow] = field(factory=dict)
    rules: dict[str, n.Rule] = field(factory=dict)
    choices: dict[str, n.Choice] = field(factory=dict)
    odds: dict[str, n.OddsOf] = field(factory=dict)
    standing: list[StandingRule] = field(factory=list)
    hooks: list[n.Hook] = field(factory=list)
    remarks: list[n.Remark] = field(factory=list)
    sections: list[n.Section] = field(factory=list)  # as they were written, for what is told at their head
    examples: list[n.Example] = field(factory=list)
    variants: dict[str, n.Variant] = field(factory=dict)
    uses: list[str] = field(factory=list)
    own: set[int] = field(factory=set)
    changes: list[str] = field(factory=list)
    simulated: set[str] = field(factory=set)  # options that are given under `simulation:`
    # parts that gave way, each to another or to nothing
    former: list[tuple[n.Node, n.Node | None]] = field(factory=list)
    editions: dict[int, int] = field(factory=dict, eq=False, repr=False)  # by the text of a file
    raw: Rulebook | None = field(default=None, eq=False, repr=False)  # as it was before it was desugared

    def edition_of(self, node: n.Node) -> int:
        """The edition that the file of a node is written in."""
        return self.editions.get(id(node.span.source), self.head.edition)

    def copy(self) -> Rulebook:
        """A rulebook whose tables can be changed without touching this one."""
        fresh: dict[str, Any] = {}
        for attribute in fields(Rulebook):
            value = getattr(self, attribute.name)
            if isinstance(value, (dict, list, set)):
                fresh[attribute.name] = value.copy()
        return evolve(self, **fresh)

    def gives_way(self, old: n.Node | None, new: n.Node | None) -> None:
        """What is said of a part that is replaced is said of the part in its place."""
        if old is not None:
            self.former.append((old, new))
