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
def _number(builder: Builder, tree: Tree[Token], span: Span) -> n.Number:
    return n.Number(int(kids(tree)[0]), span=span)


@on("name")
def _name(builder: Builder, tree: Tree[Token], span: Span) -> n.Name:
    return n.Name(builder.build(kids(tree)[0]), span=span)


@on("your")
def _your(builder: Builder, tree: Tree[Token], span: Span) -> n.Your:
    return n.Your(builder.build(kids(tree)[0]), span=span)


@on("you")
def _you(builder: Builder, tree: Tree[Token], span: Span) -> n.You:
    return n.You(span=span)


@on("it")
def _it(builder: Builder, tree: Tree[Token], span: Span) -> n.It:
    return n.It(span=span)


@on("none", "nobody")
def _nothing(builder: Builder, tree: Tree[Token], span: Span) -> n.Nothing:
    return n.Nothing(str(tree.data), span=span)


@on("yes", "no")
def _truth(builder: Builder, tree: Tree[Token], span: Span) -> n.Truth:
    return n.Truth(tree.data == "yes", span=span)


@on("tuple")
def _tuple(builder: Builder, tree: Tree[Token], span: Span) -> n.Tuple:
    return n.Tuple(builder.all(kids(tree)), span=span)


@on("where")
def _where(builder: Builder, tree: Tree[Token], span: Span) -> n.Where:
    subject, condition = builder.all(kids(tree))
    return n.Where(subject, condition, span=span)


@on("best")
def _best(builder: Builder, tree: Tree[Token], span: Span) -> n.Best:
    subject, way, measure = kids(tree)
    return n.Best(builder.build(subject), way.type == "HIGHEST", builder.build(measure), span=span)


@on("top")
def _top(builder: Builder, tree: Tree[Token], span: Span) -> n.Top:
    way, count, operand = kids(tree)
    return n.Top(way.type == "HIGHEST_SO_MANY", builder.build(count), builder.build(operand), span=span)


@on("its", "their")
def _its(builder: Builder, tree: Tree[Token], span: Span) -> n.Its | n.Their:
    node = n.Its if tree.data == "its" else n.Their
    return node(builder.build(kids(tree)[0]), span=span)


@on("they")
def _they(builder: Builder, tree: Tree[Token], span: Span) -> n.They:
    return n.They(span=span)


@on("possessive")
def _possessive(builder: Builder, tree: Tree[Token], span: Span) -> n.Possessive:
    owner, phrase = builder.all(kids(tree))
    return n.Possessive(owner, phrase, span=span)


@on("prep_e")
def _prep_e(builder: Builder, tree: Tree[Token], span: Span) -> n.Prep | n.At:
    subject, word, argument = builder.all(kids(tree))
    return n.At(subject, argument, span=span) if word == "at" else n.Prep(subject, word, argument, span=span)


@on("each_of")
def _each_of(builder: Builder, tree: Tree[Token], span: Span) -> n.EachOf:
    return n.EachOf(builder.build(kids(tree)[0]), span=span)


@on("call_each")
def _call_each(builder: Builder, tree: Tree[Token], span: Span) -> n.SideBySide:
    phrase, operand = builder.all(kids(tree))
    start = operand.span.start
    each = Span(builder.source, builder.source.text.rfind("each", 0, start), operand.span.end)
    return n.SideBySide(phrase, n.EachOf(operand, span=each), span=span)


@on("side_by_side")
def _side_by_side(builder: Builder, tree: Tree[Token], span: Span) -> n.SideBySide:
    phrase, argument = builder.all(kids(tree))
    return n.SideBySide(phrase, argument, span=span)


@on("described")
def _described(builder: Builder, tree: Tree[Token], span: Span) -> n.Described:
    subject, *clauses = builder.all(kids(tree))
    for clause in clauses:
        subject = n.Described(subject, clause, span=Span(builder.source, span.start, clause.span.end))
    return subject  # type: ignore[no-any-return]


@on("that_are")
def _that_are(builder: Builder, tree: Tree[Token], span: Span) -> n.That:
    negated, test = kids(tree)
    return n.That(negated is not None, builder.build(test), span.text.startswith("who"), span=span)


@on("whose")
def _whose(builder: Builder, tree: Tree[Token], span: Span) -> n.Whose:
    attribute, negated, test = kids(tree)
    return n.Whose(builder.build(attribute), negated is not None, builder.build(test), span=span)


@on("with_best")
def _with_best(builder: Builder, tree: Tree[Token], span: Span) -> n.WithTheBest:
    word, attribute = kids(tree)
    return n.WithTheBest(word.endswith("highest"), builder.build(attribute), span=span)


@on("attribute")
def _attribute(builder: Builder, tree: Tree[Token], span: Span) -> n.Attribute:
    phrase, *rest = kids(tree)
    built = [builder.build(k) for k in rest]
    return n.Attribute(builder.name(phrase), tuple(zip(built[::2], built[1::2], strict=True)), span=span)


