"""What positions of a solved game are worth, looked up in what was kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.solving.aim import PlayAim, aim_of
from dicedsl.interpreter.solving.graph import SEEKS_MOST
from dicedsl.interpreter.solving.ledgers.ledger import ledger_of
from dicedsl.interpreter.solving.ledgers.ledger_reader import NoLedger
from dicedsl.interpreter.solving.positions.position_walk import PositionWalk, mark_of
from dicedsl.interpreter.solving.solved_files import SolvedFile, solved_file_of
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.memo import Memo
from dicedsl.rulebook.library import shipped_files

_KNOWN: Memo[PositionWorths | None] = Memo()


class PositionWorths:
    """What the positions of one table are worth: to the first of two players, or to who plays alone."""

    def __init__(self, table: GameTable, solved: SolvedFile) -> None:
        self.table = table
        self.aim: PlayAim = aim_of(table)
        engine: Any = table.runner()
        if solved.about["marks"] == "native" and not engine.has_machine_code:
            raise UsageError("this was solved by machine code, and there is none here")
        self._pages = None
        self._keys, self._values = memoryview(b"").cast("q"), memoryview(b"").cast("d")
        if solved.about["way"] == "pages":
            from dicedsl.interpreter.solving.ledgers.kept_pages import KeptPages

            ledger = ledger_of(table)
            assert ledger is not None
            self._pages = KeptPages(table, self.aim, ledger, solved)
            return
        self._keys, self._values = solved.words("keys"), solved.reals("values")
        self._finder = None
        if solved.about["marks"] == "native":
            from dicedsl.interpreter.solving.positions.position_finder import PositionFinder

            self._finder = PositionFinder(table, self.aim, engine)
        self._walk = PositionWalk(table, self.aim)

    def worth(self, state: State) -> float | None:
        """Give what the game is worth at a state; None if best play was not worked out for it."""
        cells: Cells = state.cells
        if self.table.is_over(state):
            return self.aim.worth(cells) / self.aim.unit
        if self._pages is not None:
            return self._pages.worth(cells)
        mark = self._finder.mark(cells)[0] if self._finder is not None else mark_of(self._walk.key(cells))[0]
        size = len(self._keys)
        slot = mark & (size - 1)
        while self._keys[slot]:
            if self._keys[slot] == mark:
                return float(self._values[slot])
            slot = (slot + 1) & (size - 1)
        return None

    def moves(self, state: State, moves: tuple[Move, ...]) -> list[tuple[Move, float]] | None:
        """Moves of the one who is asked, best first, with what the game is worth after each; None if that is not known."""
        worths = []
        for move in moves:
            worth = self.worth(self.table.apply(state, move))
            if worth is None:
                return None
            worths.append((move, worth))
        wants_most = self.aim.kind_of_choice(moves[0].seat) == SEEKS_MOST
        return sorted(worths, key=lambda pair: -pair[1] if wants_most else pair[1])


def worths_of(table: GameTable) -> PositionWorths | None:
    """Give what the positions of a table are worth that was solved; None if it never was."""
    if table not in _KNOWN:
        solved = solved_file_of(table)
        try:
            _KNOWN[table] = None if solved is None else PositionWorths(table, solved)
        except (UsageError, NoLedger, KeyError, AssertionError):
            _KNOWN[table] = None
    return _KNOWN[table]


def command_for(table: GameTable) -> str:
    """Give the command that solves a table."""
    about, setting = table.about, table.setting
    path = Path(about.where.source.name)
    words = [
        "dicedsl solve",
        path.stem if path in shipped_files().values() else str(path),
        f"--players {table.players}",
    ]
    words += [f'--variant "{variant}"' for variant in about.chosen]
    words += [f'--option "{option}={_said(value)}"' for option, value in setting.options]
    if table.players > 1 or setting.starter >= 0:
        words.append("--starter " + ("random" if setting.starter < 0 else str(setting.starter + 1)))
    return " ".join(words)


def _said(value: object) -> str:
    """The value of an option as the command takes it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
