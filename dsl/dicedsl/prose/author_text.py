"""A page in its author's own words: where the turn or the round is told in short, players read what is told and no formal sentence.

The first thing told of a part is a paragraph, further ones are points below it; unless an author says of each what it is, by a sign at
its beginning. Rulings are always printed; notes stay in the file, but for those of words that the page speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from attrs import evolve, frozen

from dicedsl.prose.document import (
    Block,
    Document,
    FactBox,
    ListPoint,
    Note,
    PagePart,
    PageSection,
    PageTable,
    Paragraph,
    Picture,
    Pictures,
    Points,
    SmallPrint,
    Story,
)
from dicedsl.prose.formal_text import is_spoken_of, said_in
from dicedsl.prose.items import heading, in_list, in_short, remark
from dicedsl.prose.name_nouns import walk
from dicedsl.prose.sentences import escape, sentence
from dicedsl.prose.stories import DRAWN_NOTE
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n
from dicedsl.text.english import capital

FLOWS = ("round", "turn")
LABEL = re.compile(r"[A-Z][a-z]+(?: [a-z]+){0,2}: ")
MARKED = re.compile(r"- |[0-9]+\. ")
CELLS = re.compile(r" *\\\| *")  # the sign between cells, as `escape` leaves it
VALUE = re.compile(r"\\?\{([^{}\\]+)\\?\}")  # signs may stand after a backslash
Words = (n.ValueWord, n.ListWord, n.CaseWord, n.AdjectiveWord)


def is_told(book: Rulebook) -> bool:
    return any(in_short(step) for word in FLOWS if word in book.flows for step in book.flows[word].block.steps)


def tellings(nodes: Iterable[object]) -> list[str]:
    """What is told in short, in its order, as whole sentences."""
    return [text if CELLS.search(text) else capital(sentence(text)) for text in map(in_short, nodes) if text]


def blocks_of(texts: list[str], numbered: bool = False) -> list[Block]:
    """What is told of one thing. `- ...` is a point, `1. ...` a numbered one, `one | other` a line of a table, of which the first is its
    head; beside such signs all else are paragraphs. Without any, the first is a paragraph and the others are points; or all of
    them are, where they are `numbered`."""
    if not texts:
        return []
    if not is_marked(texts):
        if numbered and len(texts) > 1:
            return in_list([ListPoint(text) for text in texts], True)
        return [Paragraph(texts[0]), *in_list([ListPoint(text) for text in texts[1:]], False)]
    blocks: list[Block] = []
    for kind, group in groupby(texts, _kind):
        lines = list(group)
        if kind == "|":
            head, *rows = (CELLS.split(line) for line in lines)
            # A short line ends in empty cells.
            blocks.append(PageTable(head, [[*row, *[""] * (len(head) - len(row))][: len(head)] for row in rows]))
        elif kind:
            number = re.match("[0-9]+", lines[0])
            points = [ListPoint(capital(MARKED.sub("", line, count=1))) for line in lines]
            blocks.append(Points(points, kind == "1", int(number[0]) if number else 1))
        else:
            blocks += map(Paragraph, lines)
    return blocks


def is_marked(texts: Iterable[str]) -> bool:
    """Whether an author has said of any of them what it is."""
    return any(map(_kind, texts))


def _kind(text: str) -> str:
    """`-` of a point, `1` of a numbered one, `|` of a line of a table; nothing of a paragraph."""
    if CELLS.search(text):
        return "|"
    mark = MARKED.match(text)
    return "" if mark is None else "-" if mark[0][0] == "-" else "1"


@frozen
class Sections:
    """The told parts of a rulebook, as sections of a page."""

    book: Rulebook

    def needed(self) -> list[Block]:
        """Libraries first: they tell the board that the game is played on. What begins with the same label, such as
        `The plate: `, stands in place of what was told before; `The plate: -` leaves it out."""
        by_label = dict[str, str]()
        for text in tellings(line for section in self._sections("material") for line in section.lines):
            label = LABEL.match(text)
            by_label[label[0] if label else text] = text
        texts = [text for key, text in by_label.items() if text.removeprefix(key).strip(" .-") or key == text]
        return blocks_of(texts) if is_marked(texts) else [*map(Paragraph, texts)]

    def setup(self) -> list[Block]:
        flow = self.book.flows.get("setup")
        return [] if flow is None else blocks_of(tellings(flow.block.steps), numbered=True)

    def options(self) -> list[Block]:
        """What can be agreed on, in the words of the rulebook itself."""
        own = self.book.head.span.source
        sections = self._sections("options")
        mine = [section for section in sections if section.span.source is own]
        return blocks_of(tellings(line for section in mine or sections for line in section.lines))

    def flow(self, word: str) -> list[Block]:
        flow = self.book.flows.get(word)
        return [] if flow is None else self._acting(flow.block.steps)

    def rules(self) -> list[Block]:
        """Rules that are told, or choices in them, each under its name."""
        return [
            PagePart(heading(rule.name.text), self._acting(rule.block.steps))
            for rule in self.book.rules.values()
            if tellings(rule.block.steps)
            or any(tellings(node.steps) for node in walk(rule) if isinstance(node, n.Alternative))
        ]

    def words(self) -> Iterator[PageSection]:
        """Titled words that are told: what decides the game stands under a heading of its own."""
        for section in self._sections("words"):
            blocks = blocks_of(tellings(section.lines))
            if blocks and section.title is not None:
                yield PageSection(heading(section.title.value), [*blocks, *_rulings(section.lines)])

    def told_words(self) -> set[str]:
        """The words of those sections: nobody needs to look them up."""
        sections = [section for section in self._sections("words") if tellings(section.lines)]
        return {line.name.text for section in sections for line in section.lines if isinstance(line, Words)}

    def _sections(self, word: str) -> list[n.Section]:
        own = self.book.head.span.source
        sections = [section for section in self.book.sections if section.word == word]
        return sorted(sections, key=lambda section: section.span.source is own)

    def _acting(self, steps: Iterable[n.Must | n.Step]) -> list[Block]:
        steps = list(steps)
        blocks = blocks_of(tellings(steps))
        nodes = [node for step in steps for node in walk(step)]
        choices = [(a, " ".join(tellings(a.steps))) for a in nodes if isinstance(a, n.Alternative)]
        blocks += in_list(
            [ListPoint(_headed(capital(escape(a.name.value)), text)) for a, text in choices if text],
            False,
        )
        return [*blocks, *_rulings(nodes)]


def _headed(name: str, text: str) -> str:
    """A choice under its name, unless what is told of it begins with that, as in `**Accuse** somebody`."""
    return text if text.lower().startswith(f"**{name.lower()}**") else f"**{name}**: {_following(text)}"


def _following(text: str) -> str:
    """After a name and a colon."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def _rulings(nodes: Iterable[object]) -> list[Block]:
    return [remark(node) for node in nodes if isinstance(node, n.Remark) and node.word == "ruling"]


