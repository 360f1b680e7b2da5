"""Codes W6xx: what is allowed but hardly meant."""

from __future__ import annotations

from dicedsl.explain.entry import Group

WARNINGS: Group = {
    "W601": (
        "part", "a rule is never carried out",
        """No step names this rule, so what it says never happens.""",
        "rule feast: add 5 to pot", "turn:\n    feast\n    bust\nrule feast: add 5 to pot",
    ),
    "W602": (
        "words", "a word is never used",
        """The word is explained, but no rule, end or example speaks of it.""",
        "double is goal + goal", "",
    ),
    "W603": (
        "options", "an option changes nothing",
        """Nothing in the rules asks for this option, so agreeing on it makes no difference.""",
        "ante = 1, from 1 to 5", "",
    ),
    "W604": (
        "memory", "material is never used",
        """No rule moves, rolls, reads or changes it.""",
        "each player has luck, at first 0", "",
    ),
    "W605": (
        "words", "a kind is never used",
        """Neither the kind nor any of its values is mentioned.""",
        "kind metal, metals: iron, tin", "",
    ),
    "W606": (
        "part", "something a rule is told is never used",
        """The rule is told something that it does not look at. Leave it out, here and where the rule is called.""",
        """
        turn: pay you, 3
        rule pay the player p, the number n:
            add 1 to total of p
        """,
        """
        turn: pay you
        rule pay a player:
            add 1 to their total
        """,
    ),
    "W610": (
        "steps", "a choice may be empty",
        """Every alternative has a condition that may fail, all at the same time. Say with `if nothing fits:` what happens then, or
        offer something that is always open. Several who choose at once have no `if nothing fits:`; ask only those who can choose.""",
        """
        roll cup
        choose:
            "keep" one of cup as kept:
                only if number of kept is 6; otherwise the player hears "Only a six may be kept."
                move kept to your hand
        """,
        """
        roll cup
        choose:
            "keep" one of cup as kept:
                only if number of kept is 6; otherwise the player hears "Only a six may be kept."
                move kept to your hand
            if nothing fits: end turn
        """,
    ),
    "W611": (
        "part", "an end that never comes nearer",
        """The end waits for something that no rule ever changes, so it comes at once or never.""",
        'end "only one is left" when there is 1 player: players win', "turn: you are now out",
    ),
    "W612": (
        "part", "a secret that is told when it is picked",
        """What is picked is told to all, or, of a choice `at once`, when all have picked. What is kept in memory that not all may see is picked
        in secret as well: `seen by you`.""",
        """
        turn:
            choose: "think of" one of 1 to 6 as number thought: set your secret number to number thought
            choose by left neighbour of you:
                "guess" one of 1 to 6 as guess: if guess is your secret number: bust
        to keep track: each player has a secret number, at first 0, seen by owner
        """,
        """
        turn:
            choose: "think of" one of 1 to 6 as number thought seen by you: set your secret number to number thought
            choose by left neighbour of you:
                "guess" one of 1 to 6 as guess: if guess is your secret number: bust
        to keep track: each player has a secret number, at first 0, seen by owner
        """,
    ),
    "W613": (
        "part", "memory that nothing looks at",
        """Rules set it, but no rule, word, end or text ever asks for it, so it changes nothing. Use it, or leave it out with the steps that
        set it. What is only meant to be seen at the table stands under `shown:`.""",
        """
        turn:
            set last bidder to you
            add 1 to your total
        to keep track: the game has a last bidder, at first nobody
        """,
        """
        turn:
            set last bidder to you
            add 1 to your total
        to keep track: the game has a last bidder, at first nobody
        shown: last bidder
        """,
    ),
    "W614": (
        "play", "a number that may not be there",
        """`highest of` and `lowest of` nothing are none, and none is no number: what is reckoned with it makes no sense. Where a zone begins
        with no dice and nothing asks whether it is empty, write `highest of (0, ...)`, or ask first.""",
        "", "",
    ),
    "W620": (
        "words", "a line that is never reached",
        """The first line that fits counts. The same condition stands above this line, so it never gets its turn.""",
        """
        worth of a suit:
            sun       | 1
            sun       | 2
            otherwise | 3
        """,
        """
        worth of a suit:
            sun       | 1
            moon      | 2
            otherwise | 3
        """,
    ),
    "W621": (
        "alternative", "one sentence for two conditions",
        """A player who hears the sentence should know what is wrong. Two conditions with one sentence leave that open.""",
        """
        "stop":
            only if pot is more than 0; otherwise the player hears "Not yet."
            only if your total is more than 0; otherwise the player hears "Not yet."
            end turn
        "go on"
        """,
        """
        "stop":
            only if pot is more than 0; otherwise the player hears "Score something first."
            only if your total is more than 0; otherwise the player hears "You need points first."
            end turn
        "go on"
        """,
    ),
    "W622": (
        "alternative", "a sentence that is no sentence",
        """What a refused player hears starts with a capital letter and ends with a full stop.""",
        '"stop":\n    only if pot is 0; otherwise the player hears "not now"\n    end turn\n"go on"', '"stop":\n    only if pot is 0; otherwise the player hears "Not now."\n    end turn\n"go on"',
    ),
    "W623": (
        "words", "a column stands there twice",
        """Two columns of the table have the same head, so the second is never looked at.""",
        """
        worth of suit s:
            by s      | sun | sun
            otherwise | 1   | 2
        """,
        """
        worth of suit s:
            by s      | sun | moon
            otherwise | 1   | 2
        """,
    ),
    "W624": (
        "part", "a step is never reached",
        """A step above it always leaves: `end turn`, `end round`, `stop`, `... wins`, or an `if` and a `choose` of which every way does. What
        stands behind that never happens.""",
        """
        turn:
            end turn
            add 1 to pot
        """,
        """
        turn:
            add 1 to pot
            end turn
        """,
    ),
    "W625": (
        "file", "a note that begins with `In short:`",
        """What tells the whole of a rule, a choice or a set-up in a few words has a word of its own, `in short`: the printed page says it
        instead of the steps. How a note begins means nothing. `dicedsl fmt --upgrade` rewrites it.""",
        """
        game "Sample"
        players 2, clockwise from anybody
        material:
            cup: 1 die
        turn:
            note "In short: roll, and the game is won."
            roll cup
            you win
        """,
        """
        game "Sample"
        players 2, clockwise from anybody
        material:
            cup: 1 die
        turn:
            in short "roll, and the game is won."
            roll cup
            you win
        """,
    ),
    "W626": (
        "file", "braces that are said as they stand",
        """A name in braces in what is told `in short` is the usual value of an option. Nothing else has a value before anybody plays.
        The sentence of an `only if`, and of a situation, is said as it is written: it holds no values. Only what `say` and notes of the play say has values of the game.""",
        """
        game "Sample"
        players 2, clockwise from anybody
        options: goal = 20, from 10 to 100: "points that win"
        material:
            cup: 1 die
        to keep track: each player has a score, at first 0
        turn:
            in short "Roll until you have {gaol} points."
            roll cup
            add sum of cup to your score
            if your score is at least goal: you win
        """,
        """
        game "Sample"
        players 2, clockwise from anybody
        options: goal = 20, from 10 to 100: "points that win"
        material:
            cup: 1 die
        to keep track: each player has a score, at first 0
        turn:
            in short "Roll until you have {goal} points."
            roll cup
            add sum of cup to your score
            if your score is at least goal: you win
        """,
    ),
    "W630": (
        "variant", "a variant that changes nothing",
        """With this variant the game is played exactly as without it.""",
        'note "Just for fun."', "options:\n    replace goal = 20, from 10 to 100",
    ),
    "W631": (
        "part", "a variant repeats what is there already",
        """Nearly all lines of a rule are written again. A variant says only what is different: `add to` puts steps behind those that
        are there, `replace "..."` changes one alternative.""",
        """
        turn: feast
        rule feast:
            add 1 to pot
            add 2 to pot
            add 3 to pot
            add 4 to pot
            add 5 to pot
            add 6 to pot
        variant "Longer":
            replace rule feast:
                add 1 to pot
                add 2 to pot
                add 3 to pot
                add 4 to pot
                add 5 to pot
                add 6 to pot
                add 7 to pot
        """,
        """
        turn: feast
        rule feast:
            add 1 to pot
            add 2 to pot
            add 3 to pot
            add 4 to pot
            add 5 to pot
            add 6 to pot
        variant "Longer":
            add to rule feast:
                add 7 to pot
        """,
    ),
    "W632": (
        "words", "a name that hides a built-in one",
        """The language gives this name a meaning of its own. Readers who know it will be misled: choose another name.""",
        "winners are all players", "champions are all players",
    ),
    "W633": (
        "part", "places that are never empty as a set",
        """`S is empty` asks whether a set has no members. A set of places that stays the same always has them. Ask what stands
        on the places instead.""",
        """
        material:
            board field of squares: grid 3 by 3
        turn:
            choose:
                "put" one of empty squares as spot: move one of cup to spot
                if nothing fits: end turn
        end "nothing stands there" after each round when squares are empty: nobody wins
        """,
        """
        material:
            board field of squares: grid 3 by 3
        turn:
            choose:
                "put" one of empty squares as spot: move one of cup to spot
                if nothing fits: end turn
        end "nothing stands there" after each round when none of squares are taken: nobody wins
        """,
    ),
}  # fmt: skip
