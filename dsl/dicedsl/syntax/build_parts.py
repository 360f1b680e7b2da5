"""Trees of heads, sections, flow and variants become nodes."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from lark import Token, Tree

from dicedsl.program.about import MOST_PLAYERS
from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import (
    Builder,
    BuildProblem,
    as_param,
    kids,
    on,
    target_name,
)
from dicedsl.syntax.reserved import JOINING
from dicedsl.syntax.sayings import values_in
from dicedsl.syntax.writer.steps import STEP_WORDS
from dicedsl.text.source import Span


@on("start")
def _start(b: Builder, t: Tree[Token], span: Span) -> n.File:
    parts = kids(t)
    head, items = parts[0], b.all(parts[1:])
    if head is None:
        raise BuildProblem("E110", 'a rulebook starts with its title, such as game "My Game"', Span(b.source, 0, 0))
    title, changes = (b.build(x) for x in ([*kids(head), None])[:2])
    word = "game" if head.data == "game_head" else "library"
    return n.File(word, title, changes, items, edition=b.reader.edition, span=span)


@on("use")
def _use(b: Builder, t: Tree[Token], span: Span) -> n.Use:
    return n.Use(b.build(kids(t)[0]), span=span)


@on("source")
def _source(b: Builder, t: Tree[Token], span: Span) -> n.FromSource:
    return n.FromSource(b.build(kids(t)[0]), span=span)


@on("aim")
def _aim(b: Builder, t: Tree[Token], span: Span) -> n.Aim:
    text = b.build(kids(t)[-1])
    return n.Aim(n.Saying(text, values_in(b, text), span=text.span), span=span)


@on("players_line")
def _players(b: Builder, t: Tree[Token], span: Span) -> n.Players:
    counts = next(c for c in kids(t) if isinstance(c, Tree))
    numbers = [int(x) for x in kids(counts) if x.type == "INT"]
    form = str(counts.data)
    clockwise = any(isinstance(c, Token) and c.type == "CLOCKWISE" for c in kids(t))
    if max(numbers) > MOST_PLAYERS:
        raise BuildProblem("E128", f"a game is for at most {MOST_PLAYERS} players", span)
    if form == "span":
        numbers = list(range(numbers[0], numbers[1] + 1))
    return n.Players(tuple(numbers), form == "at_least", form, clockwise, span=span)


@on("note", "ruling", "in_short")
def _remark(b: Builder, t: Tree[Token], span: Span) -> n.Remark:
    return n.Remark(str(t.data).replace("_", " "), b.build(kids(t)[0]), span=span)


@on("phrase")
def _phrase(b: Builder, t: Tree[Token], span: Span) -> n.Phrase:
    words: list[str] = []
    seams: list[tuple[int, str]] = []
    front = ""
    for child in t.children:
        if isinstance(child, Tree):
            seams.append((len(words), b.span(child).text))
        elif child is not None and child.type != "A":
            if not words and b.span(child).start > span.start:
                front = span.text.split(None, 1)[0]
            words.append(str(child))
    return n.Phrase(tuple(words), front, tuple(seams), span=span)


SECTIONS = {"keep_track": "memory", "shown_part": "shown"}


@on("options", "material", "keep_track", "words", "shown_part")
def _section(b: Builder, t: Tree[Token], span: Span) -> n.Section:
    title, *lines = kids(t) if t.data == "words" else [None, *kids(t)]
    built = b.all([line for line in lines if isinstance(line, Tree)])
    word = SECTIONS.get(str(t.data), str(t.data))
    inline = len(built) == 1 and "\n" not in b.source.text[span.start : built[0].span.start]
    return n.Section(word, built, b.build(title), inline, span=span)


@on("simulation")
def _simulation(b: Builder, t: Tree[Token], span: Span) -> n.Simulation:
    return n.Simulation(b.all(kids(t)), span=span)


@on("odds_of")
def _odds_of(b: Builder, t: Tree[Token], span: Span) -> n.OddsOf:
    name, *odds = b.all(kids(t))
    return n.OddsOf(name, tuple(odds), span=span)


@on("break_off")
def _break_off(b: Builder, t: Tree[Token], span: Span) -> n.BreakOff:
    count, unit, block = kids(t)
    return n.BreakOff(b.build(count), str(unit), b.build(block), span=span)


@on("shown_line")
def _shown_line(b: Builder, t: Tree[Token], span: Span) -> n.Shown:
    value, label, condition = kids(t)
    keys: tuple[n.Phrase, ...] = ()
    built = b.build(kids(value)[0])
    if value.data == "shown_each":
        keys = b.names(kids(kids(value)[1]))
        built = n.Name(built, span=built.span)
    elif value.data == "shown_text":
        built = n.Saying(built, values_in(b, built), span=built.span)
    return n.Shown(built, keys, b.build(label), b.build(condition), span=span)


@on("replaced")
def _replaced(b: Builder, t: Tree[Token], span: Span) -> n.Replaced:
    return n.Replaced(b.build(kids(t)[0]), span=span)


@on("option")
def _option(b: Builder, t: Tree[Token], span: Span) -> n.Option:
    name, default, values, text = (b.name(kids(t)[0]), *(b.build(x) for x in kids(t)[1:]))
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


@on("setup_flow", "turn_flow", "round_flow", "match_flow")
def _flow_name(b: Builder, t: Tree[Token], span: Span) -> str:
    return str(t.data).removesuffix("_flow")


@on("flow")
def _flow(b: Builder, t: Tree[Token], span: Span) -> n.Flow:
    word, block = b.all(kids(t))
    return n.Flow(word, block, span=span)


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


@on("hook")
def _hook(b: Builder, t: Tree[Token], span: Span) -> n.Hook:
    moment, block = kids(t)
    return n.Hook(str(moment.data), b.build(block), span=span)


@on("rule")
def _rule(b: Builder, t: Tree[Token], span: Span) -> n.Rule:
    head, *rest, block = kids(t)
    phrase = b.build(head)
    params: list[n.Param] = []
    if phrase.seams:
        (at, article), *more = phrase.seams
        inner = tuple((place - at, word) for place, word in more)
        params.append(as_param(n.Phrase(phrase.words[at:], article, inner, span=phrase.span)))
        phrase = n.Phrase(phrase.words[:at], phrase.article, span=phrase.span)
    elif len(phrase.words) > 2 and phrase.words[0].split()[-1] in JOINING:  # `give dice to player p`
        params.append(as_param(n.Phrase(phrase.words[1:], span=phrase.span)))
        phrase = n.Phrase(phrase.words[:1], phrase.article, span=phrase.span)
    params += (b.build(item) for item in rest)
    if phrase.words[0] in STEP_WORDS:
        raise BuildProblem(
            "E133",
            f'a rule cannot be called "{phrase.text}": a step begins with "{phrase.words[0]}"',
            phrase.span,
            help=f"call it `{phrase.joined}`, or put another word in front",
        )
    return n.Rule(phrase, tuple(params), b.build(block), span=span)


@on("choice")
def _choice(b: Builder, t: Tree[Token], span: Span) -> n.Choice:
    name, *offers = kids(t)
    return n.Choice(b.name(name), b.all(offers), span=span)


@on("whenever")
def _whenever(b: Builder, t: Tree[Token], span: Span) -> n.Whenever:
    condition, order, block = (b.build(k) for k in kids(t))
    return n.Whenever(condition, order, block, span=span)


@on("order_named")
def _order_named(b: Builder, t: Tree[Token], span: Span) -> n.By:
    way, measure = kids(t)
    found = without_first(b.build(measure))
    if found is None:
        raise BuildProblem(
            "E137", "`first` is missing at the end of this order", span, help="write `, lowest layer first:`"
        )
    return n.By(way.type == "HIGHEST", found, span=span)


@on("order_bracketed")
def _order_bracketed(b: Builder, t: Tree[Token], span: Span) -> n.By:
    way, measure, word = kids(t)
    if word != "first":
        raise BuildProblem("E137", f'this order ends with `first`, not with "{word}"', b.span(word))
    return n.By(way.type == "HIGHEST", b.build(measure), span=span)


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
    word, target, *steps = kids(t)
    what = str(target.data).removeprefix("to_")
    return n.AddTo(what, target_name(b, target), b.all(steps), word.type == "ADD_TO_START", span=span)


@on("in_place")
def _in_place(b: Builder, t: Tree[Token], span: Span) -> n.InPlace:
    place, change = kids(t)
    return n.InPlace(str(place.data).removeprefix("to_"), target_name(b, place), b.build(change), span=span)
