"""The text of a new rulebook: a small game to change, or the differences from another one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from dicedsl.prose.name_nouns import walk
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n

GAME = """\
# A rulebook that runs. Change a line, then try:
#     dicedsl check {slug}.dice     are there mistakes?
#     dicedsl test {slug}.dice      do the examples come out as written?
#     dicedsl play {slug}.dice      play it
game "{title}"
from "My own idea"
aim "Be the first with {goal} points. Roll as often as you dare; a double loses what this turn has brought."
players 2 to 6, clockwise from anybody

# What the players may agree on beforehand: the usual value, what else it may be, and what it means.
options:
    goal = 50, from 10 to 500: "points that win"

# What lies on the table.
material:
    cup: 2 dice

# What everybody remembers.
to keep track:
    each player has a score, at first 0
    each turn has a pot, at first 0

# One turn of one player, who is `you`. The others follow clockwise.
turn:
    repeat:
        roll cup
        if cup are all alike: bust
        add throw to pot
        choose:
            "roll on"
            "stop":
                only if throw is not 3; otherwise the player hears "Nobody stops on a three."
                add pot to your score
                end turn

# A rule has a name, so that a variant can replace it.
rule bust:
    say "A double: you score nothing this turn."
    end turn

end "the goal is reached" after each turn when some player has score at least goal: that player wins

# The words of this game. They are looked up whenever they are used.
words:
    throw is sum of cup

# Examples are rules you can test. Anna sits first and begins.
example "Stopping scores the pot":
    with Anna, Ben
    roll 6 3
    Anna chooses "roll on"
    roll 5 4
    now pot is 18
    Anna chooses "stop"
    now score of Anna is 18 and Ben is next

example "A double loses the pot":
    with Anna, Ben
    given score of Anna is 20
    roll 6 3
    Anna chooses "roll on"
    roll 2 1
    Anna may not choose "stop" and hears "Nobody stops on a three."
    Anna chooses "roll on"
    roll 4 4
    now score of Anna is 20 and Ben is next
"""

SPOKEN_CHANGE = """\
at the start of each turn: say "A new turn begins."
"""


def slug(title: str) -> str:
    """A file name for a title: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower().replace("'", "")).strip("-") or "new-game"


def new_text(title: str, parent: str | None = None, parent_book: Rulebook | None = None) -> str:
    """A rulebook that can be checked and played at once; with a parent, one that changes it."""
    shown = " ".join(title.replace('"', "'").split()) or "New game"
    if parent is None or parent_book is None:
        return GAME.replace("{title}", shown).replace("{slug}", slug(title))
    return "\n".join(_differences(shown, parent, parent_book)) + "\n"


def _differences(title: str, parent: str, book: Rulebook) -> list[str]:
    lines = [
        f"# What is not named here stays as it is in {parent}; `dicedsl rules {parent}` prints it,",
        f"# and `dicedsl diff {parent} {slug(title)}.dice` shows what this file changes.",
        f'game "{title}" changes "{parent}"',
        f'from "{_from(book)}"',
        "",
        *_start(book),
    ]
    for head, samples in _openings(book):
        if samples:
            lines += ["", f"# {head}", *(f"#     {line}" for line in samples)]
    return lines


def tuned_text(title: str, parent: str, book: Rulebook, values: Mapping[str, str], why: str) -> str:
    """A rulebook that changes nothing but what some options usually are."""
    lines = [f'game "{title}" changes "{parent}"', f'from "{_from(book)}"', "", f"# {why}", "options:"]
    lines += [
        f"    replace {_option_line(option, values[name])}" for name, option in book.options.items() if name in values
    ]
    return "\n".join(lines) + "\n"


def _from(book: Rulebook) -> str:
    return f"My own changes to {book.title}".replace('"', "'")


def _start(book: Rulebook) -> list[str]:
    """One small change that works."""
    for option in book.options.values():
        value = _other_default(option)
        # A value that others are worked out from could take them out of their bounds.
        others = [other for other in book.options.values() if other is not option]
        if value is not None and not any(x == option.name for x in walk(others)):
            before = option.default.span.text
            return [
                "# A start: another usual value for one option.",
                "options:",
                f"    replace {_option_line(option, value)}  # was {before}",
            ]
    return ["# A start: something that is said in each turn.", *SPOKEN_CHANGE.splitlines()]


def _other_default(option: n.Option) -> str | None:
    if isinstance(option.default, n.Truth):
        return "no" if option.default.value else "yes"
    bounds = option.bounds
    if bounds is not None:
        low, high = bounds.low, bounds.high
        if isinstance(option.default, n.Number) and isinstance(low, n.Number) and isinstance(high, n.Number):
            old = option.default.value
            for value in (old * 2, old + 1, old - 1):
                if low.value <= value <= high.value and value != old:
                    return str(value)
        return None
    if option.choices:
        return None if isinstance(option.choices[0], n.Binary) else option.choices[0].span.text
    return str(option.default.value * 2 or 1) if isinstance(option.default, n.Number) else None


def _option_line(option: n.Option, value: str) -> str:
    text = f"{option.name.text} = {value}"
    if option.bounds is not None:
        text += f", from {option.bounds.low.span.text} to {option.bounds.high.span.text}"
    taken = False
    for choice in option.choices:
        # The old default takes the place of the value that is now the default.
        is_value = choice.span.text == value and not taken
        taken = taken or is_value
        text += f", or {option.default.span.text if is_value else choice.span.text}"
    return text + (f': "{option.text.value}"' if option.text is not None else "")


def _openings(book: Rulebook) -> list[tuple[str, list[str]]]:
    """What can be changed, each with the line that does it."""
    parts = (book.flows, book.rules, book.standing, book.hooks)
    counts: dict[str, int] = {}
    for node in (x for part in parts for x in walk(part)):
        if isinstance(node, n.Alternative):
            counts[node.name.value] = counts.get(node.name.value, 0) + 1
    return [
        ("Options, under `options:`", _replaced(book.options.values())),
        ("Material, under `material:`", _replaced((*book.boards.values(), *book.zones.values()))),
        ("What is remembered, under `to keep track:`", _replaced(book.memories.values())),
        ("Words, under `words:`", _replaced((*book.kinds.values(), *book.words.values()))),
        ("How play goes", [f"replace {word}:" for word in book.flows]),
        (
            "Rules; `add to rule NAME:` adds steps, `remove rule NAME` takes one out",
            _replaced(book.rules.values()),
        ),
        (
            'Choices; `add beside "NAME":` offers more, `add to "NAME":` adds to one, `remove "NAME"` takes one out',
            [f'replace "{name}"' for name, count in counts.items() if count == 1],
        ),
        ("Ends", list(_ends(book))),
    ]


def _replaced(nodes: Iterable[n.Node]) -> list[str]:
    """The lines that replace these; several that share a line have one."""
    return list(dict.fromkeys(f"replace {_first_line(node)}" for node in nodes))


def _ends(book: Rulebook) -> Iterable[str]:
    for part in book.standing:
        if isinstance(part, n.End):
            yield f'replace end "{part.caption.value}" when ...:'
        elif isinstance(part, n.MatchEnd):
            yield f'replace match ends "{part.caption.value}" when ...:'


def _first_line(node: n.Node) -> str:
    """The first line of a part as its author wrote it."""
    line = node.span.text.strip().split("\n")[0].rstrip()
    return line if len(line) <= 100 else f"{line[:97].rstrip()}..."
