"""Which letter stands for which colour and for which player, and when dice have to be told apart by their owners.

It is settled here for all pictures and texts, so that nothing has to be understood by colour alone; they only show it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from dicedsl.built_in import COLOURS

SEAT_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letter_or_initial(colour: str) -> str:
    """The letter of a colour; of one that has none its first letter."""
    return COLOURS.get(colour, colour[:1].upper())


def letter_of_seat(seat: int) -> str:
    return SEAT_LETTERS[seat] if seat < len(SEAT_LETTERS) else f"P{seat + 1}"


def letters_of_players(
    names: Sequence[str], yours: int | None = None, taken: Collection[str] = frozenset()
) -> list[str]:
    """The first letters of the names, `Y` for one's own, where these tell everybody apart; else A, B, C.

    A letter with a number behind it is a die: where names end in numbers, P1 would be read as Player 1.
    """
    initials = ["Y" if seat == yours else name[:1].upper() for seat, name in enumerate(names)]
    numbered = any(name[-1:].isdigit() for name in names)
    if not numbered and tell_all_apart(initials, taken) and all(initial.isalpha() for initial in initials):
        return initials
    return [letter_of_seat(seat) for seat in range(len(names))]


def tell_all_apart(letters: Sequence[str], taken: Collection[str] = frozenset()) -> bool:
    """Whether each of the letters stands for one player, and for no colour."""
    return len(set(letters)) == len(letters) and not set(letters) & set(taken)


def owners_are_told(sorts: Iterable[tuple[str, int | None]], has_colours: bool) -> bool:
    """Whether dice of these colours and owners are told apart by owners: where there are no colours, or dice of one belong to several."""
    owners: dict[str, set[int | None]] = {}
    for colour, owner in sorts:
        owners.setdefault(colour, set()).add(owner)
    return not has_colours or any(len(seats) > 1 for seats in owners.values())
