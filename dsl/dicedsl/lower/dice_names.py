"""Dice by the names that examples call them: d1, d2, ... in the order of their line in the material, or so many of a sort."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dicedsl.program import ops

ANY_SORT = ("die", "dice")


def named_die(dice: Sequence[ops.DieInfo], number: int, owner: int | None) -> int | None:
    """The first die of this number, of that owner if one is said."""
    for die, info in enumerate(dice):
        if info.index == number and owner in (None, info.owner):
            return die
    return None


def named_at(dice: Sequence[ops.DieInfo], number: int, owner: int | None, used: Collection[int]) -> int | None:
    """The die that is meant where somebody's zone is spoken of: the owner's comes before one that belongs to nobody."""
    fitting = [
        die
        for die, info in enumerate(dice)
        if info.index == number and (owner is None or info.owner in (owner, -1)) and die not in used
    ]
    fitting.sort(key=lambda die: owner is not None and dice[die].owner != owner)
    return fitting[0] if fitting else None


def of_sort(dice: Sequence[ops.DieInfo], words: tuple[str, ...], owner: int | None) -> tuple[int, ...] | None:
    """The dice of a colour (`red`, `red dice`) or of all (`dice`), the owner's first; None if that is no sort of dice."""
    sort = words[:-1] if words[-1] in ANY_SORT else words
    colour = " ".join(sort)
    if sort and colour not in {info.colour for info in dice}:
        return None
    fitting = [
        die
        for die, info in enumerate(dice)
        if (not sort or info.colour == colour) and (owner is None or info.owner in (owner, -1))
    ]
    fitting.sort(key=lambda die: owner is not None and dice[die].owner != owner)
    return tuple(fitting)
