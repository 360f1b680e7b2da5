"""Signs of other languages."""

from __future__ import annotations

import re

from dicedsl.syntax.forms import SYMBOLS
from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Finding
from dicedsl.syntax.reading import SECOND

CONDITIONAL = frozenset(
    "if only unless must otherwise end whenever always now given".split()
)  # first words; `must` of the first edition
SIGNS = sorted(SYMBOLS, key=len, reverse=True)


def symbol(case: FailedLine) -> Finding | None:
    """A sign of another language."""
    start = case.failure.start
    if case.failure.at_layout:
        return None
    for begin in (start, start - 1):
        for symbol in SIGNS:
            if begin < 0 or not case.text.startswith(symbol, begin) or begin + len(symbol) <= start:
                continue
            if symbol == "=":
                continue
            if begin < start and len(symbol) < 2:
                continue
            return sign(case, symbol, begin)
    if case.failure.type:
        return None
    char = case.text[start : start + 1]
    shown = char if char.isprintable() and not char.isspace() else f"U+{ord(char or chr(0)):04X}"
    help = "leave it out, or put it in quotes if it is part of a text"
    if char.isalpha():
        help = "names are written with the letters a to z; other letters may stand in texts in quotes"
    return Finding(case.problem("E111", f'"{shown}" is not part of the language', start, start + 1, help=help))


def _word(text: str, at: int) -> str:
    """The letters from a place on."""
    found = re.match(r"[A-Za-z]*", text[at:])
    return found[0] if found else ""


def sign(case: FailedLine, symbol: str, begin: int) -> Finding:
    help = SYMBOLS[symbol]
    line = case.text[case.tokens[0].start : case.code_end] if case.tokens else ""
    left, right = (part.strip() for part in (line.partition(symbol) if symbol in line else (line, "", ""))[::2])
    if symbol == "==" and begin < case.failure.start:  # the first of the two was right
        help = "write a single `=`"
    plain = (
        bool(re.fullmatch(r"[A-Za-z][\w -]*", left))
        and case.first not in case.forms.lines
        and ":" not in right
        and right
    )
    if plain and len(left) + len(right) <= 60:
        if symbol == "+=":
            help = f"write `add {right} to {left}`"
        elif symbol == "-=":
            help = f"write `take {right} from {left}`"
        elif symbol in {"=", ":="}:
            help = f"write `set {left} to {right}`, or `let {left} be {right}` for a new name"
    elif symbol == "=" and case.edition is SECOND and "has" in (t.text for t in case.tokens):
        help = f"write `{left}, at first {right}`" if right and len(line) <= 80 else "write `, at first`"
    elif symbol == "=" and case.first in {"set", "let"}:
        help = f"write `{'to' if case.first == 'set' else 'be'}` in place of the sign"
    elif symbol == "=" and case.first in CONDITIONAL:
        help = "write `is`"
    elif symbol == "'" and (
        within := re.search(r"([A-Za-z]+)'([A-Za-z]+)\Z", case.text[: begin + 1] + _word(case.text, begin + 1))
    ):
        help = f"a name holds no such sign: write `{within[1]}{within[2]}`, or in quotes if it is a text"
    if symbol == ";" and case.edition is SECOND:
        message = 'after ";" stands `otherwise the player hears "..."`'
        return Finding(case.problem("E111", message, begin, begin + 1, help="write these words, or leave the sign out"))
    shown = symbol if symbol.isprintable() and not symbol.isspace() else f"U+{ord(symbol):04X}"
    message = f'"{shown}" cannot stand here' if symbol == "=" else f'"{shown}" is not part of the language'
    return Finding(case.problem("E111", message, begin, begin + len(symbol), help=help))


def equals(case: FailedLine) -> Finding | None:
    return sign(case, "=", case.failure.start) if case.word == "=" else None
