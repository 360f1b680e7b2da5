"""A search as machine code, where the native engine is installed: many times as many turns in the same time."""

from __future__ import annotations

import ctypes
import mmap
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import sqrt

from attrs import frozen

from dicedsl.interpreter.bots.budget import Spending
from dicedsl.interpreter.bots.knowledge import can_hide
from dicedsl.interpreter.bots.search import hidden_kernels, learning_kernels, search_kernels, tree_kernels
from dicedsl.interpreter.bots.search.judge import MOST_PLAYOUT_STEPS, SCORE_PART, SCORE_WIDTH, Judge
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Answer, Cells
from dicedsl.interpreter.engines.native.search import ROOM_WORDS, KernelCode, Native, plan_of
from dicedsl.interpreter.intervals import wilson_bounds
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.sight import Seers
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER

WORD = ctypes.c_int64
TREE_WORDS = 1 << 23
TEST_GAMES, MOST_TEST_GAMES = 8, 64  # games in one go, and in all, to see whether something was learnt
FEWEST_TEST_GAMES = 8
# Times the playouts, at least, where they are counted, that it takes to see whether something was learnt.
PLAYOUTS_OF_A_TEST = 4
ENOUGH_TEST_GAMES = 32  # to spend less on it if it is no good; less than what is remembered in the long run
REMEMBERED_PART = 0.9  # of what was seen then, from one choice to the next
CHUNK_SECONDS = 0.01  # seconds between two looks at the clock
FIRST_TURNS = 32
STEPWISE_COST = 1.5  # times a playout takes that goes choice by choice
SURVEY_GAMES = 8  # games, to see what changes
MOST_ZONE_CASES = 200  # numbers in zones that are counted
FEW_CELL_VALUES = 4  # of a number that is a feature together with what dice show
MOST_CASE_PAIRS = 600  # of such numbers and such cases


@frozen
class NativeSearchSettings:
    """How a search by machine code goes about it. Patience and gain were compared in many games of one rulebook; the
    rest was tried in a few only (see docs/opponents.md)."""

    playouts: int = 1  # for a position that is judged
    patience: int = 3  # how often one is judged as a whole before its moves are tried
    curiosity: float = 1.0
    practice_part: float = 0.15  # of the budget, for games to learn from
    practice_alone: float = 0.3  # of the budget, for games to learn from, of one who plays alone
    random_part: float = 0.2  # of the time to learn, at first, for games at random
    test_part: float = 0.05  # of the budget, for games to see whether what was learnt is any good
    # times the parts for learning and testing, at the first choice, when nothing was learnt yet
    first_choice_factor: float = 2.0
    proving_gain: float = 0.42  # above chance, that who has learnt must win to be listened to wherever
    # above chance, that is enough where there is time for many games of those who have learnt
    slight_gain: float = 0.15
    many_trials: int = 1_000  # games of those who have learnt, that count as many
    doubted_part: float = 0.25  # of the budget for learning, that is left where not even a slight gain is proved
    prior: int = 4  # visits that what was learnt of a move counts for
    slowest_learning: float = 0.02  # how fast weights change in the end
    tries_learning: int = 8  # moves that a player who learns looks at
    tries_learnt: int = 32  # moves that one who has learnt looks at
    lead_part: float = 0.8  # of what is learnt, for how far ahead one is: it tells more than who won
    horizon: int = 1  # rolls after which games of who has learnt and plays alone are judged by that


@cache
def _compiled() -> KernelCode:
    """The kernels of a search, compiled once."""
    return KernelCode(
        "search",
        search_kernels.search,
        learning_kernels.practise,
        learning_kernels.survey,
        learning_kernels.add_end,
        beside=(tree_kernels, hidden_kernels),
    )


