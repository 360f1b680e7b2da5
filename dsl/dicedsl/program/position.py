"""What a position is: the cells that the future can depend on, and nothing that is only left over from how it came about.

A state keeps more than the future needs: how many turns were played, what was picked a moment ago, the old numbers of dice that
are about to fall. States with the same key have the same moves and outcomes, and the same move or outcome leads to states with
the same key again. Dice, memory of the rulebook, who is to act and who is still in are always a part of it; counters of turns,
rounds and games only where a rule can still read them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from operator import itemgetter

from dicedsl.masks import members_of
from dicedsl.program import ops
from dicedsl.program.liveness import CellReads, Liveness, run_of

Cells = tuple[int, ...]
Getter = Callable[[Cells], object]


class Positions:
    """The keys of the states of one program."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        reg = program.reg
        dice, zones = len(program.dice), len(program.zones)
        places = sum(len(b.labels) for b in program.boards)
        frame = [reg.showing + program.max_face + 1, *(s.base + s.size for s in program.slots if s.scope != "pending")]
        self._frame = max(frame)
        of_dice = run_of(reg.location, dice) | run_of(reg.face, dice) | run_of(reg.zone_mask, zones)
        of_dice |= run_of(reg.on_place, places) | run_of(reg.taken, len(program.boards))
        self._of_dice = of_dice | run_of(reg.showing, program.max_face + 1) | 1 << reg.shown | 1 << reg.rolling
        counted = 1 << reg.turns_played | 1 << reg.rounds | 1 << reg.game | run_of(reg.turns_of_player, program.players)
        self._fixed = run_of(0, self._frame) & ~self._of_dice & ~counted
        self._where = slice(reg.location, reg.location + dice)
        self._faces = slice(reg.face, reg.face + dice)
        self._groups = [g for g in program.plain_groups if len(g) > 1]
        self._single = tuple(sorted(set(range(dice)) - {d for g in self._groups for d in g}))
        self._known: dict[int, tuple[Getter, bool]] = {}

    @cached_property
    def _live(self) -> Sequence[int]:
        """The cells that count at each block, those of dice apart."""
        sights = [z.seen_by for z in self.program.zones] + [s.seen_by for s in self.program.slots]
        always = self._fixed | CellReads(self.program)(*sights)
        liveness = Liveness(self.program, always)
        return [(live | always) & ~self._of_dice for live in liveness.at_end]

    @cached_property
    def _holding_dice(self) -> int:
        """Cells that may hold single dice: memory, names, picks and draws."""
        program = self.program
        mask = 0
        for cell in program.dice_cells:
            mask |= 1 << cell
        for slot in program.slots:
            if slot.shape == "die" or "die" in slot.keys:
                mask |= run_of(slot.base, slot.size)
        for decision in program.decisions:
            for pick in (p for a in decision.alternatives for p in a.picks if p.shape == "die"):
                mask |= 1 << pick.answer_cell
                if decision.at_once:
                    mask |= run_of(pick.pending, program.players)
        for block in program.blocks:
            if isinstance(block.end, ops.DrawOne) and block.end.shape == "die":
                mask |= 1 << block.end.cell
        return mask

    def _at(self, block: int) -> tuple[Getter, bool]:
        """What is taken of a state in this block, and whether equal dice may be put in order there."""
        entry = self._known.get(block)
        if entry is None:
            live = self._live[block]
            sortable = self._sorts and not live & self._holding_dice
            entry = self._known[block] = (itemgetter(*members_of(live)), sortable)
        return entry

    @cached_property
    def _sorts(self) -> bool:
        """Whether equal dice are put in order at every choice, because nothing speaks of a single one there."""
        asking = [block.number for block in self.program.blocks if isinstance(block.end, ops.Ask)]
        return bool(self._groups) and not any(self._live[block] & self._holding_dice for block in asking)

    def counting(self, block: int) -> tuple[int, ...]:
        """The cells by which positions at a choice in this block are told apart."""
        reg, dice = self.program.reg, len(self.program.dice)
        own = run_of(reg.location, dice) | run_of(reg.face, dice) | 1 << reg.shown | 1 << reg.rolling
        return tuple(members_of(self._live[block] | own))

    def memory(self) -> tuple[int, ...]:
        """The cells beside dice and counters that positions have everywhere."""
        return tuple(members_of(self._fixed))

    def may_sort(self, block: int) -> bool:
        """Whether equal dice may change places in a state of this block: nothing that counts speaks of a single one."""
        return self._at(block)[1]

    def ordered(self, cells: Cells) -> Cells:
        """At a choice or at the end: the same position with equal dice in order, by where they are, what they show and
        whether it is shown."""
        reg = self.program.reg
        end = type(self.program.blocks[cells[reg.pc]].end)
        if not self._groups or end not in (ops.Ask, ops.Over) or not self.may_sort(cells[reg.pc]):
            return cells
        changed: list[tuple[int, tuple[int, int, int]]] = []
        for dice in self._groups:
            first, last = dice[0], dice[-1] + 1  # equal dice are made one after the other
            old = list(
                zip(
                    cells[reg.location + first : reg.location + last],
                    cells[reg.face + first : reg.face + last],
                    [cells[reg.shown] >> die & 1 for die in dice],
                    strict=True,
                )
            )
            new = sorted(old)
            if new != old:
                changed += [(die, now) for die, was, now in zip(dice, old, new, strict=True) if was != now]
        return self._move_dice(cells, changed) if changed else cells

    def _move_dice(self, given: Cells, changed: list[tuple[int, tuple[int, int, int]]]) -> Cells:
        """Dice laid elsewhere, all at once, each with a number and whether that is shown."""
        cells, reg, zones = list(given), self.program.reg, len(self.program.zones)
        others = ~sum(1 << die for die, _ in changed)
        for cell in (
            reg.shown,
            *range(reg.zone_mask, reg.zone_mask + zones),
            *range(reg.showing, reg.showing + self.program.max_face + 1),
        ):
            cells[cell] &= others
        for die, (place, number, open_) in changed:
            if place < zones:
                cells[reg.zone_mask + place] |= 1 << die
            else:
                cells[reg.on_place + place - zones] = die + 1
            cells[reg.location + die] = place
            cells[reg.showing + number] |= 1 << die
            cells[reg.face + die] = number
            cells[reg.shown] |= open_ << die
        return tuple(cells)

    def key(self, cells: Cells) -> Hashable:
        """Equal for equal positions of this program, and only for them."""
        reg = self.program.reg
        taken, sortable = self._at(cells[reg.pc])
        rolling, shown = cells[reg.rolling], cells[reg.shown]
        if isinstance(self.program.blocks[cells[reg.pc]].end, ops.RollDice):
            if sortable:
                return taken(cells), *self._in_order(cells, rolling)
            faces = tuple(0 if rolling >> d & 1 else number for d, number in enumerate(cells[self._faces]))
            return taken(cells), cells[self._where], faces, shown & ~rolling, rolling
        return taken(cells), cells[self._where], cells[self._faces], shown, rolling

    def _in_order(self, cells: Cells, rolling: int) -> tuple[object, ...]:
        """The dice when some are about to fall: equal ones in order, those that fall without their old numbers.

        Numbers that fall are told die by die, so it counts as well from where each of them falls.
        """
        dice = [self._die(cells, d, rolling) for d in range(len(self.program.dice))]
        ordered = [dice[d] for d in self._single]
        for group in self._groups:
            ordered.extend(sorted(dice[d] for d in group))
        info = self.program.dice
        falling = tuple((info[d].group, dice[d][0]) for d in members_of(rolling) if not info[d].numbered)
        return tuple(ordered), falling

    def _die(self, cells: Cells, die: int, rolling: int) -> tuple[int, int, int, int]:
        reg = self.program.reg
        where = cells[reg.location + die]
        if rolling >> die & 1:
            return where, 0, 0, 1
        return where, cells[reg.face + die], cells[reg.shown] >> die & 1, 0
