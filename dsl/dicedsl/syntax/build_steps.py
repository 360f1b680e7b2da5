"""Trees of steps, choices and attempts become nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve
from lark import Token, Tree

from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import (
    HANDLERS,
    Builder,
    BuildProblem,
    Handler,
    check_name,
    kids,
    on,
    whole_number,
)
from dicedsl.syntax.reading import SECOND
from dicedsl.syntax.sayings import values_in
from dicedsl.text.source import Span


@on("block")
def _block(b: Builder, t: Tree[Token], span: Span) -> n.Block:
    return n.Block(b.all(kids(t)), span=span)


@on("line_block")
def _line_block(b: Builder, t: Tree[Token], span: Span) -> n.Block:
    return n.Block(b.all(kids(t)), inline=True, span=span)


@on("if_step")
def _if(b: Builder, t: Tree[Token], span: Span) -> n.If:
    parts = kids(t)
    branches = []
    last = parts.pop()
    parts.pop()
    for condition, block in zip(parts[::2], parts[1::2], strict=True):
        built = b.build(condition)
        branches.append(n.Branch(built, b.build(block), span=built.span))
    if last is not None:
        block = b.build(last)
        branches.append(n.Branch(None, block, span=block.span))
    return n.If(tuple(branches), span=span)


@on("for_step")
def _for(b: Builder, t: Tree[Token], span: Span) -> n.For:
    name, source, condition, order, block = kids(t)
    return n.For(b.name(name), b.build(source), b.build(condition), b.build(order), b.build(block), span=span)


@on("repeat")
def _repeat(b: Builder, t: Tree[Token], span: Span) -> n.Repeat:
    limit, block = kids(t)
    value = b.build(limit)
    until = value if limit is not None and limit.data == "until" else None
    return n.Repeat(value if until is None else None, b.build(block), until, span=span)


@on("times", "until", "times_each")
def _limit(b: Builder, t: Tree[Token], span: Span) -> n.Expr:
    return b.build(kids(t)[0])  # type: ignore[no-any-return]


@on("in_turn")
def _in_turn(b: Builder, t: Tree[Token], span: Span) -> n.InTurn:
    start, limit, block = kids(t)
    value = b.build(limit)
    until, times = (value, None) if limit is not None and limit.data == "until" else (None, value)
    return n.InTurn(b.build(start), until, times, b.build(block), span=span)


@on("choose")
def _choose(b: Builder, t: Tree[Token], span: Span) -> n.Choose:
    name, chooser, *rest = kids(t)
    by: n.Expr | None = None
    at_once = False
    if chooser is not None:
        who, once = kids(chooser)
        by, at_once = b.build(who), once is not None
    lines = [k for k in rest if k is not None]
    allowed = next((k for k in lines if k.data == "allowed"), None)
    nothing = next((k for k in lines if k.data == "nothing_fits"), None)
    at = lines.index(allowed) if allowed is not None else len(lines)
    offers = b.all([k for k in lines[:at] if k is not nothing])
    built = b.build(allowed)
    after = b.all([k for k in lines[at + 1 :] if k is not nothing])
    if after:  # remarks between the table and `if nothing fits`
        built = evolve(built, rows=(*built.rows, *after))
    title = None if name is None else b.name(name)
    inline = _inline(b, span, offers)
    return n.Choose(title, by, at_once, offers, built, b.build(nothing), inline, span=span)


def _inline(b: Builder, span: Span, offers: tuple[n.Offer, ...]) -> bool:
    """Whether the only line stands behind the colon."""
    return len(offers) == 1 and "\n" not in b.source.text[span.start : offers[0].span.end]


@on("attempt")
def _attempt(b: Builder, t: Tree[Token], span: Span) -> n.Attempt:
    name, by, *rest = kids(t)
    offers = b.all(rest)
    return n.Attempt(b.build(name), b.build(by), offers, (), _inline(b, span, offers), span=span)


@on("as_in")
def _as_in(b: Builder, t: Tree[Token], span: Span) -> n.AsIn:
    return n.AsIn(b.name(kids(t)[0]), span=span)


@on("must")
def _must(b: Builder, t: Tree[Token], span: Span) -> n.Must:
    sometimes, when, condition, sentence = kids(t)
    built, text = b.build(condition), b.build(sentence)
    below = text.span.line != built.span.source.position(built.span.end)[0]
    node = n.Must if when.data == "only_now" else n.MustLeave
    given = None if sometimes is None else b.build(kids(sometimes)[0])
    unless = sometimes is not None and sometimes.data == "unless_so"
    return node(built, text, below, given, unless, span=span)


@on("allowed")
def _allowed(b: Builder, t: Tree[Token], span: Span) -> n.Situations:
    return n.Situations(b.all([k for k in kids(t) if isinstance(k, Tree)]), span=span)


@on("situation")
def _situation(b: Builder, t: Tree[Token], span: Span) -> n.Situation:
    first, offered, sentence = kids(t)
    condition = None if isinstance(first, Token) else b.build(first)
    names = None if offered.data == "everything" else b.all(kids(offered))
    return n.Situation(condition, names, b.build(sentence), span=span)


@on("becomes")
def _becomes(b: Builder, t: Tree[Token], span: Span) -> n.Becomes:
    subject, word, state = kids(t)
    return n.Becomes(b.build(subject), b.name(state), word.type == "IS_NO_LONGER", span=span)


@on("call")
def _call(b: Builder, t: Tree[Token], span: Span) -> n.Call:
    return n.Call(b.all(kids(t)), span=span)


@on("best_wins")
def _best_wins(b: Builder, t: Tree[Token], span: Span) -> n.BestWins:
    way, measure, match, ties = kids(t)
    return n.BestWins(way.type == "HIGHEST", b.build(measure), match is not None, ties is not None, span=span)


@on("alternative")
def _alternative(b: Builder, t: Tree[Token], span: Span) -> n.Alternative:
    name, picks, *steps = kids(t)
    inline = len(steps) == 1 and "\n" not in span.text
    return n.Alternative(b.build(name), b.build(picks) or (), b.all(steps), inline=inline, span=span)


@on("picks")
def _picks(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Pick, ...]:
    return b.all(kids(t))


@on("pick")
def _pick(b: Builder, t: Tree[Token], span: Span) -> n.Pick:
    amount, source, condition, name, *seen = kids(t)
    viewer = next((s for s in seen if isinstance(s, Tree)), None)
    return n.Pick(b.build(amount), b.build(source), b.build(condition), b.name(name), b.build(viewer), span=span)


@on("amount_one", "amount_some", "amount_any")
def _amount_word(b: Builder, t: Tree[Token], span: Span) -> n.Amount:
    return n.Amount(str(t.data).removeprefix("amount_"), span=span)


@on("amount_exactly", "amount_span")
def _amount_number(b: Builder, t: Tree[Token], span: Span) -> n.Amount:
    numbers = [whole_number(b, k) for k in kids(t)]
    return n.Amount("span", numbers[0], numbers[-1], span=span)


@on("amount_exactly_value", "amount_span_value")
def _amount_value(b: Builder, t: Tree[Token], span: Span) -> n.Amount:
    values = b.all(kids(t))
    return n.Amount("span", values[0], values[-1], span=span)


@on("nothing_fits")
def _nothing_fits(b: Builder, t: Tree[Token], span: Span) -> n.Block:
    return b.build(kids(t)[-1])  # type: ignore[no-any-return]


@on("odd")
def _odd(b: Builder, t: Tree[Token], span: Span) -> n.Odd:
    outcome, weight, *picks = b.all(kids(t))
    return n.Odd(outcome, weight, tuple(picks), span=span)


def _simple(cls: Callable[..., Any]) -> Handler:
    def handler(b: Builder, t: Tree[Token], span: Span) -> Any:
        built = [b.build(k) for k in kids(t)]
        for part in built:
            if isinstance(part, n.Phrase) and b.reader is SECOND:
                check_name(part)
        return cls(*built, span=span)

    return handler


for _rule_name, _cls in {
    "roll": n.Roll, "turn_die": n.TurnDie, "swap": n.Swap, "show": n.Show, "set_step": n.Set, "add_step": n.Add,
    "take_step": n.Take, "let": n.Let, "stop": n.Stop, "end_turn": n.EndTurn, "end_round": n.EndRound,
    "play_turn": n.PlayTurn, "play_game": n.PlayGame, "eliminate": n.Eliminate,
    "draw": n.Draw, "odd_each": n.OddEach, "odd_by": n.OddBy, "given": n.Given, "now": n.Now, "play_on": n.PlayOn,
    "with_variant": n.WithVariant, "with_option": n.WithOption, "with_name": n.WithName,
}.items():  # fmt: skip
    HANDLERS[_rule_name] = _simple(_cls)


@on("say")
def _say(b: Builder, t: Tree[Token], span: Span) -> n.Say:
    text = b.build(kids(t)[0])
    return n.Say(text, values_in(b, text), span=span)


@on("extra_turn")
def _extra_turn(b: Builder, t: Tree[Token], span: Span) -> n.ExtraTurn:
    return n.ExtraTurn(span=span)


@on("move_all")
def _move_all(b: Builder, t: Tree[Token], span: Span) -> n.MoveDice:
    dice, target = b.all(kids(t))
    return n.MoveDice(None, dice, target, span=span)


@on("move_by_lot")
def _move_by_lot(b: Builder, t: Tree[Token], span: Span) -> n.MoveByLot:
    dice, places, _ = kids(t)
    return n.MoveByLot(b.build(dice), b.build(places), span=span)


@on("move_some")
def _move_some(b: Builder, t: Tree[Token], span: Span) -> n.MoveDice:
    amount, dice, target, by_lot = (b.build(k) for k in kids(t))
    if by_lot is not None:
        raise BuildProblem(
            "E130",
            "as many dice are laid out by lot as there are places, so their number is not given",
            amount.span,
            help=f"write `move {dice.span.text} to {target.span.text} by lot`",
        )
    return n.MoveDice(amount, dice, target, span=span)


@on("wins")
def _wins(b: Builder, t: Tree[Token], span: Span) -> n.Wins:
    players, match = ([*kids(t), None])[:2]
    return n.Wins(b.build(players), match is not None, span=span)
