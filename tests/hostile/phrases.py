"""What the made-up games of test_structured are put together from: forms of the language, by what they stand for.

`<number>` in a form stands for any number, `<number!>` for one in brackets unless it is short, `<new number>` for a new name, which is
known from the next line on. A form that stands alone on its line may run over several lines, or be none at all.
"""

from __future__ import annotations

from textwrap import dedent

Forms = dict[str, list[str]]


def lines(text: str) -> list[str]:
    """A form on each line."""
    return dedent(text).strip("\n").split("\n")


def blocks(text: str) -> list[str]:
    """Forms of several lines, with an empty line between two of them."""
    return dedent(text).strip("\n").split("\n\n")


NONE = [""]  # one more way to write a part: not at all

SHORT: Forms = {
    "number": lines("""\
        0
        1
        2
        6
        goal
        pot
        level
        your score
        their-best
        points to win
        turns played
        rounds played"""),
    "truth": lines("""\
        you are safe
        strict is agreed
        strict is not agreed
        cup is empty
        there is a bidder
        there is no bidder
        the town is in a hurry
        the town is not in a hurry
        the bidding is over
        some player is safe
        no player is ahead"""),
    "dice": lines("""\
        cup
        bag
        your hand
        dice in hand
        dice
        lucky dice
        marked dice"""),
    "die": ["first of cup", "last of dice in hand", "first of your hand"],
    "player": ["you", "left neighbour of you", "starter", "mover", "first of others", "your right neighbour"],
    "somebody": [
        "you",
        "left neighbour of you",
        "starter",
        "mover",
        "<player!>",
    ],  # mostly there, where nobody would be a fault
    "players": ["players", "all players", "others", "safe players"],
    "small": ["1", "2", "3", "5", "6"],
    "order": ["", "not ", "at least ", "at most ", "more than ", "less than "],
    "size": ["at least", "at most", "more than", "less than"],
    "the best": ["highest", "lowest"],
    # What is said of each of some dice or players, behind `are`, of `it` and of `they`.
    "die state": ["lucky", "not lucky", "marked"],
    "player state": ["safe", "not safe", "ahead", "either you or starter", "neither safe nor ahead"],
    "said of dice": ["<die state>", "matched with cup", "either lucky or marked", "neither lucky nor marked"],
    "of dice": ["are <said of dice>", "show <small>", "have number <size> <small>"],
    "of players": ["are <player state>", "have score <size> <small>"],
    "about it": lines("""\
        it shows <small>
        it is <said of dice>
        its number is <order><number>
        its worth is more than its index
        owner of it is you"""),
    "about them": lines("""\
        they are <player state>
        their score is <order><number>
        their hand is not empty
        all of their hand <of dice>"""),
    "all of": [
        "all of",
        "some of",
        "none of",
        "at least 2 of",
        "exactly 1 of",
        "fewer than 3 of",
        "at most (level) of",
    ],
    "every": ["some", "every", "no"],
    "pile": ["cup", "bag", "your hand", "dice in hand"],
    "sentence": ["That is not allowed.", "Not now: {you} have {your score}.", "Wait."],
}

LONG: Forms = {
    "number": lines("""\
        <number!> + <number!>
        <number!> - <number!>
        2 * <number!>
        <number!> mod 5
        <number!> / 3
        count of <dice!>
        sum of <dice!>
        sum of worths of <dice!>
        sum of worth of each of <dice!>
        sum of highest 2 of <pile>
        different of number of <dice!>
        highest of (<number>, <number>)
        score of <player!>
        starter's score
        lead of <player!> against starter
        count of <players!>
        count of <dice!> showing <small>
        sum of (x * 2 for each x in 1 to <small>)
        sum of (score of other for each other in <players> where other is not you)
        doubled of <number!>
        your tally at <small>
        seat of <player!>"""),
    "truth": lines("""\
        <number> is <order><number>
        <number> is either <number!> or <small>
        <number> is in 1 to 6
        (<truth> and <truth>)
        (<truth> or <truth>)
        not (<truth>)
        <dice!> is empty
        <dice!> are all alike
        <dice!> are all different
        <dice!> is splendid
        <all of> <dice!> <of dice>
        <all of> <players!> <of players>
        <every> d in <dice!> is <said of dice>
        <every> player is <player state>
        <every> player has score <size> <number>
        <every> p in <players!> has (score of p is <order><number>)
        some player's hand is empty
        there are <size> <small> lucky dice
        <player> is <player>
        <player> is not in others
        <die> shows <small>
        (<number>, 1) is more than (<number>, 2)"""),
    "dice": lines("""\
        <dice!> + <dice!>
        <dice!> except <dice!>
        (<dice> where <about it>)
        <pile> showing <small>
        <pile> showing (2 to 4)
        <pile> that are <die state>
        <pile> whose worth is at least <small>
        <pile> with the highest number
        (<pile> with <the best> its worth)
        <the best> 2 of <pile>
        lucky cup
        marked dice in hand
        hand of <player!>"""),
    "die": ["first of <dice!>", "last of <dice!>"],
    "player": lines("""\
        left neighbour of <player!>
        first of <players!>
        the first in turn from starter who is safe
        owner of <die!>"""),
    "players": lines("""\
        (<players> where <about them>)
        players whose score is <order><small>
        players with the highest score
        <players!> except you"""),
}

