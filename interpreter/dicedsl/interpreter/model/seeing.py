"""Dice, zones and boards of a position as a reader sees them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from dicedsl.interpreter.layers import Layer as Plane
from dicedsl.interpreter.layers import is_heap, is_pyramid, layers
from dicedsl.interpreter.model.marks import Marks, open_places, parts_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.things import Board, Die, Form, Layer, Place, Zone
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import BoardView, DieView, View, ZoneView

MarksOf = Callable[[DieView, int | None], list[str]]


def die_of(die: DieView, marks: MarksOf, holder: int | None = None) -> Die:
    return Die(
        key=-1 if die.die is None else die.die,
        name="" if die.index is None else f"d{die.index}",
        colour="" if die.colour == "plain" else die.colour,
        number=die.number,
        hidden=die.hidden,
        owner=die.owner,
        marks=tuple(marks(die, holder)),
    )


def zones_of(table: Table, state: State, seen: View, reader: Reader) -> tuple[Zone, ...]:
    marks = Marks.of(table).reader(state, seen)
    return tuple(
        Zone(
            zone.name,
            zone_title(zone, reader),
            zone.owner,
            tuple(die_of(die, marks, zone.owner) for die in zone.dice),
            _family(zone, reader) if _keys(zone) else "",
            ", ".join(_keys(zone)),
        )
        for zone in seen.zones
    )


def zone_title(zone: ZoneView, reader: Reader) -> str:
    """`your hand`, `Ben's hand`, `the box`; with further keys: `Ben's row of north`."""
    keys = _keys(zone)
    title = _family(zone, reader)
    return f"{title} of {', '.join(keys)}" if keys else title


def _family(zone: ZoneView, reader: Reader) -> str:
    return zone.name if zone.owner is None else f"{reader.whose(zone.owner)} {zone.name}"


def _keys(zone: ZoneView) -> list[str]:
    """What a zone is kept for besides its owner."""
    keys = list(zone.keys)
    return keys[1:] if zone.owner is not None and keys[:1] == [f"P{zone.owner + 1}"] else keys


def boards_of(table: Table, state: State, seen: View) -> tuple[Board, ...]:
    marks = Marks.of(table).reader(state, seen)
    return tuple(_board(table, state, seen, board, marks) for board in seen.boards)


def _board(table: Table, state: State, seen: View, board: BoardView, marks: MarksOf) -> Board:
    free = open_places(table, state, seen, board.name)
    parts = parts_of(table, board.name).items()
    places = tuple(
        Place(
            key=key,
            text=table.words.places.name(board.name, key),
            at=at,
            die=None if die is None else die_of(die, marks),
            open=free is not None and bool(free >> key & 1),
            parts=tuple(name for name, places in parts if places >> key & 1),
        )
        for key, (at, die) in enumerate(zip(board.places, board.dice, strict=True))
    )
    planes = _planes(board.places)
    return Board(board.name, form_of(board), board.coordinates, board.sides, places, planes, free is not None)


@lru_cache(maxsize=256)
def _planes(labels: tuple[tuple[int, ...], ...]) -> tuple[Layer, ...]:
    """The same for every position of a board."""
    return tuple(_layer(plane) for plane in layers(labels))


def form_of(board: BoardView) -> Form:
    if board.form != "lattice":
        return Form.GRID
    if is_pyramid(board.places):
        return Form.PYRAMID
    if is_heap(board.places):
        return Form.HEAP
    return Form.ROW if len(board.coordinates) == 1 else Form.LEVELS


def _layer(plane: Plane) -> Layer:
    rows = sorted({row for row, _ in plane.cells})
    return Layer(
        plane.level,
        plane.total,
        tuple((r, tuple(sorted((c, key) for (row, c), key in plane.cells.items() if row == r))) for r in rows),
    )
