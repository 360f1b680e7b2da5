"""The letter of a rule apart from what is said of it in plain words: most readers want only these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import evolve

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
from dicedsl.prose.sentences import head_of, sentence

# Letters for things, sums, words that are asked of several things, and what is compared in brackets.
HARD_WORDING = re.compile(
    r"\*\w\*|compared from|, for each| plus | minus | times | of (?:you|that [\w-]+|the [\w-]+|it) and (?:you|that|the|it|minus|\d)"
    r"|^call the |among the \w+, move"
)


NEEDED_TITLE = "What you need"
# Words that everybody knows: a page explains them where its rules ask for `the side of a player`.
EVERYDAY = frozenset(
    {
        "clockwise",
        "corner",
        "depth",
        "edge",
        "far",
        "height",
        "layer",
        "level",
        "line",
        "near",
        "odd",
        "piece",
        "place",
        "row",
        "shown",
        "side",
        "start",
        "step",
        "top",
        "way",
    }
)


def is_hard(point: ListPoint) -> bool:
    """Whether a sentence, or one below it, reads like a formula."""
    return any(HARD_WORDING.search(text) for text in texts(_plain([Points([point])])))


def has_letters(point: ListPoint) -> bool:
    """Whether a sentence, or one below it, calls things by letters."""
    return any(re.search(r"\*\w\*", text) for text in texts(_plain([Points([point])])))


def rulings_in(points: Iterable[ListPoint]) -> list[Note | Paragraph]:
    """What is decided in steps that a note tells: it is said all the same."""
    rulings: list[Note | Paragraph] = []
    for point in points:
        rulings += [remark for remark in point.remarks if isinstance(remark, Note) and remark.word == "ruling"]
        for block in point.below:
            if isinstance(block, Points):
                rulings += rulings_in(block.points)
            elif isinstance(block, Note) and block.word == "ruling":
                rulings.append(block)
    return rulings


def without_letter(document: Document) -> Document:
    """A page without its small print, except where nothing else says it."""
    sections = [evolve(section, blocks=_plain(section.blocks)) for section in document.sections]
    return evolve(document, lead=_plain(document.lead), sections=[section for section in sections if section.blocks])


def _plain(blocks: Iterable[Block]) -> list[Block]:
    plain: list[Block] = []
    for block in blocks:
        if isinstance(block, SmallPrint) and not block.alone:
            continue
        if isinstance(block, Points):
            points = [evolve(p, below=_plain(p.below)) for p in block.points if not _is_letter_only(p)]
            if not points:
                continue
            block = evolve(block, points=points)
        elif isinstance(block, (Story, PagePart)):
            block = evolve(block, blocks=_plain(block.blocks))
        plain.append(block)
    return plain


def without_unnamed(document: Document, titles: frozenset[str]) -> Document:
    """A page without those of some parts that nothing else on it speaks of."""
    bodies = {title: [*texts([part])] for title, part in _parts(document, titles)}
    outside = [*texts(document.lead)]
    for section in document.sections:
        outside += texts(block for block in section.blocks if not _is_one(block, titles))
    named, waiting = set[str](), outside
    while waiting:
        # `**bid**: ...` is a choice of that name.
        said = [re.sub(r"^\*\*[^*]+\*\*: ", "", text).lower() for text in waiting]
        reached = {title for text in said for title in titles if f"**{title.lower()}**" in text} - named
        named |= reached
        waiting = [text for title in reached for text in bodies.get(title, ())[1:]]
    sections = []
    for section in document.sections:
        kept = [b for b in section.blocks if not _is_one(b, titles) or (isinstance(b, PagePart) and b.title in named)]
        left = [b for b in section.blocks if isinstance(b, PagePart) and b.title in titles and b.title not in named]
        decided = [note for part in left for note in rulings_in([ListPoint("", part.blocks)])]
        sections.append(evolve(section, blocks=[*kept, *decided]))
    return evolve(document, sections=sections)


def _is_one(block: Block, titles: frozenset[str]) -> bool:
    return isinstance(block, PagePart) and block.title in titles


def _parts(document: Document, titles: frozenset[str]) -> Iterator[tuple[str, PagePart]]:
    for section in document.sections:
        for block in section.blocks:
            if isinstance(block, PagePart) and block.title in titles:
                yield block.title, block


def without_counts(document: Document, words: str) -> tuple[Document, frozenset[str]]:
    """A page without steps that only keep count of what nothing else on it, nor its words, speak of; and the names of what was counted."""
    kept = {point.keeps for point in _points(document.blocks()) if point.keeps}
    said = words + "\n".join(
        text
        for section in document.sections
        if section.title != NEEDED_TITLE
        for text in _texts_without_counts(block for block in section.blocks if not isinstance(block, Story))
    )
    idle = frozenset(name for name in kept if not is_spoken_of(name, said))
    if not idle:
        return document, idle
    sections = [evolve(section, blocks=_without(section.blocks, idle)) for section in document.sections]
    return evolve(document, sections=sections), idle


def _points(blocks: Iterable[Block]) -> Iterator[ListPoint]:
    for block in blocks:
        if isinstance(block, Points):
            yield from block.points


def _texts_without_counts(blocks: Iterable[Block]) -> Iterator[str]:
    """What is said, of a step that keeps count only what it counts with."""
    for block in blocks:
        if isinstance(block, Points):
            for point in block.points:
                yield point.text.replace(point.keeps, "", 1) if point.keeps else point.text
                yield from _texts_without_counts([*point.below, *point.remarks])
        elif isinstance(block, (SmallPrint, Story, PagePart)):
            yield from _texts_without_counts(block.blocks)
        else:
            yield from texts([block])


def _without(blocks: Iterable[Block], idle: frozenset[str]) -> list[Block]:
    kept: list[Block] = []
    for block in blocks:
        if isinstance(block, Points):
            said, points = _kept(block, idle)
            kept += said
            if len(points) == 1 < len(block.points) and block.numbered:
                kept += [Paragraph(sentence(points[0].text)), *points[0].below, *points[0].remarks]
            elif points:
                kept.append(evolve(block, points=points))
        elif isinstance(block, (SmallPrint, Story, PagePart)):
            kept.append(evolve(block, blocks=_without(block.blocks, idle)))
        else:
            kept.append(block)
    return kept


def _kept(block: Points, idle: frozenset[str]) -> tuple[list[Note | Paragraph], list[ListPoint]]:
    """What remarks say before the first point that is left, and the points; a remark on a step that is left out is still said."""
    said, points = list[Note | Paragraph](), list[ListPoint]()
    for point in block.points:
        if point.keeps not in idle:
            points.append(_without_in(point, idle))
        elif points:
            points[-1] = evolve(points[-1], remarks=[*points[-1].remarks, *point.remarks])
        else:
            said += point.remarks
    return said, points


def _without_in(point: ListPoint, idle: frozenset[str]) -> ListPoint:
    """A point; what is left of its steps goes on from its sentence if it is one step."""
    first = point.below[0] if len(point.below) == 1 else None
    said, left = _kept(first, idle) if isinstance(first, Points) and first.numbered else ([], [])
    if isinstance(first, Points) and len(left) == 1 < len(first.points) and point.text.endswith(":") and not said:
        only = left[0]
        return evolve(only, text=f"{point.text} {only.text}", remarks=[*only.remarks, *point.remarks])
    return evolve(point, below=_without(point.below, idle))


def _is_letter_only(point: ListPoint) -> bool:
    """A name, with nothing below it but small print."""
    exact = [block for block in point.below if isinstance(block, SmallPrint) and not block.alone]
    return len(exact) == len(point.below) > 0 and point.text.endswith("**:")


def texts(blocks: Iterable[Block]) -> Iterator[str]:
    """Everything that is said in some blocks."""
    for block in blocks:
        match block:
            case Paragraph() | Note():
                yield block.text
            case SmallPrint():
                yield from texts(block.blocks)
            case Points():
                for point in block.points:
                    yield point.text
                    yield from texts([*point.below, *point.remarks])
            case PageTable():
                yield from block.heads
                for row in block.rows:
                    yield from row
            case FactBox():
                for line in block.lines:
                    yield from line
            case Picture():
                yield block.caption
            case Pictures():
                yield from texts(block.pictures)
            case Story() | PagePart():
                yield block.title
                yield from texts(block.blocks)


def said_in(document: Document) -> str:
    """All words of a page."""
    parts = [document.title, *texts(document.lead)]
    for section in document.sections:
        parts += [section.title, *texts(section.blocks)]
    return "\n".join(parts)


def is_spoken_of(name: str, text: str) -> bool:
    """Whether a page speaks of something: by its name, also in the other number."""
    one = _singular(name)
    if one in EVERYDAY:
        return re.search(rf"\bthe {one}s? of (?!the (?:plate|pyramid|board)\b)", text) is not None
    return is_named(name, text)


def is_named(name: str, text: str) -> bool:
    """Whether its name, also in the other number, stands anywhere in a text, whatever it means there."""
    if " is " in name:  # a sentence, as it is said
        subject, _, rest = name.partition(" is ")
        return (
            re.search(rf"\b{re.escape(subject)} (?:is|are) (?:not |now |no longer )?{re.escape(rest)}", text)
            is not None
        )
    head = head_of(name)
    one, rest = _singular(head), name[len(head) :]
    if one.lower() not in text.lower():  # of many names few do, and a pattern for each takes long
        return False
    return re.search(rf"\b{re.escape(one)}(?:s|es)?{re.escape(rest)}\b", text, re.IGNORECASE) is not None


def _singular(name: str) -> str:
    return name[:-1] if name.endswith("s") and len(name) > 3 else name
