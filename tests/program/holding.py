"""One generated program after the other, held to the definition in every way there is."""

from __future__ import annotations

from dicedsl.program import ops
from tests.program.engines import Engine, unkept
from tests.program.lockstep import Lockstep, whole_games
from tests.program.programs import seeded_program
from tests.program.tallies import same_tallies

SEEDS = range(2)  # of the games that are played step by step, and of those played in one call
OPTIMISED = 5  # one in so many programs is optimised
GAMES = 5  # that are played and counted in one call


def hold(program: ops.Program, engine: Engine) -> int:
    """Both play the same games; how many steps were compared."""
    steps = 0
    for seed in SEEDS:
        game = Lockstep(program, engine)
        game.play(seed)
        steps += game.steps
    whole_games(program, engine, SEEDS)
    same_tallies(program, engine, 1, GAMES)
    return steps


def hold_seeded(name: str, seed: int) -> int:
    """The same with an engine by its name, and a program that is made for it and not kept.

    Some programs become machine code as those of rulebooks do; the others are not optimised, which takes a third of the time.
    """
    program = seeded_program(seed)
    try:
        return hold(program, unkept(name, program, seed % OPTIMISED == 0))
    except AssertionError as error:
        raise AssertionError(f"program {seed} on {name}: {error}") from error
