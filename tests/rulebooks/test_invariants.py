"""What must hold in every game holds in random games of every shipped rulebook, for every count of players and every variant."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from attrs import evolve, frozen
from tests.invariants import Auditor, Broken, Whereabouts, dice_in_order

from dicedsl.about import OptionInfo, OptionValue
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable, table_of
from dicedsl.rulebook.library import games

MOST_PLAYERS = 4  # where the rulebook says "or more"
LARGE = 60  # dice: of games with more, only a beginning is looked at here, and whole games in a soak
BEGINNING = 120
ENOUGH_TURNS = 4_000  # of all quick games of a setting together: fewer games where each is long
SOAK_GAMES = int(os.environ.get("SOAK_GAMES", "2000"))
SOAK_READING = 50  # in a soak, the words of the moves are read at one choice in so many


@frozen
class Case:
    game: str
    players: int
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, int | str | bool], ...] = ()

    def __str__(self) -> str:
        settings = [f"{name}={value}" for name, value in self.options]
        return "-".join([self.game, str(self.players), *self.variants, *settings]).replace(" ", "_")

    def table(self, starter: int | None = None) -> GameTable:
        return GAMES[self.game].table(self.players, dict(self.options), self.variants, starter)


GAMES = {name: Game.named(name) for name, _ in games()}


def counts(game: Game, variants: tuple[str, ...] = ()) -> tuple[int, ...]:
    players = game.about_with(variants)
    return tuple(range(players.counts[0], MOST_PLAYERS + 1)) if players.more else players.counts


def is_large(table: GameTable) -> bool:
    return len(table.program.dice) > LARGE


def settings() -> Iterator[Case]:
    """Every game for each count of players, plain and with each variant."""
    for name, game in GAMES.items():
        for variants in [(), *((title,) for title in game.variants)]:
            for players in counts(game, variants):
                yield Case(name, players, variants)


def with_options() -> Iterator[Case]:
    """Every game with each option at its ends, or at each of its words, one at a time."""
    for name, game in GAMES.items():
        players = counts(game)[0]
        for option in game.about.options:
            for value in values_of(option):
                yield Case(name, players, (), ((option.name, value),))


def values_of(option: OptionInfo) -> list[OptionValue]:
    if option.sort == "truth":
        return [option.default == "no"]
    # A game to ten times the usual goal takes long with every check on.
    usual = int(option.default) if option.default.isdecimal() else 5
    ends = [end for end in (option.low, option.high) if end is not None and end <= 2 * usual]
    return [*(value for value in option.values if str(value) != option.default), *ends]


PLAIN = list(settings())
OPTIONED = list(with_options())


def looked_at(cases: list[Case]) -> list[object]:
    """The first case of each game, and every tenth of the others; the rest is for long runs."""
    first = {case.game: case for case in reversed(cases)}
    return [
        pytest.param(case, id=str(case), marks=[pytest.mark.soak] * (case is not first[case.game] and number % 10 > 0))
        for number, case in enumerate(cases)
    ]


@pytest.mark.parametrize("case", looked_at(PLAIN + OPTIONED))
def test_a_random_game_keeps_every_promise(case: Case) -> None:
    table = case.table()
    auditor = Auditor(table, Chance(1))

    walk = auditor.game(BEGINNING if is_large(table) else None)

    assert auditor.counts.get("games", 0) == (walk.result is not None)
    assert walk.result is not None or is_large(table)
    assert auditor.counts["states"] > 1
    reports_only = all(d.reported for d in table.program.decisions)
    assert auditor.counts.get("moves read", 0) > 0 or reports_only or len(walk.log) == BEGINNING


def games_of(case: Case, table: GameTable) -> int:
    """How many quick games; of a large one a single game for its fewest players, and none with other options."""
    if is_large(table):
        return int(not case.options and case.players == counts(GAMES[case.game], case.variants)[0])
    return 10 if case.options else 50


@pytest.mark.parametrize("case", looked_at(PLAIN + OPTIONED))
def test_many_quick_games_end_well(case: Case) -> None:
    table = case.table()
    auditor = Auditor(table, Chance(0))
    chance = Chance(2)
    turns = 0
    for _ in range(games_of(case, table)):
        if turns > ENOUGH_TURNS:
            break
        state = State(table, tuple(table.playout(chance)))
        turns += state.cells[table.reg.turns_played]

        result = table.result(state)

        assert result is not None
        auditor.check_result(result, state)
        dice_in_order(state)


@pytest.mark.parametrize("case", [c for c in PLAIN if not c.variants and c.players <= 2], ids=str)
def test_everybody_can_begin(case: Case) -> None:
    for seat in range(case.players):
        state = case.table(seat).start()
        assert state.cells[table_of(state).reg.starter] == seat
        assert table_of(state).turn(state).kind != "over"


def test_every_rulebook_is_played() -> None:
    assert {c.game for c in PLAIN} == set(GAMES)
    assert len(PLAIN) >= 60
    assert len(OPTIONED) >= 20


# -------------------------------------------------------------- the checks can fail


def spoilt(state: State, cell: int, value: int) -> State:
    cells = list(state.cells)
    cells[cell] = value
    return State(table_of(state), tuple(cells))


def test_a_planted_fault_is_found() -> None:
    table = Case("two-out-of-three", 2).table(0)
    reg = table.reg
    state = table.start()
    while not state.cells[reg.taken]:
        seats = table.turn(state).seats
        action = table.moves(state, seats[0])[0] if seats else table.sample(state, Chance(1))
        state = table.apply(state, action)
    dice_in_order(state)
    lying = next(d for d in range(12) if state.cells[reg.location + d] == 0)
    standing = next(p for p in range(12) if state.cells[reg.on_place + p])
    empty = next(p for p in range(12) if not state.cells[reg.on_place + p])
    wrong = [
        spoilt(state, reg.zone_mask, state.cells[reg.zone_mask] & ~(1 << lying)),
        spoilt(state, reg.zone_mask + 1, state.cells[reg.zone_mask + 1] | 1 << lying),
        spoilt(state, reg.zone_mask, state.cells[reg.zone_mask] | 1 << 12),
        spoilt(state, reg.on_place + standing, 0),
        spoilt(state, reg.on_place + empty, state.cells[reg.on_place + standing]),
        spoilt(state, reg.on_place + empty, lying + 1),
        spoilt(state, reg.location + lying, 1),
        spoilt(state, reg.taken, 0),
        spoilt(state, reg.face + lying, 7),
        spoilt(state, reg.face + lying, 3),
        spoilt(state, reg.showing, 0),
        spoilt(state, reg.shown, 1 << 12),
    ]
    for bad in wrong:
        with pytest.raises(Broken):
            dice_in_order(bad)
        followed = Whereabouts(table)
        followed.check(state)
        with pytest.raises(Broken):
            followed.check(bad)


def test_what_is_followed_is_what_a_state_says_by_itself() -> None:
    table = Case("two-out-of-three", 2).table(0)
    walk = Auditor(table, Chance(4)).game()
    followed = Whereabouts(table)
    for state in walk.states:
        alone = Whereabouts(table)
        followed.check(state)
        alone.check(state)
        assert vars(followed) == vars(alone)
    assert followed.taken != [0]


def test_a_wrong_result_is_found() -> None:
    table = Case("threes", 2).table(0)
    state = State(table, tuple(table.playout(Chance(1))))
    result = table.result(state)
    assert result is not None
    auditor = Auditor(table, Chance(1))
    wrong = [
        evolve(result, winners=(2,)),
        evolve(result, ranks=(2, 2)),
        evolve(result, ranks=(1,)),
        evolve(result, scores=()),
    ]
    for bad in [*wrong, evolve(result, winners=(0, 1), ranks=(1, 2))]:
        with pytest.raises(Broken):
            auditor.check_result(bad, state)


# -------------------------------------------------------------- for hours


@pytest.mark.soak
@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_thousands_of_games_keep_every_promise(case: Case) -> None:
    table = case.table()
    if any(len(board.labels[0]) == 3 for board in table.program.boards):
        pytest.skip("dice stand on each other here: its soak is the one of the piles")
    auditor = Auditor(table, Chance(1_000), reading=SOAK_READING)
    for _ in range(SOAK_GAMES):
        auditor.game()

    assert auditor.counts["games"] == SOAK_GAMES
    print(case, auditor.counts)
