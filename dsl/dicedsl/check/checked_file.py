"""What a pass of the checker looks at: a file, its rulebook with and without variants, typed, and their lowered forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, field

from dicedsl.about import About, OptionValue, Setting
from dicedsl.errors import Problem
from dicedsl.lower.about import about_book
from dicedsl.lower.lower import build_world
from dicedsl.lower.shared_tables import SharedTables
from dicedsl.lower.step_lowering import StepLowering
from dicedsl.lower.world import World
from dicedsl.rulebook.assembly import assemble
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.desugar import share_unchanged_parts
from dicedsl.rulebook.merge import Loader
from dicedsl.syntax import nodes as n
from dicedsl.text.budget import WorkBudget
from dicedsl.text.source import Span
from dicedsl.typed import tree as t
from dicedsl.typed.dependence import options_in
from dicedsl.typed.game import elaborate
from dicedsl.typed.kinds import Kind
from dicedsl.typed.name_uses import NameUse, NameUses

Agreed = tuple[tuple[str, OptionValue | None], ...]


@define(eq=False, repr=False, slots=False)
class CheckedFile:
    """One file under test. `lowered` holds a program as it was laid out, for each variant and number of players without errors."""

    file: n.File
    book: Rulebook
    budget: WorkBudget = field(factory=WorkBudget)
    variants: dict[str, Rulebook] = field(factory=dict)
    lowered: list[StepLowering] = field(factory=list)
    shared_tables: SharedTables = field(factory=SharedTables)
    merged: Callable[[tuple[str, ...]], Rulebook] | None = None
    load: Loader | None = None  # gets what the file names
    is_broken: bool = False  # whether reading and merging it has gone wrong already
    in_examples: list[NameUse] = field(factory=list)  # what the names in its examples stand for
    kinds_in_examples: set[Kind] = field(factory=set)
    _together: dict[tuple[str, ...], Rulebook] = field(factory=dict)
    _abouts: dict[int, About] = field(factory=dict)
    _games: dict[int, t.TypedGame] = field(factory=dict)
    _name_uses: dict[int, NameUses] = field(factory=dict)
    _worlds: dict[tuple[int, int, Agreed], World | None] = field(factory=dict)

    @property
    def books(self) -> list[Rulebook]:
        """The rulebook as it stands, then with each of its variants."""
        return [self.book, *self.variants.values()]

    def with_variants(self, titles: Iterable[str]) -> Rulebook:
        """The rulebook with these variants together, in their order; titles that it does not have are left out."""
        titles_here = tuple(dict.fromkeys(title for title in titles if title in self.variants))
        if not titles_here:
            return self.book
        if len(titles_here) == 1 or self.merged is None:
            return self.variants[titles_here[-1]]
        if titles_here not in self._together:
            self._together[titles_here] = self.merged(titles_here)
        return self._together[titles_here]

    def parent(self) -> Rulebook | None:
        """The rulebook that the file changes, as it stands without it; None if it changes none."""
        if self.file.changes is None or self.load is None:
            return None
        file = self.load(self.file.changes.value, self.file.changes)
        return None if file is None else assemble(file, self.load, budget=self.budget)[0]

    def about(self, book: Rulebook) -> About:
        """What one of these rulebooks says about itself, looked for once."""
        if id(book) not in self._abouts:
            self._abouts[id(book)] = about_book(book)
        return self._abouts[id(book)]

    def game(self, book: Rulebook) -> t.TypedGame:
        """One of these rulebooks with its names and kinds resolved; what a variant does not change is taken over."""
        if id(book) not in self._games:
            base = None if book is self.book else self.game(self.book)
            if base is not None:
                share_unchanged_parts(book, base.book)
            self._games[id(book)] = elaborate(book, self.budget, base)
        return self._games[id(book)]

    def name_uses(self, book: Rulebook) -> NameUses:
        """What the names in one of these rulebooks stand for, and those in the examples that have been looked at."""
        if id(book) not in self._name_uses:
            self._name_uses[id(book)] = NameUses([*self.game(book).uses, *self.in_examples])
        return self._name_uses[id(book)]

    def world(self, book: Rulebook, players: int, agreed: Agreed = ()) -> World | None:
        """The material of one of these rulebooks for so many players; None where it cannot be made, which is told elsewhere.

        Of what is `agreed` only the options matter that decide how large boards are.
        """
        sizing = sizing_options(self.game(book))
        options = tuple((name, value) for name, value in agreed if name in sizing and value is not None)
        for lowering in self.lowered:
            if lowering.world.game.book is book and lowering.world.players == players and not options:
                return lowering.world
        key = (id(book), players, options)
        if key not in self._worlds:
            self._worlds[key] = build_world(self.game(book), Setting(players, options), self.budget)[0]
        return self._worlds[key]

    @property
    def is_library(self) -> bool:
        return self.file.word == "library"

    def owns(self, span: Span) -> bool:
        """Does this stretch of text stand in the file under test?"""
        return span.source is self.file.span.source


def sizing_options(game: t.TypedGame) -> dict[str, t.Option]:
    """The options that decide how large the boards of a game are."""
    return options_in(*game.boxes.values(), *game.sizes.values())


Pass = Callable[[CheckedFile], Iterable[Problem]]


def warning(code: str, message: str, span: Span, help: str = "", **more: Any) -> Problem:
    return Problem(code, message, span, help=help, severity="warning", **more)


def head(span: Span) -> Span:
    """The first line of a stretch of text, without its colon: what a person would point at."""
    first = span.text.split("\n", 1)[0].split("  #", 1)[0].rstrip()
    return Span(span.source, span.start, span.start + len(first.rstrip(":")))
