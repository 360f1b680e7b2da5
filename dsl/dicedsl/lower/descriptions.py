"""What front ends tell of a game and ask a person by: kinds with their words, boards, and adjectives for dice and places.

All of it goes into the program, so that nobody has to come back to the rulebook to show a position or to read a move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicedsl.lower.values import Value, lowered_type, may_miss, shape_of
from dicedsl.program import ops
from dicedsl.program.fixed_evaluation import reads_state
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import DIE, NUMBER, POINT, STEP, Kind, Type

if TYPE_CHECKING:
    from dicedsl.lower.world import World

PLACE = "place"
OPEN_PLACE = "open"  # what a rulebook calls a place on which something may be put


def describe(world: World) -> None:
    program, boards = world.program, world.boards
    for kind in world.game.kinds.values():
        if kind in (POINT, STEP) and boards.space_board not in boards.coordinates:
            continue  # nobody is ever shown or asked for one
        size = 0 if kind is NUMBER else world.kind_size(kind)
        program.kinds[kind.name] = ops.KindInfo(kind.name, kind.plural, kind.values, shape_of(kind), size)
    first = 0
    for name, board in boards.made.items():
        sides = len(board.row_of)
        names = boards.coordinates.get(name) or (("column", "row") if sides > 1 else ("row", "column"))
        info = ops.BoardInfo(name, first, board.places, board.form, board.rows, board.columns, names, sides)
        program.boards.append(info)
        first += len(board.places)


def describe_words(world: World) -> None:
    """The adjectives of the rulebook for single dice, its `open` for the places of each board, and those that hold of a place
    whatever happens: parts of a board."""
    words = [word for word in world.game.adjectives.values() if len(word.params) == 1]
    asked = [(word.name, DIE) for word in words if word.node.subject.kind == DIE.name]
    if any(word.name == OPEN_PLACE for word in words):
        asked += [(OPEN_PLACE, board.kind) for board in world.game.boards.values()]
    for name, kind in asked:
        _adjective(world, name, kind)
    # Only those that the rules have come to. What is said of places may be said of those of one board, by their own name.
    own = {board.kind for board in world.game.boards.values()}
    parts = {
        word.name: None
        for word in words
        if word.name != OPEN_PLACE
        and word in world.words.explained
        and (word.node.subject.kind == PLACE or word.params[0].type.kind in own)
    }
    for name in parts:
        for board in world.game.boards.values():
            _adjective(world, name, board.kind, lasting=True)


def _adjective(world: World, name: str, kind: Kind, lasting: bool = False) -> None:
    """lasting: only if nothing that can change decides it."""
    var = world.layout.new_var()
    value = Value(ops.Var(var), lowered_type(Type(kind)))
    word = _explained(world, name, kind)
    if word is None:
        return
    if word.params[0].type.kind is POINT and kind is not POINT:
        value = Value(world.boards.point_of(value.op), lowered_type(word.params[0].type))
    test = world.words.adjective(word, [value])
    assert not may_miss(value)
    if not (lasting and reads_state(test, world.program.functions)):
        world.program.adjectives.append(ops.Adjective(name, shape_of(kind), var, test))


def _explained(world: World, name: str, kind: Kind) -> t.Adjective | None:
    """The word that says when one of a kind is called this; of a place also what is said of points."""
    space = world.game.boards.get(world.boards.space_board)
    kinds = [kind, POINT] if space is not None and kind == space.kind else [kind]
    for wanted in kinds:
        for word in world.game.adjectives.values():
            if word.name == name and len(word.params) == 1 and word.params[0].type == Type(wanted):
                return word
    return None
