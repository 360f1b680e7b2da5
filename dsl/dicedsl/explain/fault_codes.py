"""Codes F5xx and X7xx: faults found in play, and examples that do not hold."""

from __future__ import annotations

from dicedsl.explain.entry import Group

PLAY: Group = {
    "F500": (
        "play", "this state cannot be played on",
        """The cells of a state say that play stands where it never waits for anything. The game does not give such a state: go on from
        one that it has given.""", "", "",
    ),
    "F501": (
        "play", "there are not enough dice to move",
        """A step moves a certain number of dice out of a set that has fewer, or lays them out by lot on more places than there are
        dice. Ask first how many there are.""",
        "move 2 of cup to your hand", "if count of cup is at least 2: move 2 of cup to your hand",
    ),
    "F502": (
        "play", "memory left its bounds",
        """Its line says from where to where this memory goes, and a step took it further. Widen the bounds, or stop in time.""",
        "each player has a level, at first 1, from 1 to 9", "each player has a level, at first 1, from 1 to 10",
    ),
    "F503": (
        "play", "this belongs to nobody",
        """Something is kept, put or played for a player, a die or another thing, and here that is none, or for a number that nothing is kept
        for. What is kept for none can be read, and is none; it cannot be changed. Ask first whether there is somebody.""", "", "",
    ),
    "F504": (
        "play", "a die is put where another stands",
        """A place holds one die. Move the other die away first, or let only empty places be chosen.""",
        '"put" one of field as spot: move one of cup to spot', '"put" one of empty field as spot: move one of cup to spot',
    ),
    "F505": (
        "play", "there is nothing to draw from",
        """One of a set is to be drawn by lot, but the set is empty. Ask first whether anything is left in it.""",
        "draw one of cup as lucky", "if cup is not empty:\n    draw one of cup as lucky",
    ),
    "F506": (
        "play", "nothing is allowed, and nothing is said of that case",
        """A player must choose, but every alternative is closed. Say with `if nothing fits:` what happens then.""",
        """
        choose:
            "keep" one of cup showing 6 as kept: move kept to your hand
        """,
        """
        choose:
            "keep" one of cup showing 6 as kept: move kept to your hand
            if nothing fits: end turn
        """,
    ),
    "F507": (
        "play", "this goes on for ever",
        """The rules go round and round without a choice or a roll. Something in the loop must change what it waits for.""",
        "repeat:\n    if pot is 5: stop", "repeat:\n    add 1 to pot\n    if pot is 5: stop",
    ),
    "F508": (
        "play", "a number is divided by 0",
        """Nothing can be shared among nobody. Ask first whether the number is 0.""",
        "share is pot / count of others", "share is pot / count of players",
    ),
    "F509": (
        "play", "too many ways to choose",
        """The picks of an alternative can be combined in so many ways that they cannot be listed. Pick fewer at once, or one after
        the other.""",
        '"arrange" any number of field as spots', '"arrange" 1 to 3 of field as spots',
    ),
    "F510": (
        "play", "a die is turned to a number it does not have",
        """`turn` sets a die to one of its own faces.""",
        "turn first of cup to pot", "turn first of cup to 6",
    ),
    "F512": (
        "play", "nobody is left to choose",
        """A choice is asked of somebody, but there is nobody to ask: all players are out, or the one named is nobody.""", "", "",
    ),
    "F513": (
        "play", "nothing instead of a set",
        """Something that is not there was used where a set is needed.""", "", "",
    ),
    "F514": (
        "play", "a number has grown too large",
        """Numbers may have up to eighteen digits. Something adds or multiplies again and again.""", "", "",
    ),
    "F515": (
        "play", "a set of large numbers",
        """A set of numbers holds whole numbers from 0 to 100000.""", "", "",
    ),
    "F516": (
        "play", "nothing can be reported",
        """An attempt was made, but none of its outcomes is possible: each has a condition that does not hold, or nothing to pick from.
        Add an outcome that is always possible, or make the attempt only where something can come of it.""",
        """
        attempt "flick":
            "hit" one of cup as struck: move struck to your hand
        """,
        """
        attempt "flick":
            "hit" one of cup as struck: move struck to your hand
            "miss"
        """,
    ),
    "F517": (
        "play", "this game does not end",
        """A game was played at random for so long that it is taken to go on for ever. The place is that of the choice or roll it had come
        to. Add an `end` that is sure to come, or `break off after` under `simulation:`.""",
        'end "the pot is full" when pot is 50: highest total wins',
        'end "the pot is full" when pot is at least 50: highest total wins\nsimulation:\n    break off after 200 turns: highest total wins',
    ),
    "F520": (
        "play", "a die is moved to a place that is not there",
        """The steps from a place may lead off the board. Ask first whether the point is empty, or whether it is in the board.""",
        "", "",
    ),
    "F511": (
        "play", "what always holds has been broken",
        """A rule with `always` refuses choices that would break it. Here it was broken by a roll or a draw, which nobody can refuse.""",
        'always pot is at most 5; otherwise the player hears "Keep the pot small."', 'always pot is at most 60; otherwise the player hears "Keep the pot small."',
    ),
    "X700": (
        "play", "the example cannot start",
        """Something the example asks for is not there: a variant, an option, a number of players.""", "", "",
    ),
    "X701": (
        "play", "the example has too many or too few players",
        """The line `players` of the rulebook says for how many the game is made.""", "with 9 players", "with 3 players",
    ),
    "X702": (
        "play", "nobody of that name plays",
        """The players of an example are named in its `with` line; P1, P2 and so on always name the seats.""",
        'with Anna, Ben\nCleo chooses "stop"', 'with Anna, Ben\nBen chooses "stop"',
    ),
    "X703": (
        "play", "an option that cannot be",
        """`with` gives options of this rulebook a number, a word, yes or no.""", "with gaol = 60", "with goal = 60",
    ),
    "X704": (
        "play", "this line does not fit the game here",
        """The line asks for something that is not there at this point of the example.""", "", "",
    ),
    "X705": (
        "play", "there is no such die here",
        """Dice are called d1, d2, ... in the order of their line in the material; `d1 of Ben` says whose.""",
        "given hand of Anna holds d9", "given hand of Anna holds d1",
    ),
    "X706": (
        "play", "numbers that do not fit the dice",
        """After `showing` stands one number for each die, one that the die has; `-` leaves a die as it is.""",
        "given hand of Anna holds d1 d2 showing 6", "given hand of Anna holds d1 d2 showing 6 1",
    ),
    "X707": (
        "play", "other dice lie there as well",
        """`holds` names all dice of a zone. Say with another `given` where the rest of them is.""",
        "given hand of Anna holds d1", "given hand of Anna holds d1\ngiven lost dice of Anna holds d2 d3",
    ),
    "X708": (
        "play", "too few numbers for a roll",
        """A `roll` line gives one number for each die that is rolled.""", "roll 6 6", "roll 6 6 1 2 3",
    ),
    "X709": (
        "play", "this cannot be drawn here",
        """What is drawn must be a member of the set that is drawn from.""", "draw 9", "draw 3",
    ),
    "X710": (
        "play", "the game is over here",
        """The example goes on, but by the rules the game has ended.""", "", "",
    ),
    "X711": (
        "play", "the table has nothing to report",
        """`table reports` answers an `attempt`. Here a player chooses, or nobody does.""",
        'table reports "hit"', 'Anna chooses "hit"',
    ),
    "X712": (
        "play", "somebody else chooses here",
        """By the rules it is another player's choice at this point.""", 'Anna chooses "stop"', 'Ben chooses "stop"',
    ),
    "X713": (
        "play", "this is not offered here",
        """The choice at this point has other alternatives. The help lists them.""", 'Anna chooses "fold"', 'Anna chooses "stop"',
    ),
    "X714": (
        "play", "an answer that cannot be read",
        """After the alternative stand its picks, in their order: dice by number or as d1, d2, places as (2,3), words.""",
        'Anna chooses "bid" 3', 'Anna chooses "bid" 3 5',
    ),
    "X715": (
        "play", "the rules refuse this",
        """The example makes a choice that is not allowed here. The message repeats what the player hears.""", "", "",
    ),
    "X716": (
        "play", "other choices are allowed",
        """`may only choose` lists all that is allowed, and nothing else; `may choose` names what is allowed beside others.""",
        'Anna may only choose "stop"', 'Anna may only choose "stop", "roll on"',
    ),
    "X717": (
        "play", "this is allowed after all",
        """The example says that something is refused, but the rules allow it.""", "", "",
    ),
    "X718": (
        "play", "refused with another sentence",
        """The choice is refused as expected, but the player hears something else. The help repeats it.""", "", "",
    ),
    "X719": (
        "play", "another number of ways",
        """The example counts the ways to take an alternative, and the rules give another number.""",
        'Anna has 3 ways to "bid"', 'Anna has 4 ways to "bid"',
    ),
    "X720": (
        "play", "this does not hold",
        """What `now` states is not so at this point. The help says what is.""", "now pot is 5", "now pot is 6",
    ),
    "X721": (
        "play", "rolls are left over",
        """The example gives more numbers than dice have fallen, so it does not tell what really happened. The help says what comes next:
        perhaps somebody has to choose first, or the roll has happened already. Who begins is drawn by lot unless `given` says it.""",
        "roll 5 3 3", "roll 5",
    ),
    "X722": (
        "play", "nothing says how a player chooses",
        """`play on` answers for players who have been told how, in a line above it. Here somebody else is asked.""",
        "with Anna, Ben\nAnna always chooses first\nplay on", "with Anna, Ben\neveryone always chooses first\nplay on",
    ),
    "X723": (
        "play", "the game is over too early",
        """`play on until` stops at a choice before which its condition holds. The game ended, and it never held.""",
        "play on until pot is 500", "play on until pot is 50",
    ),
    "X724": (
        "play", "the table must report",
        """What happens in an `attempt` is not chosen by anybody, so `play on` cannot go past it. Stop before it with `play on until`
        and write `table reports`.""",
        "play on", 'play on until pot is 5\ntable reports "on"\nplay on',
    ),
    "X725": (
        "play", "the game does not come to an end",
        """With choices made this way the game goes on and on, so `play on` gave up. Stop it with `play on until`, or choose otherwise.""",
        "play on", "play on until rounds played is 10",
    ),
    "X726": (
        "play", "there is nothing to choose",
        """Somebody is asked, but every choice would break what `always` holds, so `play on` cannot answer.""", "", "",
    ),
    "X727": (
        "play", "two `given` lines about the same thing",
        """All `given` lines hold together: a memory has one value and a die is in one place. Here a line would undo another.""",
        "given pot is 5\ngiven pot is 6", "given pot is 6",
    ),
    "X728": (
        "play", "set-up is over, or not over yet",
        """With a line `after setup`, what happens in set-up is written above it and what happens later below it.""",
        'after setup\nAnna chooses "build"', 'Anna chooses "build"\nafter setup',
    ),
}  # fmt: skip
