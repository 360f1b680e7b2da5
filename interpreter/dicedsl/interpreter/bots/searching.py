"""One search, from what a seat knows until its budget is used.

Each turn of it goes down from a world that agrees with what the seat knows. Who chooses takes the move that may be best for it
(where several choose at once, by regret matching), dice fall by lot, and the first position that is new is judged by games played
on at random. Few of many moves and few of many rolls are looked at first, and more as a place is come to more often.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import sqrt

from attrs import frozen

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots.budget import Spending
from dicedsl.interpreter.bots.even_dice import Evenly
from dicedsl.interpreter.bots.halving import Halving, shuffled
from dicedsl.interpreter.bots.judging import Judge, Values
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.move_seen import MoveSeen
from dicedsl.interpreter.bots.tree import Edge, SearchNode
from dicedsl.interpreter.bots.worlds import Pool
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Answer, Cells
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.numbers.heard_move import HeardMove, heard_move

DEEPEST = 60
TRIED = 8  # turns after which it is known how long one takes
MOST_PLAYOUTS = 256


@frozen
class Manner:
    """How a search goes about it; measured, not guessed (see docs/opponents.md)."""

    playouts: int = 16  # for a new position
    taken: float = 3e-4  # seconds for them, about, where time is the budget
    few_moves: int = 4  # moves looked at: so many,
    more_moves: float = 3.0  # and so many times the root of the visits
    few_rolls: int = 18
    more_rolls: float = 2.0
    flat: float = 0.4  # of the budget, for judging the moves at hand as `quick` does
    finalists: int = 8  # moves that are searched after that
    trusted: int = 200  # visits that this counts for, at most
    turns: int = 150  # for each of these moves that must fit into the rest of the budget, or no tree is made
    curiosity: float = 1.4
    patience: float = 1.0  # for each of its moves, how often a position is judged as a whole before they are tried


class Search:
    """A search tree over worlds (information-set Monte Carlo tree search) for one choice of one seat."""

    def __init__(self, knowledge: Knowledge, spending: Spending, chance: Chance, manner: Manner | None = None) -> None:
        self.manner = manner or Manner()
        self.knowledge = knowledge
        self.table = knowledge.table
        self.spending = spending
        self.chance = chance
        self.pool = Pool(knowledge, spending, chance)
        self.secrets = self.table.sight.secrets
        self.nodes: dict[Hashable, SearchNode] = {}
        self.turns = 0
        self.chosen: int | None = None  # without a tree
        self.seen: dict[int, MoveSeen] = {}  # of the moves at hand

    def run(self) -> None:
        """Search until the budget is used."""
        world = self.pool.world(0)
        knowledge = self.knowledge
        self.judge = Judge(self.table, world.cells, self.chance.below(1 << 62), self.spending)
        flat = Halving(knowledge, self.judge, self.pool, self.spending, self.chance)
        self.steps = flat.steps
        self.games = self.manner.playouts
        if self.spending.timed:
            self.games = max(1, min(4 * self.games, int(self.manner.taken / max(1e-7, self.judge.cost))))
        self.root = root = self._node(knowledge.unanswered(world))
        finalists = min(self.manner.finalists, len(knowledge.moves))
        ranked = flat.best(self.manner.flat, keep=finalists)[:finalists]
        for row in ranked:
            move = knowledge.moves[row.number]
            edge = Edge(row.number, (move.alternative, *move.values))
            root.edges.append(edge)
            for _ in range(min(self.manner.trusted, row.games // self.games)):
                root.update(edge, row.mean)
            root.sounds[knowledge.sounds[row.number]] = edge
        begun = self.spending.used()
        while self.spending.used() < 1.0 or not self.turns:
            self._turn()
            if self.turns == TRIED and not self._pays(begun, finalists) and not root.at_once:
                # Too short for a tree: more of the same games tells more.
                flat.rows = ranked
                self.chosen = flat.best()[0].number
                return

    def _pays(self, begun: float, moves: int) -> bool:
        """Whether a search will be long enough to tell moves apart. Playouts get half of the time of a turn of it, if they had less."""
        now = self.spending.used()
        part = max(1e-9, (now - begun) / TRIED)
        if self.spending.timed:
            seconds = self.spending.budget.seconds or 0.0
            rest = part * seconds - self.games * self.judge.cost
            self.games = max(self.games, min(MOST_PLAYOUTS, int(rest / max(1e-7, self.judge.cost))))
        return (1.0 - now) / part >= self.manner.turns * moves

    def choice(self) -> int:
        """The move that was taken most often; of choices made at once, one by lot as they were mixed."""
        root = self.root
        if self.chosen is not None:
            return self.chosen
        if root.strategy:
            most = max(root.strategy.values())
            weights = {number: weight for number, weight in root.strategy.items() if weight > 0.05 * most}
            point = self.chance.unit() * sum(weights.values())
            for number, weight in weights.items():
                point -= weight
                if point < 0:
                    return number
        return max(root.edges, key=lambda edge: (edge.visits, edge.mean, -edge.number)).number

    # -------------------------------------------------------------- one turn

    def _turn(self) -> None:
        world = self.pool.world(self.turns)
        self.turns += 1
        cells = self.knowledge.unanswered(world)
        node, path = self.root, list[tuple[SearchNode, Edge]]()
        while True:
            picked = self._picked(node, cells)
            if picked is None:
                values = self.judge.neutral
                break
            edge, answer = picked
            path.append((node, edge))
            found, cells = self._followed(node, edge, cells, answer)
            if not isinstance(found, SearchNode):
                values = found
                break
            node = found
            node.reached += 1
            if node.reached == 2:
                node.patience = max(1, int(self.manner.patience * len(self._moves(node, cells))))
            if (node.reached <= node.patience and node is not self.root) or len(path) >= DEEPEST:
                values = self.judge.values(cells, self.spending.playouts, self.games)
                self.spending.playouts += self.games - 1
                break
        self.spending.playouts += 1
        for node, edge in path:
            node.update(edge, values[node.seat])
        if path:
            number, seat = path[0][1].number, self.knowledge.seat
            self.seen[number] = self.seen.get(number, MoveSeen(0, 0.0)).and_one(values[self.table.players + seat])

    def _node(self, cells: Cells) -> SearchNode:
        decision, seat = self.steps.decision(cells), self.steps.seat(cells)
        shared = self.secrets or decision.at_once
        key: Hashable = (seat, self.table.observer.observe(cells, seat)) if shared else self.table.positions.key(cells)
        node = self.nodes.get(key)
        if node is None:
            picks = (pick for alternative in decision.alternatives for pick in alternative.picks)
            varied = shared and any(pick.shape == "die" for pick in picks)
            node = self.nodes[key] = SearchNode(seat, cells, decision.at_once, shared, varied)
        return node

    # -------------------------------------------------------------- moves

    def _picked(self, node: SearchNode, cells: Cells) -> tuple[Edge, Answer] | None:
        """A move of who chooses here, and the answer that it is in these cells; None if there is none."""
        answers: dict[int, Answer] | None = None
        manner = self.manner
        if node.varied:
            answers = self._sounding(node, cells)
            edges = [edge for edge in node.edges if edge.number in answers]
        else:
            if not node.edges:
                moves = self._moves(node, cells)
                node.edges = [Edge(i, moves[i]) for i in shuffled(len(moves), self.chance)]
            edges = node.edges
        if not edges:
            return None
        if node.at_once:
            edge = node.matched(edges, self.chance)
        else:
            edge = node.upper(edges[: manner.few_moves + int(manner.more_moves * sqrt(node.visits))], manner.curiosity)
        return edge, edge.answer if answers is None else answers[edge.number]

    def _moves(self, node: SearchNode, cells: Cells) -> list[Answer]:
        try:
            return self.steps.moves(cells, node.seat)
        except DiceError:
            return []

    def _sounding(self, node: SearchNode, cells: Cells) -> dict[int, Answer]:
        """The answers of these cells by the numbers of the moves they are to who chooses."""
        state, decision = State(self.table, cells), self.steps.decision(cells)
        found: dict[int, Answer] = {}
        moves = self._moves(node, cells)
        order = range(len(moves)) if node.edges else shuffled(len(moves), self.chance)
        for i in order:
            sound: HeardMove = heard_move(self.table, state, decision, node.seat, moves[i], node.seat)
            edge = node.sounds.get(sound)
            if edge is None:
                if node is self.root:
                    continue
                edge = node.sounds[sound] = Edge(len(node.edges), moves[i])
                node.edges.append(edge)
            found.setdefault(edge.number, moves[i])
        return found

    def _followed(
        self, node: SearchNode, edge: Edge, cells: Cells, answer: Answer
    ) -> tuple[SearchNode | Values, Cells]:
        """Where a move leads: a node or the end of the game, and the cells there."""
        following = edge.following
        if following and (
            edge.fixed or len(following) >= self.manner.few_rolls + self.manner.more_rolls * sqrt(edge.visits)
        ):
            found = following[self.chance.below(len(following))]
            return found, found.cells if isinstance(found, SearchNode) else ()
        try:
            after = self.steps.answer(cells, node.seat, answer)
            after, drawn = self.steps.settle(after, Evenly(self.chance, edge.deck))
            found = self.judge.over(after) if self.steps.is_over(after) else self._node(after)
        except DiceError:
            return self.judge.neutral, ()
        if not node.shared and not (isinstance(found, SearchNode) and found.shared):
            following.append(found)
            edge.fixed = not drawn
            if isinstance(found, SearchNode):
                after = (
                    found.cells
                )  # equal dice may lie in another order; the moves kept there are those of its own cells
        return found, after
