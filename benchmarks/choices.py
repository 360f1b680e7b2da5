"""Whose choices are better: the same positions are put to `quick` and to `strong`, and where they differ both moves are played on.

    python benchmarks/choices.py [--seconds 1] [--bots quick,strong] [--positions 8] [--games 3] [--judged 1200] [--learning 5] [--processor]
                                 [--seed 77] [NAME...]

Positions come from games of `quick` with a small budget against itself. Each bot keeps what it has learnt within a
game, as at a table. Where two bots take different moves, both are played on with the same dice many times, by players
who go by weights that were learnt for some seconds (`bots/search/native_search.py`): a common policy that is fast and
beats games at random by far. What is told is how much better the second bot's move is than the first's, on average over
all positions (0 where both take the same): by the chance to win, and by how far ahead it leaves the seat, each with its
standard error. That costs a small part of whole games. It says nothing where nothing is left to chance, since these
players then always play the same game. Rulebooks in which something is hidden cannot be looked at like that.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt

from attrs import field, frozen
from opponents import AGAINST

from dicedsl.interpreter.bots import Budget, Knowledge, bot_named
from dicedsl.interpreter.bots.knowledge import can_hide
from dicedsl.interpreter.bots.search.judge import SCORE_PART, Judge
from dicedsl.interpreter.bots.search.native_search import NativeSearch
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable

PLAYED = "quick:400p"  # who plays the games that positions come from
WORLDS = 60  # ways for dice to fall after a move
Worth = tuple[float, float]  # the chance to win, and how far ahead


@frozen
class Position:
    """What a seat of a game had before it, and what its moves were found to be worth."""

    game: int
    states: list[State]
    actions: list[Move | Outcome]
    seat: int
    found: dict[int, Worth] = field(factory=dict)

    def knowledge(self, table: GameTable) -> Knowledge:
        return Knowledge(table, self.states, self.actions, self.seat)


def settled(table: GameTable, state: State, fortune: Chance) -> State:
    """Where somebody chooses next, or the end."""
    while (turn := table.turn(state)).kind in ("chance", "report"):
        outcome = table.sample(state, fortune) if turn.kind == "chance" else table.report_by_odds(state, fortune)
        state = table.apply(state, outcome)
    return state


def positions(table: GameTable, given: argparse.Namespace) -> list[Position]:
    """Some of each game, spread over all of it, of one seat."""
    found: list[Position] = []
    for game in range(given.games):
        fortune, bot = Chance(derived_seed(given.seed, game)), bot_named(PLAYED)
        states: list[State] = [table.start()]
        actions: list[Move | Outcome] = []
        here: list[tuple[int, int]] = []
        while (turn := table.turn(states[-1])).kind != "over":
            action: Move | Outcome
            if turn.kind == "chance":
                action = table.sample(states[-1], fortune)
            elif turn.kind == "report":
                action = table.report_by_odds(states[-1], fortune)
            else:
                knowledge = Knowledge(table, states, actions, turn.seats[0])
                if len(knowledge.moves) > 1 and turn.seats[0] == game % table.players:
                    here.append((len(actions), turn.seats[0]))
                action = bot.choose(knowledge, Chance(derived_seed(given.seed, game, len(actions))))
            actions.append(action)
            states.append(table.apply(states[-1], action))
        step = max(1, len(here) // given.positions)
        for number, seat in here[game % step :: step][: given.positions]:
            found.append(Position(game, states[: number + 1], actions[:number], seat))
    return found


def choices(table: GameTable, found: list[Position], level: str, given: argparse.Namespace) -> list[int]:
    """The number of the move that a bot takes in each position."""
    taken, game, bot = list[int](), -1, bot_named(level, Budget(seconds=given.seconds))
    for position in found:
        if position.game != game:
            game, bot = position.game, bot_named(level, Budget(seconds=given.seconds))
        knowledge = position.knowledge(table)
        move = bot.choose(knowledge, Chance(derived_seed(given.seed, 1, len(position.actions))))
        taken.append(knowledge.moves.index(move))
    return taken


def ended(judge: Judge, cells: Cells, seat: int) -> Worth:
    """What the end of a game is worth to a seat."""
    values = judge.values_at_end(cells)
    won = values[judge.players + seat]
    return won, (values[seat] - (1 - SCORE_PART) * won) / SCORE_PART


class Policy:
    """Players who have learnt for some seconds from the start of the game."""

    def __init__(self, table: GameTable, seconds: float, judged: int) -> None:
        self.table = table
        self.each = max(1, judged // WORLDS)
        self.search = NativeSearch(table, table.runner("native"))  # type: ignore[arg-type]
        state, spending = settled(table, table.start(), Chance(1)), Budget(seconds=seconds).begin()
        judge = Judge(table, state.cells, 1, spending)
        self.search.begin([state.cells], table.turn(state).seats[0], judge, Chance(1))
        self.search.practise(spending, 1.0)

    def worth(self, position: Position, number: int) -> Worth:
        """What a move is worth to who takes it."""
        if number in position.found:
            return position.found[number]
        table, search = self.table, self.search
        after = table.apply(position.states[-1], position.knowledge(table).moves[number])
        ends = [settled(table, after, Chance(derived_seed(2, world))) for world in range(WORLDS)]
        over = [end.cells for end in ends if table.turn(end).kind == "over"]
        going = [end.cells for end in ends if table.turn(end).kind != "over"]
        judge = Judge(table, position.states[-1].cells, 1, Budget(playouts=100).begin())
        parts = []
        for part in (0.0, 1.0):
            search.begin(going or over, position.seat, judge, Chance(3))
            total = 0.0
            if going:
                total += len(going) * search.values_played_on(self.each * len(going), part)[position.seat]
            total += sum(ended(judge, cells, position.seat)[int(part)] for cells in over)
            parts.append(total / WORLDS)
        position.found[number] = parts[0], parts[1]
        return position.found[number]


def told(differences: list[float]) -> str:
    """The mean and its standard error, in hundredths."""
    count = len(differences)
    mean = sum(differences) / count
    error = sqrt(sum((x - mean) ** 2 for x in differences) / max(1, count - 1) / count)
    return f"{100 * mean:+.2f} +- {100 * error:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--bots", default="quick,strong")
    parser.add_argument("--positions", type=int, default=8, help="of each game")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--judged", type=int, default=1_200, help="games for each move where bots differ")
    parser.add_argument("--learning", type=float, default=5.0, help="seconds for those who play on to learn")
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("names", nargs="*", default=["spicy-dice", "yahtzee", "farkle", "grand-poobah"])
    given = parser.parse_args()
    for name in given.names:
        if name not in AGAINST:
            parser.error(f"{name!r} is not measured; there are: {', '.join(AGAINST)}")
    if given.processor:
        time.perf_counter = time.process_time  # all that bots look at
    first, *others = given.bots.split(",")
    for name in given.names:
        rulebook, options = AGAINST[name]
        table = GameTable(Game.named(rulebook).program(2, options, starter=0))
        if can_hide(table):
            parser.error(f"{name}: something is hidden there, and those who play on cannot leave it out")
        found, policy = positions(table, given), Policy(table, given.learning, given.judged)
        base = choices(table, found, first, given)
        for level in others:
            wins, leads = list[float](), list[float]()
            taken = choices(table, found, level, given)
            for position, one, other in zip(found, base, taken, strict=True):
                before, after = policy.worth(position, one), policy.worth(position, other)
                wins.append(after[0] - before[0])
                leads.append(after[1] - before[1])
            differ = sum(one != other for one, other in zip(base, taken, strict=True))
            print(
                f"{name}: {level} instead of {first}, {differ} of {len(found)} differ; "
                f"chance {told(wins)} %, ahead {told(leads)} %",
                flush=True,
            )


if __name__ == "__main__":
    main()
