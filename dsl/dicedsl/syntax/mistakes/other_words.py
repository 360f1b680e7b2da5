"""What is said in other words, or in another part of the file, than the language does."""

from __future__ import annotations

from dicedsl.syntax.mistakes.failed_line import FailedLine, short
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.mistakes.said_otherwise import instead
from dicedsl.syntax.reading import SECOND


def otherwise_said(case: FailedLine) -> Finding | None:
    """What people say in other words, where these let reading go on."""
    if case.edition is not SECOND or not case.tokens or case.run[0] is not case.run[-1]:
        return None
    first = case.tokens[0].start
    line = case.text[first : case.code_end]
    for found in instead(line):
        start, end = first + found.start, first + found.end
        whole = line[found.start : found.end]
        blanks = (" " * (len(side) - len(kept)) for side, kept in ((whole, whole.lstrip()), (whole, whole.rstrip())))
        edit = Edit(start, end, found.text.join(blanks))
        if case.passes(edit):
            message = f"`{short(found.written, 60)}` is said in other words here"
            end = start + len(whole.rstrip())
            return Finding(case.problem("E111", message, start, end, help=f"write `{found.text}`"), edit)
    return None


def misplaced_memory(case: FailedLine) -> Finding | None:
    """What is remembered, among what lies on the table."""
    if case.edition is not SECOND or case.first not in {"each", "the"} or "has" not in (t.text for t in case.tokens):
        return None
    section = next((line for line in reversed(case.above) if line.indent < case.run[0].indent), None)
    if section is None or section.words[0] != "material":
        return None
    help = "move it below a part `to keep track:`"
    return Finding(case.problem("E114", "what is remembered is no material", help=help))
