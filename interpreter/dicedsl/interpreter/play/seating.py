"""What everybody at a table is called: people by their names, bots by names that nobody else has."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.interpreter.play.session import Seat

BOT_NAMES = (
    "Ben", "Cleo", "Dana", "Emil", "Fay", "Gus", "Hana", "Ivo", "June", "Kit", "Lou", "Mia", "Nils", "Olga", "Pia", "Quin", "Rosa",
    "Sam", "Tess", "Udo", "Vera", "Will", "Xenia", "Yan", "Zoe", "Ada",
)  # fmt: skip


def names_of(seats: Sequence[Seat]) -> list[str]:
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


def calls_of(seats: Sequence[Seat]) -> dict[str, int]:
    """The seats by what may be typed for them."""
    names = names_of(seats)
    found = {name.lower(): number for number, name in enumerate(names)}
    people = [seat.number for seat in seats if seat.bot is None]
    if len(people) == 1:
        found |= {"you": people[0], "me": people[0], "myself": people[0]}
    return found


def introduced(seats: Sequence[Seat]) -> str:
    """Who plays: `you, Ben (quick), Cleo (quick)`."""
    names = names_of(seats)
    return ", ".join(
        name if seat.bot is None else f"{name} ({seat.bot})" for seat, name in zip(seats, names, strict=True)
    )
