"""The command line: one file for each command, read when that command is given."""

from __future__ import annotations

import atexit
import gc
import io
import sys
from importlib import import_module
from typing import Any

import click

from dicedsl import __version__

OBJECTS_BEFORE_COLLECTION = 200_000  # objects made before unused ones are looked for: a short command need never look
COMMANDS = (
    "arena",
    "check",
    "diff",
    "explain",
    "fmt",
    "games",
    "list",
    "lsp",
    "new",
    "odds",
    "play",
    "replay",
    "rules",
    "simulate",
    "solve",
    "studio",
    "study",
    "sweep",
    "table",
    "test",
    "triangle",
    "tune",
    "verify",
    "words",
)


class CommandFiles(click.Group):
    """A command is the file of its name; the others are not read, so that each begins at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]  # `list` is a module here, once that command has been read

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"dicedsl.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        from dicedsl.cli.output import guarded  # not for `--version`

        return guarded(super().invoke)(ctx)  # what stands behind an option is read before the command begins


@click.group(cls=CommandFiles, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
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
    gc.set_threshold(OBJECTS_BEFORE_COLLECTION)
    atexit.unregister(gc.freeze)  # once, however many commands one process is given
    atexit.register(gc.freeze)  # nor look through them all once more at its end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that an encoding lacks is no reason to stop
