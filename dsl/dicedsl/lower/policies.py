"""Policies of examples: by what the moves of each alternative are compared, where it depends on what they pick."""

from __future__ import annotations

from dicedsl.lower.kinds import Stream, Value
from dicedsl.lower.lower import Lowering
from dicedsl.lower.scope import Bad, Scope, splits
from dicedsl.program import ops
from dicedsl.rulebook.walk import walk
from dicedsl.syntax import nodes as n

Measures = dict[tuple[int, int], ops.Op]


def measures(lowering: Lowering, node: n.Expr, scope: Scope) -> Measures:
    """The measure of the moves of each alternative, by decision and alternative.

    An alternative that does not pick every name the measure speaks of has none.
    """
    e = lowering.e
    own = _bound(node)
    offered: list[tuple[tuple[int, int], dict[str, Value | Stream]]] = [
        ((decision.number, i), {p.name: lowering.picked[p.cell] for p in alternative.picks if p.name not in own})
        for decision in lowering.w.program.decisions
        if not decision.reported
        for i, alternative in enumerate(decision.alternatives)
    ]
    known = {name: value for _, picks in offered for name, value in picks.items()}
    e.number(node, Scope(known, seats=scope.seats))  # finds names that nothing picks, and what they might have meant
    wanted = _wanted(node, set(known), {*lowering.w.known_names(), *scope.seats})
    found: Measures = {}
    for key, picks in offered:
        if wanted <= set(picks):
            found[key] = e.number(node, Scope(picks, seats=scope.seats)).op
    if wanted and not found:
        both = " and ".join(f'"{name}"' for name in sorted(wanted))
        raise Bad(
            "E453", f"no alternative of this game picks {both} together", node.span,
            help="compare moves by what one alternative picks",
        )  # fmt: skip
    return found


def _bound(node: n.Expr) -> set[str]:
    """The names that the measure gives itself, for its own loops."""
    return {inner.name.text for inner in walk(node) if isinstance(inner, (n.Binder, n.Quantified))}


def _wanted(node: n.Expr, picked: set[str], known: set[str]) -> set[str]:
    """The names among those picked that the measure speaks of; a longer name that the game knows comes first."""
    found: set[str] = set()
    for inner in walk(node):
        if isinstance(inner, n.Name):
            nouns = [noun for _, noun in splits(inner.phrase.words)]
            first = next((noun for noun in nouns if noun in picked or noun in known), None)
            if first in picked:
                found.add(str(first))
    return found
