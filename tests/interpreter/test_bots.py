"""Bots play every game, know no more than their seat, keep their budget, and are better than chance."""

import json
import time
from importlib.util import find_spec

import pytest
from click.testing import CliRunner
from tests.parts import some

from dicedsl.cli import main
from dicedsl.errors import UsageError
from dicedsl.interpreter.bots import Budget, Knowledge, bot_named, levels
from dicedsl.interpreter.bots.hints import hints
from dicedsl.interpreter.bots.search.judge import Judge
from dicedsl.interpreter.bots.search.score_search import standing_of
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.lab.arena import run_arena
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program.telling import ToldValue
from dicedsl.rulebook.library import shipped_files
from dicedsl.rulebook.setting import usual_players

Action = Move | Outcome
HIDING = ("perfecto", "liars-dice", "47-wolf", "15-storing-scores", "36-slipped")

# The better choice is plain: 4 of 6 against 1 of 6, and who says no has lost.
CHOICE = """
game "Choice"
players 2

material:
    cup: 1 die

turn:
    choose:
        "high":
            roll cup
            if number of first of cup is at least 3: you wins
            otherwise: left of you wins
        "low":
            roll cup
            if number of first of cup is 1: you wins
            otherwise: left of you wins
        "no": left of you wins
"""

# Who is trapped wins if he finds the door: at random once in nine times, and always if he looks.
TRAP = """
game "Trap"
players 2

material:
    cup: 1 die

to keep track: the game has a good door, at first 0

turn:
    if good door is 0:
        choose:
            "trap": set good door to 6
            "fair":
                roll cup
                if number of first of cup is at least 4: you win
                otherwise: left of you wins
    otherwise:
        choose:
            "open" one of 1 to 9 as picked:
                if picked is good door: you win
                otherwise: left of you wins
"""

# Odd wins for one, even for the other: whoever always says the same is found out.
AT_ONCE = """
game "Pennies"
players 2

material:
    each player has said = 0

turn:
    choose by players at once:
        "one": set your said to 1
        "two": set your said to 2
    if your said is said of left of you: you win
    otherwise: left of you wins
"""


def stepped(table: GameTable, state: State, chance: Chance) -> Action:
    """What happens next by lot; those who choose do so at random."""
    turn = table.turn(state)
    if turn.kind == "chance":
        return table.sample(state, chance)
    if turn.kind == "report":
        return table.report_by_odds(state, chance)
    moves = table.moves(state, turn.seats[0])
    return moves[chance.below(len(moves))]


def walked(table: GameTable, seed: int, choices: int) -> tuple[list[State], list[Action]]:
    """A game played at random up to a choice, after so many choices or a few less."""
    chance, states, actions = Chance(seed), [table.start()], list[Action]()
    left, last = choices, 0
    while table.turn(states[-1]).kind != "over":
        if table.turn(states[-1]).kind in {"choice", "choices"}:
            last = len(actions)
            left -= 1
            if left < 0:
                break
        actions.append(stepped(table, states[-1], chance))
        states.append(table.apply(states[-1], actions[-1]))
    return states[: last + 1], actions[:last]


def knowledge_of(table: GameTable, states: list[State], actions: list[Action]) -> Knowledge:
    return Knowledge(table, states, actions, table.turn(states[-1]).seats[0])


@pytest.mark.parametrize("name", some((n for n, path in shipped_files().items() if path.parent.name != "library"), 3))
def test_bots_choose_legal_moves_in_every_shipped_game(name: str) -> None:
    game = Game.named(name)
    table = game.table(usual_players(game.about))
    bots = [bot_named("quick:12p"), bot_named("strong:40p"), bot_named("random")]
    state, states, actions, chance, asked = table.start(), [table.start()], list[Action](), Chance(3), 0
    while asked < 3 and len(actions) < 3_000 and table.turn(state).kind != "over":
        turn = table.turn(state)
        if turn.kind in {"choice", "choices"}:
            seat = turn.seats[0]
            action: Action = bots[asked].choose(Knowledge(table, states, actions, seat), chance)
            assert isinstance(action, Move)
            assert table.why_not(state, seat, action) is None
            asked += 1
        else:
            action = stepped(table, state, chance)
        state = table.apply(state, action)
        states.append(state)
        actions.append(action)
    assert asked or all(d.reported for d in table.program.decisions) or table.turn(state).kind == "over"


