"""Many games placed one after the other; what is found is kept in a file, and what is there already is not done again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from dicedsl.errors import DiceError, UsageError, reason_of
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.triangle.placement import PlacedGame, TrianglePlan, base, place_game
from dicedsl.interpreter.processes import map_in_order
from dicedsl.interpreter.progress_line import ShowProgress
from dicedsl.writing import write_text


def results_in(file: Path | None) -> dict[str, PlacedGame]:
    """What a file holds, by the names of games; nothing if it is not there yet."""
    if file is None or not file.exists():
        return {}
    try:
        return {name: PlacedGame.from_json(row) for name, row in json.loads(file.read_text("utf-8")).items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        reason = reason_of(error, "cannot be read") if isinstance(error, OSError) else "holds no places of games"
        raise UsageError(f"{file}: {reason}; name another file, or remove it") from None


def place_all(
    names: Sequence[str],
    asked: TrianglePlan,
    jobs: int | None = None,
    file: Path | None = None,
    say: ShowProgress | None = None,
) -> Iterator[PlacedGame | DiceError]:
    """Every game in order, or what is wrong with it."""
    known = results_in(file)
    for number, result in enumerate(map_in_order(partial(_one, asked, known), names, jobs)):
        if isinstance(result, PlacedGame) and file is not None and known.get(result.name) != result:
            known[result.name] = result
            write_text(file, json.dumps({name: known[name].as_json() for name in sorted(known)}, indent=1) + "\n")
        if say is not None:
            say(f"{number + 1} of {len(names)} games are placed")
        yield result


def _one(asked: TrianglePlan, known: dict[str, PlacedGame], name: str) -> PlacedGame | DiceError:
    try:
        game = Game.named(name)
        before = known.get(name)
        if before is not None and before.asked == asked and before.rules == base(game).fingerprint:
            return before
        return place_game(name, game, asked)
    except DiceError as error:
        return error
