"""The list of mistakes below the text: what stays in it keeps its place on the page, so that nothing changes under a finger."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve, field
from nicegui import ui

from dicedsl.author.mistakes import Mistake
from dicedsl.interpreter.model.naming import sentence
from dicedsl.studio.widgets import button, say
from dicedsl.text.plain import plain

MOST_SHOWN_PROBLEMS = 20
Key = tuple[Mistake, int]


@define(eq=False)
class ProblemRow:
    """A mistake as it is drawn; where it stands may change with the text before it."""

    mistake: Mistake
    wrong: str  # what stood there
    root: ui.element
    line: ui.label
    where: ui.element

    def move_to(self, mistake: Mistake, wrong: str) -> None:
        if mistake.line != self.mistake.line:
            self.line.set_text(_line(mistake))
            self.where.props(f'aria-label="go to line {mistake.line}"')
        self.mistake, self.wrong = mistake, wrong


@define(eq=False)
class ProblemPanel:
    """`go` leads to a mistake; `mend` puts what is meant where the wrong words stand."""

    go: Callable[[Mistake], None]
    mend: Callable[[Mistake, str], None]
    _rows: dict[Key, ProblemRow] = field(factory=dict)
    _root: ui.element = field(init=False)
    _more: ui.label = field(init=False)

    def build(self) -> None:
        # What is read out stays where it is; only what stands in it changes.
        live = 'role="log" aria-live="polite" aria-label="mistakes" tabindex="-1"'
        with ui.element("div").classes("ds-problems").props(live):
            self._root = ui.element("div")
            self._more = say("", "dd-small")
            self._more.set_visibility(False)

    def show(self, mistakes: list[Mistake], text: str) -> None:
        old, self._rows = self._rows, {}
        for mistake in mistakes[:MOST_SHOWN_PROBLEMS]:
            key = self._key(mistake)
            row = old.pop(key, None)
            wrong = text[mistake.start : mistake.end]
            if row is None:
                row = self._add_row(mistake, wrong)
            else:
                row.move_to(mistake, wrong)
            self._rows[key] = row
        for row in old.values():
            row.root.delete()
        for at, row in enumerate(self._rows.values()):
            if self._root.default_slot.children[at] is not row.root:
                row.root.move(target_index=at)
        more = len(mistakes) - MOST_SHOWN_PROBLEMS
        self._more.set_text(f"and {more} more")
        self._more.set_visibility(more > 0)

    def _key(self, mistake: Mistake) -> Key:
        """What is drawn of a mistake, but for the line; of several that look alike each is another."""
        alike = evolve(mistake, line=0, start=0, end=0)
        number = 0
        while (alike, number) in self._rows:
            number += 1
        return alike, number

    def _add_row(self, mistake: Mistake, wrong: str) -> ProblemRow:
        with self._root, ui.element("div").classes("ds-problem" if mistake.is_error else "ds-problem ds-hint") as root:
            where = button(_line(mistake), lambda: self.go(row.mistake), "ds-where")
            where.props(f'aria-label="go to line {mistake.line}"')
            (line,) = [child for child in where.default_slot.children if isinstance(child, ui.label)]
            say(sentence(mistake.text), "ds-text")
            if mistake.fix:
                button(f"use {mistake.fix}", lambda: self.mend(row.mistake, row.wrong), "ds-fix")
            if mistake.help:
                say(sentence(mistake.help), "dd-small ds-help")
        row = ProblemRow(mistake, wrong, root, line, where)
        return row


def _line(mistake: Mistake) -> str:
    return plain(f"{'✘' if mistake.is_error else '!'} line {mistake.line}")
