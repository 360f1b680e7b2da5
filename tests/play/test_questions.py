"""Questions at the terminal: what is listed, what a letter, a number or a beginning means, and what stays as it was."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.telling.news import events_of_entries
from dicedsl.interpreter.play.terminal.terminal import play
from dicedsl.text.source import Source

RULES = "# Small\n\n## How it ends\n\nNever.\n"


def answered(name: str, lines: Sequence[str], seats: Sequence[str] = ("Anna", "Ben")) -> str:
    """What is shown to people who roll their own dice and type these lines. A game is a short name, or the whole text of its rules."""
    game = Game(Source("a game", name)) if "\n" in name else Game.named(name)
    table = game.table(len(seats), starter=0)
    session = Session(table, list(seats), 1, "ask", "people", nonce="")
    output = io.StringIO()
    play(session, input=io.StringIO("".join(f"{line}\n" for line in lines)), output=output, rules_text=lambda: RULES)
    return output.getvalue()


def test_sets_of_dice_are_listed_with_their_worth_and_a_letter() -> None:
    text = answered("farkle", ["1 1 1 2 3 4"])
    assert "set aside: which dice? a) 1 1 1: pot +1000   b) 1 1: pot +200   c) 1: pot +100" in text


@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("a", "Anna sets aside 1 1 1."),
        ("b)", "Anna sets aside 1 1."),
        ("C", "Anna sets aside 1."),
        ("1", "Anna sets aside 1."),
        ("1 1", "Anna sets aside 1 1."),
        ("1 1 1", "Anna sets aside 1 1 1."),
    ],
)
def test_a_letter_means_a_set_of_the_list_and_a_number_means_what_a_die_shows(typed: str, done: str) -> None:
    assert done in answered("farkle", ["1 1 1 2 3 4", typed])


def test_of_very_many_sets_the_best_are_told_with_their_worth() -> None:
    text = answered("keep-on-rolling", ["5 5 6 1 3 4", "moves"])
    asked, _, every = text.partition("moves\n")
    assert "a) d1[5] d2[5]: points so far +10\n" in asked and "c) " not in asked
    assert "b) d1[5] d2[5] d3[6] d4[1] d5[3] d6[4]: total +10\n" in asked  # which ends the turn
    assert "and 14 others: moves lists all" in asked
    assert every.count("d1[5] d2[5]") == 16


def test_a_set_that_brings_no_more_than_a_part_of_it_is_not_among_the_best() -> None:
    text = answered("keep-on-rolling", ["5 5 6 6 3 4"])
    told = [
        "a) d1[5] d2[5] d3[6] d4[6]: points so far +22",
        "c) d3[6] d4[6]: points so far +12",
        "d) d1[5] d2[5]: points so far +10",
    ]
    assert all(line in text for line in told) and "e) " not in text and "and 24 others" in text


def test_where_any_set_will_do_only_the_dice_are_named() -> None:
    text = answered("yahtzee", ["1 2 3 4 6", "roll again"])
    assert "roll again: which dice are rolled? (or keep 6, and the others are) 1 2 3 4 6" in text and "a)" not in text


@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("keep 6 6 6", "Anna keeps 6 6 6."),
        ("hold 666", "Anna keeps 6 6 6."),
        ("roll again\nkeep 6 6 6", "Anna keeps 6 6 6."),
        ("roll again\n6 6 6", "Anna keeps 1 2."),
        ("keep all", "All dice are kept then, and none is rolled: choose something else."),
        ("6 6 6", "Roll these, or keep them? Say roll again 6 6 6, or keep 6 6 6."),
        ("keep 5", "No die shows 5."),
    ],
)
def test_dice_are_kept_while_the_others_are_rolled(typed: str, done: str) -> None:
    fall = "1 2 3" if "\n6" in typed else "1 2"
    assert done in answered("yahtzee", ["6 6 6 1 2", *typed.split("\n"), fall])


def test_to_keep_dice_is_to_set_them_aside_where_that_is_done() -> None:
    assert "Anna sets aside 1 1." in answered("farkle", ["1 1 1 2 3 4", "keep 1 1"])


def test_a_bid_is_asked_for_in_words_and_shown_in_one_line() -> None:
    text = answered("liars-dice", ["1 2 3 4 5", "1 2 3 4 5", "bid", "3", "4"])
    assert "bid: how many? (or all at once: bid 1 1) 1 to 10" in text
    assert "bid 3 of which face? 1 to 6" in text and "Anna bids 3 of face 4." in text
    assert "1 bid… (such as bid 3 5)   2 liar" in text


@pytest.mark.parametrize("typed", ["", "1", "5", "set aside", "set aside 5"])
def test_the_only_set_there_is_needs_no_words(typed: str) -> None:
    text = answered("farkle", ["2 3 4 6 6 5", typed])
    assert "1 set aside 5: pot +50 (or press Enter)" in text
    assert "Anna sets aside 5." in text


@pytest.mark.parametrize("typed", ["enter short", "enter short run", "enter SHORT-run"])
def test_a_word_may_be_typed_as_far_as_it_is_clear(typed: str) -> None:
    assert "Anna enters short-run: 30." in answered("yahtzee", ["1 2 3 4 6", typed])


def test_a_beginning_of_several_words_is_asked_about() -> None:
    assert "That could be fours, fives or four-alike" not in answered("yahtzee", ["1 2 3 4 6", "enter four"])
    assert "That could be fours or four-alike; type more of it." in answered("yahtzee", ["1 2 3 4 6", "enter four"])


def test_boxes_keep_their_numbers_while_the_sheet_fills() -> None:
    text = answered("yahtzee", ["1 2 3 4 6", "enter ones", "1 2 3 4 6", "enter ones", "1 2 3 4 6", "enter"])
    last = text.split("enter: which")[-1]
    assert "2 twos" in last and "13 chance" in last and "1 ones" not in last


def test_a_place_needs_only_the_numbers_that_tell_it_from_others() -> None:
    assert "Anna puts a19." in answered("23-rasanto", ["0 8"])
    assert "Anna puts a19." in answered("23-rasanto", ["put (0,8)"])


def test_a_text_leaves_the_question_as_it_was() -> None:
    for command in ("?", "rules", "log", "moves"):
        after = answered("farkle", ["1 1 1 2 3 4", command]).split(f"Anna> {command}\n")[1]
        assert "loose pile:" not in after, command


def test_a_number_of_a_box_may_be_typed_with_the_move() -> None:
    assert "Anna enters twos: 2." in answered("yahtzee", ["1 2 3 4 6", "enter 2"])


def test_all_means_all_that_can_be_picked() -> None:
    assert "Anna sets aside 1 1 5." in answered("farkle", ["1 1 5 2 3 4", "all"])


def test_an_equal_throw_is_told_again() -> None:
    text = answered("pig", ["roll", "3", "roll", "3", "log"]).split("log\n")[1]
    assert text.count("Anna rolls 3.") == 2


def test_a_move_is_told_as_one_would_say_it() -> None:
    assert "Anna lays d4 (1) in row bottom." in answered("diangle", ["4 6 2 1 6 4", "keep", "lay d4 bottom"])


def test_a_die_that_goes_from_a_place_is_told_with_where_it_goes() -> None:
    table = Game.named("46-reducto").table(2, starter=0)
    session = Session(table, ["random", "random"], 3, "auto", nonce="")
    told: list[str] = []
    while not any("jumps" in text for text in told):
        told += [event.text for event in events_of_entries(table, [session.advance()], Reader(None, ("Ann", "Ben")))]
    text = next(text for text in told if "jumps" in text)
    assert re.fullmatch(r"(Ann|Ben) jumps (\w+ \d+ from a\d\d into \1's catch)\.", text), text


def test_hints_carry_the_sign_that_chooses_them() -> None:
    table = Game.named("farkle").table(2, starter=0)
    session = Session(table, ["you", "random"], 1, "ask", nonce="")
    output = io.StringIO()
    play(session, input=io.StringIO("1 1 1 2 3 4\nhint\n"), output=output, rules_text=lambda: RULES)
    told = output.getvalue().split("hint\n")[1]
    assert re.search(r"^(or )?a\) set aside 1 1 1: ", told, re.M), told


def test_a_hint_says_what_speaks_for_a_move_and_what_it_risks() -> None:
    table = Game.named("pig").table(2, starter=0)
    session = Session(table, ["you", "random"], 1, "ask", nonce="")
    output = io.StringIO()
    play(session, input=io.StringIO("roll\n5\nhint\n"), output=output, rules_text=lambda: RULES)
    told = " ".join(output.getvalue().split("hint\n")[1].split())
    assert "1 die is rolled: 17 % that your turn ends and pot 5 is lost, else pot +4 on average" in told
    assert re.search(r"hold: .*score \+5; .* is next", told), told


def test_where_words_look_like_numbers_a_letter_chooses_and_a_first_figure_means_nothing() -> None:
    begun = ["541", "put 8 0 0", "154", "put 7 1 0", "351", "put 7 0 1"]
    text = answered("26-dora", [*begun, "123", "1", "b"])
    options = re.search(r"which way up\?(?: \([^)]*\))?\s+a\) (\d+)\s+b\) (\d+)", text)
    assert options is not None, text
    assert "There is no 1 in the list; type a letter of it" in text
    assert re.search(rf"fills? {options[2]}\.", text), text


def test_a_number_that_is_not_in_the_menu_is_no_move() -> None:
    text = answered("yahtzee", ["1 2 3 4 6", "3"])

    assert "There is no number 3 in the list." in text
    assert "Anna rolls 3" not in text


def test_a_number_is_no_place_and_is_refused_with_how_places_are_called() -> None:
    assert "There is no place 99; say it as in the picture, such as a91." in answered("23-rasanto", ["99"])


def test_few_moves_of_several_picks_are_listed_whole_and_one_number_is_enough() -> None:
    text = answered("diangle", ["4 6 2 1 6 4", "keep", "2"])

    assert "1 lay d3 (2) in row middle" in text
    assert "2 lay d4 (1) in row bottom" in text
    assert "3 done" in text
    assert "Anna lays d4 (1) in row bottom." in text


def test_places_are_asked_for_at_once_with_what_else_there_is() -> None:
    text = answered("six by six", ["1 2 3 4 5 6", "pass"])

    assert "lay: where? type it as 1-1   or pass" in text
    assert "Anna passes." in text


def test_what_comes_of_every_option_alike_is_not_told() -> None:
    text = answered("26-dora", ["541", "put 8 0 0", "154"])

    assert "dice left -1" not in text
    assert "dice left: 82 (-1)" in text


def test_another_die_that_is_named_while_one_is_picked_is_picked_instead() -> None:
    text = answered("55-flea-chase", ["a62", "a73", "a53"])

    assert "jump a62: where to?" in text
    assert "jump a73: where to?" in text
    assert "Anna jumps from a73 to a53." in text


def test_a_place_that_brings_nothing_is_listed_beside_others_that_do() -> None:
    assert "a53: no change" in answered("55-flea-chase", ["a62"])


def test_several_moves_in_one_line_are_made_one_after_the_other_until_dice_fall() -> None:
    text = answered("diangle", ["4 6 2 1 6 4", "keep; lay d3 middle; lay d4 bottom", "1 2 3 4 5 6"])

    assert "Anna lays d3 (2) in row middle." in text
    assert "Anna lays d4 (1) in row bottom." in text
    assert text.count("Anna>") == 2  # the roll, and the line
    told = answered("pig", ["roll; roll; roll", "3"])
    assert told.count("Anna rolls 3.") == 1
    assert "Not done: roll; roll (since then something has happened that you should see first)." in " ".join(
        told.split()
    )


def test_of_several_moves_in_one_line_none_is_made_after_one_that_is_refused() -> None:
    text = answered("diangle", ["4 6 2 1 6 4", "keep; lay d1 bottom; lay d4 bottom"])

    assert "A die may lie only in a row of its number. Not done: lay d4 bottom." in text
    assert "Anna lays d4" not in text


def test_refusals_call_players_by_their_names() -> None:
    text = answered("55-flea-chase", ["jump a46", "why jump a46"])

    assert text.count("The die on a46 belongs to Ben.") == 2


def test_who_is_asked_again_and_again_is_told_once_that_several_moves_go_in_one_line() -> None:
    told = "Several moves go in one line, with ; between them."
    rolled = "1 1 2 2 3 6"
    one_by_one = answered(
        "diangle", [rolled, "keep", "lay d1 bottom", "lay d2 bottom", "lay d3 middle", "lay d4 middle"]
    )

    assert one_by_one.count(told) == 1
    assert told not in answered("diangle", [rolled, "keep; lay d1 bottom", "lay d2 bottom", "lay d3 middle", "done"])


LARDERS = """game "Larders"
players 2, clockwise from anybody

