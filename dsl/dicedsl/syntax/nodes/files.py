"""A file as a whole, and the differences a variant makes."""

from __future__ import annotations

from attrs import field

from dicedsl.records import frozen
from dicedsl.syntax.nodes.base import Node, Remark, Text
from dicedsl.syntax.nodes.examples import Example
from dicedsl.syntax.nodes.flow import Always, BreakOff, Choice, End, Flow, Hook, MatchEnd, Rule, Simulation, Whenever
from dicedsl.syntax.nodes.material import Aim, FromSource, Players, Section, Use
from dicedsl.syntax.nodes.steps import Alternative, Must, Offer, Step


@frozen(eq=False, repr=False, slots=False)
class Replace(Node):
    part: Flow | Rule | Choice | Whenever | Always | End | MatchEnd | BreakOff | Hook | Alternative


@frozen(eq=False, repr=False, slots=False)
class Remove(Node):
    """`sort` is rule, word, end, alternative or always; `name` its words."""

    sort: str
    name: str


@frozen(eq=False, repr=False, slots=False)
class AddBeside(Node):
    name: Text
    alternatives: tuple[Offer, ...]


@frozen(eq=False, repr=False, slots=False)
class AddTo(Node):
    """`sort` is rule, choice, alternative or flow; `first` puts the steps before all others."""

    sort: str
    name: str
    steps: tuple[Must | Step, ...]
    first: bool = False
    inline: bool = field(default=False, eq=False)


@frozen(eq=False, repr=False, slots=False)
class InPlace(Node):
    """`in rule bank, remove "stop"`: a change inside one part only. `sort` is rule, choice or flow."""

    sort: str
    name: str
    change: Replace | Remove | AddBeside | AddTo


Change = Replace | Remove | AddBeside | AddTo | InPlace


@frozen(eq=False, repr=False, slots=False)
class Variant(Node):
    title: Text
    items: tuple[Item, ...]


Item = (
    Use | FromSource | Aim | Players | Section | Flow | Rule | Whenever | Always | End | MatchEnd | BreakOff | Hook | Remark
    | Example | Variant | Replace | Remove | AddBeside | AddTo | Choice | Simulation | InPlace
)  # fmt: skip


@frozen(eq=False, repr=False, slots=False)
class File(Node):
    """A whole file. `word` is game or library; `changes` names the parent of a differences file."""

    word: str
    title: Text
    changes: Text | None
    items: tuple[Item, ...]
    comments: tuple[tuple[int, str], ...] = field(default=(), eq=False, repr=False)
    edition: int = field(default=2, eq=False)
