"""Few moves that would be picked in several steps: they are listed whole, so that one answer is enough."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.interpreter.engines.contract import PickValues
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.records import Alternative
from dicedsl.interpreter.play.questions.phrases import distinct_worths
from dicedsl.program.shapes import shape_of

MOST_LISTED_MOVES = 9


def listed_moves_of(choice: OpenChoice, alternatives: Sequence[Alternative]) -> list[PickValues]:
    """All moves of the open alternatives, each with its alternative first; nothing where they are many, or one step is enough.

    Places are picked in the picture, and numbers as they are.
    """
    rows = choice.rows or []
    if not 1 < len(rows) <= MOST_LISTED_MOVES or not any(len(a.picks) > 1 and a.ways > 1 for a in alternatives):
        return []
    picks = [pick for a in alternatives for pick in choice.decision.alternatives[a.index].picks]
    if any(shape_of(pick.shape).sort == "place" or pick.shape == "number" for pick in picks):
        return []
    return [tuple(row) for row in rows]


def texts_of(choice: OpenChoice, rows: Sequence[PickValues]) -> list[str]:
    """The moves of a short list, each with its number and what comes of it."""
    worths = distinct_worths([choice.worth(row) for row in rows])
    return [
        f"{number} {choice.move_for_people(row[0], row[1:])}{f': {worth}' if worth else ''}"
        for number, (row, worth) in enumerate(zip(rows, worths, strict=True), start=1)
    ]