@pytest.mark.parametrize("level", ["random", "quick:40p", "strong:80p"])
@pytest.mark.parametrize("name", HIDING)
def test_in_two_worlds_that_are_one_to_a_seat_its_bot_chooses_the_same(name: str, level: str) -> None:
    table = Game.named(name).table(2)
    differing = 0
    for seed in range(8):
        states, actions = walked(table, seed, 1 + 2 * seed)
        turn = table.turn(states[-1])
        if turn.kind == "over" or not turn.seats:
            continue
        seat = turn.seats[0]
        worlds = table.worlds(actions, seat)
        found = worlds.story(Chance(seed + 100))
        if found is None:
            continue
        begun = len(states) - len(found[0])
        others = ([*states[:begun], *found[0]], [*actions[:begun], *found[1]])
        differing += states[-1] != others[0][-1]
        first, second = (Knowledge(table, *history, seat) for history in ((states, actions), others))
        chosen = [bot_named(level).choose(knowledge, Chance(seed)) for knowledge in (first, second)]

        assert [m.text for m in first.moves] == [m.text for m in second.moves]
        assert chosen[0].text == chosen[1].text
    assert differing


def test_knowledge_of_an_open_game_is_the_position_and_of_a_hidden_one_a_world() -> None:
    table = Game.named("liars-dice").table(2, {"dice per player": 1}, starter=0)
    states, actions = walked(table, 5, 1)
    knowledge = knowledge_of(table, states, actions)

    drawn = {knowledge.draw(Chance(n)) for n in range(200)}
    assert not knowledge.open
    assert len(drawn) > 3
    assert {table.observation(w, knowledge.seat) for w in drawn if w} == {table.observation(states[-1], knowledge.seat)}

    pig = Game.named("pig").table(2)
    states, actions = walked(pig, 5, 4)
    known = knowledge_of(pig, states, actions)
    assert known.open
    assert known.draw(Chance(1)) == states[-1]


@pytest.mark.parametrize("level", ["quick:300p", "strong:300p"])
def test_the_plainly_better_choice_is_taken(level: str) -> None:
    table = load(CHOICE).table(2, starter=0)
    knowledge = Knowledge(table, [table.start()], [], 0)

    for seed in range(5):
        assert bot_named(level).choose(knowledge, Chance(seed)).text == "high"


def test_a_tree_sees_the_answer_that_games_at_random_miss() -> None:
    table = load(TRAP).table(2, starter=0)
    knowledge = Knowledge(table, [table.start()], [], 0)

    for seed in range(5):
        assert bot_named("quick:600p").choose(knowledge, Chance(seed)).text == "trap"
        assert bot_named("strong:600p").choose(knowledge, Chance(seed)).text == "fair"


def test_choices_made_at_once_are_mixed() -> None:
    table = load(AT_ONCE).table(2, starter=0)
    knowledge = Knowledge(table, [table.start()], [], 0)
    chosen = [bot_named("strong:400p").choose(knowledge, Chance(seed)).text for seed in range(30)]

    assert 5 <= chosen.count("one") <= 25


def test_who_answers_later_knows_nothing_of_the_answers_before() -> None:
    table = load(AT_ONCE).table(2, starter=0)
    start = table.start()
    for seed in range(6):
        chosen = []
        for move in table.moves(start, 0):
            knowledge = Knowledge(table, [start, table.apply(start, move)], [move], 1)
            chosen.append([bot_named(level).choose(knowledge, Chance(seed)) for level in ("quick:50p", "strong:50p")])
        assert chosen[0] == chosen[1]


def test_the_same_seed_and_playouts_give_the_same_games() -> None:
    program = Game.named("liars-dice").program(2, {"dice per player": 1}, starter=0)
    first, second = (run_arena(program, ["strong", "quick"], 4, 7, Budget(playouts=60), jobs=n) for n in (1, 2))

    assert first == second
    assert first.games == 4
    assert sum(seat.alone for seat in first.seats) + first.ties.count + first.nobody.count == 4


