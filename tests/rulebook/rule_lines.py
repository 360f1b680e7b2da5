"""How many lines of a rulebook are rules, in the first edition of the language and now.

python -m tests.rulebook.rule_lines
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import frozen

from dicedsl.rulebook.library import shipped_files
from dicedsl.syntax import nodes as n
from dicedsl.syntax.parser import parse
from dicedsl.syntax.token_lines import lines_of
from dicedsl.syntax.walk import walk
from dicedsl.text.source import Source, Span

FIRST_EDITION = Path(__file__).parents[1] / "first-edition"


@frozen
class Counted:
    """A rulebook, by its short name, with its lines of rules in the first edition and now."""

    name: str
    before: int
    now: int


def rule_lines(source: Source) -> list[str]:
    """The lines with something that an engine reads: no comments, examples, notes, and nothing that is only told."""
    file, problems = parse(source)
    assert file is not None and problems == [], source.name
    told_spans = [node.span for node in walk(file) if is_told(node)]
    return [
        source.text[line.start : line.end]
        for line in lines_of(source.text)
        if not all(any(_within(token.start, span) for span in told_spans) for token in line.tokens)
    ]


def is_told(node: n.Node) -> bool:
    """Whether no engine reads it: it is for people, or an example."""
    if isinstance(node, n.Section):
        return all(isinstance(line, n.Remark) for line in node.lines)
    return isinstance(node, (n.Remark, n.Aim, n.FromSource, n.Example))


def _within(offset: int, span: Span) -> bool:
    return span.start <= offset < span.end


@cache
def counted() -> tuple[Counted, ...]:
    """Every rulebook and library that there was in the first edition."""
    found = []
    for path in sorted(FIRST_EDITION.rglob("*.dice")):
        before, now = (
            len(rule_lines(Source(each.name, each.read_text("utf-8")))) for each in (path, shipped_files()[path.stem])
        )
        found.append(Counted(path.stem, before, now))
    return tuple(found)


def table(rows: tuple[Counted, ...]) -> str:
    lines = [("rulebook", "first", "now", "less")]
    total = Counted("all", sum(row.before for row in rows), sum(row.now for row in rows))
    for row in (*rows, total):
        lines.append((row.name, str(row.before), str(row.now), f"{100 * (row.before - row.now) / row.before:.1f} %"))
    return "\n".join(f"{name:<24} {before:>6} {now:>6} {less:>8}" for name, before, now, less in lines)


if __name__ == "__main__":
    print(table(counted()))
