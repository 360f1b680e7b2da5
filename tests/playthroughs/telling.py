"""A whole game as text: every state as each seat sees it, every list of moves, refusals, what falls, what is said, and the result."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from attrs import define, field

from dicedsl.errors import DiceError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import move_as_told, roll_as_told
from tests.playthroughs.table_text import table_lines

MOST_MOVES = 12  # of a list that are written out; the others are counted
REFUSED = 2  # answers at each choice that may be refused


def told_game(book: str, seed: int, players: int | None, variants: tuple[str, ...], steps: int) -> str:
    """A game of players who choose at random, as far as that many steps."""
    table = Game.named(book).table(players=players, variants=variants)
    return "\n".join(Telling(table, Chance(seed)).lines(steps)) + "\n"


@define
class Telling:
    table: GameTable
    chance: Chance
    names: list[str] = field(init=False)
    seen: dict[str, list[str]] = field(factory=dict)  # what was told last of each one's table

    def __attrs_post_init__(self) -> None:
        self.names = [f"P{seat + 1}" for seat in range(self.table.players)]

    def lines(self, most: int) -> Iterator[str]:
        state = self.table.start()
        for number in range(1, most + 1):
            turn = self.table.turn(state)
            who = ", ".join(self.names[seat] for seat in turn.seats)
            yield f"{number}. {turn.kind}{f' of {who}' if who else ''}"
            yield from self._table(state)
            if turn.kind == "over":
                yield from self._result(state)
                return
            action: Move | Outcome
            if turn.kind == "chance":
                action = yield from self._fallen(state)
            else:
                action = yield from self._chosen(state, turn.seats[0])
            state, said = self.table.step(state, action)
            yield from (f"  said: {text}" for text in said)
        yield f"cut after {most} steps"

    def _table(self, state: State) -> Iterator[str]:
        """What everybody sees, and what a player sees differently; what has not changed is not told again."""
        public = table_lines(self.table, state, None, self.names)
        yield from self._changed("table", public)
        for seat, name in enumerate(self.names):
            own = table_lines(self.table, state, seat, self.names)
            yield from self._changed(name, [line for line in own if line not in public])

    def _changed(self, whose: str, lines: list[str]) -> Iterator[str]:
        before = self.seen.get(whose, [])
        self.seen[whose] = lines
        new = [line for line in lines if line not in before]
        gone = len([line for line in before if line not in lines])
        if new or gone:
            yield f"  {whose}:"
            yield from (f"    {line}" for line in new or ["(nothing more)"])

    def _fallen(self, state: State) -> Generator[str, None, Outcome]:
        outcome = self.table.sample(state, self.chance)
        if self.table.rolling(state):
            yield f"  falls: {outcome.text}"
            yield from self._differently(
                [roll_as_told(self.table, state, outcome, s) for s in self._seats()], outcome.text
            )
        else:
            yield f"  drawn: {outcome.text}"
        return outcome

    def _seats(self) -> range:
        return range(self.table.players)

    def _differently(self, heard: list[str], text: str) -> Iterator[str]:
        for name, words in zip(self.names, heard, strict=True):
            if words.replace(" ", "") != text.replace(" ", ""):
                yield f"    to {name}: {words}"

    def _chosen(self, state: State, seat: int) -> Generator[str, None, Move]:
        decision = self.table.decision(state)
        assert decision is not None
        if decision.reported:
            move = self.table.report_by_odds(state, self.chance)
        else:
            moves = self.table.moves(state, seat)
            shown = ", ".join(move.text for move in moves[:MOST_MOVES])
            more = f" and {len(moves) - MOST_MOVES} more" if len(moves) > MOST_MOVES else ""
            yield f"  moves: {shown}{more}"
            move = moves[self.chance.below(len(moves))]
        yield from self._refusals(state, seat, move)
        yield f"  {'reported' if decision.reported else self.names[seat]}: {move.text}"
        yield from self._differently([move_as_told(self.table, state, move, s) for s in self._seats()], move.text)
        return move

    def _refusals(self, state: State, seat: int, legal: Move) -> Iterator[str]:
        """Some answers that are near the legal one, and why they are none."""
        decision = self.table.decision(state)
        assert decision is not None
        for index, alternative in enumerate(decision.alternatives):
            for _ in range(REFUSED):
                values = tuple(self.chance.below(6) for _ in alternative.picks)
                try:
                    why = self.table.why_not(state, seat, Move(seat, index, values, legal.text))
                except DiceError as error:
                    why = f"fault: {error}"
                if why is not None:
                    yield f"  not: {alternative.name}{''.join(f' {v}' for v in values)}: {why}"
                    break

    def _result(self, state: State) -> Iterator[str]:
        result = self.table.result(state)
        assert result is not None
        winners = ", ".join(self.names[seat] for seat in result.winners) or "nobody"
        yield f"  won by {winners}: {result.reason}"
        yield f"  places {result.ranks}, scores {result.scores}, match over: {result.match_over}"
