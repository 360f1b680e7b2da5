"""Words that a rulebook shows: worked out for a reader from what that reader may know, and left out where something hidden decides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import ClassVar
from weakref import WeakKeyDictionary

from dicedsl.interpreter.engines.stepping.helpers import B
from dicedsl.interpreter.model.naming import Reader, somebody
from dicedsl.interpreter.sight import Cells
from dicedsl.interpreter.table import Table
from dicedsl.program import ops
from dicedsl.program.liveness import Reads, run_of
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.telling import ShownInfo, Spoken, Worth


class ShownWords:
    """What the part `shown:` of a rulebook lists, and texts with values in them, for one table."""

    _known: ClassVar[WeakKeyDictionary[Table, ShownWords]] = WeakKeyDictionary()

    def __init__(self, table: Table) -> None:
        self.table = table
        self.all = table.program.telling.shown
        self.numbers_of_players = [
            info
            for info in self.all
            if info.keys == ("player",)
            and isinstance(info.what, Worth)
            and info.what.shape == "number"
            and not info.what.many
        ]
        reads = Reads(table.engine.program)
        self._reads = {id(info): reads(*_values(info)) for info in self.all}
        program, reg = table.program, table.reg
        self._faces = run_of(reg.face, len(program.dice)) | run_of(reg.showing, program.max_face + 1)
        self._hiding = [(slot, lines) for slot, lines in table.sight.slots if any(line.seers for line in lines)]

    @classmethod
    def of(cls, table: Table) -> ShownWords:
        found = cls._known.get(table)
        if found is None:
            found = cls._known[table] = cls(table)
        return found

    # -------------------------------------------------------------- what may be told

    def may_tell(self, info: ShownInfo, cells: Cells, reader: Reader) -> bool:
        """Whether nothing hidden from the reader decides it."""
        reads, sight = self._reads[id(info)], self.table.sight
        if not sight.secrets:
            return True
        everything = (1 << len(self.table.program.dice)) - 1
        if reads & self._faces and sight.dice(cells, reader.seat) != everything:
            return False
        return all(
            sight.sees(line.seers, cells, reader.seat) or not reads >> (slot.base + at) & 1
            for slot, lines in self._hiding
            for at, line in enumerate(lines)
        )

    def number(self, info: ShownInfo, cells: Cells, reader: Reader, *keys: int) -> int | None:
        """A number that is shown; None where there is none to tell."""
        assert isinstance(info.what, Worth)
        if not self.may_tell(info, cells, reader) or not self._holds(info, cells, keys):
            return None
        value = self.table.worked_out(info.what.value, info.variables, keys, cells)
        return None if value == NO_NUMBER else value

    def _holds(self, info: ShownInfo, cells: Cells, keys: tuple[int, ...]) -> bool:
        return info.condition is None or bool(self.table.worked_out(info.condition, info.variables, keys, cells))

    def text(self, info: ShownInfo, cells: Cells, reader: Reader, *keys: int, revealed: bool = False) -> str | None:
        """What is shown for the members `keys`; None where there is nothing to tell. Of a truth that holds: nothing but its name."""
        if not (revealed or self.may_tell(info, cells, reader)) or not self._holds(info, cells, keys):
            return None
        if isinstance(info.what, Spoken):
            told = [(w, self.table.worked_out(w.value, info.variables, keys, cells)) for w in info.what.values]
            return spoken(self.table, info.what.pieces, told, reader, cells[self.table.reg.actor])
        value = self.table.worked_out(info.what.value, info.variables, keys, cells)
        if value is None or (not info.what.many and _is_nothing(info.what.shape, value)):
            return None
        return "" if info.what.shape == "truth" else value_text(self.table, info.what, value, reader)

    def rows(self, info: ShownInfo) -> list[tuple[int, ...]]:
        """All members of its keys."""
        kinds = [self.table.program.kinds[name] for name in info.keys]
        return list(product(*(range(kind.size) for kind in kinds)))


def _values(info: ShownInfo) -> list[ops.Op]:
    found = [info.what.value] if isinstance(info.what, Worth) else [w.value for w in info.what.values]
    return found if info.condition is None else [*found, info.condition]


def _is_nothing(shape: str, value: int) -> bool:
    if shape == "number":
        return value == NO_NUMBER
    return not value if shape == "truth" else value < 0


def value_text(table: Table, worth: Worth, value: int, reader: Reader) -> str:
    """A value in words that are right for the reader."""
    if worth.shape == "player":
        names = [reader.who(seat) for seat in (B[value] if worth.many else (value,) if value >= 0 else ())]
        return " ".join(names) or "nobody"
    return table.words.content(worth.shape, worth.many, value)


def spoken(
    table: Table, pieces: Sequence[str], told: Sequence[tuple[Worth, int | None]], reader: Reader, speaker: int
) -> str:
    """A text with values in it, as the reader hears it."""
    text = pieces[0]
    for (worth, value), after in zip(told, pieces[1:], strict=True):
        if value is None:
            text += "?"
        elif worth.shape == "player" and not worth.many and value >= 0:
            text += somebody(value)
        else:
            text += value_text(table, worth, value, reader)
        text += after
    return reader.heard(text, speaker)
