"""What is said of a line when no repair is found."""

from __future__ import annotations

import re

from attrs import evolve

from dicedsl.syntax.edition_parser import SECOND, Edition
from dicedsl.syntax.forms import in_signs
from dicedsl.syntax.mistakes.failed_line import AFTER_ALTERNATIVES, IN_A_NAME, FailedLine, quoted, short
from dicedsl.syntax.mistakes.piece import Finding
from dicedsl.syntax.token_lines import PlainToken

PREPOSITIONS = frozenset("on at by beside behind between from with without towards".split())
CALLED = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block below",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
}
VALUE = frozenset({"INT", "NAME", "YOUR", "YOU", "_LPAR"})
AFTER_VALUE = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "MOD", "SHOWING", "ON", "AT"})
MOST_EXPECTED = 6


STEPS = "a step is `roll S`, `move S to Z`, `add E to x`, `set x to E`, `if C:`, `for each player:`, `choose:`, or the name of a rule and what it is given"
ROW = "a line of a table is a condition or a value, a bar, and what holds then: `their total is 3 | 1`"
VERBS = frozenset({"is", "are", "not", "neither", "nor", "either", "no", "longer"})


def otherwise(failed: FailedLine) -> Finding:
    """Plainly what is wrong, and how such lines are written."""
    finding = _plainly(failed) if failed.edition is SECOND else None
    if finding is not None:
        return finding
    finding = _otherwise(failed)
    if finding.problem.help:
        return finding
    return evolve(finding, problem=evolve(finding.problem, help=_form(failed)))


def _form(failed: FailedLine) -> str:
    """How a line is written that begins with no word that tells."""
    if "|" in (token.text for token in failed.tokens):
        return ROW
    return STEPS if _is_step(failed) else "look how such a line is written in the manual, or in `dicedsl words`"


def _is_step(failed: FailedLine) -> bool:
    return bool(failed.run) and failed.run[0].indent > 0 and failed.section not in failed.forms.lines_of


def _plainly(failed: FailedLine) -> Finding | None:
    """What is often meant where nothing can be read."""
    words = [token.text for token in failed.tokens]
    token = failed.token
    if token is None or not words:
        return None
    at = failed.tokens.index(token)
    before = words[at - 1] if at else ""
    if words[0] == "each" and _is_step(failed):
        help = "write `for each player:`, and below it, indented, what each of them does"
        return failed.said(
            "E114", "no step begins with `each`", failed.tokens[0].start, failed.tokens[0].end, help=help
        )
    if before in VERBS and token.text in PREPOSITIONS and failed.section != "to":
        help = f"explain it under `words:`, such as `a player is {token.text} top when ...`, or ask `is in` for what lies or belongs somewhere"
        return failed.said("E114", f"what is said with `{token.text}` is known only if it is explained", help=help)
    return None


def _otherwise(failed: FailedLine) -> Finding:
    accepts = failed.failure.accepts
    label = expected(accepts, failed.edition)
    if failed.failure.at_layout:
        end = failed.code_end if failed.failure.type != "_INDENT" else failed.failure.start
        return Finding(failed.problem("E118", "this line ends too early", end, end, label, failed.look()))
    if failed.word in {"game", "library"} and failed.token is failed.tokens[0] and failed.run[0].indent == 0:
        help = "a file holds one rulebook: keep one title, as the first line"
        return Finding(failed.problem("E114", "the title stands only once, and before everything else", help=help))
    if failed.word in AFTER_ALTERNATIVES:
        help = "move it below the last alternative"
        return Finding(failed.problem("E114", f'"{failed.word}" stands after the alternatives', help=help))
    if failed.word == "otherwise" and failed.token is failed.tokens[0]:
        help = "`otherwise:` follows the lines of an `if`, and starts below the `if`"
        return Finding(failed.problem("E114", '"otherwise" has no "if" above it', help=help))
    if failed.word.startswith('"') and accepts == {"_DEDENT"}:
        help = "move it above `allowed` and `if nothing fits:`"
        return Finding(failed.problem("E114", "alternatives stand before all other lines of a choice", help=help))
    if failed.word == "if" and failed.token is not failed.tokens[0]:
        return Finding(failed.problem("E114", "a value has no `if` behind it", help=_by_cases(failed)))
    word = short(failed.word or failed.text[failed.failure.start : failed.failure.end])
    if failed.token is not None and failed.tokens and failed.token is failed.tokens[0] and failed.run[0].indent == 0:
        help = f"at the left margin stand the parts of a rulebook: {failed.forms.parts}"
        if failed.word in failed.forms.lines or failed.word.startswith('"'):
            help = "steps stand inside a part such as `turn:`, indented by 4 blanks"
        return Finding(failed.problem("E114", f"{quoted(word)} does not start a part of a rulebook", help=help))
    return Finding(failed.problem("E114", f"{quoted(word)} cannot stand here", label=label, help=failed.look()))


def _by_cases(failed: FailedLine) -> str:
    """How to write a value that is another one in another case."""
    line = failed.text[failed.tokens[0].start : failed.code_end]
    match = re.fullmatch(r"(.+?)\s(?:is|are)\s+(.+?)\s+if\s+(.+?)(?:,?\s*(?:otherwise|else)\s+(.+))?", line, re.DOTALL)
    if failed.first in failed.forms.lines or match is None:
        return "write `if ...:` before the step, and `otherwise:` below it for the other case"
    head, value, condition, other = (short(" ".join((part or "0").split()), 60) for part in match.groups())
    return f"write a table, a line for each case: `{head}, by the first line that fits:`, and below it, indented, `{condition} | {value}` and `otherwise | {other}`"


def wanted(failed: FailedLine, what: str, token: PlainToken) -> Finding:
    form = f"a line with `{failed.first}` looks like {in_signs(failed.forms.lines[failed.first])}"
    message = f'"{short(token.text)}" cannot stand here'
    return Finding(failed.problem("E114", message, token.start, token.end, f"expected {what}", form))


def expected(accepts: frozenset[str], edition: Edition) -> str:
    """`expected ...` in a few words; nothing where there is too much to say."""
    names = set(accepts)
    parts: list[str] = []
    if VALUE <= names:
        parts.append("a value")
        names &= {"_COLON", "_COMMA", "_RPAR", "_BAR", "STRING"}
    elif AFTER_VALUE & names:
        names -= AFTER_VALUE | IN_A_NAME
        names -= {"AND", "OR", "IS", "HAS"} if "_COLON" in names or "TO" in names else set()
    elif "NAME" in names:
        names -= IN_A_NAME - {"NAME"}
    called = {CALLED.get(name) or f'"{edition.spellings.get(name, name.lower())}"' for name in names}
    parts += sorted(called, key=lambda text: (text.startswith('"'), text))
    if not parts or len(parts) > MOST_EXPECTED:
        return "expected a value" if VALUE <= accepts else ""
    return f"expected {parts[0]}" if len(parts) == 1 else f"expected {', '.join(parts[:-1])} or {parts[-1]}"
