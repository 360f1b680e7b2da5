"""Words of the rulebook for single dice and places, said only where nothing hidden decides them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import attrs
from attrs import frozen

from dicedsl.interpreter.moves.wording import HIDDEN_TEXT, Content
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.memo import Memo, TableMemo
from dicedsl.interpreter.table.view import DieView, View
from dicedsl.program import ops
from dicedsl.program.shapes import place_shape

FACES = range(1, 7)
OPEN_PLACE = "open"
_PARTS_OF_BOARDS: Memo[dict[str, dict[str, int]]] = Memo()
_OPEN_TESTS: Memo[dict[str, Callable[[Any], int] | None]] = Memo()


@frozen
class _Test:
    """An adjective of dice. own: only the die and its number decide it; asks_you: who acts does too."""

    name: str
    own: bool
    asks_you: bool
    holds: Callable[[Any, int], Any]


class Marks(TableMemo):
    """The adjectives of single dice: which of them hold may be said only where nothing hidden decides it."""

    def __init__(self, table: GameTable) -> None:
        self._program = table.program
        self._size = table.program.cells
        words = [a for a in table.program.adjectives if a.shape == "die"]
        self._tests = [
            _Test(
                a.name, self._own(a.test, frozenset({a.var})), self._asks_you(a.test, set()), table.answers.adjective(a)
            )
            for a in words
        ]

    def _own(self, op: ops.Op, same: frozenset[int]) -> bool:
        """Whether an expression reads no cell but the number of the die it is asked of; `same` are variables that hold the die."""

        def is_die(item: ops.Op) -> bool:
            return isinstance(item, ops.Var) and item.id in same

        if isinstance(op, ops.Cell):
            return False
        if isinstance(op, ops.CellAt):
            return op.base == self._program.reg.face and is_die(op.index)
        if isinstance(op, ops.Call):
            function = self._program.functions[op.function]
            if function is None or not all(self._own(a, same) for a in op.arguments):
                return False
            bound = {p for p, a in zip(function.params, op.arguments, strict=True) if is_die(a)}
            return self._own(function.body, frozenset(bound))
        return all(self._own(part, same) for part in _parts(op))

    def _asks_you(self, op: ops.Op, visited: set[int]) -> bool:
        """Whether an expression asks who acts: then it holds of a die for that player, and says nothing to others."""
        if isinstance(op, ops.Cell):
            return op.index == self._program.reg.actor
        if isinstance(op, ops.Call) and op.function not in visited:
            visited.add(op.function)
            function = self._program.functions[op.function]
            if function is not None and self._asks_you(function.body, visited):
                return True
        return any(self._asks_you(part, visited) for part in _parts(op))

    def printed(self, die: int, number: int) -> list[str]:
        """The words that hold of a die by what is printed on it, where other dice that show the same number differ."""
        if not self._printed:
            return []
        return [test.name for test in self._printed if self._shows(test, die, number)]

    @cached_property
    def _printed(self) -> list[_Test]:
        dice = range(len(self._program.dice))
        return [
            test
            for test in self._tests
            if test.own and any(len({self._shows(test, die, number) for die in dice}) > 1 for number in FACES)
        ]

    def _shows(self, test: _Test, die: int, number: int) -> bool:
        cells = [0] * self._size
        cells[self._program.reg.face + die] = number
        return bool(test.holds(cells, die))

    def marks_of_dice_in(self, state: State, seen: View) -> Callable[[DieView, int | None], list[str]]:
        """A function that gives the marks of a die in a view, from the view where anything is hidden in it; for a die that somebody
        has, with who that is."""
        program = self._program
        actor = state.cells[program.reg.actor]
        everything_seen = not shows_hidden(seen)
        memories = [m for m in seen.memory if m.keys == ("die",)]

        def marks(die: DieView, holder: int | None) -> list[str]:
            words: list[str] = []
            others = holder if holder is not None else die.owner
            if die.hidden or die.number is None:
                return words
            number = die.die
            if number is None:
                number = next((i for i, d in enumerate(program.dice) if not d.numbered and d.group == die.sort), -1)
            for test in self._tests:
                if test.own:
                    holds = self._shows(test, number, die.number)
                elif test.asks_you and others not in {None, actor}:
                    continue
                else:
                    holds = everything_seen and die.die is not None and bool(test.holds(state.cells, number))
                if holds:
                    words.append(test.name)
            for memory in memories:
                if die.die is not None:
                    content = memory.entries[die.die][1]
                    if content is True:
                        words.append(memory.name)
                    elif content is not False and content is not None:
                        words.append(f"{memory.name} {content_text(content)}")
            return words

        return marks


def _parts(op: Any) -> Iterator[Any]:
    """The expressions directly inside an expression."""
    for item in attrs.fields(type(op)):
        value = getattr(op, item.name)
        for part in value if isinstance(value, tuple) else (value,):
            if attrs.has(type(part)):
                yield part


def open_places(table: GameTable, state: State, seen: View, board: str) -> int | None:
    """The places that the rulebook calls open; None if it has no such word, or if something is hidden that might decide it."""
    tests = _OPEN_TESTS.setdefault(table, {})
    if board not in tests:
        tests[board] = _open_test(table, board)
    test = tests[board]
    return None if test is None or shows_hidden(seen) else int(test(state.cells))


def parts_of(table: GameTable, board: str) -> dict[str, int]:
    """The parts of a board that the rulebook has a word for: places of which it holds whatever happens."""
    parts = _PARTS_OF_BOARDS.setdefault(table, {})
    if board not in parts:
        words = [a for a in table.program.adjectives if a.shape == place_shape(board) and a.name != OPEN_PLACE]
        parts[board] = {a.name: int(_every(table, board, a)(table.program.initial)) for a in words}
    return parts[board]


def _open_test(table: GameTable, board: str) -> Callable[[Any], int] | None:
    shape = place_shape(board)
    word = next((a for a in table.program.adjectives if a.name == OPEN_PLACE and a.shape == shape), None)
    return None if word is None else _every(table, board, word)


def _every(table: GameTable, board: str, word: ops.Adjective) -> Callable[[Any], int]:
    """Gives the places of a board of which a word holds."""
    program = table.program
    places = next(len(b.labels) for b in program.boards if b.name == board)
    loop = ops.Loop(word.var, ops.Const((1 << places) - 1))
    return table.expressions.function_of(ops.Fold("union", (loop,), word.test, ops.Single(ops.Var(word.var))))


def shows_hidden(seen: View) -> bool:
    return any(d.hidden for z in seen.zones for d in z.dice) or any(
        c == HIDDEN_TEXT for m in seen.memory for _, c in m.entries
    )


def content_text(content: Content) -> str:
    if content is None:
        return "-"
    if isinstance(content, bool):
        return "yes" if content else "no"
    if isinstance(content, tuple):
        return " ".join(content_text(c) for c in content) or "none"
    return str(content)
