"""Pictures of positions for the manual, and the pages that show every shipped game. All of it is drawn when the manual is built."""

# mypy: disable-error-code="import-untyped"

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from dice_lists import players_text
from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from dicedsl.errors import DiceError, raise_errors
from dicedsl.interpreter.examples.testing import Position, position_after
from dicedsl.interpreter.show.svg import picture
from dicedsl.prose.rules import rules_text
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.library import folder, games, shipped_files
from dicedsl.rulebook.loading import load_path

logger = logging.getLogger(__name__)
MOST_TRIED = 3  # examples that are played to find one with something on the board


def drawn(position: Position, title: str, ident: str, marks: dict[str, int], flat: bool = False) -> nodes.raw:
    text = picture(
        position.table, position.state, names=position.names, title=title, marks=marks, flat=flat, ident=ident
    )
    return nodes.raw("", f'<div class="dice-picture">\n{text}</div>\n', format="html")


class Picture(SphinxDirective):
    """```{dice-picture} NAME: the position at the end of one example of a rulebook.

    NAME is a shipped rulebook, or a .dice file beside the page without its ending. `:example:` names the example. `:mark:` points
    out places: `label: expression`, several with a semicolon between them. `:flat:` lays the layers of a pile side by side. The
    body is what stands below the picture.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "example": directives.unchanged_required,
        "mark": directives.unchanged_required,
        "flat": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        name, title = self.arguments[0], self.options.get("example", "")
        beside = Path(self.env.srcdir) / f"{name}.dice"
        path = beside if beside.exists() else shipped_files().get(name)
        try:
            if path is None:
                raise ValueError(f"there is no rulebook {name}")
            self.env.note_dependency(str(path))
            parts = filter(None, (p.strip() for p in self.options.get("mark", "").split(";")))
            wanted = {label: expression or label for label, _, expression in (p.partition(": ") for p in parts)}
            position = position_after(path, title, list(wanted.values()))
            marks = {label: position.places(text) for label, text in wanted.items()}
            ident = f"picture-{self.env.new_serialno('dice-picture')}"
            shown: list[nodes.Node] = [drawn(position, title, ident, marks, "flat" in self.options)]
        except (DiceError, ValueError) as error:
            logger.warning("no picture of %s: %s", name, error, location=self.get_location(), type="dice")
            return []
        box = nodes.container(classes=["dice-figure"])
        box += shown
        if self.content:
            self.state.nested_parse(self.content, self.content_offset, box)
        return [box]


# ------------------------------------------------------------------ every game


def _books() -> Iterator[tuple[str, str, Path, Rulebook]]:
    """The shipped games by collection: the collection, the short name, the file and the rulebook."""
    found = []
    for name, path in games():
        book, problems = load_path(path)
        raise_errors(problems)
        assert book is not None
        found.append((path.parent.relative_to(folder()).as_posix(), name, path, book))
    yield from sorted(found, key=lambda f: (f[0], f[1]))


def _telling(path: Path, book: Rulebook) -> tuple[Position, str] | None:
    """An example that ends with dice on a board: the longest of the first few that do."""
    if not book.boards:
        return None
    longest = sorted(book.examples, key=lambda e: -len(e.lines))
    for example in longest[:MOST_TRIED]:
        position = position_after(path, example.title.value)
        reg, count = position.table.reg, len(position.table.program.boards)
        if any(position.state.cells[reg.taken : reg.taken + count]):
            return position, example.title.value
    return None


def _first_note(book: Rulebook) -> str | None:
    """The first note of its own file; of what it uses or changes if it has none."""
    notes = [r for r in book.remarks if r.word == "note"]
    own = [r for r in notes if r.span.source.name == book.head.span.source.name]
    return next((r.text.value for r in (*own, *notes)), None)


class Gallery(SphinxDirective):
    """```{dice-gallery}: every shipped game with its players, its first note, a position, and where its rules stand."""

    def run(self) -> list[nodes.Node]:
        shown: list[nodes.Node] = []
        section: nodes.section | None = None
        last = None
        for collection, name, path, book in _books():
            if collection != last or section is None:
                section = self._section(collection.replace("-", " ").capitalize(), f"gallery-{collection}")
                shown.append(section)
                last = collection
            section += self._game(name, path, book)
        return shown

    def _section(self, title: str, ident: str) -> nodes.section:
        section = nodes.section(ids=[ident], names=[])
        section += nodes.title(title, title)
        return section

    def _game(self, name: str, path: Path, book: Rulebook) -> nodes.section:
        self.env.note_dependency(str(path))
        section = self._section(book.title, f"gallery-{name}")
        note = _first_note(book)
        lines = [f"For {players_text(book)}. `dicedsl play {name}`; {{ref}}`the rules <rules-{name}>`.", ""]
        if note is not None:
            lines = [note.replace("*", r"\*"), "", *lines]
        self.state.nested_parse(StringList(lines, name), self.content_offset, section)
        try:
            found = _telling(path, book)
        except DiceError as error:
            logger.warning("no picture of %s: %s", name, error, location=self.get_location(), type="dice")
            found = None
        if found is not None:
            position, title = found
            section += drawn(position, f"{book.title}: {title}", f"gallery-{name}-picture", {})
            below = f"The end of the example “{title}”."
            section += nodes.paragraph(below, below)
        return section


def every_rulebook() -> str:
    """The rules of all shipped games in words, one below the other."""
    lines: list[str] = []
    for _, name, _, book in _books():
        told = rules_text(book).rstrip("\n").split("\n")
        lines += ["", f"(rules-{name})=", *(f"#{line}" if line.startswith("#") else line for line in told)]
    return "\n".join(lines)
