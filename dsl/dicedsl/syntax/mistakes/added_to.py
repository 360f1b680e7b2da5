"""What a variant cannot add to, or names otherwise: `add to whenever ...:`, `add to rule raid at a shelf:`."""

from __future__ import annotations

import re

from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Finding
from dicedsl.syntax.reserved import STEP_WORDS

_ADDED = re.compile(r"add[ \t]+to[ \t]+(?:the[ \t]+start[ \t]+of[ \t]+)?")
_JOINTS = "at|for|towards|against|behind|along"
_GIVEN = re.compile(rf"(?:[ ](?:{_JOINTS}))?[ ](?:an?|the)[ ](?!.*[ ](?:an?|the)[ ]).*$|[ ](?:{_JOINTS})[ ].*$")
OF_A_CHOICE = frozenset({"if", "otherwise", "allowed", "odds"})  # what stands below alternatives
_BESIDE = re.compile(r'(?:in ([^,]+), )?add beside "[^"]*":')
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


def added_beside(failed: FailedLine) -> Finding | None:
    """Something else than an alternative below `add beside "stop":`."""
    if failed.edition.number == 1 or failed.first not in OF_A_CHOICE | STEP_WORDS:
        return None
    indent = failed.run[0].indent
    above = next((line for line in reversed(failed.above) if line.indent < indent), None)
    said = "" if above is None else failed.text[above.tokens[0].start : above.tokens[-1].end]
    match = _BESIDE.fullmatch(" ".join(said.split()))
    if match is None:
        return None
    message = "only alternatives stand below `add beside`, each with its name in quotes"
    line = " ".join(failed.text[failed.tokens[0].start : failed.code_end].split())
    help = 'give it a name in front, such as `"pass": end turn`'
    if failed.first in OF_A_CHOICE:
        part = f"`replace {match[1]}:`" if match[1] else "`replace` and the part that asks"
        what = f"{line.partition(':')[0]}:" if ":" in line else failed.first
        help = f'write such as `"pass": end turn`, which is always open; for `{what}` write {part}, and below it all its steps with the whole choice'
    return failed.said("E114", message, failed.tokens[0].start, failed.tokens[0].end, help=help)


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
