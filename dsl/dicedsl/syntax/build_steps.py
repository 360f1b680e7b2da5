"""Trees of steps, choices and attempts become nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from dicedsl.source import Span
from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import (
    HANDLERS,
    Builder,
    BuildProblem,
    Handler,
    by_clause,
    kids,
    on,
    whole_number,
)
from dicedsl.syntax.sayings import values_in


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
    name, source, condition, way, measure, block = kids(t)
    return n.For(
        b.build(name), b.build(source), b.build(condition), by_clause(b, way, measure), b.build(block), span=span
    )  # fmt: skip


@on("repeat")
def _repeat(b: Builder, t: Tree[Token], span: Span) -> n.Repeat:
    times, block = kids(t)
    return n.Repeat(b.build(times), b.build(block), span=span)


@on("in_turn")
def _in_turn(b: Builder, t: Tree[Token], span: Span) -> n.InTurn:
    _, start, limit, block = kids(t)
    until = times = None
    if limit is not None:
        value = b.build(kids(limit)[0])
        until, times = (value, None) if limit.data == "until" else (None, value)
    return n.InTurn(b.build(start), until, times, b.build(block), span=span)


@on("choose")
def _choose(b: Builder, t: Tree[Token], span: Span) -> n.Choose:
    name, by, once, *rest = kids(t)
    nothing = b.build(rest.pop())
    allowed = b.build(rest.pop())
    return n.Choose(b.build(name), b.build(by), once is not None, b.all(rest), allowed, nothing, span=span)


@on("attempt")
def _attempt(b: Builder, t: Tree[Token], span: Span) -> n.Attempt:
    name, by, *rest = kids(t)
    odds = b.build(rest.pop()) or ()
    return n.Attempt(b.build(name), b.build(by), b.all(rest), odds, span=span)


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
    return n.Pick(b.build(amount), b.build(source), b.build(condition), b.build(name), b.build(viewer), span=span)


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


@on("must", "must_leave")
def _must(b: Builder, t: Tree[Token], span: Span) -> n.Must:
    condition, sentence = (b.build(k) for k in kids(t)[-2:])
    below = sentence.span.line != condition.span.source.position(condition.span.end)[0]
    node = n.Must if t.data == "must" else n.MustLeave
    return node(condition, sentence, below=below, span=span)


@on("allowed")
def _allowed(b: Builder, t: Tree[Token], span: Span) -> n.Allowed:
    columns, *rows = kids(t)
    names = tuple(b.build(c) for c in kids(columns))
    return n.Allowed(names, b.all(rows), span=span)


@on("allowed_row")
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


@on("nothing_fits")
def _nothing_fits(b: Builder, t: Tree[Token], span: Span) -> n.Block:
    return b.build(kids(t)[-1])  # type: ignore[no-any-return]


@on("odds")
def _odds(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Odd, ...]:
    return b.all(kids(t))


@on("odd")
def _odd(b: Builder, t: Tree[Token], span: Span) -> n.Odd:
    outcome, weight, *picks = b.all(kids(t))
    return n.Odd(outcome, weight, tuple(picks), span=span)


def _simple(cls: Callable[..., Any]) -> Handler:
    def handler(b: Builder, t: Tree[Token], span: Span) -> Any:
        return cls(*(b.build(k) for k in kids(t)), span=span)

    return handler


for _rule_name, _cls in {
    "roll": n.Roll, "turn_die": n.TurnDie, "swap": n.Swap, "show": n.Show, "set_step": n.Set, "add_step": n.Add,
    "take_step": n.Take, "let": n.Let, "stop": n.Stop, "end_turn": n.EndTurn, "end_round": n.EndRound,
    "play_turn": n.PlayTurn, "play_game": n.PlayGame, "eliminate": n.Eliminate,
    "draw": n.Draw, "odd_each": n.OddEach, "odd_by": n.OddBy, "given": n.Given, "now": n.Now, "draws": n.Drawn,
    "play_on": n.PlayOn,
    "with_variant": n.WithVariant, "with_option": n.WithOption, "with_name": n.WithName,
}.items():  # fmt: skip
    HANDLERS[_rule_name] = _simple(_cls)


@on("say")
def _say(b: Builder, t: Tree[Token], span: Span) -> n.Say:
    text = b.build(kids(t)[0])
    return n.Say(text, values_in(b, text), span=span)


@on("extra_turn")
def _extra(b: Builder, t: Tree[Token], span: Span) -> n.ExtraTurn:
    return n.ExtraTurn(span=span)


@on("move_all")
def _move_all(b: Builder, t: Tree[Token], span: Span) -> n.Move:
    dice, target = b.all(kids(t))
    return n.Move(None, dice, target, span=span)


@on("move_by_lot")
def _move_by_lot(b: Builder, t: Tree[Token], span: Span) -> n.MoveByLot:
    dice, places, _ = kids(t)
    return n.MoveByLot(b.build(dice), b.build(places), span=span)


@on("move_some")
def _move_some(b: Builder, t: Tree[Token], span: Span) -> n.Move:
    amount, dice, target, by_lot = (b.build(k) for k in kids(t))
    if by_lot is not None:
        raise BuildProblem(
            "E130",
            "as many dice are laid out by lot as there are places, so their number is not given",
            amount.span,
            help=f"write `move {dice.span.text} to {target.span.text} by lot`",
        )
    return n.Move(amount, dice, target, span=span)


@on("do")
def _do(b: Builder, t: Tree[Token], span: Span) -> n.Do:
    name, *arguments = kids(t)
    return n.Do(b.build(name), b.all(arguments), span=span)


@on("wins")
def _wins(b: Builder, t: Tree[Token], span: Span) -> n.Wins:
    players, match = ([*kids(t), None])[:2]
    return n.Wins(b.build(players), match is not None, span=span)


@on("best_wins")
def _best_wins(b: Builder, t: Tree[Token], span: Span) -> n.BestWins:
    way, measure, match = ([*kids(t), None])[:3]
    return n.BestWins(way.type == "HIGHEST", b.build(measure), match is not None, span=span)
