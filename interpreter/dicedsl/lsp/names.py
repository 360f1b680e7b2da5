"""Names over a rulebook, its parent and its libraries: where each is given and used, and what renaming one would write.

What a name stands for is told by the typed stage; here it is found again by its place in the text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

from dicedsl.built_in import ADJECTIVES, ATTRIBUTES, KIND_WORDS, NOUNS
from dicedsl.errors import DiceError, UsageError
from dicedsl.lsp.occurrences import Occurrence, Symbol, agreed_in, changes_in, given_in, inside, place_of, players_of
from dicedsl.lsp.open_files import OpenFiles
from dicedsl.rulebook.assembly import assemble
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.desugar import UNNAMED_LOCAL, desugar_part, share_unchanged_parts
from dicedsl.rulebook.example_frames import frame_of, set_apart
from dicedsl.rulebook.example_unfolding import PlacedExample, all_examples
from dicedsl.rulebook.file_loader import FileLoader
from dicedsl.rulebook.merge import Loader
from dicedsl.rulebook.parts import acting_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.parser import parse_if_sound
from dicedsl.syntax.walk import walk
from dicedsl.text.budget import TooMuchWork, WorkBudget
from dicedsl.text.source import Source, Span
from dicedsl.typed import tree as t
from dicedsl.typed.examples import Examples
from dicedsl.typed.game import elaborate
from dicedsl.typed.material import COLOUR_WORDS

BUILT_IN = {*NOUNS, *ATTRIBUTES, *ADJECTIVES, *COLOUR_WORDS, "starter", "owner", "die", "place", "it", "agreed"}


@define(eq=False)
class NamesInFiles:
    """Every name of a rulebook and of the files it names, by the text it stands in."""

    source: Source
    files: dict[str, n.File] = field(factory=dict)
    _found: dict[tuple[str, int, int], list[Occurrence]] = field(factory=dict)
    # two places where one name is given, which mean one thing elsewhere
    _same: dict[Symbol, Symbol] = field(factory=dict)
    _starts: dict[str, list[tuple[int, int]]] | None = None

    def add(self, occurrence: Occurrence) -> None:
        if occurrence.symbol.name == UNNAMED_LOCAL:  # `some of S`: nobody has given it a name
            return
        span = occurrence.span
        there = self._found.setdefault((span.source.name, span.start, span.end), [])
        for other in there:
            if self.main_symbol(other.symbol) == self.main_symbol(occurrence.symbol):
                if occurrence.declares and not other.declares:
                    there[there.index(other)] = occurrence
                return
            if other.symbol.sort == occurrence.symbol.sort == "local":
                self._same[self.main_symbol(occurrence.symbol)] = self.main_symbol(other.symbol)
                return
        there.append(occurrence)

    def main_symbol(self, symbol: Symbol) -> Symbol:
        while symbol in self._same:
            symbol = self._same[symbol]
        return symbol

    def at(self, offset: int, name: str | None = None) -> list[Occurrence]:
        """What stands at a place of the text: nothing, one name, or several that it may mean."""
        name = self.source.name if name is None else name
        if self._starts is None:
            self._starts = {}
            for text, start, end in sorted(self._found):
                self._starts.setdefault(text, []).append((start, end))
        places = self._starts.get(name, [])
        i = bisect_right(places, (offset, 1 << 60))
        for start, end in reversed(places[max(0, i - 3) : i]):
            if start <= offset <= end:
                return self._found[name, start, end]
        return []

    def of(self, symbol: Symbol) -> list[Occurrence]:
        """Every place where it stands."""
        wanted = self.main_symbol(symbol)
        return [each for group in self._found.values() for each in group if self.main_symbol(each.symbol) == wanted]

    def declarations(self, symbol: Symbol) -> list[Occurrence]:
        return [each for each in self.of(symbol) if each.declares]

    def all_declared(self) -> Iterator[Occurrence]:
        return (each for group in self._found.values() for each in group if each.declares)

    def is_unsure(self, symbol: Symbol) -> Occurrence | None:
        """A place that may mean it or something else."""
        wanted = self.main_symbol(symbol)
        for group in self._found.values():
            if len(group) > 1 and any(self.main_symbol(each.symbol) == wanted for each in group):
                return group[0]
        return None


def names_of(source: Source, open_files: OpenFiles) -> NamesInFiles | None:
    """All names; None for a text that cannot be read, or that is more work than a rulebook may be."""
    files = FileLoader(open_files)
    file = parse_if_sound(source, files.declared_names(source))
    if file is None:
        return None
    names = NamesInFiles(source)

    def load(name: str, asker: n.Text) -> n.File | None:
        other = files.load(name, asker)
        if other is not None:
            names.files.setdefault(other.span.source.name, other)
            names.add(Occurrence(Symbol("file", other.span.source.name), inside(asker)))
        return other

    names.files[source.name] = file
    try:
        files.count(source, file.title)
        _Reader(names, file, load, files.budget).read()
    except (TooMuchWork, UsageError):
        return None
    for each in names.files.values():
        names.add(Occurrence(Symbol("file", each.span.source.name), inside(each.title), True, each))
        for occurrence in changes_in(each):
            names.add(occurrence)
    return names


@define(eq=False)
class _Reader:
    """Goes through a rulebook as it stands and with each of its variants, then through its examples."""

    found: NamesInFiles
    file: n.File
    load: Loader
    budget: WorkBudget
    _games: dict[tuple[str, ...], t.TypedGame] = field(factory=dict)
    _noted: set[int] = field(factory=set)

    def read(self) -> None:
        book = self._game(()).book
        for title in book.variants:
            self._game((title,))
        options = {name for game in self._games.values() for name in game.book.options}
        for each in self.found.files.values():
            for place in agreed_in(each, options):
                self.found.add(place)
        placed = {id(each.example): each for each in all_examples(self.file)}
        for own, game in list(self._games.items()):
            for example in game.book.examples:
                if id(example) not in self._noted:
                    self._noted.add(id(example))
                    self._example(placed.get(id(example), PlacedExample(example, own)), book, options)

    def _game(self, titles: tuple[str, ...]) -> t.TypedGame:
        """The rulebook with these variants; whatever is named in it is noted."""
        if titles not in self._games:
            book, _ = assemble(self.file, self.load, titles, budget=self.budget)
            base = self._games.get(())
            if base is not None:
                share_unchanged_parts(book, base.book)
            game = self._games[titles] = elaborate(book, self.budget, base, alone=True)
            for place in given_in(game):
                self.found.add(place)
            own = {memory.node.name.span for memory in game.memories.values()}  # whose last word may be a kind
            for use in game.uses:
                if id(use) not in self._noted and use.written.span not in own:
                    self._noted.add(id(use))
                    self._note(place_of(use))
        return self._games[titles]

    def _note(self, place: Occurrence | None) -> None:
        if place is not None:
            self.found.add(place)

    def _example(self, placed: PlacedExample, book: Rulebook, options: set[str]) -> None:
        example = placed.example
        frame = set_apart(frame_of(placed), options)
        titles = tuple(dict.fromkeys(title for title in frame.variants if title in book.variants))
        game = self._game(titles)
        for place in players_of(example, frame.names):
            self.found.add(place)
        offered = {
            a.name.value: a for part in acting_parts(game.book) for a in walk(part) if isinstance(a, n.Alternative)
        }
        said = desugar_part(game.book, example)
        for use in Examples.of(game, frame.seats(game.book), self.budget).name_uses_in(said, offered):
            self._note(place_of(use, placed.naming))


def everywhere(names: NamesInFiles, symbol: Symbol, open_files: OpenFiles) -> list[NamesInFiles]:
    """The rulebook and those beside it that see the same thing: they use or change a file in which it is given."""
    if symbol.sort in {"local", "player"}:
        homes = {symbol.home[0]} if symbol.home is not None else set()
    else:
        homes = {each.span.source.name for each in names.declarations(symbol)}
    groups = [names]
    for path in open_files.neighbours():
        if path == names.source.name:
            continue
        source = open_files.text(path)
        other = None if source is None else _quietly(source, open_files)
        if other is not None and homes & set(other.files):
            groups.append(other)
    return groups


def _quietly(source: Source, open_files: OpenFiles) -> NamesInFiles | None:
    try:
        return names_of(source, open_files)
    except DiceError:
        return None


def places_of(group: Iterable[NamesInFiles], symbol: Symbol) -> list[Occurrence]:
    """Every place of a name over several rulebooks, each once."""
    places: dict[tuple[str, int, int], Occurrence] = {}
    for names in group:
        for each in names.of(symbol):
            key = (each.span.source.name, each.span.start, each.span.end)
            if key not in places or each.declares:
                places[key] = each
    return sorted(places.values(), key=lambda each: (each.span.source.name, each.span.start))


@frozen
class NameAtCursor:
    """The name under the cursor, and where it stands."""

    symbol: Symbol
    span: Span


def name_at_cursor(names: NamesInFiles, offset: int) -> NameAtCursor | None:
    group = names.at(offset)
    return NameAtCursor(group[0].symbol, group[0].span) if group else None


def is_built_in(names: NamesInFiles, symbol: Symbol) -> bool:
    is_known = symbol.name in BUILT_IN or symbol.name in KIND_WORDS | {"side", "sides"}
    return symbol.sort in {"noun", "adjective"} and is_known and not names.declarations(symbol)
