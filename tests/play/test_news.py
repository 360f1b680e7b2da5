"""What happened, in few lines: nothing that happened is lost, and nothing is said twice."""

from __future__ import annotations

import re

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.records import Event, EventKind
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.telling.news import events_of_entries, named_places, sentences, with_runs_folded
from dicedsl.text.source import Source
from tests.play.test_questions import answered


def test_a_throw_like_the_one_before_is_told_too() -> None:
    told = [Event(EventKind.MOVE, "You roll."), Event(EventKind.ROLL, "You roll 4 6.")] * 2

    assert sentences(told) == ["You roll. You roll 4 6."] * 2


def test_dice_laid_out_by_lot_in_the_same_words_are_told_once() -> None:
    told = [Event(EventKind.DRAW, "A die is drawn.")] * 3 + [Event(EventKind.DRAW, "You begin, by lot.")]

    assert sentences(told) == ["A die is drawn.", "You begin, by lot."]


def test_what_the_rulebook_has_said_is_not_said_again() -> None:
    told = [
        Event(EventKind.MOVE, "You stop."),
        Event(EventKind.SAID, "You are not alone in front: you are out."),
        Event(EventKind.OUT, "You are out."),
    ]

    assert sentences(told) == ["You stop. You are not alone in front: you are out."]


def pulled(place: str, outcome: str, score: int) -> list[Event]:
    return [
        Event(EventKind.MOVE, f"Ben pulls {place}.", 1, places=(("pile", score),), deed="pull", what=place),
        Event(EventKind.REPORT, f"Ben tries “pull”: {outcome}.", 1, deed=outcome),
        Event(EventKind.CHANGED, f"Score: {score} (+1).", None),
    ]


def test_a_long_run_of_one_players_moves_is_told_in_a_line_and_its_end_in_full() -> None:
    run = [event for number in range(1, 12) for event in pulled(f"a{number}", "out", number)]
    last = pulled("b1", "topple", 12)[:2]

    assert sentences(with_runs_folded([*run, *last])) == [
        "Ben pulls a1 a2 a3 a4 a5 a6 a7 a8 and 3 more: 11 times “out”. Score: 11.",
        "Ben pulls b1: topple.",
    ]


def test_what_others_do_or_the_rulebook_says_ends_a_run() -> None:
    said = Event(EventKind.SAID, "The top moves.", 1)
    mine = [Event(EventKind.MOVE, "You pull c1.", 0, deed="pull", what="c1")]
    told = [*pulled("a1", "out", 1), *pulled("a2", "out", 2), said, *pulled("a3", "out", 3), *mine]

    assert with_runs_folded(told) == told


def test_the_places_of_the_last_moves_of_others_are_pointed_out_and_what_is_asked_about_always() -> None:
    move = Event(EventKind.MOVE, "Ben puts a1.", 1, places=(("pile", 1),))
    many = Event(EventKind.MOVED, "Dice fill much.", 1, places=tuple(("pile", key) for key in range(2, 9)))
    asked = Event(EventKind.SAID, "You fill b1.", 0, places=(("pile", 40),))

    assert named_places([move], 0) == {("pile", 1)}
    assert named_places([move, many], 0) == {("pile", 1)}
    assert named_places([move, many, asked], 0) == {("pile", 1), ("pile", 40)}
    assert named_places([move], 1) == set()


def test_moves_of_several_picks_are_told_together_as_each_is_told_alone() -> None:
    table = Game.named("diangle").table(2, starter=0)
    session = Session(table, ["Ann", "Ben"], 1, "ask")
    session.enter_roll((1, 2, 3, 5, 4, 6))
    session.answer(session.read("keep"))
    first = len(session.entries)
    for line in ("lay d1 bottom", "lay d2 middle", "lay d3 top"):
        session.answer(session.read(line))

    told = with_runs_folded(events_of_entries(table, session.entries[first:], Reader(1, ("Ann", "Ben"))))

    assert sentences(told)[0] == "Ann lays d1 (1 red) in row bottom, d2 (2 red) in row middle."


