"""Another name for something, wherever it stands: what would be written, after it is made sure that nothing else changes by it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from dicedsl.about import Setting
from dicedsl.compile_door import about_rulebook, compile_program
from dicedsl.errors import DiceError, UsageError
from dicedsl.lsp.names import BUILT_IN, NamesInFiles, everywhere, is_built_in, name_at_cursor, names_of, places_of
from dicedsl.lsp.occurrences import WORD, Occurrence, Symbol
from dicedsl.lsp.open_files import OpenFiles
from dicedsl.program.fingerprint import fingerprint
from dicedsl.rulebook.library import shipped_files
from dicedsl.syntax import nodes as n
from dicedsl.syntax.declared_names import may_begin
from dicedsl.syntax.edition_parser import FIRST, SECOND
from dicedsl.syntax.parser import edition_of
from dicedsl.syntax.plurals import singular_of
from dicedsl.syntax.reserved import ARTICLES
from dicedsl.text.source import Source, Span

QUOTED = frozenset({"alternative", "variant"})
NAME = re.compile(WORD.pattern.split("|", 1)[1])


@frozen
class TextEdit:
    """A stretch of a text, and what is to stand there instead."""

    start: int
    end: int
    text: str


def span_to_rename(names: NamesInFiles, offset: int) -> Span:
    """The name at a place. UsageError if there is none that could be changed."""
    meant = name_at_cursor(names, offset)
    if meant is None or meant.symbol.sort == "file":
        raise UsageError("There is no name here that could be changed.")
    symbol = meant.symbol
    if symbol.sort == "sentence":
        raise UsageError(f'"{symbol.name}" is a sentence: change its words yourself wherever it is said.')
    here = names.at(offset)
    by_kind = any(each.declares and each.symbol.sort == "local" for each in here) and len(here) > 1
    if by_kind or any(isinstance(each.node, n.Param) and each.node.unnamed for each in names.declarations(symbol)):
        raise UsageError(f'"{symbol.name}" is called by its kind here; give it a name of its own instead.')
    if is_built_in(names, symbol):
        raise UsageError(f'"{symbol.name}" is a word of the language itself.')
    if not names.declarations(symbol):
        raise UsageError(f'It is not clear where "{symbol.name}" is given; mend that first.')
    if symbol.sort == "noun" and symbol.name in BUILT_IN:
        raise UsageError(f'"{symbol.name}" has a meaning of its own, so other lines may rely on it.')
    if len(names.at(offset)) > 1:
        raise UsageError(f'"{symbol.name}" may mean two things here, so it cannot be changed for you.')
    return meant.span


def rename_edits(names: NamesInFiles, offset: int, new: str, open_files: OpenFiles) -> dict[str, list[TextEdit]]:
    """What to write in which file. UsageError if it cannot be done, or cannot be done safely."""
    span_to_rename(names, offset)
    meant = name_at_cursor(names, offset)
    assert meant is not None
    symbol, new = meant.symbol, " ".join(new.split())
    if new == symbol.name:
        return {}
    _raise_unless_a_name(names, symbol, new)
    group = everywhere(names, symbol, open_files)
    for each in group:
        unsure = each.is_unsure(symbol)
        if unsure is not None:
            where = f"line {unsure.span.line} of {_shown_path(unsure.span.source.name)}"
            raise UsageError(f'"{symbol.name}" may mean two things in {where}, so it cannot be changed for you.')
        _raise_if_taken(each, symbol, new)
    edits: dict[str, list[TextEdit]] = {}
    for place in places_of(group, symbol):
        text = singular_of(new) if symbol.sort == "noun" and _is_singular_of(place, symbol) else new
        edits.setdefault(place.span.source.name, []).append(TextEdit(place.span.start, place.span.end, text))
    ours = set(map(str, shipped_files().values()))
    for path in edits:
        if path in ours and path != names.source.name:
            raise UsageError(
                f'"{symbol.name}" stands in the shipped file {_shown_path(path)} too, which stays as it is.'
            )
    _raise_unless_same(group, symbol, new, edits, open_files)
    return edits


def _is_singular_of(place: Occurrence, symbol: Symbol) -> bool:
    """Whether the singular stands there of what a board calls its places: `field`, where it is a board of fields."""
    return place.span.text != symbol.name and place.span.text == singular_of(symbol.name)


def _is_of_places(group: Iterable[NamesInFiles], symbol: Symbol) -> bool:
    nodes = [each.node for names in group for each in names.declarations(symbol)]
    return any(
        isinstance(node, n.Board) and node.places is not None and node.places.text == symbol.name for node in nodes
    )


# ------------------------------------------------------------------ what can be a name


def _raise_unless_a_name(names: NamesInFiles, symbol: Symbol, new: str) -> None:
    if symbol.sort in QUOTED:
        if not new or '"' in new or not new.isprintable():
            raise UsageError("A text between quotes has at least one letter, and no quote in it.")
        return
    words = new.split()
    if not words or not all(NAME.fullmatch(word) for word in words):
        raise UsageError(f'"{new}" is no name: a name is made of words, of letters, digits and hyphens.')
    if edition_of(names.source.text) is SECOND:
        if not may_begin(words[0]) or words[-1] in ARTICLES:
            raise UsageError(f'A name begins with a word of its own: "{new}" cannot be one.')
    else:
        taken = [word for word in words if word in FIRST.reserved_words - {"players"}]
        if taken or words[0] == "the":
            raise UsageError(f'"{(taken or words)[0]}" cannot be part of a name here; it is a word of the language.')
    if new in BUILT_IN:
        raise UsageError(f'"{new}" is a word of the language itself.')
    single = symbol.sort == "player" or any(isinstance(d.node, n.Param) for d in names.declarations(symbol))
    if single and len(words) > 1:
        raise UsageError("This name is a single word.")


def _raise_if_taken(names: NamesInFiles, symbol: Symbol, new: str) -> None:
    """Names given on the spot may be alike if they stand apart; whether they do is seen when it is tried."""
    apart = {"local", "player"}
    for other in names.all_declared():
        if other.symbol.name != new or (other.symbol.sort in QUOTED) != (symbol.sort in QUOTED):
            continue
        if symbol.sort in QUOTED and other.symbol.sort != symbol.sort:
            continue
        if symbol.sort in apart and other.symbol.sort in apart and symbol.home != other.symbol.home:
            continue
        where = f"line {other.span.line} of {_shown_path(other.span.source.name)}"
        raise UsageError(f'"{new}" already stands for something: see {where}.')


def _shown_path(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


# ------------------------------------------------------------------ whether anything else would change


def text_with_edits(text: str, edits: Iterable[TextEdit]) -> str:
    for edit in sorted(edits, key=lambda each: each.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _raise_unless_same(
    group: Sequence[NamesInFiles],
    symbol: Symbol,
    new: str,
    edits: Mapping[str, Sequence[TextEdit]],
    open_files: OpenFiles,
) -> None:
    sources = {path: file.span.source for names in group for path, file in names.files.items()}
    opened = {**open_files.opened, **{path: text_with_edits(sources[path].text, each) for path, each in edits.items()}}
    after = evolve(open_files, opened=opened)
    hidden = (
        (symbol.name, new, singular_of(symbol.name), singular_of(new))
        if _is_of_places(group, symbol)
        else (symbol.name, new)
    )
    for names in group:
        path = names.source.name
        there = Source(path, opened.get(path, names.source.text))
        if _stands(names, symbol, edits) != _stood(there, after, edits):
            raise UsageError(f'With "{new}" some line of {_shown_path(path)} would mean something else.')
        if names.files[path].word == "library" or symbol.sort == "player":
            continue  # it is played by others; and what players are called in an example is no rule
        try:
            before = _forms(names.source, open_files, hidden)
        except DiceError:
            why = "then it is known that nothing else changes."
            raise UsageError(f"Mend the mistakes of {_shown_path(path)} first: {why}") from None
        try:
            is_same = before == _forms(there, after, hidden)
        except DiceError as error:
            raise UsageError(f'With "{new}" {_shown_path(path)} would have a mistake: {error}') from None
        if not is_same:
            raise UsageError(f'With "{new}" {_shown_path(path)} would not be the same game any more.')


def _stands(names: NamesInFiles, symbol: Symbol, edits: Mapping[str, Sequence[TextEdit]]) -> set[tuple[str, int]]:
    """The places of a name, by the number of the edit of each."""
    return {(each.span.source.name, _number(edits, each)) for each in names.of(symbol)}


def _number(edits: Mapping[str, Sequence[TextEdit]], place: Occurrence) -> int:
    starts = sorted(edit.start for edit in edits.get(place.span.source.name, ()))
    return starts.index(place.span.start) if place.span.start in starts else -1


def _stood(source: Source, open_files: OpenFiles, edits: Mapping[str, Sequence[TextEdit]]) -> set[tuple[str, int]]:
    """The places of a name in the new texts: of what stands at the first of the edits, all that can be seen from there."""
    names = names_of(source, open_files)
    if names is None:
        return set()
    numbers: dict[tuple[str, int], int] = {}
    for path, each in edits.items():
        shift = 0
        for number, edit in enumerate(sorted(each, key=lambda e: e.start)):
            numbers[path, edit.start + shift] = number
            shift += len(edit.text) - (edit.end - edit.start)
    for path, start in numbers:
        occurrences = names.at(start, path) if path in names.files else []
        if occurrences:
            return {
                (place.span.source.name, numbers.get((place.span.source.name, place.span.start), -1))
                for place in names.of(occurrences[0].symbol)
            }
    return set()


def _forms(source: Source, open_files: OpenFiles, hidden: tuple[str, ...]) -> list[str]:
    """What a rulebook comes to, alone and with each variant, whatever a name is called. DiceError if it has mistakes."""
    said = about_rulebook(source, open_files)
    setting = Setting(min(said.counts) if said.counts else 2)
    chosen = ((), *((title,) for title in said.variants))
    return [fingerprint(compile_program(source, open_files, setting, titles), hidden) for titles in chosen]