def test_thinking_bots_beat_chance() -> None:
    program = Game.named("pig").program(2, {"goal": 50}, starter=0)
    for level in ("quick:300p", "strong:300p"):
        found = run_arena(program, [level, "random"], 12, 1, jobs=1)
        assert found.seats[0].wins.count >= 9
        assert found.seats[0].wins.low <= found.seats[0].wins.share <= found.seats[0].wins.high


def test_seats_go_round_and_everybody_begins_equally_often() -> None:
    found = run_arena(Game.named("pig").program(2, {"goal": 20}, starter=0), ["random", "random"], 10, 1, jobs=1)

    assert found.advantage is not None
    assert found.games == 10
    assert found.seats[0].wins.count + found.seats[1].wins.count == 10


def test_budgets() -> None:
    assert Budget.read("0.5") == Budget(seconds=0.5) == Budget.read("0.5s")
    assert Budget.read("200p") == Budget(playouts=200)
    for wrong in ("", "fast", "0", "-1", "0p", "1.5p", "nan"):
        with pytest.raises(UsageError):
            Budget.read(wrong)
    with pytest.raises(UsageError):
        bot_named("stronger")
    for level in levels():
        assert bot_named(f"{level}:10p")


def test_a_bot_keeps_its_time() -> None:
    table = Game.named("farkle").table(2)
    states, actions = walked(table, 2, 3)
    knowledge = knowledge_of(table, states, actions)
    table.runner()
    begun = time.perf_counter()
    bot_named("strong:0.05").choose(knowledge, Chance(1))

    assert time.perf_counter() - begun < 5  # nothing near the hour that is allowed, however busy the machine


def test_a_bot_whose_time_is_over_at_once_chooses_all_the_same() -> None:
    table = Game.named("farkle").table(2)
    bot = bot_named("strong:0.000001")
    for choices in (1, 2, 3):  # what was learnt before is kept from one choice to the next
        states, actions = walked(table, 2, choices)
        knowledge = knowledge_of(table, states, actions)

        assert bot.choose(knowledge, Chance(1)) in knowledge.moves


def test_hints_are_the_best_moves_with_their_chances() -> None:
    table = load(CHOICE).table(2, starter=0)
    held = 0
    for seed in range(20):
        found = hints(Knowledge(table, [table.start()], [], 0), seconds=None, playouts=1_500, seed=seed)
        best, no = found.best[0], next(hint for hint in found.best if hint.move.text == "no")
        assert best.move.text == "high"
        assert best.seen is not None and no.seen is not None
        low, high = best.seen.interval()
        assert low < best.seen.win_share < high
        assert no.seen.win_share == no.seen.interval()[0] == 0.0
        assert not found.are_alike
        held += low <= 4 / 6 <= high
    assert held >= 17  # of twenty intervals of 95 %


def test_hints_tell_whether_moves_differ() -> None:
    text = CHOICE.replace("is 1:", "is at least 3:").replace('        "no": left of you wins\n', "")
    table = load(text).table(2, starter=0)
    found = hints(Knowledge(table, [table.start()], [], 0), seconds=None, playouts=1_500)
    assert {hint.move.text for hint in found.best} == {"high", "low"}
    assert found.are_alike


def test_what_a_hint_believes_hardly_depends_on_chance() -> None:
    table = Game.named("six-by-six").table(2, starter=0)
    states, actions = walked(table, 2, 3)
    knowledge = knowledge_of(table, states, actions)
    found = [hints(knowledge, seconds=None, playouts=6_000, seed=seed).best[0].seen for seed in range(4)]
    chances = [seen.win_share for seen in found if seen is not None]
    assert len(chances) == 4
    assert max(chances) - min(chances) < 0.2


