"""A document as one page that can be printed: no script, no foreign address, readable without colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape

from dicedsl.pips import SPOTS
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
from dicedsl.prose.sentences import sentence
from dicedsl.text.plain import plain

Draw = Callable[[Picture], str]  # a position as markup; nothing if there is nothing to see
DICE_IN_ROW = re.compile(r"(?<![\w.,:+*/-])[1-6](?: [1-6])+(?![\w+*/-]|[.,:]\d)")  # dice named one after the other
ROW = re.compile(r'(?:<svg class="die[^>]*>.*?</svg>){2,}', re.DOTALL)  # dice that belong together stay in one line
INLINE = re.compile(r"\\(.)|(\*\*)|(\*)|\[((?:[a-z]+ )?\d+)\]|([^\\*\[]+|.)", re.DOTALL)

STYLE = """
@page { size: A4; margin: 17mm 18mm; }
:root { color-scheme: light; }
body { font: 11pt/1.42 Georgia, "Times New Roman", serif; color: #111; background: #fff; max-width: 44em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 26pt; line-height: 1.1; margin: 0 0 .4em; border-bottom: 3px solid #111; padding-bottom: .2em; }
h2 { font-size: 15pt; margin: 1.5em 0 .4em; border-bottom: 1px solid #111; break-after: avoid; }
h3, h4 { font-size: 12pt; margin: 1.1em 0 .3em; break-after: avoid; }
p { margin: .45em 0; orphans: 3; widows: 3; }
ul, ol { margin: .35em 0; padding-left: 1.5em; }
li { margin: .25em 0; }
p:has(+ ul), p:has(+ ol), p:has(+ table) { break-after: avoid; break-inside: avoid; }
a { color: inherit; text-decoration: none; }
strong a { border-bottom: 1px dotted #777; }
.facts { border: 1.5px solid #111; border-radius: 6px; padding: .5em .9em; margin: .9em 0; display: grid; grid-template-columns: max-content 1fr; gap: .15em 1em; break-inside: avoid; }
.facts dt { font-weight: bold; }
.facts dd { margin: 0; }
.note { font-style: italic; }
p.note { margin-left: 1em; }
.ruling { font-style: normal; }
.exact { font-size: 8.8pt; line-height: 1.35; color: #444; border-left: 2px solid #bbb; padding-left: .7em; margin: .3em 0; }
.source { font-size: 9pt; color: #444; }
table { border-collapse: collapse; margin: .6em 0; break-inside: avoid; }
th, td { border: 1px solid #777; padding: .2em .6em; text-align: left; vertical-align: top; }
th { background: #eee; }
td:first-child { min-width: 5.5em; }
figure { margin: .8em 0; text-align: center; break-inside: avoid; }
figcaption { font-size: 9pt; font-style: italic; color: #333; margin-top: .25em; }
figure svg { max-width: 100%; max-height: 84mm; height: auto; }
figure .bare > svg { max-height: 46mm; }
.story figure svg { max-height: 66mm; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .8em; align-items: start; break-inside: avoid; }
.pair figure { margin: .4em 0; }
.story { border-left: 3px solid #999; padding-left: .9em; margin: 1em 0; break-inside: avoid-page; }
.story h3, .story h4 { margin-top: 0; }
.thrown { border: 1px solid #555; border-radius: .22em; padding: 0 .22em; margin: 0 -.06em; font: .82em/1.15 Helvetica, Arial, sans-serif; }
.row { white-space: nowrap; }
.die { width: 1.15em; height: 1.15em; vertical-align: -.22em; margin: 0 .06em; }
.die.corner { width: 1.9em; height: 1.9em; vertical-align: -.6em; }
.zones { display: flex; flex-wrap: wrap; justify-content: center; gap: .4em 1.4em; margin: .3em 0; font-size: 9pt; }
.zone { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .2em; max-width: 100%; }
.zone.below { flex-direction: column; align-items: flex-start; }
.zone .piece { width: 21px; height: 21px; }
@media print { body { margin: 0; max-width: none; padding: 0; } h2 { margin-top: 1.2em; } }
"""


def page(document: Document, draw: Draw | None = None, inks: str = "") -> str:
    """The whole page. `draw` makes the pictures, and `inks` is markup they share; without them they are told in words."""
    printer = _Printer(document, draw)
    title = _bare(document.title)
    body = "\n".join(printer.body())
    return (
        "<!DOCTYPE html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{inks}\n{body}\n</body>\n</html>\n"
    )


def _text(words: str) -> str:
    return escape(plain(words))


def _bare(inline: str) -> str:
    """A text without its signs, as it may stand in a title."""
    return _text("".join(match[1] or match[4] or match[5] or "" for match in INLINE.finditer(inline)))


class _Printer:
    def __init__(self, document: Document, draw: Draw | None) -> None:
        self.document = document
        self.draw = draw
        titles = [block.title for block in document.blocks() if isinstance(block, PagePart)]
        self.anchors = {_bare(title).lower(): f"part-{number}" for number, title in enumerate(titles)}

    def body(self) -> Iterator[str]:
        yield f"<h1>{self.inline(self.document.title)}</h1>"
        yield from self.blocks(self.document.lead)
        for section in self.document.sections:
            yield from self.section(section)

    def section(self, section: PageSection) -> Iterator[str]:
        yield f"<section>\n<h2>{self.inline(section.title)}</h2>"
        yield from self.blocks(section.blocks)
        yield "</section>"

    def blocks(self, blocks: Iterable[Block], level: int = 3) -> Iterator[str]:
        for block in blocks:
            yield from self.block(block, level)

    def block(self, block: Block, level: int = 3) -> Iterator[str]:
        match block:
            case Paragraph():
                yield f"<p>{self.inline(block.text)}</p>"
            case Note():
                yield f'<p class="{"ruling" if block.word == "ruling" else "note"}">{self.inline(block.text)}</p>'
            case SmallPrint():
                yield '<div class="exact">'
                yield from self.blocks(block.blocks)
                yield "</div>"
            case Points():
                mark = "ol" if block.numbered else "ul"
                yield f'<{mark} start="{block.first}">' if block.numbered and block.first > 1 else f"<{mark}>"
                for point in block.points:
                    yield from self.point(point)
                yield f"</{mark}>"
            case PageTable():
                heads = "".join(f'<th scope="col">{self.inline(head)}</th>' for head in block.heads)
                yield f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>"
                for row in block.rows:
                    yield f"<tr>{''.join(f'<td>{self.inline(cell)}</td>' for cell in row)}</tr>"
                yield "</tbody>\n</table>"
            case FactBox():
                yield '<dl class="facts">'
                for asked, answer in block.lines:
                    yield f"<dt>{self.inline(asked)}</dt><dd>{self.inline(answer)}</dd>"
                yield "</dl>"
            case Picture():
                yield from self.pictures([block])
            case Pictures():
                yield from self.pictures(block.pictures)
            case Story():
                yield f'<article class="story">\n<h{level}>{self.inline(block.title)}</h{level}>'
                yield from self.blocks(block.blocks)
                yield "</article>"
            case PagePart():
                yield f'<h3 id="{self.anchors[_bare(block.title).lower()]}">{self.inline(block.title)}</h3>'
                yield from self.blocks(block.blocks, 4)  # an example of a variant stands below it

    def point(self, point: ListPoint) -> Iterator[str]:
        yield f"<li>{self.inline(sentence(point.text))}"
        if not point.below:
            yield "".join(f" {self.remark(remark)}" for remark in point.remarks) + "</li>"
            return
        yield from self.blocks(point.below)
        yield from self.blocks(point.remarks)
        yield "</li>"

    def remark(self, remark: Note | Paragraph) -> str:
        if isinstance(remark, Paragraph):
            return self.inline(remark.text)
        return f'<span class="{"ruling" if remark.word == "ruling" else "note"}">{self.inline(remark.text)}</span>'

    # -------------------------------------------------------------- pictures

    def pictures(self, pictures: Iterable[Picture]) -> Iterator[str]:
        """Side by side where several can be drawn; in words where none can. Alone nothing is before or after."""
        asked, drawn = list(pictures), []
        made = [self.draw(picture) if self.draw is not None else "" for picture in asked]
        alone = len(asked) > 1 and sum(map(bool, made)) == 1
        for picture, text in zip(asked, made, strict=True):
            if text:
                caption = picture.caption and not alone and f"<figcaption>{self.inline(picture.caption)}</figcaption>\n"
                drawn.append(f"<figure>\n{text}\n{caption or ''}</figure>")
            elif picture.words and not picture.told:
                yield f"<p>{self.inline(picture.words)}</p>"
        if len(drawn) > 1:
            yield '<div class="pair">'
        yield from drawn
        if len(drawn) > 1:
            yield "</div>"

    # -------------------------------------------------------------- within a line

    def inline(self, text: str) -> str:
        """Signs as elements; whatever an author wrote is escaped."""
        parts: list[str] = []
        open_: list[str] = []
        strong = ""
        for escaped, bold, slanted, die, plain_ in INLINE.findall(text):
            if bold or slanted:
                tag = "strong" if bold else "em"
                if tag in open_:
                    while open_:
                        last = open_.pop()
                        parts.append(self._closed(strong) if last == "strong" else "</em>")
                        if last == tag:
                            break
                else:
                    open_.append(tag)
                    parts.append(f"<{tag}>")
                    strong = "" if bold else strong
                    if bold:
                        parts.append("\0")  # where a link may begin
            elif die:
                colour, _, number = die.rpartition(" ")
                parts.append(pip_die(int(number), colour))
            else:
                piece = _text(escaped or plain_)
                strong += piece if "strong" in open_ else ""
                parts.append(DICE_IN_ROW.sub(_thrown, piece))
        parts += [f"</{tag}>" for tag in reversed(open_)]
        return self._linked(parts)

    def _closed(self, strong: str) -> str:
        anchor = self.anchors.get(strong.strip().lower())
        return f"\1{anchor}</strong>" if anchor else "</strong>"

    def _linked(self, parts: list[str]) -> str:
        """A strong text that is the heading of a part leads there."""
        start = -1
        for number, part in enumerate(parts):
            if part == "\0":
                start, parts[number] = number, ""
            elif part.startswith("\1") and start >= 0:
                parts[start] = f'<a href="#{part[1:-9]}">'
                parts[number] = "</a></strong>"
        return ROW.sub(r'<span class="row">\g<0></span>', "".join(parts))


def _thrown(numbers: re.Match[str]) -> str:
    """Numbers of dice in frames, so that they are not read as one number."""
    return " ".join(f'<span class="thrown">{number}</span>' for number in numbers[0].split())


def pip_die(number: int, colour: str = "") -> str:
    """A die within a line: pips up to six, three faces if it stands on a corner, digits beyond. Colours are hatched as in the pictures."""
    sides = [int(digit) for digit in str(number)]
    if len(sides) == 3 and all(side in SPOTS for side in sides):
        return _corner(number, sides)
    if number in SPOTS:
        spots = "".join(f'<circle cx="{8 + 8 * x}" cy="{8 + 8 * y}" r="2.9"/>' for x, y in SPOTS[number])
    else:
        size = 15 if number < 100 else 12
        spots = f'<text x="16" y="{16 + 0.36 * size:.1f}" font-size="{size}" text-anchor="middle">{number}</text>'
    return (
        f'<svg class="die" viewBox="0 0 32 32" role="img" aria-label="{f"{colour} {number}".strip()}">'
        f'<rect x="1.5" y="1.5" width="29" height="29" rx="6" fill="{_fill(colour)}" stroke="#111" stroke-width="2"/>'
        f'<g fill="{"#fff" if colour == "black" else "#111"}">{spots}</g></svg>'
    )


def _fill(colour: str) -> str:
    """The ink of the pictures, or plain grey where a page has none."""
    return {"": "#fff", "white": "#fff", "black": "#3a3a3a"}.get(colour, f"url(#ink-{colour}) #ddd")


def _corner(number: int, sides: list[int]) -> str:
    """Seen from above its corner: the first number looks down the page, the others to the upper left and the upper right."""
    lines = '<path d="M16 1L29 8.5V23.5L16 31L3 23.5V8.5ZM16 16V1M16 16L29 23.5M16 16L3 23.5" fill="#fff" stroke="#111" stroke-width="1.5"/>'
    middles = ((16, 23.5), (9.2, 12.6), (22.8, 12.6))
    digits = "".join(
        f'<text x="{x}" y="{y + 4}" font-size="11" font-weight="bold" text-anchor="middle">{side}</text>'
        for side, (x, y) in zip(sides, middles, strict=True)
    )
    return f'<svg class="die corner" viewBox="0 0 32 32" role="img" aria-label="{number}">{lines}{digits}</svg>'
