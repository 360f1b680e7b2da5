"""Worlds that could be: whole states that agree with all that a seat has seen of a game.

A game is played again from the last moment at which the seat knew everything. What it saw fall falls again; what fell unseen is
drawn; others do what the seat heard of them, and where it heard only a part, one of the moves that sound the same, each as
likely. A world in which the seat would have seen anything else on the way is thrown away. So dice that were rolled unseen are
distributed exactly as they are for somebody who has seen what this seat has seen, and who draws no conclusions from how others play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from dicedsl.errors import Fault, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.numbers.heard_move import HeardMove, heard_move
from dicedsl.interpreter.table.numbers.numbered_table import NumberedTable
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS, nth

MOST_ATTEMPTS_AT_A_WORLD = 5_000
Action = Move | Outcome


@frozen
class PastMoment:
    """A state of the real game, and what happened then."""

    state: State
    action: Action


def knows(table: NumberedTable, state: State, seat: int) -> bool:
    """Whether a seat knows all that counts: a state with everything hidden left out is the same position.

    It is asked of the same states at every choice of a game, and worked out once.
    """
    known = state.known_to.get(seat)
    if known is None:
        bare = table.sight.without_secrets(state.cells, seat, table.decision(state))
        known = state.known_to[seat] = State(table, tuple(bare)) == state
    return known


class Worlds:
    """Draws worlds for one seat after a game has gone so far."""

    def __init__(self, table: NumberedTable, states: Sequence[State], actions: Sequence[Action], seat: int) -> None:
        """`states` from the start of the game to now, and the `actions` that led from one to the next."""
        self.table = table
        self.seat = table.checked_seat(seat)
        last = len(actions)
        while last > 0 and not knows(table, states[last], seat):
            last -= 1
        self.now = states[-1]
        # since the seat knew everything
        self.moments = [PastMoment(*moment) for moment in zip(states[last:-1], actions[last:], strict=True)]
        self._seen: list[tuple[int, ...]] = []  # after each moment, as far as any attempt has come

    def _seen_after(self, number: int) -> tuple[int, ...]:
        """What the seat has seen after a moment. Most attempts come to an end early, and a game may be long."""
        seen = self._seen
        while number >= len(seen):
            after = len(seen) + 1
            state = self.moments[after].state if after < len(self.moments) else self.now
            seen.append(self.table.observation(state, self.seat))
        return seen[number]

    def draw(self, chance: Chance) -> State:
        """Draw a world by lot."""
        if not self.moments:
            return self.now
        for _ in range(MOST_ATTEMPTS_AT_A_WORLD):
            world = self.attempt(chance)
            if world is not None:
                return world
        raise UsageError("no world was found that agrees with all that this seat has seen")

    def attempt(self, chance: Chance) -> State | None:
        """One attempt at a world; None if it does not agree with what the seat has seen."""
        story = self.story(chance)
        return None if story is None else story[0][-1]

    def story(self, chance: Chance) -> tuple[list[State], list[Action]] | None:
        """The states and actions of one attempt at a world, since the seat knew everything; None if they do not agree
        with what it has seen."""
        table, states, actions = self.table, [self.moments[0].state if self.moments else self.now], list[Action]()
        for number, moment in enumerate(self.moments):
            action = self._again(moment, states[-1], chance)
            if action is None:
                return None
            try:
                state = table.apply(states[-1], action)
            except (UsageError, Fault):
                return None
            if table.observation(state, self.seat) != self._seen_after(number):
                return None
            states.append(state)
            actions.append(action)
        return states, actions

    # -------------------------------------------------------------- what happens again

    def _again(self, moment: PastMoment, state: State, chance: Chance) -> Action | None:
        if isinstance(moment.action, Outcome):
            end = self.table.program.blocks[state.cells[self.table.reg.pc]].end
            if isinstance(end, ops.RollDice):
                return self._roll(moment, state, chance)
            mask = state.cells[self.table.reg.rolling]
            return Outcome((nth(mask, chance.below(mask.bit_count())),))
        return self._move(moment, moment.action, state, chance)

    def _roll(self, moment: PastMoment, state: State, chance: Chance) -> Outcome | None:
        """The numbers that were seen to fall, and others by lot where they fell unseen."""
        table, real = self.table, moment.state
        assert isinstance(moment.action, Outcome)
        there = dict(zip(table.rolling(real), moment.action.values, strict=True))
        seen_there, seen_here = (table.sight.dice(s.cells, self.seat, shown=False) for s in (real, state))
        fallen: dict[int, int] = {}
        known = {
            self._sort(real, lot[0]): lot
            for lot in table.outcome_lister.equal_groups(list(real.cells), real.cells[table.reg.rolling])
        }
        for lot in table.outcome_lister.equal_groups(list(state.cells), state.cells[table.reg.rolling]):
            if seen_here >> lot[0] & 1:
                like = known.pop(self._sort(state, lot[0]), [])
                if len(like) != len(lot):
                    return None
                numbers = [there[die] for die in like]
            else:
                faces = table.program.dice[lot[0]].faces
                numbers = [faces[chance.below(len(faces))] for _ in lot]
            fallen.update(zip(lot, sorted(numbers), strict=True))
        if any(seen_there >> lot[0] & 1 for lot in known.values()):
            return None
        return Outcome(tuple(fallen[die] for die in MEMBERS[state.cells[table.reg.rolling]]))

    def _sort(self, state: State, die: int) -> tuple[int, int, int]:
        """Numbered dice by themselves; plain ones by their sort and where they are."""
        info = self.table.program.dice[die]
        if info.numbered:
            return die, 0, 0
        return -1, info.group, state.cells[self.table.reg.location + die]

    def _move(self, moment: PastMoment, move: Move, state: State, chance: Chance) -> Move | None:
        """A move that sounds to the seat as the real one did."""
        table, decision = self.table, self.table.decision(moment.state)
        if decision is None or table.decision(state) != decision:
            return None
        picks = decision.alternatives[move.alternative].picks
        secret = move.seat != self.seat and (decision.at_once or any(p.secret for p in picks))
        if decision.reported or not (secret or any(p.shape == "die" for p in picks)):
            return move  # it names the same things in every world
        wanted = self._heard(moment.state, move, decision)
        fits = [m for m in self._legal(state, move.seat) if self._heard(state, m, decision) == wanted]
        return fits[chance.below(len(fits))] if fits else None

    def _heard(self, state: State, move: Move, decision: ops.Decision) -> HeardMove:
        return heard_move(self.table, state, decision, move.seat, (move.alternative, *move.values), self.seat)

    def _legal(self, state: State, seat: int) -> Iterator[Move]:
        try:
            yield from self.table.moves(state, seat)
        except Fault:
            return
