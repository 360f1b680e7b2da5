"""What is worth knowing beside the dice: scores, and what the rulebook remembers; bookkeeping stands apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import define, field

from dicedsl.interpreter.engines.stepping.helpers import B
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.things import Fact, Sheet
from dicedsl.interpreter.sight import Cells, Line
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import HIDDEN
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER

MOST_IN_LINE = 6  # members of a set that can be told in passing


@define
class Facts:
    """What is known of a position beside the dice: about all, about each player, as sheets, and bookkeeping."""

    table: list[Fact] = field(factory=list)
    players: dict[int, list[Fact]] = field(factory=dict)
    sheets: list[Sheet] = field(factory=list)
    background: list[Fact] = field(factory=list)


def facts_of(table: Table, cells: Cells, reader: Reader) -> Facts:
    found = Facts(players={seat: [] for seat in range(table.players)})
    for slot, lines in table.sight.slots:
        _Slot(table, cells, reader, slot, lines).into(found)
    return found


def said(table: Table, slot: ops.Slot, value: int, reader: Reader) -> str | None:
    """What a cell of a memory holds, in words; None if that is nothing: no number, nobody, no."""
    if slot.many:
        members = [_member(table, slot.shape, m, reader) for m in B[value]]
        return " ".join(members) or None
    if slot.shape == "number":
        return None if value == NO_NUMBER else str(value)
    if slot.shape == "truth":
        return "yes" if value else None
    return None if value < 0 else _member(table, slot.shape, value, reader)


def _member(table: Table, shape: str, value: int, reader: Reader) -> str:
    return reader.who(value) if shape == "player" else table.words.member(shape, value)


class _Slot:
    """One memory of the rulebook."""

    def __init__(self, table: Table, cells: Cells, reader: Reader, slot: ops.Slot, lines: list[Line]) -> None:
        self.table = table
        self.cells = cells
        self.reader = reader
        self.slot = slot
        self.lines = lines
        self.kinds = [table.program.kinds[name] for name in slot.keys]

    def into(self, found: Facts) -> None:
        keys = self.slot.keys
        if not keys:
            self._about_all(found)
        elif keys == ("player",):
            self._about_players(found)
        elif all(name == "player" or kind.values for name, kind in zip(keys, self.kinds, strict=True)):
            self._as_sheet(found)
        else:
            found.background += self._one_by_one()

    def _text(self, at: int) -> str | None:
        """What a line says to the reader; HIDDEN if that is not for them."""
        if not self.table.sight.sees(self.lines[at].seers, self.cells, self.reader.seat):
            return HIDDEN
        return said(self.table, self.slot, self.cells[self.slot.base + at], self.reader)

    def _is_long(self, at: int) -> bool:
        return self.slot.many and self.cells[self.slot.base + at].bit_count() > MOST_IN_LINE

    def _fact(self, text: str, whose: int | None = None) -> Fact:
        """A truth that holds is told by its name."""
        return Fact(self.slot.name, "" if self.slot.shape == "truth" and text != HIDDEN else text, whose)

    def _about_all(self, found: Facts) -> None:
        text = self._text(0)
        if text is None:
            return
        (found.background if self._is_long(0) else found.table).append(self._fact(text))

    def _about_players(self, found: Facts) -> None:
        for seat in range(self.table.players):
            text = self._text(seat)
            if text is None or (text == HIDDEN and seat != self.reader.seat):
                continue
            fact = self._fact(text, seat)
            if self._is_long(seat):
                found.background.append(fact)
            else:
                found.players[seat].append(fact)

    def _as_sheet(self, found: Facts) -> None:
        """Players are columns; the members of other kinds are rows."""
        keys = self.slot.keys
        at_player = keys.index("player") if "player" in keys else -1
        columns = [self.reader.who(s) for s in range(self.table.players)] if at_player >= 0 else [""]
        rows: dict[tuple[str, ...], list[str]] = {}
        for number, members in enumerate(product(*(range(kind.size) for kind in self.kinds))):
            others = tuple(
                self.table.words.member(kind.shape, member)
                for i, (kind, member) in enumerate(zip(self.kinds, members, strict=True))
                if i != at_player
            )
            column = members[at_player] if at_player >= 0 else 0
            rows.setdefault(others, [""] * len(columns))[column] = self._text(number) or ""
        found.sheets.append(
            Sheet(self.slot.name, tuple(columns), tuple((", ".join(name), tuple(row)) for name, row in rows.items()))
        )

    def _one_by_one(self) -> Iterator[Fact]:
        parts = [(line.keys, self._text(i)) for i, line in enumerate(self.lines)]
        told = [f"{', '.join(keys)} {text}" for keys, text in parts if text is not None]
        if told:
            yield Fact(self.slot.name, "; ".join(told))
