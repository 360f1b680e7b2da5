"""Indentation as tokens, with errors that know where they are."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.indenter import Indenter


class IndentationProblem(Exception):
    """A line whose depth fits no block around it, or a tab in the margin."""

    def __init__(self, token: Token, message: str, offset: int, code: str) -> None:
        super().__init__(message)
        self.token = token
        self.message = message
        self.offset = offset
        self.code = code


class DiceIndenter(Indenter):
    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8
    OPEN_PAREN_types = ["_LPAR"]
    CLOSE_PAREN_types = ["_RPAR"]
    # NAME is always lexed, so that a keyword never matches the front of a longer word.
    always_accept = ("_NL", "NAME")  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.open_brackets: list[Token] = []

    def handle_NL(self, token: Token) -> Iterator[Token]:
        if self.paren_level > 0:
            return
        yield token
        margin = token.rsplit("\n", 1)[1]
        offset = (token.end_pos or 0) - len(margin)
        if "\t" in margin:
            raise IndentationProblem(token, "indent with blanks, not with tabs", offset, "E102")
        indent = len(margin)
        if indent > self.indent_level[-1]:
            self.indent_level.append(indent)
            yield Token.new_borrow_pos(self.INDENT_type, margin, token)
            return
        while indent < self.indent_level[-1]:
            self.indent_level.pop()
            yield Token.new_borrow_pos(self.DEDENT_type, margin, token)
        if indent != self.indent_level[-1]:
            blocks = ", ".join(str(level) for level in self.indent_level)
            raise IndentationProblem(
                token, f"this line is indented by {indent}; the blocks around it start at {blocks}", offset, "E101"
            )

    def _process(self, stream: Iterator[Token]) -> Iterator[Token]:
        self.open_brackets = []
        for token in super()._process(stream):
            if token.type == "_LPAR":
                self.open_brackets.append(token)
            elif token.type == "_RPAR" and self.open_brackets:
                self.open_brackets.pop()
            yield token