@on("first_in_turn")
def _first_in_turn(builder: Builder, tree: Tree[Token], span: Span) -> n.FirstInTurn:
    start, negated, test = kids(tree)
    built = builder.build(test)
    that = n.That(negated is not None, built, True, span=built.span)
    return n.FirstInTurn(builder.build(start), that, span=span)


@on("line_to")
def _line_to(builder: Builder, tree: Tree[Token], span: Span) -> n.StraightLine:
    start, via, end = (builder.build(k) for k in kids(tree))
    return n.StraightLine(start, via, end, span=span)


@on("line_along")
def _line_along(builder: Builder, tree: Tree[Token], span: Span) -> n.StraightLine:
    start, way = builder.all(kids(tree))
    return n.StraightLine(start, None, way, True, span=span)


@on("between")
def _between(builder: Builder, tree: Tree[Token], span: Span) -> n.Between:
    places, start, end = kids(tree)
    return n.Between(builder.name(places), builder.build(start), builder.build(end), span=span)


@on("beside")
def _beside(builder: Builder, tree: Tree[Token], span: Span) -> n.BesideIt:
    subject, place = builder.all(kids(tree))
    return n.BesideIt(subject, place, span=span)


@on("lines_of")
def _lines_of(builder: Builder, tree: Tree[Token], span: Span) -> n.LinesOf:
    count, source = kids(tree)
    return n.LinesOf(builder.build(count), builder.build(source), span=span)


@on("bracketed", "bracket")
def bracketed(builder: Builder, tree: Tree[Token], span: Span) -> n.Expr:
    return builder.all(kids(tree))[0]  # type: ignore[no-any-return]


@on("tuple_of")
def _tuple_of(builder: Builder, tree: Tree[Token], span: Span) -> n.Tuple:
    *items, board = kids(tree)
    return n.Tuple(builder.all(items), builder.name(board), span=span)


@on("for_each")
def _for_each(builder: Builder, tree: Tree[Token], span: Span) -> n.ForEach:
    body, *binders, condition = kids(tree)
    return n.ForEach(builder.build(body), builder.all(binders), builder.build(condition), span=span)


@on("binder")
def _binder(builder: Builder, tree: Tree[Token], span: Span) -> n.Binder:
    name, source = kids(tree)
    return n.Binder(builder.name(name), builder.build(source), span=span)


@on("there_is", "there_is_no")
def _there_is(builder: Builder, tree: Tree[Token], span: Span) -> n.There:
    return n.There("some" if tree.data == "there_is" else "no", None, builder.build(kids(tree)[0]), span=span)


@on("there_are")
def _there_are(builder: Builder, tree: Tree[Token], span: Span) -> n.There:
    *order, count, subject = kids(tree)
    word = str(order[0].data) if order else "exactly"
    number = whole_number(builder, count) if isinstance(count, Token) else builder.build(count)
    return n.There(word, number, builder.build(subject), bool(order), span=span)


Tail = tuple[bool, n.Test | None, n.Expr | None]  # negated, what it is, or what it has


def _tail(builder: Builder, tree: Tree[Token]) -> Tail:
    if tree.data == "is_tail":
        negated, test = builder.build(tree)
        return negated, test, None
    if tree.data == "show_tail":
        number = builder.build(kids(tree)[0])
        return False, n.Shows(number, span=builder.span(tree)), None
    return False, None, builder.build(kids(tree)[0])


