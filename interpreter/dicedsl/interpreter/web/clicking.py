"""Where on the table each option of a pick lies, so that a die or a place can be clicked instead of a word."""

from __future__ import annotations

from attrs import field, frozen

from dicedsl.interpreter.model.asking import Asking
from dicedsl.interpreter.model.things import Model, Pick

Spot = tuple[str, int, int]  # "zone", its number, the place in its row; or "board", its number, the key of the place


@frozen
class Targets:
    """The option that each spot stands for, and the options that lie nowhere."""

    spots: dict[Spot, int] = field(factory=dict)
    words: tuple[int, ...] = ()


def targets_of(asking: Asking, model: Model, pick: Pick | None) -> Targets:
    if pick is None:
        return Targets()
    spots: dict[Spot, int] = {}
    words = []
    for number, option in enumerate(pick.options):
        spot = _spot(asking, model, pick.shape, option.value, spots)
        if spot is None:
            words.append(number)
        else:
            spots[spot] = number
    return Targets(spots, tuple(words))


def _spot(asking: Asking, model: Model, shape: str, value: int, taken: dict[Spot, int]) -> Spot | None:
    what, _, name = shape.partition(":")
    if what == "place":
        board = next((i for i, b in enumerate(model.boards) if b.name == name), None)
        return None if board is None or not 0 <= value < len(model.boards[board].places) else ("board", board, value)
    if what != "die" or value < 0:
        return None
    table, cells = asking.table, asking.cells
    location = cells[table.reg.location + value]
    zones = len(table.program.zones)
    if location >= zones:
        at = location - zones
        for number, board_info in enumerate(table.program.boards):
            if board_info.first <= at < board_info.first + len(board_info.labels):
                return "board", number, at - board_info.first
        return None
    info = table.program.dice[value]
    colour = "" if info.colour == "plain" else info.colour
    for position, die in enumerate(model.zones[location].dice):
        spot: Spot = ("zone", location, position)
        if spot in taken:
            continue
        if info.numbered and die.key == value:
            return spot
        if not info.numbered and die.key < 0 and die.colour == colour and not die.hidden:
            if (die.number or 0) == cells[table.reg.face + value] and die.owner == (
                info.owner if info.owner >= 0 else None
            ):
                return spot
    return None
