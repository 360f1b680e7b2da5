"""What is shown for places of a board: a side of a pile as one looks at it, or a number for each place of what lies flat."""

from __future__ import annotations

from dicedsl.interpreter.model.records import Aspect, Board, Form


def is_seen_from_sides(board: Board) -> bool:
    """Whether what is shown for places of a board is a side of it, in place of which it is drawn; elsewhere it stands beside the board."""
    return board.form in {Form.PYRAMID, Form.HEAP}


def aspect_rows(board: Board, aspect: Aspect) -> list[list[int]]:
    """The keys of the places, the highest layer first, each from left to right."""
    keys = {key for key, _ in aspect.values}
    across = _across([board.places[key].at for key in keys])
    rows = [
        sorted(
            (key for _, columns in layer.rows for _, key in columns if key in keys),
            key=lambda key: board.places[key].at[across],
        )
        for layer in reversed(board.layers)
    ]
    return [row for row in rows if row]


def _across(labels: list[tuple[int, ...]]) -> int:
    """The coordinate that grows to the right for somebody who looks at a side of a pile; the next one but one to that of the side."""
    side = next((i for i in range(len(labels[0])) if len({label[i] for label in labels}) == 1), 0)
    return (side + 2) % len(labels[0])