def test_the_arena_as_a_command() -> None:
    arguments = ["arena", "pig", "--seats", "strong,random", "--games", "2", "--playouts", "50", "--seed", "1"]
    shown = CliRunner().invoke(main, [*arguments, "--jobs", "1", "--option", "goal=20"])
    data = json.loads(CliRunner().invoke(main, [*arguments, "--jobs", "1", "--option", "goal=20", "--json"]).output)

    assert shown.exit_code == 0, shown.output
    assert "strong  50 playouts" in shown.output
    assert [seat["bot"] for seat in data["seats"]] == ["strong", "random"]
    assert sum(seat["wins"]["count"] for seat in data["seats"]) == 2
    assert data["seats"][0]["wins"]["low"] < data["seats"][0]["wins"]["high"]
    for wrong in (["--seats", "strong"], ["--seats", "ann,bob"], ["--seats", "quick:soon,random"]):
        assert CliRunner().invoke(main, ["arena", "catch-6", *wrong]).exit_code == 2


PIG_STATES = {"a pot that wins is kept": (80, 90, 20, "hold"), "next to nothing is risked": (40, 40, 2, "roll")}


@pytest.mark.parametrize("score, other, pot, wanted", PIG_STATES.values(), ids=PIG_STATES)
def test_the_tree_sees_what_is_plain(score: int, other: int, pot: int, wanted: str) -> None:
    table = Game.named("pig").table(2, starter=0)
    state = table.apply(table.start(), table.moves(table.start(), 0)[0])
    state = table.apply(state, table.outcomes(state)[-1])
    cells, place = list(state.cells), {slot.name: slot.base for slot in table.program.slots}
    cells[place["score"]], cells[place["score"] + 1], cells[place["pot"]] = score, other, pot
    states = [table.state_of(cells)]

    for seed in range(3):
        chosen = bot_named("strong:4000p").choose(Knowledge(table, states, [], 0), Chance(seed))
        assert chosen.text == wanted


def test_who_learns_from_games_at_random_plays_better_than_they_were() -> None:
    native_search = pytest.importorskip("dicedsl.interpreter.bots.search.native_search")
    table = Game.named("yahtzee").table(1, starter=0)
    states, _ = walked(table, 1, 0)
    spending = Budget(playouts=2_000).begin()
    search = native_search.NativeSearch(table, table.runner("native"))
    search.begin([states[-1].cells], 0, Judge(table, states[-1].cells, 1, spending), Chance(1))

    search.practise(spending, 0.5)

    assert search.advantage_of_learning(spending, 1.0) > 1.0  # standard deviations


@pytest.mark.parametrize("name, learns_in_vain", [("pig", True), ("46-reducto", False)])
def test_it_is_seen_where_learning_is_in_vain(name: str, learns_in_vain: bool) -> None:
    native_search = pytest.importorskip("dicedsl.interpreter.bots.search.native_search")
    table = Game.named(name).table(2, starter=0)
    cells = walked(table, 1, 0)[0][-1].cells
    spending = Budget(playouts=2_000).begin()
    search = native_search.NativeSearch(table, table.runner("native"))
    search.begin([cells], 0, Judge(table, cells, 1, spending), Chance(1))
    assert not search.learns_in_vain  # nothing was tried yet

    search.practise(spending, 0.7)
    search.advantage_of_learning(spending, 1.0)

    assert search.learns_in_vain is learns_in_vain


def test_strong_with_a_budget_in_playouts_chooses_the_same_again() -> None:
    for name, players in (("yahtzee", 1), ("farkle", 2), ("46-reducto", 2)):
        table = Game.named(name).table(players, starter=0)
        states, actions = walked(table, 3, 2)
        chosen = {
            bot_named("strong:600p").choose(knowledge_of(table, states, actions), Chance(5)).text for _ in range(3)
        }
        assert len(chosen) == 1


