"""Pages in the words of their authors."""

from click.testing import CliRunner

from dicedsl.cli import main
from dicedsl.errors import raise_errors
from dicedsl.prose.document import Document, FactBox, ListPoint, PageTable, Paragraph, Points
from dicedsl.prose.html import page
from dicedsl.prose.markdown import markdown
from dicedsl.prose.rules import PageChoice, document
from dicedsl.rulebook.loading import load_source
from dicedsl.text.source import Source

BOOK = """game "Told"
aim "Have the most points."
players 2

options: goal = 20, from 1 to 100: "points that win"

material:
    in short "One die for all."
    cup: 1 die

to keep track:
    each player has points, at first 0

setup:
    in short "Lay the die in the middle."
    in short "Sit down."
    set points of starter to 0

turn:
    in short "Roll as often as you like."
    in short "A 1 ends your turn."
    note "What stands here is for who reads the file."
    our ruling "You roll at least once."
    roll cup
    choose:
        "stop":
            in short "your points stay."
            add the sum of cup to your points
            end turn

words "Counting":
    in short "Each pip is a point."
    a player is done when their points are at least goal

in short "Whoever has {goal} points wins at once."
end "the goal is reached" when you are done: you win

variant "Short":
    in short "Ten points are enough."
    example "Ten":
        in short "Ben rolls a 6 and stops: 6 points of ten."
        with Anna, Ben
        given starter is Ben
        roll 6
        Ben chooses "stop"
    options: replace goal = 10, from 1 to 100: "points that win"

example "A roll":
    in short "Anna rolls a 4 and stops."
    with Anna, Ben
    roll 4
    Anna chooses "stop"

example "T-S2 A roll for those who test":
    with Anna, Ben
    roll 5
    Anna may only choose "stop"
"""


def told(text: str = BOOK, choice: PageChoice | None = None) -> Document:
    book, problems = load_source(Source("<text>", text))
    raise_errors(problems)
    assert book is not None
    return document(book, choice)


def test_a_told_page_says_what_its_author_says() -> None:
    text = markdown(told())

    for said in ("One die for all.", "Sit down.", "Roll as often as you like.", "- A 1 ends your turn.",
                 "**Stop**: your points stay.", "You roll at least once.", "## Counting", "Each pip is a point.",
                 "Whoever has 20 points wins at once.", "Ten points are enough.", "Anna rolls a 4 and stops."):  # fmt: skip
        assert said in text, said
    for formal in (
        "for who reads the file",
        "In short",
        "add the sum",
        "goal is reached**",
        "those who test",
        "may only",
    ):
        assert formal not in text, formal


def test_the_set_up_is_told_in_steps_and_a_turn_in_points() -> None:
    sections = {section.title: section.blocks for section in told().sections}

    setup, turn = sections["Set-up"], sections["Your turn"]
    assert isinstance(setup[0], Points) and setup[0].numbered and len(setup[0].points) == 2
    assert isinstance(turn[1], Points) and not turn[1].numbered


MARKED = BOOK.replace(
    '    in short "A 1 ends your turn."\n',
    '    in short "1. Roll."\n    in short "2. Count:"\n    in short "roll | points"\n    in short "a 1 | none"\n'
    '    in short "more"\n    in short "- Two dice [4 4] are [415] alike."\n',
)


def test_an_author_says_what_is_a_list_a_table_or_a_paragraph() -> None:
    (turn,) = (section.blocks for section in told(MARKED).sections if section.title == "Your turn")

    assert turn[:5] == [
        Paragraph("Roll as often as you like."),
        Points([ListPoint("Roll."), ListPoint("Count:")], numbered=True),
        PageTable(["roll", "points"], [["a 1", "none"]]),
        Paragraph("More."),
        Points([ListPoint("Two dice [4][4] are [415] alike.")]),
    ]
    assert "| a 1 | none |" in markdown(told(MARKED))
    assert page(told(MARKED)).count('class="die') == 3


def test_what_can_be_agreed_on_is_told_where_the_author_tells_it() -> None:
    text = BOOK.replace("options:", 'options:\n    in short "Play to {goal} points, or further."\n   ', 1)
    text = markdown(told(text))

    assert "## What you can agree on\n\nPlay to 20 points, or further.\n" in text
    assert "**Goal**" not in text


def test_an_option_for_simulations_is_nothing_to_agree_on() -> None:
    more = 'simulation:\n    most turns = 500, from 1 to 900: "when to stop"\n    break off after (most turns) turns: nobody wins\n\n'
    text = BOOK.replace("turn:\n", more + "turn:\n", 1)

    assert "when to stop" not in markdown(told(text)) and "at the latest" not in markdown(told(text))
    assert "when to stop" in markdown(told(text, PageChoice(letter=True)))


def test_the_box_answers_what_its_author_tells() -> None:
    own = 'in short "Who begins: the youngest."\nin short "Ties: -"\nin short "Playing time: ten minutes."\n\noptions:'
    (facts,) = (block for block in told(BOOK.replace("options:", own, 1)).lead if isinstance(block, FactBox))
    lines = dict(facts.lines)

    assert lines["Who begins"] == "The youngest." and lines["Playing time"] == "Ten minutes."
    assert "Ties" not in lines and "Order of play" in lines


def test_the_letter_tells_the_formal_sentences_too() -> None:
    text = markdown(told(choice=PageChoice(letter=True)))

    assert "for who reads the file" in text
    assert "add " in text


