"""A name means one thing: two public classes have the same name only if they are the same thing at two stages."""

import ast
from collections.abc import Mapping, Sequence

import pytest

from tests.test_imports import PATHS, import_name

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
