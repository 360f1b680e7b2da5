"""Lines of examples in the second edition: each does what it says, and a wrong claim is told at its place."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.check_door import check
from dicedsl.cli import main
from dicedsl.errors import Problem
from dicedsl.interpreter.examples.testing import follow_path
from dicedsl.interpreter.examples.testing import test_path as examples_of
from dicedsl.syntax.formatter import format_text
from dicedsl.text.source import Source

YARD = """\
game "Yard"
players 1 to 3, clockwise from anybody

material:
    board field of squares: grid 3 by 3
    board yard of spots: grid 2 by 4
    bag: 4 red dice
    box: 3 green dice
    cup: 2 dice
    hand of each player: 2 dice named d1 to d2

to keep track:
    each player has a total, at first 0
    the game has a pot, at first 0
    the game has a lot, at first 0
    each die has a mark, at first 0

setup:
    set pot to 7
    roll cup
    choose:
        "build": add 1 to pot
        "wait"

at the start of each turn: add 1 to your total

turn:
    choose:
        "jump" one of your hand as stone, one of empty field as target: move stone to target
        "roll":
            roll cup
            draw one of 1 to 6 as first
            draw one of 1 to 6 as second
            set lot to first * 10 + second
            add sum of cup to your total
        "hop" one of spots as spot: add 1 to your total
        "hold":
            only if your total is at least 3; otherwise the player hears "Too early."
        "give" one of remaining players as friend: add 1 to total of friend

end "enough" when some player has total at least 40: that player wins

example "Beginning":
    with Anna, Ben
    roll 1 2
    Anna chooses "wait"
"""
SIDES = """\
game "Sides"
players 2, clockwise from anybody
material: board field of squares: grid 4 by 4, seen from south, west, north, east
to keep track:
    each player has a home, at first south
    the game has a pot, at first 0
setup:
    for each player:
        if seat of player is 2: set home of player to north
turn:
    choose:
        "go" one of squares as target: set pot to column of target seen from your home
