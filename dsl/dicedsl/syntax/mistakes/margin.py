"""Lines at the left margin whose first word is right and whose rest is not: such a word means something only before what belongs to it."""

from __future__ import annotations

from dicedsl.syntax.mistakes.blocks import colon_missing
from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.last_resort import wanted
from dicedsl.syntax.mistakes.left_out import unquoted
from dicedsl.syntax.mistakes.piece import Finding
from dicedsl.syntax.mistakes.signs import SIGNS, sign

TITLED = frozenset({"game", "library", "use", "from", "aim"})
WITH_COLON = frozenset({"options", "material", "words", "setup", "turn", "round", "match", "shown", "simulation"})


def at_margin(failed: FailedLine) -> Finding | None:
    """What is wrong behind the first word of a part, or of the head of a file."""
    if (
        failed.edition.number == 1
        or not failed.tokens
        or failed.run[0].indent
        or failed.failure.start > failed.tokens[0].end
        or failed.failure.code
    ):
        return None
    first, rest = failed.tokens[0], failed.tokens[1:]
    if first.text not in TITLED | WITH_COLON | {"players"}:
        return None
    start = (
        first.end
        + len(failed.text[first.end : failed.line_end])
        - len(failed.text[first.end : failed.line_end].lstrip())
    )
    sign_there = next((s for s in SIGNS if failed.text.startswith(s, start)), None)
    if sign_there is not None:
        return sign(failed, sign_there, start)
    if first.text in WITH_COLON and not rest:
        return colon_missing(failed, first.end)
    if not rest or rest[0].kind == "text":
        return None
    if first.text in TITLED:
        return unquoted(failed, rest[0].start, rest[-1].end)
    if first.text == "players" and rest[0].kind != "number":
        return wanted(failed, "a number", rest[0])
    return None
