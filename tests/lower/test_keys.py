"""A key that is none never reads or writes another cell: what is kept for it is none, and cannot be changed."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedsl.check_door import check
from dicedsl.errors import DiceError, Fault
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable, table_of
from dicedsl.lower.indexing import index_of
from dicedsl.program import ops
from dicedsl.program.fixed_evaluation import FixedEvaluator
from dicedsl.program.sets import NO_NUMBER
from dicedsl.text.source import Source

SIZES = {"player": 3, "suit": 3, "rank": 2}


# ------------------------------------------------------------------ the index itself


@given(st.lists(st.integers(1, 5), min_size=1, max_size=3), st.data())
def test_an_index_is_inside_only_if_every_key_is_there(sizes: list[int], data: st.DataObject) -> None:
    program = ops.Program()
    ways = [data.draw(st.sampled_from(["constant", "variable", "worked out"])) for _ in sizes]
    for members in product(*(range(-1, size) for size in sizes)):
        keys: list[ops.Op] = []
        for i, (way, member) in enumerate(zip(ways, members, strict=True)):
            plain: ops.Op = ops.Const(member) if way == "constant" else ops.Var(i)
            keys.append(ops.Bin("-", ops.Bin("+", plain, ops.ONE), ops.ONE) if way == "worked out" else plain)
        index = FixedEvaluator(program)(index_of(Lists(program), keys, sizes), dict(enumerate(members)))
        if min(members) < 0:
            assert not 0 <= index < prod(sizes)
        else:
            expected = 0
            for member, size in zip(members, sizes, strict=True):
                expected = expected * size + member
            assert index == expected


@frozen
class Lists:
    program: ops.Program

    def list_of(self, values: tuple[int, ...]) -> int:
        self.program.lists.append(values)
        return len(self.program.lists) - 1


# ------------------------------------------------------------------ memory and zones of a rulebook


@frozen
class Item:
    """What a memory holds: how it begins, a value to write, the memory that takes what is read, and what stands for none."""

    begin: str
    value: str
    taker: str
    empty: str
    none: int


ITEMS = {
    "number": Item("0", "5", "found", "none", NO_NUMBER),
    "suit": Item("sun", "moon", "found suit", "none", -1),
    "player": Item("nobody", "left of you", "found player", "none", -1),
    "suits": Item("none", "suits", "found suits", "none", 0),
    "truth": Item("no", "yes", "found", "yes", 0),
}

RULES = """game "Keys"
players 3

words:
    kind suit, suits: sun, moon, star
    kind rank, ranks: low, high

material:
    cup: 6 numbered dice
    each {first} has {name}{by} = {begin}
    pile of each {zone_keys}: no dice
    the game has before = 7
    the game has chosen player = nobody
    the game has chosen suit = sun
    the game has chosen rank = low
    the game has {taker} = {empty}

turn:
    choose:
        "write": set {at} to {value}
        "read": set {taker} to {at}
        "move": move one of cup to {pile}
        "count": set before to count of {pile}

cap 99 turns: nobody wins
"""


def phrase(name: str, keys: list[str]) -> str:
    return f"{name} of chosen {keys[0]}" + "".join(f" at chosen {key}" for key in keys[1:])


def table(item: str, keys: list[str], zone_keys: list[str]) -> GameTable:
    name = "kept suits" if item == "suits" else "tally"
    found = ITEMS[item]
    text = RULES.format(
        first=keys[0], by=f" by {keys[1]}" if len(keys) > 1 else "", name=name, begin=found.begin, value=found.value,
        taker=found.taker, empty=found.empty, at=phrase(name, keys), pile=phrase("pile", zone_keys), zone_keys=" and ".join(zone_keys),
    )  # fmt: skip
    return Game(Source("keys.dice", text)).table(3, starter=0)


def slot(found: GameTable, name: str) -> ops.Slot:
    return next(s for s in found.program.slots if s.name == name)


def index(keys: list[str], chosen: dict[str, int]) -> int | None:
    """Which of its cells is meant, or None if a key is none."""
    total = 0
    for key in keys:
        if chosen[key] < 0:
            return None
        total = total * SIZES[key] + chosen[key]
    return total


def refused(state: State, alternative: int) -> None:
    """A fault with the line of the step, and a state that is as it was."""
    before = state.cells
    with pytest.raises(Fault) as caught:
        table_of(state).apply(state, Move(0, alternative, (), ""))
    problem = caught.value.problems[0]
    assert problem.code == "F503"
    assert "chosen" in problem.span.text
    assert state.cells == before


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(sorted(ITEMS)),
    st.permutations(sorted(SIZES)),
    st.integers(1, 2),
    st.integers(1, 3),
    st.fixed_dictionaries({key: st.integers(-1, size - 1) for key, size in SIZES.items()}),
)
def test_what_is_kept_for_none_is_none_and_stays(
    item: str, order: list[str], count: int, zone_count: int, chosen: dict[str, int]
) -> None:
    keys, zone_keys = order[:count], order[:zone_count]
    game = table(item, keys, zone_keys)
    kept = slot(game, "kept suits" if item == "suits" else "tally")
    found = slot(game, ITEMS[item].taker)
    cells = list(game.start().cells)
    for key, member in chosen.items():
        cells[slot(game, f"chosen {key}").base] = member
    for i in range(kept.size):  # something everywhere, so that a look at another cell shows
        cells[kept.base + i] = 1
    state = State(game, tuple(cells))
    at, zone = index(keys, chosen), index(zone_keys, chosen)

    if at is None:
        refused(state, 0)
        assert table_of(state).apply(state, Move(0, 1, (), "")).cells[found.base] == ITEMS[item].none
    else:
        after = table_of(state).apply(state, Move(0, 0, (), ""))
        for i in range(kept.size):
            assert (after.cells[kept.base + i] == 1) == (i != at or after.cells[kept.base + at] == 1)
        assert table_of(state).apply(state, Move(0, 1, (), "")).cells[found.base] == 1
    counted = slot(game, "before")
    if zone is None:
        refused(state, 2)
        assert table_of(state).apply(state, Move(0, 3, (), "")).cells[counted.base] == 0
    else:
        moved = table_of(state).apply(state, Move(0, 2, (), ""))
        piles = [z.number for z in game.program.zones if z.name == "pile"]
        assert [moved.cells[game.reg.zone_mask + z] for z in piles] == [int(i == zone) for i in range(len(piles))]


# ------------------------------------------------------------------ what is none by other ways

NOBODY = """game "Nobody"
players 2

