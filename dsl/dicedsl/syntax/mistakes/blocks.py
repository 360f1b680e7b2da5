"""Colons, and blocks below them."""

from __future__ import annotations

from dicedsl.syntax.mistakes.failed_line import FailedLine, short
from dicedsl.syntax.mistakes.piece import Edit, Finding


def indented(case: FailedLine) -> Finding | None:
    """A line further right than the one above it, where no block begins."""
    if case.failure.type != "_INDENT":
        return None
    above = case.above[-1] if case.above else None
    if above is not None and above.tokens:
        end = above.tokens[-1].end
        edit = Edit(end, end, ":")
        if above.tokens[-1].text != ":" and case.reach(edit) > case.failure.start:
            return _colon(case, edit, end)
    margin_end = case.tokens[0].start if case.tokens else case.failure.end
    help = "start it at the left margin"
    if above is not None:
        help = f"start it after {above.indent} blanks like the line above" if above.indent else help
        if above.tokens[-1].text != ":":
            help += ", or end the line above with a colon if this belongs to it"
    problem = case.problem(
        "E115", "this line is indented, but no block begins above it", case.failure.start, margin_end, help=help
    )
    return Finding(problem)


def colon(case: FailedLine) -> Finding | None:
    """A block, or what follows, without the colon in front of it."""
    if "_COLON" not in case.failure.accepts:
        return None
    at = case.code_end if case.failure.at_layout else case.failure.start
    before = max((t.end for t in case.tokens if t.end <= at), default=at)
    edit = Edit(before, before, ":")
    if case.passes(edit):
        return _colon(case, edit, before)
    if case.failure.accepts == {"_COLON"}:
        return _colon(case, None, before)
    if case.failure.at_layout and case.first in {"must", "always"}:
        problem = case.problem(
            "E116", f'"{case.first}" needs a sentence for the player at its end', before, before,
            'a ":" and a text in quotes are missing here', case.look(),
        )  # fmt: skip
        return Finding(problem)
    return None


def _colon(case: FailedLine, edit: Edit | None, at: int) -> Finding:
    rest = case.failure.at_layout
    message = 'a colon ":" is missing at the end of this line' if rest else 'a colon ":" is missing here'
    tail = "what belongs to it stands below, indented" if rest else f'write ":" before "{short(case.word)}"'
    return Finding(case.problem("E116", message, at, at, '":" is missing', tail), edit)


def block(case: FailedLine) -> Finding | None:
    """A colon with nothing below it."""
    if "_INDENT" not in case.failure.accepts or case.failure.type == "_INDENT":
        return None
    line = case.run[-1] if case.run else None
    if case.tokens and case.tokens[-1].text != ":" and case.above:
        line = case.above[-1]
    if line is None or not line.tokens:
        return None
    start, end = line.tokens[-1].start, line.tokens[-1].end
    first = line.tokens[0].text
    help = f"write what belongs to it on the lines below, indented by {line.indent + 4} blanks"
    message = "nothing stands below this line" if first[0] == '"' else f'nothing stands below "{short(first)}"'
    return Finding(case.problem("E117", message, start, end, "an indented block must follow", help))


def colon_missing(case: FailedLine, at: int) -> Finding:
    message = 'a colon ":" is missing at the end of this line'
    help = "what belongs to it stands below, indented"
    return Finding(case.problem("E116", message, at, at, '":" is missing', help), Edit(at, at, ":"))
