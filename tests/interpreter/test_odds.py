"""Reports by lot: they follow the odds, and whatever is drawn may be reported."""

import time
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from tests.invariants import Auditor
from tests.stepping_code import runner_of

from dicedsl.errors import Fault
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.stepping import helpers
from dicedsl.interpreter.engines.stepping.work_helpers import counting_helpers
from dicedsl.interpreter.game import load
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable

LANGUAGE = Path(__file__).parents[1] / "language"
DRAWN = 6_000


def attempt(outcomes: str, material: str = "", words: str = "") -> GameTable:
    """A game that is one attempt after another."""
    indented = "\n".join(f"        {line}" for line in outcomes.strip("\n").split("\n"))
    text = f"""\
game "An attempt"
players 3
material:
    cup: 6 numbered dice
    plain pile: 8 dice
    floor: no dice
    each player has total = 0
{material}
words:
    limit is 2
{words}
turn:
    attempt "throw":
{indented}
cap 3 turns: nobody wins
"""
    return load(text).table(starter=0)


def drawn(table: GameTable, count: int = DRAWN, seed: int = 7) -> Counter[str]:
    state, chance = table.start(), Chance(seed)
    found: Counter[str] = Counter()
    for _ in range(count):
        move = table.report_by_odds(state, chance)
        assert table.why_not(state, move.seat, move) is None, move.text
        found[move.text] += 1
    return found


def close_to(found: Counter[str], law: dict[str, Fraction], most: float = 4.5) -> bool:
    """Every count lies within so many standard deviations of what the law says, and nothing else was drawn."""
    total, whole = sum(found.values()), sum(law.values())
    for text in {*law, *found}:
        share = float(law.get(text, Fraction(0)) / whole)
        if abs(found[text] - total * share) > most * (total * share * (1 - share)) ** 0.5 + 1e-9:
            return False
    return True


def test_outcomes_follow_their_weights() -> None:
    table = attempt('"a"\n"b"\n"c"\n"d"\nodds:\n    "a": 50\n    "b": 30\n    "c": 0')

    assert close_to(drawn(table), {"a": Fraction(50), "b": Fraction(30), "d": Fraction(1)})


def test_a_weight_below_nothing_is_nothing() -> None:
    table = attempt('"a"\n"b"\nodds:\n    "a": 2 - 5\n    "b": 1')

    assert set(drawn(table, 200)) == {"b"}


def test_members_follow_their_weights() -> None:
    table = attempt('"fall" one of cup as d\nodds:\n    "fall": 1, d by index of it * 2')

    assert close_to(drawn(table), {f"fall d{i}": Fraction(i) for i in range(1, 7)})


def test_an_aimed_throw() -> None:
    """With chance s/2 the aimed place, else any of the places, the aimed one among them."""
    words = "    pull of number n, number s:\n        n is 4    | 200 - s + s * 10\n        otherwise | 200 - s\n"
    table = attempt('"land" one of 1 to 10 as n\nodds:\n    "land": 1, n by pull of (it, skill of you)', words=words)
    share = Fraction(1, 4)  # the skill is 50 of 100

    law = {f"land {n}": (1 - share) / 10 + (share if n == 4 else 0) for n in range(1, 11)}
    assert close_to(drawn(table), law)


def test_a_later_pick_is_weighed_with_the_earlier_one_in_place() -> None:
    lines = '"go" one of 1 to 3 as n, one of 1 to n as m\nodds:\n    "go": 1, n by it, m by n + it'

    def law() -> Iterable[tuple[str, Fraction]]:
        for n in (1, 2, 3):
            whole = sum(n + m for m in range(1, n + 1))
            for m in range(1, n + 1):
                yield f"go {n} {m}", Fraction(n, 6) * Fraction(n + m, whole)

    assert close_to(drawn(attempt(lines)), dict(law()))


def test_a_refused_member_is_never_drawn() -> None:
    sevens = '    must n mod 7 is 0: "Only sevens."\n    must n is less than 50: "Fifty is too many."'
    table = attempt(f'"go" one of 1 to 600 as n:\n{sevens}')

    assert close_to(drawn(table), {f"go {n}": Fraction(1) for n in range(7, 50, 7)})


