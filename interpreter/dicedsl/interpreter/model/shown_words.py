"""Words that a rulebook shows: worked out for a reader from what that reader may know, and left out where something hidden decides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from attrs import field, frozen

from dicedsl.interpreter.model.hidden_reads import HiddenReads, May
from dicedsl.interpreter.model.naming import Reader, of_one, somebody
from dicedsl.interpreter.moves.wording import text_of
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.memo import TableMemo
from dicedsl.interpreter.table.sight import Cells
from dicedsl.masks import mask_of
from dicedsl.program import ops
from dicedsl.program.liveness import run_of
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.telling import ShownInfo, ToldText, ToldValue


@frozen
class _Known:
    """What a seat may know of a position: `known` says nothing of the rest. `hidden`: whether a word may depend on that, by keys."""

    cells: Cells
    seat: int | None
    reads: HiddenReads | None
    known: Cells
    hidden: dict[tuple[int, tuple[int, ...]], bool] = field(factory=dict)


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
            and isinstance(info.content, ToldValue)
            and info.content.shape == "number"
            and not info.content.many
        ]
        self.numbers_of_table = [
            info
            for info in self.all
            if not info.keys
            and isinstance(info.content, ToldValue)
            and info.content.shape == "number"
            and not info.content.many
        ]
        # What a memory is called where the rulebook shows just that, under a name of its own or the same.
        self.labels = {slot.name: info.name for info in self.all if (slot := self._slot_shown(info)) is not None}
        reads = self.reads = table.expressions.reads()
        infos = [*self.all, self.aim] if self.aim is not None else self.all
        program, reg = table.program, table.reg
        faces = run_of(reg.face, len(program.dice)) | run_of(reg.showing, program.max_face + 1)
        hiding = [(slot, lines) for slot, lines in table.sight.slots if any(line.seers for line in lines)]
        may_hide = faces | mask_of(slot.base + at for slot, lines in hiding for at in range(len(lines)))
        self._hiding = hiding
        # What reads nothing that can be hidden is told to everybody.
        self._delicate = {id(info) for info in infos if table.sight.secrets and reads(*_values(info)) & may_hide}
        self._last: _Known | None = None

    def _slot_shown(self, info: ShownInfo) -> ops.Slot | None:
        """The memory that is shown as it is, for whatever it is kept by."""
        if not isinstance(info.content, ToldValue) or info.condition is not None:
            return None
        op, variables = info.content.value, info.variables
        if isinstance(op, ops.Call) and op.arguments == tuple(ops.Var(var) for var in variables):
            function = self.table.expressions.program.functions[op.function]
            op, variables = (op, variables) if function is None else (function.body, function.params)
        return next(
            (
                slot
                for slot, _ in self.table.sight.slots
                if slot.keys == info.keys
                and len(slot.keys) < 2
                and (
                    op == ops.Cell(slot.base)
                    if not slot.keys
                    else isinstance(op, ops.CellAt) and (op.base, op.index) == (slot.base, ops.Var(variables[0]))
                )
            ),
            None,
        )

    # -------------------------------------------------------------- what may be told

    def _known_cells(self, info: ShownInfo, cells: Cells, reader: Reader, keys: tuple[int, ...]) -> Cells | None:
        """The position as the reader may know it; None if what is shown may depend on something hidden from the reader in it.

        That is so whatever it comes to now: nobody learns anything from what is told, nor from whether anything is.
        """
        if id(info) not in self._delicate:
            return cells
        last = self._last
        if last is None or last.cells is not cells or last.seat != reader.seat:
            last = self._last = self._known(cells, reader.seat)
        if last.reads is None:
            return cells
        row = id(info), keys
        if row not in last.hidden:
            env = {var: May(values=1 << key) for var, key in zip(info.variables, keys, strict=True)}
            last.hidden[row] = any(last.reads.may_read(op, env) for op in _values(info))
        return None if last.hidden[row] else last.known

    def _known(self, cells: Cells, seat: int | None) -> _Known:
        sight = self.table.sight
        secret = mask_of(
            slot.base + at
            for slot, lines in self._hiding
            for at, line in enumerate(lines)
            if not sight.sees(line.seers, cells, seat)
        )
        hidden = ((1 << len(self.table.program.dice)) - 1) & ~sight.dice(cells, seat)
        if not secret and not hidden:
            return _Known(cells, seat, None, cells)
        known = sight.without_secrets(cells, seat)
        return _Known(cells, seat, HiddenReads(self.table.expressions.program, known, hidden, secret), known)

    def number(self, info: ShownInfo, cells: Cells, reader: Reader, *keys: int) -> int | None:
        """A number that is shown; None where there is none to tell."""
        assert isinstance(info.content, ToldValue)
        known = self._known_cells(info, cells, reader, keys)
        if known is None or not self._holds(info, known, keys):
            return None
        value = self._value(info, info.content.value, known, keys)
        return None if value == NO_NUMBER else value

    def _value(self, info: ShownInfo, op: ops.Op, cells: Cells, keys: tuple[int, ...]) -> int | None:
        return self.table.expressions.value_of(op, info.variables, keys, cells)

    def _holds(self, info: ShownInfo, cells: Cells, keys: tuple[int, ...]) -> bool:
        return info.condition is None or bool(self._value(info, info.condition, cells, keys))

    def text(self, info: ShownInfo, cells: Cells, reader: Reader, *keys: int, revealed: bool = False) -> str | None:
        """What is shown for the members `keys`; None where there is nothing to tell. Of a truth that holds: nothing but its name."""
        known = cells if revealed else self._known_cells(info, cells, reader, keys)
        if known is None or not self._holds(info, known, keys):
            return None
        if isinstance(info.content, ToldText):
            values = [(w, self._value(info, w.value, known, keys)) for w in info.content.values]
            if any(value is None for _, value in values):
                return None
            # An aim speaks to whoever reads it, everything else to the player who acts.
            speaker = None if info is self.aim else cells[self.table.reg.actor]
            return heard_text(self.table, info.content.pieces, values, reader, speaker)
        value = self._value(info, info.content.value, known, keys)
        if value is None or (not info.content.many and _is_nothing(info.content.shape, value)):
            return None
        return "" if info.content.shape == "truth" else value_text(self.table, info.content, value, reader)

    def rows(self, info: ShownInfo) -> list[tuple[int, ...]]:
        """All members of its keys."""
        kinds = [self.table.program.kinds[name] for name in info.keys]
        return list(product(*(range(kind.size) for kind in kinds)))


def _values(info: ShownInfo) -> list[ops.Op]:
    values = [info.content.value] if isinstance(info.content, ToldValue) else [w.value for w in info.content.values]
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
        is_one = worth.shape == "number" and not worth.many and value == 1
        text += of_one(after) if is_one else after
    return reader.as_heard(text, speaker)
