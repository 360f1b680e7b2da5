"""How near to the best possible play of Pig for two a bot comes: it plays against the solved game.

    python benchmarks/pig_optimum.py [--bot strong] [--seconds 1] [--games 20] [--goal 100] [--seed 1000] [--processor]

Todd Neller and Clifton Presser have solved Pig ("Optimal Play of the Dice Game Pig", 2004): the chance to win with i points
against j, with k in the pot, is that of the better of rolling and holding. These equations are worked out here, pair by pair of scores, to
the last digit. A bot that plays as well wins half of the games, since seats go round. Each of its choices that is not the best costs a
known part of the chance to win, so half less the mean of what a game's choices cost is the share it wins, with much less luck in it
than in who won. With `--processor` bots think for so many seconds of processor time, whatever else the machine does.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt

from dicedsl.interpreter.bots import Bot, Budget, Knowledge, bot_named
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.state import Move, Outcome, State

CLOSE = 1e-12
Chances = dict[tuple[int, int], list[float]]


class Solved:
    """The chance of who is on turn to win, by the scores of both and the pot."""

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.chances: Chances = {}
        for total in range(2 * goal - 2, -1, -1):
            for own in range(max(0, total - goal + 1), min(goal - 1, total) + 1):
                other = total - own
                if own <= other:
                    self._solve(own, other)

    def _solve(self, own: int, other: int) -> None:
        """Two who may bust and bust again: each depends on the other, until nothing changes."""
        first, second = 0.5, 0.5
        while True:
            self.chances[own, other] = self._turn(own, other, 1.0 - second)
            self.chances[other, own] = self._turn(other, own, 1.0 - self.chances[own, other][0])
            now = self.chances[own, other][0], self.chances[other, own][0]
            if abs(now[0] - first) + abs(now[1] - second) < CLOSE:
                return
            first, second = now

    def _turn(self, own: int, other: int, bust: float) -> list[float]:
        left = self.goal - own
        chances = [1.0] * (left + 6)
        for pot in range(left - 1, -1, -1):
            roll = (bust + sum(chances[pot + 2 : pot + 7])) / 6
            hold = 0.0 if pot == 0 else 1.0 - self.chances[other, own + pot][0]
            chances[pot] = max(roll, hold)
        return chances[:left]

    def roll(self, own: int, other: int, pot: int) -> float:
        chances = self.chances[own, other]
        after = [chances[pot + n] if pot + n < len(chances) else 1.0 for n in range(2, 7)]
        return (1.0 - self.chances[other, own][0] + sum(after)) / 6

    def hold(self, own: int, other: int, pot: int) -> float:
        return 1.0 if own + pot >= self.goal else 1.0 - self.chances[other, own + pot][0]


def played(solved: Solved, bot: Bot, seat: int, seed: int) -> tuple[bool, float, int]:
    """One game: whether the bot at this seat won, what its choices cost, and how many they were."""
    table = Game.named("pig").table(2, {"goal": solved.goal}, starter=0)
    fortune = Chance(seed)
    states: list[State] = [table.start()]
    actions: list[Move | Outcome] = []
    place = {slot.name: slot.base for slot in table.program.slots}
    lost, choices = 0.0, 0
    while (turn := table.turn(states[-1])).kind != "over":
        state = states[-1]
        if turn.kind == "chance":
            action: Move | Outcome = table.sample(state, fortune)
        else:
            now = turn.seats[0]
            own, other = (state.cells[place["score"] + player] for player in (now, 1 - now))
            pot = state.cells[place["pot"]]
            moves = {move.text: move for move in table.moves(state, now)}
            worth = {"roll": solved.roll(own, other, pot), "hold": solved.hold(own, other, pot)}
            best = max(moves, key=lambda text: worth[text])
            action = moves[best]
            if now == seat and len(moves) > 1:
                action = bot.choose(Knowledge(table, states, actions, now), Chance(derived_seed(seed, 1, len(actions))))
                lost += worth[best] - worth[action.text]
                choices += 1
        actions.append(action)
        states.append(table.apply(state, action))
    result = table.result(states[-1])
    assert result is not None
    return seat in result.winners, lost, choices


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--goal", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--processor", action="store_true")
    given = parser.parse_args()
    if given.processor:
        time.perf_counter = time.process_time  # all that bots look at
    solved = Solved(given.goal)
    print(f"solved: who begins wins {100 * solved.chances[0, 0][0]:.2f} %", flush=True)
    won, lost, choices = 0, list[float](), 0
    for game in range(given.games):
        found = played(
            solved, bot_named(given.bot, Budget(seconds=given.seconds)), game % 2, derived_seed(given.seed, game // 2)
        )
        won += found[0]
        lost.append(found[1])
        choices += found[2]
    mean = sum(lost) / len(lost)
    spread = sqrt(sum((x - mean) ** 2 for x in lost) / max(1, len(lost) - 1) / len(lost))
    print(
        f"{given.bot}, {given.seconds:g} s: won {won} of {len(lost)}; by what its {choices} choices cost it wins "
        f"{50 - 100 * mean:.1f} % (plus or minus {196 * spread:.1f})"
    )


if __name__ == "__main__":
    main()
