"""The contract in one object: load a rulebook, start it for some players, and ask it everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dicedsl import compile_door
from dicedsl.about import About, OptionValue
from dicedsl.interpreter.state import Move, Outcome, Result, State, Turn
from dicedsl.interpreter.table.game_table import GameTable, table_of
from dicedsl.interpreter.table.view import View, view
from dicedsl.program.ops import Program
from dicedsl.rulebook.file_dependencies import FileDependencies
from dicedsl.rulebook.files import find, read
from dicedsl.rulebook.setting import checked_setting, checked_variants
from dicedsl.rulebook.shelf import Shelf
from dicedsl.text.source import Source

if TYPE_CHECKING:
    from dicedsl.program.examples import WorkedExamples


class Game:
    """A rulebook that has been read. `start` fixes players, options and variants; every later question is about a State."""

    def __init__(self, source: Source, files_from: Path | Shelf | None = None) -> None:
        self.source = source
        self.files_from = files_from
        self._abouts: dict[tuple[tuple[str, ...], tuple[str, ...]], About] = {}
        self._tables: dict[object, GameTable] = {}
        self.about = self.about_with()

    @classmethod
    def named(cls, name: str) -> Game:
        """A game by the path of its file or the short name of a shipped rulebook."""
        path = find(name)
        return cls(read(path), path.parent)

    @classmethod
    def on_shelf(cls, shelf: Shelf) -> Game:
        """A game from the texts of its rulebook and of all files it names."""
        return cls(shelf.source, shelf)

    @property
    def title(self) -> str:
        return self.about.title

    @property
    def variants(self) -> tuple[str, ...]:
        return self.about.variants

    def about_with(self, variants: Sequence[str] = (), libraries: Sequence[str] = ()) -> About:
        """What the rulebook says about itself with these variants, and with libraries put around it."""
        chosen = checked_variants(self.about, variants) if variants else ()
        key = (chosen, tuple(libraries))
        if key not in self._abouts:
            self._abouts[key] = compile_door.about_rulebook(self.source, self.files_from, *key)
        return self._abouts[key]

    def program(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        variants: Sequence[str] = (),
        starter: int | None = None,
        skills: Sequence[int] = (),
        libraries: Sequence[str] = (),
    ) -> Program:
        """The program for one setting: all that an engine needs. The arguments are those of `table`."""
        about = self.about_with(variants, libraries)
        setting = checked_setting(about, players, options, starter, skills)
        return compile_door.compile_program(self.source, self.files_from, setting, about.chosen, tuple(libraries))

    def table(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        variants: Sequence[str] = (),
        starter: int | None = None,
        skills: Sequence[int] = (),
        libraries: Sequence[str] = (),
    ) -> GameTable:
        """The game for one setting. `starter` is a seat from 0; None draws it by lot. UsageError if it does not fit.

        `libraries` names libraries to play it with, such as one for matches.
        """
        about = self.about_with(variants, libraries)
        key = (checked_setting(about, players, options, starter, skills), about.chosen, tuple(libraries))
        if key not in self._tables:
            self._tables[key] = GameTable(compile_door.compile_program(self.source, self.files_from, *key))
        return self._tables[key]

    def start(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        variants: Sequence[str] = (),
        starter: int | None = None,
        skills: Sequence[int] = (),
    ) -> State:
        return self.table(players, options, variants, starter, skills).start()

    # -------------------------------------------------------------- questions about a state

    def turn(self, state: State) -> Turn:
        return table_of(state).turn(state)

    def moves(self, state: State, seat: int) -> list[Move]:
        return table_of(state).moves(state, seat)

    def why_not(self, state: State, seat: int, move: Move) -> str | None:
        return table_of(state).why_not(state, seat, move)

    def parse_move(self, state: State, seat: int, text: str) -> Move:
        return table_of(state).parse_move(state, seat, text)

    def outcomes(self, state: State) -> list[Outcome]:
        return table_of(state).outcomes(state)

    def apply(self, state: State, action: Move | Outcome) -> State:
        return table_of(state).apply(state, action)

    def view(self, state: State, seat: int | None) -> View:
        return view(table_of(state), state, seat)

    def result(self, state: State) -> Result | None:
        return table_of(state).result(state)


def worked_examples(
    path: Path, title: str | None = None, places: Sequence[str] = (), whole: FileDependencies | None = None
) -> WorkedExamples:
    """The examples of a file, or those of one title, in which some `places` are wanted. DiceError if it has mistakes."""
    return compile_door.worked_examples(read(path), path.parent, title, places, whole)


def examples_in(source: Source, files_from: Path, title: str | None = None) -> WorkedExamples:
    """The examples of a rulebook that was read, or made, or those of one title."""
    return compile_door.worked_examples(source, files_from, title)


def load(text: str, name: str = "<text>") -> Game:
    """A game from the text of its rulebook; DiceError with every problem if it has mistakes."""
    return Game(Source(name, text.replace("\r\n", "\n")))


def shelf_of(table: GameTable) -> Shelf:
    """The texts a table was made from, as they are now; those of its rulebook itself as they were."""
    about = table.about
    source = about.where.source
    files_from = Path(source.name).parent if source.from_file else None
    return compile_door.shelf_of_rulebook(
        source, files_from, about.chosen, libraries_around(Game(source, files_from), about.chosen, about.uses)
    )


def libraries_around(game: Game, variants: Sequence[str], uses: Sequence[str]) -> list[str]:
    """The libraries a game is played with that its rulebook does not name itself."""
    named = game.about_with(variants).uses
    return [name for name in uses if name not in named]
