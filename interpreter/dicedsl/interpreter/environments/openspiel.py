"""Every shipped rulebook as a game of OpenSpiel: to import this registers them under their names (`dicedsl_...`), and
they are read when they are loaded.

`pyspiel.load_game("dicedsl_NAME(players=3)")`. The parameters: `players` (0: as many as usual), `starter` (-1: by lot), `options`
(`goal: 50; strict: yes`) and `variants` (titles with a semicolon between them). `register` does the same for a rulebook of your own.

Where several choose at once they are asked one after the other, and see nothing of it. A roll or draw is one chance node if its
outcomes are few, and else one for each die. What the table reports is drawn from 2^32 lots, each as likely, in four nodes of 256.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from math import comb, prod
from typing import Any, ClassVar

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import MOST_GAME_EVENTS
from dicedsl.interpreter.environments.optional_packages import import_optional
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.numbers.heard_move import heard_move
from dicedsl.program import ops, sets
from dicedsl.rulebook.library import games
from dicedsl.rulebook.setting import options_from_texts

pyspiel: Any = import_optional("pyspiel", "openspiel")
np: Any = import_optional("numpy", "openspiel")
MOST_NODE_OUTCOMES = 1_024  # outcomes of one chance node; also as many as there can be things to draw from
LOT, LOTS = 256, 4  # of a report
RULEBOOK_OF: dict[str, str] = {}  # the rulebook of each name
Setting = tuple[str, int, int, str, str]  # its name here, players, starter, options, variants
DEFAULTS = {"players": 0, "starter": -1, "options": "", "variants": ""}


@cache
def table_of(setting: Setting) -> GameTable:
    name, players, starter, options, variants = setting
    game = Game.named(RULEBOOK_OF[name])
    titles = [part.strip() for part in variants.split(";") if part.strip()]
    texts = [part.replace(":", "=", 1) for part in options.split(";") if part.strip()]
    chosen = options_from_texts(game.about_with(titles), texts)
    return game.table(players or None, chosen, titles, None if starter < 0 else starter)


class GameNode:
    """A node of a game, and the nodes before it: nothing changes it, so that copies are the node itself.

    `begun` is as much of a roll or a report as is known; `made` what led here, by whom (None: by chance).
    """

    def __init__(
        self, setting: Setting, cells: tuple[int, ...], before: GameNode | None, made: int, begun: tuple[int, ...]
    ) -> None:
        self.setting = setting
        self.cells = cells
        self.before = before
        self.made = made
        self.begun = begun

    def __deepcopy__(self, memo: object) -> GameNode:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        rows = [(moment.cells, moment.made, moment.begun) for moment in self.past()]
        return _node_of_rows, (self.setting, rows)

    def past(self) -> list[GameNode]:
        """All nodes up to this one."""
        nodes, moment = list[GameNode](), self
        while moment.before is not None:
            nodes.append(moment)
            moment = moment.before
        return [moment, *reversed(nodes)]

    # -------------------------------------------------------------- what there is

    @cached_property
    def table(self) -> GameTable:
        return table_of(self.setting)

    @cached_property
    def state(self) -> State:
        return State(self.table, self.cells)

    @cached_property
    def end(self) -> ops.End:
        return self.table.program.blocks[self.cells[self.table.reg.pc]].end

    @cached_property
    def decision(self) -> ops.Decision | None:
        return self.table.decision(self.state)

    @property
    def player(self) -> int:
        if isinstance(self.end, ops.Over):
            return int(pyspiel.PlayerId.TERMINAL)
        if self.decision is None or self.decision.reported:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self.cells[self.table.reg.asked]
        return sets.low(asked)

    @cached_property
    def legal(self) -> list[int]:
        return sorted(self.table.legal_actions(self.state, self.player))

    # -------------------------------------------------------------- chance

    @cached_property
    def outcomes(self) -> list[Outcome] | None:
        """The outcomes of the roll or draw to come, each with its probability; None where there are too many, or something is reported."""
        if self.decision is not None:
            return None
        if isinstance(self.end, ops.RollDice):
            table = self.table
            lots = table.outcome_lister.equal_groups(list(self.cells), self.cells[table.reg.rolling])
            sorts = ((len(set(table.program.dice[lot[0]].faces)), len(lot)) for lot in lots)
            if prod(comb(numbers + dice - 1, dice) for numbers, dice in sorts) > MOST_NODE_OUTCOMES:
                return None
        return self.table.outcomes(self.state)

    @cached_property
    def chances(self) -> list[tuple[str, float]]:
        """What may come next, in words and with its probability."""
        if self.outcomes is not None:
            texts = Counter(outcome.text for outcome in self.outcomes)  # dice of two sorts may be called the same
            rows = enumerate(self.outcomes)
            return [(o.text if texts[o.text] == 1 else f"{o.text} ({i})", float(o.probability)) for i, o in rows]
        if self.decision is not None:
            return [(f"lot {number}", 1 / LOT) for number in range(LOT)]
        return [(str(number), times / len(self._faces)) for number, times in sorted(Counter(self._faces).items())]

    @property
    def _faces(self) -> tuple[int, ...]:
        """The faces of the next die that falls."""
        return self.table.program.dice[self.table.rolling(self.state)[len(self.begun)]].faces

    # -------------------------------------------------------------- then what

    def after(self, action: int) -> GameNode:
        meaning = self.meaning_of(action)
        if isinstance(meaning, tuple):
            return GameNode(self.setting, self.cells, self, action, meaning)
        return GameNode(self.setting, self.table.apply(self.state, meaning).cells, self, action, ())

    def meaning_of(self, action: int) -> Move | Outcome | tuple[int, ...]:
        """What an action is; of a roll or a report that is not complete yet, how far it has come."""
        table, state = self.table, self.state
        if self.player >= 0:
            return table.action(state, action, self.player)
        if self.outcomes is not None:
            return self.outcomes[action]
        if self.decision is not None:
            lots = (*self.begun, action)
            if len(lots) < LOTS:
                return lots
            return table.report_by_odds(state, Chance(int.from_bytes(lots, "little")))
        begun = (*self.begun, sorted(set(self._faces))[action])
        return begun if len(begun) < len(table.rolling(state)) else Outcome(begun)

    def text(self, action: int) -> str:
        if self.player < 0:
            return self.chances[action][0]
        return self.table.action(self.state, action, self.player).text

    # -------------------------------------------------------------- what a seat knows

    @cached_property
    def _seen(self) -> dict[int, tuple[int, ...]]:
        return {}

    def seen(self, seat: int) -> tuple[int, ...]:
        """What a seat sees at this node; while only chance goes on, as before."""
        if seat not in self._seen:
            kept = self.before is not None and self.before.cells is self.cells
            known = self.before.seen(seat) if kept and self.before else self.table.observation(self.state, seat)
            self._seen[seat] = known
        return self._seen[seat]

    @cached_property
    def _new(self) -> dict[int, str]:
        return {}

    def new(self, seat: int) -> str:
        """What a seat learnt by what led here: its own action or what it heard of another's, and what it sees anew."""
        if seat not in self._new:
            self._new[seat] = " ".join(self._learnt(seat))
        return self._new[seat]

    def _learnt(self, seat: int) -> Iterator[str]:
        before, now = self.before, self.seen(seat)
        if before is None:
            yield " ".join(map(str, now))
            return
        decision = before.decision
        if decision is not None and before.cells is not self.cells:
            if before.player == seat:
                yield f"!{self.made}"
            else:
                move = before.meaning_of(self.made)
                assert isinstance(move, Move)
                answer = (move.alternative, *move.values)
                known = heard_move(self.table, before.state, decision, move.seat, answer, seat)
                if known:
                    yield f"{move.seat}:{known}"
        yield from (f"{i}={x}" for i, (x, y) in enumerate(zip(now, before.seen(seat), strict=True)) if x != y)

    def memory_of(self, seat: int) -> str:
        """All that a seat has seen and done. What it noticed nothing of leaves no trace."""
        return "\n".join(filter(None, (moment.new(seat) for moment in self.past())))

    def __str__(self) -> str:
        begun = f" ({' '.join(map(str, self.begun))})" if self.begun else ""
        return self.table.encode(self.state) + begun


