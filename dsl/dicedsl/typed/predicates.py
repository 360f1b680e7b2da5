"""Pronouns, and what is said of something: whose it is, what it shows, whether all are alike, what it lies beside."""

from __future__ import annotations

import re

from dicedsl.syntax import nodes as n
from dicedsl.text.source import Span
from dicedsl.typed import name_expressions, nouns, pronouns
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Brackets, Elaborator, Meaning
from dicedsl.typed.kinds import DIE, NUMBER, ONE_NUMBER, POINT, STEP, list_of, one, set_of
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError

SENTENCE = re.compile(r"(?:^|:)\s*an? ([\w-]+) (?:is|has) [^:]*\bwhen\b")
OF_SEVERAL = re.compile(r"\b(?:count|sum|highest|lowest|all|none|some) of $")
MOST_LISTED_KINDS = 6
MEMBER = "(one of them)"  # no author can write this name

# ------------------------------------------------------------------ pronouns


def it(elaborator: Elaborator, node: n.It, scope: NameScope) -> t.Expr:
    local = scope.it_or_nearest
    if local is None:
        kind = _no_kind(elaborator, node)
        several = OF_SEVERAL.search(node.span.source.text[: node.span.start])
        help = f"`{kind}` is no kind of thing here; write `a player is ...`, or of another kind: {_kinds(elaborator)}"
        if kind and several:
            help = f"`{kind}` is no kind of thing here; of a set of dice write `dice {kind} is ... when {several[0]}{kind}`"
        raise SemanticError(
            "E307",
            "nothing that `it` could be is spoken of here",
            node.span,
            help=help if kind else "name the thing that is meant",
        )
    return nouns.reference_to(local, node)


def _no_kind(elaborator: Elaborator, node: n.Node) -> str:
    """Of a sentence such as `a train is late when its ...` the noun, if that is no kind of thing."""
    line = node.span.source.text[: node.span.start].rsplit("\n", 1)[-1]
    head = SENTENCE.search(line)
    return head[1] if head is not None and head[1] not in elaborator.names.kinds else ""


def _kinds(elaborator: Elaborator) -> str:
    named = [name for name, kind in elaborator.names.kinds.items() if kind not in (POINT, STEP)]
    return ", ".join(f"`{name}`" for name in named[:MOST_LISTED_KINDS])


# ------------------------------------------------------------------ tests


def is_owned(elaborator: Elaborator, expr: t.Expr, word: str, node: n.Name, scope: NameScope) -> t.Expr:
    """`is yours`, `is theirs`: whose die it is, or whose die stands there."""
    who = t.You(span=node.span) if word == "yours" else pronouns.they(elaborator, n.They(span=node.span), scope)
    owner = name_expressions.answer_about(elaborator, n.Phrase(("owner",), span=node.phrase.span), [expr], node)
    return t.Same((elaborator.as_single(owner, node),), (who,), span=node.span)


def shows(elaborator: Elaborator, expr: t.Expr, node: n.Shows, scope: NameScope, place: n.Node) -> t.Expr:
    """`X shows 5`: `number of X is 5`."""
    if expr.type.kind is DIE and not expr.type.is_one:
        others = re.match(r"(?:,? or [0-9]+|, [0-9]+)+", node.span.source.text[node.span.end :])
        if others:  # `snow die shows 5 or 6`
            span = Span(place.span.source, place.span.start, node.span.end + others.end())
            many = ", ".join(re.findall(r"[0-9]+", node.number.span.text + others[0]))
            said = " ".join(place.span.text.split())
            help = f"write `some of numbers of {said} are in ({many})`, or `all of numbers of {said} are in ({many})`"
            raise SemanticError("E305", f"one die is expected here, but this is {expr.type.called()}", span, help=help)
        said, number_said = (" ".join(part.span.text.split()) for part in (place, node.number))
        number_said = number_said.removeprefix("a ").removeprefix("an ")
        help = f"write `some of {said} show {number_said}`, or `all of {said} show {number_said}`"
        message = f"one die is expected here, but this is {expr.type.called()}"
        raise SemanticError("E305", message, place.span, help=help)
    phrase = n.Phrase(("number",), span=node.span)
    number = elaborator.as_single(name_expressions.answer_about(elaborator, phrase, [expr], node), node)
    meaning = elaborator.infer(node.number, scope)
    shown = None if isinstance(meaning, Brackets) else elaborator.as_single(meaning, node.number)
    if shown is None or shown.type == set_of(NUMBER):
        message = "`shows` asks for one number, but this is a set of numbers"
        help = f"write `{among(' '.join(node.number.span.text.split()), place)}`"
        raise SemanticError("E303", message, node.number.span, help=help)
    return t.Same((elaborator.as_number(number, node),), (elaborator.as_number(shown, node.number),), span=node.span)


def among(numbers: str, place: n.Node) -> str:
    """How to ask whether what is shown is one of several numbers."""
    if isinstance(place, (n.Several, n.Quantified)):
        front = " ".join(place.span.source.text[place.span.start : place.source.span.start].split())
        if isinstance(place, n.Quantified):
            front = {"some": "some of", "every": "all of", "no": "none of"}.get(place.word, "some of")
        return f"{front} numbers of {' '.join(place.source.span.text.split())} are in {numbers}"
    return f"number of {' '.join(place.span.text.split())} is in {numbers}"


def alike(elaborator: Elaborator, subject: Meaning, node: n.AllAlike, place: n.Node) -> t.Expr:
    """`are all alike`: one value only; `all different`: as many values as members. Dice are compared by their numbers."""
    listed = elaborator.flat(elaborator.as_list(subject, place))
    if listed.type.is_unknown:
        return t.Wrong(span=node.span)
    if listed.type.kind is DIE:
        listed = numbers(elaborator, listed, place)
    values = t.Fold("different", listed, type=ONE_NUMBER, span=node.span)
    if node.different:
        return t.Same((values,), (t.Count(listed, span=node.span),), span=node.span)
    return t.Same((values,), (t.Number(1, span=node.span),), span=node.span)


def numbers(elaborator: Elaborator, dice: t.Expr, node: n.Node) -> t.Expr:
    """What each of several dice shows."""
    die = t.Local(MEMBER, one(DIE))
    number = t.BuiltIn("number", (nouns.reference_to(die, node),), type=ONE_NUMBER, span=node.span)
    listed = elaborator.flat(elaborator.as_list(dice, node))
    return t.ForEach(((die, listed),), None, number, type=list_of(ONE_NUMBER), span=node.span)


def beside(elaborator: Elaborator, expr: t.Expr, node: n.Beside, scope: NameScope) -> t.Expr:
    """`q is beside p`: it is one of its neighbours."""
    place = elaborator.value(node.place, scope)
    others = elaborator.as_single(_neighbours(elaborator, place, node), node)
    return t.IsIn(elaborator.fit(expr, others.type.kind), others, span=node.span)


def _neighbours(elaborator: Elaborator, place: t.Expr, node: n.Node) -> t.Expr:
    return name_expressions.answer_about(elaborator, n.Phrase(("neighbours",), span=node.span), [place], node)
