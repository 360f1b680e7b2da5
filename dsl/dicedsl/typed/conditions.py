"""Conditions: comparisons, membership, adjectives, relations and quantifiers."""

from __future__ import annotations

import re

from attrs import evolve

from dicedsl.errors import raise_unhandled
from dicedsl.syntax import nodes as n
from dicedsl.text.source import Span
from dicedsl.text.spelling import suggest
from dicedsl.typed import name_expressions, nouns, predicates
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Brackets, Elaborator, Meaning, as_set_of_one, of_several
from dicedsl.typed.kinds import DIE, NOTHING, NUMBER, PLAYER, POINT, TRUTH, Kind, Type, one, set_of
from dicedsl.typed.name_uses import stands_for
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError

ORDER = {"at_least": ">=", "at_most": "<=", "more_than": ">", "less_than": "<"}


def both(elaborator: Elaborator, node: n.And, scope: NameScope) -> t.Expr:
    left = elaborator.expect_truth(node.left, scope)
    if any(problem.code == "E304" and problem.span.end == node.left.span.end for problem in elaborator.problems):
        right = elaborator.value(node.right, scope)
        if right.type.kind.is_number:  # `lowest of 24 and pot`, which is told already
            return t.Wrong(span=node.span)
    return t.And(left, elaborator.expect_truth(node.right, scope), span=node.span)


def either(elaborator: Elaborator, node: n.Or, scope: NameScope) -> t.Expr:
    operands = _operands(node)
    values = [elaborator.value(operand, scope) for operand in operands]
    wrong = [value for value in values if not (value.type.is_unknown or value.type == one(TRUTH))]
    if wrong and any(isinstance(value, t.Wrong) for value in values):
        return t.Wrong(span=node.span)  # `snow die shows 5 or 6` of several dice, which is told
    if wrong:
        raise _joined_by_or(node, operands, values)
    condition = values[0]
    for value in values[1:]:
        condition = t.Or(condition, value, span=node.span)
    return condition


def _operands(node: n.Expr) -> list[n.Expr]:
    return [*_operands(node.left), *_operands(node.right)] if isinstance(node, n.Or) else [node]


def _joined_by_or(node: n.Or, operands: list[n.Expr], values: list[t.Expr]) -> SemanticError:
    """`d shows 5 or 6`, `bakery or mill`: conditions are joined by `or`, and no values."""
    kinds = {value.type.kind for value in values}
    said = [" ".join(operand.span.text.split()) for operand in operands]
    first, rest = operands[0], ", ".join(said[1:])
    message = f"`or` joins conditions, but this is {next(v for v in values if v.type != one(TRUTH)).type.called()}"
    help = "compare each with something: `is`, `is at least`, ..."
    if len(kinds) == 1:
        help = f"write `{' + '.join(said)}`"
        if NUMBER in kinds:
            help = f"write `({', '.join(said)})`"
    elif isinstance(first, n.Is) and isinstance(first.test, n.Shows | n.Same) and not first.negated:
        of, number = (" ".join(part.span.text.split()) for part in (first.subject, first.test))
        number = number.removeprefix("shows ").removeprefix("show ")
        help = f"write `{of} is in ({number}, {rest})`"
        if isinstance(first.test, n.Shows):
            help = f"write `{predicates.among(f'({number}, {rest})', first.subject)}`"
    return SemanticError("E302", message, node.span, help=help)


def negated(elaborator: Elaborator, node: n.Not, scope: NameScope) -> t.Expr:
    return t.Not(elaborator.expect_truth(node.operand, scope), span=node.span)


def is_(elaborator: Elaborator, node: n.Is, scope: NameScope) -> t.Expr:
    condition = test(elaborator, elaborator.infer(node.subject, scope), node.test, scope, node.subject)
    condition = evolve(condition, span=node.span)
    return t.Not(condition, span=node.span) if node.negated else condition


