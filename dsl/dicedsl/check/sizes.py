"""Boards whose size is agreed: they are made for the smallest and the largest that options allow."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from dicedsl.about import OptionInfo, OptionValue, Setting
from dicedsl.check.checked_file import CheckedFile, sizing_options
from dicedsl.errors import Problem
from dicedsl.lower.lower import try_lower
from dicedsl.rulebook.book import Rulebook
from dicedsl.typed import tree as t


def sizes(checked: CheckedFile) -> Iterator[Problem]:
    if checked.is_library:
        return
    for book in checked.books:
        game = checked.game(book)
        options = sizing_options(game)
        if options and not any(problem.is_error for problem in game.problems):
            yield from _agreed(checked, book, game, options)


def _agreed(checked: CheckedFile, book: Rulebook, game: t.TypedGame, options: dict[str, t.Option]) -> Iterator[Problem]:
    low: dict[str, OptionValue] = {}
    high: dict[str, OptionValue] = {}
    for name, option in options.items():
        said = checked.about(book).option(name)
        ends = None if said is None else _ends(said)
        if ends is None:
            message = f'the size of a board depends on the option "{name}", which has no limits'
            help = f"write them behind it: `{name} = {option.node.default.span.text}, from 2 to 8`"
            yield Problem("E376", message, option.node.span, help=help)
            return
        low[name], high[name] = ends
    # What is wrong as the rulebook stands has been told.
    players = max(checked.book.players.counts, default=2) if checked.book.players is not None else 2
    for agreed in (low, high):
        for problem in try_lower(game, Setting(players, tuple(agreed.items())), checked.budget, checked.shared_tables)[
            1
        ]:
            note = "with " + ", ".join(f"{name} = {value}" for name, value in agreed.items())
            yield evolve(problem, notes=(*problem.notes, note))


def _ends(option: OptionInfo) -> tuple[OptionValue, OptionValue] | None:
    """The smallest and the largest number an option can be, no and yes, or the first and the last of its words."""
    if option.sort == "truth":
        return False, True
    if option.sort == "word":
        return option.values[0], option.values[-1]
    numbers = [value for value in option.values if isinstance(value, int)]
    if numbers:
        return min(numbers), max(numbers)
    return None if option.low is None or option.high is None else (option.low, option.high)
