"""Codes E3xx: mistakes in names, kinds, material and words."""

from __future__ import annotations

from dicedsl.explain.entry import Group

MATERIAL: Group = {
    "E301": (
        "words", "a list in brackets where one thing is wanted",
        """Brackets with commas hold the two or three things a word is asked for, or pairs to compare. One thing is wanted here.""",
        "odd pair is count of (1, goal)", "even pair is count of (1 to goal)",
    ),
    "E302": (
        "steps", "a condition is expected",
        """After `if`, `only if`, `when` and `where` stands something that holds or does not hold. A number or a set is neither:
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
        """`it` stands for the thing that is spoken of: what a word or a rule is about, the member of a loop, or the one looked at inside `where` and
        `with highest`. Nowhere else is there an `it`; a player is `they`. `them` is the one set that has a name here, or that player.""",
        "if it is red: end turn", "for each die in cup: turn it to 6",
    ),
    "E308": (
        "steps", "the owner is missing",
        """Everybody has one of these. Say whose is meant: `your total` is the one of the player who acts, `total of p` that of p.""",
        "add 5 to total", "add 5 to your total",
    ),
    "E309": (
        "words", "a word needs to be told about what",
        """This word is explained for something: a player, a number, dice. Say for which one with `of`.""",
        "double of a number is it + it\nquad is double + double", "double of a number is it + it\nquad is double of 1 + double of 1",
    ),
    "E310": (
        "words", "an adjective that does not fit",
        """The last words name something, but what stands in front is no adjective of such things. Explain it under `words:`, or
        correct its spelling.""",
        "sixes is count of lucky cup", "a die is lucky when it shows 6\nsixes is count of lucky cup",
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
        """The word is explained for a certain number of things. Several stand behind their prepositions, or in brackets: `lead of p against q`, `gap of (3, 2)`.""",
        "gap of number n, number m is n - m\nodd thing is gap of 3", "gap of number n, number m is n - m\nodd thing is gap of (3, 2)",
    ),
    "E316": (
        "words", "a word is asked of the wrong kind of thing",
        """The word is explained for another kind: one of players cannot be asked of dice.""",
        "score of a player is their total\nodd thing is score of cup", "score of a player is their total\nodd thing is score of you",
    ),
    "E317": (
        "steps", "only memory can be changed",
        """`set`, `add` and `take` change memory, which has its lines under `to keep track:`. Dice are moved, rolled or turned instead.""",
        "set (1 + 2) to 5", "set pot to 5",
    ),
    "E318": (
        "steps", "a name that cannot change",
        """A name given by `let`, a pick, a loop or a parameter stands for one value. What changes has a line under `to keep track:`.""",
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
        """Sets are joined with `+` and taken apart with `except` only if their members are of one kind.""",
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
        """`sum of`, `highest of` and `lowest of` work on numbers, and on dice by what they show.""",
        "odd thing is sum of players", "odd thing is sum of cup",
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
        "if you are more than left neighbour of you: end turn", "if your total is more than total of left neighbour of you: end turn",
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
        `a die is matched with dice group when ...`.""",
        "if cup is friendly with your hand: end turn", "if cup is empty: end turn",
    ),
    "E333": (
        "steps", "neither a name nor an adjective",
        """After `is` stands something to compare with, or an adjective of that kind of thing. This is neither.""",
        "if you are wealthy: end turn", "if you are out: end turn",
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
            board field of squares: grid 4 by 4, seen from south, north
        words:
            depth of a square is its row
        """,
        """
        material:
            board field of squares: grid 4 by 4, seen from south, north
        words:
            depth of a square is row of it seen from south
        """,
    ),
    "E211": (
        "play", "too many of one thing",
        """A rulebook has at most 400 rules, 1000 words and 60 variants; a choice has at most 250 alternatives, and files name files
        within files at most 40 deep. Larger rulebooks are better cut into games that change each other.""", "", "",
    ),
    "E337": (
        "part", "steps that fit their board",
        """A step names as many numbers as the first board given by coordinates has coordinates.""",
        """
        material:
            board hill of spots: (a, b, c) from 0 to 2 where a + b + c is at most 2
        words:
            uphill is step of (1, 0)
        """,
        """
        material:
            board hill of spots: (a, b, c) from 0 to 2 where a + b + c is at most 2
        words:
            uphill is step of (1, 0, 0)
        """,
    ),
    "E338": (
        "file", "the coordinates of a board",
        """A board has up to three coordinates, and each goes from one fixed number to another, at most 30 apart.""",
        """
        game "Sample"
        players 2
        material:
            board hill of spots: (a, b) from 0 to 99
        turn: you win
        """,
        """
        game "Sample"
        players 2
        material:
            board hill of spots: (a, b) from 0 to 9
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
            board hill of spots: (a, b) from 0 to 9 where a is more than 20
        turn: you win
        """,
        """
        game "Sample"
        players 2
        material:
            board hill of spots: (a, b) from 0 to 9 where a is more than 2
        turn: you win
        """,
    ),
    "E340": (
        "part", "too much memory",
        """The material of this game needs more memory than a table could hold. Use fewer dice, places or kinds together.""",
        """
        material:
            board field of squares: grid 60 by 60
            board other of spots: grid 60 by 60
        to keep track:
            each square has visits by square, at first 0
        """,
        """
        material:
            board field of squares: grid 60 by 60
        to keep track:
            each square has visits, at first 0
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
        "board field of squares: circle 4 by 4", "board field of squares: grid 4 by 4",
    ),
    "E344": (
        "material", "the measures of a board do not fit",
        """Boards have limits: rows and columns within reason, and a board seen from several sides is square.""",
        "board field of squares: grid 4 by 5, seen from south, north", "board field of squares: grid 4 by 4, seen from south, north",
    ),
    "E345": (
        "material", "there is no such place",
        """The coordinates lie outside the board, or in one of its holes.""",
        "board field of squares: grid 4 by 4 without (5,1)", "board field of squares: grid 4 by 4 without (4,1)",
    ),
    "E346": (
        "play", "an option cannot have this value",
        """The options line says which values an option can take. Choose one of those.""",
        "with goal = 5", "with goal = 20",
    ),
    "E347": (
        "options", "the default of an option is not fixed",
        """Options are agreed before the game, so their default cannot depend on dice or memory. It may use numbers and
        `count of all players`.""",
        "stake = count of players", "stake = count of all players",
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
        """After the name of a zone stands how many dice start in it: `6 dice`, `6 dice named d1 to d6`, `no dice`.""",
        "pouch: 6 marbles", "pouch: 6 dice",
    ),
    "E351": (
        "material", "an unknown sort of dice",
        """Dice are plain, standing, or of a colour that the help lists.""",
        "pouch: 6 shiny dice", "pouch: 6 green dice",
    ),
    "E352": (
        "material", "the number of dice is not fixed",
        """How many dice a game has is settled before it starts. It may depend on options and on the number of players only.""",
        "pouch: (count of players) dice", "pouch: (count of all players) dice",
    ),
    "E353": (
        "material", "too many dice",
        """No table holds that many dice.""",
        "pouch: 20000 dice", "pouch: 200 dice",
    ),
    "E371": (
        "material", "fewer than no dice",
        """The number of dice is worked out, and is below 0. Options that it depends on need tighter bounds.""",
        "pouch: (5 - 8) dice", "pouch: (8 - 5) dice",
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
        "memory", "nothing can be kept for this",
        """Zones and memory are kept for each player, die, place or member of a kind of your own. This is no such kind.""",
        "each colour-card has worth, at first 0", "each suit has worth, at first 0",
    ),
    "E357": (
        "memory", "the name is built in",
        """The language itself gives this name a meaning. Choose another one.""",
        "each player has skill, at first 0", "each player has training, at first 0",
    ),
    "E358": (
        "words", "what this stands for is not clear",
        """`none` alone does not say what kind of thing is missing. Give a line with a real value as well.""",
        "odd thing is none", "odd thing is first of cup",
    ),
    "E369": (
        "part", "nothing that links places",
        """`linked by` and `linked to ... by` need a word that gives places of a place and stays the same all game; on a grid
        `neighbours` is one. Copies are made of a shape that is known before the game.""",
        """
        material:
            board field of squares: grid 3 by 3
        words:
            taken ones of a square are taken squares
            the pile is whole when taken squares are linked by taken ones
        """,
        """
        material:
            board field of squares: grid 3 by 3
        words:
            the pile is whole when taken squares are linked by neighbours
        """,
    ),
    "E370": (
        "part", "several of a list of sets",
        """`copies of`, `groups of`, `lines of` and a list of sets give whole sets. One of them is picked with `one of`.""",
        """
        material:
            board field of squares: grid 3 by 3
        rule claim lines:
            choose:
                "claim" 2 of lines of squares as two: you win
                "pass"
        """,
        """
        material:
            board field of squares: grid 3 by 3
        rule claim lines:
            choose:
                "claim" one of lines of squares as line: you win
                "pass"
        """,
    ),
    "E368": (
        "part", "standing dice without a board for them",
        """Standing dice show a number along each of three coordinates. So they need a board given by three coordinates, and
        have the faces 1 to 6.""",
        """
        material:
            blocks: 3 standing dice
        """,
        """
        material:
            board hill of spots: (a, b, c) from 0 to 2 where a + b + c is at most 2
            blocks: 3 standing dice
        """,
    ),
    "E359": (
        "words", "an unknown kind",
        """What a word is about is named by its kind: number, die, dice, player, players, the places of a board, or a kind of your own.""",
        "double of a coin is 2 * it", "double of a number is 2 * it",
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
        """A table must have an answer in every case. Its last line says what holds when no line above fits, unless every value of a kind has a line.""",
        """
        worth of a suit:
            sun  | 1
            moon | 2
        """,
        """
        worth of a suit:
            sun       | 1
            otherwise | 2
        """,
    ),
    "E362": (
        "words", "`otherwise` is not the last line",
        """The first line that fits counts, and `otherwise` always fits. Nothing below it could ever be reached.""",
        """
        worth of a suit:
            otherwise | 1
            moon      | 2
            otherwise | 3
        """,
        """
        worth of a suit:
            moon      | 2
            otherwise | 1
        """,
    ),
    "E363": (
        "words", "cells of different kinds",
        """All cells of a table give the same kind of thing: all numbers, all players, all yes or no.""",
        """
        worth of a suit:
            moon      | 2
            otherwise | sun
        """,
        """
        worth of a suit:
            moon      | 2
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
