"""Dice that somebody wants to keep: where dice are rolled again all others are meant, where dice are set aside these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.records import Alternative
from dicedsl.interpreter.model.rolled_picks import rolls_what_is_picked

KEEPING = frozenset({"keep", "hold"})


def is_roll(choice: OpenChoice, alternative: Alternative) -> bool:
    """Whether the dice that are picked for it are rolled."""
    return rolls_what_is_picked(choice.table.program, choice.decision.alternatives[alternative.index])


def takes_dice(choice: OpenChoice, alternative: Alternative) -> bool:
    """Whether some dice are picked for it, and nothing else."""
    if len(alternative.picks) != 1:
        return False
    op = choice.pick_rules(alternative.index, 0).op
    return op.shape == "die" and op.gathered


def dice_to_keep(choice: OpenChoice, text: str) -> str | None:
    """What is to be kept, if a line says so and no move is called like that; nothing is written as `none`."""
    word, _, rest = text.partition(" ")
    if word.lower() not in KEEPING or any(_first(a.name) == word.lower() for a in choice.decision.alternatives):
        return None
    rest = rest.strip()
    if rest.isascii() and rest.isdigit() and int(rest) > max(choice.table.program.max_face, 9):
        rest = " ".join(rest)  # what each die shows
    return rest or "none"


def _first(name: str) -> str:
    return name.partition(" ")[0].lower()


def all_but(choice: OpenChoice, alternative: Alternative, kept: int) -> int:
    """The dice that are rolled if these are kept. UsageError if none is left."""
    members = choice.pick_rules(alternative.index, 0).members(choice.cells, ())
    rolled = sum(1 << die for die in members if not kept >> die & 1)
    if not rolled:
        raise UsageError("all dice are kept then, and none is rolled: choose something else")
    return rolled


def numbers_of(choice: OpenChoice, dice: Iterable[int]) -> dict[int, int]:
    """What those of the dice show whose numbers the player sees."""
    seen, face = choice.table.sight.dice(choice.cells, choice.seat), choice.table.reg.face
    return {die: choice.cells[face + die] for die in dice if seen >> die & 1 and choice.cells[face + die]}


def keep_example(choice: OpenChoice, alternative: Alternative) -> str:
    """`keep 5 5` where dice are rolled: the number that most of them show; nothing if the numbers are not known."""
    if not is_roll(choice, alternative) or not takes_dice(choice, alternative) or dice_to_keep(choice, "keep") is None:
        return ""
    members = choice.pick_rules(alternative.index, 0).members(choice.cells, ())
    numbers = Counter(numbers_of(choice, members).values())
    if len(members) < 2 or sum(numbers.values()) < len(members):
        return ""
    number, count = max(numbers.items(), key=lambda item: (item[1], item[0]))
    return f"keep {' '.join([str(number)] * min(count, len(members) - 1))}"


def first_move_text(choice: OpenChoice, alternative: Alternative) -> str:
    """The first move of an alternative for which several numbers are picked, and nothing else, as it is written in one line."""
    ops = [choice.pick_rules(alternative.index, number).op for number in range(len(alternative.picks))]
    if len(ops) < 2 or any(op.shape != "number" or op.many for op in ops):
        return ""
    row = next((row for row in choice.rows or () if row[0] == alternative.index), None)
    return "" if row is None else choice.move(row[0], row[1:]).text
