"""Words and signs are the same, tried one by one or matched by one pattern."""

from __future__ import annotations

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

from dicedsl.syntax import lazy_lexers, parser_tables

GRAMMAR = r"""
start: (pair | sum)+
pair: "pair" NAME NAME ";"
sum: "sum" NUMBER ("of" NUMBER)* ";"
NAME: /[a-z]+(?:-[a-z]+)*/
NUMBER: /[0-9]+/
COMMENT: /#[^\n]*/
%ignore COMMENT
%ignore /\s+/
"""
OPTIONS = {"parser": "lalr", "lexer": "contextual", "start": "start"}
TEXTS = [
    "pair a b; sum 1 of 2;",
    "pair sum of; pair pairs sums; # all of it\nsum 12 of 3 of 45;",
    "sum 1 of of;",
    "pair a 1;",
    "sum 1 ? 2;",
    "pair a b",
    "",
]


def read(parser: Lark, text: str) -> object:
    """The tree, or where it went wrong and what was expected there."""
    try:
        return parser.parse(text)
    except UnexpectedInput as error:
        expected = getattr(error, "expected", None) or getattr(error, "allowed", None)
        return type(error).__name__, error.line, error.column, frozenset(expected or ())


@pytest.mark.parametrize("often", [1, 3, 1000])
@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_read_as_by_lark_itself(text: str, often: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lazy_lexers, "MATCHES_BEFORE_FULL_PATTERN", often)
    plain = Lark(GRAMMAR, **OPTIONS)
    ours = parser_tables.unpack_tables(parser_tables.pack_tables(plain, {}), {})

    assert isinstance(ours.parser.lexer, lazy_lexers.LazyContextualLexer)
    for _ in range(3):
        assert read(ours, text) == read(plain, text)


def test_patterns_of_all_are_made_only_where_they_are_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def build(self: object, terminals: list[object], size: int) -> list[object]:
        made.append(size)
        return []

    monkeypatch.setattr(lazy_lexers.LazyScanner, "_build_mres", build)
    monkeypatch.setattr(lazy_lexers, "MATCHES_BEFORE_FULL_PATTERN", 10_000)
    plain = Lark(GRAMMAR, **OPTIONS)
    parser_tables.unpack_tables(parser_tables.pack_tables(plain, {}), {}).parse(TEXTS[1])

    assert not made
