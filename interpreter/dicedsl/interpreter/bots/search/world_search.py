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
from dicedsl.interpreter.bots.search.even_chance import EvenChance
from dicedsl.interpreter.bots.search.halving import Halving, shuffled
from dicedsl.interpreter.bots.search.judge import SeatValues
from dicedsl.interpreter.bots.search.move_seen import MoveSeen
from dicedsl.interpreter.bots.search.search_nodes import SearchEdge, SearchNode
from dicedsl.interpreter.bots.search.search_start import SearchStart
from dicedsl.interpreter.engines.contract import Answer, Cells
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.numbers.heard_move import HeardMove, heard_move

MOST_TREE_DEPTH = 60
TIMED_TURNS = 8  # turns after which it is known how long one takes
MOST_PLAYOUTS = 256


@frozen
class SearchSettings:
    """How a search in Python goes about it; measured, not guessed (see docs/opponents.md)."""

    playouts: int = 16  # for a new position
    playout_seconds: float = 3e-4  # seconds for them, about, where time is the budget
    few_moves: int = 4  # moves looked at: so many,
    more_moves: float = 3.0  # and so many times the root of the visits
    few_rolls: int = 18
    more_rolls: float = 2.0
    flat_part: float = 0.4  # of the budget, for judging the moves at hand as `quick` does
    finalists: int = 8  # moves that are searched after that
    most_trusted: int = 200  # visits that this counts for, at most
    turns_of_a_move: int = 150  # for each of these moves that must fit into the rest of the budget, or no tree is made
    curiosity: float = 1.4
    patience: float = 1.0  # for each of its moves, how often a position is judged as a whole before they are tried


