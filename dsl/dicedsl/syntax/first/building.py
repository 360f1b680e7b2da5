"""Trees of the first edition's grammar become nodes, where it is unlike the second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from dicedsl.syntax import nodes as n
from dicedsl.syntax.build_expressions import bracketed, quantifier
from dicedsl.syntax.handlers import (
    HANDLERS,
    Builder,
    BuildProblem,
    Handler,
    as_param,
    by_clause,
    kids,
    target_name,
    whole_number,
)
from dicedsl.text.source import Span

DIFFERENT: dict[str, Handler] = {}  # by rule of the grammar
WHICH = ("first", "last")
IN_SHORT = "In short: "


def handlers() -> dict[str, Handler]:
    return {**HANDLERS, **DIFFERENT}


def on_first(*names: str) -> Callable[[Handler], Handler]:
    def register(function: Handler) -> Handler:
        DIFFERENT.update(dict.fromkeys(names, function))
        return function

    return register


on_first("primary")(bracketed)


@on_first("note")
def _note(b: Builder, t: Tree[Token], span: Span) -> n.Remark:
    """A note that tells the whole of what it stands in was known by its beginning."""
    text = b.build(kids(t)[0])
    if not text.value.startswith(IN_SHORT):
        return n.Remark("note", text, span=span)
    return n.Remark("in short", n.Text(text.value.removeprefix(IN_SHORT), span=text.span), span=span)


@on_first("times")
def _times(b: Builder, t: Tree[Token], span: Span) -> n.Binary:
    left, right = (b.build(k) for k in kids(t) if isinstance(k, Tree))
    return n.Binary("*", left, right, span=span)


@on_first("given_stands")
def _given_stands(b: Builder, t: Tree[Token], span: Span) -> n.GivenStands:
    parts = [k for k in kids(t) if k is not None and not (isinstance(k, Token) and k.type == "STANDS_ON")]
    faces = tuple(int(k) for k in parts if isinstance(k, Token))
    dice, *places = (b.build(k) for k in parts if not isinstance(k, Token))
    return n.GivenStands(dice, tuple(places), faces, span=span)


@on_first("draws")
def _draws(b: Builder, t: Tree[Token], span: Span) -> n.Drawn:
    return n.Drawn(b.build(kids(t)[0]), span=span)


@on_first("play_on")
def _play_on(b: Builder, t: Tree[Token], span: Span) -> n.PlayOn:
    return n.PlayOn(b.build(kids(t)[-1]), span=span)


@on_first("options", "material", "words")
def _section(b: Builder, t: Tree[Token], span: Span) -> n.Section:
    return n.Section(str(t.data), b.all(kids(t)), span=span)


@on_first("zone")
def _zone(b: Builder, t: Tree[Token], span: Span) -> n.Zone:
    name, keys, stock, *qualities = kids(t)
    seen = next((b.build(q) for q in qualities if q is not None), None)
    amount: Any = None
    faces = None
    if stock.data == "no_dice":
        sort = b.build(next(c for c in kids(stock) if isinstance(c, Tree)))
    else:
        amount, sort, faces = (b.build(x) for x in kids(stock))
    return n.Zone(b.build(name), b.all(kids(keys)) if keys else (), amount, sort, faces, seen, span=span)


@on_first("each_scope", "turn_scope", "round_scope", "game_scope", "match_scope")
def _scope(b: Builder, t: Tree[Token], span: Span) -> n.Scope:
    kinds = [c for c in kids(t) if isinstance(c, Tree)]
    return n.Scope(str(t.data).removesuffix("_scope"), b.build(kinds[0]) if kinds else None, span=span)


@on_first("memory")
def _memory(b: Builder, t: Tree[Token], span: Span) -> n.Memory:
    scope, name, key, initial, *qualities = kids(t)
    bounds = seen = None
    kept = quiet = False
    for quality in qualities:
        if quality is None:
            continue
        if quality.data == "bounds":
            bounds = b.build(quality)
        elif quality.data == "seen_by":
            seen = b.build(quality)
        elif quality.data == "not_shown":
            quiet = True
        else:
            kept = True
    return n.Memory(b.build(scope), b.build(name), b.build(key), b.build(initial), bounds, seen, kept, quiet, span=span)


@on_first("board")
def _board(b: Builder, t: Tree[Token], span: Span) -> n.Board:
    name, shape, without, seen = kids(t)
    return n.Board(b.build(name), b.build(shape), b.build(without) or (), b.build(seen) or (), span=span)


@on_first("sized_board")
def _sized(b: Builder, t: Tree[Token], span: Span) -> n.SizedBoard:
    form, rows, columns = kids(t)
    return n.SizedBoard(b.build(form), int(rows), int(columns), span=span)


@on_first("param")
def _param(b: Builder, t: Tree[Token], span: Span) -> n.Param:
    return as_param(b.build(kids(t)[0]))


@on_first("value_word")
def _value_word(b: Builder, t: Tree[Token], span: Span) -> n.ValueWord:
    name, params, body = kids(t)
    return n.ValueWord(b.build(name), b.build(params) or (), b.build(body), span=span)


@on_first("list_word")
def _list_word(b: Builder, t: Tree[Token], span: Span) -> n.ListWord | n.ValueWord:
    name, params, *items = (b.build(k) for k in kids(t))
    if params or (len(items) == 1 and isinstance(items[0], n.ForEach)):
        if len(items) > 1:
            raise BuildProblem("E127", "a list that is asked of something is written with `for each`", span)
        return n.ValueWord(name, params or (), items[0], listed=True, span=span)
    return n.ListWord(name, tuple(items), span=span)


@on_first("case_word")
def _case_word(b: Builder, t: Tree[Token], span: Span) -> n.CaseWord:
    name, params, columns, *rows = kids(t)
    return n.CaseWord(b.build(name), b.build(params) or (), b.build(columns), b.all(rows), span=span)


@on_first("adjective_word")
def _adjective(b: Builder, t: Tree[Token], span: Span) -> n.AdjectiveWord:
    subject, name, other, conditions = kids(t)
    join, parts = b.build(conditions)
    return n.AdjectiveWord(as_param(b.build(subject)), b.build(name), b.build(other), join, parts, span=span)


@on_first("rule")
def _rule(b: Builder, t: Tree[Token], span: Span) -> n.Rule:
    name, params, block = kids(t)
    return n.Rule(b.build(name), b.build(params) or (), b.build(block), span=span)


@on_first("whenever")
def _whenever(b: Builder, t: Tree[Token], span: Span) -> n.Whenever:
    condition, way, measure, block = kids(t)
    return n.Whenever(b.build(condition), by_clause(b, way, measure), b.build(block), span=span)


@on_first("cap")
def _cap(b: Builder, t: Tree[Token], span: Span) -> n.BreakOff:
    count, unit, block = kids(t)
    word = str(unit)
    if word not in {"turns", "rounds"}:
        raise BuildProblem("E126", f'a cap counts turns or rounds, not "{word}"', b.span(unit))
    number = whole_number(b, count) if isinstance(count, Token) else b.build(count)
    return n.BreakOff(number, word, b.build(block), span=span)


@on_first("add_to")
def _add_to(b: Builder, t: Tree[Token], span: Span) -> n.AddTo:
    target, *steps = kids(t)
    return n.AddTo(str(target.data).removeprefix("to_"), target_name(b, target), b.all(steps), span=span)


@on_first("for_step")
def _for(b: Builder, t: Tree[Token], span: Span) -> n.For:
    name, source, condition, way, measure, block = kids(t)
    return n.For(
        b.build(name), b.build(source), b.build(condition), by_clause(b, way, measure), b.build(block), span=span
    )  # fmt: skip


@on_first("repeat")
def _repeat(b: Builder, t: Tree[Token], span: Span) -> n.Repeat:
    times, block = kids(t)
    return n.Repeat(b.build(times), b.build(block), span=span)


@on_first("in_turn")
def _in_turn(b: Builder, t: Tree[Token], span: Span) -> n.InTurn:
    _, start, limit, block = kids(t)
    until = times = None
    if limit is not None:
        value = b.build(kids(limit)[0])
        until, times = (value, None) if limit.data == "until" else (None, value)
    return n.InTurn(b.build(start), until, times, b.build(block), span=span)


@on_first("choose")
def _choose(b: Builder, t: Tree[Token], span: Span) -> n.Choose:
    name, by, once, *rest = kids(t)
    nothing = b.build(rest.pop())
    allowed = b.build(rest.pop())
    return n.Choose(b.build(name), b.build(by), once is not None, b.all(rest), allowed, nothing, span=span)


@on_first("attempt")
def _attempt(b: Builder, t: Tree[Token], span: Span) -> n.Attempt:
    name, by, *rest = kids(t)
    odds = b.build(rest.pop()) or ()
    return n.Attempt(b.build(name), b.build(by), b.all(rest), odds, span=span)


@on_first("must", "must_leave")
def _must(b: Builder, t: Tree[Token], span: Span) -> n.Must:
    condition, sentence = (b.build(k) for k in kids(t)[-2:])
    below = sentence.span.line != condition.span.source.position(condition.span.end)[0]
    node = n.Must if t.data == "must" else n.MustLeave
    return node(condition, sentence, below=below, span=span)


@on_first("allowed")
def _allowed(b: Builder, t: Tree[Token], span: Span) -> n.Allowed:
    columns, *rows = kids(t)
    names = tuple(b.build(c) for c in kids(columns))
    return n.Allowed(names, b.all(rows), span=span)


@on_first("allowed_row")
def _allowed_row(b: Builder, t: Tree[Token], span: Span) -> n.AllowedRow:
    first, *cells = kids(t)
    condition = None if isinstance(first, Token) else b.build(first)
    sentence = next((b.build(kids(c)[0]) for c in cells if c.data == "allowed_sentence"), None)
    flags = tuple(c.data == "allowed_yes" for c in cells[:-1])
    if any(c.data == "allowed_sentence" for c in cells[:-1]):
        raise BuildProblem("E121", "the sentence belongs in the last column, under `refused`", span)
    if cells[-1].data in {"allowed_yes", "allowed_no"}:
        raise BuildProblem(
            "E122", "this line has no column for the sentence under `refused`; leave it empty or write one", span
        )
    return n.AllowedRow(condition, flags, sentence, span=span)


@on_first("odds")
def _odds(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Odd, ...]:
    return b.all(kids(t))


@on_first("do")
def _do(b: Builder, t: Tree[Token], span: Span) -> n.Do:
    name, *arguments = kids(t)
    return n.Do(b.build(name), b.all(arguments), span=span)


@on_first("best_wins")
def _best_wins(b: Builder, t: Tree[Token], span: Span) -> n.BestWins:
    way, measure, match = ([*kids(t), None])[:3]
    return n.BestWins(way.type == "HIGHEST", b.build(measure), match is not None, span=span)


@on_first("for_each")
def _for_each(b: Builder, t: Tree[Token], span: Span) -> n.ForEach:
    body, *rest, condition = kids(t)
    pairs = [b.build(r) for r in rest]
    binders = tuple(n.Binder(x, s, span=x.span.to(s.span)) for x, s in zip(pairs[::2], pairs[1::2], strict=True))
    return n.ForEach(b.build(body), binders, b.build(condition), span=span)


@on_first("at")
def _at(b: Builder, t: Tree[Token], span: Span) -> n.At:
    subject, key = b.all(kids(t))
    return n.At(subject, key, span=span)


@on_first("example")
def _example(b: Builder, t: Tree[Token], span: Span) -> n.Example:
    title, *lines = b.all(kids(t))
    return n.Example(title, tuple(lines), span=span)


@on_first("given_holds")
def _given_holds(b: Builder, t: Tree[Token], span: Span) -> n.GivenHolds:
    place, *rest = [k for k in kids(t) if k is not None]
    dice = tuple(b.build(k) for k in rest if k.data == "die")
    faces = tuple(int(kids(k)[0]) if k.data == "face_number" else None for k in rest if k.data != "die")
    return n.GivenHolds(b.build(place), dice, faces, span=span)


@on_first("answer_owned")
def _owned(b: Builder, t: Tree[Token], span: Span) -> n.AnswerValue:
    die, owner = kids(t)
    return n.AnswerValue(int(die) if die.type == "INT" else str(die), str(owner), span=span)


@on_first("policy")
def _policy(b: Builder, t: Tree[Token], span: Span) -> n.Policy:
    seat, which, way, measure = kids(t)
    word = b.build(which)
    if word.text not in WHICH:
        raise BuildProblem(
            "E129",
            f'a player always chooses first or last, not "{word.text}"',
            word.span,
            help=f"write `{b.build(seat).text} always chooses first`, perhaps `with highest` and a value",
        )
    return n.Policy(b.build(seat), word.text, by_clause(b, way, measure), span=span)


@on_first("reports_not")
def _reports_not(b: Builder, t: Tree[Token], span: Span) -> n.MayNot:
    _, answer, sentence = kids(t)
    return n.MayNot(None, b.build(answer), b.build(sentence), span=span)


@on_first("ways")
def _ways(b: Builder, t: Tree[Token], span: Span) -> n.Ways:
    seat, count, _, name = kids(t)
    return n.Ways(b.build(seat), int(count), b.build(name), span=span)


@on_first("quantified_is")
def _quantified_is(b: Builder, t: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, tail = kids(t)
    negated, test = b.build(tail)
    return n.Quantified(quantifier(word), b.build(name), b.build(source), negated, test, None, span=span)


@on_first("quantified_has")
def _quantified_has(b: Builder, t: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, condition = kids(t)
    return n.Quantified(
        quantifier(word), b.build(name), b.build(source), False, None, b.build(condition), span=span
    )  # fmt: skip