def told_story(formal: Story, example: n.Example) -> Story | None:
    """An example as its author tells it, with the pictures that were made for it."""
    texts = tellings(example.lines)
    if not texts:
        return None
    said = " ".join(texts)
    pictures: list[Block] = []
    for block in formal.blocks:
        if isinstance(block, Picture):
            alone = _labelled(block, said)
            pictures.append(alone if block.moment.ended else evolve(alone, caption=""))
        elif isinstance(block, Pictures):
            pictures.append(Pictures([_labelled(picture, said) for picture in block.pictures]))
    return Story(formal.title, [*(blocks_of(texts) if is_marked(texts) else map(Paragraph, texts)), *pictures])


def _labelled(picture: Picture, said: str) -> Picture:
    """With the names of those places only that the story calls by name. Where nothing can be drawn the story has to be enough."""
    words = DRAWN_NOTE if picture.words else ""
    places = tuple(p for p in picture.places if f"({','.join(map(str, p))})" in said)
    return evolve(
        picture,
        places=places,
        caption="After." if picture.moment.ended else "Before.",
        told=True,
        said=said,
        words=words,
    )


def with_values(document: Document, values: Mapping[str, str]) -> Document:
    """`{goal}` in what is told is the number that is usually played for."""

    def filled(text: str) -> str:
        return VALUE.sub(lambda match: values.get(match[1], match[0]), text)

    def block_of(block: Block) -> Block:
        match block:
            case Paragraph() | Note():
                return evolve(block, text=filled(block.text))
            case Points():
                return evolve(block, points=[point_of(point) for point in block.points])
            case FactBox():
                return FactBox([(asked, filled(answer)) for asked, answer in block.lines])
            case SmallPrint():
                return evolve(block, blocks=[*map(block_of, block.blocks)])
            case PageTable():
                return PageTable([*map(filled, block.heads)], [[*map(filled, row)] for row in block.rows])
            case Story() | PagePart():
                return evolve(block, blocks=[*map(block_of, block.blocks)])
        return block

    def point_of(point: ListPoint) -> ListPoint:
        remarks = [evolve(remark, text=filled(remark.text)) for remark in point.remarks]
        return evolve(point, text=filled(point.text), below=[*map(block_of, point.below)], remarks=remarks)

    sections = [evolve(section, blocks=[*map(block_of, section.blocks)]) for section in document.sections]
    return evolve(document, lead=[*map(block_of, document.lead)], sections=sections)


def glossary(document: Document, notes: Iterable[tuple[str, list[n.Remark]]]) -> list[Block]:
    """Words with notes that the page, or another note in the list, speaks of."""
    plain = {name: [remark(node) for node in nodes if node.word == "note"] for name, nodes in notes}
    waiting = {name: " ".join(note.text for note in remarks) for name, remarks in plain.items() if remarks}
    said, points = said_in(document), dict[str, str]()
    while new := {name: text for name, text in waiting.items() if is_spoken_of(name, said)}:
        points |= new
        said = "\n".join(new.values())
        waiting = {name: text for name, text in waiting.items() if name not in new}
    return in_list([ListPoint(f"**{name}** — {points[name]}") for name in sorted(points, key=str.lower)], False)
