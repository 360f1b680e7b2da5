"""Codes E1xx and E2xx: mistakes in the text itself, and in how files and variants fit together."""

from __future__ import annotations

from dicedsl.explain.entry import Group

TEXT: Group = {
    "E101": (
        "part", "lines of one block stand at different depths",
        """Lines that belong together start in the same column, four blanks deeper than the line with the colon above them.
        This line starts between two such columns, so it is not clear which block it belongs to.""",
        """
        turn:
            roll cup
          say "Go on."
        """,
        """
        turn:
            roll cup
            say "Go on."
        """,
    ),
    "E102": (
        "part", "tabs at the start of a line",
        """Depth is counted in blanks. A tab looks different in every editor, so it cannot say how deep a line stands.
        Replace each tab by four blanks.""",
        "turn:\n\troll cup",
        "turn:\n    roll cup",
    ),
    "E103": (
        "play", "the file is too large",
        """A rulebook may be as long as 1 MiB, which is several hundred printed pages.
        Move parts of it into libraries and name them with `use`.""",
        "", "",
    ),
    "E104": (
        "words", "nested too deeply",
        """Blocks within blocks, or brackets within brackets, are limited, as are values built from many others.
        Give the inner parts names: words for values, rules for steps.""",
        "deep is " + "(" * 101 + "1" + ")" * 101,
        "inner is 1\ndeep is inner + 1",
    ),
    "E105": (
        "words", "a number is too large",
        """Numbers have at most nine digits. No dice game needs more.""",
        "fortune is 12345678901", "fortune is 123456789",
    ),
    "E106": (
        "words", "a bracket is opened and never closed",
        """Every opening bracket needs a closing one. Inside brackets a line may run on, so the rest of the text is read as
        part of the bracket until it is closed.""",
        "double is (goal + goal", "double is (goal + goal)",
    ),
    "E107": (
        "words", "a bracket closes nothing",
        """There is a closing bracket here without an opening one before it. Take it out, or open a bracket where it should begin.""",
        "double is goal + goal)", "double is (goal + goal)",
    ),
    "E108": (
        "words", "a character that cannot be seen",
        """Control characters could make a terminal do something; marks that turn the direction of writing, and characters of no width,
        let a text look other than it is. A rulebook holds none of them, not even in its texts and comments. They come in with
        text that is copied from elsewhere; take them out.""",
        "goal is 3 # three \u202e points", "goal is 3 # three points",
    ),
    "E109": (
        "play", "more work than a rulebook may be",
        """Checking a rulebook, with everything it uses and with each of its variants, is counted in steps, and there is a limit to them,
        so that no file can keep a computer busy. No game needs as many. The place is where the steps ran out; what stands before it,
        and how often it is gone through, is the cause: very many variants of a long rulebook, or words and rules that unfold into
        very many others.""",
        "", "",
    ),
    "E110": (
        "file", "the title is missing",
        """A rulebook starts with its title in quotes. A file that holds only words and rules for others starts with `library`.""",
        "players 2", 'game "My game"\nplayers 2\nturn: you win',
    ),
    "E111": (
        "steps", "a sign that the language does not have",
        """Rulebooks are written in words. A sign of mathematics or of another notation stands here; the help says which words
        mean the same.""",
        "if pot == 5: end turn", "if pot is 5: end turn",
    ),
    "E112": (
        "steps", "a word that looks misspelled",
        """Something else is expected at this place, and the word written here is close to it. Correct the spelling.""",
        "moove cup to your hand", "move cup to your hand",
    ),
    "E113": (
        "words", "a name begins with a word of the language, or is not declared",
        """Some words join values or close them, such as `of`, `in` or `to`. A name that is declared may hold them, as `dice in hand` does,
        but it cannot begin with one. Put a hyphen between the words, or another word in front.""",
        "in hand is 5", "points in hand are 5",
    ),
    "E114": (
        "steps", "this cannot stand here",
        """The words are known, but not at this place: a part inside another part, an alternative after the steps, an `otherwise`
        without `if`. The help shows what a line here looks like.""",
        "otherwise: end turn", "if pot is 5: end turn\notherwise: roll cup",
    ),
    "E115": (
        "part", "a line is indented, but no block begins above it",
        """Deeper lines belong to a line that ends with a colon. The line above this one does not.""",
        "turn:\n    roll cup\n        roll cup", "turn:\n    roll cup\n    roll cup",
    ),
    "E116": (
        "part", "a colon is missing",
        """A colon stands between the head of a block and its lines, and between a condition and its sentence.""",
        "turn\n    roll cup", "turn:\n    roll cup",
    ),
    "E117": (
        "part", "a block without lines",
        """After the colon comes one step on the same line, or several on lines of their own that are four blanks deeper.""",
        "turn:\nrule rest:\n    end turn", "turn:\n    roll cup\nrule rest:\n    end turn",
    ),
    "E118": (
        "words", "a line ends too early",
        """Something is still missing at the end of this line. The help shows the form of such a line.""",
        "double is goal +", "double is goal + goal",
    ),
    "E119": (
        "steps", "a quote is opened and never closed",
        """Titles, alternatives and sentences stand between two quotes on one line.""",
        'say "Well rolled.', 'say "Well rolled."',
    ),
    "E120": (
        "words", "the kind of a parameter is missing",
        """What a word or rule is about is named by its kind: `a player`, `a number`; one with a name of its own has it behind the kind: `player p`, `dice group`.
        The kind tells what may be put there.""",
        "double of x is x + x", "double of a number is it + it",
    ),
    "E121": (
        "play", "a sentence stands in the wrong column",
        """This is told of a table `allowed:` as the first edition of the language has it. `dicedsl fmt --upgrade` rewrites a file of the first
        edition once it is sound; the table then lists in each situation what may be chosen.""",
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
    "E122": (
        "play", "the column for the sentence is missing",
        """This is told of a table `allowed:` as the first edition of the language has it. `dicedsl fmt --upgrade` rewrites a file of the first
        edition once it is sound; each situation then has three cells, of which the last may be empty.""",
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
    "E123": (
        "steps", "a word is missing",
        """A word of the language is left out here, such as `to`, `is` or `of`. The help shows where it goes.""",
        "add 5 your total", "add 5 to your total",
    ),
    "E124": (
        "steps", "a word too many",
        """The line is complete without this word. Leave it out.""",
        "add 5 to to pot", "add 5 to pot",
    ),
    "E125": (
        "file", "quotes are missing",
        """Titles, alternatives and sentences for people stand in quotes, so that they are not read as rules.""",
        "game My game", 'game "My game"\nplayers 2\nturn: you win',
    ),
    "E126": (
        "play", "a cap counts turns or rounds",
        """This is told of a `cap`, as the first edition of the language has it. `dicedsl fmt --upgrade` rewrites a file of the first edition once
        it is sound: `break off after` stands under `simulation:`.""",
        "",
        """
        simulation:
            break off after 50 turns: nobody wins
        """,
    ),
    "E127": (
        "part", "a list asked of something",
        """A list of fixed numbers stands on its own. A list that depends on what it is asked of is written with `for each`.""",
        """
        words:
            ladder of a number is list 1, 2, 3
        """,
        """
        words:
            ladder of a number is list (k for each k in 1 to it)
        """,
    ),
    "E128": (
        "file", "too many players",
        """A game is for at most 60 players.""",
        'game "Crowd"\nplayers 2 to 500\nturn: you win', 'game "Crowd"\nplayers 2 to 50\nturn: you win',
    ),
    "E129": (
        "example", "a player always chooses first or last",
        """`play on` answers for players who have been told how: they take the first or the last choice open to them, in the order
        in which choices are listed; `with highest` or `with lowest` and a value narrows it down.""",
        "everyone always chooses wisely\nplay on", "everyone always chooses first\nplay on",
    ),
    "E130": (
        "part", "a number of dice laid out by lot",
        """`move S to PLACES by lot` puts one die on each of the places, so the places say how many dice are moved. Name fewer places
        to move fewer dice.""",
        """
        material:
            board field of squares: grid 2 by 2
        turn:
            move 2 of cup to squares by lot
        """,
        """
        material:
            board field of squares: grid 2 by 2
        turn:
            move cup to squares whose row is 1 by lot
        """,
    ),
    "E131": (
        "steps", "a brace without a partner",
        """A value in a text stands between two braces. A text cannot hold a brace for its own sake.""",
        'say "You take {your total"', 'say "You take {your total}"',
    ),
    "E132": (
        "steps", "no value in the braces",
        """Between the braces of a text stands a value: a name, a memory, a sum. It is told as it is at that moment.""",
        'say "You have {your total of}"', 'say "You have {your total}"',
    ),
    "E133": (
        "play", "a rule called like a step, or on both sides of what it is given",
        """A step that calls a rule begins with the rule's name, so the name cannot say what another step says, such as `roll`, `end turn` or `if`.
All of the name stands there, before what the rule is given: `rule drive to the valley a die:`, not `rule drive a die to the valley:`.""",
        "rule roll: end turn", "rule another roll: end turn",
    ),
    "E134": (
        "play", "names that do not fit the number of dice",
        """Dice with names are called d1, d2 and so on. The last name fits their number; where the number is a value, write `named d1 and so on`.""",
        "cup: 6 dice named d1 to d5", "cup: 6 dice named d1 to d6",
    ),
    "E135": (
        "play", "a memory of nobody knows whom",
        """What is kept is kept for each of a kind, for each turn or round, for the game or the match. What is said with `is` holds or does not.""",
        "player has a total, at first 0", "each player has a total, at first 0",
    ),
    "E136": (
        "play", "a head that cannot be meant so",
        """A line explains one word. Several words stand in one table, and what is said with `when` is said of one thing, with `is` or `are`.
        What a word is asked of stands behind `of`, and a second thing behind `at`, `for`, `towards`, `against`, `behind` or `along`.
        What a rule is given is called by its kind, with a name of its own behind it if it is to have one: `rule catch a player:`, `rule catch a player thief:`.""",
        "limit, size is 5", "limit is 5",
    ),
    "E137": (
        "play", "an order that does not say what comes first",
        """An order ends with `first`: `for each player, highest total first:`.""",
        "repeat:\n    for each player, highest total: stop", "repeat:\n    for each player, highest total first: stop",
    ),
    "E138": (
        "play", "odds that cannot be put in one place",
        """`dicedsl fmt --upgrade` puts odds in one place for all attempts of a name. Attempts with odds of their own need names of their own.""",
        "", "",
    ),
    "E212": (
        "play", "a choice that is not there",
        """`as in` offers the alternatives of a part `choice` of that name. A choice cannot offer itself.""",
        "choose: as in biding", 'turn:\n    choose: as in bidding\nchoice bidding:\n    "bid": end turn',
    ),
    "E214": (
        "file", "who begins is said in two ways",
        """`players 2 to 4, clockwise from anybody` tells the reader that any player may begin and that turns go round clockwise. Where the set-up
        makes somebody the starter, it is not true.""",
        '''
        game "Sample"
        players 2 to 4, clockwise from anybody

        material: cup: 1 die

        setup: set starter to last of players

        turn: roll cup

        end "that was all" after each turn when turns played is at least 3: nobody wins
        ''',
        '''
        game "Sample"
        players 2 to 4

        material: cup: 1 die

        setup: set starter to last of players

        turn: roll cup

        end "that was all" after each turn when turns played is at least 3: nobody wins
        ''',
    ),
    "E213": (
        "alternative", "a situation allows what is not offered",
        """The lines of `allowed` list alternatives of their choice, with the same names.""",
        """
        "stop"
        "go on"
        allowed, by the first line that fits:
                      | may choose | otherwise the player hears
            pot is 0  | "go onn"   | "Score something first."
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
    "E380": (
        "file", "a memory that is to last in two ways",
        """What a turn, a round, the game or the match has lasts as long as these do. Only what each of a kind has, or a sentence, can start anew with each turn or round.""",
        """
        game "Sample"
        players 2, clockwise from anybody
        material: cup: 1 die
        to keep track: the game has tries, at first 0, each round
        turn:
            roll cup
            add 1 to tries
            if tries are 3: you win
        """,
        """
        game "Sample"
        players 2, clockwise from anybody
        material: cup: 1 die
        to keep track: each player has tries, at first 0, each round
        turn:
            roll cup
            add 1 to your tries
            if your tries are 1: you win
        """,
    ),
    "E372": (
        "play", "two values side by side",
        """Only a step that calls a rule has a name and a value side by side. In a value something stands between them: `of`, a preposition, or a sign.""",
        "set pot to goal 5", "set pot to goal + 5",
    ),
    "E201": (
        "play", "a file leads back to itself",
        """A file changes or uses another, which in the end changes or uses this one. One of them must stand on its own.""",
        'game "Round" changes "round"', 'game "Round"',
    ),
    "E202": (
        "file", "the rulebook to change is not there",
        """`changes` names another rulebook: a shipped one by its short name, or a file in the same folder without `.dice`.""",
        'game "My way" changes "nowhere-to-be-found"', 'game "My way"\nplayers 2\nturn: you win',
    ),
    "E203": (
        "part", "the number of players is given twice",
        """One line says how many can play. In a variant a new line takes the place of the old one.""",
        "players 3", "",
    ),
    "E204": (
        "part", "a difference outside of a variant",
        """`replace`, `remove`, `add to` and `add beside` change something that is already there. They stand in a `variant`, or in
        a file whose title line says `changes`.""",
        "remove rule bust", 'variant "No bust":\n    remove rule bust',
    ),
    "E205": (
        "part", "the library is not there",
        """`use` names a library: a shipped one by its short name, or a file in the same folder without `.dice`.""",
        'use "nowhere-to-be-found"', "",
    ),
    "E206": (
        "play", "a game cannot be used as a library",
        """`use` takes over words and rules of a file that starts with `library`. To build on a game, write `changes` in the title
        line.""",
        'use "another-game"', 'game "My way" changes "another-game"',
    ),
    "E207": (
        "words", "something is given twice",
        """Two lines give the same name. In a variant, write `replace` in front of the new one.""",
        "double is 2 * goal\ndouble is goal + goal", "double is 2 * goal",
    ),
    "E208": (
        "variant", "there is nothing of that name to change",
        """A variant can replace, remove or extend only what the rulebook has. Often the name is spelled differently there.""",
        "remove rule busst", "remove rule bust",
    ),
    "E209": (
        "variant", "a condition outside of an alternative",
        """`only if` says when an alternative of a choice may be taken. A rule or a turn has no alternatives of its own: add the
        condition to the alternative, or write `if`.""",
        'add to rule bust:\n    only if pot is 0; otherwise the player hears "Not now."', 'add to "score":\n    only if pot is 0; otherwise the player hears "Not now."',
    ),
    "E210": (
        "part", "several alternatives have this name",
        """The change would fit more than one alternative. Say in which rule, choice or part the one that is meant stands, with `in rule ...,`, or
        give them different names.""",
        """
        turn:
            choose:
                "stop": end turn
                "go on"
            choose:
                "stop": end turn
                "roll": roll cup
        variant "Endless":
            remove "stop"
        """,
        """
        turn:
            choose:
                "stop early": end turn
                "go on"
            choose:
                "stop": end turn
                "roll": roll cup
        variant "Endless":
            remove "stop"
        """,
    ),
}  # fmt: skip