@pytest.mark.parametrize("amount", ["any", "some", "2", "2 to 3"])
def test_sets_follow_their_chances_given_their_size(amount: str) -> None:
    table = attempt(f'"fall" {amount} of cup as hit\nodds:\n    "fall": 1, hit each 10 * index of it percent')
    low, high = {"any": (0, 6), "some": (1, 6), "2": (2, 2), "2 to 3": (2, 3)}[amount]
    law = {}
    for size in range(low, high + 1):
        for dice in combinations(range(1, 7), size):
            share = Fraction(1)
            for i in range(1, 7):
                share *= Fraction(i, 10) if i in dice else 1 - Fraction(i, 10)
            law["fall " + (" ".join(f"d{i}" for i in dice) or "none")] = share

    assert close_to(drawn(table, 4_000), law)


def test_a_rare_set_is_found_and_drawn_by_its_law() -> None:
    """Five of six dice, which the odds hardly ever give: the law is that of the odds among what is allowed."""
    lines = '"fall" any of cup as hit:\n    must count of hit is 5: "Five."\nodds:\n    "fall": 1, hit each index of it percent'
    law = {}
    for dice in combinations(range(1, 7), 5):
        share = Fraction(1)
        for i in range(1, 7):
            share *= Fraction(i, 100) if i in dice else 1 - Fraction(i, 100)
        law["fall " + " ".join(f"d{i}" for i in dice)] = share

    assert close_to(drawn(attempt(lines), 300), law)


def test_conditions_over_several_picks() -> None:
    """Three counts that must add up: the last one is chosen among all, however few fit."""
    lines = '"counts" one of 0 to 135 as n, one of 0 to 135 as m, one of 0 to 135 as k:\n    must n + m + k is 135: "Count again."'
    found = drawn(attempt(lines), 200)

    assert all(sum(map(int, text.split()[1:])) == 135 for text in found)
    assert len(found) > 150


def test_closed_outcomes_are_never_drawn() -> None:
    lines = '"a":\n    must limit is 3: "Not now."\n"b" one of floor as d\n"c"\nodds:\n    "a": 1000\n    "b": 1000\n    "c": 1'

    assert set(drawn(attempt(lines), 200)) == {"c"}


def test_where_the_odds_exclude_all_that_is_possible_it_is_drawn_all_the_same() -> None:
    table = attempt(
        '"a" one of floor as d\n"b"\n"c" 2 of cup as e\nodds:\n    "a": 1\n    "b": 0\n    "c": 0, e each 0 percent'
    )

    found = drawn(table, 300)
    assert found["b"] > 100
    assert len(found) > 10


def test_plain_dice_are_drawn_as_they_are_listed() -> None:
    table = attempt('"fall" 1 to 3 of plain pile as hit, one of plain pile - hit as last\n"one" one of plain pile as d')
    state = table.start()
    listed = {(m.alternative, m.values) for m in table.moves(state, 0)}
    chance = Chance(3)

    for _ in range(300):
        move = table.report_by_odds(state, chance)
        assert (move.alternative, move.values) in listed


def test_a_rare_set_of_plain_dice_stands_for_all_that_are_listed_as_it() -> None:
    """Seven of eight equal dice can fall in eight ways, all of them in one."""
    lines = '"fall" any of plain pile as hit:\n    must count of hit is at least 7: "More."\nodds:\n    "fall": 1, hit each 20 percent'
    table = attempt(lines)
    state, chance = table.start(), Chance(5)
    sizes = Counter(str(table.report_by_odds(state, chance).values[0].bit_count()) for _ in range(400))

    assert close_to(sizes, {"7": 8 * Fraction(4, 5), "8": Fraction(1, 5)})


GREAT = """\
game "A great pile"
players 2
material:
    board pile: (a, b, c) from 0 to 8 where a + b + c is at most 8
    stock of each player: 165 dice
words:
    place p is bare when a of p is 0
setup:
    for each p in pile: move one of your stock to p
turn:
    attempt "shake":
        "fall" some of pile where it is taken as fallen:
            must no p in fallen is bare: "Those in front stay."
            for each p in fallen: move die on p to stock of owner of p
        odds:
            "fall": 1, fallen each 10 * a of it percent
end "few are left" when count of dice on pile is at most 45: nobody wins
cap 30 turns: nobody wins
"""


