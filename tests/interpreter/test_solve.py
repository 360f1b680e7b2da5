"""Best play worked out: published values, engines against each other, and what is refused."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.about import OptionValue
from dicedsl.cli import main
from dicedsl.errors import UsageError
from dicedsl.interpreter.bots import Knowledge, bot_named
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.lab.odds.exact import best_value
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.telling.adviser import Adviser
from dicedsl.interpreter.solving.aim import aim_of
from dicedsl.interpreter.solving.graph import CHANCE, OVER, SEEKS_LEAST, SEEKS_MOST, Graph
from dicedsl.interpreter.solving.hidden.hidden_games import simplest
from dicedsl.interpreter.solving.ledgers.ledger import ledger_of
from dicedsl.interpreter.solving.ledgers.ledger_reader import NoLedger
from dicedsl.interpreter.solving.position_worths import worths_of
from dicedsl.interpreter.solving.positions import value_kernels
from dicedsl.interpreter.solving.positions.estimate import number_in_words, position_estimate
from dicedsl.interpreter.solving.positions.position_values import exact_values, solve_values
from dicedsl.interpreter.solving.positions.position_walk import PositionWalk, TooManyPositions, mark_of
from dicedsl.interpreter.solving.solve import solve
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable

HIGH_OR_SAFE = """\
game "High or safe"
players 2, clockwise from anybody
material:
    cup: 2 dice
to keep track: each player has a score, at first 0
turn:
    roll cup
    choose:
        "keep": add sum of cup to your score
        "again" one or more of cup as picked:
            roll picked
            add sum of cup to your score
end "all have had a turn" after each turn when turns played are 2: highest score wins, ties share the win
"""

# One roll has more outcomes than there is room for at first.
MANY_OUTCOMES = """\
game "Many outcomes"
players 1
material:
    cup: 6 dice named d1 to d6
to keep track: each player has a score, at first 0
turn:
    roll cup
    choose:
        "all": set your score to sum of cup
        "the best": set your score to 6 * highest of cup
    highest score wins
"""

# Whoever goes on gives the turn away; nobody has to stop, and who stops has lost.
FOR_EVER = """\
game "For ever"
players 2, clockwise from anybody
turn:
    choose:
        "go on": end turn
        "stop": the left neighbour of you wins
