"""Games of good players, looked at closely: who was ahead when, which choices mattered, what was offered and what was taken.

How a position stands is asked of games that are played on from it at random. That is not what good players would make of it, but
it is the same measure for every game and needs no word about any.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt

from attrs import define, field, frozen

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots import QUICK, bot_named
from dicedsl.interpreter.bots.search.judge import MOST_PLAYOUT_STEPS
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.lab.game_actions import GameAction, game_actions
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable

KNOWN_CHANCE = 0.9  # the chance of a seat with which it is as good as decided
MOST_ANSWERS_TRIED = 8  # answers to one choice that are compared
CHOICES_FOR_ONE_TRIED = 4  # one choice in so many is looked at for what its answers are worth
MOST_CHOICES = 2_000  # of one game
TIMES_AS_MANY_WEIGHED = 4  # times as many games tell what an answer is worth, since differences are small
Key = tuple[int, int]  # of an alternative: its decision and its number


@frozen
class Looks:
    """Who plays, and by how many games played on a position is judged."""

    by: str = f"{QUICK}:200p"
    playouts: int = 100


@define
class Watched:
    """What was seen in several games. Lists have an entry for each game, or for each choice that was looked at."""

    games: int = 0
    choices: int = 0
    forced: int = 0  # choices with a single answer
    turns: int = 0
    dead: int = 0  # turns in which whose turn it was had nothing to decide
    decisions: list[float] = field(factory=list)
    lead_changes: list[float] = field(factory=list)
    # the part of the choices after which the winner was as good as known
    known_after: list[float] = field(factory=list)
    weights: list[float] = field(factory=list)  # what the best answer is worth above the worst
    offered: Counter[Key] = field(factory=Counter)
    taken: Counter[Key] = field(factory=Counter)
    said: Counter[str] = field(factory=Counter)

    def add(self, other: Watched) -> None:
        for name in ("games", "choices", "forced", "turns", "dead"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("decisions", "lead_changes", "known_after", "weights"):
            getattr(self, name).extend(getattr(other, name))
        for name in ("offered", "taken", "said"):
            getattr(self, name).update(getattr(other, name))


def watch(table: GameTable, seed: int, number: int, looks: Looks) -> Watched:
    """Play game number so-and-so of a seed, and look at it closely."""
    return _Game(table, derived_seed(seed, number), looks).play()


class _Game:
    """One game of good players that is looked at closely."""

    def __init__(self, table: GameTable, seed: int, looks: Looks) -> None:
        self.table = table
        self.seed = seed
        self.looks = looks
        self.seen = Watched(games=1)
        self.chances: list[tuple[float, ...]] = []  # of the seats, at each choice
        self.deciding = Counter[int]()  # choices with several answers in this turn, by seat

    def play(self) -> Watched:
        """Play the game, and give what was seen of it."""
        table, seen = self.table, self.seen
        bots = [bot_named(self.looks.by) for _ in range(table.players)]
        end = table.start()
        turn: tuple[int, ...] = ()
        for step in game_actions(table, bots, self.seed):
            end = step.after
            if step.is_choice:
                if turn != self._turn(step.state):
                    turn = self._turn(step.state)
                    self._end_turn()
                self._choice(step)
            self._count_texts(step)
            if seen.choices >= MOST_CHOICES:
                break
        self._end_turn()
        seen.decisions.append(seen.choices - seen.forced)
        result = table.result(end)
        if result is not None and table.players > 1 and self.chances:
            seen.lead_changes.append(lead_changes(self.chances, self.looks.playouts))
            if len(result.winners) == 1:
                seen.known_after.append(known_after([chances[result.winners[0]] for chances in self.chances]))
        return seen

    def _turn(self, state: State) -> tuple[int, ...]:
        reg = self.table.reg
        return tuple(state.cells[register] for register in (reg.turns_played, reg.rounds, reg.game))

    def _end_turn(self) -> None:
        """Count a turn that is over. It is dead if whoever was asked had a single answer each time."""
        if self.deciding:
            self.seen.turns += 1
            self.seen.dead += not any(self.deciding.values())
        self.deciding.clear()

    def _choice(self, step: GameAction) -> None:
        table, seen, state = self.table, self.seen, step.state
        move = step.action
        assert isinstance(move, Move)
        decision = table.decision(state)
        answers = table.bare_moves(state, move.seat)
        seen.choices += 1
        seen.forced += len(answers) == 1
        self.deciding[move.seat] += len(answers) > 1
        if decision is not None:
            seen.offered.update({(decision.number, index) for index in {answer[0] for answer in answers}})
            seen.taken[decision.number, move.alternative] += 1
        if table.players > 1:
            chances = self._chances(state, 0)
            if chances is not None:
                self.chances.append(chances)
        if len(answers) > 1 and seen.choices % CHOICES_FOR_ONE_TRIED == 1:
            self._weigh(state, move.seat, answers)

    def _weigh(self, state: State, seat: int, answers: list[tuple[int, ...]]) -> None:
        """Note what the best answer is worth above the worst: found by half of the games, told by the others, so that
        luck does not count."""
        chance = Chance(derived_seed(self.seed, self.seen.choices))
        while len(answers) > MOST_ANSWERS_TRIED:
            answers.pop(chance.below(len(answers)))
        tried = []
        for answer in answers:
            after = self.table.apply(state, Move(seat, answer[0], answer[1:]))
            values = [self._value(after, seat, half) for half in (1, 2)]
            if None in values:
                return
            tried.append(values)
        best, worst = max(tried, key=lambda v: v[0] or 0.0), min(tried, key=lambda v: v[0] or 0.0)
        self.seen.weights.append((best[1] or 0.0) - (worst[1] or 0.0))

    def _value(self, state: State, seat: int, half: int) -> float | None:
        """The part of the victory, for who plays alone the points by which the game is ranked."""
        if self.table.players > 1:
            chances = self._chances(state, half)
            return None if chances is None else chances[seat]
        tally = self._tally(state, half)
        if tally is None or not tally.scores or not tally.scores[0]:
            return None
        return sum(value * count for value, count in tally.scores[0].items()) / tally.games

    def _chances(self, state: State, half: int) -> tuple[float, ...] | None:
        tally = self._tally(state, half)
        return None if tally is None else parts_of_victory(tally, self.table.players)

    def _tally(self, state: State, half: int) -> Tally | None:
        """The tally of games played on at random, the same ones for every answer of a choice; more of them for one half
        or the other of what an answer is worth."""
        games = self.looks.playouts * (TIMES_AS_MANY_WEIGHED if half else 1)
        try:
            return self.table.runner().playouts(
                state.cells, derived_seed(self.seed, half), half * games, games, MOST_PLAYOUT_STEPS
            )
        except DiceError:  # no end in sight
            return None

    def _count_texts(self, step: GameAction) -> None:
        for moment in self.table.moments(step.state, step.action)[1]:
            if moment.text:
                self.seen.said["...".join(moment.pieces) if moment.pieces else moment.text] += 1


def parts_of_victory(tally: Tally, players: int) -> tuple[float, ...]:
    """The mean part of the victory of each seat; of a game that nobody wins everybody has the same."""
    won = [0.0] * players
    for (_, mask), games in tally.winners.items():
        mask = mask or (1 << players) - 1
        for seat in range(players):
            won[seat] += games * (mask >> seat & 1) / mask.bit_count()
    return tuple(part / max(1, tally.games) for part in won)


def lead_changes(chances: list[tuple[float, ...]], playouts: int) -> int:
    """How often another seat took the lead; only by more than what may be luck of the games played on."""
    luck = 2 * sqrt(0.5 / playouts)
    leader, changes = -1, 0
    for parts in chances:
        best = max(range(len(parts)), key=lambda seat: parts[seat])
        if leader < 0:
            if parts[best] > 1 / len(parts) + luck:
                leader = best
        elif best != leader and parts[best] > parts[leader] + luck:
            leader, changes = best, changes + 1
    return changes


def known_after(chances: list[float]) -> float:
    """The part of the choices before the winner's chance had reached KNOWN_CHANCE and stayed there."""
    last = max((number for number, chance in enumerate(chances) if chance < KNOWN_CHANCE), default=-1)
    return (last + 1) / len(chances)
