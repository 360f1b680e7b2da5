"""Quotes, words and signs that are missing, and those that are too many."""

from __future__ import annotations

from dicedsl.syntax.mistakes.failed_line import AFTER_ALTERNATIVES, FailedLine, short
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.reading import SECOND
from dicedsl.syntax.reserved import ARTICLES, JOINING
from dicedsl.syntax.token_lines import PlainToken

# Tried first where a word is missing, and taken even where many would do.
USUAL = ("_BAR", "_COMMA", "TO", "OF", "IS", "IN", "AS", "BE", "WITH", "FOR", "EACH", "FROM", "BY", "WHEN")


def quote_missing_at_title(case: FailedLine) -> Finding | None:
    """`game Title`: only a text can follow, so a misspelling is not what is wrong."""
    if case.failure.accepts != {"STRING"} or case.failure.at_layout:
        return None
    return quotes(case)


def quotes(case: FailedLine) -> Finding | None:
    """A title or sentence without quotes."""
    if "STRING" not in case.failure.accepts or case.failure.at_layout or case.token is None:
        return None
    if case.word in AFTER_ALTERNATIVES:
        return None
    rest = [t for t in case.tokens if t.start >= case.failure.start]
    for count in range(len(rest), 0, -1):
        part = rest[:count]
        if any(t.kind == "text" or t.text in {":", "|", "("} for t in part):
            continue
        start, end = part[0].start, part[-1].end
        if "\n" in case.text[start:end]:
            continue
        edit = Edit(start, end, f'"{case.text[start:end]}"')
        if case.passes(edit):
            return unquoted(case, start, end)
    return None


def unquoted(case: FailedLine, start: int, end: int) -> Finding:
    shown, edit = short(case.text[start:end]), Edit(start, end, f'"{case.text[start:end]}"')
    message = "titles and sentences stand in quotes"
    return Finding(case.problem("E125", message, start, end, "quotes are missing here", f'write "{shown}"'), edit)


def missing(case: FailedLine) -> Finding | None:
    """A word or sign left out in front of the failing place."""
    if case.failure.at_layout or case.token is None:
        return None
    before = next((t for t in reversed(case.tokens) if t.end <= case.token.start), None)
    start = case.token.start
    if before is None:
        return None
    words = case.edition.spellings
    found = []
    for name in sorted(
        case.failure.accepts & set(words), key=lambda n: (USUAL.index(n) if n in USUAL else len(USUAL), n)
    ):
        if name in {"_LPAR", "_RPAR", "_EQ", "NO", "PLUS", "MINUS", "STAR", "SLASH", "_COLON"}:
            continue
        edit = Edit(before.end, start, f" {words[name]} ")
        if case.passes(edit):
            found.append((name, edit))
    if not found or (len(found) > 3 and found[0][0] not in USUAL):
        return None
    name, edit = found[0]
    if name == "TO" and not before.kind == case.token.kind == "number":  # a range is of numbers
        name, edit = next((each for each in found if each[0] == "IS"), found[0])
    meant = words[name]
    glue = "" if meant == "," else " "
    plain = before.kind != "sign" and case.token.kind != "sign"
    shown = f"{short(before.text)}{glue}{meant} {short(case.word)}"
    help = f"write `{shown}`" if plain else case.look()
    message = f'"{meant}" is missing before "{short(case.word)}"'
    problem = case.problem("E123", message, label=f'"{meant}" is missing', help=help)
    return Finding(problem, edit)


def surplus(case: FailedLine) -> Finding | None:
    token = case.token
    if token is None or token.kind == "text" or case.failure.at_layout:
        return None
    if _between_words(case, token):
        return None
    edit = Edit(token.start, token.end, " " * len(token.text))
    if not case.passes(edit):
        return None
    message = f'"{short(token.text)}" is not needed here'
    return Finding(case.problem("E124", message, help=case.look("leave it out")), edit)


def _between_words(case: FailedLine, token: PlainToken) -> bool:
    """Whether it joins words that may be one name, which would be broken without it."""
    at = case.tokens.index(token)
    if case.edition is not SECOND or token.text not in JOINING or at == 0 or at + 1 == len(case.tokens):
        return False
    after = case.tokens[at + 1]
    return case.in_a_name(case.tokens[at - 1]) and (case.in_a_name(after) or after.text in ARTICLES)
