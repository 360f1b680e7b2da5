"""Trees of heads, sections, flow and variants become nodes."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from dicedsl.source import Span
from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import (
    Builder,
    BuildProblem,
    as_param,
    by_clause,
    kids,
    on,
    target_name,
    whole_number,
)
from dicedsl.syntax.sayings import values_in

MOST_PLAYERS = 60


@on("start")
def _start(b: Builder, t: Tree[Token], span: Span) -> n.File:
    parts = kids(t)
    head, items = parts[0], b.all(parts[1:])
    if head is None:
        raise BuildProblem("E110", 'a rulebook starts with its title, such as game "My Game"', Span(b.source, 0, 0))
    title, changes = (b.build(x) for x in ([*kids(head), None])[:2])
    word = "game" if head.data == "game_head" else "library"
    return n.File(word, title, changes, items, span=span)


@on("use")
def _use(b: Builder, t: Tree[Token], span: Span) -> n.Use:
    return n.Use(b.build(kids(t)[0]), span=span)


@on("source")
def _source(b: Builder, t: Tree[Token], span: Span) -> n.FromSource:
    return n.FromSource(b.build(kids(t)[0]), span=span)


@on("aim")
def _aim(b: Builder, t: Tree[Token], span: Span) -> n.Aim:
    text = b.build(kids(t)[1])
    return n.Aim(n.Saying(text, values_in(b, text), span=text.span), span=span)


@on("players_line")
def _players(b: Builder, t: Tree[Token], span: Span) -> n.Players:
    counts = next(c for c in kids(t) if isinstance(c, Tree))
    numbers = [int(x) for x in kids(counts) if x.type == "INT"]
    form = str(counts.data)
    if max(numbers) > MOST_PLAYERS:
        raise BuildProblem("E128", f"a game is for at most {MOST_PLAYERS} players", span)
    if form == "span":
        return n.Players(tuple(range(numbers[0], numbers[1] + 1)), form=form, span=span)
    return n.Players(tuple(numbers), more=form == "at_least", form=form, span=span)


@on("note", "ruling")
def _remark(b: Builder, t: Tree[Token], span: Span) -> n.Remark:
    return n.Remark(str(t.data), b.build(kids(t)[0]), span=span)


@on("phrase")
def _phrase(b: Builder, t: Tree[Token], span: Span) -> n.Phrase:
    words = [str(c) for c in t.children if c is not None]
    article = span.text.startswith("the ")
    return n.Phrase(tuple(words), article, span=span)


@on("options", "material", "words")
def _section(b: Builder, t: Tree[Token], span: Span) -> n.Section:
    return n.Section(str(t.data), b.all(kids(t)), span=span)


@on("shown_part")
def _shown(b: Builder, t: Tree[Token], span: Span) -> n.Section:
    return n.Section("shown", b.all(kids(t)[1:]), span=span)


@on("shown_line")
def _shown_line(b: Builder, t: Tree[Token], span: Span) -> n.Shown:
    value, label, condition = kids(t)
    keys: tuple[n.Phrase, ...] = ()
    built = b.build(kids(value)[0])
    if value.data == "shown_each":
        keys = b.all(kids(kids(value)[1]))
        built = n.Name(built, span=built.span)
    elif value.data == "shown_text":
        built = n.Saying(built, values_in(b, built), span=built.span)
    return n.Shown(built, keys, b.build(label), b.build(condition), span=span)


@on("replaced")
def _replaced(b: Builder, t: Tree[Token], span: Span) -> n.Replaced:
    return n.Replaced(b.build(kids(t)[0]), span=span)


@on("option")
def _option(b: Builder, t: Tree[Token], span: Span) -> n.Option:
    name, default, values, text = (b.build(x) for x in kids(t))
    bounds = values if isinstance(values, n.Bounds) else None
    choices = values if isinstance(values, tuple) else ()
    return n.Option(name, default, bounds, choices, text, span=span)


@on("bounds")
def _bounds(b: Builder, t: Tree[Token], span: Span) -> n.Bounds:
    low, high = b.all(kids(t))
    return n.Bounds(low, high, span=span)


@on("alternatives_of")
def _choices(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Expr, ...]:
    return b.all(kids(t))


@on("zone")
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


@on("counted")
def _counted(b: Builder, t: Tree[Token], span: Span) -> n.Expr:
    return b.all(kids(t))[0]  # type: ignore[no-any-return]


@on("faces")
def _faces(b: Builder, t: Tree[Token], span: Span) -> n.Faces:
    parts = kids(t)
    if isinstance(parts[0], Token):
        return n.Faces(tuple(int(x) for x in parts), None, span=span)
    only = b.build(parts[0])
    return n.Faces((), only, span=span)


@on("seen_by")
def _seen_by(b: Builder, t: Tree[Token], span: Span) -> n.Expr:
    return b.build(kids(t)[-1])  # type: ignore[no-any-return]


@on("each_scope", "turn_scope", "round_scope", "game_scope", "match_scope")
def _scope(b: Builder, t: Tree[Token], span: Span) -> n.Scope:
    kinds = [c for c in kids(t) if isinstance(c, Tree)]
    return n.Scope(str(t.data).removesuffix("_scope"), b.build(kinds[0]) if kinds else None, span=span)


@on("memory")
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


@on("for_match", "not_shown")
def _for_match(b: Builder, t: Tree[Token], span: Span) -> None:
    return None


@on("board")
def _board(b: Builder, t: Tree[Token], span: Span) -> n.Board:
    name, shape, without, seen = kids(t)
    return n.Board(b.build(name), b.build(shape), b.build(without) or (), b.build(seen) or (), span=span)


@on("sized_board")
def _sized(b: Builder, t: Tree[Token], span: Span) -> n.SizedBoard:
    form, rows, columns = kids(t)
    return n.SizedBoard(b.build(form), int(rows), int(columns), span=span)


@on("coordinate_board")
def _coordinates(b: Builder, t: Tree[Token], span: Span) -> n.CoordinateBoard:
    parts = kids(t)
    condition = b.build(parts[-1])
    names = tuple(b.build(p) for p in parts if isinstance(p, Tree) and p.data == "phrase")
    low, high = (b.build(p) for p in parts[len(names) : -1])
    return n.CoordinateBoard(names, low, high, condition, span=span)


@on("without")
def _without(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Point, ...]:
    return b.all(kids(t))


@on("seen_from")
def _seen_from(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Phrase, ...]:
    return b.all([k for k in kids(t) if isinstance(k, Tree)])


@on("point")
def _point(b: Builder, t: Tree[Token], span: Span) -> n.Point:
    values = [(-1 if k.data == "minus_int" else 1) * int(kids(k)[-1]) for k in kids(t)]
    return n.Point(tuple(values), span=span)


@on("kind")
def _kind(b: Builder, t: Tree[Token], span: Span) -> n.Kind:
    singular, plural, *values = b.all(kids(t))
    return n.Kind(singular, plural, tuple(values), span=span)


@on("params")
def _params(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Param, ...]:
    return b.all(kids(t))


@on("param")
def _param(b: Builder, t: Tree[Token], span: Span) -> n.Param:
    return as_param(b.build(kids(t)[0]))


@on("value_word")
def _value_word(b: Builder, t: Tree[Token], span: Span) -> n.ValueWord:
    name, params, body = kids(t)
    return n.ValueWord(b.build(name), b.build(params) or (), b.build(body), span=span)


@on("list_word")
def _list_word(b: Builder, t: Tree[Token], span: Span) -> n.ListWord | n.ValueWord:
    name, params, *items = (b.build(k) for k in kids(t))
    if params or (len(items) == 1 and isinstance(items[0], n.ForEach)):
        if len(items) > 1:
            raise BuildProblem("E127", "a list that is asked of something is written with `for each`", span)
        return n.ValueWord(name, params or (), items[0], listed=True, span=span)
    return n.ListWord(name, tuple(items), span=span)


@on("case_word")
def _case_word(b: Builder, t: Tree[Token], span: Span) -> n.CaseWord:
    name, params, columns, *rows = kids(t)
    return n.CaseWord(b.build(name), b.build(params) or (), b.build(columns), b.all(rows), span=span)


@on("columns")
def _columns(b: Builder, t: Tree[Token], span: Span) -> n.Columns:
    by, *heads = b.all(kids(t))
    return n.Columns(by, tuple(heads), span=span)


@on("row")
def _row(b: Builder, t: Tree[Token], span: Span) -> n.Row:
    first, *cells = kids(t)
    condition = None if isinstance(first, Token) else b.build(first)
    dashes = tuple(c.data == "dash" for c in cells)
    return n.Row(condition, tuple(b.build(c) for c in cells), dashes, span=span)


@on("cell")
def _cell(b: Builder, t: Tree[Token], span: Span) -> n.Expr | None:
    return b.build(kids(t)[0]) if kids(t) else None


@on("dash")
def _dash(b: Builder, t: Tree[Token], span: Span) -> None:
    return None


@on("adjective_word")
def _adjective(b: Builder, t: Tree[Token], span: Span) -> n.AdjectiveWord:
    subject, name, other, conditions = kids(t)
    join, parts = b.build(conditions)
    return n.AdjectiveWord(as_param(b.build(subject)), b.build(name), b.build(other), join, parts, span=span)


@on("one_condition", "all_conditions", "any_condition")
def _conditions(b: Builder, t: Tree[Token], span: Span) -> tuple[str, tuple[n.Expr, ...]]:
    parts = b.all([k for k in kids(t) if isinstance(k, Tree)])
    return str(t.data).split("_")[0], parts


@on("setup_flow", "turn_flow", "round_flow", "match_flow")
def _flow_name(b: Builder, t: Tree[Token], span: Span) -> str:
    return str(t.data).removesuffix("_flow")


@on("flow")
def _flow(b: Builder, t: Tree[Token], span: Span) -> n.Flow:
    word, block = b.all(kids(t))
    return n.Flow(word, block, span=span)


@on("rule")
def _rule(b: Builder, t: Tree[Token], span: Span) -> n.Rule:
    name, params, block = kids(t)
    return n.Rule(b.build(name), b.build(params) or (), b.build(block), span=span)


@on("whenever")
def _whenever(b: Builder, t: Tree[Token], span: Span) -> n.Whenever:
    condition, way, measure, block = kids(t)
    return n.Whenever(b.build(condition), by_clause(b, way, measure), b.build(block), span=span)


@on("always")
def _always(b: Builder, t: Tree[Token], span: Span) -> n.Always:
    condition, sentence = b.all(kids(t))
    return n.Always(condition, sentence, span=span)


@on("ending")
def _ending(b: Builder, t: Tree[Token], span: Span) -> n.End:
    caption, moment, condition, block = kids(t)
    when = str(moment.data).removeprefix("after_") if moment is not None else "rest"
    return n.End(b.build(caption), when, b.build(condition), b.build(block), span=span)


@on("match_ending")
def _match_ending(b: Builder, t: Tree[Token], span: Span) -> n.MatchEnd:
    caption, condition, block = b.all([k for k in kids(t) if not (isinstance(k, Token) and k.type == "MATCH_ENDS")])
    return n.MatchEnd(caption, condition, block, span=span)


@on("cap")
def _cap(b: Builder, t: Tree[Token], span: Span) -> n.Cap:
    count, unit, block = kids(t)
    word = str(unit)
    if word not in {"turns", "rounds"}:
        raise BuildProblem("E126", f'a cap counts turns or rounds, not "{word}"', b.span(unit))
    number = whole_number(b, count) if isinstance(count, Token) else b.build(count)
    return n.Cap(number, word, b.build(block), span=span)


@on("hook")
def _hook(b: Builder, t: Tree[Token], span: Span) -> n.Hook:
    moment, block = kids(t)
    return n.Hook(str(moment.data), b.build(block), span=span)


@on("variant")
def _variant(b: Builder, t: Tree[Token], span: Span) -> n.Variant:
    title, *items = b.all(kids(t))
    return n.Variant(title, tuple(items), span=span)


@on("replace_part", "replace_alternative")
def _replace(b: Builder, t: Tree[Token], span: Span) -> n.Replace:
    return n.Replace(b.build(kids(t)[0]), span=span)


@on("remove")
def _remove(b: Builder, t: Tree[Token], span: Span) -> n.Remove:
    what = kids(t)[0]
    return n.Remove(str(what.data).removeprefix("remove_"), target_name(b, what), span=span)


@on("add_beside")
def _add_beside(b: Builder, t: Tree[Token], span: Span) -> n.AddBeside:
    name, *alternatives = b.all([k for k in kids(t) if not (isinstance(k, Token) and k.type == "ADD_BESIDE")])
    return n.AddBeside(name, tuple(alternatives), span=span)


@on("add_to")
def _add_to(b: Builder, t: Tree[Token], span: Span) -> n.AddTo:
    target, *steps = kids(t)
    return n.AddTo(str(target.data).removeprefix("to_"), target_name(b, target), b.all(steps), span=span)
