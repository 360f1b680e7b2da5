"""Quotes, words and signs that are missing, and those that are too many."""

from __future__ import annotations

from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.mistakes.failed_line import AFTER_ALTERNATIVES, FailedLine, short
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.reserved import ARTICLES, JOINING
from dicedsl.syntax.token_lines import PlainToken

# Tried first where a word is missing, and taken even where many would do.
USUAL = ("_BAR", "_COMMA", "TO", "OF", "IS", "IN", "AS", "BE", "WITH", "FOR", "EACH", "FROM", "BY", "WHEN")


def quote_missing_at_title(failed: FailedLine) -> Finding | None:
    """`game Title`: only a text can follow, so a misspelling is not what is wrong."""
    if failed.failure.accepts != {"STRING"} or failed.failure.at_layout:
        return None
    return quotes(failed)


def quotes(failed: FailedLine) -> Finding | None:
    """A title or sentence without quotes."""
    if "STRING" not in failed.failure.accepts or failed.failure.at_layout or failed.token is None:
        return None
    if failed.word in AFTER_ALTERNATIVES:
        return None
    rest = [t for t in failed.tokens if t.start >= failed.failure.start]
    for count in range(len(rest), 0, -1):
        part = rest[:count]
        if any(t.kind == "text" or t.text in {":", "|", "("} for t in part):
            continue
        start, end = part[0].start, part[-1].end
        if "\n" in failed.text[start:end]:
            continue
        edit = Edit(start, end, f'"{failed.text[start:end]}"')
        if failed.passes(edit):
            return unquoted(failed, start, end)
    return None


def unquoted(failed: FailedLine, start: int, end: int) -> Finding:
    shown, edit = short(failed.text[start:end]), Edit(start, end, f'"{failed.text[start:end]}"')
    message = "titles and sentences stand in quotes"
    return Finding(failed.problem("E125", message, start, end, "quotes are missing here", f'write "{shown}"'), edit)


def missing(failed: FailedLine) -> Finding | None:
    """A word or sign left out in front of the failing place."""
    if failed.failure.at_layout or failed.token is None:
        return None
    before = next((t for t in reversed(failed.tokens) if t.end <= failed.token.start), None)
    start = failed.token.start
    if before is None:
        return None
    words = failed.edition.spellings
    edits = []
    for name in sorted(
        failed.failure.accepts & set(words), key=lambda n: (USUAL.index(n) if n in USUAL else len(USUAL), n)
    ):
        if name in {
            "_LPAR",
            "_RPAR",
            "_EQ",
            "NO",
            "PLUS",
            "MINUS",
            "STAR",
            "SLASH",
            "_COLON",
            "_ANY_NUMBER_OF",
            "_ONE_OR_MORE_OF",
            "_ONE_OF",
        }:
            continue
        edit = Edit(before.end, start, f" {words[name]} ")
        if failed.passes(edit):
            edits.append((name, edit))
    if not edits or (len(edits) > 3 and edits[0][0] not in USUAL):
        return None
    name, edit = edits[0]
    if name == "TO" and not before.kind == failed.token.kind == "number":  # a range is of numbers
        name, edit = next((each for each in edits if each[0] == "IS"), edits[0])
    meant = words[name]
    glue = "" if meant == "," else " "
    plain = before.kind != "sign" and failed.token.kind != "sign"
    shown = f"{short(before.text)}{glue}{meant} {short(failed.word)}"
    help = f"write `{shown}`" if plain else failed.look()
    message = f'"{meant}" is missing before "{short(failed.word)}"'
    problem = failed.problem("E123", message, label=f'"{meant}" is missing', help=help)
    return Finding(problem, edit)


def surplus(failed: FailedLine) -> Finding | None:
    token = failed.token
    if token is None or token.kind == "text" or failed.failure.at_layout:
        return None
    if token.kind == "word" and failed.edition is SECOND and token.text not in failed.edition.keywords:
        return None  # a word of the author's own is meant
    at = failed.tokens.index(token)
    is_double = at > 0 and failed.tokens[at - 1].text == token.text
    joins = failed.edition is SECOND and token.text in JOINING - {"and", "is", "are"}
    if _between_words(failed, token) or (joins and not is_double):
        return None  # without it something else would be meant
    edit = Edit(token.start, token.end, " " * len(token.text))
    if not failed.passes(edit):
        return None
    message = f'"{short(token.text)}" is not needed here'
    return Finding(failed.problem("E124", message, help=failed.look("leave it out")), edit)


def _between_words(failed: FailedLine, token: PlainToken) -> bool:
    """Whether it joins words that may be one name, which would be broken without it."""
    at = failed.tokens.index(token)
    if failed.edition is not SECOND or token.text not in JOINING or at == 0 or at + 1 == len(failed.tokens):
        return False
    after = failed.tokens[at + 1]
    return failed.in_a_name(failed.tokens[at - 1]) and (failed.in_a_name(after) or after.text in ARTICLES)