"""


@pytest.fixture(autouse=True)
def _nothing_is_solved_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicedsl.interpreter.solving.solved_files.folder", lambda: tmp_path)


def table(name: str, players: int, **options: OptionValue) -> GameTable:
    return Game.named(name).table(players, {k.replace("_", " "): v for k, v in options.items()}, starter=0)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments))
    return result.exit_code, result.output


@pytest.mark.parametrize(("goal", "value"), [(10, "0.7094243226"), (20, "0.6155585498")])
def test_pig_is_as_published(goal: int, value: str) -> None:
    found = solve(table("pig", 2, goal=goal, strict=True))

    assert f"{found.value:.10f}" == value
    assert found.error < 1e-11


def test_one_player_against_chance() -> None:
    assert solve(table("threes", 1)).exact == Fraction(504205555, 80621568)
    assert solve(table("craps", 1)).exact == Fraction(244, 495)


def test_a_roll_with_more_outcomes_than_there_is_room_for_at_first() -> None:
    value = solve(load(MANY_OUTCOMES).table(1), 200_000).value

    # Six times the highest of six dice is never less than their sum.
    highest = sum(6 * Fraction(number**6 - (number - 1) ** 6, 6**6) * number for number in range(1, 7))
    assert value == pytest.approx(float(highest), abs=1e-9)


def test_two_players_against_each_other_as_by_the_exact_walk() -> None:
    here = load(HIGH_OR_SAFE).table(2, starter=0)

    def share(state: object) -> Fraction:
        winners = here.result(state).winners  # type: ignore[arg-type,union-attr]
        return Fraction(int(0 in winners), len(winners))

    found = solve(here)
    assert found.exact == best_value(here, here.start(), 0, lambda state: False, share)
    assert found.exact_advantage == 2 * found.exact - 1


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [("craps", 1, {}), ("threes", 1, {}), ("pig", 2, {"goal": 12, "strict": True})],
)
def test_machine_code_finds_the_positions_that_the_contract_finds(
    name: str, players: int, options: dict[str, OptionValue]
) -> None:
    pytest.importorskip("llvmlite")
    from dicedsl.interpreter.solving.positions.position_finder import PositionFinder

    here = table(name, players, **options)
    aim = aim_of(here)
    walked = PositionWalk(here, aim).whole_graph(100_000)
    engine = here.runner("native")
    found = PositionFinder(here, aim, engine).whole_graph(100_000, 1 << 30)  # type: ignore[arg-type]

    assert (walked.positions, walked.edges) == (found.positions, found.edges)
    for row in ("kinds", "worth", "total"):
        first, second = (sorted(getattr(g, row)[i] for i in range(g.positions)) for g in (walked, found))
        assert first == second
    assert solve_values(walked).middle(0) == pytest.approx(solve_values(found).middle(0), abs=1e-13)


def coins(kind: int) -> Graph:
    """A choice between a sure half and a coin that is thrown until it falls on one side for good."""
    graph = Graph(unit=2)
    for what, worth in ((kind, 0), (CHANCE, 0), (OVER, 0), (OVER, 2), (OVER, 1)):
        graph.add_position(what, worth)
    graph.add_edges(0, [(1, 1, 0), (4, 1, 0)])
    graph.add_edges(1, [(1, 2, 0), (2, 1, 0), (3, 3, 0)])
    for over in (2, 3, 4):
        graph.add_edges(over, [])
    return graph


@pytest.mark.parametrize(("kind", "value"), [(SEEKS_MOST, Fraction(3, 4)), (SEEKS_LEAST, Fraction(1, 2))])
def test_ways_back_are_solved_exactly(kind: int, value: Fraction) -> None:
    found = solve_values(coins(kind))
    exact = exact_values(found)

    assert exact is not None and exact[0] == value
    assert abs(found.middle(0) - value) <= found.error()


def test_bounds_are_the_same_without_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = PositionWalk(table("pig", 2, goal=10, strict=True), aim_of(table("pig", 2))).whole_graph(100_000)
    compiled = solve_values(graph)
    monkeypatch.setattr(
        "dicedsl.interpreter.solving.positions.position_values._kernels",
        lambda: (value_kernels.find_knots, value_kernels.bound_values, value_kernels.fill_lookup),
    )
    plain = solve_values(graph)

    assert [plain.lower[i] for i in range(graph.positions)] == [compiled.lower[i] for i in range(graph.positions)]
    assert [plain.upper[i] for i in range(graph.positions)] == [compiled.upper[i] for i in range(graph.positions)]


def test_what_can_go_on_for_ever_is_told() -> None:
    with pytest.raises(UsageError, match=r"go on for ever.*between 0 and 1"):
        solve(load(FOR_EVER).table(2, starter=0))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("pig", "--players", "3"), "games of one player or of two can be solved"),
        (("07-flickers",), "what happens at the table decides here"),
        (("yacht", "--most-positions", "500"), "positions, more than can be looked through here: 583 were found"),
    ],
)
def test_what_is_refused_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    code, said = run("solve", *arguments)

    assert code == 2
    assert said.startswith("dicedsl: ") and sentence in said and said.count("\n") == 1


def test_a_guess_is_near_what_there_is() -> None:
    here = table("pig", 2, goal=20, strict=True)
    walk = PositionWalk(here, aim_of(here))
    with pytest.raises(TooManyPositions) as many:
        walk.whole_graph(1_000)

    assert 55_367 / 30 < position_estimate(PositionWalk(here, aim_of(here)), many.value.count) < 55_367 * 30


@pytest.mark.parametrize(
    ("number", "text"),
    [(7, "7"), (1_234, "1.2 thousand"), (2_500_000, "2.5 million"), (412_000_000, "410 million"), (10**17, "10^17")],
)
def test_large_numbers_in_words(number: int, text: str) -> None:
    assert number_in_words(number) == text


def test_the_command_tells_people_and_programs() -> None:
    code, said = run("solve", "pig", "--option", "goal=10", "--option", "strict=yes")
    assert code == 0
    assert "Value: 0.7094243226" in said and "Advantage of the first player: 0.4188486452" in said

    code, said = run("solve", "craps", "--json")
    data = json.loads(said)
    assert (code, data["exact"], data["players"], data["positions"]) == (0, "244/495", 1, 47)


CARD = (Path(__file__).parent / "card.dice").read_text("utf-8")


def by_pages(text: str) -> float | None:
    """The value that pages of a ledger give; None if there is no ledger, or if it turns out to be none."""
    pytest.importorskip("llvmlite")
    from dicedsl.interpreter.solving.ledgers.pages import Pages

    here = load(text).table(1, starter=0)
    ledger = ledger_of(here)
    if ledger is None:
        return None
    try:
        pages = Pages(here, aim_of(here), ledger)
        pages.find_pages(1_000_000, 1 << 30)
        return pages.solve_pages()
    except NoLedger:
        return None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("at least 3 | 7", "less than 2 | 7"),
        ("at least 3 | 7", "3 | 7"),
        ("+ their bonus", "- 3 * their bonus"),
        ("5 * their extras", "5 - 2 * their extras"),
        ("highest total", "lowest total"),
        ("chosen is ones     | count", "chosen is ones     | 0 - count"),
    ],
)
def test_pages_of_a_ledger_have_the_value_of_all_positions(old: str, new: str) -> None:
    text = CARD.replace(old, new)
    assert (text != CARD) == bool(old)
    exact = solve(load(text).table(1, starter=0)).exact

    assert exact is not None
    assert by_pages(text) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Boxes may be filled again: what is written over is not known.
        ("only if your entry at box is none;", "only if thrown is 0 or your entry at box is none;"),
        # The product of two boxes is no sum.
        ("+ their bonus", "+ entry of the player at ones * entry of the player at twos"),
        # How often one may throw depends on what was written.
        ("thrown is less than 1;", "thrown is less than 1 or (your extras is 1 and thrown is less than 2);"),
    ],
)
def test_what_is_no_ledger_is_not_taken_for_one(old: str, new: str) -> None:
    text = CARD.replace(old, new)
    assert text != CARD
    found = by_pages(text)

    assert found is None or found == pytest.approx(solve(load(text).table(1, starter=0)).value, abs=1e-12)


# ------------------------------------------------------------------ something is hidden


def liars(sides: int, wild: bool) -> GameTable:
    return table("liars-dice", 2, dice_per_player=1, single_call=True, sides=sides, wild=wild)


@pytest.mark.parametrize(("wild", "value"), [(False, Fraction(-1, 9)), (True, Fraction(1, 9))])
def test_liars_dice_with_three_sides_is_as_published(wild: bool, value: Fraction) -> None:
    found = solve(liars(3, wild))

    assert found.advantage is not None and found.simplest is not None
    assert abs(found.advantage - value) <= 2 * found.error < 1e-9
    assert 2 * found.simplest - 1 == value


def test_the_simplest_fraction_between_two() -> None:
    assert simplest(Fraction(31, 100), Fraction(35, 100)) == Fraction(1, 3)
    assert simplest(Fraction(-1, 3), Fraction(1, 7)) == 0
    assert simplest(Fraction(314, 100), Fraction(315, 100)) == Fraction(22, 7)


# ------------------------------------------------------------------ played


def along(here: GameTable, seed: int) -> Iterator[State]:
    """The choices of a game at random."""
    chance, state = Chance(seed), here.start()
    while not here.is_over(state):
        turn = here.turn(state)
        if turn.kind == "chance":
            state = here.apply(state, here.sample(state, chance))
        else:
            yield state
            moves = here.moves(state, turn.seats[0])
            state = here.apply(state, moves[chance.below(len(moves))])


@pytest.mark.parametrize("way", ["positions", "pages"])
def test_what_is_kept_says_what_every_position_is_worth(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the walk through all positions has it, by another key; also page by page."""
    if way == "pages":
        pytest.importorskip("llvmlite")
        monkeypatch.setattr("dicedsl.interpreter.solving.solve.FEW_POSITIONS", 0)
    here = load(CARD.replace("| 7", f"| {7 + len(way)}")).table(1)
    walk = PositionWalk(here, aim_of(here))
    graph = walk.whole_graph(100_000)
    exact = exact_values(solve_values(graph))
    assert exact is not None
    by_mark = {(graph.marks[2 * i], graph.marks[2 * i + 1]): float(value) for i, value in enumerate(exact)}
    assert worths_of(here) is None
    assert solve(here).way == way

    again = load(CARD.replace("| 7", f"| {7 + len(way)}")).table(1)
    worths = worths_of(again)
    assert worths is not None
    for state in (state for seed in range(5) for state in along(again, seed)):
        assert worths.worth(state) == pytest.approx(by_mark[mark_of(walk.key(state.cells))], abs=1e-11)


