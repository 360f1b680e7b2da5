"""Every rulebook as an environment of PettingZoo: `env` asks one seat after the other, `parallel_env` everybody at once.

An observation is a dict of what the seat may know (`observation`) and which actions are legal (`action_mask`), which is empty for a seat
that is not asked. Rewards are the shares of the result, when a game is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicedsl.about import OptionValue
from dicedsl.errors import UsageError
from dicedsl.interpreter.environments.optional_packages import import_optional
from dicedsl.interpreter.environments.single_game import SingleGame, spaces_of
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.table.game_table import GameTable

pettingzoo: Any = import_optional("pettingzoo", "pettingzoo")
wrappers: Any = import_optional("pettingzoo.utils.wrappers", "pettingzoo")
Options = Mapping[str, OptionValue]
Seen = dict[str, Any]


class _Seats:
    """What both sorts of environments share: the seats, their spaces and the game."""

    def __init__(self, table: GameTable, seed: int, engine: str | None, render_mode: str | None) -> None:
        if render_mode not in (None, "ansi"):
            raise UsageError(f'there is no render mode "{render_mode}"; there is "ansi"')
        self.table = table
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self.agents: list[str] = []
        self._game = SingleGame(table, engine)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed = seed
        self._spaces = {agent: spaces_of(table) for agent in self.possible_agents}
        self.observation_spaces = {agent: seen for agent, (seen, _) in self._spaces.items()}
        self.action_spaces = {agent: actions for agent, (_, actions) in self._spaces.items()}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """Without a seed another game than the one before."""
        self._seed = self._seed + 1 if seed is None else seed
        self.agents = self.possible_agents[:]
        self._game.begin(self._seed)

    def _worth(self) -> dict[str, float]:
        worth = self.table.returns(self._game.state).shares if self._game.is_over else (0.0,) * self.table.players
        return dict(zip(self.possible_agents, worth, strict=True))

    def render(self) -> str | None:
        """The table as the one who chooses sees it, in letters."""
        return None if self.render_mode is None else self._game.picture(self._game.seat)

    def close(self) -> None: ...


class RawEnv(_Seats, pettingzoo.AECEnv):  # type: ignore[misc]
    """One seat after the other. Where several choose at once, they see nothing of each other's answers."""

    metadata: dict[str, Any]

    def __init__(self, table: GameTable, name: str, seed: int, engine: str | None, render_mode: str | None) -> None:
        pettingzoo.AECEnv.__init__(self)
        _Seats.__init__(self, table, seed, engine, render_mode)
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}

    def reset(self, seed: int | None = None, options: object = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.seat]

    def observe(self, agent: str) -> Seen:
        return self._game.seen(self._seat[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UsageError("an action is needed here")
        self._game.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._worth()
        if self._game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._game.seat]
        self._accumulate_rewards()


class ParallelEnv(_Seats, pettingzoo.ParallelEnv):  # type: ignore[misc]
    """Everybody at once. Who is not asked has no legal action, and whatever is given for it is not looked at."""

    metadata: dict[str, Any]

    def __init__(self, table: GameTable, name: str, seed: int, engine: str | None, render_mode: str | None) -> None:
        if not all(decision.at_once for decision in table.program.decisions if not decision.reported):
            raise UsageError("in this game one chooses after the other: take `env`, which asks them in turn")
        pettingzoo.ParallelEnv.__init__(self)
        _Seats.__init__(self, table, seed, engine, render_mode)
        self.metadata = {"name": name, "render_modes": ["ansi"]}

    def reset(self, seed: int | None = None, options: object = None) -> tuple[dict[str, Seen], dict[str, Seen]]:
        self._begin(seed)
        return self._all_seen(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        agents = self.agents
        for seat in self._game.asked:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise UsageError(f"an action of {agent} is needed here")
            self._game.step(int(actions[agent]))
        over = self._game.is_over
        seen, infos = self._all_seen(), {agent: {} for agent in agents}  # type: ignore[var-annotated]
        self.agents = [] if over else agents
        return seen, self._worth(), dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _all_seen(self) -> dict[str, Seen]:
        """Those who have to choose see what is legal for them, also while others are asked before them."""
        game, table = self._game, self.table
        observations = {agent: game.seen(seat) for agent, seat in self._seat.items()}
        for seat in game.asked[1:]:
            observations[self.possible_agents[seat]]["action_mask"][table.legal_actions(game.state, seat)] = 1
        return observations


def _table(game: str, players: int | None, options: Options | None, variants: Sequence[str]) -> tuple[GameTable, str]:
    rulebook = Game.named(game)
    return rulebook.table(players, options, variants), f"dicedsl_{rulebook.title}"


def raw_env(
    game: str,
    players: int | None = None,
    options: Options | None = None,
    variants: Sequence[str] = (),
    seed: int = 1,
    engine: str | None = None,
    render_mode: str | None = None,
) -> RawEnv:
    """A rulebook, by its path or short name, without the wrappers of `env`: an action that is not legal is a `UsageError`."""
    return RawEnv(*_table(game, players, options, variants), seed, engine, render_mode)


def env(
    game: str,
    players: int | None = None,
    options: Options | None = None,
    variants: Sequence[str] = (),
    seed: int = 1,
    engine: str | None = None,
    render_mode: str | None = None,
) -> Any:
    """The environment with the usual wrappers of PettingZoo: who does what is not legal loses 1 and ends the game, and
    the order of calls is checked."""
    environment = raw_env(game, players, options, variants, seed, engine, render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1))
    )


def parallel_env(
    game: str,
    players: int | None = None,
    options: Options | None = None,
    variants: Sequence[str] = (),
    seed: int = 1,
    engine: str | None = None,
    render_mode: str | None = None,
) -> ParallelEnv:
    """A rulebook in which everybody chooses at once."""
    return ParallelEnv(*_table(game, players, options, variants), seed, engine, render_mode)
