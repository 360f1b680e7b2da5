"""Parts of a rulebook that have been made: what each asked for and was told, so that a variant can take over what is the same for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

from attrs import define, field, frozen

from dicedsl.errors import Problem
from dicedsl.syntax import nodes as n
from dicedsl.typed.kinds import Type
from dicedsl.typed.meant import NameUse
from dicedsl.typed.semantic_error import SemanticError

T = TypeVar("T")
Question = tuple[str, str]


class NameAnswers(Protocol):
    """Who is asked for names."""

    def answer(self, question: Question) -> object: ...


class PartMaker(Protocol):
    """Who makes the parts."""

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
class Parts:
    """`known` are the parts of the rulebook that this one is a variant of."""

    known: dict[int, Part] = field(factory=dict)
    done: dict[int, Part] = field(factory=dict)
    answers: NameAnswers | None = None
    looking: PartMaker | None = None
    taken_over: int = 0
    _asking: list[dict[Question, object]] = field(factory=list)

    def note(self, question: Question, answer: object) -> None:
        if self._asking:
            self._asking[-1][question] = answer

    def made(self, node: n.Node, make: Callable[[], T]) -> T:
        """What is made of a node, or what was made of it in the rulebook without the variant if nothing that it asks for has changed."""
        assert self.looking is not None
        old = self.known.get(id(node))
        if old is not None and self._holds(old):
            self.taken_over += 1
            self.done[id(node)] = old
            self.looking.types.update(old.types)
            self.looking.uses += old.uses
            return cast(T, old.made)
        looking, outer, noted = self.looking, self.looking.types, self.looking.uses
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
            self.done[id(node)] = Part(node, made, asked, types, uses)
        return made

    def _holds(self, part: Part) -> bool:
        """Whether all that a part asked for would be answered the same."""
        assert self.answers is not None
        self._asking.append({})
        try:
            return all(_same(self.answers.answer(question), told) for question, told in part.asked.items())
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