class NativeSearch:
    """The memory of searches of one table: the tree of a choice, and what was learnt in the game so far."""

    def __init__(self, table: GameTable, engine: Native) -> None:
        self.table = table
        self.engine = engine
        plan = plan_of(engine, table.actions.numbering, table.positions.may_sort)
        self._plan = (WORD * len(plan))(*plan)
        self._tree = mmap.mmap(-1, 8 * TREE_WORDS)
        self._head = (WORD * TREE_WORDS).from_buffer(self._tree)
        self._size = engine.layout.size
        self.settings = NativeSearchSettings()
        self._cost = 1e-4  # seconds for a game, about
        self._games = 0  # that were learnt from
        self._tested = self._gained = 0.0  # games to see what that is good for, and what was gained in them
        self._trial = 0.0  # seconds for one of them
        self._proved = 1.0  # what they came to last
        self._call = _compiled().call
        self._scale = (ctypes.c_double * learning_kernels.REAL_SETUP_WORDS)()
        self._root = (WORD * self._size)()
        self._seers: list[tuple[int, Seers | None]] = []  # where in `_setup` it stands who sees something
        self._weights = (ctypes.c_double * (learning_kernels.WEIGHTS * (table.players + 1)))()
        setup = self._setup_row()
        self._setup = (WORD * len(setup))(*setup)
        self._work = (WORD * (4 * self._size + 1024))()
        tellable = self._add_features(setup)
        self._setup = (WORD * len(setup))(*setup)
        room = (
            learning_kernels.FEATURE_WORDS
            + learning_kernels.MOST_ANSWER_WORDS * learning_kernels.MOST_ANSWER_TRIES
            + 4 * tellable
            + 4
        )
        self._work = (WORD * (2 * search_kernels.MOST_TREE_DEPTH + 2 + 2 * table.players + 3 * self._size + room))()

    def _setup_row(self) -> list[int]:
        """The row that kernels are handed (`learning_kernels`), but for what features a position has."""
        table, first, words = self.table, self.engine.layout.first, self.engine.layout.words
        program, reg = table.program, table.program.reg
        setup = [0] * learning_kernels.SETUP_WORDS
        setup[learning_kernels.RUN] = self.engine.run_at
        setup[learning_kernels.SIZE] = self._size
        setup[learning_kernels.PLAYERS] = table.players
        setup[learning_kernels.WINNERS] = first[reg.winners]
        setup[learning_kernels.MEASURED] = first[reg.score_order]
        setup[learning_kernels.MEASURE] = first[reg.score_of_player]
        setup[learning_kernels.ACTOR] = first[reg.actor]
        setup[learning_kernels.ROLLING] = first[reg.rolling]
        setup[learning_kernels.ROOM] = self.engine.memory.room_at
        setup[learning_kernels.ROOM_WORDS] = ROOM_WORDS
        setup[learning_kernels.WORLDS] = 1
        secret = self._secret_cells() if can_hide(table) else {}
        setup[learning_kernels.KEYS] = start = len(setup)
        setup += [0] * len(program.blocks)
        for block in program.blocks:
            if isinstance(block.end, ops.Ask) or (secret and isinstance(block.end, ops.RollDice | ops.DrawOne)):
                setup[start + block.number] = len(setup)
                cells = (
                    table.positions.counting(block.number)
                    if isinstance(block.end, ops.Ask)
                    else table.positions.memory()
                )
                counting = (cell for cell in cells if cell not in secret)
                places = [first[cell] + i for cell in counting for i in range(words[cell])]
                setup += [len(places), *places]
        setup[learning_kernels.WIDTHS] = start = len(setup)
        setup += [0] * len(program.decisions)
        for decision, columns in enumerate(self.engine.product.columns):
            setup[start + decision] = len(setup)
            setup += [1 + sum(size for _, size, _ in row) for row in columns]
        if secret:
            single_words = [(cell, seers) for cell, seers in secret.items() if seers and words[cell] == 1]
            setup[learning_kernels.HIDDEN] = len(setup)
            setup += [len(single_words), len(program.dice)]
            for seers in table.sight.zones:
                self._seers.append((len(setup), seers))
                setup.append(0)
            for cell, seen in single_words:
                self._seers.append((len(setup) + 1, seen))
                setup += [first[cell], 0, program.initial[cell]]
        return setup

    def _secret_cells(self) -> dict[int, Seers | None]:
        """The cells that not everybody may know, and who does. What dice show and what others have answered is hidden
        by kernels in other ways."""
        table, program = self.table, self.table.program
        seers_of: dict[int, Seers | None] = {program.reg.face + die: None for die in range(len(program.dice))}
        for slot in program.slots:
            if slot.scope == "pending":
                seers_of.update((slot.base + i, None) for i in range(slot.size))
        for slot, lines in table.sight.slots:
            seers_of.update(
                (slot.base + i, turns_and_worth.seers)
                for i, turns_and_worth in enumerate(lines)
                if turns_and_worth.seers is not None
            )
        return seers_of

    def _add_features(self, setup: list[int]) -> int:
        """Write behind the setup which features a position can have, by some games played at random; give how many there are at most."""
        table, engine, size = self.table, self.engine, self._size
        program, reg, first = table.program, table.program.reg, engine.layout.first
        memory = engine.memory
        memory.limit(MOST_PLAYOUT_STEPS)
        lows, highs = (WORD * size)(*[(1 << 63) - 1] * size), (WORD * size)(*[-1 << 63] * size)
        ctypes.memmove(self._root, engine.layout.pack(table.start().cells), 8 * size)
        memory.context[0:3] = [1, 0, 0]
        self._lay_addresses()
        self._call["survey"](
            self._setup, self._root, self._work, lows, highs, SURVEY_GAMES
        )  # fmt: skip
        owners, pairs = self._owner_of_cells(), list[tuple[int, int, int]]()
        setup[learning_kernels.NUMBERS] = at = len(setup)
        setup.append(0)
        for cell in table.positions.memory():
            low, high = lows[first[cell]], highs[first[cell]]
            may_be_none = program.initial[cell] == NO_NUMBER and low <= high
            if cell == reg.pc or engine.layout.words[cell] > 1 or (low >= high and not may_be_none):
                continue
            if may_be_none or high - low < FEW_CELL_VALUES:
                pairs.append((first[cell], owners.get(cell, -1), int(may_be_none)))
            for shift in scale_shifts(high - low):
                setup += [first[cell], low, shift]
                setup[at] += 1
        numbers = setup[at]
        setup[learning_kernels.DICE] = at = len(setup)
        setup.append(0)
        for die, info in enumerate(program.dice):
            words = [first[reg.location + die], first[reg.face + die]]
            if any(lows[word] < highs[word] for word in words):
                setup += [die, die + 1 if info.numbered else -1 - info.group]
                setup[at] += 1
        dice, faces = setup[at], program.max_face + 1
        cases = faces * len(program.zones)
        setup[learning_kernels.FACES] = faces if cases <= MOST_ZONE_CASES else 0
        setup[learning_kernels.COUNTED] = len(setup)
        setup += [0] * cases
        zones = len(program.zones)
        if len(pairs) * zones * faces > MOST_CASE_PAIRS:
            pairs = []
        setup[learning_kernels.PAIRED] = len(setup)
        setup += [len(pairs), *(word for pair in pairs for word in pair)]
        return 1 + 2 * numbers + dice + cases + (2 + faces) * zones * (1 + len(pairs))

    def _owner_of_cells(self) -> dict[int, int]:
        """The player of each cell of the memory that every player has."""
        program, owners = self.table.program, dict[int, int]()
        for slot in program.slots:
            if slot.scope == "pending" or "player" not in slot.keys:
                continue
            sizes = [program.kinds[name].size for name in slot.keys]
            at = slot.keys.index("player")
            for i, combination in enumerate(product(*map(range, sizes))):
                owners[slot.base + i] = combination[at]
        return owners

    @property
    def has_experience(self) -> bool:
        """Whether there were games to learn from before this choice."""
        return self._games > 0

    def pays(self, spending: Spending) -> bool:
        """Whether enough playouts are to come to learn from some of them, and to see in others whether that is any good."""
        playouts = spending.budget.playouts
        return playouts is None or playouts >= PLAYOUTS_OF_A_TEST * self.table.players * TEST_GAMES

    @property
    def learns_in_vain(self) -> bool:
        """Whether enough was seen of what was learnt to expect little of it."""
        return self._tested >= ENOUGH_TEST_GAMES and self._proved < self.settings.slight_gain

    def begin(
        self,
        worlds: Sequence[Cells],
        seat: int,
        judge: Judge,
        chance: Chance,
        settings: NativeSearchSettings | None = None,
    ) -> None:
        """Begin anew from a position, or from worlds that are one to the seat that thinks."""
        self.settings = settings = settings or NativeSearchSettings()
        memory, setup, scale = self.engine.memory, self._setup, self._scale
        packed = b"".join(bytes(self.engine.layout.pack(cells)) for cells in worlds)
        self._root = (WORD * (self._size * len(worlds))).from_buffer_copy(packed)
        setup[learning_kernels.ME], setup[learning_kernels.WORLDS], setup[learning_kernels.WORLD] = seat, len(worlds), 0
        everyone = self.table.sight.everyone
        for place, seers in self._seers:
            seen = everyone if seers is None else seers(worlds[0]) & everyone
            setup[place] = seen | (1 << hidden_kernels.KNOWN_TO_ALL if seen == everyone else 0)
        ctypes.memset(ctypes.addressof(self._head), 0, 8 * tree_kernels.NODE_POOL)
        self._head[tree_kernels.USED] = tree_kernels.NODE_POOL
        self._head[tree_kernels.LIMIT_OF] = TREE_WORDS - hidden_kernels.KNOWN_SLOTS * (2 + self.table.players)
        setup[learning_kernels.BEST] = judge.direction
        setup[learning_kernels.GAMES] = settings.playouts
        setup[learning_kernels.PATIENCE] = settings.patience
        setup[learning_kernels.TRIES], setup[learning_kernels.HORIZON] = 1, 0
        setup[learning_kernels.SALT] = chance.below(1 << 62)
        setup[learning_kernels.LEARNED] = (1 << self.table.players) - 1
        setup[learning_kernels.PRIOR] = settings.prior
        setup[learning_kernels.ROOM] = memory.room_at
        scale[learning_kernels.SCORE_PART] = SCORE_PART
        if not scale[
            learning_kernels.SPREAD
        ]:  # what is learnt is kept for the whole game, and so is what it is measured by
            scale[learning_kernels.SPREAD] = judge.spread
            scale[learning_kernels.MEAN] = judge.mean
        scale[learning_kernels.CURIOSITY] = settings.curiosity
        scale[learning_kernels.SLOWEST] = settings.slowest_learning
        memory.context[0:3] = [chance.below(1 << 62), 0, 0]
        memory.limit(MOST_PLAYOUT_STEPS)
        self._cost = STEPWISE_COST * judge.cost

    def values_at_end(self, cells: Cells) -> tuple[float, ...]:
        """Give what the end of a game is worth to each seat."""
        values = (ctypes.c_double * self.table.players)()
        state = (WORD * self._size).from_buffer_copy(self.engine.layout.pack(cells))
        self._lay_addresses()
        self._call["add_end"](self._setup, values, state, 1.0)
        return tuple(values)

    def practise(self, spending: Spending, part: float) -> int:
        """Learn by games from here until this part of the budget is used; give how many. The first are played at
        random, the others by players who have learnt."""
        begun, before = time.perf_counter(), spending.used()
        self._scale[learning_kernels.SCORE_PART] = self.settings.lead_part
        games = 0
        if not self._games:
            games = self._run_in_chunks(spending, before + (part - before) * self.settings.random_part, self._practise)
        if spending.used() < part:
            self._setup[learning_kernels.TRIES] = self.settings.tries_learning
            games += self._run_in_chunks(spending, part, self._practise)
        self._games += games
        if games:  # none if the time for it was over before
            self._cost = (time.perf_counter() - begun) / games
        self._trial = self._trial or self._cost
        return games

    def advantage_of_learning(self, spending: Spending, until: float) -> float:
        """How much better than chance who has learnt does, in games against others who have not; alone, by how many standard deviations.

        It is what it is at least, by what games there were until so much of the budget was used.
        """
        setup, scale, players = self._setup, self._scale, self.table.players
        setup[learning_kernels.TRIES], scale[learning_kernels.SLOWEST] = self.settings.tries_learning, 0.0
        scale[learning_kernels.SCORE_PART] = SCORE_PART if players == 1 else 0.0
        self._gained *= REMEMBERED_PART
        self._tested *= REMEMBERED_PART
        seconds, fresh, rounds = spending.budget.seconds, 0, players + (players == 1)
        while fresh < MOST_TEST_GAMES and spending.used() < until:
            size = TEST_GAMES
            if seconds is not None:  # what was seen at earlier choices counts too, so that few games will do
                size = min(TEST_GAMES, int((until - spending.used()) * seconds / (rounds * self._trial)))
            if size < 1:
                break
            begun = time.perf_counter()
            for seat in range(players):
                self._gained += self._play_games(1 << seat, size)[seat] / players
            self._gained -= self._play_games(0, size)[0] if players == 1 else size / players
            self._trial = (time.perf_counter() - begun) / (rounds * size)
            fresh += size
            self._tested += size
            spending.playouts += rounds * size
        games = self._tested
        if games < FEWEST_TEST_GAMES:
            return 0.0
        self._proved = self._sure_advantage(games)
        return self._proved

    def is_trusted(self, proved: float, spending: Spending) -> bool:
        """Whether what was learnt is listened to, if `proved` is how much better than chance it is."""
        seconds, settings = spending.budget.seconds, self.settings
        if proved > settings.proving_gain:
            return True
        return proved > settings.slight_gain and (seconds is None or self._trial * settings.many_trials < seconds)

    def _sure_advantage(self, games: float) -> float:
        """How much better than chance who has learnt does at least, by so many games."""
        players = self.table.players
        if players == 1 and self._setup[learning_kernels.BEST] != 0:
            return SCORE_WIDTH * self._gained / games - 2.0 / sqrt(games)
        if players == 1:
            return self._gained / games - 1.0 / sqrt(games)
        return sure_part(self._gained / games + 1.0 / players, games * players) - 1.0 / players

    def _play_games(self, learned: int, games: int) -> list[float]:
        """Play some games in which the seats of a mask have learnt; give the sum of what they were worth to each seat."""
        self._setup[learning_kernels.LEARNED] = learned
        self._practise(games)
        players = self.table.players
        return list((ctypes.c_double * players).from_buffer(self._work, 8 * players))

    def values_played_on(self, games: int, part: float) -> list[float]:
        """What games from here are worth to each seat on average if all have learnt, and this part of that is how far ahead one is.

        Nothing more is learnt from them.
        """
        self._setup[learning_kernels.TRIES], self._setup[learning_kernels.HORIZON] = self.settings.tries_learnt, 0
        self._scale[learning_kernels.SLOWEST], self._scale[learning_kernels.SCORE_PART] = 0.0, part
        return [total / games for total in self._play_games((1 << self.table.players) - 1, games)]

    def make_ready(self, learnt: bool) -> list[Answer]:
        """Make ready to search, by what was learnt or not; the moves at hand.

        Several play on at random, whatever was learnt: in the time of one game of those who have learnt there are up to a hundred and
        fifty at random, and few games leave it to chance which of two good moves looks better.
        """
        setup, settings, is_alone = self._setup, self.settings, self.table.players == 1
        setup[learning_kernels.TRIES] = settings.tries_learnt if learnt and is_alone else 0
        setup[learning_kernels.PRIOR], setup[learning_kernels.FORCED] = settings.prior if learnt else 0, 0
        setup[learning_kernels.LEARNED] = (1 << self.table.players) - 1
        setup[learning_kernels.HORIZON] = settings.horizon if is_alone else 0
        self._scale[learning_kernels.SCORE_PART] = settings.lead_part if learnt and is_alone else SCORE_PART
        self._scale[learning_kernels.SLOWEST] = 0.0
        self._search(1)
        return self.moves_at_hand()

    def moves_at_hand(self) -> list[Answer]:
        """The moves of the position that is searched, as the tree has them; none if it could not list them."""
        tree = self._head
        if tree[tree_kernels.NODE_POOL + tree_kernels.MOVES] < 1:
            return []
        seat = tree[tree_kernels.NODE_POOL + tree_kernels.SEAT_OF]
        return list(self.engine.moves(self.engine.layout.unpack(bytes(self._root)[: 8 * self._size]), seat))

    def play_to_the_end(self) -> None:
        """From now on games are played to their end, and only who wins counts; what the tree knows is kept.

        Several play on at random there: what was learnt in a short time may serve one seat better than another, and would be
        taken for a better chance.
        """
        self._setup[learning_kernels.HORIZON] = 0
        self._scale[learning_kernels.SCORE_PART] = 0.0
        if self.table.players > 1:
            self._setup[learning_kernels.TRIES] = 0

    def score_of(self, worth: float, share: float) -> float:
        """The number somebody who plays alone is ranked by, if that is worth so much, and the end by itself this share."""
        scale = self._scale
        return scale[learning_kernels.MEAN] + self._setup[learning_kernels.BEST] * scale[learning_kernels.SPREAD] * (
            worth - share
        )

    def follow(self, move: int, turns: int, source: int, world: int) -> None:
        """Take so many turns that begin with this move, in worlds from this one on; the same source gives the same rolls."""
        self._setup[learning_kernels.FORCED] = move
        self._setup[learning_kernels.WORLD] = world % self._setup[learning_kernels.WORLDS]
        self.engine.memory.context[0:3] = [source, 0, 0]
        self._search(turns)

    def turns_and_worth(self, move: int) -> tuple[int, float]:
        """Give how often a move was taken, and what it was worth to who chooses."""
        tree, node = self._head, tree_kernels.NODE_POOL  # the position at hand is the first of all
        edge = tree[node + tree_kernels.EDGES] + move * tree[node + tree_kernels.STRIDE]
        own = ctypes.c_double.from_buffer(
            self._tree, 8 * (edge + tree_kernels.EDGE_WORTH + tree[node + tree_kernels.SEAT_OF])
        )
        return tree[edge + tree_kernels.EDGE_COUNT], own.value

    def credit(self, move: int, turns: int, worth: float) -> None:
        """Count what was seen of a move elsewhere as so many turns."""
        tree, node = self._head, tree_kernels.NODE_POOL
        edge = tree[node + tree_kernels.EDGES] + move * tree[node + tree_kernels.STRIDE]
        tree[edge + tree_kernels.EDGE_COUNT] = turns
        own = ctypes.c_double.from_buffer(
            self._tree, 8 * (edge + tree_kernels.EDGE_WORTH + tree[node + tree_kernels.SEAT_OF])
        )
        own.value = worth

    def halve(self, move: int) -> None:
        """Let what was seen of a move count half: the tree behind it was smaller then."""
        tree, node = self._head, tree_kernels.NODE_POOL
        edge = tree[node + tree_kernels.EDGES] + move * tree[node + tree_kernels.STRIDE]
        tree[edge + tree_kernels.EDGE_COUNT] = (tree[edge + tree_kernels.EDGE_COUNT] + 1) // 2

    def _run_in_chunks(self, spending: Spending, part: float, go: Callable[[int], None]) -> int:
        """Call `go` with some number of games again and again until this part of the budget is used; give how many games that were.

        How they are cut into chunks makes no difference to what comes of them.
        """
        done, chunk = 0, max(1, min(FIRST_TURNS, int(CHUNK_SECONDS / self._cost)))
        while spending.used() < part or not done:
            if spending.budget.playouts is not None:
                chunk = max(1, min(chunk, int(part * spending.budget.playouts) - spending.playouts))
            begun = time.perf_counter()
            go(chunk)
            taken = max(1e-6, time.perf_counter() - begun)
            done += chunk
            spending.playouts += chunk
            chunk = max(1, min(2 * chunk, int(chunk * CHUNK_SECONDS / taken)))
        return done

    def _practise(self, games: int) -> None:
        """Let kernels play so many games to learn from."""
        self._lay_addresses()
        self._call["practise"](self._setup, self._root, self._work, games)

    def _search(self, turns: int) -> None:
        """Let kernels take so many turns in the tree."""
        self._lay_addresses()
        self._call["search"](self._setup, self._root, self._work, turns)

    def _lay_addresses(self) -> None:
        """Tell kernels where the memory lies that they work on; each thread has a memory of its own."""
        setup, memory = self._setup, self.engine.memory
        setup[learning_kernels.SCALE_AT] = ctypes.addressof(self._scale)
        setup[learning_kernels.CONTEXT_AT] = memory.context_at
        setup[learning_kernels.PLAN_AT] = ctypes.addressof(self._plan)
        setup[learning_kernels.ANSWERS_AT] = memory.answers_at
        setup[learning_kernels.GIVEN_AT] = ctypes.addressof(memory.given)
        setup[learning_kernels.WEIGHTS_AT] = ctypes.addressof(self._weights)
        setup[learning_kernels.TREE_AT] = ctypes.addressof(self._head)


def scale_shifts(width: int) -> tuple[int, ...]:
    """By how many bits a number is shifted to be told roughly: few values are told as they are, more of them on a scale
    of about ten marks, and on one of about forty."""
    rough = max(0, (width // 8).bit_length() - 1)
    if width <= 12:
        return (0,)
    return (0, rough) if width <= 64 else (rough - 2, rough)


def sure_part(part: float, games: float) -> float:
    """The part of games that is won at least if this part of so many was, by one standard error (Wilson)."""
    return wilson_bounds(part, games, 1.0)[0]
