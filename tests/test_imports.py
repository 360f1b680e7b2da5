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
        "dicedsl.about",
        "dicedsl.built_in",
        "dicedsl.errors",
        "dicedsl.kept_files",
        "dicedsl.components",
        "dicedsl.cached_records",
        "dicedsl.geometry",
        "dicedsl.grammar",
        "dicedsl.masks",
        "dicedsl.pips",
        "dicedsl.records",
        "dicedsl.rulebook.library",
        "dicedsl.rulebooks",
        "dicedsl.packing",
        "dicedsl.text",
        "dicedsl.version",
        "dicedsl.writing",
    ),
    ("dicedsl.syntax",),
    ("dicedsl.explain",),
    ("dicedsl.rulebook",),
    ("dicedsl.typed",),
    ("dicedsl.prose",),
    ("dicedsl.program",),
    ("dicedsl.lower",),
    ("dicedsl.check",),
    ("dicedsl.check_door", "dicedsl.compile_door"),
    ("dicedsl.interpreter",),
    ("dicedsl.interpreter.engines",),
    ("dicedsl.interpreter.engines.native.calling",),
    ("dicedsl.interpreter.engines.native.runtime",),
    ("dicedsl.interpreter.engines.native.building",),
    ("dicedsl.interpreter.engines.native.values",),
    ("dicedsl.interpreter.engines.native.partial_evaluation", "dicedsl.interpreter.engines.native.statements"),
    ("dicedsl.interpreter.engines.native.lanes",),
    ("dicedsl.interpreter.engines.native.compiling",),
    ("dicedsl.interpreter.engines.native",),
    ("dicedsl.interpreter.engines.engine_choice",),
    ("dicedsl.interpreter.moves", "dicedsl.interpreter.table"),
    ("dicedsl.interpreter.game",),
    ("dicedsl.interpreter.model",),
    ("dicedsl.interpreter.solving",),
    ("dicedsl.interpreter.examples", "dicedsl.interpreter.bots", "dicedsl.interpreter.show"),
    ("dicedsl.interpreter.environments",),
    ("dicedsl.interpreter.lab", "dicedsl.interpreter.play", "dicedsl.interpreter.play.session"),
    ("dicedsl.interpreter.play.keeping", "dicedsl.interpreter.play.telling"),
    ("dicedsl.interpreter.play.questions",),
    ("dicedsl.interpreter.play.terminal",),
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
    tree = ast.parse(text)
    for node in ast.walk(tree):
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


DOORS = ("dicedsl", "dicedsl.__main__")


def test_language_knows_nothing_of_what_plays_it() -> None:
    """Only what is typed to get in, `import dicedsl` and `python -m dicedsl`, leads there."""
    above = {import_name(path) for path in PATHS if path.is_relative_to(ROOT / "interpreter")}
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: imports {name}"
        for path in PATHS
        if path.is_relative_to(ROOT / "dsl") and import_name(path) not in DOORS
        for line, name in imports_in(path.read_text("utf-8"), import_name(path), path.name == "__init__.py")
        if name in above
    ]

    assert wrong == []


COMPILER = (
    "dicedsl.syntax",
    "dicedsl.typed",
    "dicedsl.lower",
    "dicedsl.check",
    "dicedsl.check_door",
    "dicedsl.prose",
    "dicedsl.compile_door",
)
BOOKS = tuple(
    f"dicedsl.rulebook.{name}"
    for name in ("book", "parts", "merge", "desugar", "assembly", "file_loader", "loading", "example_frames")
)


