"""The contract between a game and all that plays it, on small games written here."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.invariants import dice_in_order

from dicedsl.errors import Fault, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import load
from dicedsl.interpreter.state import Move, Outcome, State, Turn
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import view

RACE = """game "Race"
players 2 or 3

options:
    goal = 12, from 5 to 30: "points that win"

material:
    cup: 2 dice
    each player has score = 0

turn:
    choose:
        "throw":
            roll cup
            add sum of number of cup to your score
        "steal" one of others as victim, one of 1 to 3 as amount:
            must score of victim is at least amount: "Nobody gives what he does not have."
            must amount is not 2: "Two is unlucky."
            take amount from score of victim
            add amount to your score
        "wait":
            must your score is more than 0: "You cannot wait at the start."

end "the goal is reached" after each turn when some p in players has score at least goal: p wins
"""

SECRET = """game "Secret"
players 3

material:
    each player has number told = 0
    each player has score = 0
    the game has laps = 0

turn:
    choose by everyone at once:
        "say" one of 1 to 3 as spoken: set your number told to spoken
        "nothing"
    for each p in everyone:
        if count of (everyone where number told of it is number told of p) is 1: add number told of p to score of p
    add 1 to laps

end "three laps" after each turn when laps is 3: highest score wins
"""


def race(players: int = 2) -> GameTable:
    return load(RACE).table(players, starter=0)


def secret() -> GameTable:
    return load(SECRET).table(3, starter=0)


def do(table: GameTable, state: State, seat: int, text: str) -> State:
    return table.apply(state, table.parse_move(state, seat, text))


def memory(state: State, name: str) -> tuple[int, ...]:
    slot = next(s for s in state.table.program.slots if s.name == name)
    return state.cells[slot.base : slot.base + slot.size]


# -------------------------------------------------------------- states are values


def test_the_old_state_stays_as_it_was() -> None:
    table = race()
    first = table.start()
    copy = State(table, tuple(first.cells))
    second = do(table, first, 0, "throw")
    third = table.apply(second, Outcome((3, 4)))

    assert first == copy and first.cells == copy.cells
    assert memory(first, "score") == (0, 0)
    assert memory(third, "score") == (7, 0)
    assert table.apply(second, Outcome((1, 1))) != third
    assert table.apply(second, Outcome((3, 4))) == third


def test_states_compare_and_hash_by_what_they_hold() -> None:
    one, other = race(), race()

    assert one.start() == one.start()
    assert hash(one.start()) == hash(one.start())
    assert {one.start(), one.start()} == {one.start()}
    assert one.start().cells == other.start().cells
    assert one.decode(one.encode(one.start())) == one.start()


@pytest.mark.parametrize("text", ["", "1,2", "x", "1," * 1000, "-1", "99999999999999999999"])
def test_a_damaged_saved_state_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        race().decode(text)


def test_equal_dice_in_any_order_are_one_state() -> None:
    table = race()
    thrown = do(table, table.start(), 0, "throw")

    assert len(table.outcomes(thrown)) == 21
    assert sum((o.probability for o in table.outcomes(thrown)), Fraction(0)) == 1
    assert next(o.probability for o in table.outcomes(thrown) if o.values == (3, 4)) == Fraction(2, 36)


# -------------------------------------------------------------- who may do what


def test_whose_turn_it_is() -> None:
    table = race()
    state = table.start()

    assert table.turn(state) == Turn("choice", (0,))
    state = do(table, state, 0, "throw")
    assert table.turn(state) == Turn("chance")
    state = table.apply(state, Outcome((6, 6)))
    assert table.turn(state) == Turn("over")
    assert table.is_over(state)
    result = table.result(state)
    assert result is not None
    assert (result.winners, result.ranks, result.reason) == ((0,), (1, 2), "the goal is reached")


def test_only_the_seat_that_is_asked_may_move() -> None:
    table = race()
    state = table.start()
    mine = table.moves(state, 0)[0]

    assert table.moves(state, 1) == []
    assert (
        table.why_not(state, 1, Move(1, mine.alternative, mine.values, mine.text)) == "It is not your turn to choose."
    )
    with pytest.raises(UsageError, match="not your turn"):
        table.apply(state, Move(1, mine.alternative, mine.values, mine.text))


def test_legal_moves_in_a_stable_order() -> None:
    table = race(3)
    state = table.apply(do(table, table.start(), 0, "throw"), Outcome((1, 2)))

    texts = [m.text for m in table.moves(state, 1)]

    assert texts == ["throw", "steal P1 1", "steal P1 3"]
    assert [m.text for m in table.moves(state, 1)] == texts


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("steal P2 1", "Nobody gives what he does not have."),
        ("steal P2 2", "Nobody gives what he does not have."),
        ("wait", "You cannot wait at the start."),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(text: str, sentence: str) -> None:
    table = race()
    state = table.start()
    cells = state.cells
    move = table.parse_move(state, 0, text)

    assert table.why_not(state, 0, move) == sentence
    with pytest.raises(UsageError) as caught:
        table.apply(state, move)
    assert caught.value.message == sentence
    assert state.cells == cells
    assert table.moves(state, 0) == table.moves(table.start(), 0)


def test_the_first_condition_that_fails_is_told() -> None:
    table = race()
    state = table.apply(do(table, table.start(), 0, "throw"), Outcome((2, 2)))

    assert table.why_not(state, 1, table.parse_move(state, 1, "steal P1 2")) == "Two is unlucky."
    assert table.why_not(state, 1, table.parse_move(state, 1, "steal P1 1")) is None


@pytest.mark.parametrize(
    "move",
    [
        Move(0, 99, (), ""), Move(0, -1, (), ""), Move(0, 1, (), ""), Move(0, 1, (1, 1, 1), ""), Move(0, 1, (-1, 1), ""), Move(0, 1, (0, 1), ""),
        Move(0, 1, (1, 9), ""), Move(0, 1, (64, 1), ""), Move(0, 0, (1,), ""), Move(7, 0, (), ""), Move(-1, 0, (), ""),
    ],
)  # fmt: skip
def test_a_move_that_cannot_be_is_refused(move: Move) -> None:
    table = race()
    state = table.start()

    assert table.why_not(state, move.seat, move)
    with pytest.raises(UsageError):
        table.apply(state, move)


@pytest.mark.parametrize("outcome", [(), (1,), (1, 7), (0, 1), (1, 2, 3), (-1, 3)])
def test_a_throw_that_cannot_be_is_refused(outcome: tuple[int, ...]) -> None:
    table = race()
    state = do(table, table.start(), 0, "throw")

    with pytest.raises(UsageError):
        table.apply(state, Outcome(outcome))


def test_nothing_happens_out_of_place() -> None:
    table = race()
    start = table.start()
    thrown = do(table, start, 0, "throw")
    over = table.apply(thrown, Outcome((6, 6)))

    cases: list[tuple[State, Move | Outcome]] = [
        (start, Outcome((1, 2))),
        (thrown, table.moves(start, 0)[0]),
        (over, Outcome((1, 2))),
        (over, table.moves(start, 0)[0]),
    ]
    for state, action in cases:
        with pytest.raises(UsageError):
            table.apply(state, action)
    assert table.outcomes(start) == [] and table.moves(thrown, 0) == [] and table.result(start) is None


@pytest.mark.parametrize(
    "text", ["", "fly", "throw 1", "steal", "steal P2", "steal P9 1", "steal P2 x", "steal P2 1 1", "throwing", "(1,2)"]
)
def test_a_text_that_means_no_move(text: str) -> None:
    table = race()

    with pytest.raises(UsageError):
        table.parse_move(table.start(), 0, text)


# -------------------------------------------------------------- chance


def test_the_sampler_falls_like_the_listed_outcomes() -> None:
    table = race()
    state = do(table, table.start(), 0, "throw")
    listed = {o.values: o.probability for o in table.outcomes(state)}
    chance, count = Chance(3), 20_000
    fallen: dict[tuple[int, ...], int] = {}
    for _ in range(count):
        values = table.sample(state, chance).values
        fallen[values] = fallen.get(values, 0) + 1

    assert set(fallen) == set(listed)
    # Five standard deviations, at a fixed seed.
    for values, probability in listed.items():
        expected = float(probability) * count
        assert abs(fallen[values] - expected) < 5 * (expected * (1 - float(probability))) ** 0.5


def test_who_begins_is_drawn_when_nobody_says() -> None:
    table = load(RACE).table(3)
    state = table.start()

    assert table.turn(state) == Turn("chance")
    assert [(o.text, o.probability) for o in table.outcomes(state)] == [(f"P{i}", Fraction(1, 3)) for i in (1, 2, 3)]
    assert table.turn(table.apply(state, Outcome((2,)))) == Turn("choice", (2,))
    with pytest.raises(UsageError):
        table.apply(state, Outcome((3,)))


# -------------------------------------------------------------- several at once


def test_simultaneous_choices_wait_for_all() -> None:
    table = secret()
    state = table.start()
    assert table.turn(state) == Turn("choices", (0, 1, 2))

    state = do(table, state, 1, "say 3")
    assert table.turn(state) == Turn("choices", (0, 2))
    assert memory(state, "number told") == (0, 0, 0)
    assert table.moves(state, 1) == []
    assert table.why_not(state, 1, Move(1, 1, (), "")) == "It is not your turn to choose."

    state = do(table, state, 2, "say 1")
    assert memory(state, "number told") == (0, 0, 0)
    state = do(table, state, 0, "say 1")
    assert memory(state, "score") == (0, 3, 0)


def test_the_order_of_simultaneous_answers_does_not_matter() -> None:
    table = secret()
    answers = {0: "say 2", 1: "nothing", 2: "say 3"}
    ends = set()
    for order in [(0, 1, 2), (2, 1, 0), (1, 2, 0)]:
        state = table.start()
        for seat in order:
            state = do(table, state, seat, answers[seat])
        ends.add(state)

    assert len(ends) == 1


def test_a_simultaneous_answer_is_hidden_from_the_others() -> None:
    table = secret()
    start = table.start()
    worlds = [do(table, start, 0, text) for text in ("say 1", "say 2", "say 3", "nothing")]

    for seat in (1, 2, None):
        assert len({str(view(table, world, seat)) for world in worlds}) == 1
    for seat in (1, 2):
        assert len({tuple(table.moves(world, seat)) for world in worlds}) == 1


# -------------------------------------------------------------- faults of a rulebook

STUCK = """game "Stuck"
players 1