end "enough" when pot is at least 99: nobody wins
"""
BEGUN = 'example "Sample" after "Beginning":'
ALONE = 'example "Sample":'


def written(tmp_path: Path, lines: str, head: str, game: str = YARD) -> Path:
    path = tmp_path / "sample.dice"
    path.write_text(game + "\n" + head + "\n" + "".join(f"    {x}\n" for x in lines.splitlines()), "utf-8")
    return path


def problems_of(tmp_path: Path, lines: str, head: str = BEGUN, game: str = YARD) -> list[Problem]:
    """What is wrong with an example; it is laid out as it is written."""
    path = written(tmp_path, lines, head, game)
    assert format_text(Source(path.name, path.read_text("utf-8"))) is not None
    return [p for report in examples_of(path) for p in report.problems]


def wrong(tmp_path: Path, lines: str, head: str = BEGUN, game: str = YARD) -> tuple[str, str, str, str]:
    (problem,) = problems_of(tmp_path, lines, head, game)
    return problem.code, problem.message, problem.span.text, problem.help


# ------------------------------------------------------------------ beginnings


def test_an_example_begins_with_the_lines_of_another(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "now Anna is next and pot is 7 and total of Anna is 1") == []


def test_what_goes_wrong_in_the_beginning_is_told_where_it_stands(tmp_path: Path) -> None:
    game = YARD.replace('    Anna chooses "wait"\n', '    Anna chooses "wait"\n    now pot is 8\n')

    first, second = problems_of(tmp_path, "now pot is 7", game=game)

    assert (first.span.text, first.help, first.notes) == ("pot is 8", "pot is 7", ())
    assert second.span == first.span
    assert second.notes == ('this line is of "Beginning", with which "Sample" begins',)


def test_beginnings_of_beginnings(tmp_path: Path) -> None:
    third = 'example "Third" after "Sample":\n    Ben chooses "hop" (1,1)\n    now total of Ben is 2\n'
    path = written(tmp_path, 'Anna chooses "hop" (1,1)', BEGUN)
    path.write_text(path.read_text("utf-8") + third, "utf-8")

    assert [p for report in examples_of(path) for p in report.problems] == []
    assert wrong(tmp_path, 'Ben chooses "hop" (1,1)')[:2] == ("X712", "it is not Ben who chooses here but Anna")


@pytest.mark.parametrize(
    ("head", "lines", "code"),
    [
        ('example "Sample" after "Nowhere":', "now pot is 7", "E454"),
        ('example "Sample" after "Sample":', "now pot is 7", "E455"),
        (BEGUN, "with Cleo, Dan\nnow pot is 7", "E458"),
        (ALONE, "repeat 2 times:\n    given pot is 3\n    now pot is 3", "E456"),
        (ALONE, "repeat 99 times:\n    repeat 99 times:\n        now pot is 3", "E457"),
        (ALONE, 'roll 1 1\nP1 chooses "wait"\nafter setup\nafter setup', "E459"),
        (ALONE, 'P1 always chooses "hip", otherwise first', "E451"),
        (ALONE, "Zoe has 3 moves", "E450"),
        (ALONE, 'P1 chooses "hop" (1,1) of park', "E345"),
        (ALONE, 'P1 chooses "hop" (9,9) of yard', "E345"),
        (ALONE, "now number of d9 of P1 is 3", "X705"),
    ],
)
def test_what_cannot_be_is_found_without_playing(tmp_path: Path, head: str, lines: str, code: str) -> None:
    path = written(tmp_path, lines, head)

    assert [p.code for p in check(path)] == [code]


def test_an_example_of_a_variant_begins_with_one_of_the_game(tmp_path: Path) -> None:
    variant = 'variant "Richer":\n    add to "hop":\n        add 1 to pot\n    example "Hop" after "Beginning":\n'
    path = tmp_path / "sample.dice"
    path.write_text(f'{YARD}\n{variant}        Anna chooses "hop" (1,1)\n        now pot is 8\n', "utf-8")

    assert [p for report in examples_of(path) for p in report.problems] == []
    assert [p for p in check(path) if p.is_error] == []


def test_one_of_the_game_cannot_begin_with_one_of_a_variant(tmp_path: Path) -> None:
    variant = 'variant "Richer":\n    add to "hop":\n        add 1 to pot\n    example "There":\n        with Anna, Ben\n        roll 1 1\n'
    (problem,) = check(written(tmp_path, "now pot is 7", 'example "Sample" after "There":', f"{YARD}\n{variant}"))

    assert problem.help == 'it stands in the variant "Richer": write this example there as well'


# ------------------------------------------------------------------ repetition


def test_lines_are_repeated(tmp_path: Path) -> None:
    lines = 'repeat 3 times:\n    Anna chooses "hop" (1,2)\n    Ben chooses "hop" (2,4)\nnow total of Anna is 7 and turns played is 6'

    assert problems_of(tmp_path, lines) == []


def test_the_pass_that_goes_wrong_is_told(tmp_path: Path) -> None:
    lines = (
        'repeat 3 times:\n    now total of Anna is at most 3\n    Anna chooses "hop" (1,2)\n    Ben chooses "hop" (2,4)'
    )

    (problem,) = problems_of(tmp_path, lines)

    assert (problem.span.text, problem.help) == ("total of Anna is at most 3", "total of Anna is 5")
    assert problem.notes == ("this is pass 3 of 3",)


# ------------------------------------------------------------------ draws


def test_several_draws_on_a_line(tmp_path: Path) -> None:
    lines = 'Anna chooses "roll"\nroll 3 4\ndraw 5 6\nnow lot is 56'

    assert problems_of(tmp_path, lines) == []
    assert wrong(tmp_path, lines.replace("5 6", "5 9")) == (
        "X709", "9 cannot be drawn here", "draw 5 9", "possible: 1, 2, 3, 4, 5, 6",
    )  # fmt: skip
    assert wrong(tmp_path, lines.replace("5 6", "5 6 1"))== (
        "X721", "not all rolls and draws that are given have happened", "draw 5 6 1",
        'no more falls before this example is over; what comes next: Ben chooses "jump", "roll", "hop", "give"',
    )  # fmt: skip


def test_what_is_drawn_may_have_several_words(tmp_path: Path) -> None:
    game = """\