def test_a_program_stands_alone() -> None:
    """Whatever plays needs a program and nothing of the compiler; one module fetches programs at the compiler's door."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: imports {name}"
        for path in PATHS
        if import_name(path).startswith("dicedsl.interpreter")
        for line, name in imports_in(path.read_text("utf-8"), import_name(path), path.name == "__init__.py")
        if any(name == banned or name.startswith(f"{banned}.") for banned in (*COMPILER, *BOOKS))
        if (import_name(path), name) != ("dicedsl.interpreter.game", "dicedsl.compile_door")
    ]

    assert wrong == []


def test_the_stepping_engine_is_asked_by_the_contract() -> None:
    """Who needs one asks `engines.engine_choice` for it."""
    found = {
        (import_name(path), name)
        for path in PATHS
        if not import_name(path).startswith("dicedsl.interpreter.engines")
        for _, name in imports_in(path.read_text("utf-8"), import_name(path), path.name == "__init__.py")
        if name.startswith("dicedsl.interpreter.engines.stepping")
    }

    assert found == set()


NATIVE_DOORS = {"dicedsl.interpreter.engines.native.search", "dicedsl.interpreter.engines.native.many"}


def test_the_native_engine_is_built_upon_through_its_doors() -> None:
    """Whoever searches, solves or steps many games with kernels of its own names nothing else of it."""
    found = {
        name
        for path in PATHS
        if not import_name(path).startswith("dicedsl.interpreter.engines")
        for _, name in imports_in(path.read_text("utf-8"), import_name(path), path.name == "__init__.py")
        if name.startswith("dicedsl.interpreter.engines.native")
    }

    assert found == NATIVE_DOORS


def test_the_browser_is_a_front_end_beside_the_terminal() -> None:
    terminal = ("dicedsl.interpreter.play.terminal", "dicedsl.interpreter.play.questions")
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: imports {name}"
        for path in PATHS
        if import_name(path).startswith("dicedsl.interpreter.web")
        for line, name in imports_in(path.read_text("utf-8"), import_name(path), path.name == "__init__.py")
        if name.startswith(terminal)
    ]

    assert wrong == []


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """The modules that import each other, directly or through others (Tarjan's strongly connected components), in groups."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        waiting.append(module)
        for other in sorted(imports.get(module, ())):
            if other not in number:
                visit(other)
            if other in waiting:
                lowest[module] = min(lowest[module], lowest[other])
        if lowest[module] == number[module]:
            at = waiting.index(module)
            group, waiting[at:] = sorted(waiting[at:]), []
            if len(group) > 1 or module in imports.get(module, ()):
                found.append(group)

    for module in sorted(imports):
        if module not in number:
            visit(module)
    return found


# Modules that have to know each other, each group for one reason: what a thing is made of holds things of the same sort again.
# No group is to grow, and none to be added.
ALLOWED = {
    "what a typed game holds, and its names": (
        "dicedsl.typed.name_uses",
        "dicedsl.typed.names",
        "dicedsl.typed.part_reuse",
        "dicedsl.typed.tree",
        "dicedsl.typed.tree.game",
    ),
    "a program, and what is told of it": (
        "dicedsl.program.ops",
        "dicedsl.program.ops.program",
        "dicedsl.program.telling",
    ),
    "what is lowered for one setting": (
        "dicedsl.lower.built_in",
        "dicedsl.lower.conditions",
        "dicedsl.lower.descriptions",
        "dicedsl.lower.expressions",
        "dicedsl.lower.lines",
        "dicedsl.lower.material",
        "dicedsl.lower.reckoning",
        "dicedsl.lower.words",
        "dicedsl.lower.world",
    ),
    "steps, and standing rules after them": ("dicedsl.lower.step_lowering", "dicedsl.lower.standing_rules"),
    "sentences": (
        "dicedsl.prose.conditions",
        "dicedsl.prose.counting",
        "dicedsl.prose.point_words",
        "dicedsl.prose.phrases",
        "dicedsl.prose.noun_clauses",
    ),
    "expressions in machine code": (
        "dicedsl.interpreter.engines.native.values.algebra",
        "dicedsl.interpreter.engines.native.values.code",
        "dicedsl.interpreter.engines.native.values.expressions",
        "dicedsl.interpreter.engines.native.values.geometry",
        "dicedsl.interpreter.engines.native.values.images",
        "dicedsl.interpreter.engines.native.values.loops",
        "dicedsl.interpreter.engines.native.values.owner_places",
        "dicedsl.interpreter.engines.native.values.tables",
        "dicedsl.interpreter.engines.native.values.together",
    ),
    "loops that are worked out beforehand": (
        "dicedsl.interpreter.engines.native.partial_evaluation.loop_walks",
        "dicedsl.interpreter.engines.native.partial_evaluation.fixed_loops",
    ),
    "whole games in machine code": (
        "dicedsl.interpreter.engines.native.statements.deciding",
        "dicedsl.interpreter.engines.native.statements.reports",
        "dicedsl.interpreter.engines.native.statements.program_function",
    ),
    "moves looked at ahead": (
        "dicedsl.interpreter.engines.stepping.ahead",
        "dicedsl.interpreter.engines.stepping.block_runner",
    ),
}


def test_no_modules_import_each_other() -> None:
    """Also not late, inside of functions, or for type checkers only: who reads one module need not read another one first."""
    imports = {
        import_name(path): {
            name
            for _, name in imports_in(path.read_text("utf-8"), import_name(path), path.name == "__init__.py")
            if name in MODULES
        }
        for path in PATHS
    }

    assert [
        group for group in circles(imports) if not any(set(group) <= set(known) for known in ALLOWED.values())
    ] == []


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == [["b", "c"]]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


@pytest.mark.parametrize(
    ("module", "is_package", "text"),
    [
        ("dicedsl.errors", False, "from dicedsl.syntax import parser"),
        ("dicedsl.syntax", True, "from ..check import names"),
        ("dicedsl.rulebook.merge", False, "def late():\n    import dicedsl.check.names"),
        ("dicedsl.lower.lower", False, "from dicedsl import interpreter"),
        ("dicedsl.interpreter.game", False, "from .play import session"),
        ("dicedsl.interpreter.game", False, "from dicedsl import __version__"),
        ("dicedsl.interpreter.engines.native.building.sets", False, "from ..values import code"),
        ("dicedsl", True, "from .cli import main"),
    ],
)
def test_an_import_that_points_up_is_found(module: str, is_package: bool, text: str) -> None:
    assert len(upward(text, module, is_package)) == 1


@pytest.mark.parametrize(
    ("module", "is_package", "text"),
    [
        ("dicedsl.syntax.parser", False, "import lark\nfrom dicedsl.errors import Problem\nfrom . import nodes"),
        ("dicedsl.interpreter.play.session.session", False, "from ...game import Game\nfrom ...bots import LEVELS"),
        ("dicedsl.cli.play", False, "import dicedsl\nfrom dicedsl import cli\nfrom dicedsl.interpreter import play"),
    ],
)
def test_an_import_that_points_down_is_fine(module: str, is_package: bool, text: str) -> None:
    assert upward(text, module, is_package) == []
