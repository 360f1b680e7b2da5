"""The map of the stages in CONTRIBUTING.md: every package has a row, and every path that it names is there."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "dsl" / "dicedsl", ROOT / "interpreter" / "dicedsl", ROOT)
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
MAP = GUIDE.partition("<!-- the stages -->")[2].partition("<!-- end of the stages -->")[0]
ROWS = [line for line in MAP.splitlines() if line.startswith("| ")][1:]
TO_ADD = [line for line in GUIDE.partition("| to add |")[2].splitlines() if line.startswith("| ")]
PATH = re.compile(r"`([\w./-]+(?:/|\.(?:py|lark|md|dice)))`")
# The roots of the two halves hold everything, and say nothing.
ROOTS = {"dicedsl", "dicedsl.interpreter"}


def paths(row: str) -> list[str]:
    """The paths of a row, a file without a folder beside the one before it."""
    found: list[str] = []
    folder = ""
    for path in PATH.findall(row):
        if "/" in path:
            folder = path.rpartition("/")[0] + "/"
            found.append(path)
        else:
            found.append(folder + path if exists(folder + path) else path)
    return found


def exists(path: str) -> bool:
    return any((folder / path).is_dir() if path.endswith("/") else (folder / path).is_file() for folder in FOLDERS)


def packages() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    listed: list[str] = settings["tool"]["setuptools"]["packages"]
    return [name for name in listed if name not in ROOTS]


def test_there_is_a_map() -> None:
    assert len(ROWS) > 20
    assert len(TO_ADD) > 10


@pytest.mark.parametrize("row", [*ROWS, *TO_ADD], ids=lambda row: row.split("|")[1].strip())
def test_every_path_of_a_row_is_there(row: str) -> None:
    assert [path for path in paths(row) if not exists(path)] == []


@pytest.mark.parametrize("package", packages())
def test_every_package_has_a_row(package: str) -> None:
    """Its own, or that of the package around it."""
    named = {path.rpartition("/")[0] for row in ROWS for path in paths(row)}
    parts = package.split(".")[1:]
    around = {"/".join(parts[:count]) for count in range(1, len(parts) + 1)} - {"interpreter"}

    assert around & named


def test_a_path_that_is_gone_is_found() -> None:
    assert paths("| x | `lower/flow.py`, `gone.py` |") == ["lower/flow.py", "gone.py"]
    assert not exists("gone.py")
    assert not exists("lower/gone/")


def test_the_engine_page_shows_this_map() -> None:
    page = (ROOT / "docs" / "engine.md").read_text("utf-8")

    assert ":start-after: <!-- the stages -->" in page
    assert ":end-before: <!-- end of the stages -->" in page
    assert page.count("text -> tree") == 0
