"""Codes E4xx: mistakes in steps, choices and in the whole of a game."""

from __future__ import annotations

from dicedsl.explain.entry import Group

STEPS: Group = {
    "E401": (
        "steps", "there is nothing to stop",
        """`stop` leaves the innermost `repeat` or `in turn` around it. To end the turn write `end turn`.""",
        "roll cup\nstop", "repeat:\n    roll cup\n    if some of cup show 6: stop",
    ),
    "E402": (
        "steps", "an unknown rule",
        """A step that is none of the language's own is the name of a rule given elsewhere in the rulebook, perhaps with what it is told. If there is
        one of a similar name, it is suggested.""",
        "busst", "bust",
    ),
    "E403": (
        "part", "too many or too few things for a rule",
        """Behind the name of a rule stands one thing for each thing that it is told, with commas or prepositions in between.""",
        """
        turn: pay you
        rule pay the player p, the number n:
            add n to total of p
        """,
        """
        turn: pay you, 3
        rule pay the player p, the number n:
            add n to total of p
        """,
    ),
    "E404": (
        "part", "a rule that calls itself",
        """A rule may not lead back to itself. Use `repeat` for what happens again and again.""",
        """
        turn: gamble
        rule gamble:
            roll cup
            gamble
        """,
        """
        turn: gamble
        rule gamble:
            repeat 3 times: roll cup
        """,
    ),
    "E405": (
        "part", "a rule gets the wrong kind of thing",
        """The rule says of what kind each thing is that it is told. This one is of another kind.""",
        """
        turn: reward 3
        rule reward a player:
            add 1 to their total
        """,
        """
        turn: reward you
        rule reward a player:
            add 1 to their total
        """,
    ),
    "E406": (
        "steps", "dice are moved to a zone or a place",
        """`move` needs a zone from the material, or one place of a board, behind `to`.""",
        "move cup to you", "move cup to your hand",
    ),
    "E407": (
        "steps", "whose zone is missing",
        """Everybody has a zone of this name. Say whose: `your hand`, `hand of p`.""",
        "move cup to hand", "move cup to your hand",
    ),
    "E408": (
        "steps", "too many dice moved at once",
        """So many dice are moved in a bunch: name the set itself and leave out the number.""",
        "move 500 of cup to your hand", "move cup to your hand",
    ),
    "E409": (
        "steps", "`swap` works on places",
        """`swap p with q` exchanges what stands on two places of a board.""",
        "swap you with left neighbour of you", "",
    ),
    "E410": (
        "part", "yes or no is never none",
        """A memory that is yes or no at first always holds one of them.""",
        """
        to keep track: each player is ready, at first no
        turn: set ready of you to none
        """,
        """
        to keep track: each player is ready, at first no
        turn: you are no longer ready
        """,
    ),
    "E411": (
        "steps", "memory of another kind",
        """A memory holds the kind of thing it starts with. Something else cannot be put into it.""",
        "set pot to sun", "set pot to 3",
    ),
    "E412": (
        "part", "nothing can be added to this",
        """`add` and `take` work on numbers and on sets. A single player, die or value is replaced with `set`.""",
        """
        to keep track: the game has a leader, at first nobody
        turn: add you to leader
        """,
        """
        to keep track: the game has a leader, at first nobody
        turn: set leader to you
        """,
    ),
    "E413": (
        "file", "there is no turn to end",
        """This game is played in rounds without turns. `end round` ends the round.""",
        """
        game "Sample"
        players 2
        round: end turn
        simulation:
            break off after 5 rounds: nobody wins
        """,
        """
        game "Sample"
        players 2
        round: end round
        simulation:
            break off after 5 rounds: nobody wins
        """,
    ),
    "E414": (
        "steps", "there is no round to end",
        """This game has turns only. `end turn` ends the turn.""",
        "end round", "end turn",
    ),
    "E415": (
        "file", "there is no turn to play",
        """`play turn` carries out the part `turn:`, which this rulebook does not have.""",
        """
        game "Sample"
        players 2
        round: play turn
        simulation:
            break off after 5 rounds: nobody wins
        """,
        """
        game "Sample"
        players 2
        round: play turn
        turn: say "Next."
        simulation:
            break off after 5 rounds: nobody wins
        """,
    ),
    "E416": (
        "steps", "`play game` outside of a match",
        """`play game` stands in `match:`, which says what happens before and after each game.""",
        "play game", "roll cup",
    ),
    "E417": (
        "part", "players are ranked by a number",
        """`highest X wins` compares a number of each player. This is no number.""",
        """
        to keep track: each player has a badge, at first sun
        turn: highest badge wins
        """,
        "turn: highest total wins",
    ),
    "E418": (
        "steps", "a turn inside a turn",
        """`play turn` carries out a whole turn, so it cannot stand in a turn itself. `extra turn` gives another one afterwards.""",
        "play turn", "extra turn",
    ),
    "E419": (
        "steps", "nothing fits, for several at once",
        """When several choose at once, everybody needs something to choose. `if nothing fits` would have to happen for one of them in the middle of a secret choice.""",
        """
        choose by players at once:
            "go":
                only if pot is 0; otherwise the player hears "Too late."
            if nothing fits: end turn
        """,
        """
        choose by players at once:
            "go":
                only if pot is 0; otherwise the player hears "Too late."
            "stay"
        """,
    ),
    "E420": (
        "play", "who chooses at once?",
        """A secret choice of several players names them: `choose by others at once:`.""",
        'choose by you at once:\n    "yes"', 'choose by others at once:\n    "yes"',
    ),
    "E421": (
        "alternative", "an alternative stands there twice",
        """Two alternatives of one choice have the same name, so an answer could mean both. Give them different names.""",
        '"stop"\n"stop": end turn', '"go on"\n"stop": end turn',
    ),
    "E422": (
        "alternative", "an alternative without a name",
        """Players choose alternatives by their names. Write one between the quotes.""",
        '"": end turn\n"go on"', '"stop": end turn\n"go on"',
    ),
    "E423": (
        "alternative", "something is picked from a set",
        """A pick takes members of a set: dice of a zone, values of a kind, numbers of a range. A single thing offers no choice.""",
        '"bid" one of goal as n: set pot to n', '"bid" one of 1 to goal as n: set pot to n',
    ),
    "E424": (
        "alternative", "a condition after the effects",
        """Conditions are judged before anything happens. Put every `only if` above the first step of its alternative.""",
        """
        "stop":
            set pot to 0
            only if pot is 0; otherwise the player hears "Not now."
        """,
        """
        "stop":
            only if pot is 0; otherwise the player hears "Not now."
            set pot to 0
        """,
    ),
    "E425": (
        "alternative", "a condition without a sentence",
        """The sentence is what a player hears when the condition is not met. It may not be empty.""",
        '"stop":\n    only if pot is 0; otherwise the player hears ""\n"go on"', '"stop":\n    only if pot is 0; otherwise the player hears "Score nothing first."\n"go on"',
    ),
    "E426": (
        "play", "a column for an unknown alternative",
        """This is told of a table `allowed:` as the first edition of the language has it; its columns are alternatives of the same choice.
        `dicedsl fmt --upgrade` rewrites a file of the first edition once it is sound.""",
        "",
        """
        "stop"
        "go on"
        allowed, by the first line that fits:
                      | may choose | otherwise the player hears
            pot is 0  | "go on"    | "Score something first."
            otherwise | everything |
        """,
    ),
    "E427": (
        "alternative", "a refusal without a sentence",
        """What a situation does not list is closed. The last cell says what a player hears who tries it nevertheless.""",
        """
        "stop"
        "go on"
        allowed, by the first line that fits:
                      | may choose | otherwise the player hears
            pot is 0  | "go on"    |
            otherwise | everything |
        """,
        """
        "stop"
        "go on"
        allowed, by the first line that fits:
                      | may choose | otherwise the player hears
            pot is 0  | "go on"    | "Score something first."
            otherwise | everything |
        """,
    ),
    "E428": (
        "part", "odds for an unknown outcome",
        """`odds of` names an attempt of the game, and lists its outcomes with the same names.""",
        """
        turn:
            attempt "flick":
                "hit"
                "miss"
        simulation:
            odds of "flick":
                "hitt": 60
                "miss": 40
        """,
        """
        turn:
            attempt "flick":
                "hit"
                "miss"
        simulation:
            odds of "flick":
                "hit": 60
                "miss": 40
        """,
    ),
    "E429": (
        "part", "odds for an unknown pick",
        """`NAME each 5 percent` and `NAME by 5` speak of a pick of that outcome. There is none of this name.""",
        """
        turn:
            attempt "flick":
                "hit" any number of cup as struck
                "miss"
        simulation:
            odds of "flick":
                "hit": 60, fallen each 5 percent
                "miss": 40
        """,
        """
        turn:
            attempt "flick":
                "hit" any number of cup as struck
                "miss"
        simulation:
            odds of "flick":
                "hit": 60, struck each 5 percent
                "miss": 40
        """,
    ),
    "E430": (
        "play", "the rulebook unfolds too far",
        """Rules that call rules that call rules are laid out one by one, and this becomes too much. Call them from fewer places.""",
        "", "",
    ),
    "E431": (
        "file", "nothing happens in this game",
        """A game has a `turn:` or a `round:` that says what players do.""",
        'game "Sample"\nplayers 2', 'game "Sample"\nplayers 2\nturn: you win',
    ),
    "E432": (
        "play", "a word that is too much work",
        """A word that uses others several times, and those again others, doubles its work with each level. Say it with a `for each`, or keep a part of it in the material.""", "", "",
    ),
    "E433": (
        "play", "a table that is too long",
        """A table has at most 300 lines. A fixed list with `at` is better for many numbers.""", "", "",
    ),
    "E434": (
        "part", "odds of another sort of pick",
        """Where one thing is picked, `NAME by E` is the weight of each member. Where a set is picked, `NAME each E percent` is how
        likely each member is in it. In both, `it` is the member.""",
        """
        turn:
            attempt "flick":
                "hit" one of cup as struck
                "miss"
        simulation:
            odds of "flick":
                "hit": 60, struck each 5 percent
        """,
        """
        turn:
            attempt "flick":
                "hit" one of cup as struck
                "miss"
        simulation:
            odds of "flick":
                "hit": 60, struck by its number
        """,
    ),
    "E435": (
        "part", "odds that are given twice",
        """An outcome has one line of odds, and each of its picks is spoken of once.""",
        """
        turn:
            attempt "flick":
                "hit"
                "miss"
        simulation:
            odds of "flick":
                "hit": 60
                "hit": 40
        """,
        """
        turn:
            attempt "flick":
                "hit"
                "miss"
        simulation:
            odds of "flick":
                "hit": 60
                "miss": 40
        """,
    ),
    "E436": (
        "part", "dice are laid out by lot on places",
        """`by lot` puts one die on each place of a board. To take one of several by lot, draw it.""",
        """
        material:
            board field of squares: grid 2 by 2
            lost dice: no dice
        turn:
            move cup to lost dice by lot
        """,
        """
        material:
            board field of squares: grid 2 by 2
        turn:
            move cup to empty squares by lot
        """,
    ),
    "E437": (
        "steps", "looking ahead in a choice of several at once",
        """`only if after this choice` judges the position that an answer leads to. Where several choose at once, that depends on what the others answer,
        which nobody may know. Say with `only if` what can be judged before, or ask one after the other.""",
        """
        choose by players at once:
            "take" one of 1 to 3 as n:
                only if after this choice your total is at most 9; otherwise the player hears "Nine is the most."
                add n to your total
            "pass"
        """,
        """
        in turn from you:
            choose:
                "take" one of 1 to 3 as n:
                    only if after this choice your total is at most 9; otherwise the player hears "Nine is the most."
                    add n to your total
                "pass"
        """,
    ),
    "E438": (
        "part", "a telling that tells nothing",
        """What is told `in short` is printed instead of the steps. A sign of a point or a table with nothing behind it would be printed
        as an empty one.""",
        """
        turn:
            in short "- "
            add 1 to pot
        """,
        """
        turn:
            in short "- The pot grows by 1."
            add 1 to pot
        """,
    ),
    "E439": (
        "play", "neither a number nor a set",
        """What stands here is used as a number in one place and as a set in another, so that it cannot be played. It is a mistake of the
        language and not of the rulebook; said in another way, the same is understood: with a part of it as a word of its own under `words:`.""",
        "", "",
    ),
    "E440": (
        "file", "the number of players is missing",
        """A rulebook says how many can play: `players 2`, `players 2 to 4`, `players 2 or more`.""",
        'game "Sample"\nturn: you win', 'game "Sample"\nplayers 2\nturn: you win',
    ),
    "E441": (
        "steps", "this goes on for ever",
        """A `repeat` without a number of times must ask, roll, or be left at some time with `stop` or `end turn`; and what it
        waits for must be able to change inside it.""",
        "repeat:\n    add 1 to pot", "repeat:\n    add 1 to pot\n    if pot is 5: stop",
    ),
    "E442": (
        "file", "the game can never end",
        """Somewhere it must be said who wins: by an `end` or a step such as `you win`. A match also needs `match ends`.""",
        """
        game "Sample"
        players 2
        material: cup: 2 dice
        turn: roll cup
        """,
        """
        game "Sample"
        players 2
        material: cup: 2 dice
        turn:
            roll cup
            if some of cup show 6: you win
        """,
    ),
    "E443": (
        "steps", "no die shows this number",
        """The faces of all dice are given in the material. This number is on none of them, so what is asked for can never be.""",
        "if some of cup show 7: end turn", "if some of cup show 6: end turn",
    ),
    "E445": (
        "example", "an example with an option that cannot be",
        """`with` sets options to values they can have, as the part `options:` says.""",
        "with Anna, Ben, goal = 500", "with Anna, Ben, goal = 60",
    ),
    "E446": (
        "example", "a number of players this game is not for",
        """The line `players` says for how many the game is made, the lower number first; examples keep to it.""",
        "with 9 players", "with 3 players",
    ),
    "E447": (
        "example", "an unknown variant",
        """`with variant` names a variant of this rulebook by its title.""",
        'with Anna, Ben, variant "Nowhere"', "with Anna, Ben",
    ),
    "E448": (
        "part", "memory never has this value",
        """The material says from where to where this memory goes. The number written here lies outside.""",
        """
        to keep track: each player has a level, at first 1, from 1 to 9
        turn:
            if your level is 12: you win
        """,
        """
        to keep track: each player has a level, at first 1, from 1 to 9
        turn:
            if your level is 9: you win
        """,
    ),
    "E449": (
        "part", "a secret would come out",
        """What a player may choose is told to that player. If it depends on dice or memory the player does not see, being refused
        gives the secret away. Use only what the player sees, or `show` the dice first.""",
        """
        material:
            tray of each player: 2 dice, seen by owner
        turn:
            roll your tray
            choose:
                "call":
                    only if none of your left neighbour's tray show 6; otherwise the player hears "A six lies there."
                    end turn
                "pass"
        """,
        """
        material:
            tray of each player: 2 dice, seen by owner
        turn:
            roll your tray
            choose:
                "call":
                    only if none of your tray show 6; otherwise the player hears "You have a six."
                    end turn
                "pass"
        """,
    ),
    "E450": (
        "example", "nobody of that name plays",
        """The players of an example are named in its `with` line. P1, P2 and so on always name the seats.""",
        'with Anna, Ben\nCleo chooses "score"', 'with Anna, Ben\nAnna chooses "score"',
    ),
    "E451": (
        "example", "no choice offers this",
        """The alternatives in an example have the names they have in the choices of the rulebook.""",
        'with Anna, Ben\nAnna chooses "scorre"', 'with Anna, Ben\nAnna chooses "score"',
    ),
    "E452": (
        "alternative", "nothing can ever be chosen",
        """Every alternative of this choice is closed in every situation. Loosen a condition, or say with `if nothing fits:` what
        happens.""",
        """
        "go":
            only if pot is 0 and not pot is 0; otherwise the player hears "Never."
            end turn
        """,
        """
        "go":
            only if pot is 0; otherwise the player hears "Only with an empty pot."
            end turn
        "stop"
        """,
    ),
    "E453": (
        "part", "nothing picks all of these together",
        """A policy of an example compares moves by what they pick. The names in its value must all be picked by one alternative;
        a move that does not pick them comes behind all others.""",
        """
        turn:
            choose:
                "one" one of cup as single: add number of single to your total
                "pair" 2 of cup as pair: add sum of pair to your total
        example "Sample":
            everyone always chooses first with highest number of single + count of pair
            play on
        """,
        """
        turn:
            choose:
                "one" one of cup as single: add number of single to your total
                "pair" 2 of cup as pair: add sum of pair to your total
        example "Sample":
            everyone always chooses first with highest sum of pair
            play on
        """,
    ),
}  # fmt: skip
