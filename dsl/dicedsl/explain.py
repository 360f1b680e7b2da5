"""The catalogue behind `dicedsl explain CODE`: what each code means, with a wrong and a right example.

A sample is a piece of a rulebook; `frame` says where it stands: `file` is a whole file, `part` a part of one, `steps` stands
under `turn:`, `words`, `material`, `options` and `variant` under those, `example` is the lines of an example. Samples of
frame `play` show their fault only while the game is played.
"""

from __future__ import annotations

import textwrap

from attrs import frozen


@frozen
class Entry:
    code: str
    title: str
    text: str
    wrong: str
    right: str
    frame: str


Group = dict[str, tuple[str, str, str, str, str]]  # frame, title, text, wrong, right

# E1xx, mistakes in the text itself, and E2xx, mistakes in how files and variants fit together
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
        "words", "a word of the language is used in a name",
        """Some words have a fixed meaning, such as `turn`, `roll` or `count`. They cannot be part of a name, since a name is
        a run of words and nobody could tell where it ends. Choose another word.""",
        "lucky count is 5", "lucky number-count is 5",
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
        """What a word or rule is about is named with its kind first: `player p`, `number n`, `dice group`. The kind tells what
        may be put there.""",
        "double of x is x + x", "double of number x is x + x",
    ),
    "E121": (
        "alternative", "a sentence stands in the wrong column",
        """In `allowed:` the columns of the alternatives hold `yes` or `-`. The sentence that a refused player hears stands in
        the last column, under `refused`.""",
        """
        "stop"
        "go on"
        allowed:
                      | "stop" | "go on" | refused
            pot is 0  | "No."  | yes     |
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
    "E122": (
        "alternative", "the column for the sentence is missing",
        """Every line of `allowed:` has one cell for each alternative and a last one for the sentence. The last one may be empty.""",
        """
        "stop"
        "go on"
        allowed:
                      | "stop" | "go on" | refused
            pot is 0  | yes    | yes
            otherwise | yes    | yes     |
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
    "E123": (
        "steps", "a word is missing",
        """A word of the language is left out here, such as `to`, `is` or `of`. The help shows where it goes.""",
        "set pot 6", "set pot to 6",
    ),
    "E124": (
        "words", "a word too many",
        """The line is complete without this word. Leave it out.""",
        "limit is is 5", "limit is 5",
    ),
    "E125": (
        "file", "quotes are missing",
        """Titles, alternatives and sentences for people stand in quotes, so that they are not read as rules.""",
        "game My game", 'game "My game"\nplayers 2\nturn: you win',
    ),
    "E126": (
        "part", "a cap counts turns or rounds",
        """A cap ends a game that goes on too long. It counts `turns` or `rounds`.""",
        "cap 50 laps: nobody wins", "cap 50 turns: nobody wins",
    ),
    "E127": (
        "part", "a list asked of something",
        """A list of fixed numbers stands on its own. A list that depends on what it is asked of is written with `for each`.""",
        """
        words:
            ladder of number n is list 1, 2, 3
        """,
        """
        words:
            ladder of number n is list (k for each k in 1 to n)
        """,
    ),
    "E128": (
        "file", "too many players",
        """A game is for at most 60 players.""",
        'game "Crowd"\nplayers 2 to 500\nturn: you win', 'game "Crowd"\nplayers 2 to 50\nturn: you win',
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
        "variant", "`must` outside of an alternative",
        """A `must` says when an alternative of a choice may be taken. A rule or a turn has no alternatives of its own: add the
        condition to the alternative, or write `if`.""",
        'add to rule bust:\n    must pot is 0: "Not now."', 'add to "score":\n    must pot is 0: "Not now."',
    ),
    "E210": (
        "part", "several alternatives have this name",
        """The change would fit more than one alternative. Put one of them into a rule of its own, and change that rule.""",
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

# E3xx: names, kinds of things, options, material and words
MATERIAL: Group = {
    "E301": (
        "words", "a list in brackets where one thing is wanted",
        """Brackets with commas hold the two or three things a word is asked for, or pairs to compare. One thing is wanted here.""",
        "odd pair is count of (1, goal)", "even pair is count of (1 to goal)",
    ),
    "E302": (
        "steps", "a condition is expected",
        """After `if`, `must`, `when` and `where` stands something that holds or does not hold. A number or a set is neither:
        compare it with something.""",
        "if pot: end turn", "if pot is more than 0: end turn",
    ),
    "E303": (
        "steps", "a number is expected",
        """Only numbers can be added up, compared in size or counted down. A set is not a number; `count of` says how many it has.""",
        "add cup to pot", "add count of cup to pot",
    ),
    "E304": (
        "steps", "a set is expected",
        """Dice are rolled and members are picked from sets: zones, kinds, ranges such as `1 to 6`. A single number is no set.""",
        "for each n in 6: add n to pot", "for each n in 1 to 6: add n to pot",
    ),
    "E305": (
        "steps", "one thing of another kind is expected",
        """One player, one die or one place is wanted here. `first of` and `last of` take one out of a set.""",
        "in turn from players: roll cup", "in turn from first of players: roll cup",
    ),
    "E306": (
        "words", "a set of yes and no",
        """Yes and no cannot be collected in a set. Ask with `some` or `every` whether it holds for the members.""",
        "luck is count of different of (number of d is 6 for each d in cup)", "luck is count of (cup showing 6)",
    ),
    "E307": (
        "steps", "`it` without a meaning",
        """`it` stands for the member looked at inside `where` and `with highest`. Nowhere else is there an `it`.""",
        "if it is empty: end turn", "if (cup where number of it is 6) is empty: end turn",
    ),
    "E308": (
        "steps", "the owner is missing",
        """Everybody has one of these. Say whose is meant: `your total` is the one of the player who acts, `total of p` that of p.""",
        "add 5 to total", "add 5 to your total",
    ),
    "E309": (
        "words", "a word needs to be told about what",
        """This word is explained for something: a player, a number, dice. Say for which one with `of`.""",
        "double of number x is x + x\nquad is double + double", "double of number x is x + x\nquad is double of 1 + double of 1",
    ),
    "E310": (
        "words", "an adjective that does not fit",
        """The last words name something, but what stands in front is no adjective of such things. Explain it under `words:`, or
        correct its spelling.""",
        "sixes is count of lucky cup", "die d is lucky when number of d is 6\nsixes is count of lucky cup",
    ),
    "E311": (
        "steps", "an unknown name",
        """Nothing of this name is known at this place: no memory, zone, word, option, kind, pick or parameter. If there is a
        similar name, it is suggested.""",
        "set ptot to 5", "set pot to 5",
    ),
    "E312": (
        "words", "a list without a position",
        """A list holds several numbers. Say with `at` which of them, counted from 1.""",
        "path is list 1, 2, 3\nfirst step is path", "path is list 1, 2, 3\nfirst step is path at 1",
    ),
    "E313": (
        "words", "`at` after something that is no list",
        """`at` picks from a list, or from memory that is kept by a second kind.""",
        "odd thing is (1 to 6) at 3", "path is list 1, 2, 3\nodd thing is path at 3",
    ),
    "E314": (
        "words", "a list is asked for by one number",
        """The members of a list are numbered from 1. Ask for one of them with a single number.""",
        "path is list 1, 2, 3\nodd thing is path at sun", "path is list 1, 2, 3\nodd thing is path at 2",
    ),
    "E315": (
        "words", "too many or too few things after a word",
        """The word is explained for a certain number of things. Several are put in brackets: `share of (p, q)`.""",
        "gap of number a, number b is a - b\nodd thing is gap of 3", "gap of number a, number b is a - b\nodd thing is gap of (3, 2)",
    ),
    "E316": (
        "words", "a word is asked of the wrong kind of thing",
        """The word is explained for another kind: one of players cannot be asked of dice.""",
        "score of player p is total of p\nodd thing is score of cup", "score of player p is total of p\nodd thing is score of you",
    ),
    "E317": (
        "steps", "only memory can be changed",
        """`set`, `add` and `take` change memory from the material. Dice are moved, rolled or turned instead.""",
        "set (1 + 2) to 5", "set pot to 5",
    ),
    "E318": (
        "steps", "a name that cannot change",
        """A name given by `let`, a pick, a loop or a parameter stands for one value. What changes is kept in the material.""",
        "let best be 5\nset best to 6", "set pot to 5\nset pot to 6",
    ),
    "E319": (
        "steps", "a word, an option or a zone cannot be set",
        """Words are worked out whenever they are used, options are agreed before the game, and zones change by moving dice.
        Only memory can be set.""",
        "set goal to 60", "set pot to 60",
    ),
    "E320": (
        "steps", "it belongs to the whole game",
        """There is only one of these, not one for each player. Write it without `of` and without `your`.""",
        "if your pot is 5: end turn", "if pot is 5: end turn",
    ),
    "E321": (
        "words", "an unknown attribute",
        """Nothing of this name is known of that kind of thing. It may be misspelled, or asked of the wrong thing.""",
        "odd thing is strength of you", "odd thing is skill of you",
    ),
    "E322": (
        "words", "things that do not go together",
        """Sets are joined and taken apart with `+` and `-` only if their members are of one kind.""",
        "mix is cup + players", "mix is cup + hand of you",
    ),
    "E323": (
        "words", "a range needs two numbers",
        """A range such as `1 to 6` goes from one number to another, or from one value of a kind to another of the same kind.""",
        "odd range is 1 to sun", "odd range is 1 to 6",
    ),
    "E324": (
        "words", "`count of` something that is no set",
        """`count of` says how many members a set has. A number has none.""",
        "odd thing is count of goal", "odd thing is count of cup",
    ),
    "E325": (
        "words", "these cannot be added up or compared",
        """`sum of`, `highest of` and `lowest of` work on numbers. `number of` gives what dice show.""",
        "odd thing is sum of cup", "odd thing is sum of number of cup",
    ),
    "E326": (
        "words", "`on` without places",
        """`die on p` is the die that stands on a place, `dice on S` are those on a set of places. Nothing else is on something.""",
        "odd thing is count of dice on cup", "odd thing is count of cup",
    ),
    "E327": (
        "steps", "a name that is taken",
        """The name already stands for something else here. Two meanings of one name would confuse readers: choose another.""",
        "let pot be 5\nset pot to pot", "let stake be 5\nset pot to stake",
    ),
    "E328": (
        "steps", "pairs of different length",
        """Lists in brackets are compared member by member from the left, so both need the same number of members.""",
        "if (pot, 1) is more than (1, 2, 3): end turn", "if (pot, 1) is more than (1, 2): end turn",
    ),
    "E329": (
        "steps", "things that have no size",
        """`is at least` and its like compare numbers, or two values of the same kind. Players and dice have no size; ask for a
        number of theirs.""",
        "if you is more than left of you: end turn", "if your total is more than total of left of you: end turn",
    ),
    "E330": (
        "steps", "`is in` asks for a set",
        """`is in` asks whether something belongs to a set. To compare two single things write `is`.""",
        "if pot is in 5: end turn", "if pot is in 5 to 8: end turn",
    ),
    "E331": (
        "steps", "never a member",
        """The members of this set are of another kind, so the answer would always be no.""",
        "if pot is in players: end turn", "if pot is in 1 to 6: end turn",
    ),
    "E332": (
        "steps", "an unknown relation",
        """`is ... with` needs a relation from the words, explained for these two kinds of things, such as
        `die d is matched with dice s when ...`.""",
        "if cup is friendly with your hand: end turn", "if cup is empty: end turn",
    ),
    "E333": (
        "steps", "neither a name nor an adjective",
        """After `is` stands something to compare with, or an adjective of that kind of thing. This is neither.""",
        "if you is wealthy: end turn", "if you is out: end turn",
    ),
    "E334": (
        "steps", "never the same",
        """Things of two kinds are never the same, so the answer would always be no. To ask whether something is one of several,
        write `is in`.""",
        "if pot is sun: end turn", "if pot is 3: end turn",
    ),
    "E335": (
        "words", "`first of` takes a set",
        """`first of` and `last of` take one member out of a set. A single thing has no first.""",
        "odd thing is first of goal", "odd thing is first of (1 to goal)",
    ),
    "E336": (
        "part", "the side is missing",
        """This board is seen from several sides, and rows and columns differ from side to side. Say from which.""",
        """
        material:
            board field: grid 4 by 4, seen from south, north
        words:
            depth of place s is row of s
        """,
        """
        material:
            board field: grid 4 by 4, seen from south, north
        words:
            depth of place s is row of (s, south)
        """,
    ),
    "E211": (
        "play", "too many rules or words",
        """A rulebook has at most 400 rules and 1000 words. Larger ones are better cut into games that change each other.""", "", "",
    ),
    "E337": (
        "file", "one board by coordinates, and steps that fit it",
        """A game has one board given by coordinates. A step on it names as many numbers as the board has coordinates.""",
        """
        game "Sample"
        players 2
        material:
            board hill: (a, b, c) from 0 to 2 where a + b + c is at most 2
        words:
            uphill is step of (1, 0)
        turn:
            if (0,0,0) + uphill is taken: you win
        cap 5 turns: nobody wins
        """,
        """
        game "Sample"
        players 2
        material:
            board hill: (a, b, c) from 0 to 2 where a + b + c is at most 2
        words:
            uphill is step of (1, 0, 0)
        turn:
            if (0,0,0) + uphill is taken: you win
        cap 5 turns: nobody wins
        """,
    ),
    "E338": (
        "file", "the coordinates of a board",
        """A board has up to three coordinates, and each goes from one fixed number to another, at most 30 apart.""",
        """
        game "Sample"
        players 2
        material:
            board hill: (a, b) from 0 to 99
        turn: you win
        """,
        """
        game "Sample"
        players 2
        material:
            board hill: (a, b) from 0 to 9
        turn: you win
        """,
    ),
    "E339": (
        "file", "how many places a board has",
        """A board has at least one place and at most 2000. Look at the condition after `where`.""",
        """
        game "Sample"
        players 2
        material:
            board hill: (a, b) from 0 to 9 where a is more than 20
        turn: you win
        """,
        """
        game "Sample"
        players 2
        material:
            board hill: (a, b) from 0 to 9 where a is more than 2
        turn: you win
        """,
    ),
    "E340": (
        "part", "too much memory",
        """The material of this game needs more memory than a table could hold. Use fewer dice, places or kinds together.""",
        """
        material:
            board field: grid 60 by 60
            board other: grid 60 by 60
            each place has visits by place = 0
        """,
        """
        material:
            board field: grid 60 by 60
            each place has visits = 0
        """,
    ),
    "E341": (
        "words", "this kind exists already",
        """A kind of this name is built in or given above. Choose another name.""",
        "kind player, gamblers: north, south", "kind corner, corners: north, south",
    ),
    "E342": (
        "words", "a value belongs to two kinds",
        """Every value of a kind has a name of its own, so that it is clear what is meant.""",
        "kind planet, planets: mars, moon", "kind planet, planets: mars, venus",
    ),
    "E343": (
        "material", "an unknown form of board",
        """Boards come in the forms the help lists, with their measures behind.""",
        "board field: circle 4 by 4", "board field: grid 4 by 4",
    ),
    "E344": (
        "material", "the measures of a board do not fit",
        """Boards have limits: rows and columns within reason, and a board seen from several sides is square.""",
        "board field: grid 4 by 5, seen from south, north", "board field: grid 4 by 4, seen from south, north",
    ),
    "E345": (
        "material", "there is no such place",
        """The coordinates lie outside the board, or in one of its holes.""",
        "board field: grid 4 by 4 without (5,1)", "board field: grid 4 by 4 without (4,1)",
    ),
    "E346": (
        "play", "an option cannot have this value",
        """The options line says which values an option can take. Choose one of those.""",
        "with goal = 5", "with goal = 20",
    ),
    "E347": (
        "options", "the default of an option is not fixed",
        """Options are agreed before the game, so their default cannot depend on dice or memory. It may use numbers and
        `count of everyone`.""",
        "stake = count of players", "stake = count of everyone",
    ),
    "E348": (
        "options", "bounds that do not fit",
        """Bounds are two fixed numbers, the lower one first.""",
        "stake = 5, from 10 to 1", "stake = 5, from 1 to 10",
    ),
    "E349": (
        "options", "the default lies outside its bounds",
        """The value an option has without being asked for must be one it can have.""",
        "stake = 50, from 1 to 10", "stake = 5, from 1 to 10",
    ),
    "E350": (
        "material", "a zone holds dice",
        """After the name of a zone stands how many dice start in it: `6 dice`, `6 numbered dice`, `no dice`.""",
        "pouch: 6 marbles", "pouch: 6 dice",
    ),
    "E351": (
        "material", "an unknown sort of dice",
        """Dice are plain, numbered, or of a colour that the help lists.""",
        "pouch: 6 shiny dice", "pouch: 6 green dice",
    ),
    "E352": (
        "material", "the number of dice is not fixed",
        """How many dice a game has is settled before it starts. It may depend on options and on the number of players only.""",
        "pouch: (count of players) dice", "pouch: (count of everyone) dice",
    ),
    "E353": (
        "material", "too many dice",
        """No table holds that many dice.""",
        "pouch: 20000 dice", "pouch: 200 dice",
    ),
    "E354": (
        "material", "faces that are no numbers",
        """The faces of a die are listed one by one, or given as a range of fixed numbers.""",
        "pouch: 2 dice with faces 6 to 1", "pouch: 2 dice with faces 1 to 6",
    ),
    "E355": (
        "material", "too many sides",
        """A die has a limited number of sides, and their numbers are limited as well.""",
        "pouch: 1 die with faces 1 to 5000", "pouch: 1 die with faces 1 to 100",
    ),
    "E356": (
        "material", "nothing can be kept for this",
        """Zones and memory are kept for each player, die, place or member of a kind of your own. This is no such kind.""",
        "each colour-card has worth = 0", "each suit has worth = 0",
    ),
    "E357": (
        "material", "the name is built in",
        """The language itself gives this name a meaning. Choose another one.""",
        "each player has skill = 0", "each player has training = 0",
    ),
    "E358": (
        "words", "what this stands for is not clear",
        """`none` alone does not say what kind of thing is missing. Give a line with a real value as well.""",
        "odd thing is none", "odd thing is first of cup",
    ),
    "E359": (
        "words", "an unknown kind",
        """A parameter starts with its kind: number, die, dice, player, players, place, or a kind of your own.""",
        "double of coin x is 2", "double of number x is 2 * x",
    ),
    "E360": (
        "words", "a line of a table has the wrong number of cells",
        """Every line has as many cells as there are columns. An empty cell or `-` stands for nothing.""",
        """
        worth of suit s:
            by s      | sun | moon
            goal is 5 | 1
            otherwise | 2   | 3
        """,
        """
        worth of suit s:
            by s      | sun | moon
            goal is 5 | 1   | -
            otherwise | 2   | 3
        """,
    ),
    "E361": (
        "words", "the last line must be `otherwise`",
        """A table must have an answer in every case. Its last line says what holds when no line above fits.""",
        """
        worth of suit s:
            s is sun  | 1
            s is moon | 2
        """,
        """
        worth of suit s:
            s is sun  | 1
            otherwise | 2
        """,
    ),
    "E362": (
        "words", "`otherwise` is not the last line",
        """The first line that fits counts, and `otherwise` always fits. Nothing below it could ever be reached.""",
        """
        worth of suit s:
            otherwise | 1
            s is moon | 2
            otherwise | 3
        """,
        """
        worth of suit s:
            s is moon | 2
            otherwise | 1
        """,
    ),
    "E363": (
        "words", "cells of different kinds",
        """All cells of a table give the same kind of thing: all numbers, all players, all yes or no.""",
        """
        worth of suit s:
            s is moon | 2
            otherwise | sun
        """,
        """
        worth of suit s:
            s is moon | 2
            otherwise | 1
        """,
    ),
    "E364": (
        "words", "the columns go by something unknown",
        """After `by` stands the name of a parameter of this word.""",
        """
        worth of suit s:
            by x      | sun | moon
            otherwise | 2   | 3
        """,
        """
        worth of suit s:
            by s      | sun | moon
            otherwise | 2   | 3
        """,
    ),
    "E365": (
        "words", "a column of another kind",
        """The heads of the columns are values of the parameter after `by`.""",
        """
        worth of suit s:
            by s      | sun | 5
            otherwise | 2   | 3
        """,
        """
        worth of suit s:
            by s      | sun | moon
            otherwise | 2   | 3
        """,
    ),
    "E366": (
        "words", "words that explain each other in a circle",
        """A word may use other words, but never itself, directly or through others. Somewhere the chain must end.""",
        "chicken is egg + 1\negg is chicken - 1", "chicken is 2\negg is chicken - 1",
    ),
    "E367": (
        "words", "a list holds fixed numbers",
        """The members of a list are written down once and for all. What changes is a word of its own, or memory.""",
        "path is list 1, count of players, 3\nstep is path at 1", "path is list 1, 2, 3\nstep is path at 1",
    ),
}  # fmt: skip

# E4xx: steps, choices, and what a whole game needs
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
        """`NAME each 5 percent` speaks of a pick of that outcome. There is none of this name.""",
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
}  # fmt: skip

# F5xx, faults found while a game is played, and X7xx, examples that do not hold
PLAY: Group = {
    "F501": (
        "play", "there are not enough dice to move",
        """A step moves a certain number of dice out of a set that has fewer. Ask first how many there are.""",
        "move 2 of cup to your hand", "if count of cup is at least 2: move 2 of cup to your hand",
    ),
    "F502": (
        "play", "memory left its bounds",
        """The material says from where to where this memory goes, and a step took it further. Widen the bounds, or stop in time.""",
        "each player has level = 1, from 1 to 9", "each player has level = 1, from 1 to 10",
    ),
    "F503": (
        "play", "this belongs to nobody",
        """Something is kept or put for a player, but the player is nobody. Ask first whether there is somebody.""", "", "",
    ),
    "F504": (
        "play", "a die is put where another stands",
        """A place holds one die. Move the other die away first, or let only empty places be chosen.""",
        '"put" one of field as spot: move one of cup to spot', '"put" one of empty field as spot: move one of cup to spot',
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
        '"arrange" any of field as spots', '"arrange" 1 to 3 of field as spots',
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
    "F511": (
        "play", "what always holds has been broken",
        """A rule with `always` refuses choices that would break it. Here it was broken by a roll or a draw, which nobody can refuse.""",
        'always pot is at most 5: "Keep the pot small."', 'always pot is at most 60: "Keep the pot small."',
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
        """`may only choose` lists all that is allowed, and nothing else.""",
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
        """The example gives more numbers than dice have fallen, so it does not tell what really happened.""",
        "roll 5 3 3", "roll 5",
    ),
}  # fmt: skip

# W6xx: what is allowed but hardly meant
WARNINGS: Group = {
    "W601": (
        "part", "a rule is never carried out",
        """No `do` leads to this rule, so what it says never happens.""",
        "rule feast: add 5 to pot", "turn:\n    do feast\n    do bust\nrule feast: add 5 to pot",
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
        "material", "material is never used",
        """No rule moves, rolls, reads or changes it.""",
        "each player has luck = 0", "",
    ),
    "W605": (
        "words", "a kind is never used",
        """Neither the kind nor any of its values is mentioned.""",
        "kind metal, metals: iron, tin", "",
    ),
    "W606": (
        "part", "something a rule is for is never used",
        """The rule is given something that it does not look at. Leave it out, here and where the rule is called.""",
        """
        turn: do pay for you, 3
        rule pay for player p, number n:
            add 1 to total of p
        """,
        """
        turn: do pay for you
        rule pay for player p:
            add 1 to total of p
        """,
    ),
    "W610": (
        "steps", "a choice may be empty",
        """Every alternative has a condition that may fail, all at the same time. Say with `if nothing fits:` what happens then, or
        offer something that is always open.""",
        """
        roll cup
        choose:
            "keep" one of cup as kept:
                must number of kept is 6: "Only a six may be kept."
                move kept to your hand
        """,
        """
        roll cup
        choose:
            "keep" one of cup as kept:
                must number of kept is 6: "Only a six may be kept."
                move kept to your hand
            if nothing fits: end turn
        """,
    ),
    "W611": (
        "part", "an end that never comes nearer",
        """The end waits for something that no rule ever changes, so it comes at once or never.""",
        'end "only one is left" when count of players is 1: players win', "turn: eliminate you",
    ),
    "W620": (
        "words", "a line that is never reached",
        """The first line that fits counts. The same condition stands above this line, so it never gets its turn.""",
        """
        worth of suit s:
            s is sun  | 1
            s is sun  | 2
            otherwise | 3
        """,
        """
        worth of suit s:
            s is sun  | 1
            s is moon | 2
            otherwise | 3
        """,
    ),
    "W621": (
        "alternative", "one sentence for two conditions",
        """A player who hears the sentence should know what is wrong. Two conditions with one sentence leave that open.""",
        """
        "stop":
            must pot is more than 0: "Not yet."
            must your total is more than 0: "Not yet."
            end turn
        "go on"
        """,
        """
        "stop":
            must pot is more than 0: "Score something first."
            must your total is more than 0: "You need points first."
            end turn
        "go on"
        """,
    ),
    "W622": (
        "alternative", "a sentence that is no sentence",
        """What a refused player hears starts with a capital letter and ends with a full stop.""",
        '"stop":\n    must pot is 0: "not now"\n    end turn\n"go on"', '"stop":\n    must pot is 0: "Not now."\n    end turn\n"go on"',
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
        turn: do feast
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
        turn: do feast
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
        "winners is everyone", "champions is everyone",
    ),
}  # fmt: skip


def _entries() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for group in (TEXT, MATERIAL, STEPS, PLAY, WARNINGS):
        for code, (frame, title, text, wrong, right) in group.items():
            found[code] = Entry(code, title, " ".join(text.split()), _sample(wrong), _sample(right), frame)
    return found


def _sample(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


CATALOGUE: dict[str, Entry] = _entries()

BASE = """\
game "Sample"
players 2 to 4

options:
    goal = 50, from 10 to 100: "points that win"

material:
    cup: 5 dice
    hand of each player: 3 numbered dice
    each player has total = 0
    each turn has pot = 0

words:
    kind suit, suits: sun, moon, star
"""
TURN = """
turn:
    roll cup
    choose:
        "score": add sum of number of cup to your total
"""
REST = """
rule bust: end turn

at the end of each turn:
    roll cup
    add 1 to your total

end "the goal is reached" when some p in players has total at least goal: p wins
"""


def whole(entry: Entry, sample: str) -> str:
    """A sample put into a rulebook, so that it can be checked."""
    inner = textwrap.indent(sample, "    ")
    deep = textwrap.indent(sample, "        ")
    if entry.frame == "file":
        return sample + "\n"
    if entry.frame == "steps":
        return f"{BASE}\nturn:\n{inner}\n{REST}"
    if entry.frame == "alternative":
        return f"{BASE}\nturn:\n    choose:\n{deep}\n{REST}"
    if entry.frame in {"words", "material", "options"}:
        return f"{BASE}\n{entry.frame}:\n{inner}\n{TURN}{REST}"
    if entry.frame == "variant":
        return f'{BASE}{TURN}{REST}\nvariant "Other":\n{inner}\n'
    if entry.frame == "example":
        return f'{BASE}{TURN}{REST}\nexample "Sample":\n{inner}\n'
    turn = "" if sample.startswith("turn:") or "\nturn:" in sample else TURN
    return f"{BASE}\n{sample}\n{turn}{REST}"


def explanation(code: str) -> str | None:
    """What `dicedsl explain` prints, or None for an unknown code."""
    entry = CATALOGUE.get(code.strip().upper())
    if entry is None:
        return None
    lines = [f"{entry.code}: {entry.title}", "", *textwrap.wrap(entry.text, 100)]
    for word, sample in (("Wrong", entry.wrong), ("Right", entry.right)):
        if sample:
            lines += ["", f"{word}:", "", textwrap.indent(sample, "    ")]
    return "\n".join(lines)


__all__ = ["CATALOGUE", "Entry", "explanation", "whole"]
