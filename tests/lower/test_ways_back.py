"""Ways back are addresses of blocks, kept in cells of their own that nothing else writes or reads."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.program import ops
from dicedsl.program.survey import Survey
from dicedsl.program.walk import parts
from dicedsl.rulebook.library import games


def stores(body: list[ops.Stmt] | tuple[ops.Stmt, ...]) -> Iterator[ops.Stmt]:
    for statement in body:
        yield statement
        if isinstance(statement, ops.When):
            yield from stores(statement.then)
            yield from stores(statement.other)
        elif isinstance(statement, ops.Each):
            yield from stores(statement.body)


@pytest.mark.parametrize("name", [name for name, _ in games()])
def test_only_addresses_are_kept_as_ways_back(name: str) -> None:
    program = Game.named(name).table().program
    backs = program.back_cells()
    kept: set[int] = set()
    for block in program.blocks:
        for statement in stores(block.body):
            if isinstance(statement, ops.Store):
                assert isinstance(statement.value, ops.Address) == (statement.index in backs), (block.label, statement)
                kept |= {statement.index} & backs
            elif isinstance(statement, ops.StoreAt):
                assert not backs & set(range(statement.base, statement.base + statement.size))
            elif isinstance(statement, ops.Reset):
                for base, values in statement.runs:
                    assert not any(value for i, value in enumerate(values, base) if i in backs)
        for part in (*parts(block.end), *(p for s in block.body for p in parts(s))):
            assert not (isinstance(part, ops.Cell) and part.index in backs), block.label
            if isinstance(part, ops.CellAt):
                assert not backs & set(range(part.base, part.base + part.size)), block.label
    assert not any(program.initial[cell] for cell in backs)
    assert program.entry == 0, "0 in such a cell says that there is no way back"
    assert kept, "a game is called, so there is a way back from it"


@pytest.mark.parametrize("name", ["pig", "23-rasanto", "perfecto"])
def test_every_way_back_is_known_beforehand(name: str) -> None:
    program = Game.named(name).table().program
    survey = Survey(program)
    for number in survey.reached:
        end = program.blocks[number].end
        if isinstance(end, ops.Back):
            assert survey.return_addresses[end.cell] <= set(range(1, len(program.blocks)))
