"""Names: what a run of words stands for at a place in the rulebook."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from attrs import define, evolve, field

from dicedsl.lower.kinds import Kind, Stream, Value
from dicedsl.source import Span
from dicedsl.syntax import nodes as n


class Bad(Exception):
    """A mistake in an expression or a step; caught where the next line can still be looked at."""

    def __init__(self, code: str, message: str, span: Span, help: str = "", label: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = help
        self.label = label


@define
class Scope:
    """Names bound around an expression: parameters, picks, loops; and who `it`, `owner` and the `has` subject are."""

    names: dict[str, Value | Stream] = field(factory=dict)
    it: Value | None = None
    has: Value | None = None
    owner: Value | None = None
    seats: dict[str, int] = field(factory=dict)
    depth: int = 0

    def bind(self, name: str, value: Value | Stream) -> Scope:
        return evolve(self, names={**self.names, name: value})

    def with_it(self, value: Value) -> Scope:
        return evolve(self, it=value)

    def with_has(self, value: Value) -> Scope:
        return evolve(self, has=value)


@define
class SlotDecl:
    """A memory: where its cells start, what each holds, and the kinds of its keys."""

    name: str
    base: int
    keys: tuple[Kind, ...]
    sizes: tuple[int, ...]
    item: Value
    scope: str
    node: n.Memory


@define
class ZoneDecl:
    name: str
    first: int
    keys: tuple[Kind, ...]
    sizes: tuple[int, ...]
    node: n.Zone


def splits(words: tuple[str, ...]) -> Iterable[tuple[tuple[str, ...], str]]:
    """Ways to read a run of words as adjectives and a noun, longest noun first."""
    for i in range(len(words)):
        yield words[:i], " ".join(words[i:])


def suggest(name: str, known: Iterable[str]) -> str:
    others = [other for other in known if other != name]  # the very word would be no help
    close = difflib.get_close_matches(name, others, n=1, cutoff=0.6)
    return f'did you mean "{close[0]}"?' if close else ""
