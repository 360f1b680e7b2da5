"""What a variant cannot add to, or names otherwise: `add to whenever ...:`, `add to rule raid at a shelf:`."""

from __future__ import annotations

import re

from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Finding

_ADDED = re.compile(r"add[ \t]+to[ \t]+(?:the[ \t]+start[ \t]+of[ \t]+)?")
_JOINTS = "at|for|towards|against|behind|along"
_GIVEN = re.compile(rf"(?:[ ](?:{_JOINTS}))?[ ](?:an?|the)[ ](?!.*[ ](?:an?|the)[ ]).*$|[ ](?:{_JOINTS})[ ].*$")
_CALLED = {
    "whenever": "a standing rule",
    "end": "an end",
    "always": "what always holds",
    "at": "what is done at a moment",
}


def added_to(failed: FailedLine) -> Finding | None:
    """Of another part that steps are added to: what to write in place of the line."""
    if failed.edition.number == 1 or failed.first != "add" or not failed.run:
        return None
    start = failed.tokens[0].start
    line = " ".join(failed.text[start : failed.code_end].split())
    match = _ADDED.match(line)
    if match is None or not (line.endswith(":") or failed.word == ":"):
        return None
    target = line[match.end() :].partition(":")[0].strip()
    first = target.split(" ")[0]
    message, instead = "", ""
    if first in _CALLED:
        message = f"nothing can be added to {_CALLED[first]}"
        instead = _instead(failed, first, target)
    elif first == "rule" or _is_rule(failed, target):
        name = _GIVEN.sub("", target.removeprefix("rule ").partition(",")[0])
        message = "a rule that is added to is named as `rule` and its name, without what it is given"
        instead = f"write `{match[0]}rule {name}:`" if _is_rule(failed, name) else ""
    if not instead:
        return None
    return failed.said("E114", message, start, failed.code_end, help=instead)


def _instead(failed: FailedLine, first: str, target: str) -> str:
    if first == "at":
        return f"write `{target}:` and what comes to it; what is done at that moment already stays"
    if first == "always":
        return 'write a further `always ...; otherwise the player hears "..."`, which holds as well'
    head = re.search(rf"^{re.escape(target)}[^\n]*:", failed.piece.source.text, re.MULTILINE)
    return f"write `replace {head[0] if head else target + ':'}` and all its steps below, those that stay as well"


def _is_rule(failed: FailedLine, name: str) -> bool:
    """Whether a rule is called so."""
    spaced = r"[ \t]+".join(map(re.escape, name.split(" ")))
    head = rf"^rule[ \t]+{spaced}(?:[ \t]*:|[ \t]+(?:an?|the|{_JOINTS})[ \t])"
    return re.search(head, failed.piece.source.text, re.MULTILINE) is not None
