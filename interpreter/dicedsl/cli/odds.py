"""`dicedsl odds` counts chances exactly: of a throw, or of a position of a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from dicedsl.cli.options import JSON, OPTION, PLAYERS, VARIANT
from dicedsl.cli.output import guarded, say, say_data
from dicedsl.interpreter.progress_line import show_progress

POSITIONS_BETWEEN_LINES = 1000  # positions
NUMBER_REACHED = re.compile(r"\s*([^=]+?)\s*=\s*(-?\d{1,12})\s*")


@click.command("odds")
@click.argument("what", metavar="EXPRESSION|FILE|NAME")
@click.option("--dice", multiple=True, metavar="LINE", help='Dice with a name, as in material: "attack: 3 dice".')
@click.option("--faces", metavar="NUMBERS", help='Faces of dice that name none: "1 to 8", "1 2 2 3 3 4".')
@click.option("--example", metavar="TITLE", help="Of a game: the position at the end of this example of its rulebook.")
@click.option(
    "--until",
    type=click.Choice(["roll", "choice", "turn", "game"]),
    help="How far is counted. Up to the next choice unless said; with --policy up to the end of the turn.",
)
@click.option(
    "--policy",
    metavar="POLICY",
    help="How players choose: random, best (for --reach, for the one --of, or to win), or wishes such as"
    ' \'"hold" when pot is at least 20, otherwise "roll"\'.',
)
@click.option(
    "--reach",
    metavar="GOAL",
    help="The chance to come so far: total=20 (or more), or a condition. By best play unless --policy says otherwise.",
)
@click.option(
    "--of", "values", multiple=True, metavar="EXPRESSION", help="What to tell of the end; all numbers unless said."
)
@PLAYERS
@OPTION
@VARIANT
@JSON
@guarded
def command(
    what: str,
    dice: tuple[str, ...],
    faces: str | None,
    as_json: bool,
    example: str | None,
    until: str | None,
    policy: str | None,
    reach: str | None,
    values: tuple[str, ...],
    **setting: Any,
) -> None:
    """Count chances exactly, as fractions.

    \b
      dicedsl odds "sum of highest 3 of 4 dice"        a throw, in the words of the language
      dicedsl odds "at least 2 of 5 dice show 6"       a yes or no
      dicedsl odds NAME                                a game: each choice, and what it leads to
    """
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.lab.odds.odds_report import prospects_text

    path = None if dice or faces is not None else _game(what)
    of_game = (example, until, policy, reach, *values, *(value for value in setting.values() if value))
    if path is None:
        from dicedsl.interpreter.lab.odds.throws import odds_of

        if any(of_game):
            raise UsageError(f"{what} is no game; --dice and --faces are all that goes with an expression")
        throw = odds_of(what, dice, faces)
        if as_json:
            say_data(throw.as_json())
        else:
            say(throw.text())
        return
    prospects = _prospects(path, example, until, policy, reach, values, setting)
    if as_json:
        say_data(prospects.as_json())
    else:
        say(prospects_text(prospects))


def _game(what: str) -> Path | None:
    """The file that is meant, or None for an expression: those have several words, and no game is called so."""
    from dicedsl.errors import UsageError
    from dicedsl.rulebook.files import find

    try:
        return find(what)
    except UsageError:
        if len(what.split()) < 2:
            raise
        return None


def _prospects(
    path: Path,
    example: str | None,
    until: str | None,
    policy: str | None,
    reach: str | None,
    values: tuple[str, ...],
    setting: dict[str, Any],
) -> Any:
    from dicedsl.errors import DiceError
    from dicedsl.interpreter.lab.odds.prospects import Goal, ProspectCounter, most_of, reaching, winning
    from dicedsl.interpreter.lab.odds.questions import misread, questions, with_questions
    from dicedsl.interpreter.lab.odds.wishes import BEST, Wishes, wishes_in
    from dicedsl.rulebook.files import read

    if policy is None and reach is not None:
        policy = BEST
    wishes = [] if policy is None or policy == BEST else wishes_in(policy)
    named = NUMBER_REACHED.fullmatch(reach) if reach is not None else None
    conditions = [wish.condition for wish in wishes if wish.condition is not None]
    asked = [*values, *conditions, *([reach] if reach is not None and named is None else [])]
    source = read(path)
    written = with_questions(source, asked)
    try:
        place = _place(path, written, example, setting)
    except DiceError as error:
        raise (misread(error, source, written, asked) or error) from None
    answers = questions(place.table, place.seat, asked)
    rows, left = [], iter(answers[len(values) :])
    for wish in wishes:
        rows.append((wish, next(left) if wish.condition is not None else None))
    goal = None
    if named is not None:
        goal = reaching(place.table, place.seat, named[1], int(named[2]))
    elif reach is not None:
        goal = Goal(reach, next(left).holds)
    elif policy == BEST and len(values) == 1:
        goal = most_of(answers[0])
    elif policy == BEST and until == "game":
        goal = winning(place.table, place.seat)
    far = until or ("choice" if policy is None else "turn")
    counting = ProspectCounter(
        place,
        far,  # type: ignore[arg-type]
        None if policy == BEST else Wishes(place.table, place.names, rows),
        policy,
        answers[: len(values)],
        goal,
        answers,
        _say_positions,
    )
    try:
        return counting.prospects()
    finally:
        show_progress("")


def _say_positions(positions: int) -> None:
    if positions % POSITIONS_BETWEEN_LINES == 0:
        show_progress(f"{positions:,} positions so far")


def _place(path: Path, source: Any, example: str | None, setting: dict[str, Any]) -> Any:
    """The position that odds are asked of: the end of an example, or how a game begins."""
    from dicedsl.cli.arguments import program_of, raise_refused
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.examples.testing import position_in
    from dicedsl.interpreter.game import Game
    from dicedsl.interpreter.lab.odds.prospects import AskedPosition
    from dicedsl.interpreter.table.game_table import GameTable

    if example is not None:
        if any(setting.values()):
            raise UsageError("an example says itself who plays, and with which options")
        raise_refused(path)
        position = position_in(source, path.parent, example)
        return AskedPosition(position.table, position.state, position.names)
    table = GameTable(program_of(Game(source, path.parent), path, starter="1", **setting))
    return AskedPosition(table, table.start(), tuple(f"P{seat + 1}" for seat in range(table.players)))
