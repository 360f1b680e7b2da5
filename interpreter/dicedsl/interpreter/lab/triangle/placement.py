"""A game is looked at and played until the time for it is over, and placed by what was found."""

from __future__ import annotations

import time
from typing import Any

from attrs import asdict, field, frozen

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots import PLAIN, QUICK, bot_named
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.arena import Contest
from dicedsl.interpreter.lab.many_games.estimates import Estimate
from dicedsl.interpreter.lab.triangle.shares import (
    SKILL,
    TACTICS,
    Evidence,
    Gain,
    Met,
    Parts,
    brought,
    correlation,
    with_intervals,
)
from dicedsl.interpreter.lab.triangle.swinging import Looked, look, swings, worth
from dicedsl.interpreter.progress_line import ShowProgress
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.rulebook.setting import usual_players

STEADY, UNSTEADY = 80, 20  # skills of hands that meet
FIRST_GAMES = 10  # games that say what there is: rolls, attempts, choices
PART_AMONG_EQUALS = 0.4  # of the time; the rest is for those who meet
LEAST_PLAYOUTS, MOST_PLAYOUTS = 8, 200  # playouts for a choice of who thinks, where nobody says how many
GAMES_WANTED = 40  # games that should fit into the time, by which that number is found


@frozen
class TrianglePlan:
    """How a game is to be placed: seconds of work for it, games at most in which better and worse meet, and who thinks
    (`quick`: as long as fits)."""

    seconds: float = 10.0
    games: int = 100
    seed: int = 1
    by: str = QUICK


@frozen
class PlacedGame:
    """A game in the triangle. `thinking` and `hands` are correlations with what is got, `rest` by what the chances change among equals."""

    name: str
    title: str
    rules: str  # which rules these are
    players: int
    shares: tuple[Estimate, ...]
    thinking: float
    hands: float
    rest: tuple[float, ...]
    met: int
    looked: int
    by: str
    asked: TrianglePlan = field(factory=TrianglePlan)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> PlacedGame:
        shares = tuple(Estimate(**row) for row in data["shares"])
        return cls(**{**data, "shares": shares, "rest": tuple(data["rest"]), "asked": TrianglePlan(**data["asked"])})


def base(game: Game) -> GameTable:
    """The table among equals: seats go round elsewhere, so that the first one begins."""
    return game.table(usual_players(game.about), starter=0)


def place_game(name: str, game: Game, asked: TrianglePlan, say: ShowProgress | None = None) -> PlacedGame:
    """Play a game until its time is over, and place it."""
    say = say or (lambda text: None)
    table = base(game)
    table.runner()  # making it is no part of the time
    begun = time.process_time()
    say(f"{game.title}: games among equals")
    looked, swung, seen = _equals(table, asked, begun + PART_AMONG_EQUALS * asked.seconds)
    met, by = list[Met](), ""
    if len(seen) > 1 and (TACTICS in seen or game.about.has_skill):
        by = _thinker(table, asked, looked) if TACTICS in seen else ""
        say(f"{game.title}: better and worse players meet")
        met = _meetings(game, by or PLAIN, asked, begun, SKILL in seen and game.about.has_skill)
    evidence = Evidence(seen, tuple(met), tuple(swung))
    return PlacedGame(
        name=name,
        title=game.title,
        rules=table.fingerprint,
        players=table.players,
        shares=with_intervals(evidence, asked.seed),
        thinking=correlation(met, TACTICS) if TACTICS in seen else 0.0,
        hands=correlation(met, SKILL),
        rest=brought(swung, seen),
        met=len(met),
        looked=len(looked),
        by=by,
        asked=asked,
    )


def _equals(table: GameTable, asked: TrianglePlan, until: float) -> tuple[list[Looked], list[Parts], frozenset[int]]:
    """Games that were looked at, what changed the chances in them, and what there is at all. One thing alone need not be measured."""
    looked = [look(table, asked.seed, 0, until)]
    while len(looked) < FIRST_GAMES and time.process_time() < until:
        looked.append(look(table, asked.seed, len(looked), until))
    seen = frozenset().union(*(game.seen for game in looked))
    swung = list[Parts]()
    if len(seen) < 2:
        return looked, swung, seen
    number = 0
    while number < asked.games and (number < 2 or time.process_time() < until):
        if number == len(looked):
            looked.append(look(table, asked.seed, number, until))
        parts = swings(table, asked.seed, looked[number])
        number += 1
        if parts is not None:
            swung.append(parts)
    return looked[: max(number, 1)], swung, seen


def _thinker(table: GameTable, asked: TrianglePlan, looked: list[Looked]) -> str:
    """The bot that thinks; if nobody says how much, as much as lets some forty games be played in the time."""
    if asked.by != QUICK:
        return asked.by
    runner, least = table.runner(), f"{QUICK}:{LEAST_PLAYOUTS}p"
    begun = time.process_time()
    runner.playouts(None, asked.seed, 0, 10)
    between = time.process_time()
    Contest(table, (least, *[PLAIN] * (table.players - 1)), None).playouts(None, asked.seed, 0, 1)
    cost = max(1e-6, (between - begun) / 10)
    choices = max(1.0, sum(game.choices for game in looked) / len(looked) / table.players)
    room = (1 - PART_AMONG_EQUALS) * asked.seconds / GAMES_WANTED - (time.process_time() - between)
    return f"{QUICK}:{max(LEAST_PLAYOUTS, min(MOST_PLAYOUTS, int(room / choices / cost)))}p"


def _meetings(game: Game, by: str, asked: TrianglePlan, begun: float, hands: bool) -> list[Met]:
    """Games of one who thinks among others, at every seat in turn; where hands count, one of the seats has a steady
    one, and who begins is drawn."""
    players = base(game).players
    if players == 1:
        return _alone(game, by, asked, begun, hands)
    if not hands:
        table = base(game)
    else:
        table = game.table(players, skills=(STEADY, *[UNSTEADY] * (players - 1)))
        begun += _making(table)
    bot_named(by)
    contest = Contest(table, (by, *[PLAIN] * (players - 1)), None)
    met = list[Met]()
    while len(met) < asked.games and (len(met) < 2 or time.process_time() < begun + asked.seconds):
        number = len(met)
        try:
            tally = contest.playouts(None, asked.seed, number, 1)
        except DiceError:
            break
        got = worth(tally, players)
        met.append(tuple(Gain(got[who], who == 0, (who + number) % players == 0) for who in range(players)))
    return met


def _alone(game: Game, by: str, asked: TrianglePlan, begun: float, hands: bool) -> list[Met]:
    """Games of one who plays alone and meets itself: thinking or not, with a steady hand or not."""
    skills = ((STEADY,), (UNSTEADY,)) if hands else ((),)
    tables = [game.table(1, skills=skill) for skill in skills]
    begun += sum(map(_making, tables))
    met = list[Met]()
    while len(met) < asked.games and (len(met) < 8 or time.process_time() < begun + asked.seconds):
        number = len(met)
        thinks, which = number % 2 == 0, number // 2 % len(tables)
        tally = Contest(tables[which], (by if thinks else PLAIN,), None).playouts(None, asked.seed, number, 1)
        met.append((Gain(worth(tally, 1)[0], thinks, hands and which == 0),))
    return met


def _making(table: GameTable) -> float:
    """Make its machine code, and tell how long that took."""
    begun = time.process_time()
    table.runner()
    return time.process_time() - begun
