"""Moves as numbers, what a seat sees as numbers, what a game was worth, playouts from a state, and batches of games."""

from __future__ import annotations

import pytest

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.lab.at_random import action_at_random
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.numbers.returns import shares
from dicedsl.interpreter.table.view import view
from dicedsl.program.sets import MOST_LISTED_ANSWERS

KINDS = [
    "pig",
    "yahtzee",
    "farkle",
    "liars-dice",
    "perfecto",
    "six-by-six",
    "23-rasanto",
    "09-hide-away",
    "26-dora",
    "36-slipped",
]
SECRET = ["liars-dice", "perfecto", "perfecto-advanced", "47-wolf", "36-slipped", "15-storing-scores"]


def walk(table: GameTable, seed: int, steps: int) -> list[State]:
    """The states of a game at random, up to its end."""
    chance, states = Chance(seed), [table.start()]
    while len(states) < steps and not table.is_over(states[-1]):
        states.append(table.apply(states[-1], action_at_random(table, states[-1], chance)))
    return states


# ------------------------------------------------------------------ actions


@pytest.mark.parametrize("name", KINDS)
def test_every_legal_move_has_a_number_of_its_own(name: str) -> None:
    table = Game.named(name).table(starter=0)
    seen = 0
    for state in walk(table, 2, 80):
        for seat in table.turn(state).seats if table.turn(state).kind in ("choice", "choices") else ():
            moves, numbers = table.moves(state, seat), table.legal_actions(state, seat)
            assert len(set(numbers)) == len(moves)
            assert all(0 <= number < table.num_actions for number in numbers)
            mask = table.mask(state, seat)
            assert len(mask) == table.num_actions
            assert [i for i, legal in enumerate(mask) if legal] == sorted(numbers)
            for move, number in list(zip(moves, numbers, strict=True))[:20]:
                assert table.action_id(state, move) == number
                found = table.action(state, number, seat)
                assert found == move and found.text == move.text
                seen += 1
    assert seen > 0


GREAT = """game "Great"
players 2
material:
    heap: 12 numbered dice
    away: no dice
setup: roll heap
turn:
    choose:
        "take" 1 to 3 of heap as taken, one of players as friend:
            move taken to away
        "stop": end turn
end "nothing is left" when heap is empty: nobody wins
cap 6 turns: nobody wins
"""


def test_moves_that_are_too_many_to_be_coded_are_numbered_by_their_place() -> None:
    table = load(GREAT.replace("12 numbered", "16 numbered").replace("1 to 3 of heap", "1 to 2 of heap")).table(
        starter=0
    )
    state = table.apply(table.start(), table.sample(table.start(), Chance(1)))
    assert table.num_actions == MOST_LISTED_ANSWERS + 1
    numbers = table.legal_actions(state, 0)
    assert numbers == [*range(272), MOST_LISTED_ANSWERS]
    assert [table.action(state, number) for number in numbers] == table.moves(state, 0)
    assert table.action_id(state, table.moves(state, 0)[77]) == 77


def test_moves_that_can_be_coded_keep_their_number_from_state_to_state() -> None:
    table = load(GREAT).table(starter=0)
    state = table.apply(table.start(), table.sample(table.start(), Chance(1)))
    assert table.num_actions == (1 << 12) * 2 + 1
    move = next(m for m in table.moves(state, 0) if m.text == "take d2 d3 P1")
    number = table.action_id(state, move)
    later = table.apply(state, next(m for m in table.moves(state, 0) if m.text == "take d1 P2"))
    assert table.action(later, number) == Move(1, *(0, move.values))
    with pytest.raises(UsageError, match="not legal here"):
        table.action(later, table.action_id(state, next(m for m in table.moves(state, 0) if m.text == "take d1 P2")))


def test_what_is_no_action_is_refused() -> None:
    table = Game.named("pig").table(2, starter=0)
    state = table.start()
    assert table.num_actions == 2
    for number in (2, -1, True, 0.0, "0"):
        with pytest.raises(UsageError, match="numbered from 0 to 1"):
            table.action(state, number)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="not legal here"):
        table.action(state, 1)
    with pytest.raises(UsageError, match="Roll at least once"):
        table.action_id(state, Move(0, 1))
    rolling = table.apply(state, table.moves(state, 0)[0])
    with pytest.raises(UsageError, match="another choice"):
        table.action(rolling, 0)
    assert table.mask(rolling, 0) == bytes(2)
    with pytest.raises(UsageError, match="no seat 7"):
        table.mask(state, 7)


# ------------------------------------------------------------------ observations


@pytest.mark.parametrize("name", [*KINDS, *SECRET])
def test_observations_are_equal_exactly_where_views_are(name: str) -> None:
    table = Game.named(name).table(3 if name in ("perfecto", "liars-dice") else None)
    by_view: dict[object, tuple[int, ...]] = {}
    by_observation: dict[tuple[int, ...], object] = {}
    for seed in range(3):
        for state in walk(table, seed, 60):
            for seat in range(table.players):
                found, seen = table.observation(state, seat), view(table, state, seat)
                assert len(found) == table.observer.size == len(table.observer.names)
                assert all(type(number) is int for number in found)
                assert by_view.setdefault(seen, found) == found, "the same view, but another observation"
                other = by_observation.setdefault((seat, *found), seen)
                assert other == seen, "the same observation, but another view"


