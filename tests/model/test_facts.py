"""What is shown beside the dice: words that the rulebook shows, what players are ranked by, and nothing hidden."""

from __future__ import annotations

import pytest

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import load
from dicedsl.interpreter.model.facts import facts_of
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.state import Outcome
from dicedsl.program.fingerprint import fingerprint
from tests.model.playing import NAMES, Game, reader, small, steps

BOOK = """material:
    hand of each player: 2 dice, seen by owner
    cup: 1 die
    each player has score = 0
    each turn has begun = no, not shown
    the game has passes = 3, not shown
words:
    kind box, boxes: low, high
    worth of box b:
        b is low  | 1
        otherwise | sum of number of cup
    pips of player p is sum of number of hand of p
    lead is highest of score of players
{shown}
setup:
    for each p in players: roll hand of p
turn:
    roll cup
    set begun to yes
    choose:
        "stop": add sum of number of cup to your score
        "go": add passes to your score
end "done" when some p in players has score at least 20: p wins
"""
SHOWN = """shown:
    worth of each box as "now worth"
    pips of each player
    lead when lead is more than 0
    "{lead} points, {you} are next" as "news"
"""


def facts(text: str, seat: int | None) -> tuple[dict[str, str], list[dict[str, str]], list[str], list[str]]:
    table = small(BOOK.replace("{shown}", text))
    session = Session(table, ["Ann", "Ben"], 1, "ask")
    for numbers in ((1, 2), (5, 6), (4,)):
        session.enter_roll(numbers)
    found = facts_of(table, session.state.cells, reader(table, seat))
    return (
        {f.name: f.value for f in found.table},
        [{f.name: f.value for f in found.players[s]} for s in (0, 1)],
        [f.name for f in found.background],
        [f"{s.name}: {s.rows}" for s in found.sheets],
    )


def test_words_are_shown_and_bookkeeping_is_not() -> None:
    about_all, players, background, sheets = facts(SHOWN, 0)

    assert about_all == {"news": "0 points, you are next"}
    assert players == [{"pips": "3", "score": "0"}, {"score": "0"}]
    assert background == ["begun", "passes"]
    assert sheets == ["now worth: (('low', ('1',)), ('high', ('4',)))"]
    assert facts(SHOWN, 1)[0] == {"news": "0 points, Ann is next"}


def test_a_word_that_hidden_dice_decide_is_left_out_until_they_are_shown() -> None:
    assert [facts(SHOWN, seat)[1] for seat in (1, None)] == [
        [{"score": "0"}, {"pips": "11", "score": "0"}],
        [{"score": "0"}, {"score": "0"}],
    ]

    table = small(BOOK.replace("{shown}", SHOWN))
    *_, last = steps(table, 1)
    over = model_of(table, last.after, 0, NAMES[:2])
    assert all({fact.name for fact in player.facts} == {"pips", "score"} for player in over.players)
    assert all(die.number for zone in over.zones for die in zone.dice)


def test_the_aim_is_told_with_the_values_of_the_setting() -> None:
    text = """
game "Race"
aim "Be the first with {goal} points, {you}."
players 2
options:
    goal = 30, from 1 to 100
material:
    each player has score = 0
turn: add 1 to your score
end "reached" after each turn when some p in players has score at least goal: p wins
variant "Short":
    aim "A short race to {goal}."
"""
    game = load(text)
    told = {
        (variants, goal): model_of(table, table.start(), 0, NAMES[:2]).aim
        for variants, goal in (((), 30), ((), 50), (("Short",), 5))
        for table in [game.table(2, {"goal": goal}, variants)]
    }

    assert told == {
        ((), 30): "Be the first with 30 points, you.",
        ((), 50): "Be the first with 50 points, you.",
        (("Short",), 5): "A short race to 5.",
    }
    assert fingerprint(game.table(2).program) == fingerprint(
        load(text.replace('aim "Be the first with {goal} points, {you}."\n', "")).table(2).program
    )


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_an_aim_speaks_to_whoever_reads_it(seat: int | None) -> None:
    table = load('game "Race"\naim "Empty your cup before you win."\nplayers 2\nturn: you win\n').table(2)

    assert model_of(table, table.start(), seat, NAMES[:2]).aim == "Empty your cup before you win."


def test_what_is_only_shown_is_no_part_of_the_rules() -> None:
    plain = fingerprint(small(BOOK.replace("{shown}", "").replace(", not shown", "")).program)

    assert fingerprint(small(BOOK.replace("{shown}", SHOWN)).program) == plain
    assert fingerprint(small(BOOK.replace("{shown}", "").replace("= 3", "= 4")).program) != plain


def test_what_players_are_ranked_by_is_shown_without_a_word() -> None:
    table = Game.named("23-rasanto").table(2)
    state = [step.after for step in steps(table, 7, 12)][-1]
    model = model_of(table, state, 0, NAMES[:2])
    assert [fact.name for player in model.players for fact in player.facts] == ["outside faces", "outside faces"]
    assert all(int(fact.value) > 0 for player in model.players for fact in player.facts)


def test_a_value_that_cannot_be_worked_out_is_a_question_mark() -> None:
    table = small(
        "material:\n    cup: 1 die\nturn:\n    roll cup\n"
        '    say "Half of {12 / (number of first of cup - 1)}."\n    if cup showing 1 is empty: you win\n'
    )
    state = table.start()
    after, told = table.step(state, Outcome((1,)))
    assert told == ["Half of ?."] and not table.is_over(after)
    assert table.step(state, Outcome((4,)))[1] == ["Half of 4."]


def test_a_text_about_hidden_dice_is_shown_to_those_who_see_them_and_not_at_all_to_others() -> None:
    table = Game.named("perfecto").table(2, starter=0)
    session = Session(table, list(NAMES[:2]), 1, "ask")
    session.enter_roll((1, 2, 5, 5, 5, 1))
    session.enter_roll((2, 2, 2, 2, 2, 2))

    def told(seat: int | None) -> dict[str, str]:
        return {fact.name: fact.value for fact in facts_of(table, session.state.cells, reader(table, seat)).table}

    # Three dice are red: d1, d2 and d5 show their own numbers. Each counts for every rank, and once more for its own.
    assert told(0)["your dice count"] == "5 for rank 1, 4 for 2, 3 for 3, 3 for 4, 6 for 5, 3 for 6"
    assert "your dice count" not in told(1) and "your dice count" not in told(None)
    session.answer(session.read("bid 4 3"))
    assert "your dice count" not in told(0) and told(1)["your dice count"].startswith("1 for rank 1, 7 for 2")
    assert told(1)["last bid"].endswith("says that all 12 dice on the table count 4 or more for rank 3")


def test_a_side_of_a_board_is_that_of_who_looks_at_it() -> None:
    """Also while somebody else acts: nobody sees another's side under the name of their own."""
    table = Game.named("35-slide").table(2, starter=0)
    state = table.apply(table.start(), table.sample(table.start(), Chance(3)))
    while table.turn(state).kind == "chance":
        state = table.apply(state, table.sample(state, Chance(3)))
    before = [model_of(table, state, seat, ("Ann", "Ben")).aspects for seat in (0, 1)]
    cells = list(state.cells)
    cells[table.reg.actor] = 1
    after = [model_of(table, table.state_of(cells), seat, ("Ann", "Ben")).aspects for seat in (0, 1)]

    assert before == after
    assert before[0] != before[1]
