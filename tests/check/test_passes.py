"""What the passes must let pass, and a few things they must not, beside the corpus of broken rulebooks."""

import textwrap

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source
from dicedsl.text.spelling import suggest

FRAME = """\
game "Sample"
players 2 to 4

material:
    cup: 5 dice
    each player has total = 0
    each turn has pot = 0

turn:
    roll cup
    add sum of number of cup to your total
    add 1 to pot
{steps}

end "the goal is reached" when some p in players has total at least 50: p wins

shown:
    pot
"""
SECRET = """\
game "Sample"
players 2 to 4

material:
    hand of each player: 3 dice, seen by owner
    each player has total = 0

turn:
    roll your hand
    add 1 to your total
{steps}

end "the goal is reached" when some p in players has total at least 50: p wins
"""


def codes(frame: str, steps: str) -> list[str]:
    text = frame.format(steps=textwrap.indent(textwrap.dedent(steps).strip("\n"), "    "))
    return [p.code for p in check(Source("sample.dice", text))]


@pytest.mark.parametrize(
    "steps",
    [
        # one alternative is always open
        """
        choose:
            "keep" one of cup as kept:
                must number of kept is 6: "Only a six."
                add 1 to your total
            "pass"
        """,
        # the conditions cover everything
        """
        choose:
            "beg":
                must pot is less than 10: "You are too rich."
                add 1 to your total
            "boast":
                must pot is at least 10: "You are too poor."
                add 2 to your total
        """,
        """
        choose:
            "low":
                must not pot is 3: "Not with three."
                add 1 to your total
            "high":
                must pot is 3: "Only with three."
                add 2 to your total
        """,
        # the steps around the choice say so
        """
        if pot is more than 3:
            choose:
                "go":
                    must pot is more than 3: "You need more."
                    add 1 to your total
        """,
        """
        if pot is 0: end turn
        choose:
            "go":
                must pot is not 0: "You need something."
                add 1 to your total
        """,
        # every line of the table leaves something
        """
        choose:
            "low": add 1 to your total
            "high": add 2 to your total
            allowed:
                          | "low" | "high" | refused
                pot is 0  | yes   | -      | "Not yet."
                otherwise | -     | yes    | "No longer."
        """,
        # of several numbers one is always another
        """
        choose:
            "turn" one of cup as spun, one of 1 to 6 as face:
                must face is not number of spun: "Turn it to another number."
                turn spun to face
        """,
        """
        choose:
            "keep" one of cup where number of it is 6 as kept: add number of kept to your total
            if nothing fits: end turn
        """,
    ],
)
def test_a_choice_that_cannot_be_empty(steps: str) -> None:
    assert codes(FRAME, steps) == []


@pytest.mark.parametrize(
    "steps",
    [
        """
        choose:
            "keep" one of cup where number of it is 6 as kept: add number of kept to your total
        """,
        """
        choose:
            "low":
                must pot is 1: "Only with one."
                add 1 to your total
            "high":
                must pot is 2: "Only with two."
                add 2 to your total
        """,
        """
        choose:
            "low": add 1 to your total
            "high": add 2 to your total
            allowed:
                          | "low" | "high" | refused
                pot is 0  | -     | -      | "Not yet."
                otherwise | -     | yes    | "No longer."
        """,
    ],
)
def test_a_choice_that_can_be_empty(steps: str) -> None:
    assert codes(FRAME, steps) == ["W610"]


@pytest.mark.parametrize(
    "steps",
    [
        'repeat:\n    roll cup\n    if cup showing 6 is not empty: stop',
        'repeat:\n    add 1 to pot\n    if pot is more than 9: stop',
        'repeat:\n    choose:\n        "on"\n        "off": stop',
        'repeat 3 times: add 1 to pot',
        'in turn from you, until pot is more than 9: add 1 to pot',
    ],
)  # fmt: skip
def test_a_loop_that_ends(steps: str) -> None:
    assert codes(FRAME, steps) == []