@on("some_in")
def _some_in(builder: Builder, tree: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, tail = kids(tree)
    return n.Quantified(quantifier(word), builder.name(name), builder.build(source), *_tail(builder, tail), span=span)


@on("some_kind")
def _some_kind(builder: Builder, tree: Tree[Token], span: Span) -> n.SomeKind:
    word, kind, tail = kids(tree)
    return n.SomeKind(quantifier(word), builder.name(kind), None, *_tail(builder, tail), span=span)


@on("some_owner")
def _some_owner(builder: Builder, tree: Tree[Token], span: Span) -> n.SomeKind:
    word, kind, owned, tail = kids(tree)
    return n.SomeKind(quantifier(word), builder.name(kind), builder.name(owned), *_tail(builder, tail), span=span)


@on("several")
def _several(builder: Builder, tree: Tree[Token], span: Span) -> n.Several:
    how, source, tail = kids(tree)
    word, count = str(how.data), None
    if word == "counted_part":
        order, size = kids(how)
        word, count = str(order.data), builder.build(size)
    return n.Several(word, count, builder.build(source), *_tail(builder, tail), span=span)


@on("shows_e")
def _shows(builder: Builder, tree: Tree[Token], span: Span) -> n.Is:
    subject, number = builder.all(kids(tree))
    return n.Is(subject, False, n.Shows(number, span=number.span), span=span)


@on("all_alike", "all_different")
def _alike(builder: Builder, tree: Tree[Token], span: Span) -> n.AllAlike:
    return n.AllAlike(tree.data == "all_different", span=span)


@on("is_either", "is_neither")
def _one_of_two(builder: Builder, tree: Tree[Token], span: Span) -> n.OneOfTwo:
    left, right = builder.all(kids(tree))
    return n.OneOfTwo(tree.data == "is_neither", left, right, span=span)


@on("is_beside")
def _is_beside(builder: Builder, tree: Tree[Token], span: Span) -> n.Beside:
    return n.Beside(builder.build(kids(tree)[0]), span=span)


@on("plus", "minus", "times_e", "divided", "mod", "except")
def _binary(builder: Builder, tree: Tree[Token], span: Span) -> n.Binary:
    left, right = (builder.build(k) for k in kids(tree) if isinstance(k, Tree))
    op = {"plus": "+", "minus": "-", "times_e": "*", "divided": "/"}.get(str(tree.data), str(tree.data))
    return n.Binary(op, left, right, span=span)


@on("negative")
def _negative(builder: Builder, tree: Tree[Token], span: Span) -> n.Negative:
    return n.Negative(builder.build(kids(tree)[-1]), span=span)


@on("range")
def _range(builder: Builder, tree: Tree[Token], span: Span) -> n.Range:
    low, high = builder.all(kids(tree))
    return n.Range(low, high, span=span)


@on("fold")
def _fold(builder: Builder, tree: Tree[Token], span: Span) -> n.Fold:
    word, operand = kids(tree)
    return n.Fold(str(word.data).removesuffix("_of"), builder.build(operand), span=span)


@on("showing")
def _showing(builder: Builder, tree: Tree[Token], span: Span) -> n.Showing:
    subject, number = builder.all(kids(tree))
    return n.Showing(subject, number, span=span)


@on("on")
def _on(builder: Builder, tree: Tree[Token], span: Span) -> n.On:
    subject, places = builder.all(kids(tree))
    return n.On(subject, places, span=span)


@on("apply")
def _apply(builder: Builder, tree: Tree[Token], span: Span) -> n.Apply:
    phrase, argument = builder.all(kids(tree))
    return n.Apply(phrase, argument, span=span)


@on("or_e", "and_e")
def _logic(builder: Builder, tree: Tree[Token], span: Span) -> n.Expr:
    left, right = builder.all(kids(tree))
    return n.Or(left, right, span=span) if tree.data == "or_e" else n.And(left, right, span=span)


@on("not_e")
def _not(builder: Builder, tree: Tree[Token], span: Span) -> n.Not:
    return n.Not(builder.build(kids(tree)[-1]), span=span)


@on("is_e")
def _is(builder: Builder, tree: Tree[Token], span: Span) -> n.Is:
    subject, tail = kids(tree)
    negated, test = builder.build(tail)
    return n.Is(builder.build(subject), negated, test, span=span)


@on("is_tail")
def _is_tail(builder: Builder, tree: Tree[Token], span: Span) -> tuple[bool, n.Test]:
    negated, what = kids(tree)
    return negated is not None, builder.build(what)


@on("is_same")
def _is_same(builder: Builder, tree: Tree[Token], span: Span) -> n.Same:
    return n.Same(builder.build(kids(tree)[0]), span=span)


@on("is_order")
def _is_order(builder: Builder, tree: Tree[Token], span: Span) -> n.Order:
    word, other = kids(tree)
    return n.Order(str(word.data), builder.build(other), span=span)


@on("is_in")
def _is_in(builder: Builder, tree: Tree[Token], span: Span) -> n.Member:
    return n.Member(builder.build(kids(tree)[-1]), span=span)


@on("linked_to")
def _linked_to(builder: Builder, tree: Tree[Token], span: Span) -> n.LinkedTo:
    subject, start, word = builder.all([k for k in kids(tree) if isinstance(k, Tree)])
    return n.LinkedTo(subject, start, word, span=span)


@on("groups")
def _groups(builder: Builder, tree: Tree[Token], span: Span) -> n.Groups:
    count, subject, word, *under = builder.all([k for k in kids(tree) if isinstance(k, Tree)])
    return n.Groups(count, subject, word, under[0] if under else None, span=span)


@on("is_linked")
def _is_linked(builder: Builder, tree: Tree[Token], span: Span) -> n.Linked:
    (word,) = builder.all([k for k in kids(tree) if isinstance(k, Tree)])
    return n.Linked(word, span=span)


@on("is_shaped_like")
def _is_shaped_like(builder: Builder, tree: Tree[Token], span: Span) -> n.ShapedLike:
    (other,) = builder.all([k for k in kids(tree) if isinstance(k, Tree)])
    return n.ShapedLike(other, span=span)


@on("is_related")
def _is_related(builder: Builder, tree: Tree[Token], span: Span) -> n.Related:
    relation, other = builder.all(kids(tree))
    return n.Related(relation, other, span=span)


@on("has_order")
def _has_order(builder: Builder, tree: Tree[Token], span: Span) -> n.HasOrder:
    attribute, word, other = kids(tree)
    order = n.Order(str(word.data), builder.build(other), span=span)
    return n.HasOrder(builder.build(attribute), order, span=span)


def quantifier(tree: Tree[Token]) -> str:
    return {"some": "some", "every": "every", "no_one": "no"}[str(tree.data)]
