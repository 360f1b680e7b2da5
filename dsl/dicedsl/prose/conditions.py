"""Conditions in plain English: what holds or does not hold, as a clause."""

from __future__ import annotations

import re
from abc import abstractmethod

from attrs import evolve, frozen

from dicedsl.prose.english import article, is_plural, listed, possessive, without_the
from dicedsl.prose.things import Things
from dicedsl.syntax import nodes as n

ORDERS = {"at_least": "at least", "at_most": "at most", "more_than": "more than", "less_than": "less than"}


@frozen(eq=False)
class Conditions(Things):
    """The half of the printer that says a yes or no. How values are called is for `Phrases` to say."""

    @abstractmethod
    def value(self, expr: n.Expr) -> str: ...

    @abstractmethod
    def tight(self, expr: n.Expr) -> str: ...

    @abstractmethod
    def plural(self, expr: n.Expr) -> bool: ...

    @abstractmethod
    def over(self, name: n.Phrase, source: n.Expr) -> tuple[Conditions, str]: ...

    def condition(self, expr: n.Expr) -> str:
        """A yes or no as a clause."""
        return self._holds(expr, False)

    def _holds(self, expr: n.Expr, negated: bool) -> str:
        if isinstance(expr, n.Not):
            return self._holds(expr.operand, not negated)
        if isinstance(expr, n.Is):
            return self._is_clause(evolve(expr, negated=expr.negated != negated))
        if isinstance(expr, (n.And, n.Or)):
            text = self._joined(expr)
            return f"it is not so that ({text})" if negated else text
        if isinstance(expr, n.Quantified):
            text = self._quantified_clause(expr)
            return f"it is not so that {text}" if negated else text
        if isinstance(expr, n.HasOrder):
            return f"{self.value(expr.attribute)} is {'not ' if negated else ''}{self._order_words(expr.order)}"
        if isinstance(expr, n.Truth):
            return "never" if expr.value == negated else "always"
        return self._plain(expr, negated)

    def _joined(self, expr: n.And | n.Or) -> str:
        kind = type(expr)
        parts = []
        node: n.Expr = expr
        while isinstance(node, kind):
            parts.append(node.right)
            node = node.left
        parts.append(node)
        parts.reverse()
        texts = []
        for i, part in enumerate(parts):
            text = self.condition(part)
            is_last = i == len(parts) - 1
            if isinstance(part, (n.And, n.Or)) and (kind is n.And or isinstance(part, kind)):
                text = f"({text})"
            elif isinstance(part, n.Quantified) and not is_last and text.startswith("for "):
                text = f"({text})"
            texts.append(text)
        if kind is n.And:
            plain = len(texts) > 2 and not any("," in text for text in texts)
            return listed(texts) if plain else " and ".join(texts)
        comma = "," if any(isinstance(part, n.And) for part in parts) else ""
        return f"{comma} or ".join(texts)

    def _plain(self, expr: n.Expr, negated: bool) -> str:
        """A name that is a yes or a no by itself."""
        no = "not " if negated else ""
        if isinstance(expr, (n.Name, n.Your, n.Apply)) and not (
            isinstance(expr, n.Name) and expr.phrase.text in self.locals
        ):
            name = expr.phrase.text
            if name in self.facts.marks:
                return f"{self.bearer(expr)} {no}marked “{name}”"
            if name in self.facts.switches:
                return f"the option “{name}” is {'off' if negated else 'on'}"
            if name in self.facts.adjectives:
                return f"it is {no}{name}"
            if name == "finished" and not self.facts.is_global(name):
                return f"the game is {no}over"
        text = self.value(expr)
        return f"{text} does not hold" if negated else f"{text} holds"

    def bearer(self, expr: n.Name | n.Your | n.Apply) -> str:
        """Who carries a mark, with its verb: `you are`, `the game is`."""
        if isinstance(expr, n.Your):
            return "you are"
        if isinstance(expr, n.Apply):
            owner = self.tight(expr.argument)
            return "you are" if owner == "you" else f"{owner} is"
        return f"the {self.facts.marks[expr.phrase.text].word} is"

    def _order_words(self, order: n.Order) -> str:
        text = f"{ORDERS[order.word]} {self._compared(order.other)}"
        return f"{text}, compared from the left" if isinstance(order.other, n.Tuple) else text

    def _compared(self, expr: n.Expr) -> str:
        return f"({self.value(expr)})" if isinstance(expr, (n.And, n.Or)) else self.value(expr)

    def _tail(self, negated: bool, test: n.Test) -> str:
        """What follows `is`."""
        no = "not " if negated else ""
        if isinstance(test, n.Order):
            return f"{no}{self._order_words(test)}"
        if isinstance(test, n.Member):
            other = test.other
            if isinstance(other, n.Range):
                return f"{no}from {self.value(other)}"
            return f"{no}{'among' if self.plural(other) else 'in'} {self.tight(other)}"
        if isinstance(test, n.Linked):
            return f"{no}in one piece, linked by {test.word.text}"
        if isinstance(test, n.ShapedLike):
            return f"{no}of the same shape as {self.tight(test.other)}"
        if isinstance(test, n.Related):
            return f"{no}{test.relation.text} with {self.tight(test.other)}"
        return f"{no}{self._compared(test.other)}"

    def _is_clause(self, node: n.Is) -> str:
        subject, test = node.subject, node.test
        if isinstance(test, n.Same):
            special = self._special(subject, node.negated, test.other)
            if special is not None:
                return special
        be = "are" if self.plural(subject) else "is"
        return f"{self._compared(subject)} {be} {self._tail(node.negated, test)}"

    def _special(self, subject: n.Expr, negated: bool, other: n.Expr) -> str | None:
        if isinstance(other, n.Truth) and self.is_truth(subject):
            return self._holds(subject, negated == other.value)
        text = self.value(subject)
        if isinstance(other, n.Nothing):
            return _absent(text, negated)
        if not isinstance(other, n.Name) or other.phrase.text in self.locals:
            return None
        name = other.phrase.text
        if name == "empty" and self.plural(subject) and not text.startswith("*"):
            if text.startswith("your "):
                return f"you have {'' if negated else 'no '}{text.removeprefix('your ')}"
            if text.startswith("its "):
                return f"it has {'' if negated else 'no '}{text.removeprefix('its ')}"
            return f"there are {'' if negated else 'no '}{without_the(text)}"
        if name == "next" and text in self.seats:
            return f"it is {'not ' if negated else ''}{possessive(text)} turn"
        if name == "winner":
            verb = "have" if text == "you" or self.plural(subject) else "has"
            return f"{text} {verb} {'not ' if negated else ''}won"
        return None

    def _quantified_clause(self, node: n.Quantified) -> str:
        inner, label = self.over(node.name, node.source)
        if node.test is not None:
            test = node.test
            if isinstance(test, n.Same) and isinstance(test.other, n.Nothing):
                return f"for {node.word} {label}, there is {'something' if node.negated else 'nothing'}"
            return f"{node.word} {label} is {inner._tail(node.negated, test)}"
        condition = node.condition
        if isinstance(condition, n.HasOrder):
            return f"{node.word} {label} has {inner._attribute_order(condition)}"
        assert condition is not None
        if isinstance(condition, n.Name) and condition.phrase.text in self.facts.marks:
            return f"{node.word} {label} is marked “{condition.phrase.text}”"
        return f"for {node.word} {label}, {inner.condition(condition)}"

    def _attribute_order(self, node: n.HasOrder) -> str:
        order = ORDERS[node.order.word]
        other = self.value(node.order.other)
        if isinstance(node.attribute, n.Name):
            name = node.attribute.phrase.text
            if is_plural(name) and isinstance(node.order.other, n.Number):
                return f"{order} {other} {name}"
            words = name if is_plural(name) else article(name)
        else:
            words = article(without_the(self.value(node.attribute)))
        return f"{words} of {order} {other}"


def _absent(text: str, negated: bool) -> str:
    """`x is none` in words."""
    match = re.match(r"(?:(your|its|the) |(\w+)'s? )(.+)", text)
    if match is None:
        return (
            f"{text} is {'someone' if negated else 'nobody'}"
            if text == "you"
            else f"{text} is {'not ' if negated else ''}none"
        )
    whose, seat, rest = match[1], match[2], match[3]
    has = {"your": "you have", "its": "it has", "the": "there is"}.get(whose, f"{seat} has")
    return f"{has} {article(rest) if negated else f'no {rest}'}"
