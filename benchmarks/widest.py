"""The longest listing of legal moves in random games of every rulebook and variant, and how long whole games take to step through.

Names of games as arguments look at those only. Processor time is measured; the targets are those of a machine of today.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from attrs import define

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.at_random import action_at_random
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.rulebook.library import games

GAMES = 3  # or fewer, if they take longer than
SECONDS = 4
LISTING = 0.25
GAME = ("23-rasanto", 0.5)
SHOWN = 12


@define
class Measured:
    setting: str
    widest: float = 0.0
    moves: int = 0
    game: float = 0.0

    def __str__(self) -> str:
        return f"{self.setting:45} {1000 * self.widest:6.0f} ms for {self.moves:5} moves, {self.game:7.3f} s a game"


def settings(only: list[str]) -> Iterator[tuple[str, GameTable]]:
    for name, _ in games():
        game = Game.named(name)
        for variant in [(), *((v,) for v in game.variants)]:
            players = game.about_with(variant)
            if not only or name in only:
                most = 4 if players.more else max(players.counts)
                yield " ".join([name, str(most), *variant]), game.table(most, variants=variant)


def measured(setting: str, table: GameTable) -> Measured:
    found, chance, played, begun = Measured(setting), Chance(1), 0, time.process_time()
    while played < GAMES and time.process_time() - begun < SECONDS:
        state = table.start()
        while not table.is_over(state):
            for seat in table.turn(state).seats if table.turn(state).kind in {"choice", "choices"} else ():
                before = time.process_time()
                moves = len(table.bare_moves(state, seat))
                taken = time.process_time() - before
                if taken > found.widest:
                    found.widest, found.moves = taken, moves
            state = table.apply(state, action_at_random(table, state, chance))
        played += 1
    found.game = (time.process_time() - begun) / played
    return found


def main() -> int:
    lines = []
    for setting, table in settings(sys.argv[1:]):
        lines.append(measured(setting, table))
        if sys.stderr.isatty():
            print(f"\r{len(lines)} settings", end="", file=sys.stderr)
    lines.sort(key=lambda line: -line.widest)
    print("\n".join(map(str, lines[:SHOWN])))
    late = [line for line in lines if line.widest > LISTING]
    print(f"{len(lines)} settings; {len(late)} list their widest position in more than {LISTING} s")
    slow = [line for line in lines if line.setting.split()[0] == GAME[0] and line.game > GAME[1]]
    for line in slow:
        print(f"{line.setting}: a game takes {line.game:.2f} s, more than {GAME[1]} s")
    return int(bool(late or slow))


if __name__ == "__main__":
    sys.exit(main())