def has_order(elaborator: Elaborator, node: n.HasOrder, scope: NameScope) -> t.Expr:
    assert scope.has is not None
    attribute = node.attribute
    has = nouns.reference_to(scope.has, node)
    subject: Meaning
    if isinstance(attribute, n.Name):
        subject = name_expressions.answer_about(elaborator, attribute.phrase, [has], attribute)
    elif isinstance(attribute, n.At) and isinstance(attribute.subject, n.Name):
        subject = name_expressions.answer_about(
            elaborator, attribute.subject.phrase, [has, elaborator.value(attribute.key, scope)], attribute
        )
    else:
        subject = elaborator.infer(attribute, scope)
    return test(elaborator, subject, node.order, scope, attribute)


def quantified(elaborator: Elaborator, node: n.Quantified, scope: NameScope) -> t.Expr:
    source = elaborator.as_list(elaborator.infer(node.source, scope), node.source)
    local = elaborator.declare_local(node.name, source.type.member, node)
    inner = name_expressions.scope_with_unnamed(name_expressions.bind(elaborator, scope, node.name, local), local)
    if node.test is not None:
        condition = test(elaborator, nouns.reference_to(local, node.name), node.test, inner, node)
        condition = t.Not(condition, span=node.span) if node.negated else condition
    else:
        assert node.condition is not None
        condition = elaborator.expect_truth(node.condition, inner.with_has(local))
    return t.Quantified(node.word, local, source, condition, span=node.span)


# ------------------------------------------------------------------ what is said of a subject


def test(elaborator: Elaborator, subject: Meaning, node: n.Test, scope: NameScope, place: n.Node) -> t.Expr:
    if isinstance(node, n.Order):
        return _order(elaborator, subject, node, scope, place)
    if isinstance(node, n.Same):
        return _same(elaborator, subject, node, scope, place)
    if isinstance(node, n.AllAlike):
        return predicates.alike(elaborator, subject, node, place)
    if isinstance(node, n.OneOfTwo):
        return _one_of_two(elaborator, subject, node, scope, place)
    expr = elaborator.as_single(subject, place)
    if isinstance(node, n.Shows):
        return predicates.shows(elaborator, expr, node, scope, place)
    if isinstance(node, n.Beside):
        return predicates.beside(elaborator, expr, node, scope)
    if isinstance(node, n.Member):
        return _member(elaborator, expr, node, scope)
    if isinstance(node, n.Linked):
        return _linked(elaborator, expr, node, place)
    if isinstance(node, n.ShapedLike):
        return _shaped_like(elaborator, expr, node, scope, place)
    if isinstance(node, n.Related):
        return _related(elaborator, expr, node, scope)
    raise_unhandled(node)


def _one_of_two(elaborator: Elaborator, subject: Meaning, node: n.OneOfTwo, scope: NameScope, place: n.Node) -> t.Expr:
    tests = [test(elaborator, subject, side, scope, place) for side in node.tests]
    condition = t.Or(*tests, span=node.span)
    return t.Not(condition, span=node.span) if node.neither else condition


def _order(elaborator: Elaborator, subject: Meaning, node: n.Order, scope: NameScope, place: n.Node) -> t.Expr:
    other = elaborator.infer(node.other, scope)
    if isinstance(subject, Brackets) or isinstance(other, Brackets):
        if _is_wrong(subject) or _is_wrong(other):
            return t.Wrong(span=node.span)
        lefts, rights = _side_by_side(elaborator, subject, other, node, place)
    else:
        lefts, rights = [elaborator.as_single(subject, place)], [elaborator.as_single(other, node.other)]
    for left, right in zip(lefts, rights, strict=True):
        _have_sizes(left, right, node, place)
    return t.Order(ORDER[node.word], tuple(lefts), tuple(rights), span=node.span)


def _is_wrong(meaning: Meaning) -> bool:
    return isinstance(meaning, t.Expr) and meaning.type.is_unknown


