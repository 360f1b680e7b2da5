"""Trees of worked examples become nodes."""

from __future__ import annotations

from lark import Token, Tree

from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import (
    Builder,
    BuildProblem,
    by_clause,
    kids,
    on,
)
from dicedsl.text.source import Span

WHICH = ("first", "last")


@on("with_line")
def _with(b: Builder, t: Tree[Token], span: Span) -> n.With:
    return n.With(b.all(kids(t)), span=span)


@on("with_players")
def _with_players(b: Builder, t: Tree[Token], span: Span) -> n.WithPlayers:
    return n.WithPlayers(int(kids(t)[0]), span=span)


@on("example")
def _example(b: Builder, t: Tree[Token], span: Span) -> n.Example:
    title, after, *lines = kids(t)
    return n.Example(b.build(title), b.all(lines), b.build(after), span=span)


@on("again")
def _again(b: Builder, t: Tree[Token], span: Span) -> n.Again:
    times, *lines = kids(t)
    return n.Again(int(times), b.all(lines), span=span)


@on("after_setup")
def _after_setup(b: Builder, t: Tree[Token], span: Span) -> n.AfterSetup:
    return n.AfterSetup(span=span)


@on("given_holds")
def _given_holds(b: Builder, t: Tree[Token], span: Span) -> n.GivenHolds:
    place, *rest = [k for k in kids(t) if k is not None]
    dice = tuple(b.build(k) for k in rest if k.data == "die")
    heaps = tuple(b.build(k) for k in rest if k.data == "heap")
    faces = tuple(int(kids(k)[0]) if k.data == "face_number" else None for k in rest if k.data.startswith("face"))
    return n.GivenHolds(b.build(place), dice, faces, heaps, span=span)


@on("heap")
def _heap(b: Builder, t: Tree[Token], span: Span) -> tuple[int, n.Phrase]:
    count, sort = kids(t)
    return int(count), b.name(sort)


@on("draws")
def _draws(b: Builder, t: Tree[Token], span: Span) -> n.Drawn:
    value, *more = b.all(kids(t))
    return n.Drawn(value, tuple(more), span=span)


@on("moves")
def _moves(b: Builder, t: Tree[Token], span: Span) -> n.MovesCounted:
    seat, count = kids(t)
    return n.MovesCounted(b.name(seat), int(count), span=span)


@on("answer_owned")
def _owned(b: Builder, t: Tree[Token], span: Span) -> n.AnswerValue:
    what, owner = kids(t)
    if isinstance(what, Tree):
        return n.AnswerValue(b.build(what).coordinates, str(owner), span=span)
    return n.AnswerValue(int(what) if what.type == "INT" else str(what), str(owner), span=span)


@on("answer_seen")
def _seen(b: Builder, t: Tree[Token], span: Span) -> n.AnswerValue:
    point, _, who = kids(t)
    return n.AnswerValue(b.build(point).coordinates, None, str(who), span=span)


@on("policy")
def _policy(b: Builder, t: Tree[Token], span: Span) -> n.Policy:
    seat, *wishes = kids(t)
    name = b.name(seat)
    *rather, last = wishes
    if any(w.data == "last_preference" for w in rather) or last.data != "last_preference":
        help = f'write `{name.text} always chooses "jump", otherwise first`'
        raise BuildProblem("E129", "the last wish, and no other, is `first` or `last`", span, help=help)
    which, way, measure = kids(last)
    if which not in WHICH:
        help = f"write `{name.text} always chooses first`, perhaps `with highest` and a value"
        raise BuildProblem("E129", f'a player always chooses first or last, not "{which}"', b.span(which), help=help)
    names = tuple(b.build(kids(w)[0]) for w in rather)
    return n.Policy(name, str(which), by_clause(b, way, measure), names, span=span)


@on("reports_not")
def _reports_not(b: Builder, t: Tree[Token], span: Span) -> n.MayNot:
    answer, sentence = kids(t)
    return n.MayNot(None, b.build(answer), b.build(sentence), span=span)


@on("ways")
def _ways(b: Builder, t: Tree[Token], span: Span) -> n.Ways:
    seat, count, name = kids(t)
    return n.Ways(b.name(seat), int(count), b.build(name), span=span)


@on("given_stands")
def _given_stands(b: Builder, t: Tree[Token], span: Span) -> n.GivenStands:
    parts = [k for k in kids(t) if k is not None]
    faces = tuple(int(k) for k in parts if isinstance(k, Token))
    dice, *places = (b.build(k) for k in parts if not isinstance(k, Token))
    return n.GivenStands(dice, tuple(places), faces, span=span)


@on("die")
def _die(b: Builder, t: Tree[Token], span: Span) -> n.DieName:
    word, owner = kids(t)
    return n.DieName(str(word), None if owner is None else str(owner), span=span)


@on("rolled")
def _rolled(b: Builder, t: Tree[Token], span: Span) -> n.Rolled:
    return n.Rolled(tuple(int(k) for k in kids(t)), span=span)


@on("answer_number", "answer_word", "answer_point", "answer_nobody", "answer_none")
def _value(b: Builder, t: Tree[Token], span: Span) -> n.AnswerValue:
    if t.data in {"answer_nobody", "answer_none"}:
        return n.AnswerValue(None if t.data == "answer_nobody" else "none", span=span)
    only = kids(t)[0]
    if t.data == "answer_point":
        return n.AnswerValue(b.build(only).coordinates, span=span)
    return n.AnswerValue(int(only) if t.data == "answer_number" else str(only), span=span)


@on("answer_and")
def _and(b: Builder, t: Tree[Token], span: Span) -> n.AnswerValue:
    return n.AnswerValue("and", span=span)  # no name is written like this


@on("answer")
def _answer(b: Builder, t: Tree[Token], span: Span) -> n.Answer:
    name, *values = b.all(kids(t))
    return n.Answer(name, tuple(values), span=span)


@on("chooses")
def _chooses(b: Builder, t: Tree[Token], span: Span) -> n.Chooses:
    seat, *answers = b.all(kids(t))
    return n.Chooses(seat, tuple(answers), span=span)


@on("reports")
def _reports(b: Builder, t: Tree[Token], span: Span) -> n.Chooses:
    return n.Chooses(None, b.all([k for k in kids(t) if isinstance(k, Tree)]), span=span)


@on("may_only")
def _may_only(b: Builder, t: Tree[Token], span: Span) -> n.MayOnly:
    seat, *answers = b.all([k for k in kids(t) if isinstance(k, Tree)])
    return n.MayOnly(seat, tuple(answers), span=span)


@on("may_not")
def _may_not(b: Builder, t: Tree[Token], span: Span) -> n.MayNot:
    seat, answer, sentence = (b.build(k) for k in kids(t) if not (isinstance(k, Token) and k.type == "MAY_NOT"))
    return n.MayNot(seat, answer, sentence, span=span)
