"""Rolls that nobody makes: of dice for all, in the set-up or at the beginning of a round, before anybody acts."""

from __future__ import annotations

from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.memo import TableMemo
from dicedsl.program import ops
from dicedsl.program.control_flow import next_blocks, return_addresses
from dicedsl.program.walk import statements


class CommonRolls(TableMemo):
    """The blocks of a program at whose ends dice are rolled while no player has begun to act."""

    def __init__(self, table: GameTable) -> None:
        self._table = table
        program = table.program
        back = return_addresses(program)
        ahead = [program.entry, *(block.number for block in program.blocks if block.label == "round")]
        self._before_anybody: set[int] = set()
        while ahead:
            number = ahead.pop()
            if number in self._before_anybody or self._begins_to_act(program, program.blocks[number]):
                continue
            self._before_anybody.add(number)
            ahead += next_blocks(program, program.blocks[number].end, back)

    @staticmethod
    def _begins_to_act(program: ops.Program, block: ops.Block) -> bool:
        """Whether somebody acts from here on; whoever begins is only the first in the order."""
        return any(
            isinstance(statement, ops.Store)
            and statement.index == program.reg.actor
            and statement.value != ops.Cell(program.reg.starter)
            for statement in statements(block.body)
        )

    def names_of_dice(self, state: State) -> list[str]:
        """What the dice are called that are about to be rolled by nobody; nothing where somebody rolls them."""
        zones = self._table.program.zones
        return list(dict.fromkeys(zones[at].name for at in self.heaps(state)))

    def heaps(self, state: State) -> dict[int, list[int]]:
        """The dice about to be rolled by nobody, by the zone in which they lie; nothing where somebody rolls them."""
        cells, reg, zones = state.cells, self._table.reg, self._table.program.zones
        if cells[reg.pc] not in self._before_anybody:
            return {}
        heaps: dict[int, list[int]] = {}
        for die in self._table.rolling(state):
            heaps.setdefault(cells[reg.location + die], []).append(die)
        return {} if any(at >= len(zones) or zones[at].owner >= 0 for at in heaps) else heaps

    def keys_text(self, zone: int) -> str:
        """What a zone is kept for: `front gate`; nothing if there is only one of its name."""
        program, words = self._table.program, self._table.words
        info = program.zones[zone]
        return ", ".join(
            words.member_name(program.kinds[kind].shape, key)
            for kind, key in zip(info.key_kinds, info.keys, strict=True)
        )

    def owners(self, state: State) -> dict[int, list[int]]:
        """The dice about to be rolled by whose they are, where they are those of several players; else nothing."""
        cells, reg, zones = state.cells, self._table.reg, self._table.program.zones
        dice: dict[int, list[int]] = {}
        for die in self._table.rolling(state):
            at = cells[reg.location + die]
            dice.setdefault(zones[at].owner if at < len(zones) else -1, []).append(die)
        return dice if len(dice) > 1 and -1 not in dice else {}
