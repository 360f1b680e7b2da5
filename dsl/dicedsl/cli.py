"""The command line: reads arguments, calls one function for each verb, and says what came of it."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click

from dicedsl import __version__

FINE, FAULT, MISUSE = 0, 1, 2
MANY = 200_000  # objects made before unused ones are looked for: a short command need never look


def colour() -> bool:
    import os

    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def say(text: str, err: bool = False) -> None:
    """The one way out for words: whatever a rulebook or a file name holds, a terminal is never told to obey it."""
    from dicedsl.plain import plain_lines

    click.echo(plain_lines(text), err=err)


def say_data(data: object) -> None:
    """The same for other programs; all but plain letters is written in numbers."""
    import json

    click.echo(json.dumps(data, indent=2, ensure_ascii=True))


def draw(problems: Sequence[Any], err: bool = False, summary: bool = True) -> None:
    """Problems with the lines they are in. The renderer filters every text before it colours it."""
    from dicedsl.render import render_all

    click.echo(render_all(problems, colour(), summary), err=err)


def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """No traceback ever reaches a person: problems are drawn, misuse is one sentence, Ctrl-C is quiet."""

    @wraps(function)
    def inner(*args: Any, **kwargs: Any) -> Any:
        from dicedsl.errors import DiceError, UsageError

        try:
            return function(*args, **kwargs)
        except UsageError as error:
            say(f"dicedsl: {error.message}", err=True)
            sys.exit(MISUSE)
        except DiceError as error:
            draw(error.problems, err=True)
            sys.exit(FAULT)
        except KeyboardInterrupt:
            say("\nstopped", err=True)
            sys.exit(130)
        except BrokenPipeError:
            sys.exit(FINE)
        except OSError as error:
            what = f"{error.filename}: " if error.filename else ""
            say(f"dicedsl: {what}{(error.strerror or 'cannot be read or written').lower()}", err=True)
            sys.exit(MISUSE)

    return inner


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="dicedsl")
def main() -> None:
    """Dice games as rulebooks that run.

    A rulebook is a .dice file; a shipped one can be named by its short name.

    \b
      dicedsl list                     the shipped rulebooks
      dicedsl play NAME                play one
      dicedsl new "My Game"            begin one of your own
      dicedsl check my-game.dice       find its mistakes
      dicedsl test my-game.dice        run its worked examples
    """
    gc.set_threshold(MANY)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that an encoding lacks is no reason to stop


FORMAT = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How problems are shown."
)
ALL = click.option("--all", "every", is_flag=True, help="Every shipped rulebook.")
FILES = click.argument("files", nargs=-1, metavar="FILE|NAME...")


def chosen_files(files: tuple[str, ...], every: bool) -> list[Path]:
    from dicedsl.errors import UsageError
    from dicedsl.rulebook.files import find
    from dicedsl.rulebook.library import shipped

    if every:
        return list(shipped().values())
    if not files:
        raise UsageError("name a file or a shipped rulebook, or say --all")
    return [find(name) for name in files]


@main.command()
@FILES
@ALL
@FORMAT
@guarded
def check(files: tuple[str, ...], every: bool, form: str) -> None:
    """Find the mistakes in rulebooks without playing them."""
    from dicedsl.checking import check_path
    from dicedsl.render import as_json

    paths = chosen_files(files, every)
    problems = [p for path in paths for p in check_path(path)]
    bad = any(p.is_error for p in problems)
    if form == "json":
        say_data(as_json(problems))
    else:
        if problems:
            draw(problems)
        if not bad:
            say(f"{len(paths)} rulebook{'s' * (len(paths) != 1)} checked, no mistakes found")
    sys.exit(FAULT if bad else FINE)


@main.command()
@FILES
@ALL
@FORMAT
@click.option("-v", "--verbose", is_flag=True, help="Name every example that holds.")
@guarded
def test(files: tuple[str, ...], every: bool, form: str, verbose: bool) -> None:
    """Run the worked examples of rulebooks."""
    from dicedsl.interpreter.examples.testing import test_path
    from dicedsl.render import as_json

    total = failed = 0
    problems: list[Any] = []
    for path in chosen_files(files, every):
        reports = list(test_path(path))
        if not reports:
            raise_refused(path)
        for report in reports:
            total += 1
            if not report.holds:
                failed += 1
                problems.extend(report.problems)
                if form == "text":
                    say(f"{path.stem}: example fails: {report.title}")
                    draw(report.problems, summary=False)
            elif verbose and form == "text":
                say(f"{path.stem}: holds: {report.title}")
    if form == "json":
        say_data({"examples": total, "failed": failed, "problems": as_json(problems)})
    else:
        say(f"{total - failed} of {total} examples hold")
    sys.exit(FAULT if failed else FINE)


@main.command()
@FILES
@ALL
@click.option("--check", "only_check", is_flag=True, help="Change nothing; fail if a file is not formatted.")
@guarded
def fmt(files: tuple[str, ...], every: bool, only_check: bool) -> None:
    """Lay out rulebooks in the usual way; comments are kept."""
    from dicedsl.rulebook.files import read
    from dicedsl.syntax.printer import format_text
    from dicedsl.writing import write_text

    changed = 0
    for path in chosen_files(files, every):
        source = read(path)
        text = format_text(source)
        if text == source.text:
            continue
        changed += 1
        if only_check:
            say(f"{path}: not formatted")
        else:
            write_text(path, text)
            say(f"{path}: formatted")
    if not changed:
        say("nothing to change")
    sys.exit(FAULT if only_check and changed else FINE)


@main.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@guarded
def list_(as_json: bool) -> None:
    """The shipped rulebooks."""
    from dicedsl.prose.listing import listing

    entries = listing()
    if as_json:
        say_data([e.as_json() for e in entries])
        return
    width = max(len(e.name) for e in entries)
    collection = None
    for entry in entries:
        if entry.collection != collection:
            say(entry.collection if collection is None else f"\n{entry.collection}")
            collection = entry.collection
        say(f"  {entry.name:<{width}}  {entry.title} ({entry.players})")
        for variant in entry.variants:
            say(f"  {'':<{width}}    variant: {variant}")


@main.command()
@click.argument("file", metavar="FILE|NAME")
@click.option("--variant", "variants", multiple=True, help="With this variant; may be given several times.")
@guarded
def rules(file: str, variants: tuple[str, ...]) -> None:
    """A rulebook as prose (Markdown)."""
    from dicedsl.prose.rules import rules as prose

    say(prose(loaded(file, variants)))


def loaded(name: str, variants: tuple[str, ...] = (), around: tuple[str, ...] = ()) -> Any:
    """The rulebook itself, for what speaks of its text."""
    from dicedsl.rulebook.loading import find, load_path, raise_errors

    if variants:
        from dicedsl.interpreter.game import Game

        variants = Game.named(name).about_with(variants).chosen
    book, problems = load_path(find(name), variants, around)
    raise_errors(problems)
    assert book is not None
    return book


def prose_of(name: str, about: Any) -> str:
    """The rules of a game that is being played, as it is played."""
    from dicedsl.prose.rules import rules as prose

    book = loaded(name, about.chosen)
    around = tuple(library for library in about.uses if library not in book.uses)
    return prose(loaded(name, about.chosen, around) if around else book)


def prose_on(shelf: Any, about: Any) -> str:
    """The same from the texts that are kept with a game."""
    from dicedsl.prose.rules import rules as prose
    from dicedsl.rulebook.loading import load_source, raise_errors

    book, problems = load_source(shelf.source, about.chosen, shelf)
    raise_errors(problems)
    assert book is not None
    around = tuple(library for library in about.uses if library not in book.uses)
    whole, _ = load_source(shelf.source, about.chosen, shelf, around) if around else (book, problems)
    return prose(whole or book)


def raise_refused(path: Path) -> None:
    """DiceError with all that `check` refuses in a rulebook; the shipped ones are known to be in order."""
    from dicedsl.checking import check_path
    from dicedsl.errors import raise_errors
    from dicedsl.rulebook.library import shipped

    if path not in shipped().values():
        raise_errors(check_path(path))


SETTING = [
    click.option("--players", type=int, help="How many play."),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the rulebook; may be given several times.",
    ),
    click.option("--variant", "variants", multiple=True, help="A variant of the rulebook; may be given several times."),
    click.option("--match", type=click.IntRange(1, 50), help="Play a match: this many games win it."),
    click.option("--seed", type=int, help="For the same dice again."),
    click.option("--starter", default="random", show_default=True, help="Who begins: random, or a seat."),
    click.option(
        "--skill",
        "skills",
        multiple=True,
        type=click.IntRange(0, 100),
        help="How well players do at the table, 0 to 100: once for all of them, or once for each seat. 50 unless said.",
    ),
]


def setting(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(SETTING):
        function = option(function)
    return function


def setting_of_arena(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but for how many play and who begins: that follows from who takes part."""
    for option in (SETTING[6], SETTING[4], SETTING[3], SETTING[2], SETTING[1]):
        function = option(function)
    return function


