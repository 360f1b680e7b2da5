"""A document as Markdown, which a terminal shows as it is."""

from __future__ import annotations

from collections.abc import Iterable

from dicedsl.prose.document import (
    Block,
    Document,
    FactBox,
    ListPoint,
    Note,
    PagePart,
    PageTable,
    Paragraph,
    Picture,
    Pictures,
    Points,
    SmallPrint,
    Story,
)
from dicedsl.prose.sentences import sentence


def markdown(document: Document) -> str:
    """The whole of it; pictures are told in words."""
    lines = [f"# {document.title}"]
    if document.lead:
        lines += ["", *lines_of(document.lead)]
    for section in document.sections:
        lines += ["", f"## {section.title}", "", *lines_of(section.blocks)]
    return "\n".join(lines).rstrip() + "\n"


def lines_of(blocks: Iterable[Block], level: int = 3) -> list[str]:
    """Blocks as lines, a blank line between them; `level` is that of their headings."""
    lines: list[str] = []
    for block in blocks:
        block_lines = _block(block, level)
        if block_lines:
            lines += [*([""] if lines else []), *block_lines]
    return lines


def point_lines(point: ListPoint) -> list[str]:
    """A point without its mark: its sentence first."""
    lead = sentence(point.text)
    if not point.below:
        return [" ".join([lead, *map(_remark, point.remarks)])]
    lines = [lead]
    for number, block in enumerate(point.below):
        block_lines = _block(block)
        # A list goes on from the sentence above it.
        lines += block_lines if isinstance(block, Points) and not number else ["", *block_lines]
    for remark in point.remarks:
        lines += ["", _remark(remark)]
    return lines


def _remark(remark: Note | Paragraph) -> str:
    return remark.text if isinstance(remark, Paragraph) else f"*{remark.word.capitalize()}: {remark.text}*"


def _block(block: Block, level: int = 3) -> list[str]:
    match block:
        case Paragraph() | Note():
            return [_remark(block)]
        case SmallPrint():
            return lines_of(block.blocks)
        case Points():
            return _points(block)
        case PageTable():
            return [
                f"| {' | '.join(head or '-' for head in block.heads)} |",
                f"| {' | '.join('---' for _ in block.heads)} |",
                *(f"| {' | '.join(cell or '-' for cell in row)} |" for row in block.rows),
            ]
        case FactBox():
            return [f"- **{asked}:** {answer}" for asked, answer in block.lines]
        case Picture():
            return [block.words] if block.words else []
        case Pictures():
            return lines_of(block.pictures)
        case Story() | PagePart():
            return [f"{'#' * level} {block.title}", "", *lines_of(block.blocks, level + 1)]


def _points(block: Points) -> list[str]:
    lines: list[str] = []
    for number, point in enumerate(block.points, block.first):
        mark = f"{number}. " if block.numbered else "- "
        first, *rest = point_lines(point)
        lines.append(mark + first)
        lines.extend(" " * len(mark) + line if line else "" for line in rest)
    return lines
