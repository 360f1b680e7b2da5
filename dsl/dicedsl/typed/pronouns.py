"""Pronouns of several things: `they`, `them` and `their`."""

from __future__ import annotations

import re

from dicedsl.syntax import nodes as n
from dicedsl.text.source import Span
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Elaborator
from dicedsl.typed.kinds import PLAYER
from dicedsl.typed.scope import CHOOSER, NameScope
from dicedsl.typed.semantic_error import SemanticError

WHOSE = r"(?:\b(?:your|their|its)[ \t]+)?"
OWNER = r"(?:[ \t]+of[ \t]+(?:the[ \t]+)?[\w-]+)?"


def they(elaborator: Elaborator, node: n.They, scope: NameScope) -> t.Expr:
    """`they` and `their ...`: the nearest player without a name; where there is none, the one set that has a name."""
    if scope.nearest(PLAYER) is None and len(scope.sets) == 1:
        start = node.span.start  # of `their worth` only the first word
        words = (node.span.text.split() or ["they"])[:1]
        elaborator.note(
            n.Phrase(tuple(words), span=Span(node.span.source, start, start + len(words[0]))), scope.sets[0]
        )
    return _meant(elaborator, node, "they", scope, player_first=True)


def them(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> t.Expr:
    """`the highest of them`: the one set that has a name here, or the player who has none, if only one of both is there."""
    return _meant(elaborator, phrase, "them", scope)


def _meant(elaborator: Elaborator, node: n.Node, word: str, scope: NameScope, player_first: bool = False) -> t.Expr:
    player, sets = scope.nearest(PLAYER), scope.sets
    if player is not None and (player_first or not sets):
        return t.You(span=node.span) if player is CHOOSER else t.LocalValue(player, type=player.type, span=node.span)
    if player is None and len(sets) == 1:
        return t.LocalValue(sets[0], type=sets[0].type, span=node.span)
    names = " or ".join(f"`{local.name}`" for local in sets)
    if sets:
        also = " or the player" if player is not None else ""
        help = f"write {names}{', or `they` for the player' if also else ', whichever is meant'}"
        raise SemanticError("E307", f"`{word}` can be {names}{also} here", node.span, help=help)
    said = _spoken_of(elaborator, node.span)
    if word == "they" and not said:
        message = "no player without a name is spoken of here"
        raise SemanticError("E307", message, node.span, help="name the player that is meant, or write `your`")
    message = f"nothing that `{word}` could be is given a name here"
    whole = node.span.text.split()
    if whole[:1] == ["their"]:
        help = f"write `{' '.join(whole[1:])} of {said}`, or `your {' '.join(whole[1:])}`"
    else:
        help = f"write `{said}`" if said else "write the name of the dice, or of whatever is meant"
    raise SemanticError("E307", message, node.span, help=help)


def _spoken_of(elaborator: Elaborator, span: Span) -> str:
    """The dice named last before a place, on its line or on the one above it."""
    before = span.source.text[: span.start].rsplit("\n", 2)
    names = "|".join(re.escape(name) for name in sorted(elaborator.names.book.zones, key=len, reverse=True))
    if not names:
        return ""
    for line in (before[-1], *before[-2:-1]):
        matches = list(re.finditer(rf"{WHOSE}\b({names})\b(?!-)", line))
        if not matches:
            continue
        last = matches[-1]
        zone = elaborator.names.zone(last[1])
        owner = re.match(OWNER, line[last.end() :]) if zone is not None and zone.keys and last[0] == last[1] else None
        return " ".join((last[0] + (owner[0] if owner else "")).split())
    return ""
