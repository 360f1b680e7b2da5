"""States are equal exactly when the position and the setting are; they copy, go to other processes, and are refused elsewhere."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.lab.at_random import action_at_random
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import view
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS

# Boards, matches, secrets, choices at once, attempts, looks ahead, plain and numbered dice.
KINDS = [
    "pig",
    "yahtzee",
    "farkle",
    "liars-dice",
    "perfecto",
    "six-by-six",
    "craps",
    "23-rasanto",
    "09-hide-away",
    "26-dora",
]


def actions(table: GameTable, state: State) -> list[Move | Outcome]:
    turn = table.turn(state)
    if turn.kind == "chance":
        return list(table.outcomes(state))
    return [move for seat in turn.seats for move in table.moves(state, seat)]


def closure(table: GameTable, stop: Callable[[State], bool], depth: int = 10_000) -> set[State]:
    """All states from the start up to where `stop` holds, or so many actions away."""
    seen, edge = {table.start()}, [table.start()]
    for _ in range(depth):
        further = []
        for state in edge:
            if not stop(state):
                for action in actions(table, state):
                    after = table.apply(state, action)
                    if after not in seen:
                        seen.add(after)
                        further.append(after)
        edge = further
        assert len(seen) < 50_000, "this does not close"
        if not edge:
            break
    return seen


def views(table: GameTable, states: set[State]) -> int:
    return len({view(table, state, 0) for state in states})


# ------------------------------------------------------------------ how many there are


def test_pig_to_ten_closes() -> None:
    table = Game.named("pig").table(2, {"goal": 10, "strict": True}, starter=0)
    states = closure(table, lambda state: False)
    assert len(states) == 6967 == views(table, states)


def test_a_first_turn_of_yahtzee_has_as_many_states_as_views() -> None:
    table = Game.named("yahtzee").table(starter=0)
    states = {
        s for s in closure(table, lambda s: s.cells[table.reg.turns_played] > 0) if not s.cells[table.reg.turns_played]
    }
    assert len(states) == 1177 == views(table, states)


def test_three_steps_of_farkle_lead_to_as_many_states_as_views() -> None:
    table = Game.named("farkle").table(2, starter=0)
    states = closure(table, lambda s: s.cells[table.reg.turns_played] > 0, depth=3)
    assert len(states) == 2291 == views(table, states)


# ------------------------------------------------------------------ equal positions go the same way


def shuffled(table: GameTable, state: State, luck: random.Random) -> State:
    """An equal state in other cells: rubbish where nothing reads, other old numbers on dice that fall, equal dice changed."""
    program, reg, cells = table.program, table.reg, list(state.cells)
    counts = table.positions._live[cells[reg.pc]] | table.positions._of_dice
    for cell in range(program.cells):
        if not counts >> cell & 1:
            cells[cell] = luck.randrange(-1, 60)
    if not isinstance(program.blocks[cells[reg.pc]].end, ops.RollDice):
        return State(table, tuple(cells))
    for die in MEMBERS[cells[reg.rolling]]:
        show(table, cells, die, luck.choice((0, *program.dice[die].faces)))
    if table.positions.may_sort(cells[reg.pc]):
        for group in program.plain_groups:
            resting = [die for die in group if not cells[reg.rolling] >> die & 1 and not _on_board(table, cells, die)]
            if len(resting) > 1:
                swap(table, cells, *luck.sample(resting, 2))
    return State(table, tuple(cells))


def _on_board(table: GameTable, cells: list[int], die: int) -> bool:
    return bool(table.program.boards) and cells[table.reg.location + die] >= len(table.program.zones)


def show(table: GameTable, cells: list[int], die: int, number: int) -> None:
    reg = table.reg
    cells[reg.showing + cells[reg.face + die]] &= ~(1 << die)
    cells[reg.showing + number] |= 1 << die
    cells[reg.face + die] = number


def swap(table: GameTable, cells: list[int], one: int, two: int) -> None:
    """Two dice in zones change places, numbers and whether they are shown."""
    reg = table.reg
    numbers = cells[reg.face + one], cells[reg.face + two]
    for cell in (reg.shown, *range(reg.zone_mask, reg.zone_mask + len(table.program.zones))):
        if (cells[cell] >> one & 1) != (cells[cell] >> two & 1):
            cells[cell] ^= 1 << one | 1 << two
    cells[reg.location + one], cells[reg.location + two] = cells[reg.location + two], cells[reg.location + one]
    show(table, cells, one, numbers[1])
    show(table, cells, two, numbers[0])


def go_together(table: GameTable, seed: int, steps: int) -> int:
    """A game played in pairs of equal states; how often their cells were different."""
    chance, luck, state, different = Chance(seed), random.Random(seed), table.start(), 0
    for _ in range(steps):
        other = shuffled(table, state, luck)
        different += other.cells != state.cells
        assert other == state and hash(other) == hash(state)
        assert table.turn(other) == table.turn(state)
        if table.is_over(state):
            assert table.result(other) == table.result(state)
            break
        for seat in table.turn(state).seats if table.turn(state).kind != "report" else ():
            assert table.bare_moves(other, seat) == table.bare_moves(state, seat)
        action = action_at_random(table, state, chance)
        state, after = table.apply(state, action), table.apply(other, action)
        assert after == state, f"{action} leads from equal states to others"
    return different


@pytest.mark.parametrize("name", KINDS)
def test_equal_states_have_the_same_future(name: str) -> None:
    table = Game.named(name).table(starter=0)
    assert sum(go_together(table, seed, 60) for seed in range(3)) > 0


def test_what_counts_tells_states_apart() -> None:
    table = Game.named("pig").table(2, starter=0)
    state = table.start()
    for name in ("score", "pot"):
        slot = next(s for s in table.program.slots if s.name == name)
        cells = list(state.cells)
        cells[slot.base] += 1
        assert State(table, tuple(cells)) != state
    cells = list(state.cells)
    cells[table.reg.turns_played] += 1
    assert State(table, tuple(cells)) == state, "no rule of Pig looks at how many turns were played"
    capped = load(CAPPED).table(2, starter=0)
    cells = list(capped.start().cells)
    cells[capped.reg.turns_played] += 1
    assert State(capped, tuple(cells)) != capped.start(), "here one does"


CAPPED = """game "Capped"
players 2
material:
    cup: 2 dice
    each player has score = 0
