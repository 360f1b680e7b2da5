"""What is said in other words, or in another part of the file, than the language does."""

from __future__ import annotations

from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.mistakes.failed_line import FailedLine, short
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.mistakes.said_otherwise import instead


def otherwise_said(failed: FailedLine) -> Finding | None:
    """What people say in other words, where these let reading go on."""
    if failed.edition is not SECOND or not failed.tokens or failed.run[0] is not failed.run[-1]:
        return None
    first = failed.tokens[0].start
    line = failed.text[first : failed.code_end]
    for other in instead(line):
        start, end = first + other.start, first + other.end
        whole = line[other.start : other.end]
        blanks = (" " * (len(side) - len(kept)) for side, kept in ((whole, whole.lstrip()), (whole, whole.rstrip())))
        edit = Edit(start, end, other.text.join(blanks))
        if failed.passes(edit):
            message = f"`{short(other.written, 60)}` is said in other words here"
            end = start + len(whole.rstrip())
            return Finding(failed.problem("E111", message, start, end, help=f"write `{other.text}`"), edit)
    return None


def misplaced_memory(failed: FailedLine) -> Finding | None:
    """What is remembered, among what lies on the table."""
    if (
        failed.edition is not SECOND
        or failed.first not in {"each", "the"}
        or "has" not in (t.text for t in failed.tokens)
    ):
        return None
    section = next((line for line in reversed(failed.above) if line.indent < failed.run[0].indent), None)
    if section is None or section.words[0] != "material":
        return None
    help = "move it below a part `to keep track:`"
    return Finding(failed.problem("E114", "what is remembered is no material", help=help))