material:
    cup: 1 die

turn:
    roll cup
    choose:
        "go on":
            must cup showing 6 is empty: "Not with a six."
"""

FAULTS = {
    "F501": "turn:\n    choose:\n        \"go\"\n    move 3 of cup to bag\n",
    "F502": "turn:\n    choose:\n        \"go\"\n    add 7 to level\n",
    "F507": "turn:\n    choose:\n        \"go\"\n    repeat:\n        add 1 to tally\n",
    "F508": "turn:\n    choose:\n        \"go\"\n    set tally to 6 / tally\n",
    "F510": "turn:\n    choose:\n        \"go\"\n    turn first of cup to 9\n",
}  # fmt: skip
FAULTY = """game "Faulty"
players 1

material:
    cup: 2 dice
    bag: no dice
    the game has level = 0, from 0 to 6
    the game has tally = 0

"""


def test_a_choice_without_a_way_out_is_a_fault() -> None:
    table = load(STUCK).table(1, starter=0)
    state = table.start()

    table.apply(state, Outcome((1,)))
    with pytest.raises(Fault) as caught:
        table.apply(state, Outcome((6,)))
    assert caught.value.problems[0].code == "F506"
    assert caught.value.problems[0].span.text.startswith("choose")


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_tells_its_place_and_leaves_the_state(code: str) -> None:
    table = load(FAULTY + FAULTS[code]).table(1, starter=0)
    state = table.start()
    cells = state.cells

    with pytest.raises(Fault) as caught:
        do(table, state, 0, "go")

    assert caught.value.problems[0].code == code
    assert state.cells == cells
    span = caught.value.problems[0].span
    assert span.source.text.startswith('game "Faulty"')
    assert 0 <= span.start < span.end <= len(span.source.text)


# -------------------------------------------------------------- nobody's things

NOBODY = """game "Nobody"
players 2

