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


TRAIN = """\
game "Train"
players 2 or 4, clockwise from anybody
material: cup: 2 dice
to keep track: each player has mail, at first 0
turn:
    roll cup
    if sum of cup is 7: cheer for you
    stoke
    set your mail to sum of cup
rule cheer for a player: add 1 to mail of the player
rule stoke:
    add 1 to your mail
    if your mail is 3: roll cup
end "four turns are over" when turns played are 4: highest mail wins
variant "Eight":
    add to turn: if sum of cup is 8: cheer for you
    add to turn: if sum of cup is 9: stoke
variant "Companies":
    words:
        kind company, companies: north line, south line
        company of a player:
            their seat mod 2 is 1 | north line
            otherwise             | south line
        mail of the company of a player is the sum of mail of (all players where company of it is company of the player)
    replace end "four turns are over" when turns played are 4: highest mail of the company wins
"""


def test_words_of_a_variant_stand_with_it() -> None:
    page = page_of(TRAIN)
    assert "- New: the **company** of a player is north line if " in page
    assert "- New: the **mail of the company** of a player is the sum of " in page


def test_a_variant_tells_a_rule_that_has_no_place_of_its_own_and_points_to_one_that_has() -> None:
    page = page_of(TRAIN)
    assert "2. If the sum of the dice in the cup is 7, add 1 to your mail.\n" in page
    assert "- Added to the turn: if the sum of the dice in the cup is 8, add 1 to your mail.\n" in page
    assert "3. **stoke**:\n" in page
    assert "- Added to the turn: if the sum of the dice in the cup is 9, **stoke** (see above).\n" in page
    assert "see below" not in page


KITCHEN = """\
game "Kitchen"
players 2, clockwise from anybody
material:
    board garden of beds: grid 2 by 2
    cup: 1 die
to keep track:
    the game has a time of year, at first spring
    each player has stars, at first stake
    each player has an offer, at first 1, seen by owner
    each bed has herbs, at first 2
    the cook is in a good mood, at first yes
    the game has a helper, at first nobody
turn:
    roll cup
    for each bed: add 1 to herbs of the bed
    for each player: add offer of the player to stars of the player
    if the cook is in a good mood: set time of year to next time of year
    the cook is no longer in a good mood
    set helper to you
    if there is a helper and time of year is autumn: helper wins
words:
    stake is 3
    kind season, seasons: spring, summer, autumn
    next time of year:
        time of year is spring | summer
        otherwise              | autumn
"""


def test_what_is_remembered_is_needed_with_what_it_begins_as() -> None:
    page = page_of(KITCHEN)
    assert "- Pen and paper for the **stars** of each player (begin at the stake).\n" in page
    assert "- Tokens, or pen and paper, for the **herbs** of each bed (begin at 2).\n" in page
    assert "- Pen and paper, kept in secret, for the **offer** of each player (begins at 1).\n" in page
    assert "- Something to mark the **time of year** (begins as spring).\n" in page
    assert "- At first the cook is in a good mood.\n" in page
    assert "**helper**" not in page


def test_it_and_they_are_what_a_loop_in_a_rule_goes_through() -> None:
    page = page_of("""\
game "Penalty"
players 2, clockwise from anybody
material: stock of each player: 3 dice
turn:
    punish left neighbour of you
    for each die in your stock: lose it
rule punish the player loser:
    for each player in players except loser: move one of their stock to stock of loser
rule lose a die:
    for each die in stock of left neighbour of you: move it to stock of its owner
end "your stock is empty" when some player's stock is empty: that player wins
""")
    assert "move one of their stock to the stock of your left neighbour." in page
    assert "to the stock of its owner" in page
