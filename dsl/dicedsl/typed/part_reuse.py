"""Parts of a rulebook that have been made: what each asked for and was told, so that a variant can take over what is the same for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

from attrs import define, field, frozen

from dicedsl.errors import Problem
from dicedsl.syntax import nodes as n
from dicedsl.typed.kinds import Type
from dicedsl.typed.name_uses import NameUse
from dicedsl.typed.semantic_error import SemanticError

T = TypeVar("T")
Question = tuple[str, str]


class NameAnswers(Protocol):
    """Answers what names stand for."""

    def answer(self, question: Question) -> object: ...


class PartMaker(Protocol):
    """Makes typed parts, and holds what is noted on the way."""

    types: dict[int, Type]
    uses: list[NameUse]
    problems: list[Problem]


@frozen(eq=False, repr=False, slots=False)
class Part:
    node: n.Node
    made: object
    asked: dict[Question, object]
    types: dict[int, Type]
    uses: list[NameUse]


@define(eq=False, repr=False, slots=False)
class PartReuse:
    """Takes over what a variant does not change: `base_parts` are those of the rulebook it is a variant of, `reusable` its own."""

    base_parts: dict[int, Part] = field(factory=dict)
    reusable: dict[int, Part] = field(factory=dict)
    answers: NameAnswers | None = None
    maker: PartMaker | None = None
    taken_over: int = 0
    _asking: list[dict[Question, object]] = field(factory=list)

    def note(self, question: Question, answer: object) -> None:
        if self._asking:
            self._asking[-1][question] = answer

    def make_or_reuse(self, node: n.Node, make: Callable[[], T]) -> T:
        """What is made of a node, or what was made of it in the rulebook without the variant if nothing that it asks for has changed."""
        assert self.maker is not None
        old = self.base_parts.get(id(node))
        if old is not None and self._is_still_valid(old):
            self.taken_over += 1
            self.reusable[id(node)] = old
            self.maker.types.update(old.types)
            self.maker.uses += old.uses
            return cast(T, old.made)
        looking, outer, noted = self.maker, self.maker.types, self.maker.uses
        before, looking.types, looking.uses = len(looking.problems), {}, []
        self._asking.append({})
        try:
            made = make()
        finally:
            asked, types, uses = self._asking.pop(), looking.types, looking.uses
            looking.types, looking.uses = outer, noted
            outer.update(types)
            noted += uses
        if len(looking.problems) == before:
            self.reusable[id(node)] = Part(node, made, asked, types, uses)
        return made

    def _is_still_valid(self, part: Part) -> bool:
        """Whether all that a part asked for would be answered the same."""
        assert self.answers is not None
        self._asking.append({})
        try:
            return all(_same(self.answers.answer(question), answer) for question, answer in part.asked.items())
        except SemanticError:
            return False
        finally:
            self._asking.pop()


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return one is other or (isinstance(one, (str, int, bool, Type)) and one == other) or _equal_kinds(one, other)


def _equal_kinds(one: Any, other: Any) -> bool:
    return hasattr(one, "plural") and one == other