STEPS: Forms = {
    "step": lines("""\
        roll <dice>
        roll <pile>
        roll hand of <players!>
        add <number> to your score
        add <number!> to pot
        set pot to <number>
        take <small> from pot
        set level to <number!> mod 5
        set score of <somebody> to <number>
        add <number> to your tally at <small>
        move <dice> to <pile>
        let <new number> be <number>
        let <new dice> be <dice>
        <somebody> is now safe
        <somebody> is no longer safe
        the town is now in a hurry
        set bidder to <player>
        say "{you} have {your score}, and {pot} is in the pot."
        for each player where <about them>: add 1 to their score
        for each die in <dice!>, highest number first: it is now marked
        if <truth>: add <small> to your score
        if cup is not empty: turn first of cup to <small>"""),
    "call": ["help out", "hand over <number!>", "thank <somebody>", "thank each of <players!>"],
    "rare step": lines("""\
        end turn
        extra turn
        <player> is now out
        <player> wins
        highest score wins, ties share the win
        show <dice>
        move one of <dice!> to <pile>
        turn <die> to <small>
        draw one of <dice!> as <new die>
        set starter to <somebody>
        let <new player> be <player>
        note "This is how it goes." """),
    "block step": blocks("""\
        if <truth>:
            <steps>

        if <truth>:
            <steps>
        otherwise if <truth>:
            <steps>
        otherwise:
            <steps>

        for each <new number> in 1 to 3:
            <steps>

        for each <new die> in <dice!>:
            <steps>

        for each <new player> in <players!>, lowest score first:
            <steps>

        for each player:
            if <about them>: add <number> to their score

        repeat 2 times:
            <steps>

        repeat until <truth>:
            <steps>
            stop

        in turn from <somebody>:
            <steps>

        in turn from starter, until <truth>:
            <steps>
            stop

        <choose>"""),
    "choose": blocks("""\
        choose:
            <alternative>
            "nothing"

        choose:
            <alternative>
            <other alternative>
            "nothing": say "Nothing."

        choose:
            <alternative>
            if nothing fits:
                <steps>

        choose bidding:
            only if <truth>; otherwise the player hears "<sentence>"
            <alternative>
            as in the usual
            if nothing fits: add 1 to your score

        choose by <somebody>:
            <other alternative>
            "nothing"

        choose by players at once:
            "guess" one of 1 to 4 as guessed number: add guessed number to their score
            <other alternative>
            "nothing"

        choose by <players!> at once:
            <other alternative>
            "nothing"

        choose:
            <alternative>
            <other alternative>
            "nothing"
            allowed, by the first line that fits:
                          | may choose         | otherwise the player hears
                <truth>   | "first", "nothing" | "<sentence>"
                <truth>   | "nothing"          | "Nothing else fits here."
                otherwise | everything         | """),
    "alternative": blocks("""\
        "first" <pick>:
            <condition>
            <steps>

        "first" <pick>, <pick>:
            <condition>
            <steps>

        "first":
            <condition>
            <steps>

        "first": add 1 to your score"""),
    "other alternative": blocks("""\
        "second" <pick>:
            <steps>

        "second": add 2 to pot"""),
    "pick": lines("""\
        one of 1 to 4 as <new number>
        one or more of cup as <new dice>
        any number of bag as <new dice>
        one of your hand where <about it> as <new die>
        one of others as <new player>
        one of players who are <player state> as <new player>
        1 to 2 of <pile> as <new dice>
        (level) of dice in hand as <new dice>
        one of 1 to 3 as <new number> seen by you"""),
    "condition": [
        *blocks("""\
        only if <truth>; otherwise the player hears "<sentence>"

        only if <truth>
            otherwise the player hears "<sentence>"

        if strict is agreed, only if <truth>; otherwise the player hears "<sentence>"

        unless <truth!>, only if <truth>; otherwise the player hears "<sentence>"

        only if after this choice <truth>; otherwise the player hears "<sentence>" """),
        *3 * NONE,
    ],
}
