"""Trees of expressions become nodes."""

from __future__ import annotations

from lark import Token, Tree

from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import (
    Builder,
    Handler,
    children_of,
    whole_number,
)
from dicedsl.text.source import Span


def _number(builder: Builder, tree: Tree[Token], span: Span) -> n.Number:
    return n.Number(int(children_of(tree)[0]), span=span)


def _name(builder: Builder, tree: Tree[Token], span: Span) -> n.Name:
    return n.Name(builder.build(children_of(tree)[0]), span=span)


def _your(builder: Builder, tree: Tree[Token], span: Span) -> n.Your:
    return n.Your(builder.build(children_of(tree)[0]), span=span)


def _you(builder: Builder, tree: Tree[Token], span: Span) -> n.You:
    return n.You(span=span)


def _it(builder: Builder, tree: Tree[Token], span: Span) -> n.It:
    return n.It(span=span)


def _nothing(builder: Builder, tree: Tree[Token], span: Span) -> n.Nothing:
    return n.Nothing(str(tree.data), span=span)


def _truth(builder: Builder, tree: Tree[Token], span: Span) -> n.Truth:
    return n.Truth(tree.data == "yes", span=span)


def _tuple(builder: Builder, tree: Tree[Token], span: Span) -> n.Tuple:
    return n.Tuple(builder.all(children_of(tree)), span=span)


def _where(builder: Builder, tree: Tree[Token], span: Span) -> n.Where:
    subject, condition = builder.all(children_of(tree))
    return n.Where(subject, condition, span=span)


def _best(builder: Builder, tree: Tree[Token], span: Span) -> n.Best:
    subject, extreme, measure = children_of(tree)
    return n.Best(builder.build(subject), extreme.type == "HIGHEST", builder.build(measure), span=span)


def _top(builder: Builder, tree: Tree[Token], span: Span) -> n.Top:
    extreme, count, operand = children_of(tree)
    return n.Top(extreme.type == "HIGHEST_SO_MANY", builder.build(count), builder.build(operand), span=span)


def _its(builder: Builder, tree: Tree[Token], span: Span) -> n.Its | n.Their:
    node = n.Its if tree.data == "its" else n.Their
    return node(builder.build(children_of(tree)[0]), span=span)


def _they(builder: Builder, tree: Tree[Token], span: Span) -> n.They:
    return n.They(span=span)


def _possessive(builder: Builder, tree: Tree[Token], span: Span) -> n.Possessive:
    owner, phrase = builder.all(children_of(tree))
    return n.Possessive(owner, phrase, span=span)


def _prep_e(builder: Builder, tree: Tree[Token], span: Span) -> n.Prep | n.At:
    subject, word, argument = builder.all(children_of(tree))
    return n.At(subject, argument, span=span) if word == "at" else n.Prep(subject, word, argument, span=span)


def _each_of(builder: Builder, tree: Tree[Token], span: Span) -> n.EachOf:
    return n.EachOf(builder.build(children_of(tree)[0]), span=span)


def _call_each(builder: Builder, tree: Tree[Token], span: Span) -> n.SideBySide:
    phrase, operand = builder.all(children_of(tree))
    start = operand.span.start
    each = Span(builder.source, builder.source.text.rfind("each", 0, start), operand.span.end)
    return n.SideBySide(phrase, n.EachOf(operand, span=each), span=span)


def _side_by_side(builder: Builder, tree: Tree[Token], span: Span) -> n.SideBySide:
    phrase, argument = builder.all(children_of(tree))
    return n.SideBySide(phrase, argument, span=span)


def _described(builder: Builder, tree: Tree[Token], span: Span) -> n.Described:
    subject, *clauses = builder.all(children_of(tree))
    if isinstance(subject, n.Phrase):  # members that are spoken of one by one: `for each player who is safe`
        subject = n.Name(subject, span=subject.span)
    for clause in clauses:
        subject = n.Described(subject, clause, span=Span(builder.source, span.start, clause.span.end))
    return subject  # type: ignore[no-any-return]


