"""The text that an editor shows for the name or word under the pointer."""

from __future__ import annotations

import re

from dicedsl.explain.words import lines_about
from dicedsl.lsp.names import NamesInFiles
from dicedsl.lsp.occurrences import Occurrence, Symbol
from dicedsl.syntax import nodes as n
from dicedsl.text.plain import plain, plain_lines

REMARK = re.compile(r'\s*(?:(?:note|(?:our\s+)?ruling|in\s+short)\s+"([^"]*)"|#\s?(.*))$')
WORDS = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
MOST_HOVER_LINES = 12
LONGEST_PHRASE = 4  # words of a phrase of the language


def name_hover(names: NamesInFiles, symbol: Symbol) -> str:
    """The author's own lines about a name; "" for a name that nobody gives."""
    declarations = names.declarations(symbol)
    parts = [_declaration_text(each, symbol) for each in declarations[:3]]
    return "\n\n".join(part for part in parts if part)


def _declaration_text(place: Occurrence, symbol: Symbol) -> str:
    node = place.node
    if node is None:
        return ""
    source = place.span.source
    if symbol.sort == "player":
        return f"{plain(symbol.name)}: a player of this example"
    first = source.position(place.span.start)[0]
    head = plain(source.line(first).strip())
    notes: list[str] = []
    for number in range(first - 1, max(0, first - 1 - MOST_HOVER_LINES), -1):
        remark = REMARK.match(source.line(number))
        if remark is None:
            break
        notes.insert(0, plain(remark[1] or remark[2] or ""))
    text = f"{sort_words(node, symbol)}\n```dice\n{head}\n```"
    return text + ("\n" + "\n".join(notes) if notes else "")


def sort_words(node: n.Node, symbol: Symbol) -> str:
    """What sort of thing a line declares, in a word or two."""
    if symbol.sort == "local":
        return "a name for here"
    if symbol.sort == "file":
        return "a rulebook"
    if isinstance(node, n.Kind):
        return "a kind" if symbol.name in {node.singular.text, node.plural.text} else f"a {node.singular.text}"
    sorts: tuple[tuple[type[n.Node] | tuple[type[n.Node], ...], str], ...] = (
        (n.Option, "an option" if isinstance(node, n.Option) and node.name.text == symbol.name else "a choice of an option"),
        (n.Zone, "a zone: dice lie here"), (n.Memory, "memory"), (n.Board, "a board"),
        (n.AdjectiveWord, "an adjective"), ((n.ValueWord, n.CaseWord, n.ListWord), "a word"),
        (n.Rule, "a rule"), (n.Alternative, "an alternative"), (n.Variant, "a variant"),
    )  # fmt: skip
    return next((said for cls, said in sorts if isinstance(node, cls)), "a name")


def word_hover(text: str, offset: int) -> tuple[str, int, int] | None:
    """What the language means by the word or the phrase at a place, and where that stands."""
    start = text.rfind("\n", 0, offset) + 1
    line = text[start:].split("\n", 1)[0]
    words = [(match.start() + start, match.end() + start) for match in WORDS.finditer(line)]
    here = next((i for i, (first, last) in enumerate(words) if first <= offset <= last), None)
    if here is None:
        return None
    for size in range(LONGEST_PHRASE, 0, -1):  # `at least` before `at`
        for first in range(max(0, here - size + 1), here + 1):
            run = words[first : first + size]
            if len(run) < size or run[-1][1] < offset:
                continue
            lines = lines_about(text[run[0][0] : run[-1][1]])
            if lines and lines != ["a phrase of the language"]:  # of which its words tell more
                return plain_lines("\n\n".join(lines)), run[0][0], run[-1][1]
    return None