def test_who_plays_what_was_solved_plays_the_best_moves() -> None:
    here = table("pig", 2, goal=11, strict=True)
    solve(here)
    worths = worths_of(here)
    assert worths is not None
    for state in (state for seed in range(5) for state in along(here, seed)):
        seat = here.turn(state).seats[0]
        knowledge = Knowledge(here, [state], [], seat)
        move = bot_named("solved").choose(knowledge, Chance(1))

        assert move in knowledge.moves
        assert worths.worth(here.apply(state, move)) == pytest.approx(worths.worth(state), abs=1e-11)


def test_hints_of_a_solved_game_are_exact() -> None:
    here = table("pig", 2, goal=13, strict=True)
    solve(here)
    session = Session(here, ["Ann", "solved"], 1)
    while len(session.moves()) < 2:
        session.answer(session.moves()[0])
        list(session.run())
    asking = OpenChoice(here, session.state, Reader(0, ("Ann", "Ben")))
    lines = Adviser(session, 0.1).lines(asking, lambda move: move.text)

    assert lines[0] == "This game is solved. If all play on as well as can be:"
    assert re.fullmatch(r"(roll|hold): you win \d+\.\d{6} %", lines[1])


def test_the_arena_knows_who_plays_best() -> None:
    asked = "--option", "goal=10", "--option", "strict=yes"
    assert run("solve", "pig", *asked)[0] == 0
    code, said = run(
        "arena", "pig", "--seats", "solved,random", "--games", "40", "--seed", "1", "--jobs", "1", "--json", *asked
    )

    assert code == 0
    first, second = json.loads(said)["seats"]
    assert first["wins"]["count"] > second["wins"]["count"]


