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
def _note(builder: Builder, tree: Tree[Token], span: Span) -> n.Remark:
    """A note that tells the whole of what it stands in was known by its beginning."""
    text = builder.build(kids(tree)[0])
    if not text.value.startswith(IN_SHORT):
        return n.Remark("note", text, span=span)
    return n.Remark("in short", n.Text(text.value.removeprefix(IN_SHORT), span=text.span), span=span)


@on_first("times")
def _times(builder: Builder, tree: Tree[Token], span: Span) -> n.Binary:
    left, right = (builder.build(k) for k in kids(tree) if isinstance(k, Tree))
    return n.Binary("*", left, right, span=span)


@on_first("given_stands")
def _given_stands(builder: Builder, tree: Tree[Token], span: Span) -> n.GivenStands:
    parts = [k for k in kids(tree) if k is not None and not (isinstance(k, Token) and k.type == "STANDS_ON")]
    faces = tuple(int(k) for k in parts if isinstance(k, Token))
    dice, *places = (builder.build(k) for k in parts if not isinstance(k, Token))
    return n.GivenStands(dice, tuple(places), faces, span=span)


@on_first("draws")
def _draws(builder: Builder, tree: Tree[Token], span: Span) -> n.Drawn:
    return n.Drawn(builder.build(kids(tree)[0]), span=span)


@on_first("play_on")
def _play_on(builder: Builder, tree: Tree[Token], span: Span) -> n.PlayOn:
    return n.PlayOn(builder.build(kids(tree)[-1]), span=span)


@on_first("options", "material", "words")
def _section(builder: Builder, tree: Tree[Token], span: Span) -> n.Section:
    return n.Section(str(tree.data), builder.all(kids(tree)), span=span)


@on_first("zone")
def _zone(builder: Builder, tree: Tree[Token], span: Span) -> n.Zone:
    name, keys, stock, *qualities = kids(tree)
    seen = next((builder.build(q) for q in qualities if q is not None), None)
    amount: Any = None
    faces = None
    if stock.data == "no_dice":
        sort = builder.build(next(c for c in kids(stock) if isinstance(c, Tree)))
    else:
        amount, sort, faces = (builder.build(x) for x in kids(stock))
    return n.Zone(builder.build(name), builder.all(kids(keys)) if keys else (), amount, sort, faces, seen, span=span)


@on_first("each_scope", "turn_scope", "round_scope", "game_scope", "match_scope")
def _scope(builder: Builder, tree: Tree[Token], span: Span) -> n.Scope:
    kinds = [c for c in kids(tree) if isinstance(c, Tree)]
    return n.Scope(str(tree.data).removesuffix("_scope"), builder.build(kinds[0]) if kinds else None, span=span)


@on_first("memory")
def _memory(builder: Builder, tree: Tree[Token], span: Span) -> n.Memory:
    scope, name, key, initial, *qualities = kids(tree)
    bounds = seen = None
    kept = quiet = False
    for quality in qualities:
        if quality is None:
            continue
        if quality.data == "bounds":
            bounds = builder.build(quality)
        elif quality.data == "seen_by":
            seen = builder.build(quality)
        elif quality.data == "not_shown":
            quiet = True
        else:
            kept = True
    return n.Memory(
        builder.build(scope),
        builder.build(name),
        builder.build(key),
        builder.build(initial),
        bounds,
        seen,
        kept,
        quiet,
        span=span,
    )


@on_first("board")
def _board(builder: Builder, tree: Tree[Token], span: Span) -> n.Board:
    name, shape, without, seen = kids(tree)
    return n.Board(
        builder.build(name), builder.build(shape), builder.build(without) or (), builder.build(seen) or (), span=span
    )


@on_first("sized_board")
def _sized(builder: Builder, tree: Tree[Token], span: Span) -> n.SizedBoard:
    form, rows, columns = kids(tree)
    return n.SizedBoard(builder.build(form), int(rows), int(columns), span=span)


@on_first("param")
def _param(builder: Builder, tree: Tree[Token], span: Span) -> n.Param:
    return as_param(builder.build(kids(tree)[0]))


@on_first("value_word")
def _value_word(builder: Builder, tree: Tree[Token], span: Span) -> n.ValueWord:
    name, params, body = kids(tree)
    return n.ValueWord(builder.build(name), builder.build(params) or (), builder.build(body), span=span)


