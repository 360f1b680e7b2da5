"""What is worth knowing beside the dice: scores, words that the rulebook shows, and what it remembers; bookkeeping stands apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import define, field

from dicedsl.interpreter.model.naming import Reader, state_text
from dicedsl.interpreter.model.records import Aspect, Fact, Sheet
from dicedsl.interpreter.model.shown_words import ShownWords, content_text
from dicedsl.interpreter.moves.wording import HIDDEN_TEXT
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.sight import Cells, MemoryLine
from dicedsl.program import ops
from dicedsl.program.shapes import shape_of
from dicedsl.program.telling import ShownInfo

MOST_KEPT_CELLS = 30  # cells of a memory that are all told of
MOST_IN_LINE = 6  # members of a set that can be told in passing


@define
class Facts:
    """What is known of a position beside the dice: about all, about each player, as sheets, and bookkeeping."""

    table: list[Fact] = field(factory=list)
    players: dict[int, list[Fact]] = field(factory=dict)
    sheets: list[Sheet] = field(factory=list)
    background: list[Fact] = field(factory=list)
    aspects: list[Aspect] = field(factory=list)


def facts_of(table: GameTable, cells: Cells, reader: Reader, revealed: bool = False) -> Facts:
    """First what the rulebook shows, in its order, then what it remembers. `revealed`: nothing is hidden any more."""
    facts = Facts(players={seat: [] for seat in range(table.players)})
    words = ShownWords.of(table)
    for info in words.all:
        _Shown(table, cells, reader, revealed, words, info).add_to(facts)
    names = {info.name for info in words.all} | set(words.labels)
    quiet = table.program.telling.quiet
    for slot, lines in table.sight.slots:
        memory = _Slot(table, cells, reader, revealed, slot, lines)
        if slot.name in quiet:
            facts.background += memory.single_facts()
        elif slot.name not in names:
            memory.add_to(facts)
    return facts


@define
class _Keyed:
    """Something kept or shown for each member of some kinds; the texts of a sheet say what there is to tell of each."""

    table: GameTable
    cells: Cells
    reader: Reader
    revealed: bool

    def sheet(self, name: str, keys: tuple[str, ...], texts: list[str]) -> Sheet:
        """Players are columns; the members of other kinds are rows."""
        kinds = [self.table.program.kinds[key] for key in keys]
        at_player = keys.index("player") if "player" in keys else -1
        columns = [self.reader.who(s) for s in range(self.table.players)] if at_player >= 0 else [""]
        rows: dict[tuple[str, ...], list[str]] = {}
        for members, text in zip(product(*(range(kind.size) for kind in kinds)), texts, strict=True):
            others = tuple(
                self.table.words.member_name(kind.shape, member)
                for i, (kind, member) in enumerate(zip(kinds, members, strict=True))
                if i != at_player
            )
            column = members[at_player] if at_player >= 0 else 0
            rows.setdefault(others, [""] * len(columns))[column] = text
        return Sheet(name, tuple(columns), tuple((", ".join(key), tuple(row)) for key, row in rows.items()))


@define
class _Shown(_Keyed):
    """One line of what a rulebook shows."""

    words: ShownWords
    info: ShownInfo

    def add_to(self, facts: Facts) -> None:
        tell, cells = self.words.text, self.cells
        if self._board and self.reader.seat is not None:
            # A side of a board is seen by who looks at it, whoever acts.
            cells = [*cells]
            cells[self.table.reg.actor] = self.reader.seat
        rows = [
            (keys, tell(self.info, cells, self.reader, *keys, revealed=self.revealed))
            for keys in self.words.rows(self.info)
        ]
        shown_rows = [(keys, text) for keys, text in rows if text is not None]
        if not self.info.keys:
            facts.table += [Fact(self.info.name, text) for _, text in shown_rows]
        elif self.info.keys == ("player",):
            for (seat,), text in shown_rows:
                facts.players[seat].append(Fact(self.info.name, text, seat))
        elif self._board and shown_rows:
            values = tuple((key, text) for (key,), text in shown_rows)
            facts.aspects.append(Aspect(self.info.name, self._board, values))
        elif shown_rows:
            facts.sheets.append(self.sheet(self.info.name, self.info.keys, [text or "" for _, text in rows]))

    @property
    def _board(self) -> str:
        """The board for each place of which it is shown."""
        if len(self.info.keys) != 1:
            return ""
        what, board = shape_of(self.table.program.kinds[self.info.keys[0]].shape)
        return board if what == "place" else ""


@define
class _Slot(_Keyed):
    """One memory of the rulebook."""

    slot: ops.Slot
    lines: list[MemoryLine]

    def add_to(self, facts: Facts) -> None:
        keys = self.slot.keys
        kinds = [self.table.program.kinds[name] for name in keys]
        if not keys:
            self._about_all(facts)
        elif keys == ("player",):
            self._about_players(facts)
        elif all(name == "player" or kind.values for name, kind in zip(keys, kinds, strict=True)):
            facts.sheets.append(self.sheet(self.slot.name, keys, [self._text(i) or "" for i in range(self.slot.size)]))
        else:
            facts.background += self.single_facts()

    def _text(self, at: int) -> str | None:
        """What a line says to the reader; HIDDEN_TEXT if that is not for them."""
        if not self.revealed and not self.table.sight.sees(self.lines[at].seers, self.cells, self.reader.seat):
            return HIDDEN_TEXT
        value = self.cells[self.slot.base + at]
        return content_text(self.table, self.slot.shape, self.slot.many, value, self.reader)

    def _is_long(self, at: int) -> bool:
        return self.slot.many and self.cells[self.slot.base + at].bit_count() > MOST_IN_LINE

    def _fact(self, text: str, whose: int | None = None) -> Fact:
        """A truth that holds is told by its name."""
        name = state_text(self.slot.name) if self.slot.shape == "truth" and not self.slot.keys else self.slot.name
        return Fact(name, "" if self.slot.shape == "truth" and text != HIDDEN_TEXT else text, whose)

    def _about_all(self, facts: Facts) -> None:
        text = self._text(0)
        if text is None or text == HIDDEN_TEXT:
            return
        (facts.background if self._is_long(0) else facts.table).append(self._fact(text))

    def _about_players(self, facts: Facts) -> None:
        for seat in range(self.table.players):
            text = self._text(seat)
            if text is None or text == HIDDEN_TEXT:
                continue
            fact = self._fact(text, seat)
            if self._is_long(seat):
                facts.background.append(fact)
            else:
                facts.players[seat].append(fact)

    def _is_news(self, at: int) -> bool:
        """Whether a cell is worth telling: of very many only those that hold something else than at the beginning."""
        cell = self.slot.base + at
        return len(self.lines) <= MOST_KEPT_CELLS or self.cells[cell] != self.table.program.initial[cell]

    def single_facts(self) -> Iterator[Fact]:
        parts = [(line.keys, self._text(i)) for i, line in enumerate(self.lines) if self._is_news(i)]
        lines = [
            f"{', '.join(keys)} {text}".strip() for keys, text in parts if text is not None and text != HIDDEN_TEXT
        ]
        if lines:
            yield Fact(self.slot.name, "; ".join(lines))
