"""Who begins, where the set-up says so."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk

STARTER = n.Name(n.Phrase(("starter",)))


def starter_set_up(book: Rulebook) -> n.Set | None:
    """The step of the set-up that says who begins, unless somebody has begun to play before: then it is agreed on who that is."""
    steps = [*_set_up(book)]
    asked = sum(node == STARTER for node in steps)
    said = [node for node in steps if isinstance(node, n.Set) and node.target == STARTER]
    return said[0] if said and asked == len(said) else None


def _set_up(book: Rulebook) -> Iterator[n.Node]:
    """All that is in the set-up, and in the rules that it carries out."""
    flow = book.flows.get("setup")
    blocks: list[n.Node] = [flow] if flow is not None else []
    seen = set[str]()
    while blocks:
        for node in walk(blocks.pop()):
            yield node
            if isinstance(node, n.Do) and node.rule.text not in seen and node.rule.text in book.rules:
                seen.add(node.rule.text)
                blocks.append(book.rules[node.rule.text])
