"""Pages that are made from the rules alone: true, complete and in good English where an author has told little or nothing."""

from tests.prose.test_complete import page_of

CREWS = """\
game "Crews"
players 4 to 12, clockwise from anybody
material: hand of each player: 2 dice
to keep track: each player has hearts, at first 2
turn: roll your hand
words:
    kind crew, crews: port crew, starboard crew
    crew of a player:
        their seat mod 2 is 1 | port crew
        otherwise             | starboard crew
    a crew is lost when count of players whose crew is it is 0
"""


# ------------------------------------------------------------------ the box at the top


def test_a_whole_crew_can_win() -> None:
    page = page_of(
        CREWS
        + 'end "a crew has gone down" after each round when some crew is lost: all players whose crew is not lost win\n'
    )
    assert "- **Ties:** All players whose crew is not lost win together." in page


def test_all_win_or_lose_together() -> None:
    won = 'end "the hold is full" when sum of hands of players is 9: all players win\n'
    lost = 'end "the ship is lost" when sum of hands of players is 8: nobody wins\n'
    assert "- **Ties:** There are none: you win or lose together." in page_of(CREWS + won + lost)
    assert "- **Ties:** There are none: you win together." in page_of(CREWS + won)


def test_ties_at_one_end_are_not_told_of_another() -> None:
    page = page_of(
        CREWS
        + 'end "one is rich" when some player has hearts at least 9: that player wins\n'
        + 'end "the port is reached" after each round when rounds played are 9: highest hearts wins, ties go to the lowest seat\n'
    )
    assert "At the end “one is rich”: if several reach it at the same moment, they win together. " in page
    assert "At the end “the port is reached”: of equal players, the one with the lowest seat wins; " in page


def test_the_last_player_left_is_one_player() -> None:
    page = page_of(CREWS + 'end "one is left" when hearts of starter is 9: the last player left wins\n')
    assert "- **Ties:** There are none: only one can win." in page


ANSWERED = """\
game "Answered"
in short "Ties: the younger player wins."
players 2, clockwise from anybody
material:
    in short "Players: two who are awake."
    hand of each player: 2 dice
turn:
    roll your hand
    in short "Order of play: as you like."
end "it is done" when sum of hands of players is 9:
    in short "The game ends: at nine."
    the starter wins
words:
    in short "Who begins: the older one."
    nine is 9
"""


def test_answers_of_an_author_stand_in_the_box_wherever_they_are_written() -> None:
    page = page_of(ANSWERED)
    for answer in (
        "- **Ties:** The younger player wins.",
        "- **Players:** Two who are awake.",
        "- **Order of play:** As you like.",
        "- **The game ends:** At nine.",
        "- **Who begins:** The older one.",
    ):
        assert page.count(answer) == 1, answer
        assert page.count(answer.split(":** ")[1]) == 1, answer
    assert "Roll the dice in your hand." in page
    assert "only one can win" not in page


# ------------------------------------------------------------------ words that are tables, and what is announced

KITCHEN = """\
game "Kitchen"
players 2 to 4, clockwise from anybody
material:
    shelf: 5 gold dice, seen by cook
    pot: no dice, seen by cook
to keep track:
    the game has a cook, at first nobody
    the game has snow, at first 0
    each round has a promise, at first none
    each round has a secret spice, at first none, seen by cook
    each player has a ballot, at first nobody, seen by owner
    each player has points, at first 0
round:
    set cook to starter
    roll shelf
    choose by cook:
        "cook" 3 of shelf as ingredients seen by you, one of spices as pinch seen by you, one of 0 to 3 as odd dice promised:
            move ingredients to pot
            set secret spice to pinch
            set promise to odd dice promised
            say "{you} promise so many odd dice: {promise}."
    show pot
    say "The soup is {sum of pot}, spiced with {secret spice}. {you} bow."
    choose by players at once:
        "vote for" one of others as best cook seen by you: set your ballot to best cook
    for each player:
        say "{the player} has voted for {their ballot}."
        add 1 to points of their ballot
    if sum of pot is 9:
        add 1 to snow
        say "It snows! {you} shiver. The snow is {snow} hands deep."
    move pot to shelf
end "all have cooked" after each round when rounds played are 3: highest points wins
words:
    kind spice, spices: salt, thyme, honey
    kind place, places: bakery, mill, post office
    next stops of a place:
        bakery      | mill + post office
        mill        | bakery
        post office | bakery + mill
    fit of a die:
        gold      | salt
        otherwise | honey
    toll of a place:
        mill or bakery | 2
        post office    | 1
        otherwise      | 0
    a player is late when count of (next stops of mill) is 1 and fit of first of shelf is salt and toll of mill is 2
"""
LATE = KITCHEN.replace("    set cook to starter\n", "    set cook to starter\n    if cook is late: roll shelf\n")


