"""How names are put into sentences: one or many, articles, what belongs to what, ways on a grid."""

from tests.prose.test_complete import page_of

MARSH = """\
game "Marsh"
players 2 to 4, clockwise from anybody
material:
    board marsh of tussocks: grid 5 by 5
    bag of groceries: 6 dice
    nest of each player: no dice
    wind die: 1 die
    eggs under the heron of each player: 1 die
to keep track:
    each player has miles behind them, at first 0
    each player has coins in the purse, at first 3
    the game has a cat, at first nobody
    each turn has players in the auction, at first none
    the points are set, at first no
turn:
    roll wind die
    set players in the auction to players
    if bag of groceries is empty and there are no mice at the cat: end turn
    if there are no players in the auction: end turn
    for each flooded tussock: move the die on the flooded tussock to bag of groceries
    for each drowned in flooded tussocks: if drowned is taken: fish at drowned
    choose:
        "switch" one of empty tussocks as berth:
            only if the points are not set; otherwise the player hears "They are set."
            the points are now set
            fish at berth
        "bid" one of 1 to your coins in the purse as coins offered:
            set your coins in the purse to coins offered
            move lowest 1 of your nest to bag of groceries
        "creep" one of tussocks downwind of berth of you as goal:
            only if your eggs under the heron are not empty; otherwise the player hears "There is no egg."
            if steps of goal towards (berth of you) are 2: set cat to you
rule fish at a tussock:
    move the dice on the tussock to bag of groceries
    roll bag of groceries
    if sum of bag of groceries is 7: end turn
    if sum of bag of groceries is 8: extra turn
    if sum of bag of groceries is 9: the points are now set
    if sum of bag of groceries is 10: end turn
    if sum of bag of groceries is 11: extra turn
    if sum of bag of groceries is 12: the points are now set
end "somebody is far" when some player has miles behind them at least 10:
    highest miles behind them wins, ties go to the highest coins in the purse
words:
    a tussock is flooded when its row is 1
    a player is a mouse when they are not cat
    mice at a player are (players where they are a mouse and it is not the player)
    berth of a player is the first of tussocks
    steps of a tussock towards tussock goal are count of the line from it to goal
    tussocks downwind of a tussock are (the line from the tussock along heading of the wind)
    heading of the wind:
        some of wind die show 1 | step of (1, 0)
        some of wind die show 2 | step of (0, -1)
        sum of wind die is 3    | step of (2, 1)
        otherwise               | step of (-1, 0)
"""


def test_one_and_many_go_by_the_noun_and_not_by_the_last_word() -> None:
    page = page_of(MARSH)
    assert "If the bag of groceries is empty and there are no mice at the cat, the turn ends." in page
    assert "The players in the auction are now the players." in page
    assert "If there are no players in the auction, the turn ends." in page
    assert "when a player has miles behind them of at least 10, " in page or "has at least 10 miles behind them" in page
    assert (
        "the player with the most miles behind them wins; of equal players, the one with the most coins in the purse"
        in page
    )
    assert "the **miles behind them** of each player (begin at 0)" in page
    assert "Only if the points are not set (otherwise: *They are set.*)" in page
    assert "the points are now set" in page
    assert "Only if you have eggs under the heron" in page


def test_a_kind_of_thing_has_its_article() -> None:
    page = page_of(MARSH)
    assert "- **mouse** — A player is a mouse when they are not the cat.\n" in page
    assert "they are a mouse and" in page


def test_words_and_rules_keep_the_words_that_join() -> None:
    page = page_of(MARSH)
    assert "- **mice** — The mice at a player are the players" in page
    assert "- **steps** — The steps of a tussock towards a tussock *goal* are " in page
    assert "**fish** at the berth" in page


def test_places_are_called_as_the_board_calls_them() -> None:
    page = page_of(MARSH)
    assert "for each flooded tussock, move the die on that flooded tussock" in page.lower()
    assert "for each drowned tussock of the flooded tussocks, if that drowned tussock is taken" in page.lower()
    assert "pick one of the empty tussocks (the *berth*)" in page


def test_a_die_by_itself_is_called_by_its_name() -> None:
    page = page_of(MARSH)
    assert "1. Roll the wind die.\n" in page
    assert "| The wind die shows 1 | one down |" in page
    assert "| The number on the wind die is 3 | 2 down and 1 to the right |" in page


