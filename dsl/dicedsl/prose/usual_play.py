"""A rulebook as it is usually played and told: options that are a yes or a no have been decided, and what only a screen says is left out.

What such an option changes is told where the options are told, in the author's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, cast

from attrs import evolve, fields

from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n
from dicedsl.syntax.text_values import pieces
from dicedsl.syntax.walk import walk

T = TypeVar("T", bound=n.Node)
YES, NO = n.Truth(True), n.Truth(False)
SHORTEST_NAME = 4  # letters of a word by which a value is known again


def usual_items(book: Rulebook, items: Iterable[n.Item]) -> list[n.Item]:
    """What a variant says, told in the same way; `book` is the game with this variant."""
    shortener = _Shortener.of(book)
    return [shortener.edit(item) for item in items]


Retold = dict[tuple[object, ...], tuple[n.Node, n.Node]]  # parts as they were, and as they are told


def as_usually_played(book: Rulebook, shortened: Retold | None = None) -> Rulebook:
    """A rulebook told as it is usually played, with shorter parts. `shortened` keeps these for its variants, which share most of them."""
    shortener = _Shortener.of(book, {} if shortened is None else shortened)
    new = book.copy()
    new.words = {name: shortener.part(word) for name, word in book.words.items()}
    new.zones = {name: shortener.part(zone) for name, zone in book.zones.items()}
    new.flows = {name: shortener.part(flow) for name, flow in book.flows.items()}
    new.rules = {name: shortener.part(rule) for name, rule in book.rules.items()}
    new.standing = [part for old in book.standing if not _is_never(part := shortener.part(old))]
    new.hooks = [edited for hook in book.hooks if (edited := shortener.part(hook)).block.steps]
    _leave_out_the_empty(new)
    return new


def _is_never(part: n.Node) -> bool:
    return getattr(part, "condition", None) == NO or (isinstance(part, n.Whenever) and not part.block.steps)


class _Shortener:
    def __init__(
        self,
        decided: dict[str, n.Truth],
        values: frozenset[str] = frozenset(),
        shortened: Retold | None = None,
        revealed: frozenset[str] = frozenset(),
    ) -> None:
        self.decided = decided
        self.shortened = {} if shortened is None else shortened
        self.values = values  # names that stand for something counted or worked out
        self.revealed = revealed

    @classmethod
    def of(cls, book: Rulebook, shortened: Retold | None = None) -> _Shortener:
        decided = {
            name: option.default
            for name, option in book.options.items()
            if isinstance(option.default, n.Truth) and option.text is not None
        }
        values = {
            *book.options, *book.words, *book.zones,
            *(name for name, memory in book.memories.items() if not _is_somebody(memory.initial)),
        }  # fmt: skip
        return cls(decided, frozenset(values), shortened, _to_be_revealed(book))

    def part(self, part: T) -> T:
        """A whole part, edited once: which names are values matters only to what is said."""
        phrases = any(isinstance(node, n.Say) and node.values for node in walk(part))
        key = (id(part), *sorted((name, truth.value) for name, truth in self.decided.items()))
        if phrases or key not in self.shortened:
            edited = self.edit(part)
            if phrases:
                return edited
            self.shortened[key] = part, edited
        return cast(T, self.shortened[key][1])

    def edit(self, node: T) -> T:
        """A node with its parts edited first."""
        if isinstance(node, n.Same) and isinstance(node.other, n.Name):
            return node  # what something is may be called as an option is
        updates: dict[str, Any] = {}
        for item in fields(type(node)):
            if item.name == "span":
                continue
            old = getattr(node, item.name)
            new = self._value(old)
            if new is not old:
                updates[item.name] = new
        return cast(T, self._short(evolve(node, **updates) if updates else node))

    def _value(self, value: object) -> object:
        if isinstance(value, n.Node):
            return self.edit(value)
        if isinstance(value, tuple):
            parts = tuple(self._decided_steps(self._value(part) for part in value))
            same = len(parts) == len(value) and all(x is y for x, y in zip(parts, value, strict=True))
            return value if same else parts
        return value

    def _decided_steps(self, parts: Iterable[object]) -> Iterator[object]:
        """Steps without those that are decided; what is left of a decided one stands in its place."""
        for part in parts:
            if isinstance(part, n.If):
                if part.branches and part.branches[0].condition is None:
                    yield from part.branches[0].block.steps
                elif any(branch.block.steps for branch in part.branches) and not _lacks_its_first_word(part):
                    yield part if part.branches[-1].block.steps else _without_the_last(part)
            elif isinstance(part, n.Say):
                said = sayable(part, self.values, self.revealed)
                if said is not None:
                    yield said
            elif isinstance(part, (n.For, n.Repeat, n.InTurn)) and not part.block.steps:
                continue  # what was done there was only said
            elif not (isinstance(part, n.Must) and part.condition == YES):
                yield part

    def _short(self, node: n.Node) -> n.Node:
        match node:
            case n.Name():
                return self.decided.get(node.phrase.text, node)
            case n.Not():
                return n.Truth(not node.operand.value) if isinstance(node.operand, n.Truth) else node
            case n.And() | n.Or():
                return _joined(node)
            case n.Is():
                return _compared(node)
            case n.AdjectiveWord():
                return _adjective(node)
            case n.CaseWord():
                return evolve(node, rows=tuple(_rows(node.rows)))
            case n.Allowed():
                return evolve(node, rows=tuple(_rows(node.rows)))
            case n.If():
                return evolve(node, branches=tuple(_rows(node.branches)))
            case n.Pick() | n.For() | n.Draw():
                return evolve(node, condition=None) if node.condition == YES else node
            case n.Attempt():
                return evolve(node, odds=())  # of programs, not of players
        return node


def _joined(node: n.And | n.Or) -> n.Expr:
    decides = NO if isinstance(node, n.And) else YES
    if decides in (node.left, node.right):
        return decides
    if isinstance(node.left, n.Truth):
        return node.right
    return node.left if isinstance(node.right, n.Truth) else node


def _compared(node: n.Is) -> n.Expr:
    if isinstance(node.subject, n.Truth) and isinstance(node.test, n.Same) and isinstance(node.test.other, n.Truth):
        return n.Truth((node.subject.value == node.test.other.value) != node.negated)
    return node


def _adjective(word: n.AdjectiveWord) -> n.AdjectiveWord:
    if word.join == "one":
        return word
    passed = YES if word.join == "all" else NO
    left = tuple(condition for condition in word.conditions if condition != passed)
    if not left:
        return evolve(word, join="one", conditions=(passed,))
    return evolve(word, join="one" if len(left) == 1 else word.join, conditions=left)


Line = TypeVar("Line", n.Row, n.AllowedRow, n.Branch)


def _rows(rows: Iterable[Line]) -> Iterator[Line]:
    """Lines that may fit, up to the first that always does."""
    for row in rows:
        if row.condition == YES:
            yield evolve(row, condition=None)
            return
        if row.condition != NO:
            yield row


def _to_be_revealed(book: Rulebook) -> frozenset[str]:
    """What only some know, and what somebody has chosen: who says it aloud tells the others something."""
    secret = {name for table in (book.zones, book.memories) for name, line in table.items() if line.seen_by is not None}
    chosen = {name for name, line in book.memories.items() if isinstance(line.initial, n.Nothing)}
    return frozenset(secret | chosen)


def _lacks_its_first_word(node: n.If) -> bool:
    """Whether nothing is done but to say one thing or another, of which the first is for a screen only."""
    steps = [step for branch in node.branches for step in branch.block.steps]
    return not node.branches[0].block.steps and all(isinstance(step, n.Say) for step in steps)


def _without_the_last(node: n.If) -> n.If:
    """An `if` without branches at its end in which nothing happens."""
    branches = list(node.branches)
    while not branches[-1].block.steps:
        branches.pop()
    return evolve(node, branches=tuple(branches))


def sayable(step: n.Say, values: frozenset[str], revealed: frozenset[str] = frozenset()) -> n.Say | None:
    """The sentences of a text that say something of somebody, or hold no worked-out values, and those that reveal something: the others
    are for a screen. None if there is no such sentence."""
    first, *rest = pieces(step.text.value)
    text = first
    for number, after in enumerate(rest):
        text += f"{{{number}}}{after}"
    kept = [
        part for part in _sentences(text) if _is_said([step.values[i] for i in _numbers(part)], part, values, revealed)
    ]
    if not kept:
        return None
    text = " ".join(kept)
    return n.Say(n.Text(text, span=step.text.span), tuple(step.values[i] for i in _numbers(text)), span=step.span)


def _is_said(asked: list[n.Expr], sentence: str, values: frozenset[str], revealed: frozenset[str]) -> bool:
    things = [value for value in asked if _is_thing(value, values)]
    names = [value.phrase.text for value in things if isinstance(value, n.Name)]
    if any(re.search(rf"\b(?:is|are|becomes?|be)\b[\w ]* {re.escape(name)}\b", sentence) for name in names):
        return False  # `{cat} is the cat` says something only where the value stands
    if things and all(value in things or isinstance(value, n.Name) for value in asked):
        return True  # of whom it is said matters, and a number beside it has at least a name
    return not asked or any(_reveals(value, revealed) or is_called_so(value, sentence) for value in asked)


def is_called_so(value: n.Expr, sentence: str) -> bool:
    """Whether the sentence says what the value is: `The snow is {snow} hands deep`."""
    called = value.phrase.text if isinstance(value, (n.Name, n.Your, n.Their, n.Its, n.Possessive, n.Apply)) else ""
    words = [word for word in called.split(" ") if len(word) >= SHORTEST_NAME]
    return any(re.search(rf"\b{re.escape(word)}\b", sentence, re.IGNORECASE) for word in words)


def is_open(book: Rulebook, value: n.Expr) -> bool:
    """Whether it is kept where all can see it, and was not chosen."""
    name = value.phrase.text if isinstance(value, (n.Name, n.Your, n.Their, n.Its, n.Possessive, n.Apply)) else ""
    known = name in book.memories or name in book.words or name in book.options
    return known and name not in _to_be_revealed(book)


def _is_somebody(initial: n.Expr) -> bool:
    """Whether what is kept is no number: nobody or nothing at first, or whoever begins."""
    return isinstance(initial, n.Nothing) or (isinstance(initial, n.Name) and initial.phrase.text == "starter")


def _reveals(value: n.Expr, revealed: frozenset[str]) -> bool:
    """Whether it asks for what somebody has, such as `their hand` or `sum of hand of p`."""
    while isinstance(value, (n.Fold, n.At, n.Prep)):
        value = value.operand if isinstance(value, n.Fold) else value.subject
    return isinstance(value, (n.Name, n.Apply, n.Your, n.Their, n.Its, n.Possessive)) and value.phrase.text in revealed


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\{(\d+)\}", text)]


def _is_thing(value: n.Expr, values: frozenset[str]) -> bool:
    """You, and something or somebody with a name: `post`, `leader of the climb`."""
    if isinstance(value, n.You):
        return True
    return isinstance(value, n.Name) and value.phrase.text not in values


def _sentences(text: str) -> list[str]:
    sentences, start = [], 0
    for at, letter in enumerate(text):
        if letter in ".!?" and (at + 1 == len(text) or text[at + 1] == " "):
            sentences.append(text[start : at + 1].strip())
            start = at + 1
    rest = text[start:].strip()
    return [*sentences, rest] if rest else sentences


SILENT_STEPS = (n.Let, n.Remark, n.Do)  # steps in which nothing happens by themselves


def _leave_out_the_empty(book: Rulebook) -> None:
    """Rules in which nothing is left but names, and the steps that carry them out."""
    calls: dict[str, set[str]] = {}
    for name, rule in book.rules.items():
        parts = walk(rule.block)
        acts = (isinstance(x, (n.PlainStep, n.Choose, n.Attempt)) and not isinstance(x, SILENT_STEPS) for x in parts)
        if not any(acts):
            calls[name] = {x.rule.text for x in parts if isinstance(x, n.Do)}
    empty: set[str] = set()
    while newly_empty := {name for name, called in calls.items() if name not in empty and called <= empty}:
        empty |= newly_empty
    if empty:
        without = _CallRemover(frozenset(empty))
        book.rules = {name: without.edit(rule) for name, rule in book.rules.items() if name not in empty}
        book.flows = {name: without.edit(flow) for name, flow in book.flows.items()}
        book.standing = [without.edit(part) for part in book.standing]
        book.hooks = [without.edit(hook) for hook in book.hooks]


class _CallRemover(_Shortener):
    """The steps without calls of some rules."""

    def __init__(self, empty: frozenset[str]) -> None:
        super().__init__({})
        self.empty = empty

    def _value(self, value: object) -> object:
        if isinstance(value, tuple):
            value = tuple(x for x in value if not (isinstance(x, n.Do) and x.rule.text in self.empty))
        return super()._value(value)
