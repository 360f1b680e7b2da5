"""The samples of the manual: the small game that pieces are put into, and how samples are found on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dicedsl.syntax.declared_names import find_declared_names
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.editions import signs

# The small game into which samples are put that are no whole file; the reference shows it to its readers.
HEAD = """\
game "Sample"
players 2 to 4
"""
OPTIONS = """\
options:
    goal = 100, from 10 to 500: "points that win"
"""
MATERIAL = """\
material:
    loose pile: 6 dice named d1 to d6
    saved pile: no dice
    cup: 3 dice
    hand of each player: 2 dice, seen by owner
    board field of squares: grid 3 by 3
"""
MEMORY = """\
to keep track:
    each player has a total, at first 0
    each turn has a pot, at first 0
    the game has a bidder, at first nobody
"""
TURN = """\
turn:
    roll cup
    choose:
        "roll on": throw
        "stop": bank
"""
RULES = """\
rule throw:
    roll cup
    add sum of cup to pot

rule bank:
    add pot to your total
    end turn

rule reward a player:
    add 1 to their total
"""
END = """\
end "the goal is reached" when some player has total at least goal: that player wins
"""
WORDS = """\
words:
    kind box, boxes: ones, twos, run, chance
    a die is red when its number is its index
    a die is high when its number is at least 4
"""
SECTIONS = ("options", "material", "memory", "words", "steps", "values", "parts", "variant")


def sample_game() -> str:
    return "\n".join((HEAD, OPTIONS, MATERIAL, MEMORY, TURN, RULES, END, WORDS)).rstrip("\n")


def put_inside(section: str, text: str) -> str:
    """A whole game around a piece of one; examples at the margin of the piece stay at the margin."""
    piece, mark, examples = text.partition("\nexample ")
    examples = mark + examples if mark else ""
    if section == "values":
        values = [line.partition("#")[0].strip() for line in piece.split("\n")]
        steps = [f"let sample v{i} be {value}" for i, value in enumerate(filter(None, values))]
        piece = "\n".join([*steps, "choose:", '    "go on"'])
        section = "steps"
    inner = "\n".join(f"    {line}" if line.strip() else "" for line in piece.split("\n"))
    parts = {"options": OPTIONS, "material": MATERIAL, "memory": MEMORY, "steps": TURN, "words": WORDS}
    if section == "steps":
        parts["steps"] = f"turn:\n{inner}\n"
    elif section in parts:
        parts[section] += f"{inner}\n"
    words = parts.pop("words")
    tail = ""
    if section == "parts":
        tail = piece
        if re.search(r"^turn:", piece, re.MULTILINE):
            parts["steps"] = ""
    elif section == "variant":
        tail = f'variant "Sample":\n{inner}\n'
    end = "" if re.search(r"^end ", tail, re.MULTILINE) and section == "parts" else END
    return "\n".join((HEAD, *parts.values(), RULES, end, words, tail, examples.lstrip("\n"))).rstrip("\n") + "\n"


def is_of_second_edition(text: str, announced: set[str]) -> bool:
    """Whether a sample is read as a text of the second edition; one that announces that it cannot be read has no sign of the first."""
    if any(code.startswith("E1") for code in announced):
        return signs(text)[0] == 0
    return SECOND.failure_of(find_declared_names(text).joined(text)) is None


def samples_on(page: str) -> Iterator[tuple[str, set[str]]]:
    """Every sample of a page as a whole file, with the codes of the mistakes it announces."""
    for fence in re.finditer(r"^```\{dice\}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        head = re.match(r"((?::\w+:.*\n)*)\n?", fence[1])
        assert head is not None
        options = dict(re.findall(r"^:(\w+): *(.*)$", head[1], re.MULTILINE))
        text = fence[1][head.end() :]
        inside = options.get("inside")
        yield (
            put_inside(inside, text.rstrip("\n")) if inside else text,
            set(options.get("error", "").replace(",", " ").split()),
        )
