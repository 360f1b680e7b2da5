"""A printed rulebook as plain data: what is said, and in which order. Printers only set it, they say nothing of their own.

Texts are inline Markdown of four signs: `**strong**`, `*emphasis*`, `[6]` or `[red 6]` for a die that shows six, and a
backslash before a sign that stands for itself (`sentences.escape` puts it there).
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen


@frozen
class Paragraph:
    text: str


@frozen
class Note:
    """What an author says beside a rule: `word` is note (it explains) or ruling (it decides)."""

    word: str
    text: str


@frozen
class SmallPrint:
    """Small print: what has been said in plain words, once more by the letter. `alone`: nothing else says it."""

    blocks: list[Block]
    alone: bool = False


@frozen
class PageTable:
    heads: list[str]
    rows: list[list[str]]


@define
class ListPoint:
    """A point of a list: its sentence, what stands below it, and the remarks about it."""

    text: str
    below: list[Block] = field(factory=list)
    remarks: list[Note | Paragraph] = field(factory=list)
    keeps: str = ""  # what this step keeps count of


@frozen
class Points:
    points: list[ListPoint]
    numbered: bool = False
    first: int = 1  # the number of the first: a table may stand between the steps


@frozen
class FactBox:
    """A few things everybody asks first: what is asked, and the answer."""

    lines: list[tuple[str, str]]


@frozen
class PageMoment:
    """A position: after the set-up, or the one in which an example begins or has ended."""

    example: str = ""
    ended: bool = False


@frozen
class Picture:
    """A position to be drawn. `caption` stands below it; `words` tell it where nothing can be drawn."""

    moment: PageMoment
    caption: str
    words: str = ""
    places: tuple[tuple[int, ...], ...] = ()  # those that are spoken of beside it
    told: bool = False  # beside an author's own words: then only what these speak of is named in it
    said: str = ""  # those words


@frozen
class Pictures:
    """Pictures that belong side by side: before and after."""

    pictures: list[Picture]


@frozen
class Story:
    """An example, told."""

    title: str
    blocks: list[Block]


@frozen
class PagePart:
    """Something with a heading inside a section: a rule by its name, a variant, a word."""

    title: str
    blocks: list[Block]


Block = Paragraph | Note | SmallPrint | PageTable | Points | FactBox | Picture | Pictures | Story | PagePart


@frozen
class PageSection:
    title: str
    blocks: list[Block]


@frozen
class Document:
    title: str
    lead: list[Block]
    sections: list[PageSection]

    def blocks(self) -> Iterator[Block]:
        """Every block, wherever it stands."""
        waiting: list[Block] = [*self.lead, *(block for section in self.sections for block in section.blocks)]
        while waiting:
            block = waiting.pop(0)
            yield block
            if isinstance(block, (SmallPrint, Story, PagePart)):
                waiting = [*block.blocks, *waiting]
            elif isinstance(block, Points):
                waiting = [*(below for point in block.points for below in (*point.below, *point.remarks)), *waiting]
            elif isinstance(block, Pictures):
                waiting = [*block.pictures, *waiting]
