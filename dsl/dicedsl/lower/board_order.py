"""In which order boards are made: the places of one may be told by those of another, in whatever order they are declared."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.typed import tree as t
from dicedsl.typed.dependence import nodes_in
from dicedsl.typed.kinds import POINT, STEP
from dicedsl.typed.semantic_error import SemanticError


def boards_in_order(game: t.TypedGame) -> list[t.Board]:
    """The boards of a game: those that others speak of first, else as they are declared. A mistake if a board is explained by itself."""
    boards: dict[str, t.Board] = {}

    def add(board: t.Board, within: tuple[str, ...]) -> None:
        if board.name in within:
            help = "the places of a board may not be asked for before it is known what they are"
            raise SemanticError("E366", f'"{board.name}" is explained by itself', board.node.span, help=help)
        if board.name not in boards:
            for name in _spoken_of(game, board):
                add(game.boards[name], (*within, board.name))
            boards[board.name] = board

    for board in game.boards.values():
        add(board, ())
    return list(boards.values())


def _spoken_of(game: t.TypedGame, board: t.Board) -> Iterator[str]:
    """The boards that the size, the bounds or the condition of a board ask about, also through words."""
    box = game.boxes.get(board.name)
    waiting: list[object] = [*game.sizes.get(board.name, ())]
    waiting += [] if box is None else [box.low, box.high, box.condition]
    space = game.names.space
    asked: set[int] = set()
    while waiting:
        for part in nodes_in(waiting.pop()):
            if isinstance(part, t.Expr) and part.type.kind.is_place:
                yield part.type.kind.board
            if isinstance(part, t.Expr) and part.type.kind in (POINT, STEP) and space is not None:
                yield space.name
            body = (
                part.word.body
                if isinstance(part, t.WordCall)
                else part.adjective.test
                if isinstance(part, t.HasAdjective)
                else None
            )
            if body is not None and id(body) not in asked:
                asked.add(id(body))
                waiting.append(body)