def program_for(
    name: str,
    players: int | None,
    options: tuple[str, ...],
    variants: tuple[str, ...],
    starter: str,
    match: int | None,
    skills: tuple[int, ...],
) -> Any:
    """The program for what was typed; UsageError if that does not fit the game."""
    from dicedsl.interpreter.game import Game
    from dicedsl.rulebook.files import find
    from dicedsl.rulebook.setting import Unfit, judged_players, options_from_texts, starter_from_text, usual_players

    game = Game.named(name)
    about = game.about_with(variants)
    count = judged_players(about, usual_players(about) if players is None else players)
    raise_refused(find(name))
    given = options_from_texts(about, options)
    around: tuple[str, ...] = ()
    if match is not None:
        if about.has_match:
            raise Unfit("option", f"{about.title} has rules for matches of its own; see its options")
        around = ("series",)
        given["games needed"] = match
    return game.program(count, given, about.chosen, starter_from_text(starter, count), skills, around)


def fresh_seed() -> int:
    from dicedsl.interpreter.play.fair import fresh_seed as fresh

    return fresh()


@main.command()
@click.argument("file", metavar="FILE|NAME")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games are played.")
@setting
@click.option(
    "--engine",
    type=click.Choice(["native", "stepping"]),
    help="What plays: machine code, or Python step by step. The games are the same. Native where it can be, unless said.",
)
@click.option("--jobs", type=click.IntRange(1, 256), help="On how many cores; on all of them unless said.")
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@guarded
def simulate(
    file: str,
    games: int,
    players: int | None,
    options: tuple[str, ...],
    variants: tuple[str, ...],
    match: int | None,
    seed: int | None,
    starter: str,
    skills: tuple[int, ...],
    engine: str | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Let players who choose at random play many games, and count.

    The same seed gives the same counts, whatever plays and on however many cores.
    """
    from dicedsl.interpreter.lab.reporting import report
    from dicedsl.interpreter.lab.simulate import simulate as many_games

    program = program_for(file, players, options, variants, starter, match, skills)
    found = many_games(program, games, fresh_seed() if seed is None else seed, engine, jobs, progress=True)
    if as_json:
        say_data(found.as_json())
    else:
        say(report(found))
    sys.exit(130 if found.stopped else FINE)


@main.command()
@click.argument("file", metavar="FILE|NAME")
@click.option("--seats", required=True, help="The bots that play, as in strong,random or quick:0.1,strong:0.5.")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How many games are played.")
@click.option("--seconds", type=float, help="How long a bot thinks about a choice.")
@click.option(
    "--playouts", type=click.IntRange(1), help="How many games it plays on in its mind instead, to be repeated."
)
@setting_of_arena
@click.option("--jobs", type=click.IntRange(1, 256), help="On how many cores; on all of them unless said.")
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@guarded
def arena(
    file: str,
    seats: str,
    games: int,
    seconds: float | None,
    playouts: int | None,
    options: tuple[str, ...],
    variants: tuple[str, ...],
    match: int | None,
    seed: int | None,
    skills: tuple[int, ...],
    jobs: int | None,
    as_json: bool,
) -> None:
    """Let bots play against each other, and count.

    Seats go round, so that everybody begins equally often. The bots are random, quick and strong; each may have a budget of its
    own, in seconds (strong:0.5) or in playouts (strong:2000p). With playouts the same seed gives the same games.
    """
    from dicedsl.interpreter.bots import Budget
    from dicedsl.interpreter.lab.arena import arena as contest
    from dicedsl.interpreter.lab.arena_report import report

    bots = [name.strip() for name in seats.split(",")]
    program = program_for(file, len(bots), options, variants, "1", match, skills)
    budget = None if seconds is None and playouts is None else Budget(seconds, playouts)
    found = contest(program, bots, games, fresh_seed() if seed is None else seed, budget, jobs, progress=True)
    if as_json:
        say_data(found.as_json())
    else:
        say(report(found))
    sys.exit(130 if found.stopped else FINE)


@main.command()
@click.argument("file", metavar="FILE|LINK", required=False)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", default=8081, show_default=True, type=click.IntRange(1, 65535), help="On which port.")
@click.option("--open/--no-open", "show", default=True, help="Open the page in a browser.")
@guarded
def studio(file: str | None, host: str, port: int, show: bool) -> None:
    """Write a rulebook in the browser, beside the game it describes.

    FILE is saved with Ctrl+S, and begun if there is none; a LINK from somebody's studio holds the text itself.
    """
    import secrets

    from dicedsl.errors import UsageError

    try:
        from dicedsl.interpreter.web.server import new_hall, serve, shown_address
        from dicedsl.studio.serving import add_studio, begun
    except ImportError:
        raise UsageError("the studio needs its extra: pip install 'dicedsl[web]'") from None
    from dicedsl.studio.desk import Desk
    from dicedsl.studio.links import is_link, text_of_link

    if file is not None and is_link(file):
        desk = Desk(text_of_link(file))
    else:
        desk = Desk.of(Path(file) if file is not None else None, begun())
    hall, secret = new_hall(), secrets.token_urlsafe(16)
    origin = shown_address(host, port)
    add_studio(hall, desk, secret, origin)
    say(f"The studio is open; Ctrl-C ends it.\n  {origin}/studio/{secret}")
    serve(hall, host, port, f"/studio/{secret}", show)


def seat_names(players: int, people: int, names: tuple[str, ...]) -> list[str]:
    """A name for each seat: people first, bots for the others."""
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.bots import DEFAULT

    if people > players:
        raise UsageError(f"{people} people cannot sit at a table for {players}; say --players {people}")
    called = [*names, *("you" if people == 1 else f"Player {i + 1}" for i in range(len(names), people))]
    return called + [DEFAULT] * (players - len(called))


@main.command()
@click.argument("name")
@click.option("--from", "parent", metavar="GAME", help="Begin as a variant of this game.")
@click.option("--to", "target", type=click.Path(path_type=Path), help="The file to write; otherwise made from NAME.")
@guarded
def new(name: str, parent: str | None, target: Path | None) -> None:
    """Begin a rulebook of your own."""
    from dicedsl.errors import UsageError
    from dicedsl.prose.new import new_text, slug
    from dicedsl.rulebook.files import find
    from dicedsl.writing import write_text

    book = loaded(parent) if parent else None
    path = target or Path(f"{slug(name)}.dice")
    if path.exists():
        raise UsageError(f"{path} exists already; nothing was written")
    write_text(path, new_text(name, find(parent).stem if parent else None, book))
    say(f"{path} written; try: dicedsl check {path}, dicedsl test {path}, dicedsl play {path}")


@main.command()
@click.argument("code")
@guarded
def explain(code: str) -> None:
    """What a problem's code means, with an example of how to mend it."""
    from dicedsl.errors import UsageError
    from dicedsl.explain import explanation

    text = explanation(code.upper())
    if text is None:
        raise UsageError(f"there is no code {code}; codes look like E311")
    say(text)


@main.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@guarded
def diff(a: str, b: str, as_json: bool) -> None:
    """What B changes against A, in rule words. A and B are files or names, or NAME:VARIANT."""
    from dicedsl.prose.diff import changes
    from dicedsl.prose.diff import diff as difference

    left, right = (loaded(x.partition(":")[0], tuple(v for v in (x.partition(":")[2],) if v)) for x in (a, b))
    if as_json:
        say_data([c.as_json() for c in changes(left, right)])
    else:
        say(difference(left, right))


# Commands of their own files, which are written with what stands above.
from dicedsl.cli_games import games, replay, verify  # noqa: E402
from dicedsl.cli_play import play  # noqa: E402
from dicedsl.cli_table import table  # noqa: E402

for command in (games, play, replay, table, verify):
    main.add_command(command)