@on_first("list_word")
def _list_word(builder: Builder, tree: Tree[Token], span: Span) -> n.ListWord | n.ValueWord:
    name, params, *items = (builder.build(k) for k in kids(tree))
    if params or (len(items) == 1 and isinstance(items[0], n.ForEach)):
        if len(items) > 1:
            raise BuildProblem("E127", "a list that is asked of something is written with `for each`", span)
        return n.ValueWord(name, params or (), items[0], listed=True, span=span)
    return n.ListWord(name, tuple(items), span=span)


@on_first("case_word")
def _case_word(builder: Builder, tree: Tree[Token], span: Span) -> n.CaseWord:
    name, params, columns, *rows = kids(tree)
    return n.CaseWord(
        builder.build(name), builder.build(params) or (), builder.build(columns), builder.all(rows), span=span
    )


@on_first("adjective_word")
def _adjective(builder: Builder, tree: Tree[Token], span: Span) -> n.AdjectiveWord:
    subject, name, other, conditions = kids(tree)
    join, parts = builder.build(conditions)
    return n.AdjectiveWord(
        as_param(builder.build(subject)), builder.build(name), builder.build(other), join, parts, span=span
    )


@on_first("rule")
def _rule(builder: Builder, tree: Tree[Token], span: Span) -> n.Rule:
    name, params, block = kids(tree)
    return n.Rule(builder.build(name), builder.build(params) or (), builder.build(block), span=span)


@on_first("whenever")
def _whenever(builder: Builder, tree: Tree[Token], span: Span) -> n.Whenever:
    condition, way, measure, block = kids(tree)
    return n.Whenever(builder.build(condition), by_clause(builder, way, measure), builder.build(block), span=span)


@on_first("cap")
def _cap(builder: Builder, tree: Tree[Token], span: Span) -> n.BreakOff:
    count, unit, block = kids(tree)
    word = str(unit)
    if word not in {"turns", "rounds"}:
        raise BuildProblem("E126", f'a cap counts turns or rounds, not "{word}"', builder.span(unit))
    number = whole_number(builder, count) if isinstance(count, Token) else builder.build(count)
    return n.BreakOff(number, word, builder.build(block), span=span)


@on_first("add_to")
def _add_to(builder: Builder, tree: Tree[Token], span: Span) -> n.AddTo:
    target, *steps = kids(tree)
    return n.AddTo(str(target.data).removeprefix("to_"), target_name(builder, target), builder.all(steps), span=span)


@on_first("for_step")
def _for(builder: Builder, tree: Tree[Token], span: Span) -> n.For:
    name, source, condition, way, measure, block = kids(tree)
    return n.For(
        builder.build(name), builder.build(source), builder.build(condition), by_clause(builder, way, measure), builder.build(block), span=span
    )  # fmt: skip


@on_first("repeat")
def _repeat(builder: Builder, tree: Tree[Token], span: Span) -> n.Repeat:
    times, block = kids(tree)
    return n.Repeat(builder.build(times), builder.build(block), span=span)


@on_first("in_turn")
def _in_turn(builder: Builder, tree: Tree[Token], span: Span) -> n.InTurn:
    _, start, limit, block = kids(tree)
    until = times = None
    if limit is not None:
        value = builder.build(kids(limit)[0])
        until, times = (value, None) if limit.data == "until" else (None, value)
    return n.InTurn(builder.build(start), until, times, builder.build(block), span=span)


@on_first("choose")
def _choose(builder: Builder, tree: Tree[Token], span: Span) -> n.Choose:
    name, by, once, *rest = kids(tree)
    nothing = builder.build(rest.pop())
    allowed = builder.build(rest.pop())
    return n.Choose(
        builder.build(name), builder.build(by), once is not None, builder.all(rest), allowed, nothing, span=span
    )


@on_first("attempt")
def _attempt(builder: Builder, tree: Tree[Token], span: Span) -> n.Attempt:
    name, by, *rest = kids(tree)
    odds = builder.build(rest.pop()) or ()
    return n.Attempt(builder.build(name), builder.build(by), builder.all(rest), odds, span=span)


@on_first("must", "must_leave")
def _must(builder: Builder, tree: Tree[Token], span: Span) -> n.Must:
    condition, sentence = (builder.build(k) for k in kids(tree)[-2:])
    below = sentence.span.line != condition.span.source.position(condition.span.end)[0]
    node = n.Must if tree.data == "must" else n.MustLeave
    return node(condition, sentence, below=below, span=span)


@on_first("allowed")
def _allowed(builder: Builder, tree: Tree[Token], span: Span) -> n.Allowed:
    columns, *rows = kids(tree)
    names = tuple(builder.build(c) for c in kids(columns))
    return n.Allowed(names, builder.all(rows), span=span)