game "Cards"
players 2, clockwise from anybody
words:
    kind card, cards: old king, king, old
to keep track: the game has a top, at first old
turn:
    draw one of cards as drawn
    set top to drawn
    choose:
        "go on"
simulation:
    break off after 9 turns: nobody wins
"""
    lines = 'draw old king king\nnow top is old king\nP1 chooses "go on"\nnow top is king'

    assert problems_of(tmp_path, lines, ALONE, game) == []


# ------------------------------------------------------------------ dice by colour


def test_heaps_of_dice(tmp_path: Path) -> None:
    lines = """\
with Anna, Ben
after setup
given bag holds 1 red, 2 green showing 1 5 -
given box holds 3 red, 1 green dice
given cup holds 0 dice
given hand of Anna holds 4 dice
now count of bag is 3 and count of bag showing 5 is 1 and count of red bag is 1
now count of hand of Anna is 4 and count of cup is 0"""
    set_up = lines.replace("after", 'roll 1 1\nAnna chooses "wait"\nafter')

    assert problems_of(tmp_path, set_up, ALONE) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("given bag holds 5 red", ("X707", "5 red are wanted here, but only 4 are left", "red", "")),
        ("given bag holds 2 blue", ("X705", 'there are no dice that are called "blue"', "blue", "colours of dice here: red, green")),
        (
            "given bag holds 2 red",
            ("X707", "2 dice are named here, but 4 lie there", "given bag holds 2 red", "say with another `given ... holds` where the others are"),
        ),
        ("given bag holds 4 red showing 1 2", ("X706", "4 dice, but 2 numbers after `showing`", "given bag holds 4 red showing 1 2", "")),
    ],
)  # fmt: skip
def test_heaps_that_cannot_be(tmp_path: Path, line: str, found: tuple[str, str, str, str]) -> None:
    assert wrong(tmp_path, line, ALONE) == found


# ------------------------------------------------------------------ after set-up

LAID = """\
with Anna, Ben
given pot is 3
roll 1 1
Anna chooses "build"
now pot is 8
after setup
given pot is 3 and Ben is next
given d1 of Anna stands on (2,2) showing 4
now pot is 3 and Ben is next and number of d1 of Anna is 4"""


def test_what_is_given_below_after_setup_is_laid_then(tmp_path: Path) -> None:
    assert problems_of(tmp_path, LAID, ALONE) == []


def test_what_is_given_above_it_holds_before_set_up_alone(tmp_path: Path) -> None:
    lines = 'given pot is 3 and lot is 2\nroll 1 1\nP1 chooses "wait"\nafter setup\nnow lot is 2 and pot is 7'

    assert problems_of(tmp_path, lines, ALONE) == []
    assert wrong(tmp_path, lines.replace("pot is 7", "pot is 3"), ALONE)[2:] == ("pot is 3", "pot is 7")


@pytest.mark.parametrize(
    ("lines", "code", "span"),
    [
        ("after setup", "X728", "after setup"),
        ('P1 chooses "wait"\nP1 chooses "hop" (1,1)\nafter setup', "X728", '"hop" (1,1)'),
        ('P1 chooses "wait"\nP1 always chooses first\nplay on\nafter setup', "X728", "play on"),
        ('roll 1 1 1 1\nP1 chooses "wait"\nafter setup', "X721", "after setup"),
    ],
)
def test_set_up_is_played_above_it_and_nothing_else(tmp_path: Path, lines: str, code: str, span: str) -> None:
    found = wrong(tmp_path, lines, ALONE)

    assert (found[0], found[2]) == (code, span)


def test_an_example_is_followed_through_set_up(tmp_path: Path) -> None:
    path = written(tmp_path, LAID, ALONE)
    ((_, steps),) = follow_path(path, "Sample")
    followed = [(s.text, s.changes, s.next) for s in steps]

    assert followed[6:9] == [
        ("now pot is 8", (), ""),
        ("after setup", (), ""),
        ("given pot is 3 and Ben is next", (), ""),
    ]
    assert followed[9][1] == (
        "pot is 3 (was 8)", "hand of Anna holds d2:- (held d1:- d2:-)", "(2,2) of field: d1:4 (was empty)",
    )  # fmt: skip
    assert followed[5] == ('Anna chooses "build"', ("total of Ben is 1 (was 0)", "pot is 8 (was 7)"), "set-up is over")


def test_each_pass_is_followed(tmp_path: Path) -> None:
    lines = 'repeat 2 times:\n    Anna chooses "hop" (1,2)\n    Ben chooses "hop" (2,4)'
    ((_, steps),) = follow_path(written(tmp_path, lines, BEGUN), "Sample")

    texts = [step.text for step in steps]

    assert texts[:2] == [BEGUN, "with Anna, Ben"]
    assert texts.count('Anna chooses "hop" (1,2)') == 2


# ------------------------------------------------------------------ whose turn it is


def test_who_is_next_need_not_be_the_starter(tmp_path: Path) -> None:
    lines = (
        'with Anna, Ben, Cleo\ngiven Ben is next\nroll 1 1\nAnna chooses "wait"\nnow Ben is next and starter is Anna'
    )
    more = '\nnow total of Ben is 1 and total of Anna is 0\nBen chooses "hop" (1,1)\nnow Cleo is next and rounds played is 0'

    assert problems_of(tmp_path, lines + more, ALONE) == []


def test_a_round_is_over_when_the_starter_is_come_to_again(tmp_path: Path) -> None:
    lines = 'with Anna, Ben\ngiven Ben is next\nroll 1 1\nAnna chooses "wait"\nBen chooses "hop" (1,1)\nnow Anna is next and rounds played is 1'

    assert problems_of(tmp_path, lines, ALONE) == []


def test_who_is_out_cannot_be_next(tmp_path: Path) -> None:
    lines = 'with Anna, Ben\ngiven Ben is next\ngiven Ben is out\nroll 1 1\nAnna chooses "wait"'

    assert wrong(tmp_path, lines, ALONE)[:3] == ("X704", "who is out cannot be next", "given Ben is next")


def test_where_a_round_says_who_is_next_it_cannot_be_given(tmp_path: Path) -> None:
    game = YARD.replace("turn:\n    choose:", "round:\n    in turn from starter: play turn\nturn:\n    choose:")
    lines = "with Anna, Ben\ngiven Ben is next\nnow pot is 7"

    (problem,) = problems_of(tmp_path, lines, ALONE, game)

    assert (problem.code, problem.span.text) == ("X704", "given Ben is next")


# ------------------------------------------------------------------ what may be chosen


def test_moves_are_counted_over_all_alternatives(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "Anna has 29 moves") == []
    assert wrong(tmp_path, "Anna has 1 move") == (
        "X719", "Anna has 29 moves here, not 1", "Anna has 1 move", '"jump" 18, "roll" 1, "hop" 8, "give" 2',
    )  # fmt: skip


def test_any_stands_for_whatever_is_picked(tmp_path: Path) -> None:
    lines = 'Anna may only choose "jump" d1 any, "jump" any and any, "roll", "hop" any, "give"'

    assert problems_of(tmp_path, lines) == []


def test_a_partial_pick_may_be_refused(tmp_path: Path) -> None:
    stone = 'Anna chooses "jump" d1 (1,1)\nBen chooses "hop" (1,1)\n'

    assert problems_of(tmp_path, f'{stone}Anna may not choose "jump" any (1,1)') == []
    assert wrong(tmp_path, f'{stone}Anna may not choose "jump" any (1,2)')[:3] == (
        "X717", '"jump d2 (1,2)" is allowed here', '"jump" any (1,2)',
    )  # fmt: skip
    assert wrong(tmp_path, f'{stone}Anna may only choose "jump" any (1,1)')[:3] == (
        "X716", "no such choice is allowed here", '"jump" any (1,1)',
    )  # fmt: skip


def test_nobody_chooses_just_any(tmp_path: Path) -> None:
    assert wrong(tmp_path, 'Anna chooses "hop" any')[:2] == ("X714", "say what is chosen instead of `any`")


def test_what_is_no_die_is_told_with_how_dice_are_named(tmp_path: Path) -> None:
    code, message, _, help = wrong(tmp_path, 'Anna chooses "jump" all (1,1)')

    assert (code, message) == ("X714", '"all" is no die; say what it shows, such as 5, or its name, such as d1')
    assert "named d1 to d5" in help


def test_what_another_choice_offers_may_not_be_chosen_here(tmp_path: Path) -> None:
    assert problems_of(tmp_path, 'Anna may not choose "build"') == []
    assert wrong(tmp_path, 'Anna may not choose "build" and hears "No."') == (
        "X718",
        "it is not offered here, so that no sentence is heard",
        '"No."',
        'this choice knows "jump", "roll", "hop", "hold", "give"',
    )
    assert wrong(tmp_path, 'Anna may not choose "roll"')[:2] == ("X717", '"roll" is allowed here')


def test_players_are_told_by_their_names(tmp_path: Path) -> None:
    lines = 'Anna may only choose "jump", "roll", "hop", "give" Anna'

    assert wrong(tmp_path, lines)[1] == "give Ben allowed as well"


# ------------------------------------------------------------------ preferences


def test_what_is_dearest_is_chosen_if_it_can_be(tmp_path: Path) -> None:
    lines = 'everyone always chooses "hold", otherwise "hop", otherwise last\nplay on until turns played is 6\nnow total of Anna is {}'

    # Twice a hop, then held with 3 points or more: one point for each turn.
    assert problems_of(tmp_path, lines.format(5)) == []
    assert wrong(tmp_path, lines.format(6))[3] == "total of Anna is 5"


def test_among_the_dearest_the_last_wish_decides(tmp_path: Path) -> None:
    first = 'everyone always chooses "give", otherwise first\nplay on until turns played is 2\nnow total of Anna is 4'
    last = first.replace("otherwise first", "otherwise last").replace("is 4", "is 2")
    best = first.replace("otherwise first", "otherwise first with highest seat of friend").replace("is 4", "is 2")

    assert problems_of(tmp_path, first) == problems_of(tmp_path, last) == problems_of(tmp_path, best) == []


# ------------------------------------------------------------------ dice by owner, places


def test_dice_by_owner_everywhere(tmp_path: Path) -> None:
    lines = """\
