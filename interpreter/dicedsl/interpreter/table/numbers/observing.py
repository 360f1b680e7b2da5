"""What a seat may know, as a row of whole numbers of fixed size. Positions that the seat cannot tell apart give the same row.

Nothing is taken but what the seat's view shows. Plain dice, which nobody can tell apart, stand in the order of what is seen of
them, so that their order tells nothing either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

from dicedsl.interpreter.table.sight import MemoryLine, Sight
from dicedsl.program import ops
from dicedsl.program.bounds import BoundsAnalysis

MOST_MEMBER_BITS = 256  # of a set whose members are told one by one; those of a larger one are told in words
WORD_BITS = 32
TURNS = (ops.Ask, ops.RollDice, ops.DrawOne, ops.Over)
Cells = tuple[int, ...]


def entry_names(width: int) -> tuple[str, ...]:
    """What the numbers are that tell a set of so many possible members."""
    if width <= MOST_MEMBER_BITS:
        return tuple(map(str, range(width)))
    return tuple(f"{first} to {first + WORD_BITS - 1}" for first in range(0, width, WORD_BITS))


def numbers(mask: int, width: int) -> Iterator[int]:
    """A set as these numbers."""
    if width <= MOST_MEMBER_BITS:
        return (mask >> member & 1 for member in range(width))
    return (mask >> first & (1 << WORD_BITS) - 1 for first in range(0, width, WORD_BITS))


class Observer:
    """The rows of one program. `names` says what each number is."""

    def __init__(self, program: ops.Program, sight: Sight) -> None:
        self.program = program
        self.sight = sight
        self._analysis = BoundsAnalysis(program)
        self.groups = [g for g in program.plain_groups if len(g) > 1]

    @cached_property
    def size(self) -> int:
        return len(self.names)

    def observe(self, cells: Cells, seat: int) -> tuple[int, ...]:
        row = [*self._table(cells), *self._dice(cells, seat)]
        self._add_memory(row, cells, seat)
        if self._at_once:
            row += self._own_answers(cells, seat)
        return tuple(row)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each number of a row is."""
        program = self.program
        seats = [f"P{i + 1}" for i in range(program.players)]
        names = [
            "what is awaited",
            "decision",
            "on turn",
            "acting",
            "began",
            "dice falling",
            "turns",
            "rounds",
            "games",
            "last turns",
        ]
        for what in ("asked", "still in", "winner", "turns of", "score of"):
            names += [f"{what} {seat}" for seat in seats]
        for number in range(len(program.dice)):
            names += [f"die {number}: {what}" for what in ("where", "number", "hidden", "shown")]
        for slot, lines in self.sight.slots:
            for line in lines:
                name = f"{slot.name} of {', '.join(line.keys)}" if line.keys else slot.name
                names.append(f"{name}: seen")
                names += [f"{name}: {what}" for what in self.entries(slot)]
        for decision in program.decisions:
            if decision.at_once:
                names.append(f"own answer to {decision.number}")
                for i, pick in self.picks(decision):
                    names += [f"own {pick.name} of {i}: {what}" for what in self._entries_of(pick)]
        return tuple(names)

    @cached_property
    def bounds(self) -> tuple[tuple[int, int], ...]:
        """The least and the greatest that each number can be, in the order of `names`."""
        program, reg = self.program, self.program.reg
        bounds = [(0, len(TURNS) - 1), (0, len(program.decisions)), *[(0, program.players)] * 3, (0, len(program.dice))]
        bounds += [self._cell(cell) for cell in (reg.turns_played, reg.rounds, reg.game)]
        bounds += [(0, 1)] * (1 + 3 * program.players)
        for row in (reg.turns_of_player, reg.score_of_player):
            bounds += [self._cell(row + seat) for seat in range(program.players)]
        places = max(
            (place.high for place in self._analysis.cells[reg.location : reg.location + len(program.dice)]), default=0
        )
        bounds += [(0, places), (0, program.max_face), (0, 1), (0, 1)] * len(program.dice)
        for slot, lines in self.sight.slots:
            for i in range(len(lines)):
                bounds += [(0, 1), *self._content_bounds(slot, slot.base + i)]
        for decision in program.decisions:
            if decision.at_once:
                bounds.append((0, len(decision.alternatives)))
                for _, pick in self.picks(decision):
                    bounds += self._set_bounds(self.width_of(pick)) if pick.many else [self._pending(pick)]
        return tuple(bounds)

    def _cell(self, cell: int) -> tuple[int, int]:
        """The bounds of a cell, widened to 0, which stands for what is not seen or not there."""
        bounds = self._analysis.cells[cell]
        return min(0, bounds.low), max(0, bounds.high)

    def _pending(self, pick: ops.PickOp) -> tuple[int, int]:
        """The bounds of what any seat may have picked."""
        rows = [self._cell(pick.pending + seat) for seat in range(self.program.players)]
        return min(low for low, _ in rows), max(high for _, high in rows)

    def _set_bounds(self, width: int) -> list[tuple[int, int]]:
        return [(0, 1 if width <= MOST_MEMBER_BITS else (1 << WORD_BITS) - 1)] * len(entry_names(width))

    def _content_bounds(self, slot: ops.Slot, cell: int) -> list[tuple[int, int]]:
        if not slot.many:
            low, high = self._cell(cell)
            return [(low, max(high, len(self.program.dice)) if slot.shape == "die" else high)]
        if slot.shape != "die":
            return self._set_bounds(self.width(slot))
        return [*[(0, 1)] * len(self._numbered), (0, len(self.program.dice))]

    # -------------------------------------------------------------- whose turn it is

    def _table(self, cells: Cells) -> Iterator[int]:
        program, reg = self.program, self.program.reg
        end = program.blocks[cells[reg.pc]].end
        yield TURNS.index(type(end))
        yield end.decision + 1 if isinstance(end, ops.Ask) else 0
        yield from (cells[reg.player_on_turn] + 1, cells[reg.actor] + 1, cells[reg.starter] + 1)
        yield cells[reg.rolling].bit_count() if isinstance(end, ops.RollDice) else 0
        yield from (cells[reg.turns_played], cells[reg.rounds], cells[reg.game], int(cells[reg.last_lap] > 0))
        asked = cells[reg.asked] if isinstance(end, ops.Ask) else 0
        for mask in (asked, cells[reg.players_inside], cells[reg.winners]):
            yield from (mask >> seat & 1 for seat in range(program.players))
        yield from cells[reg.turns_of_player : reg.turns_of_player + program.players]
        scored = isinstance(end, ops.Over) and cells[reg.score_order]
        yield from (cells[reg.score_of_player + seat] if scored else 0 for seat in range(program.players))

    # -------------------------------------------------------------- dice

    def _dice(self, cells: Cells, seat: int) -> Iterator[int]:
        reg, count = self.program.reg, len(self.program.dice)
        visible, shown = self.sight.dice(cells, seat), cells[reg.shown]
        places, faces = cells[reg.location : reg.location + count], cells[reg.face : reg.face + count]
        rows = [
            (place, face, 0, shown >> die & 1) if visible >> die & 1 else (place, 0, 1, shown >> die & 1)
            for die, (place, face) in enumerate(zip(places, faces, strict=True))
        ]
        for group in self.groups:
            rows[group[0] : group[-1] + 1] = sorted(rows[group[0] : group[-1] + 1])
        return chain.from_iterable(rows)

    # -------------------------------------------------------------- memory

    @cached_property
    def _told_slots(self) -> list[tuple[ops.Slot, list[MemoryLine], int, int]]:
        """Each memory, its cells, how many numbers tell one of them, and how wide a set there is."""
        return [
            (slot, lines, len(self.entries(slot)), self.width(slot) if slot.many else 0)
            for slot, lines in self.sight.slots
        ]

    def _add_memory(self, row: list[int], cells: Cells, seat: int) -> None:
        for slot, lines, size, width in self._told_slots:
            is_plain = not slot.many and slot.shape != "die"
            for value, line in zip(cells[slot.base : slot.base + slot.size], lines, strict=True):
                if line.seers is not None and not self._sees(line, cells, seat):
                    row += (0,) * (1 + size)
                elif is_plain:
                    row += (1, value)
                else:
                    row.append(1)
                    row += self._content(slot, value, width)

    def _sees(self, line: MemoryLine, cells: Cells, seat: int) -> bool:
        return self.sight.sees(line.seers, cells, seat)

    def entries(self, slot: ops.Slot) -> Sequence[str]:
        """What is told of one cell of a memory: the value, or of a set each member; of plain dice only how many."""
        if not slot.many:
            return ("value",)
        if slot.shape != "die":
            return entry_names(self.width(slot))
        return (*(str(d) for d in self._numbered), "plain dice")

    def width(self, slot: ops.Slot) -> int:
        return max(self._analysis.cells[cell].high for cell in range(slot.base, slot.base + slot.size))

    @cached_property
    def _numbered(self) -> tuple[int, ...]:
        return tuple(d for d, die in enumerate(self.program.dice) if die.numbered)

    def _content(self, slot: ops.Slot, value: int, width: int) -> Iterator[int]:
        if slot.shape != "die":
            yield from numbers(value, width) if slot.many else (value,)
        elif slot.many:
            yield from (value >> d & 1 for d in self._numbered)
            yield value.bit_count() - sum(value >> d & 1 for d in self._numbered)
        else:
            # Which of the plain dice it is, nobody can tell.
            plain = value >= 0 and not self.program.dice[value].numbered
            yield len(self.program.dice) if plain else value

    # -------------------------------------------------------------- what the seat has answered where others still have to

    def picks(self, decision: ops.Decision) -> Iterator[tuple[int, ops.PickOp]]:
        for i, alternative in enumerate(decision.alternatives):
            for pick in alternative.picks:
                yield i, pick

    def width_of(self, pick: ops.PickOp) -> int:
        return self._analysis.set_width(ops.Var(pick.var))

    def _entries_of(self, pick: ops.PickOp) -> tuple[str, ...]:
        return entry_names(self.width_of(pick)) if pick.many else ("value",)

    @cached_property
    def _at_once(self) -> bool:
        """Whether several ever choose at once."""
        return any(decision.at_once for decision in self.program.decisions)

    def _own_answers(self, cells: Cells, seat: int) -> Iterator[int]:
        end = self.program.blocks[cells[self.program.reg.pc]].end
        for decision in self.program.decisions:
            if not decision.at_once:
                continue
            here = isinstance(end, ops.Ask) and end.decision == decision.number
            answer = cells[decision.pending + seat] if here else 0
            yield answer
            for i, pick in self.picks(decision):
                value = cells[pick.pending + seat] if answer == i + 1 else 0
                yield from numbers(value, self.width_of(pick)) if pick.many else (value,)
