"""Trees of worked examples become nodes."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import (
    Builder,
    BuildProblem,
    Handler,
    by_clause,
    children_of,
)
from dicedsl.text.source import Span

WHICH = ("first", "last")


def _with(builder: Builder, tree: Tree[Token], span: Span) -> n.With:
    return n.With(builder.all(children_of(tree)), span=span)


def _with_players(builder: Builder, tree: Tree[Token], span: Span) -> n.WithPlayers:
    return n.WithPlayers(int(children_of(tree)[0]), span=span)


def _example(builder: Builder, tree: Tree[Token], span: Span) -> n.Example:
    title, after, *lines = children_of(tree)
    return n.Example(builder.build(title), _lines(builder, lines), builder.build(after), span=span)


def _again(builder: Builder, tree: Tree[Token], span: Span) -> n.Again:
    times, *lines = children_of(tree)
    return n.Again(int(times), _lines(builder, lines), span=span)


def _lines(builder: Builder, lines: list[Any]) -> tuple[n.ExampleLine, ...]:
    """A line that lays several dice is as many as these."""
    built = builder.all(lines)
    return tuple(x for line in built for x in (line if isinstance(line, tuple) else (line,)))


def _after_setup(builder: Builder, tree: Tree[Token], span: Span) -> n.AfterSetup:
    return n.AfterSetup(span=span)


def _given_holds(builder: Builder, tree: Tree[Token], span: Span) -> n.GivenHolds:
    place, *rest = [k for k in children_of(tree) if k is not None]
    dice = tuple(builder.build(k) for k in rest if k.data == "die")
    heaps = tuple(builder.build(k) for k in rest if k.data == "heap")
    faces = tuple(
        int(children_of(k)[0]) if k.data == "face_number" else None for k in rest if k.data.startswith("face")
    )
    return n.GivenHolds(builder.build(place), dice, faces, heaps, span=span)


def _heap(builder: Builder, tree: Tree[Token], span: Span) -> tuple[int, n.Phrase]:
    count, sort = children_of(tree)
    return int(count), builder.name(sort)


def _draws(builder: Builder, tree: Tree[Token], span: Span) -> n.Drawn:
    value, *more = builder.all(children_of(tree))
    return n.Drawn(value, tuple(more), span=span)


def _moves(builder: Builder, tree: Tree[Token], span: Span) -> n.MovesCounted:
    seat, count = children_of(tree)
    return n.MovesCounted(builder.name(seat), int(count), span=span)


def _owned(builder: Builder, tree: Tree[Token], span: Span) -> n.AnswerValue:
    what, owner = children_of(tree)
    if isinstance(what, Tree):
        return n.AnswerValue(builder.build(what).coordinates, str(owner), span=span)
    return n.AnswerValue(int(what) if what.type == "INT" else str(what), str(owner), span=span)


def _seen(builder: Builder, tree: Tree[Token], span: Span) -> n.AnswerValue:
    point, _, who = children_of(tree)
    return n.AnswerValue(builder.build(point).coordinates, None, str(who), span=span)


def _policy(builder: Builder, tree: Tree[Token], span: Span) -> n.Policy:
    seat, *wishes = children_of(tree)
    name = builder.name(seat)
    *rather, last = wishes
    if any(w.data == "last_preference" for w in rather) or last.data != "last_preference":
        help = f'write `{name.text} always chooses "jump", otherwise first`'
        raise BuildProblem("E129", "the last wish, and no other, is `first` or `last`", span, help=help)
    which, extreme, measure = children_of(last)
    if which not in WHICH:
        help = f"write `{name.text} always chooses first`, perhaps `with highest` and a value"
        raise BuildProblem(
            "E129", f'a player always chooses first or last, not "{which}"', builder.span(which), help=help
        )
    names = tuple(builder.build(children_of(w)[0]) for w in rather)
    return n.Policy(name, str(which), by_clause(builder, extreme, measure), names, span=span)


def _reports_not(builder: Builder, tree: Tree[Token], span: Span) -> n.MayNot:
    answer, sentence = children_of(tree)
    return n.MayNot(None, builder.build(answer), builder.build(sentence), span=span)


def _ways(builder: Builder, tree: Tree[Token], span: Span) -> n.Ways:
    seat, count, name = children_of(tree)
    return n.Ways(builder.name(seat), int(count), builder.build(name), span=span)


def _given_stands(builder: Builder, tree: Tree[Token], span: Span) -> tuple[n.GivenStands, ...]:
    return builder.all(children_of(tree))


def _stand(builder: Builder, tree: Tree[Token], span: Span) -> n.GivenStands:
    parts = [k for k in children_of(tree) if k is not None]
    faces = tuple(int(k) for k in parts if isinstance(k, Token))
    dice, *places = (builder.build(k) for k in parts if not isinstance(k, Token))
    return n.GivenStands(dice, tuple(places), faces, span=span)


def _die(builder: Builder, tree: Tree[Token], span: Span) -> n.DieName:
    word, owner = children_of(tree)
    return n.DieName(str(word), None if owner is None else str(owner), span=span)


def _rolled(builder: Builder, tree: Tree[Token], span: Span) -> n.Rolled:
    return n.Rolled(tuple(int(k) for k in children_of(tree)), span=span)


def _value(builder: Builder, tree: Tree[Token], span: Span) -> n.AnswerValue:
    if tree.data in {"answer_nobody", "answer_none"}:
        return n.AnswerValue(None if tree.data == "answer_nobody" else "none", span=span)
    only = children_of(tree)[0]
    if tree.data == "answer_point":
        return n.AnswerValue(builder.build(only).coordinates, span=span)
    return n.AnswerValue(int(only) if tree.data == "answer_number" else str(only), span=span)


def _and(builder: Builder, tree: Tree[Token], span: Span) -> n.AnswerValue:
    return n.AnswerValue("and", span=span)  # no name is written like this


def _answer(builder: Builder, tree: Tree[Token], span: Span) -> n.Answer:
    name, *values = builder.all(children_of(tree))
    return n.Answer(name, tuple(values), span=span)


def _chooses(builder: Builder, tree: Tree[Token], span: Span) -> n.Chooses:
    seat, *answers = builder.all(children_of(tree))
    return n.Chooses(seat, tuple(answers), span=span)


def _reports(builder: Builder, tree: Tree[Token], span: Span) -> n.Chooses:
    return n.Chooses(None, builder.all([k for k in children_of(tree) if isinstance(k, Tree)]), span=span)


def _may_only(builder: Builder, tree: Tree[Token], span: Span) -> n.MayOnly:
    seat, *answers = builder.all([k for k in children_of(tree) if isinstance(k, Tree)])
    return n.MayOnly(seat, tuple(answers), span=span)


def _may_choose(builder: Builder, tree: Tree[Token], span: Span) -> n.MayOnly:
    seat, *answers = builder.all([k for k in children_of(tree) if isinstance(k, Tree)])
    return n.MayOnly(seat, tuple(answers), others=True, span=span)


def _may_not(builder: Builder, tree: Tree[Token], span: Span) -> n.MayNot:
    seat, answer, sentence = (
        builder.build(k) for k in children_of(tree) if not (isinstance(k, Token) and k.type == "MAY_NOT")
    )
    return n.MayNot(seat, answer, sentence, span=span)


HANDLERS: dict[str, Handler] = {
    "with_line": _with, "with_players": _with_players, "example": _example, "again": _again,
    "after_setup": _after_setup, "given_holds": _given_holds, "heap": _heap, "draws": _draws, "moves": _moves,
    "answer_owned": _owned, "answer_seen": _seen, "policy": _policy, "reports_not": _reports_not, "ways": _ways,
    "given_stands": _given_stands, "stand": _stand, "die": _die, "rolled": _rolled, "answer_number": _value, "answer_word": _value,
    "answer_point": _value, "answer_nobody": _value, "answer_none": _value, "answer_and": _and, "answer": _answer,
    "chooses": _chooses, "reports": _reports, "may_only": _may_only, "may_choose": _may_choose, "may_not": _may_not,
}  # fmt: skip