def test_what_one_player_has_is_told_in_one_breath() -> None:
    told = [
        Event(EventKind.MOVE, "You stop.", 0),
        Event(EventKind.CHANGED, "Your total: 12.", 0, head="Your "),
        Event(EventKind.CHANGED, "Your lead: 3 (+2).", 0, head="Your "),
        Event(EventKind.CHANGED, "Ben: to go 4 (-1).", 1, head="Ben: "),
    ]

    assert sentences(told) == ["You stop. Your total: 12, lead: 3 (+2). Ben: to go 4 (-1)."]


def test_an_entry_is_one_sentence() -> None:
    session = Session(Game.named("yahtzee").table(2, starter=0), ["Ann", "Ben"], seed=3, dice="ask")
    told = []
    for fall, move in (("1 2 3 3 3", "enter threes"), ("1 2 4 4 6", "enter yahtzee")):
        seat = session.need().seat
        session.enter_typed_roll(fall)
        session.answer(session.read(move))
        told += sentences(events_of_entries(session.table, session.entries[-1:], Reader(seat, ("Ann", "Ben"))))
    assert told == ["You enter threes: 9.", "You enter yahtzee: 0."]


MARKET = """game "Market"
players 2, clockwise from anybody

material:
    bag: 6 dice
    stall: no dice
    weather: 2 dice
    purse of each player: 2 dice, seen by owner
    cart of each player: 2 dice

to keep track:
    each player has coins, at first 9
    each player has a bid, at first 0, each round

setup:
    for each player: roll their purse
    roll cart of all players

round:
    roll weather
    repeat until count of stall is at least 3:
        let ware be first of bag
        roll ware
        move ware to stall
    choose by players at once:
        "bid" one of 1 to 3 as offer: set your bid to offer
    for each player: take their bid from their coins
    in turn from starter:
        choose:
            "nod": roll bag

end "two" after each round when rounds played are 2: highest coins wins
"""
MARKET_ROLLS = ["1 2", "3 4", "1 1 2 2", "6 6", "3", "4", "5"]


def test_rolls_say_whose_dice_they_are_and_those_in_a_row_are_told_together() -> None:
    text = answered(MARKET, MARKET_ROLLS)
    assert "All roll: Anna 1 1; you 2 2. Weather: 6 6. Bag: 3 4 5." in " ".join(
        answered(MARKET, [*MARKET_ROLLS, "bid 2"]).split()
    )
    assert "weather: [6] [6]\n" in text and "roll: [" not in text  # nobody's roll


def test_a_roll_of_a_player_is_told_with_the_player() -> None:
    text = " ".join(answered(MARKET, [*MARKET_ROLLS, "bid 2", "bid 1", "nod", "2 2 2"]).split())
    assert "Anna rolls 2 2 2." in text


def test_what_comes_of_answers_given_at_once_begins_a_line() -> None:
    text = answered(MARKET, [*MARKET_ROLLS, "bid 2", "bid 1"])
    assert "\nBen bids 1.\nYour coins: 7 (-2). Ben's coins: 8 (-1)." in text


SIGNALS = """game "Signals"
players 2, clockwise from anybody

material: cup: 2 blue dice with faces 0 to 3

to keep track:
    each player has miles behind them, at first 0
    each player is in disgrace, at first no
    the game has leftovers, at first 1
    the tide is on the turn, at first no
    the points are set, at first no

turn:
    roll cup
    add 3 to your miles behind them
    choose:
        "accuse" one of others as suspect:
            suspect is now in disgrace
            the tide is now on the turn
            the points are now set
            set leftovers to 4
        "rest": say "{you} have {rounds played + 1} stars."

end "four" when turns played are 4: highest miles behind them wins

shown:
    leftovers as "left over"
    miles behind them of each player as "mile"
"""


