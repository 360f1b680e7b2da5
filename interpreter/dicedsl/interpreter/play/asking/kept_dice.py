"""Dice that somebody wants to keep: where dice are rolled again all others are meant, where dice are set aside these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.asking import Asking
from dicedsl.interpreter.model.deed_texts import ROLLING
from dicedsl.interpreter.model.things import Alternative

KEEPING = frozenset({"keep", "hold"})


def rolls(alternative: Alternative) -> bool:
    """Whether the dice that are picked for it are rolled, as its name says."""
    return _first(alternative.name) in ROLLING


def takes_dice(asking: Asking, alternative: Alternative) -> bool:
    """Whether some dice are picked for it, and nothing else."""
    if len(alternative.picks) != 1:
        return False
    op = asking.picking(alternative.index, 0).op
    return op.shape == "die" and op.gathered


def to_keep(asking: Asking, text: str) -> str | None:
    """What is to be kept, if a line says so and no move is called like that; nothing is written as `none`."""
    word, _, rest = text.partition(" ")
    if word.lower() not in KEEPING or any(_first(a.name) == word.lower() for a in asking.decision.alternatives):
        return None
    rest = rest.strip()
    if rest.isascii() and rest.isdigit() and int(rest) > max(asking.table.program.max_face, 9):
        rest = " ".join(rest)  # what each die shows
    return rest or "none"


def _first(name: str) -> str:
    return name.partition(" ")[0].lower()


def all_but(asking: Asking, alternative: Alternative, kept: int) -> int:
    """The dice that are rolled if these are kept. UsageError if none is left."""
    members = asking.picking(alternative.index, 0).members(asking.cells, ())
    rolled = sum(1 << die for die in members if not kept >> die & 1)
    if not rolled:
        raise UsageError("all dice are kept then, and none is rolled: choose something else")
    return rolled


def numbers_of(asking: Asking, dice: Iterable[int]) -> dict[int, int]:
    """What those of the dice show whose numbers the player sees."""
    seen, face = asking.table.sight.dice(asking.cells, asking.seat), asking.table.reg.face
    return {die: asking.cells[face + die] for die in dice if seen >> die & 1 and asking.cells[face + die]}


def such_as(asking: Asking, alternative: Alternative) -> str:
    """`keep 5 5` where dice are rolled: the number that most of them show; nothing if the numbers are not known."""
    if not rolls(alternative) or not takes_dice(asking, alternative) or to_keep(asking, "keep") is None:
        return ""
    members = asking.picking(alternative.index, 0).members(asking.cells, ())
    numbers = Counter(numbers_of(asking, members).values())
    if len(members) < 2 or sum(numbers.values()) < len(members):
        return ""
    number, count = max(numbers.items(), key=lambda item: (item[1], item[0]))
    return f"keep {' '.join([str(number)] * min(count, len(members) - 1))}"


def all_numbers(asking: Asking, alternative: Alternative) -> str:
    """The first move of an alternative for which several numbers are picked, and nothing else, as it is written in one line."""
    ops = [asking.picking(alternative.index, number).op for number in range(len(alternative.picks))]
    if len(ops) < 2 or any(op.shape != "number" or op.many for op in ops):
        return ""
    row = next((row for row in asking.rows or () if row[0] == alternative.index), None)
    return "" if row is None else asking.move(row[0], row[1:]).text
