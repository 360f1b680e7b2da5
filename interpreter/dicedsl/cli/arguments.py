"""What was meant on the command line: which files, which rulebook, which program, who sits where."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def chosen_files(files: tuple[str, ...], every: bool) -> list[Path]:
    from dicedsl.errors import UsageError
    from dicedsl.rulebook.files import find
    from dicedsl.rulebook.library import shipped_files

    if every:
        return list(shipped_files().values())
    if not files:
        raise UsageError("name a file or a shipped rulebook, or say --all")
    return [find(name) for name in files]


def load_rulebook(name: str, variants: tuple[str, ...] = (), libraries: tuple[str, ...] = ()) -> Any:
    """The rulebook of a file or a shipped game, for what speaks of its text. DiceError if it has mistakes."""
    from dicedsl.errors import raise_errors
    from dicedsl.rulebook.files import find
    from dicedsl.rulebook.loading import load_path

    if variants:
        from dicedsl.interpreter.game import Game

        variants = Game.named(name).about_with(variants).chosen
    book, problems = load_path(find(name), variants, libraries)
    raise_errors(problems)
    assert book is not None
    return book


def rules_text_of(name: str, about: Any) -> str:
    """The rules in words of a game that is being played, as it is played, from the file of its rulebook."""
    from dicedsl.prose.rules import rules_text

    book = load_rulebook(name, about.chosen)
    libraries = tuple(library for library in about.uses if library not in book.uses)
    return rules_text(load_rulebook(name, about.chosen, libraries) if libraries else book)


def rules_text_from(shelf: Any, about: Any) -> str:
    """The rules in words of a game that is being played, from the texts that are kept with it."""
    from dicedsl.errors import raise_errors
    from dicedsl.prose.rules import rules_text
    from dicedsl.rulebook.loading import load_source

    book, problems = load_source(shelf.source, about.chosen, shelf)
    raise_errors(problems)
    assert book is not None
    libraries = tuple(library for library in about.uses if library not in book.uses)
    whole, _ = load_source(shelf.source, about.chosen, shelf, libraries) if libraries else (book, problems)
    return rules_text(whole or book)


def raise_refused(path: Path) -> None:
    """Raise a DiceError with all that `check` refuses in a rulebook; the shipped ones are known to be in order."""
    from dicedsl.check_door import check
    from dicedsl.errors import raise_errors
    from dicedsl.rulebook.library import shipped_files

    if path not in shipped_files().values():
        raise_errors(check(path))


def program_for(
    name: str,
    players: int | None,
    options: tuple[str, ...],
    variants: tuple[str, ...],
    starter: str,
    match: int | None,
    skills: tuple[int, ...],
) -> Any:
    """The program for the options of a command, by the name of its game; UsageError if that does not fit the game."""
    from dicedsl.interpreter.game import Game
    from dicedsl.rulebook.files import find

    return program_of(Game.named(name), find(name), players, options, variants, starter, match, skills)


def program_of(
    game: Any,
    path: Path,
    players: int | None,
    options: tuple[str, ...],
    variants: tuple[str, ...],
    starter: str,
    match: int | None = None,
    skills: tuple[int, ...] = (),
) -> Any:
    """The program for the options of a command, of a game that was read from a file already."""
    from dicedsl.rulebook.setting import Unfit, checked_players, options_from_texts, starter_from_text, usual_players

    about = game.about_with(variants)
    count = checked_players(about, usual_players(about) if players is None else players)
    raise_refused(path)
    given = options_from_texts(about, options)
    libraries: tuple[str, ...] = ()
    if match is not None:
        if about.has_match:
            raise Unfit("option", f"{about.title} has rules for matches of its own; see its options")
        library, needed = _match_library()
        libraries = (library,)
        given[needed] = match
    return game.program(count, given, about.chosen, starter_from_text(starter, count), skills, libraries)


def _match_library() -> tuple[str, str]:
    """The shipped library that makes a match of any game, and its option for how many games win it."""
    from dicedsl.rulebook.library import folder

    library, _, needed = (folder() / "match.txt").read_text("utf-8").strip().partition(": ")
    return library, needed


def seed_or_fresh(seed: int | None) -> int:
    """The seed that was asked for; without one, one that nobody can foresee."""
    from dicedsl.interpreter.play.session.fair_dice import fresh_seed

    return fresh_seed() if seed is None else seed


def seat_names(players: int, people: int, names: tuple[str, ...]) -> list[str]:
    """A name for each seat: people first, bots for the others."""
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.bots import DEFAULT

    if people > players:
        raise UsageError(f"{people} people cannot sit at a table for {players}; say --players {people}")
    called = [*names, *("you" if people == 1 else f"Player {i + 1}" for i in range(len(names), people))]
    return called + [DEFAULT] * (players - len(called))


def read_seats(seats: str | None, names: tuple[str, ...]) -> list[str]:
    """The seats that `--seats` names, as they were typed; none if it was not given."""
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.play.session.player_names import refuse_level_names

    if seats is None:
        return []
    if names:
        raise UsageError("--seats names everybody; give no --person with it")
    sitting = [seat.strip() for seat in seats.split(",")]
    refuse_level_names(sitting)
    return sitting


def enough_players(file: str, variants: tuple[str, ...], people: int) -> int | None:
    """The number of players: as many as there are people, if these are more than usually play."""
    from dicedsl.interpreter.game import Game
    from dicedsl.rulebook.setting import usual_players

    about = Game.named(file).about_with(variants)
    usual = usual_players(about) or min(about.counts, default=0)
    return people if people > usual else None
