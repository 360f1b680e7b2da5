"""Trees of steps, choices and attempts become nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve
from lark import Token, Tree

from dicedsl.syntax import nodes as n
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.handlers import (
    Builder,
    BuildProblem,
    Handler,
    check_name,
    children_of,
    is_behind,
    told_first,
    whole_number,
)
from dicedsl.syntax.text_values import values_in
from dicedsl.text.source import Span

VALUES = frozenset({"no", "none", "nobody", "yes"})


def _block(builder: Builder, tree: Tree[Token], span: Span) -> n.Block:
    return n.Block(builder.all(children_of(tree)), span=span)


def _line_block(builder: Builder, tree: Tree[Token], span: Span) -> n.Block:
    return n.Block(told_first(builder.all(children_of(tree))), inline=True, span=span)


def _if(builder: Builder, tree: Tree[Token], span: Span) -> n.If:
    parts = children_of(tree)
    branches = []
    last = parts.pop()
    parts.pop()
    for condition, block in zip(parts[::2], parts[1::2], strict=True):
        built = builder.build(condition)
        branches.append(n.Branch(built, builder.build(block), span=built.span))
    if last is not None:
        block = builder.build(last)
        branches.append(n.Branch(None, block, span=block.span))
    return n.If(tuple(branches), span=span)


def _if_line(builder: Builder, tree: Tree[Token], span: Span) -> n.If:
    condition, block = builder.all(children_of(tree))
    return n.If((n.Branch(condition, block, span=condition.span),), span=span)


def _for(builder: Builder, tree: Tree[Token], span: Span) -> n.For:
    name, source, condition, order, block = children_of(tree)
    return n.For(
        builder.name(name),
        builder.build(source),
        builder.build(condition),
        builder.build(order),
        builder.build(block),
        span=span,
    )


def _for_such(builder: Builder, tree: Tree[Token], span: Span) -> n.For:
    """`for each player who is safe:`: the members are called as those of whom it is said."""
    members, condition, order, block = children_of(tree)
    source: n.Expr = builder.build(members)
    return n.For(
        builder.name(children_of(members)[0]), source, builder.build(condition), builder.build(order), builder.build(block), True, span=span,
    )  # fmt: skip


def _repeat(builder: Builder, tree: Tree[Token], span: Span) -> n.Repeat:
    limit, block = children_of(tree)
    value = builder.build(limit)
    until = value if limit is not None and limit.data == "until" else None
    return n.Repeat(value if until is None else None, builder.build(block), until, span=span)


def _limit(builder: Builder, tree: Tree[Token], span: Span) -> n.Expr:
    return builder.build(children_of(tree)[0])  # type: ignore[no-any-return]


def _in_turn(builder: Builder, tree: Tree[Token], span: Span) -> n.InTurn:
    start, limit, block = children_of(tree)
    value = builder.build(limit)
    until, times = (value, None) if limit is not None and limit.data == "until" else (None, value)
    return n.InTurn(builder.build(start), until, times, builder.build(block), span=span)


def _choose(builder: Builder, tree: Tree[Token], span: Span) -> n.Choose:
    name, chooser, *rest = children_of(tree)
    by: n.Expr | None = None
    at_once = False
    if chooser is not None:
        who, once = children_of(chooser)
        by, at_once = builder.build(who), once is not None
    lines = [k for k in rest if k is not None]
    allowed = next((k for k in lines if k.data == "allowed"), None)
    nothing = next((k for k in lines if k.data == "nothing_fits"), None)
    at = lines.index(allowed) if allowed is not None else len(lines)
    offers = builder.all([k for k in lines[:at] if k is not nothing])
    built = builder.build(allowed)
    after = builder.all([k for k in lines[at + 1 :] if k is not nothing])
    if after:  # remarks between the table and `if nothing fits`
        built = evolve(built, rows=(*built.rows, *after))
    title = None if name is None else builder.name(name)
    inline = is_behind(span, offers)
    return n.Choose(title, by, at_once, offers, built, builder.build(nothing), inline, span=span)


def _attempt(builder: Builder, tree: Tree[Token], span: Span) -> n.Attempt:
    name, by, *rest = children_of(tree)
    offers = builder.all(rest)
    return n.Attempt(builder.build(name), builder.build(by), offers, (), is_behind(span, offers), span=span)


def _as_in(builder: Builder, tree: Tree[Token], span: Span) -> n.AsIn:
    return n.AsIn(builder.name(children_of(tree)[0]), span=span)


def _must(builder: Builder, tree: Tree[Token], span: Span) -> n.Must:
    sometimes, when, condition, sentence = children_of(tree)
    built, text = builder.build(condition), builder.build(sentence)
    below = text.span.line != built.span.source.position(built.span.end)[0]
    node = n.Must if when.data == "only_now" else n.MustLeave
    given = None if sometimes is None else builder.build(children_of(sometimes)[0])
    unless = sometimes is not None and sometimes.data == "unless_so"
    return node(built, text, below, given, unless, span=span)


def _allowed(builder: Builder, tree: Tree[Token], span: Span) -> n.Situations:
    return n.Situations(builder.all([k for k in children_of(tree) if isinstance(k, Tree)]), span=span)


def _situation(builder: Builder, tree: Tree[Token], span: Span) -> n.Situation:
    first, offered, sentence = children_of(tree)
    condition = None if isinstance(first, Token) else builder.build(first)
    names = None if offered.data == "everything" else builder.all(children_of(offered))
    return n.Situation(condition, names, builder.build(sentence), span=span)


def _becomes(builder: Builder, tree: Tree[Token], span: Span) -> n.Becomes:
    subject, word, state = children_of(tree)
    value: n.Phrase = builder.build(state)
    if word.type == "IS_NOW" and value.text in VALUES:
        target = builder.build(subject).span.text
        message = "a value is kept with `set`; behind `is now` stands what is so or not"
        raise BuildProblem("E111", message, span, help=f"write `set {target} to {value.text}`")
    return n.Becomes(builder.build(subject), builder.name(state), word.type == "IS_NO_LONGER", span=span)


def _call(builder: Builder, tree: Tree[Token], span: Span) -> n.Call:
    return n.Call(builder.all(children_of(tree)), span=span)


def _best_wins(builder: Builder, tree: Tree[Token], span: Span) -> n.BestWins:
    extreme, measure, match, ties = children_of(tree)
    breaks = builder.all(children_of(ties)) if isinstance(ties, Tree) else ()
    shared = ties is not None and not breaks
    return n.BestWins(extreme.type == "HIGHEST", builder.build(measure), match is not None, shared, breaks, span=span)


def _tie_break(builder: Builder, tree: Tree[Token], span: Span) -> n.TieBreak:
    extreme, measure = children_of(tree)
    return n.TieBreak(extreme.type == "HIGHEST", builder.build(measure), span=span)


def _alternative(builder: Builder, tree: Tree[Token], span: Span) -> n.Alternative:
    name, picks, *steps = children_of(tree)
    built = builder.all(steps)
    inline = is_behind(span, built)
    lines = told_first(built) if inline else built
    return n.Alternative(builder.build(name), builder.build(picks) or (), lines, inline=inline, span=span)


def _picks(builder: Builder, tree: Tree[Token], span: Span) -> tuple[n.Pick, ...]:
    return builder.all(children_of(tree))


def _pick(builder: Builder, tree: Tree[Token], span: Span) -> n.Pick:
    amount, source, condition, name, *seen = children_of(tree)
    viewer = next((s for s in seen if isinstance(s, Tree)), None)
    return n.Pick(
        builder.build(amount),
        builder.build(source),
        builder.build(condition),
        builder.name(name),
        builder.build(viewer),
        span=span,
    )


def _amount_word(builder: Builder, tree: Tree[Token], span: Span) -> n.Amount:
    return n.Amount(str(tree.data).removeprefix("amount_"), span=span)


def _amount_number(builder: Builder, tree: Tree[Token], span: Span) -> n.Amount:
    numbers = [whole_number(builder, k) for k in children_of(tree)]
    return n.Amount("span", numbers[0], numbers[-1], span=span)


def _amount_value(builder: Builder, tree: Tree[Token], span: Span) -> n.Amount:
    values = builder.all(children_of(tree))
    return n.Amount("span", values[0], values[-1], span=span)


def _nothing_fits(builder: Builder, tree: Tree[Token], span: Span) -> n.Block:
    return builder.build(children_of(tree)[-1])  # type: ignore[no-any-return]


def _odd(builder: Builder, tree: Tree[Token], span: Span) -> n.Odd:
    outcome, weight, *picks = builder.all(children_of(tree))
    return n.Odd(outcome, weight, tuple(picks), span=span)


def _simple(cls: Callable[..., Any]) -> Handler:
    def handler(builder: Builder, tree: Tree[Token], span: Span) -> Any:
        built = [builder.build(k) for k in children_of(tree)]
        for part in built:
            if isinstance(part, n.Phrase) and builder.edition is SECOND:
                check_name(part)
        return cls(*built, span=span)

    return handler


def _draw_from(builder: Builder, tree: Tree[Token], span: Span) -> n.Draw:
    """`draw a token from bag`."""
    name, source, condition = children_of(tree)
    return n.Draw(builder.build(source), builder.build(condition), builder.name(name), span=span)


def _say(builder: Builder, tree: Tree[Token], span: Span) -> n.Say:
    text = builder.build(children_of(tree)[0])
    return n.Say(text, values_in(builder, text), span=span)


def _extra_turn(builder: Builder, tree: Tree[Token], span: Span) -> n.ExtraTurn:
    return n.ExtraTurn(span=span)


def _move_all(builder: Builder, tree: Tree[Token], span: Span) -> n.MoveDice:
    dice, target = builder.all(children_of(tree))
    return n.MoveDice(None, dice, target, span=span)


def _move_by_lot(builder: Builder, tree: Tree[Token], span: Span) -> n.MoveByLot:
    dice, places, _ = children_of(tree)
    return n.MoveByLot(builder.build(dice), builder.build(places), span=span)


def _move_some(builder: Builder, tree: Tree[Token], span: Span) -> n.MoveDice:
    amount, dice, target, by_lot = (builder.build(k) for k in children_of(tree))
    if by_lot is not None:
        raise BuildProblem(
            "E130",
            "as many dice are laid out by lot as there are places, so their number is not given",
            amount.span,
            help=f"write `move {dice.span.text} to {target.span.text} by lot`",
        )
    return n.MoveDice(amount, dice, target, span=span)


def _wins(builder: Builder, tree: Tree[Token], span: Span) -> n.Wins:
    players, match = ([*children_of(tree), None])[:2]
    return n.Wins(builder.build(players), match is not None, span=span)


# Steps and lines that are built of their parts as they stand.
SIMPLE: dict[str, Callable[..., Any]] = {
    "roll": n.Roll, "turn_die": n.TurnDie, "swap": n.Swap, "show": n.Show, "set_step": n.Set, "add_step": n.Add,
    "take_step": n.Take, "let": n.Let, "stop": n.Stop, "end_turn": n.EndTurn, "end_round": n.EndRound,
    "play_turn": n.PlayTurn, "play_game": n.PlayGame, "eliminate": n.Eliminate,
    "draw": n.Draw, "odd_each": n.OddEach, "odd_by": n.OddBy, "given": n.Given, "now": n.Now, "play_on": n.PlayOn,
    "with_variant": n.WithVariant, "with_option": n.WithOption, "with_name": n.WithName,
}  # fmt: skip
HANDLERS: dict[str, Handler] = {
    "block": _block, "line_block": _line_block, "if_step": _if, "if_line": _if_line, "for_step": _for, "for_such": _for_such, "draw_from": _draw_from, "repeat": _repeat, "times": _limit,
    "until": _limit, "times_each": _limit, "in_turn": _in_turn, "choose": _choose, "attempt": _attempt,
    "as_in": _as_in, "must": _must, "allowed": _allowed, "situation": _situation, "becomes": _becomes, "call": _call,
    "best_wins": _best_wins, "tie_break": _tie_break, "alternative": _alternative, "picks": _picks, "pick": _pick, "amount_one": _amount_word,
    "amount_some": _amount_word, "amount_any": _amount_word, "amount_exactly": _amount_number,
    "amount_span": _amount_number, "amount_exactly_value": _amount_value, "amount_span_value": _amount_value,
    "nothing_fits": _nothing_fits, "odd": _odd, "say": _say, "extra_turn": _extra_turn, "move_all": _move_all,
    "move_by_lot": _move_by_lot, "move_some": _move_some, "wins": _wins,
    **{rule: _simple(cls) for rule, cls in SIMPLE.items()},
}  # fmt: skip