def test_what_was_never_solved_says_what_solves_it() -> None:
    code, said = run("play", "pig", "--seats", "Ann,solved", "--option", "goal=17")

    assert code == 2
    assert said == (
        "dicedsl: best play was not worked out for this game yet; this does it, if it can be done: "
        'dicedsl solve pig --players 2 --option "goal=17" --starter random\n'
    )


def test_what_is_kept_and_damaged_counts_as_never_solved(tmp_path: Path) -> None:
    here = table("pig", 2, goal=14, strict=True)
    solve(here)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-9])

    assert worths_of(table("pig", 2, goal=14, strict=True)) is None
    path.write_bytes(b"{}")
    assert worths_of(GameTable(here.program)) is None


@pytest.mark.soak
def test_pig_to_a_hundred() -> None:
    found = solve(table("pig", 2, goal=100, strict=True))

    assert f"{found.value:.9f}" == "0.530592725"


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "variants", "value"),
    [
        ("yacht", [], "169.7987055"),
        ("yahtzee", [], "245.8707745"),
        ("yahtzee", ["Extra yahtzees and jokers"], "254.5877287"),
        ("spicy-dice", [], "351.4414429"),
    ],
)
def test_cards_of_boxes(name: str, variants: list[str], value: str) -> None:
    found = solve(Game.named(name).table(1, {}, variants, starter=0))

    assert f"{found.value:.7f}" == value
    assert found.error < 1e-9


@pytest.mark.soak
@pytest.mark.parametrize(("wild", "value"), [(False, Fraction(-1, 9)), (True, Fraction(-7, 258))])
def test_liars_dice_with_six_sides_is_as_published(wild: bool, value: Fraction) -> None:
    found = solve(liars(6, wild))

    assert found.advantage is not None and found.simplest is not None
    assert abs(found.advantage - value) <= 2 * found.error < 1e-5
    assert 2 * found.simplest - 1 == value
