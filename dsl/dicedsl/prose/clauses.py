"""Steps that are said in one clause: `roll your dice`, `the turn ends`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicedsl.prose.conditions import bearer
from dicedsl.prose.english import escape, extreme
from dicedsl.prose.phrases import Phrases
from dicedsl.syntax import nodes as n
from dicedsl.syntax.sayings import pieces

# ------------------------------------------------------------------ dice


def _roll(says: Phrases, step: n.Roll) -> str:
    return f"roll {says.members(step.dice).removesuffix(' together')}"


def _move_dice(says: Phrases, step: n.MoveDice) -> str:
    what = says.amount(step.amount, step.dice) if step.amount is not None else says.value(step.dice)
    return f"move {what.removesuffix(' together')} to {says.value(step.target)}"


def _move_by_lot(says: Phrases, step: n.MoveByLot) -> str:
    what = says.value(step.dice).removesuffix(" together")
    return f"lay out {what} by lot, one die on each of {says.value(step.places)}"


def _turn_die(says: Phrases, step: n.TurnDie) -> str:
    return f"turn {says.value(step.die)} to {says.value(step.number)}"


def _swap(says: Phrases, step: n.Swap) -> str:
    return f"exchange what stands on {says.value(step.left)} and on {says.value(step.right)}"


def _show(says: Phrases, step: n.Show) -> str:
    return f"show {says.value(step.dice)} to everybody"


# ------------------------------------------------------------------ memory


def _set(says: Phrases, step: n.Set) -> str:
    target = step.target
    if isinstance(target, (n.Name, n.Your, n.Apply)) and isinstance(step.value, n.Truth):
        name = target.phrase.text
        now = "now" if step.value.value else "no longer"
        if name in says.facts.sentences:
            return says.facts.sentences[name].replace(" is ", f" is {now} ", 1)
        if name in says.facts.states:
            return f"{bearer(says, target)} {now} {name}"
        if name in says.facts.marks:
            who = bearer(says, target).removesuffix(" is").removesuffix(" are")
            if step.value.value:
                return f"mark {'yourself' if who == 'you' else who} “{name}”"
            return f"take the mark “{name}” from {'yourself' if who == 'you' else who}"
    if isinstance(target, (n.Name, n.Your, n.Apply)) and target.phrase.text in says.facts.marks:
        who = bearer(says, target).removesuffix(" is").removesuffix(" are")
        marked = f"mark {'yourself' if who == 'you' else who} “{target.phrase.text}”"
        return f"{marked} if {says.condition(step.value)}, and take the mark away if not"
    called = says.value(target)
    if _is_role(says, target) and not isinstance(step.value, n.Nothing):
        one = "become" if isinstance(step.value, n.You) else "becomes"
        return f"{says.value(step.value)} {one} {called}"
    if isinstance(step.value, n.Nothing):
        return f"{says.condition(n.Is(target, False, n.Same(step.value)))} now"
    text = (
        says.condition(step.value)
        if says.is_truth(step.value) and not isinstance(step.value, n.Truth)
        else says.value(step.value)
    )
    return f"{called} {'are' if says.plural(target) else 'is'} now {text}"


def _add(says: Phrases, step: n.Add) -> str:
    return f"add {says.value(step.value)} to {says.value(step.target)}"


def _take(says: Phrases, step: n.Take) -> str:
    return f"take {says.value(step.value)} from {says.value(step.target)}"


def _is_role(says: Phrases, target: n.Expr) -> bool:
    """Whether somebody is remembered there: the bidder, the opener."""
    if not isinstance(target, n.Name):
        return False
    memory = says.facts.book.memories.get(target.phrase.text)
    return memory is not None and isinstance(memory.initial, n.Nothing) and memory.initial.word == "nobody"


def kept_by(step: n.Step) -> str:
    """The name of what a step sets or counts."""
    target = step.target if isinstance(step, (n.Set, n.Add, n.Take)) else None
    while isinstance(target, n.At):
        target = target.subject
    return target.phrase.text if isinstance(target, (n.Name, n.Your, n.Apply)) else ""


# ------------------------------------------------------------------ the course of the game


def _end_turn(says: Phrases, step: n.EndTurn) -> str:
    return "the turn ends"


def _end_round(says: Phrases, step: n.EndRound) -> str:
    return "the round ends"


def _play_turn(says: Phrases, step: n.PlayTurn) -> str:
    if step.player is None:
        return "play a turn"
    return f"{says.value(step.player)} {verb(says, step.player, 'plays', 'play')} a turn"


def _play_game(says: Phrases, step: n.PlayGame) -> str:
    return "play a game"


def _extra_turn(says: Phrases, step: n.ExtraTurn) -> str:
    return "you have an extra turn after this one"


def _eliminate(says: Phrases, step: n.Eliminate) -> str:
    return f"{says.value(step.players)} {verb(says, step.players, 'is', 'are')} out"


def _wins(says: Phrases, step: n.Wins) -> str:
    match = " the match" if step.match else ""
    if isinstance(step.players, n.Nothing):
        return f"nobody wins{match}"
    return f"{says.value(step.players)} {verb(says, step.players, 'wins', 'win')}{match}"


def _best_wins(says: Phrases, step: n.BestWins) -> str:
    match = " the match" if step.match else ""
    shared = f"{tie_breaks(says, step)}; if they are still equal, they share the win"
    if not step.breaks:
        shared = "equal players share the win"
    return f"the player with {_best(says, step)} wins{match}; {shared}"


def tie_breaks(says: Phrases, step: n.BestWins) -> str:
    """Which of the players who are equal wins."""
    who = ", and then ".join(f"the one with {_best(says, ranking)}" for ranking in step.breaks)
    return f"of equal players, {who}"


def _best(says: Phrases, ranking: n.BestWins | n.TieBreak) -> str:
    measure = says.value(ranking.measure).removeprefix("the ")
    return f"the {extreme(ranking.highest, measure)} {measure}"


def _say(says: Phrases, step: n.Say) -> str:
    return f"announce: “{_said(says, step)}”"


def _said(says: Phrases, step: n.Say) -> str:
    """Values in a text by what they are."""
    first, *rest = pieces(step.text.value)
    told = [f"{says.value(value)}{escape(after)}" for value, after in zip(step.values, rest, strict=True)]
    text = escape(first) + "".join(told)
    return text[:1].upper() + text[1:]


def verb(says: Phrases, who: n.Expr, one: str, many: str) -> str:
    return many if isinstance(who, n.You) or says.plural(who) else one


CLAUSES: dict[type, Callable[[Phrases, Any], str]] = {
    n.Roll: _roll, n.MoveDice: _move_dice, n.MoveByLot: _move_by_lot, n.TurnDie: _turn_die, n.Swap: _swap, n.Show: _show,
    n.Set: _set, n.Add: _add, n.Take: _take,
    n.EndTurn: _end_turn, n.EndRound: _end_round, n.PlayTurn: _play_turn, n.PlayGame: _play_game, n.ExtraTurn: _extra_turn,
    n.Eliminate: _eliminate, n.Wins: _wins, n.BestWins: _best_wins, n.Say: _say,
}  # fmt: skip
