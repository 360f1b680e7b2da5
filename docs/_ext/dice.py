"""Sphinx extension of the manual: samples of `.dice` that are checked and played, commands that are run, lists that are read off.

Nothing on a page is taken on trust. A sample with a mistake it does not announce, a command that ends otherwise than the page says and
a Python session that answers differently are warnings, and the manual is built with every warning an error.
"""

# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import doctest
import shlex
from contextlib import chdir
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from typing import Any, ClassVar

from click.testing import CliRunner
from dice_lexer import DiceLexer
from dice_lists import gallery, lowered
from dice_pictures import Gallery, Picture, every_rulebook
from dice_samples import SECTIONS, is_of_second_edition, put_inside
from dice_uses import uses
from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from dicedsl.check_door import check
from dicedsl.cli import main
from dicedsl.errors import DiceError, Problem
from dicedsl.interpreter.examples.testing import test_path
from dicedsl.text.render import render_all

logger = logging.getLogger(__name__)


def problems_of(path: Path, every: bool) -> list[Problem]:
    """What is wrong with a file and its examples; warnings only if `every`."""
    found = [p for p in check(path) if every or p.is_error]
    if not any(p.is_error for p in found):
        try:
            found += [p for report in test_path(path) for p in report.problems]
        except DiceError as error:
            found += error.problems
    return found


def samples_of(app: Sphinx, page: str) -> Path:
    return Path(app.doctreedir) / "samples" / page.replace("/", "-")


def forget_samples(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """A page that is read again starts with an empty folder."""
    rmtree(samples_of(app, page), ignore_errors=True)


def numbers(argument: str) -> list[int]:
    return [directives.nonnegative_int(word) for word in argument.split()]


class InFolder(SphinxDirective):
    """A directive that works in the folder of the page's samples."""

    has_content = True

    @property
    def folder(self) -> Path:
        folder = samples_of(self.env.app, self.env.docname)
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def warn(self, message: str) -> None:
        logger.warning(message, location=self.get_location(), type="dice")

    def literal(self, text: str, language: str) -> nodes.literal_block:
        node = nodes.literal_block(text, text)
        node["language"] = language
        self.set_source_info(node)
        return node


class Sample(InFolder):
    """```{dice}: a rulebook, or a piece of one with `:inside:`.

    `:file: NAME` keeps it as NAME.dice for later samples and commands of the page. `:error: E311` announces the codes of all
    its mistakes, and shows the message unless `:quiet:`. `:inside: words` puts a piece into the sample game.
    """

    option_spec: ClassVar[dict[str, Any]] = {
        "file": directives.unchanged_required,
        "error": directives.unchanged_required,
        "quiet": directives.flag,
        "inside": lambda argument: directives.choice(argument, SECTIONS),
    }

    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        shown: list[nodes.Node] = [self.literal(text, "dice")]
        inside = self.options.get("inside")
        whole = put_inside(inside, text) if inside else text + "\n"
        wanted = set(self.options.get("error", "").replace(",", " ").split())
        with chdir(self.folder):
            path = Path(self.options.get("file", "sample") + ".dice")
            path.write_text(whole, "utf-8")
            problems = problems_of(path, every=inside is None)
            message = render_all(problems)
        codes = {p.code for p in problems}
        if codes != wanted:
            found, announced = (", ".join(sorted(c)) or "no mistakes" for c in (codes, wanted))
            self.warn(f"this sample has {found}, but announces {announced}\n{message}")
        if not is_of_second_edition(whole, wanted):
            self.warn("this sample is not written in the second edition")
        if wanted and "quiet" not in self.options:
            shown.append(self.literal(message.rstrip("\n"), "none"))
        return shown


class Command(InFolder):
    """```{dicedsl} check my-game.dice: the command is run, and what it prints is shown.

    The body is what is typed into it, a line at a time. `:exit: 1` is the exit code it must end with (or several that it
    may end with), `:lines: 12` shows only so many lines. Saved games of whoever builds the manual are out of its reach.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {"exit": numbers, "lines": directives.nonnegative_int}

    def run(self) -> list[nodes.Node]:
        typed = "".join(f"{line}\n" for line in self.content)
        with chdir(self.folder):
            home = str(self.folder)
            runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "HOME": home, "XDG_DATA_HOME": home})
            result = runner.invoke(main, shlex.split(self.arguments[0]), input=typed, prog_name="dicedsl")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            self.warn(f"dicedsl {self.arguments[0]} failed: {result.exception!r}")
        elif result.exit_code not in self.options.get("exit", [0]):
            self.warn(f"dicedsl {self.arguments[0]} ended with {result.exit_code}\n{result.output}")
        lines = result.output.strip("\n").split("\n")
        most = self.options.get("lines", len(lines))
        more = ["..."] if len(lines) > most else []
        return [self.literal("\n".join([f"$ dicedsl {self.arguments[0]}", *lines[:most], *more]), "none")]


class Session(InFolder):
    """```{session}: a Python session whose answers are compared; the sessions of a page share their names.

    `:needs: numpy gymnasium` names packages of extras. Where one of them is not installed, the session is shown without being run.
    """

    option_spec: ClassVar[dict[str, Any]] = {"needs": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        missing = [name for name in self.options.get("needs", "").split() if find_spec(name) is None]
        if missing:
            logger.info(f"a session of {self.env.docname} is not run without {' and '.join(missing)}")
            return [self.literal(text, "pycon")]
        names: dict[str, Any] = self.env.temp_data.setdefault("dice_session", {})  # type: ignore[assignment]
        test = doctest.DocTestParser().get_doctest(text + "\n", names, self.env.docname, None, 0)
        report: list[str] = []
        with chdir(self.folder):
            runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
            runner.run(test, out=report.append, clear_globs=False)
        names.update(test.globs)
        if report:
            self.warn("this session answers differently\n" + "".join(report))
        return [self.literal(text, "pycon")]


LISTS = {
    "gallery": gallery,
    "lowered": lowered,
    "rules": every_rulebook,
    "uses": uses,
}


class Listing(SphinxDirective):
    """```{dice-list} NAME: a list read off the program: gallery, lowered, rules, uses."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        try:
            text = LISTS[name]()
        except ValueError as error:
            logger.warning(str(error), location=self.get_location(), type="dice")
            return []
        box = nodes.Element()
        self.state.nested_parse(StringList(text.split("\n"), name), self.content_offset, box, match_titles=True)
        return list(box.children)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_lexer("dice", DiceLexer)
    app.connect("env-purge-doc", forget_samples)
    app.add_directive("dice", Sample)
    app.add_directive("dicedsl", Command)
    app.add_directive("session", Session)
    app.add_directive("dice-list", Listing)
    app.add_directive("dice-picture", Picture)
    app.add_directive("dice-gallery", Gallery)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
