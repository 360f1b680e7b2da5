"""What is known of the open rulebooks. A text that cannot be read keeps what was known of the last one that could be.

Nothing here waits or sends: `serving` decides when something is asked, and where it is worked out.
"""

from __future__ import annotations

from attrs import define, evolve, field, frozen
from lsprotocol import types as lsp

from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.lsp import completions, example_commands, hover_texts, outline, problems, renaming
from dicedsl.lsp.documents import Documents, OpenText, TextShift
from dicedsl.lsp.names import NamesInFiles, everywhere, is_built_in, names_of, places_of
from dicedsl.lsp.occurrences import Occurrence
from dicedsl.rulebook.file_loader import FileLoader
from dicedsl.syntax import nodes as n
from dicedsl.syntax.declared_names import DeclaredNames
from dicedsl.syntax.formatter import format_text
from dicedsl.syntax.parser import parse_if_sound
from dicedsl.text.plain import plain


@frozen(eq=False)
class OpenBook:
    """The last text of a document that could be read, its tree, and its names at a count of changes."""

    text: str
    file: n.File
    names: NamesInFiles | None = None
    at: int = -1


@define(eq=False)
class OpenRulebooks:
    documents: Documents = field(factory=Documents)
    marked: dict[str, list[lsp.Diagnostic]] = field(factory=dict)  # what the editor was told last
    _last_readable: dict[str, OpenBook] = field(factory=dict)
    _broken: dict[str, str] = field(factory=dict)  # texts that cannot be read

    def document(self, uri: str) -> OpenText:
        document = self.documents.get(uri)
        if document is None:
            raise UsageError("This file is not open here.")
        return document

    def forget(self, uri: str) -> None:
        self.documents.drop(uri)
        self._last_readable.pop(uri, None)
        self._broken.pop(uri, None)
        self.marked.pop(uri, None)

    # -------------------------------------------------------------- what is known

    def problems(self, document: OpenText) -> list[Problem]:
        return problems.problems_of(document, self.documents)

    def last_readable(self, document: OpenText) -> OpenBook | None:
        """The tree of a text, or of the last one that could be read."""
        old = self._last_readable.get(document.uri)
        if (old is not None and old.text == document.text) or self._broken.get(document.uri) == document.text:
            return old
        file = parse_if_sound(document.source, self._own(document))
        if file is None:
            self._broken[document.uri] = document.text
        else:
            old = self._last_readable[document.uri] = OpenBook(document.text, file)
        return old

    def _own(self, document: OpenText) -> DeclaredNames:
        return FileLoader(self.documents.open_files(document)).declared_names(document.source)

    def names(self, document: OpenText) -> NamesInFiles | None:
        """The names of that text."""
        book = self.last_readable(document)
        if book is None:
            return None
        now = self.documents.changes
        if book.at != now and (book.names is None or book.text == document.text):
            sound = evolve(document, text=book.text)
            try:
                names = names_of(sound.source, self.documents.open_files(sound))
            except DiceError:
                names = None
            book = self._last_readable[document.uri] = evolve(book, names=names or book.names, at=now)
        return book.names

    def _shift(self, document: OpenText) -> TextShift:
        book = self._last_readable.get(document.uri)
        return TextShift.between(book.text if book is not None else document.text, document.text)

    def _at(self, uri: str, position: lsp.Position) -> tuple[OpenText, NamesInFiles | None, int | None]:
        """The document, its names, and where in their text a place is."""
        document = self.document(uri)
        names = self.names(document)
        return document, names, self._shift(document).to_old(document.offset(position))

    def _names_at(self, uri: str, position: lsp.Position) -> tuple[NamesInFiles, list[Occurrence]] | None:
        _, names, offset = self._at(uri, position)
        if names is None or offset is None:
            return None
        return names, names.at(offset)

    # -------------------------------------------------------------- what is asked

    def hover(self, uri: str, position: lsp.Position) -> lsp.Hover | None:
        document, names, offset = self._at(uri, position)
        said: list[str] = []
        place: lsp.Range | None = None
        for mark in self.marked.get(uri, ()):
            if _within(mark.range, position) and isinstance(mark.code, str):
                said.append(problems.meaning_of(mark.code))
                place = mark.range
        occurrences = names.at(offset) if names is not None and offset is not None else []
        for each in occurrences:
            assert names is not None
            own = hover_texts.name_hover(names, each.symbol)
            if own:
                said.append(own)
        if not any(said) or (occurrences and names is not None and is_built_in(names, occurrences[0].symbol)):
            word = hover_texts.word_hover(document.text, document.offset(position))
            if word is not None:
                said.append(word[0])
                place = place or document.range(word[1], word[2])
        text = "\n\n---\n\n".join(part for part in said if part)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), place) if text else None

    def complete(self, uri: str, position: lsp.Position) -> list[lsp.CompletionItem]:
        document, names, _ = self._at(uri, position)
        return completions.completions(
            completions.CursorContext(document, document.offset(position), self._own(document)), names
        )

    def definition(self, uri: str, position: lsp.Position) -> list[lsp.Location]:
        named = self._names_at(uri, position)
        if named is None:
            return []
        names, group = named
        return [self._location(place) for each in group for place in names.declarations(each.symbol)]

    def references(self, uri: str, position: lsp.Position, declared: bool) -> list[lsp.Location]:
        named = self._names_at(uri, position)
        if named is None:
            return []
        names, group = named
        open_files = self.documents.open_files(self.document(uri))
        places = {}
        for each in group:
            others = [names] if is_built_in(names, each.symbol) else everywhere(names, each.symbol, open_files)
            for place in places_of(others, each.symbol):
                if declared or not place.declares:
                    places[place.span.source.name, place.span.start] = self._location(place)
        return list(places.values())

    def highlights(self, uri: str, position: lsp.Position) -> list[lsp.DocumentHighlight]:
        named = self._names_at(uri, position)
        if named is None:
            return []
        names, group = named
        here = [p for each in group[:1] for p in names.of(each.symbol) if p.span.source.name == names.source.name]
        kinds = lsp.DocumentHighlightKind
        return [lsp.DocumentHighlight(self._location(p).range, kinds.Write if p.declares else kinds.Read) for p in here]

    def _location(self, place: Occurrence) -> lsp.Location:
        """The location of a name in the text of now, if that has changed since its names were known."""
        location = self.documents.location(place.span)
        document = self.documents.get(location.uri)
        if document is None or document.text == place.span.source.text:
            return location
        moved = TextShift.between(place.span.source.text, document.text)
        start, end = moved.to_new(place.span.start), moved.to_new(place.span.end)
        if start is None or end is None:
            return lsp.Location(location.uri, document.range(moved.start, moved.start))
        return lsp.Location(location.uri, document.range(start, end))

    # -------------------------------------------------------------- what is written

    def _sound(self, uri: str) -> tuple[OpenText, NamesInFiles]:
        document = self.document(uri)
        names = self.names(document)
        if names is None or names.source.text != document.text:
            raise UsageError("Mend the mistakes in this text first: names in it are not sure.")
        return document, names

    def prepare_rename(self, uri: str, position: lsp.Position) -> lsp.Range:
        document, names = self._sound(uri)
        span = renaming.span_to_rename(names, document.offset(position))
        return document.range(span.start, span.end)

    def rename(self, uri: str, position: lsp.Position, new: str) -> lsp.WorkspaceEdit:
        document, names = self._sound(uri)
        open_files = self.documents.open_files(document)
        edits = renaming.rename_edits(names, document.offset(position), new, open_files)
        changes: dict[str, list[lsp.TextEdit]] = {}
        for path, each in edits.items():
            source = document.source if path == document.path else open_files.text(path)
            if source is None:
                raise UsageError(f"{plain(path)} cannot be read any more.")
            there = self.documents.of_source(source)
            changes[there.uri] = [lsp.TextEdit(there.range(e.start, e.end), e.text) for e in each]
        return lsp.WorkspaceEdit(changes=changes)

    def format(self, uri: str) -> list[lsp.TextEdit]:
        """The text as `dicedsl fmt` lays it out; nothing for one that cannot be read."""
        document = self.document(uri)
        book = self.last_readable(document)
        if book is None or book.text != document.text:
            return []
        text = format_text(document.source, self._own(document))
        return [] if text == document.text else [lsp.TextEdit(document.whole(), text)]

    # -------------------------------------------------------------- what is shown beside it

    def symbols(self, uri: str) -> list[lsp.DocumentSymbol]:
        document = self.document(uri)
        book = self.last_readable(document)
        return [] if book is None else outline.outline(book.file, document, self._shift(document))

    def lenses(self, uri: str) -> list[lsp.CodeLens]:
        document = self.document(uri)
        book = self.last_readable(document)
        return [] if book is None else example_commands.lenses(book.file, document, self._shift(document))

    def actions(self, uri: str, at: lsp.Range, diagnostics: list[lsp.Diagnostic]) -> list[lsp.CodeAction]:
        document = self.document(uri)
        book = self.last_readable(document)
        offered = list(problems.fixes(document, diagnostics))
        if book is not None:
            offered += example_commands.actions(book.file, document, self._shift(document), at)
        return offered

    def run_example(self, uri: str, title: str) -> example_commands.ExampleResult:
        return example_commands.run_example(self.document(uri), self.documents, title)

    def step(self, uri: str, title: str) -> str:
        return example_commands.steps_text(self.document(uri), self.documents, title)


def _within(where: lsp.Range, position: lsp.Position) -> bool:
    first, last = (where.start.line, where.start.character), (where.end.line, where.end.character)
    return first <= (position.line, position.character) <= last