def test_a_map_is_a_table_of_its_places() -> None:
    page = page_of(LATE)
    assert "The next stops of a place:\n\n  | Place | Next stops |\n" in page
    assert "  | Bakery | mill and post office |\n  | Mill | bakery |\n" in page
    assert "  | Mill or bakery | 2 |\n" in page and " holds " not in page
    assert "The fit of a die is salt for gold, otherwise honey." in page


def test_what_is_announced_is_told_with_what_it_is() -> None:
    page = page_of(KITCHEN)
    assert "Announce the promise: “You promise so many odd dice: […].”" in page
    assert (
        "Announce the sum of the dice in the pot and the secret spice: “The soup is […], spiced with […]. You bow.”"
        in page
    )
    assert "Announce their ballot: “That player has voted for […].”" in page


def test_what_all_can_see_is_said_with_a_gap_for_the_number() -> None:
    page = page_of(KITCHEN)
    assert "*It snows! You shiver. The snow is […] hands deep.*" in page


# ------------------------------------------------------------------ what you need

SAILORS = """\
game "Sailors"
players 3 to 6, clockwise from anybody
material:
    board deck of planks: (x, y) from 1 to 4
    hand of each player: 2 dice
to keep track:
    each player is at anchor, at first no, each round
    each player has an antidote, at first yes
    each player has a charm, at first no
    each player has coins in the fist, at first 0, each round, seen by owner
    each die is stubborn, at first no
    the bridge is under snow, at first no
round:
    roll hands of players
    choose by players at once:
        "bid" one of 1 to 4 as coins: set your coins in the fist to coins
        "drink":
            only if your antidote is yes; otherwise the player hears "It is gone."
            set your antidote to no
            set your charm to yes
        "stay":
            only if your charm is no; otherwise the player hears "You are lucky."
            you are now at anchor
    for each player where they are at anchor: the bridge is now under snow
    for each die in hand of starter:
        if the bridge is not under snow: the die is now stubborn
        if the die is stubborn: move the die to (1,1)
end "three rounds are over" after each round when rounds played are 3: highest coins in the fist win
"""


def test_what_is_marked_is_needed_and_how_long_it_lasts_is_said() -> None:
    page = page_of(SAILORS)
    at_anchor = "which players are **at anchor**: nobody at first, and each time only until the end of the round.\n"
    assert f"- Something to mark {at_anchor}" in page
    assert "- Something to mark whether **the bridge is under snow**: not so at first.\n" in page
    assert "- Something to mark which dice are **stubborn**: none at first.\n" in page
    assert "- Something to mark which players have a **charm**: nobody at first.\n" in page
    assert "kept in secret, for the **coins in the fist** of each player (begin at 0 in each round)." in page


def test_what_a_player_has_or_has_not_is_said_so() -> None:
    page = page_of(SAILORS)
    assert "- At first each player has an **antidote**.\n" in page
    assert "Only if you have an antidote (otherwise: " in page
    assert "Then you no longer have an antidote, and you now have a charm." in page
    assert "Only if you have no charm (otherwise: " in page


def test_secrets_need_paper() -> None:
    page = page_of(KITCHEN)
    assert "**secret spice** of a round (only the cook knows) and the **ballot** of each player" in page
    assert "- Paper for each player, to write down in secret what all choose at the same time.\n" in page
    shown = page_of(SAILORS.replace('"bid" one of 1 to 4 as coins', '"bid" one of 1 to 3 as coins'))
    assert "- Paper for each player" in shown