material:
    larder of each player: 3 dice
    soup pot: no dice

setup: roll larder of all players

turn:
    choose:
        "stir in" 1 to 2 of your larder as ingredients: move ingredients to soup pot
        "taste" one of your larder as morsel: move morsel to soup pot
        if nothing fits: nobody wins
"""


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ("stir in 1 2", "The 2 belongs to Ben."),
        ("stir in 2 4", "The 2 belongs to Ben."),
        ("stir in 6 6", "The 6 belongs to Ben."),
        ("stir in 1 5", "No die shows 5."),
        ("taste 2", "The 2 belongs to Ben."),
        ("taste 5", "No die shows 5."),
    ],
)
def test_a_die_that_is_typed_and_cannot_be_picked_is_never_left_out(typed: str, refused: str) -> None:
    for lines in ([typed], [typed.rpartition(" ")[0], typed.rpartition(" ")[2]]) if typed[0] == "t" else ([typed],):
        text = answered(LARDERS, ["1 4 6 1 2 6", *lines])
        assert refused in text and "soup pot: [" not in text


MARSH = """game "Marsh"
players 2, clockwise from anybody

material:
    board marsh of tussocks: grid 4 by 4
    herons of each player: 2 dice

to keep track:
    each tussock has fish, at first 1
    each player has catch, at first 0

