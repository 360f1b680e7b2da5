"""Odds and means by fractions, of a table on which everybody plays by a policy."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from dicedsl.interpreter.lab.odds.exact import Key, Policy, chain
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable

T = TypeVar("T", bound=Hashable)


def distribution(
    table: GameTable,
    state: State,
    policy: Policy,
    until: Callable[[State], bool],
    value: Callable[[State], T],
    key: Key | None = None,
) -> dict[T, Fraction]:
    """How likely each value is where `until` first holds, or where the game ends, when all play by the policy."""
    walked = chain(table, state, policy, until, key)
    result: dict[T, Fraction] = {}
    for here, edges, weight in zip(walked.states, walked.edges, walked.visits(), strict=True):
        if not edges and weight:
            result[value(here)] = result.get(value(here), Fraction(0)) + weight
    return result


def mean(odds: Mapping[int, Fraction]) -> Fraction:
    return sum((value * chance for value, chance in odds.items()), Fraction(0))


def mean_visits(
    table: GameTable,
    state: State,
    policy: Policy,
    until: Callable[[State], bool],
    counted: Callable[[State], bool],
    key: Key | None = None,
) -> Fraction:
    """How many positions with a property are met on average before `until` holds or the game ends."""
    walked = chain(table, state, policy, until, key)
    return sum(
        (weight for here, weight in zip(walked.states, walked.visits(), strict=True) if counted(here)), Fraction(0)
    )
