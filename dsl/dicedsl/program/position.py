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

from dicedsl.program import ops
from dicedsl.program.liveness import Liveness, Reads, members, run_of

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
        counted = 1 << reg.turns | 1 << reg.rounds | 1 << reg.game | run_of(reg.turns_of, program.players)
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
        always = self._fixed | Reads(self.program)(*sights)
        liveness = Liveness(self.program, always)
        return [(live | always) & ~self._of_dice for live in liveness.at_end]

    @cached_property
    def _holding_dice(self) -> int:
        """Cells that may hold single dice."""
        program, found, other = self.program, 0, 0
        for slot in program.slots:
            if slot.shape == "die" or "die" in slot.keys:
                found |= run_of(slot.base, slot.size)
        for decision in program.decisions:
            for pick in (p for a in decision.alternatives for p in a.picks):
                cells = 1 << pick.cell
                if decision.at_once:
                    cells |= run_of(pick.pending, program.players)
                if pick.shape == "die":
                    found |= cells
                else:
                    other |= cells
            other |= run_of(decision.pending, program.players) if decision.at_once else 0
        for block in program.blocks:
            if isinstance(block.end, ops.DrawOne):
                if block.end.shape == "die":
                    found |= 1 << block.end.cell
                else:
                    other |= 1 << block.end.cell
        if not program.sorts_dice:
            # Names of rules may hold dice as well, and nobody says which of them do.
            for cell in program.back_cells():
                other |= 1 << cell
            found |= run_of(self._frame, program.cells - self._frame) & ~other
        return found

    def _at(self, block: int) -> tuple[Getter, bool]:
        """What is taken of a state in this block, and whether equal dice may be put in order there."""
        known = self._known.get(block)
        if known is None:
            live = self._live[block]
            sortable = self._sorts and not live & self._holding_dice
            known = self._known[block] = (itemgetter(*members(live)), sortable)
        return known

    @cached_property
    def _sorts(self) -> bool:
        """Whether equal dice are put in order at every choice, by the engine or because nothing speaks of a single one there."""
        if not self._groups or self.program.sorts_dice:
            return bool(self._groups)
        asking = [block.number for block in self.program.blocks if isinstance(block.end, ops.Ask)]
        return not any(self._live[block] & self._holding_dice for block in asking)

    def may_sort(self, block: int) -> bool:
        """Whether equal dice may change places in a state of this block: nothing that counts speaks of a single one."""
        return self._at(block)[1]

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
        found = [dice[d] for d in self._single]
        for group in self._groups:
            found.extend(sorted(dice[d] for d in group))
        info = self.program.dice
        falling = tuple((info[d].group, dice[d][0]) for d in members(rolling) if not info[d].numbered)
        return tuple(found), falling

    def _die(self, cells: Cells, die: int, rolling: int) -> tuple[int, int, int, int]:
        reg = self.program.reg
        where = cells[reg.location + die]
        if rolling >> die & 1:
            return where, 0, 0, 1
        return where, cells[reg.face + die], cells[reg.shown] >> die & 1, 0
