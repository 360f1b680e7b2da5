"""Conditions in plain English: what holds or does not hold, as a clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import evolve

from dicedsl.prose import noun_clauses
from dicedsl.prose.name_nouns import walk
from dicedsl.prose.sentences import article, is_plural, state_sentence, without_the
from dicedsl.rulebook.desugar import UNNAMED_LOCAL
from dicedsl.syntax import nodes as n
from dicedsl.text.english import listed, possessive

if TYPE_CHECKING:
    from dicedsl.prose.phrases import Phrases

AS_WRITTEN = (n.There, n.Several, n.SomeKind)  # told as they are written
ORDERS = {"at_least": "at least", "at_most": "at most", "more_than": "more than", "less_than": "less than"}


def condition(phrases: Phrases, expr: n.Expr) -> str:
    """A yes or no as a clause."""
    return _holds(phrases, expr, False)


def _holds(phrases: Phrases, expr: n.Expr, negated: bool) -> str:
    return HOLDING.get(type(expr), _plain)(phrases, expr, negated)


def _not(phrases: Phrases, expr: n.Not, negated: bool) -> str:
    return _holds(phrases, expr.operand, not negated)


def _is(phrases: Phrases, expr: n.Is, negated: bool) -> str:
    return _is_clause(phrases, evolve(expr, negated=expr.negated != negated))


def _junction(phrases: Phrases, expr: n.And | n.Or, negated: bool) -> str:
    text = _joined(phrases, expr)
    return f"it is not so that ({text})" if negated else text


def _quantified(phrases: Phrases, expr: n.Quantified, negated: bool) -> str:
    text = _quantified_clause(phrases, expr)
    return f"it is not so that {text}" if negated else text


def _has_order(phrases: Phrases, expr: n.HasOrder, negated: bool) -> str:
    return f"{phrases.value(expr.attribute)} is {'not ' if negated else ''}{_order_words(phrases, expr.order)}"


def _as_written(phrases: Phrases, expr: n.There | n.Several | n.SomeKind, negated: bool) -> str:
    return f"it is not so that {phrases.value(expr)}" if negated else phrases.value(expr)


def _truth(phrases: Phrases, expr: n.Truth, negated: bool) -> str:
    return "never" if expr.value == negated else "always"


def _joined(phrases: Phrases, expr: n.And | n.Or) -> str:
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
        text = phrases.condition(part)
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


def _plain(phrases: Phrases, expr: n.Expr, negated: bool) -> str:
    """A name that is a yes or a no by itself."""
    no = "not " if negated else ""
    if isinstance(expr, (n.Name, n.Your, n.Apply)) and not (
        isinstance(expr, n.Name) and expr.phrase.text in phrases.locals
    ):
        name = expr.phrase.text
        if name in phrases.facts.sentences:
            return state_sentence(phrases.facts.sentences[name], "not" if negated else "")
        if name in phrases.facts.states:
            return f"{bearer(phrases, expr)} {no}{name}"
        if name in phrases.facts.owned:
            return has(phrases, expr, "no" if negated else "")
        if name in phrases.facts.marks:
            return f"{bearer(phrases, expr)} {no}marked “{name}”"
        if name in phrases.facts.switches:
            return f"the option “{name}” is {'off' if negated else 'on'}"
        if name in phrases.facts.adjectives:
            return f"it is {no}{name}"
        if name == "finished" and not phrases.facts.is_global(name):
            return f"the game is {no}over"
    text = phrases.value(expr)
    return f"{text} does not hold" if negated else f"{text} holds"


def bearer(phrases: Phrases, expr: n.Name | n.Your | n.Apply) -> str:
    """Who carries a mark, with its verb: `you are`, `the game is`."""
    if isinstance(expr, n.Your):
        return "you are"
    if isinstance(expr, n.Apply):
        owner = phrases.tight(expr.argument)
        return f"{owner} {'are' if owner in {'you', 'they'} else 'is'}"
    word = phrases.facts.marks[expr.phrase.text].word
    return f"the {word} {'are' if is_plural(word) else 'is'}"


def has(phrases: Phrases, expr: n.Name | n.Your | n.Apply, how: str = "") -> str:
    """What is said with `has`: `you have an antidote`, `you have no antidote`, `you no longer have an antidote`."""
    who, verb = bearer(phrases, expr).rsplit(" ", 1)
    have = "have" if verb == "are" else "has"
    name = phrases.facts.book.memories[expr.phrase.text].name
    if how == "no":
        return f"{who} {have} no {name.text}"
    return f"{who} {how} {have} {name.written}".replace("  ", " ")


def _order_words(phrases: Phrases, order: n.Order) -> str:
    text = f"{ORDERS[order.word]} {_compared(phrases, order.other)}"
    return f"{text}, compared from the left" if isinstance(order.other, n.Tuple) else text


def _compared(phrases: Phrases, expr: n.Expr) -> str:
    return f"({phrases.value(expr)})" if isinstance(expr, (n.And, n.Or)) else phrases.value(expr)


def tail(phrases: Phrases, negated: bool, test: n.Test) -> str:
    """What follows `is`."""
    return f"{'not ' if negated else ''}{TAILS[type(test)](phrases, test)}"


def _member(phrases: Phrases, test: n.Member) -> str:
    other = test.other
    if isinstance(other, n.Range):
        return f"from {phrases.value(other)}"
    return f"{'among' if phrases.plural(other) else 'in'} {phrases.tight(other)}"


def _linked(phrases: Phrases, test: n.Linked) -> str:
    return f"in one piece, linked by {test.word.text}"


def _shaped_like(phrases: Phrases, test: n.ShapedLike) -> str:
    return f"of the same shape as {phrases.tight(test.other)}"


def _related(phrases: Phrases, test: n.Related) -> str:
    return f"{phrases.facts.relation(test.relation)} {phrases.tight(test.other)}"


def _same(phrases: Phrases, test: n.Same) -> str:
    other = test.other
    if isinstance(other, n.Name) and other.phrase.text in phrases.facts.states:
        return other.phrase.text
    if isinstance(other, n.Name) and other.phrase.text in phrases.facts.adjectives and other.phrase.article:
        return article(other.phrase.text)  # a kind of thing: `they are a mouse`
    return _compared(phrases, other)


def _is_clause(phrases: Phrases, node: n.Is) -> str:
    subject, test = node.subject, node.test
    if isinstance(test, n.Same):
        special = _special(phrases, subject, node.negated, test.other)
        if special is not None:
            return special
    played = _played(phrases, subject, node.negated, test)
    if played is not None:
        return played
    if isinstance(subject, n.Fold) and subject.word == "count":
        text = _counted(phrases, subject, node.negated, test)
        if text is not None:
            return text
    several = phrases.plural(subject)
    several = several or (isinstance(test, n.AllAlike) and phrases.is_set(subject))
    be = "are" if several else "is"
    shown = noun_clauses.clause(phrases, _compared(phrases, subject), several, node.negated, test)
    if shown is not None:
        return shown
    if isinstance(test, n.Related) and isinstance(subject, n.Name) and subject.phrase.text in phrases.facts.values:
        whose = phrases.value(test.other)
        if whose in phrases.seats:
            return f"{possessive(whose)} {subject.phrase.text} is {'not ' if node.negated else ''}{test.relation.text}"
    if isinstance(test, n.Related) and test.other == subject:
        return f"{_compared(phrases, subject)} {be} {'not ' if node.negated else ''}{test.relation.text}"
    return f"{_compared(phrases, subject)} {be} {phrases.tail(node.negated, test)}"


PLAYED = {"rounds played": "round", "turns played": "turn"}


def _played(phrases: Phrases, subject: n.Expr, negated: bool, test: n.Test) -> str | None:
    """`rounds played are nights` as `6 rounds have been played (the nights)`."""
    name = subject.phrase.text if isinstance(subject, n.Name) else ""
    if name not in PLAYED or negated or phrases.facts.is_global(name) or not isinstance(test, (n.Same, n.Order)):
        return None
    order = "" if isinstance(test, n.Same) else f"{ORDERS[test.word]} "
    count, of = test.other, ""
    if isinstance(count, n.Name) and phrases.facts.usual and count.phrase.text in phrases.facts.book.options:
        of = f" (the {count.phrase.text})"
        count = phrases.facts.book.options[count.phrase.text].default
    if not isinstance(count, n.Number):
        return None
    many = {0: "no", 1: "one"}.get(count.value, str(count.value))
    return f"{order}{many} {PLAYED[name]}{'s have' if count.value > 1 else ' has'} been played{of}"


def _special(phrases: Phrases, subject: n.Expr, negated: bool, other: n.Expr) -> str | None:
    if isinstance(other, n.Truth) and phrases.is_truth(subject):
        return _holds(phrases, subject, negated == other.value)
    text = phrases.value(subject)
    if isinstance(other, n.Nothing):
        return _absent(text, negated)
    if not isinstance(other, n.Name) or other.phrase.text in phrases.locals:
        return None
    name = other.phrase.text
    if name == "empty" and isinstance(subject, n.Showing):
        return _shown(phrases, subject, negated)
    if name == "empty" and phrases.plural(subject) and not text.startswith("*"):
        if text.startswith("your "):
            return f"you have {'' if negated else 'no '}{text.removeprefix('your ')}"
        if text.startswith("their "):
            return f"they have {'' if negated else 'no '}{text.removeprefix('their ')}"
        if text.startswith("its "):
            return f"it has {'' if negated else 'no '}{text.removeprefix('its ')}"
        return f"there are {'' if negated else 'no '}{without_the(text)}"
    if name == "next" and text in phrases.seats:
        return f"{text} is {'not ' if negated else ''}next"
    if name == "winner":
        verb = "have" if text == "you" or phrases.plural(subject) else "has"
        return f"{text} {verb} {'not ' if negated else ''}won"
    return None


def _shown(phrases: Phrases, node: n.Showing, some: bool) -> str:
    """`cup showing 1 is empty` as `no die in the cup shows 1`."""
    number = phrases.value(node.number)
    if isinstance(node.subject, n.Name) and node.subject.phrase.text in phrases.facts.lone:
        die = phrases.value(node.subject)
        if isinstance(node.number, n.Number):
            return f"{'it' if die == 'the die' else die} is {'' if some else 'not '}a {number}"
        return f"{die} {'shows' if some else 'does not show'} {number}"
    return f"{'a' if some else 'no'} die {phrases.among(node.subject)} shows {number}"


def _counted(phrases: Phrases, subject: n.Fold, negated: bool, test: n.Test) -> str | None:
    """`count of S is 2` as `there are exactly 2 of S`, where the number is written out."""
    operand = subject.operand
    if isinstance(operand, n.Name) and operand.phrase.text == "players" and test == n.Same(n.Number(1)):
        left = "is still in" if phrases.facts.eliminates else "is there"
        return f"{'not ' if negated else ''}only one player {left}"
    of = ""
    if isinstance(test, n.Same) and isinstance(test.other, n.Name) and phrases.facts.usual:
        option = phrases.facts.book.options.get(test.other.phrase.text)
        if option is not None and isinstance(option.default, n.Number):
            of, test = f" (the {test.other.phrase.text})", n.Same(option.default)
    if negated or isinstance(operand, (n.ForEach, n.Range, n.On, n.Binary)) or not phrases.is_set(operand):
        return None
    several = without_the(phrases.members(operand))
    if several.startswith(("your ", "*", "(", "every ")) or several[:1].isupper():
        return None
    if isinstance(test, n.Same) and isinstance(test.other, n.Number) and test.other.value > 1:
        return f"there are exactly {test.other.value} {several}{of}"
    if isinstance(test, n.Order) and isinstance(test.other, n.Number) and test.other.value > 1:
        word = {"less_than": "fewer than"}.get(test.word, ORDERS[test.word])
        return f"there are {word} {test.other.value} {several}"
    return None


def _quantified_clause(phrases: Phrases, node: n.Quantified) -> str:
    if node.name.text == UNNAMED_LOCAL:
        return noun_clauses.quantified(phrases, node)
    inner, label = phrases.over(node.name, node.source)
    word = node.word
    if word == "some" and not label.startswith("*"):
        word = article(label.split(" ", 1)[0]).split(" ", 1)[0]
        if label.startswith("other "):
            word, label = "another", label.removeprefix("other ")
    if node.test is not None:
        test = node.test
        if not any(isinstance(part, n.Phrase) and part == node.name for part in walk(test)):
            label = label.replace(f" *{node.name.text}*", "", 1)  # nobody speaks of it again
        if isinstance(test, n.Same) and isinstance(test.other, n.Nothing):
            return f"for {node.word} {label}, there is {'something' if node.negated else 'nothing'}"
        kind = node.source.phrase.text if isinstance(node.source, n.Name) else ""
        if isinstance(test, n.Related) and isinstance(test.other, n.You) and kind in phrases.facts.plurals:
            whose = {"some": "one", "every": "each", "no": "none"}[node.word]
            return f"{whose} of your {kind} is {'not ' if node.negated else ''}{test.relation.text}"
        shown = noun_clauses.clause(inner, f"{word} {label}", False, node.negated, test)
        return shown or f"{word} {label} is {inner.tail(node.negated, test)}"
    condition = node.condition
    if isinstance(condition, n.HasOrder):
        return f"{word} {label} has {inner.attribute_order(condition)}"
    assert condition is not None
    if isinstance(condition, n.Name) and condition.phrase.text in phrases.facts.marks:
        return f"{word} {label} is marked “{condition.phrase.text}”"
    name = node.name.text
    used = sum(isinstance(part, n.Name) and part.phrase.text == name for part in walk(condition))
    asked = isinstance(condition, n.Is) and not condition.negated and _asked_of(condition.subject, name)
    if isinstance(condition, n.Is) and isinstance(condition.test, n.Same):
        other = condition.test.other
        empty = isinstance(other, n.Name) and other.phrase.text == "empty" and phrases.plural(condition.subject)
        asked = asked and not empty and not isinstance(other, n.Nothing)
    bare = label.replace(f" *{name}*", "", 1)
    if isinstance(condition, n.Is) and used == 1 and "*" not in bare and node.word in {"every", "some"}:
        lacking = _lacking(phrases, condition, name)
        if lacking is not None:
            return f"no {bare} has {lacking}" if node.word == "every" else f"{word} {bare} has no {lacking}"
    if used == 1 and asked and "*" not in bare:
        # What is said of it is said once: `the stock of a player is empty`.
        named = evolve(inner.locals[name], called=f"{word} {bare}")
        return inner.bind(name, named).condition(condition)
    return f"for {node.word} {label}, {inner.condition(condition)}"


def _lacking(phrases: Phrases, node: n.Is, name: str) -> str | None:
    """`open boxes of p is empty`: what p has none of."""
    other = node.test.other if isinstance(node.test, n.Same) else None
    empty = isinstance(other, n.Name) and other.phrase.text == "empty" and "empty" not in phrases.locals
    subject = node.subject
    if node.negated or not empty or not isinstance(subject, n.Apply) or not is_plural(subject.phrase.text):
        return None
    asked = isinstance(subject.argument, n.Name) and subject.argument.phrase.text == name
    return subject.phrase.text if asked else None


def attribute_order(phrases: Phrases, node: n.HasOrder) -> str:
    order = ORDERS[node.order.word]
    other = phrases.value(node.order.other)
    if isinstance(node.attribute, n.Name):
        name = node.attribute.phrase.text
        if is_plural(name) and node.order == n.Order("at_most", n.Number(0)):
            return f"no {name}"
        if is_plural(name) and isinstance(node.order.other, n.Number):
            return f"{order} {other} {name}"
        words = name if is_plural(name) else article(name)
    else:
        words = article(without_the(phrases.value(node.attribute)))
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


# By expression: how it is said to hold, or not to hold; a name that is a yes or no by itself is in no table.
HOLDING: dict[type, Callable[[Phrases, Any, bool], str]] = {
    n.Not: _not, n.Is: _is, n.And: _junction, n.Or: _junction, n.Quantified: _quantified, n.HasOrder: _has_order,
    n.Truth: _truth, **dict.fromkeys(AS_WRITTEN, _as_written),
}  # fmt: skip
# By test: what stands behind `is`.
TAILS: dict[type, Callable[[Phrases, Any], str]] = {
    n.Order: _order_words, n.Member: _member, n.Linked: _linked, n.ShapedLike: _shaped_like, n.Related: _related,
    n.Same: _same, **noun_clauses.TAILS,
}  # fmt: skip
