"""Conditions in plain English: what holds or does not hold, as a clause."""

from __future__ import annotations

import re
from abc import abstractmethod

from attrs import evolve, frozen

from dicedsl.prose import sayings
from dicedsl.prose.english import article, is_plural, without_the
from dicedsl.prose.things import Things, walk
from dicedsl.rulebook.settle import HIDDEN
from dicedsl.syntax import nodes as n
from dicedsl.text.english import listed, possessive

SAID = (n.There, n.Several, n.SomeKind)  # told as they are written
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
        if isinstance(expr, SAID):
            return f"it is not so that {self.value(expr)}" if negated else self.value(expr)
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
            if name in self.facts.sentences:
                told = self.facts.sentences[name]
                return told.replace(" is ", " is not ", 1) if negated else told
            if name in self.facts.states:
                return f"{self.bearer(expr)} {no}{name}"
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
            return f"{owner} {'are' if owner in {'you', 'they'} else 'is'}"
        return f"the {self.facts.marks[expr.phrase.text].word} is"

    def _order_words(self, order: n.Order) -> str:
        text = f"{ORDERS[order.word]} {self._compared(order.other)}"
        return f"{text}, compared from the left" if isinstance(order.other, n.Tuple) else text

    def _compared(self, expr: n.Expr) -> str:
        return f"({self.value(expr)})" if isinstance(expr, (n.And, n.Or)) else self.value(expr)

    def tail(self, negated: bool, test: n.Test) -> str:
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
        if isinstance(test, n.Same):
            other = test.other
            state = isinstance(other, n.Name) and other.phrase.text in self.facts.states
            return f"{no}{other.phrase.text if state and isinstance(other, n.Name) else self._compared(other)}"
        return f"{no}{sayings.tail(self, test)}"

    def _is_clause(self, node: n.Is) -> str:
        subject, test = node.subject, node.test
        if isinstance(test, n.Same):
            special = self._special(subject, node.negated, test.other)
            if special is not None:
                return special
        if isinstance(subject, n.Fold) and subject.word == "count":
            told = self._counted(subject, node.negated, test)
            if told is not None:
                return told
        several = self.plural(subject)
        be = "are" if several else "is"
        shown = sayings.clause(self, self._compared(subject), several, node.negated, test)
        if shown is not None:
            return shown
        if isinstance(test, n.Related) and isinstance(subject, n.Name) and subject.phrase.text in self.facts.values:
            whose = self.value(test.other)
            if whose in self.seats:
                return (
                    f"{possessive(whose)} {subject.phrase.text} is {'not ' if node.negated else ''}{test.relation.text}"
                )
        if isinstance(test, n.Related) and test.other == subject:
            return f"{self._compared(subject)} {be} {'not ' if node.negated else ''}{test.relation.text}"
        return f"{self._compared(subject)} {be} {self.tail(node.negated, test)}"

    def _special(self, subject: n.Expr, negated: bool, other: n.Expr) -> str | None:
        if isinstance(other, n.Truth) and self.is_truth(subject):
            return self._holds(subject, negated == other.value)
        text = self.value(subject)
        if isinstance(other, n.Nothing):
            return _absent(text, negated)
        if not isinstance(other, n.Name) or other.phrase.text in self.locals:
            return None
        name = other.phrase.text
        if name == "empty" and isinstance(subject, n.Showing):
            return self._shown(subject, negated)
        if name == "empty" and self.plural(subject) and not text.startswith("*"):
            if text.startswith("your "):
                return f"you have {'' if negated else 'no '}{text.removeprefix('your ')}"
            if text.startswith("their "):
                return f"they have {'' if negated else 'no '}{text.removeprefix('their ')}"
            if text.startswith("its "):
                return f"it has {'' if negated else 'no '}{text.removeprefix('its ')}"
            return f"there are {'' if negated else 'no '}{without_the(text)}"
        if name == "next" and text in self.seats:
            return f"{text} is {'not ' if negated else ''}next"
        if name == "winner":
            verb = "have" if text == "you" or self.plural(subject) else "has"
            return f"{text} {verb} {'not ' if negated else ''}won"
        return None

    def _shown(self, node: n.Showing, some: bool) -> str:
        """`cup showing 1 is empty` as `no die in the cup shows 1`."""
        number = self.value(node.number)
        if isinstance(node.subject, n.Name) and node.subject.phrase.text in self.facts.lone:
            die = self.value(node.subject)
            if isinstance(node.number, n.Number):
                return f"{'it' if die == 'the die' else die} is {'' if some else 'not '}a {number}"
            return f"{die} {'shows' if some else 'does not show'} {number}"
        return f"{'a' if some else 'no'} die {self.among(node.subject)} shows {number}"

    @abstractmethod
    def of_all(self, node: n.Quantified) -> str: ...

    @abstractmethod
    def among(self, source: n.Expr) -> str: ...

    @abstractmethod
    def members(self, expr: n.Expr) -> str: ...

    def _counted(self, subject: n.Fold, negated: bool, test: n.Test) -> str | None:
        """`count of S is 2` as `there are exactly 2 of S`, where the number is written out."""
        operand = subject.operand
        if isinstance(operand, n.Name) and operand.phrase.text == "players" and test == n.Same(n.Number(1)):
            left = "is still in" if self.facts.eliminates else "is there"
            return f"{'not ' if negated else ''}only one player {left}"
        if negated or isinstance(operand, (n.ForEach, n.Range, n.On, n.Binary)) or not self.is_set(operand):
            return None
        several = without_the(self.members(operand))
        if several.startswith(("your ", "*", "(", "every ")) or several[:1].isupper():
            return None
        if isinstance(test, n.Same) and isinstance(test.other, n.Number) and test.other.value > 1:
            return f"there are exactly {test.other.value} {several}"
        if isinstance(test, n.Order) and isinstance(test.other, n.Number) and test.other.value > 1:
            word = {"less_than": "fewer than"}.get(test.word, ORDERS[test.word])
            return f"there are {word} {test.other.value} {several}"
        return None

    def _quantified_clause(self, node: n.Quantified) -> str:
        if node.name.text == HIDDEN:
            return self.of_all(node)
        inner, label = self.over(node.name, node.source)
        word = node.word
        if word == "some" and not label.startswith("*"):
            word = article(label.split(" ", 1)[0]).split(" ", 1)[0]
        if node.test is not None:
            test = node.test
            if not any(isinstance(part, n.Phrase) and part == node.name for part in walk(test)):
                label = label.replace(f" *{node.name.text}*", "", 1)  # nobody speaks of it again
            if isinstance(test, n.Same) and isinstance(test.other, n.Nothing):
                return f"for {node.word} {label}, there is {'something' if node.negated else 'nothing'}"
            kind = node.source.phrase.text if isinstance(node.source, n.Name) else ""
            if isinstance(test, n.Related) and isinstance(test.other, n.You) and kind in self.facts.plurals:
                whose = {"some": "one", "every": "each", "no": "none"}[node.word]
                return f"{whose} of your {kind} is {'not ' if node.negated else ''}{test.relation.text}"
            shown = sayings.clause(inner, f"{word} {label}", False, node.negated, test)
            return shown or f"{word} {label} is {inner.tail(node.negated, test)}"
        condition = node.condition
        if isinstance(condition, n.HasOrder):
            return f"{word} {label} has {inner.attribute_order(condition)}"
        assert condition is not None
        if isinstance(condition, n.Name) and condition.phrase.text in self.facts.marks:
            return f"{word} {label} is marked “{condition.phrase.text}”"
        name = node.name.text
        used = sum(isinstance(part, n.Name) and part.phrase.text == name for part in walk(condition))
        asked = isinstance(condition, n.Is) and not condition.negated and _asked_of(condition.subject, name)
        if isinstance(condition, n.Is) and isinstance(condition.test, n.Same):
            other = condition.test.other
            empty = isinstance(other, n.Name) and other.phrase.text == "empty" and self.plural(condition.subject)
            asked = asked and not empty and not isinstance(other, n.Nothing)
        bare = label.replace(f" *{name}*", "", 1)
        if isinstance(condition, n.Is) and used == 1 and "*" not in bare and node.word in {"every", "some"}:
            lacking = self._lacking(condition, name)
            if lacking is not None:
                return f"no {bare} has {lacking}" if node.word == "every" else f"{word} {bare} has no {lacking}"
        if used == 1 and asked and "*" not in bare:
            # What is said of it is said once: `the stock of a player is empty`.
            named = evolve(inner.locals[name], called=f"{word} {bare}")
            return inner.bind(name, named).condition(condition)
        return f"for {node.word} {label}, {inner.condition(condition)}"

    def _lacking(self, node: n.Is, name: str) -> str | None:
        """`open boxes of p is empty`: what p has none of."""
        other = node.test.other if isinstance(node.test, n.Same) else None
        empty = isinstance(other, n.Name) and other.phrase.text == "empty" and "empty" not in self.locals
        subject = node.subject
        if node.negated or not empty or not isinstance(subject, n.Apply) or not is_plural(subject.phrase.text):
            return None
        asked = isinstance(subject.argument, n.Name) and subject.argument.phrase.text == name
        return subject.phrase.text if asked else None

    def attribute_order(self, node: n.HasOrder) -> str:
        order = ORDERS[node.order.word]
        other = self.value(node.order.other)
        if isinstance(node.attribute, n.Name):
            name = node.attribute.phrase.text
            if is_plural(name) and node.order == n.Order("at_most", n.Number(0)):
                return f"no {name}"
            if is_plural(name) and isinstance(node.order.other, n.Number):
                return f"{order} {other} {name}"
            words = name if is_plural(name) else article(name)
        else:
            words = article(without_the(self.value(node.attribute)))
        return f"{words} of {order} {other}"


def _asked_of(expr: n.Expr, name: str) -> bool:
    """Whether something is asked of what has this name: `stock of p`, `owner of place of p`."""
    while isinstance(expr, n.Apply):
        expr = expr.argument
    return isinstance(expr, n.Name) and expr.phrase.text == name


def _absent(text: str, negated: bool) -> str:
    """`x is none` in words."""
    owned = re.fullmatch(r"the ([\w -]+) of (that \w+|the \w+|\*\w+\*)", text)
    if owned is not None:
        return f"{owned[2]} has {article(owned[1]) if negated else f'no {owned[1]}'}"
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