def test_a_way_on_a_grid_is_said_in_words() -> None:
    page = page_of(MARSH)
    assert "| The wind die shows 2 | one to the left |" in page
    assert "| Otherwise | one up |" in page


def test_numbers_that_are_picked_are_called_by_their_name() -> None:
    page = page_of(MARSH)
    assert (
        "Then:\n     1. Your coins in the purse are now the coins offered.\n     2. Move the lowest die in your nest to"
        in page
    )


def test_the_lowest_of_several_is_one() -> None:
    page = page_of("""\
game "Cats"
players 2, clockwise from anybody
material:
    bag: 6 dice
    nest of each player: 3 dice
turn:
    roll bag
    for each player: catch the player
    if bag is all alike: you win
rule catch a player: move lowest 1 of their nest to bag
""")
    assert "the lowest 1" not in page
    assert "move the lowest " in page


SLABS = """game "Slabs"
players 2, clockwise from anybody
material:
    board field of slabs: grid 5 by 5
    stock of each player: 3 dice
    weather die: 1 die
to keep track: each player has points, at first 0
turn:
    roll weather die
    choose:
        note "A long way is worth more."
        "put" one of slabs in reach of (1,1) as goal:
            move one of your stock to goal
            add 2 * row of goal + count of slabs past the goal to your points
        "wait"
words:
    note "Otters slide straight ahead."
    slabs in reach of a slab are (empty slabs where its row is row of the slab and count of the line from the slab to it is at most sum of weather die + 1)
    slabs past a slab are (empty slabs where it is far off and its column is column of the slab and its row is more than row of the slab)
    a slab is far off when its row is at least 3
end "ten" when some player has points at least 10: that player wins
"""


def test_a_note_does_not_take_the_place_of_a_rule() -> None:
    page = page_of(SLABS)

    assert "**slabs in reach** — Otters slide straight ahead.\n\n  The **slabs in reach** of a slab are" in page
    assert "is at most the number on the weather die plus 1" in page
    assert "twice the row of the goal plus" in page and "*Note: A long way is worth more.*" in page


def test_the_words_of_a_definition_behind_a_note_are_explained() -> None:
    page = page_of(SLABS.replace("its row is row of the slab and", "it is far off and"))

    assert "**far off** — A slab is far off when its row is at least 3." in page


FAIR = """game "Fair"
players 2 to 4, clockwise from anybody
material:
    loot on show of each stall: 2 dice
    guard: 1 die
    cup of each player: 1 die
to keep track:
    each player has guests fed, at first 0
    each player has points, at first 0
    each player has a gate of entry, at first none
    each round has a leader of the climb, at first nobody
round:
    for each stall: roll loot on show of stall
    for each player: roll their cup
    choose by players at once:
        "go" one of stalls as stall: set your gate of entry to stall
words:
    kind stall, stalls: fish stall, cloth stall
end "ten" when some player has points at least 10: that player wins
variant "Long":
    replace end "ten" when some player has points at least 20: that player wins
    example "Far from it":
        with Anna, Ben
        now points of Anna is 0
"""


def test_only_players_roll() -> None:
    page = page_of(FAIR)
    assert "1. Roll the dice in the loot on show of each stall.\n" in page
    assert "2. Each player rolls" in page


def test_an_example_of_a_variant_stands_below_it() -> None:
    page = page_of(FAIR)
    assert "\n### Long\n" in page
    assert "\n#### Far from it\n" in page


def told_turn(steps: str) -> str:
    lines = "".join(f"    {line}\n" for line in steps.split("\n"))
    return page_of(FAIR.replace("    for each stall: roll loot on show of stall\n", lines, 1))


def test_what_is_said_of_somebody_is_printed() -> None:
    page = told_turn('say "{leader of the climb} reaches the summit."\nroll guard')
    assert "*The leader of the climb reaches the summit.*" in page


def test_values_in_what_is_said_fit_into_the_sentence() -> None:
    page = told_turn('roll guard\nfor each player: say "{that player} comes by the {their gate of entry}."')
    assert "“That player comes by their gate of entry.”" in page


def test_what_is_said_before_a_condition_stands_before_it() -> None:
    page = told_turn('if sum of guard is 6:\n    say "A slab sinks."\n    if cup of starter is not empty: roll guard')
    assert page.index("A slab sinks.") < page.index("f the cup of the starter is not empty")


