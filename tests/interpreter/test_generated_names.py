"""What generated Python calls is what its table of names holds: nothing is missing there, and nothing is left over."""

import ast
import builtins
import re
import symtable
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.stepping_code import runner_of

from dicedsl import Game
from dicedsl.interpreter.engines.stepping import block_runner, expressions, helpers, lookups, writer
from dicedsl.interpreter.engines.stepping.block_runner import BlockRunner
from dicedsl.interpreter.engines.stepping.thread_state import ThreadState
from dicedsl.program.ops.expressions import FOLDS

LANGUAGE = Path(__file__).parents[1] / "language"
BOOKS = sorted(path.stem for path in LANGUAGE.glob("*.dice"))
ROOT = Path(block_runner.__file__).parents[2]


def asked_for(table: symtable.SymbolTable) -> Iterator[str]:
    """The names that code takes from around all of its functions."""
    for symbol in table.get_symbols():
        if symbol.is_global() and symbol.is_referenced():
            yield symbol.get_name()
    for inner in table.get_children():
        yield from asked_for(inner)


def table_of_names(runner: BlockRunner) -> dict[str, object]:
    return helpers.namespace(runner.program, lambda number, cells: None, ThreadState())


@pytest.mark.parametrize("book", BOOKS)
def test_generated_code_finds_every_name(book: str) -> None:
    runner = runner_of(Game.named(str(LANGUAGE / f"{book}.dice")).table(starter=0))
    found = set(asked_for(symtable.symtable(runner.source, book, "exec")))

    # Of Python only what the table gives; all else stands there or was made for this program.
    assert {name for name in found if hasattr(builtins, name)} <= set(helpers.BUILTINS)
    assert found - set(helpers.BUILTINS) <= set(runner.space)
    own = {name for name in found - set(table_of_names(runner)) if not re.fullmatch(r"[A-Za-z]+\d+(_\d+)*", name)}
    assert own - set(helpers.BUILTINS) == set()


def words_of(path: Path) -> set[str]:
    """The words within the texts of a module, but for its docstrings."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    remarks = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = [n.value for n in nodes if isinstance(n, ast.Constant) and id(n) not in remarks]
    return {word for text in texts if isinstance(text, str) for word in re.findall(r"[A-Za-z_]+", text)}


def test_no_name_is_left_over() -> None:
    written = set().union(*(words_of(Path(str(m.__file__))) for m in (writer, expressions, lookups, block_runner)))
    written |= set(FOLDS)  # called by what they are
    sources = "\n".join(path.read_text("utf-8") for path in ROOT.rglob("*.py"))
    asked = set(re.findall(r'space\["(\w+)"\]', sources))
    runner = runner_of(Game.named("pig").table())

    assert set(table_of_names(runner)) - {"__builtins__"} - written - asked == set()
    assert set(helpers.BUILTINS) - written == set()
