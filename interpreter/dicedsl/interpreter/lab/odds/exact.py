"""Exact answers by walking a game: distributions under a policy, expected visits, and the value of best play.

Everything is a Fraction. Positions are told apart by `key`; by default equal states are one, so that
a game that can go on for ever may still have few positions. `until` and `value` must depend on what the key keeps: dice,
memory of the rulebook, who is to act, who won. With `key=cells_of` every cell of a state counts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

from attrs import define, field

from dicedsl.components import strong_components
from dicedsl.errors import UsageError
from dicedsl.interpreter.solving.linear import solve
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable

T = TypeVar("T", bound=Hashable)
Policy = Callable[[State, int, list[Move]], Move | Mapping[Move, Fraction]]
Key = Callable[[State], Hashable]
MOST_POSITIONS = 2_000_000
MOST_IN_KNOT = 3_000  # positions that lead back to each other: their equations are solved together
Watch = Callable[[int], None]  # is told how many positions are known


def cells_of(state: State) -> Hashable:
    return state.cells


def position_of(state: State) -> Hashable:
    return state.key


@define
class Chain:
    """The positions a policy can come to, and how likely each leads to which; those that end it lead nowhere."""

    states: list[State] = field(factory=list)
    edges: list[list[tuple[int, Fraction]]] = field(factory=list)

    def visits(self) -> list[Fraction]:
        """How often each position is met, on average, from the first one on. Loops are solved as linear equations."""
        result = [Fraction(0)] * len(self.states)
        result[0] = Fraction(1)
        parts = strong_components(range(len(self.edges)), lambda node: (other for other, _ in self.edges[node]))
        for part in reversed(list(parts)):
            self._solve(part, result)
            inside = set(part)
            for i in part:
                for j, chance in self.edges[i]:
                    if j not in inside:
                        result[j] += result[i] * chance
        return result

    def _solve(self, part: list[int], result: list[Fraction]) -> None:
        """Visits within one knot of positions, from what flows into it: x = inflow + x P."""
        place = {node: i for i, node in enumerate(part)}
        if len(part) == 1 and all(j not in place for j, _ in self.edges[part[0]]):
            return
        if len(part) > MOST_IN_KNOT:
            raise UsageError(
                f"{len(part):,} positions lead back to each other here, and at most {MOST_IN_KNOT:,} can be counted together"
            )
        rows = [{i: Fraction(1)} for i in range(len(part))]
        for node in part:
            for j, chance in self.edges[node]:
                if j in place:
                    row = rows[place[j]]
                    row[place[node]] = row.get(place[node], Fraction(0)) - chance
        solved = solve(rows, [result[node] for node in part])
        if solved is None:
            raise UsageError("from some position on this goes on for ever")
        for node, value in zip(part, solved, strict=True):
            result[node] = value


def chain(
    table: GameTable,
    state: State,
    policy: Policy,
    until: Callable[[State], bool],
    key: Key | None = None,
    most: int = MOST_POSITIONS,
    watch: Watch | None = None,
) -> Chain:
    """Every position that players of this policy can come to from a state, up to where `until` holds or the game is over."""
    key = key or position_of
    result = Chain([state], [[]])
    known = {key(state): 0}
    at = 0
    while at < len(result.states):
        here = result.states[at]
        if not until(here):
            for action, chance in _steps(table, here, policy):
                following = table.apply(here, action)
                mark = key(following)
                if mark not in known:
                    if len(known) >= most:
                        raise too_many(most)
                    known[mark] = len(result.states)
                    result.states.append(following)
                    result.edges.append([])
                result.edges[at].append((known[mark], chance))
        at += 1
        if watch is not None:
            watch(len(known))
    return result


def too_many(most: int) -> UsageError:
    return UsageError(f"this has more than {most:,} positions, too many to walk through them all")


def _steps(table: GameTable, state: State, policy: Policy) -> Iterator[tuple[Move | Outcome, Fraction]]:
    turn = table.turn(state)
    if turn.kind == "chance":
        for outcome in table.outcomes(state):
            yield outcome, outcome.probability
    elif turn.kind != "over":
        seat = turn.seats[0]
        moves = table.alternatives.few_reports(state) if turn.kind == "report" else table.moves(state, seat)
        if moves is None:
            raise UsageError("too much can be reported here to walk through all of it")
        answer = policy(state, seat, moves)
        if isinstance(answer, Move):
            yield answer, Fraction(1)
        else:
            yield from answer.items()


@define
class _Visit:
    """A position that is being worked out: what can follow, and what has come of it so far."""

    mark: Hashable
    sign: int
    following: Iterator[tuple[State, Fraction]]
    weight: Fraction = Fraction(1)
    best: Fraction | None = None

    def take(self, value: Fraction) -> None:
        if self.sign == 0:
            self.best = (self.best or Fraction(0)) + self.weight * value
        elif self.best is None or (value - self.best) * self.sign > 0:
            self.best = value


def best_value(
    table: GameTable,
    state: State,
    seat: int,
    until: Callable[[State], bool],
    value: Callable[[State], Fraction | int],
    key: Key | None = None,
    lowest: bool = False,
    most: int = MOST_POSITIONS,
    memo: dict[Hashable, Fraction] | None = None,
    watch: Watch | None = None,
) -> Fraction:
    """The value a seat can expect at best (with `lowest`, at least), if everybody else plays against it.

    Every position counts as seen by all, so it is no answer for games with secrets. UsageError where several choose at once,
    where the table decides, or where a position can come back. Who asks several times with the same `memo` has nothing worked out twice.
    """
    key = key or position_of
    memo = {} if memo is None else memo
    on_path: set[Hashable] = set()

    def visit(here: State, mark: Hashable) -> _Visit:
        turn = table.turn(here)
        if turn.kind == "chance":
            outcomes = table.outcomes(here)
            return _Visit(mark, 0, ((table.apply(here, o), o.probability) for o in outcomes))
        if turn.kind != "choice":
            raise UsageError("best play is worked out only where one player after the other chooses")
        asked = turn.seats[0]
        sign = 1 if (asked == seat) != lowest else -1
        return _Visit(mark, sign, ((table.apply(here, m), Fraction(1)) for m in table.moves(here, asked)))

    def known(here: State, mark: Hashable) -> Fraction | None:
        if mark in memo:
            return memo[mark]
        if until(here) or table.is_over(here):
            memo[mark] = Fraction(value(here))
            return memo[mark]
        return None

    first = key(state)
    attained = known(state, first)
    if attained is not None:
        return attained
    stack = [visit(state, first)]
    on_path.add(first)
    while stack:
        top = stack[-1]
        step = next(top.following, None)
        if step is None:
            assert top.best is not None
            memo[top.mark] = top.best
            on_path.discard(top.mark)
            stack.pop()
            if stack:
                stack[-1].take(top.best)
            continue
        following, top.weight = step
        mark = key(following)
        attained = known(following, mark)
        if attained is not None:
            top.take(attained)
        elif mark in on_path:
            raise UsageError("a position can come back here, so best play has no plain answer")
        elif len(memo) + len(on_path) >= most:
            raise too_many(most)
        else:
            if watch is not None:
                watch(len(memo) + len(on_path))
            on_path.add(mark)
            stack.append(visit(following, mark))
    return memo[first]
