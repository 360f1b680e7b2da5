"""Conditions on what an answer leads to: `must leave` and `always`."""

from pathlib import Path

import pytest
from tests.invariants import Auditor

from dicedsl.check_door import check
from dicedsl.errors import Fault
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.text.source import Source

LEAVING = Path(__file__).parents[1] / "language" / "leaving.dice"


def book(choice: str, rest: str = "") -> str:
    indented = "\n".join(f"        {line}" for line in choice.strip("\n").split("\n"))
    return f"""\
game "Ahead"
players 2
material:
    cup: 2 dice
    hand of each player: 2 dice, seen by owner
    pile: 3 dice
    away: no dice
    each player has total = 0
    each turn has pot = 0
{rest}
turn:
    choose:
{indented}
cap 6 turns: highest total wins
"""


def table(choice: str, rest: str = "") -> GameTable:
    return load(book(choice, rest)).table(starter=0)


def said(table: GameTable, text: str) -> str | None:
    state = table.start()
    return table.why_not(state, 0, table.parse_move(state, 0, text))


def texts(table: GameTable) -> list[str]:
    return [m.text for m in table.moves(table.start(), 0)]


def test_the_first_sentence_that_applies_is_heard() -> None:
    choice = """
"take" one of 1 to 9 as n:
    must leave your total is at most 6: "Six is the most."
    must n is not 9: "Never nine."
    must leave your total is not 8: "Never eight."
    add n to your total
"""
    here = table(choice, 'always every p in players has total at most 4: "Four is the most."')

    assert said(here, "take 9") == "Never nine."
    assert said(here, "take 8") == "Six is the most."
    assert said(here, "take 5") == "Four is the most."
    assert said(here, "take 4") is None
    assert texts(here) == [f"take {n}" for n in range(1, 5)]


def test_nothing_fits_when_all_is_refused_afterwards() -> None:
    choice = (
        '"take" one of 4 to 6 as n:\n    must leave your total is at most {0}: "Too much."\n    add n to your total\n'
    )
    choice += "if nothing fits: add 1 to your total"

    assert texts(table(choice.format(5))) == ["take 4", "take 5"]
    ended = table(choice.format(3))
    assert ended.is_over(ended.start())
    assert ended.start().cells == tuple(ended.playout(Chance(1)))


@pytest.mark.parametrize("form", ["always", "leave"])
def test_a_choice_of_which_all_is_refused_is_a_fault(form: str) -> None:
    must = '    must leave your total is at most 3: "Too much."\n' if form == "leave" else ""
    rest = 'always every p in players has total at most 3: "Too much."' if form == "always" else ""
    here = table(f'"take" one of 4 to 6 as n:\n{must}    add n to your total', rest)

    with pytest.raises(Fault) as caught:
        here.start()
    assert caught.value.problems[0].code == "F506"
    with pytest.raises(Fault):
        here.playout(Chance(1))


def test_always_and_nothing_fits() -> None:
    choice = '"take" one of 4 to 6 as n: add n to your total\nif nothing fits: say "Enough."'
    here = table(choice, 'always every p in players has total at most 4: "Too much."')
    state = here.start()

    assert [m.text for m in here.moves(state, 0)] == ["take 4"]
    for _ in range(2):
        state = here.apply(state, here.moves(state, here.turn(state).seats[0])[0])
    assert here.is_over(state) or not here.moves(state, 0)


def test_names_given_before_and_turns_that_end() -> None:
    """The turn is over when the position is judged: its names and who `you` is are still those of the choice."""
    text = book(
        '"take" one of 1 to 6 as n, some of pile as taken:\n'
        '    must leave your total is before + n and count of taken is n: "As many as you say."\n'
        '    must leave mover is you and pot is 7: "The pot is kept till the next turn."\n'
        "    add n to your total\n    set pot to 7\n    move taken to away\n    end turn\n"
        'if nothing fits: say "Nothing is left."'
    ).replace("turn:\n    choose:", "turn:\n    let before be your total\n    choose:")
    here = load(text).table(starter=0)

    assert texts(here) == ["take 1 0", "take 2 0 0", "take 3 0 0 0"]


def test_a_roll_is_not_waited_for() -> None:
    choice = '"roll":\n    must leave your total is 1: "One."\n    add 1 to your total\n    roll cup\n    add 5 to your total'

    assert texts(table(choice)) == ["roll"]


def test_nothing_is_told_and_nothing_changed_by_looking_ahead() -> None:
    here = table(
        '"take" one of 1 to 9 as n:\n    must leave n is at most 6: "Six."\n    say "Taken."\n    add n to your total'
    )
    state = here.start()
    cells = state.cells
    here.moves(state, 0)
    after, told = here.step(state, here.moves(state, 0)[2])

    assert state.cells is cells
    assert told == ["Taken."]
    assert here.turn(after).kind == "choice"


def test_a_fault_in_a_step_is_found_at_its_place() -> None:
    here = table(
        '"take" one of 0 to 1 as n:\n    must leave your total is at most 9: "Nine."\n    add 6 / n to your total'
    )

    with pytest.raises(Fault) as caught:
        here.moves(here.start(), 0)
    assert caught.value.problems[0].code == "F508"
    assert caught.value.problems[0].span.line > 0


def test_looking_ahead_tells_no_secret() -> None:
    choice = '"dare":\n    must leave sum of number of hand of left of you is more than 4: "Not now."\n    add 1 to your total\n"pass"'
    text = book(choice).replace("turn:\n    choose:", "turn:\n    roll hand of left of you\n    choose:")

    assert "E449" in {p.code for p in check(Source("x.dice", text))}


def test_the_checker_does_not_take_it_for_open() -> None:
    choice = '"take" one of 1 to 3 as n:\n    must leave your total is at most 9: "Nine."\n    add n to your total'

    assert "W610" in {p.code for p in check(Source("x.dice", book(choice)))}
    assert "W610" not in {p.code for p in check(Source("x.dice", book(f'{choice}\n"pass"')))}


def test_games_that_look_ahead_keep_their_promises() -> None:
    here = Game.named(str(LEAVING)).table(2, starter=0)
    auditor = Auditor(here, Chance(3))
    for _ in range(2):
        auditor.game()
    session = Session(here, ["bot", "bot"], 2)
    for _ in range(30):
        session.advance()

    assert auditor.counts["reports"] > 10
    assert here.playout(Chance(5)) == here.playout(Chance(5))


def test_what_is_drawn_leads_to_what_is_allowed() -> None:
    here = Game.named(str(LEAVING)).table(2, starter=0)
    state = here.start()
    state = here.apply(state, here.parse_move(state, 0, "put (2,2)"))
    state = here.apply(state, here.parse_move(state, 0, "take 1"))
    state = here.apply(state, here.sample(state, Chance(1)))
    chance = Chance(2)

    assert here.turn(state).kind == "report"
    assert {here.report_by_odds(state, chance).text for _ in range(50)} == {"miss"}
    assert here.alternatives.some_values(state, 0, 0) is None
    assert [m.text for m in here.alternatives.few_reports(state) or []] == ["miss"]
