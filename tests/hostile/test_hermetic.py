"""Checking and playing touch nothing: no file, import, socket or process; and code is made only by the engine, without
the author's words."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from typing import Any

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.rulebook.library import games, shipped_files
from tests.parts import some
from tests.stepping_code import runner_of

SCRIPT = """
import json, sys
from collections import Counter
from dicedsl.check_door import check
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.text.source import Source

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
check(Source("<other text>", game.source.text + "# warm\\n"), game.files_from)
tables = [game.table(variants=v, starter=0) for v in [(), *((v,) for v in game.variants)]]
for table in tables:
    table.playout(Chance(1))
sys.addaudithook(hook)

watching[0] = True
check(Source("<text>", game.source.text), game.files_from) if sys.argv[2] == "alone" else None
watching[0] = False
checked, events = dict(events), Counter()
watching[0] = True
for known in tables:
    table = GameTable(known.program)
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
            # Reports are not listed: there may be any number of them.
            moves = table.moves(state, turn.seats[0]) if turn.kind != "report" else [table.report_by_odds(state, chance)]
            move = moves[chance.below(len(moves))]
            table.parse_move(state, move.seat, move.text)
            table.decode(table.encode(state))
            state = table.apply(state, move)
watching[0] = False
json.dump({"checked": checked, "played": dict(events), "codes": codes}, sys.stdout)
"""
NAMES = [name for name, _ in games()]
# A rulebook that builds on another one is read together with it when it is checked.
ALONE = [
    name
    for name in NAMES
    if not re.search(r'^(use "|game .* changes ")', shipped_files()[name].read_text("utf-8"), re.MULTILINE)
]

# A game whose every name is nonsense: what its generated code names, the engine has made.
NONSENSE = """game "Zzqa"
players 2

material:
    board zzqb: grid 3 by 3
    zzqc of each player: 3 numbered dice
    zzqd: 3 dice
    each player has zzqe = 0
    the game has zzqf = no

words:
    die zzqg is zzqh when number of zzqg is index of zzqg
    zzqi of number zzqj is sum of (zzqj * number of zzqk for each zzqk in zzqd where number of zzqk is more than zzqj)

turn:
    roll zzqd + your zzqc
    choose:
        "zzql" one of your zzqc as zzqm, one of empty zzqb as zzqn:
            must zzqm is zzqh: "Zzqo."
            move zzqm to zzqn
        "zzqp" some of zzqd as zzqq, one of 1 to 3 as zzqr:
            add zzqi of zzqr to your zzqe
            roll zzqq
        "zzqs" any of your zzqc as zzqt:
            for each zzqu in zzqt: turn zzqu to 6
        "zzqv": say "Zzqy."
    choose by everyone at once:
        "zzqw": add 1 to your zzqe
        "zzqx"

whenever zzqf: set zzqf to no
end "zzqy" after each turn when turns played is at least 30: highest zzqe wins
"""
# The same without a board and without secret choices, which are played in other ways.
PLAINER = re.sub(
    r"    choose by everyone at once:(?:\n        .*)*|    board .*\n|        \"zzql\"(?:.*\n){3}", "", NONSENSE
)
ALLOWED = re.compile(r"(compile|exec) <(lowered form|playout|string|attrs generated \w+ dicedsl\.[\w.]+)>")
NUMBERED = re.compile(r"(?:[A-Za-z_]{1,12}\d+|[A-Za-z_])\Z")
PYTHON_NAMES = {
    "any",
    "all",
    "sum",
    "max",
    "min",
    "range",
    "sorted",
    "int",
    "len",
    "zip",
    "default",
    "append",
    "bit_count",
    "bit_length",
}


def watched(name: str, way: str, script: str = SCRIPT) -> dict[str, Any]:
    done = subprocess.run([sys.executable, "-c", script, name, way], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


@pytest.fixture(scope="module")
def engine_names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    names = set(PYTHON_NAMES)
    for i, text in enumerate((NONSENSE, PLAINER)):
        path = tmp_path_factory.mktemp("nonsense") / f"nonsense{i}.dice"
        path.write_text(text, "utf-8")
        seen = watched(str(path), "alone")
        assert seen["codes"]
        names |= {n for _, code in seen["codes"] for n in names_in(code)} | set(
            runner_of(Game.named(str(path)).table(starter=0)).space
        )
    assert not any("zzq" in n.lower() for n in names)
    return names


@pytest.mark.parametrize("name", some(NAMES, 3))
def test_nothing_but_generated_code_is_touched(name: str, engine_names: set[str]) -> None:
    seen = watched(name, "alone" if name in ALONE else "together")

    assert [event for event in seen["checked"] if not ALLOWED.fullmatch(event)] == []
    assert [event for event in seen["played"] if not ALLOWED.fullmatch(event)] == []
    assert seen["codes"]
    for _, text in seen["codes"]:
        assert foreign_names(text, engine_names) == set()
        assert not re.search("[\"'#]", text)


def test_some_rulebooks_are_checked_alone() -> None:
    assert len(ALONE) >= 7


def test_the_hook_would_notice() -> None:
    script = SCRIPT.replace(
        "        table.playout(chance)\n", '        table.playout(chance); open("/dev/null").close(); import colorsys\n'
    )

    played = watched("craps", "alone", script)["played"]

    assert any(event.startswith("open") for event in played)
    assert any(event.startswith("import") for event in played)


def names_in(source: str) -> set[str]:
    """Every name and text in generated source."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.FunctionDef):
            found.update([node.name, *(a.arg for a in node.args.args)])
        elif isinstance(node, ast.keyword):
            found.add(node.arg or "**")
        elif isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
            found.add(f"the text {node.value!r}")
        elif isinstance(node, (ast.Import, ast.ImportFrom, ast.Global, ast.Lambda, ast.ClassDef)):
            found.add(type(node).__name__)
    return found


def foreign_names(source: str, known: set[str]) -> set[str]:
    return {name for name in names_in(source) if name not in known and not NUMBERED.match(name)}


@pytest.mark.parametrize(
    "text",
    ["__import__('os')", "x.__class__", "def open(S):\n    pass", "score", "S.clear()", "import os", "f(tally=1)"],
)
def test_a_foreign_name_is_found(text: str, engine_names: set[str]) -> None:
    assert foreign_names(text, engine_names)
