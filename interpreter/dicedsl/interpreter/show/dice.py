"""Dice as text: their numbers in brackets, with a letter for each colour or owner, so that nothing has to be told by colour alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from dicedsl.built_in import COLOURS
from dicedsl.interpreter.model.dice_letters import letters_of_players, owners_are_told
from dicedsl.interpreter.model.naming import count_of
from dicedsl.interpreter.model.records import Die, Model
from dicedsl.interpreter.show.text import Paint, painted
from dicedsl.text.english import possessive

MOST_DRAWN_DICE = 16  # dice with different numbers that are drawn one by one
MOST_READ_DICE = 30  # dice of a zone that anybody would read
HIDDEN, UNROLLED, NAMELESS = "?", "-", "X"

PAINTS = {
    "red": (Paint.RED,),
    "green": (Paint.GREEN,),
    "blue": (Paint.BLUE,),
    "gold": (Paint.YELLOW, Paint.BOLD),
    "yellow": (Paint.YELLOW,),
    "orange": (Paint.YELLOW,),
    "purple": (Paint.MAGENTA,),
}
SEAT_PAINTS = ((Paint.CYAN,), (Paint.YELLOW,), (Paint.MAGENTA,), (Paint.GREEN,), (Paint.BLUE,), (Paint.RED,))


class Letters:
    """The letters of one table: of colours where dice have colours, of players where they have dice of their own on a board."""

    def __init__(self, model: Model) -> None:
        self.model = model
        dice = list(all_dice(model))
        self._colours = {die.colour for die in dice} != {""}
        self.tells_numbers = any(die.hidden or die.number is not None or die.name for die in dice)
        sorts = ((die.colour, die.owner) for die in dice)
        self._owners = any(die.owner is not None for die in dice) and owners_are_told(sorts, self._colours)
        yours = next((p.seat for p in model.players if p.you), None)
        taken = set(COLOURS.values()) if self._colours else set()
        self._seats = letters_of_players([p.name for p in model.players], yours, taken)

    # -------------------------------------------------------------- on a board

    def of(self, die: Die) -> str:
        """A die that stands on a board, in its colour."""
        return painted(self.text(die), *self.paint(die))

    def text(self, die: Die) -> str:
        """Its letter and its number; with its name where it has one."""
        text = self.mark(die)
        if die.name:
            text += f"{die.name.removeprefix('d')}:" if self.shows(die) else die.name.removeprefix("d")
        if die.hidden:
            text += HIDDEN
        elif die.number is not None:
            text += str(die.number)
        return text or NAMELESS

    def shows(self, die: Die) -> bool:
        return die.hidden or die.number is not None

    def mark(self, die: Die) -> str:
        owner = self._seats[die.owner] if self._owners and die.owner is not None else ""
        colour = COLOURS.get(die.colour, "") if self._colours else ""
        return owner + colour

    def paint(self, die: Die, on_board: bool = True) -> Sequence[Paint]:
        """By its colour; on a board, where dice of several players stand together, by its owner."""
        colour = die.colour or next((mark for mark in die.marks if mark in PAINTS), "")
        if colour in PAINTS:
            return PAINTS[colour]
        if on_board and self._owners and die.owner is not None:
            return SEAT_PAINTS[die.owner % len(SEAT_PAINTS)]
        return ()

    def legend(self, dice: Iterable[Die]) -> list[str]:
        """What the letters of some dice mean."""
        meanings: dict[str, str] = {}
        named: Die | None = None
        for die in dice:
            if self._owners and die.owner is not None:
                who = self.model.players[die.owner]
                meanings[self._seats[die.owner]] = "yours" if who.you else possessive(who.name)
            if self._colours and die.colour in COLOURS:
                meanings[COLOURS[die.colour]] = die.colour
            if die.name and self.shows(die):
                named = named or die
            if self.text(die) == NAMELESS:
                meanings[NAMELESS] = "a die"
        entries = [f"{letter} {meaning}" for letter, meaning in sorted(meanings.items())]
        if named is not None:
            number = HIDDEN if named.hidden else named.number
            entries.append(
                f"{self.mark(named)}{named.name.removeprefix('d')}:{number} die {named.name} showing {number}"
            )
        return entries

    # -------------------------------------------------------------- in a zone

    def dice_text(self, dice: Sequence[Die], owner: int | None = None, everything: bool = False) -> str:
        """Dice that lie together: one by one where they tell something, else how many; of very many only how many."""
        if not dice:
            return "no dice"
        same = self._common(dice)
        lying = [die for die in dice if die.number is None and not die.hidden]
        readable = [die for die in dice if die not in lying]
        if all(die.number is None for die in dice) or (len(readable) > MOST_READ_DICE and not everything):
            return self._count_text(dice, owner)
        if len(lying) > 2:
            return f"{self.dice_text(readable, owner, everything)} and {self._count_text(lying, owner)}"
        texts = [self.one(die, owner, same) for die in dice]
        if len(texts) > MOST_DRAWN_DICE:
            counts = [f"{count}x{text}" if count > 1 else text for text, count in Counter(texts).items()]
            texts = counts if len(counts) < len(texts) else texts
        return " ".join(texts) + (f" (all {', '.join(sorted(same))})" if same else "")

    def _common(self, dice: Sequence[Die]) -> set[str]:
        """Words that hold of all of many dice are said once."""
        if len(dice) < 2:
            return set()
        return set.intersection(*(set(die.marks) for die in dice))

    def one(self, die: Die, owner: int | None = None, said: Iterable[str] = ()) -> str:
        """`[5]`, `d3[5]`, `R[5]`, `d3[5 red]`."""
        number = HIDDEN if die.hidden else UNROLLED if die.number is None else str(die.number)
        words = [number, *(mark for mark in die.marks if mark not in said)]
        before = die.name or (COLOURS.get(die.colour, "") if self._colours else "")
        if die.name and self._colours:
            before = COLOURS.get(die.colour, "") + die.name
        text = painted(f"{before}[{' '.join(words)}]", *self.paint(die, on_board=False))
        if die.owner is not None and die.owner != owner and owner is not None:
            text += f" of {self.model.players[die.owner].name}"
        return text

    def _count_text(self, dice: Sequence[Die], owner: int | None) -> str:
        """Dice with nothing to read on them: how many of each colour, and whose if not the owner's."""
        sorts = Counter((die.colour, die.owner, die.hidden) for die in dice)
        parts = []
        for (colour, whose, hidden), count in sorts.items():
            words = ["hidden"] if hidden else []
            words += [painted(colour, *PAINTS.get(colour, ()))] if colour else []
            text = " ".join([*words, "die" if count == 1 else "dice"])
            text = count_of(count, text, text)
            if whose is not None and whose != owner and owner is not None:
                text += f" of {self.model.players[whose].name}"
            parts.append(text)
        return ", ".join(parts)


def all_dice(model: Model) -> Iterator[Die]:
    for zone in model.zones:
        yield from zone.dice
    for board in model.boards:
        yield from (place.die for place in board.places if place.die is not None)
