"""A name means one thing: two public classes have the same name only if they are the same thing at two stages, and a limit that
others import is said once."""

import ast
import re
from collections.abc import Mapping, Sequence

import pytest

from tests.test_imports import PATHS, import_name
from tests.test_names import constants_in

# What records are made of, by stage: a thing has one name from the text to the table, and at each stage one record of it.
THINGS = (
    ("dicedsl.built_in",),
    ("dicedsl.syntax.nodes",),
    ("dicedsl.typed.tree", "dicedsl.typed.kinds"),
    ("dicedsl.geometry",),
    ("dicedsl.program.ops",),
    ("dicedsl.program.examples",),
    ("dicedsl.interpreter.table.view",),
    ("dicedsl.interpreter.model.records",),
)
# Who does the same work at several stages lies in a module of the same name, and is called as that is.
WORK = (
    ("dicedsl.typed",),
    ("dicedsl.lower",),
    ("dicedsl.program.evaluator",),
    ("dicedsl.interpreter.engines.stepping",),
    ("dicedsl.interpreter.engines.native",),
)


def stages(modules: Sequence[str], order: Sequence[tuple[str, ...]]) -> list[int]:
    """The stages that modules belong to, of those that there are."""
    return [
        number
        for module in modules
        for number, homes in enumerate(order)
        if any(module == home or module.startswith(f"{home}.") for home in homes)
    ]


def is_one_thing(name: str, modules: Sequence[str]) -> bool:
    for order in (THINGS, WORK) if all(m.endswith(f".{name.lower()}") for m in modules) else (THINGS,):
        found = stages(modules, order)
        if len(found) == len(modules) == len(set(found)):
            return True
    return False


def clashes(homes: Mapping[str, Sequence[str]]) -> list[str]:
    """The names that stand for several things, each with the modules that give it."""
    return [
        f"{name}: {', '.join(modules)}"
        for name, modules in sorted(homes.items())
        if len(modules) > 1 and not is_one_thing(name, modules)
    ]


def test_a_name_means_one_thing() -> None:
    homes: dict[str, list[str]] = {}
    for path in PATHS:
        for part in ast.parse(path.read_text("utf-8")).body:
            if isinstance(part, ast.ClassDef) and not part.name.startswith("_"):
                homes.setdefault(part.name, []).append(import_name(path))

    assert clashes(homes) == []


@pytest.mark.parametrize(
    ("name", "modules"),
    [
        ("Store", ["dicedsl.program.ops.statements", "dicedsl.interpreter.play.keeping.store"]),
        ("Roll", ["dicedsl.syntax.nodes.steps", "dicedsl.syntax.nodes.examples"]),
        ("Frame", ["dicedsl.lower.game_frame", "dicedsl.interpreter.engines.native.building.frames"]),
    ],
)
def test_a_clash_is_found(name: str, modules: list[str]) -> None:
    assert len(clashes({name: modules})) == 1


@pytest.mark.parametrize(
    ("name", "modules"),
    [
        ("ExtraTurn", ["dicedsl.syntax.nodes.steps", "dicedsl.typed.tree.steps"]),
        ("Choices", ["dicedsl.program.evaluator.choices", "dicedsl.interpreter.engines.native.statements.choices"]),
        ("Alone", ["dicedsl.interpreter.game"]),
    ],
)
def test_the_same_at_two_stages_is_no_clash(name: str, modules: list[str]) -> None:
    assert clashes({name: modules}) == []


LIMIT = re.compile(r"(?:CHEAP|FEWEST|LARGEST|LEAST|LONGEST|MOST|SHORTEST|SMALLEST|TRIES|WIDEST)_\w+|\w+_LIMIT")
# So general that without a word more they could mean anything.
GENERAL = {"COLOURS", "KINDS", "PARTS", "PLAIN"}
# What a program means says its own limits, so that a slip in those of the engines is noticed.
DEFINED = {"MOST_GAME_EVENTS", "MOST_WEIGHED_ANSWERS", "TRIES_AT_SMALLER_SETS", "TRIES_AT_TRUE_ODDS"}
ONE_IN_EACH_EDITION = {"PARTS": ["dicedsl.syntax.first.forms", "dicedsl.syntax.forms"]}


def constants_said_twice(texts: Mapping[str, str]) -> list[str]:
    """The general names, and the limits that another module imports, that several modules define; each with these modules."""
    homes: dict[str, list[str]] = {}
    imported: set[tuple[str, str]] = set()
    for module, text in texts.items():
        tree = ast.parse(text)
        for _, name in constants_in(tree):
            if (LIMIT.fullmatch(name) or name in GENERAL) and not name.startswith("_"):
                homes.setdefault(name, []).append(module)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                imported.update((node.module or "", alias.name) for alias in node.names)
    return [
        f"{name}: {', '.join(modules)}"
        for name, modules in sorted((name, sorted(modules)) for name, modules in homes.items())
        if len(modules) > 1 and (name in GENERAL or any((module, name) in imported for module in modules))
        if not (name in DEFINED and len(modules) == 2 and modules[1].startswith("dicedsl.program.evaluator."))
        if ONE_IN_EACH_EDITION.get(name) != modules
    ]


def test_a_constant_that_others_import_is_said_once() -> None:
    texts = {import_name(path): path.read_text("utf-8") for path in PATHS}

    assert constants_said_twice(texts) == []


@pytest.mark.parametrize(
    ("texts", "count"),
    [
        (("MOST_LINES = 3", "MOST_LINES = 4", "from one import MOST_LINES"), 1),
        (("MOST_LINES, MOST_WORDS = 3, 5", "MOST_LINES: int = 4", "from two import MOST_LINES"), 1),
        (("MOST_LINES = 3", "MOST_LINES = 4", ""), 0),
        (("MOST_LINES = 3", "from one import MOST_LINES", ""), 0),
        (("KINDS = 3", "KINDS = 4", ""), 1),
        (("MOST_GAME_EVENTS = 3", "MOST_GAME_EVENTS = 4", "from one import MOST_GAME_EVENTS"), 1),
    ],
)
def test_a_constant_that_is_said_twice_is_found(texts: tuple[str, ...], count: int) -> None:
    assert len(constants_said_twice(dict(zip(("one", "two", "three"), texts, strict=True)))) == count
