"""Reading words and signs one after the other, without compiling large patterns for texts that are soon read.

Wherever a text stands, a few words and signs are expected, and lark compiles a pattern of them all for each such place.
That takes longer than reading a short text. So what is expected is tried one by one, each with a pattern of its own
that all places share, until a place has been come to so often that the pattern of all is worth its time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from copy import copy
from functools import cache, cached_property
from typing import Any

from attrs import frozen
from lark import Token
from lark.common import LexerConf
from lark.lexer import AbstractBasicLexer, BasicLexer, ContextualLexer, Pattern, PatternStr, Scanner, TerminalDef

MATCHES_BEFORE_FULL_PATTERN = 2_000  # matches after which a pattern of all is made

Match = Callable[[str, int, int], Any]


class LazyScanner(Scanner):
    """A scanner of lark that compiles its pattern when it is worth it."""

    def __init__(self, terminals: list[TerminalDef], flags: int, re_: Any, use_bytes: bool) -> None:
        self.terminals = terminals
        self.g_regex_flags = flags
        self.re_ = re_
        self.use_bytes = use_bytes
        self.allowed_types = {t.name for t in terminals}
        self._each = [(t.name, *_tried(t.pattern, flags)) for t in terminals]
        self._left = MATCHES_BEFORE_FULL_PATTERN
        self._mres: list[Any] = []

    def match(self, text: Any, pos: int) -> tuple[str, str] | None:
        if not self._left:
            return super().match(text, pos)  # type: ignore[no-any-return]
        self._left -= 1
        if not self._left:
            self._mres = self._build_mres(self.terminals, len(self.terminals))  # type: ignore[no-untyped-call]
        whole, end = text.text, text.end
        for name, word, pattern in self._each:
            if not whole.startswith(word, pos, end):
                continue
            if pattern is None:
                return word, name
            match = _match(self.re_, pattern, self.g_regex_flags)(whole, pos, end)
            if match:
                return match.group(0), name
        return None


def _tried(pattern: Pattern, flags: int) -> tuple[str, str | None]:
    """A plain word, or what a pattern begins with and the pattern: few of them are ever met, and only those are compiled."""
    if isinstance(pattern, PatternStr) and not pattern.flags and not flags:
        return pattern.value, None
    said = pattern.to_regexp()
    return "" if flags else beginning(said), said


@cache
def beginning(pattern: str) -> str:
    """Letters or a comma that all begins with that a pattern matches; none if that is not plain to see."""
    match = re.match(r"(?:[A-Za-z]+|,)(?![?*{|])", pattern)
    if match is None:
        return ""
    depth = 0
    for sign in re.findall(r"\\.|\[\^?\]?[^]]*\]|[()|]", pattern, re.DOTALL):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "|" and not depth:
            return ""
    return match[0]


@cache
def _match(re_: Any, pattern: str, flags: int) -> Match:
    match: Match = re_.compile(pattern, flags).match
    return match


@cache
def _is_whole(re_: Any, pattern: str, flags: int, text: str) -> bool:
    """Whether a pattern matches all of a text."""
    if not flags and not text.startswith(beginning(pattern)):
        return False
    match = _match(re_, pattern, flags)(text, 0, len(text))
    return bool(match) and match.group(0) == text


@frozen
class KeywordCallback:
    """A word that a pattern matches as well is that word."""

    names: dict[str, str]

    def __call__(self, token: Token) -> Token:
        token.type = self.names.get(token.value, token.type)
        return token


class LazyLexer(BasicLexer):
    """A lexer of lark with such scanners; which words a pattern matches is looked up."""

    def _build_scanner(self) -> Scanner:
        words = [t for t in self.terminals if isinstance(t.pattern, PatternStr)]
        if self.user_callbacks or any(t.pattern.flags for t in words):
            return super()._build_scanner()
        self.callback, matched = {}, set[str]()
        for terminal in self.terminals:
            if isinstance(terminal.pattern, PatternStr):
                continue
            pattern = terminal.pattern.to_regexp()
            names = {
                word.pattern.value: word.name
                for word in words
                if word.priority == terminal.priority
                and _is_whole(self.re, pattern, self.g_regex_flags, word.pattern.value)
            }
            if names:
                self.callback[terminal.name] = KeywordCallback(names)
                matched.update(names.values())
        others = [t for t in self.terminals if t.name not in matched]
        return LazyScanner(others, self.g_regex_flags, self.re, self.use_bytes)


class LexersByState(dict[int, AbstractBasicLexer]):
    """The lexer of each state of the parser, made when the state is first come to; states that expect the same share one."""

    def __init__(self, conf: LexerConf, states: Mapping[int, Collection[str]], always: Collection[str]) -> None:
        super().__init__()
        self._conf, self._states, self._always = conf, states, {*always, *conf.ignore}
        self._made: dict[frozenset[str], LazyLexer] = {}

    def __missing__(self, state: int) -> AbstractBasicLexer:
        accepts = frozenset(self._states[state])
        if accepts not in self._made:
            conf, by_name = copy(self._conf), self._conf.terminals_by_name
            conf.terminals = [by_name[name] for name in accepts | self._always if name in by_name]
            self._made[accepts] = LazyLexer(conf)
        self[state] = self._made[accepts]
        return self[state]


class LazyContextualLexer(ContextualLexer):
    """The lexer of lark that knows what is expected, with such lexers for each state."""

    def __init__(
        self, conf: LexerConf, states: Mapping[int, Collection[str]], always_accept: Collection[str] = ()
    ) -> None:
        self._conf = conf
        self.lexers = LexersByState(conf, states, always_accept)

    @cached_property
    def root_lexer(self) -> LazyLexer:  # type: ignore[override]
        """All that there is, for what is not expected."""
        return LazyLexer(self._conf)
