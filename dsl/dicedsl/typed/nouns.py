"""Nouns: what a run of words stands for by itself, and the adjectives in front of it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from dicedsl.built_in import ADJECTIVES, ATTRIBUTES, NOUN_ALIASES
from dicedsl.syntax import nodes as n
from dicedsl.typed import built_in, pronouns
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Elaborator, as_set_of_one
from dicedsl.typed.kinds import DICE, DIE, Grouping, Kind, Type, one, set_of
from dicedsl.typed.name_uses import stands_for
from dicedsl.typed.names import splits
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError


def noun(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> t.Expr | None:
    """The thing a run of words names: adjectives, then the longest noun that is known."""
    return with_adjectives(elaborator, phrase, lambda rest: plain_noun(elaborator, rest, scope, phrase))


def with_adjectives(elaborator: Elaborator, phrase: n.Phrase, asked: Callable[[str], t.Expr | None]) -> t.Expr | None:
    """What the longest run of words at the end of a phrase stands for, with the adjectives in front of it."""
    for adjectives, rest in splits(phrase.words):
        expr = meant = asked(rest)
        if expr is not None and adjectives:
            expr = filtered(elaborator, expr, adjectives, phrase)
        if expr is not None and meant is not None:
            elaborator.note(phrase, stands_for(meant), len(adjectives))
            return expr
    return None


def plain_noun(elaborator: Elaborator, text: str, scope: NameScope, phrase: n.Phrase) -> t.Expr | None:
    names, span = elaborator.names, phrase.span
    if text in scope.names:
        return reference_to(scope.names[text], phrase)
    if text in scope.seats:
        return t.Seat(scope.seats[text], span=span)
    if text == "owner" and scope.owner is not None:
        return reference_to(scope.owner, phrase)
    memory = names.memory(text)
    if memory is not None:
        return None if memory.keys else t.MemoryValue(memory, type=memory.type, span=span)
    zone = names.zone(text)
    if zone is not None:
        return None if zone.keys else t.ZoneDice(zone, type=DICE, span=span)
    if names.list_word(text) is not None:
        raise SemanticError("E312", f'"{text}" is a list; say which one with `at`', span, help=f"write `{text} at 1`")
    params = names.params_of(text)
    if params is not None:
        word = None if params else names.word(text, phrase)
        return None if word is None else t.WordCall(word, type=word.type, span=span)
    option = names.option(text)
    if option is not None:
        return t.OptionValue(option, type=option.type, span=span)
    constant = names.constant(text)
    if constant is not None:
        return t.Constant(constant[1], type=one(constant[0]), span=span)
    kind = names.kind_of_plural(text)
    if kind is not None:
        return t.AllOf(type=set_of(kind), span=span)
    expr = built_in.noun(elaborator, NOUN_ALIASES.get(text, text), span)
    return pronouns.them(elaborator, phrase, scope) if expr is None and text == "them" else expr


def reference_to(local: t.Local, node: n.Node) -> t.Expr:
    return t.LocalValue(local, type=local.type, span=node.span)


# ------------------------------------------------------------------ adjectives


def filtered(elaborator: Elaborator, expr: t.Expr, words: tuple[str, ...], phrase: n.Phrase) -> t.Expr | None:
    """The members of a set or a list of which all the adjectives hold; None if they are not adjectives of such things."""
    if expr.type.is_unknown:
        return expr
    if expr.type.is_one:
        return None
    kind = expr.type.kind
    adjectives = _adjectives(elaborator, words, kind)
    if adjectives is None:
        return None
    if expr.type.is_set and adjectives in (["taken"], ["empty"]) and kind.is_place:
        if not isinstance(expr, t.Range) and elaborator.names.adjective_signature(adjectives[0], one(kind)) is None:
            standing = t.PlacesByUse(adjectives[0], expr, type=expr.type, span=phrase.span)
            elaborator.note(phrase, standing, 0, len(words))
            return standing
    rest = elaborator.flat(elaborator.as_list(expr, phrase))
    form = Grouping.HEAPS if rest.type.form is Grouping.SETS else rest.type.form
    tests = []
    for adjective in adjectives:
        it = t.Local("it", rest.type.member)
        test = adjective_test(elaborator, reference_to(it, phrase), adjective)
        if test is None:
            return None
        tests.append(test)
        rest = t.Where(rest, it, test, type=Type(kind, form), span=phrase.span)
    first = 0
    for adjective, test in zip(adjectives, tests, strict=True):
        last = _end_of(adjective, words, first)
        elaborator.note(phrase, stands_for(test), first, last)
        first = last
    return rest


def _end_of(adjective: str, words: tuple[str, ...], first: int) -> int:
    """Behind which of the words an adjective ends that begins with the first of them."""
    return next(last for last in range(first + 1, len(words) + 1) if " ".join(words[first:last]) == adjective)


def _adjectives(elaborator: Elaborator, words: tuple[str, ...], kind: Kind) -> list[str] | None:
    """The words as a row of adjectives of that kind, or None."""
    if not words:
        return []
    for i in range(len(words), 0, -1):
        adjective = " ".join(words[:i])
        if elaborator.names.has_adjective(adjective, kind):
            rest = _adjectives(elaborator, words[i:], kind)
            if rest is not None:
                return [adjective, *rest]
    return None


def are_adjectives(elaborator: Elaborator, words: tuple[str, ...], kind: Kind) -> bool:
    """Whether the words are a row of adjectives of that kind, and no more."""
    return _adjectives(elaborator, words, kind) is not None


def adjective_test(elaborator: Elaborator, expr: t.Expr, text: str) -> t.Expr | None:
    """Whether an adjective is known of one thing or a set, and the test."""
    names, ty = elaborator.names, expr.type
    if text in names.colour.values and ty == one(DIE) and names.adjective_signature(text, ty) is None:
        return t.Coloured(expr, names.colour.values.index(text), span=expr.span)
    for reading in elaborator.readings(expr):
        known = names.adjective_signature(text, reading.type)
        if known is not None:
            adjective = names.adjective(known.key)
            assert adjective is not None
            return t.HasAdjective(adjective, (reading,), span=expr.span)
    for reading in elaborator.readings(expr):
        memory = names.memory(text)
        if memory is not None and memory.node.state and [one(kind) for kind in memory.keys] == [reading.type]:
            return t.MemoryValue(memory, (reading,), type=memory.type, span=expr.span)
    return built_in.test(elaborator, text, expr)


def note_adjective(elaborator: Elaborator, phrase: n.Phrase, subject: t.Expr) -> None:
    """What is said of something that is wrong may still be known."""
    known = elaborator.names.signatures_of(phrase.text)
    if known:
        elaborator.note(phrase, elaborator.names.adjective(known[0].key))
    elif phrase.text in ADJECTIVES:
        elaborator.note(phrase, t.BuiltInTest(phrase.text, subject, span=phrase.span))


def relation_test(elaborator: Elaborator, left: t.Expr, text: str, right: t.Expr) -> t.Expr | None:
    """Whether a relation is known between two things, and the test."""
    for one_side, other_side in product(elaborator.readings(left), elaborator.readings(right)):
        known = elaborator.names.adjective_signature(text, one_side.type, other_side.type)
        if known is not None:
            adjective = elaborator.names.adjective(known.key)
            assert adjective is not None and known.other is not None
            if known.other.is_set and other_side.type.is_one:
                other_side = as_set_of_one(other_side)
            return t.HasAdjective(adjective, (one_side, other_side), span=left.span)
    return None


# ------------------------------------------------------------------ what is asked of things


def takes(elaborator: Elaborator, phrase: n.Phrase) -> int:
    """How many things a memory, zone or word is asked of; 0 if it is none of these."""
    for _, text in splits(phrase.words):
        declared = elaborator.names.memory(text) or elaborator.names.zone(text)
        if declared is not None:
            return len(declared.keys)
        params = elaborator.names.params_of(text)
        if params is not None:
            return len(params)
        attribute = ATTRIBUTES.get(text)
        boards = elaborator.names.boards.values()
        if attribute is not None and attribute.from_side and any(board.side is not None for board in boards):
            return 2
    return 0