setup: for each tussock: set fish of the tussock to row of the tussock

turn:
    choose:
        "land" one of empty tussocks as spot:
            move one of your herons to spot
            add fish of spot to your catch
            set fish of spot to 0
    choose:
        "feed"
        "rest"

end "four" when turns played are 4: highest catch wins

shown: fish of each tussock
"""


def test_what_is_shown_of_every_place_stands_beside_the_board() -> None:
    before, _, after = answered(MARSH, ["land (4,2)"]).partition("lands b4.")
    assert "1 a1 b1 c1 d1  1 1 1 1 1\n" in before and "4 a4 b4 c4 d4  4 4 4 4 4\n" in before
    assert "fish:\n" in before and "land: where?" in before and "which die" not in before
    assert "4  . Y!  .  .  4 4 0 4 4\n" in after


def test_why_says_that_a_move_belongs_to_another_choice() -> None:
    assert '"feed" is not on offer now: it is offered together with "rest". Now you choose "land".' in " ".join(
        answered(MARSH, ["why feed"]).split()
    )


def test_help_says_how_the_rulebook_calls_places() -> None:
    told = " ".join(answered(MARSH, ["?"]).split())
    assert "the rulebook writes (row,column), so that d4 is (4,4). Both can be typed." in told


STALL = """game "Stall"
players 2
material:
    stall: 4 dice
    pot: no dice
