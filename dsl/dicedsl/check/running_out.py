"""Zones that are emptied for good: what is asked of them again finds nothing there."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.check.checked_file import CheckedFile, head, warning
from dicedsl.check.reaching import leaves
from dicedsl.check.settings import of_books
from dicedsl.errors import Problem
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import acting_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.typed import tree as t
from dicedsl.typed.name_uses import NameUses


def running_out(checked: CheckedFile) -> Iterator[Problem]:
    if not checked.is_library:
        yield from of_books(checked, lambda book: _until_empty(checked, book))


def _until_empty(checked: CheckedFile, book: Rulebook) -> Iterator[Problem]:
    """`in turn from p, until Z is empty` looks after each player: come to again, it asks once more, though nothing lies there."""
    uses = checked.name_uses(book)
    parts = _repeated_parts(book, uses)
    looked_at = {zone for item in book.standing for zone in _zones_in(item, uses)}
    for part in parts:
        for block, asked in _blocks(part, uses):
            for at, step in enumerate(block.steps):
                if not isinstance(step, n.InTurn) or step.until is None or any(map(leaves, block.steps[at + 1 :])):
                    continue
                choose = _asked_first(step.block, uses)
                if choose is None or choose.nothing_fits is not None:
                    continue
                for zone in sorted(_zones_in(step.until, uses) - looked_at - asked):
                    if _needed(choose, zone, uses) and not _comes_back(zone, parts, uses):
                        yield warning(
                            "W610",
                            f'nothing is ever moved back to "{zone}": come to again, this asks somebody who finds nothing there',
                            head(choose.span),
                            f"ask before: `if {zone} is not empty:` around `in turn from ...:`, or move dice back to it",
                        )


def _blocks(part: n.Node, uses: NameUses) -> Iterator[tuple[n.Block, set[str]]]:
    """All steps of a part, each with the zones that the conditions around them ask about."""
    around = [node for node in walk(part) if isinstance(node, (n.If, n.Repeat))]
    for block in (node for node in walk(part) if isinstance(node, n.Block)):
        holding = [node for node in around if any(inner is block for inner in walk(node))]
        asked = [node.until for node in holding if isinstance(node, n.Repeat) and node.until is not None]
        asked += [
            branch.condition
            for node in holding
            if isinstance(node, n.If)
            for branch in node.branches
            if branch.condition is not None
        ]
        yield block, {zone for condition in asked for zone in _zones_in(condition, uses)}


def _repeated_parts(book: Rulebook, uses: NameUses) -> list[n.Node]:
    """All that can happen more than once: not the set-up, nor rules that only the set-up carries out."""
    setup = book.flows.get("setup")
    rules = {id(rule) for rule in book.rules.values()}
    parts = [part for part in acting_parts(book) if part is not setup and id(part) not in rules]
    for part in parts:
        for named in uses.referents_in(part):
            if isinstance(named, n.Rule) and id(named) in rules:
                rules.discard(id(named))
                parts.append(named)
    return parts


def _asked_first(block: n.Block, uses: NameUses) -> n.Choose | None:
    """The choice with which some steps begin, perhaps in a rule of their own."""
    steps = [step for step in block.steps if not isinstance(step, n.Remark)]
    first = steps[0] if steps else None
    if isinstance(first, (n.Do, n.Call)):
        rule = next((named for named in uses.referents_in(first) if isinstance(named, n.Rule)), None)
        inner = [] if rule is None else [step for step in rule.block.steps if not isinstance(step, n.Remark)]
        first = inner[0] if inner else None
    return first if isinstance(first, n.Choose) else None


def _needed(choose: n.Choose, zone: str, uses: NameUses) -> bool:
    """Whether nothing can be chosen without a die of this zone."""
    alternatives = [way for way in choose.alternatives if isinstance(way, n.Alternative)]
    return bool(alternatives) and all(
        any(pick.amount.word in {"one", "some"} and _is_zone(pick.source, zone, uses) for pick in way.picks)
        for way in alternatives
    )


def _is_zone(source: n.Expr, zone: str, uses: NameUses) -> bool:
    named = uses.whole_referent(source)
    return isinstance(named, t.Zone) and named.name == zone


def _comes_back(zone: str, parts: list[n.Node], uses: NameUses) -> bool:
    return any(
        zone in _zones_in(step.target, uses) for part in parts for step in walk(part) if isinstance(step, n.MoveDice)
    )


def _zones_in(node: n.Node, uses: NameUses) -> set[str]:
    """The zones that nobody owns, named here or in the words that are used here."""
    zones: set[str] = set()
    waiting, seen = [node], {id(node)}
    while waiting:
        for named in uses.referents_in(waiting.pop()):
            if isinstance(named, t.Zone) and not named.keys:
                zones.add(named.name)
            elif isinstance(named, (t.Word, t.Adjective)) and id(named.node) not in seen:
                seen.add(id(named.node))
                waiting.append(named.node)
    return zones
