"""Trees of expressions become nodes."""

from __future__ import annotations

from lark import Token, Tree

from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import (
    Builder,
    kids,
    on,
    whole_number,
)
from dicedsl.text.source import Span


@on("number")
def _number(b: Builder, t: Tree[Token], span: Span) -> n.Number:
    return n.Number(int(kids(t)[0]), span=span)


@on("name")
def _name(b: Builder, t: Tree[Token], span: Span) -> n.Name:
    return n.Name(b.build(kids(t)[0]), span=span)


@on("your")
def _your(b: Builder, t: Tree[Token], span: Span) -> n.Your:
    return n.Your(b.build(kids(t)[0]), span=span)


@on("you")
def _you(b: Builder, t: Tree[Token], span: Span) -> n.You:
    return n.You(span=span)


@on("it")
def _it(b: Builder, t: Tree[Token], span: Span) -> n.It:
    return n.It(span=span)


@on("none", "nobody")
def _nothing(b: Builder, t: Tree[Token], span: Span) -> n.Nothing:
    return n.Nothing(str(t.data), span=span)


@on("yes", "no")
def _truth(b: Builder, t: Tree[Token], span: Span) -> n.Truth:
    return n.Truth(t.data == "yes", span=span)


@on("tuple")
def _tuple(b: Builder, t: Tree[Token], span: Span) -> n.Tuple:
    return n.Tuple(b.all(kids(t)), span=span)


@on("where")
def _where(b: Builder, t: Tree[Token], span: Span) -> n.Where:
    subject, condition = b.all(kids(t))
    return n.Where(subject, condition, span=span)


@on("best")
def _best(b: Builder, t: Tree[Token], span: Span) -> n.Best:
    subject, way, measure = kids(t)
    return n.Best(b.build(subject), way.type == "HIGHEST", b.build(measure), span=span)


@on("top")
def _top(b: Builder, t: Tree[Token], span: Span) -> n.Top:
    way, count, operand = kids(t)
    return n.Top(way.type == "HIGHEST_SO_MANY", b.build(count), b.build(operand), span=span)


@on("its", "their")
def _its(b: Builder, t: Tree[Token], span: Span) -> n.Its | n.Their:
    node = n.Its if t.data == "its" else n.Their
    return node(b.build(kids(t)[0]), span=span)


@on("they")
def _they(b: Builder, t: Tree[Token], span: Span) -> n.They:
    return n.They(span=span)


@on("possessive")
def _possessive(b: Builder, t: Tree[Token], span: Span) -> n.Possessive:
    owner, phrase = b.all(kids(t))
    return n.Possessive(owner, phrase, span=span)


@on("prep_e")
def _prep_e(b: Builder, t: Tree[Token], span: Span) -> n.Prep | n.At:
    subject, word, argument = b.all(kids(t))
    return n.At(subject, argument, span=span) if word == "at" else n.Prep(subject, word, argument, span=span)


@on("each_of")
def _each_of(b: Builder, t: Tree[Token], span: Span) -> n.EachOf:
    return n.EachOf(b.build(kids(t)[0]), span=span)


@on("call_each")
def _call_each(b: Builder, t: Tree[Token], span: Span) -> n.SideBySide:
    phrase, operand = b.all(kids(t))
    start = operand.span.start
    each = Span(b.source, b.source.text.rfind("each", 0, start), operand.span.end)
    return n.SideBySide(phrase, n.EachOf(operand, span=each), span=span)


@on("side_by_side")
def _side_by_side(b: Builder, t: Tree[Token], span: Span) -> n.SideBySide:
    phrase, argument = b.all(kids(t))
    return n.SideBySide(phrase, argument, span=span)


@on("described")
def _described(b: Builder, t: Tree[Token], span: Span) -> n.Described:
    subject, *clauses = b.all(kids(t))
    for clause in clauses:
        subject = n.Described(subject, clause, span=Span(b.source, span.start, clause.span.end))
    return subject  # type: ignore[no-any-return]


@on("that_are")
def _that_are(b: Builder, t: Tree[Token], span: Span) -> n.That:
    negated, test = kids(t)
    return n.That(negated is not None, b.build(test), span.text.startswith("who"), span=span)


@on("whose")
def _whose(b: Builder, t: Tree[Token], span: Span) -> n.Whose:
    attribute, negated, test = kids(t)
    return n.Whose(b.build(attribute), negated is not None, b.build(test), span=span)


@on("with_best")
def _with_best(b: Builder, t: Tree[Token], span: Span) -> n.WithTheBest:
    word, attribute = kids(t)
    return n.WithTheBest(word.endswith("highest"), b.build(attribute), span=span)


@on("attribute")
def _attribute(b: Builder, t: Tree[Token], span: Span) -> n.Attribute:
    phrase, *rest = kids(t)
    built = [b.build(k) for k in rest]
    return n.Attribute(b.name(phrase), tuple(zip(built[::2], built[1::2], strict=True)), span=span)


