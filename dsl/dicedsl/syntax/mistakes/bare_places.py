"""What is worked out behind a preposition and lacks its brackets: `your men at pot + 1`, `ladder at count of cup`."""

from __future__ import annotations

import re

from dicedsl.builtins import ALIASES, ATTRIBUTES, FOLDS
from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.reserved import ARTICLES
from dicedsl.syntax.token_lines import Tok

PREPOSITIONS = frozenset("at for towards against behind along".split())
SIGNS = frozenset("+-*/")
# Where such a value ends.
ENDS = frozenset("is are and or to from as where has have when by with in be wins win show shows except".split())


def bare_place(case: FailedLine) -> Finding | None:
    """Brackets that let reading go on past the line, round what follows the last preposition."""
    if case.edition.number == 1 or case.token is None or case.failure.at_layout:
        return None
    at = case.tokens.index(case.token)
    before = next((i for i in range(at - 1, 0, -1) if case.tokens[i].text in PREPOSITIONS), None)
    if before is None or before + 1 == at or not _is_worked_out(case, case.tokens[before + 1 : at + 1]):
        return None
    last = at
    while last + 1 < len(case.tokens) and not _ends(case.tokens[last + 1]):
        last += 1
    start = case.tokens[before + 1].start
    for end in range(last, at, -1):
        stop = case.tokens[end].end
        said = case.text[start:stop]
        edit = Edit(start, stop, f"({said})")
        if "\n" not in said and said.count("(") == said.count(")") and case.passes(edit):
            word = case.tokens[before].text
            problem = case.problem(
                "E123", f"what is worked out behind `{word}` stands in brackets", start, stop, "brackets are missing",
                f"write `{word} ({' '.join(said.split())})`",
            )  # fmt: skip
            return Finding(problem, edit)
    return None


def _ends(token: Tok) -> bool:
    return token.text in ENDS or token.text in {",", ":", ";", "|", ")"} or token.kind == "text"


def _is_worked_out(case: FailedLine, tokens: list[Tok]) -> bool:
    """Whether a value is meant and no name: there is a sign in it, or what is asked for is known to be asked of something."""
    words = [token.text for token in tokens]
    if SIGNS & set(words):
        return True
    if words[-1] != "of":
        return False
    asked = " ".join(words[1:-1] if words[0] in ARTICLES else words[:-1])
    if asked in FOLDS or asked in ATTRIBUTES or asked in ALIASES:
        return True
    name = r"[ \t]+".join(map(re.escape, asked.split()))
    article = r"(?:(?:an?|the)[ \t]+)?"
    declared = rf"^[ \t]*(?:{article}{name}[ \t]+of[ \t]|each[ \t][^\n]*\bhas[ \t]+{article}{name}\b)"
    return bool(asked) and re.search(declared, case.piece.source.text, re.MULTILINE) is not None
