"""Trees of the first edition's grammar become nodes, where it is unlike the second."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from dicedsl.syntax import nodes as n
from dicedsl.syntax.build_expressions import bracketed, quantifier
from dicedsl.syntax.handlers import (
    Builder,
    BuildProblem,
    Handler,
    as_param,
    by_clause,
    children_of,
    target_name,
    whole_number,
)
from dicedsl.text.source import Span

WHICH = ("first", "last")
IN_SHORT = "In short: "


def _note(builder: Builder, tree: Tree[Token], span: Span) -> n.Remark:
    """A note that tells the whole of what it stands in was known by its beginning."""
    text = builder.build(children_of(tree)[0])
    if not text.value.startswith(IN_SHORT):
        return n.Remark("note", text, span=span)
    return n.Remark("in short", n.Text(text.value.removeprefix(IN_SHORT), span=text.span), span=span)


def _times(builder: Builder, tree: Tree[Token], span: Span) -> n.Binary:
    left, right = (builder.build(k) for k in children_of(tree) if isinstance(k, Tree))
    return n.Binary("*", left, right, span=span)


def _given_stands(builder: Builder, tree: Tree[Token], span: Span) -> n.GivenStands:
    parts = [k for k in children_of(tree) if k is not None and not (isinstance(k, Token) and k.type == "STANDS_ON")]
    faces = tuple(int(k) for k in parts if isinstance(k, Token))
    dice, *places = (builder.build(k) for k in parts if not isinstance(k, Token))
    return n.GivenStands(dice, tuple(places), faces, span=span)


def _draws(builder: Builder, tree: Tree[Token], span: Span) -> n.Drawn:
    return n.Drawn(builder.build(children_of(tree)[0]), span=span)


def _play_on(builder: Builder, tree: Tree[Token], span: Span) -> n.PlayOn:
    return n.PlayOn(builder.build(children_of(tree)[-1]), span=span)


def _section(builder: Builder, tree: Tree[Token], span: Span) -> n.Section:
    return n.Section(str(tree.data), builder.all(children_of(tree)), span=span)


def _zone(builder: Builder, tree: Tree[Token], span: Span) -> n.Zone:
    name, keys, stock, *qualities = children_of(tree)
    seen = next((builder.build(q) for q in qualities if q is not None), None)
    amount: Any = None
    faces = None
    if stock.data == "no_dice":
        sort = builder.build(next(c for c in children_of(stock) if isinstance(c, Tree)))
    else:
        amount, sort, faces = (builder.build(x) for x in children_of(stock))
    return n.Zone(
        builder.build(name), builder.all(children_of(keys)) if keys else (), amount, sort, faces, seen, span=span
    )


def _scope(builder: Builder, tree: Tree[Token], span: Span) -> n.Scope:
    kinds = [c for c in children_of(tree) if isinstance(c, Tree)]
    return n.Scope(str(tree.data).removesuffix("_scope"), builder.build(kinds[0]) if kinds else None, span=span)


def _memory(builder: Builder, tree: Tree[Token], span: Span) -> n.Memory:
    scope, name, key, initial, *qualities = children_of(tree)
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


def _board(builder: Builder, tree: Tree[Token], span: Span) -> n.Board:
    name, shape, without, seen = children_of(tree)
    return n.Board(
        builder.build(name), builder.build(shape), builder.build(without) or (), builder.build(seen) or (), span=span
    )


def _sized(builder: Builder, tree: Tree[Token], span: Span) -> n.SizedBoard:
    form, rows, columns = children_of(tree)
    return n.SizedBoard(builder.build(form), int(rows), int(columns), span=span)


def _param(builder: Builder, tree: Tree[Token], span: Span) -> n.Param:
    return as_param(builder.build(children_of(tree)[0]), ())


def _value_word(builder: Builder, tree: Tree[Token], span: Span) -> n.ValueWord:
    name, params, body = children_of(tree)
    return n.ValueWord(builder.build(name), builder.build(params) or (), builder.build(body), span=span)


def _list_word(builder: Builder, tree: Tree[Token], span: Span) -> n.ListWord | n.ValueWord:
    name, params, *items = (builder.build(k) for k in children_of(tree))
    if params or (len(items) == 1 and isinstance(items[0], n.ForEach)):
        if len(items) > 1:
            raise BuildProblem("E127", "a list that is asked of something is written with `for each`", span)
        return n.ValueWord(name, params or (), items[0], listed=True, span=span)
    return n.ListWord(name, tuple(items), span=span)


def _case_word(builder: Builder, tree: Tree[Token], span: Span) -> n.CaseWord:
    name, params, columns, *rows = children_of(tree)
    return n.CaseWord(
        builder.build(name), builder.build(params) or (), builder.build(columns), builder.all(rows), span=span
    )


def _adjective(builder: Builder, tree: Tree[Token], span: Span) -> n.AdjectiveWord:
    subject, name, other, conditions = children_of(tree)
    join, parts = builder.build(conditions)
    return n.AdjectiveWord(
        as_param(builder.build(subject), ()), builder.build(name), builder.build(other), join, parts, span=span
    )


def _rule(builder: Builder, tree: Tree[Token], span: Span) -> n.Rule:
    name, params, block = children_of(tree)
    return n.Rule(builder.build(name), builder.build(params) or (), builder.build(block), span=span)


def _whenever(builder: Builder, tree: Tree[Token], span: Span) -> n.Whenever:
    condition, extreme, measure, block = children_of(tree)
    return n.Whenever(builder.build(condition), by_clause(builder, extreme, measure), builder.build(block), span=span)


def _cap(builder: Builder, tree: Tree[Token], span: Span) -> n.BreakOff:
    count, unit, block = children_of(tree)
    word = str(unit)
    if word not in {"turns", "rounds"}:
        raise BuildProblem("E126", f'a cap counts turns or rounds, not "{word}"', builder.span(unit))
    number = whole_number(builder, count) if isinstance(count, Token) else builder.build(count)
    return n.BreakOff(number, word, builder.build(block), span=span)


def _add_to(builder: Builder, tree: Tree[Token], span: Span) -> n.AddTo:
    target, *steps = children_of(tree)
    return n.AddTo(str(target.data).removeprefix("to_"), target_name(builder, target), builder.all(steps), span=span)


def _for(builder: Builder, tree: Tree[Token], span: Span) -> n.For:
    name, source, condition, extreme, measure, block = children_of(tree)
    return n.For(
        builder.build(name), builder.build(source), builder.build(condition), by_clause(builder, extreme, measure), builder.build(block), span=span
    )  # fmt: skip


def _repeat(builder: Builder, tree: Tree[Token], span: Span) -> n.Repeat:
    times, block = children_of(tree)
    return n.Repeat(builder.build(times), builder.build(block), span=span)


def _in_turn(builder: Builder, tree: Tree[Token], span: Span) -> n.InTurn:
    _, start, limit, block = children_of(tree)
    until = times = None
    if limit is not None:
        value = builder.build(children_of(limit)[0])
        until, times = (value, None) if limit.data == "until" else (None, value)
    return n.InTurn(builder.build(start), until, times, builder.build(block), span=span)


def _choose(builder: Builder, tree: Tree[Token], span: Span) -> n.Choose:
    name, by, once, *rest = children_of(tree)
    nothing = builder.build(rest.pop())
    allowed = builder.build(rest.pop())
    return n.Choose(
        builder.build(name), builder.build(by), once is not None, builder.all(rest), allowed, nothing, span=span
    )


def _attempt(builder: Builder, tree: Tree[Token], span: Span) -> n.Attempt:
    name, by, *rest = children_of(tree)
    odds = builder.build(rest.pop()) or ()
    return n.Attempt(builder.build(name), builder.build(by), builder.all(rest), odds, span=span)


def _must(builder: Builder, tree: Tree[Token], span: Span) -> n.Must:
    condition, sentence = (builder.build(k) for k in children_of(tree)[-2:])
    below = sentence.span.line != condition.span.source.position(condition.span.end)[0]
    node = n.Must if tree.data == "must" else n.MustLeave
    return node(condition, sentence, below=below, span=span)


def _allowed(builder: Builder, tree: Tree[Token], span: Span) -> n.Allowed:
    columns, *rows = children_of(tree)
    names = tuple(builder.build(c) for c in children_of(columns))
    return n.Allowed(names, builder.all(rows), span=span)


def _allowed_row(builder: Builder, tree: Tree[Token], span: Span) -> n.AllowedRow:
    first, *cells = children_of(tree)
    condition = None if isinstance(first, Token) else builder.build(first)
    sentence = next((builder.build(children_of(c)[0]) for c in cells if c.data == "allowed_sentence"), None)
    flags = tuple(c.data == "allowed_yes" for c in cells[:-1])
    if any(c.data == "allowed_sentence" for c in cells[:-1]):
        raise BuildProblem("E121", "the sentence belongs in the last column, under `refused`", span)
    if cells[-1].data in {"allowed_yes", "allowed_no"}:
        raise BuildProblem(
            "E122", "this line has no column for the sentence under `refused`; leave it empty or write one", span
        )
    return n.AllowedRow(condition, flags, sentence, span=span)


def _odds(builder: Builder, tree: Tree[Token], span: Span) -> tuple[n.Odd, ...]:
    return builder.all(children_of(tree))


def _do(builder: Builder, tree: Tree[Token], span: Span) -> n.Do:
    name, *arguments = children_of(tree)
    return n.Do(builder.build(name), builder.all(arguments), span=span)


def _best_wins(builder: Builder, tree: Tree[Token], span: Span) -> n.BestWins:
    extreme, measure, match = ([*children_of(tree), None])[:3]
    return n.BestWins(extreme.type == "HIGHEST", builder.build(measure), match is not None, span=span)


def _for_each(builder: Builder, tree: Tree[Token], span: Span) -> n.ForEach:
    body, *rest, condition = children_of(tree)
    pairs = [builder.build(r) for r in rest]
    binders = tuple(n.Binder(x, s, span=x.span.to(s.span)) for x, s in zip(pairs[::2], pairs[1::2], strict=True))
    return n.ForEach(builder.build(body), binders, builder.build(condition), span=span)


def _at(builder: Builder, tree: Tree[Token], span: Span) -> n.At:
    subject, key = builder.all(children_of(tree))
    return n.At(subject, key, span=span)


def _example(builder: Builder, tree: Tree[Token], span: Span) -> n.Example:
    title, *lines = builder.all(children_of(tree))
    return n.Example(title, tuple(lines), span=span)


def _given_holds(builder: Builder, tree: Tree[Token], span: Span) -> n.GivenHolds:
    place, *rest = [k for k in children_of(tree) if k is not None]
    dice = tuple(builder.build(k) for k in rest if k.data == "die")
    faces = tuple(int(children_of(k)[0]) if k.data == "face_number" else None for k in rest if k.data != "die")
    return n.GivenHolds(builder.build(place), dice, faces, span=span)


def _owned(builder: Builder, tree: Tree[Token], span: Span) -> n.AnswerValue:
    die, owner = children_of(tree)
    return n.AnswerValue(int(die) if die.type == "INT" else str(die), str(owner), span=span)


def _policy(builder: Builder, tree: Tree[Token], span: Span) -> n.Policy:
    seat, which, extreme, measure = children_of(tree)
    word = builder.build(which)
    if word.text not in WHICH:
        raise BuildProblem(
            "E129",
            f'a player always chooses first or last, not "{word.text}"',
            word.span,
            help=f"write `{builder.build(seat).text} always chooses first`, perhaps `with highest` and a value",
        )
    return n.Policy(builder.build(seat), word.text, by_clause(builder, extreme, measure), span=span)


def _reports_not(builder: Builder, tree: Tree[Token], span: Span) -> n.MayNot:
    _, answer, sentence = children_of(tree)
    return n.MayNot(None, builder.build(answer), builder.build(sentence), span=span)


def _ways(builder: Builder, tree: Tree[Token], span: Span) -> n.Ways:
    seat, count, _, name = children_of(tree)
    return n.Ways(builder.build(seat), int(count), builder.build(name), span=span)


def _quantified_is(builder: Builder, tree: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, tail = children_of(tree)
    negated, test = builder.build(tail)
    return n.Quantified(quantifier(word), builder.build(name), builder.build(source), negated, test, None, span=span)


def _quantified_has(builder: Builder, tree: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, condition = children_of(tree)
    return n.Quantified(
        quantifier(word), builder.build(name), builder.build(source), False, None, builder.build(condition), span=span
    )  # fmt: skip


DIFFERENT: dict[str, Handler] = {
    "note": _note, "times": _times, "given_stands": _given_stands, "draws": _draws, "play_on": _play_on,
    "options": _section, "material": _section, "words": _section, "zone": _zone, "each_scope": _scope,
    "turn_scope": _scope, "round_scope": _scope, "game_scope": _scope, "match_scope": _scope, "memory": _memory,
    "board": _board, "sized_board": _sized, "param": _param, "value_word": _value_word, "list_word": _list_word,
    "case_word": _case_word, "adjective_word": _adjective, "rule": _rule, "whenever": _whenever, "cap": _cap,
    "add_to": _add_to, "for_step": _for, "repeat": _repeat, "in_turn": _in_turn, "choose": _choose,
    "attempt": _attempt, "must": _must, "must_leave": _must, "allowed": _allowed, "allowed_row": _allowed_row,
    "odds": _odds, "do": _do, "best_wins": _best_wins, "for_each": _for_each, "at": _at, "example": _example,
    "given_holds": _given_holds, "answer_owned": _owned, "policy": _policy, "reports_not": _reports_not,
    "ways": _ways, "quantified_is": _quantified_is, "quantified_has": _quantified_has, "primary": bracketed,
}  # fmt: skip