def test_ties_are_told_for_each_end_where_they_differ() -> None:
    first = 'end "the fair is over" after each round when rounds played are 8: highest points wins, ties go to the highest guests fed'
    page = page_of(FAIR + first + '\nend "it rains" when sum of guard is 6: highest points wins, ties share the win\n')
    assert "At the end “the fair is over”: of equal players, the one with the " in page
    assert "At the end “it rains”: equal players share the win." in page


def test_a_relation_keeps_its_preposition_and_its_article() -> None:
    words = "    a player is the only best at a stall when sum of their cup is rank of the stall\n"
    words += "    a player is past the guard at a stall when sum of their cup is more than rank of the stall\n"
    page = page_of(
        FAIR.replace("words:\n", "words:\n" + words).replace(
            "    for each stall: roll loot on show of stall\n",
            "    for each player where they are the only best at fish stall: add 1 to their points\n"
            "    if no other player is past the guard at fish stall: roll guard\n"
            "    if some other player is past the guard at fish stall: roll guard\n",
        )
    )
    assert "For each player who is the only best at fish stall, add" in page
    assert "If no other player is past the guard at fish stall, roll" in page
    assert "If another player is past the guard at fish stall, roll" in page
    assert "A player is the only best at a stall when" in page
    assert "A player is past the guard at a stall when" in page


def test_a_rule_is_carried_out_as_it_is_named_and_articles_are_kept() -> None:
    page = page_of(
        FAIR.replace(
            "    for each stall: roll loot on show of stall\n", "    for each stall: settle the stall\n"
        ).replace(
            "words:\n",
            """rule settle a stall:
    if there is a thief at the stall:
        roll loot on show of stall
        for each player in thieves at the stall: sell the player at the stall
    otherwise if the fair is noisy:
        for each player in thieves at the stall: sell the player at the stall
        roll guard
    choose by all players except starter at once:
        "buy": roll guard
        "leave"
rule sell a player at a stall:
    roll guard
    roll loot on show of stall
    choose by the player:
        "pay": take 1 from points of the player
        "talk": add 1 to points of the player
        "sing": add 2 to points of the player
        "wait"
words:
    thieves at a stall are players whose gate of entry is the stall
    the fair is noisy when sum of guard is 6
""",
        )
    )
    assert "For each stall, **settle** that stall" in page
    assert "Settle a stall:" in page and "**sell** that player at that stall" in page
    assert "there is a thief at that stall" in page
    assert "The fair is noisy when" in page
    assert "All players except the starter choose one of these" in page
    assert "are the players whose gate of entry is that stall" in page


def test_what_can_be_said_of_members_is_said_of_them() -> None:
    page = page_of(SLABS.replace("its row is row of the slab and", "it is far off and"))
    assert "are the empty slabs that are far off and for which the number of slabs" in page


def test_the_lower_of_two_numbers_and_sums_without_needless_brackets() -> None:
    page = told_turn(
        "take lowest of (2, points of starter) from points of starter\n"
        "let lent be lowest of (2, points of starter + 1)\n"
        "roll guard\nadd lent to points of starter\nadd lent to guests fed of starter"
    )
    assert "Take the lower of 2 and the points of the starter from the points of the starter." in page
    assert "is the lower of 2 and (the points of the starter plus 1)" in page


def test_who_begins_where_all_choose_at_the_same_time() -> None:
    page = page_of(FAIR)
    assert "**Who begins:** Nobody: all play at the same time." in page
    assert "**Order of play:** There are no turns: all choose at the same time." in page


def test_an_end_that_is_only_called_over_is_told_by_its_condition() -> None:
    page = page_of(FAIR.replace('end "ten" when some', 'end "the fair is over" after each round when some', 1))
    assert "**The game ends:** After the round in which a player has at least 10 points." in page


def test_a_plural_before_a_participle_is_a_plural() -> None:
    page = page_of(
        FAIR.replace("some player has points at least 10", "some player has guests fed at least 10").replace(
            "words:\n", "words:\n    stalls nearby are (stalls where it is not fish stall)\n"
        )
        + 'end "all ate" when guests fed of starter are more than 3 and stalls nearby are not empty: highest guests fed wins\n'
    )
    assert "When a player has at least 10 guests fed" in page
    assert "the guests fed of the starter are more than 3" in page
    assert "the player with the most guests fed" in page
    assert "The stalls nearby are the stalls" in page
