"""What the seats of many games in native memory see: the rows of `Observer`, filled by machine code.

Who may see something is mostly the same in every position. Where it is not, it is asked for each game before the rows are filled.
"""

from __future__ import annotations

import ctypes
from typing import Any

from dicedsl.interpreter.engines.native.many import (
    Kernel,
    Layout,
    NativeBatch,
    RowPiece,
    SeeingCode,
    observation_pieces,
)
from dicedsl.interpreter.table.numbers.observing import MOST_MEMBER_BITS, TURNS, Observer, entry_names
from dicedsl.interpreter.table.sight import FixedSight, Seers
from dicedsl.program import ops

NUMBER = ctypes.c_int64


class Plan:
    """The pieces that tell what a seat sees, for the memory of one program, and the tables they read."""

    def __init__(self, observer: Observer, layout: Layout) -> None:
        self.observer = observer
        self.program = observer.program
        self.layout = layout
        self.seers: list[Seers | None] = [None]
        self.pieces: list[RowPiece] = []
        self.tables: list[int] = []
        self._places: dict[int, int] = {}
        reg, dice = self.program.reg, self.program.dice
        # What is awaited is told by a table, at the block that a game stands at.
        self._at = self._first(reg.pc), self._table([n for block in self.program.blocks for n in _about(block)])
        self._numbered = self._table([int(die.numbered) for die in dice])
        self._whose_turn()
        if dice:
            zones = self._table([self._who(seers) for seers in observer.sight.zones])
            groups = [x for group in observer.groups for x in (group[0], len(group))]
            first = (self._first(cell) for cell in (reg.location, reg.face, reg.shown))
            arguments = len(dice), *first, len(self.program.zones), zones, self._table([len(observer.groups), *groups])
            self._add(observation_pieces.all_dice, 4 * len(dice), *arguments)
        self._memory()
        self._own_answers()

    def _add(self, kernel: Kernel, width: int, *arguments: int, who: int = -1) -> None:
        self.pieces.append(RowPiece(kernel, width, arguments, who))

    def _first(self, cell: int) -> int:
        return self.layout.first[cell]

    def _table(self, values: list[int]) -> int:
        self.tables += values
        return len(self.tables) - len(values)

    def _who(self, seers: Seers | None) -> int:
        """The place of those who see something."""
        if seers is None:
            return 0
        if id(seers) not in self._places:
            self._places[id(seers)] = len(self.seers)
            self.seers.append(seers)
        return self._places[id(seers)]

    def _whose_turn(self) -> None:
        reg, players, first = self.program.reg, self.program.players, self._first
        self._add(observation_pieces.turn, 2, *self._at)
        for cell in (reg.player_on_turn, reg.actor, reg.starter):
            self._add(observation_pieces.values, 1, first(cell), 1, 1)
        self._add(observation_pieces.rolling, 1, *self._at, first(reg.rolling), self.layout.words[reg.rolling])
        for cell in (reg.turns_played, reg.rounds, reg.game):
            self._add(observation_pieces.values, 1, first(cell), 1, 0)
        self._add(observation_pieces.positive, 1, first(reg.last_lap))
        self._add(observation_pieces.seats_asked, players, *self._at, first(reg.asked), players)
        for cell in (reg.players_inside, reg.winners):
            self._add(observation_pieces.members, players, first(cell), players, 1)
        self._add(observation_pieces.values, players, first(reg.turns_of_player), players, 0)
        self._add(
            observation_pieces.scores, players, *self._at, first(reg.score_of_player), players, first(reg.score_order)
        )

    def _memory(self) -> None:
        for slot, lines in self.observer.sight.slots:
            entries = len(self.observer.entries(slot))
            plain = not slot.many and slot.shape != "die"
            if plain and all(line.seers is None for line in lines):
                self._add(observation_pieces.pairs, 2 * len(lines), self._first(slot.base), len(lines))
                continue
            for i, line in enumerate(lines):
                first, words = self._first(slot.base + i), self.layout.words[slot.base + i]
                who = self._who(line.seers)
                if plain:
                    self._add(observation_pieces.values, 1, first, 1, 0, who=who)
                elif slot.shape == "die" and slot.many:
                    arguments = first, words, self._numbered, len(self.program.dice)
                    self._add(observation_pieces.some_dice, entries, *arguments, who=who)
                elif slot.shape == "die":
                    self._add(observation_pieces.die, entries, first, self._numbered, len(self.program.dice), who=who)
                else:
                    kernel = (
                        observation_pieces.spans
                        if self.observer.width(slot) > MOST_MEMBER_BITS
                        else observation_pieces.members
                    )
                    self._add(kernel, entries, first, entries, words, who=who)

    def _own_answers(self) -> None:
        for decision in self.program.decisions:
            if not decision.at_once:
                continue
            self._add(observation_pieces.own, 1, *self._at, self._first(decision.pending), decision.number + 1)
            back = 1
            for i, pick in self.observer.picks(decision):
                chosen = back, i + 1, self._first(pick.pending)
                width = 1
                if not pick.many:
                    self._add(observation_pieces.own_value, 1, *chosen)
                else:
                    (words,) = {self.layout.words[pick.pending + seat] for seat in range(self.program.players)}
                    members = self.observer.width_of(pick)
                    width = len(entry_names(members))
                    kernel = (
                        observation_pieces.own_spans if members > MOST_MEMBER_BITS else observation_pieces.own_members
                    )
                    self._add(kernel, width, *chosen, width, words)
                back += width


def _about(block: ops.Block) -> tuple[int, int]:
    awaited = TURNS.index(type(block.end)) if isinstance(block.end, TURNS) else -1
    return awaited, block.end.decision + 1 if isinstance(block.end, ops.Ask) else 0


class NativeRows:
    """The rows of games that are stepped together, `width` numbers for each; `fill` makes them those of now."""

    def __init__(self, observer: Observer, games: NativeBatch) -> None:
        self._games = games
        plan = Plan(observer, games.engine.layout)
        self._seen = SeeingCode(plan.pieces, games.engine.layout.size, len(plan.seers))
        self._tables = (NUMBER * len(plan.tables))(*plan.tables)
        self.width = observer.size
        self.words: Any = (NUMBER * (games.count * self.width))()
        self._kinds = len(plan.seers)
        self._seers = (NUMBER * (games.count * self._kinds))()
        self._asked: list[tuple[int, Seers]] = []
        for place, seers in enumerate(plan.seers):
            if seers is None or isinstance(seers, FixedSight):
                seats = observer.sight.everyone if seers is None else seers.seats
                self._seers[place :: self._kinds] = [seats] * games.count
            else:
                self._asked.append((place, seers))

    def fill(self) -> None:
        for place, seers in self._asked:
            for game in range(self._games.count):
                self._seers[game * self._kinds + place] = seers(self._games.now(game))
        self._games.see(self._seen, self._seers, self._tables, self.words)
