"""Ways of saying that are near to English as they are written: clauses behind a noun, `there is`, so many of a set, lines on a board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dicedsl.prose.sentences import article as with_article
from dicedsl.prose.sentences import is_plural, without_the
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    from dicedsl.prose.phrases import Phrases

OF = {"every": "all of", "some": "some of", "no": "none of"}
AMOUNTS = {
    "exactly": "exactly", "at_least": "at least", "at_most": "at most", "more_than": "more than", "less_than": "fewer than",
}  # fmt: skip

HAVE = {"your": "you have", "its": "it has", "their": "they have"}
OWNED = re.compile(rf"({'|'.join(HAVE)}) (.+)")


# ------------------------------------------------------------------ tests, behind `is` or by themselves


def clause(phrases: Phrases, subject: str, plural: bool, negated: bool, test: n.Test) -> str | None:
    """A clause whose verb is not `is`."""
    if not isinstance(test, n.Shows):
        return None
    number = phrases.value(test.number)
    if negated:
        return f"{subject} {'do' if plural else 'does'} not show {number}"
    return f"{subject} {'show' if plural else 'shows'} {number}"


def _showing(phrases: Phrases, test: n.Shows) -> str:
    return f"showing {phrases.value(test.number)}"


def _all_alike(phrases: Phrases, test: n.AllAlike) -> str:
    return "all different" if test.different else "all alike"


def _one_of_two(phrases: Phrases, test: n.OneOfTwo) -> str:
    one, other = ("neither", "nor") if test.neither else ("either", "or")
    left, right = (phrases.tail(False, side) for side in test.tests)
    return f"{one} {left} {other} {right}"


def _beside(phrases: Phrases, test: n.Beside) -> str:
    return f"beside {phrases.tight(test.place)}"


def quantified(phrases: Phrases, node: n.Quantified) -> str:
    """`all of S are red`, where nobody gives the members a name."""
    several = f"{OF[node.word]} {phrases.members(node.source)}"
    if node.test is not None and isinstance(node.source, n.Name) and node.source.phrase.text in phrases.facts.lone:
        one, negated = phrases.value(node.source), node.negated != (node.word == "no")
        return (
            clause(phrases, one, False, negated, node.test)
            or f"{one} is {phrases.about(node.source).tail(negated, node.test)}"
        )
    if node.test is not None:
        return _said_of(phrases, several, node.negated, node.test, node.source)
    return f"{several} have {_had(phrases, node.condition)}"


def _said_of(phrases: Phrases, several: str, negated: bool, test: n.Test, source: n.Expr) -> str:
    inner = phrases.about(source)
    shown = clause(inner, several, True, negated, test)
    return shown or f"{several} are {inner.tail(negated, test)}"


def _had(phrases: Phrases, condition: n.Expr | None) -> str:
    if isinstance(condition, n.HasOrder):
        return phrases.attribute_order(condition)
    assert condition is not None
    return f"this: {phrases.condition(condition)}"


# ------------------------------------------------------------------ values


def _several(phrases: Phrases, node: n.Several) -> str:
    count = "" if node.count is None else f"{AMOUNTS[node.word]} {phrases.tight(node.count)} of "
    several = f"{count}{phrases.members(node.source)}"
    if node.test is not None:
        return _said_of(phrases, several, node.negated, node.test, node.source)
    return f"{several} have {_had(phrases, node.condition)}"


def _there(phrases: Phrases, node: n.There) -> str:
    subject = without_the(phrases.value(node.subject))
    written = _article_of(node.subject)
    article = f"{written} " if written in {"a", "an"} else ""
    is_set = phrases.is_set(node.subject) and phrases.plural(node.subject)
    owned = OWNED.match(subject) if node.count is None else None
    if owned is not None:
        return f"{HAVE[owned[1]]} {f'no {owned[2]}' if node.word == 'no' else with_article(owned[2])}"
    if node.count is None:
        be = "are" if is_set and not article else "is"
        return f"there {be} {'no ' if node.word == 'no' else article}{subject}"
    count = f"{AMOUNTS[node.word]} " if node.word != "exactly" or node.said else ""
    one = isinstance(node.count, n.Number) and node.count.value == 1
    return f"there {'is' if one else 'are'} {count}{phrases.tight(node.count)} {subject}"


def _article_of(expr: n.Expr) -> str:
    """The article in front of what is spoken of: `a thief at the stall`."""
    while isinstance(expr, (n.At, n.Prep)):
        expr = expr.subject
    return expr.phrase.article if isinstance(expr, (n.Name, n.Apply)) else ""


def _described(phrases: Phrases, node: n.Described) -> str:
    """A clause behind a noun is told as what `where` says of each member."""
    it, clause = n.It(span=node.span), node.clause
    if isinstance(clause, n.That):
        return phrases.value(n.Where(node.subject, n.Is(it, clause.negated, clause.test)))
    asked: n.Expr = n.Apply(clause.attribute.phrase, it)
    for word, argument in clause.attribute.preps:
        asked = n.At(asked, argument, word)
    if isinstance(clause, n.Whose):
        return phrases.value(n.Where(node.subject, n.Is(asked, clause.negated, clause.test)))
    return phrases.value(n.Best(node.subject, clause.highest, asked))


def _first_in_turn(phrases: Phrases, node: n.FirstInTurn) -> str:
    inner = phrases.about(n.Name(n.Phrase(("players",))))
    what = f"is {inner.tail(node.that.negated, node.that.test)}"
    return f"the first player clockwise, beginning with {phrases.tight(node.start)}, who {what}"


def _straight_line(phrases: Phrases, node: n.StraightLine) -> str:
    via = "" if node.via is None else f" by way of {phrases.tight(node.via)}"
    end = f"along {phrases.tight(node.end)} to the edge" if node.along else f"to {phrases.tight(node.end)}"
    return f"the line from {phrases.tight(node.start)}{via} {end}"


def _between(phrases: Phrases, node: n.Between) -> str:
    return f"the {node.places.text} between {phrases.tight(node.start)} and {phrases.tight(node.end)}"


def _beside_it(phrases: Phrases, node: n.BesideIt) -> str:
    return f"{phrases.members(node.subject)} beside {phrases.tight(node.place)}"


def _runs(phrases: Phrases, node: n.LinesOf) -> str:
    if node.source is None:
        return f"the lines of {phrases.members(node.count)}"
    return f"the lines of {phrases.tight(node.count)} in {phrases.members(node.source)}"


def _they(phrases: Phrases, node: n.They) -> str:
    return phrases.they_called or "they"


def _asked(phrases: Phrases, node: n.Its | n.Their | n.Possessive) -> str:
    owner = n.It() if isinstance(node, n.Its) else n.They() if isinstance(node, n.Their) else node.owner
    return phrases.value(n.Apply(node.phrase, owner))


def _prep(phrases: Phrases, node: n.Prep) -> str:
    return phrases.value(n.At(node.subject, node.argument, node.word))


def _each_of(phrases: Phrases, node: n.EachOf) -> str:
    return f"each of {phrases.members(node.operand)}"


def _side_by_side(phrases: Phrases, node: n.SideBySide) -> str:
    return f"**{node.phrase.text}** {phrases.tight(node.argument)}"


def _some_kind(phrases: Phrases, node: n.SomeKind) -> str:
    owned = "" if node.owned is None else f"'s {node.owned.text}"
    subject = f"{node.word} {node.kind.text}{owned}"
    if node.test is not None:
        return clause(phrases, subject, False, node.negated, node.test) or (
            f"{subject} {'are' if node.owned is not None and is_plural(node.owned.text) else 'is'}"
            f" {phrases.tail(node.negated, node.test)}"
        )
    return f"{subject} has {_had(phrases, node.condition)}"


SAYINGS: dict[type, Callable[[Any, Any], str]] = {
    n.Several: _several, n.There: _there, n.Described: _described, n.FirstInTurn: _first_in_turn,
    n.StraightLine: _straight_line, n.Between: _between, n.BesideIt: _beside_it, n.LinesOf: _runs, n.They: _they,
    n.Its: _asked, n.Their: _asked, n.Possessive: _asked, n.Prep: _prep, n.EachOf: _each_of, n.SideBySide: _side_by_side,
    n.SomeKind: _some_kind,
}  # fmt: skip
TAILS: dict[type, Callable[[Any, Any], str]] = {
    n.Shows: _showing, n.AllAlike: _all_alike, n.OneOfTwo: _one_of_two, n.Beside: _beside,
}  # fmt: skip
