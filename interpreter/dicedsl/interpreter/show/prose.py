"""The rules of a game for a screen: plain text from Markdown, by sections, and the part about a choice before the others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from dicedsl.interpreter.show.text import Paint, flowed, in_table, painted, width, wrapped

ITEM = re.compile(r"^(\s*)(- |\d+\. )(.*)$")
EXAMPLES, VARIANTS = "Examples", "Variants"


@frozen
class ShownSection:
    title: str
    lines: tuple[str, ...]


def sections(markdown: str) -> list[ShownSection]:
    """What stands under each heading of the second degree; the first has the title of the game."""
    shown_sections: list[ShownSection] = []
    title = ""
    lines: list[str] = []
    for line in markdown.splitlines():
        if line.startswith("# ") or line.startswith("## "):
            if title:
                shown_sections.append(ShownSection(title, tuple(lines)))
            title, lines = line.lstrip("#").strip(), []
        else:
            lines.append(line)
    return [*shown_sections, ShownSection(title, tuple(lines))] if title or lines else shown_sections


def rules_lines(markdown: str, names: Sequence[str], size: int, wanted: str = "") -> list[str]:
    """The rules as lines: what is said of the choices with these names, and what the game is about.

    `wanted` is `all`: then everything but the examples; a part of a heading: then only those sections; or any word: then every place
    where it stands.
    """
    every = sections(markdown)
    if wanted and wanted != "all":
        return _search_result(every, size, " ".join(wanted.lower().split()))
    lines: list[str] = []
    about = about_choice(markdown, names)
    if about and not wanted:
        lines += [painted("What you choose now", Paint.BOLD), "", *rendered(about, size), ""]
        lines += _sections(every[:1], size)
    else:
        lines += _sections([s for s in every if s.title != EXAMPLES], size)
    rest = "All of it: rules all. " if about and not wanted else ""
    return [*lines, *_titles(every, size, f"{rest}Of one thing: rules WORD. The parts are ")]


def _search_result(every: Sequence[ShownSection], size: int, wanted: str) -> list[str]:
    """The sections whose headings hold a word; else what is said of it elsewhere, under the headings where it stands."""
    asked = [s for s in every if s.title.lower() == wanted]
    asked = asked or [s for s in every if re.search(rf"\b{re.escape(wanted)}", s.title.lower())]
    # The title of the game may also be what somebody says in it.
    named = [s for s in asked if s not in every[:1]]
    if named:
        return _sections(named, size)
    lines = _sections(asked, size)
    for section in every[1:] if asked else every:
        kept = _paragraphs_about(section.lines, wanted)
        if kept and section.title != EXAMPLES:
            lines += [painted(section.title, Paint.BOLD), ""]
            lines += [*rendered([line for part in kept for line in (*part, "")], size), ""]
    return lines or _titles(every, size, f"The rules do not speak of {wanted}. Their parts are ")


def _paragraphs_about(lines: Sequence[str], wanted: str) -> list[list[str]]:
    """The parts of a section in which something is said: each line with all that hangs on it, below the lines on which it hangs itself;
    of a table all."""
    kept: set[int] = set()
    for at, line in enumerate(lines):
        if wanted not in _inline(line).lower():
            continue
        first, end = (_table_around(lines, at)) if _is_row(line) else (at, _end_below(lines, at))
        kept.update(range(first, end))
        outer = _indent(line)
        for above in range(first - 1, -1, -1):
            if lines[above].strip() and _indent(lines[above]) < outer:
                kept.add(above)
                outer = _indent(lines[above])
    paragraphs: list[list[str]] = []
    for at in sorted(kept):
        begins = not _indent(lines[at]) and not (_is_row(lines[at]) and at - 1 in kept and _is_row(lines[at - 1]))
        if begins or not paragraphs:
            paragraphs.append([])
        paragraphs[-1].append(lines[at])
    return [paragraph for paragraph in paragraphs if any(line.strip() for line in paragraph)]


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|")


def _table_around(lines: Sequence[str], at: int) -> tuple[int, int]:
    first = end = at
    while first > 0 and _is_row(lines[first - 1]):
        first -= 1
    while end < len(lines) and _is_row(lines[end]):
        end += 1
    return first, end


def _titles(fitting: Sequence[ShownSection], size: int, first: str) -> list[str]:
    """The headings, none of them broken."""
    titles = [s.title for s in fitting[1:]]
    parts = [*first.split(), *(f"{title}," for title in titles[:-1]), *(f"{title}." for title in titles[-1:])]
    return flowed(parts, size, " ")


def _sections(shown_sections: Sequence[ShownSection], size: int) -> list[str]:
    lines: list[str] = []
    for section in shown_sections:
        lines += [painted(section.title, Paint.BOLD), ""]
        lines += [*rendered(section.lines, size), ""]
    return lines


def about_choice(markdown: str, names: Sequence[str]) -> list[str]:
    """The part of the rules that offers choices with these names: the list they stand in, with the line above it."""
    said = [f"**{name.lower()}**" for name in names]
    parts = [section for section in sections(markdown) if section.title != EXAMPLES]
    for section in parts:
        for at, line in enumerate(section.lines):
            match = ITEM.match(line)
            if match and match[3].lower().startswith(tuple(said)):
                return _subtree(section.lines, at)
    for section in parts:
        if section.title == VARIANTS:
            continue  # which may hold examples as well
        for at, line in enumerate(section.lines):
            if any(name in line.lower() for name in said):
                return _with_all_below(section.lines, at)
    return []


def _with_all_below(lines: Sequence[str], at: int) -> list[str]:
    return [line[_indent(lines[at]) :] for line in lines[at : _end_below(lines, at)]]


def _end_below(lines: Sequence[str], at: int) -> int:
    """Where that ends which hangs on a line."""
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > _indent(lines[at])):
        end += 1
    return end


def _subtree(lines: Sequence[str], at: int) -> list[str]:
    """The line that a list hangs on, and all that hangs on it."""
    depth = _indent(lines[at])
    top = at
    if depth == 0:
        while top > 0 and (not lines[top].strip() or ITEM.match(lines[top]) or _indent(lines[top])):
            top -= 1
        end = at + 1
        while end < len(lines) and (not lines[end].strip() or ITEM.match(lines[end]) or _indent(lines[end])):
            end += 1
        return list(lines[top:end])
    while top > 0 and (not lines[top].strip() or _indent(lines[top]) >= depth):
        top -= 1
    return _with_all_below(lines, top) if lines[top].strip() else []


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# ------------------------------------------------------------------ from Markdown


def rendered(lines: Sequence[str], size: int) -> list[str]:
    """Markdown as plain text: no signs but those a person would write."""
    rows: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.lstrip().startswith("|"):
            end = at
            while end < len(lines) and lines[end].lstrip().startswith("|"):
                end += 1
            rows += _table(lines[at:end], size)
            at = end
            continue
        at += 1
        if line.startswith("#"):
            rows.append(painted(_inline(line.lstrip("#").strip()), Paint.BOLD))
            continue
        match = ITEM.match(line)
        if match:
            lead = match[1] + match[2]
            rows += wrapped(_inline(match[3]), size, lead, " " * width(lead))
        elif line.strip():
            indent = " " * _indent(line)
            rows += wrapped(_inline(line.strip()), size, indent)
        elif rows and rows[-1]:
            rows.append("")
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _inline(text: str) -> str:
    text = re.sub(r"\*\*(.+?)\*\*", lambda m: painted(m[1], Paint.BOLD), text)
    text = re.sub(r"(?<![\w*])\*(?!\s)(.+?)(?<!\s)\*(?![\w*])", r"\1", text)
    text = re.sub(r"`(.+?)`", r"\1", text)
    return re.sub(r"\\([\\*_`|#<>\[\]])", r"\1", text)


def _table(lines: Sequence[str], size: int) -> list[str]:
    rows = [[_inline(cell.strip()) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in lines]
    rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    broad = max(map(len, rows))
    rows = [row + [""] * (broad - len(row)) for row in rows]
    drawn = in_table(rows)
    if all(width(line) <= size - 2 for line in drawn):
        return [f"  {line}" for line in drawn]
    head, *others = rows
    item_lines = []
    for row in others:
        rest = (
            "; ".join(f"{name} {cell}" for name, cell in zip(head[1:], row[1:], strict=True)) if broad > 2 else row[-1]
        )
        item_lines += wrapped(f"{row[0]}: {rest}", size, "  - ", "    ")
    return item_lines
