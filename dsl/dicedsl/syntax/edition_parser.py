"""The lark parsers of both editions, each made once, and one reading of a text: a tree, or where and why it failed."""

from __future__ import annotations

import re
import threading
from copy import copy
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import lark
from attrs import define, frozen
from lark import Lark, Token, Tree
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.parsers.lalr_parser_state import ParseConf

from dicedsl.syntax import parser_tables
from dicedsl.syntax.indent import DiceIndenter, IndentationProblem
from dicedsl.syntax.reserved import BEGINNING, JOINING, POINTING

# First edition: words that stand only where no name can, so that names may hold them.
FREE_WORDS = frozenset({"changes", "faces", "library", "use"})
NOTHING_KNOWN = "\0"  # no token begins so
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})

# The indenters keep their state, so there is one reading at a time.
_LOCK = threading.RLock()


class _VisibleSpans:
    """Spans end at the last visible token, not at the newline after it."""

    def __call__(self, node: object) -> bool:
        return not (isinstance(node, Token) and node.type in {"_NL", "_INDENT", "_DEDENT"})

    def __repr__(self) -> str:  # part of lark's cache key
        return "solid"


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


@define(eq=False, slots=False)
class Edition:
    """An edition of the language: its grammar, and the words it knows."""

    number: int
    file: str
    lexer: str

    @cached_property
    def grammar(self) -> str:
        """Asked of the import system itself: `importlib.resources` takes longer to load than to find it."""
        spec = find_spec("dicedsl.grammar")
        assert spec is not None and spec.submodule_search_locations
        return (Path(next(iter(spec.submodule_search_locations))) / self.file).read_text("utf-8")

    @cached_property
    def parser(self) -> Lark:
        options: dict[str, Any] = {
            "parser": "lalr",
            "lexer": self.lexer,
            "start": "start",
            "postlex": DiceIndenter(),
            "propagate_positions": _VisibleSpans(),
            "maybe_placeholders": True,
        }
        made = parser_tables.load_parser(self.grammar, options)
        words = {
            str(t.pattern.value): t.name
            for t in made.terminals
            if isinstance(t.pattern, PatternStr) and t.pattern.value.isalpha()
        }
        if self.number == 1:
            kept = {word: name for word, name in words.items() if word not in FREE_WORDS}
        else:
            kept = {word: words.get(word, "RESERVED") for word in JOINING | POINTING}
        _indenter(made).keywords = kept
        return made

    @cached_property
    def reserved_words(self) -> frozenset[str]:
        """The words that cannot be part of a name (in the first edition `players` can)."""
        return frozenset(_indenter(self.parser).keywords)

    @cached_property
    def spellings(self) -> dict[str, str]:
        """What stands in a text for a terminal: `AT_LEAST` -> `at least`; none for names, numbers and texts."""
        spellings = {}
        for terminal in self.parser.terminals:
            text = str(terminal.pattern.value)
            if not isinstance(terminal.pattern, PatternStr):
                text = _plain(text)
                if not re.fullmatch(r"[a-z0-9 ,;']+", text):
                    continue
            spellings[terminal.name] = text
        return spellings

    @cached_property
    def keywords(self) -> frozenset[str]:
        """Every word that means something to the grammar, also the parts of `at least` and the like."""
        return frozenset(word for text in self.spellings.values() for word in text.split() if word.isalpha())

    @cached_property
    def part_words(self) -> frozenset[str]:
        """The words with which a part of a rulebook, or of a variant, begins."""
        words = set()
        for before in ("", 'game "-"\n', 'game "-"\nvariant "-":\n    '):
            words |= {self.spellings[each].split()[0] for each in self.expected_after(before) if each in self.spellings}
        return frozenset(words)

    def expected_after(self, text: str) -> frozenset[str]:
        """The terminals that may stand next, after a text that breaks off; none if it cannot be read so far."""
        failure = self.failure_of(text + NOTHING_KNOWN, explain=True)
        return failure.accepts if failure is not None and failure.start == len(text) else frozenset()

    @cached_property
    def free_words(self) -> frozenset[str]:
        """The words that mean something by themselves in some places, and are free in names elsewhere."""
        single = {text for text in self.spellings.values() if text.isalpha()}
        return frozenset(single - self.reserved_words - (BEGINNING if self.number > 1 else frozenset()))

    def tree_of(self, text: str) -> Tree[Token]:
        """The tree of a text; lark's errors pass through."""
        with _LOCK:
            return self.parser.parse(text + "\n")

    def failure_of(self, text: str, explain: bool = False) -> Failure | None:
        """Where reading stops, None if the text is fine; with `explain` also what could stand there."""
        with _LOCK:
            made = self.parser
            steps = made.parse_interactive(text + "\n")
            _leave_unbuilt(steps)
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
                accepts = _accepted(steps)
            brackets = _indenter(made).open_brackets
            bracket = brackets[-1].start_pos if brackets else None
            return Failure(min(start, len(text)), min(end, len(text)), kind, accepts, bracket)


