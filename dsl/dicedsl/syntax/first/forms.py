"""How the lines of a rulebook of the first edition are written."""

from __future__ import annotations

from collections.abc import Mapping

from dicedsl.syntax import forms as second


def _as_now(forms: Mapping[str, str], words: str) -> dict[str, str]:
    """The forms of these words, which are what they have been in the first edition."""
    return {word: forms[word] for word in words.split()}


# By the word a line starts with.
FORMS = {
    **_as_now(
        second.FORMS,
        "game library use from aim note options material shown setup turn round match at kind if otherwise attempt roll draw move swap show set add take let stop play extra say with given now variant replace remove",
    ),
    "players": "players 2 to 4` or `players 2 or more",
    "ruling": 'ruling "A sentence for the reader."',
    "words": "words:` with lines below it such as `limit is 2 * count of hand",
    "rule": "rule lose for player p:",
    "whenever": "whenever some p in players has total at least 10:",
    "always": 'always count of cup is at most 5: "The sentence that players hear."',
    "end": 'end "the goal is reached" when some p in players has total at least goal: p wins',
    "cap": "cap 500 turns: highest total wins",
    "board": "board squares: grid 4 by 4",
    "each": "each player has total = 0",
    "for": "for each p in players:",
    "repeat": "repeat:` or `repeat 3 times:",
    "in": "in turn from starter:",
    "choose": "choose:` or `choose by p:",
    "must": 'must count of kept is at least 2: "The sentence that the player hears."` or `must leave cup is not empty: "A sentence."',
    "allowed": "allowed:` with a table below it",
    "odds": 'odds:` with lines below it such as `"on": 3',
    "do": "do lose for p` or `do score",
    "eliminate": "eliminate p",
    "highest": "highest total wins",
    "lowest": "lowest total wins",
    "example": 'example "What it shows":',
    "table": 'table reports "on" d2` or `table may not report "on" d2: "The sentence."',
}

# By the head line of the block a line stands in, where lines may start with a name.
LINES_OF = {
    **_as_now(second.LINES_OF, "options shown attempt example"),
    "material": "cup: 5 dice` or `each player has total = 0",
    "words": "limit is 2 * count of hand` or `die d is red when number of d is 1",
    "choose": '"stop"` or `"keep" some of cup as kept:',
    "allowed": "otherwise | yes | yes |",
    "odds": '"on": 3` or `"on": 3, hit each 20 percent` or `"on": 3, place by 2',
}

# Lines of examples that start like a step, or with the name of a player.
IN_EXAMPLES = {
    **_as_now(second.IN_EXAMPLES, "roll play"),
    "draw": "draw 3",
}
POLICY = "Anna always chooses first` or `everyone always chooses last with highest total of rival"

PARTS = (
    "options:, material:, words:, setup:, turn:, round:, rule ...:, end ... when ...:, note, example ...:, variant ...:"
)

# Words of other languages, and what they are called here.
FOREIGN = {
    **_as_now(
        second.FOREIGN,
        "else elif elseif loop foreach break exit print def function var const return import include equals equal greater bigger larger higher smaller lower title increase decrease subtract scoring definitions equipment components",
    ),
    "unless": "if not",
    "while": "repeat:` and `if ...: stop",
    "call": "do",
    "pass": "leave the block out, or write a `note",
    "fewer": "is less than",
    "exactly": "is 5",
}
