"""Lists, tables and remarks of a rulebook as lines of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field

from dicedsl.prose.english import capital, escape, sentence
from dicedsl.syntax import nodes as n


def heading(name: str) -> str:
    return escape(capital(name))


# ------------------------------------------------------------------ lists


@define
class Item:
    """A point of a list: its clause, what stands indented below it, and the remarks about it."""

    lead: str
    body: list[str] = field(factory=list)
    remarks: list[str] = field(factory=list)

    def lines(self, prefix: str = "") -> list[str]:
        lead = sentence(prefix + self.lead)
        if self.body or not self.remarks:
            below = [*self.body]
            for text in self.remarks:
                below += ["", text]
            return [lead, *below]
        return [" ".join([lead, *self.remarks])]


def in_list(items: Sequence[Item], numbered: bool) -> list[str]:
    """The items as a Markdown list."""
    lines: list[str] = []
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if numbered else "- "
        first, *rest = item.lines()
        lines.append(mark + first)
        lines.extend(" " * len(mark) + line if line else "" for line in rest)
    return lines


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(heads)} |",
        f"| {' | '.join('---' for _ in heads)} |",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def remark(node: n.Remark) -> str:
    return f"*{node.word.capitalize()}: {escape(node.text.value)}*"


# ------------------------------------------------------------------ steps
