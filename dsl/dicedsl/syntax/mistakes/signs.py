"""Signs of other languages."""

from __future__ import annotations

import re

from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.forms import SYMBOLS
from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Edit, Finding

# first words; `must` of the first edition
CONDITIONAL = frozenset("if only unless must otherwise end whenever always now given".split())
SIGNS = sorted(SYMBOLS, key=len, reverse=True)


def contraction(failed: FailedLine) -> Finding | None:
    """`isn't`: written in full."""
    start = failed.text.rfind(" ", 0, failed.failure.start) + 1
    match = re.match(r"(is|are|does|do|has|have)n't\b", failed.text[start:])
    if match is None:
        return None
    edit = Edit(start, start + match.end(), f"{match[1]} not")
    message = f"`{match[0]}` is written in full"
    return Finding(failed.problem("E111", message, edit.start, edit.end, help=f"write `{edit.text}`"), edit)


def symbol(failed: FailedLine) -> Finding | None:
    """A sign of another language."""
    start = failed.failure.start
    if failed.failure.at_layout:
        return None
    for begin in (start, start - 1):
        for symbol in SIGNS:
            if begin < 0 or not failed.text.startswith(symbol, begin) or begin + len(symbol) <= start:
                continue
            if symbol == "=":
                continue
            if begin < start and len(symbol) < 2:
                continue
            return sign(failed, symbol, begin)
    if failed.failure.type:
        return None
    char = failed.text[start : start + 1]
    shown = char if char.isprintable() and not char.isspace() else f"U+{ord(char or chr(0)):04X}"
    help = "leave it out, or put it in quotes if it is part of a text"
    if char.isalpha():
        help = "names are written with the letters a to z; other letters may stand in texts in quotes"
    return Finding(failed.problem("E111", f'"{shown}" is not part of the language', start, start + 1, help=help))


def _word(text: str, at: int) -> str:
    """The letters from a place on."""
    match = re.match(r"[A-Za-z]*", text[at:])
    return match[0] if match else ""


def sign(failed: FailedLine, symbol: str, begin: int) -> Finding:
    help = SYMBOLS[symbol]
    line = failed.text[failed.tokens[0].start : failed.code_end] if failed.tokens else ""
    left, right = (part.strip() for part in (line.partition(symbol) if symbol in line else (line, "", ""))[::2])
    if symbol == "==" and begin < failed.failure.start:  # the first of the two was right
        help = "write a single `=`"
    plain = (
        bool(re.fullmatch(r"[A-Za-z][\w -]*", left))
        and failed.first not in failed.forms.lines
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
    elif symbol == "=" and failed.edition is SECOND and "has" in (t.text for t in failed.tokens):
        help = f"write `{left}, at first {right}`" if right and len(line) <= 80 else "write `, at first`"
    elif symbol == "=" and failed.first in {"set", "let"}:
        help = f"write `{'to' if failed.first == 'set' else 'be'}` in place of the sign"
    elif symbol == "=" and failed.first in CONDITIONAL:
        help = "write `is`"
    elif symbol == "'" and (
        within := re.search(r"([A-Za-z]+)'([A-Za-z]+)\Z", failed.text[: begin + 1] + _word(failed.text, begin + 1))
    ):
        help = f"a name holds no such sign: write `{within[1]}{within[2]}`, or in quotes if it is a text"
    elif symbol == "'" and (
        owned := re.search(r"([a-z]+s)' ([a-z]+)\Z", failed.text[: begin + 2] + _word(failed.text, begin + 2))
    ):
        help = f"what several have is said with `of`: write `{owned[2]} of {owned[1]}`, or what else of theirs is meant"
    if symbol == ";" and failed.edition is SECOND:
        message = 'after ";" stands `otherwise the player hears "..."`'
        return Finding(
            failed.problem("E111", message, begin, begin + 1, help="write these words, or leave the sign out")
        )
    shown = symbol if symbol.isprintable() and not symbol.isspace() else f"U+{ord(symbol):04X}"
    message = f'"{shown}" cannot stand here' if symbol == "=" else f'"{shown}" is not part of the language'
    return Finding(failed.problem("E111", message, begin, begin + len(symbol), help=help))


def equals(failed: FailedLine) -> Finding | None:
    return sign(failed, "=", failed.failure.start) if failed.word == "=" else None
