"""What every part of the tree is made of: a construct with its place, names, texts and remarks."""

from __future__ import annotations

from attrs import field, frozen

from dicedsl.records import Record
from dicedsl.source import NOWHERE, Span


@frozen(eq=False, repr=False, slots=False, kw_only=True)
class Node(Record):
    """A construct and where it stands."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Phrase(Node):
    """A name: a run of words. `article` remembers a leading `the` for the printer."""

    words: tuple[str, ...]
    article: bool = field(default=False, eq=False)

    @property
    def text(self) -> str:
        return " ".join(self.words)


@frozen(eq=False, repr=False, slots=False)
class Text(Node):
    value: str


@frozen(eq=False, repr=False, slots=False)
class Remark(Node):
    """`note "..."` explains; `ruling "..."` decides where the source is silent."""

    word: str
    text: Text
