"""The parts of the made-up games of test_structured, and what only some of the games have; written as phrases.py says."""

from __future__ import annotations

from tests.hostile.phrases import NONE, Forms, blocks, lines

WHOLE: Forms = {
    "game": blocks("""\
        <head>
        options:
            goal = <goal>, from 5 to 50: "points that win"
            strict = <yes or no>: "as the old ones play"
        material:
            <material>
        to keep track:
            <memory>
        <setup>
        <course>
        <rules>
        choice the usual:
            "usual" one of 1 to 3 as usual number: add usual number to pot
        <hook>
        <standing>
        <end>
        <match>
        words:
            <words>
        <shown>
        simulation:
            <simulation>
            break off after <limit>: <result>
        <variant>
        <example>"""),
    "head": blocks("""\
        game "Made up"
        from "Nobody's booklet"
        aim "Be the first with {goal} points."
        players <how many>"""),
    "how many": ["2", "2 to 4, clockwise from anybody", "2 or more", "2 or 3"],
    "goal": ["20", "5", "4 * count of all players"],
    "yes or no": ["yes", "no"],
    "stock": [
        "1 die",
        "3 dice",
        "2 dice with faces 1 2 3 5 6 6",
        "2 red dice",
        "2 dice with faces 1 to 8",
        "4 dice named d1 to d4",
    ],
    "secret": ["", "", ", seen by owner", ", seen by left neighbour of owner"],
    "setup": [*blocks("setup:\n    <quiet step>\n    <quiet step>"), *NONE],
    "quiet step": [
        "roll hand of players",
        "roll cup",
        "set bidder to <player>",
        "set level to <small>",
        "if cup is not empty: move one of cup to bag",
    ],
    "course": blocks("""\
        turn:
            <steps>
            <choose>

        turn:
            roll <pile>
            <choose>
            <steps>

        turn:
            <choose>

        round:
            in turn from starter: play turn
            <quiet step>
        turn:
            <choose>

        round:
            roll hand of players
            choose by players at once:
                "lay" one of your hand as <new die>: add <number> to their score
                "hold"
            <quiet step>"""),
    "hook": [
        *blocks("""\
        at the end of each turn:
            <steps>

        at the start of each round:
            <quiet step>"""),
        *2 * NONE,
    ],
    "standing": [
        *blocks("""\
        whenever pot is more than 9 and <truth>: set pot to 0

        whenever some player has score more than 30, lowest score first: set that player's score to 1

        always pot is less than 100; otherwise the player hears "<sentence>" """),
        *2 * NONE,
    ],
    "end": blocks("""\
        end "the goal is reached" <moment>when some player has score at least goal: that player wins

        our ruling "Whoever is last may still win."
        end "the goal is reached" <moment>when some p in players has score at least goal: p wins

        end "it is over" <moment>when turns played are at least 9 and <truth>: highest score wins, ties share the win"""),
    "moment": ["", "after each turn ", "after each round ", "after one last turn "],
    "limit": ["30 turns", "5 rounds", "(goal) turns"],
    "result": [
        "nobody wins",
        "highest score wins, ties share the win",
        "lowest score wins",
        "the last player left wins",
    ],
    "match": [
        *blocks("""\
        match:
            play game
            for each winner: add 1 to winner's games won
            set starter to left neighbour of starter
        match ends "two games won" when some player has games won at least 2: that player wins the match"""),
        *5 * NONE,
    ],
    "shown": [
        *blocks("""\
        shown:
            lead-so-far of each player
            <number> as "what it is" when <truth>
            "{pot} points" as "at stake" """),
        *NONE,
    ],
    "variant": [
        *blocks("""\
        variant "Harder":
            options: replace goal = 30, from 10 to 60
            add to rule help out:
                <steps of a rule>
            words:
                replace a die is lucky when <luck>"""),
        *4 * NONE,
    ],
    "example": [
        *blocks(
            'example "How it begins":\n    with Anna, Ben\n    given score of Anna is 3\n    now pot is at least 0'
        ),
        *3 * NONE,
    ],
}