def test_a_label_renames_what_is_shown_and_a_state_is_told_as_one() -> None:
    text = answered(SIGNALS, ["0 2", "accuse Ben", "1 1", "rest"])
    assert "Anna rolls blue 0 blue 2. Anna's mile: 3." in text
    assert "left over 1\n" in text and "leftovers" not in text and "miles behind them" not in text
    told = " ".join(text.split())
    assert (
        "Anna accuses Ben. Ben is now in disgrace. Left over: 4 (+3). The tide is now on the turn. The points are now set."
        in told
    )
    assert "left over 4 · tide is on the turn · points are set" in told
    assert "Ben has 1 star." in told


def test_a_face_0_is_shown_as_a_number() -> None:
    text = answered(SIGNALS, ["0 2"])
    assert "cup: B[0] B[2]" in text.split("0 2\n")[1]


WATCH = """game "Watch"
players 2, clockwise from anybody

to keep track:
    each player has a post, at first 0

turn:
    choose:
        "go to" one of 1 to 3 as spot:
            set your post to spot + 1
            say "{you} stand at {your post}."
        "sneak to" one of 1 to 3 as spot: set your post to spot + 1

end "four" when turns played are 4: highest post wins
"""


def test_memory_that_the_rulebook_tells_at_once_is_not_told_besides() -> None:
    assert "Anna goes to 2. Anna stands at 3.\n" in answered(WATCH, ["go to 2"])
    assert "Anna's post: 3." in answered(WATCH, ["sneak to 2"])


DRAWN = """game "Drawn"
players 2, clockwise from anybody

material:
    board field of squares: grid 2 by 2
    bag: 2 blue dice with faces 0 to 3
    box: 2 red dice
    heap: no dice

turn:
    draw one of squares as spot
    draw one of (bag + box) as first drawn
    move first drawn to heap
    choose: "rest"

end "four" when turns played are 4: nobody wins
"""


def test_places_that_are_drawn_have_their_names_and_dice_never_rolled_no_number() -> None:
    text = answered(DRAWN, ["(2,1)", "blue"])
    assert "Drawn by lot: a2." in text and "Drawn by lot: blue." in text and "(0)" not in text


LETTERS = """game "Letters"
players 2
material:
    letter bag of each player: 2 dice, seen by owner
    sealed letter of each player: no dice, seen by owner
    opened letter of each player: no dice
    guard of each gate: 1 die
    loot on show of each gate: 2 dice
setup: roll letter bag of all players
round:
    roll guard of gates
    for each gate: roll loot on show of gate
    choose by players at once:
        "send" one of your letter bag as letter seen by you: move letter to your sealed letter
    for each player: move their sealed letter to their opened letter
words: kind gate, gates: front gate, garden door
end "late" after each round when rounds played is at least 2: nobody wins
"""


def bots_news(rules: str) -> str:
    """What is told to somebody who looks on while two play at random."""
    table = Game(Source("a game", rules)).table(2, starter=0)
    session = Session(table, ["random", "random"], 1, "auto", "people", nonce="")
    while session.need().kind != "over":
        session.advance()
    return " ".join(sentences(events_of_entries(table, session.entries, Reader(None, ("Anna", "Ben")))))


def test_dice_of_a_zone_that_is_kept_for_something_are_told_with_that() -> None:
    told = bots_news(LETTERS)
    assert re.search(r"Guard of front gate: \d; garden door: \d\.", told)
    assert re.search(r"Loot on show of front gate: \d \d\. Loot on show of garden door: \d \d\.", told)


def test_a_hidden_die_that_lies_open_now_is_told_with_its_number() -> None:
    told = bots_news(LETTERS)
    assert re.search(r"1 die \(\d\) goes from Ben's letter bag to Ben's opened letter\.", told)


SECRET_LOTS = """game "Lots"
players 2
to keep track: each player has a lucky number, at first 0, seen by owner
setup:
    for each player:
        draw one of 1 to 6 as number in secret
        set lucky number of player to number in secret
turn:
    choose:
        "wait"
end "late" after each turn when turns played is at least 2: nobody wins
"""


def test_a_lot_that_is_unseen_is_told_with_what_it_is() -> None:
    assert "A number is drawn by lot." in bots_news(SECRET_LOTS)
