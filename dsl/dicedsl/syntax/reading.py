"""The lark parser, made once, and one reading of a text with it: a tree, or where and why it failed."""

from __future__ import annotations

import hashlib
import re
import threading
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import lark
from attrs import frozen
from lark import Lark, Token, Tree
from lark.lexer import PatternStr

from dicedsl.syntax.indent import DiceIndenter, IndentationProblem

# Words that stand only where no name can: names may hold them.
FREE_WORDS = frozenset({"changes", "faces", "library", "use"})
NOTHING_KNOWN = "\0"  # no token begins so
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})

# The indenter keeps its state, so there is one reading at a time.
_LOCK = threading.RLock()


class _Solid:
    """Spans end at the last visible token, not at the newline after it."""

    def __call__(self, node: object) -> bool:
        return not (isinstance(node, Token) and node.type in {"_NL", "_INDENT", "_DEDENT"})

    def __repr__(self) -> str:  # part of lark's cache key
        return "solid"


def grammar_text() -> str:
    return files("dicedsl.grammar").joinpath("dice.lark").read_text("utf-8")


def _cache_path(grammar: str) -> str | bool:
    from platformdirs import user_cache_path

    key = hashlib.sha256((grammar + lark.__version__).encode()).hexdigest()[:16]
    try:
        folder = user_cache_path("dicedsl")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return str(Path(folder) / f"grammar-{key}.lark")


@cache
def parser() -> Lark:
    grammar = grammar_text()
    indenter = DiceIndenter()
    options: dict[str, Any] = {
        "parser": "lalr",
        "lexer": "basic",
        "start": "start",
        "postlex": indenter,
        "propagate_positions": _Solid(),
        "maybe_placeholders": True,
    }
    try:
        made = Lark(grammar, cache=_cache_path(grammar), **options)
    except Exception:  # a damaged cache file must never stop the program
        made = Lark(grammar, **options)
    _indenter(made).keywords = {
        str(t.pattern.value): t.name
        for t in made.terminals
        if isinstance(t.pattern, PatternStr) and t.pattern.value.isalpha() and t.pattern.value not in FREE_WORDS
    }
    return made


def _indenter(made: Lark) -> DiceIndenter:
    indenter = made.options.postlex
    assert isinstance(indenter, DiceIndenter)
    return indenter


@cache
def reserved_words() -> frozenset[str]:
    """The words that cannot be part of a name (`players` can)."""
    return frozenset(_indenter(parser()).keywords)


@cache
def spellings() -> dict[str, str]:
    """What stands in a text for a terminal: `AT_LEAST` -> `at least`; none for names, numbers and texts."""
    found = {}
    for terminal in parser().terminals:
        text = str(terminal.pattern.value)
        if not isinstance(terminal.pattern, PatternStr):
            # Without what must stand before or after it.
            text = re.sub(r"^\(\?<=.*?\)|\(\?.*?\)+$|^\\\(.*\)\*|^,\[ (\\t|\t)\]\*", "", text, flags=re.S)
            text = re.sub(r"\[ (\\t|\t)\]\+", " ", text).replace("\\b", "").replace("s?", "s")
            if not re.fullmatch(r"[a-z ]+", text):
                continue
        found[terminal.name] = text
    return found


@cache
def keywords() -> frozenset[str]:
    """Every word that means something to the grammar, also the parts of `at least` and the like."""
    return frozenset(word for text in spellings().values() for word in text.split() if word.isalpha())


@cache
def part_words() -> frozenset[str]:
    """The words with which a part of a rulebook, or of a variant, begins."""
    found = set()
    for before in ("", 'game "-"\n', 'game "-"\nvariant "-":\n    '):
        found |= {spellings()[each].split()[0] for each in expected_after(before) if each in spellings()}
    return frozenset(found)


@frozen
class Failure:
    """Where reading stopped. `start` and `end` are offsets in the text that was read."""

    start: int
    end: int
    type: str = ""
    accepts: frozenset[str] = frozenset()
    bracket: int | None = None
    code: str = ""
    message: str = ""

    @property
    def at_layout(self) -> bool:
        return self.type in LAYOUT


def tree_of(text: str) -> Tree[Token]:
    """The tree of a text; lark's errors pass through."""
    with _LOCK:
        return parser().parse(text + "\n")


def failure_of(text: str, explain: bool = False) -> Failure | None:
    """Where reading stops, None if the text is fine; with `explain` also what could stand there."""
    with _LOCK:
        made = parser()
        steps = made.parse_interactive(text + "\n")
        try:
            for _ in steps.iter_parse():
                pass
            steps.feed_eof()  # type: ignore[no-untyped-call]
            return None
        except IndentationProblem as error:
            return Failure(error.start, error.end, code=error.code, message=error.message)
        except lark.exceptions.UnexpectedToken as error:
            start, end, kind = _place(error.token, text)
        except lark.exceptions.UnexpectedCharacters as error:
            start = int(error.pos_in_stream or 0)
            end, kind = start + 1, ""
        accepts: frozenset[str] = frozenset()
        if explain:
            accepts = frozenset(steps.accepts())  # type: ignore[no-untyped-call]
        brackets = _indenter(made).open_brackets
        bracket = brackets[-1].start_pos if brackets else None
        return Failure(min(start, len(text)), min(end, len(text)), kind, accepts, bracket)


def expected_after(text: str) -> frozenset[str]:
    """The terminals that may stand next, after a text that breaks off; none if it cannot be read so far."""
    failure = failure_of(text + NOTHING_KNOWN, explain=True)
    return failure.accepts if failure is not None and failure.start == len(text) else frozenset()


def _place(token: Token, text: str) -> tuple[int, int, str]:
    if token.type == "$END" or token.start_pos is None or token.end_pos is None:
        return len(text), len(text), token.type
    if token.type == "_INDENT":  # borrowed from the newline before it: its line is the one below
        return token.end_pos - len(token), token.end_pos, token.type
    if token.type in LAYOUT:
        return token.start_pos, token.start_pos, token.type
    return token.start_pos, token.end_pos, token.type
