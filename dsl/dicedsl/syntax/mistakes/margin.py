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


def at_margin(case: FailedLine) -> Finding | None:
    """What is wrong behind the first word of a part, or of the head of a file."""
    if (
        case.edition.number == 1
        or not case.tokens
        or case.run[0].indent
        or case.failure.start > case.tokens[0].end
        or case.failure.code
    ):
        return None
    first, rest = case.tokens[0], case.tokens[1:]
    if first.text not in TITLED | WITH_COLON | {"players"}:
        return None
    start = first.end + len(case.text[first.end : case.line_end]) - len(case.text[first.end : case.line_end].lstrip())
    found = next((s for s in SIGNS if case.text.startswith(s, start)), None)
    if found is not None:
        return sign(case, found, start)
    if first.text in WITH_COLON and not rest:
        return colon_missing(case, first.end)
    if not rest or rest[0].kind == "text":
        return None
    if first.text in TITLED:
        return unquoted(case, rest[0].start, rest[-1].end)
    if first.text == "players" and rest[0].kind != "number":
        return wanted(case, "a number", rest[0])
    return None