def _node_of_rows(setting: Setting, rows: list[tuple[tuple[int, ...], int, tuple[int, ...]]]) -> GameNode:
    last_node: GameNode | None = None
    for cells, made, begun in rows:
        same = last_node is not None and last_node.cells == cells and bool(begun)
        last_node = GameNode(setting, last_node.cells if same and last_node else cells, last_node, made, begun)
    assert last_node is not None
    return last_node


# ------------------------------------------------------------------ as OpenSpiel wants it


class DiceState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel, which changes: it stands at a node of a game."""

    def __init__(self, game: DiceGame) -> None:
        super().__init__(game)
        self.moment = game.first

    def current_player(self) -> int:
        return self.moment.player

    def is_terminal(self) -> bool:
        return isinstance(self.moment.end, ops.Over)

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal if player == self.moment.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, odds) for number, (_, odds) in enumerate(self.moment.chances)]

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.text(action)

    def returns(self) -> list[float]:
        moment = self.moment
        if not self.is_terminal():
            return [0.0] * moment.table.players
        return list(moment.table.returns(moment.state).shares)

    def __str__(self) -> str:
        return str(self.moment)


class DiceObserver:
    """What a seat sees now; with perfect recall all it has seen and done, which has no fixed size and therefore no tensor."""

    def __init__(self, table: GameTable, recalls: bool) -> None:
        self._names = table.observer.names
        self._recalls = recalls
        self.tensor = None if recalls else np.zeros(table.observer.size, np.float32)
        self.dict = {} if recalls else {"observation": self.tensor}

    def set_from(self, state: DiceState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.moment.seen(player)

    def string_from(self, state: DiceState, player: int) -> str:
        if self._recalls:
            return state.moment.memory_of(player)
        seen = zip(self._names, state.moment.seen(player), strict=True)
        return ", ".join(f"{name}: {value}" for name, value in seen if value)


def _type(name: str, title: str, least: int, most: int, hides: bool = True, alone: bool = False) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=name,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hides else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if alone else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=least,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class DiceGame(pyspiel.Game):  # type: ignore[misc]
    """A rulebook with a setting. Each rulebook has a class of its own, which has its name."""

    name: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        name, parameters = self.name, parameters or {}
        asked = {**DEFAULTS, **parameters}
        setting = (name, asked["players"], asked["starter"], asked["options"], asked["variants"])
        self.table = table = table_of(setting)
        self.first = GameNode(setting, table.start().cells, None, -1, ())
        alone, players = table.players == 1, table.players
        hides = table.sight.secrets or any(decision.at_once for decision in table.program.decisions)
        info = pyspiel.GameInfo(
            num_distinct_actions=max(1, table.num_actions),
            max_chance_outcomes=MOST_NODE_OUTCOMES,
            num_players=players,
            min_utility=0.0 if alone else -1.0,
            max_utility=1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=MOST_GAME_EVENTS,
        )
        super().__init__(_type(name, table.about.title, players, players, hides, alone), info, parameters)

    def new_initial_state(self) -> DiceState:
        return DiceState(self)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_GAME_EVENTS

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> DiceObserver:
        return DiceObserver(self.table, bool(getattr(iig_obs_type, "perfect_recall", False)))


def name_of(game: str) -> str:
    """The name of a rulebook in OpenSpiel, with underscores: of `my-game.dice` it is `dicedsl_my_game`."""
    stem = game.replace("\\", "/").rpartition("/")[2].removesuffix(".dice")
    return "dicedsl_" + re.sub(r"\W", "_", stem)


def register(game: str) -> str:
    """Tell OpenSpiel of a rulebook, by its path or short name; the name it has there."""
    name = name_of(game)
    if RULEBOOK_OF.setdefault(name, game) != game:
        raise UsageError(f"OpenSpiel knows another rulebook as {name}")
    if name not in pyspiel.registered_names():
        # A class and no function: what is registered is held until after Python has ended, where a function would be taken down.
        pyspiel.register_game(_type(name, name, 1, 60), type(name, (DiceGame,), {"name": name}))
    return name


for _name, _ in games():
    register(_name)
