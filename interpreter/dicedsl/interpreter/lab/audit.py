"""Whether a game keeps its promises: a game played at random, with everything checked that must hold at every step of any game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

from attrs import define, field

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.helpers import B
from dicedsl.interpreter.state import Move, Outcome, Result, State
from dicedsl.interpreter.table import Table
from dicedsl.ir import ops

MOST_LISTED = 2_000
LISTED_EACH = 300  # outcomes listed for each roll that falls, on average
MOST_MOVES_READ = 12
NOT_YOURS = "It is not your turn to choose."


class Broken(AssertionError):
    """Something that must hold in every game does not."""


def demand(holds: object, what: str, state: State) -> None:
    if not holds:
        raise Broken(f"{what}; cells {state.table.encode(state)}")


def dice_in_order(state: State) -> None:
    """Each die is in exactly one zone or on exactly one place, and all that is kept about it agrees."""
    table, cells = state.table, state.cells
    program, reg = table.program, table.reg
    zones, everything = len(program.zones), (1 << len(program.dice)) - 1
    places = sum(len(b.labels) for b in program.boards)
    seen = 0
    for zone in range(zones):
        mask = cells[reg.zone_mask + zone]
        demand(mask & ~everything == 0, "a zone holds a die that does not exist", state)
        demand(seen & mask == 0, "a die lies in two zones", state)
        seen |= mask
        for die in B[mask]:
            demand(
                not program.boards or cells[reg.location + die] == zone,
                f"die {die} is in zone {zone} but kept elsewhere",
                state,
            )
    for place in range(places):
        die = cells[reg.on_place + place] - 1
        if die >= 0:
            demand(seen >> die & 1 == 0, f"die {die} is in two places", state)
            seen |= 1 << die
            demand(
                cells[reg.location + die] == zones + place,
                f"die {die} stands on place {place} but is kept elsewhere",
                state,
            )
    demand(seen == everything, "a die is nowhere", state)
    for number, board in enumerate(program.boards):
        taken = sum(1 << i for i in range(len(board.labels)) if cells[reg.on_place + board.first + i])
        demand(cells[reg.taken + number] == taken, "the taken places of a board are wrong", state)
    for die, info in enumerate(program.dice):
        face = cells[reg.face + die]
        demand(face == 0 or face in info.faces, f"die {die} shows {face}", state)
        showing = [n for n in range(program.max_face + 1) if cells[reg.showing + n] >> die & 1]
        demand(showing == [face], f"die {die} shows {face} but is listed under {showing}", state)
    demand(cells[reg.shown] & ~everything == 0, "a die is shown that does not exist", state)


@define
class Walk:
    """One game played at random and what happened in it."""

    table: Table
    start: State
    log: list[Move | Outcome] = field(factory=list)
    states: list[State] = field(factory=list)
    result: Result | None = None


@define
class Auditor:
    """Plays games of one table and checks every step; `counts` tells how often each check could be made."""

    table: Table
    chance: Chance
    watch: Callable[[State, Move | Outcome, State], None] | None = None
    limit: int = 200_000
    counts: dict[str, int] = field(factory=dict)

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    def game(self) -> Walk:
        table = self.table
        state = table.start()
        walk = Walk(table, state, [], [state])
        for _ in range(self.limit):
            self.state(state)
            if table.is_over(state):
                walk.result = self._over(state)
                self._replay(walk)
                self.count("games")
                return walk
            action = self._action(state)
            before = state.cells
            following = table.apply(state, action)
            demand(state.cells is before, "the old state was changed", state)
            demand(table.apply(state, action) == following, "the same step led to two states", state)
            if self.watch is not None:
                self.watch(state, action, following)
            walk.log.append(action)
            walk.states.append(following)
            state = following
        raise Broken(f"the game did not end within {self.limit} steps")

    # -------------------------------------------------------------- a state by itself

    def state(self, state: State) -> None:
        table = self.table
        dice_in_order(state)
        demand(
            len(state.cells) == table.program.cells and all(type(c) is int for c in state.cells),
            "cells are whole numbers",
            state,
        )
        copy = table.decode(table.encode(state))
        demand(
            copy == state and hash(copy) == hash(state) and copy.cells == state.cells,
            "a saved state came back changed",
            state,
        )
        turn = table.turn(state)
        demand((turn.kind == "over") == table.is_over(state), "over, and yet not", state)
        demand(
            (table.result(state) is not None) == table.is_over(state),
            "a result without an end, or an end without",
            state,
        )
        inside = state.cells[table.reg.inside]
        for seat in range(table.players):
            asked = seat in turn.seats
            if asked and turn.kind in {"choice", "choices"}:
                demand(inside >> seat & 1, f"P{seat + 1} is out and asked", state)
            if not asked or turn.kind in {"chance", "over"}:
                demand(table.moves(state, seat) == [] or asked, f"P{seat + 1} has moves without being asked", state)
                demand(
                    table.why_not(state, seat, Move(seat, 0, (), "")) == NOT_YOURS,
                    f"P{seat + 1} may act without being asked",
                    state,
                )
                self.count("seats not asked")
        self.count("states")

    # -------------------------------------------------------------- what happens next

    def _action(self, state: State) -> Move | Outcome:
        kind = self.table.turn(state).kind
        if kind == "chance":
            return self._outcome(state)
        if kind == "table":
            return self.table.report_by_odds(state, self.chance)
        return self._move(state)

    def _move(self, state: State) -> Move:
        table = self.table
        turn = table.turn(state)
        demand(turn.seats, "a choice asks nobody", state)
        if turn.kind == "choice":
            demand(len(turn.seats) == 1, "a choice asks several", state)
        chosen: Move | None = None
        pick = turn.seats[self.chance.below(len(turn.seats))]
        for seat in turn.seats:
            moves = table.moves(state, seat)
            demand(moves, f"P{seat + 1} is asked and has no move", state)
            demand(len(set(moves)) == len(moves), "a move is listed twice", state)
            demand(table.moves(state, seat) == moves, "the order of the moves is not stable", state)
            read = moves
            if len(moves) > MOST_MOVES_READ:
                read = [moves[self.chance.below(len(moves))] for _ in range(MOST_MOVES_READ)]
            for move in read:
                self._read(state, seat, move)
            if seat == pick:
                chosen = moves[self.chance.below(len(moves))]
        assert chosen is not None
        return chosen

    def _read(self, state: State, seat: int, move: Move) -> None:
        table = self.table
        demand(table.why_not(state, seat, move) is None, f'"{move.text}" is listed and refused', state)
        try:
            again = table.words.parse(state, seat, move.text)
        except UsageError as error:
            raise Broken(f'"{move.text}" is not understood: {error.message}; cells {table.encode(state)}') from None
        demand(again == move, f'"{move.text}" means {again.values}, not {move.values}', state)
        demand(again.text == move.text, f'"{move.text}" is written back as "{again.text}"', state)
        self.count("moves read")

    def _outcome(self, state: State) -> Outcome:
        table = self.table
        sampled = table.sample(state, self.chance)
        ways = self._ways(state)
        if ways <= MOST_LISTED and (ways <= LISTED_EACH or self.chance.below(ways) < LISTED_EACH):
            outcomes = table.outcomes(state)
            demand(sum((o.probability for o in outcomes), Fraction(0)) == 1, "chances do not add up to 1", state)
            demand(len(set(outcomes)) == len(outcomes), "an outcome is listed twice", state)
            demand(sampled in outcomes, f"{sampled.values} fell but is not listed", state)
            self.count("outcomes listed")
        return sampled

    def _ways(self, state: State) -> int:
        """No fewer than the outcomes there are."""
        dice = self.table.rolling(state)
        ways = 1
        groups: dict[int, list[int]] = {}
        for die in dice:
            info = self.table.program.dice[die]
            if info.numbered:
                ways *= len(set(info.faces))
            else:
                groups.setdefault(info.group, []).append(len(set(info.faces)))
        for faces in groups.values():
            ways *= comb(len(faces) + faces[0] - 1, len(faces))
        return ways

    # -------------------------------------------------------------- the end

    def _over(self, state: State) -> Result:
        result = self.table.result(state)
        assert result is not None
        self.check_result(result, state)
        # Only a game that is won in the middle of a rule, not by an `end`, has no reason of its own.
        demand(result.reason or self._won_by_a_step(), "the game ended for no reason", state)
        return result

    def _won_by_a_step(self) -> bool:
        unexplained = ops.Store(self.table.reg.reason, ops.ZERO)
        return any(unexplained in block.body for block in self.table.program.blocks)

    def check_result(self, result: Result, state: State) -> None:
        players = self.table.players
        demand(all(0 <= w < players for w in result.winners), "somebody who does not play has won", state)
        demand(len(result.places) == players and min(result.places) == 1, "places do not start at 1", state)
        for seat, place in enumerate(result.places):
            demand(place == 1 + sum(p < place for p in result.places), f"the place of P{seat + 1} is wrong", state)
        if result.winners:
            demand(
                {s for s, p in enumerate(result.places) if p == 1} == set(result.winners),
                "the winners are not first",
                state,
            )
        if result.scores is not None:
            demand(len(result.scores) == players, "somebody has no score", state)

    def _replay(self, walk: Walk) -> None:
        """The log of a game, written down and read again, gives the same states."""
        table = self.table
        state = table.start()
        demand(state == walk.states[0], "the game starts in another way the second time", state)
        for action, expected in zip(walk.log, walk.states[1:], strict=True):
            if isinstance(action, Outcome):
                state = table.apply(state, Outcome(action.values))
            else:
                state = table.apply(state, Move(action.seat, action.alternative, action.values, ""))
            demand(state == expected, "a replay came to another state", expected)
