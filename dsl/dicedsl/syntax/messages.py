"""What to say about text that the grammar does not know, in the words of rulebooks."""

from __future__ import annotations

import difflib
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from dicedsl.errors import Label, Problem
from dicedsl.source import Source, Span

# What a terminal is called when we tell people what was expected.
CALLED = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block below",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "_COLON": '":"',
    "_COMMA": '","',
    "_EQ": '"="',
    "_BAR": '"|"',
    "_LPAR": '"("',
    "_RPAR": '")"',
    "AT_LEAST": '"at least"',
    "AT_MOST": '"at most"',
    "MORE_THAN": '"more than"',
    "LESS_THAN": '"less than"',
    "AT_ONCE": '"at once"',
    "ALL_HOLD": '"all of these hold"',
    "ANY_HOLDS": '"any of these holds"',
    "NOTHING_FITS": '"if nothing fits"',
    "IN_TURN_FROM": '"in turn from"',
    "SEEN_BY": '"seen by"',
    "SEEN_FROM": '"seen from"',
}
VALUE = {"INT", "NAME", "YOUR", "YOU", "_LPAR"}
OPERATORS = {"PLUS", "MINUS", "STAR", "SLASH", "MOD", "SHOWING", "ON", "AT"}
SYMBOLS = {
    "==": "write `is`",
    "!=": "write `is not`",
    "<>": "write `is not`",
    "<=": "write `is at most`",
    ">=": "write `is at least`",
    "<": "write `is less than`",
    ">": "write `is more than`",
    "+=": "write `add 1 to x`",
    "-=": "write `take 1 from x`",
    "=": "write `is` in a condition, `set x to ...` in a step",
    "[": "lists and sets are written with words or ( )",
    "{": "lists and sets are written with words or ( )",
    "&": "write `and`",
    "%": "write `mod`",
    ";": "write one step a line",
    "'": 'texts stand in double quotes: "..."',
    "\u201c": 'texts stand in straight quotes: "..."',
    "\u201d": 'texts stand in straight quotes: "..."',
    "!": "write `not`",
    ".": "sentences have no full stop here",
    "\u2019": "write `total of p`, without an apostrophe",
}


def unexpected_token(source: Source, error: UnexpectedToken, brackets: list[Token], reserved: frozenset[str]) -> Problem:
    token = error.token
    accepts = set(error.accepts or error.expected)
    start = min(token.start_pos if token.start_pos is not None else len(source.text), len(source.text))
    span = Span(source, start, _end(source, token, start))
    also: tuple[Label, ...] = ()
    if brackets and token.type != "_RPAR":
        bracket = brackets[-1]
        also = (Label(Span(source, bracket.start_pos or 0, bracket.end_pos or 0), "this bracket is still open"),)
    word = str(token)
    if token.type in {"$END", "_NL", "_DEDENT", "_INDENT"}:
        return _at_line_end(source, token, accepts, span, also)
    if word == "=" and not {"_EQ"} & accepts:
        return Problem("E111", '"=" cannot stand here', span, help=SYMBOLS["="], also=also)
    typo = _typo(word, accepts, error)
    if typo:
        return Problem("E112", f'"{word}" is not known here; did you mean "{typo}"?', span, label="not known here", also=also)
    before = _typo_before(source, error, accepts, reserved)
    if before is not None:
        return before
    if word in reserved and "NAME" in accepts:
        return Problem(
            "E113", f'"{word}" is a word of the language and cannot be part of a name', span, label="reserved", also=also,
            help="choose another word for the name, such as a longer one",
        )  # fmt: skip
    return Problem("E114", f'"{_short(word)}" cannot stand here', span, label=expected(accepts), also=also)


def _end(source: Source, token: Token, start: int) -> int:
    if token.type in {"$END", "_NL", "_DEDENT", "_INDENT"}:
        return min(start + 1, len(source.text))
    return min(token.end_pos if token.end_pos is not None else start + 1, len(source.text))