def _side_by_side(
    elaborator: Elaborator, subject: Meaning, other: Meaning, node: n.Node, place: n.Node
) -> tuple[list[t.Expr], list[t.Expr]]:
    both = isinstance(subject, Brackets) and isinstance(other, Brackets)
    if not both or len(subject.items) != len(other.items):  # type: ignore[union-attr]
        raise SemanticError(
            "E328",
            "a list in brackets is compared with another of the same length",
            node.span,
            help="give both sides the same number of values",
        )
    assert isinstance(subject, Brackets) and isinstance(other, Brackets)
    return [elaborator.as_single(i, place) for i in subject.items], [elaborator.as_single(i, node) for i in other.items]


def _have_sizes(left: t.Expr, right: t.Expr, node: n.Order, place: n.Node) -> None:
    """Only numbers are more or less than others, and what is ranked as they are."""
    for side, where in ((left, place), (right, node.other)):
        if side.type.is_set and not side.type.is_unknown:
            raise SemanticError(
                "E303",
                f"a number is expected here, but this is {side.type.called()}",
                where.span,
                help=of_several(side, where),
            )
        if side.type.kind is TRUTH:
            raise SemanticError("E303", "a number is expected here, but this is a yes or no", where.span)
    if left.type.is_unknown or right.type.is_unknown:
        return
    if left.type.kind != right.type.kind or left.type.kind in (PLAYER, DIE):
        hint = (
            "compare a number of theirs, such as `total of p`"
            if left.type.kind is PLAYER
            else "compare `number of` the dice"
            if left.type.kind is DIE
            else "compare things of the same kind"
        )
        message = f"{left.type.called()} cannot be compared in size with {right.type.called()}"
        raise SemanticError("E329", message, node.span, help=hint)


def _member(elaborator: Elaborator, expr: t.Expr, node: n.Member, scope: NameScope) -> t.Expr:
    other = _numbers_of_list(elaborator, node.other, scope)
    if other is None:
        other = value_of_type(elaborator, node.other, expr.type, scope)
    if other.type.is_unknown or expr.type.is_unknown:
        return t.Wrong(span=node.span)
    if not other.type.is_set:
        raise SemanticError(
            "E330",
            f"`is in` asks for a set, but this is {other.type.called()}",
            node.other.span,
            help="write `is` to compare two things, or a set such as `1 to 6` or `(1, 3, 8)`",
        )
    expr = elaborator.fit(expr, other.type.kind)
    if other.type.kind != expr.type.kind:
        raise SemanticError(
            "E331",
            f"{expr.type.called()} is never in {other.type.called()}",
            node.span,
            help=_number_in(node)
            if expr.type.kind is DIE and other.type.kind is NUMBER
            else f"ask whether it is in a set of {expr.type.kind.plural}",
        )
    return t.IsIn(expr, other, span=node.span)


def _numbers_of_list(elaborator: Elaborator, node: n.Expr, scope: NameScope) -> t.Expr | None:
    """A fixed list where a set is asked for: its numbers."""
    if not isinstance(node, n.Name) or node.phrase.text in scope.names:
        return None
    word = elaborator.names.list_word(node.phrase.text)
    if word is None:
        return None
    elaborator.note(node.phrase, word)
    return t.SetInBrackets(word.items, type=set_of(NUMBER), span=node.span)


def _number_in(node: n.Member) -> str:
    """How to ask whether the number of a die is one of several."""
    said = " ".join(node.other.span.text.split())
    return f"ask for its number: `number of d is in {said}`, of several `all of numbers of S are in {said}`"


def _linked(elaborator: Elaborator, expr: t.Expr, node: n.Linked, place: n.Node) -> t.Expr:
    if expr.type.is_unknown:
        return expr
    if not expr.type.is_set:
        raise SemanticError("E304", f"a set is expected here, but this is {expr.type.called()}", place.span)
    return t.OnePiece(expr, links(elaborator, node.word, expr.type.kind), span=node.span)


