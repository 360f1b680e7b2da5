"""Pages as text that is safe by the way it is made: whatever is not markup already is filtered and escaped when it is put in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from dicedsl.text.plain import plain

# Words and attributes that are remembered as they stand in pages: nearly all come again and again.
MOST_REMEMBERED_TEXTS = 16_384
VOID_TAGS = frozenset({"br", "hr", "input", "img"})
Part = str | None
Value = str | int | bool | None


class Html(str):
    """Markup. Only this module makes it from text of others, and only after escaping that."""

    __slots__ = ()


def text(words: str) -> Html:
    """Foreign words as they may stand in a page."""
    return words if isinstance(words, Html) else _escaped(words)


@lru_cache(maxsize=MOST_REMEMBERED_TEXTS)
def _escaped(words: str) -> Html:
    return Html(escape(plain(words)))


def tag(name: str, /, *parts: Part, **attributes: Value) -> Html:
    """An element. `cls` is its class, `data_do` its data-do; True is an attribute without a value, None and False are left out."""
    attribute_text = "".join(
        _attribute(key, value) for key, value in attributes.items() if value is not None and value is not False
    )
    if name in VOID_TAGS:
        return Html(f"<{name}{attribute_text}>")
    return Html(f"<{name}{attribute_text}>{join(parts)}</{name}>")


def join(parts: Iterable[Part]) -> Html:
    return Html("".join(text(part) for part in parts if part is not None))


@lru_cache(maxsize=MOST_REMEMBERED_TEXTS, typed=True)  # markup and a text of the same letters are not the same
def _attribute(name: str, value: Value) -> str:
    name = "class" if name == "cls" else name.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    return f' {name}="{value if isinstance(value, Html) else escape(plain(str(value)))}"'


def button(label: Part, do: str, cls: str = "dd-button", **attributes: Value) -> Html:
    """Something that can be pressed; the server is told what to do."""
    return tag("button", label, type="button", cls=cls, data_do=do, **attributes)


def card(title: str, *parts: Part, cls: str = "", level: int = 2, **attributes: Value) -> Html:
    heading = tag(f"h{level}", title, cls="dd-heading") if title else None
    return tag("section", heading, *parts, cls=f"dd-card {cls}".strip(), **attributes)
