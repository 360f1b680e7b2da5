"""What is said in other words, or in another part of the file, than the language does."""

from __future__ import annotations

from attrs import evolve

from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.mistakes.failed_line import FailedLine, short
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.mistakes.said_otherwise import instead
from dicedsl.syntax.token_lines import JOINT

MOST_WAYS = 7  # to say one line otherwise


def otherwise_said(failed: FailedLine) -> Finding | None:
    """What people say in other words, where these let reading go on: all of it, or else the first piece."""
    if failed.edition is not SECOND or not failed.tokens or failed.run[0] is not failed.run[-1]:
        return None
    first = failed.tokens[0].start
    line = failed.text[first : failed.code_end].replace(JOINT, " ")
    ways: list[Finding] = []
    for other in instead(line):
        if len(ways) == MOST_WAYS:
            break
        start, end = first + other.start, first + other.end
        whole = line[other.start : other.end]
        blanks = (" " * (len(side) - len(kept)) for side, kept in ((whole, whole.lstrip()), (whole, whole.rstrip())))
        edit = Edit(start, end, failed.joined(other.text).join(blanks))
        if failed.passes(edit) or failed.reach(edit) > max(end, failed.failure.end):
            message = f"`{short(other.written, 60)}` is said in other words here"
            end = start + len(whole.rstrip())
            help = f"write `{other.text}`"
            if other.text.startswith("the first of "):
                help += ", which is the first of several that share it"
            ways.append(Finding(failed.problem("E111", message, start, end, help=help), edit))
    return evolve(ways[0], others=tuple(ways[1:])) if ways else None


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