def links(elaborator: Elaborator, phrase: n.Phrase, kind: Kind) -> t.Links:
    """A word that says which places a place is linked to."""
    if not kind.is_place:
        raise SemanticError("E369", f"places are linked, but these are {kind.plural}", phrase.span)
    names, text = elaborator.names, phrase.text
    params = names.params_of(text)
    if text == "neighbours" and params is None and text not in names.book.words:
        linked = t.Links(None, type=set_of(kind), span=phrase.span)
        elaborator.note(phrase, linked)
        return linked
    if params is not None and [names.param_type(param) for param in params] == [one(kind)]:
        word = names.word(text, phrase)
        if word is not None and (word.type.is_unknown or (word.type == set_of(kind) and not word.changes)):
            elaborator.note(phrase, word)
            return t.Links(word, type=set_of(kind), span=phrase.span)
    raise not_linking(text, phrase.span)


def not_linking(name: str, where: Span) -> SemanticError:
    return SemanticError(
        "E369",
        f'"{name}" does not say which places a place is linked to',
        where,
        help="name a word that gives places of a place and stays the same all game, such as `neighbours`",
    )


def _shaped_like(elaborator: Elaborator, expr: t.Expr, node: n.ShapedLike, scope: NameScope, place: n.Node) -> t.Expr:
    other = elaborator.value(node.other, scope)
    for side, where in ((expr, place), (other, node.other)):
        if not side.type.is_unknown and not (side.type.is_set and side.type.kind.is_place):
            raise SemanticError("E369", f"sets of places have a shape, but this is {side.type.called()}", where.span)
    return t.Alike(expr, other, span=node.span)


def _related(elaborator: Elaborator, expr: t.Expr, node: n.Related, scope: NameScope) -> t.Expr:
    other = elaborator.value(node.other, scope)
    text = node.relation.text
    if expr.type.is_unknown or other.type.is_unknown:
        return t.Wrong(span=node.span)
    relation = nouns.relation_test(elaborator, expr, text, other)
    if relation is None:
        raise SemanticError(
            "E332",
            f'"{text}" is not known of {expr.type.called()} and {other.type.called()}',
            node.relation.span,
            help=suggest(text, elaborator.names.relation_names())
            or f"explain it under `words:`: `... is {text} with ... when ...`",
        )
    elaborator.note(node.relation, stands_for(relation))
    return relation


def _same(elaborator: Elaborator, subject: Meaning, node: n.Same, scope: NameScope, place: n.Node) -> t.Expr:
    if isinstance(node.other, n.Name):
        expr = elaborator.as_single(subject, place)
        if node.other.phrase.text in {"yours", "theirs"} and nouns.noun(elaborator, node.other.phrase, scope) is None:
            owned = predicates.is_owned(elaborator, expr, node.other.phrase.text, node.other, scope)
            elaborator.note(node.other.phrase, owned)
            return owned
        if expr.type.is_unknown and nouns.noun(elaborator, node.other.phrase, scope) is None:
            nouns.note_adjective(elaborator, node.other.phrase, expr)
            return expr
        if not expr.type.is_unknown:
            adjective = nouns.adjective_test(elaborator, expr, node.other.phrase.text)
            if adjective is not None:
                elaborator.note(node.other.phrase, stands_for(adjective))
                return adjective
            if nouns.noun(elaborator, node.other.phrase, scope) is None:
                raise _no_adjective(elaborator, expr.type, node.other)
    other = elaborator.infer(node.other, scope)
    if isinstance(subject, Brackets) and isinstance(other, Brackets):
        lefts, rights = _side_by_side(elaborator, subject, other, node, place)
        pairs = [_equal(elaborator, a, b, node) for a, b in zip(lefts, rights, strict=True)]
        if any(isinstance(pair, t.IsNone) for pair in pairs):
            return _all(pairs, node)
        same = [pair for pair in pairs if isinstance(pair, t.Same)]
        return t.Same(tuple(p.lefts[0] for p in same), tuple(p.rights[0] for p in same), span=node.span)
    left = elaborator.as_single(subject, place)
    return _equal(elaborator, left, _as_wanted(elaborator, other, left.type, node.other), node)


def _all(tests: list[t.Expr], node: n.Node) -> t.Expr:
    condition = tests[0]
    for one_test in tests[1:]:
        condition = t.And(condition, one_test, span=node.span)
    return condition


