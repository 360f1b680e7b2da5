"""Variants: that they change something, and say only what changes."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from dicedsl.check.checked_file import CheckedFile, head, warning
from dicedsl.errors import Label, Problem
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import RULE_PARTS
from dicedsl.syntax import nodes as n
from dicedsl.text.source import Span

FEWEST_LINES = 6
NEARLY_ALL = 0.8
REMARK = re.compile(r'#|(?:note|our ruling|in short|ruling) ?"')  # of both editions


def variants(checked: CheckedFile) -> Iterator[Problem]:
    for title, book in checked.variants.items():
        variant = checked.book.variants[title]
        if checked.owns(variant.span) and all(
            getattr(book, part) == getattr(checked.book, part) for part in RULE_PARTS
        ):
            yield warning(
                "W630", f'the variant "{title}" changes nothing', variant.title.span,
                "say what is different: `replace`, `add to`, `add beside` or `remove`",
            )  # fmt: skip
        yield from _repeated(variant.items, checked.book)


def differences(checked: CheckedFile) -> Iterator[Problem]:
    """Report what a file that changes another says without a difference."""
    parent = None if checked.is_broken else checked.parent()
    if parent is not None:
        yield from _repeated(checked.file.items, parent)


def _repeated(items: tuple[n.Item, ...], parent: Rulebook) -> Iterator[Problem]:
    for item in items:
        if not isinstance(item, n.Replace):
            continue
        part = item.part
        old: n.Node | None = None
        called = target = ""
        if isinstance(part, n.Rule):
            old, called, target = parent.rules.get(part.name.text), f'rule "{part.name.text}"', f"rule {part.name.text}"
        elif isinstance(part, n.Flow):
            old, called, target = parent.flows.get(part.word), f"`{part.word}:`", part.word
        if old is None:
            continue
        before, after = _lines(old.span), _lines(part.span)
        matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
        same = sum(block.size for block in matcher.get_matching_blocks())
        if len(before) < FEWEST_LINES or same < NEARLY_ALL * len(before):
            continue
        kept = (
            " and give only the new steps"
            if after[: len(before)] == before
            else ", or `replace` only the alternative that changes"
        )
        yield warning(
            "W631", f"you repeat {same} of the {len(before)} lines of {called}", head(item.span),
            f"write `add to {target}:`{kept}", also=(Label(head(old.span), "they stand here already"),),
        )  # fmt: skip


def _lines(span: Span) -> list[str]:
    """The steps of a part as text: its lines without the first one, remarks and comments."""
    lines = [" ".join(line.split()) for line in span.text.splitlines()[1:]]
    return [line for line in lines if line and not REMARK.match(line)]
