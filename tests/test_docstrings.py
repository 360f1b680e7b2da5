"""A docstring speaks of what is there: a parameter, field, function or module that is renamed is so in its docstrings."""

import ast
import builtins
import keyword
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.test_imports import MODULES, PATHS, ROOT, import_name

# `name: what it is`, where a sentence or a part of one begins, also of several names.
EXPLAINED = re.compile(r"(?:^|(?<=[.;:] ))(`?[a-z_]\w*`?(?:(?:, | and )`?[a-z_]\w*`?)*): (?=\S)", re.M)
QUOTED = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?`")
# A quoted name of which a clause says something.
SPOKEN_OF = re.compile(
    r"(?:^|(?<=[.;:,] ))`([a-z]\w*)` "
    r"(?=(?:adds|are|asks|brings|counts|gets|gives|has|have|holds|is|keeps|knows|leaves|lets|makes|names|points|says|speaks|stands|takes|tells|the|what)\b)",
    re.M,
)
FILES = {"dice", "lark", "md", "py"}
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

OUTSIDE = {"attrs", "importlib"}  # what other packages bring
OTHERS = {"dicedsl_my_game"}  # names that somebody else gives


def own_names(node: Documented) -> set[str]:
    """The parameters of a function, the fields and methods of a class, what a module defines."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        arguments = node.args
        several = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
        return {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *several)}
    names = {target.id for target in targets_in(node) if isinstance(target, ast.Name)}
    inside = [each for each in node.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
    names |= {each.name for each in inside}
    if isinstance(node, ast.ClassDef):
        names |= {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
        names |= {name for each in inside if each.name == "__init__" for name in own_names(each)}
    return names


def targets_in(node: ast.Module | ast.ClassDef) -> Iterator[ast.expr]:
    for each in node.body:
        if isinstance(each, ast.AnnAssign):
            yield each.target
        elif isinstance(each, ast.Assign):
            yield from each.targets


def words_of_module(tree: ast.Module) -> set[str]:
    """What any function of a module may speak of: what is defined and imported there, and the words in its texts."""
    names = own_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings among them
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            names |= set(re.findall(r"\w+", node.value))
    return names


def docstrings(node: ast.AST, around: frozenset[str] = frozenset()) -> Iterator[tuple[Documented, str, frozenset[str]]]:
    """Each node with a docstring, its docstring, and what the nodes around it bring."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Documented):
            text = ast.get_docstring(child)
            if text:
                yield child, text, around
            yield from docstrings(child, around | own_names(child))
        else:
            yield from docstrings(child, around)


def without_texts(doc: str) -> str:
    """A docstring of which quoted texts, of a rulebook or a program, are left out, and quoted names are not."""
    return re.sub(r"`([^`]*)`", lambda quoted: quoted[0] if re.fullmatch(r"\w+", quoted[1]) else "``", doc)


def identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg


@cache
def language() -> set[str]:
    """The words of the language, and those of Python."""
    grammar = "".join(path.read_text("utf-8") for path in sorted((ROOT / "grammar").glob("*.lark")))
    return {*re.findall(r"\w+", grammar), *keyword.kwlist, *dir(builtins)}


@cache
def everything() -> tuple[set[str], dict[str, set[str]]]:
    """Every name that stands in the code, and for the last part of each module's name what it defines."""
    names, homes = set(OTHERS), {module.rpartition(".")[2]: set[str]() for module in MODULES}
    for path in PATHS:
        tree = ast.parse(path.read_text("utf-8"))
        names.update(identifiers(tree))
        homes[import_name(path).rpartition(".")[2]] |= own_names(tree)
    return names | homes.keys(), homes


def is_known(name: str) -> bool:
    """Whether a name with a dot or an underscore is found anywhere; behind the name of a module only in that module."""
    names, homes = everything()
    first, *rest = name.split(".")
    if first in OUTSIDE or (rest and rest[-1] in FILES):
        return True
    for home, inner in zip((first, *rest), rest, strict=False):
        if home in homes and inner not in homes[home] and not any(m.endswith(f"{home}.{inner}") for m in MODULES):
            return False
    return all(part in names for part in (first, *rest))


def unknown_names(text: str) -> list[str]:
    """The names in the docstrings of a module that nothing is called by."""
    tree, unknown = ast.parse(text), []
    module_words = words_of_module(tree)
    for node, doc, around in [(tree, ast.get_docstring(tree) or "", frozenset[str]()), *docstrings(tree)]:
        own, line = own_names(node), getattr(node, "lineno", 1)
        names = [
            name
            for match in EXPLAINED.finditer(without_texts(doc))
            for name in re.findall(r"\w+", match[1])
            if name != "and"
        ]
        wrong = [name for name in names if name not in own | module_words]
        if not isinstance(node, ast.Module):
            allowed = own | around | module_words | language()
            wrong += [name for name in SPOKEN_OF.findall(doc) if name not in allowed]
        shaped = [name for name in QUOTED.findall(doc) if "_" in name or "." in name]
        wrong += [name for name in shaped if name not in own | around | module_words and not is_known(name)]
        unknown += [f"line {line}: {name}" for name in dict.fromkeys(wrong)]
    return unknown


PAGES = sorted((ROOT / "docs").rglob("*.md"))
NOT_THE_MODULE = {
    "games",
    "gymnasium",
    "table",
}  # a file, a package of others, and the object that is called so everywhere
MODULE_FILES = {str(path.relative_to(ROOT)) for path in PATHS}


def unknown_paths(page: str) -> list[str]:
    """The names in backquotes of a page that look like what a module defines, or like a file of the package, and are neither."""
    names, homes = everything()
    unknown = []
    for quoted in re.findall(r"`([^`\n]+)`", page):
        path = re.match(r"([a-z_]+(?:/[a-z_]+)+\.py)$", quoted)
        named = re.match(r"([a-z_]+)\.([A-Za-z_]\w*)(?:\(|$)", quoted)
        if path and not any(file.endswith(f"/{path[1]}") for file in MODULE_FILES) and not (ROOT / path[1]).exists():
            unknown.append(quoted)
        elif named and named[1] in homes and named[1] not in NOT_THE_MODULE and named[2] not in FILES:
            is_object = named[1].title().replace("_", "") in names
            unknown += [] if is_object or is_known(f"{named[1]}.{named[2]}") else [quoted]
    return unknown


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_manual_speaks_of_what_is_there(path: Path) -> None:
    assert unknown_paths(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("page", "count"),
    [
        ("See `name_expressions.answer_about(elaborator)`.", 0),
        ("See `name_expressions.no_such_function`.", 1),
        ("See `typed/nouns.py`, and `benchmarks/opponents.py`.", 0),
        ("See `typed/no_such_module.py`.", 1),
        ("Roll with `cup.dice`, and read `numpy.int64`.", 0),
    ],
)
def test_a_module_that_is_not_there_is_found_in_a_page(page: str, count: int) -> None:
    assert len(unknown_paths(page)) == count


@pytest.mark.parametrize("path", PATHS, ids=import_name)
def test_docstrings_speak_of_what_is_there(path: Path) -> None:
    assert unknown_names(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('def f(x):\n    """`y` is what is asked."""', 1),
        ('def f(x):\n    """`x` is what is asked."""', 0),
        ('def f(x):\n    """Give it. y: what is asked."""', 1),
        ('def f(x, y):\n    """Give it. x, y: what is asked."""', 0),
        ('class A:\n    """`fit` says how."""\n    fit: int', 0),
        ('class A:\n    """`wholes` says how."""\n    fit: int', 1),
        ('def f(x):\n    """See `no_such_name`."""', 1),
        ('def f(x):\n    """See `no_such.name`."""', 1),
        ('def f(x):\n    """`it` is a word of the language, `for each player: roll` a step."""', 0),
    ],
)
def test_a_name_that_is_not_there_is_reported(text: str, count: int) -> None:
    assert len(unknown_names(text)) == count
