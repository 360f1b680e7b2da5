"""The rules that a page in its author's own words does not mention, listed so that the author can add them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from dicedsl.prose.author_text import FLOWS, tellings
from dicedsl.prose.name_nouns import walk
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n

EMPTY_WORDS = frozenset("a all an and are at by do for from in is it no not of off on or out the to up with".split())
ROOT_LETTERS = 4  # letters by which a word is known again: `flatter`, `flattery`
Told = Callable[[n.Node], bool]


def untold_rules(book: Rulebook, rules: Iterable[n.Rule], is_told: Told, said: str) -> list[str]:
    """The parts of a rulebook that its page does not mention, each named in the words of the rulebook.

    `is_told` says whether the author has written something about a part; `said` is the whole text of the page.
    """
    own = book.head.span.source
    flows = [flow for word, flow in book.flows.items() if word in FLOWS]
    mine = [rule for rule in rules if rule.span.source is own]
    parts = [f"the {flow.word}" for flow in flows if not _tells(flow)]
    parts += [
        f"the rule “{rule.name.text}”" for rule in mine if not _tells(rule) and not _is_named(rule.name.text, said)
    ]
    acting: list[n.Flow | n.Rule] = [*flows, *mine]
    for part in acting:
        parts += [f"the choice “{name}”" for name in _choices(part, said)]
    ends = [part for part in book.standing if isinstance(part, n.End)]
    if any(map(is_told, ends)):
        parts += [f"the end “{end.caption.value}”" for end in ends if not is_told(end) and end.span.source is own]
    for standing in (*book.standing, *book.hooks):
        if not isinstance(standing, (n.Whenever, n.Hook)) or standing.span.source is not own or is_told(standing):
            continue
        if not all(isinstance(step, n.Say) for step in standing.block.steps):
            parts.append(f"what stands in line {standing.span.line}")
    return list(dict.fromkeys(parts))


def _tells(part: n.Flow | n.Rule) -> bool:
    choices = [node for node in walk(part) if isinstance(node, n.Alternative)]
    return bool(tellings(part.block.steps)) or any(tellings(choice.steps) for choice in choices)


def _choices(part: n.Flow | n.Rule, said: str) -> Iterator[str]:
    """Those that nobody speaks of, and those in which something happens while only others beside them are told."""
    for node in walk(part):
        if isinstance(node, n.Choose):
            choices = [offer for offer in node.alternatives if isinstance(offer, n.Alternative)]
            some = any(tellings(choice.steps) for choice in choices)
            for choice in choices:
                name, is_told = choice.name.value, bool(tellings(choice.steps))
                if choice.steps and not is_told and (some or not _is_named(name, said)):
                    yield name


def _is_named(name: str, said: str) -> bool:
    """Whether a word of a name that means something is on the page."""
    words = [word for word in re.findall(r"[a-z]+", name.lower()) if word not in EMPTY_WORDS]
    return not words or any(re.search(rf"\b{word[:ROOT_LETTERS]}", said, re.IGNORECASE) for word in words)
