"""Lines about choices and branches that stand where nothing can be chosen, or lack what makes them whole."""

from __future__ import annotations

from itertools import pairwise

from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.token_lines import Line
from dicedsl.syntax.word_heads import PARTICIPLE

OFFERING = frozenset({"choose", "choice", "attempt"})
BELOW = "put it below an alternative of a choice, or write `if ...:` for what happens only sometimes"
WITH_BLOCKS = frozenset({"if", "for", "repeat", "choose", "attempt", "in"})  # steps that hold others
ONE_MORE = frozenset({"if", "for"})  # those that may stand behind a colon, with one step behind their own
QUANTIFIER_MEANINGS = {"some": "one or more of", "any": "any number of"}


def stray(failed: FailedLine) -> Finding | None:
    """The first of these that is wrong with the line."""
    if failed.edition.number == 1:
        return _must(failed)
    for look in (
        _without_sentence,
        _condition,
        _otherwise,
        _amount,
        _shown_to,
        _has_done,
        _distance,
        _hears,
        _behind_colon,
    ):
        finding = look(failed)
        if finding is not None:
            return finding
    return None


def _must(failed: FailedLine) -> Finding | None:
    """A condition of the first edition where there is nothing to choose."""
    if failed.first != "must" or failed.token is None or failed.token.start != failed.tokens[0].start:
        return None
    return failed.said("E114", "`must` belongs to an alternative of a choice", help=BELOW)


def _words(failed: FailedLine) -> list[str]:
    return [token.text for token in failed.tokens]


def _is_condition(failed: FailedLine) -> bool:
    words = _words(failed)
    here = any(pair == ("only", "if") for pair in pairwise(words))
    return here and words[0] in {"only", "unless", "if"}


def _head(failed: FailedLine) -> Line | None:
    """The line whose block this one stands in."""
    inside = failed.run[0].indent if failed.run else 0
    return next((line for line in reversed(failed.above) if line.tokens and line.indent < inside), None)


def _without_sentence(failed: FailedLine) -> Finding | None:
    """`only if C` and nothing that the player would hear."""
    if (
        not (_is_condition(failed) or failed.first == "always")
        or "hears" in _words(failed)
        or failed.failure.start < failed.code_end
    ):
        return None
    what = "always" if failed.first == "always" else "only if"
    return failed.said(
        "E118", f"`{what}` needs a sentence for the player at its end", failed.code_end, failed.code_end,
        "expected `; otherwise the player hears` and a text in quotes", failed.look(),
    )  # fmt: skip


def _condition(failed: FailedLine) -> Finding | None:
    """A condition where there is nothing to choose."""
    head = _head(failed)
    if not _is_condition(failed) or head is None:
        return None
    words = [token.text for token in head.tokens]
    if words[0] in OFFERING or any(word.startswith('"') for word in words):
        return None
    start = failed.tokens[0].start
    return failed.said(
        "E114", "`only if` belongs to an alternative of a choice", start, failed.tokens[0].end, help=BELOW
    )


def _otherwise(failed: FailedLine) -> Finding | None:
    """`otherwise:` without an `if`."""
    words = _words(failed)
    if words[:1] != ["otherwise"] or words[1:2] not in ([":"], ["if"]):
        return None
    inside = failed.run[0].indent
    before = next((line for line in reversed(failed.above) if line.tokens and line.indent <= inside), None)
    if before is not None and before.indent == inside and before.words[0] in {"if", "otherwise"}:
        return None
    help = "write it right below the lines of an `if`, as far to the left as that"
    start = failed.tokens[0].start
    return failed.said("E114", "there is no `if` right above this `otherwise`", start, failed.tokens[0].end, help=help)


def _amount(failed: FailedLine) -> Finding | None:
    """`"keep" some of cup as kept`."""
    token, words = failed.token, _words(failed)
    if token is not None and token.text == "up" and failed.first.startswith('"'):
        return _up_to(failed)
    if (
        token is not None
        and failed.tokens[-1] is not token
        and failed.tokens[failed.tokens.index(token) + 1].text != "of"
    ):
        return None
    if token is None or token.text not in QUANTIFIER_MEANINGS or not failed.first.startswith('"') or "as" not in words:
        return None
    new = QUANTIFIER_MEANINGS[token.text]
    return failed.said(
        "E111", f"`{token.text} of` does not say how many", token.start, token.end, help=f"write `{new}`"
    )


