"""States that stand behind a noun as if they were a part of it, `others in the lead`, and several that `and` joins."""

from __future__ import annotations

import re

from dicedsl.built_in import NOUNS
from dicedsl.syntax.declared_names import STATES
from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.plurals import plural_of, singular_of
from dicedsl.syntax.reserved import ARTICLES
from dicedsl.syntax.token_lines import JOINT


def unsaid_state(failed: FailedLine) -> Finding | None:
    """A state that is not said of something with `is` or `are`."""
    if failed.edition.number == 1 or failed.token is None:
        return None
    words = [token.text for token in failed.tokens]
    for state in sorted(_states(failed), key=len, reverse=True):
        parts = state.split()
        for at in range(1, len(words) - len(parts) + 1):
            if words[at : at + len(parts)] == parts and failed.in_a_name(failed.tokens[at - 1]):
                finding = _said_of(failed, state, at, at + len(parts))
                if finding is not None:
                    return finding
    return None


def _said_of(failed: FailedLine, state: str, at: int, end: int) -> Finding | None:
    """With what comes before it, in the way that lets reading go on."""
    first = at
    while first and (failed.in_a_name(failed.tokens[first - 1]) or failed.tokens[first - 1].text in ARTICLES):
        first -= 1
    subject = "they" if _is_of_players(failed, state) else "it"
    that = "who" if subject == "they" else "that"
    stop = failed.tokens[end - 1].end
    for begin in range(first, at):
        start = failed.tokens[begin].start
        noun = " ".join(failed.text[start : failed.tokens[at - 1].end].split())
        before = " ".join(token.text for token in failed.tokens[max(0, begin - 2) : begin])
        if before == "for each":
            said = f"{noun} where {subject} {'are' if subject == 'they' else 'is'} {state}"
        elif re.fullmatch(r"(?:an?|some|no) .+", noun) and before in {"there is", "there are"}:
            start = failed.tokens[begin - 2].start
            article, _, noun = noun.partition(" ")
            said = f"{'no' if article == 'no' else 'some'} {noun} is {state}"
        elif singular_of(noun) == noun and noun not in NOUNS:
            said = f"first of {plural_of(noun)} {that} are {state}"
        else:
            said = f"{noun} {that} are {state}"
        edit = Edit(start, stop, said.replace(state, state.replace(" ", JOINT)))
        if failed.reach(edit) > max(failed.failure.start, stop):
            message = f'"{state}" is said of something with `is` or `are`'
            return Finding(failed.problem("E123", message, start, stop, help=f"write `{said}`"), edit)
    return None


def joined_clauses(failed: FailedLine) -> Finding | None:
    """`S that are taken and beside the mill`: each has a clause of its own."""
    if failed.edition.number == 1 or failed.token is None:
        return None
    words = [token.text for token in failed.tokens]
    at = failed.tokens.index(failed.token)
    at -= at > 0 and words[at - 1] == "and"
    if words[at] != "and":
        return None
    clause = next(
        (i for i in range(at - 2, 0, -1) if words[i] in {"that", "who"} and words[i + 1] in {"is", "are"}), None
    )
    if clause is None or at + 1 == len(words):
        return None
    said = f"{words[clause]} are"
    stop = failed.tokens[at + 1].start if words[at + 1] not in {"are", "is"} else failed.tokens[at + 1].end + 1
    rest = failed.text[stop : failed.line_end]
    state = next((state for state in sorted(_states(failed), key=len, reverse=True) if rest.startswith(state)), "")
    edit = Edit(failed.tokens[at].start, stop + len(state), f"{said} {state.replace(' ', JOINT)}")
    if not failed.passes(edit):
        return None
    shown = state or words[at + 1 + (words[at + 1] in {"are", "is"})]
    message = f"what else is said of the same stands behind a `{words[clause]} are` of its own"
    return Finding(
        failed.problem(
            "E123",
            message,
            failed.tokens[at].start,
            failed.tokens[at].end,
            help=f"write `{said} {shown}` in place of `and {shown}`",
        ),
        edit,
    )


def _states(failed: FailedLine) -> list[str]:
    return [name for name in failed.names if name.split(" ")[0] in STATES]


def _is_of_players(failed: FailedLine, state: str) -> bool:
    spaced = r"[ \t]+".join(map(re.escape, state.split()))
    return re.search(rf"\bplayer(?:[ \t]+[A-Za-z]+)?[ \t]+is[ \t]+{spaced}\b", failed.piece.source.text) is not None
