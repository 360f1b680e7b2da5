"""The rules in words on a page: the Markdown that the prose is written in, and no other markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from dicedsl.interpreter.web.markup import Html, join, tag, text
from dicedsl.text.plain import plain_lines

ITEM = re.compile(r"^(\s*)(?:[-*]|\d+\.)\s+(.*)$")
NUMBERED = re.compile(r"^\s*\d+\.")
STRESSED = re.compile(r"(\*\*.+?\*\*|\*[^*\s](?:[^*]*[^*\s])?\*|`[^`]+`)")
MOST_REMEMBERED_LINES = 20_000


def line_html(line: str) -> Html:
    """A line with what is stressed in it."""
    parts: list[Html] = []
    for part in STRESSED.split(line):
        if part.startswith("**") and part.endswith("**") and len(part) > 4:
            parts.append(tag("b", part[2:-2]))
        elif part.startswith("`") and part.endswith("`") and len(part) > 2:
            parts.append(tag("code", part[1:-1]))
        elif part.startswith("*") and part.endswith("*") and len(part) > 2:
            parts.append(tag("i", part[1:-1]))
        else:
            parts.append(text(part))
    return join(parts)


def rules_html(markdown: str, first: Sequence[str] = ()) -> Html:
    """Rules as they stand on a page; `first` are the names of what can be chosen now: what is said of them comes first."""
    lines = plain_lines(markdown).splitlines()[:MOST_REMEMBERED_LINES]
    at_hand = items_about(lines, first)
    parts = [tag("h3", "Your choice now"), _blocks(at_hand)] if at_hand else []
    return tag("div", *parts, _blocks(line for line in lines if not line.startswith("# ")), cls="dd-rules")


def items_about(lines: Sequence[str], names: Sequence[str]) -> list[str]:
    """The items of the rules about alternatives of these names, with all that belongs to them."""
    item_lines: list[str] = []
    for number, line in enumerate(lines):
        item = ITEM.match(line)
        if item is None or not any(item[2].startswith(f"**{name}**") for name in names):
            continue
        indent = len(item[1])
        item_lines.append(line[indent:])
        for later in lines[number + 1 :]:
            if later.strip() and len(later) - len(later.lstrip()) <= indent:
                break
            item_lines.append(later[indent:])
    return item_lines


def _blocks(lines: Iterable[str]) -> Html:
    blocks: list[Html] = []
    waiting = list(lines)
    at = 0
    while at < len(waiting):
        line = waiting[at]
        if not line.strip():
            at += 1
        elif line.startswith("#"):
            depth = len(line) - len(line.lstrip("#"))
            blocks.append(tag(f"h{min(5, depth + 1)}", line_html(line.lstrip("# "))))
            at += 1
        elif ITEM.match(line):
            end = _end_of_block(waiting, at, lambda one: bool(ITEM.match(one)) or one.startswith(" "))
            blocks.append(_list_html(waiting[at:end]))
            at = end
        elif line.startswith("|"):
            end = _end_of_block(waiting, at, lambda one: one.startswith("|"))
            blocks.append(_table_html(waiting[at:end]))
            at = end
        else:
            end = _end_of_block(
                waiting, at, lambda one: bool(one.strip()) and not one.startswith(("#", "|")) and not ITEM.match(one)
            )
            blocks.append(tag("p", line_html(" ".join(one.strip("> ").strip() for one in waiting[at:end]))))
            at = max(end, at + 1)
    return join(blocks)


def _end_of_block(lines: Sequence[str], at: int, belongs: object) -> int:
    assert callable(belongs)
    end = at + 1
    while end < len(lines) and belongs(lines[end]):
        end += 1
    return end


def _list_html(lines: Sequence[str]) -> Html:
    """Items of one depth; what stands further in belongs to the item before."""
    first = ITEM.match(lines[0])
    assert first is not None
    indent = len(first[1])
    items: list[tuple[str, list[str]]] = []
    for line in lines:
        item = ITEM.match(line)
        if item is not None and (len(item[1]) <= indent or not items):
            items.append((item[2], []))
        elif items:
            items[-1][1].append(line)
    parts = []
    for item_text, inner in items:
        nested = [line for line in inner if line.strip()]
        if nested and ITEM.match(nested[0]):
            parts.append(tag("li", line_html(item_text), _list_html(nested)))
        else:
            parts.append(tag("li", line_html(" ".join([item_text, *(line.strip() for line in nested)]))))
    return tag("ol" if NUMBERED.match(lines[0]) else "ul", *parts)


def _table_html(lines: Sequence[str]) -> Html:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    body = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    made = []
    for number, row in enumerate(body):
        kind = "th" if number == 0 and len(body) < len(rows) else "td"
        made.append(tag("tr", *(tag(kind, line_html(cell)) for cell in row)))
    return tag("div", tag("table", *made, cls="dd-sheet"), cls="dd-scroll")
