"""Checking and playing touch nothing: no file, import, socket or process; and code is made only by the engine, without the author's words."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.library import games, shipped

SCRIPT = """
import json, sys
from collections import Counter
from dicedsl.checking import check
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.table import Table
from dicedsl.source import Source

WATCHED = ("open", "import", "socket.", "subprocess.", "os.", "exec", "compile", "ctypes.", "shutil.", "tempfile.", "urllib.", "marshal.",
           "pickle.", "glob.", "code.", "cpython.", "sys._", "mmap.", "fcntl.", "signal.", "winreg.", "ftplib.", "http.", "sqlite3.")
events, codes, watching = Counter(), [], [False]


def hook(event, arguments):
    if watching[0] and event.startswith(WATCHED):
        if event == "compile":
            codes.append((str(arguments[1]), arguments[0] if isinstance(arguments[0], str) else (arguments[0] or b"").decode()))
            events["compile " + str(arguments[1])] += 1
        elif event == "exec":
            events["exec " + arguments[0].co_filename] += 1
        else:
            events[event + " " + str(arguments[:1])[:80]] += 1


name = sys.argv[1]
game = Game.named(name)
# What a first use loads lazily is not the rulebook's doing.
check(game.source, game.beside)
tables = [game.table(variants=v, starter=0) for v in [(), *((v,) for v in game.variants)]]
for table in tables:
    table.playout(Chance(1))
sys.addaudithook(hook)

watching[0] = True
check(Source("<text>", game.source.text), game.beside) if sys.argv[2] == "alone" else None
watching[0] = False
checked, events = dict(events), Counter()
watching[0] = True
for known in tables:
    table = Table(known.book, known.setting)
    chance = Chance(2)
    for _ in range(2):
        table.playout(chance)
    state = table.start()
    for _ in range(60):
        turn = table.turn(state)
        if turn.kind == "over":
            break
        if turn.kind == "chance":
            table.outcomes(state) if len(table.rolling(state)) < 4 else None
            state = table.apply(state, table.sample(state, chance))
        else:
            moves = table.moves(state, turn.seats[0])
            move = moves[chance.below(len(moves))]
            table.words.parse(state, move.seat, move.text)
            table.decode(table.encode(state))
            state = table.apply(state, move)
watching[0] = False
json.dump({"checked": checked, "played": dict(events), "codes": codes}, sys.stdout)
"""
NAMES = [name for name, _ in games()]
# A rulebook that builds on another one is read together with it when it is checked.
ALONE = [name for name in NAMES if not re.search(r'^(use "|game .* changes ")', shipped()[name].read_text("utf-8"), re.MULTILINE)]

# All that generated code may name, besides numbered names.
ENGINE_MADE = re.compile(r"(?:[A-Za-z_]{1,12}\d+|[A-Za-z_]{1,2})\Z")
PYTHON_NAMES = {"any", "all", "sum", "max", "min", "range", "sorted", "int", "len", "zip", "default", "append", "bit_count", "bit_length"}
LOCAL_NAMES = {"out", "given"}


def engine_names() -> set[str]:
    """The helpers that every generated program is given, whatever the rulebook."""
    return {name for name in Game.named("craps").table(1, starter=0).engine.space if not re.search(r"\d", name)}


@pytest.mark.parametrize("name", NAMES)
def test_nothing_but_generated_code_is_touched(name: str) -> None:
    way = "alone" if name in ALONE else "together"
    done = subprocess.run([sys.executable, "-c", SCRIPT, name, way], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)

    allowed = re.compile(r"(compile|exec) <(lowered form|playout|string)>")
    assert [event for event in seen["checked"] if not allowed.fullmatch(event)] == []
    assert [event for event in seen["played"] if not allowed.fullmatch(event)] == []
    for where, text in seen["codes"]:
        assert where in {"<lowered form>", "<playout>", "<string>"}
        assert foreign_names(text) == Counter()


def test_some_rulebooks_are_checked_alone() -> None:
    assert len(ALONE) >= 7


def test_the_hook_would_notice() -> None:
    script = SCRIPT.replace("        table.playout(chance)\n", '        table.playout(chance); open("/dev/null").close(); import colorsys\n')
    done = subprocess.run([sys.executable, "-c", script, "craps", "alone"], capture_output=True, text=True, check=False)

    played = json.loads(done.stdout)["played"]

    assert any(event.startswith("open") for event in played)
    assert any(event.startswith("import") for event in played)


def foreign_names(source: str) -> Counter[str]:
    """Every name and text in generated source that the engine does not use in all its programs."""
    known = PYTHON_NAMES | LOCAL_NAMES | engine_names()
    found: Counter[str] = Counter()
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Name):
            names = [node.id]
        elif isinstance(node, ast.Attribute):
            names = [node.attr]
        elif isinstance(node, ast.FunctionDef):
            names = [node.name, *(a.arg for a in node.args.args)]
        elif isinstance(node, ast.keyword):
            names = [node.arg or ""]
        elif isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
            names = [f"the text {node.value!r}"]
        elif isinstance(node, (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Lambda, ast.ClassDef)):
            names = [type(node).__name__]
        for name in names:
            if name not in known and not ENGINE_MADE.match(name):
                found[name] += 1
    return found


@pytest.mark.parametrize("name", NAMES)
def test_generated_source_holds_no_word_of_the_author(name: str) -> None:
    table = Game.named(name).table()

    assert foreign_names(table.engine.source) == Counter()
    assert "#" not in table.engine.source and '"' not in table.engine.source and "'" not in table.engine.source


@pytest.mark.parametrize("text", ["__import__('os')", "x.__class__", "def open(S):\n    pass", "score", "S.clear()", "import os", "f(tally=1)"])
def test_a_foreign_name_is_found(text: str) -> None:
    assert foreign_names(text)
