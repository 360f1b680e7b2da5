"""The rule of names: who writes, raises or asks somebody is called by a verb, and a local by what it is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_imports import PATHS, ROOT, import_name

# Whatever is found, told or any thing has a name of its own.
NO_NAMES = {"found", "told", "thing"}
# A limit that says how large something is, but not of what.
NO_LIMITS = {
    "CHEAP", "FEW", "FEWEST", "HEAVY", "LARGE", "LARGEST", "LEAST", "LIMIT", "LONG", "LONGEST", "MANY", "MOST", "NARROW", "SHORT",
    "SHORTEST", "SMALL", "SMALLEST", "WIDE", "WIDEST",
}  # fmt: skip
IRREGULAR = {
    "begun", "bound", "broken", "built", "chosen", "done", "drawn", "fallen", "found", "given", "gone", "held", "kept", "known", "laid",
    "left", "lent", "made", "met", "ran", "said", "seen", "shown", "spoken", "struck", "taken", "thrown", "told", "written",
}  # fmt: skip
NO_PARTICIPLES = {"embed", "feed", "need", "seed", "shed", "speed"}
# Where the rule is held: the language, its commands, and all that people see.
HELD = (
    "dsl",
    *(f"interpreter/dicedsl/{name}" for name in ("author", "cli", "lsp", "studio")),
    *(
        f"interpreter/dicedsl/interpreter/{name}"
        for name in (
            "as_data.py",
            "bots",
            "chance.py",
            "engines",
            "environments",
            "examples",
            "game.py",
            "intervals.py",
            "lab",
            "model",
            "moves",
            "play",
            "processes.py",
            "seeds.py",
            "show",
            "solving",
            "state.py",
            "table",
            "web",
        )
    ),
)
NAMED = [path for path in PATHS if any(path.is_relative_to(ROOT / folder) for folder in HELD)]


def is_participle(name: str) -> bool:
    return name in IRREGULAR or (re.fullmatch(r"[a-z]+ed", name) is not None and name not in NO_PARTICIPLES)


def functions_in(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


def gives_nothing(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return isinstance(function.returns, ast.Constant) and function.returns.value is None


def names_of_results(text: str) -> list[str]:
    """The public functions of a text that give nothing, and are called as if they gave what has been done."""
    return [
        f"line {function.lineno}: {function.name}"
        for function in functions_in(ast.parse(text))
        if not function.name.startswith("_") and gives_nothing(function) and is_participle(function.name)
    ]


def general_names(text: str) -> list[str]:
    """The parameters and locals of a text that say nothing of what they are."""
    bound = [
        (node.lineno, node.arg if isinstance(node, ast.arg) else node.id)
        for function in functions_in(ast.parse(text))
        for node in ast.walk(function)
        if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    ]
    return [f"line {line}: {name}" for line, name in dict.fromkeys(bound) if name in NO_NAMES]


def constants_in(module: ast.Module) -> Iterator[tuple[int, str]]:
    """What a module binds outside of its functions and classes, also several at once, each with its line."""
    for node in module.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for each in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
                    if isinstance(each, ast.Name):
                        yield node.lineno, each.id


def general_limits(text: str) -> list[str]:
    """The constants of a text that are called by a size alone. What is bound by `range` numbers cells, and is no limit."""
    module = ast.parse(text)
    cells = {node.lineno for node in module.body if isinstance(node, ast.Assign) and _is_range(node.value)}
    return [
        f"line {line}: {name}"
        for line, name in constants_in(module)
        if name.lstrip("_") in NO_LIMITS and line not in cells
    ]


def _is_range(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "range"


@pytest.mark.parametrize("path", NAMED, ids=import_name)
def test_who_does_something_is_called_by_a_verb(path: Path) -> None:
    assert names_of_results(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", NAMED, ids=import_name)
def test_locals_are_called_by_what_they_are(path: Path) -> None:
    assert general_names(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", NAMED, ids=import_name)
def test_a_limit_says_what_it_limits(path: Path) -> None:
    assert general_limits(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("FEW = 3", 1),
        ("FEW, FEW_ANSWERS = 3, 2", 1),
        ("_LONGEST: int = 3", 1),
        ("FEW_ANSWERS = 3", 0),
        ("def f():\n    most = 3", 0),
    ],
)
def test_a_general_limit_is_found(text: str, count: int) -> None:
    assert len(general_limits(text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("def placed(die: int) -> None: ...", 1),
        ("class Dice:\n    def laid(self, die: int) -> None: ...", 1),
        ("def place(die: int) -> None: ...", 0),
        ("def seed(number: int) -> None: ...", 0),
        ("def placed(die: int) -> int: ...", 0),
        ("def _placed(die: int) -> None: ...", 0),
    ],
)
def test_a_participle_is_found(text: str, count: int) -> None:
    assert len(names_of_results(text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("def f(x):\n    found = x\n    return found", 1),
        ("def f(x):\n    return [told for told in x]", 1),
        ("def f(thing):\n    return thing", 1),
        ("def f(x):\n    return x.found", 0),
        ("found = 1", 0),
    ],
)
def test_a_general_name_is_found(text: str, count: int) -> None:
    assert len(general_names(text)) == count
