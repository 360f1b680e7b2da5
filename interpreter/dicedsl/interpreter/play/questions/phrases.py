"""Small phrases of a question, and how what is typed is compared with what is offered."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.records import Pick
from dicedsl.program.shapes import shape_of
from dicedsl.text.english import listed

MOST_OPTION_LINES = 6  # that the options of one question may take


def noun(pick: Pick) -> str:
    """What is picked, in a word of the rulebook."""
    what, name = shape_of(pick.shape)
    if what == "die":
        return "die"
    if name == "orientation":
        return "way up"
    return name if what == "kind" else pick.name


def number_range_text(numbers: list[int]) -> str:
    """`1 to 6`, `2, 4 or 6`."""
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return listed([str(n) for n in numbers], "or")


def distinct_worths(worths: Sequence[str]) -> list[str]:
    """What comes of each of several options, without what comes of all of them."""
    if len(worths) < 2:
        return list(worths)
    parts = [worth.split("; ") for worth in worths]
    return ["; ".join(part for part in own if not all(part in other for other in parts)) for own in parts]


def own_worth(worth: str) -> str:
    """What comes of an option for whoever picks it: not what it brings to others, whose names stand before that."""
    return "; ".join(part for part in worth.split("; ") if not re.match(r"\S+?(?:'s|s') ", part))


def chance_of(worth: str) -> int:
    """How likely the likeliest is of what may come of a move, in percent; 0 where nothing is said of that."""
    percent = re.match(r"(?:over )?(\d+) %", worth)
    return int(percent[1]) if percent else 0


def first_lines(lines: list[str], count: int, more: str, most: int = MOST_OPTION_LINES) -> list[str]:
    """The first lines of a text, not more than anybody reads."""
    return lines if len(lines) <= most else [*lines[: most - 1], f"  {more} {count} in all: moves lists them"]


def with_single_blanks(line: str) -> str:
    """A line with one blank between words, and one before a bracket: `put(0,0,8)` is `put (0,0,8)`."""
    return " ".join(re.sub(r"(?<=[^\s(])\(", " (", line).split())


def comparable_text(text: str) -> str:
    """A text as it is compared: a hyphen is as good as a blank."""
    return " ".join(text.lower().replace("-", " ").split()) if text[:1].isalpha() else " ".join(text.lower().split())


def begins_with(text: str, name: str) -> bool:
    return text == name or text.startswith(name + " ")


def option_of_text(
    pick: Pick, text: str, is_set: bool, is_move: bool, written: Callable[[str, int], str]
) -> int | None:
    """An option by its text, or as much of it as no other begins with; of places also the first coordinates.

    `is_set`: an option is several things at once; `is_move`: the text is also the name of a move, which is rather meant;
    `written` is how the rulebook writes a place.
    """
    wanted = comparable_text(text)
    is_place = shape_of(pick.shape).sort == "place" and not is_set
    if is_place:
        numbers = re.fullmatch(r"\(?(-?\d+(?:[ ,]+-?\d+)+),?\)?", wanted)
        wanted = f"({','.join(re.split('[ ,]+', numbers[1]))}" if numbers else wanted
        places = {o.value: {o.text, written(pick.shape, o.value)} for o in pick.options}
        exact = [o for o in pick.options if places[o.value] & {wanted, f"{wanted})"}]
        begun = exact or [o for o in pick.options if numbers and written(pick.shape, o.value).startswith(f"{wanted},")]
    else:
        exact = [o for o in pick.options if comparable_text(o.text) == wanted]
        begun = exact or [o for o in pick.options if wanted and comparable_text(o.text).startswith(wanted)]
        if (
            pick.shape == "die"
            and not pick.many
            and len(begun) > 1
            and all(begins_with(o.text, f"{wanted} on") for o in begun)
        ):
            raise UsageError(f"that could be {listed([o.text for o in begun[:6]], 'or')}; type more of it")
        if pick.shape in {"die", "number"} and not exact:
            return None
    values = {o.value for o in begun}
    if len(values) == 1 and (exact or not is_move):
        return values.pop()
    if len(values) > 1 and not exact and not is_move and (text[:1].isalpha() or is_place):
        raise UsageError(f"that could be {listed([o.text for o in begun[:6]], 'or')}; type more of it")
    return None
