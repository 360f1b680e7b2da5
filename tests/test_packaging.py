"""The list of packages in pyproject.toml is complete, versions agree, and the marker stays empty."""

import tomllib
from pathlib import Path
from typing import Any

import dicedsl

ROOT = Path(__file__).parents[1]
DATA_PACKAGES = {"dicedsl.grammar": "grammar", "dicedsl.rulebooks": "rulebooks"}


def settings() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_every_package_is_listed() -> None:
    listed = settings()["tool"]["setuptools"]["packages"]
    found = {
        ".".join(module.parent.relative_to(ROOT / top).parts)
        for top in ("dsl", "interpreter")
        for module in (ROOT / top / "dicedsl").rglob("*.py")
    }

    assert sorted(found | set(DATA_PACKAGES)) == sorted(listed)


def test_every_package_has_an_init() -> None:
    folders = {module.parent for top in ("dsl", "interpreter") for module in (ROOT / top / "dicedsl").rglob("*.py")}
    folders |= {ROOT / folder for folder in DATA_PACKAGES.values()}

    assert [str(folder.relative_to(ROOT)) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_marker_holds_no_code() -> None:
    marker = ROOT / "interpreter" / "dicedsl" / "__init__.py"

    assert marker.read_text("utf-8").count("\n") == 1


def test_each_subpackage_lies_in_one_half_and_is_found_there() -> None:
    halves = [{path.name for path in (ROOT / top / "dicedsl").iterdir()} for top in ("dsl", "interpreter")]
    homes = settings()["tool"]["setuptools"]["package-dir"]
    below_marker = halves[1] - {"__init__.py", "__pycache__"}

    assert halves[0] & halves[1] <= {"__init__.py", "__pycache__"}
    assert {name: home for name, home in homes.items() if home.startswith("interpreter/")} == {
        f"dicedsl.{name}": f"interpreter/dicedsl/{name}" for name in below_marker
    }


def test_versions_agree() -> None:
    assert dicedsl.__version__ == settings()["project"]["version"]


def test_extras_repeat_the_dependency_groups() -> None:
    config = settings()
    extras, groups = config["project"]["optional-dependencies"], config["dependency-groups"]

    assert sorted(extras["test"] + extras["oracle"]) == sorted(groups["test"])
    assert extras["lint"] == groups["lint"]
    assert extras["docs"] == groups["docs"]
