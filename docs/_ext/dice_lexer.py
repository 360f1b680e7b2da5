"""Colours for `.dice` in the manual."""

# mypy: disable-error-code="import-untyped", allow-subclassing-any

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

from dicedsl.syntax.edition_parser import SECOND


class DiceLexer(RegexLexer):
    """A word at the start of a line in the margin opens a part; other words of the grammar are keywords."""

    name = "dice"
    aliases: ClassVar[list[str]] = ["dice"]
    filenames: ClassVar[list[str]] = ["*.dice"]
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String),
            (words(sorted(SECOND.part_words), prefix=r"^", suffix=r"(?![A-Za-z0-9-])"), Keyword.Declaration),
            (words(sorted(SECOND.keywords), suffix=r"(?![A-Za-z0-9-])"), Keyword),
            (r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*", Name),
            (r"[0-9]+", Number),
            (r"[-+*/=|]", Operator),
            (r"[:;,()']", Punctuation),
            (r"\s+", Text),
        ]
    }
