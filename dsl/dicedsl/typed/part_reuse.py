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
Node = TypeVar("Node", bound=n.Node)
Question = tuple[str, str]


class NameAnswers(Protocol):
    """Answers what names stand for."""

    def answer(self, question: Question) -> object: ...


class PartMaker(Protocol):
    """Makes typed parts among the names of a rulebook, and holds what is noted on the way."""

    @property
    def names(self) -> NameAnswers: ...

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
    """Takes over what a variant does not change: `reusable` are the parts of its rulebook, by the node each is made of."""

    reusable: dict[int, Part] = field(factory=dict)
    taken_over: int = 0
    _base_parts: dict[int, Part] = field(factory=dict)
    _asking: list[dict[Question, object]] = field(factory=list)

    def take_from(self, base: PartReuse) -> None:
        """From now on take over parts of the rulebook that this is a variant of."""
        self._base_parts = base.reusable

    def note(self, question: Question, answer: object) -> None:
        if self._asking:
            self._asking[-1][question] = answer

    def make_or_reuse(self, node: Node, make: Callable[[Node], T], maker: PartMaker) -> T:
        """What is made of a node, or what was made of it in the rulebook without the variant if nothing that it asks for has changed."""
        old = self._base_parts.get(id(node))
        if old is not None and self._is_still_valid(old, maker.names):
            self.taken_over += 1
            self.reusable[id(node)] = old
            maker.types.update(old.types)
            maker.uses += old.uses
            return cast(T, old.made)
        outer, noted = maker.types, maker.uses
        before, maker.types, maker.uses = len(maker.problems), {}, []
        self._asking.append({})
        try:
            made = make(node)
        finally:
            asked, types, uses = self._asking.pop(), maker.types, maker.uses
            maker.types, maker.uses = outer, noted
            outer.update(types)
            noted += uses
        if len(maker.problems) == before:
            self.reusable[id(node)] = Part(node, made, asked, types, uses)
        return made

    def _is_still_valid(self, part: Part, answers: NameAnswers) -> bool:
        """Whether all that a part asked for would be answered the same."""
        self._asking.append({})
        try:
            return all(_same(answers.answer(question), answer) for question, answer in part.asked.items())
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
