"""Colons, and blocks below them."""

from __future__ import annotations

from dicedsl.syntax.mistakes.failed_line import FailedLine, short
from dicedsl.syntax.mistakes.piece import Edit, Finding


def indented(failed: FailedLine) -> Finding | None:
    """A line further right than the one above it, where no block begins."""
    if failed.failure.type != "_INDENT":
        return None
    above = failed.above[-1] if failed.above else None
    if above is not None and above.tokens:
        end = above.tokens[-1].end
        edit = Edit(end, end, ":")
        if above.tokens[-1].text != ":" and failed.reach(edit) > failed.failure.start:
            return _colon(failed, edit, end)
    margin_end = failed.tokens[0].start if failed.tokens else failed.failure.end
    help = "start it at the left margin"
    if above is not None:
        help = f"start it after {above.indent} blanks like the line above" if above.indent else help
        if above.tokens[-1].text != ":":
            help += ", or end the line above with a colon if this belongs to it"
    problem = failed.problem(
        "E115", "this line is indented, but no block begins above it", failed.failure.start, margin_end, help=help
    )
    return Finding(problem)


def colon(failed: FailedLine) -> Finding | None:
    """A block, or what follows, without the colon in front of it."""
    if "_COLON" not in failed.failure.accepts:
        return None
    at = failed.code_end if failed.failure.at_layout else failed.failure.start
    before = max((t.end for t in failed.tokens if t.end <= at), default=at)
    edit = Edit(before, before, ":")
    if failed.passes(edit):
        return _colon(failed, edit, before)
    if failed.failure.accepts == {"_COLON"}:
        return _colon(failed, None, before)
    if failed.failure.at_layout and failed.first in {"must", "always"}:
        problem = failed.problem(
            "E116", f'"{failed.first}" needs a sentence for the player at its end', before, before,
            'a ":" and a text in quotes are missing here', failed.look(),
        )  # fmt: skip
        return Finding(problem)
    return None


def _colon(failed: FailedLine, edit: Edit | None, at: int) -> Finding:
    rest = failed.failure.at_layout
    message = 'a colon ":" is missing at the end of this line' if rest else 'a colon ":" is missing here'
    tail = "what belongs to it stands below, indented" if rest else f'write ":" before "{short(failed.word)}"'
    return Finding(failed.problem("E116", message, at, at, '":" is missing', tail), edit)


def block(failed: FailedLine) -> Finding | None:
    """A colon with nothing below it."""
    if "_INDENT" not in failed.failure.accepts or failed.failure.type == "_INDENT":
        return None
    line = failed.run[-1] if failed.run else None
    if failed.tokens and failed.tokens[-1].text != ":" and failed.above:
        line = failed.above[-1]
    if line is None or not line.tokens:
        return None
    start, end = line.tokens[-1].start, line.tokens[-1].end
    first = line.tokens[0].text
    help = f"write what belongs to it on the lines below, indented by {line.indent + 4} blanks"
    message = "nothing stands below this line" if first[0] == '"' else f'nothing stands below "{short(first)}"'
    return Finding(failed.problem("E117", message, start, end, "an indented block must follow", help))


def colon_missing(failed: FailedLine, at: int) -> Finding:
    message = 'a colon ":" is missing at the end of this line'
    help = "what belongs to it stands below, indented"
    return Finding(failed.problem("E116", message, at, at, '":" is missing', help), Edit(at, at, ":"))
