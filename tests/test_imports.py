"""Imports point one way: every module imports only from its own layer and the layers below it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ("dsl", "interpreter")

# From the bottom up. A module belongs to the layer that names it or the nearest package around it.
LAYERS: tuple[tuple[str, ...], ...] = (
    (
        "dicedsl.builtins",
        "dicedsl.errors",
        "dicedsl.cache",
        "dicedsl.called",
        "dicedsl.geometry",
        "dicedsl.grammar",
        "dicedsl.pips",
        "dicedsl.records",
        "dicedsl.rulebook.library",
        "dicedsl.rulebooks",
        "dicedsl.text",
        "dicedsl.version",
        "dicedsl.writing",
    ),
    ("dicedsl.program",),
    ("dicedsl.syntax",),
    ("dicedsl.explain",),
    ("dicedsl.rulebook",),
    ("dicedsl.typed",),
    ("dicedsl.prose",),
    ("dicedsl.lower",),
    ("dicedsl.check",),
    ("dicedsl.checking", "dicedsl.compile"),
    ("dicedsl.interpreter",),
    ("dicedsl.interpreter.engines",),
    (
        "dicedsl.interpreter.moves",
        "dicedsl.interpreter.outcomes",
        "dicedsl.interpreter.research",
        "dicedsl.interpreter.sight",
        "dicedsl.interpreter.table",
    ),
    ("dicedsl.interpreter.view", "dicedsl.interpreter.game"),
    ("dicedsl.interpreter.model",),
    ("dicedsl.interpreter.examples", "dicedsl.interpreter.bots", "dicedsl.interpreter.show"),
    ("dicedsl.interpreter.lab", "dicedsl.interpreter.play"),
    ("dicedsl.interpreter.web",),
    ("dicedsl.author",),
    ("dicedsl.lsp",),
    ("dicedsl.studio",),
    ("dicedsl",),
    ("dicedsl.cli",),
    ("dicedsl.__main__",),
)
LAYER_OF = {name: number for number, names in enumerate(LAYERS) for name in names}


def import_name(path: Path) -> str:
    """Drop the first folder of a path and the rest is the import name."""
    parts = path.relative_to(ROOT).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MARKER = ROOT / "interpreter" / "dicedsl" / "__init__.py"
PATHS = sorted(path for top in SOURCES for path in (ROOT / top).rglob("*.py") if path != MARKER)
MODULES = {import_name(path) for path in PATHS}


def layer(module: str) -> int | None:
    """The layer of a module; None when nobody has given it one."""
    name = module
    while name not in LAYER_OF:
        name = name.rpartition(".")[0]
    # The door is a layer of one module: it does not speak for what lies beside it.
    return LAYER_OF[name] if name != "dicedsl" or module == "dicedsl" else None


def imports_in(text: str, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """The line and the full name of each `dicedsl` module that a module's text imports, wherever it does so."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            home = node.module or ""
            if node.level:
                parts = module.split(".")
                around = parts[: len(parts) - node.level + is_package]
                home = ".".join([*around, home] if home else around)
            # `from package import name` may mean a module of the package.
            inner = [f"{home}.{alias.name}" for alias in node.names]
            found = [name if name in MODULES else home for name in inner]
        else:
            continue
        yield from ((node.lineno, name) for name in dict.fromkeys(found) if name.split(".")[0] == "dicedsl")


def upward(text: str, module: str, is_package: bool) -> list[str]:
    """The imports of a module that point up."""
    own = layer(module)
    assert own is not None, f"give {module} a place in LAYERS"
    wrong = []
    for line, name in imports_in(text, module, is_package):
        other = layer(name)
        assert other is not None, f"give {name} a place in LAYERS"
        if other > own:
            wrong.append(f"line {line}: {module} imports {name}, which is above it")
    return wrong


@pytest.mark.parametrize("path", PATHS, ids=import_name)
def test_imports_point_down(path: Path) -> None:
    assert upward(path.read_text("utf-8"), import_name(path), path.name == "__init__.py") == []


DOORS = ("dicedsl.author", "dicedsl.cli", "dicedsl.lsp", "dicedsl.studio")


def test_language_knows_the_engine_only_at_its_doors() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: imports {name}"
        for path in PATHS
        if path.is_relative_to(ROOT / "dsl")
        if import_name(path) != "dicedsl" and not import_name(path).startswith(DOORS)
        for line, name in imports_in(path.read_text("utf-8"), import_name(path), path.name == "__init__.py")
        if name == "dicedsl.interpreter" or name.startswith("dicedsl.interpreter.")
    ]

    assert wrong == []


COMPILER = (
    "dicedsl.syntax",
    "dicedsl.typed",
    "dicedsl.lower",
    "dicedsl.check",
    "dicedsl.checking",
    "dicedsl.prose",
    "dicedsl.compile",
)
BOOKS = ("dicedsl.rulebook.merge", "dicedsl.rulebook.loading", "dicedsl.rulebook.parts", "dicedsl.rulebook.frames")


def test_a_program_stands_alone() -> None:
    """Whatever plays needs a program and nothing of the compiler; one module fetches programs at the compiler's door."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: imports {name}"
        for path in PATHS
        if path.is_relative_to(ROOT / "interpreter")
        for line, name in imports_in(path.read_text("utf-8"), import_name(path), path.name == "__init__.py")
        if any(name == banned or name.startswith(f"{banned}.") for banned in (*COMPILER, *BOOKS))
        if (import_name(path), name) != ("dicedsl.interpreter.game", "dicedsl.compile")
    ]

    assert wrong == []


@pytest.mark.parametrize(
    ("module", "is_package", "text"),
    [
        ("dicedsl.errors", False, "from dicedsl.syntax import parser"),
        ("dicedsl.syntax", True, "from ..check import names"),
        ("dicedsl.rulebook.merge", False, "def late():\n    import dicedsl.check.names"),
        ("dicedsl.lower.lower", False, "from dicedsl import interpreter"),
        ("dicedsl.interpreter.game", False, "from .play import session"),
        ("dicedsl.interpreter.game", False, "from dicedsl import __version__"),
        ("dicedsl", True, "from .cli import main"),
    ],
)
def test_an_import_that_points_up_is_found(module: str, is_package: bool, text: str) -> None:
    assert len(upward(text, module, is_package)) == 1


@pytest.mark.parametrize(
    ("module", "is_package", "text"),
    [
        ("dicedsl.syntax.parser", False, "import lark\nfrom dicedsl.errors import Problem\nfrom . import nodes"),
        ("dicedsl.interpreter.play.session", False, "from ..game import Game\nfrom ..bots import BOTS"),
        ("dicedsl.cli.play", False, "import dicedsl\nfrom dicedsl import cli\nfrom dicedsl.interpreter import play"),
    ],
)
def test_an_import_that_points_down_is_fine(module: str, is_package: bool, text: str) -> None:
    assert upward(text, module, is_package) == []
