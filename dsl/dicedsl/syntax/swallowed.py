"""Clauses that would be taken for a part of a name, each with what to write: they are told where the name is given.

In `one of others as suspect of one of courts as guess` all behind the first `as` would be one name, and `wine in each goblet: 1 die`
would be one place called so, not one of each goblet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dicedsl.syntax.token_lines import JOINT
from dicedsl.syntax.word_heads import WordHead

_AMOUNT = r"(?:one|any[ ]number|one[ ]or[ ]more|[0-9]+(?:[ ]to[ ][0-9]+)?)"
_PICKS = re.compile(
    rf'^[ ]*(?:replace[ ]+)?"+[ ][^:\n"]*?[ ]as[ ](?P<all>(?P<name>[a-z][a-z-]*(?:[ ][a-z-]+){{0,2}}?)[ ](?:of|and|for|at|on|in|by)[ ](?P<next>{_AMOUNT}[ ]of[ ][^:\n"]*[ ]as[ ][^:\n"]*))',
    re.MULTILINE,
)
_ZONE = re.compile(
    r"^[ ]+(?:replace[ ]+)?(?P<all>(?P<name>[a-z][a-z -]*?)[ ](?P<joint>in|on|at|by|for|with)[ ]each[ ](?P<kind>[a-z][a-z-]*)):[ ]*(?:no|[0-9]+)[ ][^\n]*\b(?:die|dice)\b",
    re.MULTILINE,
)


def swallowed(text: str) -> Iterator[WordHead]:
    """What is told of a text in which no quoted text and no remark is read."""
    text = text.replace(JOINT, " ").replace("\t", " ")
    for match in _PICKS.finditer(text):
        help = f"write `{match['name']}, {match['next'].rstrip()}`"
        span = match.start("all"), match.start("all") + len(match["all"].rstrip())
        yield WordHead(
            "between two things that are picked stands a comma", "a comma is missing", help, span, code="E123"
        )
    for match in _ZONE.finditer(text):
        name, joint, kind = match["name"], match["joint"], match["kind"]
        message = f"what each {kind} has of its own is said with `of`"
        of_one = re.compile(rf"\b{re.escape(name)} {joint} (?!each\b)")
        uses = tuple(use.span() for use in of_one.finditer(text))
        help = f"write `{name} of each {kind}`, and `{name} of` where it is spoken of"
        yield WordHead(message, "one place for all of them", help, match.span("all"), uses, code="E113")