class WorldSearch:
    """A search tree over worlds (information-set Monte Carlo tree search) for one choice of one seat."""

    def __init__(self, start: SearchStart, settings: SearchSettings | None = None) -> None:
        self.settings = settings or SearchSettings()
        self.start = start
        self.knowledge = start.knowledge
        self.table = start.knowledge.table
        self.spending = start.spending
        self.chance = start.chance
        self.pool = start.pool
        self.judge = start.judge
        self.secrets = self.table.sight.secrets
        self.nodes: dict[Hashable, SearchNode] = {}
        self.turns = 0
        self.chosen: int | None = None  # without a tree
        self.seen: dict[int, MoveSeen] = {}  # of the moves at hand

    def run(self) -> None:
        """Search until the budget is used."""
        world = self.pool.world(0)
        knowledge = self.knowledge
        flat = Halving(self.start)
        self.steps = flat.steps
        self.games = self.settings.playouts
        if self.spending.timed:
            self.games = max(1, min(4 * self.games, int(self.settings.playout_seconds / max(1e-7, self.judge.cost))))
        self.root = root = self._node(knowledge.unanswered(world))
        finalists = min(self.settings.finalists, len(knowledge.moves))
        ranked = flat.best(self.settings.flat_part, keep=finalists)[:finalists]
        for row in ranked:
            move = knowledge.moves[row.number]
            edge = SearchEdge(row.number, (move.alternative, *move.values))
            root.edges.append(edge)
            for _ in range(min(self.settings.most_trusted, row.games // self.games)):
                root.update(edge, row.mean)
            root.sounds[knowledge.sounds[row.number]] = edge
        begun = self.spending.used()
        while self.spending.used() < 1.0 or not self.turns:
            self._turn()
            if self.turns == TIMED_TURNS and not self._is_long_enough(begun, finalists) and not root.at_once:
                # Too short for a tree: more of the same games tells more.
                flat.rows = ranked
                self.chosen = flat.best()[0].number
                return

    def _is_long_enough(self, begun: float, moves: int) -> bool:
        """Whether a search will be long enough to tell moves apart. Playouts get half of the time of a turn of it, if they had less."""
        now = self.spending.used()
        part = max(1e-9, (now - begun) / TIMED_TURNS)
        if self.spending.timed:
            seconds = self.spending.budget.seconds or 0.0
            rest = part * seconds - self.games * self.judge.cost
            self.games = max(self.games, min(MOST_PLAYOUTS, int(rest / max(1e-7, self.judge.cost))))
        return (1.0 - now) / part >= self.settings.turns_of_a_move * moves

    def choice(self) -> int:
        """Give the number of the move that was taken most often; of choices made at once, one by lot as they were mixed."""
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
        """Go down the tree once in the next world, judge the position that is come to, and count that for all moves on the way."""
        world = self.pool.world(self.turns)
        self.turns += 1
        cells = self.knowledge.unanswered(world)
        node, path = self.root, list[tuple[SearchNode, SearchEdge]]()
        while True:
            next_move = self._next_move(node, cells)
            if next_move is None:
                values = self.judge.neutral
                break
            edge, answer = next_move
            path.append((node, edge))
            arrived, cells = self._place_after(node, edge, cells, answer)
            if not isinstance(arrived, SearchNode):
                values = arrived
                break
            node = arrived
            node.reached += 1
            if node.reached == 2:
                node.patience = max(1, int(self.settings.patience * len(self._moves(node, cells))))
            if (node.reached <= node.patience and node is not self.root) or len(path) >= MOST_TREE_DEPTH:
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
        """The node of a position, made anew if it was not there."""
        decision, seat = self.steps.decision(cells), self.steps.seat(cells)
        is_shared = self.secrets or decision.at_once
        key: Hashable = (
            (seat, self.table.observer.observe(cells, seat)) if is_shared else self.table.positions.key(cells)
        )
        node = self.nodes.get(key)
        if node is None:
            picks = (pick for alternative in decision.alternatives for pick in alternative.picks)
            is_varied = is_shared and any(pick.shape == "die" for pick in picks)
            node = self.nodes[key] = SearchNode(seat, cells, decision.at_once, is_shared, is_varied)
        return node

    # -------------------------------------------------------------- moves

    def _next_move(self, node: SearchNode, cells: Cells) -> tuple[SearchEdge, Answer] | None:
        """A move of who chooses here, and the answer that it is in these cells; None if there is none."""
        answers: dict[int, Answer] | None = None
        settings = self.settings
        if node.is_varied:
            answers = self._answers_by_move(node, cells)
            edges = [edge for edge in node.edges if edge.number in answers]
        else:
            if not node.edges:
                moves = self._moves(node, cells)
                node.edges = [SearchEdge(i, moves[i]) for i in shuffled(len(moves), self.chance)]
            edges = node.edges
        if not edges:
            return None
        if node.at_once:
            edge = node.edge_by_regret(edges, self.chance)
        else:
            edge = node.edge_by_bound(
                edges[: settings.few_moves + int(settings.more_moves * sqrt(node.visits))], settings.curiosity
            )
        return edge, edge.answer if answers is None else answers[edge.number]

    def _moves(self, node: SearchNode, cells: Cells) -> list[Answer]:
        """The answers of who chooses at a node; none where a rule is at fault."""
        try:
            return self.steps.moves(cells, node.seat)
        except DiceError:
            return []

    def _answers_by_move(self, node: SearchNode, cells: Cells) -> dict[int, Answer]:
        """The answers of these cells by the numbers of the moves they are to who chooses."""
        state, decision = State(self.table, cells), self.steps.decision(cells)
        answers: dict[int, Answer] = {}
        moves = self._moves(node, cells)
        order = range(len(moves)) if node.edges else shuffled(len(moves), self.chance)
        for i in order:
            sound: HeardMove = heard_move(self.table, state, decision, node.seat, moves[i], node.seat)
            edge = node.sounds.get(sound)
            if edge is None:
                if node is self.root:
                    continue
                edge = node.sounds[sound] = SearchEdge(len(node.edges), moves[i])
                node.edges.append(edge)
            answers.setdefault(edge.number, moves[i])
        return answers

    def _place_after(
        self, node: SearchNode, edge: SearchEdge, cells: Cells, answer: Answer
    ) -> tuple[SearchNode | SeatValues, Cells]:
        """Where a move leads: a node or the end of the game, and the cells there."""
        following = edge.following
        if following and (
            edge.is_fixed or len(following) >= self.settings.few_rolls + self.settings.more_rolls * sqrt(edge.visits)
        ):
            arrived = following[self.chance.below(len(following))]
            return arrived, arrived.cells if isinstance(arrived, SearchNode) else ()
        try:
            after = self.steps.answer(cells, node.seat, answer)
            after, drawn = self.steps.settle(after, EvenChance(self.chance, edge.deck))
            arrived = self.judge.values_at_end(after) if self.steps.is_over(after) else self._node(after)
        except DiceError:
            return self.judge.neutral, ()
        if not node.is_shared and not (isinstance(arrived, SearchNode) and arrived.is_shared):
            following.append(arrived)
            edge.is_fixed = not drawn
            if isinstance(arrived, SearchNode):
                # equal dice may lie in another order; the moves kept there are those of its own cells
                after = arrived.cells
        return arrived, after
