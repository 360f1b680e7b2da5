"""Codes E4xx: mistakes in steps, choices and in the whole of a game."""

from __future__ import annotations

from dicedsl.explanations.entry import Group

STEPS: Group = {
    "E401": (
        "steps", "there is nothing to stop",
        """`stop` leaves the innermost `repeat` or `in turn` around it. To end the turn write `end turn`.""",
        "roll cup\nstop", "repeat:\n    roll cup\n    if cup showing 6 is not empty: stop",
    ),
    "E402": (
        "steps", "an unknown rule",
        """`do` carries out a rule given elsewhere in the rulebook. If there is one of a similar name, it is suggested.""",
        "do busst", "do bust",
    ),
    "E403": (
        "part", "too many or too few things for a rule",
        """After `for` stands one thing for each thing the rule is for, with commas in between.""",
        """
        turn:
            do pay for you
        rule pay for player p, number n:
            add n to total of p
        """,
        """
        turn:
            do pay for you, 3
        rule pay for player p, number n:
            add n to total of p
        """,
    ),
    "E404": (
        "part", "a rule that calls itself",
        """A rule may not lead back to itself. Use `repeat` for what happens again and again.""",
        """
        turn: do gamble
        rule gamble:
            roll cup
            do gamble
        """,
        """
        turn: do gamble
        rule gamble:
            repeat 3 times: roll cup
        """,
    ),
    "E405": (
        "part", "a rule gets the wrong kind of thing",
        """The rule says of what kind each thing is that it is for. This one is of another kind.""",
        """
        turn: do pay for 3
        rule pay for player p:
            add 1 to total of p
        """,
        """
        turn: do pay for you
        rule pay for player p:
            add 1 to total of p
        """,
    ),
    "E406": (
        "steps", "dice are moved to a zone or a place",
        """`move` needs a zone from the material, or one place of a board, behind `to`.""",
        "move cup to you", "move cup to hand of you",
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
        "swap you with left of you", "",
    ),
    "E410": (
        "part", "yes or no is never none",
        """A memory that starts with yes or no always holds one of them.""",
        """
        material:
            each player has ready = no
        turn: set your ready to none
        """,
        """
        material:
            each player has ready = no
        turn: set your ready to no
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
        material:
            the game has leader = nobody
        turn: add you to leader
        """,
        """
        material:
            the game has leader = nobody
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
        cap 5 rounds: nobody wins
        """,
        """
        game "Sample"
        players 2
        round: end round
        cap 5 rounds: nobody wins
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
        cap 5 rounds: nobody wins
        """,
        """
        game "Sample"
        players 2
        round: play turn
        turn: say "Next."
        cap 5 rounds: nobody wins
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
        material:
            each player has badge = sun
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
                must pot is 0: "Too late."
            if nothing fits: end turn
        """,
        """
        choose by players at once:
            "go":
                must pot is 0: "Too late."
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
        "alternative", "a `must` after the effects",
        """Conditions are judged before anything happens. Put every `must` above the first step of its alternative.""",
        """
        "stop":
            set pot to 0
            must pot is 0: "Not now."
        """,
        """
        "stop":
            must pot is 0: "Not now."
            set pot to 0
        """,
    ),
    "E425": (
        "alternative", "a `must` without a sentence",
        """The sentence is what a player hears when the condition is not met. It may not be empty.""",
        '"stop":\n    must pot is 0: ""\n"go on"', '"stop":\n    must pot is 0: "Score nothing first."\n"go on"',
    ),
    "E426": (
        "alternative", "a column for an unknown alternative",
        """The columns of `allowed:` are alternatives of the same choice, with the same names.""",
        """
        "stop"
        "go on"
        allowed:
                      | "stopp" | "go on" | refused
            pot is 0  | yes     | yes     |
            otherwise | yes     | yes     |
        """,
        """
        "stop"
        "go on"
        allowed:
                      | "stop" | "go on" | refused
            pot is 0  | yes    | yes     |
            otherwise | yes    | yes     |
        """,
    ),
    "E427": (
        "alternative", "a refusal without a sentence",
        """A dash closes an alternative. The last column says what a player hears who tries it nevertheless.""",
        """
        "stop"
        "go on"
        allowed:
                      | "stop" | "go on" | refused
            pot is 0  | -      | yes     |
            otherwise | yes    | yes     |
        """,
        """
        "stop"
        "go on"
        allowed:
                      | "stop" | "go on" | refused
            pot is 0  | -      | yes     | "Score something first."
            otherwise | yes    | yes     |
        """,
    ),
    "E428": (
        "steps", "odds for an unknown outcome",
        """`odds:` lists the outcomes of the same attempt, with the same names.""",
        """
        attempt "flick":
            "hit"
            "miss"
            odds:
                "hitt": 60
                "miss": 40
        """,
        """
        attempt "flick":
            "hit"
            "miss"
            odds:
                "hit": 60
                "miss": 40
        """,
    ),
    "E429": (
        "steps", "odds for an unknown pick",
        """`NAME each 5 percent` and `NAME by 5` speak of a pick of that outcome. There is none of this name.""",
        """
        attempt "flick":
            "hit" any of cup as struck
            "miss"
            odds:
                "hit": 60, fallen each 5 percent
                "miss": 40
        """,
        """
        attempt "flick":
            "hit" any of cup as struck
            "miss"
            odds:
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
        "steps", "odds of another sort of pick",
        """Where one thing is picked, `NAME by E` is the weight of each member. Where a set is picked, `NAME each E percent` is how
        likely each member is in it. In both, `it` is the member.""",
        """
        attempt "flick":
            "hit" one of cup as struck
            "miss"
            odds:
                "hit": 60, struck each 5 percent
        """,
        """
        attempt "flick":
            "hit" one of cup as struck
            "miss"
            odds:
                "hit": 60, struck by number of it
        """,
    ),
    "E435": (
        "steps", "odds that are given twice",
        """An outcome has one line in `odds:`, and each of its picks is spoken of once.""",
        """
        attempt "flick":
            "hit"
            "miss"
            odds:
                "hit": 60
                "hit": 40
        """,
        """
        attempt "flick":
            "hit"
            "miss"
            odds:
                "hit": 60
                "miss": 40
        """,
    ),
    "E436": (
        "part", "dice are laid out by lot on places",
        """`by lot` puts one die on each place of a board. To take one of several by lot, draw it.""",
        """
        material:
            board field: grid 2 by 2
            lost dice: no dice
        turn:
            move cup to lost dice by lot
        """,
        """
        material:
            board field: grid 2 by 2
        turn:
            move cup to empty field by lot
        """,
    ),
    "E437": (
        "steps", "looking ahead in a choice of several at once",
        """`must leave` judges the position that an answer leads to. Where several choose at once, that depends on what the others answer,
        which nobody may know. Say with `must` what can be judged before, or ask one after the other.""",
        """
        choose by players at once:
            "take" one of 1 to 3 as n:
                must leave your total is at most 9: "Nine is the most."
                add n to your total
            "pass"
        """,
        """
        in turn from you:
            choose:
                "take" one of 1 to 3 as n:
                    must leave your total is at most 9: "Nine is the most."
                    add n to your total
                "pass"
        """,
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
        """Somewhere it must be said who wins: by an `end`, a `cap`, or a step such as `you win`. A match also needs `match ends`.""",
        """
        game "Sample"
        players 2
        material:
            cup: 2 dice
        turn: roll cup
        """,
        """
        game "Sample"
        players 2
        material:
            cup: 2 dice
        turn:
            roll cup
            if cup showing 6 is not empty: you win
        """,
    ),
    "E443": (
        "steps", "no die shows this number",
        """The faces of all dice are given in the material. This number is on none of them, so what is asked for can never be.""",
        "if cup showing 7 is not empty: end turn", "if cup showing 6 is not empty: end turn",
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
        material:
            each player has level = 1, from 1 to 9
        turn:
            if your level is 12: you win
        """,
        """
        material:
            each player has level = 1, from 1 to 9
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
                    must count of tray of left of you showing 6 is 0: "A six lies there."
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
                    must count of your tray showing 6 is 0: "You have a six."
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
            must pot is 0 and not pot is 0: "Never."
            end turn
        """,
        """
        "go":
            must pot is 0: "Only with an empty pot."
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
                "pair" 2 of cup as pair: add sum of number of pair to your total
        example "Sample":
            everyone always chooses first with highest number of single + count of pair
            play on
        """,
        """
        turn:
            choose:
                "one" one of cup as single: add number of single to your total
                "pair" 2 of cup as pair: add sum of number of pair to your total
        example "Sample":
            everyone always chooses first with highest sum of number of pair
            play on
        """,
    ),
}  # fmt: skip
