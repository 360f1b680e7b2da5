"""Where on the table each option of a pick lies, so that a die, a place, a row or a player can be clicked instead of a word."""

from __future__ import annotations

from attrs import field, frozen

from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.records import Model, Pick
from dicedsl.interpreter.web.answer_so_far import AnswerSoFar
from dicedsl.program.shapes import shape_of

# "zone", its number, the place in its row; "board", its number, the key of the place; "sheet", its number, the row; "player", 0, the seat
Spot = tuple[str, int, int]
TARGET_KINDS = frozenset({"zone", "board", "sheet", "player"})
BESIDE = frozenset({"zone", "board"})  # what lies on the table needs no word beside it


@frozen
class Targets:
    """The option that each spot stands for, what is known to come of it, and the options that are said in words.

    ways: while no alternative is chosen yet, the one that each spot begins. refused: the sentence of the rule that forbids a spot.
    """

    spots: dict[Spot, int] = field(factory=dict)
    words: tuple[int, ...] = ()
    worth: dict[Spot, str] = field(factory=dict)
    ways: dict[Spot, int] = field(factory=dict)
    refused: dict[Spot, str] = field(factory=dict)


def spot_name(spot: Spot) -> str:
    """A spot as it is named in a page."""
    return ":".join(map(str, spot))


def spot_named(name: str) -> Spot | None:
    """The spot that a page means; None if it means none."""
    kind, _, rest = name.partition(":")
    number, _, at = rest.partition(":")
    if kind not in TARGET_KINDS or not (_is_small(number) and _is_small(at)):
        return None
    return kind, int(number), int(at)


def _is_small(digits: str) -> bool:
    return digits.isascii() and digits.isdigit() and len(digits) <= 5


def exists(model: Model, spot: Spot) -> bool:
    """Whether there is such a spot on a table."""
    kind, number, at = spot
    if kind == "player":
        return number == 0 and at < len(model.players)
    rows: tuple[tuple[object, ...], ...] = {
        "zone": tuple(zone.dice for zone in model.zones),
        "board": tuple(board.places for board in model.boards),
        "sheet": tuple(sheet.rows for sheet in model.sheets),
    }[kind]
    return number < len(rows) and at < len(rows[number])


def targets_for(answer: AnswerSoFar, model: Model) -> Targets:
    """What can be clicked now: for the pick at hand, or, before an alternative is chosen, whatever begins only one of them."""
    if answer.index is not None:
        return targets_of(answer.choice, model, answer.pick)
    targets_by_way = {index: targets_of(answer.choice, model, answer.first(index)) for index in answer.open}
    claims: dict[Spot, list[int]] = {}
    for index, targets in targets_by_way.items():
        for spot in targets.spots:
            claims.setdefault(spot, []).append(index)
    ways = {spot: indices[0] for spot, indices in claims.items() if len(indices) == 1}
    return Targets(
        {spot: targets_by_way[index].spots[spot] for spot, index in ways.items()},
        worth={spot: targets_by_way[index].worth.get(spot, "") for spot, index in ways.items()},
        ways=ways,
    )


def targets_of(choice: OpenChoice, model: Model, pick: Pick | None) -> Targets:
    if pick is None:
        return Targets()
    spots: dict[Spot, int] = {}
    words = []
    rows = _rows(model, pick)
    for number, option in enumerate(pick.options):
        spot = rows.get(option.text) or _spot(choice, model, pick.shape, option.value, spots)
        if spot is not None:
            spots[spot] = number
        if spot is None or spot[0] not in BESIDE:
            words.append(number)
    refused: dict[Spot, str] = {}
    for option in pick.closed:
        spot = _spot(choice, model, pick.shape, option.value, spots)
        if spot is not None and spot not in spots:
            refused[spot] = option.refused
    worth = {spot: pick.options[number].worth for spot, number in spots.items()}
    return Targets(spots, tuple(words), worth, refused=refused)


def _rows(model: Model, pick: Pick) -> dict[str, Spot]:
    """The rows of a sheet that has one for every option."""
    if not pick.options or pick.many:
        return {}
    for number, sheet in enumerate(model.sheets):
        names = {name: at for at, (name, _) in enumerate(sheet.rows)}
        if all(option.text in names for option in pick.options):
            return {option.text: ("sheet", number, names[option.text]) for option in pick.options}
    return {}


def _spot(choice: OpenChoice, model: Model, shape: str, value: int, taken: dict[Spot, int]) -> Spot | None:
    what, name = shape_of(shape)
    if what == "place":
        board = next((i for i, b in enumerate(model.boards) if b.name == name), None)
        return None if board is None or not 0 <= value < len(model.boards[board].places) else ("board", board, value)
    if what == "player" and 0 <= value < len(model.players):
        return "player", 0, value
    if what != "die" or value < 0:
        return None
    table, cells = choice.table, choice.cells
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
