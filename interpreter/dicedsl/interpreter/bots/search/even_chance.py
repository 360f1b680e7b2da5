"""Dice that fall evenly: what is drawn first comes from a deck that is used up before it is shuffled again.

So few rolls after a move hold each number of the first die as often, and no move looks good because of a lucky few.
"""

from __future__ import annotations

from dicedsl.interpreter.chance import Chance

MOST_FACES = 64


class EvenChance(Chance):
    """Chance for one roll: the first number below n is dealt from a deck, all others are drawn."""

    __slots__ = ("_dealt", "_deck", "_source")

    def __init__(self, source: Chance, deck: list[int]) -> None:
        self._source = source
        self._deck = deck
        self._dealt = False

    def byte(self) -> int:
        """Draw a byte from the source."""
        return self._source.byte()

    def unit(self) -> float:
        """Draw a number from 0 to 1 from the source."""
        return self._source.unit()

    def below(self, bound: int) -> int:
        """Give a number below `bound`: the first one from the deck, all others from the source."""
        if self._dealt or bound > MOST_FACES or bound < 2:
            return self._source.below(bound)
        self._dealt = True
        deck = self._deck
        if not deck or max(deck) >= bound:
            deck[:] = range(bound)
            for i in range(bound - 1, 0, -1):
                j = self._source.below(i + 1)
                deck[i], deck[j] = deck[j], deck[i]
        return deck.pop()