to keep track: each player has points, at first 0
turn:
    roll stall
    choose:
        "throw in" one or more of stall as things: move things to pot
        "once more" one or more of stall as others: {steps}
        "serve":
            add sum of pot to your points
            move pot to stall
end "ten" when some player has points at least 10: that player wins
"""


def test_dice_are_rolled_where_the_program_says_so_and_not_the_name() -> None:
    text = answered(STALL.format(steps="move others to pot"), ["6 6 1 2", "throw in", "6 6", "1 2"])
    assert "throw in: which dice? " in text and "keep" not in text
    assert "Anna throws in 6 6." in text


@pytest.mark.parametrize("steps", ["roll others", "throw them again others", "hold others"])
def test_dice_that_are_rolled_have_others_that_are_kept_whatever_that_is_called(steps: str) -> None:
    rules = (
        "rule throw them again the dice w: roll w\n\nrule hold the dice h:\n    move h to tray\n    roll tray\n\nend"
    )
    game = STALL.format(steps=steps).replace("end", rules, 1).replace("    pot: no", "    tray: no dice\n    pot: no")
    text = answered(game, ["6 6 1 2", "keep 6 6", "3 4", "moves"])
    assert "(or keep 6 6)" in text and "Anna keeps 6 6." in text


DOORS = """game "Doors"
players 2
material: cup: 1 die
to keep track: each player has points, at first 0
turn:
    choose:
        "leave" one of doors as door: add rank of door to your points
        {another}
words:
    kind door, doors: front gate, back stairs, log cabin, save haven