# Of these all are written.
LISTED: Forms = {
    "material": ["cup: <stock>", "bag: <stock>", "dice in hand: no dice", "hand of each player: <stock><secret>"],
    "rules": blocks("""\
        rule help out:
            <steps of a rule>

        rule hand over the number amount:
            add amount to your score
            <steps of a rule>

        rule thank a player:
            add 1 to their score"""),
    "memory": lines("""\
        each player has a score, at first 0
        each player has a tally by 1 to 6, at first 0<secret>
        each player is safe, at first <yes or no>
        each player has games won, at first 0, for the match
        each die is marked, at first no
        the game has points to win, at first 7, not shown
        the game has a level, at first 0, from 0 to 6
        the game has a bidder, at first nobody
        the game has a pot, at first <small>
        the town is in a hurry, at first no"""),
    "words": blocks("""\
        a die is lucky when <luck>

        a die is matched with dice group when count of (group showing its number) is at least 2

        dice group is splendid when <splendour>

        a player is ahead when their score is the highest of score of players

        the bidding is over when there is a bidder and pot is 0

        their-best is highest of score of players

        doubled of a number is 2 * it

        lead of a player against player q is their score - score of q

        lead-so-far of a player is their score - their-best

        worth of a die, by the first line that fits:
            it is lucky | 10
            marked      | <small>
            otherwise   | its number"""),
    "simulation": [],
}
CHOSEN_WORDS: Forms = {
    "luck": ["it shows 6", "its number is its index", "its number is either 1 or 5"],
    "splendour": ["group are all alike", "all of group are lucky", "the sum of group is at least 10"],
}

# ---------------------------------------------------------------- what only some games have

BOARD: Forms = {
    "material": ["board field of squares: <shape>"],
    "memory": ["each square has visits, at first 0"],
    "words": ["a square is inner when count of squares beside it is <size> 3"],
    "shape": ["grid 3 by 3", "grid 3 by 4 without (1,1)", "(a, b) from 1 to 3 where a + b is at most 5"],
    "place": ["(2,2)", "first of field", "last of empty field", "first of (squares beside (2,2))", "square of <die!>"],
    "places": ["field", "empty squares", "inner squares", "squares beside <place!>", "the line from (1,2) to <place!>"],
    "place state": ["empty", "taken", "inner", "not inner"],
    "number": ["count of <places!>", "visits of <place!>", "count of dice on field", "rank of <place!>"],
    "truth": lines("""\
        <place> is <place state>
        <place> is beside (2,2)
        <all of> <places!> are <place state>
        there is an empty square
        taken squares are linked by neighbours"""),
    "dice": ["dice on field"],
    "die": ["die on <place!>"],
    "step": lines("""\
        if there is an empty square and bag is not empty: move first of bag to first of empty squares
        add 1 to visits of <place!>
        move dice on field to bag
        swap (2,2) with first of field"""),
    "rare step": ["move <die> to <place>", "move one of <dice!> to <place>", "move cup to empty squares by lot"],
    "pick": [
        "one of empty squares as <new place>",
        "one of <places!> as <new place>",
        "2 of (field where it is taken) as <new places>",
    ],
}
GEMS: Forms = {
    "memory": [
        "each player has gems-won by gem, at first 0",
        "the game has a prize, at first none",
        "each gem has an owner-of-it, at first nobody",
    ],
    "words": [
        *blocks(
            "kind gem, gems: ruby, opal, pearl\n\nprice of a gem:\n    ruby | 1\n    opal | <small>\n    pearl | 5\n\na gem is free when there is no owner-of-it of the gem"
        )
    ],
    "gem": ["ruby", "opal", "last of gems"],
    "number": [
        "rank of <gem!>",
        "price of <gem!>",
        "your gems-won at ruby",
        "sum of price of gems",
        "count of free gems",
    ],
    "truth": ["<gem> is free", "some of gems are free", "<gem> is <gem>"],
    "step": ["add 1 to your gems-won at ruby", "set owner-of-it of <gem!> to <player>"],
    "pick": ["one of gems as <new gem>", "one of free gems as <new gem>"],
}
FLICKS: Forms = {
    "call": ["flick away"],
    "rules": blocks("""\
        rule flick away:
            attempt "flick":
                "on" one or more of cup as <new dice>:
                    <steps of a rule>
                "off": take 1 from your score"""),
    "simulation": blocks("""\
        odds of "flick":
            "on": 30 + skill of you / 2
            "off": <small>"""),
}
SOMETIMES = ((0.4, BOARD), (0.5, GEMS), (0.2, FLICKS))
