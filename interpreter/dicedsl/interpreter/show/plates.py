"""The pictures of a printed rulebook: the positions it asks for, drawn."""

from __future__ import annotations

from collections.abc import Collection

from dicedsl.errors import DiceError
from dicedsl.interpreter.examples.wanted_positions import Moments, NamedPosition
from dicedsl.interpreter.show.printed_picture import is_bare, only_plates, printed_picture


class Plates:
    """Pictures of the moments of one file; of an example the later ones show what has changed since the first."""

    def __init__(self, moments: Moments) -> None:
        self.moments = moments
        self.known: dict[str, tuple[NamedPosition, NamedPosition]] = {}

    def at(
        self,
        example: str,
        ended: bool = False,
        places: Collection[tuple[int, ...]] = (),
        said: str | None = None,
    ) -> str:
        """The set-up, or how an example begins or has ended. Nothing where the game cannot be brought there, or where
        there is nothing to see."""
        try:
            if not example:
                seen = self.moments.after_setup()
                if not is_bare(seen.table, seen.state):
                    return printed_picture(seen.table, seen.state, seen.names, said=said)
                if said is not None and only_plates(seen.table):
                    return ""  # everybody has it on the table, and it is told
                drawn = printed_picture(seen.table, seen.state, seen.names, said=said)
                return f'<div class="bare">{drawn}</div>' if drawn else ""
            begun, end = self.ends_of(example)
        except DiceError:
            return ""
        if not ended and is_bare(begun.table, begun.state) and not is_bare(end.table, end.state):
            return ""  # it is set up in the example itself
        if not ended:
            return printed_picture(begun.table, begun.state, begun.names, places, beside=end.state, said=said)
        if is_bare(end.table, end.state) and not is_bare(begun.table, begun.state):
            return ""  # all has been cleared away: there is nothing to see
        return printed_picture(end.table, end.state, end.names, places, begun.state, begun.state, said)

    def ends_of(self, example: str) -> tuple[NamedPosition, NamedPosition]:
        """How an example begins and how it ends, at one table."""
        if example not in self.known:
            self.known[example] = self.moments.of_example(example)
        return self.known[example]