def test_no_paper_is_needed_to_lay_out_a_die() -> None:
    show = 'round:\n    choose by players at once:\n        "show" one of your hand as die shown: turn die shown to 1\n'
    page = page_of(CREWS.replace("turn: roll your hand\n", show))
    assert "at once and in secret" in page and "aper for each player" not in page


def test_a_board_says_how_large_it_is() -> None:
    assert "The **deck** is all places (*x*, *y*) with each from 1 to 4." in page_of(SAILORS)


# ------------------------------------------------------------------ English

WOOD = """\
game "Wood"
players 3 to 6, clockwise from anybody
options:
    nights = 6, from 1 to 9: "nights that are played"
    letters = 8, from 4 to 12: "letters to be brought"
material:
    board deck of planks: (x, y) from 1 to 4
    hand of each player: 2 dice
    basket: no dice
    letter bag: (letters) dice
    cup: 1 die
to keep track:
    each player is wet, at first no
    each die is stubborn, at first no
    each player has mules turned back, at first 0
    each player has tea in the thermos, at first 1
    each player has lies told, at first 0
    each player has a shown hand, at first none
    the game has a captain, at first nobody
    each round has bold players, at first none
round:
    if there is no captain: set captain to starter
    draw one of letter bag as letter
    move letter to basket
    look around
    the storm breaks
    choose by captain: "point" one of others as target: add 1 to lies told of target
    set captain to the first in turn from (left neighbour of captain) who is best
rule the storm breaks:
    choose by players except captain at once:
        "guess" one of spices as spice guessed, one of hand of you as mine, one of 1 to 4 as tip:
            only if your tea in the thermos is at least 1; otherwise the player hears "It is empty."
            only if spice guessed is salt or tip is number of mine; otherwise the player hears "No."
            set your shown hand to number of mine
            take 1 from your tea in the thermos
        "be bold": add you to bold players
        "drink":
            drink
            end round
    for each sailor in sailors in danger where catch of the sailor is worst catch: add 1 to mules turned back of the sailor
    for each player where they are not wet and their catch is at least 3: the player is now wet
    if number of first of cup is 6 or count of bold players is 1 or count of (homes of starter) is 1 or hand of starter is a run: for each die: the die is now stubborn
    if die on (1,1) is stubborn: move dice on deck to basket
rule drink:
    roll hands of players
    choose by captain:
        "sip": roll cup
        "gulp": roll basket
rule look around:
    choose by players at once: "look" one of spices as spice seen: add 1 to your lies told
end "it is night" after each round when rounds played are nights: highest mules turned back win, ties go to the lowest lies told
end "all is brought" when count of basket is letters: the captain wins
words:
    kind spice, spices: salt, thyme
    sailors in danger are players who are not wet
    catch of a player is sum of their hand + their seat
    worst catch is lowest of catch of sailors in danger
    a player is best when their catch is highest of catch of players
    dice group is a run when group are all different
    homes of a player are (dice of the player where its place is not none)
shown: shown hand of each player
"""


def test_rounds_are_counted_as_people_do() -> None:
    page = page_of(WOOD)
    assert "- **The game ends:** After 6 rounds (the nights) or when all is brought.\n" in page
    assert "**It is night**: after 6 rounds (the nights), the player with the most mules turned back wins; " in page
    assert "when there are exactly 8 dice in the basket (the letters), the captain wins." in page


def test_names_of_several_take_are_and_most() -> None:
    page = page_of(WOOD)
    assert "the **mules turned back** of each player (begin at 0)" in page
    assert "the **lies told** of each player (begin at 0)" in page
    assert "the one with the fewest lies told" in page
    assert "Your tea in the thermos is at least 1 (otherwise: *It is empty.*)" in page


def test_a_pick_is_not_called_twice_what_it_is() -> None:
    page = page_of(WOOD)
    assert (
        "pick one of the spices (the *spice guessed*), one die in your hand (the *mine*) and a number from 1 to 4 (the *tip*)"
        in page
    )
    assert "The spice guessed is salt or the tip is" in page


