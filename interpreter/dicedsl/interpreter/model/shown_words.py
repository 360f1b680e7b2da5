"""Words that a rulebook shows: worked out for a reader from what that reader may know, and left out where something hidden decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from dicedsl.interpreter.model.naming import Reader, somebody
from dicedsl.interpreter.moves.wording import text_of
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.memo import TableMemo
from dicedsl.interpreter.table.sight import Cells
from dicedsl.program import ops
from dicedsl.program.liveness import run_of
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.telling import ShownInfo, ToldText, ToldValue


class ShownWords(TableMemo):
    """What the part `shown:` of a rulebook lists, and texts with values in them, for one table."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.all = table.program.telling.shown
        self.aim = table.program.telling.aim
        self.numbers_of_players = [
            info
            for info in self.all
            if info.keys == ("player",)
            and isinstance(info.what, ToldValue)
            and info.what.shape == "number"
            and not info.what.many
        ]
        self.numbers_of_table = [
            info
            for info in self.all
            if not info.keys and isinstance(info.what, ToldValue) and info.what.shape == "number" and not info.what.many
        ]
        reads = table.expressions.reads()
        infos = [*self.all, self.aim] if self.aim is not None else self.all
        self._reads = {id(info): reads(*_values(info)) for info in infos}
        program, reg = table.program, table.reg
        self._faces = run_of(reg.face, len(program.dice)) | run_of(reg.showing, program.max_face + 1)
        self._hiding = [(slot, lines) for slot, lines in table.sight.slots if any(line.seers for line in lines)]

    # -------------------------------------------------------------- what may be told

    def _positions(self, info: ShownInfo, cells: Cells, reader: Reader) -> list[Cells]:
        """Positions that agree with all that the reader sees, and say nothing of the rest: hidden dice lie unrolled, show the least or
        show the most. What comes out alike in all of them is not decided by anything hidden. None where hidden memory is read."""
        reads, sight = self._reads[id(info)], self.table.sight
        if not sight.secrets:
            return [cells]
        for slot, lines in self._hiding:
            for at, line in enumerate(lines):
                if reads >> (slot.base + at) & 1 and not sight.sees(line.seers, cells, reader.seat):
                    return []
        everything = (1 << len(self.table.program.dice)) - 1
        hidden = everything & ~sight.dice(cells, reader.seat)
        if not hidden or not reads & self._faces:
            return [cells]
        unrolled = sight.without_secrets(cells, reader.seat)
        return [unrolled, *(self._with_hidden_dice_at(unrolled, hidden, end) for end in (min, max))]

    def _with_hidden_dice_at(self, cells: list[int], hidden: int, end: Callable[[Sequence[int]], int]) -> list[int]:
        """The cells with numbers for the dice that lie unrolled."""
        reg, filled = self.table.reg, list(cells)
        for die in MEMBERS[hidden]:
            number = end(self.table.program.dice[die].faces)
            filled[reg.showing] &= ~(1 << die)
            filled[reg.showing + number] |= 1 << die
            filled[reg.face + die] = number
        return filled

    def _common_value(self, info: ShownInfo, op: ops.Op, positions: list[Cells], keys: tuple[int, ...]) -> int | None:
        """What an expression comes to in all positions; None if they do not agree."""
        values = {self.table.expressions.value_of(op, info.variables, keys, cells) for cells in positions}
        return values.pop() if len(values) == 1 else None

    def number(self, info: ShownInfo, cells: Cells, reader: Reader, *keys: int) -> int | None:
        """A number that is shown; None where there is none to tell."""
        assert isinstance(info.what, ToldValue)
        positions = self._positions(info, cells, reader)
        if not self._holds(info, positions, keys):
            return None
        value = self._common_value(info, info.what.value, positions, keys)
        return None if value == NO_NUMBER else value

    def _holds(self, info: ShownInfo, positions: list[Cells], keys: tuple[int, ...]) -> bool:
        return info.condition is None or bool(self._common_value(info, info.condition, positions, keys))

    def text(self, info: ShownInfo, cells: Cells, reader: Reader, *keys: int, revealed: bool = False) -> str | None:
        """What is shown for the members `keys`; None where there is nothing to tell. Of a truth that holds: nothing but its name."""
        positions = [cells] if revealed else self._positions(info, cells, reader)
        if not positions or not self._holds(info, positions, keys):
            return None
        if isinstance(info.what, ToldText):
            values = [(w, self._common_value(info, w.value, positions, keys)) for w in info.what.values]
            if any(value is None for _, value in values):
                return None
            # An aim speaks to whoever reads it, everything else to the player who acts.
            speaker = None if info is self.aim else cells[self.table.reg.actor]
            return heard_text(self.table, info.what.pieces, values, reader, speaker)
        value = self._common_value(info, info.what.value, positions, keys)
        if value is None or (not info.what.many and _is_nothing(info.what.shape, value)):
            return None
        return "" if info.what.shape == "truth" else value_text(self.table, info.what, value, reader)

    def rows(self, info: ShownInfo) -> list[tuple[int, ...]]:
        """All members of its keys."""
        kinds = [self.table.program.kinds[name] for name in info.keys]
        return list(product(*(range(kind.size) for kind in kinds)))


def _values(info: ShownInfo) -> list[ops.Op]:
    values = [info.what.value] if isinstance(info.what, ToldValue) else [w.value for w in info.what.values]
    return values if info.condition is None else [*values, info.condition]


def _is_nothing(shape: str, value: int) -> bool:
    if shape == "number":
        return value == NO_NUMBER
    return not value if shape == "truth" else value < 0


def value_text(table: GameTable, worth: ToldValue, value: int, reader: Reader) -> str:
    """A value in words that are right for the reader."""
    if worth.shape == "truth" and not worth.many:
        return table.words.content_text(worth.shape, worth.many, value)
    return content_text(table, worth.shape, worth.many, value, reader) or (
        "nobody" if worth.shape == "player" else "none"
    )


def content_text(table: GameTable, shape: str, many: bool, value: int, reader: Reader) -> str | None:
    """What a memory holds, in words that are right for the reader; None if that is nothing: no number, nobody, no."""

    def name(shape: str, member: int) -> str:
        return reader.who(member) if shape == "player" else table.words.member_name(shape, member)

    content = table.words.content(shape, many, value, name)
    return None if content is None or content is False else text_of(content) or None


def heard_text(
    table: GameTable,
    pieces: Sequence[str],
    values: Sequence[tuple[ToldValue, int | None]],
    reader: Reader,
    speaker: int | None,
) -> str:
    """A text with values in it, as the reader hears it."""
    text = pieces[0]
    for (worth, value), after in zip(values, pieces[1:], strict=True):
        if value is None:
            text += "?"
        elif worth.shape == "player" and not worth.many and value >= 0:
            text += somebody(value)
        else:
            text += value_text(table, worth, value, reader)
        text += after
    return reader.as_heard(text, speaker)