@on_first("allowed_row")
def _allowed_row(builder: Builder, tree: Tree[Token], span: Span) -> n.AllowedRow:
    first, *cells = kids(tree)
    condition = None if isinstance(first, Token) else builder.build(first)
    sentence = next((builder.build(kids(c)[0]) for c in cells if c.data == "allowed_sentence"), None)
    flags = tuple(c.data == "allowed_yes" for c in cells[:-1])
    if any(c.data == "allowed_sentence" for c in cells[:-1]):
        raise BuildProblem("E121", "the sentence belongs in the last column, under `refused`", span)
    if cells[-1].data in {"allowed_yes", "allowed_no"}:
        raise BuildProblem(
            "E122", "this line has no column for the sentence under `refused`; leave it empty or write one", span
        )
    return n.AllowedRow(condition, flags, sentence, span=span)


@on_first("odds")
def _odds(builder: Builder, tree: Tree[Token], span: Span) -> tuple[n.Odd, ...]:
    return builder.all(kids(tree))


@on_first("do")
def _do(builder: Builder, tree: Tree[Token], span: Span) -> n.Do:
    name, *arguments = kids(tree)
    return n.Do(builder.build(name), builder.all(arguments), span=span)


@on_first("best_wins")
def _best_wins(builder: Builder, tree: Tree[Token], span: Span) -> n.BestWins:
    way, measure, match = ([*kids(tree), None])[:3]
    return n.BestWins(way.type == "HIGHEST", builder.build(measure), match is not None, span=span)


@on_first("for_each")
def _for_each(builder: Builder, tree: Tree[Token], span: Span) -> n.ForEach:
    body, *rest, condition = kids(tree)
    pairs = [builder.build(r) for r in rest]
    binders = tuple(n.Binder(x, s, span=x.span.to(s.span)) for x, s in zip(pairs[::2], pairs[1::2], strict=True))
    return n.ForEach(builder.build(body), binders, builder.build(condition), span=span)


@on_first("at")
def _at(builder: Builder, tree: Tree[Token], span: Span) -> n.At:
    subject, key = builder.all(kids(tree))
    return n.At(subject, key, span=span)


@on_first("example")
def _example(builder: Builder, tree: Tree[Token], span: Span) -> n.Example:
    title, *lines = builder.all(kids(tree))
    return n.Example(title, tuple(lines), span=span)


@on_first("given_holds")
def _given_holds(builder: Builder, tree: Tree[Token], span: Span) -> n.GivenHolds:
    place, *rest = [k for k in kids(tree) if k is not None]
    dice = tuple(builder.build(k) for k in rest if k.data == "die")
    faces = tuple(int(kids(k)[0]) if k.data == "face_number" else None for k in rest if k.data != "die")
    return n.GivenHolds(builder.build(place), dice, faces, span=span)


@on_first("answer_owned")
def _owned(builder: Builder, tree: Tree[Token], span: Span) -> n.AnswerValue:
    die, owner = kids(tree)
    return n.AnswerValue(int(die) if die.type == "INT" else str(die), str(owner), span=span)


@on_first("policy")
def _policy(builder: Builder, tree: Tree[Token], span: Span) -> n.Policy:
    seat, which, way, measure = kids(tree)
    word = builder.build(which)
    if word.text not in WHICH:
        raise BuildProblem(
            "E129",
            f'a player always chooses first or last, not "{word.text}"',
            word.span,
            help=f"write `{builder.build(seat).text} always chooses first`, perhaps `with highest` and a value",
        )
    return n.Policy(builder.build(seat), word.text, by_clause(builder, way, measure), span=span)


@on_first("reports_not")
def _reports_not(builder: Builder, tree: Tree[Token], span: Span) -> n.MayNot:
    _, answer, sentence = kids(tree)
    return n.MayNot(None, builder.build(answer), builder.build(sentence), span=span)


@on_first("ways")
def _ways(builder: Builder, tree: Tree[Token], span: Span) -> n.Ways:
    seat, count, _, name = kids(tree)
    return n.Ways(builder.build(seat), int(count), builder.build(name), span=span)


@on_first("quantified_is")
def _quantified_is(builder: Builder, tree: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, tail = kids(tree)
    negated, test = builder.build(tail)
    return n.Quantified(quantifier(word), builder.build(name), builder.build(source), negated, test, None, span=span)


@on_first("quantified_has")
def _quantified_has(builder: Builder, tree: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, condition = kids(tree)
    return n.Quantified(
        quantifier(word), builder.build(name), builder.build(source), False, None, builder.build(condition), span=span
    )  # fmt: skip
