"""A game looked at with little work: a small study and its place in the triangle. How much is done follows from how fast it is played."""

from __future__ import annotations

import time
from typing import Any

from attrs import asdict, frozen

from dicedsl.interpreter.bots import QUICK
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.many_games.estimates import Estimate
from dicedsl.interpreter.lab.overview.surprises import most_surprising
from dicedsl.interpreter.lab.study.close_look import Looks
from dicedsl.interpreter.lab.study.studying import StudyPlan, study
from dicedsl.interpreter.lab.triangle.placement import PlacedGame, TrianglePlan, base, place_game
from dicedsl.interpreter.lab.triangle.swinging import look
from dicedsl.interpreter.table.game_table import GameTable

PLACING = TrianglePlan(seconds=9.0)
STUDY_SECONDS = 9.0  # seconds, about: a third for games at random, a third for the shortest ones, a third for those that are watched
MOST_GAMES, GAMES_WATCHED = 10_000, 10
LEAST_LOOKS, MOST_LOOKS = 10, 100  # games by which a position is judged
PLAYOUTS_FOR_A_CHOICE = 25  # times as many games are played for one choice that is watched, about


@frozen
class GameLine:
    """What is told of one game. `beginning` is the advantage, in points of a hundred; None of who plays alone."""

    name: str
    title: str
    place: PlacedGame
    decisions: Estimate | None
    minutes: float
    beginning: Estimate | None
    games: int
    watched: int
    surprise: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameLine:
        estimates = {name: Estimate(**data[name]) if data[name] else None for name in ("decisions", "beginning")}
        return cls(**{**data, **estimates, "place": PlacedGame.from_json(data["place"])})


def line_of(name: str, game: Game, asked: TrianglePlan = PLACING, studying: float = STUDY_SECONDS) -> GameLine:
    """Place and study a game, with so many seconds of work for the study."""
    table = base(game)
    place = place_game(name, game, asked)
    studied = study(table.program, _asked(table, asked.seed, studying))
    figures = {figure.name: figure for figure in studied.figures}
    return GameLine(
        name=name,
        title=game.title,
        place=place,
        decisions=figures.get("decisions in a game"),
        minutes=studied.minutes,
        beginning=figures.get("advantage of beginning"),
        games=studied.summary.games,
        watched=studied.watched,
        surprise=most_surprising(studied, place),
    )


def _asked(table: GameTable, seed: int, seconds: float) -> StudyPlan:
    """A plan with as many games as fit into the time. Where not even one could be watched closely enough, none is."""
    runner, third = table.runner(), seconds / 3
    begun = time.perf_counter()
    runner.playouts(None, seed, 0, 10)
    cost = max(1e-6, (time.perf_counter() - begun) / 10)
    choices = max(1, look(table, seed, 0, time.process_time() + third).choices)
    looks = int(third / 2 / choices / cost / PLAYOUTS_FOR_A_CHOICE)
    games = max(100, min(MOST_GAMES, int(third / cost)))
    playouts = max(LEAST_LOOKS, min(MOST_LOOKS, looks))
    watched = GAMES_WATCHED if looks >= LEAST_LOOKS // 2 else 0
    by = f"{QUICK}:{min(200, 2 * playouts)}p"
    return StudyPlan(games, seed, watched, 0, third, Looks(by, playouts), jobs=1)
