"""How the lines of a rulebook are written: what to show an author whose line cannot be read."""

from __future__ import annotations

from attrs import frozen

from dicedsl.syntax.first import forms as first


@frozen
class Forms:
    """What an edition's lines look like: by their first word, by the part they stand in, and in examples."""

    lines: dict[str, str]
    lines_of: dict[str, str]
    in_examples: dict[str, str]
    policy: str
    parts: str
    foreign: dict[str, str]


def in_signs(form: str) -> str:
    """A form between its signs, unless it ends with words about it."""
    return f"`{form}" + "`" * (form.count("`") % 2 == 0)


# By the word a line starts with.
FORMS = {
    **{
        word: form
        for word, form in first.FORMS.items()
        if word not in {"must", "odds", "cap", "do", "eliminate", "ruling"}
    },
    "players": "players 2 to 4, clockwise from anybody` or `players 2 or more",
    "our": 'our ruling "A sentence for the reader."',
    "in": 'in turn from starter:` or `in short "What all of it comes to."',
    "to": "to keep track:` with lines below it such as `each player has a total, at first 0",
    "words": 'words:` or `words "Title":` with lines below it such as `limit is 2 * count of hand',
    "simulation": "simulation:` with lines below it such as `break off after 500 turns: nobody wins",
    "rule": "rule punish a player:",
    "choice": "choice bid:` with alternatives below it",
    "whenever": "whenever some player has total at least 10:",
    "always": 'always count of cup is at most 5; otherwise the player hears "A sentence."',
    "end": 'end "the goal is reached" when some player has total at least goal: that player wins',
    "board": "board field of squares: grid 4 by 4",
    "each": "each player has a total, at first 0",
    "for": "for each player:` or `for each p in players:",
    "repeat": "repeat:`, `repeat 3 times:` or `repeat until the bag is empty:",
    "choose": "choose:`, `choose by p:` or `choose by others at once:",
    "only": 'only if count of kept is at least 2; otherwise the player hears "A sentence."',
    "unless": 'unless idle hold is agreed, only if pot is more than 0; otherwise the player hears "A sentence."',
    "as": "as in bid",
    "allowed": "allowed, by the first line that fits:` with a table below it",
    "odds": 'odds of "flick":` with lines below it such as `"on": 3',
    "break": "break off after 500 turns: nobody wins",
    "with": "with Anna, Ben` or `with 3 players",
    "highest": "highest total wins, ties share the win",
    "lowest": "lowest total wins, ties share the win",
    "table": 'table reports "on" d2` or `table may not report "on" d2 and hears "The sentence."',
    "after": "after setup",
    "example": 'example "Title":` or `example "Title" after "Another example":',
    "replace": 'replace rule lose:` or `replace "stop"',
    "remove": 'remove "stop"` or `remove rule lose',
}

# By the head line of the block a line stands in, where lines may start with a name.
LINES_OF = {
    **{part: form for part, form in first.LINES_OF.items() if part != "odds"},
    "material": "cup: 5 dice` or `hand of each player: 6 dice named d1 to d6",
    "to": "each player has a total, at first 0` or `each player is safe, at first no",
    "words": "limit is 2 * count of hand` or `a die is red when its number is 1",
    "simulation": "most turns = 500` or `break off after (most turns) turns: nobody wins",
    "choose": '"stop"` or `"keep" one or more of cup as kept:',
    "choice": '"stop"` or `"keep" one or more of cup as kept:',
    "allowed": 'there is no bidder | "bid", "roll" | "Nobody has bid yet."',
}

IN_EXAMPLES = {
    **first.IN_EXAMPLES,
    "draw": "draw 3` or `draw red green (2,3)",
    "given": "given total of Anna is 30`, `given bag holds 3 red, 2 green` or `given Ben is next",
    "repeat": "repeat 3 times:` with lines of an example below it",
}

PARTS = (
    "options:, material:, to keep track:, words:, setup:, turn:, round:, rule ...:, choice ...:, end ... when ...:, note, "
    "shown:, simulation:, example ...:, variant ...:"
)

