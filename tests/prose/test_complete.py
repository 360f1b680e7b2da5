"""A page that is made from the rules leaves out nothing that one needs to play."""

from dicedsl.prose.rules import rules
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.loading import load_source, raise_errors
from dicedsl.text.source import Source


def page_of(text: str) -> str:
    book, problems = load_source(Source("<test>", text))
    raise_errors(problems)
    assert isinstance(book, Rulebook)
    return rules(book)


WIND = """\
game "Wind"
players 2, clockwise from anybody

material:
    board bay of sea squares: grid 5 by 5
    shipyard of each player: 3 dice
    wind die: 1 die

turn:
    roll wind die
    choose:
        "launch" one of your shipyard as boat, one of empty open water sea squares as berth: move boat to berth
        "drift" one of (dice of you where it is in dice on bay) as boat, one of squares downwind of boat as landfall: move boat to landfall
        if nothing fits: nobody wins

words:
    a sea square is open water when its row is 5
    heading of the wind:
        sum of wind die is 1 | step of (1, 0)
        otherwise            | step of (0, 1)
    squares downwind of a die are (the line from sea square of the die along heading of the wind where it is empty and all of the squares between it and sea square of the die are empty)
"""


def test_an_adjective_before_what_a_board_calls_its_places_is_explained() -> None:
    assert "- **open water** — A sea square is open water when its row is 5.\n" in page_of(WIND)


def test_an_adjective_before_a_noun_of_the_language_is_explained() -> None:
    page = page_of("""\
game "Sixes"
players 2
material: cup: 2 dice
turn:
    roll cup
    choose: "take" one of lucky dice as taken die: you win
words: a die is lucky when it shows 6
""")
    assert "- **lucky** — A die is lucky when it shows 6.\n" in page


def test_a_word_that_only_a_hard_word_uses_is_explained() -> None:
    page = page_of(WIND)
    assert "- **squares downwind** — " in page.partition("## By the letter")[2]
    assert "- **heading of the wind** — " in page


def test_a_word_of_the_game_is_explained_however_common_it_is() -> None:
    page = page_of("""\
game "Odd"
players 2
material: cup: 2 dice
turn:
    roll cup
    if some of cup are odd: you win
words: a die is odd when its number is in (1, 3, 5)
""")
    assert "- **odd** — A die is odd when" in page
