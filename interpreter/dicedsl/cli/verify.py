"""`dicedsl verify` checks that the dice of a game were fair."""

from __future__ import annotations

import sys

import click

from dicedsl.cli.output import FAULT, FINE, guarded, say


@click.command("verify")
@click.argument("game", metavar="FILE|NAME")
@click.option("--commitment", help="What was shown before the game; otherwise what the file says it was.")
@guarded
def command(game: str, commitment: str | None) -> None:
    """Check that the dice of a game were fair: that they follow from the seed that was fixed before it."""
    from dicedsl.interpreter.play.keeping.store import saved_game
    from dicedsl.interpreter.play.session.verifying import verify_dice

    verdict = verify_dice(saved_game(game), commitment)
    if verdict.wrong:
        say(f"Not in order: {verdict.wrong}.")
        sys.exit(FAULT)
    say(f"The commitment fits the seed: {verdict.commitment}")
    say(f"{verdict.rolls} of {verdict.actions} actions were left to chance; every one follows from the seed.")
    if commitment is None:
        say("Compare it with what was shown before the game, or give that with --commitment.")
    sys.exit(FINE)