material:
    cup: 2 dice
    hand of each player: 2 dice
    bag: 1 die
    the game has ghost = nobody
    the game has tally = 0

turn:
    choose:
        "go":
            {}
        "end": you win
"""


@pytest.mark.parametrize(
    "step",
    [
        "move hand of ghost to cup",
        "show hand of ghost",
        "set tally to count of hand of ghost",
        "roll hand of ghost",
        "move cup to hand of ghost",
        "move first of (cup showing 5) to bag",
        "turn first of (cup showing 5) to 3",
        "set ghost to left of ghost",
    ],
)
def test_what_belongs_to_nobody_is_empty_or_a_fault(step: str) -> None:
    table = load(NOBODY.format(step)).table(2, starter=0)
    state = table.start()
    try:
        following = do(table, state, 0, "go")
    except Fault as fault:
        assert fault.problems[0].span.source.text
        return

    dice_in_order(following)
    assert table.turn(following).kind == "choice"
    assert memory(following, "tally") == (0,)
    assert not step.startswith("move cup") or following.cells[table.reg.zone_mask] == 0


def test_asking_nobody_is_a_fault() -> None:
    table = load(NOBODY.format('choose by ghost:\n                "x"')).table(2, starter=0)

    with pytest.raises(Fault) as caught:
        do(table, table.start(), 0, "go")
    assert caught.value.problems[0].code == "F512"