end "ten" when some player has points at least 10: that player wins
"""
WAIT = '"wait"'


@pytest.mark.parametrize("another", ["", WAIT])
@pytest.mark.parametrize("door", ["back stairs", "log cabin", "save haven"])
def test_what_is_an_answer_is_no_command(
    another: str, door: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = answered(DOORS.format(another=another), [door])
    assert f"Anna leaves {door}." in text and "/log" in text
    assert not list(tmp_path.iterdir())


def test_the_beginning_of_one_answer_is_no_command_and_a_stroke_makes_it_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = answered(DOORS.format(another=""), ["log", "/save haven", "/log", "/back", "rules"])
    assert "Anna leaves log cabin." in text
    assert "/log, /back and /save are the commands; without the stroke they are answers." in text
    assert [path.name for path in tmp_path.iterdir()] == ["haven"]
    assert "Nothing has been picked yet" in text and "How it ends" in text


def test_an_answer_that_is_refused_is_no_command_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = DOORS.format(another="").replace(
        ": add rank",
        ':\n            only if rank of door is 1; otherwise the player hears "Too far."\n            add rank',
    )
    assert "Too far." in answered(rules, ["save haven"])
    assert not list(tmp_path.iterdir())


NEIGHBOURS = """game "Neighbours"
players 2 to 3
material:
    cup: 2 dice
    pot: no dice
to keep track: each player has points, at first 0
turn:
    roll cup
    choose:
        "borrow" one of others as neighbour:
            only if points of neighbour are more than your points; otherwise the player hears "Borrow from who is ahead."
            add 1 to your points
        "taste" one of pot as morsel:
            only if not morsel shows 6; otherwise the player hears "A six cannot be made better."
            turn morsel to 6
        "swap" one of cup as mine, one of pot as theirs:
            only if not theirs shows 6; otherwise the player hears "Sixes stay."
            move theirs to cup
            move mine to pot
        "add" one of cup as thing: move thing to pot
        "wait"
end "ten" when some player has points at least 10: that player wins
"""


@pytest.mark.parametrize("seats", [("Anna", "Ben"), ("Anna", "Ben", "Cleo")])
def test_a_closed_move_is_refused_by_the_condition_that_fails_for_what_there_is(seats: tuple[str, ...]) -> None:
    text = answered(
        NEIGHBOURS,
        ["4 6", "borrow", "taste", "why borrow", "moves", "add 6", "4", "borrow", "taste", "swap 4", "moves"],
        seats,
    )
    empty, _, six = text.partition("adds 6")
    assert empty.count("Borrow from who is ahead.") == 3 and "There is no morsel for this now." in empty
    assert six.count("Borrow from who is ahead.") == 2 and six.count("A six cannot be made better.") == 2
    assert six.count("Sixes stay.") == 2
    assert "none of the others" not in text and "is needed" not in text


def test_moves_lists_everything_also_while_something_is_picked() -> None:
    text = answered(NEIGHBOURS, ["4 6", "add", "moves"])
    every = text.partition("moves\n")[2]
    assert "add: which die?\n  4   6\nBesides that:\n" in every
    assert "  - borrow <neighbour>: Borrow from who is ahead.\n" in every and "  wait\n" in every


def test_moves_says_why_some_of_what_is_picked_is_closed() -> None:
    rules = DOORS.format(another="").replace(
        ": add rank",
        ':\n            only if rank of door is at most 2; otherwise the player hears "Too far."\n            add rank',
    )
    assert "  - log cabin, save haven: Too far.\n" in answered(rules, ["moves"])


THE_ROPE = """game "The Rope"
players 2
to keep track: each player has points, at first 0
round:
    choose by players at once:
        "bribe" one of gates as bribed gate seen by you
        "sulk"
    in turn from starter:
        choose:
            "join the rope": add 1 to your points
            "talk your way out": add 2 to your points
            "your own way"
words: kind gate, gates: front gate, garden door
end "late" after each round when rounds played is at least 2: nobody wins
"""


def test_what_others_do_is_said_of_them() -> None:
    text = answered(THE_ROPE, ["bribe front gate", "sulk", "talk your way out", "join", "sulk", "sulk", "your own way"])
    assert "Anna talks their way out." in text and "Ben joins the rope." in text and "Anna: “your own way”." in text


def test_what_stays_unseen_is_not_promised_to_be_shown() -> None:
    text = answered(THE_ROPE, ["bribe front gate"])
    assert "choose in secret; the answers are shown when all are in, but not the bribed gate." in " ".join(text.split())
