"""Indentation as tokens, with errors that know where they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lark import Token
from lark.indenter import Indenter

from dicedsl.syntax.token_lines import JOINT


class IndentationProblem(Exception):
    """A line whose depth fits no block around it, or a tab in the margin."""

    def __init__(self, code: str, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end


class DiceIndenter(Indenter):
    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8
    OPEN_PAREN_types = ["_LPAR", "GROUPS_OF", "_GROUPS_OF", "_LINES_OF"]  # noqa: RUF012  (declared so by lark)
    CLOSE_PAREN_types = ["_RPAR"]  # noqa: RUF012
    # NAME is always lexed, so that a keyword never matches the front of a longer word.
    always_accept = ("_NL", "NAME")

    def __init__(self) -> None:
        super().__init__()
        # Reserved word -> its terminal. The lexer takes a keyword for a NAME wherever the keyword is not expected;
        # here it becomes a keyword again, so that it is refused as a part of a name.
        self.keywords: Mapping[str, str] = {}
        self.open_brackets: list[Token] = []
        # The head line of a table that starts with "|" may stand further right than the rows below it.
        self._loose = False

    def handle_NL(self, token: Token) -> Iterator[Token]:
        if self.paren_level > 0:
            return
        yield token
        margin = token.rsplit("\n", 1)[1]
        end = token.end_pos or 0
        start = end - len(margin)
        if "\t" in margin:
            raise IndentationProblem("E102", TABS, start, end)
        indent = len(margin)
        if self._loose:
            self._loose = False
            if indent > self.indent_level[-2]:
                self.indent_level[-1] = indent
                return
        if indent > self.indent_level[-1]:
            self.indent_level.append(indent)
            yield Token.new_borrow_pos(self.INDENT_type, margin, token)
            return
        while indent < self.indent_level[-1]:
            self.indent_level.pop()
            yield Token.new_borrow_pos(self.DEDENT_type, margin, token)
        if indent != self.indent_level[-1]:
            raise IndentationProblem("E101", misplaced(indent, self.indent_level), start, end)

    def _process(self, stream: Iterator[Token]) -> Iterator[Token]:
        self.open_brackets = []
        self._loose = False
        before = ""
        for token in super()._process(self._guarded(stream)):  # type: ignore[no-untyped-call]
            if token.type == "_BAR" and before == "_INDENT":
                self._loose = True
            before = token.type
            yield token

    def _guarded(self, stream: Iterator[Token]) -> Iterator[Token]:
        for token in stream:
            if token.type == "NAME" and token in self.keywords:
                token = token.update(type=self.keywords[token])
            elif token.type == "NAME" and JOINT in token:
                token = token.update(value=" ".join(token.split()))
            elif token.type in self.OPEN_PAREN_types:
                self.open_brackets.append(token)
            elif token.type == "_RPAR" and self.open_brackets:
                self.open_brackets.pop()
            yield token


TABS = "indent with blanks, not with tabs"


def misplaced(indent: int, levels: list[int]) -> str:
    """The sentence about a line that stands at none of the `levels` of the blocks around it."""
    shown = [str(level) for level in levels[-4:]]
    places = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
    return f"this line starts after {indent} blank{'s' * (indent != 1)}; the blocks around it start after {places}"