def _up_to(failed: FailedLine) -> Finding | None:
    """`"put by" up to 2 of stall as kept`."""
    at = failed.tokens.index(failed.token) if failed.token is not None else 0
    to, number = failed.tokens[at + 1 : at + 3] if len(failed.tokens) > at + 2 else (None, None)
    if to is None or number is None or to.text != "to":
        return None
    start, end = failed.tokens[at].start, number.end
    edit = Edit(start, end, f"1 to {number.text}")
    if not failed.passes(edit):
        return None
    help = f"write `1 to {number.text}`, or `0 to {number.text}` if it may be none"
    problem = failed.problem("E111", f"`up to {number.text}` does not say how many at least", start, end, help=help)
    return Finding(problem, edit)


def _shown_to(failed: FailedLine) -> Finding | None:
    """`show hand to p`: what dice show is shown to all."""
    if failed.first != "show" or failed.word != "to" or failed.token is None:
        return None
    help = "leave out who sees it; what only one player may see is `seen by` that player where it is declared, such as `hand of each player: 2 dice, seen by owner`, and where it is picked, `as x seen by you`"
    return failed.said("E114", "`show` shows dice to everybody", failed.token.start, failed.code_end, help=help)


def _has_done(failed: FailedLine) -> Finding | None:
    """`you have not sent a spy`: what somebody has done is remembered."""
    words = _words(failed)
    if failed.word not in {"has", "have"} or failed.token is None:
        return None
    behind = [word for word in words[failed.tokens.index(failed.token) + 1 :] if word not in {"not", "already", "just"}]
    if not behind or not (PARTICIPLE.search(behind[0])) or behind[0] in {"seen", "one", "ten"}:
        return None
    help = (
        f"remember it below `to keep track:`, as in `each player is {behind[0]}, at first no, each turn`;"
        f" `you are now {behind[0]}` says that it is so, and `you are {behind[0]}` asks for it"
    )
    return failed.said("E114", "what somebody has done is known only if it is remembered", help=help)


def _distance(failed: FailedLine) -> Finding | None:
    """`distance from it`: no such word is known."""
    words = _words(failed)
    at = next(
        (i for i, word in enumerate(words[:-1]) if word == "distance" and words[i + 1] in {"from", "to", "between"}),
        None,
    )
    if at is None or failed.token is None or failed.token is not failed.tokens[at + 1]:
        return None
    help = "`count of the line from p to q - 1` is how far p is from q along a straight line, and `q is beside p` says that they are neighbours"
    return failed.said(
        "E114",
        "how far it is from one place to another is said with a line",
        failed.tokens[at].start,
        failed.token.end,
        help=help,
    )


def _hears(failed: FailedLine) -> Finding | None:
    """`Anna may not choose "x": "No."`."""
    words = _words(failed)
    if failed.word != ":" or "may" not in words or "not" not in words:
        return None
    return failed.said("E111", "a colon does not say who hears the sentence", help='write `and hears "..."`')


def _behind_colon(failed: FailedLine) -> Finding | None:
    """`for each player: if ...: if ...: ...`: behind a colon stands one plain step, or a loop or an `if` with one."""
    help = "end the line behind the colon, and write the rest on the lines below it, indented by 4 more blanks"
    behind = [
        token for before, token in pairwise(failed.tokens) if before.text == ":" and token.start <= failed.failure.start
    ]
    if failed.first in OFFERING and behind and behind[0].kind == "text" and failed.tokens[-1].text == ":":
        name = behind[0]
        message = f"{name.text} has lines below it, so it needs a line of its own"
        return failed.said("E114", message, name.start, name.end, "a new line begins here", help)
    for number, token in enumerate(behind):
        if number == 0 and token.text in ONE_MORE and failed.edition.number == 2:
            continue
        if token.text in WITH_BLOCKS:
            message = f"`{token.text}` needs a line of its own"
            return failed.said("E114", message, token.start, token.end, "a new line begins here", help)
    return None
