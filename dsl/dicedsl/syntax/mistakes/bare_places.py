"""What is worked out behind a preposition and lacks its brackets: `your men at pot + 1`, `ladder at count of cup`."""

from __future__ import annotations

import re

from dicedsl.built_in import ATTRIBUTE_ALIASES, ATTRIBUTES, FOLDS
from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.reserved import ARTICLES
from dicedsl.syntax.token_lines import PlainToken

PREPOSITIONS = frozenset("at for towards against behind along".split())
SIGNS = frozenset("+-*/")
# Where such a value ends.
ENDS = frozenset("is are and or to from as where has have when by with in be wins win show shows except".split())


def bare_place(failed: FailedLine) -> Finding | None:
    """Brackets that let reading go on past the line, round what follows the last preposition."""
    if failed.edition.number == 1 or failed.token is None or failed.failure.at_layout:
        return None
    at = failed.tokens.index(failed.token)
    before = next((i for i in range(at - 1, 0, -1) if failed.tokens[i].text in PREPOSITIONS), None)
    if before is None or before + 1 == at or not _is_worked_out(failed, failed.tokens[before + 1 : at + 1]):
        return None
    last = at
    while last + 1 < len(failed.tokens) and not _ends(failed.tokens[last + 1]):
        last += 1
    start = failed.tokens[before + 1].start
    for end in range(last, at, -1):
        stop = failed.tokens[end].end
        said = failed.text[start:stop]
        edit = Edit(start, stop, f"({said})")
        if "\n" not in said and said.count("(") == said.count(")") and failed.passes(edit):
            word = failed.tokens[before].text
            problem = failed.problem(
                "E123", f"what is worked out behind `{word}` stands in brackets", start, stop, "brackets are missing",
                f"write `{word} ({' '.join(said.split())})`",
            )  # fmt: skip
            return Finding(problem, edit)
    return None


def _ends(token: PlainToken) -> bool:
    return token.text in ENDS or token.text in {",", ":", ";", "|", ")"} or token.kind == "text"


def _is_worked_out(failed: FailedLine, tokens: list[PlainToken]) -> bool:
    """Whether a value is meant and no name: there is a sign in it, or what is asked for is known to be asked of something."""
    words = [token.text for token in tokens]
    if SIGNS & set(words):
        return True
    if words[-1] != "of":
        return False
    asked = " ".join(words[1:-1] if words[0] in ARTICLES else words[:-1])
    if asked in FOLDS or asked in ATTRIBUTES or asked in ATTRIBUTE_ALIASES:
        return True
    name = r"[ \t]+".join(map(re.escape, asked.split()))
    article = r"(?:(?:an?|the)[ \t]+)?"
    declared = rf"^[ \t]*(?:{article}{name}[ \t]+of[ \t]|each[ \t][^\n]*\bhas[ \t]+{article}{name}\b)"
    return bool(asked) and re.search(declared, failed.piece.source.text, re.MULTILINE) is not None
