"""What front ends tell of a game and ask a person by: kinds with their words, boards, and adjectives for dice and places.

All of it goes into the program, so that nobody has to come back to the rulebook to show a position or to read a move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicedsl.lower.kinds import DIE, NUMBER, Kind, Ty, Value
from dicedsl.lower.scope import Bad
from dicedsl.program import ops
from dicedsl.program.fixed import reads_state
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    from dicedsl.lower.world import World

PLACE = "place"
OPEN = "open"  # what a rulebook calls a place on which something may be put


def describe(world: World) -> None:
    program = world.program
    for kind in world.kinds.values():
        size = 0 if kind is NUMBER else world.kind_size(kind)
        program.kinds[kind.name] = ops.KindInfo(kind.name, kind.plural, kind.values, world.shape(kind), size)
    first = 0
    for name, board in world.boards.items():
        sides = len(board.row_of)
        names = world.coordinates.get(name) or (("column", "row") if sides > 1 else ("row", "column"))
        info = ops.BoardInfo(name, first, board.places, board.form, board.rows, board.columns, names, sides)
        program.boards.append(info)
        first += len(board.places)


def describe_words(world: World) -> None:
    """The adjectives of the rulebook for single dice, its `open` for the places of each board, and those that hold of a place
    whatever happens: parts of a board."""
    words = [w for w in world.book.words.values() if isinstance(w, n.AdjectiveWord) and w.other is None]
    asked = [(word.name.text, DIE) for word in words if word.subject.kind == DIE.name]
    if any(word.name.text == OPEN for word in words):
        asked += [(OPEN, world.place_kind(board)) for board in world.boards]
    for name, kind in asked:
        _adjective(world, name, kind)
    for word in words:
        if word.subject.kind == PLACE and word.name.text != OPEN and world.is_spoken_of(word):
            for board in world.boards:
                _adjective(world, word.name.text, world.place_kind(board), lasting=True)


def _adjective(world: World, name: str, kind: Kind, lasting: bool = False) -> None:
    """lasting: only if nothing that can change decides it."""
    var = world.new_var()
    try:
        test = world.call_adjective(name, Value(ops.Var(var), Ty(kind)), world.book.head)
    except Bad:  # a word that nothing uses; the checker says what is wrong with it
        return
    if test is not None and not (lasting and reads_state(test, world.program.functions)):
        world.program.adjectives.append(ops.Adjective(name, world.shape(kind), var, test))
