"""Foreign text never commands a terminal or a page, whatever way it takes to get there."""

from __future__ import annotations

import ast
import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedsl.check_door import check
from dicedsl.cli import main
from dicedsl.errors import Problem
from dicedsl.interpreter.game import load
from dicedsl.interpreter.show.svg import picture
from dicedsl.text.plain import plain, plain_lines, unseen
from dicedsl.text.render import as_json, render_all
from dicedsl.text.source import Source, Span

ROOT = Path(__file__).parents[2]
FILES = Path(__file__).with_name("files")
ESCAPES = {
    "clipboard": "\x1b]52;c;ZXZpbA==\x07",
    "link": "\x1b]8;;http://evil.example/\x1b\\x\x1b]8;;\x1b\\",
    "clear": "\x1b[2J\x1b[H",
    "hidden": "\x1b[8m",
    "bell": "\x07",
    "return": "a\rb",
    "backspace": "a\x08b",
    "c1": "\x9b31m\x9d52;c;x\x9c",
    "next line": "a\x85b",
    "delete": "\x7f",
    "turned": "\u202eabc\u2066\u2069\u200f\u061c",
    "no width": "a\u200bb\u200cc\u200dd\u2060e\ufefff\xadg",
    "tags": "\U000e0041\U000e0042",
    "fillers": "\u3164\uffa0\u115f",
    "breaks": "a\u2028b\u2029c",
    "nul": "\x00",
}


def dangerous(text: str) -> list[str]:
    """What must not be shown, by the categories of Unicode, independently of the filter."""
    return [c for c in text if c != "\n" and unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]


def run(*arguments: str, input: str | None = None) -> Result:
    done = CliRunner().invoke(main, list(arguments), input=input)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


@pytest.mark.parametrize("name", ESCAPES)
def test_nothing_passes_the_filter(name: str) -> None:
    text = ESCAPES[name]

    assert dangerous(text) or name == "fillers"
    assert not dangerous(plain(text))
    assert not dangerous(plain_lines(f"{text}\n{text}"))
    assert plain_lines("a\nb") == "a\nb"
    assert list(unseen(text))


def test_ordinary_text_is_left_alone() -> None:
    for text in ("Würfel, été, кости, 骰子, 🎲", "a + b", "Ποντίκι", "עברית", "नमस्ते"):
        assert plain(text) == text
        assert not list(unseen(text))
    assert plain("a\tb\xa0c\nd") == "a b c d"
    assert not list(unseen("a\r\nb\tc\n"))


def test_every_character_is_either_plain_or_told() -> None:
    for number in range(0x110000):
        char = chr(number)
        if dangerous(char) and char not in "\t\n" and not 0x600 <= number <= 0x8FF:
            if number not in (0x110BD, 0x110CD) and not 0x13430 <= number <= 0x1343F:
                assert plain(char) == "?", hex(number)
                assert list(unseen(char)), hex(number)


GAME = """game "Title {0}"
players 1
note "Note {0}"
material:
    board field: grid 2 by 2
    cup: 1 die
turn:
    roll cup
    say "Said {0}"
    choose:
        "go {0}"
        "end": you win
end "End {0}" after each turn when turns played is at least 3: you win
"""


@pytest.mark.parametrize("name", ESCAPES)
def test_a_rulebook_with_such_a_character_is_refused_with_its_place(name: str) -> None:
    text = GAME.format(ESCAPES[name])

    problems = check(Source("<text>", text))

    assert problems[0].code == "E108"
    assert problems[0].is_error
    assert dangerous(problems[0].span.text) or name == "fillers"
    assert not dangerous(render_all(problems))
    assert json.dumps(as_json(problems)).isascii()


def test_also_in_a_comment() -> None:
    text = GAME.format("x") + "# \u202e } fi\n"

    assert [p.code for p in check(Source("<text>", text)) if p.is_error] == ["E108"]


@pytest.mark.parametrize("command", ["check", "play", "simulate", "rules", "test", "diff"])
def test_no_command_shows_escapes(command: str) -> None:
    path = str(FILES / "escapes.dice")

    done = run(command, path, *([path] if command == "diff" else []), input="go\nquit\n")

    assert done.exit_code == 1
    assert "E108" in done.output
    assert not dangerous(done.output)


def test_no_file_name_is_obeyed(tmp_path: Path) -> None:
    for number, escape in enumerate(ESCAPES.values()):
        if "/" in escape or "\0" in escape:
            continue
        path = tmp_path / f"{escape}{number}.dice"
        path.write_text('game "x"\nplayers 1\nturn: roll dice\n', "utf-8")
        for arguments in (
            ["check", str(path)],
            ["play", str(path)],
            ["check", f"{path}2"],
            ["fmt", "--check", str(path)],
        ):
            assert not dangerous(run(*arguments, input="").output)


def test_what_is_quoted_in_a_message_is_filtered() -> None:
    source = Source("\x1b[2Jname", "a\x1b[2Jb\u202e")
    problem = Problem("E100", "\x1b]0;x\x07", Span(source, 0, 4), "\x9b2J", ("\u202e",), help="\x07")

    assert not dangerous(render_all([problem]))
    coloured = re.sub(r"\x1b\[[0-9;]*m", "", render_all([problem], colour=True))
    assert not dangerous(coloured)


def test_markup_is_not_interpreted() -> None:
    done = run("simulate", str(FILES / "markup.dice"), "--games", "3", "--seed", "1")

    assert done.exit_code == 0
    assert "[/]" in done.output


def test_a_picture_holds_no_escape() -> None:
    table = load(GAME.format("&amp; <script>")).table(starter=0)

    drawn = picture(table, table.start(), title="<b>\x1b[2J\u202e", names=["\x07<i>"])

    assert "<b>" not in drawn and "<i>" not in drawn
    assert not dangerous(drawn)


# ------------------------------------------------------------------ one way out

WAYS_OUT = {
    "interpreter/dicedsl/cli/output.py": {"say", "say_data", "show_problems"},
    "interpreter/dicedsl/interpreter/play/terminal/screen.py": {"say", "read", "clear", "say_for_now"},
}


def ways_out(path: Path) -> Iterator[tuple[str, str]]:
    """Calls that show something, with the function they stand in."""
    tree = ast.parse(path.read_text("utf-8"))
    functions = [f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)]
    for call in (c for c in ast.walk(tree) if isinstance(c, ast.Call)):
        called = ast.unparse(call.func)
        if called in {"click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write", "self.output.write"}:
            inside = [f for f in functions if f.lineno <= call.lineno <= (f.end_lineno or 0)]
            yield called, max(inside, key=lambda f: f.lineno).name if inside else ""


def test_words_leave_in_one_place_only() -> None:
    for top in ("dsl", "interpreter"):
        for path in (ROOT / top).rglob("*.py"):
            name = str(path.relative_to(ROOT))
            for called, function in ways_out(path):
                assert function in WAYS_OUT.get(name, set()), f"{name}: {called} in {function}"