FIRST = Edition(1, "first.lark", "basic")
SECOND = Edition(2, "dice.lark", "contextual")


def _leave_unbuilt(steps: InteractiveParser) -> None:
    """Leave unbuilt what is read: where a reading stops is asked often, and what was read until then is not."""
    bare = copy(steps.parser_state.parse_conf)
    bare.callbacks = {}
    steps.parser_state.parse_conf = bare


def _accepted(steps: InteractiveParser) -> frozenset[str]:
    """What may come next, as `accepts` of lark finds it; that copies the reader with all it has read for each terminal there is."""
    state = steps.parser_state
    shown = state.parse_conf.states[state.position]
    return frozenset(t for t in shown if t.isupper() and _goes_on(state.parse_conf, state.state_stack, t))


def _goes_on(conf: ParseConf[Any], stack: list[Any], terminal: str) -> bool:
    """Whether the table shifts a terminal, after whatever it reduces before; at the end of a text, whether that is all of it."""
    table = conf.states
    kept, above = len(stack), list[Any]()  # of the stack only so many are still there, with these on top
    while True:
        entry = table[above[-1] if above else stack[kept - 1]].get(terminal)
        if entry is None:
            return False
        action, rule = entry
        if action is Shift:
            return True
        taken = len(rule.expansion)
        kept -= max(0, taken - len(above))
        del above[max(0, len(above) - taken) :]
        above.append(table[above[-1] if above else stack[kept - 1]][rule.origin.name][1])
        if terminal == "$END" and above[-1] == conf.end_state:
            return True


def _plain(pattern: str) -> str:
    """A pattern as it is written in a text, without what must stand before or after it."""
    text = re.sub(r"^\\\(.*\)\*|^;\?\[ (\\t|\t)\]\*", "", pattern, flags=re.S)
    text = re.sub(r"\(\?[=!].*$", "", text, flags=re.S)
    text = re.sub(r"\(\?:the\[ (?:\\t|\t)\]\+\)\?", "", text)
    text = re.sub(r"\[ (\\t|\t)\]\+", " ", text)
    text = re.sub(r"\[ (\\t|\t)\]\*", " ", text)
    text = re.sub(r"\(\?:([a-z]+)\|[^()]*\)", r"\1", text)
    text = re.sub(r"\(\?:([^()|]*)\|[^()]*\)", r"\1", text).replace("d[0-9]+", "d6")
    return text.replace("\\b", "").replace("s?", "s").removeprefix(", ")


def _indenter(made: Lark) -> DiceIndenter:
    indenter = made.options.postlex
    assert isinstance(indenter, DiceIndenter)
    return indenter


def _place(token: Token, text: str) -> tuple[int, int, str]:
    if token.type == "$END" or token.start_pos is None or token.end_pos is None:
        return len(text), len(text), token.type
    if token.type == "_INDENT":  # borrowed from the newline before it: its line is the one below
        return token.end_pos - len(token), token.end_pos, token.type
    if token.type in LAYOUT:
        return token.start_pos, token.start_pos, token.type
    return token.start_pos, token.end_pos, token.type