# What Storing Scores tells of its hidden dice is too much for worlds that are drawn until one agrees.
@pytest.mark.parametrize("name", [name for name in SECRET if name != "15-storing-scores"])
def test_nothing_hidden_leaks_into_an_observation(name: str) -> None:
    """Paired worlds: the same to a seat, but different in what it cannot see."""
    table = Game.named(name).table(2 if name != "36-slipped" else None)
    compared = 0
    for seed in range(3):
        chance, history, state = Chance(seed), [], table.start()
        for _ in range(40):
            if table.is_over(state):
                break
            history.append(action_at_random(table, state, chance))
            state = table.apply(state, history[-1])
            if table.turn(state).kind == "chance" or len(history) % 4:
                continue
            world = table.resample(history, 0, chance)
            assert view(table, world, 0) == view(table, state, 0)
            assert table.observation(world, 0) == table.observation(state, 0)
            compared += world != state
    assert compared > 0 or name == "47-wolf"


# ------------------------------------------------------------------ returns and playouts


def test_shares_add_up_to_nothing() -> None:
    assert shares(2, [0]) == (1.0, -1.0)
    assert shares(2, [0, 1]) == (0.0, 0.0) == shares(2, [])
    assert shares(3, [1]) == (-0.5, 1.0, -0.5)
    assert shares(4, [0, 2]) == pytest.approx((1 / 3, -1 / 3, 1 / 3, -1 / 3))
    assert shares(1, [0]) == (1.0,)
    assert shares(1, []) == (0.0,)
    for players in range(2, 7):
        for winners in range(1 << players):
            assert sum(shares(players, [s for s in range(players) if winners >> s & 1])) == pytest.approx(0)


def test_returns_are_known_at_the_end() -> None:
    table = Game.named("yacht").table(2, starter=0)
    with pytest.raises(UsageError, match="when the game is over"):
        table.returns(table.start())
    state = table.state_of(table.playout(Chance(3)))
    result, returns = table.result(state), table.returns(state)
    assert result is not None
    assert returns.shares == shares(2, result.winners)
    assert returns.scores == result.scores is not None


@pytest.mark.parametrize("name", ["pig", "farkle", "six-by-six"])
def test_playouts_from_a_state_come_to_what_games_from_it_come_to(name: str) -> None:
    table = Game.named(name).table(2, starter=0)
    state = walk(table, 4, 12)[-1]
    assert not table.is_over(state)
    found = table.playouts(state, 20, seed=5, engine="stepping")
    again = [table.playouts(state, 20, seed=5, engine="stepping"), table.playouts(state, 20, seed=6, engine="stepping")]
    assert found == again[0] != again[1]
    assert found.tally.games == 20
    total = [0.0, 0.0]
    for (began, mask), games in found.tally.winners.items():
        assert began == 0
        for seat, share in enumerate(shares(2, [s for s in (0, 1) if mask >> s & 1])):
            total[seat] += share * games / 20
    assert found.shares == pytest.approx(tuple(total))
    if found.scores is not None:
        assert found.scores[0] == sum(v * c for v, c in found.tally.scores[0].items()) / 20
    over = table.state_of(table.playout(Chance(1)))
    assert table.playouts(over, 3, engine="stepping").shares == table.returns(over).shares


def test_both_engines_make_the_same_playouts() -> None:
    pytest.importorskip("llvmlite")
    table = Game.named("farkle").table(2, starter=0)
    state = walk(table, 4, 12)[-1]
    assert table.playouts(state, 50, seed=5, engine="native") == table.playouts(state, 50, seed=5, engine="stepping")
    assert table.runner("native") is table.runner("native")
    assert table.runner("native").name == "native"
    with pytest.raises(UsageError, match="there is no quick"):
        table.runner("quick")


# ------------------------------------------------------------------ batches


@pytest.mark.parametrize("name", ["pig", "farkle", "liars-dice", "perfecto", "09-hide-away"])
def test_a_batch_plays_games_together(name: str) -> None:
    table = Game.named(name).table()
    batch, luck, ended = table.batch(5, seed=3), Chance(9), 0
    shown = batch.look()
    for _ in range(60):
        states = batch.states()
        for i, state in enumerate(states):
            assert shown.seats[i] in table.turn(state).seats
            assert shown.observations[i] == table.observation(state, shown.seats[i])
            assert shown.masks[i] == table.mask(state, shown.seats[i])
        choices = [[n for n, legal in enumerate(mask) if legal] for mask in shown.masks]
        shown = batch.step([found[luck.below(len(found))] for found in choices])
        for reward, done in zip(shown.rewards, shown.done, strict=True):
            assert sum(reward) == pytest.approx(0)
            assert done or not any(reward)
            ended += done
    assert ended > 0 or name in ("perfecto", "09-hide-away", "pig", "farkle")


def test_a_batch_is_the_same_for_the_same_seed_and_refuses_what_is_none() -> None:
    table = Game.named("liars-dice").table(2, starter=0)
    one, two, three = (table.batch(4, seed=seed) for seed in (1, 1, 2))
    first = [mask.index(1) for mask in one.look().masks]
    assert one.look() == two.look()
    assert one.step(first) == two.step(first)
    assert one.states() == two.states() != three.states()
    with pytest.raises(UsageError, match="has 4 games, but 1 actions"):
        one.step([0])
    with pytest.raises(UsageError, match="at least one game"):
        table.batch(0)
    with pytest.raises(UsageError, match="nobody has anything to choose"):
        Game.named("craps").table().batch(2)
    before = two.states()
    illegal = [next(i for i, legal in enumerate(mask) if not legal) for mask in two.look().masks]
    with pytest.raises(UsageError, match="not legal"):
        two.step(illegal)
    assert two.states() == before