turn:
    roll cup
    choose:
        "keep": add sum of number of cup to your score
        "leave": set your score to 0
cap 6 turns: highest score wins
"""


# ------------------------------------------------------------------ other settings, copies, other processes


def test_states_of_other_settings_are_unequal_and_refused() -> None:
    game = Game.named("pig")
    here, there = game.table(2, {"goal": 20}, starter=0), game.table(2, {"goal": 100}, starter=0)
    mine, foreign = here.start(), there.start()
    assert mine.cells == foreign.cells
    assert mine != foreign
    assert len({mine, foreign}) == 2
    move = here.moves(mine, 0)[0]
    questions: list[Callable[[], object]] = [
        lambda: here.turn(foreign), lambda: here.moves(foreign, 0), lambda: here.bare_moves(foreign, 0),
        lambda: here.why_not(foreign, 0, move), lambda: here.parse_move(foreign, 0, "roll"), lambda: here.outcomes(foreign),
        lambda: here.sample(foreign, Chance(1)), lambda: here.apply(foreign, move), lambda: here.step(foreign, move),
        lambda: here.result(foreign), lambda: here.encode(foreign), lambda: view(here, foreign, 0),
    ]  # fmt: skip
    for question in questions:
        with pytest.raises(UsageError, match="another game or another setting"):
            question()


def test_the_same_setting_of_another_table_is_the_same() -> None:
    one, two = (Game.named("pig").table(2, starter=0) for _ in range(2))
    assert one is not two
    assert one.start() == two.start()
    assert len({one.start(), two.start()}) == 1
    assert one.moves(two.start(), 0) == two.moves(one.start(), 0)
    assert one.start() != "a state"


def test_states_copy_and_pickle() -> None:
    table = Game.named("liars-dice").table(2, starter=0)
    state = table.start()
    while table.turn(state).kind == "chance":
        state = table.apply(state, table.sample(state, Chance(3)))
    assert copy.copy(state) is state and copy.deepcopy(state) is state
    again = pickle.loads(pickle.dumps([state, table.start(), table.moves(state, table.turn(state).seats[0])]))
    assert again[:2] == [state, table.start()]
    assert again[0].table is again[1].table is table
    assert [move.text for move in again[2]] == [move.text for move in table.moves(state, table.turn(state).seats[0])]


def played_on(state: State) -> tuple[State, bool]:
    """In another process: whether two states that came there share one table, and the state a few steps later."""
    again = pickle.loads(pickle.dumps(state))
    chance, table = Chance(5), state.table
    assert isinstance(table, GameTable)
    for _ in range(5):
        state = table.apply(state, action_at_random(table, state, chance))
    return state, again.table is table


def test_states_go_to_other_processes_and_come_back() -> None:
    table = Game.named("farkle").table(2, starter=0)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        there, shared = processes.submit(played_on, table.start()).result()
    here, _ = played_on(table.start())
    assert there == here and hash(there) == hash(here)
    assert shared
    assert there.table is table


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize("name", KINDS)
def test_saved_states_are_read_back_and_damaged_ones_refused(name: str) -> None:
    table = Game.named(name).table(starter=0)
    chance, luck, state, refused = Chance(4), random.Random(4), table.start(), 0
    for _ in range(40):
        again = table.decode(table.encode(state))
        assert again == state and again.cells == state.cells
        cells = list(state.cells)
        cells[luck.randrange(len(cells))] = luck.choice((-7, 1 << 90, 1 << 3000))
        try:
            table.decode(",".join(map(str, cells)))
        except UsageError:
            refused += 1
        if table.is_over(state):
            break
        state = table.apply(state, action_at_random(table, state, chance))
    assert refused > 0


def no_states(table: GameTable) -> dict[str, list[object]]:
    cells, reg = list(table.start().cells), table.reg
    program = table.program
    resting = {b.number for b in program.blocks if not isinstance(b.end, (ops.Jump, ops.Branch, ops.Back))}

    def changed(cell: int, value: object) -> list[object]:
        return [*cells[:cell], value, *cells[cell + 1 :]]

    return {
        "nothing but zeros": [0] * len(cells),
        "a block that does not rest": changed(reg.pc, next(i for i in range(len(program.blocks)) if i not in resting)),
        "a block that is none": changed(reg.pc, len(program.blocks)),
        "a game that is over and is not": changed(reg.over, 1),
        "an actor beyond the table": changed(reg.actor, table.players),
        "nobody asked": changed(reg.asked, 0),
        "a number no die has": changed(reg.face, 99),
        "a die in no zone": changed(reg.zone_mask, 0),
        "a die in two zones": changed(reg.zone_mask + 1, cells[reg.zone_mask]),
        "a way back to nowhere": changed(next(iter(sorted(program.back_cells()))), -3),
        "a number that is none": changed(reg.turns_played, 1.5),
        "a truth": changed(reg.turns_played, "true"),
        "too few": list(cells[:-1]),
    }


@pytest.mark.parametrize("what", no_states(Game.named("farkle").table(2, starter=0)))
def test_what_is_no_state_is_refused(what: str) -> None:
    table = Game.named("farkle").table(2, starter=0)
    cells = no_states(table)[what]
    if what == "nobody asked":
        assert table.turn(table.start()).kind == "chance"
        table = Game.named("pig").table(2, starter=0)
        cells = no_states(table)[what]
    with pytest.raises(UsageError, match="saved state"):
        table.decode(",".join(map(str, cells)))


@pytest.mark.parametrize("seat", [5, -1, 2, True, 1.0, "0"])
def test_there_is_no_view_of_a_seat_that_is_none(seat: object) -> None:
    table = Game.named("pig").table(2, starter=0)
    with pytest.raises(UsageError, match="the seats are 0 to 1"):
        view(table, table.start(), seat)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "given", [(0, 0, (1.0,)), (0, 1.0, ()), (0.0, 0, ()), ("0", 0, ()), (0, None, ()), (0, 0, ("x",)), (True, 0, ())]
)
def test_a_move_is_made_of_whole_numbers(given: tuple[object, ...]) -> None:
    with pytest.raises(UsageError, match="whole number"):
        Move(*given)  # type: ignore[arg-type]


def test_texts_of_moves_are_made_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Game.named("farkle").table(2, starter=0)
    state = table.apply(table.start(), table.outcomes(table.start())[0])
    asked: list[object] = []
    spoken = table.words.move

    def heard(*given: Any) -> str:
        asked.append(given)
        return spoken(*given)

    monkeypatch.setattr(table.words, "move", heard)
    moves = table.moves(state, 0)
    assert moves and not asked
    assert [table.parse_move(state, 0, move.text) for move in moves[:3]] == moves[:3]
    assert asked


# ------------------------------------------------------------------ chance


@pytest.mark.parametrize("name", ["farkle", "craps", "liars-dice", "perfecto", "26-dora", "09-hide-away", "six-by-six"])
def test_what_is_drawn_knows_how_likely_it_was(name: str) -> None:
    table = Game.named(name).table()
    chance, state, compared = Chance(8), table.start(), 0
    for _ in range(120):
        if table.is_over(state):
            break
        if table.turn(state).kind == "chance":
            drawn = table.sample(state, chance)
            try:
                listed = table.outcomes(state)
            except UsageError:
                listed = []
            if 0 < len(listed) < 5000:
                assert sum(outcome.probability for outcome in listed) == 1
                assert drawn.probability == next(o.probability for o in listed if o == drawn)
                assert [o.text for o in listed if o == drawn] == [drawn.text]
                compared += 1
        state = table.apply(state, action_at_random(table, state, chance))
    assert compared > 0


TRUTHS = """\
game "Truths"
players 2
material:
    cup: 2 dice
    board field of squares: grid 3 by 4
    board meadow of places: grid 3 by 4
to keep track:
    each player has a score, at first 0
turn:
    let together be taken squares are linked by neighbours
    let alike be taken squares are shaped like taken places
    roll cup
    if together: add 1 to your score
    if alike: add 1 to your score
end "enough" when some player has score at least 3: highest score wins
"""


def test_what_is_true_is_kept_as_a_number() -> None:
    table = load(TRUTHS).table(2, starter=0)
    state = table.start()

    assert {type(cell) for cell in state.cells} == {int}
    assert table.decode(table.encode(state)) == state
