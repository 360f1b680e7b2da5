"""Trees of heads, sections, flow and variants become nodes."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from lark import Token, Tree

from dicedsl.about import MOST_PLAYERS
from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import (
    Builder,
    BuildProblem,
    Handler,
    as_param,
    children_of,
    is_behind,
    target_name,
    told_first,
)
from dicedsl.syntax.reserved import JOINING, STEP_WORDS
from dicedsl.syntax.text_values import values_in
from dicedsl.text.source import Span


def _start(builder: Builder, tree: Tree[Token], span: Span) -> n.File:
    parts = children_of(tree)
    head, items = parts[0], builder.all(parts[1:])
    if head is None:
        raise BuildProblem(
            "E110", 'a rulebook starts with its title, such as game "My Game"', Span(builder.source, 0, 0)
        )
    title, changes = (builder.build(x) for x in ([*children_of(head), None])[:2])
    word = "game" if head.data == "game_head" else "library"
    return n.File(word, title, changes, items, edition=builder.edition.number, span=span)


def _use(builder: Builder, tree: Tree[Token], span: Span) -> n.Use:
    return n.Use(builder.build(children_of(tree)[0]), span=span)


def _source(builder: Builder, tree: Tree[Token], span: Span) -> n.FromSource:
    return n.FromSource(builder.build(children_of(tree)[0]), span=span)


def _aim(builder: Builder, tree: Tree[Token], span: Span) -> n.Aim:
    text = builder.build(children_of(tree)[-1])
    return n.Aim(n.Saying(text, values_in(builder, text), span=text.span), span=span)


def _players(builder: Builder, tree: Tree[Token], span: Span) -> n.Players:
    counts = next(c for c in children_of(tree) if isinstance(c, Tree))
    numbers = [int(x) for x in children_of(counts) if x.type == "INT"]
    form = str(counts.data)
    clockwise = any(isinstance(c, Token) and c.type == "CLOCKWISE" for c in children_of(tree))
    if max(numbers) > MOST_PLAYERS:
        raise BuildProblem("E128", f"a game is for at most {MOST_PLAYERS} players", span)
    if form == "span":
        numbers = list(range(numbers[0], numbers[1] + 1))
    return n.Players(tuple(numbers), form == "at_least", form, clockwise, span=span)


def _remark(builder: Builder, tree: Tree[Token], span: Span) -> n.Remark:
    return n.Remark(str(tree.data).replace("_", " "), builder.build(children_of(tree)[0]), span=span)


def _phrase(builder: Builder, tree: Tree[Token], span: Span) -> n.Phrase:
    words: list[str] = []
    seams: list[tuple[int, str]] = []
    front = ""
    for child in tree.children:
        if isinstance(child, Tree):
            seams.append((len(words), builder.span(child).text))
        elif child is not None and child.type != "A":
            if not words and builder.span(child).start > span.start:
                front = span.text.split(None, 1)[0]
            words.append(str(child))
    return n.Phrase(tuple(words), front, tuple(seams), span=span)


SECTIONS = {"keep_track": "memory", "shown_part": "shown"}


def _section(builder: Builder, tree: Tree[Token], span: Span) -> n.Section:
    title, *lines = children_of(tree) if tree.data == "words" else [None, *children_of(tree)]
    built = builder.all([line for line in lines if isinstance(line, Tree)])
    word = SECTIONS.get(str(tree.data), str(tree.data))
    inline = is_behind(span, built)
    return n.Section(word, told_first(built) if inline else built, builder.build(title), inline, span=span)


def _simulation(builder: Builder, tree: Tree[Token], span: Span) -> n.Simulation:
    built = builder.all(children_of(tree))
    return n.Simulation(built, is_behind(span, built), span=span)


def _odds_of(builder: Builder, tree: Tree[Token], span: Span) -> n.OddsOf:
    name, *odds = builder.all(children_of(tree))
    return n.OddsOf(name, tuple(odds), span=span)


def _break_off(builder: Builder, tree: Tree[Token], span: Span) -> n.BreakOff:
    count, unit, block = children_of(tree)
    return n.BreakOff(builder.build(count), str(unit), builder.build(block), span=span)


def _shown_line(builder: Builder, tree: Tree[Token], span: Span) -> n.Shown:
    value, label, condition = children_of(tree)
    keys: tuple[n.Phrase, ...] = ()
    built = builder.build(children_of(value)[0])
    if value.data == "shown_each":
        keys = builder.names(children_of(children_of(value)[1]))
        built = n.Name(built, span=built.span)
    elif value.data == "shown_text":
        built = n.Saying(built, values_in(builder, built), span=built.span)
    return n.Shown(built, keys, builder.build(label), builder.build(condition), span=span)


def _replaced(builder: Builder, tree: Tree[Token], span: Span) -> n.Replaced:
    return n.Replaced(builder.build(children_of(tree)[0]), span=span)


def _option(builder: Builder, tree: Tree[Token], span: Span) -> n.Option:
    name, default, values, text = (
        builder.name(children_of(tree)[0]),
        *(builder.build(x) for x in children_of(tree)[1:]),
    )
    bounds = values if isinstance(values, n.Bounds) else None
    choices = values if isinstance(values, tuple) else ()
    return n.Option(name, default, bounds, choices, text, span=span)


def _bounds(builder: Builder, tree: Tree[Token], span: Span) -> n.Bounds:
    low, high = builder.all(children_of(tree))
    return n.Bounds(low, high, span=span)


def _choices(builder: Builder, tree: Tree[Token], span: Span) -> tuple[n.Expr, ...]:
    return builder.all(children_of(tree))


def _flow_name(builder: Builder, tree: Tree[Token], span: Span) -> str:
    return str(tree.data).removesuffix("_flow")


def _flow(builder: Builder, tree: Tree[Token], span: Span) -> n.Flow:
    word, block = builder.all(children_of(tree))
    return n.Flow(word, block, span=span)


def _always(builder: Builder, tree: Tree[Token], span: Span) -> n.Always:
    condition, sentence = builder.all(children_of(tree))
    return n.Always(condition, sentence, span=span)


def _ending(builder: Builder, tree: Tree[Token], span: Span) -> n.End:
    caption, moment, condition, block = children_of(tree)
    when = str(moment.data).removeprefix("after_") if moment is not None else "rest"
    return n.End(builder.build(caption), when, builder.build(condition), builder.build(block), span=span)


def _match_ending(builder: Builder, tree: Tree[Token], span: Span) -> n.MatchEnd:
    caption, condition, block = builder.all(
        [k for k in children_of(tree) if not (isinstance(k, Token) and k.type == "MATCH_ENDS")]
    )
    return n.MatchEnd(caption, condition, block, span=span)


def _hook(builder: Builder, tree: Tree[Token], span: Span) -> n.Hook:
    moment, block = children_of(tree)
    return n.Hook(str(moment.data), builder.build(block), span=span)


def _rule(builder: Builder, tree: Tree[Token], span: Span) -> n.Rule:
    head, *rest, block = children_of(tree)
    phrase = builder.build(head)
    params: list[n.Param] = []
    if phrase.seams:
        (at, article), *more = phrase.seams
        inner = tuple((place - at, word) for place, word in more)
        params.append(as_param(n.Phrase(phrase.words[at:], article, inner, span=phrase.span), builder.declared.kinds))
        phrase = n.Phrase(phrase.words[:at], phrase.article, span=phrase.span)
    elif len(phrase.words) > 2 and phrase.words[0].split()[-1] in JOINING:  # `give dice to player p`
        params.append(as_param(n.Phrase(phrase.words[1:], span=phrase.span), builder.declared.kinds))
        phrase = n.Phrase(phrase.words[:1], phrase.article, span=phrase.span)
    params += (builder.build(item) for item in rest)
    if phrase.words[0] in STEP_WORDS:
        raise BuildProblem(
            "E133",
            f'a rule cannot be called "{phrase.text}": a step begins with "{phrase.words[0]}"',
            phrase.span,
            help=f"call it `{phrase.joined}`, or put another word in front",
        )
    return n.Rule(phrase, tuple(params), builder.build(block), span=span)


def _choice(builder: Builder, tree: Tree[Token], span: Span) -> n.Choice:
    name, *offers = children_of(tree)
    return n.Choice(builder.name(name), builder.all(offers), span=span)


def _whenever(builder: Builder, tree: Tree[Token], span: Span) -> n.Whenever:
    condition, order, block = (builder.build(k) for k in children_of(tree))
    return n.Whenever(condition, order, block, span=span)


def _order_named(builder: Builder, tree: Tree[Token], span: Span) -> n.By:
    extreme, measure = children_of(tree)
    expr = without_first(builder.build(measure))
    if expr is None:
        raise BuildProblem(
            "E137", "`first` is missing at the end of this order", span, help="write `, lowest layer first:`"
        )
    return n.By(extreme.type == "HIGHEST", expr, span=span)


def _order_bracketed(builder: Builder, tree: Tree[Token], span: Span) -> n.By:
    extreme, measure, word = children_of(tree)
    if word != "first":
        raise BuildProblem("E137", f'this order ends with `first`, not with "{word}"', builder.span(word))
    return n.By(extreme.type == "HIGHEST", builder.build(measure), span=span)


def without_first(node: Any) -> Any:
    """A measure without the word `first` at its end; None if it does not end so."""
    for field in ("phrase", "argument", "key", "operand"):
        inner = getattr(node, field, None)
        if field == "phrase" and isinstance(inner, n.Phrase) and not isinstance(node, n.Apply | n.SideBySide):
            short = n.Phrase(inner.words[:-1], inner.article, inner.seams, span=inner.span)
            return evolve(node, phrase=short) if inner.words[-1] == "first" and len(inner.words) > 1 else None
        if field != "phrase" and inner is not None:
            left = without_first(inner)
            return None if left is None else evolve(node, **{field: left})
    return None


def _variant(builder: Builder, tree: Tree[Token], span: Span) -> n.Variant:
    title, *items = builder.all(children_of(tree))
    return n.Variant(title, tuple(items), span=span)


def _replace(builder: Builder, tree: Tree[Token], span: Span) -> n.Replace:
    return n.Replace(builder.build(children_of(tree)[0]), span=span)


def _remove(builder: Builder, tree: Tree[Token], span: Span) -> n.Remove:
    what = children_of(tree)[0]
    return n.Remove(str(what.data).removeprefix("remove_"), target_name(builder, what), span=span)


def _add_beside(builder: Builder, tree: Tree[Token], span: Span) -> n.AddBeside:
    name, *alternatives = builder.all(
        [k for k in children_of(tree) if not (isinstance(k, Token) and k.type == "ADD_BESIDE")]
    )
    return n.AddBeside(name, tuple(alternatives), span=span)


def _add_to(builder: Builder, tree: Tree[Token], span: Span) -> n.AddTo:
    word, target, *steps = children_of(tree)
    what = str(target.data).removeprefix("to_")
    built = builder.all(steps)
    inline = is_behind(span, built)
    return n.AddTo(what, target_name(builder, target), built, word.type == "ADD_TO_START", inline, span=span)


def _in_place(builder: Builder, tree: Tree[Token], span: Span) -> n.InPlace:
    place, change = children_of(tree)
    return n.InPlace(str(place.data).removeprefix("to_"), target_name(builder, place), builder.build(change), span=span)


HANDLERS: dict[str, Handler] = {
    "start": _start, "use": _use, "source": _source, "aim": _aim, "players_line": _players, "note": _remark,
    "ruling": _remark, "in_short": _remark, "phrase": _phrase, "options": _section, "material": _section,
    "keep_track": _section, "words": _section, "shown_part": _section, "simulation": _simulation, "odds_of": _odds_of,
    "break_off": _break_off, "shown_line": _shown_line, "replaced": _replaced, "option": _option, "bounds": _bounds,
    "alternatives_of": _choices, "setup_flow": _flow_name, "turn_flow": _flow_name, "round_flow": _flow_name,
    "match_flow": _flow_name, "flow": _flow, "always": _always, "ending": _ending, "match_ending": _match_ending,
    "hook": _hook, "rule": _rule, "choice": _choice, "whenever": _whenever, "order_named": _order_named,
    "order_bracketed": _order_bracketed, "variant": _variant, "replace_part": _replace,
    "replace_alternative": _replace, "remove": _remove, "add_beside": _add_beside, "add_to": _add_to,
    "in_place": _in_place,
}  # fmt: skip
