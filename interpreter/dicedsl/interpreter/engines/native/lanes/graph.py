"""The code of one function with everything it calls in place: blocks of values, and rooms that hold numbers."""

from __future__ import annotations

from typing import Any

from attrs import define, field

ALL = (1 << 64) - 1


class UnknownToLanes(Exception):
    """Something for which there is no code over lanes."""


@define(eq=False)
class GraphNumber:
    """A constant of so many bits, its bits taken as a number from 0."""

    value: int
    bits: int


@define(eq=False)
class LaneRoom:
    """Memory of each game for itself: so many numbers."""

    bits: int
    size: int = 1
    name: str = ""
    most: int = 0  # none of its numbers is larger


@define(eq=False)
class Outside:
    """Memory that all games share: what a word of the context points to, or a table of constants."""

    slot: int = -1
    table: tuple[int, ...] = ()


@define(eq=False)
class GraphPlace:
    """A place in memory: so many numbers of so many bits behind its beginning, and so many more as `index` says."""

    memory: LaneRoom | Outside | str
    offset: int = 0
    index: GraphValue | GraphNumber | None = None
    bits: int = 64


@define(eq=False)
class GraphValue:
    """What an instruction works out. `more` is the kind of a comparison, or the place of what is read and written."""

    op: str
    bits: int
    of: tuple[Any, ...]
    more: Any = None
    block: GraphBlock | None = None
    uses: set[GraphBlock] = field(factory=set)
    most: int = ALL


@define(eq=False)
class GraphBlock:
    """condition: None where there is one way on only; of a switch a number, and `cases` says where each leads. Without ways on it
    ends the game with `status`."""

    name: str = ""
    is_turning_point: bool = False  # between two steps of the game
    values: list[GraphValue] = field(factory=list)
    condition: Any = None
    cases: list[tuple[int, GraphBlock]] = field(factory=list)
    ways: list[GraphBlock] = field(factory=list)  # yes and no; the way on; or the default of a switch
    status: Any = None

    @property
    def following(self) -> list[GraphBlock]:
        return [*self.ways, *(block for _, block in self.cases)]