def _that_are(builder: Builder, tree: Tree[Token], span: Span) -> n.That:
    negated, test = children_of(tree)
    return n.That(negated is not None, builder.build(test), span.text.startswith("who"), span=span)


def _whose(builder: Builder, tree: Tree[Token], span: Span) -> n.Whose:
    attribute, negated, test = children_of(tree)
    return n.Whose(builder.build(attribute), negated is not None, builder.build(test), span=span)


def _with_best(builder: Builder, tree: Tree[Token], span: Span) -> n.WithTheBest:
    word, attribute = children_of(tree)
    return n.WithTheBest(word.endswith("highest"), builder.build(attribute), span=span)


def _attribute(builder: Builder, tree: Tree[Token], span: Span) -> n.Attribute:
    phrase, *rest = children_of(tree)
    built = [builder.build(k) for k in rest]
    return n.Attribute(builder.name(phrase), tuple(zip(built[::2], built[1::2], strict=True)), span=span)


def _first_in_turn(builder: Builder, tree: Tree[Token], span: Span) -> n.FirstInTurn:
    start, negated, test = children_of(tree)
    built = builder.build(test)
    that = n.That(negated is not None, built, True, span=built.span)
    return n.FirstInTurn(builder.build(start), that, span=span)


def _line_to(builder: Builder, tree: Tree[Token], span: Span) -> n.StraightLine:
    start, via, end = (builder.build(k) for k in children_of(tree))
    return n.StraightLine(start, via, end, span=span)


def _line_along(builder: Builder, tree: Tree[Token], span: Span) -> n.StraightLine:
    start, step = builder.all(children_of(tree))
    return n.StraightLine(start, None, step, True, span=span)


def _between(builder: Builder, tree: Tree[Token], span: Span) -> n.Between:
    places, start, end = children_of(tree)
    return n.Between(builder.name(places), builder.build(start), builder.build(end), span=span)


def _beside(builder: Builder, tree: Tree[Token], span: Span) -> n.BesideIt:
    subject, place = builder.all(children_of(tree))
    return n.BesideIt(subject, place, span=span)


def _lines_of(builder: Builder, tree: Tree[Token], span: Span) -> n.LinesOf:
    count, source = children_of(tree)
    return n.LinesOf(builder.build(count), builder.build(source), span=span)


def bracketed(builder: Builder, tree: Tree[Token], span: Span) -> n.Expr:
    return builder.all(children_of(tree))[0]  # type: ignore[no-any-return]


def _tuple_of(builder: Builder, tree: Tree[Token], span: Span) -> n.Tuple:
    *items, board = children_of(tree)
    return n.Tuple(builder.all(items), builder.name(board), span=span)


def _for_each(builder: Builder, tree: Tree[Token], span: Span) -> n.ForEach:
    body, *binders, condition = children_of(tree)
    return n.ForEach(builder.build(body), builder.all(binders), builder.build(condition), span=span)


def _binder(builder: Builder, tree: Tree[Token], span: Span) -> n.Binder:
    name, source = children_of(tree)
    return n.Binder(builder.name(name), builder.build(source), span=span)


def _there_is(builder: Builder, tree: Tree[Token], span: Span) -> n.There:
    return n.There("some" if tree.data == "there_is" else "no", None, builder.build(children_of(tree)[0]), span=span)


def _there_are(builder: Builder, tree: Tree[Token], span: Span) -> n.There:
    *order, count, subject = children_of(tree)
    word = str(order[0].data) if order else "exactly"
    number = whole_number(builder, count) if isinstance(count, Token) else builder.build(count)
    return n.There(word, number, builder.build(subject), bool(order), span=span)


Tail = tuple[bool, n.Test | None, n.Expr | None]  # negated, what it is, or what it has


def _tail(builder: Builder, tree: Tree[Token]) -> Tail:
    if tree.data == "is_tail":
        negated, test = builder.build(tree)
        return negated, test, None
    if tree.data == "show_tail":
        number = builder.build(children_of(tree)[0])
        return False, n.Shows(number, span=builder.span(tree)), None
    return False, None, builder.build(children_of(tree)[0])