# Words of other languages, and what they are called here.
FOREIGN = {
    **{word: here for word, here in first.FOREIGN.items() if word not in {"exactly", "fewer", "unless", "pass"}},
    "while": "repeat until ...:",
    "call": "the name of the rule",
    "do": "the name of the rule",
    "must": 'only if ...; otherwise the player hears "..."',
    "ruling": "our ruling",
    "eliminate": "p is now out",
    "cap": "break off after 500 turns:` under `simulation:",
}

FORMS_OF = {
    1: Forms(first.FORMS, first.LINES_OF, first.IN_EXAMPLES, first.POLICY, first.PARTS, first.FOREIGN),
    2: Forms(
        FORMS, LINES_OF, IN_EXAMPLES, 'Anna always chooses first` or `Ben always chooses "jump", otherwise last',
        PARTS, FOREIGN,
    ),
}  # fmt: skip

# Signs of other languages; what to write instead.
SYMBOLS = {
    "===": "write `is`",
    "==": "write `is`",
    "!=": "write `is not`",
    "<>": "write `is not`",
    "<=": "write `is at most`",
    ">=": "write `is at least`",
    "=>": "write `is at least`, or a colon before what follows",
    "=<": "write `is at most`",
    "<": "write `is less than`",
    ">": "write `is more than`",
    "->": "write a colon before what follows",
    "++": "write `add 1 to x`",
    "--": "write `take 1 from x`; a comment starts with `#`",
    "+=": "write `add 5 to x`",
    "-=": "write `take 5 from x`",
    "*=": "write `set x to x * 2`",
    "/=": "write `set x to x / 2`",
    ":=": "write `set x to 5`, or `let x be 5` for a new name",
    "=": "write `is` in a condition, `set x to 5` in a step",
    "[": "lists stand in ( ), as in (1, 2), or under `words:` as `path is list 1, 2, 3`; `path at 3` picks from one",
    "]": "lists stand in ( ), as in (1, 2), or under `words:` as `path is list 1, 2, 3`; `path at 3` picks from one",
    "{": "a block is a colon with indented lines below it; sets are written with words or ( )",
    "}": "a block is a colon with indented lines below it; sets are written with words or ( )",
    "&&": "write `and`",
    "&": "write `and`",
    "||": "write `or`",
    "%": "write `mod` for the rest of a division",
    "**": "write the product in full, such as `n * n`",
    "^": "write the product in full, such as `n * n`",
    "//": "a comment starts with `#`; `/` divides and rounds down",
    "/*": "a comment starts with `#`",
    ";": "write one step a line",
    "'": 'texts stand in double quotes, such as "stop"; owners are written `total of p` or `p\'s total`',
    "`": 'texts stand in double quotes, such as "stop"',
    "\u201c": 'use the straight quote ", not the curly one',
    "\u201d": 'use the straight quote ", not the curly one',
    "\u201e": 'use the straight quote ", not the curly one',
    "\u00ab": 'use the straight quote "',
    "\u00bb": 'use the straight quote "',
    "\u2018": 'use the straight quote ", not the curly one',
    "\u2019": 'texts stand in double quotes, such as "stop"; owners are written `total of p` or, with the straight sign, `p\'s total`',
    "\u2013": "use the plain minus, `-`; a range is written `2 to 4`",
    "\u2014": "use the plain minus, `-`",
    "\u2212": "use the plain minus, `-`",
    "\u00d7": "write `*`",
    "\u00f7": "write `/`",
    "\u2264": "write `is at most`",
    "\u2265": "write `is at least`",
    "\u2260": "write `is not`",
    "!": "write `not`",
    "?": "leave it out; conditions have no question mark",
    ".": "leave it out; numbers are whole, and lines end without a full stop",
    "$": "leave it out; names are plain words",
    "@": "leave it out; names are plain words",
    "_": "names are words with blanks or hyphens between them, such as `saved pile`",
    "\\": "leave it out; a line runs on inside brackets ( )",
    "\u00a0": "this blank is a special one (no-break space); type it again as a plain blank",
    "\ufeff": "save the file as UTF-8 without a byte order mark",
    "\f": "leave it out; this is a form feed, which cannot be seen",
}
