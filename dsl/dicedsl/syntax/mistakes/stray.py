"""Lines about choices and branches that stand where nothing can be chosen, or lack what makes them whole."""

from __future__ import annotations

from itertools import pairwise

from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Finding
from dicedsl.syntax.token_lines import Line

OFFERING = frozenset({"choose", "choice", "attempt"})
BELOW = "put it below an alternative of a choice, or write `if ...:` for what happens only sometimes"
WITH_BLOCKS = frozenset({"if", "for", "repeat", "choose", "attempt", "in"})  # steps that hold others
FEW = {"some": "one or more of", "any": "any number of"}


def stray(case: FailedLine) -> Finding | None:
    """The first of these that is wrong with the line."""
    if case.edition.number == 1:
        return _must(case)
    for look in (_without_sentence, _condition, _otherwise, _amount, _hears, _behind_colon):
        found = look(case)
        if found is not None:
            return found
    return None


def _must(case: FailedLine) -> Finding | None:
    """A condition of the first edition where there is nothing to choose."""
    if case.first != "must" or case.token is None or case.token.start != case.tokens[0].start:
        return None
    return case.said("E114", "`must` belongs to an alternative of a choice", help=BELOW)


def _words(case: FailedLine) -> list[str]:
    return [token.text for token in case.tokens]


def _is_condition(case: FailedLine) -> bool:
    words = _words(case)
    here = any(pair == ("only", "if") for pair in pairwise(words))
    return here and words[0] in {"only", "unless", "if"}


def _head(case: FailedLine) -> Line | None:
    """The line whose block this one stands in."""
    inside = case.run[0].indent if case.run else 0
    return next((line for line in reversed(case.above) if line.tokens and line.indent < inside), None)


def _without_sentence(case: FailedLine) -> Finding | None:
    """`only if C` and nothing that the player would hear."""
    if (
        not (_is_condition(case) or case.first == "always")
        or "hears" in _words(case)
        or case.failure.start < case.code_end
    ):
        return None
    what = "always" if case.first == "always" else "only if"
    return case.said(
        "E118", f"`{what}` needs a sentence for the player at its end", case.code_end, case.code_end,
        "expected `; otherwise the player hears` and a text in quotes", case.look(),
    )  # fmt: skip


def _condition(case: FailedLine) -> Finding | None:
    """A condition where there is nothing to choose."""
    head = _head(case)
    if not _is_condition(case) or head is None:
        return None
    words = [token.text for token in head.tokens]
    if words[0] in OFFERING or any(word.startswith('"') for word in words):
        return None
    start = case.tokens[0].start
    return case.said("E114", "`only if` belongs to an alternative of a choice", start, case.tokens[0].end, help=BELOW)


def _otherwise(case: FailedLine) -> Finding | None:
    """`otherwise:` without an `if`."""
    words = _words(case)
    if words[:1] != ["otherwise"] or words[1:2] not in ([":"], ["if"]):
        return None
    inside = case.run[0].indent
    before = next((line for line in reversed(case.above) if line.tokens and line.indent <= inside), None)
    if before is not None and before.indent == inside and before.words[0] in {"if", "otherwise"}:
        return None
    help = "write it right below the lines of an `if`, as far to the left as that"
    start = case.tokens[0].start
    return case.said("E114", "there is no `if` right above this `otherwise`", start, case.tokens[0].end, help=help)


def _amount(case: FailedLine) -> Finding | None:
    """`"keep" some of cup as kept`."""
    token, words = case.token, _words(case)
    if token is None or token.text not in FEW or not case.first.startswith('"') or "as" not in words:
        return None
    new = FEW[token.text]
    return case.said("E111", f"`{token.text} of` does not say how many", token.start, token.end, help=f"write `{new}`")


def _hears(case: FailedLine) -> Finding | None:
    """`Anna may not choose "x": "No."`."""
    words = _words(case)
    if case.word != ":" or "may" not in words or "not" not in words:
        return None
    return case.said("E111", "a colon does not say who hears the sentence", help='write `and hears "..."`')


def _behind_colon(case: FailedLine) -> Finding | None:
    """`for each player: if ...: ...`: behind a colon stands one plain step."""
    for before, token in pairwise(case.tokens):
        if before.text == ":" and token.text in WITH_BLOCKS and token.start <= case.failure.start:
            help = "end the line behind the colon, and write the rest on the lines below it, indented by 4 more blanks"
            return case.said(
                "E114",
                f"`{token.text}` needs a line of its own",
                token.start,
                token.end,
                "a new line begins here",
                help,
            )
    return None
