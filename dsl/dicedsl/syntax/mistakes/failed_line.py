"""A line that the grammar does not know, and what repairs of it would do."""

from __future__ import annotations

import re
from collections.abc import Collection

from dicedsl.errors import Label, Problem
from dicedsl.syntax import token_lines
from dicedsl.syntax.edition_forms import FORMS_OF, Forms
from dicedsl.syntax.edition_parser import Edition, Failure
from dicedsl.syntax.forms import in_signs
from dicedsl.syntax.mistakes.piece import Edit, Finding, Piece
from dicedsl.syntax.token_lines import JOINT, PlainToken

MOST_TRIED = 600_000  # characters read while repairs are tried, about two seconds
IN_A_NAME = frozenset({"NAME", "PLAYERS", "SHOWN", "THE"})
AFTER_ALTERNATIVES = frozenset({"allowed", "odds"})


class FailedLine:
    def __init__(self, piece: Piece, failure: Failure, edition: Edition, names: Collection[str]) -> None:
        self.edition = edition
        self.names = names
        self.forms: Forms = FORMS_OF[edition.number]
        self.piece = piece
        self.failure = failure
        self.text = piece.text
        self.trials = MOST_TRIED // (len(self.text) + 1)
        self.lines = token_lines.lines_of(self.text)
        runs = list(token_lines.runs(self.lines))
        at = next((i for i, (_, last) in enumerate(runs) if self.lines[last].end >= failure.start), len(runs) - 1)
        if failure.type == "_DEDENT" and at >= 0 and self.lines[runs[at][0]].start > failure.start:
            at -= 1
        self.run = [self.lines[i] for i in range(runs[at][0], runs[at][1] + 1)] if runs else []
        self.above = [self.lines[first] for first, _ in runs[:at]]
        self.tokens = [t for line in self.run for t in line.tokens]
        self.line_end = self.run[-1].end if self.run else len(self.text)
        self.code_end = self.tokens[-1].end if self.tokens else self.line_end
        self.token = next((t for t in self.tokens if t.start <= failure.start < t.end), None)
        self.word = self.token.text if self.token else ""
        self.first = self.tokens[0].text if self.tokens else ""

    def problem(
        self, code: str, message: str, start: int | None = None, end: int | None = None, label: str = "", help: str = ""
    ) -> Problem:
        first = self.failure.start if start is None else start
        last = max(first, self.failure.end) if end is None else end
        also: tuple[Label, ...] = ()
        bracket = self.failure.bracket
        if bracket is not None and self.failure.start > self.lines_end(bracket):
            also = (Label(self.piece.span(bracket, bracket + 1), "this bracket is still open"),)
        return Problem(code, message, self.piece.span(first, last), label=label, also=also, help=help)

    def said(
        self, code: str, message: str, start: int | None = None, end: int | None = None, label: str = "", help: str = ""
    ) -> Finding:
        return Finding(self.problem(code, message, start, end, label, help))

    def lines_end(self, offset: int) -> int:
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end

    def passes(self, edit: Edit) -> bool:
        """Whether a repair lets reading go on past the line."""
        return self.reach(edit) > self.line_end

    def reaches_past(self, edit: Edit) -> bool:
        """Whether a repair lets reading go on past what is repaired, though more may be wrong further on in the line."""
        reach = self.reach(edit)
        return reach > edit.end or (reach == edit.end and self.text[reach : reach + 1] in {",", ";", ":"})

    def joined(self, text: str) -> str:
        """What is written in place of something, with the declared names in it as one word each."""
        for name in sorted(self.names, key=len, reverse=True):
            text = re.sub(rf"(?<![A-Za-z0-9-]){re.escape(name)}(?![A-Za-z0-9-])", name.replace(" ", JOINT), text)
        return text

    def reach(self, edit: Edit) -> int:
        """How far reading comes with a repair, as an offset of the text without it."""
        if self.trials <= 0:
            return 0
        self.trials -= 1
        failure = self.edition.failure_of(edit.apply(self.text))
        if failure is None:
            return len(self.text) + 1
        if failure.start <= edit.start:
            return failure.start
        return failure.start - len(edit.text) + (edit.end - edit.start)

    def in_a_name(self, token: PlainToken) -> bool:
        return token.kind == "word" and token.text not in self.edition.reserved_words

    @property
    def section(self) -> str:
        """The word with which the line begins below which this one stands."""
        indent = self.run[0].indent if self.run else 0
        parent = next((line for line in reversed(self.above) if line.indent < indent), None)
        return parent.tokens[0].text if parent is not None and parent.tokens else ""

    def look(self, lead: str = "") -> str:
        """How lines like this one are written."""
        form = self.forms.lines.get(self.first)
        section = self.section
        what = f"a line with `{self.first}`"
        if section == "example":
            form = self.forms.in_examples.get(self.first, form)
            if "always" in (t.text for t in self.tokens):
                form, what = self.forms.policy, "a line with `always`"
        if form is None and section in self.forms.lines_of:
            form, what = self.forms.lines_of[section], f"a line under `{section}`"
        if form is None:
            return lead
        text = f"{what} looks like {in_signs(form)}"
        return f"{lead}; {text}" if lead else text


def short(word: str, most: int = 30) -> str:
    return word if len(word) <= most else word[: most - 3] + "..."


def quoted(word: str) -> str:
    return f"the text {word}" if word.startswith('"') else f'"{word}"'
