"""Dice, zones and boards of a position as a reader sees them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from weakref import ref

from attrs import evolve

from dicedsl.geometry.layers import Layer as Plane
from dicedsl.geometry.layers import is_heap, is_pyramid, layers
from dicedsl.interpreter.model.marks import Marks, open_places, parts_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.records import Board, Die, Form, Layer, Place, Zone
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.memo import Memo
from dicedsl.interpreter.table.view import BoardView, DieView, View, ZoneView

MarksOf = Callable[[DieView, int | None], list[str]]
# What was looked at last. A state holds its table, and must not be held by what goes with that.
_DICE: Memo[tuple[ref[State], tuple[ZoneView, ...], tuple[tuple[Die, ...], ...]]] = Memo()
_BOARDS: Memo[tuple[ref[State], tuple[BoardView, ...], tuple[Board, ...]]] = Memo()
_BARE: Memo[dict[str, list[tuple[Place, Place]]]] = Memo()


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


def zones_of(table: GameTable, state: State, seen: View, reader: Reader) -> tuple[Zone, ...]:
    return tuple(
        Zone(
            zone.name,
            zone_title(zone, reader),
            zone.owner,
            dice,
            _family(zone, reader) if _keys(zone) else "",
            ", ".join(_keys(zone)),
        )
        for zone, dice in zip(seen.zones, _dice(table, state, seen), strict=True)
    )


def _dice(table: GameTable, state: State, seen: View) -> tuple[tuple[Die, ...], ...]:
    """The dice of each zone; made once for all who look at the same."""
    last = _DICE.get(table)
    if last is None or last[0]() is not state or last[1] is not seen.zones:
        marks = Marks.of(table).marks_of_dice_in(state, seen)
        dice = tuple(tuple(die_of(die, marks, zone.owner) for die in zone.dice) for zone in seen.zones)
        last = _DICE[table] = ref(state), seen.zones, dice
    return last[2]


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


def boards_of(table: GameTable, state: State, seen: View) -> tuple[Board, ...]:
    """The boards; made once for all who look at the same."""
    last = _BOARDS.get(table)
    if last is None or last[0]() is not state or last[1] is not seen.boards:
        marks = Marks.of(table).marks_of_dice_in(state, seen)
        boards = tuple(_board(table, state, seen, board, marks) for board in seen.boards)
        last = _BOARDS[table] = ref(state), seen.boards, boards
    return last[2]


def _board(table: GameTable, state: State, seen: View, board: BoardView, marks: MarksOf) -> Board:
    free = open_places(table, state, seen, board.name)
    bare = _bare(table, board)
    opened = free or 0

    def place(key: int, die: DieView | None) -> Place:
        bare_place = bare[key][opened >> key & 1]
        return (
            bare_place
            if die is None
            else Place(key, bare_place.text, bare_place.at, die_of(die, marks), bare_place.open, bare_place.parts)
        )

    places = tuple(place(key, die) for key, die in enumerate(board.dice))
    planes = _planes(board.places)
    return Board(board.name, form_of(board), board.coordinates, board.sides, places, planes, free is not None)


def _bare(table: GameTable, board: BoardView) -> list[tuple[Place, Place]]:
    """The places of a board without dice, each as it is and as an open one: the same in every position."""
    bare_boards = _BARE.setdefault(table, {})
    if board.name not in bare_boards:
        parts = parts_of(table, board.name).items()
        pairs = []
        for key, at in enumerate(board.places):
            within = tuple(name for name, places in parts if places >> key & 1)
            place = Place(key, table.words.places.name(board.name, key), at, None, False, within)
            pairs.append((place, evolve(place, open=True)))
        bare_boards[board.name] = pairs
    return bare_boards[board.name]


@lru_cache(maxsize=256)
def _planes(labels: tuple[tuple[int, ...], ...]) -> tuple[Layer, ...]:
    """The layers of a board, as they are drawn: one and the same in every position."""
    return tuple(_layer(plane) for plane in layers(labels))


def form_of(board: BoardView) -> Form:
    """How a board is pictured. It is decided here, and nowhere else."""
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
