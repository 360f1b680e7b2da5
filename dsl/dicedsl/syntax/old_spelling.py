"""What the second edition once spelt in another way: where it stands in a text, and what is written there now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.source import Span

IN_SHORT_NOTE = re.compile(r'note[ \t]*"In short:[ \t]*')


def old_spellings(file: n.File) -> Iterator[tuple[Span, str]]:
    """Stretches of a text of the second edition and what stands for each of them, in the order of the text."""
    for node in walk(file):
        match = IN_SHORT_NOTE.match(node.span.text) if isinstance(node, n.Remark) else None
        if match is not None:
            start = node.span.start
            yield Span(node.span.source, start, start + match.end()), 'in short "'


def respelt(file: n.File, text: str) -> str:
    for span, new in reversed(list(old_spellings(file))):
        text = text[: span.start] + new + text[span.end :]
    return text
