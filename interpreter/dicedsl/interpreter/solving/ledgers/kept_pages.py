"""Pages that were worked out before: what single positions are worth, looked up in what was kept of them."""

from __future__ import annotations

from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.solving.aim import PlayAim
from dicedsl.interpreter.solving.graph import DOUBLE, GrowingRow
from dicedsl.interpreter.solving.ledgers import page_kernels
from dicedsl.interpreter.solving.ledgers.ledger import Ledger
from dicedsl.interpreter.solving.ledgers.ledger_reader import NoLedger
from dicedsl.interpreter.solving.ledgers.levels import Levels
from dicedsl.interpreter.solving.ledgers.page_solver import PageSolver
from dicedsl.interpreter.solving.ledgers.pages import Pages, PageWay
from dicedsl.interpreter.solving.positions import position_kernels
from dicedsl.interpreter.solving.solved_files import SolvedFile
from dicedsl.interpreter.table.game_table import GameTable

RECORDS_OF_A_PAGE = 1 << 14  # at first
NO_LIMIT = 1 << 60


class KeptPages(Pages):
    """Pages of which the values of doors are known; the others of a page are worked out again when somebody looks."""

    def __init__(self, table: GameTable, aim: PlayAim, ledger: Ledger, solved: SolvedFile) -> None:
        """Bring back what was left when pages were worked out."""
        super().__init__(table, aim, ledger, way=PageWay(solved.about["cuts"], solved.about["counter"]))
        self._page_now: tuple[int, int] | None = None
        self.count_of_pages, self.cap = solved.about["pages"], solved.about["cap"]
        for name in ("page_slots", "pages"):
            row = GrowingRow(len(solved.words(name)))
            row.memory[:] = solved.words(name).tolist()
            setattr(self, name, row)
        self.values = GrowingRow(len(solved.reals("values")), DOUBLE)
        self.values.memory[:] = solved.reals("values").tolist()
        self.lows, self.highs, self.base = (solved.words(name).tolist() for name in ("lows", "highs", "base"))
        sums = solved.words("fixed").tolist()
        self.fixed_sums = list(zip(sums[::2], sums[1::2], strict=True))
        first, last, step, direction, farthest = solved.about["levels"]
        self.levels = Levels(self.counter, range(first, last, step), direction, farthest)
        self.between.add(self.begin)
        self.between.expand(NO_LIMIT, NO_LIMIT)
        words = solved.words("doors").tolist()
        self._door_of_mark = {mark: door for door, mark in enumerate(zip(words[::2], words[1::2], strict=True))}
        self.records = GrowingRow(page_kernels.RECORD * RECORDS_OF_A_PAGE)
        self._old_book = self._book()
        self._old_book[page_kernels.PAGES], self._old_book[page_kernels.PAGE_SLOTS] = (
            self.count_of_pages,
            solved.about["slots"],
        )
        self._lay_starts(self._old_book)

    def worth(self, cells: Cells) -> float | None:
        """Give what the game is worth at a position, with all that was gained; None if best play never comes near it."""
        cells = (*cells, *self.begin[self._cells_of_game :])
        number, mark, level = self._page_of(cells), self.finder.mark(cells), self._level_of(cells)
        if number is None or level is None:
            return None
        count, size = min(self.ledger.count_of(cells), self.cap), self.highs[number] - self.lows[number] + 1
        if not self.lows[number] <= count <= self.highs[number]:
            return None
        door = self._door_of_mark.get(mark)
        if door is not None:
            at = self.base[number] + (door * len(self.levels.values) + level) * size
            return float(self.values[at + count - self.lows[number]]) + self.ledger.gain_of(cells)
        if not self._turn_to(number):
            return None
        position = self.between.number_of(mark)
        if (
            position is None
            or not self.between.seen[position * self.between.stretches + self.between.stretch_of(cells)]
        ):
            return None
        return self.solver.value(number, position, level, count) + self.ledger.gain_of(cells)

    def _page_of(self, cells: Cells) -> int | None:
        """The number of the page that a position is on; None if it was never found."""
        one, two = self._bits(cells)
        size = len(self.page_slots.memory) // position_kernels.SLOT
        slot = one & (size - 1)
        while self.page_slots[position_kernels.SLOT * slot + 2]:
            if (
                self.page_slots[position_kernels.SLOT * slot] == one
                and self.page_slots[position_kernels.SLOT * slot + 1] == two
            ):
                return int(self.page_slots[position_kernels.SLOT * slot + 2]) - 1
            slot = (slot + 1) & (size - 1)
        return None

    def _turn_to(self, number: int) -> bool:
        """Work out a page that was worked out before."""
        book, between = self._old_book, self.between
        if self._page_now == (number, between.positions):
            return True
        book[page_kernels.RECORDS] = book[page_kernels.AT] = 0
        while True:
            book[page_kernels.MOST_RECORDS] = self.records.room // page_kernels.RECORD
            book[page_kernels.MOST_PAGES] = NO_LIMIT
            try:
                if not self._write_page(book, number, NO_LIMIT, NO_LIMIT):
                    continue
            except NoLedger:
                return False
            if len(between.start_nodes()) == book[page_kernels.STARTS]:
                break
            book[page_kernels.RECORDS] = book[page_kernels.AT] = 0
            self._lay_starts(book)
        marks = between.marks
        self.door_of = [self._door_of_mark.get((marks[2 * p], marks[2 * p + 1]), -1) for p in range(between.positions)]
        self.doors = []
        self.first_record = [0] * number + [0, book[page_kernels.RECORDS]]
        self.orders = between.orders()
        self.solver = PageSolver(self._page_rows(), between, self.orders, self.levels, 1, len(self.levels.values))
        self.solver.solve([number])
        self._page_now = number, between.positions
        return True