@pytest.mark.parametrize(
    "name, players", [("yahtzee", 1), ("yahtzee", 2), ("pig", 3), ("46-reducto", 2), ("craps", 1), ("liars-dice", 3)]
)
def test_machine_code_and_the_judge_find_the_same_worth_in_the_end_of_a_game(name: str, players: int) -> None:
    native_search = pytest.importorskip("dicedsl.interpreter.bots.search.native_search")
    table = Game.named(name).table(players, starter=0)
    spending = Budget(playouts=100).begin()
    for seed in range(6):
        states, _ = walked(table, seed, 1)
        judge = Judge(table, states[-1].cells, 1, spending)
        search = native_search.NativeSearch(table, table.runner("native"))
        search.begin([states[-1].cells], 0, judge, Chance(1))
        end = table.runner().play(states[-1].cells, Chance(seed), 20_000)

        assert search.values_at_end(end) == pytest.approx(judge.values_at_end(end)[:players], abs=1e-9)


def bidding(name: str, bids: list[str], seed: int, **options: int | str) -> tuple[GameTable, list[State], list[Action]]:
    """A game of two after these choices."""
    table = Game.named(name).table(2, {key.replace("_", " "): value for key, value in options.items()}, starter=0)
    chance, states, actions = Chance(seed), [table.start()], list[Action]()
    wanted = iter(bids)
    while True:
        turn = table.turn(states[-1])
        if turn.kind == "chance":
            action: Action = table.sample(states[-1], chance)
        else:
            text = next(wanted, None)
            if text is None:
                return table, states, actions
            action = next(move for move in table.moves(states[-1], turn.seats[0]) if move.text == text)
        actions.append(action)
        states.append(table.apply(states[-1], action))


@pytest.mark.parametrize(
    "name, bid, call, options",
    [
        ("perfecto", "bid 20 5", "challenge", {}),
        ("perfecto", "bid 14 2", "challenge", {}),
        ("liars-dice", "bid 9 3", "liar", {"dice_per_player": 5}),
        ("liars-dice", "bid 2 3", "liar", {"dice_per_player": 1, "single_call": True}),
    ],
)
def test_an_absurd_bid_is_called(name: str, bid: str, call: str, options: dict[str, int | str]) -> None:
    pytest.importorskip("dicedsl.interpreter.bots.search.native_search")
    for seed in (2, 3):
        knowledge = knowledge_of(*bidding(name, [bid], seed, **options))

        assert bot_named("strong:6000p").choose(knowledge, Chance(seed)).text == call


@pytest.mark.parametrize("name, most, options", [("perfecto", 9, {}), ("liars-dice", 5, {"dice_per_player": 5})])
def test_nobody_opens_with_more_than_there_can_be(name: str, most: int, options: dict[str, int]) -> None:
    pytest.importorskip("dicedsl.interpreter.bots.search.native_search")
    for seed in range(3):
        knowledge = knowledge_of(*bidding(name, [], seed, **options))
        chosen = bot_named("strong:8000p").choose(knowledge, Chance(seed))

        assert chosen.text.startswith("roll") or int(chosen.text.split()[1]) <= most


@pytest.mark.skipif(not find_spec("llvmlite"), reason="the native engine is not installed")
def test_in_a_long_race_without_chance_strong_goes_home() -> None:
    table = Game.named("55-flea-chase").table(players=2, starter=0)
    bots, chance = [bot_named("strong:50p"), bot_named("random")], Chance(5)
    states, actions, own = [table.start()], list[Action](), 0
    home = next(info for info in table.program.telling.shown if info.name == "dice home")
    assert isinstance(home.content, ToldValue)
    while own < 60 and table.expressions.value_of(home.content.value, home.variables, (0,), states[-1].cells) != 10:
        seat = table.turn(states[-1]).seats[0]
        actions.append(bots[seat].choose(Knowledge(table, states, actions, seat), chance))
        states.append(table.apply(states[-1], actions[-1]))
        own += seat == 0
    assert own < 60


@pytest.mark.skipif(not find_spec("llvmlite"), reason="the native engine is not installed")
@pytest.mark.parametrize(("name", "is_one"), [("55-flea-chase", True), ("six-by-six", False), ("23-rasanto", False)])
def test_who_begins_by_lot_makes_no_game_of_chance_of_a_race(name: str, is_one: bool) -> None:
    table = Game.named(name).table(players=2)

    assert all((standing_of(table, seed, Budget(playouts=1).begin()) is not None) == is_one for seed in (1, 100, 200))
