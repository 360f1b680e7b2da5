"""Pairs of worlds that differ only in what a seat may not know: the pages that are sent to it are the same, byte for byte.

python -m tests.web.pairs 1000     how many pairs of each game
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from html import unescape

from attrs import evolve

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.session.entries import LogEntry
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import view
from dicedsl.interpreter.web.page import Page
from dicedsl.interpreter.web.server_drawing import Press
from dicedsl.interpreter.web.sitting import Sitting

from ..hostile.worlds import Leak, _go_on

GAMES = ("perfecto", "liars-dice", "47-wolf", "15-storing-scores", "36-slipped")
DO = re.compile(r'data-do="([^"]+)"')
STEPS = 30
PRESSES = 4


def pair(table: GameTable, me: int | None, seed: int, steps: int = STEPS) -> Counter[str]:
    """One pair, played until the rules show the difference; what was compared. `me` None looks on."""
    chance, rng = Chance(seed), random.Random(seed)
    people = [f"N{i}" for i in range(table.players)]
    worlds = Session(table, people, 2 * seed, "ask"), Session(table, people, 2 * seed + 1, "ask")
    eyes = 0 if me is None else me
    counts: Counter[str] = Counter()
    for _ in range(steps):
        needs = {world.need() for world in worlds}
        shown = [(world.view(eyes), world.view(None)) for world in worlds]
        over = any(need.kind == "over" for need in needs)  # then everybody shows what they had
        if over or len(needs) > 1 or shown[0] != shown[1]:
            counts["shown by the rules"] += 1
            break
        _compare(table, worlds, me, rng, counts)
        need = worlds[0].need()
        if need.kind == "roll":  # with real dice only what nobody sees falls by itself: here differently
            for world in worlds:
                world.advance()
        elif need.kind == "typed" and not table.rolling(worlds[0].state):
            if not _draw(table, worlds, eyes, chance, rng):
                break
        elif not _go_on(table, worlds, eyes, need, chance):
            break
        if worlds[0].entries[-1].told != worlds[1].entries[-1].told:
            counts["said by the rules"] += 1
            break
    return counts


def _draw(table: GameTable, worlds: tuple[Session, Session], me: int, chance: Chance, rng: random.Random) -> bool:
    """A lot; in the other world another one, if nobody here can tell. Whether there is one: what can be drawn may be hidden itself."""
    drawn = table.sample(worlds[0].state, chance)
    after = table.apply(worlds[0].state, drawn)
    others = table.outcomes(worlds[1].state)
    rng.shuffle(others)
    for other in others:
        now = table.apply(worlds[1].state, other)
        if all(view(table, after, seat) == view(table, now, seat) for seat in (me, None)):
            worlds[0].enter_roll(drawn.values)
            worlds[1].enter_roll(other.values)
            return True
    return False


def _compare(
    table: GameTable, worlds: tuple[Session, Session], me: int | None, rng: random.Random, counts: Counter[str]
) -> None:
    counts["positions"] += 1
    if worlds[0].state.cells == worlds[1].state.cells and _happened(worlds[0]) == _happened(worlds[1]):
        return  # all that is sent follows from these
    # Copies: what is pressed on these pages does not go on in the worlds.
    pages = [Page(Sitting.of(world.up_to(len(world.entries))), me, lambda: None) for world in worlds]
    counts["pages"] += 1
    counts["different worlds"] += worlds[0].state.cells != worlds[1].state.cells
    _same(table, me, pages, "page")
    for _ in range(PRESSES):
        dos = [do for do in DO.findall(pages[0].html()) if not do.startswith(("fell", "typed", "lot"))]
        if not dos:
            return
        do = unescape(rng.choice(dos))
        for page in pages:
            page.handle_press(Press(do))
        if any(len(p.sitting.session.entries) != len(w.entries) for p, w in zip(pages, worlds, strict=True)):
            same = len({len(p.sitting.session.entries) for p in pages}) == 1
            if not same:
                raise Leak(f"{table.about.title}: {do} is a move in one world only")
            return
        counts["presses"] += 1
        _same(table, me, pages, do)


def _happened(world: Session) -> list[LogEntry]:
    """What was done, whenever that was: how many pages are compared must not depend on the clock."""
    return [evolve(entry, at=0, took=0) for entry in world.entries]


def _same(table: GameTable, me: int | None, pages: list[Page], what: str) -> None:
    sent = [(page.html(), page.stamp, page.refused) for page in pages]
    if sent[0] != sent[1]:
        at = next(i for i, (a, b) in enumerate(zip(sent[0][0] + " ", sent[1][0] + " ", strict=False)) if a != b)
        around = [text[0][max(0, at - 60) : at + 60] for text in sent]
        raise Leak(f"{table.about.title}, seat {me}, {what}: {around}")


def run(count: int, games: tuple[str, ...] = GAMES, steps: int = STEPS) -> Counter[str]:
    total: Counter[str] = Counter()
    for name in games:
        game = Game.named(name)
        players = min(game.about.counts or (2,))
        table = game.table(max(2, players), starter=0)
        for seed in range(count):
            me = None if seed % 5 == 4 else seed % table.players
            counts = pair(table, me, seed, steps)
            total += counts
            total[f"{name}: different worlds"] += counts["different worlds"]
    return total


if __name__ == "__main__":
    for what, number in sorted(run(int(sys.argv[1]) if len(sys.argv) > 1 else 100).items()):
        print(f"{number:>9,}  {what}")