def _some_in(builder: Builder, tree: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, tail = children_of(tree)
    return n.Quantified(quantifier(word), builder.name(name), builder.build(source), *_tail(builder, tail), span=span)


def _some_kind(builder: Builder, tree: Tree[Token], span: Span) -> n.SomeKind:
    word, kind, tail = children_of(tree)
    return n.SomeKind(quantifier(word), builder.name(kind), None, *_tail(builder, tail), span=span)


def _some_owner(builder: Builder, tree: Tree[Token], span: Span) -> n.SomeKind:
    word, kind, owned, tail = children_of(tree)
    return n.SomeKind(quantifier(word), builder.name(kind), builder.name(owned), *_tail(builder, tail), span=span)


def _several(builder: Builder, tree: Tree[Token], span: Span) -> n.Several:
    how, source, tail = children_of(tree)
    word, count = str(how.data), None
    if word == "counted_part":
        order, size = children_of(how)
        word, count = str(order.data), builder.build(size)
    return n.Several(word, count, builder.build(source), *_tail(builder, tail), span=span)


def _shows(builder: Builder, tree: Tree[Token], span: Span) -> n.Is:
    subject, number = builder.all(children_of(tree))
    return n.Is(subject, False, n.Shows(number, span=number.span), span=span)


def _alike(builder: Builder, tree: Tree[Token], span: Span) -> n.AllAlike:
    return n.AllAlike(tree.data == "all_different", span=span)


def _one_of_two(builder: Builder, tree: Tree[Token], span: Span) -> n.OneOfTwo:
    left, right = builder.all(children_of(tree))
    return n.OneOfTwo(tree.data == "is_neither", left, right, span=span)


def _is_beside(builder: Builder, tree: Tree[Token], span: Span) -> n.Beside:
    return n.Beside(builder.build(children_of(tree)[0]), span=span)


def _binary(builder: Builder, tree: Tree[Token], span: Span) -> n.Binary:
    left, right = (builder.build(k) for k in children_of(tree) if isinstance(k, Tree))
    op = {"plus": "+", "minus": "-", "times_e": "*", "divided": "/"}.get(str(tree.data), str(tree.data))
    return n.Binary(op, left, right, span=span)


def _negative(builder: Builder, tree: Tree[Token], span: Span) -> n.Negative:
    return n.Negative(builder.build(children_of(tree)[-1]), span=span)


def _range(builder: Builder, tree: Tree[Token], span: Span) -> n.Range:
    low, high = builder.all(children_of(tree))
    return n.Range(low, high, span=span)


def _fold(builder: Builder, tree: Tree[Token], span: Span) -> n.Fold:
    word, operand = children_of(tree)
    return n.Fold(str(word.data).removesuffix("_of"), builder.build(operand), span=span)


def _showing(builder: Builder, tree: Tree[Token], span: Span) -> n.Showing:
    subject, number = builder.all(children_of(tree))
    return n.Showing(subject, number, span=span)


def _on(builder: Builder, tree: Tree[Token], span: Span) -> n.On:
    subject, places = builder.all(children_of(tree))
    return n.On(subject, places, span=span)


def _apply(builder: Builder, tree: Tree[Token], span: Span) -> n.Apply:
    phrase, argument = builder.all(children_of(tree))
    return n.Apply(phrase, argument, span=span)


def _logic(builder: Builder, tree: Tree[Token], span: Span) -> n.Expr:
    left, right = builder.all(children_of(tree))
    return n.Or(left, right, span=span) if tree.data == "or_e" else n.And(left, right, span=span)


def _not(builder: Builder, tree: Tree[Token], span: Span) -> n.Not:
    return n.Not(builder.build(children_of(tree)[-1]), span=span)


def _is(builder: Builder, tree: Tree[Token], span: Span) -> n.Is:
    subject, tail = children_of(tree)
    negated, test = builder.build(tail)
    return n.Is(builder.build(subject), negated, test, span=span)


def _is_tail(builder: Builder, tree: Tree[Token], span: Span) -> tuple[bool, n.Test]:
    negated, what = children_of(tree)
    return negated is not None, builder.build(what)


def _is_same(builder: Builder, tree: Tree[Token], span: Span) -> n.Same:
    return n.Same(builder.build(children_of(tree)[0]), span=span)


def _is_order(builder: Builder, tree: Tree[Token], span: Span) -> n.Order:
    word, other = children_of(tree)
    return n.Order(str(word.data), builder.build(other), span=span)


def _is_in(builder: Builder, tree: Tree[Token], span: Span) -> n.Member:
    return n.Member(builder.build(children_of(tree)[-1]), span=span)


def _linked_to(builder: Builder, tree: Tree[Token], span: Span) -> n.LinkedTo:
    subject, start, word = builder.all([k for k in children_of(tree) if isinstance(k, Tree)])
    return n.LinkedTo(subject, start, word, span=span)


def _groups(builder: Builder, tree: Tree[Token], span: Span) -> n.Groups:
    count, subject, word, *under = builder.all([k for k in children_of(tree) if isinstance(k, Tree)])
    return n.Groups(count, subject, word, under[0] if under else None, span=span)


def _is_linked(builder: Builder, tree: Tree[Token], span: Span) -> n.Linked:
    (word,) = builder.all([k for k in children_of(tree) if isinstance(k, Tree)])
    return n.Linked(word, span=span)


def _is_shaped_like(builder: Builder, tree: Tree[Token], span: Span) -> n.ShapedLike:
    (other,) = builder.all([k for k in children_of(tree) if isinstance(k, Tree)])
    return n.ShapedLike(other, span=span)


def _is_related(builder: Builder, tree: Tree[Token], span: Span) -> n.Related:
    relation, other = builder.all(children_of(tree))
    return n.Related(relation, other, span=span)


def _has_order(builder: Builder, tree: Tree[Token], span: Span) -> n.HasOrder:
    attribute, word, other = children_of(tree)
    order = n.Order(str(word.data), builder.build(other), span=span)
    return n.HasOrder(builder.build(attribute), order, span=span)


def quantifier(tree: Tree[Token]) -> str:
    return {"some": "some", "every": "every", "no_one": "no"}[str(tree.data)]


HANDLERS: dict[str, Handler] = {
    "number": _number, "name": _name, "your": _your, "you": _you, "it": _it, "none": _nothing, "nobody": _nothing,
    "yes": _truth, "no": _truth, "tuple": _tuple, "where": _where, "best": _best, "top": _top, "its": _its,
    "their": _its, "they": _they, "possessive": _possessive, "prep_e": _prep_e, "each_of": _each_of,
    "call_each": _call_each, "side_by_side": _side_by_side, "described": _described, "that_are": _that_are,
    "whose": _whose, "with_best": _with_best, "attribute": _attribute, "first_in_turn": _first_in_turn,
    "line_to": _line_to, "line_along": _line_along, "between": _between, "beside": _beside, "lines_of": _lines_of,
    "bracketed": bracketed, "bracket": bracketed, "tuple_of": _tuple_of, "for_each": _for_each, "binder": _binder,
    "there_is": _there_is, "there_is_no": _there_is, "there_are": _there_are, "some_in": _some_in,
    "some_kind": _some_kind, "some_owner": _some_owner, "several": _several, "shows_e": _shows, "all_alike": _alike,
    "all_different": _alike, "is_either": _one_of_two, "is_neither": _one_of_two, "is_beside": _is_beside,
    "plus": _binary, "minus": _binary, "times_e": _binary, "divided": _binary, "mod": _binary, "except": _binary,
    "negative": _negative, "range": _range, "fold": _fold, "showing": _showing, "on": _on, "apply": _apply,
    "or_e": _logic, "and_e": _logic, "not_e": _not, "is_e": _is, "is_tail": _is_tail, "is_same": _is_same,
    "is_order": _is_order, "is_in": _is_in, "linked_to": _linked_to, "groups": _groups, "is_linked": _is_linked,
    "is_shaped_like": _is_shaped_like, "is_related": _is_related, "has_order": _has_order,
}  # fmt: skip
