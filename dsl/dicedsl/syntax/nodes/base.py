"""What every part of the tree is made of: a construct with its place, names, texts and remarks."""

from __future__ import annotations

from attrs import field

from dicedsl.records import Record, frozen
from dicedsl.text.source import NOWHERE, Span


@frozen(eq=False, repr=False, slots=False, kw_only=True)
class Node(Record):
    """A construct and where it stands."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Phrase(Node):
    """A name: a run of words, of which one is several if they are a declared name that holds words of the language, such as
    `dice in hand`. `article` is the one in front, which is for the ear; `seams` tells before which words
    further articles stand, where two names meet."""

    words: tuple[str, ...]
    article: str = field(default="", eq=False)
    seams: tuple[tuple[int, str], ...] = ()

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def joined(self) -> str:
        """The words as one."""
        return self.text.replace(" ", "-")

    @property
    def written(self) -> str:
        """With its articles."""
        inside = dict(self.seams)
        words = [f"{inside[at]} {word}" if at in inside else word for at, word in enumerate(self.words)]
        return " ".join([self.article, *words] if self.article else words)


@frozen(eq=False, repr=False, slots=False)
class Text(Node):
    value: str


@frozen(eq=False, repr=False, slots=False)
class Remark(Node):
    """`note "..."` explains; `our ruling "..."` decides where the source is silent; `in short "..."` tells the whole of
    what it stands in."""

    word: str
    text: Text
