"""Pairs of worlds that differ only in what a seat may not know: that seat must be answered the same in both, byte for byte.

python tests/hostile/worlds.py 10000     how many pairs (default 1,000), and after it a seed
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from functools import cache

from dicedsl.errors import DiceError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model.events import events_of
from dicedsl.interpreter.model.model import model_of, open_choice_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.shown_words import ShownWords
from dicedsl.interpreter.play.session.entries import LogEntry, Need
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.session.transcript import transcript
from dicedsl.interpreter.show.draw import table_lines
from dicedsl.interpreter.state import Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import View, has_secrets, move_as_told, seen_dice, view
from dicedsl.rulebook.library import games

STEPS = 50
TYPED = 16  # texts tried in a position


class Leak(AssertionError):
    """A seat can tell two worlds apart that it must not."""


@cache
def secretive() -> tuple[GameTable, ...]:
    """Every shipped game and variant in which something is hidden, for the fewest players and for more."""
    found = []
    for name, path in games():
        text = path.read_text("utf-8")
        if not any(word in text for word in ("seen by", "at once", "changes ", "in secret", "secret ")):
            continue
        game = Game.named(name)
        counts = game.about.counts or (2,)
        for variant in ((), *((v,) for v in game.variants)):
            for count in dict.fromkeys((counts[0], counts[-1] if len(counts) > 1 else counts[0] + 1)):
                try:
                    table = game.table(count, variants=variant, starter=0)
                except DiceError:
                    continue
                if table.players > 1 and (has_secrets(table) or any(d.at_once for d in table.program.decisions)):
                    found.append(table)
    return tuple(found)


def pair(table: GameTable, me: int, seed: int, steps: int = STEPS) -> Counter[str]:
    """One pair of worlds, played until they end or the rules show the difference; what was compared."""
    chance, rng = Chance(seed), random.Random(seed)
    people = [f"N{i}" for i in range(table.players)]
    worlds = Session(table, people, 0, "ask"), Session(table, people, 0, "ask")
    counts: Counter[str] = Counter()
    for _ in range(steps):
        needs = {w.need() for w in worlds}
        if len(needs) > 1 or worlds[0].view(me) != worlds[1].view(me):
            counts["shown by the rules"] += 1
            break
        need = needs.pop()
        if need.kind == "over":
            break  # then everybody shows what they had
        _compare(table, worlds, me, rng, counts)
        if not _go_on(table, worlds, me, need, chance):
            break
        if worlds[0].entries[-1].told != worlds[1].entries[-1].told:
            counts["said by the rules"] += 1
            break
        if not _told_alike(table, worlds, me, counts):
            counts["shown by the rules"] += 1
            break
    return counts


def _told_alike(table: GameTable, worlds: tuple[Session, Session], me: int, counts: Counter[str]) -> bool:
    """Whether the last step is told alike; if not, the rules must have shown the difference on the way."""
    reader = Reader(me, tuple(s.name for s in worlds[0].seats))
    last = [w.entries[-1] for w in worlds]
    told = [events_of(table, e.step, reader) for e in last]
    counts["events"] += len(told[0])
    if told[0] == told[1]:
        return True
    if any(table.is_over(e.after) for e in last) or _seen_on_the_way(table, last[0], me) != _seen_on_the_way(
        table, last[1], me
    ):
        return False
    raise Leak(f"{table.about.title}, P{me + 1}: what happened is told as {told[0]} and {told[1]}")


def _seen_on_the_way(table: GameTable, entry: LogEntry, me: int) -> list[View]:
    """What a seat sees before, at each moment of a step, and after it."""
    _, moments = table.moments(entry.before, entry.action)
    states = [entry.before, *(State(table, m.cells) for m in moments), entry.after]
    return [view(table, state, me) for state in states]


def modelled(table: GameTable, world: Session, me: int, rng: random.Random) -> str:
    """All that a front end has to show a seat, with a path of picks through the choice at hand."""
    names = [s.name for s in world.seats]
    model = model_of(table, world.state, me, names, by_hand=True)
    told = [json.dumps(model.as_json())]
    if model.question is not None and not model.question.waiting and model.question.alternatives:
        asking = open_choice_of(table, world.state, Reader(me, tuple(names)))
        for alternative in model.question.alternatives:
            values: tuple[int, ...] = ()
            while alternative.ways and len(values) < len(alternative.picks):
                pick = asking.pick(alternative.index, values)
                told.append(repr(pick))
                if not pick.options:
                    break
                option = pick.options[rng.randrange(len(pick.options))].value
                values = (*values, 1 << option if pick.many else option)
    return "\n".join(told)


def _compare(
    table: GameTable, worlds: tuple[Session, Session], me: int, rng: random.Random, counts: Counter[str]
) -> None:
    one, other = worlds
    counts["positions"] += 1
    if transcript(one, me) != transcript(other, me):
        raise Leak(
            f"{table.about.title}, P{me + 1}: the log differs: {transcript(one, me)} and {transcript(other, me)}"
        )
    for world in worlds:
        _compare_words(table, world, me, counts)
    if one.state.cells == other.state.cells:
        return  # all the rest follows from the position
    counts["different positions"] += 1
    names = [s.label for s in one.seats]
    for what, first, second in (
        ("view", json.dumps(one.view(me).as_json()), json.dumps(other.view(me).as_json())),
        ("model", *_models(table, worlds, me, rng)),
        ("table", table_lines(table, one.state, me, names), table_lines(table, other.state, me, names)),
    ):
        if first != second:
            raise Leak(f"{table.about.title}, P{me + 1}: the {what} differs: {first!r} and {second!r}")
    listed = [_moves(table, w, me) for w in worlds]
    if listed[0] != listed[1]:
        raise Leak(f"{table.about.title}, P{me + 1}: the moves differ: {listed}")
    for _ in range(TYPED):
        text = typed(table, one, listed[0], rng)
        answers = [answer(table, w, me, text) for w in worlds]
        counts["typed texts"] += 1
        counts["refused"] += answers[0] != "allowed"
        if answers[0] != answers[1]:
            raise Leak(f"{table.about.title}, P{me + 1}: {text!r} is answered {answers[0]!r} and {answers[1]!r}")


def _compare_words(table: GameTable, world: Session, me: int, counts: Counter[str]) -> None:
    """A word that is shown is what it comes to: nobody is told what it would be if hidden dice showed nothing."""
    words, reader, cells = ShownWords.of(table), Reader(me, tuple(s.label for s in world.seats)), world.state.cells
    for info in words.all:
        for keys in words.rows(info):
            shown = words.text(info, cells, reader, *keys)
            counts["words"] += shown is not None
            if shown not in {None, words.text(info, cells, reader, *keys, revealed=True)}:
                raise Leak(f"{table.about.title}, P{me + 1}: {info.name} of {keys} is shown as {shown}")


def _models(table: GameTable, worlds: tuple[Session, Session], me: int, rng: random.Random) -> tuple[str, str]:
    seed = rng.random()
    one, other = (modelled(table, world, me, random.Random(seed)) for world in worlds)
    return one, other


def _moves(table: GameTable, world: Session, me: int) -> list[str]:
    if table.turn(world.state).kind == "report":
        return []
    try:
        return [m.text for m in table.moves(world.state, me)]
    except DiceError as error:
        return [str(error)]


def answer(table: GameTable, world: Session, me: int, text: str) -> str:
    """What a seat hears that asks about a move."""
    try:
        move = table.parse_move(world.state, me, text, world.names)
        refused = table.why_not(world.state, me, move)
    except DiceError as error:
        return str(error)
    return "allowed" if refused is None else refused


def typed(table: GameTable, world: Session, moves: list[str], rng: random.Random) -> str:
    """Something a player might type: a move with words changed, or words at random."""
    decision = table.decision(world.state)
    words = ["all", "none", "and", "of", "?", "yes", "no", "(1,1)", "nobody"]
    words += (
        [f"P{i + 1}" for i in range(table.players)] + [str(i) for i in range(1, 8)] + [f"d{i}" for i in range(1, 8)]
    )
    words += [f"{i} of P{p + 1}" for i in (1, 3, 5, 6) for p in range(table.players)]
    words += [a.name for a in table.program.adjectives] + [
        v for k in table.program.kinds.values() for v in k.values[:3]
    ]
    if moves and rng.random() < 0.5:
        pieces = rng.choice(moves).split()
        for _ in range(rng.randrange(3)):
            at = rng.randrange(len(pieces) + 1)
            pieces[at : at + rng.randrange(2)] = [rng.choice(words)] * rng.randrange(3)
        return " ".join(pieces)
    name = rng.choice(decision.alternatives).name if decision is not None else "roll"
    return " ".join([name, *(rng.choice(words) for _ in range(rng.randrange(6)))])


def _go_on(table: GameTable, worlds: tuple[Session, Session], me: int, need: Need, chance: Chance) -> bool:
    """The same in both worlds as far as `me` can see, and otherwise something else."""
    states = [w.state for w in worlds]
    try:
        if table.turn(states[0]).kind == "chance":
            outcome = table.sample(states[0], chance)
            if not table.rolling(states[0]):
                _fall(worlds[1], _other_lot(table, states, me, outcome, chance))
                _fall(worlds[0], outcome.values)
                return True
            visible = seen_dice(table, states[1], me, shown=False)
            values = []
            for die, number in zip(table.rolling(states[1]), outcome.values, strict=True):
                faces = table.program.dice[die].faces
                values.append(number if visible >> die & 1 else faces[chance.below(len(faces))])
            _fall(worlds[0], outcome.values)
            _fall(worlds[1], values)
            return True
        if need.kind == "report":
            move = table.report_by_odds(states[0], chance)
            for world in worlds:
                world.answer(move)
            return True
        moves = table.moves(states[0], need.seat)
        move = moves[chance.below(len(moves))]
        if need.seat == me:
            worlds[1].answer(move)
        else:
            # Another player may do something else in secret.
            decision = table.decision(states[0])
            secret = decision is not None and decision.at_once
            heard = move_as_told(table, states[0], move, me)
            like = [
                m for m in table.moves(states[1], need.seat) if secret or move_as_told(table, states[1], m, me) == heard
            ]
            if not like:
                return False
            worlds[1].answer(like[chance.below(len(like))])
        worlds[0].answer(move)
    except DiceError:
        return False
    return True


def _fall(world: Session, values: Iterable[int]) -> None:
    """Also dice that nobody sees, which a session rolls by itself."""
    world._append(world.outcome_of(tuple(values)), world.need())


def _other_lot(table: GameTable, states: list[State], me: int, outcome: Outcome, chance: Chance) -> tuple[int, ...]:
    """Another lot for the other world, if `me` could not tell it from the one drawn."""
    after = view(table, table.apply(states[0], outcome), me)
    lots = table.outcomes(states[1])
    for _ in range(3):
        other = lots[chance.below(len(lots))]
        if view(table, table.apply(states[1], other), me) == after:
            return other.values
    return outcome.values


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tables, total, began = secretive(), Counter[str](), time.perf_counter()
    for i in range(count):
        table = tables[i % len(tables)]
        total += pair(table, (i // len(tables)) % table.players, seed * 1_000_003 + i)
        if (i + 1) % 500 == 0:
            print(f"{i + 1} pairs, {dict(total)}, {time.perf_counter() - began:.0f} s", flush=True)
    print(f"{count} pairs of worlds in {len(tables)} games and variants, no difference; {dict(total)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