def test_a_set_of_a_great_pile_is_drawn_without_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    def listing(*_: object) -> None:
        raise AssertionError("nothing may be listed here")

    monkeypatch.setattr(helpers, "counting_helpers", lambda run: {**counting_helpers(run), "subsets": listing})
    table = load(GREAT).table(starter=0)
    state = table.start()
    move = table.report_by_odds(state, Chance(1))

    assert table.why_not(state, 0, move) is None
    assert 20 < move.values[0].bit_count() < 60
    started = time.process_time()
    for seed in range(20):
        table.report_by_odds(state, Chance(seed))
    assert time.process_time() - started < 4
    assert table.playout(Chance(2))[table.reg.over] == 1


def test_conditions_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = load(GREAT).table(starter=0)
    table.report_by_odds(table.start(), Chance(1))

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(runner_of(table), "compile", refuse)
    table.report_by_odds(table.start(), Chance(2))


@pytest.mark.parametrize(
    "lines",
    [
        '"a":\n    must limit is 3: "Not now."\n"b" one of floor as d',
        '"a" 7 of cup as d',
        '"a" one of 1 to 5 as n:\n    must n is more than 5: "Too few."',
        '"a" any of cup as d:\n    must count of d is 9: "Nine."',
    ],
)
def test_an_attempt_of_which_nothing_can_come_is_a_fault(lines: str) -> None:
    table = attempt(lines)

    with pytest.raises(Fault) as caught:
        table.report_by_odds(table.start(), Chance(1))
    problem = caught.value.problems[0]
    assert (problem.code, problem.message) == ("F516", "no outcome of this attempt can be reported")
    assert problem.span.text.startswith('attempt "throw":')
    with pytest.raises(Fault):
        table.playout(Chance(1))


def test_the_odds_are_the_same_for_the_same_seed() -> None:
    table = attempt('"fall" some of cup as hit\n"off"')

    assert drawn(table, 50, 3) == drawn(table, 50, 3)
    assert drawn(table, 50, 3) != drawn(table, 50, 4)


@pytest.mark.parametrize("name", ["aiming", "attempts", "race-claims", "race-grabs"])
def test_games_with_attempts_keep_their_promises(name: str) -> None:
    table = load((LANGUAGE / f"{name}.dice").read_text("utf-8")).table(starter=0)

    def watch(state: State, action: object, following: State) -> None:
        if table.turn(state).kind == "report":
            seen.append(action)

    seen: list[object] = []
    for seed in range(5):
        Auditor(table, Chance(seed), watch).game()
    assert len(seen) > 20


def test_who_is_first_in_a_race() -> None:
    game = load((LANGUAGE / "race-claims.dice").read_text("utf-8"))
    table = game.table(3, starter=0, skills=(0, 50, 100))
    state, chance = table.start(), Chance(5)
    while table.turn(state).kind == "chance":
        state = table.apply(state, table.sample(state, chance))
    first: Counter[str] = Counter()
    while sum(first.values()) < 3_000:
        move = table.report_by_odds(state, chance)
        if move.values:
            first[f"P{move.values[0] + 1}"] += 1

    assert close_to(first, {"P1": Fraction(50), "P2": Fraction(100), "P3": Fraction(150)})
    state = table.apply(state, table.parse_move(state, 0, "blank P2"))
    if table.turn(state).kind == "report":
        assert all(table.report_by_odds(state, chance).values[:1] != (1,) for _ in range(50))


def test_ever_smaller_sets_are_tried() -> None:
    """Of sixty dice at most one may fall: no luck of the odds finds that, and listing is out of the question."""
    lines = '"fall" any of heap as hit:\n    must count of hit is at most 1: "One at most."\n"off"\nodds:\n    "fall": 1\n    "off": 0'
    table = attempt(lines, material="    heap: 60 numbered dice")

    assert all(text.startswith("fall") for text in drawn(table, 20))
