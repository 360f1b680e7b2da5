"""The text of a rulebook as lines of tokens, without the grammar: for the printer and for finding mistakes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

JOINT = "\x1f"  # stands for a blank inside a name that holds words of the language; no text may have it
TOKEN = re.compile(
    r'(?P<text>"[^"\n]*")|(?P<comment>#[^\n]*)|(?P<word>[A-Za-z][A-Za-z0-9]*(?:(?:-|\x1f+)[A-Za-z0-9]+)*)'
    r"|(?P<number>[0-9]+)|(?P<sign>'s\b|[^ \t\r\n])"
)


@frozen
class PlainToken:
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@frozen
class Line:
    """A line of the file, without its newline. `start` and `end` are offsets in the file."""

    start: int
    end: int
    margin: str
    tokens: tuple[PlainToken, ...]
    comment: PlainToken | None

    @property
    def indent(self) -> int:
        return len(self.margin)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(t.text for t in self.tokens)


def lines_of(text: str) -> list[Line]:
    lines = []
    start = 0
    for raw in text.split("\n"):
        line = raw[:-1] if raw.endswith("\r") else raw
        tokens = [PlainToken(str(m.lastgroup), m[0], start + m.start()) for m in TOKEN.finditer(line)]
        comment = tokens.pop() if tokens and tokens[-1].kind == "comment" else None
        margin = line[: len(line) - len(line.lstrip(" \t"))]
        lines.append(Line(start, start + len(line), margin, tuple(tokens), comment))
        start += len(raw) + 1
    return lines


def words_in(text: str) -> int:
    """Words and signs outside comments, roughly."""
    return len(re.findall(r'"[^"\n]*"|[\w-]+|[^\s\w]', re.sub(r"#[^\n]*", "", text)))


def depth_change(line: Line) -> int:
    """How many more brackets a line opens than it closes."""
    return sum((t.text == "(") - (t.text == ")") for t in line.tokens)


def runs(lines: list[Line], broken: frozenset[int] = frozenset()) -> Iterator[tuple[int, int]]:
    """First and last index of each written line: a line, and those below it that its brackets take in.

    Lines without code are left out unless they stand inside brackets. `broken` lines never run on.
    """
    index = 0
    while index < len(lines):
        first = index
        index += 1
        if not lines[first].tokens:
            continue
        if first not in broken:
            depth = max(0, depth_change(lines[first]))
            while depth > 0 and index < len(lines):
                depth += depth_change(lines[index])
                index += 1
        yield first, index - 1


def unclosed(lines: list[Line]) -> dict[int, PlainToken]:
    """Lines whose bracket is not closed where it should be, with the bracket; nothing if all brackets are paired."""
    open_brackets: dict[int, PlainToken] = {}
    opened: list[tuple[int, PlainToken]] = []
    for number, line in enumerate(lines):
        if line.tokens:
            # A line that runs on stands further right than its first line; one that does not was meant to be new.
            while opened and number > opened[-1][0] and line.indent <= lines[opened[-1][0]].indent:
                index, token = opened.pop()
                open_brackets.setdefault(index, token)
        for token in line.tokens:
            if token.text == "(":
                opened.append((number, token))
            elif token.text == ")" and opened:
                opened.pop()
    for index, token in opened:
        open_brackets.setdefault(index, token)
    return open_brackets


def is_balanced(lines: list[Line]) -> bool:
    depth = 0
    for line in lines:
        for token in line.tokens:
            depth += (token.text == "(") - (token.text == ")")
            if depth < 0:
                return False
    return depth == 0