@on("first_in_turn")
def _first_in_turn(b: Builder, t: Tree[Token], span: Span) -> n.FirstInTurn:
    start, negated, test = kids(t)
    built = b.build(test)
    that = n.That(negated is not None, built, True, span=built.span)
    return n.FirstInTurn(b.build(start), that, span=span)


@on("line_to")
def _line_to(b: Builder, t: Tree[Token], span: Span) -> n.StraightLine:
    start, via, end = (b.build(k) for k in kids(t))
    return n.StraightLine(start, via, end, span=span)


@on("line_along")
def _line_along(b: Builder, t: Tree[Token], span: Span) -> n.StraightLine:
    start, way = b.all(kids(t))
    return n.StraightLine(start, None, way, True, span=span)


@on("between")
def _between(b: Builder, t: Tree[Token], span: Span) -> n.Between:
    places, start, end = kids(t)
    return n.Between(b.name(places), b.build(start), b.build(end), span=span)


@on("beside")
def _beside(b: Builder, t: Tree[Token], span: Span) -> n.BesideIt:
    subject, place = b.all(kids(t))
    return n.BesideIt(subject, place, span=span)


@on("lines_of")
def _lines_of(b: Builder, t: Tree[Token], span: Span) -> n.LinesOf:
    count, source = kids(t)
    return n.LinesOf(b.build(count), b.build(source), span=span)


@on("bracketed", "bracket")
def bracketed(b: Builder, t: Tree[Token], span: Span) -> n.Expr:
    return b.all(kids(t))[0]  # type: ignore[no-any-return]


@on("tuple_of")
def _tuple_of(b: Builder, t: Tree[Token], span: Span) -> n.Tuple:
    *items, board = kids(t)
    return n.Tuple(b.all(items), b.name(board), span=span)


@on("for_each")
def _for_each(b: Builder, t: Tree[Token], span: Span) -> n.ForEach:
    body, *binders, condition = kids(t)
    return n.ForEach(b.build(body), b.all(binders), b.build(condition), span=span)


@on("binder")
def _binder(b: Builder, t: Tree[Token], span: Span) -> n.Binder:
    name, source = kids(t)
    return n.Binder(b.name(name), b.build(source), span=span)


@on("there_is", "there_is_no")
def _there_is(b: Builder, t: Tree[Token], span: Span) -> n.There:
    return n.There("some" if t.data == "there_is" else "no", None, b.build(kids(t)[0]), span=span)


@on("there_are")
def _there_are(b: Builder, t: Tree[Token], span: Span) -> n.There:
    *order, count, subject = kids(t)
    word = str(order[0].data) if order else "exactly"
    number = whole_number(b, count) if isinstance(count, Token) else b.build(count)
    return n.There(word, number, b.build(subject), bool(order), span=span)


Tail = tuple[bool, n.Test | None, n.Expr | None]  # negated, what it is, or what it has


def _tail(b: Builder, tree: Tree[Token]) -> Tail:
    if tree.data == "is_tail":
        negated, test = b.build(tree)
        return negated, test, None
    if tree.data == "show_tail":
        number = b.build(kids(tree)[0])
        return False, n.Shows(number, span=b.span(tree)), None
    return False, None, b.build(kids(tree)[0])


