"""Whether a game keeps its promises: a game played at random, with everything checked that must hold at every step of any game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import NoReturn

from attrs import define, field

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move, Outcome, Result, State
from dicedsl.interpreter.table.game_table import GameTable, table_of
from dicedsl.program import ops

MOST_LISTED = 2_000
MOST_MOVES_READ = 12
DEALT = 20  # of so many dice dealt by lot, the outcomes of one are listed
NOT_YOURS = "It is not your turn to choose."


class Broken(AssertionError):
    """Something that must hold in every game does not."""


def fail(what: str, state: State) -> NoReturn:
    raise Broken(f"{what}; cells {table_of(state).encode(state)}")


def demand(holds: object, what: str, state: State) -> None:
    if not holds:
        fail(what, state)


NOWHERE = -1


class Whereabouts:
    """Where every die is and what it shows, followed from state to state.

    Each state says it in several ways: die by die, zone by zone, place by place and number by number. The first is followed here,
    only where it changed, since most dice lie still; all the others have to agree with what follows from it.
    """

    def __init__(self, table: GameTable) -> None:
        self.table = table
        program = table.program
        dice = len(program.dice)
        self.locations: tuple[int, ...] = (NOWHERE,) * dice
        self.faces: tuple[int, ...] = (NOWHERE,) * dice
        self.zones = [0] * len(program.zones)
        self.on_place = [0] * sum(len(b.labels) for b in program.boards)
        self.taken = [0] * len(program.boards)
        self.boards = [(number, b.first) for number, b in enumerate(program.boards) for _ in b.labels]
        self.showing = [0] * (program.max_face + 1)

    def check(self, state: State) -> None:
        """Each die is in exactly one zone or on exactly one place, and all that is kept about it agrees."""
        cells, reg, program = state.cells, self.table.reg, self.table.program
        everything = (1 << len(program.dice)) - 1
        seen = 0
        for mask in cells[reg.zone_mask : reg.zone_mask + len(self.zones)]:
            if mask & ~everything:
                fail("a zone holds a die that does not exist", state)
            if seen & mask:
                fail("a die lies in two zones", state)
            seen |= mask
        self._follow_locations(cells[reg.location : reg.location + len(program.dice)], state)
        self._compare_places(state)
        self._follow_faces(cells[reg.face : reg.face + len(program.dice)], state)
        if tuple(self.showing) != cells[reg.showing : reg.showing + program.max_face + 1]:
            fail("the dice listed under a number are not those that show it", state)
        if cells[reg.shown] & ~everything:
            fail("a die is shown that does not exist", state)

    def _follow_locations(self, locations: tuple[int, ...], state: State) -> None:
        moved = _changes(self.locations, locations)
        self.locations = locations
        zones = len(self.zones)
        for die, old, _ in moved:
            if old >= zones:
                self._stand(old - zones, 0)
            elif old >= 0:
                self.zones[old] &= ~(1 << die)
        for die, _, new in moved:
            place = new - zones
            if not 0 <= new < zones + len(self.on_place):
                fail(f"die {die} is nowhere", state)
            if new < zones:
                self.zones[new] |= 1 << die
            elif self.on_place[place]:
                fail(f"dice {self.on_place[place] - 1} and {die} stand on place {place}", state)
            else:
                self._stand(place, die + 1)

    def _stand(self, place: int, standing: int) -> None:
        board, first = self.boards[place]
        self.on_place[place] = standing
        self.taken[board] ^= 1 << place - first

    def _compare_places(self, state: State) -> None:
        cells, reg = state.cells, self.table.reg
        if tuple(self.zones) != cells[reg.zone_mask : reg.zone_mask + len(self.zones)]:
            fail("a die is in a zone but kept elsewhere", state)
        if tuple(self.on_place) != cells[reg.on_place : reg.on_place + len(self.on_place)]:
            fail("a die stands on a place but is kept elsewhere", state)
        if tuple(self.taken) != cells[reg.taken : reg.taken + len(self.taken)]:
            fail("the taken places of a board are wrong", state)

    def _follow_faces(self, faces: tuple[int, ...], state: State) -> None:
        info = self.table.program.dice
        for die, old, new in _changes(self.faces, faces):
            if new != 0 and new not in info[die].faces:
                fail(f"die {die} shows {new}", state)
            if old >= 0:
                self.showing[old] &= ~(1 << die)
            self.showing[new] |= 1 << die
        self.faces = faces


def _changes(before: tuple[int, ...], after: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Die by die what was and what is, where they differ."""
    if before == after:
        return []
    return [(die, old, new) for die, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]


