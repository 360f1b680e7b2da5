"""A search of the tree of the game, Monte Carlo style, for any number of players, with dice that fall and dice that are hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dicedsl.interpreter.bots.budget import Budget
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.search.halving import Halving
from dicedsl.interpreter.bots.search.lone_search import best_move_alone
from dicedsl.interpreter.bots.search.move_seen import MoveSeen
from dicedsl.interpreter.bots.search.reply_search import ReplySearch
from dicedsl.interpreter.bots.search.score_search import StandingOfPlayers, best_by_standing, standing_of
from dicedsl.interpreter.bots.search.search_start import SearchStart
from dicedsl.interpreter.bots.search.world_search import SearchSettings, WorldSearch
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.table.game_table import GameTable

if TYPE_CHECKING:
    from dicedsl.interpreter.bots.search.native_search import NativeSearch, NativeSearchSettings

LookAgain = Callable[[Sequence[int], Budget], dict[int, MoveSeen]]


class Strong:
    """Searches the tree of the game: where everything lies open by machine code, if there is any; else in Python."""

    def __init__(
        self,
        budget: Budget,
        settings: SearchSettings | None = None,
        native_settings: NativeSearchSettings | None = None,
    ) -> None:
        self.budget = budget
        self.settings = settings
        self.native_settings = native_settings
        self._native_search: NativeSearch | None = None
        self._standing: tuple[GameTable, StandingOfPlayers | None] | None = None
        self._seen: LookAgain | None = None  # at moves that were ranked

    @classmethod
    def idle(cls) -> Strong:
        """Make one that is given a budget when it is asked."""
        return cls(Budget(playouts=1))

    def choose(self, knowledge: Knowledge, chance: Chance) -> Move:
        """Give the move that is ranked first."""
        return knowledge.moves[0 if len(knowledge.moves) == 1 else self.ranked(knowledge, chance)[0]]

    def seen(self, numbers: Sequence[int], budget: Budget) -> dict[int, MoveSeen]:
        """Give what the search that ranked the moves has seen of some of them, or sees when it goes on; nothing where
        it does not go by who wins."""
        return {} if self._seen is None else self._seen(numbers, budget)

    def goes_by(self, table: GameTable) -> list[str]:
        """Name the numbers shown that moves are judged by, where they are not judged by who wins."""
        standing = self._standing_of(table)
        return [] if standing is None else [info.name for info, _ in standing.weights]

    def ranked(self, knowledge: Knowledge, chance: Chance) -> list[int]:
        """Give the numbers of the moves that were looked at, best first; where several choose at once, first the one that is drawn."""
        self._seen = None
        standing = self._standing_of(knowledge.table)
        if standing is not None:
            return best_by_standing(standing, knowledge, knowledge.earlier()[-1], chance)
        if knowledge.table.runner().has_machine_code and not knowledge.at_once:
            numbers = self._by_tree(knowledge, chance)
            if numbers is not None:
                return numbers
        if knowledge.table.players == 1 and knowledge.open:
            return self._by_lone_search(knowledge, chance)
        if knowledge.table.sight.secrets and not knowledge.at_once:
            return self._by_replies(knowledge, chance)
        search = WorldSearch(SearchStart.of(knowledge, self.budget, chance), self.settings)
        search.run()
        best = search.choice()
        self._seen = lambda numbers, _: {number: search.seen[number] for number in numbers if number in search.seen}
        edges = sorted(search.root.edges, key=lambda edge: (-edge.visits, -edge.mean, edge.number))
        return [best, *(edge.number for edge in edges if edge.number != best)]

    def _by_tree(self, knowledge: Knowledge, chance: Chance) -> list[int] | None:
        """Rank the moves by a search as machine code; None if there is no tree to be had."""
        from dicedsl.interpreter.bots.search.move_sifting import moves_by_tree, moves_seen_by_tree

        search = self._native_search_of(knowledge.table)
        start = SearchStart.of(knowledge, self.budget, chance, in_many_worlds=True)
        worlds = [world.cells for world in start.pool.all()]
        search.begin(worlds, knowledge.seat, start.judge, chance, self.native_settings)
        ranked = moves_by_tree(search, start)
        if ranked is not None:
            self._seen = lambda numbers, budget: moves_seen_by_tree(search, start, numbers, budget.begin())
        return ranked

    def _by_replies(self, knowledge: Knowledge, chance: Chance) -> list[int]:
        """Rank the moves by the best replies to them, where something is hidden."""
        start = SearchStart.of(knowledge, self.budget, chance)
        rows = ReplySearch(start).best()
        parts = {row.number: [values[start.judge.players + knowledge.seat] for values in row.values()] for row in rows}
        seen = {number: MoveSeen(len(won), sum(won) / len(won)) for number, won in parts.items() if won}
        self._seen = lambda numbers, _: {number: seen[number] for number in numbers if number in seen}
        return [row.number for row in rows]

    def _native_search_of(self, table: GameTable) -> NativeSearch:
        """The memory of searches of a table, made once."""
        from dicedsl.interpreter.bots.search.native_search import NativeSearch

        if self._native_search is None or self._native_search.table is not table:
            engine: Any = table.runner()
            self._native_search = NativeSearch(table, engine)
        return self._native_search

    def _standing_of(self, table: GameTable) -> StandingOfPlayers | None:
        """How well players stand, found out once for a table, with games of its own."""
        if self._standing is None or self._standing[0] is not table:
            self._standing = table, standing_of(table, 1, self.budget.begin())
        return self._standing[1]

    def _by_lone_search(self, knowledge: Knowledge, chance: Chance) -> list[int]:
        """Rank the moves of one who plays alone, by looking one choice further."""
        start = SearchStart.of(knowledge, self.budget, chance)
        flat = Halving(start)
        if not start.judge.alone:
            return [row.number for row in flat.best()]
        best = best_move_alone(flat, start.judge, start.spending, chance.below(1 << 62))
        rows = sorted(flat.rows, key=lambda row: -row.mean)
        return [best, *(row.number for row in rows if row.number != best)]