with Anna, Ben
given mark of d2 of Ben is 3
given d1 of Anna stands on (2,2) of field showing 4
given d2 of Ben stands on (1,1) showing 6
roll 1 1
Anna chooses "wait"
now mark of d2 of Ben is 3 and number of d1 of Anna is 4 and owner of d2 of Ben is Ben
now die on (2,2) is d1 of Anna and place of d2 of Ben is (1,1) and d2 of Anna is in hand of Anna"""

    assert problems_of(tmp_path, lines, ALONE) == []
    assert wrong(tmp_path, lines.replace("(2,2) is d1", "(2,2) is d2"), ALONE)[0] == "X720"


def test_places_of_a_board(tmp_path: Path) -> None:
    lines = 'Anna chooses "hop" (2,4) of yard\nnow (2,4) of yard is in spots and (2,2) of field is empty'

    assert problems_of(tmp_path, lines) == []
    assert wrong(tmp_path, 'Anna chooses "hop" (3,3) of yard')[:3] == (
        "E345", "there is no place (3,3) of yard", "(3,3) of yard",
    )  # fmt: skip
    assert wrong(tmp_path, "now (3,3) of yard is in spots")[:2] == (
        "E345", "there is no place (3,3) of yard on the board",
    )  # fmt: skip


def test_places_as_somebody_sees_them(tmp_path: Path) -> None:
    lines = """\
