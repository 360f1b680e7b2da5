"""The contract in one object: load a rulebook, start it for some players, and ask it everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dicedsl import compile
from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.state import Move, Outcome, Result, State, Turn
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import View, view
from dicedsl.program.about import Setting
from dicedsl.program.examples import Worked
from dicedsl.rulebook.loading import find, load_source, raise_errors, read
from dicedsl.rulebook.merge import Rulebook
from dicedsl.source import Source


class Game:
    """A rulebook that has been read. `start` fixes players, options and variants; every later question is about a State."""

    def __init__(self, source: Source, beside: Path | None = None) -> None:
        self.source = source
        self.beside = beside
        self._books: dict[tuple[str, ...], Rulebook] = {}
        self._tables: dict[object, Table] = {}
        self.book = self.rulebook()

    @classmethod
    def named(cls, name: str) -> Game:
        """A game by the path of its file or the short name of a shipped rulebook."""
        path = find(name)
        return cls(read(path), path.parent)

    @property
    def title(self) -> str:
        return self.book.title

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(self.book.variants)

    def rulebook(self, variants: tuple[str, ...] = ()) -> Rulebook:
        """The rules with these variants."""
        if variants not in self._books:
            book, problems = load_source(self.source, variants, self.beside)
            raise_errors(problems)
            if book is None:
                raise DiceError(problems)
            self._books[variants] = book
        return self._books[variants]

    def table(
        self,
        players: int | None = None,
        options: Mapping[str, int | str | bool] | None = None,
        variants: tuple[str, ...] = (),
        starter: int | None = None,
        skills: tuple[int, ...] = (),
    ) -> Table:
        """The game for one setting. `starter` is a seat from 0; None draws it by lot."""
        book = self.rulebook(variants)
        allowed = book.players
        if allowed is None:
            raise UsageError(f"{book.title} does not say how many play")
        count = allowed.counts[0] if players is None else players
        if not (count >= allowed.counts[0] if allowed.more else count in allowed.counts):
            raise UsageError(f"{book.title} is not for {count} players")
        given = tuple(sorted((options or {}).items()))
        for name, _ in given:
            if name not in book.options:
                raise UsageError(f"{book.title} has no option {name}")
        key = (count, given, variants, starter, skills)
        if key not in self._tables:
            setting = Setting(count, given, -1 if starter is None else starter, skills)
            self._tables[key] = Table(compile.program_of(book, setting))
        return self._tables[key]

    def start(
        self,
        players: int | None = None,
        options: Mapping[str, int | str | bool] | None = None,
        variants: tuple[str, ...] = (),
        starter: int | None = None,
        skills: tuple[int, ...] = (),
    ) -> State:
        return self.table(players, options, variants, starter, skills).start()

    # -------------------------------------------------------------- questions about a state

    def turn(self, state: State) -> Turn:
        return state.table.turn(state)

    def moves(self, state: State, seat: int) -> list[Move]:
        return state.table.moves(state, seat)

    def why_not(self, state: State, seat: int, move: Move) -> str | None:
        return state.table.why_not(state, seat, move)

    def parse_move(self, state: State, seat: int, text: str) -> Move:
        return state.table.parse_move(state, seat, text)

    def outcomes(self, state: State) -> list[Outcome]:
        return state.table.outcomes(state)

    def apply(self, state: State, action: Move | Outcome) -> State:
        return state.table.apply(state, action)

    def view(self, state: State, seat: int | None) -> View:
        return view(state.table, state, seat)

    def result(self, state: State) -> Result | None:
        return state.table.result(state)


def worked_examples(path: Path, title: str | None = None, places: Sequence[str] = ()) -> Worked:
    """The examples of a file, or those of one title, in which some `places` are wanted. DiceError if it has mistakes."""
    return compile.worked_examples(read(path), path.parent, title, places)


def load(text: str, name: str = "<text>") -> Game:
    """A game from the text of its rulebook; DiceError with every problem if it has mistakes."""
    return Game(Source(name, text.replace("\r\n", "\n")))
