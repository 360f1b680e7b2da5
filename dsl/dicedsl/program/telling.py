"""What a rulebook has to say about a game beside its rules: texts with values in them, what is worth seeing, and what is not.

Nothing of it changes how a game goes. So it brings functions and lists of its own, numbered on from those of the rules, and programs
that differ in it alone have the same fingerprint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from dicedsl.records import Record

if TYPE_CHECKING:
    from dicedsl.program.ops import Function, Op


@frozen(eq=False, repr=False, slots=False)
class ToldValue(Record):
    """A value that is told; `shape` and `many` say how it is written, as in a slot."""

    value: Op
    shape: str
    many: bool = False


@frozen(eq=False, repr=False, slots=False)
class ToldText(Record):
    """A text with values between its pieces, of which there is one more than values.

    `variables` are those of the block it is said in that the values read.
    """

    pieces: tuple[str, ...]
    values: tuple[ToldValue, ...]
    variables: tuple[int, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class ShownInfo(Record):
    """Something worth seeing: a value or a text under a name, one for each member of the kinds `keys`, bound as `variables`."""

    name: str
    keys: tuple[str, ...]
    variables: tuple[int, ...]
    content: ToldValue | ToldText
    condition: Op | None = None


@define
class Telling:
    """`first` and `first_list` are the numbers of its first function and list; `spoken` are the texts of sayings by number, `quiet` the
    memories that are bookkeeping, `states` those that are said with `is`, `aim` what the game is about."""

    first: int = 0
    first_list: int = 0
    functions: list[Function] = field(factory=list)
    lists: list[tuple[int, ...]] = field(factory=list)
    spoken: list[ToldText] = field(factory=list)
    shown: list[ShownInfo] = field(factory=list)
    quiet: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    aim: ShownInfo | None = None

    def join(self, functions: list[Function | None], lists: list[tuple[int, ...]]) -> None:
        """Put its functions and lists after those of the rules, unless they are there already."""
        if len(functions) == self.first:
            functions.extend(self.functions)
        if len(lists) == self.first_list:
            lists.extend(self.lists)