@pytest.mark.parametrize(
    "steps",
    [
        'choose:\n    "call":\n        must count of your hand showing 6 is 0: "You have a six."\n        add 1 to your total\n    "pass"',
        'choose:\n    "swap" some of your hand as thrown: roll thrown\n    "pass"',
        "do ask for you\n\nrule ask for player p:\n    choose by p:\n        \"call\":\n            must sum of number of your hand is more than 9: \"Too low.\"\n            add 1 to your total\n        \"pass\"".replace("\n", "\n"),
        'for each p in players: show hand of p\nchoose:\n    "call":\n        must count of hand of left of you showing 6 is 0: "A six lies there."\n        add 1 to your total\n    "pass"',
        'choose:\n    "call":\n        must count of hand of left of you is 3: "They need three dice."\n        add 1 to your total\n    "pass"',
        'if some die in your hand has number of die is 6:\n    choose:\n        "brag": add 1 to your total\n        "pass"',
    ],
)  # fmt: skip
def test_a_secret_that_is_kept(steps: str) -> None:
    if "\nrule" in steps:
        head, _, rule = steps.partition("\n\n")
        text = SECRET.format(steps=textwrap.indent(head, "    ")) + "\n" + rule + "\n"
        assert [p.code for p in check(Source("sample.dice", text))] == []
        return
    assert codes(SECRET, steps) == []


def test_dice_shown_are_secret_again_after_a_roll() -> None:
    steps = """
    for each p in players: show hand of p
    roll your hand
    choose:
        "call":
            must count of hand of left of you showing 6 is 0: "A six lies there."
            add 1 to your total
        "pass"
    """

    assert codes(SECRET, steps) == ["E449"]


def test_being_asked_or_not_tells_a_secret() -> None:
    steps = """
    if sum of number of hand of left of you is more than 9:
        choose:
            "cheer": add 1 to your total
            "boo"
    """

    assert codes(SECRET, steps) == ["E449"]


def test_an_error_in_an_unused_word_is_found() -> None:
    text = FRAME.format(steps="") + "\nwords:\n    never asked is sum of players\n"

    assert [p.code for p in check(Source("sample.dice", text))] == ["E325"]


def test_an_error_in_an_unused_rule_is_found() -> None:
    text = FRAME.format(steps="") + "\nrule never done: do what\n"

    assert [p.code for p in check(Source("sample.dice", text))] == ["E402"]


def test_what_only_a_variant_uses_is_used() -> None:
    text = (
        FRAME.format(steps="") + '\nrule feast: add 2 to pot\n\nvariant "Feast":\n    add to turn: \n        do feast\n'
    )

    assert [p.code for p in check(Source("sample.dice", text.replace("turn: \n", "turn:\n")))] == []


def test_a_name_that_is_not_known_is_told_once_with_its_other_lines() -> None:
    text = 'game "x"\nplayers 1\nmaterial:\n    cup: 1 die\n    the game has tally = 0\nturn:\n    roll cup\n'
    text += "".join(f"    set tally to total + {i}\n" for i in range(9)) + "    you win\n"

    problems = [p for p in check(Source("x.dice", text)) if p.is_error]

    assert [(p.code, p.span.line) for p in problems] == [("E311", 8)]
    assert problems[0].notes == ("it stands on lines 9, 10, 11, 12, 13, 14 and 2 more as well",)


def test_seventy_wrong_words_are_no_depth() -> None:
    text = 'game "x"\nplayers 1\nmaterial:\n    cup: 1 die\n    the game has tally = 1\nwords:\n'
    text += "".join(f"    w{i} is unknown{i} + {i}\n" for i in range(70)) + "    good is 1\n"
    text += "turn:\n    set tally to good\n    you win\n"

    assert {p.code for p in check(Source("x.dice", text)) if p.is_error} == {"E311"}


def test_nothing_is_suggested_that_was_written() -> None:
    assert suggest("number", ["number", "numbers"]) == 'did you mean "numbers"?'
    assert suggest("number", ["number"]) == ""


def codes_of(text: str) -> list[str]:
    return [problem.code for problem in check(Source("<text>", text))]


KINDS = """\
game "Sample"
players 2

material:
    cup: 5 dice
    each player has total = 0

words:
    die d is lucky when number of d is 6
    player p is lucky when total of p is 6

turn:
    roll cup
    add count of lucky cup to your total

end "enough" when some p in players has total at least 50: p wins
"""


