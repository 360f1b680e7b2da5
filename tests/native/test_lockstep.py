"""Both engines play the same games: every cell, every list of answers, every fault, from the same random source."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Engine
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import Game
from dicedsl.program import ops

native = pytest.importorskip("dicedsl.interpreter.engines.native.native")

ROOT = Path(__file__).parents[2]
BOOKS = sorted(p for p in (ROOT / "rulebooks").rglob("*.dice") if "library" not in p.parts)
MOST_PLAYERS = 12
MOST_STEPS = 400  # of one game, compared cell by cell


def settings(path: Path) -> Iterator[tuple[str, ops.Program]]:
    """Every variant and number of players of a rulebook."""
    game = Game.named(str(path))
    for variants in ((), *((v,) for v in game.variants)):
        for players in range(1, MOST_PLAYERS + 1):
            try:
                table = game.table(players=players, variants=variants)
            except UsageError:
                continue
            yield f"{' '.join(variants)}/{players}", table.program


def same_game(stepping: Stepping, engine: Engine, seed: int, most: int) -> int:
    """Step through a game in both engines; the number of steps compared."""
    program, chance = stepping.program, Chance(seed)
    here, there = stepping.start(), engine.start()
    for step in range(most):
        assert here == there
        end = program.blocks[here[program.reg.pc]].end
        if isinstance(end, ops.Over):
            return step
        if isinstance(end, (ops.RollDice, ops.DrawOne)):
            same_lots = Chance(step)
            assert engine.draw(there, same_lots) == stepping.draw(here, Chance(step))
            values = stepping.draw(here, chance)
            here, there = stepping.fall(here, values), engine.fall(there, values)
            continue
        assert isinstance(end, ops.Ask)
        seats = [s for s in range(program.players) if here[program.reg.asked] >> s & 1]
        seat = seats[chance.below(len(seats))]
        if program.decisions[end.decision].reported:
            answer = stepping.report(list(here), chance)
        else:
            answers = list(stepping.moves(here, seat))
            assert answers == list(engine.moves(there, seat))
            answer = answers[chance.below(len(answers))]
        here, there = stepping.answer(here, seat, answer), engine.answer(there, seat, answer)
    return most


def compared(path: Path, games: int, most: int, first_only: bool) -> int:
    steps = 0
    for number, (name, program) in enumerate(settings(path)):
        if first_only and number:
            break
        stepping, engine = Stepping(program), native.Native(program)
        for seed in range(games):
            steps += same_game(stepping, engine, seed, most)
            mine, its = Chance(seed), Chance(seed)
            assert stepping.play(None, mine) == engine.play(None, its), name
            assert mine.words() == its.words(), name
        assert stepping.playouts(None, 5, 3, 2) == engine.playouts(None, 5, 3, 2), name
    return steps


@pytest.mark.parametrize("path", BOOKS, ids=lambda p: p.stem)
def test_engines_in_lockstep(path: Path) -> None:
    assert compared(path, games=1, most=60, first_only=True) > 0


@pytest.mark.soak
@pytest.mark.parametrize("path", BOOKS, ids=lambda p: p.stem)
def test_engines_in_lockstep_for_every_setting(path: Path) -> None:
    assert compared(path, games=200, most=MOST_STEPS, first_only=False) > 0
