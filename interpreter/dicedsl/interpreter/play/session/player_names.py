"""What everybody at a table is called: people by their names, bots by names that nobody else has."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.errors import UsageError
from dicedsl.interpreter.bots import DEFAULT, QUICK, is_bot, levels
from dicedsl.interpreter.play.session.entries import PlayerSeat
from dicedsl.text.spelling import nearest

LEVEL_LIKE_NAMES = frozenset("easy medium normal hard expert weak beginner computer cpu ai bot robot machine".split())
EASIER = QUICK
BOT_NAMES = (
    "Ben", "Cleo", "Dana", "Emil", "Fay", "Gus", "Hana", "Ivo", "June", "Kit", "Lou", "Mia", "Nils", "Olga", "Pia", "Quin", "Rosa",
    "Sam", "Tess", "Udo", "Vera", "Will", "Xenia", "Yan", "Zoe", "Ada",
)  # fmt: skip


def names_of(seats: Sequence[PlayerSeat]) -> list[str]:
    """A name for each seat; two people with the same name are told apart by their seats."""
    people = [seat.name for seat in seats if seat.bot is None]
    taken = {name.lower() for name in people}
    free = iter([name for name in BOT_NAMES if name.lower() not in taken])
    names = []
    for seat in seats:
        if seat.bot is not None:
            names.append(next(free, f"Bot {seat.number + 1}"))
        elif people.count(seat.name) > 1:
            names.append(f"{seat.name} {seat.number + 1}")
        else:
            names.append(seat.name)
    return names


def seats_by_typed_name(seats: Sequence[PlayerSeat]) -> dict[str, int]:
    """The seats by what may be typed for them."""
    names = names_of(seats)
    seat_of_name = {name.lower(): number for number, name in enumerate(names)}
    people = [seat.number for seat in seats if seat.bot is None]
    if len(people) == 1:
        seat_of_name |= {"you": people[0], "me": people[0], "myself": people[0]}
    return seat_of_name


def players_text(seats: Sequence[PlayerSeat]) -> str:
    """The players in a line: `you, Ben (strong), Cleo (strong)`."""
    names = names_of(seats)
    return ", ".join(
        name if seat.bot is None else f"{name} ({seat.bot})" for seat, name in zip(seats, names, strict=True)
    )


def easier_opponents_tip(seats: Sequence[PlayerSeat]) -> str:
    """How to get easier opponents, in a few words; nothing where there are none, or some were chosen."""
    levels = {seat.bot for seat in seats if seat.bot is not None}
    people = [seat.name for seat in seats if seat.bot is None]
    if levels != {DEFAULT} or not people or not all(name.isalnum() for name in people):
        return ""
    sitting = ",".join(seat.name if seat.bot is None else EASIER for seat in seats)
    return f"; --seats {sitting} for {'an easier one' if len(seats) - len(people) == 1 else 'easier ones'}"


def refuse_level_names(names: Sequence[str]) -> None:
    """UsageError if a name looks as if a bot were meant that does not exist: a person would sit there instead."""
    for name in names:
        word = name.partition(":")[0]
        if is_bot(word) or word == "bot" or not word.islower():
            continue
        close = nearest(word, levels(), 0.8)
        if word.rstrip("0123456789") in LEVEL_LIKE_NAMES or close:
            level_list = ", ".join(levels())
            raise UsageError(f"{name} is no level of an opponent: {level_list}; write {name.capitalize()} for a person")
