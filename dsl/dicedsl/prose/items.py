"""Points, lists and remarks of a rulebook as parts of a document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dicedsl.prose.document import Block, ListPoint, Note, Paragraph, Points
from dicedsl.prose.sentences import escape, sentence
from dicedsl.syntax import nodes as n
from dicedsl.text.english import capital


def heading(name: str) -> str:
    return escape(capital(name))


def rule_name(rule: n.Rule) -> str:
    """With the article that belongs to it: `the storm breaks`."""
    return f"the {rule.name.text}" if rule.name.article == "the" else rule.name.text


def in_list(items: Sequence[ListPoint], numbered: bool) -> list[Block]:
    """The items as one list; nothing if there are none."""
    return [Points(list(items), numbered)] if items else []


def in_paragraphs(items: Sequence[ListPoint]) -> list[Block]:
    """A single item needs no list."""
    if len(items) != 1:
        return in_list(items, True)
    item = items[0]
    return [Paragraph(sentence(item.text)), *item.below, *item.remarks]


# `[4 4 1]`, `[red 4]`, and `[415]` for a die on its corner, as `escape` leaves them.
DICE = re.compile(r"\\\[((?:[a-z]+ )?)([1-6](?: [1-6])*|[1-6]{3})\\\]")


STRONG = re.compile(r"\\\*\\\*(.+?)\\\*\\\*")


def in_short(node: object) -> str:
    """What `in short` says: the whole of a rule, a choice or a set-up; nothing if it is something else."""
    if not isinstance(node, n.Remark) or node.word != "in short":
        return ""
    text = STRONG.sub(r"**\1**", escape(node.text.value))
    return DICE.sub(lambda dice: "".join(f"[{dice[1]}{number}]" for number in dice[2].split()), text)


def remark(node: n.Remark) -> Note:
    """A remark as a note; what is said in short too, where nothing else is told instead."""
    short = in_short(node)
    return Note("note", capital(short)) if short else Note(node.word, escape(node.text.value))