def test_an_adjective_is_used_of_the_things_it_is_explained_for() -> None:
    found = [problem for problem in check(Source("<text>", KINDS)) if problem.code == "W602"]
    assert [problem.span.line for problem in found] == [10]
    assert codes_of(KINDS.replace("has total at least 50", "is lucky")) == []


def test_a_name_that_holds_the_words_of_another_one_does_not_use_it() -> None:
    text = KINDS.replace("    player p is lucky when total of p is 6\n", "    luck is 3\n    beginner luck is 4\n")
    text = text.replace("add count", "add beginner luck * count")
    assert [p.message for p in check(Source("<text>", text))] == ['"luck" is explained but never used']


def test_who_sees_a_pick_is_looked_up_as_any_name() -> None:
    text = KINDS.replace("    player p is lucky when total of p is 6\n", "")
    step = '    choose:\n        "take" one of 1 to 6 as taken seen by {}: add taken to your total\n'
    text = text.replace("    add count", step + "    add count")
    assert codes_of(text.format("you")) == []
    assert codes_of(text.format("yuo")) == ["E311"]


BRACKETS = [
    "options: goal = (1, 2)",
    "options: goal = 3, from (1, 2) to 4",
    "material: cup: 2 dice with faces (1, 2)",
    "material: hand of each player: 2 dice, seen by (1, 2)",
    "to keep track: the game has tally by (1, 2) to 4, at first 0",
    "to keep track: the game has tally, at first 0, seen by (1, 2)",
    'shown: (1, 2) as "tally"',
    'aim "Have {(1, 2)} points."',
    'end "all are there" when (1, 2): you win',
    "words: tally is (1, count of players)",
]


@pytest.mark.parametrize("line", BRACKETS)
def test_brackets_where_one_thing_is_wanted_are_a_mistake_with_a_place(line: str) -> None:
    found = check(Source("<text>", f'game "Brackets"\nplayers 1\n{line}\nturn: you win\n'))

    assert "E301" in {problem.code for problem in found if problem.is_error}


def test_numbers_in_brackets_are_a_set_where_numbers_are_kept() -> None:
    text = 'game "Set"\nplayers 1\nto keep track: the game has open, at first (1, 3, 8)\nturn:\n    take 3 from open\n    if open are 8: you win\n    set open to (8, 9)\n'

    assert not [problem for problem in check(Source("<text>", text)) if problem.is_error]


IDLE = """\
game "Idle"
players 2, clockwise from anybody
options:
    goal = 20, from 5 to 100: "points that win"
    told = 3, from 1 to 5: "what is told"
    hoard = 3, from 1 to 5: "what nobody asks for"
    toll = 3, from 1 to 5: "nor this"
material:
    in short "There are {told} dice."
    cup: 3 dice
    spare pile: 2 dice
    lost pile: 2 dice
    pile of a variant: 2 dice
    pile of an example: 2 dice
    seen pile: 2 dice
to keep track:
    each player has a total, at first 0
    the game has a ghost, at first 0
    the game has something said, at first 0
turn:
    roll cup
    show seen pile
    add sum of cup to your total
    say "{something said}"
end "far" when some player has total at least goal: that player wins
whenever standing word is total of mover: nobody wins
rule sleep: end turn
rule dream: end turn
words:
    standing word is 900
    word of a variant is 4
    word of an example is 5
    word never asked is 6
    a die is lucky when its number is 1
    word that is shown is 7
shown: word that is shown
variant "Other":
    add to the start of turn:
        roll pile of a variant
        add word of a variant to your total
example "One":
    given pile of an example holds 2 plain
    roll 1 2 3
    now word of an example is 5
"""


def test_what_is_never_used_is_told_together_and_what_a_variant_an_example_or_a_text_uses_is_used() -> None:
    found = [problem.message for problem in check(Source("<text>", IDLE))]

    assert found == [
        'the options "hoard" and "toll" change nothing',
        '"spare pile" and "lost pile" hold nothing that is ever used',
        '"ghost" is never used',
        'the rules "sleep" and "dream" are never carried out',
        '"word never asked" and "lucky" are explained but never used',
    ]
