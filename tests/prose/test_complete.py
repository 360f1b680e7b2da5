"""A page that is made from the rules leaves out nothing that one needs to play."""

from dicedsl.errors import raise_errors
from dicedsl.prose.rules import rules_text
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.loading import load_source
from dicedsl.text.source import Source


def page_of(text: str) -> str:
    book, problems = load_source(Source("<test>", text))
    raise_errors(problems)
    assert isinstance(book, Rulebook)
    return rules_text(book)


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
    for each bed: if herbs of the bed is 9: end turn
    for each player: add offer of the player to stars of the player
    if the cook is in a good mood: set time of year to next time of year
    the cook is no longer in a good mood
    set helper to you
    if there is a helper and time of year is autumn: helper wins
    if some player has stars at least 20: nobody wins
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


SHELVES = """\
game "Shelves"
players 2 or more, clockwise from anybody
material:
    cup: 1 die
    bag: no dice
to keep track:
    the game has a cat, at first nobody
    each player has a hiding place, at first none
    each player has points, at first 0
round:
    watch
    choose by players at once: "hide" one of shelves as dark shelf seen by you: set your hiding place to dark shelf
    switch on the light
    for each player: say "{the player} has {points of the player}."
    for each player: if hiding place of player is not hiding place of cat: add 1 to points of the player
    if cat is starter: say "{points of cat} so far."
    otherwise if points of cat is 3: roll cup
    otherwise: say "It is {points of cat}."
rule watch:
    set cat to starter
    say "{cat} is the cat tonight."
rule switch on the light:
    for each player: say "{the player} is at {their hiding place}."
at the end of each round: say "So much: {points of cat}."
end "three rounds are over" when rounds played are 3: highest points wins
words: kind shelf, shelves: top shelf, bread bin
"""


def test_what_nobody_knows_yet_is_announced_and_what_is_only_counted_is_not() -> None:
    page = page_of(SHELVES)
    assert ". For each player, announce: “That player is at their hiding place.”\n" in page
    assert "tonight" not in page
    assert "So much" not in page
    assert "At any time" not in page
    assert page.count("For each player") == 2


def test_a_branch_in_which_nothing_is_left_says_so() -> None:
    page = page_of(SHELVES)
    assert (
        "If the cat is the starter, nothing happens. Otherwise, if the points of the cat are 3, roll the die.\n" in page
    )


def test_a_sentence_about_you_is_said_with_what_follows_it() -> None:
    page = page_of("""\
game "Boats"
players 2, clockwise from anybody
material: cup: 2 dice
turn:
    roll cup
    say "{you} have sold the last crate. The boat goes back."
    if cup is all alike: you win
""")
    assert "*You have sold the last crate. The boat goes back.*" in page


def game_that_ends(end: str, rest: str = "") -> str:
    return f"""\
game "Small"
players 2, clockwise from anybody
material: cup: 2 dice
to keep track: each player has points, at first 0
turn:
    roll cup
    {rest}
{end}
simulation: break off after 100 turns: nobody wins
"""


def test_a_limit_for_simulations_is_no_way_to_end() -> None:
    page = page_of(game_that_ends('end "somebody is rich" when some player has points at least 4: that player wins'))
    assert "without a winner" not in page
    page = page_of(
        game_that_ends(
            'end "somebody is rich" when some player has points at least 4: that player wins',
            "if cup is all alike: nobody wins",
        )
    )
    assert "It can also end without a winner." in page


def test_a_caption_that_is_no_sentence_gives_way_to_what_it_waits_for() -> None:
    page = page_of(
        game_that_ends('end "enough" after each round when some player has points at least 4: that player wins')
    )
    assert "- **The game ends:** After the round in which a player has at least 4 points.\n" in page
    page = page_of(game_that_ends('end "somebody is rich" when some player has points at least 4: that player wins'))
    assert "- **The game ends:** When somebody is rich.\n" in page


def test_ties_are_told_once() -> None:
    page = page_of(game_that_ends("", "if cup is all alike: you win"))
    assert page.count("There are none: only one can win.") == 1
    assert "says that somebody wins" in page or "all alike" in page
    assert "- **Ties:** Nobody wins.\n" in page_of(game_that_ends("", "if cup is all alike: nobody wins"))


def test_what_nothing_asks_for_is_not_kept_count_of() -> None:
    page = page_of("""\
game "Stir"
players 2, clockwise from anybody
material: cup: 2 dice
to keep track: each turn has a last stirrer, at first nobody
turn:
    choose:
        "stir" one of cup as spoon:
            turn spoon to 1
            set last stirrer to you
        "roll": roll cup
    if cup is all alike: you win
""")
    assert "**stir**: pick one die in the cup (the *spoon*). Then turn the spoon to 1." in page
    assert "stirrer" not in page