material:
    cup: 2 numbered dice
    board field: (x, y) from 1 to 3
    each player has total = 0
    the game has boss = nobody
    the game has lucky die = none
    the game has spot place = none
    the game has way step = none
    the game has seen = 1
    the game has friends = no

words:
    player p is richer with player q when total of p is at least total of q

turn:
    choose:
        "step":
            {step}

rule weigh for die d: set seen to number of d

end "never" when seen is 1000: nobody wins
"""


def after(step: str) -> State:
    text = NOBODY.format(step=step)
    game = Game(Source("nobody.dice", text)).table(2, starter=0)
    return game.apply(game.start(), Move(0, 0, (), ""))


def cell(state: State, name: str) -> int:
    return state.cells[slot(table_of(state), name).base]


def test_a_rule_given_none_reads_none() -> None:
    assert cell(after("do weigh for lucky die"), "seen") == NO_NUMBER


@pytest.mark.parametrize(
    "asked",
    ["number of lucky die", "x of spot place", "turns of boss", "skill of boss", "seat of boss"],
)
def test_what_is_asked_of_none_is_none(asked: str) -> None:
    assert cell(after(f"set seen to {asked}"), "seen") == NO_NUMBER


@pytest.mark.parametrize("asked", ["boss is richer with you", "you is richer with boss", "spot place is empty"])
def test_none_is_nothing_and_nothing_with_it(asked: str) -> None:
    assert cell(after(f"set friends to {asked}"), "friends") == 0


@pytest.mark.parametrize(
    "point",
    ["spot place + step of (1, 0)", "(1,1) + way step", "(1,1) - way step", "spot place + (step of (1, 1)) * 4"],
)
def test_no_step_leads_from_none_to_a_place(point: str) -> None:
    state = after(f"if ({point}) is not none: set friends to yes")
    assert cell(state, "friends") == 0


@pytest.mark.parametrize(
    "step, message",
    [
        ("set total of boss to 1", "this memory belongs to nobody here"),
        ("add 1 to total of boss", "this memory belongs to nobody here"),
        ("move one of cup to spot place", "there is no such place"),
        ("in turn from boss:\n                add 1 to your total", "nobody cannot begin"),
        ("set starter to boss", "nobody cannot begin"),
    ],
)
def test_nothing_is_done_for_nobody(step: str, message: str) -> None:
    with pytest.raises(Fault) as caught:
        after(step)
    assert caught.value.problems[0].message == message
    assert caught.value.problems[0].span.text in step


@pytest.mark.parametrize("asked", ["row", "column", "ahead"])
def test_a_board_of_coordinates_has_no_rows(asked: str) -> None:
    with pytest.raises(DiceError) as caught:
        after(f"set seen to {asked} of (1,1)")
    assert [p.code for p in caught.value.problems] == ["E321"]


WRAP = """game "Wrap"
players 2

material:
    cup: 1 numbered dice
    each player has tally by suit = 0
    the game has favourite = sun

words:
    kind suit, suits: sun, moon, star

turn:
    set favourite to none
    choose:
        "mark": set tally of you at favourite to 5
        "read":
            set tally of left of you at star to 7
            set tally of you at sun to tally of you at favourite

end "done" after each turn when some p in players has (turns of p is at least 3): p wins
"""


def test_a_memory_set_to_none_is_no_key_of_the_player_before() -> None:
    game = Game(Source("wrap.dice", WRAP)).table(2, starter=1)
    with pytest.raises(Fault) as caught:
        game.apply(game.start(), Move(1, 0, (), ""))
    assert caught.value.problems[0].code == "F503"
    assert caught.value.problems[0].span.text == "set tally of you at favourite to 5"

    tally = slot(game, "tally").base
    state = game.apply(game.start(), Move(1, 1, (), ""))
    assert state.cells[tally : tally + 6] == (0, 0, 7, NO_NUMBER, 0, 0)


def test_something_kept_for_each_die_knows_all_dice() -> None:
    text = 'game "Late"\nplayers 2\nmaterial:\n    box of each die: no dice\n    cup: 2 dice\nturn:\n    roll cup\ncap 3 turns: nobody wins\n'
    assert "E356" in [p.code for p in check(Source("late.dice", text))]


@pytest.mark.parametrize("word", ["highest", "lowest"])
def test_the_highest_of_no_members_is_none(word: str) -> None:
    text = WRAP.replace("set favourite to none", f"set favourite to {word} of (suits where it is sun and it is star)")
    game = Game(Source("wrap.dice", text)).table(2, starter=1)
    assert game.start().cells[slot(game, "favourite").base] == -1


@pytest.mark.parametrize("asked, none", [("index of lucky die", NO_NUMBER), ("rank of colour of lucky die", NO_NUMBER)])
def test_what_a_die_that_is_not_there_is_like(asked: str, none: int) -> None:
    assert cell(after(f"set seen to {asked}"), "seen") == none