@on("some_in")
def _some_in(b: Builder, t: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, tail = kids(t)
    return n.Quantified(quantifier(word), b.name(name), b.build(source), *_tail(b, tail), span=span)


@on("some_kind")
def _some_kind(b: Builder, t: Tree[Token], span: Span) -> n.SomeKind:
    word, kind, tail = kids(t)
    return n.SomeKind(quantifier(word), b.name(kind), None, *_tail(b, tail), span=span)


@on("some_owner")
def _some_owner(b: Builder, t: Tree[Token], span: Span) -> n.SomeKind:
    word, kind, owned, tail = kids(t)
    return n.SomeKind(quantifier(word), b.name(kind), b.name(owned), *_tail(b, tail), span=span)


@on("several")
def _several(b: Builder, t: Tree[Token], span: Span) -> n.Several:
    how, source, tail = kids(t)
    word, count = str(how.data), None
    if word == "counted_part":
        order, size = kids(how)
        word, count = str(order.data), b.build(size)
    return n.Several(word, count, b.build(source), *_tail(b, tail), span=span)


@on("shows_e")
def _shows(b: Builder, t: Tree[Token], span: Span) -> n.Is:
    subject, number = b.all(kids(t))
    return n.Is(subject, False, n.Shows(number, span=number.span), span=span)


@on("all_alike", "all_different")
def _alike(b: Builder, t: Tree[Token], span: Span) -> n.AllAlike:
    return n.AllAlike(t.data == "all_different", span=span)


@on("is_either", "is_neither")
def _one_of_two(b: Builder, t: Tree[Token], span: Span) -> n.OneOfTwo:
    left, right = b.all(kids(t))
    return n.OneOfTwo(t.data == "is_neither", left, right, span=span)


@on("is_beside")
def _is_beside(b: Builder, t: Tree[Token], span: Span) -> n.Beside:
    return n.Beside(b.build(kids(t)[0]), span=span)


@on("plus", "minus", "times_e", "divided", "mod", "except")
def _binary(b: Builder, t: Tree[Token], span: Span) -> n.Binary:
    left, right = (b.build(k) for k in kids(t) if isinstance(k, Tree))
    op = {"plus": "+", "minus": "-", "times_e": "*", "divided": "/"}.get(str(t.data), str(t.data))
    return n.Binary(op, left, right, span=span)


@on("negative")
def _negative(b: Builder, t: Tree[Token], span: Span) -> n.Negative:
    return n.Negative(b.build(kids(t)[-1]), span=span)


@on("range")
def _range(b: Builder, t: Tree[Token], span: Span) -> n.Range:
    low, high = b.all(kids(t))
    return n.Range(low, high, span=span)


@on("fold")
def _fold(b: Builder, t: Tree[Token], span: Span) -> n.Fold:
    word, operand = kids(t)
    return n.Fold(str(word.data).removesuffix("_of"), b.build(operand), span=span)


@on("showing")
def _showing(b: Builder, t: Tree[Token], span: Span) -> n.Showing:
    subject, number = b.all(kids(t))
    return n.Showing(subject, number, span=span)


@on("on")
def _on(b: Builder, t: Tree[Token], span: Span) -> n.On:
    subject, places = b.all(kids(t))
    return n.On(subject, places, span=span)


@on("apply")
def _apply(b: Builder, t: Tree[Token], span: Span) -> n.Apply:
    phrase, argument = b.all(kids(t))
    return n.Apply(phrase, argument, span=span)


@on("or_e", "and_e")
def _logic(b: Builder, t: Tree[Token], span: Span) -> n.Expr:
    left, right = b.all(kids(t))
    return n.Or(left, right, span=span) if t.data == "or_e" else n.And(left, right, span=span)


@on("not_e")
def _not(b: Builder, t: Tree[Token], span: Span) -> n.Not:
    return n.Not(b.build(kids(t)[-1]), span=span)


@on("is_e")
def _is(b: Builder, t: Tree[Token], span: Span) -> n.Is:
    subject, tail = kids(t)
    negated, test = b.build(tail)
    return n.Is(b.build(subject), negated, test, span=span)


@on("is_tail")
def _is_tail(b: Builder, t: Tree[Token], span: Span) -> tuple[bool, n.Test]:
    negated, what = kids(t)
    return negated is not None, b.build(what)


@on("is_same")
def _is_same(b: Builder, t: Tree[Token], span: Span) -> n.Same:
    return n.Same(b.build(kids(t)[0]), span=span)


@on("is_order")
def _is_order(b: Builder, t: Tree[Token], span: Span) -> n.Order:
    word, other = kids(t)
    return n.Order(str(word.data), b.build(other), span=span)


@on("is_in")
def _is_in(b: Builder, t: Tree[Token], span: Span) -> n.Member:
    return n.Member(b.build(kids(t)[-1]), span=span)


@on("linked_to")
def _linked_to(b: Builder, t: Tree[Token], span: Span) -> n.LinkedTo:
    subject, start, word = b.all([k for k in kids(t) if isinstance(k, Tree)])
    return n.LinkedTo(subject, start, word, span=span)


@on("groups")
def _groups(b: Builder, t: Tree[Token], span: Span) -> n.Groups:
    count, subject, word, *under = b.all([k for k in kids(t) if isinstance(k, Tree)])
    return n.Groups(count, subject, word, under[0] if under else None, span=span)


@on("is_linked")
def _is_linked(b: Builder, t: Tree[Token], span: Span) -> n.Linked:
    (word,) = b.all([k for k in kids(t) if isinstance(k, Tree)])
    return n.Linked(word, span=span)


@on("is_shaped_like")
def _is_shaped_like(b: Builder, t: Tree[Token], span: Span) -> n.ShapedLike:
    (other,) = b.all([k for k in kids(t) if isinstance(k, Tree)])
    return n.ShapedLike(other, span=span)


@on("is_related")
def _is_related(b: Builder, t: Tree[Token], span: Span) -> n.Related:
    relation, other = b.all(kids(t))
    return n.Related(relation, other, span=span)


@on("has_order")
def _has_order(b: Builder, t: Tree[Token], span: Span) -> n.HasOrder:
    attribute, word, other = kids(t)
    order = n.Order(str(word.data), b.build(other), span=span)
    return n.HasOrder(b.build(attribute), order, span=span)


def quantifier(tree: Tree[Token]) -> str:
    return {"some": "some", "every": "every", "no_one": "no"}[str(tree.data)]