def dice_in_order(state: State) -> None:
    """One state by itself, whatever came before it."""
    Whereabouts(table_of(state)).check(state)


@define
class RandomGame:
    """One game played at random and what happened in it."""

    table: GameTable
    start: State
    log: list[Move | Outcome] = field(factory=list)
    states: list[State] = field(factory=list)
    result: Result | None = None


@define
class Auditor:
    """Plays games of one table and checks every step; `counts` tells how often each check could be made.

    Moves are written and read back, and listed a second time, at one choice in `reading`, and one state in so many is saved and
    read again: that is about words, not about the table, and takes longer than all the rest. Of so many games one is played again
    from its log.
    """

    table: GameTable
    chance: Chance
    watch: Callable[[State, Move | Outcome, State], None] | None = None
    limit: int = 200_000
    reading: int = 1
    counts: dict[str, int] = field(factory=dict)
    _whereabouts: Whereabouts = field(init=False)
    _proved: dict[object, frozenset[tuple[int, ...]]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._whereabouts = Whereabouts(self.table)

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    def game(self, most: int | None = None) -> RandomGame:
        """A game to its end; or, with `most`, its first so many steps."""
        table = self.table
        state = table.start()
        walk = RandomGame(table, state, [], [state])
        for number in range(self.limit):
            self.state(state)
            if number == most:
                self._replay(walk)
                return walk
            if table.is_over(state):
                walk.result = self._over(state)
                if self.reading == 1 or self.counts.get("games", 0) % self.reading == 0:
                    self._replay(walk)
                self.count("games")
                return walk
            action = self._action(state)
            before = state.cells
            following = table.apply(state, action)
            demand(state.cells is before, "the old state was changed", state)
            if self.watch is not None:
                self.watch(state, action, following)
            walk.log.append(action)
            walk.states.append(following)
            state = following
        raise Broken(f"the game did not end within {self.limit} steps")

    # -------------------------------------------------------------- a state by itself

    def state(self, state: State) -> None:
        table = self.table
        self._whereabouts.check(state)
        if self.reading == 1 or self.counts.get("states", 0) % self.reading == 0:
            self._saved(state)
        turn = table.turn(state)
        demand((turn.kind == "over") == table.is_over(state), "over, and yet not", state)
        demand(
            (table.result(state) is not None) == table.is_over(state),
            "a result without an end, or an end without",
            state,
        )
        inside = state.cells[table.reg.players_inside]
        choosing = turn.kind in {"choice", "choices"}
        for seat in range(table.players):
            if seat not in turn.seats:
                demand(not table.moves(state, seat), "a seat has moves without being asked", state)
                refused = table.why_not(state, seat, Move(seat, 0, (), ""))
                demand(refused == NOT_YOURS, "a seat may act without being asked", state)
                self.count("seats not asked")
            elif choosing:
                demand(inside >> seat & 1, "somebody who is out is asked", state)
        self.count("states")

    def _saved(self, state: State) -> None:
        """A state written down and read again is the same."""
        try:
            copy = self.table.decode(self.table.encode(state))
        except UsageError:
            fail("a state cannot be saved: its cells are too many, too few or no whole numbers", state)
        demand(
            copy == state and hash(copy) == hash(state) and copy.cells == state.cells,
            "a saved state came back changed",
            state,
        )
        self.count("states saved")

    # -------------------------------------------------------------- what happens next

    def _action(self, state: State) -> Move | Outcome:
        kind = self.table.turn(state).kind
        if kind == "chance":
            return self._outcome(state)
        if kind == "report":
            return self._report(state)
        return self._move(state)

    def _report(self, state: State) -> Move:
        """One report by lot, written and read back; the others are not listed, for there may be any number of them."""
        move = self.table.report_by_odds(state, self.chance)
        demand(move.seat in self.table.turn(state).seats, "a report for somebody else", state)
        self._read(state, move.seat, move)
        self.count("reports")
        return move

    def _move(self, state: State) -> Move:
        table = self.table
        turn = table.turn(state)
        demand(turn.seats, "a choice asks nobody", state)
        if turn.kind == "choice":
            demand(len(turn.seats) == 1, "a choice asks several", state)
        read = self.reading == 1 or self.chance.below(self.reading) == 0
        for seat in turn.seats:
            if read:
                self._read_some(state, seat)
        # Everybody must have a move, not only the one who is chosen to answer first.
        bare = [table.bare_moves(state, seat) for seat in turn.seats]
        demand(all(bare), "somebody is asked and has no move", state)
        index = self.chance.below(len(turn.seats))
        move = bare[index][self.chance.below(len(bare[index]))]
        return Move(turn.seats[index], move[0], move[1:], "")

    def _read_some(self, state: State, seat: int) -> None:
        moves = self.table.moves(state, seat)
        demand(moves, f"P{seat + 1} is asked and has no move", state)
        demand(len(set(moves)) == len(moves), "a move is listed twice", state)
        demand(self.table.moves(state, seat) == moves, "the order of the moves is not stable", state)
        read = moves
        if len(moves) > MOST_MOVES_READ:
            read = [moves[self.chance.below(len(moves))] for _ in range(MOST_MOVES_READ)]
        for move in read:
            self._read(state, seat, move)

    def _read(self, state: State, seat: int, move: Move) -> None:
        table = self.table
        demand(table.why_not(state, seat, move) is None, f'"{move.text}" is listed and refused', state)
        try:
            again = table.parse_move(state, seat, move.text)
        except UsageError as error:
            raise Broken(f'"{move.text}" is not understood: {error.message}; cells {table.encode(state)}') from None
        demand(again == move, f'"{move.text}" means {again.values}, not {move.values}', state)
        demand(again.text == move.text, f'"{move.text}" is written back as "{again.text}"', state)
        self.count("moves read")

    def _outcome(self, state: State) -> Outcome:
        table = self.table
        sampled = table.sample(state, self.chance)
        # Dice of the same kinds in the same order fall alike, whichever they are.
        info, dice = table.program.dice, table.rolling(state)
        lots = table.outcome_lister.equal_groups(list(state.cells), state.cells[table.reg.rolling]) if dice else []
        lot_of = {die: number for number, lot in enumerate(lots) for die in lot}
        key: object = tuple((lot_of[d], info[d].faces) for d in dice)
        end = table.program.blocks[state.cells[table.reg.pc]].end
        if isinstance(end, ops.DrawOne):
            if end.alike:
                # Which dice are equal depends on how they lie and what they show, so it cannot be proved once for all.
                if self.chance.below(DEALT) == 0:
                    demand(sampled.values in self._listed(state), f"{sampled.values} fell but is not listed", state)
                return sampled
            key = (state.cells[table.reg.pc], state.cells[table.reg.rolling])
        if key not in self._proved and self._ways(state) <= MOST_LISTED:
            self._proved[key] = self._listed(state)
        if key in self._proved:
            demand(sampled.values in self._proved[key], f"{sampled.values} fell but is not listed", state)
        return sampled

    def _listed(self, state: State) -> frozenset[tuple[int, ...]]:
        outcomes = self.table.outcomes(state)
        demand(sum((o.probability for o in outcomes), Fraction(0)) == 1, "chances do not add up to 1", state)
        demand(len(set(outcomes)) == len(outcomes), "an outcome is listed twice", state)
        self.count("outcomes listed")
        return frozenset(o.values for o in outcomes)

    def _ways(self, state: State) -> int:
        """No fewer than the outcomes there are."""
        if not self.table.rolling(state):
            return state.cells[self.table.reg.rolling].bit_count()
        ways = 1
        for lot in self.table.outcome_lister.equal_groups(list(state.cells), state.cells[self.table.reg.rolling]):
            sides = len(set(self.table.program.dice[lot[0]].faces))
            ways *= comb(len(lot) + sides - 1, len(lot))
        return ways

    # -------------------------------------------------------------- the end

    def _over(self, state: State) -> Result:
        result = self.table.result(state)
        assert result is not None
        self.check_result(result, state)
        demand(result.reason, "the game ended for no reason", state)
        return result

    def check_result(self, result: Result, state: State) -> None:
        players = self.table.players
        demand(all(0 <= w < players for w in result.winners), "somebody who does not play has won", state)
        demand(len(result.ranks) == players and min(result.ranks) == 1, "places do not start at 1", state)
        for seat, place in enumerate(result.ranks):
            demand(place == 1 + sum(p < place for p in result.ranks), f"the place of P{seat + 1} is wrong", state)
        if result.winners:
            demand(
                {s for s, p in enumerate(result.ranks) if p == 1} == set(result.winners),
                "the winners are not first",
                state,
            )
        if result.scores is not None:
            demand(len(result.scores) == players, "somebody has no score", state)

    def _replay(self, walk: RandomGame) -> None:
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