def test_the_first_in_turn_is_told_in_order() -> None:
    page = page_of(WOOD)
    first = (
        "the first player clockwise, beginning with the left neighbour of the captain, who is best becomes the captain."
    )
    assert first in page.lower()


def test_what_is_done_for_each_is_told_with_a_clause() -> None:
    page = page_of(WOOD)
    assert (
        "For each sailor in danger whose catch is the worst catch, add 1 to the mules turned back of that sailor."
        in page
    )
    assert "For each player who is not wet and whose catch is at least 3, that player is now wet." in page
    assert "for each die, that die is now stubborn" in page


def test_the_article_of_a_rule_stays_and_a_choice_is_called_once() -> None:
    page = page_of(WOOD)
    assert "**the storm breaks** (see below)" in page and "### The storm breaks\n" in page
    assert page.count("**drink**") == 1
    assert "3. The round ends." in page


def test_small_words_are_where_they_belong() -> None:
    page = page_of(WOOD)
    assert "Draw one die from the letter bag by lot" in page
    assert "add yourself to the bold players" in page
    assert "If the die on (1,1) is stubborn" in page
    assert "If the number on the die in the cup is 6" in page
    assert "Your shown hand is now the number on the mine." in page
    assert "The sailors in danger are the players who are not wet." in page


def test_whoever_acts_in_a_round_is_told_in_order() -> None:
    page = page_of(WOOD)
    others = "the players except the captain at the same time"
    assert f"in each round all players at the same time, {others} and the captain act in this order." in page


def test_words_of_the_language_are_explained() -> None:
    page = page_of(WOOD)
    assert (
        "- **seat** — The seats are numbered clockwise round the table, once for the whole game, beginning with 1.\n"
        in page
    )
    assert "**rank**" not in page


# ------------------------------------------------------------------ examples

POST = """\
game "Post"
players 2 to 4, clockwise from anybody
material:
    mail bag: 4 dice
    recipe of each player: 1 die
    travel die: 1 die
    snow die: 1 die
    sledge of each player: no dice
setup:
    roll mail bag
    for each player: roll their recipe
turn:
    roll travel die
    choose:
        "load" one of mail bag as letter: move letter to your sledge
    roll snow die
end "the bag is empty" when mail bag is empty: sum of recipe of starter is 1
example "Loading":
    with Anna, Ben
    roll 1 2 3 4
    roll 5 6
    roll 3
    Anna chooses "load" 1
    roll 2
    now count of mail bag is 3
example "Seven letters":
    with Anna, Ben
    given sledge of Anna holds 1 dice showing 4
    given mail bag holds 2 dice
    roll 1 1
    roll 2 3
    now count of mail bag is 2
""".replace("sum of recipe of starter is 1\n", "the starter wins\n")


def test_an_example_says_which_dice_fall_first() -> None:
    page = page_of(POST)
    first = "In the set-up the dice in the mail bag fall [1] [2] [3] [4]. Anna's recipe falls [5] and Ben's recipe falls [6]."
    assert f"{first} The travel die falls [3]. Anna chooses **load** 1; the dice fall [2]." in page
    assert "Anna's sledge holds 1 die showing 4" in page
    assert "The dice fall [1] [1]. The dice fall [2] [3]." in page


def test_a_die_that_nobody_has_rolled_is_called_by_its_colour() -> None:
    page = page_of("""\
game "Tokens"
players 2, clockwise from anybody
material:
    bag: 3 gold dice
    larder of each player: no dice
turn:
    choose:
        "take" one of bag as token, one of 0 to 2 as tip: move token to your larder
    if count of bag is 1: you win
example "A token":
    with Anna, Ben
    Anna chooses "take" gold 0 0
    now count of bag is 2
""")
    assert "Anna chooses **take** gold 0." in page


def test_what_begins_anew_in_each_round_is_needed_too() -> None:
    page = page_of(KITCHEN)
    assert "- Something to mark, or to write down, the **promise** in each round: none at first.\n" in page
    wood = page_of(WOOD)
    assert "only the cook sees what they show" in page and "(begin at 0)" in wood