def _no_adjective(elaborator: Elaborator, ty: Type, node: n.Name) -> SemanticError:
    text = node.phrase.text
    if ty.is_set and (text in elaborator.names.adjective_names() or elaborator.names.memory(text) is not None):
        message = f'"{text}" is said of {ty.kind.called(False)}, not of {ty.called()}'
        help = f"write `all of ... are {text}`, `some of ... are {text}` or `none of ... are {text}`"
        return SemanticError("E333", message, node.span, help=help)
    return SemanticError(
        "E333",
        f'"{text}" is neither a name nor an adjective of {ty.called()}',
        node.span,
        help=suggest(text, [*elaborator.names.adjective_names(), *elaborator.names.known_names()])
        or f"explain it under `words:`, such as `{f'{ty.kind.plural} x' if ty.is_set else ty.kind.called(False)} is {text} when ...`",
        label="unknown name",
    )


def _as_wanted(elaborator: Elaborator, other: Meaning, ty: Type, node: n.Node) -> t.Expr:
    """Brackets name a place, or write out the set that something is compared with."""
    if not isinstance(other, Brackets):
        return elaborator.as_single(other, node)
    if ty.kind is not NUMBER and elaborator.possible_boards(other):
        return elaborator.place_in(other, ty.kind)
    return set_written_out(elaborator, other, node)


def set_written_out(elaborator: Elaborator, brackets: Brackets, node: n.Node) -> t.Expr:
    """What stands in brackets as a set."""
    items = [elaborator.as_single(item, node) for item in brackets.items]
    return t.SetInBrackets(tuple(items), type=set_of(items[0].type.kind), span=node.span)


def value_of_type(elaborator: Elaborator, node: n.Expr, ty: Type, scope: NameScope) -> t.Expr:
    """A value beside something of a type: numbers in brackets are a set where that is about numbers."""
    return _as_wanted(elaborator, elaborator.infer(node, scope), ty, node)


def _equal(elaborator: Elaborator, left: t.Expr, right: t.Expr, node: n.Node) -> t.Expr:
    if left.type.is_unknown or right.type.is_unknown:
        return t.Same((left,), (right,), span=node.span)
    if left.type.kind is NOTHING or right.type.kind is NOTHING:
        expr = right if left.type.kind is NOTHING else left
        return t.IsNone(elaborator.as_place(expr) if expr.type == one(POINT) else expr, span=node.span)
    if POINT in (left.type.kind, right.type.kind) and left.type.is_one and right.type.is_one:
        left, right = elaborator.fit(left, POINT), elaborator.fit(right, POINT)
    differ = f"{left.type.called()} is never the same as {right.type.called()}"
    if left.type.kind != right.type.kind:
        help = f"compare it with {left.type.called()}"
        if left.type.kind is DIE and left.type.is_set and right.type == one(NUMBER):
            help = "write `some of ... show` for what one of them shows, `sum of ... is` for what they show together"
            whole = Span(left.span.source, left.span.start, node.span.end)
            if re.search(r"\bgiven $", whole.source.text[: whole.start]):  # of a case
                zone, number = (" ".join(part.text.split()) for part in (left.span, node.span))
                help = f"write `{zone} holds 1 dice showing {number}`"
                raise SemanticError("E334", differ, whole, help=help)
        elif left.type == one(DIE) and right.type == one(NUMBER):
            said = " ".join(node.span.text.split())
            several = re.search(r"\b(?:are|be) $", node.span.source.text[: node.span.start])
            help = f"`{'show' if several else 'shows'} {said}` asks for the number on top"
        raise SemanticError("E334", differ, node.span, help=help)
    if left.type.form is not right.type.form:
        if left.type.kind in (NUMBER, TRUTH) and not (left.type.kind is NUMBER and left.type.is_set):
            raise SemanticError(
                "E334",
                differ,
                node.span,
                help="`highest of ...` or `lowest of ...` is one of them to compare with; `is in` asks whether it is any of them",
            )
        left = left if left.type.is_set else as_set_of_one(left)
        right = right if right.type.is_set else as_set_of_one(right)
    return t.Same((left,), (right,), span=node.span)