def _short(word: str) -> str:
    return word if len(word) <= 30 else word[:27] + "..."


def _at_line_end(source: Source, token: Token, accepts: set[str], span: Span, also: tuple[Label, ...]) -> Problem:
    if token.type == "_INDENT":
        return Problem("E115", "this line is indented, but no block begins above it", span, also=also, help="a block follows a line that ends with a colon")
    what = "the file ends here" if token.type == "$END" else "the block ends here" if token.type == "_DEDENT" else "the line ends here"
    if "_COLON" in accepts and not accepts & VALUE:
        return Problem("E116", f'{what}, but a ":" is expected', span, label='":" expected', also=also)
    if "_INDENT" in accepts and token.type != "_INDENT":
        return Problem("E117", f"{what}, but an indented block is expected", span, also=also)
    return Problem("E118", f"{what} too early", span, label=expected(accepts), also=also)


def expected(accepts: set[str]) -> str:
    """`expected ...` in a few words, or nothing where there is too much to say."""
    names = set(accepts)
    parts: list[str] = []
    if VALUE <= names:
        parts.append("a value")
        names = {x for x in names if x in {"_NL", "_COLON", "_COMMA", "_RPAR", "_BAR"}}
    elif OPERATORS & names:
        names -= OPERATORS
    words = sorted(CALLED.get(x, f'"{x.lower()}"') for x in names if not x.startswith("__"))
    parts += words
    if not parts or len(parts) > 5:
        return "expected something else" if not VALUE <= accepts else "expected a value"
    if len(parts) == 1:
        return f"expected {parts[0]}"
    return f"expected {', '.join(parts[:-1])} or {parts[-1]}"


def _keywords(accepts: set[str], error: Any) -> list[str]:
    words = []
    for name in accepts:
        if name.isupper() and name.isalpha() and name not in {"NAME", "INT", "STRING", "_COLON", "_COMMA", "_EQ", "_BAR", "_LPAR", "_RPAR", "PLUS", "MINUS", "STAR", "SLASH"}:
            words.append(name.lower())
    return words


def _typo(word: str, accepts: set[str], error: Any) -> str | None:
    close = difflib.get_close_matches(word.lower(), _keywords(accepts, error), n=1, cutoff=0.6)
    return close[0] if close and close[0] != word else None


# The word before the failing token may be the misspelt one: `rol pair` fails at `pair`.
def _typo_before(source: Source, error: UnexpectedToken, accepts: set[str], reserved: frozenset[str]) -> Problem | None:
    start = error.token.start_pos or 0
    line_start = source.text.rfind("\n", 0, start) + 1
    margin = source.text[line_start:start]
    words = margin.split()
    if not words:
        return None
    for word in reversed(words[-4:]):
        bare = word.strip('(),:|"')
        if not bare.isalpha() or bare in reserved:
            continue
        close = difflib.get_close_matches(bare.lower(), sorted(reserved), n=1, cutoff=0.74)
        if close:
            at = line_start + margin.rfind(bare)
            return Problem(
                "E112", f'"{bare}" is not known here; did you mean "{close[0]}"?', Span(source, at, at + len(bare)), label="not known here"
            )  # fmt: skip
    return None


def unexpected_characters(source: Source, error: UnexpectedCharacters) -> Problem:
    start = min(error.pos_in_stream, len(source.text))
    for symbol in sorted(SYMBOLS, key=len, reverse=True):
        if source.text.startswith(symbol, start):
            return Problem("E111", f'"{symbol}" is not part of the language', Span(source, start, start + len(symbol)), help=SYMBOLS[symbol])
    char = source.text[start : start + 1]
    if char == '"':
        return Problem("E119", "this text has no closing quote on its line", Span(source, start, start + 1))
    shown = char if char.isprintable() else f"U+{ord(char):04X}" if char else "the end"
    return Problem("E111", f'"{shown}" is not part of the language', Span(source, start, start + 1))
