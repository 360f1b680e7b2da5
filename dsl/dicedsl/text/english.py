"""Small tools for English texts: lists of words, capitals, possessives."""

from __future__ import annotations

from collections.abc import Iterable


def listed(items: Iterable[str], word: str = "and") -> str:
    """`a, b and c`."""
    *most, last = [*items] or [""]
    return f"{', '.join(most)} {word} {last}" if most else last


def capital(text: str) -> str:
    """A capital at the start of a sentence; names in italics or bold stay as they are."""
    return text[:1].upper() + text[1:]


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"
