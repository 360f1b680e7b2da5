"""What people say in other words than the language does: how to write it here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from attrs import frozen

V = r"(?:your |their |its )?[A-Za-z0-9-]+"  # a number, or a name of one word
TIMES = {"once": "1", "twice": "2", "thrice": "3"}


@frozen
class Instead:
    """Part of a line, from `start` to `end`, and what to write there."""

    start: int
    end: int
    written: str
    text: str

    @property
    def help(self) -> str:
        return f"write `{self.text}` in place of `{self.written}`"


def _values(said: str) -> str:
    return ", ".join(value for value in re.split(r",\s*(?:or|nor)\s+|,\s*|\s+n?or\s+", said) if value)


_TABLE: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\bincreases? (.+?) by ([^:]+)$", r"add \2 to \1"),
    (r"\b(?:decreases?|reduces?|lowers?) (.+?) by ([^:]+)$", r"take \2 from \1"),
    (r"\bsubtracts? ([^:]+? from )", r"take \1"),
    (r"^(?:if .*: )?((?:your|their|its|the) [^:]+?|[^:]+? of [^:]+?) (?:is|are) now (-?[0-9][^:]*)$", r"set \1 to \2"),
    (r"^repeat (once|twice|thrice):", lambda m: f"repeat {TIMES[m[1]]} times:"),
    (r"\b(roll|move|turn|show) (?:all|each|every|both)(?: of| (?:the )?(?:dice|die) (?:in|of|from|on)) ", r"\1 "),
    (r"\bmove (?:one|a|an|1) die (?:in|of|from|out of) ", "move one of "),
    (r"\bmove ([0-9]+) dice (?:in|of|from|out of) ", r"move \1 of "),
    (r"\bany of\b(?! these)", "some of"),
    (r"\bany ([a-z-]+) (in|is|has|shows?|are|have)\b", r"some \1 \2"),
    (r"^((?:otherwise )?if|only if|whenever|always|repeat until) each ([a-z-]+) ", r"\1 every \2 "),
    (r"\bboth (?:of )?(?:the )?([a-z-]+) (show|are)\b", r"all of \1 \2"),
    (r"\ball (?:the )?same\b", "all alike"),
    (r"\b(shows?|showing) an? ([0-9]+)\b", r"\1 \2"),
    (rf"\b(is|are) (?:either |one of )?({V}(?:(?:,| or|, or) {V})+ or {V})(?=$|[:;,|)]| and )", lambda m: f"{m[1]} in ({_values(m[2])})"),
    (rf"\b(is|are) (?:either |one of )?({V}(?:, {V})*,? or {V})(?=$|[:;,|)]| and )", lambda m: f"{m[1]} in ({_values(m[2])})" if "," in m[2] else f"{m[1]} either {m[2]}"),
    (rf"\b(is|are) one of ({V}(?:, {V})+)(?=$|[:;|)]| and )", lambda m: f"{m[1]} in ({_values(m[2])})"),
    (rf"\b(is|are) neither ({V}(?:,? nor {V}|, {V})* nor {V})(?=$|[:;,|)]| and )", lambda m: f"{m[1]} not in ({_values(m[2])})"),
    (r"\b(?:greater|bigger|larger|higher) than\b", "more than"),
    (r"\b(?:smaller|lower) than\b", "less than"),
    (r"\b(at first [^,]+), (?:secret|hidden|kept secret|not seen)$", r"\1, seen by owner"),
    (r"\bseen by (?:its|their|the|his|her) (?:owner|player)\b", "seen by owner"),
    (r"\bseen only by\b", "seen by"),
    (r"^(if [^:]+?),? then ", r"\1: "),
)  # fmt: skip


@cache
def _patterns() -> list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]:
    """Compiled when something is wrong for the first time."""
    return [(re.compile(pattern), new) for pattern, new in _TABLE]


def instead(line: str) -> Iterator[Instead]:
    """What of a line, without its margin, is said otherwise here."""
    for pattern, new in _patterns():
        for found in pattern.finditer(line):
            text = found.expand(new) if isinstance(new, str) else new(found)
            if text != found[0]:
                yield Instead(found.start(), found.end(), found[0].strip(), text.strip())
