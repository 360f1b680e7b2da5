"""Lines of examples that claim, or lay down, what such a line cannot: how to claim it, or where."""

from __future__ import annotations

import re

from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.plurals import singular_of

_WHO = r"(?:(?<=now )|(?<=and ))(?P<who>(?:(?! and )[^,;:])+?)"
_STANDS = re.compile(rf"{_WHO} stands? on (?P<place>\([0-9, ]+\))")
_HOLDS = re.compile(rf"{_WHO} (?:holds?|has|contains?) (?P<what>[0-9]+ [a-z]+(?:(?:,| and) [0-9]+ [a-z]+)*)")
_BOARD = re.compile(r"\bboard[ \t][^:\n]*?\bof[ \t]+([^:\n]+?)[ \t]*:")


def in_example(failed: FailedLine) -> Finding | None:
    """What is claimed behind `now` or given, in words that belong to another line."""
    if failed.edition.number == 1 or not failed.tokens:
        return None
    start = failed.tokens[0].start
    line = failed.text[start : failed.code_end]
    if failed.first == "now":
        return _stands(failed, line, start) or _holds(failed, line, start)
    return None


def _stands(failed: FailedLine, line: str, start: int) -> Finding | None:
    """`now d1 of Anna stands on (2,2)`: where it is is asked for."""
    match = _STANDS.search(line)
    board = _BOARD.search(failed.piece.source.text)
    if match is None:
        return None
    noun = singular_of(" ".join(board[1].split())) if board else "place"
    said = f"{noun} of {match['who']} is {match['place']}"
    edit = Edit(start + match.start(), start + match.end(), said)
    message = "`stands on` lays dice down, behind `given`"
    problem = failed.problem("E111", message, edit.start, edit.end, help=f"write `{said}`")
    return Finding(problem, edit) if failed.reach(edit) > edit.end else None


def _holds(failed: FailedLine, line: str, start: int) -> Finding | None:
    """`now larder of Anna holds 1 purple`: how many there are is counted."""
    match = _HOLDS.search(line)
    if match is None or (" has " in match[0] and re.fullmatch(r"[A-Z][A-Za-z0-9]*", match["who"])):
        return None  # what a player has is another matter
    zone = match["who"]
    counted = [each.split(" ") for each in re.split(r", | and ", match["what"])]
    said = " and ".join(
        f"count of {zone if what in {'die', 'dice'} else f'({zone} where it is {what})'} is {number}"
        for number, what in counted
    )
    edit = Edit(start + match.start(), start + match.end(), said)
    message = "`holds` lays dice down, behind `given`; behind `now` they are counted"
    problem = failed.problem("E111", message, edit.start, edit.end, help=f"write `{said}`")
    return Finding(problem, edit) if failed.reach(edit) > edit.end else None
