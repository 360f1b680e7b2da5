"""Where dice are hidden, each move is judged by the best that the next seat could do about it.

Players who choose at random let anything pass: against them the boldest bid looks good. So after each move, in one world after the
other, every sort of answer that the next seat has is tried, and the move counts for what the answer leaves that is best for that
seat over all worlds together. The seat is not thought to know which world it is.

What follows is judged by games played at random, and these are told apart by little: a die lost is one of many. So positions that
differ only in what dice show are judged together, and many games of each sort count for all moves that lead there.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import ceil, log, log2, sqrt

from attrs import define, field

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots.search.halving import shuffled
from dicedsl.interpreter.bots.search.judge import SeatValues
from dicedsl.interpreter.bots.search.search_start import SearchStart
from dicedsl.interpreter.bots.search.search_steps import SearchSteps
from dicedsl.interpreter.engines.contract import Answer, Cells

CHOICES_AHEAD = 2  # choices after the answer in which the sort is taken that has served best
MOST_ANSWER_SORTS = 8  # of answers, beyond which they are not told apart
FEWEST_MOVES = 8  # moves
WORLDS_OF_A_MOVE = 24  # for each move, on average
CURIOSITY = 0.3
GAMES_OF_A_VISIT = 2  # played on after an answer
ENOUGH_VISITS = 300  # times that positions of one sort are judged
OVERTIME = 2.0  # times the budget, at most, until each move was judged in one world
NOBODY = -1


@define
class MeanValues:
    """The mean of what positions of one sort came to."""

    count: int = 0
    total: list[float] = field(factory=list)

    def add(self, values: SeatValues) -> None:
        """Count one more position, worth this to each seat."""
        self.count += 1
        self.total = [a + b for a, b in zip(self.total, values, strict=True)] if self.total else list(values)

    def mean(self) -> SeatValues:
        """Give the mean of all values added."""
        return tuple(value / self.count for value in self.total)


@define
class SortReplies:
    """What came of one sort of answer of a seat, or of none. mine: what each came to. theirs: the sum of what it was
    worth to the seat that answers."""

    mine: list[SeatValues] = field(factory=list)
    theirs: float = 0.0

    @property
    def count(self) -> int:
        """How often such an answer was tried."""
        return len(self.mine)


@define
class MoveReplies:
    """A move, and what came of each answer to it, by who answers and by the sort of the answer."""

    number: int
    replies: dict[int, dict[int, SortReplies]] = field(factory=dict)

    def add(self, seat: int, sort: int, values: SeatValues, me: int) -> None:
        """Write down what came of an answer of a seat, or of NOBODY."""
        replies = self.replies.setdefault(seat, {}).setdefault(sort, SortReplies())
        replies.mine.append(values)
        replies.theirs += values[seat] if seat != NOBODY else values[me]

    def best_replies(self) -> list[SortReplies]:
        """Give, of each seat that may come to answer, what came of the sort of answer that is best for it."""
        return [max(sorts.values(), key=lambda r: r.theirs / r.count) for sorts in self.replies.values()]

    def values(self) -> list[SeatValues]:
        """Give what came of the best replies, in all worlds."""
        return [values for replies in self.best_replies() for values in replies.mine]

    def mean(self, me: int) -> float:
        """Give what the best replies leave to a seat on average; -1 if the move was never tried."""
        values_of_seats = self.values()
        return sum(values[me] for values in values_of_seats) / len(values_of_seats) if values_of_seats else -1.0


class ReplySearch:
    """A search two moves deep over worlds: own moves, and the best reply to each (sequential halving of the moves that are left)."""

    def __init__(self, start: SearchStart) -> None:
        self.knowledge = knowledge = start.knowledge
        self.judge = start.judge
        self.pool = start.pool
        self.spending = start.spending
        self.chance = start.chance
        self.steps = SearchSteps(knowledge.table, self.pool.world(0).cells, knowledge.seat)
        self.worlds = 0
        self.known: dict[Hashable, MeanValues] = {}
        self.nodes: dict[Hashable, dict[int, MeanValues]] = {}

    def best(self) -> list[MoveReplies]:
        """Give the moves that were looked at, best first: the worse half is dropped again and again, the same worlds
        for all that are left."""
        rows = self._affordable()
        me, out = self.knowledge.seat, list[MoveReplies]()
        rounds = max(1, ceil(log2(len(rows))))
        begun = self.spending.used()
        for number in range(rounds):
            until = begun + (1.0 - begun) * (number + 1) / rounds
            while self._try_world(rows) and self.spending.used() < until:
                pass
            rows.sort(key=lambda row: -row.mean(me))
            half = max(1, (len(rows) + 1) // 2)
            out[:0] = rows[half:]
            rows = rows[:half]
            if self.spending.used() >= 1.0:
                break
        return rows + out

    def _affordable(self) -> list[MoveReplies]:
        """The moves that can be looked at in some worlds each: all, or of very many some by lot, every sort of move among them."""
        moves = self.knowledge.moves
        order = shuffled(len(moves), self.chance)
        firsts = {moves[number].alternative: number for number in reversed(order)}
        rows = [MoveReplies(number) for number in firsts.values()]
        rows += [MoveReplies(number) for number in order if number not in firsts.values()]
        if len(rows) <= FEWEST_MOVES:
            return rows
        begun = self.spending.used()
        self._try_world(rows[:FEWEST_MOVES])
        each = max(1e-9, (self.spending.used() - begun) / FEWEST_MOVES)
        return rows[: max(FEWEST_MOVES, int((1.0 - self.spending.used()) / (WORLDS_OF_A_MOVE * each)))]

    def _try_world(self, rows: Sequence[MoveReplies]) -> bool:
        """Try these moves in one more world; false if the budget ended on the way."""
        knowledge, world = self.knowledge, self.pool.world(self.worlds)
        answers = knowledge.answers(world)
        first = self.worlds == 0
        self.worlds += 1
        for at, row in enumerate(rows):
            if at and self.spending.used() >= (OVERTIME if first else 1.0):
                return False
            answer = answers[row.number]
            if answer is not None:
                self._try(row, world.cells, answer)
        return True

    def _try(self, row: MoveReplies, cells: Cells, answer: Answer) -> None:
        """Try every sort of answer to a move in one world, and write down what came of it."""
        me = self.knowledge.seat
        try:
            after, _ = self.steps.settle(self.steps.answer(cells, me, answer), self.chance)
            if self.steps.is_over(after):
                row.add(NOBODY, 0, self.judge.values_at_end(after), me)
                return
            seat = self.steps.seat(after)
            if seat == me:
                row.add(NOBODY, 0, self._values(after), me)
                return
            for sort, reply in self._sorts(after, seat).items():
                left, _ = self.steps.settle(self.steps.answer(after, seat, reply), self.chance)
                row.add(seat, sort, self._values_below(left), me)
        except DiceError:
            row.add(NOBODY, 0, self.judge.neutral, me)

    def _values_below(self, cells: Cells) -> SeatValues:
        """What comes of it when those who choose next take the sort of answer that has served them best in such positions."""
        path: list[tuple[dict[int, MeanValues], int]] = []
        while not self.steps.is_over(cells) and len(path) < CHOICES_AHEAD:
            seat = self.steps.seat(cells)
            sorts = self._sorts(cells, seat)
            node = self.nodes.setdefault((seat, self._outline(cells)), {})
            if len(sorts) == 1 or len(sorts) > MOST_ANSWER_SORTS:
                break
            visits = sum(known.count for known in node.values())
            untried = [sort for sort in sorts if sort not in node]
            if untried:
                sort = untried[self.chance.below(len(untried))]
            else:
                sort = max(
                    sorts,
                    key=lambda s: node[s].total[seat] / node[s].count + CURIOSITY * sqrt(log(visits) / node[s].count),
                )
            path.append((node, sort))
            cells, _ = self.steps.settle(self.steps.answer(cells, seat, sorts[sort]), self.chance)
        over = self.steps.is_over(cells)
        values = self.judge.values_at_end(cells) if over else self._values(cells)
        self.spending.playouts += over
        for node, sort in path:
            node.setdefault(sort, MeanValues()).add(values)
        return values

    def _sorts(self, cells: Cells, seat: int) -> dict[int, Answer]:
        """An answer of each sort that the seat has, by lot."""
        by_sort: dict[int, list[Answer]] = {}
        for answer in self.steps.moves(cells, seat):
            by_sort.setdefault(answer[0], []).append(answer)
        return {sort: answers[self.chance.below(len(answers))] for sort, answers in by_sort.items()}

    def _values(self, cells: Cells) -> SeatValues:
        """What a position is worth, by games at random from all positions of its sort."""
        known = self.known.setdefault(self._outline(cells), MeanValues())
        if known.count < ENOUGH_VISITS:
            known.add(self.judge.values(cells, self.spending.playouts, GAMES_OF_A_VISIT))
            self.spending.playouts += GAMES_OF_A_VISIT
        else:
            self.spending.playouts += 1  # a position costs something, too
        return known.mean()

    def _outline(self, cells: Cells) -> Hashable:
        """A position without what its dice show: who is asked what, how many dice lie where, what is remembered, what is taken."""
        program, reg = self.knowledge.table.program, self.knowledge.table.reg
        zones = tuple(cells[reg.zone_mask + zone.number].bit_count() for zone in program.zones)
        memory = tuple(cells[slot.base : slot.base + slot.size] for slot in program.slots)
        taken = tuple(cells[reg.taken + board] for board in range(len(program.boards)))
        return (
            cells[reg.pc],
            cells[reg.asked],
            cells[reg.player_on_turn],
            cells[reg.players_inside],
            zones,
            memory,
            taken,
        )