with Anna, Ben
Anna chooses "go" (1,4) seen from Anna
now pot is 1 and (1,4) seen from Ben is (4,1)
Ben chooses "go" (1,4) seen from Ben
now pot is 1
Anna chooses "go" (1,4) seen from north
now pot is 4"""

    assert problems_of(tmp_path, lines, ALONE, SIDES) == []
    assert wrong(tmp_path, lines.replace("now pot is 4", "now (1,4) seen from Ben is (1,4)"), ALONE, SIDES)[2:] == (
        "(1,4) seen from Ben is (1,4)", "(1,4) seen from Ben is (4,1)",
    )  # fmt: skip
    assert wrong(tmp_path, 'P1 chooses "go" (5,5) seen from P2', ALONE, SIDES)[:2] == (
        "X704", "there is no place (5,5) seen from P2",
    )  # fmt: skip


def test_a_board_that_has_no_sides(tmp_path: Path) -> None:
    (problem,) = check(written(tmp_path, 'Anna chooses "hop" (1,1) seen from Ben', BEGUN))

    assert (problem.code, problem.message) == ("E336", "this board is not seen from several sides")


# ------------------------------------------------------------------ what is awaited


def test_a_roll_is_awaited(tmp_path: Path) -> None:
    lines = 'Anna chooses "roll"\nnow a roll is awaited\nroll 3 4\nnow a draw is awaited and a roll is not awaited\ndraw 5 6'

    assert problems_of(tmp_path, lines) == []
    assert problems_of(tmp_path, "with Anna, Ben\nnow a roll is awaited", ALONE) == []
    assert wrong(tmp_path, "now a roll is awaited") == (
        "X720", "no roll is awaited here", "a roll is awaited", 'Anna chooses "jump", "roll", "hop", "give"',
    )  # fmt: skip
    assert wrong(tmp_path, 'Anna chooses "roll"\nnow a roll is not awaited')[1:4:2] == (
        "a roll is awaited here", "2 dice are rolled",
    )  # fmt: skip


def test_a_claim_in_the_middle_of_a_move_says_so(tmp_path: Path) -> None:
    assert wrong(tmp_path, 'Anna chooses "roll"\nnow lot is 56')[3] == (
        "lot is 0; a roll is awaited here (2 dice are rolled); if this is meant to hold afterwards, write `roll` and what falls above it"
    )


def test_who_is_next_instead(tmp_path: Path) -> None:
    assert wrong(tmp_path, "now Ben is next")[3] == "Anna is next"


# ------------------------------------------------------------------ one player


def test_one_player(tmp_path: Path) -> None:
    lines = 'with 1 player\nroll 1 1\nP1 chooses "wait"\nP1 has 28 moves\nnow count of all players is 1'

    assert problems_of(tmp_path, lines, ALONE) == []
    assert wrong(tmp_path, lines.replace("1 player", "9 players", 1), ALONE)[:2] == (
        "X701", "this game is not for 9 players",
    )  # fmt: skip


# ------------------------------------------------------------------ messages


def test_a_player_who_does_not_play(tmp_path: Path) -> None:
    assert wrong(tmp_path, "now Zoe is next") == (
        "X702",
        'nobody here is called "Zoe"',
        "Zoe",
        "known: P1, P2, Anna, Ben",
    )


def test_where_set_up_cannot_be_played_with_what_is_given(tmp_path: Path) -> None:
    game = YARD.replace("    set pot to 7\n", "    move 4 of bag to cup\n    set pot to 7\n")
    path = written(tmp_path, "given bag holds 1 red\ngiven box holds 3 red, 3 green", ALONE, game)
    (problem,) = [p for report in examples_of(path) for p in report.problems if report.title == "Sample"]

    assert problem.notes == (
        "set-up begins with what the example gives; write `after setup` above what is to be laid when it is over",
    )


def test_what_is_wrong_with_a_rule_is_told_once(tmp_path: Path) -> None:
    path = written(tmp_path, "now pot is 7", BEGUN, YARD.replace("add 1 to pot", "add 1 to pt"))
    result = CliRunner().invoke(main, ["test", str(path)])

    assert result.output.count('"pt" is not known here') == 1
    assert "example fails: Sample (as above)" in result.output
