"""Trees of expressions become nodes."""

from __future__ import annotations

from lark import Token, Tree

from dicedsl.source import Span
from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import (
    Builder,
    kids,
    on,
)


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


@on("primary")
def _bracketed(b: Builder, t: Tree[Token], span: Span) -> n.Expr:
    return b.all(kids(t))[0]  # type: ignore[no-any-return]


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


@on("for_each")
def _for_each(b: Builder, t: Tree[Token], span: Span) -> n.ForEach:
    body, *rest, condition = kids(t)
    pairs = [b.build(r) for r in rest]
    binders = tuple(n.Binder(x, s, span=x.span.to(s.span)) for x, s in zip(pairs[::2], pairs[1::2], strict=True))
    return n.ForEach(b.build(body), binders, b.build(condition), span=span)


@on("plus", "minus", "times", "divided", "mod")
def _binary(b: Builder, t: Tree[Token], span: Span) -> n.Binary:
    left, right = (b.build(k) for k in kids(t) if isinstance(k, Tree))
    op = {"plus": "+", "minus": "-", "times": "*", "divided": "/", "mod": "mod"}[t.data]
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


@on("at")
def _at(b: Builder, t: Tree[Token], span: Span) -> n.At:
    subject, key = b.all(kids(t))
    return n.At(subject, key, span=span)


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


@on("quantified_is")
def _quantified_is(b: Builder, t: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, tail = kids(t)
    negated, test = b.build(tail)
    return n.Quantified(_quantifier(word), b.build(name), b.build(source), negated, test, None, span=span)


@on("quantified_has")
def _quantified_has(b: Builder, t: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, condition = kids(t)
    return n.Quantified(
        _quantifier(word), b.build(name), b.build(source), False, None, b.build(condition), span=span
    )  # fmt: skip


def _quantifier(tree: Tree[Token]) -> str:
    return {"some": "some", "every": "every", "no_one": "no"}[str(tree.data)]