def test_without_a_told_turn_the_page_is_made_from_the_rules() -> None:
    untold = "\n".join(line for line in BOOK.splitlines() if "Roll as often" not in line and "A 1 ends" not in line)

    assert "for who reads the file" in markdown(told(untold))


def test_what_is_said_of_a_step_that_only_counts_is_still_said() -> None:
    counting = BOOK.replace('    in short "Roll as often as you like."\n    in short "A 1 ends your turn."\n', "")
    counting = counting.replace(
        "    roll cup\n", '    note "Nobody may look away."\n    set tries to 1\n    roll cup\n'
    )
    counting = counting.replace(
        "    each player has points", "    each turn has tries, at first 0, not shown\n    each player has points"
    )

    text = markdown(told(counting))
    assert "Nobody may look away." in text
    assert "tries" not in text


ROUNDS = """game "Rounds"
aim "Roll the highest number."
players 2

material: cup: 1 die

to keep track: each player has points, at first 0

round:
    in short "Everybody rolls once."
    in turn from starter: throw

rule throw:
    in short "Add the number to your points."
    roll cup
    add the sum of cup to your points

in short "After a round the most points win."
end "a round is played" after each round when rounds played are 1: highest points wins, ties share the win
"""


def test_rules_of_a_game_without_turns_are_told_in_its_round() -> None:
    sections = {section.title: section for section in told(ROUNDS).sections}

    assert "Your turn" not in sections
    assert [getattr(block, "title", "") for block in sections["The round"].blocks] == ["", "Throw"]


def test_the_page_of_a_variant_tells_the_variant_and_its_examples() -> None:
    book, problems = load_source(Source("<text>", BOOK), ("Short",))
    raise_errors(problems)
    assert book is not None
    text = markdown(document(book))

    assert text.index("Ten points are enough.") < text.index("## What you need")
    assert "Ben rolls a 6 and stops" in text
    assert "Whoever has 10 points wins" in text


def test_only_what_stands_above_all_parts_says_who_begins() -> None:
    begun = BOOK.replace("options: goal", 'in short "Whoever rolled last begins."\n\noptions: goal')

    assert "**Who begins:** Whoever rolled last begins." in markdown(told(begun))
    first = BOOK.replace('options: goal = 20, from 1 to 100: "points that win"\n\n', "").replace("goal", "20")
    assert "**Who begins:** Agree on somebody" in markdown(told(first.split("variant")[0]))


def test_what_is_told_below_a_line_is_told_of_it() -> None:
    below = BOOK.replace(
        'material:\n    in short "One die for all."\n    cup: 1 die\n',
        'material: cup: 1 die\n    in short "One die for all."\n',
    ).replace(
        'options: goal = 20, from 1 to 100: "points that win"\n',
        'options: goal = 20, from 1 to 100: "points that win"\n    in short "More points, or fewer."\n',
    )
    above = BOOK.replace(
        'options: goal = 20, from 1 to 100: "points that win"\n',
        'options:\n    in short "More points, or fewer."\n    goal = 20, from 1 to 100: "points that win"\n',
    )
    assert below.count("in short") == above.count("in short") and "\nmaterial: cup" in below

    for choice in (PageChoice(), PageChoice(letter=True)):
        assert markdown(told(below, choice)) == markdown(told(above, choice))
    assert "agreed otherwise; from 1 to 100. *Note: More points, or fewer.*" in markdown(
        told(below, PageChoice(letter=True))
    )


def test_a_remark_of_the_next_part_is_not_told_of_a_line_behind_a_colon() -> None:
    page = markdown(told(BOOK, PageChoice(letter=True)))

    assert "1 die: the **cup**. *Note: One die for all.*" in page
    assert "from 1 to 100.\n" in page


COURT = """\
game "Court"
players 2, clockwise from anybody
material: cup: 2 dice
to keep track:
    each player has honour, at first 0
    the Duke is in a good mood, at first yes
round:
    in short "Everybody rolls in turn, and may then accuse somebody."
    in turn from starter:
        roll cup
        choose:
            "accuse" one of others as suspect:
                in short "**Accuse** somebody: they lose a point of honour."
                take 1 from honour of suspect
            "bow to the Duke": the Duke is now in a good mood
            "say nothing"
    console
rule console: for each player: add 1 to their honour
at the end of each round: the Duke is no longer in a good mood
in short "It ends when somebody has ten honour."
end "ten" when some player has honour at least 10: that player wins
end "bad temper" when rounds played are 9 and the Duke is not in a good mood: nobody wins
"""


def test_what_is_told_nowhere_on_the_page_is_named(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "court.dice"
    path.write_text(COURT, "utf-8")
    with_errors = CliRunner().invoke(main, ["rules", str(path)])
    assert with_errors.exit_code == 0
    assert with_errors.stderr == (
        "This page says what is told in short, and nothing of the rule “console”, the choice “bow to the Duke”, "
        "the end “bad temper” and what stands in line 19. Tell them in short as well, or print with --letter.\n"
    )
    assert "nothing of" not in with_errors.stdout
    assert CliRunner().invoke(main, ["rules", str(path), "--letter"]).stderr == ""
    assert CliRunner().invoke(main, ["rules", "pig"]).stderr == ""


def test_the_name_of_a_choice_is_said_once() -> None:
    book, problems = load_source(Source("court.dice", COURT))
    raise_errors(problems)
    assert book is not None
    assert "- **Accuse** somebody: they lose a point of honour.\n" in markdown(document(book))
