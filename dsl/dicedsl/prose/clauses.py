"""Steps that are said in one clause: `roll your dice`, `the turn ends`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from dicedsl.prose.conditions import bearer, has
from dicedsl.prose.name_nouns import NUMBER, walk
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.sentences import WORDS_AFTER_HEAD, escape, extreme, state_sentence
from dicedsl.prose.usual_play import is_called_so, is_open
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n
from dicedsl.syntax.text_values import pieces
from dicedsl.text.english import listed

# ------------------------------------------------------------------ dice


def _roll(phrases: Phrases, step: n.Roll) -> str:
    return f"roll {phrases.members(step.dice).removesuffix(' together')}"


def _move_dice(phrases: Phrases, step: n.MoveDice) -> str:
    what = phrases.amount(step.amount, step.dice) if step.amount is not None else phrases.value(step.dice)
    return f"move {what.removesuffix(' together')} to {phrases.value(step.target)}"


def _move_by_lot(phrases: Phrases, step: n.MoveByLot) -> str:
    what = phrases.value(step.dice).removesuffix(" together")
    return f"lay out {what} by lot, one die on each of {phrases.members(step.places)}"


def _turn_die(phrases: Phrases, step: n.TurnDie) -> str:
    return f"turn {phrases.value(step.die)} to {_number(phrases, step.number)}"


def _swap(phrases: Phrases, step: n.Swap) -> str:
    return f"exchange what stands on {phrases.value(step.left)} and on {phrases.value(step.right)}"


def _show(phrases: Phrases, step: n.Show) -> str:
    return f"show {phrases.value(step.dice)} to everybody"


# ------------------------------------------------------------------ memory


def _set(phrases: Phrases, step: n.Set) -> str:
    target = step.target
    if isinstance(target, (n.Name, n.Your, n.Apply)) and isinstance(step.value, n.Truth):
        name = target.phrase.text
        now = "now" if step.value.value else "no longer"
        if name in phrases.facts.sentences:
            return state_sentence(phrases.facts.sentences[name], now)
        if name in phrases.facts.states:
            return f"{bearer(phrases, target)} {now} {name}"
        if name in phrases.facts.owned:
            return has(phrases, target, now)
        if name in phrases.facts.marks:
            who = bearer(phrases, target).removesuffix(" is").removesuffix(" are")
            if step.value.value:
                return f"mark {'yourself' if who == 'you' else who} “{name}”"
            return f"take the mark “{name}” from {'yourself' if who == 'you' else who}"
    if isinstance(target, (n.Name, n.Your, n.Apply)) and target.phrase.text in phrases.facts.marks:
        who = bearer(phrases, target).removesuffix(" is").removesuffix(" are")
        marked = f"mark {'yourself' if who == 'you' else who} “{target.phrase.text}”"
        return f"{marked} if {phrases.condition(step.value)}, and take the mark away if not"
    called = phrases.value(target)
    if _is_role(phrases, target) and not isinstance(step.value, n.Nothing):
        one = "become" if isinstance(step.value, n.You) else "becomes"
        return f"{phrases.value(step.value)} {one} {called}"
    if isinstance(step.value, n.Nothing):
        return f"{phrases.condition(n.Is(target, False, n.Same(step.value)))} now"
    text = (
        phrases.condition(step.value)
        if phrases.is_truth(step.value) and not isinstance(step.value, n.Truth)
        else _number(phrases, step.value)
    )
    return f"{called} {'are' if phrases.plural(target) else 'is'} now {text}"


def _add(phrases: Phrases, step: n.Add) -> str:
    what = "yourself" if isinstance(step.value, n.You) else _number(phrases, step.value)
    return f"add {what} to {phrases.value(step.target)}"


def _take(phrases: Phrases, step: n.Take) -> str:
    what = "yourself" if isinstance(step.value, n.You) else _number(phrases, step.value)
    return f"take {what} from {phrases.value(step.target)}"


SUM = re.compile(r"\((?=[^()]*(?: plus | minus | times |divided by ))([^()]*)\)")


def _number(phrases: Phrases, value: n.Expr) -> str:
    """A value by itself: a sum that a rule is given needs no brackets there."""
    text = phrases.value(value)
    whole = SUM.fullmatch(text) if isinstance(value, n.Name) else None
    return text if whole is None else whole[1]


def _is_role(phrases: Phrases, target: n.Expr) -> bool:
    """Whether somebody is remembered there: the bidder, the opener."""
    if not isinstance(target, n.Name):
        return False
    return _is_name_of_somebody(phrases, target.phrase)


def kept_by(step: n.Step) -> str:
    """The name of what a step sets or counts."""
    phrase = _kept(step)
    return "" if phrase is None else phrase.text


def _kept(step: n.Node) -> n.Phrase | None:
    target = step.target if isinstance(step, (n.Set, n.Add, n.Take)) else None
    while isinstance(target, n.At):
        target = target.subject
    return target.phrase if isinstance(target, (n.Name, n.Your, n.Apply)) else None


def unread(book: Rulebook) -> frozenset[str]:
    """Who or what is remembered and never asked for, in no variant either; numbers are for players to compare."""
    tables = (book.flows, book.rules, book.words, book.zones, book.options, book.memories, book.variants, book.shown)
    nodes = [node for part in (*tables, book.standing, book.hooks) for node in walk(part)]
    kept = {id(phrase): phrase.text for node in nodes if (phrase := _kept(node)) is not None}
    given = {id(memory.name) for memory in book.memories.values()}
    asked = {x.text for x in nodes if isinstance(x, n.Phrase) and id(x) not in kept and id(x) not in given}
    return frozenset(
        name
        for name in book.memories.keys() & set(kept.values())
        if isinstance(book.memories[name].initial, n.Nothing)
        and not any(text == name or text.endswith(f" {name}") for text in asked)
    )


# ------------------------------------------------------------------ the course of the game


def _end_turn(phrases: Phrases, step: n.EndTurn) -> str:
    return "the turn ends"


def _end_round(phrases: Phrases, step: n.EndRound) -> str:
    return "the round ends"


def _play_turn(phrases: Phrases, step: n.PlayTurn) -> str:
    if step.player is None:
        return "play a turn"
    return f"{phrases.value(step.player)} {verb(phrases, step.player, 'plays', 'play')} a turn"


def _play_game(phrases: Phrases, step: n.PlayGame) -> str:
    return "play a game"


def _extra_turn(phrases: Phrases, step: n.ExtraTurn) -> str:
    return "you have an extra turn after this one"


def _eliminate(phrases: Phrases, step: n.Eliminate) -> str:
    return f"{phrases.value(step.players)} {verb(phrases, step.players, 'is', 'are')} out"


def _wins(phrases: Phrases, step: n.Wins) -> str:
    match = " the match" if step.match else ""
    if isinstance(step.players, n.Nothing):
        return f"nobody wins{match}"
    return f"{phrases.value(step.players)} {verb(phrases, step.players, 'wins', 'win')}{match}"


def _best_wins(phrases: Phrases, step: n.BestWins) -> str:
    match = " the match" if step.match else ""
    shared = f"{tie_breaks(phrases, step)}; if they are still equal, they share the win"
    if not step.breaks:
        shared = "equal players share the win"
    return f"the player with {_best(phrases, step)} wins{match}; {shared}"


def tie_breaks(phrases: Phrases, step: n.BestWins) -> str:
    """Which of the players who are equal wins."""
    who = ", and then ".join(f"the one with {_best(phrases, ranking)}" for ranking in step.breaks)
    return f"of equal players, {who}"


def _best(phrases: Phrases, ranking: n.BestWins | n.TieBreak) -> str:
    measure = phrases.value(ranking.measure).removeprefix("the ")
    return f"the {extreme(ranking.highest, measure)} {measure}"


def _say(phrases: Phrases, step: n.Say) -> str:
    """Somebody or something is said by its name; in place of a number it is told what is announced."""
    first, *rest = pieces(step.text.value)
    text = escape(first)
    announced: dict[str, None] = {}
    for value, after in zip(step.values, rest, strict=True):
        called = phrases.value(value)
        if not _is_read_out(phrases, value):
            text = f"{_before(text, called)}{called}"
        else:
            text += GAP
            if is_open(phrases.facts.book, value) and is_called_so(value, step.text.value):
                called = ""
            announced[called] = None
        text += escape(after)
    what = listed(filter(None, announced))
    text = NEW_SENTENCE.sub(lambda match: match[0].upper(), text[:1].upper() + text[1:])
    if what and not re.search(r"[^\W_]", text.replace(GAP, "")):
        return f"announce {what}"
    return f"announce {what}: “{text}”" if what else f"announce: “{text}”"


GAP = "[…]"
NEW_SENTENCE = re.compile(r"(?<=[.!?] )[a-z]")


def _is_read_out(phrases: Phrases, value: n.Expr) -> bool:
    """Whether it is a number or a word such as `salt`, which nobody knows before it is said."""
    if isinstance(value, (n.Their, n.Your, n.Apply)) and _is_name_of_somebody(phrases, value.phrase):
        return True  # on a ballot: whose it is says nothing of whom it names
    if isinstance(value, (n.You, n.Your)):
        return phrases.noun(value) is NUMBER
    sort = phrases.sort(value)
    if sort is None or (isinstance(value, n.Name) and value.phrase.text in phrases.facts.lone):
        return False
    kept = isinstance(value, n.Name) and value.phrase.text in phrases.facts.book.memories
    return sort.noun is NUMBER or (kept and sort.noun.plural in phrases.facts.plurals)


def _is_name_of_somebody(phrases: Phrases, name: n.Phrase) -> bool:
    memory = phrases.facts.book.memories.get(name.text)
    return memory is not None and isinstance(memory.initial, n.Nothing) and memory.initial.word == "nobody"


DETERMINED = re.compile(r"(?:the|that|your|their|its|an?) (.+)")
NOUN_BEFORE = re.compile(r"(?:\b(?:the|an?) )?\b([a-z]+) (?:of )?$")


def _before(text: str, called: str) -> str:
    """What stands before a value, without the article and the noun that it has itself: `by the {your gate}`, `the number {lucky number of p}`."""
    determined = DETERMINED.match(called)
    if determined is None:
        return text
    noun = NOUN_BEFORE.search(text)
    name = determined[1].split(" of ")[0].split(" ")
    if noun is not None and noun[1] in name and noun[1] not in WORDS_AFTER_HEAD:
        return text[: noun.start()]
    return re.sub(r"\b(?:[Tt]he|[Aa]n?) $", "", text)


def verb(phrases: Phrases, who: n.Expr, one: str, many: str) -> str:
    return many if isinstance(who, n.You) or phrases.plural(who) else one


CLAUSES: dict[type, Callable[[Phrases, Any], str]] = {
    n.Roll: _roll, n.MoveDice: _move_dice, n.MoveByLot: _move_by_lot, n.TurnDie: _turn_die, n.Swap: _swap, n.Show: _show,
    n.Set: _set, n.Add: _add, n.Take: _take,
    n.EndTurn: _end_turn, n.EndRound: _end_round, n.PlayTurn: _play_turn, n.PlayGame: _play_game, n.ExtraTurn: _extra_turn,
    n.Eliminate: _eliminate, n.Wins: _wins, n.BestWins: _best_wins, n.Say: _say,
}  # fmt: skip
